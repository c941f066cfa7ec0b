"""Foreign text on its way into markup: the one place where what others wrote becomes harmless.

Names, titles, notes, file names and whatever else a file may carry goes through `escaped`
before it stands between tags or in quotes, and through `as_written`, or with the chart it is part of
through `in_chart`, before a chart shows it.
"""

import re
from functools import lru_cache
from html import escape
from typing import Any

# What XML 1.0 cannot carry, even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Charts read a little markup in texts; that of ours has no attributes.
_IN_CHARTS = re.compile(r"<(?!/?(?:b|i|br|sub|sup|extra)>)")


@lru_cache(maxsize=8192)  # colours, names and labels come again in every picture
def escaped(text: str) -> str:
    """Text that is safe between tags and in quotes, of HTML and of SVG."""
    return escape(_FORBIDDEN.sub("\ufffd", text), quote=True)


def as_written(text: str) -> str:
    """A name that others chose, for a text or a hover text of a chart, where it stays letter by letter what it is."""
    for letter, said in (("&", "&amp;"), ("<", "&lt;"), ("%{", "%&#123;"), ("$", "&#36;")):
        text = text.replace(letter, said)
    return text


def in_chart(value: Any) -> Any:
    """A part of a plotly figure with texts that link to nothing: only bare tags for lines and weight stay tags."""
    if isinstance(value, str):
        return _IN_CHARTS.sub("&lt;", value)
    if isinstance(value, dict):
        return {key: in_chart(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(in_chart(entry) for entry in value)
    return value
