// The face of the table: the board as SVG, the sections beside it, mouse and keyboard.
// Every word and every piece of markup comes from the kernel; nothing is fetched.
// Its parts stand in files of their own, which come before this one in the same module: SCRIPTS in table_view.py.

const FRAME =
  '<div class="ml-play" data-section="play"></div>' +
  '<div class="ml-stage"><section class="ml-card"><div class="ml-gone" role="alert"></div>' +
  '<div class="ml-problem" role="alert" data-section="problem"></div>' +
  '<div class="ml-deciding"><div class="ml-drawn" data-section="drawn"></div><div class="ml-head" data-section="head"></div></div>' +
  '</section><div class="ml-board" role="application" tabindex="-1"></div>' +
  '<button type="button" class="ml-whole" data-act="whole" aria-pressed="false"></button></div>' +
  '<div class="ml-purses" data-section="purses"></div>' +
  '<div class="ml-side"><div role="tablist"></div><div class="ml-offer" data-section="offer"></div><div role="tabpanel" tabindex="0" class="ml-panel" data-section="side"></div></div>' +
  '<div class="ml-tip" role="tooltip" hidden></div><div class="ml-live" aria-live="polite"></div>' +
  '<div class="ml-help" role="dialog" hidden tabindex="-1"></div>';

/** The table without its content. */
function emptyTable(words) {
  const root = document.createElement("div");
  root.className = "ml-table";
  root.setAttribute("role", "region");
  root.setAttribute("aria-label", words.table);
  root.dataset.lmSuppressShortcuts = "true"; // Enter and letters are the table's, not the notebook's
  root.dataset.card = words.card ? "inside" : "above";
  root.innerHTML = FRAME;
  root.querySelector(".ml-board").setAttribute("aria-label", words.board);
  root.querySelector(".ml-whole").textContent = words.whole ?? "";
  if (words.card) root.querySelector(".ml-card").setAttribute("aria-label", words.card);
  return root;
}

function render({ model, el }) {
  const words = model.get("words");
  const id = Math.random().toString(36).slice(2, 8);
  const root = emptyTable(words);
  el.appendChild(root);

  const box = outbox(root, model, id);
  const help = helpOf(root, words);
  const letters = cardLetters(root);
  const tabs = tabsOf(root, model, words, id);
  const drawn = drawnBoard(root, model, id, () => box.send("roomy"));
  const pressed = pressedButton();
  const slider = draggedSlider(root, box);
  const clock = runningClock(root);
  const away = keysAway(root);
  const { show, begin } = sectionsOf(root, model, { box, drawn, letters, pressed, slider, clock });

  hearBoard(drawn);
  hearClicks(root, model, { box, drawn, pressed, tabs, help });
  hearForms(root, box, slider);
  hearKeys(root, model, { box, drawn, help, away });
  const unnamed = nameChart(model, el);
  show(Object.keys(model.get("parts")));
  begin();
  views.get(model.get("parts")).add(show);
  box.send("here");
  const ends = [unnamed, hearMessages(root, model, el), followPage(root, model, drawn.staged), clock.leave, away.leave];
  ends.push(hearKernel(root, model, el, words, { box, drawn }), letters.leave, drawn.staged.leave, drawn.moving.stop);
  return () => {
    for (const end of ends) end();
    views.get(model.get("parts")).delete(show);
  };
}

export default { initialize, render };
