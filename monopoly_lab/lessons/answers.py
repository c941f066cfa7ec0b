"""What run-dependent questions of the delivered lessons come to: kept here, not in a cell that students read.

Each function takes what the question is about, as `self_check` is given it, and the lesson.
"""

from collections.abc import Callable
from typing import Any

Answer = Callable[[Any, Any], float]

ANSWERS: dict[str, dict[str, Answer]] = {
    "06_should_she_build": {"alike": lambda pairs, lesson: pairs.table.identical["builds"] * lesson.games(300)},
    "07_who_wins": {"won": lambda shares, lesson: shares.iloc[0, 0] * lesson.games(150)},
    "20_born_ahead": {"points": lambda games, lesson: 100 * games.wins.share["Upper"] - 25},
    "21_money_and_inflation": {
        "dearer": lambda prices, lesson: 100 * (prices["$400"] / prices["$200"] - 1),
    },
    "22_taxes": {"lifted": lambda table, lesson: table["median"].iloc[-1] - table["median"].iloc[0]},
    "23_land_value_tax": {"part": lambda rents, lesson: 100 * rents["sites shared"]["land"]},
    "24_basic_income": {
        "ruined": lambda lost, lesson: (
            100 * (lost["bankrupt, balanced"]["taxed"] - lost["bankrupt, balanced"]["salary"])
        )
    },
    "25_rent_control": {
        "built": lambda spent, lesson: 100 * (spent["buildings"]["half"] / spent["buildings"]["printed rents"] - 1)
    },
    "26_house_shortage": {"won": lambda hoarding, lesson: hoarding[12].share * lesson.games(300)},
    "27_auctions": {"over": lambda paid, lesson: paid["mean price, auction"]["auctions only"] - 203},
    "28_antitrust": {"less": lambda markets, lesson: 100 * (1 - markets["rents"].iloc[1] / markets["rents"].iloc[0])},
    "30_is_anti_monopoly_fair": {"won_games": lambda two, lesson: two.share * lesson.games(1000) / 100},
    "31_a_game_by_hand": {"long": lambda going, lesson: going.loc[100] * lesson.games(400)},
}


def answers_of(lesson: str) -> dict[str, Answer]:
    """The functions of a delivered lesson, by question; none for any other name."""
    return ANSWERS.get(lesson, {})
