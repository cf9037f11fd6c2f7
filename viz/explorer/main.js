// Header, keys, and the start.

const RELATIONS = ["po", "rf", "co", "fr", "pb", "eo", "mo", "gp", "qo", "hb"];
const find = document.getElementById("find"), found = document.getElementById("found");

function toggles() {
  const group = document.getElementById("relations");
  for (const relation of RELATIONS) {
    const own = figure.edges.filter(edge => edge.arrow === relation);
    if (!own.length) continue;
    const box = element("input", { type: "checkbox", checked: "", value: relation });
    box.addEventListener("change", () => {
      for (const edge of own) edge.element.toggleAttribute("hidden", !box.checked);
    });
    group.append(element("label", { class: "tag " + relation }, box, relation));
  }
}

// Events that TEXT is part of the address, message or words of.
function matches(text) {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  return data.events.filter(event => nodeOf.has(event.id) && [event.address, event.plain,
    data.messages[event.message].name].some(name => name.toLowerCase().includes(wanted)));
}

let turn = 0;
function search(next) {
  const hits = matches(find.value);
  const numbers = new Set(hits.map(event => event.id));
  for (const node of figure.nodes) node.element.classList.toggle("hit", numbers.has(node.event));
  turn = next && hits.length ? (turn + 1) % hits.length : 0;
  found.textContent = !find.value.trim() ? "" : hits.length ? `${turn + 1} of ${hits.length}` : "none";
  if (hits.length) keep(hits[turn].id, true);
}

find.addEventListener("input", () => search(false));
find.addEventListener("keydown", event => {
  if (event.key === "Enter") search(true);
  if (event.key === "Escape") {
    find.value = "";
    search(false);
    stage.focus();
  }
  event.stopPropagation();
});

document.getElementById("zoom-in").addEventListener("click", () => zoom(1.3));
document.getElementById("zoom-out").addEventListener("click", () => zoom(1 / 1.3));
document.getElementById("zoom-fit").addEventListener("click", () => fit(true));

function letGo() {
  if (kept !== null) keep(null);
  else if (chosen !== null) chooseCycle(cycle);
}

const keys = {
  "+": () => zoom(1.3), "=": () => zoom(1.3), "-": () => zoom(1 / 1.3), "0": () => fit(true),
  "/": () => find.focus(), "j": () => walk(0, 1), "k": () => walk(0, -1), "h": () => walk(-1, 0),
  "l": () => walk(1, 0), "Escape": letGo,
};
const runKeys = {
  "ArrowRight": () => jump(step + 1), "ArrowLeft": () => jump(step - 1), "Home": () => jump(0),
  "End": () => jump(run.length), " ": play,
};
const cycleKeys = {
  "n": () => choose(chosen === null ? 0 : chosen + 1, true),
  "p": () => choose(chosen === null ? -1 : chosen - 1, true),
};

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const onControl = event.target.closest("button, input, summary");
  if (onControl && (event.key === " " || (event.target === slider && event.key !== "Escape"))) return;
  const action = keys[event.key] || (run.length ? runKeys[event.key] : undefined)
    || (cycle !== null ? cycleKeys[event.key] : undefined);
  if (event.key === "Enter" && event.target === stage && shown !== null && shown !== undefined)
    keep(shown === kept ? null : shown, true);
  if (!action) return;
  event.preventDefault();
  action();
});

// The address may say where to start: #step=12, #event=m1@2, #cycle=1, #cycle=1&edge=3.
function followAddress() {
  const wish = new URLSearchParams(location.hash.slice(1));
  const event = data.events.find(one => one.address === wish.get("event") || wish.get("event")
    === data.messages[one.message].name + "@" + (one.id - data.messages[one.message].first));
  if (wish.has("cycle") && data.cycles[wish.get("cycle") - 1]) chooseCycle(wish.get("cycle") - 1);
  if (wish.has("edge") && cycle !== null) choose(wish.get("edge") - 1, true);
  if (wish.has("step") && run.length) goTo(Number(wish.get("step")), true);
  if (event) keep(event.id, true);
}

function start() {
  const verdict = document.getElementById("verdict");
  verdict.textContent = data.verdict;
  verdict.className = data.verdict.replace(" ", "-");
  document.getElementById("player").hidden = mailboxPanel.hidden = !run.length;
  cyclePanel.hidden = !data.cycles.length;
  slider.max = run.length;
  toggles();
  fit(false);
  if (figure.width * view.scale > stage.clientWidth || figure.height * view.scale > stage.clientHeight)
    bringIntoView((nodeOf.get(run[0]) || figure.nodes[0]).place, true);
  show(null);
  if (run.length) goTo(0, false);
  if (data.cycles.length) chooseCycle(0);
  followAddress();
  if (data.note) eventPanel.prepend(element("p", { class: "note" }, data.note));
}

window.addEventListener("hashchange", followAddress);
start();
