"""Who starts with what, and who wins: fair bets, a formula and games, `ml.Explorable("start_chances")`."""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

import plotly.graph_objects as go

from monopoly_lab.common.messages import decimal, grouped, messages_of, percent, unbroken
from monopoly_lab.economics import start_chances
from monopoly_lab.editions import load_edition
from monopoly_lab.figures.style import CALM, LEGEND, STRONG, axis, lay_out
from monopoly_lab.measures.confidence_intervals import Interval, z_of
from monopoly_lab.widgets.explorables.controls import Choice, Control, Slider
from monopoly_lab.widgets.explorables.explorable import Shown

FAIR = "fair_bets"  # a policy under which nothing but fair bets is played
PARTS = (8, 4, 2, 1)
SEATS = tuple(f"part_{n}" for n in range(1, 5))
SEED = 1  # of fair bets
FADED = 0.55  # opacity of the bars of the formula


message = messages_of("explorable.start_chances")


def controls(chosen: Mapping[str, Any]) -> Sequence[Control]:
    """Return the controls: the parts of the money, and the policy."""
    most = start_chances.about_stored()["most"]
    known = (*start_chances.policies(), FAIR)
    return (
        *(Slider(name, part, 1, most) for name, part in zip(SEATS, PARTS)),
        Choice("policy", known[0], [(name, message(f"policy_{name}")) for name in known]),
    )


def draw(chosen: Mapping[str, Any]) -> Shown:
    """Return the chances of four players: if all bets were fair, by the formula, and as games came out."""
    parts = [chosen[name] for name in SEATS]
    exponent, money, wins = _stored_games(chosen["policy"], parts)
    games = sum(wins)
    model = start_chances.contest_chances(money, exponent.value)
    fair = start_chances.fair_chances(money)
    played = [won / games for won in wins]
    said = load_edition("classic_us").money.grouped
    places = [f"{message('player', n=n + 1)}<br>{said(cash)}" for n, cash in enumerate(money)]
    figure = go.Figure()
    figure.add_bar(
        x=places,
        y=[100 * x for x in model],
        error_y={"type": "data", "array": _band(model, games), "thickness": 2, "width": 8, "color": CALM},
        marker={"color": CALM, "opacity": FADED},
        name=message("formula"),
    )
    marks = {"size": 15, "symbol": "diamond-open", "color": CALM, "line": {"width": 3}}
    figure.add_scatter(x=places, y=[100 * x for x in fair], mode="markers", marker=marks, name=message("fair"))
    dots = {"size": 13, "color": STRONG}
    in_words = message("games", n=games, games=grouped(games))
    figure.add_scatter(x=places, y=[100 * x for x in played], mode="markers", marker=dots, name=in_words)
    figure.update_traces(hovertemplate="%{x}: %{y:.1f} %<extra></extra>")
    lay_out(
        figure,
        xaxis=axis(""),
        yaxis=axis(message("chance"), rangemode="tozero", ticksuffix=" %"),
        legend=LEGEND,
    )
    return Shown(figure, *_title_and_sentence(parts, fair, played, model, exponent))


def _title_and_sentence(
    parts: Sequence[int], fair: Sequence[float], played: Sequence[float], model: Sequence[float], exponent: Interval
) -> tuple[str, str]:
    """Return the finding as title, and the sentence with the figures."""
    richest = max(range(len(parts)), key=lambda seat: parts[seat])
    alike = parts.count(parts[richest])
    shares = {"money": percent(fair[richest], 0), "wins": percent(played[richest], 0)}
    if alike == len(parts):
        title = message("title_equal")
    elif alike > 1:
        title = message("title_several", **shares | {"wins": percent(max(played), 0)})
    else:
        title = message("title", **shares)
    limits = {name: decimal(x, 2) for name, x in zip(("exponent", "low", "high"), exponent)}
    lists = {"games": _list(played), "formula": _list(model), "fair": _list(fair)}
    sentence = message("said" if exponent.half else "said_fair", **limits, **lists)
    return title, sentence


def _list(chances: Sequence[float]) -> str:
    """Return chances in percent, as a list."""
    return unbroken(f"{' / '.join(decimal(100 * chance, 1) for chance in chances)} %")


def _stored_games(policy: str, parts: Sequence[int]) -> tuple[Interval, tuple[int, ...], tuple[int, ...]]:
    """Return the exponent of a policy, the money of each player and the games each of them has won."""
    if policy != FAIR:
        return start_chances.stored_exponent(policy), *start_chances.stored_games(policy, parts)
    about = start_chances.about_stored()
    money, games = about["money"], about["games"]
    sums = start_chances.divided(parts, money)
    return Interval(1.0, 1.0, 1.0), sums, tuple(start_chances.play_fair_bets(sums, games, SEED))


def _band(model: Sequence[float], games: int) -> list[float]:
    """Return half the range, in points, in which 95 of 100 runs of so many games lie if the formula is right."""
    return [100 * z_of(0.95) * sqrt(chance * (1 - chance) / games) for chance in model]
