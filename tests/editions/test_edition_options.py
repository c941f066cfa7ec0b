"""Options: edition, then profile, then mode, then game; and what is refused with the nearest right one."""

import pytest

from monopoly_lab.common.errors import EditionError, OptionError
from monopoly_lab.editions import OPTIONS, editions, load_edition
from monopoly_lab.editions.rulebook_topics import followers, wording
from monopoly_lab.game.game import Game
from tests.sampled import FEW, sampled


@pytest.mark.parametrize("name", editions())
def test_resolve__every_option_has_a_value_in_words(name: str) -> None:
    edition = load_edition(name)
    for profile in ("", *edition.profiles):
        values = edition.resolve({"profile": profile})
        assert set(values) == set(OPTIONS)


# What the books say or the editions settle where they are silent. Sections: utilities, free
# parking, hotels, selling hotels, houses, mortgages, transfers, debts, end of each rule book.
@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("utilities.dice", {"fifa2018": "new_roll", "monopolist": "new_roll", "anti_monopoly": "new_roll"}),
        ("free_parking", {"monopolist": "shield"}),
        ("build_time", {"home_print": "before_own_move", "fifa2018": "any", "anti_monopoly": "own_turn"}),
        ("build_limit", {"home_print": 3}),
        ("fines", {"home_print": 50}),
        ("sell_hotel.cash", {"monopolist": "site", "disney": "site", "fifa2018": "shortage"}),
        ("sell_time", {"monopolist": "own_turn_or_between"}),
        ("redeem", {"monopolist": "printed"}),
        ("transfer_mortgaged", {"monopolist": "must_redeem", "anti_monopoly": "free"}),
        ("shortage_auction.start", {"fifa2018": "one"}),
        (
            "debt_property",
            {
                "fifa2018": "none",
                "monopolist": "none",
                "ukraine": "one_site",
                "gamer": "none",
                "junior": "none",
                "yokai": "none",
                "masha": "none",
                "anti_monopoly": "none",
                "junior_fair": "none",
            },
        ),
        (
            "first_player",
            {"ukraine": 1, "class_board": 1, "gamer": 1, "junior": 1, "yokai": 1, "masha": 1, "junior_fair": 1},
        ),
        ("rent_group_mortgaged.cancels", {"ukraine": False}),
        ("casino_jackpot", {"ukraine": True}),
        ("jackpot.setup", {"ukraine": 200}),
        ("tax_admin.pass", {"ukraine": 50}),
        ("win.by_agreement", {"ukraine": True}),
        (
            "players.max",
            {
                "monopolist": 6,
                "class_board": 4,
                "gamer": 4,
                "junior": 4,
                "yokai": 4,
                "masha": 4,
                "anti_monopoly": 6,
                "junior_fair": 4,
            },
        ),
    ],
)
def test_resolve__peculiarities_stand_in_their_editions_alone(key: str, expected: dict[str, object]) -> None:
    own = [name for name in editions() if load_edition(name).rulebook not in followers()]
    values = {name: load_edition(name).resolve()[key] for name in own}
    assert {name: value for name, value in values.items() if value != OPTIONS[key].default} == expected


# Mortgaging: the whole group clear in the FIFA book and for the classic boards, only the site
# in the rouble book, at home, in M, in hryvnias, and where Disney does not say.
def test_resolve__what_must_go_before_a_mortgage() -> None:
    clear = {name: load_edition(name).resolve()["mortgage_condition"] for name in editions()}
    groups = {name for name, value in clear.items() if value == "group_clear"}
    said = {name: wording("mortgage_condition", load_edition(name).rulebook) for name in editions()}
    assert groups == {name for name in editions() if said[name] == wording("mortgage_condition", "fifa")}
    assert {"classic_us", "classic_london", "fifa2018"} <= groups


# Short and timed games stand in the rouble rule book, in M and in Disney; the classic boards follow.
def test_resolve__modes_are_refused_where_the_book_has_none() -> None:
    without = {
        "home_print",
        "fifa2018",
        "ukraine",
        "class_board",
        "gamer",
        "junior",
        "yokai",
        "masha",
        "anti_monopoly",
        "junior_fair",
    }
    for name in editions():
        for mode in ("short", "timed"):
            if name in without:
                with pytest.raises(OptionError, match=f'rule book of "{name}" has no {mode} game'):
                    load_edition(name).resolve({"mode": mode})
                assert load_edition(name).resolve({"mode": mode, "house_rules": True})["deal.deeds"] == 2
            else:
                assert load_edition(name).resolve({"mode": mode})["deal.deeds"] == 2


# Source: the rouble rule book, "Rules of a shortened game": two deeds dealt and paid, three
# houses before a hotel, the end with the second bankruptcy, buildings handed over too.
def test_resolve__short_game_changes_four_rules() -> None:
    edition = load_edition("russia_moscow")
    usual, short = edition.resolve(), edition.resolve({"mode": "short"})
    assert {key: short[key] for key in OPTIONS if short[key] != usual[key]} == {
        "mode": "short",
        "deal.deeds": 2,
        "build_even.maximum": 3,
        "end_bankruptcies": 2,
        "bankrupt_player.keeps_buildings": "last",
    }


# Source: the same book, "Time restriction game".
def test_resolve__timed_game_deals_deeds() -> None:
    edition = load_edition("russia_moscow")
    usual, timed = edition.resolve(), edition.resolve({"mode": "timed"})
    assert {key: timed[key] for key in OPTIONS if timed[key] != usual[key]} == {"mode": "timed", "deal.deeds": 2}


def test_resolve__game_over_mode_over_profile_over_edition() -> None:
    moscow = load_edition("russia_moscow")
    assert moscow.resolve()["hotel_need"] == "on_each"
    assert moscow.resolve({"profile": "overview"})["hotel_need"] == "on_site"
    assert moscow.resolve({"profile": "overview", "hotel_need": "on_each"})["hotel_need"] == "on_each"
    assert moscow.resolve({"mode": "short", "deal.deeds": 4})["deal.deeds"] == 4
    assert moscow.resolve({"mode": "short", "short.deal": 3})["deal.deeds"] == 3


def test_resolve__tables_within_tables_are_keys_with_dots() -> None:
    assert load_edition("classic_us").resolve({"jail_exit": {"fine": 70}})["jail_exit.fine"] == 70


# Source: the overview article: rent until the own next move, a hotel on the site with four
# houses, half its own price for a hotel, no fee for who buys mortgaged property; short and timed games are not in it.
def test_profile__overview_article_of_the_rouble_game() -> None:
    edition = load_edition("russia_moscow")
    usual, overview = edition.resolve(), edition.resolve({"profile": "overview"})
    assert {key: overview[key] for key in OPTIONS if overview[key] != usual[key]} == {
        "rent_deadline": "before_visitor_throws",
        "rent_group_mortgaged.cancels": False,
        "hotel_need": "on_site",
        "sell_hotel.cash": "shortage",
        "transfer_mortgaged": "free",
        "short.in_book": False,
        "timed.in_book": False,
    }


# Source: both texts of the hryvnia edition, "Казино", "Налоговая администрация", "Примечание".
def test_profile__ukrainian_text_against_the_russian() -> None:
    edition = load_edition("ukraine")
    russian, ukrainian = edition.resolve(), edition.resolve({"profile": "text_uk"})
    assert {key: ukrainian[key] for key in OPTIONS if ukrainian[key] != russian[key]} == {
        "casino.mandatory": False,
        "tax_admin.fine": 50,
        "tax_admin.detain": True,
        "debt_property": "sites",
    }


@pytest.mark.parametrize(
    ("options", "problems"),
    [
        ({"salery": 300}, ['salery: unknown option "salery" (did you mean "salary"?)']),
        ({"jail_exit.fin": 5}, ['jail_exit.fin: unknown option "jail_exit.fin" (did you mean "jail_exit.fine"?)']),
        ({"jail_exit": {"fee": 5}}, ['jail_exit.fee: unknown option "jail_exit.fee" (did you mean "jail_exit.fine"?)']),
        ({"profil": "pre2008"}, ['profil: unknown option "profil" (did you mean "profile"?)']),
        (
            {"profile": "pre2009"},
            ['profile: the edition "classic_us" has no profile "pre2009" (did you mean "pre2008"?)'],
        ),
        ({"mode": "shrt"}, ['mode: "shrt" is not one of the words for it (did you mean "short"?)']),
        ({"mode": 1}, ["mode: 1 is not one of the words for it (one of: standard, short, timed)"]),
        ({"auction": 1}, ["auction: 1 is neither true nor false"]),
        ({"auction": "yes"}, ['auction: "yes" is neither true nor false']),
        ({"salary": "200"}, ['salary: "200" is not a whole number']),
        ({"salary": True}, ["salary: true is not a whole number"]),
        ({"salary": 2.5}, ["salary: 2.5 is not a whole number"]),
        ({"salary": None}, ["salary: None is not a whole number"]),
        ({"move.dice": 0}, ["move.dice: 0 is outside 1 to 3"]),
        ({"start_cash": -1}, ["start_cash: -1 is outside 0 to 1000000"]),
        ({"players.min": 5, "players.max": 3}, ["players.min: at least 5 players, but at most 3"]),
        ({"deal.deeds": 15}, ["deal.deeds: 15 deeds for each of 2 players, but there are 28"]),
        (
            {"salery": 1, "auction": 2, "mode": "x"},
            [
                'salery: unknown option "salery" (did you mean "salary"?)',
                "auction: 2 is neither true nor false",
                'mode: "x" is not one of the words for it (one of: standard, short, timed)',
            ],
        ),
    ],
)
def test_resolve__wrong_options_are_refused_together(options: dict[str, object], problems: list[str]) -> None:
    edition = load_edition("classic_us")
    before, given = edition.tables(), repr(options)
    for use in (edition.resolve, edition.tables):
        with pytest.raises(OptionError) as caught:
            use(options)
    assert [f"{place}: {message}" for _, place, message in caught.value.problems] == problems
    assert edition.tables() == before
    assert repr(options) == given


# The fairground of the older children's game has its loose change: there it is a rule of the box.
def test_options__house_rules_are_off_by_default() -> None:
    on = {
        (name, key)
        for name in editions()
        for key, value in load_edition(name).resolve().items()
        if OPTIONS[key].house and value != OPTIONS[key].default
    }
    assert on == {("junior_fair", "free_parking.pot")}


def test_options__a_house_rule_that_is_off_is_no_number_and_no_flag_that_does_something() -> None:
    usual = {"auction.by": "english", "mortgage_condition.share": 100, "damage.from": 4}
    house = {key: option.default for key, option in OPTIONS.items() if option.house and option.default != 0}
    assert {key: value for key, value in house.items() if OPTIONS[key].values[:1] != (value,)} | usual == usual


def test_differences__none_between_an_edition_and_itself() -> None:
    for name in editions():
        assert load_edition(name).differences(load_edition(name)) == []


def test_differences__an_option_is_named_with_both_values() -> None:
    edition = load_edition("class_board")
    assert edition.differences(edition, other_options={"salary": 60}) == [
        "Salary. Option salary (“Salary for passing GO”), Class board (first): 40; Class board (second): 60."
    ]


def test_differences__both_rules_with_their_places() -> None:
    texts = load_edition("russia_moscow").differences(load_edition("monopolist"))
    parking = [text for text in texts if text.startswith("Free parking")]
    assert len(parking) == 1
    parts = (
        "Russia, Moscow streets:",
        "Monopolist (M):",
        "Option free_parking (",
        ": shelters from cards of others",
        "Бесплатная парковка",
    )
    assert [part for part in parts if part not in parking[0]] == []


def test_differences__profiles_of_one_edition() -> None:
    edition = load_edition("ukraine")
    texts = "\n".join(edition.differences(edition, other_options={"profile": "text_uk"}))
    assert (
        "Option casino.mandatory (“A player who stops on the casino has to play”), "
        "Ukraine, hryvnias (Russian text): yes;" in texts
    )
    assert (
        "Option tax_admin.fine (“Paid to leave the tax administration”), Ukraine, hryvnias (Russian text): 0;" in texts
    )
    assert "Казино" in texts and "Податкова адміністрація" in texts


@pytest.mark.parametrize("one", sampled(editions(), FEW))
def test_differences__of_any_pair_say_something_in_each_paragraph(one: str) -> None:
    """No heading alone, no rule of one book beside silence where the games are played alike, each topic once."""
    for other in editions():
        texts = load_edition(one).differences(other)
        assert bool(texts) == (one != other)
        assert not [text for text in texts if len(text) < 40 or "?." in text]
        assert not [text for text in texts if "nothing is said." in text and "The options are the same." in text]
        heads = [text.split(". ")[0] for text in texts if not text.startswith("Only the book")]
        assert len(set(heads)) == len(heads)


def test_differences__what_one_book_alone_speaks_of_is_a_list() -> None:
    texts = load_edition("gamer").differences("junior")
    assert [text for text in texts if text.startswith("Only the book of Gamer, 2017, not that of Junior,")] == texts[
        -1:
    ]
    assert "; Boss fights; " in texts[-1] and "; Auction; " not in texts[-1]  # Junior has none: that is an option


def test_differences__a_sheet_of_its_own_counts_where_it_is_played() -> None:
    heads = [text.split(". ")[0] for text in load_edition("classic_us").differences("fc_barcelona")]
    assert heads == ["What is special", "The speed die", "The bus", "Mr", "Three alike"]
    money = load_edition("classic_us").differences("here_now_us", {"speed_die": "none"})
    assert not [text for text in money if "speed_die" in text]


def test_differences__the_other_edition_may_be_named() -> None:
    edition = load_edition("classic_us")
    assert edition.differences("ukraine") == edition.differences(load_edition("ukraine")) != []
    with pytest.raises(EditionError, match="there is no edition"):
        edition.differences("nowhere")


def test_under__an_option_of_a_game_is_refused_and_not_forgotten() -> None:
    edition = load_edition("classic_us")
    with pytest.raises(OptionError, match=r'auction is an option of a game.*Game\(edition, options=\{"auction"'):
        edition.under({"profile": "pre2008", "auction": False})
    game = Game(edition.under({"profile": "pre2008"}), options={"auction": False})
    assert game.edition.profile == "pre2008" and not game.tables.o_auction
