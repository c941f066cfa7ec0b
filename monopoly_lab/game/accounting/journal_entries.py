"""Journal entries from events: every account holder in a transaction gets balanced lines in their own books.

An entry is one transaction: a purchase pays and hands over the deed, a trade moves money, deeds and mortgages at once.
`payment_entries` and `property_entries` write them; this module writes opening balances and rounds, and assigns each
kind of event to the method that enters it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from monopoly_lab.constants import event
from monopoly_lab.game.accounting.journal import BANK, Amount, Line, Site, opening_buildings
from monopoly_lab.game.accounting.property_entries import PropertyEntries
from monopoly_lab.rules.agenda import RawEvent
from monopoly_lab.rules.state import State


@dataclass
class Books(PropertyEntries):
    """Reads the events of a game in order and keeps the entries."""

    def open(self, s: State) -> None:
        """Enter the first balances of a game that begins in the middle: deeds and buildings at their printed prices."""
        t, self.round = self.tables, s.round
        lines = []
        for holder, x in enumerate(s.cash):
            if x and holder != BANK:
                lines += self._endowment_lines(holder, "cash", x)
        for q in range(t.spaces):
            if t.group[q] < 0:
                continue
            self.sites[q] = site = Site()
            if s.owner[q] >= 0:
                p = site.owner = s.owner[q]
                site.cost, site.loan = t.price[q], t.loan[q] if s.mortgaged[q] else 0
                site.buildings = opening_buildings(s, t, q, s.round)
                lines += self._acquisition_lines(p, q, "capital")
                self._note_points(p, t.points[q])
                if site.loan:
                    lines += [Line(BANK, "mortgage_loans", site.loan, p), Line(BANK, "money_issued", -site.loan, p)]
        self.out = {p for p in range(s.seats) if s.out[p]}
        if lines:
            self._enter("opening", -1, lines)

    def _endowment_lines(self, holder: int, name: str, x: Amount) -> list[Line]:
        return [
            Line(holder, name, x, BANK, "capital"),
            Line(holder, "capital", -x, BANK),
            Line(BANK, "money_issued", x, holder),
            Line(BANK, "cash", -x, holder, "money_issued"),
        ]

    def read(self, events: Sequence[RawEvent], first: int = 0, end: int | None = None) -> None:
        """Enter every event from `first` up to `end` that changes cash, a deed, a building, a mortgage or a debt."""
        place, end = first, len(events) if end is None else end
        while place < end:
            self.now = place
            what = events[place].kind
            reader = READERS.get(what)
            place += (reader(self, events, place) or 1) if reader else 1

    # Rounds

    def begin_turn(self, events: Sequence[RawEvent], place: int) -> None:
        """Enter the depreciation of the last round where a new one has begun, and note round and turn."""
        if events[place].amount != self.round:
            self.end_round(place)
        self.round, self.turn = events[place].amount, events[place].cause

    def end_game(self, events: Sequence[RawEvent], place: int) -> None:
        """Enter the depreciation of the last round."""
        self.end_round(place)

    def end_round(self, place: int) -> None:
        """Enter the depreciation of the round that has ended, with its last event."""
        if self.policies.depreciation == "off":
            return
        self.now = place - 1
        lines = []
        for site in self.sites.values():
            for each in site.buildings:
                left = self.policies.worn_in_the_end(each.cost) - each.accumulated_depreciation
                x = (
                    min(self.policies.round_depreciation(each.is_hotel, each.cost), left)
                    if each.bought < self.round
                    else 0
                )
                each.accumulated_depreciation += x
                lines += [
                    Line(site.owner, "depreciation", x),
                    Line(site.owner, "accumulated_depreciation", -x),
                ]
        self._enter("depreciation", -1, lines)

    # Points

    def enter_boss_points(self, events: Sequence[RawEvent], place: int) -> None:
        """Enter the points for a beaten boss."""
        self._note_points(events[place].player, events[place].amount)
        self._enter("boss", -1, [])


READERS = {
    event.TURN_BEGAN: Books.begin_turn,
    event.OVER: Books.end_game,
    event.PAID: Books.enter_payment,
    event.DEBT: Books.enter_debt,
    event.FORGIVEN: Books.enter_forgiveness,
    event.BANKRUPT: Books.enter_bankruptcy,
    event.DEED_MOVED: Books.enter_deed_move,
    event.BUILT: Books.enter_building,
    event.SOLD: Books.enter_building_sale,
    event.MORTGAGED: Books.enter_mortgage,
    event.REDEEMED: Books.enter_redemption,
    event.ACCEPTED: Books.enter_trade,
    event.BEATEN: Books.enter_boss_points,
}
