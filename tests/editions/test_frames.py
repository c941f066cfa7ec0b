"""Deeds and options of an edition as tables."""

import pandas as pd
import pytest

import monopoly_lab as ml
from monopoly_lab.editions import OPTIONS
from monopoly_lab.editions.policies import POLICIES


def test_deeds_frame__has_what_the_title_deeds_say() -> None:
    """The title deeds of Boardwalk, Reading Railroad and Electric Company, as printed."""
    deeds = ml.load_edition("classic_us").deeds_frame()
    assert deeds.shape == (28, 14)
    boardwalk = deeds.loc["boardwalk"]
    assert [boardwalk[name] for name in ("index", "price", "mortgage", "house")] == [39, 400, 200, 200]
    assert [boardwalk[f"rent_{n}"] for n in range(6)] == [50, 200, 600, 1400, 1700, 2000]
    reading = deeds.loc["reading"]
    assert [reading[f"rent_{n}"] for n in range(4)] == [25, 50, 100, 200]
    assert reading["rent_4"] is pd.NA and reading["house"] is pd.NA
    assert [deeds.loc["electric"][f"rent_{n}"] for n in range(2)] == [4, 10]


@pytest.mark.parametrize("edition", ml.editions())
def test_deeds_frame__has_every_deed_of_every_edition(edition: str) -> None:
    loaded = ml.load_edition(edition)
    assert len(loaded.deeds_frame()) == loaded.deeds


@pytest.mark.parametrize("lang", ml.languages())
def test_editions_frame__has_every_edition_with_its_family_and_what_is_special(lang: str) -> None:
    frame = ml.editions_frame(lang)
    assert list(frame.index) == ml.editions()
    facts = ["title", "family", "languages", "players", "spaces", "special", "reconstruction", "unverified"]
    assert list(frame) == facts
    assert frame["special"].str.len().min() > 10 and frame["title"].is_unique
    assert frame[["reconstruction", "unverified"]].stack().between(0, 1).all()


def test_editions_frame__counts_both_kinds_of_doubt_by_hand() -> None:
    """By their own notes: parts of seven that are, or hold a point that is, a reconstruction or general knowledge."""
    frame = ml.editions_frame("en")
    parts = {
        "classic_us": (0, 0),  # a profile is no part of the edition
        "classic_london": (0, 1),  # the decks
        "anti_monopoly": (1, 0),  # three points of the rules
        "junior_fair": (0, 3),  # money, components, rules
        "junior": (2, 0),  # cards of tokens that nobody plays; who begins
        "russia_cities": (2, 0),  # components; the fine
    }
    for name, (made_up, unverified) in parts.items():
        row = frame.loc[name]
        assert (row["reconstruction"], row["unverified"]) == pytest.approx((made_up / 7, unverified / 7)), name
    # of ten parts: three made up; of one, the characters, those that are not in the box are general knowledge
    assert frame.loc["gamer", "unverified"] == pytest.approx(1 / 10)


@pytest.mark.parametrize("edition", ml.editions())
def test_provenance__no_point_that_is_made_up_hides_in_the_note_of_a_public_part(edition: str) -> None:
    for part, origin in ml.load_edition(edition).provenance.items():
        if origin.source in ("public", "rulebook"):
            assert "reconstruct" not in origin.note and "general knowledge" not in origin.note, part


def test_editions_frame__of_the_class_board() -> None:
    """Made up but for the rules, which are those of the rouble rule book: six parts of seven."""
    row = ml.editions_frame("en").loc["class_board"]
    assert (row["family"], row["players"], row["spaces"]) == ("For a lesson", "2 .. 4", 10)
    assert row["reconstruction"] == pytest.approx(6 / 7)


@pytest.mark.parametrize("lang", ml.languages())
def test_options__says_all_of_every_option(lang: str) -> None:
    options = ml.options("classic_us", lang=lang)
    assert list(options.index) == [*OPTIONS, *POLICIES, "changes"]
    assert dict(options["value"][: len(OPTIONS)]) == ml.load_edition("classic_us").resolve()
    assert options["meaning"].str.len().min() > 5 and options["takes"].str.len().min() > 3


def test_options__are_chosen_by_key_or_topic_and_seen_under_others() -> None:
    assert list(ml.options("classic_us", "mode", "free_parking").index[:1]) == ["mode"]
    fine = ml.options("classic_us", "jail_exit", under={"jail_exit.fine": 70}).loc["jail_exit.fine"]
    assert fine["value"] == 70
    assert ml.options("gamer", "mode").loc["mode", "takes"] == "standard, short, timed"


def test_options__lists_and_tables_have_rows_too() -> None:
    changes = [{"round": 3, "options": {"salary": 0}}]
    found = ml.options("classic_us", "rent_scale", "changes", under={"rent_scale": 50, "changes": changes})
    assert dict(found["value"]) == {"rent_scale": 50, "changes": changes}
    assert found.loc["rent_scale", "takes"] == "a number for all groups or a table by group, each 0 .. 1000"


def test_options__a_wrong_key_gets_the_nearest() -> None:
    with pytest.raises(ml.OptionError, match=r"jail_exit\.fine"):
        ml.options("classic_us", "jail_exit.fin")
