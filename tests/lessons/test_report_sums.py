"""Charts of a class report: the bars of each sum to the number that its title says."""

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from monopoly_lab.common.messages import languages, say, speaking
from monopoly_lab.figures import answer_charts
from monopoly_lab.lessons.grading.class_report import _corrected_later, _data_code
from monopoly_lab.lessons.grading.marks import STATES, changes, read_report
from monopoly_lab.lessons.grading.roster import Student
from monopoly_lab.lessons.grading.submission import Marked, Submission

# (first prediction, second, self-check): whether each was answered, and what became of the check
PATTERNS = [(first, second, state) for first in (True, False) for second in (True, False) for state in STATES]
CLASS = len(PATTERNS)


def sheet(n: int, pattern: tuple[bool, bool, str], rnd: random.Random, own: bool) -> Submission:
    """What came from a student; with results of their own, if `own`."""
    first, second, state = pattern
    keeps_back = state if state in ("doubtful", "uncounted") else "right"
    rows = []
    for name, was_made in (("before", first), ("after", second)):
        found = float(rnd.choice((40, 50, 60))) if own else 50.0
        said = float(rnd.choice((20, 50, 52, 90))) if was_made else None
        verdict = "none" if said is None else "close" if abs(said - found) <= found / 10 else "other"
        rows.append(Marked("predict", name, said, found, 0.0, 0.0, keeps_back if was_made else "open", "", verdict))
    said = None if state in ("open", "code", "refused") else 5.0
    rows.append(Marked("self_check", "check", said, 5.0, 0.0, 1.0, state))
    return Submission(Path(f"{n}.ipynb"), Student(f"S{n}", f"S{n}"), rows=rows)


def table_of(sheets: list[Submission]) -> pd.DataFrame:
    (text,) = re.findall(r'read_report\("""(.*?)"""', _data_code(sheets), re.DOTALL)
    return read_report(text)


def numbers(text: str) -> list[int]:
    return [int(each) for each in re.findall(r"\d+", text)]


def bars(trace: Any) -> int:
    return len(trace.x) if trace.type == "histogram" else int(sum(trace.y))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("own", [False, True])
def test_charts__bars_sum_to_the_number_in_the_title(seed: int, own: bool) -> None:
    rnd = random.Random(seed)
    chosen = PATTERNS if seed == 0 else rnd.choices(PATTERNS, k=CLASS)
    found = table_of([sheet(n, each, rnd, own) for n, each in enumerate(chosen)])

    for name in ("before", "after"):
        made = answer_charts.predictions(found, name, "en", low=0, high=100)
        n, of = numbers(made.layout.title.text)[:2]
        assert of == CLASS and {bars(trace) for trace in made.data} <= {n}, "predictions, and results by seed"
    twice = answer_charts.predictions(found, "before", "en", low=0, high=100, again="after")
    n, of, *once = numbers(twice.layout.title.text)
    assert of == CLASS and {bars(trace) for trace in twice.data} <= {n}, "the same students in both"
    table = changes(found, "before", "after", "en")
    assert (int(table.iloc[:, 0].sum()) if isinstance(table, pd.DataFrame) else 0) == n, "as in the table below"
    has = found[found.said.notna()].groupby("question").student.apply(set)
    assert n == len(has["before"] & has["after"]) and sum(once) == len(has["before"] ^ has["after"])

    checks = answer_charts.answers(found, "check", "en")
    n, of = numbers(checks.layout.title.text)
    (trace,) = checks.data
    by_name = dict(zip(trace.x, trace.y))
    assert sum(by_name.values()) == of == CLASS
    others = ("no answer", "undecided", "not counted")  # the rule of the predictions: what is left out is in no number
    assert sum(by_name.values()) - sum(by_name.get(other, 0) for other in others) == n


@pytest.mark.parametrize(("result", "side"), [(5, "left"), (50, "center"), (96, "right")])
def test_charts__what_is_said_of_the_result_stays_in_the_chart(result: float, side: str) -> None:
    """The text is as long as a third of a chart: it begins, or ends, at the line that is nearer to an edge."""
    rows = [{"student": 1, "kind": "predict", "question": "best", "said": 50.0, "found": result, "state": "right"}]
    made = answer_charts.predictions(pd.DataFrame(rows), "best", "en", unit="dollars", low=0, high=100)
    (told,) = made.layout.annotations
    assert told.xanchor == side


def test_charts__a_file_that_cannot_be_read_is_in_no_result() -> None:
    """It had a result by its name, with nothing said, and so the results were more than the predictions."""
    rows = [
        {"student": n, "kind": "predict", "question": "best", "said": said, "found": found, "state": "right"}
        for n, (said, found) in enumerate([(50, 80.1), (60, 79.2), (None, 81.7)])
    ]
    made = answer_charts.predictions(pd.DataFrame(rows), "best", "en", low=0, high=100)
    assert [sorted(trace.x) for trace in made.data] == [[50, 60], [79.2, 80.1]]


@pytest.mark.parametrize("lang", languages())
def test_twice__others_are_counted_in_words(lang: str) -> None:
    said = {1: (50, 60), 2: (70, None), 3: (None, 40), 4: (None, None), 5: (55, 65)}
    rows = [
        {"student": n, "kind": "predict", "question": name, "said": each, "found": 44.0, "verdict": "other"}
        for n, pair in said.items()
        for name, each in zip(("one", "two"), pair)
    ]
    made = answer_charts.predictions(pd.DataFrame(rows), "one", lang, low=0, high=100, again="two")
    first, second = made.data
    assert (list(first.x), list(second.x)) == ([50, 55], [60, 65])
    told = say("class.answered_twice", lang, n=2, all=5), say("class.answered_once", lang, n=2)
    assert made.layout.title.text == "; ".join(told)


@pytest.mark.parametrize("lang", languages())
def test_report__says_how_many_of_those_who_were_wrong_at_first_were_right_in_the_end(lang: str) -> None:
    tries = {"right": "wrong", "wrong": "wrong"}  # of the last try, that of the first
    checks = [Marked("self_check", "check", 5.0, 5.0, 0.0, 1.0, last) for last in ("right", "wrong", "wrong", "right")]
    firsts = [*(replace(each, state=tries[each.state]) for each in checks[:3]), checks[3]]
    rows = [replace(first, first=first, last=last) for first, last in zip(firsts, checks)]
    rows.append(replace(rows[0], state="uncounted"))
    sheets = [Submission(Path(f"{n}.ipynb"), Student(f"S{n}", f"S{n}"), rows=[row]) for n, row in enumerate(rows)]
    with speaking(lang):
        assert [numbers(text) for text in _corrected_later(sheets, "check")] == [[3, 1]]
        assert list(_corrected_later(sheets[3:4], "check")) == []
