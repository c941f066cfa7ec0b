"""One game of a live class: persons at some of its seats, strategies at the others, and a clock for decisions."""

from collections import Counter
from collections.abc import Hashable, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any

from monopoly_lab.board_drawing import frame
from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.common.escaping import unescaped
from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.messages import say
from monopoly_lab.game.game import Game
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.decision_review import Made
from monopoly_lab.live.page_blocks import Block, Blocks
from monopoly_lab.live.sent_choice import MOST_TEXT, SUMS, text_of
from monopoly_lab.notation.action_text import Action
from monopoly_lab.notation.events import Event
from monopoly_lab.notation.nodes import Chance, Decision
from monopoly_lab.notation.parser import Notation
from monopoly_lab.rules.action_timing import is_time_to_trade
from monopoly_lab.rules.code_groups import is_act, is_outcome
from monopoly_lab.widgets import decision_facts
from monopoly_lab.widgets.deed_card import deed_lines
from monopoly_lab.widgets.html_elements import Words, button_label

MOST_STEPS = 20_000  # answers of luck and strategies after one of a person
NEWS, KEPT_NEWS = 6, 60  # sentences on a phone, and those that are kept
# Who made a decision: the player, or a strategy, and why.
OWN, CLOCK, TEACHER, PLAYED, EMPTY = "own", "clock", "teacher", "played", "empty"
GREY = "#8a938e"
Look = tuple[str, str, tuple[str, ...]]  # language and theme of a board, what its players are called


class LiveGame:
    """A game with its seats in the room.

    Args:
        name: Name of its board.
        game: The game; `persons` replaces its persons.
        persons: Seats of the room by player.
        rounds: Rounds after which it ends; 0 for no limit.
        seconds: Time for a decision; 0 for no limit.
        late: The strategy that answers for late students, or when the teacher goes on.
        now: Time of the start.
    """

    def __init__(
        self, name: str, game: Game, persons: Mapping[str, int], rounds: int, seconds: float, late: str, now: float
    ) -> None:
        self.name, self.game = name, game
        self.player_of = {seat: player for player, seat in persons.items()}
        self.rounds, self.seconds, self.late = rounds, seconds, late
        self.deadline: float | None = None
        self.is_over = self.is_cut = False  # `is_cut`: ended before its last round was over
        self.worths: list[tuple[int, dict[str, int]]] = []  # at the beginning of each round
        self.decided: Counter[tuple[str, str]] = Counter()  # decisions, throws too: by player and by who made them
        self.made: list[Made] = []  # decisions of persons
        self._told: list[tuple[int, Event | None]] = []  # what has happened, with the answer that brought it
        # All seats read the same sentences.
        self._sentence = lru_cache(2 * KEPT_NEWS)(lambda event, lang: self.game.sentence(event, lang))
        self._worth: tuple[int, dict[str, int]] = (-1, {})  # after so many answers
        self._seen: Counter[int] = Counter()  # answers of the game when a seat answered last
        self._drawn: dict[Look, tuple[int, list[str]]] = {}
        self._cards: dict[str, Block] = {}  # by language
        self._cards_of: object = None  # the rules by which they were made
        self._kept: dict[Look, dict[Hashable, str]] = {}
        for player in persons:
            game.seat(player, None)
        self.run(now)

    # Playing

    @property
    def awaited(self) -> int | None:
        """Return the seat that the game waits for; None while strategies and luck go on, and at the end."""
        asked = self.game._asked
        if self.is_over or asked is None or (asked.by_luck and asked.kind != "dice"):
            return None
        return next((seat for seat in self.player_of if self.is_at(seat, asked.player)), None)

    def is_at(self, seat: int, player: str) -> bool:
        """Return True if a seat plays a player itself, and no strategy does."""
        return self.player_of.get(seat) == player and self.game.seats[player] is None

    def question(self, seat: int) -> int | None:
        """Return the number of the question of a seat; None while the game does not wait for it."""
        return self.game.answered + 1 if self.awaited == seat else None

    def why_not(self, seat: int, answer: Mapping[str, Any]) -> str:
        """Return why an answer of a seat is refused; empty if it counts.

        Who answers is read from what the rules make of the text, so no text can speak for another player.
        """
        if answer.get("throw") is True:
            is_mine = self.awaited == seat and isinstance(self.game.node, Chance)
            return "" if is_mine else say("live.not_now")
        try:
            text = text_of(self.player_of[seat], answer)
            game, read = self.game, self._read(text)
            if read.seat != game.players.index(self.player_of[seat]) or is_outcome(read.verb):
                return say("live.not_now")
            return game.why_not(text) or ""
        except MonopolyLabError as refused:
            return shortened(str(refused), MOST_TEXT)

    def _read(self, text: str) -> Action:
        game = self.game
        return Notation(game.edition, game.tables, game.players).read(game.raw_state(), text)

    def apply(self, seat: int, answer: Mapping[str, Any], now: float) -> None:
        """Carry out an answer that `why_not` has let pass, and play on until a person must answer."""
        until, is_besides, is_throw = self.deadline, False, answer.get("throw") is True
        self.made.append(Made(self.game, self.game.answered, self.player_of[seat], is_throw))
        if is_throw:
            self._throw()
        else:
            text = text_of(self.player_of[seat], answer)
            is_besides = is_act(self._read(text).verb)
            self.game.take(text)
        self.decided[self.player_of[seat], OWN] += not is_besides
        self._seen[seat] = self.game.answered - 1
        waited = self.awaited
        self.run(now)
        if is_besides and self.awaited == waited:
            self.deadline = until  # whoever builds before a throw has no more time for the throw

    def decision(self, seat: int, answer: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a table says of an answer: round, player, what was asked, and the choice."""
        node = self.game.node
        choice = "throw" if answer.get("throw") is True else text_of(self.player_of[seat], answer)
        asked = node.kind if node is not None else ""
        return {"round": self.game.round, "player": self.player_of[seat], "asked": asked, "choice": choice}

    def _throw(self) -> None:
        """Ask strategies for their acts before the throw, then throw the dice."""
        for _ in range(MOST_STEPS):
            if not self.game.advance() or self.game.answers[-1].startswith("roll"):
                return

    def run(self, now: float) -> None:
        """Play on until a person must answer or the game is over, and set the clock for the decision."""
        for _ in range(MOST_STEPS):
            self._note()
            if self.is_over or self.awaited is not None or not self._advance():
                break
        self.deadline = now + self.seconds if self.seconds and self.awaited is not None else None

    def _advance(self) -> bool:
        """Play one answer of luck or a strategy, and count it if the game asked a player for it."""
        asked = self.game._asked
        if not self.game.advance():
            return False
        is_throw = asked is not None and asked.kind == "dice" and self.game.answers[-1].startswith("roll")
        if asked is not None and (is_throw or not asked.by_luck):
            self.decided[asked.player, PLAYED if asked.player in self.player_of.values() else EMPTY] += 1
        return True

    def _note(self) -> None:
        """Note what has happened: sentences for the phones, and worths at the beginning of a round."""
        answers_told = self._told[-1][0] if self._told else 0
        if self.game.answered > answers_told:
            events: list[Event | None] = [*self.game.latest(self.game.answered - answers_told)]
            self._told = [*self._told, *((self.game.answered, each) for each in events or [None])][-KEPT_NEWS:]
        if not self.worths or self.game.round > self.worths[-1][0]:
            self.worths.append((self.game.round, self._worths()))
        self.is_over = self.is_over or self.game.over or 0 < self.rounds < self.game.round

    def answer_for(self, why: str, now: float) -> None:
        """Answer the open decision of a person by the strategy for that: `CLOCK` if they are late, or `TEACHER`."""
        seat = self.awaited
        if seat is None:
            return
        player = self.player_of[seat]
        self.decided[player, why] += 1
        self.game.seat(player, self.late)
        if isinstance(self.game.node, Chance):
            self._throw()
        else:
            self.game.advance()
        self.game.seat(player, None)
        self.run(now)

    def play_round(self, last: int, now: float) -> None:
        """Answer everything by strategies until a round is over, because the teacher goes on."""
        for _ in range(MOST_STEPS):
            if self.awaited is None or self.game.round > last:
                return
            self.answer_for(TEACHER, now)

    def hand_over(self, seat: int, strategy: str, now: float) -> None:
        """Hand a seat to a strategy, or back to its person if empty."""
        self.game.seat(self.player_of[seat], strategy or None)
        self.run(now)

    def go_on(self, game: Game, rounds: int, now: float) -> None:
        """Play on in a game that goes on under other rules, to the end of a round; a game that is won stays so.

        Args:
            game: The game, after as many answers.
            rounds: The round after which it ends.
            now: Time.
        """
        if self.game.over:
            return
        self.game, self.rounds = game, rounds
        self._drawn.clear()  # pictures named no round behind the old last one
        self.is_over = self.is_cut = False
        self.run(now)

    def end(self) -> None:
        """End the game where it stands."""
        self.is_cut, self.is_over, self.deadline = self.is_cut or not self.is_over, True, None
        self.worths.append((self.game.round, self.game.net_worth()))

    # What is seen

    def pieces(self, theme: str, players: tuple[str, ...] = ()) -> list[str]:
        """Return the board, if need be with other names of the players; the same list while nothing has changed."""
        look = (self.game.lang, theme, players)
        at, drawn = self._drawn.get(look, (-1, []))
        if at != self.game.answered:
            lang, kept = self.game.lang, self._kept.setdefault(look, {})
            drawn = self.game.pieces(lang, theme, kept, players, self.rounds)
            drawn = ["<g></g>", *drawn[1:]]  # its fonts stand in the style of the page
            self._drawn[look] = self.game.answered, drawn
        return drawn

    @property
    def round(self) -> int:
        """Return the round that is played, from 1 on; once the game is over, its last one."""
        return max(1, min(self.game.round, self.rounds or self.game.round))

    def board(self, caption: str, focus: int = -1, name: str = "") -> Block:
        """Return the block of the board; a phone shows what lies around the space `focus`.

        Args:
            caption: What stands below it.
            focus: A space; -1 for the whole board.
            name: By which the page asks for its picture; that of the game if empty.
        """
        box, _ = frame(self.game.tables.spaces, len(self.game.players))
        return blocks.board(name or self.name, focus, caption, box)

    def worth(self, player: str) -> int:
        """Return what a player is worth now."""
        return self._worths()[player]

    def _worths(self) -> dict[str, int]:
        if self._worth[0] != self.game.answered:
            self._worth = self.game.answered, self.game.net_worth()
        return self._worth[1]

    def view(self, seat: int, paused_at: float | None, labels: Mapping[str, str]) -> Blocks:
        """Return what the phone of a seat shows; `labels` are words of the activity; a pause keeps the time left."""
        game, player = self.game, self.player_of[seat]
        p = game.players.index(player)
        money = game.edition.money
        worths = self._worths()
        place = 1 + sum(worth > worths[player] for worth in worths.values())
        page: Blocks = {
            "purse": blocks.figures(
                (labels["cash"], money.grouped(game.state.cash[player], game.lang)),
                (labels["worth"], money.grouped(worths[player], game.lang)),
                (labels["place"], f"{place} / {len(game.players)}"),
            )
        }
        if self.is_over:
            over = {"over": blocks.text(labels["over"], "big"), "board": self.board("", self._focus(p))}
            return page | over | {"deeds": self._deeds(p, labels["deeds"]), **self._table(labels)}
        question = self.question(seat)
        if self.awaited == seat and question is not None:
            if self.seconds:
                left = None if paused_at is None or self.deadline is None else max(0.0, self.deadline - paused_at)
                until = self.deadline if paused_at is None else None
                page["timer"] = blocks.timer(until, self.seconds, labels["left"], left)
            page |= self._decision_form(seat, question)
        else:
            page["waits"] = blocks.text(game.waiting(), "note")
        page["board"] = self.board("", self._focus(p))
        page["news"] = blocks.news(self._latest(self._seen[seat]), labels["news"])
        if question is not None:
            page |= self._other_acts(seat, question, labels)
        return page | {"deeds": self._deeds(p, labels["deeds"]), **self._table(labels)}

    def _latest(self, answers: int) -> list[str]:
        """Return the latest of what has happened after so many answers, the last first, in the language of the game."""
        events = (each for number, each in reversed(self._told) if number > answers and each is not None)
        sentences = (self._sentence(each, self.game.lang) for each in events)
        return list(islice(filter(None, sentences), NEWS))

    def _table(self, labels: Mapping[str, str]) -> Blocks:
        """Return what a full table shows: the deed that is chosen, and what each player has."""
        if self._cards_of is not self.game.tables:
            self._cards_of = self.game.tables
            self._cards.clear()
        if self.game.lang not in self._cards:
            view, words = self.game.scene(), Words(self.game.lang)
            lines = {q: deed_lines(view, q, words, short=True) for q in range(view.t.spaces) if view.is_deed(q)}
            spaces = [
                (q, view.name(q), [(unescaped(label), " / ".join(sums)) for label, *sums in found])
                for q, found in lines.items()
            ]
            self._cards[self.game.lang] = blocks.cards(labels["card"], spaces)
        money, worths = self.game.edition.money, self._worths()
        each = []
        for p, player in enumerate(self.game.players):
            cash = money.grouped(self.game.state.cash[player], self.game.lang)
            worth = f"{labels['worth']} {money.grouped(worths[player], self.game.lang)}"
            each.append(self._deeds(p, f"{player}: {labels['cash']} {cash}, {worth}"))
        return {"card": self._cards[self.game.lang], "players": blocks.fold(labels["players"], each)}

    def _focus(self, p: int) -> int:
        tokens = [token.space for token in self.game.scene().tokens() if token.seat.index == p]
        return tokens[0] if tokens else 0

    def _decision_form(self, seat: int, question: int) -> Blocks:
        """Return the open decision of a seat with its facts."""
        game, node = self.game, self.game.node
        if isinstance(node, Chance):
            throw = blocks.choice(say("live.play.throw"), {"throw": True}, main=True)
            return {"ask": blocks.choices(question, game.waiting(), [throw])}
        assert isinstance(node, Decision)
        sums = [form for form in node.forms if form.verb in SUMS]
        texts = [text for text in node.texts if text.split(" ")[0] not in {form.verb for form in sums}]
        lang, color = game.lang, self._color_of
        offered = [
            blocks.choice(button_label(game, text, lang), {"text": text}, main=not (n or sums), color=color(text))
            for n, text in enumerate(texts)
        ]
        heading = game.waiting()
        if node.kind == "bid" and not sums:
            heading = say("live.play.cannot_bid", space=game.scene().name(decision_facts.lot(game)))
        page: Blocks = {"ask": blocks.choices(question, heading, offered)}
        for form in sums:
            word, value, more = say(f"table.{form.verb}"), str(form.least), {"verb": form.verb}
            field = blocks.number(question, "", word, form.least, form.most, "", value, "sum", more)
            page[f"sum_{form.verb}"] = field | {"main": not texts}  # beside a choice no color says what to do
        if facts := self._facts():
            page["facts"] = facts
        return page

    def _facts(self) -> Block | None:
        """Return the deed that is to be decided on, line by line; None for other decisions."""
        q, words = decision_facts.lot(self.game), Words(self.game.lang)
        if q < 0:
            return None
        lines = deed_lines(self.game.scene(), q, words, short=True)
        pairs = [(unescaped(name), " / ".join(sums)) for name, *sums in lines]
        return blocks.facts(self.game.scene().name(q), pairs)

    def _color_of(self, text: str) -> str:
        """Return the color of the group of the space that a choice names."""
        place = self._space_of(text)
        return self.game.scene().colors.get(self.game.tables.group[place], GREY) if place >= 0 else ""

    def _space_of(self, text: str) -> int:
        """Return the number of the space that a choice names; -1 for none."""
        named = text.rpartition(" ")[2]
        return next((space.index for space in self.game.edition.spaces if space.id == named), -1)

    def _other_acts(self, seat: int, question: int, labels: Mapping[str, str]) -> Blocks:
        """Return what a seat may do besides: build, mortgage, offer a trade."""
        game, player = self.game, self.player_of[seat]
        page: Blocks = {}
        acts = game.acts().get(player, ())
        if acts:
            each = [
                blocks.choice(
                    button_label(game, text, game.lang),
                    {"text": text},
                    color=self._color_of(text),
                    space=self._space_of(text),
                )
                for text in (text if ": " in text else f"{player}: {text}" for text in acts)
            ]
            page["acts"] = blocks.fold(labels["acts"], [blocks.choices(question, "", each)])
        p = game.players.index(player)
        if is_time_to_trade(game.raw_state(), game.tables, p) and game.offer is None:
            goods = {other: list(game.goods(other).items()) for other in game.state.in_play}
            page["trade"] = blocks.fold(labels["trade"], [blocks.trade(question, player, goods)])
        return page

    def _deeds(self, p: int, heading: str) -> Block:
        """Return the deeds of a player."""
        view = self.game.scene()
        rows = []
        for q in view.deeds(p):
            note = view.say("mortgaged") if view.is_mortgaged(q) else view.level_text(q)
            rows.append((view.name(q), note, view.colors.get(view.t.group[q], GREY)))
        return blocks.deeds(heading, rows)
