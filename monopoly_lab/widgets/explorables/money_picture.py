"""More salary: money, velocity, prices, quantities; games and the quantity theory: `ml.Explorable("money")`."""

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from monopoly_lab.common.messages import decimal, format_rounded, grouped, localize_point, messages_of, say, unbroken
from monopoly_lab.economics import money
from monopoly_lab.editions import load_edition
from monopoly_lab.figures.style import CALM, LEGEND, STRONG, axis, lay_out
from monopoly_lab.widgets.explorables.controls import Choice, Control, Slider
from monopoly_lab.widgets.explorables.explorable import Shown

PROPORTIONAL = ("money", "price_level", "auctions")  # to the money, by the quantity theory


message = messages_of("explorable.money")


def controls(chosen: Mapping[str, Any]) -> Sequence[Control]:
    """Return the controls: the salary, the rounds that are looked at, and who plays."""
    about = money.about_stored()
    salaries, rounds, strategies = (about[name] for name in ("salaries", "rounds", "strategies"))
    said = load_edition(about["edition"]).money.grouped
    return (
        Slider("salary", salaries[-1], salaries[0], salaries[-1], salaries[1] - salaries[0], said),
        Slider("rounds", 30, rounds[0], rounds[-1], rounds[1] - rounds[0]),
        Choice("players", strategies[0], [(name, say(f"strategy_name.{name}")) for name in strategies]),
    )


def draw(chosen: Mapping[str, Any]) -> Shown:
    """Return by how many percent each figure differs from that at the printed salary."""
    key = chosen["players"], chosen["rounds"], chosen["salary"]
    ratios, levels = money.stored(*key, ratio=True), money.stored(*key)
    printed = money.stored(chosen["players"], chosen["rounds"], _printed_salary())
    names = list(reversed(money.Stored._fields))
    labels = [message(name) for name in names]
    theory = [100 * (ratios.money.value - 1) if name in PROPORTIONAL else 0.0 for name in names]
    found = [getattr(ratios, name) for name in names]
    figure = go.Figure()
    marks = {"size": 16, "symbol": "diamond-open", "color": CALM, "line": {"width": 3}}
    asked = [n for n, name in enumerate(names) if name != "buildings"]  # of buildings the theory says nothing
    figure.add_scatter(
        x=[theory[n] for n in asked],
        y=[labels[n] for n in asked],
        mode="markers",
        marker=marks,
        name=message("theory"),
    )
    figure.add_scatter(
        x=[100 * (each.value - 1) for each in found],
        y=labels,
        mode="markers",
        marker={"size": 12, "color": STRONG},
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [100 * (each.high - each.value) for each in found],
            "arrayminus": [100 * (each.value - each.low) for each in found],
            "thickness": 3,
            "width": 8,
            "color": STRONG,
        },
        name=message("games"),
    )
    figure.update_traces(hovertemplate="%{y}: %{x:+.1f} %<extra></extra>")
    figure.add_vline(x=0, line={"color": CALM, "width": 1})
    lay_out(
        figure,
        xaxis=axis(message("change"), ticksuffix=" %"),
        yaxis=axis("", categoryorder="array", categoryarray=labels),
        legend=LEGEND,
    )
    return Shown(figure, *_title_and_sentence(chosen["salary"], ratios, levels, printed))


def _title_and_sentence(
    salary: int, ratios: money.Stored, levels: money.Stored, printed: money.Stored
) -> tuple[str, str]:
    """Return the finding as title, and the sentence with the figures of the quantity equation."""
    said = load_edition(money.about_stored()["edition"]).money.grouped
    changes = {name: _signed_percent(ratio.value) for name, ratio in zip(money.Stored._fields, ratios)}
    title = message("title_printed" if salary == _printed_salary() else "title", salary=said(salary), **changes)
    figures = {
        f"{name}{end}": text
        for end, found in (("", levels), ("_printed", printed))
        for name, text in (
            ("m", said(found.money.value)),
            ("v", decimal(found.velocity.value, 3)),
            ("p", decimal(found.price_level.value, 3)),
            ("q", grouped(found.quantity.value)),
            ("n", grouped(found.buildings.value)),
        )
    }
    return title, message("said", **figures)


def _printed_salary() -> int:
    """Return the salary that the others are compared with."""
    return int(money.about_stored()["printed"])


def _signed_percent(ratio: float) -> str:
    """Return a change in percent with its sign."""
    return unbroken(f"{localize_point(format_rounded(100 * (ratio - 1), '+.0f'))} %")
