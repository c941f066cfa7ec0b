"""A tax on rents: what is built, revenue and loss, against an owner who tries every number of houses.

Benchmarks: rents from published landing frequencies times the printed rents; ten rounds, three opponents.
"""

import pytest

import monopoly_lab as ml
from monopoly_lab.economics.rent_tax import RentTax, play_building, play_deed_auction
from tests.sampled import sampled

RATES = (0, 10, 20, 25, 30, 35, 36, 40, 45, 50)


@pytest.fixture(scope="module")
def board() -> RentTax:
    return RentTax("classic_us")


def test_supply__more_is_built_where_rents_are_higher(board: RentTax) -> None:
    found = [board.supply(scale) for scale in (50, 60, 70, 80, 90, 100, 120)]
    assert found == [0, 36, 54, 78, 84, 104, 110]
    assert board.supply(1000) == 22 * 5


@pytest.mark.parametrize(
    ("tax", "revenue", "loss"),
    [
        *((10, 1698, 192), (20, 3177, 384), (25, 3972, 384), (30, 3408, 1612), (35, 3976, 1612), (36, 4089, 1612)),
        *((40, 2819, 3222), (45, 1654, 4645), (50, 366, 6088)),
    ],
)
def test_tax__revenue_rises_and_falls_by_colors_that_stop_building(
    board: RentTax, tax: int, revenue: int, loss: int
) -> None:
    found = board.outcome(tax)
    assert (round(found.revenue), round(found.loss)) == (revenue, loss)


def test_tax__the_top_of_the_curve_is_just_before_a_color_stops(board: RentTax) -> None:
    assert board.best_rate() == 36
    assert board.outcome(37).buildings < board.outcome(36).buildings


@pytest.mark.parametrize("tax", RATES)
def test_tax__no_other_number_of_houses_brings_an_owner_more(board: RentTax, tax: int) -> None:
    levels = board.outcome(tax).levels
    for group in board.groups:
        profits = [
            (1 - tax / 100) * group.rents[n] * 30 - n * group.cost * group.sites for n in range(len(group.rents))
        ]
        assert profits[levels[group.id]] == pytest.approx(max(profits))


@pytest.mark.parametrize("tax", RATES)
def test_tax__what_everybody_gains_and_pays_adds_up_to_the_price_of_buildings(board: RentTax, tax: int) -> None:
    """A rent is a transfer: owners, treasury and visitors together pay the bank for buildings, and nothing else."""
    found = board.outcome(tax, land_tax=30)
    spent = sum(found.levels[group.id] * group.cost * group.sites for group in board.groups)
    assert found.bank == spent
    assert found.owners + found.revenue + found.visitors == pytest.approx(-spent)


def test_tax__owners_lose_more_than_the_treasury_gets_and_all_four_together_nothing(board: RentTax) -> None:
    """Recomputed from another chain of the board: at 36 % there are 50 buildings fewer, which would have cost 6,400."""
    free, taxed = board.outcome(), board.outcome(36)
    change = {name: getattr(taxed, name) - getattr(free, name) for name in ("owners", "revenue", "visitors", "bank")}
    assert [round(each) for each in change.values()] == [-5701, 4089, 8012, -6400]
    assert sum(change.values()) == pytest.approx(0, abs=1e-6)
    assert taxed.loss == pytest.approx(-change["owners"] - change["revenue"])


def test_tax__a_lower_rate_brings_nearly_as_much_and_loses_less(board: RentTax) -> None:
    low, best = board.outcome(26), board.outcome(36)
    assert (low.buildings, best.buildings) == (75, 54)
    assert 0.98 < low.revenue / best.revenue < 1 and low.loss < best.loss / 3


def test_land_rent__is_what_sites_earn_at_their_best_above_the_cost_of_houses(board: RentTax) -> None:
    """Henry George: taxing a part of it, whatever stands there, takes the same from every choice and moves none."""
    rent = sum(max(30 * each - n * g.cost * g.sites for n, each in enumerate(g.rents)) for g in board.groups)
    bare = sum(30 * group.rents[0] for group in board.groups)
    assert rent == pytest.approx(board.outcome().owners) and (round(rent), round(bare)) == (6820, 733)


def test_land_tax__changes_no_house_and_loses_nothing(board: RentTax) -> None:
    """The rent of all bare sites, 733, can be taxed away."""
    free, taxed = board.outcome(), board.outcome(land_tax=100)
    assert taxed.levels == free.levels and taxed.loss == pytest.approx(0, abs=1e-6)
    assert round(taxed.revenue) == 733
    assert free.owners - taxed.owners == pytest.approx(taxed.revenue)


def test_rent_control__visitors_gain_more_than_owners_lose_by_what_is_not_spent_on_buildings(board: RentTax) -> None:
    free, half = board.outcome(), board.outcome(rent_scale=50)
    assert half.buildings == 0 and round(half.visitors) == round(-733 / 2)
    gain, loss = half.visitors - free.visitors, free.owners - half.owners
    spent = sum(free.levels[group.id] * group.cost * group.sites for group in board.groups)
    assert gain - loss == pytest.approx(spent)


def test_tax__of_a_rate_that_cannot_be_is_refused(board: RentTax) -> None:
    with pytest.raises(ml.ArgumentError, match="tax is 101; it takes a number from 0 to 100"):
        board.outcome(101)


@pytest.mark.parametrize("tax", sampled([0, 10, 36, 45, 50], ["36"]))
def test_play__players_who_look_ten_rounds_ahead_build_what_the_model_says(board: RentTax, tax: int) -> None:
    found = play_building(tax)
    names = {group.name: board.outcome(tax).levels[group.id] for group in board.groups}
    assert {name: set(levels) for name, levels in found.items()} == {name: {n} for name, n in names.items()}


@pytest.mark.full
def test_play__a_tax_lowers_the_price_of_a_deed_by_its_present_value() -> None:
    """A thousand rounds of one opponent at $50 a visit, of which buyers keep 60 %."""
    chain = ml.Chain("classic_us")
    worth = chain.rent("boardwalk", 0, per="turn") * 1000
    assert play_deed_auction("boardwalk", step=40) == pytest.approx(worth, abs=41)
    assert play_deed_auction("boardwalk", tax=40, step=40) == pytest.approx(0.6 * worth, abs=41)


@pytest.mark.parametrize(("edition", "deed"), [("class_board", "museum"), ("gamer", "sparkling_waters")])
def test_auction__of_an_edition_with_one_die_has_a_price_too(edition: str, deed: str) -> None:
    assert play_deed_auction(deed, edition=edition, step=40) > 0


@pytest.mark.parametrize(("edition", "deed"), [("junior", "museum"), ("anti_monopoly", "wilshire")])
def test_auction__of_a_deed_that_is_not_auctioned_is_refused(edition: str, deed: str) -> None:
    with pytest.raises(
        ml.ArgumentError, match=f'nobody bids for "{deed}" at the first stop in the edition "{edition}"'
    ):
        play_deed_auction(deed, edition=edition)
