"""Give each student numbers of their own in a question of a delivered lesson.

A lesson whose games are the same for everybody can still ask each student with other numbers: `lesson.own("bid")`.
"""

import hashlib
from itertools import product

Case = tuple[float, ...]

CASES: dict[str, dict[str, tuple[Case, ...]]] = {
    "44_auctions": {"bid": tuple(product((600, 660, 720, 780, 840, 900, 960), (3, 4, 5, 6)))},
}


def own_numbers(lesson: str, question: str, seed: int) -> Case | None:
    """Return the numbers of a question that go with a seed; None for a question that has none."""
    cases = CASES.get(lesson, {}).get(question)
    if cases is None:
        return None
    mark = hashlib.sha256(f"monopoly_lab own 1\n{question}\n{seed}".encode()).digest()
    return cases[int.from_bytes(mark[:4]) % len(cases)]
