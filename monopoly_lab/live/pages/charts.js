// Charts and count-downs, drawn from numbers in the colors of the page.

const SVG = "http://www.w3.org/2000/svg";
const LARGE = [900, 420], SMALL = [500, 380];
let [WIDE, HIGH] = LARGE; // of the chart that is being drawn
const LEFT = 70, RIGHT = 44, BELOW = 56, ABOVE = 76, TOP = 26; // a label of a mark stands at TOP
const COLORS = ["var(--c1)", "var(--c2)", "var(--c3)", "var(--c4)", "var(--c5)", "var(--c6)", "var(--c7)", "var(--c8)"];
let ahead = 0; // seconds that the server's clock is ahead of ours

export const setClock = (now) => (ahead = now - Date.now() / 1000);

function el(tag, props = {}, inside = []) {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(props)) made.setAttribute(key, value);
  made.append(...[inside].flat());
  return made;
}

function chart(inside, label) {
  const figure = document.createElement("figure");
  figure.className = "chart";
  const said = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }; // nothing is drawn yet
  figure.append(el("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, ...said }, inside));
  return figure;
}

const scale = (from, to, first, last) => (value) => (to === from ? (first + last) / 2 : first + ((value - from) / (to - from)) * (last - first));
const across = (from, to) => scale(from, to, LEFT, WIDE - RIGHT);
const up = (from, to) => scale(from, to, HIGH - BELOW, ABOVE);

/** Lines with labels at given values, such as the right answer. */
function drawnMarks(marks, x) {
  return marks.flatMap(({ at, label }) => {
    const anchor = x(at) > WIDE * 0.6 ? "end" : "start";
    return [
      el("line", { x1: x(at), x2: x(at), y1: TOP - 18, y2: HIGH - BELOW, class: "mark" }),
      el("text", { x: x(at) + (anchor === "end" ? -8 : 8), y: TOP, class: "mark-label", "text-anchor": anchor }, label),
    ];
  });
}

export function histogram({ bins, ticks, marks }) {
  [WIDE, HIGH] = LARGE;
  if (!bins.length) return chart([], "");
  const most = Math.max(1, ...bins.map(([, , n]) => n));
  const x = across(bins[0][0], bins.at(-1)[1]), y = up(0, most);
  const each = Math.ceil(ticks.length / 9); // labels have room for so many
  const below = ticks.filter((_, k) => k % each === 0).map(([at, label]) => el("text", { x: x(at), y: HIGH - BELOW + 34, "text-anchor": "middle", class: "tick" }, label));
  const columns = bins.flatMap(([from, to, n]) => [
    el("rect", { x: x(from) + 2, width: Math.max(1, x(to) - x(from) - 4), y: y(n), height: y(0) - y(n), class: "column", rx: 4 }),
    n ? el("text", { x: (x(from) + x(to)) / 2, y: y(n) - 8, "text-anchor": "middle", class: "count" }, String(n)) : "",
  ]);
  const ground = el("line", { x1: LEFT, x2: WIDE - RIGHT, y1: y(0), y2: y(0), class: "axis" });
  return chart([...columns, ...below, ground, ...drawnMarks(marks, x)], bins.filter(([, , n]) => n).map(([from, to, n]) => `${from}–${to}: ${n}`).join(", "));
}

/** A number on an axis, short. */
const short = (value) => {
  const [size, digits, unit] = Math.abs(value) >= 10_000 ? [1000, 1, "k"] : Math.abs(value) >= 100 ? [1, 0, ""] : [1, 2, ""];
  const written = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: digits, useGrouping: false });
  return written.format(value / size) + unit;
};

/** The least round number that is not below a value: 1, 2, 3, 4, 5, 6, 8 or 10 times a power of ten. */
function roundUp(value) {
  if (!(value > 0)) return 1;
  const size = 10 ** Math.floor(Math.log10(value));
  return size * [1, 2, 3, 4, 5, 6, 8, 10].find((each) => each * size >= value * 0.9999);
}

export function lines({ series, x: across_, y: up_, marks, diagonal, small }) {
  [WIDE, HIGH] = small ? SMALL : LARGE;
  const points = series.flatMap((each) => each.points);
  if (!points.length) return chart([], "");
  const [xs, ys] = [points.map(([at]) => at), points.map(([, value]) => value)];
  const x = across(Math.min(...xs), Math.max(...xs)), y = up(Math.min(0, ...ys), roundUp(Math.max(...ys)));
  const drawn = series.map(({ points: own, color, dots }, k) => {
    const paint = color || COLORS[k % COLORS.length];
    if (dots) return own.map(([at, value]) => el("circle", { cx: x(at), cy: y(value), r: 8, fill: paint, class: "dot" }));
    return el("polyline", { points: own.map(([at, value]) => `${x(at)},${y(value)}`).join(" "), stroke: paint, class: "line" });
  });
  const top = roundUp(Math.max(...ys));
  const ticks = [0, top / 2, top].map((value) => el("text", { x: LEFT - 8, y: y(value) + 8, "text-anchor": "end", class: "tick" }, short(value)));
  const ends = [Math.min(...xs), Math.max(...xs)].map((at) => el("text", { x: x(at), y: HIGH - BELOW + 30, "text-anchor": "middle", class: "tick" }, short(at)));
  const equal = diagonal ? [el("line", { x1: x(0), y1: y(0), x2: x(1), y2: y(1), class: "diagonal" })] : [];
  const axes = [el("line", { x1: LEFT, x2: WIDE - RIGHT, y1: y(0), y2: y(0), class: "axis" }), el("text", { x: WIDE / 2, y: HIGH - 6, "text-anchor": "middle", class: "tick" }, across_), el("text", { x: 8, y: ABOVE - 20, class: "tick" }, up_)];
  const figure = chart([...axes, ...ticks, ...ends, ...equal, ...drawn.flat(), ...drawnMarks(marks, x)], `${up_}: ${series.map(({ label, points: own }) => `${label} ${short(own.at(-1)?.[1] ?? 0)}`).join(", ")}`);
  if (series.length > 1) figure.append(legend(series));
  return figure;
}

function legend(series) {
  const list = document.createElement("ul");
  list.className = "legend";
  series.forEach(({ label, color }, k) => {
    const entry = Object.assign(document.createElement("li"), { textContent: label });
    entry.style.setProperty("--color", color || COLORS[k % COLORS.length]);
    list.append(entry);
  });
  return list;
}

export function bars({ rows, mine }) {
  const list = document.createElement("ol");
  list.className = "bars";
  const most = Math.max(1, ...rows.map(([, length]) => length));
  rows.forEach(([label, length, said], n) => {
    const row = document.createElement("li");
    if (n === mine) row.className = "mine";
    const [name, bar, value] = ["span", "i", "b"].map((tag) => document.createElement(tag));
    name.textContent = label;
    bar.style.setProperty("--share", `${(100 * Math.max(0, length)) / most}%`);
    value.textContent = said;
    row.append(name, bar, value);
    list.append(row);
  });
  return list;
}

/** A count-down that runs by itself until it is drawn again. */
export function timer({ until, total, label }) {
  const made = document.createElement("div");
  made.className = "timer";
  made.setAttribute("role", "timer");
  const [bar, text] = [document.createElement("i"), document.createElement("b")];
  made.append(label, " ", text, bar);
  const step = () => {
    if (until === null) return;
    const left = Math.max(0, until - (Date.now() / 1000 + ahead));
    text.textContent = left >= 60 ? `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}` : String(Math.ceil(left));
    bar.style.setProperty("--share", `${total ? Math.min(100, (100 * left) / total) : 0}%`);
    made.toggleAttribute("data-late", left < 6);
  };
  step();
  const clock = setInterval(() => (made.isConnected || performance.now() < born + 2000 ? step() : clearInterval(clock)), 200);
  const born = performance.now();
  return made;
}
