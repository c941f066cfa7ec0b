"""Vote: the class plays some rounds, votes on a rule, and plays on under what has won."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from monopoly_lab.common.errors import LiveError, MonopolyLabError
from monopoly_lab.economics.repeated_games import luck_of
from monopoly_lab.game.game import Game
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activities.play_together import PlayTogether
from monopoly_lab.live.activities.vote_results import (
    BALLOTS,
    GAINS,
    OUTLOOKS,
    RUNOFF,
    VOTE,
    Rule,
    VoteResults,
    gains,
    game_under_rule,
    has_majority,
    last_round,
    leading_rules,
    outlooks,
)
from monopoly_lab.live.activity import ALL_SEATS, FormField, SentAnswer
from monopoly_lab.live.live_game import LiveGame
from monopoly_lab.live.page_blocks import Block, Blocks
from monopoly_lab.live.play_results import REVIEW
from monopoly_lab.live.wealth_charts import rounds_over

BEFORE, RESULT, AFTER = "before", "result", "after"
KEEP = "keep"
LOT = "lot"
BALLOT, SECOND_BALLOT = 0, -1  # numbers of the questions; those of a game begin with 1
SIMULATED = 2_000  # games under each rule, over all positions
MOST_POSITIONS = 12  # of the class that are simulated
INCOME_PART = 5  # of the salary, each round: about what it brings in a turn
HOUSES_LEFT = 3 / 8  # of the bank's, in a shortage
CAPPED_RENT = 50  # percent of each rent
SITE_TAX = 100  # percent of what a site earns
WHOLE_ROUNDS_SINCE = 2  # the version since which games end after as many whole rounds as the option says
OWN = ("rounds", "minutes")  # options of Play together that a vote asks in its own way


class ClassVote(VoteResults):
    """A rule with more than half of the votes wins; else there is a run-off between the two with most votes.

    Among equally many votes for a place in the run-off a lot decides. A tie in the last vote is decided by lot, too, or
    the rules stay, as the teacher has chosen before. Without a run-off, most votes win. Students who have not voted
    when a vote is closed are not counted; without a vote the rules stay. Strategies do not vote.
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
        FormField("runoff", True),
        FormField("tie", LOT, among=(LOT, KEEP)),
    )

    def set_up(self, now: float) -> None:
        self.stage, self.chosen, self.outcome = BEFORE, KEEP, "no_votes"
        self.votes: dict[int, str] = {}  # in the first vote
        self.runoff: dict[int, str] = {}  # in the run-off
        self.pair: list[str] = []  # the two rules with most votes in the first vote
        self.voted_at = -1  # the round in which the vote was closed
        self.voters = 0  # persons who could vote
        self.first_voters = 0  # and in the first vote
        self.most_voted: list[str] = []  # rules with most votes
        self.simulated: list[str] = []  # names of the games whose positions are simulated
        self.positions: list[Game] = []  # of the games when the votes were closed
        self.all_then: dict[tuple[str, str], int] = {}  # what each player of a game is worth at that time
        self.worth_then: dict[int, int] = {}  # of the seats
        self.mean_then: dict[int, float] = {}  # of the players of their games
        super().set_up(now)
        self.rules = {KEEP: Rule({}, {})} | {
            name: rule for name, rule in self._possible_rules().items() if self.options[name]
        }
        if len(self.rules) == 1:
            raise LiveError(self.say("no_rule"))

    def _possible_rules(self) -> dict[str, Rule]:
        """Return the rules that can be voted for, in the amounts of the edition."""
        game = self.games[0].game
        tables = game.tables
        income = max(1, tables.o_salary // INCOME_PART)
        houses = max(1, int(tables.o_components_houses * HOUSES_LEFT))
        rules = {
            "land_tax": Rule({"taxes.sites": SITE_TAX, "taxes.to": "dividend"}, {}),
            "income": Rule({"basic_income": income, "basic_income.from": "taxed"}, {"amount": income}),
            "rent_cap": Rule({"rent_scale": CAPPED_RENT}, {}),
            "shortage": Rule({"components.houses": houses}, {"n": houses, "before": tables.o_components_houses}),
        }
        return {name: rule for name, rule in rules.items() if _can_take(game, rule)}

    # Playing and voting

    def _games_over(self) -> None:
        self.seats_to_update = ALL_SEATS
        if self.stage == BEFORE:
            self.stage = VOTE
        elif self.stage == AFTER:
            super()._games_over()

    def _lets_in(self, game: LiveGame) -> bool:
        return not game.game.over

    def _may_vote(self, seat: int) -> bool:
        game = self.game_of[seat]
        return self.stage in BALLOTS and seat not in self.ballot and game.is_at(seat, game.player_of[seat])

    @property
    def rules_in_vote(self) -> list[str]:
        """Return the rules of the vote that is open."""
        return self.pair if self.stage == RUNOFF else list(self.rules)

    def question(self, seat: int) -> int | None:
        if self.stage in BALLOTS:
            number = BALLOT if self.stage == VOTE else SECOND_BALLOT
            return number if self._may_vote(seat) else None
        return super().question(seat)

    def waiting(self) -> list[int]:
        return [seat for seat in self.game_of if self._may_vote(seat)] if self.stage in BALLOTS else super().waiting()

    def why_not(self, seat: int, answer: SentAnswer) -> str:
        if self.stage not in BALLOTS:
            return super().why_not(seat, answer)
        vote = answer.get("vote")
        return "" if isinstance(vote, str) and vote in self.rules_in_vote else self.say("not_now")

    def apply(self, seat: int, answer: SentAnswer, now: float) -> None:
        if self.stage not in BALLOTS:
            super().apply(seat, answer, now)
            return
        self.ballot[seat] = str(answer["vote"])
        if self.seats_to_update is not None:
            self.seats_to_update.add(seat)
        if not self.waiting():
            self._close()

    def hand_over(self, seat: int, strategy: str, now: float) -> None:
        super().hand_over(seat, strategy, now)
        if self.stage in BALLOTS and self.ballot and not self.waiting():
            self._close()

    def _close(self) -> None:
        """Count the votes, and open the run-off if there is one; the games stand still until the teacher goes on."""
        self._note_worths()
        if self.stage == VOTE:
            self.first_voters = len(self.votes) + len(self.waiting())
            self.pair = leading_rules(self.votes, self.seed)
            needs_more = len(self.pair) > 1 and not has_majority(self.votes)
            if needs_more and self.options.get("runoff"):  # rooms of earlier versions know none
                self.stage, self.seats_to_update = RUNOFF, ALL_SEATS
                return
        self.voters = len(self.ballot) + len(self.waiting())
        counted = Counter(self.ballot.values())
        self.stage, self.seats_to_update = RESULT, ALL_SEATS
        self.most_voted = [rule for rule in self.rules if counted[rule] and counted[rule] == max(counted.values())]
        is_tie = len(self.most_voted) > 1
        if is_tie and self.options.get("tie", KEEP) == LOT:  # rooms of earlier versions know no lot
            self.outcome, self.chosen = "tie_by_lot", luck_of(self.seed, "tie").choice(self.most_voted)
        elif is_tie:
            self.outcome = "tie"
        elif self.most_voted:
            self.chosen = self.most_voted[0]
            self.outcome = "kept" if self.chosen == KEEP else "won"

    def _note_worths(self) -> None:
        """Note the positions of the games, which stand still between the votes, and what everybody is worth."""
        fill = str(self.options["fill"])
        going_on = [game for game in self.games if not game.game.over][:MOST_POSITIONS]
        self.simulated = [game.name for game in going_on]
        self.positions = [each.game.fork(players=dict.fromkeys(each.game.players, fill)) for each in going_on]
        self.all_then = {(game.name, player): game.worth(player) for game, player in self._players()}
        for seat, game in self.game_of.items():
            worths = [worth for (name, _), worth in self.all_then.items() if name == game.name]
            self.worth_then[seat] = self.all_then[game.name, game.player_of[seat]]
            self.mean_then[seat] = sum(worths) / len(worths)
        self.voted_at = self.wealth.last_round

    @property
    def is_old(self) -> bool:
        """Return True for a vote begun by a version that finished the round of the vote first, under the old rules."""
        return self.version < WHOLE_ROUNDS_SINCE

    def controls(self) -> Sequence[str]:
        if self.is_reading:
            return super().controls()
        by_stage = {BEFORE: ("to_vote",), VOTE: ("close_vote",), RUNOFF: ("close_vote",), RESULT: ("go_on",), AFTER: ()}
        buttons = by_stage[self.stage]
        return (*buttons, *super().controls()) if self.stage in (BEFORE, AFTER) else buttons

    def confirmation(self, button: str) -> str:
        if button == "to_vote" and (moving := super().waiting()):
            return self.say("to_vote_sure", n=len(moving), label=self.say("control_to_vote"))
        return super().confirmation(button)

    def control(self, what: str, now: float) -> None:
        if what == "to_vote":
            for game in self.games:
                game.end()
            self._look()
        elif what == "close_vote":
            self._close()
        elif what == "go_on":
            self.stage, self.seats_to_update = AFTER, ALL_SEATS
            for game in self.games:
                if not game.game.over:
                    last = last_round(game.game, int(self.options["rounds_after"]), self.is_old)
                    game.go_on(game_under_rule(game.game, self.rules[self.chosen], self.is_old), last, now)
            self._look()
        else:
            super().control(what, now)

    # What is seen

    def _sentence(self, rule: str) -> str:
        money = self.games[0].game.edition.money
        values = self.rules[rule].values
        amounts = {
            name: money.text_for_reader(value, self.lang) if name == "amount" else value
            for name, value in values.items()
        }
        return self.say(f"says_{rule}", **amounts)

    def _result(self) -> str:
        n, total = Counter(self.ballot.values())[(self.most_voted or [KEEP])[0]], len(self.ballot)
        tied = ", ".join(map(self._name, self.most_voted))
        result = self.say(self.outcome, rule=self._name(self.chosen), n=n, total=total, tied=tied)
        result = " ".join([self.say("in_runoff", said=result), *self._place_by_lot()]) if self.runoff else result
        return f"{result} {self.say('turnout', n=total, total=self.voters)}" if total else result

    def _place_by_lot(self) -> list[str]:
        """Return that a lot has decided which of equally many votes come into the run-off; nothing if it has not."""
        counted = Counter(self.votes.values())
        last = counted[self.pair[-1]] if len(self.pair) > 1 else 0
        tied = [rule for rule in self.rules if last and counted[rule] == last]
        if set(tied) <= set(self.pair):
            return []
        winner = ", ".join(self._name(rule) for rule in self.pair if rule in tied)
        return [self.say("place_by_lot", n=last, tied=", ".join(map(self._name, tied)), rule=winner)]

    def _result_blocks(self) -> list[Block]:
        holds = [] if self.chosen == KEEP else [blocks.text(self.say("holds"))]
        return [blocks.text(self._result(), "big"), *holds]

    def view(self, seat: int) -> Blocks:
        page = super().view(seat)
        if self.is_reading:
            return page
        if self.stage == BEFORE and not self.is_over:
            coming = {"coming": blocks.text(self.say("coming", n=int(self.options["rounds"])), "note")}
            page = {key: page[key] for key in ("role",) if key in page} | coming | page
        if self.is_over and self.stage in (BEFORE, *BALLOTS):
            return page  # no rule was chosen
        if self.stage == BEFORE and "over" in page and not self.game_of[seat].game.over:
            return page | {"over": blocks.text(self.say("waits_for_vote"), "big")}
        if self.is_over or self.stage not in (*BALLOTS, RESULT):
            return page if self.stage == BEFORE else {"rule": blocks.text(self._in_force(), "note"), **page}
        del page["over"]
        voted: Blocks = {}
        if seat in self.ballot:
            said = "voted" if self.stage in BALLOTS else "had_voted"
            voted = {"voted": blocks.text(self.say(said, rule=self._name(self.ballot[seat])), "good")}
        if self.stage == RESULT:
            return {"result": blocks.stack(self._result_blocks()), **voted, **page}
        if voted:
            return voted | page
        if not self._may_vote(seat):
            return page
        named = {rule: f"{self._name(rule)}. {self._sentence(rule)}" for rule in self.rules_in_vote}
        offered = [blocks.choice(said, {"vote": rule}) for rule, said in named.items()]
        number, ask = (BALLOT, "ask") if self.stage == VOTE else (SECOND_BALLOT, "ask_runoff")
        by_lot = self._place_by_lot() if self.stage == RUNOFF else []
        return {"ballot": blocks.choices(number, " ".join([self.say(ask), *by_lot]), offered), **page}

    @property
    def marks(self) -> list[Block]:
        return [] if self.voted_at < 0 else [blocks.mark(rounds_over(self.voted_at), self.say("vote_mark"))]

    def _explanation(self, seat: int) -> list[str]:
        """Return besides how a seat voted, and how much it had then beside the players of its game."""
        sentences = super()._explanation(seat)
        if seat not in self.worth_then:
            return sentences
        game = self.game_of[seat]
        sums = {"worth": self.worth_then[seat], "mean": self.mean_then[seat]}
        own_votes = [self._own_vote(self.votes.get(seat), "had_voted", "end_no_vote")]
        if self.runoff:
            own_votes.append(self._own_vote(self.runoff.get(seat), "had_voted_runoff", "end_no_runoff"))
        return [*own_votes, self.say("end_then", **{key: self._money(game, x) for key, x in sums.items()}), *sentences]

    def _own_vote(self, vote: str | None, voted: str, silent: str) -> str:
        return self.say(voted, rule=self._name(vote)) if vote else self.say(silent)

    def _in_force(self) -> str:
        return self.say("in_force", rule=self._name(self.chosen), says=self._sentence(self.chosen))

    def _length_sentences(self) -> list[str]:
        return [self.say("rule_vote", n=int(self.options["rounds"]), after=int(self.options["rounds_after"]))]

    def wall(self) -> Blocks:
        if self.stage == BEFORE:
            coming = blocks.title(self.say("title"), self.say("coming", n=int(self.options["rounds"])))
            return super().wall() if self.is_reading else {"head": coming, **super().wall()}
        if self.stage == AFTER:
            return {"head": blocks.title(self.say("title"), self._in_force()), **super().wall()}
        if self.stage == RESULT:
            left = [*self._result_blocks(), *self._both_counts()]
            return {"left": blocks.stack(left), **self.wealth.charts(self.marks)}
        rows = [(self._name(rule), self._sentence(rule)) for rule in self.rules_in_vote]
        ask = self.say("ask" if self.stage == VOTE else "ask_runoff")
        first = self._counts(self.votes, list(self.rules)) if self.stage == RUNOFF else []
        if first:
            turnout = self.say("turnout", n=len(self.votes), total=self.first_voters)
            first.append(blocks.text(" ".join([f"{self.say('first_vote')}.", turnout, *self._place_by_lot()])))
        before = {"first": blocks.stack(first)} if first else {}
        ballot = {"ballot": blocks.table(["", ""], rows), "turnout": self._turnout()}
        return {"ask": blocks.text(ask, "big"), **before, **ballot}  # alone: all have to read it

    def _turnout(self) -> Block:
        n, total = len(self.ballot), len(self.ballot) + len(self.waiting())
        return blocks.progress(n, total, self.say("answered", n=n, total=total))

    def debrief_parts(self) -> Sequence[Blocks]:
        if self.stage in (BEFORE, *BALLOTS):
            return super().debrief_parts()
        left = blocks.stack([blocks.text(self._result(), "big"), *self._both_counts()])
        charts, mine = self.wealth.charts(self.marks), list(self.rules).index(self.chosen)
        change = {"gini": charts.pop("gini"), "before": blocks.table(*self._before_and_after())}
        words = {
            "theory": blocks.text(self._theory()),
            "counted": blocks.text(self._games_note(), "note"),
            "talk": blocks.text(self.say("debrief"), "note"),
        }
        outlook = {"outlook": blocks.table(*self._outlook(), mine=mine)}
        return [{"left": left, **charts}, change, outlook, words, self._reviews()]

    def comparison(self) -> Mapping[str, Callable[[], Any]]:
        """Return the work of letting strategies play on from the positions at the vote, under each rule; the review."""
        works = {REVIEW: super().comparison()[REVIEW]}
        if not self.positions:
            return works
        positions = [game for name, game in zip(self.simulated, self.positions) if name in self.went_on]
        how = (int(self.options["rounds_after"]), SIMULATED, self.seed, self.is_old)
        own_works: dict[str, Callable[[], Any]] = {OUTLOOKS: partial(outlooks, positions, self.rules, *how)}
        if len(self.pair) > 1:
            one, other = (self.rules[rule] for rule in self.pair)
            own_works[GAINS] = partial(gains, positions, one, other, *how)
        return own_works | works

    def analysis(self) -> str:
        if self.stage in (BEFORE, *BALLOTS):
            return super().analysis()
        if self.positions and len(self.pair) > 1:
            self._work_result(GAINS)
        return f"{super().analysis()}\n\n{self._theory()}"

    def decision(self, seat: int, answer: SentAnswer) -> dict[str, Any]:
        return {"vote": answer["vote"]} if self.stage in BALLOTS else super().decision(seat, answer)

    def rows(self) -> list[dict[str, Any]]:
        went_on = {self.games.index(game) + 1 for game in self._compared_games}
        return [
            {
                **row,
                **self._vote_columns(row["seat"]),
                "worth_at_vote": self.all_then.get((self.games[row["game"] - 1].name, row["player"])),
                "rule": self.chosen,
                "compared": row["finished"] and row["game"] in went_on,
            }
            for row in super().rows()
        ]

    def _vote_columns(self, seat: int | None) -> dict[str, Any]:
        """Return how a seat has voted, and if it had less than the mean; nothing for a player without a person."""
        if seat not in self.worth_then:
            return {"vote": "", "runoff": "", "below_mean": None}
        votes = {"vote": self.votes.get(seat, ""), "runoff": self.runoff.get(seat, "")}
        return {**votes, "below_mean": self._is_below(seat)}


def _can_take(game: Game, rule: Rule) -> bool:
    """Return True if a game can go on under a rule: some editions know no houses, or no salary."""
    try:
        game_under_rule(game, rule)
    except MonopolyLabError:
        return False
    return True
