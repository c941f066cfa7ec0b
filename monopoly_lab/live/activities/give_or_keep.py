"""Give or keep: groups play for a fund that is shared, or from a pot that regrows; then again with fines or owners."""

import random
from collections.abc import Mapping, Sequence

from monopoly_lab.economics.commons import Commons
from monopoly_lab.economics.matches import Match
from monopoly_lab.economics.public_good import PublicGood
from monopoly_lab.economics.repeated_games import Move, luck_of
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activity import ALL_SEATS, FormField, SentAnswer
from monopoly_lab.live.give_results import ENDOWMENT, FUND, POT, PUNISH, GiveViews, amount_of, fines_of
from monopoly_lab.live.page_blocks import Blocks
from monopoly_lab.live.sent_choice import whole_number

MULTIPLIER = 1.6
CAPACITY = 100  # of the pot, for each player
EFFECT = 3  # what a point takes from who is fined; it costs 1
MOST_POINTS = ENDOWMENT // 2  # for one member: 10 of 20, as in Fehr and Gaechter (2002), so that one fine can deter
COMPUTER = "conditional"  # the computer player at seats without a person, and for who is late
REVIEW_SECONDS, LEAST_REVIEW_SECONDS = 12, 8  # seconds for the table of a round
READ_RULES, DECIDE, REVIEW = (
    "read_rules",
    "decide",
    "review",
)  # phases; review: read the table of a round


class GiveOrKeep(GiveViews):
    """A public good, or a commons, in groups that stay together; a second part has fines, or owners.

    A part begins with its rules; its clock starts when the teacher says so. A move can be changed until all have moved;
    then all groups go on together, after some seconds for the table of the round. Without a limit for decisions nothing
    waits for a clock. Members are letters, not names. A computer player, who does what the others did in the round
    before, sits where persons are missing, and decides for students who are late or away: what it gives there is left
    out of the mean of the class. A late comer watches until the next part begins, and then takes a computer's seat if
    one is free.
    """

    NAME = "give"
    MINUTES = 20
    OPTIONS = (
        FormField("game", FUND, among=(FUND, POT)),
        FormField("size", 4, low=3, high=8),
        FormField("rounds", 10, low=2, high=20),
        FormField("second", True),
        FormField("seconds", 30, low=0, high=600),
        FormField("reading", REVIEW_SECONDS, low=0, high=120),
    )
    PLAYS_FOR_AWAY = True
    STAGES = ("give", "ask", PUNISH)

    def set_up(self, now: float) -> None:
        self.part = 0
        self.matches: list[list[Match]] = []  # by part
        self.by_computer: set[tuple[int, int, int, str]] = set()
        order = list(self.seats)
        random.Random(f"{self.seed}/groups").shuffle(order)
        n = -(-len(order) // self.group_size)
        self.groups = [order[number::n] for number in range(n)]
        self._begin(now)

    def _begin(self, now: float) -> None:
        """Begin a part with a new match for each group."""
        matches = []
        for number, group in enumerate(self.groups):
            # In a match "s7" is the person at seat 7, "c0" the first computer player.
            players: dict[str, str | None] = {f"s{seat}": None for seat in group}
            players |= {f"c{k}": COMPUTER for k in range(self.group_size - len(group))}
            matches.append(Match(self._new_game(), players, luck_of(self.seed, self.part, number).randrange(2**31)))
        self.matches.append(matches)
        self.match_of = {seat: match for group, match in zip(self.groups, matches) for seat in group}
        self.sent: dict[int, Move] = {}  # moves that are not yet shown
        self.seats_to_update = ALL_SEATS
        self.is_theory_open = False
        self.phase = READ_RULES if self._rules_come_first else DECIDE
        self._set_clock(now)

    def _new_game(self) -> PublicGood | Commons:
        size, rounds, is_second = self.group_size, int(self.options["rounds"]), self.part > 0
        if self.options["game"] == FUND:
            return PublicGood(
                size, rounds, ENDOWMENT, MULTIPLIER, punishment=is_second, effect=EFFECT, most_points=MOST_POINTS
            )
        return Commons(players=size, rounds=rounds, capacity=CAPACITY * size, owners=is_second)

    def _set_clock(self, now: float) -> None:
        seconds = {READ_RULES: 0.0, DECIDE: float(self.options["seconds"]), REVIEW: self._review_seconds}[self.phase]
        self.deadline = now + seconds if seconds and self.is_running else None

    @property
    def _rules_come_first(self) -> bool:
        """Return True if a part begins with its rules, before its clock; not in rooms of earlier versions."""
        return bool(self.options["seconds"]) and "reading" in self.options

    @property
    def _review_seconds(self) -> float:
        """Return the seconds for the table of a round; 0 if the teacher starts the next one."""
        seconds = float(self.options.get("reading", 0))
        return max(seconds, LEAST_REVIEW_SECONDS) if seconds else 0.0

    @property
    def is_running(self) -> bool:
        """Return True until all groups have played the part."""
        return not all(match.over for match in self.matches[-1])

    @property
    def group_size(self) -> int:
        """Return the number of members of a group, computer players included."""
        return int(self.options["size"])

    # Moves

    def add_latecomer(self, seat: int, now: float) -> None:
        small = min(self.groups, key=len)
        if len(small) < self.group_size and self._second_part_follows:
            small.append(seat)  # from the next part on
            self.seats.append(seat)

    def question(self, seat: int) -> int | None:
        match = self.match_of.get(seat)
        if self.phase == REVIEW or match is None or f"s{seat}" not in match.waiting:
            return None
        position = match.position
        return self.number_of(self.part, position.round, position.stage)

    def why_not(self, seat: int, answer: SentAnswer) -> str:
        match = self.match_of[seat]
        move = self._parse_move(match, seat, answer)
        if move is None:
            return self.say("whole")
        return match.game.why_not(match.position, match.names.index(f"s{seat}"), move)

    def _parse_move(self, match: Match, seat: int, answer: SentAnswer) -> Move | None:
        """Return the move that was typed; None for one that is no whole number."""
        if match.position.stage != PUNISH:
            return whole_number(answer.get("number"))
        typed = answer.get("numbers")
        if not isinstance(typed, Mapping):
            return None
        # Fields are places, so that no member has the number of a seat; rooms of earlier versions have names.
        points = [whole_number(typed.get(str(place), typed.get(name, "0"))) for place, name in enumerate(match.names)]
        own_place = match.names.index(f"s{seat}")
        points[own_place] = 0
        numbers = [each for each in points if each is not None]
        return tuple(numbers) if len(numbers) == len(points) else None

    def apply(self, seat: int, answer: SentAnswer, now: float) -> None:
        move = self._parse_move(self.match_of[seat], seat, answer)
        assert move is not None  # `why_not` has read it
        self.sent[seat], self.seats_to_update = move, {seat}
        position = self.match_of[seat].position
        if seat in self.computers:
            self._note_computer(seat)
        else:  # back in time to change what the computer has answered
            self.by_computer.discard((self.part, seat, position.round, position.stage))
        if self.phase == DECIDE and not self.waiting():
            self._play_moves(now)

    def waiting(self) -> list[int]:
        return [seat for seat in super().waiting() if seat not in self.sent]

    def _play_moves(self, now: float) -> None:
        """Carry out all moves that were sent: rounds are the same for all groups."""
        played = len(self.first_match.position.past)
        for seat, move in self.sent.items():
            match = self.match_of[seat]
            move_for_match = {name: n for name, n in zip(match.names, move) if n} if isinstance(move, tuple) else move
            match.move(f"s{seat}", move_for_match)
        self.sent, self.seats_to_update = {}, ALL_SEATS
        is_round_over = len(self.first_match.position.past) > played
        # Without a clock the table of a round is read only where the teacher starts each round.
        stops = "reading" in self.options and (self._rules_come_first or not self._review_seconds)
        self.phase = REVIEW if is_round_over and stops and self.is_running else DECIDE
        self.is_theory_open = self.is_theory_open and not is_round_over  # it was shown for the round before
        self._set_clock(now)

    def _begin_decisions(self, now: float) -> None:
        """Begin the decisions: the rules, or the table of the last round, have been read."""
        self.phase, self.seats_to_update, self.is_theory_open = DECIDE, ALL_SEATS, False
        self._set_clock(now)
        if self.is_running and not self.waiting():
            self._play_moves(now)

    def computer_answer(self, seat: int) -> SentAnswer:
        match = self.match_of[seat]
        move = match.game.KINDS[COMPUTER](match.view(f"s{seat}"))
        if isinstance(move, tuple):
            return {"numbers": {str(place): str(points) for place, points in enumerate(move)}}
        return {"number": str(move)}

    def tick(self, now: float) -> None:
        """Go on to the next round, or answer for the seats that are late, as the computer players would."""
        if self.phase == REVIEW:
            self._begin_decisions(now)
            return
        for seat in self.waiting():
            move = self._parse_move(self.match_of[seat], seat, self.computer_answer(seat))
            assert move is not None  # a computer player makes only moves that it may
            self.sent[seat] = move
            self._note_computer(seat)
        self._play_moves(now)

    def _note_computer(self, seat: int) -> None:
        position = self.match_of[seat].position
        self.by_computer.add((self.part, seat, position.round, position.stage))

    @property
    def _second_part_follows(self) -> bool:
        return bool(self.options["second"]) and self.part == 0

    def controls(self) -> Sequence[str]:
        if self.is_running:
            now = {READ_RULES: ("go", "late"), DECIDE: ("late",), REVIEW: ("next",)}[self.phase]
            return (*now, *self.theory_button()) if self._has_past else now
        return "part" if self._second_part_follows else "finish", *self.theory_button()

    def control(self, what: str, now: float) -> None:
        if self.toggle_theory(what):
            return
        if what in ("go", "next"):
            self._begin_decisions(now)
        elif what == "late":
            self.phase = DECIDE
            self.tick(now)
        elif what == "part":
            self.part += 1
            self._begin(now)
        else:
            self.end(now)

    # What is seen

    @property
    def _round(self) -> int:
        """Return the round that is played, or whose table is read."""
        rounds = (match.position.round for match in self.matches[-1] if not match.over)
        return min(rounds, default=self.first_match.game.rounds + 1) - (self.phase == REVIEW or not self.is_running)

    def view(self, seat: int) -> Blocks:
        match = self.match_of.get(seat)
        if match is None:
            return {"watch": blocks.text(self.say("watch" if self.is_over else "next_part"), "big")}
        name, page = f"s{seat}", {}
        if not self.is_over:
            page["round"] = blocks.text(self._round_line(), "note")
            page |= self._phone_rules()
        page["figures"] = blocks.figures(*self._figures(match, name))
        if self.is_over:
            return page | {"why": blocks.text(" ".join(self._explanation(seat)))} | self._last_round(match, name)
        if self.phase == REVIEW or not self.is_running:
            return page | self._last_round(match, name) | self._question_blocks(match, seat)
        return page | self._question_blocks(match, seat) | self._last_round(match, name)

    def _figures(self, match: Match, name: str) -> list[tuple[str, str]]:
        """Return who a seat is, what it has gained, and what is in its pot."""
        place, total = match.names.index(name), 0.0
        for played in (each for part in self.matches for each in part if name in each.names):
            left = self.pot_shares(played)[played.names.index(name)] if played.over or self.is_over else 0.0
            total += played.totals()[name] + left
        figures = [(self.say("you_are"), self._member(match, name)), (self.say("gained"), self.money(total))]
        if isinstance(match.game, Commons):
            if match.over or self.is_over:
                figures.append((self.say("left"), self.money(self.pot_shares(match)[place])))
            else:
                pots = match.position.facts["pots"]
                cash_in_pot = pots[place] if match.game.owners else pots[0]
                figures.append((self.say("your_pot" if match.game.owners else "pot"), self.money(cash_in_pot)))
        return figures

    def _question_blocks(self, match: Match, seat: int) -> Blocks:
        question = self.question(seat)
        if self.phase == REVIEW and self.is_running:
            return {"wait": blocks.text(self.say("read"), "note")} | self._clock()
        if question is None:
            return {"wait": blocks.text(self.say("part_over"), "big")}
        legal = match.legal(f"s{seat}")
        assert legal is not None
        if legal.targets:
            gifts, number, fields = match.position.moves["give"], match.position.round, []
            for place, name in enumerate(match.names):
                if place in legal.targets:
                    player = self._name_with_mark(match, name, number, self._member(match, name))
                    gift = self.money(amount_of(gifts[place]))
                    fields.append((str(place), self.say("fine", player=player, gift=gift), "0"))
            ask = self.say("ask_punish", **self._numbers() | {"most": min(legal.high, legal.most)})
            form = blocks.numbers(question, ask, self.say("send"), fields)
        else:
            ask = self.say("ask_own" if getattr(match.game, "owners", False) else f"ask_{legal.stage}")
            form = blocks.number(question, ask, self.say("send"), legal.low, legal.high, "$")
        page: Blocks = {"asked": form}
        page |= {"sent": blocks.text(self.say("sent"), "good")} if seat in self.sent else {}
        return page | self._clock()

    def _clock(self) -> Blocks:
        """Return the count-down of a decision, or of the time for the table of a round."""
        if self.phase == READ_RULES:
            return self.before_clock()
        if self.deadline is None:
            return {}
        if self.phase == REVIEW:
            return {"clock": self.countdown(self._review_seconds) | {"label": self.say("next_in")}}
        return {"clock": self.countdown(float(self.options["seconds"]))}

    def _last_round(self, match: Match, name: str) -> Blocks:
        """Return what all members of a group did in the round before, and what it brought them, fines apart.

        With fines, a row adds up: what is kept, the part of the fund, what fines for others cost, and fines of others.
        """
        past, game = match.position.past, match.game
        if not past:
            return {}
        last, stage, number = past[-1], game.stages[0], len(past)
        fines = [fines_of(match, last, place) for place in range(len(match.names))]
        heads = [self.say("head_member"), self.say(f"head_{stage}"), self.say("head_gain")]
        rows = [
            [
                self._name_with_mark(match, each, number, self._letter(match, each)),
                self.money(amount_of(last.moves[stage][place])),
                self.money(last.payoffs[place]),
            ]
            for place, each in enumerate(match.names)
        ]
        mine = match.names.index(name)
        page: Blocks = {"last": blocks.text(self.say("last_round", n=number), "note")}
        if fines[mine]:
            heads[2:2] = [self.say("head_paid"), self.say("head_fined")]
            for row, fine in zip(rows, fines):
                row[2:2] = [self.money(-fine["paid"]), self.money(-fine["fined"])]
            sums = {key: self.money(fines[mine][key]) for key in ("fined", "paid")}
            page["fines"] = blocks.text(self.say("fines", **sums))
        return page | self._late(match, name) | {"table": blocks.table(heads, rows, mine)}

    def wall(self) -> Blocks:
        known, new = self._rule_texts()
        page: Blocks = {"round": blocks.text(self._round_line(), "big")}
        if self.is_running and self.phase == DECIDE:
            page["stage"] = blocks.text(self.say(f"stage_{self.first_match.position.stage}"), "big")
        if new and self._is_first_round:
            page |= {"new_rule": blocks.text(new, "new")} | ({"rule": blocks.text(known)} if known else {})
        else:
            page["rule"] = blocks.text(f"{known} {new}".strip(), "" if self._has_past or "stage" in page else "big")
        if self._has_past and self.phase != READ_RULES:  # rules have the wall for themselves
            page["chart"] = self._chart()
        if self.is_running:
            page |= {"read": blocks.text(self.say("read"), "note")} if self.phase == REVIEW else self.answer_bar()
            page |= self._clock()
        return page

    @property
    def _is_first_round(self) -> bool:
        """Return True until the first round of a part is over."""
        return not self.first_match.position.past

    def _round_line(self) -> str:
        total = self.first_match.game.rounds
        return self.say("wall_round", part=self.say(self._part_key()), n=self._round, total=total)

    def _rule_texts(self) -> tuple[str, str]:
        """Return the rules that the class knows from the first part, and those of the part that is played if it is new.

        All have their numbers. Fines come to the rules of the fund; a pot for each has rules of its own.
        """
        rules = [self.say(f"rule_{self._part_key(part)}", **self._numbers()) for part in range(self.part + 1)]
        if not self.part:
            return rules[0], ""
        return (rules[0] if self.options["game"] == FUND else ""), rules[-1]

    def _phone_rules(self) -> Blocks:
        """Return the rules for a phone: open before the clock of a part runs, what is new marked; then folded."""
        known, new = self._rule_texts()
        known_parts = [blocks.text(known)] if known else []
        new_parts = [blocks.text(new, "new")] if new else []
        if not self._is_first_round or (self._rules_come_first and self.phase != READ_RULES):  # all have been read
            return {"rules": blocks.fold(self.say("rules"), [*new_parts, *known_parts])}
        if not new:
            return {"rule": known_parts[0]}
        folded = {"rules": blocks.fold(self.say("rules"), known_parts)} if known else {}
        return {"new_rule": new_parts[0]} | folded

    def _numbers(self) -> dict[str, object]:
        """Return the numbers of the rules, as sentences name them."""
        rules = self.first_match.game
        if isinstance(rules, PublicGood):
            growth = round(100 * (rules.multiplier - 1))
            money: dict[str, float] = {"have": rules.endowment, "cost": rules.cost, "effect": rules.effect}
            money |= {"hundred": 100, "back": 100 * rules.marginal_return}
            amounts = {key: self.money(sum_) for key, sum_ in money.items()}
            return {"n": rules.players, "growth": growth, "most": rules.most_points, **amounts}
        assert isinstance(rules, Commons)
        sums = {"pot": rules.capacity, "own": rules.capacity // rules.players}
        return {"n": rules.players, "growth": rules.growth, **{key: self.money(sum_) for key, sum_ in sums.items()}}
