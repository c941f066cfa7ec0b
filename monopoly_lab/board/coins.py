"""Coins on the board: one or a stack that lies there, and the stacks in a purse."""

from monopoly_lab.board.draw import element, group
from monopoly_lab.board.lettering import line_of_text

COIN_STACK = 4  # coins of a stack that are drawn, at most; the number says how many there are
PILE = 10  # coins of a full stack in a purse
GOLD = {"fill": "#ffcf33", "stroke": "#5f4500"}


def coins(n: int, x: float, y: float, radius: float, drawing: str) -> str:
    """A coin, or a stack of coins, with the number that lies there."""
    gold = {**GOLD, "stroke_width": 1.6}
    if drawing != "stack":
        return _counted(element("circle", cx=x, cy=y, r=radius, **gold), n, x, y, radius)
    below = range(min(n, COIN_STACK) - 1, 0, -1)
    y -= radius * 0.35 * len(below)
    flat = {"rx": radius * 1.1, "ry": radius * 0.55, **gold}
    stack = [element("ellipse", cx=x, cy=y + radius * (0.5 + 0.35 * step), **flat) for step in below]
    return _counted("".join(stack) + element("circle", cx=x, cy=y, r=radius, **gold), n, x, y, radius)


def _counted(drawn: str, n: int, x: float, y: float, radius: float) -> str:
    text = line_of_text(str(n), x, y + radius * 0.42, radius * 1.2, "#2b1f00", narrow=False, bold=True)
    return group(drawn, text, class_="coins")


def piles(n: int, x: float, bottom: float, high: float, width: float, anchor: str = "end") -> tuple[str, float]:
    """Stacks of ten and what is over, side by side before `x` (behind it: anchor "start"), and how wide they are.

    A full stack is `high`; as many are drawn as there is width for.
    """
    rx, thick = high * 0.19, high * 0.085
    ry = high - PILE * thick - 1
    wide = 2 * rx + 2
    stacks = [min(PILE, n - begun) for begun in range(0, n, PILE)][: max(int(width / wide), 0)]
    if not stacks:
        return "", 0.0
    left = x - wide * len(stacks) * (anchor == "end")
    path = "".join(
        _pile(count, left + wide * place + 1, bottom - ry / 2, rx, ry / 2, thick) for place, count in enumerate(stacks)
    )
    return element("path", d=path, fill=GOLD["fill"], stroke="#8a6500", stroke_width=0.7, class_="piles"), wide * len(
        stacks
    )


def _pile(count: int, x: float, y: float, rx: float, ry: float, thick: float) -> str:
    """The outline of one stack that stands on y, its upper face, and the edge of each coin."""
    half, high = f"a{rx:.1f} {ry:.1f} 0 0", count * thick
    edges = "".join(f"M{x:.1f} {y - thick * step:.1f}{half} 0 {2 * rx:.1f} 0" for step in range(1, count))
    return (
        f"M{x:.1f} {y - high:.1f}v{high:.1f}{half} 0 {2 * rx:.1f} 0v{-high:.1f}{half} 0 {-2 * rx:.1f} 0z"
        f"M{x:.1f} {y - high:.1f}{half} 0 {2 * rx:.1f} 0{edges}"
    )
