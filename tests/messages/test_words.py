"""Sentences as a native would say them: sums in their case, buildings by the edition's name, one full stop."""

import pytest

import monopoly_lab as ml
from monopoly_lab.common import messages
from monopoly_lab.editions import rulebook_topics

READERS = ("en", "ru", "uk")


def test_money__stands_in_the_case_of_its_sentence() -> None:
    """One coin is given (accusative), bids begin at one (genitive), a debt of one is forgiven (nominative)."""
    coin = ml.load_edition("gamer").money.format_payment(1, "ru")
    assert (str(coin), *(messages.fill_message("{x:" + case + "}", "ru", {"x": coin}) for case in ("nom", "gen"))) == (
        "1 монетку",
        "1 монетка",
        "1 монетки",
    )
    two = ml.load_edition("gamer").money.format_payment(2, "uk")
    assert str(two) == "2 монетки" and messages.fill_message("{x:gen}", "uk", {"x": two}) == "2 монеток"


@pytest.mark.parametrize(("lang", "said"), [("ru", "Ставки от 1 монетки."), ("uk", "Ставки від 1 монетки.")])
def test_auction__bids_from_one_coin(lang: str, said: str) -> None:
    start = {"turn": "Ann", "position": {"Ann": "go", "Bo": "go", "Cy": "go"}}
    game = ml.Game("gamer", players=["Ann", "Bo", "Cy"], lang=lang, start=start)
    game.apply("roll 1 blooper")
    game.apply("move")
    assert said in str(game.apply("auction"))


@pytest.mark.parametrize("lang", ["ru", "uk"])
def test_money__a_sum_that_ends_with_a_point_ends_the_sentence_with_one(lang: str) -> None:
    """ "тыс. руб." and "тис. грн." have a point of their own."""
    game = ml.Game("russia_moscow", lang="ru")
    told = str(game.run(steps=60))
    assert "руб." in told and ".." not in told
    assert messages.fill_message("{a}. {b}...", lang, {"a": "5 тыс. руб.", "b": "и"}) == "5 тыс. руб. и..."


@pytest.mark.parametrize(
    ("edition", "lang", "one", "two", "hotel"),
    [
        ("fifa2018", "ru", "1 трибуна", "2 трибуны", "стадион"),
        ("fifa2018", "uk", "1 трибуна", "2 трибуни", "стадіон"),
        ("fifa2018", "en", "1 stand", "2 stands", "stadium"),
        ("disney", "en", "1 cottage", "2 cottages", "castle"),
        ("disney", "ru", "1 домик", "2 домика", "замок"),
        ("classic_us", "ru", "1 дом", "2 дома", "отель"),
    ],
)
def test_buildings__are_called_as_the_rule_book_calls_them(
    edition: str, lang: str, one: str, two: str, hotel: str
) -> None:
    """FIFA: stands and stadiums; Disney: cottages and castles; in the log, on the board, in the deed's description."""
    first = next(space for space in ml.load_edition(edition).spaces if space.group == "brown" or space.index == 1)
    group = [s.id for s in ml.load_edition(edition).spaces if s.group == first.group]
    for level, words in ((1, one), (2, two), ("hotel", hotel)):
        start = {"deeds": {"Ann": group}, "buildings": dict.fromkeys(group, level)}
        game = ml.Game(edition, start=start, lang=lang)
        assert words in game.describe()
    told = str(ml.Game(edition, start={"deeds": {"Ann": group}}, lang=lang).apply(f"Ann: build {first.id}"))
    assert one in told
    sold = str(
        ml.Game(edition, start={"deeds": {"Ann": group}, "buildings": {group[0]: 1}}, lang=lang).apply(
            f"Ann: sell {group[0]}"
        )
    )
    assert " 0 " not in sold


def test_buildings__by_the_words_of_an_own_edition() -> None:
    """A file of one's own may name them; what its rule book calls them comes first."""
    own = {"house": {"en": "hut"}, "houses": {"en": "huts"}}
    assert str(rulebook_topics.terms("classic_us", own, "en")["houses"]) == "huts"
    assert str(rulebook_topics.terms("disney", own, "en")["houses"]) == "cottages"
    assert str(rulebook_topics.terms("classic_us", own, "ru")["houses"]) == "дома"


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "Do not play."), ("ru", "Не играть."), ("uk", "Не грати.")],
)
def test_pass__at_the_casino_is_not_leaving_an_auction(lang: str, said: str) -> None:
    start = {"turn": "Ann", "position": {"Ann": "zhytomyr"}}
    game = ml.Game("ukraine", options={"profile": "text_uk"}, start=start)
    game.apply("roll 1 1")
    assert game.choice_label("pass", lang) == said


@pytest.mark.parametrize("lang", READERS)
def test_trade__its_label_is_in_words(lang: str) -> None:
    start = {"turn": "Ann", "deeds": {"Ann": ["boardwalk"], "Bo": ["st_james"]}}
    game = ml.Game(start=start, lang=lang)
    shown = game.choice_label("trade Bo: boardwalk + 50 for st_james")
    assert "Boardwalk" in shown and "st_james" not in shown and " + " not in shown


@pytest.mark.parametrize(
    ("lang", "one", "all_"), [("en", "the other player", "every other"), ("ru", "другой игрок", "остальных")]
)
def test_power__of_two_players_names_the_other_one(lang: str, one: str, all_: str) -> None:
    from monopoly_lab.constants import ability
    from monopoly_lab.notation.events import Teller

    edition = ml.load_edition("gamer")
    two, three = (Teller(edition, edition.tables(), names) for names in (("A", "B"), ("A", "B", "C")))
    assert one in two.ability(ability.DROP_EACH, 1, lang) and all_ in three.ability(ability.DROP_EACH, 1, lang)


@pytest.mark.parametrize("lang", READERS)
def test_forced_redemption__speaks_of_no_fee(lang: str) -> None:
    """Монополист: who takes over a mortgaged deed redeems it at once."""
    game = ml.Scenario.load("must_redeem").game()
    seen = []
    while game.undone:
        game.redo()
        if game.node is not None and game.node.kind == "inherit":
            seen.append(game.waiting(lang))
    assert seen and not any(word in text for text in seen for word in ("fee", "сбор", "збір"))


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "3 stands on the board; there are 2"), ("ru", "трибун на доске 3"), ("uk", "трибун на дошці 3")],
)
def test_buildings__too_many_of_them_are_called_as_the_rule_book_calls_them(lang: str, said: str) -> None:
    start = {"deeds": {"Ann": [1, 3]}, "buildings": {1: 2, 3: 1}}
    with pytest.raises(ml.SavedGameError, match=said):
        ml.Game("fifa2018", ["Ann", "Bo"], options={"components.houses": 2}, start=start, lang=lang)


@pytest.mark.parametrize(
    ("n", "said"),
    [(1, "Вничью кончилась 1 игра."), (2, "Вничью кончились 2 игры."), (5, "Вничью кончилось 5 игр.")],
)
def test_counts__the_verb_agrees_with_its_number(n: int, said: str) -> None:
    assert messages.say("experiment.ties", "ru", n=n) == said
    assert messages.say("experiment.ties", "ru", n=n + 20) == said.replace(str(n), str(n + 20))
