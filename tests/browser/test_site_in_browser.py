"""The static site in a real browser, every other host blocked: lessons run there, work is kept, nobody is asked twice.

The environment variable MONOPOLY_LAB_PYODIDE names a folder with Python for the browser, which `python
tests/browser/pyodide.py FOLDER` fills. One lesson is run, two more with
`pytest -m release`; MONOPOLY_LAB_SITE_LESSONS=all runs each, and makes each page to read.
"""

import functools
import http.server
import json
import os
import re
import shutil
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from looks import violations

from monopoly_lab.common.messages import say
from monopoly_lab.lessons.lesson_editions import unsigned_notebook
from monopoly_lab.lessons.lesson_notebooks import lesson_names, read_lesson
from monopoly_lab.web.site import book, build_site
from monopoly_lab.web.site.pinned_files import cache_folder, shipped_lock

FOLDER = os.environ.get("MONOPOLY_LAB_PYODIDE", "")
FIRST = "01_play_a_scenario"
LESSONS = (
    FIRST,
    pytest.param("04_build_a_scenario", marks=pytest.mark.release),
    pytest.param("07_who_wins", marks=pytest.mark.release),
)
ALL = os.environ.get("MONOPOLY_LAB_SITE_LESSONS") == "all"
CHOSEN = lesson_names() if ALL else LESSONS
READ = ("03_the_marginal_house", "45_hidden_quality")  # of the pages to read; others are not made
PLOTLY = "application/vnd.plotly.v1+json"
GOING_ON = re.compile("^(Throw the (dice|die)|Do not buy|Leave the auction|Pay|Draw)")
PATIENCE = 180_000  # milliseconds: Python itself starts in the page
# A browser always looks whether there is a newer service worker, and JupyterLite for what answers are kept in, which is
# in the browser alone ("404").
ASKED_AGAIN = re.compile(r"service-worker\.js|/\.monopoly_lab/all\.json|^404$")
# While Python starts a wheel turns in JupyterLite's bar: sixty pictures a second.
STILL = """
addEventListener("DOMContentLoaded", () => {
  document.head.append(Object.assign(document.createElement("style"), {
    textContent: ".jp-KernelStatus-spinner { animation: none !important }",
  }));
});
"""
WITHOUT_PYTHON = "globalThis.Worker = class extends EventTarget { postMessage() {} terminate() {} }"
READY = "globalThis.jupyterapp?.shell.currentWidget?.context?.isReady"
RUN = """
async () => {
  const panel = jupyterapp.shell.currentWidget;
  await panel.sessionContext.ready;
  await jupyterapp.commands.execute("notebook:run-all-cells");
  return JSON.stringify(panel.content.model.toJSON());
}
"""
RUN_LAST = """
async (source) => {
  const { content, sessionContext } = jupyterapp.shell.currentWidget;
  await sessionContext.ready;
  content.activeCellIndex = content.widgets.length - 1;
  content.activeCell.model.sharedModel.setSource(source);
  await jupyterapp.commands.execute("notebook:run-cell");
}
"""
SOURCES = """
() => jupyterapp.shell.currentWidget.content.widgets
  .filter((each) => each.model.type === "code").map((each) => each.model.sharedModel.getSource())
"""
COMPLETE = """
async (code) => {
  const panel = jupyterapp.shell.currentWidget;
  await panel.sessionContext.ready;
  const reply = await panel.sessionContext.session.kernel.requestComplete({ code, cursor_pos: code.length });
  return reply.content.matches;
}
"""


class Site:
    """The address of the site that is served, and what was asked of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []
        asked = self.asked

        class Handler(http.server.SimpleHTTPRequestHandler):
            def log_message(self, form: str, *given: Any) -> None:
                asked.append(str(given[0]))

        class Server(http.server.ThreadingHTTPServer):
            request_queue_size = 128  # 5 otherwise; a page asks for dozens of files, each over a connection of its own

            def handle_error(self, *given: Any) -> None:
                """Say nothing of pages that were left before all had come."""

        self.server = Server(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    if not FOLDER and not all((cache_folder() / file.file).exists() for file in shipped_lock().of("pyodide")):
        pytest.skip("no Python for the browser: python tests/browser/pyodide.py FOLDER, MONOPOLY_LAB_PYODIDE=FOLDER")
    begun, whole = time.monotonic(), book.build
    with pytest.MonkeyPatch.context() as patched:
        if not ALL:
            patched.setattr(book, "build", lambda w, o, all_: whole(w, o, [x for x in all_ if x.about.name in READ]))
            patched.setattr(book, "editions", lambda: ("classic_us", "gamer"))
        built = build_site(tmp_path_factory.mktemp("site") / "site", FOLDER)
    print(f"\nbuilt in {time.monotonic() - begun:.0f} s: {built.files} files, {built.size // 1_000_000} MB")
    found = Site(built.folder)
    yield found
    found.server.shutdown()


class Visit:
    """A browser of its own on the site; what its console says wrongly and whom else it asks is in `complaints`."""

    def __init__(self, chromium: Any, site: Site) -> None:
        self.site, self.complaints = site, []
        self.context = chromium.new_context(viewport={"width": 1280, "height": 720}, accept_downloads=True)
        self.context.add_init_script(STILL)
        self.context.on("request", self._asked)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.site.address, "data:", "blob:")):
            self.complaints.append(f"asked for {request.url}")

    def page(self, path: str, python: bool = True) -> Any:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        if not python:  # where no cell is run: it takes a third of a minute of a processor
            page.add_init_script(WITHOUT_PYTHON)
        page.on("pageerror", lambda problem: self.complaints.append(str(problem)))
        page.goto(self.site.address + path)
        return page

    def notebook(self, query: str, python: bool = True) -> Any:
        page = self.page(query, python)
        page.wait_for_function(READY, timeout=PATIENCE, polling=100)  # else it draws sixty pictures a second
        return page


@pytest.fixture(scope="module")
def visit(chromium: Any, site: Site) -> Iterator[Visit]:
    """One browser, in which the first lesson that is run fetches everything."""
    found = Visit(chromium, site)
    yield found
    found.context.close()


def test_python__is_compiled_before_it_is_handed_out(site: Site) -> None:
    """Where Node.js is; the package's own sources stay, to be read in a lesson."""
    assert shutil.which("node"), "axe-core comes by npm, so the checks have it"
    names = set()
    for path in site.folder.glob("static/pyodide/*.bin"):
        archive = zlib.decompress(path.read_bytes())
        names |= {name for name, _ in json.loads(archive[4 : 4 + int.from_bytes(archive[:4], "little")])}
    assert {"monopoly_lab/cli.py", "monopoly_lab/__pycache__/cli.cpython-314.pyc", "pandas/__init__.pyc"} <= names
    assert not [name for name in names if name.startswith("pandas/") and name.endswith(".py")]


@pytest.fixture(scope="module")
def lesson(visit: Visit) -> Any:
    """The page of the first lesson, all of whose cells were run; and its notebook."""
    page = visit.notebook(f"?lesson={FIRST}")
    return page, json.loads(page.evaluate(RUN))


@pytest.mark.parametrize("name", CHOSEN)
def test_lesson__all_cells_run_and_print_what_is_stored(visit: Visit, lesson: Any, name: str, shots: Path) -> None:
    page, ran = lesson
    if name != FIRST:
        page = visit.notebook(f"?lesson={name}")
        ran = json.loads(page.evaluate(RUN))
    page.screenshot(path=shots / f"site_{name}.png")
    stored = unsigned_notebook(read_lesson(name)).cells
    assert [_problem(cell) for cell in ran["cells"] if _problem(cell)] == []
    for mine, theirs in zip(ran["cells"], stored, strict=True):
        if theirs.cell_type == "code" and theirs.outputs:  # from the first question on none is stored
            asked = say("lesson.type_name") + "\n" if 'student=""' in theirs.source else ""
            assert _printed(mine) == asked + _printed(theirs)
            assert _figures(mine) == _figures(theirs)
    if figures := sum(map(_figures, ran["cells"])):
        page.locator(".jp-OutputArea .js-plotly-plot .main-svg").nth(figures - 1).wait_for(state="attached")
    if name != FIRST:
        page.close()
    assert visit.complaints == []


def test_table__is_played_with_the_mouse_and_at_a_second_visit_the_work_is_there(
    visit: Visit, lesson: Any, shots: Path
) -> None:
    """Of the notebook that a link leads to; it is run where Python has started already."""
    page = visit.notebook("?edition=classic_us", python=False)
    source = "\n".join(page.evaluate(SOURCES))
    page.close()
    page, _ = lesson
    page.evaluate(RUN_LAST, source)
    table = page.locator(".ml-table[data-drawn]").last
    table.get_by_text("to see who starts").first.wait_for()
    throws = 0
    for _ in range(20):
        if throws == 4:  # who begins, by two throws, and a turn of both
            break
        button = table.get_by_role("button", name=GOING_ON).first
        throws += "Throw" in (button.text_content() or "")
        button.click()
        page.wait_for_timeout(700)
    assert throws == 4
    page.screenshot(path=shots / "site_table.png")
    assert "DataFrame" in page.evaluate(COMPLETE, "import pandas\npandas.DataFr")
    page.evaluate("jupyterapp.shell.currentWidget.content.widgets[1].model.sharedModel.setSource('# my own words')")
    page.evaluate("jupyterapp.commands.execute('docmanager:save')")
    page.wait_for_timeout(1500)
    page.close()
    assert visit.complaints == []
    page = visit.notebook("notebooks/index.html?path=01_play_a_scenario.ipynb", python=False)
    own = "jupyterapp.shell.currentWidget.content.widgets[1].model.sharedModel.getSource()"
    assert page.evaluate(own) == "# my own words"
    page.close()
    first = visit.page("")
    with first.expect_download() as download:
        first.get_by_role("button", name="Download my notebook: 01_play_a_scenario.ipynb").click()
    assert "# my own words" in Path(download.value.path()).read_text(encoding="utf-8")
    first.close()


def _seed_handed_in(page: Any) -> str:
    """What the numbers of a page came from, as its notebook says."""
    end = page.locator(".ml-hand-in")
    end.locator("input").fill("Ann")
    end.locator("button").click()
    end.get_by_text("press once more").wait_for()  # not all is answered
    page.wait_for_timeout(1200)  # who has read it, see READ of widgets/handing_in.py
    with page.expect_download() as taken:
        end.locator("button").click()
    (seed,) = re.findall(r"seed=(\d+)\)", Path(taken.value.path()).read_text())
    return str(seed)


def home_link(page: Any) -> Any:
    return page.get_by_role("link", name="All pages")


@pytest.mark.usefixtures("lesson")  # the first visit
def test_page__is_closed_until_an_answer_and_a_reload_keeps_it_and_asks_for_nothing(visit: Visit, shots: Path) -> None:
    """Unit 46: a picture to begin with, no code, and an explorable that moves once what it shows is answered."""
    page = visit.page("?page=46_externalities")
    waiting = page.locator(".ml-getting-ready")  # long before Python has started
    waiting.get_by_text("Question for today.").wait_for()
    page.wait_for_function("document.querySelector('.ml-getting-ready img').naturalWidth > 0")
    page.screenshot(path=shots / "site_waiting.png")
    title = page.get_by_role("heading", level=1)
    before = title.bounding_box()
    first = page.get_by_label("Rows that are best for Ann (from 0 to 5)")
    first.wait_for()
    waiting.wait_for(state="detached")
    assert title.bounding_box() == pytest.approx(before, abs=3), "who reads goes on where they are"
    assert page.locator(".ml-board").is_visible() and not page.locator(".jp-InputArea-editor:visible").count()
    closed = ("external cost", "Arthur Pigou", "best for Ann and Bo together (from", "Above 13.2 %")
    assert not any(words in page.content() for words in closed)
    for question, answer in (("best for Ann (from", "5"), ("best for Ann and Bo together (from", "3")):
        page.get_by_label(question).fill(answer)
        page.get_by_label(question).press("Enter")
    page.get_by_text("You said 5, it is 5.").first.wait_for()
    page.wait_for_timeout(500)
    seed, before = _seed_handed_in(page), len(visit.site.asked)
    page.reload()
    page.get_by_text("You said 3, it is 3.").first.wait_for()
    assert [line for line in visit.site.asked[before:] if not ASKED_AGAIN.search(line)] == []
    assert _seed_handed_in(page) == seed
    assert first.input_value() == "5" and "Arthur Pigou" not in page.content()
    page.screenshot(path=shots / "site_page.png")
    sheets = page.pdf(path=shots / "site_page.pdf", format="A4").count(b"/Type /Page\n")
    assert 2 <= sheets <= 6, "all that is open is printed, not the part in the window"
    page.emulate_media(media="print")
    whole = "() => document.documentElement.scrollHeight - document.querySelector('.ml-lesson').offsetHeight"
    assert page.evaluate(whole) >= 0 and not home_link(page).is_visible()
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 390, "height": 844})
    lesson, home = page.locator(".ml-lesson").bounding_box(), home_link(page)
    page.screenshot(path=shots / "site_page_phone.png")
    assert lesson["x"] >= 16 and lesson["x"] + lesson["width"] <= 374
    page.locator(".ml-hand-in").scroll_into_view_if_needed()
    bar, steps = home.bounding_box(), page.locator(".ml-frame").bounding_box()
    assert abs(bar["y"] + bar["height"] - steps["y"]) <= 1, "no text shows between the two bars"
    home.click()  # Playwright clicks only what nothing covers
    page.wait_for_url("**/index.html")
    page.close()
    assert visit.complaints == []


def test_page__loads_again_by_itself_once_a_part_that_did_not_arrive_can_be_fetched(
    chromium: Any, site: Site, shots: Path
) -> None:
    context = chromium.new_context(service_workers="block")  # its requests would not be refused below
    context.add_init_script(WITHOUT_PYTHON)
    page, refused = context.new_page(), [True]
    page.route(re.compile(r"/build/\d+\.\w+\.js"), lambda to: to.abort() if refused else to.continue_())
    page.goto(f"{site.address}?page=46_externalities")
    page.get_by_text("has not arrived").wait_for()
    assert page.get_by_role("button", name="Load the page again").is_visible()
    page.screenshot(path=shots / "site_not_arrived.png")
    page.evaluate("document.body.dataset.loaded = 'first'")
    refused.clear()
    again = page.locator("body:not([data-loaded='first']) .ml-getting-ready")
    again.get_by_text("Python starts").wait_for()
    refused.append(True)
    page.reload()  # for the second time it does not try by itself
    page.get_by_text("longer than usual").wait_for()
    refused.clear()
    page.get_by_role("button", name="Load the page again").click()
    again.get_by_text("Python starts").wait_for()
    context.close()


def test_link__carries_class_student_and_seed_and_two_students_are_apart(
    chromium: Any, site: Site, visit: Visit
) -> None:
    page = visit.notebook('?lesson=07&class=7b&student=Ann "A"&seed=5', python=False)
    wanted = 'lesson = ml.Lesson("07_who_wins", student="Ann \\"A\\"", course="7b", seed=5'
    assert any(wanted in source for source in page.evaluate(SOURCES))
    page.close()
    other = Visit(chromium, site)
    first = other.page("")
    first.wait_for_timeout(1000)
    assert first.locator("#work li").count() == 0  # of the first student's notebooks
    first.goto(f"{site.address}?lesson=99_nothing")
    first.get_by_role("alert").get_by_text("There is no lesson").wait_for()
    first.goto(f"{site.address}?lesson=07&seed=much")
    first.get_by_role("alert").get_by_text("no whole number").wait_for()
    other.context.close()


def test_link__says_first_where_nothing_can_be_kept(chromium: Any, site: Site) -> None:
    page = Visit(chromium, site).page("", python=False)
    page.context.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false})")  # http://school
    page.goto(f"{site.address}?lesson=07")
    word = page.get_by_role("alert")
    word.get_by_text("https").wait_for()
    assert page.url.endswith("?lesson=07")
    word.get_by_role("button").click()
    page.wait_for_url("**/notebooks/**07_who_wins*")
    page.context.close()


def test_pages__first_page_and_book_ask_for_nobody(visit: Visit, shots: Path) -> None:
    sizes = {"wide": (1920, 1080), "phone": (390, 844)}
    page = visit.page("")
    for theme in ("light", "dark"):
        for name, (width, height) in sizes.items():
            page.emulate_media(color_scheme=theme)
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(500)
            page.screenshot(path=shots / f"site_first_{name}_{theme}.png")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(f"{visit.site.address}book/search.html?q=auction")
    page.locator("#search-results li").first.wait_for()
    for name in ("interface", "doubts"):  # the test below looks at others
        page.goto(f"{visit.site.address}book/{name}.html")
        page.screenshot(path=shots / f"site_book_{name.replace('/', '_')}.png")
    page.close()
    assert visit.complaints == []


def test_book__axe_finds_nothing_serious(visit: Visit, axe: str, shots: Path) -> None:
    """Figures have names, contents have levels, and what is wider than a phone is reached by keys; nobody is asked."""
    page = visit.page("book/index.html")
    found = []
    for name in ("index", *(f"lessons/{each}" for each in READ), "rules", "editions/gamer"):
        page.goto(f"{visit.site.address}book/{name}.html")
        page.locator("body[data-drawn]").wait_for()
        if name == f"lessons/{READ[0]}":
            assert page.locator(".js-plotly-plot .main-svg").count() > 0
            assert page.locator("a.run-it").first.get_attribute("href") == f"../../index.html?lesson={READ[0]}"
        page.screenshot(path=shots / f"site_book_{name.replace('/', '_')}.png")
        for width, theme in ((390, "light"), (1280, "dark")):  # each theme, and each width
            page.set_viewport_size({"width": width, "height": 844})
            page.emulate_media(color_scheme=theme)
            page.wait_for_timeout(500)
            found += [f"{name} {width} {theme}: {each}" for each in violations(page, axe)]
    page.close()
    assert not found and visit.complaints == []


def _problem(cell: dict[str, Any]) -> str:
    return "".join(
        f"{out['ename']}: {out['evalue']}" for out in cell.get("outputs", []) if out["output_type"] == "error"
    )


def _printed(cell: Any) -> str:
    """What a cell printed or gave back, as text; figures say it otherwise, warnings are not compared."""
    found = []
    for output in cell["outputs"]:
        data = output.get("data", {})
        if output.get("name") == "stdout":
            found.append("".join(output["text"]))
        elif "text/plain" in data and not {PLOTLY, "image/svg+xml"} & set(data):
            found.append("".join(data["text/plain"]))
    return "".join(found)


def _figures(cell: Any) -> int:
    return sum(PLOTLY in output.get("data", {}) for output in cell.get("outputs", []))
