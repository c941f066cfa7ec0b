// The gallery: scenarios as cards, filtered at once; pictures, and what is wrong with a file, come one after the other.
// Every word and every piece of markup comes from the kernel; nothing is fetched.

const dataAddress = (svg) => "data:image/svg+xml," + encodeURIComponent(svg);

const FRAME =
  '<div class="ml-row ml-bar"></div><form class="ml-row ml-filters"></form><div class="ml-row ml-none" hidden></div>' +
  '<div class="ml-problem" role="alert"></div><p class="ml-legend" hidden></p>' +
  '<div class="ml-tiles" role="list" tabindex="-1"></div><div class="ml-guide-place"></div>';

/** The gallery without its content. */
function emptyGallery(words) {
  const root = document.createElement("div");
  root.className = "ml-table ml-gallery";
  root.setAttribute("role", "region");
  root.setAttribute("aria-label", words.gallery);
  root.dataset.lmSuppressShortcuts = "true";
  root.innerHTML = FRAME;
  return root;
}

/** The guide: rows of a topic; gives a function that shows the row of a lesson. */
function guideIn(place, markup) {
  place.innerHTML = markup;
  const guide = place.firstElementChild;
  const rows = [...place.querySelectorAll("tr[data-lesson]")];
  const topic = place.querySelector(".ml-guide-topic");
  const treat = () => {
    for (const row of rows) row.hidden = topic.value && !row.dataset.topics.split("|").includes(topic.value);
    for (const course of place.querySelectorAll("tbody")) course.hidden = !course.querySelector("tr[data-lesson]:not([hidden])");
  };
  topic?.addEventListener("change", treat);
  return (name) => {
    const row = rows.find((each) => each.dataset.lesson === name);
    if (!row) return;
    guide.open = true;
    if (row.hidden) (topic.value = ""), treat();
    for (const each of rows) each.classList.toggle("ml-chosen", each === row);
    row.scrollIntoView({ block: "nearest" });
    row.focus();
  };
}

/** A list to choose from: families of pairs of a value and its text. */
function listOf(name, label, all, families) {
  const field = document.createElement("label");
  field.append(label + " ");
  const choice = document.createElement("select");
  choice.name = name;
  choice.add(new Option(all, ""));
  for (const [family, pairs] of families) {
    const group = family ? document.createElement("optgroup") : choice;
    if (family) choice.append(Object.assign(group, { label: family }));
    for (const [value, text] of pairs) group.append(new Option(text, value));
  }
  field.append(choice);
  return field;
}

/** Fill the lists above the cards; gives a function that shows the cards that are chosen. */
function filtersIn(root, model, words) {
  const [, filters, none, , legend, cards] = root.children;
  const count = document.createElement("span");
  count.setAttribute("role", "status");
  const lists = ["edition", "topic"].map((name) => listOf(name, words[name], words.all, words[`${name}s`]));
  filters.append(...lists, count);
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
  const choose = (chosen) => {
    model.set("chosen", chosen);
    model.save_changes();
    filter();
  };
  filters.addEventListener("change", () => choose(Object.fromEntries(new FormData(filters))));
  const clear = Object.assign(document.createElement("button"), { type: "button", textContent: words.clear });
  clear.addEventListener("click", () => {
    choose({ edition: "", topic: "" });
    filters.elements.edition.focus();
  });
  none.append(Object.assign(document.createElement("span"), { textContent: words.nothing }), clear);
  legend.textContent = words.legend;
  filters.addEventListener("submit", (event) => event.preventDefault());
  return filter;
}

/** Draw the cards with their pictures as they come; gives what ends that. */
function cardsIn(root, model, filter) {
  const cards = root.querySelector(".ml-tiles");
  const come = new Set(); // numbers of the pictures that are here
  const packed = new WeakMap(); // pictures that are to be drawn when they come into view: drawing one costs much
  const show = async (image) => {
    const bytes = packed.get(image);
    const address = dataAddress(await unpacked(bytes));
    if (packed.get(image) === bytes) image.src = address; // else one in other colors has come meanwhile
  };
  const watch = new IntersectionObserver(
    (seen) => {
      for (const { target } of seen.filter((each) => each.isIntersecting)) watch.unobserve(target), show(target);
    },
    { root: cards, rootMargin: "50%" },
  );
  const place = (number, alt, bytes) => {
    if (cards.children[number]?.matches(".ml-broken")) cards.children[number].outerHTML = model.get("cards")[number]; // mended
    const image = cards.children[number]?.querySelector("img");
    if (!image) return;
    image.alt = alt;
    packed.set(image, bytes);
    watch.unobserve(image); // it tells at once, again, whether it is in view
    watch.observe(image);
  };
  let drawn = []; // the markup of the cards; those that it says again stay, under the mouse and with their pictures
  const draw = () => {
    const wanted = model.get("cards");
    if (wanted.length !== drawn.length) cards.innerHTML = wanted.join("");
    else wanted.forEach((markup, number) => markup === drawn[number] || (cards.children[number].outerHTML = markup));
    drawn = wanted;
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
  const told = (message, buffers) => {
    if (message.card !== undefined) return check(message.card, message.markup);
    if (message.picture === undefined) return;
    place(message.picture, message.alt, buffers[0]);
    root.dataset.drawn = come.add(message.picture).size;
  };
  draw();
  model.on("change:cards", draw);
  model.on("msg:custom", told);
  return () => {
    model.off("msg:custom", told);
    watch.disconnect();
  };
}

/** Show the bar of what is opened in place of the cards. */
function showOpened(root, model, filter) {
  const [bar, ...hidden] = ["bar", "filters", "tiles", "guide-place"].map((name) => root.querySelector(`.ml-${name}`));
  const open = () => {
    const markup = model.get("opened");
    bar.innerHTML = markup;
    bar.hidden = !markup;
    for (const each of hidden) each.hidden = Boolean(markup);
    root.dataset.opened = Boolean(markup);
    filter();
  };
  open();
  model.on("change:opened", () => {
    open();
    // what is opened, and the cards after it, are lower than what was there: the window would show what is below them
    requestAnimationFrame(() => root.scrollIntoView({ block: "start" }));
  });
}

/** Follow the colors of the page, in which the pictures are drawn; gives what ends that. */
function followColors(root, send) {
  return followTheme(() => {
    if (root.dataset.theme === theme()) return;
    root.dataset.theme = theme();
    send("show", theme());
  });
}

function render({ model, el }) {
  const words = model.get("words");
  const root = emptyGallery(words);
  el.appendChild(root);
  const send = (act, value = "") => model.send({ act, value });
  const reveal = guideIn(root.querySelector(".ml-guide-place"), model.get("guide"));
  const problem = root.querySelector(".ml-problem");
  const filter = filtersIn(root, model, words);
  const undrawn = cardsIn(root, model, filter);
  showOpened(root, model, filter);
  model.on("change:chosen", filter);
  model.on("change:problem", () => (problem.textContent = model.get("problem")));
  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-act]");
    if (button?.dataset.act === "lesson") reveal(button.dataset.value);
    else if (button) send(button.dataset.act, button.dataset.value);
  });
  root.addEventListener("keydown", (event) => {
    event.stopPropagation(); // the notebook has shortcuts of its own
    if (event.key === "Escape" && model.get("opened")) send("back");
  });
  const unwatched = followColors(root, send);
  return () => {
    unwatched();
    undrawn();
  };
}

export default { render };
