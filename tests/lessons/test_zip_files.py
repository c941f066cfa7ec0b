"""Zip files in the folder of what came back: whole, bounded, and never out of the folder."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from monopoly_lab.common.messages import languages, say, speaking
from monopoly_lab.lessons.grading.class_folder import is_unpacked, unpack
from monopoly_lab.lessons.grading.handed_in import zip_hand_ins

MONDAY, TUESDAY = (2026, 11, 23, 9, 0, 0), (2026, 11, 24, 9, 0, 0)


def put(path: Path, files: dict[str, str], when: tuple[int, int, int, int, int, int] = MONDAY) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, when), text, zipfile.ZIP_DEFLATED)


def content(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".zip"
    }


def test_unpack__what_the_served_app_hands_out(tmp_path: Path) -> None:
    made, submitted = tmp_path / "41_supply_and_taxes", tmp_path / "submitted"
    made.mkdir()
    submitted.mkdir()
    for name in ("Ann", "Оля", "Bo_Lee other device 2"):
        (made / f"{name}.ipynb").write_text(name)
    (submitted / "41.zip").write_bytes(zip_hand_ins(made))
    assert unpack(submitted) == [(submitted / "41.zip", 3, [])] and is_unpacked(submitted / "41.zip")
    assert content(submitted) == {f"41/{path.name}": path.read_text() for path in made.iterdir()}
    times = [(made / "Ann.ipynb").stat().st_mtime, (submitted / "41" / "Ann.ipynb").stat().st_mtime]
    assert abs(times[0] - times[1]) <= 2  # a zip file counts in steps of two seconds


def test_unpack__what_moodle_hands_out_stands_in_folders_of_students(tmp_path: Path) -> None:
    put(tmp_path / "7b.zip", {"Ann Lee_12_assignsubmission_file/essay.ipynb": "Ann", "Bo_13/Bo.ipynb": "Bo"})
    unpack(tmp_path)
    assert content(tmp_path) == {"7b/Ann Lee_12_assignsubmission_file/essay.ipynb": "Ann", "7b/Bo_13/Bo.ipynb": "Bo"}


def test_unpack__again_changes_only_what_is_newer(tmp_path: Path) -> None:
    put(tmp_path / "a.zip", {"Ann.ipynb": "first", "Bo.ipynb": "first"})
    assert [each.new for each in unpack(tmp_path)] == [2]
    assert [each.new for each in unpack(tmp_path)] == [0]
    (tmp_path / "a" / "Bo.ipynb").write_text("mended by the teacher")
    put(tmp_path / "a.zip", {"Ann.ipynb": "second", "Bo.ipynb": "first"}, TUESDAY)
    unpack(tmp_path)
    assert content(tmp_path) == {"a/Ann.ipynb": "second", "a/Bo.ipynb": "mended by the teacher"}


@pytest.mark.parametrize(
    "name", ["../evil", "/etc/evil", "a/../../evil", "..\\evil", "C:\\evil", ".hidden", "__MACOSX/._Ann", "a/.b", ""]
)
def test_unpack__never_leaves_its_folder(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "class" / "submitted"
    folder.mkdir(parents=True)
    put(folder / "a.zip", {name: "evil", "Ann.ipynb": "Ann"})
    assert [each.new for each in unpack(folder)] == [1]
    assert content(tmp_path) == {"class/submitted/a/Ann.ipynb": "Ann"}


def test_unpack__a_link_is_left_out(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("Ann.ipynb", MONDAY)
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr(link, "/etc/passwd")
    assert [each.new for each in unpack(tmp_path)] == [0] and content(tmp_path) == {}


@pytest.mark.parametrize("lang", languages())
def test_unpack__what_is_broken_too_large_or_too_many_is_named(
    tmp_path: Path, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 40
    monkeypatch.setattr("monopoly_lab.lessons.grading.class_folder.MOST_BYTES", 1000)
    monkeypatch.setattr("monopoly_lab.lessons.grading.class_folder.MOST_IN_FOLDER", most)
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr("Ann.ipynb", "Ann")
    (tmp_path / "broken.zip").write_bytes(whole.getvalue()[:-30])
    (tmp_path / "none.zip").write_text("no zip file")
    put(tmp_path / "large.zip", {"bomb.ipynb": "0" * 1_000_000, "Ann.ipynb": "Ann"})
    put(tmp_path / "many.zip", {f"{n}.ipynb": "" for n in range(most + 3)})
    with speaking(lang):
        found = {path.stem: (new, problems) for path, new, problems in unpack(tmp_path)}
    assert found["large"][0] == 1 and "bomb.ipynb" in found["large"][1][0]
    assert found["many"][0] == most and str(most) in found["many"][1][0]
    assert all(found[name][0] == 0 and found[name][1] for name in ("broken", "none"))
    assert not is_unpacked(tmp_path / "none.zip")


def test_unpack__a_file_where_a_folder_is_needed_stops_no_other_zip_file(tmp_path: Path) -> None:
    put(tmp_path / "a.zip", {"Ann": "a file", "Ann/Ann.ipynb": "in a folder of its name"})
    put(tmp_path / "b.zip", {"Bo.ipynb": "Bo"})
    one, other = unpack(tmp_path)
    assert (one.new, len(one.problems)) == (1, 1) and (other.new, other.problems) == (1, [])


def _damaged(path: Path) -> None:
    put(path, {"Ann.ipynb": "Ann" * 500, "Bo.ipynb": "Bo", "Cy.ipynb": "Cy"})
    content = bytearray(path.read_bytes())
    content[50] ^= 0xFF  # inside what the first file is compressed to
    path.write_bytes(content)


def _encrypted(path: Path) -> None:
    put(path, {"Ann.ipynb": "Ann", "Bo.ipynb": "Bo", "Cy.ipynb": "Cy"})
    content = bytearray(path.read_bytes())
    content[6] |= 1
    content[content.find(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(content)


def _unknown_method(path: Path) -> None:
    put(path, {"Ann.ipynb": "Ann", "Bo.ipynb": "Bo", "Cy.ipynb": "Cy"})
    content = bytearray(path.read_bytes())
    content[8] = content[content.find(b"PK\x01\x02") + 10] = 97
    path.write_bytes(content)


def _long_name(path: Path) -> None:
    put(path, {f"{'й' * 130}.ipynb": "Ann", "Bo.ipynb": "Bo", "Cy.ipynb": "Cy"})


def _long_folder(path: Path) -> None:
    put(path, {f"{'й' * 130}/Ann.ipynb": "Ann", "Bo.ipynb": "Bo", "Cy.ipynb": "Cy"})


def _file_and_folder(path: Path) -> None:
    put(path, {"Bo.ipynb": "a file", "Bo.ipynb/Ann.ipynb": "Ann", "Cy.ipynb": "Cy"})


def _folder_and_file(path: Path) -> None:
    put(path, {"Bo.ipynb/Ann.ipynb": "Bo", "Bo.ipynb": "a file", "Cy.ipynb": "Cy"})


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(
    ("make", "key"),
    [
        (_damaged, "class.zip_damaged"),
        (_encrypted, "class.zip_locked"),
        (_unknown_method, "class.zip_method"),
        (_long_name, "reading.long_name"),
        (_long_folder, "reading.long_name"),
        (_file_and_folder, "class.zip_same_name"),
        (_folder_and_file, "class.zip_same_name"),
    ],
)
def test_unpack__a_bad_file_is_named_and_hides_no_other(
    tmp_path: Path, lang: str, make: Callable[[Path], None], key: str
) -> None:
    make(tmp_path / "a.zip")
    with speaking(lang):
        ((_, new, (problem,)),) = unpack(tmp_path)
        assert problem.endswith(say(key)) and str(tmp_path) not in problem
    assert new == 2 and content(tmp_path)["a/Cy.ipynb"] == "Cy"
    assert not list(tmp_path.rglob(".new-*"))


def test_unpack__what_is_too_large_for_all_leaves_room_for_smaller_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("monopoly_lab.lessons.grading.class_folder.MOST_IN_ALL", 1000)
    put(tmp_path / "a.zip", {"Ann.ipynb": "0" * 600, "Bo.ipynb": "0" * 600, "Cy.ipynb": "0" * 400})
    ((_, new, (problem,)),) = unpack(tmp_path)
    assert new == 2 and problem.startswith("Bo.ipynb")
