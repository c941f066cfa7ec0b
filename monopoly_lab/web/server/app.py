"""Server of the app: Voila with pages of our own.

Voila runs a notebook in a kernel and sends its outputs, lets the browser talk to widgets, and accepts no code from it.
This server adds a start page, one token for all and a number of places, and removes the list of files.
"""

import asyncio
import logging
import os
import secrets
import tempfile
import time
import webbrowser
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import nbformat
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from jupyter_server.utils import url_path_join
from traitlets import Any as Anything
from traitlets import Float, Integer
from traitlets.config import Config
from voila import notebook_renderer
from voila.app import Voila
from voila.exporter import VoilaExporter

from monopoly_lab.common.messages import decimal, format_number, say
from monopoly_lab.live.connection_limits import ClassHTTPServer, Connections
from monopoly_lab.live.lan_address import lan_address
from monopoly_lab.live.repeated_errors import count_repeats
from monopoly_lab.web.server import pages, sockets, teacher_files
from monopoly_lab.web.server.begun_tables import BegunTables
from monopoly_lab.web.server.compression import ExtensionFile, FilesOnce
from monopoly_lab.web.server.kernel_forks import LESSON_MODULES, fork_kernels
from monopoly_lab.web.server.kernels import Kernels, PageRequest
from monopoly_lab.web.server.login import Doorkeeper
from monopoly_lab.web.server.places import TABLE_MB

# What shows widgets and charts; any other extension of the teacher's JupyterLab stays out. The last one is in `share`.
EXTENSIONS = [
    "@voila-dashboards/widgets-manager8",
    "@jupyter-widgets/jupyterlab-manager",
    "anywidget",
    "monopoly-lab-charts",
]
# The browser itself refuses whatever would leave this server.
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; worker-src 'self' blob:; frame-ancestors 'self'"
)
CELL_SECONDS = 120
# What Voila offers beside its pages: lists of files, an end to kernels that it cannot ask for itself, files of
# templates by bent addresses too, and kernels to whoever knows their numbers.
REPLACED = (
    "/voila/tree",
    "/voila/render",
    "/voila/api/contents",
    "/voila/api/shutdown",
    "/voila/files",
    "/voila/templates",
    "/api/kernels",
)
OF_EXTENSIONS = "/voila/labextensions/"  # whose files are compressed once, as all others are


class NoFiles:
    """Where Voila looks for notebooks and pictures: our pages bring their own, and none is read from the disk."""

    def get(self, path: str, **_: Any) -> dict[str, Any]:
        """Return an empty notebook, whatever is asked for."""
        return {"type": "notebook", "path": path, "content": nbformat.v4.new_notebook()}

    def file_exists(self, path: str) -> bool:
        """Return False: there are no files."""
        return False


class CompiledTemplates(BytecodeCache):
    """Templates as code, kept in memory: Voila would compile all of them for every page."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._codes[bucket.key, bucket.checksum] = bucket.code


class PageExporter(VoilaExporter):
    """Voila's exporter with templates that are compiled once."""

    templates = CompiledTemplates()

    def _create_environment(self) -> Any:
        environment = super()._create_environment()
        environment.bytecode_cache = self.templates
        return environment


def _folders_of_plotly() -> list[str]:
    """Return where plotly keeps its script, without the second that importing it takes."""
    spec = find_spec("plotly")
    return [str(Path(folder) / "package_data") for folder in (spec and spec.submodule_search_locations) or ()]


class ClassServer(Voila):
    """Voila for a class; `start` returns when it is stopped."""

    places: Any = Anything()  # Places
    folder: Any = Anything()  # GamesFolder
    warm = Integer(0)  # kernels that are ready before anybody comes
    class_idle = Float()  # minutes without a click, after which a kernel ends
    opens = True

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.token = self.folder.token
        self.cookie_secret = bytes.fromhex(self.folder.secret)
        self.connections = Connections()
        self.run_number = secrets.token_hex(8)  # by which a page knows that its server was started again
        seconds = self.class_idle * 60
        self.open_browser = False  # Voila would open it with the address alone
        self.config_file_paths: list[str] = []  # settings of another Voila on this computer are not for a class
        self.log_level = logging.ERROR
        self.kernel_websocket_connection_class = sockets.V1Connection
        self.root_dir = tempfile.gettempdir()
        self.turns = asyncio.Semaphore(max(2, os.cpu_count() or 2))  # pages made at the same time
        self.arriving: list[PageRequest] = []  # whose pages have not got their kernel yet
        self.tables = BegunTables()
        self.live: dict[str, Any] = {}  # the live classes that are open, by code, with their teacher's secrets
        self.update_config(
            Config(
                {
                    "VoilaConfiguration": {
                        "template": "classroom",
                        "allow_template_override": "NO",
                        "allow_theme_override": "NO",
                        "extension_allowlist": EXTENSIONS,
                        "file_allowlist": [],
                        "multi_kernel_manager_class": Kernels,
                        "prelaunch_hook": pages.notebook_for,
                    },
                    "MappingKernelManager": {
                        "cull_idle_timeout": max(1, round(seconds)),
                        "cull_interval": max(1, min(60, round(seconds / 3))),
                        "cull_connected": True,
                        "transport_encryption": "auto",
                    },
                    "Kernels": {"warm": self.warm},
                    "KernelManager": {"autorestart": False},  # a new one would be empty, and its page would not know
                    "VoilaExecutor": {"timeout": CELL_SECONDS},
                }
            )
        )

    @property
    def places_taken(self) -> int:
        """Return how many places are taken or promised."""
        return int(self.kernel_manager.kernels_in_use) + len(self.arriving)

    def pages_of(self, visitor: str) -> int:
        """Return how many pages a visitor has open, or is about to open."""
        return sum(page.visitor == visitor for page in self.page_requests)

    def pages_on(self, computer: str) -> int:
        """Return how many pages one address has open, or is about to open."""
        return sum(page.computer == computer for page in self.page_requests)

    @property
    def page_requests(self) -> list[PageRequest]:
        """Return what is known of all pages that take a place."""
        return [page.request for page in self.kernel_manager.open_pages.values()] + self.arriving

    def games_of(self, visitor: str) -> Path:
        """Return the folder in which the games of a visitor are kept."""
        return Path(self.folder.games_of(visitor))

    @property
    def handed_in(self) -> Path:
        """Return the teacher's folder for what students hand in."""
        return Path(self.folder.handed_in)

    def start(self) -> None:
        """Serve until it is stopped; the games stay."""
        self.connection_dir_root = str(self.folder.run())
        count_repeats(self.log)
        fork_kernels(LESSON_MODULES, begin=True)
        notebook_renderer.VoilaExporter = PageExporter  # Voila has no setting for it
        super().start()

    def stop(self) -> None:
        super().stop()
        self.folder.mark_stopped()
        print(say("serve.kept", folder=self.folder.path, token=self.token, port=self.port), flush=True)

    def init_settings(self) -> dict[str, Any]:
        settings: dict[str, Any] = super().init_settings()
        self.contents_manager = settings["contents_manager"] = NoFiles()
        identity = Doorkeeper(
            parent=self,
            connections=self.connections,
            token=self.token,
            teacher=self.folder.teacher,
            login_handler_class=pages.LoginPage,
            logout_handler_class=pages.LogoutPage,
        )
        self.identity_provider = settings["identity_provider"] = self.authorizer.identity_provider = identity
        return settings | {
            "transforms": [FilesOnce],  # thirty tablets on one wireless network
            "headers": {"Content-Security-Policy": POLICY},
            "websocket_max_message_size": sockets.MOST_BYTES,
            "class_server": self,
        }

    def init_handlers(self) -> list[Any]:
        """Return the handlers of Voila that its pages need, and ours in place of its list of files."""
        theirs = super().init_handlers()
        kept = [each for each in theirs if each[0] != self.server_url and not each[0].startswith(REPLACED)]
        kept = [(each[0], ExtensionFile, *each[2:]) if each[0].startswith(OF_EXTENSIONS) else each for each in kept]
        kernel, socket = (each[0] for each in theirs[:2])
        renderer = {
            "template_paths": self.template_paths,
            "config": self.config,
            "voila_configuration": self.voila_configuration,
        }
        ours = [
            (r"/", pages.StartPage),
            (kernel, sockets.KernelState),
            (socket, sockets.Socket),
            (r"/voila/templates/([\w-]+/static/.+)", pages.TemplateFile),
            (r"/voila/(plotly\.min\.js)", ExtensionFile, {"path": _folders_of_plotly()}),
            (r"/forget", pages.ForgetGame),
            (r"/places", pages.TakenPlaces),
            (r"/invitation", teacher_files.Invitation),
            (r"/live", teacher_files.OpenLive),
            (r"/kept", teacher_files.KeptPage),
            (r"/kept/(room|game|handed)", teacher_files.KeptFile),
            (r"/boards/(\w+)\.svg", pages.BoardPicture),
            (r"/voila/api/shutdown/([\w-]+)", pages.PageClosed),
            (r"/page/(\w+)", pages.KernelPage, renderer),
            (r".*", pages.NotFound),
        ]
        return kept + ours

    def listen(self) -> None:
        from tornado.ioloop import IOLoop

        # The loop binds the port first, so whoever reads the address finds the server there.
        IOLoop.current().add_callback(self._announce)
        IOLoop.current().add_callback(self.kernel_manager.keep_warm)
        self.app.listen = self._listen
        super().listen()

    def _listen(self, port: int, address: str) -> ClassHTTPServer:
        server = ClassHTTPServer(self.app, connections=self.connections)
        server.listen(port, address)
        return server

    def _announce(self) -> None:
        self.folder = self.folder.mark_started(self.port)
        teacher_files.delete_expired(self.folder.path.parent, time.time())
        here = url_path_join(f"http://127.0.0.1:{self.port}", f"?token={self.token}")
        print(say("serve.here", address=here))
        if self.ip != "127.0.0.1":
            there = f"http://{lan_address()}:{self.port}"
            print(say("serve.there", address=f"{there}/?token={self.token}", short=there, token=self.token))
        print(
            say(
                "serve.teachers",
                address=url_path_join(f"http://127.0.0.1:{self.port}", f"?token={self.folder.teacher}"),
            )
        )
        print(self.places.announcement())
        print(say("serve.games_in", folder=self.folder.path))
        if self.warm:
            print(say("serve.warm", n=self.warm, memory=decimal(self.warm * TABLE_MB / 1000, 1)))
        print(say("serve.stop", minutes=format_number(self.class_idle)), flush=True)
        if self.opens:
            webbrowser.open(here)
