"""Write SVG elements as text; measure, break and size text in them.

Widths of characters, in thousandths of the font size, are those of Arial and of fonts with its metrics. Each line also
tells the browser its width, so that a machine with other fonts stretches or squeezes the letters and nothing overflows.
"""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from monopoly_lab.common.escaping import escaped


def element(tag: str, *inside: str, **attributes: object) -> str:
    """Return `<tag attributes>inside</tag>`; `inside` is markup already, attributes are escaped.

    `stroke_width=2` becomes `stroke-width="2"`, `class_` becomes `class`; None leaves an attribute out.
    """
    written = "".join(
        [f' {_attribute(name)}="{value_text(value)}"' for name, value in attributes.items() if value is not None]
    )
    body = "".join(inside)
    return f"<{tag}{written}>{body}</{tag}>" if body else f"<{tag}{written}/>"


@lru_cache(maxsize=1024)
def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def value_text(value: object) -> str:
    """Return the text of an attribute: numbers short, texts escaped."""
    return number(value) if isinstance(value, float) else escaped(str(value))


@lru_cache(maxsize=8192)
def number(value: float) -> str:
    """Return a number with at most two decimals: 3.0 -> "3", 2.675 -> "2.67"."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def group(*inside: str, **attributes: object) -> str:
    """Return a group of elements."""
    return element("g", *inside, **attributes)


def points(pairs: list[tuple[float, float]]) -> str:
    """Return the points of a polygon or line as SVG writes them."""
    return " ".join(f"{number(round(x, 2))},{number(round(y, 2))}" for x, y in pairs)


# How wide a text is, how it breaks into lines, and how large it may be

NARROW = 0.82  # width of the condensed cut, as a part of the usual one
BOLD = 1.08
LEADING = 1.12  # from line to line, as a part of the size
RISE = 0.74  # of a capital letter with a little air
READABLE = 14.5  # below this size a long word is divided first
SMALLEST = 6.0
NAMES = 17.5  # below this size (11 pixels on a board 755 wide) the name of a player is cut: its letter stands beside it

CLASSES = {
    191: "'",
    222: "ijl|\u2018\u2019",
    278: "!,./:;I[\\]ft \u00a0\u00b7\u0406\u0407",
    333: "()-`r\u00ad\u201c\u201d\u201e",
    334: "{}",
    355: '"',
    365: "г\u00ba",
    400: "*\u00b0",
    411: "\u0491",
    460: "зт^",
    489: "\u0490",
    500: "Jcksvxyzсухјѕ",
    521: "эєчьв",
    546: "ЃГпя",
    556: "#$0123456789?L_abdeghnopquаеор€₴₽–",
    570: "ийбцдл",
    594: "+<=>~×−З",
    611: "FTZТъЎУ",
    661: "&ABEKPSVXYАВЕКРХЧБЛЬжДм",
    721: "CDHNRUwЄЏИПЭыЙНСЯ",
    750: "ЦюФ",
    778: "GOQОЪ",
    818: "шфщMmМ",
    889: "%Ы",
    930: "ШЖЩ",
    972: "W",
    1010: "—…→ЮЉ",
    1044: "@№",
}
WIDTHS = {character: width for width, characters in CLASSES.items() for character in characters}

VOWELS = set("aeiouyаеёиоуыэюяіїє")
SILENT = set("ьъй'’")


@lru_cache(maxsize=4096)
def character_width(character: str) -> float:
    """Return the width of a character in parts of the size: without accents; an average for unknown letters."""
    known = WIDTHS.get(character)
    if known is None:
        base = unicodedata.normalize("NFKD", character)[0]
        known = WIDTHS.get(base) or _other_width(character)
    return known / 1000


def _other_width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Mn", "Cc"):
        return 0
    if unicodedata.east_asian_width(character) in "WF":
        return 1000
    return 722 if character.isupper() else 600


def text_width(text: str, size: float, narrow: bool = True, bold: bool = False) -> float:
    """Return the width of a line in the unit of `size`."""
    return _letters_width(text) * size * (NARROW if narrow else 1) * (BOLD if bold else 1)


@lru_cache(maxsize=8192)
def _letters_width(text: str) -> float:
    return sum(map(character_width, text))


@dataclass(frozen=True)
class Fitted:
    """Lines of one size that fit into a width and a height."""

    lines: tuple[str, ...]
    size: float
    narrow: bool = True
    bold: bool = False

    @property
    def width(self) -> float:
        """Return the width of the widest line, in pixels."""
        return max((text_width(line, self.size, self.narrow, self.bold) for line in self.lines), default=0.0)

    @property
    def height(self) -> float:
        """Return the height of all lines, in pixels."""
        return self.size * (RISE + LEADING * max(len(self.lines) - 1, 0) + 0.2)


@lru_cache(maxsize=8192)  # each name on each board, however often it is drawn
def fit(text: str, width: float, height: float, largest: float, narrow: bool = True, bold: bool = False) -> Fitted:
    """Return the text as large as `largest` allows, broken at spaces and hyphens.

    Long words are divided only when the size would fall below `READABLE`; what does not fit
    even at `SMALLEST` is cut with an ellipsis.
    """
    text = " ".join(text.split())
    if not text:
        return Fitted((), largest, narrow, bold)
    for divide, least in ((False, min(READABLE, largest)), (True, SMALLEST)):
        size = largest
        while size >= least:
            lines = _break_lines(text, width, size, narrow, bold, divide)
            if lines and Fitted(lines, size, narrow, bold).height <= height:
                return Fitted(_balance_lines(text, lines, width, size, narrow, bold, divide), size, narrow, bold)
            size -= 0.5
    return _truncate_text(text, width, height, narrow, bold)


def one_line(
    text: str, width: float, largest: float, narrow: bool = True, bold: bool = False, least: float = SMALLEST
) -> Fitted:
    """Return the text on one line, smaller if it has to be, cut with an ellipsis only below the size `least`."""
    text = " ".join(text.split())
    needed = text_width(text, 1, narrow, bold)
    size = min(largest, width / needed) if needed else largest
    if size >= least:
        return Fitted((text,), size, narrow, bold)
    return _truncate_text(text, width, least, narrow, bold, least)


def _truncate_text(text: str, width: float, height: float, narrow: bool, bold: bool, size: float = SMALLEST) -> Fitted:
    room = max(1, int((height / size - RISE - 0.2) / LEADING) + 1)
    lines = []
    rest = text
    for _ in range(room):
        line = rest
        while line and text_width(line, size, narrow, bold) > width:
            line = line[:-1]
        lines.append(line)
        rest = rest[len(line) :].lstrip()
    if rest:
        while lines[-1] and text_width(lines[-1] + "\u2026", size, narrow, bold) > width:
            lines[-1] = lines[-1][:-1]
        lines[-1] += "\u2026"
    return Fitted(tuple(line for line in lines if line), size, narrow, bold)


def _break_lines(text: str, width: float, size: float, narrow: bool, bold: bool, divide: bool) -> tuple[str, ...]:
    """Return lines no wider than `width`, each as full as can be; empty if a piece is too wide."""
    lines: list[str] = []
    line = ""
    for piece in _pieces(text, divide):
        longer = _join_pieces(line, piece)
        if not line or text_width(longer.rstrip("\u00ad").replace("\u00ad", "-"), size, narrow, bold) <= width:
            line = longer
        else:
            lines.append(line)
            line = piece.lstrip()
        if text_width(_show_hyphen(line), size, narrow, bold) > width:
            return ()
    return tuple(_show_hyphen(line) for line in [*lines, line])


def _join_pieces(line: str, piece: str) -> str:
    """Return a piece after a divided one closes the gap."""
    return line.removesuffix("\u00ad") + piece


def _show_hyphen(line: str) -> str:
    line = line.rstrip()
    return line[:-1] + "-" if line.endswith("\u00ad") else line


def _balance_lines(
    text: str, lines: tuple[str, ...], width: float, size: float, narrow: bool, bold: bool, divide: bool
) -> tuple[str, ...]:
    """Return the same number of lines, the longest as short as possible."""
    best = lines
    while True:
        tighter = Fitted(best, size, narrow, bold).width - 0.5
        again = _break_lines(text, min(width, tighter), size, narrow, bold, divide)
        if not again or len(again) > len(lines):
            return best
        best = again


@lru_cache(maxsize=1024)
def _pieces(text: str, divide: bool) -> tuple[str, ...]:
    """Return what stays together: words, parts of words with a hyphen, and, if asked, syllables.

    All but the first of a line keep their space in front; a piece that ends in a soft
    hyphen is shown with a hyphen at the end of a line.
    """
    found = []
    for place, word in enumerate(text.split(" ")):
        before = " " if place else ""
        parts = [part + "-" for part in word.split("-")[:-1]] + [word.split("-")[-1]]
        for part in filter(None, parts):
            for piece in _syllables(part) if divide else [part]:
                found.append(before + piece)
                before = ""
    return tuple(found)


def _syllables(word: str) -> list[str]:
    """Return the parts of a long word, each but the last with a soft hyphen; at least three letters in each."""
    parts, start = [], 0
    for place in range(3, len(word) - 2):
        if place - start >= 3 and _divides(word.lower(), start, place):
            parts.append(word[start:place] + "\u00ad")
            start = place
    return [*parts, word[start:]]


def _divides(word: str, start: int, place: int) -> bool:
    """Return True before a consonant and its vowel, if a vowel has come already."""
    here, after = word[place], word[place + 1]
    if not word[start:].isalpha() or not VOWELS & set(word):
        return place - start >= 8
    starts_syllable = here not in VOWELS and here not in SILENT and after in VOWELS
    return starts_syllable and any(letter in VOWELS for letter in word[start:place])


def line_of_text(
    text: str,
    x: float,
    y: float,
    size: float,
    fill: str,
    anchor: str = "middle",
    narrow: bool = True,
    bold: bool = False,
    **attributes: object,
) -> str:
    """Draw one `<text>` with its baseline at `y`, squeezed or stretched to its measured width."""
    width = text_width(text, size, narrow, bold)
    classes = " ".join(name for name, on in (("n", narrow), ("b", bold)) if on)
    return element(
        "text",
        escaped(text),
        x=float(x),
        y=float(y),
        class_=classes or None,
        font_size=float(size),
        fill=fill,
        text_anchor=None if anchor == "start" else anchor,
        textLength=float(width) if len(text) > 1 else None,
        lengthAdjust="spacingAndGlyphs" if len(text) > 1 else None,
        **attributes,
    )


def block_of_text(fitted: Fitted, x: float, top: float, fill: str, anchor: str = "middle", **attributes: object) -> str:
    """Return the lines one under the other, the first with its capitals at `top`."""
    first = top + fitted.size * RISE
    return "".join(
        line_of_text(
            line,
            x,
            first + place * fitted.size * LEADING,
            fitted.size,
            fill,
            anchor,
            fitted.narrow,
            fitted.bold,
            **attributes,
        )
        for place, line in enumerate(fitted.lines)
    )
