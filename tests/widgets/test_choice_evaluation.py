"""Which choice is better, asked at the table: as `decide` says, in slices, stopped, gone when the game goes on."""

import asyncio
import re
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import ExperimentError
from monopoly_lab.common.messages import speaking
from monopoly_lab.measures.confidence_intervals import Interval
from monopoly_lab.widgets import choice_evaluation
from monopoly_lab.widgets.choice_evaluation import choices_to_compare
from monopoly_lab.widgets.html_elements import Words


@pytest.fixture(autouse=True)
def few_games_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice_evaluation, "GAMES", 6)


def in_a_loop(act: Coroutine[Any, Any, None]) -> None:
    with ThreadPoolExecutor(1) as alone:
        alone.submit(asyncio.run, act).result()


def purchase(seed: int = 3) -> ml.Table:
    game = ml.Game("classic_us", {"Ann": None, "Bo": "balanced"}, seed=seed, options={"first_player": 0})
    game.apply("roll 1 2")
    return ml.Table(game)


def head(table: ml.Table) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", table._view.section_markup("head")).split())


async def waited(table: ml.Table) -> int:
    """How often the kernel was given back until the question is answered."""
    turns = 0
    while table._screen.evaluation.runs:
        await asyncio.sleep(0)
        turns += 1
    return turns


def test_weigh__in_slices_as_decide_and_the_kernel_is_given_back() -> None:
    table, seen = purchase(), []

    async def act() -> None:
        table._carry_out("weigh", "", {})
        seen.append(table._view.section_markup("head"))
        seen.append(await waited(table))

    before = table.game.answers
    in_a_loop(act())
    assert "ml-stop-weighing" in seen[0] and seen[1] > 2
    asking = re.search(r'<button[^>]*id="ml-weigh"[^>]*>', seen[0])  # stays where it was, and cannot be pressed again
    assert asking is not None and " disabled" in asking[0] and "data-act" not in asking[0]
    assert seen[0].index('id="ml-weigh"') < seen[0].index("ml-stop-weighing") and "ml-share-card" not in seen[0]
    assert re.search(r'id="ml-buy" [^>]*class="ml-main-choice"', seen[0])  # as long as nothing else is known
    found = ml.decide(table.game, ["buy", "auction"], games=6, progress=False)
    assert table._screen.evaluation._found is not None
    assert repr(table._screen.evaluation._found) == repr(found)
    assert f"wins {100 * found.mean(found.baseline).value:.1f} %" in head(table)
    assert table.game.answers == before
    table.press("buy")
    assert "best" not in head(table) and table._screen.evaluation._found is None


def test_weigh__of_an_auction_how_it_stands_stays_meanwhile() -> None:
    table, seen = purchase(), []
    table.press("auction")
    table.press("bid 7")

    async def act() -> None:
        table._carry_out("weigh", "", {})
        seen.append(table._view.section_markup("head"))
        table._carry_out("stop_weighing", "", {})

    in_a_loop(act())
    assert all(said in seen[0] for said in ("ml-stop-weighing", "Highest bid: ", "Still bidding: ", "purse: "))
    assert "paid back" not in seen[0]  # gives the room


def test_weigh__stopped_shows_what_was_found_with_intervals_of_a_look() -> None:
    table = purchase()

    async def act() -> None:
        table._carry_out("weigh", "", {})
        while table._screen.evaluation._found is None or table._screen.evaluation._found.games < 2:
            await asyncio.sleep(0)
        table._carry_out("stop_weighing", "", {})

    in_a_loop(act())
    found = table._screen.evaluation._found
    assert found is not None and 2 <= found.games < 6 and found.partial and found.is_sequential
    assert f"in {found.games} games" in head(table)


def test_weigh__stopped_at_once_leaves_nothing_and_can_be_asked_again() -> None:
    table, seen = purchase(), []

    async def act() -> None:
        table.refresh()
        seen.append(head(table))
        table._carry_out("weigh", "", {})
        table._carry_out("stop_weighing", "", {})
        seen.append(head(table))

    in_a_loop(act())
    assert 'id="ml-weigh"' in table._view.section_markup("head") and seen[0] == seen[1]


def test_weigh__a_choice_ends_it() -> None:
    table = purchase()

    async def act() -> None:
        table._carry_out("weigh", "", {})
        table._carry_out("press", "buy", {})
        assert not table._screen.evaluation.runs

    in_a_loop(act())
    assert "ml-stop-weighing" not in table._view.section_markup("head") and table._screen.evaluation._found is None


def test_weigh__a_choice_that_changes_nothing_is_said_to() -> None:
    table = purchase()
    found = table.evaluate_choices(4)
    found.sums.same[:] = found.games  # as if every game had come out alike
    table.refresh()
    assert "as the best in 4 of 4 games" in head(table)
    found.sums.same[:] = found.games - 1
    found.sums.games = 40
    found.sums.same[:] = 39
    table.refresh()
    assert "the same in 39 of 40" in head(table)


def test_weigh__before_a_throw_building_is_weighed_against_doing_nothing() -> None:
    table = ml.Table("game_under_way")
    assert choices_to_compare(table.game) == ["-", "build st_james", "build tennessee", "build new_york"]
    table.evaluate_choices(2)
    assert "Do nothing:" in head(table) and "Build on New York Avenue" in head(table)
    table.press("build new_york")
    assert "Do nothing:" not in head(table)


def test_weigh__sums_at_least_half_and_most_stand_as_choices() -> None:
    game = purchase().game
    game.apply("auction")
    table = ml.Table(game)
    table.evaluate_choices(2)
    bids = [text for text in choices_to_compare(game) if text.startswith("bid")]
    assert len(bids) == 3 and all(f'data-value="{text}"' in table._view.section_markup("head") for text in bids)


def test_weigh__the_ways_to_raise_money_are_weighed_where_they_stand() -> None:
    game = ml.Game("classic_us", [(name, "balanced") for name in ("Ann", "Bo", "Cy")], seed=3)
    while game.node is None or game.node.kind != "debt":
        game.step()
    table = ml.Table(game)
    texts = choices_to_compare(game)
    assert {sale.text for sale in game.sales()[:4]} <= set(texts) and len(texts) < 9
    table.evaluate_choices(2)
    assert table._view.section_markup("head").count("<small>") >= len(texts)


def test_weigh__nothing_to_choose_is_no_question() -> None:
    game = ml.Game("classic_us", ["Ann", "Bo"], seed=1)
    table = ml.Table(game)
    assert choices_to_compare(game) == [] and "ml-weigh" not in table._view.section_markup("head")
    with pytest.raises(ExperimentError, match="only one choice"):
        table.evaluate_choices()


def test_weigh__a_function_that_fails_is_told_at_the_table() -> None:
    def broken(view: object) -> str:
        raise ValueError("no idea")

    game = purchase().game
    game.seat("Bo", broken)
    table = ml.Table(game)

    async def act() -> None:
        table._carry_out("weigh", "", {})
        await waited(table)

    in_a_loop(act())
    assert "no idea" in table._view.section_markup("problem") and not table._screen.evaluation.runs


@pytest.mark.parametrize("lang", ml.languages())
def test_weigh__in_every_language(lang: str) -> None:
    table = ml.Table(purchase().game, lang)
    table.evaluate_choices(2)
    shown = table._view.section_markup("head")
    assert "table." not in shown and "experiment." not in shown and "ml-weighed" in shown


def main_choices(table: ml.Table) -> list[str]:
    """What the filled buttons of the card would do."""
    return re.findall(r'data-value="([^"]*)" id="[^"]*"[^>]*class="ml-main-choice"', table._view.section_markup("head"))


@pytest.mark.parametrize("best", ["buy", "auction"])
def test_weigh__the_better_choice_is_the_filled_one_and_marked(monkeypatch: pytest.MonkeyPatch, best: str) -> None:
    monkeypatch.setattr(choice_evaluation, "_is_sure", lambda _: True)
    table = purchase()
    assert main_choices(table) == ["buy"]
    found = table.evaluate_choices(2)
    found.baseline = best
    table.refresh()
    assert main_choices(table) == [best] and head(table).count("★ best: wins") == 1 and "Not sure" not in head(table)


def test_weigh__as_long_as_it_is_not_sure_no_choice_is_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice_evaluation, "_is_sure", lambda _: False)
    table = purchase()
    table.evaluate_choices(2)
    assert main_choices(table) == [] and "☆ tied" in head(table) and "Not sure:" in head(table)  # she wins neither game


@pytest.mark.parametrize(("gap", "said"), [(0.0, "☆ tied: wins 38.8"), (-0.0025, "☆ ahead, not sure: wins 38.8")])
def test_weigh__nobody_is_ahead_of_an_equal(gap: float, said: str) -> None:
    """Of 400 games 155 are won either way, or one fewer; the intervals reach beyond zero."""
    won, apart = Interval(0.3875, 0.34, 0.44), Interval(gap, gap - 0.03, gap + 0.03)
    found: Any = SimpleNamespace(
        plans={"buy": None, "pass": None}, baseline="buy", mean=lambda _: won, difference=lambda _: apart
    )
    assert choice_evaluation._note(found, "buy", Words("en")).startswith(said)


def test_weigh__says_which_strategies_play_on() -> None:
    table = purchase()
    table.evaluate_choices(2)
    assert "After the choice play: Ann strong, Bo balanced." in head(table)
    table.game.seat("Bo", "greedy")
    table.evaluate_choices(2)
    assert "After the choice play: Ann strong, Bo greedy." in head(table)


def test_weigh__a_better_act_before_a_throw_is_filled_and_the_throw_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice_evaluation, "_is_sure", lambda _: True)
    table = ml.Table("game_under_way")
    found = table.evaluate_choices(2)
    for best, filled in (("build new_york", ["build new_york"]), ("-", [""])):
        found.baseline = best
        table.refresh()
        assert main_choices(table) == filled  # the throw has no value


@pytest.mark.parametrize(
    ("share", "shown"), [(0.0001, "0.0"), (-0.0001, "0.0"), (0.0, "0.0"), (0.0005, "+0.1"), (-0.05, "\u22125.0")]
)
def test_points__of_a_difference_that_rounds_to_nothing_have_no_sign(share: float, shown: str) -> None:
    assert choice_evaluation._points(share, "en") == shown


def test_weigh__all_shares_are_in_the_language_of_the_card(monkeypatch: pytest.MonkeyPatch) -> None:
    table = ml.Table(purchase().game, lang="ru")
    monkeypatch.setattr("monopoly_lab.experiments.Comparison.mean", lambda *_: SimpleNamespace(value=0.525))
    table.evaluate_choices(2)
    with speaking("en"):
        notes = table._screen.evaluation.for_card(table.game).notes
    assert any("52,5\u00a0%" in note for note in notes.values())


def test_weigh__a_failure_of_another_kind_leaves_no_empty_result(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("no such memory")

    monkeypatch.setattr("monopoly_lab.experiments.decision.play_in_steps", fails)
    table = purchase()

    async def act() -> None:
        table._carry_out("weigh", "", {})
        task = table._screen.evaluation._task
        assert task is not None
        await asyncio.wait([task])
        with pytest.raises(RuntimeError, match="no such memory"):
            task.result()

    in_a_loop(act())
    assert not table._screen.evaluation.runs
    assert "ml-weighed" not in table._view.section_markup("head") and 'data-act="weigh"' in table._view.section_markup(
        "head"
    )
