"""The chain against the compiled rules: the same token thrown very often.

A token is followed in several games that differ in their luck only; each begins on GO and throws
until the start is forgotten before anything is counted. The games are independent, so the spread
of their shares gives the standard error whatever the correlation within a game.
"""

from copy import copy
from typing import TYPE_CHECKING

import numpy as np

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.messages import say
from monopoly_lab.markov.chain_setup import plan_of
from monopoly_lab.markov.distributions import Walk, at_most
from monopoly_lab.rules import Tables
from monopoly_lab.simulation.compiled.blocks import throw_tokens

if TYPE_CHECKING:
    import pandas as pd

GAMES = 200
MOST = 100_000_000  # throws: a quarter of an hour
WARM_UP = 100  # throws; on every shipped board the start counts for less than a millionth then
DECKS = ("piles", "replacement")


def simulate(chain: Walk, throws: int, seed: int, decks: str | None, by_card: bool) -> "pd.DataFrame":
    """Share of throws that end on each space, standard error, exact share, their difference in standard errors."""
    import pandas as pd

    t = with_decks(chain, decks)
    plan = plan_of(chain.edition, chain.tables, chain.jail, by_card, chain.character, chain.bus, chain.triple)
    per_game = max(checked(throws) // GAMES, 1)
    counts = throw_tokens(t, plan, GAMES, per_game, WARM_UP, seed)
    n = chain.tables.spaces
    shares = counts / per_game
    found = np.array([shares[:, q + n * held] for q, held in chain.locations])
    mean, error = found.mean(1), found.std(1, ddof=1) / GAMES**0.5
    exact = chain.by_space().to_numpy()
    score = np.divide(mean - exact, error, out=np.zeros(len(mean)), where=error > 0)
    table = {"share": mean, "error": error, "exact": exact, "score": score}
    return pd.DataFrame(table, index=[chain.name_of(location) for location in chain.locations])


def with_decks(chain: Walk, decks: str | None) -> Tables:
    """Return the chain's tables, its decks drawn from as said."""
    if decks is None:
        return chain.tables
    if decks not in DECKS:
        raise ChainError(say("chain.unknown_decks", value=repr(decks), known=", ".join(DECKS)))
    t = copy(chain.tables)
    t.o_decks = DECKS.index(decks)
    return t


def checked(throws: int) -> int:
    if isinstance(throws, bool) or not isinstance(throws, int) or throws < GAMES:
        raise ChainError(say("chain.few_throws", value=shortened(repr(throws)), least=GAMES))
    return at_most(throws, MOST)
