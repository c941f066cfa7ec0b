"""Facts for a decision, drawn and in words: the deed on offer, an auction, an offer, a debt, a stake.

What the choices bring is computed in `game.consequences`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from monopoly_lab.board_drawing.board_pieces import single_back
from monopoly_lab.board_drawing.colors import ink_on, theme_of_edition
from monopoly_lab.board_drawing.scene import Scene
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import decimal
from monopoly_lab.constants import player_role, space_kind
from monopoly_lab.game import consequences
from monopoly_lab.game.game import Game
from monopoly_lab.notation.events import Event
from monopoly_lab.notation.nodes import Decision
from monopoly_lab.notation.piece_names import player_name
from monopoly_lab.widgets import recent_events, trade_form
from monopoly_lab.widgets.deed_card import deed_lines, side_mark
from monopoly_lab.widgets.html_elements import Words, button, button_label
from monopoly_lab.widgets.trade_form import Proposal

Shares = list[float] | None  # of the spaces; none where nobody has asked
COMING: list[float] = []  # the shares while they are being computed: their line keeps its place
FEW = 3  # lines of a deed up to which its card is narrow
LONG = 90  # letters of a card of luck from which on it is wide
SALES = 4  # ways to raise money that are shown; the panel of property has all


@dataclass(frozen=True)
class EvaluationMarkup:
    """Markup of the comparison of choices on the card.

    `button` starts it, `progress` shows how far it has got, `notes` say what is known of each choice, `result` is a
    sentence on all of them, `best` the best choice, if that is sure. With `has_default`, the usual choice is shown as
    the one to take while nothing is known.
    """

    button: str = ""
    progress: str = ""
    notes: Mapping[str, str] = field(default_factory=dict)
    result: str = ""
    best: str = ""
    has_default: bool = True

    def is_main(self, text: str, usual: bool) -> bool:
        """Return True of a choice that is shown as the one to take: what was found best; of none while not sure."""
        return text == self.best if self.notes else usual and self.has_default


def lot(game: Game) -> int:
    """Return the space whose deed is to be decided on; negative for none."""
    if game.node is None or game.node.kind not in ("buy", "bid", "inherit"):
        return -1
    return game.raw_state().lot


def deed_html(game: Game, words: Words) -> list[str]:
    """Return the deed for sale or at auction as a card, and who owns the others of its group.

    Otherwise the card that was just drawn; empty for other choices.
    """
    q, view = lot(game), game.scene(words.lang)
    if q >= 0:
        return [card(view, q, words), _mates(view, q, words)]
    drew = recent_events.card(game)
    return [luck_card(game, drew, words)] if drew is not None and has_room(game) else []


def has_room(game: Game) -> bool:
    """Return True if a card of luck can be beside the choices: not beside a deed, an offer or what pays a debt."""
    return game.offer is None and lot(game) < 0 and (game.node is None or game.node.kind != "debt")


def by_card(game: Game, words: Words) -> str:
    """Return the card of luck that was just drawn, as a line: where it cannot be beside the choices."""
    drew = recent_events.card(game)
    if drew is None or has_room(game):  # seldom is there one, and then only is the choice looked at
        return ""
    deck, title, effect = game.card_text(drew, words.lang)
    return (
        f'<p class="ml-by-card" title="{escaped(f"{deck}: {effect}")}"><b>{escaped(title)}.</b> {escaped(effect)}</p>'
    )


def luck_card(game: Game, drew: Event, words: Words) -> str:
    """Return a card of luck, its back beside the name of its deck: title, and what it does."""
    view = game.scene(words.lang)
    deck, title, effect = game.card_text(drew, words.lang)
    color = theme_of_edition(view.look, "light").accent
    back = single_back(view.look.back, color, deck[:1].upper())
    long = " ml-long" if len(title) + len(effect) > LONG else ""
    return (
        f'<figure class="ml-deed-card ml-luck-card{long}" style="--ml-color:{color}"><figcaption>{back}'
        f"<span>{escaped(deck)}</span></figcaption><p><b>{escaped(title)}</b></p><p>{escaped(effect)}</p></figure>"
    )


def offer_sides(game: Game, words: Words) -> str:
    """Return the two sides of the offer that waits for its answer."""
    return trade_form.swap(game, Proposal.waiting(game), words)


def card(view: Scene, q: int, words: Words) -> str:
    """Return a deed: name on the color of its group, rents, building costs, loan; the price where it is bought."""
    color = trade_form.color_of(view, q)
    lines = deed_lines(view, q, words, short=True)[1:]
    wide = max((len(sums) for _, *sums in lines), default=1)
    body = "".join(_line(view, name, sums, wide) for name, *sums in lines)
    form = " ml-by-side" if wide > 1 else " ml-few" if len(lines) <= FEW else ""
    two = ' class="ml-two"' if wide > 1 else ""
    return (
        f'<figure class="ml-deed-card{form}"><figcaption style="background:{color};color:{ink_on(color)}">'
        f"{escaped(view.name(q))}</figcaption><dl{two}>{body}</dl></figure>"
    )


def _line(view: Scene, name: str, sums: Sequence[str], wide: int) -> str:
    """Return a line of the card; over the rents of two sides stand their marks."""
    if name:
        across = ' class="ml-across"' if len(sums) < wide else ""
        return f"<dt>{name}</dt>" + "".join(f"<dd{across}>{escaped(sum_)}</dd>" for sum_ in sums)
    marks = [side_mark(view, what, said) for what, said in zip((player_role.COMPETITOR, player_role.MONOPOLIST), sums)]
    return "<dt></dt>" + "".join(f"<dd>{mark}</dd>" for mark in marks)


def fact_lines(
    game: Game,
    words: Words,
    shares: Shares = None,
    evaluation: EvaluationMarkup | None = None,
    room_for_facts: str = "all",
) -> str:
    """Return the facts beside the choices, as short lines; empty where a choice needs none.

    `evaluation`: what is known of how good a choice is. What a debt needs is always said. `room_for_facts` says how
    much of the rest there is room for: "all", "auction" (how the auction stands), or "none".
    """
    node = game.node
    made = (
        {"buy": _purchase, "bid": _auction, "stake": _stake}.get(node.kind)
        if node and room_for_facts == "all"
        else None
    )
    lines = made(game, words, shares) if made else []
    if room_for_facts == "auction" and node is not None and node.kind == "bid":
        lines = _bidding(game, words)
    if node is not None and node.kind == "debt":
        lines = _debt(game, words, evaluation)
    return f'<ul class="ml-facts">{"".join(f"<li>{line}</li>" for line in lines)}</ul>' if lines else ""


# Deeds


def _purchase(game: Game, words: Words, shares: Shares) -> list[str]:
    assert game.node is not None
    return _payback(game, "payback", game.tables.price[lot(game)], words, shares)


def _mates(view: Scene, q: int, words: Words) -> str:
    """Return who has the other deeds of the group."""
    mates = [m for m in view.edition.groups[view.t.group[q]].spaces if m != q]
    chips = "".join(trade_form.mini(view, m, _holder(view, m, words)) for m in mates)
    return f'<div class="ml-mates" title="{words("mates")}">{chips}</div>'


def _holder(view: Scene, q: int, words: Words) -> str:
    owner = view.owner(q)
    return owner.name if owner is not None else words.say("free")


def _payback(game: Game, key: str, price: int, words: Words, shares: Shares) -> list[str]:
    """Return sentences on how many visits repay a price for the lot at its rent now, and how often they come.

    `key` names the sentence for that; with "_dice" where the rent is that of a mean throw.
    """
    assert game.node is not None
    q, view, t = lot(game), game.scene(words.lang), game.tables
    rent = consequences.rent_for(game.raw_state(), t, game.players.index(game.node.player), q)
    if rent <= 0:
        return []
    if t.kind[q] == space_kind.UTILITY:
        key += "_dice"
    lines = [words(key, rent=view.amount(rent), n=-(-price // rent), bid=view.amount(price))]
    if shares is COMING:
        lines.append(words("visits_coming"))
    elif shares is not None and shares[q] > 0:
        throws = round(max(price / rent, 1) / shares[q])  # no part of a visit comes before the first
        lines.append(words("visits", percent=decimal(100 * shares[q], 1, words.lang), n=throws))
    return lines


def _auction(game: Game, words: Words, shares: Shares) -> list[str]:
    """Return how the auction stands, and after how many visits the next bid is paid back."""
    going = consequences.auction_in_progress(game.raw_state(), game.tables)
    assert going is not None
    if going.lot < 0:
        return _bidding(game, words)
    return [*_bidding(game, words), *_payback(game, "bid_payback", _next_bid(game, going), words, shares)]


def _bidding(game: Game, words: Words) -> list[str]:
    """Return the highest bid and whose it is, who is still in, and the bidder's own purse."""
    going = consequences.auction_in_progress(game.raw_state(), game.tables)
    assert going is not None and game.node is not None
    view, names = game.scene(words.lang), game.players
    lines = _highest_bid(game, going, words)
    there = words("still_in", players=_player_list([names[p] for p in going.there], words))
    handed = (
        words("handed_in", players=_player_list([names[p] for p in going.sealed], words)) + ". " if going.sealed else ""
    )
    lines.append(handed + there)
    if going.kind == "english":
        cash = view.amount(game.state.cash[game.node.player])
        lines.append(words("own_cash", player=_player_list([game.node.player], words), amount=cash))
    return lines


def _player_list(players: Sequence[str], words: Words) -> str:
    """Return players as readers call them, with commas between."""
    return ", ".join(player_name(player, words.lang) for player in players)


def _next_bid(game: Game, going: consequences.Bidding) -> int:
    """Return what the lot would cost who bids next, at least; of bids that nobody knows, the printed price."""
    if going.kind != "english" or not isinstance(game.node, Decision):
        return game.tables.price[going.lot]
    return next((form.least for form in game.node.forms if form.verb == "bid"), going.bid)


def _highest_bid(game: Game, going: consequences.Bidding, words: Words) -> list[str]:
    """Return the highest bid and whose it is; of sealed ones what the winner pays, and who looks now."""
    if going.kind == "english":
        if going.leader < 0:
            return [f"<b>{words('no_bid')}</b>"]
        amount = game.scene(words.lang).amount(going.bid)
        return [
            f"<b>{words('highest_bid', amount=amount, player=_player_list([game.players[going.leader]], words))}</b>"
        ]
    lines = [words(f"bids_{going.kind}")]
    if game.node is not None and is_hidden(game):
        lines.insert(
            0, f'<b class="ml-pass">{words("pass_keyboard", player=_player_list([game.node.player], words))}</b>'
        )
    return lines


def is_hidden(game: Game) -> bool:
    """Return True if a sealed bid must be hidden, because several people share the screen."""
    going = consequences.auction_in_progress(game.raw_state(), game.tables)
    people = [name for name in game.state.in_play if game.seats[name] is None]
    return going is not None and going.kind != "english" and len(people) > 1


# Debts and stakes


def missing(game: Game) -> int:
    """Return what the purse lacks of the debt that is to be paid; 0 where there is none."""
    debt = game.debt
    return 0 if debt is None else max(0, debt.amount - game.state.cash[debt.player])


def _debt(game: Game, words: Words, evaluation: EvaluationMarkup | None) -> list[str]:
    """Return what is owed, what is in cash, and whether all property raises the rest.

    Below it, what each sale brings, in the order that keeps most rent.
    """
    debt = game.debt
    assert debt is not None
    view = game.scene(words.lang)
    cash = game.state.cash[debt.player]
    lack = missing(game)
    bar = f'<progress value="{min(cash, debt.amount)}" max="{debt.amount}" aria-hidden="true"></progress>'
    amounts = {"owed": view.amount(debt.amount), "cash": view.amount(cash), "missing": view.amount(lack)}
    lines = [f"{bar} {words('debt_stands' if lack else 'debt_covered', **amounts)}"]
    sales = game.sales() if lack else []
    raised = game.net_worth("liquidation")[debt.player] - cash if sales else 0
    if lack:
        key = "raises_nothing" if not sales else "raises_enough" if raised >= lack else "raises_short"
        lines[0] += f"; <b>{words(key, amount=view.amount(raised), missing=view.amount(lack - raised))}</b>"
    if sales:
        usual = sales[0].text if raised >= lack else ""  # none is the usual one that does not save the debtor
        shown = "".join(
            _sale(game, view, sale, number, words, evaluation, sale.text == usual)
            for number, sale in enumerate(sales[:SALES])
        )
        rest = len(sales) - SALES
        more = f' <button type="button" data-tab="manage">{words("sales_more", n=rest)}</button>' if rest > 0 else ""
        listed = f'<div class="ml-choices ml-sales">{shown}</div>'
        lines.append(f'<div class="ml-selling">{words("sell_order")}{more}{listed}</div>')
    return lines


def _sale(
    game: Game,
    view: Scene,
    sale: consequences.Sale,
    number: int,
    words: Words,
    evaluation: EvaluationMarkup | None,
    usual: bool,
) -> str:
    label = escaped(button_label(game, sale.text, words.lang))
    unit = view.edition.money.affixes(words.lang)[1]
    rent = view.amount(sale.rent).removesuffix(unit if unit.startswith(" ") else "")  # the word stands in the label
    note = (evaluation.notes.get(sale.text) if evaluation else "") or words("sale_note", rent=rent)
    main = evaluation.is_main(sale.text, usual) if evaluation else usual
    return button(f"{label} <small>{note}</small>", "press", sale.text, main=main, id=f"ml-sale-{number}")


def _stake(game: Game, words: Words, shares: Shares) -> list[str]:
    """Return the chance to win, the pot on the best line, and what a stake brings back on average for its opener.

    A scenario that asks its class for the average has no such line.
    """
    odds = consequences.stake(game.raw_state(), game.tables)
    assert odds is not None and game.node is not None
    view = game.scene(words.lang)
    lines = [words("stake_wins", percent=_percent(odds.wins, words))]
    if "stake_return" not in game.asks:
        back = words("stake_back", percent=_percent(odds.back, words))
        lines.append(f"<details><summary>{words('stake_ask')}</summary>{back}</details>")
    if odds.jackpot:
        lines.append(words("stake_pot", percent=_percent(odds.jackpot, words), amount=view.amount(odds.pot)))
    cash = view.amount(game.state.cash[game.node.player])
    return [*lines, words("own_cash", player=_player_list([game.node.player], words), amount=cash)]


def _percent(share: object, words: Words) -> str:
    return decimal(100 * float(share), 1, words.lang)  # type: ignore[arg-type]
