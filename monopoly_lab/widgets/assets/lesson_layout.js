// Layout of a lesson page: what is wider than the page is shrunk or can be scrolled, charts and tables fit screen and paper.

// On a phone, what is not much wider than the page becomes as narrow as it; letters stay large enough to be read.
const PHONE = matchMedia("(max-width: 899px)");
const LEAST = 0.72; // of the size of letters
const drawAgain = () => requestAnimationFrame(() => dispatchEvent(new Event("resize"))); // charts are drawn to fit then
function shrinkToFit(frame, kind) {
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
function layOutWideParts(words) {
  makeRoomFor(document.querySelectorAll(".ml-lesson .js-plotly-plot"));
  alignColumns(document.querySelectorAll(".ml-lesson .ml-figures table:not([data-aligned])"));
  sizeForPaper(document.querySelectorAll(".ml-lesson .js-plotly-plot"));
  for (const heading of document.querySelectorAll(".ml-lesson .ml-step:not(:has(h2)) h3:not([aria-level])")) {
    heading.setAttribute("role", "heading"); // no level is left out below the title of a lesson
    heading.setAttribute("aria-level", "2");
  }
  const names = {};
  for (const frame of document.querySelectorAll(".ml-lesson :is(.ml-chart-frame, .ml-explorable-frame, .ml-figures, .ml-formula)")) {
    const kind = frame.matches(".ml-formula") ? "wide_formula" : frame.matches(".ml-figures") ? "wide_table" : "wide_chart";
    if (kind !== "wide_formula") shrinkToFit(frame, kind);
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
function makeRoomFor(charts) {
  for (const chart of charts) {
    const scale = new DOMMatrix(getComputedStyle(chart).transform).a;
    const own = parseFloat(chart.closest(".widget-output")?.style.minHeight); // without the scale
    const height = scale > 1 && own ? `${Math.ceil(own * scale)}px` : "";
    if (chart.parentElement.style.height !== height) chart.parentElement.style.height = height;
  }
}

// Columns of words begin at the left, and have room for more than one of them; numbers end at the right.
const NUMBER = /^[\s$€₴₽%.,:+\u2212\u2013\u00d7\d-]*$/;
function alignColumns(tables) {
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
function sizeForPaper(charts) {
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
function titleSheets(sheet) {
  const title = document.querySelector(".ml-lesson h1")?.textContent.trim() ?? "";
  const rule = `@page { @top-left { content: ${JSON.stringify(title)}; } }`;
  if (sheet.textContent !== rule) sheet.textContent = rule;
}

// Measures the page again whenever charts and tables have come, or it has another width; the result stops that.
function watchLayout(el, words) {
  const sheet = document.createElement("style");
  el.append(sheet);
  const measure = () => (layOutWideParts(words), titleSheets(sheet));
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
