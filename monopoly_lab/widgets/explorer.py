"""Boards to explore in a lesson: choose edition, policy, dice, level, and see the figure.

Each is shown as the last value of a cell, used with mouse or keyboard, and driven from code by
`choose`, which says what it shows; so a lesson can be prepared, and compared.
"""

import json
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw

from monopoly_lab import figures
from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.common.messages import decimal, say, speaking, spoken
from monopoly_lab.editions import editions, load_edition
from monopoly_lab.editions.rule_tables import HOTEL
from monopoly_lab.figures.style import convention, level_name, percent, streets
from monopoly_lab.markov import Chain
from monopoly_lab.markov.rent_income import SET, has_buildings

if TYPE_CHECKING:
    import plotly.graph_objects as go

PLOTLY = "application/vnd.plotly.v1+json"
DICE = ((2, 6), (1, 6), (3, 6), (2, 4), (2, 8))
RULES = ("edition", "jail", "dice")  # what makes another chain
LEVELS: tuple[int | str, ...] = (SET, 1, 2, 3, 4, HOTEL)
FIELD = ipw.Layout(width="auto", min_width="180px", max_width="100%", flex="0 1 auto")
ROW = ipw.Layout(display="flex", flex_flow="row wrap", grid_gap="4px 14px", width="100%")


class Explorer:
    """A row of choices and the figure they lead to; what is chosen is read from `chosen`."""

    def __init__(self, lang: str = "") -> None:
        self.lang = spoken(lang)
        self._fields: dict[str, ipw.Dropdown] = {}
        self._output = ipw.Output(layout=ipw.Layout(width="100%"))
        self._quiet = False
        self._kept: tuple[tuple[Any, ...], Chain] | None = None

    def _field(self, name: str, options: list[tuple[str, Any]], value: Any) -> None:
        """A list to choose from, with its label."""
        field = ipw.Dropdown(
            options=options,
            value=value,
            description=say(f"explore.{name}", self.lang),
            style={"description_width": "initial"},
            layout=FIELD,
        )
        field.observe(lambda _: self._changed(), names="value")
        self._fields[name] = field

    def _changed(self) -> None:
        if not self._quiet:
            self.refresh()

    def _common(self, edition: str) -> None:
        """Edition, policy in jail, dice."""
        titles = [(load_edition(name).title, name) for name in editions()]
        self._field("edition", titles, edition)
        policies = [(say(f"explore.jail_{jail}", self.lang), jail) for jail in ("leave", "stay")]
        self._field("jail", policies, "leave")
        self._thrown = edition
        self._field("dice", [(self._dice(pair), pair) for pair in self._pairs(edition)], self._pairs(edition)[0])

    def _pairs(self, edition: str) -> list[tuple[int, int]]:
        """Number and sides of the dice, those of the edition first."""
        options = load_edition(edition).resolve()
        own = int(options["move.dice"]), int(options["move.sides"])
        return [own, *(pair for pair in DICE if pair != own)]

    def _dice(self, pair: tuple[int, int]) -> str:
        return say("explore.dice_number", self.lang, n=pair[0], sides=pair[1])

    def _built(self) -> ipw.Widget:
        return ipw.VBox([ipw.Box(list(self._fields.values()), layout=ROW), self._output])

    @property
    def chosen(self) -> dict[str, Any]:
        """Return what is chosen, by the name of the choice."""
        return {name: field.value for name, field in self._fields.items()}

    @property
    def chain(self) -> Chain:
        """The chain of what is chosen."""
        wanted = tuple(self._fields[name].value for name in RULES)
        if self._kept is None or self._kept[0] != wanted:
            edition, jail, (number, sides) = wanted
            options: dict[str, object] = {"move.dice": number, "move.sides": sides}
            self._kept = wanted, Chain(edition, jail=jail, options=options, lang=self.lang)
        return self._kept[1]

    def choose(self, **values: Any) -> "Explorer":
        """Choose as with the mouse; raises MonopolyLabError, changing nothing, for a choice that is not offered."""
        with speaking(self.lang):
            self._choose(values)
        self.refresh()
        return self

    def _choose(self, values: dict[str, Any]) -> None:
        before = self.chosen
        self._quiet = True
        try:
            for name in sorted(values, key=lambda name: RULES.index(name) if name in RULES else len(RULES)):
                if name not in RULES:
                    self._fit()
                self._set(name, values[name])
                self._fit_dice()
        except MonopolyLabError:
            for name, value in before.items():
                self._fields[name].value = value
                self._fit_dice()
                self._fit()
            raise
        finally:
            self._quiet = False

    def _set(self, name: str, value: Any) -> None:
        if name not in self._fields:
            raise MonopolyLabError(say("explore.unknown_field", self.lang, value=name, known=", ".join(self._fields)))
        offered = [option[1] for option in self._fields[name].options]
        if value not in offered:
            known = ", ".join(map(repr, offered))
            raise MonopolyLabError(say("explore.unknown_value", self.lang, value=repr(value), field=name, known=known))
        self._fields[name].value = value

    def _fit_dice(self) -> None:
        """Begin a newly chosen edition with its own dice."""
        edition = self._fields["edition"].value
        if edition != self._thrown:
            self._thrown = edition
            self._replace("dice", [(self._dice(pair), pair) for pair in self._pairs(edition)], keep=False)

    def _fit(self) -> None:
        """Make the lists fit the edition that is chosen."""

    def _replace(self, name: str, options: list[tuple[str, Any]], keep: bool = True) -> None:
        """Other options for a list; what was chosen stays, if `keep`, as long as it is still offered."""
        field, quiet = self._fields[name], self._quiet
        if keep and list(field.options) == options:
            return
        self._quiet, value = True, field.value
        field.options = options
        field.value = value if keep and value in [option[1] for option in options] else options[0][1]
        self._quiet = quiet

    def figure(self) -> "go.Figure":
        """The figure of what is chosen."""
        drawn: go.Figure = getattr(self, "_" + self._fields["picture"].value)(self.chain)
        return drawn

    def refresh(self) -> None:
        """Show the figure of what is chosen."""
        self._fit_dice()
        self._fit()
        drawn = json.loads(self.figure().to_json())
        drawn["config"] = {"displaylogo": False, "responsive": True}
        data = {PLOTLY: drawn, "text/plain": self.summary()}
        self._output.outputs = ({"output_type": "display_data", "data": data, "metadata": {}},)

    def summary(self) -> str:
        """Return what the figure is about, with its convention and the figures to remember, as text."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return self.summary()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, object]:
        bundle: dict[str, object] = self._built()._repr_mimebundle_()
        return bundle | {"text/plain": self.summary()}


class Landings(Explorer):
    """Where tokens land: the board of an edition as heat map, transitions, convergence, matrix or eigenvalues."""

    PICTURES = ("heat_map", "transitions", "convergence", "matrix", "eigenvalues")

    def __init__(self, edition: str = "classic_us", lang: str = "") -> None:
        super().__init__(lang)
        self._common(edition)
        self._field("per", [(say(f"explore.per_{per}", lang), per) for per in ("throw", "turn", "landing")], "throw")
        self._field("picture", [(say(f"explore.picture_{name}", lang), name) for name in self.PICTURES], "heat_map")
        self._field("space", self._spaces(), self._spaces()[0][1])
        self.refresh()

    def _spaces(self) -> list[tuple[str, int | str]]:
        """Return where a throw can begin, by label."""
        chain = self.chain
        ends = chain.by_space("turn")
        return [(label, label) for label, share in ends.items() if share > 0]

    def _fit(self) -> None:
        self._replace("space", self._spaces())

    @property
    def _clock(self) -> str:
        per = str(self._fields["per"].value)
        return "throw" if per == "landing" else per

    def _heat_map(self, chain: Chain) -> "go.Figure":
        return figures.heat_map(chain, self._fields["per"].value, lang=self.lang)

    def _transitions(self, chain: Chain) -> "go.Figure":
        return figures.transitions(chain, self._fields["space"].value, self._clock, self.lang)

    def _convergence(self, chain: Chain) -> "go.Figure":
        return figures.convergence(chain, 40, self._fields["space"].value, self._clock, self.lang)

    def _matrix(self, chain: Chain) -> "go.Figure":
        return figures.matrix(chain, self._clock, lang=self.lang)

    def _eigenvalues(self, chain: Chain) -> "go.Figure":
        return figures.eigenvalues(chain, self._clock, self.lang)

    def summary(self) -> str:
        chain, per = self.chain, self._fields["per"].value
        shares = chain.by_space(per)
        best = ", ".join(f"{name} {percent(share, self.lang)}" for name, share in shares.nlargest(4).items())
        lines = [" · ".join(convention(chain, per, self.lang)), say("explore.top", self.lang, spaces=best)]
        second = decimal(abs(chain.eigenvalues()[1]), 4, self.lang)
        lines.append(say("explore.forgotten", self.lang, second=second, n=chain.mixing_time(0.01)))
        return "\n".join(lines)


class Deeds(Explorer):
    """Which deeds pay: the groups of an edition at a level, by level, their paybacks, income against capital.

    A budget is spent on buildings; where there are none, on deeds.
    """

    PICTURES = ("at_level", "rents", "paybacks", "frontier")
    BUDGETS = (20, 40, 60, 100, 150, 200)  # percent of the money at the start

    def __init__(self, edition: str = "classic_us", lang: str = "") -> None:
        super().__init__(lang)
        self._common(edition)
        self._field("picture", self._pictures(self.PICTURES), "at_level")
        self._field("level", [(level_name(level, lang), level) for level in LEVELS], 3)
        budgets = self._budgets(edition)
        self._field("budget", budgets, budgets[2][1])
        self.refresh()

    def _budgets(self, edition: str) -> list[tuple[str, int]]:
        """Budgets by their texts."""
        found = load_edition(edition)
        start = int(found.resolve()["start_cash"])
        sums = [start * share // 100 for share in self.BUDGETS]
        return [(found.money.said(sum_, self.lang), sum_) for sum_ in sums]

    def _fit(self) -> None:
        self._replace("budget", self._budgets(self._fields["edition"].value))
        chain = self.chain
        edition = chain.edition
        first = edition.groups[streets(edition)[0]]
        there = set(chain.returns(first.id).index)
        self._replace("level", [(level_name(level, self.lang), level) for level in LEVELS if level in there])
        self._replace("picture", self._pictures(self.PICTURES if has_buildings(chain) else ("at_level", "frontier")))

    def _pictures(self, names: tuple[str, ...]) -> list[tuple[str, str]]:
        """Pictures by their texts; one point a group by level would be none."""
        return [(say(f"explore.picture_{name}", self.lang), name) for name in names]

    def _at_level(self, chain: Chain) -> "go.Figure":
        return figures.at_level(chain, self._fields["level"].value, lang=self.lang)

    def _rents(self, chain: Chain) -> "go.Figure":
        return figures.rents(chain, lang=self.lang)

    def _paybacks(self, chain: Chain) -> "go.Figure":
        return figures.paybacks(chain, lang=self.lang)

    def _frontier(self, chain: Chain) -> "go.Figure":
        return figures.frontier(chain, not has_buildings(chain), budget=self._fields["budget"].value, lang=self.lang)

    def summary(self) -> str:
        chain, level = self.chain, self._fields["level"].value
        groups = [group for group in chain.edition.groups if group.kind == "street"]
        brings = sorted(((chain.rent(group.id, level), group.name) for group in groups), reverse=True)
        best = ", ".join(f"{name} {decimal(rent, 2, self.lang)}" for rent, name in brings[:4])
        lines = [
            " · ".join(convention(chain, "throw", self.lang)),
            say("explore.best", self.lang, level=level_name(level, self.lang), groups=best),
            self._bought(chain),
        ]
        return "\n".join(lines)

    def _bought(self, chain: Chain) -> str:
        budget = self._fields["budget"].value
        table = chain.spending(budget, deeds=not has_buildings(chain))
        sum_ = chain.edition.money.said(budget, self.lang)
        if table.empty or not table.capital.iloc[0]:
            return say("explore.nothing", self.lang, budget=sum_)
        best, names = table.iloc[0], {group.id: group.name for group in chain.edition.groups}
        return say(
            "explore.bought" if has_buildings(chain) else "explore.bought_deeds",
            self.lang,
            budget=sum_,
            group=names[str(table.index[0])],
            buildings=best.buildings,
            rent=decimal(best.rent, 2, self.lang),
        )
