"""A lesson in the app for a class, which shows no result before it is predicted."""

import sys
from collections.abc import Iterator
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell

import monopoly_lab as ml
from monopoly_lab.common.messages import say
from monopoly_lab.widgets.lesson_player import Later, Walk
from monopoly_lab.widgets.prediction_field import predict


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """What the cells of a kernel work in."""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])  # the shell puts its own there
    shell = InteractiveShell.instance()
    shell.user_ns["predict"] = predict
    yield shell.user_ns
    shell.reset()
    InteractiveShell.clear_instance()


def seen(step: Later) -> str:
    return str([step.told.value, step.shown.outputs])


def test_walk__shows_what_was_asked_about_when_it_has_been_predicted(names: dict[str, Any]) -> None:
    walk = Walk(names)
    asks = walk.ask('share = predict("share", None, low=0, high=100)')
    told, table = walk.show("share.against(78)"), walk.show("found = 70 + 8\nprint(found)\nfound / 2")
    check = walk.ask("wins = 3\nprint(found + wins)")
    again = walk.ask('last = predict("last", None)')
    end = walk.show("last.against(4)")
    assert say("guess.waiting") in seen(told) and "found" not in names
    assert not any(word in seen(step) for step in (told, table, end) for word in ("78", "39"))
    assert check.press(wins="4") == say("guess.first")
    assert "is not from" in asks.press(share="140") and "found" not in names
    asks.press(share="40")
    assert "You said 40, it is 78." in seen(told) and "'78\\n'" in seen(table) and "39.0" in seen(table)
    assert check.press(wins="4") == "82" and not end.shown.outputs
    again.press(last="4")
    assert "You said 4, it is 4." in seen(end)


def test_walk__waits_for_a_check_until_it_has_a_number_right_or_not(names: dict[str, Any]) -> None:
    names |= {"ml": ml, "lesson": ml.Lesson("x", keys={"q": ml.hashed("q", 7, 0), "r": ml.hashed("r", 8, 0)})}
    walk = Walk(names)
    profit = walk.ask('profit = ml.predict("profit", None)')
    first, second = walk.ask('ml.self_check("q", None, lesson)'), walk.ask('ml.self_check("r", None, lesson)')
    ledger = walk.show("print(7 + 8)")
    profit.press(profit="1")
    assert not ledger.shown.outputs and say("guess.waiting") in seen(ledger)
    assert "not a number" in first.press(answer_q="a lot") and second.press(answer_r="8") == "Right."
    assert not ledger.shown.outputs, "the first check has no number yet"
    assert first.press(answer_q="6").startswith("Not yet") and "15" in seen(ledger)
    assert first.press(answer_q="7") == "Right."


def test_walk__a_step_that_fails_is_left_out_in_words_and_the_rest_goes_on(names: dict[str, Any]) -> None:
    walk = Walk(names)
    gone, here = walk.show("missing + 1"), walk.show("print(1)")
    assert say("guess.failed") in seen(gone) and "Traceback" not in seen(gone)
    assert here.shown.outputs and not here.told.value
