"""What a position remembers of deeds, loans and menus saves time and changes no game."""

import pytest

import monopoly_lab as ml
from monopoly_lab.rules import list_acts, list_answers
from monopoly_lab.rules.state import clear_memory
from tests.sampled import EDITIONS, FEW, sampled

STRATEGIES = ("investor", "greedy", "balanced")


def played(edition: str, forgets: bool) -> ml.Game:
    """Three strategies play on from deeds dealt to all; one plays with a memory that is emptied before each step."""
    options = {"house_rules": True, "mode": "timed"} if ml.load_edition(edition).deeds else {}
    game = ml.Game(edition, dict(zip(("Ann", "Bo", "Cy"), STRATEGIES, strict=True)), seed=7, options=options)
    for _ in range(900):
        if game.over:
            break
        if forgets:
            clear_memory(game._s)
        game.advance()
    return game


@pytest.mark.parametrize("edition", sampled(ml.editions(), ("gamer", "junior_fair"), EDITIONS))
def test_memory__emptied_before_every_step_changes_nothing(edition: str) -> None:
    kept, emptied = played(edition, forgets=False), played(edition, forgets=True)
    assert kept.answers == emptied.answers
    assert kept.state == emptied.state


@pytest.mark.parametrize("edition", sampled(ml.editions(), FEW, EDITIONS))
def test_memory__menus_are_those_of_a_position_that_remembers_nothing(edition: str) -> None:
    game = ml.Game(edition, dict.fromkeys(("Ann", "Bo", "Cy"), "random"), seed=3)
    for _ in range(300):
        if game.over:
            break
        kept, emptied = game._s.copy(), game._s.copy()
        clear_memory(emptied)
        for s in (kept, emptied):
            list_answers(s, game.tables)
        menus = [[(s.menu_verb[i], s.menu_space[i], s.menu_amount[i]) for i in range(s.menu)] for s in (kept, emptied)]
        for p in range(3):
            for s, menu in zip((kept, emptied), menus, strict=True):
                list_acts(s, game.tables, p)
                menu += [(s.menu_verb[i], s.menu_space[i], s.menu_amount[i]) for i in range(s.menu)]
        assert menus[0] == menus[1]
        game.advance()
