"""Editions: boards, decks, money and rules as data, one TOML file each.

`editions()` names those that are shipped, `load_edition` loads one of them or a file of
your own. `options` lists every switch of the rules, `schema` and `validation` say what a file
has to be, `inheritance` how one edition builds on another.
"""

from monopoly_lab.editions.components import Card, Deck, Group, Space
from monopoly_lab.editions.edition import Edition, load_edition
from monopoly_lab.editions.edition_notes import Origin, Profile
from monopoly_lab.editions.loader import editions
from monopoly_lab.editions.options import OPTIONS, Option

__all__ = [
    "OPTIONS",
    "Card",
    "Deck",
    "Edition",
    "Group",
    "Option",
    "Origin",
    "Profile",
    "Space",
    "editions",
    "load_edition",
]
