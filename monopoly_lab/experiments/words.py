"""What experiments found, in sentences."""

from typing import TYPE_CHECKING

from monopoly_lab.experiments.counts import quantile_of_counts
from monopoly_lab.experiments.intervals import Interval
from monopoly_lab.experiments.plan import USUAL, Plan
from monopoly_lab.messages import say

if TYPE_CHECKING:
    from monopoly_lab.experiments.simulation import Simulation


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def ends(interval: Interval) -> dict[str, str]:
    """An interval of a share, as the messages name its parts."""
    return {"share": percent(interval.value), "low": percent(interval.low), "high": percent(interval.high)}


def ranked(found: "Simulation") -> list[tuple[str, Interval]]:
    """The players with the intervals of their shares, who wins most first."""
    intervals = [found.interval(n) for n in found.counts.wins.tolist()]
    return sorted(zip(found.players, intervals), key=lambda entry: -entry[1].value)


def is_ahead(ranked: list[tuple[str, Interval]]) -> bool:
    """True where the interval of the first lies above that of the second."""
    return len(ranked) < 2 or ranked[0][1].low > ranked[1][1].high


def simulation_sentence(found: "Simulation") -> str:
    """Who wins how often and how sure that is; how long it takes; what else has to be said."""
    parts = []
    order = ranked(found)
    if found.counts.wins.sum() == 0:
        parts.append(say("experiment.nobody", games=found.games))
    else:
        key = "experiment.ahead" if is_ahead(order) else "experiment.level"
        parts.append(say(key, player=order[0][0], games=found.games, **ends(order[0][1])))
        rest = ", ".join(f"{player} {percent(interval.value)}" for player, interval in order[1:])
        parts += [say("experiment.others", list=rest)] if rest else []
        parts.append(say("experiment.half_over", n=quantile_of_counts(found.counts.lengths, 0.5)))
    return " ".join([*parts, *remarks(found)])


def simulation_title(found: "Simulation") -> str:
    """The finding in a few words, for the title of the picture."""
    order = ranked(found)
    if found.counts.wins.sum() == 0:
        return say("experiment.nobody_title")
    return say("experiment.wins_title" if is_ahead(order) else "experiment.level_title", player=order[0][0])


def simulation_parts(found: "Simulation") -> list[str]:
    """What was played, how often and by whom."""
    parts = [found.plan.title, say("experiment.games", games=found.games), say("experiment.seed", seed=found.seed)]
    parts.append(", ".join(f"{player}: {who}" for player, who in found.strategies.items()))
    return [*parts, *remarks(found)]


def worth_axis(plan: Plan) -> str:
    if plan.game.tables.o_scoring_coins:
        return say("experiment.points_axis")
    return say("experiment.wealth_axis", unit=plan.edition.money.said(1))


def remarks(found: "Simulation") -> list[str]:
    """What an honest report does not leave out."""
    parts = []
    if found.ties:
        parts.append(say("experiment.ties", n=found.ties))
    if found.unfinished:
        parts.append(say("experiment.unfinished", n=found.unfinished))
    if found.looks > 1:
        parts.append(say("experiment.any_look"))
    parts += plan_remarks(found.plan)
    if found.partial:
        parts.append(say("experiment.partial"))
    return parts


def plan_remarks(plan: Plan) -> list[str]:
    """Who plays for a person, and that functions play in plain Python."""
    parts = []
    if plan.seated:
        parts.append(say("experiment.seated", strategy=USUAL, players=", ".join(plan.seated)))
    if plan.has_functions:
        parts.append(say("experiment.plain"))
    return parts
