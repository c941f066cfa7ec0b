// The teacher's panel: which activity to start, its buttons, and the seats.

import { drawBlock, make, showLink, sure, word } from "/files/blocks.js";

let chosen = null; // the activity whose form is open
const typed = {}; // what stands in its fields, by activity
const previews = {}; // what phones would show at first, by activity

export function hostPanel(block, state, ask) {
  chosen ??= state.chosen ?? "";
  const act = (content, then) => ask({ do: "host", ...content }, then);
  const parts = [block.alone ? make("p", "alone", block.alone) : "", bar(block, state, act)];
  if (block.phase === "lobby") parts.push(activities(state, act));
  if (block.script) parts.push(make("details", "script", [make("summary", "", word("script")), make("p", "", block.script)], { open: true }));
  parts.push(seats(block, act));
  if (block.phase === "lobby") parts.push(keptRooms(state, act));
  return make("section", "host", parts);
}

function button(label, press, main = false, more = {}) {
  const made = make("button", main ? "main" : "", label, { type: "button", ...more });
  made.addEventListener("click", press);
  return made;
}

/** The buttons of what runs. */
function bar(block, state, act) {
  const made = [];
  if (block.phase !== "lobby") for (const [what, label] of block.controls) made.push(button(label, () => act({ act: "control", what }), true));
  if (block.phase === "running") {
    made.push(button(word(block.is_paused ? "resume" : "pause"), () => act({ act: block.is_paused ? "resume" : "pause" })));
    made.push(button(word("end"), () => sure(word("end_sure"), word("end"), () => act({ act: "end" }))));
  }
  if (block.phase === "over") made.push(button(word("close"), () => act({ act: "close" }), true));
  const lock = block.is_locked ? "unlock" : "lock";
  made.push(button(word(lock), () => act({ act: lock })));
  if (block.phase !== "running" && block.has_results) made.push(button(word("results"), (event) => download(event.target, state), false, { title: word("results_hint") }));
  if (block.phase !== "running" && !block.numbers) made.push(button(word("numbers"), () => sure(word("numbers_sure"), word("numbers"), () => act({ act: "numbers" }))));
  if (block.phase !== "running") made.push(button(word("days").replace("@", block.days), () => setDays(block, act)));
  return make("div", "row", made);
}

function setDays({ days }, act) {
  const wanted = prompt(word("days_ask"), days);
  if (wanted) act({ act: "days", days: wanted });
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
  const card = (each) => {
    const head = button(each.title, () => ((chosen = chosen === each.name ? "" : each.name), draw()), false, { ariaExpanded: chosen === each.name });
    const inside = [head, make("p", "", each.teaches), make("small", "", word("minutes").replace("@", each.minutes))];
    if (chosen === each.name) inside.push(form(each, act));
    return make("article", chosen === each.name ? "open" : "", inside);
  };
  draw();
  return list;
}

function form(each, act) {
  const values = (typed[each.name] ??= Object.fromEntries(each.options.map(({ name, value }) => [name, value])));
  const made = make("form", "", each.options.map((option) => make("label", "", [option.label, field(option, values)])).concat(make("button", "main", word("start"), { type: "submit" })));
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    act({ act: "start", activity: each.name, options: values });
  });
  if (each.previews) made.querySelector("button.main").before(preview(each, values, made, act));
  return made;
}

/** What phones will show, as soon as something is chosen. */
function preview({ name }, values, about, act) {
  const made = make("section", "preview", [], { inert: true });
  const draw = (found) => {
    previews[name] = found;
    const parts = Object.entries(found).map(([key, block]) => drawBlock(block, `preview.${key}`, () => {}));
    made.replaceChildren(...(parts.length ? [make("h2", "", word("preview")), ...parts] : []));
  };
  about.addEventListener("change", () => {
    draw({});
    const isChosen = Object.values(values).some((value) => value !== "");
    if (isChosen) act({ act: "preview", activity: name, options: values }, ({ preview: found }) => draw(found));
  });
  draw(previews[name] ?? {});
  return made;
}

/** The field of one option: a list, a tick, a number or a text. */
function field(option, values) {
  let made;
  if (option.among.length) {
    const entries = option.among.map(([value, label]) => make("option", "", label, { value }));
    made = make("select", "", entries, { value: values[option.name] });
  } else if (typeof option.value === "boolean") {
    made = make("input", "", [], { type: "checkbox", checked: values[option.name] });
  } else if (typeof option.value === "number") {
    made = make("input", "", [], { type: "number", min: option.low, max: option.high, step: "any", value: values[option.name] });
  } else made = make("input", "", [], { value: values[option.name], maxLength: 400 });
  made.addEventListener("change", () => (values[option.name] = made.type === "checkbox" ? made.checked : made.value));
  return made;
}

/** Who is there, who is waited for, and what can be done with a seat. */
function seats(block, act) {
  const rows = block.seats.map((seat) => {
    const there = block.there.includes(seat.seat);
    const status = seat.strategy ? word("by_strategy") : there ? (seat.waits ? word("waits") : word("there")) : word("away");
    const more = make("select", "", [make("option", "", "…", { value: "" }), ...acts(seat).map((each) => make("option", "", word(each), { value: each }))], { ariaLabel: word("seat_acts") });
    more.addEventListener("change", () => (seatAct(more.value, seat, block, act), (more.value = "")));
    return make("tr", there ? "" : "away", [make("td", "", seat.name), make("td", "", status), make("td", "", more)]);
  });
  const table = make("table", "seats", [make("caption", "", `${word("seats")}: ${block.seats.length}`), make("tbody", "", rows)]);
  if (!block.silent) return table;
  const asked = word("remove_silent_sure").replace("@", block.silent);
  const remove = button(word("remove_silent").replace("@", block.silent), () => sure(asked, word("remove"), () => act({ act: "remove_silent" })));
  return make("section", "", [remove, table]);
}

/** Earlier classes of this computer, read when they are asked for. */
const COLUMNS = ["code", "opened", "used", "students", "activities", "size", "until"];
let kept = null;
function keptRooms(state, act) {
  const made = make("details", "script kept", make("summary", "", word("kept")), { open: kept !== null });
  const draw = ({ kept: rooms }) => {
    kept = rooms;
    const forget = ({ code }) => button(word("delete"), () => sure(word("delete_sure").replace("@", code), word("delete"), () => act({ act: "delete_room", code }, draw)));
    const line = (room) => make("tr", "", [...COLUMNS.map((key) => make("td", "", room[key])), make("td", "", forget(room))]);
    const head = make("tr", "", [...COLUMNS.map((key) => make("th", "", word(`kept_${key}`))), make("td")]);
    const table = make("table", "", [make("thead", "", head), make("tbody", "", rooms.map(line))]);
    made.replaceChildren(made.firstChild, rooms.length ? table : make("p", "", word("kept_none")), make("p", "", word("kept_how")));
  };
  if (kept !== null) draw({ kept });
  made.addEventListener("toggle", () => made.open && kept === null && act({ act: "kept" }, draw));
  return made;
}

const acts = (seat) => ["rename", "swap", seat.strategy ? "take_back" : "hand", "invite", "remove"];

function seatAct(what, { seat, name }, { alone }, act) {
  if (what === "rename") {
    const wanted = prompt(word("rename"), name);
    if (wanted) act({ act: "rename", seat, name: wanted });
  } else if (what === "swap") {
    const other = prompt(word("swap_with"), "");
    if (other) act({ act: "swap", seat, with: other });
  } else if (what === "hand" || what === "take_back") act({ act: "hand", seat, strategy: what === "hand" ? "balanced" : "" });
  else if (what === "remove") sure(`${word("remove")}: ${name}?`, word("remove"), () => act({ act: "remove", seat }));
  else if (what === "invite") act({ act: "invite", seat }, (found) => showLink(name, found, alone));
}
