"""`Game.measures`: tidy frames by player and round, and of the table by round."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from monopoly_lab.chain import Chain
from monopoly_lab.codes import account, cause, node
from monopoly_lab.editions.found import hint
from monopoly_lab.editions.tables import Tables
from monopoly_lab.errors import ChainError, LedgerError
from monopoly_lab.game.facts import rents
from monopoly_lab.measures.earning import earned, economic, worst_rent
from monopoly_lab.measures.moments import Moment, moments
from monopoly_lab.measures.money import between_players, injected, over_printed
from monopoly_lab.measures.spread import gini, hhi, lorenz, theil
from monopoly_lab.messages import say
from monopoly_lab.reading import shortened
from monopoly_lab.rules.debt import raisable
from monopoly_lab.rules.ending import score

if TYPE_CHECKING:
    import pandas as pd

    from monopoly_lab.game.game import Game

NAN = float("nan")
WEALTHS = ("short_game", "tax_base", "liquidation", "book", "economic")
BY_CHAIN = ("economic", "income", "yield")
PLAYER = (
    *("round", "player", "cash", *WEALTHS, "debt", "coverage", "worst_rent", "liquidity", "rent_roll"),
    *("income", "yield", "deeds", "rank", "hhi", "gini"),
)
TABLE = (
    *(
        "round",
        "gini",
        "gini_cash",
        "theil",
        "hhi",
        "hhi_rents",
        "hhi_buildings",
        "money",
        "pots",
        "injection",
        "between_players",
        "velocity",
    ),
    *("paid_over_printed", "auction_over_printed"),
)
ALWAYS = ("round", "player")


def _has_loans(t: Tables) -> bool:
    return any(t.loan[q] > 0 for q in range(t.spaces))


NEEDED: dict[str, Callable[[Tables], bool]] = {
    "debt": _has_loans,
    "coverage": _has_loans,
    "auction_over_printed": lambda t: t.o_auction > 0,
}
FRAMES = ("players", "table", "injection", "lorenz")


def measures(game: "Game", *names: str, of: str = "players") -> "pd.DataFrame":
    """See `Game.measures`."""
    if of not in FRAMES:
        raise LedgerError(say("measure.frame", value=shortened(repr(of)), known=", ".join(FRAMES)))
    columns = {"players": PLAYER, "table": TABLE}.get(of, ())
    for name in names:
        if name not in columns:
            raise LedgerError(say("measure.unknown", value=shortened(repr(name)), frame=of) + hint(str(name), columns))
        if name in NEEDED and not NEEDED[name](game.tables):
            raise LedgerError(say("measure.not_here", value=name, edition=game.edition.called(game.names).title))
    if of == "lorenz":
        return lorenz(game.net_worth().values())
    if of == "players":
        return _chosen(_players(game, names), names)
    return _chosen(_table(game), names) if of == "table" else _injections(game)


def _chosen(found: "pd.DataFrame", names: tuple[str, ...]) -> "pd.DataFrame":
    return found[[name for name in found.columns if name in ALWAYS or name in names]] if names else found


def _players(game: "Game", names: tuple[str, ...]) -> "pd.DataFrame":
    import pandas as pd

    chain = _chain(game, names)
    return pd.DataFrame([row for moment in moments(game) for row in _rows(game, moment, chain)], columns=list(PLAYER))


def _chain(game: "Game", names: tuple[str, ...]) -> Chain | None:
    """The chain of the board; without one, its measures are NaN, or refused where they are asked for by name."""
    wanted = [name for name in BY_CHAIN if name in names]
    if names and not wanted:
        return None
    try:
        return Chain(game)
    except ChainError as problem:
        if wanted:
            text = say(
                "measure.no_chain", value=wanted[0], edition=game.edition.called(game.names).title, reason=problem
            )
            raise LedgerError(text) from problem
        return None


def _rows(game: "Game", moment: Moment, chain: Chain | None) -> Iterator[tuple[Any, ...]]:
    s, t = moment.state, game.tables
    income = earned(chain, s) if chain else dict.fromkeys(range(s.seats), NAN)
    scores = [0 if s.out[p] else score(s, t, p, t.o_scoring_mortgaged) for p in range(s.seats)]
    playing = sum(not out for out in s.out[: s.seats])
    owned = [sum(s.owner[q] == p for q in range(t.spaces)) for p in range(s.seats)]
    spread = hhi(owned), gini(scores)
    for p, name in enumerate(game.players):
        opponents = 0 if s.out[p] else playing - 1
        debt = sum(t.loan[q] for q in range(t.spaces) if s.owner[q] == p and s.mortgaged[q])
        debt += s.debt if s.node == node.DEBT and s.actor == p else 0
        worst, liquid = worst_rent(s, t, p), raisable(s, t, p)
        others = sum(x for owner, x in income.items() if owner != p)
        wealths = (score(s, t, p, 100), liquid, moment.book[p], economic(s.cash[p], debt, income[p], others, opponents))
        yield (
            *(moment.round, name, s.cash[p], scores[p], *wealths, debt, _over(liquid, debt)),
            *(worst, _over(s.cash[p], worst), rents(s, t, p), income[p]),
            *(_over(income[p] * opponents, moment.cost[p]), owned[p], 1 + sum(x > scores[p] for x in scores), *spread),
        )


def _over(x: Any, divisor: Any) -> float:
    return float(x) / float(divisor) if divisor else NAN


def _table(game: "Game") -> "pd.DataFrame":
    import pandas as pd

    t, rows, before = game.tables, [], 0
    for round_, s, events, _, _ in moments(game):
        scores = [0 if s.out[p] else score(s, t, p, t.o_scoring_mortgaged) for p in range(s.seats)]
        purses = s.cash[: s.seats]
        held = [[q for q in range(t.spaces) if s.owner[q] == p] for p in range(s.seats)]
        roll, built = ([rents(s, t, p) for p in range(s.seats)], [sum(s.level[q] for q in deeds) for deeds in held])
        paid, money = between_players(events), sum(purses)
        prices = (over_printed(t, events, (cause.PURCHASE, cause.AUCTION)), over_printed(t, events, (cause.AUCTION,)))
        spread = (gini(scores), gini(purses), theil(scores), hhi(map(len, held)), hhi(roll), hhi(built))
        flow = (money, sum(s.cash[account.BANK + 1 :]), sum(injected(events).values()), paid)
        rows.append((round_, *spread, *flow, _over(2 * paid, money + before), *prices))
        before = money
    return pd.DataFrame(rows, columns=list(TABLE))


def _injections(game: "Game") -> "pd.DataFrame":
    import pandas as pd

    rows = [(moment.round, why, x) for moment in moments(game) for why, x in injected(moment.events).items()]
    return pd.DataFrame(rows, columns=["round", "cause", "amount"])
