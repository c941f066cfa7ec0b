"""The builder's side in the kernel: its fields, what it says is wrong, what it refuses, its files."""

import json
import re
import warnings
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import DraftError, SavedGameError
from monopoly_lab.common.messages import has_message
from monopoly_lab.editions.options import OPTIONS
from monopoly_lab.game.scenarios import check_file
from monopoly_lab.widgets.html_elements import Words
from monopoly_lab.widgets.scenario_editor import edits
from monopoly_lab.widgets.scenario_editor.fields import EditorState, area, choice, field_id, list_field
from tests.sampled import EDITIONS, FEW, sampled

CLICK = 30_000  # bytes that opening a panel and a change in it may send


def under_way() -> "ml.ScenarioBuilder":
    """A builder without mistakes that stays so when the position is edited."""
    builder = ml.ScenarioBuilder("game_under_way")
    builder.set("expect", None)
    return builder


def side(builder: "ml.ScenarioBuilder", tab: str) -> str:
    builder._view.tab = tab
    return builder._view.section_markup("side")


def shown(markup: str) -> str:
    return unescape(re.sub(r"<[^>]*>", " ", markup))


@pytest.mark.usefixtures("drawn")
@pytest.mark.parametrize("name", sampled(ml.scenarios(), ml.scenarios()[::5]))
def test_start__a_shipped_scenario_is_shown_without_mistakes_and_as_it_is(name: str) -> None:
    builder = ml.ScenarioBuilder(name)
    assert builder.problems() == [] and "No mistakes" in repr(builder.problems())
    for tab in edits.TABS:
        assert side(builder, tab)
    scenario = ml.Scenario.load(name)
    assert builder.game().state == scenario.game().state
    assert builder.table().game.undone == scenario.script
    assert shown(builder._view.section_markup("head")).split("✓")[0].strip() == scenario.title


@cache  # for all panels: each of its tests takes back what it sets
def full_table(edition: str) -> "ml.ScenarioBuilder":
    """A builder with as many seats as the edition takes."""
    builder = ml.ScenarioBuilder()
    most = int(ml.load_edition(edition).resolve()["players.max"])
    builder.set("edition", edition)
    while builder.draft.seats < most:
        builder.add_seat()
    return builder


@pytest.mark.usefixtures("drawn")
@pytest.mark.parametrize("edition", sampled(ml.editions(), FEW, EDITIONS))
@pytest.mark.parametrize("tab", edits.TABS)
def test_click__sends_little(edition: str, tab: str) -> None:
    builder = full_table(edition)
    face = builder._view
    face.tab, face.selected = edits.TABS[tab == edits.TABS[0]], 1
    sent: list[int] = []
    face.send = lambda content, buffers=None: sent.append(len(json.dumps(content)) + sum(map(len, buffers or [])))
    side(builder, tab)
    builder.set("players[0].cash", 7)
    assert 0 < sum(sent) < CLICK
    builder.undo()
    assert builder.problems() == []


# Each field of each panel, as the browser sends it: act, value, the place it sets, what stands there then.
@pytest.mark.full
def test_panels__open_for_editions_of_which_no_scenario_is_shipped() -> None:
    builder = ml.ScenarioBuilder()
    for edition in sorted({*ml.editions()} - {ml.Scenario.load(name).edition.id for name in ml.scenarios()}):
        builder.set("edition", edition)
        assert builder.problems() == [], edition
        for tab in edits.TABS:
            assert side(builder, tab), (edition, tab)


FIELDS = [
    ("set:title", "Mine", "title", "Mine"),
    ("set:lesson", "auctions", "lesson", "auctions"),
    ("num:minutes", "45", "minutes", 45),
    ("set:text", "Watch.\nAsk.", "text", "Watch.\nAsk."),
    ("set:source", "a book", "source", "a book"),
    ("num:seed", "7", "seed", 7),
    ("set:edition", "classic_london", "edition", "classic_london"),
    ("set:options.profile", "pre2008", "options.profile", "pre2008"),
    ("num:options.salary", "400", "options.salary", 400),
    ("set:options.auction", "false", "options.auction", False),
    ("set:options.decks", "replacement", "options.decks", "replacement"),
    ("set:options.mode", "short", "options.mode", "short"),
    ("set:options.house_rules", "true", "options.house_rules", True),
    ("set:start.turn", "Cy", "start.turn", "Cy"),
    ("set:start.first", "Dan", "start.first", "Dan"),
    ("num:start.round", "3", "start.round", 3),
    ("set:seats[0].name", "Anna", "start.turn", "Anna"),
    ("set:seats[0].strategy", "cautious", "seats[0].strategy", "cautious"),
    ("set:seats[0].strategy", '{name = "cautious", reserve = 5}', "seats[0].strategy.reserve", 5),
    ("num:players[0].cash", "500", "start.cash.Ann", 500),
    ("set:players[0].position", "jail", "start.position.Ann", "jail"),
    ("add:players[0].cards", "chance 9", "start.cards.Ann", ["chance 9"]),
    ("set:spaces.mediterranean.owner", "Bo", "spaces.mediterranean.owner", "Bo"),
    ("num:spaces.new_york.buildings", "3", "start.buildings.new_york", 3),
    ("num:spaces.new_york.buildings", "hotel", "start.buildings.new_york", "hotel"),
    ("set:spaces.oriental.mortgaged", "yes", "spaces.oriental.mortgaged", True),
    ("pile:chest", "chest 3", "start.piles.chest", ["chest 3"]),
    ("num:start.pots.parking", "70", "start.pots.parking", 70),
    ("set:script[0]", "build new_york", "script", ["build new_york"]),
    ("expect", "houses", "expect[0].houses", 26),
    ("expect", "cash", "expect[0].cash.Ann", 420),
]


@pytest.mark.parametrize(("act", "value", "place", "stands"), FIELDS)
def test_field__sets_its_place_and_empty_takes_it_away(act: str, value: str, place: str, stands: Any) -> None:
    builder = under_way()
    before = builder.draft.content
    builder._on_message(act, value, {})
    assert builder.get(place) == stands and builder._view.section_markup("problem") == ""
    builder._on_message("undo", "", {})
    assert builder.draft.content == before
    verb, _, target = act.partition(":")
    if verb in ("set", "num") and target not in ("edition", "seats[0].name"):
        builder._on_message("redo", "", {})
        builder._on_message(act, "", {})
        assert not builder.get(place)


NUMBERS = [field for field in FIELDS if field[0].startswith("num:") and "buildings" not in field[0]]


@pytest.mark.parametrize("wrong", ["much", "1.5", "-1", "99999999999999999999", "1e3"])
@pytest.mark.parametrize("act", [field[0] for field in NUMBERS])
def test_field__a_wrong_number_is_said_beside_it_and_in_the_list(act: str, wrong: str) -> None:
    builder = under_way()
    builder._on_message(act, wrong, {})
    problems = builder.problems()
    assert len(problems) == 1
    message = problems[0].partition(": ")[2]
    assert message in shown(builder._view.section_markup("head"))
    builder._on_message("goto", builder.draft.problems()[0].place, {})
    field = re.search(rf'<input[^>]*data-change="{re.escape(act)}"[^>]*>', builder._view.section_markup("side"))
    assert field and 'aria-invalid="true"' in field[0]
    described = re.search(r'aria-describedby="([^"]+)"', field[0])
    assert described and message in shown(
        builder._view.section_markup("side").split(f'id="{described[1]}"')[1].split("</div>")[0]
    )


def test_mistakes__the_words_of_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from monopoly_lab import cli

    builder = under_way()
    builder.set("start.deeds.Ann[0]", "st_jmes")
    builder.set("players[1].cash", -5)
    builder.set("minutes", "ten")
    path = builder.save(tmp_path / "wrong.toml", with_mistakes=True)
    assert cli.main(["check", str(path)]) == 1
    assert capsys.readouterr().out.splitlines() == [f"{path}: {text}" for text in builder.problems()]


@pytest.mark.parametrize(
    ("place", "value", "tab"),
    [
        ("start.cash.Eve", 5, "file"),
        ("start.cash.Bo", -5, "seats"),
        ("start.buildings.boardwalk", 3, "deed"),
        ("start.deeds.Ann[4]", "nowhere", "file"),
        ("options.salary", -1, "rules"),
        ("options.salry", 1, "rules"),
        ("start.piles.chance", ["chest 1"], "cards"),
        ("script", ["fly"], "course"),
        ("expect", [{"houses": 1}], "course"),
        ("edition", "nowhere", "about"),
    ],
)
def test_mistake__leads_to_its_tab_and_can_be_taken_away(place: str, value: Any, tab: str) -> None:
    builder = under_way()
    builder.set(place, value)
    problem = builder.draft.problems()[0]
    builder._on_message("goto", problem.place, {})
    assert builder._view.tab == tab
    said = problem.message.replace("park_place", "Park Place").replace(
        "boardwalk", "Boardwalk"
    )  # in the name on the board, not in its id
    assert said in shown(
        builder._view.section_markup("side") if tab != "file" else builder._view.section_markup("head")
    )
    if place != "edition":
        builder._on_message("drop", problem.place, {})
        assert builder.problems() == []


@pytest.mark.usefixtures("drawn")
def test_board__is_empty_without_an_edition_and_there_again_with_one() -> None:
    builder = under_way()
    board = builder._view.section_markup("board")
    builder.set("edition", "nowhere")
    assert builder._view.parts["board"] == ["<g></g>"] and not builder._view.parts["facts"]
    builder.undo()
    assert builder._view.section_markup("board") == board and "Bo" in board


def test_options__only_what_differs_is_written() -> None:
    builder = under_way()
    builder._on_message("num:options.salary", "200", {})
    builder._on_message("set:options.auction", "true", {})
    builder._on_message("set:options.rounding", "up", {})
    assert builder.get("options") is None
    builder._on_message("set:options.mode", "short", {})
    builder._on_message("num:options.build_even.maximum", "3", {})  # as the short game has it
    assert builder.get("options") == {"mode": "short"}
    builder._on_message("num:options.build_even.maximum", "4", {})
    assert builder.get("options") == {"mode": "short", "build_even.maximum": 4}


@pytest.mark.parametrize("key", OPTIONS)
def test_options__each_switch_says_what_it_does_and_names_its_values(key: str) -> None:
    assert has_message(f"option.{key}"), f'the catalogs need "{key}" under [option]'
    for value in OPTIONS[key].values:
        assert has_message(f"option_value.{key}.{value}"), (
            f'the catalogs need "{value}" of "{key}" under [option_value]'
        )


@pytest.mark.parametrize("edition", sampled(ml.editions(), FEW[:1], EDITIONS))
def test_rules__every_topic_opens_with_its_switches_and_the_place_in_the_rule_book(edition: str) -> None:
    builder = ml.ScenarioBuilder()
    builder.set("edition", edition)
    builder._view.tab = "rules"
    for topic in {key.split(".")[0] for key in OPTIONS}:
        builder._on_message("topic", topic, {})
        panel = builder._view.section_markup("side")
        for key in OPTIONS:
            if key.split(".")[0] == topic:
                assert f":options.{key}&quot;" in panel or f':options.{key}"' in panel
        assert "ml-rule" in panel


def test_rules__search_finds_by_title_label_and_key() -> None:
    builder = under_way()
    builder._view.tab = "rules"
    for sought in ("salary", "Salary for passing", "jail_exit.fine"):
        builder._on_message("seek", sought, {})
        assert 1 <= builder._view.section_markup("side").count('class="ml-topic') <= 5  # of more than a hundred
    builder._on_message("seek", "no such rule", {})
    assert "No rule of that name" in builder._view.section_markup("side")


@pytest.mark.usefixtures("drawn")
def test_space__click_by_click() -> None:
    builder = ml.ScenarioBuilder()
    builder._view.selected, builder._view.tab = 37, "deed"  # Park Place, of the dark blue group
    for act, value in (
        ("group_owner", "37:Ann"),
        ("group_level", "37:hotel"),
        ("set:players[1].position", "park_place"),
    ):
        builder._on_message(act, value, {})
    assert builder.problems() == []
    assert builder.get("start") == {
        "deeds": {"Ann": ["park_place", "boardwalk"]},
        "buildings": {"park_place": "hotel", "boardwalk": "hotel"},
        "position": {"Bo": "park_place"},
    }
    assert "Ann" in builder._view.parts["facts"][37] and "here: Bo" in builder._view.parts["facts"][37]
    builder._on_message("undo", "", {})
    builder._on_message("undo", "", {})
    assert builder.get("start") == {"deeds": {"Ann": ["park_place", "boardwalk"]}}


def test_jail__a_prisoner_with_failed_throws() -> None:
    builder = ml.ScenarioBuilder()
    builder._view.selected, builder._view.tab = 10, "deed"
    builder._on_message("set:players[1].position", "jail", {})
    assert "players[1].jail" in builder._view.section_markup("side")
    builder._on_message("num:players[1].jail", "2", {})
    assert builder.game().state.jail == {"Bo": 2} and builder.problems() == []


def test_players__bankrupt_moved_removed() -> None:
    builder = under_way()
    builder._on_message("out", "1", {})
    assert builder.get("start.out") == ["Bo"] and builder.problems()  # he still owns deeds
    builder._on_message("out", "1", {})
    assert builder.problems() == []
    builder._on_message("move_seat", "0:1", {})
    builder._on_message("remove_seat", "0", {})
    assert [builder.draft.name_of_seat(i) for i in range(builder.draft.seats)] == ["Ann", "Cy", "Dan"]
    builder._on_message("add_seat", "", {})
    assert builder.draft.name_of_seat(3) == "Bo"
    assert builder.problems() == []


def test_cards__the_whole_pile_gives_the_next_cards() -> None:
    builder = ml.ScenarioBuilder()
    for act, value in (("pile:chance", "chance 5"), ("pile:chance", "chance 7"), ("move_card", "chance:1:0")):
        builder._on_message(act, value, {})
    builder._on_message("whole_pile", "chance", {})
    assert builder.problems() == []
    seventh, fifth = (builder.game().edition.decks[0].cards[n - 1].id for n in (7, 5))
    assert builder.game().state.piles["chance"][:2] == (seventh, fifth)
    assert len(builder.get("start.piles.chance")) == 16
    builder._on_message("add:players[0].cards", "chance 9", {})
    assert "is held by Ann" in str(builder.problems())
    builder._on_message("take", "0:players[0].cards", {})
    assert builder.problems() == []


def test_figures__characters_coins_and_bosses() -> None:
    builder = ml.ScenarioBuilder("which_die_first")
    builder.set("expect", None)
    builder.set("script", None)
    edition = builder.draft.edition()
    boss, other = edition.bosses[-2].id, edition.bosses[-3].id
    for act, value in (
        ("add:players[0].bosses", boss),
        ("add:start.escaped", other),
        ("num:start.coins.parking", "3"),
        ("num:start.pots.boss", "2"),
    ):
        builder._on_message(act, value, {})
    assert builder.problems() == []
    state = builder.game().state
    assert state.bosses["Ann"] == (boss,) and state.escaped == (other,)
    assert state.coins["parking"] == 3 and state.pots["boss"] == 2
    builder._on_message("num:start.coins.parking", "many", {})
    builder._on_message("goto", "start.coins.parking", {})
    assert builder._view.tab == "deed" and "is not a whole number" in builder._view.section_markup("side")
    builder._on_message("add:players[0].characters", "mario", {})
    builder._on_message("goto", "start.characters.Ann", {})
    assert builder._view.tab == "seats"


def test_tokens__each_of_several_is_put_and_held_by_itself() -> None:
    builder = ml.ScenarioBuilder("two_players_four_characters")
    for key in ("expect", "script"):
        builder.set(key, None)
    builder.set("start.turn", "Ann")
    jail = builder.draft.edition().spaces[builder._scene.t.jail].id if builder._scene else ""
    builder._on_message("set:players[1].position[1]", jail, {})
    builder._on_message("num:players[1].jail[1]", "1", {})
    assert builder.problems() == []
    assert builder.game().state.held["Bo"] == (None, 1)
    assert builder.game().state.tokens["Bo"][1] == jail != builder.game().state.tokens["Bo"][0]
    builder._view.selected = builder.draft.edition().space(jail)
    assert "players[1].jail[1]" in side(builder, "deed")
    builder._on_message("num:players[1].jail[1]", "", {})
    assert builder.get("players[1].jail") is None


def test_course__answers_one_by_one_and_what_was_played_below() -> None:
    builder = ml.ScenarioBuilder("must_redeem")
    builder._on_message("drop", "script[2]", {})
    builder._on_message("expect", "node", {})
    assert builder.get("expect[2].node") == "inherit" or builder.get("expect[1].node") == "inherit"
    builder = under_way()
    assert "Ann throws the dice to move" in side(builder, "course")
    builder.show_table()
    assert builder._table is not None and builder._below.children == (builder._table.widget,)
    for text in ("build new_york", "roll 6 4"):
        builder._table.press(text)
    builder._on_message("take_over", "", {})
    assert builder.get("script") == ["build new_york", "roll 6 4"] and builder.problems() == []


def test_position__of_the_table_below_becomes_the_start() -> None:
    builder = under_way()
    builder.show_table()
    assert builder._table is not None
    builder._table.press("roll 6 4")
    builder._on_message("take_position", "", {})
    assert builder.get("start.turn") == "Bo" and builder.get("start.cash.Ann") == 220
    assert builder.get("title") == "A game under way" and builder.problems() == []
    again = ml.ScenarioBuilder(builder._table)
    assert again.get("start") == builder.get("start")


def test_table__is_not_opened_while_the_position_has_mistakes() -> None:
    builder = under_way()
    builder.set("players[0].cash", -1)
    assert "1 mistake has to be corrected" in builder.show_table()[0]
    assert builder._below.children == ()
    with pytest.raises(SavedGameError, match="-1 is outside"):
        builder.table()


def test_file__saved_only_when_asked_twice_over_a_file_and_with_mistakes(tmp_path: Path) -> None:
    builder = under_way()
    path = tmp_path / "mine.toml"
    form = {"file": [str(path)]}
    builder._on_message("file", "save", form)
    assert "Saved as" in builder._note and check_file(path) == []
    first = path.read_text(encoding="utf-8")
    builder.set("players[0].cash", -1)
    builder._view.tab = "file"
    for asked, problem in (("save", "there already"), ("overwrite", "1 mistake")):
        builder._on_message("file", asked, form)
        assert problem in builder._view.section_markup("problem") and path.read_text(encoding="utf-8") == first
    assert 'value="both"' in builder._view.section_markup("side")
    builder._on_message("file", "both", form)
    assert "Saved as" in builder._note and "-1" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("act", "value", "form", "said"),
    [
        ("file", "save", {"file": ["  "]}, "needs a name"),
        ("file", "save", {"file": ["x.txt"]}, "is a .toml file"),
        ("file", "save", {"file": ["/nowhere/x.toml"]}, "is not there"),
        ("file", "load", {"file": ["nowhere.toml"]}, "nowhere.toml"),
        ("load", "cassino", {}, "cassino"),
        ("upload", "not = [toml", {}, "not TOML"),
        ("text", "", {"text": ["a = "]}, "not TOML"),
        ("toml:expect[0].cash", "{Ann", {}, "cannot be read as a value"),
        ("set:sats", "x", {}, "no place"),
        ("num:players[9].cash", "5", {}, "no seat 9"),
        ("set:spaces.nowhere.owner", "Ann", {}, "nowhere"),
        ("set:spaces.boardwalk.owner", "Eve", {}, "Eve"),
        ("set:script[9]", "roll 1 2", {}, "entries so far"),
    ],
)
def test_refused__is_said_and_changes_nothing(act: str, value: str, form: dict[str, list[str]], said: str) -> None:
    builder = under_way()
    before = builder.draft.content
    builder._on_message(act, value, form)
    assert said in unescape(builder._view.section_markup("problem"))
    assert builder.draft.content == before
    builder._on_message("set:title", "Mine", {})
    assert builder._view.section_markup("problem") == ""


def test_text__the_whole_file_can_be_edited_and_undone() -> None:
    builder = under_way()
    before = builder.toml()
    builder._on_message("text", "", {"text": [before.replace("A game under way", "Another")]})
    assert builder.get("title") == "Another"
    builder._on_message("load", "casino", {})
    assert builder.get("edition") == "ukraine"
    builder.undo()
    builder.undo()
    assert builder.toml() == before


def test_load__a_file_with_mistakes_is_opened_to_be_mended(tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text('format = 1\nedition = "classic_us"\nseats = [{name = "Ann"}, {name = "Ann"}]\nplayers = 3\n')
    builder = ml.ScenarioBuilder(path)
    assert len(builder.problems()) == 2 and builder._state["file"] == str(path)
    builder.set("seats[1].name", "Bo")
    assert builder.set("players", None) == []
    with pytest.raises(SavedGameError, match="not TOML"):
        path.write_text("x = [", encoding="utf-8")
        ml.ScenarioBuilder(path)


def test_load__a_position_with_a_function_at_a_seat_has_a_person_there() -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        builder = ml.ScenarioBuilder(ml.Game(players=[("Ann", lambda view: view.choices()[0]), "Bo"]))
    assert "cannot be saved" in str(told[0].message)
    assert builder.get("seats") == [{"name": "Ann"}, {"name": "Bo"}]


def test_summary__says_title_edition_players_and_mistakes() -> None:
    builder = under_way()
    assert builder.summary().splitlines()[0] == "A game under way (classic_us; Ann, Bo, Cy, Dan)"
    assert repr(builder.set("players[0].cash", -1)) in builder.summary()
    with pytest.raises(DraftError):
        builder.set("sats", 1)


def test_heard__what_is_no_act_is_passed_over() -> None:
    builder = under_way()
    before = builder.draft.content
    for act in ("stop", "luck", "", "fly", "round"):
        builder._on_message(act, "1", {})
    assert builder.draft.content == before


class Roots(HTMLParser):
    """How many elements stand beside each other in a piece of markup."""

    VOID = ("input", "br", "img", "hr")

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.depth = self.roots = 0
        self.feed(markup)

    def handle_starttag(self, tag: str, attributes: object) -> None:
        self.roots += self.depth == 0
        self.depth += tag not in self.VOID

    def handle_startendtag(self, tag: str, attributes: object) -> None:
        self.roots += self.depth == 0

    def handle_endtag(self, tag: str) -> None:
        self.depth -= 1


@pytest.mark.usefixtures("drawn")
def test_pieces__each_is_one_element() -> None:
    """The browser keeps and replaces elements one by one."""
    builder = ml.ScenarioBuilder("jail_card_bought")
    builder.set("players[0].cash", -1)
    builder.set("start.out", ["Eve"])
    builder.set("spaces.bow.mortgaged", True)
    builder._view.selected = builder.draft.edition().space("bow")
    for tab in edits.TABS:
        side(builder, tab)
        for section in ("head", "play", "side"):
            for piece in builder._view.parts[section]:
                found = Roots(piece)
                assert (found.roots, found.depth) == (1, 0), piece


def test_disk__of_the_teacher_is_neither_written_nor_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    builder = ml.ScenarioBuilder("game_under_way")
    saved = builder.save(tmp_path / "saved.toml")
    monkeypatch.setenv("MONOPOLY_LAB_FILES", "off")
    before = builder.toml()
    for act, value, form in (
        ("file", "save", {"file": [str(tmp_path / "new.toml")]}),
        ("file", "load", {"file": [str(saved)]}),
        ("load", str(saved), {}),
    ):
        builder._on_message(act, value, form)
    assert builder.toml() == before and list(tmp_path.iterdir()) == [saved]
    builder._on_message("load", "casino", {})
    assert builder.toml() != before


@pytest.mark.parametrize(
    ("act", "value"),
    [
        ("remove_seat", "x"),
        ("remove_seat", "9"),
        ("move_seat", "9:0"),
        ("move_seat", "1"),
        ("out", "9"),
        ("take", "one:players[0].cards"),
        ("group_owner", "x:Ann"),
        ("move_card", "chance"),
        ("seat", ""),
        ("expect", "weather"),
        ("set:players[0].position[7]x", "go"),
    ],
)
def test_heard__an_act_that_no_button_sends_is_refused_in_words(act: str, value: str) -> None:
    builder = under_way()
    before = builder.draft.content
    builder._on_message(act, value, {})
    assert builder._view.section_markup("problem") and builder.draft.content == before


@pytest.mark.parametrize(
    ("key", "typed", "stands"),
    [
        ("salaries", "400, 100", [400, 100]),
        ("dice", "[1, 2]", [1, 2]),
        ("rent_scale", "50", 50),
        ("rent_scale", "{orange = 50}", {"orange": 50}),
        ("rent_cap", "{red = 100}", {"red": 100}),
        ("changes", "{round = 4, options = {salary = 0}}", [{"round": 4, "options": {"salary": 0}}]),
    ],
)
def test_options__lists_and_tables_are_written_on_a_line(key: str, typed: str, stands: object) -> None:
    builder = ml.ScenarioBuilder()
    builder._view.tab = "rules"
    builder._on_message("topic", key, {})
    assert f"set:options.{key}" in builder._view.section_markup("side")
    builder._on_message(f"set:options.{key}", typed, {})
    assert builder.get("options") == {key: stands} and builder.problems() == []
    builder._on_message(f"set:options.{key}", "abc", {})
    assert f"options.{key}" in str(builder.problems())
    builder._on_message(f"set:options.{key}", "", {})
    assert not builder.get("options")


def test_open__where_a_class_looks_on_by_itself_the_words_for_the_teacher_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    note = ml.Scenario.load("must_redeem").text
    assert note and ml.ScenarioBuilder("must_redeem").draft.get("text").split() == note.split()
    monkeypatch.setenv("MONOPOLY_LAB_FILES", "off")
    builder = ml.ScenarioBuilder("must_redeem")
    builder.load("must_redeem")
    assert builder.draft.get_or_none("text") is None and builder.game().players


@pytest.mark.parametrize(("lang", "names"), [("en", ["Ann", "Bo"]), ("ru", ["Аня", "Боря"]), ("uk", ["Аня", "Богдан"])])
def test_new__scenario_has_players_with_names_of_the_reader(lang: str, names: list[str]) -> None:
    builder = ml.ScenarioBuilder(lang=lang)
    assert [builder.draft.get(f"players[{n}].name") for n in (0, 1)] == names


@pytest.mark.parametrize(
    ("lang", "title"), [("en", "Overview article"), ("ru", "Обзорная статья"), ("uk", "Оглядова стаття")]
)
def test_profiles__have_titles_in_the_language_of_the_reader(lang: str, title: str) -> None:
    builder = ml.ScenarioBuilder(lang=lang)
    builder.set("edition", "russia_moscow")
    assert title in side(builder, "about")


def state_of(builder: "ml.ScenarioBuilder", lang: str = "en") -> EditorState:
    return EditorState(builder.draft, None, [], Words(lang, "builder"))


def test_area__shows_a_table_of_texts_as_in_a_file() -> None:
    builder = ml.ScenarioBuilder()
    builder.set("text", {"en": "Hello", "uk": "Вітаю"})
    assert shown(area(state_of(builder), "text", "Text")).split("Text", 1)[1].strip() == '{en = "Hello", uk = "Вітаю"}'


@pytest.mark.parametrize("value", [True, False, 3, "text"])
def test_choice__shows_a_value_of_the_file_as_one_of_its_options(value: object) -> None:
    builder = ml.ScenarioBuilder()
    builder.draft.set("options.auction", value)
    pairs = [("", "as the book"), ("true", "yes"), ("false", "no"), ("3", "three"), ("text", "a text")]
    markup = choice(state_of(builder), "options.auction", "Auctions", pairs)
    assert markup.count("<option") == len(pairs) and markup.count(" selected") == 1
    assert f'value="{str(value).lower() if isinstance(value, bool) else value}" selected' in markup


def test_field__no_two_places_have_one_id() -> None:
    names = ("Ann B", "Ann-B", "Ann_B", "Ann.B", "Ann B ", "Ann\u00a0B", "AnnB")
    ids = {field_id(f"expect.cash.{name}") for name in names}
    assert len(ids) == len(names) and field_id("players[0].cash") == "ml-f-players-0-cash"
    assert all(re.fullmatch(r"[\w-]+", each) for each in ids)


def test_list__what_is_taken_away_is_named() -> None:
    builder = ml.ScenarioBuilder()
    builder.draft.set("start.escaped", ["morton"])
    markup = list_field(state_of(builder), "start.escaped", "Escaped", [("morton", "Morton")])
    assert 'title="take Morton away"' in markup
