// What is in view, on the canvas. Three ways, by the height of a row: events as nodes with texts and arrows; messages
// as boxes with names; messages as slices, of which as many are looked at as there are lines of pixels.

const pen = canvas.getContext("2d"), mapPen = map.getContext("2d");
const FONT = '"Liberation Sans", Arial, Helvetica, sans-serif';
const MOST_EVENTS = 1500, MOST_ARROWS = 700;
const DASHES = [[], [], [], [], [5, 2], [7, 2, 2, 2], [3, 2], [1, 2]];
const shownRelations = new Set(RELATIONS.map((_, r) => r));
let colours = {}, drawnMap = null;

function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["ground", "ink", "pale", "box", "box-line", "node", "node-line", "past", "future", "self", "done",
    "now", "panel", "accent", "line", ...RELATIONS]) colours[name] = style.getPropertyValue("--" + name).trim();
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  readColours();
  drawnMap = null;
  changed();
});

function sharp(element, width, height) {
  const ratio = devicePixelRatio || 1;
  if (element.width !== Math.round(width * ratio) || element.height !== Math.round(height * ratio)) {
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
  }
  element.getContext("2d").setTransform(ratio, 0, 0, ratio, 0, 0);
}

// --- Texts ---

const widths = new Map();
function widthOf(text, font) {
  const key = font + text;
  let width = widths.get(key);
  if (width === undefined) {
    pen.font = font;
    width = pen.measureText(text).width;
    if (widths.size > 20000) widths.clear();
    widths.set(key, width);
  }
  return width;
}
function fontOf(style, points) {
  return `${style & 4 ? "italic " : ""}${style & 8 ? "bold " : ""}${style & 1 ? points * 0.8 : points}px ${FONT}`;
}
const styledWidth = (runs, points) => runs.reduce((sum, [part, style]) => sum + widthOf(part, fontOf(style, points)), 0);

// TEXT from X on, or with its middle there; what is wider than MOST is cut.
function write(text, x, y, points, colour, middle, most) {
  let runs = runsOf(text), width = styledWidth(runs, points);
  if (width > most) {
    let short = plain(text);
    const font = fontOf(0, points);
    while (short.length > 1 && widthOf(short + "\u2026", font) > most) short = short.slice(0, Math.max(1, Math.floor(short.length * 0.9) - 1));
    if (short.length < 2) return;
    runs = [[short + "\u2026", 0]];
    width = widthOf(short + "\u2026", font);
  }
  if (middle) x -= width / 2;
  pen.fillStyle = colour;
  pen.textBaseline = "alphabetic";
  for (const [part, style] of runs) {
    const font = fontOf(style, points), wide = widthOf(part, font);
    pen.font = font;
    pen.fillText(part, x, y + points * (style & 1 ? 0.54 : 0.34));
    if (style & 2) pen.fillRect(x, y - points * (style & 1 ? 0.2 : 0.52), wide, 1);
    x += wide;
  }
}

// --- Arrows ---

// From event A to B: level or nearly so from side to side, within a column beside it.
function curve(a, b) {
  const half = Math.min(view.wide * 0.34, 74), xa = xOf(handlerOf(a)), xb = xOf(handlerOf(b)), ya = yOf(row[a]), yb = yOf(row[b]);
  if (xa === xb) {
    if (step[b] - step[a] === 1 || b === a + 1) return [xa, ya + view.high * 0.4, xa, ya + view.high * 0.5, xb, yb - view.high * 0.5, xb, yb - view.high * 0.4];
    const out = Math.min(view.wide * 0.16, 12 + Math.abs(yb - ya) * 0.05), side = b > a ? half : -half, more = side > 0 ? out : -out;
    return [xa + side, ya, xa + side + 1.5 * more, ya, xb + side + 1.5 * more, yb, xb + side, yb];
  }
  const way = xb > xa ? 1 : -1, bend = way * Math.max(18, Math.abs(xb - xa) * 0.3);
  return [xa + way * half, ya, xa + way * half + bend, ya, xb - way * half - bend, yb, xb - way * half, yb];
}

// Of a curve the part in view and a little more: dashes of one that is a thousand pages long take seconds.  Along it y only
// grows or only falls.
const FRINGE = 300;
function inView(c) {
  const low = -FRINGE, high = size.height + FRINGE, up = c[7] < c[1];
  if (Math.min(c[1], c[7]) >= low && Math.max(c[1], c[7]) <= high) return c;
  const at = (t, i) => (1 - t) ** 3 * c[i] + 3 * (1 - t) ** 2 * t * c[i + 2] + 3 * (1 - t) * t * t * c[i + 4] + t ** 3 * c[i + 6];
  const where = y => { // t at which the curve passes y
    let a = 0, b = 1;
    for (let i = 0; i < 40; i++) (at((a + b) / 2, 1) < y) !== up ? a = (a + b) / 2 : b = (a + b) / 2;
    return a;
  };
  const from = where(up ? high : low), to = where(up ? low : high), point = t => [at(t, 0), at(t, 1)];
  const slope = (t, i) => (to - from) * ((1 - t) ** 2 * (c[i + 2] - c[i]) + 2 * (1 - t) * t * (c[i + 4] - c[i + 2]) + t * t * (c[i + 6] - c[i + 4]));
  const [p, q] = [point(from), point(to)];
  return [...p, p[0] + slope(from, 0), p[1] + slope(from, 1), q[0] - slope(to, 0), q[1] - slope(to, 1), ...q];
}

function arrow(a, b, relation, width, colour, dashes = DASHES[relation]) {
  if (placeOf[handlerOf(a)] < 0 || placeOf[handlerOf(b)] < 0) return null;
  const c = inView(curve(a, b));
  pen.strokeStyle = pen.fillStyle = colour;
  pen.lineWidth = width;
  pen.setLineDash(dashes);
  pen.beginPath();
  pen.moveTo(c[0], c[1]);
  pen.bezierCurveTo(...c.slice(2));
  pen.stroke();
  pen.setLineDash([]);
  const angle = Math.atan2(c[7] - c[5], c[6] - c[4]), length = 5 + 2 * width;
  pen.beginPath();
  pen.moveTo(c[6], c[7]);
  for (const turn of [-0.4, 0.4]) pen.lineTo(c[6] - length * Math.cos(angle + turn), c[7] - length * Math.sin(angle + turn));
  pen.fill();
  return c;
}

// In the middle of an arrow; beside one that leads down between two events.
const middleOf = c => {
  const [x, y] = [0, 1].map(i => (c[i] + 3 * c[2 + i] + 3 * c[4 + i] + c[6 + i]) / 8);
  return c[0] === c[2] && c[0] === c[6] ? [x + Math.min(view.wide * 0.34, 74), y] : [x, y];
};

function badge(c, text, colour) {
  const [x, y] = middleOf(c), wide = widthOf(text, fontOf(8, 11)) + 8;
  pen.fillStyle = colours.ground;
  pen.fillRect(x - wide / 2, y - 8, wide, 16);
  write("\uE00E" + text + "\uE00F", x, y, 11, colour, true, 200);
}

// --- Parts ---

const isReadable = () => view.high >= TEXT && view.wide >= 60;

function groundOf(e) {
  return e === focus.event ? colours.self : step[e] === player.step - 1 && player.used ? colours.now
    : focus.past && focus.past.seen[e] ? colours.past : focus.future && focus.future.seen[e] ? colours.future
      : player.used && step[e] < player.step ? colours.done : find.hits.has(e) ? colours.self : colours.node;
}

function paintEvents(m, from, to) {
  const x = xOf(handlerOfMessage[m]), half = Math.min(view.wide * 0.34, 74), high = Math.min(view.high * 0.8, 20);
  for (let e = eventFrom(m, from); e < first[m + 1] && row[e] <= to; e++) {
    const y = yOf(row[e]);
    pen.fillStyle = groundOf(e);
    pen.fillRect(x - half, y - high / 2, 2 * half, high);
    pen.lineWidth = e === focus.event || e === focus.start ? 2.5 : 1;
    pen.strokeStyle = e === focus.event || e === focus.start || cycles.on.has(e) ? colours.ink : colours["node-line"];
    pen.strokeRect(x - half, y - high / 2, 2 * half, high);
    write(eventText(e), x, y, 12, colours.ink, true, 2 * half - 6);
  }
}

function paintMessage(m, from, to) {
  const x = xOf(handlerOfMessage[m]), half = Math.min(view.wide * 0.42, 86);
  const y0 = Math.max(yOf(top_[m]) - view.high * 0.45, -40), y1 = Math.min(yOf(bottom[m]) + view.high * 0.48, size.height + 40);
  pen.fillStyle = colours.box;
  pen.strokeStyle = colours["box-line"];
  pen.lineWidth = 1;
  pen.fillRect(x - half, y0, 2 * half, Math.max(y1 - y0, 1));
  pen.strokeRect(x - half, y0, 2 * half, Math.max(y1 - y0, 1));
  if (isReadable()) {
    if (top_[m] >= from - 1) write(isInitial(m) ? "initial" : messageText(m), x - half + 5, yOf(top_[m]), 11, colours.pale, false, 2 * half - 10);
    paintEvents(m, from, to);
    return;
  }
  if (y1 - y0 >= 13 && view.wide >= 40) {
    const count = countOf(m), name = (isInitial(m) ? "initial" : messageText(m)) + (count ? ` \u00b7 ${count}` : "");
    write(name, x, (Math.max(y0, HEAD) + Math.min(y1, size.height)) / 2, 11, colours.ink, true, 2 * half - 6);
  }
}

// Message after message; where they are lower than a pixel, one for every line of pixels.
function paintColumn(h, from, to) {
  const x = xOf(h), half = Math.min(view.wide * 0.42, 86);
  if (x + half < 0 || x - half > size.width) return;
  for (let i = messageFrom(h, from - 1); i < turns[h].length;) {
    const m = turns[h][i];
    if (top_[m] > to + 1) return;
    if ((bottom[m] - top_[m] + 1) * view.high >= 3) {
      paintMessage(m, from, to);
      i++;
      continue;
    }
    const y = Math.floor(yOf(top_[m]));
    pen.fillStyle = colours["box-line"];
    pen.fillRect(x - half, y, 2 * half, 2);
    i = Math.max(i + 1, messageFrom(h, Math.ceil(rowAt(y + 3))));
  }
}

function paintArrows(from, to) {
  if (!isReadable()) return;
  const events = eventsBetween(from, to, MOST_EVENTS);
  if (!events) return;
  const strong = focus.event >= 0;
  let drawn = 0;
  for (const e of events)
    for (let k = hb.out.start[e]; k < hb.out.start[e + 1] && drawn < MOST_ARROWS; k++) drawn += paintArrow(e, hb.out.at[k], hb.out.kind[k], strong);
  for (const e of events) // those that come from above
    for (let k = hb.in.start[e]; k < hb.in.start[e + 1] && drawn < MOST_ARROWS; k++)
      if (row[hb.in.at[k]] < from) drawn += paintArrow(hb.in.at[k], e, hb.in.kind[k], strong);
}

function paintArrow(a, b, relation, strong) {
  if (!shownRelations.has(relation)) return 0;
  if (relation === PO && messageOf[a] !== messageOf[b]) return 0;
  if (relation === EO && Math.abs(yOf(row[b]) - yOf(row[a])) > size.height) return 0;
  const near = strong && (a === focus.event || b === focus.event);
  pen.globalAlpha = strong && !near || cycles.number !== null ? 0.3 : 1;
  const c = arrow(a, b, relation, near ? 2 : relation === PO ? 0.8 : 1.2, colours[RELATIONS[relation]]);
  pen.globalAlpha = 1;
  if (c && near && relation !== PO) badge(c, RELATIONS[relation], colours[RELATIONS[relation]]);
  return 1;
}

function paintPath() {
  for (const one of focus.path || []) {
    const c = arrow(one.from, one.to, one.relation, 2.6, colours[RELATIONS[one.relation]]);
    if (c && view.high > 8) badge(c, RELATIONS[one.relation], colours[RELATIONS[one.relation]]);
  }
  cycles.steps().forEach((one, i) => {
    if (one.from < 0 || one.to < 0) return;
    const relation = RELATIONS.indexOf(one.relation);
    const c = arrow(one.from, one.to, relation, i === cycles.chosen ? 4 : 2.6, colours[one.relation], DASHES[relation]);
    if (c) badge(c, String(i + 1), colours[one.relation]);
  });
}

function paintHeads() {
  pen.fillStyle = colours.panel;
  pen.fillRect(0, 0, size.width, HEAD);
  pen.strokeStyle = colours.line;
  pen.strokeRect(-1, -1, size.width + 2, HEAD + 1);
  for (const h of shownColumns()) write(handlerText(h), xOf(h), HEAD / 2, 13, colours.ink, true, view.wide - 6);
}

function paintNow() {
  if (!player.used || !player.step) return;
  const y = yOf(row[order[player.step - 1]]) + view.high * 0.5;
  pen.strokeStyle = colours.accent;
  pen.lineWidth = 1;
  pen.beginPath();
  pen.moveTo(0, y);
  pen.lineTo(size.width, y);
  pen.stroke();
}

// --- The map: where there is anything, once; then what is seen of it ---

function paintMap() {
  const width = map.clientWidth, height = map.clientHeight, list = shownColumns();
  if (!width || !height) return;
  sharp(map, width, height);
  if (!drawnMap || drawnMap.key !== `${width} ${height} ${list}`) {
    const picture = document.createElement("canvas");
    picture.width = width;
    picture.height = height;
    const own = picture.getContext("2d"), wide = width / list.length;
    own.fillStyle = colours["node-line"];
    list.forEach((h, i) => {
      for (let y = 0; y < height; y++) {
        const k = messageFrom(h, Math.floor(y / height * rows)), m = turns[h][k];
        if (m !== undefined && top_[m] <= (y + 1) / height * rows) own.fillRect(i * wide + 0.5, y, Math.max(wide - 1, 1), 1);
      }
    });
    drawnMap = { key: `${width} ${height} ${list}`, picture };
  }
  mapPen.fillStyle = colours.panel;
  mapPen.fillRect(0, 0, width, height);
  mapPen.drawImage(drawnMap.picture, 0, 0, width, height);
  mapPen.fillStyle = colours.hb;
  for (const e of cycles.on) mapPen.fillRect(0, row[e] / rows * height - 1, width, 2);
  mapPen.fillStyle = colours.accent;
  if (focus.event >= 0) mapPen.fillRect(0, row[focus.event] / rows * height - 1, width, 2);
  mapPen.strokeStyle = colours.accent;
  mapPen.lineWidth = 2;
  mapPen.strokeRect(1, view.row / rows * height, width - 2, Math.max((size.height - HEAD) / view.high / rows * height, 4));
}

function paint() {
  const started = performance.now();
  if (!size.width) measure();
  sharp(canvas, size.width, size.height);
  pen.fillStyle = colours.ground;
  pen.fillRect(0, 0, size.width, size.height);
  const from = Math.floor(rowAt(HEAD)) - 1, to = Math.ceil(rowAt(size.height)) + 1;
  pen.save();
  pen.beginPath();
  pen.rect(0, HEAD, size.width, size.height);
  pen.clip();
  for (const h of shownColumns()) paintColumn(h, from, to);
  paintArrows(from, to);
  paintPath();
  paintNow();
  pen.restore();
  paintHeads();
  paintMap();
  paint.took = performance.now() - started;
}
