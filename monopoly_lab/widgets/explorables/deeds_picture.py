"""Which deeds pay: groups at a level, rents, paybacks, income against capital: `ml.Explorable("deeds")`.

A budget is spent on buildings; where there are none, on deeds.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from monopoly_lab import figures
from monopoly_lab.common.messages import decimal, resolve_language
from monopoly_lab.editions import load_edition
from monopoly_lab.editions.rule_tables import HOTEL
from monopoly_lab.figures.style import level_name, streets
from monopoly_lab.markov import Chain
from monopoly_lab.markov.rent_income import SET, has_buildings
from monopoly_lab.widgets.explorables.board_choice import (
    EDITION,
    beside_its_title,
    board_controls,
    chain_of,
    message,
    picture_choice,
)
from monopoly_lab.widgets.explorables.controls import Choice, Control
from monopoly_lab.widgets.explorables.explorable import Shown

PICTURES = ("at_level", "rents", "paybacks", "frontier")
LEVELS: tuple[int | str, ...] = (SET, 1, 2, 3, 4, HOTEL)
USUAL = 3  # houses, where they can be built
BUDGETS = (20, 40, 60, 100, 150, 200)  # percent of the money at the start


def controls(chosen: Mapping[str, Any]) -> Sequence[Control]:
    """Return the controls: board, picture, level and budget."""
    chain = chain_of(chosen)
    edition, lang = load_edition(chosen.get("edition", EDITION)), resolve_language("")
    there = set(chain.returns(chain.edition.groups[streets(chain.edition)[0]].id).index)
    levels = [(level, level_name(level, lang)) for level in LEVELS if level in there]
    start = int(edition.resolve()["start_cash"])
    sums = [start * share // 100 for share in BUDGETS]
    return (
        *board_controls(chosen),
        picture_choice(PICTURES if has_buildings(chain) else ("at_level", "frontier")),
        Choice("level", USUAL if USUAL in there else levels[0][0], levels),
        Choice("budget", sums[2], [(sum_, edition.money.grouped(sum_, lang)) for sum_ in sums], "edition"),
    )


def draw(chosen: Mapping[str, Any]) -> Shown:
    """Return the picture that is chosen, with the best groups and the best buy."""
    chain, level, lang = chain_of(chosen), chosen["level"], resolve_language("")
    figure = {
        "at_level": lambda: figures.at_level(chain, level, lang=lang),
        "rents": lambda: figures.rents(chain, lang=lang),
        "paybacks": lambda: figures.paybacks(chain, lang=lang),
        "frontier": lambda: figures.frontier(chain, not has_buildings(chain), budget=chosen["budget"], lang=lang),
    }[chosen["picture"]]()
    groups = [group for group in chain.edition.groups if group.kind == "street"]
    brings = sorted(((chain.rent(group.id, level), group.name) for group in groups), reverse=True)
    best = ", ".join(f"{name} {decimal(rent, 2)}" for rent, name in brings[:4])
    found = message("best", level=level_name(level, lang), groups=best)
    return beside_its_title(figure, chain, "throw", found, _bought(chain, chosen["budget"]))


def _bought(chain: Chain, budget: int) -> str:
    table = chain.spending(budget, deeds=not has_buildings(chain))
    sum_ = chain.edition.money.grouped(budget)
    if table.empty or not table.capital.iloc[0]:
        return message("nothing", budget=sum_)
    best, names = table.iloc[0], {group.id: group.name for group in chain.edition.groups}
    return message(
        "bought" if has_buildings(chain) else "bought_deeds",
        budget=sum_,
        group=names[str(table.index[0])],
        buildings=best.buildings,
        rent=decimal(best.rent, 2),
    )
