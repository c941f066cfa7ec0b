// Charts and count-downs, drawn from numbers in the colors of the page.

const SVG = "http://www.w3.org/2000/svg";
const LETTER = 15; // width of a letter, about, in the units of a chart: they are a little larger than those of the page
const LEFT = 92, RIGHT = 44, ROW = 34; // ROW: height of a line of letters
const COLORS = ["var(--c1)", "var(--c2)", "var(--c3)", "var(--c4)", "var(--c5)", "var(--c6)", "var(--c7)", "var(--c8)"];
let ahead = 0; // seconds that the server's clock is ahead of ours

export const setClock = (now) => (ahead = now - Date.now() / 1000);

/** A text in which a sum with its sign and unit, and the thousands of a number, stay on one line. */
export const tight = (text) => String(text).replace(/(\d) (?=[%$€£₽₴]|\d{3}(?!\d))/g, "$1\u00a0").replace(/\u2212(?=[$€£₽₴])/g, "\u2212\u2060");

function el(tag, props = {}, inside = []) {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(props)) made.setAttribute(key, value);
  made.append(...[inside].flat());
  return made;
}

const said = (text, x, y, name = "tick", anchor = "middle") => el("text", { x, y, class: name, "text-anchor": anchor }, tight(text));
const lengthOf = (text) => String(text).length * LETTER;

/** What a chart shows, as a sentence; what stands on a second line, such as intervals and counts, is smaller. */
function caption(title) {
  const [finding, ...more] = tight(title).split("\n");
  const made = Object.assign(document.createElement("figcaption"), { textContent: finding });
  if (more.length) made.append(Object.assign(document.createElement("small"), { textContent: more.join(" ") }));
  return made;
}

/** A chart that fills its place: `draw` returns its elements for a width and a height, again when the place changes. */
function chart(draw, title, label) {
  const [figure, plot] = [document.createElement("figure"), document.createElement("div")];
  const drawn = el("svg", label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" });
  figure.className = "chart";
  plot.className = "plot";
  if (title) figure.append(caption(title));
  plot.append(drawn);
  figure.append(plot);
  new ResizeObserver(() => {
    const unit = parseFloat(getComputedStyle(plot).fontSize) / 21;
    const [wide, high] = [plot.clientWidth / unit, plot.clientHeight / unit];
    if (!(wide && high)) return;
    drawn.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    drawn.replaceChildren(...draw(wide, high).flat());
    for (const name of drawn.querySelectorAll(".axis-name")) narrow(name, wide - 16);
    for (const label of drawn.querySelectorAll(".mark-label")) place(label, wide - 8);
  }).observe(plot);
  return figure;
}

/** Make a text that is too long for its room narrow. */
function narrow(text, room) {
  if (text.getComputedTextLength() > room) text.setAttribute("textLength", room), text.setAttribute("lengthAdjust", "spacingAndGlyphs");
}

/** Put the label of a mark to the right of its line, or, if it is not of what comes after, where it has room. */
function place(label, room) {
  const at = Number(label.getAttribute("x")), long = label.getComputedTextLength(), isAfter = label.classList.contains("after");
  narrow(label, isAfter ? room - at - 8 : room);
  if (isAfter) return label.setAttribute("x", at + 8);
  label.setAttribute("x", at + 8 + long <= room ? at + 8 : Math.max(4, Math.min(at - 8 - long, room - long)));
}

const scale = (from, to, first, last) => (value) => (to === from ? (first + last) / 2 : first + ((value - from) / (to - from)) * (last - first));

/** The frame of a chart: names of both axes, and the scales; what is drawn lies between its top and its ground. */
function frame([wide, high], { x, y, marks, low, most, first, last, above = 18 }) {
  const begin = y ? ROW : 0, top = begin + marks.length * ROW + above, ground = high - ROW - (x ? ROW : 0) - 2;
  const across = scale(first, last, LEFT, wide - RIGHT), up = scale(low, most, ground, top);
  const axes = [el("line", { x1: LEFT, x2: wide - RIGHT, y1: up(low), y2: up(low), class: "axis" })];
  if (x) axes.push(said(x, wide / 2, high - 10, "tick axis-name"));
  if (y) axes.push(said(y, 8, 24, "tick axis-name", "start"));
  return { begin, ground, across, up, axes, wide };
}

/** Lines with labels at given values, such as the right answer; a label keeps inside the chart. */
function drawnMarks(marks, { across, ground, begin }) {
  return marks.flatMap(({ at, label, after }, n) => {
    const x = across(at), y = begin + n * ROW + 28;
    return [el("line", { x1: x, x2: x, y1: y + 8, y2: ground, class: "mark" }), said(label, x, y, after ? "mark-label after" : "mark-label", "start")];
  });
}

/** Labels below an axis: as many as have room. */
function below(ticks, { across, ground, wide }, ends = []) {
  const far = ends.map(([at, label]) => {
    const half = lengthOf(label) / 2, middle = Math.max(half + 4, Math.min(wide - half - 4, across(at)));
    return { label, middle, from: middle - half - 12, to: middle + half + 12 };
  });
  const longest = Math.max(1, ...ticks.map(([, label]) => lengthOf(label)));
  const each = Math.ceil((ticks.length * (longest + 16)) / (wide - LEFT - RIGHT + longest));
  const isFree = ([at, label]) => far.every(({ from, to }) => across(at) + lengthOf(label) / 2 < from || across(at) - lengthOf(label) / 2 > to);
  const usual = ticks.filter((_, k) => k % each === 0).filter(isFree).map(([at, label]) => said(label, across(at), ground + 30));
  return [...usual, ...far.map(({ label, middle }) => said(label, middle, ground + 30))];
}

/** Labels beside an axis with a line across the chart each. */
const beside = (most, { up, wide }, low = 0) =>
  (up(low) - up(most) < 70 ? [low, most] : [low, (low + most) / 2, most]).flatMap((value) => [el("line", { x1: LEFT, x2: wide - RIGHT, y1: up(value), y2: up(value), class: "level" }), said(short(value), LEFT - 13, up(value) + 8, "tick", "end")]);

/** The number above a column, beside a line that would strike it through. */
function counted(n, middle, y, lines) {
  const near = lines.find((at) => Math.abs(at - middle) < lengthOf(n) / 2 + 12);
  if (near === undefined) return said(n, middle, y, "count");
  return near <= middle ? said(n, near + 10, y, "count", "start") : said(n, near - 10, y, "count", "end");
}

export function histogram({ bins, ticks, ends, marks, points, x, y, title, most: least = 0 }) {
  if (!bins.length) return chart(() => [], title, "");
  const most = Math.max(1e-9, least, ...bins.map(([, , n]) => n));
  const isCount = bins.every(([, , n]) => Number.isInteger(n));
  const draw = (...size) => {
    const of = frame(size, { x, y, marks, low: 0, most: isCount ? Math.max(1, most) : roundUp(most), first: bins[0][0], last: bins.at(-1)[1], above: isCount ? 34 : 18 });
    const counts = []; // in front of a mark that crosses them
    const columns = bins.flatMap(([from, to, n]) => {
      const [left, right, high] = [of.across(from), of.across(to), of.up(n)];
      const column = el("rect", { x: left + 2, width: Math.max(1, right - left - 4), y: high, height: of.ground - high, class: points.length ? "column pale" : "column", rx: 4 });
      if (n && isCount) counts.push(counted(n, (left + right) / 2, high - 8, marks.map(({ at }) => of.across(at))));
      return [column];
    });
    const levels = isCount ? [] : beside(roundUp(most), of);
    const stacked = new Map(); // dots at the same place stand one above the other
    const dots = points.map((at) => {
      const place = Math.round(of.across(at) / 20), n = stacked.get(place) ?? 0;
      stacked.set(place, n + 1);
      return el("circle", { cx: of.across(at), cy: of.ground - 14 - 24 * n, r: 11, class: "own" });
    });
    return [...levels, ...columns, ...below(ticks, of, ends), ...of.axes, ...dots, ...drawnMarks(marks, of), ...counts];
  };
  return chart(draw, title, bins.filter(([, , n]) => n).map(([from, to, n]) => `${short(from)}–${short(to)}: ${short(n)}`).join(", "));
}

/** A number on an axis, short, as the language of the page writes it. */
export const short = (value) => {
  const most = Math.abs(value) >= 10_000 ? { notation: "compact", maximumFractionDigits: 1 } : { maximumFractionDigits: Math.abs(value) >= 100 ? 0 : 2 };
  return new Intl.NumberFormat(document.documentElement.lang, most).format(value).replace("-", "\u2212");
};

/** The least round number that is not below a value: 1, 2, 3, 4, 5, 6, 8 or 10 times a power of ten. */
function roundUp(value) {
  if (!(value > 0)) return 1;
  const size = 10 ** Math.floor(Math.log10(value));
  return size * [1, 2, 3, 4, 5, 6, 8, 10].find((each) => each * size >= value * 0.9999);
}

/** At most six round numbers from one to another. */
function rounds(from, to, least) {
  if (!(to > from)) return [from];
  const size = 10 ** Math.floor(Math.log10((to - from) / 5));
  const step = Math.max(least, size * [1, 2, 5, 10].find((each) => each * size * 5.001 >= to - from));
  const first = Math.ceil(from / step - 1e-9);
  return Array.from({ length: Math.floor(to / step + 1e-9) - first + 1 }, (_, k) => +((first + k) * step).toPrecision(12));
}

/** A point above or below the axes: a triangle at the edge that points to it. */
function arrowhead(x, value, { up }, [low, most]) {
  const y = up(value > most ? most : low), turn = value > most ? 1 : -1;
  return el("path", { d: `M${x - 11} ${y + turn * 18}h22l-11 ${-turn * 18}z`, class: "outside" });
}

/** Where dots stand: none hides another. At its height a dot steps aside from those before it, nearer where `room` is short. */
function apart(dots, far, room, [left, right]) {
  for (const least of [far, far * 0.6, far * 0.4, far * 0.25]) {
    const taken = [];
    const isFree = (at, y, near) => at >= left && at <= right && near.every((other) => Math.hypot(at - other[0], y - other[1]) >= least - 1e-6);
    const steps = Array.from({ length: 1 + 2 * Math.floor(room / least) }, (_, k) => (k % 2 ? 1 : -1) * Math.ceil(k / 2) * least);
    for (const [x, y] of dots) {
      const near = taken.filter((other) => Math.abs(other[1] - y) < least);
      const at = steps.map((step) => x + step).find((each) => isFree(each, y, near));
      if (at !== undefined) taken.push([at, y]);
    }
    if (taken.length === dots.length) return taken;
  }
  return dots; // more than there is room for
}

export function lines({ series, x, y, marks, diagonal, title, span, reach, ticks, top }) {
  const points = series.flatMap((each) => each.points);
  if (!points.length) return chart(() => [], title, "");
  const [xs, ys] = [points.map(([at]) => at), points.map(([, value]) => value)];
  const room = series.every((each) => each.dots) && xs.every(Number.isInteger) && Math.max(...xs) < 50 ? 0.4 : 0; // dots of rounds stand clear of the axis
  const [first, last, low, most] = span ? [...span, ...span] : [(reach?.[0] ?? Math.min(...xs)) - room, (reach?.[1] ?? Math.max(...xs)) + room, Math.min(0, ...ys), roundUp(Math.max(top, ...ys))];
  const draw = (...size) => {
    const of = frame(size, { x, y, marks, low, most, first, last });
    const placed = ({ points: own }) => own.map(([where, value]) => [of.across(where), of.up(value)]);
    const isDots = (each) => each.dots && !each.outside;
    const aside = room ? [16, 0.4 * (of.across(1) - of.across(0))] : [8, 120]; // a round has a column; a value is a place
    const spread = apart(series.filter(isDots).flatMap(placed), ...aside, [LEFT, of.wide - RIGHT]);
    const drawn = series.map(({ points: own, dots, dashed, outside, ...each }, k) => {
      if (outside) return own.map(([where, value]) => arrowhead(of.across(where), value, of, [low, most]));
      const at = isDots({ dots, outside }) ? spread.splice(0, own.length) : placed({ points: own });
      const paint = colorOf(each, k);
      const hollow = { r: dots ? 8 : 13, fill: "none", stroke: paint, "stroke-width": 4 }; // theory does not hide what is behind it
      if (dots || at.length === 1) return at.map(([cx, cy]) => el("circle", { cx, cy, ...(dashed ? hollow : { r: 8, fill: paint }), class: "dot" }));
      return el("polyline", { points: at.map((each) => each.join(",")).join(" "), stroke: paint, class: dashed ? "line dashed" : "line" });
    });
    const equal = diagonal ? [el("line", { x1: of.across(0), y1: of.up(0), x2: of.across(1), y2: of.up(1), class: "diagonal" })] : [];
    const round = () => (diagonal ? [0, 0.5, 1] : rounds(first, last, xs.every(Number.isInteger) ? 1 : 0)).map((value) => [value, short(value)]);
    const named = below(ticks.length ? ticks : round(), of);
    const [under, above] = [false, true].map((isAbove) => drawn.filter((_, k) => Boolean(series[k].dots) === isAbove).flat()); // no line hides a dot
    return [...(span ? beside(most, of, low) : beside(most, of)), ...of.axes, ...named, ...equal, ...under, ...above, ...drawnMarks(marks, of)];
  };
  const figure = chart(draw, title, `${y || title}: ${series.map(({ label, points: own }) => `${label} ${short(own.at(-1)?.[1] ?? 0)}`).join(", ")}`);
  const equality = diagonal ? [{ label: diagonal, color: "var(--soft)", dashed: true }] : [];
  if (series.length > 1) figure.append(legend([...series, ...equality]));
  return figure;
}

const colorOf = ({ color }, k) => color || COLORS[k % COLORS.length];

function legend(series) {
  const list = document.createElement("ul");
  list.className = "legend";
  series.forEach(({ label, dots, dashed, outside, ...each }, k) => {
    const name = outside ? "outside" : dots ? (dashed ? "dots hollow" : "dots") : dashed ? "dashed" : "";
    const entry = Object.assign(document.createElement("li"), { textContent: label, className: name });
    entry.style.setProperty("--color", colorOf(each, k));
    list.append(entry);
  });
  return list;
}

export function bars({ rows, mine, most: least = 0 }) {
  const list = document.createElement("ol");
  list.className = "bars";
  const most = Math.max(1, least, ...rows.map(([, length]) => length));
  rows.forEach(([label, length, written], n) => {
    const row = document.createElement("li");
    if (n === mine) row.className = "mine";
    const [name, bar, value] = ["span", "i", "b"].map((tag) => document.createElement(tag));
    name.textContent = tight(label);
    bar.style.setProperty("--share", `${(100 * Math.max(0, length)) / most}%`);
    value.textContent = tight(written);
    row.append(name, bar, value);
    list.append(row);
  });
  return list;
}

/** Lying bars of several parts each, with the count in each part, and what the parts are. */
export function stacked({ rows, names, mine, most: least = 0 }) {
  const figure = document.createElement("div");
  figure.className = "stacked";
  const most = Math.max(1, least, ...rows.map(([, counts]) => counts.reduce((sum, n) => sum + n, 0)));
  const list = document.createElement("ol");
  list.className = "bars";
  rows.forEach(([label, counts, written], n) => {
    const row = document.createElement("li");
    if (n === mine) row.className = "mine";
    const [name, bar, value] = ["span", "div", "b"].map((tag) => document.createElement(tag));
    name.textContent = tight(label);
    counts.forEach((count, k) => {
      if (!count) return;
      const part = document.createElement("em");
      part.style.setProperty("--share", `${(100 * count) / most}%`);
      part.style.setProperty("--color", `var(--c${k + 1})`);
      part.textContent = count;
      part.title = names[k];
      bar.append(part);
    });
    value.textContent = tight(written);
    row.append(name, bar, value);
    list.append(row);
  });
  figure.append(list, legend(names.map((label, k) => ({ label, color: `var(--c${k + 1})` }))));
  return figure;
}

/** A count-down that runs by itself until it is drawn again. */
export function timer({ until, total, label, left: still }) {
  const made = document.createElement("div");
  made.className = "timer";
  made.setAttribute("role", "timer");
  const [bar, text] = [document.createElement("i"), document.createElement("b")];
  made.append(label, " ", text, bar);
  const step = () => {
    const left = Math.max(0, until === null ? still : until - (Date.now() / 1000 + ahead));
    if (until === null && still === null) return;
    text.textContent = left >= 60 ? `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}` : String(Math.ceil(left));
    bar.style.setProperty("--share", `${total ? Math.min(100, (100 * left) / total) : 0}%`);
    made.toggleAttribute("data-late", left < Math.min(6, total / 3));
  };
  step();
  const clock = setInterval(() => (made.isConnected || performance.now() < born + 2000 ? step() : clearInterval(clock)), 200);
  const born = performance.now();
  return made;
}
