"""What each player is worth, as a table."""

from typing import TYPE_CHECKING

from monopoly_lab.widgets.markup import Words, button, table

if TYPE_CHECKING:
    from monopoly_lab.game.game import Game

METHODS = ("cash", "short_game", "liquidation")


def worth(game: "Game", words: Words) -> str:
    """Each player's cash, worth as in the short game, and cash after selling everything."""
    figures = {method: game.net_worth(method) for method in METHODS}
    rows = [(name, *(figures[method][name] for method in METHODS)) for name in game.players]
    unit = words("unit", unit=game.edition.money.said(1))
    heads = [words("player"), *(words(f"worth_{method}") for method in METHODS)]
    return f"<h3>{words('worth')}</h3>{table(heads, rows)}<p>{unit}</p>"


def offer(words: Words, answers: int, time: str) -> str:
    """What an earlier table has left, to be taken up or not."""
    take = button(words("resume"), "resume", main=True, id="ml-resume")
    leave = button(words("forget"), "forget", id="ml-forget", title=words.say("forget_hint"))
    return f'<div class="ml-row" role="status"><span>{words("earlier", n=answers, time=time)}</span>{take}{leave}</div>'


def playing(game: "Game", words: Words, runs: bool, speed: str) -> list[str]:
    """Undo, redo, how far to play on, how fast, stop: an element each."""
    done = [
        button_off(words("undo"), "undo", not game.answered, words),
        button_off(words("redo"), "redo", not game.undone, words),
    ]
    speeds = "".join(
        f'<option value="{each}"{" selected" if each == speed else ""}>{words(f"speed_{each}")}</option>'
        for each in ("fast", "medium", "slow")
    )
    pick = f'<select id="ml-speed" data-change="speed" aria-label="{words("speed")}">{speeds}</select>'
    if runs:
        rest = [stop(words), f'<span role="status">{words("plays", round=game.round, n=game.answered)}</span>']
    else:
        rest = [button_off(words(far), far, game.over, words) for far in ("step", "turn", "round", "to_the_end")]
    return [*done, *rest, pick, f'<button type="button" data-act="help" title="{words("help")}">?</button>']


def stop(words: Words) -> str:
    return f'<button type="button" id="ml-stop" class="ml-main-choice" data-act="stop">{words("stop")}</button>'


def button_off(text: str, act: str, off: bool, words: Words) -> str:
    state = " disabled" if off else ""
    return f'<button type="button" id="ml-{act}" data-act="{act}" title="{words(f"{act}_hint")}"{state}>{text}</button>'
