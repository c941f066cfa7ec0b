"""Charts beside the board, as plotly figures in plain data: purses, worth, income, payments, the next throw.

Each chart function returns a figure (`data`, `layout`) and a sentence for those who do not see it.
"""

import textwrap
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from fractions import Fraction
from functools import partial
from typing import Any

from monopoly_lab.board_drawing import colors
from monopoly_lab.common.escaping import escape_chart
from monopoly_lab.common.lazy_imports import nx
from monopoly_lab.common.messages import MINUS, localize_point, percent, rounded, say
from monopoly_lab.game.consequences import Outcome
from monopoly_lab.game.game import Game
from monopoly_lab.widgets.player_panel import format_worth, worth_unit

Figure = dict[str, Any]
RoundSums = tuple[int, list[int]]  # a round, and a sum for each player
LETTERS = 14  # pixels
HEIGHT = 320
UNIT = "unit"  # name of the note that says what an axis counts
WIDE, WIDE_NOTE = 31, 44  # letters of a line of a title and of the note below it
TICKS = 12  # of an axis of rounds, at most
# no bar over the title; "$5 ... $9" is money, no formula
CONFIG = {"displaylogo": False, "displayModeBar": False, "typesetMath": False}
HOVER = "%{text}<extra></extra>"
INK = {name: theme.ink for name, theme in colors.THEMES.items()}
PAPER = {name: theme.paper for name, theme in colors.THEMES.items()}  # of what a point says, whatever its color


class Worths:
    """Each player's worth at the start of each round, computed once and kept while the past stays the same."""

    def __init__(self) -> None:
        self._known: dict[int, list[int]] = {}

    def rounds(self, game: Game) -> list[RoundSums]:
        """Return rows (round, worth of each player) from the first round on; the last is the position now."""
        for _ in self.compute(game):
            pass
        known = [(round_, self._known[key]) for round_, _, key in self._starts(game)]
        return [*known, (game.round, list(game.net_worth().values()))]

    def compute(self, game: Game) -> Generator[int, None, None]:
        """Compute the worths that are not known yet, and yield each round that is done."""
        past = None
        for round_, n, key in self._starts(game):
            if key not in self._known:
                past = past or game.fork()
                self._known[key] = list(past.go_to(n).net_worth().values())
                yield round_

    def _starts(self, game: Game) -> list[tuple[int, int, int]]:
        """Return each round with the number of answers before it and a mark of these answers."""
        found, mark, at = [], hash(game.players), 0
        answers = game.answers
        for round_, n in game.rounds().items():
            mark = hash((mark, answers[at:n]))
            at = n
            found.append((round_, n, mark))
        return found


def purses(game: Game, lang: str) -> tuple[Figure, str]:
    """Return a chart of each player's cash at the end of each round."""
    said = partial(game.edition.money.text_for_reader, lang=lang)
    return _lines(game, cash_by_round(game), say("table.chart_cash", lang), _unit(game, lang), said, lang)


def cash_by_round(game: Game) -> list[RoundSums]:
    """Return a row for each round: (round, cash of each player at its end), from the payments alone."""
    rows: dict[int, list[int]] = {}
    change = dict.fromkeys(game.players, 0)
    for paid in game.payments():
        for who, sign in ((paid.payer, -1), (paid.payee, 1)):
            if who in change:
                change[who] += sign * paid.amount
        rows[paid.round] = list(change.values())
    now = list(game.state.cash.values())
    base = [cash - moved for cash, moved in zip(now, change.values())]
    lines, row = [], [0] * len(base)
    first = min(game.rounds(), default=game.round)  # a scenario begins in a round of its own
    for round_ in sorted({max(first - 1, 0), game.round, *rows, *game.rounds()}):
        row = rows.get(round_, row)  # nothing was paid in some rounds
        lines.append((round_, [start + moved for start, moved in zip(base, row)]))
    return lines


def worths(game: Game, known: Worths, lang: str) -> tuple[Figure, str]:
    """Return a chart of each player's worth (short game) at the start of each round and now, and its sentence."""
    title, said = say("table.chart_worth", lang), partial(format_worth, game, lang=lang)
    return _lines(game, known.rounds(game), title, worth_unit(game, lang), said, lang)


def compared_branches(
    branches: dict[str, Game],
    rows_of: Callable[[Game], list[RoundSums]],
    title: str,
    lang: str,
    worth: bool = False,
) -> tuple[Figure, str]:
    """Return the same of two branches in one chart: the first in full lines, the second dotted; a color a player.

    `worth`: what `rows_of` gives is worth, which some editions count in points.
    """
    data: list[dict[str, Any]] = []
    said = []
    rounds: list[int] = []
    for number, (branch, game) in enumerate(branches.items()):
        unit = worth_unit(game, lang) if worth else _unit(game, lang)
        amount = (
            partial(format_worth, game, lang=lang) if worth else partial(game.edition.money.text_for_reader, lang=lang)
        )
        figure, text = _lines(game, rows_of(game), branch, unit, amount, lang)
        said.append(text)
        for trace in figure["data"]:
            trace["name"] = f"{trace['name']}, {branch}"
            trace["text"] = [f"{branch}: {each}" for each in trace["text"]]
            trace["line"]["dash"] = ("solid", "dot")[number]
            data.append(trace)
            rounds += trace["x"]
    note = say("table.chart_one_branch", lang) if len(branches) == 1 else ""
    layout = {"title": _title_with_note(title, note), "xaxis": _rounds_axis(rounds, lang), **_amounts(unit)}
    words = f"{title}: {'; '.join(said)}"
    return {"data": data, "layout": layout}, f"{words.removesuffix('.')}. {note}" if note else words


def _lines(
    game: Game, rows: list[RoundSums], title: str, unit: str, said: Callable[[int], str], lang: str
) -> tuple[Figure, str]:
    """Return a line for each player; `said` writes an amount, as a point of it says."""
    data = [
        {
            "type": "scatter",
            "mode": "lines+markers",
            "name": name,
            "x": [round_ for round_, _ in rows],
            "y": [row[p] for _, row in rows],
            "text": [say("table.chart_at", lang, player=name, round=n, amount=said(row[p])) for n, row in rows],
            "hovertemplate": HOVER,
            "line": {"color": colors.SEATS[p], "width": 2.5, "dash": ("solid", "dash", "dot", "dashdot")[p % 4]},
            "marker": {
                "symbol": ("circle", "square", "diamond", "cross", "x", "star", "hexagon", "pentagon")[p],
                "size": 6,
            },
        }
        for p, name in enumerate(game.players)
    ]
    last = ", ".join(f"{name} {said(row)}" for name, row in zip(game.players, rows[-1][1]))
    axes = {"xaxis": _rounds_axis([round_ for round_, _ in rows], lang), **_amounts(unit)}
    return {"data": data, "layout": {"title": {"text": title}, **axes}}, f"{title}: {last}"


def incomes(game: Game, lang: str) -> tuple[Figure, str]:
    """Return what each player has received, by cause, start cash left out."""
    found: dict[str, Counter[str]] = {}
    for paid in game.payments():
        if paid.payee in game.players and paid.cause != "start_cash":
            found.setdefault(paid.cause, Counter())[paid.payee] += paid.amount
    title = say("table.chart_income", lang)
    data = [
        {
            "type": "bar",
            "name": cause,
            "x": list(game.players),
            "y": [sums[name] for name in game.players],
            "hovertext": [
                f"{name}, {cause}: {game.edition.money.text_for_reader(sums[name], lang)}" for name in game.players
            ],
            "hoverinfo": "text",
            "marker": {"pattern": {"shape": ("", "/", "x", ".", "-", "|", "+", "\\")[number % 8]}},
        }
        for number, (cause, sums) in enumerate((say(f"cause.{why}", lang), sums) for why, sums in found.items())
    ]
    totals = [sum(sums[name] for sums in found.values()) for name in game.players]
    said = ", ".join(
        f"{name} {game.edition.money.text_for_reader(total, lang)}" for name, total in zip(game.players, totals)
    )
    layout = {"title": {"text": title}, "barmode": "stack", **_amounts(_unit(game, lang))}
    return {"data": data, "layout": layout}, f"{title}: {said}"


def payments(game: Game) -> "nx.DiGraph":
    """Return who has paid whom in all: an edge from payer to payee with its `amount`; the bank is a node too."""
    graph = nx.DiGraph()
    bank = say("account.bank")
    graph.add_nodes_from([*game.players, bank])
    for paid in game.payments():
        payer, payee = (who if who in game.players else bank for who in (paid.payer, paid.payee))
        if paid.amount > 0 and paid.cause != "start_cash" and payer != payee:
            before = graph.get_edge_data(payer, payee, {"amount": 0})["amount"]
            graph.add_edge(payer, payee, amount=before + paid.amount)
    return graph


def who_pays_whom(game: Game, lang: str) -> tuple[Figure, str]:
    """Return the payments as arrows, the wider the more."""
    graph, money = payments(game), partial(game.edition.money.text_for_reader, lang=lang)
    at = nx.circular_layout(graph)
    most = max((sum_ for _, _, sum_ in graph.edges.data("amount")), default=1)
    arrows: list[dict[str, Any]] = []
    marks: list[tuple[float, float, str]] = []
    for payer, payee, amount in graph.edges.data("amount"):
        (x0, y0), (x1, y1) = (tuple(map(float, at[name])) for name in (payer, payee))
        side = (y1 - y0) * 0.05, (x0 - x1) * 0.05  # there and back do not cover each other
        x0, x1, y0, y1 = x0 + side[0], x1 + side[0], y0 + side[1], y1 + side[1]
        arrows.append(
            {
                **{
                    "x": x1 * 0.9 + x0 * 0.1,
                    "y": y1 * 0.9 + y0 * 0.1,
                    "ax": x0 * 0.9 + x1 * 0.1,
                    "ay": y0 * 0.9 + y1 * 0.1,
                },
                **{"axref": "x", "ayref": "y", "xref": "x", "yref": "y", "showarrow": True, "text": ""},
                **{"arrowhead": 2, "arrowwidth": 1 + 5 * amount / most, "arrowcolor": "#0b7a63", "opacity": 0.75},
            }
        )
        marks.append((x0 * 0.35 + x1 * 0.65, y0 * 0.35 + y1 * 0.65, str(amount)))
    title = say("table.chart_payments", lang)
    data: list[dict[str, Any]] = [
        {
            **{"type": "scatter", "mode": "markers+text", "text": list(graph.nodes), "textposition": "top center"},
            **{"x": [float(at[name][0]) for name in graph.nodes], "y": [float(at[name][1]) for name in graph.nodes]},
            **{"marker": {"size": 22, "color": [*colors.SEATS[: len(game.players)], "#888888"]}, "hoverinfo": "text"},
        },
        {
            **{"type": "scatter", "mode": "text", "hoverinfo": "skip"},
            **{"x": [x for x, _, _ in marks], "y": [y for _, y, _ in marks], "text": [text for _, _, text in marks]},
        },
    ]
    bare = {"visible": False, "range": [-1.5, 1.5]}
    notes = [*arrows, *_upright(_unit(game, lang))["annotations"]]
    layout = {"title": {"text": title}, "annotations": notes, "showlegend": False, "xaxis": bare, "yaxis": bare}
    said = "; ".join(f"{a} → {b}: {money(amount)}" for a, b, amount in graph.edges.data("amount"))
    return {"data": data, "layout": layout}, f"{title}: {said}"


def next_throw(game: Game, lang: str) -> tuple[Figure, str]:
    """Return the chance of each place of the next throw, and what it costs or brings on average there."""
    found, view = game.next_throw(), game.scene(lang)
    if game.node is None or not found:
        title, note = say("table.chart_throw", lang), say("table.chart_throw_none", lang)
        return {"data": [], "layout": {"title": _title_with_note(title, note)}}, f"{title}: {note}"
    by_place: dict[tuple[int, bool], list[Outcome]] = {}
    for outcome in found:
        by_place.setdefault((game.edition.space(outcome.space), outcome.in_jail), []).append(outcome)
    here = game.edition.space(game.state.space[game.node.player])
    order = sorted(by_place, key=lambda place: ((place[0] - here) % game.tables.spaces, place[1]))
    labels = [say("chain.in_jail", lang) if held else f"{view.name(q)} ({q})" for q, held in order]
    costs = [int(rounded(_mean(by_place[place]))) for place in order]
    percents = [float(100 * _chance(by_place[place])) for place in order]
    money = partial(game.edition.money.format_payment, lang=lang)
    mean, again = int(rounded(_mean(found))), _chance(outcome for outcome in found if outcome.again)
    key = "costs" if mean < 0 else "brings" if mean else "even"
    title = say(f"table.chart_throw_{key}", lang, player=game.node.player, amount=money(abs(mean)))
    note = say("table.chart_throw_note", lang, again=rounded(100 * again))
    signs = [MINUS if cost < 0 else "+" if cost else "" for cost in costs]
    data = [
        {
            **{"type": "bar", "x": labels, "y": percents, "hoverinfo": "text"},
            **{
                "text": [localize_point(f"{cost:+d}", lang) if cost else "" for cost in costs],
                "textposition": "outside",
            },
            "hovertext": [
                f"{label}: {percent(part / 100, 1, lang)}, {sign}{money(abs(cost))}"
                for label, part, sign, cost in zip(labels, percents, signs, costs)
            ],
            "marker": {"color": ["#b3402a" if cost < 0 else "#0b7a63" if cost > 0 else "#8a938e" for cost in costs]},
        }
    ]
    layout = {
        **{"title": _title_with_note(title, note), **_upright("%")},
        **{"xaxis": {"tickangle": -45, "automargin": True}, "showlegend": False},
    }
    return {"data": data, "layout": layout}, f"{title}: {note}"


def _chance(outcomes: Iterable[Outcome]) -> Fraction:
    return sum((outcome.chance for outcome in outcomes), Fraction(0))


def _mean(outcomes: list[Outcome]) -> Fraction:
    return sum((outcome.chance * outcome.change for outcome in outcomes), Fraction(0)) / _chance(outcomes)


def _title_with_note(title: str, note: str = "") -> dict[str, Any]:
    """Return a title with a note below it in smaller letters, in lines that a chart on a phone has room for."""
    lines = [*textwrap.wrap(title, WIDE), *(f"<sub>{line}</sub>" for line in textwrap.wrap(note, WIDE_NOTE))]
    return {"text": "<br>".join(lines)}


def _rounds_axis(rounds: list[int], lang: str) -> dict[str, Any]:
    """Return the axis of rounds, ticked at whole numbers, as many as there is room for."""
    step = max(1, -(-(max(rounds) - min(rounds)) // TICKS))
    return {"title": {"text": say("table.axis_round", lang)}, "tick0": min(rounds), "dtick": step}


def _amounts(unit: str) -> dict[str, Any]:
    """Return an axis of amounts, from 0 on, so that a small change looks small; its unit above it."""
    return {"yaxis": {"rangemode": "tozero"}, **_upright(unit)}


def _upright(unit: str) -> dict[str, Any]:
    """Return the unit of the upward axis, level above its end: plotly would lay an axis title on its side."""
    place = {"xref": "paper", "yref": "paper", "x": 0, "y": 1, "xanchor": "right", "yanchor": "bottom"}
    return {"annotations": [{**place, "yshift": LETTERS // 2, "text": unit, "name": UNIT, "showarrow": False}]}


def _unit(game: Game, lang: str) -> str:
    return game.edition.money.symbol(lang)


def _visible_line(trace: dict[str, Any], theme: str) -> dict[str, Any]:
    """Return a line in a color that is seen on the paper: mixed with white on a dark one, with black on a light one."""
    if "line" not in trace:
        return trace
    seen = colors.seen_on_dark if theme == "dark" else colors.seen_on_light
    return {**trace, "line": {**trace["line"], "color": seen(trace["line"]["color"])}}


def height(letters: int) -> int:
    """Return the height of a chart, in pixels, for letters of this size."""
    return HEIGHT * max(letters, LETTERS) // LETTERS


def output(figure: Figure, said: str, theme: str, letters: int = LETTERS) -> tuple[Figure, ...]:
    """Return what an Output widget shows: the figure, in the colors of the notebook, and its sentence as text.

    `letters` is their size in pixels.
    """
    heading = {"text": "", **figure["layout"].get("title", {})}
    more = round(1.5 * letters * heading["text"].count("<br>"))  # for the lines after the first
    grid = {"gridcolor": "#8a938e55", "zerolinecolor": "#8a938e"}
    layout = {
        **{
            "height": height(letters) + more,
            "template": "none",
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
        },
        **{"font": {"color": INK[theme], "size": letters}},
        "margin": {"l": 5 * letters, "r": 10, "t": 4 * letters + more, "b": 6 * letters},
        **{"hoverlabel": {"bgcolor": PAPER[theme], "bordercolor": INK[theme], "font": {"color": INK[theme]}}},
        **{"legend": {"orientation": "h", "y": -0.42}},
        **figure["layout"],
    }
    for axis in ("xaxis", "yaxis"):
        layout[axis] = {**grid, **layout.get(axis, {})}
    above = {
        "yref": "paper",
        "y": 1,
        "yanchor": "bottom",
        "pad": {"b": round(2.3 * letters) + more},
    }  # and above the unit
    layout["title"] = {**heading, **above, "font": {"size": round(1.1 * letters)}}
    data = [escape_chart(_visible_line(trace, theme)) for trace in figure["data"]]
    layout = escape_chart(layout)
    mime = {"application/vnd.plotly.v1+json": {"data": data, "layout": layout, "config": CONFIG}}
    return ({"output_type": "display_data", "data": {**mime, "text/plain": said}, "metadata": {}},)
