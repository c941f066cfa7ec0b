"""Texts of a lesson as HTML: Markdown with formulas that need no script, on paper and on pages."""

import re

from monopoly_lab.common.escaping import escaped, harmless_links
from monopoly_lab.common.unbroken_numbers import beside_numbers


def rendered(text: str, is_in_line: bool = False) -> str:
    """Return Markdown as HTML; of a single paragraph what stands in it, if that is to stand in a line of its own."""
    from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

    class OnPaper(IPythonRenderer):
        """Markdown whose formulas need no script."""

        def inline_math(self, body: str) -> str:
            return formula(body, "inline")

        def block_math(self, body: str) -> str:
            return formula(body, "block")

        def paragraph(self, text: str) -> str:
            return text if is_in_line else super().paragraph(text)

    made = str(MarkdownWithMath(renderer=OnPaper(escape=False)).render(text))
    return beside_numbers(harmless_links(re.sub(r'<a class="anchor-link"[^>]*>.*?</a>', "", made)))


def formula(tex: str, display: str) -> str:
    """Return a formula as MathML, which browsers draw by themselves; as code where latex2mathml is not installed.

    >>> formula("x", "inline").startswith("<math")
    True
    """
    try:
        from latex2mathml.converter import convert
    except ImportError:
        return f"<code>{escaped(tex.strip())}</code>"
    return str(convert(tex.strip(), display=display))
