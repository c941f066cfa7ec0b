"""Positions and options out of which no way led: each has one now, or is refused."""

import pytest

from monopoly_lab import Game
from monopoly_lab.common.errors import EditionError, OptionError
from monopoly_lab.constants import node
from monopoly_lab.editions import OPTIONS, load_edition
from monopoly_lab.editions.option_resolution import MOST_THROWS
from monopoly_lab.rules.auction import HOTEL_LOT
from monopoly_lab.rules.building_auction import ask_place
from monopoly_lab.rules.state_fields import MENU

SCARCE = {"house_rules": True, "components.hotels": 1, "components.houses": 12}


@pytest.mark.parametrize("hotels", [0, 1])
def test_hotel_auction__asks_for_a_site_only_while_the_bank_has_a_hotel(hotels: int) -> None:
    """Classic rules, “Building Shortages”: what is auctioned is a building of the bank."""
    sites = ["mediterranean", "baltic"]
    start = {"deeds": {"Ann": sites}, "buildings": dict.fromkeys(sites, 4)}
    s = Game("classic_us", ["Ann", "Bo"], options=SCARCE, start=start, seed=1)._s
    t = Game("classic_us", ["Ann", "Bo"], options=SCARCE).tables
    s.hotels = hotels
    before = s.node
    ask_place(s, t, 0, 100, HOTEL_LOT)
    assert s.node == (node.PLACE if hotels else before)


def test_throws__that_no_menu_can_hold_are_refused() -> None:
    assert MOST_THROWS == MENU
    assert {OPTIONS["move.dice"].high, OPTIONS["move.sides"].high} == {3, 12}
    for edition, options in (("gamer", {"move.dice": 3}), ("classic_us", {"move.dice": 3, "move.sides": 12})):
        with pytest.raises(OptionError, match="ways"):
            load_edition(edition).tables({"house_rules": True, **options})
    assert load_edition("classic_us").tables({"house_rules": True, "move.dice": 3, "move.sides": 8})


@pytest.mark.parametrize("number", [1, 2, 3])
def test_board__that_cannot_be_drawn_is_refused(tmp_path, number: int) -> None:
    spaces = ", ".join(f'{{id = "s{n}", kind = "parking", name = {{en = "S"}}}}' for n in range(number))
    (tmp_path / "mine.toml").write_text(f'id = "mine"\nspaces = [{spaces}]\n')
    with pytest.raises(EditionError, match=f"at least 4 spaces; this one has {number}"):
        load_edition(tmp_path / "mine.toml")
