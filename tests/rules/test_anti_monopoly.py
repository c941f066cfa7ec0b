"""Monopolists against competitors. Source: the booklet of the Belgian box, cited by the numbers of its rules, and its
English extract, as in the published programs of the game."""

from collections import Counter
from typing import Any

import pytest
from at_table import actor, do, happened, kind, paid

from monopoly_lab import Game
from monopoly_lab.common.errors import IllegalChoice, OptionError, SavedGameError, UnreadableChoice
from monopoly_lab.editions import load_edition

SIDES = ("monopolist", "competitor", "competitor", "monopolist")
CHICAGO = ("rush", "state", "michigan")
TRANSPORT = ("railroad", "bus", "air", "trucking")


def anti(*players: str, options: dict[str, object] | None = None, roles: Any = SIDES, **start: Any) -> Game:
    """Ann, a monopolist, Bo and Cy, competitors, and Dan, a monopolist; Ann to move."""
    seats = players or ("Ann", "Bo", "Cy", "Dan")
    chosen = {"roles": [*roles, *SIDES[len(roles) :]][: len(seats)]} | (options or {})
    return Game("anti_monopoly", seats, options=chosen, start={"turn": "Ann"} | start)


def refused(game: Game, text: str) -> str:
    with pytest.raises((IllegalChoice, UnreadableChoice)) as refusal:
        game.apply(text)
    return str(refusal.value)


def rent(game: Game, space: str, thrown: int = 7) -> int:
    from monopoly_lab.rules.rent import rent_due

    return int(rent_due(game.raw_state(), game.tables, game.edition.space(space), 0, thrown))


# Sides


def test_roles__highest_throw_chooses_first_then_clockwise() -> None:
    game = do(Game("anti_monopoly", ("Ann", "Bo", "Cy", "Dan")), "roll 1 2", "roll 2 2", "roll 6 5", "roll 1 1")
    assert (kind(game), actor(game)) == ("role", "Cy")
    assert game.choices() == ("monopolist", "competitor")
    do(game, "competitor", "competitor")
    assert game.state.roles == {"Cy": "competitor", "Dan": "competitor", "Ann": "monopolist", "Bo": "monopolist"}
    assert (kind(game), actor(game)) == ("dice", "Cy")


def test_roles__with_three_players_two_may_be_on_one_side() -> None:
    game = do(Game("anti_monopoly", ("Ann", "Bo", "Cy")), "roll 6 6", "roll 1 2", "roll 1 2", "monopolist")
    assert game.choices() == ("monopolist", "competitor")
    do(game, "monopolist")
    assert Counter(game.state.roles.values()) == {"monopolist": 2, "competitor": 1}
    assert [event.amount for event in happened(game, "role_taken")] == [1, 1, 2]


def test_roles__a_full_side_is_refused_and_another_word_too() -> None:
    game = do(Game("anti_monopoly", ("Ann", "Bo", "Cy", "Dan")), "roll 6 6", "roll 1 2", "roll 1 2", "roll 1 2")
    do(game, "monopolist")
    refused(game, "buy")
    refused(game, "Cy: competitor")
    do(game, "monopolist")
    assert kind(game) == "dice"  # both places are taken: the others have no choice left
    refused(game, "monopolist")


def test_roles__given_by_seat_and_refused_where_there_are_none() -> None:
    assert anti().state.roles == dict(zip(("Ann", "Bo", "Cy", "Dan"), SIDES))
    with pytest.raises(OptionError, match=r'roles\[1\]: no side "monopolistt"'):
        Game("anti_monopoly", ("Ann", "Bo"), options={"roles": ["competitor", "monopolistt"]})
    with pytest.raises(OptionError, match=r"roles: 3 seats, 1 in the list"):
        Game("anti_monopoly", ("Ann", "Bo", "Cy"), options={"roles": ["monopolist"]})
    with pytest.raises(OptionError, match=r'roles: all on one side, "monopolist"'):
        Game("anti_monopoly", ("Ann", "Bo", "Cy"), options={"roles": ["monopolist"] * 3})
    with pytest.raises(OptionError, match="this edition has no sides"):
        Game("classic_us", ("Ann", "Bo"), options={"roles": ["competitor"]})


def test_roles__of_a_position_stand_in_turn_where_no_option_names_them() -> None:
    game = Game("anti_monopoly", ("Ann", "Bo", "Cy"), start={"turn": "Ann"})
    assert game.state.roles == {"Ann": "monopolist", "Bo": "competitor", "Cy": "monopolist"}


# Rents. The deed of Rush Street: 14 24 34 44 54 64; with a monopoly 28 48 68 88 108.


@pytest.mark.parametrize(("level", "due"), [(0, 14), (1, 24), (2, 34), (3, 44), (4, 54), ("hotel", 64)])
def test_rent__a_competitor_asks_the_single_rents_whatever_he_owns(level: int | str, due: int) -> None:
    buildings = {"rush": level} if level else {}
    for deeds in (("rush",), CHICAGO):
        assert rent(anti(deeds={"Bo": deeds}, buildings=buildings), "rush") == due


@pytest.mark.parametrize(("level", "due"), [(0, 28), (1, 48), (2, 68), (3, 88), ("hotel", 108)])
def test_rent__a_monopolist_with_two_streets_of_a_city_asks_the_higher_ones(level: int | str, due: int) -> None:
    buildings = {"rush": level} if level else {}
    assert rent(anti(deeds={"Ann": ["rush", "michigan"]}, buildings=buildings), "rush") == due
    assert rent(anti(deeds={"Ann": ["rush"], "Dan": ["michigan"]}), "rush") == 14


def test_rent__a_mortgage_breaks_the_monopoly() -> None:
    """Rule 11 A: no double rent on the other streets of the city; with two left free the monopoly stands."""
    two = anti(deeds={"Ann": ["rush", "michigan"]}, mortgaged=["michigan"])
    assert (rent(two, "rush"), rent(two, "michigan")) == (14, 0)
    three = anti(deeds={"Ann": CHICAGO}, buildings={"rush": 2}, mortgaged=["michigan"])
    assert rent(three, "rush") == 68


def test_rent__houses_bring_the_single_rent_once_the_monopoly_is_sold() -> None:
    """Rules 10 and 21: only the buildings of the street that is sold have to go; what the others bring is not said."""
    game = anti(deeds={"Ann": ["rush", "michigan"]}, buildings={"rush": 2}, cash={"Dan": 500})
    assert rent(game, "rush") == 68
    do(game, "trade Dan: michigan for 200", "Dan: accept")
    assert game.state.level("rush") == 2 and rent(game, "rush") == 14


def test_mortgage__that_breaks_a_monopoly_takes_its_houses_first() -> None:
    """Rule 11 A: monopolists can have no houses in the city if a mortgage has broken their monopoly."""
    game = anti(deeds={"Ann": ["rush", "michigan"], "Bo": ["state"]}, buildings={"rush": 2, "state": 1})
    said = refused(game, "mortgage michigan")
    assert "monopoly" in said and "11. HYPOTHEKEN" in said
    do(game, "sell rush", "sell rush", "mortgage michigan")  # Bo's house there is no matter of hers
    assert paid(game) == [("the bank", "Ann", 50), ("the bank", "Ann", 50), ("the bank", "Ann", 80)]


def test_mortgage__that_leaves_a_monopoly_or_breaks_none_leaves_the_houses() -> None:
    do(anti(deeds={"Ann": CHICAGO}, buildings={"rush": 2}), "mortgage michigan")  # two streets are left
    do(anti(roles=("competitor", "monopolist"), deeds={"Ann": CHICAGO[:2]}, buildings={"rush": 2}), "mortgage state")
    do(anti(deeds={"Ann": ["rush", "state", "wall"]}, buildings={"rush": 2}), "mortgage wall")
    game = anti(deeds={"Ann": ["rush", "michigan"]}, buildings={"rush": 2})
    assert "site" in refused(game, "mortgage rush") or "sold first" in refused(game, "mortgage rush")


def test_mortgage__a_debtor_sells_the_houses_and_then_borrows() -> None:
    """Raised in need: 2 x 50 for the houses, 70 and 80 for the streets; each mortgage waits for the houses."""
    game = anti(
        turn="Ann", cash={"Ann": 5}, deeds={"Ann": ["rush", "michigan"]}, buildings={"rush": 2}, position={"Ann": "bus"}
    )
    do(game, "roll 2 3")
    assert kind(game) == "debt" and not any(choice.startswith("mortgage") for choice in game.choices())
    refused(game, "bankrupt")
    do(game, "sell rush", "sell rush", "mortgage michigan", "pay")
    assert game.state.cash["Ann"] == 5 + 100 + 80 - 160


def test_mortgage__half_the_price_and_the_sums_on_the_back_of_the_deed() -> None:
    """Rule 11 A and E. The sums on the back, by the published deeds: half and a tenth of it, rounded up."""
    backs = {"basin": 33, "rush": 77, "electric": 83, "wharf": 165, "fifth": 193, "wall": 220}
    for deed, back in backs.items():
        game = do(anti(deeds={"Ann": [deed]}, cash={"Ann": 1000}), f"mortgage {deed}", f"redeem {deed}")
        price = game.edition.spaces[game.edition.space(deed)].price
        assert paid(game) == [("the bank", "Ann", price // 2), ("Ann", "the bank", back)]


def test_trade__at_any_time_without_the_houses_of_the_street_and_mortgaged_too() -> None:
    """Rules 10, 11 D and 21."""
    game = anti(deeds={"Bo": ["rush", "state"], "Cy": ["wall"]}, buildings={"rush": 1}, mortgaged=["wall"])
    assert "sold first" in refused(game, "Bo: trade Dan: rush for 100")
    do(game, "Bo: trade Dan: state for 100", "Dan: accept", "Cy: trade Bo: wall for 90", "Bo: accept")
    assert (game.state.owner("state"), game.state.owner("wall")) == ("Dan", "Bo")
    assert paid(game) == [("Dan", "Bo", 100), ("Bo", "Cy", 90)]  # no fee for the mortgage


def test_loans__are_not_to_be_had_from_players() -> None:
    """Rule 21: a gift of money for nothing in return, to be paid back, is no deal."""
    game = anti()
    assert refused(game, "trade Bo: 100 for 0")
    assert game.state.cash["Bo"] == 1500


def test_bankrupt__to_a_player_who_gets_the_money_and_all_deeds() -> None:
    """Rule 22: the houses are sold to the bank for half; all the rest, mortgaged too, goes to the creditor."""
    start: dict[str, Any] = {"deeds": {"Dan": ["wall", "fifth"], "Bo": ["basin", "sunset"]}, "mortgaged": ["sunset"]}
    start |= {"buildings": {"wall": 3, "basin": 1}, "cash": {"Bo": 10, "Dan": 0}, "turn": "Bo"}
    game = do(anti(position={"Bo": "union_square"}, **start), "roll 3 4")  # 200 on Wall Street
    do(game, "sell basin", "mortgage basin", "bankrupt")
    assert {game.state.owner(deed) for deed in ("basin", "sunset")} == {"Dan"}
    assert game.state.cash["Dan"] == 10 + 25 + 30


def test_buy__at_the_price_on_the_deed() -> None:
    game = do(anti(), "roll 1 2", "buy")
    assert paid(game) == [("Ann", "the bank", 60)] and game.state.owner("french_quarter") == "Ann"


def test_set_up__fifteen_hundred_and_a_bank_of_its_own() -> None:
    """Rules 2 and 5: two notes of 500, three of 100, two of 50, seven of 10, five of 5 and five of 1."""
    game = Game("anti_monopoly", ("Ann", "Bo", "Cy"))
    assert set(game.state.cash.values()) == {1500}
    assert paid(game, "start_cash") == [("the bank", player, 1500) for player in ("Ann", "Bo", "Cy")]
    assert game.edition.money.notes == {500: 2, 100: 3, 50: 2, 10: 7, 5: 5, 1: 5}


def test_visit__of_the_sightseeing_space_costs_nothing_and_nobody_is_held() -> None:
    game = do(anti(position={"Ann": "sunset"}), "roll 1 3")
    assert game.state.space["Ann"] == "prison" and game.state.held["Ann"] == (None,) and paid(game) == []


def test_prison__by_the_space_and_without_the_money_of_start() -> None:
    """Rule 14 B."""
    game = do(anti(position={"Ann": "air"}), "roll 2 3")
    assert game.state.held["Ann"] == (0,) and game.state.space["Ann"] == "prison"
    assert paid(game) == [] and actor(game) == "Bo"


def test_rent__transport_doubles_for_a_monopolist_with_each_company() -> None:
    for n, due in enumerate((40, 80, 160, 320), 1):
        assert rent(anti(deeds={"Ann": TRANSPORT[:n]}), "railroad") == due
        assert rent(anti(deeds={"Bo": TRANSPORT[:n]}), "railroad") == 20
    assert rent(anti(deeds={"Ann": TRANSPORT}, mortgaged=["bus"]), "railroad") == 160


def test_rent__utilities_four_times_the_dice_and_ten_for_a_monopolist_of_both() -> None:
    assert rent(anti(deeds={"Ann": ["electric"]}), "electric", 9) == 36
    assert rent(anti(deeds={"Ann": ["electric", "gas"]}), "electric", 9) == 90
    assert rent(anti(deeds={"Bo": ["electric", "gas"]}), "electric", 9) == 36


@pytest.mark.parametrize(
    ("owner", "deeds", "times"),
    [("Dan", ["electric"], 4), ("Dan", ["electric", "gas"], 10), ("Bo", ["electric", "gas"], 4)],
)
def test_rent__the_visitor_of_a_utility_throws_the_dice_for_it(owner: str, deeds: list[str], times: int) -> None:
    """Rule 19: who comes there throws, however they came."""
    game = do(anti(deeds={owner: deeds}, position={"Ann": "sunset"}), "roll 2 4")
    assert (kind(game), actor(game)) == ("dice", "Ann") and paid(game) == []
    do(game, "roll 1 2")
    assert paid(game, "rent") == [("Ann", owner, 3 * times)]
    assert actor(game) == "Bo"
    game = do(anti(deeds={owner: deeds}), "roll 2 5", "draw m_electric", "roll 6 5")
    assert paid(game, "rent") == [("Ann", owner, 11 * times)]


# Building


def test_build__a_competitor_at_once_on_any_street_unevenly_to_the_fifth_building() -> None:
    game = anti(roles=("competitor", "monopolist"), deeds={"Ann": ["rush", "state"]})
    do(game, *["build rush"] * 5)
    assert game.state.level("rush") == 5 and game.state.level("state") == 0
    assert paid(game, "building") == [("Ann", "the bank", 100)] * 5
    refused(game, "build rush")


def test_build__a_monopolist_only_with_a_monopoly_and_to_the_fourth_building() -> None:
    game = anti(deeds={"Ann": ["rush", "wall"], "Dan": ["state"]})
    assert "at least 2 streets" in refused(game, "build rush")
    game = anti(deeds={"Ann": ["rush", "state"]}, mortgaged=["state"])
    refused(game, "build rush")
    game = anti(deeds={"Ann": ["rush", "state"]})
    do(game, *["build rush"] * 4)
    assert game.state.level("rush") == 5
    assert sum(amount for *_, amount in paid(game, "building")) == 400


def test_build__in_the_own_turn_alone() -> None:
    game = anti(deeds={"Bo": ["rush"]})
    assert "own turn" in refused(game, "Bo: build rush")
    game = do(anti(deeds={"Ann": ["wall"], "Bo": ["rush"]}, position={"Ann": "basin"}), "roll 4 5")
    assert actor(game) == "Bo"
    do(game, "Bo: build rush")
    refused(game, "Cy: build rush")


def test_build__what_the_box_lacks_is_improvised() -> None:
    built = dict.fromkeys(
        ("basin", "french_quarter", "sunset", "wilshire", "hollywood", "rush", "state", "michigan"), 4
    )
    game = anti(
        roles=("competitor",) * 3, deeds={"Ann": [*built, "wall", "fifth"]}, buildings=built, cash={"Ann": 3000}
    )
    do(game, *["build wall"] * 5)
    assert (game.state.level("wall"), game.raw_state().houses) == (5, 35 - 32)
    do(game, "build fifth", "build fifth", "build fifth", "build fifth")
    assert game.raw_state().houses == -1
    assert "0" in game.scene("en").stock()
    do(game, "sell wall")
    assert (game.state.level("wall"), game.raw_state().houses) == (4, -5)


def test_build__a_hotel_of_a_monopolist_is_sold_down_to_three_houses() -> None:
    game = anti(deeds={"Ann": ["rush", "state"]}, buildings={"rush": "hotel"})
    do(game, "sell rush")
    assert game.state.level("rush") == 3
    assert paid(game, "building_sale") == [("the bank", "Ann", 50)]
    other = anti(roles=("competitor", "monopolist"), deeds={"Ann": ["rush"]}, buildings={"rush": "hotel"})
    assert do(other, "sell rush").state.level("rush") == 4


def test_build__a_start_with_too_many_houses_of_a_monopolist_is_refused() -> None:
    with pytest.raises(SavedGameError, match=r"start\.buildings\.rush: .*4"):
        anti(deeds={"Ann": ["rush", "state"]}, buildings={"rush": 4})


# Throws and salary


def test_doubles__one_throw_more_and_no_way_to_prison() -> None:
    game = do(anti(deeds={"Ann": ["hollywood", "electric", "bus"]}, position={"Ann": "sunset"}), "roll 3 3")
    assert (kind(game), actor(game)) == ("dice", "Ann")
    do(game, "roll 1 2")
    assert actor(game) == "Bo"
    game = do(anti(deeds={"Ann": ["electric", "michigan"]}, position={"Ann": "prison"}), "roll 1 1", "roll 1 1")
    assert actor(game) == "Bo"
    assert not happened(game, "jailed")


def test_doubles__the_throw_more_may_be_left_out() -> None:
    """Rule 7: players who throw a double may throw once more ("mogen ... nog één extra keer gooien"). Rule 14 D:
    the double that frees from prison gives a throw as in rule 7."""
    game = do(anti(deeds={"Ann": ["electric"]}, position={"Ann": "prison"}), "roll 1 1")
    assert (kind(game), actor(game)) == ("dice", "Ann")
    assert actor(do(game, "Ann: finish turn")) == "Bo"
    freed = do(anti(jail={"Ann": 0}, deeds={"Ann": ["electric"]}), "throw", "roll 1 1")
    assert actor(do(freed, "Ann: finish turn")) == "Bo"


def test_salary__a_hundred_for_passing_or_stopping_on_start() -> None:
    for steps, space in (("roll 1 2", "property_tax"), ("roll 1 1", "property_tax")):
        game = do(anti(position={"Ann": space}), steps)
        assert paid(game, "salary") == [("the bank", "Ann", 100)]


def test_buy__what_is_not_bought_stays_with_the_bank() -> None:
    game = do(anti(), "roll 1 2", "decline")
    assert actor(game) == "Bo" and not happened(game, "auction_opened")
    refused(game, "bid 10")
    assert game.state.owner("french_quarter") is None


# Prison and price war


def test_prison__a_monopolist_collects_nothing_there_and_a_competitor_goes_on() -> None:
    deeds = {"Dan": ["sunset"], "Bo": ["wilshire"]}
    held = {"Dan": 0, "Bo": 0}
    assert paid(do(anti(deeds=deeds, jail=held), "roll 2 4"), "rent") == []
    assert paid(do(anti(deeds=deeds, jail=held), "roll 3 5"), "rent") == [("Ann", "Bo", 10)]
    assert paid(do(anti(deeds=deeds), "roll 2 4"), "rent") == [("Ann", "Dan", 10)]


def test_prison__two_tries_then_fifty_before_the_third_throw() -> None:
    game = anti(jail={"Ann": 1}, roles=("competitor", "monopolist"))
    assert set(game.choices()) == {"pay", "throw"}
    do(game, "throw", "roll 1 2")
    assert game.state.held["Ann"] == (2,) and paid(game, "jail_fine") == []
    game = anti(jail={"Ann": 2})
    refused(game, "throw")
    do(game, "pay")
    assert paid(game, "jail_fine") == [("Ann", "the bank", 50)]
    assert kind(game) == "dice" and game.state.held["Ann"] == (None,)


def test_prison__who_lacks_the_fifty_has_to_raise_them() -> None:
    game = do(anti(jail={"Ann": 2}, cash={"Ann": 10}, deeds={"Ann": ["rush"]}), "pay")
    assert kind(game) == "debt"
    do(game, "mortgage rush", "pay")
    assert (kind(game), actor(game)) == ("dice", "Ann")


def test_prison__a_double_frees_and_gives_one_throw_more_but_not_two() -> None:
    game = do(anti(jail={"Ann": 0}, deeds={"Ann": ["electric", "michigan"]}), "throw", "roll 1 1")
    assert (game.state.space["Ann"], kind(game), actor(game)) == ("electric", "dice", "Ann")
    do(game, "roll 1 1")
    assert (game.state.space["Ann"], actor(game)) == ("michigan", "Bo")


# Taxes and the foundation


def at_tax(role: str) -> Game:
    other = "competitor" if role == "monopolist" else "monopolist"
    start: dict[str, Any] = {"cash": {"Ann": 500}, "deeds": {"Ann": ["rush", "state", "wall"]}}
    start |= {"buildings": {"rush": 2}, "mortgaged": ["wall"]}
    return do(anti(roles=(role, other), **start), "roll 1 3")


@pytest.mark.parametrize(("role", "tax"), [("competitor", 50 + 28 + 20), ("monopolist", 100 + 28 + 20)])
def test_tax__a_share_of_the_worth_and_twice_that_of_a_monopolists_cash(role: str, tax: int) -> None:
    game = at_tax(role)
    assert set(game.choices()) == {"pay flat", "pay percent"}
    do(game, "pay percent")
    assert paid(game, "tax") == [("Ann", "the bank", tax)]
    assert paid(do(at_tax(role), "pay flat"), "tax") == [("Ann", "the bank", 200)]
    assert paid(do(anti(position={"Ann": "trucking"}), "roll 1 2"), "tax") == [("Ann", "the bank", 75)]


def test_foundation__a_monopolist_pays_160() -> None:
    game = do(anti(position={"Ann": "bus"}), "roll 2 3")
    assert paid(game, "tax") == [("Ann", "the bank", 160)]
    refused(game, "Ann: roll 1")


@pytest.mark.parametrize(("face", "grant"), [(1, 25), (2, 50), (3, 0), (6, 0)])
def test_foundation__a_competitor_throws_one_die_for_a_grant(face: int, grant: int) -> None:
    game = do(anti(roles=("competitor", "monopolist"), position={"Ann": "bus"}), "roll 2 3")
    assert len(game.choices()) == 6
    refused(game, "roll 1 2")
    do(game, f"roll {face}")
    assert paid(game, "grant") == ([("the bank", "Ann", grant)] if grant else [])
    assert actor(game) == "Bo"


# Cards


def drawing(role: str, card: str, **start: Any) -> Game:
    other = "competitor" if role == "monopolist" else "monopolist"
    game = anti("Ann", "Bo", "Cy", "Dan", roles=(role, other, role, other), **start)
    return do(game, "roll 2 5", f"draw {card}")


def test_cards__each_side_draws_from_its_own_deck() -> None:
    for role in ("monopolist", "competitor"):
        game = do(anti(roles=(role, "competitor", "monopolist")), "roll 2 5")
        assert kind(game) == "draw"
        assert all(choice.startswith(f"draw {role} ") for choice in game.choices())
        assert len(game.choices()) == 25
    refused(game, "draw monopolist 1")


def test_cards__money_from_one_side_only() -> None:
    assert paid(drawing("monopolist", "m_bricks")) == [("Bo", "Ann", 10), ("Dan", "Ann", 10)]
    assert paid(drawing("monopolist", "m_suits")) == [("Bo", "Ann", 25), ("Dan", "Ann", 25)]
    assert paid(drawing("competitor", "c_supported")) == [("Bo", "Ann", 25), ("Dan", "Ann", 25)]


def test_cards__the_bank_pays_every_monopolist() -> None:
    assert paid(drawing("monopolist", "m_friend")) == [("the bank", "Ann", 25), ("the bank", "Cy", 25)]


def test_cards__a_monopolist_in_prison_gets_nothing_by_one_and_a_competitor_in_the_price_war_does() -> None:
    """Rule 14 B: a monopolist in prison collects neither rent nor other claims; a competitor goes on."""
    assert paid(drawing("monopolist", "m_friend", jail={"Cy": 0})) == [("the bank", "Ann", 25)]
    as_printed = {"jail_rights.cards": True}
    assert len(paid(drawing("monopolist", "m_friend", options=as_printed, jail={"Cy": 0}))) == 2
    assert paid(drawing("competitor", "c_supported", jail={"Bo": 0})) == [("Bo", "Ann", 25), ("Dan", "Ann", 25)]


@pytest.mark.parametrize(
    ("role", "card", "enough", "short"),
    [("monopolist", "m_contract", "roll 6 2", "roll 5 2"), ("competitor", "c_business", "roll 6 4", "roll 5 4")],
)
def test_cards__seventy_five_for_a_high_throw(role: str, card: str, enough: str, short: str) -> None:
    assert paid(do(drawing(role, card), enough)) == [("the bank", "Ann", 75)]
    game = do(drawing(role, card), short)
    assert paid(game) == [] and actor(game) == "Bo"


def test_cards__to_prison_and_to_the_price_war() -> None:
    for role, card in (("monopolist", "m_lawyer"), ("competitor", "c_fixing")):
        game = drawing(role, card)
        assert game.state.held["Ann"] == (0,) and actor(game) == "Bo"


# Endings


def ruined(options: dict[str, object] | None = None, **start: Any) -> Game:
    """Bo, the last competitor, cannot pay Ann her rent."""
    start = {"turn": "Bo", "cash": {"Ann": 300, "Bo": 5, "Dan": 290}, "out": ["Cy"]} | start
    return anti(options=options, deeds={"Ann": ["rush", "state"], "Dan": ["wall"]}, **start)


def test_win__the_richest_of_the_side_that_is_left() -> None:
    game = do(ruined(position={"Bo": "sunset"}), "roll 2 3")
    do(game, "bankrupt")
    assert game.over  # Ann 300 + 5 and the rents 28 and 28; Dan 290 and the rent of 40
    assert game.winner == "Ann"


def test_win__or_whoever_is_left_alone() -> None:
    game = do(ruined({"profile": "last_one"}, position={"Bo": "sunset"}), "roll 2 3", "bankrupt")
    assert not game.over and actor(game) == "Dan"


def test_win__goes_on_while_both_sides_are_there() -> None:
    game = anti(turn="Bo", cash={"Bo": 5}, deeds={"Ann": ["rush", "state"]}, position={"Bo": "sunset"})
    do(game, "roll 2 3", "bankrupt")
    assert not game.over
    refused(game, "Bo: bankrupt")


def test_bankrupt__deeds_that_fall_to_the_bank_can_be_bought_again() -> None:
    game = anti(cash={"Ann": 5}, deeds={"Ann": ["wall"]}, mortgaged=["wall"], position={"Ann": "bus"})
    do(game, "roll 2 3", "bankrupt")
    assert game.state.owner("wall") is None and not happened(game, "auction_opened")


def test_scoring__cash_and_one_rent_of_each_deed_utilities_by_the_dice() -> None:
    game = ruined(position={"Bo": "sunset"}, cash={"Ann": 300, "Bo": 5, "Dan": 320})
    assert do(game, "roll 2 3", "bankrupt").winner == "Ann"  # 305 + 56 against 320 + 40
    start: dict[str, Any] = {"position": {"Bo": "sunset"}, "cash": {"Ann": 300, "Bo": 5, "Dan": 300}}
    deeds = {"Ann": ["rush", "state"], "Dan": ["wall", "electric"]}
    for dice, winner in (("roll 1 2", "Ann"), ("roll 6 6", "Dan")):  # Dan 300 + 40 + 4 times the dice
        game = anti(turn="Bo", out=["Cy"], deeds=deeds, **start)
        do(game, "roll 2 3", "bankrupt")
        assert kind(game) == "dice" and not game.over
        refused(game, "Ann: build rush")
        assert do(game, dice).winner == winner


def test_scoring__who_is_left_alone_has_won_without_a_throw_for_the_utilities() -> None:
    deeds = {"Ann": ["rush", "state", "electric"]}
    start: dict[str, Any] = {"deeds": deeds, "cash": {"Bo": 0}, "position": {"Bo": "sunset"}, "turn": "Bo"}
    game = do(anti("Ann", "Bo", **start), "roll 2 3", "bankrupt")
    assert game.over and game.winner == "Ann"


def test_scoring__mortgaged_deeds_bring_nothing() -> None:
    from monopoly_lab.rules.net_worth import score

    game = anti(deeds={"Ann": ["rush", "wall"]}, mortgaged=["wall"], cash={"Ann": 100})
    assert score(game.raw_state(), game.tables, 0, 50) == 114


def test_timed__the_short_tournament_counts_a_part_of_the_cash_and_all_rents() -> None:
    game = anti(
        options={"profile": "tournament"},
        cash={"Ann": 1000, "Bo": 1500, "Cy": 10, "Dan": 10},
        deeds={"Ann": ["wall"], "Bo": ["rush", "state"]},
    )
    refused(game, "trade Bo: wall for rush")
    do(game, "call time")
    assert game.over and game.winner == "Ann"  # 20 % and 40, against 10 % and 28
    refused(game, "call time")


def test_timed__where_a_utility_is_owned_the_dice_fall_once_more_for_its_rent() -> None:
    game = anti(
        options={"profile": "tournament"},
        cash={"Ann": 1000, "Bo": 1000, "Cy": 10, "Dan": 10},
        deeds={"Ann": ["electric"]},
    )
    do(game, "call time")
    assert not game.over and game.node is not None and game.node.kind == "dice"
    do(game, "roll 3 4")
    assert game.over and game.winner == "Ann"


# The board as published, and a chain of it


def test_board__forty_spaces_28_deeds_and_two_decks_of_25() -> None:
    edition = load_edition("anti_monopoly")
    kinds = Counter(space.kind for space in edition.spaces)
    assert kinds == {
        **{"street": 22, "station": 4, "utility": 2, "role_deck": 6, "tax": 2},
        **{"go": 1, "jail": 1, "go_to_jail": 1, "foundation": 1},
    }
    assert [(deck.role, len(deck.cards)) for deck in edition.decks] == [("monopolist", 25), ("competitor", 25)]
    assert sum(note * count for note, count in edition.money.notes.items()) == 1500


# Source: both programs: prices, the rent of the site a tenth of them; a house adds a tenth of its price, two tenths
# for a monopolist with a monopoly, whose rents begin at twice the site.
def test_board__rents_are_a_tenth_of_what_was_paid_and_twice_that_for_a_monopoly() -> None:
    for space in load_edition("anti_monopoly").spaces:
        if space.kind == "street":
            assert space.rent == tuple((space.price + n * space.house) // 10 for n in range(6)), space.id
            assert space.monopoly == tuple(2 * (space.price + n * space.house) // 10 for n in range(5)), space.id


@pytest.mark.parametrize("players", [2, 3, 6])
def test_strategies__play_to_an_end_and_lose_no_money(players: int) -> None:
    names = ("Ann", "Bo", "Cy", "Dan", "Eve", "Flo")[:players]
    game = Game("anti_monopoly", dict.fromkeys(names, "balanced"), seed=1973)
    game.run(rounds=400)
    assert sum(game.raw_state().cash) == 0
    assert Counter(game.state.roles.values())["monopolist"] in (players // 2, (players + 1) // 2)
    sold = [event for event in game.events if event.kind == "mortgaged"]
    assert happened(game, "built") and len(sold) < 200


# The texts


@pytest.mark.parametrize(("lang", "words"), [("en", "monopolists"), ("ru", "монополистов"), ("uk", "монополістів")])
def test_words__a_side_is_told_and_shown(lang: str, words: str) -> None:
    game = do(Game("anti_monopoly", ("Ann", "Bo"), lang=lang), "roll 6 6", "roll 1 2", "monopolist")
    assert any(words in line for line in game.log(lang))
    assert game.scene(lang).side(0) and game.scene(lang).side(0) != game.scene(lang).side(1)
    assert game.scene(lang).seats[0].shape != game.scene(lang).seats[1].shape
    assert game.svg(lang=lang).count('class="side"') == 2


# Nobody who was ruined by the deeds he was dealt is asked for a side, and the two who are left are one on each.
@pytest.mark.parametrize("end", ["side", "last"])
def test_sides__are_chosen_by_those_who_are_left(end: str) -> None:
    options = {"start_cash": 250, "deal.deeds": 2, "roles.end": end}
    game = Game("anti_monopoly", ("Ann", "Bo", "Cy", "Dan"), options=options, seed=2)
    for player in game.players:
        game.seat(player, "random")
    while kind(game) != "role":
        game.run(steps=1)
    begins = happened(game, "order")[0].player
    (other,) = {"Ann", "Dan"} - {begins}
    assert game.state.out == ("Bo", "Cy") and actor(game) == begins
    do(game, "monopolist")
    assert game.state.roles[other] == "competitor" and kind(game) == "dice"
