"""The table and the lessons as an app without code, for a class: one server, a kernel for each open page."""

import importlib.util
import os
import secrets
import sys
from pathlib import Path

from monopoly_lab.errors import ServeError
from monopoly_lab.messages import say

SHARE = Path(__file__).parent / "share"  # Jupyter looks for our page template there
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none of them looks like another on a projector
TOKEN_LENGTH = 8  # of 31 letters: 40 bits, and short enough to be typed
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
) -> None:
    """Serve the app until Ctrl+C: on this computer only, or with `lan` in its local network.

    `warm` kernels wait for pages, so that a class that comes at once is not kept waiting; left out, as many as
    memory holds. Raises ServeError, with nothing started, if Voila is not installed or a value cannot be used.
    """
    if importlib.util.find_spec("voila") is None:
        raise ServeError(say("serve.missing", pip=f'{sys.executable} -m pip install "monopoly-lab[serve]"'))
    token, teacher = _token(token), _token(None)
    if students is not None and students < 1:
        raise ServeError(say("serve.bad_students", value=students))
    if warm is not None and warm < 0:
        raise ServeError(say("serve.bad_warm", value=warm))
    if not 0 < idle <= MOST_IDLE:
        raise ServeError(say("serve.bad_idle", value=idle))
    if port is not None and not 0 < port < 65536:
        raise ServeError(say("serve.bad_port", value=port))
    _surroundings()
    from monopoly_lab.batch.warming import start_child
    from monopoly_lab.serve.app import ClassServer
    from monopoly_lab.serve.places import Places

    places = Places.on_this_computer(students)
    address = "0.0.0.0" if lan else "127.0.0.1"
    warm = places.warm if warm is None else min(warm, places.limit)
    server = ClassServer(places=places, token=token, teacher=teacher, ip=address, class_idle=idle, warm=warm)
    server.opens = browser
    if port is not None:
        server.port = port
    server.initialize([])
    start_child()
    server.start()


def _token(given: str | None) -> str:
    if given is None:
        return "".join(secrets.choice(LETTERS) for _ in range(TOKEN_LENGTH))
    if len(given) < LEAST_TOKEN or not given.isascii() or not given.isalnum():
        raise ServeError(say("serve.bad_token", value=given, n=LEAST_TOKEN))
    return given


def _surroundings() -> None:
    """What the server and its kernels find in their environment."""
    path = os.environ.get("JUPYTER_PATH")
    os.environ["JUPYTER_PATH"] = os.pathsep.join([str(SHARE), path] if path else [str(SHARE)])
    os.environ["MONOPOLY_LAB_FILES"] = os.environ["MONOPOLY_LAB_AUTOSAVE"] = "off"  # the disk is the teacher's
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")  # many kernels share the processors
