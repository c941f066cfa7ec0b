"""Money on the chain: bank income, rents, paybacks, budgets, spread."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from chains import leave, small, stay, walk

import monopoly_lab
from monopoly_lab import rules
from monopoly_lab.common.errors import ChainError
from monopoly_lab.constants import card_effect, dice_purpose, event, node, payment_cause
from monopoly_lab.editions import Edition, load_edition
from monopoly_lab.markov import Chain, rent_income
from monopoly_lab.markov.state_derivation import opening
from monopoly_lab.rules.code_groups import is_chance
from monopoly_lab.rules.random_numbers import chance_outcome, fate_of
from monopoly_lab.simulation.single_token import PURSE, single_token_answer

CLASS_BOARD = Path(monopoly_lab.__file__).parent / "editions" / "data" / "class_board.toml"

# Bank


def test_bank_income__is_what_its_parts_say() -> None:
    """Salary 200 a lap; income tax 200 and luxury tax 100 by the shares of throws; 50 for each time in jail."""
    income_, shares = leave().bank_income(), leave().by_space()
    assert income_["salary"] == pytest.approx(-200 / leave().lap())
    assert income_["tax"] == pytest.approx(200 * shares["Income Tax"] + 100 * shares["Luxury Tax"])
    assert income_["jail_fine"] == pytest.approx(50 * shares["In Jail"])
    assert income_.sum() == pytest.approx(-leave().pi @ leave().reward())
    assert leave().reward("salary") @ leave().pi == pytest.approx(-income_["salary"])


@pytest.mark.parametrize("per", ["turn", "landing"])
def test_bank_income__by_other_clocks(per: str) -> None:
    assert (stay().bank_income(per) / stay().bank_income()).to_numpy() == pytest.approx(stay().throws_in(per))


def test_a_pot__pays_out_what_is_paid_in(tmp_path: Path) -> None:
    """House rule: taxes, fines and payments by card lie on Free Parking until somebody stops there."""
    board = class_board_with_parking(tmp_path, "a")
    bank = Chain(board).bank_income()
    pot = Chain(board, options={"free_parking.pot": True})
    found = pot.bank_income()
    paid_in = -found["parking"]
    assert found["tax"] + found["jail_fine"] < paid_in < found["tax"] + found["jail_fine"] + 3
    assert found.sum() == pytest.approx(bank.sum() - paid_in)
    assert pot.pi @ pot.reward("parking") == pytest.approx(paid_in)


def class_board_with_parking(folder: Path, *places: str) -> Edition:
    """The class board with Free Parking: in the place of the bus stop ("a"), before the last space ("b")."""
    lines = []
    for line in CLASS_BOARD.read_text("utf-8").splitlines():
        if '{id = "bus_stop"' in line:
            lines += [parking("a")] if "a" in places else []
        elif '{id = "bus"' not in line:
            lines += [line] + ([parking("b")] if '{id = "tax", kind' in line and "b" in places else [])
    path = folder / "parking.toml"
    path.write_text("\n".join(lines).replace('id = "class_board"', 'id = "parking_board"'), "utf-8")
    return load_edition(path)


def parking(name: str) -> str:
    return f'    {{id = "park_{name}", kind = "parking", name = {{en = "{name}", ru = "{name}", uk = "{name}"}}}},'


def played_alone(chain: Chain, throws: int, seed: int) -> list[tuple[int, ...]]:
    """The events of a token's game by the rules, all cards in the decks before each throw."""
    t, plan, fate = chain.tables, chain._plan(), fate_of(seed, 0)
    s, found, log = opening(t, max(t.go, 0), plan), [], []  # type: ignore[var-annotated]
    cards, n = list(s.card_seat), 0
    while n < throws:
        s.cash[0] = PURSE
        if s.node == node.DICE and s.purpose in (dice_purpose.MOVE, dice_purpose.JAIL_TRY):
            n += 1
            s.card_seat[:] = cards
        log.clear()
        if is_chance(s.node):
            rules.make_choice(s, t, log, -1, *chance_outcome(s, t, fate))
        else:
            verb, amount = single_token_answer(s, t, plan)
            rules.make_choice(s, t, log, s.actor, verb, -1, amount)
        found += log
    return found


def test_a_pot__with_two_outlets_pays_at_each_what_has_come_in_since(tmp_path: Path) -> None:
    """Most comes in between a and b (the tax, the fine), so that b pays more than its share of the visits.

    A game of 250,000 throws by the rules, played apart from this test, paid 1.12 and 2.19 a throw.
    """
    chain = Chain(class_board_with_parking(tmp_path, "a", "b"), options={"free_parking.pot": True})
    income, paid_in = chain.income_by_space(), -chain.bank_income()["parking"]
    paid = income.loc[["a", "b"], "parking"]
    assert paid.sum() == pytest.approx(paid_in) == pytest.approx(income["parking"].sum())
    assert chain.pi @ chain.reward("parking") == pytest.approx(paid_in)
    visits = chain.by_space("landing")[["a", "b"]]
    assert paid["a"] / paid_in < visits["a"] / visits.sum() - 0.05
    games = played_alone(chain, 20_000, seed=5)
    for space, q in (("a", 4), ("b", 9)):
        taken = [
            x for what, p, _, at, x, why in games if what == event.PAID and why == payment_cause.PARKING and at == q
        ]
        assert sum(taken) / 20_000 == pytest.approx(paid[space], rel=0.1)


def test_a_pot__that_only_the_first_lap_empties_pays_nothing_in_the_long_run(tmp_path: Path) -> None:
    """A die that shows 1 only: once past jail, the token goes round between jail and the space that sends it there."""
    chain = Chain(class_board_with_parking(tmp_path, "a"), options={"free_parking.pot": True}, die=[1, 0, 0, 0, 0, 0])
    found = chain.bank_income()
    assert found["tax"] > 0 and "parking" not in found
    assert chain.reward() @ chain.pi == pytest.approx(-found.sum())
    assert chain.moments("bank")["mean"] == pytest.approx(-found.sum())


def test_upkeep__of_a_deck_of_one_side_is_that_of_its_visitors(tmp_path: Path) -> None:
    """One of 25 cards of the competitor's deck, drawn on six spaces; a monopolist has another deck."""
    edition = changed_cards(tmp_path, "anti_monopoly", "c_weekend")
    chain = Chain(edition, role="competitor")
    size = next(len(deck.cards) for deck in edition.decks if deck.role == "competitor")
    visits = sum(sum(chain.arrivals_at[q].values()) for q in (2, 7, 17, 22, 33, 36))
    assert chain.upkeep().to_dict() == pytest.approx({"house": 25 * visits / size, "hotel": 100 * visits / size})
    assert Chain(edition, role="monopolist").upkeep().to_dict() == {"house": 0, "hotel": 0}


def changed_cards(folder: Path, edition: str, card: str) -> Edition:
    path = folder / "repairs.toml"
    path.write_text(
        f'inherits = "{edition}"\nid = "repairs"\nlanguage = "en"\nrulebook = "Rules of class 7b"\n'
        f'title = {{en = "Repairs"}}\n[changes.cards]\n{card} = {{do = "repairs", house = 25, hotel = 100}}\n'
    )
    return load_edition(path)


@pytest.mark.parametrize(
    ("edition", "card"),
    [
        ("junior", "step_or_draw"),
        pytest.param("anti_monopoly", "c_weekend", marks=pytest.mark.full),
        pytest.param("classic_london", "", marks=pytest.mark.full),
    ],
)
def test_upkeep__counts_every_draw_of_a_repair_card(tmp_path: Path, edition: str, card: str) -> None:
    """On spaces of a side's own deck, after a card for another token, and not instead of a fine, which is paid."""
    chain = Chain(changed_cards(tmp_path, edition, card) if card else edition)
    throws = 20_000
    games = played_alone(chain, throws, seed=7)
    drawn = [c for what, _, c, _, _, effect in games if what == event.DREW and effect == card_effect.REPAIRS]
    found = chain.upkeep()
    error = found["house"] / len(drawn) ** 0.5
    assert abs(sum(chain.tables.card_a[c] for c in drawn) / throws - found["house"]) < 3.5 * error
    assert found["hotel"] / found["house"] == pytest.approx(
        sum(chain.tables.card_b[c] for c in drawn) / sum(chain.tables.card_a[c] for c in drawn), rel=0.1
    )


def test_casino__the_stake_of_a_winner_goes_back_to_the_bank() -> None:
    """Ukrainian edition, least stake: the jackpot gets what is staked but the stakes of other wins."""
    chain = Chain("ukraine")
    found = chain.bank_income()
    stake = chain.by_space("landing")[chain.square(chain.edition.space("casino"))] * chain.landings_per_throw
    assert found["stake"] == pytest.approx(stake * chain.tables.o_casino_minimum)
    assert 0 < -found["jackpot"] < found["stake"]


# Rents


def test_rent_of_a_street__is_its_frequency_times_its_rent() -> None:
    """Boardwalk: 50 alone, 100 in a set, 2000 with a hotel (title deed)."""
    share = leave().by_space()["Boardwalk"]
    assert leave().rent("boardwalk", "hotel") == leave().rent("boardwalk", 5)
    rents = [leave().rent("boardwalk", level) for level in (0, "set", 5)]
    assert rents == pytest.approx([50 * share, 100 * share, 2000 * share])
    assert leave().rent("boardwalk") == rents[0]


def test_rent_of_a_group__is_the_sum_of_its_deeds() -> None:
    deeds = [leave().rent(q, 3) for q in ("st_james", "tennessee", "new_york")]
    assert leave().rent("orange", 3) == pytest.approx(sum(deeds))


def test_station__twice_the_rent_by_the_card() -> None:
    """Two of 16 Chance cards: from Chance (7) to Pennsylvania Railroad, which is then paid twice."""
    landing = leave().by_space("landing") * leave().landings_per_throw
    more = landing["Chance (7)"] * 2 / 16
    assert leave().rent("pennsylvania_rr", 1) == pytest.approx(25 * (landing["Pennsylvania Railroad"] + more))


def test_group_of_stations__stands_for_the_average_of_as_many() -> None:
    each = [leave().rent(q, 2) for q in ("reading", "pennsylvania_rr", "b_and_o", "short_line")]
    assert leave().rent("station", 2) == pytest.approx(sum(each) / 2)


def test_utility__by_the_dice_that_lead_there() -> None:
    """From GO in one throw: double six leads there, or 7 and one of 16 cards, which takes ten times new dice."""
    chain = leave()
    pi = chain.start()
    s = rent_income.position(chain, rent_income.owned_with(chain, 12, 1), 1)
    rents = [
        mass * rent_income.rent_moments(chain, s, arrival)[0]
        for arrival, mass in chain.arrivals(pi).items()
        if arrival.space == 12 and not arrival.held
    ]
    assert sum(rents) == pytest.approx(1 / 36 * 12 * 4 + 6 / 36 / 16 * 10 * 7)


def test_payback__is_cost_over_what_is_added() -> None:
    rents = [leave().rent("orange", level) for level in ("set", 1, 2, 3, 4, 5)]
    added = np.diff(rents)
    assert leave().payback("orange").to_numpy() == pytest.approx(300 / added)
    assert leave().payback("orange", per="turn").to_numpy() == pytest.approx(300 / added / leave().throws_per_turn)


def test_payback_of_stations__deed_by_deed() -> None:
    rents = [0.0, *(leave().rent("station", n) for n in (1, 2, 3, 4))]
    assert leave().payback("station").to_numpy() == pytest.approx(200 / np.diff(rents))


def test_returns__capital_of_deeds_and_buildings() -> None:
    """Orange: 180 + 180 + 200 for the deeds and 300 for every row of buildings."""
    table = leave().returns("orange")
    assert table["capital"].tolist() == [560, 860, 1160, 1460, 1760, 2060]
    assert table["return"].to_numpy() == pytest.approx((table["rent"] / table["capital"]).to_numpy())


@pytest.mark.parametrize("deeds", [False, True])
def test_spending__keeps_to_the_budget_and_is_the_best_of_each_group(deeds: bool) -> None:
    table, steps = leave().spending(1500, deeds), leave().frontier(deeds)
    assert (table["capital"] <= 1500).all()
    for group, row in table.iterrows():
        within = steps[(steps["group"] == group) & (steps["capital"] <= 1500)]
        assert row["rent"] == within["rent"].max()


@pytest.mark.parametrize("budget", [100, 240, 330])
def test_best_mix__against_all_combinations(budget: int) -> None:
    """The class board has three groups: every choice of a step in each, or none."""
    chain = small()
    groups = [part for _, part in chain.frontier(deeds=True).groupby("group")]
    choices = product(*([(0, 0.0), *zip(part["capital"], part["rent"])] for part in groups))
    best = max(sum(r for _, r in choice) for choice in choices if sum(c for c, _ in choice) <= budget)
    found = chain.best_mix(budget, deeds=True)
    assert found["rent"].sum() == pytest.approx(best)
    assert found["capital"].sum() <= budget


def test_frontier__efficient_steps_rise() -> None:
    steps = leave().frontier(deeds=True)
    efficient = steps[steps["efficient"]]
    assert (efficient["rent"].diff().dropna() > 0).all()
    assert len(efficient) < len(steps)


# Spread


def test_moments__of_one_throw_are_those_of_the_law() -> None:
    """Boardwalk with a hotel pays 2000 or nothing."""
    p = leave().by_space()["Boardwalk"]
    found = leave().moments("boardwalk", 5)
    assert found["mean"] == pytest.approx(2000 * p)
    assert found["variance"] == pytest.approx(2000**2 * p * (1 - p))
    assert found["deviation"] == pytest.approx(found["variance"] ** 0.5)


def test_moments__of_several_throws_by_all_their_pairs() -> None:
    """A hotel on the cinema: E[X1 X2] from every start and end, one throw and two throws apart."""
    chain, x = small(), small().tables.rent[6 * 8 + 5]
    hits = np.array([sum(a.space == 6 and not a.held for a in path.arrivals) * x for path in chain.paths], float)
    n = len(chain.states)
    J = chain.flow(chain.share * hits).reshape(n, n)
    one = np.ones(n)
    mu = chain.pi @ J @ one
    square = chain.pi @ chain.expected(hits**2)
    pairs = [chain.pi @ J @ J @ one, chain.pi @ J @ chain.P @ J @ one]
    variance = 3 * (square - mu**2) + 4 * (pairs[0] - mu**2) + 2 * (pairs[1] - mu**2)
    assert chain.moments("cinema", 5, throws=3)["variance"] == pytest.approx(variance)


def test_moments__of_very_many_throws_come_at_once() -> None:
    """A million throws, without a million steps: the variance per throw is that of a long time."""
    each = small().moments("blue", 5, throws=None)
    assert small().moments("blue", 5, throws=1_000_000)["variance"] / 1e6 == pytest.approx(each["variance"], rel=1e-4)


def test_moments__of_a_long_time() -> None:
    each = small().moments("blue", 5, throws=None)
    assert small().moments("blue", 5, throws=4000)["variance"] / 4000 == pytest.approx(each["variance"], rel=2e-3)


def test_moments__agree_with_a_walk() -> None:
    chain, throws = small(), 20
    states = walk(chain, 200_000, seed=3)
    rents = np.array([chain.tables.rent[6 * 8 + 5] * (chain.states[i].space == 6) for i in states[1:]])
    sums = rents.reshape(-1, throws).sum(1)
    found = chain.moments("cinema", 5, throws=throws)
    assert sums.mean() == pytest.approx(found["mean"], rel=0.03)
    assert sums.var() == pytest.approx(found["variance"], rel=0.05)


def test_moments__of_the_bank_and_of_stations() -> None:
    assert leave().moments("bank")["mean"] == pytest.approx(-leave().bank_income().sum())
    assert leave().moments("tax")["mean"] == pytest.approx(-leave().bank_income()["tax"])
    found = leave().moments("station", 2)
    assert found["mean"] == pytest.approx(leave().rent("station", 2))
    assert leave().moments("utility", 2)["mean"] == pytest.approx(leave().rent("utility", 2))


def test_moments__a_pot_has_a_mean_only(tmp_path: Path) -> None:
    with pytest.raises(ChainError, match="how full it is"):
        Chain(class_board_with_parking(tmp_path, "a"), options={"free_parking.pot": True}).moments("bank")
