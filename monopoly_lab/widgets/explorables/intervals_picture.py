"""A hundred experiments: which intervals miss the truth, and how wide they are, `ml.Explorable("intervals")`."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from monopoly_lab.common.messages import decimal, messages_of
from monopoly_lab.figures.style import CALM, LEGEND, STRONG, axis, lay_out
from monopoly_lab.measures.confidence_intervals import Interval, wilson
from monopoly_lab.widgets.explorables.controls import Choice, Control, Slider, in_percent
from monopoly_lab.widgets.explorables.explorable import Shown

EXPERIMENTS = 100
LEVELS = (80, 95, 99)  # percent
TIMES = {"once": 1, "twice": 2, "fourfold": 4}  # as many games, for comparison


message = messages_of("explorable.intervals")


def controls(chosen: Mapping[str, Any]) -> Sequence[Control]:
    """Return the controls: games in an experiment, the true share, the level, and which hundred are drawn."""
    return (
        Slider("games", 150, 50, 2400, 50),
        Slider("share", 25, 5, 95, 5, text=in_percent),
        Choice("level", 95, [(level, in_percent(level)) for level in LEVELS]),
        Slider("hundred", 1, 1, 20),
    )


def draw(chosen: Mapping[str, Any]) -> Shown:
    """Return a hundred intervals of a share, those that miss it in another color."""
    games, share, level = chosen["games"], chosen["share"] / 100, chosen["level"] / 100
    won = np.random.default_rng([games, chosen["share"], chosen["hundred"]]).binomial(games, share, EXPERIMENTS)
    found = [wilson(int(each), games, level) for each in won]
    figure = go.Figure()
    missed = [not each.low <= share <= each.high for each in found]
    for is_missed, color in ((False, CALM), (True, STRONG)):
        chosen_ones = [n for n in range(EXPERIMENTS) if missed[n] is is_missed]
        figure.add_scatter(
            x=[n + 1 for n in chosen_ones],
            y=[100 * found[n].value for n in chosen_ones],
            error_y={
                "type": "data",
                "symmetric": False,
                "array": [100 * (found[n].high - found[n].value) for n in chosen_ones],
                "arrayminus": [100 * (found[n].value - found[n].low) for n in chosen_ones],
                "width": 0,
                "thickness": 2,
            },
            mode="markers",
            marker={"size": 5, "color": color},
            name=message("missed" if is_missed else "held"),
            hovertemplate="%{y:.1f} %<extra></extra>",
        )
    figure.add_hline(y=chosen["share"], line={"color": STRONG, "width": 2, "dash": "dot"})
    lay_out(
        figure,
        xaxis=axis(message("experiment"), range=[0, EXPERIMENTS + 1]),
        yaxis=axis(message("axis"), ticksuffix=" %"),
        legend=LEGEND,
        margin={"b": 80},
    )
    widths = {name: decimal(100 * _width(share, n * games, level), 1) for name, n in TIMES.items()}
    facts = {"games": games, "n": sum(missed), "level": chosen["level"], "share": chosen["share"]}
    return Shown(figure, message("title", **facts), message("said", **facts, **widths))


def _width(share: float, games: int, level: float) -> float:
    """Return how wide the interval is where the true share was found."""
    found: Interval = wilson(round(share * games), games, level)
    return found.high - found.low
