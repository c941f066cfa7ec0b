"""Cards and trams that lead a token back: a turn that could never end is refused, one that may end is played."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w

import monopoly_lab as ml
from monopoly_lab.editions.loader import FOLDER

TITLE = {"en": "x"}
BOARD = tomllib.loads((FOLDER / "class_board.toml").read_text(encoding="utf-8"))
AGAIN = {"do": "move_to", "to": "luck"}
PRIZE = {"do": "collect", "amount": 30}
NO_WAY_ON = 'a token on "luck" would never come to rest: all that happens there leads back to it'


def edition(
    tmp_path: Path, *cards: dict[str, Any], spaces: dict[int, dict[str, Any]] | None = None, **more: Any
) -> Path:
    """Write the class board with these cards as its deck, and return the path; `more` are the cards of other decks."""
    content = BOARD | {"id": "mine", "spaces": list(BOARD["spaces"])}
    decks = {"luck": list(cards), **more}
    content["decks"] = [
        {
            "id": deck,
            "name": TITLE,
            "cards": [{"id": f"{deck}{n}", "title": TITLE, **card} for n, card in enumerate(listed)],
        }
        for deck, listed in decks.items()
    ]
    for place, space in (spaces or {}).items():
        content["spaces"][place] = {"name": TITLE, **space}
    content["look"] = {key: value for key, value in BOARD["look"].items() if key != "corners"}
    path = tmp_path / "mine.toml"
    path.write_text(tomli_w.dumps(content), encoding="utf-8")
    return path


def refused(path: Path) -> list[str]:
    with pytest.raises(ml.EditionError) as caught:
        ml.load_edition(path)
    return [f"{problem.place}: {problem.message}" for problem in caught.value.problems]


@pytest.mark.parametrize(
    "cards",
    [
        [AGAIN],
        [AGAIN, AGAIN],
        [{"do": "move_back", "steps": 10}],
        [{"do": "back_to", "to": "luck"}],
        [{"do": "free_at", "to": "luck"}],
        [{"do": "up_to", "steps": 10}],  # the player may choose the same space again and again
        [{"do": "pay_or_draw", "amount": 5, "deck": "luck"}],
        [{"do": "step_or_draw", "steps": 1, "deck": "luck"}],
        [AGAIN, {"do": "jail_free"}],  # as soon as a player keeps the other card
        [{"do": "free_booth", "group": "red"}],  # once no place is left, it draws another card
    ],
    ids=range(10),
)
def test_load__a_deck_from_which_no_card_leads_on_is_refused(tmp_path: Path, cards: list[dict[str, Any]]) -> None:
    assert refused(edition(tmp_path, *cards)) == [f"spaces[3].deck: {NO_WAY_ON}"]


def test_load__two_decks_that_lead_to_each_other_are_refused(tmp_path: Path) -> None:
    path = edition(
        tmp_path,
        {"do": "move_to", "to": "other"},
        other=[AGAIN],
        spaces={8: {"id": "other", "kind": "deck", "deck": "other"}},
    )
    assert [each.partition(":")[0] for each in refused(path)] == ["spaces[3].deck", "spaces[8].deck"]


@pytest.mark.parametrize("to", ["tram", "stop"])
def test_load__trams_that_lead_to_each_other_are_refused(tmp_path: Path, to: str) -> None:
    path = edition(
        tmp_path,
        PRIZE,
        spaces={
            8: {"id": "tram", "kind": "tram", "tax": 0, "to": to},
            7: {"id": "stop", "kind": "tram", "tax": 0, "to": "tram"},
        },
    )
    assert {each.partition(":")[0] for each in refused(path)} == {"spaces[8].to", "spaces[7].to"}


def test_load__a_tram_to_a_deck_that_leads_back_to_it_is_refused(tmp_path: Path) -> None:
    path = edition(
        tmp_path,
        {"do": "move_to", "to": "tram"},
        spaces={8: {"id": "tram", "kind": "tram", "tax": 0, "to": "luck"}},
    )
    assert [each.partition(":")[0] for each in refused(path)] == ["spaces[3].deck", "spaces[8].to"]


def test_load__cards_that_lead_on_in_the_end_are_taken(tmp_path: Path) -> None:
    """From luck only to the other deck, and from there on; a deck of cards that are kept becomes empty."""
    spaces = {8: {"id": "other", "kind": "deck", "deck": "other"}}
    ml.load_edition(edition(tmp_path, {"do": "move_to", "to": "other"}, other=[AGAIN, PRIZE], spaces=spaces))
    ml.load_edition(edition(tmp_path, {"do": "jail_free"}))


@pytest.mark.parametrize(
    ("decks", "said"), [("replacement", "since a card leads back to the deck"), ("piles", "a pile deals")]
)
def test_play__a_card_that_leads_back_to_its_deck_is_played_and_has_no_chain(
    tmp_path: Path, decks: str, said: str
) -> None:
    path = edition(tmp_path, AGAIN, PRIZE)
    game = ml.Game(path, players=[("Ann", "balanced"), ("Bo", "random")], seed=1)
    game.run(rounds=30)
    assert game.round > 1
    with pytest.raises(ml.ChainError, match=said):
        ml.Chain(path, decks=decks)
    assert ml.Chain(path, cards=False).pi.sum() == pytest.approx(1)
