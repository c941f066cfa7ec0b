"""Expectations: what holds after the script, or after so many of its answers.

[expect]
cash = {Ann = 1290, Bo = 1500}
position = {Ann = "baltic"}
owner = {baltic = "Ann", boardwalk = "bank"}
deeds = {Ann = ["baltic"]}            # all of them
buildings = {boardwalk = "hotel"}     # all there are
mortgaged = ["baltic"]                # all there are
jail = {Bo = 0}                       # all prisoners, with their failed tries
cards = {Ann = ["chance 9"]}
pots = {jackpot = 210}
worth = {Ann = 1500}                  # as at the end of the short game
bank = -3000
houses = 32
hotels = 12
round = 2
turn = "Ann"                          # whose turn it is
node = "buy"                          # what the game waits for
player = "Ann"                        # who has to answer or throw
over = true
winner = "Ann"
choices = ["bid 10"]                  # among what is accepted
log = ["Ann paid"]                    # parts of sentences of the log
refused = {"build 39" = "group_incomplete"}
coins = {thwomp_1 = 2}                # all that lie on the board
characters = {Ann = ["mario"]}        # on the board
resting = ["peach"]
boss = "wendy"                        # on top of the stack
bosses = {Ann = ["lemmy"]}
escaped = ["morton"]
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from monopoly_lab.common.errors import IllegalChoice, UnreadableChoice
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import toml_literal
from monopoly_lab.constants import names as names_of
from monopoly_lab.constants import node, refusal
from monopoly_lab.game.base import GameLike
from monopoly_lab.game.setup.name_lookup import NameLookup
from monopoly_lab.game.setup.start_table import MOST_MONEY, POTS

BANK = "bank"
LEAST = -(10**12)
MOST = 10**12


class Expected(NamedTuple):
    """A value that is expected at a place of the file, and how it is found in a game."""

    place: str
    value: object
    found: Callable[[GameLike], object]


class Moment(NamedTuple):
    """What is expected after `after` answers."""

    after: int
    expected: list[Expected]


def read_moment(names: NameLookup, place: str, table: Mapping[str, Any], answers: int) -> Moment:
    """Return the expectations of one table; names and values that make none are noted."""
    known = {**_READERS, "after": None}
    names.problems.unknown_keys(place, table, known)
    after = names.problems.number(f"{place}.after", table.get("after", answers), 0, answers)
    expected: list[Expected] = []
    for key, value in table.items():
        if key in _READERS:
            expected += _READERS[key](names, f"{place}.{key}", value)
    return Moment(answers if after is None else after, expected)


def check_moment(names: NameLookup, moment: Moment, game: GameLike) -> None:
    """Note every expectation that does not hold in the game, which must be at the right moment."""
    for place, value, found in moment.expected:
        here = found(game)
        if here != value:
            names.problems.note(place, "expected", expected=_text(value), found=_text(here))


def present_facts(game: GameLike) -> dict[str, Any]:
    """Return what could be expected of a game at its position, by key, as a file writes it, without what is empty."""
    state = game.state
    found: dict[str, Any] = {
        "cash": dict(state.cash),
        "position": dict(state.space),
        "deeds": {name: list(deeds) for name, deeds in state.deeds.items() if deeds},
        "buildings": dict(state.buildings),
        "mortgaged": list(state.mortgages),
        "jail": dict(state.jail),
        "cards": {name: list(cards) for name, cards in state.cards.items() if cards},
        "pots": {pot: x for pot, x in state.pots.items() if x},
        "coins": dict(state.coins),
        "characters": {name: list(chosen) for name, chosen in state.characters.items() if chosen},
        "resting": list(state.resting),
        "boss": state.boss or "",
        "bosses": {name: list(beaten) for name, beaten in state.bosses.items() if beaten},
        "escaped": list(state.escaped),
        "worth": game.net_worth(),
        "bank": state.bank,
        "houses": state.houses,
        "hotels": state.hotels,
        "round": state.round,
        "turn": _turn(game),
        "node": _node_kind(game),
        "player": _player_to_answer(game),
        "over": game.over,
        "winner": game.winner or "",
        "choices": list(game.choices()),
    }
    left_out = () if game.edition.characters else ("resting", "escaped")
    return {key: value for key, value in found.items() if key not in left_out and value not in ({}, "")}


def _text(value: object) -> str:
    return toml_literal(list(value)) if isinstance(value, tuple) else toml_literal(value)


# Readers: each gives the expectations of one key


def _by_seat(read: Callable[[NameLookup, str, Any], object], found: Callable[..., object]) -> Any:
    """Return a reader of a table by player."""

    def reader(names: NameLookup, place: str, value: object) -> list[Expected]:
        expected = []
        for where, p, entry in names.by_seat(place, value):
            wanted = read(names, where, entry)
            if wanted is not None:
                player = names.players[p]
                expected.append(Expected(where, wanted, partial(found, player=player)))
        return expected

    return reader


def _single(read: Callable[[NameLookup, str, Any], object], found: Callable[[GameLike], object]) -> Any:
    """Return a reader of one value."""

    def reader(names: NameLookup, place: str, value: object) -> list[Expected]:
        wanted = read(names, place, value)
        return [] if wanted is None else [Expected(place, wanted, found)]

    return reader


def _amount(names: NameLookup, place: str, value: object) -> int | None:
    return names.problems.number(place, value, LEAST, MOST)


def _space(names: NameLookup, place: str, value: object) -> str | None:
    q = names.space(place, value)
    return None if q is None else names.id(q)


def _deeds(names: NameLookup, place: str, value: object) -> tuple[str, ...]:
    """Return the ids of deeds in the order of the board."""
    found = [names.deed(where, name) for where, name in names.problems.items(place, value)]
    return tuple(names.id(q) for q in sorted(q for q in found if q is not None))


def _cards(names: NameLookup, place: str, value: object) -> tuple[str, ...]:
    found = [names.card(where, name) for where, name in names.problems.items(place, value)]
    return tuple(names.edition.cards[c].id for c in sorted(c for c in found if c is not None))


def _flag(names: NameLookup, place: str, value: object) -> bool | None:
    if isinstance(value, bool):
        return value
    names.problems.note(place, "not_a_flag", value=toml_literal(value))
    return None


def _player(names: NameLookup, place: str, value: object) -> str | None:
    p = names.seat(place, value)
    return None if p is None else names.players[p]


def _node(names: NameLookup, place: str, value: object) -> str | None:
    known = [name for name in names_of(node).values() if name != "none"]
    if value in known:
        return str(value)
    if names.problems.text(place, value) is not None:
        names.problems.note(place, "unknown_node", value=value, known=known)
    return None


def _tries(names: NameLookup, place: str, value: object) -> dict[str, int]:
    return {names.players[p]: n for _, p, n in names.by_seat(place, value)}


def _levels(names: NameLookup, place: str, value: object) -> dict[str, int | str]:
    return {names.id(q): level for _, q, level in names.by_deed(place, value) if level != 0}


def _owners(names: NameLookup, place: str, value: object) -> list[Expected]:
    expected = []
    for where, q, entry in names.by_deed(place, value):
        player = BANK if entry == BANK else _player(names, where, entry)
        if player is not None:
            expected.append(Expected(where, player, partial(_owner, q=q)))
    return expected


def _pots(names: NameLookup, place: str, value: object) -> list[Expected]:
    pots = names.problems.table(place, value)
    names.problems.unknown_keys(place, pots, POTS)
    expected = []
    for pot in [name for name in POTS if name in pots]:
        amount = names.problems.number(f"{place}.{pot}", pots[pot], 0, MOST_MONEY)
        if amount is not None:
            expected.append(Expected(f"{place}.{pot}", amount, partial(_pot, pot=pot)))
    return expected


def _choices(names: NameLookup, place: str, value: object) -> list[Expected]:
    """Return expectations that each text is among the choices; a failure shows those that are."""

    def found(game: GameLike, text: str) -> object:
        return text if text in game.choices() else ", ".join(game.choices())

    return _texts(names, place, value, found)


def _log(names: NameLookup, place: str, value: object) -> list[Expected]:
    """Return expectations that each text is part of a sentence of the log; a failure shows the last sentences."""

    def found(game: GameLike, text: str) -> object:
        log = game.log()
        return text if any(text in sentence for sentence in log) else " ".join(log[-3:])

    return _texts(names, place, value, found)


def _texts(names: NameLookup, place: str, value: object, found: Callable[..., object]) -> list[Expected]:
    expected = []
    for where, entry in names.problems.items(place, value):
        text = names.problems.text(where, entry)
        if text is not None:
            expected.append(Expected(where, text, partial(found, text=text)))
    return expected


def _expected_refusals(names: NameLookup, place: str, value: object) -> list[Expected]:
    """Return expectations that choices are refused, with the names of the reasons."""
    known = list(names_of(refusal).values())
    expected = []
    for text, reason in names.problems.table(place, value).items():
        where = f"{place}.{text}"
        if names.problems.text(where, reason) is None:
            continue
        if reason not in known:
            names.problems.note(where, "unknown_reason", value=reason, known=known)
        else:
            expected.append(Expected(where, reason, partial(_reason, text=text)))
    return expected


def _reason(game: GameLike, text: str) -> str:
    """Return the name of the reason a choice would be refused for."""
    try:
        game.fork().apply(text)
    except IllegalChoice as refused:
        return refused.reason
    except UnreadableChoice as unreadable:
        return str(unreadable)
    return say("scenario.not_refused")


def _roles(read: Callable[[NameLookup, str, object], int | None], ids: Callable[[NameLookup], list[str]]) -> Any:
    """Return a reader of a list of characters or bosses by id, in their own order."""

    def reader(names: NameLookup, place: str, value: object) -> tuple[str, ...]:
        found = [read(names, where, name) for where, name in names.problems.items(place, value)]
        return tuple(ids(names)[index] for index in sorted(index for index in found if index is not None))

    return reader


def _boss(names: NameLookup, place: str, value: object) -> str | None:
    b = names.boss(place, value)
    return None if b is None else names.edition.bosses[b].id


def _coins(names: NameLookup, place: str, value: object) -> dict[str, int]:
    found = {}
    for name, entry in names.problems.table(place, value).items():
        q = names.space(f"{place}.{name}", name)
        n = names.problems.number(f"{place}.{name}", entry, 0, MOST_MONEY)
        if q is not None and n:
            found[names.id(q)] = n
    return found


_character_list = _roles(NameLookup.character, lambda names: [entry.id for entry in names.edition.characters])
_boss_list = _roles(NameLookup.boss, lambda names: [entry.id for entry in names.edition.bosses])


def _sort_characters(game: GameLike, ids: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of characters in the order of the edition."""
    return tuple(entry.id for entry in game.edition.characters if entry.id in ids)


def _owner(game: GameLike, q: int) -> str:
    return game.state.owner(q) or BANK


def _pot(game: GameLike, pot: str) -> int:
    return game.state.pots.get(pot, 0)


def _turn(game: GameLike) -> str:
    return game.state.current_player


def _node_kind(game: GameLike) -> str:
    return game.node.kind if game.node else "over"


def _player_to_answer(game: GameLike) -> str:
    return game.node.player if game.node else ""


_READERS: dict[str, Callable[[NameLookup, str, Any], list[Expected]]] = {
    "cash": _by_seat(_amount, lambda game, player: game.state.cash[player]),
    "position": _by_seat(_space, lambda game, player: game.state.space[player]),
    "deeds": _by_seat(_deeds, lambda game, player: game.state.deeds[player]),
    "cards": _by_seat(_cards, lambda game, player: game.state.cards[player]),
    "worth": _by_seat(_amount, lambda game, player: game.net_worth()[player]),
    "owner": _owners,
    "buildings": _single(_levels, lambda game: dict(game.state.buildings)),
    "mortgaged": _single(_deeds, lambda game: game.state.mortgages),
    "jail": _single(_tries, lambda game: dict(game.state.jail)),
    "pots": _pots,
    "bank": _single(_amount, lambda game: game.state.bank),
    "houses": _single(_amount, lambda game: game.state.houses),
    "hotels": _single(_amount, lambda game: game.state.hotels),
    "round": _single(_amount, lambda game: game.state.round),
    "turn": _single(_player, _turn),
    "node": _single(_node, _node_kind),
    "player": _single(_player, _player_to_answer),
    "over": _single(_flag, lambda game: game.over),
    "winner": _single(_player, lambda game: game.winner or ""),
    "choices": _choices,
    "log": _log,
    "refused": _expected_refusals,
    "coins": _single(_coins, lambda game: dict(game.state.coins)),
    "characters": _by_seat(_character_list, lambda game, player: _sort_characters(game, game.state.characters[player])),
    "resting": _single(_character_list, lambda game: _sort_characters(game, game.state.resting)),
    "boss": _single(_boss, lambda game: game.state.boss or ""),
    "bosses": _by_seat(_boss_list, lambda game, player: game.state.bosses[player]),
    "escaped": _single(_boss_list, lambda game: game.state.escaped),
}
