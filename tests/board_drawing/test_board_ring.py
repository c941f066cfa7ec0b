"""The ring: any number of spaces, four corners, nothing on top of anything else."""

import pytest
from boards import SIZES

from monopoly_lab.board_drawing.layout import Box, ring, sides, usual_size


def overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.right - 0.01
        and other.x < one.right - 0.01
        and one.y < other.bottom - 0.01
        and other.y < one.bottom - 0.01
    )


@pytest.mark.parametrize("spaces", SIZES)
def test_ring__each_space_has_its_place_inside_the_picture_and_to_itself(spaces: int) -> None:
    width, height = usual_size(spaces)
    places = ring(spaces, width, height).places
    assert [place.space for place in places] == list(range(spaces))
    for number, place in enumerate(places):
        assert place.box.x >= 0 and place.box.y >= 0 and place.box.right <= width and place.box.bottom <= height
        assert not any(overlap(place.box, other.box) for other in places[number + 1 :])
        assert place.corner or not any(overlap(place.stand, other.box) for other in places)
        assert not any(overlap(place.stand, other.stand) for other in places[number + 1 :])  # nor a place to stand


@pytest.mark.parametrize("spaces", range(4, 129))
def test_ring__sides_differ_by_one_at_most(spaces: int) -> None:
    count = sides(spaces)
    assert sum(count.values()) == spaces - 4
    assert max(count.values()) - min(count.values()) <= (spaces % 4 != 0)


def test_ring__forty_spaces_have_corners_at_every_tenth_and_run_with_the_clock_from_the_bottom_right() -> None:
    places = ring(40, 1200, 860).places
    assert [place.space for place in places if place.corner] == [0, 10, 20, 30]
    corners = [places[q].box for q in (0, 10, 20, 30)]
    assert [(box.cx > 600, box.cy > 430) for box in corners] == [
        (True, True),
        (False, True),
        (False, False),
        (True, False),
    ]
    assert places[1].box.x > places[2].box.x  # along the bottom to the left
    assert places[39].box.y < places[0].box.y  # the last one above GO


def test_ring__fewer_than_four_spaces_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 4 spaces, not 3"):
        ring(3, 1200, 860)
