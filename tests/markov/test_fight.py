"""Fights with bosses against closed forms, an induction written by hand, and thrown dice.

The rules are those of Monopoly Gamer, "Fights with bosses"; prices, numbers to throw, points and rewards are read
from the edition file, where they are a reconstruction. A coin counts 2 points: 5 coins are 10 ("End of the game").
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import ChainError
from monopoly_lab.editions.components import Boss
from monopoly_lab.markov import BossFight, boss_fights, compare_fights

BOSSES = ml.load_edition("gamer").bosses
NAMES = [boss.id for boss in BOSSES]


def chance(boss: str) -> Fraction:
    """Of six faces those from the number on the card upwards."""
    return Fraction(7 - by_id(boss).roll, 6)


def by_id(boss: str) -> Boss:
    return next(entry for entry in BOSSES if entry.id == boss)


@cache
def alone(boss: str) -> BossFight:
    return BossFight("gamer", boss, coins=[12])


# One fighter: geometric distributions


@pytest.mark.parametrize("boss", NAMES)
def test_alone__chance_and_tries_for_every_purse(boss: str) -> None:
    """m = floor(k / price) tries: 1 - q^m to win, (1 - q^m) / p tries on average."""
    p = chance(boss)
    table = alone(boss).by_coins(30, exact=True)
    for k, row in table.iterrows():
        fails = (1 - p) ** (k // by_id(boss).price)
        assert (row["chance"], row["tries"]) == (1 - fails, (1 - fails) / p)
    assert alone(boss).hit == p


@pytest.mark.parametrize(("boss", "brings"), [("lemmy", 3), ("morton", 4), ("bowser", 5), ("iggy", Fraction(7, 2))])
def test_alone__value_of_a_try(boss: str, brings: Fraction) -> None:
    """p (points + 2 coins of the reward) - 2 price; the reward of Iggy is a throw of the die, 3.5 on average."""
    card = by_id(boss)
    assert alone(boss).try_value() == chance(boss) * (card.points + 2 * brings) - 2 * card.price


@pytest.mark.parametrize("boss", ["wendy", "ludwig"])
def test_alone__what_was_paid_onto_a_boss_comes_back_to_who_wins(boss: str) -> None:
    """Whoever wins in the end has lost no coin: the points of the card, or the price of all tries."""
    card, tries = by_id(boss), 12 // by_id(boss).price
    lost = (1 - chance(boss)) ** tries
    gains = alone(boss).gains()
    assert gains.to_dict() == pytest.approx({-2.0 * tries * card.price: lost, float(card.points): 1 - lost})


def test_alone__variance_by_hand() -> None:
    """Bowser with 12 coins, two tries of 5: +50 in 1/3, +40 in 2/9, -20 in 4/9 of the fights; mean 50/3."""
    found = alone("bowser").results(exact=True).iloc[0]
    assert found["points"] == Fraction(50, 3)
    squares = 50**2 * Fraction(1, 3) + 40**2 * Fraction(2, 9) + 20**2 * Fraction(4, 9)
    assert found["variance"] == squares - Fraction(50, 3) ** 2
    assert alone("bowser").gains().to_dict() == pytest.approx({-20: 4 / 9, 40: 2 / 9, 50: 1 / 3})


def test_compare__a_column_a_boss() -> None:
    table = compare_fights(boss_fights(), 10)
    assert table.shape == (11, 8)
    assert table["bowser"].tolist() == pytest.approx([0] * 5 + [1 / 3] * 5 + [5 / 9])


# Several fighters: order


@pytest.mark.parametrize(("boss", "seats"), [("lemmy", 4), ("roy", 3), ("roy", 4), ("bowser", 2), ("bowser", 4)])
def test_order__all_fight_in_turn(boss: str, seats: int) -> None:
    """Seat i of n with m tries each: q^i p (1 - q^(nm)) / (1 - q^n); the boss escapes with q^(nm)."""
    p, m = chance(boss), 2
    q = 1 - p
    found = BossFight("gamer", boss, coins=[m * by_id(boss).price] * seats).chances(exact=True)
    each = [q**i * p * (1 - q ** (seats * m)) / (1 - q**seats) for i in range(seats)]
    assert found.tolist() == [*each, q ** (seats * m)]


def test_order__who_passes_leaves_his_place_to_the_next() -> None:
    fight = BossFight("gamer", "bowser", {"Ann": 5, "Bo": 50, "Cy": 10}, plans={"Bo": "pass"})
    third = Fraction(1, 3)
    q = 1 - third
    # Ann once, Cy twice
    assert fight.chances(exact=True).to_dict() == {
        "Ann": third,
        "Bo": 0,
        "Cy": q * third + q**2 * third,
        "escapes": q**3,
    }
    assert fight.results()["tries"].to_dict() == pytest.approx({"Ann": 1, "Bo": 0, "Cy": 2 / 3 + 4 / 9})


def test_order__who_cannot_pay_now_is_out_for_good() -> None:
    """Monopoly Gamer, "Fights with bosses": who passes cannot come back; 4 coins pay no try against Bowser."""
    fight = BossFight("gamer", "bowser", {"Ann": 4, "Bo": 10, "Cy": 0})
    assert fight.chances(exact=True).tolist() == [0, Fraction(5, 9), 0, Fraction(4, 9)]
    assert fight.by_coins(9, "Ann")["chance"].tolist() == pytest.approx([0] * 5 + [1 / 3] * 5)


def test_plans__coins_to_keep_and_a_function() -> None:
    """Three coins of eleven are kept: one try of five, not two; the function stops below eleven coins likewise."""
    for plan in (3, lambda coins: "fight" if coins > 10 else "pass"):
        fight = BossFight("gamer", "bowser", {"Ann": 11}, plans={"Ann": plan})
        assert fight.chances(exact=True)["Ann"] == Fraction(1, 3)


def test_rewards__of_a_victory_hit_the_others() -> None:
    """Larry: 2 coins stolen from one other. Roy: each other drops 2. A poor victim gives what he has."""
    larry = BossFight("gamer", "larry", {"Ann": 2, "Bo": 1, "Cy": 1, "Di": 1})
    assert larry.results(exact=True)["points"].tolist() == [Fraction(2, 3) * (20 + 2) - 4, Fraction(-4, 3), 0, 0]
    roy = BossFight("gamer", "roy", {"Ann": 3, "Bo": 1, "Cy": 2}, plans={"Bo": "pass", "Cy": "pass"})
    assert roy.results(exact=True)["points"].tolist() == [Fraction(1, 2) * 40 - 6, -1, -2]


# When to stop


def induction(boss: str, brings: int, worth: Callable[[int], int], most: int) -> list[tuple[Fraction, str]]:
    """V(k) = max(w(k), p (points + w(k - price + brings)) + q V(k - price)), for somebody alone."""
    card, p = by_id(boss), chance(boss)
    values: list[Fraction] = []
    found = []
    for k in range(most + 1):
        stop, go = Fraction(worth(k)), Fraction(-1)
        if k >= card.price:
            go = p * (card.points + worth(k - card.price + brings)) + (1 - p) * values[k - card.price]
        values.append(max(stop, go))
        found.append((go - worth(k), "fight" if go > stop else "pass"))
    return found


@pytest.mark.parametrize(("boss", "brings"), [("lemmy", 3), ("morton", 4), ("bowser", 5)])
@pytest.mark.parametrize(
    "worth",
    [lambda k: 2 * k, lambda k: 7 * k, lambda k: k // 5 * 10, lambda k: 100 * (k >= 5), lambda k: 12 * min(k, 9)],
    ids=["scoring", "dear", "blocks", "reserve", "few"],
)
def test_stopping__is_the_induction_by_hand(boss: str, brings: int, worth: Callable[[int], int]) -> None:
    table = BossFight("gamer", boss, [0], worth=worth).stopping(24, exact=True)
    price = by_id(boss).price
    for (go, best), (_, row) in zip(induction(boss, brings, worth, 24), table.iterrows()):
        assert row["best"] == best
        assert row["fight"] == (go if row.name >= price else None)
        assert row["pass"] == 0


def test_stopping__a_tie_is_a_pass() -> None:
    """Bowser at 5 points a coin: (50 + 5 * 5) / 3 = 5 * 5, a try brings exactly what it costs."""
    fights = {worth: BossFight("gamer", "bowser", [20], worth=worth) for worth in (4, 5, 6)}
    assert fights[5].try_value() == 0
    assert [set(fight.stopping(20)["best"][5:]) for fight in fights.values()] == [{"fight"}, {"pass"}, {"pass"}]
    best = BossFight("gamer", "bowser", {"Ann": 20}, plans={"Ann": "best"}, worth=5)
    assert best.chances(exact=True).to_dict() == {"Ann": 0, "escapes": 1}


def test_stopping__one_try_does_not_pay_and_two_do() -> None:
    """Ludwig keeps the coins for who beats him. At 6 points a coin, alone:

    with 4 coins (40 + 24) / 3 - 24 < 0; with 8 the second try is for 8 coins, (40 + 48) / 3 - 24 = 16/3, so that
    the first brings (40 + 24) / 3 + 2/3 of that - 24 = 8/9.
    """
    table = BossFight("gamer", "ludwig", [0], worth=6).stopping(8, exact=True)
    assert table["best"].tolist() == ["pass"] * 8 + ["fight"]
    assert table.loc[8, ["once", "fight"]].tolist() == [Fraction(-8, 3), Fraction(8, 9)]


def test_stopping__against_rivals_who_fight() -> None:
    """Iggy: going on is worth less when somebody else may win before one's next try; a first try is worth the same."""
    lone = BossFight("gamer", "iggy", {"Ann": 9}).stopping(9)
    rival = BossFight("gamer", "iggy", {"Ann": 9, "Bo": 30, "Cy": 0}).stopping(9)
    assert rival["once"][9] == lone["once"][9]
    assert lone["fight"][9] > rival["fight"][9] > rival["once"][9]
    # p v + q q p v with one rival's try between: 12.5 (1 + 1/4 + 1/16)
    assert rival["fight"][9] == pytest.approx(12.5 * (1 + 1 / 4 + 1 / 16))


# From a game, with thrown dice, refused


def at_fight(cash: dict[str, int], rolled: int = 1, **start: object) -> ml.Game:
    """Ann comes to GO (2 coins) and uses the coin face (3 coins): Larry lies on top of the stack of three players."""
    characters = {"Ann": "peach", "Bo": "yoshi", "Cy": "mario"}
    place = {"turn": "Ann", "position": {"Ann": "bowsers_castle"}, "characters": characters, "cash": cash}
    game = ml.Game("gamer", players=["Ann", "Bo", "Cy"], start=place | start)
    for text in (f"roll {rolled} coins", "power"):
        game.apply(text)
    return game


def test_game__the_fight_that_lies_open() -> None:
    """Ann keeps 2 of her 5 coins, so she has one try before Bo's only one; Cy sits in jail and does not fight."""
    fight = BossFight(at_fight({"Ann": 0, "Bo": 2, "Cy": 9}, jail={"Cy": 0}), plans={"Ann": 2})
    assert (fight.boss.id, fight.coins) == ("larry", {"Ann": 5, "Bo": 2, "Cy": 9})
    p, q = Fraction(2, 3), Fraction(1, 3)
    assert fight.chances(exact=True).tolist() == [p, q * p, 0, q * q]
    assert fight.by_coins(6, "Cy")["chance"].tolist() == [0] * 7


def test_game__somebody_has_passed_already() -> None:
    game = at_fight({"Ann": 0, "Bo": 2, "Cy": 9})
    game.apply("pass")
    fight, before = BossFight(game), game.answers
    p, q = Fraction(2, 3), Fraction(1, 3)
    assert fight.chances(exact=True).tolist() == [0, p, q * (1 - q**4), q * q**4]
    assert fight.stopping(2)["best"].tolist() == ["pass", "pass", "fight"]
    assert game.answers == before
    assert game.choices() == ("fight", "pass")


def test_game__a_victim_without_coins_sells_the_deed_that_costs_him_least() -> None:
    """Roy makes each other player drop 2 coins. Bo has none; for Bowser's Castle (50 points) the bank gives 5 coins.

    Acorn Plains brings 1 coin only, so the castle has to go: 50 points less 3 coins. Cy has nothing and gives nothing.
    """
    deeds = {"Bo": ["acorn_plains", "bowsers_castle"]}
    game = at_fight(
        {"Ann": 0, "Bo": 0, "Cy": 0},
        deeds=deeds,
        position={"Ann": "pipe_4"},
        escaped=["larry", "wendy", "iggy"],
        rolled=2,
    )
    fight = BossFight(game)
    assert fight.boss.id == "roy"
    half = Fraction(1, 2)
    assert fight.results(exact=True)["points"].tolist() == [half * 40 - 6, half * (3 * 2 - 50), 0]


@pytest.mark.parametrize(
    ("boss", "plans"),
    [("roy", {}), ("bowser", {"Bo": 3}), ("iggy", {"Ann": "best", "Bo": "best", "Cy": "best"})],
)
def test_simulation__within_four_standard_errors(boss: str, plans: dict[str, object]) -> None:
    fight = BossFight("gamer", boss, {"Ann": 7, "Bo": 9, "Cy": 4}, plans=plans)
    table = fight.simulate(3000, seed=5)
    assert table["share"].sum() == pytest.approx(1)
    assert table["score"].abs().max() < 4
    assert (table["exact"] * 3000 > 20).sum() >= 3


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"at": "classic_us", "boss": "bowser", "coins": [5]}, "has no bosses"),
        ({"at": "gamer", "boss": "bowzer", "coins": [5]}, r"no boss of the edition \"gamer\".*bowser"),
        ({"at": "gamer", "boss": "bowser", "coins": [5, -1]}, "-1 is no number of coins for Player 2"),
        ({"at": "gamer", "boss": "bowser", "coins": {"Ann": 2.5}}, "2.5 is no number of coins for Ann"),
        ({"at": "gamer", "boss": "bowser", "coins": []}, "1 to 4 players, not 0"),
        ({"at": "gamer", "boss": "bowser", "coins": [1] * 5}, "1 to 4 players, not 5"),
        ({"at": "gamer", "boss": "lemmy", "coins": [5] * 3}, "not in the stack for 3 players"),
        (
            {"at": "gamer", "boss": "bowser", "coins": {"Ann": 5}, "plans": {"Anna": "pass"}},
            '"Anna" is not in this fight.*Ann',
        ),
        ({"at": "gamer", "boss": "bowser", "coins": {"Ann": 5}, "plans": {"Ann": "wait"}}, '"wait" is no plan'),
        ({"at": "gamer", "boss": "bowser", "coins": {"Ann": 5}, "plans": {"Ann": -1}}, "-1 is no plan"),
        ({"at": "gamer", "boss": "bowser", "coins": [5], "worth": -2}, "-2 is nothing a coin can be worth"),
    ],
)
def test_refused__what_is_no_fight(given: dict[str, object], message: str) -> None:
    with pytest.raises(ChainError, match=message):
        BossFight(**given)


def test_refused__questions() -> None:
    with pytest.raises(ChainError, match='"Bo" is not in this fight'):
        alone("bowser").by_coins(5, "Bo")
    with pytest.raises(ChainError, match="-1 is not a whole number from 0 on"):
        alone("bowser").by_coins(-1)
    with pytest.raises(ChainError, match="0 is not a whole number from 1 on"):
        alone("bowser").simulate(0)
    wrong = BossFight("gamer", "bowser", {"Ann": 5}, plans={"Ann": lambda coins: "perhaps"})
    with pytest.raises(ChainError, match='"perhaps" is no plan'):
        wrong.chances()


def test_refused__a_game_without_an_open_boss() -> None:
    with pytest.raises(ChainError, match="no boss lies open"):
        BossFight(ml.Game("gamer", players=["Ann", "Bo", "Cy"]))
