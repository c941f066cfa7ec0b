"""Auctions at the table, as an experiment: bidders with dealt values, who all bid by one rule."""

from typing import TYPE_CHECKING

from monopoly_lab.common.argument_checks import check_argument
from monopoly_lab.economics.auction_theory import (
    ONLY_AUCTIONS,
    CommonValue,
    PrivateValues,
    Rule,
    checked_format,
    results,
)
from monopoly_lab.experiments import simulate

if TYPE_CHECKING:
    import pandas as pd

NAMES = ("Ann", "Bo", "Cy", "Dan")
ROUNDS = 25
RAISE = 25  # least raise of rising bids


@check_argument
def play_auctions(
    by: str, values: PrivateValues | CommonValue, rule: Rule, games: int = 5, seed: int = 1
) -> "pd.DataFrame":
    """Return the auctions of games of 25 rounds in which every deed is auctioned among four bidders.

    Args:
        by: "english", "sealed" (first price) or "vickrey" (second price).
        values: What is dealt to the bidders.
        rule: Function of value or estimate and the number of bidders: what each of them bids.
        games: Number of games.
        seed: Seed of the games.

    Returns:
        A row per auction, as of `auction_theory.results`.

    Raises:
        ArgumentError: For an unknown format.

    Example:
        >>> from monopoly_lab.economics import auction_games, auction_theory
        >>> values = auction_theory.PrivateValues(1000, seed=1)
        >>> found = auction_games.play_auctions("sealed", values, lambda value, bidders: value, games=1)
        >>> bool((found.profit == 0).all())
        True
    """
    options = {**ONLY_AUCTIONS, "auction.by": checked_format(by), "auction_start.raise": RAISE}
    players = dict.fromkeys(NAMES, values.player(rule))
    found = simulate(
        "classic_us", games=games, rounds=ROUNDS, seed=seed, players=players, options=options, bids=True, progress=False
    )
    return results(found.bids, values if isinstance(values, CommonValue) else None, seed)
