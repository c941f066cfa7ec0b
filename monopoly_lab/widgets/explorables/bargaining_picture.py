"""What a swap of deeds brings each player, by the sum paid, and who would agree: `ml.Explorable("bargaining")`."""

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

import plotly.graph_objects as go

from monopoly_lab.common.messages import messages_of, rounded, say
from monopoly_lab.economics.bargaining import MONEY, PLAYERS, WINS, SwapDeal
from monopoly_lab.figures.style import CALM, LEGEND, STRONG, axis, lay_out
from monopoly_lab.widgets.explorables.controls import Choice, Control, Slider, format_sum
from monopoly_lab.widgets.explorables.explorable import Shown

EDITION = "classic_us"
STRATEGIES = ("balanced", "greedy", "investor")
LINES = dict(zip(PLAYERS, ((CALM, "solid"), (STRONG, "solid"), (CALM, "dot"), (STRONG, "dot"))))
BAND = 0.2  # opacity


message = messages_of("explorable.bargaining")


@lru_cache(maxsize=16)
def deal_of(strategy: str, measure: str) -> SwapDeal:
    """Return the deal, read once."""
    return SwapDeal(strategy, measure)


def controls(chosen: Mapping[str, Any]) -> Sequence[Control]:
    """Return the controls."""
    sums = deal_of(STRATEGIES[0], MONEY).sums
    step = sums[1] - sums[0]
    return (
        Slider("paid", 0, sums[0], sums[-1], step, partial(format_sum, EDITION)),
        Choice("measure", MONEY, [(name, message(f"measure_{name}")) for name in (MONEY, WINS)]),
        Choice("strategy", STRATEGIES[0], [(name, say(f"strategy_name.{name}")) for name in STRATEGIES]),
    )


def draw(chosen: Mapping[str, Any]) -> Shown:
    """Return the gains of all four, the range of agreement and the Nash split."""
    deal, paid = deal_of(chosen["strategy"], chosen["measure"]), chosen["paid"]
    scale = 100 if deal.measure == WINS else 1
    figure = go.Figure()
    for player in PLAYERS:
        _curve(figure, deal, player, scale)
    agreed = deal.range_of_agreement()
    assert agreed is not None  # in every result that is stored
    figure.add_vrect(x0=agreed[0], x1=agreed[1], fillcolor=CALM, opacity=0.12, line_width=0)
    figure.add_vline(x=paid, line={"color": CALM, "width": 2, "dash": "dash"})
    figure.add_hline(y=0, line={"color": CALM, "width": 1})
    lay_out(
        figure,
        xaxis=axis(message("sums_axis")),
        yaxis=axis(message(f"{deal.measure}_axis")),
        legend=LEGEND,
        margin={"t": 24, "b": 96},
    )
    return Shown(figure, *_words(deal, paid, agreed, scale))


def _curve(figure: go.Figure, deal: SwapDeal, player: str, scale: int) -> None:
    """Draw what a player gains, with a band for its 95 % interval."""
    color, dash = LINES[player]
    gains = [deal.gain(player, paid) for paid in deal.sums]
    ends = [gain.low * scale for gain in gains] + [gain.high * scale for gain in gains][::-1]
    band = {"mode": "lines", "line": {"width": 0}, "fill": "toself", "fillcolor": color, "opacity": BAND}
    figure.add_scatter(x=deal.sums + deal.sums[::-1], y=ends, showlegend=False, hoverinfo="skip", **band)
    line = {"color": color, "width": 3, "dash": dash}
    figure.add_scatter(x=deal.sums, y=[gain.value * scale for gain in gains], mode="lines", line=line, name=player)


def _words(deal: SwapDeal, paid: int, agreed: tuple[float, float], scale: int) -> tuple[str, str]:
    """Return the finding and the sentence with the figures."""

    def amount(x: float) -> str:
        return format_sum(EDITION, x) if deal.measure == MONEY else message("points", x=rounded(x * scale, 1))

    ann, bo, cy, dan = (deal.gain(player, paid).value for player in PLAYERS)
    sums = {"low": format_sum(EDITION, agreed[0]), "high": format_sum(EDITION, agreed[1])}
    nash = "–".join(format_sum(EDITION, each) for each in sorted(set(deal.nash_range() or ())))
    who = "ann" if ann < 0 else "bo" if bo < 0 else "both"
    title = message(who, paid=format_sum(EDITION, paid), ann=amount(ann), bo=amount(bo), loss=amount(-min(ann, bo)))
    said = message("said" if who == "both" else "said_unless", nash=nash, others=amount(-cy - dan), **sums)
    return title, said
