"""The form for a trade between any two players, with what each side's worth becomes."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from monopoly_lab.markup import escaped
from monopoly_lab.widgets.deed import reason
from monopoly_lab.widgets.markup import Words, button, select
from monopoly_lab.widgets.sides import swap

if TYPE_CHECKING:
    from monopoly_lab.game.game import Game
    from monopoly_lab.game.position import Position


@dataclass
class Proposal:
    """An offer as it stands in the form: texts, as the user left them."""

    giver: str
    partner: str
    give_cash: str = "0"
    ask_cash: str = "0"
    give: list[str] = field(default_factory=list)  # ids of deeds, and "card chance 5"
    ask: list[str] = field(default_factory=list)
    settles: int = 0  # so much of the debt to the partner, who asks for nothing then
    counters: bool = False  # it was begun in answer to the offer on the table

    @classmethod
    def first(cls, game: "Game", giver: str = "") -> "Proposal":
        """Nothing yet, from a player, else whoever has the choice, to the next player still in the game."""
        there = list(game.state.in_play)
        node = game.node
        giver = giver or (node.player if node is not None and node.player in there else there[0])
        others = [name for name in there if name != giver]
        return cls(giver, others[0] if others else giver)

    @classmethod
    def waiting(cls, game: "Game") -> "Proposal":
        """The offer on the table, as its proposer made it."""
        offer = game.offer
        if offer is None:
            return cls.first(game)
        cash = str(offer.give_cash), str(offer.ask_cash)
        return cls(offer.proposer, offer.partner, *cash, list(offer.give), list(offer.ask), offer.settles)

    @classmethod
    def counter(cls, game: "Game") -> "Proposal":
        """The offer on the table, turned round: what the other asks for becomes what is given."""
        offer = game.offer
        if offer is None:
            return cls.first(game)
        cash = str(offer.ask_cash), str(offer.give_cash)
        return cls(offer.partner, offer.proposer, *cash, list(offer.ask), list(offer.give), counters=True)

    def taken(self, form: dict[str, list[str]]) -> "Proposal":
        """The draft that a filled-in form stands for; another player starts with nothing on his side."""
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
            counters=self.counters,
        )

    def held(self, game: "Game") -> "Proposal":
        """The draft without what has gone to others since."""
        give, ask = (
            [thing for thing in things if thing in game.goods(player)]
            for player, things in ((self.giver, self.give), (self.partner, self.ask))
        )
        return replace(self, give=give, ask=ask)

    @property
    def is_blank(self) -> bool:
        """True while nothing is given and nothing asked."""
        return not (self.give or self.ask) and (self.give_cash, self.ask_cash) == ("0", "0")

    def text(self) -> str:
        """The offer as a choice: "Ann: trade Bo: boardwalk + 50 for st_james", "Ann: settle 120: boardwalk"."""
        give, ask = self._side(self.give, self.give_cash), self._side(self.ask, self.ask_cash)
        if self.settles:
            return f"{self.giver}: settle {self.settles}: {give}"
        return f"{self.giver}: trade {self.partner}: {give} for {ask}"

    def _side(self, things: list[str], cash: str) -> str:
        sum_ = cash.replace("+", " ")  # one sum, and nothing besides
        return " + ".join([*things, *([sum_] if sum_ != "0" else [])]) or "0"


def panel(game: "Game", draft: Proposal, words: Words) -> str:
    """The whole form; the button is greyed with the reason while the offer cannot be made."""
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


def _side(game: "Game", words: Words, player: str, name: str, chosen: list[str], cash: str) -> str:
    state = game.state
    has = words("has", amount=game.edition.money.said(state.cash[player]))
    field_ = (
        f'<label>{words("cash")} <input type="number" min="0" step="1" name="{name}_cash" id="ml-{name}-cash" '
        f'value="{escaped(cash)}"></label> <small>{has}</small>'
    )
    boxes = "<br>".join(
        f'<label><input type="checkbox" name="{name}" id="ml-{name}-{number}" value="{escaped(value)}"'
        f"{' checked' if value in chosen else ''}>{escaped(_thing(state, value, text, words))}</label>"
        for number, (value, text) in enumerate(game.goods(player).items())
    )
    legend = words("gives", player=player)
    return f"<fieldset><legend>{legend}</legend>{field_}<div>{boxes or words('no_deeds')}</div></fieldset>"


def _thing(state: "Position", value: str, name: str, words: Words) -> str:
    return f"{name} ({words('mortgaged')})" if value in state.mortgages else name


def _verdict(game: "Game", draft: Proposal, words: Words) -> str:
    """What both would be worth, and the button or what stands against it: an empty form, an offer that waits."""
    text = draft.text()
    why = reason(game, text, words.lang)
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
