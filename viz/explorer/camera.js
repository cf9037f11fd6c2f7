// What part of the picture is seen: rows from view.row on, each view.high pixels high; columns view.wide pixels wide,
// the first of them moved by view.x.

const stage = document.getElementById("stage"), canvas = document.getElementById("picture");
const HEAD = 26, TEXT = 15, LEAST_WIDE = 14, MOST_WIDE = 340, MOST_HIGH = 44;
const view = { row: 0, high: 20, x: 0, wide: 150 };
const size = { width: 0, height: 0 };

const yOf = r => HEAD + (r - view.row) * view.high;
const rowAt = y => view.row + (y - HEAD) / view.high;
const xOf = h => view.x + (placeOf[h] + 0.5) * view.wide;
const leastHigh = () => Math.min(32, (size.height - HEAD) / rows);

function clamp() {
  const count = shownColumns().length || 1;
  view.high = Math.min(Math.max(view.high, leastHigh()), MOST_HIGH);
  view.wide = Math.min(Math.max(view.wide, LEAST_WIDE, Math.min(90, size.width / count)), MOST_WIDE);
  const seen = (size.height - HEAD) / view.high;
  view.row = Math.min(Math.max(view.row, -seen / 2), rows - seen / 2);
  const all = count * view.wide;
  view.x = all <= size.width ? (size.width - all) / 2 : Math.min(Math.max(view.x, size.width - all - 60), 60);
}

function measure() {
  size.width = stage.clientWidth;
  size.height = stage.clientHeight;
}

// All of it; or so much from its start that it can be read.
function fit(all) {
  measure();
  const count = shownColumns().length || 1;
  view.wide = Math.min(Math.max(size.width / count, LEAST_WIDE), 210);
  if (!all) view.wide = Math.max(view.wide, 96);
  view.high = all ? leastHigh() : Math.min(Math.max((size.height - HEAD) / rows, 20), 32);
  view.row = 0;
  view.x = 0;
  changed();
}

// FACTOR times larger; the point X, Y stays where it is.
function zoom(factor, x = size.width / 2, y = size.height / 2) {
  const r = rowAt(y), column = (x - view.x) / view.wide;
  view.high *= factor;
  if (view.high > 8 || factor > 1) view.wide *= Math.sqrt(factor);
  clamp();
  view.row = r - (y - HEAD) / view.high;
  view.x = x - column * view.wide;
  changed();
}

// Shows the EVENTS: moves no more than needed, and makes rows high enough to be read.
function show(events, readable = true) {
  const there = events.filter(e => e >= 0 && placeOf[handlerOf(e)] >= 0);
  if (!there.length) return;
  const low = Math.min(...there.map(e => row[e])) - 1, high = Math.max(...there.map(e => row[e])) + 1;
  const room = size.height - HEAD;
  if (readable && view.high < TEXT) view.high = 20;
  if ((high - low) * view.high > room) view.high = Math.max(room / (high - low + 2), there.length > 1 ? 4 : 20);
  if (readable) view.wide = Math.max(view.wide, 96);
  if (yOf(low) < HEAD || yOf(high) > size.height) view.row = (low + high) / 2 - room / view.high / 2;
  const x = there.map(e => xOf(handlerOf(e))), half = view.wide / 2;
  if (Math.min(...x) < half) view.x += half - Math.min(...x) + 8;
  if (Math.max(...x) > size.width - half) view.x -= Math.max(...x) - size.width + half + 8;
  changed();
}

let asked = 0;
function changed() {
  clamp();
  if (asked) return;
  asked = requestAnimationFrame(() => {
    asked = 0;
    paint();
    tellPlace();
  });
}

// The event at X, Y, or -1.
function eventAt(x, y) {
  const h = shownColumns()[Math.floor((x - view.x) / view.wide)], r = Math.round(rowAt(y));
  if (h === undefined || y < HEAD) return -1;
  const m = turns[h][messageFrom(h, r)];
  if (m === undefined || top_[m] > r) return -1;
  const e = eventFrom(m, r);
  if (view.high < 6) return Math.min(e, first[m + 1] - 1);
  return e < first[m + 1] && row[e] === r ? e : -1;
}

stage.addEventListener("wheel", event => {
  event.preventDefault();
  const box = canvas.getBoundingClientRect(), unit = event.deltaMode ? 30 : 1;
  if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    view.x -= (event.deltaX || event.deltaY) * unit;
    changed();
  } else zoom(Math.exp(-event.deltaY * unit * 0.0015), event.clientX - box.left, event.clientY - box.top);
}, { passive: false });

// One pointer moves, two zoom; one that has not moved chooses; one that starts on a handler's name drags its column.
const pointers = new Map();
let dragged = false, carried = -1;
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
const columnAt = x => Math.floor((x - view.x) / view.wide);
canvas.addEventListener("pointerdown", event => {
  const box = canvas.getBoundingClientRect();
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  carried = pointers.size === 1 && event.clientY - box.top < HEAD ? shownColumns()[columnAt(event.clientX - box.left)] ?? -1 : -1;
  if (pointers.size === 1) dragged = false;
});
canvas.addEventListener("pointermove", event => {
  const old = pointers.get(event.pointerId), now = { x: event.clientX, y: event.clientY };
  const box = canvas.getBoundingClientRect();
  if (!old) {
    point(eventAt(now.x - box.left, now.y - box.top));
    canvas.style.cursor = now.y - box.top < HEAD && columnAt(now.x - box.left) in shownColumns() ? "grab" : "";
    return;
  }
  if (!dragged && distance(old, now) < 4) return;
  if (!dragged) canvas.setPointerCapture(event.pointerId);
  if (carried >= 0) {
    carry(carried, columnAt(now.x - box.left), !dragged);
    dragged = true;
    return;
  }
  dragged = true;
  if (pointers.size === 2) {
    const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
    zoom(distance(now, other) / (distance(old, other) || 1), (now.x + other.x) / 2 - box.left,
      (now.y + other.y) / 2 - box.top);
  }
  view.x += (now.x - old.x) / pointers.size;
  view.row -= (now.y - old.y) / pointers.size / view.high;
  pointers.set(event.pointerId, now);
  changed();
});
canvas.addEventListener("pointerup", event => {
  const box = canvas.getBoundingClientRect();
  carried = -1;
  if (pointers.delete(event.pointerId) && !dragged)
    choose(eventAt(event.clientX - box.left, event.clientY - box.top), event.shiftKey);
});
canvas.addEventListener("pointercancel", event => pointers.delete(event.pointerId));
canvas.addEventListener("pointerleave", () => point(-1));

// --- The map of all of it at the right ---

const map = document.getElementById("map");
function goByMap(event) {
  if (!event.buttons && event.type !== "pointerdown") return;
  const box = map.getBoundingClientRect();
  view.row = (event.clientY - box.top) / box.height * rows - (size.height - HEAD) / view.high / 2;
  changed();
}
map.addEventListener("pointerdown", goByMap);
map.addEventListener("pointermove", goByMap);
new ResizeObserver(() => {
  measure();
  drawnMap = null;
  changed();
}).observe(stage);
