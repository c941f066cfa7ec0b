"""Blocks of games: equal at both speeds, however they are cut, and noted as a game stepped by hand would be."""

import numpy as np
import pytest

from monopoly_lab import rules
from monopoly_lab.editions import load_edition
from monopoly_lab.game import Game
from monopoly_lab.players import style_of
from monopoly_lab.simulation import recorder
from monopoly_lab.simulation.game_block import Block, Start
from monopoly_lab.simulation.play_blocks import play_block

WHO = ("balanced", "cautious", "random")


def start_of(edition: str = "classic_us", last: int = 60, width: int = 75, who: tuple[str, ...] = WHO) -> Start:
    t = load_edition(edition).tables()
    s = rules.empty(t, len(who))
    rules.start(s, t, [])
    return Start(t, s, tuple(n for name in who for n in style_of(name)), last, width)


def same(one: Block, other: Block) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("rows", "tally", "notes"))


@pytest.mark.parametrize("edition", ["classic_us", "gamer"])
def test_speeds__a_block_is_the_same_compiled(edition: str) -> None:
    start = start_of(edition)
    plain, compiled = (play_block(start, 7, 3, 6, speed) for speed in (False, True))
    assert same(plain, compiled)
    assert plain.rows[:, recorder.ANSWERS].min() > 0


def test_speeds__a_look_changes_nothing_and_sees_the_same() -> None:
    start = start_of(last=12)
    seen: list[list[tuple[int, int, list[int]]]] = [[], []]
    looked = [
        play_block(start, 7, 0, 4, speed, lambda g, r, s, n=n: seen[n].append((g, r, s.cash[:3])))
        for n, speed in enumerate((False, True))
    ]
    assert seen[0] == seen[1] and len(seen[0]) == 4 * 12
    assert same(looked[0], looked[1]) and same(looked[0], play_block(start, 7, 0, 4, True))


def test_notes__a_game_by_hand_is_worth_the_same_at_the_end_of_each_round() -> None:
    block = play_block(start_of(last=20, width=1), 7, 5, 1, False)
    game = Game("classic_us", dict(zip(("Ann", "Bo", "Cy"), WHO)), seed=7, number=5)
    for i in range(20):
        game.run(rounds=1)
        worth = list(game.net_worth().values())
        head = block.notes[i, recorder.HEAD]
        assert head[recorder.WORTH : recorder.WORTH + 3].tolist() == worth and head[recorder.GAMES] == 1
        gini = sum(abs(x - y) for x in worth for y in worth) / (2 * 3 * sum(worth))
        assert abs(head[recorder.GINI] / recorder.MILLION - gini) < 2e-6
        poorest = min(worth) / sum(worth)
        assert (
            abs(head[recorder.LORENZ] / recorder.MILLION - poorest) < 2e-6
            and head[recorder.LORENZ + 2] == recorder.MILLION
        )
    assert block.rows[0, recorder.CASH : recorder.CASH + 3].tolist() == list(game.net_worth("cash").values())


def test_notes__rounds_one_by_one_to_a_hundred_then_every_tenth() -> None:
    slots = [recorder.round_slot(r) for r in range(1, 1001)]
    assert slots[:100] == list(range(100)) and slots[100] == -1 and slots[109] == 100
    assert max(slots) == recorder.SLOTS - 1 == slots[999]


def test_tally__payments_by_seat_add_up_to_those_by_cause() -> None:
    from monopoly_lab.simulation import event_counts

    rows = play_block(start_of(), 1, 0, 5, False).tally
    by_cause = rows[event_counts.FIRST_CAUSE : event_counts.FIRST_CAUSE + event_counts.CAUSE_COUNT]
    got = rows[event_counts.GOT : event_counts.RENT_PAID].reshape(-1, event_counts.CAUSE_COUNT, 2).sum(0)
    spent = rows[event_counts.SPENT : event_counts.GOT].reshape(-1, event_counts.CAUSE_COUNT, 2).sum(0)
    rent = event_counts.RENT
    assert (got[rent] == spent[rent]).all() and (got[rent] == by_cause[rent]).all()
    by_deed = rows[event_counts.RENT_GOT : event_counts.STOPS].sum(0)
    assert 0 < by_deed[1] <= by_cause[rent][1]
