"""Limit the number of visitors: how many pages memory holds, why one more is refused, and whose page gives way."""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import psutil

from monopoly_lab.common.messages import decimal, say
from monopoly_lab.web.server.kernels import MB, OpenPage

STUDENTS = 30
# Memory that a forked kernel does not share with others (USS), in MB, as `python tests/tools/measure_server_memory.py`
# prints it, on Linux with Python 3.11: a table when it is opened and when all of it was used, and the hungriest lesson.
TABLE_MB = 45
PLAYED_MB = 60
LESSON_MB = 140
SPARE_MB = 500  # left to the rest of the computer
PAGES = 4  # that a visitor may have open
NEWCOMER = 30.0  # seconds after which a page that nobody has used may give way to another visitor's


@dataclass
class Places:
    """At most `limit` pages at a time, `of_one` of them on one computer; `refusal` says why one more is too many.

    `wanted` is what the teacher has asked for, `free_mb` the free memory when the server was started.
    """

    limit: int
    wanted: int
    free_mb: int
    of_one: int = 0  # 0: as many as there are

    @classmethod
    def on_this_computer(cls, students: int | None) -> "Places":
        """Return as many places as are wanted, but at most as memory holds with each page on a lesson; at least one."""
        wanted, free = students or STUDENTS, _free_mb()
        return cls(max(1, min(wanted, (free - SPARE_MB) // LESSON_MB)), wanted, free)

    @property
    def warm(self) -> int:
        """Return how many kernels may wait for pages: one for each place, in at most half of the free memory."""
        return max(0, min(self.limit, (self.free_mb - SPARE_MB) // (2 * TABLE_MB)))

    def announcement(self, lang: str = "") -> str:
        """Return what a student needs, and all students together, in words."""
        lines = [
            say("serve.memory_each", lang, table=TABLE_MB, played=PLAYED_MB, lesson=LESSON_MB),
            say(
                "serve.memory_all",
                lang,
                n=self.limit,
                least=_gb(self.limit * TABLE_MB),
                most=_gb(self.limit * LESSON_MB),
                free=_gb(self.free_mb),
            ),
        ]
        if self.limit < self.wanted:
            lines.append(say("serve.memory_short", lang, wanted=self.wanted, limit=self.limit))
        return "\n".join(lines)

    def with_network_limit(self, of_one: int | None) -> "Places":
        """Return the same with a limit for one computer of a network; None leaves a quarter of all to the others."""
        self.of_one = max(PAGES, self.limit - self.limit // 4) if of_one is None else of_one
        return self

    def refusal(self, taken: int, lang: str = "", is_teacher: bool = False, here: int = 0) -> str | None:
        """Return why there is no place for another page beside `taken` ones, `here` of them on this computer, or None.

        A teacher needs only memory.
        """
        if taken >= self.limit and not is_teacher:
            return say("serve.full", lang, n=self.limit)
        if self.of_one and here >= self.of_one and not is_teacher:
            return say("serve.full_here", lang, n=self.of_one)
        if _free_mb() < LESSON_MB + SPARE_MB:
            return say("serve.no_memory", lang)
        return None


def giving_way(pages: Mapping[str, OpenPage], computer: str = "") -> str:
    """Return the page that makes room for another visitor's: the oldest unused one, where most pages are open.

    `computer` looks there alone. Returns the number of its kernel, "" for none.
    """
    latest = time.monotonic() - NEWCOMER
    on = Counter(page.request.computer for page in pages.values())
    idle = {
        number: page
        for number, page in pages.items()
        if page.last_act is None
        and page.opened <= latest
        and not page.request.is_teachers
        and computer in ("", page.request.computer)
    }
    return min(idle, key=lambda number: (-on[idle[number].request.computer], idle[number].opened), default="")


def _free_mb() -> int:
    return int(psutil.virtual_memory().available // MB)


def _gb(mb: int) -> str:
    return decimal(mb / 1000, 1)
