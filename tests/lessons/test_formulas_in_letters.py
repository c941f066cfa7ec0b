"""Formulas of lessons in plain letters, for the class report, the feedback and the projector."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from monopoly_lab.common.messages import languages
from monopoly_lab.lessons.formula_text import in_letters, without_formulas
from monopoly_lab.lessons.grading.class_report import _lesson_markdown, text_beside_questions
from monopoly_lab.lessons.grading.given_lesson import in_words
from monopoly_lab.lessons.lesson_notebooks import lesson_names, read_lesson
from monopoly_lab.lessons.question_text import condition
from tests.lessons.shipped import lesson

RAW = re.compile(r"\\[A-Za-z]+|(?<!\\)\$|[{}]")  # of LaTeX


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"(n - m)/(m(n - 1))", "(n − m)/(m(n − 1))"),
        (r"\delta \ge \frac{\text{cheating} - \text{cartel}}{2}", "δ ≥ (cheating − cartel)/2"),
        (r"\tfrac76", "7/6"),
        (r"d_n \approx c\,|\lambda_2|^n", "dₙ ≈ c |λ₂|ⁿ"),
        (r"\text{NPV} = -I + \sum_{t=1}^{T} \frac{c}{(1 + r)^t}", "NPV = −I + ∑ₜ₌₁^T c/((1 + r)^t)"),
        (r"x_i' = x_i \, f_i / \bar f", "xᵢ' = xᵢ fᵢ / f̄"),
        (r"\text{net income} = \text{revenue} - \text{expenses}", "net income = revenue − expenses"),
        (r"\pi = \pi P", "π = π P"),
        ("x_", "x"),  # a broken formula breaks nothing
        (r"\frac{a", "a/"),
    ],
)
def test_in_letters__says_a_formula_in_signs_that_every_page_has(tex: str, text: str) -> None:
    assert in_letters(tex) == text


def test_without_formulas__leaves_sums_of_dollars() -> None:
    assert without_formulas("from $200 to $400 at $n$") == "from $200 to $400 at n"
    assert without_formulas(r"about $1.96\sqrt{p(1-p)/n}$ for $5") == "about 1.96√(p(1 − p)/n) for $5"
    assert without_formulas("$330 / 77{,}9 = 4{,}2$ кола") == "330 / 77,9 = 4,2 кола"
    assert _lesson_markdown("$200 if $n < 3$") == r"\$200 if n &lt; 3"


def test_every_lesson__has_no_latex_in_report_and_feedback() -> None:
    for lang in languages():
        for name in lesson_names():
            source = lesson(name, lang)
            course: Any = SimpleNamespace(source=source)
            shown = [_lesson_markdown(each) for each in source.about.mistakes]
            for asked, text in in_words(course).values():
                shown += [_lesson_markdown(asked), _lesson_markdown(text_beside_questions(text, asked))]
                shown.append(without_formulas(asked).replace("$", r"\$"))
                shown.append(without_formulas(condition(text, asked)).replace("$", r"\$"))
            texts = [cell.source for cell in source.notebook.cells if cell.cell_type == "markdown"]
            shown += [re.sub(r"`[^`]*`|<[^>]*>", "", _lesson_markdown(text)) for text in texts]
            assert [(name, lang, each) for each in shown if RAW.search(each)] == []


@pytest.mark.parametrize(
    ("name", "question", "before"),
    [
        ("47_public_good_and_commons", "discount", "Now the fund is multiplied by 2."),
        ("20_born_ahead", "square", "Let the exponent be 2. The money is 8, 4, 2 and 1 parts."),
        ("43_market_power", "loss", ""),
    ],
)
def test_condition__of_a_question_stands_before_it(name: str, question: str, before: str) -> None:
    course: Any = SimpleNamespace(source=read_lesson(name))
    asked, text = in_words(course)["self_check", question]
    assert condition(text, asked) == before
