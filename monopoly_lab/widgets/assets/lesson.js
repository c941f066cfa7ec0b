// The list of steps beside a lesson: which are open, where the reader is; a reload comes back to the same place.
// Every word comes from the kernel.

const WIDE = matchMedia("(min-width: 1200px)");
const GONE = { getItem: () => null, setItem: () => {} }; // where a browser keeps nothing
const safely = (act, other) => {
  try {
    return act();
  } catch {
    return other;
  }
};

function stepAt(n) {
  return document.querySelector(`.ml-step-${n}`);
}

// The step that stands at the upper part of the window; 1 before the page has any.
function here(count) {
  const line = innerHeight * 0.35;
  let found = 1;
  for (let n = 1; n <= count; n += 1) if (stepAt(n)?.getBoundingClientRect().top <= line) found = n;
  const end = document.querySelector(".ml-goes-on")?.getBoundingClientRect();
  return end && end.top < innerHeight * 0.6 && end.height < 2 ? count : found;
}

function entry(title, n, words) {
  const item = document.createElement("li");
  const part = document.createElement(title ? "a" : "span");
  part.textContent = title || words.closed;
  if (title) part.href = `#step-${n}`;
  item.dataset.state = title ? "open" : "closed";
  part.addEventListener("click", (event) => {
    event.preventDefault();
    stepAt(n)?.scrollIntoView({ behavior: "smooth", block: "start" });
  });
  item.append(part);
  return item;
}

// On a phone, what is not much wider than the page becomes as narrow as it; letters stay large enough to be read.
const PHONE = matchMedia("(max-width: 899px)");
const LEAST = 0.72; // of the size of letters
const drawAgain = () => requestAnimationFrame(() => dispatchEvent(new Event("resize"))); // charts are drawn to fit then
function fitted(frame, kind) {
  const part = frame.querySelector(kind === "wide_chart" ? ".widget-output" : ":scope > table, :scope > div > table, :scope > pre");
  const seen = `${PHONE.matches} ${frame.clientWidth} ${kind === "wide_chart" ? part?.style.minWidth : ""}`;
  if (!part || frame.dataset.fitted === seen || !frame.clientWidth) return;
  frame.dataset.fitted = seen;
  if (kind === "wide_chart" && part.style.zoom) drawAgain();
  part.style.zoom = "";
  frame.classList.remove("ml-tight");
  if (!PHONE.matches || frame.scrollWidth <= frame.clientWidth + 1) return;
  frame.classList.add("ml-tight");
  const needed = kind === "wide_chart" ? parseFloat(part.style.minWidth) : frame.scrollWidth;
  const scale = Math.floor((1000 * frame.clientWidth) / needed) / 1000;
  if (scale >= 1 || scale < LEAST) return;
  part.style.zoom = scale;
  if (kind === "wide_chart") drawAgain();
}

// Charts, tables and formulas that are wider than the page are reached by keys and have a name; those that fit are no stop.
function reach(words) {
  roomFor(document.querySelectorAll(".ml-lesson .js-plotly-plot"));
  aligned(document.querySelectorAll(".ml-lesson .ml-figures table:not([data-aligned])"));
  forPaper(document.querySelectorAll(".ml-lesson .js-plotly-plot"));
  for (const heading of document.querySelectorAll(".ml-lesson .ml-step:not(:has(h2)) h3:not([aria-level])")) {
    heading.setAttribute("role", "heading"); // no level is left out below the title of a lesson
    heading.setAttribute("aria-level", "2");
  }
  const names = {};
  for (const frame of document.querySelectorAll(".ml-lesson :is(.ml-chart-frame, .ml-explorable-frame, .ml-figures, .ml-formula)")) {
    const kind = frame.matches(".ml-formula") ? "wide_formula" : frame.matches(".ml-figures") ? "wide_table" : "wide_chart";
    if (kind !== "wide_formula") fitted(frame, kind);
    const hidden = frame.scrollWidth - frame.clientWidth;
    const title = frame.closest(".ml-chart, .ml-explorable")?.querySelector(".ml-chart-title, h3")?.textContent;
    if (hidden > 1) {
      const name = title ? `${title}. ${words[kind]}` : words[kind];
      names[name] = (names[name] ?? 0) + 1;
      frame.tabIndex = 0;
      frame.setAttribute("role", "region");
      frame.setAttribute("aria-label", names[name] > 1 ? `${name} (${names[name]})` : name);
      frame.style.setProperty("--ml-fade", `${Math.min(34, hidden)}px`);
      if (kind !== "wide_formula") frame.dataset.push = kind === "wide_table" ? words.push : words.push_chart;
      frame.dataset.more = `${frame.scrollLeft > 1 ? "left" : ""} ${frame.scrollLeft < hidden - 1 ? "right" : ""}`.trim();
    } else for (const name of ["tabindex", "role", "aria-label", "data-more"]) frame.removeAttribute(name);
  }
}

// A chart that is drawn larger for a projector takes the room that it is seen in.
function roomFor(charts) {
  for (const chart of charts) {
    const scale = new DOMMatrix(getComputedStyle(chart).transform).a;
    const own = parseFloat(chart.closest(".widget-output")?.style.minHeight); // without the scale
    const height = scale > 1 && own ? `${Math.ceil(own * scale)}px` : "";
    if (chart.parentElement.style.height !== height) chart.parentElement.style.height = height;
  }
}

// Columns of words begin at the left, and have room for more than one of them; numbers end at the right.
const NUMBER = /^[\s$€₴₽%.,:+\u2212\u2013\u00d7\d-]*$/;
function aligned(tables) {
  for (const table of tables) {
    table.dataset.aligned = "";
    const rows = [...table.rows].filter((row) => row.querySelector("td") && !row.closest("thead"));
    for (let n = 0; n < (rows[0]?.cells.length ?? 0); n += 1) {
      const told = rows.map((row) => row.cells[n]?.textContent.trim() ?? "").filter(Boolean);
      if (told.filter((text) => !NUMBER.test(text)).length <= told.length / 2) continue;
      const long = Math.max(...told.map((text) => text.length)) > 14;
      for (const row of table.rows) row.cells[n]?.classList.add("ml-left", ...(long ? ["ml-long"] : []));
    }
  }
}

// A chart cannot be drawn anew for a printer: it keeps its size, or becomes as small as the paper is wide.
const PAPER = 660; // pixels between the margins of a sheet of A4
const TALLEST = 340; // of a chart: what does not fit on a sheet leaves a hole there
function forPaper(charts) {
  for (const chart of charts) {
    const svg = chart.querySelector(".main-svg");
    const [width, height] = ["width", "height"].map((name) => parseFloat(svg?.getAttribute(name)));
    if (!width) continue;
    chart.style.setProperty("--ml-drawn-width", `${width}px`);
    chart.style.setProperty("--ml-drawn-height", `${height}px`);
    chart.style.setProperty("--ml-on-paper", Math.min(1, PAPER / width, TALLEST / height));
  }
}

// Each sheet has the title of the lesson at its head; the rest of the head is in lesson.css.
function titled(sheet) {
  const title = document.querySelector(".ml-lesson h1")?.textContent.trim() ?? "";
  const rule = `@page { @top-left { content: ${JSON.stringify(title)}; } }`;
  if (sheet.textContent !== rule) sheet.textContent = rule;
}

// Scrolls to where the reader was, once that is drawn; charts above it still move it for a moment.
function comeBack(place) {
  let tries = 0;
  const go = () => {
    const step = stepAt(place);
    if (step?.offsetParent) step.scrollIntoView({ block: "start" });
    tries += 1;
    if (tries < 12) setTimeout(go, 250);
  };
  const stop = () => (tries = 99);
  for (const act of ["wheel", "touchstart", "keydown", "mousedown"]) addEventListener(act, stop, { once: true, passive: true });
  go();
}

// What the reader has answered, kept in this browser where the server keeps nothing.
function remember(model, key) {
  const store = safely(() => localStorage, GONE);
  const answers = () => safely(() => JSON.parse(store.getItem(key) ?? "{}"), {});
  if (!model.get("keeps")) return () => {};
  const keep = () => safely(() => store.setItem(key, JSON.stringify({ ...answers(), ...model.get("answers") })));
  model.on("change:answers", keep);
  if (Object.keys(answers()).length) {
    model.set("restored", answers());
    model.save_changes();
  }
  return () => model.off("change:answers", keep);
}

// Leads to the picture that moves, further up, of which a text speaks; a button leads back until the text is in view again.
function toPicture(event, words) {
  const from = event.target.closest?.(".ml-to-picture");
  if (!from) return;
  const before = (each) => each.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_FOLLOWING;
  const isBoard = from.matches(".ml-to-board"); // what the lesson begins with, else the last one above
  const picture = [...document.querySelectorAll(`.ml-lesson ${isBoard ? ".ml-board" : ".ml-explorable"}`)].filter(before).at(isBoard ? 0 : -1);
  if (!picture) return;
  document.querySelector(".ml-to-text")?.remove();
  const back = Object.assign(document.createElement("button"), { type: "button", className: "ml-to-text", textContent: `\u2193 ${words.back_to_text}` });
  const leave = () => (watch.disconnect(), back.remove());
  let left = false; // the text has gone out of view
  const watch = new IntersectionObserver(([seen]) => (seen.isIntersecting ? left && leave() : (left = true)));
  back.addEventListener("click", () => {
    leave();
    from.scrollIntoView({ block: "center" });
    from.focus({ preventScroll: true });
  });
  picture.closest(".ml-lesson").append(back);
  picture.scrollIntoView({ block: "start" });
  picture.querySelector("input, select")?.focus({ preventScroll: true });
  watch.observe(from);
}

// Leads from a list of questions to the field of one.
function toQuestion(event) {
  const from = event.target.closest?.(".ml-to-question");
  const box = from && document.querySelector(`.ml-lesson .${CSS.escape(from.hash.slice(1))}`);
  if (!from) return;
  event.preventDefault();
  box?.scrollIntoView({ block: "center" });
  box?.querySelector("input, textarea")?.focus({ preventScroll: true });
}

// Hands the reader a file.
function download({ download: name, text }) {
  if (!name) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/x-ipynb+json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// Measures the page again whenever charts and tables have come, or it has another width; the result stops that.
function measured(el, words) {
  const sheet = document.createElement("style");
  el.append(sheet);
  const measure = () => (reach(words), titled(sheet));
  let due = 0;
  const later = () => (due ||= setTimeout(() => ((due = 0), measure()), 400));
  const grown = new MutationObserver(later);
  grown.observe(document.body, { childList: true, subtree: true });
  addEventListener("resize", later);
  addEventListener("beforeprint", measure);
  return () => {
    removeEventListener("resize", later);
    removeEventListener("beforeprint", measure);
    grown.disconnect();
  };
}

function drawn(model) {
  const nav = document.createElement("nav");
  const part = document.createElement("details");
  const where = document.createElement("summary");
  const list = document.createElement("ol");
  nav.className = "ml-way";
  nav.setAttribute("aria-label", model.get("words").steps);
  part.append(where, list);
  nav.append(part);
  if (model.get("has_all")) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: model.get("words").show_all, title: model.get("words").show_all_hint });
    button.addEventListener("click", () => {
      model.send({ open: "all" });
      button.disabled = true;
    });
    nav.append(button);
  }
  return { nav, part, where, list };
}

function render({ model, el }) {
  const words = model.get("words");
  const place = `ml-place ${model.get("name")}`;
  const session = safely(() => sessionStorage, GONE);
  const { nav, part, where, list } = drawn(model);
  el.classList.add("ml-frame");
  el.append(nav);
  let held = "";
  let at = 0;
  const mark = () => {
    reach(words);
    const steps = model.get("steps");
    const now = here(steps.length);
    if (now === at && list.children[at - 1]?.getAttribute("aria-current")) return;
    at = now;
    where.textContent = words.where.replace("{n}", at).replace("{total}", steps.length);
    nav.style.setProperty("--ml-done", `${(100 * at) / Math.max(1, steps.length)}%`);
    [...list.children].forEach((item, n) => (n + 1 === at ? item.setAttribute("aria-current", "step") : item.removeAttribute("aria-current")));
    if (nav.offsetParent) session.setItem(place, at);
  };
  const show = () => {
    const steps = model.get("steps");
    if (JSON.stringify(steps) === held) return;
    held = JSON.stringify(steps);
    list.replaceChildren(...steps.map((title, n) => entry(title, n + 1, words)));
    at = 0;
    mark();
  };
  const fit = () => (part.open = WIDE.matches);
  const back = Number(session.getItem(place));
  model.on("change:steps", show);
  model.on("msg:custom", download);
  WIDE.addEventListener("change", fit);
  addEventListener("scroll", mark, { passive: true, capture: true });
  const forget = remember(model, `ml-answers ${model.get("name")}`);
  fit();
  show();
  const unwatched = measured(el, words);
  const led = (event) => (toPicture(event, words), toQuestion(event));
  document.addEventListener("click", led);
  if (back > 1) comeBack(back);
  return () => {
    forget();
    model.off("change:steps", show);
    model.off("msg:custom", download);
    WIDE.removeEventListener("change", fit);
    removeEventListener("scroll", mark, { capture: true });
    document.removeEventListener("click", led);
    unwatched();
  };
}

export default { render };
