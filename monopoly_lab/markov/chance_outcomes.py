"""What luck can bring at an open node, with weights: outcomes that lead to the same are one."""

from collections.abc import Iterable
from functools import cache
from math import prod

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.messages import say
from monopoly_lab.constants import action, card_effect, names, node, option_value
from monopoly_lab.rules import State, Tables, list_answers
from monopoly_lab.rules.card_piles import unseen_left, weight_in_pile
from monopoly_lab.rules.dice import dice_number, has_third_die

Outcome = tuple[int, int, int]  # verb, space, amount
KEPT = (card_effect.JAIL_FREE, card_effect.TAX_OFFICE_FREE, card_effect.FOR_TOKEN)  # a position knows who has which


def outcomes(s: State, t: Tables) -> tuple[list[tuple[Outcome, int]], int]:
    """Return the outcomes of the open chance node as (verb, space, amount) with their weights, and the sum of these."""
    if s.node == node.DICE:
        third = tuple(t.third_weight[: t.third_faces]) if has_third_die(s, t) else ()
        weights = throws(tuple(t.weight[: t.o_move_sides]), dice_number(s, t), third)
        found = [((action.ROLL, -1, code), weight) for code, weight in weights if weight]
    else:
        list_answers(s, t)
        listed = zip(s.menu_verb[: s.menu], s.menu_space[: s.menu], s.menu_amount[: s.menu])
        found = draws(s, t, listed) if s.node == node.DRAW else [(answer, 1) for answer in listed]
    if not found:
        raise ChainError(say("chain.no_answer", node=names(node)[s.node]))
    return found, sum(weight for _, weight in found)


def draws(s: State, t: Tables, listed: Iterable[Outcome]) -> list[tuple[Outcome, int]]:
    """Return the cards that can be drawn with their weights.

    Cards that say the same are one where no pile remembers which was drawn: the first of them has the weight of all.
    """
    unseen = unseen_left(s, t, s.deck)
    found: dict[object, tuple[Outcome, int]] = {}
    for answer in listed:
        c = answer[2]
        if weight := int(weight_in_pile(s, t, c, s.deck, unseen)):
            what, says = t.card_effect[c], (t.card_effect[c], t.card_a[c], t.card_b[c], t.card_c[c])
            alike = c if t.o_decks == option_value.DECKS_PILES or what in KEPT else says
            first, before = found.get(alike, (answer, 0))
            found[alike] = first, before + weight
    return list(found.values())


@cache
def throws(faces: tuple[int, ...], dice: int, third: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the result of each throw, as `read_dice` takes it, with its weight.

    Throws that differ only in which of the dice shows what are one: the first of them has the weight of all.
    """
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    for code in range(len(faces) ** dice * max(len(third), 1)):
        rest, shown = code, []
        for _ in range(dice):
            rest, face = divmod(rest, len(faces))
            shown.append(face)
        weight = prod(faces[face] for face in shown) * (third[rest] if third else 1)
        first, before = found.get((rest, *sorted(shown)), (code, 0))
        found[(rest, *sorted(shown))] = first, before + weight
    return list(found.values())
