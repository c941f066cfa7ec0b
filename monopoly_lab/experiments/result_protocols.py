"""What sentences and tables use of the results of experiments; the results stand above them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import pandas as pd

    from monopoly_lab.experiments.aggregates import Counts
    from monopoly_lab.experiments.plan import Plan
    from monopoly_lab.measures.confidence_intervals import Interval


class Counted(Protocol):
    """A number of games, all of them or those before an interruption."""

    @property
    def games(self) -> int: ...

    @property
    def partial(self) -> bool: ...


class SimulationResult(Counted, Protocol):
    """See `Simulation`."""

    plan: "Plan"
    counts: "Counts"
    seed: int
    looks: int

    @property
    def players(self) -> Sequence[str]: ...

    @property
    def strategies(self) -> Mapping[str, str]: ...

    @property
    def ties(self) -> int: ...

    @property
    def unfinished(self) -> int: ...

    @property
    def wins(self) -> "pd.DataFrame": ...

    @property
    def bankruptcies(self) -> "pd.DataFrame": ...

    def interval(self, successes: int) -> "Interval": ...


class ComparisonResult(Counted, Protocol):
    """See `Comparison`."""

    plans: "dict[str, Plan]"
    baseline: str
    measure: str
    player: str
    confidence: float
    seed: int

    looked: bool
    paired: bool
    pairs: int
    is_choice: bool

    @property
    def unfinished(self) -> dict[str, int]: ...

    def identical(self, arm: str, other: str = "") -> float: ...

    def mean(self, arm: str) -> "Interval": ...

    def difference(self, arm: str, other: str = "") -> "Interval": ...


class SweepResult(Protocol):
    """See `Sweep`."""

    comparison: Any


class TournamentResult(Counted, Protocol):
    """See `Tournament`."""

    players: int
    asked: int

    @property
    def table(self) -> "pd.DataFrame": ...

    @property
    def seats(self) -> "pd.DataFrame": ...

    @property
    def each_pair(self) -> int: ...

    @property
    def unfinished(self) -> int: ...
