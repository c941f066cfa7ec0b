"""Strategies that spread and die out, generation by generation: `ml.Explorable("replicator")`."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import plotly.graph_objects as go

from monopoly_lab.common.messages import messages_of, percent
from monopoly_lab.economics.replicator import SymmetricGame, strategy_game
from monopoly_lab.figures.style import CALM, LEGEND, STRONG, axis, lay_out
from monopoly_lab.figures.table_charts import DASHES, PALETTE
from monopoly_lab.players import called
from monopoly_lab.widgets.explorables.controls import Choice, Control, Slider, Switch
from monopoly_lab.widgets.explorables.explorable import Shown

EQUAL = "equal"
LAST = 40  # generation that the chart ends with
NEWCOMERS = 5  # percent of a population that plays one strategy otherwise
NEWEST = "strong"  # can be left out
GONE = 0.005  # a smaller share is shown as none


message = messages_of("explorable.replicator")


@lru_cache(maxsize=1)
def game() -> SymmetricGame:
    """Return the game of choosing a strategy, read once."""
    return strategy_game()


def controls(chosen: Mapping[str, Any]) -> Sequence[Control]:
    """Return the controls: who takes part, how the population begins, and which generation is looked at."""
    taking_part = _taking_part(chosen.get("strong", True))
    starts = [(EQUAL, message("start_equal"))]
    starts += [(name, message("start_one", strategy=called(name), n=100 - NEWCOMERS)) for name in taking_part]
    return (Switch("strong", True), Choice("start", EQUAL, starts), Slider("generation", 5, 0, LAST))


def draw(chosen: Mapping[str, Any]) -> Shown:
    """Return the shares of the strategies over the generations, and who is best off in one of them."""
    taking_part = _taking_part(chosen["strong"])
    shares = game().replicate(_beginning(chosen["start"], taking_part), LAST)
    figure = go.Figure()
    others = [color for color in PALETTE if color != STRONG]
    for n, name in enumerate(taking_part):
        pen = {"color": others[n], "dash": DASHES[n % len(DASHES)], "width": 3}
        if name == NEWEST:
            pen = {"color": STRONG, "width": 5}
        figure.add_scatter(x=shares.index, y=100 * shares[name], mode="lines", name=called(name), line=pen)
    at = chosen["generation"]
    figure.add_vline(x=at, line={"color": CALM, "width": 2, "dash": "dot"})
    lay_out(
        figure,
        xaxis=axis(message("generations"), range=[0, LAST]),
        yaxis=axis(message("share"), range=[0, 102]),
        legend=LEGEND,
        margin={"b": 110},
        height=440,
    )
    now = shares.loc[at]
    first = str(now.idxmax())
    left = [called(str(name)) for name in taking_part if now[name] < GONE]
    title = message("first", n=at, strategy=called(first), share=percent(now[first]))
    wins = game().payoffs(now)[list(taking_part)]
    best = str(wins.idxmax())
    facts = {
        "best": called(best),
        "wins": percent(wins[best]),
        "mean": percent(float((now * game().payoffs(now)).sum())),
    }
    said = message("best", **facts) + (" " + message("gone", names=", ".join(left)) if left else "")
    return Shown(figure, title, said)


def _taking_part(strong: bool) -> tuple[str, ...]:
    return tuple(name for name in game().strategies if strong or name != NEWEST)


def _beginning(start: str, taking_part: Sequence[str]) -> dict[str, float]:
    """Return the shares of the first generation, in any unit."""
    if start == EQUAL:
        return dict.fromkeys(taking_part, 1.0)
    others = NEWCOMERS / (len(taking_part) - 1)
    return {name: 100.0 - NEWCOMERS if name == start else others for name in taking_part}
