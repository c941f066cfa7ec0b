"""What the table says in the edition's own measure: points where they count, sums in words, characters by head."""

import re

import pytest

import monopoly_lab as ml
from monopoly_lab.board.palette import READ, contrast, luminance
from monopoly_lab.messages import languages
from monopoly_lab.widgets import charts, choosing, panels
from monopoly_lab.widgets.markup import Words

HEADS = re.compile(r'class="figure"')


def finished(edition: str, lang: str = "en") -> ml.Game:
    game = ml.Game(edition, players=[("Ann", "balanced"), ("Bo", "balanced")], seed=1, lang=lang)
    while not game.over:
        game.step()
    return game


def test_worth__is_said_in_points_where_they_find_the_winner() -> None:
    """MONOPOLY Gamer, end of the game: add the points of property and bosses, and 10 for every 5 coins."""
    game = finished("gamer")
    won = game.net_worth()[game.winner]
    assert f"{won} points" in " ".join(choosing.head(game, Words("en")))
    shown = panels.worth(game, Words("en"))
    assert ">points</th>" in shown and "short game" not in shown and "Cash is in coins, worth in points." in shown
    figure, said = charts.worths(game, charts.Worths(), "en")
    assert figure["layout"]["yaxis"]["title"]["text"] == "points" and f"{won} points" in said
    assert "coin" in charts.purses(game, "en")[0]["data"][0]["text"][-1]


def test_worth__in_money_where_money_finds_the_winner() -> None:
    game = ml.Game("classic_us", players=["Ann", "Bo"], lang="en")
    assert panels.worth_said(game, 1500, "en") == "$1500" and panels.worth_unit(game, "en") == "$"
    assert "worth (short game)" in panels.worth(game, Words("en"))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_charts__a_point_says_who_when_and_how_much_and_can_be_read(theme: str) -> None:
    game = ml.Game("classic_us", players=["Ann", "Eve"], seed=1, lang="en")
    for text in ("roll 6 6", "roll 1 2", "roll 2 4", "buy"):  # Oriental Avenue for 100
        game.apply(text)
    figure, said = charts.purses(game, "en")
    shown = charts.output(figure, said, theme)[0]["data"]["application/vnd.plotly.v1+json"]
    label = shown["layout"]["hoverlabel"]
    assert contrast(luminance(label["bgcolor"]), luminance(label["font"]["color"])) >= READ
    ann = figure["data"][0]
    assert ann["text"][-1] == "Ann, round 1: $1400" and ann["hovertemplate"] == "%{text}<extra></extra>"
    branches = {"one": game, "other": game.fork()}
    both, _ = charts.compared(branches, charts.cash_by_round, "cash", "en")
    assert both["data"][2]["text"][-1] == "other: Ann, round 1: $1400"


@pytest.mark.parametrize("lang", languages())
def test_characters__each_has_its_head_and_what_it_does_and_none_is_preferred(lang: str) -> None:
    game = ml.Game("gamer", players=["Ann", "Bo"], lang=lang)
    assert game.node is not None and game.node.kind == "character"
    shown = next(part for part in choosing.head(game, Words(lang)) if "ml-choose-mario" in part)
    buttons = re.findall(r"<button.*?</button>", shown)
    assert len(buttons) == len(game.node.choices) == len(HEADS.findall(shown))
    assert "ml-main-choice" not in shown
    heads = {re.sub(r".*<svg[^>]*>(.*)</svg>.*", r"\1", each) for each in buttons}
    assert len(heads) == len(buttons)
    mario = next(each for each in buttons if "ml-choose-mario" in each)
    known = {"en": "take that and 5 coins more", "ru": "ещё 5 монеток", "uk": "ще 5 монеток"}
    assert known[lang] in mario
    assert game.edition.called("", lang).characters[0].name in mario
