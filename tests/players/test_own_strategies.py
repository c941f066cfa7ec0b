"""Strategies of one's own that compile: the same games at both speeds, and refusals in words."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import FailedGame, StrategyError
from monopoly_lab.constants import action, node, refusal, space_kind
from monopoly_lab.experiments.jobs import play
from monopoly_lab.experiments.plan import plan_of
from monopoly_lab.players.custom_strategy import KNOWN
from monopoly_lab.rules import why_not
from monopoly_lab.rules.agenda import rule
from monopoly_lab.simulation.play_blocks import play_block

LEAST = 10


def no_utilities(s, t, p):
    """Leaves utilities to the others, and says the least bid for anything else."""
    if s.node == node.BUY and t.kind[s.lot] == space_kind.UTILITY:
        return action.DECLINE, -1, -1
    if s.node == node.BID and s.cash[p] > 500 and why_not(s, t, p, action.BID, -1, LEAST) == refusal.NONE:
        return action.BID, -1, LEAST
    return action.NONE, -1, -1


@rule
def may_build(s, t, p, q):
    return s.cash[p] > 300 and why_not(s, t, p, action.BUILD, q, -1) == refusal.NONE


def builds_last_first(s, t, p):
    """Builds on the last site where that is allowed, while a reserve is left."""
    for q in range(t.spaces - 1, -1, -1):
        if may_build(s, t, p, q):
            return action.BUILD, q, -1
    return action.NONE, -1, -1


def buys_always(s, t, p):
    """Also where nothing is for sale."""
    return action.BUY, -1, -1


def divides(s, t, p):
    return action.PASS, -1, 1 // (s.cash[p] - s.cash[p])


def own(decide: Callable[..., Any] | None = no_utilities, act: Callable[..., Any] | None = None) -> ml.CompiledStrategy:
    return ml.CompiledStrategy(decide, act, otherwise=ml.Strategy("balanced", build_to=0))


def three(who: ml.CompiledStrategy, edition: str = "classic_us") -> Any:
    return plan_of(edition, {"Ann": who, "Bo": "greedy", "Cy": who})


def test_own__decides_and_leaves_the_rest_to_the_other() -> None:
    game = ml.Game("classic_us", {"Ann": own(), "Bo": "greedy"}, seed=4, options={"first_player": 0})
    game.apply("roll 5 7" if "roll 5 7" in game.node.outcomes else "roll 6 6")  # Electric Company stands on space 12
    game.step()
    assert "electric" not in game.state.deeds["Ann"] and "Electric Company" in " ".join(game.log())
    shipped = ml.Game("classic_us", {"Ann": "balanced", "Bo": "greedy"}, seed=4, options={"first_player": 0})
    shipped.apply("roll 6 6")
    shipped.step()
    assert "electric" in shipped.state.deeds["Ann"]


def test_own__acts_before_a_throw() -> None:
    """`build_to=0`: the strategy that plays otherwise never builds."""
    game = ml.Scenario.load("game_under_way").game(seed=1, players={"Ann": own(None, builds_last_first)})
    game.step()
    assert "Ann" in game.log(last=1)[0] and "New York Avenue" in game.log(last=1)[0]


@pytest.mark.full
@pytest.mark.parametrize("edition", ["classic_us", "ukraine"])
def test_own__the_same_games_compiled(edition: str) -> None:
    plan = three(own(no_utilities, builds_last_first), edition)
    plain, compiled = (play_block(plan.start, 7, 0, 5, fast) for fast in (False, True))
    assert (plain.rows == compiled.rows).all() and (plain.tally == compiled.tally).all()
    assert (plain.notes == compiled.notes).all()
    shipped = play_block(plan_of(edition, {"Ann": "balanced", "Bo": "greedy", "Cy": "balanced"}).start, 7, 0, 5, True)
    assert (shipped.tally != compiled.tally).any()


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.full)])
def test_own__a_refused_answer_names_the_game_and_opens_it(compiled: bool) -> None:
    plan = plan_of("classic_us", {"Ann": "greedy", "Bo": own(buys_always)})
    refused = r"buys_always answers \(buy, -1, -1\) at the node [a-z]+, which the rules refuse: not_now"
    with pytest.raises(FailedGame, match=refused) as failed:
        play(plan, {}, 3, 10, 4, compiled)
    assert failed.value.number == 10 and failed.value.seed == 3
    players = {"Ann": "greedy", "Bo": own(buys_always)}
    with pytest.raises(FailedGame) as opened:
        ml.simulate("classic_us", games=3, players=players, seed=3, executor="threads", progress=False)
    assert isinstance(opened.value.game, ml.Game) and opened.value.game.node.player == "Bo"


def test_own__one_that_fails_is_told() -> None:
    with pytest.raises(FailedGame, match="divides has failed: ZeroDivisionError"):
        play(three(own(divides)), {}, 1, 0, 1, False)


def pays_himself(s, t, p):
    """Only in a later round: a game has to be played to see it."""
    if s.round > 1:
        s.cash[p] = 10**6
    return action.NONE, -1, -1


@pytest.mark.parametrize("compiled", [False, True])
def test_own__one_that_writes_into_the_state_is_refused(compiled: bool) -> None:
    with pytest.raises(FailedGame, match=r"game 0 of seed 1.*pays_himself has written into the state \(cash\)"):
        play(three(own(pays_himself)), {}, 1, 0, 1, compiled)


def frees_rents(s, t, p):
    if s.round > 1:
        t.rent[8] = 0
    return action.NONE, -1, -1


def sets_a_number(s, t, p):
    t.o_salary = 5_000
    return action.NONE, -1, -1


def changes_what_comes(s, t, p):
    if t.until:
        t.later.o_salary = 0
    return action.NONE, -1, -1


@pytest.mark.parametrize(
    ("function", "field"), [(frees_rents, "rent"), (sets_a_number, "o_salary"), (changes_what_comes, "o_salary")]
)
def test_own__one_that_writes_into_the_tables_is_refused_and_they_are_set_back(function: Any, field: str) -> None:
    options = {"changes": [{"round": 3, "options": {"salary": 100}}]}
    game = ml.Game("classic_us", {"Ann": own(function), "Bo": own(function)}, seed=4, options=options)
    before = copy.deepcopy(game.tables)
    with pytest.raises(
        StrategyError, match=rf"{function.__name__} has written into the tables \({field}\): a strategy"
    ):
        game.run()
    assert game.tables == before
    if function is frees_rents:
        with pytest.raises(FailedGame, match=r"game 0 of seed 1.*frees_rents has written into the tables \(rent\)"):
            play(three(own(function)), {}, 1, 0, 1, True)


def test_own__what_one_has_written_is_set_back() -> None:
    game = ml.Game("classic_us", {"Ann": own(pays_himself), "Bo": own(pays_himself)}, seed=4)
    with pytest.raises(StrategyError, match="a strategy only reads"):
        game.run()
    assert max(game.state.cash.values()) < 10**6


@pytest.mark.full
def test_own__what_the_compiler_cannot_read_is_told() -> None:
    def texts(s, t, p):
        return {"": action.BUY}.get(str(s.node), action.NONE), -1, -1

    with pytest.raises(StrategyError, match="texts cannot be compiled"):
        play(three(own(texts)), {}, 1, 0, 1, True)


@pytest.mark.parametrize(
    "answer", [(action.PROPOSE, -1, -1), (-5, -1, -1), (action.BUILD, 1000, -1), (action.BID, -1, 2**50)]
)
def test_own__any_three_numbers_are_refused_or_taken(answer: tuple[int, int, int]) -> None:
    v, q, x = answer

    def says(s, t, p):
        return v, q, x

    plan = three(own(says, says))
    for compiled in (False, True):
        with pytest.raises(FailedGame, match="which the rules refuse"):
            play(plan, {}, 1, 0, 1, compiled)


def test_own__its_number_is_that_of_its_code_and_of_the_numbers_it_takes_from_outside(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = own().number
    assert own().number == first != own(buys_always).number != own(no_utilities, builds_last_first).number
    monkeypatch.setattr(f"{__name__}.LEAST", 20)
    assert own().number != first


@pytest.mark.full
def test_own__travels_to_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = pickle.dumps(three(own()))
    before = play(three(own()), {}, 1, 0, 2, False)
    KNOWN.clear()
    there = pickle.loads(sent)
    assert (play(there, {}, 1, 0, 2, False).block.rows == before.block.rows).all()
    assert KNOWN


def test_own__keeps_its_function_in_a_sweep_and_its_name_in_results() -> None:
    found = ml.sweep(
        "classic_us", {"reserve": [0, 30]}, players={"Ann": own(), "Bo": "greedy"}, games=2, progress=False
    )
    seats = [plan.game.seats["Ann"] for plan in found.comparison.plans.values()]
    assert [who.parameters["reserve"] for who in seats] == [0, 30]
    assert {who.number for who in seats} == {own().number}
    played = ml.simulate("classic_us", games=2, players={"Ann": own(), "Bo": "greedy"}, progress=False)
    assert played.strategies["Ann"] == "no_utilities"


def test_own__a_saved_game_has_a_person_in_its_seat() -> None:
    game = ml.Game("classic_us", {"Ann": own(), "Bo": "greedy"}, seed=1)
    with pytest.warns(UserWarning, match="Ann"):
        again = ml.Game.from_toml(game.to_toml())
    assert again.seats == {"Ann": None, "Bo": "greedy"}


@pytest.mark.parametrize("given", [{"decide": None}, {"decide": 5}, {"decide": no_utilities, "otherwise": "random"}])
def test_own__what_is_no_function_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(StrategyError):
        ml.CompiledStrategy(**given)
