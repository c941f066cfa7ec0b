"""The face of an edition: colors that text can be read on, drawings chosen by name, nothing told by color alone."""

from colorsys import rgb_to_hls
from functools import cache
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from boards import PLAYERS, position

from monopoly_lab import board_drawing
from monopoly_lab.board_drawing import board_pieces, colors, corner_art, head_art, piece_art
from monopoly_lab.board_drawing.colors import THEMES, luminance, theme_of_edition
from monopoly_lab.board_drawing.picture import pieces
from monopoly_lab.board_drawing.svg_elements import text_width
from monopoly_lab.common.messages import languages
from monopoly_lab.constants import codes, payer_account, space_kind
from monopoly_lab.editions import Edition, editions, load_edition
from monopoly_lab.editions.appearance import DRAWINGS, FIGURES, PICTURES, PLAIN_TOKENS, TOKENS, Appearance

SVG = "{http://www.w3.org/2000/svg}"
HEIR = """
id = "mine"
inherits = "{parent}"
language = "en"
rulebook = "moscow"
title = {{en = "Mine"}}
"""


def drawn(*args, **how) -> ElementTree.Element:
    return ElementTree.fromstring(board_drawing.svg(*args, **how))


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [node for node in root.iter() if name in (node.get("class") or "").split()]


@cache
def empty_board(name: str) -> tuple[Edition, str, ElementTree.Element]:
    """An edition called in English, and its board without players, as text and as elements."""
    edition = load_edition(name).under().called("", "en")
    text = board_drawing.svg(edition, edition.tables(), None)
    return edition, text, ElementTree.fromstring(text)


def contrast(one: str, other: str) -> float:
    return colors.contrast(luminance(one), luminance(other))


def heir(tmp_path: Path, parent: str, more: str):
    path = tmp_path / "mine.toml"
    path.write_text(HEIR.format(parent=parent) + more, encoding="utf-8")
    return load_edition(path)


def test_drawings__every_name_an_edition_may_choose_is_drawn_and_no_other() -> None:
    assert set(piece_art.GROUNDS) == set(DRAWINGS["pattern"])
    assert set(piece_art.BACKS) == set(DRAWINGS["back"])
    assert set(piece_art.HOUSES) == set(DRAWINGS["house"])
    assert set(piece_art.HOTELS) == set(DRAWINGS["hotel"])
    assert set(corner_art.PICTURES) == set(PICTURES)
    assert set(head_art.FIGURES) == set(FIGURES)
    assert set(board_pieces.SHAPES) == set(PLAIN_TOKENS)
    assert set(piece_art.SILHOUETTES) | set(PLAIN_TOKENS) == set(TOKENS)


GARISH = [
    Appearance(ground=c, middle=c, accent=c, dark_ground=c, dark_middle=c) for c in ("#000000", "#ffffff", "#ff0000")
]
LOOKS = {name: load_edition(name).look for name in editions()} | {look.ground: look for look in GARISH}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_looks__text_keeps_its_contrast_in_the_colors_of_any_edition(look: Appearance, theme: str) -> None:
    """Web Content Accessibility Guidelines 2.2, 1.4.3 and 1.4.11: 4.5 to 1 for text, 3 to 1 for what is drawn."""
    found = theme_of_edition(look, theme)
    for paper in (found.paper, found.corner, found.centre):
        for ink in (found.ink, found.soft, found.accent):
            assert contrast(paper, ink) >= 4.5, (paper, ink)
    assert contrast(found.accent, colors.ink_on(found.accent)) >= 4.5
    assert contrast(found.lane, found.ink) >= 3


PLAIN_CORNERS = ("street", "station", "utility", "jail", "jail_enter")  # bars and cells are pictures, too
FACE = ("palette", "pattern", "house", "hotel", "back", "corners", "tokens")
ALIKE = 3  # parts of a face that two editions may share
COMMON = 6  # tokens of eight, from which on two boxes look alike


def same_parts(one: Appearance, other: Appearance) -> list[str]:
    """The parts of a face that two editions share."""
    alike = {part: getattr(one, part) == getattr(other, part) for part in FACE[1:-1]}
    alike["palette"] = (one.ground, one.middle, one.accent) == (other.ground, other.middle, other.accent)
    alike["tokens"] = len(set(one.tokens) & set(other.tokens)) >= COMMON
    return [part for part in FACE if alike[part]]


def test_looks__no_two_editions_have_the_same_face() -> None:
    looks = {name: load_edition(name).look for name in editions()}
    alike = {pair: same_parts(looks[pair[0]], looks[pair[1]]) for pair in combinations(looks, 2)}
    assert {pair: parts for pair, parts in alike.items() if len(parts) > ALIKE} == {}
    assert len({(look.ground, look.middle, look.accent) for look in looks.values()}) == len(looks)


def test_looks__jails_are_drawn_as_their_editions_mean_them() -> None:
    """FC Barcelona suspends players, the class board keeps them after school; no drawing stands for more than three."""
    drawings = {name: load_edition(name).look.corners.get("jail", "") for name in editions()}
    assert drawings["fc_barcelona"] == "suspended" and drawings["class_board"] == "detention"
    shown = [drawing for drawing in drawings.values() if drawing]
    assert max(map(shown.count, shown)) <= 3 and list(drawings.values()).count("") <= 3


@pytest.mark.parametrize("name", editions())
def test_looks__a_dark_board_keeps_the_hue_of_its_edition(name: str) -> None:
    look = load_edition(name).look
    dark = theme_of_edition(look, "dark")
    if look.dark_ground:
        assert dark.ground == look.dark_ground
        return
    day, night = (rgb_to_hls(*(part / 255 for part in colors.rgb(color))) for color in (look.ground, dark.ground))
    assert abs(day[0] - night[0]) <= 0.02 and night[2] >= min(colors.TINT, day[2]) - 0.02
    assert colors.luminance(dark.ground) < 0.08


def test_looks__an_edition_without_one_has_the_usual_face(tmp_path: Path) -> None:
    text = (Path(board_drawing.__file__).parents[1] / "editions" / "data" / "class_board.toml").read_text(
        encoding="utf-8"
    )
    path = tmp_path / "mine.toml"
    path.write_text(text[: text.index("[look]")] + text[text.index("[provenance]") :], encoding="utf-8")
    edition = load_edition(path)
    assert edition.look == Appearance()
    for theme, usual in THEMES.items():
        assert theme_of_edition(edition.look, theme) == usual
    root = drawn(edition, edition.tables(), None)
    assert not of_class(root, "picture") and "strewn" not in ElementTree.tostring(root, "unicode")


def test_looks__are_inherited_key_by_key_and_do_not_change_the_game(tmp_path: Path) -> None:
    parent = load_edition("disney").look
    mine = heir(tmp_path, "disney", '[look]\nhouse = "stand"\ncorners = {parking = "car"}\n')
    assert mine.look.house == "stand" and mine.look.corners["parking"] == "car"
    assert (mine.look.hotel, mine.look.corners["go"]) == (parent.hotel, parent.corners["go"]) == ("castle", "enchanted")
    other = heir(tmp_path, "disney", '[look]\nhouse = "hut"\n')
    assert other.look != mine.look and other.digest == mine.digest and "look" not in mine.digests


def test_looks__a_figure_goes_with_its_character_and_follows_a_new_id(tmp_path: Path) -> None:
    renamed = heir(tmp_path, "gamer", '[changes.characters]\nmario = {id = "plumber"}\n')
    assert renamed.look.figures["plumber"] == load_edition("gamer").look.figures["mario"]
    boss = '{id = "dragon", name = {en = "Dragon", ru = "Дракон"}, price = 1, roll = 3, points = 5, '
    boss += 'reward = {do = "nothing"}, players = [2, 3, 4]}'
    fewer = heir(tmp_path, "gamer", f"bosses = [{boss}]\n")
    assert "mario" in fewer.look.figures and "lemmy" not in fewer.look.figures


def test_looks__two_boards_on_one_page_do_not_take_each_others_drawings() -> None:
    """An id is looked up in the whole page, so one id never stands for two drawings."""
    seen: dict[str, str] = {}
    for name in editions():
        edition, t, s = position(name, level=1)
        for theme in THEMES:
            root = drawn(edition, t, s, PLAYERS, theme=theme)
            for node in root.iter():
                if node.get("id", "mortgaged") != "mortgaged":
                    text = ElementTree.tostring(node, "unicode")
                    assert seen.setdefault(node.get("id"), text) == text
            known = {f"#{node.get('id')}" for node in root.iter() if node.get("id")}
            assert {node.get("href") for node in root.iter(f"{SVG}use")} <= known


@pytest.mark.parametrize("name", editions())
def test_tokens__eight_seats_have_eight_outlines_and_a_letter(name: str) -> None:
    edition, t, s = position(name, seats=8)
    root = drawn(edition, t, s, PLAYERS)
    assert len(set(edition.look.tokens)) == 8
    for token in of_class(root, "token"):
        assert len(list(token.iter(f"{SVG}text"))) == 1


@pytest.mark.parametrize("name", editions())
def test_corners__each_picture_an_edition_names_is_on_its_board_and_go_has_an_arrow(name: str) -> None:
    edition, text, board = empty_board(name)
    spaces = of_class(board, "corner")
    shown = {node.get("class").split()[1] for space in spaces for node in of_class(space, "picture")}
    there = [edition.spaces[int(space.get("data-space"))] for space in spaces]
    named = {space.kind for space in there} | {space.id for space in there if space.id not in codes(space_kind)}
    assert shown == {picture for sort, picture in edition.look.corners.items() if sort in named} != set()
    assert corner_art.ARROW[10:40] in text


@pytest.mark.parametrize("name", editions())
def test_corners__each_that_is_no_street_has_a_picture(name: str) -> None:
    """A sign of the kind alone, a percent sign or the back of a card, is what an ordinary space shows."""
    edition, _, board = empty_board(name)
    for space in of_class(board, "corner"):
        q = int(space.get("data-space"))
        assert of_class(space, "picture") or edition.spaces[q].kind in PLAIN_CORNERS, edition.spaces[q].id


def test_corners__a_picture_for_one_space_wins_and_goes_with_it(tmp_path: Path) -> None:
    fair = load_edition("junior_fair").look
    assert fair.corners["water_show"] != fair.corners["fireworks"]  # both of one kind
    more = '[look]\ncorners = {tax = "coins"}\n[changes.spaces]\nwater_show = {id = "pond"}\n'
    mine = heir(tmp_path, "junior_fair", more)
    assert mine.look.corners["pond"] == "dolphin" and "water_show" not in mine.look.corners
    called = mine.under().called("", "en")
    shown = {
        called.spaces[int(space.get("data-space"))].id: of_class(space, "picture")[0].get("class")
        for space in of_class(drawn(called, called.tables(), None), "corner")
    }
    assert shown["pond"] == "picture dolphin" and shown["fireworks"] == "picture fireworks"


def test_characters__stand_on_the_board_and_beside_their_names() -> None:
    edition, t, s = position("gamer", seats=4)
    for k in range(4):
        s.character[k] = k
    root = drawn(edition, t, s, PLAYERS)
    heads = [of_class(node, "figure") for part in ("token", "player") for node in of_class(root, part)]
    assert [len(found) for found in heads] == [1] * 8


def test_boss__the_next_one_has_a_card_with_price_die_points_and_reward() -> None:
    edition, t, s = position("gamer", seats=4)
    s.boss_of[:8] = [0, 0, *[-1] * 6]  # the third, Larry, is next
    card = of_class(drawn(edition, t, s, PLAYERS, status=""), "boss")[0]
    texts = " ".join(line.text for line in card.iter(f"{SVG}text"))
    larry = edition.bosses[2]
    assert f"Boss: {larry.name} · 6 left" in texts and f"{larry.points} points" in texts
    assert "take 2 coins from one player" in texts and f" {larry.price} " in texts
    assert len(list(of_class(card, "die")[0].iter(f"{SVG}circle"))) == larry.roll
    assert not of_class(card, "coins")
    s.cash[payer_account.BOSS] = 3
    card = of_class(drawn(edition, t, s, PLAYERS, status=""), "boss")[0]
    assert [line.text for line in of_class(card, "coins")[0].iter(f"{SVG}text")] == ["3"]
    s.boss_of[:8] = [0] * 8
    assert not of_class(drawn(edition, t, s, PLAYERS), "boss")


def standing_card(lang: str, seats: int, beaten: int) -> ElementTree.Element:
    """The card of a boss beside the card of a choice, where it stands in a narrow column."""
    _, t, s = position("gamer", seats=seats)
    edition = load_edition("gamer").under().called("", lang)
    s.boss_of[:8] = [0] * beaten + [-1] * (8 - beaten)
    drawn = pieces(
        *(edition, t, s, PLAYERS[:seats]),
        **{"lang": lang, "names": "", "theme": "light", "last_move": None, "status": None, "kept": {}},
    )
    return of_class(ElementTree.fromstring(f"<svg>{''.join(drawn)}</svg>"), "boss")[0]


SHOWN = 0.63  # of a board beside its panel in a window of 1280 x 720: pixels a unit


@pytest.mark.parametrize("beaten", range(8))
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("lang", languages())
def test_boss__words_of_its_card_are_large_whole_and_away_from_its_edges(lang: str, seats: int, beaten: int) -> None:
    card = standing_card(lang, seats, beaten)
    frame = next(node for node in card.iter("rect"))
    left, top, wide, high = (float(frame.get(name)) for name in ("x", "y", "width", "height"))
    for line in card.iter("text"):
        size, x, y = (float(line.get(name)) for name in ("font-size", "x", "y"))
        long = text_width(line.text, size, bold="b" in line.get("class"))
        start = x if line.get("text-anchor") is None else x - long / 2
        assert "…" not in line.text and left + 3 <= start and start + long <= left + wide - 3, line.text
        assert top + 3 <= y - 0.72 * size and y <= top + high - 3, line.text
        assert size * SHOWN >= 11.5 or line.text == "+" or line.text.isdigit(), (line.text, size)


def test_boss__where_there_is_no_picture_of_it_words_say_all() -> None:
    edition, t, s = position("gamer", seats=4)
    s.boss_of[:8] = [-1] * 8
    s.cash[payer_account.BOSS] = 3
    plain = type(edition)({key: value for key, value in edition.content.items() if key != "look"}).called("", "en")
    root = drawn(plain, t, s, PLAYERS)
    assert not of_class(root, "boss")
    assert any("Next boss of 8: Lemmy" in (line.text or "") for line in root.iter(f"{SVG}text"))


@pytest.mark.parametrize(("n", "drawings"), [(1, 1), (2, 2), (4, 4), (9, 4)])
def test_coins__lie_in_a_stack_with_their_number(n: int, drawings: int) -> None:
    stack = ElementTree.fromstring(board_pieces.coins(n, 50.0, 50.0, 10.0, "stack"))
    assert [line.text for line in stack.iter("text")] == [str(n)]
    assert len(list(stack.iter("ellipse"))) + len(list(stack.iter("circle"))) == drawings


def test_coins__of_a_purse_stand_in_stacks_as_high_as_there_are_coins() -> None:
    edges = [board_pieces.piles(n, 100.0, 50.0, 28.0, 60.0)[0].count("M") for n in (1, 4, 10, 11, 23)]
    assert edges == [2, 5, 11, 13, 26]  # an outline and an upper face for each stack, and the edges between coins
    assert board_pieces.piles(0, 100.0, 50.0, 28.0, 60.0) == ("", 0.0)
    assert board_pieces.piles(500, 100.0, 50.0, 28.0, 60.0)[1] <= 60  # the number beside them says how many there are


def test_coins__stand_in_the_purses_of_the_edition_that_has_stacks_only() -> None:
    shown = {}
    for name in ("gamer", "classic_us"):
        edition, t, s = position(name)
        s.cash[:4], s.out[3] = [21, 7, 46, 5], 1
        players = of_class(drawn(edition, t, s, PLAYERS), "player")
        shown[name] = [len(of_class(player, "piles")) for player in players]
    assert shown == {"gamer": [1, 1, 1, 0], "classic_us": [0, 0, 0, 0]}


@pytest.mark.parametrize("name", editions())
def test_bars__letters_of_groups_can_be_read_on_a_phone_and_stay_in_their_bars(name: str) -> None:
    """A phone of 390 pixels shows a board at 0.8 of its size."""
    edition, _, board = empty_board(name)
    sites = [
        space for space in of_class(board, "space") if edition.spaces[int(space.get("data-space"))].kind == "street"
    ]
    for site in sites:
        bar = list(site.iter(f"{SVG}rect"))[1]
        left, top, wide, high = (float(bar.get(side)) for side in ("x", "y", "width", "height"))
        letter = next(line for line in site.iter(f"{SVG}text") if len(line.text) == 1)
        size, x, y = (float(letter.get(part)) for part in ("font-size", "x", "y"))
        half = text_width(letter.text, size, narrow=False, bold=True) / 2
        assert size * 0.8 >= 11
        assert left <= x - half and x + half <= left + wide and top <= y - 0.72 * size and y <= top + high
    assert sites
