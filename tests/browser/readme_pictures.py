"""Draw the three pictures of the README: a table in JupyterLab, a board as a chain, a result with its interval.

    python tests/browser/readme_pictures.py docs/images

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

COLORS = 96
TABLE = 'import monopoly_lab as ml\nml.Table("game_under_way")'
PAGE = "<html><body style='margin:0;background:white'>{}</body></html>"


def figures() -> dict[str, Any]:
    """Return the figures by the names of their files."""
    import monopoly_lab as ml
    from monopoly_lab.figures import heat_map

    usual = ml.Game(
        "classic_us", players={"Ann": "cautious", "Bo": "balanced", "Cy": "greedy", "Dan": "random"}, seed=1
    )
    return {
        "chain": heat_map(ml.Chain("classic_us")),
        "result": ml.simulate(usual, games=2_000, progress=False).figure(),
    }


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
    return 0


if __name__ == "__main__":
    sys.exit(main())
