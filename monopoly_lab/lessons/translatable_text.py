"""The text of a lesson that is translated: found in its cells, sentence by sentence, and put back in another language.

In texts: headings, paragraphs, items of lists, cells of tables, and formulas with words in them. In code: what is
asked, hints, titles, labels of tables and charts, and printed words. In metadata: titles of axes to draw on. Names of
spaces, players and parameters stay.
"""

import ast
import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from monopoly_lab.common import ABOUT
from monopoly_lab.lessons.question_calls import called_name, replace_node, tree_of

Say = Callable[[str], str]  # a sentence in another language

# The dollar sign of a sum is followed by a digit, that of a formula is not.
FORMULA = r"\$\$.*?\$\$|\$(?![\d\s])[^$\n]*?(?<!\s)\$(?!\d)"
UNSAID = re.compile(rf"`[^`]*`|{FORMULA}|<[^>]*>|\]\([^)]*\)", re.DOTALL)  # code, formulas, tags, addresses
IN_FORMULA = re.compile(r"\\text\{[^}]*[^\W\d_]{2}[^}]*\}")
WORD = re.compile(r"[^\W\d_]{2}")
VALUE = re.compile(r"(?<!\{)\{(?!\{)[^{}]*\}")  # in a text with values
MARK = re.compile(r"\s*(?:#+|\d+\.|[-*+])\s+")  # of a heading or an item
SUMMARY = re.compile(r"(<summary>)(.*?)(</summary>)")
CELL = re.compile(r"(?<!\\)\|")
BEGINS = re.compile(r"\s*(?:#+ |\d+\. |[-*+] |\||<|\$\$|```)")  # a line that does not go on with a paragraph

# In the metadata of a cell with room to draw: what each number on the axis to the right and upwards adds, their titles.
DRAWN = "axes"
NAMES = frozenset({"Ann", "Bo", "Cy", "Dan", "Di", "Ed"})  # of players, keys of tables as well
SHOWN = frozenset({"ask", "unit", "x", "y", "under", "title", "name"})  # arguments that a reader sees
FIGURES = frozenset({"bars", "dots", "lines"})  # their second argument is a title
TABLES = frozenset({"DataFrame", "Series"})
AXES = frozenset({"index", "columns"})
BY_NAME = frozenset({"difference"})  # methods that are given a label
OF_COLUMNS = frozenset({"money", "shares"})  # arguments that name columns
Container = ast.Dict | ast.List | ast.Tuple


def has_words(text: str) -> bool:
    """Return True for a text with a word in it, beside code, formulas, tags and addresses."""
    return bool(WORD.search(UNSAID.sub(" ", text)) or IN_FORMULA.search(text))


def in_text(text: str, say: Say) -> str:
    """Return a text of Markdown with each of its sentences as `say` has it."""
    lines, made, n = text.split("\n"), list[str](), 0
    while n < len(lines):
        end = _end(lines, n)
        made.append(_block(lines[n:end], say))
        n = end
    return "\n".join(made)


def _end(lines: list[str], n: int) -> int:
    """Return the line after a block that begins at line `n`."""
    line = lines[n].strip()
    for fence in ("```", "$$"):
        if line.startswith(fence):
            closed = [at for at in range(n, len(lines)) if lines[at].strip().endswith(fence)]
            return next((at + 1 for at in closed if at > n or len(line) > len(fence)), len(lines))
    if not line or line.startswith(("|", "<", "#")):
        return n + 1
    end = n + 1
    while end < len(lines) and lines[end].strip() and not BEGINS.match(lines[end]):
        end += 1
    return end


def _block(lines: list[str], say: Say) -> str:
    first = lines[0].strip()
    if first.startswith("$$"):
        formula = "\n".join(lines)
        return say(formula) if IN_FORMULA.search(formula) else formula
    if not first or first.startswith("```"):
        return "\n".join(lines)
    if first.startswith("|"):
        return "|".join(_padded(cell, say) for cell in CELL.split(lines[0]))
    if first.startswith("<"):
        return SUMMARY.sub(lambda found: f"{found[1]}{say(found[2])}{found[3]}", lines[0])
    mark = MARK.match(lines[0])
    head = mark[0] if mark else ""
    words = " ".join([lines[0][len(head) :].strip(), *(line.strip() for line in lines[1:])])
    return head + (say(words) if has_words(words) else words)


def _padded(cell: str, say: Say) -> str:
    return f" {say(cell.strip())} " if has_words(cell) else cell


def in_code(source: str, say: Say, labels: Iterable[str] = ()) -> str:
    """Return the source of a cell with what a reader sees as `say` has it.

    `labels` are headings of tables of the lesson, which its cells also use as keys.
    """
    parsed = _parsed(source)
    if parsed is None:
        return source
    (parents, texts), known = parsed, frozenset(labels)
    shown = [
        node
        for node in texts
        if _is_shown(node, parents) or _is_key(node, parents, known) or _is_beside(node, parents, known)
    ]
    for node in sorted(shown, key=lambda each: (each.lineno, each.col_offset), reverse=True):
        source = replace_node(source, node, _translated_code(node, source, parents, say, known))
    return source


def labels_in(source: str) -> list[str]:
    """Return the headings of tables that a cell makes: other cells may ask for a column by them."""
    parsed = _parsed(source)
    if parsed is None:
        return []
    parents, nodes = parsed
    plain = [str(node.value) for node in nodes if isinstance(node, ast.Constant) and _is_label(node, parents)]
    filled = [node for node in nodes if isinstance(node, ast.JoinedStr) and isinstance(parents[node], ast.DictComp)]
    return plain + [(ast.get_source_segment(source, node) or "")[2:-1] for node in filled if _is_shown(node, parents)]


@lru_cache(maxsize=1)  # a cell is asked for its labels, then translated
def _parsed(source: str) -> tuple[dict[ast.AST, ast.AST], list[ast.Constant | ast.JoinedStr]] | None:
    """Return the parent of each node of a cell, and its texts; None for a cell that is no Python."""
    tree = tree_of(source)
    if tree is None:
        return None
    return {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}, list(_texts(tree))


def _texts(tree: ast.AST) -> Iterator[ast.Constant | ast.JoinedStr]:
    """Yield the texts of a cell; one with values in it is one text."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.JoinedStr):
            yield child
        elif isinstance(child, ast.Constant):
            if isinstance(child.value, str) and "\n" not in child.value:
                yield child
        else:
            yield from _texts(child)


def _plain_words(node: ast.Constant | ast.JoinedStr) -> str:
    """Return the words of a text, without the values in it."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "0" for part in node.values)


def _is_shown(node: ast.Constant | ast.JoinedStr, parents: dict[ast.AST, ast.AST]) -> bool:
    words = _plain_words(node)
    if words in NAMES or not WORD.search(words):
        return False
    above, child = parents[node], node
    while isinstance(above, ast.IfExp):
        above, child = parents[above], above  # type: ignore[assignment]
    if isinstance(above, ast.keyword):
        return above.arg in SHOWN
    if isinstance(above, ast.Call):
        place = above.args.index(child) if child in above.args else 0
        return called_name(above) in ("print", "rename", "rename_axis", "to_frame") or (
            called_name(above) in FIGURES and place == 1
        )
    if isinstance(above, ast.Expr):
        return " " in words
    if isinstance(above, Container):
        return " " in words or _is_label(node, parents)
    is_new = isinstance(above, ast.DictComp | ast.ListComp) or (
        isinstance(above, ast.Subscript) and isinstance(above.ctx, ast.Store)
    )
    return is_new and " " in words


def _is_label(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Return True for an entry of a container whose entries head rows or columns of a table."""
    box = parents[node]
    if isinstance(box, ast.keyword) and box.arg == "name":
        return True  # of a series, which is a column
    if isinstance(box, ast.Subscript) and isinstance(box.ctx, ast.Store):
        return isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value
    if not isinstance(box, Container) or not isinstance(node, ast.Constant) or node.value in NAMES:
        return False
    if not isinstance(node.value, str) or not WORD.search(node.value):
        return False
    entries = box.keys if isinstance(box, ast.Dict) else box.elts
    if node not in entries:
        return called_rename(box, parents)
    owner = parents[box]
    heads = (isinstance(owner, ast.Call) and called_name(owner) in TABLES) or (
        isinstance(owner, ast.keyword) and owner.arg in AXES
    )
    texts = (each.value for each in entries if isinstance(each, ast.Constant) and isinstance(each.value, str))
    return heads or any(" " in text for text in texts)


def called_rename(box: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Return True for a table of names that is handed to `rename`: its values are labels."""
    owner = parents[box]
    owner = parents[owner] if isinstance(owner, ast.keyword) else owner
    return isinstance(owner, ast.Call) and called_name(owner) == "rename"


def _is_key(node: ast.Constant | ast.JoinedStr, parents: dict[ast.AST, ast.AST], labels: frozenset[str]) -> bool:
    """Return True for a label where it is used as a key, also as a part of one: "double rents, balanced"."""
    if not isinstance(node, ast.Constant) or _as_key(str(node.value), str, labels) is None:
        return False
    above = parents[node]
    if isinstance(above, ast.Dict):
        return node in above.keys
    if isinstance(above, ast.keyword):
        return above.arg in OF_COLUMNS
    if isinstance(above, ast.Call):
        return called_name(above) in BY_NAME
    return isinstance(above, ast.Subscript | ast.List | ast.Tuple | ast.Compare)


def _is_beside(node: ast.Constant | ast.JoinedStr, parents: dict[ast.AST, ast.AST], labels: frozenset[str]) -> bool:
    """Return True for a key of a dictionary that has a label for another key: {"waits": ..., "builds": ...}."""
    box = parents[node]
    words = _plain_words(node)
    if not isinstance(box, ast.Dict) or node not in box.keys or words in NAMES or not WORD.search(words):
        return False
    return any(isinstance(key, ast.Constant) and key.value in labels for key in box.keys if key is not node)


def _filled_label(label: str, values: list[str]) -> str:
    return VALUE.sub(lambda _: values.pop(0), label)


def _as_key(text: str, say: Say, labels: frozenset[str]) -> str | None:
    """Return a label in another language, also one with its values filled in or a part; None for what is no label."""
    if text in labels:
        return say(text)
    for label in sorted(label for label in labels if "{" in label):
        found = re.fullmatch("(.+)".join(map(re.escape, VALUE.split(label))), text)
        if found:
            return _filled_label(say(label), list(found.groups()))
    parts = text.split(", ")
    return ", ".join(say(part) if part in labels else part for part in parts) if labels & {*parts} else None


def _translated_code(
    node: ast.Constant | ast.JoinedStr, source: str, parents: dict[ast.AST, ast.AST], say: Say, labels: frozenset[str]
) -> str:
    """Return a text of code in another language, as it is written in code."""
    if isinstance(node, ast.Constant):
        text = str(node.value)
        key = None if _is_shown(node, parents) else _as_key(text, say, labels)
        return json.dumps(say(text) if key is None else key, ensure_ascii=False)
    written = ast.get_source_segment(source, node) or ""
    begun = re.match(r"[fF]([\"'])", written)
    if begun is None or not written.endswith(begun[1]):
        return written
    made = say(written[2:-1])
    for label in labels:
        for left, right in (('["', '"]'), ("['", "']"), ('("', '")'), ("('", "')")):
            made = made.replace(f"{left}{label}{right}", f"{left}{say(label)}{right}")
    return f"f{begun[1]}{made}{begun[1]}"


def in_cells(cells: Iterable[Any], say: Say, labels: set[str] | None = None) -> None:
    """Put the sentences of all cells into another language; a heading of a table is a key from its cell on.

    `labels` are those of earlier cells, and take those of these.
    """
    labels = set[str]() if labels is None else labels
    for cell in cells:
        about = cell.metadata.get(ABOUT, {})
        if DRAWN in about:
            about[DRAWN] = [say(each) if isinstance(each, str) else each for each in about[DRAWN]]
        if cell.cell_type == "code":
            labels.update(labels_in(cell.source))
            cell.source = in_code(cell.source, say, labels)
        else:
            cell.source = in_text(cell.source, say)
