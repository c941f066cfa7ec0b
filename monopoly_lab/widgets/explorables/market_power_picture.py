"""Price of a place that visitors can go round: demand, revenue, loss; two rivals: `ml.Explorable("market_power")`."""

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from monopoly_lab.common.messages import MINUS, decimal, messages_of
from monopoly_lab.economics.market_power import Landing, MarketPower
from monopoly_lab.editions import load_edition
from monopoly_lab.figures.style import CALM, LEGEND, STRONG, axis, lay_out
from monopoly_lab.widgets.explorables.controls import Choice, Control, Slider, format_sum, in_percent
from monopoly_lab.widgets.explorables.explorable import Shown

MOST = 200  # that a way round costs
STEP = 10  # of the prices of rivals
ALONE, RIVALS = "alone", "rivals"


message = messages_of("explorable.market_power")


def controls(chosen: Mapping[str, Any]) -> Sequence[Control]:
    """Return the controls."""
    money = load_edition("classic_us").money
    return (
        Choice("sellers", ALONE, [(each, message(f"sellers_{each}")) for each in (ALONE, RIVALS)]),
        Slider("price", 150, 10, MOST, STEP, text=money.grouped),
        Slider("cost", 0, 0, 100, 20, text=money.grouped),
        Slider("future", 60, 0, 100, 5, text=in_percent, hidden=chosen.get("sellers", ALONE) == ALONE),
    )


def draw(chosen: Mapping[str, Any]) -> Shown:
    """Return demand with revenue, the gain of visitors and ways round; of rivals the prices one after another."""
    place = MarketPower(MOST, chosen["cost"])
    if chosen["sellers"] == RIVALS:
        return _rivals(place, chosen)
    found = place.landing(chosen["price"])
    price, share = found.price, 100 * found.quantity
    figure = go.Figure()
    areas = (
        ("visitors", [0, 0, share], [price, MOST + 1, price], "rgba(49,104,142,0.45)"),
        ("profit", [0, share, share, 0], [place.cost, place.cost, price, price], "rgba(195,0,0,0.35)"),
        (
            "loss",
            [share, share, 100 * place.quantity(place.cost)],
            [price, place.cost, place.cost],
            "rgba(120,120,120,0.6)",
        ),
    )
    for key, x, y, fill in areas:
        pen = {"width": 0}
        figure.add_scatter(
            x=x, y=y, fill="toself", mode="lines", line=pen, fillcolor=fill, name=message(key), hoverinfo="name"
        )
    line = {"color": CALM, "width": 3}
    figure.add_scatter(x=[0, 100], y=[MOST + 1, 1], mode="lines", line=line, name=message("demand"), hoverinfo="name")
    dot = {"size": 14, "color": STRONG, "line": {"width": 2, "color": "#ffffff"}}
    figure.add_scatter(x=[share], y=[price], mode="markers", marker=dot, showlegend=False, hoverinfo="x+y")
    money = load_edition("classic_us").money
    lay_out(
        figure,
        xaxis=axis(message("share"), range=[0, 102], ticksuffix=" %"),
        yaxis=axis(message("price_axis", unit=money.symbol()), range=[0, MOST + 5]),
        legend=LEGEND,
    )
    return Shown(figure, _title(place, found), _sentence(place, found))


def _title(place: MarketPower, found: Landing) -> str:
    best = place.monopoly()
    facts = {"price": format_sum("classic_us", found.price), "profit": _cents(found.profit)}
    if found.profit >= best.profit - 1e-9:
        return message("found_best", **facts)
    return message("found", **facts)


def _sentence(place: MarketPower, found: Landing) -> str:
    share = decimal(100 * found.quantity, 1)
    facts = {"visitors": _cents(found.consumer_surplus), "loss": _cents(found.loss), "detours": _cents(found.detours)}
    return message("said", share=share, **facts)


def _rivals(place: MarketPower, chosen: Mapping[str, Any]) -> Shown:
    prices = place.undercutting(chosen["price"], STEP)
    cartel = place.cartel(STEP)
    figure = go.Figure()
    colors = [CALM if n % 2 == 0 else STRONG for n in range(len(prices))]
    pen, dots = {"color": "#8a938e", "width": 1}, {"size": 12, "color": colors}
    figure.add_scatter(
        x=list(range(1, len(prices) + 1)),
        y=prices,
        mode="lines+markers",
        line=pen,
        marker=dots,
        hoverinfo="x+y",
        showlegend=False,
    )
    money = load_edition("classic_us").money
    lay_out(
        figure,
        xaxis=axis(message("answers"), dtick=2),
        yaxis=axis(message("price_axis", unit=money.symbol()), range=[0, MOST + 5]),
    )
    title = message("found_rivals", first=money.grouped(prices[0]), last=money.grouped(prices[-1]))
    key = "cartel_holds" if chosen["future"] >= 100 * cartel.discount else "cartel_breaks"
    facts = {
        "price": money.grouped(cartel.price),
        "together": _cents(cartel.together),
        "cheating": _cents(cartel.cheating),
        "rivalry": _cents(cartel.rivalry),
    }
    return Shown(figure, title, message(key, **facts))


def _cents(amount: float) -> str:
    """Return an amount with one decimal, as the money of the edition is written."""
    before, behind = load_edition("classic_us").money.affixes()
    return f"{MINUS if amount < -0.05 else ''}{before}{decimal(abs(amount), 1)}{behind}"
