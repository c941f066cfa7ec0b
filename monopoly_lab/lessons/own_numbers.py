"""Give each student numbers of their own in a question of a delivered lesson.

A lesson whose games are the same for everybody can still ask each student with other numbers: `lesson.own("bid")`.
"""

import hashlib
from itertools import product

from monopoly_lab.common.messages import format_number, say

Case = tuple[float, ...]


class Own(tuple[float, ...]):
    """Numbers of one student's own; a cell shows them in words. `names` are those of the words in the catalogs."""

    names: tuple[str, ...] = ()
    lang = ""

    def in_words(self) -> str:
        """Return the numbers in words."""
        return "; ".join(
            say(f"own.{name}", self.lang, value=format_number(x, lang=self.lang)) for name, x in zip(self.names, self)
        )

    def __repr__(self) -> str:
        return say("own.lead", self.lang, numbers=self.in_words())


# By lesson and question: what the numbers are, and the cases, one of which each student gets.
CASES: dict[str, dict[str, tuple[tuple[str, ...], tuple[Case, ...]]]] = {
    "13_leverage": {"ratio": (("cash",), tuple((cash,) for cash in (50, 70, 90, 120, 140, 160)))},
    "40_demand_and_price_ceiling": {
        "wanted": (("price",), tuple((price,) for price in (350, 450, 550, 650, 850, 950)))
    },
    "42_gains_from_trade": {
        "split": (("most", "least"), tuple(product((320, 360, 400, 440), (80, 120, 160, 200)))),
    },
    "43_market_power": {"cost": (("cost",), tuple((cost,) for cost in (20, 30, 50, 60, 70, 80)))},
    "44_auctions": {
        "bid": (("value", "bidders"), tuple(product((600, 660, 720, 780, 840, 960), (3, 5, 6)))),
        "revenue": (("bidders",), ((3,), (7,), (9,), (19,))),
    },
    "45_hidden_quality": {"floor": (("lowest",), tuple((lowest,) for lowest in (22, 24, 26, 28, 30, 32)))},
    "48_which_strategy_survives": {
        "step": (
            ("share_a", "wins_a", "wins_b"),
            ((20, 35, 22.5), (40, 28, 23), (60, 27, 22), (10, 43, 23), (30, 39, 19), (40, 34, 19)),
        ),
    },
    "49_more_equal": {
        "paid": (
            ("gini", "mean_worth", "payment"),
            (
                (0.5, 1000, 250),
                (0.6, 1500, 300),
                (0.48, 1200, 400),
                (0.56, 1200, 200),
                (0.42, 1000, 400),
                (0.45, 1400, 350),
            ),
        ),
    },
}

# Questions about the numbers of another question.
NUMBERS_OF = {"42_gains_from_trade": {"ultimatum": "split"}}


def own_numbers(lesson: str, question: str, seed: int, lang: str = "") -> Own | None:
    """Return the numbers of a question that go with a seed; None for a question that has none."""
    names, cases = CASES.get(lesson, {}).get(question, ((), ()))
    if not cases:
        return None
    mark = hashlib.sha256(f"monopoly_lab own 1\n{question}\n{seed}".encode()).digest()
    found = Own(cases[int.from_bytes(mark[:4]) % len(cases)])
    found.names, found.lang = names, lang
    return found
