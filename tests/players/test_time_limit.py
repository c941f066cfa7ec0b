"""A strategy that never answers is stopped, and nothing of that is left behind."""

import subprocess
import sys
from contextlib import suppress

import pytest

from monopoly_lab.common import messages
from monopoly_lab.players.time_limit import NoAnswer, Watch

# An error that a profiler raises comes at once, also after a strategy was stopped; it once never did.
AFTERWARDS = """
import sys
from monopoly_lab.players.time_limit import NoAnswer, Watch

def told(frame, event, what):
    if event == "call" and frame.f_code.co_name == "walk":
        sys.setprofile(None)
        raise KeyboardInterrupt

def walk():
    for _ in {}:
        pass

try:
    with Watch(0.01):
        while True:
            pass
except NoAnswer:
    pass
sys.setprofile(told)
try:
    walk()
except KeyboardInterrupt:
    print("heard")
"""


def forever() -> None:
    while True:
        pass


def deaf() -> None:
    """Goes on although it is told to stop, twice."""
    for _ in range(2):
        with suppress(NoAnswer):
            forever()


def test_watch__stops_what_never_answers_and_tells_after_how_long() -> None:
    with pytest.raises(NoAnswer, match="no answer"), Watch(0.01):
        forever()


def test_watch__tells_the_limit_with_the_comma_of_the_language() -> None:
    messages.speak("uk")
    with pytest.raises(NoAnswer, match="0,05"), Watch(0.05):
        forever()


def test_watch__who_comes_back_late_is_not_stopped_later() -> None:
    with Watch(0.01):
        deaf()
    for _ in range(100_000):
        pass


def test_watch__leaves_the_interpreter_as_it_was() -> None:
    done = subprocess.run([sys.executable, "-c", AFTERWARDS], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "heard", done.stderr
