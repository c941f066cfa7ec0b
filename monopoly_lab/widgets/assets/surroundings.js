// What stands around the table and is told to it: its kernel, the theme and letters of the page, the chart beside it.

const ENDED = ["restarting", "autorestarting", "terminating", "dead"]; // what a kernel is that knows no table any more
const ASKING = // what asks the kernel
  "button:enabled:not([data-act=help], [data-act=projector], [data-act=whole], [data-close]), input:enabled, select:enabled, textarea:enabled:not([readonly])";

function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Say whether the kernel has gone that is behind a view, as the notebook learns it; gives what ends that. */
function outlived(model, el, say) {
  let gone = false;
  const found = (now) => now !== gone && say((gone = now));
  const watch = new MutationObserver(() => found(el.classList.contains("jupyter-widgets-disconnected")));
  watch.observe(el, { attributes: true, attributeFilter: ["class"] });
  const session = model.widget_manager?.context?.sessionContext; // of a kernel that fell over the view is not told
  const changed = (_, status) => ENDED.includes(status) && found(true);
  session?.statusChanged.connect(changed);
  return () => {
    watch.disconnect();
    session?.statusChanged.disconnect(changed);
  };
}

/** Let nothing be asked while the kernel is gone; gives what ends that. */
function hearKernel(root, model, el, words, { box, drawn }) {
  return outlived(model, el, (gone) => {
    root.querySelector(".ml-gone").textContent = gone ? words.gone : "";
    root.toggleAttribute("data-gone", gone);
    if (gone) drawn.moving.stop();
    for (const each of root.querySelectorAll(gone ? ASKING : "[data-off]")) {
      each.disabled = gone;
      each.toggleAttribute("data-off", gone);
    }
    if (!gone) box.send("here");
  });
}

/** Do what the kernel asks of the window; gives what ends that. */
function hearMessages(root, model, el) {
  const told = (message) => {
    if (message.download) download(message.download, message.text);
    if (message.copy) navigator.clipboard?.writeText(message.copy);
    if (message.below) setTimeout(() => el.nextElementSibling?.scrollIntoView({ behavior: "smooth" }), 300);
    if (message.focus) root.querySelector("#" + CSS.escape(message.focus))?.focus();
  };
  model.on("msg:custom", told);
  return () => model.off("msg:custom", told);
}

/** Name the chart beside the table, a picture, for who does not see it; gives what ends that. */
function nameChart(model, el) {
  const charted = () => {
    for (let each = el; each; each = each.parentElement) {
      const chart = each.querySelector(":scope > .ml-chart, :scope > * > .ml-chart");
      if (!chart) continue;
      chart.setAttribute("role", "figure");
      return chart.setAttribute("aria-label", model.get("chart"));
    }
  };
  model.on("change:chart", charted);
  setTimeout(charted, 1000); // after a reload it is drawn later than the table
  return () => model.off("change:chart", charted);
}

/** Follow the colors of the page, and let the chart be written in letters of the same size; gives what ends that. */
function followPage(root, model, staged) {
  const themed = () => {
    root.dataset.theme = theme();
    if (model.get("theme") !== theme()) {
      model.set("theme", theme());
      model.save_changes();
    }
  };
  const lettered = () => {
    const size = Math.round(parseFloat(getComputedStyle(root).fontSize));
    if (!size || staged.projected() || size === model.get("letters")) return;
    model.set("letters", size);
    model.save_changes();
  };
  const unfollow = followTheme(themed);
  lettered();
  addEventListener("resize", lettered);
  return () => {
    unfollow();
    removeEventListener("resize", lettered);
  };
}
