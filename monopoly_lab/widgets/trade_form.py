"""The form for a trade between any two players.

It shows both sides of the offer: what each player gives, what the player is then worth, and the groups that become
complete.
"""

from dataclasses import dataclass, field, replace

from monopoly_lab.board_drawing.scene import Scene
from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import MINUS
from monopoly_lab.game import consequences
from monopoly_lab.game.consequences import Trade
from monopoly_lab.game.game import Game
from monopoly_lab.game.position import Position
from monopoly_lab.widgets.deed_card import why_refused
from monopoly_lab.widgets.html_elements import Words, button, select

TOGETHER = "\u2060"  # between a sign and its sum: no line ends there
PLAIN = "#55645d"  # of a deed that has no color


def color_of(view: Scene, q: int) -> str:
    """Return the color of the group of a deed."""
    return view.colors.get(view.t.group[q], PLAIN)


def mini(view: Scene, q: int, note: str, name: str = "") -> str:
    """Return a deed as a small card: its color, its name, and a word on it."""
    said = f"{escaped(name or view.name(q))} <b>{escaped(note)}</b>"
    return f'<span class="ml-mini" style="--ml-color:{color_of(view, q)}">{said}</span>'


def swap(game: Game, offer: "Proposal", words: Words) -> str:
    """Return both sides of an offer: what each gives, its worth before and after, the groups it completes.

    Below it, what else that worth counts, or does not.
    """
    view = game.scene(words.lang)
    now, after = game.net_worth("with_debt"), _worths_after(game, offer)
    sides = (offer.giver, offer.give, offer.give_cash), (offer.partner, offer.ask, offer.ask_cash)
    whole = _completed_groups(game, view, offer)
    parts = []
    for player, things, cash in sides:
        goods = [*(_thing_html(game, view, player, thing) for thing in things)]
        if cash not in ("", "0"):
            goods.append(f'<span class="ml-mini ml-cash">{escaped(_money(view, cash))}</span>')
        if offer.settles and player == offer.partner:
            goods.append(_claim(game, view, offer.settles, words))
        worth = ""
        if player in after:
            change = after[player] - now[player]
            sign = "+" if change > 0 else MINUS if change < 0 else "±"
            said = f"{sign}{TOGETHER}{view.amount(abs(change))}"
            before, then = (_signed_amount(view, worths[player]) for worths in (now, after))
            worth = words("worth_change", now=before, after=then, change=said)
        groups = words("completes", n=len(whole[player]), group=", ".join(whole[player]))
        completes = f'<p class="ml-whole-group">{groups}</p>' if whole[player] else ""
        parts.append(
            f"<section><h4>{words('gives', player=player)}</h4><div>{''.join(goods) or words('nothing')}</div>"
            f"<p>{worth}</p>{completes}</section>"
        )
    both = f'<div class="ml-both">{"".join(parts)}</div>'
    notes = _worth_note(game, offer, words) if after else ""
    return f'<div class="ml-swap" title="{words("worth_note")}">{both}{notes}</div>'


def _claim(game: Game, view: Scene, settles: int, words: Words) -> str:
    """Return what the creditor gives up in a settlement: so much of the debt, and what is left of it."""
    owed = game.raw_state().debt
    amounts = {"owed": view.amount(owed), "left": view.amount(owed - settles)}
    return (
        f'<span class="ml-mini ml-cash">{words("claim", amount=view.amount(settles))}</span> '
        f"<small>{words('claim_left', **amounts)}</small>"
    )


def _signed_amount(view: Scene, amount: int) -> str:
    """Return an amount that may be less than nothing."""
    return f"{MINUS}{TOGETHER}{view.amount(-amount)}" if amount < 0 else view.amount(amount)


def _worth_note(game: Game, offer: "Proposal", words: Words) -> str:
    """Return a line where a debt that waits changes the worth of a side, or a card is given, which changes none."""
    plain, with_debt = game.net_worth(), game.net_worth("with_debt")
    notes = []
    if any(plain[player] != with_debt[player] for player in (offer.giver, offer.partner)):
        notes.append(words("counts_debt"))
    held = {**game.goods(offer.giver), **game.goods(offer.partner)}
    cards = dict.fromkeys(held.get(thing, "") for thing in (*offer.give, *offer.ask) if thing.startswith("card "))
    notes += [words("counts_card", card=card) for card in cards if card]
    return f'<p class="ml-counted">{" ".join(notes)}</p>' if notes else ""


def _money(view: Scene, cash: str) -> str:
    return view.amount(int(cash)) if cash.isdecimal() else cash


def _thing_html(game: Game, view: Scene, player: str, thing: str) -> str:
    name = game.goods(player).get(thing, thing)
    if thing.startswith("card "):
        return f'<span class="ml-mini">{escaped(name)}</span>'
    q = game.edition.space(thing)
    price = view.say("mortgaged") if view.is_mortgaged(q) else view.amount(view.t.price[q])
    return mini(view, q, price, name)


def _worths_after(game: Game, offer: "Proposal") -> dict[str, int]:
    """Return the worth of both players after the offer; empty if it can never be carried out."""
    try:
        return game.worth_after(offer.text())
    except MonopolyLabError:
        return {}


def _completed_groups(game: Game, view: Scene, offer: "Proposal") -> dict[str, list[str]]:
    """Return the names of the groups that the offer makes whole, by player."""
    given = [(thing, offer.partner) for thing in offer.give] + [(thing, offer.giver) for thing in offer.ask]
    moved = {game.edition.space(thing): game.players.index(to) for thing, to in given if not thing.startswith("card ")}
    found: dict[str, list[str]] = {offer.giver: [], offer.partner: []}
    for g, p in consequences.completed_groups(game.raw_state(), game.tables, moved):
        found.setdefault(game.players[p], []).append(view.group_name(g))
    return found


# The form for a trade between any two players, with what each side's worth becomes


@dataclass
class Proposal:
    """An offer as it is in the form: texts, as the user left them."""

    giver: str
    partner: str
    give_cash: str = "0"
    ask_cash: str = "0"
    give: list[str] = field(default_factory=list)  # ids of deeds, and "card chance 5"
    ask: list[str] = field(default_factory=list)
    settles: int = 0  # so much of the debt to the partner, who asks for nothing then
    answers: Trade | None = None  # the offer on the table that it was begun as an answer to

    @classmethod
    def first(cls, game: Game, giver: str = "") -> "Proposal":
        """Return an empty offer from `giver`, by default the player with the choice, to the next player in the game."""
        there = list(game.state.in_play)
        node = game.node
        giver = giver or (node.player if node is not None and node.player in there else there[0])
        others = [name for name in there if name != giver]
        return cls(giver, others[0] if others else giver)

    @classmethod
    def waiting(cls, game: Game) -> "Proposal":
        """Return the offer on the table, as its proposer made it."""
        offer = game.offer
        if offer is None:
            return cls.first(game)
        cash = str(offer.give_cash), str(offer.ask_cash)
        return cls(offer.proposer, offer.partner, *cash, list(offer.give), list(offer.ask), offer.settles)

    @classmethod
    def counter(cls, game: Game) -> "Proposal":
        """Return the offer on the table, turned round: what the other asks for becomes what is given."""
        offer = game.offer
        if offer is None:
            return cls.first(game)
        cash = str(offer.ask_cash), str(offer.give_cash)
        return cls(offer.partner, offer.proposer, *cash, list(offer.ask), list(offer.give), answers=offer)

    def with_form(self, form: dict[str, list[str]]) -> "Proposal":
        """Return the draft of a filled-in form; another player starts with nothing on their side."""
        giver = (form.get("giver") or [self.giver])[0]
        partner = (form.get("partner") or [self.partner])[0]
        give_cash, ask_cash = ((form.get(name) or ["0"])[0].strip() or "0" for name in ("give_cash", "ask_cash"))
        return Proposal(
            giver,
            partner,
            give_cash,
            ask_cash,
            form.get("give", []) if giver == self.giver else [],
            form.get("ask", []) if partner == self.partner else [],
            answers=self.answers,
        )

    def without_lost_goods(self, game: Game) -> "Proposal":
        """Return the draft without what has gone to others since."""
        give, ask = (
            [thing for thing in things if thing in game.goods(player)]
            for player, things in ((self.giver, self.give), (self.partner, self.ask))
        )
        return replace(self, give=give, ask=ask)

    @property
    def is_blank(self) -> bool:
        """Return True while nothing is given and nothing asked."""
        return not (self.give or self.ask) and (self.give_cash, self.ask_cash) == ("0", "0")

    def text(self) -> str:
        """Return the offer as a choice: "Ann: trade Bo: boardwalk + 50 for st_james", "Ann: settle 120: boardwalk"."""
        give, ask = self._side(self.give, self.give_cash), self._side(self.ask, self.ask_cash)
        if self.settles:
            return f"{self.giver}: settle {self.settles}: {give}"
        return f"{self.giver}: trade {self.partner}: {give} for {ask}"

    def _side(self, things: list[str], cash: str) -> str:
        sum_ = cash.replace("+", " ")  # one sum, and nothing besides
        return " + ".join([*things, *([sum_] if sum_ != "0" else [])]) or "0"


def panel(game: Game, draft: Proposal, words: Words) -> str:
    """Return the whole form; the button is grayed with the reason while the offer cannot be made."""
    names = [(name, name) for name in game.state.in_play]
    who = (
        f'<div class="ml-row">{select(words("giver"), "giver", names, draft.giver)}'
        f"{select(words('partner'), 'partner', names, draft.partner)}</div>"
    )
    sides = _side(game, words, draft.giver, "give", draft.give, draft.give_cash) + _side(
        game, words, draft.partner, "ask", draft.ask, draft.ask_cash
    )
    return (
        f'<form data-change="draft" data-act="draft"><h3>{words("trade")}</h3>{who}'
        f'<div class="ml-sides">{sides}</div></form>'
        f"{_verdict(game, draft, words)}"
    )


def _side(game: Game, words: Words, player: str, name: str, chosen: list[str], cash: str) -> str:
    state = game.state
    has = words("has", amount=game.edition.money.text_for_reader(state.cash[player]))
    field_ = (
        f'<label>{words("cash")} <input type="number" min="0" step="1" name="{name}_cash" id="ml-{name}-cash" '
        f'value="{escaped(cash)}"></label> <small>{has}</small>'
    )
    boxes = "<br>".join(
        f'<label><input type="checkbox" name="{name}" id="ml-{name}-{number}" value="{escaped(value)}"'
        f"{' checked' if value in chosen else ''}>{escaped(_thing_label(state, value, text, words))}</label>"
        for number, (value, text) in enumerate(game.goods(player).items())
    )
    legend = words("gives", player=player)
    return f"<fieldset><legend>{legend}</legend>{field_}<div>{boxes or words('no_deeds')}</div></fieldset>"


def _thing_label(state: Position, value: str, name: str, words: Words) -> str:
    return f"{name} ({words('mortgaged')})" if value in state.mortgages else name


def _verdict(game: Game, draft: Proposal, words: Words) -> str:
    """Return what both would be worth, and the button or what stands against it: an empty form, an offer that waits."""
    text = draft.text()
    why = why_refused(game, text, words.lang)
    shown = swap(game, draft, words) if draft.give or draft.ask or why is None else ""
    if no_sum := next((cash for cash in (draft.give_cash, draft.ask_cash) if not cash.isdecimal()), ""):
        why = words.say("no_cash", value=no_sum)
    elif why and game.offer is not None and game.offer.partner != draft.giver:
        why = words.say("offer_waits", player=game.offer.partner)
    elif why and draft.is_blank:
        why = words.say("offer_empty")
    go = button(words("offer"), "press", text, main=True, why=why, id="ml-offer")
    told = f'<p class="ml-why" role="status">{escaped(why)}</p>' if why else ""
    unit = f"<p>{words('worth_note')}</p>" if shown else ""
    return f"{shown}{go}{told}{unit}"
