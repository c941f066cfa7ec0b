"""The numbers of luck on their own, compiled, to be compared with those of plain Python."""

from typing import Any

from monopoly_lab.batch.compiled import entry
from monopoly_lab.rules import luck


def _bits(seed: Any, game: Any, stream: Any, counter: Any) -> Any:
    return luck.bits(luck.fate_of(seed, game), stream, counter)


def _below(seed: Any, game: Any, stream: Any, counter: Any, n: Any) -> Any:
    return luck.below(luck.fate_of(seed, game), stream, counter, n)


bits = entry(_bits)
below = entry(_below)
