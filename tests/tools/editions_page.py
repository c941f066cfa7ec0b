"""Write the list of editions in docs/edition_list.md: `python tests/tools/editions_page.py`."""

from pathlib import Path

import monopoly_lab as ml
from monopoly_lab.common import file_access

PAGE = Path(__file__).parents[2] / "docs" / "edition_list.md"
TEXT = """# Editions

Each edition has a board and a rule book of its own. Code and commands use the name in the first column:
`ml.Game("{first}")`.

"Reconstructed" is the share of an edition's parts (board, prices, names, decks and so on) for which we had no source,
in whole or in part, so that we filled the gap; "unverified" is the share that comes from general knowledge and from no
rule book. The kit says so where it shows such a part; `ml.load_edition("{last}").provenance` names the source of each.

| name | edition | players | spaces | what other editions do not have | reconstructed | unverified |
|---|---|---|---|---|---|---|
{rows}

An edition of your own is a TOML file that builds on one of these: [CONTRIBUTING](../CONTRIBUTING.md), "Editions and
rules".
"""


def page() -> str:
    """Return the page, in English."""
    frame = ml.editions_frame("en")
    rows = [
        f"| `{name}` | {row.title} | {row.players.replace(' .. ', ' to ')} | {row.spaces} | {row.special} "
        f"| {row.reconstruction:.0%} | {row.unverified:.0%} |"
        for name, row in frame.iterrows()
    ]
    return TEXT.format(first=frame.index[0], last=frame.index[-1], rows="\n".join(rows))


if __name__ == "__main__":
    file_access.replace(PAGE, page().encode())
