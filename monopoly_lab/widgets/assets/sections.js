// The sections of the table as they are shown, and what depends on them.

const CARD = ["problem", "drawn", "head"]; // sections on the card

/** A problem is said in the form from which the last act came, else on the card. */
function problemPlace(root, box) {
  const problem = root.querySelector(".ml-problem");
  const home = problem.nextElementSibling;
  const back = () => home.before(problem);
  const place = () => {
    const there = box.form?.isConnected && problem.firstChild;
    for (const field of root.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
    if (!there) return problem.nextElementSibling === home || back();
    box.form.append(problem);
    problem.scrollIntoView({ block: "nearest" }); // of a card or panel with more in it than is seen
    box.form.querySelector("input:not([type=checkbox]), select")?.setAttribute("aria-invalid", "true");
  };
  return { back, place };
}

/** The clock of a timed game runs on here from what the kernel has said. */
function runningClock(root) {
  const tick = () => {
    for (const clock of root.querySelectorAll(".ml-clock[data-runs]")) {
      clock.since ??= performance.now();
      const left = Math.max(0, Math.round(clock.dataset.left - (performance.now() - clock.since) / 1000));
      clock.querySelector("b").textContent = [Math.floor(left / 60), String(left % 60).padStart(2, 0)].join(":");
    }
  };
  const ticking = setInterval(tick, 500);
  return { tick, leave: () => clearInterval(ticking) };
}

/**
 * Show sections by name; `heard` is the number of what was asked, with its answer. What happened before the table has
 * begun to be seen (`begin`) is not shown moving.
 */
function sectionsOf(root, model, { box, drawn, letters, pressed, slider, clock }) {
  const sections = [...root.querySelectorAll("[data-section]")];
  const live = root.querySelector(".ml-live");
  const partOf = (name) => model.get("parts")[name];
  const problem = problemPlace(root, box);
  let begun = false;
  let early = false; // sections have come before there was a board
  const stop = () => root.querySelector("#ml-stop:not([disabled])");
  /** True where things may move: not for who has asked the computer for stillness, nor in a window behind others. */
  const moves = () => model.get("motion") && !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  /** Keys are heard where the focus is: from a button that cannot be pressed any more it goes to Stop, else to the board. */
  const holdFocus = () => {
    const there = document.activeElement;
    if (!root.contains(there) || there.disabled) (stop() ?? drawn.board).focus({ preventScroll: true });
  };
  const draw = (names) => {
    if (names.includes("board")) drawn.draw();
    if (names.includes("frame")) drawn.stand();
    for (const each of sections) {
      const { section } = each.dataset;
      if (names.includes(section) && !(section === "side" && box.awaited)) fill(each, partOf(section));
    }
    if (names.includes("play")) clock.tick();
    if (names.includes("play") && !stop()) box.stopped();
    if (names.includes("problem") || box.form) problem.place();
    if (names.includes("facts") && !names.includes("board")) drawn.spaces.name();
    if (names.some((each) => CARD.includes(each))) letters.squeeze();
    pressed.answered();
    if (begun) slider.glided();
    if (names.includes("waiting")) live.textContent = partOf("waiting")[0];
    if (names.includes("motion") && partOf("motion").length && begun && moves()) drawn.moving.play(JSON.parse(partOf("motion")[0]));
  };
  const show = (names, heard = null) => {
    if (heard && heard !== box.awaited) return;
    if (heard) [box.awaited, names] = [null, ["side"]];
    const focused = root.contains(document.activeElement);
    if (box.form) problem.back(); // its form may go
    if (!partOf("board").length) return (early = true); // a message to come brings it: all is shown then
    if (early) [early, names] = [false, Object.keys(model.get("parts"))];
    draw(names);
    if (heard && box.late) root.querySelector("#" + CSS.escape(box.late))?.click();
    if (heard) box.late = null;
    if (focused) holdFocus();
  };
  return { show, begin: () => (begun = true) };
}
