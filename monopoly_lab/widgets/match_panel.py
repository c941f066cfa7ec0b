"""Panel to play a game beside the board in a notebook: my move, then all moves, running totals."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import ipywidgets as ipw

from monopoly_lab.common.errors import IllegalChoice, SeatError
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.messages import decimal, grouped, say
from monopoly_lab.economics.matches import Match
from monopoly_lab.economics.repeated_games import Legal
from monopoly_lab.lessons.number_parser import number_in
from monopoly_lab.notation.piece_names import player_name
from monopoly_lab.widgets.html_elements import Words, table

SHOWN_ROUNDS = 12  # the latest of them
YES_NO = ("inspect", "sell")
STYLE = (
    "<style>.ml-match table {border-collapse: collapse} .ml-match :is(td, th) {padding: 2px 6px; line-height: 1.4; "
    "text-align: left} .ml-match .ml-sum {text-align: right}</style>"
)


class MatchPanel:
    """A panel for one person in a match: fields for the move, the rounds so far and the totals.

    Args:
        match: The match.
        player: Name of the player who plays here; the first person at the table if empty.
        lang: Language of the words: "en", "ru" or "uk"; that of the session if empty.

    Raises:
        SeatError: For an unknown player, or one whom the computer plays.

    Example:
        >>> game = ml.economics.public_good.PublicGood()
        >>> seats = {"Ann": None, "Bo": "giver", "Cy": "conditional", "Di": "free_rider"}
        >>> panel = ml.MatchPanel(ml.economics.matches.Match(game, seats), "Ann")
        >>> panel.move(10)
        >>> panel.match.position.round
        2
    """

    def __init__(self, match: Match, player: str = "", lang: str = "") -> None:
        self.match, self.words = match, Words(lang, "match")
        persons = [name for name, who in match.players.items() if who is None]
        self.player = player or next(iter(persons), match.names[0])
        match.legal(self.player)
        if self.player not in persons:
            raise SeatError(self.words.say("no_person", player=self.player))
        self._head, self._told, self._rounds = ipw.HTML(), ipw.HTML(), ipw.HTML()
        self._fields: dict[str, Any] = {}
        self.on_over: Callable[[], object] = lambda: None  # called after the last round
        self.on_move: Callable[[], object] = lambda: None  # called after each move that counts
        self._moves: list[Any] = []  # of the person of the panel, in their order
        self._form = ipw.VBox()
        self._box = ipw.VBox([ipw.HTML(STYLE), self._head, self._form, self._told, self._rounds])
        self._box.add_class("ml-match")
        self.refresh()

    def move(self, move: Any) -> None:
        """Make a move for the person of the panel; what the rules refuse is said below the fields.

        Args:
            move: A whole number, or a number for each other player by name.
        """
        try:
            self.match.move(self.player, move)
        except IllegalChoice as problem:
            self._told.value = f'<p role="alert">{escaped(str(problem))}</p>'
        else:
            self._moves.append(move)
            self.on_move()
            self.refresh()

    @property
    def moves(self) -> str:
        """Return the moves that were made here, as a text that `replay` reads."""
        return json.dumps(self._moves, ensure_ascii=False, separators=(",", ":"))

    def replay(self, moves: str) -> None:
        """Repeat earlier moves, up to the first that the rules refuse.

        Args:
            moves: What `moves` returned; a text that holds none changes nothing.
        """
        try:
            found = json.loads(moves)
        except (ValueError, RecursionError):
            return
        if not isinstance(found, list) or self._moves:
            return
        for move in found:
            if not _is_move(move) or self.match.over or self.player not in self.match.waiting:
                break
            try:
                self.match.move(self.player, move)
            except (IllegalChoice, SeatError):
                break
            self._moves.append(move)
        self.refresh()

    def refresh(self) -> None:
        """Show the match as it is now."""
        match, legal = self.match, self.match.legal(self.player)
        self._head.value = f"<h3>{self._heading()}</h3>{self._facts()}"
        mine = self.player in match.waiting
        self._form.children = self._move_fields(legal) if legal is not None and mine else ()
        others = ", ".join(player_name(name, self.words.lang) for name in match.waiting if name != self.player)
        waits = not match.over and not mine
        self._told.value = f'<p role="status">{self.words("waiting", players=others)}</p>' if waits else ""
        self._rounds.value = self._table()
        if match.over:
            self.on_over()

    def _heading(self) -> str:
        if self.match.over:
            return str(self.words("over"))
        return str(self.words("round", n=self.match.position.round, rounds=self.match.game.rounds))

    def _facts(self) -> str:
        """Return what the player may know of this round: the pot, a quality, a promise."""
        if self.match.over:
            return ""
        view, lines = self.match.view(self.player), []
        if "pot" in view.facts:
            pots = view.facts["pots"]
            lines.append(self.words("pot", amount=pots[view.seat] if len(pots) > 1 else pots[0]))
        if "quality" in view.facts:
            lines.append(self.words("quality", n=view.facts["quality"]))
        if "promise" in view.moves:
            lines.append(self.words("promised", n=view.moves["promise"][0]))
        return "".join(f"<p>{line}</p>" for line in lines)

    def _move_fields(self, legal: Legal) -> tuple[Any, ...]:
        """Return the fields of a move and its button."""
        names = [self.match.names[seat] for seat in legal.targets]
        values: dict[str, object] = {"cost": "", "effect": "", "amount": ""}
        if legal.stage in ("punish", "inspect"):
            game: Any = self.match.game
            values |= {"cost": getattr(game, "cost", getattr(game, "fee", "")), "effect": getattr(game, "effect", "")}
        if legal.stage == "sell":
            bids = self.match.position.moves["bid"]
            values["amount"] = max(bid for bid in bids if isinstance(bid, int))
        self._fields = {name: self._field(legal, name) for name in names or [""]}
        between = self.words.say("between", low=legal.low, high=legal.high)
        if legal.targets:
            between += f"; {self.words.say('at_most', most=legal.most)}"
        bounds = "" if legal.stage in YES_NO else f" ({escaped(between)})"
        question = ipw.HTML(f"<b>{self.words(legal.stage, **values)}</b>{bounds}")
        layout = ipw.Layout(width="auto", align_self="flex-start")
        button = ipw.Button(description=self.words.say("move"), button_style="primary", layout=layout)
        button.on_click(partial(self._make_move, legal))
        return (question, *self._fields.values(), button)

    def _field(self, legal: Legal, name: str) -> Any:
        if legal.stage in YES_NO:
            answers = [(self.words.say("no"), 0), (self.words.say("yes"), 1)]
            return ipw.ToggleButtons(options=answers, value=0)
        return ipw.Text(  # a field for numbers would change silently what is no move
            value=str(legal.low) if legal.targets else "",
            description=name,
            style={"description_width": "initial"},
            layout=ipw.Layout(width="auto", max_width="260px"),
        )

    def _make_move(self, legal: Legal, _: object) -> None:
        """Make the move that is typed; what is no whole number within the limits is refused, and nothing is played."""
        numbers = {name: _whole_number(field.value) for name, field in self._fields.items()}
        wrong = [
            self._fields[name].value for name, n in numbers.items() if n is None or not legal.low <= n <= legal.high
        ]
        if wrong:
            said = say(
                "repeated.whole",
                self.words.lang,
                value=shortened(str(wrong[0]).strip()) or "\u2013",
                low=legal.low,
                high=legal.high,
            )
            self._told.value = f'<p role="alert">{escaped(said)}</p>'
            return
        self.move(numbers if legal.targets else numbers[""])

    def _table(self) -> str:
        """Return the latest rounds as this player may see them: moves and gains, with the totals."""
        past = self.match.view(self.player).past
        if not past:
            return ""
        stages = self.match.game.stages
        qualities = [old.facts["quality"] for old in past if "quality" in old.facts]
        heads = [
            *(self.words("head_round"), self.words("head_player")),
            *(self.words("head_quality") for _ in qualities[:1]),
            *(self.words(f"stage_{stage}") for stage in stages),
            *(self.words("head_gain"), self.words("head_total")),
        ]
        rows, sums = list[list[object]](), list[tuple[float, float]]()
        totals = dict.fromkeys(self.match.names, 0.0)
        for number, old in enumerate(past, 1):
            for seat, name in enumerate(self.match.names):
                totals[name] += old.payoffs[seat]
                moves = (self._move_text(stage, old.moves[stage][seat]) for stage in stages)
                quality = [old.facts.get("quality", "")] if qualities else []
                rows.append([number, player_name(name, self.words.lang), *quality, *moves])
                sums.append((old.payoffs[seat], totals[name]))
        shown = -SHOWN_ROUNDS * len(self.match.names)
        has_cents = any(abs(amount - round(amount)) >= 0.005 for pair in sums[shown:] for amount in pair)
        latest = [
            [*row, *(self._sum(amount, has_cents) for amount in pair)] for row, pair in zip(rows[shown:], sums[shown:])
        ]
        made = table(heads, reversed_by_round(latest, len(self.match.names)), sums=2)
        return f'<div class="ml-figures" style="overflow-x: auto">{made}</div>'

    def _sum(self, amount: float, has_cents: bool) -> str:
        """Return a sum, with cents if any in the table has them."""
        if not has_cents:
            return grouped(round(amount), self.words.lang)
        told, whole = decimal(amount, 2, self.words.lang), round(abs(amount) * 100) // 100
        return told[: -len(str(whole)) - 3] + grouped(whole, self.words.lang) + told[-3:]

    def _move_text(self, stage: str, move: Any) -> str:
        if move is None:
            return ""
        if stage in YES_NO:
            return self.words.say("yes" if move else "no")
        if isinstance(move, tuple):
            return ", ".join(f"{name} {points}" for name, points in zip(self.match.names, move) if points)
        return str(move)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, object]:
        bundle: dict[str, object] = self._box._repr_mimebundle_()
        return bundle | {"text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"{self._heading()} {player_name(self.player, self.words.lang)}"


def _is_move(move: object) -> bool:
    """Return True for a whole number, or one for each of some names."""
    numbers = list(move.values()) if isinstance(move, dict) else [move]
    return all(type(number) is int for number in numbers)


def _whole_number(typed: object) -> int | None:
    """Return what was typed as a whole number; None for anything else."""
    number = number_in(typed)
    return int(number) if number is not None and number.is_integer() else None


def reversed_by_round(rows: list[list[object]], players: int) -> list[list[object]]:
    """Return the rows with the latest round first, players in their order."""
    blocks = [rows[at : at + players] for at in range(0, len(rows), players)]
    return [row for block in reversed(blocks) for row in block]
