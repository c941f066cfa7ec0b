"""What the app for a class offers, refuses before it starts, and says of memory; the server is tested in a browser."""

import ast
import asyncio
import copy
import errno
import gzip
import json
import logging
import random
import re
import socket
import struct
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl

import measure_server_memory
import nbformat
import plotly.io
import psutil
import pytest
from IPython.utils.capture import capture_output
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from tornado.httpclient import AsyncHTTPClient
from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine
from tornado.testing import bind_unused_port
from tornado.web import Application, HTTPError, StaticFileHandler

import monopoly_lab as ml
from monopoly_lab import cli
from monopoly_lab.common import ABOUT, PROGRESS
from monopoly_lab.common.errors import ServeError
from monopoly_lab.common.messages import languages, say
from monopoly_lab.lessons import teacher_guide
from monopoly_lab.lessons.lesson_editions import student_notebook
from monopoly_lab.lessons.lesson_metadata import PLAN
from monopoly_lab.lessons.lesson_notebooks import lesson_names, read_lesson
from monopoly_lab.lessons.printed_text import render_markdown
from monopoly_lab.lessons.question_calls import asked_in
from monopoly_lab.live.connection_limits import (
    MOST_OF_ADDRESS,
    MOST_OF_VISITOR,
    STRANGERS,
    STRANGERS_OF_ONE,
    Connections,
    Listening,
)
from monopoly_lab.live.repeated_errors import MOST_TEXT, Repeats
from monopoly_lab.live.room import new_room
from monopoly_lab.players import called, strategies
from monopoly_lab.web.lesson_notebook import WALK, without_code
from monopoly_lab.web.server import games_folder, places, start_page, teacher_files
from monopoly_lab.web.server.begun_tables import MOST, BegunTables
from monopoly_lab.web.server.compression import FilesOnce
from monopoly_lab.web.server.kernel_forks import fork_kernels
from monopoly_lab.web.server.kernels import MB, Kernels, OpenPage, PageRequest, handled_in
from monopoly_lab.web.server.message_limits import (
    AT_ONCE,
    MANY_BYTES,
    MANY_MESSAGES,
    MOST_MISSED,
    MOST_UNREAD,
    Bucket,
    Budget,
    Missed,
)
from monopoly_lab.web.server.places import LESSON_MB, NEWCOMER, SPARE_MB, Places, giving_way
from monopoly_lab.web.server.sockets import (
    MOST_BYTES,
    PING_EVERY,
    KernelState,
    Socket,
    header_of,
    is_act,
    is_sound,
    message_of,
    parts_of,
    without_states,
)
from monopoly_lab.widgets.autosave import VARIABLE as AUTOSAVE
from monopoly_lab.widgets.lesson_page import Walk


def test_command__without_voila_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "voila", None)
    assert cli.main(["serve", "--no-browser"]) == 1
    assert 'pip install "monopoly-lab[serve]"' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--token", "abc"], "abc"),
        (["--token", ""], "at least 6"),
        (["--token", "a word"], "a word"),
        (["--students", "0"], "--students 0"),
        (["--idle", "0"], "--idle 0"),
        (["--idle", "nan"], "--idle nan"),
        (["--idle", "inf"], "--idle inf"),
        (["--port", "99999999"], "--port 99999999"),
        (["--warm", "-1"], "--warm -1"),
        (["--per-computer", "0"], "--per-computer 0"),
    ],
)
def test_command__what_cannot_be_used_is_refused_before_anything_starts(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture
) -> None:
    assert cli.main(["serve", "--no-browser", *arguments]) == 1
    assert said in capsys.readouterr().err


def test_token__is_another_one_each_time_and_can_be_typed() -> None:
    tokens = {games_folder.random_code() for _ in range(50)}
    assert len(tokens) == 50
    assert all(len(token) == games_folder.TOKEN_LENGTH and set(token) <= set(games_folder.LETTERS) for token in tokens)


def computer(monkeypatch: pytest.MonkeyPatch, free_mb: int) -> None:
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=free_mb * MB))


@pytest.mark.parametrize(("lessons", "limit"), [(40, 30), (30, 30), (7, 7), (0, 1)])
def test_places__no_more_than_memory_holds(monkeypatch: pytest.MonkeyPatch, lessons: int, limit: int) -> None:
    computer(monkeypatch, SPARE_MB + lessons * LESSON_MB + 1)
    found = Places.on_this_computer(None)
    assert found.limit == limit
    assert (f"There is memory for {limit} " in found.announcement()) is (limit < places.STUDENTS)
    tenths = (limit * LESSON_MB + 50) // 100  # of a GB, half of one rounded up
    assert f"{tenths / 10:.1f} GB" in found.announcement()


def test_places__refused_when_all_are_taken_or_memory_has_run_short(monkeypatch: pytest.MonkeyPatch) -> None:
    computer(monkeypatch, SPARE_MB + 4 * LESSON_MB)
    found = Places.on_this_computer(3)
    assert found.limit == 3 and found.refusal(2) is None
    assert found.refusal(3) == say("serve.full", n=3)
    computer(monkeypatch, SPARE_MB + LESSON_MB - 1)
    assert found.refusal(0) == say("serve.no_memory")


def page_on(computer: str, opened: float, used: bool = False, teachers: bool = False) -> OpenPage:
    page = OpenPage(PageRequest("s-1", computer=computer, is_teachers=teachers), opened=time.monotonic() - opened)
    if used:
        page.note_use()
    return page


def test_places__a_newcomer_that_nobody_uses_gives_way_where_most_pages_are_open() -> None:
    late = NEWCOMER + 1
    pages = {
        "used": page_on("10.0.0.1", late, used=True),
        "teacher": page_on("10.0.0.1", 9 * late, teachers=True),
        "alone": page_on("10.0.0.2", 3 * late),
        "second": page_on("10.0.0.1", late),
        "first": page_on("10.0.0.1", 2 * late),
        "new": page_on("10.0.0.1", NEWCOMER - 5),
    }
    assert giving_way(pages) == "first"
    assert giving_way(pages, "10.0.0.2") == "alone"
    assert giving_way(pages, "10.0.0.3") == giving_way({"new": pages["new"], "used": pages["used"]}) == ""


def test_places__one_computer_of_a_network_leaves_some_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    computer(monkeypatch, SPARE_MB + 60 * LESSON_MB)
    found = Places.on_this_computer(30)
    assert found.refusal(29, here=29) is None  # on this computer alone
    assert found.with_network_limit(None).of_one == 23 and found.refusal(23, here=22) is None
    assert found.refusal(23, here=23) == say("serve.full_here", n=23)
    assert found.refusal(23, here=23, is_teacher=True) is None
    assert found.with_network_limit(30).refusal(29, here=29) is None


@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="kernels are forked on Linux only")
def test_memory__what_is_said_of_a_table_is_what_a_forked_kernel_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    factory = KernelProvisionerFactory.instance()
    monkeypatch.setattr(factory, "default_provisioner_name", factory.default_provisioner_name)
    fork_kernels()
    size, _ = measure_server_memory.memory(start_page.WantedGame.from_form({"seed": "1"}).notebook())
    assert places.TABLE_MB / 2 < size < places.TABLE_MB * 1.5


@pytest.mark.parametrize("edition", ml.editions())
@pytest.mark.parametrize("others", [start_page.PEOPLE, start_page.MIXED, "cautious"])
def test_offer__every_edition_can_be_sat_down_to(edition: str, others: str) -> None:
    least, most = start_page.seats(edition)
    for number in {least, most}:
        asked = start_page.WantedGame.from_form(
            {"edition": edition, "number": str(number), "others": others, "name": " Zoe ", "seed": "7"}
        )
        game = ml.Game(asked.edition, players=list(asked.players), seed=asked.seed)
        assert len(game.players) == number and game.players[0] == "Zoe"
        assert game.seats["Zoe"] is None
        assert all((who is None) is (others == start_page.PEOPLE) for name, who in game.seats.items() if name != "Zoe")


def test_offer__without_a_number_for_luck_each_game_has_its_own() -> None:
    assert len({start_page.WantedGame.from_form({}).seed for _ in range(20)}) > 15
    assert start_page.WantedGame.from_form({"seed": "7"}) == start_page.WantedGame.from_form({"seed": "7"})


@pytest.mark.parametrize(
    ("accepted", "lang"),
    [
        ("ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7", "ru"),
        ("de,en;q=0.3,uk;q=0.8", "uk"),
        ("en-GB", "en"),
        ("de-DE, fr;q=0.5", ""),
        ("", ""),
        ("ru;q=much, *;q=0.1", ""),
    ],
)
def test_language__of_the_browser_is_the_first_of_ours_that_it_asks_for(accepted: str, lang: str) -> None:
    assert start_page.preferred_language(accepted) == lang


@pytest.mark.parametrize(
    ("lang", "letters"), [("en", "[A-Z][a-z]+"), ("ru", "[А-Я][а-я]+"), ("uk", "[А-ЯЄІЇ][а-яєії]+")]
)
def test_offer__others_have_names_in_the_letters_of_the_reader(lang: str, letters: str) -> None:
    most = max(start_page.seats(edition)[1] for edition in ml.editions())
    names = start_page._names(lang)
    assert len(set(names)) == len(names) >= most and all(re.fullmatch(letters, name) for name in names)
    asked = start_page.WantedGame.from_form({"lang": lang, "number": "4", "name": names[1], "seed": "1"})
    assert [name for name, _ in asked.players] == [names[1], names[0], *names[2:4]]
    assert list(ml.Game(asked.edition, players=list(asked.players), seed=1).players) == [
        name for name, _ in asked.players
    ]


def test_offer__the_board_shows_as_many_as_are_wanted_in_the_language_of_the_reader() -> None:
    three = start_page.board("classic_us", "3", "ru")
    assert start_page.board("classic_us", "99", "ru") == start_page.board("classic_us", "2", "ru") != three
    assert "Вика" in three and "Вика" not in start_page.board("classic_us", "2", "ru")
    assert three != start_page.board("classic_us", "3", "en")


@pytest.mark.parametrize("lang", languages())
def test_words__of_strategies_are_those_of_the_reader(lang: str) -> None:
    words = [called(name, lang) for name in strategies()]
    assert len(set(words)) == len(words) and not any("_" in word for word in words)
    assert lang == "en" or not any(re.search("[a-z]", word) for word in words)
    table = ml.Table(
        ml.Game("classic_us", players=[("Ann", None), ("Bo", "boss_hunter")], seed=1, lang=lang), lang=lang
    )
    table._view.tab = "seats"
    panel = re.sub("<[^>]*>", "", "".join(table._screen.panels.markup()))
    assert called("boss_hunter", lang) in panel and "boss_hunter" not in panel


@pytest.mark.parametrize("drawn", [0, start_page.MOST_NUMBER])
def test_offer__the_number_drawn_for_an_empty_field_is_taken_as_one_that_was_typed(
    monkeypatch: pytest.MonkeyPatch, drawn: int
) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda bound: min(drawn, bound - 1))
    seed = start_page.WantedGame.from_form({}).seed
    assert seed == drawn == start_page.WantedGame.from_form({"seed": str(seed)}).seed
    with pytest.raises(ServeError, match=str(start_page.MOST_NUMBER + 1)):
        start_page.WantedGame.from_form({"seed": str(start_page.MOST_NUMBER + 1)})


def test_tables__are_offered_to_their_visitor_when_something_was_played_and_no_more_than_a_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MONOPOLY_LAB_AUTOSAVE", str(tmp_path))
    monkeypatch.setattr("monopoly_lab.web.server.begun_tables.MOST", most := 3)
    tables, form = BegunTables(), {"seed": "1", "others": start_page.PEOPLE, "name": "Zoe", "lang": "ru", "token": "x"}
    for form in ({**form, "seed": str(seed)} for seed in range(most + 2)):
        file = tables.note(form, tmp_path)
        table = ml.Table(start_page.WantedGame.from_form(form).game())
        assert table.keep() == tmp_path / file
        assert all(each.file != file for each in tables.tables_of(tmp_path, "en"))  # nothing is played yet
        table.play_on("step")
        table.keep()
    begun = tables.tables_of(tmp_path, "uk")
    assert len(begun) == most and begun[0].file == file and begun[0].answers == 1
    assert begun[0].players.startswith("Zoe, ") and begun[0].title == "Класика, Атлантик-Сіті"
    assert f"seed={most + 1}" in begun[0].address and "token" not in begun[0].address
    shown = dict(parse_qsl(begun[0].address.partition("?")[2]))
    assert "Zoe" not in begun[0].address and tables.completed(shown, tmp_path)["name"] == "Zoe"
    assert "name" not in tables.completed(shown, tmp_path / "of another")  # who is sent the address has no name
    assert [each.file for each in BegunTables().tables_of(tmp_path, "uk")] == [
        each.file for each in begun
    ]  # started again
    assert not tables.tables_of(tmp_path / "of another", "uk")
    tables.forget(file, tmp_path / "of another")
    tables.forget("../other.toml", tmp_path)
    assert len(tables.tables_of(tmp_path, "uk")) == most
    tables.forget(file, tmp_path)
    assert not (tmp_path / file).exists() and len(tables.tables_of(tmp_path, "uk")) == most - 1
    (tmp_path / begun[1].file).write_text("branches = 7")
    assert len(tables.tables_of(tmp_path, "uk")) == most - 2


def test_tables__of_the_gallery_are_offered_too_and_can_be_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MONOPOLY_LAB_AUTOSAVE", str(tmp_path))
    tables, gallery = BegunTables(), ml.Gallery("uk")
    gallery.open("casino")
    assert gallery.table is not None
    gallery.table.press(gallery.table.game.choices()[0])
    file = gallery.table.keep().name
    (begun,) = tables.tables_of(tmp_path, "uk")
    assert begun.file == file and begun.answers == 1
    assert begun.title == start_page.WantedGame.from_form({"scenario": "casino", "lang": "uk"}).title
    assert "scenario=casino" in begun.address and "lang=uk" in begun.address
    assert not tables.tables_of(tmp_path / "of another", "uk")
    tables.forget(file, tmp_path)
    assert not tables.tables_of(tmp_path, "uk")


def test_tables__those_that_are_too_many_leave_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MONOPOLY_LAB_AUTOSAVE", str(tmp_path))
    tables = BegunTables()
    for seed in range(MOST + 1):
        file = tables.note({"seed": str(seed), "lang": "x" * 5000}, tmp_path)
        (tmp_path / file).touch()
    assert len(list(tmp_path.glob("*.toml"))) == MOST
    assert (tmp_path / "asked.json").stat().st_size < 5000
    (tmp_path / "asked.json").write_text("[")
    assert not tables.tables_of(tmp_path, "uk")


def test_class_folder__a_server_started_again_knows_its_class(tmp_path: Path) -> None:
    first = games_folder.class_folder(tmp_path, "classword")
    first = first.mark_started(8866)
    again = games_folder.class_folder(tmp_path, "classword")
    assert (again.token, again.teacher, again.secret) == ("classword", first.teacher, first.secret)
    assert len(first.secret) == 64 and again.games_of("s-1") == first.games_of("s-1")
    assert again.is_served  # by this process
    other = games_folder.class_folder(tmp_path, "otherword")
    assert other.path != first.path and other.secret != first.secret and other.teacher != first.teacher
    assert (first.path / "class.json").stat().st_mode & 0o777 == 0o600 and first.path.stat().st_mode & 0o777 == 0o700


def test_class_folder__without_a_word_the_class_of_a_killed_server_goes_on_and_no_other(tmp_path: Path) -> None:
    first = games_folder.class_folder(tmp_path, None).mark_started(8866)
    assert games_folder.class_folder(tmp_path, None).token != first.token  # it is served
    killed = replace(first, since=first.since - 1.0)  # another process had this number
    killed._write()
    left = killed.path / "run" / "voila_x"
    left.mkdir(parents=True)
    found = games_folder.class_folder(tmp_path, None)
    assert (found.token, found.port) == (first.token, 8866)
    found.run()
    assert not left.exists()
    found.mark_stopped()
    assert games_folder.class_folder(tmp_path, None).token != first.token
    (first.path / "class.json").write_text('{"token": 7}')
    assert games_folder.class_folder(tmp_path, first.token).secret != first.secret


def test_rooms__of_earlier_classes_are_deleted_when_their_days_are_over(tmp_path: Path) -> None:
    codes = []
    for number, days in enumerate((1, 10)):
        room, _ = new_room(tmp_path / f"class_{number}" / "live", days=days)
        room.store.close()
        codes.append(room.code)
    now = time.time() + 2 * 24 * 3600
    assert teacher_files.delete_expired(tmp_path, now) == codes[:1]
    assert [path.parent.name for path in tmp_path.rglob("room.sqlite")] == codes[1:]


def test_command__a_folder_in_which_nothing_can_be_kept_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    (tmp_path / "file").touch()
    assert cli.main(["serve", "--no-browser", "--games", str(tmp_path / "file")]) == 1
    assert "file: games cannot be saved there" in capsys.readouterr().err


START = (Path(start_page.__file__).parent / "share/voila/templates/classroom/start.html").read_text(encoding="utf-8")
PAGES = sorted(set(re.findall(r'"page/([^"?]+)', START)) - {"{{ lesson.name }}"})


def test_page__each_link_of_the_start_page_leads_to_a_notebook_in_the_language_of_the_reader() -> None:
    assert 'href="page/{{ lesson.name }}?' in START and {"gallery", "table"} <= set(PAGES)
    for name in (*PAGES, lesson_names()[0]):
        english, ukrainian = (start_page.notebook_of(name, {"lang": lang}).metadata for lang in ("en", "uk"))
        assert english["title"] != ukrainian["title"] and (english["lang"], ukrainian["lang"]) == ("en", "uk"), name
    assert start_page.notebook_of("gallery", {"lang": "uk"}).metadata["title"] == say("serve.gallery", "uk")
    assert start_page.notebook_of("nothing", {}) is None
    links = re.findall(r'href="(page/[^"]+)"', START)
    assert [link for link in links if "?lang={{ lang }}" not in link] == [], "these links lose the language"


@pytest.mark.parametrize("name", PAGES)
def test_page__that_is_linked_runs_and_shows_something(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, shell: Any
) -> None:
    """Lessons are run in tests of their own."""
    monkeypatch.setenv(AUTOSAVE, str(tmp_path))
    (cell,) = start_page.notebook_of(name, {"lang": "uk"}).cells
    with capture_output() as shown:
        assert shell.run_cell(cell.source).success
    assert shown.outputs or shown.stdout


def test_page__of_a_scenario_has_what_the_class_is_asked_and_of_a_game_nothing() -> None:
    casino = start_page.WantedGame.from_form({"scenario": "casino", "lang": "uk"})
    for left in (False, True):
        metadata = casino.notebook(left).metadata
        assert metadata["task"] and metadata["task"] == ml.Scenario.load("casino", "uk").project
    assert start_page.WantedGame.from_form({"seed": "1"}).notebook().metadata["task"] == ""


def test_offer__a_lesson_shows_no_bar_of_progress_which_its_page_would_miss() -> None:
    """It is closed before the page shows what its cell has made."""
    (lesson,) = (lesson for lesson in start_page.lessons() if lesson.name == "49_more_equal")
    assert f"os.environ['{PROGRESS}'] = 'off'" in lesson.notebook().cells[0].source


def test_offer__lessons_are_listed_with_title_and_first_words() -> None:
    numbers = [int(lesson.title.split(".")[0]) for lesson in start_page.lessons()]
    assert numbers == [int(name[:2]) for name in lesson_names()] and len(numbers) >= 3
    assert all(lesson.about and not re.search(r"[#*`]|<p>", lesson.about) for lesson in start_page.lessons())
    assert any("<em>" in lesson.about for lesson in start_page.lessons())


def seen_in(widget: object) -> str:
    """All that a page holds below a widget."""
    own = [str(getattr(widget, name, "")) for name in ("value", "outputs")]
    return "\n".join([*own, *(seen_in(child) for child in getattr(widget, "children", ()))])


def test_offer__a_lesson_goes_on_to_its_end_with_what_is_predicted(monkeypatch: pytest.MonkeyPatch, shell: Any) -> None:
    monkeypatch.setenv(AUTOSAVE, "off")
    monkeypatch.setattr(plotly.io.renderers, "default", "plotly_mimetype")  # a test before may have imported it bare
    lesson = next(each for each in start_page.lessons() if each.name == "02_where_do_tokens_land")
    for cell in lesson.notebook().cells:
        with capture_output():
            assert shell.run_cell(cell.source).success
    walk: Walk = shell.user_ns[WALK]
    closed = ("3.95", "Markov chain of order", "Compute instead", "Debrief", "application/vnd.plotly")
    assert not any(word in seen_in(walk.page) for word in closed) and "<img" in seen_in(walk.page)
    measure_server_memory.answer(walk)
    seen = seen_in(walk.page)
    assert [word for word in ("3.95", "Compute instead", "Debrief", "application/vnd.plotly") if word not in seen] == []
    assert say("guess.failed") not in seen and say("lesson_page.goes_on") not in seen and "dtype: " not in seen
    assert "" not in walk.frame.steps


def test_courses__hold_every_lesson_once_and_the_further_ones_come_last() -> None:
    courses = start_page.courses("uk")
    offered = [lesson.name for _, _, lessons in courses for lesson in lessons]
    assert offered == [unit.name for course in (*PLAN, "") for unit in teacher_guide.units(course)]
    assert sorted(offered) == [lesson.name for lesson in start_page.lessons()]
    assert courses[-1][:2] == ("", "Інші уроки") and courses[0][1] == "Основи мікроекономіки"


@cache
def students_cells(name: str) -> list[Any]:
    """Not to be changed: of several tests."""
    cells: list[Any] = student_notebook(read_lesson(name)).cells
    return cells


def cells_of_page(name: str) -> list[Any]:
    return without_code(copy.deepcopy(students_cells(name)))  # it changes the cells that it is given


@pytest.mark.parametrize("name", lesson_names())
def test_offer__a_lesson_is_the_students_and_every_part_of_it_waits_for_its_turn(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("monopoly_lab.web.lesson_notebook._picture", lambda source, lang: "")  # pages below have theirs
    (lesson,) = (each for each in start_page.lessons() if each.name == name)
    students = cells_of_page(name)
    begin, *calls, end = (cell.source for cell in lesson.notebook().cells)
    assert "teacher=False" in begin and end == WALK and all(call.startswith(f"{WALK}.") for call in calls)
    codes = [cell.source for cell in students if cell.cell_type == "code"]
    made = [call for call in calls if call.startswith((f"{WALK}.ask(", f"{WALK}.show("))]
    for code, call in zip(codes, made, strict=True):
        assert call.startswith(f"{WALK}.ask({code!r}" if asked_in(code) else (f"{WALK}.show({code!r}", f"{WALK}.ask("))
    shown = " ".join(ast.literal_eval(ast.parse(call).body[0].value.args[0]) for call in calls if ".text(" in call)  # type: ignore[attr-defined]
    whole = " ".join(render_markdown(cell.source) for cell in students if cell.cell_type == "markdown")
    assert words_in(shown) == words_in(whole)
    assert sum(call.startswith(f"{WALK}.picture(") for call in calls) == 1, "a picture on the first screen"


def words_in(html: str) -> list[str]:
    return re.sub(r"<[^>]*>", " ", html).split()


CONTROL = re.compile(r"(\w+)(?:=(\w+))?")


def test_offer__what_is_closed_in_a_lesson_is_there_and_its_question_comes_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ml.Explorable, "_show", lambda explorable: None)  # its chart is of other tests
    n = 0
    for name in lesson_names():
        cells = students_cells(name)
        asked = [[each.name for each in asked_in(cell.source)] if cell.cell_type == "code" else [] for cell in cells]
        for place, cell in enumerate(cells):
            closed = cell.metadata.get(ABOUT, {}).get("closed", {})
            explored = re.search(r'Explorable\("(\w+)"', cell.source)
            later = {each for names in asked[place:] for each in names}
            assert set(closed.values()) <= later and (explored or not closed), name
            controls = ml.Explorable(explored[1])._controls({}) if closed else {}
            for found in (CONTROL.fullmatch(each) for each in closed):
                control = controls[found[1]]
                assert found[2] is None or found[2] in dict(control.options), (name, found[0])
                n += 1
    assert n >= 20


class Line(Socket):
    """A line that is no line: what is sent and closed on it is counted, and time goes as the test says."""

    ws_connection = SimpleNamespace(client_terminated=False)
    budget = Budget()
    log = logging.getLogger(__name__)
    pings = closed = 0

    def __init__(self) -> None:
        self.last_ping = self.last_pong = 0.0

    def ping(self, data: bytes = b"") -> None:
        self.pings += 1

    def close(self, code: int | None = None, reason: str | None = None) -> None:
        self.closed += 1


@pytest.mark.parametrize("late", [0.001, 1.0])
def test_line__that_answers_stays_open_and_one_that_does_not_is_closed_soon(
    monkeypatch: pytest.MonkeyPatch, late: float
) -> None:
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr("tornado.ioloop.IOLoop.current", lambda: SimpleNamespace(time=lambda: clock.now))
    line, interval = Line(), PING_EVERY / 1000
    for tick in range(1, 100):
        clock.now = tick * interval + late  # a server that is busy looks late
        line.send_ping()
        clock.now += interval / 4
        line.on_pong(b"")
    assert line.pings == 99 and not line.closed
    answered = clock.now
    while not line.closed:
        clock.now += interval
        line.send_ping()
    assert clock.now - answered <= 90


def test_messages__are_measured_before_they_are_read() -> None:
    good = message_of([b"shell", b"{}", b"{}", b"{}", b"{}", b"buffer", b""])
    assert is_sound(good)
    bent = [b"", b"\xff" * 8, b"\xff" * 64, struct.pack("<Q", 2**40) + b"\0" * 80, good[:-1], good[:40], "text", None]
    bent += [struct.pack("<9Q", 8, *[72] * 8), struct.pack("<9Q", 8, *[2**63] * 8), message_of([b"shell", b"{}"])]
    bent += [message_of([b"{}"] * 100), message_of([b"shell", *[b"{}"] * 4, b"x" * MOST_BYTES])]
    assert not any(is_sound(message) for message in bent)


def test_messages__of_a_page_have_a_kind_and_a_number_and_open_nothing_but_the_widgets_there_are() -> None:
    def said(header: object, content: object) -> list[bytes]:
        return [b"shell", *(json.dumps(each).encode() for each in (header, {}, {}, content))]

    good = {"msg_type": "comm_msg", "msg_id": "1"}
    assert header_of(message_of(said(good, {}))) == good
    for header in ({}, [], 7, {"msg_type": "comm_msg"}, {"msg_type": 1, "msg_id": "1"}, {**good, "msg_id": "x" * 999}):
        with pytest.raises(ValueError):
            header_of(message_of(said(header, {})))
    for target in ("jupyter.widget", "", None):
        with pytest.raises(ValueError):
            is_act("comm_open", json.dumps({"target_name": target}).encode())
    acts = [{"method": "custom", "content": {"act": act}} for act in ("press", "here")]
    told = [*acts, {"method": "update", "state": {}}, {}, None, []]
    assert [is_act("comm_msg", json.dumps({"data": data}).encode()) for data in told] == [True, *[False] * 5]
    assert not is_act("comm_open", b'{"target_name": "jupyter.widget.control"}')


def test_budget__of_messages_and_bytes_comes_back() -> None:
    budget = Budget()
    assert not budget.problem(4_000_000) and not budget.problem(4_000_000)
    budget.note_passed_on("1", 4_000_000)
    budget.note_passed_on("2", 4_000_000)
    assert budget.problem(4_000_000) == MANY_BYTES  # that wait for the kernel
    budget.note_done("2")  # and so the one before it
    assert budget.waiting == 0 and not budget.problem(4_000_000)
    assert budget.problem(19_000_000) == MANY_BYTES  # in a short time
    assert any(budget.problem(1) == MANY_MESSAGES for _ in range(400))
    for number in range(AT_ONCE):
        assert budget.has_room
        budget.note_passed_on(str(number), 1)
    assert not budget.has_room
    budget.note_done("0")
    budget.note_done("never sent")
    assert budget.has_room


def test_budget__what_is_not_read_stops_a_page_and_then_closes_it() -> None:
    budget = Budget()
    assert budget.note_sent(MOST_UNREAD * 2)  # one long message alone
    assert not budget.has_room and not budget.note_sent(1)
    budget.note_read(MOST_UNREAD * 2 + 1)
    assert budget.has_room and budget.unread == 0


def test_bucket__fills_again() -> None:
    clock = SimpleNamespace(now=0.0)
    bucket = Bucket(rate=2, burst=10, clock=lambda: clock.now)
    assert bucket.spend(10) and not bucket.spend(1)
    clock.now = 1.0
    assert bucket.spend(2) and not bucket.spend(1)
    clock.now = 100.0
    assert not bucket.spend(11) and bucket.spend(10)


def test_budget__what_a_page_misses_is_kept_only_as_far_as_it_goes() -> None:
    full: list[int] = []
    missed = Missed(lambda: full.append(1))
    for _ in range(5):
        missed.append(("iopub", [b"x" * (MOST_MISSED // 3)]))
    assert full == [1] and not missed


def test_kernel__is_done_with_a_message_when_it_rests_after_it() -> None:
    def status(state: str, kind: str = "status") -> list[bytes]:
        parts = ({"msg_type": kind}, {"msg_id": "7"}, {}, {"execution_state": state})
        return [b"kernel.status", b"<IDS|MSG>", b"signature", *(json.dumps(part).encode() for part in parts)]

    assert handled_in(status("idle")) == "7"
    assert handled_in(status("busy")) == handled_in(status("idle", "stream")) == handled_in([b"x"]) == ""


@pytest.mark.filterwarnings("ignore")
def test_page__whose_reader_does_not_read_it_keeps_no_other_from_being_made(monkeypatch: pytest.MonkeyPatch) -> None:
    from monopoly_lab.web.server import pages

    class Deaf(pages.KernelPage):
        def __init__(self, server: object) -> None:
            self.its_server = server
            self.request = SimpleNamespace(connection=SimpleNamespace(stream=Stream()))

        server = property(lambda self: self.its_server)

        def write(self, piece: str) -> None:
            pass

        def flush(self, include_footers: bool = False) -> "asyncio.Future[None]":
            return asyncio.get_running_loop().create_future()

        async def get_generator(self, path: str) -> object:
            yield "one"
            yield "two"

    async def look() -> None:
        server = SimpleNamespace(arriving=[], turns=asyncio.Semaphore(1))
        deaf = [Deaf(server) for _ in range(4)]
        made = [asyncio.create_task(each._run("table.ipynb", PageRequest("s-1"))) for each in deaf]
        await asyncio.wait_for(asyncio.sleep(0.01), 5)
        assert not server.turns.locked() and not server.arriving
        await asyncio.gather(*made)
        assert all(each.request.connection.stream.closed for each in deaf)

    monkeypatch.setattr(pages, "READ_WITHIN", 0.2)
    asyncio.run(asyncio.wait_for(look(), 20))


def test_page__begins_with_its_head_however_long_that_takes() -> None:
    from monopoly_lab.web.server import pages

    written: list[str] = []

    class Slow(pages.KernelPage):
        server = SimpleNamespace(arriving=[], turns=asyncio.Semaphore(1))

        def __init__(self) -> None:
            pass

        def write(self, piece: str) -> None:
            written.append(piece)

        def flush(self, include_footers: bool = False) -> "asyncio.Future[None]":
            return asyncio.ensure_future(asyncio.sleep(0))

        async def get_generator(self, path: str) -> object:
            for piece in ("<script>window.voila_heartbeat()</script>", "<!DOCTYPE html>"):
                yield piece
                yield "<script>window.voila_heartbeat()</script>"

    asyncio.run(Slow()._run("table.ipynb", PageRequest("s-1")))
    assert [piece[:9] for piece in written] == ["<!DOCTYPE", "<script>w"]


def test_page__whose_place_was_given_to_another_hears_it_before_its_kernel_has_ended() -> None:
    async def lives(kernel_id: str) -> bool:
        return False

    kernels = Kernels.__new__(Kernels)
    kernels._kernels = {"k": None}
    kernels.pages, kernels.ended, kernels.leaving = {"k": OpenPage(PageRequest("s-1"))}, {}, {"k"}
    kernels.has_died = lives  # type: ignore[method-assign]
    asks = KernelState.__new__(KernelState)
    asks.application = SimpleNamespace(settings={"class_server": SimpleNamespace(kernel_manager=kernels)})
    asks._current_user = SimpleNamespace(username="s-1")
    with pytest.raises(HTTPError) as gone:
        asyncio.run(asks.get("k"))
    assert gone.value.status_code == 404


class Stream:
    """A connection that is only opened and closed."""

    closed = False

    def close(self) -> None:
        self.closed = True


def test_connections__of_who_is_unknown_give_way_to_newer_ones_of_the_same_address() -> None:
    connections, honest = Connections(), Stream()
    connections.add_stranger(honest, "10.0.0.9")
    many = [Stream() for _ in range(1200)]
    for stream in many:
        connections.add_stranger(stream, "10.0.0.1")
    assert sum(not stream.closed for stream in many) == STRANGERS_OF_ONE and not many[-1].closed
    assert not honest.closed
    others = [Stream() for _ in range(1200)]
    for n, stream in enumerate(others):
        connections.add_stranger(stream, f"10.1.0.{n % 100}")
    assert len(connections) <= STRANGERS


def test_connections__of_one_visitor_and_of_one_address_are_limited() -> None:
    connections = Connections()
    mine = [Stream() for _ in range(MOST_OF_VISITOR + 3)]
    for stream in mine:
        connections.add_stranger(stream, "10.0.0.1")
        connections.add_visitor(stream, "s-1")
        connections.add_visitor(stream, "s-1")  # with each request
    assert [stream.closed for stream in mine] == [True] * 3 + [False] * MOST_OF_VISITOR
    class_ = [Stream() for _ in range(MOST_OF_ADDRESS + 5)]
    for n, stream in enumerate(class_):
        connections.add_stranger(stream, "10.0.0.2")
        connections.add_visitor(stream, f"s-{n}")
    assert sum(stream.closed for stream in class_) == 5
    for stream in (*mine, *class_):
        connections.remove(stream)
    assert len(connections) == 0


def test_listening__without_a_file_left_sends_away_who_comes_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    found = Listening.of(listening)
    took, full = socket.socket.accept, [True]

    def accept(self: socket.socket) -> object:
        if full:
            full.pop()
            raise OSError(errno.EMFILE, "too many")
        return took(self)

    monkeypatch.setattr(socket.socket, "accept", accept)
    with found, socket.create_connection(("127.0.0.1", port)) as client:
        with pytest.raises(BlockingIOError):
            found.accept()
        client.settimeout(10)
        assert client.recv(1) == b""  # the server has hung up
        with socket.create_connection(("127.0.0.1", port)):
            found.setblocking(True)
            found.accept()[0].close()


def test_log__an_error_that_comes_again_is_logged_once_and_then_with_its_number() -> None:
    clock = SimpleNamespace(now=0.0)
    repeats = Repeats(lambda: clock.now)

    def logged(text: str, line: int = 1) -> str:
        record = logging.LogRecord("tornado", logging.ERROR, "a.py", line, text, ("x",), None)
        return record.getMessage() if repeats.filter(record) else ""

    assert logged("of %s") == "of x"
    assert [logged("of %s") for _ in range(1000)] == [""] * 1000
    assert logged("other %s", 2) == "other x"
    clock.now = 61.0
    assert logged("of %s") == f"of x {say('serve.repeated', n=1000)}"
    assert logged("of %s") == ""
    assert len(logged("%s" + "x" * 100_000, 3)) == MOST_TEXT


def test_line__found_again_does_not_make_the_widgets_a_second_time() -> None:
    head = [b"iopub", b"{}", b"{}", b"{}"]

    def told(method: str) -> bytes:
        data = {"method": method, "states": {"1": {"state": {}}}, "buffer_paths": [["1", "x"]]}
        return message_of([*head, json.dumps({"comm_id": "7", "data": data}).encode(), b"buffer"])

    content = json.loads(parts_of(without_states(told("update_states")))[4])
    assert content["data"] == {"method": "update_states", "states": {}, "buffer_paths": []}
    assert content["comm_id"] == "7" and is_sound(without_states(told("update_states")))
    quoted = message_of([*head, b'{"data": {"method": "custom", "content": {"act": "update_states"}}}'])
    assert without_states(told("update")) == told("update") and without_states(quoted) == quoted


def test_words__are_compared_whole_and_a_cookie_holds_a_number_alone() -> None:
    from monopoly_lab.web.server.login import VISITOR, Doorkeeper, is_teacher, visitor

    keeper = Doorkeeper(token="classword", teacher="mineonly")
    assert [keeper.role_of(word) for word in ("classword", "mineonly", "", "class", "é")] == ["s", "t", "", "", ""]
    student, teacher = visitor("s"), visitor("t")
    assert is_teacher(teacher) and not is_teacher(student) and not is_teacher(None)
    assert VISITOR.fullmatch(keeper.user_to_cookie(student))
    assert keeper.user_from_cookie(keeper.user_to_cookie(student)) == student
    for cookie in ("", "x", "t-1", '{"username": "t-1"}', f"{student.username}\n"):
        assert keeper.user_from_cookie(cookie) is None


def test_command__a_file_that_is_no_notebook_is_named(tmp_path, capsys: pytest.CaptureFixture) -> None:
    for name, text in (("a.txt", "hello"), ("b.ipynb", "{}"), ("c.ipynb", "[1]"), ("d.ipynb", "\x00")):
        (tmp_path / name).write_text(text)
        assert cli.main(["regenerate", str(tmp_path / name)]) == 1
        assert f"{name}: this is no notebook" in capsys.readouterr().err


@pytest.mark.parametrize("name", lesson_names())
def test_lesson__asks_nothing_that_a_page_without_code_has_no_room_for(name: str) -> None:
    """No call to type, no exercise without a field, and no cell of homework."""
    made = cells_of_page(name)
    texts = "\n\n".join(cell.source for cell in made if cell.cell_type == "markdown")
    assert not re.findall(r"`[^`\n]*\([^`\n]*`|```", texts)
    assert "*Your answer:*" not in texts and "## Exercises" not in texts and "<details>" not in texts
    whole = "\n\n".join(cell.source for cell in students_cells(name) if cell.cell_type == "markdown")
    assert texts.count("?") > 3 and len(texts) > len(whole.partition("## Exercises")[0]) / 2, (
        "the lesson itself is there"
    )


def test_lesson__one_click_does_not_show_the_answers_to_checks_still_to_be_made() -> None:
    """Lesson 8: the ledger holds what its first two checks ask for."""
    (lesson,) = (each for each in start_page.lessons() if each.name == "08_books_of_a_landlord")
    codes = [cell.source for cell in lesson.notebook().cells if cell.cell_type == "code"]
    asks = [n for n, code in enumerate(codes) if "_walk.ask" in code]
    ledger = next(n for n, code in enumerate(codes) if "game.ledger()" in code)
    assert sum("self_check" in codes[n] for n in asks if n < ledger) == 2 and "_walk.show" in codes[ledger]


def test_texts__a_sentence_about_code_is_left_out_and_its_neighbours_stay() -> None:
    cells = [
        "**Explain.** No dollar has moved. Look at `game.ledger()`: what changed?",
        "*Your answer:*",
        "**Caveat.** `x()`.",
    ]
    cells += [
        "1. One?\n2. Two `f(1)`. Or `Middle`?\n3. `g()`!",
        "| `a(b)` | 1 |\n|---|---|",
        "## Exercises\n\n1. Why?",
        "## Next\n\nOn.",
        "Names stay: one (`greedy`), another (`trader`). Calls (`greedy`) go `f(1)`.",
    ]
    made = without_code([nbformat.v4.new_markdown_cell(each) for each in cells])
    said = [
        "**Explain.** No dollar has moved.",
        "1. One?\n2. Or `Middle`?",
        "| `a(b)` | 1 |\n|---|---|",
        "## Next\n\nOn.",
        "Names stay: one (`greedy`), another (`trader`).",
    ]
    assert [cell.source for cell in made] == said


def test_compression__a_file_is_compressed_once_and_whoever_takes_no_compressed_one_gets_it_plain() -> None:
    parts, sent = [b"one " * 9000, b"two " * 9000, b""], []
    for accepted in ("gzip", "gzip", "identity"):
        asked = RequestStartLine("GET", "/voila/x.js", "HTTP/1.1")
        given = HTTPHeaders({"Host": "x", "Accept-Encoding": accepted})
        request = HTTPServerRequest(headers=given, start_line=asked)
        size = str(sum(map(len, parts)))
        headers = HTTPHeaders({"Etag": '"x"', "Content-Type": "text/javascript", "Content-Length": size})
        transform = FilesOnce(request)
        _, _, first = transform.transform_first_chunk(200, headers, parts[0], False)
        sent.append([first, *(transform.transform_chunk(part, not part) for part in parts[1:])])
        assert ("Content-Encoding" in headers) == (accepted == "gzip")
    assert gzip.decompress(b"".join(sent[0])) == b"".join(parts) and sent[2] == parts
    assert sent[1] == [FilesOnce.kept.pop('"x"'), b"", b""] == [b"".join(sent[0]), b"", b""]


def test_compression__a_page_that_is_left_while_a_file_arrives_spoils_it_for_nobody(tmp_path: Path) -> None:
    whole = random.Random(1).randbytes(6_000_000).hex().encode()  # more than waits between server and browser
    (tmp_path / "x.js").write_bytes(whole)

    async def visit() -> list[bytes]:
        files = (r"/voila/(.*)", StaticFileHandler, {"path": str(tmp_path)})
        server, (listening, port) = HTTPServer(Application([files], transforms=[FilesOnce])), bind_unused_port()
        server.add_sockets([listening])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /voila/x.js HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n")
        await reader.readexactly(1000)
        writer.transport.abort()
        await asyncio.sleep(0.1)
        address = f"http://127.0.0.1:{port}/voila/x.js"
        later = [await AsyncHTTPClient().fetch(address, decompress_response=True) for _ in range(2)]
        server.stop()
        return [answer.body for answer in later]

    assert asyncio.run(visit()) == [whole, whole]
    FilesOnce.kept.clear()


def test_kernels__a_warm_one_that_has_waited_longer_than_pages_may_rest_is_not_ended_as_it_is_handed_out(
    tmp_path: Path,
) -> None:
    """It was made ready when the server started, and its page is still being made when idle kernels are looked for."""
    ended = []

    async def wait() -> None:
        kernels = Kernels(cull_idle_timeout=1800)
        made = datetime.now(UTC) - timedelta(minutes=31)
        kernel: Any = SimpleNamespace(last_activity=made, execution_state="idle", kernel_spec=KernelSpec())
        kernel.kernel_name = "python3"
        kernels._kernels = {"k": kernel}
        kernels.waiting.append("k")

        async def end(kernel_id: str, **_: Any) -> None:
            ended.append(kernel_id)

        async def lives(kernel_id: str) -> bool:
            await kernels.cull_kernel_if_idle(kernel_id)  # the check falls into the time in which it is taken
            return False

        kernels.shutdown_kernel = end  # type: ignore[method-assign]
        kernels.has_died = lives  # type: ignore[method-assign]
        await kernels.cull_kernel_if_idle("k")
        assert await kernels.start_kernel() == "k" and ended == []
        await kernels.cull_kernel_if_idle("k")
        assert ended == []
        kernel.last_activity = made  # of its page
        await kernels.cull_kernel_if_idle("k")

    asyncio.run(wait())
    assert ended == ["k"]


def test_look__of_pages_of_the_app_is_of_nothing_that_widgets_bring() -> None:
    """The bar of an opened scenario had the look of the page's header, and its way back that of a notice."""
    package = Path(ml.__file__).parent
    look = re.sub(r"\(.*?\)", "", next(package.rglob("look.css")).read_text(encoding="utf-8"))
    styled = set(re.findall(r"(?:^|[,}])\s*[.#](ml-[\w-]+)", look, re.MULTILINE)) - {"ml-page"}
    sources = [file for file in (package / "widgets").rglob("*.*") if file.suffix in (".py", ".js")]
    text = "".join(file.read_text(encoding="utf-8") for file in sources)
    named = re.findall(r"\b(?:id|class|className)=?\s*[=:]?\s*f?['\"]([^'\"]*)", text)
    shown = {word for words in named for word in words.split()}
    assert {"ml-banner", "ml-restarted"} <= styled and {"ml-bar", "ml-back", "ml-fields"} <= shown
    assert styled & shown == set()
