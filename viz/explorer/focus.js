// An event in focus: hovered, walked to, or kept by a click.

let kept = null, shown; // events; undefined: nothing is shown yet
const eventPanel = document.getElementById("event");

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const key in attributes)
    if (key === "onclick") made.addEventListener("click", attributes[key]);
    else made.setAttribute(key, attributes[key]);
  made.append(...children);
  return made;
}

// RUNS as HTML.
function words(runs) {
  return runs.map(([string, style]) => {
    let part = document.createTextNode(string);
    if (style & OVER) part = element("span", { class: "over" }, part);
    if (style & ITALIC) part = element("i", {}, part);
    if (style & BOLD) part = element("b", {}, part);
    return style & SUB ? element("sub", {}, part) : part;
  });
}

function messageWords(message) {
  return words(data.messages[message].text);
}

// What NODE of happens-before is called: an event, or a message without events.
function nodeWords(node) {
  const event = events.get(node);
  if (!event) {
    const message = data.messages.findIndex(m => m && m.empty === node);
    return message < 0 ? ["?"] : [...messageWords(message), " (no events)"];
  }
  return [...words(event.text), " in ", ...messageWords(event.message)];
}

function eventLink(node) {
  if (!events.has(node)) return element("span", {}, ...nodeWords(node));
  return element("button", { type: "button", onclick: () => keep(node, true) }, ...nodeWords(node));
}

function tag(relation) {
  return element("span", { class: "tag " + relation }, relation);
}

// Direct neighbours, and how many more follow from them.
function neighbours(title, kind, edges, all) {
  const list = element("ul", { class: "links" });
  const direct = new Set();
  for (const { to, relation } of edges) {
    direct.add(to);
    list.append(element("li", {}, tag(relation), " ", eventLink(to)));
  }
  const more = [...all.keys()].filter(node => events.has(node) && !direct.has(node)).length;
  return [element("h2", {}, element("span", { class: "key " + kind }), " ", title,
    ` (${direct.size} directly, ${more} more via these)`), list];
}

function tellEvent(id) {
  const event = events.get(id);
  const past = reach(id, before), future = reach(id, after);
  const place = run.indexOf(id);
  const facts = element("dl", {},
    element("dt", {}, "address"), element("dd", {}, event.address),
    element("dt", {}, "message"), element("dd", {}, ...messageWords(event.message)),
    element("dt", {}, "handler"), element("dd", {}, ...words(data.handlers[handlerOf(event)].text)));
  if (place >= 0)
    facts.append(element("dt", {}, "step"), element("dd", {}, `${place + 1} of ${run.length}`));
  eventPanel.replaceChildren(
    element("h2", {}, id === kept ? "Event in focus (Esc lets go)" : "Event"),
    element("p", { class: "big" }, ...words(event.text)), facts,
    ...neighbours("Before it", "past", before.get(id) || [], past),
    ...neighbours("After it", "future", after.get(id) || [], future));
  return { past, future };
}

// With one event kept and another one hovered: how they are related.
function tellPair(id) {
  const there = chain(kept, id), back = there ? null : chain(id, kept);
  markChain(id, there || back || []);
  const steps = there || back;
  const list = element("ul", { class: "links" });
  for (const step of steps || [])
    list.append(element("li", {}, ...nodeWords(step.from), " ", tag(step.relation), " ",
      ...nodeWords(step.to)));
  const before = there ? kept : id, after = there ? id : kept;
  eventPanel.replaceChildren(element("h2", {}, "Two events"),
    element("p", { class: "big" }, ...nodeWords(before), steps ? " happens before " : " and ",
      ...nodeWords(after), steps ? "" : " are not ordered"),
    element("p", { class: "note" }, steps ? `by ${steps.length} step${steps.length > 1 ? "s" : ""}:`
      : "by what is known"),
    list);
}

function mark(id, past, future) {
  const near = new Set([...before.get(id) || [], ...after.get(id) || []].map(edge => edge.to));
  for (const node of figure.nodes) {
    const classes = node.element.classList;
    classes.toggle("self", node.event === id);
    classes.toggle("past", node.event !== id && past.has(node.event));
    classes.toggle("future", node.event !== id && future.has(node.event));
    classes.toggle("near", near.has(node.event));
  }
  for (const edge of figure.edges) {
    const from = figure.nodes[edge.from].event, to = figure.nodes[edge.to].event;
    edge.element.classList.toggle("hot", from === id || to === id);
  }
  picture.classList.add("focused");
}

// The steps of a chain that leads to or from event ID: its nodes and the arrows between them.
function markChain(id, steps) {
  const on = new Set([id, ...steps.flatMap(step => [step.from, step.to])]);
  const pairs = new Set(steps.map(step => step.from + " " + step.to));
  for (const node of figure.nodes) node.element.classList.toggle("near", on.has(node.event));
  for (const edge of figure.edges) {
    const from = figure.nodes[edge.from], to = figure.nodes[edge.to];
    const message = figure.boxes[from.box].message;
    const inside = from.box === to.box && edge.arrow === "po" && steps.some(step => step.relation === "po"
      && step.from <= from.event && to.event <= step.to && events.get(step.from)?.message === message);
    edge.element.classList.toggle("hot", inside || pairs.has(from.event + " " + to.event));
  }
}

function unmark() {
  picture.classList.remove("focused");
  for (const node of figure.nodes)
    node.element.classList.remove("self", "past", "future", "near");
  for (const edge of figure.edges) edge.element.classList.remove("hot");
}

// Shows what is known of event ID, or of the one kept, or nothing.
function show(id) {
  if (id === null) id = kept;
  if (id === shown) return;
  shown = id;
  if (id === null) {
    unmark();
    eventPanel.replaceChildren(element("p", { class: "note" },
      "Point at an event to see what happens before and after it; click it to keep it in focus, then point at "
      + "another one to see how the two are related."));
    return;
  }
  if (kept !== null && id !== kept) {
    tellPair(id);
    return;
  }
  const { past, future } = tellEvent(id);
  mark(id, past, future);
}

function keep(id, bring) {
  kept = id;
  shown = undefined;
  show(id);
  if (id !== null && bring && nodeOf.has(id)) bringIntoView(nodeOf.get(id).place, true);
}

function eventAt(target) {
  const node = target.closest ? target.closest(".node") : null;
  return node && node.dataset.event !== undefined ? Number(node.dataset.event) : null;
}

picture.addEventListener("pointerover", event => {
  if (!dragged || !pointers.size) show(eventAt(event.target));
});
picture.addEventListener("pointerleave", () => show(null));
stage.addEventListener("click", event => {
  if (dragged || event.target.closest(".step")) return;
  const id = eventAt(event.target);
  keep(id === kept ? null : id, false);
});

// The event next to the one in focus in direction DX, DY; the first one if there is none in focus.
function walk(dx, dy) {
  const here = nodeOf.get(shown === undefined ? null : shown) || nodeOf.get(kept);
  const all = figure.nodes.filter(node => node.event !== null);
  if (!all.length) return;
  const centre = ({ place }) => ({ x: (place[0] + place[2]) / 2, y: (place[1] + place[3]) / 2 });
  let best = here ? null : all[0], least = Infinity;
  for (const node of here ? all : []) {
    const a = centre(here), b = centre(node);
    const along = (b.x - a.x) * dx + (b.y - a.y) * dy;
    const aside = Math.abs((b.x - a.x) * dy) + Math.abs((b.y - a.y) * dx);
    if (along > 1 && (dx || aside < 30) && along + 3 * aside < least) {
      least = along + 3 * aside;
      best = node;
    }
  }
  if (best) keep(best.event, true);
}
