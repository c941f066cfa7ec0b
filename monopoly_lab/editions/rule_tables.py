"""What the rules read and never change: one edition under one set of options, as numbers.

`FIELDS` gives each field its length (0: a single number). In plain Python a `Tables`
object holds lists; for compiled play the same fields stand in a NumPy record.
"""

from typing import TYPE_CHECKING, Any

from monopoly_lab.editions.options import OPTIONS

SEATS = 8
TOKENS = 24
ACCOUNTS = 16
SPACES = 128
GROUPS = 32
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

FIELDS: dict[str, int] = {
    # The board
    "spaces": 0,
    "go": 0,  # -1: the board has none
    "jail": 0,
    "tax_office": 0,
    "kind": SPACES,
    "passing": SPACES,  # 1: something happens to a token that passes
    "to_passing": SPACES,  # steps to the next such space, from 1; SPACES where there is none
    "price": SPACES,
    "loan": SPACES,  # what a mortgage brings
    "printed_redemption": SPACES,
    "tax": SPACES,
    "tax_percent": SPACES,  # above 0: the visitor may choose this share of his worth instead
    "deck_of": SPACES,
    "goes_to": SPACES,  # where a tram takes a token; -1 for any other space
    "group": SPACES,  # -1: no deed
    "mate": SPACES,  # the next space of the same group, in a circle
    "rent": SPACES * RENTS,  # [space * RENTS + level or number owned - 1]; of a foundation [face - 1]: its grant
    "monopoly_rent": SPACES * RENTS,  # the same of a monopolist, of a street where he has a monopoly
    "house_cost": SPACES,
    "hotel_cost": SPACES,
    "groups": 0,
    "group_size": GROUPS,
    "group_first": GROUPS,
    # The decks
    "decks": 0,
    "cards": 0,
    "deck_first": DECKS,
    "deck_size": DECKS,
    "deck_role": DECKS,  # whose deck it is; 0: everybody's
    "card_effect": CARDS,
    "card_a": CARDS,
    "card_b": CARDS,
    "card_c": CARDS,
    "token_cards": 0,  # cards that are handed to a token
    # The casino and the dice
    "reel": REELS * FACES,  # symbol shown by a face, from 0
    "reel_sides": 0,
    "reel_pay": SYMBOLS,  # multiple of the stake for three of a kind, the stake included
    "reel_jackpot": 0,  # the symbol that takes the pot; -1: none
    "weight": FACES,  # of each face of a die of movement
    # A third die with faces of its own: the power-up die, or the speed die if it is in the game
    "third_faces": 0,  # 0: no such die
    "third_do": FACES,  # of the power-up die in `codes.ability`, of the speed die in `codes.speed`
    "third_x": FACES,
    "third_weight": FACES,
    # Characters and bosses; abilities as in `codes.ability`
    "points": SPACES,  # of a deed, at the end
    "characters": 0,
    "star_do": CHARACTERS,
    "star_x": CHARACTERS,
    "boost_face": CHARACTERS,  # of the power-up die; -1: none
    "boost_do": CHARACTERS,
    "boost_x": CHARACTERS,
    "boxed": CHARACTERS,  # 1: in the box itself
    "bosses": 0,
    "boss_price": BOSSES,  # of a try
    "boss_roll": BOSSES,  # the least number that wins
    "boss_points": BOSSES,
    "boss_keeps": BOSSES,  # 1: the price stays on the boss
    "boss_do": BOSSES,
    "boss_x": BOSSES,
    "boss_players": BOSSES,  # bit n: is in the stack of n players
    "role_of": SEATS,  # the side of a seat, in `codes.role`; 0: chosen at the table
    # Policies, prepared so that what is off costs nothing
    "salaries": 0,  # 1: seats have salaries of their own, or they depend on wealth
    "salary_of": SEATS,
    "dice_of": SEATS,  # that move the tokens of a seat
    "levies": 0,  # 1: the end of a round takes or gives money
    "withheld": 0,  # 1: a part of each rent goes to the treasury
    "rent_scale": SPACES,  # per cent; in `rent` already, but of what is multiplied by a throw
    "rent_most": SPACES,  # no rent is higher
    "worth": SPACES,  # the price of the deed, as its rents under the policy are to the printed ones
    # Rules that change on the way
    "stage": 0,  # changes before these tables
    "until": 0,  # the round from which the next ones hold; 0: there are none
    "more_houses": 0,  # than the bank had by the tables before
    "more_hotels": 0,
} | {option.field: 0 for option in OPTIONS.values()}

LATER = "later"


class Tables:
    """The fields above as lists and ints; equal tables give equal games. `later`: those of the next stage, or None."""

    __slots__ = (*FIELDS, LATER)

    if TYPE_CHECKING:  # the fields are lists of ints, and ints
        later: "Tables | None"

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    def __init__(self) -> None:
        self.later = None

    @property
    def stages(self) -> "list[Tables]":
        """These tables and those of all later stages."""
        return [self, *(self.later.stages if self.later is not None else ())]

    def from_stage(self, stage: int) -> "Tables":
        """The same tables for a game in which the rules have changed so often before."""
        for t in self.stages:
            t.stage += stage
        return self

    def at(self, stage: int) -> "Tables":
        """The tables of a stage, this one or a later one."""
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
        return isinstance(other, Tables) and self.__getstate__() == other.__getstate__()

    __hash__ = None  # type: ignore[assignment]
