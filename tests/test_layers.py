"""Imports point downward only, and what plays a game needs the standard library alone."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import networkx
import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "monopoly_lab"

# From the ground up; a module may import its own layer and those below.
LAYERS = [
    {"codes", "doors", "errors", "exports", "files", "markup", "messages", "reading"},
    {"editions"},
    {"rules"},
    {"board", "game", "players", "scenario", "text"},
    {"accounts", "batch", "chain", "economics", "measures"},
    {"experiments", "figures"},
    {"bench", "classroom", "cli", "export", "lessons", "serve", "site", "widgets", "__main__"},
]
LAYER = {name: height for height, names in enumerate(LAYERS) for name in names}
PLAY = 3  # the highest layer that runs on the standard library alone

# What may be imported inside a function there, for files from outside and for tables of a log.
ON_DEMAND = {"pydantic", "tomli_w", "pandas"}
# Modules for just that: nothing may import them at its head.
OUTSIDE = {"monopoly_lab.editions.schema", "monopoly_lab.editions.frames", "monopoly_lab.game.frames"}

# Who may import what at all.
OWNERS = {"ipywidgets": {"widgets"}, "anywidget": {"widgets"}, "plotly": {"export", "figures", "site", "widgets"}}


class Import(NamedTuple):
    by: str  # module: monopoly_lab.rules.rent
    of: str  # module, or a name in one
    at_head: bool  # run when the module is imported

    @property
    def layer(self) -> str:
        return self.by.split(".")[1]


def module_of(path: Path, root: Path = ROOT) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path, root: Path = ROOT) -> Iterator[Import]:
    """Every import of a module but those that only a type checker reads."""
    module = module_of(path, root)

    def visit(node: ast.AST, at_head: bool) -> Iterator[Import]:
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            return
        if isinstance(node, ast.Import):
            yield from (Import(module, alias.name, at_head) for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield from (Import(module, f"{node.module}.{alias.name}", at_head) for alias in node.names)
        inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for child in ast.iter_child_nodes(node):
            yield from visit(child, at_head and not inside)

    yield from visit(ast.parse(path.read_text(encoding="utf-8")), True)


@cache  # in a test, not while tests are collected: every process does that
def all_imports() -> list[Import]:
    files = [path for path in sorted(PACKAGE.rglob("*.py")) if path != PACKAGE / "__init__.py"]
    return [found for path in files for found in imports(path)]


def ours() -> list[Import]:
    return [found for found in all_imports() if found.of.split(".")[0] == "monopoly_lab"]


def theirs() -> list[Import]:
    known = {*sys.stdlib_module_names, "monopoly_lab"}
    return [found for found in all_imports() if found.of.split(".")[0] not in known]


def test_layers__every_module_has_its_layer() -> None:
    names = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert names - {"__init__"} <= LAYER.keys()


def test_layers__imports_point_downward() -> None:
    def height(module: str) -> int:
        return LAYER.get(module.split(".")[1], 0)  # what the package itself holds, such as its version, is lowest

    assert not [found for found in ours() if height(found.of) > height(found.by)]


def circles(package: Path) -> list[list[str]]:
    """The modules of a package that import each other, at their heads or inside functions, circle by circle.

    Whoever imports from a subpackage runs its `__init__` too, unless he belongs to it.
    """
    modules = {module_of(path, package.parent): path for path in package.rglob("*.py")}
    graph: networkx.DiGraph[str] = networkx.DiGraph()
    for module, path in modules.items():
        for found in imports(path, package.parent):
            parts = found.of.split(".")
            names = [".".join(parts[:n]) for n in range(2, len(parts) + 1)] or [found.of]
            graph.add_edges_from(
                (module, name) for name in names if name in modules and not f"{module}.".startswith(f"{name}.")
            )
    return sorted(sorted(circle) for circle in networkx.strongly_connected_components(graph) if len(circle) > 1)


def test_layers__no_files_import_each_other() -> None:
    assert circles(PACKAGE) == []


INVENTED = {
    "shop/__init__.py": "from shop.till import pay",
    "shop/till.py": "from shop.goods.bread import PRICE",
    "shop/goods/__init__.py": "from shop.goods.bread import PRICE\nfrom shop.goods.milk import WHITE",
    "shop/goods/bread.py": "PRICE = 3",
    "shop/goods/milk.py": "WHITE = True",
}
FOR_TYPES = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from shop.till import pay"


@pytest.mark.parametrize(
    ("planted", "text", "circle"),
    [
        ("bread", "PRICE = 3", []),
        ("bread", FOR_TYPES, []),
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
    low = [found for found in theirs() if LAYER[found.layer] <= PLAY and found.by not in OUTSIDE]
    assert not [found for found in low if found.at_head]
    assert {found.of.split(".")[0] for found in low} <= ON_DEMAND
    assert not [
        found for found in ours() if found.at_head and (found.of in OUTSIDE or found.of.rpartition(".")[0] in OUTSIDE)
    ]


@pytest.mark.parametrize("library", OWNERS)
def test_layers__a_library_is_imported_only_where_it_belongs(library: str) -> None:
    users = {found.layer for found in theirs() if found.of.split(".")[0] == library}
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
    loaded = run(f"import monopoly_lab; print([name for name in {large} if name in sys.modules])")
    assert loaded.strip() == "[]"


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
    from monopoly_lab.codes import codes, role

    names = set(monopoly_lab.editions()) - set(codes(role))  # a side of one game is called as another edition
    named = re.compile(r"\b(" + "|".join(names) + r")\b", re.IGNORECASE)
    rules = (PACKAGE / "rules").glob("*.py")
    assert not [(path.name, found.group()) for path in rules if (found := named.search(path.read_text("utf-8")))]
