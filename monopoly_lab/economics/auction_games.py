"""Auctions at the table, as an experiment: values are dealt to bidders, who bid by a rule; a table of each auction."""

import random
from collections.abc import Callable
from operator import attrgetter, countOf
from typing import Any

from monopoly_lab.common.argument_checks import check_argument, check_arguments, check_before_call
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.constants import event, option_value
from monopoly_lab.economics.auction_theory import checked_format
from monopoly_lab.economics.number_ranges import MOST, check_number, check_whole
from monopoly_lab.economics.repeated_games import MOST_SEED
from monopoly_lab.experiments import simulate
from monopoly_lab.game.player_view import View

NAMES = ("Ann", "Bo", "Cy", "Dan")
ROUNDS = 25
RAISE = 25  # least raise of rising bids
# For an experiment with auctions alone: every deed is auctioned, nobody is short of cash, no rent is paid.
ONLY_AUCTIONS = {"buy": False, "rent_scale": 0, "start_cash": 1_000_000, "build_condition.full_group": True}
KIND = attrgetter("kind")  # of an event
Rule = Callable[[float, int], float]  # value or estimate, number of bidders: the bid, or where to stop


@check_arguments
class PrivateValues:
    """Private values for an experiment: each bidder is dealt their own for each lot, whole numbers, all equally likely.

    The same seed deals the same values, however the games are played.

    Args:
        highest: The values lie between 0 and this.
        seed: Seed of the values.

    Raises:
        ArgumentError: For numbers that are not whole or out of range.

    Example:
        >>> from monopoly_lab.economics import auction_games
        >>> values = auction_games.PrivateValues(1000, seed=1)
        >>> players = dict.fromkeys(["Ann", "Bo", "Cy", "Dan"], values.player(lambda value, n: value * (n - 1) / n))
        >>> found = ml.simulate("classic_us", games=2, rounds=5, players=players, bids=True, progress=False,
        ...                     options={**auction_games.ONLY_AUCTIONS, "auction.by": "sealed"})
        >>> bool((found.bids.bid <= found.bids.value).all())
        True
    """

    @check_before_call("highest", "seed")
    def __init__(self, highest: int = 1000, seed: int = 1) -> None:
        check_whole(0, MOST, highest=highest)
        check_whole(-MOST_SEED, MOST_SEED, seed=seed)
        self.highest, self.seed = highest, seed

    def player(self, rule: Rule) -> "Bidder":
        """Return a player who bids by a rule: `rule(value, bidders)` is the bid, or where to stop at rising bids.

        Args:
            rule: Function of the value and the number of bidders.
        """
        return Bidder(self, rule)

    def dealt(self, key: str, player: str) -> float:
        """Return what a player is dealt for an auction.

        Args:
            key: Which auction it is.
            player: Name of the player.
        """
        return random.Random(f"{self.seed} {key} {player}").randint(0, self.highest)


@check_arguments
class CommonValue:
    """One value for all, dealt for each lot, and estimates of it with normal errors for the bidders.

    Args:
        low: The value lies between this and `high`, all equally likely.
        high: See `low`.
        error: Standard deviation of an estimate.
        seed: Seed of values and estimates.

    Raises:
        ArgumentError: For numbers that are not whole or out of range, and for `high` below `low`.
    """

    @check_before_call("low", "high", "error", "seed")
    def __init__(self, low: int = 1000, high: int = 2000, error: float = 100, seed: int = 1) -> None:
        check_whole(0, MOST, low=low)
        check_whole(low, MOST, high=high)
        check_number(0, MOST, error=error)
        check_whole(-MOST_SEED, MOST_SEED, seed=seed)
        self.low, self.high, self.error, self.seed = low, high, error, seed

    def player(self, rule: Rule) -> "Bidder":
        """Return a player who bids by a rule: `rule(estimate, bidders)` is the bid, or where to stop at rising bids.

        Args:
            rule: Function of the estimate and the number of bidders.
        """
        return Bidder(self, rule)

    def worth(self, key: str) -> int:
        """Return what the lot of an auction is worth to everybody.

        Args:
            key: Which auction it is.
        """
        return random.Random(f"{self.seed} {key}").randint(self.low, self.high)

    def dealt(self, key: str, player: str) -> float:
        """Return the estimate of a player for an auction, a whole number.

        Args:
            key: Which auction it is.
            player: Name of the player.
        """
        return round(random.Random(f"{self.seed} {key} {player}").gauss(self.worth(key), self.error))


class Bidder:
    """A player with dealt values, who bids by a rule and takes the first choice everywhere else."""

    def __init__(self, values: PrivateValues | CommonValue, rule: Rule) -> None:
        self.values, self.rule = values, rule

    def value(self, view: View) -> float:
        """Return what this player was dealt for the lot: the column `value` of the bids."""
        return self.values.dealt(auction_key(view), view.player)

    def __call__(self, view: View) -> str:
        if view.kind != "bid":
            return view.choices()[0]
        limit = round(self.rule(self.value(view), len(view.state.cash)))
        form = view.forms[0] if view.forms else None
        if form is None or limit < form.least:
            return "pass"
        is_rising = view._game.tables.o_auction_by == option_value.AUCTION_BY_ENGLISH
        return f"bid {form.least if is_rising else min(limit, form.most)}"


def auction_key(view: View) -> str:
    """Return a text that names the auction: seed and number of the game, and which auction of the game it is.

    Only the dealer of the values knows the seed; the view of a player does not show it.
    """
    game: Any = view._game
    return f"{game.seed} {game.number} {countOf(map(KIND, game.raw_events()), event.AUCTION_OPENED)}"


@check_before_call("seed")
def results(bids: "pd.DataFrame", common: CommonValue | None = None, seed: int = 1) -> "pd.DataFrame":
    """Return one row per auction that sold its lot: bidders, highest value, winner, value to them, price, profit.

    Args:
        bids: What `Simulation.bids` returned.
        common: The common value, if there is one: the winner's profit is counted from it.
        seed: Seed of the simulation, for a common value.

    Returns:
        A table; `most` is the highest value, or the highest estimate.

    Example:
        >>> from monopoly_lab.economics import auction_games
        >>> game = ml.Game("classic_us", ["Ann", "Bo"], seed=1)
        >>> told = [game.apply(text) for text in ("roll 6 6", "roll 1 2", "roll 2 1", "auction", "bid 60", "pass")]
        >>> auction_games.results(game.bids().assign(game=0, value=100.0)).profit.to_list()
        [40.0]
    """
    once = bids.drop_duplicates(["game", "auction", "bidder"], keep="last").dropna(subset="winner")
    groups = once.groupby(["game", "auction"])
    won = once[once["bidder"].astype(str) == once["winner"].astype(str)].set_index(["game", "auction"])
    auctions = groups["bidder"].agg("size").rename("bidders").to_frame()
    auctions["most"] = groups["value"].agg("max")
    auctions["winner"], auctions["value"], auctions["price"] = won["winner"].astype(str), won["value"], won["price"]
    if common is not None:
        auctions["value"] = [common.worth(f"{seed} {game} {auction}") for game, auction in auctions.index]
    auctions["profit"] = auctions["value"] - auctions["price"]
    return auctions.reset_index()


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
        A row per auction, as of `results`.

    Raises:
        ArgumentError: For an unknown format.

    Example:
        >>> from monopoly_lab.economics import auction_games
        >>> values = auction_games.PrivateValues(1000, seed=1)
        >>> auctions = auction_games.play_auctions("sealed", values, lambda value, bidders: value, games=1)
        >>> bool((auctions.profit == 0).all())
        True
    """
    options = {**ONLY_AUCTIONS, "auction.by": checked_format(by), "auction_start.raise": RAISE}
    players = dict.fromkeys(NAMES, values.player(rule))
    played = simulate(
        "classic_us", games=games, rounds=ROUNDS, seed=seed, players=players, options=options, bids=True, progress=False
    )
    return results(played.bids, values if isinstance(values, CommonValue) else None, seed)
