// Cycles of an inconsistent trace: each step can be chosen and says why it holds.

let cycle = null, chosen = null; // numbers
const cyclePanel = document.getElementById("cycles");

// Points of the arrow for STEP: those of the figure's own arrow, or a straight one.
function stepPoints(step) {
  const from = nodeOf.get(step.from), to = nodeOf.get(step.to);
  if (!from || !to) return null;
  const drawn = figure.edges.find(edge => edge.from === from.number && edge.to === to.number
    && edge.arrow === step.relation);
  if (drawn) return drawn.points;
  const boxes = figure.edges.find(edge => edge.boxes && edge.arrow === step.relation
    && figure.nodes[edge.from].box === from.box && figure.nodes[edge.to].box === to.box);
  if (boxes) return boxes.points;
  const column = data.messages[figure.boxes[from.box].message].handler;
  if (column === data.messages[figure.boxes[to.box].message].handler) return around(from, to, step.relation === "po");
  const a = { x: (from.place[0] + from.place[2]) / 2, y: (from.place[1] + from.place[3]) / 2 };
  const b = { x: (to.place[0] + to.place[2]) / 2, y: (to.place[1] + to.place[3]) / 2 };
  const start = border(from.place, a, b), end = border(to.place, b, a);
  return [start.x, start.y, end.x, end.y];
}

// From one node of a column to another one, beside their boxes, to the right or the left.
function around(from, to, right) {
  const boxes = [from, to].map(node => figure.boxes[node.box].place);
  const side = right ? Math.max(...boxes.map(box => box[2])) + figure.font
    : Math.min(...boxes.map(box => box[0])) - figure.font;
  const x = right ? 2 : 0, y = place => (place[1] + place[3]) / 2;
  return [from.place[x], y(from.place), side, y(from.place), side, y(to.place), to.place[x], y(to.place)];
}

// Where the line from the centre A of a rectangle to B leaves it.
function border([x0, y0, x1, y1], a, b) {
  const dx = b.x - a.x, dy = b.y - a.y;
  const share = Math.min(dx ? (x1 - x0) / 2 / Math.abs(dx) : Infinity,
    dy ? (y1 - y0) / 2 / Math.abs(dy) : Infinity);
  return { x: a.x + dx * share, y: a.y + dy * share };
}

function middle(points) {
  const lengths = [];
  for (let i = 2; i < points.length; i += 2)
    lengths.push(Math.hypot(points[i] - points[i - 2], points[i + 1] - points[i - 1]));
  let rest = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (let i = 0; i < lengths.length; i++) {
    if (rest <= lengths[i] || i === lengths.length - 1)
      return towards({ x: points[2 * i], y: points[2 * i + 1] },
        { x: points[2 * i + 2], y: points[2 * i + 3] }, rest);
    rest -= lengths[i];
  }
}

function drawStep(step, i) {
  const points = stepPoints(step);
  if (!points) return;
  const at = middle(points), length = figure.arrow * 1.3;
  const arrow = svg("g", { class: "step " + step.relation, "data-step": i, role: "button",
    "aria-label": `step ${i + 1}: ${step.relation}` },
    svg("path", { class: "edge " + step.relation, d: pathOf(points, length * 0.8) }),
    svg("path", { class: "head", d: headOf(points, length) }),
    svg("path", { class: "hit-area", d: pathOf(points, 0) }),
    svg("circle", { cx: at.x, cy: at.y, r: figure.small * 0.68 }),
    svgText([[String(i + 1), 0]], { x: at.x, y: at.y + 0.34 * figure.small, "font-size": figure.small * 0.9,
      "text-anchor": "middle" }));
  arrow.addEventListener("click", () => choose(i, false));
  overlay.append(arrow);
}

function stepLine(step, i) {
  const line = element("li", { class: "stepline " + step.relation },
    element("button", { type: "button", onclick: () => choose(i, true) },
      element("b", {}, String(i + 1)), " ", tag(step.relation), " ", ...words(step.why)));
  line.dataset.step = i;
  return line;
}

function chooseCycle(number) {
  cycle = number;
  chosen = null;
  overlay.replaceChildren();
  picture.classList.toggle("cycling", number !== null);
  const steps = number === null ? [] : data.cycles[number].steps;
  const on = new Set(steps.flatMap(step => [step.from, step.to]));
  for (const node of figure.nodes) node.element.classList.toggle("on-cycle", on.has(node.event));
  steps.forEach(drawStep);
  showRegion(figure.nodes.filter(node => on.has(node.event)).map(node => node.place));
  tellCycles();
}

function choose(i, bring) {
  const steps = data.cycles[cycle].steps;
  chosen = (i + steps.length) % steps.length;
  for (const arrow of overlay.children)
    arrow.classList.toggle("chosen", Number(arrow.dataset.step) === chosen);
  tellCycles();
  const step = steps[chosen], from = nodeOf.get(step.from), to = nodeOf.get(step.to);
  if (bring && from && to) {
    bringIntoView(from.place);
    bringIntoView(to.place);
  }
}

function tellStep(step) {
  const why = element("div", { class: "why", id: "why" },
    element("dl", {}, element("dt", {}, "from"), element("dd", {}, eventLink(step.from)),
      element("dt", {}, "to"), element("dd", {}, eventLink(step.to))));
  if (step.assumed)
    why.append(element("p", { class: "note" }, "An assumption of this cycle. ",
      ...step.ruled === undefined ? [] : ["The other order is ruled out by ",
        element("button", { type: "button", onclick: () => chooseCycle(step.ruled) },
          `cycle ${step.ruled + 1}`), "."]));
  return why;
}

function tellCycles() {
  if (!data.cycles.length) return;
  const pick = element("div", { id: "pick" });
  data.cycles.forEach((one, i) => pick.append(element("button", { type: "button",
    title: `${one.steps.length} steps`, "aria-pressed": String(i === cycle),
    onclick: () => chooseCycle(i === cycle ? null : i) }, String(i + 1))));
  const more = data.more_cycles ? ` of ${data.cycles.length + data.more_cycles}` : "";
  cyclePanel.replaceChildren(
    element("h2", {}, data.cycles.length > 1 ? `Cycles of happens-before (${data.cycles.length}${more})`
      : "Cycle of happens-before"));
  if (data.cycles.length > 1) cyclePanel.append(pick);
  if (cycle === null) {
    cyclePanel.append(element("p", { class: "note" }, "Choose a cycle to see its steps."));
    return;
  }
  const steps = data.cycles[cycle].steps;
  cyclePanel.append(element("p", { class: "note" }, steps.some(step => step.assumed)
    ? "It assumes an order of messages; so they cannot all be in that order."
    : "It assumes nothing: the trace is inconsistent."));
  const list = element("ol", { class: "steps" }, ...steps.map(stepLine));
  cyclePanel.append(list);
  if (chosen !== null) {
    list.children[chosen].classList.add("chosen");
    list.children[chosen].append(tellStep(steps[chosen]));
  }
}
