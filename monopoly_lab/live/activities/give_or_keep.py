"""Give or keep: groups play for a fund that is shared, or from a pot that regrows; then again with fines or owners."""

import random
from collections.abc import Mapping, Sequence

from monopoly_lab.economics.commons import Commons
from monopoly_lab.economics.matches import Match
from monopoly_lab.economics.public_good import PublicGood
from monopoly_lab.economics.repeated_games import Move, luck_of
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activity import Answer, FormField, whole_number
from monopoly_lab.live.give_results import ENDOWMENT, FUND, POT, GiveResults
from monopoly_lab.live.page_blocks import Blocks

MULTIPLIER = 1.6
CAPACITY = 100  # of the pot, for each player
COMPUTER = "conditional"  # the computer player at seats without a person, and for who is late
STAGES = ("give", "ask", "punish")


class GiveOrKeep(GiveResults):
    """A public good, or a commons, in groups that stay together; a second part has fines, or owners.

    A move can be changed until all have moved; then all groups go on together. Members are letters, not names. A
    computer player, who does what the others did in the round before, sits where persons are missing, and decides for
    who is late: what it gives and gains there is in no mean of the class. A late comer watches until the next part
    begins, and then takes a computer's seat, if there is one.
    """

    NAME = "give"
    MINUTES = 20
    OPTIONS = (
        FormField("game", FUND, among=(FUND, POT)),
        FormField("size", 4, low=3, high=8),
        FormField("rounds", 10, low=2, high=20),
        FormField("second", True),
        FormField("seconds", 30, low=0, high=600),
    )

    def set_up(self, now: float) -> None:
        self.part = 0
        self.matches: list[list[Match]] = []  # by part
        self.computers: set[int] = set()  # seats that a strategy plays
        self.by_computer: set[tuple[int, int, int]] = set()  # part, seat and round in which the computer has decided
        size = int(self.options["size"])
        order = list(self.seats)
        random.Random(f"{self.seed}/groups").shuffle(order)
        n = -(-len(order) // size)
        self.groups = [order[number::n] for number in range(n)]
        self._begin(now)

    def _begin(self, now: float) -> None:
        """Begin a part with a new match for each group."""
        size = int(self.options["size"])
        made = []
        for number, group in enumerate(self.groups):
            players: dict[str, str | None] = {f"s{seat}": None for seat in group}
            players |= {f"c{k}": COMPUTER for k in range(size - len(group))}
            made.append(Match(self._rules(), players, luck_of(self.seed, self.part, number).randrange(2**31)))
        self.matches.append(made)
        self.match_of = {seat: match for group, match in zip(self.groups, made) for seat in group}
        self.sent: dict[int, Move] = {}  # moves that are not yet shown
        self.touched = None
        self._set_clock(now)

    def _rules(self) -> PublicGood | Commons:
        size, rounds, is_second = int(self.options["size"]), int(self.options["rounds"]), self.part > 0
        if self.options["game"] == FUND:
            return PublicGood(
                players=size, rounds=rounds, endowment=ENDOWMENT, multiplier=MULTIPLIER, punishment=is_second, effect=3
            )
        return Commons(players=size, rounds=rounds, capacity=CAPACITY * size, owners=is_second)

    def _set_clock(self, now: float) -> None:
        seconds = float(self.options["seconds"])
        self.deadline = now + seconds if seconds and self.is_running else None

    @property
    def is_running(self) -> bool:
        """Return True until all groups have played the part."""
        return not all(match.over for match in self.matches[-1])

    # Moves

    def joined(self, seat: int, now: float) -> None:
        small = min(self.groups, key=len)
        if len(small) < self.options["size"] and self._has_second:
            small.append(seat)  # from the next part on
            self.seats.append(seat)

    def hand(self, seat: int, strategy: str, now: float) -> None:
        self.computers.discard(seat)
        if strategy:
            self.computers.add(seat)

    def question(self, seat: int) -> int | None:
        match = self.match_of.get(seat)
        if match is None or f"s{seat}" not in match.waiting:
            return None
        position = match.position
        return 1000 * self.part + 10 * position.round + STAGES.index(position.stage)

    def why_not(self, seat: int, answer: Answer) -> str:
        match = self.match_of[seat]
        move = self._read(match, seat, answer)
        if move is None:
            return self.word("whole")
        return match.game.why_not(match.position, match.names.index(f"s{seat}"), move)

    def _read(self, match: Match, seat: int, answer: Answer) -> Move | None:
        """Return the move that was typed; None for one that is no whole number."""
        if match.position.stage != "punish":
            return whole_number(answer.get("number"))
        typed = answer.get("numbers")
        if not isinstance(typed, Mapping):
            return None
        points = [whole_number(typed.get(name, "0")) for name in match.names]
        own = match.names.index(f"s{seat}")
        points[own] = 0
        known = [each for each in points if each is not None]
        return tuple(known) if len(known) == len(points) else None

    def apply(self, seat: int, answer: Answer, now: float) -> None:
        move = self._read(self.match_of[seat], seat, answer)
        assert move is not None  # `why_not` has read it
        self.sent[seat], self.touched = move, {seat}
        if seat in self.computers:
            self._note_computer(seat)
        if not self.waiting():
            self._show(now)

    def waiting(self) -> list[int]:
        return [seat for seat in super().waiting() if seat not in self.sent]

    def _show(self, now: float) -> None:
        """Carry out all moves that were sent: rounds are the same for all groups."""
        for seat, move in self.sent.items():
            match = self.match_of[seat]
            others = {name: n for name, n in zip(match.names, move) if n} if isinstance(move, tuple) else move
            match.move(f"s{seat}", others)
        self.sent, self.touched = {}, None
        self._set_clock(now)

    def computer_answer(self, seat: int) -> Answer:
        match = self.match_of[seat]
        move = match.game.KINDS[COMPUTER](match.view(f"s{seat}"))
        if isinstance(move, tuple):
            return {"numbers": {name: str(points) for name, points in zip(match.names, move)}}
        return {"number": str(move)}

    def tick(self, now: float) -> None:
        """Answer for the seats that are late, as the computer players would."""
        for seat in self.waiting():
            move = self._read(self.match_of[seat], seat, self.computer_answer(seat))
            assert move is not None  # a computer player makes only moves that it may
            self.sent[seat] = move
            self._note_computer(seat)
        self._show(now)

    def _note_computer(self, seat: int) -> None:
        self.by_computer.add((self.part, seat, self.match_of[seat].position.round))

    @property
    def _has_second(self) -> bool:
        return bool(self.options["second"]) and self.part == 0

    def controls(self) -> Sequence[str]:
        if self.is_running:
            return ("late", *self.theory_button()) if self._has_past else ("late",)
        return "part" if self._has_second else "finish", *self.theory_button()

    def control(self, what: str, now: float) -> None:
        if self.toggles_theory(what):
            return
        if what == "late":
            self.tick(now)
        elif what == "part":
            self.part += 1
            self._begin(now)
        else:
            self.end(now)

    # What is seen

    def _letter(self, match: Match, name: str) -> str:
        return self.word("member", letter=chr(ord("A") + match.names.index(name)))

    def view(self, seat: int) -> Blocks:
        match = self.match_of.get(seat)
        if match is None:
            return {"watch": blocks.text(self.word("watch" if self.is_over else "next_part"), "big")}
        name = f"s{seat}"
        total = sum(played.totals().get(name, 0.0) for part in self.matches for played in part)
        figures = [(self.word("you_are"), self._letter(match, name)), (self.word("gained"), self.money(total))]
        if isinstance(match.game, Commons) and match.position.facts:
            pots = match.position.facts["pots"]
            own = pots[match.names.index(name)] if match.game.owners else pots[0]
            figures.append((self.word("your_pot" if match.game.owners else "pot"), self.money(own)))
        number = min(match.position.round, match.game.rounds)
        found: Blocks = {
            "round": blocks.text(self.word("round", n=number, total=match.game.rounds), "note"),
            "figures": blocks.figures(*figures),
        }
        found |= {"why": blocks.text(" ".join(self._why(seat)))} if self.is_over else self._asked(match, seat)
        return found | self._last_round(match, name)

    def _asked(self, match: Match, seat: int) -> Blocks:
        question = self.question(seat)
        if question is None:
            return {"wait": blocks.text(self.word("part_over"), "big")}
        legal = match.legal(f"s{seat}")
        assert legal is not None
        if legal.targets:
            own = match.position.moves["give"]
            fields = [
                (name, self.word("fine", player=self._letter(match, name), gift=self.money(float(str(own[place])))))
                for place, name in enumerate(match.names)
                if place in legal.targets
            ]
            ask = self.word("ask_punish", most=min(legal.high, legal.most), **self._numbers())
            asked = blocks.numbers(question, ask, self.word("send"), fields)
        else:
            rule = self._rule(match)
            asked = blocks.number(question, rule, self.word("send"), legal.low, legal.high, "$")
        found: Blocks = {"asked": asked}
        found |= {"sent": blocks.text(self.word("sent"), "good")} if seat in self.sent else {}
        if self.deadline is not None:
            found["clock"] = self.countdown(float(self.options["seconds"]))
        return found

    def _rule(self, match: Match) -> str:
        game = match.game
        if isinstance(game, PublicGood):
            back = self.money(100 * game.marginal_return)
            return self.word("ask_give", have=self.money(game.endowment), back=back)
        return self.word("ask_own" if isinstance(game, Commons) and game.owners else "ask_pot")

    def _last_round(self, match: Match, name: str) -> Blocks:
        past = match.position.past
        if not past:
            return {}
        stage = match.game.stages[0]
        heads = [self.word("head_member"), self.word(f"head_{stage}"), self.word("head_gain")]
        rows = [
            [
                self._letter(match, each),
                self.money(float(str(past[-1].moves[stage][seat]))),
                self.money(past[-1].payoffs[seat]),
            ]
            for seat, each in enumerate(match.names)
        ]
        title = blocks.text(self.word("last_round", n=len(past)), "note")
        return {"last": title, "table": blocks.table(heads, rows, match.names.index(name))}

    def wall(self) -> Blocks:
        rules = self.matches[-1][0].game
        now = min((match.position.round for match in self.matches[-1] if not match.over), default=rules.rounds)
        head = self.word("wall_round", part=self.word(self._part_key()), n=now, total=rules.rounds)
        found: Blocks = {"round": blocks.text(head, "big")}
        if not self._has_past:
            found["rule"] = blocks.text(self.word(f"rule_{self._part_key()}", **self._numbers()), "big")
        else:
            found["chart"] = self._chart()
        if self.is_running:
            found |= self.answered()
            if self.deadline is not None:
                found["clock"] = self.countdown(float(self.options["seconds"]))
        return found

    def _numbers(self) -> dict[str, object]:
        """Return the numbers of the rules, as sentences name them."""
        rules = self.matches[-1][0].game
        if isinstance(rules, PublicGood):
            growth = round(100 * (rules.multiplier - 1))
            return {"growth": growth, "cost": self.money(rules.cost), "effect": self.money(rules.effect)}
        return {"growth": rules.growth} if isinstance(rules, Commons) else {}
