"""A lesson in the app for a class, which shows no result before it is predicted."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import ipywidgets as ipw
import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

import monopoly_lab as ml
from monopoly_lab.common.messages import languages, say
from monopoly_lab.lessons.grading.class_folder import hand_out, read_class
from monopoly_lab.lessons.grading.submission import Contents
from monopoly_lab.lessons.grading.submissions import read_submissions
from monopoly_lab.lessons.lesson_notebooks import read_lesson
from monopoly_lab.web.lesson_notebook import board_picture, page_notebook
from monopoly_lab.widgets.ask_prediction import predict
from monopoly_lab.widgets.autosave import VARIABLE
from monopoly_lab.widgets.handing_in import pack_notebook
from monopoly_lab.widgets.lesson_cells import Later, Step
from monopoly_lab.widgets.lesson_outputs import Part, board_images
from monopoly_lab.widgets.lesson_page import Text, Walk
from monopoly_lab.widgets.question_cells import Guess, Sentence


@pytest.fixture
def names(shell: Any) -> dict[str, Any]:
    """What the cells of a kernel work in."""
    shell.user_ns["predict"] = predict
    found: dict[str, Any] = shell.user_ns
    return found


def seen(walk: Walk) -> str:
    """All that a page holds, in the order of its widgets."""
    return "\n".join(_texts(walk.page))


def _texts(widget: Any) -> Iterator[str]:
    for name in ("value", "outputs", "description"):
        yield str(getattr(widget, name, ""))
    for child in getattr(widget, "children", ()):
        yield from _texts(child)


def test_walk__shows_what_was_asked_about_when_it_has_been_predicted(names: dict[str, Any]) -> None:
    walk = Walk(names)
    walk.step("First")
    walk.ask('share = predict("share", None, ask="Share?", low=0, high=100)')
    walk.step("Then")
    walk.text("<p>Where it ends.</p>")
    walk.show("share.against(78)")
    walk.show("found = 70 + 8\nprint(found)\nfound / 2")
    walk.ask("wins = 3\nprint(found + wins)")
    walk.ask('last = predict("last", None, ask="Last?")')
    walk.show("last.against(4)")
    asks, check, again = (step for step in walk.steps if isinstance(step, Guess))
    assert "found" not in names and not any(word in seen(walk) for word in ("78", "39", "ends", "Last?"))
    assert walk.frame.steps == ["First", ""] and say("lesson_page.goes_on") in seen(walk)
    assert "is not from" in asks.press(share="140") and "found" not in names
    asks.press(share="40")
    assert seen(walk).count("You said 40, it is 78.") == 2, "where it was asked, and where it was found"
    assert all(word in seen(walk) for word in ("Where it ends.", "39.0", "Last?")) and "it is 4" not in seen(walk)
    assert asks._fields["share"].disabled and walk.frame.steps == ["First", "Then"]
    assert check.press(wins="4") == "82"
    again.press(last="4")
    assert seen(walk).count("You said 4, it is 4.") == 1, "the question stands right above"
    assert say("lesson_page.goes_on") not in seen(walk)


def test_walk__waits_for_a_check_until_it_has_a_number_right_or_not(names: dict[str, Any]) -> None:
    names |= {"ml": ml, "lesson": ml.Lesson("x", keys={"q": ml.hashed("q", 7, 0), "r": ml.hashed("r", 8, 0)})}
    walk = Walk(names)
    walk.ask('profit = ml.predict("profit", None)')
    walk.ask('ml.self_check("q", None, lesson)')
    walk.ask('ml.self_check("r", None, lesson)')
    walk.show("print(7 + 8)")
    profit, first, second = (step for step in walk.steps if isinstance(step, Guess))
    profit.press(profit="1")
    assert "15" not in seen(walk)
    assert "not a number" in first.press(answer_q="a lot") and second.press(answer_r="8") == "Right."
    assert "15" not in seen(walk), "the first check has no number yet"
    assert first.press(answer_q="6").startswith("Not yet") and "15" in seen(walk)
    assert first.press(answer_q="7") == "Right."


def test_walk__names_the_questions_that_have_no_answer_and_says_at_the_first_check_that_its_answer_counts(
    names: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "off")
    names |= {"ml": ml, "lesson": ml.Lesson("x", keys={"q": ml.hashed("q", 7, 0), "r": ml.hashed("r", 8, 0)})}
    walk = Walk(names, name="07_who_wins")
    walk.step("First")
    walk.ask('profit = ml.predict("profit", None, ask="What profit?")')
    walk.step("Second")
    walk.text(
        "<h2>Second</h2><p>Ann has 7.</p><p><strong>Check yourself.</strong> How many has <em>Bo</em>? One number.</p>"
    )
    walk.ask('ml.self_check("q", None, lesson)')
    walk.text("<p>And Cy?</p>")
    walk.ask('ml.self_check("r", None, lesson)')
    walk.text("<p>Explain why.</p>")
    walk.sentence("cell")
    assert walk._missing() == [("ml-ask-0", "First: What profit?"), ("", ""), ("", ""), ("", "")], "no later question"
    profit, first, second = (step for step in walk.steps if isinstance(step, Guess))
    profit.press(profit="1")
    assert walk._missing()[0] == ("ml-ask-2", "Second: How many has Bo?") and walk._missing()[1] == ("", "")
    first.press(answer_q="7")
    second.press(answer_r="9")
    assert walk._missing() == [("ml-ask-6", "Second: Explain why.")]
    assert "ml-ask-6" in walk.steps[6].box._dom_classes
    assert seen(walk).count(say("lesson_page.first_counts")) == 1
    assert say("lesson_page.first_counts") in "".join(_texts(first.box))


@pytest.mark.parametrize("lang", languages())
def test_walk__counts_homework_apart_and_does_not_ask_who_leaves_it_for_later(
    names: dict[str, Any], monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    monkeypatch.setenv(VARIABLE, "off")
    walk = Walk(names | {"ml": ml}, lang, name="07_who_wins")
    walk.step("First")
    walk.ask('profit = ml.predict("profit", None, ask="What profit?")')
    walk.step(f"Second {say('lesson.at_home', lang)}")
    walk.ask('other = ml.predict("other", None, ask="And hers?")')
    walk.sentence("cell")
    walk.hand_in(pack_notebook({"cells": [], "metadata": {}}))
    assert walk.hand is not None
    assert walk._progress() == (0, 1) and [words for _, words in walk._missing()] == ["First: What profit?"]
    next(step for step in walk.steps if isinstance(step, Guess)).press(profit="1")
    assert walk._missing() == [] and walk._progress(True) == (0, 2)
    assert say("lesson_page.answered_at_home", lang, n=0, total=2) in seen(walk)
    walk.hand.name.value = "Ann"
    walk.hand.press()
    assert "Ann.ipynb" in seen(walk), "nothing is asked back"


def test_step__texts_and_pictures_are_in_the_order_of_the_lesson_also_on_a_narrow_page() -> None:
    step = Step("One", 1)
    kinds = ("say", "look", "lead", "say", "look", "say", "wide", "lead", "look")
    parts = [Part(kind, ipw.HTML(str(n))) for n, kind in enumerate(kinds)]
    for part in parts:
        step.place(part)
    rows = [row for row in step.box.children if isinstance(row, ipw.Box)]
    shown = [
        sorted((part for column in row.children for part in column.children), key=lambda part: int(part.layout.order))
        for row in rows
    ]
    assert [[part.value for part in row] for row in shown] == [["0", "1"], ["2", "3", "4", "5"], ["7", "8"]]


def test_step__on_a_narrow_page_the_first_picture_comes_after_the_first_texts_and_before_the_question() -> None:
    step = Step("One", 1)
    for kind, text in (("first", "board"), ("say", "title"), ("say", "today"), ("ask", "field"), ("say", "after")):
        step.place(Part(kind, ipw.HTML(text)))
    parts = [part for column in step.box.children[0].children for part in column.children]
    shown = sorted(parts, key=lambda part: int(part.layout.order))
    assert [part.value for part in shown] == ["title", "today", "board", "field", "after"]


def test_step__on_paper_a_text_stays_with_the_question_table_or_picture_below_it() -> None:
    step = Step("One", 1)
    table, link = '<div class="ml-figures"><table></table></div>', '<p><button class="ml-to-picture">x</button></p>'
    placed = {
        "above a question": Part("say", ipw.HTML("<p>Which?</p>")),
        "a button that is not printed": Part("say", ipw.HTML(link)),
        "a question": Part("ask", ipw.VBox()),
        "above a text": Part("say", ipw.HTML("<p>So it is.</p>")),
        "above a table": Part("say", ipw.HTML("<p>All of it:</p>")),
        "a table": Part("say", ipw.HTML(table)),
        "above words": Part("say", ipw.HTML("<p>Explain.</p>")),
        "words": Part("say", ipw.VBox()),
        "above a chart": Part("lead", ipw.HTML("<p>Move the price:</p>")),
        "a chart": Part("wide", ipw.VBox()),
        "at the end": Part("say", ipw.HTML("<p>That is all.</p>")),
    }
    for part in placed.values():
        step.place(part)
    kept = {name for name, part in placed.items() if "ml-leads" in part.widget._dom_classes}
    assert kept == {name for name in placed if name.startswith("above")} - {"above a text"} | {
        "a button that is not printed"
    }
    assert "ml-leads" in step.box.children[0]._dom_classes, "the row above a chart that takes the whole width"


def test_walk__a_board_is_shown_once_and_later_questions_have_a_button_that_leads_to_it(names: dict[str, Any]) -> None:
    game = ml.Game("classic_us", start={"deeds": {"Ann": ["new_york"]}}, players=["Ann", "Bo"], seed=1)
    names["game"] = game
    walk = Walk(names)
    walk.step("First")
    walk.picture(board_images(game, ""))
    walk.ask("one = 1\nprint(one)")
    walk.step("Second")
    walk.show("game")
    walk.ask("two = 2\nprint(two)")
    walk.step("Third")
    walk.ask("three = 3\nprint(three)")
    walk.ask("four = 4\nprint(four)")
    assert seen(walk).count('class="ml-board"') == 1 and seen(walk).count("ml-to-board") == 2
    names["game"] = ml.Game("classic_us", players=["Ann", "Bo"], seed=1)
    walk.show("game")
    assert seen(walk).count('class="ml-board"') == 2, "another position is something new"
    assert seen(walk).count('class="ml-dark"') == 2, "each has a form for a dark page"


def test_walk__a_bare_board_is_nothing_to_come_back_to(names: dict[str, Any]) -> None:
    walk = Walk(names)
    walk.step("First")
    walk.picture("<img>", is_bare=True)
    walk.step("Second")
    walk.ask("two = 2\nprint(two)")
    assert "ml-to-board" not in seen(walk)


def test_text__what_may_be_wider_than_the_page_has_a_frame_of_its_own() -> None:
    formula, table = '<math display="block"><mi>x</mi></math>', "<table><tr><td>1</td></tr></table>"
    html = Text(f"<p>Say: {formula}</p>{table}").part.widget.value
    short = '<math display="inline"><mi>x</mi></math>'
    said = Text(f"<p>{short} and {short}, or not</p>").part.widget.value
    assert said == f'<p>{short} and <span class="ml-unbroken">{short},</span> or not</p>'
    assert f'<span class="ml-formula">{formula}</span>' in html and f'<div class="ml-figures">{table}</div>' in html


def test_walk__a_step_that_fails_is_left_out_in_words_and_the_rest_goes_on(names: dict[str, Any]) -> None:
    walk = Walk(names)
    walk.show("missing + 1")
    walk.show("print(1)")
    assert say("guess.failed") in seen(walk) and "Traceback" not in seen(walk) and ">1<" in seen(walk)


LESSON = ('one = predict("one", None)', "one.against(1)", 'two = predict("two", None)', "two.against(22)")


def lesson_of(names: dict[str, Any], **given: Any) -> Walk:
    walk = Walk(names, name="07_who_wins", **given)
    for source in LESSON:
        (walk.ask if "predict" in source else walk.show)(source)
    return walk


def test_walk__a_page_loaded_again_has_its_answers_and_what_they_opened(
    names: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    one, _, _, _ = lesson_of(names).steps
    assert isinstance(one, Guess)
    one.press(one="5")
    again = lesson_of(names)
    assert "You said 5, it is 1." in seen(again) and "it is 22" not in seen(again)
    (file,) = tmp_path.glob("answers_*")
    for damaged in ("[1]", '{"one": 5}', "\x00", '{"one": "x"}'):
        file.write_text(damaged)
        assert "it is 1." not in seen(lesson_of(names))


GAME = """
from monopoly_lab.economics.matches import Match
from monopoly_lab.economics.public_good import PublicGood
import monopoly_lab as ml
ml.MatchPanel(Match(PublicGood(players=2, rounds=4), {"You": None, "Bo": "conditional"}, seed=5), "You")
"""


def with_game(names: dict[str, Any]) -> Walk:
    walk = Walk(names, name="47_public_good_and_commons")
    walk.show(GAME)
    walk.text("<p>What came out.</p>")
    return walk


def panel_of(walk: Walk) -> Any:
    return next(cell for cell in walk.steps if isinstance(cell, Later)).value


def test_walk__a_game_goes_on_where_it_was_when_the_page_is_loaded_again(
    names: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    panel = panel_of(with_game(names))
    panel.move(7)
    panel.move(0)
    again = with_game(names)
    assert panel_of(again).match.position.past == panel.match.position.past
    assert panel_of(again).match.position.round == 3
    assert "What came out." not in seen(again)
    panel_of(again).move(20)
    panel_of(again).move(20)
    assert "What came out." in seen(again) and "What came out." in seen(with_game(names))


def test_walk__a_game_goes_on_where_the_browser_says_it_was(
    names: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "off")
    for kept, number in (("[7,0]", 3), ("[7,true]", 2), ("[[7]]", 1), ('{"7": 1}', 1), ("[7, 99999]", 2), ("7,", 1)):
        walk = with_game(names)
        assert walk.frame.keeps
        walk.frame.restored = {"match 0": kept}
        assert panel_of(walk).match.position.round == number, kept
    walk = with_game(names)
    walk.frame.restored = {"match 0": "[7,0,1,2,3]"}
    assert panel_of(walk).match.over and "What came out." in seen(walk)


def test_walk__where_no_folder_keeps_answers_the_browser_brings_them_back(
    names: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "off")
    walk = lesson_of(names)
    assert walk.frame.keeps
    for nonsense in ({}, {"one": 3}, {"one": "x" * 9000}, {"else": "1"}):
        walk.frame.restored = nonsense
    assert "it is 1." not in seen(walk)
    walk = lesson_of(names)
    walk.frame.restored = {"one": "5", "two": "6"}
    assert "You said 5, it is 1." in seen(walk) and "You said 6, it is 22." in seen(walk)


def test_walk__the_teacher_alone_opens_everything(names: dict[str, Any]) -> None:
    asked = {"open": "all"}
    student, teacher = lesson_of(names), lesson_of(names, teacher=True)
    for walk in (student, teacher):
        walk.frame._handle_custom_msg(asked, [])
    assert "it is 1" not in seen(student) and not student.frame.has_all
    assert "Nothing was predicted; it is 1." in seen(teacher) and "it is 22." in seen(teacher)


def test_walk__a_control_that_shows_a_later_answer_opens_with_that_answer(names: dict[str, Any]) -> None:
    names["ml"] = ml
    walk = Walk(names)
    walk.show('ml.Explorable("externality")', percent="again", **{"remedy=tax": "tax"})
    walk.ask('again = ml.predict("again", None)')
    (later, asks) = walk.steps
    shown = later.explorable
    offered = {field["name"]: field for field in shown._panel.fields}
    assert "percent" not in offered and len(offered["remedy"]["texts"]) == 3
    shown._panel.values = {"percent": 10, "remedy": 3}  # as a page would that was tampered with
    assert shown.chosen["percent"] == 20 and shown.chosen["remedy"] != "tax"
    asks.press(again="5")
    assert "percent" in {field["name"] for field in shown._panel.fields}


COLUMN = "import pandas as pd\npd.Series({'Ann': 5, 'Bo': 7}, name='rents')"


def test_walk__a_value_is_shown_without_the_names_of_the_machine(names: dict[str, Any]) -> None:
    walk = Walk(names)
    for source in (COLUMN, "{'Ann': 0.5}", "('buy', 'auction')"):
        walk.show(source)
    assert "dtype" not in seen(walk) and "('buy'" not in seen(walk) and seen(walk).count("<table") == 2


ASKED = "**Explain** in one sentence.\n\n## Next"
LAST = 'ml.self_check("q1", None, lesson)'
CELLS = (
    f'lesson = ml.Lesson("dice", keys={{"q1": "{ml.hashed("q1", 0.5)}"}})',
    'u = ml.predict("sevens", None, unit="%")',
    'rest, of = "x", 7',
    LAST,
)


@pytest.fixture
def handed(names: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Walk]:
    """Makes the page of a small lesson that asks for a sentence, a prediction and two answers."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "kept"))
    made = new_notebook(cells=[new_markdown_cell(ASKED, metadata={"tags": ["explain"]}), *map(new_code_cell, CELLS)])
    made.cells[0].id = "why"
    nbformat.write(made, tmp_path / "dice.ipynb")
    names["ml"] = ml
    calls = [cell.source for cell in page_notebook(read_lesson(str(tmp_path / "dice.ipynb"))).cells[1:-1]]

    def page() -> Walk:
        names["_walk"] = Walk(names, name="dice")
        for call in calls:
            exec(call, names)
        return names["_walk"]  # type: ignore[no-any-return]

    return page


def test_walk__waits_for_a_sentence_on_what_the_class_plays_before_the_theory(names: dict[str, Any]) -> None:
    walk = Walk(names, "en")
    walk.text("<p>Play in pairs. What happened?</p>")
    walk.sentence("pairs", waits=True)
    walk.text("<p>Theory: 10.</p>")
    assert "Theory" not in seen(walk) and say("lesson_page.writes_on", "en") in seen(walk)
    (field,) = (step.field for step in walk.steps if isinstance(step, Sentence))
    field.value = "  "
    assert "Theory" not in seen(walk)
    field.value = "We shared."
    assert seen(walk).count("Theory: 10.") == 1 and "Play, and write" not in seen(walk)
    field.value = "We shared, and then I cheated."
    assert seen(walk).count("Theory: 10.") == 1
    opened = Walk(names, teacher=True)
    opened.sentence("pairs", waits=True)
    opened.text("<p>Theory: 10.</p>")
    opened.show_all()
    assert "Theory: 10." in seen(opened)


def test_43__its_theory_waits_until_the_pairs_have_played() -> None:
    code = "\n".join(cell.source for cell in page_notebook(read_lesson("43_market_power"), "en").cells)
    assert code.index("waits=True") < code.index("undercutting")


def test_walk__a_sentence_is_kept_and_the_lesson_goes_on_without_it(handed: Callable[[], Walk], tmp_path: Path) -> None:
    (sentence,) = (step for step in handed().steps if isinstance(step, Sentence))
    assert sum(isinstance(step, Guess) for step in handed().steps) == 3
    sentence.field.value = "More ways,\nof course. " + "!" * 9000
    again = handed()
    assert "More ways,\nof course." in seen(again) and again.kept.path is not None
    again.kept.path.unlink()
    other = handed()
    assert "More ways" not in seen(other)
    other.kept.path, other.kept.found = None, {}
    other.frame.keeps, other.frame.restored = True, {"words why": "The browser knows."}
    assert "The browser knows." in seen(other)


def test_walk__what_is_typed_is_handed_in_as_the_notebook_of_the_student(
    handed: Callable[[], Walk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lesson.toml").write_text('lesson = "dice.ipynb"\ncourse = "7b"\n')
    (tmp_path / "students.csv").write_text("name\nAnn Lee\nBo\n")
    hand_out(tmp_path / "lesson.toml", tmp_path / "students.csv", tmp_path / "room")
    walk, sent = handed(), dict[str, str]()
    monkeypatch.setattr(walk.frame, "send", lambda content: sent.update({content["download"]: content["text"]}))
    sentence, predicted, pair, last = (step for step in walk.steps if isinstance(step, Guess | Sentence))
    assert say("lesson_page.answered", n=0, total=3) in seen(walk)
    sentence.field.value = "More ways,\nsix of 36."
    predicted.press(u="16,5 %")
    assert say("lesson_page.answered", n=2, total=3) in seen(walk)
    pair.press(rest="500 dollars", of="8")
    last.press(answer_q1="0.25")
    end = walk.hand
    end.press()
    assert not sent and say("lesson_page.no_name") in seen(walk)
    end.name.value = " ../Ann  Lee?"
    end.press()
    ((file, text),) = sent.items()
    (tmp_path / "room" / "submitted" / file).write_text(text)
    course = read_class(tmp_path / "room")
    (found,) = read_submissions(course, tmp_path / "room" / "submitted")
    assert found.student is not None and found.student.name == "Ann Lee"
    assert found.texts == [("why", "More ways, six of 36.")]
    assert found.answers[("predict", "sevens")].value == 16.5 and found.answers[("self_check", "q1")].value == 0.25
    assert 'rest, of = "500 dollars", 8' in found.cells and not found.code
    assert found.contents is Contents.UNNAMED and not any(
        "copy of" in each or "signature" in each for each in found.problems
    )
    (tmp_path / "room" / "submitted" / file).rename(tmp_path / "room" / "submitted" / "Cy.ipynb")
    (found,) = read_submissions(course, tmp_path / "room" / "submitted")
    assert found.student is None and say("class.stranger", value="Cy") in found.problems, "the file's name is nobody's"


def test_walk__the_board_that_the_lesson_begins_with_is_not_shown_twice(names: dict[str, Any]) -> None:
    given = '{"edition": "classic_us", "players": ["Ann", "Bo"]}'
    walk = Walk(names)
    walk.step("First")
    walk.picture(board_picture(given, ""))
    walk.show('import monopoly_lab as ml\ngame = ml.Game("classic_us", players=["Ann", "Bo"], seed=1)\ngame')
    seen = [row.children[1].children for row in walk._steps[0].box.children]
    assert sum(map(len, seen)) == 1
    walk.show('ml.Game("classic_us", players=["Ann", "Bo", "Cy"], seed=1)')  # another board is
    seen = [row.children[1].children for row in walk._steps[0].box.children]
    assert sum(map(len, seen)) == 2


def test_guess__what_cannot_be_an_answer_is_told_as_an_error_until_one_can(names: dict[str, Any]) -> None:
    asked = Guess('u = predict("u", None, unit="%", low=0, high=100)', names)
    for typed, is_refused in (("fifty", True), ("50", False), ("150", True), ("", True), ("36", False)):
        asked.press(u=typed)
        assert ("ml-refused" in asked.box._dom_classes) == is_refused, typed


@pytest.mark.full
def test_41__the_page_shows_no_result_before_it_is_asked_for(names: dict[str, Any]) -> None:
    """Course figures: 78 buildings at 20 %; 36 % brings most; there owners lose 1,612 more than the treasury gets."""
    names["ml"] = ml
    names["_walk"] = walk = Walk(names)
    for cell in page_notebook(read_lesson("41")).cells[1:-1]:
        exec(cell.source, names)

    def answer(question: str, typed: str) -> str:
        asked = next(step for step in walk.steps if isinstance(step, Guess) and question in step.given)
        return asked.press(**{question: typed})

    assert "Laffer" not in seen(walk)
    answer("best", "50")
    assert "You are the owners" not in seen(walk)
    answer("hotels", "18")
    assert "You are the owners" in seen(walk) and "A tax of 10 %" not in seen(walk) and "it is 36" not in seen(walk)
    assert "one site" in answer("supply", "27")
    assert "A tax of 10 %" in seen(walk) and "excess burden on owners" not in seen(walk)
    assert "owners keep $" in seen(walk) and "more than the treasury" not in seen(walk)
    assert "it is 36" not in seen(walk) and "3,177" not in seen(walk)
    answer("rate", "26")
    assert "You said 50 %, it is 36 %." in seen(walk) and "3,177" in seen(walk) and "Who gains" not in seen(walk)
    (picture,) = (step.explorable for step in walk.steps if getattr(step, "explorable", None))
    assert "burden" not in {field["name"] for field in picture._panel.fields}
    answer("loss", "1612")
    assert "burden" in {field["name"] for field in picture._panel.fields}
    assert "Who gains" in seen(walk)
    assert seen(walk).count(">buildings</th>") == 2, "of the taxes, and of the players"


def test_verdict__right_not_yet_and_another_number_have_a_sign_each(names: dict[str, Any]) -> None:
    """The sign comes from the class of the answer, in every language, for checks and for predictions."""
    walk = Walk(names, "uk")
    guess = Guess('u = predict("u", None, ask="?", low=0, high=100)', names, "uk")
    for said, kind in (
        (say("lesson.right", "uk"), "ml-right"),
        (f"{say('lesson.not_yet', 'uk')} Думай.", "ml-not-yet"),
    ):
        guess._show_message(said)
        assert f'class="{kind}"' in guess._told.value
    guess._show_message("7")
    assert "class=" not in guess._told.value
    for typed, kind in (("78", "ml-right"), ("71", "ml-near"), ("70", "ml-other"), ("40", "ml-other")):
        walk = Walk(names, "uk")
        walk.ask('share = predict("share", None, ask="Share?", low=0, high=100)')
        walk.show("share.against(78)")
        walk.steps[0].press(share=typed)  # type: ignore[union-attr]
        assert seen(walk).count(kind) == 1, typed


def test_walk__the_theory_of_a_game_comes_after_it_was_played(names: dict[str, Any]) -> None:
    walk = Walk(names)
    names["ml"] = ml
    walk.show(
        "from monopoly_lab.economics.matches import Match\nfrom monopoly_lab.economics.public_good import PublicGood\n"
        "ml.MatchPanel(Match(PublicGood(2, 2, 20, 1.6), {'You': None, 'Bo': 'giver'}), 'You')"
    )
    walk.text("<p>Paying nothing is best.</p>")
    panel = walk.steps[0].value  # type: ignore[union-attr]
    panel.move(0)
    assert "Paying nothing" not in seen(walk) and "Play all rounds" in seen(walk)
    panel.move(0)
    assert "Paying nothing" in seen(walk) and "Play all rounds" not in seen(walk)


def test_text__no_line_ends_between_a_number_and_its_sign() -> None:
    made = Text("<p>20 %? m/n = 0.4</p>").part.widget.value
    assert "20\u00a0%?" in made and "m/n\u00a0=\u00a00.4" in made
