"""Write `economics/ruin_chances.json`: the exact chance of ruin by cash at hand, for the explorable `leverage`.

    python tests/tools/tabulate_ruin.py

One opponent has built on the red group, and the token stands on GO; see `Exposure.ruin_by_cash`. It takes two minutes.
"""

import json
from pathlib import Path

from tqdm import tqdm

import monopoly_lab as ml
from monopoly_lab.economics import leverage

EDITION, GROUP = "classic_us", "red"
LEVELS, TURNS, STEP, MOST = range(1, 6), range(1, 13), 50, 2000


def tabulated() -> dict[str, object]:
    """Return the chances in parts of 10,000, by level of the group, by number of turns, by cash in steps."""
    levels = {}
    for level in tqdm(LEVELS):
        exposure = ml.Exposure(EDITION, deeds={GROUP: level})
        curves = [exposure.ruin_by_cash(turns, MOST, per="turn") for turns in TURNS]
        levels[str(level)] = [
            [round(leverage.EXACT * curve.loc[cash]) for cash in range(0, MOST + 1, STEP)] for curve in curves
        ]
    return {"edition": EDITION, "group": GROUP, "step": STEP, "most": MOST, "turns": len(TURNS), "levels": levels}


if __name__ == "__main__":
    (Path(leverage.__file__).parent / leverage.RUIN).write_text(json.dumps(tabulated()) + "\n", encoding="utf-8")
