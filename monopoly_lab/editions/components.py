"""Define what an edition is made of: spaces, groups, cards, decks, money, characters.

Names are tables by language ({"en": ..., "ru": ...}); `name` is the one in the language the edition is called in,
`english` the English one. Cards, characters and bosses name their effects and arguments by words
(`do = "repairs", house = 25, hotel = 100`); `ARGUMENTS` lists them in the order in which the tables keep them.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar

from monopoly_lab.common.messages import (
    MINUS,
    Word,
    catalogue,
    fill_message,
    format_number,
    grouped,
    localize_point,
    resolve_language,
    rounded,
    unbroken,
)
from monopoly_lab.common.renamed_modules import OldNames

AMOUNT = "amount"
COUNT = "count"
SPACE = "space"
DECK = "deck"
KIND = "kind"
GROUP = "group"
ROLE = "role"
TOKEN = "token"

ARGUMENTS: dict[str, dict[str, str]] = {
    "nothing": {},
    "collect": {"amount": AMOUNT},
    "pay": {"amount": AMOUNT},
    "move_to": {"to": SPACE},
    "move_back": {"steps": COUNT},
    "back_to": {"to": SPACE},
    # Times the rent of a station, times a new throw at a utility. If `times` is absent the usual rent is due.
    "nearest": {"kind": KIND, "times": COUNT},
    "pay_each": {"amount": AMOUNT, "role": ROLE},  # of one side; without: every other player
    "collect_each": {"amount": AMOUNT, "role": ROLE},
    "repairs": {"house": AMOUNT, "hotel": AMOUNT},
    "jail_free": {},
    "go_to_jail": {},
    "pay_or_draw": {"amount": AMOUNT, "deck": DECK},
    "to_tax_office": {},
    "tax_office_free": {},
    "trade": {},
    "free_place": {"group": GROUP, "other": GROUP},  # a place of these colors, chosen; free where nobody owns it
    "free_booth": {"group": GROUP},  # the token stays; a free place of the color, else an opponent's, for nothing
    "up_to": {"steps": COUNT},
    "step_or_draw": {"steps": COUNT, "deck": DECK},
    "free_at": {"to": SPACE},
    "collect_rolled": {"amount": AMOUNT, "at_least": COUNT},
    "bank_pays_each": {"amount": AMOUNT, "role": ROLE},
    "skip_turn": {},
    "sell_deed": {"percent": COUNT},  # of the price, paid by the bank for a deed that the drawer chooses
    "for_token": {"token": TOKEN},  # given to the player whose token it is: any free place instead of a throw
}

OPTIONAL = ("times", "other", "role")
NAMES = tuple(dict.fromkeys(name for arguments in ARGUMENTS.values() for name in arguments))
KEPT = ("jail_free", "tax_office_free", "for_token")  # cards that players keep
NEEDS_JAIL = ("jail_free", "go_to_jail")
NEEDS_TAX_OFFICE = ("to_tax_office", "tax_office_free")

# What a face of the speed die stands for: True where it takes an amount.
SPEEDS = {"number": True, "bus": False, "mr": False}

# What a face of the power-up die, a character or the reward of a boss does: True where it takes an amount.
ABILITIES = {
    "nothing": False,
    "collect": True,
    "collect_throw": True,  # the number die and so much more
    "collect_rents": False,
    "collect_board": False,
    "collect_boss": False,
    "drop_one": True,
    "drop_next": True,
    "drop_beside": True,
    "drop_each": True,
    "steal_one": True,
    "steal_each": True,
    "copy": False,
    "unknown": False,
}


# What an edition is made of: spaces, groups, cards, decks, money, origins, profiles, reels

Names = Mapping[str, str]
DEEDS = ("street", "station", "utility")
ENGLISH = "en"
COUNTED_WORD = re.compile(r"\{n\|[^{}@]*\}")  # the word for money that goes with an amount: {n|coin|coins}
CASES = re.compile(r"(\w+)/(\w+)(?:/(\w+))?")  # a form in nominative, accusative and genitive: монета/монету/монеты
NOMINATIVE, ACCUSATIVE, GENITIVE = 1, 2, 3  # groups of `CASES`
FORMS = {"acc": ACCUSATIVE, "gen": GENITIVE}
MANY = 100  # of a unit: the form of its word after a number of them, as on an axis; below any word for thousands


@dataclass(frozen=True)
class Space:
    """One space of the board; amounts in the unit of the edition's money, 0 for none."""

    index: int
    id: str
    kind: str
    name: str
    names: Names = field(repr=False)
    group: str = ""
    price: int = 0
    mortgage: int = 0
    redemption: int = 0  # the sum printed for it; 0: none is printed
    monopoly: tuple[int, ...] = ()  # what a monopolist asks there instead of `rent` or `times`
    grant: tuple[int, ...] = ()  # of a foundation, by the face thrown
    rent: tuple[int, ...] = ()  # street: site, houses, hotel; station: by number owned
    times: tuple[int, ...] = ()  # utility: multiple of the dice by number owned
    house: int = 0
    hotel: int = 0
    tax: int = 0
    percent: int = 0  # of one's worth, that may be paid instead of the tax
    drop: int = 0  # coins that a visitor drops there
    points: int = 0  # of the deed, at the end
    deck: str = ""
    to: str = ""  # the id of the space that a tram goes to

    @property
    def english(self) -> str:
        """Return the English name."""
        return self.names[ENGLISH]

    @property
    def is_deed(self) -> bool:
        """Return True for a space that can be owned."""
        return self.kind in DEEDS


@dataclass(frozen=True)
class Group:
    """Deeds that belong together; `spaces` are their indices."""

    index: int
    id: str
    name: str
    names: Names = field(repr=False)
    color: str
    kind: str
    spaces: tuple[int, ...]


@dataclass(frozen=True)
class Card:
    """One card: its effect by name with its arguments; `index` counts through all decks."""

    index: int
    id: str
    deck: str
    title: str
    titles: Names = field(repr=False)
    effect: str
    arguments: Mapping[str, int | str]


@dataclass(frozen=True)
class Deck:
    """A deck of cards."""

    index: int
    id: str
    name: str
    names: Names = field(repr=False)
    cards: tuple[Card, ...]
    role: str = ""  # the side that draws from it; empty: everybody


@dataclass(frozen=True)
class Money(OldNames):
    """The unit of all amounts, how an amount is written, and the notes each player starts with."""

    OLD_NAMES: ClassVar = {"format_amount": "text_for_reader"}
    units: Names
    patterns: Names
    notes: Mapping[int, int]
    language: str
    thousands: Names = field(default_factory=dict)  # how a thousand and more is written; empty: as any amount

    def text(self, amount: float, lang: str = "") -> str:
        """Return an amount with its unit: "$400", "400 тыс. руб.", "1 coin"."""
        return self._fill_pattern(amount, lang or self.language)

    def text_for_reader(self, amount: float, lang: str = "") -> str:
        """Return an amount in the language of the reader, if the edition has words for its money in it."""
        return self.text(amount, self._language_of_reader(lang))

    def grouped(self, amount: float, lang: str = "") -> str:
        """Return an amount rounded to whole units, with a mark between thousands: "$1,500", "−$1,500"."""
        whole = int(rounded(amount))
        text = re.sub(r"\d{4,}", lambda digits: grouped(int(digits[0]), lang), self.text_for_reader(abs(whole), lang))
        return (MINUS if whole < 0 else "") + text.replace(" ", "\u00a0")

    def factor(self, n: float, lang: str = "") -> str:
        """Return what is paid for each point of the dice: a number, or a sum where thousands are written in short."""
        each = int(n) if n == int(n) else n
        return self.text_for_reader(each, lang) if self.thousands else format_number(each, lang=lang)

    def symbol(self, lang: str = "") -> str:
        """Return the unit beside an amount, alone, for an axis: "$", "тыс. руб.", "coins"."""
        return "".join(self.affixes(lang)).strip()

    def affixes(self, lang: str = "") -> tuple[str, str]:
        """Return what is written before an amount and behind it: ("₽", "k"), ("", " coins")."""
        before, _, behind = self.text_for_reader(MANY, lang).partition(str(MANY))
        return before, behind

    def format_payment(self, amount: int, lang: str = "") -> Word:
        """Return an amount that is paid: Russian "1 монету"; "{amount:gen}" in a message is "1 монеты"."""
        language = self._language_of_reader(lang) or self.language
        known = catalogue(resolve_language(lang)).get("language.cases", "").split()
        *forms, usual = (self._fill_pattern(amount, language, FORMS.get(each, NOMINATIVE)) for each in (*known, "acc"))
        return Word("|".join(forms) or usual, usual)

    def _language_of_reader(self, lang: str) -> str:
        """Return the language of the reader; "" if the edition has no words for its money in it."""
        return resolve_language(lang) if resolve_language(lang) in self.patterns else ""

    def _fill_pattern(self, amount: float, language: str, case: int = NOMINATIVE) -> str:
        if self.thousands and abs(amount) >= 1000:
            shown = localize_point(f"{amount / 1000:.3f}".rstrip("0").rstrip("."), language)
            pattern = _in_case(in_language(self.thousands, language), case)
            thousands = amount / 1000 if amount % 1000 else amount // 1000
            return _amount_text(pattern.replace("{}", shown), language, thousands)
        return _amount_text(_in_case(in_language(self.patterns, language), case), language, amount)


@lru_cache(maxsize=8192, typed=True)  # the same prices are said again after each move
def _amount_text(pattern: str, language: str, amount: float) -> str:
    return unbroken(fill_message(pattern.replace("{}", "{n}"), language, {"n": amount}), language)


@lru_cache(maxsize=256)
def _in_case(pattern: str, case: int) -> str:
    """Return a pattern whose words for money are in a case, in the nominative where they have no form of their own."""
    return COUNTED_WORD.sub(lambda word: CASES.sub(lambda form: form[case] or form[NOMINATIVE], word[0]), pattern)


@dataclass(frozen=True)
class Casino:
    """Symbols of each reel from the bottom; pay in multiples of the stake for three of a kind."""

    reels: tuple[tuple[str, ...], ...]
    pay: Mapping[str, int]
    jackpot: str
    names: Mapping[str, Names]

    @property
    def symbols(self) -> tuple[str, ...]:
        """Return all symbols on the reels, each once."""
        return tuple(dict.fromkeys(symbol for reel in self.reels for symbol in reel))


@dataclass(frozen=True)
class Face:
    """One sign of the power-up die or speed die: how many sides show it, and what it does, by name and amount."""

    index: int
    id: str
    name: str
    names: Names = field(repr=False)
    sides: int
    ability: str
    amount: int


@dataclass(frozen=True)
class Figure:
    """A token of the box that its book names; the seats take them in order."""

    index: int
    id: str
    name: str
    names: Names = field(repr=False)


@dataclass(frozen=True)
class Character:
    """The character of a token: the super star ability, and the face of the power-up die that is boosted.

    `boxed`: in the box itself, not in a pack sold apart. An ability nobody knows is "unknown".
    """

    index: int
    id: str
    name: str
    names: Names = field(repr=False)
    star: str
    star_amount: int
    boost_face: str
    boost: str
    boost_amount: int
    boxed: bool


@dataclass(frozen=True)
class Boss:
    """A boss of the stack, from the top: price of a try, least number that wins, points and reward."""

    index: int
    id: str
    name: str
    names: Names = field(repr=False)
    price: int
    roll: int
    points: int
    keeps: bool  # the price lies on the boss instead of going to the bank
    reward: str
    reward_amount: int
    players: tuple[int, ...]  # the numbers of players in whose stack it is


def in_language(names: Names, language: str) -> str:
    """Return the name in a language, in English where it has none in it."""
    return names.get(language) or names[ENGLISH]


def space_of(index: int, entry: Mapping[str, Any], group: Mapping[str, Any], word: Callable[[Names], str]) -> Space:
    """Return a space from its table in an edition file."""
    numbers = ("price", "mortgage", "redemption", "tax", "percent", "drop", "points")
    buildings = ("house", "hotel") if entry["kind"] == "street" else ()
    return Space(
        index=index,
        id=entry["id"],
        kind=entry["kind"],
        name=word(entry["name"]),
        names=entry["name"],
        group=entry.get("group", ""),
        deck=entry.get("deck", ""),
        to=entry.get("to", ""),
        rent=tuple(entry.get("rent", ())),
        times=tuple(entry.get("times", ())),
        monopoly=tuple(entry.get("monopoly", ())),
        grant=tuple(entry.get("grant", ())),
        **{key: entry.get(key, 0) for key in numbers},
        **{key: entry.get(key, group.get(key, 0)) for key in buildings},
    )


def face_of(index: int, entry: Mapping[str, Any], word: Callable[[Names], str]) -> Face:
    """Return a face of a die from its table in an edition file."""
    name = word(entry["name"])
    return Face(index, entry["id"], name, entry["name"], entry["sides"], entry["do"], entry.get("amount", 0))


def character_of(index: int, entry: Mapping[str, Any], word: Callable[[Names], str]) -> Character:
    """Return a character from its table in an edition file."""
    name = word(entry["name"])
    star, boost = entry["star"], entry.get("boost", {})
    return Character(
        index=index,
        id=entry["id"],
        name=name,
        names=entry["name"],
        star=star["do"],
        star_amount=star.get("amount", 0),
        boost_face=boost.get("face", ""),
        boost=boost.get("do", "nothing"),
        boost_amount=boost.get("amount", 0),
        boxed=entry.get("boxed", True),
    )


def boss_of(index: int, entry: Mapping[str, Any], word: Callable[[Names], str]) -> Boss:
    """Return a boss from its table in an edition file."""
    name = word(entry["name"])
    reward = entry["reward"]
    return Boss(
        index=index,
        id=entry["id"],
        name=name,
        names=entry["name"],
        price=entry["price"],
        roll=entry["roll"],
        points=entry["points"],
        keeps=entry.get("keeps", False),
        reward=reward["do"],
        reward_amount=reward.get("amount", 0),
        players=tuple(entry["players"]),
    )


def card_of(index: int, entry: Mapping[str, Any], deck: str, word: Callable[[Names], str]) -> Card:
    """Return a card from its table in an edition file."""
    arguments = {name: entry[name] for name in ARGUMENTS[entry["do"]] if name in entry}
    title = word(entry["title"])
    return Card(index, entry["id"], deck, title, entry["title"], entry["do"], arguments)
