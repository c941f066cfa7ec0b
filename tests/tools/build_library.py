"""Build the compiled rules that are shipped: `python tests/tools/build_library.py`.

The rules are translated by numba once; clang compiles the text for each platform. A first shared object counts how
often each branch is taken while a mix of editions, strategies and seats plays; this profile serves all files. The
WebAssembly file then counts its own branches in shorter games, for the hints that browsers read (`branch_hints`).
Nothing is written unless games by numba, with bounds checked at every index, have the same results. `--words` notes
that only words of the sources have changed. `tests/simulation/test_library.py` notices files that are older than the
rules.

Needs the extra `build` (numba, llvmlite) and, to build, clang with lld of the same LLVM version (Debian: clang-22
lld-22), llvm-profdata (Debian: llvm-22 libclang-rt-22-dev), wasm-opt (Debian: binaryen), and wasmtime.
"""

import argparse
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.games import arrays_of, tables_of
from branch_hints import counting, hinted

from monopoly_lab.common import file_access
from monopoly_lab.editions import editions, load_edition
from monopoly_lab.editions.rule_tables import SEATS
from monopoly_lab.players.parameters import STYLE
from monopoly_lab.simulation.compiled import digest, library
from monopoly_lab.simulation.compiled.library import FOLDER, GOLDEN, MANIFEST, WASM_FILE

LLVM = "22"  # llvmlite writes text of this version
PROFILED = 40  # games of a table
COUNTED = 10  # games of a table for the hints
GOLDEN_GAMES = 2  # of a table
GOLDEN_ROUNDS = 16
OPTIMISED = ("-O3", "-fno-vectorize", "-fno-slp-vectorize")  # loops are short
QUIET = ("-Wno-override-module", "-Wno-backend-plugin", "-Wno-profile-instr-unprofiled")
INLINED = ("-mllvm", "-inline-threshold=500")  # machine code plays 1 to 2 % more games, WebAssembly fewer
SHARED = ("-shared", "-fPIC", f"-fuse-ld=lld-{LLVM}", "-Wl,--strip-all", "-nostdlib")
LAYOUTS = {
    "x86_64": "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
    "aarch64": "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32",
    "wasm32": "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128",
}
TRIPLES = {
    "x86_64": "x86_64-unknown-linux-gnu",
    "aarch64": "aarch64-unknown-linux-gnu",
    "wasm32": "wasm32-unknown-unknown",
}
CPUS = {
    "x86_64": ("-march=x86-64-v2",),
    "aarch64": (),
    # Unrolled loops gain nothing in V8.
    "wasm32": ("-mbulk-memory", "-msign-ext", "-mnontrapping-fptoint", "-fno-unroll-loops"),
}
WASM_FEATURES = ("--enable-bulk-memory", "--enable-sign-ext", "--enable-nontrapping-float-to-int")


def build(folder: Path, say: Any = print) -> None:
    """Write all files and their manifest into the folder."""
    from monopoly_lab.simulation.compiled.entry_points import rules_text

    begun = time.process_time()
    text = rules_text()
    say(f"translated: {time.process_time() - begun:.1f} s of the processor")
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        profile = profiled(text, work)
        say("profile taken")
        built = {}
        for target in ("x86_64", "aarch64"):
            made = compiled(text, target, work, (*SHARED, *INLINED, f"-fprofile-use={profile}"))
            built[shared_object(target)] = made.read_bytes()
            say(f"{target}: {made.stat().st_size} bytes")
        built[WASM_FILE] = with_hints(web_assembly(text, work, profile).read_bytes())
        say(f"wasm32: {len(built[WASM_FILE])} bytes")
    if results(library.native(built[shared_object(platform.machine())])) != results_with_bounds():
        raise SystemExit("Games are not equal with bounds checked at every index; nothing was written.")
    say("games are equal with bounds checked")
    folder.mkdir(parents=True, exist_ok=True)
    write_golden(folder)
    for file, content in built.items():
        (folder / file).write_bytes(zlib.compress(content, 9))
    manifest: dict[str, Any] = {"texts": "", "rules": digest.of_rules(), "golden": ""}
    manifest["files"] = {
        file: {"sha256": hashlib.sha256((folder / file).read_bytes()).hexdigest(), "bytes": len(content)}
        for file, content in built.items()
    }
    manifest["texts"] = digest.of_texts()
    manifest["golden"] = library.golden_digest(from_folder(folder), folder)
    write_manifest(folder, manifest)


def write_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    file_access.replace(folder / MANIFEST, (json.dumps(manifest, indent=1, sort_keys=True) + "\n").encode())


def from_folder(folder: Path) -> library.Native:
    """Return the shared object of this machine as it was just built, not yet tried."""
    return library.native(zlib.decompress((folder / shared_object(platform.machine())).read_bytes()))


def shared_object(machine: str) -> str:
    return f"linux-{machine}.so.zz"


# Compiling


def for_target(text: str, target: str) -> str:
    """Return the text for another machine, everything internal but the entry points."""
    from monopoly_lab.simulation.compiled.entry_points import ENTRY_POINTS

    names = "|".join(ENTRY_POINTS)
    text = re.sub(r'target datalayout = ".*"', f'target datalayout = "{LAYOUTS[target]}"', text)
    text = re.sub(r'target triple = ".*"', f'target triple = "{TRIPLES[target]}"', text)
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    linkage = r"(?:linkonce_odr |weak_odr |dso_local |hidden |internal |private )?"
    return re.sub(rf"^define {linkage}(?!i32 @(?:{names})\()", "define internal ", text, flags=re.M)


def compiled(text: str, target: str, work: Path, options: Sequence[str]) -> Path:
    """Return the file that clang makes of the text for a target."""
    source, made = work / f"{target}.ll", work / f"{target}.out"
    source.write_text(for_target(text, target), encoding="utf-8")
    run(
        "clang",
        f"--target={TRIPLES[target]}",
        *OPTIMISED,
        *QUIET,
        *CPUS[target],
        *options,
        str(source),
        "-o",
        str(made),
    )
    return made


def web_assembly(text: str, work: Path, profile: Path) -> Path:
    """Return the WebAssembly file, linked apart from its compilation."""
    from monopoly_lab.simulation.compiled.entry_points import ENTRY_POINTS

    made = compiled(text, "wasm32", work, ("-c", f"-fprofile-use={profile}"))
    linked = work / "rules.wasm"
    exported = [f"--export={name}" for name in (*ENTRY_POINTS, "__heap_base")]
    sizes = ("--initial-memory=16777216", "-z", "stack-size=1048576")
    run("wasm-ld", "--no-entry", "--strip-all", *exported, *sizes, str(made), "-o", str(linked))
    run("wasm-opt", "-O4", *WASM_FEATURES, str(linked), "-o", str(linked))
    return linked


class CountingInstance(library.WasmtimeInstance):
    """An instance in wasmtime whose exported globals can be read."""

    def value(self, name: str) -> int:
        """Return the value of an exported global."""
        return int(self._exports[name].value(self._store))


def with_hints(module: bytes) -> bytes:
    """Return the WebAssembly file with hints on its branches, from games that it plays itself; takes 10 seconds."""
    import wasmtime

    counted, branches = counting(module)
    engine = wasmtime.Engine()
    instance = CountingInstance(engine, wasmtime.Module(engine, counted))
    found = library.WebAssembly(lambda: instance)
    for start, games in tables_of(COUNTED):
        found.call("play_games", *arrays_of(start, games, keep=False))
    totals = [instance.value(f"count{i}") for i in range(2 * branches)]
    return hinted(module, list(zip(totals[::2], totals[1::2], strict=True)))


def profiled(text: str, work: Path) -> Path:
    """Return the profile of a mix of games: how often each branch is taken."""
    counting = (*(option for option in SHARED if option not in ("-nostdlib", "-Wl,--strip-all")),)
    made = compiled(text, "x86_64", work, (*counting, "-fprofile-generate"))
    raw, merged = work / "games.profraw", work / "games.profdata"
    command = [sys.executable, __file__, "--play", str(made)]
    subprocess.run(command, env=os.environ | {"LLVM_PROFILE_FILE": str(raw)}, check=True)
    run("llvm-profdata", "merge", "-o", str(merged), str(raw))
    return merged


def run(tool: str, *arguments: str) -> None:
    """Run a tool of LLVM or Binaryen; SystemExit with a sentence where it is not installed."""
    command = shutil.which(f"{tool}-{LLVM}") or shutil.which(tool)
    if command is None:
        packages = " ".join(f"{name}-{LLVM}" for name in ("clang", "lld", "llvm"))
        raise SystemExit(f"{tool}-{LLVM} is needed (Debian: {packages} libclang-rt-{LLVM}-dev binaryen)")
    subprocess.run([command, *arguments], check=True)


# Games


def play_profile(path: str) -> None:
    """Play the mix that profiles are taken of with the shared object in a file."""
    found = library.from_file(path)
    for start, games in tables_of(PROFILED):
        found.call("play_games", *arrays_of(start, games, keep=False))


def results(found: library.Native) -> list[str]:
    """Return a digest of all that each table's games give, for all editions and strategies."""
    digests = []
    for start, games in tables_of(GOLDEN_GAMES):
        arrays = arrays_of(start, games, keep=True)
        found.call("play_games", *arrays)
        digests.append(hashlib.sha256(b"".join(each.tobytes() for each in arrays)).hexdigest())
    return digests


def results_with_bounds() -> list[str]:
    """Return `results` of the rules compiled for this machine by numba, which reads there whether to check bounds."""
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1"}
    command = [sys.executable, __file__, "--bounds"]
    printed = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout
    return list(json.loads(printed))


def print_results_with_bounds() -> None:
    from numba.core import config

    from monopoly_lab.simulation.compiled.local_cache import kept_object

    assert config.BOUNDSCHECK == 1
    made = kept_object(lambda: None)
    print(json.dumps(results(library.Native("here", made.address, made))))


def write_golden(folder: Path) -> None:
    """Write the beginnings of some games: of the first edition of every family, each seat with another strategy."""
    stored: dict[str, list[Any]] = {"starts": [], "tables": [], "styles": [], "numbers": []}
    families: set[str] = set()
    for edition in editions():
        family = load_edition(edition).family
        if family in families:
            continue
        families.add(family)
        *_, (start, games) = tables_of(GOLDEN_GAMES, [edition])
        until = start.tables.until  # the golden games know the tables of the first stage alone
        last = min(GOLDEN_ROUNDS, until - 1) if until > 0 else GOLDEN_ROUNDS
        first, tables, _, styles, numbers, *_ = arrays_of(replace(start, last=last), games, keep=True)
        row = np.zeros(SEATS * STYLE, np.int64)
        row[: len(styles)] = styles
        for name, array in zip(stored, (first.view(np.int64), tables[:1].view(np.int64), row, numbers)):
            stored[name].append(array)
    np.savez_compressed(folder / GOLDEN, **{name: np.array(arrays) for name, arrays in stored.items()})


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what was asked for; 1 where only words were to be noted and the rules have changed."""
    about = (__doc__ or "").split("\n")[0]
    parser = argparse.ArgumentParser(prog="python tests/tools/build_library.py", description=about)
    parser.add_argument("--words", action="store_true", help="note that only words of the sources have changed")
    parser.add_argument("--golden", action="store_true", help="choose the golden games anew and keep the library")
    parser.add_argument("--play", metavar="FILE", help=argparse.SUPPRESS)
    parser.add_argument("--bounds", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.bounds:
        print_results_with_bounds()
        return 0
    if given.play:
        play_profile(given.play)
        return 0
    if given.words:
        return note_words()
    if given.golden:
        write_golden(FOLDER)
        manifest = library.manifest_of(FOLDER)
        write_manifest(FOLDER, manifest | {"golden": library.golden_digest(from_folder(FOLDER), FOLDER)})
        return 0
    build(FOLDER)
    return 0


def note_words() -> int:
    """Note the texts of the sources as they are; 1 if the rules have changed, too."""
    manifest = library.manifest_of(FOLDER)
    if manifest["rules"] != digest.of_rules():
        print("The rules have changed, not only words: python tests/tools/build_library.py")
        return 1
    write_manifest(FOLDER, manifest | {"texts": digest.of_texts()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
