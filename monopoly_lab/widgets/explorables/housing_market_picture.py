"""Demand for the last houses, fixed supply, market price, price ceiling: `ml.Explorable("housing_market")`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from math import ceil
from typing import Any

import plotly.graph_objects as go

from monopoly_lab.common.messages import messages_of, resolve_language
from monopoly_lab.economics.housing_market import CHANCE, RATIONING, HousingMarket, total
from monopoly_lab.editions import editions, load_edition
from monopoly_lab.figures.style import CALM, STRONG, axis, group_colors, lay_out
from monopoly_lab.widgets.explorables.controls import Choice, Control, Slider, format_sum
from monopoly_lab.widgets.explorables.explorable import Shown

MARKET, CEILING, PRINTED = "market", "ceiling", "printed"
HOUSES = 2  # on each site to begin with: from there on every further house is worth less
FAINT = 0.22  # opacity of houses that nobody gets


message = messages_of("explorable.housing_market")


def market(edition: str, houses: int, rounds: int, opponents: int) -> HousingMarket:
    """Return the market, made once in each language."""
    return _market(edition, houses, rounds, opponents, resolve_language(""))


@lru_cache(maxsize=64)
def _market(edition: str, houses: int, rounds: int, opponents: int, lang: str) -> HousingMarket:
    return HousingMarket(load_edition(edition).called(lang=lang), houses, rounds, opponents)


def controls(chosen: Mapping[str, Any]) -> Sequence[Control]:
    """Return the controls; the price ceiling and who is served matter only where the price is held down."""
    edition = chosen.get("edition", "classic_us")
    houses, rounds = chosen.get("houses", HOUSES), chosen.get("rounds", 10)
    shown = market(edition, houses, rounds, chosen.get("opponents", 3))
    wanted = len(shown.demanded)
    usual = market(edition, HOUSES, 10, 3).demanded[0].bid
    step = 10 ** max(len(str(int(usual))) - 2, 0)
    top = ceil(shown.demanded[0].bid / step) * step
    money = load_edition(edition).money
    price = chosen.get("price", MARKET)
    return (
        Choice("edition", "classic_us", [(name, name) for name in editions()], hidden=True),
        Slider("supply", 8, 0, wanted),
        Choice("price", MARKET, [(name, message(f"price_{name}")) for name in (MARKET, CEILING, PRINTED)]),
        Slider("ceiling", min(10 * step, top), 0, top, step, money.grouped, hidden=price != CEILING),
        Choice("served", CHANCE, [(name, message(f"served_{name}")) for name in RATIONING], hidden=price == MARKET),
        Slider("rounds", 10, 1, 20),
        Slider("opponents", 3, 1, 7),
        Slider("houses", HOUSES, 0, 3),
    )


def draw(chosen: Mapping[str, Any]) -> Shown:
    """Return the demand of the table with the supply, the price, and what is lost."""
    shown = market(chosen["edition"], chosen["houses"], chosen["rounds"], chosen["opponents"])
    figure = go.Figure()
    if chosen["price"] == MARKET or _no_limit(shown, chosen):
        title, said = _draw_market_price(figure, shown, chosen)
    else:
        title, said = _draw_price_ceiling(figure, shown, chosen)
    supply = chosen["supply"]
    label = {"text": f"{message('supply_line')}: {supply}", "yanchor": "bottom"}
    figure.add_vline(x=supply, line={"color": CALM, "width": 3}, annotation=label)
    lay_out(
        figure,
        xaxis=axis(message("quantity"), range=[0, len(shown.demanded) + 0.5]),
        yaxis=axis(message("sum"), rangemode="tozero"),
        showlegend=False,
        bargap=0,
        margin={"t": 32},
    )
    return Shown(figure, title, said)


def _no_limit(shown: HousingMarket, chosen: Mapping[str, Any]) -> bool:
    """Return True if the price ceiling is above the market price, so that it changes nothing."""
    return bool(chosen["price"] == CEILING) and shown.demand(chosen["ceiling"]) <= chosen["supply"]


def _draw_market_price(figure: go.Figure, shown: HousingMarket, chosen: Mapping[str, Any]) -> tuple[str, str]:
    """Draw the market price; the houses go where they are worth most."""
    supply, money = chosen["supply"], partial(format_sum, chosen["edition"])
    sold = shown.demanded[:supply]
    _bars(figure, shown, chosen["edition"], [1.0] * len(sold) + [FAINT] * (len(shown.demanded) - len(sold)))
    if not supply:
        return message("clears_none"), message("nobody")
    cleared = shown.clearing_prices(supply)
    if cleared is None:
        return message("clears_never", n=supply), message("lumps")
    low, high = cleared
    figure.add_hrect(y0=low, y1=high, fillcolor=STRONG, opacity=0.35, line={"color": STRONG, "width": 2})
    title = message("clears" if high else "clears_free", n=supply, low=money(low), high=money(high))
    if chosen["price"] == CEILING:
        title = message("not_binding", ceiling=money(chosen["ceiling"]))
    groups = Counter(house.group for house in sold)
    names = ", ".join(f"{group.name} {groups[group.id]}" for group in reversed(shown.groups) if groups[group.id])
    return title, message("served_said", n=supply, groups=names, most=money(total(sold)))


def _draw_price_ceiling(figure: go.Figure, shown: HousingMarket, chosen: Mapping[str, Any]) -> tuple[str, str]:
    """Draw the price that is held down, the shortage, and who is served."""
    supply, money = chosen["supply"], partial(format_sum, chosen["edition"])
    ceiling = chosen["ceiling"] if chosen["price"] == CEILING else None
    found = shown.ration(supply, ceiling, chosen["served"])
    _bars(figure, shown, chosen["edition"], _chances(shown, chosen, ceiling))
    prices = [house.price if ceiling is None else ceiling for house in shown.demanded]
    line = {"color": STRONG, "width": 3, "shape": "hv", "dash": "dash"}
    figure.add_scatter(x=list(range(len(prices))), y=prices, mode="lines", line=line, hoverinfo="skip")
    if ceiling is not None and found.shortage:
        ends = {"x": [supply, found.wanted], "y": [ceiling, ceiling]}
        figure.add_scatter(**ends, mode="lines", line={"color": STRONG, "width": 8}, hoverinfo="skip")
    facts = {"wanted": found.wanted, "n": supply, "shortage": found.shortage}
    key = "enough" if not found.shortage else "short_printed" if ceiling is None else "short_ceiling"
    title = message(key, **facts, ceiling=money(ceiling or 0))
    sums = {"most": money(found.most), "kept": money(found.kept), "lost": money(found.lost)}
    return title, message("lost_said", n=found.sold, **sums) if found.sold else message("nobody")


def _chances(shown: HousingMarket, chosen: Mapping[str, Any], ceiling: int | None) -> list[float]:
    """Return the chance of each house to be built, from the highest value on, as opacity."""
    return [max(chance, FAINT) for chance in shown.served(chosen["supply"], ceiling, chosen["served"])]


def _bars(figure: go.Figure, shown: HousingMarket, edition: str, opacity: Sequence[float]) -> None:
    """Draw the value of each house in the color of its group, and the demand curve, which is what owners bid."""
    found = load_edition(edition)
    colors = {found.groups[g].id: color for g, color in group_colors(found).items()}
    names = {group.id: group.name for group in shown.groups}
    houses = shown.demanded
    texts = [
        message("house", group=names[each.group], n=each.level, value=format_sum(edition, each.value))
        for each in houses
    ]
    figure.add_bar(
        x=[n + 0.5 for n in range(len(houses))],
        y=[house.value for house in houses],
        width=1,
        marker={"color": [colors[house.group] for house in houses], "opacity": list(opacity)},
        hovertext=texts,
        hoverinfo="text",
    )
    bids = [house.bid for house in houses]
    line = {"color": CALM, "width": 2, "shape": "hv"}
    figure.add_scatter(
        x=[*range(len(bids) + 1)],
        y=[*bids, bids[-1]],
        mode="lines",
        line=line,
        name=message("demand"),
        hoverinfo="skip",
    )
