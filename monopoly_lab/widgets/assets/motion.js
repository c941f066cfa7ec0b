// What has just happened, shown moving: dice tumble, the token walks its trail, money and deeds fly to their purses.
// The picture is already that of the end when a motion begins; whatever cuts one short leaves that picture.

const TUMBLE = 320, WALK = 480, FLY = 450, FLASH = 500, TURN = 250; // milliseconds
const TOLD = 4; // payments and deeds that are shown at once

/** Animate elements; `stop` ends all at once. */
function motionRunner(stage) {
  const running = new Set();
  const run = (each, frames, options) => {
    const motion = each.animate(frames, { easing: "ease-in-out", fill: "backwards", ...options });
    const gone = () => {
      running.delete(motion);
      if (each.dataset.flies) each.remove();
    };
    running.add(motion);
    motion.finished.then(gone, gone);
  };
  const stop = () => {
    for (const motion of [...running]) motion.cancel();
    for (const each of stage.querySelectorAll("[data-flies]")) each.remove();
  };
  return { run, stop };
}

/** Let the dice tumble. */
function tumble(stage, run) {
  stage.querySelectorAll(".die").forEach((die, n) => {
    const way = n % 2 ? -1 : 1;
    run(die, [{ transform: `translate(${40 * way}px, -60px) rotate(${400 * way}deg) scale(0.6)` }, { transform: "none" }], {
      duration: TUMBLE + 60 * n,
      easing: "cubic-bezier(.2,.9,.4,1.1)",
    });
  });
}

/** Let a token walk its trail. */
function walkTrail(stage, run, token, delay) {
  const mark = stage.querySelector(`.token[data-token="${token}"]`);
  const route = stage.querySelector(`.route[data-token="${token}"]`);
  if (!mark || !route) return;
  const [x, y] = [Number(mark.dataset.x), Number(mark.dataset.y)];
  const line = route.dataset.line.split(" ").map((pair) => pair.split(",").map(Number));
  line.push([x, y]);
  const long = line.map(([a, b], n) => (n ? Math.hypot(a - line[n - 1][0], b - line[n - 1][1]) : 0));
  const all = long.reduce((a, b) => a + b, 0) || 1;
  let gone = 0;
  const frames = line.map(([a, b], n) => ({
    transform: `translate(${a - x}px, ${b - y}px)`,
    offset: Math.min(1, (gone += long[n]) / all),
    easing: "linear",
  }));
  run(mark, frames, { duration: WALK, delay });
  run(route, [{ opacity: 0 }, { opacity: 1 }], { duration: WALK, delay });
}

/** Let something fly from one element to another; gives what flies. */
function fly(stage, run, [from, to], { kind, text = "", color = "", delay }) {
  if (!from || !to) return;
  const frame = stage.getBoundingClientRect();
  const middle = (each) => {
    const box = each.getBoundingClientRect();
    return `translate(${box.left + box.width / 2 - frame.left}px, ${box.top + box.height / 2 - frame.top}px)`;
  };
  const flier = document.createElement("div");
  flier.className = `ml-flier ml-${kind}-flies`;
  flier.dataset.flies = "true";
  flier.setAttribute("aria-hidden", "true");
  flier.textContent = text;
  if (color) flier.style.setProperty("--ml-color", color);
  stage.appendChild(flier);
  const at = (each, more = "") => `${middle(each)} translate(-50%, -50%) ${more}`;
  const frames = [
    { transform: at(from, "scale(0.7)"), opacity: 0 },
    { transform: at(from, "scale(1.15)"), opacity: 1, offset: 0.15 },
    { transform: at(to), opacity: 1, offset: 0.9 },
    { transform: at(to, "scale(0.7)"), opacity: 0 },
  ];
  run(flier, frames, { duration: FLY, delay, fill: "both" });
  return flier;
}

/** Play what a message tells on a stage with the drawn board in it; `stop` ends all at once. */
function motions(stage) {
  const { run, stop } = motionRunner(stage);
  const find = (selector) => stage.querySelector(selector);
  const purse = (seat) => (seat < 0 ? find(".dice") ?? find(".title") : find(`.purse[data-seat="${seat}"]`));
  const space = (q) => find(`.space[data-space="${q}"]`);
  /** A card comes with its back up from the space where it was drawn, and is turned over. */
  const turnOver = (from, delay) => {
    const face = find(".ml-luck-card");
    const flier = face && fly(stage, run, [space(from), face], { kind: "card", delay });
    if (!flier) return 0;
    flier.append(face.querySelector("svg").cloneNode(true));
    run(face, [{ transform: "scaleX(0)" }, { transform: "none" }], { duration: TURN, delay: delay + FLY });
    return FLY + TURN;
  };
  const flash = (seat, delay) => {
    const each = seat < 0 ? null : purse(seat);
    if (each) run(each, [{}, { fill: "#ffd43b", offset: 0.25 }, {}], { duration: FLASH, delay });
  };

  /** `rolled`: the dice were thrown; `token` that has moved; `paid`: [from, to, sum]; `deeds`: [space, to, color]; `card`: the
   * space where one was drawn; `over`. */
  const play = ({ rolled, token, paid, deeds, card, over }) => {
    let delay = 0;
    if (rolled) tumble(stage, run);
    if (rolled) delay += 200;
    if (card >= 0) delay += turnOver(card, delay);
    if (token !== null) walkTrail(stage, run, token, delay);
    if (token !== null) delay += 380;
    for (const [from, to, sum] of paid.slice(-TOLD)) {
      fly(stage, run, [purse(from), purse(to)], { kind: "money", text: sum, delay });
      flash(from, delay);
      flash(to, delay + 250);
    }
    for (const [from, to, color] of deeds.slice(-TOLD)) {
      fly(stage, run, [space(from), purse(to)], { kind: "deed", color, delay });
      flash(to, delay + 250);
    }
    const end = over && find(".ml-end");
    if (end) run(end, [{ transform: "scale(0.6)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: FLY, delay });
  };
  return { play, stop };
}
