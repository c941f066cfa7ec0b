"""The checks of the rules on tables of one's own choice: one edition, so many players, one profile or mode."""

import check_rules
import pytest
from random_settings import BOOK

from monopoly_lab.constants import node
from monopoly_lab.editions import editions


def test_wish__every_table_has_what_is_wished_for_and_the_rest_is_drawn() -> None:
    wish = check_rules.Wish("gamer", 3, "party")
    found = [table for _, _, table in check_rules.tables(120, 10, wish=wish)]
    assert len(found) == 12
    assert {(table.edition, table.seats, table.options["profile"]) for table in found} == {("gamer", 3, "party")}
    assert {len(table.options) for table in found} - {1}


def test_wish__by_the_book_nothing_is_drawn() -> None:
    for mode, options in ((None, {}), ("asked", {"profile": "asked"})):
        wish = check_rules.Wish("gamer", 2, mode, BOOK)
        assert [table.options for _, _, table in check_rules.tables(40, 10, wish=wish)] == [options] * 4


def test_wish__a_mode_of_the_game_counts_as_well() -> None:
    assert check_rules.Wish("classic_us", mode="short").options("classic_us") == {"mode": "short"}


def test_wish__nothing_wished_for_is_every_edition_in_turn() -> None:
    names = editions()
    assert [table.edition for _, _, table in check_rules.tables(10 * len(names), 10)] == names


def test_wish__of_a_family_its_editions_in_turn() -> None:
    wish = check_rules.Wish(family="children")
    assert [table.edition for _, _, table in check_rules.tables(50, 10, wish=wish)] == [
        *("junior", "yokai", "masha", "junior_fair"),
        "junior",
    ]


def test_equal__of_games_at_both_speeds_it_is_told_how_many_ended(capsys: pytest.CaptureFixture[str]) -> None:
    wish = check_rules.Wish(family="children", variety=BOOK)
    ended = sum(s.node == node.OVER for found in check_rules.played(20, False, wish=wish) for s in found.finals)
    assert ended > 0
    assert check_rules.main(["--equal", "20", "--family", "children", "--book"]) == 0
    assert f"compiled, {ended} of them to their end in 40 rounds: 0 tables" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--edition", "gamr"], 'there is no edition "gamr" (did you mean "gamer"?)'),
        (["--edition", "gamer", "--players", "5"], '5 players are not possible in "gamer"; 2 to 4 can play'),
        (["--edition", "gamer", "--mode", "parti"], 'neither a profile nor a mode "parti" (did you mean "party"?)'),
        (["--edition", "gamer", "--mode", "short"], "mode"),
        (["--family", "childen"], 'there is no family of editions "childen" (did you mean "children"?)'),
        (["--family", "gamer", "--edition", "junior"], "not allowed with"),
    ],
)
def test_check__refuses_what_cannot_be_played(given: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        check_rules.main(given)
    assert refused.value.code == 2
    assert words in capsys.readouterr().err
