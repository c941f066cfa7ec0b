"""Any text at any position is legal, refused by the rules, or no choice; nothing else happens, and nothing changes."""

import random
from functools import cache

import fuzz
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import monopoly_lab as ml
from monopoly_lab import Game, UnreadableChoice
from monopoly_lab.constants import node
from monopoly_lab.notation.parser import MOST_LETTERS, WORDS
from tests.sampled import EDITIONS, FEW, rest_for_release, sampled


def text_around(pool: list[str]) -> st.SearchStrategy[str]:
    """Texts that are nearly choices: legal ones, verbs and pieces, put together in any order."""
    piece = st.one_of(st.sampled_from([*pool, *WORDS, *fuzz.PIECES]), st.text(max_size=5))
    offer = st.builds(
        "{} {}: {} for {}".format, st.sampled_from(["trade", "settle", "Ann: trade"]), piece, piece, piece
    )
    bent = st.builds(lambda a, cut, b: a[:cut] + b + a[cut:], st.sampled_from(pool), st.integers(0, 20), piece)
    return st.one_of(offer, bent, st.lists(piece, max_size=4).map(" ".join), st.text(max_size=30))


@cache
def positions(edition: str) -> tuple[Game, ...]:
    """Some positions of an edition, each kind of question once where it comes up; nothing between is put in words."""
    found: dict[int, Game] = {}
    options = ml.load_edition(edition).resolve()
    names = ["Ann", "Bo", "Cy", "Di", "Ed", "Fo"][: max(2, int(options["players.min"]))]
    for seed in range(4):
        game = Game(edition, dict.fromkeys(names, "random"), seed=seed)
        for _ in range(400):
            if game.over:
                break
            if game._s.node not in found:
                there = found[game._s.node] = game.fork()
                for name in names:
                    there.seat(name, None)
            game.advance()
    return tuple(found.values())


@pytest.mark.parametrize("edition", sampled(ml.editions(), FEW, EDITIONS))
@settings(max_examples=30, deadline=None, derandomize=True)
@given(data=st.data())
def test_any_text__is_taken_or_refused_in_words(edition: str, data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(positions(edition)), "position")
    pool = [*game.choices(), *(text for texts in game.acts().values() for text in texts)] or ["roll"]
    assert fuzz.wrong_with(game, data.draw(text_around(pool), "text")) == ""


@pytest.mark.parametrize("edition", rest_for_release(ml.editions(), EDITIONS))
def test_texts_that_broke_it__at_every_kind_of_question(edition: str) -> None:
    long = ["build " + "9" * 5000, "trade Bo: card chance " + "9" * 5000, "build" + " " * MOST_LETTERS, ":" * 10**6]
    texts = [
        *("build --5", "settle 5: 1", "settle 5: --1", "trade Bo: 5 for card chance ٣", "trade Bo: ٣ for 0", "buy ٣"),
        *(
            f"trade Bo: {'+ '.join(['999999999999999'] * 100)} for 0",
            "Bo: trade Ann: -5 for 0",
            "roll ٣ ٤",
            "\ud800: buy",
        ),
    ]
    for game in positions(edition):
        for text in [*texts, *long, None, 1, 1.5, b"buy", ["buy"], True, float("nan")]:
            assert fuzz.wrong_with(game, text) == ""


def test_long_texts__are_refused_before_they_are_read() -> None:
    for text in ("build " * MOST_LETTERS, ":" * (MOST_LETTERS + 1)):
        with pytest.raises(UnreadableChoice, match=f"at most {MOST_LETTERS} characters"):
            Game("classic_us", ["Ann", "Bo"]).why_not(text)


def test_positions__hold_a_debt_and_a_trade() -> None:
    kinds = {game.node.kind for edition in EDITIONS for game in positions(edition)}
    assert {"debt", "jail", "buy", "turn"} <= kinds


def test_debt_to_a_space__is_told_without_a_payee() -> None:
    """MONOPOLY Геймер, “ФИШКИ И ПЕРСОНАЖИ”: coins that are dropped lie on the space; no seat is owed them."""
    luck = random.Random(1)
    for _ in range(40):
        game = Game("gamer", {"Ann": "random", "Bo": "random"}, seed=luck.randrange(10**6))
        for _ in range(600):
            if game.over:
                break
            if game._s.node == node.DEBT and game._s.debt_to > 12:
                assert game.choice_label("settle 5: 1") and game.debt.creditor
                return
            game.advance()
    raise AssertionError("no such debt came up")
