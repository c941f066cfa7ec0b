// What table, gallery and explorables share: the colors of the page, and texts that come packed.

/** The colors of the page: "dark" or "light". */
function theme() {
  const said = document.body.dataset.jpThemeLight;
  if (said) return said === "false" ? "dark" : "light";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Follow the colors of the page: calls `themed` now and whenever they change; gives what ends that. */
function followTheme(themed) {
  themed();
  const watch = new MutationObserver(themed);
  watch.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "data-jp-theme-name"] });
  return () => watch.disconnect();
}

/** The text of packed bytes. */
async function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}
