"""What students hand in on the pages of the served app: whole, in the teacher's folder, and nobody's over another's."""

import io
import json
import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import LessonError, UnfitFile
from monopoly_lab.common.messages import languages, say
from monopoly_lab.lessons.grading import handed_in
from monopoly_lab.lessons.grading.handed_in import Mailbox, hand_ins, lessons, mailbox, zip_hand_ins
from monopoly_lab.lessons.lesson_notebooks import read_lesson
from monopoly_lab.web.lesson_notebook import page_notebook
from monopoly_lab.web.server.games_folder import GamesFolder
from monopoly_lab.widgets.autosave import VARIABLE
from monopoly_lab.widgets.handing_in import HandInForm, pack_notebook
from monopoly_lab.widgets.lesson_page import Walk

LESSON = "41_supply_and_taxes"


@pytest.fixture
def box(tmp_path: Path) -> Callable[[str], Mailbox]:
    """Where a visitor hands in."""
    return lambda visitor: Mailbox(tmp_path / "handed_in", tmp_path / "games" / visitor, LESSON)


def content(tmp_path: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted((tmp_path / "handed_in" / LESSON).iterdir())}


def test_put__again_replaces_the_visitors_own_file_and_no_other(box: Callable[[str], Mailbox], tmp_path: Path) -> None:
    box("s-1").store_notebook("Ann Lee", "first")
    box("s-2").store_notebook("Ann Lee", "other")
    box("s-3").store_notebook("Ann  Lee ", "third")
    box("s-1").store_notebook("Ann Lee", "second")
    assert content(tmp_path) == {
        "Ann_Lee other device 2.ipynb": "other",
        "Ann_Lee other device 3.ipynb": "third",
        "Ann_Lee.ipynb": "second",
    }
    box("s-1").store_notebook("Bo", "on the same tablet")
    assert content(tmp_path)["Ann_Lee.ipynb"] == "second" and content(tmp_path)["Bo.ipynb"] == "on the same tablet"
    last = box("s-1").last
    assert last is not None and last.name == "Bo"
    assert box("s-4").last is None


@pytest.mark.parametrize(
    "typed", ["ann able", "ANN ABLE", "Ann-Able", "ann_able", "AnnAble", "Ａnn Able", "Ann\u00a0Able", "Ann\u2010Able"]
)
def test_put__a_name_typed_in_another_way_is_the_same_name(
    box: Callable[[str], Mailbox], tmp_path: Path, typed: str
) -> None:
    """Who types a classmate's name in lower case takes nobody's place, and no two files differ in case only."""
    box("s-1").store_notebook("Ann Able", "hers")
    box("s-2").store_notebook(typed, "other")
    box("s-2").store_notebook("Ann able", "other again")
    box("s-1").store_notebook(typed, "hers again")
    mine, other = sorted(content(tmp_path).items())
    if "other device" in mine[0]:
        mine, other = other, mine
    assert mine == ("Ann_Able.ipynb", "hers again")
    assert other[0].endswith(" other device 2.ipynb") and other[1] == "other again"
    last = box("s-1").last
    assert last is not None and last.name == " ".join(typed.split())


def test_put__an_accent_in_two_forms_and_a_sharp_s_are_one_name(box: Callable[[str], Mailbox], tmp_path: Path) -> None:
    box("s-1").store_notebook("Zo\u00e9 Strau\u00df", "hers")
    box("s-2").store_notebook("zoe\u0301 STRAUSS", "other")
    box("s-3").store_notebook("\u0915\u093f", "a letter with one mark")
    box("s-4").store_notebook("\u0915\u0940", "with another, which is another name")
    assert len(content(tmp_path)) == 4 and sum("other device" in name for name in content(tmp_path)) == 1


@pytest.mark.parametrize("name", ["../../evil", "/etc/passwd", "..", "con", "a\0b", "x" * 500, ".new-x", "a/b\\c"])
def test_put__never_leaves_its_folder(box: Callable[[str], Mailbox], tmp_path: Path, name: str) -> None:
    box("s-1").store_notebook(name, "text")
    (file,) = content(tmp_path)
    assert file.endswith(".ipynb") and not file.startswith(".") and len(file) < 80
    assert {path.relative_to(tmp_path).parts[0] for path in tmp_path.rglob("*")} == {"handed_in", "games"}


def test_put__has_limits_and_writes_nothing_beyond_them(
    box: Callable[[str], Mailbox], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ml.MonopolyLabError):
        box("s-1").store_notebook("Ann", "x" * (handed_in.MOST_BYTES + 1))
    assert not list(tmp_path.rglob("*.ipynb"))
    for n in range(handed_in.MOST_EACH):
        box("s-1").store_notebook(f"Ann {n}", "x")
    with pytest.raises(ml.MonopolyLabError):
        box("s-1").store_notebook("Ann", "x")
    box("s-1").store_notebook("Ann 0", "again")
    monkeypatch.setattr(handed_in, "MOST_FILES", handed_in.MOST_EACH)
    with pytest.raises(ml.MonopolyLabError):
        box("s-2").store_notebook("Bo", "x")
    assert len(content(tmp_path)) == handed_in.MOST_EACH, "and nothing half written"


def test_put__a_record_that_was_bent_reaches_nothing_else(box: Callable[[str], Mailbox], tmp_path: Path) -> None:
    (tmp_path / "class.json").write_text("secret")
    box("s-1").store_notebook("Ann", "mine")
    record = tmp_path / "games" / "s-1" / f"handed_in_{LESSON}.json"
    for bent in ({"Ann": "../../class.json"}, ["Ann"], {"Ann": 5}, {"Ann": "gone.ipynb"}):
        record.write_text(json.dumps(bent))
        box("s-1").store_notebook("Ann", "again")
    assert (tmp_path / "class.json").read_text() == "secret"
    assert content(tmp_path)["Ann.ipynb"] == "mine", "nobody's by the record"
    with pytest.raises(ValueError, match="evil"):
        Mailbox(tmp_path, tmp_path, "../evil")


def test_put__a_refusal_says_why(box: Callable[[str], Mailbox], monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LessonError, match="too large: it may have at most 2 MB"):
        box("s-1").store_notebook("Ann", "x" * (handed_in.MOST_BYTES + 1))
    for n in range(handed_in.MOST_EACH):
        box("s-1").store_notebook(f"Ann {n}", "x")
    with pytest.raises(LessonError, match="handed in under 5 names already"):
        box("s-1").store_notebook("Ann", "x")
    monkeypatch.setattr(handed_in, "MOST_EQUAL", 1)
    with pytest.raises(LessonError, match="1 devices have handed in under this name"):
        box("s-2").store_notebook("Ann 0", "x")
    monkeypatch.setattr(handed_in, "MOST_FILES", handed_in.MOST_EACH)
    with pytest.raises(LessonError, match="takes 5 notebooks"):
        box("s-2").store_notebook("Bo", "x")


def test_put__half_a_letter_is_replaced(box: Callable[[str], Mailbox], tmp_path: Path) -> None:
    """A page may send one of two surrogates alone, which no file can hold."""
    box("s-1").store_notebook("Ann \ud83d", "a \ud83d")
    box("s-1").store_notebook("Ann \ud83d", "b \ud83d")
    assert content(tmp_path) == {"Ann.ipynb": "b ?"}


def test_put__a_record_that_cannot_be_written_leaves_no_notebook_behind(
    box: Callable[[str], Mailbox], tmp_path: Path
) -> None:
    record = tmp_path / "games" / "s-1" / f"handed_in_{LESSON}.json"
    record.mkdir(parents=True)
    for _ in range(2):
        with pytest.raises(UnfitFile):
            box("s-1").store_notebook("Zoe", "first")
        assert content(tmp_path) == {}
    record.rmdir()
    box("s-1").store_notebook("Zoe", "second")
    assert content(tmp_path) == {"Zoe.ipynb": "second"}


def test_put__a_draft_of_a_killed_program_goes_away(
    box: Callable[[str], Mailbox], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(Path, "unlink", lambda *_, **__: None)  # nothing is cleaned up
        patched.setattr(os, "link", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        box("s-1").store_notebook("Ann", "killed")
    (draft,) = (tmp_path / "handed_in" / LESSON).iterdir()
    os.utime(draft, (0, 0))
    box("s-2").store_notebook("Bo", "text")
    assert content(tmp_path) == {"Bo.ipynb": "text"}


@pytest.mark.parametrize("bent", ['{"": ""}', '{"x": ".."}', '{"x": "."}', '{"x": ".a.ipynb"}', "[" * 100_000])
def test_put__a_record_of_no_notebooks_is_of_nothing(box: Callable[[str], Mailbox], tmp_path: Path, bent: str) -> None:
    record = tmp_path / "games" / "s-1" / f"handed_in_{LESSON}.json"
    record.parent.mkdir(parents=True)
    record.write_text(bent)
    assert box("s-1").hand_ins == [] and box("s-1").last is None
    box("s-1").store_notebook("x", "text")
    assert content(tmp_path) == {"x.ipynb": "text"}


def test_zip__takes_a_file_from_before_1980(box: Callable[[str], Mailbox], tmp_path: Path) -> None:
    """A tablet whose clock was never set; the dates of a zip file begin in 1980."""
    box("s-1").store_notebook("Ann", "text")
    os.utime(tmp_path / "handed_in" / LESSON / "Ann.ipynb", (0, 0))
    archive = zipfile.ZipFile(io.BytesIO(zip_hand_ins(tmp_path / "handed_in" / LESSON)))
    assert archive.read("Ann.ipynb") == b"text" and archive.getinfo("Ann.ipynb").date_time[0] == 1980


@pytest.mark.parametrize("lang", languages())
def test_page__says_why_a_notebook_is_not_taken_and_downloads_it(
    box: Callable[[str], Mailbox], tmp_path: Path, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: dict[str, str] = {}
    packed = pack_notebook(read_lesson("41").notebook)
    page = HandInForm(packed, lambda: {"best": "\ud83d"}, sent.__setitem__, lang, box("s-1"))
    page.name.value = "Ann \ud83d"
    page.press()
    assert set(content(tmp_path)) == {"Ann.ipynb"} and not sent
    record = tmp_path / "games" / "s-1" / f"handed_in_{LESSON}.json"
    record.unlink()
    record.mkdir()
    page.press()
    assert set(sent) == {"Ann.ipynb"} and say("lesson_page.not_handed_in", lang, file="Ann") in page._told.value
    monkeypatch.setattr(handed_in, "MOST_BYTES", 10)
    sent.clear()
    page.press()
    assert set(sent) == {"Ann.ipynb"} and say("lesson_page.too_large", lang, most=0) in page._told.value
    sent["Ann.ipynb"].encode()


def test_put__a_full_disk_leaves_nothing_half(
    box: Callable[[str], Mailbox], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "link", full)
        with pytest.raises(ml.MonopolyLabError, match="No space"):
            box("s-1").store_notebook("Ann", "text")
    assert content(tmp_path) == {}
    box("s-1").store_notebook("Ann", "old")
    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(ml.MonopolyLabError, match="No space"):
        box("s-1").store_notebook("Ann", "new")
    assert content(tmp_path) == {"Ann.ipynb": "old"}


def test_handed__lists_lessons_and_students_and_packs_them(box: Callable[[str], Mailbox], tmp_path: Path) -> None:
    assert lessons(tmp_path / "handed_in") == []
    box("s-1").store_notebook("Ann Lee", "one")
    box("s-2").store_notebook("Bo", "two")
    (tmp_path / "handed_in" / LESSON / "link.ipynb").symlink_to("/etc/passwd")
    assert lessons(tmp_path / "handed_in") == [LESSON]
    assert [each.name for each in hand_ins(tmp_path / "handed_in" / LESSON)] == ["Ann Lee", "Bo"]
    archive = zipfile.ZipFile(io.BytesIO(zip_hand_ins(tmp_path / "handed_in" / LESSON)))
    assert {name: archive.read(name) for name in archive.namelist()} == {"Ann_Lee.ipynb": b"one", "Bo.ipynb": b"two"}


def test_page__hands_in_where_a_teachers_folder_is_named_and_else_downloads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: dict[str, str] = {}
    blank = pack_notebook(read_lesson("41").notebook)

    def page(lang: str = "en") -> HandInForm:
        return HandInForm(
            blank, lambda: {"best": "36"}, sent.__setitem__, lang, mailbox(tmp_path / "games" / "s-1", LESSON)
        )

    monkeypatch.delenv(handed_in.VARIABLE, raising=False)
    page_of_site = page()
    page_of_site.name.value = "Ann"
    page_of_site.press()
    assert list(sent) == ["Ann.ipynb"] and not (tmp_path / "handed_in").exists()
    sent.clear()
    monkeypatch.setenv(handed_in.VARIABLE, str(tmp_path / "handed_in"))
    made = page()
    made.press()
    assert say("lesson_page.no_name") in made._told.value and not (tmp_path / "handed_in").exists()
    made.name.value = "Ann"
    made.press()
    assert not sent and "Handed in at " in made._told.value and "you may hand in again" in made._told.value
    (text,) = content(tmp_path).values()
    assert '"best", 36' in text or "best" in text
    assert json.loads(text)["metadata"]["monopoly_lab"]["handed_in"]
    for lang in languages():  # a page that is loaded again
        again = page(lang)
        assert again.name.value == "Ann" and ":" in again._told.value
    monkeypatch.setattr(handed_in, "MOST_BYTES", 10)
    made.press()
    assert list(sent) == ["Ann.ipynb"] and "tell your teacher" in made._told.value


def test_walk__of_the_served_app_has_the_button(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "games" / "s-1"))
    monkeypatch.setenv(handed_in.VARIABLE, str(tmp_path / "handed_in"))
    call = page_notebook(read_lesson("41")).cells[-2].source
    walk = Walk({}, name=LESSON)
    exec(call, {"_walk": walk})
    assert walk.hand is not None and walk.hand._button.description == "Hand in"


def test_hand_in__a_press_before_the_question_was_there_is_no_answer_to_it(
    box: Callable[[str], Mailbox], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both presses wait until the kernel has worked something out: they come at once."""
    now = [100.0]
    monkeypatch.setattr("monopoly_lab.widgets.handing_in.time.monotonic", lambda: now[0])
    blank = pack_notebook(read_lesson("41").notebook)
    end = HandInForm(blank, dict, lambda file, text: None, "en", box("s-1"), progress=lambda: (2, 8))
    end.name.value = "Ann"
    for later in (0, 0.1, 0.5):
        now[0] += later
        end.press()
    assert not (tmp_path / "handed_in").exists()
    now[0] += 3
    end.press()
    assert set(content(tmp_path)) == {"Ann.ipynb"}


@pytest.mark.parametrize("lang", languages())
def test_hand_in__says_how_much_is_answered_and_asks_once_if_something_is_missing(
    box: Callable[[str], Mailbox], tmp_path: Path, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("monopoly_lab.widgets.handing_in.READ", 0)
    state = {"n": 0}
    end = HandInForm(
        pack_notebook(read_lesson("41").notebook),
        dict,
        lambda file, text: None,
        lang,
        box("s-1"),
        progress=lambda: (state["n"], 6),
        missing=lambda: [("ml-ask-3", "Why <b>?"), ("", ""), ("", "")],
    )
    assert say("lesson_page.answered", lang, n=0, total=6) in end._state.value
    end.name.value = "Ann"
    end.press()
    assert not (tmp_path / "handed_in").exists()
    assert say("lesson_page.some_missing", lang, missing=6, total=6) in end._told.value
    assert '<a class="ml-to-question" href="#ml-ask-3">Why &lt;b&gt;?</a>' in end._told.value
    assert say("lesson_page.missing_later", lang, n=2) in end._told.value
    state["n"] = 2
    end.press()
    assert not (tmp_path / "handed_in").exists(), "another state is asked about anew"
    end.press()
    assert set(content(tmp_path)) == {"Ann.ipynb"}
    end.press()
    end.name.value = "Bo"
    end.press()
    assert set(content(tmp_path)) == {"Ann.ipynb"}, "so is another name"
    state["n"] = 6
    end.press()
    assert set(content(tmp_path)) == {"Ann.ipynb", "Bo.ipynb"}
    assert say("lesson_page.answered", lang, n=6, total=6) in end._state.value
    assert end._state.value.index("Ann (") < end._state.value.index("Bo ("), "all names of this device"


def names_kept(tmp_path: Path) -> str:
    return "".join(path.read_text() for path in (tmp_path / "games").rglob("*.json"))


def test_delete__of_a_lesson_leaves_no_name_in_the_folders_of_visitors(
    box: Callable[[str], Mailbox], tmp_path: Path
) -> None:
    """Records of other lessons stay; an open page starts a new record with what it hands in."""
    here = box("s-1")
    here.store_notebook("Anna K", "hers")
    here.store_notebook("Bo", "on the same tablet")
    box("s-2").store_notebook("Cy", "his")
    other = Mailbox(tmp_path / "handed_in", tmp_path / "games" / "s-2", "07_who_wins")
    other.store_notebook("Cy", "his other lesson")
    handed_in.delete_lesson(tmp_path / "handed_in" / LESSON, tmp_path / "games")
    assert lessons(tmp_path / "handed_in") == ["07_who_wins"] and "Anna" not in names_kept(tmp_path)
    assert [each.name for each in other.hand_ins] == ["Cy"] and here.hand_ins == []
    assert not list((tmp_path / "games" / "s-1").iterdir())
    here.store_notebook("Anna K", "again")
    assert content(tmp_path) == {"Anna_K.ipynb": "again"} and "Bo" not in names_kept(tmp_path)


def test_delete__that_was_killed_is_finished_when_the_server_starts_again(
    box: Callable[[str], Mailbox], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kill(folder: Path) -> None:
        raise KeyboardInterrupt

    box("s-1").store_notebook("Anna K", "hers")
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(handed_in.shutil, "rmtree", kill)
        handed_in.delete_lesson(tmp_path / "handed_in" / LESSON, tmp_path / "games")
    assert "Anna" in names_kept(tmp_path)
    stuck = tmp_path / "handed_in" / ".a_file-1.deleted"
    stuck.write_text("no folder")
    GamesFolder(tmp_path, "token", "teacher", "secret").run()
    stuck.unlink()
    assert not list((tmp_path / "handed_in").iterdir()) and "Anna" not in names_kept(tmp_path)


def test_delete__keeps_the_record_of_what_came_while_it_was_deleted(
    box: Callable[[str], Mailbox], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box("s-1").store_notebook("Anna K", "hers")
    box("s-1").store_notebook("Bo", "his")
    delete = handed_in.shutil.rmtree

    def slow(folder: Path) -> None:
        box("s-1").store_notebook("Anna K", "meanwhile")
        delete(folder)

    monkeypatch.setattr(handed_in.shutil, "rmtree", slow)
    handed_in.delete_lesson(tmp_path / "handed_in" / LESSON, tmp_path / "games")
    assert content(tmp_path) == {"Anna_K.ipynb": "meanwhile"}
    assert [each.name for each in box("s-1").hand_ins] == ["Anna K"] and "Bo" not in names_kept(tmp_path)


def test_delete__of_one_visitor_is_of_their_files_alone(box: Callable[[str], Mailbox], tmp_path: Path) -> None:
    box("s-1").store_notebook("Anna K", "hers")
    box("s-2").store_notebook("Bo", "his")
    box("s-1").delete()
    assert content(tmp_path) == {"Bo.ipynb": "his"} and "Anna" not in names_kept(tmp_path)
    box("s-3").delete()  # who has handed in nothing
