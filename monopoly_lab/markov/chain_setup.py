"""Prepare a chain: tables for a single token, its choices, rows (kept for the next time).

Whether the token stays in jail or leaves it is in `jail_policy`.
"""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.constants import card_effect, option_value, refusal, space_kind
from monopoly_lab.editions import Edition
from monopoly_lab.editions.policies import SIDES
from monopoly_lab.editions.rule_changes import without
from monopoly_lab.editions.rule_tables import FACES, SEATS, Tables
from monopoly_lab.game.scenarios import Scenario
from monopoly_lab.game.scenarios.named_start import Playable, edition_or_scenario
from monopoly_lab.markov import tables_read
from monopoly_lab.markov.event_trace import Key
from monopoly_lab.markov.jail_policy import Jail, jail_choices
from monopoly_lab.markov.state_derivation import (
    MatrixRow,
    RecentResults,
    Steps,
    garbage_collection_paused,
    in_steps,
)
from monopoly_lab.rules import empty
from monopoly_lab.rules.characters import why_not_character
from monopoly_lab.simulation.progress import run_to_end
from monopoly_lab.simulation.single_token import (
    BOTH,
    BUS,
    CHARACTER,
    HIGHER,
    LOWER,
    PLAN,
    STAY,
    TRIES,
    TRIPLE,
)

BUSES = {"both": BOTH, "lower": LOWER, "higher": HIGHER}
COMPETITOR, MONOPOLIST = "competitor", "monopolist"

_derived = RecentResults[Any]()  # by what was read of the tables: `tables_read`


def edition_of(given: Playable) -> tuple[Edition, dict[str, object]]:
    """Return the edition meant, and the options that come with it if it is that of a game or a scenario."""
    if isinstance(given, Edition):
        return given, {}
    if isinstance(given, str | PathLike):
        given = edition_or_scenario(given)
        if isinstance(given, Edition):
            return given, {}
    game = given.game() if isinstance(given, Scenario) else given
    return game.edition, without(game.options_now)


def single_token_tables(
    edition: Edition,
    options: Mapping[str, object],
    cards: bool,
    die: Sequence[int] | None,
    role: str = "",
    owner: str = "",
) -> Tables:
    """Return the edition's tables for a single token: no throw for the start, no deal, auctions, bosses or last round.

    Whatever depends on the number of the round, or on money paid before, such as a bank that can run out, is switched
    off here: a state of the chain knows nothing of it (`tests/markov/test_every_option.py`).
    Coins that are passed are picked up without asking, and a speed die has been taken up. On boards with sides, `role`
    is the side of the token and `owner` the side of all owners. Tickets for a booth leave the token where it is.
    """
    t = edition.tables(options)
    t.o_first_player = t.o_deal_deeds = t.o_rounds = t.o_auction = t.o_bank_limit = 0
    t.bosses = t.levies = t.until = 0
    t.o_components_houses = t.o_components_hotels = 0  # nobody builds
    t.o_late_claims = option_value.LATE_CLAIMS_AUTOMATIC
    if t.o_speed_die != option_value.SPEED_DIE_NONE:
        t.o_speed_die = option_value.SPEED_DIE_FROM_START
    remove_tickets(t)
    if not cards:
        t.kind = [space_kind.PLAIN if what in (space_kind.DECK, space_kind.ROLE_DECK) else what for what in t.kind]
    if die is not None:
        t.weight = [*checked_die(die, t.o_move_sides), *[0] * (FACES - t.o_move_sides)]
    t.role_of = sides_of(t, role, owner)
    return t


def remove_tickets(t: Tables) -> None:
    """Make tickets for a booth do nothing: another card is drawn by what is owned, not by where the token is."""
    t.card_effect = [card_effect.NOTHING if what == card_effect.FREE_BOOTH else what for what in t.card_effect]


def sides_of(t: Tables, role: str, owner: str) -> list[int]:
    """Return the sides of the token's seat and of all others; competitor and monopolist if none is named."""
    for name in (role, owner):
        if name and (name not in SIDES or not t.o_roles_sides):
            known = list(SIDES) if t.o_roles_sides else []
            raise ChainError(say("chain.unknown_side", value=name) + hint(name, known))
    if not t.o_roles_sides:
        return [0] * SEATS
    return [SIDES[role or COMPETITOR], *[SIDES[owner or MONOPOLIST]] * (SEATS - 1)]


def checked_die(die: Sequence[int], sides: int) -> list[int]:
    """Return the weights of the faces; ChainError unless there is a whole number for each and they are not all 0."""
    is_long_enough = isinstance(die, Sequence) and len(die) == sides
    if not is_long_enough or not all(type(weight) is int and weight >= 0 for weight in die) or not any(die):
        raise ChainError(say("chain.die_weights", sides=sides, value=quoted(die)))
    return list(die)


def token_plan(
    edition: Edition,
    t: Tables,
    jail: Jail,
    by_card: bool = False,
    character: str = "",
    bus: str = "both",
    triple: int | str = "",
) -> list[int]:
    """Return the choices that the token makes whenever it is asked: `PLAN` numbers, which `single_token` reads.

    Args:
        edition: The edition.
        t: Its tables.
        jail: Whether to stay in jail or to leave it, see `jail_policy.jail_choices`.
        by_card: Whether a token that leaves uses a card if it holds one.
        character: Id of the character; the first that can be chosen if empty.
        bus: How far the bus of the speed die takes the token: "both", "lower" or "higher" of the dice.
        triple: The space to which a triple leads; as far as the dice show if empty.

    Raises:
        ChainError: For an unknown policy, bus or character.
        UnknownName: For an unknown space.
    """
    if bus not in BUSES:
        raise ChainError(say("chain.unknown_bus", value=quoted(bus)))
    plan = [STAY] * PLAN
    plan[CHARACTER] = character_number(edition, t, character)
    plan[BUS] = BUSES[bus]
    plan[TRIPLE] = edition.space(triple) if triple != "" else -1
    plan[: 2 * TRIES] = jail_choices(edition, t, jail, by_card)
    return plan


def character_number(edition: Edition, t: Tables, character: str) -> int:
    """Return the character meant, by number; -1 on a board without characters."""
    s = empty(t, 1)
    ids = [entry.id for c, entry in enumerate(edition.characters) if why_not_character(s, t, 0, c) == refusal.NONE]
    if character and character not in ids:
        text = say("chain.unknown_character", value=character, edition=edition.id)
        raise ChainError(text + hint(character, ids))
    if not ids:
        return -1
    wanted = character or ids[0]
    return next(entry.index for entry in edition.characters if entry.id == wanted)


def rows_of(edition: Edition, t: Tables, plan: list[int], name: Callable[[Key], str]) -> dict[Key, MatrixRow]:
    """Return the rows of the chain, from memory if they were derived for this plan from tables that say the same."""
    with garbage_collection_paused():
        return run_to_end(rows_of_in_steps(edition, t, plan, name))


def rows_of_in_steps(edition: Edition, t: Tables, plan: list[int], name: Callable[[Key], str]) -> Steps:
    """Derive the rows step by step."""
    asked = edition.digest, tuple(plan)
    rows: dict[Key, MatrixRow] | None = tables_read.find(_derived, asked, t)
    if rows is None:
        read = tables_read.noted(t)
        rows = tables_read.keep(_derived, asked, read, (yield from in_steps(read, plan, max(read.go, 0), name)))
    return rows
