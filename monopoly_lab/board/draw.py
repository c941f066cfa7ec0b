"""SVG as text: elements, numbers as short as they can be."""

from functools import lru_cache

from monopoly_lab.markup import escaped


def element(tag: str, *inside: str, **attributes: object) -> str:
    """`<tag attributes>inside</tag>`; `inside` is markup already, attributes are escaped.

    `stroke_width=2` becomes `stroke-width="2"`, `class_` becomes `class`; None leaves an attribute out.
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{value_text(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    body = "".join(inside)
    return f"<{tag}{written}>{body}</{tag}>" if body else f"<{tag}{written}/>"


def value_text(value: object) -> str:
    return number(value) if isinstance(value, float) else escaped(str(value))


@lru_cache(maxsize=8192)
def number(value: float) -> str:
    """At most two decimals: 3.0 -> "3", 2.675 -> "2.67"."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def group(*inside: str, **attributes: object) -> str:
    return element("g", *inside, **attributes)


def points(pairs: list[tuple[float, float]]) -> str:
    return " ".join(f"{number(round(x, 2))},{number(round(y, 2))}" for x, y in pairs)
