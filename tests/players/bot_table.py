"""Tables to try strategies at: positions set by hand, and games driven answer by answer."""

from collections.abc import Callable
from functools import cache

from monopoly_lab.constants import action, names, node, refusal
from monopoly_lab.editions import Edition, load_edition
from monopoly_lab.players import Strategy, drive, style_of
from monopoly_lab.players.parameters import STYLE
from monopoly_lab.rules import State, Tables, empty, make_choice, start, why_not
from monopoly_lab.rules.random_numbers import fate_of

edition = cache(load_edition)

Answer = tuple[int, int, int, int]


class Table:
    """A game at its first throw, seat 0 to throw, every seat with the start cash."""

    def __init__(self, *seats: Strategy | str | None, board: str = "classic_us", **options: object) -> None:
        keys = {key.replace("__", "."): value for key, value in options.items()}
        self.edition: Edition = edition(board)
        self.t: Tables = self.edition.tables({"first_player": 0, **keys})
        self.s: State = empty(self.t, len(seats))
        self.log: list[tuple[int, ...]] = []
        self.styles = [number for seat in seats for number in style_of(seat)]
        self.seed = 1
        start(self.s, self.t, self.log)

    def space(self, name: str) -> int:
        return self.edition.space(name)

    def own(self, p: int, *spaces: str, level: int = 0, mortgaged: bool = False) -> "Table":
        for name in spaces:
            q = self.space(name)
            self.s.owner[q], self.s.level[q], self.s.mortgaged[q] = p, level, int(mortgaged)
            if level == 5:
                self.s.hotels -= 1
            else:
                self.s.houses -= level
        return self

    def group(self, p: int, name: str, level: int = 0) -> "Table":
        spaces = next(group.spaces for group in self.edition.groups if group.id == name)
        return self.own(p, *(self.edition.spaces[q].id for q in spaces), level=level)

    def cash(self, *purses: int) -> "Table":
        for p, x in enumerate(purses):
            self.s.cash[8] += self.s.cash[p] - x
            self.s.cash[p] = x
        return self

    def wait(self, what: int, p: int, **fields: int) -> "Table":
        """Let the game wait for seat `p` at a node."""
        self.s.node, self.s.actor = what, p
        for name, value in fields.items():
            setattr(self.s, name, value)
        return self

    def answer(self) -> Answer:
        """What the driver answers; legal, or the test fails."""
        return legal(self.s, self.t, drive(self.s, self.t, self.styles, fate_of(self.seed, 0)))

    def says(self) -> str:
        """The answer's verb by name."""
        return names(action)[self.answer()[1]]

    def play(self, answers: int = 1, until: Callable[[State], bool] = lambda s: False) -> "Table":
        for _ in range(answers):
            if self.s.node == node.OVER or until(self.s):
                break
            make_choice(self.s, self.t, self.log, *self.answer())
        return self


def legal(s: State, t: Tables, answer: Answer) -> Answer:
    """The answer itself; AssertionError if the rules refuse it."""
    code = why_not(s, t, *answer)
    told = f"{names(action)[answer[1]]} {answer} at {names(node)[s.node]}"
    assert answer[1] != action.NONE, f"no answer at {names(node)[s.node]}"
    assert code == refusal.NONE, f"{told}: {names(refusal)[code]}"
    return answer


def changed_by_drive(before: State, after: State, v: int) -> set[str]:
    """Fields of the position that the driver has touched, those apart that it may: the poll, and an offer it makes."""
    old, new = before.facts(), after.facts()
    fields = {name for name in old if old[name] != new[name]} - {"poll"}
    if v in (action.PROPOSE, action.SETTLE):
        fields = {name for name in fields if not name.startswith("offer_")}
    return fields


def facts_hold(s: State) -> bool:
    """Money is neither made nor lost, and nobody's purse is overdrawn."""
    return sum(s.cash) == 0 and min(s.cash[: s.seats]) >= 0


__all__ = ["STYLE", "Table", "changed_by_drive", "edition", "facts_hold", "legal"]
