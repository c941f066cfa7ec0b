"""Predictions: numbers in the source of a cell, held against what happened; and the field that writes them there."""

import math
import re
from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell, new_notebook

import monopoly_lab as ml
from monopoly_lab.export import notebook_runner
from monopoly_lab.lessons.lesson_notebooks import lesson_names
from monopoly_lab.lessons.question_calls import asked_in, with_value, words_of
from monopoly_lab.widgets.prediction_field import PredictionField
from tests.lessons.shipped import lesson


def share(value: object) -> ml.Prediction:
    return ml.Prediction("upper_wins", value, ask="Upper's share", unit="%", low=0, high=100)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (40, "You said 40 %, it is 78 %."),
        (0, "You said 0 %, it is 78 %."),
        ("33,5 %", "You said 33.5 %, it is 78 %."),
        (None, "Not predicted yet."),
        ("", "Not predicted yet."),
        (101, "101 % is not from 0 to 100 %."),
        (-1, "−1 % is not from 0 to 100 %."),
        ("1,080", "1,080: 1080 or 1.08? Write one of the two."),
        ("0,080 %", "You said 0.08 %, it is 78 %."),
        ("1,080.5", "1,081 % is not from 0 to 100 %."),
        ("forty", "forty is not a number."),
        (True, "True is not a number."),
        (math.inf, "inf is not a number."),
        ([40], "[40] is not a number."),
        ("9" * 500, "999999999999999999999999999999999999999… is not a number."),
    ],
)
def test_against__says_both_or_why_not_and_never_raises(value: object, said: str) -> None:
    assert repr(share(value).against(78)) == said


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "You said $100; best: $0."),
        ("uk", "Ви відповіли $100; найкраще: $0."),
        ("ru", "Вы сказали $100; лучше всего: $0."),
    ],
)
def test_against__of_what_a_student_would_do_says_what_is_best(lang: str, told: str) -> None:
    bid = ml.Prediction("bid", 100, choice=True, lang=lang)
    assert bid.against(0) == told.replace("$", "")


def test_against__keeps_the_result_back_until_something_was_said() -> None:
    assert "78" not in share(None).against(78) and "78" not in share(140).against(78)


@pytest.mark.parametrize(
    ("lang", "handed_out", "teachers"),
    [
        ("en", "Not predicted yet.", "Nothing was predicted; it is 78 %."),
        ("ru", "Прогноза пока нет.", "Прогноза не было, на деле 78\u00a0%."),
        ("uk", "Прогнозу поки немає.", "Прогнозу не було; результат\u00a0— 78\u00a0%."),
    ],
)
def test_against__of_what_nobody_predicted_says_so_and_tells_the_result_in_a_teachers_notebook_only(
    lang: str, handed_out: str, teachers: str
) -> None:
    teacher = ml.predict("upper_wins", ..., unit="%", lang=lang)
    assert ml.predict("upper_wins", None, unit="%", lang=lang).against(78) == handed_out == repr(teacher)
    assert teacher.against(78) == teachers and not teacher and math.isnan(teacher)
    field = PredictionField(teacher, "cell-1")
    source = 'ml.predict("upper_wins", ...)'
    assert field.typed == "" and field.press("40", source) == 'ml.predict("upper_wins", 40)'
    assert "40 %" in teacher.against(78).replace("\u00a0", " ")
    assert field.press("", source) == 'ml.predict("upper_wins", None)' and teacher.against(78) == handed_out


def test_prediction__counts_as_a_number_and_as_none_before() -> None:
    upper = share(40)
    assert (upper + 2, 2 - upper, upper / 4, 2 * upper, abs(upper), round(upper)) == (42, -38, 10, 80, 40, 40)
    assert 30 < upper <= 40 and float(upper) == 40 and f"{upper:.1f}" == "40.0" and upper
    assert math.isnan(share(None) + 1) and not share(None) and not share(None) > 0


def test_prediction__limits_on_one_side_are_said() -> None:
    assert ml.Prediction("n", -1, low=0).problem == "−1 is less than 0."
    assert ml.Prediction("n", 9, high=8).problem == "9 is more than 8."
    assert ml.Prediction("n", 9, unit="rounds", low=1).question() == "n (1 rounds or more)"


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "2.5 is not a whole number."), ("uk", "2,5 — не ціле число."), ("ru", "2,5 — не целое число.")],
)
def test_prediction__of_houses_or_rounds_refuses_a_fraction(lang: str, told: str) -> None:
    rows = ml.Prediction("rows", None, low=0, high=5, lang=lang, whole=True)
    assert not rows.record("2,5") and rows.problem.replace("\u00a0", " ") == told
    assert rows.record("3,0") and rows.value == 3 and not rows.record(7) and rows.problem


@pytest.mark.parametrize(
    ("lang", "told", "room"),
    [
        ("en", "$12,346 is not from $0 to $5,000.", "from $0 to $5,000"),
        ("uk", "12 346 $ — не між 0 і 5 000 $.", "від 0 до 5 000 $"),
        ("ru", "12 346 $ — не между 0 и 5 000 $.", "от 0 до 5 000 $"),
    ],
)
def test_prediction__money_is_written_as_editions_write_it(lang: str, told: str, room: str) -> None:
    asked = ml.Prediction("cash", 12346, unit="$", low=0, high=5000, lang=lang)
    plain = {"\u00a0": " ", "\u202f": " "}
    assert asked.problem.translate(str.maketrans(plain)) == told
    assert asked.limits().translate(str.maketrans(plain)) == room
    if lang == "en":
        assert asked.shown(-5) == "\u2212$5" and ml.Prediction("x", unit="$", low=-5).limits() == "\u2212$5 or more"


def test_prediction__limits_that_leave_no_number_are_refused_by_name() -> None:
    with pytest.raises(ml.LessonError, match=r"^a: there is no whole number from low \(1\.2\) to high \(1\.8\)\.$"):
        ml.Prediction("a", low=1.2, high=1.8, whole=True)
    assert ml.Prediction("a", 2, low=1.2, high=2, whole=True).value == 2
    for words in ({"low": "x"}, {"high": "x"}):
        with pytest.raises(ml.LessonError, match=f"^a: {next(iter(words))}=x is not a number\\.$"):
            ml.Prediction("a", **words)  # type: ignore[arg-type]


def test_record__of_a_number_beyond_all_bounds_says_how_long_it_is() -> None:
    asked = ml.Prediction("a", low=0, high=5)
    assert not asked.record(10**400) and asked.problem == "A number of 401 digits is too large."
    assert not asked.record(-(10**399)) and "400 digits" in asked.problem


COUNTED = re.compile(r"^(?:Rows|Houses|Buildings|Ways|Turns|The house|How many of|In how many|Half of .* over after)\b")


@pytest.mark.parametrize("name", lesson_names())
def test_shipped__a_prediction_of_what_is_counted_takes_whole_numbers(name: str) -> None:
    codes = [cell.source for cell in lesson(name).notebook.cells if cell.cell_type == "code"]
    words = [words_of(asked) for code in codes for asked in asked_in(code) if asked.kind == "predict"]
    assert [each["ask"] for each in words if COUNTED.match(str(each["ask"])) and not each.get("whole")] == []


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "200 dollars"), ("ru", "200\u00a0долларов"), ("uk", "200\u00a0доларів")]
)
def test_question__lets_no_line_end_between_a_limit_and_its_unit(lang: str, said: str) -> None:
    """On a phone "from 0 / dollars to 200 / dollars" is hard to read; English has plain blanks everywhere."""
    unit = {"en": "dollar|dollars", "ru": "доллар|доллара|долларов|доллара", "uk": "долар|долари|доларів|долара"}[lang]
    asked = ml.Prediction("price", ..., unit=unit, low=0, high=200, lang=lang)
    assert said in asked.question() and said in str(asked.against(200))
    assert ml.Prediction("n", ..., high=8, lang=lang).shown(8) == "8"


@pytest.mark.parametrize(
    ("source", "new"),
    [
        ('upper = ml.predict("upper_wins", None, ask="Кто?")', 'upper = ml.predict("upper_wins", 40, ask="Кто?")'),
        ('# Верх\nu = predict("upper_wins", ask="?")', '# Верх\nu = predict("upper_wins", 40, ask="?")'),
        ('"Кто?"; u = ml.predict("upper_wins",\n  12.5)', '"Кто?"; u = ml.predict("upper_wins",\n  40)'),
        ('u = ml.predict("upper_wins", value=None)', 'u = ml.predict("upper_wins", value=40)'),
        (
            'a = ml.predict("a", 1)\nu = ml.predict("upper_wins", 2)',
            'a = ml.predict("a", 1)\nu = ml.predict("upper_wins", 40)',
        ),
        ('u = ml.predict("other", None)', None),
        ("u = ml.predict(", None),
        ("u = predict()", None),
    ],
)
def test_field__writes_the_number_into_the_cell_and_nothing_else(source: str, new: str | None) -> None:
    assert with_value(source, "upper_wins", "40") == new


def test_field__what_is_typed_counts_at_once_and_what_cannot_be_is_said_and_not_written() -> None:
    upper = share(None)
    field = PredictionField(upper, "cell-1")
    source = 'ml.predict("upper_wins", None)'
    assert field.press("40 %", source) == 'ml.predict("upper_wins", 40)' and float(upper) == 40
    assert field.told == "Noted, and written into the cell."
    assert field.press("140", source) is None and field.wrong and "140 %" in field.told and not upper
    assert field.press("", source) == 'ml.predict("upper_wins", None)' and field.told == ""
    assert field.press("12.5") is None and float(upper) == 12.5 and field.told == "Noted."


def test_field__as_text_shows_the_question_and_not_the_answer() -> None:
    assert PredictionField(share(40))._repr_mimebundle_()[0]["text/plain"] == "Upper's share (from 0 to 100 %)"
    assert "140" in PredictionField(share(140))._repr_mimebundle_()[0]["text/plain"]


NOT_ANSWERED = "Nothing is typed yet. Write your answer in place of None and run the cell again."


@pytest.mark.parametrize(
    ("lang", "cell", "field"),
    [
        ("en", "in place of None", "into its field"),
        ("ru", "вместо None", "в его поле"),
        ("uk", "замість None", "у її поле"),
    ],
)
def test_self_check__says_what_to_do_where_nothing_is_answered(
    monkeypatch: pytest.MonkeyPatch, lang: str, cell: str, field: str
) -> None:
    lesson = ml.Lesson("x", keys={"q1": None}, lang=lang)
    assert cell in ml.self_check("q1", None, lesson) and cell in ml.self_check("q1", " ", lesson)
    monkeypatch.setenv("MONOPOLY_LAB_FILES", "off")  # as in the app for a class, where no cell is seen
    said = ml.self_check("q1", None, lesson)
    assert field in said and "None" not in said


def test_self_check__right_or_a_hint() -> None:
    keys = {"q1": ml.hashed("q1", 3.186, digits=1), "q2": lambda lesson: lesson.seed % 10, "q3": None}
    lesson = ml.Lesson("x", student="Ann", keys=keys, hints={"q1": "Look at the chain."})
    said = [ml.self_check("q1", answer, lesson) for answer in (3.19, 3.2, "3,18 %", 3.186, 5, None, "three")]
    wrong = "Not yet. Look at the chain."
    assert said == ["Right.", "Right.", "Right.", "Right.", wrong, NOT_ANSWERED, "three is not a number."]
    assert ml.self_check("q2", lesson.seed % 10, lesson) == "Right."
    assert ml.self_check("q3", 4, lesson).startswith("Saved.") and not ml.self_check("q3", 4, lesson).is_right
    assert "3.186" not in keys["q1"]
    with pytest.raises(ml.LessonError, match="did you mean"):
        ml.self_check("q11", 1, lesson)


EXACT = [
    (26.98, 1, (27, 27.0, 26.98, "27 %", "27,0", "26.976"), (26.9, 27.1, 26.5, 26, 0.27)),
    (26.98, 0, (27, 26.98, 27.3, "27"), (26, 28, 26.4)),
    (0.2698, 2, (0.27, "0,27", 0.2698, "27 %", "27%"), (0.26, 0.28, 27, "26 %", 0.3)),
    (-1496, 0, (-1496, "−1496"), (1496, -1495)),
]


@pytest.mark.parametrize(("key", "digits", "right", "wrong"), EXACT)
def test_self_check__every_number_rounded_to_the_digits_asked_for_is_right(
    key: float, digits: int, right: tuple[object, ...], wrong: tuple[object, ...]
) -> None:
    """Half of the last digit is the most by which a correctly rounded number is off."""
    lesson = ml.Lesson("x", keys={"told": lambda lesson: key, "hidden": ml.hashed("hidden", key, digits)})
    for answers, verdict in ((right, True), (wrong, False)):
        for answer in answers:
            found = ml.self_check("told", answer, lesson, digits=digits), ml.self_check("hidden", answer, lesson)
            assert [each.is_right for each in found] == [verdict, verdict], answer
    assert not ml.self_check("told", key + 0.02, lesson).is_right, "where nothing says how exact, 0.01 is allowed"
    with pytest.raises(ml.LessonError, match="number of digits"):
        ml.self_check("told", key, lesson, digits=-1)


def test_lesson__each_student_of_a_course_has_a_seed() -> None:
    seeds = {ml.Lesson("x", student=f"student {n}", course="7b").seed for n in range(300)}
    assert len(seeds) == 300 and all(0 <= seed < 2**31 for seed in seeds)
    assert ml.Lesson("x", "Ann", "7b").seed == ml.Lesson("y", " ann", "7B").seed != ml.Lesson("x", "Ann", "7a").seed


@pytest.mark.full
def test_field__in_a_stored_notebook_leaves_the_question_whatever_was_answered(tmp_path: Path) -> None:
    """What nbval compares is the same for the lesson as it was given out and for every submission of it."""
    ask = 'import monopoly_lab as ml\nupper = ml.predict("upper_wins", {}, ask="Upper?", unit="%", low=0, high=100)'
    stored = []
    for value in ("None", "40"):
        notebook = new_notebook(cells=[new_code_cell(ask.format(value))])
        notebook_runner.run(notebook, tmp_path)
        stored.append([dict(output.data) for output in notebook.cells[0].outputs])
    assert stored[0] == stored[1] == [{"text/plain": "Upper? (from 0 to 100 %)"}]


def test_self_check__a_key_that_cannot_be_computed_says_why() -> None:
    lesson = ml.Lesson("dice", keys={"q1": lambda lesson: 1 / 0})
    with pytest.raises(ml.LessonError, match='key of the question "q1" cannot be computed: ZeroDivisionError'):
        ml.self_check("q1", 7, lesson)


@pytest.mark.parametrize(
    ("lang", "unit", "asked", "said"),
    [
        ("en", "round|rounds", "(1 round or more)", ["1 round", "2 rounds", "2.5 rounds"]),
        ("uk", "раунд|раунди|раундів|раунду", "(не менше 1 раунду)", ["1 раунд", "2 раунди", "2,5 раунду"]),
        ("ru", "раунд|раунда|раундов|раунда", "(не меньше 1 раунда)", ["1 раунд", "2 раунда", "2,5 раунда"]),
    ],
)
def test_unit__agrees_with_its_number_and_a_limit_stands_in_the_genitive(
    lang: str, unit: str, asked: str, said: list[str]
) -> None:
    length = ml.Prediction("length", ask="?", unit=unit, low=1, lang=lang)
    assert length.question().replace("\u00a0", " ") == f"? {asked}"
    assert [length.shown(n).replace("\u00a0", " ") for n in (1, 2, 2.5)] == said
