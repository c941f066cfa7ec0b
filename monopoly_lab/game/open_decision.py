"""A game's open side: what may be answered and done now, and what that would bring."""

from monopoly_lab import rules
from monopoly_lab.game import consequences
from monopoly_lab.game.base import Core
from monopoly_lab.game.position import seat_of
from monopoly_lab.notation.action_labels import label
from monopoly_lab.notation.action_text import BANK
from monopoly_lab.notation.nodes import Chance, Decision, menu


class OpenSide(Core):
    """The choices and acts of a `Game`."""

    def choices(self) -> tuple[str, ...]:
        """The texts accepted as an answer to the open node; sums are shown by the least legal one.

        Offers are not listed: `node.forms` says whether there may be a trade, or property for a debt, and for how much.

        >>> game.choices()
        ('buy', 'auction')
        """
        return _texts(self.node)

    def acts(self) -> dict[str, tuple[str, ...]]:
        """The acts open at the table besides the node, by player; trades are not listed.

        >>> told = game.apply("buy")
        >>> game.acts()
        {'Ann': ('Ann: mortgage st_charles',)}
        """
        return self._once("acts", self._acts).copy()

    def _acts(self) -> dict[str, tuple[str, ...]]:
        found = {}
        for p in (*range(len(self.players)), BANK):
            rules.acts(self._s, self.tables, p)
            texts = tuple(self._notation.write(self._s, answer._replace(seat=p)) for answer in menu(self._s))
            if texts:
                found[self.players[p] if p != BANK else "bank"] = texts
        return found

    @property
    def debt(self) -> consequences.Debt | None:
        """The debt that has to be paid now; None if there is none."""
        return consequences.debt(self._teller, self._s)

    @property
    def offer(self) -> consequences.Trade | None:
        """The trade that has to be answered now; None if there is none."""
        return consequences.trade(self._teller, self._notation, self._s)

    def sales(self) -> list[consequences.Sale]:
        """What the debtor can sell now, in the order that keeps most rent: see `facts.Sale`; empty without a debt.

        >>> game.sales()
        []
        """
        return consequences.sales(self._notation, self.tables, self._s)

    def next_throw(self) -> list[consequences.Outcome]:
        """Where each throw leads and what it costs, cards and jail with their chances: see `outlook.Outcome`.

        The chances are exact and sum to 1. Empty while no throw for the token is open: at a choice, or when the
        dice are thrown for something else.

        >>> told = game.apply("buy")
        >>> game.next_throw()[0]
        Outcome(throw='roll 1 1', ...)
        """
        return consequences.throw(self._teller, self._notation, self._s)

    def goods(self, player: str | int) -> dict[str, str]:
        """What a player can put into an offer besides cash: as `apply` takes it, with its name.

        Raises SeatError for a player who is not at the table.

        >>> told = game.apply("buy")
        >>> game.goods("Ann")
        {'st_charles': 'St. Charles Place'}
        """
        p = seat_of(self.players, player)
        edition = self._teller.called(self.lang)
        deeds = {space.id: space.name for space in edition.spaces if self._s.owner[space.index] == p}
        cards = [card for card in edition.cards if self._s.card_seat[card.index] == p]
        return deeds | {f"card {self._notation.card(card.index)}": card.title for card in cards}

    def worth_after(self, text: str) -> dict[str, int]:
        """Worth of both sides, as in the short game, after the trade in `text`; empty for any other choice.

        A debt that waits counts, by what is left of it after a settlement: see "with_debt" of `net_worth`.

        Raises UnreadableChoice for a text that is no choice at all.

        >>> told = game.apply("buy")
        >>> game.worth_after("Ann: trade Bo: st_charles for 200")
        {'Ann': 1560, 'Bo': 1440}
        """
        offer = self._notation.read(self._s, text).offer
        return consequences.worth_after(self._teller, self._s, offer) if offer else {}

    def choice_label(self, text: str, lang: str = "") -> str:
        """What a button for a choice says: "Buy Boardwalk for $400.".

        Raises UnreadableChoice for a text that is no choice at all.

        >>> game.choice_label("buy")
        'Buy St. Charles Place for $140.'
        """
        with self._speaking(lang):
            return label(self._teller, self._s, self._notation.read(self._s, text))


def _texts(open_: Decision | Chance | None) -> tuple[str, ...]:
    if open_ is None:
        return ()
    return open_.choices if isinstance(open_, Decision) else open_.outcomes
