// Sections of the table as the kernel sends them: a section is a list of pieces, an element each; a message says which
// pieces are new and which stay.

const SVG = "http://www.w3.org/2000/svg";
const HTML = "http://www.w3.org/1999/xhtml";

const views = new WeakMap(); // by the pieces of a model: what to call when they have changed

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
    else if (number !== parts.number + 1) return model.send({ act: "resend" });
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
      apply(message.packed ? JSON.parse(await unpacked(buffers[0])) : message);
      waiting -= 1;
    });
  });
}
