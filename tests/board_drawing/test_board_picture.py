"""The picture of a position: complete, inside its boxes, the same every time."""

import re
from base64 import b64decode
from functools import cache
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from boards import PLAYERS, SIZES, of_size, position

from monopoly_lab import board_drawing
from monopoly_lab.board_drawing.colors import THEMES, theme_of_edition
from monopoly_lab.board_drawing.layout import ring, usual_size
from monopoly_lab.common.messages import say
from monopoly_lab.constants import event, payer_account, space_kind
from monopoly_lab.editions import Edition, editions, load_edition, rulebook_topics
from monopoly_lab.editions.rule_tables import HOTEL, Tables
from monopoly_lab.rules.state import State
from tests.sampled import EDITIONS, sampled

SVG = "{http://www.w3.org/2000/svg}"
EVERY = sampled([*editions(), *SIZES], [*EDITIONS, *map(str, SIZES)])


def board_of(what: str | int):
    return of_size(what) if isinstance(what, int) else load_edition(what)


@cache
def in_the_middle(what: str | int) -> tuple[Edition, Tables, State, str]:
    """A position in the middle of a game and its picture."""
    edition, t, s = position(board_of(what))
    return edition, t, s, board_drawing.svg(edition, t, s, PLAYERS)


def drawn(*args, **how) -> ElementTree.Element:
    return ElementTree.fromstring(board_drawing.svg(*args, **how))


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [node for node in root.iter() if name in (node.get("class") or "").split()]


def extent(text: ElementTree.Element) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a line of text."""
    size, x, y = (float(text.get(key)) for key in ("font-size", "x", "y"))
    width = float(text.get("textLength") or size)
    left = x - {"middle": width / 2, "end": width, None: 0}[text.get("text-anchor")]
    return left, y - 0.72 * size, left + width, y + 0.16 * size


def lines_of(node: ElementTree.Element) -> list[ElementTree.Element]:
    return list(node.iter(f"{SVG}text"))


def bare(text: str) -> str:
    """Without what a line break may add or take away."""
    return re.sub(r"[-\s\u00ad]", "", text)


@pytest.mark.parametrize("what", EVERY)
def test_spaces__each_has_its_whole_name(what: str | int) -> None:
    edition, t, _, text = in_the_middle(what)
    spaces = of_class(ElementTree.fromstring(text), "space")
    assert [int(node.get("data-space")) for node in spaces] == list(range(t.spaces))
    for node, space in zip(spaces, edition.spaces):
        assert bare(space.name) in bare("".join(line.text for line in lines_of(node)))


@pytest.mark.parametrize("size", [None, (1280, 720)])
@pytest.mark.parametrize("what", EVERY)
def test_spaces__no_line_leaves_its_space_or_covers_another(what: str | int, size: tuple[int, int] | None) -> None:
    if size and isinstance(what, int) and what > 64:
        size = (1920, 1080)
    edition, t, s = position(board_of(what), seats=8)
    for node in of_class(drawn(edition, t, s, PLAYERS, size=size), "space"):
        paper = node.find(f"{SVG}rect")
        x, y, w, h = (float(paper.get(key)) for key in ("x", "y", "width", "height"))
        boxes = [extent(line) for line in lines_of(node)]
        for number, (left, top, right, bottom) in enumerate(boxes):
            assert x - 0.1 <= left and right <= x + w + 0.1 and y - 0.5 <= top and bottom <= y + h + 0.5
            for a, b, c, d in boxes[number + 1 :]:
                assert left >= c - 0.1 or a >= right - 0.1 or top >= d - 1.5 or b >= bottom - 1.5


@pytest.mark.parametrize("what", EVERY)
def test_centre__no_line_leaves_the_middle(what: str | int) -> None:
    edition, t, s = position(board_of(what), seats=8)
    s.cash[payer_account.PARKING], s.cash[payer_account.JACKPOT] = 1234, 5678
    root = drawn(edition, t, s, ["Максимилиан-Александр Оболенский"] * 8)
    panel = next(node for node in root.iter(f"{SVG}rect") if node.get("rx") == "16")
    x, y, w, h = (float(panel.get(key)) for key in ("x", "y", "width", "height"))
    for line in lines_of(of_class(root, "centre")[0]):
        left, top, right, bottom = extent(line)
        assert x <= left and right <= x + w and y <= top and bottom <= y + h, line.text


@pytest.mark.parametrize(("what", "profile"), [("russia_moscow", ""), ("ukraine", "text_ru"), ("ukraine", "text_uk")])
def test_names__forty_spaces_stay_readable_at_700_pixels(what: str, profile: str) -> None:
    """Eight pixels or more for every name, with the picture 700 pixels wide."""
    edition = load_edition(what).under({"profile": profile} if profile else {})
    root = drawn(edition, edition.tables(), None)
    for node in of_class(root, "space"):
        names = [line for line in lines_of(node) if "b" not in line.get("class").split()]
        least = min(float(line.get("font-size")) for line in names)
        assert least * 700 / float(root.get("width")) >= 8, [line.text for line in names]


@pytest.mark.parametrize("crowd", [1, 3, 8])
@pytest.mark.parametrize("q", [0, 3, 10, 15, 20, 26, 33])
def test_tokens__each_stands_beside_its_space_and_apart_from_the_others(crowd: int, q: int) -> None:
    edition, t, s = position("classic_us", crowd)
    for k in range(s.tokens):
        s.at[k] = q
    root = drawn(edition, t, s, PLAYERS)
    tokens = of_class(root, "token")
    assert sorted(int(node.get("data-token")) for node in tokens) == list(range(crowd))
    letters = [lines_of(node)[0] for node in tokens]
    middles = [(float(node.get("data-x")), float(node.get("data-y"))) for node in tokens]
    for number, (x, y) in enumerate(middles):
        assert all(abs(x - a) + abs(y - b) > 12 for a, b in middles[number + 1 :])
    assert len({line.text for line in letters}) == crowd
    assert len({outline(node) for node in tokens}) == crowd
    paper = of_class(root, "space")[q].find(f"{SVG}rect")
    left, top, w, h = (float(paper.get(key)) for key in ("x", "y", "width", "height"))
    assert all(left - 100 < x < left + w + 100 and top - 60 < y < top + h + 60 for x, y in middles)


@pytest.mark.parametrize("what", ["classic_us", "class_board"])
def test_tokens__around_a_corner_stand_apart(what: str) -> None:
    """Two tokens on either side of each corner: none reaches into another, whose middle lies a width away."""
    edition, t, s = position(what, 4)
    places = ring(t.spaces, *usual_size(t.spaces)).places
    for corner in (place.space for place in places if place.corner):
        for k in range(s.tokens):
            s.at[k] = (corner + (1 if k % 2 else -1)) % t.spaces
        spots = []
        for token in of_class(drawn(edition, t, s, PLAYERS), "token"):
            letter = lines_of(token)[0]
            spots.append((float(letter.get("x")), float(letter.get("y")), float(letter.get("font-size"))))
        for number, (x, y, size) in enumerate(spots):
            for a, b, _ in spots[number + 1 :]:
                assert max(abs(x - a), abs(y - b)) > 1.4 * size


def outline(token: ElementTree.Element) -> str:
    """The shape of a token, wherever it stands and however large it is."""
    shape = next(node for node in token if node.tag != f"{SVG}circle" or node.get("fill") != "#ffd43b")
    if shape.get("points") is None:
        return shape.get("d") or "circle"
    corners = [tuple(map(float, pair.split(","))) for pair in shape.get("points").split()]
    size = max(x for x, _ in corners) - min(x for x, _ in corners)
    return " ".join(f"{(x - corners[0][0]) / size:.1f},{(y - corners[0][1]) / size:.1f}" for x, y in corners)


def test_tokens__several_of_one_seat_have_numbers() -> None:
    from monopoly_lab.rules.state import empty

    edition = load_edition("classic_us")
    t = edition.tables()
    s = empty(t, 2, tokens=3)
    letters = {lines_of(node)[0].text for node in of_class(drawn(edition, t, s, PLAYERS), "token")}
    assert letters == {"A1", "A2", "A3", "B1", "B2", "B3"}


def test_tokens__players_who_begin_alike_have_the_number_of_their_seat() -> None:
    edition, t, s = position("classic_us", 3)
    letters = {lines_of(node)[0].text for node in of_class(drawn(edition, t, s, ["Ann", "anna", "Bo"]), "token")}
    assert letters == {"A1", "A2", "B"}


def test_tokens__the_bankrupt_have_left_the_board() -> None:
    edition, t, s = position("classic_us", 3)
    s.out[1] = 1
    root = drawn(edition, t, s, PLAYERS)
    assert {node.get("data-seat") for node in of_class(root, "token")} == {"0", "2"}
    row = next(node for node in of_class(root, "player") if node.get("data-seat") == "1")
    assert "bankrupt" in [line.text for line in lines_of(row)]


def test_jail__those_inside_are_behind_bars_and_visitors_are_not() -> None:
    edition, t, s = position("classic_us", 3)
    s.at[0] = s.at[1] = s.at[2] = t.jail
    s.jail[1] = 2
    root = drawn(edition, t, s, PLAYERS)
    inside, outside = of_class(root, "held"), [n for n in of_class(root, "token") if n not in of_class(root, "held")]
    assert [node.get("data-token") for node in inside] == ["1"]
    assert of_class(inside[0], "grating")
    assert not any(of_class(node, "grating") for node in outside)
    cell, path = (float(lines_of(nodes[0])[0].get("y")) for nodes in (inside, outside))
    assert abs(cell - path) > 25


@pytest.mark.parametrize("level", sampled(range(HOTEL + 1), ("1", str(HOTEL))))
@pytest.mark.parametrize("what", EVERY)
def test_buildings__as_many_as_there_are(what: str | int, level: int) -> None:
    edition, t, s = position(board_of(what), level=level)
    sites = sum(t.kind[q] == space_kind.STREET for q in range(t.spaces))
    spaces = of_class(drawn(edition, t, s, PLAYERS), "space")
    houses, hotels = (sum(len(of_class(node, name)) for node in spaces) for name in ("house", "hotel"))
    assert (houses, hotels) == ((0, sites) if level == HOTEL else (level * sites, 0))


def test_buildings__stay_on_the_bar_of_their_space() -> None:
    edition, t, s = position("classic_us", level=4)
    for node in of_class(drawn(edition, t, s, PLAYERS), "space"):
        paper = node.find(f"{SVG}rect")
        x, y, w, h = (float(paper.get(key)) for key in ("x", "y", "width", "height"))
        for house in of_class(node, "house"):
            a, b, c, d = (float(house.get(key)) for key in ("x", "y", "width", "height"))
            assert x <= a and a + c <= x + w and y <= b and b + d <= y + h


def test_deeds__owners_and_mortgages_are_marked_on_their_spaces() -> None:
    edition, t, s = position("classic_us", 4, seed=5)
    s.owner[39], s.mortgaged[39], s.level[39] = 2, 1, 0
    for q, node in enumerate(of_class(drawn(edition, t, s, PLAYERS), "space")):
        marks = [mark.get("data-seat") for mark in of_class(node, "owner")]
        assert marks == ([str(s.owner[q])] if s.owner[q] >= 0 else [])
        assert bool(of_class(node, "mortgaged")) == bool(s.mortgaged[q])
        assert ("mortgaged" in [line.text for line in lines_of(node)]) == bool(s.mortgaged[q])


def test_players__each_row_has_name_cash_and_as_many_deeds_as_owned() -> None:
    edition, t, s = position("classic_us", 5, seed=3)
    rows = of_class(drawn(edition, t, s, PLAYERS), "player")
    for p, row in enumerate(rows):
        texts = [line.text for line in lines_of(row)]
        assert PLAYERS[p] in texts and f"${s.cash[p]}" in texts
        assert len(of_class(row, "deed")) == sum(s.owner[q] == p for q in range(t.spaces))


def test_groups__neighbours_differ_in_letter_and_pattern_and_not_only_in_color() -> None:
    edition = load_edition("classic_us").under()
    root = drawn(edition, edition.tables(), None)
    swatches = of_class(root, "groups")[0]
    letters = [line.text for line in lines_of(swatches) if len(line.text) == 1]
    patterns = [rect.get("fill") for rect in swatches.iter(f"{SVG}rect") if rect.get("fill").startswith("url")]
    assert letters == list("ABCDEFGH")
    assert len(patterns) == len(set(patterns)) == 7  # the first group is plain


def test_dice__the_faces_of_the_last_throw() -> None:
    edition, t, s = position("classic_us")
    s.dice[:] = [2, 6, 0]
    dice = of_class(drawn(edition, t, s, PLAYERS), "die")
    assert [len(list(die.iter(f"{SVG}circle"))) for die in dice] == [2, 6]
    s.dice[:] = [12, 0, 0]
    assert [line.text for line in lines_of(of_class(drawn(edition, t, s, PLAYERS), "die")[0])] == ["12"]


@pytest.mark.parametrize(("place", "what"), [(payer_account.PARKING, "classic_us"), (payer_account.JACKPOT, "ukraine")])
def test_pots__lie_on_their_space_and_stand_in_the_middle(place: int, what: str) -> None:
    edition, t, s = position(what)
    s.cash[place] = 321
    root = drawn(edition, t, s, PLAYERS)
    amount = edition.money.text(321)
    where = space_kind.PARKING if place == payer_account.PARKING else space_kind.CASINO
    node = of_class(root, "space")[t.kind.index(where)]
    assert amount in [line.text for line in lines_of(node)]
    assert any(amount in line.text for line in lines_of(of_class(root, "centre")[0]))


def test_route__over_every_space_passed() -> None:
    edition, t, s = position("classic_us")
    route = of_class(drawn(edition, t, s, PLAYERS, last_move=board_drawing.Move(0, 36, 4, 8)), "route")[0]
    assert (route.get("data-from"), route.get("data-to")) == ("36", "4")
    assert len(of_class(route, "stop")) == 7


def test_route__a_token_that_is_carried_leaves_a_dotted_line_that_does_not_cross_the_middle() -> None:
    edition, t, s = position("classic_us")
    root = drawn(edition, t, s, PLAYERS, last_move=board_drawing.Move(0, 30, 10, 0))
    route = of_class(root, "route")[0]
    assert not of_class(route, "stop")
    lines = list(route.iter(f"{SVG}polyline"))
    assert lines[1].get("stroke-dasharray")
    panel = next(node for node in root.iter(f"{SVG}rect") if node.get("rx") == "16")
    x, y, w, h = (float(panel.get(key)) for key in ("x", "y", "width", "height"))
    for pair in lines[1].get("points").split():
        px, py = map(float, pair.split(","))
        assert not (x < px < x + w and y < py < y + h)


@pytest.mark.parametrize("move", [board_drawing.Move(0, -1, 10, 0), board_drawing.Move(0, 5, 5, 0), None])
def test_route__none_where_none_is_known(move: board_drawing.Move | None) -> None:
    edition, t, s = position("classic_us")
    assert not of_class(drawn(edition, t, s, PLAYERS, last_move=move), "route")


def test_last_move__from_the_events_of_the_rules() -> None:
    _, t, _ = position("classic_us")
    moved = (event.MOVED, 0, 0, 12, 8, 0)
    assert board_drawing.last_move([], t) is None
    assert board_drawing.last_move([moved, (event.VISITED, 0, 0, 12, 0, 0)], t) == board_drawing.Move(0, 4, 12, 8)
    assert board_drawing.last_move([(event.MOVED, 1, 1, 2, 5, 0)], t) == board_drawing.Move(1, 37, 2, 5)
    assert board_drawing.last_move([moved, (event.MOVED, 0, 0, 9, -3, 0)], t) == board_drawing.Move(0, 12, 9, -3)
    assert board_drawing.last_move([moved, (event.JAILED, 0, 0, t.jail, 0, 0)], t) == board_drawing.Move(
        0, 12, t.jail, 0
    )
    assert board_drawing.last_move([(event.JAILED, 0, 0, t.jail, 0, 0)], t) == board_drawing.Move(0, -1, t.jail, 0)


def test_last_move__whoever_walks_into_jail_is_shown_walking() -> None:
    _, t, _ = position("ukraine")
    events = [(event.MOVED, 0, 0, t.jail, 7, 0), (event.JAILED, 0, 0, t.jail, 0, 0)]
    assert board_drawing.last_move(events, t) == board_drawing.Move(0, t.jail - 7, t.jail, 7)


def test_overlay__a_color_and_a_figure_for_each_space_and_a_legend() -> None:
    edition = load_edition("classic_us").under()
    values = [None if q == 30 else q / 1000 for q in range(40)]
    overlay = board_drawing.Overlay(values, "Share of throws", "{:.2%}")
    root = drawn(edition, edition.tables(), None, overlay=overlay)
    spaces = of_class(root, "space")
    papers = [node.find(f"{SVG}rect").get("fill") for node in spaces]
    assert papers[0] == "#440154" and papers[39] == "#fde725"  # the ends of viridis
    assert len(set(papers)) == 40
    assert "2.50%" in [line.text for line in lines_of(spaces[25])]
    legend = [line.text for line in lines_of(of_class(root, "legend")[0])]
    assert {"0.00%", "1.95%", "3.90%"} <= set(legend)
    assert "Boardwalk 3.90%" in board_drawing.alt_text(edition, edition.tables(), None, overlay=overlay)


@pytest.mark.parametrize("values", [[1.0] * 40, [None] * 40], ids=["all equal", "none"])
def test_overlay__without_a_difference_is_still_a_picture(values: list[float | None]) -> None:
    edition = load_edition("classic_us").under()
    assert len(of_class(drawn(edition, edition.tables(), None, overlay=board_drawing.Overlay(values)), "space")) == 40


def test_overlay__of_the_wrong_length_is_refused() -> None:
    edition = load_edition("classic_us").under()
    with pytest.raises(ValueError, match="needs 40 values, one a space, not 3"):
        board_drawing.svg(edition, edition.tables(), None, overlay=board_drawing.Overlay([1, 2, 3]))


def test_theme__an_unknown_one_is_refused() -> None:
    edition, t, s = position("classic_us")
    with pytest.raises(ValueError, match="no theme 'sepia'; there are: light, dark"):
        board_drawing.svg(edition, t, s, PLAYERS, theme="sepia")


@pytest.mark.parametrize("theme", THEMES)
def test_theme__same_marks_in_both(theme: str) -> None:
    edition, t, s = position("ukraine", 8)
    root = drawn(edition, t, s, PLAYERS, theme=theme)
    assert len(of_class(root, "token")) == 8
    assert theme_of_edition(edition.look, theme).paper in board_drawing.svg(edition, t, s, PLAYERS, theme=theme)


def test_origin__reconstructed_names_are_said_to_be() -> None:
    edition, t, s = position("fifa2018")
    notes = [line.text for line in lines_of(of_class(drawn(edition, t, s, PLAYERS), "centre")[0])]
    assert any(note.startswith("reconstructed:") and "names" in note for note in notes)
    assert "Reconstructed:" in board_drawing.alt_text(edition, t, s, PLAYERS)
    classic, t, s = position("classic_us")
    assert "reconstructed" not in board_drawing.svg(classic, t, s, PLAYERS)


@pytest.mark.parametrize("name", editions())
def test_origin__of_every_edition_the_board_names_each_part_that_is_no_fact(name: str) -> None:
    """Reconstructed and unverified parts, in the middle of the board, in its description, and for each profile."""
    edition = load_edition(name)
    for profile in ("", *edition.profiles):
        chosen, t, s = position(edition.under({"profile": profile}) if profile else edition)
        told = board_drawing.alt_text(chosen, t, s, PLAYERS)
        notes = " ".join(line.text for line in lines_of(of_class(drawn(chosen, t, s, PLAYERS), "centre")[0]))
        doubtful = [
            part
            for part, origin in edition.provenance.items()
            if origin.source in ("reconstruction", "unverified") and ("." not in part or part == f"profiles.{profile}")
        ]
        for part in doubtful:
            word = say(f"board.part_{part.partition('.')[0]}", "en")
            assert word in told and word in notes, (profile, part)
        assert bool(doubtful) == ("econstructed:" in told or "ot verified:" in told), told


@pytest.mark.parametrize("what", editions())
def test_names__in_english_on_request(what: str) -> None:
    edition, t, s = position(what)
    assert edition.spaces[1].names["en"] in board_drawing.alt_text(edition, t, s, PLAYERS, names="en")
    shown = of_class(drawn(edition, t, s, PLAYERS, names="en"), "space")[1]
    assert bare(edition.spaces[1].names["en"]) in bare("".join(line.text for line in lines_of(shown)))


HOSTILE = '<script>alert("x")</script>&\'" ]]> \x00\x08'


def test_names__cannot_break_out_of_the_picture() -> None:
    edition, t, s = position("classic_us", 2)
    text = board_drawing.svg(edition, t, s, [HOSTILE, "</svg>"], status=HOSTILE)
    root = ElementTree.fromstring(text)
    assert not [node for node in root.iter() if "script" in node.tag]
    assert "<script" not in text and "\x00" not in text and text.count("</svg>") == 1
    image = board_drawing.html(edition, t, s, [HOSTILE, '" onload="x'], status=HOSTILE)
    assert list(attributes(image)) == ["alt", "src", "width", "style"]


def attributes(image: str) -> dict[str, str | None]:
    """The attributes of the only tag there is."""
    seen: list[tuple[str, dict[str, str | None]]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            seen.append((tag, dict(attrs)))

    Reader().feed(image)
    assert [tag for tag, _ in seen] == ["img"]
    return seen[0][1]


def test_html__an_image_that_carries_its_picture_and_its_description() -> None:
    edition, t, s = position("russia_moscow")
    found = attributes(board_drawing.html(edition, t, s, PLAYERS, theme="dark"))
    kind_, data = found["src"].split(",", 1)
    assert kind_ == "data:image/svg+xml;base64"
    assert b64decode(data).decode() == re.sub(
        "b[0-9a-f]{8}-", "", board_drawing.svg(edition, t, s, PLAYERS, theme="dark")
    )
    assert found["alt"] == board_drawing.alt_text(edition, t, s, PLAYERS)


def test_picture__several_in_one_page_take_nothing_from_each_other() -> None:
    edition, t, s = position("classic_us")
    both = [board_drawing.svg(edition, t, s, PLAYERS, theme=theme) for theme in ("light", "dark")]
    first, second = ({*re.findall(r'\bid="([^"]+)"', text)} for text in both)
    assert first and second and not first & second


@pytest.mark.parametrize("what", EVERY)
def test_picture__needs_nothing_from_elsewhere_and_is_always_the_same(what: str | int) -> None:
    edition, t, s, text = in_the_middle(what)
    assert text == board_drawing.svg(edition, t, s, PLAYERS)
    assert re.findall(r"https?://[^\"]+", text) == ["http://www.w3.org/2000/svg"]
    ids = set(re.findall(r'\bid="([^"]+)"', text))
    assert set(re.findall(r"url\(#([^)]+)\)", text)) | set(re.findall(r'href="#([^"]+)"', text)) <= ids
    assert "nan" not in text and "inf" not in re.sub(r"[^\s\"]*[a-z]inf|inf[a-z][^\s\"]*", "", text.lower())


@pytest.mark.parametrize("what", EVERY)
def test_alt_text__tells_everything_the_picture_shows(what: str | int) -> None:
    edition, t, s = position(board_of(what), seats=4, seed=2)
    s.cash[payer_account.PARKING] = 77
    s.jail[1], s.at[1] = 1, max(t.jail, 0)
    text = board_drawing.alt_text(edition, t, s, PLAYERS, last_move=board_drawing.Move(0, 1, 3, 2))
    told, terms = text.splitlines(), rulebook_topics.terms(edition.rulebook, edition.words, "en")
    for p in range(4):
        line = next(line for line in told if line.startswith(f"{PLAYERS[p]} has "))
        assert edition.money.text(s.cash[p]) in line and edition.spaces[s.at[p]].name in line
        assert ("held in" in line) == (p == 1)
    for q, space in enumerate(edition.spaces):
        if not space.is_deed:
            continue
        start = f"{PLAYERS[s.owner[q]]} owns " if s.owner[q] >= 0 else "Without an owner: "
        line = next(line for line in told if line.startswith(start))
        entry = re.search(re.escape(space.name) + r"( \([^)]*\))?(, |\.$)", line)
        assert entry, space.name
        assert ("mortgaged" in (entry[1] or "")) == bool(s.mortgaged[q])
        assert (str(terms["hotel"]) in (entry[1] or "")) == (s.level[q] == HOTEL)
        if 0 < s.level[q] < HOTEL:
            assert f"{s.level[q]} {terms['house']}" in entry[1]
    assert "Last throw: 3, 5." in told
    assert f"{PLAYERS[0]} went 2 spaces from {edition.spaces[1].name} to {edition.spaces[3].name}." in text
    assert edition.money.text(77) in text


def test_alt_text__of_an_empty_board_lists_its_spaces_and_prices() -> None:
    edition = load_edition("classic_us").under()
    told = board_drawing.alt_text(edition, edition.tables(), None).splitlines()
    assert "39 Boardwalk, dark blue, $400" in told
    assert sum(line[0].isdigit() for line in told) == 40


def test_players__without_names_are_numbered() -> None:
    edition, t, s = position("classic_us", 2)
    assert "Player 2 has" in board_drawing.alt_text(edition, t, s)
