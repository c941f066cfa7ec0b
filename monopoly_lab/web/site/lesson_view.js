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

async function panelWhenReady() {
  for (;;) {
    const panel = globalThis.jupyterapp?.shell.currentWidget;
    if (panel?.context?.isReady) return panel;
    await new Promise((go) => setTimeout(go, 100));
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
  const panel = await panelWhenReady();
  panel.context.save = async () => {};
  panel.content.model.stateChanged.connect((model) => model.dirty && (model.dirty = false));
  await themed();
  await panel.sessionContext.ready;
  jupyterapp.commands.execute("notebook:run-all-cells");
  const steps = ".jp-Cell .ml-lesson .ml-step";
  while (!document.querySelector(steps)) await new Promise((go) => setTimeout(go, 100));
  document.title = document.querySelector(`${steps} h1`)?.textContent ?? document.title;
  const scrolled = over.scrollTop; // who reads stays where they read
  over.remove();
  document.querySelector(".jp-WindowedPanel-outer")?.scrollTo(0, scrolled);
  const home = Object.assign(document.createElement("a"), { href: "../index.html", textContent: words.home, className: "ml-home" });
  document.body.append(home);
}

if (lesson) addEventListener("DOMContentLoaded", open);
