"""Type of the arrays in which games are counted."""

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
