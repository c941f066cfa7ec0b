"""Values of options, as files and people write them."""

Value = int | str | bool


def shown(value: object) -> str:
    """A value as it would stand in a file."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
