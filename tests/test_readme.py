"""The README is short, what it and the guide point to is there; test_snippets.py runs what they show."""

import re
from pathlib import Path

import pytest

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


def test_pictures__are_three_shown_with_words_and_small() -> None:
    assert [path.stem for path in PICTURES] == ["chain", "result", "table"]
    assert all(path.stat().st_size < MOST for path in PICTURES)
    shown = re.findall(r'<img src="docs/images/(\w+)\.png" width="\d+" alt="([^"]{20,})">', README)
    assert sorted(name for name, _ in shown) == [path.stem for path in PICTURES]


def test_guide__is_a_part_of_the_site_without_links_out_of_it() -> None:
    assert {path.name for path in PAGES[1:]} == {f"{name}.md" for name in book.GUIDE}
    page = book.guide_page("[here](start.md), [there](../CHANGELOG.md), [uv](https://docs.astral.sh/uv/)")
    assert page == "[here](start.md), there, [uv](https://docs.astral.sh/uv/)"
