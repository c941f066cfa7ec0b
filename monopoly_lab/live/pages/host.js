// The teacher's panel: which activity to start, its buttons, and the seats.

import { askFor, confirmDialog, languageList, make, showLink, word } from "/files/blocks.js";
import { short } from "/files/charts.js";
import { form } from "/files/forms.js";

let chosen = null; // the activity whose form is open
const folds = {}; // which parts are open: they are drawn again with every change
const MOST_MISSING = 12; // names of those who have not answered

export function hostPanel(block, state, ask) {
  if (block.phase === "lobby") chosen ??= state.chosen ?? "";
  else chosen = ""; // what has run is not open afterwards
  const act = (content, then, refused) => ask({ do: "host", ...content }, then, refused);
  const parts = [alone(block), bar(block, state, act), missing(block)];
  if (block.phase === "lobby") parts.push(wallLink(block, state, act), activities(state, act));
  parts.push(seats(block, act));
  if (block.script) parts.push(fold("script", true, word("script"), make("p", "", block.script)));
  if (block.phase !== "lobby") parts.push(wallLink(block, state, act));
  parts.push(room(block, act));
  if (block.phase === "lobby") parts.push(keptRooms(state, act));
  return make("section", "host", parts);
}

/** That phones of others cannot come: one line, once it has been read or the class has done something. */
function alone({ alone: said, phase, has_results: isOld }) {
  if (!said) return "";
  const made = fold("alone", phase === "lobby" && !isOld, word("alone"), make("p", "", said));
  made.classList.add("alone");
  return made;
}

function fold(key, isOpen, summary, inside) {
  const head = make("summary", "", summary);
  const made = make("details", "script", [head, inside], { open: folds[key] ?? isOpen });
  head.addEventListener("click", () => (folds[key] = !made.open)); // "toggle" comes for one that begins open, too
  return made;
}

/** Who has not answered yet, in sight of the buttons; once nobody is asked any more, who was too late. */
function missing({ phase, seats: all }) {
  if (phase === "lobby") return "";
  const persons = all.filter(({ strategy }) => !strategy);
  const key = phase === "running" && persons.some(({ waits }) => waits) ? "waits" : "missed";
  const names = persons.filter((seat) => seat[key]).map(({ name }) => name);
  if (!names.length) return "";
  const more = names.length > MOST_MISSING ? ` … +${names.length - MOST_MISSING}` : "";
  return make("p", "missing", `${word(key === "waits" ? "missing" : "late")} (${names.length}): ${names.slice(0, MOST_MISSING).join(", ")}${more}`);
}

/** The address of the wall, and the language of the room. */
function wallLink({ lang }, { code, languages }, act) {
  const wall = `${location.origin}/wall?c=${code}`;
  const link = make("p", "wall-link", [`${word("wall_link")} `, make("a", "", wall, { href: wall, target: "_blank" })]);
  return make("div", "about", [link, languageList(languages, lang, (wanted) => act({ act: "language", lang: wanted }))]);
}

/** What is seldom wanted, or cannot be undone: who gets in, names, days. */
function room(block, act) {
  const lock = block.is_locked ? "unlock" : "lock";
  const made = [button(word(lock), () => act({ act: lock }))];
  if (block.phase !== "running") {
    if (!block.numbers) made.push(button(word("numbers"), () => confirmDialog(word("numbers_sure"), word("numbers"), () => act({ act: "numbers" }))));
    made.push(button(word("days").replace("@", short(block.days)), () => setDays(block, act), false, { name: "days" }));
  }
  return fold("room", false, word("room"), make("div", "row", made));
}

function button(label, press, main = false, more = {}) {
  const made = make("button", main ? "main" : "", label, { type: "button", ...more });
  made.addEventListener("click", press);
  return made;
}

/** The buttons of what runs. */
function bar(block, state, act) {
  const made = [];
  const press = (what, label, asked) => () => (asked ? confirmDialog(asked, label, () => act({ act: "control", what })) : act({ act: "control", what }));
  const turns = block.pages?.said ? ["turn", "back"] : [];
  for (const what of turns) {
    const [, label, main] = block.controls.find(([key]) => key === what) ?? [];
    made.push(button(block.pages[what], press(what, label), main, { disabled: !label }));
  }
  if (turns.length) made.push(make("span", "note", block.pages.said));
  const others = block.controls.filter(([key]) => !turns.includes(key));
  if (block.phase !== "lobby") for (const [what, label, main, asked] of others) made.push(button(label, press(what, label, asked), main));
  if (block.phase === "running") {
    made.push(button(word(block.is_paused ? "resume" : "pause"), () => act({ act: block.is_paused ? "resume" : "pause" }), block.is_paused));
    const endsAnyway = others.some(([what]) => what === "finish"); // after the last round nobody is left out
    if (!endsAnyway) made.push(button(word("end"), () => confirmDialog(word("end_sure"), word("end"), () => act({ act: "end" }))));
  }
  if (block.phase === "over") made.push(button(word("close"), () => act({ act: "close" }), !block.controls.some(([, , main]) => main)));
  if (block.phase !== "running" && block.has_results) made.push(button(word("results"), (event) => download(event.target, state), false, { title: word("results_hint") }));
  return made.length ? make("div", "row", made) : "";
}

function setDays({ days }, act) {
  const field = make("input", "", [], { name: "days", value: String(days), inputMode: "decimal", autocomplete: "off", maxLength: 10 });
  askFor(word("days_ask"), field, word("save"), (wanted, done, refused) => act({ act: "days", days: wanted }, done, refused));
}

/** Save the files of the class; the secret is in the body, so that no address has it. */
async function download(pressed, { code, secret, complain }) {
  pressed.setAttribute("aria-busy", "true");
  complain("");
  const told = await fetch("/results", { method: "POST", body: secret() }).catch(() => ({}));
  pressed.removeAttribute("aria-busy");
  if (!told.ok) return complain(word(told.status === 404 ? "no_results" : "results_failed"));
  const link = make("a", "", "", { href: URL.createObjectURL(await told.blob()), download: `live-${code}.zip` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The activities as cards; the chosen one with its form. */
function activities({ catalog }, act) {
  const list = make("div", "activities");
  const draw = () => list.replaceChildren(...catalog.map(card));
  const choose = (name) => {
    chosen = chosen === name ? "" : name;
    draw();
    const open = list.querySelector(".open");
    open?.scrollIntoView(); // it stands first in the list, which may be above the window
    open?.querySelector("button").focus({ preventScroll: true });
  };
  const card = (each) => {
    const head = button(each.title, () => choose(each.name), false, { ariaExpanded: chosen === each.name });
    const inside = [head, make("p", "", each.teaches), make("small", "", word("minutes").replace("@", each.minutes))];
    if (chosen === each.name) inside.push(form(each, act));
    return make("article", chosen === each.name ? "open" : "", inside);
  };
  draw();
  return list;
}

const MARKS = { waits: "…", missed: "!", away: "✕", by_strategy: "⚙" }; // of seats that are not just there

/** Who is there, who is waited for, and what can be done with a seat. */
function seats(block, act) {
  const seen = new Set();
  const shown = block.seats.map((seat) => {
    const there = block.there.includes(seat.seat);
    const status = seat.strategy ? "by_strategy" : there ? (seat.waits ? "waits" : seat.missed ? "missed" : "there") : "away";
    const more = make("select", "", [make("option", "", "…", { value: "" }), ...acts(seat, block).map((each) => make("option", "", word(each), { value: each }))], { name: `seat-${seat.seat}`, ariaLabel: `${word("seat_acts")}: ${seat.name}` });
    more.addEventListener("change", () => (seatAct(more.value, seat, block, act), (more.value = "")));
    seen.add(status);
    return make("li", status, [make("span", "", seat.name), MARKS[status] ? make("small", "", MARKS[status], { title: word(status), ariaLabel: word(status), role: "img" }) : "", more]);
  });
  const key = Object.keys(MARKS).filter((each) => seen.has(each)).map((each) => `${MARKS[each]} ${word(each)}`).join("   ");
  const table = make("section", "seats", [make("h2", "", `${word("seats")}: ${block.seats.length}`), make("ul", "", shown), key ? make("small", "key", key) : ""]);
  if (!block.silent) return table;
  const asked = word("remove_silent_sure").replace("@", block.silent);
  const remove = button(word("remove_silent").replace("@", block.silent), () => confirmDialog(asked, word("remove"), () => act({ act: "remove_silent" })));
  return make("section", "", [remove, table]);
}

/** Earlier classes of this computer, read when they are asked for. */
const COLUMNS = ["code", "opened", "used", "students", "activities", "size", "until"];
let kept = null;
function keptRooms(state, act) {
  const made = make("details", "script kept", make("summary", "", word("kept")), { open: kept !== null });
  const draw = (told) => {
    kept = told;
    const { kept: rooms, how } = told;
    const forget = ({ code }) => button(word("delete"), () => confirmDialog(word("delete_sure").replace("@", code), word("delete"), () => act({ act: "delete_room", code }, draw)));
    const line = (room) => make("tr", "", [...COLUMNS.map((key) => make("td", "", room[key])), make("td", "", forget(room))]);
    const head = make("tr", "", [...COLUMNS.map((key) => make("th", "", word(`kept_${key}`))), make("td")]);
    const table = make("table", "", [make("thead", "", head), make("tbody", "", rooms.map(line))]);
    made.replaceChildren(made.firstChild, rooms.length ? table : make("p", "", word("kept_none")), make("p", "", word("kept_how").replace("@", how)));
  };
  if (kept !== null) draw(kept);
  made.addEventListener("toggle", () => made.open && kept === null && act({ act: "kept" }, draw));
  return made;
}

const acts = (seat, { seats }) => ["rename", ...(seats.length > 1 ? ["swap"] : []), seat.strategy ? "take_back" : "hand", "invite", "remove"];

function seatAct(what, { seat, name }, { alone, seats: all }, act) {
  if (what === "rename") {
    const field = make("input", "", [], { name: "name", value: name, autocomplete: "off", maxLength: 200 });
    askFor(`${word("rename")}: ${name}`, field, word("save"), (wanted, done, refused) => act({ act: "rename", seat, name: wanted }, done, refused));
  } else if (what === "swap") {
    const others = all.filter((each) => each.seat !== seat).map((each) => make("option", "", each.name, { value: each.seat }));
    const field = make("select", "", others, { name: "with" });
    askFor(word("swap_with").replace("@", name), field, word("swap"), (other, done, refused) => act({ act: "swap", seat, with: other }, done, refused));
  } else if (what === "hand" || what === "take_back") act({ act: "hand", seat, strategy: what === "hand" ? "balanced" : "" });
  else if (what === "remove") confirmDialog(`${word("remove")}: ${name}?`, word("remove"), () => act({ act: "remove", seat }));
  else if (what === "invite") act({ act: "invite", seat }, (found) => showLink(name, found, alone));
}
