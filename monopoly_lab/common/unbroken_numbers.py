"""Keep a number and its sign or unit on one line of a page or of paper, in every language."""

import re

from monopoly_lab.common.messages import NO_BREAK

BESIDE_A_NUMBER = re.compile(r"(?<=\d) (?:[%‰]|dollars?\b|points?\b)| = (?=[\d\u2212])")


def beside_numbers(markup: str) -> str:
    r"""Return a text or HTML in which no line ends between a number and its unit, or before a result.

    >>> beside_numbers("77.0 %") == "77.0\u00a0%"
    True
    """
    return BESIDE_A_NUMBER.sub(lambda found: found[0].replace(" ", NO_BREAK), markup)
