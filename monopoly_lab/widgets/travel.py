"""Time travel: every answer of the game on a slider, branches with names, and what became of each."""

from html import escape
from typing import TYPE_CHECKING

from monopoly_lab.widgets.markup import Words, button, table

if TYPE_CHECKING:
    from monopoly_lab.game import Game


def panel(game: "Game", branches: dict[str, "Game"], current: str, words: Words) -> str:
    """The slider, the form for a new branch, and the branches side by side."""
    done, last = len(game.answers), len(game.answers) + len(game.undone)
    text = game.answers[-1] if done else words("start")
    slider = (
        f'<div class="ml-row">{button(words("first"), "go_to", "0", id="ml-first")}'
        f'<input type="range" id="ml-slider" min="0" max="{last}" value="{done}" data-change="go_to" '
        f'aria-label="{words("slider")}" aria-valuetext="{escape(text)}">'
        f"{button(words('last'), 'go_to', str(last), id='ml-last')}</div>"
        f"<p>{words('place', n=done, last=last)} {escape(text)}</p>"
    )
    form = (
        f'<form data-act="branch" class="ml-row" novalidate><label>{words("branch_name")} '
        f'<input name="name" id="ml-branch-name" maxlength="40"></label>'
        f'<button type="submit">{words("branch")}</button></form>'
    )
    return f"<h3>{words('time')}</h3>{slider}{form}{_compared(branches, current, words)}"


def _compared(branches: dict[str, "Game"], current: str, words: Words) -> str:
    """One row a branch: round, answers, and each player's worth as in the short game."""
    names = next(iter(branches.values())).players
    heads = [words("branch_head"), words("round_head"), words("answers_head"), *map(escape, names)]
    rows = [
        (name, other.state.round, len(other.answers), *other.net_worth().values()) for name, other in branches.items()
    ]
    opens = "".join(
        button(escape(name), "open", name, id=f"ml-open-{number}", aria_pressed=name == current)
        for number, name in enumerate(branches)
    )
    return (
        f'<h4>{words("branches")}</h4><div class="ml-row">{opens}</div>{table(heads, rows)}<p>{words("worth_note")}</p>'
    )
