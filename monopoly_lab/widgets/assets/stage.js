// How large the board is: the largest rectangle that its place allows, whatever the window around it.

const PANEL_PX = 300, PANEL_EM = 18, GAP = 10; // pixels that the panels want beside the board; with large letters, so many of their height
const CHART = 390, ROOMY = 1600; // what a chart beside all that takes, and the place from which there may be one
const KEPT = 0.9; // of its greatest width the board keeps when the panels stand beside it
const PHONE = 520; // pixels below which the part of the board around the token is shown, enlarged
const NARROW = 540; // pixels of board below which the card stands under it
const LETTERS = 14, READABLE_PX = 11.2; // the least letters of a board, and as how many pixels they are to be seen
const PHONE_RATIO = 1.12; // width by height of the part shown on a phone

const isProjected = (root) => root.classList.contains("ml-projector");

/** Full screen for the projector; `fit` is called when the size has changed. */
function fullScreen(root, fit) {
  /** Where full screen is refused, it fills the window: above all else there, in whatever panel it stands. */
  const over = (on) => {
    if (!root.showPopover || on === root.hasAttribute("popover")) return;
    if (on) root.popover = "manual";
    else root.removeAttribute("popover");
    if (on) root.showPopover();
    fit();
  };
  const project = (on) => {
    if (!on) over(false);
    root.classList.toggle("ml-projector", on);
    root.querySelector("[data-act=projector]")?.setAttribute("aria-pressed", on);
    fit();
  };
  const projector = async () => {
    if (document.fullscreenElement === root) return document.exitFullscreen();
    if (isProjected(root)) return project(false);
    project(true); // now: the key is released before a promise ends
    await (root.requestFullscreen?.() ?? Promise.reject()).catch(() => isProjected(root) && over(true));
  };
  let full = false;
  const changed = () => {
    if (full && document.fullscreenElement !== root) project(false);
    full = document.fullscreenElement === root;
  };
  document.addEventListener("fullscreenchange", changed);
  return { projector, leave: () => document.removeEventListener("fullscreenchange", changed) };
}

/** Height that is to be seen at once: of the notebook, or of the window below what stands above the table. */
function seenHeight(root) {
  if (isProjected(root)) return innerHeight;
  const notebook = root.closest(".jp-WindowedPanel-outer, .jp-NotebookPanel-notebook");
  if (notebook) return Math.max(400, notebook.clientHeight - 8);
  const above = root.getBoundingClientRect().top + scrollY;
  return Math.max(400, innerHeight - (above < 200 ? above : 0) - 8);
}

/** The part of the board around the focus in which the least letters can be read. */
function partAround(focus, frame, wide, ratio) {
  const w = Math.min(frame[2], (wide * LETTERS) / READABLE_PX), h = Math.min(frame[3], w / ratio);
  const [x, y] = focus || [frame[2], frame[3]];
  /** As little beyond the board as lets the focus stand in the middle third. */
  const inside = (middle, size, all) => {
    const start = Math.max(0, Math.min(all - size, middle - size / 2));
    return size >= all ? start : Math.max(middle - size * 0.65, Math.min(middle - size * 0.35, start));
  };
  return [inside(x, w, frame[2]), inside(y, h, frame[3]), w, h].map((n) => Math.round(n));
}

/** Say in the style how large the board is and how much is seen, in pixels. */
function putSizes(root, wide, side, ratio, seen) {
  root.style.setProperty("--ml-wide", `${wide}px`);
  root.style.setProperty("--ml-side", `${side}px`);
  root.style.setProperty("--ml-ratio", ratio);
  root.style.setProperty("--ml-seen", `${seen}px`);
}

/** Call `fit` when the table or what it stands in has another size; gives what ends that. */
function whenResized(root, fit) {
  const watch = new ResizeObserver(fit);
  watch.observe(root);
  watch.observe(root.closest(".jp-WindowedPanel-outer, .jp-NotebookPanel-notebook") ?? document.documentElement);
  addEventListener("resize", fit);
  return () => {
    watch.disconnect();
    removeEventListener("resize", fit);
  };
}

/**
 * Keep the stage in the size of its place; `draw(viewBox, is it all)` is called with what is to be seen, and `roomy()`
 * if there is room at first for a chart beside the largest board and its panels.
 */
function staging(root, draw, roomy) {
  const play = root.querySelector(".ml-play");
  const card = root.querySelector(".ml-card");
  let frame = [0, 0, 1200, 880];
  let focus = () => null; // the middle of the space where it happens, once it is drawn
  let whole = false; // asked for on a phone
  let before = "";
  let looked = false; // whether there is room for a chart, which is asked once

  const fit = () => {
    const large = isProjected(root);
    const style = getComputedStyle(root);
    const width = root.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (width <= 0) return;
    const phone = width < PHONE;
    const ratio = phone && !whole ? PHONE_RATIO : frame[2] / frame[3];
    if (phone !== (root.dataset.place === "phone")) root.dataset.place = phone ? "phone" : "below"; // the bar may break its line
    const seen = seenHeight(root);
    const above = root.dataset.card === "above" ? card.offsetHeight + 6 : 0;
    const most = (seen - above - (large ? 0 : play.offsetHeight + 8)) * ratio;
    const panels = Math.max(PANEL_PX, PANEL_EM * parseFloat(style.fontSize)) + GAP;
    const free = width - panels;
    if (!large && !looked && width >= Math.max(ROOMY, most + panels + CHART)) roomy();
    looked = true;
    const beside = !phone && (free >= KEPT * most || (large && width > seen));
    const wide = Math.floor(Math.min(most, beside ? Math.max(free, large ? width * 0.6 : 0) : width));
    root.dataset.place = phone ? "phone" : beside ? "beside" : wide < NARROW ? "narrow" : "below";
    putSizes(root, wide, Math.floor(wide / ratio + above), ratio, seen);
    const part = phone && !whole ? partAround(focus(), frame, wide, ratio) : frame;
    if (part.join(" ") !== before) draw((before = part.join(" ")), part === frame);
  };

  const unwatched = whenResized(root, fit);
  const { projector, leave } = fullScreen(root, fit);
  return {
    fit,
    projector,
    projected: () => isProjected(root),
    /** What of the board there is, and a function that tells where it happens. */
    setFrame(all, where) {
      const same = all.join(" ") === frame.join(" ");
      frame = all;
      focus = where;
      if (!same || root.dataset.place === "phone") fit(); // looking at sizes costs a frame
    },
    focusOn(where) {
      focus = where;
      fit();
    },
    toggleWhole() {
      whole = !whole;
      fit();
      return whole;
    },
    leave() {
      unwatched();
      leave();
    },
  };
}
