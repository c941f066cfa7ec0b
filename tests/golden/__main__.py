"""Play the golden games anew and keep how they come out now: `python -m tests.golden --reason "..."`.

The reason goes into both files, above the older ones, and belongs into the commit as well.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tools"))  # where `random_settings` is

from tests.golden.golden_games import Row, difference, keys, read, row, rows, write

SHORTEST = 15  # letters of a reason that says something


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("--reason", default="", help="why the games come out differently now, in a sentence")
    reason = parser.parse_args(arguments).reason.strip()
    if len(reason) < SHORTEST and sys.stdin.isatty():
        reason = input("Why do the golden games come out differently now? ").strip()
    if len(reason) < SHORTEST:
        parser.error(f'--reason "{reason}": say in a sentence why the games come out differently now')
    for compiled in (False, True):
        kept, kind = rows(compiled), "compiled" if compiled else "plain"
        print(
            f"playing {len(keys())} rows of {kind} games, a minute or two; a line for each that has changed", flush=True
        )
        now: dict[tuple[str, str], Row] = {}
        changed = 0
        for key in keys():
            now[key] = row(key, compiled)
            if line := difference(key, kept.get(key), now[key]):
                changed += 1
                print(line, flush=True)
        for key in kept.keys() - now.keys():
            changed += 1
            print(f"{' '.join(key)}: the row is gone")
        if changed:
            write(compiled, [reason, *read(compiled)["reasons"]], now)
        print(f"{changed} of {len(now)} rows changed in {kind} games", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
