"""Build `Tables`: an edition under one set of options as numbers for the rules."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from monopoly_lab.constants import ability, card_effect, codes, player_role, space_kind, speed_die_face
from monopoly_lab.editions.components import AMOUNT, ARGUMENTS, COUNT, DECK, GROUP, KIND, ROLE, TOKEN, Card
from monopoly_lab.editions.content import Contents
from monopoly_lab.editions.option_resolution import value_code
from monopoly_lab.editions.options import OPTIONS, Value
from monopoly_lab.editions.policies import Policy, enact
from monopoly_lab.editions.rule_tables import CARDS, FACES, FIELDS, HOTEL, RENTS, SPACES, Tables

NO_POLICY = Policy()
PASSING = ("go", "tax_office")
JAILS = ("jail", "jail_enter")
MOST_REMEMBERED = 32  # tables of one edition


def cached_tables(made: dict[str, Tables], options: str, make: Callable[[], Tables]) -> Tables:
    """Return the tables under these options, for a caller to change; of the last few options they are made once."""
    found = made.get(options)
    if found is None:
        found = make()
        if len(made) >= MOST_REMEMBERED:
            made.clear()
        made[options] = found
    return _copied(found)


def _make_copier() -> Callable[[Tables], Tables]:
    """Return a function that copies tables but for those of later stages.

    It is written out field by field: a loop over the names of the fields takes three times as long.
    """
    lines = [f"    own.{name} = t.{name}" + "[:]" * (length > 0) for name, length in FIELDS.items()]
    names: dict[str, Any] = {"Tables": Tables}
    exec("\n".join(["def copied(t):", "    own = Tables()", *lines, "    return own"]), names)
    return cast("Callable[[Tables], Tables]", names["copied"])


_copied = _make_copier()


def tables(edition: Contents, values: Mapping[str, Value], policies: Policy = NO_POLICY) -> Tables:
    """Return the tables of an edition whose profile is applied, under resolved options and policies.

    Fields of one number a space, rent level or card are as long as the edition needs;
    all others have their full capacity. On a board without a jail no double sends to it.
    """
    t = Tables()
    lengths = {SPACES: len(edition.spaces), SPACES * RENTS: len(edition.spaces) * RENTS, CARDS: len(edition.cards)}
    for name, length in FIELDS.items():
        setattr(t, name, [0] * lengths.get(length, length) if length else 0)
    _board(t, edition)
    _deeds(t, edition)
    _groups(t, edition)
    _decks(t, edition)
    _casino(t, edition)
    _third_die(t, edition, values)
    _characters(t, edition)
    _bosses(t, edition)
    for key, option in OPTIONS.items():
        setattr(t, option.field, value_code(option, values[key]))
    if t.jail < 0:
        t.o_three_doubles = 0
    for face in range(t.o_move_sides):
        t.weight[face] = 1
    enact(t, edition, policies)
    return t


def _board(t: Tables, edition: Contents) -> None:
    kinds, decks = codes(space_kind), [deck.id for deck in edition.decks]
    t.spaces = len(edition.spaces)
    t.go, t.tax_office = (_first(edition, name) for name in PASSING)
    t.jail = max(_first(edition, name) for name in JAILS)
    for q, space in enumerate(edition.spaces):
        t.kind[q] = kinds[space.kind]
        t.passing[q] = int(space.kind in PASSING)
        t.tax[q] = space.tax or space.drop
        t.tax_percent[q] = space.percent
        t.deck_of[q] = decks.index(space.deck) if space.deck else -1
        t.goes_to[q] = edition.space(space.to) if space.to else -1
    for q in range(t.spaces):
        steps = (n for n in range(1, t.spaces + 1) if t.passing[(q + n) % t.spaces])
        t.to_passing[q] = next(steps, SPACES)


def _first(edition: Contents, name: str) -> int:
    return next((space.index for space in edition.spaces if space.kind == name), -1)


def _deeds(t: Tables, edition: Contents) -> None:
    for q, space in enumerate(edition.spaces):
        t.price[q] = space.price
        t.points[q] = space.points
        t.loan[q] = space.mortgage
        t.printed_redemption[q] = space.redemption
        t.house_cost[q] = space.house
        t.hotel_cost[q] = space.hotel
        for level, amount in enumerate(space.rent or space.times or space.grant):
            t.rent[q * RENTS + level] = amount
        for level, amount in enumerate(space.monopoly):
            is_hotel = space.kind == "street" and level == len(space.monopoly) - 1
            t.monopoly_rent[q * RENTS + (HOTEL if is_hotel else level)] = amount


def _groups(t: Tables, edition: Contents) -> None:
    t.groups = len(edition.groups)
    for q in range(t.spaces):
        t.group[q] = t.mate[q] = -1
    for g, group in enumerate(edition.groups):
        t.group_size[g] = len(group.spaces)
        t.group_first[g] = group.spaces[0]
        for q, mate in zip(group.spaces, group.spaces[1:] + group.spaces[:1]):
            t.group[q] = g
            t.mate[q] = mate


def _decks(t: Tables, edition: Contents) -> None:
    effects = codes(card_effect)
    t.decks = len(edition.decks)
    t.cards = len(edition.cards)
    for d, deck in enumerate(edition.decks):
        t.deck_first[d] = deck.cards[0].index
        t.deck_size[d] = len(deck.cards)
        t.deck_role[d] = codes(player_role).get(deck.role, player_role.NONE)
    for c, card in enumerate(edition.cards):
        t.card_effect[c] = effects[card.effect]
        numbers = [_number(edition, card, name) for name in ARGUMENTS[card.effect]]
        t.card_a[c], t.card_b[c], t.card_c[c] = numbers + [0] * (3 - len(numbers))
        t.token_cards += card.effect == "for_token"


def _number(edition: Contents, card: Card, name: str) -> int:
    """Return an argument of a card as a number: amount, space, kind of space or deck; -1 where it is left out."""
    if name not in card.arguments:
        return -1
    sort, value = ARGUMENTS[card.effect][name], card.arguments[name]
    if sort in (AMOUNT, COUNT):
        return int(value)
    if sort == ROLE:
        return codes(player_role)[str(value)]
    if sort == KIND:
        return codes(space_kind)[str(value)]
    if sort == DECK:
        return [deck.id for deck in edition.decks].index(str(value))
    if sort == GROUP:
        return [group.id for group in edition.groups].index(str(value))
    if sort == TOKEN:
        return [token.id for token in edition.tokens].index(str(value))
    return edition.space(value)


def _casino(t: Tables, edition: Contents) -> None:
    t.reel_jackpot = -1
    if edition.casino is None:
        return
    symbols = edition.casino.symbols
    t.reel_sides = len(edition.casino.reels[0])
    for r, reel in enumerate(edition.casino.reels):
        for face, symbol in enumerate(reel):
            t.reel[r * FACES + face] = symbols.index(symbol)
    for symbol, times in edition.casino.pay.items():
        t.reel_pay[symbols.index(symbol)] = times
    if edition.casino.jackpot:
        t.reel_jackpot = symbols.index(edition.casino.jackpot)


def _third_die(t: Tables, edition: Contents, values: Mapping[str, Value]) -> None:
    """Write the third die into the tables: the power-up die, or the speed die where an option asks for it."""
    in_game = edition.power or values["speed_die"] != "none"
    meanings = codes(ability) if edition.power else codes(speed_die_face)
    for f, face in enumerate(edition.third_die if in_game else ()):
        t.third_faces += 1
        t.third_do[f], t.third_x[f], t.third_weight[f] = meanings[face.ability], face.amount, face.sides


def _characters(t: Tables, edition: Contents) -> None:
    abilities, faces = codes(ability), [face.id for face in edition.power]
    t.characters = len(edition.characters)
    for c, character in enumerate(edition.characters):
        t.star_do[c], t.star_x[c] = abilities[character.star], character.star_amount
        t.boost_face[c] = faces.index(character.boost_face) if character.boost_face else -1
        t.boost_do[c], t.boost_x[c] = abilities[character.boost], character.boost_amount
        t.boxed[c] = int(character.boxed)


def _bosses(t: Tables, edition: Contents) -> None:
    abilities = codes(ability)
    t.bosses = len(edition.bosses)
    for b, boss in enumerate(edition.bosses):
        t.boss_price[b], t.boss_roll[b], t.boss_points[b] = boss.price, boss.roll, boss.points
        t.boss_keeps[b] = int(boss.keeps)
        t.boss_do[b], t.boss_x[b] = abilities[boss.reward], boss.reward_amount
        t.boss_players[b] = sum(1 << n for n in boss.players)
