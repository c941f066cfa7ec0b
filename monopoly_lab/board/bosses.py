"""The card of the next boss: its head, what a try costs, what has to be thrown, what it brings."""

from monopoly_lab.board.coins import GOLD, coins
from monopoly_lab.board.draw import element, group
from monopoly_lab.board.figures import figure
from monopoly_lab.board.lettering import Fitted, block_of_text, fit, line_of_text, one_line
from monopoly_lab.board.marks import die
from monopoly_lab.board.palette import ink_on
from monopoly_lab.board.ring import BOTTOM, LEFT, TOP, Box
from monopoly_lab.board.spaces import Sheet
from monopoly_lab.codes import account
from monopoly_lab.editions.parts import Boss

COIN = 9.0  # radius of the coins on the boss
WORDS = 18.5  # letters; a board beside its panel in 1280 x 720 is shown at 0.63 of its size, and these at 11.7 pixels
LINE = 22.0  # of points
EDGE = 5.0  # between the frame and what is written
LEAST_ROW = 30.0  # for the head, the price and the die
PLUS = 0.52  # width of the sign beside the die, as a part of the die


def boss_card(sheet: Sheet, boss: Boss, box: Box) -> str:
    """Lying, or standing where there is more room that way."""
    view = sheet.view
    lying = view.s.cash[account.BOSS] if view.s is not None else 0
    known = ("boss", boss.index, len(view.stack()), lying, len(view.seats), box)
    return sheet.once(known, lambda: (_lying if box.w > box.h else _standing)(sheet, boss, box))


def _lying(sheet: Sheet, boss: Boss, box: Box) -> str:
    view, theme = sheet.view, sheet.theme
    band, body = box.split(TOP, min(28.0, box.h * 0.28))
    title = fit(view.say("boss_card", name=boss.name, n=len(view.stack())), band.w - 12, band.h - 6, WORDS, bold=True)
    head, rest = body.inset(5, 2).split(LEFT, min(body.h - 4, body.w * 0.36))
    row, words = rest.split(TOP, rest.h * 0.42)
    price, row = row.split(LEFT, row.w * 0.27)
    least, points = row.split(LEFT, row.w * 0.45)
    reward = fit(view.ability(boss.reward, boss.reward_amount), words.w, words.h - 1, WORDS)
    facts = _price(boss.price, price) + _least(boss.roll, least, theme.ink)
    return _card(
        sheet, box, band, [title], _head(sheet, boss, head), facts, _brings(sheet, boss, points, words, reward)
    )


def _standing(sheet: Sheet, boss: Boss, box: Box) -> str:
    """In a narrow column words keep their size: the head and the die have the room that they leave."""
    view, theme = sheet.view, sheet.theme
    wide = box.w - 2 * EDGE
    title = [
        one_line(text, wide, WORDS, bold=True) for text in (boss.name, view.say("boss_stack", n=len(view.stack())))
    ]
    band, body = box.split(TOP, sum(line.height for line in title) + EDGE + 5)
    body = Box(box.x + EDGE, body.y + 2, wide, body.h - 2 - EDGE)
    text = view.ability(boss.reward, boss.reward_amount)
    reward = fit(text, body.w, body.h - LINE - LEAST_ROW, WORDS)
    words, body = body.split(BOTTOM, reward.height + 2)
    points, row = body.split(BOTTOM, LINE)
    high = row.h >= 2 * LEAST_ROW
    head, row = row.split(LEFT, row.w * 0.5 if high else min(row.h, row.w * 0.4))
    price, least = row.split(TOP, row.h / 2) if high else row.split(LEFT, row.w * 0.45)
    facts = _price(boss.price, price) + _least(boss.roll, least, theme.ink)
    return _card(sheet, box, band, title, _head(sheet, boss, head), facts, _brings(sheet, boss, points, words, reward))


def _card(sheet: Sheet, box: Box, band: Box, title: list[Fitted], *drawn: str) -> str:
    """The paper with the title in its band, and what is drawn below it."""
    theme = sheet.theme
    size = {"x": box.x, "y": box.y, "width": box.w, "height": box.h}
    paper = element("rect", **size, rx=8, fill=theme.paper, stroke=theme.accent, stroke_width=2)
    bar = element("path", d=_tab(band, 8), fill=theme.accent)
    top = band.cy - (sum(line.height for line in title)) / 2
    words = []
    for line in title:
        words.append(block_of_text(line, band.cx, top + 1, ink_on(theme.accent)))
        top += line.height
    return group(paper, bar, *words, *drawn, class_="boss")


def _head(sheet: Sheet, boss: Boss, box: Box) -> str:
    """The head of the boss, and the coins that lie on it, which whoever wins may get."""
    view = sheet.view
    drawn = figure(view.look.figures[boss.id], box.cx, box.cy, min(box.w, box.h) / 2 - 1)
    lying = view.s.cash[account.BOSS] if view.s is not None else 0
    return drawn + (coins(lying, box.right - COIN, box.bottom - COIN - 1, COIN, view.look.coins) if lying else "")


def _price(price: int, box: Box) -> str:
    """A coin with what a try costs."""
    radius = min(box.w, box.h) / 2 - 1
    coin = element("circle", cx=box.cx, cy=box.cy, r=radius, **GOLD, stroke_width=1.4)
    size = radius * 1.4
    return coin + line_of_text(str(price), box.cx, box.cy + size * 0.36, size, "#2b1f00", narrow=False, bold=True)


def _least(face: int, box: Box, ink: str) -> str:
    """The least face that wins, and the sign that more wins, too; both within the box."""
    size = min(box.h - 2, box.w / (1 + PLUS))
    x = box.cx - size * (1 + PLUS) / 2
    plus = line_of_text("+", x + size + 1, box.cy + size * 0.25, size * 0.7, ink, "start", bold=True)
    return die(face, x, box.cy - size / 2, size) + plus


def _brings(sheet: Sheet, boss: Boss, points: Box, words: Box, reward: Fitted) -> str:
    """Points and the reward."""
    worth = one_line(sheet.view.say("boss_points", n=boss.points), points.w, WORDS, bold=True)
    return block_of_text(worth, points.cx, points.cy - worth.height / 2, sheet.theme.accent) + block_of_text(
        reward, words.cx, words.cy - reward.height / 2, sheet.theme.ink
    )


def _tab(box: Box, r: float) -> str:
    """A strip with its upper corners rounded."""
    return (
        f"M{box.x:.1f} {box.bottom:.1f}v{r - box.h:.1f}a{r} {r} 0 0 1 {r}-{r}h{box.w - 2 * r:.1f}"
        f"a{r} {r} 0 0 1 {r} {r}v{box.h - r:.1f}z"
    )
