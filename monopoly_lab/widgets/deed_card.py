"""Card of a space: its deed, a sentence on its present state, and what can be done there."""

from collections.abc import Hashable, Sequence

from monopoly_lab.board_drawing.board_pieces import badge
from monopoly_lab.board_drawing.scene import Scene
from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import percent, say
from monopoly_lab.constants import player_role, space_kind
from monopoly_lab.editions.policies import NO_CAP
from monopoly_lab.editions.rule_tables import HOTEL, RENTS
from monopoly_lab.game.game import Game
from monopoly_lab.notation.piece_names import side_name
from monopoly_lab.widgets.html_elements import Words, button, button_label

ACTS = ("build", "sell", "clear", "sell all", "mortgage", "redeem")
SELDOM = ("clear", "sell all")  # shown only where they can be done


def describe_spaces(game: Game, words: Words, kept: dict[Hashable, str] | None = None) -> list[str]:
    """Return a sentence for each space: name, price, owner, buildings, mortgage, tokens.

    `kept` holds the sentences of this game written before.
    """
    return describe_spaces_of(game.scene(words.lang), words, kept)


def describe_spaces_of(view: Scene, words: Words, kept: dict[Hashable, str] | None = None) -> list[str]:
    """Return the same of a position that is no game."""
    standing: dict[int, list[str]] = {}
    for token in view.tokens():
        standing.setdefault(token.space, []).append(token.seat.name)
    known = {} if kept is None else kept
    found = []
    for q in range(view.t.spaces):
        here = standing.get(q, [])
        owner = view.owner(q)
        price = "" if view.is_deed(q) else view.price_text(q)  # of a deed it stays the same
        owned = (owner.index, view.side(owner.index)) if owner is not None else None
        key = ("fact", q, owned, view.level(q), view.is_mortgaged(q), price, *here)
        if key not in known:
            known[key] = _describe_space(view, q, here, words.lang)
        found.append(known[key])
    return found


def _describe_space(view: Scene, q: int, here: list[str], lang: str) -> str:
    owner = view.owner(q)
    parts = [view.name(q), view.price_text(q)]
    if owner is not None:
        side = view.side(owner.index)
        parts.append(say("table.owned_by", lang, player=f"{owner.name} ({side})" if side else owner.name))
    parts.append(view.level_text(q))
    parts.append(view.say("mortgaged") if view.is_mortgaged(q) else "")
    if here:
        parts.append(say("table.here", lang, players=", ".join(here)))
    return ", ".join(part for part in parts if part)


def deeds_html(game: Game, words: Words, shares: list[float] | None = None) -> list[str]:
    """Return the deed of each space as markup: rents, building costs, loan; the long-run share of throws if known."""
    return deeds_html_of(game.scene(words.lang), words, shares)


def deeds_html_of(view: Scene, words: Words, shares: list[float] | None = None) -> list[str]:
    """Return the same of a position that is no game."""
    return [_deed_html(view, q, words, shares) for q in range(view.t.spaces)]


def _deed_html(view: Scene, q: int, words: Words, shares: list[float] | None) -> str:
    lines = deed_lines(view, q, words)
    if shares is not None:
        lines.append((words("share"), percent(shares[q], 2, words.lang)))
    group = view.t.group[q]
    head = ""
    if view.is_deed(q) and group >= 0:
        color = view.colors.get(group)
        chip = f'<span class="ml-chip" style="background:{color}"></span>' if color else ""
        letter = f"{view.group_letter(group)} · " if color else ""
        head = f"<p>{chip}{letter}{escaped(view.group_name(group))}</p>"
    wide = max((len(sums) for _, *sums in lines), default=1)
    body = "".join(
        f'<tr><th scope="row">{name}</th>{_cells(sums, wide, is_head=not name)}</tr>' for name, *sums in lines
    )
    return f"{head}<table>{body}</table>" if body else head


def _cells(sums: Sequence[str], wide: int, is_head: bool) -> str:
    """Return the sums of a line; a single one stands under all sides."""
    if is_head:
        return "".join(f'<th scope="col" class="ml-sum">{sum_}</th>' for sum_ in sums)
    across = f' colspan="{wide}"' if len(sums) < wide else ""
    return "".join(f'<td class="ml-sum"{across}>{escaped(sum_)}</td>' for sum_ in sums)


def deed_lines(view: Scene, q: int, words: Words, short: bool = False) -> list[tuple[str, ...]]:
    """Return the lines of a deed, each (words, sum); `short` for a card on which little fits. Empty for no deed.

    Rents are those of this game, which may cap or scale the printed ones. Where they differ by side, their lines have
    two sums, of a competitor and of a monopolist, and stand below a line ("", competitor, monopolist).
    """
    t = view.t
    if not view.is_deed(q):
        return []
    kind, place = t.kind[q], view.edition.spaces[q]
    printed = place.times if kind == space_kind.UTILITY else place.rent
    by_side = bool(place.monopoly) and t.o_roles_sides != 0
    lines: list[tuple[str, ...]] = [(words("price"), view.amount(t.price[q]))]
    if by_side:
        lines.append(("", *_side_names(view, kind, words, short)))
    is_bare = kind == space_kind.STREET and not any(printed[1:])  # nothing is built in this edition
    for number in range(1 if is_bare else len(printed)):
        rent = t.rent[q * RENTS + number]
        rents = [rent, _rent_of_monopolist(view, q, number)] if by_side else [rent]
        lines.append((_rent_name(view, kind, number, words, short), *(_rent_text(view, q, x, words) for x in rents)))
        if short and kind == space_kind.STREET and number == 0 and t.o_rent_double > 1:
            whole_group = min(rent * t.o_rent_double, t.rent_most[q])
            lines.append((words("short_group"), view.amount(whole_group)))
    if kind == space_kind.UTILITY and t.rent_most[q] < NO_CAP:
        lines.append((words("rent_most"), view.amount(t.rent_most[q])))
    if kind == space_kind.STREET and not is_bare:
        lines.append((words("short_costs" if short else "house_costs", **view.terms), view.amount(t.house_cost[q])))
    if t.loan[q]:
        lines.append((words("loan"), view.amount(t.loan[q])))
    return lines


def side_mark(view: Scene, side: int, said: str) -> str:
    """Return the shape and the color of a side's tokens; the word alone where the edition has no drawing of them."""
    look = view.side_look(side)
    if look is None:
        return escaped(said)
    drawn = badge(look.drawing, look.color, "", 12, 12, 9)
    return (
        f'<svg class="ml-side-mark" viewBox="0 0 24 24" role="img" aria-label="{escaped(said)}">'
        f"<title>{escaped(said)}</title>{drawn}</svg>"
    )


def _side_names(view: Scene, kind: int, words: Words, short: bool) -> tuple[str, str]:
    """Return the headings of both sides' rents; a monopolist has the rents of a street with so many of its city."""
    names = side_name(player_role.COMPETITOR, words.lang), side_name(player_role.MONOPOLIST, words.lang)
    if short or kind != space_kind.STREET:
        return names
    return names[0], words("monopolist_with", side=names[1], n=view.t.o_roles_monopoly, **view.terms)


def _rent_of_monopolist(view: Scene, q: int, number: int) -> int | None:
    """Return the monopolist's rent in the row of `number` houses or deeds of a competitor; None if there is none."""
    most = len(view.edition.spaces[q].monopoly) - 1  # of a street the last one is that of the hotel
    if view.t.kind[q] == space_kind.STREET:
        is_there = number < most or number == HOTEL
    else:
        is_there = number <= most
    return view.t.monopoly_rent[q * RENTS + number] if is_there else None


def _rent_text(view: Scene, q: int, rent: int | None, words: Words) -> str:
    if rent is None:
        return "–"
    if view.t.kind[q] != space_kind.UTILITY:
        return view.amount(rent)
    times = rent * view.t.rent_scale[q] / 100
    return say("table.times_dice", words.lang, n=view.edition.money.factor(times, words.lang))


def _rent_name(view: Scene, kind: int, number: int, words: Words, short: bool) -> str:
    form = "short" if short else "rent"
    if kind != space_kind.STREET:
        return words(f"{form}_owned", n=number + 1)
    if number == 0:
        return words("rent_site")
    return words(f"{form}_hotel" if number == HOTEL else f"{form}_houses", n=number, **view.terms)


def space_panel_html(game: Game, q: int, card: str, words: Words, share: str) -> str:
    """Return the chosen space: its card, what is true of it now, and the acts of its owner with reasons of refusals.

    `share` is markup about its share of the throws that is not known yet.
    """
    if q < 0:
        return f'<p>{words("choose_space")} <span class="ml-keys">{words("choose_space_keys")}</span></p>'
    view = game.scene(words.lang)
    owner = view.owner(q)
    standing = [token.seat.name for token in view.tokens() if token.space == q]
    parts = [f"<h3>{escaped(view.name(q))}</h3><p>{escaped(_describe_space(view, q, standing, words.lang))}</p>", card]
    parts.append(share)
    if owner is not None:
        parts.append(f"<h4>{words('acts_of', player=owner.name)}</h4>{acts_html(game, owner.name, q, words)}")
    return "".join(parts)


def acts_html(game: Game, player: str, q: int, words: Words, reasons: bool = True) -> str:
    """Return a button for each act on a deed; those that are refused are grayed, with the reason below if `reasons`."""
    place = game.edition.spaces[q].id
    buttons, refusals = [], []
    for act in ACTS:
        text = f"{player}: {act} {place}"
        why = why_refused(game, text, words.lang)
        if why is not None and act in SELDOM:
            continue
        label = escaped(button_label(game, text, words.lang))
        buttons.append(button(label, "press", text, why=why, id=f"ml-{act.replace(' ', '-')}-{q}"))
        if why is not None and reasons:
            said = say("table.refused", words.lang, act=say(f"verb.{act}", words.lang), why=why)
            refusals.append(f'<p class="ml-why">{escaped(said)}</p>')
    return f'<div class="ml-row">{"".join(buttons)}</div>{"".join(refusals)}'


def why_refused(game: Game, text: str, lang: str) -> str | None:
    """Return why a choice is refused, also where it cannot even be read; None if it is legal."""
    try:
        return game.why_not(text, lang)
    except MonopolyLabError as unreadable:
        return str(unreadable)
