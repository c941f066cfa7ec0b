"""What happened, counted: how often each event and its amounts added up, money also by cause.

Row `event` of a tally is `[count, sum]` of an event, row `CAUSES + cause` the same for money paid for that cause.
"""

from monopoly_lab.codes import cause, event, names

EVENTS = 64  # rows for events
CAUSES = EVENTS
ROWS = EVENTS + 48


class Tally:
    """A log that counts what it is told and keeps nothing else: the plain form of a compiled tally."""

    def __init__(self) -> None:
        self.rows = [[0, 0] for _ in range(ROWS)]

    def append(self, entry: tuple[int, int, int, int, int, int]) -> None:
        what, _, _, _, x, why = entry
        self._count(what, x)
        if what == event.PAID:
            self._count(CAUSES + why, x)

    def _count(self, row: int, x: int) -> None:
        self.rows[row][0] += 1
        self.rows[row][1] += x

    def add(self, rows: list[list[int]]) -> None:
        """Add what another tally has counted."""
        for mine, other in zip(self.rows, rows):
            mine[0] += other[0]
            mine[1] += other[1]


def by_event(rows: list[list[int]]) -> dict[str, tuple[int, int]]:
    """`(count, sum of the amounts)` of each event that happened, by name."""
    return {name: (rows[code][0], rows[code][1]) for code, name in names(event).items() if rows[code][0]}


def by_cause(rows: list[list[int]]) -> dict[str, tuple[int, int]]:
    """`(number of payments, money paid)` for each cause of payment that occurred, by name."""
    found = {name: rows[CAUSES + code] for code, name in names(cause).items()}
    return {name: (row[0], row[1]) for name, row in found.items() if row[0]}
