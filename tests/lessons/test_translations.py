"""Lessons in Ukrainian and Russian: complete, up to date, in the words of the glossary, with nothing lost."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
from babel.messages.pofile import read_po, write_po

from monopoly_lab.common.messages import languages
from monopoly_lab.lessons import translation
from monopoly_lab.lessons.lesson_editions import build
from monopoly_lab.lessons.lesson_minutes import left_out
from monopoly_lab.lessons.lesson_notebooks import Source, lesson_names, read_lesson
from monopoly_lab.lessons.question_text import FOLDED
from monopoly_lab.lessons.translatable_text import in_code, in_text
from monopoly_lab.lessons.translation import differences, faults, file_of, translated
from tests.lessons.shipped import lesson, student

GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"
OTHERS = ("uk", "ru")
FILES = sorted(translation.FOLDER.glob("*/*.po"))
NAMES = sorted({path.stem for path in FILES})
ONE = "40_demand_and_price_ceiling"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_translation__is_complete_up_to_date_and_keeps_numbers_formulas_and_code(path: Path) -> None:
    assert faults(path.stem, path.parent.name) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_translation__has_no_scraps_of_former_sentences(path: Path) -> None:
    """A former sentence that is wrapped twice leaves comments of one word."""
    assert re.findall(r"^# \S+$", path.read_text(encoding="utf-8"), re.MULTILINE) == []


def test_translations__of_every_lesson_in_every_language() -> None:
    assert set(NAMES) == set(lesson_names())
    assert {(path.parent.name, path.stem) for path in FILES} == {(lang, name) for lang in OTHERS for name in NAMES}
    assert set(OTHERS) < set(languages())


@cache
def terms() -> list[list[str]]:
    rows = [line.strip("| ").split(" | ") for line in GLOSSARY.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if len(row) == 3][2:]


@cache
def said_as(term: str) -> re.Pattern[str]:
    return re.compile(rf"\b{term}s?\b", re.IGNORECASE)


@cache
def stems(words: str) -> list[re.Pattern[str]]:
    """The first half of each word: cases change its ending, and often the vowel before it."""
    return [re.compile(rf"\b{re.escape(word[: max(3, len(word) // 2)])}", re.IGNORECASE) for word in words.split()]


def unlike_the_glossary(text: str, told: str, column: int) -> list[str]:
    said = translation.VALUE.sub(" ", translation.UNSAID.sub(" ", text))
    return [
        f"{row[0]} = {row[column]}: {text[:80]} = {told[:80]}"
        for row in terms()
        if said_as(row[0]).search(said)
        and not any(all(stem.search(told) for stem in stems(words)) for words in row[column].split(" / "))
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_translation__uses_the_words_of_the_glossary(path: Path) -> None:
    column = 1 + OTHERS.index(path.parent.name)
    known = translation.known_sentences(path.stem, path.parent.name)
    told = {text: other for text, other in known.items() if other != text}  # a name in code may stay
    found = [each for pair in told.items() for each in unlike_the_glossary(*pair, column)]
    assert found == []


def test_glossary__notices_another_word_but_no_case() -> None:
    assert unlike_the_glossary("All values are its demand curve.", "Це крива попиту.", 1) == []
    assert unlike_the_glossary("along the demand curves", "уздовж кривих попиту", 1) == []
    assert len(unlike_the_glossary("the rent", "оренда", 1)) == 1
    assert [row[0] for row in terms()] == sorted((row[0] for row in terms()), key=str.casefold)


@pytest.mark.parametrize(
    ("text", "told", "wrong"),
    [
        ("It costs 1,052.5 dollars, 29 % more.", "Коштує 1\u00a0052,5 долара, на 29\u00a0% більше.", []),
        ("It costs 1,052 dollars.", "Коштує 1\u00a0025 доларів.", ["1025", "1052"]),
        ("In 22, 23 and 25.", "У 22, 23 і 25.", []),
        ("It falls from .600 to .52.", "Падає з 0,600 до 0,52.", []),
        (r"The price is $\frac{n-1}{n} V$.", r"Ціна $\frac{n-1}{n} W$.", [r"$\frac{n-1}{n} V$", r"$\frac{n-1}{n} W$"]),
        (r"$$\text{value} = 2$$", r"$$\text{цінність} = 2$$", []),
        (r"$$\text{value} = 2$$", r"$$\text{цінність} = 3$$", [r"$$\text{} = 2$$", r"$$\text{} = 3$$"]),
        ("Use `ml.tune`.", "Візьміть `ml.tun`.", ["`ml.tun`", "`ml.tune`"]),
        ("See [jail](16_jail.ipynb).", "Див. [в’язниця](16.ipynb).", ["](16.ipynb)", "](16_jail.ipynb)"]),
        ("take off {discount:.0f}", "відняти {discount}", ["{discount:.0f}", "{discount}"]),
        ("**Look** here.", "Подивіться.", ["**"]),
    ],
)
def test_translation__must_keep(text: str, told: str, wrong: list[str]) -> None:
    assert sorted(differences(text, told)) == sorted(wrong)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A translation of one lesson that a test may spoil."""
    path = tmp_path / "uk" / f"{ONE}.po"
    path.parent.mkdir()
    path.write_bytes(file_of(ONE, "uk").read_bytes())
    monkeypatch.setattr(translation, "FOLDER", tmp_path)
    yield tmp_path


def test_update__a_changed_sentence_is_fuzzy_named_and_shown_in_english(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = read_lesson(ONE)
    cell = next(cell for cell in source.notebook.cells if "Move supply in the picture" in cell.source)
    cell.source = cell.source.replace("Move supply", "Move the supply")
    monkeypatch.setattr(translation, "read_lesson", lambda name: source)
    translation.update(ONE, "uk")
    assert faults(ONE, "uk") == [f"uk/{ONE}.po: changed since it was translated: {cell.source}"]
    shown = "\n".join(each.source for each in translated(source, "uk").notebook.cells)
    assert f'<span lang="en">{cell.source}</span>' in shown
    assert "Частину цього уроку ще не перекладено" in shown
    translation.update(ONE, "uk")
    assert len(faults(ONE, "uk")) == 1  # it stays fuzzy until somebody has looked at it


def test_update__a_new_sentence_has_no_translation(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = read_lesson(ONE)
    source.notebook.cells[0].source += "\n\nQuite another matter"
    monkeypatch.setattr(translation, "read_lesson", lambda name: source)
    translation.update(ONE, "uk")
    assert faults(ONE, "uk") == [f"uk/{ONE}.po: not translated: Quite another matter"]


PLACEHOLDERS = re.compile(r"FULL NAME|EMAIL@|VERSION\\n|YEAR-MO|LL@li|PACKAGE")


def test_update__a_new_file_has_a_header_without_placeholders(folder: Path) -> None:
    file_of(ONE, "uk").unlink()
    made = translation.update(ONE, "uk").read_text(encoding="utf-8")
    assert PLACEHOLDERS.findall(made) == [] and '"Language-Team: Ukrainian\\n"' in made
    for path in FILES:
        assert PLACEHOLDERS.findall(path.read_text(encoding="utf-8")) == [], path


def test_update__twice_changes_nothing(folder: Path) -> None:
    path = translation.update(ONE, "uk")
    first = path.read_bytes()
    assert translation.update(ONE, "uk").read_bytes() == first == (file_of(ONE, "uk")).read_bytes()


def test_update__forgets_what_a_sentence_was_once_it_is_translated_again(folder: Path) -> None:
    path = file_of(ONE, "uk")
    text = path.read_text(encoding="utf-8").replace(
        'msgid "The auction"', '# | msgid "An auction"\nmsgid "The auction"'
    )
    path.write_text(text, encoding="utf-8")
    assert "# |" not in translation.update(ONE, "uk").read_text(encoding="utf-8")


def test_faults__name_a_sentence_without_a_translation(folder: Path) -> None:
    path = file_of(ONE, "uk")
    with path.open("rb") as file:
        found = read_po(file, locale="uk")
    found.get("The auction").string = ""
    with path.open("wb") as file:
        write_po(file, found)
    assert faults(ONE, "uk") == [f"uk/{ONE}.po: not translated: The auction"]


def test_sentences__a_key_beside_a_label_is_one_too() -> None:
    assert in_code('t = {"waits": 1, "builds": 2, "Ann": 3}; {"waits": 1}', str.upper, ["builds"]) == (
        't = {"WAITS": 1, "BUILDS": 2, "Ann": 3}; {"waits": 1}'
    )


def test_lesson__without_a_translation_is_english_and_says_so(folder: Path) -> None:
    source = translated(read_lesson(ONE), "ru")
    assert "ещё не переведён" in source.notebook.cells[0].source
    assert "Eight owners want" in source.notebook.cells[0].source
    assert translation.about_in_language(read_lesson(ONE).about, "ru").title.endswith("(на английском)")


def test_sentences__of_a_text_are_said_one_by_one_and_nothing_else() -> None:
    text = (
        "## A heading\n\nTwo lines\nof one `x = 1`.\n\n1. first\n2. second\n   line\n\n"
        "| a cell | $x$ | 12 |\n| --- | --- | --- |\n\n$$x = 1$$\n\n$$\\text{value} = x$$\n\n"
        "```\ncode here\n```\n\n<details><summary>Answer</summary>\n\nIt is so.\n\n</details>"
    )
    said = list[str]()
    made = in_text(text, lambda each: said.append(each) or each.upper())
    assert said == [
        *("A heading", "Two lines of one `x = 1`.", "first", "second line", "a cell", "$$\\text{value} = x$$"),
        *("Answer", "It is so."),
    ]
    assert "```\ncode here\n```" in made and "| A CELL | $x$ | 12 |" in made and "<summary>ANSWER</summary>" in made


def test_sentences__of_code_are_what_is_seen_and_labels_stay_keys() -> None:
    code = (
        'a = ml.predict("last", ..., ask="The price", unit="dollars")\n'
        't = pd.DataFrame({"mean price": [1], "Ann": [2]}, index=["in all"])\n'
        't["mean price"]["Ann"]; t["mean price, balanced"]; t["ruined, Bo"]\n'
        'game.take("roll 2 4"); ml.Chain("classic_us")\n'
        'print(f"{a:.2f} of them")\n'
    )
    assert in_code(code, str.upper, ["mean price", "ruined, {who}"]) == (
        'a = ml.predict("last", ..., ask="THE PRICE", unit="DOLLARS")\n'
        't = pd.DataFrame({"MEAN PRICE": [1], "Ann": [2]}, index=["IN ALL"])\n'
        't["MEAN PRICE"]["Ann"]; t["MEAN PRICE, balanced"]; t["RUINED, Bo"]\n'
        'game.take("roll 2 4"); ml.Chain("classic_us")\n'
        'print(f"{A:.2F} OF THEM")\n'
    )


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("name", NAMES)
def test_lesson__in_another_language_asks_as_much_and_tells_no_answer(name: str, lang: str) -> None:
    source, other = lesson(name), lesson(name, lang)
    ours, theirs = student(name), student(name, lang)
    assert [cell.cell_type for cell in ours.cells] == [cell.cell_type for cell in theirs.cells]
    assert len(left_out(source.notebook)) == len(left_out(other.notebook))
    folded = [part for part in _folded(other) if "<summary>" in part]
    shown = "\n".join(cell.source for cell in theirs.cells)
    hints = [part for part in _folded(SimpleNamespace(notebook=theirs)) if part]
    assert not [part for part in folded if part in shown and part not in hints]
    assert not re.search(r'<span lang="en">', shown)


def _folded(source: Source | SimpleNamespace) -> list[str]:
    cells = [cell for cell in source.notebook.cells if cell.cell_type == "markdown"]
    return [part.strip() for cell in cells for part in FOLDED.findall(cell.source)]


def test_build__speaks_the_language(tmp_path: Path) -> None:
    student = build(ONE, "student", tmp_path / "s.ipynb", "uk").read_text(encoding="utf-8")
    assert 'ml.speak(\\"uk\\")' in student and "тут ваші рядки" in student and "Запитання дня" in student
    assert "Price of the last" not in student


@pytest.mark.full
def test_build__of_another_language_is_run_for_the_teacher_and_on_paper(tmp_path: Path) -> None:
    teacher = build(ONE, "teacher", tmp_path / "t.ipynb", "ru").read_text(encoding="utf-8")
    assert "Учителю" in teacher and "четвёртый дом" in teacher and "fourth house" not in teacher
    paper = build(ONE, "print", tmp_path / "p.html", "uk").read_text(encoding="utf-8")
    assert '<html lang="uk">' in paper and "Попит, пропозиція і цінова стеля" in paper
    assert "третій будинок" in paper and "third house" not in paper
