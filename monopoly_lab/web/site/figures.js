// Draws every figure of a page in its place, as its data stand there; what is wider than the page is reached by keys.
addEventListener("DOMContentLoaded", async () => {
  for (const place of document.querySelectorAll("div.figure")) {
    const figure = JSON.parse(place.querySelector("script").textContent);
    await Plotly.newPlot(place, figure.data, figure.layout, { responsive: true, displaylogo: false, ...figure.config });
    if (figure.frames) await Plotly.addFrames(place, figure.frames);
  }
  const reach = () => {
    for (const part of document.querySelectorAll(".cell_output .text_html, .highlight pre"))
      part.scrollWidth > part.clientWidth + 1 ? (part.tabIndex = 0) : part.removeAttribute("tabindex");
  };
  addEventListener("resize", reach);
  reach();
  document.body.dataset.drawn = "true";
});
