"""Compare figures by their numbers when the notebooks are run under nbval.

nbval compares structured output such as a plotly figure as it stands. Arrays are opaque
text there, ids are random, and the last digits differ between machines: they are decoded,
dropped and rounded here, on both sides. Without this file a figure would differ each time.

The kernels are copies of one process that has imported what lessons import, once for all of them.
"""

import base64
import json
import os
from typing import Any

import numpy as np
from nbval.plugin import IPyNbCell

from monopoly_lab.web.server.kernel_forks import fork_kernels
from tests.shared_chains import KERNEL_MODULES

os.environ["MONOPOLY_LAB_PROGRESS"] = "off"  # for the kernels: a bar would be an output too
fork_kernels(KERNEL_MODULES)

DIGITS = 9  # that agree: 1e-12 is another machine, 1e-6 another result
DROPPED = ("uid", "template")  # random, and the same in every figure

text_as_it_is = IPyNbCell.sanitize


def comparable(value: Any) -> Any:
    """The same figure, from any machine, as plain lists, texts and rounded numbers."""
    if isinstance(value, dict) and {"dtype", "bdata"} <= value.keys():
        array = np.frombuffer(base64.b64decode(value["bdata"]), dtype=np.dtype(value["dtype"]))
        return [value.get("shape"), comparable(array.tolist())]
    if isinstance(value, dict):
        return {key: comparable(part) for key, part in value.items() if key not in DROPPED}
    if isinstance(value, list | tuple):
        return [comparable(part) for part in value]
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    return value


def sanitize(self: IPyNbCell, output: Any) -> Any:
    if isinstance(output, dict | list):
        return json.dumps(comparable(output), sort_keys=True, indent=1)
    return text_as_it_is(self, output)


IPyNbCell.sanitize = sanitize
