// Mouse and forms: what is pressed, dragged, typed and chosen.

const UPLOAD = 1_500_000; // bytes of a file that are read, more than any game has: the kernel says of a larger one that it is
const ONCE = ["press", "luck"]; // acts that answer: pressed twice at once, each is meant once; undo is meant twice
const TWICE = 5000; // milliseconds in which such a button is not pressed again before its answer
const DOUBLE = 400; // milliseconds in which the second click of a double click is none: it would be the next player's
const SLOW = 150; // milliseconds after which a button shows that its answer is still to come
const HIDDEN = 0.8; // share of the window below which hardly a panel is seen
const TYPING = "input:not([type=checkbox]):not([type=range]), textarea, select";
const ANSWERS = ONCE.map((act) => `[data-act=${act}]:not(form)`).join() + ", [data-face], form[data-act] [type=submit]";

/** The button whose answer has not come yet. */
function pressedButton() {
  let pressed = null;
  let since = 0;
  let slow = 0; // the clock after which it is shown as pressed: most answers come before, and a picture less is drawn
  const answered = () => {
    clearTimeout(slow);
    pressed?.removeAttribute("aria-busy");
    pressed = null;
  };
  const press = (button) => {
    answered();
    [pressed, since] = [button, performance.now()];
    slow = setTimeout(() => button.setAttribute("aria-busy", "true"), SLOW);
  };
  /** True of a button that answers and waits for its answer. */
  const waits = (button) => ONCE.includes(button.dataset.act) && button === pressed && performance.now() - since < TWICE;
  return { answered, press, waits };
}

/** A slider that is dragged: where it stands is sent once what it was dragged to before is drawn. */
function draggedSlider(root, box) {
  let gliding = null; // where it has been dragged to meanwhile
  let drawn = true; // what it was dragged to before
  const glide = () => {
    if (!drawn || gliding === null) return;
    box.send("glide", gliding);
    [gliding, drawn] = [null, false];
  };
  root.addEventListener("input", (event) => {
    if (event.target.type !== "range") return;
    gliding = event.target.value;
    glide();
  });
  return {
    glided() {
      drawn = true;
      glide();
    },
    left: () => ([gliding, drawn] = [null, true]),
  };
}

/** A face of a die is chosen; with one of each die they are thrown. */
function chooseFace(face, send) {
  const dice = face.closest("[data-dice]");
  for (const each of face.parentNode.children) each.setAttribute("aria-pressed", each === face);
  const chosen = [...dice.querySelectorAll("[role=group]")].map((die) => die.querySelector("[aria-pressed=true]"));
  if (!chosen.every(Boolean)) return;
  send("press", [dice.dataset.dice, ...chosen.map((each) => each.dataset.face)].join(" "));
  for (const each of chosen) each.setAttribute("aria-pressed", false);
}

/** Carry out clicks: those that the window answers itself, and those that the kernel is asked. */
function hearClicks(root, model, { box, drawn, pressed, tabs, help }) {
  let answering = 0; // when something that answers was last clicked
  /** The panel that the card has opened comes into sight where it lies below all that is seen. */
  const reveal = () => {
    const side = root.querySelector(".ml-side");
    if (side.getBoundingClientRect().top > HIDDEN * innerHeight) side.scrollIntoView({ block: "start" });
  };
  const here = {
    help: () => help.toggle(),
    projector() {
      drawn.board.removeAttribute("data-pointed"); // a space comes to lie under the mouse
      return drawn.staged.projector();
    },
    whole: (button) => button.setAttribute("aria-pressed", drawn.staged.toggleWhole()),
    motion() {
      drawn.moving.stop();
      model.set("motion", !model.get("motion"));
      model.save_changes();
    },
  };
  const press = (button) => {
    const { act, value } = button.dataset;
    if (here[act]) return here[act](button);
    if (pressed.waits(button)) return;
    pressed.press(button);
    if (act === "counter") reveal();
    if (act === "weigh") root.querySelector("#ml-settle")?.removeAttribute("open"); // the answer stands at what it hides
    if (box.awaited && button.id && root.querySelector(".ml-panel").contains(button)) return (box.late = button.id);
    box.send(act, value || button.title, button.closest("form"));
  };
  root.addEventListener("click", (event) => {
    const tab = event.target.closest("[data-tab]");
    if (tab) {
      tabs.pick(tab.dataset.tab);
      return tabs.holds(tab) || reveal();
    }
    if (event.target.closest("[data-close]")) return help.toggle();
    const answers = event.target.closest(ANSWERS);
    if (answers && event.detail > 1 && performance.now() - answering < DOUBLE) return event.preventDefault();
    if (answers) answering = performance.now();
    const face = event.target.closest("[data-face]");
    if (face) return chooseFace(face, box.send);
    const button = event.target.closest("[data-act]:not(form)");
    if (button && !button.disabled) press(button);
  });
}

const changeOf = (field) => field.dataset.change ?? field.closest("form")?.dataset.change;
const leaveField = (field) => field.dispatchEvent(new Event("change", { bubbles: true }));

/** What is being typed in a field that is heard without a button counts now, as if it were left. */
function counts(field) {
  if (field.typing && changeOf(field)) leaveField(field);
}

/** Hear what is typed and chosen in fields. */
function hearForms(root, box, slider) {
  root.addEventListener("input", (event) => (event.target.typing = event.target.matches(TYPING) && "defaultValue" in event.target));
  root.addEventListener("focusout", (event) => event.target.typing && leaveField(event.target));
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    for (const field of event.target.elements) field.typing = false;
    box.send(event.target.dataset.act, event.submitter?.value ?? "", event.target);
  });
  root.addEventListener("change", async (event) => {
    const field = event.target;
    field.typing = false;
    if (field.type === "file") {
      const file = field.files[0];
      if (file) box.send("upload", await file.slice(0, UPLOAD).text(), null, { form: { name: [file.name] } });
      field.value = "";
      return;
    }
    if (field.type === "range") slider.left();
    const act = changeOf(field);
    field.chosen = act === "press"; // the focus goes on to what follows
    if (act && field.form) box.ask(act, field.value, field.form);
    else if (act) box.send(act, field.value);
    if (act === "press") field.value = ""; // a list of choices stands ready for the same one again
  });
}
