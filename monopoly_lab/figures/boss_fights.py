"""Fights with bosses by coins: the chance to win, and when to stop."""

from collections.abc import Mapping

import plotly.graph_objects as go

from monopoly_lab.common.messages import format_number, grouped, percent, resolve_language, rounded, unbroken
from monopoly_lab.editions.components import in_language
from monopoly_lab.figures.style import EMPTY, SCALE, STRONG, axis, titled, word
from monopoly_lab.markov import BossFight
from monopoly_lab.markov.boss_fight_solution import FIGHT

ROW = 46  # pixels


def boss_chances(fights: Mapping[str, BossFight], most: int = 20, lang: str = "") -> go.Figure:
    """Draw the chance, in percent, to beat each boss, by the coins of the first player asked: `compare_fights`.

    `fights` as by `boss_fights`. A number a cell; empty where the price cannot be paid.
    """
    lang = resolve_language(lang)
    rows = [fight.by_coins(most)["chance"] for fight in fights.values()]
    z = [[float(f"{100 * x:.6g}") if x else None for x in row] for row in rows]
    text = [["" if x is None else "99+" if 99.5 <= x < 100 else str(rounded(x)) for x in row] for row in z]
    hover = "%{y}, %{x}: " + word("hover_chance", lang) + "<extra></extra>"
    figure = go.Figure(_cells(fights, most, z, text, lang, hover, zmin=0, zmax=100, colorscale=SCALE))
    last = {name_of(fight, lang): float(row.iloc[-1]) for fight, row in zip(fights.values(), rows)}
    easy, hard = max(last, key=lambda name: last[name]), min(last, key=lambda name: last[name])
    told = {
        "easy": easy,
        "high": _whole_percent(last[easy], lang),
        "hard": hard,
        "low": _whole_percent(last[hard], lang),
    }
    return _finish_figure(figure, fights, most, "chances", lang, word("chances_title", lang, n=most, **told))


def boss_stopping(fights: Mapping[str, BossFight], most: int = 20, lang: str = "") -> go.Figure:
    """Return what fighting brings more than passing, in points, by boss and coins, with the line where one should stop.

    `fights` as by `boss_fights`; of the first player asked, who then plays on optimally. The numbers are those of
    `BossFight.stopping`; empty where the price cannot be paid. Right of the red line, or inside it, one fights.
    """
    lang = resolve_language(lang)
    tables = [fight.stopping(most) for fight in fights.values()]
    z = [[None if x != x else float(f"{x:.6g}") for x in table["fight"] - table["pass"]] for table in tables]
    text = [["" if x is None else grouped(x, lang) for x in row] for row in z]
    widest = max((abs(x) for row in z for x in row if x is not None), default=1.0) or 1.0
    scale = [[0, "#7b3294"], [0.5, "#f7f7f7"], [1, "#008837"]]
    hover = "%{y}, %{x}: " + word("hover_stopping", lang) + "<extra></extra>"
    figure = go.Figure(_cells(fights, most, z, text, lang, hover, zmin=-widest, zmax=widest, colorscale=scale))
    figure.add_trace(_boundary([[best == FIGHT for best in table["best"]] for table in tables], lang))
    payable = [best for table in tables for best, gain in zip(table["best"], table["fight"]) if gain == gain]
    n = sum(best == FIGHT for best in payable)
    title = word("stopping_title", lang, n=n, all=len(payable))
    return _finish_figure(figure, fights, most, "stopping", lang, title)


def _whole_percent(chance: float, lang: str) -> str:
    """Return a chance in whole percent; "99+ %" for one that rounds to 100 % but can fail."""
    return unbroken("99+ %", lang) if 0.995 <= chance < 1 else percent(chance, 0, lang)


def _cells(
    fights: Mapping[str, BossFight],
    most: int,
    z: list[list[float | None]],
    text: list[list[str]],
    lang: str,
    hover: str,
    **colors: object,
) -> go.Heatmap:
    """Return a heat map with bosses down, coins across, a number a cell."""
    return go.Heatmap(
        z=z,
        x=list(range(most + 1)),
        y=list(range(len(fights))),
        text=text,
        texttemplate="%{text}",
        textfont={"size": 14},
        hovertemplate=hover.replace("%{y}", "%{customdata}").replace("%{x}", word("hover_coins", lang)),
        customdata=[[name_of(fight, lang)] * (most + 1) for fight in fights.values()],
        hoverongaps=False,
        xgap=1,
        ygap=1,
        showscale=False,
        **colors,
    )


def _boundary(fought: list[list[bool]], lang: str) -> go.Scatter:
    """Return the edges between cells where one fights and cells where one does not."""
    x: list[float | None] = []
    y: list[float | None] = []

    def edge(x0: float, y0: float, x1: float, y1: float) -> None:
        x.extend((x0, x1, None))
        y.extend((y0, y1, None))

    for b, row in enumerate(fought):
        for k, fights in enumerate(row):
            if k and fights != row[k - 1]:
                edge(k - 0.5, b - 0.5, k - 0.5, b + 0.5)
            if b and fights != fought[b - 1][k]:
                edge(k - 0.5, b - 0.5, k + 0.5, b - 0.5)
    line = {"color": STRONG, "width": 4}
    return go.Scatter(x=x, y=y, mode="lines", line=line, hoverinfo="skip", name=word("stopping_line", lang))


def _finish_figure(
    figure: go.Figure, fights: Mapping[str, BossFight], most: int, what: str, lang: str, title: str
) -> go.Figure:
    names = [_label(fight, lang) for fight in fights.values()]
    rows = {"tickvals": list(range(len(names))), "ticktext": names, "range": [len(names) - 0.5, -0.5]}
    figure.update_layout(
        xaxis=axis(word("coins_in_hand", lang), dtick=1, range=[-0.5, most + 0.5], showgrid=False),
        yaxis=axis("", **rows, showgrid=False, ticks=""),
        showlegend=False,
    )
    titled(figure, title, _parts(fights, what, lang), 170 + ROW * len(names), lang)
    return figure.update_layout(plot_bgcolor=EMPTY)


def name_of(fight: BossFight, lang: str) -> str:
    """Return the name of the boss."""
    return in_language(fight.boss.names, lang)


def _label(fight: BossFight, lang: str) -> str:
    return word("boss_label", lang, boss=name_of(fight, lang), price=fight.boss.price, roll=fight.boss.roll)


def _parts(fights: Mapping[str, BossFight], what: str, lang: str) -> list[str]:
    """Return the conditions: edition, number of players, value of a coin, source of the bosses, how to read it."""
    first = next(iter(fights.values()))
    parts = [in_language(first.edition.titles, lang), word("fighters", lang, n=len(first.players))]
    if what == "stopping":
        worth = first.coin_worth
        parts.append(
            word("purse", lang)
            if worth is None
            else word("coin_worth", lang, worth=format_number(float(worth), lang=lang))
        )
    origin = first.edition.provenance.get("bosses")
    if origin is not None and origin.source == "reconstruction":
        parts.append(word("bosses_reconstructed", lang))
    return [*parts, word(f"{what}_note", lang)]
