"""What the tests of dealings between players share: refusals, purses, and things as offers name them."""

import pytest

from monopoly_lab import Game
from monopoly_lab.common.errors import IllegalChoice


def refused(game: Game, text: str) -> str:
    """The name of the reason for refusing a choice; `why_not` says the same, and nothing has changed."""
    before, answers, events = game.state, game.answers, len(game.events)
    with pytest.raises(IllegalChoice) as refusal:
        game.apply(text)
    assert (game.state, game.answers, len(game.events)) == (before, answers, events)
    assert game.why_not(text) == str(refusal.value)
    return refusal.value.reason


def purses(game: Game) -> tuple[int, ...]:
    """The cash of every player, by seat; not of who was bankrupt before (see conftest.py)."""
    return tuple(cash for player, cash in sorted(game.state.cash.items()) if player != "Zed")


def deed(game: Game, number: int) -> str:
    """The id of a space: in offers a bare number is money."""
    return game.edition.spaces[number].id


def jail_card(game: Game) -> str:
    """The first card out of jail by deck and number, "chance 9"."""
    return next(
        f"{deck.id} {number}"
        for deck in game.edition.decks
        for number, card in enumerate(deck.cards, 1)
        if card.effect == "jail_free"
    )


def levels(game: Game, *spaces: int) -> list[int]:
    """Houses on each of some sites; 5 for a hotel."""
    return [game.state.level(space) for space in spaces]


def owners(game: Game, *spaces: int) -> list[str | None]:
    """Who owns each of some deeds; None for the bank."""
    return [game.state.owner(space) for space in spaces]
