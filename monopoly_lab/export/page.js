// Unpacks plotly, which stands in this page, and draws every figure in its place. On paper nothing can be pressed, and
// boards are pictures of pixels: a printer would get each of their patterns as a picture as large as the board.
(async () => {
  const isPaper = document.body.classList.contains("paper");
  const SHARP = 2; // pixels of a printed board for one of its own

  const pixels = async (source) => {
    const drawing = new Image();
    drawing.src = source;
    await drawing.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [SHARP * drawing.naturalWidth, SHARP * drawing.naturalHeight];
    const pen = canvas.getContext("2d");
    pen.fillStyle = "white";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(drawing, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL("image/jpeg", 0.9);
  };
  const forPaper = async (figure) => {
    for (const image of figure.layout.images ?? []) image.source = await pixels(image.source);
    for (const key of ["updatemenus", "sliders"]) delete figure.layout[key];
  };
  // Charts of a report take the width of a phone: smaller letters, a title in several lines, fewer ticks.
  const PHONE = matchMedia("(max-width: 700px)");
  const LETTER = 0.56; // width of a letter, on average, in sizes of it
  const SMALLER = 0.64;
  const TICK = 52; // of the width of a phone, from one number to the next
  const inLines = (text, letters) =>
    text.split(" ").reduce((all, word) => {
      const line = all.slice(all.lastIndexOf("<br>") + 1);
      return all + (all && (line + word).length > letters ? "<br>" : all ? " " : "") + word;
    }, "");
  const onPhone = (figure, width) => {
    const made = structuredClone(figure.layout);
    for (const font of [made.font, made.title?.font, made.legend?.font, ...(made.annotations ?? []).map((each) => each.font)])
      if (font?.size) font.size *= SMALLER;
    let higher = 0; // for what stands below a title of several lines
    if (made.title?.text) {
      const size = made.title.font?.size ?? 17;
      made.title.text = inLines(made.title.text.replaceAll("<br>", " "), width / (size * LETTER));
      higher = 1.3 * size * (made.title.text.split("<br>").length - 1);
    }
    for (const [name, axis] of Object.entries(made)) if (name.startsWith("xaxis")) axis.nticks = Math.floor(width / TICK);
    const names = figure.data.flatMap((trace) => (trace.type === "bar" ? trace.x : [])).map(String);
    const longest = (Math.max(0, ...names.map((name) => name.length)) + 2) * (made.font?.size ?? 12) * LETTER;
    const tickangle = longest * names.length > width - 64 ? -35 : 0; // by itself Plotly slants them past the edge
    if (names.length) Object.assign(made.xaxis, { tickangle, automargin: true });
    Object.assign((made.margin ??= {}), { l: 44, r: 20, t: (made.margin?.t ?? 100) + higher });
    if (made.height) made.height += higher;
    return made;
  };
  // On a projector they grow with the text beside them.
  const USUAL = 22; // pixels of the text for which charts are made
  const scale = (part, times) => {
    for (const [key, value] of Object.entries(part ?? {})) {
      if (typeof value !== "object") continue;
      if (key.endsWith("font") && value?.size) value.size *= times;
      scale(value, times);
    }
  };
  const onWall = (layout, times) => {
    const made = structuredClone(layout);
    scale(made, times);
    if (made.height) made.height *= times;
    for (const side of Object.keys(made.margin ?? {})) if (side.length === 1) made.margin[side] *= times;
    for (const each of made.annotations ?? []) for (const shift of ["xshift", "yshift"]) if (each[shift]) each[shift] *= times;
    return made;
  };
  const isWall = document.body.classList.contains("wall");
  const isPhone = () => PHONE.matches && isWall;
  const times = () => (isWall && !PHONE.matches ? parseFloat(getComputedStyle(document.body).fontSize) / USUAL : 1);
  const layoutOf = (figure, place) => (isPhone() ? onPhone(figure, place.clientWidth) : times() > 1 ? onWall(figure.layout, times()) : figure.layout);
  if (isPaper) for (const image of document.images) image.src = await pixels(image.src);

  const unpacked = async (text) => {
    const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  };
  const library = document.getElementById("plotly");
  if (library) {
    const script = document.createElement("script");
    script.textContent = await unpacked(library.textContent);
    document.head.appendChild(script);
  }
  for (const table of document.querySelectorAll("table.dataframe")) {
    const rows = [...table.tBodies[0].rows];
    for (const heading of table.tHead.rows[0].cells) {
      const column = rows.map((row) => row.cells[heading.cellIndex]);
      if (!column.some((cell) => cell?.tagName === "TD" && /^\p{L}.*\p{L}/u.test(cell.textContent))) continue;
      for (const cell of [heading, ...column]) cell?.classList.add("words");
    }
  }
  for (const place of document.querySelectorAll("div.figure")) {
    const figure = JSON.parse(place.querySelector("script").textContent);
    if (isPaper) await forPaper(figure);
    place.classList.toggle("on-board", Boolean(figure.layout.images?.length));
    const config = () => ({
      responsive: !isPaper,
      staticPlot: isPaper,
      displaylogo: false,
      displayModeBar: isPhone() ? false : "hover",
      ...figure.config,
    });
    await Plotly.newPlot(place, figure.data, layoutOf(figure, place), config());
    PHONE.addEventListener("change", () => Plotly.react(place, figure.data, layoutOf(figure, place), config()));
    if (figure.frames && !isPaper) await Plotly.addFrames(place, figure.frames);
  }
  // What is wider than the page is reached by keys and has a name of its own: that of its heading, and what it is.
  const reach = () => {
    let heading = "";
    for (const part of isPaper ? [] : document.querySelectorAll("main :is(h2, h3), .output_html")) {
      if (!part.matches(".output_html")) {
        heading = part.firstChild?.textContent ?? "";
        continue;
      }
      const isWide = part.scrollWidth > part.clientWidth + 1;
      const what = part.querySelector(".figure")?.getAttribute("aria-label") || document.body.dataset.table;
      const name = [heading, what].filter(Boolean).join(": ");
      for (const [key, value] of Object.entries({ tabindex: "0", role: "region", "aria-label": name }))
        isWide ? part.setAttribute(key, value) : part.removeAttribute(key);
    }
  };
  addEventListener("resize", reach);
  for (const part of document.querySelectorAll("details.closed"))
    part.addEventListener("toggle", () => dispatchEvent(new Event("resize"))); // figures take the width they have now
  reach();
  document.body.dataset.drawn = "true";
})();
