"""`compare`, `sweep` and `decide`: exact chances, pairs of games, refusals."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import ExperimentError, FailedGame
from monopoly_lab.experiments import comparison, result_store
from monopoly_lab.experiments.decision import game_after, usual_choices
from monopoly_lab.figures.experiments import differences
from monopoly_lab.measures.confidence_intervals import Interval

BOTS = {"Ann": "balanced", "Bo": "cautious"}

pytestmark = pytest.mark.usefixtures("all_compiled")

# Classic US board. Ann's turn is the last of the game; she is worth 2,500, Bo 2,060 with hotels on the orange sites.
# From the jail space 6, 8 and 9 of 36 throws bring her to one of them (5 + 5 + 4), 12 to Chance, where one card of
# 16 sends her back three spaces to New York Avenue. A rent of 950 and more loses. Doubles are not thrown again.
LAST = {
    "turn": "Ann",
    "first": "Bo",
    "round": 3,
    "cash": {"Ann": 2500, "Bo": 0},
    "position": {"Ann": "jail"},
    "deeds": {"Bo": ["st_james", "tennessee", "new_york"]},
    "buildings": {"st_james": "hotel", "tennessee": "hotel", "new_york": "hotel"},
}
OPTIONS = {"rounds": 3, "doubles": False}
THROWN = 1 - 14 / 36 - 1 / 36 / 16
STAYED = 1 - 2 / 36 - 1 / 36 / 16  # out of jail only with a double: 3-3 and 4-4 lose


def last_turn(**start: object) -> ml.Game:
    return ml.Game("classic_us", BOTS, options=OPTIONS, start=LAST | start)


def within(share: float, exact: float, n: int) -> bool:
    return abs(share - exact) < 4 * (exact * (1 - exact) / n) ** 0.5


def test_exact__a_last_throw_wins_as_often_as_it_must() -> None:
    found = ml.simulate(last_turn(), games=4000, progress=False)
    assert within(found.wins.share["Ann"], THROWN, 4000) and found.unfinished == 0


def test_exact__decide_finds_that_jail_is_safe() -> None:
    game = last_turn(jail={"Ann": 0})
    found = ml.decide(game, ["pay", "throw"], games=2000, progress=False)
    assert within(found.mean("throw").value, STAYED, 2000) and within(found.mean("pay").value, THROWN, 2000)
    assert found.baseline == "throw" and "Best here for Ann: Throw the dice.\n" in repr(found)
    assert found.difference("pay").high < 0
    assert set(ml.decide(game, games=20, progress=False).plans) == {"pay", "throw"}


def under_way() -> ml.Game:
    return ml.Scenario.load("game_under_way").game(seed=3)


def test_decide__before_a_throw_doing_nothing_is_a_choice_and_the_bot_does_not_build_anyway() -> None:
    assert usual_choices(under_way())[:2] == ["-", "build st_james"]
    for text in ("-", "build new_york"):
        game = game_after(under_way(), text).fork(players=dict.fromkeys(under_way().players, "balanced"))
        game.run(steps=1)
        assert game.answers[-1].startswith("roll")
    bot = under_way().fork(players=dict.fromkeys(under_way().players, "balanced"))
    bot.run(steps=1)
    assert bot.answers[-1].startswith("build")


def test_decide__does_not_propose_to_end_the_game() -> None:
    """Who proposes it asks all others; it says nothing of what is better to own."""
    game = ml.Game("ukraine", {"Ann": None, "Bo": None}, start={"turn": "Ann"})
    assert "end game" in game.acts()["Ann"]
    assert not [text for text in usual_choices(game) if "end" in text]


def test_decide__says_its_choices_in_words_of_every_language_and_keeps_them_as_names() -> None:
    """As the buttons of the table: the street and the price of a house by its title deed, 100 dollars."""
    game = ml.Scenario.load("game_under_way").game(seed=3)
    choices = ["-", "build new_york", "Bo: mortgage reading"]
    found = ml.decide(game, choices, games=2, rounds=1, progress=False)
    assert list(found.plans) == choices and set(found.table.index) == set(choices)
    game.step()  # the words are those of the position in which was chosen
    told, house = found.sentence(), "Build on New York Avenue for $100"
    assert house in told and "Bo: Mortgage Reading Railroad for $100" in told and "nothing" in told
    assert not any(written in told for written in choices)
    drawn = found.figure()
    names = [str(trace.y[0]).replace("<br>", " ").replace("&#36;", "$") for trace in drawn.data]
    assert {*names, drawn.layout.annotations[0].text.replace("&#36;", "$")} >= {"nothing", house}
    for lang, word in (("uk", "Будувати"), ("ru", "Строить")):
        assert word in found.sentence(lang) and "build" not in found.sentence(lang)


def test_decide__its_picture_has_room_above_the_first_row_for_what_the_rest_is_compared_with() -> None:
    drawn = ml.decide(under_way(), ["-", "build new_york"], games=2, rounds=1, progress=False).figure()
    assert list(drawn.layout.yaxis.range) == [0.5, -0.5]
    assert drawn.layout.annotations[0].y == 1 and drawn.layout.annotations[0].yshift > 0


@pytest.mark.parametrize(("low", "high", "anchor"), [(-15.0, 4.0, "right"), (-5.0, 4.0, "center"), (1.0, 9, "center")])
def test_differences__the_name_of_the_baseline_stands_where_there_is_room(low: float, high: float, anchor: str) -> None:
    found, said = {"other": Interval((low + high) / 2, low, high)}, [dict.fromkeys(("difference", "low", "high"), "x")]
    drawn = differences("Title", [], found, said, 1, "unit", "a long name of the baseline")
    assert drawn.layout.annotations[0].xanchor == anchor


def test_differences__long_words_are_broken_and_the_picture_grows_with_them() -> None:
    """Lines of 30 letters below the axis, of 92 below the title: neither is cut where a page is narrow."""
    found, said = {"other": Interval(0.0, -1.0, 1.0)}, [dict.fromkeys(("difference", "low", "high"), "x")]
    short, long = (differences("Title", ["words " * n], found, said, 1, "unit " * n, "base").layout for n in (1, 30))
    assert max(map(len, long.xaxis.title.text.split("<br>"))) <= 30
    assert max(map(len, long.title.subtitle.text.split("<br>"))) <= 92
    assert long.margin.b > short.margin.b and long.margin.t > short.margin.t and long.height > short.height


def test_decide__sums_at_least_half_and_most() -> None:
    game = ml.Game("classic_us", BOTS | {"Ann": None}, start={"turn": "Ann", "cash": {"Ann": 201}})
    game.apply("roll 1 2")
    game.apply("decline")
    while game.node.player != "Ann":
        game.step()
    bids = [text for text in ml.decide(game, games=4, rounds=1, progress=False).plans if text.startswith("bid")]
    least = int(bids[0].split()[1])
    assert [int(text.split()[1]) for text in bids] == [least, (least + 201) // 2, 201]


def test_decide__leaves_the_game_alone() -> None:
    game = under_way()
    before = game.to_toml()
    ml.decide(game, games=4, rounds=1, progress=False)
    assert game.to_toml() == before


def test_compare__equal_arms_are_identical_and_it_says_so() -> None:
    found = ml.compare({"one": under_way(), "two": under_way()}, games=40, rounds=2, progress=False)
    assert found.identical("two") == 1 and tuple(found.difference("two", measure="worth")) == (0, 0, 0)
    assert found.difference("two").low < 0 < found.difference("two").high
    assert "changed nothing in 40 of 40 games" in repr(found)


def salaries() -> dict[str, ml.Game]:
    return {f"{x}": ml.Game("classic_us", BOTS, options={"salary": x}) for x in (200, 1000)}


def test_compare__different_editions_are_remarked() -> None:
    arms = {"Atlantic City": "classic_us", "London": "classic_london"}
    games = {name: ml.Game(edition, BOTS) for name, edition in arms.items()}
    said = ml.compare(games, games=2, rounds=1, progress=False).sentence()
    assert "different editions (classic_us, classic_london): sums of money are in the unit of each" in said
    same = dict.fromkeys(("one", "other"), games["London"])
    assert "different editions" not in ml.compare(same, games=2, rounds=1, progress=False).sentence()


def test_compare__common_luck_narrows_the_interval() -> None:
    pairs, singles = (
        ml.compare(salaries(), games=600, rounds=6, measure="worth", paired=paired, progress=False)
        for paired in (True, False)
    )
    assert pairs.difference("1000").half < singles.difference("1000").half
    assert "luck of its own" in repr(singles)


def test_compare__more_and_places_give_the_same_sums() -> None:
    more = {"measure": "worth", "rounds": 3, "progress": False}
    at_once = ml.compare(salaries(), games=1100, executor="threads", **more)
    steps = ml.compare(salaries(), games=300, **more).more(800)
    assert (at_once.sums.total == steps.sums.total).all() and (at_once.sums.product == steps.sums.product).all()
    assert at_once.table["difference"].equals(steps.table["difference"])
    assert steps.difference("1000").half > at_once.difference("1000").half


def test_compare__until_stops_at_a_look_and_drops_the_rest() -> None:
    found = ml.compare(salaries(), rounds=2, measure="worth", until=60, progress=False)
    assert found.games % 500 == 0 and found.difference("1000").half <= 60
    again = ml.compare(salaries(), games=found.games, rounds=2, measure="worth", progress=False)
    assert again.table["mean"].equals(found.table["mean"])


def test_compare__blocks_in_a_folder_are_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    more = {"rounds": 2, "progress": False, "folder": tmp_path}
    first = ml.compare(salaries(), games=1000, **more)

    def never(*_: object) -> None:
        raise AssertionError("played again")

    monkeypatch.setattr(comparison, "play_arms", never)
    again = ml.compare(salaries(), games=1000, **more)
    assert again.differences.equals(first.differences)
    with pytest.raises(AssertionError, match="played again"):
        ml.compare(salaries(), games=1000, seed=2, **more)
    monkeypatch.setattr(result_store, "of_rules", lambda: "other rules")
    with pytest.raises(AssertionError, match="played again"):
        ml.compare(salaries(), games=1000, **more)


def seated(n: int) -> dict[str, ml.Game]:
    """Ann takes the choice of this number."""

    def takes(view: ml.View) -> str:
        return view.choices()[n]

    others = {"Bo": "balanced", "Cy": "balanced"}
    return {
        "she": ml.Game("classic_us", {"Ann": takes, **others}),
        "bot": ml.Game("classic_us", {"Ann": "greedy", **others}),
    }


def constant(x: float) -> Callable[[object], float]:
    def measured(position: object) -> float:
        return x

    return measured


def test_compare__blocks_of_another_function_of_the_same_name_are_not_taken(tmp_path: Path) -> None:
    more = {"games": 2, "rounds": 3, "progress": False, "measure": "cash"}
    first, last = (ml.compare(seated(n), folder=tmp_path, **more) for n in (0, -1))
    assert last.table.equals(ml.compare(seated(-1), **more).table) and not last.table.equals(first.table)
    for x in (1.0, 2.0):
        found = ml.compare(salaries(), folder=tmp_path, **{**more, "measure": constant(x)})
        assert set(found.table["mean"]) == {x}
    assert len(list(tmp_path.rglob("*.parquet"))) == 4


def changed(column: str, value: str) -> Callable[[Path, list[Path]], None]:
    """A block with one value changed, and nothing else."""

    def change(block: Path, blocks: list[Path]) -> None:
        rows = pd.read_parquet(block)
        rows.loc[0, column] = value
        rows.to_parquet(block)

    return change


def columns(block: Path, blocks: list[Path]) -> None:
    pd.read_parquet(block).rename(columns={"value": "number"}).to_parquet(block)


def signed_huge(block: Path, blocks: list[Path]) -> None:
    """One place far away, with a digest that is right."""
    rows = [tuple(row) for row in pd.read_parquet(block).itertuples(index=False)][:-1]
    rows[0] = ("total", "(1000000000, 1000000000, 1000000000)", "1")
    rows.append(("digest", "()", result_store._digest(rows)))
    pd.DataFrame(rows, columns=result_store.COLUMNS).to_parquet(block)


@pytest.mark.parametrize(
    ("bend", "reason"),
    [
        (lambda block, blocks: block.write_bytes(block.read_bytes()[:100]), "."),
        (lambda block, blocks: block.write_bytes(b""), "."),
        (lambda block, blocks: block.write_bytes(blocks[1].read_bytes()), "other games"),
        (lambda block, blocks: block.write_bytes(blocks[2].read_bytes()), "another comparison"),
        (changed("value", "7"), "has been changed"),
        (changed("place", "(0, 0, 9)"), "has been changed"),
        (columns, "has been changed"),
        (signed_huge, "has been changed"),
    ],
    ids=["cut", "empty", "of other games", "of another comparison", "a value", "a place", "columns", "huge"],
)
def test_compare__a_block_that_is_not_what_its_name_says_is_named_and_played_again(
    bend: Callable[[Path, list[Path]], object], reason: str, tmp_path: Path
) -> None:
    more: dict[str, Any] = {"games": 501, "rounds": 1, "progress": False, "folder": tmp_path}
    found = ml.compare(salaries(), **more)
    block, next_one = sorted(tmp_path.rglob("*.parquet"))
    ml.compare(salaries(), **{**more, "seed": 2})
    (foreign,) = [path for path in tmp_path.rglob(block.name) if path != block]
    whole = block.read_bytes()
    bend(block, [block, next_one, foreign])
    with pytest.warns(RuntimeWarning, match=f"the saved block .*{block.name} is not used .*{reason}"):
        again = ml.compare(salaries(), **more)
    assert again.table.equals(found.table)
    assert block.read_bytes() == whole


def test_compare__what_a_killed_program_left_is_no_block_and_two_may_work_in_one_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more: dict[str, Any] = {"games": 2, "rounds": 1, "progress": False, "folder": tmp_path}
    found = ml.compare(salaries(), **more)
    (block,) = tmp_path.rglob("*.parquet")
    left = [block.with_name(".new-old.parquet"), block.with_name(".new-now.parquet"), block.with_suffix(".part")]
    for path in left:
        path.write_bytes(b"half")
    os.utime(left[0], (0, 0))
    block.unlink()
    played = comparison.play_arms

    def beside(*given: Any) -> object:  # another process is done with the same block first
        sums = played(*given)
        result_store.write(sums, block, block.parent.name)
        return sums

    monkeypatch.setattr(comparison, "play_arms", beside)
    assert ml.compare(salaries(), **more).table.equals(found.table)
    assert not left[0].exists() and left[1].exists()  # another process may still write it
    assert sorted(path.name for path in block.parent.glob("games-*")) == [block.name, left[2].name]


def stops_at(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody interrupts when the games from number `block` on would be played."""
    played = comparison.play_arms

    def stops(plans: object, own: object, seed: int, first: int, *more: object) -> object:
        if first >= block:
            raise KeyboardInterrupt
        return played(plans, own, seed, first, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(comparison, "play_arms", stops)


def test_compare__interrupted_gives_what_is_done_and_goes_on_from_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = {"games": 1000, "rounds": 2, "measure": "worth", "progress": False}
    with monkeypatch.context() as interrupted, ThreadPoolExecutor(1) as one:
        stops_at(500, interrupted)
        partial = ml.compare(salaries(), folder=tmp_path, executor=one, **more)
    assert partial.partial and partial.games == 500 and "Interrupted" in repr(partial)
    first_block = comparison.play_arms

    def second_only(plans: object, own: object, seed: int, first: int, *rest: object) -> object:
        assert first == 500
        return first_block(plans, own, seed, first, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(comparison, "play_arms", second_only)
    whole = ml.compare(salaries(), folder=tmp_path, **more)
    monkeypatch.undo()
    assert whole.differences.equals(ml.compare(salaries(), **more).differences) and not whole.partial


def test_sweep__interrupted_goes_on_from_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grid = {"salary": [0, 200], "reserve": [0, 20]}
    more = {"games": 1000, "rounds": 1, "measure": "cash", "progress": False}
    with monkeypatch.context() as interrupted, ThreadPoolExecutor(1) as one:
        stops_at(500, interrupted)
        assert ml.sweep("classic_us", grid, folder=tmp_path, executor=one, **more).comparison.partial
    stored = sorted(tmp_path.rglob("*.parquet"))
    assert len(stored) == 1
    written = stored[0].stat().st_mtime_ns
    whole = ml.sweep("classic_us", grid, folder=tmp_path, **more)
    assert len(list(tmp_path.rglob("*.parquet"))) == 2 and stored[0].stat().st_mtime_ns == written
    assert whole.table.equals(ml.sweep("classic_us", grid, **more).table)


def test_decide__never_with_the_luck_of_the_game_itself() -> None:
    game = ml.Scenario.load("game_under_way").game(seed=1)
    found = ml.decide(game, ["-", "build new_york"], games=2, rounds=1, progress=False)
    assert found.seed == 2 and ml.decide(under_way(), ["-", "build new_york"], games=2, progress=False).seed == 1


def in_cash(position: object) -> float:
    return position.cash["Ann"] / 3  # type: ignore[attr-defined]


def test_compare__a_function_is_a_measure() -> None:
    own, usual = (
        ml.compare(salaries(), games=30, rounds=3, measure=measure, progress=False) for measure in (in_cash, "cash")
    )
    assert own.measure == "in_cash"
    assert own.difference("1000").value == pytest.approx(usual.difference("1000").value / 3)


def test_sweep__a_grid_of_a_rule_and_a_parameter() -> None:
    found = ml.sweep(
        "classic_us", {"salary": [0, 200], "reserve": [0, 10, 20]}, games=30, rounds=3, measure="cash", progress=False
    )
    table = found.table
    assert len(table) == 6 and table["salary"].tolist() == [0] * 3 + [200] * 3
    assert found.comparison.player == "Ann"
    figure = found.figure()
    assert figure.data[0].type == "heatmap" and "±" in figure.data[0].text[0][0]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: ml.compare({"one": "classic_us"}), "cannot be compared"),
        (lambda: ml.compare({"one": "classic_us", "two": under_way()}, games=4, player="Zoe"), "Zoe"),
        (lambda: ml.compare({"a": ml.Game("classic_us", BOTS), "b": "classic_us"}), "have other players"),
        (lambda: ml.compare(salaries(), measure="win"), "did you mean .*wins"),
        (lambda: ml.compare(salaries(), confidence=95), "95 is no confidence"),
        (lambda: ml.compare(salaries(), until=0), "until=0"),
        (lambda: ml.compare(salaries(), games=1), "1 is no number of games"),
        (lambda: ml.compare(salaries(), games=2, folder=__file__), "cannot be saved in .*test_compare"),
        (lambda: ml.sweep("classic_us", {"salry": [1, 2]}), "salary"),
        (lambda: ml.sweep("classic_us", {"salary": 200}), "no list of values"),
        (lambda: ml.sweep("classic_us", {"salary": [200, 200]}), "twice"),
        (lambda: ml.sweep("classic_us", {}), "no grid"),
        (lambda: ml.decide(under_way(), ["build new_york"]), "only one choice"),
        (lambda: ml.decide(under_way(), []), "the list of choices is empty"),
        (lambda: ml.decide(under_way(), "roll"), r'decide: choices: .roll. is not accepted; .*; write \["roll"\]$'),
        (lambda: ml.compare({1: "classic_us", 2: "classic_us"}), "^1 cannot name what is compared"),  # type: ignore[dict-item]
        (lambda: ml.compare({"": "classic_us", "a": "classic_us"}), '^"" cannot name what is compared'),
        (lambda: ml.compare({"a": "classic_us", " ": "classic_us"}), '^" " cannot name what is compared'),
    ],
)
def test_bad_input__is_refused_in_words(call: object, says: str) -> None:
    with pytest.raises(ml.MonopolyLabError, match=says):
        call()  # type: ignore[operator]


def test_bad_input__a_game_that_is_over_has_nothing_to_decide() -> None:
    game = last_turn()
    game.run()
    with pytest.raises(ExperimentError, match="over already"):
        ml.decide(game)


@pytest.mark.parametrize("lang", ml.languages())
def test_words__in_every_language(lang: str) -> None:
    found = ml.compare(salaries(), games=20, rounds=1, progress=False)
    grid = ml.sweep("classic_us", {"salary": [0, 200]}, games=20, rounds=1, progress=False)
    for thing in (found, grid):
        assert thing.sentence(lang) and thing.figure(lang).layout.title.text.startswith("<b>")


def first(view: ml.View) -> str:
    return view.choices()[0]


def nonsense(view: ml.View) -> str:
    return "fly" if view.state.round > 2 else view.choices()[0]


@pytest.mark.parametrize("paired", [True, False])
def test_compare__an_arm_that_fails_is_named_and_its_game_can_be_opened(paired: bool) -> None:
    arms = {
        name: ml.Game("classic_us", {"Ann": who, "Bo": "balanced"}) for name, who in (("a", first), ("b", nonsense))
    }
    with pytest.raises(FailedGame, match=r'arm "b": game \d+ of seed 1, round 3.*fly') as failed:
        ml.compare(arms, games=2, rounds=4, paired=paired, progress=False)
    game = failed.value.game
    assert isinstance(game, ml.Game) and game.seats["Ann"] is nonsense and game.node.player == "Ann"
    assert (game.number, game.answered) == (failed.value.number, failed.value.answered)
