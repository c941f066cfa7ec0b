"""The investor values by income: its bids find the prices that supply and demand give.

Values and prices: eight owners of a group each, two houses on every site, ten rounds ahead without discount. The
value of one more house is what it adds to the expected rents of its row, divided by the sites; with three opponents it
is $607 for the dark blue group, then 484, 468, 451, 377 and 274, worked out from published landing frequencies.
"""

from itertools import pairwise

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import ChainError, StrategyError
from monopoly_lab.editions.rule_tables import BARE_SET, RENTS
from monopoly_lab.markov import rent_income
from monopoly_lab.players.income_tables import digest, shipped
from monopoly_lab.players.income_valuation import building_value
from monopoly_lab.players.investing import choose_building_site
from monopoly_lab.players.parameters import discounted_rounds
from monopoly_lab.players.valuation import change_in_worth, deed_value
from tests.sampled import rest_for_release, sampled

OWNERS = {
    "Ann": ("brown", ["mediterranean", "baltic"]),
    "Bo": ("light_blue", ["oriental", "vermont", "connecticut"]),
    "Cy": ("pink", ["st_charles", "states", "virginia"]),
    "Dan": ("orange", ["st_james", "tennessee", "new_york"]),
    "Eve": ("red", ["kentucky", "indiana", "illinois"]),
    "Fay": ("yellow", ["atlantic", "ventnor", "marvin"]),
    "Gus": ("green", ["pacific", "north_carolina", "pennsylvania_ave"]),
    "Hal": ("dark_blue", ["park_place", "boardwalk"]),
}
RAISE = 1  # dollars that a bid for a building has to be higher


def table(houses: int, left: int, **start: object) -> ml.Game:
    """Return a game in which everybody owns a group with some houses a site; `left` houses are in the bank."""
    deeds = {name: sites for name, (_, sites) in OWNERS.items()}
    built = {site: houses for sites in deeds.values() for site in sites}
    begun = {"turn": "Ann", "round": 9, "cash": dict.fromkeys(OWNERS, 8000), "deeds": deeds, "buildings": built}
    options = {"components.houses": 22 * houses + left}
    return ml.Game("classic_us", players=list(OWNERS), seed=1, start=begun | start, options=options)


def investor(**parameters: int) -> ml.Strategy:
    return ml.Strategy("investor", **{"horizon": 10, "reserve": 0, "fear": 0, **parameters})


def prices_of_houses(left: int) -> list[int]:
    """Return what is paid, house by house, when eight investors bid for the last houses of the bank."""
    game = table(2, left)
    game.apply("build mediterranean")
    for name in OWNERS:
        game.seat(name, investor())
    cash, paid = dict(game.state.cash), []
    while game.node.kind in ("want", "bid", "place"):
        game.advance()
        now = dict(game.state.cash)
        paid += [cash[name] - now[name] for name in OWNERS if now[name] < cash[name]]
        cash = now
    return paid


def values_of_houses() -> list[float]:
    """Return what the next houses are worth to their owners with seven opponents, highest first, from the chain."""
    chain = ml.Chain("classic_us")
    values = []
    for group, sites in OWNERS.values():
        rents = [chain.rent(group, level) * chain.throws_per_turn * 7 * 10 for level in (2, 3, 4)]
        values += [(high - low) / len(sites) for low, high in pairwise(rents) for _ in sites]
    return sorted(values, reverse=True)


@pytest.mark.full
@pytest.mark.parametrize("left", rest_for_release([2, 5, 8, 11, 14], [2, 5]))
def test_investor__the_last_house_costs_the_first_value_that_gets_nothing(left: int) -> None:
    paid = prices_of_houses(left)
    assert len(paid) == left
    assert paid[-1] == pytest.approx(values_of_houses()[left], abs=RAISE + 1)


def value_of_a_house(site: str, houses: int) -> int:
    """Return what the next house is worth to the owner of a site with three opponents in play."""
    game = table(houses, 22)
    owner = next(n for n, (_, sites) in enumerate(OWNERS.values()) if site in sites)
    game.seat(owner, investor())
    s = game.raw_state()
    others = [p for p in range(8) if p != owner][:4]
    for n, p in enumerate(others, 1):
        s.out[p] = n
    return building_value(s, game.tables, game.styles(), owner, game.edition.space(site))


@pytest.mark.parametrize(("site", "value"), [("boardwalk", 607), ("new_york", 377), ("st_charles", 274)])
def test_investor__the_third_house_is_worth_the_rents_that_it_adds(site: str, value: int) -> None:
    assert value_of_a_house(site, 2) == pytest.approx(value, abs=1)


def test_investor__rows_together_pay_where_the_first_alone_does_not() -> None:
    """Orange: the first row is worth 46 a house, the next 140, 377 and 209, the hotels 209; each costs 100."""
    assert value_of_a_house("new_york", 0) == pytest.approx((46 + 140 + 377 + 209 + 209) / 5, abs=1)


def price_of_boardwalk(**options: object) -> int:
    """Return what two investors with nothing else to hope for bid for a single deed over a long time."""
    game = ml.Game(
        "classic_us",
        players=["Ann", "Bo"],
        seed=1,
        options={"buy": False, "auction_start.raise": 1, **options},
        start={"turn": "Ann", "position": {"Ann": "park_place"}, "cash": {"Ann": 9000, "Bo": 9000}},
    )
    for name in ("Ann", "Bo"):
        game.seat(name, investor(horizon=1000, completing=0, blocking=0, buy_reserve=0))
    game.apply("roll 1 1")
    while game.node.kind == "bid":
        game.advance()
    return 18000 - sum(game.state.cash.values())


@pytest.mark.full
def test_investor__a_tax_on_rents_lowers_the_price_of_a_deed_by_its_present_value() -> None:
    """1,000 rounds of one opponent at $50 a visit; a raise is a tenth of the printed price."""
    free, taxed = price_of_boardwalk(), price_of_boardwalk(**{"taxes.rents": 40})
    worth = ml.Chain("classic_us").rent("boardwalk", 0) * ml.Chain("classic_us").throws_per_turn * 1000
    assert free == pytest.approx(worth, abs=41)
    assert taxed == pytest.approx(0.6 * worth, abs=41)


@pytest.mark.full
def test_investor__looks_for_a_site_anew_when_the_rules_change() -> None:
    """Where a tax takes all rents, nothing pays; without it three rows of orange do. The deeds are the same."""
    s = table(0, 100).raw_state()
    seats = [(name, investor()) for name in OWNERS]
    free, taxed = (
        ml.Game("classic_us", players=seats, seed=1, options={"taxes.rents": rate, "components.houses": 100})
        for rate in (0, 100)
    )
    owner = list(OWNERS).index("Dan")
    assert choose_building_site(s, taxed.tables, taxed.styles(), owner) == -1
    assert choose_building_site(s, free.tables, free.styles(), owner) >= 0
    assert choose_building_site(s, taxed.tables, taxed.styles(), owner) == -1


def test_discount__is_the_factor_of_an_annuity() -> None:
    """Tables of annuities: ten payments are worth 10 at no interest, 7.722 at 5 %, 6.145 at 10 %."""
    assert [discounted_rounds(10, rate) for rate in (0, 5, 10)] == [10_000, 7_722, 6_145]


def test_incomes__are_those_of_the_chain() -> None:
    game = ml.Game("classic_us", players=[("Ann", investor()), ("Bo", None)], seed=1)
    chain, edition = ml.Chain("classic_us"), game.edition
    places = [("boardwalk", 0, 0), ("boardwalk", "set", BARE_SET), ("boardwalk", "hotel", 5), ("short_line", 2, 1)]
    for site, level, place in places:
        income = game.tables.income[edition.space(site) * RENTS + place] / 1000
        assert income == pytest.approx(chain.rent(site, level) * chain.throws_per_turn, abs=0.001)


@pytest.mark.parametrize("edition", sampled(ml.editions()))
def test_incomes__come_with_the_package_for_every_edition(edition: str) -> None:
    """Of an edition that has changed: `python tests/tools/build_editions.py`."""
    loaded = ml.load_edition(edition)
    assert shipped()[digest(loaded.tables())] == rent_income.deed_incomes(loaded, {})


@pytest.mark.full
def test_incomes__change_with_the_rules_on_the_way() -> None:
    changes = [{"round": 2, "options": {"taxes.rents": 50}}]
    game = ml.Game("classic_us", players=[("Ann", "investor"), ("Bo", None)], options={"changes": changes}, seed=1)
    first, later = game.tables.stages
    place = game.edition.space("boardwalk") * RENTS + 5
    assert later.income[place] == pytest.approx(first.income[place] / 2, abs=1)


def test_investor__where_no_chain_can_be_made_it_is_refused_and_nothing_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*args: object, **options: object) -> None:
        raise ChainError("no state can be left")

    monkeypatch.setattr(rent_income, "Walk", refuse)
    game = ml.Game("classic_us", players=["Ann", "Bo"], options={"salary": 199}, seed=1)
    with pytest.raises(StrategyError, match=r"expected rents.*no state can be left"):
        game.seat("Ann", "investor")
    assert game.seats["Ann"] is None
    game.seat("Ann", "balanced")


@pytest.mark.parametrize(("own", "others"), [("sunset", "wilshire"), ("wilshire", "sunset")])
def test_investor__blocks_the_seat_that_would_get_a_monopoly(own: str, others: str) -> None:
    """In games with sides two deeds of a city make a monopoly: Hollywood Boulevard, 120, and another make Bo's.

    A competitor adds to its own gain what the monopolist would gain, whoever owns the next deed of the city.
    """
    players, roles = ["Ann", "Bo", "Cy"], ["competitor", "monopolist", "competitor"]
    deeds = {"Ann": [own], "Bo": [others]}
    game = ml.Game("anti_monopoly", players=players, seed=1, start={"deeds": deeds}, options={"roles": roles})
    game.seat("Ann", ml.Strategy("investor", blocking=100))
    q, s, t = game.edition.space("hollywood"), game.raw_state(), game.tables
    for owner in (0, -1):
        s.owner[game.edition.space(own)] = owner
        mine, theirs = (change_in_worth(s, t, game.styles(), 0, p, q, 1) for p in (0, 1))
        assert deed_value(s, t, game.styles(), 0, q) == mine + theirs
        assert theirs != t.price[q]
