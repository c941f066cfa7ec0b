// A notebook of the folder "lessons" is a lesson to read: it is run at once, its code and the application around it are
// not seen, and nothing of it is saved. Answers are kept by the page itself.

const lesson = /^lessons\/(.+)\.ipynb$/.exec(new URLSearchParams(location.search).get("path") ?? "");
const words = document.currentScript?.dataset ?? {};

// The picture and the text that the lesson begins with, up to its first question: they are read while Python starts.
function readFirst() {
  const made = (tag, given) => Object.assign(document.createElement(tag), given);
  const over = made("div", { className: "ml-getting-ready" });
  if (matchMedia("(prefers-color-scheme: dark)").matches) over.dataset.jpThemeLight = "false";
  const page = made("div");
  const state = made("div", { className: "ml-state" });
  state.setAttribute("role", "status");
  state.append(made("p", { textContent: words.loading }), made("progress"), made("small", { textContent: words.starting }));
  over.append(page, state);
  document.body.append(over);
  fetch(`../openings/${lesson[1]}.html`)
    .then((answer) => (answer.ok ? answer.text() : ""))
    .then((html) => {
      page.innerHTML = html;
      document.title = page.querySelector("h1")?.textContent ?? document.title;
    })
    .catch(() => {});
  return over;
}

const pause = (milliseconds) => new Promise((go) => setTimeout(go, milliseconds));
const SLOW = 90_000; // milliseconds; the first question is there after 20 to 30 s, on a slow computer after a minute
const LOADED_AGAIN = `loaded again: ${location.href}`;
let isThere = false; // the lesson
let isWaiting = false; // for a part that has not arrived

/** Say what is wrong in place of how long it takes, and offer to load the page again. */
function offerToLoadAgain(text) {
  const state = document.querySelector(".ml-getting-ready .ml-state");
  if (!state) return; // the lesson is there
  state.querySelector("p").textContent = text;
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: words.loadAgain });
  button.addEventListener("click", () => location.reload());
  state.querySelector("button, small").replaceWith(button);
}

/** Load the page again once a script or a style that has not arrived can be fetched; the second time, the reader does. */
async function fetchMissingPart({ target }) {
  const address = target instanceof HTMLScriptElement ? target.src : target.rel === "stylesheet" ? target.href : "";
  if (!address || isThere || isWaiting) return;
  isWaiting = true;
  while (!document.querySelector(".ml-state")) await pause(100);
  if (sessionStorage.getItem(LOADED_AGAIN)) return offerToLoadAgain(words.slow);
  offerToLoadAgain(words.notArrived);
  sessionStorage.setItem(LOADED_AGAIN, "yes");
  while (!(await fetch(address).catch(() => null))?.ok) await pause(2000);
  location.reload();
}

async function panelWhenReady() {
  for (;;) {
    const panel = globalThis.jupyterapp?.shell.currentWidget;
    if (panel?.context?.isReady) return panel;
    await pause(100);
  }
}

// JupyterLab's own theme follows what the reader likes.
function themed() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const go = () =>
    jupyterapp.commands.execute("apputils:change-theme", { theme: dark.matches ? "JupyterLab Dark" : "JupyterLab Light" }).catch(() => {});
  dark.addEventListener("change", go);
  return dark.matches ? go() : undefined;
}

async function open() {
  document.documentElement.classList.add("ml-view");
  const over = readFirst();
  setTimeout(() => offerToLoadAgain(words.slow), SLOW);
  const panel = await panelWhenReady();
  panel.context.save = async () => {};
  panel.content.model.stateChanged.connect((model) => model.dirty && (model.dirty = false));
  await themed();
  await panel.sessionContext.ready;
  jupyterapp.commands.execute("notebook:run-all-cells");
  const steps = ".jp-Cell .ml-lesson .ml-step";
  while (!document.querySelector(steps)) await pause(100);
  isThere = true;
  sessionStorage.removeItem(LOADED_AGAIN);
  document.title = document.querySelector(`${steps} h1`)?.textContent ?? document.title;
  const scrolled = over.scrollTop; // who reads stays where they read
  over.remove();
  document.querySelector(".jp-WindowedPanel-outer")?.scrollTo(0, scrolled);
  const home = Object.assign(document.createElement("a"), { href: "../index.html", textContent: words.home, className: "ml-home" });
  document.body.append(home);
}

if (lesson) {
  addEventListener("error", fetchMissingPart, true); // of elements: it does not bubble
  addEventListener("DOMContentLoaded", open);
}
