"""Every decision of every edition on its card, in JupyterLab with the sidebar open: is all of it in view, and legible?

    python tests/browser/cards.py                                        three languages, 1280 x 720 and 1920 x 1080
    python tests/browser/cards.py --languages uk --sizes 1280x720 --editions gamer --shots FOLDER
    python tests/browser/cards.py --editions classic_us --options '{"detour": 200, "detour.toll": true}'

Games of each edition are played by all strategies, from a fixed seed, and of each kind of node the position with the
longest choices is kept. Each is drawn and measured: a card that scrolls or cuts something off, letters on it below
11 px, what `looks.flaws` finds. Prints what is wrong, and ends with 1 if anything is. No part of a test run: with all
languages and sizes it takes a quarter of an hour.
"""

import argparse
import itertools
import json
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from labwindow import Lab
from looks import flaws
from servers import chromium_here, headless, jupyterlab
from tqdm import tqdm

import monopoly_lab as ml

LANGUAGES, SIZES = "en,ru,uk", "1280x720,1920x1080"
SEEDS, STEPS = range(4), 250
SHOW = "import monopoly_lab as ml\nml.Table(ml.Game.load({path!r}), lang={lang!r})"
# What of the card is not in view, then the letters below `least` pixels.
MEASURE = """
(table, least) => {
  const card = table.querySelector(".ml-card"), found = [];
  for (const each of [card, ...card.querySelectorAll("*")]) {
    const style = getComputedStyle(each);
    if (!each.checkVisibility() || each.closest("svg, option, .ml-live") || style.display === "inline") continue;
    if (style.webkitLineClamp !== "none") continue; // as many lines of what has happened as there is room for
    const what = `<${each.localName} class="${each.className}">`;
    const [below, beside] = [each.scrollHeight - each.clientHeight, each.scrollWidth - each.clientWidth];
    if (style.overflowY !== "visible" && each.clientHeight && below > 1) found.push(`${below} px below ${what}`);
    if (style.overflowX !== "visible" && each.clientWidth && beside > 1) found.push(`${beside} px beside ${what}`);
  }
  for (const each of card.querySelectorAll("*")) {
    const own = [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    if (!own || !each.checkVisibility() || each.closest("svg, option, .ml-live")) continue; // signs are drawn, not read
    const size = parseFloat(getComputedStyle(each).fontSize);
    if (size < least - 0.05) found.push(`${size.toFixed(1)} px: "${each.textContent.trim().slice(0, 30)}"`);
  }
  return found;
}
"""


class Position(NamedTuple):
    """A game that waits for something, and how many letters its question and choices have."""

    name: str
    game: ml.Game
    letters: int


def positions(edition: str, options: dict[str, object]) -> list[Position]:
    """Of each kind of node that is met, with few and with many players, the one with the most to say."""
    found: dict[tuple[str, int], Position] = {}
    tables = ml.Game(edition, options=options).tables
    for players, style, seed in itertools.product(
        sorted({tables.o_players_min, tables.o_players_max}), ml.strategies(), SEEDS
    ):
        names = [f"{name}" for name in ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hugo-Maximilian")[:players]]
        game = ml.Game(edition, players=[(name, style) for name in names], seed=seed, options=options)
        for _ in range(STEPS):
            if (node := game.node) is None:
                break
            letters = len(node.sentence) + sum(map(len, game.choices()))
            key = node.kind, players
            if key not in found or letters > found[key].letters:
                found[key] = Position(f"{edition}-{node.kind}-{players}", game.fork(), letters)
            game.step()
    for position in found.values():
        for name in position.game.players:
            position.game.seat(name, None)
    return sorted(found.values())


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--languages", default=LANGUAGES)
    arguments.add_argument("--sizes", default=SIZES)
    arguments.add_argument("--editions", default=",".join(ml.editions()))
    arguments.add_argument("--options", type=json.loads, default={}, help="rule options of the games, as JSON")
    arguments.add_argument("--kinds", default="", help="only these kinds of node, after commas")
    arguments.add_argument("--least", type=float, default=11, help="letters of how many pixels are large enough")
    arguments.add_argument("--theme", default="light", choices=["light", "dark"])
    arguments.add_argument("--shots", default="", help="a folder for a picture of each")
    asked = arguments.parse_args()
    executable = chromium_here()
    if executable is None:
        arguments.error("no chromium on the PATH: apt-get install chromium")
    sizes = [tuple(map(int, size.split("x"))) for size in asked.sizes.split(",")]
    cards = [
        each
        for edition in tqdm(asked.editions.split(","), unit="edition")
        for each in positions(edition, asked.options)
        if not asked.kinds or each.game.node.kind in asked.kinds.split(",")
    ]
    wrong = 0
    with tempfile.TemporaryDirectory() as made:
        folder, shots = Path(made), Path(asked.shots or made)
        shots.mkdir(parents=True, exist_ok=True)
        with jupyterlab(folder) as address, headless(executable) as browser:
            lab = Lab(browser, address, folder, shots)
            lab.show("import monopoly_lab as ml\nml.Table(ml.Game('classic_us'))")
            lab.theme(asked.theme)
            lab.page.evaluate("jupyterapp.shell.expandLeft()")
            for card, lang in tqdm(list(itertools.product(cards, asked.languages.split(","))), unit="card"):
                path = folder / "game.toml"
                card.game.save(path)
                table = lab.show(SHOW.format(path=str(path), lang=lang))
                for width, height in sizes:
                    lab.resize((width, height))
                    lab.page.wait_for_timeout(150)
                    found = [*flaws(table), *table.evaluate(MEASURE, asked.least)]
                    wrong += bool(found)
                    if found:
                        tqdm.write(f"{card.name} {lang} {width}x{height}: {'; '.join(dict.fromkeys(found))}")
                    if asked.shots:
                        lab.shot(f"{card.name}_{lang}_{width}")
            lab.leave()
    print(f"{len(cards)} positions, {wrong} pictures with something wrong")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
