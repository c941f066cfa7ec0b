// The field of a prediction. What is typed goes to the kernel, which checks it and gives back the cell's source with it.
// Every word comes from the kernel.

const PATIENCE = 3000; // milliseconds after which a notebook is saved though the kernel has not answered

// The cell that shows the field, in JupyterLab and Notebook 7; undefined in a page without a notebook.
function cellOf(model) {
  const cells = model.widget_manager?.context?.model?.cells;
  if (!cells) return undefined;
  const all = Array.from({ length: cells.length }, (_, n) => cells.get(n));
  const asks = (cell) => {
    const source = cell.sharedModel.getSource();
    return source.includes("predict(") && source.includes(model.get("name"));
  };
  return all.find((cell) => cell.id === model.get("cell")) ?? all.find((cell) => cell.type === "code" && asks(cell));
}

/** What goes to the kernel: a text at a time, again after a break of the connection; what is typed meanwhile follows. */
function outgoing(model, field) {
  const context = model.widget_manager?.context;
  let sent = null; // what the kernel has not answered yet
  let later = null; // what was typed since: it goes with the cell's source as the answer has left it
  let saving = 0; // the save that waits for the number to stand in the cell
  let saved = Promise.resolve(); // a save that began while another goes on would be refused: the file has just changed
  const send = () => model.send({ typed: sent, source: cellOf(model)?.sharedModel.getSource() });
  const saveFile = () => {
    saved = saved.then(() => context?.save()).catch(() => {}); // what went wrong JupyterLab has said
  };
  const save = () => {
    clearTimeout(saving);
    saving = 0;
    saveFile();
  };
  const reconnected = (_, status) => {
    if (status === "connected" && sent !== null) send();
  };
  context?.sessionContext?.connectionStatusChanged?.connect(reconnected);
  return {
    waits: () => sent !== null,
    commit() {
      if (field.value === (later ?? sent ?? model.get("typed"))) return;
      if (sent !== null) {
        later = field.value;
        return;
      }
      sent = field.value;
      send();
    },
    save() {
      this.commit();
      clearTimeout(saving);
      saving = sent === null ? 0 : setTimeout(saveFile, PATIENCE);
      if (!saving) save();
    },
    heard(text) {
      if (text !== sent) return;
      sent = later;
      later = null;
      if (sent !== null) send();
      else if (saving) save();
    },
    close: () => context?.sessionContext?.connectionStatusChanged?.disconnect(reconnected),
  };
}

function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "ml-prediction";
  root.dataset.lmSuppressShortcuts = "true";
  const label = document.createElement("label");
  const field = document.createElement("input");
  const told = document.createElement("span");
  field.type = "text";
  field.inputMode = "decimal";
  field.size = 8;
  field.autocomplete = "off";
  told.setAttribute("role", "status");
  label.append(model.get("ask"), field);
  root.append(label, told);
  el.appendChild(root);

  const out = outgoing(model, field);
  const show = () => {
    if (document.activeElement !== field && !out.waits()) field.value = model.get("typed");
    told.textContent = model.get("told");
    field.setAttribute("aria-invalid", String(model.get("wrong")));
  };
  const write = (message) => {
    const cell = cellOf(model);
    // Who has typed into the cell meanwhile is not overwritten.
    if (typeof message.source === "string" && cell?.sharedModel.getSource() === message.before)
      cell.sharedModel.setSource(message.source);
    out.heard(message.heard);
    show();
  };
  field.addEventListener("change", out.commit);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") out.commit();
    if (event.key === "s" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      out.save();
    }
  });
  model.on("change:typed change:told change:wrong", show);
  model.on("msg:custom", write);
  show();
  return () => {
    model.off("change:typed change:told change:wrong", show);
    model.off("msg:custom", write);
    out.close();
  };
}

export default { render };
