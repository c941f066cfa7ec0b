"""Packages stand in an order, no files import each other in a circle, and play needs the standard library alone."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from measure_structure import (
    ORDER,
    PACKAGE,
    ROOT,
    Import,
    circles,
    imports,
    javascript_functions,
    modules,
    outline,
    scripts,
    top,
    upward,
)

from monopoly_lab.common.renamed_modules import new_path

# Packages that run on the standard library alone.
PLAY = {
    *("common", "constants", "editions", "rules", "notation", "players", "board_drawing", "game"),
    "__init__",
}

# What may be imported inside a function there, for files from outside and for tables of a log.
ON_DEMAND = {"pydantic", "tomli_w", "pandas"}
# Modules for just that: nothing may import them at its head.
OUTSIDE = {"monopoly_lab.editions.schema", "monopoly_lab.editions.edition_frames"}

# Who may import what at all.
OWNERS = {"ipywidgets": {"widgets"}, "anywidget": {"widgets"}, "plotly": {"export", "figures", "web", "widgets"}}


@cache  # in a test, not while tests are collected: every process does that
def all_imports() -> list[Import]:
    return [found for path in modules().values() for found in imports(path, ROOT) if not found.for_types]


def ours() -> list[Import]:
    return [found for found in all_imports() if found.of.split(".")[0] == "monopoly_lab"]


def theirs() -> list[Import]:
    known = {*sys.stdlib_module_names, "monopoly_lab"}
    return [found for found in all_imports() if found.of.split(".")[0] not in known]


def test_layers__every_package_has_its_place() -> None:
    assert {top(module) for module in modules()} == set(ORDER)


def test_layers__a_package_imports_only_those_before_it() -> None:
    """Imports for type checkers, inside functions and by name in strings count as well."""
    assert upward() == []


def test_layers__no_files_import_each_other() -> None:
    assert circles() == []


def test_layers__no_old_path_is_imported() -> None:
    used = {found.of for path in modules().values() for found in imports(path)}
    assert len(used) > 1000 and sorted(filter(new_path, used)) == []


def test_layers__names_of_modules_are_unique() -> None:
    names = [path.stem for path in modules().values() if path.stem != "__init__"]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_modules__are_at_most_400_lines_with_functions_of_at_most_60() -> None:
    texts = {module: path.read_text(encoding="utf-8") for module, path in modules().items()}
    assert {module for module, text in texts.items() if text.count("\n") > 400} == set()
    outlines = {module: outline(path) for module, path in modules().items()}
    found = {f"{module}.{name}": size for module, each in outlines.items() for _, size, name, _ in each.functions}
    assert len(found) > 1000 and {name: size for name, size in found.items() if size > 60} == {}


def test_scripts__no_function_is_longer_than_a_screen() -> None:
    found = {(name, line): size for name, text in scripts().items() for size, line in javascript_functions(text)}
    assert len(found) > 50 and not {where: size for where, size in found.items() if size > 60}


INVENTED = {
    "shop/__init__.py": "from shop.till import pay",
    "shop/till.py": "from shop.goods.bread import PRICE",
    "shop/goods/__init__.py": "from shop.goods.bread import PRICE\nfrom shop.goods.milk import WHITE",
    "shop/goods/bread.py": "PRICE = 3",
    "shop/goods/milk.py": "WHITE = True",
}
BY_NAME = "from importlib import import_module\ndef dear():\n    import_module('shop.till')"
FOR_TYPES = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from shop.till import pay"


@pytest.mark.parametrize(
    ("planted", "text", "circle"),
    [
        ("bread", "PRICE = 3", []),
        ("bread", FOR_TYPES, ["shop.goods", "shop.goods.bread", "shop.till"]),
        ("bread", BY_NAME, ["shop.goods", "shop.goods.bread", "shop.till"]),
        ("bread", "from shop.till import pay", ["shop.goods", "shop.goods.bread", "shop.till"]),
        ("bread", "def dear():\n    import shop.till", ["shop.goods", "shop.goods.bread", "shop.till"]),
        # The till asks for bread alone, but the import runs all of the goods.
        ("milk", "def pour():\n    from shop import till", ["shop.goods", "shop.goods.milk", "shop.till"]),
    ],
)
def test_layers__a_planted_circle_is_found(planted: str, text: str, circle: list[str], tmp_path: Path) -> None:
    for name, content in (INVENTED | {f"shop/goods/{planted}.py": text}).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    assert circles(tmp_path / "shop") == ([circle] if circle else [])


def test_layers__play_imports_third_parties_only_on_demand() -> None:
    low = [found for found in theirs() if top(found.by) in PLAY and found.by not in OUTSIDE]
    assert not [found for found in low if found.at_head]
    assert {found.of.split(".")[0] for found in low} <= ON_DEMAND
    assert not [
        found for found in ours() if found.at_head and (found.of in OUTSIDE or found.of.rpartition(".")[0] in OUTSIDE)
    ]


@pytest.mark.parametrize("library", OWNERS)
def test_layers__a_library_is_imported_only_where_it_belongs(library: str) -> None:
    users = {top(found.by) for found in theirs() if found.of.split(".")[0] == library}
    assert users <= OWNERS[library]


@pytest.mark.parametrize("path", sorted((PACKAGE / "widgets").glob("*.py")), ids=lambda path: path.stem)
def test_widgets__use_of_a_game_what_anybody_may_use(path: Path) -> None:
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    used = [node for node in nodes if isinstance(node, ast.Attribute) and re.fullmatch("_[a-z](.*[^_])?", node.attr)]
    own = {node.attr for node in used if ast.unparse(node.value) == "self"}
    assert not [ast.unparse(node) for node in used if node.attr not in own]


def run(code: str, *flags: str) -> str:
    command = [sys.executable, *flags, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{code}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_import__loads_none_of_the_large_libraries() -> None:
    large = [
        "plotly",
        "ipywidgets",
        "anywidget",
        "numba",
        "numpy",
        "pandas",
        "networkx",
        "pydantic",
        "IPython",
        "jupyterlab",
    ]
    loaded = run(f"import monopoly_lab.cli; print([name for name in {large} if name in sys.modules])")
    assert loaded.strip() == "[]"


def test_import__the_class_app_leaves_tables_and_charts_to_its_kernels() -> None:
    """A third of its time until it answers, and of its memory."""
    loaded = run("import monopoly_lab.web.server.app; print([x for x in ('pandas', 'plotly') if x in sys.modules])")
    assert loaded.strip() == "[]"


def test_import__a_live_class_begins_without_tables() -> None:
    """It needs them when a game is over."""
    loaded = run("import monopoly_lab.live.server; print([x for x in ('pandas', 'plotly') if x in sys.modules])")
    assert loaded.strip() == "[]"


def test_import__figures_and_models_are_there_without_an_import_of_their_own() -> None:
    code = "import monopoly_lab as ml; print(callable(ml.figures.matrix), ml.economics.__name__, 'figures' in dir(ml))"
    assert run(code).split() == ["True", "monopoly_lab.economics", "True"]


GAME = """
import importlib.util
assert not any(importlib.util.find_spec(name) for name in ("numpy", "pydantic", "tomli_w", "IPython"))
import monopoly_lab as ml
for edition in ml.editions():
    game = ml.Game(edition, players={"Ann": "balanced", "Bo": "random"}, seed=7)
    game.run(rounds=5)
    before = game.log()
    game.undo()
    game.redo()
    assert game.log() == before and game.choices()
    assert game.svg().startswith("<svg")
    print(edition, len(game.events) > 20, bool(game.net_worth()))
"""


def test_play__a_game_of_every_edition_needs_the_standard_library_alone() -> None:
    """`python -S` has no site-packages: what is not in the standard library is not there."""
    import monopoly_lab

    assert run(GAME, "-S").splitlines() == [f"{edition} True True" for edition in monopoly_lab.editions()]


def test_rules__name_no_edition() -> None:
    import monopoly_lab
    from monopoly_lab.constants import codes, player_role

    names = set(monopoly_lab.editions()) - set(codes(player_role))  # a side of one game is called as another edition
    named = re.compile(r"\b(" + "|".join(names) + r")\b", re.IGNORECASE)
    rules = (PACKAGE / "rules").glob("*.py")
    assert not [(path.name, found.group()) for path in rules if (found := named.search(path.read_text("utf-8")))]
