"""Events of a game, with names instead of numbers, and as sentences.

The rules note each change as a tuple of six integers; `Teller` turns such a tuple into an `Event`, and an event into
words.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from monopoly_lab.common.messages import ENGLISH, Word, has_message, placeholders, resolve_language, say, translation
from monopoly_lab.constants import (
    ability,
    card_effect,
    codes,
    dice_purpose,
    event,
    names,
    payer_account,
    payment_cause,
    space_kind,
)
from monopoly_lab.editions import Edition, differences, rulebook_topics
from monopoly_lab.editions.components import in_language
from monopoly_lab.editions.rule_tables import HOTEL, Tables
from monopoly_lab.notation.action_text import BANK_SEAT
from monopoly_lab.notation.piece_names import character_name, player_name, side_names
from monopoly_lab.rules.agenda import RawEvent
from monopoly_lab.rules.auction import HOTEL_LOT, HOUSE_LOT
from monopoly_lab.rules.code_groups import is_seat
from monopoly_lab.rules.coins import payee_account
from monopoly_lab.rules.landing import symbol

NOTHING_HAPPENED = RawEvent(0, 0, 0, 0, 0, 0)
_BUILDING_LOTS = {HOUSE_LOT: "house", HOTEL_LOT: "hotel"}
_LOTS = {event.AUCTION_OPENED, event.BID, event.PASSED, event.UNSOLD, event.WANTED, event.SEALED}
_CARDS = {event.DREW, event.CARD_KEPT, event.CARD_RETURNED}
_TOKENS = {event.MOVED, event.JAILED, event.FREED, event.STAYED, event.ADVANCED}
_IN_JAIL = {event.JAILED, event.FREED, event.STAYED}
_CHARACTERS = {event.CHOSEN, event.SWAPPED, event.ABILITY, event.RESTED}
_BOSSES = {event.TURNED, event.BEATEN, event.ESCAPED, event.LET_PASS}
_BUILDINGS = {event.BUILT, event.SOLD}
_OF_A_SIDE = {card_effect.PAY_EACH, card_effect.COLLECT_EACH, card_effect.BANK_PAYS_EACH}


@dataclass(frozen=True)
class Event:
    """One thing that happened.

    `kind` and `cause` are words; `player` and `other` names of seats or (in English) accounts,
    None for none (a payment has the payer as `player`, the payee as `other`); `space` an id;
    `amount` money, steps, points or a count, as the kind says.
    """

    number: int
    turn: int
    round: int
    kind: str
    player: str | None
    other: str | None
    space: str | None
    amount: int
    cause: str | None
    card: int | None = None
    dice: tuple[int, ...] = ()
    note: str = ""
    raw: RawEvent = field(default=NOTHING_HAPPENED, repr=False, compare=False)


@dataclass(frozen=True)
class Teller:
    """Tells the events of one game: its edition, tables and names of the seats."""

    edition: Edition
    tables: Tables
    players: tuple[str, ...]
    names: str = ""  # what spaces, cards and characters are called; see `Edition.called`
    changes: tuple[Mapping[str, object], ...] = ()  # rules that change during the game: the options of each
    _terms: dict[str, dict[str, object]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def edition_for_reader(self, lang: str = "") -> Edition:
        """Return the edition with the names that a reader sees."""
        return self.edition.called(self.names, lang)

    def terms(self, lang: str = "") -> dict[str, object]:
        """Return what the edition calls a house, a hotel, a site ..., as values of messages."""
        known = self._terms.get(lang := resolve_language(lang))
        if known is None:
            known = self._terms[lang] = rulebook_topics.terms(self.edition.rulebook, self.edition.words, lang)
        return known

    def event(self, number: int, turn: int, round_: int, raw: RawEvent, note: str = "") -> Event:
        """Return the raw event with names instead of numbers."""
        what, p, other, q, x, why = raw
        card = None
        dice: tuple[int, ...] = ()
        second: str | None = None
        if what in _CARDS:
            card = other
        elif what == event.CARD_MOVED:
            card, q = q, -1
            second = self.account_name(other, ENGLISH)
        elif what == event.ROLLED:
            dice = tuple(face for face in (other, q, x - max(other, 0) - max(q, 0)) if face > 0)
            q = -1
        elif what == event.DEED_MOVED:
            second = self.account_name(payer_account.BANK if other < 0 else other, ENGLISH)
            p = payer_account.BANK if p < 0 else p
        elif what not in _TOKENS and what not in _CHARACTERS and what != event.SPUN and other >= 0:
            second = self.account_name(other, ENGLISH)
        return Event(
            number=number,
            turn=turn,
            round=round_,
            kind=names(event)[what],
            player=self.account_name(p, ENGLISH) if p >= 0 else None,
            other=second,
            space=self._place(what, q),
            amount=x,
            cause=names(payment_cause)[why] if what in (event.PAID, event.DEBT, event.BANKRUPT) else None,
            card=card,
            dice=dice,
            note=note,
            raw=raw,
        )

    def _place(self, what: int, q: int) -> str | None:
        if what in _LOTS and q in _BUILDING_LOTS:
            return _BUILDING_LOTS[q]
        return self.edition.spaces[q].id if q >= 0 else None

    def account_name(self, p: int, lang: str = "") -> str:
        """Return the name of a seat, or the word for the bank, a pot, or the spaces on which coins lie."""
        p = payee_account(p)
        if is_seat(p):
            return self.players[p]
        return say("account." + ("bank" if p == BANK_SEAT else _ACCOUNT_NAMES[p]), lang)

    def display_name(self, p: int, lang: str = "") -> str:
        """Return `account_name` as readers see it: a role of a delivered scenario, such as Upper, in their language."""
        return player_name(self.account_name(p, lang), lang)

    def sentence(self, happened: Event, lang: str = "") -> str:
        """Return the event in words."""
        lang = resolve_language(lang)
        rule = _SPECIAL_CASES.get(happened.raw.kind)
        key = (rule(self, happened, lang) if rule else "") or f"event.{happened.kind}"
        said = say(key, lang, **self.values(happened, lang, _values_needed(key, lang)))
        return said[:1].upper() + said[1:]

    def is_called_jail(self, q: int, lang: str) -> bool:
        """Return True if the space is the jail, is called a jail in this language, and serves all players.

        Messages then say "in jail"; elsewhere a player on the space may be just visiting.
        """
        if q != self.tables.jail or self.tables.o_roles_sides:
            return False
        return say("tell.jail", lang) in self.edition_for_reader(lang).spaces[q].name.casefold()

    def is_double(self, happened: Event) -> bool:
        """Return True for a double that counts: on a move, or on a try to leave jail."""
        cause = happened.raw.cause
        counts = cause == dice_purpose.JAIL_TRY or (cause == dice_purpose.MOVE and self.tables.o_doubles != 0)
        return counts and len(happened.dice) > 1 and len({*happened.dice}) == 1

    def values(self, happened: Event, lang: str, needed: Collection[str]) -> dict[str, object]:
        """Return, of what a message about the event may name, what it needs."""
        what, raw = happened.raw.kind, happened.raw
        player, other = self._spoken_holder(happened, lang)
        if what in (event.RENT_OPEN, event.RENT_LAPSED):
            player, other = other, player
        if what == event.OVER and happened.player is None:
            player = say("tell.nobody", lang)
        called = self.edition_for_reader(lang)
        ways: dict[str, Callable[[], object]] = {
            "player": lambda: player,
            "other": lambda: other,
            "space": lambda: self.lot(raw.space, lang) if what in _LOTS else self.space(happened.space, lang),
            "amount": lambda: self.money(happened.amount, lang),
            "cause": lambda: say(f"cause.{happened.cause}", lang) if happened.cause else "",
            "n": lambda: happened.amount,
            "card": lambda: self.card(happened.card, lang) if happened.card is not None else "",
            "dice": lambda: self.dice(happened.dice, lang),
            "offer": lambda: self.offer(happened.note, lang) if happened.note else "",
            "buildings": lambda: self.buildings(happened.amount, lang) if what in _BUILDINGS else "",
            "sold": lambda: self._sold_buildings(happened, lang) if what == event.SOLD else "",
            "symbol": lambda: self._symbol(raw, lang) if what == event.SPUN else "",
            "character": lambda: character_name(called, raw.other) if what in _CHARACTERS else "",
            "boss": lambda: called.bosses[raw.cause].name if what in _BOSSES else "",
            "side": lambda: side_names(happened.amount, lang) if what == event.ROLE_TAKEN else "",
            "face": lambda: called.third_die[happened.amount - 1].name if what == event.SHOWED else "",
            "ability": lambda: self.ability(raw.cause, happened.amount, lang) if what == event.ABILITY else "",
            "rules": lambda: self._rules(raw.cause, lang) if what == event.RULES_CHANGED else "",
        }
        texts = self._texts(lang) if what == event.STARTED else {}
        return {name: way() for name, way in ways.items() if name in needed} | texts

    def other_text(self, lang: str) -> str:
        """Return which text of the rule book is played, where the reader's language is that of another one, else ""."""
        if not self.edition.text_in(resolve_language(lang)):
            return ""
        return say("event.started_other_text", lang, **self._texts(lang))

    def _texts(self, lang: str) -> dict[str, object]:
        """Return the text of the rule book that is played, and the one in the language of the reader."""
        played, other = self.edition.profiles.get(self.edition.profile), self.edition.text_in(resolve_language(lang))
        return {
            "text": in_language(played.names, resolve_language(lang)) if played else "",
            "other_text": in_language(other.names, resolve_language(lang)) if other else "",
            "profile": other.id if other else "",
        }

    def _rules(self, stage: int, lang: str) -> str:
        """Return what has changed, option by option: its meaning and its new value."""
        return "; ".join(
            differences.option_texts(self.changes[stage - 1] if 0 < stage <= len(self.changes) else {}, lang)
        )

    def _spoken_holder(self, happened: Event, lang: str) -> tuple[str, str]:
        p, other = happened.raw.player, happened.raw.other
        first = self.display_name(p, lang) if happened.player and p >= 0 else say("account.bank", lang)
        second = self.display_name(other, lang) if happened.other and other >= 0 else say("account.bank", lang)
        return first, second

    def space(self, name: str | None, lang: str) -> str:
        """Return the name of a space, given by its id; empty for none."""
        return "" if name is None else self.edition_for_reader(lang).spaces[self.edition.space(name)].name

    def lot(self, q: int, lang: str) -> str:
        """Return the name of what is at auction: a space, a house or a hotel."""
        if q in _BUILDING_LOTS:
            return say(f"lot.{_BUILDING_LOTS[q]}", lang, **self.terms(lang))
        return self.edition_for_reader(lang).spaces[q].name

    def money(self, amount: int, lang: str) -> Word:
        """Return a sum of money in words."""
        return self.edition.money.format_payment(amount, lang)

    def offer(self, note: str, lang: str) -> str:
        """Put an offer note ("boardwalk + 50 for st_james") into words: "Boardwalk and $50 for St. James Place"."""
        head, _, goods = note.partition(": ")
        give, _, ask = goods.partition(" for ")
        if not ask:
            amount = self.money(int(head), lang) if head.isdecimal() else head
            return say("tell.settlement", lang, give=self._things(give, lang), amount=amount)
        return say("tell.offer", lang, give=self._things(give, lang), ask=self._things(ask, lang))

    def _things(self, side: str, lang: str) -> str:
        if side in ("", "0"):
            return say("tell.nothing", lang)
        named = [self._thing(thing, lang) for thing in side.split(" + ")]
        return say("tell.things", lang, first=", ".join(named[:-1]), last=named[-1]) if named[1:] else named[0]

    def _thing(self, thing: str, lang: str) -> str:
        if thing.isdecimal():
            return self.money(int(thing), lang)
        if thing.startswith("card "):
            _, deck, number = thing.split(" ")
            cards = next(found.cards for found in self.edition_for_reader(lang).decks if found.id == deck)
            return say("tell.held_card", lang, title=cards[int(number) - 1].title)
        return say("tell.deed", lang, space=self.space(thing, lang))

    def dice(self, faces: tuple[int, ...], lang: str) -> str:
        """Return faces in words: "3 and 4", "2, 3 and 5", "6"."""
        if len(faces) < 2:
            return "".join(map(str, faces))
        return say("tell.dice", lang, first=", ".join(map(str, faces[:-1])), last=faces[-1])

    def buildings(self, level: int, lang: str) -> str:
        """Return in words the buildings on a site of that level."""
        if level == HOTEL:
            return say("lot.hotel_there", lang, **self.terms(lang))
        return say("lot.houses_there", lang, n=level, **self.terms(lang))

    def _sold_buildings(self, happened: Event, lang: str) -> str:
        """Return what goes back to the bank: a hotel, a house, or so many houses at once."""
        before = abs(happened.raw.cause)
        if before == HOTEL:
            return say("lot.hotel_sold", lang, **self.terms(lang))
        return say("lot.houses_sold", lang, n=before - happened.amount, **self.terms(lang))

    def _symbol(self, raw: RawEvent, lang: str) -> str:
        casino = self.edition.casino
        if casino is None:
            return ""
        shown = casino.symbols[symbol(self.tables, raw.other, raw.amount)]
        words = casino.names.get(shown, {})
        return words.get(resolve_language(lang)) or words.get(ENGLISH) or shown

    def ability(self, what: int, x: int, lang: str) -> str:
        """Return what a face of the power-up die, a character or a reward does, in words."""
        if what == ability.COLLECT_THROW and not x:
            return say("ability.collect_throw_alone", lang)
        name = f"ability.{names(ability)[what]}"
        if len(self.players) == 2 and has_message(name + "_of_two"):
            name += "_of_two"
        return say(name, lang, amount=self.money(x, lang))

    def card(self, c: int, lang: str) -> str:
        """Return a card's title and what it does."""
        card = self.edition_for_reader(lang).cards[c]
        return say("tell.card", lang, title=card.title, effect=self.effect(c, lang))

    def _colors(self, edition: Edition, a: int, b: int, lang: str) -> str:
        """Return the names of one group or two."""
        first = edition.groups[a].name
        return first if b < 0 else say("tell.either", lang, first=first, last=edition.groups[b].name)

    def effect(self, c: int, lang: str) -> str:
        """Return what card `c` does, in words."""
        t = self.tables
        what, a, b = t.card_effect[c], t.card_a[c], t.card_b[c]
        name = names(card_effect)[what]
        edition = self.edition_for_reader(lang)
        go = edition.spaces[t.go].name if t.go >= 0 else say("kind.go", lang)
        values: dict[str, object] = {"n": a, "amount": self.money(a, lang), "go": go}
        if what in (card_effect.MOVE_TO, card_effect.BACK_TO, card_effect.FREE_AT):
            values["space"] = edition.spaces[a].name
            name += "_go" if what == card_effect.MOVE_TO and a == t.go else ""
        elif what == card_effect.GO_TO_JAIL and t.o_roles_sides:
            values["space"] = edition.spaces[t.jail].name
            name += "_role"
        elif what == card_effect.NEAREST:
            at_utility = a == codes(space_kind)["utility"]
            factor = edition.money.factor(b, lang) if at_utility else b
            kind = names(space_kind)[a]
            values |= {"n": factor, "kind": self.terms(lang).get(kind) or say(f"kind.{kind}", lang)}
            name += "_dice" if at_utility else ""
            name += "_usual" if b < 0 else ""
        elif what == card_effect.TAX_OFFICE_FREE and not t.o_tax_admin_detain:
            name += "_tax"
        elif what in _OF_A_SIDE and b >= 0:
            name += "_role"
            values["side"] = side_names(b, lang)
        elif what == card_effect.COLLECT_ROLLED:
            values["n"] = b
        elif what == card_effect.REPAIRS:
            values["hotel_amount"] = self.money(b, lang)
        elif what in (card_effect.FREE_PLACE, card_effect.FREE_BOOTH):
            values["kind"] = self._colors(edition, a, b if what == card_effect.FREE_PLACE else -1, lang)
        elif what == card_effect.FOR_TOKEN:
            values["token"] = edition.tokens[a].name
        elif what in (card_effect.STEP_OR_DRAW, card_effect.PAY_OR_DRAW):
            values["deck"] = edition.decks[b].name
        return say(f"effect.{name}", lang, **{**self.terms(lang), **values})


_ACCOUNT_NAMES = names(payer_account)


def _values_needed(key: str, lang: str) -> Collection[str]:
    """Return the names of the values that a message needs."""
    return placeholders(translation(key, lang) or translation(key, ENGLISH) or "")


# The message of a kind of event in its special cases; "" for the usual one, such as event.sold


def _payment_message(_: Teller, happened: Event, lang: str) -> str:
    payer, payee = happened.raw.player, happened.raw.other
    if payee == payer_account.BOARD:
        return "event.dropped"
    key = f"paid.{happened.cause}"
    if is_seat(payee) and has_message(key + "_of_player"):
        key += "_of_player"
    if not is_seat(payer) and has_message(key + "_of_bank"):
        key += "_of_bank"
    return key


def _sale_message(_: Teller, happened: Event, lang: str) -> str:
    if happened.amount:
        return ""
    return "event.sold_last" if happened.raw.cause > 0 else "event.taken_back"


def _advance_message(_: Teller, happened: Event, lang: str) -> str:
    if happened.raw.cause:
        return "event.advanced_rent"
    return "event.advanced_anywhere" if happened.raw.space < 0 else ""


def _jail_message(teller: Teller, happened: Event, lang: str) -> str:
    return f"event.{happened.kind}_in_jail" if teller.is_called_jail(happened.raw.space, lang) else ""


_SPECIAL_CASES: Mapping[int, Callable[[Teller, Event, str], str]] = {
    event.PAID: _payment_message,
    event.SOLD: _sale_message,
    event.ADVANCED: _advance_message,
    event.SHOWED: lambda teller, happened, lang: "event.showed_speed" if teller.edition.speed_die else "",
    event.PASSED: lambda teller, happened, lang: "event.passed_sealed" if happened.raw.cause else "",
    event.STARTED: lambda teller, happened, lang: "event.started_other_text" if teller.edition.text_in(lang) else "",
    event.ROLLED: lambda teller, happened, lang: "event.rolled_double" if teller.is_double(happened) else "",
    **dict.fromkeys(_IN_JAIL, _jail_message),
}
