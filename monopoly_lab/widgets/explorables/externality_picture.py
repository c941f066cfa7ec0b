"""Damage to a neighbor: private choice, best for both, bargaining, a tax: `ml.Explorable("externality")`."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import plotly.graph_objects as go

from monopoly_lab.common.messages import messages_of, resolve_language
from monopoly_lab.economics.externality import HARMED, HARMING, Deal, Externality
from monopoly_lab.editions import load_edition
from monopoly_lab.figures.style import CALM, LEGEND, STRONG, axis, lay_out
from monopoly_lab.widgets.explorables.controls import Choice, Control, Slider, in_percent
from monopoly_lab.widgets.explorables.explorable import Shown

NONE, TAX = "none", "tax"
REMEDIES = (NONE, HARMING, HARMED, TAX)


message = messages_of("explorable.externality")


def pair_of(edition: str, percent: int) -> Externality:
    """Return the two owners of an edition at a percent of damage a row, with names in the reader's language."""
    return _pair(edition, percent, resolve_language(""))


@lru_cache(maxsize=128)
def _pair(edition: str, percent: int, lang: str) -> Externality:
    return Externality(load_edition(edition).called(lang=lang), percent=percent)


def controls(chosen: Mapping[str, Any]) -> Sequence[Control]:
    """Return the controls."""
    remedy = chosen.get("remedy", NONE)
    dealing, taxed = remedy in (HARMING, HARMED), remedy == TAX
    money = load_edition(chosen.get("edition", "classic_us")).money
    return (
        Choice(
            "edition", "classic_us", [("classic_us", "classic_us"), ("classic_london", "classic_london")], hidden=True
        ),
        Slider("percent", 20, 0, 50, text=in_percent),
        Choice("remedy", NONE, [(each, message(f"remedy_{each}")) for each in REMEDIES]),
        Slider("cost", 0, 0, 600, 20, text=money.grouped, hidden=not dealing),
        Slider("tax", 0, 0, 1200, 20, text=money.grouped, hidden=not taxed),
    )


def rows_and_deal(pair: Externality, chosen: Mapping[str, Any]) -> tuple[int, Deal | None]:
    """Return the rows that are built under the remedy, and the deal that leads there."""
    if chosen["remedy"] == NONE:
        return pair.private, None
    if chosen["remedy"] == TAX:
        return pair.chosen(chosen["tax"]), None
    deal = pair.deal(chosen["remedy"], chosen["cost"])
    return deal.level, deal


def draw(chosen: Mapping[str, Any]) -> Shown:
    """Return the profit of the builder and the sum of both by number of rows, with what is built."""
    pair = pair_of(chosen["edition"], chosen["percent"])
    level, deal = rows_and_deal(pair, chosen)
    rows = list(pair.levels)
    figure = go.Figure()
    for key, values, color, dash in (
        ("private", pair.profits, CALM, "dash"),
        ("both", pair.both, STRONG, "solid"),
    ):
        pen = {"color": color, "width": 3, "dash": dash}
        figure.add_scatter(
            x=rows, y=list(values), mode="lines+markers", name=message(key), line=pen, hoverinfo="x+y+name"
        )
    figure.add_scatter(
        x=[level],
        y=[pair.both[level]],
        mode="markers",
        marker={"size": 16, "symbol": "diamond", "color": STRONG, "line": {"width": 2, "color": "#ffffff"}},
        name=message("built"),
        hoverinfo="y+name",
    )
    lay_out(
        figure,
        xaxis=axis(message("rows", group=pair.harming.name), dtick=1),
        yaxis=axis(message("sums", unit=pair.edition.money.symbol())),
        legend=LEGEND,
    )
    return Shown(figure, _title(pair, level), _sentence(pair, level, deal, chosen))


def _title(pair: Externality, level: int) -> str:
    waste = pair.both[pair.best] - pair.both[level]
    if level == pair.best or waste < 0.5:
        return message("found_best", n=level)
    return message("found_waste", n=level, best=pair.best, waste=_sum(pair, waste))


def _sentence(pair: Externality, level: int, deal: Deal | None, chosen: Mapping[str, Any]) -> str:
    facts = {"profit": _sum(pair, pair.profits[level]), "damage": _sum(pair, pair.damages[level])}
    said = [message("said", harming=pair.harming.name, harmed=pair.harmed.name, **facts)]
    if deal is not None and deal.level != deal.before:
        said.append(message("deal", least=_sum(pair, deal.least), most=_sum(pair, deal.most)))
    elif deal is not None:
        said.append(message("no_deal_needed" if deal.level == pair.best else "no_deal"))
    if chosen["remedy"] == TAX:
        said.append(message("least_tax", tax=_sum(pair, pair.least_tax())))
    return " ".join(said)


def _sum(pair: Externality, amount: float) -> str:
    return pair.edition.money.grouped(amount)
