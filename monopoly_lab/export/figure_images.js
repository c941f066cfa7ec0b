// Draws every figure that stands in this page and writes the pictures beside them, in base64.
(async () => {
  const place = document.getElementById("drawn");
  const { width, height } = place.dataset;
  const drawn = [];
  for (const figure of JSON.parse(document.getElementById("figures").textContent)) {
    const size = { width: Number(width), height: figure.layout?.height ?? Number(height) };
    try {
      drawn.push((await Plotly.toImage(figure, { format: "png", ...size })).split(",")[1]);
    } catch {
      drawn.push("");
    }
  }
  place.textContent = JSON.stringify(drawn);
})();
