// Pan and zoom: view is what part of the figure fills the stage.

const view = { x: 0, y: 0, scale: 1 };
const LEAST = 0.02, MOST = 12;

function place() {
  camera.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.scale})`);
}

// The whole figure; if its texts would be too small to read, its upper left part.
function fit(whole) {
  const width = stage.clientWidth, height = stage.clientHeight, margin = 16;
  let scale = Math.min((width - 2 * margin) / figure.width, (height - 2 * margin) / figure.height, 2.4);
  if (!whole) scale = Math.max(scale, Math.min(1.1, (width - 2 * margin) / figure.width), 0.55);
  view.scale = Math.max(scale, LEAST);
  view.x = Math.max((width - figure.width * view.scale) / 2, margin);
  view.y = Math.max((height - figure.height * view.scale) / 2, margin);
  place();
}

// Zooms by FACTOR; the point X, Y of the stage stays where it is.
function zoom(factor, x = stage.clientWidth / 2, y = stage.clientHeight / 2) {
  const scale = Math.min(Math.max(view.scale * factor, LEAST), MOST);
  view.x = x - (x - view.x) * scale / view.scale;
  view.y = y - (y - view.y) * scale / view.scale;
  view.scale = scale;
  place();
}

// Moves as little as needed to bring the rectangle into view; with READABLE zooms in if its text is too small
// to read.
function bringIntoView([x0, y0, x1, y1], readable) {
  const margin = 24;
  if (readable && view.scale < 0.9) zoom(1.2 / view.scale);
  const move = (offset, low, high, size) => {
    const a = offset + low * view.scale, b = offset + high * view.scale;
    if (a >= margin && b <= size - margin) return offset;
    return size / 2 - (low + high) / 2 * view.scale;
  };
  view.x = move(view.x, x0, x1, stage.clientWidth);
  view.y = move(view.y, y0, y1, stage.clientHeight);
  place();
}

// Shows the region of all RECTANGLES, unless it is in view at a readable size; the first one if the region is
// too large for that.
function showRegion(rectangles) {
  if (!rectangles.length) return;
  const [x0, y0] = [0, 1].map(i => Math.min(...rectangles.map(r => r[i])) - 8);
  const [x1, y1] = [2, 3].map(i => Math.max(...rectangles.map(r => r[i])) + 8);
  const inView = view.x + x0 * view.scale >= 0 && view.y + y0 * view.scale >= 0
    && view.x + x1 * view.scale <= stage.clientWidth && view.y + y1 * view.scale <= stage.clientHeight;
  if (inView && view.scale >= 0.9) return;
  const scale = 0.9 * Math.min(stage.clientWidth / (x1 - x0), stage.clientHeight / (y1 - y0));
  if (scale < 0.45) {
    bringIntoView(rectangles[0], true);
    return;
  }
  view.scale = Math.min(scale, 1.6);
  view.x = stage.clientWidth / 2 - (x0 + x1) / 2 * view.scale;
  view.y = stage.clientHeight / 2 - (y0 + y1) / 2 * view.scale;
  place();
}

stage.addEventListener("wheel", event => {
  event.preventDefault();
  const box = stage.getBoundingClientRect();
  zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), event.clientX - box.left,
    event.clientY - box.top);
}, { passive: false });

// Dragging with one pointer moves, with two it zooms as well.
const pointers = new Map();
let dragged = false;
stage.addEventListener("pointerdown", event => {
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  dragged = false;
});
stage.addEventListener("pointermove", event => {
  const old = pointers.get(event.pointerId);
  if (!old) return;
  const now = { x: event.clientX, y: event.clientY };
  if (!dragged && distance(old, now) < 4) return;
  if (!dragged) stage.setPointerCapture(event.pointerId);
  dragged = true;
  stage.classList.add("dragging");
  if (pointers.size === 2) {
    const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
    const box = stage.getBoundingClientRect();
    zoom(distance(now, other) / (distance(old, other) || 1), (now.x + other.x) / 2 - box.left,
      (now.y + other.y) / 2 - box.top);
  }
  view.x += (now.x - old.x) / pointers.size;
  view.y += (now.y - old.y) / pointers.size;
  pointers.set(event.pointerId, now);
  place();
});
for (const name of ["pointerup", "pointercancel"])
  stage.addEventListener(name, event => {
    pointers.delete(event.pointerId);
    stage.classList.remove("dragging");
  });
