"""The panels beside the board: what is open in them, and the markup of the one that is seen."""

from collections.abc import Callable, Hashable

from monopoly_lab.common.messages import speaking
from monopoly_lab.widgets import deed_card, log_panel, player_panel, property_panel, trade_form
from monopoly_lab.widgets.background_tasks import Shares
from monopoly_lab.widgets.html_elements import Words
from monopoly_lab.widgets.table_branches import Branches, Place
from monopoly_lab.widgets.table_view import TableFace


class Panels:
    """What the reader has opened, filtered and drafted in the panels; only the one that is seen is drawn."""

    def __init__(
        self,
        branches: Branches,
        face: TableFace,
        words: Words,
        shares: Shares,
        drawn: dict[Hashable, str],
        keep: Callable[[], list[str]],
    ) -> None:
        """`drawn` holds what has been drawn before; `keep` draws the panel of files."""
        self._branches, self._face, self._words = branches, face, words
        self._shares, self._drawn, self._keep = shares, drawn, keep
        self._opened = -1  # the event of the log whose rule is shown
        self._log_as_table = False
        self._built: tuple[Place, str] = branches.place, ""  # what was last built or sold in a row, and where
        self.start_over()

    def start_over(self) -> None:
        """Forget what belongs to another game."""
        game = self._branches.game
        self._filter = "", ""  # of the log: player and kind
        self.managed = game.players[0]
        self.proposal = trade_form.Proposal.first(game)
        self._turn = ""  # the last player for whom property and trade were opened

    def show(self, tab: str = "") -> None:
        """Show the open panel as it is now, or open another one."""
        if tab:
            self._face.tab = tab
        with speaking(self._words.lang):
            self._face.show(side=self.markup())

    def follow(self) -> None:
        """Open property and trade for whose turn it is, or who owes, if a person plays it; a draft once begun stays."""
        game = self._branches.game
        turn, there = game.state.current_player, game.state.in_play
        if turn != self._turn and turn in there and (game.seats[turn] is None or None not in game.seats.values()):
            self._turn = self.managed = turn
            if self.proposal.is_blank:
                self.proposal = trade_form.Proposal.first(game, turn)
        if self.managed not in there and there:
            self.managed = there[0]
        if game.node is not None and game.node.kind == "debt":
            self.managed = game.node.player

    def manage(self, player: str) -> None:
        """Open the property of a player; ValueError for an unknown one."""
        players = self._branches.game.players
        self.managed = players[players.index(player)]
        self.show("manage")

    def propose(self, proposal: trade_form.Proposal) -> None:
        """Put a draft of a trade into the form."""
        self.proposal = proposal
        self.show("trade")

    def filter_log(self, player: str, kind: str) -> None:
        """Show in the log what concerns a player, and what is of a kind; "" for all."""
        self._filter = player, kind
        self.show()

    def show_log(self, as_table: bool) -> None:
        """Show the log as a table, or as sentences."""
        self._log_as_table = as_table
        self.show()

    def open_rule(self, event: int) -> None:
        """Show the rule of an event of the log."""
        self._opened = event
        self.show()

    def forget_offer(self, was: trade_form.Proposal, text: str, is_old: bool) -> None:
        """Make the form ready for another draft once this one is an offer, or an old one was accepted."""
        if is_old or text == was.text():
            self.proposal = trade_form.Proposal(was.giver, was.partner)

    def told_of_row(self, told: str) -> None:
        """Say what was built or sold in a row, until the game goes on."""
        self._built = self._branches.place, told
        self.show()

    def markup(self) -> list[str]:
        """Return the open panel; the others are made when they are opened."""
        tab = self._face.tab
        if tab == "log":
            return self._log()
        if tab == "keep":
            return self._keep()
        game, words = self._branches.game, self._words
        made: dict[str, Callable[[], str]] = {
            "deed": self._deed,
            "manage": lambda: property_panel.panel(game, self.managed, words, self._row_told()),
            "trade": lambda: trade_form.panel(game, self._fitting(), words),
            "worth": lambda: player_panel.worth(game, words),
            "seats": lambda: player_panel.panel(game, words),
            "time": self._time,
        }
        return [f"<div>{made[tab]()}</div>"] if tab in made else []

    def _log(self) -> list[str]:
        game = self._branches.game
        if self._log_as_table:
            return log_panel.table_rows(game, *self._filter, self._words)
        return log_panel.log_panel(game, *self._filter, self._opened, self._words, self._drawn)

    def _deed(self) -> str:
        face = self._face
        card = face.parts["deeds"][face.selected] if face.selected >= 0 else ""
        return deed_card.panel(self._branches.game, face.selected, card, self._words, self._shares.markup())

    def _time(self) -> str:
        branches = self._branches
        compared = list(branches.side_by_side())
        return log_panel.branches_panel(branches.game, branches.games, compared, self._words)

    def _row_told(self) -> str:
        place, told = self._built
        return told if place == self._branches.place else ""

    def _fitting(self) -> trade_form.Proposal:
        """The draft with what both still have, or a new one when one of its players has left the game."""
        game = self._branches.game
        if {self.proposal.giver, self.proposal.partner} - {*game.state.in_play}:
            self.proposal = trade_form.Proposal.first(game)
        self.proposal = self.proposal.held(game)
        return self.proposal
