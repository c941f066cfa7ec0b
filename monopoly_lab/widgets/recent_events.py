"""Changes since the table was last shown, and what other cells have done to its game."""

import json
import weakref
from collections.abc import Callable
from typing import Any

from monopoly_lab.board_drawing import last_move
from monopoly_lab.game.game import Game
from monopoly_lab.notation.events import Event

LATELY = 16  # events that are looked through: what lies further back is not shown moving
BANK = -1
GRAVE = "bankrupt"  # what is told first, whatever has followed from it
UNSEEN = ("start_cash",)  # causes of payments that lie before the game

ROOM = (110, 160)  # letters of what has happened before a decision, and before a throw


class Watch:
    """Tells of a game what is new since it was asked last; of the past that comes back nothing."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._answered = 0
        self._next = 0  # number of the first event that has not been seen
        self._told = 0

    def fresh(self, game: Game) -> list[Event]:
        """Return the events of the answers given since; none of another game or branch, or after an undo."""
        events = game.events_since(-LATELY)
        forward = game is self._game and game.answered > self._answered
        first = self._next
        self._game, self._answered = game, game.answered
        self._next = events[-1].number + 1 if events else 0
        return [happened for happened in events if happened.number >= first] if forward else []

    def message(self, game: Game, lang: str) -> list[str]:
        """Return the piece of the section `motion`; empty if nothing has happened.

        `rolled`, `token` that moved (or null), `paid` [from, to, sum] and `deeds` [space, to, color] with seats by
        number, -1 for the bank and the pots, the space on which a `card` was drawn, -1 for none, and whether the game
        is `over`.
        """
        fresh = self.fresh(game)
        if not fresh:
            return []
        view = game.scene(lang)
        seats = {name: p for p, name in enumerate(game.players)}
        moved = last_move([happened.raw for happened in fresh], game.tables)
        self._told += 1
        told = {
            "number": self._told,
            "rolled": any(happened.kind == "rolled" for happened in fresh),
            "token": None if moved is None else moved.token,
            "paid": [
                [seats.get(each.player or "", BANK), seats.get(each.other or "", BANK), view.amount(each.amount)]
                for each in fresh
                if each.kind == "paid" and each.amount and each.cause not in UNSEEN
            ],
            "deeds": [
                [each.raw[3], seats.get(each.player or "", BANK), view.colors.get(game.tables.group[each.raw[3]], "")]
                for each in fresh
                if each.kind == "deed_moved"
            ],
            "card": next((each.raw[3] for each in fresh if each.kind == "drew"), -1),
            "over": game.over,
        }
        return [json.dumps(told, ensure_ascii=False)]


def card(game: Game) -> Event | None:
    """Return the drawing of the card that the last answer has brought; of several the last, None for none."""
    return next((each for each in reversed(game.latest()) if each.kind == "drew"), None)


def last_answer_told(game: Game, lang: str, room: int) -> str:
    """Return what the last answer has brought, in sentences.

    Of more than `room` letters only the last sentence is kept, after those on bankruptcies. Two things are left out:
    whose turn has begun, which the card says, and that a deed goes to the player who paid for it. A card that was drawn
    is shown beside it.
    """
    fresh = game.latest()
    paid = {(each.player, each.space) for each in fresh if each.kind == "paid"}
    new = [
        each
        for each in fresh
        if each.kind not in ("turn_began", "drew")
        and (each.kind != "deed_moved" or (each.player, each.space) not in paid)
    ]
    kinds = [each.kind for each in new or fresh if each.kind != "drew"]
    said = [game.sentence(each, lang) for each in new or fresh if each.kind != "drew"]
    if len(" ".join(said)) <= room:
        return " ".join(said)
    lead = " ".join(text for text, kind in zip(said, kinds) if kind == GRAVE)
    rest = [text for text, kind in zip(said, kinds) if kind != GRAVE]
    first = len(rest) - 1
    while first > 0 and len(" ".join([lead, "…", *rest[first - 1 :]])) <= room:
        first -= 1
    return " ".join(filter(None, [lead, "…" * (first > 0), *rest[max(first, 0) :]]))


def space_of_asked(game: Game) -> str:
    """Return the number of the space of the asked seat's token; empty where nobody is asked."""
    node = game.node
    position = game.state.space.get(node.player) if node is not None else None
    return "" if position is None else str(game.edition.space(position))


# What other cells of the notebook have done to the game of a table: noticed when a cell has run


def after_each_cell(told: Callable[[], None]) -> None:
    """Call a bound method after every cell of the session, as long as its object lives; never outside IPython."""
    from IPython import get_ipython

    shell: Any = get_ipython()
    if shell is None:
        return
    method = weakref.WeakMethod(told)

    def ran(*_: object) -> None:
        living = method()
        if living is None:
            shell.events.unregister("post_run_cell", ran)
        else:
            living()

    shell.events.register("post_run_cell", ran)
