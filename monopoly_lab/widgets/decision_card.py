"""The card of a decision: whose choice it is, the legal choices, and why others are refused."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from monopoly_lab.board_drawing.board_pieces import badge
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import say
from monopoly_lab.game.game import Game
from monopoly_lab.notation.nodes import NOTHING, Chance, Decision
from monopoly_lab.widgets import decision_facts, player_panel, recent_events, trade_form
from monopoly_lab.widgets.choice_buttons import (
    CHARACTER_NODE,
    SUMS,
    character_button,
    counter_button,
    form_of,
    roll_button,
)
from monopoly_lab.widgets.choice_evaluation import UNASKED
from monopoly_lab.widgets.decision_facts import EvaluationMarkup
from monopoly_lab.widgets.deed_card import why_refused
from monopoly_lab.widgets.html_elements import Words, button, button_label, options
from monopoly_lab.widgets.player_panel import format_worth

# What players ask for at a decision whether or not it is allowed.
WISHED = {
    "buy": ("buy", "auction"),
    "bid": ("pass",),
    "jail": ("pay", "use card", "throw"),
    "detained": ("pay", "use card", "throw", "stay"),
    "tax": ("pay flat", "pay percent"),
    "card": ("pay", "draw instead"),
    "debt": ("pay", "bankrupt"),
    "answer": ("accept", "refuse"),
    "inherit": ("redeem", "leave mortgaged"),
}
SHORT = ("buy", "auction")  # choices with short labels: the card beside them says the rest
# Attribute of a line of progress or of a result. While it is shown, the card keeps its layout and leaves out facts.
STEADY = "data-steady"
MOST_BUTTONS = 20  # more choices than that stand in a list
MANY_ALIKE = 5  # with as many choices of the same verb or more, their labels leave it out
REFUSALS = ("auction", "pass", "refuse", "stop", "stay", "bankrupt", "leave", "decline", "skip")  # in outline, and last


def card_elements(
    game: Game,
    words: Words,
    cached_outcomes: dict[Hashable, str] | None = None,
    speed: str = "",
    shares: list[float] | None = None,
    ask_markup: str = "",
    evaluation: EvaluationMarkup = UNASKED,
) -> list[str]:
    """Return the sentence, the buttons with the rents that may be asked for, the forms, the facts: an element each.

    `cached_outcomes` holds the lists of outcomes of this game written before; `speed`: at which speed the game plays on
    by itself, if it does: nothing is asked for then; `shares` the long-run shares of throws, where they are known, and
    `ask_markup` the markup that asks for them; `evaluation`: which choice is better, as far as that is known.
    """
    node = game.node
    waiting = f'<p class="ml-waiting">{_mark(game, words)}{escaped(game.waiting(words.lang))}</p>'
    if node is None:
        return [_end(game, words) if game.over else waiting]
    top = [*filter(None, (decision_facts.by_card(game, words),)), waiting]
    if speed:
        return [*top, _news(game, words, speed)]
    before, seated = _events_before(game, words), player_panel.play_button(game, words, not evaluation.best)
    evaluation = replace(evaluation, has_default=not seated)
    if isinstance(node, Chance):
        return [
            *top,
            *([] if evaluation.notes else [before]),
            *_chance(game, node, words, cached_outcomes, evaluation, seated),
        ]
    forms = [form for form in (form_of(game, form, words, evaluation) for form in node.forms) if form]
    pressed = seated + _decision(game, node, words, evaluation) + _acts_beside_the_choice(game, words)
    is_evaluated = bool(evaluation.notes or evaluation.progress)
    is_open = shares is None and decision_facts.lot(game) >= 0 and not is_evaluated  # one question at a time
    asked = evaluation.button + (ask_markup if is_open else "")
    if game.offer is not None:
        return [
            *top,
            decision_facts.offer_sides(game, words),
            *_row(pressed, counter_button(node, words), asked),
            *_line(evaluation),
        ]
    choices = [*_row(pressed, asked, _rare_acts_list(game, words)), *_line(evaluation)]
    is_evaluated |= is_open and STEADY in ask_markup
    room_for_facts = "none" if evaluation.notes else "auction" if is_evaluated else "all"
    facts = decision_facts.fact_lines(game, words, shares, evaluation, room_for_facts)
    shown = [facts] if facts else []
    if node.kind == "debt":
        return [*top, *shown, *choices, *forms]
    if any(form.verb in SUMS for form in node.forms):
        return [*top, *forms, *choices, *shown]
    is_drawn = decision_facts.lot(game) >= 0 or node.kind == CHARACTER_NODE
    return [*top, *([] if is_drawn or evaluation.notes else [before]), *choices, *forms, *shown]


def _row(*parts: str) -> list[str]:
    """Return a row of buttons and lists side by side; empty if there are none."""
    shown = "".join(parts)
    return [f'<div class="ml-choices">{shown}</div>'] if shown else []


def _line(evaluation: EvaluationMarkup) -> list[str]:
    """Return progress or result of the evaluation as separate pieces, which change while buttons are pressed."""
    return [each for each in (evaluation.progress, evaluation.result) if each]


def _mark(game: Game, words: Words) -> str:
    """Return the shape and color of the token of whose choice it is, as they stand on the board."""
    seat = game.scene(words.lang).actor()
    if seat is None:
        return ""
    drawn = badge(seat.shape, seat.color, "", 12, 12, 9)
    return f'<svg class="ml-who" viewBox="0 0 24 24" aria-hidden="true">{drawn}</svg>'


def _events_before(game: Game, words: Words) -> str:
    """Return what has happened before the choice."""
    roomy = isinstance(game.node, Chance)
    told = escaped(recent_events.last_answer_told(game, words.lang, recent_events.ROOM[roomy]))
    whole = escaped(" ".join(game.log(words.lang, last=1)))
    return f'<p class="ml-told{" ml-roomy" * roomy}" title="{whole}">{told}</p>'  # cut where it is too long


def _news(game: Game, words: Words, speed: str) -> str:
    """Return what has just happened in a game that plays by itself; where it is too fast, how far it has got."""
    if speed == "fast":
        return f'<p class="ml-told" role="status">{words("plays", round=game.round, n=game.answered)}</p>'
    told = recent_events.last_answer_told(game, words.lang, recent_events.ROOM[True])
    return f'<p class="ml-told ml-news" role="status">{escaped(told)}</p>'


def _chance(
    game: Game,
    node: Chance,
    words: Words,
    cached_outcomes: dict[Hashable, str] | None,
    evaluation: EvaluationMarkup,
    seated: str,
) -> list[str]:
    """Return the button that lets luck decide, and what sets it by hand: a list, or the faces of the dice to click.

    What is seldom wanted comes last.
    """
    main = evaluation.best in ("", NOTHING) and evaluation.has_default
    pressed, by_hand, faces = roll_button(game, node, words, main, cached_outcomes)
    return [
        *_row(seated, pressed, _scripted_luck(game, node, words), _acts_beside_the_choice(game, words), by_hand),
        *([faces] if faces else []),
        *_row(
            _choices_without_button(game, evaluation.notes, words, evaluation),
            evaluation.button,
            _rare_acts_list(game, words),
        ),
        *_line(evaluation),
    ]


def _scripted_luck(game: Game, node: Chance, words: Words) -> str:
    """Return the luck that comes next in the script of a scenario, or that was taken back; empty for none."""
    text = game.undone[0] if game.undone else ""
    if text not in node.outcomes:
        return ""
    label = button_label(game, text, words.lang)
    return button(words("recorded", what=escaped(label)), "redo", id="ml-recorded", title=words.say("recorded_hint"))


def _choices_without_button(game: Game, notes: Mapping[str, str], words: Words, evaluation: EvaluationMarkup) -> str:
    """Return what was evaluated and has no button of its own: sums, acts before a throw, and doing nothing.

    Sums that are bid under seal are no buttons: who presses one shows it to everybody.
    """
    is_secret = decision_facts.is_hidden(game)
    return "".join(
        _evaluated_choice(game, text, note, words, is_secret, evaluation.is_main(text, False))
        for text, note in notes.items()
    )


def _evaluated_choice(game: Game, text: str, note: str, words: Words, is_secret: bool, main: bool) -> str:
    if text == NOTHING:
        return f"<span>{words('do_nothing')} <small>{note}</small></span>"
    label = button_label(game, text, words.lang)
    verb, _, sum_ = text.partition(" ")
    shown = (
        game.edition.money.text_for_reader(int(sum_)) if verb in ("bid", "stake", "toll") else label
    )  # the field says what for
    said = f"{escaped(shown)} <small>{note}</small>"
    return (
        f"<span>{said}</span>"
        if is_secret
        else button(said, "press", text, main=main, id=_id_of(text), aria_label=f"{label}: {note}")
    )


def _end(game: Game, words: Words) -> str:
    """Return the card at the end: who has won, who was still in by worth, who fell out last; and how to go on."""
    rows = "".join(f"<li><b>{escaped(name)}</b> <span>{said}</span></li>" for name, said in _ranking(game, words))
    again = button(words("again"), "again", id="ml-again", title=words.say("again_hint"))
    last, before = max(game.rounds().items(), default=(0, 0))  # the last round, and the answers given before it
    again += button(words("back_to_round", n=last), "go_to", str(before), id="ml-back-to-round")
    return (
        f'<div class="ml-end"><p class="ml-waiting">{escaped(game.waiting(words.lang))}</p><ol>{rows}</ol>'
        f'<div class="ml-row">{again}</div></div>'
    )


def _ranking(game: Game, words: Words) -> list[tuple[str, str]]:
    """Return the players from the first to the last, each with what they have at the end, or when they fell out."""
    out = {each.player: each.round for each in game.events if each.kind == "bankrupt" and each.player is not None}
    worths = game.net_worth()
    there = sorted(game.state.in_play, key=lambda name: (name != game.winner, -worths[name]))
    last = [name for name in reversed(out) if name not in there]

    def wealth_of(name: str) -> str:
        worth = format_worth(game, worths[name], words.lang)
        if game.tables.o_scoring_coins:
            return escaped(worth)
        return words(
            "end_worth", worth=worth, cash=game.edition.money.text_for_reader(game.state.cash[name], words.lang)
        )

    return [*((name, wealth_of(name)) for name in there), *((name, words("end_out", round=out[name])) for name in last)]


def _decision(game: Game, node: Decision, words: Words, evaluation: EvaluationMarkup) -> str:
    notes = evaluation.notes
    summed = {form.verb for form in node.forms if form.verb in SUMS}
    sold = {sale.text for sale in game.sales()} if node.kind == "debt" else set()  # stand in an order of their own
    hidden = {"pass"} if decision_facts.is_hidden(game) else set()  # a 0 in the field: nobody sees who does not bid
    legal = [text for text in node.texts if _verb(text) not in summed and text not in sold | hidden]
    legal.sort(key=lambda text: _verb(text) in REFUSALS)
    more = _choices_without_button(
        game, {text: note for text, note in notes.items() if text not in {*legal, *sold}}, words, evaluation
    )
    if len(legal) > MOST_BUTTONS:
        return _choice_list(game, legal, words) + more
    short = _short_labels(game, legal, words)
    alike = bool(short) and decision_facts.lot(game) < 0
    usual = "" if alike or _is_asked_elsewhere(game, node) else _default_choice(legal)
    drawn = [
        _space(game, text, words, evaluation, short) if alike else _choice(game, text, words, evaluation, short, usual)
        for text in legal
    ]
    drawn.insert(sum(_verb(text) not in REFUSALS for text in legal), more)
    refusals = []
    for text in WISHED.get(node.kind, ()):
        if text in legal:
            continue
        why = why_refused(game, text, words.lang)
        if why is None or (text == "auction" and not game.tables.o_auction):
            continue
        label = short.get(text) or escaped(button_label(game, text, words.lang))
        drawn.append(button(label, "why", why=why, id=_id_of(text)))
        if node.kind != "debt":  # what is missing is said there; a click says the rest
            refusals.append(f'<p class="ml-why" title="{escaped(why)}">{label}: {escaped(why)}</p>')
    return "".join(drawn + refusals)


def _default_choice(legal: Sequence[str]) -> str:
    """Return the one choice that is filled: the first that is no refusal; empty for none."""
    return next((text for text in legal if _verb(text) not in REFUSALS), "")


def _is_asked_elsewhere(game: Game, node: Decision) -> bool:
    """Return True if a field for a sum, an offer or the first sale for a debt is what stands filled on the card."""
    sums = any(form.verb in SUMS for form in node.forms)
    return sums or node.kind == "trade_card" or (node.kind == "debt" and decision_facts.missing(game) > 0)


def _choice_list(game: Game, legal: Sequence[str], words: Words) -> str:
    """Return a list of what would be too many buttons: the spaces of the board."""
    pairs = [("", words("pick_space")), *((text, game.choice_label(text, words.lang)) for text in legal)]
    return f'<select id="ml-goal" data-change="press" aria-label="{words("pick_space")}">{options(pairs)}</select>'


def _short_labels(game: Game, legal: Sequence[str], words: Words) -> dict[str, str]:
    """Return short labels by choice, which leave out what is said beside them: the deed, or a common beginning."""
    if decision_facts.lot(game) >= 0:
        price = game.scene(words.lang).price_text(decision_facts.lot(game))
        left = "auction_short" if game.tables.o_auction else "leave_short"
        return {text: words(key, amount=price) for text, key in zip(SHORT, ("buy_short", left))}
    if len(legal) < MANY_ALIKE or len({_verb(text) for text in legal}) > 1:
        return {}
    labels = [button_label(game, text, words.lang).split(" ") for text in legal]
    same = sum(1 for _ in takewhile(lambda alike: len(set(alike)) == 1, zip(*labels)))
    return {text: escaped(" ".join(label[same:])) for text, label in zip(legal, labels)}


def _space(game: Game, text: str, words: Words, evaluation: EvaluationMarkup, short: Mapping[str, str]) -> str:
    """Return the button of one of many spaces to choose from, in the color of its group; none is the default."""
    label = short[text] + (f" <small>{evaluation.notes[text]}</small>" if text in evaluation.notes else "")
    said = button_label(game, text, words.lang)
    named = text.rpartition(" ")[2]
    places = {space.id: space.index for space in game.edition.spaces}
    color = trade_form.color_of(game.scene(words.lang), places[named]) if named in places else trade_form.PLAIN
    main = evaluation.is_main(text, False)
    return button(
        label,
        "press",
        text,
        main=main,
        id=_id_of(text),
        aria_label=said,
        data_alike=True,
        style=f"--ml-color:{color}",
    )


def _choice(
    game: Game, text: str, words: Words, evaluation: EvaluationMarkup, short: Mapping[str, str], usual: str
) -> str:
    if game.node is not None and game.node.kind == CHARACTER_NODE:
        return character_button(game, text, words, evaluation)
    notes = evaluation.notes
    label = escaped(button_label(game, text, words.lang))
    more = {"aria_label": button_label(game, text, words.lang)} if text in short else {}
    label = short.get(text, label)
    if text in notes:
        label += f" <small>{notes[text]}</small>"
        more |= {"aria_label": f"{more['aria_label']}: {notes[text]}"} if more else {}
    main = evaluation.is_main(text, text == usual)
    return button(label, "press", text, main=main, id=_id_of(text), **more)


def _id_of(text: str) -> str:
    return f"ml-{text.replace(' ', '-')}"


def _acts_beside_the_choice(game: Game, words: Words) -> str:
    """Return the end of a turn with a double, rents that an owner may ask for now, and an end that may be called."""
    return "".join(
        _labelled_button(game, text, words) for text in _acts(game) if _verb(text) in ("finish", "claim", "call")
    )


def _acts(game: Game) -> list[str]:
    return [text for listed in game.acts().values() for text in listed]


def _rare_acts_list(game: Game, words: Words) -> str:
    """Return a list of the fines and of who may propose the end; nothing where the rule book has neither."""
    texts = _acts(game)
    pairs = [(text, _label(game, text, words)) for text in texts if _verb(text) in ("fine", "end")]
    if not pairs:
        return ""
    listed = options([("", say("table.also", words.lang)), *pairs])
    return f'<select id="ml-also" data-change="press" aria-label="{words("also")}">{listed}</select>'


def _verb(text: str) -> str:
    """Return the verb of a choice, which may begin with the name of a player."""
    return text.split(": ")[-1].split(" ")[0]


def _label(game: Game, text: str, words: Words) -> str:
    """Return what a choice says, with the name of a player who need not be the one whose turn it is."""
    player, colon, _ = text.partition(":")
    label = button_label(game, text, words.lang)
    return f"{player}: {label}" if colon else label


def _labelled_button(game: Game, text: str, words: Words) -> str:
    return button(escaped(_label(game, text, words)), "press", text)
