"""How many pages may be open: a page has a kernel, and a kernel needs memory of its own."""

from dataclasses import dataclass

import psutil

from monopoly_lab.messages import say

STUDENTS = 30
# Memory that a kernel does not share with others (USS), in MB, as `python -m monopoly_lab.serve.measure` prints
# it, on Linux with Python 3.11: a table when it is opened and when all of it was used, and the hungriest lesson.
TABLE_MB = 60
PLAYED_MB = 120
LESSON_MB = 170
SPARE_MB = 500  # left to the rest of the computer
MB = 1_000_000


@dataclass
class Places:
    """At most `limit` pages at a time, fewer when memory runs short."""

    limit: int
    wanted: int
    free_mb: int

    @classmethod
    def on_this_computer(cls, students: int | None) -> "Places":
        """As many places as are wanted, but no more than memory holds with each page on a lesson; at least one."""
        wanted, free = students or STUDENTS, _free_mb()
        return cls(max(1, min(wanted, (free - SPARE_MB) // LESSON_MB)), wanted, free)

    @property
    def warm(self) -> int:
        """Kernels that may wait for pages: for all places, but in no more than half of the free memory."""
        return max(0, min(self.limit, (self.free_mb - SPARE_MB) // (2 * TABLE_MB)))

    def announcement(self, lang: str = "") -> str:
        """What a student needs, and all students together, in words."""
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

    def refusal(self, taken: int, lang: str = "", is_teacher: bool = False) -> str | None:
        """Why there is no place for one more page beside `taken` ones, or None; a teacher needs only memory."""
        if taken >= self.limit and not is_teacher:
            return say("serve.full", lang, n=self.limit)
        if _free_mb() < LESSON_MB + SPARE_MB:
            return say("serve.no_memory", lang)
        return None


def _free_mb() -> int:
    return int(psutil.virtual_memory().available // MB)


def _gb(mb: int) -> str:
    return f"{mb / 1000:.1f}"
