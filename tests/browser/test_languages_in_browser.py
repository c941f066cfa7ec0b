"""The table in Russian and Ukrainian: longer words than the English ones find their place."""

import re

import pytest

NARROW, WIDE = (700, 720), (1280, 720)
GAME = """
from monopoly_lab import Game, Table
players = [("Аня", None), ("Боря", "greedy"), ("Вера", "balanced"), ("Геннадій", "trader")]
game = Game("ukraine", players, seed=7, options={{"profile": "{profile}"}}, lang="{lang}")
for player in game.players:
    game.seat(player, "greedy")
game.run(rounds=12)
game.seat("Аня", None)
game.run()
table = Table(game)
table
"""
# What is cut off: wider inside than outside without a way to scroll there.
CUT = """
table => [...table.querySelectorAll("button, [role=tab], label, select, th, h3, .ml-waiting, .ml-choices, .ml-row")]
  .filter(each => each.offsetParent && each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
  .filter(each => !["auto", "scroll"].includes(getComputedStyle(each).overflowX))
  .filter(each => getComputedStyle(each).display !== "inline")
  .map(each => `${each.tagName} ${each.className}: ${each.textContent.trim().slice(0, 60)}`)
"""
BEYOND = "table => table.scrollWidth - table.clientWidth"
# What makes a panel scroll sideways; only tables may, which have a column for each player.
TOO_WIDE = """
table => {
  const panel = table.querySelector(".ml-panel"), right = panel.getBoundingClientRect().right;
  return [...panel.querySelectorAll("*")].filter(each => !each.closest("table, option"))
    .filter(each => each.getBoundingClientRect().right > right + 1)
    .map(each => `${each.tagName}: ${each.textContent.trim().slice(0, 60)}`);
}
"""
CHANGED = "before => document.querySelector('.ml-table:not([data-old]) .ml-panel').innerHTML !== before"


BUILDER = GAME.replace("import Game, Table", "import Game, ScenarioBuilder").replace(
    "table = Table(game)\ntable", "ScenarioBuilder(game)"
)


@pytest.mark.parametrize(("lang", "profile"), [("ru", "text_ru"), ("uk", "text_uk")])
def test_table__nothing_is_cut_off_in_any_panel(lab, lang: str, profile: str) -> None:
    table = lab.show(GAME.format(lang=lang, profile=profile))
    nothing_is_cut_off(lab, table, f"table_{lang}")
    words = re.sub(r"[^A-Za-z ]", " ", table.inner_text())
    assert not {"Undo", "Redo", "Seats", "Worth", "Round"} & set(words.split())


def test_builder__nothing_is_cut_off_in_any_panel(lab) -> None:
    nothing_is_cut_off(lab, lab.show(BUILDER.format(lang="uk", profile="text_uk")), "builder_uk")


def nothing_is_cut_off(lab, table, name: str) -> None:
    panel = table.locator(".ml-panel")
    for size in (WIDE, NARROW):
        lab.resize(size)
        for tab in table.get_by_role("tab").all():
            before = panel.inner_html()
            if tab.get_attribute("aria-selected") != "true":
                tab.click()
                lab.page.wait_for_function(CHANGED, arg=before)
            assert table.evaluate(CUT) == [], f"{tab.text_content()} at {size[0]}"
            assert table.evaluate(TOO_WIDE) == [], f"{tab.text_content()} at {size[0]}"
            assert table.evaluate(BEYOND) <= 1
        lab.shot(f"{name}_{size[0]}")
