// The gallery: scenarios as cards, filtered at once; pictures, and what is wrong with a file, come one after the other.
// Every word and every piece of markup comes from the kernel; nothing is fetched.

async function unpacked(view) {
  const stream = new Blob([view]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

function dataAddress(svg) {
  const bytes = new TextEncoder().encode(svg);
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return "data:image/svg+xml;base64," + btoa(text);
}

function theme() {
  const said = document.body.dataset.jpThemeLight;
  if (said) return said === "false" ? "dark" : "light";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function render({ model, el }) {
  const words = model.get("words");
  const root = document.createElement("div");
  root.className = "ml-table ml-gallery";
  root.setAttribute("role", "region");
  root.setAttribute("aria-label", words.gallery);
  root.dataset.lmSuppressShortcuts = "true";
  root.innerHTML =
    '<div class="ml-row ml-bar"></div><form class="ml-row ml-filters"></form><div class="ml-row ml-none" hidden></div>' +
    '<div class="ml-problem" role="alert"></div><p class="ml-legend" hidden></p>' +
    '<div class="ml-tiles" role="list" tabindex="-1"></div><div class="ml-guide-place"></div>';
  el.appendChild(root);
  const [bar, filters, none, problem, legend, cards, place_of_guide] = root.children;
  const send = (act, value = "") => model.send({ act, value });

  // The guide: rows of a topic, and the way to a row from a card

  place_of_guide.innerHTML = model.get("guide");
  const guide = place_of_guide.firstElementChild;
  const rows = [...place_of_guide.querySelectorAll("tbody tr")];
  const topic = place_of_guide.querySelector(".ml-guide-topic");
  const treat = () => {
    for (const row of rows) row.hidden = topic.value && !row.dataset.topics.split("|").includes(topic.value);
  };
  topic?.addEventListener("change", treat);
  const reveal = (name) => {
    const row = rows.find((each) => each.dataset.lesson === name);
    if (!row) return;
    guide.open = true;
    if (row.hidden) (topic.value = ""), treat();
    for (const each of rows) each.classList.toggle("ml-chosen", each === row);
    row.scrollIntoView({ block: "nearest" });
    row.focus();
  };

  // Filters

  const list = (name, label, families) => {
    const field = document.createElement("label");
    field.append(label + " ");
    const choice = document.createElement("select");
    choice.name = name;
    choice.add(new Option(words.all, ""));
    for (const [family, pairs] of families) {
      const group = family ? document.createElement("optgroup") : choice;
      if (family) choice.append(Object.assign(group, { label: family }));
      for (const [value, text] of pairs) group.append(new Option(text, value));
    }
    field.append(choice);
    filters.append(field);
  };
  list("edition", words.edition, words.editions);
  list("topic", words.topic, words.topics);
  const count = document.createElement("span");
  count.setAttribute("role", "status");
  filters.append(count);
  const filter = () => {
    const wanted = model.get("chosen");
    for (const name of ["edition", "topic"]) filters.elements[name].value = wanted[name] ?? "";
    let shown = 0;
    for (const card of cards.children) {
      card.hidden = ["edition", "topic"].some((name) => wanted[name] && card.dataset[name] !== wanted[name]);
      shown += !card.hidden;
    }
    none.hidden = shown > 0 || !cards.children.length || root.dataset.opened === "true";
    legend.hidden = root.dataset.opened === "true" || !cards.querySelector(":scope > :not([hidden]) .ml-origin");
    count.textContent = words.count.replace("{shown}", shown).replace("{all}", cards.children.length);
  };
  filters.addEventListener("change", () => {
    model.set("chosen", Object.fromEntries(new FormData(filters)));
    model.save_changes();
    filter();
  });
  const clear = Object.assign(document.createElement("button"), { type: "button", textContent: words.clear });
  clear.addEventListener("click", () => {
    model.set("chosen", { edition: "", topic: "" });
    model.save_changes();
    filter();
    filters.elements.edition.focus();
  });
  none.append(Object.assign(document.createElement("span"), { textContent: words.nothing }), clear);
  legend.textContent = words.legend;
  filters.addEventListener("submit", (event) => event.preventDefault());

  // Cards and their pictures

  const pictures = new Map();
  const place = (number) => {
    if (cards.children[number]?.matches(".ml-broken")) cards.children[number].outerHTML = model.get("cards")[number]; // mended
    const image = cards.children[number]?.querySelector("img");
    if (image && pictures.has(number)) Object.assign(image, pictures.get(number));
  };
  let drawn = []; // the markup of the cards; those that it says again stay, under the mouse and with their pictures
  const draw = () => {
    const wanted = model.get("cards");
    if (wanted.length !== drawn.length) cards.innerHTML = wanted.join("");
    else wanted.forEach((markup, number) => markup === drawn[number] || (cards.children[number].outerHTML = markup));
    drawn = wanted;
    filter();
  };
  const open = () => {
    const markup = model.get("opened");
    bar.innerHTML = markup;
    bar.hidden = !markup;
    filters.hidden = cards.hidden = place_of_guide.hidden = Boolean(markup);
    root.dataset.opened = Boolean(markup);
    filter();
  };
  // What is wrong with a file; a card that says it already stays, and so does one while a button on it is being pressed.
  const check = (number, markup) => {
    const card = cards.children[number];
    if (!card || card.checked === markup) return;
    if (card.matches(":active")) {
      root.addEventListener("pointerup", () => setTimeout(check, 0, number, markup), { once: true });
      return;
    }
    card.outerHTML = markup;
    cards.children[number].checked = markup;
    filter();
  };
  const refuse = () => (problem.textContent = model.get("problem"));
  const told = async (message, buffers) => {
    if (message.card !== undefined) return check(message.card, message.markup);
    if (message.picture === undefined) return;
    pictures.set(message.picture, { alt: message.alt, src: dataAddress(await unpacked(buffers[0])) });
    place(message.picture);
    root.dataset.drawn = pictures.size;
  };
  draw();
  open();
  model.on("change:cards", draw);
  model.on("change:chosen", filter);
  const opened = () => {
    open();
    // what is opened, and the cards after it, are lower than what was there: the window would show what is below them
    requestAnimationFrame(() => root.scrollIntoView({ block: "start" }));
  };
  model.on("change:opened", opened);
  model.on("change:problem", refuse);
  model.on("msg:custom", told);

  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-act]");
    if (button?.dataset.act === "lesson") reveal(button.dataset.value);
    else if (button) send(button.dataset.act, button.dataset.value);
  });
  root.addEventListener("keydown", (event) => {
    event.stopPropagation(); // the notebook has shortcuts of its own
    if (event.key === "Escape" && model.get("opened")) send("back");
  });

  const themed = () => {
    if (root.dataset.theme === theme()) return;
    root.dataset.theme = theme();
    send("show", theme());
  };
  themed();
  const watch = new MutationObserver(themed);
  watch.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "data-jp-theme-name"] });
  return () => {
    watch.disconnect();
    model.off("msg:custom", told);
  };
}

export default { render };
