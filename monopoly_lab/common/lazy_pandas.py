"""pandas under the name `pd`, imported when it is first used: importing it takes longer than importing this package."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd
else:

    class _Pandas:
        def __getattr__(self, name: str) -> Any:
            import pandas

            value = getattr(pandas, name)
            setattr(self, name, value)  # the next time it is found at once
            return value

    pd = _Pandas()

__all__ = ["pd"]
