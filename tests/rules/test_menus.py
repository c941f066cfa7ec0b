"""What is listed is all that may be chosen."""

from collections.abc import Iterator

import pytest
from at_table import do, sit
from random_settings import Setting, prepared, setting

from monopoly_lab.constants import action, names, node, refusal
from monopoly_lab.editions import editions
from monopoly_lab.players import drive, style_of
from monopoly_lab.rules import (
    State,
    Tables,
    list_acts,
    list_answers,
    make_choice_and_update_rules,
    update_rules,
    why_not,
)
from monopoly_lab.rules.code_groups import FINES, is_chance
from monopoly_lab.rules.random_numbers import chance_outcome, fate_of
from tests.sampled import FEW, sampled

STRATEGIES = ("balanced", "trader", "random")
SEED, TABLES, ANSWERS, EVERY = 1, 2, 240, 12
NONE = refusal.NONE
OF_SPACES = (
    *(action.BUILD, action.SELL, action.CLEAR, action.MORTGAGE, action.SELL_DEED),
    *(action.REDEEM, action.CLAIM, action.DEAL),
)
OF_NUMBERS = (
    *(action.ROLL, action.DRAW, action.REEL, action.GO, action.CHOOSE, action.TARGET, action.SWAP),
    *(action.WANT, *FINES),
)
LEAST = (action.BID, action.STAKE, action.TOLL)  # listed by the least sum
OF_NOBODY = (
    action.ROLL,
    action.DRAW,
    action.REEL,
    action.WAY,
    action.DEAL,
    action.CALL,
    *FINES,
)  # luck and the banker
UNLISTED = (action.NONE, action.PROPOSE, action.SETTLE, action.SELL_GROUP, action.WAY)  # not by trying all numbers


def played(table: Setting, answers: int = ANSWERS) -> Iterator[tuple[State, Tables]]:
    """A game of strategies, position by position."""
    s, t = table.start.copy(), table.tables
    styles = [number for p in range(s.seats) for number in style_of(STRATEGIES[p % len(STRATEGIES)])]
    t, fate = update_rules(s, t, []), fate_of(SEED, 0)
    for _ in range(answers):
        yield s, t
        who, v, q, x = drive(s, t, styles, fate)
        if v == action.NONE:
            return
        t = make_choice_and_update_rules(s, t, [], who, v, q, x)


def listed(s: State, t: Tables, p: int) -> set[tuple[int, int, int]]:
    """What a seat, or luck or the banker (-1), finds in its menus."""
    found: set[tuple[int, int, int]] = set()
    asked = -1 if is_chance(s.node) else s.actor
    for fill in (list_answers, list_acts):
        if fill is list_answers and p != asked:
            continue
        fill(s, t) if fill is list_answers else fill(s, t, p)  # type: ignore[call-arg, arg-type]
        found |= set(zip(s.menu_verb[: s.menu], s.menu_space[: s.menu], s.menu_amount[: s.menu]))
    return found


def allowed(s: State, t: Tables, p: int, sums: dict[int, int]) -> set[tuple[int, int, int]]:
    """What the rules do not refuse, of everything that could be typed; `sums` are listed, and have to be the least."""
    found = set()
    for v in names(action):
        if v in UNLISTED or (v in OF_NOBODY and p >= 0):
            continue
        if v in OF_SPACES:
            found |= {(v, q, -1) for q in range(-1, t.spaces + 1) if why_not(s, t, p, v, q, -1) == NONE}
        elif v in OF_NUMBERS:
            numbers = range(-1, max(t.spaces, t.cards, t.characters, 13, 6 * 36) + 1)
            found |= {(v, -1, x) for x in numbers if why_not(s, t, p, v, -1, x) == NONE}
        elif v in LEAST:
            x = sums.get(v, -1)
            assert x == -1 or why_not(s, t, p, v, -1, x - 1) != NONE, names(action)[v]
            found |= {
                (v, -1, y) for y in (-1, 0, 1, 10, x) if why_not(s, t, p, v, -1, y) == NONE and (y == x or x == -1)
            }
        else:
            codes = {why_not(s, t, p, v, q, x) for q in (-1, 1) for x in (-1, 1, 10)}
            assert len(codes) == 1, names(action)[v]
            found |= {(v, -1, -1)} if codes == {NONE} else set()
    return found


@pytest.mark.parametrize("edition", sampled(editions(), (*FEW, "home_print")))  # with fines
def test_menus__everything_that_may_be_chosen_is_listed_and_nothing_else(edition: str) -> None:
    for number in range(TABLES):
        for n, (s, t) in enumerate(played(setting(edition, SEED, number))):
            if n % EVERY == number:
                for p in range(-1, s.seats):
                    found = listed(s, t, p)
                    assert all(why_not(s, t, p, *choice) == NONE for choice in found), (number, n, p)
                    sums = {v: x for v, _, x in found if v in LEAST}
                    assert allowed(s, t, p, sums) == {each for each in found if each[0] not in UNLISTED}, (number, n, p)
                    groups = [t.group[q] for v, q, _ in found if v == action.SELL_GROUP]
                    sold = {t.group[q] for q in range(t.spaces) if why_not(s, t, p, action.SELL_GROUP, q, -1) == NONE}
                    assert sorted(groups) == sorted(sold), (number, n, p)  # one site stands for its group


def test_menus__an_open_rent_is_listed_for_its_owner_alone() -> None:
    """Section on rent: its owner asks for it. Nothing but the space is named."""
    game = do(
        sit("moscow", options={"rent_claim": "asked"}, deeds={"Bo": [39], "Cy": [37]}, position={"Ann": 33}), "roll 3 3"
    )
    s, t = game.raw_state(), game.tables
    claims = {game.players[p]: {row for row in listed(s, t, p) if row[0] == action.CLAIM} for p in range(s.seats)}
    assert claims.pop("Bo") == {(action.CLAIM, 39, -1)}
    assert not any(claims.values())


def test_menus__who_takes_over_a_mortgage_finds_its_redemption_among_the_answers_alone() -> None:
    """Section on mortgages: to be redeemed at once, or left with the fee; nothing else is done before."""
    game = sit("moscow", deeds={"Ann": [12]}, mortgaged=[12])
    do(game, f"trade Bo: {game.edition.spaces[12].id} for 40", "accept")
    s, t = game.raw_state(), game.tables
    assert s.node == node.INHERIT and game.players[s.actor] == "Bo"
    list_answers(s, t)
    assert set(s.menu_verb[: s.menu]) == {action.REDEEM, action.FEE}
    for p in range(s.seats):
        list_acts(s, t, p)
        assert s.menu == 0


CHANCES = {
    **{"classic_us": {node.DICE, node.DRAW}, "ukraine": {node.REEL}, "gamer": {node.DICE}, "junior": {node.DRAW}},
    **{"russia_moscow": {node.DEAL}, "class_board": {node.WAY}},
}
OPTIONS: dict[str, dict[str, object]] = {"russia_moscow": {"mode": "short"}, "class_board": {"detour": 7}}


@pytest.mark.parametrize("edition", CHANCES)
def test_luck__brings_whatever_is_listed_and_nothing_else(edition: str) -> None:
    """At every chance: all outcomes come up in enough games, no other does, and none is written otherwise."""
    table, seen = prepared(edition, OPTIONS.get(edition, {}), 3), set()
    for s, t in played(table, answers=1500):
        if s.node in CHANCES[edition] - seen:
            seen.add(s.node)
            list_answers(s, t)
            rows = set(zip(s.menu_verb[: s.menu], s.menu_space[: s.menu], s.menu_amount[: s.menu]))
            games = 14 * len(rows)  # one of them missing in one of a million
            assert {chance_outcome(s, t, fate_of(SEED, n)) for n in range(games)} == rows
    assert seen == CHANCES[edition]
