"""Tables: what the rules read, compiled from an edition and its options."""

import pytest

from monopoly_lab.constants import card_effect, codes, space_kind
from monopoly_lab.editions import OPTIONS, Edition, editions, load_edition
from monopoly_lab.editions.components import ARGUMENTS
from monopoly_lab.editions.loader import FOLDER
from monopoly_lab.editions.rule_tables import CARDS, FACES, FIELDS, RENTS, SPACES


@pytest.mark.parametrize("name", editions())
def test_tables__fields_are_as_long_as_the_edition_needs(name: str) -> None:
    edition = load_edition(name)
    t = edition.tables()
    spaces, cards = len(edition.spaces), len(edition.cards)
    lengths = {SPACES: spaces, SPACES * RENTS: spaces * RENTS, CARDS: cards}
    for field, length in FIELDS.items():
        value = getattr(t, field)
        if length:
            assert len(value) == lengths.get(length, length), field
            assert all(type(number) is int for number in value), field
        else:
            assert type(value) is int, field


def test_tables__classic_board() -> None:
    t = load_edition("classic_us").tables()
    assert (t.spaces, t.go, t.jail, t.tax_office, t.groups, t.decks, t.cards) == (40, 0, 10, -1, 10, 2, 32)
    assert (t.kind[39], t.price[39], t.loan[39], t.house_cost[39], t.hotel_cost[39]) == (
        space_kind.STREET,
        400,
        200,
        200,
        200,
    )
    assert t.rent[39 * RENTS : 40 * RENTS] == [50, 200, 600, 1400, 1700, 2000, 0, 0]
    assert t.rent[5 * RENTS : 6 * RENTS] == [25, 50, 100, 200, 0, 0, 0, 0]
    assert t.rent[12 * RENTS : 13 * RENTS] == [4, 10, 0, 0, 0, 0, 0, 0]
    assert (t.house_cost[5], t.tax[4], t.tax_percent[4], t.tax[38]) == (0, 200, 0, 100)
    assert [q for q in range(40) if t.passing[q]] == [0]
    assert [t.to_passing[q] for q in (0, 1, 39)] == [40, 39, 1]
    assert [t.deck_of[q] for q in (2, 7, 17, 22, 33, 36, 0)] == [1, 0, 1, 0, 1, 0, -1]
    assert t.weight == [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0]


def test_tables__mates_run_through_each_group_in_a_circle() -> None:
    t = load_edition("classic_us").tables()
    assert (t.mate[37], t.mate[39]) == (39, 37)
    assert [t.mate[q] for q in (5, 15, 25, 35)] == [15, 25, 35, 5]
    assert t.group[0] == t.mate[0] == -1
    for group in range(t.groups):
        members = [q for q in range(t.spaces) if t.group[q] == group]
        assert (t.group_first[group], t.group_size[group]) == (members[0], len(members))


def test_tables__cards_carry_spaces_kinds_and_decks_as_numbers() -> None:
    t = load_edition("classic_london").tables()
    rows = list(zip(t.card_effect, t.card_a, t.card_b, t.card_c))
    assert (t.deck_first, t.deck_size) == ([0, 16, 0, 0, 0, 0], [16, 16, 0, 0, 0, 0])
    assert rows[0] == (card_effect.MOVE_TO, 39, 0, 0)
    assert rows[5] == (card_effect.MOVE_BACK, 3, 0, 0)
    assert rows[7] == (card_effect.REPAIRS, 25, 100, 0)
    assert rows[17] == (card_effect.BACK_TO, 1, 0, 0)
    assert rows[30] == (card_effect.PAY_OR_DRAW, 10, 0, 0)
    nearest = load_edition("classic_us").tables()
    rows = list(zip(nearest.card_effect, nearest.card_a, nearest.card_b))
    assert rows[4:7] == [(card_effect.NEAREST, space_kind.STATION, 2)] * 2 + [
        (card_effect.NEAREST, space_kind.UTILITY, 10)
    ]


def test_tables__every_effect_a_card_can_have_is_known_to_the_rules() -> None:
    assert set(ARGUMENTS) == set(codes(card_effect))


def test_tables__ukraine_casino_and_tax_office() -> None:
    t = load_edition("ukraine").tables()
    assert (t.jail, t.tax_office, t.kind[10], t.kind[20]) == (10, 30, space_kind.JAIL_ENTER, space_kind.CASINO)
    assert [q for q in range(40) if t.passing[q]] == [0, 30]
    assert [t.to_passing[q] for q in (0, 29, 30, 39)] == [30, 1, 10, 1]
    cherry, lemon, bell, seven = 0, 1, 2, 3
    assert t.reel_sides == 6
    assert t.reel[:6] == [cherry, lemon, bell, cherry, seven, lemon]
    assert t.reel[2 * FACES : 2 * FACES + 6] == [bell, lemon, cherry, seven, lemon, cherry]
    assert t.reel_pay[:4] == [6, 6, 25, 1]
    assert t.reel_jackpot == seven
    assert load_edition("classic_us").tables().reel_jackpot == -1


def test_tables__monopolist_prints_redemptions() -> None:
    t = load_edition("monopolist").tables()
    assert (t.printed_redemption[1], t.printed_redemption[12], t.printed_redemption[0]) == (33, 83, 0)
    assert OPTIONS["redeem"].values[t.o_redeem] == "printed"


def test_tables__options_stand_in_their_fields() -> None:
    t = load_edition("home_print").tables({"free_parking": "shield", "rounding": "down", "salary.stop_bonus": 200})
    assert OPTIONS["build_time"].values[t.o_build_time] == "before_own_move"
    assert (t.o_build_limit, t.o_fines, t.o_free_parking, t.o_rounding, t.o_salary_stop_bonus) == (3, 50, 1, 1, 200)


def test_tables__profiles_change_spaces_cards_and_rules() -> None:
    edition = load_edition("classic_us")
    older = edition.tables({"profile": "pre2008"})
    assert (older.tax_percent[4], older.tax[38]) == (10, 75)
    assert 45 in older.card_a and 45 not in edition.tables().card_a
    assert edition.tables({"profile": ""}) == edition.tables()
    russian, ukrainian = (load_edition("ukraine").tables({"profile": name}) for name in ("text_ru", "text_uk"))
    assert card_effect.TO_TAX_OFFICE in russian.card_effect and card_effect.TO_TAX_OFFICE not in ukrainian.card_effect
    assert (russian.o_tax_admin_detain, ukrainian.o_tax_admin_detain) == (0, 1)
    assert russian == load_edition("ukraine").tables()


SMALL = """
id = "ring"
language = "en"
rulebook = "moscow"
title = {en = "Ring"}
spaces = [
    {id = "a", kind = "plain", name = {en = "A"}},
    {id = "b", kind = "plain", name = {en = "B"}},
    {id = "c", kind = "plain", name = {en = "C"}},
    {id = "d", kind = "plain", name = {en = "D"}},
]
money = {unit = {en = "coins"}, pattern = {en = "{} coins"}}
[rules]
start_cash = 5
salary = 0
rent_double = 2
sell_price = 50
redeem.percent = 10
build_even.maximum = 4
components = {houses = 0, hotels = 0}
jail_exit.fine = 0
[provenance]
board = {from = "reconstruction"}
numbers = {from = "reconstruction"}
names = {from = "reconstruction"}
decks = {from = "reconstruction"}
money = {from = "reconstruction"}
components = {from = "reconstruction"}
rules = {from = "reconstruction"}
"""


def test_tables__a_board_may_lack_go_jail_cards_and_deeds(tmp_path) -> None:
    path = tmp_path / "ring.toml"
    path.write_text(SMALL, encoding="utf-8")
    t = load_edition(path).tables()
    assert (t.spaces, t.go, t.jail, t.tax_office, t.groups, t.decks, t.cards) == (4, -1, -1, -1, 0, 0, 0)
    # Without a jail no double can send there.
    assert t.o_three_doubles == 0


def test_inherit__a_new_id_is_followed_by_cards_that_name_it(tmp_path) -> None:
    path = tmp_path / "heir.toml"
    provenance = SMALL[SMALL.index("[provenance]") :]
    path.write_text(
        'id = "heir"\ninherits = "classic_us"\nlanguage = "en"\nrulebook = "moscow"\ntitle = {en = "Heir"}\n'
        + '[changes.spaces]\nboardwalk = {id = "park_place", name = {en = "Swapped"}}\n'
        + 'park_place = {id = "boardwalk"}\n'
        + '[changes.groups]\ndark_blue = {id = "navy"}\n'
        + '[changes.decks]\nchance = {id = "fate"}\n'
        + '[changes.cards]\ndividend = {do = "pay_or_draw", amount = 5, deck = "fate"}\n'
        + provenance,
        encoding="utf-8",
    )
    edition = load_edition(path)
    t, classic = edition.tables(), load_edition("classic_us").tables()
    assert (edition.space("park_place"), edition.space("boardwalk")) == (39, 37)
    assert [t.card_a[0], edition.cards[0].arguments["to"]] == [39, "park_place"]
    assert [space.deck for space in edition.spaces if space.deck] == ["chest", "fate"] * 3
    assert edition.spaces[39].group == edition.spaces[37].group == "navy"
    assert (t.card_effect[7], t.card_a[7], t.card_b[7]) == (card_effect.PAY_OR_DRAW, 5, 0)
    assert (t.price, t.rent, t.mate) == (classic.price, classic.rent, classic.mate)
    assert dict(edition.profiles) == {}


def test_inherit__shipped_files_write_no_classic_number_twice() -> None:
    for name in ("classic_london", "russia_moscow", "home_print", "disney", "fifa2018", "ukraine"):
        assert "rent = " not in (FOLDER / f"{name}.toml").read_text(encoding="utf-8"), name


def test_tables__that_are_asked_for_again_are_the_callers_own() -> None:
    """A game with changing rules writes into its tables; no other game finds that in its own."""
    edition = load_edition("classic_us")
    fresh = Edition(edition.content)
    first = edition.tables({"salary": 300})
    first.o_salary, first.rent[6] = 1, -1
    assert edition.tables({"salary": 300}) == fresh.tables({"salary": 300}) != first
    for salary in [*range(20), 0]:
        assert edition.tables({"salary": salary}).o_salary == salary
    assert edition.tables({"auction": True}).o_auction is not edition.tables({"auction": False}).o_auction
