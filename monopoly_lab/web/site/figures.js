// Draws every figure of a page in its place, as its data stand there.
addEventListener("DOMContentLoaded", async () => {
  for (const place of document.querySelectorAll("div.figure")) {
    const figure = JSON.parse(place.querySelector("script").textContent);
    await Plotly.newPlot(place, figure.data, figure.layout, { responsive: true, displaylogo: false, ...figure.config });
    if (figure.frames) await Plotly.addFrames(place, figure.frames);
  }
  document.body.dataset.drawn = "true";
});
