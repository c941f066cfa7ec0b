"""Draw panels in the middle of the board: the next boss, the scale and ranking of an overlay, or the groups."""

from monopoly_lab.board_drawing.board_pieces import GOLD, coins, die, icon
from monopoly_lab.board_drawing.colors import VIRIDIS, ink_on, scale_color
from monopoly_lab.board_drawing.head_art import figure
from monopoly_lab.board_drawing.layout import BOTTOM, LEFT, RIGHT, TOP, Box
from monopoly_lab.board_drawing.scene import Overlay
from monopoly_lab.board_drawing.spaces import DrawingContext, limits
from monopoly_lab.board_drawing.svg_elements import Fitted, block_of_text, element, fit, group, line_of_text, one_line
from monopoly_lab.constants import payer_account
from monopoly_lab.editions.components import Boss

COIN = 9.0  # radius of the coins on the boss
FONT_SIZE = 18.5  # font size; on a screen of 1280 x 720 the board is shown at 0.63 of its size, and text at 11.7 pixels
POINTS_HEIGHT = 22.0  # height of the line with the points
EDGE = 5.0  # margin between the frame and the text
LEAST_ROW = 30.0  # smallest height of the row with the head, the price and the die
PLUS = 0.52  # width of the plus sign beside the die, as a fraction of the die


def boss_card(sheet: DrawingContext, boss: Boss, box: Box) -> str:
    """Return the card of a boss: wide if the box is wider than high, else narrow."""
    view = sheet.view
    coin_count = view.s.cash[payer_account.BOSS] if view.s is not None else 0
    known = ("boss", boss.index, len(view.stack()), coin_count, len(view.seats), box)
    return sheet.cached_drawing(known, lambda: (_wide_card if box.w > box.h else _narrow_card)(sheet, boss, box))


def _wide_card(sheet: DrawingContext, boss: Boss, box: Box) -> str:
    view, theme = sheet.view, sheet.theme
    band, body = box.split(TOP, min(28.0, box.h * 0.28))
    title = fit(
        view.say("boss_card", name=boss.name, n=len(view.stack())), band.w - 12, band.h - 6, FONT_SIZE, bold=True
    )
    head, rest = body.inset(5, 2).split(LEFT, min(body.h - 4, body.w * 0.36))
    row, words = rest.split(TOP, rest.h * 0.42)
    price, row = row.split(LEFT, row.w * 0.27)
    least, points = row.split(LEFT, row.w * 0.45)
    reward = fit(view.ability(boss.reward, boss.reward_amount), words.w, words.h - 1, FONT_SIZE)
    facts = _price(boss.price, price) + _lowest_winning_face(boss.roll, least, theme.ink)
    return _card(
        sheet,
        box,
        band,
        [title],
        _head(sheet, boss, head),
        facts,
        _points_and_reward(sheet, boss, points, words, reward),
    )


def _narrow_card(sheet: DrawingContext, boss: Boss, box: Box) -> str:
    """Return a card for a narrow column: text keeps its size, the head and the die take the remaining room."""
    view, theme = sheet.view, sheet.theme
    wide = box.w - 2 * EDGE
    title = [
        one_line(text, wide, FONT_SIZE, bold=True) for text in (boss.name, view.say("boss_stack", n=len(view.stack())))
    ]
    band, body = box.split(TOP, sum(line.height for line in title) + EDGE + 5)
    body = Box(box.x + EDGE, body.y + 2, wide, body.h - 2 - EDGE)
    text = view.ability(boss.reward, boss.reward_amount)
    reward = fit(text, body.w, body.h - POINTS_HEIGHT - LEAST_ROW, FONT_SIZE)
    words, body = body.split(BOTTOM, reward.height + 2)
    points, row = body.split(BOTTOM, POINTS_HEIGHT)
    high = row.h >= 2 * LEAST_ROW
    head, row = row.split(LEFT, row.w * 0.5 if high else min(row.h, row.w * 0.4))
    price, least = row.split(TOP, row.h / 2) if high else row.split(LEFT, row.w * 0.45)
    facts = _price(boss.price, price) + _lowest_winning_face(boss.roll, least, theme.ink)
    return _card(
        sheet, box, band, title, _head(sheet, boss, head), facts, _points_and_reward(sheet, boss, points, words, reward)
    )


def _card(sheet: DrawingContext, box: Box, band: Box, title: list[Fitted], *drawn: str) -> str:
    """Return the card with the title in its band, and the drawings below it."""
    theme = sheet.theme
    size = {"x": box.x, "y": box.y, "width": box.w, "height": box.h}
    paper = element("rect", **size, rx=8, fill=theme.paper, stroke=theme.accent, stroke_width=2)
    bar = element("path", d=_path_with_rounded_top(band, 8), fill=theme.accent)
    top = band.cy - (sum(line.height for line in title)) / 2
    words = []
    for line in title:
        words.append(block_of_text(line, band.cx, top + 1, ink_on(theme.accent)))
        top += line.height
    return group(paper, bar, *words, *drawn, class_="boss")


def _head(sheet: DrawingContext, boss: Boss, box: Box) -> str:
    """Return the head of the boss, and the coins on it, which the winner of the fight may get."""
    view = sheet.view
    drawn = figure(view.look.figures[boss.id], box.cx, box.cy, min(box.w, box.h) / 2 - 1)
    coin_count = view.s.cash[payer_account.BOSS] if view.s is not None else 0
    return drawn + (
        coins(coin_count, box.right - COIN, box.bottom - COIN - 1, COIN, view.look.coins) if coin_count else ""
    )


def _price(price: int, box: Box) -> str:
    """Return a coin that shows the price of a try."""
    radius = min(box.w, box.h) / 2 - 1
    coin = element("circle", cx=box.cx, cy=box.cy, r=radius, **GOLD, stroke_width=1.4)
    size = radius * 1.4
    return coin + line_of_text(str(price), box.cx, box.cy + size * 0.36, size, "#2b1f00", narrow=False, bold=True)


def _lowest_winning_face(face: int, box: Box, ink: str) -> str:
    """Return the lowest die face that wins, followed by a plus sign; both fit in the box."""
    size = min(box.h - 2, box.w / (1 + PLUS))
    x = box.cx - size * (1 + PLUS) / 2
    plus = line_of_text("+", x + size + 1, box.cy + size * 0.25, size * 0.7, ink, "start", bold=True)
    return die(face, x, box.cy - size / 2, size) + plus


def _points_and_reward(sheet: DrawingContext, boss: Boss, points: Box, words: Box, reward: Fitted) -> str:
    """Return the text of the points and of the reward."""
    worth = one_line(sheet.view.say("boss_points", n=boss.points), points.w, FONT_SIZE, bold=True)
    return block_of_text(worth, points.cx, points.cy - worth.height / 2, sheet.theme.accent) + block_of_text(
        reward, words.cx, words.cy - reward.height / 2, sheet.theme.ink
    )


def _path_with_rounded_top(box: Box, r: float) -> str:
    """Return the SVG path of a box whose upper corners are rounded with radius `r`."""
    return (
        f"M{box.x:.1f} {box.bottom:.1f}v{r - box.h:.1f}a{r} {r} 0 0 1 {r}-{r}h{box.w - 2 * r:.1f}"
        f"a{r} {r} 0 0 1 {r} {r}v{box.h - r:.1f}z"
    )


# Panels of a board without a game: the groups, or the scale and the ranking of an overlay

ROW = 27.0


def scale(sheet: DrawingContext, overlay: Overlay, box: Box) -> str:
    """Return the scale of the overlay with its least, middle and greatest value."""
    low, high = limits(overlay)
    label, right = box.split(LEFT, min(box.w * 0.3, 190))
    words = fit(overlay.label, label.w - 12, box.h - 4, 17, narrow=False, bold=True)
    bar, below = Box(right.x, right.y + 4, right.w, right.h - 8).split(TOP, 20)
    last = len(VIRIDIS) - 1
    stops = [element("stop", offset=f"{100 * n / last:.1f}%", stop_color=color) for n, color in enumerate(VIRIDIS)]
    shown = [
        element("linearGradient", *stops, id="scale"),
        element("rect", x=bar.x, y=bar.y, width=bar.w, height=bar.h, rx=4, fill="url(#scale)"),
        block_of_text(words, label.x, box.cy - words.height / 2, sheet.theme.ink, "start"),
    ]
    for part, anchor in ((0.0, "start"), (0.5, "middle"), (1.0, "end")):
        text = overlay.text(low + (high - low) * part)
        shown.append(line_of_text(text, below.x + below.w * part, below.y + 15, 15, sheet.theme.ink, anchor))
    return group(*shown, class_="legend")


def ranking(sheet: DrawingContext, overlay: Overlay, box: Box) -> str:
    """Return the spaces with the greatest values as bars, in two columns.

    Bars begin at 0, or at the least value if it is negative.
    """
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
        drawn.append(_ranking_row(sheet, overlay, -minus_q, value, share, part))
    return group(*drawn, class_="ranking")


def _ranking_row(sheet: DrawingContext, overlay: Overlay, q: int, value: float, share: float, box: Box) -> str:
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
            fill=scale_color(part if part is not None else 0.0),
            stroke=sheet.theme.faint,
            stroke_width=0.8,
        )
        + block_of_text(figure, figures.right, box.cy - figure.height / 2, sheet.theme.soft, "end")
    )


def groups(sheet: DrawingContext, box: Box) -> str:
    """Return every group with its color, pattern, letter, name and number of deeds, in two columns."""
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


def _group(sheet: DrawingContext, g: int, box: Box) -> str:
    view = sheet.view
    swatch = Box(box.x, box.y + 3, 54, box.h - 6)
    size = {"x": swatch.x, "y": swatch.y, "width": swatch.w, "height": swatch.h, "rx": 4}
    color = view.colors.get(g, sheet.theme.soft)
    drawn = element("rect", **size, fill=color, stroke=sheet.theme.line, stroke_width=1.2)
    if g in view.colors:
        if view.group_pattern(g) != "none":
            drawn += element("rect", **size, fill=f"url(#pattern-{view.group_pattern(g)})")
        letter = one_line(view.group_letter(g), 30, min(18.0, swatch.h * 0.7), narrow=False, bold=True)
        drawn += element("circle", cx=swatch.cx, cy=swatch.cy, r=letter.size * 0.62, fill=color)
        drawn += block_of_text(letter, swatch.cx, swatch.cy - letter.height / 2, ink_on(color))
    else:
        drawn += icon(view.kind(view.t.group_first[g]), swatch.inset(4), sheet.theme.paper)
    name = one_line(view.group_name(g), box.w - 150, min(18.0, box.h * 0.5), narrow=False)
    count = one_line(view.say("count", n=len(view.edition.groups[g].spaces)), 76, min(15.0, box.h * 0.45))
    drawn += block_of_text(name, box.x + 66, box.cy - name.height / 2, sheet.theme.ink, "start")
    return drawn + block_of_text(count, box.right, box.cy - count.height / 2, sheet.theme.soft, "end")
