"""The table's side in the kernel: what it sends, what it refuses, how it plays on by itself."""

import asyncio
import gzip
import json
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import monopoly_lab as ml
from monopoly_lab.widgets import chart_data, table_panels
from monopoly_lab.widgets.html_elements import Words
from monopoly_lab.widgets.table_view import TableView
from tests.sampled import EDITIONS, FEW, sampled

CLICK = 20_000  # bytes that one click may send, charts left out

ENGLISH = Words("en")


def table_under_way() -> "ml.Table":
    return ml.Table(ml.Scenario.load("game_under_way").game(seed=7))


@pytest.fixture
def messages(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What any table sends from here on, as it goes over the wire."""
    found: list[bytes] = []
    monkeypatch.setattr(TableView, "send", lambda face, content, buffers=(): found.append(wire(content, *buffers)))
    monkeypatch.setattr(TableView, "send_state", lambda face, key=None: found.append(wire(face.get_state(key))))
    return found


def wire(content: object, *buffers: bytes) -> bytes:
    return b"".join([json.dumps(content, ensure_ascii=False).encode(), *buffers])


@pytest.mark.parametrize("tab", ["deed", "manage", "trade", "log", "worth", "seats", "time", "keep"])
def test_state__a_click_sends_one_message_of_at_most_20_kB(tab: str, messages: list[bytes]) -> None:
    table = table_under_way()
    table._view.selected, table._view.tab = 16, tab
    messages.clear()
    table.press("roll 6 4")
    assert len(messages) == 1 and len(messages[0]) <= CLICK


def test_table__that_goes_on_asks_the_person_only() -> None:
    players = [("Ann", None), ("Bo", "balanced"), ("Cy", "greedy")]
    table = ml.Table(ml.Game("classic_us", players=players, seed=3), goes_on=True)
    waiting = ml.Table(ml.Game("classic_us", players=players, seed=3))
    asked = set()
    for _ in range(30):
        assert table.game.node is not None and table.game.node.player == "Ann"
        asked.add(table.game.round)
        choices = getattr(table.game.node, "texts", ())
        table._carry_out("press", choices[0], {}) if choices else table._carry_out("luck", "", {})
    assert max(asked) >= 2
    table._carry_out("undo", "", {})
    here = len(table.game.answers)
    table._carry_out("undo", "", {})
    assert len(table.game.answers) == here - 1  # what is taken back is not played again at once
    waiting._carry_out("luck", "", {})
    assert waiting.game.node is not None and waiting.game.node.player == "Bo"


@pytest.mark.parametrize("edition", sampled(ml.editions(), FEW, EDITIONS))
def test_state__every_edition_with_its_most_players(edition: str, messages: list[bytes]) -> None:
    most = ml.Game(edition).tables.o_players_max
    bots = [(f"Player {n}", "balanced") for n in range(1, most + 1)]
    table = ml.Table(ml.Game(edition, players=bots, seed=1))
    table.game.run(rounds=12)
    table.refresh()
    messages.clear()
    for _ in range(60):
        table.play_on("step")
    table.undo()
    assert max(map(len, messages)) <= CLICK and len(messages) <= 61
    assert len(table._view.parts["facts"]) == len(table._view.parts["deeds"]) == table.game.tables.spaces


@pytest.mark.full
@pytest.mark.parametrize("edition", sorted({*ml.editions()} - {*EDITIONS}))
def test_table__of_each_other_edition_is_drawn_with_its_most_players(edition: str) -> None:
    most = ml.Game(edition).tables.o_players_max
    game = ml.Game(edition, players=[(f"Player {n}", "balanced") for n in range(most)], seed=1)
    game.run(rounds=8)
    table = ml.Table(game)
    table.play_on("step")
    assert len(table._view.parts["facts"]) == len(table._view.parts["deeds"]) == game.tables.spaces


def test_state__what_is_sent_makes_the_whole_of_what_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []

    def send(face: TableView, content: dict[str, Any], buffers: Sequence[bytes] = ()) -> None:
        sent.append(json.loads(gzip.decompress(buffers[0]) if content.get("packed") else json.dumps(content)))

    monkeypatch.setattr(TableView, "send", send)
    table = table_under_way()
    window = json.loads(json.dumps(table._view.get_state(["parts"])["parts"]))
    sent.clear()
    for player in table.game.players:
        table.game.seat(player, "balanced")
    for act in ("step", "step", "turn", "undo", "undo", "redo", "round", "undo"):
        table._carry_out(act, "", {})
        for message in sent:
            for section, change in message["patch"].items():
                old = window[section]
                window[section] = [
                    p for each in change for p in ([each] if isinstance(each, str) else old[slice(*each)])
                ]
            window["number"] = message["number"]
        sent.clear()
        assert window == table._view.parts


def test_state__a_window_that_missed_a_message_gets_everything(messages: list[bytes]) -> None:
    table = table_under_way()
    messages.clear()
    table._view._message(None, {"act": "resend"}, None)
    packed = messages[0].removeprefix(b'{"packed": true}')
    assert json.loads(gzip.decompress(packed)) == {"whole": table._view.parts}


@pytest.mark.parametrize(
    ("act", "value", "form", "said"),
    [
        ("text", "", {"text": ["fly home"]}, "fly"),
        ("sum", "bid", {"sum": ["much"]}, "much"),
        ("branch", "", {"name": ["  "]}, "needs a name"),
        ("branch", "", {"name": ["main line"]}, "main line"),
        ("file", "save", {"file": [""]}, "needs a name"),
        ("file", "load", {"file": ["nowhere.toml"]}, "nowhere.toml"),
        ("file", "save", {"file": ["/proc/nowhere/x.toml"]}, "nowhere"),
        ("upload", "not = [toml", {}, "upload.toml"),
        ("upload", "not = [toml", {"name": ["../my game?.toml"]}, "my game?.toml:"),
        ("upload", "x" * 1_200_000, {"name": ["large.toml"]}, "larger than 1 MB"),
        ("build_row", "Ann:0", {}, "does not belong to Ann"),
        ("press", "Cy: build boardwalk", {}, "needs $200"),
    ],
)
def test_bad_input__is_said_and_changes_nothing(act: str, value: str, form: dict[str, list[str]], said: str) -> None:
    table = table_under_way()
    before = table.game.to_toml()
    table._carry_out(act, value, form)
    assert said in table._view.section_markup("problem")
    assert table.game.to_toml() == before


def test_trade__worth_after_the_deal_and_reason_of_a_refusal() -> None:
    table = table_under_way()
    form = {"giver": ["Ann"], "partner": ["Dan"], "give": ["oriental"], "ask": ["kentucky"], "give_cash": ["100"]}
    table._carry_out("draft", "", form)
    table._carry_out("draft", "", form)  # the partner's deeds can be chosen once he is the partner
    # Ann: 420, deeds of 660, six houses at 100; she gives a deed of 100 and 100 in cash for one of 220.
    assert "$1680" in table._view.section_markup("side") and "$1700" in table._view.section_markup("side")
    table._carry_out("draft", "", form | {"give_cash": ["5000"]})
    assert 'aria-disabled="true"' in table._view.section_markup("side")


def test_trade__an_empty_form_says_what_is_missing() -> None:
    table = ml.Table(ml.Scenario.load("game_under_way"))
    table._view.tab = "trade"
    assert "Choose above what is given" in table._view.section_markup("side")
    assert 'aria-disabled="true"' in table._view.section_markup("side") and "Worth $" not in table._view.section_markup(
        "side"
    )
    table._carry_out("draft", "", {"giver": ["Ann"], "partner": ["Bo"], "give_cash": ["99999"], "ask_cash": ["0"]})
    assert 'class="ml-why"' in table._view.section_markup("side")


def test_trade__an_offer_that_is_made_leaves_the_form_empty() -> None:
    table = ml.Table(ml.Scenario.load("game_under_way").game(seed=7))
    table.game.seat("Dan", None)
    table._view.tab = "trade"
    swap = {"giver": ["Ann"], "partner": ["Dan"], "give": ["oriental"], "ask": ["kentucky"]}
    for _ in range(2):  # the second asks for what is there
        table._carry_out("draft", "", swap)
    table._carry_out("press", table._screen.panels.proposal.text(), {})
    assert table.game.offer is not None
    waits = table._view.section_markup("side").replace("&#x27;", "'")
    assert (
        table._screen.panels.proposal.is_blank
        and "An offer waits for Dan's answer." in waits
        and "checked" not in waits
    )
    table.press("accept")
    side = table._view.section_markup("side")
    assert "ml-swap" not in side and "does not belong" not in side and "Choose above what is given" in side


@pytest.mark.parametrize("cash", ["-5", "1.5", "much"])
def test_trade__a_sum_that_is_none_is_said_so(cash: str) -> None:
    table = ml.Table(ml.Scenario.load("game_under_way").game(seed=7))
    table._view.tab = "trade"
    table._carry_out("draft", "", {"giver": ["Ann"], "partner": ["Dan"], "give_cash": [cash]})
    side = table._view.section_markup("side")
    assert f"Cash {cash}: a whole number is needed, 0 or more." in side and "space" not in side


def test_end__the_button_back_leads_to_the_round_that_it_names() -> None:
    table = ml.Table(ml.Game("classic_us", players=[(name, "balanced") for name in ("Ann", "Bo", "Cy")], seed=12))
    table.game.run()
    table.refresh()
    said = re.search(
        r'data-value="(\d+)" id="ml-back-to-round">Back to round (\d+)<', table._view.section_markup("head")
    )
    assert said is not None
    table._carry_out("go_to", said[1], {})
    assert table.game.round == int(said[2])


def test_recorded__its_tooltip_has_signs_and_no_names_of_signs() -> None:
    table = ml.Table("casino")
    assert "&amp;" not in table._view.section_markup("head") and "scenario&#x27;s script" in table._view.section_markup(
        "head"
    )


@pytest.mark.parametrize("answer, stays", [("accept", False), ("refuse", True)])
def test_trade__a_counter_offer_goes_with_the_offer_that_is_accepted_after_all(answer: str, stays: bool) -> None:
    table = ml.Table(ml.Scenario.load("game_under_way").game(seed=7))
    table.game.seat("Dan", None)
    table.press("Ann: trade Dan: oriental + 50 for kentucky")
    table._carry_out("counter", "", {})
    table._carry_out("draft", "", {"ask": ["oriental"], "give": ["kentucky"], "give_cash": ["0"], "ask_cash": ["90"]})
    table.press(answer)
    assert (
        table._screen.panels.proposal.ask_cash == "90"
    ) is stays and table._screen.panels.proposal.is_blank is not stays


def test_trade__a_counter_offer_stays_when_another_offer_is_accepted() -> None:
    table = ml.Table(ml.Scenario.load("game_under_way").game(seed=7))
    table.game.seat("Dan", None)
    table.press("Ann: trade Dan: oriental + 50 for kentucky")
    table._carry_out("counter", "", {})
    table.press("refuse")
    table.press("Ann: trade Dan: 10 for 5")
    table.press("accept")
    assert (table._screen.panels.proposal.giver, table._screen.panels.proposal.ask) == ("Dan", ["oriental"])


def test_trade__what_has_gone_to_another_leaves_the_draft() -> None:
    """An offer of oriental for kentucky is made at the keyboard, while both lie in the form with a third deed."""
    table = ml.Table(ml.Scenario.load("game_under_way").game(seed=7))
    table.game.seat("Dan", None)
    table._view.tab = "trade"
    form = {"giver": ["Ann"], "partner": ["Dan"], "give": ["oriental", "st_james"], "ask": ["kentucky"]}
    for _ in range(2):
        table._carry_out("draft", "", form)
    table.press("Ann: trade Dan: oriental for kentucky")
    table.press("accept")
    assert (table._screen.panels.proposal.give, table._screen.panels.proposal.ask) == (["st_james"], [])


def test_trade__the_number_of_a_draft_comes_back_behind_its_answer(messages: list[bytes]) -> None:
    """Until then the window leaves the form as the user has it: an older answer would take a box back."""
    table = table_under_way()
    table._view.tab = "trade"
    messages.clear()
    ticked = {"giver": ["Ann"], "partner": ["Dan"], "give": ["oriental"]}
    for number in ("a 1", "a 2"):  # the second asks for what is there
        table._view._message(None, {"act": "draft", "form": ticked, "heard": number}, [])
    sent = [json.loads(message) for message in messages if message.startswith(b"{")]
    told = [message.get("heard") or sorted(message.get("patch", {})) for message in sent]
    assert [each for each in told if each] == [["side"], "a 1", "a 2"]
    table._view._message(None, {"act": "seat-99", "value": "", "form": {}, "heard": "a 3"}, [])  # no such seat
    assert json.loads(messages[-1]) == {"heard": "a 3"}


def test_group__one_house_on_each_site_in_one_press() -> None:
    table = table_under_way()
    group = table.game.tables.group[16]
    table._carry_out("build_row", f"Ann:{group}", {})
    assert [table.game.state.level(q) for q in (16, 18, 19)] == [3, 3, 3]
    assert table.game.state.cash["Ann"] == 120


def test_disk__that_is_the_teachers_is_neither_written_nor_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = tmp_path / "saved.toml"
    ml.Game("classic_us", seed=1).save(saved)
    monkeypatch.setenv("MONOPOLY_LAB_FILES", "off")
    table = table_under_way()
    before = table.game.to_toml()
    for act, file in (("save", tmp_path / "new.toml"), ("load", saved)):
        table._carry_out("file", act, {"file": [str(file)]})
        assert "download" in table._view.section_markup("problem")
    table._view.tab = "keep"
    assert "ml-file" not in table._view.section_markup("side") and "ml-download" in table._view.section_markup("side")
    assert "ml-picture" not in table._view.section_markup("side")  # there is no notebook to keep it in
    assert table.game.to_toml() == before and list(tmp_path.iterdir()) == [saved]
    secret = tmp_path / "secret.toml"
    secret.write_text('password = "of the teacher"')
    table._carry_out("upload", before.replace('"classic_us"', f'"{secret}"'), {})  # a game whose edition is a file
    assert "there is no edition" in table._view.section_markup(
        "problem"
    ) and "password" not in table._view.section_markup("problem")
    assert table.game.to_toml() == before


def test_upload__no_refusal_names_a_folder_of_the_server() -> None:
    table = table_under_way()
    table._carry_out("upload", "a = 1", {"name": ["mine.toml"]})
    assert "mine.toml" in table._view.section_markup("problem") and "/" not in table._view.section_markup(
        "problem"
    ).replace("</", "")


def test_two_tables__of_one_game_show_it_alike() -> None:
    game = ml.Game("classic_us", players=["Ann", "Bo"], start={"turn": "Ann"})
    one, two, apart = ml.Table(game), ml.Table(game), ml.Table(game.fork())
    before = apart._view.section_markup("head")
    one._carry_out("text", "", {"text": ["roll 5 6"]})
    assert 'data-value="buy"' in two._view.section_markup("head") and apart._view.section_markup("head") == before
    two.press("buy")
    assert one._view.section_markup("purses") == two._view.section_markup(
        "purses"
    ) and "1360" in one._view.section_markup("purses")
    one.open_branch("other")
    before = one._view.section_markup("head")
    two._carry_out("luck", "", {})
    assert one._view.section_markup("head") == before


def test_script__its_next_throw_is_a_button_of_the_card() -> None:
    """A scenario opened in the gallery goes on as it was prepared, without a look for what the script says."""
    table = ml.Table(ml.Scenario.load("debt_settled_with_property").game())
    card = "".join(map(str, table._view.parts.values()))
    assert 'id="ml-recorded"' in card and "As recorded: Throw 2 and 3" in card
    table.redo()
    assert table.game.node is not None and table.game.node.kind == "debt"
    assert "ml-recorded" not in "".join(map(str, table._view.parts.values()))


def test_branch__goes_its_own_way_and_the_line_left_keeps_its_future() -> None:
    table = table_under_way()
    table.press("roll 6 4")
    table.undo()
    table._carry_out("branch", "", {"name": ["build first"]})
    table.press("build new_york")
    table._carry_out("open", "main line", {})
    assert table.game.undone == ("roll 6 4",)
    assert table.branches["build first"].answers == ("build new_york",)


FUTURE = ("roll 6 4", "roll 1 2", "roll 1 2", "buy", "roll 2 3", "buy")


def table_gone_back(n: int) -> "ml.Table":
    """A table of two after some answers, `n` of which have been taken back."""
    game = ml.Game("classic_us", players=["Ann", "Bo"], seed=5)
    for text in FUTURE:
        game.apply(text)
    table = ml.Table(game)
    table.go_to(len(FUTURE) - n)
    return table


@pytest.mark.parametrize("how", ["press", "step", "round"])
def test_future__that_another_answer_drops_is_kept_as_a_branch_and_said(how: str) -> None:
    table = table_gone_back(3)
    main = table.game
    table._carry_out(*(("press", "auction", {}) if how == "press" else ("press", "buy", {})))
    table = table if how == "press" else table_gone_back(2)
    if how != "press":
        table.play_on(how)
        main = table.game
    name = f"main line, until answer {len(FUTURE)}"
    assert list(table.branches) == ["main line", name] and table.game is main is table.branches["main line"]
    assert table.branches[name].answers == FUTURE and not table.branches[name].undone
    told = table._view.section_markup("offer")
    assert name in told and f"({3 if how == 'press' else 2} answers)" in told
    table._carry_out("good", "", {})
    assert not table._view.section_markup("offer")


def test_future__said_until_the_next_move_and_never_kept_twice() -> None:
    table = table_gone_back(3)
    table.press("auction")
    assert "until answer" in table._view.section_markup("offer")
    table.press("bid 20")
    assert not table._view.section_markup("offer")
    table.undo()
    table.undo()
    table.press("auction")  # drops a bid, and what drops it is two answers: the bid and the auction
    assert len(table.branches) == 3
    table.undo()
    table.press("auction")
    assert len(table.branches) == 3


def test_future__of_a_single_answer_or_of_a_refused_one_is_no_branch() -> None:
    table = table_gone_back(1)
    table.press("auction")
    assert list(table.branches) == ["main line"] and not table._view.section_markup("offer")
    table = table_gone_back(3)
    table.press("fly home")
    table.play_on("turn")  # a person must decide first
    assert list(table.branches) == ["main line"] and len(table.game.undone) == 3
    assert "Ann must decide first" in table._view.section_markup("problem")


def declines(view: ml.View) -> str:
    """The last choice of every decision: no purchase, no bid."""
    return view.choices()[-1]


def failing(view: object) -> str:
    raise RuntimeError("no idea")


def test_seats__a_strategy_that_fails_stops_with_its_message() -> None:
    table = table_under_way()
    table.game.seat("Ann", "balanced")
    table.game.seat("Bo", failing)
    table.play_on("to_the_end")
    assert "no idea" in table._view.section_markup("problem")
    table._carry_out("seat-1", "balanced", {})
    assert table.game.seats["Bo"] == "balanced"


def test_playing__gives_the_kernel_back_on_the_way_and_stops() -> None:
    # Seats that never buy, so that nobody goes bankrupt soon.
    table = ml.Table(ml.Game("classic_us", players=[(name, declines) for name in ("Ann", "Bo")], seed=1))

    async def watch() -> None:
        table.start("to_the_end")
        for _ in range(2):
            await asyncio.sleep(0)
        assert table.plays
        while table.plays and len(table.game.answers) <= 10:  # one slice, if the machine is not busy with others
            await asyncio.sleep(0)
        table.stop()
        await asyncio.sleep(0)

    # In a thread of its own: a browser that other tests have open keeps a loop running in this one.
    with ThreadPoolExecutor(1) as alone:
        alone.submit(asyncio.run, watch()).result()
    assert len(table.game.answers) > 10 and not table.plays


def never(view: "ml.View") -> str:
    while True:
        pass


def test_playing__what_a_strategy_prepares_once_counts_as_no_answer() -> None:
    class Slow:
        __name__ = "slow"
        done = 0

        def prepare(self) -> None:
            self.done += 1

        def __call__(self, view: "ml.View") -> str:
            assert self.done
            return view.choices()[-1]

    slow = Slow()
    table = ml.Table(ml.Game("classic_us", players=[("Ann", slow), ("Bo", slow)], seed=1))
    table.play_on("round")
    assert slow.done and table._view.section_markup("problem") == ""


@pytest.mark.parametrize("at_once", [True, False])
def test_playing__a_function_that_never_answers_is_named_and_the_game_stays(at_once: bool) -> None:
    game = ml.Game("classic_us", players=["Ann", ("Bo", never)], seed=5)
    for text in ("roll 6 4", "roll 1 2", "roll 1 2", "buy", "roll 2 3"):
        game.apply(text)
    assert game.waiting().startswith("Bo may buy")
    table = ml.Table(game, answer_limit=0.1)
    before, seen = game.to_toml(), []

    async def watch() -> None:
        table.start("round")
        await asyncio.sleep(0)
        seen.append(
            re.search(r'id="ml-stop"[^>]* disabled', table._view.section_markup("play")) is None
        )  # before it is asked
        while table.plays:
            await asyncio.sleep(0)

    if at_once:
        table.play_on("round")
    else:
        with ThreadPoolExecutor(1) as alone:
            alone.submit(asyncio.run, watch()).result()
        assert seen == [True]
    assert "strategy of Bo" in table._view.section_markup("problem") and "no answer" in table._view.section_markup(
        "problem"
    )
    assert game.to_toml() == before
    table.undo()
    assert len(table.game.answers) == 4


def test_playing__tells_what_has_just_happened_long_enough_to_be_read_and_offers_nothing() -> None:
    table = ml.Table(ml.Game("classic_us", players=[("Ann", "balanced"), ("Bo", "balanced")], seed=1))
    pauses = []

    async def watch() -> None:
        table._carry_out("speed", "slow", {})
        table.start("to_the_end")
        await asyncio.sleep(0)
        assert "<button" not in table._view.section_markup("head")
        assert "Ann rolled" in table._view.section_markup("head") and "Playing" not in table._view.section_markup(
            "head"
        )
        pauses.append(table._autoplay._pause())
        for _ in range(12):
            table.game.step()
            pauses.append(table._autoplay._pause())
        table._carry_out("speed", "fast", {})
        table.refresh()
        assert "<button" not in table._view.section_markup("head") and "Playing" in table._view.section_markup("head")
        table.stop()
        await asyncio.sleep(0)

    with ThreadPoolExecutor(1) as alone:
        alone.submit(asyncio.run, watch()).result()
    assert pauses[0] == min(pauses) == 1.5 < max(pauses) <= 3  # a throw to see who starts is soon read
    assert "<button" in table._view.section_markup("head")


def test_seats__a_strategy_is_let_play_and_a_teacher_may_still_answer_for_it() -> None:
    table = ml.Table(ml.Game("classic_us", players=[("Ann", None), ("Bo", "greedy")], seed=5))

    def filled() -> list[str]:
        return re.findall(r'id="([^"]*)"[^>]*class="ml-main-choice"', table._view.section_markup("head"))

    for text in ("roll 6 4", "roll 1 2"):  # Ann begins
        table.press(text)
    assert filled() == ["ml-luck"] and "ml-let-play" not in table._view.section_markup("head")
    for text in ("roll 1 2", "buy", "roll 2 4"):
        table.press(text)
    assert filled() == ["ml-let-play"] and "Let Bo play" in table._view.section_markup("head")
    assert "strategy: greedy" in table._view.section_markup("head") and 'id="ml-buy"' in table._view.section_markup(
        "head"
    )
    assert re.search(r'data-act="turn"[^>]*id="ml-let-play"', table._view.section_markup("head"))
    table.play_on("turn")
    assert table.game.state.current_player == "Ann" and filled() == ["ml-luck"]


def test_charts__purses_worth_and_payments_agree_with_the_game() -> None:
    table = table_under_way()
    table.game.seat("Ann", "balanced")
    table.play_on("round")
    table.play_on("round")
    game = table.game
    figure, _ = chart_data.purses(game, "en")
    assert [line["y"][-1] for line in figure["data"]] == list(game.state.cash.values())
    figure, _ = chart_data.worths(game, chart_data.Worths(), "en")
    assert [line["y"][-1] for line in figure["data"]] == list(game.net_worth().values())
    frame = game.events_frame()
    rent = frame[(frame.cause == "rent") & (frame.payer == "Ann") & (frame.payee == "Bo")].amount.sum()
    edge = chart_data.payments(game).get_edge_data("Ann", "Bo", {"amount": 0})
    assert edge["amount"] >= rent


def test_charts__next_throw_shows_each_place_with_cards_and_jail() -> None:
    """Ann at 15: a seven is Chance, of whose 16 cards one jails; a ten is the B. & O., all of Bo's, 200."""
    figure, said = chart_data.next_throw(table_under_way().game, "en")
    bars = figure["data"][0]
    shown = dict(zip(bars["x"], bars["y"]))
    assert sum(bars["y"]) == pytest.approx(100)
    assert shown["In Jail"] == pytest.approx(100 * 7 / 36 / 16)  # and by the chest, two ahead
    assert shown["Chance (22)"] == pytest.approx(100 * 6 / 36 * 6 / 16)
    assert "B. & O. Railroad (25): 10.4 %, −$240" in bars["hovertext"]  # by two cards at twice the rent, too
    assert said.startswith("Ann: the next throw costs $29 on average")


def test_charts__next_throw_of_nobody_says_so() -> None:
    game = ml.Game("classic_us", players=["Ann", "Bo"], seed=1)
    assert "no throw of the token is due now" in chart_data.next_throw(game, "en")[1]


@pytest.mark.parametrize(
    ("name", "listed", "act", "then"),
    [
        (
            "fine_by_the_banker",
            ("Fine Ann $50: dice off the table", "Fine Bo $50: moved in another"),
            "fine dice Bo",
            {"Ann": 1500, "Bo": 1450},
        ),
        ("casino", (">Propose that the game ends", "Bo: Propose that"), "Bo: end game", {"Ann": 1500, "Bo": 1500}),
        ("class_board", (), "roll 1", {"Ann": 300, "Bo": 300}),
    ],
)
def test_choices__what_is_seldom_done_is_listed(
    name: str, listed: tuple[str, ...], act: str, then: dict[str, int]
) -> None:
    table = ml.Table(ml.Scenario.load(name))
    head = table._view.section_markup("head")
    assert ("ml-also" in head) == bool(listed)
    assert all(text in head for text in listed)
    table._carry_out("press", act, {})
    assert not table._view.section_markup("problem")
    assert dict(table.game.state.cash) == then


def test_events__as_a_table_with_the_filter_of_the_log() -> None:
    table = table_under_way()
    for name in table.game.players:
        table.game.seat(name, "balanced")
    table.play_on("round")
    whole = table.events()
    assert len(whole) == len(table.game.events)
    money = table.events("Ann", "money")
    assert set(money.kind) <= {"paid", "debt", "bankrupt"}
    assert ((money.payer == "Ann") | (money.payee == "Ann")).all()
    assert money.partner.isna().all()
    assert len(money) == sum("Ann" in (e.player, e.other) and e.kind == "paid" for e in table.game.events)
    with pytest.raises(ValueError, match="money, moves"):
        table.events(kind="gossip")


def test_log__as_a_table_shows_the_events_that_the_filter_leaves() -> None:
    table = table_under_way()
    table.press("roll 6 4")
    table._carry_out("log_as", "table", {})
    shown = table._view.section_markup("side")
    rows = re.findall(r'<div class="ml-event" role="row">(.*?)</div>', shown)
    cells = [re.findall(r'<span role="cell">(.*?)</span>', row) for row in rows[1:]]
    # Ann at 15 throws a ten to the B. & O. Railroad, where Bo is due the rent of four railroads.
    assert ["Ann", "payment", "B. &amp; O. Railroad", "200", "rent"] in [row[1:] for row in cells]
    table._carry_out("filter", "", {"kind": ["cards"]})
    assert '<span role="cell">payment</span>' not in table._view.section_markup("side")
    table._carry_out("log_as", "sentences", {})
    assert "ml-event" not in table._view.section_markup("side")


@pytest.mark.parametrize("lang", ["en", "ru", "uk"])
def test_log__as_a_table_speaks_words_and_no_names_of_the_code(lang: str) -> None:
    table = ml.Table("game_under_way", lang=lang)
    table.press("roll 6 4")
    table._carry_out("log_as", "table", {})
    rows = re.findall(r'<span role="cell">(.*?)</span>', table._view.section_markup("side"))
    assert rows and not any("_" in cell for cell in rows)
    kinds = {happened.kind for happened in table.game.events}
    assert lang == "en" or not kinds & set(rows)


def test_branches__cash_and_worth_of_two_by_round_in_one_chart() -> None:
    table = table_under_way()
    for name in table.game.players:
        table.game.seat(name, "balanced")
    table.play_on("round")
    table.open_branch("other luck")
    table.game.reseed(8)
    for _ in range(3):
        table.play_on("round")
    both = table._branches.side_by_side()
    assert list(both) == ["other luck", "main line"]
    table._screen.charting.unfold()
    for what, now in (("cash", lambda game: game.state.cash), ("worth", lambda game: game.net_worth())):
        table._screen.charting.pick.value = f"compare_{what}"
        figure = table._screen.charting.output.outputs[0]["data"]["application/vnd.plotly.v1+json"]
        last = {trace["name"]: trace["y"][-1] for trace in figure["data"]}
        assert last == {f"{name}, {branch}": now(game)[name] for branch, game in both.items() for name in game.players}
    table.open_branch("third")
    assert list(table._branches.side_by_side()) == ["third", "other luck"]
    table.compare("main line")
    assert list(table._branches.side_by_side()) == ["third", "main line"]


def test_worth_by_round__the_same_in_slices_and_after_undo() -> None:
    game = ml.Game("classic_us", players=[(name, "balanced") for name in ("Ann", "Bo")], seed=2)
    game.run(rounds=8)
    known = chart_data.Worths()
    for _ in known.compute(game):
        pass
    rows = known.rounds(game)
    past = game.fork()
    assert [row for _, row in rows[:-1]] == [list(past.go_to(n).net_worth().values()) for n in game.rounds().values()]
    game.undo(20)
    assert known.rounds(game)[:-1] == rows[: len(game.rounds())]


def test_debt__bankruptcy_is_the_last_choice_and_stands_back() -> None:
    table = table_under_way()
    for name in table.game.players:
        table.game.seat(name, None)
    for text in ("roll 3 2", "roll 4 3", "roll 1 4"):
        table.press(text)
    head = table._view.section_markup("head")
    button = re.search(r'<button [^>]*id="ml-bankrupt"[^>]*>', head)
    assert button is not None and "ml-main-choice" not in button[0]


def test_group__a_row_says_on_how_many_of_the_sites_it_goes() -> None:
    """With 3, 2 and 2 houses the even turn is that of two sites to build, of one to sell; a house costs 100."""
    game = table_under_way().game
    game.apply("Ann: build st_james")
    sites = game.edition.groups[game.tables.group[16]].spaces
    levels = sorted(game.state.level(q) for q in sites)
    assert levels == [2, 2, 3]
    group = game.tables.group[16]
    build, sell = (table_panels._row_button(game, "Ann", group, act, ENGLISH) for act in ("build", "sell"))
    assert "Build on 2 of 3 sites: $200" in build and "Sell on 1 of 3 sites: $50" in sell
    assert 'title=""' not in build  # why not on the third


def test_group__a_row_that_cannot_be_built_says_why() -> None:
    table = table_under_way()
    table.game.apply("Ann: mortgage oriental")
    group = table.game.tables.group[16]
    assert "Build one on each site: $300" in table_panels._row_button(table.game, "Ann", group, "build", ENGLISH)
    poor = ml.Game("class_board", seed=1)
    refused = table_panels._row_button(poor, poor.players[0], poor.tables.group[1], "build", ENGLISH)
    assert 'aria-disabled="true"' in refused and "does not" in refused


def test_group__money_for_two_of_three_is_said_on_the_button_and_all_that_is_built_after_it() -> None:
    """A house of the orange group costs 100: with 270 two are built, and the third is refused."""
    start = {"cash": {"Ann": 270}, "deeds": {"Ann": ["st_james", "tennessee", "new_york"]}, "turn": "Ann"}
    table = ml.Table(ml.Game("classic_us", players=["Ann", "Bo"], seed=1, start=start))
    table._view.tab = "manage"
    group = table.game.tables.group[16]
    button = re.search(rf'<button[^>]*id="ml-build-row-{group}"[^>]*>([^<]*)<', table._view.section_markup("side"))
    assert button is not None and button[1] == "Build on 2 of 3 sites: $200"
    assert "title=" in button[0] and "$70" in button[0]  # why not on the third
    table._carry_out("build_row", f"Ann:{group}", {})
    assert table.game.state.cash["Ann"] == 70
    said = re.search(r'<p class="ml-said" role="status">([^<]*)<', table._view.section_markup("side"))
    assert said is not None and all(part in said[1] for part in ("St. James Place", "Tennessee Avenue", "No further"))
    table.undo()
    assert "ml-said" not in table._view.section_markup("side")


def ended() -> ml.Table:
    game = ml.Game("classic_us", players=[(name, "balanced") for name in ("Ann", "Bo", "Cy", "Dan")], seed=4)
    while not game.over:
        game.step()
    return ml.Table(game)


def test_end__the_winner_then_who_fell_out_last_and_worth_is_called_worth() -> None:
    table = ended()
    out = [each.player for each in table.game.events if each.kind == "bankrupt"]
    assert len(out) == 3
    card = table._view.section_markup("head")
    assert re.findall(r"<li><b>([^<]*)</b>", card) == [table.game.winner, *reversed(out)]
    cash, worth = table.game.state.cash[table.game.winner], table.game.net_worth()[table.game.winner]
    assert f"worth ${worth}, including ${cash} in cash" in card and "$0" not in card
    last = table.game.round
    table._carry_out("go_to", re.search(r'data-value="(\d+)" id="ml-back-to-round"', card)[1], {})  # type: ignore[index]
    assert (table.game.over, table.game.round) == (False, last - 1) or table.game.round == last


def test_end__a_new_game_is_a_branch_with_other_luck() -> None:
    table = ended()
    table._carry_out("again", "", {})
    assert list(table.branches) == ["main line", "main line 2"] and table.branches["main line"].over
    assert (table.game.answered, table.game.undone) == (0, ()) and table.game.seed != table.branches["main line"].seed


def test_time__where_the_slider_stands_is_said_in_words() -> None:
    for lang, said in (("en", "Ann paid $100 for building on St. James Place."), ("uk", "Ann платить 100\u00a0$ за")):
        table = ml.Table(ml.Scenario.load("game_under_way").game(seed=7), lang=lang)
        table.press("Ann: build st_james")
        table._view.tab = "time"
        panel = table._view.section_markup("side")
        assert said in panel and "build st_james" not in panel


def test_files__what_was_said_of_one_goes_when_another_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    table = ml.Table(ml.Game("classic_us", players=["Ann", "Bo"], seed=1))
    table._view.tab = "keep"
    file = "game.toml"
    table._carry_out("file", "save", {"file": [file]})
    assert f"Saved as {file}." in table._view.section_markup("side")
    table._carry_out("file", "load", {"file": [file]})
    assert f"Loaded from {file}." in table._view.section_markup(
        "side"
    ) and "Saved as" not in table._view.section_markup("side")


def test_cells__what_another_cell_has_done_is_shown_and_may_be_left_in_a_branch() -> None:
    table = ml.Table(ml.Scenario.load("game_under_way").game(seed=7))
    table._carry_out("press", "roll 6 4", {})
    at = table.game.answered
    table.game.step()
    table._cell_ran()
    assert table._view.section_markup("waiting") == table.game.waiting()
    assert f"from answer {at} to answer {at + 1}" in table._view.section_markup("offer")
    table._carry_out("branch_there", str(at), {})
    assert table.game.answered == at and table.branch == "main line 2"
    assert table.branches["main line"].answered == at + 1 and not table._view.section_markup("offer")


def test_cells__a_table_that_nobody_played_on_just_shows_the_game() -> None:
    table = table_under_way()
    table.game.apply("roll 6 4")
    table._cell_ran()
    assert table._view.section_markup("waiting") == table.game.waiting() and not table._view.section_markup("offer")


def test_slider__while_it_is_dragged_the_board_follows_and_the_panel_stays() -> None:
    table = table_under_way()
    table._view.tab = "time"
    table.press("roll 6 4")
    panel, board = table._view.section_markup("side"), table._view.section_markup("board")
    table._carry_out("glide", "0", {})
    assert (
        table.game.answered == 0
        and table._view.section_markup("side") == panel
        and table._view.section_markup("board") != board
    )
    table._carry_out("go_to", "0", {})
    assert table._view.section_markup("side") != panel


def test_saving__says_the_file_and_asks_before_it_overwrites(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    table = table_under_way()
    table._carry_out("file", "save", {"file": ["mine.toml"]})
    assert "Saved as mine.toml." in table._view.section_markup("offer")
    mine = Path("mine.toml").read_text()
    table.press("roll 6 4")
    table._carry_out("file", "save", {"file": ["mine.toml"]})  # its own file
    assert Path("mine.toml").read_text() != mine
    other = ml.Game("ukraine").to_toml()
    Path("other.toml").write_text(other)
    table._carry_out("file", "save", {"file": ["other.toml"]})
    offer = table._view.section_markup("offer")
    assert Path("other.toml").read_text() == other and "Replace it?" in offer and 'data-value="other.toml"' in offer
    table._file = "a name typed since"
    table._carry_out("replace", "other.toml", {})
    assert "Saved as other.toml." in table._view.section_markup("offer") and ml.Game.load("other.toml").answered
    table._view.tab = "keep"
    table._carry_out("file", "save", {"file": ["other.toml"]})
    assert "Saved as other.toml." in table._view.section_markup("side") and not table._view.section_markup(
        "offer"
    )  # once


@pytest.mark.parametrize("later", [("load", "nowhere.toml"), ("save", "mine.yaml"), ("save", "n" * 300)])
def test_saving__an_offer_ends_with_the_name_it_was_made_for(
    later: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    table = table_under_way()
    table._view.tab = "keep"
    table._carry_out("file", "save", {"file": ["first.toml"]})
    ml.Game("ukraine").save("other.toml")
    table._carry_out("file", "save", {"file": ["other.toml"]})
    assert "Replace it?" in table._view.section_markup("offer")
    what, file = later
    table._carry_out("file", what, {"file": [file]})
    assert table._view.section_markup("offer") == "" and "Saved as" not in table._view.section_markup("side")
    assert file[-20:] in table._view.section_markup("problem")
    table._carry_out("file", "save", {"file": ["first.toml"]})
    assert table._view.section_markup("problem") == "" and "Saved as first.toml" in table._view.section_markup("side")


def test_saving__a_name_without_an_ending_gets_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    table = table_under_way()
    table._carry_out("file", "save", {"file": ["lesson1"]})
    assert "Saved as lesson1.toml." in table._view.section_markup("offer") and Path("lesson1.toml").is_file()
    table.press("roll 6 4")
    table._carry_out("file", "load", {"file": ["lesson1"]})
    assert not table.game.answered and table._view.section_markup("problem") == ""
    Path("lesson1.toml").rename("old")  # as it was saved before
    table._carry_out("file", "load", {"file": ["old"]})
    assert table._view.section_markup("problem") == ""


@pytest.mark.parametrize("name", ["notes.md", "notes.ipynb", "folder", "notes", "notes.toml"])
def test_saving__what_is_no_saved_game_is_never_replaced(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    for each in ("notes.md", "notes.ipynb", "notes", "notes.toml"):
        Path(each).write_text("[tool]\nname = 'of somebody else'")
    table = table_under_way()
    table._carry_out("file", "save", {"file": [name]})
    assert "Replace it?" not in table._view.section_markup("offer") and name in table._view.section_markup("problem")
    table._carry_out("replace", name, {})
    assert table._view.section_markup("problem")
    monkeypatch.setenv("MONOPOLY_LAB_FILES", "off")  # the disk is the teacher's
    table._carry_out("replace", "new.toml", {})
    assert not Path("new.toml").exists()
    assert Path("folder").is_dir() and all(path.read_text()[0] == "[" for path in tmp_path.glob("notes*"))


@pytest.mark.parametrize(
    ("act", "value", "form"),
    [
        ("weigh", "", {}),
        ("export", "csv", {"file": ["a\0b"]}),
        ("export", "csv", {"file": ["n" * 300]}),
        ("export", "csv", {"file": ["."]}),
        ("file", "save", {"file": ["a\0b"]}),
        ("file", "load", {"file": ["n" * 300]}),
    ],
)
def test_acts__every_refusal_is_said_at_the_table(
    act: str, value: str, form: dict[str, list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = ml.Game("classic_us", players=["Ann", "Dan"], seed=1)
    assert not hasattr(game.node, "texts")  # before a throw there is one thing to do: nothing
    table = ml.Table(game)
    table._carry_out(act, value, form)
    assert table._view.section_markup("problem") != "" and list(tmp_path.iterdir()) == []


def test_worth__a_long_name_leaves_room_for_the_figures() -> None:
    table = ml.Table(ml.Game("classic_us", players=["N" * 60, "Bo"]))
    table._view.tab = "worth"
    assert "N" * 19 + "…" in table._view.section_markup("side") and "N" * 20 not in table._view.section_markup("side")


def test_charts__whole_rounds_from_the_first_of_the_scenario_and_no_bar_over_the_title() -> None:
    game = ml.Scenario.load("game_under_way").game(seed=7)
    first = game.round
    figure, said = chart_data.purses(game, "en")
    assert figure["data"][0]["x"] == [first - 1, first] and figure["layout"]["xaxis"]["dtick"] == 1
    config = chart_data.output(figure, said, "light")[0]["data"]["application/vnd.plotly.v1+json"]["config"]
    assert config["displayModeBar"] is False and config["typesetMath"] is False


def test_charts__are_in_the_letters_of_the_table() -> None:
    table = table_under_way()
    table._screen.charting.unfold()
    table._view.letters = 18
    layout = table._screen.charting.output.outputs[0]["data"]["application/vnd.plotly.v1+json"]["layout"]
    assert (
        layout["font"]["size"] == 18 and layout["title"]["font"]["size"] >= 18 and layout["height"] > chart_data.HEIGHT
    )


def test_panels__of_property_and_trade_open_for_whose_turn_it_is_and_keep_what_is_begun() -> None:
    table = ml.Table(ml.Game("classic_us", players=["Ann", "Bo"], seed=5))
    for text in ("roll 6 4", "roll 1 2", "roll 1 3", "buy"):  # Ann begins
        table.press(text)
    assert table.game.state.current_player == "Bo"
    table._view.tab = "manage"
    assert re.search(r'data-value="Bo"[^>]*aria-pressed="true"', table._view.section_markup("side"))
    table._view.tab = "trade"
    assert "Bo gives" in table._view.section_markup("side") and table._screen.panels.proposal.giver == "Bo"
    table._carry_out("draft", "", {"giver": ["Bo"], "partner": ["Ann"], "give_cash": ["50"]})
    table.press("roll 1 3")
    assert table.game.state.current_player == "Bo" or table._screen.panels.proposal.give_cash == "50"
    while table.game.state.current_player == "Bo":
        table.play_on("step")
        if table.game.node.kind == "buy":
            table.press("buy")
    assert (
        table._screen.panels.managed,
        table._screen.panels.proposal.giver,
        table._screen.panels.proposal.give_cash,
    ) == ("Ann", "Bo", "50")


def test_panels__of_property_stay_with_the_person_who_plays_against_bots() -> None:
    game = ml.Game("classic_us", players=["Ann", "Bo"], seed=5)
    game.seat("Bo", "balanced")
    table = ml.Table(game)
    while table.game.state.current_player == "Ann":
        table.press(table.game.node.texts[0]) if hasattr(table.game.node, "texts") else table.play_on("step")
    assert (table._screen.panels.managed, table.game.state.current_player) == ("Ann", "Bo")
