"""The board at the head of a lesson's page: the position its text speaks of, never an answer, and small without one."""

import re
from typing import Any

import ipywidgets as ipw
import pytest

from monopoly_lab.common import ABOUT
from monopoly_lab.common.messages import languages
from monopoly_lab.game import Game
from monopoly_lab.lessons.lesson_notebooks import lesson_names, read_lesson
from monopoly_lab.lessons.translation import translated
from monopoly_lab.web import lesson_notebook
from monopoly_lab.web.lesson_notebook import page_notebook, question
from monopoly_lab.widgets.lesson_cells import Step
from monopoly_lab.widgets.lesson_outputs import Part
from monopoly_lab.widgets.lesson_page import Text

FOUND = re.compile(r"it is ([\d,.]+)")


def picture(name: str) -> dict[str, Any]:
    return dict(read_lesson(name).notebook.metadata[ABOUT].get("picture", {}))


def game_of(name: str) -> Game:
    return lesson_notebook._game(repr(picture(name)), "")


def facts(game: Game) -> set[str]:
    """What a board shows of its players and the bank, in words."""
    told = re.compile(r"(?:[A-Z]\w+ (?:has|owns)|Round|Bank:) ")
    return {line for line in game.describe().split("\n") if told.match(line)}


def test_board__of_08_is_the_position_after_the_twelve_turns_of_its_text() -> None:
    source = next(cell.source for cell in read_lesson("08").notebook.cells if 'turns = """' in cell.source)
    names: dict[str, Any] = {"ml": __import__("monopoly_lab")}
    exec(source, names)
    assert facts(game_of("08")) == facts(names["game"])
    assert {"Ann has $486 and is on B. & O. Railroad (25)."} <= facts(game_of("08"))


def test_board__of_46_shows_the_houses_of_bo_and_none_of_ann() -> None:
    """The text says what Bo has built; how much Ann should build is asked."""
    assert picture("46")["start"]["buildings"] == dict.fromkeys(("st_james", "tennessee", "new_york"), 3)
    assert "Bo owns orange with three houses on each site" in question(read_lesson("46"))


def test_board__of_09_is_the_position_of_its_text() -> None:
    source = next(cell.source for cell in read_lesson("09").notebook.cells if "game = ml.Game(" in cell.source)
    names: dict[str, Any] = {"ml": __import__("monopoly_lab")}
    exec(source, names)
    assert facts(game_of("09")) == facts(names["game"])


def test_board__shows_what_the_question_of_the_day_says_is_owned() -> None:
    """Orange with two houses on each site; every color, unbuilt; eight owners with two houses a site."""
    assert "Orange belongs to you, with two houses on each site" in question(read_lesson("12"))
    assert picture("12") == picture("03")
    assert "You own every color, unbuilt" in question(read_lesson("11"))
    (owned,) = re.findall(r"^Ann owns (.*)\.$", game_of("11").describe(), re.MULTILINE)
    assert owned.count(",") == 21 and "house" not in owned, "22 streets"
    told = game_of("40").describe()
    assert "Each of eight players owns one color, with two houses on every site. Eight houses are left" in question(
        read_lesson("40")
    )
    assert told.count("(2 houses)") == 22 and "Bank: 8 houses" in told


@pytest.mark.parametrize("name", [name for name in lesson_names() if picture(name).get("start", {}).get("buildings")])
def test_board__shows_no_answer_to_how_many_houses_are_best(name: str) -> None:
    cells = read_lesson(name).notebook.cells
    asked = {
        call[1]: call[2]
        for cell in cells
        if cell.cell_type == "code"
        for call in re.finditer(r'predict\(\s*"(\w+)".*?ask="([^"]*)', cell.source, re.DOTALL)
    }
    told_first = [
        n for n, word in enumerate(("no", "one", "two", "three", "four")) if word in question(read_lesson(name))
    ]
    built = {str(n) for n in picture(name)["start"]["buildings"].values() if n not in told_first}
    for cell in cells:
        against = re.search(r"^(\w+)\.against", cell.source, re.MULTILINE) if cell.cell_type == "code" else None
        if against and re.search(r"\b[Rr]ows|\b[Hh]ouse", asked.get(against[1], "")):
            told = FOUND.search(str(cell.get("outputs", "")))
            assert told and told[1].rstrip(".") not in built, asked[against[1]]


@pytest.mark.parametrize("name", lesson_names())
def test_board__is_small_and_does_not_come_again_unless_it_has_a_position(name: str) -> None:
    """A position is a scenario or a start, with something owned, built or paid out unevenly."""
    calls = "\n".join(cell.source for cell in page_notebook(read_lesson(name)).cells)
    has_position = bool({"scenario", "start"} & picture(name).keys())
    assert (", is_bare=True)" in calls) != has_position
    if has_position:
        game = game_of(name)
        money = {player: re.search(rf"^{player} has (\S+)", game.describe(), re.MULTILINE) for player in game.players}
        sums = {found[1] for found in money.values() if found}
        assert " owns " in game.describe() or len(sums) > 1 or "scenario" in picture(name)


@pytest.mark.parametrize("name", lesson_names())
def test_question__is_what_the_lesson_asks_today(name: str) -> None:
    assert len(question(read_lesson(name)).split()) >= 5


FAR = {"07": 0, "40": 3, "41": 1}  # texts that speak of the picture from afar


@pytest.mark.parametrize("number", sorted(FAR))
@pytest.mark.parametrize("lang", languages())
def test_picture__of_which_a_text_speaks_from_afar_is_a_button_away(number: str, lang: str) -> None:
    """40: "Set the picture to printed prices"; 41: "Set the picture to a land tax of 100 %", before its field."""
    source = translated(read_lesson(number), lang)
    calls = [cell.source for cell in page_notebook(source, lang).cells]
    assert calls.count("_walk.to_picture()") == FAR[number]
    if number == "41":
        at = calls.index("_walk.to_picture()")
        assert re.search(r"100(?: |\\xa0)%", calls[at - 1])
        assert calls[at + 1].startswith("_walk.sentence(")


def test_step__what_is_told_of_a_broad_chart_comes_after_it() -> None:
    """Lesson 7: "Left: how often each seat wins", below the two charts and not above them."""
    chart, text = ipw.VBox(), Text("<p>Left: wins.</p>").part
    step = Step("Games", 1)
    for part in (Text("<p>Games.</p>").part, Part("look", chart, is_broad=True), text):
        step.place(part)
    first, second = step.box.children
    assert chart in first.children[1].children and text.widget in second.children[0].children
