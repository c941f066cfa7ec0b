"""Vote: who may vote, what wins, when the rule holds, what is hidden, and what the class sees of it."""

import json
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import LiveError
from monopoly_lab.figures import class_figures
from monopoly_lab.live import class_results
from monopoly_lab.live.activities.class_vote import BALLOT, SECOND_BALLOT, ClassVote
from monopoly_lab.live.activities.vote_results import Rule, game_under_rule, has_moved, last_round
from monopoly_lab.live.analysis_notebook import SECTIONS, notebook_of
from monopoly_lab.live.live_game import LiveGame
from monopoly_lab.live.room import Room, new_room
from monopoly_lab.live.wealth_charts import rounds_over
from tests.live.test_play_together import Clock, again, begin, older, play


@pytest.fixture(autouse=True)
def _same_luck(monkeypatch):
    monkeypatch.setattr("monopoly_lab.live.room.secrets.randbelow", lambda most: 7)


def voting(folder: Path, students: int = 6, **options: object) -> Room:
    """A room in which the vote has begun, after a round."""
    room, _ = new_room(folder)
    room.clock = Clock()
    for n in range(students):
        room.join(f"Student {n}")
    wanted = {"seconds": "0", "rounds": "1", "rounds_after": "3", "runoff": False, **options}
    room.host({"act": "start", "activity": "vote", "options": wanted})
    begin(room)
    for step in range(200):
        if vote_of(room).stage == "vote":
            return room
        play(room, 1, seed=step)
    raise AssertionError("the vote has not begun")


def vote_of(room: Room) -> ClassVote:
    assert isinstance(room.activity, ClassVote)
    return room.activity


def vote(room: Room, seat: int, rule: object) -> None:
    room.hear(seat, {"question": BALLOT, "answer": {"vote": rule}})


def boardwalk(room: Room) -> list[str]:
    """The sums on the deed of Boardwalk, as a phone shows it."""
    (deed,) = [lines for _, name, lines in room.view(0)["card"]["spaces"] if name == "Boardwalk"]
    return [text for _, text in deed]


def press(room: Room, what: str) -> None:
    room.host({"act": "control", "what": what})


def hand_to_strategies(room: Room, game: LiveGame) -> None:
    """They play a game to its end."""
    for seat in [*game.player_of]:
        room.host({"act": "hand", "seat": seat, "strategy": "balanced"})
    assert game.is_over and not game.is_cut


@pytest.mark.parametrize(
    ("votes", "chosen", "outcome"),
    [
        (["income", "income", "rent_cap", "land_tax", "keep", "shortage"], "income", "won"),
        (["income", "income", "rent_cap", "rent_cap", "keep", "shortage"], "keep", "tie"),
        (["keep", "keep", "keep", "rent_cap", "income", "shortage"], "keep", "kept"),
        ([], "keep", "no_votes"),
        (["keep", "income"], "keep", "tie"),
    ],
)
def test_class_vote__most_votes_win_and_a_tie_leaves_the_rules_if_the_teacher_has_chosen_so(
    tmp_path, votes, chosen, outcome
):
    room = voting(tmp_path, tie="keep")
    for seat, rule in enumerate(votes):
        vote(room, seat, rule)
    if len(votes) < 6:
        press(room, "close_vote")

    assert (vote_of(room).chosen, vote_of(room).outcome) == (chosen, outcome)
    for seat, rule in enumerate(votes):  # one's own vote stands beside the result
        assert room.view(seat)["voted"]["text"] == f"You voted: {vote_of(room)._name(rule)}."
    assert len(votes) == 6 or "voted" not in room.view(5)


TIED = ["income", "income", "rent_cap", "rent_cap", "keep"]


def test_class_vote__a_tie_is_decided_by_lot_among_the_rules_with_most_votes_and_the_wall_says_so(tmp_path):
    room = voting(tmp_path)
    for seat, rule in enumerate(TIED):
        vote(room, seat, rule)
    press(room, "close_vote")

    chosen = vote_of(room).chosen
    assert chosen in ("income", "rent_cap")
    said = room.wall()["left"]["parts"][0]["text"]
    assert said.startswith("A tie, 2 votes each: Basic income, Half rents. A lot decides: ")
    assert vote_of(room)._name(chosen) in said.partition("decides")[2]
    assert room.view(0)["result"]["parts"][0]["text"] == said
    assert again(room).wall() == room.wall()


def test_class_vote__the_lot_is_that_of_the_seed_and_each_of_the_tied_can_win(tmp_path, monkeypatch):
    won = {}
    for seed in (*range(6), *range(6)):
        monkeypatch.setattr("monopoly_lab.live.room.secrets.randbelow", lambda most, seed=seed: seed)
        room = voting(tmp_path, students=2)
        for seat, rule in enumerate(("income", "keep")):
            vote(room, seat, rule)
        assert won.setdefault(seed, vote_of(room).chosen) == vote_of(room).chosen
    assert set(won.values()) == {"income", "keep"}


def test_class_vote__a_room_of_an_earlier_version_keeps_the_rules_after_its_tie(tmp_path):
    room = voting(tmp_path, students=2, tie="keep")
    del vote_of(room).options["tie"]
    for seat, rule in enumerate(("income", "rent_cap")):
        vote(room, seat, rule)
    assert (vote_of(room).chosen, vote_of(room).outcome) == ("keep", "tie")


def test_class_vote__who_has_not_voted_is_in_no_count_and_the_wall_says_how_many_voted(tmp_path):
    room = voting(tmp_path)
    room.host({"act": "hand", "seat": 5, "strategy": "balanced"})  # does not vote
    for seat, rule in enumerate(("rent_cap", "income", "rent_cap")):
        vote(room, seat, rule)
    press(room, "close_vote")

    said, _holds, bars, too_few = room.wall()["left"]["parts"]
    assert said["text"] == "Half rents: 2 of 3 votes. 3 of 5 students voted."
    assert sum(length for _, length, _ in bars["rows"]) == 3 and "fewer than 3" in too_few["text"]
    assert sum(row["seat"] is not None and row["vote"] == "" for row in vote_of(room).rows()) == 3
    press(room, "go_on")
    room.host({"act": "end"})
    assert room.wall()["left"]["parts"][0]["text"] == said["text"]


def test_class_vote__the_rule_holds_from_the_next_round_on_in_all_games_and_for_so_many_rounds(tmp_path):
    room = voting(tmp_path, start="edition:classic_us", size="3")
    before = [game.game.round for game in vote_of(room).games]
    for seat in range(6):
        vote(room, seat, "rent_cap")
    press(room, "go_on")

    for game, round_ in zip(vote_of(room).games, before, strict=True):
        assert game.game.options == {"changes": [{"round": round_, "options": {"rent_scale": 50}}]}
    for step in range(600):
        play(room, 1, seed=step)
    assert vote_of(room).is_over
    assert [game.game.round for game in vote_of(room).games] == [round_ + 3 for round_ in before]
    assert [game.game.options_now["rent_scale"] for game in vote_of(room).games] == [50, 50]
    assert not room.faults


@pytest.mark.parametrize("after", [1, 2, 4])
def test_class_vote__class_simulation_and_page_play_as_many_whole_rounds_after_the_vote_as_the_option_says(
    tmp_path, after
):
    room = voting(tmp_path, rounds="2", rounds_after=str(after), start="edition:classic_us", size="3")
    for seat in range(6):
        vote(room, seat, "income")
    activity = vote_of(room)
    voted_at = rounds_over(activity.voted_at)
    press(room, "go_on")
    for step in range(600):
        play(room, 1, seed=step)

    assert activity.is_over and voted_at == 2
    assert [rounds_over(game.worths[-1][0]) for game in activity.games] == [2 + after] * 2
    assert {row["rounds"] for row in activity.rows()} == {2 + after}
    for position in activity.positions:
        simulated = game_under_rule(position, activity.rules["income"]).fork(
            options={"rounds": last_round(position, after)}
        )
        while simulated.advance():
            pass
        assert simulated.over and simulated.round == 2 + after
        assert simulated.net_worth() != game_under_rule(position, activity.rules["keep"]).net_worth()


def test_class_vote__a_rule_holds_from_the_first_round_after_the_vote_and_changes_nothing_before_it(tmp_path):
    for position in vote_of(voting(tmp_path / "whole", rounds="3", start="edition:classic_us")).games:
        game = position.game
        under_rule = game_under_rule(game, Rule({"components.houses": 12, "rent_scale": 50}, {}))
        assert under_rule.options_now["rent_scale"] == 50 and "rent_scale" not in game.options_now
        assert under_rule.net_worth() == game.net_worth() and under_rule.answers == game.answers
        assert last_round(game, 1) == game.round


def test_class_vote__class_and_simulation_are_compared_in_the_same_games(tmp_path):
    """Of two games that were going on at the vote one is finished: both tables are of it alone."""
    room = voting(tmp_path, students=4, start="edition:classic_us", size="2", rounds_after="2", runoff=True)
    for seat in range(4):
        vote(room, seat, "income" if seat < 3 else "keep")
    activity = vote_of(room)
    press(room, "go_on")
    first, other = activity.games
    hand_to_strategies(room, first)
    room.host({"act": "end"})

    assert (first.is_cut, other.is_cut) == (False, True) and activity.simulated == [first.name, other.name]
    assert activity.comparison()["outlooks"].args[0] == [activity.positions[0]]
    assert activity.comparison()["gains"].args[0] == [activity.positions[0]]
    table = room.wall()["before"]
    worths = [first.worth(player) for player in first.game.players]
    money = first.game.edition.money
    assert table["heads"][0] == "In 1 game"
    assert [row[2] for row in table["rows"]] == [
        money.grouped(sum(each.values()) / 2)
        for each in (first.worths[0][1], dict(first.worths)[2], dict(zip("ab", worths)))
    ]


def test_class_vote__during_the_runoff_the_wall_says_how_many_voted_in_the_first_vote(tmp_path):
    room = voting(tmp_path, runoff=True)
    for seat, rule in enumerate(("income", "income", "rent_cap", "rent_cap")):
        vote(room, seat, rule)
    press(room, "close_vote")
    assert vote_of(room).stage == "runoff"
    assert room.wall()["first"]["parts"][-1]["text"] == "First vote. 4 of 6 students voted."
    assert again(room).wall() == room.wall()


def test_class_vote__a_game_that_has_played_its_rounds_waits_for_the_vote_and_is_not_over(tmp_path):
    room, _ = new_room(tmp_path)
    room.clock = Clock()
    for n in range(4):
        room.join(f"Student {n}")
    options = {"seconds": "0", "rounds": "1", "start": "edition:classic_us", "size": "2"}
    room.host({"act": "start", "activity": "vote", "options": options})
    begin(room)
    while all(room.view(seat).get("over") is None for seat in range(4)):
        play(room, 1)
    seen = [room.view(seat)["over"]["text"] for seat in range(4) if "over" in room.view(seat)]
    coming = {room.view(seat)["coming"]["text"] for seat in range(4)}
    assert coming == {"The class plays 1 round, then it votes on a rule for the rounds after."}
    assert vote_of(room).stage == "before" and seen == ["Your game waits for the vote."] * 2
    room.host({"act": "end"})
    assert {room.view(seat)["over"]["text"] for seat in range(4)} == {"Your game is over."}
    assert "coming" not in room.view(0)


def test_class_vote__a_round_cut_by_the_teacher_is_played_to_its_end_and_then_as_many_as_the_option_says(tmp_path):
    room, _ = new_room(tmp_path)
    room.clock = Clock()
    for n in range(4):
        room.join(f"Student {n}")
    options = {"seconds": "0", "rounds": "6", "rounds_after": "2", "start": "edition:classic_us", "size": "4"}
    room.host({"act": "start", "activity": "vote", "options": options})
    begin(room)
    game = vote_of(room).games[0]
    while not (game.game.round == 2 and has_moved(game.game)):
        play(room, 1)
    press(room, "to_vote")
    for seat in range(4):
        vote(room, seat, "rent_cap")
    press(room, "go_on")
    assert "rent_scale" not in game.game.options_now and "$50" in boardwalk(room)
    for step in range(400):
        play(room, 1, seed=step)
    assert vote_of(room).is_over and rounds_over(game.worths[-1][0]) == 4
    assert game.game.options_now["rent_scale"] == 50 and "$25" in boardwalk(room)


def test_class_vote__nobody_sees_a_vote_before_the_counts_and_no_phone_sees_whose(tmp_path):
    room = voting(tmp_path)
    others = [json.dumps(room.view(seat)) for seat in (0, 1, 2, 4, 5)]
    wall = room.wall()
    vote(room, 3, "shortage")

    assert [json.dumps(room.view(seat)) for seat in (0, 1, 2, 4, 5)] == others
    assert {key for key in wall if wall[key] != room.wall()[key]} == {"turnout"}
    assert room.wall()["turnout"]["kind"] == "progress"


def test_class_vote__a_vote_for_what_is_not_offered_is_refused(tmp_path):
    room = voting(tmp_path)
    for bent in ("", "Income", 1, None, True, ["income"], {"income": 1}, "changes", "__class__", "\ud800"):
        with pytest.raises(LiveError):
            vote(room, 0, bent)
        assert not vote_of(room).votes, bent


def test_class_vote__a_second_vote_and_a_vote_of_a_strategy_are_refused(tmp_path):
    room = voting(tmp_path)
    vote(room, 0, "income")
    room.host({"act": "hand", "seat": 1, "strategy": "balanced"})

    for seat in (0, 1):
        with pytest.raises(LiveError):
            vote(room, seat, "keep")
    assert vote_of(room).votes == {0: "income"}
    assert 1 not in vote_of(room).waiting()


def test_class_vote__the_last_who_has_not_voted_is_handed_to_a_strategy_and_the_vote_closes(tmp_path):
    room = voting(tmp_path, students=2)
    vote(room, 0, "income")
    room.host({"act": "remove", "seat": 1})

    assert (vote_of(room).stage, vote_of(room).chosen) == ("result", "income")


def test_class_vote__who_comes_during_the_vote_takes_the_seat_of_a_strategy_and_votes(tmp_path):
    room = voting(tmp_path, students=2)
    seat, _ = room.join("Late")
    vote(room, seat, "shortage")

    assert vote_of(room).votes == {seat: "shortage"}


def test_class_vote__only_rules_that_the_game_can_take_are_offered(tmp_path):
    no_salary = voting(tmp_path, land_tax=False, shortage=False)
    assert list(vote_of(no_salary).rules) == ["keep", "income", "rent_cap"]

    with pytest.raises(LiveError, match="tick"):
        no_salary.host({"act": "end"})
        no_salary.host({"act": "close"})
        nothing = dict.fromkeys(("land_tax", "income", "rent_cap", "shortage"), False)
        no_salary.host({"act": "start", "activity": "vote", "options": nothing})


def test_class_vote__every_rule_can_be_played_from_the_vote_to_the_end(tmp_path):
    for rule in ("keep", "land_tax", "income", "rent_cap", "shortage"):
        room = voting(tmp_path / rule, students=2, start="edition:classic_us", size="2", rounds_after="2")
        for seat in (0, 1):
            vote(room, seat, rule)
        press(room, "go_on")
        for step in range(100):
            play(room, 1, seed=step)
        assert vote_of(room).is_over
        assert not room.faults
        assert {row["rule"] for row in vote_of(room).rows()} == {rule}
        shown = room.wall()
        assert [part["kind"] for part in shown["left"]["parts"]] == ["text", "bars", "text"]
        assert [shown[key]["kind"] for key in ("outlook", "before", "theory", "counted")] == ["table"] * 2 + [
            "text"
        ] * 2


def test_class_vote__phones_say_at_the_end_how_they_voted_and_what_they_had_then(tmp_path):
    room = voting(tmp_path, students=4, start="edition:classic_us", size="4")
    for seat in range(3):
        vote(room, seat, "rent_cap")
    press(room, "close_vote")
    worths = vote_of(room).games[0].game.net_worth()
    money = vote_of(room).games[0].game.edition.money
    press(room, "go_on")
    play(room, 12)
    room.host({"act": "end"})
    mean = money.grouped(sum(worths.values()) / 4)
    for seat in range(4):
        own = money.grouped(worths[vote_of(room).game_of[seat].player_of[seat]])
        voted = "You voted: Half rents." if seat < 3 else "You did not vote."
        said = room.view(seat)["why"]["text"]
        assert said.startswith(f"{voted} You had {own} then; the mean of your game was {mean}. You began with $1,500")
        assert room.view(seat)["rule"]["text"].startswith("Half rents.")


def test_class_vote__who_was_silent_in_the_runoff_alone_has_voted(tmp_path):
    room = voting(tmp_path, students=4, start="edition:classic_us", size="4", runoff=True)
    for seat, rule in enumerate(("rent_cap", "rent_cap", "income")):
        vote(room, seat, rule)
    vote(room, 3, "income")
    for seat in (0, 1, 2):
        room.hear(seat, {"question": SECOND_BALLOT, "answer": {"vote": "rent_cap"}})
    press(room, "close_vote")
    press(room, "go_on")
    play(room, 12)
    room.host({"act": "end"})
    said = [room.view(seat)["why"]["text"] for seat in range(4)]
    assert said[3].startswith("You voted: Basic income. In the run-off you did not vote. You had ")
    assert said[2].startswith("You voted: Basic income. In the run-off you voted: Half rents. You had ")


def test_class_vote__ended_during_the_vote_asks_nobody_any_more(tmp_path):
    room = voting(tmp_path)
    vote(room, 0, "income")
    room.host({"act": "end"})
    for seat in range(6):
        assert "ballot" not in room.view(seat) and "over" in room.view(seat)
        assert room.view(seat)["why"]["text"].startswith("You began with")


def test_class_vote__the_median_voter_is_counted_within_each_game(tmp_path):
    room = voting(tmp_path, students=4, start="edition:classic_us", size="4")
    for seat in range(4):
        vote(room, seat, "keep")
    game = vote_of(room).games[0]
    worths = game.game.net_worth()
    below = sum(worth < sum(worths.values()) / 4 for worth in worths.values())
    room.host({"act": "end"})

    theory = room.wall()["theory"]["text"]
    assert theory == f"Of those who voted, {below} of 4 had less than the mean of their game."


def test_class_vote__the_simulation_beside_it_goes_on_from_the_vote_under_each_rule(tmp_path, monkeypatch):
    monkeypatch.setattr("monopoly_lab.live.activities.class_vote.SIMULATED", 400)
    room = voting(tmp_path, students=4, start="edition:classic_us", size="4", rounds="4", rounds_after="6")
    for seat in range(4):
        vote(room, seat, "income")
    found = vote_of(room).comparison()["outlooks"]()

    assert list(found) == ["keep", "land_tax", "income", "rent_cap", "shortage"]
    assert found["income"].gini.high < found["keep"].gini.low  # it is a transfer
    assert found["income"].worth.value == pytest.approx(found["keep"].worth.value, rel=0.02)  # of money that is there
    position = vote_of(room).positions[0]
    alone = ml.simulate(
        position, games=400, seed=vote_of(room).seed, options={"rounds": position.round + 5}, progress=False
    )
    assert found["keep"].gini.value == pytest.approx(float(alone.gini["mean"].iloc[-1]), abs=1e-5)


def test_class_vote__the_results_page_has_the_simulated_games_and_numbers_of_the_wall(tmp_path, monkeypatch):
    """The table that goes home is read again from the room, without what the wall has computed."""
    monkeypatch.setattr("monopoly_lab.live.activities.class_vote.SIMULATED", 40)
    room = voting(tmp_path, students=4, start="edition:classic_us", size="2", rounds="2", rounds_after="2")
    for seat in range(4):
        vote(room, seat, "income")
    press(room, "go_on")
    for step in range(600):
        play(room, 1, seed=step)
    room.store.flush()
    activity = vote_of(room)
    activity.compared["outlooks"] = activity.comparison()["outlooks"]()
    shown = {row[0]: row[2:] for row in room.wall()["outlook"]["rows"]}

    recorded = class_results.read(room.store.path)
    class_results.save(recorded, tmp_path / "home")
    page = pd.read_csv(tmp_path / "home" / "vote_simulated.csv")
    assert len(page) == 5 * 40 and set(page["game"]) == {1, 2}
    means = page.groupby("rule")[["gini", "worth"]].mean()
    figure = class_figures.votes(pd.DataFrame(activity.rows()).replace("", None), page)
    points = figure.data[-1]
    for number, rule in enumerate(activity.rules):
        gini, worth = shown[activity._name(rule)]
        assert gini.startswith(f"{means.loc[rule, 'gini']:.3f} ± ") and worth.startswith(
            f"${means.loc[rule, 'worth']:,.0f} ± "
        )
        assert gini.endswith(f"± {points.error_y.array[number]:.3f}")
    position, seed = activity.positions[1], activity.seed + 1  # of the second game, by the rules before
    alone = ml.simulate(
        position, games=20, seed=seed, options={"rounds": position.round + 1}, progress=False, keep=True
    )
    own = page[(page["rule"] == "keep") & (page["game"] == 2)]
    assert own["worth"].tolist() == pytest.approx(alone.rows.filter(regex="^worth_").mean(axis=1).tolist())


def test_class_vote__bars_of_both_votes_have_one_scale_and_one_grouping_once_the_runoff_is_closed(tmp_path):
    """Sixteen vote 6, 5 and 5, then 12 to 4: until that is closed the longest bar is 6, then it is 12 in both votes."""
    room = voting(tmp_path, students=16, runoff=True)
    activity = vote_of(room)
    for seat in range(16):
        vote(room, seat, ("income", "keep", "rent_cap")[seat % 3])
    first = room.wall()["first"]["parts"][0]
    for seat in range(15):
        room.hear(seat, {"question": SECOND_BALLOT, "answer": {"vote": activity.pair[int(seat > 11)]}})
    assert first["most"] == 6 and room.wall()["first"]["parts"][0] == first  # nothing of the open vote shows
    room.hear(15, {"question": SECOND_BALLOT, "answer": {"vote": activity.pair[1]}})
    both = [part for part in room.wall()["left"]["parts"] if part["kind"] in ("stacked", "bars")]
    assert [part["most"] for part in both] == [12, 12] and both[0].get("names") == both[1].get("names")


def test_class_vote__the_results_page_shows_no_votes_by_group_where_the_wall_does_not(tmp_path):
    """One game of four: each role is one student."""
    room = voting(tmp_path, students=4)
    for seat in range(4):
        vote(room, seat, "income")
    assert vote_of(room).grouping == "" and "crosstab" not in "".join(SECTIONS["vote"](vote_of(room), 1))


def test_class_vote__a_room_opened_again_is_the_same_at_each_stage(tmp_path):
    room = voting(tmp_path)
    for seat in range(5):
        vote(room, seat, "income")
    other = again(room)
    assert [other.view(seat) for seat in range(6)] == [room.view(seat) for seat in range(6)]
    vote(room, 5, "keep")
    press(room, "go_on")
    play(room, 20)
    other = again(room)
    assert other.wall() == room.wall()
    assert [other.view(seat) for seat in range(6)] == [room.view(seat) for seat in range(6)]


def test_class_vote__without_more_than_half_there_is_a_runoff_between_the_two_with_most_votes(tmp_path):
    room = voting(tmp_path, runoff=True)
    for seat, rule in enumerate(("income", "income", "rent_cap", "rent_cap", "keep", "income")):
        vote(room, seat, rule)
    activity = vote_of(room)
    assert (activity.stage, activity.pair) == ("runoff", ["income", "rent_cap"])  # 3 of 6 are not more than half
    offered = [choice["answer"]["vote"] for choice in room.view(0)["ballot"]["choices"]]
    assert offered == ["income", "rent_cap"] and sorted(activity.waiting()) == list(range(6))
    with pytest.raises(LiveError):
        room.hear(0, {"question": SECOND_BALLOT, "answer": {"vote": "keep"}})
    with pytest.raises(LiveError):
        room.hear(0, {"question": BALLOT, "answer": {"vote": "keep"}})
    assert again(room).wall() == room.wall()
    for seat, rule in enumerate(("income", "rent_cap", "rent_cap", "rent_cap", "rent_cap", "income")):
        room.hear(seat, {"question": SECOND_BALLOT, "answer": {"vote": rule}})
    assert (activity.stage, activity.chosen) == ("result", "rent_cap")
    said = room.wall()["left"]["parts"][0]["text"]
    assert said == "Run-off. Half rents: 4 of 6 votes. 6 of 6 students voted."
    assert again(room).wall() == room.wall()
    rows = {row["seat"]: row for row in activity.rows() if row["seat"] is not None}
    assert (rows[1]["vote"], rows[1]["runoff"], rows[4]["vote"]) == ("income", "rent_cap", "keep")


@pytest.mark.parametrize("tied", [("income", "rent_cap"), ("keep", "income", "rent_cap")])
def test_class_vote__a_tie_leads_to_a_runoff_and_not_to_the_old_rules(tmp_path, tied):
    room = voting(tmp_path, runoff=True)
    for seat in range(6):
        vote(room, seat, tied[seat % len(tied)])
    activity = vote_of(room)
    assert activity.stage == "runoff" and len(activity.pair) == 2 and set(activity.pair) <= set(tied)
    said = [room.wall()["first"]["parts"][-1]["text"], str(room.view(0)["ballot"])]
    names = {"keep": "Keep the rules", "income": "Basic income", "rent_cap": "Half rents"}
    came = ", ".join(names[rule] for rule in activity.pair)
    lot = "First vote: Keep the rules, Basic income, Half rents had 2 votes each; "
    lot += f"a lot put {came} into the run-off."
    assert [text.count(lot) for text in said] == [int(len(tied) > 2)] * 2
    for seat in range(6):
        room.hear(seat, {"question": SECOND_BALLOT, "answer": {"vote": activity.pair[seat % 2]}})
    assert activity.outcome == "tie_by_lot" and activity.chosen in activity.pair


def test_class_vote__more_than_half_wins_at_once(tmp_path):
    room = voting(tmp_path, runoff=True)
    for seat in range(6):
        vote(room, seat, "income" if seat < 4 else "keep")
    assert (vote_of(room).stage, vote_of(room).chosen) == ("result", "income")


def test_class_vote__votes_are_shown_by_role_where_no_group_tells_names(tmp_path):
    """Sixteen in four games of "Born ahead": four of each role. One of each votes otherwise than the three others."""
    room = voting(tmp_path, students=16, runoff=True)
    vote_by_role(room, {"Upper": "keep"}, others=1)
    found = next(part for part in room.wall()["left"]["parts"] if part["kind"] == "stacked")
    assert found["names"] == ["Upper (4)", "Middle (4)", "Working (4)", "Poor (4)"]
    counts = {name: parts for name, parts, _ in found["rows"]}
    assert counts["Keep the rules"] == [3, 1, 1, 1] and counts["Basic income"] == [1, 3, 3, 3]
    room.host({"act": "end"})
    assert found["rows"] == next(part for part in room.wall()["left"]["parts"] if part["kind"] == "stacked")["rows"]


def vote_by_role(room: Room, wanted: dict[str, str], others: int) -> None:
    """Let all vote for what is wanted by their role, else for an income; some of each role for the other of the two."""
    activity, seen = vote_of(room), Counter[str]()
    for seat in range(len(activity.seats)):
        role = activity.game_of[seat].player_of[seat]
        rule, seen[role] = wanted.get(role, "income"), seen[role] + 1
        vote(room, seat, rule if seen[role] > others else "income" if rule == "keep" else "keep")


@pytest.mark.parametrize(("poorer", "grouping"), [(["Working", "Poor"], "below_mean"), (["Upper"], "")])
def test_class_vote__a_group_that_agrees_is_not_shown_as_it_would_tell_each_vote(tmp_path, poorer, grouping):
    """Four of each role. All of Upper keep the rules: not by role, and by wealth only if they are not a group there."""
    room = voting(tmp_path, students=16, runoff=True)
    activity = vote_of(room)
    vote_by_role(room, {"Working": "keep"}, others=1)
    for seat, game in activity.game_of.items():
        role = game.player_of[seat]
        activity.votes[seat] = "keep" if role == "Upper" else activity.votes[seat]
        activity.mean_then[seat] = activity.worth_then[seat] + (1 if role in poorer else 0)
    assert activity.grouping == grouping
    said = json.dumps(room.wall()["left"])
    assert ("one whose voters all agree" in said) == (not grouping)
    assert ("crosstab" in "".join(SECTIONS["vote"](activity, 1))) == bool(grouping)


def test_class_vote__votes_of_few_are_not_shown_by_group(tmp_path):
    """One game of four: each role is one student."""
    room = voting(tmp_path, students=4, runoff=True)
    for seat in range(4):
        vote(room, seat, "income")
    assert not [part for part in room.wall()["left"]["parts"] if part["kind"] == "stacked"]


def test_class_vote__theory_is_said_of_two_rules_and_the_prediction_is_that_of_the_own_interest(tmp_path):
    """A basic income out of a tax on cash is a transfer: who has much loses, who has little gains."""
    room = voting(tmp_path, students=4, rounds_after="5", runoff=True)
    activity = vote_of(room)
    for seat in range(4):
        vote(room, seat, "income" if seat < 2 else "keep")
    for seat in range(4):
        room.hear(seat, {"question": SECOND_BALLOT, "answer": {"vote": "keep"}})
    room.host({"act": "end"})
    found = activity.comparison()["gains"]()
    sign = 1 if activity.pair[0] == "income" else -1
    (signs,) = found
    assert signs["Upper"] == -sign and signs["Poor"] == sign
    activity.compared["gains"] = found
    said = room.wall()["theory"]["text"]
    assert "in the 1 game of the table:" in said and "of the 4 who voted there end with more" in said
    gaining = sum(each == sign for each in signs.values())
    assert ("wins between these two" in said) == (gaining > 2) == ("median" in said)
    room.store.flush()
    page = class_results.read(room.store.path)  # without what the wall has computed
    # All the same if what is not clear were clear; or it could have turned the finding.
    for told, end in (
        ({"Upper": 1, "Middle": 1, "Working": -1, "Poor": -1}, "So neither rule makes more than half"),
        ({"Upper": 1, "Middle": 0, "Working": 0, "Poor": 0}, "So these games do not show"),
    ):
        activity.compared["gains"] = [told]
        assert end in room.wall()["theory"]["text"]
    assert said in notebook_of("ABCDE", "en", [(1, vote_of(page))], False).replace('\\"', '"')


def test_class_vote__table_has_the_worth_of_all_players_at_the_vote(tmp_path):
    """Also of seats without a student: else the mean of a game at the vote cannot be computed again."""
    room = voting(tmp_path, students=3)
    activity = vote_of(room)
    (game,) = activity.games
    then = {player: game.worth(player) for player in game.game.players}
    for seat in range(3):
        vote(room, seat, "keep")
    rows = activity.rows()
    assert {row["player"]: row["worth_at_vote"] for row in rows} == then
    assert [row["below_mean"] for row in rows if row["seat"] is None] == [None]


def test_class_vote__results_by_role_stand_in_the_order_of_the_scenario(tmp_path):
    """As on the wall, and not by the alphabet; a rule that nobody voted for has its 0."""
    room = voting(tmp_path, students=16)
    vote_by_role(room, {"Upper": "keep"}, others=1)
    there = {"pd": pd, "results": lambda *_: pd.DataFrame(vote_of(room).rows()), "in_words": lambda table: table}
    load, cell = SECTIONS["vote"](vote_of(room), 1)[:2]
    *lines, shown = cell.strip().split("\n")
    exec(load + "\n" + "\n".join(lines), there)
    table = eval(shown, there)
    assert table.index.tolist() == ["Upper", "Middle", "Working", "Poor"]
    assert table["keep"].tolist() == [3, 1, 1, 1] and table["land_tax"].tolist() == [0] * 4


def test_class_vote__most_votes_among_several_rules_have_no_theory(tmp_path):
    room = voting(tmp_path)  # without a run-off
    for seat, rule in enumerate(("income", "income", "rent_cap", "keep", "keep", "income")):
        vote(room, seat, rule)
    room.host({"act": "end"})
    said = room.wall()["theory"]["text"]
    assert "no theorem" in said and "median" not in said


def test_class_vote__all_read_the_rules_and_that_a_vote_comes_before_the_first_round(tmp_path):
    room, _ = new_room(tmp_path)
    for n in range(4):
        room.join(f"Student {n}")
    room.host({"act": "start", "activity": "vote", "options": {"rounds": "2", "rounds_after": "3"}})
    assert [each[0] for each in room.host_view()["controls"]] == ["go"] and room.deadline is None
    said = "The class plays 2 rounds, then it votes on a rule, and plays 3 rounds more under the rule that wins."
    for shown in (room.wall(), room.view(0)):
        assert said in shown["rule"]["text"] and shown["scenario"]["note"] and "ready" in shown
    begin(room)
    coming = "The class plays 2 rounds, then it votes on a rule for the rounds after."
    assert next(iter(room.wall().values()))["note"] == coming and room.deadline is not None
    assert room.activity.controls()[0] == "to_vote"


@pytest.mark.parametrize("after", [1, 3])
def test_class_vote__under_way_in_an_earlier_version_goes_on_as_it_began(tmp_path, monkeypatch, after):
    """The round after the vote was played under the old rules, and came on top: the log has answers for it."""
    form = {"seconds": "0", "rounds": "2", "rounds_after": str(after), "start": "edition:classic_us", "size": "4"}
    room = older(tmp_path, monkeypatch, "vote", form)
    while vote_of(room).stage == "before":
        play(room, 1)
    for seat in range(4):
        vote(room, seat, "rent_cap")
    press(room, "go_on")
    for step in range(600):
        play(room, 1, seed=step)
    monkeypatch.undo()
    read = again(room)
    (game,) = vote_of(read).games
    assert vote_of(read).is_over and not read.faults and read.wall() == room.wall()
    assert game.game.answers == vote_of(room).games[0].game.answers
    assert rounds_over(game.worths[-1][0]) == 2 + 1 + after
    assert game.game.options == {"changes": [{"round": 4, "options": {"rent_scale": 50}}]}
    works = vote_of(read).comparison()
    assert works["outlooks"].args[-1] is True and works["gains"].args[-1] is True if "gains" in works else True


def test_class_vote__charts_tables_and_page_are_of_the_same_games_and_the_wall_says_so(tmp_path):
    """Three games: one is over before the vote, one is cut short, one is played to its end and counts."""
    room = voting(tmp_path, students=6, start="edition:classic_us", size="2", rounds_after="2")
    won, ended, cut = vote_of(room).games
    press(room, "close_vote")
    activity = vote_of(room)
    activity.simulated.remove(won.name)  # as if it had been won: nobody plays on in it
    won.go_on = lambda *_: None
    press(room, "go_on")
    hand_to_strategies(room, ended)
    room.host({"act": "end"})

    assert (won.is_cut, ended.is_cut, cut.is_cut) == (False, False, True)
    shown = {key: block for part in activity.debrief_parts() for key, block in part.items()}
    assert shown["before"]["heads"][0] == "In 1 game" and "mean of 1 game:" in shown["gini"]["title"]
    unequal = shown["before"]["rows"][2][1]
    assert shown["gini"]["title"].endswith(f"{unequal} now")
    worths = sorted(ended.worth(player) for player in ended.game.players)
    money = ended.game.edition.money
    assert money.grouped(worths[-1]) in shown["worths"]["title"]
    assert shown["counted"]["text"].startswith(
        "Charts and tables are of the same 1 game: not over at the vote, and played to the end. "
        "2 games are in neither: over before the vote, or cut short."
    )
    assert {row["game"] for row in activity.rows() if row["compared"]} == {2}
    assert "vote[vote['compared']]" in "".join(SECTIONS["vote"](activity, 1))
