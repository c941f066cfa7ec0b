"""The tour of experiments runs as it is printed."""

import doctest
from pathlib import Path

from monopoly_lab import experiments

README = Path(experiments.__file__).with_name("README.md")


def test_readme__runs_as_it_is_printed() -> None:
    found = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8")
    assert found.attempted > 5 and found.failed == 0
