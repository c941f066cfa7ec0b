"""How the table looks in JupyterLab: every edition with few and with many players, two themes, a narrow window."""

import pytest
from hands import tab
from labwindow import NARROW, Lab
from looks import faint, flaws

import monopoly_lab as ml

pytestmark = pytest.mark.browser

# Some rounds under way: owners, buildings, mortgages, tokens that stand together.
UNDER_WAY = """
import monopoly_lab as ml
players = ml.Game("{edition}").tables.o_players_{size}
names = ["Апполинария", "Bo", "Hugo-Maximilian", "Dan", "Євгенія", "Fay", "Gus", "Wilhelmina-Mary"][:players]
game = ml.Game("{edition}", players=[(name, "balanced") for name in names], seed=1, options={options})
game.run(rounds=8)
for name in names:
    game.seat(name, None)
ml.Table(game)
"""
TABS = ("Deed", "Manage", "Trade", "Log", "Worth", "Seats", "Time", "Keep")
CASES = [(edition, {}) for edition in ml.editions()] + [("ukraine", {"profile": "text_uk"})]


@pytest.mark.parametrize(("edition", "options"), CASES, ids=[f"{e}{len(o) or ''}" for e, o in CASES])
def test_editions__every_name_is_legible_with_few_and_with_many_players(
    lab: Lab, edition: str, options: dict[str, str]
) -> None:
    for size in ("min", "max"):
        table = lab.show(UNDER_WAY.format(edition=edition, size=size, options=options))
        assert flaws(table) == []
        lab.shot(f"edition_{'_'.join([edition, *options.values(), size])}")


def test_themes__legible_in_a_wide_and_in_a_narrow_window(lab: Lab) -> None:
    table = lab.show('import monopoly_lab as ml\nml.Table(ml.Scenario.load("game_under_way"))')
    for theme in ("light", "dark"):
        lab.theme(theme)
        table.locator(f"xpath=self::*[@data-theme='{theme}']").wait_for()
        for name in TABS:
            tab(table, name)
            table.get_by_role("tab", name=name, selected=True).wait_for()
            assert [*flaws(table), *faint(table)] == []
            if name in ("Manage", "Trade", "Keep"):
                lab.shot(f"theme_{theme}_{name}")


def test_narrow__nothing_is_cut_off_and_nothing_scrolls_sideways(lab: Lab) -> None:
    table = lab.show('import monopoly_lab as ml\nml.Table(ml.Scenario.load("game_under_way"))')
    lab.resize(NARROW)
    for name in TABS:
        tab(table, name)
        table.get_by_role("tab", name=name, selected=True).wait_for()
        assert flaws(table) == []
        assert table.evaluate("table => table.scrollWidth <= table.clientWidth")
        output = table.locator("xpath=ancestor::*[contains(@class, 'jp-OutputArea-output')]").first
        assert output.evaluate("output => output.scrollWidth <= output.clientWidth + 1")
        table.scroll_into_view_if_needed()
        lab.shot(f"narrow_{name}")
