"""Show time travel: the slider of all answers of a game, and its branches side by side."""

from typing import TYPE_CHECKING

from monopoly_lab.common.escaping import escaped
from monopoly_lab.widgets.html_elements import Words, button, select, table

if TYPE_CHECKING:
    from monopoly_lab.game.game import Game


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
