"""Tables for the rules: one edition under one set of options, as numbers that never change during a game.

`TableFields` declares each field with its type, its shape and its meaning, `OptionFields` the options. In plain Python
a `Tables` object holds lists and ints; for compiled play the same fields are in a NumPy record.
"""

from math import prod
from typing import Annotated, get_args

from monopoly_lab.editions.options import OptionFields

SEATS = 8
TOKENS = 24
ACCOUNTS = 16
SPACES = 128
GROUPS = 32
BARE_SET = 6  # place among the incomes of a street: unbuilt, but the whole group has one owner
RENTS = 8  # rents a deed: site, 1 to 4 houses, hotel; or by number owned
HOTEL = 5  # the level that stands for a hotel, however many houses come before it
DECKS = 6
CARDS = 96
REELS = 3
FACES = 12
SYMBOLS = 12
CHARACTERS = 16
BOSSES = 16
TEAM = 3  # characters of a seat in the party game


class Shape:
    """Give a field of numbers its room in a compiled record: `Shape(SPACES, RENTS)` has a number by space and rent."""

    def __init__(self, *sizes: int) -> None:
        self.length = prod(sizes)


PerSeat = Annotated[list[int], Shape(SEATS)]
PerSpace = Annotated[list[int], Shape(SPACES)]
PerRent = Annotated[list[int], Shape(SPACES, RENTS)]  # [space * RENTS + level, or number owned - 1]
PerGroup = Annotated[list[int], Shape(GROUPS)]
PerDeck = Annotated[list[int], Shape(DECKS)]
PerCard = Annotated[list[int], Shape(CARDS)]
PerFace = Annotated[list[int], Shape(FACES)]
PerCharacter = Annotated[list[int], Shape(CHARACTERS)]
PerBoss = Annotated[list[int], Shape(BOSSES)]


def field_lengths(declared: type) -> dict[str, int]:
    """Return the length of each list that a class declares, in the order of the class; 0 for a single number."""
    return {name: _length(of) for name, of in declared.__annotations__.items()}


def _length(of: object) -> int:
    """Return the length of a field from its type: that of its `Shape`, 0 without one."""
    return next((each.length for each in get_args(of) if isinstance(each, Shape)), 0)


class TableFields:
    """All fields of tables except options, which are `OptionFields`. True and false are 1 and 0."""

    __slots__ = ()

    # The board
    spaces: int
    """How many spaces the board has."""
    go: int
    """The space GO; -1: the board has none."""
    jail: int
    """The space that prisoners are held on; -1: the board has none."""
    tax_office: int
    """The space of the tax office; -1: the board has none."""
    kind: PerSpace
    """What is done there, in `constants.space_kind`."""
    passing: PerSpace
    """1: something happens to a token that passes."""
    to_passing: PerSpace
    """Steps to the next such space, from 1; SPACES where there is none."""
    price: PerSpace
    """Price of the deed as printed."""
    loan: PerSpace
    """What a mortgage of the deed brings."""
    printed_redemption: PerSpace
    """What redeeming the mortgage costs by the deed; 0: by an option."""
    tax: PerSpace
    """Amount of a tax space, or coins that a space drops."""
    tax_percent: PerSpace
    """Above 0: visitors may choose to pay this share of their worth instead."""
    deck_of: PerSpace
    """The deck that a visitor draws from; -1: none."""
    goes_to: PerSpace
    """Where a tram takes a token; -1 for any other space."""
    group: PerSpace
    """The group of the deed; -1: no deed."""
    mate: PerSpace
    """The next space of the same group, in a circle."""
    rent: PerRent
    """Rents; of a foundation its grants, [space * RENTS + face - 1]."""
    monopoly_rent: PerRent
    """The rents that a monopolist takes for a street of a monopoly."""
    house_cost: PerSpace
    """What a house costs there."""
    hotel_cost: PerSpace
    """What a hotel costs there."""
    groups: int
    """How many groups of deeds there are."""
    group_size: PerGroup
    """How many deeds the group has."""
    group_first: PerGroup
    """The first space of the group."""

    # The decks
    decks: int
    """How many decks there are."""
    cards: int
    """How many cards all decks have together."""
    deck_first: PerDeck
    """The first card of the deck."""
    deck_size: PerDeck
    """How many cards the deck has."""
    deck_role: PerDeck
    """Whose deck it is, in `constants.player_role`; 0: everybody's."""
    card_effect: PerCard
    """What the card does, in `constants.card_effect`."""
    card_a: PerCard
    """First argument of the effect."""
    card_b: PerCard
    """Second argument of the effect."""
    card_c: PerCard
    """Third argument of the effect."""
    token_cards: int
    """How many cards are handed to a token."""

    # The casino and the dice
    reel: Annotated[list[int], Shape(REELS, FACES)]
    """The symbol that a face of a reel shows, from 0: [reel * FACES + face]."""
    reel_sides: int
    """How many faces a reel has."""
    reel_pay: Annotated[list[int], Shape(SYMBOLS)]
    """Multiple of the stake for three of the symbol, the stake included."""
    reel_jackpot: int
    """The symbol that takes the pot; -1: none."""
    weight: PerFace
    """Weight of each face of a die of movement."""

    # A third die with faces of its own: the power-up die, or the speed die if it is in the game
    third_faces: int
    """How many faces it has; 0: no such die."""
    third_do: PerFace
    """What a face does: of the power-up die in `constants.ability`, of the speed die in `constants.speed_die_face`."""
    third_x: PerFace
    """Amount that goes with it."""
    third_weight: PerFace
    """Weight of each of its faces."""

    # Characters and bosses; abilities as in `constants.ability`
    points: PerSpace
    """Points of the deed at the end."""
    characters: int
    """How many characters there are; 0: the edition has none."""
    star_do: PerCharacter
    """The ability that the character's star gives."""
    star_x: PerCharacter
    """Amount of that ability."""
    boost_face: PerCharacter
    """The face of the power-up die that is boosted; -1: none."""
    boost_do: PerCharacter
    """What that face does instead."""
    boost_x: PerCharacter
    """Amount of the boosted face."""
    boxed: PerCharacter
    """1: the character is in the box itself."""
    bosses: int
    """How many bosses there are."""
    boss_price: PerBoss
    """Price of a try."""
    boss_roll: PerBoss
    """The least number that wins."""
    boss_points: PerBoss
    """Points for beating the boss."""
    boss_keeps: PerBoss
    """1: the price stays on the boss."""
    boss_do: PerBoss
    """The ability that beating the boss gives."""
    boss_x: PerBoss
    """Amount of that ability."""
    boss_players: PerBoss
    """Bit n: the boss is in the stack of n players."""
    role_of: PerSeat
    """The side of a seat, in `constants.player_role`; 0: chosen at the table."""

    # Policies, prepared so that what is off costs nothing
    salaries: int
    """1: seats have salaries of their own, or they depend on wealth."""
    salary_of: PerSeat
    """Salary of the seat."""
    dice_of: PerSeat
    """How many dice move the tokens of the seat."""
    levies: int
    """1: the end of a round takes or gives money."""
    withheld: int
    """1: a part of each rent goes to the treasury."""
    damages: int
    """1: rents of some group are damaged by the buildings of another."""
    harmed_by: PerGroup
    """The group whose buildings damage the rents of this one; -1: none."""
    rent_scale: PerSpace
    """Percent; in `rent` already, except for what is multiplied by a throw."""
    rent_most: PerSpace
    """No rent is higher."""
    income: PerRent
    """Thousandths that the owner of a deed expects a turn of one opponent, at the places of `rent`; at `BARE_SET` with
    the whole group unbuilt. Zeros until `income_known`."""
    income_known: int
    """1: the expected income has been worked out, for strategies that go by it."""
    worth: PerSpace
    """The price of the deed, changed as its rents under the policy are to the printed ones."""

    # Rules that change on the way
    stage: int
    """How often the rules have changed before these tables."""
    until: int
    """The round from which the next tables hold; 0: there are none."""
    more_houses: int
    """Houses that the bank has more than by the tables before."""
    more_hotels: int
    """Hotels that the bank has more than by the tables before."""


FIELDS: dict[str, int] = field_lengths(TableFields) | field_lengths(OptionFields)
LATER = "later"


class Tables(TableFields, OptionFields):
    """One edition under one set of options; equal tables give equal games."""

    __slots__ = (*FIELDS, LATER)

    later: "Tables | None"
    """The tables of the next stage, or None."""

    def __init__(self) -> None:
        self.later = None

    @property
    def stages(self) -> "list[Tables]":
        """Return these tables and those of all later stages."""
        return [self, *(self.later.stages if self.later is not None else ())]

    def from_stage(self, stage: int) -> "Tables":
        """Return the tables for a game in which the rules have changed so often before."""
        for t in self.stages:
            t.stage += stage
        return self

    def at(self, stage: int) -> "Tables":
        """Return the tables of a stage, this one or a later one."""
        t = self
        while t.stage < stage and t.later is not None:
            t = t.later
        return t

    def __getstate__(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in (*FIELDS, LATER)}

    def __setstate__(self, fields: dict[str, object]) -> None:
        for name, value in fields.items():
            setattr(self, name, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tables) and self._given() == other._given()

    def _given(self) -> dict[str, object]:
        """Return all fields but those that follow from the rest and are computed only on demand."""
        facts = self.__getstate__()
        return {name: value for name, value in facts.items() if name not in ("income", "income_known")}

    __hash__ = None  # type: ignore[assignment]
