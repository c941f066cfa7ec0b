"""Commons: a pot that regrows, sustainable yield, grab and owners: `ml.Explorable("commons")`."""

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from monopoly_lab.common.messages import messages_of
from monopoly_lab.economics.commons import Commons
from monopoly_lab.economics.matches import Match
from monopoly_lab.editions import editions, load_edition
from monopoly_lab.figures.style import CALM, LEGEND, STRONG, axis, lay_out
from monopoly_lab.widgets.explorables.controls import Choice, Control, Slider, Switch, in_percent
from monopoly_lab.widgets.explorables.explorable import Shown

PLAYERS = 4
SALARIES = 2  # in the pot at first


message = messages_of("explorable.commons")


def controls(chosen: Mapping[str, Any]) -> Sequence[Control]:
    """Return the controls; what all take together goes up to the whole pot."""
    edition = chosen.get("edition", "classic_us")
    pot = _pot(edition)
    step = max(1, pot // 100)
    start = min(range(0, pot + 1, step), key=lambda amount: abs(amount - pot * 3 // 10))
    return (
        Choice("edition", "classic_us", [(name, name) for name in editions()], hidden=True),
        Slider("take", start, 0, pot - pot % step, step, load_edition(edition).money.grouped),
        Switch("all_at_last", True),
        Slider("growth", 25, 0, 100, 5, in_percent),
        Slider("rounds", 10, 2, 20),
        Slider("grabbers", 0, 0, PLAYERS),
        Switch("owners"),
    )


def draw(chosen: Mapping[str, Any]) -> Shown:
    """Return the pot by round, and what has been taken from it."""
    game = Commons(PLAYERS, chosen["rounds"], _pot(chosen["edition"]), chosen["growth"], chosen["owners"])
    match = Match(game, {str(seat): _player(chosen, seat) for seat in range(PLAYERS)})
    past = match.position.past
    pots = [old.facts["pot"] for old in past]
    taken = [sum(old.payoffs) for old in past]
    rounds = list(range(1, game.rounds + 1))
    figure = go.Figure()
    figure.add_bar(x=rounds, y=pots, marker={"color": CALM}, name=message("pot"))
    sums = [sum(taken[: n + 1]) for n in range(len(taken))]
    figure.add_scatter(
        x=rounds, y=sums, mode="lines+markers", line={"color": STRONG, "width": 3}, name=message("taken")
    )
    figure.update_traces(hovertemplate="%{x}: %{y}<extra></extra>")
    lay_out(
        figure,
        xaxis=axis(message("round"), dtick=1 if game.rounds <= 10 else 2),
        yaxis=axis(message("sum"), rangemode="tozero"),
        legend=LEGEND,
    )
    money = load_edition(chosen["edition"]).money.grouped
    empty = next((n + 1 for n, pot in enumerate(pots) if pot == 0), None)
    total = money(round(sums[-1]))
    title = (
        message("title_empty", n=empty - 1, total=total)
        if empty
        else message("title_lasts", n=game.rounds, total=total)
    )
    totals = list(match.totals().values())
    values = {"growing": round(game.sustainable_yield), "best": round(game.best_total)}
    said = message("said", **{name: money(value) for name, value in values.items()})
    if 0 < chosen["grabbers"] < PLAYERS:
        said += " " + message("said_grab", grabber=money(totals[0]), other=money(totals[-1]))
    return Shown(figure, title, said)


def _player(chosen: Mapping[str, Any], seat: int) -> Any:
    """Return a grabber, or a player who asks for their part of what all take together."""
    if seat < chosen["grabbers"]:
        return "grabber"

    def asks(view: Any) -> int:
        last = view.round == chosen["rounds"] and chosen["all_at_last"]
        whole = view.legal.high if chosen["owners"] else view.legal.high // PLAYERS
        part = chosen["take"] // PLAYERS + (seat < chosen["take"] % PLAYERS)
        return int(whole if last else min(view.legal.high, part))

    return asks


def _pot(edition: str) -> int:
    return SALARIES * int(load_edition(edition).resolve()["salary"])
