"""The script of an activity: steps that fit what was chosen, and that can still be taken."""

import re
from pathlib import Path

import pytest

from monopoly_lab.common.messages import catalogue, say, speaking
from monopoly_lab.live.activities import ACTIVITIES
from monopoly_lab.live.activity import read_options
from monopoly_lab.live.activity_forms import BEFORE, CONDITION, script_of
from tests.live.test_room import opened

QUOTED = re.compile(r'"([^"]+)"|«([^»]+)»|“([^”]+)”')
LANGUAGES = pytest.mark.parametrize("lang", ["en", "ru", "uk"])


@LANGUAGES
@pytest.mark.parametrize("name", ACTIVITIES)
def test_script__names_options_that_there_are_and_numbers_its_steps(name: str, lang: str) -> None:
    kind = ACTIVITIES[name]
    offered = {option.name: option.among for option in kind.OPTIONS}
    conditions = CONDITION.findall(say(f"live.{name}.script", lang, **kind.FACTS, rounds=5))
    for condition in conditions:
        option, _, values = condition.partition("=")
        assert option == BEFORE or set(values.split(",")) <= set(offered[option]), condition
    with speaking(lang):
        for has_begun in (False, True):
            lines = script_of(kind, read_options(kind, {}), has_begun).splitlines()
            numbers = [int(found[1]) for line in lines if (found := re.match(r"(\d+)\. ", line))]
            assert numbers == list(range(1, len(numbers) + 1)) and "[" not in "".join(lines)


@LANGUAGES
@pytest.mark.parametrize("name", ACTIVITIES)
def test_script__quotes_buttons_that_there_are(name: str, lang: str) -> None:
    """A teacher looks for the words in quotes: labels of the activity, of all activities, or titles of others."""
    words = catalogue(lang)
    shown = re.compile(rf"live\.(\w+|{name}\.\w+|\w+\.title)")  # of all, of this one, titles of others
    labels = {text for key, text in words.items() if shown.fullmatch(key) and not key.endswith(".script")}
    quoted = {"".join(found) for found in QUOTED.findall(words[f"live.{name}.script"])}
    assert quoted and sorted(quoted - labels) == []


def test_script__before_the_start_says_predict_first_and_afterwards_does_not(tmp_path: Path) -> None:
    """And the round it speaks of is the last one that was chosen."""
    room, _ = opened(tmp_path, ("Ann", "Bo", "Cy", "Dora"))
    form = {"activity": "give", "options": {"rounds": "3", "game": "fund"}}
    before = room.host({"act": "preview", **form})["script"]
    assert before.startswith('1. "Predict" first') and "round 3?" in before
    room.host({"act": "start", **form})
    assert "Predict" not in room.host_view()["script"] and room.host_view()["script"].startswith("1. Start")


@pytest.mark.parametrize(
    ("options", "said", "unsaid"),
    [
        ({"format": "sealed"}, ["First price"], ["Rising bids", "Second price and", "Common value", "Next round"]),
        ({"format": "english"}, ["Rising bids: to drop out"], ["First price", "Common value"]),
        ({"values": "common"}, ["Common value"], ["value them most", "First price:"]),
        ({}, ["Rising bids: to drop out", "value them most", "First price:"], ["Common value:"]),
    ],
)
def test_script__of_an_auction_follows_what_was_chosen(options: dict, said: list[str], unsaid: list[str]) -> None:
    kind = ACTIVITIES["auction"]
    with speaking("en"):
        script = script_of(kind, read_options(kind, options), has_begun=True)
    assert [each for each in said if each not in script] + [each for each in unsaid if each in script] == []
