"""Build the whole site, with its first page, in a folder beside its place, and move it there in one step."""

import hashlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Sequence
from importlib.resources import files
from importlib.util import find_spec
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from monopoly_lab.common.errors import SiteError
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.file_access import all_or_none, first_of_many
from monopoly_lab.common.messages import ENGLISH, resolve_language, say, speaking
from monopoly_lab.lessons.lesson_metadata import About
from monopoly_lab.lessons.working_copies import delivered_files
from monopoly_lab.web.site.pinned_files import shipped_lock

# What the page says by itself, with what it fills in.
WORDS = {
    "download": (),
    "anew": (),
    "sure": ("name",),
    "no_lesson": ("lesson",),
    "no_seed": ("seed",),
    "insecure": (),
    "all_the_same": (),
    "old": (),
}


class LessonCard(NamedTuple):
    """A lesson on the first page; `picture`, `reading` and `sheet` are addresses, "" for none; `asks` is HTML."""

    about: About
    asks: str = ""
    picture: str = ""
    reading: str = ""
    sheet: str = ""


def first_page(
    cards: Sequence[LessonCard],
    scenarios: Sequence[tuple[str, str]],
    editions: Sequence[tuple[str, str]],
    book: bool,
    config: str,
) -> bytes:
    """Return the page as HTML; it asks for its neighbors page.css and page.js only, and for the cards' pictures.

    `scenarios` and `editions` are pairs of id and title; `book`: True if there are pages to read beside it; `config`:
    JupyterLite's own element, which its pages look for in this one.
    """
    words = {key: say(f"site.{key}", **{name: f"{{{name}}}" for name in names}) for key, names in WORDS.items()}
    parts = {
        "lang": resolve_language(),
        "config": config,
        "cards": "\n".join(map(_card, cards)),
        "book": f'<a class="button" href="book/index.html">{_message("book")}</a>' if book else "",
        "scenarios": _links("scenario", scenarios),
        "editions": _links("edition", editions),
        "choices": "".join(f'<option value="{escaped(card.about.name)}">{_title(card)}</option>' for card in cards),
        "words": _data(words),
        "lessons": _data([card.about.name for card in cards]),
    }
    template = files(__package__).joinpath("page.html").read_text(encoding="utf-8")

    def fill(found: "re.Match[str]") -> str:
        return _message(found[2]) if found[1] else parts[found[2]]

    return re.sub(r"\{\{(say:)?(\w+)\}\}", fill, template).encode()


def _card(card: LessonCard) -> str:
    about = card.about  # but for its idea, which is what the class is to find out
    courses = ", ".join(say(f"lesson.course_{course}") for course in about.courses)
    facts = " · ".join(
        fact for fact in (courses, say("lesson.minutes", n=about.minutes) if about.minutes else "") if fact
    )
    picture = f'<img src="{escaped(card.picture)}" alt="" loading="lazy">' if card.picture else ""
    more = [f'<a class="button" href="{escaped(card.reading)}">{_message("read")}</a>'] if card.reading else []
    more += [f'<a class="button" href="{escaped(card.sheet)}">{_message("sheet")}</a>'] if card.sheet else []
    opening = f'<a class="button main" href="?page={escaped(about.name)}">{_message("open")}</a>'
    more.append(f'<a class="button" href="?lesson={escaped(about.name)}" data-lesson>{_message("notebook")}</a>')
    return (
        f'<article class="card">{picture}<div><h3>{_title(card)}</h3>'
        f'{card.asks}<p class="facts">{escaped(facts)}</p>'
        f'<div class="row">{opening}{"".join(more)}</div></div></article>'
    )


def card_title(card: LessonCard) -> str:
    """Return the title of a lesson with its number: "46. Damage to a neighbor"."""
    number = f"{card.about.number}. " if card.about.number else ""
    return number + (card.about.title or card.about.name)


def _title(card: LessonCard) -> str:
    return escaped(card_title(card))


def _links(kind: str, rows: Sequence[tuple[str, str]]) -> str:
    return "".join(f'<li><a href="?{kind}={escaped(name)}">{escaped(title)}</a></li>' for name, title in rows)


def _message(key: str) -> str:
    return escaped(say(f"site.{key}"))


def _data(value: object) -> str:
    """Return JSON that is safe inside a script element."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")


RECORD = ".monopoly-lab-site.json"  # names of the files that were built
TO_RUN = ("nbclient", "ipykernel")  # lessons in another language
NEEDED_BYTES = 400_000_000  # bytes on the disk while it is built
SITE, WIDGETS = "monopoly_lab.web.site", "monopoly_lab.widgets"
PAGE_FILES = (
    (SITE, "page.css"),
    (SITE, "page.js"),
    (SITE, "lesson_view.css"),
    (SITE, "lesson_view.js"),
    (WIDGETS, "assets/lesson.css"),
)
PAGES = "lessons"  # the folder of lessons as pages
OPENINGS = "openings"  # what a lesson's page begins with, to be read while Python starts
WORKER = "service-worker.js"
CONFIG = re.compile(r'<script[^>]*id="jupyter-config-data".*?</script>', re.DOTALL)


class Built(NamedTuple):
    """A finished site: where, how many files, their bytes, and why Python's modules are not compiled ("")."""

    folder: Path
    files: int
    size: int
    uncompiled: str


def build_site(
    folder: str | PathLike[str], pyodide: str | PathLike[str] = "", lang: str = "", book: bool = True
) -> Built:
    """Build the site into `folder`, which is new, empty, or a site that was built before and is replaced.

    `pyodide` is Pyodide's official archive, unpacked; not needed once its files are in the user's cache. `lang` is what
    pages and lessons speak; in another than English lessons are run, which takes minutes, but only the first time
    (`outputs_by_language`). `book=False` leaves out the pages to read. Raises SiteError, with nothing left half-built,
    if anything is missing or damaged, the folder holds other files, or the disk is too full.
    """
    from monopoly_lab.web.site.pinned_files import cache_folder, gather

    folder = Path(folder).resolve()
    _check_target(folder)
    missing = [name for name in _needs(book, lang or resolve_language()) if find_spec(name) is None]
    if missing:
        raise SiteError(say("site.extra", names=", ".join(missing)))
    found = gather(shipped_lock(), Path(pyodide) if pyodide else None, cache_folder())
    with all_or_none([folder]), _temporary_folder(folder) as name, speaking(lang or resolve_language()):
        out = Path(name) / "site"
        uncompiled = _build_into(Path(name), out, found, lang, book)
        names = sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())
        size = sum((out / each).stat().st_size for each in names)
        (out / RECORD).write_text(json.dumps(names), encoding="utf-8")
        os.chmod(out, 0o755)
        if folder.exists():
            os.replace(folder, Path(name) / "old")
        os.replace(out, folder)
    return Built(folder, len(names), size, uncompiled)


def _temporary_folder(folder: Path) -> "tempfile.TemporaryDirectory[str]":
    folder.parent.mkdir(parents=True, exist_ok=True)
    return tempfile.TemporaryDirectory(dir=folder.parent, prefix=".new-site-")


def _needs(book: bool, lang: str) -> tuple[str, ...]:
    from monopoly_lab.web.site import book as reading
    from monopoly_lab.web.site import jupyterlite

    return (*jupyterlite.NEEDS, *(reading.NEEDS if book else ()), *(TO_RUN if lang != ENGLISH else ()))


def _check_target(folder: Path) -> None:
    """Refuse a folder with files of somebody else, and a disk without room."""
    if folder.exists() and not folder.is_dir():
        raise SiteError(say("site.no_folder", path=folder))
    own: set[str] = set()
    if (folder / RECORD).is_file():
        try:
            own = {RECORD, *json.loads((folder / RECORD).read_text(encoding="utf-8"))}
        except (ValueError, TypeError):
            own = set()
    present = (
        [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()] if folder.exists() else []
    )
    foreign = sorted(set(present) - own)
    if foreign:
        raise SiteError(say("site.foreign", path=folder, n=len(foreign), names=first_of_many(foreign)))
    place = next(parent for parent in (folder, *folder.parents) if parent.exists())
    free = shutil.disk_usage(place).free
    if free < NEEDED_BYTES:
        raise SiteError(say("site.no_room", path=place, free=free // 1_000_000, needed=NEEDED_BYTES // 1_000_000))


def _build_into(work: Path, out: Path, found: dict[str, Path], lang: str, book: bool) -> str:
    from monopoly_lab.editions import editions, load_edition
    from monopoly_lab.game.scenarios import Scenario, scenarios
    from monopoly_lab.lessons.lesson_editions import notebook_bytes, unsigned_notebook
    from monopoly_lab.lessons.lesson_notebooks import lesson_names, read_lesson
    from monopoly_lab.lessons.outputs_by_language import all_with_outputs
    from monopoly_lab.lessons.translation import translated
    from monopoly_lab.web.lesson_notebook import in_one_cell, opening, page_notebook
    from monopoly_lab.web.site import book as reading
    from monopoly_lab.web.site import jupyterlite

    lessons = [translated(read_lesson(name)) for name in lesson_names()]
    notebooks = {
        f"{lesson.about.name}.ipynb": notebook_bytes(without_outputs(unsigned_notebook(lesson))) for lesson in lessons
    }
    images = {name: path for name, path in delivered_files().items() if name.startswith("notebooks/images/")}
    notebooks |= {name.removeprefix("notebooks/"): path.read_bytes() for name, path in images.items()}
    for lesson in lessons:
        notebooks[f"{PAGES}/{lesson.about.name}.ipynb"] = notebook_bytes(
            in_one_cell(page_notebook(lesson, resolve_language()))
        )
    (work / "lite").mkdir()
    uncompiled = jupyterlite.build(work / "lite", out, found, shipped_lock(), notebooks, lang)
    lessons = all_with_outputs(lessons)
    if book:
        reading.build(work / "book", out / "book", lessons)
    made = [
        card(
            lesson,
            out / "pictures",
            f"book/lessons/{lesson.about.name}.html" if book else "",
            _sheet(lesson, out / "worksheets"),
        )
        for lesson in lessons
    ]
    shelf = [(name, Scenario.load(name).title) for name in scenarios()]
    boards = [(name, load_edition(name).called().title) for name in editions()]
    first = out / "index.html"
    config = CONFIG.search(first.read_text(encoding="utf-8"))
    first.write_bytes(first_page(made, shelf, boards, book, config[0] if config else ""))
    (out / OPENINGS).mkdir()
    for lesson in lessons:
        (out / OPENINGS / f"{lesson.about.name}.html").write_text(opening(lesson, resolve_language()), encoding="utf-8")
    _view(out / "notebooks/index.html")
    for package, name in PAGE_FILES:
        text = files(package).joinpath(name).read_text(encoding="utf-8")
        (out / Path(name).name).write_text(text, encoding="utf-8")
    shutil.copy(out / "lab/favicon.ico", out / "favicon.ico")  # browsers ask for it at the top
    _keep_offline(out)
    return uncompiled


def _view(page: Path) -> None:
    """Add to the page of a notebook the scripts and styles that show a lesson as a page."""
    said = {"loading": say("serve.loading"), "home": say("serve.home")}
    said |= {name: say(f"site.{name}") for name in ("starting", "not_arrived", "slow", "load_again")}
    words = " ".join(f'data-{name.replace("_", "-")}="{escaped(text)}"' for name, text in said.items())
    styles = "".join(f'<link rel="stylesheet" href="../{name}">' for name in ("lesson.css", "lesson_view.css"))
    head = f'{styles}<script src="../lesson_view.js" {words}></script></head>'
    page.write_text(page.read_text(encoding="utf-8").replace("</head>", head, 1), encoding="utf-8")


def without_outputs(notebook: Any) -> Any:
    """Return the notebook as nobody has run it yet."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return notebook


def card(lesson: Any, folder: Path, reading: str, sheet: str) -> Any:
    """Return the card of a lesson, which asks its question and shows the board it begins with, and no result.

    The board is written into `folder`; `reading` and `sheet` are addresses, "" for none.
    """
    from monopoly_lab.lessons.printed_text import render_markdown
    from monopoly_lab.web.lesson_notebook import board_svg, question
    from monopoly_lab.web.site.build import LessonCard

    folder.mkdir(exist_ok=True)
    file = folder / f"{lesson.about.name}.svg"
    file.write_text(board_svg(lesson, resolve_language()), encoding="utf-8")
    return LessonCard(lesson.about, render_markdown(question(lesson)), f"{folder.name}/{file.name}", reading, sheet)


def _sheet(lesson: Any, folder: Path) -> str:
    from monopoly_lab.lessons.worksheet import worksheet

    folder.mkdir(exist_ok=True)
    (folder / f"{lesson.about.name}.html").write_text(worksheet(lesson), encoding="utf-8")
    return f"worksheets/{lesson.about.name}.html"


def _keep_offline(out: Path) -> None:
    """Change JupyterLite's service worker to answer from its cache, and to keep the files of other sites apart.

    As it comes it asks the server for each file again behind the reader's back.
    """
    path = out / WORKER
    mark = hashlib.sha256()
    for each in sorted(out.rglob("*")):
        if each.is_file() and each != path:
            mark.update(each.relative_to(out).as_posix().encode() + hashlib.sha256(each.read_bytes()).digest())
    name = f"monopoly-lab-{mark.hexdigest()[:12]}"
    text = path.read_text(encoding="utf-8")
    changes = {
        r'CACHE="precache"': f'CACHE="{name}"',
        r'caches\.open\("precache"\)': f'caches.open("{name}")',
        r"(\w+)\.match\((\w+)\)": r'\1.match(\2,{ignoreSearch:"navigate"===\2.mode})',
        r'(\w+)\.pathname\.includes\("/api/"\)\}': r'\1.pathname.includes("/api/")&&!\1.pathname.endsWith(".json")}',
        r"return (\w+)\?(\w+)\.waitUntil\(refetch\(\w+\)\):": r"return \1?0:",
        r"(\w+)\.waitUntil\(self\.clients\.claim\(\)\)": (
            r"\1.waitUntil(caches.keys().then(old=>Promise.all(old.filter(one=>one!==CACHE).map(one=>caches.delete(one))))"
            r".then(()=>self.clients.claim()))"
        ),
    }
    for old, new in changes.items():
        text, n = re.subn(old, new, text)
        if n != 1:
            raise SiteError(say("site.lite_failed", problem=f"{WORKER}: {old}"))
    path.write_text(text, encoding="utf-8")
