"""Every shipped scenario plays, and shows what its rule book says: its expectations are checked on loading.

The expected sums are worked out in the comments of the files, from the figures of the
rule books and boards.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import monopoly_lab as ml
from monopoly_lab import cli
from monopoly_lab.common.errors import SavedGameError
from monopoly_lab.editions import rulebook_topics
from monopoly_lab.experiments.simulation import broken_promises
from monopoly_lab.game.scenarios import Scenario, scenarios
from monopoly_lab.game.scenarios.scenario import _folder as folder

# What no other kit shows, and the scenario that shows it: the event or cause in its log.
PECULIARITIES = {
    "building_auction": "auction_opened",
    "transfer_fee": "transfer_fee",
    "bank_auction": "auction",
    "casino": "jackpot",
    "tax_administration": "tax_office",
    "must_redeem": "redemption",
    "three_houses_a_turn": "built",
    "rent_let_pass": "rent_lapsed",
    "new_throw_for_a_utility": "rent",
    "jail_card_bought": "card_moved",
    "debt_settled_with_property": "deed_moved",
    "short_game": "dealt",
    "second_bankruptcy": "over",
    "time_is_called": "called",
    "pay_or_draw": "drew",
    "stadium_on_one_team": "built",
    "free_parking_shield": "card",
    "fine_by_the_banker": "fine_dice",
    "no_visitors_in_jail": "jailed",
    "ten_per_cent_or_200": "taxed",
    "junior_first_without_money": "over",
    "junior_card_for_the_cat": "card_kept",
    "bus_one_die_or_both": "showed",
    "hat_next_free_deed": "advanced",
    "three_alike_anywhere": "triple",
    "loan_for_houses": "loan_interest",
    "one_city_sold": "deed_sale",
    "two_missed_turns": "turn_missed",
    "railway_tram_loose_change": "parking",
    "prison_and_price_war": "freed",
}


@pytest.mark.parametrize("name", ml.scenarios())
def test_scenario__plays_as_expected_and_tells_the_teacher_what_to_watch(name: str) -> None:
    scenario = ml.Scenario.load(name)
    assert scenario.title and scenario.source and scenario.minutes > 0
    assert len(scenario.text.split()) >= 30
    assert "?" in scenario.text
    game = scenario.game()
    assert game.answers == () and game.undone == scenario.script
    assert scenario.replay().answers == scenario.script


@pytest.mark.parametrize("name", PECULIARITIES)
def test_scenario__shows_its_peculiarity(name: str) -> None:
    events = ml.Scenario.load(name).replay().events
    assert PECULIARITIES[name] in {event.kind for event in events} | {event.cause for event in events}


def test_scenarios__there_is_one_for_every_rule_book() -> None:
    shown = {ml.Scenario.load(name).edition.rulebook for name in ml.scenarios()}
    own = {edition.rulebook for edition in map(ml.load_edition, ml.editions())}  # some may cite a book of their own
    assert shown >= own & {*rulebook_topics.books()}


def test_scenarios__at_least_fourteen() -> None:
    assert len(ml.scenarios()) >= 14
    assert set(PECULIARITIES) <= set(ml.scenarios())


def test_scenario__is_found_by_name_or_path() -> None:
    assert ml.Scenario.load("casino") == ml.Scenario.load(folder() / "casino.toml")
    with pytest.raises(SavedGameError, match=r'no scenario "cassino".*did you mean "casino"'):
        ml.Scenario.load("cassino")


def test_scenario__plays_on_from_its_start_and_from_its_end() -> None:
    scenario = ml.Scenario.load("born_ahead")
    first, second = scenario.game(seed=3), scenario.game(seed=3)
    first.run(rounds=3)
    second.run(rounds=3)
    assert first.state == second.state and first.answers
    assert scenario.game().answers == ()


def test_scenario__redo_plays_its_script() -> None:
    scenario = ml.Scenario.load("must_redeem")
    game = scenario.game()
    game.redo(len(scenario.script))
    assert game.state == scenario.replay().state


EXPECTATIONS_ARE_COMPARED = ["cash", "jail", "pots", "owner", "mortgaged", "buildings", "worth", "position"]


@pytest.mark.parametrize("key", EXPECTATIONS_ARE_COMPARED)
def test_scenario__a_wrong_expectation_is_found(key: str, tmp_path: Path) -> None:
    """Each sum or name that is expected somewhere is changed, and then refused."""
    found = False
    for name in ml.scenarios():
        lines = (folder() / f"{name}.toml").read_text(encoding="utf-8").splitlines(keepends=True)
        start = next((i for i, line in enumerate(lines) if line.startswith(("[expect]", "[[expect]]"))), len(lines))
        for i in range(start, len(lines)):
            wrong = changed(lines[i], key)
            if wrong is None:
                continue
            path = tmp_path / "wrong.toml"
            path.write_text("".join([*lines[:i], wrong, *lines[i + 1 :]]), encoding="utf-8")
            with pytest.raises(SavedGameError, match=key) as caught:
                ml.Scenario.load(path)
            found |= "expected" in str(caught.value)
    assert found


def changed(line: str, key: str) -> str | None:
    """The line with another value; None for a line about something else."""
    wrong = {
        "cash": "{Ann = 7777}",
        "worth": "{Ann = 7777}",
        "pots": "{jackpot = 7777}",
        "jail": "{Bo = 2}",
        "owner": "{1 = 'bank', 3 = 'bank', 5 = 'bank', 37 = 'bank', 39 = 'bank', 21 = 'bank', 23 = 'bank'}",
        "mortgaged": "[1, 3]",
        "buildings": "{1 = 4, 3 = 4}",
        "position": "{Ann = 39, Bo = 39}",
    }
    return f"{key} = {wrong[key]}\n" if line.startswith(f"{key} = ") else None


def test_scenarios__a_wheel_carries_them_inside_the_package(tmp_path: Path, monkeypatch) -> None:
    from monopoly_lab.game.scenarios import scenario

    package = tmp_path / "monopoly_lab"
    inside = package / "material" / "scenarios"
    inside.mkdir(parents=True)
    (inside / "mine.toml").write_text((folder() / "casino.toml").read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(scenario, "__file__", str(package / "game" / "scenarios" / "scenario.py"))
    monkeypatch.setattr(scenario, "_folder", scenario._folder.__wrapped__)
    assert ml.scenarios() == ["mine"]
    assert ml.Scenario.load("mine").path == inside / "mine.toml"


def test_scenarios__need_the_standard_library_alone() -> None:
    """`python -S` has no site-packages."""
    root = Path(ml.__file__).parents[1]
    code = f"""
import sys, json; sys.path.insert(0, {str(root)!r})
import monopoly_lab as ml
print(json.dumps([ml.Scenario.load(name).replay().over for name in ml.scenarios()]))
"""
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (
        json.loads(done.stdout).count(True) == 4
    )  # the second bankruptcy, the first in the children's game, time called, the last boss


@pytest.mark.parametrize(
    ("name", "cause", "space", "amount"),
    [
        ("transfer_fee", "transfer_fee", "arbat", 20),
        ("must_redeem", "redemption", "arbat", 220),
        ("short_game", "deal", "boardwalk", 400),
        ("debt_settled_with_property", "rent", "bronnaya", 500),
    ],
)
def test_scenario__its_log_names_the_deed_that_is_paid_for(name: str, cause: str, space: str, amount: int) -> None:
    paid = [event for event in ml.Scenario.load(name).replay().events if event.cause == cause and event.kind == "paid"]
    assert (paid[0].space, paid[0].amount) == (space, amount)


def test_words__the_class_is_asked_and_only_the_teacher_is_told(tmp_path: Path) -> None:
    """What the words for the teacher give away does not stand in those for the class."""
    answers = {
        "casino": ("122", "94", "loses"),
        "ten_per_cent_or_200": ("2000",),
        "must_redeem": ("1280",),
        "transfer_fee": ("370", "390"),
        "second_bankruptcy": ("2770",),
        "time_is_called": ("1850", "1550"),
        "which_die_first": ("picks them up",),
        "born_ahead": ("luck",),
    }
    for name, given_away in answers.items():
        scenario = Scenario.load(name)
        assert scenario.project != scenario.text and "?" in scenario.project
        assert [each for each in given_away if each in scenario.text] == list(given_away)
        assert not [each for each in given_away if each in scenario.project], name
    page = Scenario.load("casino")._repr_mimebundle_()["text/html"]
    assert "146" not in page
    assert [each.title for each in map(Scenario.load, scenarios()) if each.project == each.text] == []
    own = tmp_path / "own.toml"
    own.write_text(PROMISING.replace("seats", 'text = "Who owes?"\nseats'))
    assert Scenario.load(own).project == "Who owes?"


PROMISING = """format = 1
edition = "classic_us"
seats = [{name = "Ann", strategy = "balanced"}, {name = "Bo", strategy = "balanced"}]
[start]
cash = {Ann = 1500, Bo = 0}
[play]
games = 20
rounds = 40
"""


def test_promises__shares_of_many_games_are_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(PROMISING + "wins = {Ann = [50, 100]}\n")
    assert cli.main(["check", "--play", str(path)]) == 0
    path.write_text(PROMISING + "wins = {Bo = [99, 100]}\nbankrupt = {Ann = [0, 100]}\n")
    assert cli.main(["check", str(path)]) == 0 and cli.main(["check", "--play", str(path)]) == 1
    assert "play.wins.Bo: promised from 99 to 100 % of the games" in capsys.readouterr().out
    path.write_text(PROMISING + "wins = {Cy = [1, 2], Ann = [3, 2], Bo = 5}\nwin = {}\n")
    assert cli.main(["check", str(path)]) == 1
    said = capsys.readouterr().out
    assert "play.wins.Cy" in said and "play.wins.Ann" in said and "[70, 85]" in said and "play.win:" in said


@pytest.mark.full
@pytest.mark.parametrize("name", [name for name in scenarios() if Scenario.load(name).promised.shares])
def test_promises__of_shipped_scenarios_hold(name: str) -> None:
    assert broken_promises(name) == []


def test_play__interrupted_judges_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*given: object) -> object:
        raise KeyboardInterrupt

    path = tmp_path / "promising.toml"
    path.write_text(PROMISING + "wins = {Ann = [50, 100]}\n")
    monkeypatch.setattr("monopoly_lab.experiments.simulation.Simulation._play", interrupted)
    assert cli.main(["check", "--play", str(path)]) == 130
    said = capsys.readouterr()
    assert "nothing was judged" in said.err and not said.out
