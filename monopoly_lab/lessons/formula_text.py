"""Formulas in plain letters: LaTeX of a lesson as text, where nothing draws formulas (a report, a grade book)."""

import re
import unicodedata

from monopoly_lab.lessons.translatable_text import FORMULA

SIGNS = {
    **{"le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "approx": "≈", "equiv": "≡", "sim": "~"},
    **{"times": "×", "cdot": "·", "pm": "±", "div": "÷", "to": "→", "infty": "∞", "in": "∈", "partial": "∂"},
    **{
        "sum": "∑",
        "prod": "∏",
        "int": "∫",
        "ldots": "…",
        "dots": "…",
        "mid": "|",
        "%": "%",
        "$": "$",
        "{": "{",
        "}": "}",
    },
    **{"left": "", "right": "", "displaystyle": "", ",": " ", ";": " ", ":": " ", "!": "", " ": " ", "\\": " "},
    **{"quad": "  ", "qquad": "  ", "lambda": "λ", "Lambda": "Λ"},
}
RAISED = dict(zip("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ"))
LOWERED = dict(zip("0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"))
MARKS = {"bar": "\N{COMBINING MACRON}", "hat": "\N{COMBINING CIRCUMFLEX ACCENT}"}
TOKEN = re.compile(r"\\(?:[A-Za-z]+|.)|\s+|.", re.DOTALL)
# "$1.96 \sqrt{p}$" and "$1{,}5 / 3$" are formulas, too; "$5 or $6" are sums.
FORMULAS = re.compile(FORMULA + r"|\$\d[^$\n]*(?:\\[a-z]+|\{,\})[^$\n]*(?<!\s)\$(?!\d)", re.DOTALL)


def without_formulas(text: str) -> str:
    r"""Return a text with each formula in plain letters; sums of dollars stay.

    >>> without_formulas(r"at least $(n - m)/(m(n - 1))$, for $100 or $\delta$")
    'at least (n − m)/(m(n − 1)), for $100 or δ'
    """
    return FORMULAS.sub(lambda found: in_letters(found[0].strip("$")), text)


def in_letters(tex: str) -> str:
    r"""Return a formula as text: fractions with a slash, raised and lowered letters where there are such.

    >>> in_letters(r"\frac{n-1}{n+1} V")
    '(n − 1)/(n + 1) V'
    """
    made = _Reader(TOKEN.findall(tex)).text()
    return " ".join(made.split())


class _Reader:
    """Reads the tokens of a formula from left to right."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens[::-1]

    def text(self, end: str = "") -> str:
        """Return what stands up to a token, which is read too; all of it for none."""
        made = ""
        while self._tokens:
            token = self._tokens.pop()
            if token == end:
                break
            made += self._one(token, made)
        return made

    def _one(self, token: str, before: str) -> str:
        if token == "{":
            return self.text("}")
        if token in "^_":
            return _raised_or_lowered(self._argument(), RAISED if token == "^" else LOWERED, token)
        if token == "-":
            return "\N{MINUS SIGN}" if not before.rstrip() or before.rstrip()[-1] in "(=≤≥,/" else " \N{MINUS SIGN} "
        if token in ("+", "="):
            return f" {token} "
        return self._command(token[1:]) if token.startswith("\\") else " " if token.isspace() else token

    def _command(self, name: str) -> str:
        if name in ("frac", "tfrac", "dfrac"):
            return f"{_in_brackets(self._argument())}/{_in_brackets(self._argument())}"
        if name == "sqrt":
            return f"√{_in_brackets(self._argument())}"
        if name in ("text", "mathrm", "operatorname"):
            return self._words()
        if name in MARKS:
            letter = self._argument()
            return letter + (MARKS[name] if len(letter) == 1 else "")
        return SIGNS[name] if name in SIGNS else _greek(name) or name

    def _argument(self) -> str:
        while self._tokens and self._tokens[-1].isspace():
            self._tokens.pop()
        return self._one(self._tokens.pop(), "").strip() if self._tokens else ""

    def _words(self) -> str:
        """Return the words in braces, as they stand."""
        made = ""
        while self._tokens and (token := self._tokens.pop()) != "}":
            made += "" if token == "{" else token
        return made


def _in_brackets(part: str) -> str:
    return f"({part})" if re.search(r"[\s+/=]", part) else part


def _raised_or_lowered(part: str, letters: dict[str, str], sign: str) -> str:
    """Return a raised or lowered part, with its sign before it where there are no such letters."""
    if part in ("'", "′"):
        return "′"
    plain = part.replace(" ", "")
    if all(each in letters for each in plain):
        return "".join(letters[each] for each in plain)
    return f"{sign}{plain if len(plain) == 1 else f'({part})' if not part.isalnum() else part}"


def _greek(name: str) -> str:
    size = "CAPITAL" if name[:1].isupper() else "SMALL"
    try:
        return unicodedata.lookup(f"GREEK {size} LETTER {name.upper()}")
    except KeyError:
        return ""
