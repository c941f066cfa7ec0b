// The list of steps beside a lesson: which are open, where the reader is; a reload comes back to the same place. Also the
// answers kept in the browser, links to pictures and questions, downloads. Layout is in lesson_layout.js, which stands
// before this text. Every word comes from the kernel.

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
function currentStep(count) {
  const line = innerHeight * 0.35;
  let found = 1;
  for (let n = 1; n <= count; n += 1) if (stepAt(n)?.getBoundingClientRect().top <= line) found = n;
  const end = document.querySelector(".ml-goes-on")?.getBoundingClientRect();
  return end && end.top < innerHeight * 0.6 && end.height < 2 ? count : found;
}

function stepItem(title, n, words) {
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

// Takes away what was said of an answer as soon as another one is typed; the kernel says something new after each press.
function forgetVerdict({ target }) {
  target.closest?.(".ml-lesson .ml-question:not(.ml-words)")?.querySelector("[role=status]")?.remove();
}

// Saves a file that the kernel has made.
function download({ download: name, text }) {
  if (!name) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/x-ipynb+json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function stepList(model) {
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
  const { nav, part, where, list } = stepList(model);
  el.classList.add("ml-frame");
  el.append(nav);
  let held = "";
  let at = 0;
  const mark = () => {
    layOutWideParts(words);
    const steps = model.get("steps");
    const now = currentStep(steps.length);
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
    list.replaceChildren(...steps.map((title, n) => stepItem(title, n + 1, words)));
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
  const unwatched = watchLayout(el, words);
  const onClick = (event) => (toPicture(event, words), toQuestion(event));
  document.addEventListener("click", onClick);
  document.addEventListener("input", forgetVerdict);
  if (back > 1) comeBack(back);
  return () => {
    forget();
    model.off("change:steps", show);
    model.off("msg:custom", download);
    WIDE.removeEventListener("change", fit);
    removeEventListener("scroll", mark, { capture: true });
    document.removeEventListener("click", onClick);
    document.removeEventListener("input", forgetVerdict);
    unwatched();
  };
}

export default { render };
