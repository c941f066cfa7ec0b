"""`python -m monopoly_lab.bench`: measures and prints, and says whether the aims are met.

With `--json` it prints the figures only, those of experiments too; `--json experiments` prints those alone, and
`thinker` how often one wins against three of each shipped strategy, a line each as soon as it is known. Kinds and a
number of games may follow: `python -m monopoly_lab.bench thinker balanced 200`.
"""

import json
import os
import sys
from collections.abc import Sequence
from typing import Any

from benchmarks import explorables, games, speed
from monopoly_lab.common.errors import ExperimentError, StrategyError
from monopoly_lab.common.messages import say
from monopoly_lab.editions import load_edition
from monopoly_lab.simulation.compiled import library

PLAIN, COMPILED = 3.0, 2.5  # most that a node of the rules may take, in nodes of the bare machine
COMPILE = 30.0  # most seconds of the processor to compile everything


def main(arguments: Sequence[str] = ()) -> int:
    """0 if all aims are met, else 1; figures alone are not judged."""
    if arguments and arguments[0] == "thinker":
        return thinks(arguments[1:])
    if "--json" in arguments:
        print(json.dumps(figures("experiments" in arguments), indent=2))
        return 0
    recorded = speed.recorded(load_edition("classic_us").tables())
    print(say("bench.games", games=speed.GAMES, n=len(recorded.answers), m=len(recorded.machine_answers)))
    for line, mix in zip(("bench.rules_mix", "bench.machine_mix"), recorded.mix()):
        print(say(line, mix=", ".join(f"{name} {share:.0%}" for name, share in mix.items() if share >= 0.005)))
    met = True
    for line, unit, most, measured in (
        ("bench.plain", 1e6, PLAIN, speed.plain(recorded)),
        ("bench.compiled", 1e9, COMPILED, speed.compiled(recorded)),
    ):
        numbers = {"rules": f"{measured.rules * unit:.2f}", "machine": f"{measured.machine * unit:.2f}"}
        print(say(line, **numbers), verdict(measured.ratio, most, "bench.ratio"))
        met = met and measured.ratio <= most
        rules_ns = measured.rules * 1e9  # of the last one, compiled
    own = games.pace("classic_us", "balanced", games.MANY, games.OFTEN)
    print(say("bench.shares", games=f"{own.games:.0f}", ns=f"{own.answer:.0f}", share=f"{rules_ns / own.answer:.0%}"))
    for edition, by_strategy in games.paces().items():
        paces = ", ".join(f"{name} {n:.0f}" for name, n in by_strategy.items())
        print(say("bench.paces", edition=edition, paces=paces))
    (wall, processor), (wall_again, _) = speed.compiling()
    print(say("bench.compile", wall=f"{wall:.1f}"), verdict(processor, COMPILE, "bench.processor"))
    print(say("bench.cached", wall=f"{wall_again:.2f}"))
    return int(not (met and processor <= COMPILE))


def thinks(arguments: Sequence[str]) -> int:
    """How often a thinker wins against three of each kind named, in so many games; all kinds, 40 games, if none is."""
    from benchmarks.experiments import THOUGHT, thought

    games = [int(text) for text in arguments if text.isdecimal()]
    try:
        for who, found in thought([text for text in arguments if not text.isdecimal()], *games[:1] or [THOUGHT]):
            print(json.dumps({who: found}), flush=True)
    except (ExperimentError, StrategyError) as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


def figures(experiments_alone: bool) -> dict[str, Any]:
    """Every figure by its key."""
    from benchmarks import experiments

    if experiments_alone:
        return experiments.measured()
    recorded = speed.recorded(load_edition("classic_us").tables())
    plain, compiled = speed.plain(recorded), speed.compiled(recorded)
    (_, processor), (cached, _) = speed.compiling()
    own = games.pace("classic_us", "balanced", games.MANY, games.OFTEN)
    by_edition = games.paces()
    by_edition["classic_us"]["balanced"] = own.games
    return {
        "games_per_second": by_edition,
        "ns_per_answer": own.answer,
        "rules_share": compiled.rules * 1e9 / own.answer,
        "rules_ratio": compiled.ratio,
        "plain_ratio": plain.ratio,
        "reference_ns_per_node": compiled.machine * 1e9,
        "first_compile_cpu_s": processor,
        "first_result_s": games.first_result(os.environ),
        "ready_s": games.ready(os.environ),
        "native_games_per_second": games.pace_of_form(library.NATIVE, os.environ),
        "wasm_games_per_second": games.pace_of_form(library.WASM, os.environ),
        "library_bytes": games.library_bytes(),
        "cached_start_s": cached,
        "import_s": games.importing(os.environ),
        "slowest_explorable_s": explorables.slowest(),
        **experiments.measured(),
    }


def verdict(measured: float, most: float, line: str) -> str:
    word = say("bench.met" if measured <= most else "bench.missed")
    return say(line, n=f"{measured:.2f}", most=f"{most:g}", verdict=word)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
