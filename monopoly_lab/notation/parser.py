"""Parse choices from text: "roll 3 4", "buy", "bid 120", "build boardwalk", "Bo: mortgage electric".

    trade Bo: boardwalk + 50 for st_james + card chance 9
    settle 120: boardwalk + st_james
    roll 4 green, roll 3 4 bus, go boardwalk, choose mario, target Bo, swap yoshi

Characters, faces of a third die and tokens are read by id or by name. A token is written
as its player, or as its character where a player has several tokens.

A space is written by its id and read by number, id, or name in any language. A player's
name before a colon says who acts, if that is not the player whose turn it is to choose.
Every text that is written is read back as the same choice.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from monopoly_lab.common.errors import AmbiguousChoice, AmbiguousName, UnknownName, UnreadableChoice
from monopoly_lab.common.file_access import DIGITS, comparable_name, quoted, shortened, whole_number
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import nearest_name
from monopoly_lab.constants import action, names, node
from monopoly_lab.editions import Edition
from monopoly_lab.editions.components import Deck
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.notation import action_text
from monopoly_lab.notation.action_text import BANK_SEAT, Action, Offer
from monopoly_lab.notation.piece_names import index_by_name, token_id, token_named
from monopoly_lab.rules.code_groups import FINES, is_outcome
from monopoly_lab.rules.dice import dice_number, has_third_die
from monopoly_lab.rules.state import State

# Words for verbs that differ from the name of the constant. All of them are read; the first one is written.
OTHER_WORDS = {
    action.DECLINE: ("auction", "decline"),
    action.CARD: ("use card",),
    action.STOP: ("stop", "stay"),
    action.FLAT: ("pay flat",),
    action.PERCENT: ("pay percent",),
    action.FEE: ("leave mortgaged",),
    action.SELL_GROUP: ("sell all",),
    action.PROPOSE: ("trade",),
    action.FINISH: ("finish turn",),
    action.CALL: ("call time",),
    action.END: ("end game",),
}
WORDS = {
    word: code
    for code, name in names(action).items()
    for word in OTHER_WORDS.get(code, (name.replace("_", " "),))
    if code != action.NONE
}
MOST_WORDS = max(len(word.split(" ")) for word in WORDS)
WORD_OF_VERB = {code: word for word, code in reversed(WORDS.items())}  # of several words the first
WITH_SPACE = {
    action.DEAL,
    action.REDEEM,
    action.BUILD,
    action.SELL,
    action.SELL_GROUP,
    action.CLEAR,
    action.MORTGAGE,
    action.CLAIM,
    action.SELL_DEED,
}
WITH_ROLE = {action.CHOOSE, action.TARGET, action.SWAP}
WITH_AMOUNT = {action.BID, action.STAKE, action.WANT, action.REEL, action.WAY, action.TOLL}
OF_THE_BANK = {*FINES, action.CALL}  # without a seat, besides the outcomes of luck
FORBIDDEN_IN_NAMES = re.compile(r"[:+;\n\r\t]|^\s*$")
DIGITS_ONLY = re.compile("[0-9]+")
BETWEEN_THOUSANDS = re.compile(r"(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))")  # "1 500"
MOST_LETTERS = 4000  # of a choice; the longest offer, all deeds and cards, has fewer
OFFER_WORDS = ("trade ", "settle ")  # a player name that begins so would be read as an offer


def roll_code(faces: Sequence[int], sides: int) -> int:
    """Return the code of the faces of several dice: face - 1 is a digit in base `sides`, the first die the lowest."""
    return sum((face - 1) * sides**i for i, face in enumerate(faces))


def roll_faces(code: int, dice: int, sides: int) -> tuple[int, ...]:
    """Return the faces of a code; the inverse of `roll_code`."""
    return tuple(code // sides**i % sides + 1 for i in range(dice))


@dataclass(frozen=True)
class Notation:
    """Write and read the choices of one game: its edition, tables and names of the players."""

    edition: Edition
    tables: Tables
    players: tuple[str, ...]

    # Writing

    def write(self, s: State, answer: Action) -> str:
        """Return the text of a choice that can be made in the position `s`."""
        text = self._body(s, answer)
        if answer.verb in OF_THE_BANK or is_outcome(answer.verb) or answer.seat == s.actor:
            return text
        return f"{self.players[answer.seat]}: {text}"

    def _body(self, s: State, answer: Action) -> str:
        v = answer.verb
        word = self._verb_word(s, v)
        if v == action.ROLL:
            return f"{word} {self.dice(s, answer.amount)}"
        if v == action.DRAW:
            return f"{word} {self.card(answer.amount)}"
        if v in WITH_SPACE:
            return f"{word} {self.edition.spaces[answer.space].id}"
        if v == action.GO:
            return f"{word} {self.edition.spaces[answer.amount].id}"
        if v in WITH_AMOUNT:
            return f"{word} {answer.amount}"
        if v in WITH_ROLE:
            return f"{word} {self.role(s, v, answer.amount)}"
        if v in FINES:
            return f"{word} {self.players[answer.amount]}"
        if v in (action.PROPOSE, action.SETTLE) and answer.offer is not None:
            return f"{word} {self.offer(answer.offer)}"
        return word

    def _verb_word(self, s: State, v: int) -> str:
        if v == action.DECLINE:
            return "auction" if self.tables.o_auction else "decline"
        if v == action.STOP:
            return "stay" if s.node == node.DETAINED else "stop"
        return WORD_OF_VERB[v]

    def dice(self, s: State, code: int) -> str:
        """Return the faces of an outcome: "3 4", or "4 green" with a third die."""
        t, n = self.tables, dice_number(s, self.tables)
        faces = [str(face) for face in roll_faces(code, n, t.o_move_sides)]
        if has_third_die(s, t):
            faces.append(self.edition.third_die[code // t.o_move_sides**n].id)
        return " ".join(faces)

    def role(self, s: State, v: int, x: int) -> str:
        """Return the text of token or character `x`, whichever the verb takes at this node."""
        if v == action.TARGET or s.node == node.TOKEN:
            return token_id(self.edition, s, self.players, x)
        return self.edition.characters[x].id

    def card(self, c: int) -> str:
        """Return a card by deck and number: "chance 5"."""
        card = self.edition.cards[c]
        deck = next(deck for deck in self.edition.decks if deck.id == card.deck)
        return f"{deck.id} {c - deck.cards[0].index + 1}"

    def offer(self, offer: Offer) -> str:
        """Return an offer: "Bo: boardwalk + 50 for st_james", or "120: boardwalk" for a settlement."""
        give = self._side(offer.give_deeds, offer.give_cards, offer.give_cash)
        if offer.value:
            return f"{offer.value}: {give}"
        ask = self._side(offer.ask_deeds, offer.ask_cards, offer.ask_cash)
        return f"{self.players[offer.partner]}: {give} for {ask}"

    def _side(self, deeds: Sequence[int], cards: Sequence[int], cash: int) -> str:
        things = [self.edition.spaces[q].id for q in deeds] + [f"card {self.card(c)}" for c in cards]
        return " + ".join(things + ([str(cash)] if cash else [])) or "0"

    # Reading

    def read(self, s: State, text: str) -> Action:
        """Return the choice a text means in the position `s`.

        Raises UnreadableChoice for a text that cannot be read. Whether the choice is legal is not checked.
        """
        if not isinstance(text, str):
            raise UnreadableChoice(say("choice_error.no_text", value=quoted(text)))
        if len(text) > MOST_LETTERS:
            raise UnreadableChoice(_error_text("choice_error.too_long", text, n=MOST_LETTERS))
        seat, body = self._seat(s, text.strip())
        words = comparable_name(body)
        word = self._first_words(words)
        if word is None:
            first, *others = words.split(" ")
            near = nearest_name(" ".join([first, *others[:1]]), WORDS) or nearest_name(first, WORDS)
            more = "" if near else say("choice_error.see")
            raise UnreadableChoice(_error_text("choice_error.no_verb", text, near=near) + more)
        v = WORDS[word]
        n = len(word.split())
        rest = " ".join(body.split(maxsplit=n)[n:]).strip()
        if v in OF_THE_BANK and seat != BANK_SEAT and body != text.strip():
            raise UnreadableChoice(_error_text("choice_error.of_the_bank", text.strip()))
        if is_outcome(v) or v in OF_THE_BANK:
            seat = BANK_SEAT
        try:
            return self._read(s, seat, v, rest)
        except AmbiguousName as ambiguous:
            raise AmbiguousChoice(str(ambiguous)) from None
        except UnknownName as unknown:
            raise UnreadableChoice(str(unknown)) from None

    def _seat(self, s: State, text: str) -> tuple[int, str]:
        """Return who acts, by a name before a colon or because it is their turn to choose, and the text without it."""
        head, colon, tail = text.partition(":")
        name = comparable_name(head)
        for p, player in enumerate(self.players):
            if colon and comparable_name(player) == name:
                return p, tail.strip()
        if colon and name == "bank":
            return BANK_SEAT, tail.strip()
        if colon and self._first_words(name) is None:
            raise UnreadableChoice(_error_text("choice_error.no_player", head.strip(), players=", ".join(self.players)))
        return s.actor, text

    def _first_words(self, text: str) -> str | None:
        """Return the longest verb at the start of a text that `comparable_name` has made; None if there is none."""
        words = text.split(" ")
        starts = (" ".join(words[:n]) for n in range(MOST_WORDS, 0, -1))
        return next((start for start in starts if start in WORDS), None)

    def _read(self, s: State, seat: int, v: int, rest: str) -> Action:
        """Return the choice of a seat by its verb and the text after it."""
        if v == action.ROLL:
            return Action(seat, v, amount=self._dice(s, rest))
        if v == action.DRAW:
            decks = self.edition.decks
            return Action(seat, v, amount=self._card(rest, decks[s.deck] if decks else None))
        if v == action.REDEEM and not rest and s.node == node.INHERIT:
            return Action(seat, v, space=s.lot)
        if v in WITH_SPACE:
            return Action(seat, v, space=self.edition.space(_require_text(rest, "space")))
        if v == action.GO:
            return Action(seat, v, amount=self.edition.space(_require_text(rest, "space")))
        if v == action.BID and rest.casefold().startswith(action_text.HEAD):
            amount = _read_sealed_bid(rest)
            return Action(seat, v, amount=amount) if amount else Action(seat, action.PASS)
        if v in WITH_AMOUNT:
            return Action(seat, v, amount=_number(rest))
        if v in WITH_ROLE:
            return Action(seat, v, amount=self._role(s, v, rest))
        if v in FINES:
            return Action(seat, v, amount=self._player(rest))
        if v == action.PROPOSE:
            partner, _, goods = rest.partition(":")
            offer = self._exchange(Offer(seat, self._player(partner)), goods)
            return Action(seat, v, offer=offer)
        if v == action.SETTLE:
            value, _, goods = rest.partition(":")
            offer = self._exchange(Offer(seat, s.debt_to, value=_number(value)), goods)
            return Action(seat, v, offer=offer)
        if v == action.BUY and rest:
            self._check_bought(s, rest)
        elif rest:
            raise UnreadableChoice(_error_text("choice_error.too_much", rest))
        return Action(seat, v)

    def _check_bought(self, s: State, rest: str) -> None:
        """Check that the space named in a purchase is the one on offer; UnreadableChoice if not."""
        if s.node != node.BUY:
            raise UnreadableChoice(say("choice_error.buy_nothing"))
        if self.edition.space(rest) != s.lot:
            raise UnreadableChoice(say("choice_error.buy_other", space=self.edition.called().spaces[s.lot].name))

    def _dice(self, s: State, rest: str) -> int:
        dice, sides = dice_number(s, self.tables), self.tables.o_move_sides
        if has_third_die(s, self.tables):
            return self._with_third_die(rest, dice, sides)
        faces = [_number(part) for part in rest.replace(",", " ").replace("+", " ").split()]
        if len(faces) != dice or not all(1 <= face <= sides for face in faces):
            raise UnreadableChoice(_error_text("choice_error.dice", rest, n=dice, sides=sides))
        return roll_code(faces, sides)

    def _with_third_die(self, rest: str, dice: int, sides: int) -> int:
        """Return the number dice, then the face of the third die in one word or several."""
        third, die = self.edition.third_die, "power" if self.edition.power else "speed"
        parts = rest.replace(",", " ").replace("+", " ").split()
        numbers, words = parts[:dice], " ".join(parts[dice:])
        example = " ".join([*(str(i + 3) for i in range(dice)), third[-1].id])
        if len(numbers) < dice or not words or not all(1 <= (whole_number(part) or 0) <= sides for part in numbers):
            raise UnreadableChoice(_error_text(f"choice_error.dice_{die}", rest, n=dice, sides=sides, example=example))
        face = index_by_name(words, [(face.id, face.names) for face in third])
        if face is None:
            faces = [face.id for face in third]
            near = nearest_name(words, faces)
            raise UnreadableChoice(_error_text(f"choice_error.{die}", words, near=near, faces=", ".join(faces)))
        return roll_code([int(part) for part in numbers], sides) + face * int(sides**dice)

    def _role(self, s: State, v: int, text: str) -> int:
        characters = [(character.id, character.names) for character in self.edition.characters]
        if v == action.TARGET or s.node == node.TOKEN:
            found = token_named(self.edition, s, self.players, text)
            known = dict.fromkeys(token_id(self.edition, s, self.players, k) for k in range(s.tokens))
            message, listed = "choice_error.no_token", "names"
        else:
            found = index_by_name(text, characters)
            known = dict.fromkeys(id_ for id_, _ in characters)
            message, listed = "choice_error.no_character" if known else "choice_error.no_characters", "characters"
        if found is None:
            near = nearest_name(text, known)
            raise UnreadableChoice(_error_text(message, text, near=near, **{listed: ", ".join(known)}))
        return found

    def _card(self, text: str, open_deck: Deck | None = None) -> int:
        """Return a card by deck and number, by number alone if a deck is open, or by its id."""
        head, _, last = text.rpartition(" ")
        deck = self._deck(head) if head else open_deck
        number = whole_number(last)
        if deck is not None and number is not None and 1 <= number <= len(deck.cards):
            return deck.cards[number - 1].index
        card = index_by_name(text, [(card.id, {}) for card in self.edition.cards])
        if card is not None:
            return self.edition.cards[card].index
        if alone := self._deck(text) if text else open_deck:
            raise UnreadableChoice(say("choice_error.needs_card", deck=alone.id))
        if deck is not None:
            raise UnreadableChoice(_error_text("choice_error.no_card", last, n=len(deck.cards), deck=deck.id))
        wrong = head if head and number is not None else text
        known = [each.id for each in self.edition.decks]
        near = nearest_name(wrong, known)
        raise UnreadableChoice(_error_text("choice_error.no_deck", wrong, near=near, decks=", ".join(known)))

    def _deck(self, name: str) -> Deck | None:
        index = index_by_name(name, [(deck.id, deck.names) for deck in self.edition.decks])
        return None if index is None else self.edition.decks[index]

    def _player(self, name: str) -> int:
        for p, player in enumerate(self.players):
            if comparable_name(player) == comparable_name(name):
                return p
        key = "choice_error.no_player" if name.strip() else "choice_error.needs_player"
        raise UnreadableChoice(_error_text(key, name.strip(), players=", ".join(self.players)))

    def _exchange(self, offer: Offer, text: str) -> Offer:
        """Return the offer with what is given and asked for, as in "boardwalk + 50 for st_james"."""
        give, *ask = re.split(" for ", re.sub(r"\s+", " ", text).strip(), maxsplit=1, flags=re.I)
        give_deeds, give_cards, give_cash = self._things(give)
        ask_deeds, ask_cards, ask_cash = self._things("".join(ask))
        return replace(
            offer,
            give_cash=give_cash,
            ask_cash=ask_cash,
            give_deeds=give_deeds,
            ask_deeds=ask_deeds,
            give_cards=give_cards,
            ask_cards=ask_cards,
        )

    def _things(self, text: str) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        """Return the deeds, cards and cash of one side of an offer, as in "boardwalk + card chance 9 + 50"."""
        deeds: list[int] = []
        cards: list[int] = []
        cash = 0
        for thing in filter(None, (part.strip() for part in text.split("+"))):
            if DIGITS_ONLY.fullmatch(BETWEEN_THOUSANDS.sub("", thing)):
                cash += _number(thing)
            elif thing.casefold().startswith("card "):
                cards.append(self._card(thing[5:].strip()))
            else:
                deeds.append(self.edition.space(thing))
        cash = _number(str(cash))  # refuse a sum that is too large
        return tuple(sorted(set(deeds))), tuple(sorted(set(cards))), cash


def _error_text(key: str, text: str, *, near: str = "", **values: str | int) -> str:
    """Return the message for a text that cannot be read, with its beginning and the nearest known word."""
    question = say("choice_error.near", near=near) if near else ""
    return say(key, "", text=shortened(text), **values) + question


def _require_text(text: str, what: str) -> str:
    """Return the text; UnreadableChoice that says `what` is missing if it is empty."""
    if not text:
        raise UnreadableChoice(say(f"choice_error.needs_{what}"))
    return text


def _read_sealed_bid(text: str) -> int:
    """Return the amount of a sealed bid, as written in a saved game."""
    amount = action_text.open_envelope(text.casefold())
    if amount is None:
        raise UnreadableChoice(_error_text("choice_error.envelope", text))
    return amount


def _number(text: str) -> int:
    """Return a whole number, also one with spaces between thousands; UnreadableChoice for any other text."""
    if not text.strip():
        raise UnreadableChoice(say("choice_error.needs_amount"))
    digits = BETWEEN_THOUSANDS.sub("", text.strip())
    number = whole_number(digits)
    if number is None and re.fullmatch(r"-?[0-9]+", digits):
        raise UnreadableChoice(_error_text("choice_error.large_number", digits, n=DIGITS))
    if number is None:
        raise UnreadableChoice(_error_text("choice_error.needs_number", text.strip()))
    return number
