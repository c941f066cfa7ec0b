"""Who plays each seat: a person or a strategy, changeable at any time."""

from typing import TYPE_CHECKING

from monopoly_lab.markup import escaped
from monopoly_lab.messages import say
from monopoly_lab.players import CompiledStrategy, Strategy, called, describe, strategies
from monopoly_lab.widgets.markup import Words, button, options

if TYPE_CHECKING:
    from monopoly_lab.game.game import Game

OWN = "?"  # a function or changed strategy of the user's, which the list cannot make


def panel(game: "Game", words: Words) -> str:
    rows = "".join(_row(game, number, name, words) for number, name in enumerate(game.players))
    known = "".join(
        f"<dt><b>{escaped(called(name, words.lang))}</b></dt>"
        f"<dd>{escaped(describe(name, words.lang).splitlines()[0])}</dd>"
        for name in strategies()
    )
    listed = f'<table>{rows}</table><dl class="ml-known">{known}</dl>'
    return f"<h3>{words('seats')}</h3><p>{words('seats_hint')}</p>{listed}"


def _row(game: "Game", number: int, name: str, words: Words) -> str:
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


def play_button(game: "Game", words: Words, main: bool) -> str:
    """The button that lets a seat play that plays itself, to the end of its own turn; empty where a person is asked."""
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
