"""Run lessons in a language other than English, so that their tables, pictures and sentences speak it.

Stored outputs are English. What a lesson shows in another language is kept in the user's cache, and is run again only
where the lesson, the language or the package has changed.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from platformdirs import user_cache_path

import monopoly_lab
from monopoly_lab.common import ABOUT
from monopoly_lab.common.file_access import replace as write
from monopoly_lab.lessons.lesson_notebooks import Source
from monopoly_lab.lessons.working_copies import home

OTHERS = ("numpy", "pandas", "plotly")  # packages that outputs follow from, too
PNG = "image/png"


def language_of(source: Source) -> str:
    """Return the language into which a lesson was translated, "" for none: its stored outputs are in English."""
    return str(source.notebook.metadata.get(ABOUT, {}).get("lang", ""))


def with_outputs(source: Source, folder: Path | None = None) -> Source:
    """Return a lesson with outputs in its language: those of a run of it, from `folder`, the cache, if there is one.

    Raises nbclient's CellExecutionError if a cell fails.
    """
    lang = language_of(source)
    if not lang:
        return source
    notebook = json_copy(source.notebook)
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    kept = (folder or cache_folder()) / f"{source.path.stem}.{lang}.json"
    key = _key(lang, [cell.source for cell in codes])
    found = _stored_outputs(kept, key, len(codes))
    if found is None:
        _run(notebook)
        found = [cell.outputs for cell in codes]
        kept.parent.mkdir(parents=True, exist_ok=True)
        write(kept, json.dumps({"key": key, "outputs": found}, ensure_ascii=False).encode())
    from nbformat import from_dict

    for cell, outputs in zip(codes, found):
        cell.outputs = [from_dict(each) for each in outputs]
    return replace(source, notebook=notebook)


def all_with_outputs(sources: Sequence[Source]) -> list[Source]:
    """Return lessons with outputs in their language; as many are run at a time as there are processors."""
    from monopoly_lab.simulation.progress import workers

    with ThreadPoolExecutor(workers()) as pool:
        return list(pool.map(with_outputs, sources))


def cache_folder() -> Path:
    """Return where outputs in other languages are kept."""
    return user_cache_path("monopoly_lab") / "lessons"


def json_copy(notebook: Any) -> Any:
    """Return a notebook of its own with the same content."""
    from nbformat import from_dict

    return from_dict(json.loads(json.dumps(notebook)))


def _run(notebook: Any) -> None:
    """Run a notebook in a folder that is then removed; where nothing can draw, it keeps the pictures that it has."""
    from monopoly_lab.export.notebook_runner import draw, run

    before = [[dict(each.get("data", {})) for each in outputs] for outputs in _outputs(notebook)]
    with TemporaryDirectory() as folder:
        run(notebook, Path(folder))
    if not draw(notebook, {}):
        for old, new in zip(before, _outputs(notebook)):
            for data, output in zip(old, new):
                if PNG in data and "data" in output:
                    output.data.setdefault(PNG, data[PNG])


def _outputs(notebook: Any) -> Iterator[list[Any]]:
    return (cell.outputs for cell in notebook.cells if cell.cell_type == "code")


def _stored_outputs(path: Path, key: str, cells: int) -> list[list[Any]] | None:
    """Return the outputs of each cell that are kept in a file; None for none, of another key, or a damaged file."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        found = content["outputs"] if content["key"] == key else []
        return found if len(found) == cells else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _key(lang: str, codes: list[str]) -> str:
    return hashlib.sha256(json.dumps([lang, codes, _package()]).encode()).hexdigest()


@cache
def _package() -> str:
    """Return a digest of everything that outputs follow from besides the lesson: the package and what it runs on."""
    mark = hashlib.sha256(repr([version(name) for name in OTHERS]).encode())
    for folder in (Path(monopoly_lab.__file__).parent, home() / "scenarios"):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix not in (".pyc", ".po"):
                mark.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return mark.hexdigest()
