// Unpacks plotly, which stands in this page, and draws every figure in its place.
(async () => {
  const packed = Uint8Array.from(atob(document.getElementById("plotly").textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const script = document.createElement("script");
  script.textContent = await new Response(stream).text();
  document.head.appendChild(script);
  for (const place of document.querySelectorAll("div.figure")) {
    const figure = JSON.parse(place.querySelector("script").textContent);
    await Plotly.newPlot(place, figure.data, figure.layout, { responsive: true, displaylogo: false, ...figure.config });
    if (figure.frames) await Plotly.addFrames(place, figure.frames);
  }
  document.body.dataset.drawn = "true";
})();
