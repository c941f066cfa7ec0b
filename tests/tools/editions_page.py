"""Write the list of editions in docs/edition_list.md: `python tests/tools/editions_page.py`."""

from pathlib import Path

import monopoly_lab as ml
from monopoly_lab.common import file_access

PAGE = Path(__file__).parents[2] / "docs" / "edition_list.md"
TEXT = """# Editions

Each edition has a board and a rule book of its own. Code and commands use the name in the first column:
`ml.Game("{first}")`.

For a first lesson take `{first}`, the board that most lessons use. Every other edition works as well, for example
one that your students know.

The last two columns say how far an edition agrees with the game that is sold. An edition has about seven parts: board,
prices, names, decks and so on. "Reconstructed" is the share of parts for which we had no source, or an incomplete
one, and filled the gap ourselves. "Unverified" is the share that we know from general knowledge, not from a rule book.
For example, 86 % reconstructed means that six of seven parts have such gaps. Names, sums of money or the order of
spaces may then differ from the box that a student has at home. You can still play a complete game. Where the kit shows
such a part, it says so.

The file of an edition says under `provenance` where each part comes from. Open `monopoly_lab/editions/data/{last}.toml`
with any text editor. In a notebook, `ml.load_edition("{last}").provenance` has the same.

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
