"""Strategies by name: their parameters, with ranges and words, and the row of numbers the driver reads."""

from dataclasses import dataclass

from monopoly_lab.doors import doors
from monopoly_lab.editions.found import hint
from monopoly_lab.errors import StrategyError
from monopoly_lab.messages import say
from monopoly_lab.players import style

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
        """The number of a value, or None for a value that cannot be."""
        if self.words:
            if isinstance(value, bool):
                value = NO_YES[value]
            return self.words.index(value) if value in self.words else None
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            return None
        return value

    def value(self, code: int) -> int | str:
        return self.words[code] if self.words else code


PARAMETERS = {
    parameter.name: parameter
    for parameter in (
        Parameter("reserve", style.RESERVE),
        Parameter("buy_reserve", style.BUY_RESERVE),
        Parameter("fear", style.FEAR, high=200),
        Parameter("redeem", style.REDEEM, high=1000),
        Parameter("bid", style.BID, high=300),
        Parameter("completing", style.COMPLETING, high=1000),
        Parameter("blocking", style.BLOCKING, high=1000),
        Parameter("build_to", style.BUILD_TO, high=5),
        Parameter("borrow", style.BORROW, words=NO_YES),
        Parameter("jail_early", style.JAIL_EARLY, words=JAIL),
        Parameter("jail_late", style.JAIL_LATE, words=JAIL),
        Parameter("trade", style.TRADE),
        Parameter("rivalry", style.RIVALRY),
        Parameter("margin", style.MARGIN),
        Parameter("partner_share", style.PARTNER_SHARE),
        Parameter("raise_first", style.RAISE_FIRST, words=("mortgage", "sell")),
        Parameter("mortgage_order", style.MORTGAGE_ORDER, words=("cheapest", "dearest")),
        Parameter("settle", style.SETTLE, words=NO_YES),
        Parameter("stake", style.STAKE),
        Parameter("choice_card", style.DRAW, words=("pay", "draw")),
        Parameter("claim", style.CLAIM),
        Parameter("coins", style.COINS),
        Parameter("fight", style.FIGHT, high=1000),
        Parameter("next_boss", style.NEXT_BOSS, high=1000),
        Parameter("value", style.VALUE, words=("price", "rent")),
    )
}

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
        "fight": 200,
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
        "trade": 40,
        "raise_first": "mortgage",
        "mortgage_order": "dearest",
    },
    "boss_hunter": {"bid": 75, "coins": 0, "fight": 100, "next_boss": 300},
}


@doors
class Strategy:
    """A shipped strategy, by name, some of its parameters changed: `Strategy("cautious", reserve=30)`.

    `row` is what the driver reads. Raises StrategyError for an unknown name, parameter or value.
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
        """The same with other values of some parameters."""
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
    """The names of the shipped strategies."""
    return list(SHIPPED)


def describe(name: str, lang: str = "") -> str:
    """What a strategy does, and each of its parameters with its value here, a line each.

    Raises StrategyError, with the nearest right one, for a name there is not.
    """
    strategy = Strategy(name)
    lines = [say(f"strategy.{name}", lang=lang)]
    for key, value in strategy.parameters.items():
        lines.append(f"  {key} = {value}: {say(f'parameter.{key}', lang=lang)}")
    return "\n".join(lines)


def called(name: str, lang: str = "") -> str:
    """What a reader calls a strategy: in a word or two, or the name of one of the user's own, without underscores.

    >>> called("boss_hunter")
    'boss hunter'
    """
    return say(f"strategy_name.{name}", lang) if name in strategies() else name.replace("_", " ")


def style_of(who: "Strategy | str | None") -> list[int]:
    """The `style.STYLE` numbers of one seat: a strategy, its name, or None for a person or a user's function.

    Raises StrategyError for a name there is not.
    """
    if who is None:
        return [style.PERSON] + [0] * (style.STYLE - 1)
    return list(who.row if isinstance(who, Strategy) else Strategy(who).row)


def _row(name: str, parameters: Values) -> tuple[int, ...]:
    row = [0] * style.STYLE
    row[style.KIND] = style.RANDOM if name == "random" else style.PARAMETRIC
    for key, value in parameters.items():
        row[PARAMETERS[key].field] = PARAMETERS[key].code(value) or 0
    return tuple(row)


def _code(name: str, key: str, value: object) -> int:
    if name == "random":
        raise StrategyError(say("strategy_error.no_parameters", value=key, strategy=name))
    if key not in PARAMETERS:
        raise StrategyError(say("strategy_error.parameter", value=key, strategy=name) + hint(key, PARAMETERS))
    parameter = PARAMETERS[key]
    code = parameter.code(value)
    if code is None and parameter.words:
        text = say("strategy_error.word", parameter=key, value=repr(value), strategy=name)
        raise StrategyError(text + hint(value, parameter.words))
    if code is None:
        text = say(
            "strategy_error.number",
            parameter=key,
            value=repr(value),
            strategy=name,
            low=parameter.low,
            high=parameter.high,
        )
        raise StrategyError(text)
    return code
