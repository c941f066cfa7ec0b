"""Nodes: the decision or chance event that a game waits for, with a description in words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from monopoly_lab.common.messages import say
from monopoly_lab.common.renamed_modules import warn_renamed
from monopoly_lab.constants import action, dice_purpose, names, node, option_value
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.notation.action_text import Action
from monopoly_lab.notation.events import Teller
from monopoly_lab.notation.parser import Notation
from monopoly_lab.rules import State, list_answers
from monopoly_lab.rules.action_timing import is_time_to_trade
from monopoly_lab.rules.auction import is_sealed, least_bid, most_to_bid
from monopoly_lab.rules.card_piles import top_weight
from monopoly_lab.rules.code_groups import is_chance
from monopoly_lab.rules.coins import payee_account
from monopoly_lab.rules.debt import takes_property
from monopoly_lab.rules.detour import most_toll
from monopoly_lab.rules.dice import dice_number, has_third_die, is_double
from monopoly_lab.rules.jail import fine_here
from monopoly_lab.rules.mortgage import transfer_fee
from monopoly_lab.rules.net_worth import points
from monopoly_lab.rules.trade import allows_offers, standing_bid

NOTHING = "-"  # of the acts that are open before a throw: none


@dataclass(frozen=True)
class Form:
    """A choice with a sum in it: from `least` to `most`, both allowed.

    Of a trade: the cash that may be given, and for each of the `partners` the most that can be `asked` of them.
    """

    verb: str
    least: int = 0
    most: int = 0
    partners: tuple[str, ...] = ()
    asked: tuple[int, ...] = ()


@dataclass(frozen=True)
class Decision:
    """One seat has to choose. `texts` are what `Game.apply` takes, sums by the least legal one."""

    player: str
    kind: str
    texts: tuple[str, ...]
    forms: tuple[Form, ...] = ()
    sentence: str = field(default="", compare=False)

    @property
    def choices(self) -> tuple[str, ...]:
        """Return the same as `texts`, by its old name."""
        warn_renamed("Decision.choices", "Decision.texts")
        return self.texts


@dataclass(frozen=True)
class Chance:
    """Luck decides: texts for `Game.apply` with their integer weights."""

    player: str
    kind: str
    outcomes: tuple[str, ...]
    weights: tuple[int, ...]
    sentence: str = field(default="", compare=False)


def menu(s: State) -> list[Action]:
    """Return what the rules have just listed, without seats."""
    return [Action(-1, s.menu_verb[i], s.menu_space[i], s.menu_amount[i]) for i in range(s.menu)]


def open_node(teller: Teller, notation: Notation, s: State, lang: str = "") -> Decision | Chance | None:
    """Return the open node of a position; None when the game is over."""
    if s.node == node.OVER:
        return None
    list_answers(s, teller.tables)
    answers = [answer._replace(seat=s.actor) for answer in menu(s)]
    texts = tuple(notation.write(s, answer) for answer in answers)
    kind = names(node)[s.node]
    player = teller.players[s.actor]
    sentence = waiting_sentence(teller, s, lang)
    if is_chance(s.node):
        return Chance(player, kind, texts, tuple(weight(teller, s, answer) for answer in answers), sentence)
    return Decision(player, kind, texts, forms(teller, s), sentence)


def weight(teller: Teller, s: State, answer: Action) -> int:
    """Return the integer weight of an outcome of the open chance node."""
    t = teller.tables
    if answer.verb == action.ROLL:
        product, code = 1, answer.amount
        for _ in range(dice_number(s, t)):
            product *= t.weight[code % t.o_move_sides]
            code //= t.o_move_sides
        return product * t.third_weight[code] if has_third_die(s, t) else product
    if answer.verb == action.DRAW:
        return top_weight(s, t, answer.amount)
    return 1


def forms(teller: Teller, s: State) -> tuple[Form, ...]:
    """Return the choices at a decision whose sum is free."""
    t = teller.tables
    p = s.actor
    trade = trade_form(teller, s, p, [i for i in range(s.seats) if i != p and s.out[i] == 0])
    if s.node == node.BID:
        limit = most_to_bid(s, t, p)
        bid = (Form("bid", least_bid(s, t), limit),) if limit >= least_bid(s, t) else ()
        return (*bid, trade) if allows_offers(s, t) else bid
    if s.node == node.STAKE:
        return (Form("stake", t.o_casino_minimum, s.cash[p]),)
    if s.node == node.WANT:
        return (Form("want", 0, s.minimum),)
    if s.node == node.TOLL:
        return (Form("toll", 1, most_toll(t, s.lot)),)
    if s.node == node.ANSWER and s.offer_value == 0:
        return (trade_form(teller, s, p, [s.offer_from]),)
    if s.node == node.DEBT:
        settle = (Form("settle", 1, s.debt),) if takes_property(s, t) else ()
        return (*settle, trade)
    if s.node in (node.BUY, node.JAIL, node.TRADE_CARD, node.TURN) or may_deal_at_boss(s, t):
        return (trade,)
    return ()


def trade_form(teller: Teller, s: State, p: int, others: Sequence[int]) -> Form:
    """Return an offer to one of the others: nobody can give more cash than is in the purse and not bid."""
    free = [max(s.cash[i] - standing_bid(s, i), 0) for i in (p, *others)]
    return Form("trade", 0, free[0], tuple(teller.players[i] for i in others), tuple(free[1:]))


def may_deal_at_boss(s: State, t: Tables) -> bool:
    """Return True before a fight for a seat that may still sell a deed for the price of a try."""
    return s.node == node.BOSS and is_time_to_trade(s, t, s.actor)


def waiting_sentence(teller: Teller, s: State, lang: str = "") -> str:
    """Return what the game waits for, in a sentence."""
    t = teller.tables
    if s.node == node.OVER:
        return _said_at_the_end(teller, s, lang)
    if s.node == node.DICE:
        return _throw_awaited(teller, s, lang)
    player = teller.display_name(s.actor, lang)
    if s.node == node.INHERIT and t.o_transfer_mortgaged == option_value.TRANSFER_MORTGAGED_MUST_REDEEM:
        return say("waiting.must_redeem", lang, player=player, space=teller.edition_for_reader(lang).spaces[s.lot].name)
    if s.node == node.TOKEN and s.throws == 0:
        return say("waiting.token_prisoner", lang, player=player)
    subject = SUBJECTS[s.node]
    other = subject.other(s)
    return say(
        _waiting_message(teller, s, lang),
        lang,
        player=player,
        space=_space_or_lot(teller, s, lang),
        amount=teller.money(subject.amount(s, t), lang),
        deck=teller.edition_for_reader(lang).decks[s.deck].name if s.deck < len(teller.edition.decks) else "",
        other=teller.display_name(other, lang) if other >= 0 else "",
        boss=teller.edition_for_reader(lang).bosses[s.boss].name if s.node == node.BOSS else "",
        n=t.boss_roll[s.boss] if s.node == node.BOSS else 0,
        ability=teller.ability(s.ability, s.ability_x, lang) if s.node == node.TARGET else "",
        left=dice_left(teller, s, lang) if s.node == node.TURN else "",
    )


def _said_at_the_end(teller: Teller, s: State, lang: str) -> str:
    """Return who has won, with points where they count."""
    if s.winner < 0:
        return say("waiting.over_tied", lang)
    if teller.tables.o_scoring_coins:
        won = points(s, teller.tables, s.winner)
        return say("waiting.over_points", lang, player=teller.display_name(s.winner, lang), n=won)
    return say("waiting.over_won", lang, player=teller.display_name(s.winner, lang))


def _throw_awaited(teller: Teller, s: State, lang: str) -> str:
    """Return who throws, with how many dice and for what."""
    t = teller.tables
    if is_thrown_again(s, t):
        return say("waiting.dice_again", lang, player=teller.display_name(s.actor, lang))
    purpose = say(f"purpose.{names(dice_purpose)[s.purpose]}", lang)
    if s.purpose == dice_purpose.JAIL_TRY and t.o_jail_exit_face:
        purpose = say("waiting.jail_face", lang, n=t.o_jail_exit_face)
    dice = dice_number(s, t) + has_third_die(s, t)
    return say("waiting.dice", lang, player=teller.display_name(s.actor, lang), purpose=purpose, n=dice)


class Subject(NamedTuple):
    """What a node is about: a sum; another player or an account, -1 for none; its lot, or the space of the token."""

    amount: Callable[[State, Tables], int] = lambda s, t: 0
    other: Callable[[State], int] = lambda s: -1
    has_lot: bool = False


def _claim_subject(who: Callable[[State], Sequence[int]]) -> Subject:
    """Return the subject of a node about a rent that is claimed, with its owner or its visitor."""
    return Subject(lambda s, t: s.claim_rent[s.claim], lambda s: who(s)[s.claim], has_lot=True)


SUBJECTS = {
    node.BUY: Subject(lambda s, t: t.price[s.lot], has_lot=True),
    node.BID: Subject(has_lot=True),
    node.WANT: Subject(has_lot=True),
    node.PLACE: Subject(has_lot=True),
    node.INHERIT: Subject(lambda s, t: transfer_fee(t, s.lot), has_lot=True),
    node.TAX: Subject(has_lot=True),
    node.CARD: Subject(lambda s, t: t.card_a[s.lot]),
    node.DEBT: Subject(lambda s, t: s.debt, lambda s: payee_account(s.debt_to)),
    node.JAIL: Subject(lambda s, t: fine_here(s, t, s.token)),
    node.DETAINED: Subject(lambda s, t: fine_here(s, t, s.token)),
    node.WAY: _claim_subject(lambda s: s.claim_owner),
    node.TOLL: _claim_subject(lambda s: s.claim_seat),
    node.DETOUR: _claim_subject(lambda s: s.claim_owner),
    node.BOSS: Subject(lambda s, t: t.boss_price[s.boss]),
    node.ANSWER: Subject(other=lambda s: s.offer_from),
    **dict.fromkeys(
        (
            *(node.DRAW, node.REEL, node.DEAL, node.STAKE, node.GOAL, node.BOOTH, node.BUS, node.TRIPLE, node.SALE),
            *(node.CHARACTER, node.TOKEN, node.TURN, node.TARGET, node.COPY),
            *(node.ROLE, node.AGREE, node.TRADE_CARD, node.CHANGE),
        ),
        Subject(),
    ),
}


def _space_or_lot(teller: Teller, s: State, lang: str) -> str:
    """Return the name of the space or building that a node is about."""
    if not SUBJECTS[s.node].has_lot:
        return teller.edition_for_reader(lang).spaces[s.at[s.token]].name
    return teller.lot(s.lot, lang)


def _waiting_message(teller: Teller, s: State, lang: str) -> str:
    """Return the key of the sentence for a decision."""
    t = teller.tables
    if s.node == node.DEBT and takes_property(s, t):
        return "waiting.debt_property"
    if s.node == node.JAIL and teller.is_called_jail(s.at[s.token], lang):
        return "waiting.in_jail"
    if s.node == node.BID and is_sealed(t):
        return "waiting.bid_sealed"
    if s.node == node.BUY and not t.o_auction:
        return "waiting.buy_only"
    return f"node.{names(node)[s.node]}"


def is_thrown_again(s: State, t: Tables) -> bool:
    """Return True at the throw that a double has brought: of this turn, or the one that has just freed from jail."""
    if s.purpose != dice_purpose.MOVE or s.throws == 0 or s.jail[s.token] != 0:
        return False
    by_the_way_out = t.o_jail_exit_double_again != 0 and t.o_jail_exit_face == 0 and is_double(s, t)
    return s.doubles > 0 or bool(by_the_way_out)


def dice_left(teller: Teller, s: State, lang: str) -> str:
    """Return the dice that the mover has still to use, in words."""
    face = teller.edition_for_reader(lang).power[s.face - 1].name if s.face else ""
    key = ("left_none", "left_number", "left_power", "left_both")[bool(s.steps) + 2 * bool(s.face)]
    return say(f"waiting.{key}", lang, n=s.steps, face=face)


def sums(open_node: Decision) -> list[str]:
    """Return the choices, those with a free sum as the least, half and the most that may be said."""
    found = []
    free = {form.verb: form for form in open_node.forms if not form.partners}
    for text in open_node.texts:
        form = free.get(text.split()[0])
        if form is None or form.most <= form.least:
            found.append(text)
        else:
            middle = (form.least + form.most) // 2
            found += [f"{form.verb} {x}" for x in sorted({form.least, middle, form.most})]
    return list(dict.fromkeys(found))
