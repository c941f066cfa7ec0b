"""Vote: the class plays some rounds, votes on a rule, and plays on under what has won."""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from monopoly_lab.common.errors import LiveError, MonopolyLabError
from monopoly_lab.common.messages import decimal
from monopoly_lab.economics.repeated_games import luck_of
from monopoly_lab.experiments import simulate
from monopoly_lab.game.game import Game
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activities.play_together import REVIEW, PlayTogether
from monopoly_lab.live.activity import Answer, FormField
from monopoly_lab.live.live_game import LiveGame
from monopoly_lab.live.page_blocks import Block, Blocks
from monopoly_lab.measures.inequality import gini

BEFORE, VOTE, RESULT, AFTER = "before", "vote", "result", "after"
KEEP = "keep"
LOT = "lot"
OUTLOOKS = "outlooks"  # work of the comparison
BALLOT = 0  # the number of the question; those of a game begin with 1
SIMULATED = 2_000  # games under each rule, over all positions
MOST_POSITIONS = 12  # of the class that are simulated
INCOME_PART = 5  # of the salary, each round: about what it brings in a turn
HOUSES_LEFT = 3 / 8  # of the bank's, in a shortage
HALF = 50  # percent of each rent
WHOLE = 100  # percent of what a site earns
OWN = ("rounds", "minutes")  # options of Play together that a vote asks in its own way


class Rule(NamedTuple):
    """What can be voted for: options of the game, and the values that its sentence names."""

    options: Mapping[str, object]
    values: Mapping[str, int]  # `amount` is a sum of money


class Outlook(NamedTuple):
    """What simulated games under one rule end with: mean Gini with half of its interval, and mean worth."""

    gini: float
    half: float
    worth: float


class ClassVote(PlayTogether):
    """Most votes win; a tie is decided by lot, or the rules stay, as the teacher has chosen before.

    Who has not voted when the vote is closed is in no count; without a vote the rules stay. Strategies do not vote.
    """

    NAME = "vote"
    MINUTES = 30
    OPTIONS = (
        *(field for field in PlayTogether.OPTIONS if field.name not in OWN),
        FormField("rounds", 6, low=1, high=100),
        FormField("rounds_after", 8, low=1, high=100),
        FormField("land_tax", True),
        FormField("income", True),
        FormField("rent_cap", True),
        FormField("shortage", True),
        FormField("tie", LOT, among=(LOT, KEEP)),
    )

    def set_up(self, now: float) -> None:
        self.stage, self.chosen, self.outcome = BEFORE, KEEP, "no_votes"
        self.votes: dict[int, str] = {}
        self.voted_at = -1  # the round in which the vote was closed
        self.voters = 0  # persons who could vote
        self.best: list[str] = []  # rules with most votes
        self.positions: list[Game] = []  # of the games when the votes were closed
        self.worth_then: dict[int, int] = {}  # of the seats at that time
        self.mean_then: dict[int, float] = {}  # of the players of their games
        super().set_up(now)
        self.rules = {KEEP: Rule({}, {})} | {name: rule for name, rule in self._offered().items() if self.options[name]}
        if len(self.rules) == 1:
            raise LiveError(self.word("no_rule"))

    def _offered(self) -> dict[str, Rule]:
        """Return the rules that can be voted for, in the amounts of the edition."""
        game = self.games[0].game
        tables = game.tables
        income = max(1, tables.o_salary // INCOME_PART)
        houses = max(1, int(tables.o_components_houses * HOUSES_LEFT))
        wanted = {
            "land_tax": Rule({"taxes.sites": WHOLE, "taxes.to": "dividend"}, {}),
            "income": Rule({"basic_income": income, "basic_income.from": "taxed"}, {"amount": income}),
            "rent_cap": Rule({"rent_scale": HALF}, {}),
            "shortage": Rule({"components.houses": houses}, {"n": houses, "before": tables.o_components_houses}),
        }
        return {name: rule for name, rule in wanted.items() if _can_take(game, rule)}

    # Playing and voting

    def _games_over(self) -> None:
        self.touched = None
        if self.stage == BEFORE:
            self.stage = VOTE
        elif self.stage == AFTER:
            super()._games_over()

    def _lets_in(self, game: LiveGame) -> bool:
        return not game.game.over

    def _may_vote(self, seat: int) -> bool:
        game = self.game_of[seat]
        return self.stage == VOTE and seat not in self.votes and game.is_at(seat, game.player_of[seat])

    def question(self, seat: int) -> int | None:
        if self.stage == VOTE:
            return BALLOT if self._may_vote(seat) else None
        return super().question(seat)

    def waiting(self) -> list[int]:
        return [seat for seat in self.game_of if self._may_vote(seat)] if self.stage == VOTE else super().waiting()

    def why_not(self, seat: int, answer: Answer) -> str:
        if self.stage != VOTE:
            return super().why_not(seat, answer)
        vote = answer.get("vote")
        return "" if isinstance(vote, str) and vote in self.rules else self.word("not_now")

    def apply(self, seat: int, answer: Answer, now: float) -> None:
        if self.stage != VOTE:
            super().apply(seat, answer, now)
            return
        self.votes[seat] = str(answer["vote"])
        if self.touched is not None:
            self.touched.add(seat)
        if not self.waiting():
            self._close()

    def hand(self, seat: int, strategy: str, now: float) -> None:
        super().hand(seat, strategy, now)
        if self.stage == VOTE and self.votes and not self.waiting():
            self._close()

    def _close(self) -> None:
        """Count the votes; the games stand still until the teacher lets them go on."""
        self.voters = len(self.votes) + len(self.waiting())
        self.stage, self.touched = RESULT, None
        counted = Counter(self.votes.values())
        self.best = [rule for rule in self.rules if counted[rule] and counted[rule] == max(counted.values())]
        is_tie = len(self.best) > 1
        if is_tie and self.options.get("tie", KEEP) == LOT:  # rooms of earlier versions know no lot
            self.outcome, self.chosen = "tie_by_lot", luck_of(self.seed, "tie").choice(self.best)
        elif is_tie:
            self.outcome = "tie"
        elif self.best:
            self.chosen = self.best[0]
            self.outcome = "kept" if self.chosen == KEEP else "won"
        fill = str(self.options["fill"])
        going_on = [game.game for game in self.games if not game.game.over]
        self.positions = [game.fork(players=dict.fromkeys(game.players, fill)) for game in going_on[:MOST_POSITIONS]]
        self.worth_then = {seat: game.worth(game.player_of[seat]) for seat, game in self.game_of.items()}
        for seat, game in self.game_of.items():
            worths = game.game.net_worth().values()
            self.mean_then[seat] = sum(worths) / len(worths)
        self.voted_at = self.wealth.last_round

    def controls(self) -> Sequence[str]:
        own = {BEFORE: ("to_vote",), VOTE: ("close_vote",), RESULT: ("go_on",), AFTER: ()}[self.stage]
        return (*own, *super().controls()) if self.stage in (BEFORE, AFTER) else own

    def control(self, what: str, now: float) -> None:
        if what == "to_vote":
            for game in self.games:
                game.end()
            self._look()
        elif what == "close_vote":
            self._close()
        elif what == "go_on":
            self.stage, self.touched = AFTER, None
            for game in self.games:
                game.go_on(int(self.options["rounds_after"]), self.rules[self.chosen].options, now)
            self._look()
        else:
            super().control(what, now)

    # What is seen

    def _name(self, rule: str) -> str:
        return self.word(f"rule_{rule}")

    def _sentence(self, rule: str) -> str:
        money = self.games[0].game.edition.money
        values = self.rules[rule].values
        said = {name: money.said(value, self.lang) if name == "amount" else value for name, value in values.items()}
        return self.word(f"says_{rule}", **said)

    def _result(self) -> str:
        n, total = Counter(self.votes.values())[(self.best or [KEEP])[0]], len(self.votes)
        tied = ", ".join(map(self._name, self.best))
        said = self.word(self.outcome, rule=self._name(self.chosen), n=n, total=total, tied=tied)
        return f"{said} {self.word('turnout', n=total, total=self.voters)}" if total else said

    def _told(self) -> list[Block]:
        holds = [] if self.chosen == KEEP else [blocks.text(self.word("holds"))]
        return [blocks.text(self._result(), "big"), *holds]

    def _counts(self) -> Block:
        counted = Counter(self.votes.values())
        rows = [(self._name(rule), float(counted[rule]), str(counted[rule])) for rule in self.rules]
        return blocks.bars(rows, mine=list(self.rules).index(self.chosen))

    def view(self, seat: int) -> Blocks:
        found = super().view(seat)
        if self.is_over and self.stage in (BEFORE, VOTE):
            return found  # no rule was chosen
        if self.is_over or self.stage not in (VOTE, RESULT):
            return found if self.stage == BEFORE else {"rule": blocks.text(self._in_force(), "note"), **found}
        del found["over"]
        voted: Blocks = {}
        if seat in self.votes:
            said = "voted" if self.stage == VOTE else "had_voted"
            voted = {"voted": blocks.text(self.word(said, rule=self._name(self.votes[seat])), "good")}
        if self.stage == RESULT:
            return {"result": blocks.stack(self._told()), **voted, **found}
        if voted:
            return voted | found
        if not self._may_vote(seat):
            return found
        offered = [blocks.choice(f"{self._name(rule)}. {self._sentence(rule)}", {"vote": rule}) for rule in self.rules]
        return {"ballot": blocks.choices(BALLOT, self.word("ask"), offered), **found}

    @property
    def marks(self) -> list[Block]:
        return [] if self.voted_at < 0 else [blocks.mark(self.voted_at, self.word("vote_mark"))]

    def _why(self, seat: int) -> list[str]:
        """Return besides how a seat voted, and how much it had then beside the players of its game."""
        said = super()._why(seat)
        if seat not in self.worth_then:
            return said
        vote = self.votes.get(seat)
        game = self.game_of[seat]
        sums = {"worth": self.worth_then[seat], "mean": self.mean_then[seat]}
        own = self.word("had_voted", rule=self._name(vote)) if vote else self.word("end_no_vote")
        return [own, self.word("end_then", **{key: self._money(game, x) for key, x in sums.items()}), *said]

    def _in_force(self) -> str:
        return self.word("in_force", rule=self._name(self.chosen), says=self._sentence(self.chosen))

    def wall(self) -> Blocks:
        if self.stage == BEFORE:
            return super().wall()
        if self.stage == AFTER:
            return {"head": blocks.title(self.word("title"), self._in_force()), **super().wall()}
        if self.stage == RESULT:
            return {"left": blocks.stack([*self._told(), self._counts()]), **self.wealth.charts(self.marks)}
        said = [(self._name(rule), self._sentence(rule)) for rule in self.rules]
        ballot = [blocks.text(self.word("ask"), "big"), blocks.table(["", ""], said), self._turnout()]
        return {"left": blocks.stack(ballot), **self.wealth.charts(self.marks)}

    def _turnout(self) -> Block:
        n, total = len(self.votes), len(self.votes) + len(self.waiting())
        return blocks.progress(n, total, self.word("answered", n=n, total=total))

    def debrief(self) -> Blocks:
        if self.page or self.stage in (BEFORE, VOTE):
            return super().debrief()
        rules, counted = list(self.rules), Counter(self.votes.values())
        left = [
            blocks.text(self._result(), "big"),
            blocks.table(*self._outlook(counted), mine=rules.index(self.chosen)),
            blocks.table(*self._before_and_after()),
            blocks.text(self._median_voter()),
            blocks.text(self.word("debrief"), "note"),
        ]
        return {"left": blocks.stack(left), **self.wealth.charts(self.marks)}

    def _before_and_after(self) -> tuple[list[str], list[list[str]]]:
        """Return mean Gini of the games and mean worth of all players: at the start, at the vote, at the end."""
        rows = []
        for key, round_ in (("at_start", 0), ("at_vote", self.voted_at), ("at_end", self.wealth.last_round)):
            worths = self.wealth.at(round_)
            within = [[worth for (n, _), worth in worths.items() if n == number] for number in range(len(self.games))]
            mean = sum(worths.values()) / len(worths)
            unequal = sum(map(gini, within)) / len(within)
            rows.append([self.word(key), decimal(unequal, 2, self.lang), self._money(self.games[0], mean)])
        return ["", self.word("gini_within"), self.word("mean_worth")], rows

    def _outlook(self, counted: Mapping[str, int]) -> tuple[list[str], list[list[str]]]:
        """Return the votes for each rule, and what it brings in simulated games that go on from those of the class."""
        heads = [self.word("head_rule"), self.word("head_votes")]
        rows = [[self._name(rule), str(counted[rule])] for rule in self.rules]
        if outlooks := self.compared.get(OUTLOOKS):
            rounds = int(self.options["rounds_after"])
            heads += [self.word("head_simulated_gini", rounds=rounds), self.word("mean_worth")]
            for row, found in zip(rows, outlooks.values(), strict=True):
                unequal = f"{decimal(found.gini, 3, self.lang)} ± {decimal(found.half, 3, self.lang)}"
                row += [unequal, self._money(self.games[0], found.worth)]
        return heads, rows

    def _median_voter(self) -> str:
        """Return how many persons had less than the mean of their game when they voted."""
        below = sum(worth < self.mean_then[seat] for seat, worth in self.worth_then.items())
        return self.word("median_voter", n=below, total=len(self.worth_then))

    def comparison(self) -> Mapping[str, Callable[[], Any]]:
        """Return the work of letting strategies play on from the positions at the vote, under each rule; the review."""
        works = {REVIEW: super().comparison()[REVIEW]}
        if not self.positions:
            return works
        after = int(self.options["rounds_after"])
        return {OUTLOOKS: partial(_outlooks, self.positions, self.rules, after, self.seed)} | works

    def decision(self, seat: int, answer: Answer) -> dict[str, Any]:
        return {"vote": answer["vote"]} if self.stage == VOTE else super().decision(seat, answer)

    def rows(self) -> list[dict[str, Any]]:
        return [{**row, "vote": self.votes.get(row["seat"], ""), "rule": self.chosen} for row in super().rows()]


def _can_take(game: Game, rule: Rule) -> bool:
    """Return True if a game can go on under a rule: some editions know no houses, or no salary."""
    try:
        game.fork(options=_from_next_round(game, rule))
    except MonopolyLabError:
        return False
    return True


def _from_next_round(game: Game, rule: Rule) -> dict[str, object]:
    return {"changes": [{"round": game.round + 1, "options": dict(rule.options)}]} if rule.options else {}


def _outlooks(positions: Sequence[Game], rules: Mapping[str, Rule], rounds: int, seed: int) -> dict[str, Outlook]:
    """Return what each rule brings: all positions count alike, and all rules meet the same luck."""
    games = max(2, SIMULATED // len(positions))
    found = {}
    for name, rule in rules.items():
        ginis, squares, worths = [], [], []
        for number, position in enumerate(positions):
            options = {"rounds": position.round + rounds}
            played = simulate(
                position.fork(options=_from_next_round(position, rule)),
                games=games,
                seed=seed + number,
                options=options,
                progress=False,
            )
            last = played.gini.iloc[-1]
            ginis.append(float(last["mean"]))
            squares.append(float(last["high"] - last["low"]) ** 2 / 4)
            worths.append(float(played.wealth.loc[lambda frame: frame["round"] == frame["round"].max(), "mean"].mean()))
        n = len(positions)
        found[name] = Outlook(sum(ginis) / n, math.sqrt(sum(squares)) / n, sum(worths) / n)
    return found
