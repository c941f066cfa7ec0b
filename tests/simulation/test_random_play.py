"""Random legal play in every edition under random options: what must hold in any game holds in these.

Wild play (`monopoly_lab.simulation.random_play`) answers every node with any of its legal choices,
acts and trades at random, and tries illegal things that must be refused without a trace.
585 games (four times as many with `pytest -m full`) run compiled, each to its end or to 80 rounds or 4,000 answers; one
of each of three editions (one of every edition with `pytest -m full`, two more with `pytest -m release`) runs through
`Game`, to its end or to 40 rounds or 240 answers, where undo, replay and the notation are tried at 50 nodes or more,
saving at one in eight of these. A hundred thousand games: `python tests/tools/check_rules.py --games 100000`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import check_rules
import pytest
import random_settings

import monopoly_lab as ml
from monopoly_lab.common.errors import IllegalChoice
from monopoly_lab.constants import action
from monopoly_lab.notation.action_text import Action, Offer
from monopoly_lab.notation.nodes import Chance
from monopoly_lab.rules.random_numbers import fate_of, number_below
from monopoly_lab.rules.state import State
from monopoly_lab.simulation.invariants import NAMED, broken_invariant
from tests.sampled import FEW, rest_for_release

SEED = 77
GAMES, GAMES_OF_FULL = 585, 2_340
ROUNDS, ANSWERS, SAMPLED = 40, 240, 50
NAMES = ("Ann", "Bo", "Cy", "Dee", "Ed", "Fay", "Gus", "Hal")
ENDS = ("end game", "call time", "agree")


@pytest.mark.parametrize("games", [GAMES, pytest.param(GAMES_OF_FULL, marks=pytest.mark.full)])
def test_generic__nothing_is_lost_or_impossible_in_wild_games(games: int) -> None:
    report = check_rules.wild(games)
    assert report.wrong == []
    assert report.games == games
    assert report.ended > games // 10 and report.steps > 200 * games  # they are games, not beginnings


class Wild:
    """A game in plain Python, played by random numbers of its own."""

    def __init__(self, edition: str, number: int) -> None:
        self.fate, self.used = fate_of(SEED, number), 0
        table = random_settings.setting(edition, SEED, number)
        self.game = ml.Game(edition, NAMES[: table.seats], seed=number, options=table.options)
        self.notation = self.game._notation

    @property
    def s(self) -> State:
        return self.game._s

    def below(self, n: int) -> int:
        self.used += 1
        return number_below(self.fate, 50, self.used, n)

    def goes_on(self) -> bool:
        return not self.game.over and self.s.round <= ROUNDS and len(self.game.answers) < ANSWERS

    def acts(self) -> list[str]:
        return [text for texts in self.game.acts().values() for text in texts]

    def any_choice(self) -> str:
        """An act or an answer; nothing that ends the game but once in a while."""
        texts = self.acts() if self.below(3) == 0 else []
        open_ = self.game.node
        assert open_ is not None
        answers = open_.outcomes if isinstance(open_, Chance) else open_.texts
        assert answers, open_
        texts = texts or [*answers, *self.raised(open_)]
        texts = [text for text in texts if not text.endswith(ENDS) or self.below(100) == 0] or list(answers)
        return texts[self.below(len(texts))]

    def raised(self, open_: object) -> Iterator[str]:
        """Sums above the least one."""
        for form in getattr(open_, "forms", ()):
            if form.verb in ("bid", "stake") and form.most > form.least:
                yield f"{form.verb} {form.least + 1 + self.below(min(form.most - form.least, 100))}"

    def any_offer(self) -> str:
        """A trade of anything between any two, mostly of what they own."""
        a, b = self.below(len(self.game.players)), self.below(len(self.game.players))
        give, ask = ([q for q, owner in enumerate(self.s.owner) if owner == p and self.below(3) == 0] for p in (a, b))
        if self.below(10) == 0:
            ask.append(self.below(len(self.s.owner)))
        sums = (self.below(max(self.s.cash[p], 0) + 20) if self.below(2) else 0 for p in (a, b))
        offer = Offer(a, b, *sums, tuple(give), tuple(q for q in ask if q not in give))
        return self.notation.write(self.s, Action(a, action.PROPOSE, offer=offer))

    def try_offer(self) -> None:
        """It is made, or refused with a reason and without a trace."""
        before = self.s.copy()
        try:
            self.game.apply(self.any_offer())
        except IllegalChoice as refused:
            assert re.search(r"\w", str(refused))
            assert self.s == before

    def each_choice_parses_to_itself(self) -> None:
        open_ = self.game.node
        assert open_ is not None
        texts = [*self.game.choices(), *self.acts(), *self.raised(open_)]
        assert len(set(texts)) == len(texts)
        for text in texts:
            assert self.notation.write(self.s, self.notation.read(self.s, text)) == text

    def undo_and_redo_are_exact(self) -> None:
        before = self.s.copy()
        self.game.apply(self.any_choice())
        after = self.s.copy()
        assert self.game.undo()._s == before
        assert self.game.redo()._s == after

    def replay_gives_equal_states(self) -> None:
        again = self.game.fork()
        again._record.kept = {0: again._record.kept[0]}  # nothing but the first position and the answers
        assert again.go_to(len(self.game.answers))._s == self.s

    def saved_and_loaded_is_the_same(self, path: Path) -> None:
        path.unlink(missing_ok=True)  # else it is read, to see that it is a saved game
        self.game.save(path)
        again = ml.Game.load(path)
        assert again._s == self.s
        assert again.answers == self.game.answers
        assert again.to_toml() == path.read_text("utf-8")


def play_wildly(edition: str, number: int, loaded: int, path: Path) -> None:
    """One game, undone, replayed and read at its nodes; at one in `loaded` of them, and at its end, saved and loaded.

    A loaded game replays the texts of all answers before, so that one load guards every node up to its own.
    """
    wild, sampled = Wild(edition, number), 0
    while wild.goes_on():
        if wild.below(8) == 0:
            wild.try_offer()
        elif sampled >= SAMPLED and wild.below(4) != 0:
            wild.game.apply(wild.any_choice())
        else:
            sampled += 1
            wild.each_choice_parses_to_itself()
            wild.undo_and_redo_are_exact()
            wild.replay_gives_equal_states()
            if sampled % loaded == 0:
                wild.saved_and_loaded_is_the_same(path)
        assert broken_invariant(wild.s, wild.game.tables) == 0, NAMED[broken_invariant(wild.s, wild.game.tables)]
    wild.saved_and_loaded_is_the_same(path)
    assert wild.game.over or sampled >= SAMPLED


@pytest.mark.parametrize("edition", rest_for_release(ml.editions(), FEW))
def test_generic__undo_replay_saving_and_notation_hold_at_any_node(edition: str, tmp_path: Path) -> None:
    play_wildly(edition, 0, 8, tmp_path / "game.toml")


@pytest.mark.parametrize(
    "number", [pytest.param(1, marks=pytest.mark.full), pytest.param(2, marks=pytest.mark.release)]
)
@pytest.mark.parametrize("edition", ml.editions())
def test_generic__the_same_holds_in_more_games(edition: str, number: int, tmp_path: Path) -> None:
    play_wildly(edition, number, 8, tmp_path / "game.toml")


@pytest.mark.full
@pytest.mark.parametrize("edition", rest_for_release(ml.editions(), FEW))
def test_generic__every_sampled_node_can_be_saved_and_loaded(edition: str, tmp_path: Path) -> None:
    play_wildly(edition, 3, 1, tmp_path / "game.toml")
