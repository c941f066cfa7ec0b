"""Every code of every kind is known wherever it has to be: rules, menus, strategies, the chain, words, signs.

`PLACES` lists these places by vocabulary. Each is fed every code; then a code is planted in the
vocabulary that nobody knows, and each place has to miss it.
"""

import importlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

from monopoly_lab import constants
from monopoly_lab.board_drawing.board_pieces import ICONS
from monopoly_lab.common import messages
from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.constants import (
    ability,
    action,
    card_effect,
    dice_purpose,
    event,
    node,
    payment_cause,
    refusal,
    space_kind,
    speed_die_face,
    task,
)
from monopoly_lab.editions import load_edition, rulebook_topics
from monopoly_lab.editions.components import ABILITIES, ARGUMENTS
from monopoly_lab.notation.action_labels import label
from monopoly_lab.notation.action_text import Action
from monopoly_lab.notation.events import Teller
from monopoly_lab.notation.nodes import menu, waiting_sentence
from monopoly_lab.notation.parser import WORDS
from monopoly_lab.players import style_of
from monopoly_lab.players.parametric_strategy import decide
from monopoly_lab.players.random_strategy import decide_at_random
from monopoly_lab.rules import State, Tables, empty, start, why_not
from monopoly_lab.rules.agenda import RawEvent, UnknownCode
from monopoly_lab.rules.auction import HOUSE_LOT
from monopoly_lab.rules.cards import carry_out
from monopoly_lab.rules.code_groups import ACTS, ANSWERS, is_chance, is_character_node, is_decision, is_outcome
from monopoly_lab.rules.decisions import answer, why_not_answer
from monopoly_lab.rules.game_loop import answer_luck, do_act, perform_task
from monopoly_lab.rules.landing import land
from monopoly_lab.rules.legality import list_answers
from monopoly_lab.rules.power_die import use_ability, visit
from monopoly_lab.rules.random_numbers import chance_outcome, fate_of
from monopoly_lab.rules.rent import rent_due
from monopoly_lab.rules.speed_die import move_by_speed_die
from monopoly_lab.rules.turn import follow_throw
from monopoly_lab.simulation.single_token import PLAN, single_token_answer

PLAYERS = ("Ann", "Bo", "Cy")
DEEDS = (space_kind.STREET, space_kind.STATION, space_kind.UTILITY)
VISITED = (space_kind.PIPE, space_kind.HANDFUL, space_kind.THWOMP, space_kind.SUPER_STAR)
MISSING = (UnknownCode, KeyError, StopIteration, MonopolyLabError)
PLANTED = 63  # no vocabulary is so long, and every tally has a row for it


def table(edition: str) -> tuple[State, Tables]:
    """The beginning of a game of three, with money and a character each."""
    t = load_edition(edition).tables({"decks": "replacement"} if edition != "gamer" else {})
    s = empty(t, 3)
    start(s, t, [])
    for p in range(3):
        s.cash[p] = 500
        s.character[p] = p if t.characters else -1
    s.mover = s.token = s.actor = 0
    s.offer_from, s.offer_to = 1, 0
    s.lot = t.group_first[0]
    s.claim_space = [s.lot] * len(s.claim_space)
    s.claim_rent = [10] * len(s.claim_rent)
    s.minimum = 1
    s.debt_to = constants.codes(constants.payer_account)["bank"]
    return s, t


def of_node(n: int) -> tuple[State, Tables]:
    """A position in which node `n` has a legal answer."""
    s, t = table("gamer" if is_character_node(n) else "russia_moscow")
    s.node = n
    s.ability, s.steps, s.face, s.dice = ability.DROP_ONE, 2, int(is_character_node(n)), [1, 2]
    t.o_detour = 50
    s.jail[0] = int(n in (node.JAIL, node.DETAINED, node.TOKEN))
    if n == node.GOAL:
        t.card_effect[s.lot], t.card_a[s.lot] = card_effect.UP_TO, 3
    if n in (node.PLACE, node.SALE):
        for q in range(t.spaces):
            s.owner[q] = 0 if t.group[q] == t.group[s.lot] else s.owner[q]
    if n == node.PLACE:
        s.lot = HOUSE_LOT
    return s, t


def teller(edition: str) -> Teller:
    found = load_edition(edition)
    return Teller(found, found.tables({}), PLAYERS)


# What a place is fed with: each raises one of MISSING for a code it does not know.


def lands(code: int) -> None:
    s, t = table("gamer" if code in VISITED else "russia_moscow")
    q = next((q for q in range(t.spaces) if t.kind[q] == code), 1)
    t.kind[q] = code
    if code not in DEEDS:
        t.group[q] = -1
    s.at[0], s.character[0] = q, 0
    land(s, t, [], 0, 0)
    if s.todo[s.depth - 1] == task.VISIT:
        visit(s, t, [], 0, 0)


def pays_rent(code: int) -> None:
    """Asked of deeds alone; any other kind is as unknown here as a new one."""
    s, t = table("russia_moscow")
    q = next((q for q in range(t.spaces) if t.kind[q] == code), 1)
    t.kind[q] = code
    s.owner[q] = 1
    rent_due(s, t, q, 0, 7)


def takes_answers(code: int) -> None:
    s, t = of_node(code)
    for v in ANSWERS:
        why_not(s, t, 0, v, s.lot, 0)


def does_answers(code: int) -> None:
    """Whatever is not refused as no answer to the node is also carried out there."""
    for v in [action.PASS] if code == PLANTED else taken(code):
        s, t = of_node(code)
        do_anyhow(partial(answer, s, t, [], 0, code, v, 0))


def taken(n: int) -> list[int]:
    """The verbs that node `n` takes, legal in the position at hand or not."""
    s, t = of_node(n)
    return [v for v in ANSWERS if why_not_answer(s, t, n, v, s.lot, 0) != refusal.NOT_NOW]


def do_anyhow(call: Callable[[], object]) -> None:
    """A branch that fails for want of a position that fits is there all the same."""
    try:
        call()
    except UnknownCode:
        raise
    except (IndexError, ValueError, ZeroDivisionError):
        pass


def lists(code: int) -> None:
    s, t = of_node(code)
    list_answers(s, t)


def thinks(code: int) -> None:
    """A node without a branch in `decide_rare` of `players.parametric_strategy` has an answer that is refused."""
    s, t = of_node(code)
    check_legal(s, t, *decide(s, t, style_of("balanced") * 3, fate_of(1, 1), 0))


def chooses_at_random(code: int) -> None:
    s, t = of_node(code)
    check_legal(s, t, *decide_at_random(s, t, fate_of(1, 1), 0))


def check_legal(s: State, t: Tables, v: int, q: int, x: int) -> None:
    refused = why_not(s, t, 0, v, q, x)
    told = f"{constants.names(node)[s.node]}: {constants.names(action)[v]} {q} {x}"
    assert refused == refusal.NONE, f"{told}: {constants.names(refusal)[refused]}"


def walks_alone(code: int) -> None:
    s, t = of_node(code)
    single_token_answer(s, t, [0] * PLAN)


def falls(code: int) -> None:
    s, t = of_node(code)
    chance_outcome(s, t, fate_of(1, 1))


def says_node(code: int) -> None:
    s, _ = of_node(code)
    for lang in messages.languages():
        assert waiting_sentence(teller("gamer" if is_character_node(code) else "russia_moscow"), s, lang)


def is_judged(code: int) -> None:
    s, t = table("russia_moscow")
    why_not(s, t, 0, code, 1, 0)


def is_done(code: int) -> None:
    s, t = table("russia_moscow")
    do_anyhow(lambda: do_act(s, t, [], 0, code, 1, 0))


def is_brought(code: int) -> None:
    s, t = table("russia_moscow")
    do_anyhow(lambda: answer_luck(s, t, [], code, 1, 1))


def is_taken(code: int) -> None:
    """Some node takes the answer."""
    if not any(code in taken(n) for n in constants.names(node) if is_decision(n)):
        raise UnknownCode(f"verb {code}")


def is_labelled(code: int) -> None:
    edition = "russia_moscow" if code in (*ACTS, action.ROLL, action.DRAW) and code != action.SWAP else "gamer"
    s, _ = of_node(node.TURN if edition == "gamer" else node.BUY)
    assert all(label(teller(edition), s, Action(0, code, 1, 0), lang) for lang in messages.languages())


def is_performed(code: int) -> None:
    s, t = table("gamer" if code in range(task.CHARACTERS, task.FINISH + 1) else "russia_moscow")
    for k in range(s.tokens):
        s.at[k] = t.kind.index(space_kind.HANDFUL) if t.characters else 0
    do_anyhow(lambda: perform_task(s, t, [], code, 1, 0, 0, 0, 1))


def is_told(code: int, why_paid: int = 0) -> None:
    """By some edition: a spin needs a casino, a fight a boss."""
    for edition in ("russia_moscow", "gamer"):
        told = teller(edition)
        with suppress(IndexError):
            happened = told.event(1, 1, 1, RawEvent(code, 0, 1, 1, 1, why_paid))
            assert all(told.sentence(happened, lang) for lang in messages.languages())
            return
    raise UnknownCode(f"event {code}")


def is_paid(code: int) -> None:
    is_told(event.PAID, code)


def has_topic(code: int) -> None:
    rulebook_topics.event_topic(constants.names(event)[code])


def has_payment_topic(code: int) -> None:
    rulebook_topics.event_topic("paid", constants.names(payment_cause)[code])


def is_used(code: int) -> None:
    s, t = table("gamer")
    use_ability(s, t, [], 0, code, 1, payment_cause.POWER)


def is_carried_out(code: int) -> None:
    s, t = table("russia_moscow")
    t.card_effect[0], t.card_a[0], t.card_b[0] = code, 5 if code != card_effect.NEAREST else space_kind.STATION, 0
    carry_out(s, t, [], 0, 0, 0)


def takes_arguments(code: int) -> None:
    assert ARGUMENTS[constants.names(card_effect)[code]] is not None


def takes_amount(code: int) -> None:
    assert ABILITIES[constants.names(ability)[code]] in (True, False)


def is_thrown_for(code: int) -> None:
    s, t = table(
        "gamer" if code in (dice_purpose.HANDFUL, dice_purpose.ABILITY, dice_purpose.BOSS) else "russia_moscow"
    )
    s.purpose, s.claims = code, 1
    s.claim_space[0] = t.group_first[0]
    follow_throw(s, t, [], 0, 1)


def moves(code: int) -> None:
    """A face of the speed die, beside two ones."""
    t = load_edition("classic_us").tables({"speed_die": "from_start"})
    s = empty(t, 2)
    t.third_do[0], s.dice, s.thrown = code, [1, 1, 1], 3
    move_by_speed_die(s, t, [])


def has_sign(code: int) -> None:
    assert ICONS[constants.names(space_kind)[code]]


# The table of messages of a vocabulary, where it has another name.
TABLE = {
    action: "verb",
    card_effect: "effect",
    dice_purpose: "purpose",
    payment_cause: "cause",
    refusal: "refusal",
    space_kind: "kind",
}


def words(vocabulary: ModuleType, table: str = "") -> Callable[[int], None]:
    def has_words(code: int) -> None:
        key = f"{table or TABLE.get(vocabulary, name_of(vocabulary))}.{constants.names(vocabulary)[code]}"
        for lang in messages.languages():
            if not {key, f"{key}_anywhere"} & messages.catalogue(lang).keys():
                raise KeyError(f"{lang}: {key}")

    return has_words


Fed = Callable[[int], bool]


def any_code(_: int) -> bool:
    return True


# By vocabulary: the place, what feeds it, and which of the codes it has to know.
PLACES: dict[ModuleType, dict[str, tuple[Callable[[int], None], Fed]]] = {
    space_kind: {
        "landing": (lands, any_code),
        "rent": (pays_rent, lambda code: code in DEEDS),
        "sign": (has_sign, any_code),
        "words": (words(space_kind), any_code),
    },
    node: {
        "legality": (takes_answers, is_decision),
        "answers": (does_answers, is_decision),
        "menu": (lists, is_decision),
        "menu of luck": (lists, is_chance),
        "luck": (falls, is_chance),
        "strategy": (thinks, is_decision),
        "random strategy": (chooses_at_random, is_decision),
        "single token": (walks_alone, is_decision),
        "sentence": (says_node, lambda code: code != node.NONE),
        "words": (words(node), any_code),
    },
    action: {
        "legality": (is_judged, lambda code: code != action.NONE),
        "luck": (is_brought, is_outcome),
        "acts": (is_done, lambda code: code in ACTS),
        "answers": (is_taken, lambda code: code in ANSWERS),
        "label": (is_labelled, any_code),
        "words": (words(action), any_code),
        "whole sentences": (words(action, "choice"), any_code),
    },
    task: {"agenda": (is_performed, any_code)},
    event: {
        "sentence": (is_told, any_code),
        "topic": (has_topic, lambda code: code != event.PAID),
        "words": (words(event), lambda code: code != event.PAID),
    },
    payment_cause: {
        "sentence": (is_paid, any_code),
        "topic": (has_payment_topic, any_code),
        "words": (words(payment_cause), any_code),
        "whole sentences": (words(payment_cause, "paid"), any_code),
    },
    card_effect: {
        "card": (is_carried_out, lambda code: code not in (card_effect.JAIL_FREE, card_effect.TAX_OFFICE_FREE)),
        "arguments": (takes_arguments, lambda code: code != card_effect.NOTHING),
        "words": (words(card_effect), any_code),
    },
    ability: {
        "use": (is_used, any_code),
        "arguments": (takes_amount, lambda code: code != ability.UNKNOWN),
        "words": (words(ability), any_code),
    },
    speed_die_face: {"move": (moves, any_code)},
    dice_purpose: {"throw": (is_thrown_for, any_code), "words": (words(dice_purpose), any_code)},
    refusal: {"words": (words(refusal), any_code)},
}


def cases() -> Iterator[tuple[ModuleType, str]]:
    for vocabulary, places in PLACES.items():
        for place in places:
            yield vocabulary, place


def name_of(value: object) -> str:
    return value.__name__.rpartition(".")[2] if isinstance(value, ModuleType) else str(value)


@pytest.mark.parametrize(("vocabulary", "place"), list(cases()), ids=name_of)
def test_completeness__every_code_is_known(vocabulary: ModuleType, place: str) -> None:
    feed, concerns = PLACES[vocabulary][place]
    fed = [code for code in constants.names(vocabulary) if concerns(code)]
    assert fed
    for code in fed:
        feed(code)


@pytest.mark.parametrize(("vocabulary", "place"), list(cases()), ids=name_of)
def test_completeness__a_planted_code_is_missed(
    vocabulary: ModuleType, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vocabulary, "PLANTED", PLANTED, raising=False)
    constants.names.cache_clear()
    try:
        assert constants.names(vocabulary)[PLANTED] == "planted"
        with pytest.raises(MISSING):
            PLACES[vocabulary][place][0](PLANTED)
    finally:
        monkeypatch.undo()
        constants.names.cache_clear()


def test_completeness__every_vocabulary_of_the_rules_is_fed() -> None:
    shown_only = {
        "payer_account",
        "option_value",
    }  # who holds money is a seat or an account, and words are compared in the rules
    modules = {
        *("ability", "action", "card_effect", "dice_purpose", "event", "node", "payment_cause", "refusal"),
        *("space_kind", "speed_die_face", "task"),
    }
    assert {name_of(vocabulary) for vocabulary in PLACES} == modules
    for name in modules | shown_only:
        importlib.import_module(f"monopoly_lab.constants.{name}")


def test_sentences__a_sum_that_they_name_is_above_0(monkeypatch: pytest.MonkeyPatch) -> None:
    """`{amount}` of a node comes from `SUBJECTS` of `notation.nodes`, of a choice from `_sum` beside it."""
    n = node.NONE
    named: dict[tuple[str, int], set[str]] = {}

    def noted(key: str, lang: str = "", **values: object) -> str:
        if "{amount" in messages.catalogue("en")[key]:
            named.setdefault((key, n), set()).add(str(values["amount"]))
        return messages.say(key, lang, **values)

    monkeypatch.setattr("monopoly_lab.notation.nodes.say", noted)
    monkeypatch.setattr("monopoly_lab.notation.action_labels.say", noted)
    for n in constants.names(node):
        if is_decision(n) or is_chance(n):
            s, told = with_sums(n)
            waiting_sentence(told, s, "en")
            list_answers(s, told.tables)
            acts = [Action(0, v, told.tables.group_first[0], 0) for v in ACTS] if n == node.DICE else []
            for answer in (*menu(s), *acts):
                label(told, s, answer._replace(seat=0), "en")
    without = {told.money(0, "en") for told in (teller("gamer"), teller("russia_moscow"))}
    nothing = [f"{key} at node {constants.names(node)[n]}" for (key, n), sums in named.items() if sums <= without]
    assert not nothing, "add their sums to `SUBJECTS`, `_sum`, or here to `with_sums`"
    tables = ("node.", "choice.")
    amounts = {key for key, text in messages.catalogue("en").items() if key.startswith(tables) and "{amount" in text}
    assert amounts <= {key for key, _ in named}


def with_sums(n: int) -> tuple[State, Teller]:
    """A position at node `n` in which everything that is paid costs something."""
    s, t = of_node(n)
    q = t.group_first[0]
    s.owner[q], s.level[q], s.debt, s.way, s.claims, s.claim_owner[0] = 0, 1, 50, 20, 1, 0
    t.o_debt_property_deeds_to_bank, t.o_fines, t.tax = 50, 10, [200] * t.spaces
    if n in (node.CARD, node.SALE):
        t.card_a[s.lot] = 10
    if n == node.TAX:
        s.lot = t.kind.index(space_kind.TAX)
        t.tax_percent[s.lot] = 10
    return s, Teller(load_edition("gamer" if is_character_node(n) else "russia_moscow"), t, PLAYERS)


def test_notation__every_verb_can_be_written() -> None:
    assert set(WORDS.values()) == constants.names(action).keys() - {action.NONE}


def test_families__every_code_is_in_one_family() -> None:
    for n in constants.names(node):
        assert is_chance(n) + is_decision(n) + (n in (node.NONE, node.OVER, node.CHANGE)) == 1
    for v in constants.names(action):
        assert (v in ACTS) + (v in ANSWERS) + is_outcome(v) + (v == action.NONE) == 1


def test_events__every_code_says_what_its_numbers_mean() -> None:
    lines = Path(event.__file__).read_text(encoding="utf-8").splitlines()
    bare = [line for before, line in pairwise(lines) if line[:1].isupper() and not before.startswith("# ")]
    assert not [line for line in bare if " = " in line]
