"""Sentences that sum up the result of an experiment."""

from typing import Any

from monopoly_lab.common.messages import (
    MINUS,
    decimal,
    format_number,
    has_message,
    percent,
    resolve_language,
    rounded,
    say,
)
from monopoly_lab.editions.differences import option_texts
from monopoly_lab.editions.inheritance import dotted_keys
from monopoly_lab.editions.rule_changes import CHANGES
from monopoly_lab.experiments.game_counts import half_over
from monopoly_lab.experiments.paired_differences import CASH, SHARES, WINS, WORTH
from monopoly_lab.experiments.plan import Plan
from monopoly_lab.experiments.result_frames import (
    ComparisonResult,
    Counted,
    SimulationResult,
    SweepResult,
    TournamentResult,
)
from monopoly_lab.measures.confidence_intervals import Interval
from monopoly_lab.notation.nodes import NOTHING
from monopoly_lab.notation.piece_names import player_name
from monopoly_lab.players.strategy_catalog import called


def ends(interval: Interval) -> dict[str, str]:
    """Return an interval of a share, as the messages name its parts."""
    return {"share": percent(interval.value), "low": percent(interval.low), "high": percent(interval.high)}


def ranked_players(found: SimulationResult) -> list[tuple[str, Interval]]:
    """Return the players with the intervals of their shares, who wins most first."""
    intervals = [found.interval(n) for n in found.counts.wins.tolist()]
    return sorted(zip(map(player_name, found.players), intervals), key=lambda entry: -entry[1].value)


def leaders(ranked: list[tuple[str, Interval]]) -> list[str]:
    """Return who is ahead of all others: the first, and those whose intervals meet that of the first.

    All of them, if the intervals of some in front and of some behind overlap: then nobody is clearly ahead.
    """
    front = [entry for entry in ranked if entry[1].high >= ranked[0][1].low]
    behind = [interval.high for _, interval in ranked[len(front) :]]
    is_apart = not behind or min(interval.low for _, interval in front) > max(behind)
    return [player for player, _ in (front if is_apart else ranked)]


def leader_message(ranked: list[tuple[str, Interval]], one: str, some: str, nobody: str, **values: Any) -> str:
    """Return the message that fits, with the names it needs: `one` is ahead, `some` of them are, or `nobody`."""
    ahead = leaders(ranked)
    if len(ahead) == 1:
        return say(one, player=ahead[0], **values)
    if len(ahead) == len(ranked):
        return say(nobody, player=ranked[0][0], **values)
    names = say("tell.things", first=", ".join(ahead[:-1]), last=ahead[-1])
    return say(some, player=ranked[0][0], players=names, **values)


def with_interruption(found: Counted, words: str) -> str:
    """Return what was found; of interrupted games with that before it."""
    return say("experiment.partial", games=found.games, told=words) if found.partial else words


def simulation_sentence(found: SimulationResult) -> str:
    """Return how often each player wins and how certain that is, how long games take, and further remarks."""
    parts = []
    order = ranked_players(found)
    if found.counts.wins.sum() == 0:
        parts.append(say("experiment.nobody", games=found.games))
    else:
        keys = ("experiment.ahead", "experiment.front", "experiment.level")
        parts.append(leader_message(order, *keys, games=found.games, **ends(order[0][1])))
        rest = ", ".join(f"{player} {percent(interval.value)}" for player, interval in order[1:])
        parts += [say("experiment.others", list=rest)] if rest else []
        if 2 * int(found.counts.lengths.sum()) >= found.games:
            parts.append(say("experiment.half_over", n=half_over(found.counts)))
    return with_interruption(found, " ".join([*parts, *remarks(found)]))


def simulation_title(found: SimulationResult) -> str:
    """Return the finding in a few words, for the title of the picture."""
    order = ranked_players(found)
    if found.counts.wins.sum() == 0:
        return with_interruption(found, say("experiment.nobody_title"))
    return with_interruption(
        found, leader_message(order, "experiment.wins_title", "experiment.front_title", "experiment.level_title")
    )


def simulation_parts(found: SimulationResult) -> list[str]:
    """Return what was played, under which rules that are not the edition's own, how often and by whom."""
    parts = [
        found.plan.title,
        *rules_words(found.plan),
        say("experiment.games", games=found.games),
        say("experiment.seed", seed=found.seed),
    ]
    parts.append(", ".join(f"{player_name(player)}: {called(who)}" for player, who in found.strategies.items()))
    return [*parts, *remarks(found)]


def rules_words(plan: Plan) -> list[str]:
    """Return the rules that are not the edition's own, in words; of those that change on the way, from which round."""
    game = plan.game
    own = (game.edition.base or game.edition).resolve(None)
    given = dotted_keys(dict(game.options))
    changes: Any = given.pop(CHANGES, ())
    later = [
        f"{say('export.from_round', round=change['round'])} {', '.join(option_texts(change['options']))}"
        for change in changes
    ]
    return [*option_texts({key: value for key, value in given.items() if own.get(key) != value}), *later]


def worth_unit(plan: Plan) -> str:
    """Return the unit of what everybody is worth, as "$"; "" for points."""
    return "" if plan.game.tables.o_scoring_coins else plan.edition.money.symbol()


def remarks(found: SimulationResult) -> list[str]:
    """Return what an honest report does not leave out."""
    parts = []
    if found.ties:
        parts.append(say("experiment.ties", n=found.ties))
    if found.unfinished:
        parts.append(say("experiment.unfinished", n=found.unfinished))
    if found.looks > 1:
        parts.append(say("experiment.any_look"))
    parts += plan_remarks(found.plan)
    return parts


def plan_remarks(plan: Plan) -> list[str]:
    """Return who plays for a person, and that functions play in plain Python."""
    parts = []
    if plan.seated:
        parts.append(
            say("experiment.seated", strategy=called(plan.others), players=", ".join(map(player_name, plan.seated)))
        )
    if plan.has_functions:
        parts.append(say("experiment.plain"))
    return parts


# Comparisons

MANY = 0.8  # of the pairs identical: it has to be said


def measure_word(measure: str) -> str:
    """Return a measure in words."""
    return say(f"experiment.measure_{measure}") if has_message(f"experiment.measure_{measure}") else measure


def arm_word(found: ComparisonResult, arm: str) -> str:
    """Return the name of an arm as it is shown: a choice in words, without its full stop; "-" is doing nothing."""
    if arm == NOTHING:
        return say("experiment.nothing")
    if found.decided_game is None:
        return arm
    who, colon, _ = arm.partition(":")
    label = found.decided_game.choice_label(arm, resolve_language("")).rstrip(".")
    return f"{who}: {label}" if colon and who in found.decided_game.players and who != found.player else label


def amount(found: ComparisonResult, x: float, signed: bool = False) -> str:
    """Return a value of the measure, or a difference of it, in words: "27.1 %", "+3.1 points", "$120", "12.5"."""
    sign = "+" if signed and x > 0 else MINUS if x < 0 else ""
    if found.measure in SHARES:
        return sign + (say("experiment.points", n=decimal(100 * abs(x), 1)) if signed else percent(abs(x)))
    plan = found.plans[found.baseline]
    if found.measure in (WORTH, CASH) and not plan.game.tables.o_scoring_coins:
        return sign + plan.edition.money.text_for_reader(int(rounded(abs(x))))
    return sign + format_number(abs(x), 4)


def difference_parts(found: ComparisonResult, arm: str) -> dict[str, str]:
    """Return the difference of an arm to the baseline, as the messages name its parts."""
    difference, low, high = (amount(found, x, signed=True) for x in found.difference(arm))
    return {"difference": difference, "low": low, "high": high, "percent": format_number(100 * found.confidence)}


def mean_with_margin(found: ComparisonResult, mean: Interval) -> str:
    """Return a mean with half its interval: "27.1 % ± 0.6 %"."""
    return f"{amount(found, mean.value)} ± {amount(found, mean.half)}"


def is_clear(found: ComparisonResult, arm: str) -> bool:
    """Return True if the interval of the difference excludes zero."""
    interval = found.difference(arm)
    return interval.low > 0 or interval.high < 0


def other_arms(found: ComparisonResult) -> list[str]:
    """Return the arms but the baseline, those farthest from it first."""
    return sorted(
        (arm for arm in found.plans if arm != found.baseline), key=lambda arm: -abs(found.difference(arm).value)
    )


def comparison_title(found: ComparisonResult) -> str:
    """Return the finding in a few words."""
    return with_interruption(found, _comparison_title(found))


def _comparison_title(found: ComparisonResult) -> str:
    about = {"measure": measure_word(found.measure), "player": player_name(found.player)}
    if found.is_choice:
        clear = all(is_clear(found, arm) for arm in other_arms(found))
        return say(
            "experiment.best_title" if clear else "experiment.perhaps_title",
            arm=arm_word(found, found.baseline),
            **about,
        )
    clear_ones = [arm for arm in other_arms(found) if is_clear(found, arm)]
    if not clear_ones:
        return say("experiment.same_title", **about)
    return say(
        "experiment.differs_title",
        arm=arm_word(found, clear_ones[0]),
        **difference_parts(found, clear_ones[0]),
        **about,
    )


def comparison_sentence(found: ComparisonResult) -> str:
    """Return each arm against the baseline with its interval, and what has to be said besides."""
    base = say(
        "experiment.base",
        arm=arm_word(found, found.baseline),
        measure=measure_word(found.measure),
        player=player_name(found.player),
        value=amount(found, found.mean(found.baseline).value),
        games=found.games,
    )
    lines = [comparison_title(found) + ".", base]
    shown = [arm for arm in found.plans if arm != found.baseline]
    lines += [say("experiment.against", arm=arm_word(found, arm), **difference_parts(found, arm)) for arm in shown]
    return "\n".join([*lines, *comparison_remarks(found)])


def comparison_remarks(found: ComparisonResult) -> list[str]:
    """Return remarks on identical pairs, unfinished games, who plays for whom, and what the intervals are for."""
    parts = []
    for arm in found.plans:
        share = found.identical(arm)
        if arm != found.baseline and found.paired and share >= MANY:
            n = round(share * found.games)
            parts.append(
                say(
                    "experiment.identical",
                    arm=arm_word(found, arm),
                    base=arm_word(found, found.baseline),
                    n=n,
                    games=found.games,
                )
            )
    if any(found.unfinished.values()):
        key = "experiment.unfinished_arms" if found.measure == WINS else "experiment.stopped"
        parts.append(say(key, n=max(found.unfinished.values()), games=found.games))
    if not found.paired:
        parts.append(say("experiment.unpaired"))
    if found.is_sequential:
        parts.append(say("experiment.any_look"))
    if found.compared_pairs > 1:
        parts.append(say("experiment.together", n=len(found.plans)))
    editions = dict.fromkeys(plan.game.edition.id for plan in found.plans.values())
    if len(editions) > 1:
        parts.append(say("experiment.editions", names=", ".join(editions)))
    parts += plan_remarks(found.plans[found.baseline])
    return parts


def comparison_parts(found: ComparisonResult) -> list[str]:
    """Return what was played, for a subtitle."""
    plan = found.plans[found.baseline]
    parts = [plan.title, say("experiment.pairs" if found.paired else "experiment.games", games=found.games)]
    parts.append(say("experiment.seed", seed=found.seed))
    return [*parts, *comparison_remarks(found)]


def difference_axis(found: ComparisonResult) -> str:
    """Return the label of an axis of differences to the baseline."""
    return say(
        "experiment.difference_axis",
        measure=measure_word(found.measure),
        player=player_name(found.player),
        base=arm_word(found, found.baseline),
        percent=round(100 * found.confidence),
    )


def mean_axis(found: ComparisonResult) -> str:
    """Return the label of an axis of means, with the unit."""
    plan = found.plans[found.baseline]
    unit = "%" if found.measure in SHARES else worth_unit(plan) if found.measure in (WORTH, CASH) else ""
    axis = say("experiment.mean_axis", measure=measure_word(found.measure), player=player_name(found.player))
    return f"{axis}, {unit}" if unit else axis


def sweep_title(found: SweepResult) -> str:
    """Return which cell brings most, and whether it is more than the least can be."""
    arms = found.comparison
    means = {arm: arms.mean(arm) for arm in arms.plans}
    best, worst = (pick(means, key=lambda arm: means[arm].value) for pick in (max, min))
    about = {"measure": measure_word(arms.measure), "player": player_name(arms.player)}
    difference = arms.difference(best, worst)
    if not difference.low > 0:
        return with_interruption(arms, say("experiment.flat_title", **about))
    return with_interruption(
        arms, say("experiment.most_title", arm=best, value=amount(arms, means[best].value), **about)
    )


def sweep_sentence(found: SweepResult) -> str:
    """Return what a sweep has found."""
    return f"{sweep_title(found)}.\n{comparison_sentence(found.comparison)}"


# Tournaments


def tournament_title(found: TournamentResult) -> str:
    """Return who is strongest, or that it is undecided."""
    table = found.table
    first, second = table.iloc[0], table.iloc[1]
    key = "experiment.strongest" if first["low"] > second["high"] else "experiment.level_title"
    return with_interruption(found, say(key, player=called(table.index[0])))


def tournament_parts(found: TournamentResult) -> list[str]:
    """Return how a tournament was played, and whether seats matter."""
    seats = found.seats
    best, worst = seats["share"].idxmax(), seats["share"].idxmin()
    parts = [say("experiment.games", games=found.games), say("experiment.at_table", n=found.players)]
    if found.each_pair > found.asked:
        parts.append(say("experiment.more_games", n=found.each_pair, asked=found.asked))
    if seats["low"][best] > seats["high"][worst]:
        shares = {"best_share": percent(seats["share"][best]), "worst_share": percent(seats["share"][worst])}
        parts.append(say("experiment.seat_advantage", best=best, worst=worst, **shares))
    else:
        parts.append(say("experiment.no_seat_advantage"))
    if found.unfinished:
        parts.append(say("experiment.unfinished", n=found.unfinished))
    return parts


def tournament_sentence(found: TournamentResult) -> str:
    """Return what a tournament has found."""
    shares = [f"{called(name)} {percent(share)}" for name, share in found.table["share"].items()]
    return "\n".join([tournament_title(found) + ".", ", ".join(shares) + ".", *tournament_parts(found)])
