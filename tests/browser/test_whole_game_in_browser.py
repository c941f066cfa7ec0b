"""One game from the first throw to the bankruptcy that ends it, by mouse and by keyboard, on the class board.

The sums, by the board (monopoly_lab/editions/data/class_board.toml) and the rules of Монополия (московские улицы):
both begin with 100. Ann buys the bakery (40) and the library (50), Bo the bus stop (60); the cinema is
auctioned and nobody bids. Ann draws the prize (30) and builds on the bakery (20); Bo passes the start (40) and
pays 20 for that house. Ann builds on either site (40); Bo pays 25 in the library. Ann pays the tax of 20; Bo
breaks a window (15); Ann passes the start (40), builds on either site (40); Bo goes to jail. Ann has her birthday
(5 from Bo); Bo pays 10 to leave jail, passes the start (40), and owes 90 for three houses on the bakery.
He has 45 and a deed that would bring 30: he is bankrupt, and Ann gets 45 and the bus stop.
Ann ends with 10 + 45 = 55 in cash, deeds of 40 + 50 + 60 and five houses at 20: worth 305.
"""

import re
from typing import Any

import pytest
from hands import by_hand, choose, facts, number, place, press, reach, says, tab, walk
from labwindow import Lab
from looks import flaws

START = """
import monopoly_lab as ml
ml.Table(ml.Game("class_board", players=["Ann", "Bo"], seed=1, options={"start_cash": 100}))
"""
# What is done, and what the table waits for then.
COURSE = (
    ("roll 5", "Bo throws the die to see who starts"),
    ("roll 2", "Ann throws the die to move"),
    ("roll 1", "Ann may buy Bakery"),
    ("^Buy", "Bo throws"),
    ("roll 4", "Bo may buy Bus Stop"),
    ("^Buy", "Ann throws"),
    ("roll 1", "Ann may buy Library"),
    ("^Buy", "Bo throws"),
    ("roll 2", "Bo may buy Cinema"),
    ("^Do not buy", "Bo may bid"),
    ("^Leave the auction", "Ann may bid"),
    ("^Leave the auction", "Ann throws"),
    ("roll 1", "Ann draws a card"),
    ("draw luck 3", "Bo throws"),
    ("build 1", "20"),
    ("roll 5", "Ann throws"),
    ("build 2", "20"),
    ("build 1", "0"),
    ("roll 2", "Bo throws"),
    ("roll 1", "Ann throws"),
    ("roll 3", "Bo throws"),
    ("roll 1", "Bo draws a card"),
    ("draw luck 4", "Ann throws"),
    ("roll 3", "Bo throws"),
    ("build 2", "25"),
    ("build 1", "5"),
    ("roll 6", "Ann throws"),
    ("roll 2", "Ann draws a card"),
    ("draw luck 5", "Bo is held at Detention"),
    ("^Pay 10 coins", "Bo throws"),
    ("roll 6", "Bo owes Ann 90 coins"),
    ("^Give up", "The game is over; Ann has won."),
)


def ended(table: Any) -> tuple[list[str], list[str]]:
    """The board and what everybody is worth, checked against the sums above."""
    seen = [facts(table, q) for q in range(10)]
    for space, level in ((1, "3 houses"), (2, "2 houses"), (4, "")):
        assert "owned by Ann" in seen[space] and level in seen[space]
    assert not any("owned by Bo" in fact for fact in seen)
    panel = tab(table, "Worth")
    panel.get_by_role("row", name=re.compile("^Ann")).get_by_text("305").wait_for()
    rows = panel.locator("tbody tr").all_inner_texts()
    assert [re.findall(r"\d+", row)[:2] for row in rows] == [["55", "305"], ["0", "0"]]
    return seen, rows


def purse(table: Any, coins: str) -> None:
    """The panel of what everybody is worth tells what Ann, who builds at Bo's turn, has left in her purse."""
    table.get_by_role("tabpanel").get_by_role("row", name=re.compile(rf"^Ann\D+{coins}\b")).wait_for()


@pytest.fixture(scope="module")
def ends() -> dict[str, tuple[list[str], list[str]]]:
    """How the game ended, by the way it was played."""
    return {}


def test_game__by_mouse(lab: Lab, ends: dict[str, Any]) -> None:
    table = lab.show(START)
    for act, then in COURSE:
        if act.startswith("build"):
            place(table, int(act[-1])).click()
            table.locator(f"#ml-build-{act[-1]}").click()
            tab(table, "Worth")
            purse(table, then)
            continue
        if act.startswith("^"):
            press(table, act)
        else:
            by_hand(table, act)
        says(table, then)
    assert flaws(table) == []
    lab.shot("game_over")
    ends["mouse"] = ended(table)
    assert ends["mouse"] == ends.get("keyboard", ends["mouse"])


def test_game__by_keyboard(lab: Lab, ends: dict[str, Any]) -> None:
    table = lab.show(START)
    keys = lab.page.keyboard
    keys.press("Escape")  # from the code of the cell to the cell
    for act, then in COURSE:
        if act.startswith("build"):
            walk(table, int(act[-1]))
            keys.press("Enter")
            reach(table.locator(f"#ml-build-{act[-1]}"))
            keys.press("Enter")
            reach(table.get_by_role("tab", selected=True))
            for _ in range(4):
                keys.press("ArrowRight")  # from the deed past managing, trade and log to what everybody is worth
            purse(table, then)
            continue
        if act.startswith("^Leave"):  # in an auction digits are for the sum
            reach(table.get_by_role("button", name=re.compile(act)))
            keys.press("Enter")
        elif act.startswith("^"):
            keys.press(number(table, act))
        else:
            choose(table, act)
        says(table, then)
    ends["keyboard"] = ended(table)
    assert ends["keyboard"] == ends.get("mouse", ends["keyboard"])
    assert lab.page.locator(".jp-Cell").count() == 1  # no shortcut of the notebook was set off
