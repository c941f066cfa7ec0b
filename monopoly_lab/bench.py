"""Run the benchmarks of a checkout: `python -m monopoly_lab.bench --json`.

The benchmarks are in tests/tools/benchmarks. Raises FileNotFoundError outside a checkout.
"""

import runpy
import sys
from pathlib import Path

TOOLS = Path(__file__).parents[1] / "tests" / "tools"

if __name__ == "__main__":
    if not (TOOLS / "benchmarks").is_dir():
        raise FileNotFoundError(TOOLS)
    sys.path.insert(0, str(TOOLS))
    runpy.run_module("benchmarks", run_name="__main__", alter_sys=True)
