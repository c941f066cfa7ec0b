"""Faces of editions in the table: a character is chosen by its head, in the card that all decisions share."""

from labwindow import NARROW, WIDE, Lab

CHOICE = 'import monopoly_lab as ml\nml.Table(ml.Game("gamer", players=["Ann", "Bo"], seed=1))'
MANY = """
import monopoly_lab as ml
names = ["Аполлинария", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hugo-Maximilian"]
game = ml.Game("classic_us", players=[(name, "balanced") for name in names], seed=4)
while game.round < 12:
    game.step()
ml.Table(game)
"""
OUTSIDE = """
(card) => {
  const box = card.getBoundingClientRect();
  return [...card.querySelectorAll("[data-character], [data-character] svg, [data-character] b")].filter((each) => {
    const b = each.getBoundingClientRect();
    return b.width < 1 || b.left < box.left - 1 || b.right > box.right + 1 || b.bottom > box.bottom + 1;
  }).map((each) => each.outerHTML.slice(0, 80));
}
"""
NARROWEST = """
(table) => Math.min(...[...table.querySelectorAll(".ml-board .rack rect")].map((e) => e.getBoundingClientRect().width))
"""


def test_character__heads_and_abilities_fit_the_card(lab: Lab) -> None:
    table = lab.show(CHOICE)
    for theme in ("light", "dark"):
        lab.theme(theme)
        for size in (NARROW, WIDE, (1920, 1080)):
            lab.resize(size)
            assert table.locator("[data-character] svg").count() == 4
            lab.shot(f"characters_{theme}_{size[0]}")
            assert table.locator(".ml-card").first.evaluate(OUTSIDE) == [], (theme, size)


def test_purses__of_eight_show_chips_that_can_be_seen(lab: Lab) -> None:
    table = lab.show(MANY)
    lab.resize(WIDE)
    lab.shot("eight_purses")
    assert table.evaluate(NARROWEST) >= 9
