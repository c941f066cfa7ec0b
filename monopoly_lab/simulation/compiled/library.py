"""Load the compiled rules from the shipped files, test them, and call them with arrays.

The package contains one library for each platform for which it was built, and one WebAssembly file for browsers and
all other platforms. Each file belongs to one version of the rules (`digest`). A file that is missing, damaged or built
from other rules is never run, nor is one that plays the stored golden games otherwise. If the rules have changed, they
are compiled on this machine, provided that numba is installed. Otherwise games run in plain Python, with a warning. The
environment variable MONOPOLY_LAB_COMPILED selects one form: "native", "wasm", "here" (compile now) or "python".
"""

import ctypes
import hashlib
import json
import os
import platform
import sys
import tempfile
import threading
import warnings
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from monopoly_lab.common.errors import CompiledRulesError
from monopoly_lab.common.messages import say
from monopoly_lab.players.parameters import KIND, OWN, STYLE
from monopoly_lab.simulation.compiled import digest
from monopoly_lab.simulation.compiled.records import STATE, TABLES, Array, new_tally
from monopoly_lab.simulation.event_counts import LONG
from monopoly_lab.simulation.recorder import BID_COLUMNS, BINS, COLUMNS

VARIABLE = "MONOPOLY_LAB_COMPILED"
NATIVE, WASM, HERE, PYTHON = "native", "wasm", "here", "python"
FOLDER = Path(__file__).parent / "shipped"
MANIFEST, GOLDEN, WASM_FILE = "manifest.json", "golden.npz", "rules.wasm.zz"
NEEDED_CPU_FLAGS = {"sse4_2", "popcnt", "ssse3", "cx16"}  # x86-64-v2, as named in /proc/cpuinfo
ALIGNED = 64  # bytes; arrays begin at multiples of it in the memory of a WebAssembly instance
GAMES, SLOTS, SLOT_ROWS = 2, 7, 8  # places in `numbers`, as `entry_points.play_games` lists them


class Unusable(Exception):
    """Raised when a library must not be run; the message gives the reason."""


class Library(Protocol):
    """The compiled rules in memory."""

    form: str  # "native", "wasm" or "here"

    def call(self, name: str, *arrays: Array) -> None:
        """Call an entry point with the addresses of C-contiguous arrays, which it reads and writes.

        Raises CompiledRulesError if the call fails.
        """


class Native:
    """Machine code in the memory of this process; other threads keep running during a call."""

    def __init__(self, form: str, address: Callable[[str], int], keep: object = None) -> None:
        self.form, self._address, self._keep = form, address, keep
        self._functions: dict[str, Any] = {}

    def call(self, name: str, *arrays: Array) -> None:
        """Call a function of the shared object on arrays, in place."""
        function = self._functions.get(name)
        if function is None:
            kind = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * len(arrays))
            function = self._functions[name] = kind(self._address(name))
        check_status(name, function(*[array.ctypes.data for array in arrays]))


class WebAssembly:
    """A WebAssembly file. It has its own memory, one for each thread: arrays are copied there and back."""

    form = WASM

    def __init__(self, new_instance: Callable[[], "Instance"]) -> None:
        self._new_instance, self._local = new_instance, threading.local()

    def call(self, name: str, *arrays: Array) -> None:
        """Call a function of the WebAssembly file on arrays, in place."""
        instance: Instance | None = getattr(self._local, "instance", None)
        if instance is None:
            instance = self._local.instance = self._new_instance()
        once = {array.ctypes.data: array for array in arrays}  # an array that is passed twice is copied once
        places, end = {}, instance.begin
        for at, array in once.items():
            places[at] = end
            end += aligned(array.nbytes)
        instance.reserve(end)
        for at, array in once.items():
            instance.write(places[at], array)
        check_status(name, instance.call(name, [places[array.ctypes.data] for array in arrays]))
        for at, array in once.items():
            if array.flags.writeable:
                instance.read(places[at], array)


def aligned(size: int) -> int:
    """Return a number of bytes, rounded up to a multiple of `ALIGNED`."""
    return -(-size // ALIGNED) * ALIGNED


class Instance(Protocol):
    """A WebAssembly module with its memory, in which addresses are offsets in bytes."""

    begin: int  # first free address

    def reserve(self, end: int) -> None: ...
    def write(self, at: int, array: Array) -> None: ...
    def read(self, at: int, array: Array) -> None: ...
    def call(self, name: str, addresses: list[int]) -> int: ...


class WasmtimeInstance:
    """An instance in wasmtime."""

    def __init__(self, engine: Any, module: Any) -> None:
        import wasmtime

        self._store = wasmtime.Store(engine)
        self._exports: Any = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._memory: Any = self._exports["memory"]
        base: Any = self._exports["__heap_base"]
        self.begin = aligned(int(base.value(self._store)))

    def reserve(self, end: int) -> None:
        """Grow the memory to hold an address."""
        missing = end - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // 65_536))

    def write(self, at: int, array: Array) -> None:
        """Copy an array into the memory."""
        self._memory.write(self._store, array.tobytes(), at)

    def read(self, at: int, array: Array) -> None:
        """Copy the memory back into an array."""
        content = self._memory.read(self._store, at, at + array.nbytes)
        array.reshape(-1).view(np.uint8)[:] = np.frombuffer(content, np.uint8)

    def call(self, name: str, addresses: list[int]) -> int:
        """Call a function with addresses and return its status."""
        return int(self._exports[name](self._store, *addresses))


class BrowserInstance:
    """An instance in the browser whose page this Python runs in (Pyodide)."""

    def __init__(self, module: Any) -> None:
        import js  # type: ignore[import-not-found]

        self._js = js
        self._exports = js.WebAssembly.Instance.new(module).exports
        self.begin = aligned(int(getattr(self._exports, "__heap_base").value))

    def reserve(self, end: int) -> None:
        missing = end - int(self._exports.memory.buffer.byteLength)
        if missing > 0:
            self._exports.memory.grow(-(-missing // 65_536))

    def _bytes(self, at: int, array: Array) -> Any:
        return self._js.Uint8Array.new(self._exports.memory.buffer, at, array.nbytes)

    def write(self, at: int, array: Array) -> None:
        self._bytes(at, array).assign(array.reshape(-1).view(np.uint8))

    def read(self, at: int, array: Array) -> None:
        self._bytes(at, array).assign_to(array.reshape(-1).view(np.uint8))

    def call(self, name: str, addresses: list[int]) -> int:
        return int(getattr(self._exports, name)(*addresses))


def check_status(name: str, status: int) -> None:
    """Raise CompiledRulesError if the status of a call is not 0."""
    if status != 0:
        raise CompiledRulesError(f"{name}: {status}")


# Choice of a library

_lock = threading.Lock()


def library() -> Library | None:
    """Return the compiled rules, loaded at the first call; None if games are played in plain Python."""
    with _lock:
        return _library()


def is_available() -> bool:
    """Return True if games can be played with compiled rules."""
    return library() is not None


def required_library() -> Library:
    """Return the compiled rules. Raises CompiledRulesError if there are none."""
    found = library()
    if found is None:
        raise CompiledRulesError(say("simulation.none"))
    return found


def can_play_compiled(styles: Sequence[int]) -> bool:
    """Return True if games of players with these strategies can be played with compiled rules.

    `styles` are the parameters of all seats, `STYLE` numbers each. A custom strategy needs native code and numba;
    without them a line on stderr says so, once.
    """
    found = library()
    if found is None or OWN not in styles[KIND::STYLE]:
        return found is not None
    if found.form == WASM or find_spec("numba") is None:
        _say_once("simulation.own_in_python")
        return False
    return True


@cache
def _say_once(key: str) -> None:
    print(say(key), file=sys.stderr)


@cache
def _library() -> Library | None:
    wanted = os.environ.get(VARIABLE, "")
    if wanted == PYTHON:
        return None
    problem = ""
    if wanted != HERE:
        try:
            return shipped(wanted, FOLDER)
        except Unusable as unusable:
            problem = str(unusable)
    if find_spec("numba") is not None:
        return compiled_here(problem)
    warnings.warn(say("simulation.in_python", reason=problem or say("simulation.none")), RuntimeWarning, stacklevel=3)
    return None


def shipped(wanted: str = "", folder: Path = FOLDER) -> Library:
    """Return the first shipped library that can be used here; `wanted` restricts the choice to one form.

    Raises Unusable with the reason if none can. The digest of texts is the quick check; that of rules leaves out words.
    """
    manifest = manifest_of(folder)
    if digest.of_texts() != manifest["texts"] and digest.of_rules() != manifest["rules"]:
        raise Unusable(say("simulation.stale"))
    problems = []
    for form, file, load in forms():
        if wanted in ("", form):
            try:
                found = load(content_of(folder / file, manifest["files"].get(file, {}).get("sha256", "")))
                play_golden(found, folder)
                return found
            except Unusable as unusable:
                problems.append(str(unusable))
            except Exception as problem:  # which error a loader or a damaged file raises depends on the platform
                problems.append(f"{file}: {type(problem).__name__}: {problem}")
    raise Unusable("; ".join(problems) or say("simulation.no_form", platform=f"{sys.platform} {platform.machine()}"))


def forms() -> Iterator[tuple[str, str, Callable[[bytes], Library]]]:
    """Yield (form, file, loader) of each library that this platform can run, the fastest first."""
    if sys.platform == "emscripten":
        yield WASM, WASM_FILE, in_browser
        return
    if sys.platform == "linux" and cpu_is_sufficient():
        yield NATIVE, f"linux-{platform.machine()}.so.zz", native
    if find_spec("wasmtime") is not None:
        yield WASM, WASM_FILE, in_wasmtime


def cpu_is_sufficient() -> bool:
    """Return False if the processor is known to lack instructions that the library uses."""
    if platform.machine() != "x86_64":
        return True
    with suppress(OSError):
        flags = next((x for x in Path("/proc/cpuinfo").read_text().splitlines() if x.startswith("flags")), "")
        return set(flags.split()) >= NEEDED_CPU_FLAGS
    return True


def manifest_of(folder: Path) -> dict[str, Any]:
    """Return the manifest: digests of the rules and of each file. Raises Unusable if it is missing or damaged."""
    try:
        found: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except OSError as problem:
        raise Unusable(say("simulation.missing", file=MANIFEST)) from problem
    except ValueError as problem:
        raise Unusable(say("simulation.damaged", file=MANIFEST)) from problem
    if not isinstance(found, dict) or not found.keys() >= {"texts", "rules", "files", "golden"}:
        raise Unusable(say("simulation.damaged", file=MANIFEST))
    return found


def content_of(path: Path, sha256: str) -> bytes:
    """Return the decompressed content of a file. Raises Unusable if it is missing or differs from the manifest."""
    try:
        content = path.read_bytes()
    except OSError as problem:
        raise Unusable(say("simulation.missing", file=path.name)) from problem
    if hashlib.sha256(content).hexdigest() != sha256:
        raise Unusable(say("simulation.damaged", file=path.name))
    return zlib.decompress(content)


def native(content: bytes) -> Native:
    """Return a shared object, loaded from memory if the system can do that, else from a temporary file."""
    if hasattr(os, "memfd_create"):
        with suppress(OSError):
            handle = os.memfd_create("monopoly_lab")
            with os.fdopen(handle, "wb", closefd=False) as file:
                file.write(content)
            return from_file(f"/proc/self/fd/{handle}")
    with tempfile.NamedTemporaryFile(suffix=".so") as file:
        file.write(content)
        file.flush()
        return from_file(file.name)


def from_file(path: str) -> Native:
    """Return the shared object in a file, which may be removed afterwards."""
    found = ctypes.CDLL(path)

    def address(name: str) -> int:
        return ctypes.cast(getattr(found, name), ctypes.c_void_p).value or 0

    return Native(NATIVE, address, found)


def in_wasmtime(content: bytes) -> WebAssembly:
    """Return a WebAssembly file as a library that runs in wasmtime."""
    import wasmtime

    engine = wasmtime.Engine()
    module = wasmtime.Module(engine, content)
    return WebAssembly(lambda: WasmtimeInstance(engine, module))


def in_browser(content: bytes) -> WebAssembly:
    """Return a WebAssembly file as a library that runs in the browser (Pyodide)."""
    import js
    from pyodide.ffi import to_js  # type: ignore[import-not-found]

    module = js.WebAssembly.Module.new(to_js(content))
    return WebAssembly(lambda: BrowserInstance(module))


# Golden games


def play_golden(found: Library, folder: Path = FOLDER) -> None:
    """Play the golden games of the folder. Raises Unusable if any result differs from the manifest."""
    if golden_digest(found, folder) != manifest_of(folder)["golden"]:
        raise Unusable(say("simulation.plays_otherwise", form=found.form))


def golden_digest(found: Library, folder: Path) -> str:
    """Return a digest of all arrays after the golden games."""
    total = hashlib.sha256()
    for arrays in golden_games(folder):
        found.call("play_games", *arrays)
        for array in arrays:
            total.update(array.tobytes())
    return total.hexdigest()


def golden_games(folder: Path) -> Iterator[list[Array]]:
    """Yield the arguments of `play_games` for each golden block; the arrays for results hold zeros."""
    with (folder / GOLDEN).open("rb") as file, np.load(file) as stored:
        numbers, styles, starts, tables = (stored[name] for name in ("numbers", "styles", "starts", "tables"))
    for number, style, start, table in zip(numbers, styles, starts, tables):
        games, slots, rows = number[[GAMES, SLOTS, SLOT_ROWS]].tolist()
        results = np.zeros((games, COLUMNS), np.int64), np.zeros((slots, rows, BINS), np.int64)
        first = start.view(STATE)
        work, bids = np.repeat(first, games), np.zeros((1, BID_COLUMNS), np.int64)
        yield [first, table.view(TABLES), new_tally(LONG), style, number, *results, work, bids]


# Rules that have changed


def compiled_here(reason: str = "") -> Library:
    """Return the current rules, compiled on this machine or from the cache; a line on stderr gives the reason."""
    from monopoly_lab.simulation.compiled.local_cache import kept_object

    def say_reason() -> None:
        if reason:
            print(say("simulation.compiling", reason=reason), file=sys.stderr)

    kept = kept_object(say_reason)
    return Native(HERE, kept.address, kept)
