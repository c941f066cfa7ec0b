"""Choices that the rules refuse: the reason by name and in words, and nothing has changed.

The prepared games and their choices are a table, `illegal_choices.toml` beside this file.
"""

import tomllib
from pathlib import Path

import pytest

from monopoly_lab import Game, IllegalChoice

GAMES = tomllib.loads(Path(__file__).with_name("illegal_choices.toml").read_text(encoding="utf-8"))["game"]
CASES = [(game, *refused) for game in GAMES for refused in game["refused"]]


def prepared(case) -> Game:
    players = case.get("players", ["Ann", "Bo", *case.get("start", {}).get("out", [])])
    game = Game(case["edition"], players, options=case.get("options"), start=case.get("start"))
    for text in case.get("script", []):
        game.apply(text)
    return game


@pytest.mark.parametrize(
    ("case", "text", "reason", "words"), CASES, ids=[f"{case[0]['name']}-{case[1]}" for case in CASES]
)
def test_illegal_choice__is_refused_with_its_reason_and_nothing_changes(case, text, reason, words) -> None:
    game = prepared(case)
    before, saved, log, fields = game.state, game.to_toml(), game.log(), game._s.facts()
    fields = {name: value[:] if isinstance(value, list) else value for name, value in fields.items()}
    assert words in (game.why_not(text) or "")
    with pytest.raises(IllegalChoice) as caught:
        game.apply(text)
    assert caught.value.reason == reason
    assert words in str(caught.value)
    assert game.state == before and game.to_toml() == saved and game.log() == log
    assert game._s.facts() == fields
    assert text not in game.choices()


def test_illegal_choices__more_than_sixty_are_in_the_table() -> None:
    assert len(CASES) >= 60
    assert len({(case["name"], text) for case, text, *_ in CASES}) == len(CASES)
