// The blocks of a page, as live/page_blocks.py describes them: one function a kind. Texts are put in as text, never as markup.

import { WIDE, drawBoard } from "/files/boards.js";
import { bars, histogram, lines, short, stacked, tight, timer } from "/files/charts.js";

let words = {};
let chosen = -1; // the space whose deed is shown
const confirmed = new Set(); // questions whose unusual answer was confirmed: it is asked once
const drafts = new Map(); // what is being typed, by question of one activity: a page that is drawn again keeps it
let activityNumber = -1; // questions begin again with each activity

export const setWords = (given) => (words = given);
export const word = (key) => words[key] ?? key;

/** Say which activity this is, by its number: what was typed for another one is forgotten. */
export function setActivity(number) {
  if (number === activityNumber) return;
  activityNumber = number;
  drafts.clear();
  confirmed.clear();
}

/** Forget what was sent from a field: it is empty again, unless something else was typed into it meanwhile. */
function forget(id, field, value) {
  if (drafts.get(id) === value) drafts.delete(id);
  if (field.value === value) field.value = "";
}

/** An element with a class, texts or elements inside, and properties. */
export function make(tag, name = "", inside = [], props = {}) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...[inside].flat().filter((each) => each !== null && each !== "").map((each) => (typeof each === "string" ? tight(each) : each)));
  for (const [key, value] of Object.entries(props)) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  return made;
}

/** Draw something again; the field with a name that is being typed in goes on where it was. Of fields without one see `drawBlock`. */
export function keepFocus(before, draw) {
  const active = before.contains(document.activeElement) ? document.activeElement : null;
  const { name, type, value, selectionStart: from, selectionEnd: to } = active ?? {};
  const made = draw();
  const isSame = (each) => each.name === name && each.type === type && (type !== "radio" || each.value === value);
  const next = name && [...made.querySelectorAll("[name]")].find(isSame);
  if (!next) return;
  next.focus();
  if (typeof from === "number") next.setSelectionRange(from, to);
}

const SVG = "http://www.w3.org/2000/svg";
export function svg(tag, props = {}, inside = []) {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(props)) made.setAttribute(key, value);
  made.append(...[inside].flat());
  return made;
}

/** Ask in a dialog whether something is meant, then do it. Clocks run on, and the server can take the question away. */
export function confirmDialog(question, yes, act, about = document.body) {
  document.querySelector("dialog.sure")?.remove();
  const made = make("dialog", "sure", [make("p", "question", question)], { ariaLabel: question });
  const button = (label, name, press) => {
    const each = make("button", name, label, { type: "button" });
    each.addEventListener("click", () => (made.close(), press()));
    return each;
  };
  made.append(make("div", "row", [button(yes, "yes", act), button(word("cancel"), "", () => {})]));
  openDialog(made, about);
}

function openDialog(made, about) {
  made.about = about;
  const opener = document.activeElement;
  made.addEventListener("close", () => {
    made.remove();
    if (!opener.isConnected && opener.name) document.getElementsByName(opener.name)[0]?.focus(); // drawn anew since
  });
  document.body.append(made);
  made.showModal();
}

/** Ask for one value in the page: `act(value, done, refused)`. What is wrong with it stands in the dialog, which stays open then. */
export function askFor(question, field, yes, act) {
  document.querySelector("dialog.sure")?.remove();
  const wrong = make("p", "text bad", "", { id: "wrong", role: "alert", hidden: true });
  const send = make("button", "main", yes, { type: "submit" });
  const cancel = make("button", "", word("cancel"), { type: "button" });
  const label = make("label", "", [make("span", "question", question), field]);
  const form = make("form", "ask", [label, wrong, make("div", "row", [send, cancel])], { noValidate: true });
  const made = make("dialog", "sure", form, { ariaLabel: question });
  const refused = (why) => {
    send.removeAttribute("aria-busy");
    Object.assign(wrong, { textContent: why, hidden: false });
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", "wrong");
    field.focus();
  };
  cancel.addEventListener("click", () => made.close());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (send.hasAttribute("aria-busy")) return;
    send.setAttribute("aria-busy", "true");
    act(field.value, () => made.close(), refused);
  });
  openDialog(made, document.body);
  field.focus();
  field.select?.();
}

/** Show the link by which another phone takes a seat, with a picture to scan. */
export function showLink(name, { link, path, size }, alone) {
  document.querySelector("dialog.sure")?.remove();
  const close = make("button", "main", word("done"), { type: "button" });
  const made = make("dialog", "sure link", [
    make("p", "question", `${name}: ${word("invite")}`),
    alone ? make("p", "alone", alone) : "",
    qrPicture(path, size, link),
    make("code", "", link),
    make("p", "note", word("invite_how")),
    make("div", "row", close),
  ], { ariaLabel: `${name}: ${word("invite")}` });
  close.addEventListener("click", () => made.close());
  openDialog(made, document.body);
}

const qrPicture = (path, size, label) =>
  svg("svg", { viewBox: `-4 -4 ${size + 8} ${size + 8}`, role: "img", "aria-label": label }, [
    svg("rect", { x: -4, y: -4, width: size + 8, height: size + 8, fill: "#fff" }),
    svg("path", { d: path, fill: "#000" }),
  ]);

/** Close the dialog if what it is about is no longer on the page; true if so. */
export function closeStaleDialog() {
  const open = document.querySelector("dialog.sure"), isStale = Boolean(open && !open.about.isConnected);
  if (isStale) open.close();
  return isStale;
}

/** A list of languages, each by its own name. */
export function languageList(languages, lang, choose) {
  const list = make("select", "", languages.map(([value, name]) => make("option", "", name, { value, lang: value })), { name: "language", value: lang });
  list.addEventListener("change", () => choose(list.value));
  return make("label", "language", [word("language"), list]);
}

/** The form by which a phone joins. */
export function drawJoinForm(code, join, { most_name: most, numbers: isNumbered, known_code: known, moved }) {
  const field = (name, label, value, more) =>
    make("label", "", [label, make("input", "", [], { name, value, required: true, autocomplete: "off", ...more })]);
  const form = make("form", "join", [
    moved ? make("p", "text bad", moved) : "",
    make("h1", "", word("join_title")),
    isNumbered && known
      ? make("input", "", [], { type: "hidden", name: "code", value: code })
      : field("code", word("code"), code, { maxLength: 20, autocapitalize: "characters", spellcheck: false }),
    ...(isNumbered ? [] : [field("name", word("name"), "", { maxLength: 200 }), make("small", "", word("name_most").replace("@", most))]),
    make("button", "main", word("join"), { type: "submit" }),
  ]);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    join(Object.fromEntries(new FormData(form)));
  });
  return form;
}

/** Terms with their values, as the rows of a list `dl`. */
const termRows = (pairs) => pairs.map(([label, value]) => make("div", "", [make("dt", "", label), make("dd", "", value)]));

/**
 * What draws a block of each kind, from the block, its name on the page, `answer`, and the element it had before.
 * `answer(question, content, button, then)` sends an answer: the button is busy on the way, `then` is called once it counts.
 */
const KINDS = {
  title: ({ text, note }) => make("header", "title", [make("h1", "", text), note ? make("p", "note", note) : ""]),
  text: ({ text, tone }) => make("p", `text ${tone}`, text),
  figures: ({ pairs, huge }) => make("dl", huge ? "figures huge" : "figures", termRows(pairs)),
  facts: ({ heading, pairs }) => make("section", "facts", [make("h2", "", heading), make("dl", "", termRows(pairs))]),
  news({ heading, lines: news }) {
    const list = make("ul", "", news.map((each) => make("li", "", each)));
    return make("section", "news", [heading ? make("h2", "", heading) : "", list], { ariaLive: "polite" });
  },
  progress({ done, total, text }) {
    const bar = make("progress", "", [], { value: done, max: total || 1, ariaLabel: text });
    return make("div", "progress", [make("span", "", text), bar]);
  },
  grid: ({ parts }, blockId, answer) => make("div", `grid of-${parts.length}`, parts.map((part, n) => drawBlock(part, `${blockId}.${n}`, answer))),
  stack: ({ parts }, blockId, answer) => make("div", "stack", parts.map((part, n) => drawBlock(part, `${blockId}.${n}`, answer))),
  table({ heads, rows, mine }) {
    const line = (tag, cells) => cells.map((each) => make(tag, "", each));
    const body = rows.map((row, n) => make("tr", n === mine ? "mine" : "", line("td", row)));
    return make("table", "", [make("thead", "", make("tr", "", line("th", heads))), make("tbody", "", body)]);
  },
  choices({ question, ask, choices }, blockId, answer) {
    const button = (each) => {
      const made = make("button", each.main ? "main" : "", each.label, { type: "button" });
      if (each.color) made.style.setProperty("--color", each.color);
      if (each.space >= 0) made.dataset.space = each.space;
      made.classList.toggle("here", each.space >= 0 && each.space === chosen);
      if (each.why) {
        made.setAttribute("aria-disabled", "true");
        made.append(make("small", "", each.why));
      } else {
        const send = () => made.hasAttribute("aria-busy") || answer(question, each.answer, made);
        made.addEventListener("click", () => (each.confirm ? confirmDialog(each.confirm, each.label, send, made) : send()));
      }
      return made;
    };
    return make("section", "ask", [ask ? make("p", "question", ask) : "", make("div", "buttons", choices.map(button))]);
  },
  number(block, blockId, answer) {
    const id = `${blockId}-${block.question}`;
    const value = drafts.get(id) ?? block.value;
    const label = block.ask || block.button;
    const field = make("input", "", [], { value, inputMode: "decimal", required: true, autocomplete: "off", ariaLabel: label, maxLength: 40 });
    field.addEventListener("input", () => drafts.set(id, field.value));
    const range = block.limits || (block.low !== null && block.high !== null ? `${short(block.low)} – ${short(block.high)}` : "");
    const button = make("button", block.main === false ? "" : "main", block.button, { type: "submit" });
    const form = make("form", "ask number", [
      block.ask ? make("p", "question", block.ask) : "",
      make("div", "row", [signButton(block, field), field, make("span", "unit", block.unit), button]),
      range ? make("small", "", range) : "",
    ]);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      field.blur();
      const typed = field.value;
      const send = () => answer(block.question, { ...block.more, [block.key]: typed }, button, () => forget(id, field, typed));
      if (!block.confirm || isUsual(field.value, block) || confirmed.has(id)) return send();
      confirmDialog(block.confirm, block.confirm_yes, () => (confirmed.add(id), send()), form);
    });
    return form;
  },
  numbers({ question, ask, button, fields, confirm: limits = {}, confirm_ask: confirmAsk, confirm_yes: confirmYes }, blockId, answer) {
    const places = [];
    const rows = fields.map(([name, label, empty]) => {
      const id = `${blockId}-${question}-${name}`;
      const field = make("input", "", [], { name, value: drafts.get(id) ?? "", placeholder: empty, inputMode: "numeric", autocomplete: "off", maxLength: 10 });
      field.addEventListener("input", () => drafts.set(id, field.value));
      places.push([id, field]);
      return make("label", "row", [make("span", "", label), field]);
    });
    const form = make("form", "ask numbers", [make("p", "question", ask), ...rows, make("button", "main", button, { type: "submit" })]);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const typed = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value.trim()]).filter(([, value]) => value));
      const sent = places.map(([id, field]) => [id, field, field.value]);
      const send = () => answer(question, { numbers: typed }, form.querySelector("button"), () => sent.forEach((each) => forget(...each)));
      const unusual = Object.entries(limits).filter(([name, limit]) => !isUsual(typed[name] ?? "", limit) && !confirmed.has(`${blockId}-${question}-${name}`));
      if (!unusual.length) return send();
      const all = [...unusual.map(([, limit]) => limit.confirm), confirmAsk].join(" ");
      confirmDialog(all, confirmYes, () => (unusual.forEach(([name]) => confirmed.add(`${blockId}-${question}-${name}`)), send()), form);
    });
    return form;
  },
  lobby({ names, said, how }) {
    return make("section", "lobby", [make("p", "how", how), make("h1", "", said), make("ul", "", names.map((name) => make("li", "", name)))]);
  },
  join({ address, code, path, size }) {
    return make("aside", "join-here", [qrPicture(path, size, `${address} ${code}`), make("p", "", [make("span", "", address.replace("http://", "")), make("b", "", code)])]);
  },
  deeds({ heading, rows }) {
    const chip = ([name, note, color]) => {
      const made = make("li", "", [name, note ? make("small", "", ` ${note}`) : ""]);
      made.style.setProperty("--color", color);
      return made;
    };
    return make("section", "deeds", rows.length ? [make("h2", "", heading), make("ul", "", rows.map(chip))] : []);
  },
  /** What is seldom wanted: it stays open while it is drawn again. */
  fold({ summary, parts }, blockId, answer, old) {
    const made = make("details", "", [make("summary", "", summary), ...parts.map((part, n) => drawBlock(part, `${blockId}.${n}`, answer))]);
    // On a wide screen all that is read is open at first; the form of an offer is opened by who wants to make one.
    made.open = old ? old.open : WIDE.matches && blockId !== "trade";
    return made;
  },
  trade,
  cards,
  board: (block) => drawBoard(block, word),
  histogram,
  lines,
  bars,
  stacked,
  timer,
};

/**
 * Whether a typed number is usual: not above or below what the block names. The page asks once whether an unusual one is
 * meant, and then sends it; one that is not possible, beyond `low` or `high`, is sent at once, and refused.
 */
function isUsual(typed, { above = Infinity, below = -Infinity, low, high }) {
  const digits = typed.replace(/[^\d.]/g, ""), value = Number(digits);
  const isPossible = value >= (low ?? -Infinity) && value <= (high ?? Infinity);
  return !digits || !isPossible || (value <= above && value >= below);
}

/** A button that turns the sign of a number, where one below 0 is valid: number pads of phones have no minus. */
function signButton({ low, sign }, field) {
  if (low === null ? !sign : low >= 0) return "";
  const made = make("button", "sign", "±", { type: "button", ariaLabel: word("sign") });
  made.addEventListener("click", () => {
    const plain = field.value.replace(/^\s*[-\u2212\u2013]\s*/, "");
    field.value = plain === field.value ? `\u2212${plain}` : plain;
    field.dispatchEvent(new Event("input"));
    field.focus();
  });
  return made;
}

/** The deeds of the board: one is shown, chosen by its name or on the board; what can be done with it is marked. */
function cards({ heading, spaces }) {
  const options = spaces.map(([space, name]) => make("option", "", name, { value: space }));
  const list = make("select", "", [make("option", "", "…", { value: "-1" }), ...options], { ariaLabel: heading });
  const lines = make("dl");
  const showChosen = () => {
    const [, , rows] = spaces.find(([space]) => space === chosen) ?? [0, "", []];
    list.value = String(chosen);
    if (list.selectedIndex < 0) list.selectedIndex = 0;
    lines.replaceChildren(...termRows(rows));
    for (const each of document.querySelectorAll("button[data-space]")) each.classList.toggle("here", Number(each.dataset.space) === chosen);
  };
  list.addEventListener("change", () => ((chosen = Number(list.value)), showChosen()));
  const hear = ({ detail }) => (list.isConnected ? ((chosen = detail), showChosen()) : document.removeEventListener("space", hear));
  document.addEventListener("space", hear);
  showChosen();
  return make("section", "facts card", [make("h2", "", heading), list, lines]);
}

/** The form of an offer: to whom, what is given, what is asked. */
function trade({ question, me, goods }, blockId, answer) {
  const others = Object.keys(goods).filter((name) => name !== me);
  const to = make("select", "", others.map((name) => make("option", "", name, { value: name })), { name: "to", ariaLabel: word("trade_to") });
  const box = (side, value, label) => make("label", "tick", [make("input", "", [], { type: "checkbox", name: side, value }), label]);
  const boxes = (who, side) => goods[who].map(([value, label]) => box(side, value, label));
  const cashField = (side) => make("input", "", [], { name: `${side}_cash`, inputMode: "numeric", value: "0", maxLength: 9 });
  const cash = (side) => make("label", "", [word("trade_cash"), cashField(side)]);
  const asked = make("fieldset");
  const draw = () => asked.replaceChildren(make("legend", "", word("trade_get")), ...boxes(to.value, "get"), cash("get"));
  const form = make("form", "trade", [
    make("label", "", [word("trade_to"), to]),
    make("fieldset", "", [make("legend", "", word("trade_give")), ...boxes(me, "give"), cash("give")]),
    asked,
    make("button", "main", word("trade_send"), { type: "submit" }),
  ]);
  to.addEventListener("change", draw);
  draw();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = new FormData(form);
    const [give, get] = [typed.getAll("give"), typed.getAll("get")];
    const offer = { to: typed.get("to"), give, give_cash: typed.get("give_cash"), get, get_cash: typed.get("get_cash") };
    answer(question, { offer }, form.querySelector("button"));
  });
  return form;
}

/** The element of a block; of another kind than its last one, or without one, a new element. `blockId` is its name on the page. */
export function drawBlock(block, blockId, answer, old) {
  // The field of a number has no name by which `keepFocus` could find it again.
  const isTypedIn = old?.contains(document.activeElement) && document.activeElement.matches("input:not([name])");
  const made = KINDS[block.kind](block, blockId, answer, old);
  if (isTypedIn) requestAnimationFrame(() => made.querySelector("input")?.focus());
  return made;
}
