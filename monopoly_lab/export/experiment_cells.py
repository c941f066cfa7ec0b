"""Simulations and comparisons as subjects: what was played, under which rules, by whom, and what was found."""

import platform
from collections.abc import Iterator
from math import ceil
from typing import Any

from monopoly_lab import __version__
from monopoly_lab.common.errors import ExportError
from monopoly_lab.common.messages import say
from monopoly_lab.experiments import Comparison, Simulation
from monopoly_lab.experiments.aggregates import BUILT_IN
from monopoly_lab.experiments.plan import Plan
from monopoly_lab.experiments.summary_text import rules_words
from monopoly_lab.export.notebook_cells import MOST, Cell, Subject, embedded, opening, origins, subject_of


@subject_of.register
def _simulation(found: Simulation) -> Subject:
    """Who wins, if anybody, and worth round by round; the board of a position, none of a game that has not begun."""
    plan, is_won = found.plan, bool(found.counts.wins.sum())
    code = f"simulation = ml.simulate(game, games={found.games}, seed={found.seed}{_rounds(plan)}, progress=False)"
    cells = [Cell("", f"{opening()}\ngame = {embedded(plan.game)}\n{code}\nsimulation", is_folded=True)]
    if is_won:
        cells.append(Cell(say("export.wins"), "ml.in_words(simulation.wins)"))
    cells.append(_worth(found))
    if not _is_beginning(plan):
        cells.append(Cell(say("export.position"), "game"))
    names = ["wins"] * is_won + ["wealth", "bankruptcies"] + ["rounds"] * (found.unfinished < found.games)
    tables = {name: _flat(getattr(found, name)) for name in (*names, "landings")}
    title = say("export.simulated", n=found.games, what=plan.title)
    conditions = [*_rules(plan), _length(plan), _seats(plan), say("export.luck", n=found.games, seed=found.seed)]
    conditions += origins(plan.edition)
    return Subject(title, found.sentence(), _made(), cells, tables, None, plan.edition, conditions)


@subject_of.register
def _comparison(found: Comparison) -> Subject:
    arms = [f"    {name!r}: {embedded(plan.game)}," for name, plan in found.plans.items()]
    if found.measure not in BUILT_IN:
        raise ExportError(say("export.measure", value=found.measure))
    given = {"games": found.games, "seed": found.seed, "measure": found.measure, "player": found.player}
    given |= {"paired": found.paired, "confidence": found.confidence}
    arguments = ", ".join(f"{key}={value!r}" for key, value in given.items())
    last = list(found.plans.values())[-1]
    code = f"comparison = ml.compare(arms, {arguments}{_rounds(last)}, progress=False)\ncomparison"
    held = "\n".join((opening(), "arms = {", *arms, "}", code))
    cells = [
        Cell("", held, is_folded=True),
        Cell(say("export.compared"), "ml.in_words(comparison.table.assign(measure=comparison.measure))"),
        Cell("", "ml.in_words(comparison.differences)"),
    ]
    tables = {"table": _flat(found.table.assign(measure=found.measure)), "differences": found.differences}
    lines = {name: [*_rules(plan), _length(plan), _seats(plan)] for name, plan in found.plans.items()}
    common = [line for line in lines[found.baseline] if all(line in others for others in lines.values())]
    own = [(name, line) for name, said in lines.items() for line in said if line not in common]
    conditions = [*(say("export.of_arm", arm=name, line=line) for name, line in own), *common]
    conditions.append(say("export.luck", n=found.games, seed=found.seed))
    conditions += origins(*(plan.edition for plan in found.plans.values()))
    told = found.sentence().replace("\n", "\n\n")
    return Subject(" / ".join(found.plans), told, _made(), cells, tables, None, last.edition, conditions)


def _worth(found: Simulation) -> Cell:
    """Return the middle worth of each player after every so many rounds; on a page, no more rows than can be read."""
    rounds = found.wealth["round"].nunique()
    step = max(ceil(rounds / MOST), 1)
    made = 'simulation.wealth.pivot(index="round", columns="player", values="median")[list(game.players)]'
    game = found.plan.game
    unit = "" if game.tables.o_scoring_coins else f", {game.edition.money.symbol()}"
    words = say("export.wealth", unit=unit, step=step)
    return Cell(words, f"ml.in_words({made}{f'.iloc[{step - 1}::{step}]' if step > 1 else ''})")


def _is_beginning(plan: Plan) -> bool:
    game = plan.game
    return not (game.answered or game.start or game.is_changed or game.round)


def _rules(plan: Plan) -> Iterator[str]:
    """Yield the edition, then the rules that are not its own, each in words."""
    other = rules_words(plan)
    key = "export.rules" if other else "export.rules_own"
    yield say(key, edition=plan.game.edition.called(plan.game.names).title, rules="; ".join(other))


def _length(plan: Plan) -> str:
    return say("export.limit", n=_last(plan)) if _rounds(plan) else say("export.to_end")


def _seats(plan: Plan) -> str:
    return say("export.seats", list=", ".join(f"{player}: {who}" for player, who in plan.strategies().items()))


def _made() -> str:
    return say("export.made_with", version=__version__, python=platform.python_version())


def _flat(table: Any) -> Any:
    """Return the table with its index as columns, if that says something."""
    return table.reset_index(drop=table.index.name is None and table.index.nlevels == 1)


def _last(plan: Plan) -> int:
    return plan.start.last - plan.start.begun + 1


def _rounds(plan: Plan) -> str:
    """Return the argument for the last round a plan plays, "" where it plays to the end."""
    from monopoly_lab.simulation.batches import MOST_ROUNDS

    return f", rounds={_last(plan)}" if _last(plan) < MOST_ROUNDS else ""
