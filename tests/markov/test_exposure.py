"""What a player faces: losses and their tail, ruin, jail; against hand counts, other formulas and a real table."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from chains import leave
from tabletop import played, seated, tables

import monopoly_lab as ml
from monopoly_lab.common.errors import ChainError, SeatError
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.markov import Chain, Exposure, best_jail_policy, loss_distribution, position_states
from monopoly_lab.markov.state_derivation import RecentResults
from monopoly_lab.rules import State, jail
from tests.sampled import EDITIONS, sampled, sizes

STREETS = ("brown", "light_blue", "pink", "orange", "red", "yellow", "green", "dark_blue")
DOUBLINGS = 14  # of one throw: 16,384 throws
ORANGE = {16: 3, 18: 3, 19: 3}  # St. James Place and Tennessee Avenue cost 550 with three houses, New York Avenue 600


@cache
def orange() -> Exposure:
    return Exposure("classic_us", deeds={"orange": 3})


def table() -> ml.Game:
    game = ml.Game("classic_us", players={"Ann": "balanced", "Bo": "balanced", "Cy": "balanced"}, seed=3)
    game.run(rounds=20)
    return game


# Losses


def test_losses__of_a_throw_from_jail_by_hand() -> None:
    """6 and 8 from jail are St. James and Tennessee: 10 ways of 36; 9 is New York, and 12 with one of 16 cards."""
    found = orange().losses("throw", start="In Jail")
    assert found[550] == pytest.approx(10 / 36)
    assert found[600] == pytest.approx(4 / 36 + 1 / 36 / 16)
    assert found.sum() == pytest.approx(1)


def test_losses__of_the_next_turn_from_go_have_no_var_but_a_cvar() -> None:
    """An independent recomputation: VaR95 of the next turn from GO against orange at three houses 0, CVaR95 422."""
    found = orange().risk("turn", start="go")
    assert found["VaR"] == 0
    assert found["CVaR"] == pytest.approx(422, abs=0.5)
    assert found["chance"] == pytest.approx(0.037, abs=0.0005)


@pytest.mark.parametrize(("per", "n"), [("turn", 3), ("lap", 1)])
def test_cvar__is_the_least_of_another_formula(per: str, n: int) -> None:
    """Rockafellar and Uryasev 2002, theorem 10: CVaR = min over c of c + E max(L - c, 0) / (1 - a), at c = VaR."""
    found = orange().losses(per, n)
    x, p = found.index.to_numpy(float), found.to_numpy()
    for a in (0.5, 0.9, 0.95, 0.99):
        values = [c + (np.maximum(x - c, 0) @ p) / (1 - a) for c in x]
        assert loss_distribution.conditional_value_at_risk(found, a) == pytest.approx(min(values))
        assert found[found.index <= loss_distribution.value_at_risk(found, a)].sum() >= a - 1e-9


@pytest.mark.parametrize(
    ("tail", "var", "cvar"), [(2.0**-38, 0, 7.5), (2.0**-39, 0, 15), (2.0**-40, 10, 20), (2.0**-41, 20, 20)]
)
def test_var_and_cvar__of_a_tail_near_0_by_hand(tail: float, var: float, cvar: float) -> None:
    """20 and 10 have the probability 2^-40 each: the worst 2^-38 of cases are 20, 10, and 0 for half of them."""
    rare = 2.0**-40
    losses = pd.Series([1 - 2 * rare, rare, rare], index=[0, 10, 20])
    assert loss_distribution.value_at_risk(losses, 1 - tail) == var
    assert loss_distribution.conditional_value_at_risk(losses, 1 - tail) == pytest.approx(cvar)


@pytest.mark.parametrize("tail", [1e-3, 1e-7, 1e-9, 1e-12, 1e-15])
def test_cvar__lies_between_var_and_the_worst_case(tail: float) -> None:
    found = orange().risk(n=5, confidence=1 - tail)
    assert found["VaR"] <= found["CVaR"] <= found["worst"]


def test_lap__that_need_not_end_is_refused() -> None:
    """Always a five: Free Parking, then Go To Jail, and a double leads from jail to Free Parking again."""
    circle = Exposure("classic_us", deeds={"orange": 3}, die=[0, 0, 0, 0, 1, 0], jail="stay")
    for n in (1, 2):
        with pytest.raises(ChainError, match="a lap need not end"):
            circle.losses("lap", n)
    assert circle.losses("turn", 3).to_dict() == {0: pytest.approx(1)}


@pytest.mark.parametrize("jail", ["leave", "stay"])
@pytest.mark.parametrize("face", range(6))
def test_die__that_always_shows_one_face(face: int, jail: str) -> None:
    """Paying to leave jail leads to a double, which counts; a double that frees does not: other states by policy."""
    die = [int(n == face) for n in range(6)]
    found = Exposure("classic_us", deeds={"orange": 3}, die=die, jail=jail)
    assert found.rate("throw") == pytest.approx(Chain("classic_us", die=die, jail=jail).rent("orange", 3))
    assert set(found.jail_rules().index) == {"pay", "throw"}


def test_losses__in_the_long_run_are_the_rents_of_the_chain() -> None:
    assert orange().rate("throw") == pytest.approx(leave().rent("orange", 3))
    assert orange().rate("turn") == pytest.approx(leave().rent("orange", 3, per="turn"))
    everything = Exposure("classic_us", deeds={"station": None, "utility": None})
    assert everything.rate("throw") == pytest.approx(leave().rent("station", 4) + leave().rent("utility", 2))
    assert -everything.rate("turn", "net") == pytest.approx(
        -leave().bank_income("turn").sum() - everything.rate("turn") + between(), abs=1e-9
    )


def between() -> float:
    """Two cards of 32 are between players: 50 to the other one, a Chance, and 10 from him, of the Community Chest."""
    landing = leave().by_space("landing") * leave().landings_per_throw * leave().throws_per_turn
    chance, chest = (
        landing[[name for name in landing.index if name.startswith(deck)]].sum() for deck in ("Cha", "Com")
    )
    return (10 * chest - 50 * chance) / 16


def test_lap__ends_with_the_throw_that_passes_go() -> None:
    """Its mean is the rate of a throw times the throws of a lap, in the long run; from GO it is near."""
    found = orange().losses("lap")
    assert found.sum() == pytest.approx(1)
    mean = float(found.index.to_numpy() @ found.to_numpy())
    assert mean == pytest.approx(leave().rent("orange", 3) * leave().lap(), rel=0.05)
    with pytest.raises(ChainError, match="lap"):
        orange().losses("year")


def test_losses__of_several_throws_have_the_moments_of_the_chain() -> None:
    """Averaged over starts in the long run: mean and square of five throws as `Chain.moments` has them."""
    chain, small = ml.Chain("class_board"), Exposure("class_board", deeds={"blue": 2})
    first = second = 0.0
    for i, share in enumerate(small.pi):
        if share:
            found = loss_distribution.loss_distribution(small, i, "rent", "throw", 5)
            x, p = found.index.to_numpy(float), found.to_numpy()
            first, second = first + share * (x @ p), second + share * (x**2 @ p)
    told = chain.moments("blue", 2, throws=5)
    assert first == pytest.approx(told["mean"])
    assert second - first**2 == pytest.approx(told["variance"])


# A real position


@pytest.mark.full
def test_game__faces_the_deeds_of_all_others_as_they_are() -> None:
    game = table()
    s, chain = game.raw_state(), ml.Chain(game)
    from monopoly_lab.markov.rent_income import rent_moments

    for p in (0, 2):
        exposure = Exposure(game, game.players[p])
        rents = sum(
            mass * rent_moments(chain, s, arrival)[0]
            for q, coming in chain.arrivals_at.items()
            for arrival, mass in coming.items()
            if s.owner[q] not in (p, -1)
        )
        assert exposure.rate("throw") == pytest.approx(rents)
        assert exposure.cash == game.state.cash[game.players[p]]


def test_position__in_the_middle_of_a_turn_and_in_jail() -> None:
    game = ml.Game("class_board", ["Ann", "Bo"], seed=1, options={"move.dice": 2, "doubles": True})
    while game.node.kind != "dice" or game.turn < 1:
        game.step()
    first = game.state.current_player
    game.apply("roll 4 4")
    exposure = Exposure(game, first)
    assert exposure.labels[exposure.start_index()].endswith("1 double")
    assert Exposure(game, next(p for p in game.players if p != first)).start_index() == exposure.at("go")


def test_refusals__name_what_and_the_way_out() -> None:
    game = table()
    with pytest.raises(SeatError, match="Ann, Bo, Cy"):
        Exposure(game, "Zoe")
    with pytest.raises(ChainError, match="give deeds with an edition"):
        Exposure(game, deeds={"orange": 1})
    with pytest.raises(ChainError, match="which is 4 here, not 3"):
        Exposure("classic_us", deeds={"station": 3})
    with pytest.raises(ChainError, match='did you mean "orange"'):
        Exposure("classic_us", deeds={"ornage": 1})
    for ask in (
        lambda: orange().losses(loss="profit"),
        lambda: orange().risk(confidence=1),
        lambda: orange().ruin(3),
        lambda: orange().ruin(-1, cash=5),
        lambda: orange().ruin(1, cash=2.5),
        lambda: orange().jail_rules(value=-1),
        lambda: Exposure("classic_us").jail_threshold(),
    ):
        with pytest.raises(ChainError):
            ask()


OTHERS = ("gamer", "junior")  # of other rules than the classic ones


@pytest.mark.parametrize("edition", sampled(ml.editions(), OTHERS, EDITIONS))
def test_every_edition__has_exposures_of_real_positions(edition: str) -> None:
    game = ml.Game(edition, players={"Ann": "balanced", "Bo": "random"}, seed=5)
    game.run(rounds=10)
    player = next(name for name, cash in game.state.cash.items() if cash > 0)
    exposure = Exposure(game, player)
    assert exposure.losses("turn").sum() == pytest.approx(1)
    assert 0 <= exposure.ruin(3) <= 1


# Ruin


def test_ruin__by_hand_from_jail() -> None:
    """50 for the fine, then the throw: 549 left do not pay St. James or Tennessee, 550 do but not New York."""
    ways = 10 / 36, 4 / 36 + 1 / 36 / 16
    assert orange().ruin(1, 50 + 549, start="In Jail") - orange().ruin(1, 50 + 550, start="In Jail") == pytest.approx(
        ways[0]
    )
    assert orange().ruin(1, 50 + 599, start="In Jail") - orange().ruin(1, 50 + 600, start="In Jail") == pytest.approx(
        ways[1]
    )
    assert orange().ruin(0, 0) == 0
    assert orange().ruin(1, 10_000) == 0


def test_ruin__who_cannot_pay_the_fine_throws() -> None:
    """With 49 a prisoner throws. Doubles of threes and fours lead to orange, 2 ways of 36; that of sixes to a Chance,
    where 2 cards of 16 are too much for him: back three spaces, to orange, and 50 for each player."""
    assert orange().ruin(1, 49, start="In Jail") == pytest.approx(2 / 36 + 2 / 36 / 16)


def test_ruin__takes_the_fine_of_each_state_of_the_jail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fine of 50 that rises by 7 with each failed try: with 50 a new prisoner pays, and is ruined by each of the
    payments that a throw brings. After a failed try 50 is too little, 57 is enough."""

    def rising(s: State, t: Tables, k: int) -> int:
        return 50 + 7 * (s.jail[k] - 1)

    monkeypatch.setattr(jail, "fine_here", rising)
    monkeypatch.setattr(position_states, "fine_here", rising)
    monkeypatch.setattr(position_states, "_found", RecentResults())
    walk = Exposure("classic_us", deeds={"orange": 3})
    fines = {key.held: fine for key, fine in walk.rows.fine.items()}
    assert fines == {1: 50, 2: 57, 3: 64}
    by_throw = 2 / 36 + 2 / 36 / 16
    hit = orange().ruin(1, 50, start="In Jail")
    assert walk.ruin(1, 49, start="In Jail") == pytest.approx(by_throw)
    assert walk.ruin(1, 50, start="In Jail") == pytest.approx(hit) != pytest.approx(by_throw)


def test_ruin__is_the_same_asked_by_span_and_by_cash() -> None:
    curve = orange().ruin_by_cash(3, 700, per="turn")
    for cash in (300, 599):
        assert orange().ruin_by_span(3, cash, per="turn").iloc[-1] == pytest.approx(curve[curve.index <= cash].iloc[-1])
    assert (curve.diff().dropna() < 1e-12).all()


def test_cash_needed__is_the_first_sum_from_which_all_survive() -> None:
    found = orange().cash_needed(4, 0.95)
    with pytest.warns(DeprecationWarning, match=r"cash_needed\(confidence=...\)"):
        assert orange().cash_needed(4, share=0.95) == found
    with pytest.warns(DeprecationWarning, match=r"risk\(confidence=...\)"):
        assert orange().risk(a=0.8)["VaR"] == orange().risk(confidence=0.8)["VaR"]
    curve = orange().ruin_by_cash(4, found + 400)
    assert (curve[curve.index >= found] <= 0.05).all()
    assert curve[curve.index < found].iloc[-1] > 0.05
    assert orange().cash_needed(0) == 0


# Jail


@pytest.mark.parametrize(("colors", "said"), [(STREETS, 20.9), pytest.param(["red"], 18.8, marks=pytest.mark.full)])
def test_jail__threshold_of_published_size(colors: Sequence[str], said: float) -> None:
    """An independent recomputation: 20.9 with every color at three houses, 18.8 with red alone;
    58.6 with orange at three and 50 for each arrival at a free deed."""
    assert Exposure("classic_us", deeds=dict.fromkeys(colors, 3)).jail_threshold() == pytest.approx(said, abs=0.05)
    assert orange().jail_threshold(50) == pytest.approx(58.6, abs=0.05)


def test_jail__on_an_empty_board_pay_first_but_throw_the_third() -> None:
    """Who pays before the third try could have left for nothing with a double: 50 / 6, less what a double costs."""
    found = Exposure("classic_us").jail_choices()
    assert found["better"].to_list() == ["pay", "pay", "throw"]
    rules = Exposure("classic_us").jail_rules()
    assert rules.index[0] == "pay"
    assert rules["net"]["pay"] == pytest.approx(34.02, abs=0.005)  # modern deck, salary 200, paying at once


def test_jail__choices_are_those_of_who_chooses_best_ever_after() -> None:
    """Pay is best at the first two tries: a throw there is followed by paying, one turn later, with 5 / 6."""
    found = Exposure("classic_us").jail_choices().round(2)
    assert found["pay"].to_list() == [-82.77, -82.77, -82.77]  # the token leaves by the same throw each time
    assert found["throw"][0] == pytest.approx(-103.57, abs=0.011)  # published recomputation
    assert found["by"][0] == pytest.approx(20.79, abs=0.011)


@pytest.mark.full
@pytest.mark.parametrize("value", [0, 50])
@pytest.mark.parametrize(
    ("edition", "deeds"),
    [("classic_us", {}), ("classic_us", {"dark_blue": 1}), ("classic_us", {"orange": 3}), ("ukraine", {})],
)
def test_jail__choices_are_the_best_of_all_stationary_ones(edition: str, deeds: dict[str, int], value: int) -> None:
    """Every stationary rule of all three tries, followed for sixteen thousand throws: no equation is solved."""
    x = Exposure(edition, deeds=deeds)
    tries = sorted(key.held for key in x.rows.paying)
    rules = [set(paid) for n in range(len(tries) + 1) for paid in combinations(tries, n)]
    ends = np.array([not key.begun for key in x.states], float)
    brought = {}
    for paid in rules:
        rows = best_jail_policy.rows_under_policy(x, paid)
        P = best_jail_policy.matrix(x, rows)
        reward = np.array([best_jail_policy._expected_worth(x, row).net(value) for row in rows])
        pi = np.linalg.matrix_power(P, 2**DOUBLINGS)[0]
        brought[frozenset(paid)] = (float(pi @ reward / (pi @ ends)), P, reward)
    mean = max(each[0] for each in brought.values())
    ahead = [followed_up(P, reward - mean * (P @ ends)) for g, P, reward in brought.values() if g > mean - 1e-9]
    best = np.max(ahead, axis=0)
    for key, pay in x.rows.paying.items():
        rows = [pay, x.rows.throwing[key]]
        Q = best_jail_policy.matrix(x, rows)
        now = np.array([best_jail_policy._expected_worth(x, row).net(value) for row in rows]) - mean * (Q @ ends)
        paid_by, thrown_by = now + Q @ best
        found = x.jail_choices(value).loc[key.held - 1]
        assert found["pay"] - found["throw"] == pytest.approx(paid_by - thrown_by, abs=1e-6)
        assert found["better"] == ("pay" if paid_by > thrown_by else "throw")


def followed_up(P: np.ndarray, surplus: np.ndarray) -> np.ndarray:
    """What sixteen thousand throws from every state bring more than the mean of so many turns."""
    total = surplus
    for _ in range(DOUBLINGS):  # twice as many throws: those from here, and as many from where they lead
        total, P = total + P @ total, P @ P
    return total


def test_jail__rules_agree_with_chains_of_their_policies() -> None:
    rules = orange().jail_rules()
    for n, rule in ((0, "pay"), (2, "throw, throw, pay")):
        chain = ml.Chain("classic_us", jail=lambda space, tries, n=n: "leave" if tries >= n else "stay")
        assert rules["rent"][rule] == pytest.approx(chain.rent("orange", 3, per="turn"))
        assert rules["bank"][rule] == pytest.approx(-chain.bank_income("turn").sum())


def test_jail__beyond_the_threshold_staying_is_better() -> None:
    """The rents scaled so that paying at once costs the threshold: both rules net the same."""
    rules = orange().jail_rules()
    scale = orange().jail_threshold() / rules["rent"]["pay"]
    pay, stay = (rules["bank"][r] - scale * rules["rent"][r] for r in ("pay", "throw, throw, throw"))
    assert pay == pytest.approx(stay)


# Against a real table: within four standard errors; where a chance is asked for, its own


def close(found: np.ndarray, exact: float) -> bool:
    error = max(found.std(ddof=1), 1e-9) / len(found) ** 0.5
    return abs(found.mean() - exact) <= 4 * error


@pytest.mark.parametrize("games", sizes(1250, 5_000, 60_000))
def test_table__losses_of_two_turns(games: int) -> None:
    t, exact = tables(), orange().losses("turn", 2, start=4)
    ends = [played(t, seated(t, ORANGE, 10**5, at=4), 2, 0, 11, game) for game in range(games)]
    found = np.array([end.rent for end in ends])
    assert close(found, float(exact.index.to_numpy() @ exact.to_numpy()))
    assert close(found > 0, 1 - exact[0])
    net = orange().losses("turn", 2, "net", start=4)
    assert close(-np.array([end.net for end in ends]), float(net.index.to_numpy() @ net.to_numpy()))


@pytest.mark.parametrize("games", sizes(750, 3_000, 30_000))
def test_table__ruin_in_eight_throws(games: int) -> None:
    t = tables()
    found = np.array([played(t, seated(t, ORANGE, 420), 0, 8, 12, game).ruined for game in range(games)])
    assert close(found, orange().ruin(8, 420))


@pytest.mark.full
@pytest.mark.parametrize("throws_in_jail", [0, 3])
def test_table__net_cash_a_turn_by_rule_in_jail(throws_in_jail: int) -> None:
    """Rent and bank alone: cards between the two are taken out by their long-run mean."""
    t, rule = tables(), ("pay", "throw, throw, throw")[throws_in_jail > 0]
    games, turns = 400, 120
    found = [played(t, seated(t, ORANGE, 10**7), turns, 0, 13, game, throws_in_jail).rent for game in range(games)]
    start = orange().jail_rules()["rent"][rule] * turns
    assert abs(np.mean(found) - start) <= 4 * np.std(found, ddof=1) / games**0.5 + 40  # the start at GO is forgotten


def test_exposure__an_empty_board_is_asked_for_and_owes_no_rent() -> None:
    """Without deeds a rent of 0 would be taken for an answer; what the bank pays and takes is known without them."""
    assert Exposure("classic_us", deeds={}).losses().to_dict() == pytest.approx({0: 1.0})
    assert Exposure("classic_us").losses(loss="out").index.max() > 0
