"""Results of *Give or keep*: means by round with theory once it may be seen, the debrief, and what became of a seat."""

from statistics import fmean
from typing import Any

from monopoly_lab.common.messages import percent
from monopoly_lab.economics.commons import Commons
from monopoly_lab.economics.matches import Match
from monopoly_lab.economics.public_good import PublicGood, conditional_path
from monopoly_lab.economics.repeated_games import Round
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activity import Activity
from monopoly_lab.live.page_blocks import Blocks

FUND, POT = "fund", "pot"
ENDOWMENT = 200  # what each has in a round: the salary of the board


class GiveResults(Activity):
    """What the groups of *Give or keep* have done."""

    part: int
    matches: list[list[Match]]  # by part
    groups: list[list[int]]
    by_computer: set[tuple[int, int, int]]  # part, seat and round in which the computer has decided

    @property
    def _has_past(self) -> bool:
        return any(match.position.past for part in self.matches for match in part)

    def _why(self, seat: int) -> list[str]:
        """Return what a seat itself gave, or took, in each part, beside the rest of its group, and what it gained."""
        found = {part: own for part in range(len(self.matches)) if (own := self._own_part(part, seat)) is not None}
        if not found:
            return [self.word("end_none")]
        said = []
        for part, (mine, rest, gain) in found.items():
            back = getattr(self.matches[part][0].game, "marginal_return", 0.0)  # a pot has none
            sums = {"own": mine, "rest": rest, "gain": gain, "back": 100 * back}
            said.append(self.word(f"end_{self._part_key(part)}", **{key: self.money(x) for key, x in sums.items()}))
        return said

    def _own_part(self, part: int, seat: int) -> tuple[float, float, float] | None:
        """Return the mean move of a seat, that of each other member, and its mean gain in the rounds it has decided."""
        match = next((each for each in self.matches[part] if f"s{seat}" in each.names), None)
        if match is None:
            return None
        place, past = match.names.index(f"s{seat}"), enumerate(match.position.past, 1)
        rounds = [old for number, old in past if (part, seat, number) not in self.by_computer]
        if not rounds:
            return None
        moves = [[float(str(each)) for each in old.moves[match.game.stages[0]]] for old in rounds]
        rest = fmean((sum(made) - made[place]) / (len(made) - 1) for made in moves)
        return fmean(made[place] for made in moves), rest, fmean(old.payoffs[place] for old in rounds)

    def _part_key(self, part: int | None = None) -> str:
        return f"{self.options['game']}_{(self.part if part is None else part) + 1}"

    def _persons(self, part: int, match: Match, number: int) -> list[int]:
        """Return the places of a match at which persons decided in a round themselves."""
        return [
            place
            for place, name in enumerate(match.names)
            if name.startswith("s") and (part, int(name[1:]), number) not in self.by_computer
        ]

    def means(self, part: int) -> dict[int, float]:
        """Return by round the mean gift of persons as a share of what they have, or of the pot that is there."""
        of_round: dict[int, list[float]] = {}
        for match in self.matches[part]:
            for number, old in enumerate(match.position.past, 1):
                is_pot = isinstance(match.game, Commons)  # it is that of all
                places = [0] if is_pot else self._persons(part, match, number)
                of_round.setdefault(number, []).extend(self._share(match, old, place) for place in places)
        return {number: fmean(found) for number, found in of_round.items() if found}

    @staticmethod
    def _share(match: Match, old: Round, place: int) -> float:
        """Return what a member gave, as a share of what it had; of a pot, how full it was."""
        if isinstance(match.game, Commons):
            return float(old.facts["pot"]) / match.game.capacity
        return float(str(old.moves["give"][place])) / ENDOWMENT

    def _chart(self) -> blocks.Block:
        series, findings = [], []
        for part in range(len(self.matches)):
            said, means = self.word(self._part_key(part)), self.means(part)
            series.append(blocks.line(said, [(n, 100 * x) for n, x in means.items()]))
            if len(means) > 1:
                ends = (means[min(means)], means[max(means)])
                findings.append(self.from_to(said, *(percent(each, 0, self.lang) for each in ends)))
        for key, shares in self._theory().items() if self.shows_theory else ():
            series.append(blocks.line(self.word(key), [(n, 100 * x) for n, x in enumerate(shares, 1)], dashed=True))
        across, up = self.word("axis_round"), self.word(f"axis_{self.options['game']}")
        return blocks.lines(series, across, up, title=" ".join(findings))

    def _theory(self) -> dict[str, list[float]]:
        """Return what theory and simulated players say of the first part, as the class is drawn."""
        rules = self.matches[0][0].game
        if isinstance(rules, PublicGood):
            followers = rules.players - 1
            return {
                "theory_fund": [rules.dominant_gift / rules.endowment] * rules.rounds,
                "simulated_fund": conditional_path(followers, 1, rounds=rules.rounds),
            }
        grabbed = [1.0, *(pot / rules.capacity for pot in rules.path(rules.capacity))][: rules.rounds]  # type: ignore[attr-defined]
        return {"theory_pot": grabbed, "fair_pot": [1.0] * rules.rounds}

    def debrief(self) -> Blocks:
        if not self._has_past:
            return {"talk": blocks.text(self.word("debrief"), "note")}
        pairs = [(self.word("groups"), str(len(self.groups)))]
        for part in range(len(self.matches)):
            if gains := self._gains(part):
                pairs.append((self.word("mean_gain", part=self.word(self._part_key(part))), self.mean_money([gains])))
        if self.by_computer:
            pairs.append((self.word("by_computer"), str(len(self.by_computer))))
        return {
            "chart": self._chart(),
            "figures": blocks.figures(*pairs),
            "talk": blocks.text(self.word("debrief"), "note"),
        }

    def _gains(self, part: int) -> list[float]:
        """Return the mean gain of persons in a round by group: groups know nothing of each other."""
        by_group = (
            [
                old.payoffs[place]
                for number, old in enumerate(match.position.past, 1)
                for place in self._persons(part, match, number)
            ]
            for match in self.matches[part]
        )
        return [fmean(gains) for gains in by_group if gains]

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "part": part + 1,
                "group": group + 1,
                "round": number,
                "seat": int(name[1:]),
                **{stage: made[place] if stage != "punish" else sum(made[place]) for stage, made in old.moves.items()},  # type: ignore[arg-type]
                "by_computer": (part, int(name[1:]), number) in self.by_computer,
                "gain": old.payoffs[place],
                "share": self._share(match, old, place),
                "theory": 1.0 if part and self.options["game"] == POT else theory[number - 1],
            }
            for theory in list(self._theory().values())[:1]
            for part, matches in enumerate(self.matches)
            for group, match in enumerate(matches)
            for number, old in enumerate(match.position.past, 1)
            for place, name in enumerate(match.names)
            if name.startswith("s")
        ]
