"""Lessons: whose copy this is, self-checks and hashed keys.

Answers that depend on games that were run are worked out here, not in a cell that students read.
Each such function takes what the question is about, as `self_check` is given it, and the lesson.
"""

import hashlib
import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from monopoly_lab.common.argument_checks import check_argument, check_arguments, exact
from monopoly_lab.common.errors import LessonError
from monopoly_lab.common.file_access import count_of, may_use_disk, shortened, tidied
from monopoly_lab.common.messages import ENGLISH, say, speaking, spoken, written
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.lessons.number_parser import MOST_DIGITS, checked_digits, is_right, is_share, numbers_in, tolerance
from monopoly_lab.lessons.own_numbers import NUMBERS_OF, Own, own_numbers
from monopoly_lab.lessons.prediction import Told, no_number, note, number_in
from monopoly_lab.lessons.slips import AskedQuestion, slip
from monopoly_lab.notation.table_format import frame_in_language

if TYPE_CHECKING:
    import pandas as pd

# The right answer to a question, from what the student's cell has found and the lesson.
AnswerKey = Callable[[Any, Any], float]


def _wanted(lesson: Any) -> int:
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


def _lost(table: Any) -> float:
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
    "40_demand_and_price_ceiling": {"wanted": lambda _, lesson: _wanted(lesson)},
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
        "lost": lambda table, lesson: _lost(table),
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
        student: Name of the student; "" says that it is still to be typed, and prints so if there is no seed either.
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
                _text(given)
            if not name.strip():
                raise LessonError(say("lesson.no_text", value=repr(name)))
        self.name, self.student, self.course = name, tidied(student or ""), tidied(course)
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**SEED_BITS):
            raise LessonError(say("lesson.seed", lang, value=shortened(seed), most=2**SEED_BITS - 1))
        self.keys, self.hints, self.lang, self._seed = dict(keys or {}), dict(hints or {}), lang, seed
        if student is not None and not self.student and seed is None:
            print(say("lesson.type_name", lang))
        if spoken(lang) != ENGLISH:
            _tables_in_language(lang)
        for question, key in self.keys.items():
            if key is not None and not callable(key) and _digits(key) is None:
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

        Raises:
            LessonError: With the nearest valid name, for a question that has none.

        Example:
            >>> ml.Lesson("44_auctions", student="Ann").own("revenue")
            Your own numbers: number of bidders 9
        """
        found = own_numbers(self.name, question, self.seed, self.lang)
        if found is None:
            raise LessonError(say("lesson.no_own", self.lang, value=shortened(question), lesson=self.name))
        return found

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


@exact("question")
def hashed(question: str, answer: float, digits: int = 2) -> str:
    """Return a key that hides its answer, for `Lesson(keys={"q3": ...})`.

    An answer is right if it is off by at most half of the last digit. The key hides the answer from readers, not from a
    program that tries all numbers; marks are given by the teacher's key.

    Args:
        question: Name of the question.
        answer: Right answer.
        digits: Digits after the decimal point that the question asks for, 0 to 12.

    Raises:
        LessonError: For an answer that is not a number, and for other digits.

    Example:
        >>> ml.hashed("q3", 3.186)
        '2:...'
    """
    _text(question)
    number = number_in(answer, "")
    if number is None:
        raise LessonError(say("lesson.no_number", value=shortened(answer)))
    return f"{checked_digits(digits)}:{_mark(question, _rounded(number, digits), digits)}"


@check_argument
def self_check(question: str, answer: object, lesson: Lesson, of: object = None, digits: int | None = None) -> Told:
    """Return "Right", or a hint and the likely slip behind a wrong number, never the answer; for learning only.

    "12 %" is 12 or 0.12; "780 dollars" and "$780" are 780; "1,496" is 1496 or 1.496. If 76 is right, 0.76 gets the
    question whether 76 % is meant. None and texts without a number get a sentence, not an error.

    Args:
        question: Name of the question.
        answer: The student's answer.
        lesson: The lesson of the notebook.
        of: What the question is about, if a delivered lesson computes its key from that.
        digits: Digits after the decimal point that count; those of a `hashed` key by default. An answer is right if it
            is off by at most half of the last one, or by 0.01 if nothing gives digits.

    Raises:
        LessonError: With the nearest valid name, for a question without a key.

    Example:
        >>> lesson = ml.Lesson("dice", keys={"q1": ml.hashed("q1", 7, digits=0)}, hints={"q1": "Count all 36 throws."})
        >>> ml.self_check("q1", 6, lesson)
        Not yet. Count all 36 throws.
        >>> ml.self_check("q1", 7, lesson)
        Right.
    """
    lang = lesson.lang
    key = _key_of(question, lesson, of)
    if answer is None or (isinstance(answer, str) and not answer.strip()):
        return Told(say("lesson.not_answered" if may_use_disk() else "lesson.no_field_answered", lang))
    said = numbers_in(answer)
    if not said:
        return Told(no_number(answer, lang))
    asked = _digits(key) if digits is None else checked_digits(digits, lang)
    told = Told(say("lesson.right", lang))
    if key is None:
        note("self_check", question, said[0], True)
        return Told(say("lesson.with_teacher", lang))

    def agrees(numbers: tuple[float, ...], times: int = 1) -> bool:
        return fits_key(question, numbers, key, times * tolerance(asked))

    told.is_right = agrees(said)
    note("self_check", question, next((each for each in said if agrees((each,))), said[0]), told.is_right)
    if told.is_right:
        return told
    if is_share(said, agrees):
        percent = written(100 * said[0], lang=lang)
        return Told(say("lesson.share_answer", lang, value=written(said[0], lang=lang), percent=percent))
    likely = slip(asked_question(lesson, question), said[0], agrees, asked, lang)
    parts = (
        say("lesson.not_yet", lang),
        lesson.hints.get(question, ""),
        likely and say("lesson.likely", lang, slip=likely),
    )
    return Told(" ".join(part for part in parts if part))


def asked_question(lesson: Lesson, question: str) -> AskedQuestion:
    """Return the question with the own numbers of the lesson's student."""
    numbers = NUMBERS_OF.get(lesson.name, {}).get(question, question)
    return AskedQuestion(lesson.name, question, own_numbers(lesson.name, numbers, lesson.seed) or ())


def _key_of(question: str, lesson: Lesson, of: object) -> str | float | None:
    """Return a hashed key, or the number it is; LessonError where there is none, or where it cannot be computed."""
    delivered = answers_of(lesson.name)
    if question in lesson.keys:
        key = lesson.keys[question]
        return _computed(question, key, lesson) if callable(key) else key
    if question in delivered:
        return _computed(question, partial(delivered[question], of), lesson)
    said = say("lesson.no_question", lesson.lang, value=shortened(question), lesson=lesson.name)
    raise LessonError(said + hint(str(question), [*lesson.keys, *delivered]))


def _computed(question: str, key: Callable[[Lesson], float], lesson: Lesson) -> float:
    """Return the key that a function of the lesson gives; LessonError, with what it raised, where it fails."""
    try:
        found = key(lesson)
    except Exception as problem:
        reason = shortened(f"{type(problem).__name__}: {problem}")
        raise LessonError(say("lesson.key_failed", lesson.lang, question=question, reason=reason)) from problem
    number = number_in(found, "")
    if number is None:
        reason = say("lesson.no_number", lesson.lang, value=shortened(found))
        raise LessonError(say("lesson.key_failed", lesson.lang, question=question, reason=reason))
    return number


def fits_key(question: str, said: tuple[float, ...], key: str | float, allowed: float) -> bool:
    """Return True for a right answer; a hashed key is compared with every number of its digits that is near enough."""
    if not isinstance(key, str):
        return is_right(said, key, allowed)
    digits = _digits(key) or 0
    reach = math.ceil(allowed * 10**digits) + 1
    near = {_rounded(number, digits) + step for number in said for step in range(-reach, reach + 1)}
    fitting = (units for units in near if is_right(said, units / 10**digits, allowed))
    return any(key == f"{digits}:{_mark(question, units, digits)}" for units in fitting)


def _rounded(number: float, digits: int) -> int:
    """Return the number in units of its last digit; half is rounded up."""
    units: int = math.floor(number * 10**digits + 0.5)
    return units


def _text(given: object) -> str:
    """Return a text; LessonError for anything else, and for half a sign, which no file can hold."""
    if isinstance(given, str) and not any("\ud800" <= letter <= "\udfff" for letter in given):
        return given
    raise LessonError(say("lesson.no_text", value=shortened(ascii(given))))


def _mark(question: str, units: int, digits: int) -> str:
    return hashlib.sha256(f"monopoly_lab key 1\n{question}\n{units}\n{digits}".encode()).hexdigest()[:16]


def _digits(key: object) -> int | None:
    """Return the number of decimals of a hashed key; None if it is not a hashed key."""
    digits, _, mark = key.partition(":") if isinstance(key, str) else ("", "", "")
    fits = digits.isascii() and digits.isdigit() and int(digits[:3]) <= MOST_DIGITS
    return int(digits) if fits and len(mark) == 16 else None
