"""The figures of fights hold the numbers of the fights, and draw the edge of fighting where it is."""

import json

import plotly.graph_objects as go
import pytest

from monopoly_lab import figures
from monopoly_lab.markov import BossFight, boss_fights, compare_fights


@pytest.fixture(scope="module")
def fights() -> dict[str, BossFight]:
    return boss_fights()


def rows(figure: go.Figure) -> list[list[float]]:
    return [[x or 0 for x in row] for row in figure.data[0].z]


def test_chances__the_table_as_a_picture(fights: dict[str, BossFight]) -> None:
    figure = figures.boss_chances(fights, 12)
    table = 100 * compare_fights(fights, 12)
    assert rows(figure) == [pytest.approx(table[name].tolist(), rel=1e-5) for name in table]
    assert list(figure.data[0].text[-1][3:6]) == ["", "", "33"]
    assert list(figure.data[0].text[0][1:6]) == ["67", "89", "96", "99", "99+"]
    assert figure.layout.yaxis.ticktext[-1] == "Bowser  (5 coins a try, 5 or more)"


def test_stopping__differences_and_their_edge() -> None:
    """At 6 points a coin Ludwig is worth fighting from 8 coins on, Bowser never (see `test_fight`)."""
    figure = figures.boss_stopping(boss_fights(worth=6), 10)
    ludwig, bowser = rows(figure)[-2:]
    assert ludwig[4:9] == pytest.approx([-8 / 3] * 4 + [8 / 9], rel=1e-5)
    assert bowser[5:] == pytest.approx([(50 + 30) / 3 - 30] * 6, rel=1e-5)
    edges = list(zip(figure.data[1].x, figure.data[1].y))
    assert (7.5, 5.5) in edges and (7.5, 6.5) in edges  # before Ludwig's eighth coin
    assert (10.5, 6.5) in edges and (10.5, 7.5) not in edges  # above Bowser's row, nothing below it
    assert "points a coin is worth: 6" in figure.layout.title.subtitle.text


@pytest.mark.parametrize("draw", [figures.boss_chances, figures.boss_stopping])
def test_titles__say_what_is_made_up(fights: dict[str, BossFight], draw: object) -> None:
    figure = draw(fights, 6)
    under = figure.layout.title.subtitle.text.replace("<br>", " · ")
    assert "Gamer, 2017 · 1 player in the fight" in under
    assert "numbers of the bosses: a reconstruction" in under
    assert len(json.dumps(figure.to_plotly_json(), default=list)) < 30_000


def test_stopping__a_purse_of_its_own_is_named() -> None:
    figure = figures.boss_stopping(boss_fights(worth=lambda coins: 12 * min(coins, 8)), 4)
    assert "coins count by the size of the purse" in figure.layout.title.subtitle.text.replace("<br>", " · ")
