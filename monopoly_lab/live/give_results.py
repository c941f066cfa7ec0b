"""Results of *Give or keep*: means by round with theory once it may be seen, the debrief, and what became of a seat."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import fmean
from typing import Any, cast

from monopoly_lab.common.messages import percent
from monopoly_lab.economics.commons import Commons
from monopoly_lab.economics.matches import Match
from monopoly_lab.economics.public_good import PublicGood, conditional_path
from monopoly_lab.economics.repeated_games import Move, Round
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activity import Activity
from monopoly_lab.live.page_blocks import Block, Blocks
from monopoly_lab.measures.confidence_intervals import mean_of_few

FUND, POT = "fund", "pot"
ENDOWMENT = 200  # what each has in a round: the salary of the board
FEW_ROUNDS = 7  # of a pot: with fewer, what was in it at first weighs as much as what grows back, or more
PUNISH = "punish"


class GiveViews(Activity):
    """What the rounds of a fund, or of a pot, show.

    Gifts of the computer are left out of the mean of gifts. Gains are of all members of a group, also those played by
    the computer: the gains of a group hang together, and a member left out would change them. Their mean, with what
    fines cost, lies between what all have if all keep everything, and if all give everything. What is left in a pot at
    the end belongs to its owners: in equal parts to all, if it is the pot of all. So a full pot is worth as much as a
    grabbed one, whoever owns it.
    """

    TABLES = ("fines",)
    part: int
    matches: list[list[Match]]  # by part; in a match "s7" is the person at seat 7, "c0" a computer player
    groups: list[list[int]]
    by_computer: set[tuple[int, int, int, str]]  # part, seat, round and stage in which the computer has decided

    @property
    def first_match(self) -> Match:
        """Return the match of the first group in the part that is played; all groups have the same rules and rounds."""
        return self.matches[-1][0]

    @property
    def _has_past(self) -> bool:
        return any(match.position.past for part in self.matches for match in part)

    def _explanation(self, seat: int) -> list[str]:
        """Return what a seat itself gave, or took, in each part, beside the rest of its group, and what it gained."""
        own_parts = {
            part: own_part for part in range(len(self.matches)) if (own_part := self._own_part(part, seat)) is not None
        }
        if not own_parts:
            return [self.say("end_none")]
        sentences = []
        for part, (mine, rest, gain, n) in own_parts.items():
            back = getattr(self.matches[part][0].game, "marginal_return", 0.0)  # a pot has none
            sums = {"own": mine, "gain": gain, "hundred": 100, "back": 100 * back}
            key = self._part_key(part)
            keys = [key, "back" if mine else "back_none"] if key == f"{FUND}_1" else [key]
            sentences += [self.say(f"end_{each}", **{key: self.money(x) for key, x in sums.items()}) for each in keys]
            if self._is_cut(part):
                sentences.append(self.say("end_cut", n=self.rounds_played(part), total=self._rounds_of(part)))
            if n < self.rounds_played(part):
                sentences.append(self.say("end_own", n=n, total=self.rounds_played(part)))
            if rest is not None:
                sentences.append(self.say(f"end_rest_{self.options['game']}", rest=self.money(rest)))
        return sentences

    def _own_part(self, part: int, seat: int) -> tuple[float, float | None, float, int] | None:
        """Return the mean move of a seat, that of the other people in its group, its mean gain, and of how many rounds.

        All in the rounds that each has decided; None for others that are all computers. The gain has its part of what
        is left in a pot, spread over all rounds.
        """
        match, name = next((each for each in self.matches[part] if f"s{seat}" in each.names), None), f"s{seat}"
        if match is None:
            return None
        place, past = match.names.index(name), list(enumerate(match.position.past, 1))
        rounds = [(number, old) for number, old in past if not self.is_by_computer(part, name, number)]
        if not rounds:
            return None
        stage = match.game.stages[0]
        moves = {
            at: [
                amount_of(old.moves[stage][at])
                for number, old in rounds
                if at == place or not self.is_by_computer(part, match.names[at], number)
            ]
            for at in range(len(match.names))
        }
        others = [move for at, others_moves in moves.items() if at != place for move in others_moves]
        left = self.pot_shares(match)[place] / len(past)
        gain = fmean(old.payoffs[place] for _, old in rounds) + left
        return fmean(moves[place]), fmean(others) if others else None, gain, len(rounds)

    def _letter(self, match: Match, name: str) -> str:
        return chr(ord("A") + match.names.index(name))

    def _member(self, match: Match, name: str) -> str:
        return self.say("member", letter=self._letter(match, name))

    def _name_with_mark(self, match: Match, name: str, round_number: int, said: str) -> str:
        """Return what a member is called, and that the computer decided for it, if it did so in a round."""
        return self.say("computer", player=said) if self.is_by_computer(self.part, name, round_number) else said

    def _late(self, match: Match, name: str) -> Blocks:
        """Return what the computer did in the round before for a member who was late or away."""
        number, page = len(match.position.past), {}
        for stage in match.game.stages:
            if (self.part, _seat_of(name), number, stage) in self.by_computer:
                move = match.position.past[-1].moves[stage][match.names.index(name)]
                value = self.money(amount_of(move)) if stage != PUNISH else ""
                page[f"late_{stage}"] = blocks.text(self.say(f"late_{stage}", value=value), "bad")
        return page

    def _part_key(self, part: int | None = None) -> str:
        return f"{self.options['game']}_{(self.part if part is None else part) + 1}"

    def is_by_computer(self, part: int, name: str, number: int) -> bool:
        """Return True if the computer gave, or took, for a member in a round; without an answer there are no fines."""
        first = self.matches[part][0].game.stages[0]
        return not name.startswith("s") or (part, int(name[1:]), number, first) in self.by_computer

    def _persons(self, part: int, match: Match, number: int) -> list[int]:
        """Return the places of a match at which persons gave or took in a round themselves."""
        names = enumerate(match.names)
        return [place for place, name in names if not self.is_by_computer(part, name, number)]

    def _student_counts(self, part: int) -> dict[str, int]:
        """Return how often students themselves gave, or took, in a part, and how often all of them did."""
        rounds = [(match, number) for match in self.matches[part] for number in _numbers(match)]
        decided = [
            not self.is_by_computer(part, name, n) for match, n in rounds for name in match.names if name[0] == "s"
        ]
        return {"n": sum(decided), "total": len(decided)}

    def rounds_played(self, part: int) -> int:
        """Return how many rounds of a part were played: all groups play the same."""
        return len(self.matches[part][0].position.past)

    def _rounds_of(self, part: int) -> int:
        return int(self.matches[part][0].game.rounds)

    def _is_cut(self, part: int) -> bool:
        """Return True if a part was ended before its last round."""
        return self.rounds_played(part) < self._rounds_of(part)

    def _part_label(self, part: int) -> str:
        """Return the name of a part, and how many of its rounds were played if these are not all."""
        part_name = self.say(self._part_key(part))
        if not self._is_cut(part):
            return part_name
        return self.say("cut", part=part_name, n=self.rounds_played(part), total=self._rounds_of(part))

    def means(self, part: int) -> dict[int, float]:
        """Return by round the mean gift of persons as a share of what they have, or of the pot that is there."""
        of_round: dict[int, list[float]] = {}
        for match in self.matches[part]:
            for number, old in enumerate(match.position.past, 1):
                is_pot = isinstance(match.game, Commons)  # it is that of all
                places = [0] if is_pot else self._persons(part, match, number)
                of_round.setdefault(number, []).extend(self._share(match, old, place) for place in places)
        return {number: fmean(moves) for number, moves in of_round.items() if moves}

    @staticmethod
    def _share(match: Match, old: Round, place: int) -> float:
        """Return what a member gave, as a share of what it had; of a pot, how full it was."""
        if isinstance(match.game, Commons):
            return float(old.facts["pot"]) / match.game.capacity
        return amount_of(old.moves["give"][place]) / ENDOWMENT

    @staticmethod
    def pot_shares(match: Match) -> list[float]:
        """Return what each member has in a pot when a part ends: its own, or an equal part; 0 each for a fund.

        After the last round that was played nothing grows back, also where the part was ended early: the growth would
        be that of a round that nobody has played. Before the first round nobody has anything.
        """
        if not isinstance(match.game, Commons) or not match.position.past:
            return [0.0] * len(match.names)
        last = match.position.past[-1]
        pots, taken = [float(each) for each in last.facts["pots"]], last.payoffs
        if match.game.owners:
            return [pot - took for pot, took in zip(pots, taken)]
        return [(pots[0] - sum(taken)) / len(match.names)] * len(match.names)

    def _chart(self) -> Block:
        series, findings = [], []
        for part in range(len(self.matches)):
            part_name, means = self.say(self._part_key(part)), self.means(part)
            if means:
                series.append(blocks.line(part_name, [(n, 100 * x) for n, x in means.items()], color=1 + part))
            if self.rounds_played(part):
                findings.append(self._finding(part, [percent(means[n], 0, self.lang) for n in sorted(means)]))
            elif self.is_over:  # a second part that was ended in its first round
                findings.append(f"{self._part_label(part)}.")
        for color, (key, shares) in enumerate(self._theory().items() if self.shows_theory else (), 3):
            points = [(n, 100 * x) for n, x in enumerate(shares, 1)]
            series.append(blocks.line(self.say(key, own=self._fair_part()), points, color=color, dashed=True))
        across, up = self.say("axis_round"), self.say(f"axis_{self.options['game']}")
        reach = None if self.is_over else (1, int(self.options["rounds"]))
        return blocks.lines(series, across, up, title=" ".join(findings), reach=reach, top=100)

    def _finding(self, part: int, values: Sequence[str]) -> str:
        """Return how a part has changed; where students decided less than half of it, nothing is said of the class."""
        part_name, counts = self.say(self._part_key(part)), self._student_counts(part)
        is_said = values and 2 * counts["n"] >= counts["total"]
        return self.change(part_name, values) if is_said else self.say("finding_few", part=part_name, **counts)

    def _theory(self) -> dict[str, list[float]]:
        """Return what theory and simulated players say, as the class is drawn: of the first part, and of owners.

        It is best for an owner to take what grows back, as fair parts are for all: so one line is of both.
        """
        rules = self.matches[0][0].game
        if isinstance(rules, PublicGood):
            followers = rules.players - 1
            return {
                "theory_fund": [rules.dominant_gift / rules.endowment] * rules.rounds,
                "simulated_fund": conditional_path(followers, 1, rounds=rules.rounds),
            }
        grabbed = [1.0, *(pot / rules.capacity for pot in rules.path(rules.capacity))][: rules.rounds]  # type: ignore[attr-defined]
        return {"theory_pot": grabbed, "owners_pot" if len(self.matches) > 1 else "fair_pot": [1.0] * rules.rounds}

    def debrief(self) -> Blocks:
        if not self._has_past:
            return {"talk": self._talk()}
        game, parts = self.options["game"], range(len(self.matches))
        gains = {part: found for part in parts if (found := self._gains(part))}
        pairs = [(self.say("groups"), str(len(self.groups)))]
        for part, counts in ((part, self._student_counts(part)) for part in gains):
            if counts["n"] < counts["total"]:
                label = self.say("by_computer", part=self.say(self._part_key(part)))
                pairs.append((label, self.say("n_of", n=counts["total"] - counts["n"], total=counts["total"])))
        page: Blocks = {"chart": self._chart(), "gains": self._gain_table(gains), "figures": blocks.figures(*pairs)}
        notes = [self.say("interval")] if any(len(found) > 1 for found in gains.values()) else []
        notes += [self.say("counted" if game == FUND else "counted_pot")] if self._has_computers else []
        page |= {"notes": blocks.text(" ".join(notes), "note")} if notes else {}
        few = [part for part in gains if game == POT and self.rounds_played(part) < FEW_ROUNDS]
        if few:
            sentences = [
                self.say("few_rounds", part=self.say(self._part_key(part)), n=self.rounds_played(part)) for part in few
            ]
            page["few"] = blocks.text(" ".join([*sentences, self.say("enough_rounds", n=FEW_ROUNDS)]), "note")
        return page | {"talk": self._talk()}

    def analysis(self) -> str:
        has_owners = self.options["game"] == POT and len(self.matches) > 1
        owned = self.say("analysis_owners", own=self._fair_part()) if has_owners else ""
        return f"{super().analysis()} {owned}".strip()

    def _fair_part(self) -> str:
        """Return what each can take from a pot in a round so that it is full again; "$0" of a fund."""
        return self.money(getattr(self.first_match.game, "fair_share", 0))

    def _talk(self) -> Block:
        """Return the questions that end the debrief: about the fund or the pot, and a second part if it was played."""
        game, has_second = self.options["game"], len(self.matches) > 1 and self.rounds_played(1) > 0
        keys = ["talk_best", *([f"talk_second_{game}"] if has_second else []), f"talk_outside_{game}"]
        return blocks.text(" ".join(map(self.say, keys)), "note")

    def _gain_table(self, gains: Mapping[int, Sequence[float]]) -> Block:
        """Return what members gained in a round of each part, what all have at both extremes, and what fines cost.

        The extremes are over as many rounds as were played of the part: so one that was ended early can be compared.
        """
        game = self.options["game"]
        heads = ["", *(self.say(f"{key}_{game}") for key in ("mean_gain", "all_keep", "all_give"))]
        rows = [
            [self._part_label(part), self.format_interval(mean_of_few(found)), *map(self.money, self._extremes(part))]
            for part, found in gains.items()
        ]
        if game == FUND and 1 in gains:
            heads.append(self.say("fines_cost"))
            fines = self.money(fmean(self._mean_fines(1)))
            rows = [[*row, fines if part else "-"] for part, row in zip(gains, rows, strict=True)]
        return blocks.table(heads, rows)

    @property
    def _has_computers(self) -> bool:
        """Return True if the computer has decided for somebody, or has filled a seat."""
        names = (name for match in self.matches[-1] for name in match.names)
        return bool(self.by_computer) or not all(name.startswith("s") for name in names)

    def _extremes(self, part: int) -> tuple[float, float]:
        """Return what each would have a round if all kept everything, or took it at once, and if nobody did.

        Over the rounds of the part that were played.
        """
        rules = self.matches[part][0].game
        if isinstance(rules, PublicGood):
            return rules.one_round([0] * rules.players)[0], rules.one_round([rules.endowment] * rules.players)[0]
        assert isinstance(rules, Commons)
        rules = replace(rules, rounds=max(1, self.rounds_played(part)))
        each = rules.players * rules.rounds
        return rules.capacity / each, rules.best_total / each

    def _gains(self, part: int) -> list[float]:
        """Return the mean gain of the members in a round by group, with what is left in a pot."""
        played = [match for match in self.matches[part] if match.position.past]
        return [fmean(self._round_gain(match, number) for number in _numbers(match)) for match in played]

    def _round_gain(self, match: Match, number: int) -> float:
        """Return the mean gain of all members of a group in a round, in the last one with what is left in a pot."""
        gain = fmean(match.position.past[number - 1].payoffs)
        return gain + (fmean(self.pot_shares(match)) if number == len(match.position.past) else 0.0)

    def _mean_fines(self, part: int) -> list[float]:
        """Return by group and round what fines have cost a member: those paid for, and those that were taken."""
        return [
            _round_fines(match, old)
            for match in self.matches[part]
            for old in match.position.past
            if PUNISH in old.moves
        ]

    def rows(self) -> list[dict[str, Any]]:
        theory = next(iter(self._theory().values()))
        return [
            self._row(part, group, match, number, place, theory)
            for part, matches in enumerate(self.matches)
            for group, match in enumerate(matches)
            for number in range(1, len(match.position.past) + 1)
            for place, name in enumerate(match.names)
            if name.startswith("s")
        ]

    def detail_rows(self) -> dict[str, list[dict[str, Any]]]:
        fines = [
            {"part": part, "group": group, "round": number, "seat": seat, "target": _seat_of(target)}
            | {"punish": points, "by_computer": (part - 1, seat, number, PUNISH) in self.by_computer}
            for part, matches in enumerate(self.matches, 1)
            for group, match in enumerate(matches, 1)
            for number, old in enumerate(match.position.past, 1)
            for name, given in zip(match.names, old.moves.get(PUNISH, ()))
            for target, points in zip(match.names, cast(tuple[int, ...], given))
            if (seat := _seat_of(name)) is not None and target != name
        ]
        return {"fines": fines}

    def _row(
        self, part: int, group: int, match: Match, number: int, place: int, theory: Sequence[float]
    ) -> dict[str, Any]:
        """Return what a member did in a round, and what it brought."""
        old, name = match.position.past[number - 1], match.names[place]
        row: dict[str, Any] = {"part": part + 1, "group": group + 1, "round": number, "seat": int(name[1:])}
        row |= {stage: moves[place] for stage, moves in old.moves.items() if stage != PUNISH}
        row |= fines_of(match, old, place)
        if isinstance(match.game, Commons):
            row["left"] = self.pot_shares(match)[place] if number == len(match.position.past) else 0.0
        row["group_gain"] = self._round_gain(match, number)
        row |= {"group_fines": _round_fines(match, old)} if PUNISH in old.moves else {}
        return row | {
            "by_computer": self.is_by_computer(part, name, number),
            "gain": old.payoffs[place],
            "share": self._share(match, old, place),
            "theory": 1.0 if part and self.options["game"] == POT else theory[number - 1],
        }


def fines_of(match: Match, old: Round, place: int) -> Mapping[str, float]:
    """Return what a member paid for fines of others in a round, and what fines of others took; nothing without fines.

    `punish` are the points that it gave, `paid` is what they cost, `fined` what it lost itself.
    """
    if PUNISH not in old.moves or not isinstance(match.game, PublicGood):
        return {}
    points: Any = old.moves[PUNISH]
    given, received = sum(points[place]), sum(row[place] for row in points)
    return {"punish": given, "paid": match.game.cost * given, "fined": match.game.effect * received}


def _seat_of(name: str) -> int | None:
    """Return the seat of a member; None for one that is a computer."""
    return int(name[1:]) if name.startswith("s") else None


def _round_fines(match: Match, old: Round) -> float:
    """Return what fines have cost a member of a group in a round, in the mean."""
    fines = [fines_of(match, old, place) for place in range(len(match.names))]
    return fmean(each["paid"] + each["fined"] for each in fines)


def _numbers(match: Match) -> range:
    """Return the numbers of the rounds that a group has played."""
    return range(1, len(match.position.past) + 1)


def amount_of(move: Move | None) -> float:
    """Return the amount that was given or taken: such a move is one number; fines are one for each member."""
    assert isinstance(move, int)
    return float(move)
