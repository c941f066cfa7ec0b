"""What one more row of houses brings, and what all bring on average: `ml.Explorable("marginal_house")`."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import plotly.graph_objects as go

from monopoly_lab.common.messages import decimal, messages_of
from monopoly_lab.figures.style import CALM, LEGEND, STRONG, axis, lay_out, streets
from monopoly_lab.markov import Chain
from monopoly_lab.widgets.explorables.board_choice import EDITION, chain_of
from monopoly_lab.widgets.explorables.controls import Choice, Control, Slider
from monopoly_lab.widgets.explorables.explorable import Shown

FIRST = "orange"  # group to begin with
SIZE = 13  # pixels of the mark of the highest average


class Rows(NamedTuple):
    """The rows of a group: one building more on each of its sites, from the bare sites on."""

    costs: list[float]  # of each row
    added: list[float]  # rent that each row adds, per throw of one opponent
    averages: list[float]  # rent per unit of all capital, from no row on

    @property
    def margins(self) -> list[float]:
        """Return the rent that each row adds per unit of its cost."""
        return [rent / cost for rent, cost in zip(self.added, self.costs)]

    def profits(self, throws: float) -> list[float]:
        """Return what is earned with none, the first, the first two rows and so on, after their cost."""
        found = [0.0]
        for rent, cost in zip(self.added, self.costs):
            found.append(found[-1] + throws * rent - cost)
        return found


message = messages_of("explorable.marginal_house")


def rows_of(chain: Chain, group: str) -> Rows:
    """Return the rows of a group."""
    table = chain.returns(group)
    steps = table.diff().iloc[1:]
    return Rows(list(steps["capital"]), list(steps["rent"]), list(table["return"]))


def controls(chosen: Mapping[str, Any]) -> Sequence[Control]:
    """Return the controls."""
    edition = chain_of({}).edition
    groups = [(edition.groups[g].id, edition.groups[g].name) for g in streets(edition)]
    return (
        Choice("group", FIRST, groups),
        Choice("look", "margin", [(look, message(f"look_{look}")) for look in ("margin", "average")]),
        Slider("rounds", 10, 1, 30),
        Slider("opponents", 3, 1, 7),
    )


def draw(chosen: Mapping[str, Any]) -> Shown:
    """Return the return of each row and the average of all, beside the return that repays a row in time."""
    chain = chain_of({"edition": EDITION})
    rows = rows_of(chain, chosen["group"])
    throws = chosen["rounds"] * chosen["opponents"] * chain.throws_per_turn
    at_margin = chosen["look"] == "margin"
    best = rows.margins.index(max(rows.margins))
    top = rows.averages.index(max(rows.averages))
    places = [_rows_in_words(n, len(rows.costs)) for n in range(len(rows.averages))]
    figure = go.Figure()
    figure.add_bar(
        x=places[1:],
        y=[100 * x for x in rows.margins],
        marker={"color": [STRONG if at_margin and n == best else CALM for n in range(len(rows.costs))]},
        name=message("margin"),
    )
    marks = {"size": [SIZE * (1 + (not at_margin and n == top)) for n in range(len(places))], "symbol": "diamond"}
    line = {"color": STRONG if not at_margin else "#e69f00", "width": 3}
    figure.add_scatter(x=places, y=[100 * x for x in rows.averages], mode="lines+markers", line=line, marker=marks)
    figure.data[1].update(name=message("average"))
    needed = {"color": "#8a938e", "width": 3, "dash": "dash"}  # seen on paper, on a dark page and on the bars
    figure.add_scatter(x=places, y=[100 / throws] * len(places), mode="lines", line=needed, name=message("needed"))
    figure.update_traces(hovertemplate="%{x}: %{y:.2f} %<extra></extra>")
    lay_out(
        figure,
        xaxis=axis("", type="category", categoryorder="array", categoryarray=places),
        yaxis=axis(message("axis"), rangemode="tozero", ticksuffix=" %"),
        legend=LEGEND,
        margin={"b": 70},
    )
    facts = {"group": next(group.name for group in chain.edition.groups if group.id == chosen["group"])}
    if at_margin:
        title = message("best_margin", built=places[best + 1], share=decimal(100 * rows.margins[best], 1), **facts)
    else:
        title = message("best_average", built=places[top], share=decimal(100 * rows.averages[top], 2), **facts)
    return Shown(figure, title, _sentence(chain, rows, throws, places))


def _sentence(chain: Chain, rows: Rows, throws: float, places: Sequence[str]) -> str:
    alone = [places[n + 1] for n, margin in enumerate(rows.margins) if margin * throws >= 1]
    profits = rows.profits(throws)
    most = profits.index(max(profits))
    facts = {"throws": decimal(throws, 1), "share": decimal(100 / throws, 1)}
    sentence = message("said", **facts, rows=", ".join(alone) or message("none"))
    if not most:
        return f"{sentence} {message('build_none')}"
    profit = chain.edition.money.grouped(profits[most])
    return f"{sentence} {message('build', built=places[most], profit=profit)}"


def _rows_in_words(n: int, hotel: int) -> str:
    """Return so many rows in words."""
    return message("bare") if not n else message("hotel") if n == hotel else message("houses", n=n)
