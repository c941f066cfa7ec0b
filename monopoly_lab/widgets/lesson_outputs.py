"""What a cell of a lesson shows, as parts of its page: sentences and tables in the text, pictures beside it."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple
from urllib.parse import quote

import ipywidgets as ipw

from monopoly_lab.common import PLOTLY
from monopoly_lab.common.escaping import escaped, harmless_links, unescaped
from monopoly_lab.common.messages import numbers_pointed
from monopoly_lab.game.game import Game
from monopoly_lab.lessons.prediction import Told
from monopoly_lab.lessons.printed_text import beside_numbers, tables_in_words
from monopoly_lab.widgets.chart_width import is_board, least_width, with_broken_lines

WIDGET = "application/vnd.jupyter.widget-view+json"
MARKED = re.compile(r"&lt;(/?(?:b|i|br|sub|sup))&gt;")
FORMULA = re.compile(r'<math\b[^>]*display="block".*?</math>', re.DOTALL)
BEFORE_A_SIGN = re.compile(
    r'<math\b(?![^>]*"block")(?:(?!</math>).)*</math>[,.;:!?)]+', re.DOTALL
)  # no line begins with it
EMPTY_HEAD = re.compile(r"<th\b([^>]*)>\s*</th>")
TABLE = re.compile(r"<table\b.*?</table>", re.DOTALL)
HEIGHT = 450  # pixels of a chart that says none
LEAST_MARGIN = 16
COLUMN = 420  # pixels of the column beside the text, in a window of 1280
NAME = re.compile(r"(?<=>)[^<>]*_[^<>]*(?=</t[hd]>)")  # for programs: of a column, of a cause
COLUMNS = re.compile(r"^.*\S {2,}\S.*$", re.MULTILINE)  # a printed line with columns
LEAST_ROWS = 2  # that make a table
MOST_COLUMNS = 6  # of a table that stands in the text
SCRIPT = re.compile(r"<script\b.*?</script>", re.DOTALL)
PICTURE = re.compile(r"<(?:img|svg)\b")
THEMES = ("light", "dark")
PLAIN = " !$()*+,-./:;=@[]^_`{|}~'<>"  # in an address of a picture that stands in double quotes


class Part(NamedTuple):
    """A part of a page and its place.

    `kind` is "say" in the text, "lead" there and leading to what follows, "ask" there and asking, "look" beside the
    text, "first" there and what the lesson begins with, "wide" below both.

    `told` is its sentence on a prediction; a picture that `is_broad` is below the texts of its row.
    """

    kind: str
    widget: Any
    told: str = ""
    is_broad: bool = False


def with_frames(html: str) -> str:
    """Return a text with frames around its formulas and tables, which may be wider than the page."""
    html = beside_numbers(html)
    html = FORMULA.sub(r'<span class="ml-formula">\g<0></span>', html)
    html = BEFORE_A_SIGN.sub(r'<span class="ml-unbroken">\g<0></span>', html)
    return TABLE.sub(lambda table: f'<div class="ml-figures">{_without_empty_heads(table[0])}</div>', html)


def _without_empty_heads(html: str) -> str:
    """Return a table whose empty cells are no heads: a screen reader would say of what, and there is nothing."""
    return EMPTY_HEAD.sub(r"<td\1></td>", html)


def board_images(game: Game, lang: str) -> str:
    """Return the board of a game as two images, of which a light and a dark page show one each."""
    alt = escaped(game.describe(lang).partition("\n")[0])
    images = (
        f'<img class="ml-{theme}" alt="{alt}" src="data:image/svg+xml,{quote(game.svg(lang, theme), safe=PLAIN)}">'
        for theme in THEMES
    )
    return f'<div class="ml-board">{"".join(images)}</div>'


def parts_of(printed: str, shown: Iterable[Any], result: object, lang: str = "") -> list[Part]:
    """Return what a cell has printed and shown, in this order."""
    parts = [_printed_part(printed, lang)] if printed.strip() else []
    for output in shown:
        data = output.data
        if isinstance(result, Told) and data.get("text/plain") == repr(result):
            said = f'<p class="ml-told">{beside_numbers(escaped(result))}</p>'
            parts.append(Part("say", ipw.HTML(said), str(result)))
        elif PLOTLY in data:
            parts.append(_chart(data, output.metadata))
        elif WIDGET in data:
            parts.append(Part("wide", _output(data, output.metadata)))
        elif isinstance(result, Game) and data.get("text/plain") == result.describe():
            parts.append(Part("look", ipw.HTML(board_images(result, lang))))
        elif "text/html" in data:
            if html := SCRIPT.sub("", "".join(data["text/html"])).strip():  # else it is plotly itself
                parts.append(_html(html, lang))
        elif "image/svg+xml" in data:
            parts.append(Part("look", ipw.HTML("".join(data["image/svg+xml"]))))
        elif str(data.get("text/plain", "")).strip():
            parts.append(_value(result, str(data["text/plain"]), lang))
    return parts


def _printed_part(text: str, lang: str) -> Part:
    """Return lines that were printed; columns of them stay below each other, whatever the page's width."""
    said = escaped(numbers_pointed(text.strip("\n").rstrip(), lang))
    if len(COLUMNS.findall(text)) < LEAST_ROWS:
        return Part("say", ipw.HTML(f'<pre class="ml-printed">{said.strip()}</pre>'))
    return Part("say", ipw.HTML(f'<div class="ml-figures"><pre class="ml-printed ml-columns">{said}</pre></div>'))


def _html(html: str, lang: str) -> Part:
    """Return a table in the text if it is narrow, else below it; a picture beside it."""
    made = harmless_links(html)
    if not TABLE.search(made):
        return Part("look" if PICTURE.search(made) else "say", ipw.HTML(made))
    columns = made.partition("</tr>")[0].count("<th")
    told = NAME.sub(lambda name: name[0].replace("_", " "), tables_in_words(made, lang))
    made = f'<div class="ml-figures">{_without_empty_heads(beside_numbers(told))}</div>'
    return Part("say" if columns <= MOST_COLUMNS else "wide", ipw.HTML(made))


def _value(result: Any, text: str, lang: str) -> Part:
    """Return a value as a table where it is a list of numbers by name, else as it is written."""
    if hasattr(result, "to_frame"):  # a column of pandas
        return _html(result.to_frame().to_html(header=result.name is not None), lang)
    if isinstance(result, dict) and result:
        cells = "".join(
            f"<tr><th>{escaped(str(k))}</th><td>{escaped(numbers_pointed(str(v), lang))}</td></tr>"
            for k, v in result.items()
        )
        return Part("say", ipw.HTML(f'<div class="ml-figures"><table>{cells}</table></div>'))
    if isinstance(result, list | tuple) and result and all(isinstance(each, str) for each in result):
        return Part("say", ipw.HTML(f"<ul>{''.join(f'<li>{escaped(each)}</li>' for each in result)}</ul>"))
    return _printed_part(text, lang)


def _chart(data: dict[str, Any], metadata: Any) -> Part:
    """Return a chart with its title above it as text, which is broken to any width."""
    from monopoly_lab.figures.style import BELOW_TITLES, height_of_titles, subtitle_line  # plotly: half a second

    figure = with_broken_lines(data[PLOTLY])
    layout = {key: value for key, value in figure.get("layout", {}).items() if key not in ("width", "title")}
    title = figure.get("layout", {}).get("title") or {}
    text, under = title.get("text", ""), title.get("subtitle", {}).get("text", "")
    height = layout.get("height") or HEIGHT
    margin = layout.get("margin", {})
    if text:
        spared = min(BELOW_TITLES + height_of_titles(text, under), margin.get("t", 0)) - LEAST_MARGIN
        layout |= {"height": height - spared, "margin": margin | {"t": margin.get("t", 0) - spared}}
    config = {**figure.get("config", {}), "responsive": True, "displaylogo": False, "displayModeBar": False}
    on_board, width = is_board(figure), least_width(figure)
    drawn = {key: value for key, value in layout.items() if key != "height"} if on_board else layout
    plain = {"text/plain": data.get("text/plain", "")}  # its other forms are far larger and not shown
    chart = _output(plain | {PLOTLY: {**figure, "layout": drawn, "config": config}}, metadata)
    chart.layout.width = "100%"
    if on_board:
        chart.add_class("ml-on-board")
        chart.layout.min_width = f"{width}px"
    else:
        chart.layout.min_height = f"{layout.get('height') or HEIGHT}px"
        chart.layout.min_width = f"{width}px"
    framed = _framed_chart(chart, width, text.replace("<br>", " "), subtitle_line(under))
    return Part("look", framed, is_broad=width > COLUMN)


def _framed_chart(chart: ipw.Output, width: int, title: str, under: str) -> ipw.VBox:
    """Return a chart below its title, in a frame that scrolls where the page is narrower than `width`."""
    frame = ipw.Box([chart])
    frame.add_class("ml-chart-frame")
    said = f'<h3 class="ml-chart-title">{_title_html(title)}</h3><p class="ml-under">{_title_html(under)}</p>'
    made = ipw.VBox([ipw.HTML(said), frame] if title else [frame])
    made.add_class("ml-chart")
    if width > COLUMN:
        made.add_class("ml-broad")
    return made


def _title_html(text: str) -> str:
    """Return the title of a chart as HTML: plotly's few marks stay, all else is text."""
    return MARKED.sub(r"<\1>", escaped(unescaped(text))).removeprefix("<b>").removesuffix("</b>")


def _output(data: dict[str, Any], metadata: Any) -> ipw.Output:
    shown = ipw.Output()
    shown.outputs = ({"output_type": "display_data", "data": data, "metadata": metadata or {}},)
    return shown
