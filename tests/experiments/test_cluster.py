"""Experiments on a Dask cluster: the same result, a lost worker loses nothing, one that is gone is told."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import ExperimentError
from monopoly_lab.experiments import jobs
from tests.sampled import FEW

BOTS = {"Ann": "balanced", "Bo": "cautious"}
TABLES = ("wins", "bankruptcies", "rounds", "landings", "income", "spending", "wealth", "gini", "lorenz", "events")


def simulate(executor: object, edition: str = "classic_us", games: int = 1500, **more: object) -> ml.Simulation:
    return ml.simulate(edition, games=games, players=BOTS, executor=executor, progress=False, **more)


def same(one: ml.Simulation, other: ml.Simulation) -> bool:
    """True if all tables are equal, number for number to the last bit."""
    return all(getattr(one, name).equals(getattr(other, name)) for name in TABLES)


def killer(position: object) -> float:
    """Ends the worker it runs in, once."""
    flag = os.environ.get("KILL_ONCE", "")
    if flag and not os.path.exists(flag):
        open(flag, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return 1.0


@pytest.fixture(scope="module")
def flag(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """There once a worker was killed."""
    return tmp_path_factory.mktemp("cluster") / "killed"


@pytest.fixture(scope="module")
def cluster(flag: Path) -> Iterator[Any]:
    """Two processes for all tests: each imports for two seconds."""
    distributed = pytest.importorskip("distributed", reason="Dask is in the extra `cluster`")
    with pytest.MonkeyPatch.context() as told:
        told.setenv("KILL_ONCE", str(flag))
        with distributed.LocalCluster(2, threads_per_worker=1, processes=True, dashboard_address=None) as found:
            yield found


@pytest.mark.full
def test_cluster__the_same_result_although_a_worker_is_killed(cluster: Any, flag: Path) -> None:
    with cluster.get_client() as client:
        executor = client.get_executor()
        alone = simulate("threads")
        there = simulate(executor)
        assert same(there, alone)
        lost = simulate(executor, games=1000, rounds=1, measures=killer)
    assert flag.exists() and lost.games == 1000
    expected = simulate("threads", games=1000, rounds=1, measures=killer)
    assert lost.wealth.equals(expected.wealth) and lost.measures.equals(expected.measures)
    with pytest.raises(ExperimentError, match="takes no work any more"):
        simulate(executor, games=1000)


@pytest.mark.full
@pytest.mark.parametrize("editions", [FEW, pytest.param(ml.editions(), marks=pytest.mark.release)], ids=["few", "all"])
def test_places__everywhere_the_same_frames(
    editions: tuple[str, ...], cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plain Python, one thread, two, processes, a Dask cluster; 1,100 games are three blocks."""
    with cluster.get_client() as client:
        are_the_same_everywhere("classic_us", client, monkeypatch, games=1100, rounds=8)
        for edition in editions:
            are_the_same_everywhere(edition, client, monkeypatch, games=60, rounds=6)


def are_the_same_everywhere(edition: str, client: object, monkeypatch: pytest.MonkeyPatch, **more: object) -> None:
    with monkeypatch.context() as plain_only:
        plain_only.setattr(jobs, "COMPILED_FROM", 10**9)
        plain = simulate("processes", edition, **more)
    for workers in (1, 2):
        with ThreadPoolExecutor(workers) as threads:
            assert same(simulate(threads, edition, **more), plain), edition
    assert same(simulate("processes", edition, **more), plain), edition
    assert same(simulate(client.get_executor(), edition, **more), plain), edition
