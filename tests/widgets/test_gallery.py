"""The gallery's side in the kernel: its cards, what they say of a file with mistakes, the table they open."""

import asyncio
import re
import tomllib
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import DraftError, SavedGameError
from monopoly_lab.game.scenarios import check_file
from monopoly_lab.lessons import teacher_guide
from monopoly_lab.lessons.lesson_notebooks import lesson_names
from monopoly_lab.widgets import gallery

BROKEN = """
format = 1
edition = "classic_us"
title = "Three mistakes"
seats = [{name = "Ann"}, {name = "Bo"}]
[start]
cash = {Ann = -5, Cy = 3}
deeds = {Ann = ["boardwlk"]}
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with a scenario that is right, one with three mistakes, one that is no TOML."""
    right = ml.Scenario.load("casino").path.read_text(encoding="utf-8")
    (tmp_path / "right.toml").write_text(right, encoding="utf-8")
    (tmp_path / "casino.toml").write_text(right.replace("The casino:", "My casino:"), encoding="utf-8")
    (tmp_path / "broken.toml").write_text(BROKEN, encoding="utf-8")
    (tmp_path / "no.toml").write_text("not = [toml", encoding="utf-8")
    return tmp_path


@cache
def shipped() -> ml.Gallery:
    """For tests that do nothing with it."""
    return ml.Gallery()


def pictured(gallery: "ml.Gallery") -> list[tuple[Any, Any]]:
    """What is sent when the gallery is first shown."""
    sent: list[tuple[Any, Any]] = []
    gallery._cards.send = lambda content, buffers=None: sent.append((content, buffers))
    gallery._message(None, {"act": "show", "value": "light"}, [])
    return sent


def test_cards__one_for_each_scenario_with_its_facts_and_a_described_picture() -> None:
    gallery = ml.Gallery()
    sent = pictured(gallery)
    assert sorted(entry.name for entry in gallery.entries) == ml.scenarios()
    assert [content["picture"] for content, _ in sent] == list(range(len(ml.scenarios())))
    assert sum(len(buffers[0]) for _, buffers in sent) < 10_000 * len(sent)
    for entry, card, (content, _) in zip(gallery.entries, gallery._cards.cards, sent):
        scenario = ml.Scenario.load(entry.name)
        assert f"{scenario.minutes} minutes" in card and f"{len(scenario.players)} players" in card
        assert scenario.lesson and f"Topic: {scenario.lesson}" in card
        assert content["alt"].startswith("The board of ") and scenario.players[0] in content["alt"]


def test_cards__say_where_an_edition_is_reconstructed() -> None:
    cards = {entry.name: card for entry, card in zip(shipped().entries, shipped()._cards.cards)}
    origins = {entry["from"] for entry in ml.load_edition("ukraine").content["provenance"].values()}
    assert "reconstruction" in origins and "reconstructed: " in cards["casino"]
    assert "reconstructed" not in cards["born_ahead"]  # classic_us: public tables and rule books only


def test_filter__lists_the_editions_by_family_each_once() -> None:
    families = dict(shipped()._browser_words()["editions"])
    frame = ml.editions_frame("en")
    there = {ml.Scenario.load(name).edition.id for name in ml.scenarios()}
    assert {id_ for pairs in families.values() for id_, _ in pairs} == there
    for family, pairs in families.items():
        assert [frame.loc[id_, "family"] for id_, _ in pairs] == [family] * len(pairs)
    assert families["For children"] == [["junior", "Junior"], ["junior_fair", "Junior, the fairground"]]


def test_filter__by_edition_and_by_topic() -> None:
    gallery = ml.Gallery()
    ukrainian = {name for name in ml.scenarios() if ml.Scenario.load(name).edition.id == "ukraine"}
    assert set(gallery.choose(edition="ukraine")) == ukrainian
    taxes = {name for name in ukrainian if ml.Scenario.load(name).lesson == "taxes"}
    assert set(gallery.choose(edition="ukraine", topic="taxes")) == taxes == {"tax_administration"}
    assert gallery.summary() == "tax_administration: Held at the tax administration (ukraine, taxes, 15 minutes)"
    assert len(gallery.choose()) == len(ml.scenarios())


def test_open__a_click_opens_the_table_at_the_start_with_its_script_to_redo() -> None:
    gallery = ml.Gallery()
    gallery._message(None, {"act": "open", "value": "casino"}, [])
    assert gallery.table is not None and gallery._below.children == (gallery.table.widget,)
    assert gallery.table.game.answers == () and len(gallery.table.game.undone) == 10
    assert "The casino" in gallery._cards.opened
    gallery._message(None, {"act": "back"}, [])
    assert gallery._below.children == () and gallery._cards.opened == ""


def test_open__an_unknown_name_is_refused_and_what_is_open_stays() -> None:
    gallery = ml.Gallery()
    gallery.open("casino")
    with pytest.raises(DraftError, match=r'no scenario "cassino" here \(did you mean "casino"\?\)'):
        gallery.open("cassino")
    assert gallery._below.children
    gallery._message(None, {"act": "open", "value": "cassino"}, [])
    assert "cassino" in gallery._cards.problem


def test_folder__own_scenarios_come_first_and_a_shipped_name_keeps_its_meaning(own: Path) -> None:
    gallery = ml.Gallery(folder=own)
    assert [entry.name for entry in gallery.entries[:4]] == ["broken", "casino.toml", "no", "right"]
    assert gallery.open("casino")[0].startswith("The casino")
    assert gallery.open("casino.toml")[0].startswith("My casino")
    assert "your own" in gallery._cards.cards[3]


def test_folder__a_file_with_mistakes_is_a_card_that_says_what_check_says(own: Path) -> None:
    gallery = ml.Gallery(folder=own)
    told = {content["card"]: content["markup"] for content, _ in pictured(gallery) if "card" in content}
    for number, file in ((0, "broken.toml"), (2, "no.toml")):
        problems = check_file(own / file)
        assert problems
        for problem in problems:
            assert problem.message.replace('"', "&quot;") in told[number]
    with pytest.raises(SavedGameError, match="boardwlk"):
        gallery.open("broken")
    assert "broken: 3 mistakes" in gallery.summary()


def test_change__what_was_not_saved_is_there_again_until_it_is(own: Path) -> None:
    gallery = ml.Gallery(folder=own)

    def opened() -> ml.ScenarioBuilder:
        gallery.change("right")
        assert gallery.builder is not None
        return gallery.builder

    first = opened()
    gallery.back()
    assert opened() is not first  # nothing was changed
    opened().set("title", "Changed")
    gallery.back()
    gallery.change("casino")
    gallery.open("casino")
    gallery.back()
    assert opened().get("title") == "Changed"
    opened().save(own / "right.toml", overwrite=True)
    gallery.back()
    (own / "right.toml").write_text((own / "right.toml").read_text().replace("Changed", "By hand"))
    assert opened().get("title") == "By hand"


def test_folder__that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DraftError, match="nowhere"):
        ml.Gallery(folder=tmp_path / "nowhere")


def test_show__gives_the_kernel_back_between_pictures() -> None:
    gallery = ml.Gallery()
    made: list[int] = []
    gallery._picture = lambda number, theme: made.append(number)  # type: ignore[method-assign]

    async def watch() -> list[int]:
        gallery._message(None, {"act": "show", "value": "dark"}, [])
        seen = []
        while len(made) < len(gallery.entries):
            await asyncio.sleep(0)
            seen.append(len(made))
        return seen

    with ThreadPoolExecutor(1) as alone:  # a browser that other tests have open keeps a loop running in this one
        seen = alone.submit(asyncio.run, watch()).result()
    assert seen == list(range(1, len(gallery.entries) + 1))


def test_message__what_is_no_act_is_passed_over() -> None:
    gallery = ml.Gallery()
    for content in (None, "open", {"act": "fly"}, {}):
        gallery._message(None, content, [])
    assert gallery._cards.problem == ""


@pytest.mark.parametrize("name", ml.scenarios())
def test_lesson__every_shipped_scenario_names_one(name: str) -> None:
    assert tomllib.loads(ml.Scenario.load(name).path.read_text(encoding="utf-8"))["lesson"]


def test_guide__is_a_page_beside_the_lessons_with_a_link_to_each() -> None:
    text = (teacher_guide.delivery.home() / "notebooks" / teacher_guide.FILE).read_text(encoding="utf-8")
    for each in teacher_guide.guide_entries():
        heading = f"### {each.number} {each.title}\n\n[{each.name}.ipynb]({each.name}.ipynb)\n"
        assert heading in text, "run `monopoly-lab regenerate` on a lesson"
    ukrainian = teacher_guide.markdown("uk")
    rows = [row for row in ukrainian.splitlines() if row.startswith("| [")]
    assert len(rows) == len(lesson_names()) and all(row.count(" | ") == 3 for row in rows)
    assert "у кожного свої" in ukrainian and "each student’s own" in text and "the same for all" in text
    frame = ml.lessons_frame()
    assert frame.own_answers["07_who_wins"] and not frame.own_answers["09_liquidity_or_solvency"]


def test_guide__has_topics_and_every_scenario_leads_to_a_lesson_that_treats_its_own() -> None:
    gallery = shipped()
    for each in teacher_guide.guide_entries():
        assert (
            each.topics and f'data-lesson="{each.name}" data-topics="{"|".join(each.topics)}"' in gallery._cards.guide
        )
    for entry, card in zip(gallery.entries, gallery._cards.cards):
        found = teacher_guide.lessons_on(entry.text("lesson"))
        assert found, f"{entry.name}: no lesson has the topic {entry.text('lesson')!r}"
        assert all(f'data-act="lesson" data-value="{each.name}"' in card for each in found)
    assert set(ml.lessons_frame("economics", topic="inequality").index) >= {"20_born_ahead", "49_more_equal"}
    with pytest.raises(ml.LessonError, match=r'no topic auction; .*did you mean "auctions"'):
        ml.lessons_frame(topic="auction")
    with pytest.raises(ml.LessonError, match="no course alchemy"):
        ml.lessons_frame("alchemy")


def test_guide__is_folded_and_not_where_a_class_looks_on(monkeypatch: pytest.MonkeyPatch) -> None:
    first = shipped()._cards.guide
    assert "Guide for teachers" in first and "Should she build?" in first and "statistics" in first
    assert "An interval that holds 0" in first and '<details class="ml-guide"><summary>' in first
    assert "monopoly-lab" not in first and "06_should" not in re.sub("<[^>]*>", "", first)
    monkeypatch.setenv("MONOPOLY_LAB_FILES", "off")
    shown = ml.Gallery()
    assert not shown._cards.guide and not [markup for markup in shown._cards.cards if "ml-tile-lesson" in markup]
    assert not [markup for markup in shown._cards.cards if "146/216" in markup]
    assert not [markup for markup in shown._cards.cards if "For the teacher" in markup]
    assert not [entry for entry in shown.entries if "For the teacher" in gallery.bar(entry, shown.words)]


@pytest.mark.parametrize("lang", ["ru", "uk"])
def test_topics__have_one_word_each_in_the_language_of_the_gallery(lang: str) -> None:
    """Those of lessons and of scenarios, and a card still leads to the lessons that treat its topic."""
    gallery = ml.Gallery(lang)
    pairs = gallery._cards.words["topics"][0][1]
    told = [words for _, words in pairs] + [teacher_guide.topic_in_words(each, lang) for each in teacher_guide.topics()]
    assert not [words for words in told if re.search("[A-Za-z]", words)]
    assert len({words for _, words in pairs}) == len(pairs)
    for entry in gallery.entries:
        assert entry.text("lesson") == teacher_guide.topic_in_words(entry.content["lesson"], lang), entry.name
    (words,) = [words for topic, words in pairs if topic == "auctions"]
    assert gallery.choose(topic=words) == gallery.choose(topic="auctions") != []
    assert "ml-tile-lesson" in "".join(gallery._cards.cards)
