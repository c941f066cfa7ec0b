"""Events in words at the edges: names of spaces that are also words of the rules."""

from pathlib import Path

import pytest

import monopoly_lab as ml
from monopoly_lab.editions.loader import FOLDER
from monopoly_lab.notation.piece_names import dollars


@pytest.mark.parametrize("id_", ["hotel", "house"])
def test_events__a_space_may_have_the_id_of_a_building(id_: str, tmp_path: Path) -> None:
    text = (FOLDER / "class_board.toml").read_text(encoding="utf-8").replace('"library"', f'"{id_}"')
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    game = ml.Game(path, start={"turn": "Ann"}, options={"move.dice": 1})
    assert "Ann moved to Library." in game.apply("roll 2")
    assert "Library" in game.waiting() and "Library" in str(game.apply("auction"))
    assert "Library" in game.waiting()
    game.apply("bid 10")
    game.apply("pass")
    assert "The deed of Library went from the bank to" in "\n".join(game.log())
    assert [event.space for event in game.events if event.kind == "auction_opened"] == [id_]


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "−$12,345"), ("uk", "−12\u202f345\u00a0$"), ("ru", "−12\u202f345\u00a0$")]
)
def test_dollars__of_a_class_are_written_as_its_language_does(lang: str, said: str) -> None:
    assert dollars(-12_345, lang) == said
