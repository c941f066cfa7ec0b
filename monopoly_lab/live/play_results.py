"""Starts and results of games that a class plays together: who leads, wealth, simulated games, decisions."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from monopoly_lab.common.messages import MINUS, decimal, grouped, percent, say, speaking
from monopoly_lab.editions import editions, load_edition
from monopoly_lab.editions.edition import Edition
from monopoly_lab.game.game import Game
from monopoly_lab.game.scenarios import Scenario
from monopoly_lab.game.scenarios.named_start import edition_or_scenario
from monopoly_lab.game.scenarios.scenario_entries import scenario_entries
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activity import Activity
from monopoly_lab.live.decision_review import GAMES, THOUGHT, Reviewed, renaming, review
from monopoly_lab.live.live_game import CLOCK, EMPTY, PLAYED, TEACHER, LiveGame
from monopoly_lab.live.page_blocks import Block, Blocks
from monopoly_lab.live.wealth_charts import WealthOfClass
from monopoly_lab.measures.inequality import gini
from monopoly_lab.notation.nodes import NOTHING
from monopoly_lab.notation.piece_names import player_name
from monopoly_lab.players.strategy_catalog import called
from monopoly_lab.widgets.html_elements import button_label


def _has_no_student(game: LiveGame, player: str) -> bool:
    """Return True for a seat that a strategy has from the beginning, as no student was left for it."""
    return player not in game.player_of.values()


def roles_of(scenario: Scenario, lang: str) -> dict[str, str]:
    """Return the players of a scenario with what they are called; where choices are prepared, by their own names."""
    return {role: role if scenario.script else player_name(role, lang) for role in scenario.players}


def with_player_names(game: Game, names: Mapping[str, str]) -> Game:
    """Return a game that has not begun, with other names of its players."""
    if all(name == player for player, name in names.items()):
        return game

    def rename_in(part: Any) -> Any:
        if isinstance(part, Mapping):
            return {rename_in(key): rename_in(value) for key, value in part.items()}
        return [rename_in(each) for each in part] if isinstance(part, list | tuple) else names.get(part, part)

    seats = {names[player]: who for player, who in game.seats.items()}
    edition = game.edition.base or game.edition
    return Game(edition, seats, game.seed, game.options, rename_in(game.start), game.lang, game.number)


@lru_cache(maxsize=16)
def told_of(start: str, lang: str) -> tuple[str, str]:
    """Return the title of a start in a language, and what its scenario says to the class; "" for an edition."""
    with speaking(lang):
        meant = edition_or_scenario(start)
        return (
            (meant.title, " ".join(meant.project.split()))
            if isinstance(meant, Scenario)
            else (meant.called().title, "")
        )


def firsts(start: str, games: int, rounds: int, seed: int, roles: Mapping[str, str]) -> dict[str, float]:
    """Return in which share of simulated games each role is first."""
    from monopoly_lab.experiments import simulate  # with pandas: a class begins in half the time without it

    played = simulate(start, games=games, seed=seed, options={"rounds": rounds}, progress=False)
    return {roles[str(role)]: float(share) for role, share in played.wins["share"].items()}


def ginis(start: str | Game, games: int, rounds: int, seed: int) -> list[float]:
    """Return the Gini coefficients at the end of simulated games."""
    from monopoly_lab.experiments import simulate  # with pandas: a class begins in half the time without it

    played = simulate(start, games=games, seed=seed, options={"rounds": rounds}, progress=False, keep=True)
    return [gini(row) for row in played.rows.filter(regex="^worth_").to_numpy(float) if row.sum() > 0]


def starts() -> list[tuple[str, str]]:
    """Return the scenarios that have no course of their own, with their seats, and the editions, with their titles."""
    fit = [
        (each.name, say("live.play.scenario", title=each.title, n=len(each.players)))
        for each in scenario_entries()
        if "script" not in each.content
    ]
    return [*fit, *((f"edition:{name}", load_edition(name).called().title) for name in editions())]


SIMULATED = 10_000  # games beside those of the class
BEST = 5  # rows of the ranking
FIRSTS, GINIS, REVIEW = "firsts", "ginis", "review"  # works of the comparison
WAITS = "…"  # where a simulation has not come yet


class PlayResults(Activity):
    """What the games of a class show. Beside what players own and decide, students have no names, unless wanted."""

    found: Scenario | Edition
    roles: Mapping[str, str]
    games: list[LiveGame]

    def _players(self) -> Iterator[tuple[LiveGame, str]]:
        for game in self.games:
            for player in game.game.players:
                yield game, player

    def _player_name(self, game: LiveGame, player: str) -> str:
        """Return who a player is: the name of the role and of the student."""
        if not isinstance(self.found, Scenario):
            return player
        seat = next((seat for seat, name in game.player_of.items() if name == player), None)
        name = self.names.get(seat, "") if seat is not None else self.say("strategy")
        return player if name in ("", player) else f"{player} · {name}"

    def _wall_name(self, game: LiveGame, player: str) -> str:
        """Return who a player is on the wall: by name if the teacher wants it, else the role or a number."""
        if self.options.get("by_name"):
            return self._player_name(game, player)
        is_role = isinstance(self.found, Scenario)
        who = player if is_role else self.say("player_number", n=game.game.players.index(player) + 1)
        return self.say("unseated", player=who) if _has_no_student(game, player) else who

    def _in_game(self, game: LiveGame, player: str) -> str:
        """Return who a player is, and in which game, where there are several."""
        who = self._wall_name(game, player)
        if self.options.get("by_name") or len(self.games) == 1:
            return who
        return f"{who} · {self.say('head_game')}\u00a0{self.games.index(game) + 1}"

    def _lines(self) -> tuple[list[str], list[list[str]]]:
        """Return the games as rows of a table: how far they are, and who leads."""
        rows = []
        for n, game in enumerate(self.games):
            best = max(game.game.players, key=game.worth)
            at = self.say("cut_at", round=game.round) if game.is_cut else str(game.round)
            rows.append([str(n + 1), at, self._wall_name(game, best), self._money(game, game.worth(best))])
        heads = [self.say(key) for key in ("head_game", "head_round", "head_leads", "label_worth")]
        return heads, rows

    def _money(self, game: LiveGame, worth: float) -> str:
        return game.game.edition.money.grouped(worth, self.lang)

    def _ranking(self, best: int = BEST) -> list[Block]:
        """Return who has most, over all games that are shown, with a heading."""
        players = ((game, player) for game in self._shown_games for player in game.game.players)
        rows = sorted(((game.worth(player), game, player) for game, player in players), key=lambda row: -row[0])
        top = rows[:best]
        bars = [(self._in_game(game, who), float(worth), self._money(game, worth)) for worth, game, who in top]
        return [blocks.text(self.say("ranking")), blocks.bars(bars)]

    @property
    def marks(self) -> list[Block]:
        """Return upright lines in the charts over rounds."""
        return []

    @property
    def _shown_games(self) -> Sequence[LiveGame]:
        """Return the games in charts and ranking: at the end only those that were finished, if there are any."""
        return self.finished_games if self.is_over and self.finished_games else self.games

    @property
    def wealth(self) -> WealthOfClass:
        """Return what the players of the games that are shown are worth, by round."""
        return self._wealth_of(self._shown_games)

    def _wealth_of(self, games: Sequence[LiveGame]) -> WealthOfClass:
        roles = self.roles.values() if isinstance(self.found, Scenario) else ()
        return WealthOfClass(games, tuple(roles), self.say, self.lang)

    @property
    def finished_games(self) -> list[LiveGame]:
        """Return the games that were played to their end: the others are compared with no whole games."""
        return [game for game in self.games if game.is_over and not game.is_cut]

    def debrief(self) -> Blocks:
        return {key: block for part in self.debrief_parts() for key, block in part.items()}

    def debrief_parts(self) -> Sequence[Blocks]:
        counted = blocks.text(self._games_note(), "note")
        left = blocks.stack([blocks.table(*self._winners()), *self._ranking(), counted])
        charts = self.wealth.charts(self.marks)
        unequal = blocks.grid([charts.pop("gini"), *self._comparison_blocks()])
        talk = blocks.text(self.say("debrief"), "note")
        return [{"left": left, **charts}, {"unequal": unequal, "talk": talk}, self._reviews()]

    def _comparison_blocks(self) -> list[Block]:
        """Return the games of the class among simulated ones, or that these are coming; nothing if none is finished."""
        if not self.finished_games:
            return []
        simulated = self.compared.get(GINIS)
        if not simulated:
            return [blocks.text(self.say("simulation_wait"), "note")]
        values = {"n": grouped(SIMULATED, self.lang), "rounds": self.rounds_played()}
        return [self.wealth.gini_distribution(simulated, self.say("among", **values))]

    def _reviews(self) -> Blocks:
        """Return the decisions of the class that differ most from those of a player who looks ahead."""
        title = {"review_title": blocks.text(self.say("review"), "big")}
        reviews = self.compared.get(REVIEW)
        if reviews is None:
            return title | {"note": blocks.text(self.say("review_wait"), "note")}
        counts = {key: grouped(n, self.lang) for key, n in (("n", reviews.examined), ("total", reviews.made))}
        key = "review_note" if reviews.rows else "review_none" if reviews.made else "review_nothing"
        note = self.say(key, games=grouped(GAMES, self.lang), **counts)
        if any(each.difference.value > 0 for each in reviews.rows):
            note += f" {self.say('review_above', thought=THOUGHT)}"
        heads = ("head_game", "head_round", "head_who", "head_chosen", "head_thinker", "head_difference")
        table = blocks.table([self.say(key) for key in heads], map(self._review_row, reviews.rows))
        return title | {"note": blocks.text(note, "note")} | ({"review": table} if reviews.rows else {})

    def _review_row(self, each: Reviewed) -> list[str]:
        """Return a decision as a row: who, where, both choices, and the difference in percentage points."""
        choices = [
            self.say("throw_only") if text == NOTHING else _choice_text(each.position, text, self.lang)
            for text in (each.chosen, each.thinkers)
        ]
        value, half = 100 * each.difference.value, 100 * each.difference.half
        sign = "+" if value > 0 else MINUS
        difference = f"{sign}{decimal(abs(value), 1, self.lang)} ± {decimal(half, 1, self.lang)}"
        game = self.games[each.number - 1]
        who = self._player_name(game, each.player) if self.options.get("by_name") else each.player
        if not (self.options.get("by_name") or isinstance(self.found, Scenario)):  # roles name nobody
            numbers = {name: self.say("player_number", n=n) for n, name in enumerate(game.game.players, 1)}
            who, *choices = (renaming(text, numbers) for text in (each.player, *choices))
            who = who.replace(" ", "\u00a0")  # a narrow column
        return [str(each.number), str(each.round), who, *choices, difference]

    def _games_note(self) -> str:
        """Return how many games were finished and cut short, and who plays the simulated ones."""
        done = len(self.finished_games)
        cut = len(self.games) - done
        sentences = [self.say("games_counted" if cut else "games_finished", n=done, cut=cut)]
        if not done:
            return " ".join([*sentences, self.say("none_finished"), self._deciders()])
        fill = [self.options["fill"]]
        players = self.found.game().seats.values() if isinstance(self.found, Scenario) else fill
        names = sorted({called(str(name), self.lang) for name in players})
        return " ".join([*sentences, self.say("simulated_by", names=", ".join(names)), self._deciders()])

    def analysis(self) -> str:
        return " ".join([super().analysis(), self._deciders()])

    @property
    def has_all_pages(self) -> bool:
        return REVIEW in self.compared

    def _deciders(self) -> str:
        """Return how many decisions of students strategies made, and why; and how many seats they had alone."""
        counted: Counter[str] = Counter()
        for game in self.games:
            for (_, who), n in game.decided.items():
                counted[who] += n
        by = {why: counted[why] for why in (CLOCK, TEACHER, PLAYED)}
        n, total, sentences = sum(by.values()), sum(counted.values()) - counted[EMPTY], []
        if n:
            sentences.append(self.say("decided_by", n=n, total=total, reasons=self._reasons(by)))
        elif total:
            sentences.append(self.say("decided_all", n=total))
        if empty := sum(_has_no_student(game, player) for game, player in self._players()):
            first = sum(_has_no_student(game, max(game.game.players, key=game.worth)) for game in self.finished_games)
            key = "empty_seats_first" if first else "empty_seats"
            sentences.append(self.say(key, n=empty, first=first, total=len(self.finished_games)))
        return " ".join(sentences)

    def _reasons(self, by: Mapping[str, int]) -> str:
        """Return why strategies decided, and how often: a reason that is none is left out."""
        return ", ".join(self.say(f"by_{why}", n=n) for why, n in by.items() if n)

    def _winners(self) -> tuple[list[str], list[list[str]]]:
        """Return who leads in each game at its end: of a scenario, how often each role does in finished games."""
        if not isinstance(self.found, Scenario):
            return self._lines()
        firsts = [max(game.game.players, key=game.worth) for game in self.finished_games]
        rows = [[role, self.say("of", n=firsts.count(role), total=len(firsts))] for role in self.roles.values()]
        heads = [self.say("head_role"), self.say("head_first")]
        if firsts:
            heads.append(self.say("head_simulated", n=grouped(SIMULATED, self.lang), rounds=self.rounds_played()))
            simulated = self.compared.get(FIRSTS)
            rows = [[*row, percent(simulated[row[0]], 0, self.lang) if simulated else WAITS] for row in rows]
        return heads, rows

    def rounds_played(self) -> int:
        """Return how many rounds the games of the class have, or had if there is no limit: so many are simulated."""
        games = self.finished_games or self.games
        middle = sorted(game.round for game in games)[len(games) // 2]
        return max(1, int(self.options["rounds"]) or middle)

    def comparison(self) -> Mapping[str, Callable[[], Any]]:
        """Return the simulation of the same start: how often each role of a scenario is first after as many rounds.

        And the review of the decisions of the class. Without a finished game there is nothing to simulate beside it.
        """
        works: dict[str, Callable[[], Any]] = {}
        if self.finished_games:
            how = (SIMULATED, self.rounds_played(), self.seed)
            if isinstance(self.found, Scenario):
                works[FIRSTS] = partial(firsts, str(self.options["start"]), *how, self.roles)
            works[GINIS] = partial(ginis, self._simulated_start(), *how)
        works[REVIEW] = partial(review, [(game.made, game.rounds) for game in self.games], self.seed)
        return works

    def _simulated_start(self) -> str | Game:
        """Return what is simulated: the scenario, or a game of the edition with strategies at all seats."""
        if isinstance(self.found, Scenario):
            return str(self.options["start"])
        players = dict.fromkeys(self.games[0].game.players, str(self.options["fill"]))
        return Game(self.found, players=players, seed=self.seed, lang=self.lang)


@lru_cache(maxsize=256)  # of the decisions that are shown, in the languages of the room
def _choice_text(position: Game, text: str, lang: str) -> str:
    return button_label(position, text, lang)
