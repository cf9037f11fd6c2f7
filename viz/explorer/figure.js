// The figure: the positions come with the data, here they become SVG.

const SVG = "http://www.w3.org/2000/svg";
const SUB = 1, OVER = 2, ITALIC = 4, BOLD = 8; // styles of a run of text
const figure = data.figure;

function svg(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  element.append(...children);
  return element;
}

// RUNS is a list of [text, style].
function svgText(runs, attributes) {
  const text = svg("text", attributes);
  let dropped = false;
  for (const [string, style] of runs) {
    const span = svg("tspan", {});
    const sub = (style & SUB) !== 0;
    if (sub) span.setAttribute("font-size", "72%");
    if (sub !== dropped) span.setAttribute("dy", sub ? figure.font * 0.2 : -figure.font * 0.2);
    if (style & ITALIC) span.setAttribute("font-style", "italic");
    if (style & BOLD) span.setAttribute("font-weight", "bold");
    if (style & OVER) span.setAttribute("class", "over");
    span.textContent = string;
    text.append(span);
    dropped = sub;
  }
  return text;
}

function plain(runs) {
  return runs.map(([string]) => string).join("");
}

// An upright or level polygon of POINTS [x, y, x, y, ...] with round corners, SHORT less at its end.
function pathOf(points, short) {
  const at = i => ({ x: points[2 * i], y: points[2 * i + 1] });
  const count = points.length / 2;
  let d = "M" + at(0).x + " " + at(0).y;
  for (let i = 1; i < count; i++) {
    const here = at(i), from = at(i - 1);
    if (i === count - 1) {
      const end = towards(here, from, short);
      return d + "L" + end.x + " " + end.y;
    }
    const next = at(i + 1);
    const radius = Math.min(0.44 * figure.font, distance(from, here) / 2, distance(here, next) / 2);
    const a = towards(here, from, radius), b = towards(here, next, radius);
    d += "L" + a.x + " " + a.y + "Q" + here.x + " " + here.y + " " + b.x + " " + b.y;
  }
  return d;
}

function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function towards(from, to, length) {
  const all = distance(from, to) || 1;
  return { x: from.x + (to.x - from.x) * length / all, y: from.y + (to.y - from.y) * length / all };
}

function headOf(points, length) {
  const n = points.length;
  const tip = { x: points[n - 2], y: points[n - 1] }, from = { x: points[n - 4], y: points[n - 3] };
  const back = towards(tip, from, length), half = length * 0.38;
  const all = distance(tip, from) || 1;
  const dx = (tip.y - from.y) / all * half, dy = (from.x - tip.x) / all * half;
  return `M${tip.x} ${tip.y}L${back.x + dx} ${back.y + dy}L${back.x - dx} ${back.y - dy}Z`;
}

function rectOf([x0, y0, x1, y1], radius) {
  return svg("rect", { x: x0, y: y0, width: x1 - x0, height: y1 - y0, rx: radius });
}

function drawBox(box) {
  const message = data.messages[box.message];
  box.element = svg("g", { class: "box" + (message.kind === "initial" ? " initial" : "") },
    rectOf(box.place, 3));
  if (box.text)
    box.element.append(svgText(box.text,
      { x: box.title[0], y: box.title[1] + 0.34 * figure.small, "font-size": figure.small }));
  return box.element;
}

function drawNode(node) {
  const [x0, y0, x1, y1] = node.place;
  const x = (x0 + x1) / 2, y = (y0 + y1) / 2 + 0.34 * figure.font;
  node.element = svg("g", { class: node.event === null ? "node rest" : "node" });
  if (node.event !== null) {
    node.element.append(rectOf(node.place, 2));
    node.element.dataset.event = node.event;
    node.element.append(svg("title", {}, events.get(node.event).address));
  }
  const runs = node.event === null && node.hidden ? [["\u22ee " + node.hidden, 0]] : node.text;
  node.element.append(svgText(runs, { x, y, "font-size": figure.font, "text-anchor": "middle" }));
  return node.element;
}

function drawEdge(edge) {
  const length = edge.arrow === "po" ? figure.arrow * 0.75 : figure.arrow;
  edge.element = svg("g", { class: "arrow " + edge.arrow },
    svg("path", { class: "edge " + edge.arrow, d: pathOf(edge.points, length * 0.8) }),
    svg("path", { class: "head", d: headOf(edge.points, length) }));
  if (edge.label)
    edge.element.append(svgText(edge.label, { class: "label", x: edge.at[0],
      y: edge.at[1] + 0.34 * figure.small, "font-size": figure.small, "text-anchor": "middle" }));
  return edge.element;
}

const overlay = svg("g", { id: "overlay" });
const camera = svg("g", { id: "camera" },
  svg("g", {}, ...figure.boxes.map(drawBox)),
  svg("g", {}, ...figure.columns.map(column =>
    svgText(column.text, { x: column.at[0], y: column.at[1] + 0.37 * figure.font,
      "font-size": figure.font * 1.1, "text-anchor": "middle" }))),
  svg("g", {}, ...figure.edges.map(drawEdge)),
  svg("g", {}, ...figure.nodes.map(drawNode)),
  overlay);
const stage = document.getElementById("stage");
const picture = svg("svg", { id: "figure", role: "img", "aria-label": "Execution graph" }, camera);
stage.append(picture);

const nodeOf = new Map(); // event -> node of the figure
figure.nodes.forEach((node, i) => {
  node.number = i;
  if (node.event !== null) nodeOf.set(node.event, node);
});
const boxOf = new Map(figure.boxes.map(box => [box.message, box]));
