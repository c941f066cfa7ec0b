"""Rules of a module that is imported late are compiled as well."""

import subprocess
import sys

LATE = """
from monopoly_lab.batch import compiled
from monopoly_lab.rules import RULES
before = len(RULES)
from monopoly_lab.batch import compiled_check, wild
assert len(RULES) > before and wild.play_wildly in RULES
assert set(RULES) <= compiled._registered
"""


def test_register__rules_imported_after_the_compiler_are_known_to_it() -> None:
    subprocess.run([sys.executable, "-c", LATE], check=True)
