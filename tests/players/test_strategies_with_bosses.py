"""Strategies where points count: whom they fight, what they keep, which die they use, and that they differ in play."""

from functools import cache
from math import sqrt
from statistics import mean, stdev

import pytest
from bot_table import Table, legal
from random_settings import prepared

from monopoly_lab.constants import action, node
from monopoly_lab.players import Strategy, drive, style_of
from monopoly_lab.rules import State, make_choice
from monopoly_lab.rules.random_numbers import fate_of

SEATS = ("boss_hunter", "greedy", "cautious", "balanced")
GAMES = 40  # for each of four seatings
SEED = 2017
ERRORS = 4  # standard errors by which a difference has to lie above 0
RESERVE = 5  # what the cautious one keeps: half of the 10 coins of the start


def at_boss(who: Strategy | str, boss: str, cash: int, **fields: int) -> str:
    """What a strategy says when it may fight a boss with so many coins."""
    table = Table(who, None, None, board="gamer")
    number = next(one.index for one in table.edition.bosses if one.id == boss)
    return table.cash(cash, 10, 10).wait(node.BOSS, 0, boss=number, **fields).says()


# A try against a boss: price, number to throw, points, reward; 5 coins count 10 points, so a coin counts 2.
#   larry   2 coins, 3 or more (4 of 6), 20 points and 2 coins to steal: 24 x 4/6 = 16 for 4, four times the price
#   ludwig  4 coins, 5 or more (2 of 6), 40 points and the coins on it, 4 at least: 48 x 2/6 = 16 for 8, twice
#   bowser  5 coins, 5 or more (2 of 6), 50 points and 5 coins: 60 x 2/6 = 20 for 10, twice


@pytest.mark.parametrize(
    ("boss", "fight", "says"),
    [("larry", 399, "fight"), ("larry", 400, "pass"), ("bowser", 199, "fight"), ("bowser", 200, "pass")],
)
def test_fight__while_the_prize_to_be_expected_is_so_many_times_the_price(boss: str, fight: int, says: str) -> None:
    assert at_boss(Strategy("boss_hunter", fight=fight), boss, 10) == says


def test_fight__coins_on_the_boss_are_part_of_the_prize() -> None:
    hunter = Strategy("boss_hunter", fight=200)
    assert at_boss(hunter, "ludwig", 10) == "pass"
    table = Table(hunter, None, None, board="gamer").cash(10, 10, 6)
    table.s.cash[12] += 4  # on the boss
    assert table.wait(node.BOSS, 0, boss=6).says() == "fight"


def test_fight__the_hunter_spends_its_last_coins_the_others_do_not() -> None:
    assert at_boss("boss_hunter", "larry", 2) == "fight"
    assert at_boss("cautious", "larry", 2 + RESERVE) == "fight"
    assert at_boss("cautious", "larry", 1 + RESERVE) == "pass"
    assert at_boss("greedy", "bowser", 50) == "pass"


def at_purchase(who: Strategy | str, space: str, cash: int) -> str:
    table = Table(who, None, None, board="gamer")
    return table.cash(cash, 10, 10).wait(node.BUY, 0, lot=table.space(space)).says()


def test_buy__coins_for_the_next_boss_and_the_reserve_stay_in_hand() -> None:
    """Bowser's Castle costs 5; the top boss of three players is Larry at 2 coins a try, of which three are kept."""
    assert [at_purchase("greedy", "bowsers_castle", cash) for cash in (5, 4)] == ["buy", "decline"]
    assert [at_purchase("boss_hunter", "bowsers_castle", cash) for cash in (5 + 3 * 2, 5 + 3 * 2 - 1)] == [
        "buy",
        "decline",
    ]
    cautious = [at_purchase("cautious", "bowsers_castle", cash) for cash in (5 + RESERVE, 4 + RESERVE)]
    assert cautious == ["buy", "decline"]


def test_coins__none_are_kept_for_points_where_money_counts() -> None:
    table = Table(Strategy("balanced", coins=100, next_boss=1000, buy_reserve=0), None).cash(400, 1500)
    assert table.wait(node.BUY, 0, lot=39).says() == "buy"


def test_power__an_object_that_falls_on_the_way_comes_first_else_the_move() -> None:
    table = Table("balanced", None, None, board="gamer")
    green = next(face.index for face in table.edition.power if face.id == "green") + 1
    table.s.at[0], table.s.at[1], table.s.at[2] = 9, 11, 20
    table.wait(node.TURN, 0, steps=4, face=green)
    assert table.says() == "power"
    table.s.at[1] = 19
    assert table.says() == "move"


def test_swap__the_character_with_a_boost_on_the_face_comes_onto_the_board() -> None:
    table = Table("balanced", None, None, board="gamer", profile="party")
    make_choice(table.s, table.t, [], 0, action.CHOOSE, -1, 0)  # Mario; then Peach and Yoshi for the others
    make_choice(table.s, table.t, [], 1, action.CHOOSE, -1, 1)
    make_choice(table.s, table.t, [], 2, action.CHOOSE, -1, 2)
    make_choice(table.s, table.t, [], 0, action.CHOOSE, -1, 3)  # Donkey Kong, who has a boost on POW
    pow_face = next(face.index for face in table.edition.power if face.id == "pow") + 1
    table.wait(node.TURN, 0, mover=0, steps=4, face=pow_face)
    assert table.answer()[1::2] == (action.SWAP, 3)
    table.s.swapped = 1
    assert table.says() in ("power", "move")


# In play


@cache
def played(number: int) -> tuple[list[str], list[State]]:
    """Games of one seating, to their end, with the order of the seats."""
    order = [*SEATS[number:], *SEATS[:number]]
    table = prepared("gamer", {}, len(order))
    styles = [x for name in order for x in style_of(name)]
    finals = []
    for game in range(GAMES):
        s, fate = table.start.copy(), fate_of(SEED, number * GAMES + game)
        while s.node != node.OVER:
            make_choice(s, table.tables, [], *drive(s, table.tables, styles, fate))
        finals.append(s)
    return order, finals


def figures(measure: str, name: str) -> list[int]:
    """A figure of one strategy in every game: bosses beaten, deeds owned, or coins at the end."""
    found = []
    for number in range(len(SEATS)):
        order, finals = played(number)
        p = order.index(name)
        for s in finals:
            held = {"bosses": s.boss_of[:8].count(p), "deeds": s.owner.count(p), "coins": s.cash[p]}
            found.append(held[measure])
    return found


@pytest.mark.full
@pytest.mark.parametrize(
    ("measure", "more", "less"),
    [
        *(("bosses", "boss_hunter", other) for other in ("greedy", "cautious", "balanced")),
        ("bosses", "cautious", "greedy"),
        ("deeds", "greedy", "cautious"),
        ("coins", "cautious", "boss_hunter"),
    ],
)
def test_strategies__differ_in_what_they_come_to_have(measure: str, more: str, less: str) -> None:
    """160 games of four, each strategy as often in each seat; differences game by game, by their standard error."""
    apart = [a - b for a, b in zip(figures(measure, more), figures(measure, less))]
    error = stdev(apart) / sqrt(len(apart))
    assert mean(apart) > ERRORS * error > 0


def test_cautious__keeps_its_reserve_in_every_purchase_bid_and_fight() -> None:
    table = prepared("gamer", {}, 3)
    styles = [x for _ in range(3) for x in style_of("cautious")]
    spent = 0
    for game in range(10):
        s = table.start.copy()
        while s.node != node.OVER:
            p, v, q, x = legal(s, table.tables, drive(s, table.tables, styles, fate_of(SEED, game)))
            price = {
                action.BUY: table.tables.price[s.lot],
                action.FIGHT: table.tables.boss_price[s.boss],
                action.BID: x,
            }.get(v)
            if price is not None:
                assert s.cash[p] - price >= RESERVE, (game, s.round)
                spent += 1
            make_choice(s, table.tables, [], p, v, q, x)
    assert spent > 200
