"""`.export(path)` for whatever somebody has explored."""

from os import PathLike
from pathlib import Path

from monopoly_lab.common.higher_functions import higher


class Exports:
    """Gives an object the method `export`."""

    def export(self, path: str | PathLike[str], notes: str = "") -> Path:
        """Write an analysis that travels: .ipynb, .html, .pdf, .xlsx or .csv, by the ending of `path`.

        The notebook is executed, holds everything it shows, and runs again elsewhere from itself alone; `notes` are
        words of your own, as markdown. The page is one file that is live without a network. Headings of tables are in
        words; .csv keeps the names of the columns, for programs. Gives back the path.

        Raises ExportError for an ending that is none of these, a file that is there already, and what no notebook
        can hold, such as a strategy that is a function.

        >>> ml.Game("classic_us", seed=1).export(f"{tempfile.mkdtemp()}/game.csv").name
        'game.csv'
        """
        written: Path = higher("export")(self, path, notes=notes)
        return written
