"""What the middle shows when nobody plays: the groups of the board, or values in order."""

from monopoly_lab.board.draw import element, group
from monopoly_lab.board.lettering import block_of_text, fit, line_of_text, one_line
from monopoly_lab.board.marks import icon
from monopoly_lab.board.palette import VIRIDIS, ink_on, scale_colour
from monopoly_lab.board.ring import LEFT, RIGHT, TOP, Box
from monopoly_lab.board.scene import Overlay
from monopoly_lab.board.spaces import Sheet, limits

ROW = 27.0


def scale(sheet: Sheet, overlay: Overlay, box: Box) -> str:
    """The scale of the overlay with its least, middle and greatest value."""
    low, high = limits(overlay)
    label, right = box.split(LEFT, min(box.w * 0.3, 190))
    words = fit(overlay.label, label.w - 12, box.h - 4, 17, narrow=False, bold=True)
    bar, below = Box(right.x, right.y + 4, right.w, right.h - 8).split(TOP, 20)
    last = len(VIRIDIS) - 1
    stops = [element("stop", offset=f"{100 * n / last:.1f}%", stop_color=colour) for n, colour in enumerate(VIRIDIS)]
    shown = [
        element("linearGradient", *stops, id="scale"),
        element("rect", x=bar.x, y=bar.y, width=bar.w, height=bar.h, rx=4, fill="url(#scale)"),
        block_of_text(words, label.x, box.cy - words.height / 2, sheet.theme.ink, "start"),
    ]
    for part, anchor in ((0.0, "start"), (0.5, "middle"), (1.0, "end")):
        text = overlay.text(low + (high - low) * part)
        shown.append(line_of_text(text, below.x + below.w * part, below.y + 15, 15, sheet.theme.ink, anchor))
    return group(*shown, class_="legend")


def ranking(sheet: Sheet, overlay: Overlay, box: Box) -> str:
    """The spaces with the greatest values as bars, in two columns; the length counts from 0 if no value is below."""
    valued = [(value, -q) for q, value in enumerate(overlay.values) if value is not None]
    rows = max(1, int(box.h // ROW))
    shown = sorted(valued, reverse=True)[: 2 * rows]
    low, high = limits(overlay)
    base = min(low, 0.0)
    drawn = []
    for number, (value, minus_q) in enumerate(shown):
        column, row = divmod(number, rows)
        part = Box(box.x + column * (box.w / 2 + 10), box.y + row * ROW, box.w / 2 - 10, ROW)
        share = (value - base) / (high - base) if high > base else 1.0
        drawn.append(_ranked(sheet, overlay, -minus_q, value, share, part))
    return group(*drawn, class_="ranking")


def _ranked(sheet: Sheet, overlay: Overlay, q: int, value: float, share: float, box: Box) -> str:
    named, rest = box.split(LEFT, box.w * 0.46)
    figures, bar = rest.split(RIGHT, 62)
    part = sheet.share(q)
    name = one_line(sheet.view.name(q), named.w - 8, 16)
    figure = one_line(overlay.text(value), figures.w - 6, 15)
    return (
        block_of_text(name, named.right - 8, box.cy - name.height / 2, sheet.theme.ink, "end")
        + element(
            "rect",
            x=bar.x,
            y=bar.y + 5,
            width=max(bar.w * share, 1.0),
            height=bar.h - 10,
            rx=3,
            fill=scale_colour(part if part is not None else 0.0),
            stroke=sheet.theme.faint,
            stroke_width=0.8,
        )
        + block_of_text(figure, figures.right, box.cy - figure.height / 2, sheet.theme.soft, "end")
    )


def groups(sheet: Sheet, box: Box) -> str:
    """Every group with its colour, pattern, letter, name and number of deeds, in two columns."""
    view = sheet.view
    count = len(view.edition.groups)
    rows = max(1, -(-count // 2))
    height = min(58.0, box.h / rows)
    drawn = []
    for g in range(count):
        column, row = divmod(g, rows)
        part = Box(box.x + column * (box.w / 2 + 10), box.y + row * height, box.w / 2 - 10, height)
        drawn.append(_group(sheet, g, part))
    return group(*drawn, class_="groups")


def _group(sheet: Sheet, g: int, box: Box) -> str:
    view = sheet.view
    swatch = Box(box.x, box.y + 3, 54, box.h - 6)
    size = {"x": swatch.x, "y": swatch.y, "width": swatch.w, "height": swatch.h, "rx": 4}
    colour = view.colours.get(g, sheet.theme.soft)
    drawn = element("rect", **size, fill=colour, stroke=sheet.theme.line, stroke_width=1.2)
    if g in view.colours:
        if view.group_pattern(g) != "none":
            drawn += element("rect", **size, fill=f"url(#pattern-{view.group_pattern(g)})")
        letter = one_line(view.group_letter(g), 30, min(18.0, swatch.h * 0.7), narrow=False, bold=True)
        drawn += element("circle", cx=swatch.cx, cy=swatch.cy, r=letter.size * 0.62, fill=colour)
        drawn += block_of_text(letter, swatch.cx, swatch.cy - letter.height / 2, ink_on(colour))
    else:
        drawn += icon(view.kind(view.t.group_first[g]), swatch.inset(4), sheet.theme.paper)
    name = one_line(view.group_name(g), box.w - 150, min(18.0, box.h * 0.5), narrow=False)
    count = one_line(view.say("count", n=len(view.edition.groups[g].spaces)), 76, min(15.0, box.h * 0.45))
    drawn += block_of_text(name, box.x + 66, box.cy - name.height / 2, sheet.theme.ink, "start")
    return drawn + block_of_text(count, box.right, box.cy - count.height / 2, sheet.theme.soft, "end")
