"""The log in sentences, by player and by kind; each entry opens the rule behind it."""

from html import escape
from typing import TYPE_CHECKING

from monopoly_lab.messages import say
from monopoly_lab.widgets.markup import Words, button, select

if TYPE_CHECKING:
    from monopoly_lab.events import Event
    from monopoly_lab.game import Game

LINES = 80
RECENT = 600  # events that are looked through
KINDS = {
    "money": {"paid", "debt", "bankrupt"},
    "moves": {"rolled", "moved", "jailed", "freed", "stayed", "visited", "turn_began"},
    "deeds": {
        *{"declined", "auction_opened", "bid", "passed", "unsold", "deed_moved", "mortgaged", "redeemed", "dealt"},
        *{"built", "sold", "wanted"},
    },
    "cards": {"drew", "card_kept", "card_moved", "card_returned"},
    "deals": {"proposed", "accepted", "refused"},
}


def recent(game: "Game") -> list["Event"]:
    """The last events, oldest first."""
    return list(game._tell(max(0, len(game._record.events) - RECENT)))


def chosen(events: list["Event"], player: str, kind: str) -> list["Event"]:
    """Those of a player (in whatever part) and of a kind; "" takes all."""
    return [
        happened
        for happened in events
        if (not player or player in (happened.player, happened.other)) and (not kind or happened.kind in KINDS[kind])
    ]


def panel(game: "Game", player: str, kind: str, opened: int, words: Words) -> str:
    """Filters, then the entries round by round, the newest first; the opened one shows its rule."""
    lang = words.lang
    players = [("", say("table.everybody", lang)), *((name, name) for name in game.players)]
    kinds = [("", say("table.everything", lang)), *((each, say(f"table.kind_{each}", lang)) for each in KINDS)]
    filters = (
        '<form class="ml-row" data-change="filter" data-act="filter">'
        f"{select(words('of_player'), 'player', players, player)}"
        f"{select(words('of_kind'), 'kind', kinds, kind)}</form>"
    )
    lines: list[str] = []
    shown = None
    for happened in list(reversed(chosen(recent(game), player, kind)))[:LINES]:
        if happened.round != shown:
            shown = happened.round
            lines.append(f"<li><b>{words('round_number', n=shown)}</b></li>")
        lines.append(_entry(game, happened, opened, words))
    return f'{filters}<ul class="ml-log">{"".join(lines)}</ul>'


def _entry(game: "Game", happened: "Event", opened: int, words: Words) -> str:
    is_open = happened.number == opened
    entry = button(
        escape(game.sentence(happened, words.lang)),
        "rule",
        "-1" if is_open else str(happened.number),
        id=f"ml-log-{happened.number}",
        aria_expanded=is_open,
    )
    if not is_open:
        return f"<li>{entry}</li>"
    rule = game.rule(happened, words.lang)
    return f'<li>{entry}<div class="ml-rule">{escape(rule) if rule else words("no_rule")}</div></li>'
