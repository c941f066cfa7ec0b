"""Strategies in words: what each does, its source, its properties; `describe` and `strategies_frame`.

A shipped strategy is registered in `SHIPPED` of `parameters.py`, where `strategies()` lists the names. Strategies of
users are in `custom_strategy.py`.
"""

from collections.abc import Iterator

from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.players.parameters import SHIPPED, Strategy, strategies

SHOWN = ("reserve", "bid", "build_to", "trade")  # columns of `strategies_frame`


def describe(name: str | Strategy, lang: str = "") -> str:
    """Return what a strategy does, its source, its properties and the value of each parameter, one per line.

    Args:
        name: Name of a shipped strategy, or a `Strategy`, whose own values are then shown.
        lang: Language of the words: "en", "ru" or "uk"; that of the session if empty.

    Raises:
        StrategyError: For an unknown name, with the nearest one or all.

    Example:
        >>> print(ml.describe("random"))
        Chooses among all legal choices ...
    """
    strategy = name if isinstance(name, Strategy) else Strategy(name)
    name = strategy.name
    lines = [say(f"strategy.{name}", lang=lang)]
    lines.append("  " + say("strategy_property.source", lang, source=say(f"strategy_source.{name}", lang)))
    lines.append("  " + say("strategy_property.properties", lang, properties="; ".join(_properties(strategy, lang))))
    for key, value in strategy.parameters.items():
        lines.append(f"  {key} = {value}: {say(f'parameter.{key}', lang=lang)}")
    return "\n".join(lines)


def strategies_frame(lang: str = "") -> "pd.DataFrame":
    """Return the shipped strategies as a table by name.

    Args:
        lang: Language of the words: "en", "ru" or "uk"; that of the session if empty.

    Returns:
        Columns: idea; source; by_chance, True if the same position can lead to different decisions; reserve, cash it
        keeps, in percent of the start cash; bid, the most it bids, in percent of a deed's value; build_to, the
        highest level it builds (5: hotel); trade, the percent of its turns in which it looks for a trade. The numbers
        are missing for a strategy without parameters.

    Example:
        >>> ml.strategies_frame().loc["hoarder", "build_to"].item()
        4
    """
    rows = {}
    for name in SHIPPED:
        strategy = Strategy(name)
        texts = {"idea": say(f"strategy.{name}", lang), "source": say(f"strategy_source.{name}", lang)}
        numbers = {key: strategy.parameters.get(key) for key in SHOWN}
        rows[name] = {**texts, "by_chance": decides_by_chance(strategy), **numbers}
    table = pd.DataFrame.from_dict(rows, orient="index").astype(dict.fromkeys(SHOWN, "Int64"))
    return table.rename_axis("strategy")


def decides_by_chance(strategy: Strategy) -> bool:
    """Return True if one position can lead to several decisions: the search for a trade starts at a random group."""
    values = strategy.parameters
    return not values or values["trade"] != 0 or values["claim"] not in (0, 100)


def _properties(strategy: Strategy, lang: str) -> Iterator[str]:
    chance = "by_chance" if decides_by_chance(strategy) else "without_chance"
    yield say(f"strategy_property.{chance}", lang)
    if strategy.parameters:
        yield say("strategy_property.trades", lang, n=strategy.parameters["trade"])
        yield say("strategy_property.up_to", lang, n=strategy.parameters["build_to"])


def called(name: str, lang: str = "") -> str:
    """Return what a reader calls a strategy: in a word or two, or the name of one's own, without underscores.

    >>> called("boss_hunter")
    'boss hunter'
    """
    return say(f"strategy_name.{name}", lang) if name in strategies() else name.replace("_", " ")
