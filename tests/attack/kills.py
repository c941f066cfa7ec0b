"""A program is killed while it saves, again and again: what lies on the disk is always a whole game.

    python tests/attack/kills.py --kills 500 --seed 1

A child of this process saves a game and a table's autosave as fast as it can, and is killed at a random moment; then
both are read: each is the last one written or the one before it, and the table resumes. Needs a system that forks.
"""

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

import monopoly_lab as ml
from monopoly_lab import Game, MonopolyLabError
from monopoly_lab.widgets import autosave

LONGEST = 0.15  # seconds of saving; a save takes some thousandths
ANSWERS = 40  # of the games that are saved


def games() -> list[Game]:
    """A game at one moment after the other."""
    game = Game("classic_us", {"Ann": "random", "Bo": "balanced"}, seed=5)
    found = []
    while len(found) < ANSWERS:
        game.step()
        found.append(game.fork())
    return found


def saves(path: Path, table: ml.Table, moments: list[Game]) -> None:
    """Until it is killed."""
    while True:
        for game in moments:
            game.save(path)
            table.game = table.branches[table.branch] = game
            table._autosave.write()


def looked_at(path: Path, autosaves: Path, texts: set[str]) -> tuple[str, ml.Table | None]:
    """What is wrong with the files that were left; "" for nothing; and the table of the autosave, if it can be read."""
    table = None
    try:
        if any(autosaves.glob("[!.]*.toml")):
            table = ml.Table.resume()
        if path.exists() and Game.load(path).to_toml() not in texts:
            return f"{path.name}: a game that nobody saved", table
        if table is not None and table.game.to_toml() not in texts:
            return "autosave: a game that nobody saved", table
    except MonopolyLabError as refused:
        return str(refused), table
    return "", table


def kills(number: int, seed: int, only_first: bool = False) -> tuple[list[str], int]:
    """So many kills, or up to the first violation: the violations; how many kills came in the middle of a save."""
    moments = games()
    texts = {game.to_toml() for game in moments}
    luck, found = random.Random(seed), []
    before = os.environ.get(autosave.VARIABLE)
    torn = 0
    with tempfile.TemporaryDirectory() as folder:
        autosaves, saved = Path(folder) / "autosaves", Path(folder) / "saved"
        os.environ[autosave.VARIABLE] = str(autosaves)
        try:
            saved.mkdir()
            path, table = saved / "game.toml", None
            for n in range(number):
                said = kill_one(path, table or ml.Table(moments[0]), moments, luck)
                leftovers = list(Path(folder).rglob(".new-*"))
                torn += bool(leftovers)
                problem, table = looked_at(path, autosaves, texts)
                if said or problem:
                    found.append(f"kill {seed}:{n}: {said or problem}")
                    if only_first:
                        break
                for each in leftovers:
                    each.unlink()
        finally:
            os.environ.pop(autosave.VARIABLE)
            if before is not None:
                os.environ[autosave.VARIABLE] = before
    return found, torn


def kill_one(path: Path, table: ml.Table, moments: list[Game], luck: random.Random) -> str:
    """Let a child save for a moment, and kill it; what was wrong before that."""
    child = os.fork()
    if child == 0:
        try:
            luck.shuffle(moments)
            saves(path, table, moments)
        finally:
            os._exit(1)
    time.sleep(luck.random() * LONGEST)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return "" if os.WIFSIGNALED(status) else "saving was refused"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found, torn = kills(given.kills, given.seed)
    print("\n".join(found) or f"{given.kills} kills, {torn} in the middle of a save: nothing found")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
