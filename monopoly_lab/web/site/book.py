"""Book of the site: lessons, rules, editions and interface as pages to read, with live figures and a search (Sphinx).

Nothing is run and no other server is asked: outputs are those that the lessons come with, and plotly's JavaScript is a
file of the book.
"""

import copy
import io
import re
import shutil
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from monopoly_lab.common import ABOUT
from monopoly_lab.common.errors import SiteError
from monopoly_lab.common.escaping import escape_markdown, escaped, unescaped
from monopoly_lab.common.messages import ENGLISH, keys, numbers_pointed, resolve_language, rounded, say
from monopoly_lab.editions import Origin, editions, load_edition, rulebook_topics
from monopoly_lab.editions.edition import editions_frame
from monopoly_lab.editions.edition_notes import part_name
from monopoly_lab.game import Game
from monopoly_lab.lessons.lesson_metadata import ANSWERS, LIVE
from monopoly_lab.lessons.lesson_notebooks import Source
from monopoly_lab.lessons.printed_text import formula, tables_in_words
from monopoly_lab.lessons.question_text import tags
from monopoly_lab.lessons.working_copies import delivered_files, home

NEEDS = ("sphinx", "myst_nb", "furo", "latex2mathml")
FIGURES = "figures.js"
# Pages in the folder docs
GUIDE = (
    "start",
    "first_game",
    "edition_list",
    "classes",
    "live",
    "live_activities",
    "data",
    "glossary",
    "map",
    "terms",
    "compatibility",
)
SETTINGS: dict[str, Any] = {
    "project": "monopoly_lab",
    "extensions": ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", __name__],
    "html_math_renderer": "mathml",
    "html_theme": "furo",
    "html_static_path": ["_static"],
    "html_js_files": ["plotly.min.js", FIGURES],
    "html_css_files": ["book.css"],
    "html_copy_source": False,
    "html_show_sourcelink": False,
    "html_show_sphinx": False,
    "html_show_copyright": False,
    "nb_execution_mode": "off",
    "nb_number_source_lines": False,
    "myst_enable_extensions": ["dollarmath", "html_image"],
    "myst_heading_anchors": 3,
    "autodoc_member_order": "bysource",
    "autodoc_typehints": "signature",
    "napoleon_numpy_docstring": False,
    "suppress_warnings": ["mystnb", "myst", "app", "ref", "docutils", "image", "autodoc"],
    "exclude_patterns": [],
}

SOLUTION = re.compile(  # its marks are for grading; so is the empty answer above it
    r"^(?:\w+ = None\n)?### BEGIN SOLUTION[^\n]*\n(.*?)\n### END SOLUTION[^\n]*$", re.DOTALL | re.MULTILINE
)
PICTURE = re.compile(r"!\[[^\]\n]*\]\((images/[^)\s]+)\)")  # of a page of the guide
THEME_TEXT = re.compile(r"""(<title>|aria-label=")([^<"]+)(</title>|")""")  # of icons and switches


def build(work: Path, out: Path, lessons: Sequence[Source]) -> None:
    """Write the book into `out`; `work` is a folder for its sources. Raises SiteError with what Sphinx said."""
    from sphinx.application import Sphinx
    from sphinx.errors import SphinxError
    from sphinx.locale import translators

    sources = work / "sources"
    for name, text in _pages(lessons):
        _write(sources / name, text)
    for name, path in delivered_files().items():
        if name.startswith("notebooks/images/"):
            _write(sources / "lessons" / name.removeprefix("notebooks/"), path.read_bytes())
    _statics(sources / "_static")
    said = io.StringIO()
    _theme_words(work / "locale")
    translators.clear()  # else those of a book in another language, built before in this process, stay
    settings = {
        **SETTINGS,
        "language": resolve_language(),
        "html_title": say("site.title"),
        "locale_dirs": [str(work / "locale")],
    }
    try:
        # The settings stand here and not in a conf.py, since a site is built from an installed package, too.
        app = Sphinx(sources, None, work / "html", work / "doctrees", "html", settings, status=None, warning=said)
        app.build()
    except (SphinxError, OSError) as problem:
        raise SiteError(say("site.book_failed", problem=problem)) from None
    if app.statuscode:
        raise SiteError(say("site.book_failed", problem=said.getvalue().strip()[-500:]))
    _say_theme_words(work / "html")
    left_out = shutil.ignore_patterns("_sources", ".buildinfo", "objects.inv")
    shutil.copytree(work / "html", out, ignore=left_out)


def _theme_words(folder: Path) -> None:
    """Write the catalogue in which Sphinx finds the words of its theme in the language of the session."""
    from babel.messages import Catalog
    from babel.messages.mofile import write_mo

    words = Catalog(locale=resolve_language())
    for key in keys("site_theme"):
        said = say(f"site_theme.{key}", title="")
        words.add(say(f"site_theme.{key}", ENGLISH, title=""), said)
    words.add(f"{say('site_theme.made', ENGLISH)} ", f"{say('site_theme.made')} ")  # as the theme has it
    file = io.BytesIO()
    write_mo(file, words)
    _write(folder / resolve_language() / "LC_MESSAGES" / "sphinx.mo", file.getvalue())


def _say_theme_words(folder: Path) -> None:
    """Say in the language of the session what the theme has written in English without asking any catalogue.

    Headings of the contents get the level that the theme leaves out.
    """
    said = {say(f"site_theme.{key}", ENGLISH, title=""): key for key in keys("site_theme")}

    def titled(found: re.Match[str]) -> str:
        before, text, after = found.groups()
        part = say("site_theme.part", ENGLISH, title="")
        if text.startswith(part):
            return before + escaped(say("site_theme.part", title=unescaped(text.removeprefix(part)))) + after
        return before + (escaped(say(f"site_theme.{said[text]}")) if text in said else text) + after

    for path in folder.rglob("*.html"):
        page = path.read_text(encoding="utf-8")
        page = page.replace('role="heading">', 'role="heading" aria-level="2">')
        path.write_text(page if resolve_language() == ENGLISH else THEME_TEXT.sub(titled, page), encoding="utf-8")


def _pages(lessons: Sequence[Source]) -> Iterable[tuple[str, str | bytes]]:
    """Yield name and text of every source."""
    from monopoly_lab.lessons.lesson_editions import notebook_bytes

    yield "index.md", _first_page(lessons)
    for name, path in guide_pages().items():
        text = path.read_text(encoding="utf-8")
        yield f"guide/{name}.md", guide_page(text)
        for picture in PICTURE.findall(text):
            yield f"guide/{picture}", (path.parent / picture).read_bytes()
    for lesson in lessons:
        yield f"lessons/{lesson.about.name}.ipynb", notebook_bytes(_lesson(lesson))
    yield "rules.md", _rules()
    yield "doubts.md", _doubts()
    yield "editions.md", _toctree_page(say("site.editions_all"), [f"editions/{name}" for name in editions()])
    for name in editions():
        yield f"editions/{name}.md", _edition(name)
    yield "interface.rst", _interface()


def _first_page(lessons: Sequence[Source]) -> str:
    lines = [f"# {say('site.title')}", "", say("site.book_about"), ""]
    lines += ["[" + say("site.back") + "](../index.html)", ""]
    lines += _tree(say("site.guide"), [f"guide/{name}" for name in guide_pages()])
    lines += _tree(say("site.lessons"), [f"lessons/{lesson.about.name}" for lesson in lessons])
    return "\n".join([*lines, *_tree(say("site.rules_and_editions"), ["rules", "doubts", "editions", "interface"])])


def guide_pages() -> dict[str, Path]:
    """Return the pages of the guide by name, in reading order: files that are also read in the repository."""
    return {name: home() / "docs" / f"{name}.md" for name in GUIDE}


def guide_page(text: str) -> str:
    """Return a page of the guide for the site: links into the repository become plain text."""

    def link(found: re.Match[str]) -> str:
        words, target = found.groups()
        return found[0] if re.match(r"https?:|#", target) or target.removesuffix(".md") in GUIDE else words

    return re.sub(r"(?<!!)\[([^\]\n]+)\]\(([^)\s]+)\)", link, text)


def _tree(caption: str, names: Iterable[str]) -> list[str]:
    return ["```{toctree}", f":caption: {caption}", ":maxdepth: 1", "", *names, "```", ""]


def _toctree_page(title: str, names: Iterable[str]) -> str:
    return "\n".join([f"# {title}", "", "```{toctree}", ":maxdepth: 1", "", *names, "```", ""])


def _lesson(lesson: Source) -> Any:
    """Return a lesson as everybody may read it: without the teacher's cells, figures in place, a way to run it."""
    from nbformat.v4 import new_markdown_cell

    from monopoly_lab.export.page import with_places

    notebook = copy.deepcopy(lesson.notebook)
    notebook.cells = [cell for cell in notebook.cells if "teacher" not in tags(cell)]
    for key in (LIVE, ANSWERS):  # what is behind the results, for the teacher
        notebook.metadata.get(ABOUT, {}).pop(key, None)
    for cell in notebook.cells:
        cell.source = SOLUTION.sub(r"\1", cell.source) if cell.cell_type == "code" else cell.source
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            data.pop("image/png", None)  # the live figure stands in its place
            if "text/html" in data:
                data["text/html"] = tables_in_words("".join(data["text/html"]))
            elif output.output_type == "stream":
                output.text = numbers_pointed(output.text)
    with_places(notebook)
    name = escaped(lesson.about.name)
    run = f'<a class="run-it" href="../../index.html?lesson={name}">{escaped(say("site.run"))}</a>'
    sheet = f'<a class="run-it" href="../../worksheets/{name}.html">{escaped(say("site.sheet"))}</a>'
    notebook.cells.insert(1, new_markdown_cell(f"{run} {sheet}", id="run-it"))
    return notebook


def _rules() -> str:
    """Return a section a topic: what the rule books say, each sentence with every book that says it."""
    lines = [f"# {say('site.rules')}", "", say("site.rules_about"), ""]
    for topic in rulebook_topics.topics():
        said: dict[str, list[str]] = {}
        for book in rulebook_topics.books():
            if rulebook_topics.has_topic(topic, book):
                said.setdefault(rulebook_topics.sentence(topic, book), []).append(rulebook_topics.citation(topic, book))
        lines += [f"## {rulebook_topics.title(topic)}", ""] if said else []
        for sentence, places in said.items():
            lines += [f"{escape_markdown(sentence)}", "", *(f"- {escape_markdown(place)}" for place in places), ""]
    return "\n".join(lines)


def _doubts() -> str:
    """Return the page on contradictions of the rule books, how they are read here, and what no book settles."""
    lines = [f"# {say('site.doubts')}", ""]
    for doubt in rulebook_topics.contradictions():
        books = "; ".join(rulebook_topics.book_title(book) for book in doubt.books)
        lines += [f"- {escape_markdown(doubt.text)} *{escape_markdown(doubt.reading)}* ({escape_markdown(books)})"]
    lines += ["", f"## {say('site.gaps')}", ""]
    lines += [f"- {escape_markdown(gap.text)} *{escape_markdown(gap.reading)}*" for gap in rulebook_topics.gaps()]
    return "\n".join(lines)


def _edition(name: str) -> str:
    """Return a page an edition: board, facts, where each part comes from, what differs from the one it is like."""
    edition = load_edition(name)
    row = editions_frame().loc[name]
    board = Game(name, seed=1).svg().replace("\n", " ")
    lines = [f"# {escape_markdown(edition.called().title)}", "", f'<div class="board">{board}</div>', ""]
    lines += [f'<a class="run-it" href="../../index.html?edition={escaped(name)}">{escaped(say("site.play"))}</a>', ""]
    lines += [f"- {escape_markdown(fact)}" for fact in _facts(row)]
    lines += ["", f"## {say('site.provenance')}", ""]
    for part, origin in edition.provenance.items():
        lines.append(f"- {_origin(part_name(part, profiles=edition.profiles), origin)}")
    usual = editions_frame().index[0]
    if name != usual:
        other = load_edition(usual)
        lines += ["", f"## {say('site.differences', title=escape_markdown(other.called().title))}", ""]
        lines += [f"- {escape_markdown(line)}" for line in edition.differences(other)]
    return "\n".join(lines)


def _origin(part: str, origin: Origin) -> str:
    """Return where a part comes from, in the session's language: "cards: from a rule book. All 32 cards."."""
    return f"**{escape_markdown(part)}**: " + escape_markdown(f"{origin.source_name}. {origin.note}".strip())


def _facts(row: Any) -> Iterable[str]:
    """Yield what there is to say of an edition at a glance, a sentence each."""
    least, most = row["players"].split(" .. ")
    yield say("site.family", family=row["family"])
    yield say("site.seats", least=least, most=most, spaces=row["spaces"])
    if row["special"]:
        yield row["special"]
    for kind in ("reconstruction", "unverified"):
        if row[kind]:
            yield say(f"site.{kind}", share=int(rounded(100 * row[kind])))


def _interface() -> str:
    """Return every public name with its docstring, whose examples the tests run."""
    package = import_module("monopoly_lab")
    title = say("site.interface")
    lines = [title, "=" * len(title), "", say("site.interface_about"), "", ".. default-role:: code", ""]
    for name in package.__all__:
        thing = getattr(package, name)
        home = getattr(import_module(thing.__module__), thing.__qualname__, thing).__module__
        if isinstance(thing, type) and issubclass(thing, Exception):
            lines += [f".. autoexception:: {home}.{name}", ""]
        elif isinstance(thing, type):
            lines += [f".. autoclass:: {home}.{name}", "   :members:", ""]
        else:
            lines += [f".. autofunction:: {home}.{thing.__name__}", ""]
    return "\n".join(lines)


def _statics(folder: Path) -> None:
    from plotly.offline import get_plotlyjs

    here = Path(__file__).parent
    _write(folder / "plotly.min.js", get_plotlyjs())
    for name in (FIGURES, "book.css"):
        _write(folder / name, (here / name).read_text(encoding="utf-8"))


def _write(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


def setup(app: Any) -> dict[str, bool]:
    """Offer Sphinx, whose extension this module is, the renderer "mathml": browsers draw formulas by themselves."""
    app.add_html_math_renderer("mathml", (_inline_formula, None), (_block_formula, None))
    app.connect("doctree-resolved", _remember_stems)
    app.connect("html-page-context", _leave_headings_out, priority=400)  # before the theme asks
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _remember_stems(app: Any, *_: object) -> None:
    """Have the stem of a word for the search computed once, not on each page with the word."""
    language = app.builder.indexer.lang
    if not hasattr(language.stem, "cache_info"):
        language.stem = cache(language.stem)


def _leave_headings_out(app: Any, _page: str, _template: str, context: dict[str, Any], _tree: object) -> None:
    """Have the list of all pages made without the headings in them, which are copied for each page and thrown away."""
    whole, pages, builder = context.get("toctree"), app.env, app.builder
    if whole is None:
        return
    if not hasattr(builder, "titles"):
        builder.titles = {name: _title_alone(contents) for name, contents in pages.tocs.items()}

    def all_pages(**how: Any) -> Any:
        contents, pages.tocs = pages.tocs, builder.titles
        try:
            return whole(**how)
        finally:
            pages.tocs = contents

    context["toctree"] = all_pages


def _title_alone(contents: Any) -> Any:
    """Return the contents of a page with its title and, in place of headings, the lists of pages that are in it."""
    from sphinx.addnodes import toctree

    found = contents.deepcopy()
    for item in found.children:
        if len(item.children) > 1:
            item[1][:] = list(item.findall(toctree))
            if not item[1].children:
                item.pop(1)
    return found


def _inline_formula(page: Any, node: Any) -> None:
    _formula(page, node, "inline")


def _block_formula(page: Any, node: Any) -> None:
    _formula(page, node, "block")


def _formula(page: Any, node: Any, display: str) -> None:
    from docutils.nodes import SkipNode

    page.body.append(formula(node.astext(), display))
    raise SkipNode
