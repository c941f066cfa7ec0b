"""What the table says in the edition's own measure: points where they count, sums in words, characters by head."""

import re
from typing import Any

import pytest

import monopoly_lab as ml
from monopoly_lab.board_drawing.colors import READ, contrast, luminance
from monopoly_lab.common.messages import languages, say, speaking
from monopoly_lab.widgets import chart_data, decision_card, player_panel
from monopoly_lab.widgets.html_elements import Words

HEADS = re.compile(r'class="figure"')


def finished(edition: str, lang: str = "en") -> ml.Game:
    game = ml.Game(edition, players=[("Ann", "balanced"), ("Bo", "balanced")], seed=1, lang=lang)
    while not game.over:
        game.step()
    return game


def unit_of(figure: chart_data.Figure) -> dict[str, Any]:
    """The note that says what the upward axis counts."""
    return next(note for note in figure["layout"]["annotations"] if note.get("name") == chart_data.UNIT)


def every_chart(game: ml.Game, lang: str) -> dict[str, tuple[chart_data.Figure, str]]:
    known = chart_data.Worths()
    with speaking(lang):
        return {
            "cash": chart_data.purses(game, lang),
            "worth": chart_data.worths(game, known, lang),
            "income": chart_data.incomes(game, lang),
            "payments": chart_data.who_pays_whom(game, lang),
            "throw": chart_data.next_throw(game, lang),
            "one": chart_data.compared_branches({"main": game}, chart_data.cash_by_round, "Cash", lang),
            "two": chart_data.compared_branches(
                {"main": game, "other": game.fork()}, known.rounds, "Worth", lang, worth=True
            ),
        }


def under_way(edition: str, lang: str) -> ml.Game:
    game = ml.Game(edition, players=[("Ann", "balanced"), ("Bo", "balanced")], seed=1, lang=lang)
    while game.round < 6:
        game.step()
    while game.node is None or not game.next_throw():  # so that there is a next throw
        game.step()
    return game


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("edition", ["classic_us", "russia_moscow", "gamer"])
def test_charts__the_unit_stands_upright_above_its_axis(edition: str, lang: str) -> None:
    """An axis title of an upward axis lies on its side in plotly; nothing of ours may."""
    game = under_way(edition, lang)
    money = game.edition.money.symbol(lang)
    points = player_panel.worth_unit(game, lang)
    units = {
        "cash": money,
        "income": money,
        "payments": money,
        "one": money,
        "worth": points,
        "two": points,
        "throw": "%",
    }
    for name, (figure, said) in every_chart(game, lang).items():
        layout = chart_data.output(figure, said, "light")[0]["data"]["application/vnd.plotly.v1+json"]["layout"]
        assert "title" not in layout["yaxis"], name
        note = unit_of(figure)
        assert note["text"] == units[name] and not note.get("textangle") and not note["showarrow"]
        assert (note["xref"], note["yref"], note["y"], note["yanchor"]) == ("paper", "paper", 1, "bottom")


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("edition", ["classic_us", "russia_moscow"])
def test_charts__their_words_are_without_markup_and_each_sum_has_its_unit(edition: str, lang: str) -> None:
    game = under_way(edition, lang)
    made = every_chart(game, lang)
    assert not [said for _, said in made.values() if re.search(r"<|>|&\w+;", said)]
    assert say("table.chart_one_branch", lang) in made["one"][1] not in made["two"][1]
    assert ".." not in made["one"][1]
    signs = [sign.strip() for sign in game.edition.money.affixes(lang)]  # "₽", "k"
    for name in ("cash", "worth", "income", "payments", "one", "two"):
        words = made[name][1]
        amounts = re.split(r", |; |: ", words.removesuffix(say("table.chart_one_branch", lang)))
        sums = [part for part in amounts if re.search(r"\d", part)]
        assert sums and not [part for part in sums if not all(sign in part for sign in signs)], words


def test_worth__is_said_in_points_where_they_find_the_winner() -> None:
    """MONOPOLY Gamer, end of the game: add the points of property and bosses, and 10 for every 5 coins."""
    game = finished("gamer")
    won = game.net_worth()[game.winner]
    assert f"{won} points" in " ".join(decision_card.card_elements(game, Words("en")))
    shown = player_panel.worth(game, Words("en"))
    assert ">points</th>" in shown and "short game" not in shown and "Cash is in coins, worth in points." in shown
    figure, said = chart_data.worths(game, chart_data.Worths(), "en")
    assert unit_of(figure)["text"] == "points" and f"{won} points" in said
    assert "coin" in chart_data.purses(game, "en")[0]["data"][0]["text"][-1]


def test_worth__in_money_where_money_finds_the_winner() -> None:
    game = ml.Game("classic_us", players=["Ann", "Bo"], lang="en")
    assert player_panel.format_worth(game, 1500, "en") == "$1500" and player_panel.worth_unit(game, "en") == "$"
    assert "worth (short game)" in player_panel.worth(game, Words("en"))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_charts__a_point_says_who_when_and_how_much_and_can_be_read(theme: str) -> None:
    game = ml.Game("classic_us", players=["Ann", "Eve"], seed=1, lang="en")
    for text in ("roll 6 6", "roll 1 2", "roll 2 4", "buy"):  # Oriental Avenue for 100
        game.apply(text)
    figure, said = chart_data.purses(game, "en")
    shown = chart_data.output(figure, said, theme)[0]["data"]["application/vnd.plotly.v1+json"]
    label = shown["layout"]["hoverlabel"]
    assert contrast(luminance(label["bgcolor"]), luminance(label["font"]["color"])) >= READ
    ann = figure["data"][0]
    assert ann["text"][-1] == "Ann, round 1: $1400" and ann["hovertemplate"] == "%{text}<extra></extra>"
    branches = {"one": game, "other": game.fork()}
    both, _ = chart_data.compared_branches(branches, chart_data.cash_by_round, "cash", "en")
    assert both["data"][2]["text"][-1] == "other: Ann, round 1: $1400"


@pytest.mark.parametrize("lang", languages())
def test_characters__each_has_its_head_and_what_it_does_and_none_is_preferred(lang: str) -> None:
    game = ml.Game("gamer", players=["Ann", "Bo"], lang=lang)
    assert game.node is not None and game.node.kind == "character"
    shown = next(part for part in decision_card.card_elements(game, Words(lang)) if "ml-choose-mario" in part)
    buttons = re.findall(r"<button.*?</button>", shown)
    assert len(buttons) == len(game.node.texts) == len(HEADS.findall(shown))
    assert "ml-main-choice" not in shown
    heads = {re.sub(r".*<svg[^>]*>(.*)</svg>.*", r"\1", each) for each in buttons}
    assert len(heads) == len(buttons)
    mario = next(each for each in buttons if "ml-choose-mario" in each)
    known = {"en": "take that and 5 coins more", "ru": "ещё 5 монеток", "uk": "ще 5 монеток"}
    assert known[lang] in mario
    assert game.edition.called("", lang).characters[0].name in mario
