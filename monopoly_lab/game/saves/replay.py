"""Replay a saved game or scenario: run its script and compare its expectations."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monopoly_lab.common.errors import IllegalChoice, OptionError, UnreadableChoice
from monopoly_lab.common.validation_errors import Problems
from monopoly_lab.editions.rule_changes import refuse_misfits, refuse_past
from monopoly_lab.game.saves.document import Document, read_document
from monopoly_lab.game.saves.expectations import Moment, check_moment, read_moment
from monopoly_lab.game.setup.name_lookup import Names
from monopoly_lab.game.setup.start_position import read_start

if TYPE_CHECKING:
    from monopoly_lab.game.game_like import G, GameLike


def replay_checked(
    content: Mapping[str, Any], problems: Problems, folder: Path, make: "type[G]"
) -> "tuple[Document, G]":
    """Return the document, and its game after the script; what was undone can be redone. `make` makes the game.

    Raises SavedGameError with everything that is wrong: first with the document as it
    stands, and if that is right with its script and its expectations.
    """
    document = read_document(content, problems, folder)
    names = moments = None
    if document.edition is not None and document.tables is not None:
        names = Names(document.edition, document.tables, tuple(document.seats), problems)
        moments = []
        if document.all_seats:
            start = read_start(names, document.start)
            _refuse_options(document, start.round, problems)
            answers = len(document.script)
            moments = [read_moment(names, place, table, answers) for place, table in document.expect]
    problems.refuse()
    assert names is not None and moments is not None
    game = _new_game(document, make)
    _play(game, "script", document.script, problems)
    problems.refuse()
    _compare(names, game, moments)
    game.go_to(len(document.script))
    _play(game, "undone", document.undone, problems)
    problems.refuse()
    return document, game.go_to(len(document.script))


def _refuse_options(document: Document, first: int, problems: Problems) -> None:
    """Note options that no game of these seats, in this round, can have."""
    for refuse, n in ((refuse_past, first), (refuse_misfits, len(document.seats))):
        try:
            refuse(document.options, n)
        except OptionError as refused:
            problems.take("options", refused.problems)


def _new_game(document: Document, make: "type[G]") -> "G":
    assert document.edition is not None
    base = document.edition.base or document.edition
    begin: Any = make  # called as `Game` is
    game: G = begin(base, document.seats, document.seed, document.options, document.start, number=document.number)
    game.asks = tuple(document.asks)
    game.notes = document.texts.get("notes", "")
    return game


def _play(game: "GameLike", key: str, script: Sequence[str], problems: Problems) -> None:
    """Answer after answer, up to the first that is refused."""
    for n, text in enumerate(script):
        try:
            game.take(text)
        except (IllegalChoice, UnreadableChoice) as refused:
            waiting = game.waiting()
            problems.note(f"{key}[{n}]", "answer", n=n + 1, value=text, reason=str(refused), waiting=waiting)
            return


def _compare(names: Names, game: "GameLike", moments: Sequence[Moment]) -> None:
    for moment in moments:
        check_moment(names, moment, game.go_to(moment.after))
