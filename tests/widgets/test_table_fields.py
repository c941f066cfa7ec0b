"""Every field of the table: what cannot be is said and changes nothing."""

from functools import cache

import pytest

import monopoly_lab as ml

ODD = ("1.5", "-1", "1e3", "9" * 30, "", "ten", "١٢", "1 + 1", "<b>")


def under_way(*answers: str) -> "ml.Table":
    game = ml.Scenario.load("game_under_way").game(seed=7)
    for name in game.players:
        game.seat(name, None)
    for text in answers:
        game.apply(text)
    return ml.Table(game)


@cache  # as those below: what is refused changes nothing
def auction() -> "ml.Table":
    game = ml.Game("classic_us", seed=1)
    for text in ("roll 6 4", "roll 1 2", "roll 1 2", "auction"):
        game.apply(text)
    return ml.Table(game)


@cache
def casino() -> "ml.Table":
    table = ml.Table(ml.Scenario.load("casino"))
    while table.game.node is not None and table.game.node.kind != "stake":
        table.game.redo() if table.game.undone else table.game.step()
    return table


@cache
def wanted() -> "ml.Table":
    table = ml.Table(ml.Scenario.load("building_auction"))
    while table.game.node is not None and table.game.node.kind not in ("want", "bid"):
        table.game.redo() if table.game.undone else table.game.step()
    return table


@cache
def debt() -> "ml.Table":
    return under_way("roll 3 2", "roll 4 3", "roll 1 4")


@cache
def standing() -> "ml.Table":
    return under_way()


def refused(table: "ml.Table", act: str, value: str, form: dict[str, list[str]]) -> str:
    """What the table says; nothing may have changed."""
    table._view.show(problem=[])
    before, answers = table.game.to_toml(), table.game.answers
    table._carry_out(act, value, form)
    assert table.game.to_toml() == before and table.game.answers == answers
    return table._view.section_markup("problem")


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("place", [auction, wanted], ids=["bid", "want or bid"])
def test_sum__of_a_bid(place: object, odd: str) -> None:
    table = place()  # type: ignore[operator]
    verb = table.game.node.forms[0].verb
    assert refused(table, "sum", verb, {"sum": [odd]})


@pytest.mark.parametrize("odd", ODD)
def test_sum__of_a_stake(odd: str) -> None:
    assert refused(casino(), "sum", "stake", {"sum": [odd]})


@pytest.mark.parametrize("odd", ODD)
def test_settlement__value(odd: str) -> None:
    assert refused(debt(), "settle", "", {"value": [odd], "deed": ["park_place"]})


@pytest.mark.parametrize("side", ["give_cash", "ask_cash"])
@pytest.mark.parametrize("odd", [odd for odd in ODD if odd])
def test_trade__cash_greys_the_offer_and_says_why(side: str, odd: str) -> None:
    table = under_way()
    before = table.game.to_toml()
    table._carry_out("draft", "", {"giver": ["Ann"], "partner": ["Dan"], "give": ["oriental"], side: [odd]})
    shown = table._view.section_markup("side")
    assert (
        'aria-disabled="true"'
        in shown.split('id="ml-offer"')[0].rsplit("<button", 1)[1] + shown.split('id="ml-offer"')[1].split(">")[0]
    )
    assert 'class="ml-why"' in shown
    assert "-9" not in shown.replace('value="-', "").replace(odd, "")  # no worth below zero is shown
    assert table.game.to_toml() == before


@pytest.mark.parametrize("odd", ["fly home", "<script>", "roll 7 7", "build", "trade Bo:", ": :", "\x00", "é" * 500])
def test_text__of_a_choice(odd: str) -> None:
    said = refused(standing(), "text", "", {"text": [odd]})
    assert said and "<script>" not in said


@pytest.mark.parametrize("odd", ["", "   ", "main line"])
def test_branch__name(odd: str) -> None:
    table = under_way()
    assert refused(table, "branch", "", {"name": [odd]})
    assert list(table.branches) == ["main line"]


@pytest.mark.parametrize("odd", ["", " ", "nowhere/x.toml", "\x00.toml"])
@pytest.mark.parametrize("what", ["save", "load"])
def test_file__name(what: str, odd: str, tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))
    assert refused(under_way(), "file", what, {"file": [odd]})


@pytest.mark.parametrize(
    ("act", "value"),
    [
        *(("go_to", odd) for odd in ("x", "1.5", "")),
        *(("rule", odd) for odd in ("x", "")),
        ("seat-0", "nobody"),
        ("seat-9", "greedy"),
        ("seat-x", "greedy"),
        ("build_row", "Ann"),
        ("build_row", "Eve:0"),
        ("build_row", "Ann:99"),
        ("manage", "Eve"),
        ("open", "no such branch"),
        ("press", "nonsense"),
    ],
)
def test_acts__that_no_button_sends(act: str, value: str) -> None:
    assert refused(standing(), act, value, {})
