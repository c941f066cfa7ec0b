"""Play wildly to find what is wrong with the rules: `python tests/tools/check_rules.py --games 100000`.

Wild play over every edition, half of the profiles and options drawn anew for three tables of four, other rules from
some rounds on at one of four, everything that must hold checked after every step, in compiled code. `--equal 2000`
instead plays games in plain Python and compiled and compares them in every field and count. `--edition gamer
--players 2 --mode asked --book` fixes the edition, how many play, the profile or mode, and draws no other options;
`--equal 10000 --family children` takes the editions of a family in turn.
"""

import argparse
import hashlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from random_settings import BOOK, CHANGING, Setting, play_wildly, setting

from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.constants import node, payer_account
from monopoly_lab.editions import OPTIONS, editions, load_edition
from monopoly_lab.editions.rule_tables import HOTEL
from monopoly_lab.players import drive, strategies, style_of
from monopoly_lab.rules import State, make_choice_and_update_rules
from monopoly_lab.rules.random_numbers import fate_of
from monopoly_lab.rules.state_fields import DEPTH
from monopoly_lab.simulation.batches import batch
from monopoly_lab.simulation.event_counts import Batch, Tally, result
from monopoly_lab.simulation.invariants import NAMED, SAFE_SUM, SPARE

SEED = 2004
AT_A_TABLE = 10  # games with the same edition and options
WILD_ROUNDS, WILD_STEPS = 80, 4_000  # where a wild game is left that has not ended
SHOWN = 5  # wrong games printed
EQUAL_ROUNDS, EQUAL_ANSWERS = 40, 2_000


class Wrong(NamedTuple):
    """What did not hold, and where: enough to play the same game again."""

    edition: str
    options: dict[str, object]
    seats: int
    game: int
    step: int
    what: str


class WishError(MonopolyLabError):
    """Raised when tables are impossible: a mode or a number of players that the edition does not have."""


class Wish(NamedTuple):
    """What all tables are to have in common; None for what is drawn."""

    edition: str | None = None
    players: int | None = None
    mode: str | None = None  # a profile of the edition, or a mode of the game
    variety: int = CHANGING
    family: str | None = None

    def options(self, edition: str) -> dict[str, object]:
        """The options that the mode stands for. Raises WishError for a mode that the edition does not have."""
        if self.mode is None:
            return {}
        profiles, modes = load_edition(edition).profiles, OPTIONS["mode"].values
        if self.mode in profiles:
            return {"profile": self.mode}
        if self.mode in modes:
            return {"mode": self.mode}
        raise WishError(
            f'the edition "{edition}" has neither a profile nor a mode "{self.mode}"'
            + hint(self.mode, (*profiles, *modes))
        )

    def check(self) -> None:
        """Raises WishError, or what refuses the edition or its options, for what cannot be played."""
        if not self.editions():
            known = {load_edition(name).family for name in editions()}
            raise WishError(f'there is no family of editions "{self.family}"' + hint(str(self.family), sorted(known)))
        for edition in self.editions():
            tables = load_edition(edition).tables(self.options(edition))
            least, most = tables.o_players_min, tables.o_players_max
            if self.players is not None and not least <= self.players <= most:
                text = f'{self.players} players are not possible in "{edition}"; {least} to {most} can play'
                raise WishError(text)

    def editions(self) -> list[str]:
        """The one edition that is wished for, or those of the family, or all."""
        if self.edition is not None:
            return [self.edition]
        return [name for name in editions() if self.family in (None, load_edition(name).family)]


ANYTHING = Wish()


class Report(NamedTuple):
    games: int
    ended: int
    steps: int
    wrong: list[Wrong]


def tables(games: int, at_a_table: int, seed: int = SEED, wish: Wish = ANYTHING) -> Iterator[tuple[int, int, Setting]]:
    """`(first game, how many, the table)` until there are so many games, the editions in turn."""
    names = wish.editions()
    for number, first in enumerate(range(0, games, at_a_table)):
        edition = names[number % len(names)]
        table = setting(edition, seed, number // len(names), wish.variety, wish.players, wish.options(edition))
        yield first, min(at_a_table, games - first), table


def wild(
    games: int, seed: int = SEED, progress: Callable[[int, int], None] | None = None, wish: Wish = ANYTHING
) -> Report:
    """Compiled wild games, each checked after every step."""
    ended = steps = 0
    wrong: list[Wrong] = []
    for first, number, table in tables(games, AT_A_TABLE, seed, wish):
        found, _, _ = play_wildly(table, seed, first, number, WILD_ROUNDS, WILD_STEPS)
        steps += int(found[:, 0].sum())
        ended += int((found[:, 2] == node.OVER).sum())
        for i in found[:, 1].nonzero()[0].tolist():
            place = (table.edition, table.options, table.seats, first + i, int(found[i, 0]))
            wrong.append(Wrong(*place, say(f"invariant.{NAMED[int(found[i, 1])]}")))
        if progress is not None:
            progress(first + number, len(wrong))
    return Report(games, ended, steps, wrong)


def styles_of(table: Setting, number: int) -> list[int]:
    """Every strategy in turn, each table with others side by side."""
    names = strategies()
    rows = [style_of(names[(number + p * (1 + number % 5)) % len(names)]) for p in range(table.seats)]
    return [x for row in rows for x in row]


def fingerprints(games: int, compiled: bool, at_a_table: int) -> list[str]:
    """One text a table: a digest of every result, every field of the final positions and the tally."""
    return [digest(found) for found in played(games, compiled, at_a_table=at_a_table)]


def played(
    games: int, compiled: bool, seed: int = SEED, wish: Wish = ANYTHING, at_a_table: int = AT_A_TABLE
) -> Iterator[Batch]:
    """Games by the strategies; in plain Python ranges and money are asserted after every answer."""
    for first, number, table in tables(games, at_a_table, seed, wish):
        styles = styles_of(table, first // at_a_table)
        if compiled:
            limits = (EQUAL_ROUNDS, EQUAL_ANSWERS)
            yield batch(table.tables, table.start, styles, seed, number, first, *limits, finals=True, compiled=True)
        else:
            yield guarded(table, styles, seed, first, number)


def guarded(table: Setting, styles: list[int], seed: int, first: int, games: int) -> Batch:
    """What `batch` gives, in plain Python, with the ranges asserted that compiled code does not watch."""
    tally = Tally()
    found = Batch([], tally.rows)
    for game in range(first, first + games):
        fate = fate_of(seed, game)
        s, t = table.start.copy(), table.tables
        n = 0
        while s.node != node.OVER and s.round <= EQUAL_ROUNDS and n < EQUAL_ANSWERS:
            t = make_choice_and_update_rules(s, t, tally, *drive(s, t, styles, fate))
            n += 1
            assert_ranges(s, table.tables.spaces)
        found.results.append(result(s, game, n))
        found.finals.append(s)
    return found


def assert_ranges(s: State, spaces: int) -> None:
    assert 0 <= s.depth <= DEPTH - SPARE, s.depth
    assert sum(s.cash) == 0 and sum(s.coins) == s.cash[payer_account.BOARD], (s.cash, s.coins)
    assert max(s.cash) < SAFE_SUM and min(s.cash) > -SAFE_SUM, s.cash
    assert min(s.level) >= 0 and max(s.level) <= HOTEL, s.level
    assert min(s.at) >= 0 and max(s.at) < spaces, s.at
    assert -SAFE_SUM < s.bid < SAFE_SUM and -SAFE_SUM < s.debt < SAFE_SUM, (s.bid, s.debt)


def digest(found: Batch) -> str:
    facts = [sorted(state.facts().items()) for state in found.finals]
    return hashlib.sha256(repr((found.results, found.rows, facts)).encode()).hexdigest()[:16]


class Equality(NamedTuple):
    """Games at both speeds: how many came to their end, and the tables whose games differ."""

    ended: int
    differ: list[int]


def both_speeds(games: int, seed: int = SEED, wish: Wish = ANYTHING) -> Equality:
    """The same games in plain Python and compiled, compared in every field and count."""
    ended, differ = 0, []
    pairs = zip(played(games, False, seed, wish), played(games, True, seed, wish))
    for number, (plain, fast) in enumerate(pairs):
        ended += sum(s.node == node.OVER for s in plain.finals)
        if digest(plain) != digest(fast):
            differ.append(number)
    return Equality(ended, differ)


def main(arguments: Sequence[str] | None = None) -> int:
    """0 if nothing was found, 1 with what was found."""
    parser = _parser()
    given = parser.parse_args(arguments)
    wish = Wish(given.edition, given.players, given.mode, BOOK if given.book else CHANGING, given.family)
    try:
        wish.check()
    except MonopolyLabError as problem:
        parser.error(str(problem))
    begun = time.perf_counter()
    wrong: Sequence[object]
    if given.equal:
        ended, wrong = both_speeds(given.equal, given.seed, wish)
        line = (
            f"{given.equal} games in plain Python and compiled, {ended} of them to their end in {EQUAL_ROUNDS} rounds: "
            f"{len(wrong)} tables of ten differ."
        )
    else:
        report = wild(given.games, given.seed, _progress(given.games), wish)
        wrong = report.wrong
        line = (
            f"{report.games} games, {report.ended} of them to their end, {report.steps} steps: "
            f"{len(report.wrong)} errors."
        )
    for place in wrong[:SHOWN]:
        print(place)
    print(line, f"({round(time.perf_counter() - begun)} s)")
    return int(bool(wrong))


def _progress(games: int) -> Callable[[int, int], None]:
    step = max(games // 20, 1)

    def tell(done: int, wrong: int) -> None:
        if done // step != (done - AT_A_TABLE) // step:
            print(f"{done} of {games} games, {wrong} errors", flush=True)

    return tell


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python tests/tools/check_rules.py",
        description="Play random games and check after every step that nothing is lost or impossible.",
    )
    parser.add_argument("--games", type=int, default=100_000, help="how many games")
    parser.add_argument(
        "--equal",
        type=int,
        default=0,
        metavar="GAMES",
        help="instead: play so many games in plain Python and compiled, and compare them",
    )
    parser.add_argument("--seed", type=int, default=SEED, help="another seed plays other games")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--edition", help="only this edition")
    only.add_argument("--family", help="only editions of this family")
    parser.add_argument("--players", type=int, help="only so many players at a table")
    parser.add_argument("--mode", help="only this profile of the edition, or this mode of the game")
    parser.add_argument(
        "--book", action="store_true", help="only the options of the rule book or the profile, no drawn ones"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
