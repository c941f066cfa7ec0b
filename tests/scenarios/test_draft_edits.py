"""Edits of a scenario being written by seat, by space and by index, at the edges."""

from typing import Any

import pytest

from monopoly_lab.common.errors import DraftError
from monopoly_lab.game.scenarios.draft import Draft


def under_way() -> Draft:
    return Draft.of("game_under_way")


# Places by seat and by space


def test_get__a_seat_that_is_not_there_has_nothing() -> None:
    assert Draft().get("players[9].cash") is None
    assert under_way().get("players[9].cash") is None
    assert under_way().get("players[0].loans") is None


@pytest.mark.parametrize("place", ["players[{n}].cash", "script[{n}]", "start.position.Ann[{n}]", "seats[{n}]"])
def test_get__an_index_of_any_length_leads_nowhere(place: str) -> None:
    for n in ("9" * 5000, "9" * 9, "٣"):
        assert under_way().get_or_none(place.format(n=n)) is None
    draft = under_way()
    for where in ("script" + "[0]" * 5000, "players[0].deeds" + "[0]" * 5000, "title" + ".a" * 5000):
        with pytest.raises(DraftError, match="is no place in a scenario"):
            draft.set(where, 1)


def test_set__a_value_too_deep_or_too_long_for_a_file_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(3000):
        deep = [deep]
    draft = under_way()
    with pytest.raises(DraftError, match="nested more than 24 deep"):
        draft.set("title", deep)
    with pytest.raises(DraftError, match="cannot be written to a file"):
        draft.set("seed", 10**5000)
    assert draft.content == under_way().content


def test_set__an_entry_of_a_list_by_seat() -> None:
    draft = under_way()
    draft.set("players[0].position", ["go"])
    draft.set("players[0].position[1]", "boardwalk")
    assert draft.get("start.position.Ann") == ["go", "boardwalk"]
    assert draft.get("players[0].position[1]") == "boardwalk"
    draft.set("players[0].position[0]", None)
    assert draft.get("seats[0].position") == ["boardwalk"] and "position" not in draft.content["seats"][0]
    for place in ("players[0].cash[0]", "players[0].deeds.x", "players[0].deeds[x]"):
        with pytest.raises(DraftError, match="is no place in a scenario"):
            draft.set(place, 3)
        assert draft.get_or_none(place) is None
    for place in ("seats[0]\n", "spaces.boardwalk.owner\n"):
        with pytest.raises(DraftError, match="no place"):
            draft.set(place, None)


def test_set__a_name_with_brackets_is_one_player() -> None:
    draft = Draft({"format": 1, "edition": "classic_us", "seats": [{"name": "A[1]"}, {"name": "B"}]})
    draft.set("players[0].deeds", ["boardwalk"])
    assert draft.get("start.deeds") == {"A[1]": ["boardwalk"]} and draft.problems() == []


def test_set__an_unknown_edition_or_player_is_refused_as_an_edit() -> None:
    draft = under_way()
    before = draft.content
    for place, value in (("spaces.nowhere.mortgaged", True), ("spaces.99.owner", None), ("spaces.boardwalk.owner", "")):
        with pytest.raises(DraftError):
            draft.set(place, value)
    assert draft.content == before
    draft.set("edition", "nowhere")
    with pytest.raises(DraftError, match="there is no edition"):
        draft.set("spaces.boardwalk.owner", "Ann")


def test_set__a_deed_is_not_given_to_a_seat_without_a_name() -> None:
    draft = under_way()
    draft.set("spaces.boardwalk.owner", "Ann")
    draft.add_seat("")
    with pytest.raises(DraftError, match="is no player here"):
        draft.set("spaces.boardwalk.owner", "")
    assert draft.get("spaces.boardwalk.owner") == "Ann"


# Seats that come, go and move


@pytest.mark.parametrize("name", [None, "", "Ann", 5])
def test_remove_seat__without_a_valid_name(name: Any) -> None:
    draft = under_way()
    seats = draft.content["seats"]
    draft.set("seats[4]", {"name": name} if name is not None else {})
    draft.remove_seat(4)
    assert draft.content["seats"] == seats and draft.problems() == []
    draft.set("seats[4]", {"name": name} if name is not None else {})
    draft.set("seats[4]", None)
    assert draft.content["seats"] == seats and draft.problems() == []


def test_remove_seat__nothing_in_the_start_names_it_any_more() -> None:
    start = {
        **{"turn": " bo ", "first": "BO", "out": ["bo"], "speed_die": ["Bo"], "round": 2},
        **{"loans": {"Bo": 5}, "missed": {"Bo": 1}, "cash": {"bo": 3, "Ann": 4}, "deeds": {" Bo": ["boardwalk"]}},
    }
    seats = [{"name": name} for name in ("Ann", "Bo", "Cy")]
    draft = Draft({"format": 1, "edition": "classic_us", "seats": seats, "start": start})
    draft.remove_seat(1)
    assert draft.get("start") == {"round": 2, "cash": {"Ann": 4}} and draft.problems() == []
    draft.undo()
    draft.set("seats[1]", None)
    assert draft.get("start") == {"round": 2, "cash": {"Ann": 4}} and draft.get("seats[1].name") == "Cy"


def test_seats__lists_by_seat_among_the_options_follow() -> None:
    seats = [{"name": name} for name in ("Ann", "Bo", "Cy")]
    roles = ["monopolist", "competitor", "competitor"]
    later = [{"round": 5, "options": {"salaries": [1, 2, 3]}}]
    options = {"roles": roles, "salaries": [10, 20, 30], "dice": [2, 2], "changes": later}
    draft = Draft({"format": 1, "edition": "anti_monopoly", "seats": seats, "options": options})
    draft.move_seat(0, 2)
    assert draft.get("options.roles") == ["competitor", "competitor", "monopolist"]
    assert draft.get("options.salaries") == [20, 30, 10] and draft.get("options.dice") == [2, 2]
    assert draft.get("options.changes") == [{"round": 5, "options": {"salaries": [2, 3, 1]}}]
    draft.remove_seat(0)
    assert draft.get("options.roles") == ["competitor", "monopolist"] and draft.get("options.salaries") == [30, 10]


def test_seats__of_a_draft_with_no_list_of_them() -> None:
    for seats in (5, "x", {"a": 1}, None):
        draft = under_way()
        draft.set("seats", seats)
        draft.add_seat("Zoe")
        assert draft.get("seats") == [{"name": "Zoe"}] and draft.name_of_seat(0) == "Zoe"
        with pytest.raises(DraftError, match="there is no seat 1"):
            draft.remove_seat(1)


def test_together__a_seat_that_is_added_is_known_at_once() -> None:
    draft = under_way()
    before = draft.content
    names = [seat["name"] for seat in before["seats"]]

    def act() -> None:
        draft.add_seat("Eve")
        draft.set("players[4].cash", 77)
        draft.set("spaces.boardwalk.owner", "Eve")
        draft.move_seat(4, 0)
        with pytest.raises(DraftError):
            draft.set("spaces.boardwalk.owner", "nobody")

    draft.group_edits(act)
    assert [seat["name"] for seat in draft.get("seats")] == ["Eve", *names]
    assert draft.get("players[0].cash") == 77 and draft.get("spaces.boardwalk.owner") == "Eve"

    def act_again() -> None:
        draft.add_seat("Fay")
        draft.remove_seat(0)
        draft.remove_seat(4)

    draft.group_edits(act_again)
    assert [seat["name"] for seat in draft.get("seats")] == names
    draft.undo()
    draft.undo()
    assert draft.content == before


def test_rename__the_promised_shares_follow() -> None:
    content = under_way().content | {"play": {"games": 5, "wins": {"Bo": [0, 100]}}}
    content["start"]["turn"] = " bo "
    draft = Draft(content)
    draft.set("seats[1].name", "Robert")
    assert draft.get("play.wins") == {"Robert": [0, 100]} and draft.get("start.turn") == "Robert"
