"""Expected incomes of deeds, which strategies that value by income need: shipped for the editions, else worked out.

The board's Markov chain gives them (`rent_income.deed_incomes`), once for an edition and its options; they are kept in
the tables of the game.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

from monopoly_lab.common.function_registry import higher
from monopoly_lab.editions import Edition
from monopoly_lab.editions.rule_changes import rules_of, without
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.players.parameters import BY_INCOME, STYLE, VALUE

SHIPPED = Path(__file__).parent / "expected_income.json"  # written by tests/tools/build_editions.py
# No part of what the incomes follow from; damage is counted by what stands on the board.
MADE_LATER = (
    *("later", "stage", "until", "income", "income_known"),
    *("damages", "harmed_by", "o_damage_percent", "o_damage_from"),
)

_found: dict[str, list[int]] = {}


def provide_income(edition: Edition, options: Mapping[str, object], tables: Tables, styles: Sequence[int]) -> None:
    """Put the expected incomes into the tables of a game if one of its seats values by income.

    Of every stage if the rules change on the way. Raises StrategyError where no chain can be made under these options.
    """
    if BY_INCOME not in styles[VALUE::STYLE]:
        return
    for i, t in enumerate(tables.stages):
        if t.income_known:
            continue
        key = digest(t)
        income = shipped().get(key) or _found.get(key)
        if income is None:
            income = _found[key] = higher("deed_incomes")(edition, without(rules_of(options, i)))
        t.income = list(income)
        t.income_known = 1


def digest(t: Tables) -> str:
    """Return a digest of all from which the incomes follow."""
    facts = {name: value for name, value in t.__getstate__().items() if name not in MADE_LATER}
    return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:24]


@cache
def shipped() -> dict[str, list[int]]:
    """Return the incomes that come with the package, by the digest of their tables."""
    incomes: dict[str, list[int]] = json.loads(SHIPPED.read_text(encoding="utf-8"))
    return incomes
