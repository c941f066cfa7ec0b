"""The README is short, what it and the guide point to is there; test_snippets.py runs what they show."""

import re
from pathlib import Path
from zipfile import ZipFile

import pytest

from monopoly_lab import cli
from monopoly_lab.lessons.lesson_metadata import PLAN
from monopoly_lab.lessons.lesson_notebooks import read_lesson
from monopoly_lab.web.site import book

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ONE_SCREEN = 63  # lines
PICTURES = sorted((ROOT / "docs" / "images").iterdir())
MOST = 150_000  # bytes of a picture
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_readme__no_longer_than_a_screen() -> None:
    assert len(README.splitlines()) <= ONE_SCREEN


@pytest.mark.parametrize("program", ["monopoly-lab start", "pytest -n logical --dist loadfile"])
def test_commands__are_one_line_each_in_three_forms_and_the_readme_has_the_first(program: str) -> None:
    page = (ROOT / "docs" / "start.md").read_text(encoding="utf-8")
    lines = [line for line in page.splitlines() if line.endswith(program) and " && " in line]
    assert [line.split()[:3] for line in lines] == [
        ["python3", "-m", "venv"],
        ["py", "-m", "venv"],
        ["uv", "venv", "&&"],
    ]
    assert lines[0] in README.splitlines()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links__lead_to_files_that_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)|<img[^>]* src=\"([^\"]+)\"", text)
    paths = [one or other for one, other in links]
    assert not [path for path in paths if not (page.parent / path).exists()]
    assert paths or page.name == "first_game.md"


@pytest.mark.full
def test_class__is_marked_by_the_commands_as_they_are_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the two files that step 3 names, and a download of the app, to marks."""
    lines = re.findall(r'`((?:lesson|course) = "[^"]+")`', README)
    (tmp_path / "lesson.toml").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "students.csv").write_text("name\nAnn Able\nBo Lee\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    making, collecting = re.findall(r"`\.venv/bin/monopoly-lab (class [^`]+)`", README)
    assert cli.main(making.split()) == 0
    (submitted,) = re.findall(r"`(\w+/submitted)`", README)
    (work,) = (tmp_path / submitted).parent.glob("handed_out/Ann_Able.ipynb")
    with ZipFile(tmp_path / submitted / "45_hidden_quality.zip", "w") as download:
        download.write(work, "45_hidden_quality/Ann Able.ipynb")
    assert cli.main([*collecting.split(), "--jobs", "1"]) == 0
    made = {path.name for path in (tmp_path / collecting.split()[-1]).iterdir()}
    assert {"marks.csv", "report.html", "canvas.csv"} <= made


def test_first_lessons__need_no_other_and_are_seen_at_once_on_the_start_page() -> None:
    """Only lessons of a course are; the further ones are folded."""
    (named,) = re.findall(r"Begin with (\d\d) or (\d\d), which need no other lesson", README)
    lessons = [read_lesson(name) for name in named]
    assert not any(each.about.needs for each in lessons) and all(each.about.course in PLAN for each in lessons)


def test_pictures__are_each_shown_once_with_words_and_small() -> None:
    assert all(path.stat().st_size < MOST for path in PICTURES)
    shown = re.findall(r'<img src="docs/images/(\w+)\.png" width="\d+" alt="[^"]{20,}">', README)
    assert len(shown) == 3
    for page in PAGES[1:]:
        shown += re.findall(r"!\[[^\]]{20,}\]\(images/(\w+)\.png\)", page.read_text(encoding="utf-8"))
    assert sorted(shown) == [path.stem for path in PICTURES]


def test_guide__is_a_part_of_the_site_without_links_out_of_it() -> None:
    assert {path.name for path in PAGES[1:]} == {f"{name}.md" for name in book.GUIDE}
    page = book.guide_page(
        "[here](start.md), [there](../CHANGELOG.md), [uv](https://docs.astral.sh/uv/), ![a](images/a.png)"
    )
    assert page == "[here](start.md), there, [uv](https://docs.astral.sh/uv/), ![a](images/a.png)"
