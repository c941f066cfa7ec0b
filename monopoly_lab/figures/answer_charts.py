"""Draw the answers of a class for its report: predictions, first and second ones, and right and wrong answers.

`report` is the table of a class report, a row for each answer. Its column `said` has what a student entered, `found`
the result.
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import plotly.graph_objects as go

from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import format_number, plural_form, plural_rule, resolve_language, say
from monopoly_lab.common.renamed_modules import warn_renamed
from monopoly_lab.figures import style

BARS = 20  # of a histogram, at most about
WHOLE = 2 * BARS  # a range of whole numbers up to this has a bar for each
FONT_SIZE = 22  # pixels, as the text of a report: read from the last row of a class
HUGE = 1e100  # numbers from here on are not drawn
LINE = 30  # pixels from a line of text to the one above it
STATE_COLORS = {
    "right": "#2a7f4f",
    "wrong": style.STRONG,
    "refused": "#b06f1f",
    "code": style.CALM,
    "doubtful": "#6b6ba8",
    "uncounted": "#7d7480",
    "unknown": "#8a6fa0",
    "open": "#b9b3ad",
}
ALWAYS = ("right", "wrong", "open")
NOT_COUNTED = ("open", "doubtful", "uncounted")  # states of who has not answered, and of hand-ins that are left out
EDGE_SHARE = 1 / 3  # of a chart: within this share of either edge the label of a line stands on its inner side
TICKS = 5  # about, on the axis of students


class Scale(NamedTuple):
    """What a prediction is measured in: its unit, and the limits of what may be predicted, None for none.

    `choice` says that it is what students would do, and the result what would have been best.

    A unit may have forms, as that of `Prediction` has: "round|rounds".
    """

    unit: str = ""
    low: float | None = None
    high: float | None = None
    choice: bool = False

    def format_value(self, value: float, lang: str) -> str:
        """Return a number with the form of its unit that goes with it."""
        whole = int(value) if float(value).is_integer() else None
        unit = plural_form(plural_rule(resolve_language(lang)), whole, self.unit.split("|"))
        return f"{format_number(value, 4, lang)}\N{NO-BREAK SPACE}{unit}" if unit else format_number(value, 4, lang)

    def result_in_words(self, value: float, lang: str) -> str:
        """Return what came out, or would have been best, in words."""
        said = self.format_value(value, lang)
        return say("lesson.best", lang, found=said) if self.choice else f"{say('class.is', lang)} {said}"

    @property
    def plain_unit(self) -> str:
        """Return the form of the unit without a number: "rounds"."""
        return self.unit.split("|")[:3][-1]

    def bins(self, values: Sequence[float]) -> dict[str, float]:
        """Return start, end and size of bars, each centered on its number; the first and last on the limits."""
        low = min(values, default=0.0) if self.low is None else self.low
        high = max(values, default=1.0) if self.high is None else self.high
        size = _round_step((high - low) / BARS)
        if (high - low) <= WHOLE and all(float(each).is_integer() for each in (low, high, *values)):
            size = 1.0
        low = low if self.low is not None else size * math.floor(low / size)
        bars = math.ceil(round((max(high, *values) if values else high) - low, 9) / size)
        below = math.ceil(round(low - min([low, *values]), 9) / size)
        return {"start": low - (below + 0.5) * size, "end": low + (bars + 0.5) * size, "size": size}


def _round_step(least: float) -> float:
    """Return the smallest of 1, 2, 5 times a power of ten that is not below a number; 1 for 0."""
    if least <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least * (1 - 1e-9))


def predictions(
    report: "pd.DataFrame",
    question: str,
    lang: str = "",
    unit: str = "",
    low: float | None = None,
    high: float | None = None,
    *,
    again: str = "",
    choice: bool = False,
) -> go.Figure:
    """Return a histogram of predictions with a line at the result; a second histogram if results differ by seed.

    With `again`, two histograms on one scale, with lines at the results: the first and the second predictions of the
    students who have made both. The title says how many have made only one.

    Args:
        report: A row for each answer, from `read_report`.
        question: The name of the prediction.
        lang: Language; that of the session if empty.
        unit: What is predicted is measured in.
        low: The least that may be predicted, on which the first bar is centered.
        high: The most.
        again: The name of the second prediction of the same quantity; "" for none.
        choice: Whether it is what students would do, and the result what would have been best.
    """
    predicted, scale = _finite(report[report.kind == "predict"]), Scale(unit, low, high, choice)
    if again:
        return _two_histograms(predicted, question, again, scale, lang)
    rows = predicted[predicted.question == question]
    figure = go.Figure()
    most = _histogram(figure, rows, scale, _bins(scale, rows), lang, {})
    figure = _apply_style(figure, _answered_title(rows.said.notna(), lang), lang, most)
    if rows.said.notna().any():
        middle = scale.format_value(rows.said.median(), lang)
        figure.update_layout(title_text=f"{figure.layout.title.text}; {say('class.middle', lang, value=middle)}")
    return figure.update_xaxes(title_text=scale.plain_unit)


def made_twice(report: "pd.DataFrame", first: str, second: str) -> list[Any]:
    """Return the students who have made both predictions, which are then compared, in the order of the table."""
    made = report[(report.kind == "predict") & report.said.notna()]
    second_too = set(made.student[made.question == second])
    return [student for student in made.student[made.question == first].unique() if student in second_too]


def _finite(predicted: "pd.DataFrame") -> "pd.DataFrame":
    """Return predictions without numbers that no axis can show; who has entered one counts as not having predicted."""
    said, found = predicted.said.astype(float), predicted.found.astype(float)
    return predicted.assign(said=said.where(said.abs() < HUGE), found=found.where(found.abs() < HUGE))


def revised(report: "pd.DataFrame", first: str, second: str, *rest: Any, **scale: Any) -> go.Figure:
    """Return `predictions` of a question that was asked again, by its old name, with a DeprecationWarning."""
    warn_renamed("answer_charts.revised", "answer_charts.predictions(..., again=...)")
    return predictions(report, first, *rest, again=second, **scale)


def _two_histograms(predicted: "pd.DataFrame", first: str, second: str, scale: Scale, lang: str) -> go.Figure:
    """Return two histograms on one scale, of the predictions of those who have made both, with the results."""
    from plotly.subplots import make_subplots

    names = [say("class.first", lang), say("class.second", lang)]
    figure = make_subplots(rows=2, cols=1, vertical_spacing=0.28)
    asked = predicted[predicted.question.isin([first, second])].drop_duplicates(["student", "question"], keep="last")
    both = made_twice(asked, first, second)
    shown = asked[asked.student.isin(both)] if both else asked.assign(said=float("nan"))
    bins = _bins(scale, shown)
    most = 1
    for row, question in enumerate((first, second), 1):
        rows = shown[shown.question == question]
        most = max(most, _histogram(figure, rows, scale, bins, lang, {"row": row, "col": 1}))
    figure.update_traces(showlegend=False, selector={"name": say("class.said", lang)})
    once = asked.student[asked.said.notna()].nunique() - len(both)
    title = say("class.answered_twice", lang, n=len(both), all=asked.student.nunique())
    title += f"; {say('class.answered_once', lang, n=once)}" if once else ""
    _apply_style(figure, title, lang, most)
    figure.update_yaxes(rangemode="tozero", dtick=max(1, round(most / TICKS)), title_text=say("class.students_n", lang))
    figure.update_xaxes(title_text=scale.plain_unit, title_standoff=8, row=2, col=1)
    for row, name in enumerate(names, 1):  # above the line that says what it is
        place = {"xref": "x domain", "yref": "y domain", "x": 0, "y": 1, "yshift": LINE, "row": row, "col": 1}
        figure.add_annotation(text=f"<b>{name}</b>", showarrow=False, xanchor="left", yanchor="bottom", **place)
    return figure.update_layout(height=700, margin_t=80 + 2 * LINE, title_y=1, title_yref="container", title_pad_t=16)


def _bins(scale: Scale, rows: "pd.DataFrame") -> dict[str, float]:
    """Return the bars for predictions and their results."""
    return scale.bins([*rows.said.dropna().tolist(), *rows.found.dropna().tolist()])


def _histogram(
    figure: go.Figure, rows: "pd.DataFrame", scale: Scale, bins: dict[str, float], lang: str, place: dict[str, int]
) -> int:
    """Add the histogram of a prediction, with the result, to a figure; return the number in the highest bar.

    Where results differ by seed, those of the students who have predicted are shown, one for each prediction.
    """
    said = rows.said.dropna().tolist()
    results = rows.found[rows.said.notna() | (not said)].dropna().tolist()
    bars = {"xbins": bins, "autobinx": False}
    figure.add_trace(go.Histogram(x=said, name=say("class.said", lang), marker_color=style.CALM, **bars), **place)
    if len(set(results)) == 1:
        line = {"color": style.STRONG, "width": 3}
        share = (results[0] - bins["start"]) / (bins["end"] - bins["start"])
        anchor = "left" if share < EDGE_SHARE else "right" if share > 1 - EDGE_SHARE else "center"
        figure.add_vline(
            x=results[0],
            line=line,
            annotation_text=scale.result_in_words(results[0], lang),
            annotation_position="top",
            annotation_xanchor=anchor,
            annotation_font={"color": style.STRONG, "size": FONT_SIZE},
            **place,
        )
    elif results:
        shown = {"name": say("class.is", lang), "marker_color": style.STRONG, "opacity": 0.6}
        figure.add_trace(go.Histogram(x=results, **shown, **bars, showlegend=place.get("row", 1) == 1), **place)
    figure.update_xaxes(range=[bins["start"], bins["end"]], **place)
    return max(_tallest(each, bins) for each in ((said, results) if len(set(results)) > 1 else (said,)))


def answers(report: "pd.DataFrame", question: str, lang: str = "") -> go.Figure:
    """Return bars of how many answers have each state of `STATE_COLORS`: right, wrong, no number, code, missing, ...

    The title does not count what is undecided or not counted, as nothing else in the report does. A state that another
    version of the report may have is not counted.
    """
    states = report.state[report.question == question]
    states = states.where(states.isin(list(STATE_COLORS)), "uncounted")
    counts = {state: int((states == state).sum()) for state in STATE_COLORS}
    counts = {state: n for state, n in counts.items() if n or state in ALWAYS}
    names = [say(f"class.{each}_n", lang) for each in counts]
    figure = go.Figure(go.Bar(x=names, y=list(counts.values()), marker_color=[STATE_COLORS[each] for each in counts]))
    figure.update_traces(texttemplate="%{y}", textposition="outside")
    return _apply_style(figure, _answered_title(~states.isin(NOT_COUNTED), lang), lang, max(counts.values()))


def _answered_title(have: "pd.Series[bool]", lang: str) -> str:
    """Return how many of all have answered."""
    return say("class.answered", lang, n=int(have.sum()), all=len(have))


def _tallest(values: Sequence[float], bins: dict[str, float]) -> int:
    """Return the number of values in the highest bar; 1 for none."""
    counts = Counter(math.floor((each - bins["start"]) / bins["size"]) for each in values)
    return max(counts.values(), default=1)


def _apply_style(figure: go.Figure, title: str, lang: str, most: int) -> go.Figure:
    """Return the figure in the style of a class report, with ticks for whole students up to about `most`."""
    figure.update_layout(
        template="none",
        height=360,
        font={"family": style.FONT, "color": style.INK, "size": FONT_SIZE},
        margin={"t": 80, "b": 50 + LINE, "l": 80, "r": 20},
        xaxis_title_standoff=8,
        title={"text": title, "font": {"size": FONT_SIZE + 2}},
        yaxis={
            "title": {"text": say("class.students_n", lang)},
            "rangemode": "tozero",
            "dtick": max(1, round(most / TICKS)),
        },
        bargap=0.05,
        barmode="overlay",
        legend={**style.LEGEND, "x": 1, "xanchor": "right"},
        separators=style.SEPARATORS.get(say("language.point", lang)),
    )
    return figure.update_xaxes(exponentformat="none", separatethousands=True)  # "4,000", as in the text, not "4k"
