"""The static site without a browser: its lock, what is gathered, what is refused, its first page."""

import ast
import hashlib
import io
import json
import re
import subprocess
import sys
import tarfile
import zipfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote

import nbformat
import pytest

from monopoly_lab.common.errors import SiteError
from monopoly_lab.common.escaping import unescaped
from monopoly_lab.common.messages import languages, speaking
from monopoly_lab.editions import editions, load_edition
from monopoly_lab.lessons.lesson_metadata import About
from monopoly_lab.lessons.lesson_notebooks import lesson_names, read_lesson
from monopoly_lab.lessons.outputs_by_language import with_outputs
from monopoly_lab.lessons.translation import translated
from monopoly_lab.web import lesson_notebook
from monopoly_lab.web.site import book, build, pinned_files
from monopoly_lab.web.site.jupyterlite import own_wheel
from monopoly_lab.web.site.pinned_files import FROM_ARCHIVE, RUNTIME, Lock, Pinned, shipped_lock
from tests.sampled import sampled

read = cache(read_lesson)  # for tests that change nothing in it
HELLO = hashlib.sha256(b"hello").hexdigest()
SMALL = Lock("9.9.9", {"python": "3.14.0", "abi_version": "2026_0"}, (Pinned("hello.wasm", HELLO, "runtime"),))


def test_lock__pins_every_file_by_its_digest() -> None:
    files = {file.file: file for file in shipped_lock().files}
    assert set(RUNTIME) <= set(files)
    assert {file.name for file in shipped_lock().of("pyodide")} == set(FROM_ARCHIVE)
    assert all(re.fullmatch("[0-9a-f]{64}", file.sha256) for file in files.values())
    assert len(files) == len(shipped_lock().files)


def test_lock__the_digest_of_numpy_is_the_one_that_pyodide_gives() -> None:
    """pyodide-lock.json of the release 314.0.3 (npm package pyodide, the same file as in the archive)."""
    (numpy,) = [file for file in shipped_lock().files if file.name == "numpy"]
    assert numpy.sha256 == "0cad9c1b91f0082e4f959bc0e0bf5835a2efbba6ab3b1e9d1fe6e7e564cca98e"


def test_gather__from_the_folder_once_and_then_from_the_cache(tmp_path: Path) -> None:
    folder, cache = tmp_path / "pyodide", tmp_path / "cache"
    folder.mkdir()
    (folder / "hello.wasm").write_bytes(b"hello")
    assert pinned_files.gather(SMALL, folder, cache) == {"hello.wasm": cache / "hello.wasm"}
    assert pinned_files.gather(SMALL, None, cache)["hello.wasm"].read_bytes() == b"hello"


def test_gather__a_damaged_file_is_named_with_both_digests_and_not_kept(tmp_path: Path) -> None:
    (tmp_path / "hello.wasm").write_bytes(b"hallo")
    with pytest.raises(SiteError, match=rf"hello\.wasm .*{HELLO[:12]}.*{hashlib.sha256(b'hallo').hexdigest()[:12]}"):
        pinned_files.gather(SMALL, tmp_path, tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def test_gather__what_is_missing_is_named_with_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match=r"Missing: hello\.wasm\. .*pyodide-9\.9\.9\.tar\.bz2.*--pyodide FOLDER"):
        pinned_files.gather(SMALL, None, tmp_path / "cache")
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "hello.wasm").write_bytes(b"hello")
    with pytest.raises(SiteError, match=r"holds no file that the site needs\. .*pyodide-9\.9\.9\.tar\.bz2"):
        pinned_files.gather(SMALL, tmp_path, tmp_path / "cache")  # a folder that is named is not passed over in silence
    with pytest.raises(SiteError, match="nowhere is no folder"):
        pinned_files.gather(SMALL, tmp_path / "nowhere", tmp_path / "cache")


def test_build__refuses_a_folder_of_somebody_else_and_a_full_disk(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "essay.txt").write_text("mine")
    with pytest.raises(SiteError, match=r"holds 1 file that is not of a site \(essay\.txt\)"):
        build.build_site(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["essay.txt"]
    usage = build.shutil._ntuple_diskusage(100, 90, 10)
    monkeypatch.setattr(build.shutil, "disk_usage", lambda path: usage)
    with pytest.raises(SiteError, match="0 MB free"):
        build.build_site(tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_build__a_failure_leaves_the_old_site_whole(tmp_path: Path, monkeypatch) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("old")
    (site / build.RECORD).write_text(json.dumps(["index.html"]))
    monkeypatch.setattr(pinned_files, "gather", lambda *given: {})

    def fail(*given: object) -> None:
        raise SiteError("no")

    monkeypatch.setattr(build, "_build_into", fail)
    with pytest.raises(SiteError, match="no"):
        build.build_site(site)
    assert (site / "index.html").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_wheel__is_the_same_each_time_and_leaves_the_server_out() -> None:
    name, content = own_wheel()
    assert own_wheel() == (name, content)
    names = zipfile.ZipFile(io.BytesIO(content)).namelist()
    assert {"monopoly_lab/__init__.py", "monopoly_lab/material/scenarios/casino.toml"} <= set(names)
    assert not [each for each in names if each.startswith(("monopoly_lab/web/", "monopoly_lab/bench"))]


@pytest.mark.parametrize("lang", languages())
def test_first_page__a_card_a_lesson_in_the_readers_language(lang: str) -> None:
    made = [build.LessonCard(About(name, f"<b>{name}", "idea", ("economics",), 50)) for name in lesson_names()]
    with speaking(lang):
        page = build.first_page(made, [("casino", "Casino & co")], [("gamer", "Gamer")], True, "").decode()
    assert page.count('<article class="card">') == len(made)
    assert "<b>" not in page and "Casino &amp; co" in page and "{{" not in page
    words = json.loads(re.search(r'id="words">(.*?)</script>', page)[1])  # type: ignore[index]
    assert set(words) == set(build.WORDS) and "{name}" in words["sure"]


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", sampled(editions()))
def test_edition_page__says_where_each_part_comes_from_in_the_readers_language(
    name: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if lang != "en":  # the board takes most of the time, and is drawn in all languages elsewhere
        monkeypatch.setattr("monopoly_lab.game.game.Game.svg", lambda game: "")
    with speaking(lang):
        page = unescaped(book._edition(name)).replace("\u00a0", " ")
    origins = load_edition(name).provenance
    told = {note for origin in origins.values() for language, note in origin.notes.items() if language == lang}
    other = {note for origin in origins.values() for language, note in origin.notes.items() if language != lang}
    assert told and not [note for note in told if note.replace("\u00a0", " ") not in page]
    assert not [note for note in other if note in page]
    for origin in origins.values():
        assert lang == "en" or f": {origin.source}." not in page


def test_rules_page__has_no_heading_without_a_rule_below_it() -> None:
    """Options of this package that no rule book knows, such as taxes on wealth, are no topics of the books."""
    page = book._rules()
    assert page.count("\n## ") > 40 and not re.search(r"\n## .*\n+(?:## |$)", page)


@pytest.fixture(scope="module", params=sampled(languages(), ["en", "uk"]))
def small_book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, str]:
    """The language of a book of a list, a page in it and a lesson, the text of the page and that of the lesson."""
    work = tmp_path_factory.mktemp("book")
    lang: str = request.param
    with pytest.MonkeyPatch.context() as patched, speaking(lang):
        lesson = book._lesson(with_outputs(translated(read_lesson("47_public_good_and_commons"), lang)))
        pages: list[tuple[str, str]] = [
            ("index.md", "# A\n\n```{toctree}\nlist\nlessons/47\n```\n"),
            ("list.md", "# B\n\n```{toctree}\nlast\n```\n"),
            ("last.md", "# Menu\n\nNext: 10000\n\n## Back to top\n"),
            ("lessons/47.ipynb", nbformat.writes(lesson)),
        ]
        patched.setattr(book, "_pages", lambda lessons: pages)
        book.build(work / "work", work / "out", [])
    return (
        lang,
        (work / "out" / "last.html").read_text("utf-8"),
        (work / "out" / "lessons" / "47.html").read_text("utf-8"),
    )


@pytest.mark.full
def test_book__the_theme_speaks_the_readers_language_and_what_is_written_stays(
    small_book: tuple[str, str, str],
) -> None:
    lang, page, lesson = small_book
    parts = {
        "en": (
            "Skip to content",
            "Back to top",
            "On this page",
            "Previous",
            "Made with",
            "Menu",
            "Toggle navigation of B",
        ),
        "uk": (
            "Перейти до вмісту",
            "Нагору",
            "На цій сторінці",
            "Назад",
            "Оформлення:",
            "Меню",
            "Розгорнути або згорнути: B",
        ),
        "ru": (
            "Перейти к содержанию",
            "Наверх",
            "На этой странице",
            "Назад",
            "Оформление:",
            "Меню",
            "Развернуть или свернуть: B",
        ),
    }
    assert not [text for text in parts[lang] if text not in page]
    assert page.count('role="heading"') == page.count('role="heading" aria-level=') and 'aria-label=""' not in lesson
    assert page.count("<h1>Menu") == page.count("<h2>Back to top") == page.count("<p>Next: 10000</p>") == 1
    if lang != "en":
        own = re.sub(
            r"(?s)<script.*?</script>|<(h1|h2|p)>.*?</\1>|<a [^>]*href=\"#[a-z-]*\".*?</a>",
            "",
            page.partition("<body")[2],
        )
        said = re.findall(r'(?:aria-label|title)="([^"]*)"', own) + re.findall(r">([^<>{}]*)<", own)
        assert {each.strip() for each in said if re.search("[A-Za-z]{3}", each)} <= {"Furo", "Menu"}, "theme in English"


def test_guide__has_its_pictures_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "_edition", lambda name: "")  # these pages have tests of their own
    pictures = [name for name, content in book._pages([]) if name.endswith(".png") and content]
    assert pictures == ["guide/images/live.png"]


@pytest.mark.full
def test_book__tables_of_lessons_have_the_words_and_numbers_of_the_reader(small_book: tuple[str, str, str]) -> None:
    lang, _, page = small_book
    assert f">11{ {'en': ','}.get(lang, chr(0x202F)) }600<" in page


@pytest.mark.parametrize("name", lesson_names())
def test_book__lessons_have_answers_without_the_marks_for_grading(name: str) -> None:
    lesson = read(name)
    shown = [cell.source for cell in book._lesson(lesson).cells if cell.cell_type == "code"]
    assert not [source for source in shown if "SOLUTION" in source]
    there = "".join(cell.source for cell in lesson.notebook.cells)
    for answer in re.findall(r"### BEGIN SOLUTION\n(.*?)\n### END", there, re.DOTALL):
        assert any(answer in source for source in shown)


@pytest.mark.parametrize(
    ("lang", "every"), [("uk", 8), *(pytest.param(lang, 1, marks=pytest.mark.full) for lang in languages())]
)
def test_opening__holds_what_the_page_shows_before_its_first_cell_and_no_more(lang: str, every: int) -> None:
    """Every run looks at every eighth lesson, the full one at all."""
    wrong = []
    for name in lesson_names()[::every]:
        with speaking(lang):
            lesson = translated(read(name))
            opening = lesson_notebook.opening(lesson, lang)
            calls = "\n".join(cell.source for cell in lesson_notebook.page_notebook(lesson, lang).cells)
        step, board = calls.split("_walk.step(")[1], lesson_notebook.board_svg(lesson, lang)
        first = re.split(r"^_walk\.(?:ask|show|sentence)", step, flags=re.MULTILINE)[0]
        texts = [
            ast.literal_eval(text)
            for text in re.findall(r"^_walk\.text\((.*?)(?:, is_lead=True)?\)$", first, re.MULTILINE)
        ]
        expected = re.sub("<[^>]+>|\\s", "", "".join(texts))
        shown = re.sub("<[^>]+>|\\s", "", opening.partition('<div class="ml-look">')[0])
        if not expected or shown != expected or board not in unquote(opening):
            wrong.append(name)
    assert wrong == []


def test_service_worker__keeps_all_and_asks_for_nothing_again(tmp_path: Path) -> None:
    """The pinned JupyterLite's own file; another version may look different and is then refused."""
    [core] = find_spec("jupyterlite_core").submodule_search_locations  # type: ignore[union-attr, misc]
    with tarfile.open(next(Path(core).glob("jupyterlite-app-*.tgz"))) as archive:
        member = next(each for each in archive if each.name.endswith(f"package/{build.WORKER}"))
        (tmp_path / build.WORKER).write_bytes(archive.extractfile(member).read())  # type: ignore[union-attr]
    build._keep_offline(tmp_path)
    text = (tmp_path / build.WORKER).read_text()
    assert "waitUntil(refetch(" not in text and "precache" not in text
    (tmp_path / build.WORKER).write_text("something else")
    with pytest.raises(SiteError, match=build.WORKER):
        build._keep_offline(tmp_path)


def test_package__a_lesson_page_is_made_without_what_a_browser_lacks() -> None:
    lacking = ("numba", "nbclient", "jupyterlab", "loky", "openpyxl", "psutil", "voila")
    code = f"import sys\nfor name in {lacking}: sys.modules[name] = None\n"
    code += "from monopoly_lab.widgets.lesson_page import Walk"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])


@pytest.mark.full
def test_package__every_public_name_is_there_without_what_a_browser_lacks() -> None:
    lacking = ("numba", "nbclient", "nbconvert", "jupyterlab", "loky", "openpyxl", "psutil", "voila")
    code = f"import sys\nfor name in {lacking}: sys.modules[name] = None\n"
    code += "import monopoly_lab as ml\nfor name in ml.__all__: getattr(ml, name)\nml.Gallery(); ml.Table('casino')"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])


@pytest.mark.parametrize("lang", sampled(languages(), ["en"]))
def test_card__asks_the_question_of_its_lesson_and_tells_no_answer(tmp_path: Path, lang: str) -> None:
    """Results of predictions, as stored in the teacher's notebook, are on no card; nor is a chart."""
    told = []
    for name in lesson_names():
        with speaking(lang):
            lesson = translated(read(name))
            card = build.card(lesson, tmp_path / "pictures", "", "")
        assert card.asks.startswith("<p>") and (tmp_path / card.picture).read_text().startswith("<svg")
        outputs = json.dumps([cell.get("outputs", []) for cell in lesson.notebook.cells], ensure_ascii=False)
        results = set(re.findall(r"(?:it is|Nothing was predicted; it is) ([\d,.]+\d)", outputs)) - {"0", "1"}
        words = set(re.findall(r"[\d,.]*\d", re.sub(r"<[^>]+>", " ", card.asks)))
        told += [(name, results & words)] if results & words else []
    assert told == []
