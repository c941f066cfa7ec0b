"""Starts of the games of a class: which there are, what roles are called, and simulated games of the same start."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from monopoly_lab.common.messages import say, speaking
from monopoly_lab.editions import editions, load_edition
from monopoly_lab.experiments import simulate
from monopoly_lab.game.game import Game
from monopoly_lab.game.scenarios import Scenario
from monopoly_lab.game.scenarios.scenario import meant, shelf
from monopoly_lab.measures.inequality import gini
from monopoly_lab.notation.piece_names import player_name


def roles_of(scenario: Scenario, lang: str) -> dict[str, str]:
    """Return the players of a scenario with what they are called; where choices are prepared, by their own names."""
    return {role: role if scenario.script else player_name(role, lang) for role in scenario.players}


def renamed(game: Game, names: Mapping[str, str]) -> Game:
    """Return a game that has not begun, with other names of its players."""
    if all(name == player for player, name in names.items()):
        return game

    def told(part: Any) -> Any:
        if isinstance(part, Mapping):
            return {told(key): told(value) for key, value in part.items()}
        return [told(each) for each in part] if isinstance(part, list | tuple) else names.get(part, part)

    seats = {names[player]: who for player, who in game.seats.items()}
    edition = game.edition.base or game.edition
    return Game(edition, seats, game.seed, game.options, told(game.start), game.lang, game.number)


@lru_cache(maxsize=16)
def told_of(start: str, lang: str) -> tuple[str, str]:
    """Return the title of a start in a language, and what its scenario says to the class; "" for an edition."""
    with speaking(lang):
        found = meant(start)
        return (
            (found.title, " ".join(found.project.split()))
            if isinstance(found, Scenario)
            else (found.called().title, "")
        )


def firsts(start: str, games: int, rounds: int, seed: int, roles: Mapping[str, str]) -> dict[str, float]:
    """Return in which share of simulated games each role is first."""
    played = simulate(start, games=games, seed=seed, options={"rounds": rounds}, progress=False)
    return {roles[str(role)]: float(share) for role, share in played.wins["share"].items()}


def ginis(start: str | Game, games: int, rounds: int, seed: int) -> list[float]:
    """Return the Gini coefficients at the end of simulated games."""
    played = simulate(start, games=games, seed=seed, options={"rounds": rounds}, progress=False, keep=True)
    return [gini(row) for row in played.rows.filter(regex="^worth_").to_numpy(float) if row.sum() > 0]


def starts() -> list[tuple[str, str]]:
    """Return the scenarios that have no course of their own, and the editions, with their titles."""
    word = say("live.play.scenario")
    fit = [(each.name, f"{word}: {each.title}") for each in shelf() if "script" not in each.content]
    return [*fit, *((f"edition:{name}", load_edition(name).called().title) for name in editions())]
