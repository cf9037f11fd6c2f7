// The address says what is shown, so that a link leads back; and what was shown can be had again.
//
//     #event=m1@2  #event=m1@2&from=m3@0  #step=12  #cycle=1&edge=3  #find=W%20q  #hide=h1,h2  #order=h2,h1  #at=ROW,HIGH

const undone = [];
let written = null, isReading = false;

function stateNow() {
  const state = new URLSearchParams();
  if (find.box.value.trim()) state.set("find", find.turn > 0 ? `${find.box.value.trim()}~${find.turn + 1}` : find.box.value.trim());
  if (focus.event >= 0) state.set("event", address(focus.event));
  if (focus.start >= 0) state.set("from", address(focus.start));
  if (player.used) state.set("step", player.step);
  if (cycles.number !== null) state.set("cycle", cycles.number + 1);
  if (cycles.chosen !== null) state.set("edge", cycles.chosen + 1);
  if (hidden.size) state.set("hide", [...hidden].map(h => handlers[h].name).join(","));
  if (columns.some((h, i) => h !== i)) state.set("order", columns.map(h => handlers[h].name).join(","));
  const off = RELATIONS.filter((_, r) => !shownRelations.has(r));
  if (off.length) state.set("without", off.join(","));
  return state;
}

// The picture goes back to TEXT, an address behind its #.
function readState(text) {
  const state = new URLSearchParams(text), byName = new Map(handlers.map((one, h) => [one.name, h]));
  const list = key => (state.get(key) || "").split(",").map(name => byName.get(name)).filter(h => h !== undefined);
  isReading = true;
  hidden.clear();
  for (const h of list("hide")) hidden.add(h);
  if (hidden.size === handlers.length) hidden.clear();
  const wished = [...new Set(list("order"))];
  columns = [...wished, ...handlers.map((_, h) => h).filter(h => !wished.includes(h))];
  const off = (state.get("without") || "").split(",");
  RELATIONS.forEach((relation, r) => off.includes(relation) ? shownRelations.delete(r) : shownRelations.add(r));
  rearranged();
  tellRelations();
  const number = Number(state.get("cycle"));
  chooseCycle(number >= 1 && number <= data.cycles.length ? number - 1 : null, true);
  if (Number(state.get("edge")) >= 1) chooseStep(Number(state.get("edge")) - 1, true);
  player.used = false;
  if (state.has("step")) goTo(Number(state.get("step")) || 0, true, true);
  else tellMailboxes();
  const [, wanted, turn] = /^(.*?)(?:~(\d+))?$/s.exec(state.get("find") || "");
  find.box.value = wanted;
  search(wanted, turn ? turn - 1 : 0, true);
  const e = state.has("event") ? eventByAddress(state.get("event")) : -1;
  focus.start = state.has("from") ? eventByAddress(state.get("from")) : -1;
  choose(e, false, e >= 0, true);
  const [r, high, wide, x] = (state.get("at") || "").split(",").map(Number);
  if (high > 0) {
    view.row = r;
    view.high = high;
    if (wide > 0) view.wide = wide;
    if (Number.isFinite(x)) view.x = x;
  }
  isReading = false;
  changed();
}

const place = () => [view.row.toFixed(1), view.high.toFixed(view.high < 1 ? 5 : 1), view.wide.toFixed(0), view.x.toFixed(0)].join(",");
function fullState() {
  const state = stateNow();
  state.set("at", place());
  return state.toString();
}

// Before something changes: so that it can be undone.
function remember() {
  if (isReading) return;
  const now = fullState();
  if (undone[undone.length - 1] !== now) undone.push(now);
  if (undone.length > 200) undone.shift();
  document.getElementById("undo").disabled = false;
}
function undo() {
  const before = undone.pop();
  if (before === undefined) return;
  readState(before);
  document.getElementById("undo").disabled = !undone.length;
}

function writeAddress() {
  const now = "#" + fullState();
  if (now === written) return;
  written = now;
  history.replaceState(null, "", now);
}
addEventListener("hashchange", () => {
  if (location.hash !== written) readState(location.hash.slice(1));
});
