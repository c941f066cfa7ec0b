"""Supply of houses, tax on rents, tax on land, rent control: `ml.Explorable("rent_tax")`."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from plotly.subplots import make_subplots

from monopoly_lab.common.messages import messages_of
from monopoly_lab.economics.rent_tax import RentTax, TaxOutcome
from monopoly_lab.editions import editions, load_edition
from monopoly_lab.figures.style import CALM, LEGEND, STRONG, axis, group_colors, lay_out
from monopoly_lab.widgets.explorables.controls import Choice, Control, Slider, Switch, format_sum, in_percent
from monopoly_lab.widgets.explorables.explorable import Shown

RATES = range(101)  # of the tax on rents, percent


message = messages_of("explorable.rent_tax")


@lru_cache(maxsize=16)
def outcomes(edition: str, rent_scale: int, rounds: int, opponents: int) -> tuple[TaxOutcome, ...]:
    """Return what follows from every rate of a tax on rents."""
    board = RentTax(edition, rounds, opponents)
    return tuple(board.outcome(tax, rent_scale) for tax in RATES)


def controls(chosen: Mapping[str, Any]) -> Sequence[Control]:
    """Return the controls."""
    return (
        Choice("edition", "classic_us", [(name, name) for name in editions()], hidden=True),
        Slider("tax", 20, 0, 100, text=in_percent),
        Slider("land_tax", 0, 0, 100, 5, text=in_percent),
        Slider("rent_scale", 100, 20, 200, 5, text=in_percent),
        Slider("rounds", 10, 1, 30),
        Slider("opponents", 3, 1, 7),
        Switch("burden", True),
    )


def draw(chosen: Mapping[str, Any]) -> Shown:
    """Return the revenue of every rate and, if chosen, its excess burden, above the houses that are built by color."""
    edition, tax, scale = load_edition(chosen["edition"]), chosen["tax"], chosen["rent_scale"]
    board = RentTax(edition, chosen["rounds"], chosen["opponents"])
    curve = outcomes(chosen["edition"], scale, chosen["rounds"], chosen["opponents"])
    found = board.outcome(tax, scale, chosen["land_tax"])
    land = found.revenue - curve[tax].revenue
    figure = make_subplots(rows=2, row_heights=[0.6, 0.4], vertical_spacing=0.2)
    colors = {edition.groups[g].id: color for g, color in group_colors(edition).items()}
    figure.add_bar(
        x=[group.name for group in board.groups],
        y=[found.levels[group.id] for group in board.groups],
        marker={"color": [colors[group.id] for group in board.groups], "line": {"width": 1, "color": "#8a938e"}},
        hoverinfo="x+y",
        showlegend=False,
        row=2,
        col=1,
    )
    lines = [
        ("revenue", [each.revenue + land for each in curve], CALM, "solid"),
        ("loss", [each.loss for each in curve], STRONG, "dash"),
    ][: 1 + chosen["burden"]]
    for key, values, color, dash in lines:
        pen = {"color": color, "width": 3, "dash": dash, "shape": "linear"}
        figure.add_scatter(x=list(RATES), y=values, mode="lines", name=message(key), line=pen, row=1, col=1)
    dots = {"size": 13, "color": [color for _, _, color, _ in lines], "line": {"width": 2, "color": "#ffffff"}}
    heights = [found.revenue, found.loss][: len(lines)]
    points = {"x": [tax] * len(lines), "y": heights, "mode": "markers", "marker": dots}
    figure.add_scatter(**points, showlegend=False, hoverinfo="y", row=1, col=1)
    most = max(max(each.levels.values()) for each in curve)
    lay_out(
        figure,
        height=600,
        xaxis=axis(message("rate"), range=[0, 100], ticksuffix=" %"),
        yaxis=axis(edition.money.symbol(), rangemode="tozero"),
        xaxis2=axis(""),
        yaxis2=axis(message("buildings"), range=[0, max(most, 5) + 0.2], dtick=1),
        legend=LEGEND,
        margin={"b": 90},
    )
    return Shown(figure, _title(found, chosen), _sentence(found, chosen))


def _title(found: TaxOutcome, chosen: Mapping[str, Any]) -> str:
    facts = {"revenue": format_sum(chosen["edition"], found.revenue), "n": found.buildings}
    key = "found_none" if found.revenue == 0 else "found" if chosen["tax"] else "found_land"
    return message(key, tax=chosen["tax"], land=chosen["land_tax"], **facts)


def _sentence(found: TaxOutcome, chosen: Mapping[str, Any]) -> str:
    sums = {"rents": -found.visitors, "owners": found.owners, "loss": found.loss}
    told = {name: format_sum(chosen["edition"], value) for name, value in sums.items()}
    return " ".join(message(key, **told) for key in ("said", "said_loss")[: 1 + chosen["burden"]])
