"""The table's side in the kernel: what it sends, what it refuses, how it plays on by itself."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import pytest

import monopoly_lab as ml
import monopoly_lab.players
from monopoly_lab.widgets import charts

CLICK = 20_000  # bytes that one click may send, charts left out


def table_under_way() -> "ml.Table":
    return ml.Table(ml.Scenario.load("game_under_way").game(seed=7))


def sent(table: "ml.Table") -> int:
    """Bytes of all that a refresh may change, the picture of the board included."""
    face = table._face
    texts = [face.head, face.play, face.side, face.waiting, face.problem, face.facts]
    return len(json.dumps(texts, ensure_ascii=False).encode()) + len(face.board)


@pytest.mark.parametrize("tab", ["deed", "manage", "trade", "log", "worth", "seats", "time", "keep"])
def test_state__a_click_sends_at_most_20_kB(tab: str) -> None:
    table = table_under_way()
    table._face.selected, table._face.tab = 16, tab
    table.press("roll 6 4")
    assert sent(table) <= CLICK


@pytest.mark.parametrize("edition", ml.editions())
def test_state__every_edition_with_its_most_players(edition: str) -> None:
    most = ml.Game(edition).tables.o_players_max
    table = ml.Table(ml.Game(edition, players=[f"Player {n}" for n in range(1, most + 1)], seed=1))
    table.play_on("round")
    assert sent(table) <= CLICK
    assert len(table._face.facts) == len(table._face.deeds) == table.game.tables.spaces


@pytest.mark.parametrize(
    ("act", "value", "form", "said"),
    [
        ("text", "", {"text": ["fly home"]}, "fly"),
        ("sum", "bid", {"sum": ["much"]}, "much"),
        ("branch", "", {"name": ["  "]}, "needs a name"),
        ("branch", "", {"name": ["main line"]}, "main line"),
        ("file", "save", {"file": [""]}, "needs a name"),
        ("file", "load", {"file": ["nowhere.toml"]}, "nowhere.toml"),
        ("file", "save", {"file": ["/proc/nowhere/x.toml"]}, "nowhere"),
        ("upload", "not = [toml", {}, "upload.toml"),
        ("build_row", "Ann:0", {}, "does not belong to Ann"),
        ("press", "Cy: build boardwalk", {}, "$200 is needed"),
    ],
)
def test_bad_input__is_said_and_changes_nothing(act: str, value: str, form: dict[str, list[str]], said: str) -> None:
    table = table_under_way()
    before = table.game.to_toml()
    table._heard(act, value, form)
    assert said in table._face.problem
    assert table.game.to_toml() == before


def test_trade__worth_after_the_deal_and_reason_of_a_refusal() -> None:
    table = table_under_way()
    form = {"giver": ["Ann"], "partner": ["Dan"], "give": ["oriental"], "ask": ["kentucky"], "give_cash": ["100"]}
    table._heard("draft", "", form)
    table._heard("draft", "", form)  # the partner's deeds can be chosen once he is the partner
    # Ann: 420, deeds of 660, six houses at 100; she gives a deed of 100 and 100 in cash for one of 220.
    assert "$1680" in table._face.side and "$1700" in table._face.side
    table._heard("draft", "", form | {"give_cash": ["5000"]})
    assert 'aria-disabled="true"' in table._face.side


def test_group__one_house_on_each_site_in_one_press() -> None:
    table = table_under_way()
    group = table.game.tables.group[16]
    table._heard("build_row", f"Ann:{group}", {})
    assert [table.game.state.level(q) for q in (16, 18, 19)] == [3, 3, 3]
    assert table.game.state.cash["Ann"] == 120


def test_branch__goes_its_own_way_and_the_line_left_keeps_its_future() -> None:
    table = table_under_way()
    table.press("roll 6 4")
    table.undo()
    table._heard("branch", "", {"name": ["build first"]})
    table.press("build new_york")
    table._heard("open", "main line", {})
    assert table.game.undone == ("roll 6 4",)
    assert table.branches["build first"].answers == ("build new_york",)


def declines(view: ml.players.View) -> str:
    """The last choice of every decision: no purchase, no bid."""
    return view.choices[-1]


def failing(view: object) -> str:
    raise RuntimeError("no idea")


def test_seats__a_strategy_that_fails_stops_with_its_message() -> None:
    table = table_under_way()
    table.game.seat("Ann", "balanced")
    table.game.seat("Bo", failing)
    table.play_on("to_the_end")
    assert "no idea" in table._face.problem
    table._heard("seat-1", "balanced", {})
    assert table.game.seats["Bo"] == "balanced"


def test_playing__gives_the_kernel_back_on_the_way_and_stops() -> None:
    # Seats that never buy, so that nobody goes bankrupt soon.
    table = ml.Table(ml.Game("classic_us", players=[(name, declines) for name in ("Ann", "Bo")], seed=1))

    async def watch() -> None:
        table.start("to_the_end")
        for _ in range(2):
            await asyncio.sleep(0)
        assert table.plays
        table.stop()
        await asyncio.sleep(0)

    # In a thread of its own: a browser that other tests have open keeps a loop running in this one.
    with ThreadPoolExecutor(1) as alone:
        alone.submit(asyncio.run, watch()).result()
    assert len(table.game.answers) > 10 and not table.plays


def test_charts__purses_worth_and_payments_agree_with_the_game() -> None:
    table = table_under_way()
    table.game.seat("Ann", "balanced")
    table.play_on("round")
    table.play_on("round")
    game = table.game
    figure, _ = charts.purses(game, "en")
    assert [line["y"][-1] for line in figure["data"]] == list(game.state.cash.values())
    figure, _ = charts.worths(game, charts.Worths(), "en")
    assert [line["y"][-1] for line in figure["data"]] == list(game.net_worth().values())
    frame = game.events_frame()
    rent = frame[(frame.cause == "rent") & (frame.player == "Ann") & (frame.other == "Bo")].amount.sum()
    edge = charts.payments(game).get_edge_data("Ann", "Bo", {"amount": 0})
    assert edge["amount"] >= rent


def test_charts__next_throw_weighs_all_36_outcomes() -> None:
    found = charts.consequences(table_under_way().game)
    assert sum(weight for weight, _, _ in found) == 36
    # Ann at 15 throws a ten to the B. & O. Railroad: four railroads of Bo's, 200.
    assert {change for _, q, change in found if q == 25} == {-200}
