"""Games and editions as expressions of Python that make them again, their whole past in them."""

import warnings

from monopoly_lab.editions import Edition, editions, load_edition
from monopoly_lab.errors import ExportError
from monopoly_lab.game.game import Game
from monopoly_lab.game.saving.files import game_to_toml
from monopoly_lab.messages import say, spoken

WIDE = "pd.options.display.max_colwidth = None"  # sentences are shown to their end


def opening(*more: str) -> str:
    """The first lines of a notebook: what they import, and the language that its words are in."""
    return "\n".join(
        ("import pandas as pd", "", "import monopoly_lab as ml", *more, "", WIDE, f"ml.speak({spoken()!r})", "")
    )


def embedded(game: Game) -> str:
    """A game that is the same to the last answer; ExportError for what a text cannot hold."""
    base = game.edition.base or game.edition
    for name, who in game.seats.items():
        if callable(who) and not isinstance(who, str) and not hasattr(who, "parameters"):
            raise ExportError(say("export.function", player=name))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        text = game_to_toml(game, edition=base.id)
    own = "" if _is_shipped(base) else f", edition={embedded_edition(base)}"
    return f"ml.Game.from_toml({_quoted(text)}{own})"


def embedded_edition(edition: Edition) -> str:
    """A shipped edition by its id, one of the user's as the whole text of its file."""
    base = edition.base or edition
    return repr(base.id) if _is_shipped(base) else f"ml.Edition.from_toml({_quoted(base.to_toml())})"


def _is_shipped(base: Edition) -> bool:
    return base.id in editions() and load_edition(base.id) == base


def _quoted(text: str) -> str:
    """A text in three quotes, its lines as they are."""
    inside = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'"""\n{inside}"""'
