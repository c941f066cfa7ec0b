"""Show what each player is worth and who plays each seat."""

from collections import Counter

from monopoly_lab.board_drawing.board_pieces import badge
from monopoly_lab.board_drawing.scene import Scene, Seat
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.file_access import shortened, shortened_path
from monopoly_lab.common.messages import say
from monopoly_lab.game.game import Game
from monopoly_lab.players import CompiledStrategy, Strategy, called, describe, strategies
from monopoly_lab.widgets.html_elements import Words, button, options, table

METHODS = ("cash", "short_game", "liquidation")
ROOM = 20  # letters of a name beside figures


def worth(game: Game, words: Words) -> str:
    """Return a table of each player's cash, worth as in the short game, and cash after selling everything."""
    figures = {method: game.net_worth(method) for method in METHODS}
    rows = [(shortened(name, ROOM), *(figures[method][name] for method in METHODS)) for name in game.players]
    points = _counts_points(game)
    money = game.edition.money
    unit = (
        words("unit_points", unit=money.symbol(words.lang))
        if points
        else words("unit", unit=money.text_for_reader(1, words.lang))
    )
    heads = [words("player"), *(words(f"worth_{method}") for method in METHODS)]
    if points:
        heads[1 + METHODS.index("short_game")] = words("worth_points")
    return f"<h3>{words('worth')}</h3>{table(heads, rows)}<p>{unit}</p>"


def format_worth(game: Game, worth: int, lang: str) -> str:
    """Return what somebody is worth, with its unit: "$1,500", or "390 points" where points win."""
    return (
        say("table.points", lang, n=worth) if _counts_points(game) else game.edition.money.text_for_reader(worth, lang)
    )


def worth_unit(game: Game, lang: str) -> str:
    """Return the label of an axis of worth."""
    return say("table.worth_points", lang) if _counts_points(game) else game.edition.money.symbol(lang)


def _counts_points(game: Game) -> bool:
    return game.tables.o_scoring_coins > 0


def offer(words: Words, answers: int, time: str) -> str:
    """Offer what an earlier table has left, to be taken up or not."""
    take = button(words("resume"), "resume", id="ml-resume", title=words.say("resume_hint"))
    leave = button(words("forget"), "forget", id="ml-forget", title=words.say("forget_hint"))
    said = words("earlier", n=answers, time=time).replace(time, f'<span class="ml-together">{time}</span>')
    return f'<div class="ml-row" role="status"><span>{said}</span>{take}{leave}</div>'


def went_on(words: Words, n: int, m: int) -> str:
    """Return the notice that another cell has played on, with a button that opens a branch at the earlier position."""
    branch = button(words("branch_there"), "branch_there", str(n), id="ml-branch-there")
    return notice(words("went_on", n=n, m=m), words, branch)


def overwrite(words: Words, file: str) -> str:
    """Ask whether a file that is there already is to be replaced."""
    take = button(words("replace"), "replace", file, id="ml-replace")
    leave = button(words("cancel"), "good", main=True, id="ml-cancel")
    asked = words("overwrite", file=shortened_path(file))
    return f'<div class="ml-row" role="status"><span>{asked}</span>{take}{leave}</div>'


def notice(text: str, words: Words, more: str = "") -> str:
    """Return a notice of something that was done, with a button to dismiss it; `text` and `more` are markup."""
    done = button(words("good"), "good", id="ml-good")
    return f'<div class="ml-row" role="status"><span>{text}</span>{more}{done}</div>'


def playing(game: Game, words: Words, runs: bool, speed: str, motion: bool) -> list[str]:
    """Undo, redo, how far to play on, stop, how fast, how it is shown: an element each, always the same ones."""
    far = [
        button_off(label_with_sign(far, words), far, runs or game.over, words, words(far))
        for far in ("step", "turn", "round", "to_the_end")
    ]
    speeds = "".join(
        f'<option value="{each}"{" selected" if each == speed else ""}>{words(f"speed_{each}")}</option>'
        for each in ("fast", "medium", "slow")
    )
    return [
        button_off(icon("undo"), "undo", not game.answered, words, words("undo")),
        button_off(icon("redo"), "redo", not game.undone, words, words("redo")),
        *far,
        button_off(label_with_sign("stop", words), "stop", not runs, words, words("stop")),
        f'<select id="ml-speed" data-change="speed" aria-label="{words("speed")}">{speeds}</select>',
        button(
            label_with_sign("motion", words),
            "motion",
            id="ml-motion",
            title=words.say("motion_hint"),
            aria_label=words.say("motion"),
            aria_pressed=motion,
        ),
        button(icon("screen"), "projector", title=words.say("projector_hint"), aria_label=words.say("projector")),
        button("?", "help", title=words.say("help")),
    ]


ICONS = {  # lines in a square of 16
    "undo": "M6 3 2.5 6.5 6 10M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6",
    "redo": "M10 3l3.5 3.5L10 10M13 6.5H6.5a3.5 3.5 0 0 0 0 7H10",
    "step": "M5 3v10l6.5-5z",
    "turn": "M3 3v10l6.5-5zM12.5 3v10",
    "round": "M13.5 8a5.5 5.5 0 1 1-1.6-3.9M13.5 1.5v3.5H10",
    "to_the_end": "M1.5 3v10L7 8zM7 3v10l5.5-5zM14.5 3v10",
    "stop": "M3.5 3.5h9v9h-9z",
    "motion": "M1 5h6M0 8h4.5M1 11h6M15 8a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0z",
    "screen": "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4",
}


def icon(name: str) -> str:
    """Return the SVG of an icon."""
    return f'<svg class="ml-icon" viewBox="0 0 16 16" aria-hidden="true"><path d="{ICONS[name]}"/></svg>'


def label_with_sign(name: str, words: Words) -> str:
    """Return a word, and the sign that replaces it where there is little room."""
    return f'<span class="ml-word">{words(name)}</span>{icon(name)}'


def button_off(text: str, act: str, off: bool, words: Words, name: str = "") -> str:
    """Return a button that is switched off at times; `name` says what it does where `text` is a sign."""
    state = (f' aria-label="{name}"' if name else "") + (" disabled" if off else "")
    return f'<button type="button" id="ml-{act}" data-act="{act}" title="{words(f"{act}_hint")}"{state}>{text}</button>'


def purses(game: Game, words: Words) -> list[str]:
    """Return the players with cash and deeds by group, for a window that shows a part of the board. An element each."""
    view = game.scene(words.lang)
    actor = view.actor()
    return [_purse(view, seat, seat is actor) for seat in view.seats]


def _purse(view: Scene, seat: Seat, acts: bool) -> str:
    held = Counter(view.t.group[q] for q in view.deeds(seat.index))
    deeds = "".join(
        f'<span class="ml-held" title="{escaped(view.group_name(g))}"><span class="ml-chip" '
        f'style="background:{view.colors.get(g, "#8a938e")}"></span>{n}/{len(view.edition.groups[g].spaces)}</span>'
        for g, n in sorted(held.items())
    )
    mark = badge(seat.shape, seat.color, seat.letter, 12, 12, 9)
    side = f" <small>{escaped(view.side(seat.index))}</small>" if seat.side_color else ""
    sum_ = view.say("out") if seat.out else view.amount(seat.cash)
    return (
        f'<div class="ml-purse{" ml-acts" if acts else ""}"><svg viewBox="0 0 24 24" aria-hidden="true">{mark}</svg>'
        f"<b>{escaped(seat.name)}{side}</b><span>{escaped(sum_)}</span><div>{deeds}</div></div>"
    )


# Who plays each seat: a person or a strategy, changeable at any time

OWN = "?"  # a function or changed strategy of the user's, which the list cannot make


def panel(game: Game, words: Words) -> str:
    """Return the panel in which each seat gets a strategy or a person."""
    rows = "".join(_row(game, number, name, words) for number, name in enumerate(game.players))
    known = "".join(
        f"<dt><b>{escaped(called(name, words.lang))}</b></dt>"
        f"<dd>{escaped(describe(name, words.lang).splitlines()[0])}</dd>"
        for name in strategies()
    )
    listed = f'<table>{rows}</table><dl class="ml-known">{known}</dl>'
    return f"<h3>{words('seats')}</h3><p>{words('seats_hint')}</p>{listed}"


def _row(game: Game, number: int, name: str, words: Words) -> str:
    who = game.seats[name]
    pairs = [("", say("table.person", words.lang)), *((each, called(each, words.lang)) for each in strategies())]
    chosen = "" if who is None else who if isinstance(who, str) else OWN
    if chosen == OWN:
        is_shipped = isinstance(who, Strategy) and not isinstance(who, CompiledStrategy)
        label = repr(who) if is_shipped else say("table.own", words.lang)
        pairs.append((OWN, label))
    listed = (
        f'<select id="ml-seat-{number}" name="seat-{number}" data-change="seat-{number}" aria-label="{escaped(name)}">'
        f"{options(pairs, chosen)}</select>"
    )
    return f"<tr><th scope='row'>{escaped(name)}</th><td>{listed}</td></tr>"


def play_button(game: Game, words: Words, main: bool) -> str:
    """Return the button that lets a seat play to the end of its own turn by itself; empty where a person is asked."""
    node = game.node
    who = game.seats[node.player] if node is not None else None
    if node is None or who is None:
        return ""
    far = "turn" if game.round and node.player == game.state.current_player else "step"
    known = who if isinstance(who, str) else getattr(who, "name", "")
    name = called(known, words.lang) or words.say("own")
    hint = describe(known, words.lang).splitlines()[0] if known in strategies() else words.say(f"{far}_hint")
    label = f"{words('let_play', player=node.player)} <small>{words('by_strategy', name=name)}</small>"
    return button(label, far, main=main, id="ml-let-play", title=hint)
