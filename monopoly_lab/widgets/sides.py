"""The two sides of an offer: what each gives, what that makes of its worth, and the groups that become whole."""

from typing import TYPE_CHECKING

from monopoly_lab.board.scene import Scene
from monopoly_lab.errors import MonopolyLabError
from monopoly_lab.game import facts
from monopoly_lab.markup import escaped
from monopoly_lab.widgets.markup import Words

if TYPE_CHECKING:
    from monopoly_lab.game.game import Game
    from monopoly_lab.widgets.trading import Proposal

TOGETHER = "\u2060"  # between a sign and its sum: no line ends there
PLAIN = "#55645d"  # of a deed that has no colour


def colour_of(view: Scene, q: int) -> str:
    """The colour of the group of a deed."""
    return view.colours.get(view.t.group[q], PLAIN)


def mini(view: Scene, q: int, note: str, name: str = "") -> str:
    """A deed as a small card: its colour, its name, and a word on it."""
    said = f"{escaped(name or view.name(q))} <b>{escaped(note)}</b>"
    return f'<span class="ml-mini" style="--ml-colour:{colour_of(view, q)}">{said}</span>'


def swap(game: "Game", offer: "Proposal", words: Words) -> str:
    """Both sides of an offer: what each gives, what it is worth before and after, the groups it completes; below, what
    that worth counts besides, or does not.
    """
    view = game.scene(words.lang)
    now, after = game.net_worth("with_debt"), _after(game, offer)
    sides = (offer.giver, offer.give, offer.give_cash), (offer.partner, offer.ask, offer.ask_cash)
    whole = _completed(game, view, offer)
    parts = []
    for player, things, cash in sides:
        goods = [*(_thing(game, view, player, thing) for thing in things)]
        if cash not in ("", "0"):
            goods.append(f'<span class="ml-mini ml-cash">{escaped(_money(view, cash))}</span>')
        if offer.settles and player == offer.partner:
            goods.append(_claim(game, view, offer.settles, words))
        worth = ""
        if player in after:
            change = after[player] - now[player]
            sign = "+" if change > 0 else "−" if change < 0 else "±"
            said = f"{sign}{TOGETHER}{view.amount(abs(change))}"
            before, then = (_signed(view, worths[player]) for worths in (now, after))
            worth = words("worth_change", now=before, after=then, change=said)
        groups = words("completes", n=len(whole[player]), group=", ".join(whole[player]))
        completes = f'<p class="ml-whole-group">{groups}</p>' if whole[player] else ""
        parts.append(
            f"<section><h4>{words('gives', player=player)}</h4><div>{''.join(goods) or words('nothing')}</div>"
            f"<p>{worth}</p>{completes}</section>"
        )
    both = f'<div class="ml-both">{"".join(parts)}</div>'
    notes = _counted(game, offer, words) if after else ""
    return f'<div class="ml-swap" title="{words("worth_note")}">{both}{notes}</div>'


def _claim(game: "Game", view: Scene, settles: int, words: Words) -> str:
    """What the creditor gives up in a settlement: so much of the debt, and what is left of it."""
    owed = game.position().debt
    amounts = {"owed": view.amount(owed), "left": view.amount(owed - settles)}
    return (
        f'<span class="ml-mini ml-cash">{words("claim", amount=view.amount(settles))}</span> '
        f"<small>{words('claim_left', **amounts)}</small>"
    )


def _signed(view: Scene, amount: int) -> str:
    """An amount that may be less than nothing."""
    return f"−{TOGETHER}{view.amount(-amount)}" if amount < 0 else view.amount(amount)


def _counted(game: "Game", offer: "Proposal", words: Words) -> str:
    """A line where a debt that waits changes the worth of a side, or where a card is given, which changes none."""
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


def _thing(game: "Game", view: Scene, player: str, thing: str) -> str:
    name = game.goods(player).get(thing, thing)
    if thing.startswith("card "):
        return f'<span class="ml-mini">{escaped(name)}</span>'
    q = game.edition.space(thing)
    price = view.say("mortgaged") if view.is_mortgaged(q) else view.amount(view.t.price[q])
    return mini(view, q, price, name)


def _after(game: "Game", offer: "Proposal") -> dict[str, int]:
    """Worth of both after the offer; empty where it cannot be read or a side has not that much."""
    try:
        after = game.worth_after(offer.text())
    except MonopolyLabError:
        return {}
    purses = game.net_worth("cash")
    sums = (offer.giver, offer.give_cash), (offer.partner, offer.ask_cash)
    return {} if any(cash.isdecimal() and int(cash) > purses[player] for player, cash in sums) else after


def _completed(game: "Game", view: Scene, offer: "Proposal") -> dict[str, list[str]]:
    """The names of the groups that the offer makes whole, by player."""
    given = [(thing, offer.partner) for thing in offer.give] + [(thing, offer.giver) for thing in offer.ask]
    moved = {game.edition.space(thing): game.players.index(to) for thing, to in given if not thing.startswith("card ")}
    found: dict[str, list[str]] = {offer.giver: [], offer.partner: []}
    for g, p in facts.completed(game.position(), game.tables, moved):
        found.setdefault(game.players[p], []).append(view.group_name(g))
    return found
