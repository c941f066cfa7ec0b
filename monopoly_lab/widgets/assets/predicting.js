// The field of a prediction. What is typed goes to the kernel, which checks it and gives back the cell's source with it.
// Every word comes from the kernel.

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

  const show = () => {
    if (document.activeElement !== field) field.value = model.get("typed");
    told.textContent = model.get("told");
    field.setAttribute("aria-invalid", String(model.get("wrong")));
  };
  const commit = () => {
    if (field.value === model.get("typed")) return;
    model.send({ typed: field.value, source: cellOf(model)?.sharedModel.getSource() });
  };
  const write = (message) => {
    const cell = cellOf(model);
    // Who has typed into the cell meanwhile is not overwritten.
    if (typeof message.source === "string" && cell?.sharedModel.getSource() === message.before)
      cell.sharedModel.setSource(message.source);
  };
  field.addEventListener("change", commit);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") commit();
    if (event.key === "s" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      commit();
      setTimeout(() => model.widget_manager?.context?.save(), 300); // after the kernel has answered
    }
  });
  model.on("change:typed change:told change:wrong", show);
  model.on("msg:custom", write);
  show();
  return () => {
    model.off("change:typed change:told change:wrong", show);
    model.off("msg:custom", write);
  };
}

export default { render };
