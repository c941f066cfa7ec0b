"""Stay in jail or leave it: the choice of a chain's token at each number of failed tries.

Which rule pays best in a position is in `best_jail_policy`.
"""

from collections.abc import Callable

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.messages import say
from monopoly_lab.editions import Edition
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.simulation.single_token import CARD, PAY, STAY, TRIES

Jail = str | Callable[[str, int], str]  # "stay", "leave", or a function that says which, by space and failed tries
CHOICES = {"stay": STAY, "leave": PAY}


def jail_choices(edition: Edition, t: Tables, jail: Jail, by_card: bool = False) -> list[int]:
    """Return STAY, PAY or CARD by failed tries: `TRIES` numbers for jail, as many for the tax office.

    Args:
        edition: The edition, whose ids of spaces a function is asked with.
        t: Its tables.
        jail: "stay" throws for a double as long as possible, "leave" pays at once; a function says which of the two,
            given the id of the space and the number of failed tries.
        by_card: Whether a token that leaves uses a card if it holds one.

    Raises ChainError for anything else, and for a function that fails.
    """
    choices = [STAY] * (2 * TRIES)
    for i, q in enumerate((t.jail, t.tax_office)):
        for tries in range(max(t.o_jail_exit_tries, 1) if q >= 0 or i == 0 else 0):
            if callable(jail) and q < 0:
                continue
            wish = _wish(jail, edition.spaces[q].id, tries) if callable(jail) else jail
            if not isinstance(wish, str) or wish not in CHOICES:
                raise ChainError(say("chain.unknown_policy", value=quoted(wish)))
            choices[i * TRIES + tries] = CARD if by_card and wish == "leave" else CHOICES[wish]
    return choices


def _wish(jail: Callable[[str, int], str], space: str, tries: int) -> object:
    """Return what the function says; ChainError, naming it, where it fails."""
    try:
        return jail(space, tries)
    except Exception as problem:
        name, told = getattr(jail, "__name__", repr(jail)), f"{type(problem).__name__}: {problem}"
        text = say("chain.jail_failed", function=name, space=space, tries=tries, problem=told)
        raise ChainError(text) from problem
