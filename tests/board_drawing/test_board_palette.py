"""Colours that stay apart for people who see them differently."""

from itertools import combinations, pairwise

import pytest

from monopoly_lab.board_drawing import colors
from monopoly_lab.board_drawing.colors import (
    GROUPS,
    SEATS,
    THEMES,
    VIRIDIS,
    group_colors,
    ink_on,
    luminance,
    rgb,
    scale_color,
)

# G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based model for simulation of color vision
# deficiency", IEEE TVCG 15 (2009): matrices of severity 1.0, for linear RGB.
SIGHT = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def lab(color: str, sight: str) -> tuple[float, float, float]:
    """CIELAB (D65) of a color as it is seen; IEC 61966-2-1 for sRGB."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (c / 255 for c in rgb(color))
    ]
    seen = [min(1, max(0, sum(a * b for a, b in zip(row, linear)))) for row in SIGHT[sight]]
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.95047, 1.0, 1.08883)
    x, y, z = (
        t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116
        for t in (sum(a * b for a, b in zip(row, seen)) / w for row, w in zip(to_xyz, white))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: str, other: str, sight: str) -> float:
    return sum((a - b) ** 2 for a, b in zip(lab(one, sight), lab(other, sight))) ** 0.5


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize(("found", "least"), [(GROUPS[:8], 24), (SEATS, 27)], ids=["groups", "seats"])
def test_colors__any_two_stay_apart(found: tuple[str, ...], least: float, sight: str) -> None:
    for one, other in combinations(found, 2):
        assert distance(one, other, sight) >= least, (one, other)


def test_groups__keep_the_color_they_are_named_after() -> None:
    """The colors of the classic board, as its edition gives them: brown to dark blue."""
    printed = ["#955436", "#aae0fa", "#d93a96", "#f7941d", "#ed1b24", "#fef200", "#1fb25a", "#0072bb"]
    assert group_colors(printed) == list(GROUPS[:8])


def test_groups__no_two_share_a_color_while_there_are_enough() -> None:
    assert len(set(group_colors(["#808080"] * 12))) == 12
    assert len(group_colors(["nonsense"] * 32)) == 32


@pytest.mark.parametrize("theme", THEMES)
def test_themes__ink_has_the_contrast_that_small_text_needs(theme: str) -> None:
    """Web Content Accessibility Guidelines 2.2, success criterion 1.4.3: at least 4.5 to 1."""
    found = THEMES[theme]
    for paper in (found.paper, found.corner, found.centre, found.glow):
        for ink in (found.ink, found.soft):
            if (paper, ink) != (found.glow, found.soft):
                assert contrast(paper, ink) >= 4.5, (paper, ink)


@pytest.mark.parametrize("color", [*GROUPS, *SEATS, *VIRIDIS])
def test_ink_on__readable_on_every_color(color: str) -> None:
    assert contrast(color, ink_on(color)) >= 4.5


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_scale__lightness_rises_evenly() -> None:
    lightness = [lab(scale_color(n / 10), "usual")[0] for n in range(11)]
    steps = [b - a for a, b in pairwise(lightness)]
    assert all(5 < step < 10 for step in steps)
    assert scale_color(-1) == VIRIDIS[0] and scale_color(2) == VIRIDIS[-1]


@pytest.mark.parametrize("color", colors.SEATS)
def test_seats__lines_on_dark_paper_keep_a_contrast_of_three(color: str) -> None:
    # Web Content Accessibility Guidelines 2.2, 1.4.11 Non-text contrast.
    light, dark = colors.luminance(colors.seen_on_dark(color)), colors.luminance("#111111")
    assert (light + 0.05) / (dark + 0.05) >= 3
