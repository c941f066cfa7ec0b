"""Compare the choices of a card ("Which is better?"): play on after each and show the result.

The differences are shown at the choices, with their intervals; they disappear when the game continues.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import MINUS, decimal, format_number, percent, rounded, speaking
from monopoly_lab.notation.nodes import NOTHING, Chance, Decision, sums
from monopoly_lab.players import called
from monopoly_lab.players.time_limit import LIMIT
from monopoly_lab.widgets import decision_facts
from monopoly_lab.widgets.background_tasks import in_slices, load_module, running_loop
from monopoly_lab.widgets.decision_facts import EvaluationMarkup
from monopoly_lab.widgets.html_elements import Words, button, waiting_button

if TYPE_CHECKING:
    from monopoly_lab.experiments import Comparison
    from monopoly_lab.game.game import Game

GAMES = 400  # after each choice
MOST = 8  # choices that are compared; a card with more is not evaluated, acts before a throw are cut to the first ones
STAR, OUTLINED = "★", "☆"  # at the best choice, and at one that is not sure to be the best
GROWTH = ("build", "redeem")  # acts before a throw that are compared with doing nothing


UNASKED = EvaluationMarkup()


def choices_to_compare(game: "Game") -> list[str]:
    """Return the choices to compare: those on the card, of amounts the smallest, half and the largest.

    Before a throw: doing nothing, building and redeeming. Empty if there is nothing to compare, or too much.
    """
    node = game.node
    if isinstance(node, Decision):
        sold = [sale.text for sale in game.sales()] if node.kind == "debt" else []
        texts = [text for text in sums(node) if text not in sold[decision_facts.SALES :]]
    elif isinstance(node, Chance) and node.kind == "dice":
        acts = game.acts().get(game.state.current_player, ())
        texts = [NOTHING, *[text for text in acts if text.split(" ")[0] in GROWTH][: MOST - 1]]
    else:
        return []
    return texts if 2 <= len(texts) <= MOST else []


class ChoiceEvaluation:
    """The question asked of one position: how far it has got, and what was found."""

    def __init__(self, words: Words, changed: Callable[[], None], failed: Callable[[str], None]) -> None:
        self._words, self._changed, self._failed = words, changed, failed
        self._at: object = None  # the position it was asked of
        self._found: Comparison | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def runs(self) -> bool:
        """Return True while choices are being compared."""
        return self._task is not None and not self._task.done()

    def follow(self, game: "Game") -> None:
        """Forget what was found of another position, or with others at the table."""
        if self._at is not None and self._at != _position_key(game):
            self._forget()

    def at_once(self, game: "Game", games: int = GAMES) -> "Comparison":
        """Compare the choices now and return the result."""
        from monopoly_lab.experiments import decide

        self._forget()
        self._found = decide(game, choices_to_compare(game) or None, games=games, progress=False, lang=self._words.lang)
        self._at = _position_key(game)
        self._changed()
        return self._found

    def start(self, game: "Game") -> None:
        """Start the evaluation on the kernel's event loop; evaluate at once where there is none."""
        if (loop := running_loop()) is None:
            self.at_once(game)
            return
        if not self.runs:
            self._forget()
            self._at = _position_key(game)
            self._task = loop.create_task(self._weigh(game.fork()))
            self._changed()

    def stop(self) -> None:
        """Stop the evaluation; what was found so far is shown, with intervals that allow for that."""
        if self._task is None:
            return
        self._task.cancel()
        self._task = None
        if self._found is not None and self._found.games > 1:
            from monopoly_lab.experiments.decision import best_first, stop_early

            best_first(stop_early(self._found))
        else:
            self._forget()
        self._changed()

    def _forget(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task = self._found = self._at = None

    async def _weigh(self, game: "Game") -> None:
        try:
            with speaking(self._words.lang):
                await load_module("monopoly_lab.experiments.decision")
                from monopoly_lab.experiments import decision as experiment
                from monopoly_lab.experiments.jobs import runs_compiled

                found = experiment.prepare_comparison(
                    game, choices_to_compare(game) or None, lang=self._words.lang, answer_limit=LIMIT
                )
                compiled = runs_compiled(found.plans.values(), GAMES)
                self._found = found
                await in_slices(experiment.play_in_steps(found, GAMES, compiled), lambda _: self._changed())
                experiment.best_first(found)
                self._task = None
                self._changed()
        except Exception as problem:
            self._forget()
            self._changed()
            if not isinstance(problem, MonopolyLabError):
                raise
            self._failed(str(problem))

    # Showing

    def for_card(self, game: "Game") -> EvaluationMarkup:
        """Return what the card shows of it."""
        words, found = self._words, self._found
        if self.runs:
            done = found.games if found is not None else 0
            said = words("weighing", done=done, all=GAMES)
            stop = button(words("stop"), "stop_weighing", id="ml-stop-weighing", title=words.say("stop_weighing"))
            bar = f'<progress value="{done}" max="{GAMES}" aria-label="{said}"></progress>'
            progress = f'<div class="ml-row" data-steady="true">{bar}<span role="status">{said}</span>{stop}</div>'
            return EvaluationMarkup(button=waiting_button(words("weigh"), "ml-weigh"), progress=progress)
        if found is not None:
            told = words(
                "weighed",
                player=found.player,
                n=found.games,
                percent=format_number(100 * found.confidence, lang=words.lang),
            )
            sure = _is_sure(found)
            told = f"{told} {_played_on(found, words)}"
            if not sure:
                told = f"<b>{words('weigh_unsure')}</b> {told}"
            result = (
                f'<p class="ml-weighed" data-steady="true" role="status" title="{_sentence(found, words)}">{told}</p>'
            )
            notes = {text: _note(found, text, words) for text in found.plans}
            return EvaluationMarkup(notes=notes, result=result, best=found.baseline if sure else "")
        if not choices_to_compare(game):
            return UNASKED
        hint = words.say("weigh_hint", n=GAMES)
        return EvaluationMarkup(button=button(words("weigh"), "weigh", id="ml-weigh", title=hint))


def _position_key(game: "Game") -> object:
    """Return what a finding holds for: the game, what was answered in it, and who sits at the table."""
    return game, game.answered, game.answers[-1:], game.styles()


def _note(found: "Comparison", text: str, words: Words) -> str:
    """Return the difference to the best choice with its interval, and how many games it has not changed."""
    from monopoly_lab.experiments.summary_text import MANY

    if text == found.baseline:
        key = "weigh_best" if _is_sure(found) else "weigh_tied" if _is_tied(found) else "weigh_perhaps"
        said = words(key, share=percent(found.mean(text).value, lang=words.lang))
        return f"{STAR if _is_sure(found) else OUTLINED} {said}"
    share = found.identical(text)
    if share == 1:
        return words("weigh_same", n=found.games)
    value, low, high = (_points(x, words.lang) for x in found.difference(text))
    note = words("weigh_note", difference=value, low=low, high=high)
    return f"{note}, {words('weigh_alike', n=round(share * found.games), all=found.games)}" if share >= MANY else note


def _is_sure(found: "Comparison") -> bool:
    """Return True if every other choice is worse than the best one for certain, as far as the intervals tell."""
    from monopoly_lab.experiments.summary_text import is_clear, other_arms

    return all(is_clear(found, other) for other in other_arms(found))


def _is_tied(found: "Comparison") -> bool:
    """Return True if another choice wins exactly as many games as the best one."""
    from monopoly_lab.experiments.summary_text import other_arms

    return any(rounded(100 * found.difference(other).value, 1) == 0 for other in other_arms(found))


def _played_on(found: "Comparison", words: Words) -> str:
    """Return a sentence on the strategies by which all players play after the choice."""
    seats = found.plans[found.baseline].strategies()
    who = dict.fromkeys(seats.values())
    if len(who) == 1:
        return words("weigh_by_all", strategy=called(next(iter(who)), words.lang))
    each = (f"{name} {called(strategy, words.lang)}" for name, strategy in seats.items())
    return words("weigh_by", strategies=", ".join(each))


def _points(x: float, lang: str) -> str:
    points = rounded(100 * x, 1)
    sign = "+" if points > 0 else MINUS if points < 0 else ""
    return sign + decimal(100 * abs(x), 1, lang)


def _sentence(found: "Comparison", words: Words) -> str:
    return escaped(found.sentence(words.lang))
