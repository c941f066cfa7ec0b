"""Values of options, as files and people write them."""

from monopoly_lab.reading import shortened

Value = int | str | bool


def shown(value: object) -> str:
    """A value as it would stand in a file."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{shortened(value)}"' if isinstance(value, str) else shortened(value)
