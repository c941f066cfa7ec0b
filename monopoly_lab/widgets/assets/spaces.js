// The spaces of the drawn board: what they are called, where things stand on them, and their deeds under the mouse.

const NEAR = 140; // units of the drawn board from the middle of a space to a token on it, at most

/** What is written on a space, as who speaks to the computer reads it there, and then what else is known of it. */
function spaceLabel(each, fact) {
  const texts = [...each.querySelectorAll("text")];
  for (const text of texts) if (!text.nextSibling?.data) text.after(" "); // else their words run into one another
  const written = texts.map((text) => text.textContent).join(" ");
  const known = fact.split(", ");
  let said = known.length;
  while (said && !` ${written} `.includes(` ${known.slice(0, said).join(" ")} `)) said -= 1;
  return [written, ...known.slice(said)].filter(Boolean).join(", ");
}

/** True of a space that is seen as a whole: what lies over the edge of a part of the board is no button there. */
function isInside(svg, each) {
  const [seen, box] = [svg.viewBox.baseVal, each.getBBox()];
  return box.x >= seen.x && box.y >= seen.y && box.x + box.width <= seen.x + seen.width && box.y + box.height <= seen.y + seen.height;
}

function middle(each) {
  const box = each?.getBBox();
  return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}

/** The middle of the token that stands on a space, or of the space. */
function standing(svg, each) {
  const at = middle(each);
  const far = ([x, y]) => Math.hypot(x - at[0], y - at[1]);
  const tokens = [...svg.querySelectorAll(".token")].map(({ dataset }) => [Number(dataset.x), Number(dataset.y)]);
  const [next] = at ? tokens.sort((a, b) => far(a) - far(b)) : [];
  return next && far(next) < NEAR ? next : at;
}

/** The spaces as buttons, of which the `current` one is reached by Tab; `partly`: a part of the board is seen. */
function spaceButtons(svg, model) {
  const put = (each, attribute, value) => each.getAttribute(attribute) === String(value) || each.setAttribute(attribute, value);
  const spaces = {
    current: 0,
    partly: false,
    find: (q) => svg.querySelector(`.space[data-space="${q}"]`),
    name() {
      const { facts } = model.get("parts");
      for (const each of svg.querySelectorAll(".space")) {
        const q = Number(each.dataset.space);
        const whole = !spaces.partly || isInside(svg, each);
        put(each, "role", whole ? "button" : "img");
        if (each.fact !== facts[q]) put(each, "aria-label", spaceLabel(each, (each.fact = facts[q]) ?? ""));
        if (whole) put(each, "aria-pressed", q === model.get("selected"));
        else each.removeAttribute("aria-pressed");
        put(each, "tabindex", q === spaces.current ? 0 : -1);
      }
    },
    walk(to) {
      const last = model.get("parts").facts.length;
      spaces.current = (to + last) % last;
      spaces.name();
      spaces.find(spaces.current)?.focus();
    },
  };
  model.on("change:selected", spaces.name);
  return spaces;
}

const spaceOf = (event) => event.target.closest?.(".space");

/** The deed of a space beside it. */
function spaceTip(root, model) {
  const tip = root.querySelector(".ml-tip");
  const show = (place) => {
    const { deeds, facts } = model.get("parts");
    const q = Number(place.dataset.space);
    tip.innerHTML = `<p></p>${deeds[q]}`;
    tip.firstChild.textContent = facts[q] ?? "";
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
  const hide = () => (tip.hidden = true);
  let pointed = null; // the space under the mouse; a picture that is drawn under a mouse at rest opens nothing
  /** The mouse has come to a space, or to none. */
  const point = (place) => {
    if (place === pointed && !tip.hidden) return;
    pointed = place;
    if (place) show(place);
    else hide();
  };
  /** The board was drawn again, with these elements new. */
  const drawn = (fresh) => {
    if (fresh.includes(pointed)) hide();
    else if (pointed && !tip.hidden) tip.firstChild.textContent = model.get("parts").facts[Number(pointed.dataset.space)] ?? "";
  };
  return { show, hide, point, drawn };
}

/** The drawn board in its place: `draw` it, let it `stand` where the frame says, `select` a space; `name` its spaces. */
function drawnBoard(root, model, id, roomy) {
  const board = root.querySelector(".ml-board");
  const card = root.querySelector(".ml-card");
  const partOf = (name) => model.get("parts")[name];
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("role", "group");
  svg.mark = `ml-${id}-`; // else its patterns were those of another board, which may be hidden
  board.appendChild(svg);
  const spaces = spaceButtons(svg, model);
  const tip = spaceTip(root, model);
  const moving = motions(root.querySelector(".ml-stage"));
  const see = (part, isAll) => {
    svg.setAttribute("viewBox", part);
    spaces.partly = !isAll;
    spaces.name();
  };
  const staged = staging(root, see, roomy);
  /** Put the board and its card where the frame says: what there is, the card in percent, the space where it happens. */
  const stand = () => {
    const [all, place, where] = partOf("frame");
    (place ?? "").split(" ").forEach((share, n) => card.style.setProperty(`--ml-card-${"xywh"[n]}`, share && share + "%"));
    staged.setFrame(all.split(" ").map(Number), () => where && standing(svg, spaces.find(where)));
  };
  let drawing = 0;
  const draw = () => {
    moving.stop();
    const before = svg.contains(document.activeElement);
    tip.drawn(fill(svg, partOf("board"), SVG));
    spaces.name();
    if (before && !svg.contains(document.activeElement)) spaces.find(spaces.current)?.focus({ preventScroll: true });
    root.dataset.drawn = ++drawing;
  };
  const select = (q) => {
    spaces.current = q;
    model.set("selected", q);
    model.set("tab", "deed");
    model.save_changes();
    tip.hide();
  };
  return { board, spaces, tip, moving, staged, stand, draw, select };
}

/** What mouse and focus do on the board. */
function hearBoard({ board, tip, staged, select }) {
  board.addEventListener("mousemove", (event) => {
    if (!event.movementX && !event.movementY) return;
    if (!board.hasAttribute("data-pointed")) board.toggleAttribute("data-pointed", true);
    tip.point(spaceOf(event));
  });
  board.addEventListener("mouseleave", tip.hide);
  board.addEventListener("focusin", (event) => {
    const place = spaceOf(event);
    if (!place) return;
    staged.focusOn(() => middle(place)); // a part of the board follows
    tip.show(place);
  });
  board.addEventListener("focusout", tip.hide);
  board.addEventListener("click", (event) => spaceOf(event) && select(Number(spaceOf(event).dataset.space)));
}
