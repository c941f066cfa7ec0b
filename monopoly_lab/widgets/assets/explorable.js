// The controls beside a chart that moves with them, and the sentence on what it shows. Every word comes from the kernel.

// How high a chart may be, so that its title and one control are on the screen with it; 0 where there is room for any.
const NARROW = matchMedia("(max-width: 899px)");
const BESIDE = 300; // pixels of a phone for the bars above a lesson, the title of a chart and a control
const LEAST = 320;
function tallest() {
  return NARROW.matches ? Math.max(LEAST, Math.round(innerHeight - BESIDE)) : 0;
}

const ARROW = 20; // pixels of a list for the arrow that opens it
const ruler = document.createElement("canvas").getContext("2d");

// Whether a closed list has no room for the words that are chosen.
function isCut(list) {
  const style = getComputedStyle(list);
  ruler.font = style.font;
  const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - ARROW;
  return list.clientWidth > 0 && ruler.measureText(list.selectedOptions[0]?.text ?? "").width > room;
}

// The element of one control and what stands around its label; `put` shows a value in it, `changed` hears the chosen one.
const KINDS = {
  slider(field, changed) {
    const input = document.createElement("input");
    const text = document.createElement("output");
    Object.assign(input, { type: "range", min: field.low, max: field.high, step: field.step });
    const say = () => {
      text.textContent = field.texts[(input.value - field.low) / field.step];
      input.setAttribute("aria-valuetext", text.textContent);
    };
    input.addEventListener("input", () => {
      say();
      changed(Number(input.value));
    });
    const put = (value) => {
      input.value = value;
      say();
    };
    // A step by a finger: the browser's own arrow keys are not there on a phone.
    const steps = [-1, 1].map((way) => {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: way < 0 ? "\u2212" : "+" });
      button.setAttribute("aria-label", way < 0 ? field.less : field.more);
      button.addEventListener("click", () => {
        way < 0 ? input.stepDown() : input.stepUp();
        input.dispatchEvent(new Event("input", { bubbles: true }));
      });
      return button;
    });
    const parts = (label) => {
      label.id = `${input.id}-label`;
      for (const button of steps) button.setAttribute("aria-describedby", label.id);
      return [label, text, steps[0], input, steps[1]];
    };
    return { input, parts, put };
  },
  choice(field, changed) {
    const input = document.createElement("select");
    const whole = document.createElement("div"); // what is chosen, where the closed list has no room for it
    whole.className = "ml-chosen";
    whole.setAttribute("aria-hidden", "true"); // the list says it already
    input.append(...field.texts.map((text, place) => new Option(text, place)));
    const say = () => (whole.textContent = isCut(input) ? field.texts[input.value] : "");
    input.addEventListener("change", () => {
      say();
      changed(Number(input.value));
    });
    new ResizeObserver(say).observe(input);
    const put = (value) => {
      input.value = value;
      say();
    };
    return { input, parts: (label) => [label, input, whole], put };
  },
  switch(field, changed) {
    const input = document.createElement("input");
    input.type = "checkbox";
    input.addEventListener("change", () => changed(input.checked));
    return { input, parts: (label) => [input, label], put: (value) => (input.checked = value) };
  },
};

// Keys scroll a chart that is wider than its place; the page of a lesson sees to its own. Where the chart stays above its
// controls, one that is reached by keys comes to stand below it.
function reached(el) {
  const box = el.closest(".ml-explorable");
  const frame = box?.querySelector(".ml-explorable-frame");
  if (!box?.closest(".ml-lesson")) frame?.setAttribute("tabindex", 0);
  if (frame) box.style.setProperty("--ml-pinned", `${frame.parentElement.offsetHeight}px`);
}

// A row of the form: the control with its label, which is named by `id` in the page.
function rowOf(field, { input, parts }, id) {
  const row = document.createElement("div");
  const label = document.createElement("label");
  label.textContent = field.label;
  label.htmlFor = input.id = id;
  row.dataset.kind = field.kind;
  row.dataset.name = field.name;
  row.append(...parts(label));
  return row;
}

// The frame of the controls: a form with the name of the explorable, and the sentence below it.
function frameIn(el, name) {
  const [root, form, said] = ["div", "div", "p"].map((tag) => document.createElement(tag));
  root.className = "ml-explorable-controls";
  root.dataset.lmSuppressShortcuts = "true"; // keys belong to the controls, not to the notebook
  root.addEventListener("keydown", (event) => event.stopPropagation()); // it would keep arrows from a slider
  form.setAttribute("role", "group");
  form.setAttribute("aria-label", name);
  said.setAttribute("role", "status");
  root.append(form, said);
  el.append(root);
  return [form, said];
}

function render({ model, el }) {
  const [form, said] = frameIn(el, model.get("name"));
  const own = Math.random().toString(36).slice(2); // the same explorable may be shown twice in a page
  let drawn = {};
  let held = "";
  const changed = (name) => (value) => {
    model.set("values", { ...model.get("values"), [name]: value });
    model.save_changes();
  };
  const show = () => {
    const fields = model.get("fields");
    if (JSON.stringify(fields) !== held) {
      const at = Object.keys(drawn).find((name) => drawn[name].input === document.activeElement);
      held = JSON.stringify(fields);
      drawn = Object.fromEntries(fields.map((field) => [field.name, KINDS[field.kind](field, changed(field.name))]));
      form.replaceChildren(...fields.map((field) => rowOf(field, drawn[field.name], `ml-${own}-${field.name}`)));
      drawn[at]?.input.focus();
    }
    for (const [name, value] of Object.entries(model.get("values"))) drawn[name]?.put(value);
    said.textContent = model.get("said");
    setTimeout(() => reached(el), 500);
  };
  const themed = () => {
    if (model.get("theme") === theme()) return;
    model.set("theme", theme());
    model.save_changes();
  };
  let across = 0; // a phone's window that grows by a bar of the browser, and no wider, draws nothing anew
  const sized = () => {
    if (across === innerWidth) return;
    across = innerWidth;
    if (model.get("tallest") === tallest()) return;
    model.set("tallest", tallest());
    model.save_changes();
  };
  model.on("change:fields change:values change:said", show);
  show();
  const unfollow = followTheme(themed);
  sized();
  addEventListener("resize", sized);
  return () => {
    unfollow();
    removeEventListener("resize", sized);
    model.off("change:fields change:values change:said", show);
  };
}

export default { render };
