// Keys and the start.

for (const [id, act] of [["zoom-in", () => zoom(1.4)], ["zoom-out", () => zoom(1 / 1.4)], ["zoom-fit", () => fit(true)], ["undo", undo]])
  document.getElementById(id).addEventListener("click", act);

function letGo() {
  if (focus.start >= 0) keepNothing();
  else if (focus.event >= 0) choose(-1);
  else if (cycles.number !== null) chooseCycle(null);
}
function keepNothing() {
  remember();
  focus.start = -1;
  focus.path = null;
  tellEvent();
  changed();
}

const keys = {
  "+": () => zoom(1.4), "=": () => zoom(1.4), "-": () => zoom(1 / 1.4), "0": () => fit(true),
  "/": () => find.box.focus(), "j": () => walk(0, 1), "k": () => walk(0, -1), "h": () => walk(-1, 0), "l": () => walk(1, 0),
  "Enter": () => { if (focus.event >= 0) keepStart(); }, "Escape": letGo, "u": undo,
  "n": () => cycles.number === null ? turnTo(1) : chooseStep(cycles.chosen === null ? 0 : cycles.chosen + 1),
  "p": () => cycles.number === null ? turnTo(-1) : chooseStep(cycles.chosen === null ? 0 : cycles.chosen - 1),
  "ArrowRight": () => goTo(player.step + 1), "ArrowLeft": () => goTo(player.step - 1), "Home": () => goTo(0),
  "End": () => goTo(done), " ": play,
  "ArrowDown": () => { view.row += 3 * 20 / view.high; changed(); }, "ArrowUp": () => { view.row -= 3 * 20 / view.high; changed(); },
  "PageDown": () => { view.row += 0.9 * size.height / view.high; changed(); },
  "PageUp": () => { view.row -= 0.9 * size.height / view.high; changed(); },
};
document.addEventListener("keydown", event => {
  const own = event.target.closest("input, button, summary, select, a");
  if (event.ctrlKey || event.metaKey || event.altKey) {
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && event.target !== find.box) {
      event.preventDefault();
      undo();
    }
    return;
  }
  if (own && (event.key === "Enter" || event.key === " " || own.matches("input[type=range]") && event.key.startsWith("Arrow"))) return;
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});

(() => {
  const verdict = document.getElementById("verdict");
  verdict.textContent = data.verdict;
  verdict.className = data.verdict.replace(" ", "-");
  const note = document.getElementById("note");
  note.textContent = [data.note, done < eventCount && eventCount ? `The player shows one attempt to run it, ${done} of ${eventCount} events.` : ""].filter(Boolean).join(" ");
  note.hidden = !note.textContent;
  document.getElementById("counts").textContent = `${eventCount} events, ${messageCount} messages, ${handlers.length} handlers`;
  document.getElementById("player").hidden = !done;
  readColours();
  tellColumns();
  tellRelations();
  tellCycles();
  tellFormula();
  tellEvent();
  tellFound();
  fit(false);
  if (location.hash.length > 1) readState(location.hash.slice(1));
  else if (data.cycles.length) chooseCycle(0, true);
  document.documentElement.dataset.ready = "true";
})();
