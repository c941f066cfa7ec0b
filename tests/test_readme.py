"""The README tells the truth: its tour runs as printed, what it points to is there."""

import doctest
import re
from pathlib import Path

import pytest

from monopoly_lab import cli

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TWO_SCREENS = 126  # lines


def test_readme__the_tour_runs_as_it_is_printed() -> None:
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    done = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=flags)
    assert done.attempted >= 8 and done.failed == 0


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


def test_readme__every_command_of_the_program_that_it_names_exists() -> None:
    named = set(re.findall(r"`monopoly-lab (\w+)", README))
    assert named >= {"copy", "check"}
    for name in named:
        with pytest.raises(SystemExit) as done:
            cli.main([name, "--help"])
        assert done.value.code == 0, name
