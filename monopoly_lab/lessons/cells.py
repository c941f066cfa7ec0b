"""What marks the cells of a lesson: tags, and parts of a text that readers unfold."""

import re
from typing import Any

TAGS = ("predict", "answer", "teacher", "print")
FOLDED = re.compile(r"<details\b[^>]*>.*?</details>\s*", re.DOTALL)  # a part of a text that readers unfold


def tags(cell: Any) -> frozenset[str]:
    """The tags of a cell that a lesson knows."""
    return frozenset(tag for tag in cell.metadata.get("tags", []) if tag in TAGS)
