"""Panels beside the board: which are open, and the markup of the one that is shown."""

from collections.abc import Callable, Hashable

from monopoly_lab.board_drawing.scene import Scene
from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import say, speaking
from monopoly_lab.game.game import Game
from monopoly_lab.widgets import branches_panel, deed_card, log_panel, player_panel, trade_form
from monopoly_lab.widgets.background_tasks import Shares
from monopoly_lab.widgets.deed_card import acts_html, why_refused
from monopoly_lab.widgets.html_elements import Words, button
from monopoly_lab.widgets.table_branches import Branches, GameMoment
from monopoly_lab.widgets.table_view import TableView


def property_panel(game: Game, player: str, words: Words, told: str = "") -> str:
    """Return a button for each seat, and the property of the chosen one group by group.

    `told` says what was just built or sold.
    """
    seats = "".join(
        button(escaped(name), "manage", name, id=f"ml-manage-{number}", aria_pressed=name == player)
        for number, name in enumerate(game.state.in_play)
    )
    view = game.scene(words.lang)
    p = game.players.index(player)
    groups = [g for g in range(view.t.groups) if any(view.owner(q) is view.seats[p] for q in _sites(view, g))]
    shown = "".join(_group(game, view, player, g, words) for g in groups)
    said = f'<p class="ml-said" role="status">{escaped(told)}</p>' if told else ""
    return (
        f'<h3>{words("manage")}</h3><div class="ml-row" role="group" aria-label="{words("seat")}">{seats}</div>'
        f"{said}{_debt(game, player, words)}{shown or '<p>' + words('no_deeds') + '</p>'}"
    )


def _debt(game: Game, player: str, words: Words) -> str:
    """Return lines on a debt: what is owed, the player's cash, and how much could still be raised."""
    debt = game.debt
    money = game.edition.money.text_for_reader
    lines = [words("has", amount=money(game.state.cash[player]))]
    if debt is not None and debt.player == player:
        missing = max(0, debt.amount - game.state.cash[player])
        lines.append(words("owes", amount=money(debt.amount), missing=money(missing)))
        lines.append(words("could_raise", amount=money(game.net_worth("liquidation")[player])))
    return "".join(f"<p>{line}</p>" for line in lines)


def _group(game: Game, view: Scene, player: str, g: int, words: Words) -> str:
    color = view.colors.get(g)
    chip = f'<span class="ml-chip" style="background:{color}"></span>' if color else ""
    mine = [
        q
        for q in _sites(view, g)
        if view.owner(q) is not None and view.owner(q) is view.seats[game.players.index(player)]
    ]
    whole = len(mine) == len(_sites(view, g)) and color is not None
    rows = "".join(_site(game, view, player, q, words) for q in mine)
    both = ""
    if whole:
        both = "".join(_row_button(game, player, g, act, words) for act in ("build", "sell"))
    legend = f"<legend>{chip}{escaped(view.group_name(g))}</legend>"
    return f'<fieldset>{legend}<div class="ml-row">{both}</div>{rows}</fieldset>'


def _row_button(game: Game, player: str, g: int, act: str, words: Words) -> str:
    """Return the button: on how many sites it goes and for how much; on how many not, and why, when pointed at."""
    id_ = f"ml-{act}-row-{g}"
    sites, aimed = game.edition.groups[g].spaces, _sites_in_turn(game, g, act)
    trial = game.fork()
    done, why = _in_row(trial, player, aimed, act, words.lang)
    if not done:
        return button(words(f"{act}_row"), f"{act}_row", f"{player}:{g}", why=why or "", id=id_)
    moved = abs(trial.state.cash[player] - game.state.cash[player])
    values = {"amount": game.edition.money.text_for_reader(moved, words.lang), "n": done, "all": len(sites)}
    left = [q for q in sites if q not in aimed]
    if left and not why:
        why = why_refused(game, f"{player}: {act} {game.edition.spaces[left[0]].id}", words.lang)
    label = words(f"{act}_some" if done < len(sites) else f"{act}_each", **values)
    return button(label, f"{act}_row", f"{player}:{g}", id=id_, title=why or "")


def _sites_in_turn(game: Game, g: int, act: str) -> list[int]:
    """Return the sites of a group where it is the even turn to build or sell."""
    sites = game.edition.groups[g].spaces
    aim = (min if act == "build" else max)(game.state.level(q) for q in sites)
    return [q for q in sites if game.state.level(q) == aim]


def _in_row(game: Game, player: str, sites: list[int], act: str, lang: str) -> tuple[int, str | None]:
    """Build or sell on these sites up to the first refusal: on how many, and what was refused."""
    for done, q in enumerate(sites):
        try:
            game.apply(f"{player}: {act} {game.edition.spaces[q].id}", lang)
        except MonopolyLabError as refused:
            return done, str(refused)
    return len(sites), None


def _site(game: Game, view: Scene, player: str, q: int, words: Words) -> str:
    notes = [view.level_text(q), view.say("mortgaged") if view.is_mortgaged(q) else ""]
    said = ", ".join(note for note in notes if note)
    name = f"{view.name(q)} ({said})" if said else view.name(q)
    buttons = acts_html(game, player, q, words, reasons=False)
    return f"<details id='ml-site-{q}'><summary>{escaped(name)}</summary>{buttons}</details>"


def _sites(view: Scene, g: int) -> tuple[int, ...]:
    return tuple(view.edition.groups[g].spaces)


def build_row(game: Game, player: str, g: int, act: str, lang: str) -> list[str]:
    """Build or sell one building on each site of a group where it is the even turn; says what happened.

    Stops at the first refusal after the first success; IllegalChoice, with nothing changed, if none succeeds.
    """
    told: list[str] = []
    for number, q in enumerate(_sites_in_turn(game, g, act)):
        try:
            told += game.apply(f"{player}: {act} {game.edition.spaces[q].id}", lang)
        except MonopolyLabError as refused:
            if not number:
                raise
            return [*told, say("table.row_stopped", lang, why=str(refused))]
    return told


class Panels:
    """What the reader has opened, filtered and drafted in the panels; only the one that is seen is drawn."""

    def __init__(
        self,
        branches: Branches,
        view: TableView,
        words: Words,
        shares: Shares,
        drawn: dict[Hashable, str],
        files_markup: Callable[[], list[str]],
    ) -> None:
        """Make the panels; `drawn` caches pictures drawn before; `files_markup` returns the panel of files."""
        self._branches, self._view, self._words = branches, view, words
        self._shares, self._drawn, self._files_markup = shares, drawn, files_markup
        self._opened = -1  # the event of the log whose rule is shown
        self._log_as_table = False
        self._built: tuple[GameMoment, str] = branches.place, ""  # what was last built or sold in a row, and where
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
            self._view.tab = tab
        with speaking(self._words.lang):
            self._view.show(side=self.markup())

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
        tab = self._view.tab
        if tab == "log":
            return self._log()
        if tab == "keep":
            return self._files_markup()
        game, words = self._branches.game, self._words
        made: dict[str, Callable[[], str]] = {
            "deed": self._deed,
            "manage": lambda: property_panel(game, self.managed, words, self._row_told()),
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
        view = self._view
        card = view.parts["deeds"][view.selected] if view.selected >= 0 else ""
        return deed_card.space_panel_html(self._branches.game, view.selected, card, self._words, self._shares.markup())

    def _time(self) -> str:
        branches = self._branches
        compared = list(branches.side_by_side())
        return branches_panel.branches_panel(branches.game, branches.games, compared, self._words)

    def _row_told(self) -> str:
        place, told = self._built
        return told if place == self._branches.place else ""

    def _fitting(self) -> trade_form.Proposal:
        """Return the draft with what both still have, or a new one when one of its players has left the game."""
        game = self._branches.game
        if {self.proposal.giver, self.proposal.partner} - {*game.state.in_play}:
            self.proposal = trade_form.Proposal.first(game)
        self.proposal = self.proposal.without_lost_goods(game)
        return self.proposal
