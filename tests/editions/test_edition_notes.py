"""Notes of editions and profiles: in the reader's language, all of the shipped ones in every language."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import monopoly_lab as ml
from monopoly_lab.common.messages import ENGLISH, languages, speaking
from monopoly_lab.editions import load_edition
from monopoly_lab.editions.components import Names
from monopoly_lab.editions.edition_notes import part_name

LETTERS = {"ru": re.compile("[іїєґ]", re.IGNORECASE), "uk": re.compile("[ыэъё]", re.IGNORECASE)}  # of the other one
OWN = """
id = "class_7b"
inherits = "classic_us"
language = "en"
rulebook = "Rules of class 7b"
title = {en = "Class 7b", uk = "7-Б"}
[provenance]
board = {from = "public", note = "Ours."}
numbers = {from = "public", note = {en = "Chosen by vote.", uk = "Обрано голосуванням."}}
names = {from = "reconstruction"}
decks = {from = "public", note = ""}
money = {from = "public"}
components = {from = "public"}
rules = {from = "public"}
[profiles.late]
title = {en = "Late", uk = "Пізно"}
note = {en = "After 8.", uk = "Після 8 год."}
"""


def shipped_notes() -> Iterator[tuple[str, Names]]:
    """Yield the place and the texts of every note of a shipped edition."""
    for name in ml.editions():
        edition = load_edition(name)
        for part, origin in edition.provenance.items():
            yield f"{name}: {part}", origin.notes
        for key, profile in edition.profiles.items():
            yield f"{name}: {key}", profile.notes


NOTES = [(place, notes) for place, notes in shipped_notes() if notes]


def test_notes__of_shipped_editions_are_in_every_language() -> None:
    assert len(NOTES) > 170
    lacking = [place for place, notes in NOTES if set(notes) != set(languages())]
    assert not lacking
    assert not [place for place, notes in NOTES if len(set(notes.values())) != len(languages())]


@pytest.mark.parametrize("lang", LETTERS)
def test_notes__are_written_in_the_letters_of_their_language(lang: str) -> None:
    wrong = [
        place for place, notes in NOTES if LETTERS[lang].search(notes[lang]) or not re.search("[а-я]", notes[lang])
    ]
    assert not wrong


def test_notes__have_the_same_numbers_in_every_language() -> None:
    """A number in figures is the same fact in each text: a year, a sum, a count."""
    found = {place: {lang: sorted(re.findall(r"\d+", note)) for lang, note in notes.items()} for place, notes in NOTES}
    assert not {place: each for place, each in found.items() if each["uk"] != each[ENGLISH] or each["ru"] != each["uk"]}


@pytest.mark.parametrize(
    ("lang", "source", "begins"),
    [
        ("en", "reconstruction", "The names of the eight are public"),
        ("ru", "реконструкция", "Имена восьми боссов известны"),
        ("uk", "реконструкція", "Імена вісьмох босів відомі"),
    ],
)
def test_note__speaks_the_language_of_the_session(lang: str, source: str, begins: str) -> None:
    bosses = load_edition("gamer").provenance["bosses"]
    with speaking(lang):
        assert bosses.note.startswith(begins) and bosses.source_name == source
    assert bosses.source == "reconstruction"


def test_note__lets_no_line_end_between_a_number_and_its_unit(tmp_path: Path) -> None:
    profile = load_edition(own(tmp_path)).profiles["late"]
    with speaking("uk"):
        assert profile.note == "Після 8\u00a0год."


@pytest.mark.parametrize("lang", languages())
def test_note__of_an_edition_of_ones_own_may_be_a_plain_text(lang: str, tmp_path: Path) -> None:
    origins = load_edition(own(tmp_path)).provenance
    with speaking(lang):
        assert origins["board"].note == "Ours."
        assert (origins["names"].note, origins["decks"].note) == ("", "")
        assert origins["numbers"].note == ("Обрано голосуванням." if lang == "uk" else "Chosen by vote.")


@pytest.mark.parametrize("lang", languages())
def test_part__has_a_name_in_words(lang: str) -> None:
    with speaking(lang):
        names = {part: part_name(part) for name in ml.editions() for part in load_edition(name).provenance}
    assert names["decks"] == {"en": "cards", "ru": "карточки", "uk": "картки"}[lang]
    assert not [
        name for part, name in names.items() if "_" in name or "." in name or (lang != ENGLISH and name == part)
    ]


@pytest.mark.parametrize("lang", languages())
def test_parts__of_an_edition_have_different_names(lang: str) -> None:
    """The taxes are no second line called "amounts", and of two profiles each has its own name."""
    for name in ml.editions():
        edition = load_edition(name)
        names = [part_name(part, lang, edition.profiles) for part in edition.provenance]
        assert len(set(names)) == len(names), name
    assert part_name("decks.of_mine", lang) == part_name("decks", lang), "of an edition of one's own"
    assert part_name("profiles.gone", lang, {}) == part_name("profiles", lang)


def own(folder: Path) -> Path:
    """Write an edition of one's own and return its path."""
    path = folder / "class_7b.toml"
    path.write_text(OWN, "utf-8")
    return path


def test_digest__does_not_change_when_a_note_is_translated(tmp_path: Path) -> None:
    """A saved game belongs to an edition whose notes have been translated since."""
    found = []
    for number, text in enumerate(
        (OWN, OWN.replace(', uk = "Обрано голосуванням."', "").replace(', uk = "Після 8 год."', ""))
    ):
        path = tmp_path / f"own{number}.toml"
        path.write_text(text, encoding="utf-8")
        found.append(load_edition(path))
    assert found[0].digest == found[1].digest and found[0].digests == found[1].digests
    assert found[0].provenance["numbers"].notes != found[1].provenance["numbers"].notes
