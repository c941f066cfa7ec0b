"""What an edition holds: board, deeds, decks, money, characters, and its own options, all of them read-only."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from monopoly_lab.common.errors import UnknownName
from monopoly_lab.common.file_access import shortened, whole
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
    Origin,
    Profile,
    Space,
    boss_of,
    card_of,
    character_of,
    face_of,
    in_language,
    space_of,
)
from monopoly_lab.editions.options import Value

if TYPE_CHECKING:
    from monopoly_lab.editions.rule_tables import Tables


class EditionLike(Protocol):
    """What an edition does with rule options; see `Edition`, which stands above the modules that use this."""

    def resolve(self, options: Mapping[str, object] | None = None) -> dict[str, Value]: ...

    def first_tables(self, options: Mapping[str, object] | None = None) -> "Tables": ...


@dataclass(frozen=True, eq=False, repr=False)
class Contents:
    """The content of an edition file as objects; equal to another with the same content.

    `Edition` adds what is done with it: options, the tables of the rules, comparing.
    """

    content: Mapping[str, Any] = field(repr=False)
    names_in: str = field(default="", kw_only=True)  # a language; "": that of the rule book
    beside: bool = field(default=False, kw_only=True)  # the rule book's own name stands beside each other one

    def word(self, names: Names) -> str:
        """A name in the language the edition is called in; in that of the rule book where there is none in it.

        Raises UnknownName for no name at all.
        """
        if not names:
            raise UnknownName(say("edition.empty_name"))
        own = in_language(names, self.language)
        name = names.get(self.names_in) or own
        return f"{name} ({own})" if self.beside and name != own else name

    @property
    def id(self) -> str:
        return self.content["id"]

    @property
    def language(self) -> str:
        return self.content["language"]

    @property
    def rulebook(self) -> str:
        """The key under which the topics know its rule book."""
        return self.content["rulebook"]

    @property
    def titles(self) -> Names:
        return self.content["title"]

    @property
    def title(self) -> str:
        return self.word(self.titles)

    @property
    def family(self) -> str:
        """The editions it stands with in the gallery; that of an own edition is "own" unless it names one."""
        return self.content.get("family", "own")

    @property
    def special(self) -> Names:
        """In a sentence, what it has that others have not; empty where the file does not say."""
        return self.content.get("special", {})

    @cached_property
    def reconstructed(self) -> float:
        """The share of its parts (board, numbers, names ...) that are a reconstruction, in whole or in part."""
        return self._share_from("reconstruction")

    @cached_property
    def unverified(self) -> float:
        """The share of its parts that are general knowledge and have not been verified, in whole or in part."""
        return self._share_from("unverified")

    def _share_from(self, source: str) -> float:
        """The share of parts from a source; 0 where nothing is said. A profile is no part of the edition itself."""
        parts = {part for part in self.provenance if "." not in part}
        found = {part.partition(".")[0] for part, origin in self.provenance.items() if origin.source == source}
        return len(found & parts) / len(parts) if parts else 0.0

    @property
    def profile(self) -> str:
        """The profile a game has when it names none; empty for none."""
        return self.content.get("profile", "")

    @cached_property
    def spaces(self) -> tuple[Space, ...]:
        groups = {entry["id"]: entry for entry in self.content["groups"]}
        return tuple(
            space_of(index, entry, groups.get(entry.get("group"), {}), self.word)
            for index, entry in enumerate(self.content["spaces"])
        )

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages in which the file has names for spaces, that of the rule book first."""
        found = sorted({language for space in self.spaces for language in space.names})
        return (self.language, *(language for language in found if language != self.language))

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        return tuple(self._group(index, entry) for index, entry in enumerate(self.content["groups"]))

    def _group(self, index: int, entry: Mapping[str, Any]) -> Group:
        spaces = [space for space in self.spaces if space.group == entry["id"]]
        name = self.word(entry["name"])
        places = tuple(space.index for space in spaces)
        return Group(index, entry["id"], name, entry["name"], entry["color"], spaces[0].kind, places)

    @cached_property
    def decks(self) -> tuple[Deck, ...]:
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
        """All cards, deck after deck; a card's index is its place here."""
        return tuple(card for deck in self.decks for card in deck.cards)

    @cached_property
    def money(self) -> Money:
        money = self.content["money"]
        notes = {int(note): count for note, count in money.get("notes", {}).items() if count}
        language = self.names_in if self.names_in in money["pattern"] else self.language
        return Money(money["unit"], money["pattern"], notes, language, money.get("thousands", {}))

    @property
    def words(self) -> Mapping[str, Names]:
        """What the edition calls a house, a hotel, a site, a station, a utility."""
        return self.content.get("words", {})

    @property
    def options(self) -> dict[str, Value]:
        """The options the edition sets itself; `resolve` gives them all."""
        return dict(self.content["rules"])

    @cached_property
    def profiles(self) -> Mapping[str, Profile]:
        return {
            key: Profile(
                key,
                in_language(entry["title"], entry.get("language", self.language)),
                entry["title"],
                entry.get("note", ""),
                entry.get("rules", {}),
                entry.get("language", ""),
            )
            for key, entry in self.content.get("profiles", {}).items()
        }

    def text_in(self, language: str) -> Profile | None:
        """The profile that plays the text of the rule book in a language, where another text is played now."""
        there = [profile for profile in self.profiles.values() if profile.language == language]
        return there[0] if there and self.language != language else None

    @cached_property
    def casino(self) -> Casino | None:
        casino = self.content.get("casino")
        if casino is None:
            return None
        reels = tuple(tuple(reel) for reel in casino["reels"])
        return Casino(reels, casino["pay"], casino.get("jackpot", ""), casino.get("names", {}))

    @cached_property
    def power(self) -> tuple[Face, ...]:
        """The signs of the power-up die; none where there is no such die."""
        entries = self.content.get("power", ())
        return tuple(face_of(index, entry, self.word) for index, entry in enumerate(entries))

    @cached_property
    def speed_die(self) -> tuple[Face, ...]:
        """The signs of the speed die, which the option of that name takes into the game; none if it has no such die."""
        entries = self.content.get("speed_die", ())
        return tuple(face_of(index, entry, self.word) for index, entry in enumerate(entries))

    @property
    def third_die(self) -> tuple[Face, ...]:
        """The die with faces of its own: the power-up die or the speed die; no edition has both."""
        return self.power or self.speed_die

    @cached_property
    def tokens(self) -> tuple[Figure, ...]:
        """The tokens of the box, where its rule book names them; the seats take them in order."""
        entries = self.content.get("tokens", ())
        return tuple(
            Figure(index, entry["id"], self.word(entry["name"]), entry["name"]) for index, entry in enumerate(entries)
        )

    @cached_property
    def characters(self) -> tuple[Character, ...]:
        entries = self.content.get("characters", ())
        return tuple(character_of(index, entry, self.word) for index, entry in enumerate(entries))

    @cached_property
    def bosses(self) -> tuple[Boss, ...]:
        """The stack of bosses, the top one first."""
        entries = self.content.get("bosses", ())
        return tuple(boss_of(index, entry, self.word) for index, entry in enumerate(entries))

    @cached_property
    def look(self) -> Appearance:
        """Colours and drawings of its board."""
        return look_of(self.content.get("look") or {})

    @cached_property
    def provenance(self) -> Mapping[str, Origin]:
        """Where each part of the edition comes from; nothing of an own edition that does not say so."""
        said = self.content.get("provenance") or {}
        return {part: Origin(entry["from"], entry.get("note", "")) for part, entry in said.items()}

    @property
    def deeds(self) -> int:
        return sum(space.is_deed for space in self.spaces)

    @cached_property
    def digest(self) -> str:
        """sha256 of the whole content but its look, as 64 hexadecimal digits: games do not depend on drawings."""
        return digest_of({part: value for part, value in self.content.items() if part != "look"})

    @cached_property
    def digests(self) -> Mapping[str, str]:
        """A short digest of each part, to say which part of an edition has changed."""
        return {part: digest_of(value)[:12] for part, value in self.content.items() if part != "look"}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Contents) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def space(self, name: int | str) -> int:
        """The index of a space given by number, id, or name in any language.

        Raises UnknownName, with the nearest right one, for a name that fits no space or several.

        >>> edition.space("Boardwalk"), edition.space("boardwalk"), edition.space(39)
        (39, 39, 39)
        """
        found = self.spaces_named(name)
        if len(found) == 1:
            return found[0]
        if found:
            ids = ", ".join(self.spaces[index].id for index in found)
            raise UnknownName(say("edition.ambiguous_space", value=shortened(name), ids=ids))
        if isinstance(name, int) or whole(name) is not None:
            raise UnknownName(say("edition.no_such_number", value=shortened(name), last=len(self.spaces) - 1))
        known = [known for space in self.spaces for known in (space.id, *space.names.values())]
        text = say("edition.unknown_space", value=shortened(name), edition=self.id)
        raise UnknownName(text + hint(name, known))

    def spaces_named(self, name: int | str) -> tuple[int, ...]:
        """The indices of the spaces with this number, id or name: none, one or several.

        >>> edition.spaces_named("Chance")
        (7, 22, 36)
        """
        if not isinstance(name, int) or isinstance(name, bool):
            text = str(name).strip()
            if text.casefold() in self._by_name:
                return self._by_name[text.casefold()]
            number = whole(text)
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
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
