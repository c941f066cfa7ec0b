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
from dataclasses import dataclass

from monopoly_lab.common.errors import AmbiguousChoice, AmbiguousName, UnknownName, UnreadableChoice
from monopoly_lab.common.file_access import DIGITS, comparable_name, shortened, whole_number
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import nearest
from monopoly_lab.constants import action, names, node
from monopoly_lab.editions import Edition
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
WORD_OF_VERB = {code: word for word, code in reversed(WORDS.items())}  # of several words the first
WITH_SPACE = {
    *(
        action.DEAL,
        action.REDEEM,
        action.BUILD,
        action.SELL,
        action.SELL_GROUP,
        action.CLEAR,
        action.MORTGAGE,
        action.CLAIM,
    ),
    action.SELL_DEED,
}
WITH_ROLE = {action.CHOOSE, action.TARGET, action.SWAP}
WITH_AMOUNT = {action.BID, action.STAKE, action.WANT, action.REEL, action.WAY, action.TOLL}
OF_THE_BANK = {*FINES, action.CALL}
FORBIDDEN_IN_NAMES = re.compile(r"[:+;\n\r\t]|^\s*$")
DIGITS_ONLY = re.compile("[0-9]+")
MOST_LETTERS = 4000  # of a choice; the longest offer, all deeds and cards, has fewer
BEFORE_COLONS = ("trade ", "settle ")  # a player name that begins so would be read as an offer


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
            raise UnreadableChoice(say("choice_error.no_text", value=shortened(repr(text))))
        if len(text) > MOST_LETTERS:
            raise UnreadableChoice(_error_text("choice_error.too_long", text, n=MOST_LETTERS))
        seat, body = self._seat(s, text.strip())
        words = comparable_name(body)
        word = self._first_words(words)
        if word is None:
            near = nearest(words.split(" ")[0], WORDS)
            more = "" if near else say("choice_error.see")
            raise UnreadableChoice(_error_text("choice_error.no_verb", text, near=near) + more)
        v = WORDS[word]
        rest = re.sub(r"^\s*" + r"\s+".join(map(re.escape, word.split())), "", body, flags=re.I).strip()
        if is_outcome(v) or v in OF_THE_BANK:
            seat = BANK_SEAT
        try:
            return self._read(s, seat, v, rest)
        except AmbiguousName as ambiguous:
            raise AmbiguousChoice(str(ambiguous)) from None
        except UnknownName as unknown:
            raise UnreadableChoice(str(unknown)) from None

    def _seat(self, s: State, text: str) -> tuple[int, str]:
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
        """Return the longest verb at the start of a folded text; None if there is none."""
        fits = [word for word in WORDS if text == word or text.startswith(word + " ")]
        return max(fits, key=len, default=None)

    def _read(self, s: State, seat: int, v: int, rest: str) -> Action:
        if v == action.ROLL:
            return Action(seat, v, amount=self._dice(s, rest))
        if v == action.DRAW:
            return Action(seat, v, amount=self._card(s, rest))
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
            near = nearest(words, faces)
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
            near = nearest(text, known)
            raise UnreadableChoice(_error_text(message, text, near=near, **{listed: ", ".join(known)}))
        return found

    def _card(self, s: State, rest: str) -> int:
        """Return a card by deck and number, by number alone for the deck that is open, or by its id."""
        for card in self.edition.cards:
            if card.id == rest:
                return card.index
        head, _, last = rest.rpartition(" ")
        number = _number(last)
        decks = [
            d for d in self.edition.decks if head.casefold() in (d.id, d.name.casefold(), d.names["en"].casefold())
        ]
        deck = decks[0] if decks else self.edition.decks[s.deck] if not head and self.edition.decks else None
        if deck is None:
            known = ", ".join(each.id for each in self.edition.decks)
            raise UnreadableChoice(_error_text("choice_error.no_deck", head, decks=known))
        if not 1 <= number <= len(deck.cards):
            raise UnreadableChoice(_error_text("choice_error.no_card", last, n=len(deck.cards), deck=deck.id))
        return deck.cards[number - 1].index

    def _player(self, name: str) -> int:
        for p, player in enumerate(self.players):
            if comparable_name(player) == comparable_name(name):
                return p
        key = "choice_error.no_player" if name.strip() else "choice_error.needs_player"
        raise UnreadableChoice(_error_text(key, name.strip(), players=", ".join(self.players)))

    def _exchange(self, offer: Offer, text: str) -> Offer:
        """Return the offer with what is given and asked for, as in "boardwalk + 50 for st_james"."""
        give, _, ask = re.sub(r"\s+", " ", text).strip().partition(" for ")
        deeds, cards, cash = self._things(give)
        ask_deeds, ask_cards, ask_cash = self._things(ask)
        return Offer(
            offer.proposer, offer.partner, cash, ask_cash, deeds, ask_deeds, cards, ask_cards, offer.value
        )  # fmt: skip

    def _things(self, text: str) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        deeds: list[int] = []
        cards: list[int] = []
        cash = 0
        for thing in filter(None, (part.strip() for part in text.split("+"))):
            if DIGITS_ONLY.fullmatch(thing):
                cash += _number(thing)
            elif thing.casefold().startswith("card "):
                cards.append(self._card_named(thing[5:].strip()))
            else:
                deeds.append(self.edition.space(thing))
        cash = _number(str(cash))  # refuse a sum that is too large
        return tuple(sorted(set(deeds))), tuple(sorted(set(cards))), cash

    def _card_named(self, text: str) -> int:
        head, _, last = text.rpartition(" ")
        for card in self.edition.cards:
            if card.id == text or self.card(card.index) == f"{head.casefold()} {whole_number(last)}":
                return card.index
        decks = ", ".join(deck.id for deck in self.edition.decks)
        raise UnreadableChoice(_error_text("choice_error.no_deck", text, decks=decks))


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
    digits = re.sub(r"(?<=\d)[ \u00a0](?=\d{3}(?!\d))", "", text.strip())  # "1 500"
    number = whole_number(digits)
    if number is None and re.fullmatch(r"-?[0-9]+", digits):
        raise UnreadableChoice(_error_text("choice_error.large_number", digits, n=DIGITS))
    if number is None:
        raise UnreadableChoice(_error_text("choice_error.needs_number", text.strip()))
    return number
