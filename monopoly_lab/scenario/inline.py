"""Single TOML values on one line, as a field shows them: `{Ann = 1290, Bo = 1500}`."""

import json
import re
from typing import Any

from monopoly_lab.errors import DraftError, UnfitFile
from monopoly_lab.messages import say
from monopoly_lab.reading import shortened, toml_in

BARE = re.compile(r"^[A-Za-z0-9_-]+$")


def written(value: Any) -> str:
    """A value as it stands in a file, on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {written(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(written(entry) for entry in value) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


def _key(key: str) -> str:
    return key if BARE.match(key) else json.dumps(key, ensure_ascii=False)


def read(text: str) -> Any:
    """The value that a text stands for; DraftError for one that is no TOML value."""
    try:
        content = toml_in(f"value = {text}")
    except UnfitFile as unfit:
        raise DraftError(say("draft.no_inline", value=shortened(text), reason=unfit)) from None
    if list(content) != ["value"]:
        raise DraftError(say("draft.no_inline", value=shortened(text), reason=""))
    return content["value"]
