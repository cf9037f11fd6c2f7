// Search: by what is seen ("W q"), by name (x1, m3), by address, and "message 12 of hV".

const find = { hits: new Set(), list: [], turn: -1, box: document.getElementById("find"), said: document.getElementById("found") };

// Events that TEXT means, in the order of the run: those that it names exactly, else those of which it is a part.
function matches(text) {
  const wanted = text.trim().toLowerCase(), exact = [], parts = [];
  if (!wanted) return [];
  const counted = /^message (\d+) of (.+)$/.exec(wanted);
  if (counted) {
    const h = handlers.findIndex(one => [one.name, plain(one.text || one.name)].some(name => name.toLowerCase() === counted[2]));
    const list = h < 0 ? [] : turns[h].filter(m => !isInitial(m)), m = list[counted[1] - 1];
    return m === undefined ? [] : [first[m]];
  }
  const same = name => name.toLowerCase() === wanted;
  const messageIs = data.messages.names.map((name, m) => same(name) || same(plain(messageText(m))) || same("post " + name) ? 2 : name.toLowerCase().includes(wanted) ? 1 : 0);
  const variableIs = data.variables.map((name, v) => [name, plain(variableText(v))].some(same) ? 2 : name.toLowerCase().includes(wanted) ? 1 : 0);
  for (const e of order) {
    const kind = kinds[e], m = messageOf[e];
    let is = kind === "g" || kind === "p" ? 0 : variableIs[object[e]];
    if (kind === "p") is = Math.max(is, messageIs[object[e]]);
    if (messageIs[m] && first[m] === e) is = Math.max(is, messageIs[m]);
    if (is < 2) {
      const shown = plain(eventText(e)).toLowerCase(), written = fileText(e).toLowerCase();
      if (same(address(e)) || shown === wanted || written === wanted || shown.startsWith(wanted + " ") || written.startsWith(wanted + " ")) is = 2;
      else if (shown.includes(wanted) || written.includes(wanted) || address(e).toLowerCase().includes(wanted)) is = 1;
    }
    if (is === 2) exact.push(e);
    else if (is) parts.push(e);
  }
  return exact.length ? exact : parts;
}

function search(text, turn = 0, quiet = false) {
  find.list = matches(text);
  find.hits = new Set(find.list);
  find.turn = find.list.length ? Math.min(turn, find.list.length - 1) : -1;
  tellFound();
  if (find.turn >= 0) choose(find.list[find.turn], false, true, quiet);
  else changed();
}
function tellFound() {
  find.said.textContent = !find.box.value.trim() ? "" : find.list.length ? `${find.turn + 1} of ${find.list.length}` : "none";
  for (const id of ["find-back", "find-next"]) document.getElementById(id).disabled = find.list.length < 2;
}
function turnTo(by) {
  if (!find.list.length) return;
  find.turn = (find.turn + by + find.list.length) % find.list.length;
  tellFound();
  choose(find.list[find.turn], false, true);
}
let waits = 0;
find.box.addEventListener("input", () => {
  clearTimeout(waits);
  waits = setTimeout(() => search(find.box.value), eventCount > 30000 ? 200 : 0);
});
find.box.addEventListener("keydown", event => {
  event.stopPropagation();
  if (event.key === "Enter") turnTo(event.shiftKey ? -1 : 1);
  if (event.key === "Escape") {
    find.box.value = "";
    search("");
    stage.focus();
  }
});
document.getElementById("find-next").addEventListener("click", () => turnTo(1));
document.getElementById("find-back").addEventListener("click", () => turnTo(-1));
