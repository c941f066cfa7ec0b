"""The language of a room: what a teacher changes, all pages say at once; a phone may have one of its own."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from monopoly_lab.common.errors import LiveError
from monopoly_lab.common.messages import languages, say
from monopoly_lab.live.event_log import FILE, RoomLog
from monopoly_lab.live.lesson_questions import lesson_questions
from monopoly_lab.live.room import Room, new_room
from tests.live.pages import Class, Page, sent
from tests.live.phones import offered
from tests.live.test_play_together import Clock, again

LESSON = "01/better"  # its unit has forms: "future|futures"
GAMES = {"start": "edition:classic_us", "size": "3", "seconds": "0"}  # no computer players: these keep their names
FORMS: list[tuple[str, dict[str, Any]]] = [
    ("predict", {"lesson": LESSON}),
    ("auction", {"format": "sealed", "rounds": "2", "size": "3"}),
    ("bargain", {"rounds": "2"}),
    ("give", {"rounds": "2", "size": "3"}),
    ("lemons", {"rounds": "2"}),
    ("play", {**GAMES, "rounds": "4"}),
    ("vote", {**GAMES, "rounds": "1", "rounds_after": "2"}),
]
MOMENTS = (3, 12, 30)  # answers after which the language changes
NEXT = ("next", "go_on", "part", "close_vote", "go", "finish", "reveal")


@pytest.fixture(autouse=True)
def _same_luck(same_luck: None) -> None:
    """Let rooms have the same luck."""


def opened(folder: Path, students: int = 6, **how: Any) -> Room:
    room, _ = new_room(folder, **how)
    room.clock = Clock()
    for n in range(students):
        room.join(f"Student {n + 1}")
    return room


def answered(room: Room, answers: int) -> None:
    """Let phones answer what they are asked, by lot, and press on for who waits for the teacher."""
    rng = random.Random(1)
    activity = room.activity
    assert activity is not None
    for _ in range(answers):
        for seat in sorted(room.seats, key=lambda _: rng.random()):
            chosen = offered(room.view(seat), rng) if activity.question(seat) is not None else None
            if chosen is not None:
                try:
                    room.hear(seat, {"question": chosen[0], "answer": chosen[1]})
                except LiveError:
                    continue
                break
        else:
            ahead = [what for what in NEXT if what in activity.buttons()]
            if activity.is_over or not ahead:
                return
            room.host({"act": "control", "what": ahead[0]})


def in_language(room: Room, folder: Path, lang: str) -> Room:
    """The same room as if it had been opened in a language."""
    store = RoomLog(folder / FILE)
    for event in room.store.events():
        if event.kind != "language":
            data = {**event.data, "lang": lang} if event.kind == "opened" else event.data
            store.add(event.kind, event.seat, event.time, data)
    return Room(store)


def shown(room: Room) -> list[Any]:
    room.clock = Clock()
    return [*(room.view(seat) for seat in room.seats), room.wall(), room.host_view()]


def test_question__of_the_lesson_has_forms_of_its_unit() -> None:
    (found,) = (each for each in lesson_questions("en") if each.key == LESSON)
    assert "|" in found.unit and not found.not_offered


@pytest.mark.parametrize("answers", MOMENTS)
@pytest.mark.parametrize(("name", "form"), FORMS)
def test_language__changed_amid_an_activity_shows_what_a_room_of_that_language_shows(
    name: str, form: dict[str, Any], answers: int, tmp_path: Path
) -> None:
    """On phones, wall and teacher's page; after a kill, too; and at the end, with what a class takes home."""
    room = opened(tmp_path)
    room.host({"act": "start", "activity": name, "options": form})
    answered(room, answers)
    english = shown(room)
    room.host({"act": "language", "lang": "uk"})
    assert english != shown(room) == shown(in_language(room, tmp_path / "uk", "uk")) == shown(again(room))
    if room.activity is not None and not room.activity.is_over:
        room.host({"act": "end"})
    ukrainian = in_language(room, tmp_path / "end", "uk")
    assert shown(room) == shown(ukrainian)
    assert [each.rows() for each in room.activities] == [each.rows() for each in ukrainian.activities]
    room.host({"act": "language", "lang": "en"})
    assert shown(room) == shown(in_language(room, tmp_path / "en", "en"))
    assert not room.faults


@pytest.mark.parametrize(("name", "form"), FORMS)
def test_own_language__of_a_phone_changes_no_other_page(name: str, form: dict[str, Any], tmp_path: Path) -> None:
    room = opened(tmp_path)
    room.host({"act": "start", "activity": name, "options": form})
    answered(room, 12)
    before = shown(room)
    own = [room.view(seat, "ru") for seat in room.seats]
    assert shown(room) == before
    assert own == shown(in_language(room, tmp_path / "ru", "ru"))[: len(own)]
    assert own != before[: len(own)]


def test_own_language__is_that_of_errors(tmp_path: Path) -> None:
    room = opened(tmp_path)
    room.host({"act": "start", "activity": "give", "options": {}})
    question = room.activity.question(0) if room.activity else 0
    for lang in languages():
        with pytest.raises(LiveError) as refused:
            room.hear(0, {"question": question, "answer": {"number": "many"}}, lang)
        assert str(refused.value) == say("live.give.whole", lang)
        with pytest.raises(LiveError, match=say("live.no_name", lang)):
            room.join(" ", lang)
    assert room.activity is not None and room.activity.lang == "en"


def test_numbers__of_students_follow_the_language_and_names_do_not(tmp_path: Path) -> None:
    room = opened(tmp_path, 3, numbers=True)
    room.host({"act": "rename", "seat": 1, "name": "Olha"})
    room.host({"act": "swap", "seat": 0, "with": "2"})
    room.host({"act": "language", "lang": "ru"})
    third, first = (say("live.player", "ru", n=n) for n in (3, 1))
    assert [room.seats[n].name for n in range(3)] == [third, "Olha", first]
    assert again(room).names == room.names


@pytest.mark.parametrize("bent", ["", "EN", "de", None, 1, True, ["en"], {"en": 1}, "\ud800", "../en"])
def test_language__that_there_is_not_is_refused(bent: Any, tmp_path: Path) -> None:
    room = opened(tmp_path)
    with pytest.raises(LiveError):
        room.host({"act": "language", "lang": bent})
    assert room.lang == "en" and "language" not in {event.kind for event in room.store.events()}


@pytest.mark.parametrize("bent", ["", "EN", "de", None, 1, True, ["en"], {"en": 1}, "../en"])
def test_own_language__that_there_is_not_is_that_of_the_room(bent: Any, tmp_path: Path) -> None:
    async def hello() -> None:
        page = Page(Class(tmp_path).live)
        assert page.asks(**{"do": "hello", "as": "seat", "secret": "", "lang": bent})["lang"] == "en"

    asyncio.run(hello())


def test_pages__speak_the_new_language_at_once_and_a_phone_its_own(tmp_path: Path) -> None:
    """Wall, phones, teacher's page, and who is about to join; the phone with a language of its own keeps it."""
    asyncio.run(_changed_before_all_pages(tmp_path))


async def _changed_before_all_pages(tmp_path: Path) -> None:
    class_ = Class(tmp_path, 3)
    class_.open_pages()
    own = class_.pages["phone 2"]
    own.asks(**{"do": "hello", "as": "seat", "secret": class_.secrets[2], "lang": "ru"})
    stranger = Page(class_.live)
    stranger.asks(**{"do": "hello", "as": "seat", "secret": "", "code": class_.room.code})
    class_.start("give", {"rounds": "2", "size": "3"})
    class_.live.hub.schedule_send()
    await sent()
    for page in (*class_.pages.values(), stranger):
        page.texts.clear()
    assert "done" in class_.pages["host"].asks(do="host", n=1, act="language", lang="uk")
    await sent()
    for name, page in (*class_.pages.items(), ("stranger", stranger)):
        told = next(found for each in page.texts if "words" in (found := json.loads(each)))
        lang = "ru" if page is own else "uk"
        assert (told["lang"], told["room_lang"]) == (lang, "uk"), name
        assert told["words"]["join"] == say("live.page_join", lang) and told.get("again")
    send = {name: page.blocks["asked"]["button"] for name, page in class_.pages.items() if "asked" in page.blocks}
    assert send == {f"phone {n}": say("live.send", "ru" if n == 2 else "uk") for n in range(3)}
    assert class_.pages["wall"].blocks["head"]["text"] == say("live.give.title", "uk")
    assert "Групи не змінюються" in class_.pages["host"].blocks["host"]["script"]
    refused = own.asks(do="answer", n=2, question=-5, answer={})
    assert refused["why"] == say("live.too_late", "ru")
