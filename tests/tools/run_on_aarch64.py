"""Play the golden games on AArch64 in an emulator: `python tests/tools/run_on_aarch64.py`.

Needs a cross compiler and the emulator (Debian: gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user).
"""

import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

import numpy as np

from monopoly_lab.simulation.compiled import library
from monopoly_lab.simulation.compiled.records import Array

SYSROOT = "/usr/aarch64-linux-gnu"
PROGRAM = r"""
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Reads nine arrays (length, bytes), calls play_games with their addresses, and writes them. */
int main(int count, char **given) {
  void *rules = dlopen(given[1], RTLD_NOW);
  if (!rules) { fprintf(stderr, "%s\n", dlerror()); return 2; }
  int32_t (*play)(void *, void *, void *, void *, void *, void *, void *, void *, void *) = dlsym(rules, "play_games");
  FILE *in = fopen(given[2], "rb"), *out = fopen(given[3], "wb");
  void *at[9];
  int64_t bytes[9];
  for (int i = 0; i < 9; i++) {
    if (fread(&bytes[i], 8, 1, in) != 1) return 3;
    at[i] = aligned_alloc(64, (bytes[i] / 64 + 1) * 64);
    if (fread(at[i], 1, bytes[i], in) != (size_t)bytes[i]) return 3;
  }
  int32_t status = play(at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], at[8]);
  for (int i = 0; i < 9; i++) fwrite(at[i], 1, bytes[i], out);
  fclose(out);
  return status;
}
"""


class Emulated:
    """The library in an emulator, a process for each call."""

    form = "aarch64"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        content = (library.FOLDER / "linux-aarch64.so.zz").read_bytes()
        (folder / "rules.so").write_bytes(zlib.decompress(content))
        (folder / "play.c").write_text(PROGRAM)
        command = ["aarch64-linux-gnu-gcc", "-O1", "-o", str(folder / "play"), str(folder / "play.c"), "-ldl"]
        subprocess.run(command, check=True)

    def call(self, name: str, *arrays: Array) -> None:
        given, left = self.folder / "given", self.folder / "left"
        given.write_bytes(b"".join(np.int64(array.nbytes).tobytes() + array.tobytes() for array in arrays))
        program = [str(self.folder / name) for name in ("play", "rules.so", "given", "left")]
        subprocess.run(["qemu-aarch64", "-L", SYSROOT, *program], check=True)
        content, begin = left.read_bytes(), 0
        for array in arrays:
            array.reshape(-1).view(np.uint8)[:] = np.frombuffer(content, np.uint8, array.nbytes, begin)
            begin += array.nbytes


def main() -> int:
    """Return 0 if the golden games come out as they should."""
    with tempfile.TemporaryDirectory() as name:
        found = library.golden_digest(Emulated(Path(name)), library.FOLDER)
    right = library.manifest_of(library.FOLDER)["golden"]
    print(f"AArch64: {'equal' if found == right else 'different'}")
    return int(found != right)


if __name__ == "__main__":
    sys.exit(main())
