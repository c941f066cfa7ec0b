"""What stands beside the board: the log and what each player is worth, as HTML."""

from html import escape
from typing import TYPE_CHECKING

from monopoly_lab.messages import say

if TYPE_CHECKING:
    from monopoly_lab.game import Game

LINES = 60
METHODS = ("cash", "short_game", "liquidation")


def log_html(game: "Game", lang: str) -> str:
    """The last events, the newest first, round by round."""
    parts: list[str] = []
    shown = None
    for happened in reversed(game.events[-LINES:]):
        if happened.round != shown:
            shown = happened.round
            parts.append(f"<b>{escape(say('table.round_number', lang, n=shown))}</b>")
        parts.append(escape(game.sentence(happened, lang)))
    return '<div role="log" style="line-height:1.45">' + "<br>".join(parts) + "</div>"


def worth_html(game: "Game", lang: str) -> str:
    """A table: each player's cash, worth as in the short game, and cash after selling everything."""
    heads = "".join(
        f"<th style='text-align:right;padding:2px 10px'>{escape(say(f'table.worth_{m}', lang))}</th>" for m in METHODS
    )
    figures = {method: game.net_worth(method) for method in METHODS}
    rows = "".join(
        f"<tr><td><b>{escape(name)}</b></td>"
        + "".join(f"<td style='text-align:right;padding:2px 10px'>{figures[m][name]}</td>" for m in METHODS)
        + "</tr>"
        for name in game.players
    )
    unit = escape(say("table.unit", lang, unit=game.edition.money.text(1)))
    return f"<table><tr><th></th>{heads}</tr>{rows}</table><p>{unit}</p>"
