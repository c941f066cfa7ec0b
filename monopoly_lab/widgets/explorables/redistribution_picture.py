"""Taxes, incomes, rent control: who is worth what, round by round: `ml.Explorable("redistribution")`."""

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from monopoly_lab.common.messages import (
    MINUS,
    decimal,
    format_rounded,
    grouped,
    localize_point,
    messages_of,
    percent,
    say,
)
from monopoly_lab.economics import redistribution
from monopoly_lab.economics.redistribution import RANKS, Stored
from monopoly_lab.editions import load_edition
from monopoly_lab.figures.style import CALM, LEGEND, STRONG, axis, band, lay_out
from monopoly_lab.measures.confidence_intervals import Interval
from monopoly_lab.widgets.explorables.controls import Choice, Control, Slider
from monopoly_lab.widgets.explorables.explorable import Shown

ROUNDS, BY_RANK, ALL = "rounds", "ranks", "all"
PRINTED = "printed"
WIDE = 20  # letters of a line of a policy's name beside the chart
SHARES = ("gini", "over")  # measures that are no money


message = messages_of("explorable.redistribution")


def controls(chosen: Mapping[str, Any]) -> Sequence[Control]:
    """Return the controls: the policy, what is drawn, what is measured, after which round, and who plays."""
    about = redistribution.about_stored()
    rounds = about["rounds"]
    of_ranks = chosen.get("look") == BY_RANK  # shows one measure alone
    return (
        Choice("policy", PRINTED, [(name, message(f"policy_{name}")) for name in redistribution.policies()]),
        Choice("look", ROUNDS, [(name, message(f"look_{name}")) for name in (ROUNDS, BY_RANK, ALL)]),
        Choice("show", "gini", [(name, message(f"show_{name}")) for name in redistribution.MEASURES], hidden=of_ranks),
        Choice("base", PRINTED, [(name, message(f"policy_{name}")) for name in redistribution.BASES]),
        Slider("after", 30, rounds[0], rounds[-1], rounds[1] - rounds[0]),
        Choice("players", about["players"][0], [(name, say(f"strategy_name.{name}")) for name in about["players"]]),
    )


def draw(chosen: Mapping[str, Any]) -> Shown:
    """Return a measure over the rounds, what each rank is worth, or all policies beside each other."""
    figure = {ROUNDS: _over_rounds, BY_RANK: _ranks, ALL: _all_policies}[chosen["look"]](chosen)
    return Shown(figure, _title(chosen), _sentence(chosen))


def _stored_result(chosen: Mapping[str, Any], **other: Any) -> Stored:
    """Return what was played under what is chosen, or something else in its place."""
    asked = dict(chosen) | other
    return redistribution.stored(asked["policy"], asked["show"], asked["after"], asked["players"], asked["base"])


def _over_rounds(chosen: Mapping[str, Any]) -> go.Figure:
    """Return the measure of the policy and of its base at the end of each tenth round, with bands."""
    rounds = redistribution.about_stored()["rounds"]
    figure = go.Figure()
    for policy, color in _policies_with_colors(chosen):
        found = [_stored_result(chosen, policy=policy, after=n).mean for n in rounds]
        figure.add_trace(band(rounds, [each.low for each in found], [each.high for each in found], color))
        pen = {"color": color, "width": 4, "dash": "solid" if color == STRONG else "dash"}
        marks = {"size": 9, "color": color}
        figure.add_scatter(
            x=rounds,
            y=[each.value for each in found],
            mode="lines+markers",
            line=pen,
            marker=marks,
            name=message(f"policy_{policy}"),
        )
    figure.add_vline(x=chosen["after"], line={"color": CALM, "width": 2, "dash": "dot"})
    lay_out(
        figure,
        xaxis=axis(message("round"), range=[rounds[0] - 2, rounds[-1] + 2], dtick=rounds[0]),
        yaxis=axis(message(f"show_{chosen['show']}"), rangemode="tozero", **_ticks(chosen["show"])),
        legend=LEGEND,
    )
    return figure


def _ranks(chosen: Mapping[str, Any]) -> go.Figure:
    """Return what the richest to the poorest player of a game is worth, under the policy and its base."""
    figure = go.Figure()
    places = [message(f"rank_{rank}") for rank in RANKS]
    for policy, color in reversed(_policies_with_colors(chosen)):
        found = [_stored_result(chosen, policy=policy, show=rank).mean for rank in RANKS]
        figure.add_bar(
            x=places,
            y=[each.value for each in found],
            error_y={"type": "data", "array": [each.half for each in found], "thickness": 2, "width": 7},
            marker={"color": color},
            name=message(f"policy_{policy}"),
        )
    lay_out(
        figure,
        barmode="group",
        xaxis=axis(""),
        yaxis=axis(message("worth", unit=load_edition(redistribution.EDITION).money.symbol()), rangemode="tozero"),
        legend=LEGEND,
    )
    return figure


def _all_policies(chosen: Mapping[str, Any]) -> go.Figure:
    """Return the measure of every policy, the smallest below, with a line at the base."""
    found = {policy: _stored_result(chosen, policy=policy).mean for policy in redistribution.policies()}
    order = sorted(found, key=lambda policy: found[policy].value)
    figure = go.Figure()
    for policy in order:
        color = STRONG if policy == chosen["policy"] else CALM
        figure.add_scatter(
            x=[found[policy].value],
            y=[_label(policy)],
            mode="markers",
            marker={"size": 15 if color == STRONG else 11, "color": color},
            error_x={"type": "data", "array": [found[policy].half], "thickness": 3, "width": 6, "color": color},
            showlegend=False,
        )
    figure.add_vline(x=found[chosen["base"]].value, line={"color": CALM, "width": 2, "dash": "dot"})
    lay_out(
        figure,
        xaxis=axis(message(f"show_{chosen['show']}"), rangemode="tozero", **_ticks(chosen["show"])),
        yaxis=axis("", categoryorder="array", categoryarray=[_label(policy) for policy in order]),
        height=560,
    )
    return figure


def _label(policy: str) -> str:
    """Return a policy in lines that leave a narrow page room for the chart."""
    return "<br>".join(textwrap.wrap(message(f"policy_{policy}"), WIDE))


def _policies_with_colors(chosen: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the policies that are drawn, each with its color: the base, and the one that is chosen."""
    drawn = [(chosen["base"], CALM)] if chosen["policy"] != chosen["base"] else []
    return [*drawn, (chosen["policy"], STRONG)]


def _title(chosen: Mapping[str, Any]) -> str:
    """Return the finding: the measure under the policy and its base."""
    asked = dict(chosen) | ({"show": "poorest"} if chosen["look"] == BY_RANK else {})
    facts = {
        "policy": message(f"policy_{asked['policy']}"),
        "what": message(f"show_{asked['show']}"),
        "value": _figure(asked["show"], _stored_result(asked).mean.value),
        "base": message(f"policy_{asked['base']}"),
        "there": _figure(asked["show"], _stored_result(asked, policy=asked["base"]).mean.value),
        "n": asked["after"],
    }
    title = message("title_alone" if asked["policy"] == asked["base"] else "title", **facts)
    return title[0].upper() + title[1:]


def _sentence(chosen: Mapping[str, Any]) -> str:
    """Return the difference from the base, and what the policy moves and costs."""
    found = {name: _stored_result(chosen, show=name) for name in redistribution.MEASURES}
    games = redistribution.about_stored()["games"]
    facts = {
        "gini": decimal(found["gini"].mean.value, 3),
        "buildings": _figure("buildings", found["buildings"].mean.value),
        "over": percent(found["over"].mean.value, 0),
        "together": _figure("together", found["together"].mean.value),
        "games": grouped(games),
        "n": chosen["after"],
    }
    parts = [message("said", **facts)]
    if chosen["policy"] != chosen["base"]:
        name = chosen["show"] if chosen["look"] != BY_RANK else "poorest"
        apart = _signed_interval(name, found[name].difference) | {"base": message(f"policy_{chosen['base']}")}
        parts.insert(0, message("apart", what=message(f"show_{name}"), **apart))
        parts.append(_bucket(found))
    return " ".join(part for part in parts if part)


def _signed_interval(name: str, difference: Interval) -> dict[str, str]:
    """Return a difference and the ends of its interval, with signs."""
    ends = zip(("value", "low", "high"), difference)
    return {key: _signed_figure(name, x) for key, x in ends}


def _signed_figure(name: str, x: float) -> str:
    """Return a difference with its sign."""
    if name == "gini":
        return localize_point(format_rounded(x, "+.3f"))
    if name == "over":
        return message("points", n=localize_point(format_rounded(100 * x, "+.1f")))
    return ("+" if x > 0 else MINUS if x < 0 else "") + _figure(name, abs(x))


def _bucket(found: Mapping[str, Stored]) -> str:
    """Return how much of what the richest lose reaches the other ranks, where the richest alone clearly lose."""
    changes = [found[rank].difference for rank in RANKS]
    if changes[0].high >= 0 or any(each.value < 0 for each in changes[1:]):
        return ""
    lost = redistribution.lost_on_the_way([each.value for each in changes])
    said = {"loss": _figure("richest", -changes[0].value)}
    if lost < 0:
        return message("bucket_more", **said)
    return message("bucket", **said, arrives=_figure("richest", (lost - 1) * changes[0].value), lost=percent(lost, 0))


def _figure(name: str, x: float) -> str:
    """Return a measure as readers write it."""
    if name == "gini":
        return decimal(x, 2)
    if name == "over":
        return percent(x, 0)
    return load_edition(redistribution.EDITION).money.grouped(round(x))


def _ticks(name: str) -> dict[str, object]:
    """Return how the axis of a measure writes its numbers."""
    return {"tickformat": ".0%"} if name == "over" else {}
