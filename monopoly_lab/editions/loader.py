"""Load editions by name or from a file, naming all problems of a file at once."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from monopoly_lab.common.errors import EditionError, UnfitFile
from monopoly_lab.common.file_access import parse_toml, read_text, shortened
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import ValidationErrors, did_you_mean, message_value
from monopoly_lab.editions.inheritance import Content, dotted_keys, inherit_from
from monopoly_lab.editions.validation import check

FOLDER = Path(__file__).with_name("data")
SHIPPED = FOLDER / "shipped.json"
FILE = ".toml"
MOST_PARENTS = 8  # editions that inherit from one another in a row


def editions() -> list[str]:
    """Return the ids of the shipped editions, in the order in which the documentation presents them.

    Example:
        >>> ml.editions()[:2]
        ['classic_us', 'classic_london']
    """
    return list(_read_shipped_file())


def load_shipped_content(edition: object) -> Content:
    """Return the content of a shipped edition; EditionError with the nearest right id."""
    if edition not in _read_shipped_file():
        found = ValidationErrors("")
        if f"{edition}{FILE}" in (path.name for path in FOLDER.glob(f"*{FILE}")):
            found.add("", "edition_not_built", value=edition)
        else:
            said = say("edition.unknown_edition", value=message_value(edition), near=did_you_mean(edition, editions()))
            found.add_text("", said)
        raise EditionError(found.problems)
    return _read_shipped_file()[str(edition)]


def read(text: str, file: str, heirs: Sequence[Path] = (), folder: Path = FOLDER) -> Content:
    """Return the checked content of an edition file given as text; `file` names it in messages.

    `folder` is where the file of an edition it inherits from is looked for; `heirs` are the
    files that inherit from this one. Raises EditionError with all problems.
    """
    found = ValidationErrors(file)
    try:
        written = parse_toml(text)
    except UnfitFile as unfit:
        found.add_text("", str(unfit))
        raise EditionError(found.problems) from None
    content = _resolve_inheritance(written, found, heirs, folder)
    check(content, found)
    if found.problems:
        raise EditionError(dict.fromkeys(found.problems))
    return normalized_content(content)


def normalized_content(content: Content) -> Content:
    """Return the content in one form: no inheritance, options under their full keys."""
    content = {key: value for key, value in content.items() if key not in ("inherits", "changes")}
    content["rules"] = dotted_keys(content.get("rules") or {})
    content.setdefault("groups", [])
    content.setdefault("decks", [])
    profiles = content.get("profiles", {}).items()
    content["profiles"] = {
        name: profile | {"rules": dotted_keys(profile.get("rules") or {})} for name, profile in profiles
    }
    return content


def _resolve_inheritance(written: Content, found: ValidationErrors, heirs: Sequence[Path], folder: Path) -> Content:
    from monopoly_lab.editions.schema import without_misshapen

    shaped = without_misshapen(written, found)
    if shaped.get("inherits") is None:
        return shaped
    parent = _parent(shaped["inherits"], found, heirs, folder)
    return without_misshapen(inherit_from(shaped, parent, found), found)


def _parent(name: str, found: ValidationErrors, heirs: Sequence[Path], folder: Path) -> Content:
    """Return the content of the edition inherited from; raise EditionError without it: nothing more can be said."""
    try:
        path = (folder / name if name.endswith(FILE) else FOLDER / (name + FILE)).resolve()
        if path in heirs:
            found.add("inherits", "inherits_itself", value=name)
        elif len(heirs) > MOST_PARENTS:
            found.add("inherits", "too_many_parents", value=name, n=MOST_PARENTS)
        elif not path.is_file():
            found.add("inherits", "unknown_parent", value=name, known=editions())
        else:
            return read(read_text(path), path.name, (*heirs, path), path.parent)
    except (OSError, ValueError, RuntimeError) as error:  # a name that no file can have, links in a circle
        found.add("inherits", "unreadable", value=getattr(error, "strerror", None) or str(error))
    except UnfitFile as unfit:
        found.add_text("inherits", say("edition.unreadable", value=f"{shortened(name)}: {unfit}"))
    raise EditionError(found.problems)


def from_file(path: Path) -> Content:
    """Return the content of an edition file; EditionError with every problem of it."""
    found = ValidationErrors(str(path))
    try:
        text = read_text(path)
    except UnfitFile as unfit:
        found.add_text("", say("edition.unreadable", value=str(unfit)))
        raise EditionError(found.problems) from None
    return read(text, str(path), (path.resolve(),), path.parent)


@cache
def _read_shipped_file() -> dict[str, Content]:
    shipped: dict[str, Content] = json.loads(SHIPPED.read_text(encoding="utf-8"))
    return shipped
