"""Files that were made to break what reads them: each is refused in words of our own, soon, and costs nothing else."""

import os
import re
import tomllib
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
import tomli_w

import monopoly_lab as ml
from monopoly_lab import Game, MonopolyLabError, Scenario
from monopoly_lab.common import file_access
from monopoly_lab.common.errors import DraftError, EditionError, SavedGameError, SeatError, UnfitFile
from monopoly_lab.game.scenarios import check_file, field_paths
from monopoly_lab.game.scenarios.draft import Draft
from monopoly_lab.game.scenarios.scenario_entries import scenario_entries
from monopoly_lab.widgets import autosave
from tests.sampled import sampled

HEAD = 'format = 1\nedition = "classic_us"\nseats = [{name = "Ann"}, {name = "Bo"}]\n'
PARTS = ("board", "numbers", "names", "decks", "money", "components", "rules")
HEIR = (
    'inherits = "PARENT"\nid = "mine"\ntitle = {en = "Mine"}\nlanguage = "en"\nrulebook = "classic_us"\n[provenance]\n'
    + "".join(f'{part} = {{from = "public"}}\n' for part in PARTS)
)
LINES = {
    "dotted key": ("zz" + ".a" * 20_000 + " = 1", "line 4: tables and lists are nested"),
    "list": ("zz = " + "[" * 1000 + "]" * 1000, "line 4: tables and lists are nested"),
    "list without an end": ("zz = " + "[" * 100_000, "line 4: tables and lists are nested"),
    "table": ("zz = " + "{a=" * 1000 + "1" + "}" * 1000, "line 4: tables and lists are nested"),
    "header": ("[" + ".".join("a" * 900) + "]", "line 4: tables and lists are nested"),
    "many tables": ("".join(f"a{n}.b.c.d.e.f.g = 1\n" for n in range(20_000)), "there are more than"),
    "digits": ("zz = " + "9" * 5000, "line 4: the number 999"),
    "hexadecimal": ("zz = 0x" + "f" * 20_000, "line 4: the number 0xf"),
    "long text": ('zz = "' + "x" * 1_000_001 + '"', "larger than 1 MB"),
    "long key": ("x" * 1_000_001 + " = 1", "larger than 1 MB"),
    "long note": ("# " + "x" * 1_000_001, "larger than 1 MB"),
    "text without an end": ('zz = """' + '\\"' * 100_000, "not TOML"),
    "line without an end": ('zz = "' + '\\"' * 100_000, "not TOML"),
}


def refused(path: Path) -> str:
    """What every way to read the file says, and it is the same."""
    said = set()
    for load in (Game.load, Scenario.load):
        with pytest.raises(MonopolyLabError) as caught:
            load(path)
        said.add(str(caught.value))
    said.add("\n".join(map(str, check_file(path))))
    assert len(said) == 1
    text = said.pop()
    assert text and len(text) < 20_000
    return text


@pytest.mark.parametrize("kind", sampled(LINES, list(LINES)[::2]))
def test_file__beyond_all_measure_is_refused_before_it_is_read(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (line, words), loads, read = LINES[kind], tomllib.loads, list[str]()
    monkeypatch.setattr(tomllib, "loads", lambda text: (read.append(text), loads(text))[1])  # type: ignore[func-returns-value]
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + line, "utf-8")
    assert words in refused(path)
    assert words == "not TOML" or not [text for text in read if line in text]
    tracemalloc.start()  # which makes reading slow: of those that were asked above, one
    with pytest.raises(SavedGameError):
        Draft.of(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10_000_000  # of some 200 kB; a pattern that looks at letters twice takes more
    edition = tmp_path / "edition.toml"
    edition.write_text(HEIR.replace("PARENT", "classic_us") + line.replace("[a.", "[provenance.a."), "utf-8")
    with pytest.raises(EditionError, match=re.escape(words.partition(": ")[2] or words)):
        ml.load_edition(edition)


def test_measure__leaves_alone_what_people_write() -> None:
    text = (
        'a.b = [[1, 2], {c = 0.12345678901234567890123, d = 1979-05-27}]\n# [[[[\ne = "[[[[" # {{{\nf = """\n[[["""\n'
    )
    assert file_access.parse_toml(text * 1)["a"]["b"][0] == [1, 2]
    assert file_access.parse_toml(f"k = [{'0.5, ' * 3000}]")
    assert file_access.parse_toml("".join(f'"{n}[[[" = "{"9" * 40}"\n' for n in range(1000)))
    assert file_access.parse_toml("abcdef0123456789abcdef0123456789 = 1")
    for path in [*Path(ml.__file__).parent.glob("*/*.toml"), *Path("scenarios").glob("*.toml")]:
        assert file_access.parse_toml(path.read_text("utf-8"))


def named(edition: str) -> Callable[[Path], None]:
    return lambda path: path.write_text(tomli_w.dumps({"format": 1, "edition": edition, "seats": [{"name": "Ann"}]}))


@pytest.mark.parametrize("name", ["\0.toml", "x" * 300 + ".toml", "a/" * 3000 + ".toml", "/dev/zero", "..", "."])
def test_names_of_editions__that_no_file_can_have(tmp_path: Path, name: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(tomli_w.dumps({"format": 1, "edition": name, "seats": [{"name": "Ann"}, {"name": "Bo"}]}), "utf-8")
    assert "edition" in refused(path)
    heir = tmp_path / "heir.toml"
    heir.write_text(tomli_w.dumps({"inherits": name, "id": "mine"}), "utf-8")
    with pytest.raises(EditionError):
        ml.load_edition(heir)
    assert check_file(heir)


@pytest.mark.parametrize("path", ["\0.toml", "x" * 300 + ".toml", "nowhere/x.toml", "/dev/zero", "."])
def test_paths__that_are_no_plain_file(path: str) -> None:
    for load in (Game.load, ml.load_edition):
        with pytest.raises(MonopolyLabError):
            load(Path(path))
    assert check_file(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names on this system")
def test_pipe__is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    assert "no plain file" in refused(tmp_path / "pipe.toml")


def parent_not_text(path: Path) -> None:
    path.write_bytes(b"\xff\xfe")


def parent_in_a_circle(path: Path) -> None:
    path.symlink_to(path)


@pytest.mark.parametrize("make", [parent_not_text, parent_in_a_circle, Path.mkdir, lambda path: path.write_text("]]")])
def test_parents__that_cannot_be_read(tmp_path: Path, make: Callable[[Path], object]) -> None:
    make(tmp_path / "parent.toml")
    path = tmp_path / "heir.toml"
    path.write_text(HEIR.replace("PARENT", "parent.toml"), "utf-8")
    with pytest.raises(EditionError):
        ml.load_edition(path)
    assert check_file(path)


def test_parents__in_a_long_row(tmp_path: Path) -> None:
    for n in range(1000):
        parent = f"c{n + 1}.toml" if n < 999 else "classic_us"
        (tmp_path / f"c{n}.toml").write_text(HEIR.replace("PARENT", parent), "utf-8")
    with pytest.raises(EditionError, match="more than 8 editions"):
        ml.load_edition(tmp_path / "c0.toml")
    assert ml.load_edition(tmp_path / "c995.toml").id == "mine"


def many(**content: object) -> dict[str, object]:
    return {"format": 1, "edition": "classic_us", "seats": [{"name": "Ann"}, {"name": "Bo"}], **content}


LONG = {
    "seats": many(seats=[{"name": f"p{n}"} for n in range(10_000)]),
    "same seats": many(edition="nowhere", seats=[{"name": "Ann"} for _ in range(3000)]),
    "deeds": many(start={"deeds": {"Ann": ["baltic"] * 10_000}}),
    "mortgaged": many(start={"mortgaged": [f"balti{n}" for n in range(5000)]}),
    "options": many(options={f"jail_exit{n}": 1 for n in range(5000)}),
    "keys": many(**{f"key{n}": 1 for n in range(20_000)}),
    "title": many(title=["x" * 900_000]),
    "script": many(script=["build " + "x" * 900_000]),
}


@pytest.mark.parametrize("kind", sampled(LONG, ["same seats", "deeds", "script"]))
def test_long_inputs__are_refused_in_a_few_lines(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(tomli_w.dumps(LONG[kind]), "utf-8")
    assert refused(path).count("\n") <= 110


def test_game__of_ten_thousand_seats_is_refused_at_once() -> None:
    with pytest.raises(SeatError, match="10000"):
        Game("classic_us", players=[f"p{n}" for n in range(10_000)])


@pytest.mark.parametrize(
    "name", ["An\u200bn", "\u202eAnn", "\u2066Ann", "Ann\u200d", "\x07Ann", "\u3164", "x" * 61, "Ann\ud800"]
)
def test_names__that_cannot_be_seen_are_refused(name: str) -> None:
    with pytest.raises(SeatError):
        Game("classic_us", players=[name, "Bo"])


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "\u0410nn"), ("Ann", "\uff21nn"), ("Bo", "\u0412o"), ("Cy", "\u0441\u0443")]
)
def test_names__that_look_alike_are_refused(one: str, other: str) -> None:
    with pytest.raises(SeatError, match=r"looks like|twice|same"):
        Game("classic_us", players=[one, other])
    Game("classic_us", players=["Аня", "Вова", "Боб"])


def test_gallery__one_bad_file_costs_one_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "good.toml").write_text(HEAD, "utf-8")
    (tmp_path / "deep.toml").write_text("zz = " + "[" * 1000 + "]" * 1000)
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "circle.toml").symlink_to(tmp_path / "circle.toml")
    (tmp_path / ".new-1.toml").write_text("x")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.toml")).write_text(HEAD, "utf-8")
    own = [entry for entry in scenario_entries(tmp_path) if entry.is_own]
    assert len(own) == 6
    assert sorted(entry.name for entry in own if not entry.problems) == ["?", "good"]
    gallery = ml.Gallery(folder=tmp_path)
    gallery._message(None, {"act": "show", "value": "light"}, None)
    assert "good: " in gallery.summary()


def test_gallery__a_mistake_of_ours_costs_one_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.toml").write_text(HEAD, "utf-8")

    def breaks(*_: object) -> None:
        raise KeyError("a mistake")

    monkeypatch.setattr(Scenario, "load", breaks)
    problems = next(entry.problems for entry in scenario_entries(tmp_path) if entry.is_own)
    assert len(problems) == 1 and "a mistake" in problems[0].message


def test_seats__by_the_thousand_are_refused_before_their_names_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file's own check looks at as many as can play; the builder, that mends files, has to give up."""
    compared = []
    monkeypatch.setattr(field_paths, "name_problem", lambda *given: compared.append(given))
    seats = [{"name": f"p{n}"} for n in range(1000)]
    path = tmp_path / "mine.toml"
    path.write_text(tomli_w.dumps({"format": 1, "edition": "classic_us", "seats": seats}), "utf-8")
    assert "1000 players; this game takes 2 to 8" in refused(path)
    draft = Draft()
    compared.clear()
    for take in (
        lambda: Draft.of(path),
        lambda: ml.ScenarioBuilder(path),
        lambda: draft.set("seats", seats),
        lambda: draft.replace({"seats": seats}),
    ):
        with pytest.raises(DraftError, match="1000 players; this game takes"):
            take()
    assert not compared and draft.seats == 2 and not draft.can_undo
    gallery = ml.Gallery(folder=tmp_path)
    gallery._message(None, {"act": "change", "value": "mine"}, None)
    assert not compared and gallery.builder is None


def test_save__follows_a_link_and_refuses_what_is_no_file(tmp_path: Path) -> None:
    game = Game("classic_us", seed=1)
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "game.toml").write_text("")
    (tmp_path / "link.toml").symlink_to(tmp_path / "real" / "game.toml")
    game.save(tmp_path / "link.toml")
    assert (tmp_path / "link.toml").is_symlink()
    assert Game.load(tmp_path / "real" / "game.toml").state == game.state
    for name in ("real", "/dev/null"):
        with pytest.raises(UnfitFile, match="no plain file"):
            game.save(tmp_path / name)
    assert Path("/dev/null").is_char_device()


AUTOSAVES = [
    "]",
    "branch = 1",
    'branch = "main"\nbranches = 1',
    'branch = "main"\nbranches = [1]',
    'branch = ["main"]\nbranches = [{name = ["main"], game = "x"}]',
    'branch = 1\nbranches = [{name = 1, game = "x"}]',
    'branch = "main"\nbranches = [{name = "main", game = 1}]',
    'branch = "main"\nbranches = [{name = "main", game = "]"}]',
    'branch = "main"\nbranches = [{name = "main", game = "script = 1"}]',
    "zz = " + "[" * 1000 + "]" * 1000,
]


@pytest.mark.parametrize("text", AUTOSAVES)
def test_autosave__what_is_none_is_said_when_a_browser_arrives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv(autosave.VARIABLE, str(tmp_path))
    game = Game("classic_us", seed=1)
    path = autosave.file_of(game)
    assert path is not None
    path.write_text(text, "utf-8")
    table = ml.Table(game)
    table._carry_out("here", "", {})
    table._carry_out("resume", "", {})
    assert table._view.parts["problem"]
    with pytest.raises(SavedGameError):
        ml.Table.resume(game)
