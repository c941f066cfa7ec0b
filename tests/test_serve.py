"""What the app for a class offers, refuses before it starts, and says of memory; the server is tested in a browser."""

import json
import logging
import re
import struct
import sys
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

import monopoly_lab as ml
from monopoly_lab import cli, serve
from monopoly_lab.errors import ServeError
from monopoly_lab.lessons.asking import asked_in
from monopoly_lab.lessons.build import for_student
from monopoly_lab.lessons.source import lesson_names, read
from monopoly_lab.messages import languages, say
from monopoly_lab.players import called, strategies
from monopoly_lab.serve import measure, offer, places
from monopoly_lab.serve.places import LESSON_MB, MB, SPARE_MB, Places
from monopoly_lab.serve.sockets import MOST_BYTES, PING_EVERY, Socket, is_sound, message_of, parts_of, without_states
from monopoly_lab.serve.tables import MOST, BegunTables
from monopoly_lab.widgets.walking import Later, Walk


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
    ],
)
def test_command__what_cannot_be_used_is_refused_before_anything_starts(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture
) -> None:
    assert cli.main(["serve", "--no-browser", *arguments]) == 1
    assert said in capsys.readouterr().err


def test_token__is_another_one_each_time_and_can_be_typed() -> None:
    tokens = {serve._token(None) for _ in range(50)}
    assert len(tokens) == 50
    assert all(len(token) == serve.TOKEN_LENGTH and set(token) <= set(serve.LETTERS) for token in tokens)


def computer(monkeypatch: pytest.MonkeyPatch, free_mb: int) -> None:
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=free_mb * MB))


@pytest.mark.parametrize(("lessons", "limit"), [(40, 30), (30, 30), (7, 7), (0, 1)])
def test_places__no_more_than_memory_holds(monkeypatch: pytest.MonkeyPatch, lessons: int, limit: int) -> None:
    computer(monkeypatch, SPARE_MB + lessons * LESSON_MB + 1)
    found = Places.on_this_computer(None)
    assert found.limit == limit
    assert (f"after number {limit}" in found.announcement()) is (limit < places.STUDENTS)
    assert f"{limit * LESSON_MB / 1000:.1f} GB" in found.announcement()


def test_places__refused_when_all_are_taken_or_memory_has_run_short(monkeypatch: pytest.MonkeyPatch) -> None:
    computer(monkeypatch, SPARE_MB + 4 * LESSON_MB)
    found = Places.on_this_computer(3)
    assert found.limit == 3 and found.refusal(2) is None
    assert found.refusal(3) == say("serve.full", n=3)
    computer(monkeypatch, SPARE_MB + LESSON_MB - 1)
    assert found.refusal(0) == say("serve.no_memory")


def test_memory__what_is_said_of_a_table_is_what_a_kernel_takes() -> None:
    size, _ = measure.memory(offer.WantedGame.asked({"seed": "1"}).notebook())
    assert places.TABLE_MB / 2 < size < places.TABLE_MB * 1.5


@pytest.mark.parametrize("edition", ml.editions())
@pytest.mark.parametrize("others", [offer.PEOPLE, offer.MIXED, "cautious"])
def test_offer__every_edition_can_be_sat_down_to(edition: str, others: str) -> None:
    least, most = offer.seats(edition)
    for number in {least, most}:
        asked = offer.WantedGame.asked(
            {"edition": edition, "number": str(number), "others": others, "name": " Zoe ", "seed": "7"}
        )
        game = ml.Game(asked.edition, players=list(asked.players), seed=asked.seed)
        assert len(game.players) == number and game.players[0] == "Zoe"
        assert game.seats["Zoe"] is None
        assert all((who is None) is (others == offer.PEOPLE) for name, who in game.seats.items() if name != "Zoe")


def test_offer__without_a_number_for_luck_each_game_has_its_own() -> None:
    assert len({offer.WantedGame.asked({}).seed for _ in range(20)}) > 15
    assert offer.WantedGame.asked({"seed": "7"}) == offer.WantedGame.asked({"seed": "7"})


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
    assert offer.preferred(accepted) == lang


@pytest.mark.parametrize(
    ("lang", "letters"), [("en", "[A-Z][a-z]+"), ("ru", "[А-Я][а-я]+"), ("uk", "[А-ЯЄІЇ][а-яєії]+")]
)
def test_offer__others_have_names_in_the_letters_of_the_reader(lang: str, letters: str) -> None:
    most = max(offer.seats(edition)[1] for edition in ml.editions())
    names = offer._names(lang)
    assert len(set(names)) == len(names) >= most and all(re.fullmatch(letters, name) for name in names)
    asked = offer.WantedGame.asked({"lang": lang, "number": "4", "name": names[1], "seed": "1"})
    assert [name for name, _ in asked.players] == [names[1], names[0], *names[2:4]]
    assert list(ml.Game(asked.edition, players=list(asked.players), seed=1).players) == [
        name for name, _ in asked.players
    ]


def test_offer__the_board_shows_as_many_as_are_wanted_in_the_language_of_the_reader() -> None:
    three = offer.board("classic_us", "3", "ru")
    assert offer.board("classic_us", "99", "ru") == offer.board("classic_us", "2", "ru") != three
    assert "Вика" in three and "Вика" not in offer.board("classic_us", "2", "ru")
    assert three != offer.board("classic_us", "3", "en")


@pytest.mark.parametrize("lang", languages())
def test_words__of_strategies_are_those_of_the_reader(lang: str) -> None:
    words = [called(name, lang) for name in strategies()]
    assert len(set(words)) == len(words) and not any("_" in word for word in words)
    assert lang == "en" or not any(re.search("[a-z]", word) for word in words)
    table = ml.Table(
        ml.Game("classic_us", players=[("Ann", None), ("Bo", "boss_hunter")], seed=1, lang=lang), lang=lang
    )
    table._face.tab = "seats"
    panel = re.sub("<[^>]*>", "", "".join(table._side()))
    assert called("boss_hunter", lang) in panel and "boss_hunter" not in panel


@pytest.mark.parametrize("drawn", [0, offer.MOST_NUMBER])
def test_offer__the_number_drawn_for_an_empty_field_is_taken_as_one_that_was_typed(
    monkeypatch: pytest.MonkeyPatch, drawn: int
) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda bound: min(drawn, bound - 1))
    seed = offer.WantedGame.asked({}).seed
    assert seed == drawn == offer.WantedGame.asked({"seed": str(seed)}).seed
    with pytest.raises(ServeError, match=str(offer.MOST_NUMBER + 1)):
        offer.WantedGame.asked({"seed": str(offer.MOST_NUMBER + 1)})


def test_tables__are_offered_to_their_visitor_when_something_was_played_and_no_more_than_a_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MONOPOLY_LAB_AUTOSAVE", str(tmp_path))
    tables, form = BegunTables(), {"seed": "1", "others": offer.PEOPLE, "name": "Zoe", "lang": "ru", "token": "x"}
    for form in ({**form, "seed": str(seed)} for seed in range(MOST + 2)):
        file = tables.note("s-1", form)
        table = ml.Table(offer.WantedGame.asked(form).game())
        assert table.keep() == tmp_path / file
        assert all(each.file != file for each in tables.begun("s-1", tmp_path, "en"))  # nothing is played yet
        table.play_on("step")
        table.keep()
    begun = tables.begun("s-1", tmp_path, "uk")
    assert len(begun) == MOST and begun[0].file == file and begun[0].answers == 1
    assert begun[0].players.startswith("Zoe, ") and begun[0].title == "Класика, Атлантик-Сіті"
    assert f"seed={MOST + 1}" in begun[0].address and "token" not in begun[0].address
    assert not tables.begun("s-2", tmp_path, "uk")
    tables.forget("s-2", file, tmp_path)
    tables.forget("s-1", "../other.toml", tmp_path)
    assert len(tables.begun("s-1", tmp_path, "uk")) == MOST
    tables.forget("s-1", file, tmp_path)
    assert not (tmp_path / file).exists() and len(tables.begun("s-1", tmp_path, "uk")) == MOST - 1
    (tmp_path / begun[1].file).write_text("branches = 7")
    assert len(tables.begun("s-1", tmp_path, "uk")) == MOST - 2


def test_tables__of_the_gallery_are_offered_too_and_can_be_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MONOPOLY_LAB_AUTOSAVE", str(tmp_path))
    tables, gallery = BegunTables(), ml.Gallery("uk")
    gallery.open("casino")
    assert gallery.table is not None
    gallery.table.press(gallery.table.game.choices()[0])
    file = gallery.table.keep().name
    (begun,) = tables.begun("s-1", tmp_path, "uk")
    assert begun.file == file and begun.answers == 1
    assert begun.title == offer.WantedGame.asked({"scenario": "casino", "lang": "uk"}).title
    assert "scenario=casino" in begun.address and "lang=uk" in begun.address
    assert not tables.begun("s-2", tmp_path / "of another", "uk")
    tables.forget("s-1", file, tmp_path)
    assert not tables.begun("s-1", tmp_path, "uk")


def test_page__of_a_scenario_has_what_the_class_is_asked_and_of_a_game_nothing() -> None:
    casino = offer.WantedGame.asked({"scenario": "casino", "lang": "uk"})
    for left in (False, True):
        metadata = casino.notebook(left).metadata
        assert metadata["task"] == ml.Scenario.load("casino", "uk").project != "" and metadata["words"]["task"]
    assert offer.WantedGame.asked({"seed": "1"}).notebook().metadata["task"] == ""


def test_offer__lessons_are_listed_with_title_and_first_words() -> None:
    numbers = [int(lesson.title.split(".")[0]) for lesson in offer.lessons()]
    assert numbers == [int(name[:2]) for name in lesson_names()] and len(numbers) >= 3
    assert all(lesson.about and not re.search(r"[#*`]|<p>", lesson.about) for lesson in offer.lessons())
    assert any("<em>" in lesson.about for lesson in offer.lessons())


def seen_in(walk: Walk) -> list[str]:
    """What each step of a lesson shows that is not asked for."""
    return [f"{step.told.value}{step.shown.outputs}" for step in walk.steps if isinstance(step, Later)]


def test_offer__a_lesson_goes_on_to_its_end_with_what_is_predicted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])  # the shell puts its own there
    shell = InteractiveShell.instance()
    lesson = next(each for each in offer.lessons() if each.name == "02_where_do_tokens_land")
    try:
        for cell in lesson.notebook().cells:
            if cell.cell_type == "code":
                with capture_output():
                    assert shell.run_cell(cell.source).success
        walk = shell.user_ns[offer.WALK]
        assert not any("outputs" in seen or "3.95" in seen for seen in seen_in(walk))  # the share that is asked for
        measure.answer(walk)
        assert any("3.95" in seen for seen in seen_in(walk))
        assert not any(say("guess.failed") in seen or say("guess.waiting") in seen for seen in seen_in(walk))
    finally:
        InteractiveShell.clear_instance()


@pytest.mark.parametrize("lesson", offer.lessons(), ids=lambda lesson: lesson.name)
def test_offer__a_lesson_is_the_students_and_shows_nothing_before_it_is_asked(lesson: offer.OfferedLesson) -> None:
    students, served = for_student(read(lesson.name)).cells, lesson.notebook().cells[1:]
    texts = [[cell.source for cell in cells if cell.cell_type == "markdown"] for cells in (students, served)]
    assert texts[0] == texts[1]
    codes = [[cell.source for cell in cells if cell.cell_type == "code"] for cells in (students, served)]
    is_asked = False
    for cell, made in zip(*codes, strict=True):
        if asked_in(cell):
            is_asked = True
            assert made == f"_walk.ask({cell!r})"  # all that asks has fields
        assert not is_asked or made in (f"_walk.ask({cell!r})", f"_walk.show({cell!r})")


class Line(Socket):
    """A line that is no line: what is sent and closed on it is counted, and time goes as the test says."""

    ws_connection = SimpleNamespace(client_terminated=False)
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
    time = SimpleNamespace(now=0.0)
    monkeypatch.setattr("tornado.ioloop.IOLoop.current", lambda: SimpleNamespace(time=lambda: time.now))
    line, interval = Line(), PING_EVERY / 1000
    for tick in range(1, 100):
        time.now = tick * interval + late  # a server that is busy looks late
        line.send_ping()
        time.now += interval / 4
        line.on_pong(b"")
    assert line.pings == 99 and not line.closed
    answered = time.now
    while not line.closed:
        time.now += interval
        line.send_ping()
    assert time.now - answered <= 90


def test_messages__are_measured_before_they_are_read() -> None:
    good = message_of([b"shell", b"{}", b"{}", b"{}", b"{}", b"buffer", b""])
    assert is_sound(good)
    bent = [b"", b"\xff" * 8, b"\xff" * 64, struct.pack("<Q", 2**40) + b"\0" * 80, good[:-1], good[:40], "text", None]
    bent += [struct.pack("<9Q", 8, *[72] * 8), struct.pack("<9Q", 8, *[2**63] * 8), message_of([b"shell", b"{}"])]
    bent += [message_of([b"{}"] * 100), message_of([b"shell", *[b"{}"] * 4, b"x" * MOST_BYTES])]
    assert not any(is_sound(message) for message in bent)


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
    from monopoly_lab.serve.access import VISITOR, Doorkeeper, is_teacher, visitor

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
