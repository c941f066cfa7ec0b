"""Escape untrusted text for HTML and SVG, and check links.

Names, titles, notes, file names and any other text of a file go through `escaped` before they are put between tags or
in quotes; through `escape_chart_text`, or with a whole chart through `escape_chart`, before a chart shows them;
through `escape_markdown` into a Markdown cell or page; and through `escape_cell` or `escape_csv` before a spreadsheet
reads them.
"""

import re
from functools import lru_cache
from html import escape, unescape
from typing import Any

# What XML 1.0 cannot carry, even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Charts read a little markup in texts; that of ours has no attributes.
_IN_CHARTS = re.compile(r"<(?!/?(?:b|i|br|sub|sup|extra)>)")
# What a spreadsheet takes for the beginning of a formula, wide forms included; and numbers, which are none.
_FORMULA = "=+\\-@\uff1d\uff0b\uff0d\uff20"
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?")
_IN_CELL = re.compile(rf"[\t\r\n]|\s*[{_FORMULA}]")
_IN_CSV = re.compile(rf"(^|[;,|])([\s\"']*)(?=[{_FORMULA}])")  # after any sign at which a spreadsheet may split a line
_CONTROLS = re.compile(r"[\x00-\x1f\x7f\u0085\u2028\u2029]+")

# What has a meaning in Markdown, in formulas or in an address; of ASCII all signs but those of prose.
_MARKDOWN = frozenset("\\`*_{}[]<>)#+-.:/@&|~$=^")

_TAG = re.compile(r"<[a-zA-Z](?:[^>\"']|\"[^\"]*\"|'[^']*')*>")
_LINK = re.compile(
    r"""[\s/"'](?P<name>(?:xlink:)?href|src|action|formaction|data|ping|poster)\s*=\s*(?P<to>"[^"]*"|'[^']*'|[^\s>]+)""",
    re.IGNORECASE,
)
_IGNORED = re.compile(
    "[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028-\u202e\ufeff]"
)  # a browser leaves these out of an address
_SCHEME = re.compile(r"[^/?#]*?:")
SCHEMES = ("http:", "https:", "mailto:")
PICTURES = ("data:image/png", "data:image/jpeg", "data:image/gif", "data:image/webp", "data:image/svg+xml")


@lru_cache(maxsize=8192)  # colors, names and labels come again in every picture
def escaped(text: str) -> str:
    """Return text that is safe between tags and in quotes, of HTML and of SVG."""
    return escape(_FORBIDDEN.sub("\ufffd", text), quote=True)


def unescaped(text: str) -> str:
    """Return a text with its entities replaced by their letters; not safe between tags."""
    return unescape(text)


def is_link(address: str, is_picture: bool = False) -> bool:
    r"""Return True for an address that may be followed: http, https, mailto, and places of this page or site.

    `is_picture`: a picture may also be in the address itself.

    >>> is_link("https://example.org"), is_link("#below"), is_link("java\tscript:alert(1)")
    (True, True, False)
    """
    plain = _IGNORED.sub("", address).lower()
    if is_picture and plain.startswith(PICTURES):
        return True
    return plain.startswith(SCHEMES) or not _SCHEME.match(plain)


def harmless_links(page: str) -> str:
    """Return the same HTML, in which only http, https, mailto and anchors are links; others are left as words."""

    def checked(tag: re.Match[str]) -> str:
        return _LINK.sub(keep_safe_link, tag[0])

    def keep_safe_link(link: re.Match[str]) -> str:
        address = unescape(link["to"].strip("\"'"))
        return link[0] if is_link(address, link["name"].lower() == "src") else link[0][0]

    return _TAG.sub(checked, page)


def escape_chart_text(text: str) -> str:
    """Return a name that others chose, for a text or a hover text of a chart: it stays letter by letter what it is."""
    for letter, said in (("&", "&amp;"), ("<", "&lt;"), ("%{", "%&#123;"), ("$", "&#36;")):
        text = text.replace(letter, said)
    return text


def escape_chart(value: Any) -> Any:
    """Return a part of a plotly figure whose texts link to nothing: only bare tags for lines and weight stay tags."""
    if isinstance(value, str):
        return _IN_CHARTS.sub("&lt;", value)
    if isinstance(value, dict):
        return {key: escape_chart(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(escape_chart(entry) for entry in value)
    return value


def escape_markdown(text: str) -> str:
    """Return a text for Markdown where every letter is only itself: no link, no tag, no formula; a line a line."""
    lines = ("".join(map(_escape_markdown_sign, line)) for line in text.splitlines() if line.strip())
    return "<br>".join(lines)


def _escape_markdown_sign(sign: str) -> str:
    """Return a sign that Markdown may read as markup by its number."""
    if sign in _MARKDOWN:
        return f"&#{ord(sign)};"
    return sign if sign.isprintable() or sign == "\u00a0" else " "


def escape_cell(value: Any) -> Any:
    """Return a value for a cell of a workbook, with an apostrophe before a text that would be computed."""
    if not isinstance(value, str):
        return value
    text = _FORBIDDEN.sub("\ufffd", value)
    return f"'{text}" if _IN_CELL.match(text) and not _NUMBER.fullmatch(text) else text


def escape_csv(value: Any) -> Any:
    """Return a value for a CSV file that is harmless whichever sign the spreadsheet splits lines at.

    A text becomes one line. An apostrophe stands before everything that would be computed, at its beginning or after
    a comma, a semicolon or a bar. Numbers stay.
    """
    if not isinstance(value, str) or _NUMBER.fullmatch(value):
        return value
    return _IN_CSV.sub(r"\1\2'", _CONTROLS.sub(" ", _FORBIDDEN.sub("\ufffd", value)))
