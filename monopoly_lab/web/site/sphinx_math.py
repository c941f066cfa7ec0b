"""Formulas of the book as MathML, which browsers draw by themselves: an extension of Sphinx."""

from typing import Any


def setup(app: Any) -> dict[str, bool]:
    """Offer the renderer "mathml"."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _inline(page: Any, node: Any) -> None:
    _drawn(page, node, "inline")


def _block(page: Any, node: Any) -> None:
    _drawn(page, node, "block")


def _drawn(page: Any, node: Any, display: str) -> None:
    from docutils.nodes import SkipNode
    from latex2mathml.converter import convert

    page.body.append(convert(node.astext(), display=display))
    raise SkipNode
