"""What a table `[look]` may name: drawings there are, kinds of space, characters and bosses of the edition."""

from collections.abc import Iterable
from typing import Any

from monopoly_lab.codes import codes, kind
from monopoly_lab.editions.found import Found
from monopoly_lab.editions.look import DRAWINGS, FIGURES, PICTURES, PLAIN_TOKENS, TOKENS


def check_look(content: dict[str, Any], found: Found) -> None:
    """Notes every drawing, kind of space and figure of the table that there is not."""
    look = content.get("look")
    if not isinstance(look, dict):
        return
    for key, known in DRAWINGS.items():
        _drawing(f"look.{key}", look.get(key), known, found)
    _tokens(look.get("tokens") or [], found)
    spaces = [entry.get("id") for entry in content.get("spaces") or [] if entry]
    places = [*codes(kind), *spaces]
    for sort, picture in (look.get("corners") or {}).items():
        if spaces and sort not in places:
            found.add(f"look.corners.{sort}", "unknown_corner", value=sort, known=places)
        _drawing(f"look.corners.{sort}", picture, PICTURES, found)
    those = [entry.get("id") for part in ("characters", "bosses") for entry in content.get(part) or [] if entry]
    for name, figure in (look.get("figures") or {}).items():
        if name not in those:
            found.add(f"look.figures.{name}", "unknown_figure", value=name, known=those)
        if isinstance(figure, dict):
            _drawing(f"look.figures.{name}.drawing", figure.get("drawing"), FIGURES, found)


def _tokens(tokens: list[Any], found: Found) -> None:
    if len(tokens) > len(PLAIN_TOKENS):
        found.add("look.tokens", "too_many_tokens", value=len(tokens), most=len(PLAIN_TOKENS))
    for place, name in enumerate(tokens):
        _drawing(f"look.tokens[{place}]", name, TOKENS, found)
        if name is not None and name in tokens[:place]:
            found.add(f"look.tokens[{place}]", "token_twice", value=name)


def _drawing(place: str, name: Any, known: Iterable[str], found: Found) -> None:
    if name is not None and name not in known:
        found.add(place, "unknown_drawing", value=name, known=known)
