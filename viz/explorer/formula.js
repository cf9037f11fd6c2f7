// Of a reduction's trace, with its map: what every message stands for, the formula, and what a value breaks.

const formula = { clauses: [], variables: [], values: new Map(), notes: new Map(), events: new Map(), panel: document.getElementById("formula") };
const literalText = l => (l < 0 ? "\u00ac" : "") + "x" + Math.abs(l);

(() => {
  const text = document.getElementById("map-data").textContent.trim();
  const lines = text ? JSON.parse(text) : [];
  formula.variables = lines.filter(one => one.role === "variable" && Array.isArray(one.pairs));
  formula.clauses = lines.filter(one => one.role === "clause" && one.z && Array.isArray(one.literals));
  const note = (name, said) => { if (messageByName.has(name)) formula.notes.set(messageByName.get(name), said); };
  for (const clause of formula.clauses)
    for (const box of clause.boxes || []) {
      for (const key of ["read", "write"])
        if (eventByAddress(box[key]) >= 0) formula.events.set(eventByAddress(box[key]), `box of ${literalText(box.row)} in clause ${clause.clause}`);
      note(box.message, `clause ${clause.clause}, literal ${literalText(box.row)}, occurrence ${box.occurrence}`);
    }
  for (const variable of formula.variables)
    (variable.rows || []).forEach((name, i) => {
      const literal = literalText(i ? -variable.variable : variable.variable);
      for (let j = 1; messageByName.has(`${name}.${j}`); j++)
        for (const end of ["", ".d", ".t"]) note(`${name}.${j}${end}`, `row of ${literal}, column ${j}${end === ".d" ? ", detour" : end ? ", on its way to the gadget" : ""}`);
    });
})();

// The value that the order of the run says, or null.
function valueOf(variable) {
  for (const [a, b] of variable.pairs) {
    const one = messageByName.get(a), other = messageByName.get(b);
    if (one !== undefined && other !== undefined && countOf(one) && countOf(other)) return step[first[one]] < step[first[other]];
  }
  return null;
}
for (const variable of formula.variables) formula.values.set(variable.variable, valueOf(variable) === true);
const isTrue = l => formula.values.get(Math.abs(l)) === l > 0;

// A shortest path from A to B by what the trace gives, and the orders of messages that the values want.
function pathByValues(a, b) {
  const more = new Map();
  for (const variable of formula.variables)
    for (const pair of variable.pairs) {
      const [one, other] = (formula.values.get(variable.variable) ? pair : [pair[1], pair[0]]).map(name => messageByName.get(name));
      if (one !== undefined && other !== undefined) more.set(first[one + 1] - 1, [...more.get(first[one + 1] - 1) || [], first[other]]);
    }
  const by = new Map([[a, null]]), list = [a];
  const take = (from, to, relation) => {
    if (by.has(to)) return;
    by.set(to, [from, relation]);
    list.push(to);
  };
  for (let i = 0; i < list.length && !by.has(b); i++) {
    const e = list[i];
    for (let k = hb.out.start[e]; k < hb.out.start[e + 1]; k++)
      if (hb.out.kind[k] <= PB) take(e, hb.out.at[k], hb.out.kind[k]);
    for (const to of more.get(e) || []) take(e, to, EO);
  }
  if (!by.has(b)) return null;
  const found = [b];
  for (let e = b; by.get(e); e = found[0]) found.unshift(...by.get(e));
  return found;
}

// The cycle of a clause whose literals are all false: from where its gadget starts to where it ends, and back by rf.
function cycleOf(clause) {
  const read = eventByAddress(clause.z.read), write = eventByAddress(clause.z.write);
  const found = read >= 0 && write >= 0 ? pathByValues(read, write) : null;
  if (!found) return null;
  const why = one => one.relation === EO ? `${messageText(messageOf[one.from])} runs before ${messageText(messageOf[one.to])}, as ${formula.notes.get(messageOf[one.from]) || ""} wants it`
    : `${eventText(one.from)} ${WORDS[one.relation]} ${eventText(one.to)}`;
  return [...steps(found), { from: write, to: read, relation: RF, skipped: 0 }].map(one =>
    ({ from: one.from, to: one.to, relation: RELATIONS[one.relation], why: why(one), assumed: one.relation === EO }));
}

let ownCycle = -1; // its number among the cycles, once there is one
function showCycleOf(clause) {
  const found = cycleOf(clause);
  if (!found) return;
  if (ownCycle < 0) ownCycle = data.cycles.push([]) - 1;
  data.cycles[ownCycle] = found;
  chooseCycle(ownCycle);
}
function flip(variable) {
  formula.values.set(variable, !formula.values.get(variable));
  tellFormula();
  const broken = formula.clauses.find(clause => !clause.literals.some(isTrue));
  if (broken) showCycleOf(broken);
  else if (cycles.number === ownCycle) chooseCycle(null);
}

function tellFormula() {
  formula.panel.hidden = !formula.clauses.length;
  if (!formula.clauses.length) return;
  const buttons = element("div", { role: "group", "aria-label": "Values" }), list = element("ul", { class: "clauses" });
  for (const { variable } of formula.variables)
    buttons.append(element("button", { type: "button", class: "value", "aria-pressed": String(formula.values.get(variable)),
      onclick: () => flip(variable) }, `x${variable} is ${formula.values.get(variable)}`), " ");
  for (const clause of formula.clauses.slice(0, 400)) {
    const good = clause.literals.some(isTrue), text = clause.literals.map(literalText).join(" \u2228 ");
    list.append(element("li", { class: good ? undefined : "broken" }, `${clause.clause}: ${text} `,
      good ? element("span", { class: "note" }, "true") : element("button", { type: "button", onclick: () => showCycleOf(clause) }, "false: its cycle")));
  }
  formula.panel.replaceChildren(element("h2", {}, "Formula"), buttons, list);
  const broken = formula.clauses.filter(clause => !clause.literals.some(isTrue)).length;
  formula.panel.append(element("p", { class: "note" }, broken ? `${broken} of ${formula.clauses.length} clauses false` : "All clauses are true."));
}
