"""What is wrong with the look of a page, measured by the browser: text cut off, over its edge, over other text.

Looks wait until nothing moves: a token that walks passes over others, and that is no flaw.
"""

import json
from typing import Any

STILL = "(root) => !root.getAnimations({ subtree: true }).length && !root.querySelector('[data-flies]')"


def still(root: Any) -> None:
    """Wait until nothing in `root` moves any more, and nothing that has flown is left."""
    root.page.wait_for_function(STILL, arg=root.element_handle())


# Boxes of text reach above and below the letters; so much of their height is left out at the top and at the bottom.
MEASURE = """
(root) => {
  const SLACK = 1.5, AIR = 0.2;
  const found = [];
  const box = (each) => each.getBoundingClientRect();
  const seen = (each) => each.checkVisibility() && box(each).width > 0;
  const within = (inner, outer) =>
    inner.left >= outer.left - SLACK && inner.right <= outer.right + SLACK &&
    inner.top >= outer.top - SLACK && inner.bottom <= outer.bottom + SLACK;
  const ink = (text) => {
    const b = box(text), air = AIR * b.height;
    return { left: b.left + SLACK, right: b.right - SLACK, top: b.top + air, bottom: b.bottom - air };
  };
  const crossed = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

  for (const svg of root.querySelectorAll(".ml-board svg")) {
    const texts = [...svg.querySelectorAll("text")].filter(seen).map((text) => ({ text, ink: ink(text) }));
    for (const { text, ink } of texts) {
      const space = text.closest(".space");
      if (!within(ink, box(space ? space.firstElementChild : svg))) {
        found.push(`"${text.textContent}" leaves ${space ? "space " + space.dataset.space : "the board"}`);
      }
    }
    texts.forEach((one, number) => {
      for (const other of texts.slice(number + 1)) {
        if (crossed(one.ink, other.ink)) found.push(`"${one.text.textContent}" over "${other.text.textContent}"`);
      }
    });
  }
  for (const each of root.querySelectorAll("button, summary, th, td, dt, dd, legend, label, h3, h4")) {
    if (seen(each) && each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline") {
      found.push(`cut off: "${each.textContent.trim()}" in <${each.localName}>`);
    }
  }
  const frame = box(root);
  for (const each of root.querySelectorAll("*")) {
    if (each.closest("svg, .ml-live, option, .ml-panel table") || !seen(each)) continue; // wide tables may be scrolled
    if (box(each).right > frame.right + SLACK || box(each).left < frame.left - SLACK) {
      found.push(`over the edge of the table: <${each.localName}> "${each.textContent.trim().slice(0, 40)}"`);
    }
  }
  return found;
}
"""


def flaws(root: Any) -> list[str]:
    """Sentences on text that is cut off, leaves its space, the board or `root`, or stands over other text."""
    still(root)
    found: list[str] = root.evaluate(MEASURE)
    return found


# Contrast of text with what is behind it, by the Web Content Accessibility Guidelines 2.1, 1.4.3: at least 4.5 to 1.
CONTRAST = """
(root) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const color = (css) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) => (c / 255 <= 0.03928 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (each) => {
    for (; each; each = each.parentElement) {
      const found = color(getComputedStyle(each).backgroundColor);
      if (found[3] === 255) return found;
    }
    return [255, 255, 255, 255];
  };
  const found = [];
  for (const each of root.querySelectorAll("*")) {
    const own = [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    if (!own || each.closest("svg, .ml-live, option") || each.disabled || !each.checkVisibility()) continue;
    const [a, b] = [light(color(getComputedStyle(each).color)), light(behind(each))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) found.push(`${ratio.toFixed(1)} to 1: "${each.textContent.trim().slice(0, 40)}"`);
  }
  return found;
}
"""


def faint(root: Any) -> list[str]:
    """Texts outside of the board's picture that stand out too little from what is behind them."""
    still(root)
    found: list[str] = root.evaluate(CONTRAST)
    return found


# Of axe-core: in the elements of a page that a selector names. The impact of a rule is that of all that it finds, so
# rules of little impact are left out: they take a sixth of the time.
RUN_AXE = """
async ([within, rules]) => {
  const lesser = axe._audit.rules.filter((each) => ["minor", "moderate"].includes(each.impact));
  const off = Object.fromEntries(lesser.map((each) => [each.id, { enabled: false }]));
  const how = { resultTypes: ["violations"], rules: off, ...(rules && { runOnly: rules }) };
  return (await axe.run({ include: [within] }, how)).violations;
}
"""


def violations(page: Any, axe: str, within: str = "html", rules: list[str] | None = None) -> list[str]:
    """What a person who cannot see, or not well, or has no mouse, would stumble over here: what axe-core calls serious
    or critical in the elements named by a selector; by all of its rules or by some.
    """
    if not page.evaluate("Boolean(globalThis.axe)"):
        page.evaluate(axe)
    found = [each for each in page.evaluate(RUN_AXE, [within, rules]) if each["impact"] in ("serious", "critical")]
    return [f"{each['id']}: {json.dumps([node['html'][:160] for node in each['nodes']][:4])}" for each in found]


LOOKS = ((1920, 1080, "light"), (390, 844, "dark"))  # colors are the same at both sizes, sizes in both colors


def seen_by_axe(page: Any, axe: str) -> list[str]:
    """What axe-core finds serious, light on a projector and dark on a phone."""
    found = []
    for width, height, scheme in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        page.wait_for_timeout(800)
        found += [f"{width} {scheme}: {each}" for each in violations(page, axe)]
    return found


# Names of what can be pressed or filled in and is not to be reached: covered, outside of the page, or cut off.
UNREACHED = """
(root) => {
  const found = [];
  for (const each of root.querySelectorAll("button:not(:disabled), select, input, textarea, summary")) {
    if (!each.checkVisibility() || each.closest("details:not([open]) > :not(summary)")) continue;
    each.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = each.getBoundingClientRect();
    const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!there || !(each.contains(there) || there.contains(each) || each.closest("label")?.contains(there)))
      found.push(each.id || each.textContent.trim().slice(0, 30));
  }
  return found;
}
"""


def unreached(root: Any) -> list[str]:
    """Buttons and fields that cannot be brought under the mouse."""
    still(root)
    found: list[str] = root.evaluate(UNREACHED)
    return found
