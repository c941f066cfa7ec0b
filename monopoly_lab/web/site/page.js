// Links with a class and a seed, and the student's work: kept by JupyterLite in this browser, under the notebook's name.

const BASE = new URL(".", location.href).pathname;
const STORE = "files"; // of the database in which JupyterLite keeps what was changed
const WORDS = JSON.parse(document.getElementById("words").textContent);
const LESSONS = JSON.parse(document.getElementById("lessons").textContent);
const LONGEST = 60; // letters of a class or a name

/** The database of JupyterLite under this address; it is made if no lesson has been opened yet. */
async function database() {
  const name = `JupyterLite Storage - ${BASE}`;
  const openDatabase = (version) =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open(name, version);
      request.onupgradeneeded = () => {
        if (!request.result.objectStoreNames.contains(STORE)) request.result.createObjectStore(STORE);
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
      request.onblocked = () => reject(new Error("blocked"));
    });
  const existing = await openDatabase();
  if (existing.objectStoreNames.contains(STORE)) return existing;
  existing.close();
  return openDatabase(existing.version + 1);
}

/** Do something with the store of notebooks and wait for it. */
async function withStore(mode, act) {
  const db = await database();
  try {
    return await new Promise((resolve, reject) => {
      const request = act(db.transaction(STORE, mode).objectStore(STORE));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    db.close();
  }
}

function short(text) {
  return (text ?? "").trim().replace(/\s+/g, " ").slice(0, LONGEST);
}

/** A seed as the lesson takes it: a whole number from 0; null for none, undefined for nonsense. */
function seedOf(text) {
  if (text === null || text.trim() === "") return null;
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}

/** A notebook of this name for this class: `02_dice.ipynb`, `02_dice 7b Ann.ipynb`. */
function fileName(lesson, course, student, seed) {
  const marks = [course, student, seed === null ? "" : `seed ${seed}`].filter(Boolean).join(" ");
  return `${lesson}${marks ? ` ${marks.replace(/[^\p{L}\p{N} _-]/gu, "_")}` : ""}.ipynb`;
}

/** The lesson with class, student and seed in its cell `ml.Lesson("...")`. */
function personal(notebook, lesson, course, student, seed) {
  const args = [JSON.stringify(lesson)];
  if (student) args.push(`student=${JSON.stringify(student)}`);
  if (course) args.push(`course=${JSON.stringify(course)}`);
  if (seed !== null) args.push(`seed=${seed}`);
  for (const cell of notebook.cells) {
    const source = Array.isArray(cell.source) ? cell.source.join("") : cell.source;
    const call = new RegExp(`ml\\.Lesson\\(\\s*(["'])${lesson}\\1(, student="", course="")?`);
    if (cell.cell_type !== "code" || !call.test(source)) continue;
    cell.source = source.replace(call, () => `ml.Lesson(${args.join(", ")}`);
    break;
  }
  return notebook;
}

/** Follow `?lesson=02_dice&class=7b&student=Ann&seed=5`, `?scenario=casino` or `?edition=gamer`. */
async function follow(query) {
  const wanted = query.get("lesson") ?? query.get("page") ?? query.get("scenario") ?? query.get("edition");
  const lesson = LESSONS.find((name) => name === wanted || name.split("_")[0] === wanted);
  const [course, student, seed] = [short(query.get("class")), short(query.get("student")), seedOf(query.get("seed"))];
  if ((query.has("lesson") || query.has("page")) && !lesson) return showMessage(WORDS.no_lesson.replace("{lesson}", short(wanted)));
  if (seed === undefined) return showMessage(WORDS.no_seed.replace("{seed}", short(query.get("seed"))));
  if (query.has("page")) return location.replace(`notebooks/index.html?path=${encodeURIComponent(`lessons/${lesson}.ipynb`)}`);
  let [name, notebook] = [`${lesson}.ipynb`, null];
  if (lesson && (course || student || seed !== null)) {
    name = fileName(lesson, course, student, seed);
    const answer = await fetch(`files/${lesson}.ipynb`);
    notebook = personal(await answer.json(), lesson, course, student, seed);
  } else if (!lesson) {
    if (!/^[a-z0-9_]{1,60}$/.test(wanted)) return showMessage(WORDS.no_lesson.replace("{lesson}", short(wanted)));
    const what = query.has("scenario") ? `scenario:${wanted}` : wanted;
    name = `table_${wanted}.ipynb`;
    notebook = notebookWith(`import monopoly_lab as ml\n\nml.Table("${what}")`);
  }
  if (notebook && (await withStore("readonly", (files) => files.getKey(name))) === undefined) {
    const now = new Date().toISOString();
    const model = { name, path: name, content: notebook, format: "json", type: "notebook", writable: true, created: now,
      last_modified: now, mimetype: "application/json", size: JSON.stringify(notebook).length };
    await withStore("readwrite", (files) => files.put(model, name));
  }
  location.replace(`notebooks/index.html?path=${encodeURIComponent(name)}`);
}

/** A notebook with one cell of code. */
function notebookWith(source) {
  const kernelspec = { display_name: "Python (Pyodide)", language: "python", name: "python" };
  const cell = { cell_type: "code", id: "table", metadata: {}, source, outputs: [], execution_count: null };
  return { cells: [cell], metadata: { kernelspec, language_info: { name: "python" } }, nbformat: 4, nbformat_minor: 5 };
}

function showMessage(text) {
  messageBox.textContent = text;
  messageBox.hidden = false;
}

/** The notebooks this browser keeps: go on, take a copy away, or begin anew. */
async function showWork() {
  const names = (await withStore("readonly", (files) => files.getAllKeys())).filter((name) => name.endsWith(".ipynb"));
  const list = document.getElementById("work");
  list.replaceChildren(...names.sort().map(entry));
  document.getElementById("work-part").hidden = names.length === 0;
}

function entry(name) {
  const item = document.createElement("li");
  const open = Object.assign(document.createElement("a"), { textContent: name.replace(/\.ipynb$/, "") });
  open.href = `notebooks/index.html?path=${encodeURIComponent(name)}`;
  const load = Object.assign(document.createElement("button"), { textContent: WORDS.download, type: "button" });
  load.setAttribute("aria-label", [WORDS.download, name].join(": "));
  load.addEventListener("click", () => download(name));
  const drop = Object.assign(document.createElement("button"), { textContent: WORDS.anew, type: "button" });
  drop.setAttribute("aria-label", [WORDS.anew, name].join(": "));
  drop.addEventListener("click", async () => {
    if (!confirm(WORDS.sure.replace("{name}", name))) return;
    await withStore("readwrite", (files) => files.delete(name));
    await showWork();
  });
  item.append(open, load, drop);
  return item;
}

async function download(name) {
  const { content } = await withStore("readonly", (files) => files.get(name));
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(content, null, 1)}\n`], { type: "application/x-ipynb+json" }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The teacher's link: lesson, class, and a seed if all shall have the same. */
function makeLink(event) {
  event.preventDefault();
  const form = new FormData(event.target);
  const link = new URL("index.html", location.href);
  for (const [key, value] of form) if (short(value)) link.searchParams.set(key, short(value));
  const place = document.getElementById("link");
  place.replaceChildren(Object.assign(document.createElement("a"), { href: link.href, textContent: link.href }));
  navigator.clipboard?.writeText(link.href).catch(() => {});
}

/** Says what this browser cannot do; what is here stays for the next visit, also without a network. */
function prepare() {
  if (!globalThis.indexedDB || typeof WebAssembly === "undefined") return showMessage(WORDS.old);
  if (globalThis.isSecureContext) return navigator.serviceWorker?.register("service-worker.js?enableCache=true");
  showMessage(WORDS.insecure);
  if (hasLink) messageBox.append(" ", Object.assign(document.createElement("button"), { textContent: WORDS.all_the_same, type: "button" }));
  messageBox.querySelector("button")?.addEventListener("click", openLink);
}

/** Open what the link of this page asks for. */
function openLink() {
  follow(query).catch((problem) => showMessage(String(problem)));
}

const query = new URLSearchParams(location.search);
const hasLink = ["lesson", "page", "scenario", "edition"].some((key) => query.has(key));
const messageBox = document.getElementById("word");
prepare();
document.getElementById("teacher")?.addEventListener("submit", makeLink);
if (!hasLink) showWork().catch(() => {});
else if (messageBox.hidden) openLink(); // else what cannot be done is read first
addEventListener("pageshow", (event) => event.persisted && showWork().catch(() => {}));
