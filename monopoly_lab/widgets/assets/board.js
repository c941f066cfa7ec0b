// The face of the table: the board as SVG, the sections beside it, mouse and keyboard.
// Every word and every piece of markup comes from the kernel; nothing is fetched.
// How large it is, and how it moves, stand in stage.js and motion.js, which come before this file.
// A section is a list of pieces, an element each; a message says which pieces are new and which stay.

const SHORTCUTS = { u: "undo", r: "redo", n: "step", t: "turn", g: "round", e: "to_the_end", s: "stop", l: "luck" };
const CARD = ["problem", "drawn", "head"]; // sections on the card
const LARGE = [1.3, 1.2, 1.1]; // shares of the usual size of letters on it, where little is said, as before a throw
const USUAL = [1, 0.95, 0.9, 0.85];
const SMALL = [0.8, 0.75]; // on a phone, where the usual ones are larger
const [CLOSER, WIDER] = [0.7, 1.1]; // the least that heights change by with narrow letters on close lines, and back
const ENDED = ["restarting", "autorestarting", "terminating", "dead"]; // what a kernel is that knows no table any more
const ASKING = // what asks the kernel
  "button:enabled:not([data-act=help], [data-act=projector], [data-act=whole], [data-close]), input:enabled, select:enabled, textarea:enabled:not([readonly])";
const UPLOAD = 1_500_000; // bytes of a file that are read, more than any game has: the kernel says of a larger one that it is
const ONCE = ["press", "luck"]; // acts that answer: pressed twice at once, each is meant once; undo is meant twice
const TWICE = 5000; // milliseconds in which such a button is not pressed again before its answer
const DOUBLE = 400; // milliseconds in which the second click of a double click is none: it would be the next player's
const SLOW = 150; // milliseconds after which a button shows that its answer is still to come
const HIDDEN = 0.8; // share of the window below which hardly a panel is seen
const NEAR = 140; // units of the drawn board from the middle of a space to a token on it, at most
const TYPING = "input:not([type=checkbox]):not([type=range]), textarea, select";

function theme() {
  const said = document.body.dataset.jpThemeLight;
  if (said) return said === "false" ? "dark" : "light";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Values of a form by name, each a list of texts. */
function values(form) {
  const found = {};
  if (form) for (const [name, value] of new FormData(form)) (found[name] ??= []).push(value);
  return found;
}

const SVG = "http://www.w3.org/2000/svg";
const HTML = "http://www.w3.org/1999/xhtml";

/** The pieces of a section after a change: markup that is new, and runs [first, behind the last] of old ones. */
function changed(old, change) {
  return change.flatMap((each) => (typeof each === "string" ? [each] : old.slice(each[0], each[1])));
}

/** The elements that pieces of markup stand for; ids in them begin with a mark, for several boards on one page. */
function elements(pieces, space, mark = "") {
  const frame = document.createElementNS(space, space === SVG ? "svg" : "div");
  const markup = pieces.join("");
  frame.innerHTML = mark ? markup.replace(/ id="| href="#|="url\(#/g, (before) => before + mark) : markup;
  return [...frame.children];
}

/** Put a picture into the output below the view of a table: a page that was loaded anew no longer knows it by its id. */
function keep(model, data, view) {
  const cells = model.widget_manager?.context?.model?.cells ?? [];
  for (const { outputs } of cells) {
    for (let place = 0; place + 1 < (outputs?.length ?? 0); place += 1) {
      if (outputs.get(place).data["application/vnd.jupyter.widget-view+json"]?.model_id === view)
        outputs.set(place + 1, { output_type: "display_data", data, metadata: {} });
    }
  }
}

/** Let a section show these pieces; elements of pieces that stay are kept, with the focus and what is being typed. */
function fill(section, pieces, space = HTML) {
  const old = new Map();
  (section.pieces ?? []).forEach((piece, place) => {
    if (!old.has(piece)) old.set(piece, []);
    old.get(piece).push(section.children[place]);
  });
  const kept = pieces.map((piece) => old.get(piece)?.shift());
  const made = elements(pieces.filter((_, place) => !kept[place]), space, section.mark);
  const fresh = kept.some((each) => !each) ? made.slice() : [];
  const wanted = kept.map((each) => each ?? made.shift());
  section.pieces = pieces;
  const stays = new Set(wanted);
  const active = section.contains(document.activeElement) ? document.activeElement : null;
  const typed = active?.typing ? active.value : null;
  const marked = [active?.selectionStart, active?.selectionEnd]; // of a text field: what the next key replaces
  const opened = [...section.querySelectorAll("details[open][id]")].map((each) => each.id);
  const gone = [...section.children].filter((each) => !stays.has(each));
  const lost = active && gone.some((each) => each.contains(active));
  if (lost) active.typing = false;
  for (const each of gone) each.remove();
  let next = section.firstElementChild;
  for (const each of wanted) {
    if (each === next) next = next.nextElementSibling;
    else section.insertBefore(each, next);
  }
  for (const each of opened) section.querySelector("#" + CSS.escape(each))?.setAttribute("open", "");
  if (lost) refocus(section, active.chosen ? "" : active.id, typed, marked);
  return fresh;
}

function refocus(section, id, typed, [start, end]) {
  const again = id ? section.querySelector("#" + CSS.escape(id)) : null;
  if (again && typed !== null) {
    again.value = typed;
    again.typing = true;
  }
  (again ?? section.querySelector("button:not([disabled]), input, select") ?? section).focus({ preventScroll: true });
  if (Number.isInteger(start) && Number.isInteger(again?.selectionStart)) again.setSelectionRange(start, end);
  else if (typed === null) again?.select?.(); // a field for numbers does not tell: all of it is marked, as by Tab
}

function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const views = new WeakMap(); // by the pieces of a model: what to call when they have changed

/** Say whether the kernel has gone that is behind a view, as the notebook learns it; gives what ends that. */
function outlived(model, el, say) {
  let gone = false;
  const found = (now) => now !== gone && say((gone = now));
  const watch = new MutationObserver(() => found(el.classList.contains("jupyter-widgets-disconnected")));
  watch.observe(el, { attributes: true, attributeFilter: ["class"] });
  const session = model.widget_manager?.context?.sessionContext; // of a kernel that fell over the view is not told
  const changed = (_, status) => ENDED.includes(status) && found(true);
  session?.statusChanged.connect(changed);
  return () => {
    watch.disconnect();
    clearInterval(ticking);
    session?.statusChanged.disconnect(changed);
  };
}

async function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

/** Keep the pieces as the kernel changes them, also while nothing is shown. */
function initialize({ model }) {
  const parts = model.get("parts");
  const shown = new Set();
  views.set(parts, shown);
  const apply = ({ whole, patch, number, heard }) => {
    if (heard) {
      for (const show of shown) show([], heard);
      return;
    }
    if (whole) Object.assign(parts, whole);
    else if (number !== parts.number + 1) return model.send({ act: "whole" });
    else {
      for (const [name, change] of Object.entries(patch)) parts[name] = changed(parts[name], change);
      parts.number = number;
    }
    for (const show of shown) show(Object.keys(whole ?? patch));
  };
  let packed = Promise.resolve(); // large messages are unpacked one after the other, and small ones wait for them
  let waiting = 0;
  model.on("msg:custom", (message, buffers) => {
    if (message.kept) return keep(model, message.kept, message.view);
    if (!message.packed && !message.patch && !message.whole && !message.heard) return;
    if (!message.packed && !waiting) return apply(message);
    waiting += 1;
    packed = packed.then(async () => {
      apply(message.packed ? await unpacked(buffers[0]) : message);
      waiting -= 1;
    });
  });
}

function render({ model, el }) {
  const words = model.get("words");
  const root = document.createElement("div");
  root.className = "ml-table";
  root.setAttribute("role", "region");
  root.setAttribute("aria-label", words.table);
  root.dataset.lmSuppressShortcuts = "true"; // Enter and letters are the table's, not the notebook's
  root.dataset.card = words.card ? "inside" : "above";
  root.innerHTML =
    '<div class="ml-play" data-section="play"></div>' +
    '<div class="ml-stage"><section class="ml-card"><div class="ml-gone" role="alert"></div>' +
    '<div class="ml-problem" role="alert" data-section="problem"></div>' +
    '<div class="ml-deciding"><div class="ml-drawn" data-section="drawn"></div><div class="ml-head" data-section="head"></div></div>' +
    '</section><div class="ml-board" role="application" tabindex="-1"></div>' +
    '<button type="button" class="ml-whole" data-act="whole" aria-pressed="false"></button></div>' +
    '<div class="ml-purses" data-section="purses"></div>' +
    '<div class="ml-side"><div role="tablist"></div><div class="ml-offer" data-section="offer"></div><div role="tabpanel" tabindex="0" class="ml-panel" data-section="side"></div></div>' +
    '<div class="ml-tip" role="tooltip" hidden></div><div class="ml-live" aria-live="polite"></div>' +
    '<div class="ml-help" role="dialog" hidden tabindex="-1"></div>';
  el.appendChild(root);
  const part = (selector) => root.querySelector(selector);
  const board = part(".ml-board");
  const tip = part(".ml-tip");
  const help = part(".ml-help");
  const tabs = part("[role=tablist]");
  board.setAttribute("aria-label", words.board);
  tabs.setAttribute("aria-label", words.panels);
  help.setAttribute("aria-label", words.help);
  help.innerHTML = words.keys;
  part(".ml-whole").textContent = words.whole ?? "";
  if (words.card) part(".ml-card").setAttribute("aria-label", words.card);

  const send = (act, value = "", from = null, number = {}) => {
    form = from;
    model.send({ act, value, form: values(from), ...number });
    if (act !== "stop") return;
    clearTimeout(cutting);
    cutting = setTimeout(cut, 1500);
  };
  let cutting = 0; // until the table is seen to have stopped: what is played on afterwards is not meant
  /** A strategy that does not answer keeps the kernel from hearing of Stop; a cell that runs is left alone. */
  const cut = () => {
    const kernel = model.widget_manager?.context?.sessionContext?.session?.kernel;
    if (kernel?.status === "idle" && root.querySelector("#ml-stop:not([disabled])")) kernel.interrupt();
  };
  let asked = 0;
  let awaited = null; // the last that a form has asked: an answer to an older one would undo what is in it by now
  let late = null; // the button pressed meanwhile; it stands for what is in the form
  const ask = (act, value, from) => {
    awaited = `${id} ${++asked}`;
    send(act, value, from, { heard: awaited });
  };
  const pick = (name) => {
    model.set("tab", name);
    model.save_changes();
  };
  /** The panel that the card has opened comes into sight where it lies below all that is seen. */
  const reveal = () => {
    const side = part(".ml-side");
    if (side.getBoundingClientRect().top > HIDDEN * innerHeight) side.scrollIntoView({ block: "start" });
  };

  // Sections

  const sections = [...root.querySelectorAll("[data-section]")];
  const part_of = (name) => model.get("parts")[name];
  const live = part(".ml-live");
  const problem = part(".ml-problem");
  const home = problem.nextElementSibling;
  let form = null; // from which the last act came: what is wrong with it is said in it
  const place = () => {
    const there = form?.isConnected && problem.firstChild;
    for (const field of root.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
    if (!there) return problem.nextElementSibling === home || home.before(problem);
    form.append(problem);
    problem.scrollIntoView({ block: "nearest" }); // of a card or panel with more in it than is seen
    form.querySelector("input:not([type=checkbox]), select")?.setAttribute("aria-invalid", "true");
  };
  let early = false; // sections have come before there was a board
  /** Keys are heard where the focus is: from a button that cannot be pressed any more it goes to Stop, else to the board. */
  const holdFocus = () => {
    const there = document.activeElement;
    if (root.contains(there) && !there.disabled) return;
    (part("#ml-stop:not([disabled])") ?? board).focus({ preventScroll: true });
  };
  /** The clock of a timed game runs on here from what the kernel has said. */
  const tick = () => {
    for (const clock of root.querySelectorAll(".ml-clock[data-runs]")) {
      clock.since ??= performance.now();
      const left = Math.max(0, Math.round(clock.dataset.left - (performance.now() - clock.since) / 1000));
      clock.querySelector("b").textContent = [Math.floor(left / 60), String(left % 60).padStart(2, 0)].join(":");
    }
  };
  const ticking = setInterval(tick, 500);
  const show = (names, heard = null) => {
    if (heard) {
      if (heard !== awaited) return;
      [awaited, names] = [null, ["side"]];
    }
    const focused = root.contains(document.activeElement);
    if (form) home.before(problem); // its form may go
    if (!part_of("board").length) return (early = true); // a message to come brings it: all is shown then
    if (early) [early, names] = [false, Object.keys(model.get("parts"))];
    if (names.includes("board")) {
      moving.stop();
      draw();
    }
    if (names.includes("frame")) stand();
    for (const each of sections) {
      const { section } = each.dataset;
      if (names.includes(section) && !(section === "side" && awaited)) fill(each, part_of(section));
    }
    if (names.includes("play")) {
      tick();
      if (!part("#ml-stop:not([disabled])")) clearTimeout(cutting);
    }
    if (names.includes("problem") || form) place();
    if (names.includes("facts") && !names.includes("board")) name();
    if (names.some((each) => CARD.includes(each))) squeeze();
    answered();
    if (begun) glided();
    if (names.includes("waiting")) live.textContent = part_of("waiting")[0];
    if (names.includes("motion") && part_of("motion").length && begun && moves()) moving.play(JSON.parse(part_of("motion")[0]));
    if (heard && late) root.querySelector("#" + CSS.escape(late))?.click();
    if (heard) late = null;
    if (focused) holdFocus();
  };
  let pressed = null; // the button whose answer has not come yet
  let since = 0;
  let answering = 0; // when something that answers was last clicked
  let slow = 0; // the clock after which it is shown as pressed: most answers come before, and a picture less is drawn
  const answered = () => {
    clearTimeout(slow);
    pressed?.removeAttribute("aria-busy");
    pressed = null;
  };
  const deciding = part(".ml-deciding");
  const letters = [...LARGE, ...USUAL].map((share) => ({ share })).concat(USUAL.map((share) => ({ share, close: true })));
  const small = [false, true].flatMap((close) => [...USUAL, ...SMALL].map((share) => ({ share, close })));
  /** Of its height now the least that what is said may take in other letters: lines may get shorter, or only lower. */
  const least = (now, then) => {
    const larger = then.share / now.share;
    const lines = !now.close && then.close ? CLOSER : now.close && !then.close ? WIDER : 1;
    return lines * (larger > 1 ? larger : larger * larger);
  };
  /** Set the card in the largest letters in which all of it is seen at once: a look at each size costs a layout. */
  const squeeze = () => {
    const phone = root.dataset.place === "phone";
    const sizes = phone ? small : letters;
    const room = deciding.clientHeight;
    const overflows = () => deciding.scrollHeight > room + 1;
    if (deciding.querySelector("[data-steady]") && fitted === size() && !overflows()) return; // nothing moves while it is asked
    const told = deciding.querySelector(".ml-told");
    const set = (n) => {
      lettering = sizes[n];
      deciding.style.setProperty("--ml-squeeze", lettering.share);
      deciding.parentNode.toggleAttribute("data-crowded", Boolean(lettering.close));
    };
    const fits = ({ share }) => !overflows() && !(share > 1 && told && told.scrollHeight > told.clientHeight + 1);
    let [first, best] = [0, sizes.length - 1]; // of those that may fit, and the largest that does
    let n = sizes.indexOf(lettering);
    if (n < 0) set((n = sizes.findIndex(({ share }) => share === 1)));
    while (n >= 0) {
      if (lettering !== sizes[n]) set(n);
      if (fits(sizes[n])) best = n;
      else first = n + 1;
      const heights = [...deciding.children].map((each) => each.offsetHeight);
      const now = phone ? heights.reduce((a, b) => a + b) : Math.max(...heights);
      const here = sizes[n];
      n = sizes.findIndex((each, k) => k >= first && k < best && now * least(here, each) <= room + 1);
    }
    if (lettering !== sizes[best]) set(best);
    fitted = size();
  };
  let lettering = null; // how the card is set
  const size = () => [deciding.clientWidth, deciding.clientHeight].join(" ");
  let fitted = "";
  const resized = new ResizeObserver(() => size() !== fitted && squeeze());
  resized.observe(part(".ml-card"));
  deciding.addEventListener("toggle", () => squeeze(), true); // a form that unfolds
  let glided = () => {}; // what was dragged meanwhile comes next
  let begun = false; // what happened before it is seen is not shown moving
  /** True where things may move: not for who has asked the computer for stillness, nor in a window behind others. */
  const moves = () =>
    model.get("motion") && !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;

  const id = Math.random().toString(36).slice(2, 8);
  part(".ml-panel").id = "ml-panel-" + id;
  const drawTabs = () => {
    const open = model.get("tab");
    tabs.innerHTML = "";
    for (const [name, text] of words.tabs) {
      const tab = document.createElement("button");
      tab.type = "button";
      tab.textContent = text;
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-selected", name === open);
      tab.setAttribute("aria-controls", "ml-panel-" + id);
      tab.tabIndex = name === open ? 0 : -1;
      tab.dataset.tab = name;
      tabs.appendChild(tab);
    }
  };
  drawTabs();
  model.on("change:tab", () => {
    const inside = tabs.contains(document.activeElement);
    drawTabs();
    if (inside) tabs.querySelector("[aria-selected=true]").focus();
  });
  tabs.addEventListener("keydown", (event) => {
    const names = words.tabs.map(([name]) => name);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    pick(names[(names.indexOf(model.get("tab")) + step + names.length) % names.length]);
  });

  // The board

  let current = 0;
  let drawing = 0;
  const space = (q) => board.querySelector(`.space[data-space="${q}"]`);
  const set = (each, attribute, value) => each.getAttribute(attribute) === String(value) || each.setAttribute(attribute, value);
  /** What is written on a space, as who speaks to the computer reads it there, and then what else is known of it. */
  const label = (each, fact) => {
    const texts = [...each.querySelectorAll("text")];
    for (const text of texts) if (!text.nextSibling?.data) text.after(" "); // else their words run into one another
    const written = texts.map((text) => text.textContent).join(" ");
    const known = fact.split(", ");
    let said = known.length;
    while (said && !` ${written} `.includes(` ${known.slice(0, said).join(" ")} `)) said -= 1;
    return [written, ...known.slice(said)].filter(Boolean).join(", ");
  };
  /** True of a space that is seen as a whole: what lies over the edge of a part of the board is no button there. */
  const inside = (each) => {
    if (!partly) return true;
    const [seen, box] = [svg.viewBox.baseVal, each.getBBox()];
    return box.x >= seen.x && box.y >= seen.y && box.x + box.width <= seen.x + seen.width && box.y + box.height <= seen.y + seen.height;
  };
  const name = () => {
    const facts = part_of("facts");
    for (const each of svg.querySelectorAll(".space")) {
      const q = Number(each.dataset.space);
      const whole = inside(each);
      set(each, "role", whole ? "button" : "img");
      if (each.fact !== facts[q]) set(each, "aria-label", label(each, (each.fact = facts[q]) ?? ""));
      if (whole) set(each, "aria-pressed", q === model.get("selected"));
      else each.removeAttribute("aria-pressed");
      set(each, "tabindex", q === current ? 0 : -1);
    }
  };
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("role", "group");
  svg.mark = `ml-${id}-`; // else its patterns were those of another board, which may be hidden
  board.appendChild(svg);
  const moving = motions(part(".ml-stage"));
  let partly = false; // seen, as on a phone
  const staged = staging(root, (part, isAll) => {
    svg.setAttribute("viewBox", part);
    partly = !isAll;
    name();
  }, () => send("roomy"));
  const middle = (each) => {
    const box = each?.getBBox();
    return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
  };
  /** The middle of the token that stands on a space, or of the space. */
  const standing = (each) => {
    const at = middle(each);
    const far = ([x, y]) => Math.hypot(x - at[0], y - at[1]);
    const tokens = [...svg.querySelectorAll(".token")].map(({ dataset }) => [Number(dataset.x), Number(dataset.y)]);
    const [next] = at ? tokens.sort((a, b) => far(a) - far(b)) : [];
    return next && far(next) < NEAR ? next : at;
  };
  /** Put the board and its card where the frame says: what there is, the card in percent, the space where it happens. */
  const stand = () => {
    const [all, card, where] = part_of("frame");
    const style = part(".ml-card").style;
    (card ?? "").split(" ").forEach((share, n) => style.setProperty(`--ml-card-${"xywh"[n]}`, share && share + "%"));
    staged.shows(all.split(" ").map(Number), () => where && standing(space(where)));
  };
  const draw = () => {
    const before = svg.contains(document.activeElement);
    const fresh = fill(svg, part_of("board"), SVG);
    if (fresh.includes(shown)) hideTip();
    else if (shown && !tip.hidden) tip.firstChild.textContent = part_of("facts")[Number(shown.dataset.space)] ?? "";
    name();
    if (before && !svg.contains(document.activeElement)) space(current)?.focus({ preventScroll: true });
    root.dataset.drawn = ++drawing;
  };
  model.on("change:selected", name);

  const over = (event) => event.target.closest?.(".space");
  const showTip = (place) => {
    const q = Number(place.dataset.space);
    const card = part_of("deeds")[q];
    tip.innerHTML = `<p></p>${card}`;
    tip.firstChild.textContent = part_of("facts")[q] ?? "";
    tip.hidden = false;
    const box = place.getBoundingClientRect();
    const frame = root.getBoundingClientRect();
    const size = tip.getBoundingClientRect();
    const right = box.left + box.width / 2 < frame.left + frame.width / 2;
    const left = right ? box.right - frame.left + 8 : box.left - frame.left - size.width - 8;
    const seen = root.closest(".jp-WindowedPanel-outer, .jp-NotebookPanel-notebook")?.getBoundingClientRect().bottom ?? innerHeight;
    const top = Math.min(box.top, frame.bottom - size.height - 4, seen - size.height - 8) - frame.top;
    tip.style.left = Math.max(0, Math.min(left, frame.width - size.width)) + "px";
    tip.style.top = Math.max(0, top) + "px";
  };
  const hideTip = () => (tip.hidden = true);
  let shown = null; // the space under the mouse; a picture that is drawn under a mouse at rest opens nothing
  board.addEventListener("mousemove", (event) => {
    if (!event.movementX && !event.movementY) return;
    if (!board.hasAttribute("data-pointed")) board.toggleAttribute("data-pointed", true);
    const place = over(event);
    if (place === shown && !tip.hidden) return;
    shown = place;
    if (place) showTip(place);
    else hideTip();
  });
  board.addEventListener("mouseleave", hideTip);
  board.addEventListener("focusin", (event) => {
    const place = over(event);
    if (!place) return;
    staged.turns(() => middle(place)); // a part of the board follows
    showTip(place);
  });
  board.addEventListener("focusout", hideTip);
  const select = (q) => {
    current = q;
    model.set("selected", q);
    model.set("tab", "deed");
    model.save_changes();
    hideTip();
  };
  board.addEventListener("click", (event) => over(event) && select(Number(over(event).dataset.space)));
  const walk = (to) => {
    const last = part_of("facts").length;
    current = (to + last) % last;
    name();
    space(current)?.focus();
  };

  // Mouse and forms

  root.addEventListener("click", (event) => {
    const tab = event.target.closest("[data-tab]");
    if (tab) {
      pick(tab.dataset.tab);
      return tabs.contains(tab) || reveal();
    }
    if (event.target.closest("[data-close]")) return toggleHelp();
    const answers = event.target.closest(ONCE.map((act) => `[data-act=${act}]:not(form)`).join() + ", [data-face], form[data-act] [type=submit]");
    if (answers && event.detail > 1 && performance.now() - answering < DOUBLE) return event.preventDefault();
    if (answers) answering = performance.now();
    const face = event.target.closest("[data-face]");
    if (face) return chooseFace(face);
    const button = event.target.closest("[data-act]:not(form)");
    if (!button || button.disabled) return;
    if (button.dataset.act === "help") return toggleHelp();
    if (button.dataset.act === "projector") {
      board.removeAttribute("data-pointed"); // a space comes to lie under the mouse
      return staged.projector();
    }
    if (button.dataset.act === "whole") return button.setAttribute("aria-pressed", staged.turn());
    if (button.dataset.act === "motion") return still();
    const again = ONCE.includes(button.dataset.act) && button === pressed;
    if (again && performance.now() - since < TWICE) return;
    answered();
    [pressed, since] = [button, performance.now()];
    slow = setTimeout(() => button.setAttribute("aria-busy", "true"), SLOW);
    if (button.dataset.act === "counter") reveal();
    if (button.dataset.act === "weigh") root.querySelector("#ml-settle")?.removeAttribute("open"); // the answer stands at what it hides
    if (awaited && button.id && part(".ml-panel").contains(button)) return (late = button.id);
    send(button.dataset.act, button.dataset.value || button.title, button.closest("form"));
  });
  let gliding = null; // where a slider has been dragged to meanwhile
  let drawn = true; // what it was dragged to before
  glided = () => {
    drawn = true;
    glide();
  };
  const glide = () => {
    if (!drawn || gliding === null) return;
    send("glide", gliding);
    [gliding, drawn] = [null, false];
  };
  root.addEventListener("input", (event) => {
    if (event.target.type !== "range") return;
    gliding = event.target.value;
    glide();
  });
  root.addEventListener("input", (event) => (event.target.typing = event.target.matches(TYPING) && "defaultValue" in event.target));
  root.addEventListener("focusout", (event) => event.target.typing && event.target.dispatchEvent(new Event("change", { bubbles: true })));
  /** What is being typed in a field that is heard without a button counts now, as if it were left. */
  const counts = (field) => {
    const act = field.dataset.change ?? field.closest("form")?.dataset.change;
    if (field.typing && act) field.dispatchEvent(new Event("change", { bubbles: true }));
  };
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    for (const field of event.target.elements) field.typing = false;
    send(event.target.dataset.act, event.submitter?.value ?? "", event.target);
  });
  root.addEventListener("change", async (event) => {
    const field = event.target;
    field.typing = false;
    if (field.type === "file") {
      const file = field.files[0];
      if (file) send("upload", await file.slice(0, UPLOAD).text(), null, { form: { name: [file.name] } });
      field.value = "";
      return;
    }
    if (field.type === "range") [gliding, drawn] = [null, true];
    const act = field.dataset.change ?? field.closest("form")?.dataset.change;
    field.chosen = act === "press"; // the focus goes on to what follows
    if (act && field.form) ask(act, field.value, field.form);
    else if (act) send(act, field.value);
    if (act === "press") field.value = ""; // a list of choices stands ready for the same one again
  });

  /** A face of a die is chosen; with one of each die they are thrown. */
  const chooseFace = (face) => {
    const dice = face.closest("[data-dice]");
    for (const each of face.parentNode.children) each.setAttribute("aria-pressed", each === face);
    const chosen = [...dice.querySelectorAll("[role=group]")].map((die) => die.querySelector("[aria-pressed=true]"));
    if (!chosen.every(Boolean)) return;
    send("press", [dice.dataset.dice, ...chosen.map((each) => each.dataset.face)].join(" "));
    for (const each of chosen) each.setAttribute("aria-pressed", false);
  };
  const still = () => {
    moving.stop();
    model.set("motion", !model.get("motion"));
    model.save_changes();
  };

  // Keyboard

  let before = null; // where the focus was when the keys were asked for
  const toggleHelp = () => {
    help.hidden = !help.hidden;
    if (!help.hidden) before = document.activeElement;
    (help.hidden ? before?.isConnected ? before : board : help).focus({ preventScroll: true });
  };
  let away = false; // who has clicked elsewhere means the notebook, also where the focus stays on a button of ours
  const whose = (event) => {
    away = event.type === "pointerdown" && !root.contains(event.target);
    if (away) delete root.dataset.lmSuppressShortcuts;
    else root.dataset.lmSuppressShortcuts = "true";
  };
  document.addEventListener("pointerdown", whose, true);
  root.addEventListener("focusin", whose);
  root.addEventListener("keydown", (event) => {
    if (away) return;
    event.stopPropagation(); // the notebook has shortcuts of its own
    if ((event.ctrlKey || event.metaKey) && event.key === "s" && model.widget_manager?.context?.save) {
      event.preventDefault();
      counts(event.target);
      return model.widget_manager.context.save(); // of the notebook, which does not see this key
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (!help.hidden) return toggleHelp();
      hideTip();
      if (event.target.matches(TYPING)) return board.focus({ preventScroll: true }); // where the keys are heard
      if (staged.projected()) return staged.projector(); // also where the browser does not end it by this key
      return send("stop");
    }
    if (event.target.matches("select[data-change=press]") && /^(Arrow(Up|Down)|[^ ])$/.test(event.key)) {
      event.preventDefault(); // a closed list would take the next outcome at once
      return event.target.showPicker?.();
    }
    if (event.target.matches(TYPING)) return;
    const place = over(event);
    if (place) {
      const to = { ArrowRight: current - 1, ArrowLeft: current + 1, ArrowUp: current + 1, ArrowDown: current - 1, Home: 0, End: -1 };
      if (event.key in to) {
        event.preventDefault();
        const box = place.getBoundingClientRect();
        const frame = board.getBoundingClientRect();
        const upper = box.top + box.height / 2 < frame.top + frame.height / 2;
        const turned = upper && ["ArrowRight", "ArrowLeft"].includes(event.key);
        return walk(turned ? 2 * current - to[event.key] : to[event.key]);
      }
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        return select(current);
      }
    }
    if (event.key === "?") return toggleHelp();
    if (event.key === "b") return walk(current);
    if (/^[1-9]$/.test(event.key)) {
      const choices = root.querySelectorAll(".ml-choices button:not([aria-disabled=true])");
      return choices[Number(event.key) - 1]?.click();
    }
    const act = SHORTCUTS[event.key];
    if (act) send(act);
  });

  // From the kernel

  /** The chart beside the table is a picture with a name, for who does not see it. */
  const charted = () => {
    for (let each = el; each; each = each.parentElement) {
      const chart = each.querySelector(":scope > .ml-chart, :scope > * > .ml-chart");
      if (!chart) continue;
      chart.setAttribute("role", "figure");
      return chart.setAttribute("aria-label", model.get("chart"));
    }
  };
  model.on("change:chart", charted);
  setTimeout(charted, 1000); // after a reload it is drawn later than the table
  const told = (message) => {
    if (message.download) download(message.download, message.text);
    if (message.copy) navigator.clipboard?.writeText(message.copy);
    if (message.below) setTimeout(() => el.nextElementSibling?.scrollIntoView({ behavior: "smooth" }), 300);
    if (message.focus) root.querySelector("#" + CSS.escape(message.focus))?.focus();
  };
  show(Object.keys(model.get("parts")));
  begun = true;
  views.get(model.get("parts")).add(show);
  send("here");
  model.on("msg:custom", told);
  const themed = () => {
    root.dataset.theme = theme();
    if (model.get("theme") !== theme()) {
      model.set("theme", theme());
      model.save_changes();
    }
  };
  /** The chart beside the table is written in letters of the same size. */
  const lettered = () => {
    const size = Math.round(parseFloat(getComputedStyle(root).fontSize));
    if (!size || staged.projected() || size === model.get("letters")) return;
    model.set("letters", size);
    model.save_changes();
  };
  themed();
  lettered();
  addEventListener("resize", lettered);
  const end = outlived(model, el, (gone) => {
    part(".ml-gone").textContent = gone ? words.gone : "";
    root.toggleAttribute("data-gone", gone);
    if (gone) moving.stop();
    for (const each of root.querySelectorAll(gone ? ASKING : "[data-off]")) {
      each.disabled = gone;
      each.toggleAttribute("data-off", gone);
    }
    if (!gone) send("here");
  });
  const watch = new MutationObserver(themed);
  watch.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "data-jp-theme-name"] });
  return () => {
    watch.disconnect();
    clearInterval(ticking);
    document.removeEventListener("pointerdown", whose, true);
    end();
    removeEventListener("resize", lettered);
    resized.disconnect();
    staged.leave();
    moving.stop();
    model.off("msg:custom", told);
    model.off("change:chart", charted);
    views.get(model.get("parts")).delete(show);
  };
}

export default { initialize, render };
