"""The chain with a speed die: against games that know nothing of it, and against figures worked out by hand."""

from collections import Counter

import pytest
from chains import first_throw
from independent_simulation import LIMIT, compared

from monopoly_lab import Chain, load_edition
from monopoly_lab.common.errors import ChainError, UnknownName

POLICIES = [
    {},
    {"jail": "stay", "bus": "lower", "triple": "boardwalk"},
    {"bus": "higher", "triple": "st_charles"},
]


def fast(**asked: object) -> Chain:
    return Chain("classic_us", options={"speed_die": "after_go"}, **asked)  # type: ignore[arg-type]


@pytest.mark.full
@pytest.mark.parametrize("asked", POLICIES[:2])
def test_chain__agrees_with_games_that_know_nothing_of_it(asked: dict[str, str]) -> None:
    table = compared(fast(**asked), games=15, throws=60)
    assert table["score"].abs().max() < LIMIT, table.loc[table["score"].abs().idxmax()]


@pytest.mark.parametrize(
    ("asked", "games"),
    [pytest.param(each, 200, marks=pytest.mark.release) for each in POLICIES],
)
def test_chain__agrees_with_many_games(asked: dict[str, str], games: int) -> None:
    table = compared(fast(**asked), games=games, throws=200)
    assert table["score"].abs().max() < LIMIT, table.loc[table["score"].abs().idxmax()]


def first_spaces(options: dict[str, object], **asked: object) -> Counter[str]:
    """Where the first throw from GO ends, by the id of the space, cards left out."""
    ends = Counter[str]()
    for key, share in first_throw("classic_us", options, cards=False, **asked).items():
        ends[load_edition("classic_us").spaces[key.space].id] += share  # type: ignore[assignment]
    return ends


def test_first_throw__by_hand() -> None:
    """To the utility 12 spaces on lead, of 216 throws: 9 and a 3 (4 ways), 10 and a 2 (3), 11 and a 1 (2), 12 and the
    bus (1); and the hat, which two sides of the die show, after 11, the deed before it (2 ways)."""
    shares = first_spaces({"speed_die": "from_start"})
    assert shares["electric"] == pytest.approx((4 + 3 + 2 + 1 + 2 * 2) / 216)


@pytest.mark.full
def test_first_throw__the_bus_and_three_alike_as_they_are_asked_for() -> None:
    options: dict[str, object] = {"speed_die": "from_start"}
    usual, boardwalk = first_spaces(options), first_spaces(options, triple="boardwalk")
    assert usual["boardwalk"] == 0
    assert boardwalk["boardwalk"] == pytest.approx(3 / 216)
    assert usual["mediterranean"] == 0  # nothing shows less than 2
    lower, higher = first_spaces(options, bus="lower"), first_spaces(options, bus="higher")
    assert lower["mediterranean"] == pytest.approx(11 / 216)
    assert higher["mediterranean"] == pytest.approx(1 / 216)


def test_policies__that_there_are_not_are_named() -> None:
    with pytest.raises(ChainError, match='"lower" or the "higher"'):
        fast(bus="fastest")
    with pytest.raises(UnknownName, match="boardwalk"):
        fast(triple="bordwalk")


@pytest.mark.full
def test_laps__are_shorter_with_it() -> None:
    assert fast().lap() < Chain("classic_us").lap() - 0.5
