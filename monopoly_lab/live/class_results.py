"""Results of a live class: its answers and results as tables, and the files that a teacher takes home."""

import importlib.util
import io
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import has_message, say, speaking
from monopoly_lab.live.activities import ACTIVITIES
from monopoly_lab.live.activities.play_together import PlayTogether
from monopoly_lab.live.activity import SIMULATED
from monopoly_lab.live.decision_review import renaming
from monopoly_lab.live.event_log import Event, RoomLog
from monopoly_lab.live.room import Room

DECISIONS = "decisions"  # the table of all answers
EXCEL = "live.xlsx"
COLUMNS = "columns"  # the key to all columns
# Columns that hold seats, and those of the names that stand beside them.
NAMED = {"seat": "name", "buyer": "buyer_name", "seller": "seller_name", "target": "target_name"}


class Recorded(Room):
    """A room that is read again, with a row for each answer."""

    def __init__(self, store: RoomLog) -> None:
        self.answers: list[dict[str, Any]] = []
        self._begun = 0.0
        self._asked: dict[int, tuple[int | None, float]] = {}  # by seat: its question, and since when it is asked
        super().__init__(store)

    def _apply(self, event: Event) -> None:
        self.seats_to_update = set()
        super()._apply(event)
        running = self.activity
        for seat in () if running is None else running.seats if self.seats_to_update is None else self.seats_to_update:
            question = running.question(seat) if running is not None and seat in running.seats else None
            if self._asked.get(seat, (None, 0.0))[0] != question:
                self._asked[seat] = question, event.time

    def _when_resumed(self, event: Event) -> None:
        pause = event.time - (self.activity.paused_at if self.activity else event.time)
        self._asked = {seat: (question, since + pause) for seat, (question, since) in self._asked.items()}
        super()._when_resumed(event)

    def _when_started(self, event: Event) -> None:
        super()._when_started(event)
        self._begun, self._asked = event.time, {}

    def _when_answer(self, event: Event) -> None:
        running = self.activity
        if running is not None:
            row = {
                "activity": len(self.activities),
                "kind": running.NAME,
                "seconds": round(event.time - self._begun, 2),
                "decided_in": round(event.time - self._asked.get(event.seat, (None, self._begun))[1], 2),
                "seat": event.seat,
                "name": self.names[event.seat],
                "question": running.question(event.seat),
            }
            self.answers.append(row | running.decision(event.seat, event.data["answer"]))
        super()._when_answer(event)


def read(path: Path) -> Recorded:
    """Return a room as it is now, made from the events in its file."""
    store = RoomLog(path)
    try:
        return Recorded(store)
    finally:
        store.close()


def empty() -> "pd.DataFrame":
    """Return a table of nothing."""
    return pd.DataFrame()


def table_names() -> list[str]:
    """Return the names of all tables that a class can have, also of those that have no rows yet."""
    further = [(name, *(f"{name}_{table}" for table in kind.TABLES)) for name, kind in ACTIVITIES.items()]
    return [DECISIONS, *(name for names in further for name in names)]


def table(room: Recorded, name: str) -> "pd.DataFrame":
    """Return one of the tables; empty if it has no rows."""
    found = _simulated_tables(room) if name.endswith(f"_{SIMULATED}") else tables(room)
    return found.get(name, empty())


def tables(room: Recorded) -> "dict[str, pd.DataFrame]":
    """Return the answers, and the results of each kind of activity; only tables that have rows.

    Whom the teacher has removed is in them by number: a wrong name was perhaps why.
    """
    gone = {
        seat.number: say("live.removed_name", room.lang, n=seat.number)
        for seat in room.seats.values()
        if seat.is_removed
    }
    names, players = {**room.names, **gone}, _players_gone(room, gone)
    answers = [{**row, "name": gone.get(row["seat"], row["name"])} for row in room.answers]
    rows_by_table: dict[str, list[dict[str, Any]]] = {DECISIONS: [_without_names(row, players) for row in answers]}
    for number, each in enumerate(room.activities, 1):
        parts = {each.NAME: each.rows()} | {f"{each.NAME}_{key}": rows for key, rows in each.detail_rows().items()}
        for kind, rows in parts.items():
            made = ({"activity": number, **row, **_names_in(row, names)} for row in rows)
            rows_by_table.setdefault(kind, []).extend(_without_names(row, players) for row in made)
    kinds = [DECISIONS, *sorted(set(rows_by_table) - {DECISIONS})]
    return {kind: pd.DataFrame(rows_by_table[kind]) for kind in kinds if rows_by_table[kind]}


def _players_gone(room: Room, gone: Mapping[int, str]) -> dict[int, dict[str, str]]:
    """Return by activity the players of its games that have the names of removed students, with what replaces them."""
    return {
        number: {row["player"]: gone[row["seat"]] for row in each.rows() if row["seat"] in gone}
        for number, each in enumerate(room.activities, 1)
        if isinstance(each, PlayTogether) and not each.roles  # a role names nobody
    }


def _names_in(row: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, str]:
    """Return the names of the students whose seats a row has."""
    return {column: names.get(row[key], "") for key, column in NAMED.items() if key in row}


def _without_names(row: Mapping[str, Any], players: Mapping[int, Mapping[str, str]]) -> dict[str, Any]:
    """Return a row in which removed students are called otherwise: as players, and in choices."""
    named = players.get(row["activity"], {})
    said = {key: renaming(row[key], named) for key in ("player", "choice") if named and isinstance(row.get(key), str)}
    return {**row, **said}


def _simulated_tables(room: Room) -> "dict[str, pd.DataFrame]":
    """Return the games that are simulated beside activities: a table for each kind of activity that has any."""
    rows_by_table: dict[str, list[dict[str, Any]]] = {}
    for number, each in enumerate(room.activities, 1):
        rows = [{"activity": number, **row} for row in each.simulated_rows()]
        if rows:
            rows_by_table.setdefault(f"{each.NAME}_{SIMULATED}", []).extend(rows)
    return {kind: pd.DataFrame(rows) for kind, rows in rows_by_table.items()}


def key_of(found: "dict[str, pd.DataFrame]", lang: str) -> "pd.DataFrame":
    """Return what each column of each table holds, as rows of table, column and meaning; in words of a language."""
    rows = [
        {"table": name, "column": str(column), "meaning": say(key, lang) if has_message(key) else ""}
        for name, table in found.items()
        for column in table.columns
        for own in (f"live.column.{name}_{column}",)
        for key in (own if has_message(own) else f"live.column.{column}",)
    ]
    return pd.DataFrame(rows)


def save(room: Recorded, folder: Path) -> list[Path]:
    """Write the tables as CSV and as one Excel file, last an analysis notebook; see `Live.save`."""
    from monopoly_lab.export.workbook import csv_bytes, without_formulas  # with pandas and plotly, as below:
    from monopoly_lab.live import analysis_notebook  # a class begins in half the time without them

    folder.mkdir(parents=True, exist_ok=True)
    found, files = tables(room), list[Path]()
    found |= _simulated_tables(room)
    found |= {COLUMNS: key_of(found, room.lang)} if found else {}
    for name, table in found.items():
        files.append(folder / f"{name}.csv")
        files[-1].write_bytes(csv_bytes(table))
    if found and importlib.util.find_spec("openpyxl") is not None:
        files.append(folder / EXCEL)
        with pd.ExcelWriter(files[-1]) as book:
            for name, table in found.items():
                without_formulas(table).to_excel(book, sheet_name=name, index=False)
    if found:
        files.append(folder / analysis_notebook.FILE)
        played = [(number, each) for number, each in enumerate(room.activities, 1) if each.rows()]
        made = analysis_notebook.notebook_of(room.code, room.lang, played, DECISIONS in found)
        files[-1].write_text(made, encoding="utf-8")
    return files


def as_page(notebook: Path, lang: str) -> Path | None:
    """Run an analysis notebook and write what it shows as a page beside it, for readers who have only a browser.

    None, and nothing written, where a part that runs notebooks is missing, or a cell fails: the notebook is there.
    """
    if any(importlib.util.find_spec(name) is None for name in ("nbclient", "nbconvert", "ipykernel")):
        return None
    import nbformat
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    from monopoly_lab.export.notebook_runner import run
    from monopoly_lab.export.page import page_of
    from monopoly_lab.live.analysis_notebook import ALONE

    document = nbformat.read(notebook, as_version=4)
    document.cells = [each for each in document.cells if ALONE not in each.metadata.get("tags", ())]
    try:
        run(document, notebook.parent)
    except (CellExecutionError, CellTimeoutError, DeadKernelError):
        return None
    page = notebook.with_suffix(".html")
    with speaking(lang):
        page.write_text(page_of(document, notebook.parent.name, say("export.below")), encoding="utf-8")
    return page


def zip_class(path: Path) -> bytes:
    """Return the files of a class as a ZIP archive with one folder in it; empty bytes if it has done nothing yet.

    The analysis is there twice: as a notebook, and as a page that any browser shows.
    """
    room, made = read(path), io.BytesIO()
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / f"live-{room.code}"
        files = save(room, folder)
        page = as_page(files[-1], room.lang) if files else None
        files += [] if page is None else [page]
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in files:
                archive.write(file, f"{folder.name}/{file.name}")
    return made.getvalue() if files else b""
