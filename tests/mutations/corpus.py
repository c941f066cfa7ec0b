"""Stretches of recorded games, to see whether a mutant plays them otherwise.

They are of all editions under any options, played wildly and by strategies, also with a seat that was bankrupt before.
Each stretch is a position with the answers that followed it, refused ones among them. What comes of each answer (the
refusal, the log, the whole position) is reduced to a number; so are, at the end of a stretch, the menus of every seat
and the refusals of choices drawn at random. A mutant with the same numbers everywhere shows no difference here.
"""

import random
import signal
from collections.abc import Iterator
from typing import NamedTuple
from zlib import crc32

import pytest
from random_settings import CHANGING, setting

from monopoly_lab.constants import action, node, payer_account
from monopoly_lab.editions import editions
from monopoly_lab.players import drive, strategies, style_of
from monopoly_lab.rules import State, Tables, list_acts, list_answers, try_choice, update_rules, why_not
from monopoly_lab.rules.agenda import Log
from monopoly_lab.rules.random_numbers import fate_of
from monopoly_lab.simulation import random_play

SEED, TABLES = 5, 12  # settings of each edition
ROUNDS, STEPS = 40, 300
TOGETHER = 8  # answers in a stretch
TYPED = 40  # choices tried at the end of a stretch
SECONDS = 20.0  # of a processor: longer means that it hangs
OFFERS = (action.PROPOSE, action.SETTLE)  # what is offered was laid into the position before
Answer = tuple[int, int, int, int]  # seat, verb, space, amount


class Stretch(NamedTuple):
    """A position and the answers that followed."""

    name: str
    start: State
    tables: Tables
    answers: list[Answer]


class Recorder:
    """Gathers stretches while a game is played: `try_choice` with a note of each answer."""

    def __init__(self, name: str) -> None:
        self.name, self.found, self.closed = name, list[Stretch](), True

    def apply(self, s: State, t: Tables, log: Log, p: int, v: int, q: int, x: int) -> int:
        """Note the answer and give it."""
        if self.closed or len(self.found[-1].answers) >= TOGETHER or v in OFFERS or t is not self.found[-1].tables:
            self.found.append(Stretch(f"{self.name} {len(self.found)}", s.copy(), t, []))
        self.found[-1].answers.append((p, v, q, x))
        self.closed = v in OFFERS
        return try_choice(s, t, log, p, v, q, x)


def put_one_out(s: State) -> None:
    """Make a seat bankrupt before its first turn, where somebody else is about to throw and two more play."""
    others = [p for p in range(s.seats) if p not in (s.mover, s.actor, s.first) and p not in s.owner]
    if s.node == node.DICE and s.seats > 2 and others:
        p = others[-1]
        s.out[p] = s.bankruptcies = 1
        s.cash[payer_account.BANK] += s.cash[p]
        s.cash[p] = 0


def recorded(edition: str, tables: int = TABLES) -> list[Stretch]:
    """Play an edition at several tables, wildly and by strategies, and return all stretches."""
    found: list[Stretch] = []
    names = strategies()
    for number in range(tables):
        for wild in (True, False):
            table = setting(edition, SEED, number, CHANGING)
            recorder = Recorder(f"{edition} {number} {'wild' if wild else 'strategies'}")
            s, t = table.start, table.tables
            if number % 3 == 2:
                put_one_out(s)
            if wild:
                with pytest.MonkeyPatch.context() as patch:
                    patch.setattr(random_play, "try_choice", recorder.apply)
                    slot = [0] * random_play.SLOT
                    _, code = random_play.play_wildly(s, t.stages, [], None, slot, SEED, number, ROUNDS, STEPS)
                assert code == 0
            else:
                styles = [x for p in range(s.seats) for x in style_of(names[(number + p) % len(names)])]
                for _ in range(STEPS):
                    who, v, q, x = drive(s, t, styles, fate_of(SEED, number))
                    if v == action.NONE or s.node == node.OVER:
                        break
                    recorder.apply(s, t, [], who, v, q, x)
                    t = update_rules(s, t, [])
            found += recorder.found
    return found


def corpus(tables: int = TABLES) -> list[Stretch]:
    """Return the stretches of all editions."""
    return [stretch for edition in editions() for stretch in recorded(edition, tables)]


def outcome(stretch: Stretch) -> Iterator[int]:
    """Play a stretch; yield a number for what came of each answer, then for all menus and for choices typed."""
    s, t = stretch.start.copy(), stretch.tables
    for p, v, q, x in stretch.answers:
        log: list[tuple[int, ...]] = []
        code = try_choice(s, t, log, p, v, q, x)  # type: ignore[arg-type]
        t = update_rules(s, t, log)  # type: ignore[arg-type]
        yield hash((code, str(log), str(s.facts())))
    for p in range(-1, s.seats):
        for fill in (list_answers, list_acts) if p == s.actor else (list_acts,):
            if fill is list_answers and s.node == node.OVER:
                continue
            fill(s, t) if fill is list_answers else fill(s, t, p)  # type: ignore[call-arg, arg-type]
            yield hash(str([each[: s.menu] for each in (s.menu_verb or [], s.menu_space or [], s.menu_amount or [])]))
    luck = random.Random(crc32(stretch.name.encode()))
    verbs = list(range(1, action.END + 1))
    for _ in range(TYPED):
        p, v = luck.randrange(-1, s.seats), luck.choice(verbs)
        q, x = luck.randrange(-1, t.spaces + 1), luck.choice((-1, 0, 1, 2, 3, 5, 10, 50, luck.randrange(300)))
        yield why_not(s, t, p, v, q, x)


def outcomes(stretch: Stretch) -> tuple[int, ...]:
    """Return the numbers of a stretch; after an error or a hang, those up to it."""
    found: list[int] = []

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        for number in outcome(stretch):
            found.append(number)
    except Exception:
        found.append(-1)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return tuple(found)
