"""The editions that are shipped: complete, as published, the same from either form."""

import json
import subprocess
import sys
from collections import Counter

import editions_page
import pytest
from build_editions import text

from monopoly_lab.common.errors import UnknownName
from monopoly_lab.editions import Edition, editions, load_edition
from monopoly_lab.editions.loader import FOLDER, SHIPPED, normalized_content
from monopoly_lab.editions.rulebook_topics import books, followers
from tests.sampled import FEW, sampled

CLASSIC = {"street": 22, "station": 4, "utility": 2}
BOARDS = {name: Counter(space.kind for space in load_edition(name).spaces) for name in editions()}
# With the board and the deeds of the classic game; the game of two sides has deeds of its own.
FORTY = [name for name, kinds in BOARDS.items() if kinds >= Counter(CLASSIC) and "foundation" not in kinds]
ORIGINS = {"rulebook", "public", "unverified", "reconstruction"}


def test_editions__ids_in_the_order_they_are_told_about() -> None:
    assert editions()[:10] == [
        "classic_us",
        "classic_london",
        "russia_moscow",
        "home_print",
        "disney",
        "fifa2018",
        "monopolist",
        "ukraine",
        "class_board",
        "gamer",
    ]


def test_editions__generated_file_is_up_to_date_with_the_toml_files() -> None:
    assert SHIPPED.read_text(encoding="utf-8") == text(), "run python tests/tools/build_editions.py"


@pytest.mark.parametrize("name", sampled(editions(), FEW))
def test_editions__file_and_generated_content_are_the_same_edition(name: str) -> None:
    shipped, written = load_edition(name), load_edition(FOLDER / f"{name}.toml")
    assert shipped == written
    assert shipped.digest == written.digest
    assert shipped.tables() == written.tables()


def test_editions__shipped_ones_load_without_third_party_packages() -> None:
    blocked = "import sys; sys.modules.update(dict.fromkeys(['pydantic', 'pydantic_core', 'numpy', 'numba']))"
    code = f"""{blocked}
from monopoly_lab.editions import editions, load_edition
for name in editions():
    edition = load_edition(name)
    for profile in ['', *edition.profiles]:
        edition.tables({{'profile': profile}} if profile else None)
    edition.differences(load_edition('russia_moscow'))
"""
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", editions())
def test_editions__digest_depends_on_content_alone(name: str) -> None:
    edition = load_edition(name)
    again = Edition(normalized_content(json.loads(json.dumps(dict(edition.content)))))
    reordered = Edition(dict(reversed(list(edition.content.items()))))
    assert edition.digest == again.digest == reordered.digest
    assert len(edition.digest) == 64
    other = {**edition.content, "rules": {**edition.options, "salary": 1}}
    assert Edition(other).digest != edition.digest
    changed = {part for part, digest in Edition(other).digests.items() if digest != edition.digests[part]}
    assert changed == {"rules"}


@pytest.mark.parametrize("name", editions())
def test_editions__every_part_says_where_it_comes_from(name: str) -> None:
    provenance = load_edition(name).provenance
    assert {"board", "numbers", "names", "decks", "money", "components", "rules"} <= set(provenance)
    assert {origin.source for origin in provenance.values()} <= ORIGINS
    assert all(origin.note for origin in provenance.values() if origin.source in ("unverified", "reconstruction"))


def test_provenance__doubtful_parts_say_so() -> None:
    def origins(name: str) -> dict[str, str]:
        return {part: origin.source for part, origin in load_edition(name).provenance.items()}

    assert origins("classic_london")["decks"] == "unverified"
    assert origins("classic_us")["profiles.pre2008"] == "unverified"
    assert origins("disney")["decks"] == "rulebook"
    assert origins("fifa2018")["decks"] == origins("fifa2018")["names"] == "reconstruction"
    assert origins("ukraine")["casino"] == origins("ukraine")["casino.jackpot"] == "reconstruction"


@pytest.mark.parametrize("name", editions())
def test_editions__names_in_english_and_in_the_language_of_the_book(name: str) -> None:
    edition = load_edition(name)
    whole = {lang for lang in edition.languages if all(lang in space.names for space in edition.spaces)}
    languages = {"en", edition.language, *whole}
    named = [space.names for space in edition.spaces] + [group.names for group in edition.groups]
    named += [deck.names for deck in edition.decks] + [card.titles for card in edition.cards]
    named += [edition.titles, edition.special, edition.money.units, edition.money.patterns, *edition.words.values()]
    assert all(languages <= set(names) for names in named)


@pytest.mark.parametrize("name", editions())
def test_editions__rule_book_of_each_and_of_its_profiles_is_known(name: str) -> None:
    edition = load_edition(name)
    keys = {edition.under({"profile": profile}).rulebook for profile in edition.profiles} | {edition.rulebook}
    assert keys <= {*books(), *followers()}


# Source: the full rouble rule book, "The kit includes": 28 deeds, 16 treasury and 16 Chance
# cards, 32 houses, 12 hotels; the same counts in "Комплектация игры" of the hryvnia edition.
@pytest.mark.parametrize("name", FORTY)
def test_components__forty_spaces_28_deeds_32_houses_12_hotels(name: str) -> None:
    edition = load_edition(name)
    kinds = [space.kind for space in edition.spaces]
    assert len(kinds) == 40
    assert (kinds.count("street"), kinds.count("station"), kinds.count("utility")) == (22, 4, 2)
    assert edition.deeds == 28
    assert (edition.options["components.houses"], edition.options["components.hotels"]) == (32, 12)


@pytest.mark.parametrize("name", [name for name in FORTY if name != "monopolist"])
def test_components__two_decks_of_16_cards(name: str) -> None:
    edition = load_edition(name)
    for profile in ("", *edition.profiles):
        decks = edition.under({"profile": profile} if profile else {}).decks
        assert [len(deck.cards) for deck in decks] == [16, 16]


# Source: "Монополист", sections on the jail and on passing Forward: only Chance cards lead to
# jail, out of it (by the reading kept here) and to Forward.
def test_decks__monopolist_has_jail_and_go_cards_in_chance_alone() -> None:
    chance, chest = load_edition("monopolist").decks
    special = ("jail_free", "go_to_jail")
    assert [card.effect for card in chance.cards if card.effect in special] == ["jail_free", "go_to_jail"]
    assert not [card for card in chest.cards if card.effect in (*special, "move_to")]
    assert "go" in [card.arguments.get("to") for card in chance.cards]


# Source: each book's section on the bank: 1500 in 5 x 1, 5, 2 x 10, 20, 50, 4 x 100, 2 x 500.
@pytest.mark.parametrize("name", FORTY)
def test_money__notes_add_up_to_the_start_cash(name: str) -> None:
    edition = load_edition(name)
    notes = edition.money.notes  # an edition with bank cards has none
    assert not notes or edition.options["start_cash"] == sum(note * count for note, count in notes.items())
    assert edition.options["start_cash"] == 1500 * scale(edition)
    if scale(edition) == 1:
        assert notes == {1: 5, 5: 1, 10: 2, 20: 1, 50: 1, 100: 4, 500: 2}


def scale(edition: Edition) -> int:
    """Ten where an edition counts in thousands what cost a hundred in the classic one."""
    return 10 if edition.money.thousands else 1


# Source: lists of older boxes: 2 x 500, 2 x 100, 2 x 50, 6 x 20, 5 x 10, 5 x 5, 5 x 1.
def test_money__notes_before_2008_add_up_too() -> None:
    notes = load_edition("classic_us").under({"profile": "pre2008"}).money.notes
    assert sum(note * count for note, count in notes.items()) == 1500
    assert notes[20] == 6


def test_money__amounts_are_written_as_the_edition_does() -> None:
    texts = [load_edition(name).money.text(400) for name in ("classic_us", "russia_moscow", "monopolist")]
    assert texts == ["$400", "400\u00a0тыс.\u00a0руб.", "М400"]
    assert load_edition("russia_moscow").money.text(400, "en") == "₽400k"


# Source: title deeds of the classic game, as published in full: price, mortgage, building, rents.
DEEDS = {
    1: (60, 30, 50, (2, 10, 30, 90, 160, 250)),
    3: (60, 30, 50, (4, 20, 60, 180, 320, 450)),
    9: (120, 60, 50, (8, 40, 100, 300, 450, 600)),
    11: (140, 70, 100, (10, 50, 150, 450, 625, 750)),
    19: (200, 100, 100, (16, 80, 220, 600, 800, 1000)),
    24: (240, 120, 150, (20, 100, 300, 750, 925, 1100)),
    29: (280, 140, 150, (24, 120, 360, 850, 1025, 1200)),
    31: (300, 150, 200, (26, 130, 390, 900, 1100, 1275)),
    34: (320, 160, 200, (28, 150, 450, 1000, 1200, 1400)),
    37: (350, 175, 200, (35, 175, 500, 1100, 1300, 1500)),
    39: (400, 200, 200, (50, 200, 600, 1400, 1700, 2000)),
}


# Editions whose deeds are said to be the classic ones: Disney, "What common?"; the FIFA book,
# "ЧТО ОБЩЕГО?"; the classic boards by publication; the others as reconstruction.
@pytest.mark.parametrize("name", FORTY)
def test_deeds__prices_and_rents_are_the_published_ones(name: str) -> None:
    edition = load_edition(name)
    by = scale(edition)
    for index, (price, mortgage, building, rents) in DEEDS.items():
        space = edition.spaces[index]
        assert (space.price, space.mortgage, space.house) == (by * price, by * mortgage, by * building), space.id
        assert space.rent == tuple(by * rent for rent in rents), space.id
        assert space.hotel == by * building
    # The deeds of the bank cost 5,690 in all: 4,590 for the streets, 800 and 300 for the others.
    assert sum(space.price for space in edition.spaces) == 5690 * by


# Source: the FIFA rule book, "Принимающие города": 25, 50, 100, 200; every book: four and ten
# times the dice, which are dollars: in thousands, ten times as many.
@pytest.mark.parametrize("name", FORTY)
def test_deeds__stations_and_utilities(name: str) -> None:
    edition = load_edition(name)
    by = scale(edition)
    for space in edition.spaces:
        if space.kind == "station":
            assert (space.price, space.mortgage) == (200 * by, 100 * by)
            assert space.rent == (25 * by, 50 * by, 100 * by, 200 * by)
        if space.kind == "utility":
            assert (space.price, space.mortgage, space.times) == (150 * by, 75 * by, (4 * by, 10 * by))


# Source: published tables of the two boards: two taxes in thousands, cities at the ends of the order of the vote,
# the list of the places of 2006, and the report on the vote for the cities of Russia.
def test_here_and_now__taxes_and_ends_of_the_board() -> None:
    taxes = {
        name: [space.tax for space in load_edition(name).spaces if space.kind == "tax"]
        for name in ("here_now_us", "electronic_banking", "here_now_world")
    }
    assert taxes == {
        "here_now_us": [2000, 750],
        "electronic_banking": [2000, 1000],
        "here_now_world": [2000, 1000],
    }
    ends = {
        name: [load_edition(name).spaces[at].names["en"] for at in (1, 13, 39)] for name in (*taxes, "russia_cities")
    }
    assert ends == {
        "here_now_us": ["Jacobs Field", "Red Rocks Amphitheatre", "Times Square"],
        "electronic_banking": ["Jacobs Field", "Red Rocks Amphitheatre", "Times Square"],
        "here_now_world": ["Gdynia", "Kyiv", "Montréal"],
        "russia_cities": ["Tyumen", "Kazan", "Novosibirsk"],
    }


def test_here_and_now__thousands_and_millions_as_on_the_keys_of_the_unit() -> None:
    money = load_edition("here_now_us").money
    assert [money.text(amount) for amount in (20, 999, 1000, 1500, 15420)] == [
        "$20K",
        "$999K",
        "$1M",
        "$1.5M",
        "$15.42M",
    ]
    assert [money.text(1500, lang) for lang in ("ru", "uk")] == ["1,5\u00a0млн\u00a0$"] * 2


# Source: published squares of 2008 and before: 200 and 100; 10 % or 200, and 75.
def test_taxes__classic_and_before_2008() -> None:
    edition = load_edition("classic_us")
    older = edition.under({"profile": "pre2008"})
    taxes = [(space.tax, space.percent) for space in edition.spaces if space.kind == "tax"]
    older_taxes = [(space.tax, space.percent) for space in older.spaces if space.kind == "tax"]
    assert taxes == [(200, 0), (100, 0)]
    assert older_taxes == [(200, 10), (75, 0)]
    assert older.groups[0].name == "dark purple"
    assert edition.groups[0].name == "brown"


def sums(edition: Edition, deck: str) -> list[tuple[str, int | str]]:
    cards = next(entry.cards for entry in edition.decks if entry.id == deck)
    paid = ("collect", "pay", "pay_each", "collect_each")
    return sorted((card.effect, card.arguments["amount"]) for card in cards if card.effect in paid)


# Source: the lists of 2008 and of before it, as published.
def test_decks__chest_of_2008_and_before() -> None:
    edition = load_edition("classic_us")
    gains = [("collect", amount) for amount in (10, 20, 25, 50, 100, 100, 100, 200)]
    each = [("collect_each", 10)]
    assert sums(edition, "chest") == [*gains, *each, ("pay", 50), ("pay", 50), ("pay", 100)]
    older = [("collect", amount) for amount in (10, 20, 25, 45, 100, 100, 100, 200)]
    assert sums(edition.under({"profile": "pre2008"}), "chest") == [
        *older,
        ("collect_each", 50),
        ("pay", 50),
        ("pay", 100),
        ("pay", 150),
    ]


# Source: the Disney rule book, "Cards Show Time" and "Cards Magic Moments", with every sum.
def test_decks__disney_cards_as_printed() -> None:
    edition = load_edition("disney")
    assert sums(edition, "show") == [
        ("collect", 150),
        ("collect", 150),
        ("pay", 15),
        ("pay", 50),
        ("pay", 150),
        ("pay_each", 20),
    ]
    assert sums(edition, "magic") == [
        *(("collect", amount) for amount in (10, 20, 25, 50, 100, 100, 200)),
        ("collect_each", 10),
        ("pay", 50),
        ("pay", 50),
        ("pay", 100),
    ]
    repairs = [card.arguments for card in edition.cards if card.effect == "repairs"]
    assert repairs == [{"house": 40, "hotel": 115}, {"house": 25, "hotel": 100}]
    back = next(card for card in edition.cards if card.effect == "back_to")
    assert edition.spaces[edition.space(str(back.arguments["to"]))].name == "Tarzan"
    draw = next(card for card in edition.cards if card.effect == "pay_or_draw")
    assert draw.arguments == {"amount": 10, "deck": "show"}
    put_right = edition.under({"profile": "london_sums"})
    assert sums(put_right, "show")[:3] == [("collect", 50), ("collect", 100), ("collect", 150)]


# Source: the hryvnia edition, "Карточки «Бюджет» и «Шанс»": the Russian text names cards to and
# from the tax administration and a trade, the Ukrainian one the trade alone.
def test_decks__ukraine_cards_differ_by_text() -> None:
    edition = load_edition("ukraine")
    special = ("to_tax_office", "tax_office_free", "trade")
    russian = [card.effect for card in edition.under().cards if card.effect in special]
    ukrainian = [card.effect for card in edition.under({"profile": "text_uk"}).cards if card.effect in special]
    assert sorted(russian) == ["tax_office_free", "to_tax_office", "trade"]
    assert ukrainian == ["trade"]


# Source: the hryvnia edition, "Тюрьма", "Казино", "Налоговая администрация": no Just Visiting,
# no Go To Jail, no Free Parking.
def test_board__ukraine_corners() -> None:
    kinds = [space.kind for space in load_edition("ukraine").spaces]
    assert [kinds[corner] for corner in (0, 10, 20, 30)] == ["go", "jail_enter", "casino", "tax_office"]
    assert not {"jail", "go_to_jail", "parking"} & set(kinds)


def test_profile__ukrainian_text_speaks_ukrainian() -> None:
    edition = load_edition("ukraine")
    assert edition.under().title == "Монополия, гривны"
    ukrainian = edition.under({"profile": "text_uk"})
    assert (ukrainian.title, ukrainian.spaces[39].name, ukrainian.money.text(50)) == (
        "Монополія, гривні",
        "Київ",
        "50\u00a0тис.\u00a0грн",
    )
    assert (ukrainian.rulebook, ukrainian.profile) == ("ukraine_uk", "text_uk")
    assert ukrainian.options["tax_admin.fine"] == 50
    assert ukrainian.under({"profile": "text_uk"}) is ukrainian
    assert ukrainian.under({"profile": "text_ru"}) == edition.under()


# Source: "Монополист", section on mortgages: what redeeming costs is printed on the deed.
def test_page__lists_every_edition_with_what_is_reconstructed() -> None:
    """After a change: `python tests/tools/editions_page.py`."""
    assert editions_page.PAGE.read_text(encoding="utf-8") == editions_page.page()


def test_deeds__monopolist_prints_redemption_sums() -> None:
    edition = load_edition("monopolist")
    sums = {space.mortgage: space.redemption for space in edition.spaces if space.is_deed}
    # 10 % on top, rounded up: 75 -> 82.5 -> 83.
    assert sums[75] == 83
    assert sums[30] == 33
    assert sums[175] == 193
    assert not any(space.redemption for space in load_edition("classic_us").spaces)


def test_space__by_number_id_and_names_in_any_language() -> None:
    edition = load_edition("russia_moscow")
    for name in (39, "39", "arbat", "Arbat Street", "Улица Арбат", " улица арбат "):
        assert edition.space(name) == 39


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("boardwlk", '"boardwlk" is no space of the edition "classic_us" (did you mean "boardwalk"?)'),
        ("Park Plce", '"Park Plce" is no space of the edition "classic_us" (did you mean "Park Place"?)'),
        ("Chance", '"Chance" is the name of several spaces: chance_1, chance_2, chance_3'),
        (40, "there is no space 40; the last one is 39"),
        (-1, "there is no space -1; the last one is 39"),
    ],
)
def test_space__unknown_names_are_refused_with_the_nearest(name: int | str, message: str) -> None:
    with pytest.raises(UnknownName) as caught:
        load_edition("classic_us").space(name)
    assert str(caught.value) == message


@pytest.mark.parametrize("name", ["deluxe", "road"])
def test_deluxe_and_road__the_classic_game_in_another_box(name: str) -> None:
    """The article on the types of the game, "Road monopoly": only the appearance changed; "Monopoly Deluxe": the rules
    are complemented by history."""
    classic, edition = load_edition("classic_us"), load_edition(name)
    assert edition.tables() == classic.tables() and edition.resolve() == classic.resolve()
    assert edition.look != classic.look and "reconstruction" in {part.source for part in edition.provenance.values()}
    assert set(edition.languages) == {"en", "ru", "uk"}
