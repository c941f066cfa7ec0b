"""Draw an address as a QR code that phones scan."""

from functools import cache
from typing import TypedDict


class Code(TypedDict):
    """A QR code as an SVG path of its dark squares, and its size in squares."""

    path: str
    size: int


@cache
def qr_code(link: str) -> Code:
    """Return the QR code of a link."""
    import segno

    rows = [[bool(each) for each in row] for row in segno.make(link, error="m", micro=False).matrix]
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return {"path": path, "size": len(rows)}
