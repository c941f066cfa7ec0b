"""The siege of a live class: whatever pages send, nothing changes but by confirmed answers.

A second room is told only what the first one has confirmed; all that is seen of both must be the same.
"""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from monopoly_lab.live.activities import ACTIVITIES
from monopoly_lab.live.connection_limits import Bucket
from monopoly_lab.live.hub import PageView
from monopoly_lab.live.room import new_room
from tests.live.pages import FORMS, STUDENTS, Class, Page, sent
from tests.live.phones import offered
from tests.live.test_room import again

# Bent messages

ODD = [
    *(None, True, False, -1, 0, 1, 2, 2**31, 2**70, 10**400, 1.5, -0.0, 1e308, 5e-324, float("nan"), float("inf")),
    *(
        "",
        "0",
        "1",
        "-1",
        "1e308",
        "NaN",
        "\ud800",
        "a" * 5000,
        "９",
        "0x10",
        "1_000",
        "½",
        "\x00",
        "a\nb",
        "__class__",
    ),
    *([], [1], [[1]], {}, {"number": 5}, {"$": 1}, [None] * 50),
    *("roll 6 6", "card 1", "throw", "Student 1: roll 6 6", "pass", "yes", "bid 99999999", "{}", "%s%n", "${x}"),
]
KEYS = (
    "number",
    "numbers",
    "bid",
    "leave",
    "price",
    "accept",
    "refuse",
    "sell",
    "vote",
    "text",
    "throw",
    "verb",
    "sum",
)
ACTS = ("start", "end", "close", "pause", "resume", "lock", "numbers", "rename", "remove", "swap", "hand", "invite")


def nested(depth: int) -> Any:
    found: Any = 1
    for _ in range(depth):
        found = [found] if depth % 2 else {"number": found}
    return found


def bent_value(rng: random.Random) -> Any:
    return nested(rng.choice([3, 6, 90, 200])) if rng.random() < 0.05 else rng.choice(ODD)


def twisted(rng: random.Random, value: Any) -> Any:
    """A value with one of its parts replaced, left out, or put beside others."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(list(value))
        way = rng.random()
        if way < 0.6:
            return {**value, key: twisted(rng, value[key])}
        if way < 0.8:
            return {**value, rng.choice(KEYS): bent_value(rng)}
        return {other: each for other, each in value.items() if other != key}
    if isinstance(value, list) and value:
        return [twisted(rng, value[0]), *value[1:]]
    return bent_value(rng)


def bent(rng: random.Random, class_: Class, seat: int, earlier: list[dict[str, Any]]) -> str | bytes:
    """A message that no page sends, made of one that a page could: of this seat, of another one, or of the past."""
    other = rng.randrange(len(class_.secrets))
    found = offered(class_.room.view(other), rng) or (1, {rng.choice(KEYS): bent_value(rng)})
    message: dict[str, Any] = {"do": "answer", "n": 1, "question": found[0], "answer": found[1]}
    way = rng.random()
    if way < 0.35:
        message["answer"] = twisted(rng, message["answer"])
        message["question"] = class_.activity.question(seat) if class_.activity else 1
    elif way < 0.5:
        message["question"] = rng.choice([*ODD, found[0] + 1, found[0] - 1, [found[0]], str(found[0]), float(found[0])])
    elif way < 0.6 and earlier:
        message = rng.choice(earlier)
    elif way < 0.7:
        message |= {"seat": other, "as": "seat", "who": other, "role": "host", "secret": bent_value(rng)}
    elif way < 0.8:
        act = rng.choice([*ACTS, "control", "_start", bent_value(rng)])
        what = class_.activity.buttons()[:1] if class_.activity else ()
        message = {"do": "host", "act": act, "seat": other, "what": what[0] if what else "next", "n": 1}
    elif way < 0.9:
        role = rng.choice(["host", "wall", "seat", bent_value(rng)])
        message = {"do": rng.choice(["hello", "join"]), "as": role, "secret": bent_value(rng), "code": bent_value(rng)}
        message["name"] = bent_value(rng)
    else:
        message = twisted(rng, twisted(rng, message))
    text = json.dumps(message)
    way = rng.random()
    return text[: rng.randrange(len(text))] if way < 0.05 else text.encode() if way < 0.07 else text


class Siege:
    """A class that is attacked, and one that is told only what the first one has confirmed."""

    def __init__(self, folder: Path, name: str, seed: int) -> None:
        self.name, self.rng = name, random.Random(f"{name}/{seed}")
        self.attacked = Class(folder / "attacked")
        self.twin = new_room(folder / "twin")[0]
        self.twin.clock = self.attacked.room.clock
        for n in range(STUDENTS):
            self.twin.join(f"Student {n}")
        self.forms = 0
        self.earlier: list[dict[str, Any]] = []
        self.said: dict[int, tuple[Any, Any]] = {}  # question and answer that were confirmed last, by seat
        self.confirmed = 0

    def both(self, **message: Any) -> None:
        """Let both teachers do something."""
        self.attacked.room.host(message)
        self.twin.host(message)
        self.attacked.live.hub.schedule_send()

    def teacher_goes_on(self) -> None:
        """Start the next activity, press the next button, or let time pass."""
        running = self.attacked.activity
        if running is None or running.is_over:
            if running is not None:
                self.both(act="close")
            form = FORMS[self.name][self.forms % len(FORMS[self.name])]
            self.forms += 1
            self.both(act="start", activity=self.name, options=form)
        elif running.deadline is not None and self.rng.random() < 0.5:
            self.attacked.goes_on(31)
            self.twin.tick()
        elif controls := [each for each in running.buttons() if each != "board"]:
            self.both(act="control", what=self.rng.choice(controls))

    def right(self) -> None:
        """Let a student whose turn it is answer as the page offers."""
        running = self.attacked.activity
        waiting = running.waiting() if running is not None and not running.is_over else []
        if not waiting or self.rng.random() < 0.05:
            self.teacher_goes_on()
            return
        seat = self.rng.choice(waiting)
        found = offered(self.attacked.room.view(seat), self.rng)
        assert found is not None
        self.tell(seat, {"do": "answer", "n": 1, "question": found[0], "answer": found[1]})

    def tell(self, seat: int, message: dict[str, Any]) -> None:
        if "done" in self.attacked.pages[f"phone {seat}"].asks(**message):
            self.confirm(seat, message)
            self.earlier.append(message)

    def confirm(self, seat: int, message: dict[str, Any]) -> None:
        self.twin.hear(seat, message)
        self.said[seat] = message["question"], message["answer"]
        self.confirmed += 1

    def attack(self) -> None:
        """Send a bent message from a phone or from a stranger's page."""
        seat = self.rng.randrange(STUDENTS)
        page = self.attacked.pages[f"phone {seat}"]
        if self.rng.random() < 0.1:
            page = Page(self.attacked.live)
        text = bent(self.rng, self.attacked, seat, self.earlier)
        asked = self.attacked.activity.question(seat) if self.attacked.activity else None
        told = page.says(text)
        if "done" in told:
            message = json.loads(text)
            assert message["do"] in ("answer", "hello"), message
            if message["do"] == "answer":
                assert page.who == PageView("seat", seat)
                if repr(message["question"]) == repr(asked):
                    self.confirm(seat, message)
                else:  # what has counted may come again; the other room is not told
                    assert (message["question"], message["answer"]) == self.said[seat]
            else:
                assert told.get("stranger"), (message, told)
        if page.is_closed and page is self.attacked.pages[f"phone {seat}"]:
            self.attacked.pages[f"phone {seat}"] = self.attacked.phone(seat)

    def flood(self) -> None:
        """Say the last right answer more often than anybody may: the line is closed, and the seat comes back."""
        name = f"phone {self.rng.randrange(STUDENTS)}"
        page = self.attacked.pages[name]
        page.rate = Bucket(rate=0, burst=20)
        for _ in range(21):
            assert not page.is_closed
            told = page.asks(**self.earlier[-1]) if self.earlier else page.says('{"do": "flood"}')
            if "done" in told:
                assert page.who is not None
                self.confirm(page.who.seat, self.earlier[-1])
        assert page.is_closed
        self.attacked.pages[name] = self.attacked.phone(int(name.split()[1]))

    def compare(self) -> None:
        room, twin = self.attacked.room, self.twin
        if twin.activity is not None:
            twin.activity.compared = self.attacked.activity.compared  # worked out in front of pages alone
        assert not room.faults and not twin.faults
        assert [room.view(seat) for seat in range(STUDENTS)] == [twin.view(seat) for seat in range(STUDENTS)]
        assert (room.wall(), room.host_view()) == (twin.wall(), twin.host_view())
        for page in self.attacked.pages.values():
            assert page.who is not None
            assert page.blocks == json.loads(json.dumps(self.attacked.live.hub.blocks(page.who)))

    async def last(self, messages: int) -> None:
        self.attacked.open_pages()
        self.teacher_goes_on()
        for n in range(messages):
            self.attack()
            if n % 3 == 2:
                self.right()
            if n % 50 == 49:
                self.flood()
            if n % 20 == 19:
                await sent()
            if n % 100 == 99 or n == messages - 1:
                await asyncio.sleep(0.2)
                self.compare()
        told = [list(each.store.events()) for each in (self.attacked.room, self.twin)]
        kinds = [[(event.kind, event.seat) for event in events if event.kind != "joined"] for events in told]
        assert kinds[0] == kinds[1] and self.confirmed > messages / 10
        opened = again(self.attacked.room)
        assert [opened.view(seat) for seat in range(STUDENTS)] == [self.twin.view(seat) for seat in range(STUDENTS)]


@pytest.mark.usefixtures("same_luck")
@pytest.mark.parametrize("messages", [30, pytest.param(600, marks=pytest.mark.full)])
@pytest.mark.parametrize("name", ACTIVITIES)
def test_bent_messages__change_nothing_but_by_confirmed_answers(name: str, messages: int, tmp_path: Path) -> None:
    asyncio.run(Siege(tmp_path, name, 1).last(messages))
