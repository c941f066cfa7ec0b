"""Work out what each deed is expected to bring its owner, for strategies that value by income."""

from collections.abc import Mapping

from monopoly_lab.common.errors import ChainError, StrategyError
from monopoly_lab.common.messages import say
from monopoly_lab.editions import Edition
from monopoly_lab.editions.rule_tables import BARE_SET, RENTS
from monopoly_lab.markov import rent_income
from monopoly_lab.markov.board_chain import Chain

THOUSAND = 1000


def deed_incomes(edition: Edition, options: Mapping[str, object]) -> list[int]:
    """Return the table `Tables.income` of an edition: thousandths a turn of one opponent, by space and level.

    They are the exact long-run rents of the board's chain, less taxes on rents and sites. Raises StrategyError where
    no chain can be made under these options.
    """
    try:
        chain = Chain(edition, options=options)
    except ChainError as refused:
        raise StrategyError(say("strategy_error.no_income", problem=refused)) from refused
    found = [0] * (chain.tables.spaces * RENTS)
    for q in range(chain.tables.spaces):
        if chain.tables.group[q] < 0:
            continue
        for level in rent_income.levels_of(chain, q):
            is_street = rent_income.is_street(chain, q)
            place = BARE_SET if level == rent_income.SET else int(level) - (not is_street)
            income = rent_income.owner_income(chain, q, level) * chain.throws_per_turn
            found[q * RENTS + place] = round(THOUSAND * income)
    return found
