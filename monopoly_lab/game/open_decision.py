"""Methods of `Game` about the open decision: choices, acts, trades, next throw."""

from monopoly_lab import rules
from monopoly_lab.game import consequences
from monopoly_lab.game.base import Core
from monopoly_lab.game.position import seat_of
from monopoly_lab.notation.action_labels import illegal_choice, label
from monopoly_lab.notation.action_text import BANK_SEAT
from monopoly_lab.notation.nodes import Chance, Decision, menu


class DecisionMixin(Core):
    """The choices and acts of a `Game`."""

    def choices(self) -> tuple[str, ...]:
        """Return the texts that answer the open decision; for a free amount, the smallest legal one.

        Offers are not listed: `game.node.forms` says whether a trade, or property for a debt, is possible and the sums.

        Example:
            >>> game.choices()
            ('buy', 'auction')
        """
        return _texts(self.node)

    def acts(self) -> dict[str, tuple[str, ...]]:
        """Return the acts (build, mortgage, ...) that each player may do now besides the open decision; no trades.

        Returns:
            Texts of acts by player.

        Example:
            >>> _ = game.apply("buy")
            >>> game.acts()
            {'Ann': ('Ann: mortgage st_charles',)}
        """
        return self._read_cached("acts", self._acts).copy()

    def _acts(self) -> dict[str, tuple[str, ...]]:
        found = {}
        for p in (*range(len(self.players)), BANK_SEAT):
            rules.list_acts(self._s, self.tables, p)
            texts = tuple(self._notation.write(self._s, answer._replace(seat=p)) for answer in menu(self._s))
            if texts:
                found[self.players[p] if p != BANK_SEAT else "bank"] = texts
        return found

    @property
    def debt(self) -> consequences.Debt | None:
        """Return the debt that must be paid now; None if there is none."""
        return consequences.debt(self._teller, self._s)

    @property
    def offer(self) -> consequences.Trade | None:
        """Return the trade that must be answered now; None if there is none."""
        return consequences.trade(self._teller, self._notation, self._s)

    def sales(self) -> list[consequences.Sale]:
        """Return what the debtor can sell now, in the order that keeps most rent; empty without a debt.

        Example:
            >>> game.sales()
            []
        """
        return consequences.sales(self._notation, self.tables, self._s)

    def next_throw(self) -> list[consequences.Outcome]:
        """Return where each throw leads and what it costs, with exact chances; cards and jail included.

        Returns:
            Outcomes whose chances sum to 1; empty if no throw for the token is open: at a decision, or if dice are
            thrown for something else.

        Example:
            >>> _ = game.apply("buy")
            >>> game.next_throw()[0]
            Outcome(throw='roll 1 1', ...)
        """
        return consequences.throw(self._teller, self._notation, self._s)

    def goods(self, player: str | int) -> dict[str, str]:
        """Return what a player can put into an offer besides cash.

        Args:
            player: Name or seat.

        Returns:
            Names by the text that `apply` takes.

        Raises:
            SeatError: For a player who is not at the table.

        Example:
            >>> _ = game.apply("buy")
            >>> game.goods("Ann")
            {'st_charles': 'St. Charles Place'}
        """
        p = seat_of(self.players, player)
        edition = self._teller.edition_for_reader(self.lang)
        deeds = {space.id: space.name for space in edition.spaces if self._s.owner[space.index] == p}
        cards = [card for card in edition.cards if self._s.card_seat[card.index] == p]
        return deeds | {f"card {self._notation.card(card.index)}": card.title for card in cards}

    def worth_after(self, text: str) -> dict[str, int]:
        """Return the worth of both players after a trade, as the score `with_debt` of `Game.net_worth`.

        The trade may be one that is not allowed now, and one of its sides may be empty. After a settlement only the
        rest of the debt counts.

        Args:
            text: A choice, such as "Ann: trade Bo: st_charles for 200".

        Returns:
            Amounts by player, in the edition's unit; empty for any other choice.

        Raises:
            UnreadableChoice: For a text that is no choice.
            IllegalChoice: For a trade that can never be: of what a player does not own, beyond their cash, with
                themselves or with somebody who is out of the game.

        Example:
            >>> _ = game.apply("buy")
            >>> game.worth_after("Ann: trade Bo: st_charles for 200")
            {'Ann': 1560, 'Bo': 1440}
        """
        with self._speaking():
            answer = self._notation.read(self._s, text)
            if answer.offer is None:
                return {}
            code = consequences.why_not_exchanged(self._s, self.tables, answer.offer)
            if code:
                raise illegal_choice(self._teller, self._s, answer, code, self._departures)
            return consequences.worth_after(self._teller, self._s, answer.offer)

    def choice_label(self, text: str, lang: str = "") -> str:
        """Return the text of a button for a choice: "Buy Boardwalk for $400.".

        Args:
            text: A choice.
            lang: Language of the words: "en", "ru" or "uk"; that of the game if empty.

        Raises:
            UnreadableChoice: For a text that is no choice.

        Example:
            >>> game.choice_label("buy")
            'Buy St. Charles Place for $140.'
        """
        with self._speaking(lang):
            return label(self._teller, self._s, self._notation.read(self._s, text))


def _texts(node_: Decision | Chance | None) -> tuple[str, ...]:
    """Return the texts that answer a decision, or the outcomes of a throw; none after the end of the game."""
    if node_ is None:
        return ()
    return node_.texts if isinstance(node_, Decision) else node_.outcomes
