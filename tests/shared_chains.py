"""Chains that were derived, for all processes of a run, kernels among them: each takes up to seconds."""

import hashlib
import os
import pickle
import tempfile
from collections.abc import Hashable
from pathlib import Path

from monopoly_lab.markov import chain_setup, position_states
from monopoly_lab.markov.state_derivation import Kept, RecentResults
from monopoly_lab.web.server.kernel_forks import LESSON_MODULES

KERNEL_MODULES = (*LESSON_MODULES, __name__)  # what kernels share: imports of a second and more, and chains
# Environment variable: the folder in which processes find the chains that others have derived; empty where each derives
# its own, as under mutated rules.
CHAINS = "MONOPOLY_LAB_TESTED_CHAINS"


class SharedResults(RecentResults[Kept]):
    """What was derived in this process or in another of the same run."""

    def __init__(self, folder: Path, known: RecentResults[Kept]) -> None:
        super().__init__()
        self._folder, self._found = folder, known._found

    def _file(self, asked: Hashable) -> Path:
        return self._folder / hashlib.sha256(repr(asked).encode()).hexdigest()

    def get(self, asked: Hashable) -> Kept | None:
        found = super().get(asked)
        if found is None and (file := self._file(asked)).exists():
            found = super().keep_first(asked, pickle.loads(file.read_bytes()))
        return found

    def keep_first(self, asked: Hashable, found: Kept) -> Kept:
        with tempfile.NamedTemporaryFile(dir=self._folder, delete=False) as written:
            written.write(pickle.dumps(found))
        os.replace(written.name, self._file(asked))
        return super().keep_first(asked, found)


def share() -> None:
    """Look for chains in the folder of the run, if there is one."""
    if os.environ.get(CHAINS):
        folder = Path(os.environ[CHAINS])
        chain_setup._derived = SharedResults(folder, chain_setup._derived)
        position_states._found = SharedResults(folder, position_states._found)


share()
