"""Show the log in sentences, and the slider of all answers with its branches."""

from collections.abc import Collection, Hashable
from typing import TYPE_CHECKING

from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import say
from monopoly_lab.widgets.html_elements import Words, button, select, table

if TYPE_CHECKING:
    import pandas as pd

    from monopoly_lab.game.game import Game
    from monopoly_lab.notation.events import Event

LINES = 60
RECENT = 600  # events that are looked through
COLUMNS = ("round", "player", "kind", "space", "amount", "cause")
KINDS = {
    "money": {"paid", "debt", "bankrupt"},
    "moves": {"rolled", "moved", "jailed", "freed", "stayed", "visited", "turn_began"},
    "deeds": {
        *{"declined", "auction_opened", "bid", "passed", "unsold", "deed_moved", "mortgaged", "redeemed", "dealt"},
        *{"built", "sold", "wanted", "sealed"},
    },
    "cards": {"drew", "card_kept", "card_moved", "card_returned"},
    "deals": {"proposed", "accepted", "refused"},
}


def events_frame(game: "Game", player: str, kind: str, lang: str) -> "pd.DataFrame":
    """Return the events of a player and of a kind as a table; "" for all. ArgumentError for one that is unknown."""
    known: list[tuple[str, Collection[str]]] = [(player, game.players), (kind, KINDS)]
    for value, names in known:
        if value and value not in names:
            raise ArgumentError(say("table.unknown_filter", lang, value=repr(value), known=", ".join(names)))
    frame = game.events_frame()
    mine = frame[["player", "partner", "payee"]].eq(player).any(axis=1) if player else frame.kind.notna()
    return frame[mine & (frame.kind.isin(KINDS[kind]) if kind else True)].reset_index(drop=True)


def recent(game: "Game", player: str, kind: str) -> list["Event"]:
    """Return the last events of a player and of a kind, oldest first: LINES of them if there are so many."""
    found = filtered_events(game.events_since(-LINES), player, kind)
    return found if len(found) >= LINES else filtered_events(game.events_since(-RECENT), player, kind)


def filtered_events(events: list["Event"], player: str, kind: str) -> list["Event"]:
    """Return the events of a player (in whatever part) and of a kind; "" takes all."""
    return [
        happened
        for happened in events
        if (not player or player in (happened.player, happened.other)) and (not kind or happened.kind in KINDS[kind])
    ]


def log_panel(
    game: "Game", player: str, kind: str, opened: int, words: Words, kept: dict[Hashable, str] | None = None
) -> list[str]:
    """Return filters, then the entries by round, the newest first; the opened one shows its rule. An element each.

    `kept` holds the entries of this game written before.
    """
    lines: list[str] = []
    shown = None
    colors = [seat.color for seat in game.scene(words.lang).seats]
    for happened in reversed(recent(game, player, kind)[-LINES:]):
        if happened.round != shown:
            shown = happened.round
            lines.append(f'<div class="ml-line"><b>{words("round_number", n=shown)}</b></div>')
        key = (happened.number, happened.raw, happened.note, happened.number == opened)
        line = kept.get(key) if kept is not None else None
        seat = happened.raw[1]
        color = colors[seat] if 0 <= seat < len(colors) else "transparent"
        lines.append(line or _entry(game, happened, opened, color, words))
        if kept is not None:
            kept[key] = lines[-1]
    above = ("filters", player, kind)
    if kept is None:
        kept = {}
    if above not in kept:
        kept[above] = _filters(game, player, kind, words)
    return [kept[above], _switch(False, words), *lines]


def table_rows(game: "Game", player: str, kind: str, words: Words) -> list[str]:
    """Return the same events as a table, the newest first. An element each."""
    heads = "".join(f'<span role="columnheader">{words(f"column_{name}")}</span>' for name in COLUMNS)
    found = [f'<div class="ml-event" role="row">{heads}</div>']
    for happened in reversed(recent(game, player, kind)[-LINES:]):
        space = game.scene(words.lang).name(game.edition.space(happened.space)) if happened.space else ""
        what = say(f"happened.{happened.kind}", words.lang)
        cause = say(f"cause.{happened.cause}", words.lang) if happened.cause else ""
        cells = (happened.round, game.who(happened, words.lang), what, space, happened.amount, cause)
        row = "".join(f'<span role="cell">{escaped(str(cell))}</span>' for cell in cells)
        found.append(f'<div class="ml-event" role="row">{row}</div>')
    return [_filters(game, player, kind, words), _switch(True, words), *found]


def _switch(as_table: bool, words: Words) -> str:
    """Return the button that switches the log between sentences and a table."""
    other = "sentences" if as_table else "table"
    return f'<div class="ml-row">{button(words(f"log_as_{other}"), "log_as", other, id="ml-log-as")}</div>'


def _filters(game: "Game", player: str, kind: str, words: Words) -> str:
    lang = words.lang
    players = [("", say("table.everybody", lang)), *((name, name) for name in game.players)]
    kinds = [("", say("table.everything", lang)), *((each, say(f"table.kind_{each}", lang)) for each in KINDS)]
    return (
        '<form class="ml-row" data-change="filter" data-act="filter">'
        f"{select(words('of_player'), 'player', players, player)}"
        f"{select(words('of_kind'), 'kind', kinds, kind)}</form>"
    )


def _entry(game: "Game", happened: "Event", opened: int, color: str, words: Words) -> str:
    """Return an event, at its beginning the color of who did it."""
    is_open = happened.number == opened
    entry = button(
        escaped(game.sentence(happened, words.lang)),
        "rule",
        "-1" if is_open else str(happened.number),
        id=f"ml-log-{happened.number}",
        aria_expanded=is_open,
    )
    if not is_open:
        return f'<div class="ml-line" style="--ml-who:{color}">{entry}</div>'
    rule = game.rule(happened, words.lang)
    told = f'<div class="ml-rule">{escaped(rule) if rule else words("no_rule")}</div>'
    return f'<div class="ml-line" style="--ml-who:{color}">{entry}{told}</div>'


# Time travel: every answer of the game on a slider, branches with names, and what became of each


def branches_panel(game: "Game", branches: dict[str, "Game"], compared: list[str], words: Words) -> str:
    """Return the slider, the form for a new branch, and the branches side by side.

    `compared` is the open branch, and after it the one it is compared with, if there is another.
    """
    done, last = len(game.answers), len(game.answers) + len(game.undone)
    text = " ".join(game.log(words.lang, last=1)) if done else words.say("start")
    slider = (
        f'<div class="ml-row">{button(words("first"), "go_to", "0", id="ml-first")}'
        f'<input type="range" id="ml-slider" min="0" max="{last}" value="{done}" data-change="go_to" '
        f'aria-label="{words("slider")}" aria-valuetext="{escaped(text)}">'
        f"{button(words('last'), 'go_to', str(last), id='ml-last')}</div>"
        f"<p>{words('place', n=done, last=last)} {escaped(text)}</p>"
    )
    form = (
        f'<form data-act="branch" class="ml-row" novalidate><label>{words("branch_name")} '
        f'<input name="name" id="ml-branch-name" maxlength="40"></label>'
        f'<button type="submit">{words("branch")}</button></form>'
    )
    return f"<h3>{words('time')}</h3>{slider}{form}{_branches(branches, compared, words)}"


def _branches(branches: dict[str, "Game"], compared: list[str], words: Words) -> str:
    """Return buttons that open a branch, and a table of branches: round, answers, each player's worth (short game)."""
    opens = "".join(
        button(escaped(name), "open", name, id=f"ml-open-{number}", aria_pressed=name == compared[0])
        for number, name in enumerate(branches)
    )
    heads = [words("player"), *map(escaped, branches)]
    worths = [other.net_worth() for other in branches.values()]
    rows = [
        (words.say("round_head"), *(other.round for other in branches.values())),
        (words.say("answers_head"), *(other.answered for other in branches.values())),
        *((name, *(worth.get(name, "") for worth in worths)) for name in dict.fromkeys(n for w in worths for n in w)),
    ]
    others = [(name, name) for name in branches if name != compared[0]]
    pick = select(words("compare_with"), "compare", others, compared[-1], "compare") if others else ""
    return (
        f'<h4>{words("branches")}</h4><div class="ml-row">{opens}</div>{table(heads, rows)}<p>{words("worth_note")}</p>'
        f'<div class="ml-row">{pick}</div>'
    )
