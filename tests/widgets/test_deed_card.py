"""Card of a space: the rents of this game, and refusals in the language of the reader."""

import html
import re

import pytest

import monopoly_lab as ml
from monopoly_lab.common.messages import languages, say
from monopoly_lab.widgets import deed_card
from monopoly_lab.widgets.html_elements import Words

ENGLISH = Words("en")


def sums(game: ml.Game, place: str) -> list[str]:
    """The rents of a deed without its price, the cost of a house and its loan."""
    view = game.scene("en")
    lines = deed_card.deed_lines(view, view.edition.space(place), ENGLISH, short=True)
    apart = {ENGLISH("price"), ENGLISH("loan"), ENGLISH("short_costs", **view.terms)}
    return [sum_ for name, sum_ in lines if name not in apart]


@pytest.mark.parametrize(
    ("options", "place", "due"),
    [
        ({"rent_cap": 10}, "st_james", ["$10"] * 7),  # printed 14, 28 unbuilt in a full group, 70, 200, 550, 750, 950
        ({"rent_scale": 50}, "st_james", ["$7", "$14", "$35", "$100", "$275", "$375", "$475"]),
        ({"rent_scale": 50}, "reading", ["$12", "$25", "$50", "$100"]),  # printed 25, 50, 100, 200; rounded down
        ({"rent_scale": 50}, "electric", ["2 × the dice", "5 × the dice"]),  # printed 4 and 10
        ({"rent_scale": 30}, "electric", ["1.2 × the dice", "3 × the dice"]),
        ({"rent_cap": 10}, "electric", ["4 × the dice", "10 × the dice", "$10"]),
        ({"rent_cap": {"orange": 100}}, "electric", ["4 × the dice", "10 × the dice"]),
        ({"rent_scale": 0}, "st_james", ["$0"] * 7),
    ],
)
def test_deed__has_the_rents_that_are_due_in_this_game(options: dict[str, object], place: str, due: list[str]) -> None:
    assert sums(ml.Game("classic_us", ["Ann", "Bo"], options=options), place) == due


def test_deed__the_rent_on_the_card_is_what_a_visitor_pays() -> None:
    start = {"turn": "Bo", "deeds": {"Ann": ["new_york"]}, "position": {"Bo": "st_james"}}
    game = ml.Game("classic_us", ["Ann", "Bo"], options={"rent_scale": 50}, start=start)  # printed: 16
    game.apply("roll 1 2")
    assert game.state.cash["Ann"] == 1508 and sums(game, "new_york")[0] == "$8"


def test_deed__of_two_sides_has_both_rents_of_this_game() -> None:
    """Sunset Boulevard: printed 10 of a competitor, 20 of a monopolist."""
    view = ml.Game("anti_monopoly", players=["Ann", "Bo"], seed=1, options={"rent_scale": 50}).scene("en")
    lines = deed_card.deed_lines(view, view.edition.space("sunset"), ENGLISH)
    assert [both for _, *both in lines[2:4]] == [["$5", "$10"], ["$7", "$15"]]


def test_table__shows_the_deeds_of_the_rules_from_the_round_on_in_which_they_change() -> None:
    options = {"changes": [{"round": 2, "options": {"rent_scale": 50}}], "first_player": 0}
    table = ml.Table(ml.Game("classic_us", ["Ann", "Bo"], options=options))
    q = table.game.edition.space("boardwalk")
    assert "$50<" in table._view.parts["deeds"][q]
    table.press("roll 4 6")  # just visiting
    table.press("roll 4 6")
    assert table.game.state.round == 2 and "$25<" in table._view.parts["deeds"][q]
    table.undo()
    assert table.game.state.round == 1 and "$50<" in table._view.parts["deeds"][q]


@pytest.mark.parametrize("lang", languages())
def test_acts__a_refusal_names_the_act_in_the_language_of_the_reader(lang: str) -> None:
    game = ml.Game("classic_us", ["Ann", "Bo"], start={"deeds": {"Ann": ["st_james"]}}, lang=lang)
    markup = deed_card.acts_html(game, "Ann", game.edition.space("st_james"), Words(lang))
    refused = [html.unescape(text) for text in re.findall(r'class="ml-why">([^<:]*):', markup)]
    assert refused == [say(f"verb.{verb}", lang) for verb in ("build", "sell", "redeem")]
