"""Boards and positions to draw: shipped editions, and made-up boards of any size."""

from copy import deepcopy
from random import Random

from monopoly_lab.constants import node, space_kind
from monopoly_lab.editions import Edition, load_edition
from monopoly_lab.editions.rule_tables import HOTEL, Tables
from monopoly_lab.rules.state import State, empty

PLAYERS = ("Ann", "Bo", "Chandra", "Дмитрий", "Eve", "Фёдор", "Grace", "Hugo-Maximilian")
SIZES = (4, 5, 6, 7, 8, 12, 40, 41, 52, 64, 128)


def of_size(spaces: int) -> Edition:
    """A made-up board: GO, then sites in groups of three, with a jail at the first corner."""
    content = deepcopy(dict(load_edition("class_board").content))
    deeds = [q for q in range(1, spaces) if q != spaces // 4]
    sets = [deeds[place : place + 3] for place in range(0, len(deeds), 3)][:32]
    content["groups"] = [
        {"id": f"g{g}", "name": {"en": f"group {g}"}, "color": "#808080", "house": 10, "hotel": 10}
        for g in range(len(sets))
    ]
    group_of = {q: g for g, members in enumerate(sets) for q in members}
    content["spaces"] = [_space(q, spaces, group_of) for q in range(spaces)]
    content["decks"] = []
    return Edition(content)


def _space(q: int, spaces: int, group_of: dict[int, int]) -> dict[str, object]:
    name = {"en": f"Long Avenue Number {q}"}
    if q == 0:
        return {"id": "go", "kind": "go", "name": {"en": "GO"}}
    if q == spaces // 4:
        return {"id": "jail", "kind": "jail", "name": {"en": "Jail"}}
    if q not in group_of:
        return {"id": f"s{q}", "kind": "plain", "name": name}
    rent = [2, 4, 8, 16, 24, 32]
    return {
        "id": f"s{q}",
        "kind": "street",
        "name": name,
        "group": f"g{group_of[q]}",
        "price": 100,
        "rent": rent,
        "mortgage": 50,
    }


def position(
    edition: Edition | str, seats: int = 4, seed: int = 1, level: int | None = None
) -> tuple[Edition, Tables, State]:
    """An edition called in English, its tables and a position in the middle of a game, not necessarily a legal one.

    `level`: the same on every site, all of them owned; else groups are built or mortgaged at random.
    """
    edition = (load_edition(edition) if isinstance(edition, str) else edition).under().called("", "en")
    t = edition.tables()
    s, luck = empty(t, seats), Random(seed)
    for p in range(seats):
        s.cash[p] = luck.randint(40, 2400)
        s.at[p] = luck.randrange(t.spaces)
    for g in range(t.groups):
        members = [q for q in range(t.spaces) if t.group[q] == g]
        _deal(t, s, members, luck, level)
    s.dice[:] = [3, 5, 0]
    s.round, s.node, s.actor = 7, node.DICE, seats - 1
    return edition, t, s


def _deal(t: Tables, s: State, members: list[int], luck: Random, level: int | None) -> None:
    chance, owner = luck.random(), luck.randrange(s.seats)
    whole = level is not None or chance < 0.4
    for q in members:
        s.owner[q] = owner if whole else luck.randrange(-1, s.seats)
        if t.kind[q] == space_kind.STREET and whole:
            s.level[q] = luck.randint(0, HOTEL) if level is None else level
        elif chance < 0.6 and s.owner[q] >= 0:
            s.mortgaged[q] = 1
