// A notebook of the folder "lessons" is a lesson to read: it is run at once, its code and the application around it are
// not seen, and nothing of it is saved. Answers are kept by the page itself.

const lesson = /^lessons\/.+\.ipynb$/.test(new URLSearchParams(location.search).get("path") ?? "");
const words = document.currentScript?.dataset ?? {};

function veil() {
  const over = document.createElement("div");
  const said = Object.assign(document.createElement("p"), { textContent: words.loading });
  over.className = "ml-getting-ready";
  over.setAttribute("role", "status");
  over.append(said, document.createElement("progress"));
  document.body.append(over);
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
  const over = veil();
  const panel = await panelWhenReady();
  panel.context.save = async () => {};
  panel.content.model.stateChanged.connect((model) => model.dirty && (model.dirty = false));
  await themed();
  await panel.sessionContext.ready;
  jupyterapp.commands.execute("notebook:run-all-cells");
  while (!document.querySelector(".ml-lesson .ml-step")) await new Promise((go) => setTimeout(go, 100));
  document.title = document.querySelector(".ml-lesson h1")?.textContent ?? document.title;
  over.remove();
  const home = Object.assign(document.createElement("a"), { href: "../index.html", textContent: words.home, className: "ml-home" });
  document.body.append(home);
}

if (lesson) addEventListener("DOMContentLoaded", open);
