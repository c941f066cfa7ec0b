"""Hidden quality: a market for deeds whose quality only the seller knows (adverse selection, market for lemons).

Quality is a whole percent, uniform from a floor to 100. A seller values a deed at quality times its full value V, a
buyer at k times that. A seller sells if the bid is at least their own value, so a bid buys only what is worth less.

References:
    G. Akerlof, "The market for 'lemons'", Quarterly Journal of Economics 84 (1970).
    S. Grossman, "The informational role of warranties", Journal of Law and Economics 24 (1981).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from monopoly_lab.common.argument_checks import check_argument
from monopoly_lab.economics.number_ranges import MOST, MOST_ROUNDS, check_number, check_whole
from monopoly_lab.economics.repeated_games import Legal, Player, Position, RepeatedGame, Round, SeatView, luck_of

if TYPE_CHECKING:
    from monopoly_lab.markov import Chain

FULL = 100  # percent
TINY = 1e-9


def _owner(view: SeatView) -> object:
    """Play a seller who promises the true quality, and sells if that gains something or costs nothing."""
    game, quality = _game(view), view.facts["quality"]
    if view.legal is not None and view.legal.stage == "promise":
        return quality
    bids = [bid for bid in view.moves["bid"] if bid is not None]
    kept = game.owner_value(quality) + game.compensation(quality, _promise(view.moves))
    return int(max(bids) >= kept - TINY)  # type: ignore[operator]


def _boaster(view: SeatView) -> object:
    """Play a seller who always promises full quality, and sells like the others."""
    return FULL if view.legal is not None and view.legal.stage == "promise" else _owner(view)


def _naive(view: SeatView) -> object:
    """Play a buyer who bids what a deed of average quality is worth."""
    game = _game(view)
    return _bid(view, lambda: round(game.unraveling(1)[0]))


def _one_step(view: SeatView) -> object:
    """Play a buyer who sees that the naive bid buys only deeds worth less, and bids what those are worth on average."""
    game = _game(view)
    return _bid(view, lambda: round(game.unraveling(2)[-1]))


def _learner(view: SeatView) -> object:
    """Play a buyer who bids what deeds sold so far were worth on average; at first like the naive one."""
    game = _game(view)
    seen = [old.facts["quality"] for old in view.past if "quality" in old.facts]
    if not seen:
        return _naive(view)
    return _bid(view, lambda: round(game.buyer_factor * game.owner_value(sum(seen) / len(seen))))


def _theorist(view: SeatView) -> object:
    """Play a buyer who makes the bid of the theory, for one buyer or for several."""
    game = _game(view)
    if game.players == 2:
        return _bid(view, lambda: math.ceil(game.best_bid - TINY))
    return _bid(view, lambda: math.floor(game.competitive_price + TINY))


def _inspector(view: SeatView) -> object:
    """Play a buyer who pays for an inspection if offered, then bids what the seller wants; else like the theorist."""
    if view.legal is not None and view.legal.stage == "inspect":
        return 1
    return _theorist(view)


def _bid(view: SeatView, usual: Callable[[], int]) -> int:
    """Return the bid: by what is known of the deed, else the usual one."""
    game = _game(view)
    if view.legal is not None and view.legal.stage == "inspect":
        return 0
    sure = view.facts.get("quality", _promise(view.moves) or None)
    if sure is None:
        bid = usual()
    elif game.players == 2:
        bid = math.ceil(game.owner_value(sure) - TINY)  # the least that the seller takes
    else:
        bid = math.floor(game.buyer_factor * game.owner_value(sure) + TINY)
    return min(bid, game.highest_bid)


def _promise(moves: Mapping[str, Any]) -> int:
    return int(moves["promise"][0]) if "promise" in moves else 0


def _game(view: SeatView) -> "HiddenQuality":
    assert isinstance(view.game, HiddenQuality)
    return view.game


@dataclass(frozen=True)
class HiddenQuality(RepeatedGame):
    """A market for a deed whose quality only its seller knows; the first seat sells, the others bid.

    Each round a quality is dealt. Buyers bid in secret, then the seller sells to the highest bid or keeps the deed. The
    quality of a sold deed is shown. The seller gains the bid less quality x V, the buyer k x quality x V less the bid.

    Args:
        players: Number of seats: a seller and at least one buyer.
        rounds: Number of rounds.
        value: What the seller keeps a deed of full quality for, V.
        buyer_factor: How many times that a buyer values it, k.
        floor: Lowest quality in percent.
        inspection: True if buyers may pay to see the quality before they bid.
        fee: What an inspection costs.
        warranty: True if the seller first promises a quality, and makes good what a buyer loses by a lower one.

    Raises:
        ArgumentError: For a setting of the wrong kind or size.

    Example:
        >>> market = ml.economics.hidden_quality.HiddenQuality(value=370, floor=20)
        >>> round(market.competitive_price), round(market.share_sold(market.competitive_price), 2)
        (222, 0.51)
        >>> round(ml.economics.hidden_quality.HiddenQuality(value=370).buyer_gain(277.5), 1)
        -52.2
    """

    kind: ClassVar[str] = "hidden_quality"
    LIMITS: ClassVar[Mapping[str, tuple[float, float]]] = {
        "players": (2, 40), "rounds": (1, 100), "value": (1, 1_000_000), "buyer_factor": (1, 10), "floor": (0, 100),
        "fee": (0, 1_000_000),
    }  # fmt: skip
    KINDS: ClassVar[Mapping[str, Player]] = {
        "owner": _owner, "boaster": _boaster,
        "naive": _naive, "one_step": _one_step, "learner": _learner, "theorist": _theorist, "inspector": _inspector,
    }  # fmt: skip
    SELLERS: ClassVar[tuple[str, ...]] = ("owner", "boaster")

    players: int = 3
    value: float = 370.0
    buyer_factor: float = 1.5
    floor: int = 0
    inspection: bool = False
    fee: int = 20
    warranty: bool = False

    @property
    def stages(self) -> tuple[str, ...]:
        """Return the decisions of a round."""
        return (*("promise",) * self.warranty, *("inspect",) * self.inspection, "bid", "sell")

    def movers(self, stage: str) -> range:
        """Return the seats that decide: the seller promises and sells, the buyers inspect and bid."""
        return range(1) if stage in ("promise", "sell") else range(1, self.players)

    def kinds_at(self, seat: int) -> tuple[str, ...]:
        """Return the names of the computer players that can take a seat."""
        return tuple(kind for kind in self.KINDS if (kind in self.SELLERS) == (seat == 0))

    def deal(self, seed: int, number: int, past: Sequence[Round]) -> dict[str, Any]:
        """Return the quality, and the order in which equal bids are served."""
        luck = luck_of(seed, self.kind, number)
        quality = luck.randint(self.floor, FULL)
        return {"quality": quality, "order": tuple(luck.sample(range(1, self.players), self.players - 1))}

    def legal(self, position: Position, seat: int) -> Legal:
        """Return the moves of a seat."""
        high = {"promise": FULL, "bid": self.highest_bid}.get(position.stage, 1)
        return Legal(position.stage, 0, high)

    def payoffs(self, facts: Mapping[str, Any], moves: Mapping[str, tuple[Any, ...]]) -> tuple[float, ...]:
        """Return what each seat gains in a round."""
        gains = [0.0] * self.players
        for seat, looked in enumerate(moves.get("inspect", ())):
            gains[seat] -= self.fee * (looked or 0)
        if moves["sell"][0]:
            quality, buyer = facts["quality"], self.buyer(facts, moves)
            price, back = moves["bid"][buyer], self.compensation(quality, _promise(moves))
            gains[0] += price - self.owner_value(quality) - back
            gains[buyer] += self.buyer_factor * self.owner_value(quality) - price + back
        return tuple(round(gain, 6) for gain in gains)

    def buyer(self, facts: Mapping[str, Any], moves: Mapping[str, tuple[Any, ...]]) -> int:
        """Return the seat of the highest bid; among equal ones the order that was dealt decides."""
        return int(max(facts["order"], key=lambda seat: moves["bid"][seat]))

    def seen(self, facts: Mapping[str, Any], moves: Mapping[str, Any], seat: int, over: bool) -> tuple[Any, Any]:
        """Return what a seat may know: the quality is for the seller, who looked, and all after a sale."""
        looked = bool(moves.get("inspect", (0,) * self.players)[seat])
        known = seat == 0 or looked or (over and bool(moves["sell"][0]))
        shown = {stage: made for stage, made in moves.items() if over or stage != "inspect"}
        return ({"quality": facts["quality"]} if known and facts else {}), shown

    @property
    def highest_bid(self) -> int:
        """Return the highest bid allowed: what a deed of full quality is worth to a buyer."""
        return math.ceil(self.buyer_factor * self.value)

    # Theory

    def owner_value(self, quality: float) -> float:
        """Return what a deed of this quality (percent) is worth to its seller."""
        check_number(0, FULL, quality=quality)
        return self.value * quality / FULL

    def compensation(self, quality: int, promised: int) -> float:
        """Return what the seller pays the buyer of a deed below the promised quality: what it is worth less to them."""
        check_whole(0, FULL, quality=quality, promised=promised)
        return self.buyer_factor * self.owner_value(max(0, promised - quality))

    def share_sold(self, bid: float) -> float:
        """Return the share of deeds whose sellers accept a bid."""
        best = self._best_sold(bid)
        return max(0, best - self.floor + 1) / (FULL - self.floor + 1)

    def mean_value(self, bid: float) -> float:
        """Return what the deeds that a bid buys are worth to their sellers on average; 0 if it buys none."""
        best = self._best_sold(bid)
        return self.owner_value((self.floor + best) / 2) if best >= self.floor else 0.0

    def buyer_gain(self, bid: float) -> float:
        """Return what a buyer who makes this bid gains by it on average, all offers counted, sold or not."""
        return self.share_sold(bid) * (self.buyer_factor * self.mean_value(bid) - bid)

    def _best_sold(self, bid: float) -> int:
        check_number(0, MOST, bid=bid)
        return min(FULL, math.floor(FULL * bid / self.value + TINY))

    def unraveling(self, steps: int = 20) -> list[float]:
        """Return the bids of buyers who expect the quality that the bid before would buy, until nothing changes."""
        check_whole(1, MOST_ROUNDS, steps=steps)
        bids = [self.buyer_factor * self.mean_value(self.value)]
        while len(bids) < steps:
            bids.append(self.buyer_factor * self.mean_value(bids[-1]))
            if bids[-1] >= bids[-2] - TINY:
                return bids[:-1]
        return bids

    @property
    def competitive_price(self) -> float:
        """Return the highest price at which buyers lose nothing: several buyers bid each other up to it.

        With quality uniform from a floor a and k < 2 it is ka/(2 - k) of V, or k(1 + a)/2 where all is sold; here
        quality is in whole percents.
        """
        return _competitive(self)

    @property
    def best_bid(self) -> float:
        """Return the bid that gains a single buyer most: a/(2 - k) of V for k < 2, at most V."""
        return _best_bid(self)

    @property
    def inspection_worth(self) -> float:
        """Return what knowing the quality is worth to a single buyer at most, over the best bid without it."""
        informed = (self.buyer_factor - 1) * self.mean_value(self.value)
        return informed - self.buyer_gain(self.best_bid)


@cache
def _competitive(market: HiddenQuality) -> float:
    for quality in range(FULL, market.floor - 1, -1):
        worth = market.buyer_factor * market.owner_value((market.floor + quality) / 2)
        if worth >= market.owner_value(quality) - TINY:
            return worth
    return 0.0


@cache
def _best_bid(market: HiddenQuality) -> float:
    values = [market.owner_value(quality) for quality in range(market.floor, FULL + 1)]
    return max(values, key=lambda bid: (round(market.buyer_gain(bid), 6), -bid))


@check_argument
def deed_value(chain: "Chain", space: str, level: int | str, throws: int = 20) -> float:
    """Return the rents that a deed is expected to bring, its value in the market for deeds.

    Args:
        chain: The board as a Markov chain.
        space: The deed, by id or name.
        level: Number of houses, "set" or "hotel", as `Chain.rent` takes it.
        throws: Number of an opponent's throws that are counted.

    Returns:
        The expected rents, undiscounted, in the money of the edition.

    Raises:
        ArgumentError: For throws below 0.
        ChainError: If the chain has no rent for the space.

    Example:
        >>> round(ml.economics.hidden_quality.deed_value(ml.Chain("classic_us"), "new_york", 3), 2)
        370.22
    """
    check_whole(0, MOST_ROUNDS, throws=throws)
    return throws * float(chain.rent(space, level))
