"""Show the log of a game, in sentences or as a table, of one player and of one kind of events."""

from collections.abc import Collection, Hashable

from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.game.game import Game
from monopoly_lab.notation.events import Event
from monopoly_lab.widgets.html_elements import Words, button, select

LINES = 60  # events that are shown
RECENT = 600  # events among which they are looked for
COLUMNS = ("round", "player", "kind", "space", "amount", "cause")
KINDS = {
    "money": {
        *{"paid", "debt", "bankrupt", "forgiven", "ran_out", "taxed", "spun", "late"},
        *{"rent_open", "rent_lapsed", "no_rent", "toll_named", "way_drawn"},
    },
    "moves": {
        *{"turn_began", "turn_missed", "rolled", "moved", "advanced", "jailed", "freed", "stayed", "visited"},
        *{"took_up", "triple", "showed", "ability", "targeted", "rested", "chosen", "swapped"},
        *{"turned", "beaten", "escaped", "let_pass"},
    },
    "deeds": {
        *{"declined", "auction_opened", "bid", "passed", "unsold", "deed_moved", "mortgaged", "redeemed", "dealt"},
        *{"built", "sold", "wanted", "sealed"},
    },
    "cards": {"drew", "card_kept", "card_moved", "card_returned"},
    "deals": {"proposed", "accepted", "refused"},
}


def events_frame(game: Game, player: str, kind: str, lang: str) -> "pd.DataFrame":
    """Return the events of a player and of a kind as a table; "" for all. ArgumentError for one that is unknown."""
    filters: tuple[tuple[str, Collection[str]], ...] = ((player, game.players), (kind, KINDS))
    for value, names in filters:
        if value and value not in names:
            raise ArgumentError(say("table.unknown_filter", lang, value=quoted(value, lang), known=", ".join(names)))
    frame = game.events_frame()
    if player:
        frame = frame[frame[["player", "partner", "payee"]].eq(player).any(axis=1)]
    if kind:
        frame = frame[frame.kind.isin(KINDS[kind])]
    return frame.reset_index(drop=True)


def recent(game: Game, player: str, kind: str) -> list[Event]:
    """Return the last `LINES` events of a player and of a kind among the last `RECENT` of all, oldest first."""
    found = filtered_events(game.events_since(-LINES), player, kind)
    if len(found) < LINES:
        found = filtered_events(game.events_since(-RECENT), player, kind)
    return found[-LINES:]


def filtered_events(events: list[Event], player: str, kind: str) -> list[Event]:
    """Return the events of a player (in whatever part) and of a kind; "" takes all."""
    return [
        event
        for event in events
        if (not player or player in (event.player, event.other)) and (not kind or event.kind in KINDS[kind])
    ]


def log_panel(game: Game, player: str, kind: str, opened: int, words: Words, kept: dict[Hashable, str]) -> list[str]:
    """Return filters, then the entries by round, the newest first; the opened one shows its rule. An element each.

    `kept` holds the entries of this game written before.
    """
    lines: list[str] = []
    shown = None
    colors = [seat.color for seat in game.scene(words.lang).seats]
    for event in reversed(recent(game, player, kind)):
        if event.round != shown:
            shown = event.round
            lines.append(f'<div class="ml-line"><b>{words("round_number", n=shown)}</b></div>')
        key = (event.number, event.raw, event.note, event.number == opened)
        if key not in kept:
            seat = event.raw[1]
            color = colors[seat] if 0 <= seat < len(colors) else "transparent"
            kept[key] = _entry(game, event, opened, color, words)
        lines.append(kept[key])
    filters_key = ("filters", player, kind)
    if filters_key not in kept:
        kept[filters_key] = _filters(game, player, kind, words)
    return [kept[filters_key], _switch(False, words), *lines]


def table_rows(game: Game, player: str, kind: str, words: Words) -> list[str]:
    """Return the same events as a table, the newest first. An element each."""
    heads = "".join(f'<span role="columnheader">{words(f"column_{name}")}</span>' for name in COLUMNS)
    rows = [f'<div class="ml-event" role="row">{heads}</div>']
    scene = game.scene(words.lang)
    for event in reversed(recent(game, player, kind)):
        space = scene.name(game.edition.space(event.space)) if event.space else ""
        what = say(f"happened.{event.kind}", words.lang)
        cause = say(f"cause.{event.cause}", words.lang) if event.cause else ""
        cells = (event.round, game.who(event, words.lang), what, space, event.amount, cause)
        row = "".join(f'<span role="cell">{escaped(str(cell))}</span>' for cell in cells)
        rows.append(f'<div class="ml-event" role="row">{row}</div>')
    return [_filters(game, player, kind, words), _switch(True, words), *rows]


def _switch(as_table: bool, words: Words) -> str:
    """Return the button that switches the log between sentences and a table."""
    other = "sentences" if as_table else "table"
    return f'<div class="ml-row">{button(words(f"log_as_{other}"), "log_as", other, id="ml-log-as")}</div>'


def _filters(game: Game, player: str, kind: str, words: Words) -> str:
    lang = words.lang
    players = [("", say("table.everybody", lang)), *((name, name) for name in game.players)]
    kinds = [("", say("table.everything", lang)), *((each, say(f"table.kind_{each}", lang)) for each in KINDS)]
    return (
        '<form class="ml-row" data-change="filter" data-act="filter">'
        f"{select(words('of_player'), 'player', players, player)}"
        f"{select(words('of_kind'), 'kind', kinds, kind)}</form>"
    )


def _entry(game: Game, event: Event, opened: int, color: str, words: Words) -> str:
    """Return an event, at its beginning the color of who did it."""
    is_open = event.number == opened
    entry = button(
        escaped(game.sentence(event, words.lang)),
        "rule",
        "-1" if is_open else str(event.number),
        id=f"ml-log-{event.number}",
        aria_expanded=is_open,
    )
    if not is_open:
        return f'<div class="ml-line" style="--ml-who:{color}">{entry}</div>'
    rule = game.rule(event, words.lang)
    why = f'<div class="ml-rule">{escaped(rule) if rule else words("no_rule")}</div>'
    return f'<div class="ml-line" style="--ml-who:{color}">{entry}{why}</div>'
