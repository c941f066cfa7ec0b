// What is sent to the kernel, and what is waited for.

/** Values of a form by name, each a list of texts. */
function values(form) {
  const found = {};
  if (form) for (const [name, value] of new FormData(form)) (found[name] ??= []).push(value);
  return found;
}

/** `form` is the one from which the last act came: what is wrong with it is said in it. */
function outbox(root, model, id) {
  let cutting = 0; // until the table is seen to have stopped: what is played on afterwards is not meant
  let asked = 0;
  /** A strategy that does not answer keeps the kernel from hearing of Stop; a cell that runs is left alone. */
  const cut = () => {
    const kernel = model.widget_manager?.context?.sessionContext?.session?.kernel;
    if (kernel?.status === "idle" && root.querySelector("#ml-stop:not([disabled])")) kernel.interrupt();
  };
  const box = {
    form: null,
    awaited: null, // the last that a form has asked: an answer to an older one would undo what is in it by now
    late: null, // the button pressed meanwhile; it stands for what is in the form
    send(act, value = "", from = null, number = {}) {
      box.form = from;
      model.send({ act, value, form: values(from), ...number });
      if (act !== "stop") return;
      box.stopped();
      cutting = setTimeout(cut, 1500);
    },
    ask(act, value, from) {
      box.awaited = `${id} ${++asked}`;
      box.send(act, value, from, { heard: box.awaited });
    },
    /** Nothing plays any more, or Stop was pressed again. */
    stopped: () => clearTimeout(cutting),
  };
  return box;
}
