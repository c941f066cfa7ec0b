"""The README is short, and what it points to is there; test_snippets.py runs what it shows."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TWO_SCREENS = 126  # lines


def test_readme__no_longer_than_two_screens() -> None:
    assert len(README.splitlines()) <= TWO_SCREENS


def test_readme__each_command_is_one_line_in_three_forms() -> None:
    lines = README.splitlines()
    for program in ("monopoly-lab start", "pytest -n logical --dist loadfile"):
        assert [line.split()[:3] for line in lines if line.endswith(program) and " && " in line] == [
            ["python3", "-m", "venv"],
            ["py", "-m", "venv"],
            ["uv", "venv", "&&"],
        ]


def test_readme__whatever_it_points_to_is_there() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)|<img[^>]* src=\"([^\"]+)\"", README)
    paths = [one or other for one, other in links]
    assert paths
    assert not [path for path in paths if not (ROOT / path).exists()]
