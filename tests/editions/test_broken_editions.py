"""Edition files with mistakes: each is refused with every place, value and nearest right answer.

The cases are a table, `broken_editions.toml` beside this file.
"""

import time
import tomllib
from pathlib import Path

import pytest

from monopoly_lab.common.errors import EditionError
from monopoly_lab.editions import editions, load_edition
from monopoly_lab.editions.loader import FOLDER
from monopoly_lab.editions.options import OPTIONS

CASES = tomllib.loads(Path(__file__).with_name("broken_editions.toml").read_text(encoding="utf-8"))["case"]
HEIR = """
id = "mine"
inherits = "classic_us"
language = "en"
rulebook = "moscow"
title = {en = "Mine"}
[provenance]
board = {from = "public"}
numbers = {from = "public"}
names = {from = "public"}
decks = {from = "public"}
money = {from = "public"}
components = {from = "public"}
rules = {from = "public"}
"""
BASES = {name: (FOLDER / f"{name}.toml").read_text(encoding="utf-8") for name in ("class_board", "gamer", "junior")} | {
    "heir": HEIR
}


def refused(path: Path) -> list[str]:
    with pytest.raises(EditionError) as caught:
        load_edition(path)
    assert all(problem.file == str(path) for problem in caught.value.problems)
    return [f"{place}: {message}" if place else message for _, place, message in caught.value.problems]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_broken_edition__is_refused_with_every_problem_and_nothing_changes(case, tmp_path: Path) -> None:
    base, old = BASES[case["base"]], case.get("old", "").strip("\n")
    assert old in base
    text = base.replace(old, case["new"].strip("\n"), 1) if old else base + case["new"]
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    before = {name: load_edition(name).digest for name in editions()}
    assert refused(path) == case["problems"]
    assert path.read_text(encoding="utf-8") == text
    assert [file.name for file in tmp_path.iterdir()] == ["mine.toml"]
    assert {name: load_edition(name).digest for name in editions()} == before


@pytest.mark.parametrize("base", BASES)
def test_broken_edition__the_texts_the_cases_start_from_are_right(base: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(BASES[base], encoding="utf-8")
    assert load_edition(path).tables().spaces in (10, 24, 32, 40)


def changed_class_board(tmp_path: Path, old: str, new: str) -> Path:
    assert old in BASES["class_board"]
    path = tmp_path / "mine.toml"
    path.write_text(BASES["class_board"].replace(old, new, 1), encoding="utf-8")
    return path


def plain(number: int) -> str:
    return f'    {{id = "plain_{number}", kind = "plain", name = {{en = "P", ru = "P"}}}},\n'


def test_capacity__128_spaces_are_taken_and_129_refused(tmp_path: Path) -> None:
    path = changed_class_board(tmp_path, "spaces = [\n", "spaces = [\n" + "".join(map(plain, range(118))))
    assert load_edition(path).tables().spaces == 128
    path = changed_class_board(tmp_path, "spaces = [\n", "spaces = [\n" + "".join(map(plain, range(119))))
    assert refused(path) == ["spaces: 129 spaces; a board has at most 128"]


def deck(name: str, cards: int) -> str:
    card = '    {{id = "{}_{}", title = {{en = "C", ru = "C"}}, do = "collect", amount = 1}},\n'
    listed = "".join(card.format(name, number) for number in range(cards))
    return f'[[decks]]\nid = "{name}"\nname = {{en = "D", ru = "D"}}\ncards = [\n{listed}]\n\n'


def test_capacity__96_cards_are_taken_and_97_refused(tmp_path: Path) -> None:
    path = changed_class_board(tmp_path, "[[decks]]\n", deck("more", 90) + "[[decks]]\n")
    assert load_edition(path).tables().cards == 96
    path = changed_class_board(tmp_path, "[[decks]]\n", deck("more", 91) + "[[decks]]\n")
    assert refused(path) == ["decks: 97 cards in all decks; an edition has at most 96"]


def test_capacity__6_decks_are_taken_and_7_refused(tmp_path: Path) -> None:
    decks = [deck(f"deck_{number}", 1) for number in range(6)]
    path = changed_class_board(tmp_path, "[[decks]]\n", "".join(decks[:5]) + "[[decks]]\n")
    assert load_edition(path).tables().decks == 6
    path = changed_class_board(tmp_path, "[[decks]]\n", "".join(decks) + "[[decks]]\n")
    assert refused(path) == ["decks: 7 decks; an edition has at most 6"]


def bus_line(number: int) -> tuple[str, str]:
    group = f'    {{id = "line_{number}", name = {{en = "L", ru = "L"}}, color = "#000000"}},\n'
    stop = f'    {{id = "stop_{number}", kind = "station", name = {{en = "S", ru = "S"}}, group = "line_{number}"'
    return group, stop + ", price = 1, rent = [1], mortgage = 1},\n"


def with_bus_lines(tmp_path: Path, number: int) -> Path:
    groups, stops = zip(*map(bus_line, range(number)))
    path = changed_class_board(tmp_path, "groups = [\n", "groups = [\n" + "".join(groups))
    text = path.read_text(encoding="utf-8").replace("spaces = [\n", "spaces = [\n" + "".join(stops), 1)
    path.write_text(text, encoding="utf-8")
    return path


def test_capacity__32_groups_are_taken_and_33_refused(tmp_path: Path) -> None:
    assert load_edition(with_bus_lines(tmp_path, 29)).tables().groups == 32
    assert refused(with_bus_lines(tmp_path, 30)) == ["groups: 33 groups; an edition has at most 32"]


def test_capacity__a_ninth_station_of_one_group_is_refused(tmp_path: Path) -> None:
    stop = '    {{id = "stop_{0}", kind = "station", name = {{en = "S", ru = "S"}}, group = "bus", price = 1, {1}}},\n'
    rents = "rent = [1, 2, 3, 4, 5, 6, 7, 8, 9], mortgage = 1"
    path = changed_class_board(
        tmp_path, "spaces = [\n", "spaces = [\n" + "".join(stop.format(number, rents) for number in range(8))
    )
    text = path.read_text(encoding="utf-8").replace("rent = [15]", "rent = [1, 2, 3, 4, 5, 6, 7, 8, 9]")
    path.write_text(text, encoding="utf-8")
    assert refused(path) == ["groups[2]: 9 deeds of one group; stations and utilities have at most 8"]


FIGURES = {
    "power": (
        '    {{id = "more_{0}", name = {{en = "F", ru = "F"}}, sides = 1, do = "nothing"}},\n',
        5,
        12,
        "faces of the power-up die; it",
    ),
    "characters": (
        '    {{id = "more_{0}", name = {{en = "C", ru = "C"}}, star = {{do = "nothing"}}}},\n',
        12,
        16,
        "characters; an edition",
    ),
    "bosses": (
        '    {{id = "more_{0}", name = {{en = "B", ru = "B"}}, price = 1, roll = 1, points = 0, '
        'reward = {{do = "nothing"}}, players = [4]}},\n',
        8,
        16,
        "bosses; an edition",
    ),
}


@pytest.mark.parametrize("part", FIGURES)
def test_capacity__so_many_faces_characters_and_bosses_are_taken_and_one_more_refused(
    part: str, tmp_path: Path
) -> None:
    entry, there, most, words = FIGURES[part]
    path = tmp_path / "mine.toml"
    for number, problems in ((most, []), (most + 1, [f"{part}: {most + 1} {words} has at most {most}"])):
        more = "".join(entry.format(index) for index in range(number - there))
        path.write_text(BASES["gamer"].replace(f"\n{part} = [\n", f"\n{part} = [\n{more}", 1), encoding="utf-8")
        if problems:
            assert refused(path) == problems
        else:
            assert load_edition(path).tables().spaces == 32


def test_stacks__a_number_of_players_without_any_boss_is_refused(tmp_path: Path) -> None:
    """Such a game would not end: it ends with the last boss."""
    path = tmp_path / "mine.toml"
    text = BASES["gamer"]
    for players in ("[1, 2, 4]", "[1, 2, 3, 4]", "[1, 3, 4]"):
        text = text.replace(f"players = {players}}}", "players = [4]}")
    path.write_text(text, encoding="utf-8")
    words = "is in the stack for {} players; their game would never end"
    assert refused(path) == [f"bosses: no boss {words.format(number)}" for number in (2, 3)]


def test_characters__a_super_star_needs_characters(tmp_path: Path) -> None:
    path = changed_class_board(
        tmp_path, "spaces = [\n", 'spaces = [\n{id = "s", kind = "super_star", name = {en = "S", ru = "S"}},\n'
    )
    assert refused(path) == ['spaces[0].kind: "s" is a super star, but the edition has no characters']


def test_load__very_many_unknown_keys_are_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("".join(f"kez{n} = 1\n" for n in range(10_000)) + BASES["class_board"], encoding="utf-8")
    before = time.process_time()
    problems = refused(path)
    assert len(problems) == 101 and problems[-1] == "there are more problems"
    assert time.process_time() - before < 5


def test_load__unknown_edition_names_the_nearest() -> None:
    with pytest.raises(EditionError) as refused:
        load_edition("clasic_us")
    assert (
        str(refused.value) == 'there is no edition "clasic_us" (did you mean "classic_us"?); `ml.editions()` lists them'
    )


def test_load__a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere.toml"
    with pytest.raises(EditionError, match=r"nowhere\.toml: the file cannot be read: No such file"):
        load_edition(path)


def test_load__a_file_that_inherits_from_itself_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(HEIR.replace('"classic_us"', '"mine.toml"'), encoding="utf-8")
    assert refused(path) == ['inherits: the edition inherits from itself by way of "mine.toml"']


def test_load__a_profile_in_a_language_without_names_lists_every_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(HEIR + '[profiles.p]\ntitle = {en = "P"}\nlanguage = "de"\n', encoding="utf-8")
    problems = refused(path)
    assert 'profiles.p.spaces[39].name: the name in the language "de" is missing' in problems
    # The title, 40 spaces, 10 groups, 2 decks, 32 cards, 2 texts of money and 10 words.
    assert len(problems) == 1 + 40 + 10 + 2 + 32 + 2 + 10


SIDES = HEIR.replace("classic_us", "anti_monopoly")


@pytest.mark.parametrize("value", ['"four"', "[1]", "true", "4.5", "-1", "999999"])
@pytest.mark.parametrize("profile", ["", "profiles.p."])
def test_sides__a_wrong_number_of_houses_is_one_problem(profile: str, value: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    head = '[profiles.p]\ntitle = {en = "P"}\n' if profile else ""
    path.write_text(f"{SIDES}{head}[{profile}rules]\nroles.houses = {value}\n", encoding="utf-8")
    reason = "is outside 0 to 4" if value in ("-1", "999999") else "is not a whole number"
    assert refused(path) == [f"{profile}rules.roles.houses: {value} {reason}"]


@pytest.mark.parametrize("base", [SIDES, BASES["gamer"], BASES["class_board"]], ids=["sides", "gamer", "class_board"])
def test_rules__a_value_of_any_kind_is_refused_in_words(base: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    for value in ('"x"', "[1, 2]", "2.5", "{a = 1}"):
        rules = "".join(f'"{key}" = {value}\n' for key in OPTIONS)
        path.write_text(f'{base}\n[profiles.p]\ntitle = {{en = "P"}}\n[profiles.p.rules]\n{rules}', encoding="utf-8")
        problems = refused(path)
        assert len(problems) > 100 and all(each.startswith("profiles.p.rules.") for each in problems[:100])


def token(number: int, name: str = '{en = "T", ru = "T"}') -> str:
    return f'[[tokens]]\nid = "token_{number}"\nname = {name}\n'


def test_tokens__are_checked_as_other_parts_are(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    for tokens, problems in {
        "".join(map(token, range(99))): [],
        "".join(map(token, range(100))): ["tokens: 100 tokens; an edition has at most 99"],
        token(1) + token(1): ['tokens[1].id: the id "token_1" is used already at tokens[0]'],
        token(1, '{ru = "T"}'): ['tokens[0].name: the name in the language "en" is missing'],
    }.items():
        path.write_text(BASES["class_board"] + tokens, encoding="utf-8")
        if problems:
            assert refused(path) == problems
        else:
            assert len(load_edition(path).tokens) == 99


def test_profiles__have_a_title_in_english(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(HEIR + '[profiles.p]\ntitle = {ru = "П"}\n', encoding="utf-8")
    assert refused(path) == ['profiles.p.title: the name in the language "en" is missing']


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("{}{}", "has several places for the amount"),
        ("{n}", "has no place for the amount"),
        *((pattern, "can hold the amount alone") for pattern in ("{{}}", "{} {n}", "{} {n:gen}", "{} {", "{} {n|@x}")),
    ],
)
def test_money__a_pattern_has_one_place_for_the_amount(pattern: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'{HEIR}[changes.money]\npattern = {{en = "{pattern}"}}\n', encoding="utf-8")
    found = refused(path)
    assert any(each.startswith(f'money.pattern.en: "{pattern}" {problem}') for each in found), found


@pytest.mark.parametrize(
    ("part", "target"),
    [("spaces", 'do = "move_to", to = "nowhere"'), ("decks", 'do = "pay_or_draw", amount = 1, deck = "nowhere"')],
)
def test_ids__one_that_is_refused_hides_wrong_names_of_its_own_part_only(
    part: str, target: str, tmp_path: Path
) -> None:
    """An unknown name may mean the entry whose id is refused, so it is not reported until that is mended."""
    text, path = BASES["class_board"], tmp_path / "mine.toml"
    card = f'{{id = "new", title = {{en = "C", ru = "C"}}, {target}}}'
    for changed, is_reported in (
        (text, True),
        (text.replace('id = "museum"', 'id = "Museum!"'), part != "spaces"),
        (text.replace('[[decks]]\nid = "', '[[decks]]\nid = "X '), part != "decks"),
    ):
        path.write_text(changed.replace("cards = [\n", f"cards = [\n    {card},\n", 1), encoding="utf-8")
        problems = refused(path)
        assert any("nowhere" in problem for problem in problems) == is_reported
        assert not any("no deck with the id" in each for each in problems if each.startswith("spaces["))
