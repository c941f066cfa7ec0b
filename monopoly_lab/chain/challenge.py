"""What a fight with a boss begins from: positions by the rules, plans of the fighters, what coins are worth."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from monopoly_lab import rules
from monopoly_lab.chain.duel import Policy, Worth
from monopoly_lab.chain.walk import at_most
from monopoly_lab.codes import account, node
from monopoly_lab.editions import Edition
from monopoly_lab.editions.found import hint
from monopoly_lab.errors import ChainError
from monopoly_lab.messages import say
from monopoly_lab.reading import shortened
from monopoly_lab.rules import State, Tables, empty
from monopoly_lab.rules.bosses import ESCAPED, IN_STACK, ask_fighter
from monopoly_lab.rules.play import settle

if TYPE_CHECKING:
    from monopoly_lab.game.game import Game

ANSWERS = ("best", "fight", "pass")
BEST, FIGHT, PASS = ANSWERS
COINS = 10_000  # of a fighter: some minutes
FIGHTS = 10_000_000  # that are fought: a quarter of an hour

Plan = str | int | Callable[[int], str]
Number = int | float | Fraction
Value = Number | Callable[[int], Number] | None


def named(coins: Mapping[str, int] | Sequence[int]) -> dict[str, int]:
    """The purses by player; ChainError for what is no purse."""
    if not isinstance(coins, Mapping):
        coins = {say("fight.player", n=n): x for n, x in enumerate(coins, 1)}
    for name, x in coins.items():
        if isinstance(x, bool) or not isinstance(x, int) or x < 0:
            raise ChainError(say("fight.bad_coins", player=name, value=repr(x)))
    return dict(coins)


def whole(x: int, least: int = 0, most: int = COINS) -> int:
    """A number of coins or of fights; ChainError for none, and for more than can be waited for."""
    if isinstance(x, bool) or not isinstance(x, int) or x < least:
        raise ChainError(say("fight.bad_number", value=shortened(repr(x)), least=least))
    return at_most(x, most)


def position_of(game: "Game") -> State:
    """The position of a game at which somebody is asked to fight; ChainError if nobody is."""
    if game.node is None or game._s.node != node.BOSS:
        raise ChainError(say("fight.no_boss_open", waiting=game.waiting()))
    return game._s.copy()


def opening(edition: Edition, t: Tables, boss: str, seats: int) -> State:
    """Nobody owns anything, the first seat has come to GO, and the boss lies open: each seat can just pay a try."""
    b = number_of(edition, boss)
    if not 1 <= seats <= t.o_players_max:
        raise ChainError(say("fight.bad_seats", n=seats, most=t.o_players_max))
    s = at_first_throw(t, seats)
    if s.boss_of[b] != IN_STACK:
        raise ChainError(say("fight.not_in_stack", boss=edition.bosses[b].name, n=seats))
    for i in range(b):
        s.boss_of[i] = min(s.boss_of[i], ESCAPED)
    s = with_coins(s, dict.fromkeys(range(seats), t.boss_price[b]))
    s.boss_due, s.node = 1, node.NONE
    settle(s, t, [])
    return s


def number_of(edition: Edition, boss: str) -> int:
    """The boss meant by an id or a name in any language."""
    wanted = str(boss).strip().casefold()
    for entry in edition.bosses:
        if wanted in {entry.id, *(name.casefold() for name in entry.names.values())}:
            return entry.index
    if not edition.bosses:
        raise ChainError(say("fight.no_bosses", edition=edition.id))
    known = [name for entry in edition.bosses for name in (entry.id, *entry.names.values())]
    raise ChainError(say("fight.unknown_boss", value=boss, edition=edition.id) + hint(boss, known))


def at_first_throw(t: Tables, seats: int) -> State:
    """A game at its first throw, no throw for the start, the characters chosen in their order."""
    t.o_first_player = t.o_deal_deeds = 0
    s = empty(t, seats)
    rules.start(s, t, [])
    while s.node != node.DICE:
        rules.choices(s, t)
        rules.do(s, t, [], s.actor, s.menu_verb[0], s.menu_space[0], s.menu_amount[0])
    return s


def with_coins(s: State, purses: Mapping[int, int]) -> State:
    """The position with other coins in some purses; the bank has the difference."""
    s = s.copy()
    for p, x in purses.items():
        s.cash[account.BANK] += s.cash[p] - x
        s.cash[p] = x
    return s


def asked(s: State, t: Tables, purses: Mapping[int, int], first: int = -1, alone: bool = False) -> State:
    """The position of a fight with these purses, whoever cannot pay being passed over.

    `first`: the seat that is asked first, not who was; `alone`: the others have passed already.
    """
    s = with_coins(s, purses)
    p = s.actor if first < 0 else first
    if alone:
        s.passed = [int(i != p) for i in range(len(s.passed))]
    s.node = node.NONE
    ask_fighter(s, t, [], p)
    settle(s, t, [])
    return s


def policy_of(plan: Plan, price: int) -> Policy:
    """A plan as a function of the coins in hand; None for "best". Raises ChainError for what is no plan."""
    if plan == BEST:
        return None
    if plan in (FIGHT, PASS):
        return lambda coins: plan == FIGHT
    if callable(plan):
        return lambda coins: said(plan(coins)) == FIGHT
    if isinstance(plan, bool) or not isinstance(plan, int) or plan < 0:
        raise ChainError(say("fight.unknown_plan", value=repr(plan)))
    return lambda coins: coins - price >= plan


def said(answer: str) -> str:
    if answer not in (FIGHT, PASS):
        raise ChainError(say("fight.unknown_plan", value=repr(answer)))
    return answer


def worth_of(t: Tables, worth: Value) -> Worth:
    """What coins are worth in points; by the scoring, a coin its share of a full block, if nothing is said."""
    if callable(worth):
        of_purse = worth
        return lambda coins: Fraction(of_purse(coins))
    if worth is None:
        worth = Fraction(t.o_scoring_block_points, t.o_scoring_coins) if t.o_scoring_coins else 1
    if isinstance(worth, bool) or not isinstance(worth, Number) or worth < 0:
        raise ChainError(say("fight.bad_worth", value=repr(worth)))
    rate = Fraction(worth)
    return lambda coins: coins * rate
