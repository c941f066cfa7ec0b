"""Play together: who sits where, whose answers count, the clock, and a room opened again in the middle of games."""

import itertools
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import LiveError
from monopoly_lab.common.messages import say, speaking
from monopoly_lab.editions import load_edition
from monopoly_lab.live.activities import ACTIVITIES
from monopoly_lab.live.activity import read_options
from monopoly_lab.live.decision_review import Review, Reviewed
from monopoly_lab.live.event_log import RoomLog
from monopoly_lab.live.live_game import CLOCK, LiveGame
from monopoly_lab.live.play_results import starts
from monopoly_lab.live.room import Room, new_room
from monopoly_lab.live.sent_choice import SUMS
from monopoly_lab.live.wealth_charts import mean_lorenz, of_poorer_half, rents
from monopoly_lab.measures.confidence_intervals import Interval, mean_of_few
from monopoly_lab.measures.inequality import gini
from monopoly_lab.notation.nodes import NOTHING, Decision


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def playing(folder: Path, students: int = 6, **options: object) -> tuple[Room, Clock]:
    """A room whose games have begun."""
    room, clock = new_room(folder)[0], Clock()
    room.clock = clock
    for n in range(students):
        room.join(f"Student {n}")
    room.host({"act": "start", "activity": "play", "options": {"seconds": "30", **options}})
    begin(room)
    return room, clock


def begin(room: Room) -> None:
    """Press the button that begins the games, once the rules have been read."""
    room.host({"act": "control", "what": room.activity.controls()[0]})


def answer_of(view: dict[str, Any], rng: random.Random) -> tuple[int, dict[str, Any]]:
    """One of the answers that a phone offers."""
    offered = list(view["ask"]["choices"])
    if "acts" in view and rng.random() < 0.2:
        offered = view["acts"]["parts"][0]["choices"]
    sums = [view[key] for key in view if key.startswith("sum_")]
    if sums and (not offered or rng.random() < 0.3):
        return view["ask"]["question"], {
            **sums[0]["more"],
            "sum": str(rng.randint(int(sums[0]["low"]), int(sums[0]["high"]))),
        }
    return view["ask"]["question"], rng.choice(offered)["answer"]


def choice_of(game: LiveGame, seat: int, rng: random.Random) -> dict[str, Any]:
    """The answer that `answer_of` finds on the phone, without making its page."""
    node, me = game.game.node, game.player_of[seat]
    sums = [form for form in node.forms if form.verb in SUMS] if isinstance(node, Decision) else []
    verbs = {form.verb for form in sums}
    texts = [text for text in node.texts if text.split(" ")[0] not in verbs] if isinstance(node, Decision) else []
    offered = [{"text": text} for text in texts] if isinstance(node, Decision) else [{"throw": True}]
    acts = game.game.acts().get(me, ())
    if acts and rng.random() < 0.2:
        offered = [{"text": text if ": " in text else f"{me}: {text}"} for text in acts]
    if sums and (not offered or rng.random() < 0.3):
        return {"verb": sums[0].verb, "sum": str(rng.randint(sums[0].least, sums[0].most))}
    return rng.choice(offered)


def play(room: Room, answers: int, seed: int = 1) -> None:
    """Let phones answer with what they are offered."""
    rng = random.Random(seed)
    for _ in range(answers):
        if room.activity.is_over:
            return
        seat = rng.choice(room.activity.waiting())
        answer = choice_of(game_of(room, seat), seat, rng)
        room.hear(seat, {"question": room.activity.question(seat), "answer": answer})


def again(room: Room) -> Room:
    return Room(RoomLog(room.store.path))


def game_of(room: Room, seat: int) -> LiveGame:
    return room.activity.game_of[seat]


def test_born_ahead__seats_everybody_once_and_strategies_at_the_rest(tmp_path: Path) -> None:
    """Ten students in games of four: three games, two seats left; the start is that of the scenario."""
    room, _ = playing(tmp_path, 10)
    games = room.activity.games
    assert sorted(seat for game in games for seat in game.player_of) == list(range(10))
    assert [len(game.player_of) for game in games] == [4, 3, 3]
    for game in games:
        assert {game.game.seats[player] for player in game.player_of.values()} == {None}
        assert sum(who is not None for who in game.game.seats.values()) == 4 - len(game.player_of)
    assert games[0].worths[0][1] == {"Upper": 2000, "Middle": 1000, "Working": 500, "Poor": 250}
    roles = {tuple(sorted(game.player_of.items())) for game in games}
    assert len(roles) == 3


@pytest.mark.parametrize("start", ["born_ahead", "edition:classic_us", "edition:gamer", "edition:russia_moscow"])
def test_room__opened_again_in_the_middle_of_games_is_the_same(start: str, tmp_path: Path) -> None:
    room, clock = playing(tmp_path, 6, start=start, size="3")
    play(room, 40)
    clock.now += 31
    room.tick()
    room.host({"act": "hand", "seat": 2, "strategy": "cautious"})
    room.host({"act": "pause"})
    clock.now += 100
    room.host({"act": "resume"})
    play(room, 40, seed=2)
    other = again(room)
    assert not room.faults and room.activity.games[0].game.answered > 20
    assert [other.view(seat) for seat in room.seats] == [room.view(seat) for seat in room.seats]
    assert other.wall() == room.wall() and other.activity.rows() == room.activity.rows()


def test_whole_game__is_played_to_its_last_round(tmp_path: Path) -> None:
    room, _ = playing(tmp_path, 6, rounds="4")
    play(room, 2000)
    assert room.activity.is_over and not room.faults
    assert {game.game.round for game in room.activity.games} == {5}
    rows = room.wall()["left"]["parts"][0]["rows"]
    assert [row[1].split(" of ")[1] for row in rows] == ["2"] * 4
    assert sum(int(row[1].split(" ")[0]) for row in rows) == 2


def test_comparison__is_with_games_of_the_same_start_and_length(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With start cash 2,000, 1,000, 500 and 250 the richest is first after three rounds in nearly all games."""
    monkeypatch.setattr("monopoly_lab.live.play_results.SIMULATED", 200)
    room, _ = playing(tmp_path, 6, rounds="3")
    play(room, 500)
    before = room.wall()["left"]["parts"][0]
    assert {row[2] for row in before["rows"]} == {"…"} and len(
        room.wall()["unequal"]["parts"]
    ) == 2  # their place is there
    room.activity.compared["firsts"] = found = room.activity.comparison()["firsts"]()
    assert found["Upper"] > 0.9 and sum(found.values()) == pytest.approx(1)
    assert "of 3 rounds" in before["heads"][2] and room.wall()["left"]["parts"][0]["heads"] == before["heads"]


def forged(game: LiveGame, other: str) -> list[dict[str, Any]]:
    """What a phone may send to play for another player, or to set the dice."""
    texts = [f"{other}: {text}" for text in game.game.choices()]
    texts += list(game.game.acts().get(other, ()))
    texts += [
        "roll 6 6",
        "roll 1 1",
        "draw chance 1",
        f"{other}: trade {game.game.players[0]}: 500 for 0",
        f"{other}: bankrupt",
    ]
    return [{"text": text} for text in texts] + [{"throw": 1}, {"throw": "true"}, {"text": 7}, {"text": None}, {}]


def test_answer__of_a_seat_counts_for_itself_alone(tmp_path: Path) -> None:
    """Whatever a phone sends: no other player acts by it, and the dice are not set."""
    room, _ = playing(tmp_path, 4)
    rng = random.Random(4)
    tried = 0
    for _ in range(15):
        game = room.activity.games[0]
        mine = game.awaited
        for seat in game.player_of:
            for player in game.game.players:
                if player == game.player_of[seat]:
                    continue
                before = list(game.game.answers)
                for answer in forged(game, player):
                    for question in {room.activity.question(seat), room.activity.question(mine)}:
                        with pytest.raises(LiveError):
                            room.hear(seat, {"question": question, "answer": answer})
                        tried += 1
                assert game.game.answers == tuple(before)
            if seat != mine:
                for answer in ({"throw": True}, *({"text": text} for text in game.game.choices())):
                    with pytest.raises(LiveError):
                        room.hear(seat, {"question": room.activity.question(seat), "answer": answer})
        question, answer = answer_of(room.view(mine), rng)
        room.hear(mine, {"question": question, "answer": answer})
    assert tried > 500


def test_answer__that_comes_twice_counts_once(tmp_path: Path) -> None:
    room, _ = playing(tmp_path, 4)
    seat = room.activity.waiting()[0]
    message = {"question": room.activity.question(seat), "answer": {"throw": True}}
    room.hear(seat, message)
    before = game_of(room, seat).game.answers
    room.hear(seat, message)  # by a second tap: it is no error, and changes nothing
    assert game_of(room, seat).game.answers == before


def test_clock__answers_for_who_is_late_and_stands_in_a_pause(tmp_path: Path) -> None:
    room, clock = playing(tmp_path, 4)
    game = room.activity.games[0]
    seat, before = game.awaited, game.game.answered
    clock.now += 20
    room.host({"act": "pause"})
    clock.now += 500
    room.tick()
    assert game.game.answered == before
    room.host({"act": "resume"})
    clock.now += 9
    room.tick()
    assert game.game.answered == before
    clock.now += 2
    room.tick()
    assert game.game.answered > before and game.decided[game.player_of[seat], CLOCK] == 1
    assert game.game.seats[game.player_of[seat]] is None


def test_building__gives_no_more_time_for_the_throw(tmp_path: Path) -> None:
    room, clock = playing(tmp_path, 4)
    for _ in range(200):
        seat = room.activity.waiting()[0]
        view, until = room.view(seat), room.activity.deadline
        mine = [each["answer"] for each in view.get("acts", {}).get("parts", [{"choices": []}])[0]["choices"]]
        if mine and view["ask"]["choices"][0]["answer"] == {"throw": True}:
            clock.now += 10
            room.hear(seat, {"question": view["ask"]["question"], "answer": mine[0]})
            assert room.activity.waiting() == [seat] and room.activity.deadline == until
            return
        play(room, 1)
    raise AssertionError


def test_minutes__end_all_games(tmp_path: Path) -> None:
    room, clock = playing(tmp_path, 6, minutes="2", seconds="0")
    play(room, 5)
    clock.now += 121
    room.tick()
    assert room.activity.is_over and "left" in room.wall()


def test_seat__is_handed_to_a_strategy_and_back(tmp_path: Path) -> None:
    room, _ = playing(tmp_path, 4)
    seat = room.activity.waiting()[0]
    game = game_of(room, seat)
    room.host({"act": "hand", "seat": seat, "strategy": "trader"})
    assert room.activity.waiting() != [seat] and game.game.seats[game.player_of[seat]] == "trader"
    assert room.activity.question(seat) is None
    room.host({"act": "hand", "seat": seat, "strategy": ""})
    assert game.game.seats[game.player_of[seat]] is None


def test_late_comer__takes_the_seat_of_a_strategy(tmp_path: Path) -> None:
    room, _ = playing(tmp_path, 3)
    play(room, 6)
    seat, _ = room.join("Late")
    assert len(room.activity.games[0].player_of) == 4 and "purse" in room.view(seat)
    watching, _ = room.join("Later")
    assert "watch" in room.view(watching)


def test_step_and_round__play_on_for_all_games(tmp_path: Path) -> None:
    room, _ = playing(tmp_path, 6, seconds="0")
    before = [game.game.answered for game in room.activity.games]
    room.host({"act": "control", "what": "step"})
    assert all(game.game.answered > n for game, n in zip(room.activity.games, before))
    rounds = [game.game.round for game in room.activity.games]
    room.host({"act": "control", "what": "round"})
    assert [game.game.round for game in room.activity.games] == [n + 1 for n in rounds]


def test_options__that_make_no_game_start_nothing(tmp_path: Path) -> None:
    room, _ = new_room(tmp_path)
    room.join("Ann")
    for options in ({"start": "no_such"}, {"size": "1"}, {"size": "x"}, {"late": "nobody"}, {"spam": "1"}):
        with pytest.raises(LiveError):
            room.host({"act": "start", "activity": "play", "options": options})
    assert room.activity is None and [event.kind for event in room.store.events()] == ["opened", "joined"]


def reviewed(room: Room) -> Review:
    """The review of the decisions, as it is worked out once the games are over."""
    room.host({"act": "end"})
    return room.activity.comparison()["review"]()


def goods_of(room: Room, seat: int) -> list[str]:
    """What a seat can give in a trade before its throw."""
    view = room.view(seat)
    if "trade" not in view or view["ask"]["choices"][0]["answer"] != {"throw": True}:
        return []
    return [text for text, _ in view["trade"]["parts"][0]["goods"][game_of(room, seat).player_of[seat]]]


@pytest.mark.full
def test_review__finds_the_trade_of_everything_for_one_deed(tmp_path: Path, same_luck: None) -> None:
    """It costs more than a tenth of the chance to win; what the wall shows differs from 0 for certain."""
    room, _ = playing(tmp_path, 4, start="edition:classic_us", size="4", rounds="8", seconds="0")
    play(room, 30)
    while len(goods := goods_of(room, seat := room.activity.waiting()[0])) < 3:
        play(room, 1)
    game, me = game_of(room, seat).game, game_of(room, seat).player_of[seat]
    other, deed = next((name, next(iter(game.goods(name)))) for name in game.players if name != me and game.goods(name))
    offer = {"to": other, "give": goods, "give_cash": "0", "get": [deed], "get_cash": "0"}
    room.hear(seat, {"question": room.activity.question(seat), "answer": {"offer": offer}})
    found = reviewed(room)
    trade = next(each for each in found.rows if each.player == me and each.chosen.startswith("trade"))
    assert trade.difference.value < -0.1
    sizes = [abs(each.difference.value) for each in found.rows]
    assert sizes == sorted(sizes, reverse=True) and len(sizes) <= 20
    assert all(not each.difference.low <= 0 <= each.difference.high for each in found.rows)
    room.activity.compared["review"] = found
    assert "left" in room.wall()
    number = 1 + game_of(room, seat).game.players.index(found.rows[0].player)  # no names of students beside decisions
    assert room.wall()["review"]["rows"][0][2] == f"Player\u00a0{number}"
    assert again(room).wall()["note"]["text"].startswith("The decisions are being examined")


def test_review__says_what_it_counts_and_why_a_class_may_beat_the_player_who_looks_ahead(tmp_path: Path) -> None:
    """That player tries 64 games after a choice, as `thinker` does unless told otherwise, and only some choices."""
    room, _ = playing(tmp_path, 4, seconds="0")
    play(room, 1)
    room.host({"act": "end"})
    (made,) = room.activity.games[0].made
    row = Reviewed(1, 1, made.player, made.game, NOTHING, NOTHING, Interval(-0.12, -0.14, -0.1))
    better = row._replace(difference=Interval(0.11, 0.09, 0.13))
    room.activity.compared["review"] = Review((row,), 170, 170)
    assert "Above 0" not in room.wall()["note"]["text"]
    room.activity.compared["review"] = Review((row, better), 170, 170)
    told = room.wall()["note"]["text"]
    assert told.startswith("170 of the 170 decisions that students made themselves were examined, including building,")
    assert "that player tries a choice in 64 games only, and builds, mortgages and bids without trying" in told


def test_review__of_a_class_that_decides_as_the_player_who_looks_ahead_is_empty(
    tmp_path: Path, same_luck: None
) -> None:
    """As at the beginning of a game: to buy the first deeds is what both do."""
    room, _ = playing(tmp_path, 4, start="edition:classic_us", size="4", rounds="8", seconds="0")
    for _ in range(8):
        seat = room.activity.waiting()[0]
        view = room.view(seat)
        answer = next(each["answer"] for each in view["ask"]["choices"] if each["answer"].get("text", "buy") == "buy")
        room.hear(seat, {"question": view["ask"]["question"], "answer": answer})
    assert reviewed(room) == ((), 8, 8)


@pytest.mark.parametrize("lang", ["ru", "uk"])
def test_roles__of_a_scenario_are_called_in_the_language_of_the_room(
    tmp_path: Path, lang: str, same_luck: None
) -> None:
    """In choices too: what is offered to a role by its name is understood, and the simulation knows the same roles."""
    room = new_room(tmp_path, lang)[0]
    for n in range(4):
        room.join(f"{n}")
    room.host({"act": "start", "activity": "play", "options": {"rounds": "3"}})
    begin(room)
    game = room.activity.games[0]
    played = ml.Scenario.load("born_ahead").players
    assert game.game.state.cash == dict(zip(game.game.players, (2000, 1000, 500, 250)))
    rich, other = game.game.players[:2]
    seat = next(seat for seat, player in game.player_of.items() if player == rich)
    offer = {"to": other, "give": [], "give_cash": "100", "get": [], "get_cash": "50"}
    with pytest.raises(LiveError) as refused:  # money alone is no trade: the offer was read, and a rule is named
        room.hear(seat, {"question": room.activity.question(seat), "answer": {"offer": offer}})
    assert ("карточка" if lang == "ru" else "картка") in str(refused.value)
    play(room, 900)
    assert room.activity.is_over
    shown = json.dumps([room.wall(), *(room.view(n) for n in range(4))], ensure_ascii=False)
    assert rich in shown and not [name for name in played if name in shown]
    assert set(room.activity.comparison()["firsts"]()) == set(game.game.players)
    assert Room(RoomLog(room.store.path)).wall() == room.wall()


def test_phone__has_the_full_table(tmp_path: Path) -> None:
    """What a laptop shows: all players with their deeds, each deed by its printed card, acts with their space."""
    room, _ = playing(tmp_path, 4, start="edition:classic_us", rounds="40", seconds="0")
    play(room, 80)
    for seat in range(4):
        view, game = room.view(seat), game_of(room, seat).game
        parts = view["players"]["parts"]
        assert [part["heading"].partition(":")[0] for part in parts] == list(game.players)
        assert (
            sum(len(part["rows"]) for part in parts)
            == sum(len(game.state.deeds[player]) for player in game.players)
            > 0
        )
        cards = {name: dict(lines) for _, name, lines in view["card"]["spaces"]}
        assert len(cards) == 28 and {"$50", "$200", "$600", "$1400", "$1700", "$2000"} <= set(
            cards["Boardwalk"].values()
        )
    acts: list[dict[str, Any]] = []
    for _ in range(100):
        play(room, 1)
        offered = [room.view(seat) for seat in room.activity.waiting()]
        acts += [choice for view in offered if "acts" in view for choice in view["acts"]["parts"][0]["choices"]]
    named = {space.id: space.index for space in game.edition.spaces}
    assert acts and all(choice["space"] == named[choice["answer"]["text"].rpartition(" ")[2]] for choice in acts)


def test_phone__offers_what_counts_at_each_kind_of_decision(tmp_path: Path) -> None:
    """All its buttons and sums, in a game with debts and prisoners."""
    room, _ = playing(tmp_path, 4, start="edition:classic_us", rounds="40", seconds="0")
    rng, seen = random.Random(1), Counter[str]()
    while not seen["debt"] or not seen["jail"]:
        (seat,) = room.activity.waiting()
        kind = game_of(room, seat).game.node.kind
        if seen[kind] < 8:
            view = room.view(seat)
            lists = [view["ask"], *(view["acts"]["parts"] if "acts" in view else ())]
            offered = [each["answer"] for block in lists for each in block["choices"]]
            sums = [view[key] for key in view if key.startswith("sum_")]
            offered += [{**each["more"], each["key"]: str(each[end])} for each in sums for end in ("low", "high")]
            assert offered and [each for each in offered if room.activity.why_not(seat, each)] == []
        seen[kind] += 1
        answer = choice_of(game_of(room, seat), seat, rng)
        room.hear(seat, {"question": room.activity.question(seat), "answer": answer})
    assert {"dice", "buy", "bid"} < seen.keys()


@pytest.mark.parametrize(("lang", "amount", "said"), [("en", -1553, "−$1,553"), ("ru", 1553, "1\u202f553\u00a0$")])
def test_sum__is_written_as_the_language_does(lang: str, amount: int, said: str) -> None:
    assert load_edition("classic_us").money.grouped(amount, lang) == said


def test_poorer_half__of_four() -> None:
    """By hand: 100 and 300 of 2,000 are 20 %; with nothing there is no share."""
    assert of_poorer_half([600, 100, 1000, 300]) == pytest.approx(0.2) and of_poorer_half([0, 0]) == 0


def test_form__says_how_many_a_scenario_seats() -> None:
    """Four are born ahead, whatever the field for editions says."""
    with speaking("en"):
        assert dict(starts())["born_ahead"].startswith("Scenario (4 players): ")
        assert "editions only" in say("live.play.option_size")


def test_mean_lorenz__has_the_mean_of_the_gini_coefficients_of_the_games() -> None:
    """By hand: 1 and 3 have Gini 1/4, 0 and 2 have 1/2; under the mean curve 0, 1/8, 1 the area gives 3/8. Pooled, they
    would have 5/12."""
    curve = mean_lorenz([[1, 3], [0, 2]])
    assert curve == [(0, 0), (0.5, pytest.approx(1 / 8)), (1, 1)]
    area = sum((x1 - x0) * (y0 + y1) / 2 for (x0, y0), (x1, y1) in itertools.pairwise(curve))
    assert 1 - 2 * area == pytest.approx((gini([1, 3]) + gini([0, 2])) / 2) == pytest.approx(3 / 8)
    assert gini([0, 1, 2, 3]) == pytest.approx(5 / 12)


def test_gini__is_one_number_in_the_chart_its_title_and_the_comparison(tmp_path: Path, same_luck: None) -> None:
    room, _ = playing(tmp_path, 6, rounds="3")
    play(room, 900)
    activity = room.activity
    activity.compared["ginis"] = activity.comparison()["ginis"]()
    wall, games = room.wall(), activity.games
    chart, histogram = wall["unequal"]["parts"]
    mean = sum(gini([game.worth(player) for player in game.game.players]) for game in games) / len(games)
    assert chart["series"][0]["points"][-1] == [3, pytest.approx(mean)]
    assert chart["series"][0]["points"][0] == [0, pytest.approx(0.38333, abs=1e-4)]  # of 2000, 1000, 500, 250
    said = f"{mean:.2f}"
    assert chart["title"] == f"Gini within a game, mean of 2 games: 0.38 at the start, {said} now"
    half = mean_of_few([gini([game.worth(player) for player in game.game.players]) for game in games]).half
    assert histogram["title"].startswith(f"Gini: {said} ± {half:.2f} on average in your games")


def test_gini__of_a_game_that_is_ended_in_its_first_round_is_of_now(tmp_path: Path, same_luck: None) -> None:
    """The start has 0.38 (2000, 1000, 500, 250); chart, title and who has most are of what all have when it ends."""
    room, _ = playing(tmp_path, 4, rounds="3")
    (game,) = room.activity.games
    while {player: game.worth(player) for player in game.game.players} == game.worths[0][1]:
        play(room, 1)
    room.host({"act": "end"})
    assert game.game.round == 1
    worths, wall = [game.worth(player) for player in game.game.players], room.wall()
    (chart,) = wall["unequal"]["parts"]  # no game was finished: there is nothing to compare
    points = chart["series"][0]["points"]
    assert points == [[0, pytest.approx(0.38333, abs=1e-4)], [1, pytest.approx(gini(worths))]]
    assert chart["title"].endswith(f"0.38 at the start, {gini(worths):.2f} now")
    assert [line["points"][-1][1] for line in wall["worths"]["series"]] == worths


def test_games__cut_short_are_in_no_comparison_with_whole_games(tmp_path: Path, same_luck: None) -> None:
    """One of two games is played to its end, the other one is ended before."""
    room, _ = playing(tmp_path, 6, rounds="3")
    rng, done = random.Random(3), room.activity.games[0]
    while not done.is_over:
        seat = done.awaited
        question, answer = answer_of(room.view(seat), rng)
        room.hear(seat, {"question": question, "answer": answer})
    room.host({"act": "end"})
    activity = room.activity
    assert (
        activity.finished_games == [done] and [row["finished"] for row in activity.rows()] == [True] * 4 + [False] * 4
    )
    assert {row["rounds"] for row in activity.rows() if row["finished"]} == {3}  # its last round, not one more
    activity.compared |= {name: activity.comparison()[name]() for name in ("firsts", "ginis")}
    table, *_, counted = room.wall()["left"]["parts"]
    assert [row[1] for row in table["rows"]].count("1 of 1") == 1
    assert {row[1] for row in table["rows"]} == {"0 of 1", "1 of 1"}
    assert counted["text"].startswith("1 game finished, 1 cut short.") and "the strategy balanced" in counted["text"]
    (bars,) = [part for part in room.wall()["left"]["parts"] if part["kind"] == "bars"]
    assert len(bars["rows"]) == 4 and all(row[0].endswith("1") for row in bars["rows"])  # the most of whole games
    chart, histogram = room.wall()["unequal"]["parts"]
    assert histogram["points"] == pytest.approx([gini([done.worth(player) for player in done.game.players])])
    assert chart["title"].startswith("Gini within a game, mean of 1 game:")


def test_games__all_cut_short_are_compared_with_nothing(tmp_path: Path) -> None:
    room, _ = playing(tmp_path, 6, rounds="3")
    play(room, 5)
    room.host({"act": "end"})
    assert list(room.activity.comparison()) == ["review"]
    assert "0 games finished, 2 cut short." in room.wall()["left"]["parts"][-1]["text"]


def reviewed_room(folder: Path, **options: object) -> Room:
    """A room whose wall shows a decision: the first player's offer to the second one."""
    room, _ = playing(folder, 3, start="edition:classic_us", size="3", rounds="3", **options)
    game = room.activity.games[0].game
    one, other = game.players[:2]
    room.host({"act": "end"})
    text = f"trade {other}: 50 for boardwalk"
    found = Reviewed(1, 1, one, game, text, text, Interval(-0.2, -0.25, -0.15))
    room.activity.compared["review"] = Review((found,), 1, 1)
    return room


def test_review__names_nobody_unless_the_teacher_wants_it(tmp_path: Path) -> None:
    hidden = json.dumps(reviewed_room(tmp_path / "usual").wall()["review"])
    assert "Student" not in hidden and "Player\\u00a01" in hidden and "Player 2" in hidden
    assert "Student" in json.dumps(reviewed_room(tmp_path / "named", by_name=True).wall()["review"])


@pytest.mark.parametrize("start", ["born_ahead", "edition:classic_us"])
def test_debrief__has_the_games_of_the_class_in_the_distribution_of_simulated_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start: str
) -> None:
    """Columns are percentages of all simulated games; a dot for each game, at the Gini of its players' worth."""
    monkeypatch.setattr("monopoly_lab.live.play_results.SIMULATED", 200)
    room, _ = playing(tmp_path, 6, start=start, rounds="3", size="3")
    play(room, 900)
    room.activity.compared["ginis"] = simulated = room.activity.comparison()["ginis"]()
    chart = room.wall()["unequal"]["parts"][1]
    assert sum(share for _, _, share in chart["bins"]) == pytest.approx(100)
    games = [[game.worth(player) for player in game.game.players] for game in room.activity.games]
    assert chart["points"] == pytest.approx([gini(worths) for worths in games])
    assert all(chart["bins"][0][0] <= each <= chart["bins"][-1][1] for each in [*simulated, *chart["points"]])
    assert len(simulated) == 200 and max(simulated) < (0.75 if start == "born_ahead" else 0.6667)


def test_phone__says_at_the_end_what_became_of_it_and_a_pause_keeps_the_time(tmp_path: Path) -> None:
    room, clock = playing(tmp_path)
    seat = room.activity.waiting()[0]  # type: ignore[union-attr]
    clock.now += 12
    room.host({"act": "pause"})
    clock.now += 100
    assert (room.view(seat)["timer"]["until"], room.view(seat)["timer"]["left"]) == (None, 18)
    room.host({"act": "resume"})
    room.host({"act": "end"})
    worth = dict(room.view(seat)["purse"]["pairs"])["Worth"]  # nobody has moved
    assert room.view(seat)["why"]["text"].startswith(f"You began with {worth} and end with {worth}.")


def test_phone__says_at_the_end_what_rents_and_being_late_have_done(tmp_path: Path) -> None:
    """Rents go from player to player: what all have paid is what all have received."""
    room, clock = playing(tmp_path, 4, start="edition:classic_us", size="4", rounds="12")
    for _ in range(60):
        play(room, 4, seed=int(clock.now))
        clock.now += 31
        room.tick()
    assert room.activity is not None and room.activity.is_over
    game = game_of(room, 0)
    flows = [rents(game, player) for player in game.game.players]
    assert sum(got for got, _ in flows) == sum(paid for _, paid in flows) > 0
    for seat, player in game.player_of.items():
        said = room.view(seat)["why"]["text"]
        got, paid = (game.game.edition.money.grouped(each) for each in rents(game, player))
        assert (f"Rents brought you {got} and cost you {paid}." in said) == (got != paid or got != "$0")
        n = game.decided[player, CLOCK]
        late = f"A strategy decided {n} time{'s' * (n > 1)} for you: {n} because the time was up."
        assert n and late in said
        gained = sum(game.worths[-1][1].values()) >= sum(game.worths[0][1].values())
        assert ("gained" if gained else "lost") in said and "\u2212" not in said


def test_auction__who_cannot_bid_is_told_so_and_not_that_they_may() -> None:
    """Of a player who bids the least as long as they can, in games against greedy ones."""
    kind, said = ACTIVITIES["play"], []
    options = read_options(kind, {"start": "born_ahead", "seconds": "0", "rounds": "12", "fill": "greedy"})
    with speaking("en"):
        for seed in range(9):
            if {may for may, _ in said} == {True, False}:
                break
            activity = kind([0], {0: "Ann"}, seed, options, "en", 0.0)
            for _ in range(120):
                if activity.is_over or activity.question(0) is None:
                    break
                game = activity.game_of[0].game
                choices, least = game.choices(), [form.least for form in getattr(game.node, "forms", ())]
                if "pass" in choices:
                    view = activity.view(0)
                    said.append(("sum_bid" in view, view["ask"]["ask"]))
                    assert [view[key]["low"] for key in view if key == "sum_bid"] == least
                answer = {"throw": True} if game.node.kind == "dice" else {"text": choices[-1]}
                activity.apply(0, {"verb": "bid", "sum": str(least[0])} if "pass" in choices and least else answer, 0.0)
    assert {may for may, _ in said} == {True, False}
    for may, ask in said:
        assert ("may bid" in ask) is may and ("only leave" in ask) is not may


@pytest.mark.parametrize("what", ["step", "round"])
def test_play_together__a_button_that_decides_for_students_asks_first_and_is_not_green(
    tmp_path: Path, what: str
) -> None:
    room, _ = playing(tmp_path, students=4)
    buttons = {key: (is_next, asked) for key, _, is_next, asked in room.activity.labeled_buttons()}
    is_next, asked = buttons[what]
    assert not is_next and asked
    waiting = room.activity.waiting()
    room.host({"act": "control", "what": what})
    assert waiting and not room.missed  # their own time was not up


def test_late__on_the_teachers_page_is_who_is_late_in_the_table(tmp_path: Path) -> None:
    """Three games: in one a clock is up; then the teacher plays a round, and the minutes of all games are over."""
    room, clock = playing(tmp_path, 12, minutes="2")
    first, *_ = games = room.activity.games
    for game in games[1:]:
        game.deadline += 30
    late, clock.now = first.awaited, clock.now + 31
    room.tick()
    assert room.missed == {late}
    room.host({"act": "control", "what": "round"})
    clock.now += 120
    room.tick()
    assert room.activity.is_over and room.missed == {late}
    assert {row["seat"] for row in room.activity.rows() if row["late"]} == {late}
    assert [each["seat"] for each in room.host_view()["seats"] if each["missed"]] == [late]


def test_games__begin_when_the_teacher_says_so_and_all_read_rules_and_scenario_before(tmp_path: Path) -> None:
    room, clock = new_room(tmp_path)[0], Clock()
    room.clock = clock
    for n in range(4):
        room.join(f"Student {n}")
    form = {"seconds": "20", "rounds": "5", "minutes": "10"}
    room.host({"act": "start", "activity": "play", "options": form})
    clock.now += 3_000
    room.tick()
    assert room.deadline is None and room.activity.waiting() == [] and not room.activity.is_over
    told = ml.Scenario.load("born_ahead")
    for shown in (room.wall(), *(room.view(n) for n in range(4))):
        assert shown["scenario"]["text"] == told.title and shown["scenario"]["note"] == " ".join(told.project.split())
        assert "20 seconds for a decision" in shown["rule"]["text"] and "after 5 rounds" in shown["rule"]["text"]
        assert "after 10 minutes" in shown["rule"]["text"] and "clock starts" in shown["ready"]["text"]
        assert [row[1] for row in shown["roles"]["rows"]] == ["$2,000", "$1,000", "$500", "$250"]
        assert not {"ask", "timer", "worths", "large"} & set(shown)
    assert room.view(0)["role"]["text"].startswith("You are ")
    room.host({"act": "hand", "seat": 1, "strategy": "balanced"})
    seat, _ = room.join("Late")  # all four seats are taken
    assert room.activity.question(0) is None and again(room).wall() == room.wall() and seat == 4
    before = clock.now
    room.host({"act": "control", "what": "go"})
    assert [game.deadline for game in room.activity.games] == [before + 20]
    assert room.activity.end_at == before + 600 and "board" in room.view(0) and "large" in room.wall()
    assert game_of(room, 1).game.seats[game_of(room, 1).player_of[1]] == "balanced"
    assert not {"worths", "ranking"} & set(room.wall())  # nothing has changed yet
    assert again(room).wall() == room.wall() and again(room).view(0) == room.view(0)


def test_games__without_a_clock_begin_with_a_button_of_their_own(tmp_path: Path) -> None:
    room = new_room(tmp_path)[0]
    room.join("Ann")
    form = {"start": "edition:classic_us", "seconds": "0", "rounds": "2"}
    room.host({"act": "start", "activity": "play", "options": form})
    shown = room.wall()
    assert room.host_view()["controls"] == [["begin", "Start the games", True, ""]]
    assert shown["scenario"]["text"] == load_edition("classic_us").called().title and "roles" not in shown
    assert "seconds" not in shown["rule"]["text"] and "games begin when the teacher says so" in shown["ready"]["text"]
    begin(room)
    assert room.activity.waiting() == [0] and room.activity.controls() == ("step", "round")


def test_games__of_a_room_of_an_earlier_version_have_begun_at_once(tmp_path: Path, monkeypatch: Any) -> None:
    room = older(tmp_path, monkeypatch, "play", {"seconds": "30", "rounds": "2"})
    assert room.activity.deadline is not None and len(room.activity.waiting()) == 1
    play(room, 5)
    monkeypatch.undo()
    assert again(room).wall() == room.wall() and not again(room).activity.is_reading


def older(folder: Path, monkeypatch: Any, activity: str, form: dict[str, Any]) -> Room:
    """A room as versions before rules came first have written it: its options say no version."""
    monkeypatch.setattr("monopoly_lab.live.activities.play_together.PlayTogether.VERSION", 1)
    room, _ = new_room(folder)
    room.clock = Clock()
    for n in range(4):
        room.join(f"Student {n}")
    room.host({"act": "start", "activity": activity, "options": form})
    (text,) = room.store._base.execute("SELECT data FROM event WHERE kind = 'started'").fetchone()
    data = json.loads(text)
    assert data["options"].pop("version") == 1
    room.store._base.execute("UPDATE event SET data = ? WHERE kind = 'started'", (json.dumps(data),))
    return again(room)


def test_wall__of_an_edition_shows_players_by_number_unless_names_are_wanted(tmp_path: Path) -> None:
    room, _ = playing(tmp_path, 4, start="classic_us")
    own = "".join(room.activity.board(room.view(1)["board"]["board"], "light"))
    wall = "".join(room.activity.board(room.wall()["large"]["board"], "light"))
    assert "Student 1" in own and "Player 1" not in own
    assert "Player 1" in wall and "Student" not in wall
    room, _ = playing(tmp_path, 4, start="classic_us", by_name=True)
    assert "Student 1" in "".join(room.activity.board(room.wall()["large"]["board"], "light"))


def test_round__on_boards_is_that_of_their_captions_from_the_first_to_the_last(tmp_path: Path) -> None:
    room, _ = playing(tmp_path, 8, rounds="1")
    assert "round 1" in room.wall()["large"]["caption"]
    while not (over := [n for n, game in enumerate(room.activity.games) if game.is_over]):
        play(room, 1)
    game, board = room.activity.games[over[0]], room.activity._board(over[0])
    drawn = "".join(room.activity.board(board["board"], "light"))
    assert game.game.round == 2 and "round 2" not in drawn and "round 1" in drawn
    assert board["caption"] == f"Game {over[0] + 1}: 1 round played"


def test_charts__of_games_that_have_hardly_begun_have_axes_that_say_something(tmp_path: Path) -> None:
    room, clock = playing(tmp_path, 4, start="classic_us", rounds="3")
    while not any(game.round > 1 for game in room.activity.games):
        clock.now += 31
        room.tick()
    wall = room.wall()
    assert wall["gini"]["top"] == 0.1
    assert wall["worths"]["title"].startswith("richest: ") and "poorest: " in wall["worths"]["title"]


def test_rules_page__of_an_edition_has_one_title_at_the_head(tmp_path: Path) -> None:
    room, _ = new_room(tmp_path)[0], None
    for n in range(4):
        room.join(f"Student {n}")
    room.host({"act": "start", "activity": "play", "options": {"start": "classic_us"}})
    wall = room.wall()
    assert wall["scenario"]["kind"] == "text" and wall["scenario"]["text"] == "Classic, Atlantic City"


def test_button__that_is_pressed_when_the_class_is_further_says_so(tmp_path: Path) -> None:
    room, _ = playing(tmp_path, 4)
    with pytest.raises(LiveError, match="already moved on"):
        room.host({"act": "control", "what": "go"})
    with pytest.raises(LiveError, match="already moved on"):
        room.host({"act": "close"})


def test_sum__beside_a_choice_has_no_color_that_says_what_to_do(tmp_path: Path) -> None:
    """In an auction of the game, "Bid" and "Leave the auction" look alike; a choice alone has its first one marked."""
    room, _ = playing(tmp_path, start="edition:classic_us", rounds="9", size="3", seconds="0")
    seen, rng = set(), random.Random(3)
    for _ in range(400):
        if room.activity.is_over or len(seen) == 2:
            break
        seat = room.activity.waiting()[0]
        view = room.view(seat)
        fields = [view[key] for key in view if key.startswith("sum_")]
        marked = [each["main"] for each in view["ask"]["choices"]]
        assert any(marked) == (not fields and bool(marked)) and not any(field["main"] for field in fields if marked)
        seen.add(bool(fields))
        question, answer = answer_of(view, rng)
        room.hear(seat, {"question": question, "answer": answer})
    assert seen == {True, False}


def test_round__of_a_game_that_goes_on_is_on_its_board_before_anybody_answers(tmp_path: Path) -> None:
    room, clock = playing(tmp_path, 4, start="classic_us", rounds="1")
    game = room.activity.games[0]
    while not game.is_over:
        play(room, 1)
    assert "round 2" not in "".join(game.pieces("light"))
    answered = game.game.answered
    game.go_on(game.game, 3, clock.now)
    assert game.game.answered == answered and "round 2" in "".join(game.pieces("light"))


@pytest.mark.parametrize("start", ["born_ahead", "edition:classic_us"])
def test_wall__names_nobody_beside_the_role_that_has_to_decide(tmp_path: Path, start: str) -> None:
    """Each game says which role has to decide, so a name anywhere on the wall would tell who is poor."""
    room, _ = playing(tmp_path, 12, start=start, size="4")
    assert room.wall()["waits"]["text"] == "Still to decide: 3 students"
    assert "Student" not in json.dumps(room.wall())
    late = {room.names[seat] for seat in room.activity.waiting()}
    assert {each["name"] for each in room.host_view()["seats"] if each["waits"]} == late  # the teacher's page has names
    named = playing(tmp_path / "named", 12, start=start, size="4", by_name=True)[0]
    assert all(name in named.wall()["waits"]["text"] for name in map(named.names.get, named.activity.waiting()))
