"""The table and the lessons as an app without code, for a class: one server, a kernel for each open page."""

import importlib.util
import os
import sys
from pathlib import Path

from monopoly_lab.common.errors import ServeError
from monopoly_lab.common.messages import say
from monopoly_lab.lessons.working_copies import check_port

SHARE = Path(__file__).parent / "share"  # Jupyter looks for our page template there
LEAST_TOKEN = 6  # letters of a token of the user's own
IDLE = 30.0  # minutes
MOST_IDLE = 24 * 60


def run(
    port: int | None = None,
    lan: bool = False,
    token: str | None = None,
    students: int | None = None,
    idle: float = IDLE,
    browser: bool = True,
    warm: int | None = None,
    games: Path | None = None,
    of_one: int | None = None,
) -> None:
    """Serve the app until Ctrl+C: on this computer only, or with `lan` in its local network.

    `warm` kernels wait for pages, so that a class that comes at once is not kept waiting; left out, as many as
    memory holds. Games are kept in the folder `games`, by default in the user's data. A server that is started again
    with the same token and port takes them up, and its students are known by their cookies; without a token, the one
    whose server was killed is taken. `of_one` is how many pages one computer of the network may have open.
    Raises ServeError, with nothing started, if Voila is not installed or a value cannot be used.
    """
    if importlib.util.find_spec("voila") is None:
        raise ServeError(say("serve.missing", pip=f'{sys.executable} -m pip install "monopoly-lab[serve]"'))
    _check_token(token)
    if students is not None and students < 1:
        raise ServeError(say("serve.bad_students", value=students))
    if warm is not None and warm < 0:
        raise ServeError(say("serve.bad_warm", value=warm))
    if of_one is not None and of_one < 1:
        raise ServeError(say("serve.bad_of_one", value=of_one))
    if not 0 < idle <= MOST_IDLE:
        raise ServeError(say("serve.bad_idle", value=idle))
    check_port(port)
    from monopoly_lab.web.server.games_folder import class_folder, usable, usual_folder

    games = (games or usual_folder()).absolute()
    usable(games)
    _surroundings()
    from monopoly_lab.live.connection_limits import more_files
    from monopoly_lab.web.server.app import ClassServer
    from monopoly_lab.web.server.places import Places

    folder = class_folder(games, token)
    places = Places.on_this_computer(students)
    if lan or of_one is not None:
        places.with_network_limit(of_one)
    address = "0.0.0.0" if lan else "127.0.0.1"
    warm = places.warm if warm is None else min(warm, places.limit)
    server = ClassServer(places=places, folder=folder, ip=address, class_idle=idle, warm=warm)
    server.opens = browser
    if port is not None or (folder.port and token is None):
        server.port = port or folder.port
    server.initialize([])
    more_files()
    server.start()


def _check_token(given: str | None) -> None:
    if given is not None and (len(given) < LEAST_TOKEN or not given.isascii() or not given.isalnum()):
        raise ServeError(say("serve.bad_token", value=given, n=LEAST_TOKEN))


def _surroundings() -> None:
    """Return what the server and its kernels find in their environment."""
    path = os.environ.get("JUPYTER_PATH")
    os.environ["JUPYTER_PATH"] = os.pathsep.join([str(SHARE), path] if path else [str(SHARE)])
    os.environ["MONOPOLY_LAB_FILES"] = os.environ["MONOPOLY_LAB_AUTOSAVE"] = "off"  # the disk is the teacher's
    # A grammar of addresses that nobody here asks about, and that takes half of the time of a start.
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")  # many kernels share the processors
