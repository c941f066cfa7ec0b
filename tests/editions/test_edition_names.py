"""What a reader finds spaces, cards, characters and money called: `names` on editions, games, tables and pictures."""

import re

import pytest

import monopoly_lab as ml
from monopoly_lab import board_drawing
from monopoly_lab.common.errors import MessageError, UnknownName
from monopoly_lab.editions.components import Money


@pytest.mark.parametrize(
    ("names", "lang", "called"),
    [
        ("", "en", "Ternopil"),
        ("", "ru", "Тернополь"),
        ("", "uk", "Тернопіль"),
        ("own", "en", "Тернополь"),
        ("uk", "en", "Тернопіль"),
        ("en", "uk", "Ternopil"),
        ("beside", "uk", "Тернопіль (Тернополь)"),
        ("beside", "ru", "Тернополь"),
    ],
)
def test_names__on_a_board_with_three_languages(names: str, lang: str, called: str) -> None:
    """The hryvnia edition: its rule book's Russian text is its own language, its box has both."""
    edition = ml.load_edition("ukraine").called(names, lang)
    assert edition.spaces[1].name == called
    assert edition == ml.load_edition("ukraine")  # the same edition, otherwise called


def test_names__what_has_none_in_the_readers_language_keeps_its_own() -> None:
    assert ml.load_edition("classic_us").called("", "ru").spaces[39].name == "Boardwalk"
    assert ml.load_edition("classic_london").called("", "uk").spaces[39].name == "Mayfair"


SCRIPTS = {"en": "latin", "ru": "cyrillic", "uk": "cyrillic"}
LETTERS = {"latin": re.compile("[A-Za-z]"), "cyrillic": re.compile("[А-Яа-яЁёІіЇїЄєҐґ]")}
ALPHABETS = {"en": re.compile("[А-я]"), "ru": re.compile("[ІіЇїЄєҐґ]"), "uk": re.compile("[ЫыЭэЪъЁё]")}  # of others
PLACES = ("street", "station")  # many are named as on the map in every language


def words_of(edition: ml.Edition, lang: str) -> dict[str, str]:
    """What an edition calls its parts, and all places that it names in the language."""
    found = {
        f"space {space.id}": space.name for space in edition.spaces if space.kind not in PLACES or lang in space.names
    }
    parts = edition.groups, edition.decks, edition.tokens, edition.third_die, edition.characters, edition.bosses
    found |= {f"{type(each).__name__} {each.id}": each.name for part in parts for each in part}
    found |= {f"card {card.id}": card.title for card in edition.cards}
    told = {f"word {name}": words for name, words in edition.words.items()}
    found |= {what: words[lang] for what, words in (told | {"special": edition.special}).items() if lang in words}
    return {"title": edition.title} | {what: word for what, word in found.items() if not word.isdigit()}


@pytest.mark.parametrize("lang", SCRIPTS)
@pytest.mark.parametrize("name", ml.editions())
def test_names__are_in_the_letters_of_the_reader_but_for_places_of_the_map(name: str, lang: str) -> None:
    words = words_of(ml.load_edition(name).called("", lang), lang)
    own = LETTERS[SCRIPTS[lang]]
    assert {what: word for what, word in words.items() if not own.search(word)} == {}
    assert {what: word for what, word in words.items() if ALPHABETS[lang].search(word)} == {}


@pytest.mark.parametrize("name", ml.editions())
def test_names__every_language_may_be_asked_for_and_the_books_own(name: str) -> None:
    edition = ml.load_edition(name)
    for lang in SCRIPTS:
        assert edition.called(lang, "en").title == edition.titles[lang]
    own = edition.called("own", "uk")
    assert own.title == edition.titles[edition.language]
    assert own.spaces[0].name == edition.spaces[0].names[edition.language]


def test_names__generic_words_beside_the_names_of_places() -> None:
    edition = ml.load_edition("classic_us").called("", "ru")
    shown = [edition.spaces[q].name for q in (0, 7, 10, 20, 30)]
    assert shown == ["Вперёд", "Шанс", "Тюрьма / На экскурсии", "Бесплатная стоянка", "Отправляйтесь в тюрьму"]
    assert edition.spaces[39].name == "Boardwalk"
    assert ml.load_edition("classic_us").called("own", "ru").spaces[0].name == "GO"
    beside = ml.load_edition("classic_us").called("beside", "ru")
    assert [beside.spaces[q].name for q in (0, 7, 39)] == ["Вперёд (GO)", "Шанс (Chance)", "Boardwalk"]


def test_names__an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownName, match=r'names="fr": the edition "ukraine" has names in own, beside, ru, en, uk'):
        ml.Game("ukraine", names="fr")
    game = ml.Game("ukraine")
    with pytest.raises(UnknownName):
        game.names = "pl"
    assert game.names == ""


def test_names__an_unknown_language_of_a_reader_is_named_as_such() -> None:
    with pytest.raises(MessageError, match='no language "pl"; there are: en, ru, uk'):
        ml.Chain("classic_us", lang="pl")
    with pytest.raises(MessageError, match='no language "pl"'):
        ml.load_edition("classic_us").called("beside", "pl")


def test_money__an_amount_is_written_as_it_was_given() -> None:
    money = ml.load_edition("class_board").money
    assert money.text_for_reader(1731.0) != money.text_for_reader(1731) == money.text(1731)
    assert "1731.0" not in money.text_for_reader(1731)


@pytest.mark.parametrize(
    ("names", "lang", "called"),
    [("", "en", "Rivne"), ("own", "en", "Ровно"), ("", "uk", "Рівне"), ("beside", "uk", "Рівне (Ровно)")],
)
def test_names__are_one_in_log_label_refusal_description_and_picture(names: str, lang: str, called: str) -> None:
    start = {"turn": "Ann", "position": {"Ann": "kyiv"}, "deeds": {"Ann": ["ternopil"]}, "mortgaged": ["ternopil"]}
    game = ml.Game("ukraine", start=start, lang=lang, names=names)
    told = "\n".join(game.apply("roll 1 3"))
    assert called in told
    assert called in game.choice_label("buy")
    assert called in game.describe() and called in game.svg()
    assert called in str(ml.Table(game).summary())
    bought = "\n".join(game.apply("buy"))
    assert called in bought
    assert called in str(game.why_not("Ann: sell rivne"))


def test_names__a_table_calls_its_game_so() -> None:
    game = ml.Game("gamer", players=["Ann", "Bo"])
    assert "Acorn Plains" in game.describe()
    ml.Table(game, names="uk")
    assert "Долина жолудів" in game.describe()


def test_names__of_the_picture_of_an_empty_board() -> None:
    edition = ml.load_edition("russia_moscow")
    assert "Zhitnaya Street" in board_drawing.svg(edition, edition.tables(), None, lang="en")
    assert "Житная улица" in board_drawing.svg(edition, edition.tables(), None, lang="en", names="own").replace(
        "\u00ad", ""
    )


def test_money__a_negative_sum_has_the_same_minus_below_a_thousand_and_above() -> None:
    money = ml.load_edition("here_now_us").money
    assert [money.text(amount) for amount in (-5, -1000, -1500)] == ["$−5K", "$−1M", "$−1.5M"]
    assert money.text(-1500, "ru") == "−1,5\u00a0млн\u00a0$"


def test_money__a_slash_is_part_of_a_unit_but_for_the_forms_of_the_word_that_goes_with_an_amount() -> None:
    patterns = {"en": "{} kr/day", "ru": "{} {n|крона/крону/кроны|кроны|крон} в сут/ки", "uk": "{} кр/день"}
    money = Money({"en": "kr/day"}, patterns, {}, "en", {"en": "{} {n|grand/grand|grands}/day"})
    assert (money.text(5), money.symbol(), money.format_payment(5, "uk")) == ("5 kr/day", "kr/day", "5 кр/день")
    assert [money.text(amount) for amount in (1000, 2000, 2500)] == ["1 grand/day", "2 grands/day", "2.5 grands/day"]
    assert money.text(1, "ru") == "1 крона в сут/ки"
    nominative, genitive, _, accusative, *_ = money.format_payment(1, "ru").forms
    assert [nominative, genitive, accusative] == ["1 крона в сут/ки", "1 кроны в сут/ки", "1 крону в сут/ки"]


def test_money__the_old_name_of_a_sum_for_the_reader_still_works() -> None:
    money = ml.load_edition("classic_us").money
    with pytest.warns(DeprecationWarning, match=r"Money.text_for_reader"):
        assert money.format_amount(5, "en") == money.text_for_reader(5, "en") == "$5"  # type: ignore[attr-defined]
