"""A table whose values stay numbers and which is shown as readers write them."""

from collections.abc import Collection, Mapping
from typing import Any

import pandas as pd

from monopoly_lab.text.figures import in_figures


class Readable(pd.DataFrame):
    """Sums whole with a mark between thousands, shares in per cent; what is taken or made of it is a plain table.

    `headings` are shown above the columns instead of their names, which are the same in every language.

    >>> Readable.of(pd.DataFrame({"cost": [1500.4], "won": [0.25]}), money=["cost"], shares=["won"])
        cost     won
    0  1,500  25.0 %
    """

    _metadata = ["lang", "money", "shares", "headings"]
    lang: str = ""
    money: Collection[str] = ()
    shares: Collection[str] = ()
    headings: Mapping[str, str] = {}

    @classmethod
    def of(
        cls,
        table: pd.DataFrame,
        *,
        money: Collection[str] = (),
        shares: Collection[str] = (),
        headings: Mapping[str, str] = {},
        lang: str = "",
    ) -> "Readable":
        made = cls(table)
        made.money, made.shares, made.headings, made.lang = money, shares, headings, lang
        return made

    @property
    def _constructor(self) -> Any:
        return pd.DataFrame

    def _shown(self) -> pd.DataFrame:
        shown = in_figures(pd.DataFrame(self), self.lang, self.money, self.shares)
        return shown.rename(columns=self.headings)

    def __repr__(self) -> str:
        return repr(self._shown())

    def _repr_html_(self) -> str | None:
        html: str | None = self._shown()._repr_html_()
        return html
