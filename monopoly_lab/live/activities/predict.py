"""Predict: a question on all phones; the wall counts the answers, then shows them, then the result."""

from collections.abc import Sequence
from typing import Any

from monopoly_lab.common.errors import LiveError
from monopoly_lab.common.messages import format_number, resolve_language, say
from monopoly_lab.lessons.lesson_notebooks import present_name
from monopoly_lab.lessons.number_parser import no_number, number_in
from monopoly_lab.lessons.prediction import PERCENT, Prediction, unit_alone
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activity import ALL_SEATS, Activity, FormField, SentAnswer
from monopoly_lab.live.lesson_questions import LessonQuestion, lesson_questions
from monopoly_lab.live.page_blocks import Blocks
from monopoly_lab.measures.histogram_columns import Column, alike, place_of

NOBODY = -1  # a seat that has answered nothing
FIRST, SECOND, SHOWN = "first", "second", "shown"  # stages: predict, predict again, the truth


class Predict(Activity):
    """One question with a number as its answer, of a lesson or the teacher's own; the class may predict twice.

    The wall shows the answers of a stage once all have answered, or the teacher says so; the stage is closed then:
    nobody copies what the wall shows, and nobody sees a bar come as a name goes.
    """

    NAME = "predict"
    MINUTES = 5
    HAS_PREVIEW = True
    LOSES = ("show", "again", "reveal")
    OPTIONS = (
        FormField("lesson", "", offered=lambda: _question_options()),
        FormField("question", "", is_long=True),
        FormField("context", "", is_long=True),
        FormField("unit", ""),
        FormField("low", ""),
        FormField("high", ""),
        FormField("truth", ""),
        FormField("because", "", is_long=True),
    )

    def set_up(self, now: float) -> None:
        self._read_question()
        if not self.asked:
            raise LiveError(self.say("no_question"))
        self.low, self.high = self._limit("low", self.given.low), self._limit("high", self.given.high)
        self.truth = self._limit("truth", self.given.truth)
        if self.low is not None and self.high is not None and self.low >= self.high:
            raise LiveError(self.say("no_room"))
        if self.truth is not None and self.options["truth"]:
            self._check_truth(self.truth)
        self.stage = FIRST
        self.said: dict[str, dict[int, float]] = {FIRST: {}, SECOND: {}}
        self.open: set[str] = set()  # stages whose answers are on the wall

    def _read_question(self) -> None:
        """Read the question: one's own, or that of a lesson in the language that is spoken."""
        typed_question = LessonQuestion("", str(self.options["question"]), because=str(self.options.get("because", "")))
        typed_question = typed_question._replace(context=str(self.options.get("context", "")))
        named = str(self.options["lesson"])
        # A question of the teacher's own takes nothing from a lesson.
        self.given = typed_question if typed_question.ask or not named else _question_by_key(named, self.lang)
        self.asked = self.given.ask
        self._forms = str(self.options["unit"]) or self.given.unit  # "dollar|dollars", which numbers agree with
        self.unit = unit_alone(self._forms)

    def speak(self, lang: str) -> None:
        super().speak(lang)
        self._read_question()

    def _limit(self, name: str, usual: float | None) -> float | None:
        typed = str(self.options[name])
        limit = number_in(typed, self.unit) if typed else usual
        if typed and limit is None:
            raise LiveError(f"{self.say(f'option_{name}')}: {no_number(typed, self.lang)}")
        return limit

    def _check_truth(self, truth: float) -> None:
        """Refuse a right answer that no phone could send: LiveError with the valid ones and the nearest of them."""
        nearest = max(self.low, truth) if self.low is not None else truth
        nearest = min(self.high, nearest) if self.high is not None else nearest
        if nearest != truth:
            values = {"value": self._with_unit(truth), "limits": self._valid, "nearest": self._with_unit(nearest)}
            raise LiveError(self.say("truth_outside", **values))

    def add_latecomer(self, seat: int, now: float) -> None:
        self.seats.append(seat)

    def question(self, seat: int) -> int | None:
        return None if self.stage in self.open else {FIRST: 1, SECOND: 2, SHOWN: None}[self.stage]

    def waiting(self) -> list[int]:
        return [seat for seat in super().waiting() if seat not in self.said[self.stage]]

    def _read(self, answer: SentAnswer) -> Prediction:
        typed = answer.get("number")
        value = typed if isinstance(typed, str | int | float) else ""
        return Prediction(
            "live", value, self.asked, self._forms, self.low, self.high, self.lang, whole=self.given.whole
        )

    def why_not(self, seat: int, answer: SentAnswer) -> str:
        read = self._read(answer)
        return "" if read else repr(read)

    def apply(self, seat: int, answer: SentAnswer, now: float) -> None:
        self.said[self.stage][seat] = float(self._read(answer))
        if not self.waiting():
            self.open.add(self.stage)
        self.seats_to_update = ALL_SEATS if self.stage in self.open else {seat}

    def computer_answer(self, seat: int) -> SentAnswer:
        low = self.low if self.low is not None else min(0.0, self.high or 0.0)
        middle = (low + (self.high if self.high is not None else max(100.0, low))) / 2
        return {"number": float(int(middle)) if self.given.whole else middle}

    def controls(self) -> Sequence[str]:
        if self.stage == SHOWN:
            return ()
        again = ("again",) if self.stage == FIRST else ()
        return ("reveal", *again) if self.stage in self.open else ("show", *again, "reveal")

    def control(self, what: str, now: float) -> None:
        if what == "show":
            self.open |= {FIRST, self.stage}
            return
        self.stage = SECOND if what == "again" else SHOWN
        if what == "reveal":
            self.end(now)

    def end(self, now: float) -> None:
        self.stage = SHOWN
        self.open = {FIRST, SECOND}
        super().end(now)

    def _with_unit(self, number: float) -> str:
        return Prediction("live", unit=self._forms, lang=self.lang).shown(number)

    def _digits(self, number: float) -> str:
        return format_number(number, 4, self.lang)

    def preview(self) -> Blocks:
        return self.view(NOBODY)

    def preview_key(self) -> Blocks:
        known: Blocks = {} if self.truth is None else {"truth": blocks.text(self._truth_sentence(), "good")}
        return known | ({"because": blocks.text(self.given.because)} if self.given.because else {})

    def view(self, seat: int) -> Blocks:
        if self.stage == SHOWN or self.stage in self.open:
            return self._closed_view(seat)
        field_arguments = (self.asked, self.say("send"), self.low, self.high, self.unit)
        field = blocks.number(self.question(seat) or 0, *field_arguments, limits=self._valid, sign=True)
        sent, first = self.said[self.stage].get(seat), self.said[FIRST].get(seat)
        note = self.say("sent", value=self._with_unit(sent)) if sent is not None else self.say(f"{self.stage}_hint")
        page = self._context() | {"ask": field}
        if self.stage == SECOND and first is not None:
            page["first"] = blocks.text(self.say("said_first", value=self._with_unit(first)))
        return page | {"sent": blocks.text(note, "note" if sent is None else "good")}

    def _closed_view(self, seat: int) -> Blocks:
        """Return what a phone shows that can answer nothing: what it said, and at last how far away that was."""
        mine = [own_answers[seat] for own_answers in self.said.values() if seat in own_answers]
        page: Blocks = {"ask": blocks.text(self.asked)}
        if len(mine) > 1:
            page["first"] = blocks.text(self.say("said_first", value=self._with_unit(mine[0])))
        own_answers = self.say("you_said", value=self._with_unit(mine[-1])) if mine else self.say("nothing_said")
        page["said"] = blocks.text(own_answers, "big")
        if self.stage != SHOWN:
            return page | {"closed": blocks.text(self.say("closed"), "note")}
        if self.truth is not None:
            page["truth"] = blocks.text(self._truth_sentence(), "good")
            page |= {"away": blocks.text(self._distance_text(mine[-1]))} if mine else {}
        return page | self._read_on()

    def _distance_text(self, number: float) -> str:
        """Return how far a prediction is from the answer, and which place that is; nobody's name."""
        truth = self.truth or 0.0
        last = {**self.said[FIRST], **self.said[SECOND]}.values()
        nearer = sum(abs(each - truth) < abs(number - truth) - 1e-9 for each in last)
        off = abs(number - truth)
        away = self.say("away", value=self._with_unit(off)) if off else self.say("exact")
        if off and self.unit == PERCENT:
            away = self.say("away_points", value=self._digits(off))
        return f"{away} {self.say('place', n=nearer + 1, total=len(last))}" if len(last) > 1 else away

    @property
    def _valid(self) -> str:
        """Return the unit and the limits of an answer; "" for neither."""
        return Prediction("live", unit=self._forms, low=self.low, high=self.high, lang=self.lang).limits()

    def _context(self) -> Blocks:
        """Return the lesson of the question, and what a class must know that has not seen it."""
        page: Blocks = (
            {"lesson": blocks.text(self.say("of_lesson", lesson=self.given.lesson), "note")}
            if self.given.lesson
            else {}
        )
        return page | ({"context": blocks.text(self.given.context)} if self.given.context else {})

    def _read_on(self) -> Blocks:
        """Return why the result is as it is, and where to read on."""
        page: Blocks = {"because": blocks.text(self.given.because)} if self.given.because else {}
        return page | (
            {"read": blocks.text(self.say("read_on", lesson=self.given.lesson), "note")} if self.given.lesson else {}
        )

    def _truth_sentence(self) -> str:
        return self.say("truth", value=self._with_unit(self.truth or 0.0))

    def _charts(self, stages: Sequence[str]) -> list[blocks.Block]:
        """Return a chart for each stage, with the same columns and the same height for a student in all."""
        values = [list(self.said[stage].values()) for stage in stages]
        columns = alike(values, self.low, self.high, self.truth, self.stage == SHOWN)
        most = max((n for bins in columns for *_, n in bins), default=0)
        return [self._chart(stage, bins, most) for stage, bins in zip(stages, columns, strict=True)]

    def _chart(self, stage: str, bins: Sequence[Column], most: int) -> blocks.Block:
        values = list(self.said[stage].values())
        marks = []
        if self.stage == SHOWN and self.truth is not None:
            marks.append(blocks.mark(place_of(self.truth, bins), self._truth_sentence()))
        key = f"chart_{stage}" if self._last == SECOND else "chart_only"
        title = self.say(key, n=len(values), total=len(self.seats))
        if self.stage == SHOWN and values:
            title = f"{title}: {self.say('chart_median', value=self._with_unit(_middle(values)))}"
        unit = self.unit if self.unit not in ("", "%") else ""
        shown_below = self._with_unit if self.unit == "%" else self._digits
        less, more = (lambda edge, key=key: self.say(key, value=edge) for key in ("and_less", "and_more"))
        y = self.say("chart_students")
        return blocks.histogram(bins, shown_below, marks, x=unit, y=y, title=title, ends=(less, more), most=most)

    @property
    def _last(self) -> str:
        """Return the last stage in which the class predicted."""
        return SECOND if self.said[SECOND] or self.stage == SECOND else FIRST

    def wall(self) -> Blocks:
        page: Blocks = {} if self.is_over or self.open else self._context()
        page["ask"] = blocks.text(self.asked, "big")
        if self.stage != SHOWN and self._valid:
            has_limits = self.low is not None or self.high is not None
            page["valid"] = blocks.text(self.say("valid" if has_limits else "valid_unit", limits=self._valid), "note")
        stages = [stage for stage in (FIRST, SECOND)[: 1 + (self._last == SECOND)] if stage in self.open]
        charts = self._charts(stages)
        if len(charts) == 2:
            page["charts"] = blocks.grid(charts)
        elif charts:
            page["chart"] = charts[0]
        if self.stage == SHOWN:
            return page
        done, total = len(self.said[self.stage]), len(self.seats)
        return page | {"answered": blocks.progress(done, total, self.say("answered", n=done, total=total))}

    def debrief(self) -> Blocks:
        page = self.wall()
        values = list((self.said[SECOND] or self.said[FIRST]).values())
        if values:
            pairs = [(self.say("median"), self._with_unit(_middle(values)))]
            if self.truth is not None:
                pairs.append((self.say("truth_label"), self._with_unit(self.truth)))
            both = [
                (self.said[FIRST][seat], last) for seat, last in self.said[SECOND].items() if seat in self.said[FIRST]
            ]
            if both:  # who came later, or was silent at first, has not changed their mind
                medians = " → ".join(self._with_unit(_middle(each)) for each in zip(*both, strict=True))
                pairs.append((self.say("twice", n=len(both)), medians))
            page["figures"] = blocks.figures(*pairs)
        return page | self._read_on() | {"talk": blocks.text(self.say("debrief"), "note")}

    def rows(self) -> list[dict[str, Any]]:
        return [
            {"seat": seat, "question": self.asked, "stage": stage, "value": value, "truth": self.truth}
            for stage, answers in self.said.items()
            for seat, value in answers.items()
        ]


def _middle(values: Sequence[float]) -> float:
    """Return the median."""
    ordered = sorted(values)
    return (ordered[(len(values) - 1) // 2] + ordered[len(values) // 2]) / 2


def _question_options() -> list[tuple[str, str, str]]:
    """Return the questions that lessons offer for a list, each with its lesson, after one's own."""
    known = lesson_questions(resolve_language())
    return [
        ("", say("live.predict.own", resolve_language()), ""),
        *((each.key, each.ask, each.lesson) for each in known if not each.not_offered),
    ]


def _question_by_key(key: str, lang: str) -> LessonQuestion:
    for question in lesson_questions(lang):
        if question.key == key:
            return question
    lesson = key.partition("/")[0]
    if present_name(lesson) != lesson:  # of a room that is opened again after its lesson has given way
        ask = say("live.predict.given_way", lang, old=key, new=present_name(lesson))
        return LessonQuestion(key, ask)
    known = ", ".join(question.key for question in lesson_questions(lang) if not question.not_offered)
    raise LiveError(say("live.predict.unknown_lesson", lang, value=key, known=known))
