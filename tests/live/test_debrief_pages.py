"""The debrief on the wall: as many pages as large letters need, turned by the teacher, with nothing left out."""

from pathlib import Path

import pytest

from monopoly_lab.common.errors import LiveError
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activities import ACTIVITIES
from monopoly_lab.live.debrief_pages import CHARTS, LEAST_ROWS, LINES, MOST_CHARTS, lines_of, pages_of
from monopoly_lab.live.decision_review import Review
from monopoly_lab.live.page_blocks import Block
from tests.live.computer_class import acts_to_the_debrief
from tests.live.pages import FORMS
from tests.live.test_room import again, opened

NAMES = tuple(f"Student {n}" for n in range(12))


def said(block: Block) -> list[str]:
    """All texts of a block and its parts, cell by cell."""
    own = [block.get("text", ""), block.get("title", ""), *(cell for row in block.get("rows", ()) for cell in row)]
    own += [each for pair in block.get("pairs", ()) for each in pair]
    return [str(each) for each in own if each] + [each for part in block.get("parts", ()) for each in said(part)]


@pytest.mark.parametrize("name", [name for name in ACTIVITIES if name != "predict"])
def test_debrief__of_each_activity_is_whole_on_pages_that_fit(tmp_path: Path, name: str) -> None:
    room, _ = opened(tmp_path, NAMES)
    acts_to_the_debrief(room, name, FORMS[name][0])
    assert room.activity is not None
    whole, pages = room.activity.debrief(), [page for part in room.activity.debrief_parts() for page in pages_of(part)]
    told = [each for page in pages for block in page.values() for each in said(block)]
    assert sorted(told) == sorted(each for block in whole.values() for each in said(block))
    for page in pages:
        assert len(page) == 1 or sum(map(lines_of, page.values())) <= LINES
        charts = sum(len(block.get("parts", "1")) for block in page.values() if block["kind"] in ("grid", *CHARTS))
        assert charts <= MOST_CHARTS
    there, back = range(len(pages)), range(len(pages) - 2, -1, -1)
    for number, what in [*((n, "turn") for n in there), *((n, "back") for n in back)]:
        shown = room.wall_page()
        assert {key: block for key, block in shown.items() if key != "debrief"} == pages[number]
        said_page = f"Page {number + 1}" + (f" of {len(pages)}" if room.activity.has_all_pages else "")
        assert shown["debrief"]["note"] == (said_page if len(pages) > 1 else "")
        is_end = number in (len(pages) - 1 if what == "turn" else 0,)
        if is_end and what == "turn":
            with pytest.raises(LiveError):
                room.host({"act": "control", "what": "turn"})
        what = "back" if is_end else what
        green = [key for key, _, is_next, _ in room.host_view()["controls"] if is_next]
        assert green == (["turn"] if number + 1 < len(pages) else [])
        if number or not is_end:
            room.host({"act": "control", "what": what})
            assert again(room).wall_page() == room.wall_page()


def test_pages__divide_a_long_table_and_keep_its_heads() -> None:
    rows = [[str(n), "a"] for n in range(40)]
    pages = pages_of({"one": blocks.table(["n", "letter"], rows, mine=30)})
    parts = [block for page in pages for block in page.values()]
    assert len(parts) > 2 and [row for part in parts for row in part["rows"]] == rows
    assert all(part["heads"] == ["n", "letter"] for part in parts)
    assert [part["rows"][part["mine"]] for part in parts if part["mine"] >= 0] == [["30", "a"]]
    assert pages_of({}) == [{}]


def test_figures__are_as_many_rows_as_they_need_unbroken() -> None:
    """Three of 50 letters and one of 30: two of 50 do not fit in a row of 92, nor does the last one beside one."""
    of_50, of_30 = ("x" * 46, "1"), ("x" * 26, "1")
    row = lines_of(blocks.figures(of_50))
    assert lines_of(blocks.figures(of_50, of_50, of_50, of_30)) == 3 * row
    assert lines_of(blocks.figures(of_30, of_30, of_30)) == row


def test_pages__a_long_table_begins_below_its_heading_and_a_short_one_stays_whole() -> None:
    """Title and note take 5 of 18 lines; 14 rows of 1.25 lines go on on a second page, 5 are not torn apart."""
    above = {"title": blocks.text("Decisions", "big"), "note": blocks.text("a " * 120, "note")}
    rows = [[str(n), "a"] for n in range(14)]
    first, second = pages_of({**above, "table": blocks.table(["n", "letter"], rows)})
    assert list(first) == ["title", "note", "table"] and list(second) == ["table.1"]
    assert first["table"]["rows"] + second["table.1"]["rows"] == rows and len(second["table.1"]["rows"]) >= 3
    low = {f"text{n}": blocks.text("a " * 40, "note") for n in range(8)}
    pages = pages_of({**low, "table": blocks.table(["n", "letter"], rows[:5])})
    assert [list(page) for page in pages] == [list(low), ["table"]]


def test_pages__know_that_cells_of_narrow_columns_take_several_lines() -> None:
    """Two columns of 120 letters share 92: each cell takes three lines, whatever the other rows are."""
    words = " ".join(["word"] * 24)
    assert lines_of(blocks.table(["n", "n"], [[words, words]])) == pytest.approx(1.25 + 3.25 + 0.4)
    assert lines_of(blocks.table(["n", "n"], [["word", "word"]])) == pytest.approx(1.25 + 1.25 + 0.4)


def test_pages__a_heading_goes_to_the_page_of_what_it_names() -> None:
    """A table of eleven rows leaves room for one line of text, and not for bars below it."""
    rows = [[str(n)] for n in range(11)]
    shown = {
        "table": blocks.table(["n"], rows),
        "first": blocks.text("First vote", "note"),
        "bars": blocks.stacked_bars([(str(n), [1, 2], "3") for n in range(6)], ["Ann", "Bo"]),
    }
    assert [list(page) for page in pages_of(shown)] == [["table"], ["first", "bars"]]


def test_pages__a_heading_that_is_taken_along_is_counted() -> None:
    """Below twelve lines of text and a heading there is no room for three rows of two lines each."""
    above = {"long": blocks.text("a " * 46 * 12, "note"), "heading": blocks.text("Decisions", "note")}
    for row in (["1", "a"], ["1", "word " * 30]):
        pages = pages_of({**above, "table": blocks.table(["n", "what"], [row] * 30)})
        assert all(sum(map(lines_of, page.values())) <= LINES for page in pages)
        assert next(iter(pages[1])) == "heading" or "table" in pages[0]
        assert sum(len(block.get("rows", ())) for page in pages for block in page.values()) == 30


@pytest.mark.parametrize("rows", range(6, 60))
def test_pages__each_has_three_rows_of_a_table_that_is_divided(rows: int) -> None:
    """Before, a table of nine rows left its last row alone on a page."""
    above = {"title": blocks.text("a " * 46 * 6, "note")}
    shown = {**above, "table": blocks.table(["n"], [[str(n)] for n in range(rows)])}
    parts = [block["rows"] for page in pages_of(shown) for key, block in page.items() if key != "title"]
    assert [row for part in parts for row in part] == shown["table"]["rows"]
    assert all(len(part) >= LEAST_ROWS for part in parts)


def test_pages__a_row_higher_than_a_page_and_few_high_rows_are_not_lost() -> None:
    words = "word " * 180  # ten lines each
    for count in range(1, 6):
        pages = pages_of({"table": blocks.table(["n"], [[words]] * count)})
        assert sum(len(block["rows"]) for page in pages for block in page.values()) == count
        assert all(len(page) == 1 for page in pages)
    huge = pages_of({"table": blocks.table(["n"], [["word " * 600], ["a"]])})
    assert sum(len(block["rows"]) for page in huge for block in page.values()) == 2


@pytest.mark.parametrize("tone", ["note", "big"])
def test_pages__divide_a_text_longer_than_a_page_between_words(tone: str) -> None:
    words = [f"word{n}" for n in range(600)]
    shown = {"first": blocks.text("a " * 46, "note"), "heading": blocks.text("Reasons", "note")}
    pages = pages_of({**shown, "text": blocks.text(" ".join(words), tone)})
    told = [block["text"] for page in pages for key, block in page.items() if key.startswith("text")]
    assert len(told) > 1 and " ".join(told).split() == words
    assert all(sum(map(lines_of, page.values())) <= LINES for page in pages)


def test_pages__parts_of_a_stack_and_blocks_beside_it_are_all_there() -> None:
    """A block may have the name that a part of a stack was given."""
    lines = [{"kind": "lines", "title": letter} for letter in "cd"]
    shown = {"a": blocks.stack([blocks.text("one"), *lines]), "a_0": blocks.text("two"), "a_1_charts": blocks.text("3")}
    (page,) = pages_of(shown)
    assert [said(block) for block in page.values()] == [["one"], ["c", "d"], ["two"], ["3"]]


def test_pages__stay_where_they_are_when_a_simulation_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that was there before the simulations is on the page that it was on, in Play together and in Vote."""
    for name in ("play_results", "activities.class_vote"):
        monkeypatch.setattr(f"monopoly_lab.live.{name}.SIMULATED", 100)
    for name in ("play", "vote"):
        room, _ = opened(tmp_path / name, NAMES)
        acts_to_the_debrief(room, name, FORMS[name][0])
        running = room.activity
        assert running is not None
        before = [list(page) for part in running.debrief_parts()[:-1] for page in pages_of(part)]
        assert room.wall_page()["debrief"]["note"] == "Page 1"  # of how many is not known yet
        works = running.comparison()
        running.compared |= {key: works[key]() for key in works if key != "review"}
        after = [list(page) for part in running.debrief_parts()[:-1] for page in pages_of(part)]
        assert before == after and running.compared and room.wall_page()["debrief"]["note"] == "Page 1"
        running.compared["review"] = Review((), 0, 0)
        assert room.wall_page()["debrief"]["note"] == f"Page 1 of {len(after) + 1}"
