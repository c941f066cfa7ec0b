// Boards: pieces of SVG as the server draws them; a phone shows the neighborhood of one space.

const SVG = "http://www.w3.org/2000/svg";
const FRAME = [0, 0, 1200, 880]; // of a board of forty spaces; others say their own by their first element
const NEAR = 430; // units of the board that a phone shows to the left and right of the space
export const WIDE = matchMedia("(min-width: 1000px)"); // a laptop: the whole board beside the decision
const boards = new Map(); // by name: pieces, and the elements that show them

/** Take the changes of boards: markup that is new, and runs [first, behind the last] of pieces that stay. */
export function applyBoards(changes, whole) {
  if (whole) boards.clear();
  for (const [name, change] of Object.entries(whole ?? changes)) {
    const old = boards.get(name)?.pieces ?? [];
    const pieces = change.flatMap((each) => (typeof each === "string" ? [each] : old.slice(each[0], each[1])));
    boards.set(name, { pieces });
    for (const drawn of document.querySelectorAll(`svg[data-board="${CSS.escape(name)}"]`)) fill(drawn, pieces);
  }
}

function elements(pieces, mark) {
  const frame = document.createElementNS(SVG, "svg");
  frame.innerHTML = pieces.join("").replace(/ id="| href="#|="url\(#/g, (before) => before + mark);
  return [...frame.children];
}

/** Let a drawn board show these pieces; elements of pieces that stay are kept. */
function fill(drawn, pieces) {
  const old = new Map();
  (drawn.pieces ?? []).forEach((piece, place) => old.set(piece, [...(old.get(piece) ?? []), drawn.children[place]]));
  const kept = pieces.map((piece) => old.get(piece)?.shift());
  const made = elements(pieces.filter((_, place) => !kept[place]), drawn.dataset.mark);
  drawn.replaceChildren(...kept.map((each) => each ?? made.shift()));
  drawn.pieces = pieces;
  look(drawn);
}

/** Show all of a board, or what lies around one space. */
function look(drawn) {
  const frame = drawn.dataset.frame?.split(" ").map(Number) ?? FRAME;
  const space = drawn.querySelector(`.space[data-space="${drawn.dataset.focus}"]`);
  if (!space || drawn.dataset.whole || !drawn.isConnected) return drawn.setAttribute("viewBox", frame.join(" "));
  const box = space.getBBox();
  const at = space.getCTM && drawn.getCTM() ? centre(drawn, space, box) : [box.x + box.width / 2, box.y + box.height / 2];
  const [wide, high] = [NEAR, NEAR * 0.8];
  const x = Math.max(0, Math.min(frame[2] - wide, at[0] - wide / 2));
  const y = Math.max(0, Math.min(frame[3] - high, at[1] - high / 2));
  drawn.setAttribute("viewBox", `${x} ${y} ${wide} ${high}`);
}

/** The middle of an element in units of the board. */
function centre(drawn, each, box) {
  const point = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
  const there = point.matrixTransform(drawn.getCTM().inverse().multiply(each.getCTM()));
  return [there.x, there.y];
}

export function drawBoard({ board, focus, caption, frame }, word) {
  const drawn = document.createElementNS(SVG, "svg");
  const figure = document.createElement("figure");
  drawn.dataset.board = board;
  drawn.dataset.focus = focus;
  drawn.dataset.frame = frame || FRAME.join(" ");
  drawn.dataset.mark = `b${Math.random().toString(36).slice(2, 8)}-`;
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", caption || word("board"));
  figure.className = "board";
  figure.append(drawn);
  if (caption) figure.append(Object.assign(document.createElement("figcaption"), { textContent: caption }));
  figure.addEventListener("click", (event) => {
    const space = event.target.closest(".space")?.dataset.space;
    if (space) document.dispatchEvent(new CustomEvent("space", { detail: Number(space) }));
  });
  if (focus >= 0) {
    if (WIDE.matches) drawn.dataset.whole = "yes";
    const turn = Object.assign(document.createElement("button"), { type: "button", textContent: word("whole_board") });
    turn.addEventListener("click", () => {
      drawn.dataset.whole = drawn.dataset.whole ? "" : "yes";
      turn.setAttribute("aria-pressed", Boolean(drawn.dataset.whole));
      look(drawn);
    });
    figure.append(turn);
  }
  const known = boards.get(board)?.pieces;
  if (known) requestAnimationFrame(() => fill(drawn, known));
  return figure;
}
