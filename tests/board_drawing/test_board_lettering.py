"""Lettering: widths, lines, sizes."""

import pytest

from monopoly_lab.board_drawing.svg_elements import READABLE, SMALLEST, fit, one_line, text_width

# Advance widths of Arial in thousandths, from the font's own table (hmtx): A 667, W 944, i 222, 0 556, Ж 923, ш 802.
ARIAL = {"A": 667, "W": 944, "i": 222, "0": 556, "Ж": 923, "ш": 802, "щ": 823, "Й": 719, "é": 556, "Ї": 278, " ": 278}


@pytest.mark.parametrize("character", ARIAL)
def test_width__near_the_width_of_arial(character: str) -> None:
    assert text_width(character, 1000, narrow=False) == pytest.approx(ARIAL[character], rel=0.04)


def test_width__wide_letters_and_accents() -> None:
    assert text_width("東", 1, narrow=False) == 1
    assert text_width("e\u0301", 1) == text_width("e", 1)


def test_fit__breaks_at_spaces_and_hyphens_first() -> None:
    fitted = fit("Ивано-Франковск", 70, 60, 17)
    assert fitted.lines == ("Ивано-", "Франковск")
    assert fit("Pennsylvania Avenue", 90, 60, 17).lines == ("Pennsylvania", "Avenue")


def test_fit__shrinks_before_it_divides_a_word() -> None:
    fitted = fit("Днепропетровск", 94, 60, 17)
    assert fitted.lines == ("Днепропетровск",)
    assert READABLE <= fitted.size < 17


def test_fit__divides_a_word_between_syllables_when_it_would_be_too_small() -> None:
    fitted = fit("Железнодорожное предприятие", 86, 80, 17)
    assert fitted.size >= READABLE
    assert any(line.endswith("-") for line in fitted.lines)
    assert "".join(fitted.lines).replace("-", "").replace(" ", "") == "Железнодорожноепредприятие"


@pytest.mark.parametrize("width", [30, 60, 98, 150])
@pytest.mark.parametrize("height", [20, 44, 90])
@pytest.mark.parametrize(
    "text",
    ["GO", "Ленинградская железная дорога", "Snow White and the Seven Dwarfs", "x" * 60, "Тюрьма / На экскурсии"],
)
def test_fit__never_wider_or_higher_than_its_room(text: str, width: float, height: float) -> None:
    fitted = fit(text, width, height, 18)
    assert fitted.width <= width
    assert fitted.height <= height + 0.01
    assert SMALLEST <= fitted.size <= 18


def test_fit__cuts_with_an_ellipsis_only_where_nothing_else_helps() -> None:
    assert fit("word " * 100, 40, 20, 18).lines[-1].endswith("…")
    assert "…" not in "".join(fit("Предприятие телефонной связи", 80, 50, 18).lines)


def test_fit__lines_are_balanced() -> None:
    first, second = fit("Community Chest of the Town", 120, 60, 17).lines
    assert abs(text_width(first, 17) - text_width(second, 17)) < 40


def test_one_line__shrinks_to_the_width() -> None:
    fitted = one_line("Hugo-Maximilian", 60, 20)
    assert fitted.lines == ("Hugo-Maximilian",)
    assert fitted.width == pytest.approx(60)
    assert one_line("", 60, 20).width == 0


def test_one_line__cut_rather_than_smaller_than_the_least() -> None:
    fitted = one_line("Hugo-Maximilian", 60, 20, least=11)
    assert fitted.size == 11
    assert fitted.lines[0].endswith("…") and fitted.width <= 60
    assert one_line("Hugo", 60, 20, least=11).lines == ("Hugo",)


def test_fit__nothing_is_no_line() -> None:
    assert fit(" ", 60, 20, 18).lines == ()
