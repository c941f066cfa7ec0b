"""A position under other rules: which options it can take, and what of it they change."""

from collections.abc import Callable, Mapping

from monopoly_lab import rules
from monopoly_lab.editions import Edition
from monopoly_lab.editions.changes import refuse_past, set_up_only, without
from monopoly_lab.editions.tables import Tables
from monopoly_lab.errors import OptionError
from monopoly_lab.messages import say
from monopoly_lab.rules import State
from monopoly_lab.rules.families import is_decision


def adapted(
    base: Edition, before: Mapping[str, object], options: Mapping[str, object], old: Tables, new: Tables, s: State
) -> State | None:
    """The position under the tables `new`; None where they are the old ones.

    Raises OptionError, naming the options, for what the position cannot take.
    """
    if new == old:
        return None
    refuse_past(options, s.round + 1)
    found = [("", f"options.{key}", text) for key, text in set_up_only(base, without(before), without(options), old)]
    if found:
        raise OptionError(found)
    state = s.copy()
    state.houses += new.o_components_houses - old.o_components_houses
    state.hotels += new.o_components_hotels - old.o_components_hotels
    _refuse("fork.too_few_buildings", options, lambda key: key.startswith("components."), state.houses, state.hotels)
    is_past = (0 < new.o_rounds < state.round, 0 < new.o_end_bankruptcies <= state.bankruptcies)
    if any(is_past):
        raise OptionError([("", "options", say("fork.past", options=_named(options, is_past)))])
    if is_decision(state.node):
        rules.choices(state, new)
        if state.menu == 0:
            raise OptionError([("", "options", say("fork.no_choice", options=", ".join(options)))])
    return state


def _refuse(message: str, options: Mapping[str, object], about: Callable[[str], bool], *left: int) -> None:
    if min(left) < 0:
        raise OptionError([("", "options", say(message, options=", ".join(filter(about, options)), n=-min(left)))])


def _named(options: Mapping[str, object], is_past: tuple[bool, bool]) -> str:
    """The options that end the game at once; all of them where a mode does."""
    known = [key for key, past in zip(("rounds", "end_bankruptcies"), is_past) if past and key in options]
    return ", ".join(known or options)
