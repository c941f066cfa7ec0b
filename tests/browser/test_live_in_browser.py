"""A live class in real browsers: four phones at one game, the wall and the teacher's page."""

import asyncio
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from looks import violations
from playwright.sync_api import expect
from visitors import in_thread

import monopoly_lab as ml
from monopoly_lab.live.activities import ACTIVITIES
from tests.live.pages import FORMS
from tests.live.phones import Phone

PHONE, WALL = {"width": 390, "height": 844}, {"width": 1920, "height": 1080}
SMALL_TARGETS = """() => [...document.querySelectorAll("button, input, select, summary")]
    .filter((each) => each.offsetParent && each.type !== "checkbox" && each.getBoundingClientRect().height < 43.5)
    .map((each) => each.outerHTML)"""
TOO_WIDE = "() => document.documentElement.scrollWidth - innerWidth"


@pytest.fixture
def live(tmp_path: Path) -> Iterator[ml.Live]:
    """A room of four."""
    live = ml.Live("born_ahead", folder=tmp_path)
    yield live
    live.stop()


class Pages:
    """Windows of one browser, and what their consoles complained of."""

    def __init__(self, chromium: Any, live: ml.Live) -> None:
        self.chromium, self.live = chromium, live
        self.complaints: list[str] = []

    def open(self, path: str, size: dict[str, int], **how: Any) -> Any:
        page = self.chromium.new_context(viewport=size, **how).new_page()
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda problem: self.complaints.append(str(problem)))
        page.on("request", lambda asked: asked.url.startswith(self.live.address) or self.complaints.append(asked.url))
        page.goto(self.live.address + path)
        return page

    def phone(self, name: str, **how: Any) -> Any:
        page = self.open(f"/?c={self.live.code}", PHONE, **how)
        page.fill("[name=name]", name)
        page.click("form.join button")
        page.wait_for_selector("[data-key=lobby]")
        return page

    def seats(self, *names: str) -> None:
        """Give seats to students at whose phones a test does not look: a page takes half a second of a processor."""

        async def join() -> None:
            for name in names:
                self.live._server.room.join(name)
            self.live._server.hub.schedule_send()

        asyncio.run_coroutine_threadsafe(join(), self.live._loop).result()


def next_asked(phones: list[Any]) -> tuple[Any, Any]:
    """The phone that is asked now, and its first button."""
    for _ in range(2000):
        for phone in phones:
            button = phone.query_selector("[data-key=ask] .buttons button")
            if button is not None:
                return phone, button
        phones[0].wait_for_timeout(50)
    raise AssertionError


def test_born_ahead__is_played_by_four_phones(live: ml.Live, chromium: Any, shots: Path) -> None:
    pages = Pages(chromium, live)
    teacher = pages.open(f"/teacher#{live._secret}", {"width": 1280, "height": 900})
    wall = pages.open(f"/wall?c={live.code}", WALL)
    schemes = {"Ann": "dark", "Bo": "light", "Cy": "dark", "Dora": "light"}
    phones = [pages.phone(name, color_scheme=scheme) for name, scheme in schemes.items()]
    expect(wall.locator(".lobby li")).to_have_count(4)
    teacher.click(".activities article.open form button[type=submit]")  # of the scenario that was named
    teacher.get_by_role("button", name="Start the clock").click()
    for phone in phones:
        phone.wait_for_selector("[data-key=purse]")
    roles = {phone.text_content("[data-key=role]") for phone in phones}
    assert len(roles) == 4
    for number in range(16):
        asked, button = next_asked(phones)
        assert asked.evaluate(SMALL_TARGETS) == [] and asked.evaluate(TOO_WIDE) <= 0
        if number == 10:
            asked.screenshot(path=str(shots / "live_phone.png"))
        button.click()
        button.wait_for_element_state("hidden")
    role = phones[2].text_content("[data-key=role]")
    phones[2].reload()
    phones[2].wait_for_selector("[data-key=role]")
    assert phones[2].text_content("[data-key=role]") == role
    assert wall.query_selector("[data-key=large] svg .token") and wall.evaluate(TOO_WIDE) <= 0
    assert wall.evaluate("document.querySelectorAll('[data-key=lorenz] polyline').length") == 2
    wall.screenshot(path=str(shots / "live_wall.png"))
    assert len(live.decisions()) >= 13 and pages.complaints == []


@pytest.mark.usefixtures("unrun_reports")
def test_results__are_taken_home_from_the_teacher_s_page(live: ml.Live, chromium: Any, tmp_path: Path) -> None:
    """With a question before who never answered is removed, and before another class is deleted."""
    other = ml.Live(folder=tmp_path, serve=False)
    pages = Pages(chromium, live)
    teacher = pages.open(f"/teacher#{live._secret}", {"width": 1280, "height": 900})
    phone = pages.phone("Ann")
    pages.seats("Bo")
    teach(live, {"act": "start", "activity": "predict", "options": {"question": "How many?"}})
    phone.fill("form.number input", "42")
    phone.click("form.number button.main")
    phone.wait_for_selector("[data-key=sent].good")
    teach(live, {"act": "end"})
    teacher.get_by_role("button", name="Remove students who never answered: 1").click()
    teacher.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(teacher.locator(".seats li")).to_have_count(1)
    with teacher.expect_download() as taken:
        teacher.get_by_role("button", name="Download results").click()
    taken.value.save_as(tmp_path / "taken.zip")
    names = [name.rpartition("/")[2] for name in zipfile.ZipFile(tmp_path / "taken.zip").namelist()]
    assert names == ["decisions.csv", "predict.csv", "columns.csv", "live.xlsx", "live.ipynb", "live.html"]
    teacher.get_by_role("button", name="Back to the activities").click()
    teacher.get_by_text("Earlier classes on this computer").click()
    row = teacher.locator(".kept tbody tr")
    row.wait_for()
    assert other.code in row.inner_text()
    row.get_by_role("button", name="Delete").click()
    assert "cannot be undone" in teacher.get_by_role("dialog").inner_text() and (tmp_path / other.code).exists()
    teacher.get_by_role("dialog").get_by_role("button", name="Delete").click()
    row.wait_for(state="detached")
    assert not (tmp_path / other.code).exists() and pages.complaints == []


def test_phone__that_typed_its_code_keeps_its_seat(live: ml.Live, chromium: Any) -> None:
    """After a reload, at the bare address typed again, and where another form is filled in for the same class."""
    pages = Pages(chromium, live)
    phone = pages.open("/", PHONE)
    phone.fill("[name=code]", live.code.lower())
    phone.fill("[name=name]", "Ann")
    phone.click("form.join button")
    phone.wait_for_selector("[data-key=lobby]")
    assert phone.url == f"{live.address}/?c={live.code}"
    phone.reload()
    phone.wait_for_selector("[data-key=lobby]")
    for path in ("/", f"/?c={live.code}", "/?c=AAAAA"):
        phone.goto(live.address + path)
        if path.endswith("AAAAA"):  # the code of another class: the right one is typed over it
            phone.fill("[name=code]", live.code)
            phone.fill("[name=name]", "Ann")
            phone.click("form.join button")
        phone.wait_for_selector("[data-key=lobby]")
        assert phone.text_content("h1") == "Ann"
    teach(live, {"act": "remove", "seat": 0})
    phone.wait_for_selector("[data-key=gone]")
    phone.reload()
    phone.fill("[name=name]", "Ann")
    phone.click("form.join button")  # whose seat is gone takes a new one
    phone.wait_for_selector("[data-key=lobby]")
    assert pages.complaints == []


def test_results__that_fail_are_not_called_a_lost_line(live: ml.Live, chromium: Any) -> None:
    """And the next try takes the message away."""
    pages = Pages(chromium, live)
    teacher = pages.open(f"/teacher#{live._secret}", {"width": 1280, "height": 900})
    phone = pages.phone("Ann")
    teach(live, {"act": "start", "activity": "predict", "options": {"question": "How many?"}})
    phone.fill("form.number input", "42")
    phone.click("form.number button.main")
    phone.wait_for_selector("[data-key=closed]")
    teach(live, {"act": "end"})
    teacher.route("**/results", lambda route: route.fulfill(status=500))
    teacher.get_by_role("button", name="Download results").click()
    teacher.wait_for_selector("#problem:not([hidden])")
    assert teacher.text_content("#problem") == "The results could not be saved. Try again."
    teacher.unroute("**/results")
    with teacher.expect_download():
        teacher.get_by_role("button", name="Download results").click()
    assert not teacher.is_visible("#problem") and phone.is_visible("[data-key=said]")


def test_stranger__is_told_so(live: ml.Live, chromium: Any) -> None:
    pages = Pages(chromium, live)
    other = pages.open("/teacher#0123456789abcdef0123456789abcdef", PHONE)
    other.wait_for_selector("#blocks p")
    assert other.query_selector(".host") is None
    guest = pages.open("/?c=AAAAA", PHONE)
    guest.fill("[name=name]", "Eve")
    guest.click("form.join button")
    guest.wait_for_selector("#problem:not([hidden])")
    assert guest.query_selector("[data-key=lobby]") is None


def teach(live: ml.Live, *acts: dict[str, Any]) -> None:
    """Do what the teacher's page would."""

    async def each() -> None:
        teacher = Phone(live.address)
        await teacher.connect()
        await teacher.ask(**{"do": "hello", "as": "host", "secret": live._secret})
        for act in acts:
            assert "done" in await teacher.ask(do="host", **act)
        teacher.leave()

    in_thread(each())


def test_pages__can_be_used_without_eyes_or_mouse(live: ml.Live, chromium: Any, axe: str) -> None:
    """Phone, wall and teacher, light and dark, in each activity: while it runs and when it is over."""
    pages = Pages(chromium, live)
    guest = pages.open(f"/?c={live.code}", PHONE)
    guest.wait_for_selector("form.join")
    shown = {"joining": guest}
    shown |= {scheme: pages.phone(scheme, color_scheme=scheme) for scheme in ("light", "dark")}
    pages.seats("Cy", "Dora")
    for scheme in ("light", "dark"):
        shown[f"wall {scheme}"] = pages.open(f"/wall?c={live.code}", WALL, color_scheme=scheme)
        shown[f"teacher {scheme}"] = pages.open(
            f"/teacher#{live._secret}", {"width": 1280, "height": 900}, color_scheme=scheme
        )
        shown[f"teacher {scheme}"].wait_for_selector(".activities article button")
        shown[f"teacher {scheme}"].click(".activities article:first-child button")
    found: list[str] = []

    def look(when: str) -> None:
        shown["light"].wait_for_timeout(300)
        for name, page in shown.items():
            rules = ["color-contrast"] if name.endswith(" dark") else None  # the other one shows the same
            found.extend(f"{when}, {name}: {each}" for each in violations(page, axe, rules=rules))

    look("before")
    shown.pop("joining")
    for name in ACTIVITIES:
        teach(live, {"act": "start", "activity": name, "options": FORMS[name][0]})
        look(name)
        button = shown["light"].query_selector(".buttons button, form button")
        if button is not None and name != "predict":
            button.click()
        teach(live, {"act": "pause"}, {"act": "resume"}, {"act": "end"})
        look(f"{name}, over")
        teach(live, {"act": "close"})
    assert not found, "\n".join(found)


def test_laptop__has_the_whole_board_and_all_deeds_beside_the_decision(live: ml.Live, chromium: Any) -> None:
    """At 1366 x 768; a phone has the same blocks, one below the other, and a part of the board."""
    pages = Pages(chromium, live)
    laptop = pages.open(f"/?c={live.code}", {"width": 1366, "height": 768})
    laptop.fill("[name=name]", "Ann")
    laptop.click("form.join button")
    laptop.wait_for_selector("[data-key=lobby]")
    phone = pages.phone("Bo")
    teach(live, {"act": "start", "activity": "play", "options": {"start": "edition:classic_us", "size": "2"}})
    teach(live, {"act": "control", "what": "go"})
    for page in (laptop, phone):
        page.wait_for_selector("[data-key=board] svg .space")
    assert laptop.eval_on_selector("[data-key=board] svg", "each => each.getAttribute('viewBox')") == "0 0 1200 880"
    assert phone.eval_on_selector("[data-key=board] svg", "each => each.getAttribute('viewBox')") != "0 0 1200 880"
    board, ask = (laptop.query_selector(f"[data-key={key}]").bounding_box() for key in ("board", "purse"))
    assert board["x"] + board["width"] <= ask["x"] and board["y"] + board["height"] <= 768
    assert phone.query_selector("#beside > *") is None and laptop.evaluate(TOO_WIDE) <= 0
    assert laptop.is_visible("[data-key=players] .deeds, [data-key=players] summary")
    laptop.click("[data-key=board] .space[data-space='39']")
    for page in (laptop, phone):
        if page is phone:
            page.select_option("[data-key=card] select", label="Boardwalk")
        assert "$2000" in page.text_content("[data-key=card] dl")
    assert pages.complaints == []


def test_charts__fill_a_wall_that_does_not_scroll(live: ml.Live, chromium: Any) -> None:
    """The first round of a line is a dot, theory is dashed, axes are named, and all letters can be read."""
    pages = Pages(chromium, live)
    wall = pages.open(f"/wall?c={live.code}", WALL)
    ann = pages.phone("Ann")
    pages.seats("Bo", "Cy", "Dora")
    options = {"game": "fund", "rounds": "5"}
    teach(live, {"act": "start", "activity": "give", "options": options})
    ann.fill("form.number input", "100")
    ann.click("form.number button.main")
    ann.wait_for_selector("[data-key=sent].good")
    teach(live, {"act": "control", "what": "late"})
    wall.wait_for_selector("[data-key=chart] circle")
    teach(live, {"act": "end"})  # before, the wall gives no theory away
    wall.wait_for_selector("[data-key=chart] polyline.dashed", state="attached")
    assert wall.query_selector("[data-key=chart] polyline.dashed") and wall.query_selector(".legend .dashed")
    assert {"Round", "Given, % of what one has"} & set(wall.locator("[data-key=chart] text").all_text_contents())
    height = wall.query_selector("[data-key=chart] svg").bounding_box()["height"]
    assert height > 400 and wall.evaluate("document.documentElement.scrollHeight") <= 1080
    sizes = "each => parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a"
    assert min(text.evaluate(sizes) for text in wall.query_selector_all("[data-key=chart] text")) >= 28


def test_form__of_an_activity_stays_in_its_column(live: ml.Live, chromium: Any) -> None:
    """The questions of the lessons are long: their list is no wider than the panel."""
    pages = Pages(chromium, live)
    teacher = pages.open(f"/teacher#{live._secret}", {"width": 1280, "height": 900})
    teacher.wait_for_selector(".activities article")
    teacher.click(".activities article:first-child > button")
    teacher.wait_for_selector(".activities article:first-child select option:nth-child(20)", state="attached")
    panel = teacher.query_selector(".host").bounding_box()
    wide = "each => each.getBoundingClientRect().right"
    assert (
        max(each.evaluate(wide) for each in teacher.query_selector_all(".activities *")) <= panel["x"] + panel["width"]
    )
    assert teacher.evaluate(TOO_WIDE) <= 0
