"""Compare the chain with games that know nothing of it: `independent_simulation.py --games 600 --throws 200`.

`python tests/tools/independent_simulation.py --games 600 --throws 200` compares every edition under both policies
in jail.

Three players throw, buy nothing and pay what they must; where their tokens are is read from the events
of the game alone. Nothing of the derivation is used, neither its tables nor its fixed answers. The
conventions are those of the chain: of spaces that a card leaves open, the next; the bus and three alike
as the chain is asked; cards for a token stay in the box; on a board of sides each side's chain meets its
own throws; a throw ends where its token stands before anything else begins; a turn where its last throw
ends; a throw lands on every space it brings the token to, on the last one also where the token stays;
who is held where he has just come to lands there held.
"""

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from monopoly_lab import rules
from monopoly_lab.common.messages import say
from monopoly_lab.constants import action, dice_purpose, event, node, player_role, refusal
from monopoly_lab.editions import Edition, editions, load_edition
from monopoly_lab.editions.policies import SIDES
from monopoly_lab.markov.board_chain import Chain
from monopoly_lab.markov.chain_setup import remove_tickets
from monopoly_lab.markov.distributions import PER
from monopoly_lab.markov.position_states import remove_token_cards
from monopoly_lab.rules import State, Tables
from monopoly_lab.rules.code_groups import is_chance
from monopoly_lab.rules.legality import why_not
from monopoly_lab.rules.random_numbers import chance_outcome, fate_of

if TYPE_CHECKING:
    import pandas as pd

SEATS = 3  # with two, some boards give each of them two tokens
WEALTH = 10**6
LIMIT = 4.0  # standard errors
WARM_UP = 60  # throws a player; the start counts for less than a ten-thousandth then
QUIET = (action.DECLINE, action.PASS, action.FLAT, action.PAY, action.THROW, action.POWER, action.MOVE)
LEAVING = {"leave": (action.PAY,), "stay": (action.THROW, action.STOP)}

Place = tuple[int, int]  # a space, 1 while the token is held there
Entry = tuple[int, ...]
Choice = tuple[int, int, int]  # verb, space, amount


class Tokens:
    """Where the tokens of a game are, from its events; what was counted, by player, way of counting and place."""

    def __init__(self) -> None:
        self.counts: list[dict[str, Counter[Place]]] = [{per: Counter() for per in PER} for _ in range(SEATS)]
        self.throws = Counter[int]()
        self._at: dict[int, Place] = dict.fromkeys(range(SEATS), (0, 0))
        self._arrived: list[Place] = []  # by the throw that is under way
        self._mover = -1  # of that throw; -1 while none is
        self._turn_of = -1

    def append(self, entry: Entry) -> None:
        """Take in an event, as a log does."""
        what, p, _, q, _, why = entry
        if what == event.TURN_BEGAN:
            self._end_throw()
            self._end_turn()
            self._turn_of = p
        elif what == event.ROLLED and why in (dice_purpose.MOVE, dice_purpose.JAIL_TRY):
            self._end_throw()
            self._mover = p
        elif what == event.MOVED:
            self._come(p, (q, 0))
        elif what == event.JAILED:
            if self._arrived[-1:] == [(q, 0)]:
                self._arrived.pop()
            self._come(p, (q, 1))
        elif what == event.FREED:
            self._at[p] = (q, 0)
            if self._arrived[-1:] == [(q, 1)]:
                self._arrived[-1] = (q, 0)

    def _come(self, p: int, place: Place) -> None:
        self._at[p] = place
        self._arrived.append(place)

    def _end_throw(self) -> None:
        p = self._mover
        if p >= 0:
            self.throws[p] += 1
            if self.throws[p] > WARM_UP:
                self.counts[p]["throw"][self._at[p]] += 1
                self.counts[p]["landing"].update(self._arrived or [self._at[p]])
        self._arrived, self._mover = [], -1

    def _end_turn(self) -> None:
        p = self._turn_of
        if p >= 0 and self.throws[p] > WARM_UP:
            self.counts[p]["turn"][self._at[p]] += 1


def game_of(
    edition: Edition,
    jail: str,
    options: dict[str, object],
    seed: int,
    game: int,
    throws: int,
    side: int = player_role.NONE,
    bus: str = "both",
    triple: int = -1,
) -> Tokens:
    """One game of three players until each of them has thrown so often after the start is forgotten.

    On a board of sides the last player is on the other one.
    """
    t = edition.tables(options | {"decks": "replacement"})
    t.o_rounds = t.bosses = 0  # what ends a game, and moves no token
    remove_token_cards(t)
    remove_tickets(t)
    if side != player_role.NONE:
        other = next(code for code in SIDES.values() if code != side)
        t.role_of = [side] * (SEATS - 1) + [other] * (len(t.role_of) - SEATS + 1)
    found, s = Tokens(), rules.empty(t, SEATS)
    rules.start(s, t, found)
    fate = fate_of(seed, game)
    while min(found.throws[p] for p in range(SEATS)) < WARM_UP + throws:
        s.cash[:SEATS] = [WEALTH] * SEATS
        if is_chance(s.node):
            rules.make_choice(s, t, found, -1, *chance_outcome(s, t, fate))
        else:
            rules.make_choice(s, t, found, s.actor, *quiet_answer(s, t, jail, bus, triple))
    return found


def by_speed_die(s: State, t: Tables, goals: Sequence[Choice], bus: str, triple: int) -> Choice:
    """Where the bus or three alike take the token, by the policy of the chain; `triple` a space, -1: none is named."""
    steps = {goal: (goal[2] - s.at[s.token]) % t.spaces for goal in goals}
    if s.node == node.TRIPLE:
        named = [goal for goal in goals if goal[2] == triple]
        return named[0] if named else next(goal for goal in goals if steps[goal] == 3 * s.dice[0] % t.spaces)
    by_steps = sorted(goals, key=steps.__getitem__)  # one die, the other unless they are equal, and both
    return by_steps[{"lower": 0, "higher": len(by_steps) - 2, "both": -1}[bus]]


def nearest(s: State, t: Tables, goals: Sequence[Choice]) -> Choice:
    """Of the spaces that a card leaves open, the next one ahead: the chain's policy."""
    return min(goals, key=lambda goal: (goal[2] - s.at[s.token] - 1) % t.spaces)


def quiet_answer(s: State, t: Tables, jail: str, bus: str = "both", triple: int = -1) -> Choice:
    """The choice that buys nothing and plays on; a prisoner's by his policy."""
    wanted = LEAVING[jail] if s.node in (node.JAIL, node.DETAINED) else ()
    for v in (*wanted, *QUIET):  # each asked for by itself: listing all that is legal takes several times as long
        if why_not(s, t, s.actor, v, -1, -1) == refusal.NONE:
            return v, -1, -1
    rules.list_answers(s, t)
    listed = list(zip(s.menu_verb[: s.menu], s.menu_space[: s.menu], s.menu_amount[: s.menu]))
    if s.node in (node.BUS, node.TRIPLE):
        return by_speed_die(s, t, listed, bus, triple)
    if s.node == node.GOAL:
        return nearest(s, t, [choice for choice in listed if choice[0] == action.GO])
    return listed[0]


def compared(chain: Chain, games: int, throws: int, seed: int = 1) -> "pd.DataFrame":
    """By way of counting and place: share in the games, standard error, exact share, difference in standard errors.

    The tokens of all games are independent, as nobody's way depends on another's: the spread of their counts gives
    the error, that of ratios by linearisation, or the exact shares do if their binomial error is larger: a place
    that is seen seldom has too small a spread, just when it is off.
    """
    import pandas as pd

    asked = chain.edition, str(chain.jail), dict(chain.options), seed
    side = chain.tables.role_of[0]
    mine = SEATS if side == player_role.NONE else SEATS - 1
    heading = chain.bus, chain.edition.space(chain.triple) if chain.triple != "" else -1
    played = (game_of(*asked, game, throws, side, *heading) for game in range(games))
    counted = [token for tokens in played for token in tokens.counts[:mine]]
    rows = []
    for per in PER:
        exact = chain.by_space(per).to_numpy()
        table = np.array([[token[per][place] for place in chain.locations] for token in counted], float)
        totals = np.array([sum(token[per].values()) for token in counted], float)
        share = table.sum(0) / totals.sum()
        spread = (table - totals[:, None] * exact).std(0, ddof=1) * len(counted) ** 0.5 / totals.sum()
        error = np.maximum(spread, (exact * (1 - exact) / totals.sum()) ** 0.5)
        for n, place in enumerate(chain.locations):
            score = (share[n] - exact[n]) / error[n] if error[n] > 0 else 0.0 if share[n] == exact[n] else np.inf
            rows.append((per, chain.name_of(place), share[n], error[n], exact[n], score))
    return pd.DataFrame(rows, columns=["per", "place", "share", "error", "exact", "score"])


def main(arguments: list[str] | None = None) -> int:
    """Print a line for each edition, policy and way of counting; 1 if a place is more than 4 standard errors off."""
    parser = argparse.ArgumentParser(description=say("chain.witness_about"))
    parser.add_argument("--games", type=int, default=100, help=say("chain.witness_games"))
    parser.add_argument("--throws", type=int, default=100, help=say("chain.witness_throws"))
    parser.add_argument("--editions", nargs="+", default=editions(), help=say("chain.check_editions"))
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    far = False
    for edition in given.editions:
        sides = SIDES if load_edition(edition).resolve()["roles.sides"] else ("",)
        for jail, side in product(LEAVING, sides):
            begun = time.perf_counter()
            table = compared(Chain(edition, jail=jail, role=side), given.games, given.throws, given.seed)
            took = time.perf_counter() - begun
            for per, part in table.groupby("per", sort=False):
                worst = part.loc[part["score"].abs().idxmax()]
                far = far or abs(worst["score"]) > LIMIT
                values = {"per": per, "space": worst["place"], "score": f"{worst['score']:+.2f}", "took": f"{took:.0f}"}
                error = f"{100 * part['error'].max():.3f}"
                print(
                    say("chain.witness_line", edition=f"{edition} {side}".strip(), jail=jail, error=error, **values),
                    flush=True,
                )
    return int(far)


if __name__ == "__main__":
    raise SystemExit(main())
