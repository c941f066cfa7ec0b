"""Hidden quality: what a bid gains, how a market unravels, what a floor saves: `ml.Explorable("hidden_quality")`."""

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

import plotly.graph_objects as go

from monopoly_lab.common.messages import decimal, messages_of, percent
from monopoly_lab.economics.hidden_quality import FULL, HiddenQuality, deed_value
from monopoly_lab.editions import editions
from monopoly_lab.figures.style import CALM, LEGEND, STRONG, axis, lay_out
from monopoly_lab.markov import Chain
from monopoly_lab.markov.rent_income import SET, has_buildings
from monopoly_lab.widgets.explorables.controls import Choice, Control, Slider, format_sum, in_percent
from monopoly_lab.widgets.explorables.explorable import Shown

BID, STEPS, SOLD = "bid", "steps", "sold"
USUAL = "new_york"  # the deed, where an edition has it
HOUSES, THROWS = 3, 20
TENTHS = 10
MOST_STEPS = 12
TOP = 150  # percent of the full value that can be bid


message = messages_of("explorable.hidden_quality")


@lru_cache(maxsize=32)
def _value(edition: str) -> float:
    """Return the rents of twenty throws on a street in the middle of the board."""
    chain = Chain(edition)
    streets = [space for space in chain.edition.spaces if space.kind == "street"]
    middle = streets[len(streets) * 2 // 5]
    space = next((space for space in streets if space.id == USUAL), middle)
    return deed_value(chain, space.id, HOUSES if has_buildings(chain) else SET, THROWS)


def controls(chosen: Mapping[str, Any]) -> Sequence[Control]:
    """Return the controls; a bid is chosen as a share of the full value and shown as a sum."""
    edition, picture = chosen.get("edition", "classic_us"), chosen.get("picture", BID)
    value = _value(edition)
    return (
        Choice("edition", "classic_us", [(name, name) for name in editions()], hidden=True),
        Choice("picture", BID, [(name, message(f"picture_{name}")) for name in (BID, STEPS, SOLD)]),
        Slider("factor", 15, 10, 30, 1, lambda n: decimal(n / TENTHS, 1)),
        Slider("floor", 0, 0, 60, 1, in_percent),
        Slider("bid", 75, 0, TOP, 1, lambda share: format_sum(edition, value * share / 100), hidden=picture != BID),
    )


def draw(chosen: Mapping[str, Any]) -> Shown:
    """Return what a bid gains, the steps of the unraveling, or the share sold by floor."""
    market = HiddenQuality(
        value=_value(chosen["edition"]), buyer_factor=chosen["factor"] / TENTHS, floor=chosen["floor"]
    )
    drawn = {BID: _bid, STEPS: _steps, SOLD: _draw_sold_share}[chosen["picture"]]
    return drawn(market, chosen)


def _bid(market: HiddenQuality, chosen: Mapping[str, Any]) -> Shown:
    """Draw a buyer's average gain by bid, all offers counted."""
    money, bid = partial(format_sum, chosen["edition"]), market.value * chosen["bid"] / 100
    bids = [market.value * share / 100 for share in range(0, TOP + 1)]
    gains = [market.buyer_gain(each) for each in bids]
    figure = go.Figure()
    figure.add_scatter(x=bids, y=gains, mode="lines", line={"color": CALM, "width": 3})
    figure.add_hline(y=0, line={"color": CALM, "width": 1})
    gain = market.buyer_gain(bid)
    figure.add_scatter(x=[bid], y=[gain], mode="markers", marker={"size": 14, "color": STRONG})
    figure.update_traces(hovertemplate="%{x:.0f}: %{y:.1f}<extra></extra>")
    lay_out(figure, xaxis=axis(message("a_bid")), yaxis=axis(message("gain")), showlegend=False)
    sold = market.share_sold(bid)
    key = "title_none" if not sold else "title_loses" if gain < -0.5 else "title_gains" if gain > 0.5 else "title_even"
    title = message(key, bid=money(bid), gain=money(abs(gain)))
    mean = market.mean_value(bid)
    values = {"seller": mean, "buyer": market.buyer_factor * mean}
    said = message("said_bid", sold=percent(sold, 0), **{name: money(each) for name, each in values.items()})
    return Shown(figure, title, said if sold else message("said_none"))


def _steps(market: HiddenQuality, chosen: Mapping[str, Any]) -> Shown:
    """Draw the bids of buyers who think one step further each time."""
    bids = market.unraveling()
    last = bids[-1]
    bids = bids[:MOST_STEPS]
    figure = go.Figure()
    steps = list(range(1, len(bids) + 1))
    texts = [format_sum(chosen["edition"], bid) for bid in bids]
    figure.add_bar(x=steps, y=bids, marker={"color": [STRONG] + [CALM] * (len(bids) - 1)}, text=texts, cliponaxis=False)
    figure.update_traces(textposition="outside", hovertemplate="%{x}: %{y:.1f}<extra></extra>")
    lay_out(
        figure, xaxis=axis(message("step"), dtick=1), yaxis=axis(message("bid"), rangemode="tozero"), showlegend=False
    )
    values = {"first": format_sum(chosen["edition"], bids[0]), "last": format_sum(chosen["edition"], last)}
    key = "title_unravels" if last < bids[0] - 0.5 else "title_holds"
    said = message("said_steps", sold=percent(market.share_sold(last), 0) if last else percent(0, 0))
    return Shown(figure, message(key, **values), said)


def _draw_sold_share(market: HiddenQuality, chosen: Mapping[str, Any]) -> Shown:
    """Draw the share of deeds that is sold by floor, to several buyers and to one."""
    several, single = _shares(market.value, market.buyer_factor)
    floors = list(range(0, 61))
    figure = go.Figure()
    for shares, color, name in ((several, STRONG, "several"), (single, CALM, "single")):
        line = {"color": color, "width": 3, "dash": "solid" if name == "several" else "dash"}
        figure.add_scatter(x=floors, y=[100 * share for share in shares], mode="lines", line=line, name=message(name))
    now = [100 * several[market.floor], 100 * single[market.floor]]
    marker = {"size": 13, "color": [STRONG, CALM]}
    figure.add_scatter(x=[market.floor] * 2, y=now, mode="markers", marker=marker, showlegend=False)
    figure.update_traces(hovertemplate="%{x} %: %{y:.0f} %<extra></extra>")
    lay_out(figure, xaxis=axis(message("floor")), yaxis=axis(message("share"), range=[-2, 104]), legend=LEGEND)
    title = message("title_sold", floor=percent(market.floor / FULL, 0), sold=percent(several[market.floor], 0))
    prices = {"price": market.competitive_price, "single": market.best_bid}
    sums = {name: format_sum(chosen["edition"], each) for name, each in prices.items()}
    said = message("said_sold", **sums, alone=percent(single[market.floor], 0))
    return Shown(figure, title, said)


@lru_cache(maxsize=64)
def _shares(value: float, factor: float) -> tuple[list[float], list[float]]:
    """Return the shares sold at each floor to several buyers and to one; a price of nothing sells nothing."""
    markets = [HiddenQuality(value=value, buyer_factor=factor, floor=floor) for floor in range(0, 61)]
    prices = [(market.competitive_price, market.best_bid) for market in markets]
    several = [market.share_sold(price) if price else 0.0 for market, (price, _) in zip(markets, prices)]
    return several, [market.share_sold(bid) if bid else 0.0 for market, (_, bid) in zip(markets, prices)]
