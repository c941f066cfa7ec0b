"""`python -m monopoly_lab.bench`: measures and prints, and says whether the aims are met.

With `--json` it prints the figures only, those of experiments too; `--json experiments` prints those alone.
"""

import json
import sys
from collections.abc import Sequence
from typing import Any

from monopoly_lab.bench import speed
from monopoly_lab.editions import load_edition
from monopoly_lab.messages import say

RATIO = 3.0  # most that a node of the rules may take, in nodes of the bare machine
COMPILE = 30.0  # most seconds of the processor to compile everything


def main(arguments: Sequence[str] = ()) -> int:
    """0 if all aims are met, else 1; figures alone are not judged."""
    if "--json" in arguments:
        print(json.dumps(figures("experiments" in arguments), indent=2))
        return 0
    games = speed.recorded(load_edition("classic_us").tables())
    print(say("bench.games", games=speed.GAMES, n=len(games.answers), m=len(games.machine_answers)))
    for line, mix in zip(("bench.rules_mix", "bench.machine_mix"), games.mix()):
        print(say(line, mix=", ".join(f"{name} {share:.0%}" for name, share in mix.items() if share >= 0.005)))
    met = True
    for line, unit, measured in (
        ("bench.plain", 1e6, speed.plain(games)),
        ("bench.compiled", 1e9, speed.compiled(games)),
    ):
        numbers = {"rules": f"{measured.rules * unit:.2f}", "machine": f"{measured.machine * unit:.2f}"}
        print(say(line, **numbers), verdict(measured.ratio, RATIO, "bench.ratio"))
        met = met and measured.ratio <= RATIO
    (wall, processor), (wall_again, _) = speed.compiling()
    print(say("bench.compile", wall=f"{wall:.1f}"), verdict(processor, COMPILE, "bench.processor"))
    print(say("bench.cached", wall=f"{wall_again:.2f}"))
    return int(not (met and processor <= COMPILE))


def figures(experiments_alone: bool) -> dict[str, Any]:
    """Every figure by its key."""
    from monopoly_lab.bench import experiments

    if experiments_alone:
        return experiments.measured()
    games = speed.recorded(load_edition("classic_us").tables())
    plain, compiled = speed.plain(games), speed.compiled(games)
    (wall, processor), (wall_again, _) = speed.compiling()
    return {
        "plain_us": plain.rules * 1e6,
        "plain_ratio": plain.ratio,
        "compiled_ns": compiled.rules * 1e9,
        "compiled_ratio": compiled.ratio,
        "compile_s": wall,
        "compile_cpu_s": processor,
        "cached_s": wall_again,
        **experiments.measured(),
    }


def verdict(measured: float, most: float, line: str) -> str:
    word = say("bench.met" if measured <= most else "bench.missed")
    return say(line, n=f"{measured:.2f}", most=f"{most:g}", verdict=word)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
