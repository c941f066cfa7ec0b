"""Files that are written as a whole or not at all."""

import os
import tempfile
from pathlib import Path


def theirs() -> bool:
    """True if the disk belongs to whoever sits at the screen; not where `monopoly-lab serve` runs for others."""
    return os.environ.get("MONOPOLY_LAB_FILES") != "off"


def replace(path: Path, content: bytes) -> None:
    """Write a file, and its folder if need be; a failure leaves the old file as it was.

    A temporary file beside it is filled, and then takes its place and its access rights.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-", suffix=path.suffix)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, path.stat().st_mode if path.exists() else 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
