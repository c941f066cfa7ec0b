"""How the table looks in JupyterLab: every edition with few and with many players, two themes, a narrow window."""

import pytest
from hands import tab
from labwindow import NARROW, WIDE, Lab
from looks import faint, flaws

import monopoly_lab as ml
from tests.sampled import EDITIONS, rest_for_release

# Some rounds under way: owners, buildings, mortgages, tokens that stand together.
UNDER_WAY = """
import monopoly_lab as ml
players = ml.Game("{edition}").tables.o_players_{size}
names = ["Аполлинария", "Bo", "Hugo-Maximilian", "Dan", "Євгенія", "Fay", "Gus", "Wilhelmina-Mary"][:players]
game = ml.Game("{edition}", players=[(name, "balanced") for name in names], seed=1, options={options})
game.run(rounds=8)
for name in names:
    game.seat(name, None)
ml.Table(game)
"""
# By the name of its tab, what a panel begins with.
TABS = {name: name for name in ("Manage", "Trade", "Worth", "Seats", "Time", "File")}
TABS |= {"Deed": "Click a space of the board", "Log": "Round 11"}
CASES = [(edition, {}) for edition in ml.editions()] + [("ukraine", {"profile": "text_uk"})]
ALWAYS = [case for case in CASES if case[0] in {*EDITIONS, "russia_moscow"} - {"anti_monopoly", "junior"}]


WRONG = """
<div id="root" style="width: 300px; background: white; font: 16px sans-serif">
  <div class="ml-board"><svg width="200" height="100">
    <g class="space" data-space="7"><rect width="50" height="40"/><text x="2" y="20">Pennsylvania</text></g>
    <text x="100" y="70">one</text><text x="104" y="74">other</text>
  </svg></div>
  <button style="width: 60px; overflow: hidden; white-space: nowrap">Make this offer</button>
  <p style="position: absolute; left: 250px; width: 200px; color: black">beyond</p>
  <b style="color: #bbb">grey</b>
</div>
"""

# For a moment it stands where it was before.
PASSES = "text => { text.animate({ transform: ['translate(0, 34px)', 'translate(0, 34px)'] }, 600) }"


def test_measure__finds_what_is_wrong(lab: Lab) -> None:
    page = lab.context.new_page()
    page.set_content(WRONG)
    root = page.locator("#root")
    assert [flaw[:26] for flaw in flaws(root)] == [
        '"Pennsylvania" leaves spac',
        '"one" over "other"',
        'cut off: "Make this offer"',
        "over the edge of the table",
    ]
    assert [text[-6:] for text in faint(root)] == ['"grey"']
    page.locator("text", has_text="other").evaluate("text => text.setAttribute('y', 40)")
    page.locator("text", has_text="other").evaluate(PASSES)
    assert '"one" over "other"' not in flaws(root)
    page.close()


@pytest.mark.parametrize(
    ("edition", "options"), rest_for_release(CASES, ALWAYS), ids=[f"{e}{len(o) or ''}" for e, o in CASES]
)
def test_editions__every_name_is_legible_with_few_and_with_many_players(
    lab: Lab, edition: str, options: dict[str, str]
) -> None:
    for size in ("min", "max"):
        table = lab.show(UNDER_WAY.format(edition=edition, size=size, options=options))
        assert flaws(table) == []
        lab.shot(f"edition_{'_'.join([edition, *options.values(), size])}")


def test_tabs__legible_and_whole_in_a_wide_and_in_a_narrow_window(lab: Lab) -> None:
    table = lab.show('import monopoly_lab as ml\nml.Table(ml.Scenario.load("game_under_way"))')
    output = table.locator("xpath=ancestor::*[contains(@class, 'jp-OutputArea-output')]").first
    for theme, size in (("light", NARROW), ("light", WIDE), ("dark", WIDE)):  # colors are the same in both windows
        lab.theme(theme)
        table.locator(f"xpath=self::*[@data-theme='{theme}']").wait_for()
        lab.resize(size)
        for name, begins in TABS.items():
            tab(table, name).get_by_text(begins).first.wait_for()
            assert [*flaws(table), *faint(table)] == [], f"{name} at {size[0]}, {theme}"
            assert output.evaluate("output => output.scrollWidth <= output.clientWidth + 1")
            if size == NARROW:
                table.get_by_role("tabpanel").evaluate("panel => panel.scrollIntoView({ block: 'end' })")
            lab.shot(f"tab_{theme}_{size[0]}_{name}")
