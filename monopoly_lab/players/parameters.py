"""Strategies by name: their parameters, with ranges and words, and the row of numbers that `next_answer` reads.

`styles[p * STYLE + field]` is a number of seat `p`. Field 0 says which kind of player sits there; the others are the
parameters of a strategy, to which `PARAMETERS` gives names, ranges and words.
"""

from dataclasses import dataclass
from fractions import Fraction

from monopoly_lab.common.argument_checks import check_arguments
from monopoly_lab.common.errors import StrategyError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint

# Field 0, the kind of player
KIND = 0
PERSON = 0  # a person, or a function of the user: never asked here
RANDOM = 1
PARAMETRIC = 2
OWN = 3  # a function of the user that compiles, and for what it leaves open as PARAMETRIC

# Money: shares of the start cash
RESERVE = 1  # kept when building, redeeming, bidding for buildings
BUY_RESERVE = 2  # kept when buying and bidding for deeds
FEAR = 3  # percent of the highest rent within one throw, kept as well
REDEEM = 4  # cash that has to stay after redeeming a mortgage
# Values: percent of the printed price
BID = 5  # of a deed's value, bid up to
COMPLETING = 6  # a full group is worth so much more
BLOCKING = 7  # the last deed of somebody else's group is worth so much more
# Building
BUILD_TO = 8  # 0 to 4 houses, 5 the hotel
BORROW = 9  # 1: mortgages single deeds to complete a group or to build
# Jail
JAIL_EARLY = 10
JAIL_LATE = 11
LEAVE = 0  # values of the two: card or fine at once,
CARD_ONLY = 1  # a card at once, else the dice,
WAIT = 2  # the dice
# Trades
TRADE = 12  # chance in percent to look for a trade in the own turn
RIVALRY = 13  # percent of the partner's gain that counts as a loss
MARGIN = 14  # least gain, in percent of the start cash
PARTNER_SHARE = 15  # percent of the common gain offered to the partner
# Debts
RAISE_FIRST = 16  # 0: mortgages single deeds first, 1: sells buildings first
MORTGAGE_ORDER = 17  # 0: the cheapest deed first, 1: the dearest
SETTLE = 18  # 1: offers property before going bankrupt
# The rest
STAKE = 19  # in the casino, percent of the cash above the reserve
CHOICE_CARD = 20  # 1: draws instead of paying, where a card leaves the choice
CLAIM = 21  # chance in percent to notice a rent that has to be asked for
# Where points count, and against bosses
COINS = 22  # percent of the start cash that deeds and fights leave
FIGHT = 23  # least prize to be expected of a try, in percent of what it costs
NEXT_BOSS = 24  # percent of the price of a try against the top boss that deeds leave
# What deeds are worth
VALUE = 25
BY_PRICE = 0  # values of it: the printed price,
BY_RENT = 1  # as much of it as rents under a policy are of the printed ones,
BY_INCOME = 2  # or the rents that are expected over the horizon
HORIZON = 27  # rounds that are looked ahead
DISCOUNT = 28  # percent by which a round later counts less
ROUNDS = 29  # both together: discounted rounds, in thousandths
# Of an own strategy
OWN_NUMBER = 26  # which; compiled, where its function begins

JAIL = ("leave", "card", "wait")
NO_YES = ("no", "yes")


@dataclass(frozen=True)
class Parameter:
    """One number of a strategy: in `low..high`, or one of `words`, whose places are its codes."""

    name: str
    field: int
    low: int = 0
    high: int = 100
    words: tuple[str, ...] = ()

    def code(self, value: object) -> int | None:
        """Return the number of a value, or None for a value that cannot be."""
        if self.words:
            if isinstance(value, bool):
                value = NO_YES[value]
            return self.words.index(value) if value in self.words else None
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            return None
        return value

    def value(self, code: int) -> int | str:
        """Return the value of a code: a word if the parameter has words."""
        return self.words[code] if self.words else code


PARAMETERS = {
    parameter.name: parameter
    for parameter in (
        Parameter("reserve", RESERVE),
        Parameter("buy_reserve", BUY_RESERVE),
        Parameter("fear", FEAR, high=200),
        Parameter("redeem", REDEEM, high=1000),
        Parameter("bid", BID, high=300),
        Parameter("completing", COMPLETING, high=1000),
        Parameter("blocking", BLOCKING, high=1000),
        Parameter("build_to", BUILD_TO, high=5),
        Parameter("borrow", BORROW, words=NO_YES),
        Parameter("jail_early", JAIL_EARLY, words=JAIL),
        Parameter("jail_late", JAIL_LATE, words=JAIL),
        Parameter("trade", TRADE),
        Parameter("rivalry", RIVALRY),
        Parameter("margin", MARGIN),
        Parameter("partner_share", PARTNER_SHARE),
        Parameter("raise_first", RAISE_FIRST, words=("mortgage", "sell")),
        Parameter("mortgage_order", MORTGAGE_ORDER, words=("cheapest", "dearest")),
        Parameter("settle", SETTLE, words=NO_YES),
        Parameter("stake", STAKE),
        Parameter("choice_card", CHOICE_CARD, words=("pay", "draw")),
        Parameter("claim", CLAIM),
        Parameter("coins", COINS),
        Parameter("fight", FIGHT, high=1000),
        Parameter("next_boss", NEXT_BOSS, high=1000),
        Parameter("value", VALUE, words=("price", "rent", "income")),
        Parameter("horizon", HORIZON, low=1, high=1000),
        Parameter("discount", DISCOUNT),
    )
}
STYLE = 1 + max(OWN_NUMBER, ROUNDS, *(parameter.field for parameter in PARAMETERS.values()))  # numbers a seat

Values = dict[str, int | str]

BALANCED: Values = {
    "reserve": 8,
    "buy_reserve": 2,
    "fear": 40,
    "redeem": 40,
    "bid": 95,
    "completing": 120,
    "blocking": 30,
    "build_to": 5,
    "borrow": "yes",
    "jail_early": "leave",
    "jail_late": "wait",
    "trade": 40,
    "rivalry": 35,
    "margin": 0,
    "partner_share": 50,
    "raise_first": "mortgage",
    "mortgage_order": "cheapest",
    "settle": "yes",
    "stake": 0,
    "choice_card": "pay",
    "claim": 100,
    "coins": 10,
    "fight": 200,
    "next_boss": 0,
    "value": "price",
    "horizon": 30,
    "discount": 0,
}

# What each strategy does otherwise than `balanced`; an edition or a game does not change it.
SHIPPED: dict[str, Values] = {
    "random": {},
    "cautious": {
        "reserve": 20,
        "buy_reserve": 13,
        "fear": 100,
        "redeem": 25,
        "bid": 75,
        "blocking": 15,
        "build_to": 3,
        "borrow": "no",
        "jail_early": "card",
        "trade": 10,
        "rivalry": 60,
        "margin": 3,
        "coins": 50,
    },
    "greedy": {
        "reserve": 0,
        "buy_reserve": 0,
        "fear": 0,
        "redeem": 60,
        "bid": 120,
        "completing": 150,
        "blocking": 60,
        "jail_late": "leave",
        "trade": 20,
        "rivalry": 60,
        "partner_share": 30,
        "raise_first": "sell",
        "mortgage_order": "dearest",
        "settle": "no",
        "stake": 20,
        "choice_card": "draw",
        "coins": 0,
        "fight": 350,
    },
    "balanced": {},
    "trader": {"completing": 150, "trade": 100, "rivalry": 15, "partner_share": 60, "stake": 5},
    "hoarder": {
        "reserve": 4,
        "fear": 25,
        "completing": 150,
        "build_to": 4,
        "mortgage_order": "dearest",
    },
    "boss_hunter": {"bid": 75, "coins": 0, "fight": 100, "next_boss": 300},
    "investor": {
        "value": "income",
        "reserve": 0,
        "buy_reserve": 0,
        "fear": 3,
        "redeem": 48,
        "bid": 100,
        "completing": 36,
        "blocking": 66,
        "trade": 48,
        "rivalry": 0,
        "partner_share": 3,
        "horizon": 106,
    },
    "strong": {
        "reserve": 7,
        "fear": 12,
        "redeem": 41,
        "completing": 96,
        "blocking": 77,
        "trade": 100,
        "rivalry": 14,
        "partner_share": 30,
        "mortgage_order": "dearest",
    },
}


@check_arguments
class Strategy:
    """A shipped strategy with some parameters changed: `Strategy("cautious", reserve=30)`.

    Args:
        name: Name of a shipped strategy; see `ml.strategies`.
        **parameters: New values by name; see `ml.describe`.

    Attributes:
        parameters: Value of every parameter.
        row: The numbers that `next_answer` reads.

    Raises:
        StrategyError: For an unknown name, parameter or value.

    Example:
        >>> thrifty = ml.Strategy("cautious", reserve=30)
        >>> thrifty.parameters["reserve"], ml.Strategy("cautious").parameters["reserve"]
        (30, 20)
        >>> ml.Game("classic_us", players=[("Ann", thrifty), ("Bo", "greedy")], seed=1).seats["Ann"]
        Strategy('cautious', reserve=30)
    """

    __slots__ = ("name", "parameters", "row")

    name: str
    parameters: Values
    row: tuple[int, ...]

    def __init__(self, name: str, **parameters: int | str) -> None:
        if name not in SHIPPED:
            raise StrategyError(say("strategy_error.unknown", value=name) + hint(name, SHIPPED))
        codes = {key: _code(name, key, value) for key, value in parameters.items()}
        self.name = name
        self.parameters = {} if name == "random" else {**BALANCED, **SHIPPED[name]}
        self.parameters |= {key: PARAMETERS[key].value(code) for key, code in codes.items()}
        self.row = _row(name, self.parameters)

    def changed(self, **parameters: int | str) -> "Strategy":
        """Return the same strategy with other values of some parameters.

        Args:
            **parameters: New values by name.
        """
        return Strategy(self.name, **{**self.parameters, **parameters})

    def __repr__(self) -> str:
        usual = SHIPPED[self.name] if self.name == "random" else {**BALANCED, **SHIPPED[self.name]}
        changed = [f"{key}={value!r}" for key, value in self.parameters.items() if value != usual[key]]
        return f"Strategy({', '.join([repr(self.name), *changed])})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Strategy) and (self.name, self.row) == (other.name, other.row)

    def __hash__(self) -> int:
        return hash((self.name, self.row))


def strategies() -> list[str]:
    """Return the names of the shipped strategies.

    Example:
        >>> ml.strategies()[:4]
        ['random', 'cautious', 'greedy', 'balanced']
    """
    return list(SHIPPED)


def style_of(who: "Strategy | str | None") -> list[int]:
    """Return the `STYLE` numbers of one seat: a strategy, its name, or None for a person or a user's function.

    Raises StrategyError for an unknown name.
    """
    if who is None:
        return [PERSON] + [0] * (STYLE - 1)
    return list(who.row if isinstance(who, Strategy) else Strategy(who).row)


def _row(name: str, parameters: Values) -> tuple[int, ...]:
    row = [0] * STYLE
    row[KIND] = RANDOM if name == "random" else PARAMETRIC
    for key, value in parameters.items():
        row[PARAMETERS[key].field] = PARAMETERS[key].code(value) or 0
    row[ROUNDS] = discounted_rounds(row[HORIZON], row[DISCOUNT])
    return tuple(row)


def discounted_rounds(horizon: int, discount: int) -> int:
    """Return the present value of one unit at the end of each round of the horizon, in thousandths."""
    if discount == 0:
        return 1000 * horizon
    rate = Fraction(discount, 100)
    return round(1000 * (1 - (1 + rate) ** -horizon) / rate)


def _code(name: str, key: str, value: object) -> int:
    if name == "random":
        raise StrategyError(say("strategy_error.no_parameters", value=key, strategy=name))
    if key not in PARAMETERS:
        raise StrategyError(say("strategy_error.parameter", value=key, strategy=name) + hint(key, PARAMETERS))
    parameter = PARAMETERS[key]
    code = parameter.code(value)
    if code is None and parameter.words:
        text = say("strategy_error.word", parameter=key, value=quoted(value), strategy=name)
        raise StrategyError(text + hint(value, parameter.words))
    if code is None:
        text = say(
            "strategy_error.number",
            parameter=key,
            value=quoted(value),
            strategy=name,
            low=parameter.low,
            high=parameter.high,
        )
        raise StrategyError(text)
    return code
