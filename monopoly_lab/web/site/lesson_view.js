// A notebook of the folder "lessons" is a lesson to read: it is run at once, its code and the application around it are
// not seen, and nothing of it is saved. Answers are kept by the page itself.

const lesson = /^lessons\/(.+)\.ipynb$/.exec(new URLSearchParams(location.search).get("path") ?? "");
const words = document.currentScript?.dataset ?? {};

// What the lesson is and what it looks like, while Python starts.
function veil() {
  const made = (tag, given) => Object.assign(document.createElement(tag), given);
  const [title, picture] = JSON.parse(words.lessons ?? "{}")[lesson[1]] ?? [];
  const over = made("div", { className: "ml-getting-ready" });
  over.setAttribute("role", "status");
  if (title) over.append(made("h1", { textContent: (document.title = title) }));
  if (picture) over.append(made("img", { src: `../${picture}`, alt: "" }));
  over.append(made("p", { textContent: words.loading }), made("progress"), made("small", { textContent: words.starting }));
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
