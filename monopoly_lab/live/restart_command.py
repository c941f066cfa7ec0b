"""The command that opens a room of a live class again, as this process was started: program, folder and port."""

import shlex
import shutil
import sys
from pathlib import Path

from monopoly_lab.live.room_folder import usual_folder

PROGRAM = "monopoly-lab"


def restart_command(code: str, folder: Path, port: int = 0, lan: bool = False) -> str:
    """Return the command line that goes on with a room.

    Args:
        code: Its code.
        folder: Folder of all rooms; named unless it is the usual one.
        port: Port to serve at; left out if 0.
        lan: Let the local network in.
    """
    named = [] if folder == usual_folder().absolute() else ["--folder", str(folder)]
    at = ["--port", str(port)] if port else []
    return shlex.join([*_program(), "live", code, *named, *at, *(["--lan"] if lan else [])])


def _program() -> list[str]:
    """Return how this program was started; its usual name from a notebook."""
    started = Path(sys.argv[0])
    if started.name == "__main__.py":
        return [sys.executable, "-m", "monopoly_lab"]
    found = shutil.which(PROGRAM)
    is_found = found is not None and started.exists() and Path(found).resolve() == started.resolve()
    return [PROGRAM] if is_found or started.name != PROGRAM else [sys.argv[0]]
