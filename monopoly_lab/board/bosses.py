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

ROW = 27.0  # of the price and of what has to be thrown
GOLD = {"fill": "#ffcf33", "stroke": "#5f4500", "stroke_width": 1.4}


def boss_card(sheet: Sheet, boss: Boss, box: Box) -> str:
    """The head beside the rest where the card lies, above it where it stands."""
    theme, view = sheet.theme, sheet.view
    lies = box.w > box.h
    paper = element(
        "rect", x=box.x, y=box.y, width=box.w, height=box.h, rx=8, fill=theme.paper, stroke=theme.accent, stroke_width=2
    )
    band, body = box.split(TOP, min(24.0, box.h * 0.24) if lies else min(42.0, box.h * 0.24))
    bar = element("path", d=_tab(band, 8), fill=theme.accent)
    words = view.say("boss_card", name=boss.name, n=len(view.stack()))
    name = fit(words, band.w - 8, band.h - 3, 19.0, bold=True)
    title = block_of_text(name, band.cx, band.cy - name.height / 2, ink_on(theme.accent))
    head, facts = body.inset(4, 2).split(LEFT if lies else TOP, min(body.h, body.w * 0.36) if lies else body.h * 0.33)
    radius = min(head.w, head.h) / 2 - 1
    drawn = figure(view.look.figures[boss.id], head.cx, head.cy, radius)
    lying = view.s.cash[account.BOSS] if view.s is not None else 0
    if lying:  # on the boss: who wins may get them
        drawn += coins(lying, head.right - 9.0, head.bottom - 10.0, 9.0, view.look.coins)
    return group(paper, bar, title, drawn, _facts(sheet, boss, facts.inset(2, 0), lies), class_="boss")


def _tab(box: Box, r: float) -> str:
    """A strip with its upper corners rounded."""
    return (
        f"M{box.x:.1f} {box.bottom:.1f}v{r - box.h:.1f}a{r} {r} 0 0 1 {r}-{r}h{box.w - 2 * r:.1f}"
        f"a{r} {r} 0 0 1 {r} {r}v{box.h - r:.1f}z"
    )


def _facts(sheet: Sheet, boss: Boss, box: Box, lies: bool) -> str:
    """A coin with the price, a die with the least number that wins, points; below them the reward."""
    view, ink = sheet.view, sheet.theme.ink
    row, rest = box.split(TOP, min(ROW, box.h * 0.42))
    size, part = min(row.h - 4, row.w / 3.9), row.w / (3 if lies else 2)
    radius, x = size / 2, row.x + part
    coin = element("circle", cx=row.x + radius + 1, cy=row.cy, r=radius, **GOLD)
    price = line_of_text(
        str(boss.price), row.x + radius + 1, row.cy + size * 0.24, size * 0.66, "#2b1f00", narrow=False, bold=True
    )
    least = die(boss.roll, x, row.cy - radius, size) + line_of_text(
        "+", x + size + 1, row.cy + size * 0.26, size * 0.8, ink, "start", bold=True
    )
    points, rest = (
        (Box(x + size * 1.7, row.y, row.right - x - size * 1.7, row.h), rest) if lies else rest.split(TOP, 20)
    )
    worth = one_line(view.say("boss_points", n=boss.points), points.w, 17.0, bold=True)
    reward = fit(
        say(f"ability.{boss.reward}", view.lang, amount=view.amount(boss.reward_amount)), rest.w, rest.h - 2, 16.0
    )
    return (
        coin
        + price
        + least
        + block_of_text(worth, points.cx, points.cy - worth.height / 2, sheet.theme.accent)
        + block_of_text(reward, rest.cx, rest.cy - reward.height / 2, ink)
    )
