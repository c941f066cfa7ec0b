"""What an edition holds: board, deeds, decks, money, characters, and its own options, all of them read-only."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from monopoly_lab.common.errors import AmbiguousName, UnknownName
from monopoly_lab.common.file_access import shortened, whole_number
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.editions.appearance import Appearance, look_of
from monopoly_lab.editions.components import (
    Boss,
    Card,
    Casino,
    Character,
    Deck,
    Face,
    Figure,
    Group,
    Money,
    Names,
    Space,
    boss_of,
    card_of,
    character_of,
    face_of,
    in_language,
    space_of,
)
from monopoly_lab.editions.edition_notes import Origin, Profile, notes_of, with_english_notes
from monopoly_lab.editions.options import Value
from monopoly_lab.editions.rule_tables import Tables


class EditionLike(Protocol):
    """What an edition does with rule options; see `Edition`, which is above the modules that use this."""

    def resolve(self, options: Mapping[str, object] | None = None) -> dict[str, Value]: ...

    def first_tables(self, options: Mapping[str, object] | None = None) -> Tables: ...


@dataclass(frozen=True, eq=False, repr=False)
class Contents:
    """The content of an edition file as objects; equal to another with the same content.

    `Edition` adds what is done with it: options, the tables of the rules, comparing.
    """

    content: Mapping[str, Any] = field(repr=False)
    names_in: str = field(default="", kw_only=True)  # a language; "": that of the rule book
    beside: bool = field(default=False, kw_only=True)  # the rule book's own name stands beside each other one

    def word(self, names: Names) -> str:
        """Return a name in the edition's language; in that of the rule book if it has none there.

        Args:
            names: Names by language.

        Raises:
            UnknownName: If `names` is empty.
        """
        if not names:
            raise UnknownName(say("edition.empty_name"))
        own = in_language(names, self.language)
        name = names.get(self.names_in) or own
        return f"{name} ({own})" if self.beside and name != own else name

    @cached_property
    def _tables_made(self) -> dict[str, Tables]:
        return {}

    @property
    def id(self) -> str:
        """Return the id, such as "classic_us"."""
        return str(self.content["id"])

    @property
    def language(self) -> str:
        """Return the code of the rule book's language."""
        return str(self.content["language"])

    @property
    def rulebook(self) -> str:
        """Return the key of its rule book among the rule topics."""
        return str(self.content["rulebook"])

    @property
    def titles(self) -> Names:
        """Return the titles by language."""
        titles: Names = self.content["title"]
        return titles

    @property
    def title(self) -> str:
        """Return the title in the language of the edition's names."""
        return self.word(self.titles)

    @property
    def family(self) -> str:
        """Return its family of editions in the gallery; "own" for an edition of your own that names none."""
        return str(self.content.get("family", "own"))

    @property
    def special(self) -> Names:
        """Return a sentence on what only this edition has, by language; empty if the file does not say."""
        special: Names = self.content.get("special", {})
        return special

    @cached_property
    def reconstructed(self) -> float:
        """Return the share of its parts that are a reconstruction in whole or part, 0 to 1."""
        return self._share_from("reconstruction")

    @cached_property
    def unverified(self) -> float:
        """Return the share of its parts that are general knowledge and not verified, in whole or part, 0 to 1."""
        return self._share_from("unverified")

    def _share_from(self, source: str) -> float:
        """Return the share of parts from a source; 0 where nothing is said. Profiles are no part of the edition."""
        parts = {part for part in self.provenance if "." not in part}
        found = {part.partition(".")[0] for part, origin in self.provenance.items() if origin.source == source}
        return len(found & parts) / len(parts) if parts else 0.0

    @property
    def profile(self) -> str:
        """Return the profile of a game that names none; empty for none."""
        return str(self.content.get("profile", ""))

    @cached_property
    def spaces(self) -> tuple[Space, ...]:
        """Return the spaces in the order of the board, GO first."""
        groups = {entry["id"]: entry for entry in self.content["groups"]}
        return tuple(
            space_of(index, entry, groups.get(entry.get("group"), {}), self.word)
            for index, entry in enumerate(self.content["spaces"])
        )

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """Return the languages in which the file names spaces, that of the rule book first."""
        found = sorted({language for space in self.spaces for language in space.names})
        return (self.language, *(language for language in found if language != self.language))

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """Return the color groups, and the groups of stations and utilities."""
        return tuple(self._group(index, entry) for index, entry in enumerate(self.content["groups"]))

    def _group(self, index: int, entry: Mapping[str, Any]) -> Group:
        spaces = [space for space in self.spaces if space.group == entry["id"]]
        name = self.word(entry["name"])
        places = tuple(space.index for space in spaces)
        return Group(index, entry["id"], name, entry["name"], entry["color"], spaces[0].kind, places)

    @cached_property
    def decks(self) -> tuple[Deck, ...]:
        """Return the decks, each with its cards."""
        decks: list[Deck] = []
        first = 0
        for index, entry in enumerate(self.content["decks"]):
            cards = tuple(
                card_of(first + number, card, entry["id"], self.word) for number, card in enumerate(entry["cards"])
            )
            name = self.word(entry["name"])
            decks.append(Deck(index, entry["id"], name, entry["name"], cards, entry.get("role", "")))
            first += len(cards)
        return tuple(decks)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Return all cards, deck after deck; the index of a card is its place here."""
        return tuple(card for deck in self.decks for card in deck.cards)

    @cached_property
    def money(self) -> Money:
        """Return the currency: its unit, symbol and notes."""
        money = self.content["money"]
        notes = {int(note): count for note, count in money.get("notes", {}).items() if count}
        language = self.names_in if self.names_in in money["pattern"] else self.language
        return Money(money["unit"], money["pattern"], notes, language, money.get("thousands", {}))

    @property
    def words(self) -> Mapping[str, Names]:
        """Return the edition's words for a house, a hotel, a site, a station and a utility, by language."""
        words: Mapping[str, Names] = self.content.get("words", {})
        return words

    @property
    def options(self) -> dict[str, Value]:
        """Return the options that the edition sets itself; `resolve` returns all options."""
        return dict(self.content["rules"])

    @cached_property
    def profiles(self) -> Mapping[str, Profile]:
        """Return the profiles (variants printed in the rule book) by name."""
        return {
            key: Profile(
                key,
                in_language(entry["title"], entry.get("language", self.language)),
                entry["title"],
                notes_of(entry),
                entry.get("rules", {}),
                entry.get("language", ""),
            )
            for key, entry in self.content.get("profiles", {}).items()
        }

    def text_in(self, language: str) -> Profile | None:
        """Return the profile that follows the rule book's text in a language, if another text is played now.

        Args:
            language: Language code.

        Returns:
            The profile, or None.
        """
        there = [profile for profile in self.profiles.values() if profile.language == language]
        return there[0] if there and self.language != language else None

    @cached_property
    def casino(self) -> Casino | None:
        """Return the casino of the board; None if it has none."""
        casino = self.content.get("casino")
        if casino is None:
            return None
        reels = tuple(tuple(reel) for reel in casino["reels"])
        return Casino(reels, casino["pay"], casino.get("jackpot", ""), casino.get("names", {}))

    @cached_property
    def power(self) -> tuple[Face, ...]:
        """Return the faces of the power-up die; empty if there is none."""
        entries = self.content.get("power", ())
        return tuple(face_of(index, entry, self.word) for index, entry in enumerate(entries))

    @cached_property
    def speed_die(self) -> tuple[Face, ...]:
        """Return the faces of the speed die, used if the option `speed_die` is on; empty if there is none."""
        entries = self.content.get("speed_die", ())
        return tuple(face_of(index, entry, self.word) for index, entry in enumerate(entries))

    @property
    def third_die(self) -> tuple[Face, ...]:
        """Return the faces of the power-up die or the speed die; no edition has both."""
        return self.power or self.speed_die

    @cached_property
    def tokens(self) -> tuple[Figure, ...]:
        """Return the tokens that the rule book names; seats take them in order."""
        entries = self.content.get("tokens", ())
        return tuple(
            Figure(index, entry["id"], self.word(entry["name"]), entry["name"]) for index, entry in enumerate(entries)
        )

    @cached_property
    def characters(self) -> tuple[Character, ...]:
        """Return the characters that players may choose; empty if there are none."""
        entries = self.content.get("characters", ())
        return tuple(character_of(index, entry, self.word) for index, entry in enumerate(entries))

    @cached_property
    def bosses(self) -> tuple[Boss, ...]:
        """Return the stack of bosses, the top one first."""
        entries = self.content.get("bosses", ())
        return tuple(boss_of(index, entry, self.word) for index, entry in enumerate(entries))

    @cached_property
    def look(self) -> Appearance:
        """Return the appearance: colors and drawings of the board."""
        return look_of(self.content.get("look") or {})

    @cached_property
    def provenance(self) -> Mapping[str, Origin]:
        """Return where each part of the edition comes from; empty if the file does not say."""
        said = self.content.get("provenance") or {}
        return {part: Origin(entry["from"], notes_of(entry)) for part, entry in said.items()}

    @property
    def deeds(self) -> int:
        """Return the number of deeds."""
        return sum(space.is_deed for space in self.spaces)

    @cached_property
    def digest(self) -> str:
        """Return the SHA-256 digest of the content except the appearance, as 64 hexadecimal digits."""
        return digest_of(self._compared)

    @cached_property
    def digests(self) -> Mapping[str, str]:
        """Return a short digest of each part, to find which part of an edition has changed."""
        return {part: digest_of(value)[:12] for part, value in self._compared.items()}

    @cached_property
    def _compared(self) -> dict[str, Any]:
        """Return what a saved game is compared by: the content without the appearance, of notes the English ones."""
        found = {part: value for part, value in self.content.items() if part != "look"}
        return found | {part: with_english_notes(found[part]) for part in ("provenance", "profiles") if found.get(part)}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Contents) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def space(self, name: int | str) -> int:
        """Return the index of a space.

        Args:
            name: Number, id, or name in any language.

        Raises:
            UnknownName: With the nearest valid name, if no space has this name.
            AmbiguousName: If several spaces have it.

        Example:
            >>> edition.space("Boardwalk"), edition.space("boardwalk"), edition.space(39)
            (39, 39, 39)
        """
        found = self.spaces_named(name)
        if len(found) == 1:
            return found[0]
        if found:
            ids = ", ".join(self.spaces[index].id for index in found)
            raise AmbiguousName(say("edition.ambiguous_space", value=shortened(name), ids=ids))
        if isinstance(name, int) or whole_number(name) is not None:
            raise UnknownName(say("edition.no_such_number", value=shortened(name), last=len(self.spaces) - 1))
        known = [known for space in self.spaces for known in (space.id, *space.names.values())]
        text = say("edition.unknown_space", value=shortened(name), edition=self.id)
        raise UnknownName(text + hint(name, known))

    def spaces_named(self, name: int | str) -> tuple[int, ...]:
        """Return the indices of all spaces with this number, id or name.

        Args:
            name: Number, id, or name in any language.

        Example:
            >>> edition.spaces_named("Chance")
            (7, 22, 36)
        """
        if not isinstance(name, int) or isinstance(name, bool):
            text = str(name).strip()
            if text.casefold() in self._by_name:
                return self._by_name[text.casefold()]
            number = whole_number(text)
            name = -1 if number is None else number
        return (name,) if 0 <= name < len(self.spaces) else ()

    @cached_property
    def _by_name(self) -> dict[str, tuple[int, ...]]:
        by_name: dict[str, tuple[int, ...]] = {}
        for space in self.spaces:
            for name in {text.casefold() for text in space.names.values()}:
                by_name[name] = (*by_name.get(name, ()), space.index)
        return by_name | {space.id: (space.index,) for space in self.spaces}


def digest_of(value: object) -> str:
    """Return the SHA-256 of a value as JSON, in hexadecimal."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
