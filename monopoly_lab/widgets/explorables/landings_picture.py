"""Where tokens land: shares, heat map, transitions, convergence, matrix and so on: `ml.Explorable("landings")`."""

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from monopoly_lab import figures
from monopoly_lab.common.messages import decimal, percent, resolve_language
from monopoly_lab.figures.style import CALM, STRONG, axis, lay_out
from monopoly_lab.markov import Chain
from monopoly_lab.widgets.explorables.board_choice import (
    beside_its_title,
    board_controls,
    chain_of,
    message,
    picture_choice,
)
from monopoly_lab.widgets.explorables.controls import Choice, Control
from monopoly_lab.widgets.explorables.explorable import Shown

PICTURES = ("heat_map", "shares", "transitions", "convergence", "matrix", "eigenvalues")
THROWS = 40  # that the picture of convergence follows


def controls(chosen: Mapping[str, Any]) -> Sequence[Control]:
    """Return the controls: board, way of counting, picture, and where a throw begins."""
    counted = [(per, message(f"per_{per}")) for per in ("throw", "turn", "landing")]
    spaces = [(label, label) for label, share in chain_of(chosen).by_space("turn").items() if share > 0]
    return (
        *board_controls(chosen),
        Choice("per", "throw", counted),
        picture_choice(PICTURES),
        Choice("space", spaces[0][0], spaces),
    )


def draw(chosen: Mapping[str, Any]) -> Shown:
    """Return the picture that is chosen, with the spaces that are visited most."""
    chain, per, lang = chain_of(chosen), chosen["per"], resolve_language("")
    clock = "throw" if per == "landing" else per
    shares = chain.by_space(per)
    if chosen["picture"] == "shares":
        return _shares(chain, per)
    figure = {
        "heat_map": lambda: figures.heat_map(chain, per, lang=lang),
        "transitions": lambda: figures.transitions(chain, chosen["space"], clock, lang),
        "convergence": lambda: figures.convergence(chain, THROWS, chosen["space"], clock, lang),
        "matrix": lambda: figures.matrix(chain, clock, lang=lang),
        "eigenvalues": lambda: figures.eigenvalues(chain, clock, lang),
    }[chosen["picture"]]()
    best = ", ".join(f"{name} {percent(share, 2)}" for name, share in shares.nlargest(4).items())
    second = decimal(abs(chain.eigenvalues()[1]), 4)
    forgotten = message("forgotten", second=second, n=chain.mixing_time(0.01))
    return beside_its_title(figure, chain, per, message("top", spaces=best), forgotten)


def _shares(chain: Chain, per: str) -> Shown:
    """Return bars of the shares in the order of the board, beside the share of each if all were alike."""
    shares = 100 * chain.by_space(per)
    edition = chain.edition
    owned = [name for q, name in _names(chain).items() if edition.spaces[q].price]
    best = max(owned, key=lambda name: shares[name])
    alike = 100 / len(edition.spaces)
    figure = go.Figure()
    colors = [STRONG if name == best else CALM for name in shares.index]
    figure.add_bar(
        x=list(shares.index), y=shares, marker={"color": colors}, hovertemplate="%{x}: %{y:.2f} %<extra></extra>"
    )
    figure.add_hline(y=alike, line={"color": STRONG, "width": 2, "dash": "dot"})
    lay_out(
        figure,
        xaxis=axis("", tickangle=-90, tickfont={"size": 11}, dtick=1),
        yaxis=axis(message(f"per_{per}"), rangemode="tozero", ticksuffix=" %"),
        height=460,
    )
    title = message("shares_title", space=best, share=percent(shares[best] / 100, 2), per=message(f"per_{per}"))
    top = ", ".join(f"{name} {percent(share / 100, 2)}" for name, share in shares.nlargest(4).items())
    return Shown(figure, title, message("shares_said", alike=percent(alike / 100, 2), spaces=top))


def _names(chain: Chain) -> dict[int, str]:
    """Return the name of each space where a token may stay, by its number."""
    return {q: chain.name_of((q, held)) for q, held in chain.locations if not held}
