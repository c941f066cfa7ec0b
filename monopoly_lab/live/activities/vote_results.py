"""Results of *Vote*: who voted for what, what each rule brings in simulation, and what theory says of it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from monopoly_lab.common.messages import decimal
from monopoly_lab.economics.repeated_games import luck_of
from monopoly_lab.game.game import Game
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activities.play_together import PlayTogether
from monopoly_lab.live.activity import SIMULATED
from monopoly_lab.live.live_game import LiveGame
from monopoly_lab.live.page_blocks import Block
from monopoly_lab.live.play_results import WAITS
from monopoly_lab.live.wealth_charts import WealthOfClass
from monopoly_lab.measures.confidence_intervals import Interval, mean_of_few, mean_of_strata
from monopoly_lab.measures.inequality import gini
from monopoly_lab.players.strategy_catalog import called


class Rule(NamedTuple):
    """What can be voted for: options of the game, and the values that its sentence names."""

    options: Mapping[str, object]
    values: Mapping[str, int]  # `amount` is a sum of money


class Outlook(NamedTuple):
    """What simulated games under one rule end with, by the position from which they went on: each game by itself."""

    ginis: tuple[tuple[float, ...], ...]  # Gini coefficients, by position
    worths: tuple[tuple[float, ...], ...]  # means over the players of a game, by position

    @property
    def gini(self) -> Interval:
        """Return the mean of the Gini coefficients."""
        return mean_of_strata(self.ginis)

    @property
    def worth(self) -> Interval:
        """Return the mean worth."""
        return mean_of_strata(self.worths)


def has_moved(game: Game) -> bool:
    """Return True if somebody has moved in the round of a game: it is played to its end under the rules before."""
    return not game.answered or game.rounds().get(game.round) != game.answered


def last_round(game: Game, rounds: int, is_old: bool = False) -> int:
    """Return the round after which a game ends that plays so many whole rounds more.

    Args:
        game: The game.
        rounds: Rounds.
        is_old: The current round is played to its end first, in any case: rooms of earlier versions did so.
    """
    return game.round + rounds - (0 if is_old or has_moved(game) else 1)


def game_under_rule(game: Game, rule: Rule, is_old: bool = False) -> Game:
    """Return a game that goes on under a rule: from the first round on in which nobody has moved.

    The rule is planned before the answer that began the round, so existing buildings remain.

    Args:
        game: The game.
        rule: The rule.
        is_old: The rule holds from the next round on, in any case: that of rooms of earlier versions.

    Raises:
        OptionError: For a rule that the game cannot take.
    """
    new = game.fork()
    if not rule.options:
        return new
    if is_old or has_moved(game):
        return new.fork(options={"changes": [{"round": game.round + 1, "options": dict(rule.options)}]})
    new = new.go_to(game.answered - 1).fork(options={"changes": [{"round": game.round, "options": dict(rule.options)}]})
    new.take(game.answers[-1])
    return new


def leading_rules(votes: Mapping[int, str], seed: int) -> list[str]:
    """Return the two rules with most votes, the first one first; among equally many a lot decides.

    >>> leading_rules({0: "income", 1: "income", 2: "keep"}, 7)
    ['income', 'keep']
    """
    counted = Counter(votes.values())
    order = sorted(counted)
    luck_of(seed, "runoff").shuffle(order)
    return sorted(order, key=lambda rule: -counted[rule])[:2]


def has_majority(votes: Mapping[int, str]) -> bool:
    """Return True if a rule has more than half of the votes.

    >>> has_majority({0: "income", 1: "income", 2: "keep"}), has_majority({0: "income", 1: "keep"})
    (True, False)
    """
    return bool(votes) and 2 * max(Counter(votes.values()).values()) > len(votes)


def outlooks(
    positions: Sequence[Game], rules: Mapping[str, Rule], rounds: int, games: int, seed: int, is_old: bool = False
) -> dict[str, Outlook]:
    """Return what each rule brings: all positions count alike, and all rules meet the same luck."""
    from monopoly_lab.experiments import simulate  # with pandas: a class begins in half the time without it

    games = max(2, games // len(positions))
    outlook_by_rule = {}
    for name, rule in rules.items():
        ginis, worths = [], []
        for number, position in enumerate(positions):
            options = {"rounds": last_round(position, rounds, is_old)}
            played = simulate(
                game_under_rule(position, rule, is_old),
                games=games,
                seed=seed + number,
                options=options,
                progress=False,
                keep=True,
            )
            ends = played.rows.filter(regex="^worth_").to_numpy(float)
            ginis.append(tuple(gini(each) for each in ends))
            worths.append(tuple(ends.mean(axis=1).tolist()))
        outlook_by_rule[name] = Outlook(tuple(ginis), tuple(worths))
    return outlook_by_rule


def gains(
    positions: Sequence[Game], one: Rule, other: Rule, rounds: int, games: int, seed: int, is_old: bool = False
) -> list[dict[str, int]]:
    """Return for each position who ends with more under one rule than under another: 1, -1, or 0 if it is not clear.

    Both rules meet the same luck, so each pair of games is one difference; clear is one whose interval (95 %) is all
    above or all below 0.
    """
    from monopoly_lab.experiments import simulate  # with pandas: a class begins in half the time without it

    gains_by_game = []
    for number, position in enumerate(positions):
        worths = [
            simulate(
                game_under_rule(position, rule, is_old),
                games=max(2, games // len(positions)),
                seed=seed + number,
                options={"rounds": last_round(position, rounds, is_old)},
                progress=False,
                keep=True,
            ).rows
            for rule in (one, other)
        ]
        signs = {}
        for player in position.players:
            mean = mean_of_few((worths[0][f"worth_{player}"] - worths[1][f"worth_{player}"]).astype(float).tolist())
            signs[player] = int(mean.low > 0) - int(mean.high < 0)
        gains_by_game.append(signs)
    return gains_by_game


VOTE, RUNOFF = BALLOTS = ("vote", "runoff")  # stages
OUTLOOKS, GAINS = "outlooks", "gains"  # works of the comparison
NONE = "–"  # a rule that was not in the run-off
LEAST_GROUP = 3  # votes in each part of the class: with fewer, counts would tell who voted for what


class VoteResults(PlayTogether):
    """What a vote of the class shows."""

    TABLES = (SIMULATED,)
    stage: str
    chosen: str
    rules: Mapping[str, Rule]
    votes: dict[int, str]  # in the first vote
    runoff: dict[int, str]  # in the run-off
    pair: list[str]  # the two rules with most votes in the first vote
    simulated: list[str]  # names of the games whose positions are simulated
    voted_at: int
    worth_then: dict[int, int]
    mean_then: dict[int, float]

    @property
    def ballot(self) -> dict[int, str]:
        """Return the votes that count: those of the run-off from then on, if there is one."""
        return self.runoff if self.stage == RUNOFF or self.runoff else self.votes

    def _name(self, rule: str) -> str:
        return self.say(f"rule_{rule}")

    def _counts(self, ballot: Mapping[int, str], rules: Sequence[str]) -> list[Block]:
        """Return the votes for each rule, by role or by what voters had, if no group tells who voted for what.

        Bars of both votes have the same scale.
        """
        counted, groups = Counter(ballot.values()), self._voters_by_group(ballot)
        most = max((n for votes in self._visible_votes for n in Counter(votes.values()).values()), default=0)
        mine = rules.index(self.chosen) if self.chosen in rules and self.stage not in BALLOTS else -1
        if not groups:
            bars = [(self._name(rule), float(counted[rule]), str(counted[rule])) for rule in rules]
            note = [blocks.text(self.say("too_few_votes", n=LEAST_GROUP), "note")] if ballot else []
            return [blocks.bars(bars, mine, most), *note]
        of_group = [Counter(ballot[seat] for seat in seats) for seats in groups.values()]
        parts = [(self._name(rule), [each[rule] for each in of_group], str(counted[rule])) for rule in rules]
        return [blocks.stacked_bars(parts, [f"{name} ({len(seats)})" for name, seats in groups.items()], mine, most)]

    def _both_counts(self) -> list[Block]:
        """Return the votes of the run-off, if there was one, above those of the first vote."""
        first = self._counts(self.votes, list(self.rules))
        if not self.runoff:
            return first
        return [self._counts(self.runoff, self.pair)[0], blocks.text(self.say("first_vote")), *first]

    @property
    def _visible_votes(self) -> list[dict[int, str]]:
        """Return the votes that may be seen: the first one, and the run-off once it is closed."""
        return [ballot for ballot in (self.votes, {} if self.stage == RUNOFF else self.runoff) if ballot]

    @property
    def grouping(self) -> str:
        """Return the column of the results by which votes are counted, the same in both votes; empty for none.

        It is the role, or whether voters had less than the mean; each group in each vote hides how its members voted.
        """
        for column in (["player"] if self.roles else []) + ["below_mean"]:
            if self._visible_votes and all(self._hides(column, ballot) for ballot in self._visible_votes):
                return column
        return ""

    def _hides(self, column: str, ballot: Mapping[int, str]) -> bool:
        """Return True if a vote by group tells no one's vote: two groups or more, none of few voters or of one mind."""
        groups: dict[str, list[str]] = {}
        for seat, rule in ballot.items():
            groups.setdefault(self._group(column, seat), []).append(rule)
        return len(groups) > 1 and all(len(each) >= LEAST_GROUP and len(set(each)) > 1 for each in groups.values())

    def _group(self, column: str, seat: int) -> str:
        """Return the group of a voter: the role, or what they had at the vote."""
        if column == "player":
            return self.game_of[seat].player_of[seat]
        return self.say(f"below_mean_{self._is_below(seat)}")

    def _voters_by_group(self, ballot: Mapping[int, str]) -> dict[str, list[int]]:
        """Return the voters by group, in the order of the roles, or the poorer ones first; nothing without groups."""
        column = self.grouping
        names = self.roles.values() if column == "player" else map(self.say, ("below_mean_True", "below_mean_False"))
        groups: dict[str, list[int]] = {name: [] for name in names} if column else {}
        if column:
            for seat in sorted(ballot):
                groups[self._group(column, seat)].append(seat)
        return {name: seats for name, seats in groups.items() if seats}

    def _is_below(self, seat: int) -> bool:
        """Return True if a seat had less than the mean of its game at the vote."""
        return self.worth_then[seat] < self.mean_then[seat]

    @property
    def went_on(self) -> list[str]:
        """Return the names of the games that tables compare: simulated and played to their end, or all simulated."""
        done = {game.name for game in self.finished_games}
        return [name for name in self.simulated if name in done] or self.simulated

    @property
    def _compared_games(self) -> list[LiveGame]:
        """Return the games of `went_on`, of which all charts and tables of the debrief are."""
        names = set(self.went_on)
        return [game for game in self.games if game.name in names]

    @property
    def wealth(self) -> WealthOfClass:
        """Return what all players are worth, by round: at the end those of the games that are compared."""
        games = self._compared_games if self.is_over and self.simulated else []
        return self._wealth_of(games) if games else super().wealth

    def _games_note(self) -> str:
        """Return of which games charts and tables are, and who plays the simulated ones."""
        if not self.simulated:
            return super()._games_note()
        n, is_done = len(self._compared_games), set(self.went_on) <= {game.name for game in self.finished_games}
        sentences = [self.say("games_compared" if is_done else "games_going_on", n=n)]
        left = len(self.games) - n
        sentences += [self.say("games_left_out", n=left)] if left else []
        sentences.append(self.say("simulated_by", names=called(str(self.options["fill"]), self.lang)))
        return " ".join([*sentences, self._deciders()])

    def _before_and_after(self) -> tuple[list[str], list[list[str]]]:
        """Return mean Gini and mean worth at the start, at the vote and at the end, in the games that are compared."""
        games = self._compared_games or self.games
        wealth, rows = WealthOfClass(games, (), self.say, self.lang), []
        for key, round_ in (("at_start", 0), ("at_vote", self.voted_at), ("at_end", wealth.last_round)):
            worths = wealth.worths_at(round_)
            mean = sum(worths.values()) / len(worths)
            gini = wealth.mean_gini(worths)
            unequal = "-" if gini is None else decimal(gini, 2, self.lang)
            rows.append([self.say(key), unequal, self._money(self.games[0], mean)])
        return [self.say("these_games", n=len(games)), self.say("gini_within"), self.say("mean_worth")], rows

    def _outlook(self) -> tuple[list[str], list[list[str]]]:
        """Return the votes for each rule, and what it brings in simulated games that go on from those of the class."""
        first, last = Counter(self.votes.values()), Counter(self.runoff.values())
        heads = [self.say("head_rule"), self.say("first_vote" if self.runoff else "head_votes")]
        rows = [[self._name(rule), str(first[rule])] for rule in self.rules]
        if self.runoff:
            heads.append(self.say("head_runoff"))
            for row, rule in zip(rows, self.rules, strict=True):
                row.append(str(last[rule]) if rule in self.pair else NONE)
        if not self.simulated:
            return heads, rows
        rounds, outlooks = int(self.options["rounds_after"]), self.compared.get(OUTLOOKS, {})
        heads += [self.say(key, rounds=rounds) for key in ("head_simulated_gini", "head_simulated_worth")]
        for row, rule in zip(rows, self.rules, strict=True):
            row += self._simulated_means(outlooks[rule]) if outlooks else [WAITS, WAITS]
        return heads, rows

    def _simulated_means(self, outlook: Outlook) -> list[str]:
        """Return mean Gini and mean worth of simulated games, each with half of its interval."""
        worth, half_worth = (self._money(self.games[0], each) for each in (outlook.worth.value, outlook.worth.half))
        return [outlook.gini.format_estimate(3, self.lang), f"{worth} ± {half_worth}"]

    def simulated_rows(self) -> list[dict[str, Any]]:
        if not self.simulated:
            return []
        by_rule: Mapping[str, Outlook] = self._work_result(OUTLOOKS)
        numbers = [self.games.index(game) + 1 for game in self._compared_games]
        return [
            {"rule": rule, "game": number, "gini": gini, "worth": worth}
            for rule, outlook in by_rule.items()
            for number, *ends in zip(numbers, outlook.ginis, outlook.worths, strict=True)
            for gini, worth in zip(*ends, strict=True)
        ]

    def _work_result(self, work: str) -> Any:
        """Return what a work of the comparison has found; it is done now if it has not been before."""
        if work not in self.compared:
            self.compared[work] = self.comparison()[work]()
        return self.compared[work]

    def _theory(self) -> str:
        """Return how many voters had less than the mean of their game, and what theory says of a vote on two rules.

        The median voter theorem is one of two rules, or of rules on one line. Of most votes among several it is silent.
        """
        below = sum(map(self._is_below, self.ballot))
        sentences = [self.say("voters_below", n=below, total=len(self.ballot))]
        if not (self.runoff or has_majority(self.votes)):
            return " ".join([*sentences, self.say("no_theory")] if len(self.rules) > 2 else sentences)
        if GAINS in self.compared:
            sentences += self._own_interest(self.compared[GAINS])
        return " ".join(sentences)

    def _own_interest(self, gains_by_game: Sequence[Mapping[str, int]]) -> list[str]:
        """Return from which of the two rules more voters gain in simulation: the prediction, and what has won."""
        by_game = dict(zip(self.went_on, gains_by_game))
        seats = [seat for seat in self.ballot if self.game_of[seat].name in by_game]
        signs = Counter(by_game[self.game_of[seat].name][self.game_of[seat].player_of[seat]] for seat in seats)
        one, other = (self._name(rule) for rule in self.pair)
        n, rounds = len(seats), int(self.options["rounds_after"])
        values = {"one": one, "other": other, "n": signs[1], "less": signs[-1], "unclear": signs[0], "total": n}
        values["games"] = len(self.went_on)
        sentences = [self.say("own_interest", **values, rounds=rounds)]
        if 2 * (most := max(signs[1], signs[-1])) <= n:
            return [*sentences, self.say("no_prediction" if 2 * (most + signs[0]) <= n else "not_yet_clear")]
        best = self.pair[0] if signs[1] > signs[-1] else self.pair[1]
        return [*sentences, self.say("predicted", rule=self._name(best), chosen=self._name(self.chosen))]
