"""Results of a lesson that reveal the answer of one of its questions, and must not be below it on paper.

The answer of a prediction is read from the result that it is compared with, that of a self-check from its key, which is
tried with every number that is there. What is computed from a student's own games or numbers is not known.
"""

import ast
import re
from collections.abc import Iterable, Sequence
from typing import Any

from monopoly_lab.common.messages import ENGLISH, resolve_language, say
from monopoly_lab.lessons.number_parser import is_right, numbers_in, tolerance
from monopoly_lab.lessons.personal_answers import digits_asked, key_tables
from monopoly_lab.lessons.question_calls import Asked, asked_in, nodes_of, tree_of, words_of
from monopoly_lab.lessons.self_check import fits_key

NUMBER = re.compile(r"(?<![\w.,])[-−]?\d+(?:[\u00a0\u202f]\d{3})*(?:[.,]\d+)*")
UNREAD = re.compile(r'<style.*?</style>|src="[^"]*"|<[^>]*>', re.DOTALL)
AGAINST = re.compile(r"\b(\w+)\.against\(")
GAP = "\0"
NEAR = 1e-9  # as near as the same number is to itself


class ToldAnswers:
    """The answers of a lesson's questions, as far as they are known before it is run."""

    def __init__(self, cells: Sequence[Any]) -> None:
        codes = [cell for cell in cells if cell.cell_type == "code"]
        self.keys = _keys(cell.source for cell in codes)
        self.digits = digits_asked(cell.source for cell in codes)
        self.predicted = {name: asked for cell in codes for asked, name in _named_predictions(cell.source)}
        self.results = {asked.name: _result_of(name, codes) for name, asked in self.predicted.items()}

    def contains_answer(self, text: str, asked: Asked) -> bool:
        """Return True if one of the numbers of a text, as HTML, is the answer of a question."""
        numbers = {number for each in NUMBER.findall(UNREAD.sub(" ", text)) for number in numbers_in(each)}
        return any(self.is_answer(number, asked) for number in numbers)

    def is_answer(self, number: float, asked: Asked) -> bool:
        """Return True for a number that is known to be the answer of a question."""
        if asked.kind == "predict":
            return is_right((number,), self.results[asked.name][-1], NEAR) if self.results.get(asked.name) else False
        key = self.keys.get(asked.name)
        return key is not None and fits_key(asked.name, (number,), key, tolerance(self.digits.get(asked.name)))

    def came_to(self, cell: Any) -> list[tuple[Asked, str]]:
        """Return the predictions that a cell compares with their results, each with its result in words."""
        names = [name for name in AGAINST.findall(cell.source) if name in self.predicted]
        if not names:
            return []
        texts = list(filter(None, map(_result_in, _texts_of(cell))))
        asked = [self.predicted[name] for name in names]
        return (
            [(each, _result_text(each, text)) for each, text in zip(asked, texts)] if len(names) == len(texts) else []
        )


def _keys(sources: Iterable[str]) -> dict[str, str | float]:
    found = dict[str, str | float]()
    for source in sources:
        for table in key_tables(nodes_of(source)) if "Lesson" in source else ():
            if isinstance(table, ast.Dict):
                for key, value in zip(table.keys, table.values):
                    if isinstance(key, ast.Constant) and isinstance(value, ast.Constant):
                        found[str(key.value)] = value.value  # type: ignore[assignment]
    return found


def _named_predictions(source: str) -> list[tuple[Asked, str]]:
    """Return the predictions of a cell, each with the name that its code gives it."""
    asked = {_place(each.call): each for each in asked_in(source) if each.kind == "predict"}
    tree = tree_of(source) if asked else None
    lines = [line for line in tree.body if isinstance(line, ast.Assign) and _place(line.value) in asked] if tree else []
    return [(asked[_place(line.value)], line.targets[0].id) for line in lines if isinstance(line.targets[0], ast.Name)]


def _place(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _result_of(name: str, codes: Sequence[Any]) -> tuple[float, ...]:
    """Return what a prediction is compared with; nothing where several are compared in one cell."""
    for cell in codes:
        compared = AGAINST.findall(cell.source)
        if name not in compared:
            continue
        told = [numbers_in(NUMBER.findall(text)[-1]) for text in _texts_of(cell) if NUMBER.search(text)]
        return told[0] if len(compared) == len(told) == 1 else ()
    return ()


def _texts_of(cell: Any) -> list[str]:
    shown = (output["data"] for output in cell.get("outputs", []) if "data" in output)
    return [data["text/plain"] for data in shown if "text/plain" in data]


def _result_text(asked: Asked, text: str) -> str:
    """Return a result in words; of a question what one would do oneself, that it would have been best."""
    return say("lesson.best", found=text) if words_of(asked).get("choice") else text


def _result_in(text: str) -> str:
    """Return what a teacher's notebook says that a prediction came to; "" for another text."""
    for lang in (resolve_language(), ENGLISH):
        head, _, tail = say("lesson.nothing_said", lang, found=GAP).partition(GAP)
        if text.startswith(head) and text.endswith(tail):
            return text.removeprefix(head).removesuffix(tail)
    return ""
