"""The card of the next boss: its head, what a try costs, what has to be thrown, what it brings."""

from monopoly_lab.board.draw import element, group
from monopoly_lab.board.figures import figure
from monopoly_lab.board.lettering import block_of_text, fit, line_of_text, one_line
from monopoly_lab.board.marks import coins, die
from monopoly_lab.board.palette import ink_on
from monopoly_lab.board.ring import LEFT, TOP, Box
from monopoly_lab.board.spaces import Sheet
from monopoly_lab.codes import account
from monopoly_lab.editions.parts import Boss
from monopoly_lab.messages import say

GOLD = {"fill": "#ffcf33", "stroke": "#5f4500", "stroke_width": 1.4}
COIN = 9.0  # radius of the coins on the boss


def boss_card(sheet: Sheet, boss: Boss, box: Box) -> str:
    """Lying, or standing where there is more room that way."""
    theme, view = sheet.theme, sheet.view
    lies = box.w > box.h
    paper = element(
        "rect", x=box.x, y=box.y, width=box.w, height=box.h, rx=8, fill=theme.paper, stroke=theme.accent, stroke_width=2
    )
    band, body = box.split(TOP, min(24.0, box.h * 0.24) if lies else min(34.0, box.h * 0.22))
    bar = element("path", d=_tab(band, 8), fill=theme.accent)
    name = fit(view.say("boss_card", name=boss.name, n=len(view.stack())), band.w - 6, band.h - 2, 18.0, bold=True)
    title = block_of_text(name, band.cx, band.cy - name.height / 2, ink_on(theme.accent))
    body = body.inset(5, 2)
    if lies:
        head, rest = body.split(LEFT, min(body.h, body.w * 0.36))
        row, words = rest.split(TOP, rest.h * 0.42)
        price, row = row.split(LEFT, row.w * 0.27)
        least, points = row.split(LEFT, row.w * 0.45)
    else:
        row, words = body.split(TOP, body.h * 0.44)
        head, row = row.split(LEFT, row.w * 0.52)
        price, least = row.split(TOP, row.h / 2)
        points, words = words.split(TOP, 18.0)
    drawn = figure(view.look.figures[boss.id], head.cx, head.cy, min(head.w, head.h) / 2 - 1)
    lying = view.s.cash[account.BOSS] if view.s is not None else 0
    if lying:  # whoever wins may get them
        drawn += coins(lying, head.right - COIN, head.bottom - COIN - 1, COIN, view.look.coins)
    facts = _price(boss.price, price) + _least(boss.roll, least, theme.ink)
    return group(paper, bar, title, drawn, facts, _brings(sheet, boss, points, words), class_="boss")


def _price(price: int, box: Box) -> str:
    """A coin with what a try costs."""
    radius = min(box.w, box.h) / 2 - 1
    coin = element("circle", cx=box.cx, cy=box.cy, r=radius, **GOLD)
    size = radius * 1.35
    return coin + line_of_text(str(price), box.cx, box.cy + size * 0.36, size, "#2b1f00", narrow=False, bold=True)


def _least(face: int, box: Box, ink: str) -> str:
    """The least face that wins, and the sign that more wins, too."""
    size = min(box.h - 2, box.w * 0.66)
    x = box.cx - size * 0.75
    plus = line_of_text("+", x + size + 1, box.cy + size * 0.28, size * 0.8, ink, "start", bold=True)
    return die(face, x, box.cy - size / 2, size) + plus


def _brings(sheet: Sheet, boss: Boss, points: Box, words: Box) -> str:
    """Points and the reward."""
    view = sheet.view
    worth = one_line(view.say("boss_points", n=boss.points), points.w, 17.0, bold=True)
    does = say(f"ability.{boss.reward}", view.lang, amount=view.amount(boss.reward_amount))
    reward = fit(does, words.w, words.h - 1, 16.0)
    return block_of_text(worth, points.cx, points.cy - worth.height / 2, sheet.theme.accent) + block_of_text(
        reward, words.cx, words.cy - reward.height / 2, sheet.theme.ink
    )


def _tab(box: Box, r: float) -> str:
    """A strip with its upper corners rounded."""
    return (
        f"M{box.x:.1f} {box.bottom:.1f}v{r - box.h:.1f}a{r} {r} 0 0 1 {r}-{r}h{box.w - 2 * r:.1f}"
        f"a{r} {r} 0 0 1 {r} {r}v{box.h - r:.1f}z"
    )
