"""The folder of this user for files that can be made again; known without a compiler."""

import os
from pathlib import Path

VARIABLE = "MONOPOLY_LAB_CACHE"  # names another folder


def user_cache() -> Path:
    """Raises RuntimeError or OSError where a user has no folder."""
    if base := os.environ.get(VARIABLE):
        return Path(base)
    from platformdirs import user_cache_path

    return user_cache_path("monopoly_lab", appauthor=False)


def is_writable() -> bool:
    """True if the folder, or the nearest one above it that exists, can be written into."""
    try:
        place = user_cache()
        while not place.exists():
            place = place.parent
        return place.is_dir() and os.access(place, os.W_OK)
    except (OSError, RuntimeError):
        return False
