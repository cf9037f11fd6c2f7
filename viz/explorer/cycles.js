// Cycles of an inconsistent trace: each step can be chosen and says why it holds.

const cycles = { number: null, chosen: null, on: new Set(), panel: document.getElementById("cycles"),
  steps: () => cycles.number === null ? [] : data.cycles[cycles.number] };
const endText = end => end < 0 ? messageText(-1 - end) : eventText(end);

function chooseCycle(number, quiet = false) {
  if (!quiet) remember();
  cycles.number = number;
  cycles.chosen = null;
  cycles.on = new Set(cycles.steps().flatMap(one => [one.from, one.to]).filter(e => e >= 0));
  if (number !== null && cycles.on.size) show([...cycles.on]);
  tellCycles();
  changed();
}

function chooseStep(i, quiet = false) {
  const all = cycles.steps();
  if (!all.length) return;
  if (!quiet) remember();
  cycles.chosen = (i + all.length) % all.length;
  const one = all[cycles.chosen];
  show([one.from, one.to].filter(e => e >= 0));
  live.textContent = `Step ${cycles.chosen + 1} of ${all.length}: ${plain(one.why)}`;
  tellCycles();
}

function tellStep(one) {
  const end = e => e < 0 ? element("span", {}, ...words(endText(e))) : eventLink(e);
  const said = element("div", { class: "step-why" }, "from ", end(one.from), " to ", end(one.to));
  if (one.assumed)
    said.append(element("p", { class: "note" }, "An assumption of this cycle. ", ...one.ruled === undefined ? []
      : ["The other order is ruled out by ", element("button", { type: "button", onclick: () => chooseCycle(one.ruled) }, `cycle ${one.ruled + 1}`), "."]));
  return said;
}

function tellCycles() {
  if (!data.cycles.length) return;
  const pick = element("div", { id: "pick", role: "group", "aria-label": "Cycles" });
  data.cycles.forEach((all, i) => pick.append(element("button", { type: "button", title: `${all.length} steps`,
    "aria-label": `Cycle ${i + 1}, ${all.length} steps`, "aria-pressed": String(i === cycles.number),
    onclick: () => chooseCycle(i === cycles.number ? null : i) }, String(i + 1))));
  const more = data.more_cycles ? ` of ${data.cycles.length + data.more_cycles}` : "";
  cycles.panel.hidden = false;
  cycles.panel.replaceChildren(element("h2", {}, data.cycles.length > 1 ? `Cycles of happens-before (${data.cycles.length}${more})`
    : "Cycle of happens-before"));
  if (data.cycles.length > 1) cycles.panel.append(pick);
  const all = cycles.steps();
  if (!all.length) {
    cycles.panel.append(element("p", { class: "note" }, "Choose a cycle to see its steps."));
    return;
  }
  cycles.panel.append(element("p", { class: "note" }, all.some(one => one.assumed)
    ? "It assumes an order of messages; so they cannot all be in that order." : "It assumes nothing: the trace is inconsistent."));
  const list = element("ol", { class: "steps" });
  all.forEach((one, i) => {
    const line = element("li", { class: i === cycles.chosen ? "chosen" : undefined }, element("button", { type: "button",
      "aria-pressed": String(i === cycles.chosen), onclick: () => chooseStep(i) }, element("b", {}, String(i + 1)), " ", tag(one.relation), " ", ...words(one.why)));
    if (i === cycles.chosen) line.append(tellStep(one));
    list.append(line);
  });
  cycles.panel.append(list);
}
