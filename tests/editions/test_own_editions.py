"""An edition of one's own: a TOML file, with as much said about where it comes from as its author wants to say."""

from pathlib import Path

import build_editions
import pytest

from monopoly_lab import Game, load_edition
from monopoly_lab.common.errors import EditionError, IllegalChoice
from monopoly_lab.editions import loader, rulebook_topics
from monopoly_lab.editions.validation import PARTS

OWN = """
inherits = "classic_us"
id = "class_7b"
language = "en"
rulebook = "{book}"
title = {{en = "The town of 7b"}}
"""


def own(folder: Path, book: str = "Rules of class 7b", more: str = "") -> Path:
    path = folder / "class_7b.toml"
    path.write_text(OWN.format(book=book) + more, "utf-8")
    return path


def test_own_edition__needs_no_list_of_origins(tmp_path: Path) -> None:
    assert load_edition(own(tmp_path)).provenance == {}


def test_own_edition__a_list_of_origins_that_is_begun_is_complete(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match="numbers"):
        load_edition(own(tmp_path, more='[provenance.board]\nfrom = "public"\n'))


def test_own_edition__cites_a_rule_book_of_its_own_by_title(tmp_path: Path) -> None:
    edition = load_edition(own(tmp_path))
    assert rulebook_topics.book_title(edition.rulebook) == "Rules of class 7b"
    assert not any(rulebook_topics.has_topic(topic, edition.rulebook) for topic in rulebook_topics.topics())
    game = Game(edition, ["Ann", "Bo"])
    with pytest.raises(IllegalChoice) as refused:
        game.apply("Ann: build boardwalk")
    assert "Rule:" not in str(refused.value)
    game.apply("roll 1 3")
    assert game.log("en") and game.log("ru") and game.log("uk")


def test_own_edition__counts_in_money_of_its_own(tmp_path: Path) -> None:
    """Every amount that is inherited times 20, what is stated anew as it stands, and no notes of another box."""
    changes = "[rules]\nsalary = 7\n[changes.spaces]\nboardwalk = {mortgage = 5}\n"
    edition = load_edition(own(tmp_path, more="scale = 20\n" + changes))
    boardwalk = edition.spaces[edition.space("boardwalk")]
    assert (boardwalk.price, boardwalk.mortgage, boardwalk.house, boardwalk.rent[5]) == (8000, 5, 4000, 40_000)
    assert {space.tax for space in edition.spaces} == {0, 2000, 4000}
    assert {space.times for space in edition.spaces if space.kind == "utility"} == {(80, 200)}
    amounts = {card.id: card.arguments for card in edition.cards}
    assert amounts["chairman"] == {"amount": 1000} and amounts["general_repairs"] == {"house": 500, "hotel": 2000}
    assert amounts["nearest_utility"]["times"] == 200 and amounts["nearest_station_a"]["times"] == 2
    wanted = {"start_cash": 30_000, "salary": 7, "jail_exit.fine": 1000, "auction_start": 20, "auction_start.raise": 20}
    assert {key: edition.options[key] for key in wanted} == wanted
    assert (edition.options["redeem.percent"], edition.options["components.houses"]) == (10, 32)
    assert edition.money.notes == {}


@pytest.mark.parametrize("line", ["scale = 0", 'scale = "ten"', 'family = "clasic"', "scale = 10\nsalary = 5"])
def test_own_edition__what_cannot_be_is_told(tmp_path: Path, line: str) -> None:
    with pytest.raises(EditionError, match=r"scale|classic|salary"):
        load_edition(own(tmp_path, more=line + "\n"))


def test_own_edition__a_slip_in_the_name_of_a_known_book_is_told(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match="classic_us"):
        load_edition(own(tmp_path, book="clasic_us"))


def test_shipped__a_file_that_has_not_been_built_in_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own(tmp_path)
    monkeypatch.setattr(loader, "FOLDER", tmp_path)
    with pytest.raises(EditionError, match=r"tests/tools/build_editions\.py"):
        load_edition("class_7b")


def test_own_edition__options_stand_under_rules(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match=r'unknown key "options" \(did you mean "rules"'):
        load_edition(own(tmp_path, more="[options]\nsalary = 300\n"))
    assert load_edition(own(tmp_path, more="[rules]\nsalary = 300\n")).tables().o_salary == 300


def test_build__refuses_in_words_what_says_nothing_special_and_leaves_the_built_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build_editions, "files", lambda: [own(tmp_path)])
    before = loader.SHIPPED.read_bytes()
    assert build_editions.main() == 1 and loader.SHIPPED.read_bytes() == before
    assert capsys.readouterr().err == 'class_7b.toml: special: "special" is missing\n'


def test_build__takes_every_edition_file_of_the_folder() -> None:
    assert [path.stem for path in build_editions.files()] == loader.editions()
    assert "topics" not in loader.editions()


@pytest.mark.parametrize("name", loader.editions())
def test_shipped__says_where_each_part_comes_from(name: str) -> None:
    assert load_edition(name).provenance.keys() >= set(PARTS)


def test_own_edition__a_title_without_a_language_is_shown_with_one(tmp_path: Path) -> None:
    path = own(tmp_path)
    path.write_text(path.read_text("utf-8").replace('{en = "The town of 7b"}', '"The town of 7b"'), "utf-8")
    with pytest.raises(EditionError, match=r'title: .*write title = \{en = "The town of 7b"\}'):
        load_edition(path)


def test_own_edition__an_unknown_part_of_the_changes_is_answered_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match=r'changes.tax: unknown key "tax" \(one of: spaces, groups, decks, cards'):
        load_edition(own(tmp_path, more="[changes.tax]\ntax = 50\n"))
