"""Choices of an accountant: how buildings wear out, what the salary and the fine are."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction

from monopoly_lab.editions.found import hint
from monopoly_lab.errors import LedgerError
from monopoly_lab.messages import say
from monopoly_lab.reading import shortened

WORDS = {
    "depreciation": ("off", "straight_line"),
    "salary": ("revenue", "capital"),
    "fine": ("expense", "drawing"),
}
MOST = 1000


@dataclass(frozen=True)
class Policies:
    """Accounting policies of a ledger.

    `depreciation` "off", or "straight_line": houses over `house_years`, hotels over `hotel_years` of `year_rounds`
    rounds each, down to `salvage` per cent of their cost, from the round after the purchase on. `salary` "revenue"
    (operating cash) or "capital" (financing cash). `fine`, that of jail: "expense" or the owner's "drawing".
    """

    depreciation: str = "off"
    salary: str = "revenue"
    fine: str = "expense"
    house_years: int = 15
    hotel_years: int = 20
    year_rounds: int = 12
    salvage: int = 10

    def __post_init__(self) -> None:
        for name, words in WORDS.items():
            value = getattr(self, name)
            if value not in words:
                text = say("ledger.policy_word", policy=name, value=shortened(repr(value)))
                raise LedgerError(text + hint(str(value), words))
        for name, least, most in (
            ("house_years", 1, MOST),
            ("hotel_years", 1, MOST),
            ("year_rounds", 1, MOST),
            ("salvage", 0, 100),
        ):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                text = say("ledger.policy_number", policy=name, value=shortened(repr(value)), least=least, most=most)
                raise LedgerError(text)

    def wear(self, is_hotel: bool, cost: Fraction | int) -> Fraction:
        """What a building of this cost loses in a round."""
        rounds = (self.hotel_years if is_hotel else self.house_years) * self.year_rounds
        return self.worn_in_the_end(cost) / rounds

    def worn_in_the_end(self, cost: Fraction | int) -> Fraction:
        """Cost less salvage."""
        return Fraction(cost) * (100 - self.salvage) / 100


def policies_of(given: "Policies | Mapping[str, object] | None") -> Policies:
    """The policies that somebody names; those left out are the usual ones.

    Raises LedgerError for a policy or a word that there is not, with the nearest right one.
    """
    if given is None:
        return Policies()
    if isinstance(given, Policies):
        return given
    if not isinstance(given, Mapping):
        raise LedgerError(say("ledger.policies", value=shortened(repr(given))))
    known = [field.name for field in fields(Policies)]
    for name in given:
        if name not in known:
            raise LedgerError(say("ledger.policy", value=shortened(repr(name))) + hint(str(name), known))
    return replace(Policies(), **given)  # type: ignore[arg-type]
