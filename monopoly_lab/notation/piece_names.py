"""Names for tokens, characters, faces of the power-up die and bosses, written and read; sums without a board."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from monopoly_lab.common.messages import Word, has_message, resolve_language, say
from monopoly_lab.constants import names as names_of
from monopoly_lab.constants import player_role
from monopoly_lab.editions import Edition, load_edition
from monopoly_lab.editions.components import Names
from monopoly_lab.rules.state import State

DOLLARS = "classic_us"  # the edition whose money a class sees where an activity has no board


def token_name(edition: Edition, s: State, players: Sequence[str], k: int) -> str:
    """Return who a token is: the player, or the character where a player has several tokens."""
    return character_name(edition, s.character[k]) if s.tokens > s.seats else players[s.seat_of[k]]


def token_id(edition: Edition, s: State, players: Sequence[str], k: int) -> str:
    """Return how a token is written in a choice."""
    if s.tokens > s.seats and s.character[k] >= 0:
        return edition.characters[s.character[k]].id
    if s.tokens > s.seats:
        return f"{players[s.seat_of[k]]} {k % (s.tokens // s.seats) + 1}"
    return players[s.seat_of[k]]


def token_named(edition: Edition, s: State, players: Sequence[str], text: str) -> int | None:
    """Return the token that a text names, by player or by character; None for no token, or for several."""
    wanted = comparable_text(text)
    character = index_by_name(text, [(entry.id, entry.names) for entry in edition.characters])
    found = [k for k in range(s.tokens) if comparable_text(token_id(edition, s, players, k)) == wanted]
    found = found or [k for k in range(s.tokens) if s.character[k] == character is not None]
    found = found or [k for k in range(s.tokens) if comparable_text(players[s.seat_of[k]]) == wanted]
    return found[0] if len(found) == 1 else None


def player_name(name: str, lang: str = "") -> str:
    """Return a player's name for readers: a role of a delivered scenario, such as Upper, in their language.

    >>> player_name("Upper", "ru"), player_name("Ann", "ru")
    ('Высший класс', 'Ann')
    """
    key = f"live.role.{name}"
    return say(key, lang) if name.isidentifier() and has_message(key) else name


def side_name(what: int, lang: str = "") -> str:
    """Return what one player of a side is called: "monopolist"; empty for none."""
    return say(f"side.{names_of(player_role)[what]}", lang) if what != player_role.NONE else ""


def side_names(what: int, lang: str = "") -> Word:
    """Return all players of a side: "monopolists"; empty for none."""
    return Word(say(f"side.{names_of(player_role)[what]}s", lang) if what != player_role.NONE else "")


def character_name(edition: Edition, c: int) -> str:
    """Return the name of a character; empty if there is none of that number."""
    return edition.characters[c].name if 0 <= c < len(edition.characters) else ""


def index_by_name(text: str, entries: Iterable[tuple[str, Names]]) -> int | None:
    """Return the place of what is named by id or by name in any language; None for nothing."""
    wanted = comparable_text(text)
    for index, (id_, names) in enumerate(entries):
        if wanted in (comparable_text(id_), *map(comparable_text, names.values())):
            return index
    return None


def comparable_text(text: str) -> str:
    """Return the text as names are compared: without case, underscores and double spaces."""
    return " ".join(text.casefold().replace("_", " ").split())


def dollars(amount: float, lang: str = "") -> str:
    """Return a sum in whole dollars, as activities of a class without a board show it: "−$50"."""
    return _dollars(amount, resolve_language(lang))


@lru_cache(maxsize=4096)  # pages of a class say the same sums again and again
def _dollars(amount: float, lang: str) -> str:
    return load_edition(DOLLARS).money.grouped(amount, lang)
