"""Files in which every text that others may choose is a marker: markup that does harm where it is taken for markup."""

import tomllib
from pathlib import Path
from typing import Any

import tomli_w

ROOT = Path(__file__).parents[1]
EDITIONS = ROOT / "monopoly_lab" / "editions" / "data"
# The class is looked for in pages; the script would set a variable of the page. Short enough for a name.
MARK = "<img class=marked src onerror=marked=1><a class=marked>"

# Tables of texts by language, and single texts, of an edition file.
BY_LANGUAGE = {"title", "name", "text", "unit", "singular", "plural", "site", "sites", "house", "houses", "hotel"}
SINGLE = {"note"}


def marked_edition(name: str, mark: str = MARK) -> dict[str, Any]:
    """The content of a shipped edition file with marks in all its texts, its ids as they are."""
    content = tomllib.loads((EDITIONS / f"{name}.toml").read_text("utf-8"))
    return {**_marked(content, mark), "id": "marked"}


def _marked(value: Any, mark: str, key: str = "") -> Any:
    if isinstance(value, dict):
        if value and set(value) <= {"en", "ru", "uk"} and all(isinstance(text, str) for text in value.values()):
            return {lang: text if key == "pattern" else f"{text[:3]}{mark}" for lang, text in value.items()}
        return {name: _marked(entry, mark, name) for name, entry in value.items()}
    if isinstance(value, list):
        return [_marked(entry, mark) for entry in value]
    return mark if key in SINGLE and isinstance(value, str) else value


def marked_scenario(edition: str, mark: str = MARK) -> dict[str, Any]:
    """A scenario with marks in its texts and in the names of its players, and a few answers."""
    texts = {key: f"{key} {mark}" for key in ("title", "text", "source", "lesson")}
    seats = [{"name": f"{who} {mark}"} for who in ("Ann", "Bo")]
    return {"format": 1, "edition": edition, **texts, "seed": 1, "seats": seats, "script": []}


def write_marked(folder: Path, edition: str = "classic_us") -> Path:
    """A marked edition and a scenario on it in a folder; file names are marked as well as a disk lets them."""
    name = "<img class='marked' src=x onerror=marked=1>.toml"
    (folder / name).write_text(tomli_w.dumps(marked_edition(edition)), "utf-8")
    path = folder / "scenario <b class='marked'>.toml"
    path.write_text(tomli_w.dumps(marked_scenario(name)), "utf-8")
    broken = folder / "broken <img class='marked' src=x onerror=marked=1>.toml"
    broken.write_text(tomli_w.dumps({MARK: 1, "edition": MARK, "title": MARK, "lesson": MARK, "options": {MARK: MARK}}))
    return path
