"""Choose a board and its chain (edition, policy in jail, dice), for the explorables that show figures of a chain."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import plotly.graph_objects as go

from monopoly_lab.common.messages import messages_of, resolve_language
from monopoly_lab.editions import editions, load_edition
from monopoly_lab.figures.style import convention, lay_out
from monopoly_lab.markov import Chain
from monopoly_lab.widgets.explorables.controls import Choice
from monopoly_lab.widgets.explorables.explorable import Shown

EDITION, JAIL = "classic_us", "leave"  # to begin with
DICE = ((2, 6), (1, 6), (3, 6), (2, 4), (2, 8))  # number and sides
TOP = 16  # pixels above a chart whose title stands beside it


message = messages_of("explorable_board")


def board_controls(chosen: Mapping[str, Any]) -> tuple[Choice, ...]:
    """Return the controls that make another chain; an edition begins with its own dice."""
    options = load_edition(chosen.get("edition", EDITION)).resolve()
    own = int(options["move.dice"]), int(options["move.sides"])
    pairs = [own, *(pair for pair in DICE if pair != own)]
    return (
        Choice("edition", EDITION, [(name, load_edition(name).called().title) for name in editions()]),
        Choice("jail", JAIL, [(jail, message(f"jail_{jail}")) for jail in ("leave", "stay")]),
        Choice("dice", own, [(pair, message("dice_number", n=pair[0], sides=pair[1])) for pair in pairs], "edition"),
    )


def chain_of(chosen: Mapping[str, Any]) -> Chain:
    """Return the chain of what is chosen; the last ones are kept."""
    edition = chosen.get("edition", EDITION)
    dice = chosen.get("dice") or board_controls(chosen)[2].start
    return _chain(edition, chosen.get("jail", JAIL), dice, resolve_language(""))


@lru_cache(maxsize=32)
def _chain(edition: str, jail: str, dice: tuple[int, int], lang: str) -> Chain:
    options: dict[str, object] = {"move.dice": dice[0], "move.sides": dice[1]}
    return Chain(edition, jail=jail, options=options, lang=lang)


def picture_choice(names: Sequence[str]) -> Choice:
    """Return the choice of a picture by its words."""
    return Choice("picture", names[0], [(name, message(f"picture_{name}")) for name in names])


def beside_its_title(figure: go.Figure, chain: Chain, per: str, *sentences: str) -> Shown:
    """Return a figure that has a title of its own as an explorable shows it: the title above, its words beside it."""
    title = str(figure.layout.title.text).removeprefix("<b>").removesuffix("</b>").replace("<br>", " ")
    figure.layout.title = None
    lay_out(figure, margin={"t": TOP})
    if not figure.layout.images and not figure.layout.shapes:  # a drawn board keeps its paper
        lay_out(figure, paper_bgcolor=None, plot_bgcolor=None)
    return Shown(figure, title, " · ".join([*sentences, *convention(chain, per, "")]))
