"""List the developers' tools, each with what it does: `python tests/tools`."""

import ast
from pathlib import Path

HERE = Path(__file__).parent


def tools() -> dict[str, str]:
    """Return what each tool does, by its name: the first line of its docstring."""
    files = [path for path in sorted(HERE.glob("*.py")) if path != Path(__file__)]
    files += sorted(HERE.glob("*/__main__.py"))
    texts = {path: ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "" for path in files}
    return {path.relative_to(HERE).as_posix(): text.split("\n")[0] for path, text in texts.items()}


if __name__ == "__main__":
    for name, about in tools().items():
        print(f"{name}\n    {about}")
