"""The facts of a game as pandas tables."""

from collections.abc import Sequence

import pandas as pd

from monopoly_lab.text.events import Event, Teller

COLUMNS = ("round", "turn", "kind", "player", "other", "space", "amount", "cause", "text")


def events_frame(events: Sequence[Event], teller: Teller, lang: str = "") -> pd.DataFrame:
    """One row an event, in order; `amount` in the edition's unit where the event is about money."""
    rows = [
        (e.round, e.turn, e.kind, e.player, e.other, e.space, e.amount, e.cause, teller.sentence(e, lang))
        for e in events
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS))
