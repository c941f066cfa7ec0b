"""A whole game, its refusals, the table and the chain in Russian and Ukrainian: nothing is said in another language."""

import re

import pytest

import monopoly_lab as ml
from monopoly_lab import cli, figures
from monopoly_lab.common import messages
from monopoly_lab.players import describe
from monopoly_lab.widgets import Gallery, Table
from monopoly_lab.widgets.explorables import Deeds

# The edition has a text in each of the two languages, and names for everything in both.
TEXTS = {"ru": "text_ru", "uk": "text_uk"}
NAMES = ("Аня", "Боря", "Вера", "Гриша")
LATIN = re.compile(r"[A-Za-z]+")
FORMS = ("PDF", "Excel", "CSV")  # of files, called so everywhere


@pytest.fixture(params=TEXTS)
def game(request) -> ml.Game:
    lang = request.param
    players = list(zip(NAMES, ("greedy", "balanced", "random", "trader")))
    game = ml.Game("ukraine", players, seed=3, options={"profile": TEXTS[lang]}, lang=lang)
    game.run(rounds=40)
    return game


def test_game__log_rules_waiting_and_description_are_in_its_language(game: ml.Game) -> None:
    told = [*game.log(), *(game.rule(happened) for happened in game.events)]
    told += [game.waiting(), repr(game), repr(game.state), game.describe()]
    assert [text for text in told if LATIN.search(text)] == []


def test_game__choices_and_what_it_waits_for_are_in_its_language(game: ml.Game) -> None:
    told = []
    for n in range(0, len(game.answers), 5):
        game.go_to(n)
        told += [game.waiting(), *(game.choice_label(text) for text in game.choices()[:4])]
        acts = [text for texts in game.acts().values() for text in texts]
        told += [game.choice_label(text) for text in acts[:4]]
        told += [why for text in ("buy", "pass", "use card", "bankrupt") if (why := game.why_not(text))]
    assert [text for text in told if LATIN.search(text)] == []


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "2 dice with faces from 1 to 6 are needed"),
        ("ru", "нужны 2 кубика с очками от 1 до 6"),
        ("uk", "потрібні 2 кубики з очками від 1 до 6"),
    ],
)
def test_game__errors_are_in_the_language_of_the_call(lang: str, said: str) -> None:
    game = ml.Game(players=["Аня", "Боря"], options={"first_player": 0})
    with pytest.raises(ml.UnreadableChoice, match=said):
        game.apply("roll 7", lang=lang)
    assert game.answers == ()


@pytest.mark.parametrize(("lang", "said"), [("ru", "нет издания «classic»"), ("uk", "немає видання «classic»")])
def test_game__errors_of_its_making_are_in_its_language(lang: str, said: str) -> None:
    with pytest.raises(ml.MonopolyLabError, match=said):
        ml.Game("classic", lang=lang)


@pytest.mark.parametrize(
    ("lang", "amounts"),
    [("ru", ["1 единица", "2 единицы", "25 единиц"]), ("uk", ["1 одиниця", "2 одиниці", "25 одиниць"])],
)
def test_money__words_of_the_edition_take_the_form_that_goes_with_the_number(lang: str, amounts: list[str]) -> None:
    money = ml.load_edition("disney").money
    assert [money.text_for_reader(n, lang) for n in (1, 2, 25)] == amounts


@pytest.mark.parametrize(("lang", "said"), [("ru", "Ann платит 1 монетку за"), ("uk", "Ann платить 1 монетку за")])
def test_money__what_is_paid_is_in_the_accusative(lang: str, said: str) -> None:
    game = ml.Game("gamer", [("Ann", "greedy"), ("Bo", "greedy"), ("Cy", "greedy")], seed=5, lang=lang)
    game.run(rounds=3)
    assert any(text.startswith(said) for text in game.log())
    assert game.edition.money.text_for_reader(1, lang) == "1 монетка"


@pytest.mark.parametrize(
    ("edition", "russian", "ukrainian"),
    [
        ("classic_us", "140\u00a0$", "140\u00a0$"),
        ("fifa2018", "140\u00a0$", "140\u00a0$"),
        ("monopolist", "М140", "М140"),
        ("russia_moscow", "140\u00a0тыс.\u00a0руб.", "140\u00a0тис.\u00a0руб."),
        ("ukraine", "140\u00a0тыс.\u00a0грн", "140\u00a0тис.\u00a0грн"),
    ],
)
def test_money__as_the_edition_writes_it(edition: str, russian: str, ukrainian: str) -> None:
    money = ml.load_edition(edition).money
    assert [money.text_for_reader(140, lang) for lang in ("ru", "uk")] == [russian, ukrainian]


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "−$1,500"), ("ru", "−1\u202f500\u00a0$"), ("uk", "−1\u202f500\u00a0$")]
)
def test_money__grouped_has_a_mark_between_thousands_and_its_sign_in_front(lang: str, said: str) -> None:
    money = ml.load_edition("classic_us").money
    assert money.grouped(-1499.6, lang) == said
    assert money.grouped(999.4, lang) == money.text_for_reader(999, lang).replace(" ", "\u00a0")


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("ru", "A предлагает сделку: отдать поле «Содовые джунгли», получить 1 монетку. Решает B."),
        ("uk", "A пропонує угоду: віддати поле «Содові джунглі», отримати 1 монетку. Вирішує B."),
    ],
)
def test_offers__names_stand_in_quotes_and_coins_in_their_case(lang: str, told: str) -> None:
    game = ml.Game("gamer", players=["A", "B"], lang=lang, start={"turn": "A", "deeds": {"A": ["soda_jungle"]}})
    game.apply("trade B: soda_jungle for 1")
    assert told in game.log()[-1]


def test_events__names_of_accounts_are_data_and_stay_english() -> None:
    game = ml.Game(players=["Аня", "Боря"], lang="ru")
    assert {happened.player for happened in game.events if happened.kind == "paid"} == {"the bank"}
    assert game.log()[1] == "Аня получает 1500\u00a0$ для начала игры."


@pytest.mark.parametrize("lang", TEXTS)
def test_table__speaks_the_language_of_its_game(lang: str) -> None:
    table = Table(ml.Game("ukraine", NAMES, options={"profile": TEXTS[lang]}, lang=lang))
    face = table._view
    for tab in ("deed", "manage", "trade", "log", "worth", "seats", "time", "keep"):
        face.tab = tab
        shown = re.sub(
            r"(?s)<(textarea|code).*?</\1>|<[^>]*>",
            " ",
            face.section_markup("side") + face.section_markup("head") + face.section_markup("play"),
        )
        known = {*LATIN.findall(" ".join(ml.strategies())), "game", "toml", "b", "Enter", *FORMS}  # a file, keys
        assert [word for word in LATIN.findall(shown) if word not in known] == [], tab
    assert not LATIN.search(table._view.section_markup("waiting"))


@pytest.mark.parametrize(("lang", "jail"), [("ru", "В тюрьме"), ("uk", "У в’язниці")])
def test_chain__labels_and_figures_are_in_its_language(lang: str, jail: str) -> None:
    chain = ml.Chain("russia_moscow", lang=lang)
    assert jail in chain.by_space().index
    assert chain.find(jail)[1] == 1
    title = figures.heat_map(chain).layout.title
    assert not LATIN.search(re.sub("<[^>]*>", "", title.text + title.subtitle.text))


@pytest.mark.parametrize("lang", TEXTS)
def test_explorer__lists_and_summary_are_in_its_language(lang: str) -> None:
    shown = Deeds("russia_moscow", lang=lang)
    fields = [field for field in shown._panel.fields if field["name"] != "edition"]
    texts = [field["label"] for field in shown._panel.fields]
    texts += [text for field in fields for text in field["texts"]]
    assert [text for text in [*texts, shown.summary()] if LATIN.search(text)] == []


@pytest.mark.parametrize("lang", TEXTS)
def test_strategies__are_described_in_every_language(lang: str) -> None:
    for name in ml.strategies():
        first = describe(name, lang).splitlines()[0]
        assert not LATIN.search(first), name


@pytest.mark.parametrize(
    ("lang", "said"), [("ru", "Перечислить готовые сценарии."), ("uk", "Перелічити готові сценарії.")]
)
def test_command__speaks_the_language_it_is_given(capsys, lang: str, said: str) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--lang", lang, "--help"])
    assert said in capsys.readouterr().out
    assert messages.resolve_language() == "en"


def test_command__unknown_language_is_named(capsys) -> None:
    assert cli.main(["--lang", "xx", "editions"]) == 1
    assert 'no language "xx"; there are: en, ru, uk' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("lang", "title"), [("ru", "Казино: чего стоит ставка?"), ("uk", "Казино: чого варта ставка?")]
)
def test_scenario__words_and_game_are_in_its_language(lang: str, title: str) -> None:
    scenario = ml.Scenario.load("casino", lang=lang)
    assert scenario.title == title
    assert scenario.game().lang == lang
    assert ml.Scenario.load("casino").title.startswith("The casino")


def test_scenario__a_copy_that_was_edited_keeps_its_own_words(tmp_path) -> None:
    shipped = ml.Scenario.load("casino").path.read_text(encoding="utf-8")
    mine = tmp_path / "casino.toml"
    mine.write_text(shipped.replace("The casino", "My casino"), encoding="utf-8")
    assert ml.Scenario.load(mine, lang="ru").title.startswith("My casino")


@pytest.mark.parametrize(("lang", "lesson"), [("ru", "аукционы"), ("uk", "аукціони")])
def test_gallery__cards_are_in_its_language(lang: str, lesson: str) -> None:
    gallery = Gallery(lang=lang)
    assert sorted(gallery.choose(topic=lesson)) == ["bank_auction", "class_board"]


@pytest.mark.parametrize("lang", TEXTS)
def test_builder__panels_are_in_its_language(lang: str) -> None:
    game = ml.Game("ukraine", NAMES, options={"profile": TEXTS[lang]}, lang=lang)
    face = ml.ScenarioBuilder(game)._view
    face.selected = 1
    for tab in ("deed", "rules"):  # the others have names of strategies, cards and files in them
        face.tab = tab
        shown = "".join(face.parts["side"] + face.parts["head"] + face.parts["play"])
        assert re.findall("[A-Za-z]{2,}", re.sub(r"<[^>]*>", " ", shown)) == [], tab  # a group has a letter


def test_ukraine__says_at_the_start_which_text_is_played() -> None:
    """Rules do not change with the reader's language; a reader of the other text is told how to play it."""
    russian = ml.Game("ukraine", players=["Аня", "Богдан"], lang="uk", seed=1)
    assert "Російський текст" in russian.log()[0] and '{"profile": "text_uk"}' in russian.log()[0]
    assert "Російський текст" in ml.Table(russian)._view.section_markup("offer")
    ukrainian = ml.Game("ukraine", lang="uk", seed=1, options={"profile": "text_uk"})
    assert ukrainian.log()[0] == "Гра починається."
    assert not ml.Table(ukrainian)._view.section_markup("offer")
    assert "Украинский текст" in ukrainian.log(lang="ru")[0] and "text_ru" in ukrainian.log(lang="ru")[0]
    assert ml.Game("ukraine", lang="ru", seed=1).log()[0] == "Игра начинается."


def test_ukraine__a_game_that_begins_with_a_position_says_so_too() -> None:
    """The casino's scenario stands in the middle of a game: nothing has begun there."""
    table = ml.Table("casino", lang="uk")
    assert "Російський текст" in table._view.section_markup("offer")
    assert not ml.Table("casino", lang="ru")._view.section_markup("offer")
