"""Every column of a result's tables has a heading in words and is named by a test of the experiments."""

import re
from pathlib import Path

import pandas as pd
import pytest

import monopoly_lab as ml
from monopoly_lab.common.messages import has_message
from monopoly_lab.experiments.simulation_tables import SimulationTables

TABLES = sorted(
    name
    for name, found in vars(SimulationTables).items()
    if isinstance(found, property) and "DataFrame" in str(found.fget.__annotations__.get("return"))  # type: ignore[union-attr]
)
BY_ROUND = ("wealth", "gini", "money", "measures")


@pytest.fixture(scope="module")
def found() -> ml.Simulation:
    return ml.simulate(
        "classic_us", games=4, rounds=6, keep=True, bids=True, measures={"debt": lambda position: 0}, progress=False
    )


@pytest.fixture(scope="module")
def tests() -> str:
    """Return the tests of the experiments as one text, without this file."""
    files = sorted(Path(__file__).parent.glob("test_*.py"))
    return "\n".join(path.read_text(encoding="utf-8") for path in files if path.name != Path(__file__).name)


def columns(table: pd.DataFrame) -> list[str]:
    """Return the names of the columns, those of the index among them where it has names."""
    return [str(name) for name in (*table.index.names, *table.columns) if name is not None]


@pytest.mark.parametrize("name", TABLES)
def test_columns__of_a_result_have_a_heading_and_a_test(name: str, found: ml.Simulation, tests: str) -> None:
    of_players = {*found.players, "debt"}
    for column in columns(getattr(found, name)):
        base = re.sub("|".join(map(re.escape, found.players)), "", column).strip(" _.")
        if column in of_players or base == "":
            continue
        assert has_message(f"heading.{base}"), (
            f'simulate(...).{name} has a column "{column}": give it a line in [heading]'
        )
        assert re.search(rf"\b{re.escape(base)}\b", tests), f'no test in tests/experiments names the column "{column}"'
