"""The property panel of a seat: build and sell by groups, mortgage, redeem, raise cash."""

from typing import TYPE_CHECKING

from monopoly_lab.board_drawing.scene import Scene
from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import say
from monopoly_lab.widgets.deed_card import acts, reason
from monopoly_lab.widgets.html_elements import Words, button

if TYPE_CHECKING:
    from monopoly_lab.game.game import Game


def panel(game: "Game", player: str, words: Words, told: str = "") -> str:
    """Return a button for each seat, and the property of the chosen one group by group.

    `told` says what was just built or sold.
    """
    seats = "".join(
        button(escaped(name), "manage", name, id=f"ml-manage-{number}", aria_pressed=name == player)
        for number, name in enumerate(game.state.in_play)
    )
    view = game.scene(words.lang)
    p = game.players.index(player)
    groups = [g for g in range(view.t.groups) if any(view.owner(q) is view.seats[p] for q in _sites(view, g))]
    shown = "".join(_group(game, view, player, g, words) for g in groups)
    said = f'<p class="ml-said" role="status">{escaped(told)}</p>' if told else ""
    return (
        f'<h3>{words("manage")}</h3><div class="ml-row" role="group" aria-label="{words("seat")}">{seats}</div>'
        f"{said}{_debt(game, player, words)}{shown or '<p>' + words('no_deeds') + '</p>'}"
    )


def _debt(game: "Game", player: str, words: Words) -> str:
    """In a debt: what is owed, what is in the purse, what could still be raised."""
    debt = game.debt
    money = game.edition.money.said
    lines = [words("has", amount=money(game.state.cash[player]))]
    if debt is not None and debt.player == player:
        missing = max(0, debt.amount - game.state.cash[player])
        lines.append(words("owes", amount=money(debt.amount), missing=money(missing)))
        lines.append(words("could_raise", amount=money(game.net_worth("liquidation")[player])))
    return "".join(f"<p>{line}</p>" for line in lines)


def _group(game: "Game", view: Scene, player: str, g: int, words: Words) -> str:
    colour = view.colours.get(g)
    chip = f'<span class="ml-chip" style="background:{colour}"></span>' if colour else ""
    mine = [
        q
        for q in _sites(view, g)
        if view.owner(q) is not None and view.owner(q) is view.seats[game.players.index(player)]
    ]
    whole = len(mine) == len(_sites(view, g)) and colour is not None
    rows = "".join(_site(game, view, player, q, words) for q in mine)
    both = ""
    if whole:
        both = "".join(_row_button(game, player, g, act, words) for act in ("build", "sell"))
    legend = f"<legend>{chip}{escaped(view.group_name(g))}</legend>"
    return f'<fieldset>{legend}<div class="ml-row">{both}</div>{rows}</fieldset>'


def _row_button(game: "Game", player: str, g: int, act: str, words: Words) -> str:
    """The button says on how many sites it goes and for how much; on how many it does not, and why, when pointed at."""
    id_ = f"ml-{act}-row-{g}"
    sites, aimed = game.edition.groups[g].spaces, _aimed(game, g, act)
    trial = game.fork()
    done, why = _in_row(trial, player, aimed, act, words.lang)
    if not done:
        return button(words(f"{act}_row"), f"{act}_row", f"{player}:{g}", why=why or "", id=id_)
    moved = abs(trial.state.cash[player] - game.state.cash[player])
    values = {"amount": game.edition.money.said(moved, words.lang), "n": done, "all": len(sites)}
    left = [q for q in sites if q not in aimed]
    if left and not why:
        why = reason(game, f"{player}: {act} {game.edition.spaces[left[0]].id}", words.lang)
    label = words(f"{act}_some" if done < len(sites) else f"{act}_each", **values)
    return button(label, f"{act}_row", f"{player}:{g}", id=id_, title=why or "")


def _aimed(game: "Game", g: int, act: str) -> list[int]:
    """Return the sites of a group where it is the even turn to build or sell."""
    sites = game.edition.groups[g].spaces
    aim = (min if act == "build" else max)(game.state.level(q) for q in sites)
    return [q for q in sites if game.state.level(q) == aim]


def _in_row(game: "Game", player: str, sites: list[int], act: str, lang: str) -> tuple[int, str | None]:
    """Build or sell on these sites up to the first refusal: on how many, and what was refused."""
    for done, q in enumerate(sites):
        try:
            game.apply(f"{player}: {act} {game.edition.spaces[q].id}", lang)
        except MonopolyLabError as refused:
            return done, str(refused)
    return len(sites), None


def _site(game: "Game", view: Scene, player: str, q: int, words: Words) -> str:
    notes = [view.level_text(q), view.say("mortgaged") if view.is_mortgaged(q) else ""]
    said = ", ".join(note for note in notes if note)
    name = f"{view.name(q)} ({said})" if said else view.name(q)
    buttons = acts(game, player, q, words, reasons=False)
    return f"<details id='ml-site-{q}'><summary>{escaped(name)}</summary>{buttons}</details>"


def _sites(view: Scene, g: int) -> tuple[int, ...]:
    return tuple(view.edition.groups[g].spaces)


def build_row(game: "Game", player: str, g: int, act: str, lang: str) -> list[str]:
    """Build or sell one building on each site of a group where it is the even turn; says what happened.

    Stops at the first refusal after the first success; IllegalChoice, with nothing changed, if none succeeds.
    """
    told: list[str] = []
    for number, q in enumerate(_aimed(game, g, act)):
        try:
            told += game.apply(f"{player}: {act} {game.edition.spaces[q].id}", lang)
        except MonopolyLabError as refused:
            if not number:
                raise
            return [*told, say("table.row_stopped", lang, why=str(refused))]
    return told
