"""What a scenario promises of many games, played and compared: `monopoly-lab check --play`."""

from os import PathLike

from monopoly_lab.errors import Problem
from monopoly_lab.experiments.simulation import simulate
from monopoly_lab.messages import say
from monopoly_lab.scenario import Scenario


def broken_promises(path: str | PathLike[str]) -> list[Problem]:
    """Every share of a scenario that does not lie between its ends; none where nothing is promised.

    Raises SavedGameError for a file with mistakes, KeyboardInterrupt where not all games could be played.
    """
    scenario = Scenario.load(path)
    promised = scenario.promised
    if not promised.shares:
        return []
    found = simulate(scenario, games=promised.games, seed=promised.seed, rounds=promised.rounds or None, progress=False)
    if found.partial:
        raise KeyboardInterrupt
    tables = {"wins": found.wins, "bankrupt": found.bankruptcies}
    problems = []
    for (key, player), (low, high) in promised.shares.items():
        share = 100 * float(tables[key].loc[player].iloc[0])
        if not low <= share <= high:
            text = say("scenario.promise", low=f"{low:g}", high=f"{high:g}", found=f"{share:.1f}", n=found.games)
            problems.append(Problem(str(path), f"play.{key}.{player}", text))
    return problems
