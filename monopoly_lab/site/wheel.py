"""The package itself as a wheel for the browser, and a word in place of one that has none there."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from monopoly_lab import __version__
from monopoly_lab.lessons.copy import PACKAGE, delivered

LEFT_OUT = ("bench", "serve", "site")  # what a browser has no use for
STAMP = (1980, 1, 1, 0, 0, 0)  # the same files give the same wheel


def own_wheel() -> tuple[str, bytes]:
    """File name and content: the package with notebooks' scenarios beside it, as an installed one has them."""
    content = {f"monopoly_lab/{name}": path.read_bytes() for name, path in _modules().items()}
    for name, path in delivered().items():
        if name.startswith("scenarios/"):
            content[f"monopoly_lab/material/{name}"] = path.read_bytes()
    return wheel("monopoly-lab", __version__, content)


def stand_in(name: str, version: str) -> tuple[str, bytes]:
    """A wheel that says its version and nothing else, for a package that is only asked whether it is there."""
    return wheel(name, version, {f"{name}/__init__.py": f"__version__ = {version!r}\n".encode()})


def wheel(name: str, version: str, content: Mapping[str, bytes]) -> tuple[str, bytes]:
    """File name and bytes of a pure wheel with `content`; the order of files and their times are fixed."""
    stem = f"{name.replace('-', '_')}-{version}"
    about = {
        "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: monopoly-lab\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "RECORD": "",
    }
    whole = {**content, **{f"{stem}.dist-info/{part}": text.encode() for part, text in about.items()}}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(whole):
            archive.writestr(zipfile.ZipInfo(path, STAMP), whole[path], zipfile.ZIP_DEFLATED)
    return f"{stem}-py3-none-any.whl", buffer.getvalue()


def _modules() -> dict[str, Path]:
    """Every file of the package that a browser needs, by its name inside it."""
    found = {}
    for path in sorted(PACKAGE.rglob("*")):
        parts = path.relative_to(PACKAGE).parts
        if path.is_file() and parts[0] not in LEFT_OUT and "__pycache__" not in parts and parts[0] != "material":
            found["/".join(parts)] = path
    return found
