"""Entry points of the compiled rules, and their compilation by numba to LLVM IR and machine code.

This module imports numba. It is needed to build the shipped library (tests/tools/build_library.py), to compile changed
rules on this machine (`library`), and to run custom strategies (`blocks`). Loading the shipped
library does not need it.

Each entry point is a C function: it takes the addresses of its arrays and returns 0, or the status of an error. Single
numbers are passed in one array, so all arguments are addresses, which ctypes and a WebAssembly host both support.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np
from numba import types
from numba.core import config

from monopoly_lab.editions.rule_tables import SEATS, SPACES
from monopoly_lab.players.custom_strategy import own_choice
from monopoly_lab.rules import RULES
from monopoly_lab.rules import random_numbers as luck_module
from monopoly_lab.rules import state as state_module
from monopoly_lab.rules.agenda import emit, unknown
from monopoly_lab.rules.state import FIELDS
from monopoly_lab.simulation import random_play, single_token
from monopoly_lab.simulation.compiled.addresses import address, array_at
from monopoly_lab.simulation.compiled.addresses import own_choice as compiled_choice
from monopoly_lab.simulation.compiled.linking import link, linked_text, translated
from monopoly_lab.simulation.compiled.records import STATE, TABLES, TALLY
from monopoly_lab.simulation.event_counts import (
    AUCTION,
    AUCTIONED,
    BETWEEN,
    CAUSE_COUNT,
    FIRST_CAUSE,
    GOT,
    LONG,
    MOVED,
    PAID,
    RENT,
    RENT_GOT,
    RENT_PAID,
    SPENT,
    STOPS,
    paid_between,
)
from monopoly_lab.simulation.play_loop import play
from monopoly_lab.simulation.recorder import ANSWERS, BID_COLUMNS, BINS, COLUMNS, ROOM, note_game

# Rules never divide by zero, allocate no memory, and are called by compiled code only.
OPTIONS: Any = {"error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True, "no_cpython_wrapper": True}
POSITION = sum(max(length, 1) for length in FIELDS.values())  # numbers in a position, without scratch fields


# Functions whose compiled form differs from their Python form.


def add(log: Any, row: int, x: int) -> None:
    """Count one event with amount `x` in a row of a tally."""
    log.numbers[2 * row] += 1
    log.numbers[2 * row + 1] += x


def _count(log: Any, event: int, p: int, other: int, q: int, x: int, cause: int) -> None:
    """Count an event in a compiled tally, as `event_counts.Tally.append` does."""
    add(log, event, x)
    if event == PAID:
        add(log, FIRST_CAUSE + cause, x)
    if log.long != 0:
        count_seats(log, event, p, other, q, x, cause)


def count_seats(log: Any, event: int, p: int, other: int, q: int, x: int, cause: int) -> None:
    """Count an event by seat and by deed in a long tally, as `event_counts.Tally` does."""
    if event == MOVED:
        add(log, STOPS + p * SPACES + q, 0)
    if event != PAID:
        return
    if p < SEATS:
        add(log, SPENT + p * CAUSE_COUNT + cause, x)
    if other < SEATS:
        add(log, GOT + other * CAUSE_COUNT + cause, x)
    if p < SEATS and other < SEATS:
        add(log, BETWEEN, x)
    if cause == AUCTION and q >= 0:
        add(log, AUCTIONED + q, x)
    if cause == RENT and q >= 0:
        add(log, RENT_PAID + p * SPACES + q, x)
        add(log, RENT_GOT + other * SPACES + q, x)


def _sum_of_products(s: Any, raw: Any) -> int:
    """Return a hash of the position whose numbers are `raw`: the compiled form of `random_play.seal`."""
    total: int = 0
    for i in range(POSITION):
        total = total * 1_000_003 + raw[i]
    return total


def new_menu(s: Any) -> None:
    """Empty the menu; its lists have a fixed length in a record."""
    s.menu = 0


def register() -> None:
    """Make every rule known to the compiler, including those imported since the last call."""
    for function in RULES:
        if function not in _registered:
            _registered.add(function)
            link(function, OPTIONS)


_registered: set[Callable[..., Any]] = set()
link(add, OPTIONS)
link(count_seats, OPTIONS)
link(emit, OPTIONS, _count)
link(own_choice, OPTIONS, compiled_choice)
link(paid_between, OPTIONS, lambda log: log.numbers[2 * BETWEEN + 1])
link(state_module.new_menu, OPTIONS, new_menu)
link(unknown, OPTIONS, lambda vocabulary, code: None)  # does nothing here; raises an error in plain Python
link(luck_module.u64, OPTIONS, lambda x: np.uint64(x))
link(luck_module.i64, OPTIONS, lambda x: np.int64(x))
link(random_play.seal, OPTIONS, _sum_of_products)
for function in (
    play,
    single_token.is_due,
    single_token.held_answer,
    single_token.single_token_answer,
    single_token.roll_repeatedly,
):
    link(function, OPTIONS)
register()


# Entry points. Arguments ending in `_at` are addresses, typed by `ENTRY_POINTS` below.


def play_games(
    start_at: Any,
    tables_at: Any,
    tally_at: Any,
    styles_at: Any,
    numbers_at: Any,
    rows_at: Any,
    notes_at: Any,
    work_at: Any,
    bids_at: Any,
) -> None:
    """Play a block of games (`blocks.CompiledGames`); write a row for each game to `rows`.

    `numbers` holds: seed, number of the first game, how many games, last round, most answers, round they begin in,
    width, slots, rows of a slot, stages, and 1 if each game has its own record in `work`, 0 if all start from `start`.
    """
    numbers = array_at(numbers_at, (11,))
    start = array_at(start_at, (1,))
    tables = array_at(tables_at, (numbers[9],))
    tally = array_at(tally_at, (1,))
    rows = array_at(rows_at, (numbers[2], COLUMNS))
    notes = array_at(notes_at, (numbers[7], numbers[8], BINS))
    work = array_at(work_at, (numbers[2],))
    room = array_at(bids_at, (1, BID_COLUMNS))[0, ROOM]
    bids = array_at(bids_at, (1 + room, BID_COLUMNS))
    for g in range(numbers[2]):
        i = g
        if numbers[10] == 0:
            i = 0
            work[0] = start[0]
        s = work[i]
        n = play(
            s,
            tables,
            tally[0],
            styles_at,
            numbers[0],
            numbers[1] + g,
            numbers[3],
            numbers[4] - rows[g, ANSWERS],
            notes,
            numbers[5],
            numbers[6],
            bids,
            room > 0,
        )
        note_game(s, tables[s.stage - tables[0].stage], rows, g, n)


def throw_tokens(
    start_at: Any, tables_at: Any, tally_at: Any, plan_at: Any, numbers_at: Any, counts_at: Any, uncounted_at: Any
) -> None:
    """Throw the dice for one token many times (`blocks`); `start` is changed in place.

    `numbers` holds: seed, game, throws before counting begins, throws to count, spaces.
    """
    numbers = array_at(numbers_at, (5,))
    s = array_at(start_at, (1,))[0]
    t = array_at(tables_at, (1,))[0]
    log = array_at(tally_at, (1,))[0]
    rows = array_at(address(log.numbers), (LONG, 2))
    counts = array_at(counts_at, (2 * numbers[4],))
    uncounted = array_at(uncounted_at, (2 * numbers[4],))
    single_token.roll_repeatedly(s, t, log, rows, plan_at, numbers[0], numbers[1], numbers[2], uncounted)
    single_token.roll_repeatedly(s, t, log, rows, plan_at, numbers[0], numbers[1], numbers[3], counts)


def play_wildly(
    start_at: Any,
    tables_at: Any,
    tally_at: Any,
    work_at: Any,
    raw_at: Any,
    slot_at: Any,
    numbers_at: Any,
    found_at: Any,
) -> None:
    """Play games at random to test the rules (`random_play`); write a row for each game to `found`.

    `numbers` holds: seed, number of the first game, how many games, most rounds, most steps, stages. A row of `found`
    holds: steps, code of the problem or 0, final node, round. `raw` is the same address as `work`.
    """
    numbers = array_at(numbers_at, (6,))
    start = array_at(start_at, (1,))
    tables = array_at(tables_at, (numbers[5],))
    tally = array_at(tally_at, (1,))
    work = array_at(work_at, (1,))
    found = array_at(found_at, (numbers[2], 4))
    for i in range(numbers[2]):
        work[0] = start[0]
        steps, code = random_play.play_wildly(
            work[0], tables, tally[0], raw_at, slot_at, numbers[0], numbers[1] + i, numbers[3], numbers[4]
        )
        found[i, 0] = steps
        found[i, 1] = code
        found[i, 2] = work[0].node
        found[i, 3] = work[0].round


def draw_luck(numbers_at: Any, found_at: Any) -> None:
    """Draw a random number for tests.

    `numbers` holds: seed, game, stream, counter, n; `found` receives the 64 bits drawn, and the number below n.
    """
    numbers = array_at(numbers_at, (5,))
    found = array_at(found_at, (2,))
    fate = luck_module.fate_of(numbers[0], numbers[1])
    found[0] = luck_module.i64(luck_module.bits(fate, numbers[2], numbers[3]))
    found[1] = luck_module.number_below(fate, numbers[2], numbers[3], numbers[4])


numba_config: Any = config  # numba reads it from the environment on import


class EntryPoint(NamedTuple):
    """An entry point: its function and the types of the arrays whose addresses it takes; None: int64."""

    function: Callable[..., None]
    arrays: tuple[np.dtype[Any] | None, ...]


ENTRY_POINTS: Mapping[str, EntryPoint] = {
    "play_games": EntryPoint(play_games, (STATE, TABLES, TALLY, None, None, None, None, STATE, None)),
    "throw_tokens": EntryPoint(throw_tokens, (STATE, TABLES, TALLY, None, None, None, None)),
    "play_wildly": EntryPoint(play_wildly, (STATE, TABLES, TALLY, STATE, None, None, None, None)),
    "draw_luck": EntryPoint(draw_luck, (None, None)),
}


def rules_text(entry_points: Mapping[str, EntryPoint] = ENTRY_POINTS) -> str:
    """Return LLVM IR for this machine, not yet optimised: the entry points and every rule that they call."""
    register()
    libraries, wrappers = [], []
    for name, (function, arrays) in entry_points.items():
        pointers = tuple(types.CPointer(types.int64 if a is None else numba.from_dtype(a)) for a in arrays)
        library, symbol = translated(function, pointers, OPTIONS)
        libraries.append(library)
        wrappers.append(wrapper(name, symbol, len(arrays)))
    return linked_text(libraries) + "\n".join(wrappers)


def wrapper(name: str, symbol: str, arrays: int) -> str:
    """Return LLVM IR of a C function that calls a function compiled by numba; it returns 0 or numba's error status.

    `arrays` is the number of arguments.
    """
    named = ", ".join(f"ptr %a{i}" for i in range(arrays))
    return f"""
define i32 @{name}({named}) {{
  %result = alloca ptr
  %problem = alloca ptr
  %status = call i32 @"{symbol}"(ptr %result, ptr %problem, {named})
  ret i32 %status
}}
"""


def optimised(text: str, entry_points: Mapping[str, EntryPoint], machine: Any) -> bytes:
    """Return the object file of LLVM IR for a target machine.

    All functions are optimised together. Loops are short, so they are not vectorised.
    """
    module = llvm.parse_assembly(text)
    for function in module.functions:
        if not function.is_declaration and function.name not in entry_points:
            function.linkage = "internal"
    for each in module.global_variables:
        if not each.is_declaration:
            each.linkage = "internal"
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = False
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def this_machine() -> Any:
    """Return llvmlite's target machine for this processor."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    features = llvm.get_host_cpu_features().flatten()
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=features, opt=3, reloc="pic", codemodel="jitdefault"
    )


def this_compiler() -> str:
    """Return a text of everything besides the rules that machine code depends on: versions, settings, processor."""
    settings = numba_config.BOUNDSCHECK, llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    return repr((numba.__version__, llvmlite.__version__, np.__version__, settings))


def compile_here(entry_points: Mapping[str, EntryPoint] = ENTRY_POINTS) -> bytes:
    """Return the object file of the current rules for this machine; takes about 25 seconds."""
    return optimised(rules_text(entry_points), entry_points, this_machine())


class LoadedObject:
    """An object file loaded into memory. Keep it alive while its functions are called."""

    def __init__(self, content: bytes) -> None:
        machine = this_machine()
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(content))
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        """Return the address of an entry point; 0 for an unknown name."""
        return int(self._engine.get_function_address(name))
