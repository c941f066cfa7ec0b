"""Draw the pictures of the README (a table, a chain, a result) and of docs/live.md (wall and phone of an auction).

    python tests/browser/docs_pictures.py docs/images

Takes about a minute and a Chromium. Look at the pictures before you commit them; a test holds each below 150 kB.
"""

import argparse
import io
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from labwindow import Lab
from PIL import Image
from servers import chromium_here, headless, jupyterlab
from test_live_auction_in_browser import phones_do, press
from test_live_in_browser import WALL, Pages, teach

import monopoly_lab as ml
from tests.live.phones import Phone

COLORS = 96
HIGH, GAP = 620, 24  # pixels of wall and phone, and between them
TABLE = 'import monopoly_lab as ml\nml.Table("game_under_way")'
PAGE = "<html><body style='margin:0;background:white'>{}</body></html>"


def figures() -> dict[str, Any]:
    """Return the figures by the names of their files."""
    from monopoly_lab.figures import heat_map

    usual = ml.Game(
        "classic_us", players={"Ann": "cautious", "Bo": "balanced", "Cy": "greedy", "Dan": "random"}, seed=1
    )
    return {
        "chain": heat_map(ml.Chain("classic_us")),
        "result": ml.simulate(usual, games=2_000, progress=False).figure(),
    }


def wall_and_phone(browser: Any, folder: Path) -> bytes:
    """Return a picture of a live class, wall and phone side by side: twelve students after three rounds of bids."""
    live = ml.Live(folder=folder)
    try:
        pages = Pages(browser, live)
        wall, phone = pages.open(f"/wall?c={live.code}", WALL), pages.phone("Ann")
        others = [Phone(live.address) for _ in range(11)]
        phones_do(live, others)
        options = {"format": "sealed", "rounds": "4", "size": "4", "values": "common", "seconds": "60"}
        teach(live, {"act": "start", "activity": "auction", "options": options})
        press(live, "go")
        auction = live._server.room.activity

        def share(seat: int, of: float) -> str:
            return str(round(of * auction.lot_of[seat].told[seat]))

        for number in range(3):
            phone.fill("form.number input", share(0, 0.93))
            phone.click("form.number button.main")
            phone.wait_for_selector("[data-key=sent].good")
            for n, other in enumerate(others):
                phones_do(live, [other], bid=share(other.seat, 0.84 + (7 * n + 5 * number) % 11 / 60))
            if number == 2:
                wall.wait_for_timeout(1_000)
                seen = wall.screenshot()
            press(live, "next")
        phone.wait_for_selector("form.number input")
        held = phone.screenshot()
    finally:
        live.stop()
    parts = [Image.open(io.BytesIO(png)).convert("RGB") for png in (seen, held)]
    parts = [part.resize((part.width * HIGH // part.height, HIGH), Image.Resampling.LANCZOS) for part in parts]
    both = Image.new("RGB", (sum(part.width for part in parts) + GAP, HIGH), "white")
    both.paste(parts[0], (0, 0))
    both.paste(parts[1], (parts[0].width + GAP, 0))
    made = io.BytesIO()
    both.save(made, "PNG")
    return made.getvalue()


def write(path: Path, png: bytes) -> None:
    """Write a picture in few colors."""
    Image.open(io.BytesIO(png)).convert("RGB").quantize(COLORS, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path}: {path.stat().st_size / 1000:.0f} kB")


def main() -> int:
    """Draw the pictures into the folder that is named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    out = parser.parse_args().folder
    out.mkdir(parents=True, exist_ok=True)
    path = chromium_here()
    if path is None:
        parser.error("no chromium on the PATH")
    with tempfile.TemporaryDirectory() as folder, headless(path) as browser, jupyterlab(Path(folder)) as address:
        lab = Lab(browser, address, Path(folder), Path(folder))
        lab.show(TABLE)
        lab.page.wait_for_timeout(2_000)
        write(out / "table.png", lab.page.screenshot())
        for name, figure in figures().items():
            figure.update_layout(width=900, height=figure.layout.height or 500)
            lab.page.set_content(PAGE.format(figure.to_html(include_plotlyjs=True, full_html=False)))
            lab.page.locator(".main-svg").first.wait_for()
            lab.page.wait_for_timeout(1_000)
            write(out / f"{name}.png", lab.page.locator(".plot-container").screenshot())
        write(out / "live.png", wall_and_phone(browser, Path(folder)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
