"""Draw what deeds earn: rents by level, paybacks, rent against capital."""

from collections.abc import Iterator, Sequence
from functools import partial
from math import ceil, inf, log10
from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from monopoly_lab.board_drawing.colors import seen_on_light
from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import decimal, rounded, say
from monopoly_lab.editions.components import Group
from monopoly_lab.figures.style import (
    FAINT,
    GRID,
    INK,
    SOFT,
    STRONG,
    SYMBOLS,
    axis,
    convention,
    group_colors,
    level_name,
    level_sign,
    of_board,
    shortened_label,
    titled,
    word,
    wrap_text,
)
from monopoly_lab.markov import Chain
from monopoly_lab.markov.rent_income import SET, checked_level

COLUMNS = 4
UP_TO_THREE_HOUSES = (0, SET, 1, 2, 3)  # levels of a street


def street_groups(chain: Chain) -> list[Group]:
    """Return the groups of sites that can be built on; ChainError if there are none."""
    groups = [group for group in chain.edition.groups if group.kind == "street"]
    if not groups:
        raise ChainError(say("chain.no_streets", edition=chain.edition.id))
    return groups


@of_board
def rents(chain: Chain, per: str = "throw", lang: str = "") -> go.Figure:
    """Draw the expected rent of each group of streets by level, from one opponent: a line a group, named at its end."""
    colors = group_colors(chain.edition)
    groups = street_groups(chain)
    tables = [chain.returns(group.id, per) for group in groups]
    if all(len(table) < 2 for table in tables):
        return at_level(chain, None, per, lang)
    figure = go.Figure()
    rent_unit = word(f"rent_{per}", lang, unit=chain.edition.money.text_for_reader(1, lang))
    for group, table in zip(groups, tables):
        figure.add_trace(
            go.Scatter(
                x=[level_name(level, lang).replace(" ", "<br>") for level in table.index],
                y=table["rent"].tolist(),
                name=group.name,
                mode="lines+markers",
                line={"color": seen_on_light(colors[group.index]), "width": 3},
                marker=_marker(group, colors, 11),
                hovertemplate=f"{group.name}, %{{x}}: %{{y:.2f}} {rent_unit}<extra></extra>",
            )
        )
    ends = [float(table["rent"].iloc[-1]) for table in tables]
    places = spaced_positions(ends, max([*ends, 1.0]) * 0.055)
    for group, line, end, place in zip(groups, figure.data, ends, places):
        figure.add_annotation(
            _end_label(group, colors, line.x[-1], place, f"{group.name}  {decimal(end, 1, lang)}"),
        )
    best = ends.index(max(ends))
    level = level_name(tables[best].index[-1], lang)
    title = word("rents_title", lang, group=groups[best].name, level=level, rent=_money(chain, ends[best], lang))
    longest = max(len(table) for table in tables)
    figure.update_layout(
        xaxis=axis("", type="category", range=[-0.25, longest - 0.2]),
        yaxis=axis(rent_unit, rangemode="tozero"),
        showlegend=False,
    )
    widest = max(len(group.name) for group in groups)
    return titled(figure, title, _parts(chain, per, lang, "rents_note"), 570, lang, margin={"r": 60 + 8 * widest})


def _marker(group: Group, colors: dict[int, str], size: int) -> dict[str, object]:
    return {
        "symbol": SYMBOLS[group.index % len(SYMBOLS)],
        "size": size,
        "color": colors[group.index],
        "line": {"color": INK, "width": 1},
    }


def _end_label(group: Group, colors: dict[int, str], x: object, y: float, text: str) -> dict[str, object]:
    return {
        "x": x,
        "y": y,
        "text": f"<b>{text}</b>",  # its color is that of its line
        "xanchor": "left",
        "xshift": 12,
        "showarrow": False,
        "font": {"size": 14, "color": seen_on_light(colors[group.index])},
    }


def spaced_positions(values: Sequence[float], gap: float) -> list[float]:
    """Return places as near as can be to the values, in their order, with a gap between any two."""
    order = sorted(range(len(values)), key=lambda n: values[n])
    blocks: list[tuple[float, int]] = []  # mean place, number of values
    for n in order:
        mean, count = values[n], 1
        while blocks and mean - blocks[-1][0] < gap * (count + blocks[-1][1]) / 2:
            mean_before, before = blocks.pop()
            mean, count = (mean_before * before + mean * count) / (before + count), before + count
        blocks.append((mean, count))
    placed = [mean + gap * (k - (count - 1) / 2) for mean, count in blocks for k in range(count)]
    found = [0.0] * len(values)
    for place, n in zip(placed, order):
        found[n] = place
    return found


@of_board
def paybacks(chain: Chain, per: str = "throw", lang: str = "") -> go.Figure:
    """Draw the marginal payback by level, a small chart a group on one scale; the fastest step of each is in bold."""
    colors = group_colors(chain.edition)
    several = {group.index: table for group in chain.edition.groups if len(table := chain.payback(group.id, per)) > 1}
    groups = [group for group in chain.edition.groups if group.index in several]
    if not groups:
        raise ChainError(say("chain.no_steps", edition=chain.edition.id))
    rows = ceil(len(groups) / COLUMNS)
    figure = make_subplots(
        rows=rows,
        cols=COLUMNS,
        shared_yaxes=True,
        horizontal_spacing=0.025,
        vertical_spacing=0.4 / rows,
        subplot_titles=[f"<b>{wrap_text(group.name, 132, 13)}</b>" for group in groups],
    )
    tables = list(several.values())
    for n, (group, table) in enumerate(zip(groups, tables)):
        figure.add_trace(_steps(group, table, colors, per, lang), row=n // COLUMNS + 1, col=n % COLUMNS + 1)
    known = [float(x) for table in tables for x in table if x != inf]
    limits = [log10(min(known, default=1) * 0.42), log10(max(known, default=1) * 2.3)]
    figure.update_xaxes(type="category", linecolor=FAINT, showline=True, tickfont={"size": 13}, range=[-0.5, 4.5])
    figure.update_yaxes(
        type="log",
        range=limits,
        gridcolor=GRID,
        zeroline=False,
        tickfont={"size": 12},
        tickvals=[1, 3, 10, 30, 100, 300, 1000],
    )
    figure.update_annotations(font={"size": 13, "color": INK}, yshift=5)
    figure.update_layout(showlegend=False)
    parts = _parts(chain, per, lang, "paybacks_note")
    return titled(
        figure,
        _paybacks_title(groups, tables, per, lang),
        [*parts, word("paybacks_marks", lang)],
        170 + 165 * rows,
        lang,
        margin={"l": 44, "b": 40, "t": 150},
    )


def _paybacks_title(groups: "Sequence[Group]", tables: "Sequence[pd.Series[float]]", per: str, lang: str) -> str:
    """Return the fastest step of all, as a title."""
    group, table = min(zip(groups, tables), key=lambda pair: float(pair[1].min()))
    if table.min() == inf:
        return word("paybacks_never", lang)
    level = level_name(table.idxmin(), lang, group.kind == "street")
    clock = word(f"opponent_{per}", lang)
    return word("paybacks_title", lang, group=group.name, level=level, n=decimal(table.min(), 1, lang), clock=clock)


def _money(chain: Chain, sum_: float, lang: str) -> str:
    """Return a mean sum: "$103"; a small one with its unit, "0.5 (unit: 1 coin)"."""
    if sum_ >= 20:
        return chain.edition.money.text_for_reader(int(rounded(sum_)), lang)
    return word("sum", lang, sum=decimal(sum_, 1, lang), unit=chain.edition.money.text_for_reader(1, lang))


def _steps(group: Group, table: "pd.Series[float]", colors: dict[int, str], per: str, lang: str) -> go.Scatter:
    """Return the points of one small chart: the paybacks of a group, the fastest in bold."""
    values = table.tolist()
    fastest = [value == min(values) < inf for value in values]
    return go.Scatter(
        x=[level_sign(level, lang) for level in table.index],
        y=values,
        name=group.name,
        mode="lines+markers+text",
        line={"color": seen_on_light(colors[group.index]), "width": 3},
        marker=_marker(group, colors, 10) | {"size": [15 if best else 9 for best in fastest]},
        text=[f"<b>{rounded(value)}</b>" if best else str(rounded(value)) for value, best in zip(values, fastest)],
        textposition=["bottom center" if best else "top center" for best in fastest],
        textfont={"size": 13, "color": [STRONG if best else SOFT for best in fastest]},
        customdata=[level_name(level, lang, group.kind == "street") for level in table.index],
        hovertemplate=f"{group.name}, %{{customdata}}: %{{y:.2f}} " + word(f"opponent_{per}", lang) + "<extra></extra>",
        cliponaxis=False,
    )


@of_board
def at_level(chain: Chain, level: int | str | None = None, per: str = "throw", lang: str = "") -> go.Figure:
    """Draw the groups of streets built to one level, the one that brings most on top, with what was laid out for it.

    Without a level that of three houses, or the highest below. Raises ChainError for a level that not all groups have.
    """
    colors = group_colors(chain.edition)
    groups = street_groups(chain)
    tables = [chain.returns(group.id, per) for group in groups]
    level = level_of(chain, groups, tables, level)
    rows = sorted(((table.loc[level], group) for table, group in zip(tables, groups)), key=_rent)
    money = partial(chain.edition.money.text_for_reader, lang=lang)
    rent_unit = word(f"rent_{per}", lang, unit=money(1))
    figure = go.Figure(
        go.Bar(
            x=[float(row.rent) for row, _ in rows],
            y=[shortened_label(group.name) for _, group in rows],
            orientation="h",
            marker={"color": [colors[group.index] for _, group in rows], "line": {"color": SOFT, "width": 1}},
            text=[f"<b>{decimal(row.rent, 1, lang)}</b>" for row, _ in rows],
            textposition="outside",
            customdata=[[money(int(row.capital)), 100 * float(row["return"])] for row, _ in rows],
            hovertemplate="%{y}: %{x:.2f} "
            + rent_unit
            + "<br>"
            + word("hover_level", lang, clock=word(f"each_{per}", lang))
            + "<extra></extra>",
            cliponaxis=False,
        )
    )
    most = max(float(row.rent) for row, _ in rows)
    figure.update_layout(
        xaxis=axis(rent_unit, range=[0, most * 1.12]),
        yaxis=axis("", type="category", ticklabelstandoff=6),
        bargap=0.25,
    )
    told = {"group": rows[-1][1].name, "rent": _money(chain, most, lang)}
    title = word("level_title", lang, level=level_name(level, lang), **told)
    return titled(figure, title, _parts(chain, per, lang, "rents_note"), 150 + 44 * len(rows), lang)


def level_of(
    chain: Chain, groups: Sequence[Group], tables: "Sequence[pd.DataFrame]", level: int | str | None
) -> int | str:
    """Return the level that is meant, of those that all these groups have in their tables of returns."""
    levels: list[int | str] = [each for each in tables[0].index if all(each in table.index for table in tables)]
    if level is None:
        return [each for each in levels if each in UP_TO_THREE_HOUSES][-1]
    found = checked_level(chain, groups[0].spaces[0], level)
    if found not in levels:
        known = ", ".join(map(str, levels))
        raise ChainError(say("chain.unknown_level", value=quoted(level), space=groups[0].name, known=known))
    return found


def _rent(entry: "tuple[pd.Series[float], Group]") -> float:
    return float(entry[0].rent)


@of_board
def frontier(chain: Chain, deeds: bool = True, budget: int | None = None, lang: str = "") -> go.Figure:
    """Draw rent a throw against capital, building by building; the efficient steps are joined, a budget is a line."""
    table = chain.frontier(deeds)
    unit = chain.edition.money.text_for_reader(1, lang)
    hover = word("hover_step", lang, unit=unit)
    best = table[table.efficient]
    figure = go.Figure([_efficient_steps(table, lang), *_group_steps(chain, table, hover)])
    affordable = best if budget is None else best[best.capital <= budget]
    if budget is not None:
        figure.add_vline(x=budget, line={"color": STRONG, "width": 2, "dash": "dash"})
        if not affordable.empty:
            _name_best_step(figure, chain, affordable.iloc[-1], lang)
    figure.update_layout(
        xaxis=axis(word("capital_deeds" if deeds else "capital", lang, unit=unit), rangemode="tozero"),
        yaxis=axis(word("rent_throw", lang, unit=unit), rangemode="tozero"),
        hovermode="closest",
    )
    parts = _parts(chain, "throw", lang, "frontier_note")
    names = {group.id: group.name for group in chain.edition.groups}
    ever = list(dict.fromkeys(names[group] for group in best.group))
    title = word("frontier_title", lang, n=len(ever), all=table.group.nunique())
    if budget is not None and not affordable.empty:
        step = affordable.iloc[-1]
        told = {"group": names[step.group], "rent": _money(chain, float(step.rent), lang)}
        title = word("frontier_budget", lang, budget=chain.edition.money.text_for_reader(budget, lang), **told)
    return titled(figure, title, parts, 620, lang, margin={"b": 130})


def _efficient_steps(table: "pd.DataFrame", lang: str) -> go.Scatter:
    """Return the line that joins the steps for which no cheaper one brings as much rent."""
    best = table[table.efficient]
    return go.Scatter(
        x=[*best.capital.tolist(), int(table.capital.max())],
        y=[*best.rent.tolist(), float(best.rent.iloc[-1])],
        mode="lines",
        line={"color": "rgba(253,231,37,0.9)", "width": 12, "shape": "hv"},
        hoverinfo="skip",
        name=word("efficient", lang),
    )


def _group_steps(chain: Chain, table: "pd.DataFrame", hover: str) -> Iterator[go.Scatter]:
    """Yield a line for each group that can be built on, in its color."""
    colors = group_colors(chain.edition)
    for group in chain.edition.groups:
        steps = table[table.group == group.id]
        if not steps.empty:
            yield go.Scatter(
                x=steps.capital.tolist(),
                y=steps.rent.tolist(),
                name=group.name,
                customdata=steps.buildings.tolist(),
                mode="lines+markers",
                line={"color": seen_on_light(colors[group.index]), "width": 1.6},
                marker=_marker(group, colors, 9),
                hovertemplate=f"{group.name} %{{customdata}}<br>{hover}<extra></extra>",
            )


def _name_best_step(figure: go.Figure, chain: Chain, step: Any, lang: str) -> None:
    """Name the best step that the budget pays for."""
    name = next(group.name for group in chain.edition.groups if group.id == step.group)
    figure.add_annotation(
        x=float(step.capital),
        y=float(step.rent),
        text=f"<b>{name} {step.buildings}</b><br>{decimal(step.rent, 1, lang)}",
        font={"color": STRONG, "size": 14},
        bgcolor="rgba(255,255,255,0.9)",
        bordercolor=STRONG,
        borderpad=3,
        ax=-60,
        ay=-50,
        arrowcolor=STRONG,
    )


def _parts(chain: Chain, per: str, lang: str, note: str) -> list[str]:
    return [*convention(chain, per, lang), word(note, lang)]
