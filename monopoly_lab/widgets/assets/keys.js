// The keyboard: shortcuts, the way round the board, and the tabs of the panels.

const SHORTCUTS = { u: "undo", r: "redo", n: "step", t: "turn", g: "round", e: "to_the_end", s: "stop", l: "luck" };

/** The list of keys. */
function helpOf(root, words) {
  const help = root.querySelector(".ml-help");
  help.setAttribute("aria-label", words.help);
  help.innerHTML = words.keys;
  let before = null; // where the focus was when the keys were asked for
  const toggle = () => {
    help.hidden = !help.hidden;
    if (!help.hidden) before = document.activeElement;
    const back = before?.isConnected ? before : root.querySelector(".ml-board");
    (help.hidden ? back : help).focus({ preventScroll: true });
  };
  return { toggle, isOpen: () => !help.hidden };
}

/** The tabs of the panels; `pick` opens one. */
function tabsOf(root, model, words, id) {
  const tabs = root.querySelector("[role=tablist]");
  tabs.setAttribute("aria-label", words.panels);
  root.querySelector(".ml-panel").id = "ml-panel-" + id;
  const pick = (name) => {
    model.set("tab", name);
    model.save_changes();
  };
  const draw = () => {
    const open = model.get("tab");
    tabs.innerHTML = "";
    for (const [name, text] of words.tabs) {
      const tab = document.createElement("button");
      tab.type = "button";
      tab.textContent = text;
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-selected", name === open);
      tab.setAttribute("aria-controls", "ml-panel-" + id);
      tab.tabIndex = name === open ? 0 : -1;
      tab.dataset.tab = name;
      tabs.appendChild(tab);
    }
  };
  draw();
  model.on("change:tab", () => {
    const inside = tabs.contains(document.activeElement);
    draw();
    if (inside) tabs.querySelector("[aria-selected=true]").focus();
  });
  tabs.addEventListener("keydown", (event) => {
    const names = words.tabs.map(([name]) => name);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    pick(names[(names.indexOf(model.get("tab")) + step + names.length) % names.length]);
  });
  return { pick, holds: (tab) => tabs.contains(tab) };
}

/** Whether keys are meant for the notebook: who has clicked elsewhere means it, also where the focus stays on a button of ours. */
function keysAway(root) {
  let away = false;
  const whose = (event) => {
    away = event.type === "pointerdown" && !root.contains(event.target);
    if (away) delete root.dataset.lmSuppressShortcuts;
    else root.dataset.lmSuppressShortcuts = "true";
  };
  document.addEventListener("pointerdown", whose, true);
  root.addEventListener("focusin", whose);
  return { are: () => away, leave: () => document.removeEventListener("pointerdown", whose, true) };
}

/** Where an arrow leads from the current space: along the side of the board on which it lies; undefined for other keys. */
function stepFrom(current, key, place, board) {
  const to = { ArrowRight: current - 1, ArrowLeft: current + 1, ArrowUp: current + 1, ArrowDown: current - 1, Home: 0, End: -1 };
  if (!(key in to)) return undefined;
  const box = place.getBoundingClientRect();
  const frame = board.getBoundingClientRect();
  const upper = box.top + box.height / 2 < frame.top + frame.height / 2;
  const turned = upper && ["ArrowRight", "ArrowLeft"].includes(key);
  return turned ? 2 * current - to[key] : to[key];
}

/** Hear keys on a space; false for those that mean nothing there. */
function spaceKey(event, { board, spaces, select }) {
  const place = spaceOf(event);
  if (!place) return false;
  const to = stepFrom(spaces.current, event.key, place, board);
  if (to === undefined && event.key !== "Enter" && event.key !== " ") return false;
  event.preventDefault();
  if (to === undefined) select(spaces.current);
  else spaces.walk(to);
  return true;
}

/** Hear the keys of the table, which the notebook does not see. */
function hearKeys(root, model, { box, drawn, help, away }) {
  const { board, spaces, staged, tip } = drawn;
  const escape = (event) => {
    if (help.isOpen()) return help.toggle();
    tip.hide();
    if (event.target.matches(TYPING)) return board.focus({ preventScroll: true }); // where the keys are heard
    if (staged.projected()) return staged.projector(); // also where the browser does not end it by this key
    return box.send("stop");
  };
  const act = (key) => {
    if (key === "?") return help.toggle();
    if (key === "b") return spaces.walk(spaces.current);
    if (/^[1-9]$/.test(key)) {
      const choices = root.querySelectorAll(".ml-choices button:not([aria-disabled=true])");
      return choices[Number(key) - 1]?.click();
    }
    if (SHORTCUTS[key]) box.send(SHORTCUTS[key]);
  };
  root.addEventListener("keydown", (event) => {
    if (away.are()) return;
    event.stopPropagation(); // the notebook has shortcuts of its own
    const notebook = model.widget_manager?.context;
    if ((event.ctrlKey || event.metaKey) && event.key === "s" && notebook?.save) {
      event.preventDefault();
      counts(event.target);
      return notebook.save(); // of the notebook, which does not see this key
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return escape(event);
    if (event.target.matches("select[data-change=press]") && /^(Arrow(Up|Down)|[^ ])$/.test(event.key)) {
      event.preventDefault(); // a closed list would take the next outcome at once
      return event.target.showPicker?.();
    }
    if (event.target.matches(TYPING) || spaceKey(event, drawn)) return;
    act(event.key);
  });
}
