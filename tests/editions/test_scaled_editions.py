"""Editions that count in other money: every sum is the same multiple of their parent's.

Source: the published lists of these boards, "the classic numbers times ten thousand", and what a scale means.
"""

import tomllib
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from monopoly_lab import Chain, Game
from monopoly_lab.editions import Edition, editions, load_edition
from monopoly_lab.editions.loader import FOLDER
from tests.sampled import EDITIONS, sampled

BY = 10


@cache
def parent(name: str) -> tuple[str, int]:
    """The edition that a shipped one inherits from, and the scale between them; ("", 1) for none."""
    content = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
    return content.get("inherits", ""), content.get("scale", 1)


def forebear(name: str) -> tuple[str, int]:
    """The nearest edition above the last scale, and how much larger the sums of `name` are."""
    by, above = 1, name
    scales = [name]
    while parent(scales[-1])[0]:
        scales.append(parent(scales[-1])[0])
    for child, elder in pairwise(scales):
        if parent(child)[1] != 1:
            by, above = by * parent(child)[1], elder
    return above, by


SCALED = [name for name in editions() if forebear(name)[1] != 1]


def larger(tmp_path: Path, name: str) -> Edition:
    """An edition of one's own with ten times the sums of a shipped one."""
    facts = f'id = "larger"\ninherits = "{name}"\nscale = {BY}\nlanguage = "en"\nrulebook = "Rules of class 7b"\n'
    path = tmp_path / "larger.toml"
    path.write_text(facts + 'title = {en = "Larger"}\n', "utf-8")
    return load_edition(path)


def levels(chain: Chain, deed: str) -> list[int | str]:
    """The levels of a deed, from the site or the first one owned."""
    return list(chain.payback(deed).index)


def rents(edition: Edition | str) -> dict[tuple[int, object], float]:
    """The expected rent per throw of one opponent, for every deed at every level, cards included."""
    chain = Chain(edition)
    return {
        (space.index, level): chain.rent(space.id, level)
        for space in chain.edition.spaces
        if space.is_deed
        for level in levels(chain, space.id)
    }


def test_shipped__some_editions_have_a_scale() -> None:
    assert set(SCALED) == {"here_now_us", "here_now_world", "electronic_banking"}


@pytest.mark.parametrize("name", sampled(SCALED, ["electronic_banking"]))
def test_rents__of_every_deed_are_the_same_multiple_of_the_parents(name: str) -> None:
    elder, by = forebear(name)
    here, there = rents(name), rents(elder)
    assert here.keys() == there.keys() and len(here) > 28
    assert here == pytest.approx({key: by * rent for key, rent in there.items()})


# Source: deeds of these boxes as published: a service is 40,000 or 100,000 for each point of the dice, in thousands.
@pytest.mark.parametrize("name", SCALED)
def test_utility__by_hand(name: str) -> None:
    utility = load_edition(name).spaces[12].id
    other = load_edition(name).spaces[28].id
    for deeds, due in (([utility], 7 * 40), ([utility, other], 7 * 100)):
        start = {"turn": "Ann", "position": {"Ann": 5}, "deeds": {"Bo": deeds}}
        game = Game(name, ("Ann", "Bo"), start=start)
        game.apply("roll 3 4")
        assert game.state.cash["Bo"] - 15_000 == due


@pytest.mark.parametrize(
    "name",
    [
        *sampled(EDITIONS, ("gamer", "junior_fair")),
        *(pytest.param(name, marks=pytest.mark.release) for name in editions() if name not in EDITIONS),
    ],
)
def test_own__a_scale_reaches_every_rent(name: str, tmp_path: Path) -> None:
    here, there = rents(larger(tmp_path, name)), rents(name)
    assert here == pytest.approx({key: BY * rent for key, rent in there.items()})


# By hand: what of a board is money; and what of each card, and of faces, characters and bosses.
MONEY = ("price", "loan", "printed_redemption", "tax", "rent", "monopoly_rent", "house_cost", "hotel_cost", "worth")
MONEY += ("boss_price", "salary_of")
OPTIONS = ("start_cash", "salary", "jail_exit_fine", "auction_start", "fines", "tax_admin_pass", "tax_admin_land")
OPTIONS += ("tax_admin_fine", "jackpot_setup", "casino_minimum", "few_players_start_cash", "speed_die_start_cash")
OPTIONS += ("few_players_start_cash_of_three", "auction_start_raise", "scoring_coins", "components_coins")
FIRST = ("collect", "pay", "pay_each", "collect_each", "repairs", "pay_or_draw", "collect_rolled", "bank_pays_each")
SECOND = ("repairs",)
ABILITIES = ("collect", "collect_throw", "drop_one", "drop_next", "drop_beside", "drop_each", "steal_one", "steal_each")


@pytest.mark.parametrize("name", sampled(editions()))
def test_own__a_scale_reaches_every_sum_and_nothing_else(name: str, tmp_path: Path) -> None:
    from monopoly_lab.constants import ability, card_effect, names, space_kind
    from monopoly_lab.editions.rule_tables import FIELDS

    t, u = load_edition(name).tables(), larger(tmp_path, name).tables()
    utility = [n for n, what in names(space_kind).items() if what == "utility"]
    for field in MONEY:
        assert getattr(u, field) == [BY * x for x in getattr(t, field)], field
    for option in OPTIONS:
        by = 1 if option == "casino_minimum" and not load_edition(name).casino else BY
        assert getattr(u, f"o_{option}") == by * getattr(t, f"o_{option}"), option
    for c in range(t.cards):
        what = names(card_effect)[t.card_effect[c]]
        at_utility = what == "nearest" and t.card_a[c] in utility
        assert u.card_a[c] == t.card_a[c] * (BY if what in FIRST else 1), what
        assert u.card_b[c] == t.card_b[c] * (BY if what in SECOND or (at_utility and t.card_b[c] > 0) else 1), what
    pairs = [("star_do", "star_x"), ("boost_do", "boost_x"), ("boss_do", "boss_x")]
    for do, x in pairs + ([("third_do", "third_x")] if load_edition(name).power else []):
        for code, before, after in zip(getattr(t, do), getattr(t, x), getattr(u, x)):
            assert after == before * (BY if names(ability)[code] in ABILITIES else 1)
    known = {*MONEY, *(f"o_{option}" for option in OPTIONS), "card_a", "card_b", "star_x", "boost_x", "boss_x"}
    known |= {"third_x"} if load_edition(name).power else set()
    assert not [field for field in FIELDS if field not in known and getattr(t, field) != getattr(u, field)]


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "$100K"), ("ru", "100\u00a0тыс.\u00a0$"), ("uk", "100\u00a0тис.\u00a0$")]
)
def test_words__of_a_utility_say_money_where_thousands_are_short(lang: str, said: str) -> None:
    from monopoly_lab.notation.events import Teller

    edition = load_edition("here_now_us")
    card = next(card.index for card in edition.cards if card.id == "nearest_utility")
    assert f"{said}" in Teller(edition, edition.tables(), ("Ann", "Bo")).effect(card, lang)
    plain = load_edition("classic_us")
    card = next(card.index for card in plain.cards if card.id == "nearest_utility")
    assert "10" in Teller(plain, plain.tables(), ("Ann", "Bo")).effect(card, lang)
