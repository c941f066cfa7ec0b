"""The purses of the players: counts of groups that can be read, notes that move nothing, empty places that are seen."""

from functools import cache
from xml.etree import ElementTree

import pytest
from boards import PLAYERS, position

from monopoly_lab.board_drawing.colors import SEEN, THEMES, contrast, luminance, theme_of_edition
from monopoly_lab.board_drawing.picture import pieces
from monopoly_lab.editions import editions, load_edition

SVG = "{http://www.w3.org/2000/svg}"
PIXEL = 756 / 1200  # of a board in a window of 1280 x 720, by units of the drawing
NAMES = ("Аполлинария", "Benedict", *PLAYERS[2:])


@cache
def purses(name: str, seats: int, theme: str = "light", held: int = 0) -> list[ElementTree.Element]:
    """The drawn parts of each purse, in a picture that is played on; `held` cards are held by the first player."""
    edition, t, s = position(name, seats=seats)
    for c in range(held):
        s.card_seat[c] = 0
    how = {"lang": "en", "names": "", "last_move": None, "status": None}
    parts = pieces(edition, t, s, NAMES, theme=theme, kept={}, **how)
    drawn = [ElementTree.fromstring(part) for part in parts if "data-purse=" in part]
    whole = [ElementTree.Element("g") for _ in range(seats)]
    for part in drawn:
        whole[int(part.get("data-purse", ""))].append(part)
    return whole


def of_class(purse: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [node for node in purse.iter() if node.get("class") == name]


def most_seats(name: str) -> int:
    return load_edition(name).resolve()["players.max"]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", editions())
def test_slots__empty_ones_are_seen_on_each_purse(name: str, theme: str) -> None:
    """Web Content Accessibility Guidelines 2.2, 1.4.11: 3 to 1, also on the purse of who has the choice."""
    for seats in {2, most_seats(name)}:
        drawn = purses(name, seats, theme)
        for purse in drawn:
            paper = luminance(of_class(purse, "purse")[0].get("fill", ""))
            inks = {slot.get("stroke", "") for slot in of_class(purse, "slot")}
            assert all(contrast(paper, luminance(ink)) >= SEEN for ink in inks), (paper, inks)
        assert any(of_class(purse, "slot") for purse in drawn)


@pytest.mark.parametrize("theme", THEMES)
def test_slots__the_usual_theme_needs_no_mending(theme: str) -> None:
    colors = THEMES[theme]
    for paper in (colors.paper, colors.glow):
        assert contrast(luminance(colors.slot), luminance(paper)) >= SEEN
    assert theme_of_edition(load_edition("classic_us").look, theme).glow == colors.glow


@pytest.mark.parametrize("seats", [5, 6, 7, 8])
def test_counts__a_chip_a_group_at_least_nine_pixels_with_how_many_of_it(seats: int) -> None:
    edition, _, s = position("classic_us", seats=seats)
    for p, purse in enumerate(purses("classic_us", seats)):
        chips = of_class(purse, "count") + of_class(purse, "slot")
        assert len(chips) == len(edition.groups)
        assert all(float(chip.get("width", 0)) * PIXEL >= 9 for chip in chips)
        rack = of_class(purse, "rack")[0]
        counts = [line.text for line in rack.iter(f"{SVG}text")] or [line.text for line in rack.iter("text")]
        owned = [sum(s.owner[q] == p for q in group.spaces) for group in edition.groups]
        assert counts == [f"{n}/{len(group.spaces)}" for n, group in zip(owned, edition.groups) if n]


@pytest.mark.parametrize("name", editions())
def test_names__at_least_eleven_pixels_or_cut(name: str) -> None:
    for seats in {2, most_seats(name)}:
        for purse in purses(name, seats, "light"):
            bold = [line for line in purse.iter() if line.tag.endswith("text") and "b" in (line.get("class") or "")]
            shown = [line for line in bold if (line.text or "").rstrip("…") and len(line.text or "") > 2]
            names = [line for line in shown if any(known.startswith((line.text or "").rstrip("…")) for known in NAMES)]
            assert names
            assert all(float(line.get("font-size", 0)) * PIXEL >= 11 for line in names), (name, seats)


@pytest.mark.parametrize("seats", [2, 4, 6, 8])
def test_notes__a_card_that_is_held_leaves_the_deeds_where_they_are(seats: int) -> None:
    without, with_card = (purses("classic_us", seats, held=n)[0] for n in (0, 1))
    racks = [ElementTree.tostring(of_class(purse, "rack")[0]) for purse in (without, with_card)]
    assert racks[0] == racks[1]
    assert any(line.text == "1 card" for line in with_card.iter() if line.tag.endswith("text"))
