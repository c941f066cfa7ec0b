"""The record of a game: the answers given, and positions kept on the way, so that it can go back."""

from dataclasses import dataclass, field

from monopoly_lab import rules
from monopoly_lab.rules import State, Tables
from monopoly_lab.text.answers import Answer
from monopoly_lab.text.events import Raw

EVERY = 32  # answers between two kept positions


@dataclass
class Record:
    """Answers from a first position on; `done` of them count, those behind can be redone.

    `tables` are those of the first position. `log` holds the raw events, those of the set-up first; `marks[n]` is its
    length after `n` answers.
    """

    tables: Tables
    first: State
    log: list[Raw]
    answers: list[Answer] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    notes: dict[int, str] = field(default_factory=dict)  # by place in the log: what was offered
    marks: list[int] = field(default_factory=list)
    kept: dict[int, State] = field(default_factory=dict)
    done: int = 0
    sealed: set[int] = field(default_factory=set)  # answers that are sealed bids, or none
    moved: int = 0  # how often there has been another position

    def __post_init__(self) -> None:
        if not self.marks:
            self.marks = [len(self.log)]
            self.kept = {0: self.first.copy()}

    @property
    def events(self) -> list[Raw]:
        """What has happened up to now."""
        return self.log[: self.marks[self.done]]

    def add(self, answer: Answer, text: str, happened: list[Raw], after: State, note: str = "") -> None:
        """Note an answer that has been carried out; what could be redone is forgotten."""
        length = self.marks[self.done]
        del self.answers[self.done :], self.texts[self.done :], self.marks[self.done + 1 :], self.log[length:]
        self.kept = {n: state for n, state in self.kept.items() if n <= self.done}
        self.notes = {n: kept for n, kept in self.notes.items() if n < length}
        self.sealed = {n for n in self.sealed if n < self.done}
        if note:
            self.notes[length] = note
        self.answers.append(answer)
        self.texts.append(text)
        self.log.extend(happened)
        self.marks.append(len(self.log))
        self.done += 1
        self.moved += 1
        if self.done % EVERY == 0:
            self.kept[self.done] = after.copy()

    def mend(self) -> None:
        """Forget what is noted in part: an answer whose noting was interrupted has not been given."""
        whole = max(self.done, min(len(self.answers), len(self.texts), len(self.marks) - 1))
        del self.answers[whole:], self.texts[whole:], self.marks[whole + 1 :], self.log[self.marks[whole] :]
        self.kept = {n: state for n, state in self.kept.items() if n <= whole}

    def forget_undone(self) -> None:
        """Nothing can be redone any more."""
        del self.answers[self.done :], self.texts[self.done :], self.marks[self.done + 1 :]
        del self.log[self.marks[self.done] :]
        self.kept = {n: state for n, state in self.kept.items() if n <= self.done}

    def go_to(self, n: int) -> State:
        """The position after `n` of the answers, from the nearest kept one before it."""
        start = max(m for m in self.kept if m <= n)
        state = self.kept[start].copy()
        unread: list[Raw] = []
        t = self.tables.at(state.stage)
        for answer in self.answers[start:n]:
            if answer.offer is not None:
                answer.offer.lay(state, t)
            t = rules.carry_out(state, t, unread, answer.seat, answer.verb, answer.space, answer.amount)
        self.done = n
        self.moved += 1
        return state

    def copy(self) -> "Record":
        """A record of its own; the kept positions, which nobody changes, are the same."""
        return Record(
            self.tables,
            self.first,
            self.log[:],
            self.answers[:],
            self.texts[:],
            dict(self.notes),
            self.marks[:],
            dict(self.kept),
            self.done,
            set(self.sealed),
        )
