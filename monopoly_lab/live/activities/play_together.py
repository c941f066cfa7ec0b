"""Play together: the class is split into games of one edition or scenario, and lives through them at the same time."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from monopoly_lab.common.errors import LiveError, MonopolyLabError
from monopoly_lab.common.messages import format_number
from monopoly_lab.game.game import Game
from monopoly_lab.game.scenarios import Scenario
from monopoly_lab.game.scenarios.named_start import edition_or_scenario
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activity import ALL_SEATS, MINUTE, FormField, SentAnswer
from monopoly_lab.live.live_game import CLOCK, EMPTY, OWN, PLAYED, TEACHER, LiveGame
from monopoly_lab.live.page_blocks import Block, Blocks
from monopoly_lab.live.play_results import PlayResults, roles_of, starts, told_of, with_player_names
from monopoly_lab.live.wealth_charts import rents
from monopoly_lab.players import strategies

BEST_BESIDE_CHARTS = 3  # players in the ranking of games that go on
SMALL_BOARDS = 6  # games that the wall shows as boards; more have a line each
LINES = 8  # games with a line each: those that are furthest behind, where there are more
WAITS_FOR_TEACHER = 2  # the version from which on games begin when the teacher says so
SLOWEST_ALONE = 3  # the version from which on "Next round" plays on in the games that are furthest behind
ON_WALL = "_wall"  # behind the name of a board that says "Player 1" where phones say who that is
LABELS = ("cash", "worth", "place", "over", "left", "news", "acts", "trade", "deeds", "card", "players")


def preset_of(start: str, seats: int | None = None) -> dict[str, object]:
    """Return the values with which the form of *Play together* begins, once they are checked.

    Args:
        start: Scenario or edition; the usual one if empty.
        seats: Number of players in each game of an edition; the usual one if left out.

    Raises:
        EditionError: For a name that is neither a scenario's nor an edition's, with the nearest right one.
        LiveError: For a number of players that a game cannot have.
    """
    size = next(replace(each, name="seats") for each in PlayTogether.OPTIONS if each.name == "size")
    preset = {} if seats is None else {"size": size.read(seats)}
    if not start:
        return {}
    edition_or_scenario(start)
    return {"start": start, **preset}


class PlayTogether(PlayResults):
    """Games of two to eight; strategies fill the seats that are left, and answer for late students.

    First everybody reads the rules and the scenario; games and clocks begin when the teacher says so.
    """

    NAME = "play"
    MINUTES = 20
    OPTIONS: ClassVar[tuple[FormField, ...]] = (
        FormField("start", "born_ahead", offered=starts),
        FormField("size", 4, low=2, high=8),
        FormField("fill", "balanced", among=tuple(strategies())),
        FormField("seconds", 30, low=0, high=600),
        FormField("late", "balanced", among=tuple(strategies())),
        FormField("rounds", 15, low=0, high=500),
        FormField("minutes", 0.0, low=0, high=600),
        FormField("same_luck", False),
        FormField("by_name", False),
    )

    PLAYS_FOR_AWAY = True
    VERSION = SLOWEST_ALONE
    LOSES = (*PlayResults.LOSES, "step", "round")  # a strategy decides for who has not

    def set_up(self, now: float) -> None:
        try:
            self.found = edition_or_scenario(str(self.options["start"]))
        except MonopolyLabError as problem:
            raise LiveError(str(problem)) from None
        self.roles = roles_of(self.found, self.lang) if isinstance(self.found, Scenario) else {}
        self.is_reading = self.version >= WAITS_FOR_TEACHER  # the rules, before the games begin
        self.end_at: float | None = None
        size = len(self.found.players) if isinstance(self.found, Scenario) else int(self.options["size"])
        order = list(self.seats)
        random.Random(f"{self.seed}/seats").shuffle(order)
        n = max(1, -(-len(order) // size))
        groups = [order[k::n] for k in range(n)]
        self.games = [self._start_game(number, group, size, now) for number, group in enumerate(groups)]
        self.game_of = {seat: game for game in self.games for seat in game.player_of}
        self.large = 0  # the game whose board is large on the wall
        if not self.is_reading:
            self._begin(now)

    def _begin(self, now: float) -> None:
        """Begin the games: clocks run from now on."""
        minutes = self.options.get("minutes")
        self.end_at = now + MINUTE * float(minutes) if minutes else None
        self.is_reading, self.seats_to_update = False, ALL_SEATS
        for game in self.games:
            game.run(now)
        self._look()

    def _start_game(self, number: int, group: list[int], size: int, now: float) -> LiveGame:
        """Return one of the games, with its persons seated by lot."""
        luck = 0 if self.options["same_luck"] else number
        fill, seconds = str(self.options["fill"]), float(self.options["seconds"])
        if isinstance(self.found, Scenario):
            game = with_player_names(self.found.game(), self.roles)
            game.lang = self.lang
            places = list(game.players)
            random.Random(f"{self.seed}/{number}/places").shuffle(places)
            persons = dict(zip(places, group))
            for player, who in game.seats.items():
                game.seat(player, who or fill)
            game.reseed(self.seed, luck)
        else:
            names = {self.names[seat]: seat for seat in group}
            spare = (self.say("computer", n=k) for k in range(1, 100))
            computers = [name for name in spare if name not in names][: max(0, size - len(group))]
            players = dict.fromkeys([*names, *computers], fill)
            try:
                game = Game(self.found, players=players, seed=self.seed, number=luck, lang=self.lang)
            except MonopolyLabError as problem:
                raise LiveError(str(problem)) from None
            persons = names
        rounds, late = int(self.options["rounds"]), str(self.options["late"])
        return LiveGame(f"game{number}", game, persons, rounds, seconds, late, now)

    def _look(self) -> None:
        """Set the next deadline, and end when all games have; while the rules are read, nothing is due."""
        if self.is_reading:
            self.deadline = None
            return
        if all(game.is_over for game in self.games):
            self._games_over()
        times = [game.deadline for game in self.games if game.deadline is not None]
        self.deadline = min([*times, *([self.end_at] if self.end_at else [])], default=None)

    def _games_over(self) -> None:
        """End the activity when all games have ended."""
        self.is_over, self.seats_to_update = True, ALL_SEATS

    def speak(self, lang: str) -> None:
        super().speak(lang)
        for game in self.games:
            game.game.lang = lang

    # Playing

    def add_latecomer(self, seat: int, now: float) -> None:
        """Give a late comer the seat of a strategy that nobody has had, the game with the fewest persons first."""
        for game in sorted(self.games, key=lambda each: len(each.player_of)):
            free = [name for name in game.game.state.in_play if name not in game.player_of.values()]
            if free and self._lets_in(game):
                game.player_of[seat] = free[0]
                self._hand(game, seat, "", now)
                self.seats.append(seat)
                self.game_of[seat] = game
                self._look()
                return

    def _lets_in(self, game: LiveGame) -> bool:
        return not game.is_over

    def question(self, seat: int) -> int | None:
        return None if self.is_reading else self.game_of[seat].question(seat)

    def waiting(self) -> list[int]:
        return [] if self.is_reading else [seat for game in self.games if (seat := game.awaited) is not None]

    def out_of_time(self, now: float) -> list[int]:
        """Return who is late in each game; a player whose decision was cut off by the end of all games is not."""
        if self.end_at is not None and now >= self.end_at:
            return []
        due = [game for game in self.games if game.deadline is not None and now >= game.deadline]
        return [seat for game in due if (seat := game.awaited) is not None]

    def why_not(self, seat: int, answer: SentAnswer) -> str:
        return self.game_of[seat].why_not(seat, answer)

    def apply(self, seat: int, answer: SentAnswer, now: float) -> None:
        self._play(self.game_of[seat], lambda game: game.apply(seat, answer, now))

    def _play(self, game: LiveGame, act: Any) -> None:
        if self.seats_to_update is not None:
            self.seats_to_update |= set(game.player_of)
        act(game)
        self._look()

    def hand_over(self, seat: int, strategy: str, now: float) -> None:
        self._play(self.game_of[seat], lambda game: self._hand(game, seat, strategy, now))

    def _hand(self, game: LiveGame, seat: int, strategy: str, now: float) -> None:
        """Hand a seat to a strategy or a person; a game that has not begun stays where it is."""
        if self.is_reading:
            game.game.seat(game.player_of[seat], strategy or None)
        else:
            game.hand_over(seat, strategy, now)

    def controls(self) -> Sequence[str]:
        if self.is_reading:
            return ("go",) if self.options["seconds"] else ("begin",)  # without a clock none is started
        return ("step", "round", "board") if len(self.games) > 1 else ("step", "round")

    def control(self, what: str, now: float) -> None:
        if what == "review":  # of rooms of earlier versions, which turned pages by it
            return
        if what in ("go", "begin"):
            self._begin(now)
            return
        if what == "board":
            self.large = (self.large + 1) % len(self.games)
            return
        if what == "step":
            for game in self.games:
                self._play(game, lambda each: each.answer_for(TEACHER, now))
        else:
            for game in self._slowest_games():
                self._play(
                    game, lambda each: each.play_round(each.round if self.is_slowest_alone else each.game.round, now)
                )
        self.seats_to_update = ALL_SEATS

    @property
    def is_slowest_alone(self) -> bool:
        """Return False for "Next round" of earlier versions: in all games; throws for the first turn were a round."""
        return self.version >= SLOWEST_ALONE

    def _slowest_games(self) -> list[LiveGame]:
        """Return the games that are furthest behind, whose round "Next round" ends; others keep their pace."""
        going = [game for game in self.games if game.awaited is not None]
        if not self.is_slowest_alone:
            return going
        last = min((game.round for game in going), default=0)
        return [game for game in going if game.round == last]

    def confirmation(self, button: str) -> str:
        games = self._slowest_games()
        if button not in ("step", "round") or not games:
            return super().confirmation(button)
        sure = self.say("sure", label=self.say(f"control_{button}"))
        if button == "step":
            return f"{self.say('step_sure', n=len(self.waiting()))} {sure}"
        n = sum(game.is_at(seat, player) for game in games for seat, player in game.player_of.items())
        sentences = [self.say("round_sure", n=n, games=len(games), round=games[0].round)]
        sentences += [self.say("others_keep")] if len(games) < len(self.games) else []
        return " ".join([*sentences, sure])

    def tick(self, now: float) -> None:
        if self.end_at is not None and now >= self.end_at:
            self.end(now)
            return
        for game in self.games:
            if game.deadline is not None and now >= game.deadline:
                self._play(game, lambda each: each.answer_for(CLOCK, now))

    def shift(self, seconds: float) -> None:
        self.end_at = self.end_at + seconds if self.end_at is not None else None
        for game in self.games:
            game.deadline = game.deadline + seconds if game.deadline is not None else None
        self._look()

    def end(self, now: float) -> None:
        for game in self.games:
            if not game.is_over:
                game.end()
        super().end(now)

    # What is seen

    def view(self, seat: int) -> Blocks:
        game = self.game_of[seat]
        role = game.player_of[seat]
        page: Blocks = {}
        if role != self.names[seat]:
            page["role"] = blocks.text(self.say("you_are", player=role), "big")
        if self.is_reading and not self.is_over:
            return page | self._rules_page()
        if self.is_over and game.worths:
            page["why"] = blocks.text(" ".join(self._explanation(seat)))
        paused_at = self.paused_at if self.is_paused else None
        return page | game.view(seat, paused_at, {key: self.say(f"label_{key}") for key in LABELS})

    def _explanation(self, seat: int) -> list[str]:
        """Return what became of a player's worth, beside that of all players of the game, and of what it came."""
        game, role = self.game_of[seat], self.game_of[seat].player_of[seat]
        first, last = game.worths[0][1], game.worths[-1][1]
        gain = sum(last.values()) / len(last) - sum(first.values()) / len(first)
        got, paid = rents(game, role)
        sums = {"first": first[role], "last": last[role], "gain": abs(gain), "got": got, "paid": paid}
        amounts = {key: self._money(game, float(sum_)) for key, sum_ in sums.items()}
        keys = ["end_worth" if gain >= 0 else "end_worth_lost", *(["end_rents"] if got or paid else [])]
        by = {why: game.decided[role, why] for why in (CLOCK, TEACHER, PLAYED)}
        late = [self.say("end_late", n=n, reasons=self._reasons(by))] if (n := sum(by.values())) else []
        return [*(self.say(key, **amounts) for key in keys), *late]

    def board(self, name: str, theme: str) -> list[str]:
        game = next((each for each in self.games if name in (each.name, each.name + ON_WALL)), None)
        if game is None:
            return []
        names = tuple(self._wall_name(game, player) for player in game.game.players) if name.endswith(ON_WALL) else ()
        return game.pieces(theme, names)

    def _rules_page(self) -> Blocks:
        """Return what all read before the games begin: scenario, rules, and what each role begins with."""
        title, text = told_of(str(self.options["start"]), self.lang)
        start = blocks.title(title, text) if text else blocks.text(title, "big")
        page: Blocks = {"scenario": start, "rule": blocks.text(" ".join(self._rule_texts()))}
        if self.roles:
            worths = self.games[0].worths[0][1]
            rows = [(role, self._money(self.games[0], worths[role])) for role in self.roles.values()]
            page["roles"] = blocks.table([self.say("head_role"), self.say("head_start")], rows)
        return page | {"ready": blocks.text(self.say("ready" if self.options["seconds"] else "ready_games"), "note")}

    def _rule_texts(self) -> list[str]:
        """Return the rules in sentences: how a game goes, for how long, and what counts."""
        options, sentences = self.options, [self.say("rule_game", n=len(self.games[0].game.players))]
        sentences += [self.say("rule_clock", seconds=int(options["seconds"]))] if options["seconds"] else []
        return [*sentences, *self._length_sentences(), self.say("rule_worth")]

    def _length_sentences(self) -> list[str]:
        rounds, minutes = int(self.options["rounds"]), float(self.options.get("minutes", 0))
        sentences = [self.say("rule_rounds", rounds=rounds)] if rounds else []
        return sentences + (
            [self.say("rule_minutes", minutes=format_number(minutes, lang=self.lang))] if minutes else []
        )

    def wall(self) -> Blocks:
        if self.is_reading:
            return {"head": blocks.title(self.say("title"))} | self._rules_page()
        large = self._board(self.large)
        page: Blocks = {"large": large}
        if 1 < len(self.games) <= SMALL_BOARDS:
            page["boards"] = blocks.grid([self._board(n) for n in range(len(self.games)) if n != self.large])
        elif len(self.games) > 1:
            heads, rows = self._lines()
            behind = sorted(range(len(rows)), key=lambda n: self.games[n].round)[:LINES]
            page = {"left": blocks.stack([large, blocks.table(heads, [rows[n] for n in behind])])}
        page["waits"] = blocks.text(self._waiting_text(), "note")
        if all(game.round == 1 for game in self.games):  # as at the start: a chart would show nothing
            return page
        # The table of many games says who leads: charts have the room.
        ranking = {} if "left" in page else {"ranking": blocks.stack(self._ranking(BEST_BESIDE_CHARTS))}
        return page | ranking | self.wealth.charts(self.marks)

    def _waiting_text(self) -> str:
        """Return how many have to decide; by name only if the teacher wants it, as their roles are beside it."""
        waiting = self.waiting()
        if not self.options.get("by_name"):
            return self.say("waits_count", n=len(waiting))
        return self.say("waits_for", names=", ".join(self.names[seat] for seat in waiting[:12]))

    def _board(self, n: int) -> Block:
        """Return the board of a game as the wall shows it, with who is to decide, or how it has ended."""
        game, seat = self.games[n], self.games[n].awaited
        who = f": {self._wall_name(game, game.player_of[seat])}" if seat is not None else ""
        key = "game_over" if game.game.over else "game_played" if game.is_over else "game_round"
        has_names = self.options.get("by_name") or isinstance(self.found, Scenario)
        name = game.name if has_names else game.name + ON_WALL
        return game.board(self.say(key, n=n + 1, round=game.round) + who, name=name)

    def decision(self, seat: int, answer: SentAnswer) -> dict[str, Any]:
        game = self.game_of[seat]
        return {"game": self.games.index(game) + 1, **game.decision(seat, answer)}

    def rows(self) -> list[dict[str, Any]]:
        seats = {(game.name, player): seat for game in self.games for seat, player in game.player_of.items()}
        return [
            {
                "game": self.games.index(game) + 1,
                "player": player,
                "seat": seats.get((game.name, player)),
                "rounds": game.round,
                "finished": game in self.finished_games,
                "worth": game.worth(player),
                "first": player == max(game.game.players, key=game.worth),
                "decisions": game.decided[player, OWN],
                "late": game.decided[player, CLOCK],
                "by_teacher": game.decided[player, TEACHER],
                "by_strategy": game.decided[player, PLAYED] + game.decided[player, EMPTY],
            }
            for game, player in self._players()
        ]
