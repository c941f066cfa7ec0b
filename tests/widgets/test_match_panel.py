"""The panel of a game beside the board: what one presses, and what one sees and does not see."""

import ipywidgets as ipw
import pytest

import monopoly_lab as ml
from monopoly_lab.economics.hidden_quality import HiddenQuality
from monopoly_lab.economics.matches import Match
from monopoly_lab.economics.public_good import PublicGood

SEATS = {"Ann": None, "Bo": "giver", "Cy": "giver", "Di": "punisher"}


def shown(panel: ml.MatchPanel) -> str:
    """All that stands on the panel."""
    texts = [panel._head.value, panel._told.value, panel._rounds.value]
    return " ".join([*texts, *(str(getattr(child, "value", "")) for child in panel._form.children)])


def press(panel: ml.MatchPanel, *numbers: int) -> None:
    """Type numbers into the fields and press the button."""
    for field, number in zip(panel._fields.values(), numbers):
        field.value = str(number) if isinstance(field, ipw.Text) else number
    panel._form.children[-1].click()


def test_panel__a_move_shows_all_moves_and_totals() -> None:
    panel = ml.MatchPanel(Match(PublicGood(), SEATS))
    press(panel, 0)
    assert "Round 2 of 10" in shown(panel)
    assert '<td>Ann</td><td class="ml-sum">0</td><td class="ml-sum">44</td><td class="ml-sum">44</td>' in shown(panel)


def test_panel__points_are_typed_for_each_other_player() -> None:
    panel = ml.MatchPanel(Match(PublicGood(punishment=True), SEATS))
    press(panel, 20)
    assert list(panel._fields) == ["Bo", "Cy", "Di"] and "each costs you 1 and them 3" in shown(panel)
    press(panel, 1, 0, 2)
    assert panel.match.payoffs() == {"Ann": 32 - 3, "Bo": 32 - 3, "Cy": 32, "Di": 32 - 6}


def test_panel__says_what_the_rules_refuse_and_stays() -> None:
    panel = ml.MatchPanel(Match(PublicGood(), SEATS))
    panel.move(21)
    assert "21 is not a whole number from 0 to 20" in shown(panel) and panel.match.position.round == 1


def test_panel__waits_for_the_others_and_shows_no_sealed_move() -> None:
    match = Match(HiddenQuality(players=3, rounds=1), ["Ann", "Bo", "Cy"], seed=1)
    ann, bo, cy = (ml.MatchPanel(match, name) for name in match.names)
    quality = f"Quality of the deed: {match.view('Ann').facts['quality']} %"
    assert quality in shown(ann) and "Quality" not in shown(bo)
    press(bo, 137)
    cy.refresh()
    assert "Waiting for Cy" in shown(bo) and "137" not in shown(cy)
    press(cy, 5)
    ann.refresh()
    assert "Sell for 137?" in shown(ann)
    press(ann, 0)
    assert "The game is over." in shown(ann) and "Quality" not in shown(ann)


def test_panel__the_quality_of_a_bought_deed_stands_in_the_table() -> None:
    match = Match(HiddenQuality(players=2), {"Owner": "owner", "You": None}, seed=4)
    panel = ml.MatchPanel(match)
    while not match.position.past or not match.position.past[-1].moves["sell"][0]:
        assert "quality" not in panel._rounds.value
        panel.move(400 if match.position.past else 0)
    number, quality = len(match.position.past), match.position.past[-1].facts["quality"]
    assert f'<td>{number}</td><td>You</td><td class="ml-sum">{quality}</td>' in panel._rounds.value
    assert '<td>1</td><td>You</td><td class="ml-sum"></td>' in panel._rounds.value  # kept, and not shown


def test_panel__names_are_no_markup() -> None:
    panel = ml.MatchPanel(Match(PublicGood(players=2), {"Ann": None, "<b>Bo</b>": "giver"}))
    press(panel, 3)
    assert "<b>Bo</b>" not in panel._rounds.value and "&lt;b&gt;Bo" in panel._rounds.value


def test_panel__needs_a_person() -> None:
    with pytest.raises(ml.SeatError, match="Bo is played by the computer"):
        ml.MatchPanel(Match(PublicGood(), SEATS), "Bo")
    with pytest.raises(ml.SeatError, match="there is no player Zoe"):
        ml.MatchPanel(Match(PublicGood(), SEATS), "Zoe")


@pytest.mark.parametrize("lang", ["en", "ru", "uk"])
def test_panel__speaks_every_language(lang: str) -> None:
    panel = ml.MatchPanel(
        Match(HiddenQuality(players=2, inspection=True, warranty=True), {"Ann": None, "Bo": "naive"}), lang=lang
    )
    press(panel, 50)
    press(panel, 1)
    assert panel.match.position.round == 2 and "{" not in shown(panel)


@pytest.mark.parametrize("typed", ["", "  ", "300", "7.5", "seven", "-1"])
def test_panel__what_is_no_move_is_refused_in_words_and_nothing_is_played(typed: str) -> None:
    """Empty was played as 0, 300 as 200 and 7.5 as 7."""
    panel = ml.MatchPanel(Match(PublicGood(4, 5, 200, 1.6), SEATS))
    panel._fields[""].value = typed
    panel._form.children[-1].click()
    assert "not a whole number from 0 to 200" in shown(panel) and panel.match.position.round == 1
    assert panel._fields[""].value == typed


def test_panel__sums_with_cents_have_a_mark_between_thousands() -> None:
    panel = ml.MatchPanel(Match(PublicGood(), SEATS))
    said = ["1,046.60", "1,297.00", "\u22121,046.60", "0.50"]
    assert [panel._sum(n, True) for n in (1046.6, 1297, -1046.6, 0.5)] == said
    assert panel._sum(1297, False) == "1,297"
