"""The facts of a game as pandas tables."""

from collections.abc import Sequence

import pandas as pd

from monopoly_lab.notation.events import Event, Teller

COLUMNS = ("round", "turn", "kind", "player", "partner", "payer", "payee", "space", "amount", "cause", "text")
MONEY = {"paid", "debt", "forgiven", "bankrupt"}  # events with a payer and a payee


def events_frame(events: Sequence[Event], teller: Teller, lang: str = "") -> pd.DataFrame:
    """One row an event, in order.

    `player` is whose event it is, `partner` the second one where two take part (who accepts and who
    proposed, the new owner of a deed and the old one, the visitor and the owner). Money paid, owed or
    forgiven has a `payer` and a `payee` instead, each a player, the bank or a pot; the payer is also
    the `player`. `amount` is in the edition's unit where the event is about money.
    """
    rows = [
        (e.round, e.turn, e.kind, e.player, *_parties(e), e.space, e.amount, e.cause, teller.sentence(e, lang))
        for e in events
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _parties(e: Event) -> tuple[str | None, str | None, str | None]:
    """Partner, payer, payee."""
    return (None, e.player, e.other) if e.kind in MONEY else (e.other, None, None)
