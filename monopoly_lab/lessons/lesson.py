"""Lessons: whose copy this is, with the seed and the answer keys that follow; `self_check` is in a module of its own.

Answers that depend on games that were run are worked out here, not in a cell that students read.
Each such function takes what the question is about, as `self_check` is given it, and the lesson.
"""

import hashlib
import math
from collections.abc import Callable, Mapping
from typing import Any

from monopoly_lab.common.argument_checks import check_arguments
from monopoly_lab.common.errors import LessonError
from monopoly_lab.common.file_access import count_of, normalized_name, quoted, shortened
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import ENGLISH, resolve_language, say, speaking
from monopoly_lab.lessons.number_parser import MOST_DIGITS
from monopoly_lab.lessons.own_numbers import Own, own_numbers
from monopoly_lab.notation.html_tables import frame_in_language

# The right answer to a question, from what the student's cell has found and the lesson.
AnswerKey = Callable[[Any, Any], float]


def _houses_wanted(lesson: Any) -> int:
    """Return how many houses are wanted at the price of a student's own."""
    from monopoly_lab.economics.housing_market import HousingMarket

    return HousingMarket(houses=2, opponents=7).demand(lesson.own("wanted")[0])


def _bid(value: float, bidders: float) -> float:
    return value * (bidders - 1) / bidders


def _step(share: float, a: float, b: float) -> float:
    return 100 * share * a / (share * a + (100 - share) * b)


def _after_payment(gini: float, mean: float, payment: float) -> float:
    from monopoly_lab.economics.redistribution import gini_after

    return gini_after(gini, mean, payment=payment)


def _percent_lost(table: Any) -> float:
    """Return what is lost on the way, in percent, from the first to the second row of a table of worths by rank."""
    from monopoly_lab.economics.redistribution import RANKS, lost_on_the_way

    return 100 * lost_on_the_way(table.iloc[1][list(RANKS)] - table.iloc[0][list(RANKS)])


ANSWERS: dict[str, dict[str, AnswerKey]] = {
    "06_should_she_build": {"alike": lambda pairs, lesson: pairs.table.identical.iloc[-1] * lesson.games(300)},
    "07_who_wins": {"won": lambda shares, lesson: shares.iloc[0, 0] * lesson.games(150)},
    "13_leverage": {"ratio": lambda _, lesson: 100 * 300 / (2060 + lesson.own("ratio")[0])},  # at cost, without cash
    "20_born_ahead": {
        "excess": lambda games, lesson: round(100 * games.wins.share["Upper"], 1) - 53.3,  # as the tables show them
        "points": lambda games, lesson: 100 * games.wins.share["Upper"] - 25,  # of older copies
    },
    "21_money_and_inflation": {
        "dearer": lambda prices, lesson: 100 * (prices["$400"] / prices["$200"] - 1),
    },
    "22_taxes": {"lifted": lambda table, lesson: table["middle"].iloc[-1] - table["middle"].iloc[0]},
    "23_land_value_tax": {"part": lambda rents, lesson: 100 * [*[*rents.values()][1].values()][2]},
    "24_basic_income": {"ruined": lambda lost, lesson: 100 * (lost.iloc[2, 0] - lost.iloc[0, 0])},
    "25_rent_control": {"built": lambda spent, lesson: 100 * (spent.iloc[1, 4] / spent.iloc[0, 4] - 1)},
    "26_house_shortage": {"won": lambda hoarding, lesson: hoarding[12].share * lesson.games(300)},
    "27_auctions": {"over": lambda paid, lesson: paid["mean price, auction"]["auctions only"] - 203},
    "28_antitrust": {"less": lambda markets, lesson: 100 * (1 - markets.iloc[1, 3] / markets.iloc[0, 3])},
    "30_is_anti_monopoly_fair": {
        "away": lambda duel, lesson: abs(duel.share - 50) * math.sqrt(lesson.games(1000)) / 50,
        "won_games": lambda two, lesson: two.share * lesson.games(1000) / 100,  # of older copies
    },
    "40_demand_and_price_ceiling": {"wanted": lambda _, lesson: _houses_wanted(lesson)},
    "42_gains_from_trade": {
        "split": lambda _, lesson: sum(lesson.own("split")) / 2,
        "ultimatum": lambda _, lesson: lesson.own("split")[0],
    },
    "43_market_power": {"cost": lambda _, lesson: (200 + lesson.own("cost")[0]) / 2},
    "44_auctions": {
        "bid": lambda _, lesson: _bid(*lesson.own("bid")),
        "revenue": lambda _, lesson: 1000 * (1 - 2 / (lesson.own("revenue")[0] + 1)),
    },
    "45_hidden_quality": {"floor": lambda _, lesson: 3 * lesson.own("floor")[0]},
    "48_which_strategy_survives": {"step": lambda _, lesson: _step(*lesson.own("step"))},
    "49_more_equal": {
        "paid": lambda _, lesson: _after_payment(*lesson.own("paid")),
        "lost": lambda table, lesson: _percent_lost(table),
    },
    "31_a_game_by_hand": {"long": lambda going, lesson: going.loc[100] * lesson.games(400)},
}


def answers_of(lesson: str) -> dict[str, AnswerKey]:
    """Return the functions of a delivered lesson, by question; none for any other name."""
    return ANSWERS.get(lesson, {})


# Whose copy of a lesson this is, and answers that students check themselves

SEED_BITS = 31
SLOWER = 5  # times fewer games in plain Python
FEWEST = 20

Key = str | Callable[["Lesson"], float] | None


@check_arguments
class Lesson:
    """A lesson in a student's notebook: its name, the student, the course, and the seed that follows from them.

    It is created in the first cell.

    Args:
        name: Name of the lesson, such as "02_born_ahead".
        student: Name of the student. "": still to be typed; without a `seed` a sentence asks for it. None: no
            student's copy, such as the teacher's notebook.
        course: Name of the course.
        keys: By question, the answer that `self_check` compares with: a text made by `hashed`, a function of the lesson
            that computes it, or None if only the teacher's notebook knows it. Keys of delivered lessons that follow
            from games are in the package.
        hints: By question, what a student reads after a wrong answer.
        lang: Language of the words: "en", "ru" or "uk"; that of the session if empty.
        seed: One seed for the whole course, 0 to 2 ** 31 - 1.

    Raises:
        LessonError: For invalid names and keys.

    Example:
        >>> lesson = ml.Lesson("02_born_ahead", student="Ann", course="7b")
        >>> lesson.seed == ml.Lesson("02_born_ahead", student="ann ", course="7b").seed
        True
    """

    def __init__(
        self,
        name: str,
        student: str | None = None,
        course: str = "",
        keys: Mapping[str, Key] | None = None,
        hints: Mapping[str, str] | None = None,
        lang: str = "",
        seed: int | None = None,
    ) -> None:
        with speaking(lang):  # one that there is
            for given in (name, student or "", course):
                checked_text(given)
            if not name.strip():
                raise LessonError(say("lesson.no_text", value=quoted(name)))
        self.name, self.student, self.course = name, normalized_name(student or ""), normalized_name(course)
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**SEED_BITS):
            raise LessonError(say("lesson.seed", lang, value=shortened(seed), most=2**SEED_BITS - 1))
        self.keys, self.hints, self.lang, self._seed = dict(keys or {}), dict(hints or {}), lang, seed
        if student is not None and not self.student and seed is None:
            print(say("lesson.type_name", lang))
        if resolve_language(lang) != ENGLISH:
            _tables_in_language(lang)
        for question, key in self.keys.items():
            if key is not None and not callable(key) and digits_of(key) is None:
                raise LessonError(say("lesson.no_key", lang, question=question, value=shortened(key)))

    @property
    def seed(self) -> int:
        """Return the seed of this student in this course: the same on every machine, however the name is typed."""
        if self._seed is not None:
            return self._seed
        mark = "\n".join(("monopoly_lab seed 1", self.course.casefold(), self.student.casefold()))
        return int.from_bytes(hashlib.sha256(mark.encode()).digest()[:4]) >> (32 - SEED_BITS)

    def games(self, n: int) -> int:
        """Return how many games to play: `n` if the rules are compiled, else a fifth of it, at least 20.

        Without compiled rules the answer takes about as long and has wider intervals.

        Args:
            n: Number of games with compiled rules.

        Example:
            >>> ml.Lesson("07_who_wins").games(300)
            300
        """
        n = max(count_of(n), 1)
        from monopoly_lab.simulation.compiled.library import is_available

        return n if is_available() else max(min(n, FEWEST), n // SLOWER)

    def own(self, question: str) -> Own:
        """Return the numbers of a delivered lesson's question that are this student's own.

        Args:
            question: Name of the question.

        Returns:
            A tuple of numbers, which a cell shows in words.

        Raises:
            LessonError: With the nearest valid name, for a question that has none.

        Example:
            >>> ml.Lesson("44_auctions", student="Ann").own("revenue")
            Your own numbers: number of bidders 9
        """
        numbers = own_numbers(self.name, question, self.seed, self.lang)
        if numbers is None:
            raise LessonError(say("lesson.no_own", self.lang, value=shortened(question), lesson=self.name))
        return numbers

    def __repr__(self) -> str:
        who = ", ".join(part for part in (self.student, self.course) if part)
        return f"<Lesson {self.name!r}: {say('lesson.summary', self.lang, who=who or '-', seed=self.seed)}>"


def _tables_in_language(lang: str) -> None:
    """Show the tables and columns of pandas in this session of Jupyter in the language of a lesson."""
    from IPython import get_ipython

    shell: Any = get_ipython()
    if shell is None:
        return

    def of_table(table: "pd.DataFrame") -> str | None:
        markup = table._repr_html_()  # as pandas is set; None where it shows no HTML
        return markup and frame_in_language(markup, lang)

    def of_column(column: "pd.Series") -> str | None:
        return of_table(column.to_frame("" if column.name is None else column.name))

    html = shell.display_formatter.formatters["text/html"]
    for module in ("pandas", "pandas.core.frame"):  # as pandas 3 and 2 name it
        html.for_type_by_name(module, "DataFrame", of_table)
    for module in ("pandas", "pandas.core.series"):
        html.for_type_by_name(module, "Series", of_column)


def checked_text(text: object) -> str:
    """Return a text; LessonError for anything else, and for half a sign, which no file can hold."""
    if isinstance(text, str) and not any("\ud800" <= letter <= "\udfff" for letter in text):
        return text
    raise LessonError(say("lesson.no_text", value=shortened(ascii(text))))


def digits_of(key: object) -> int | None:
    """Return the number of decimals of a hashed key; None if it is not a hashed key."""
    digits, _, mark = key.partition(":") if isinstance(key, str) else ("", "", "")
    fits = digits.isascii() and digits.isdigit() and int(digits[:3]) <= MOST_DIGITS
    return int(digits) if fits and len(mark) == 16 else None
