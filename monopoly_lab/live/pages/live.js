// A page of a live class: its line to the server, and the blocks that come by it. Phone, wall and teacher's page.

import { closeStaleDialog, drawBlock, drawJoinForm, keepFocus, languageList, setActivity, setWords, word } from "/files/blocks.js";
import { WIDE, applyBoards } from "/files/boards.js";
import { forgetPreviews } from "/files/forms.js";
import { hostPanel } from "/files/host.js";
import { setClock } from "/files/charts.js";

const page = document.body.dataset.page;
const ROLE = { phone: "seat", wall: "wall", teacher: "host" }[page];
const RETRY = [300, 600, 1200, 2500]; // milliseconds between two tries to reach the server again
const code = new URLSearchParams(location.search).get("c") ?? "";
const LAST = "live-seat-last"; // under which a phone keeps the code of its last class
const OWN = "live-language"; // under which a phone keeps the language that it has chosen for itself
const dark = matchMedia("(prefers-color-scheme: dark)");

const read = (key) => {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
};
const BESIDE = new Set(["board", "players"]); // what stands beside the decision where there is room
const state = { blocks: {}, order: [], elements: {}, catalog: [], code: code || (ROLE === "seat" ? read(LAST) : ""), words: {}, secret: () => remembered(), complain: (text) => complain(text) };
let line = null;
let tries = 0;
let sent = 0;
const unconfirmed = new Map(); // what was said and not confirmed yet: said again when the line is back

// What this browser remembers: the secret of its seat, or the teacher's

const storeKey = () => `live-${ROLE}-${state.code || "room"}`;
const remembered = () => {
  if (ROLE === "host" && location.hash.length > 1) return location.hash.slice(1);
  if (ROLE === "seat" && location.hash.length > 1) {
    remember(location.hash.slice(1)); // a link for another phone
    history.replaceState(null, "", location.pathname + location.search);
  }
  return read(storeKey());
};
const remember = (secret) => {
  try {
    localStorage.setItem(storeKey(), secret);
    localStorage.setItem(LAST, state.code);
  } catch {
    /* a private window: the seat lasts as long as the page */
  }
};

/** Put the code of the class into the address: a page that is loaded again, or copied, is in the same room. */
function nameRoom() {
  if (ROLE === "seat" && state.code) history.replaceState(null, "", `${location.pathname}?c=${encodeURIComponent(state.code)}`);
}

// The line

const greet = () => line.send(JSON.stringify({ do: "hello", as: ROLE, secret: remembered(), code: state.code, theme: dark.matches ? "dark" : "light", lang: ROLE === "seat" ? read(OWN) : "" }));

function connect() {
  line = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/line`);
  line.onopen = greet;
  line.onmessage = (event) => hear(JSON.parse(event.data));
  line.onclose = () => {
    const offline = document.getElementById("offline"), isSeated = ROLE === "seat" && "known" in document.body.dataset;
    if (state.languages) offline.textContent = word(isSeated ? "offline_seat" : "offline"); // its words are there
    offline.hidden = false;
    setTimeout(connect, RETRY[Math.min(tries++, RETRY.length - 1)]);
  };
}

/** Send something that is confirmed or refused: `then` is called with the answer, `refused` with what is wrong. */
export function ask(message, then = () => {}, refused = complain) {
  const n = (sent += 1);
  const isSent = line.readyState === WebSocket.OPEN;
  unconfirmed.set(n, { message: { ...message, n }, then, refused, isSent });
  if (isSent) line.send(JSON.stringify({ ...message, n }));
}

function hear(message) {
  if (message.words) return welcomed(message);
  if (message.catalog) return listed(message.catalog);
  if (message.now !== undefined) setClock(message.now);
  if (message.begun !== undefined) setActivity((state.begun = message.begun));
  if (message.order) return show(message);
  const asked = unconfirmed.get(message.done ?? message.refused);
  unconfirmed.delete(message.done ?? message.refused);
  complain("");
  if (message.why) (asked?.refused ?? complain)(message.why);
  if (asked && message.done !== undefined) asked.then(message);
  if (message.why) for (const each of document.querySelectorAll("[aria-busy]")) each.removeAttribute("aria-busy");
}

/** The server has answered our first message: it knows us, or we have to join. */
function welcomed(message) {
  tries = 0;
  if (message.catalog?.length) state.catalog = message.catalog;
  state.chosen ??= message.chosen;
  state.code = message.code || state.code;
  speak(message);
  document.getElementById("offline").hidden = true;
  document.body.toggleAttribute("data-known", !message.stranger);
  if (message.stranger) return stranger(message);
  state.seat = message.seat;
  state.joining = null;
  nameRoom();
  if (message.again) return;
  for (const [n, { message: again, isSent }] of unconfirmed) {
    // Which question it answers shows whether an answer has counted; a button of the teacher could be pressed twice.
    if (again.do === "host" && isSent) unconfirmed.delete(n);
    else line.send(JSON.stringify(again));
  }
}

/** Speak the language of the room, or on a phone the one that was chosen on it. */
function speak({ words, lang, room_lang: usual, languages }) {
  setWords(words);
  state.languages = languages;
  document.documentElement.lang = lang;
  document.title = word(page);
  forgetPreviews();
  if (ROLE !== "seat") return;
  const choose = (wanted) => {
    try {
      if (wanted === usual) localStorage.removeItem(OWN); // it follows the room again
      else localStorage.setItem(OWN, wanted);
    } catch {
      /* a private window */
    }
    greet();
  };
  const footer = document.getElementById("language");
  keepFocus(footer, () => (footer.replaceChildren(languageList(languages, lang, choose)), footer));
}

/** What can be played was read meanwhile. */
function listed(catalog) {
  state.catalog = catalog;
  if (state.host) show({ set: { host: state.host }, order: state.order });
}

function stranger(message) {
  const blocks = document.getElementById("blocks");
  state.order = [];
  if (ROLE !== "seat") return blocks.replaceChildren(Object.assign(document.createElement("p"), { textContent: word("no_access") }));
  if (state.joining) return join(state.joining); // the seat that was kept is gone: take a new one
  const typed = [...blocks.querySelectorAll("form.join input")].map(({ name, value }) => [name, value]);
  const draw = () => blocks.replaceChildren(
    drawJoinForm(code, (form) => {
      state.code = form.code.replace(/[^\p{L}\p{N}]/gu, "").toUpperCase(); // "ab-2 c3" is AB2C3
      if (!remembered()) return join(form);
      state.joining = form; // this phone has a seat in this class: ask for it first
      greet();
    }, message),
  );
  keepFocus(blocks, () => (draw(), blocks));
  for (const [name, value] of typed) Object.assign(blocks.querySelector(`[name=${name}]`) ?? {}, { value });
}

function join(form) {
  state.joining = null;
  ask({ do: "join", ...form }, ({ secret, seat }) => {
    remember(secret);
    document.body.toggleAttribute("data-known", true);
    nameRoom();
    state.seat = seat;
  });
}

/** Say what is wrong with an answer to a question, or with something else; it goes when the question goes, or is answered anew. */
function complain(text, question = null) {
  const problem = document.getElementById("problem");
  state.wrong = text ? { question, begun: state.begun } : null;
  problem.textContent = text;
  problem.hidden = !text;
}

// What is shown

function show({ set, order, boards, whole }) {
  applyBoards(boards ?? {}, whole);
  const main = document.getElementById("blocks");
  const isFirst = !state.order.length;
  if (isFirst) main.replaceChildren();
  state.host = set.host ?? state.host;
  const phase = document.body.dataset.phase;
  document.body.dataset.phase = set.host?.phase ?? phase ?? "";
  for (const key of whole ? order : Object.keys(set)) {
    const block = (state.blocks[key] = set[key]);
    const old = state.elements[key];
    const made = block.kind === "host" ? hostPanel(block, state, ask) : drawBlock(block, key, answer, old);
    if (made === old) continue;
    made.dataset.key = key;
    made.dataset.kind = block.kind;
    if (old?.isConnected) keepFocus(old, () => (old.replaceWith(made), made));
    state.elements[key] = made;
  }
  for (const key of Object.keys(state.elements)) {
    if (order.includes(key)) continue;
    state.elements[key].remove();
    delete state.elements[key];
    delete state.blocks[key];
  }
  state.order = order;
  arrange();
  hold(order.includes("paused"));
  const isUnsent = closeStaleDialog() && page === "phone"; // whoever did not confirm has confirmed nothing
  dropProblem();
  if (isUnsent) complain(word("not_confirmed"));
  if (phase && phase !== document.body.dataset.phase) state.elements.host?.scrollIntoView(); // its buttons are others now
}

/** In a pause no phone can answer, and shows it: the buttons of its questions are gray. */
function hold(isPaused) {
  if (page === "phone") for (const each of document.querySelectorAll(":is(.ask, .trade) button")) each.disabled = isPaused;
}

/** Put the blocks in their order; on a laptop, the board with its deeds stands beside the rest. */
function arrange() {
  const isBeside = (key) => page === "phone" && WIDE.matches && BESIDE.has(key);
  for (const [home, keys] of [["blocks", state.order.filter((key) => !isBeside(key))], ["beside", state.order.filter(isBeside)]]) {
    let place = document.getElementById(home).firstElementChild;
    for (const key of keys) {
      const each = state.elements[key];
      if (each === place) place = place.nextElementSibling;
      else document.getElementById(home).insertBefore(each, place);
    }
  }
}

WIDE.addEventListener("change", arrange);

/** Answer a question of the activity; the button shows that it is on its way. `then` is called once the answer counts. */
function answer(question, content, button, then = () => {}) {
  button?.setAttribute("aria-busy", "true");
  const done = () => (button?.removeAttribute("aria-busy"), then());
  ask({ do: "answer", seat: state.seat, question, answer: content }, done, (why) => complain(why, question));
}

/** Take away what was said of a question that is not on the page any more, or of another activity. */
function dropProblem() {
  const { question, begun } = state.wrong ?? {};
  const asks = (block) => block.question === question || (block.parts ?? []).some(asks);
  if (state.wrong && (begun !== state.begun || (question !== null && !state.order.some((key) => asks(state.blocks[key]))))) complain("");
}

addEventListener("input", () => complain("")); // it is being mended

dark.addEventListener("change", () => line.close());
addEventListener("online", () => line.readyState === WebSocket.CLOSED && connect());
connect();
