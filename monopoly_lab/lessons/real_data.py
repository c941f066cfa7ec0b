"""Real data for lessons: small tables, each with its source."""

from pathlib import Path

from monopoly_lab.common.errors import LessonError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint

FOLDER = Path(__file__).with_name("data")


def names() -> list[str]:
    """Return the tables that there are."""
    return sorted(path.stem for path in FOLDER.glob("*.csv"))


def real_data(name: str) -> "pd.DataFrame":
    """Return a table of real data by year; `attrs` has its description ("about") and publisher ("source").

    Args:
        name: "annual_returns" of stocks and bonds, percent a year; "mortgage_rates", percent a year; or
            "belgian_calls", millions of telephone calls.

    Raises:
        LessonError: For any other name.

    Example:
        >>> float(ml.real_data("mortgage_rates").loc[1981, "rate"])
        16.6
        >>> ml.real_data("mortgage_rates").attrs["source"]
        'Freddie Mac, Primary Mortgage Market Survey, annual averages, 1972-2023.'
    """
    if str(name) not in names():
        raise LessonError(say("lesson.no_data", value=quoted(name)) + hint(str(name), names()))
    path = FOLDER / f"{name}.csv"
    found = pd.read_csv(path, comment="#", index_col=0)
    with path.open(encoding="utf-8") as lines:
        found.attrs["about"], source = (next(lines).removeprefix("# ").strip() for _ in range(2))
    found.attrs["source"] = source.removeprefix("Source: ")
    return found
