// The trace, unpacked from its columns (data.c), and happens-before on it.

"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const RELATIONS = ["po", "rf", "co", "fr", "pb", "eo", "mo", "gp"];
const PO = 0, RF = 1, CO = 2, FR = 3, PB = 4, EO = 5, MO = 6, GP = 7;
const WORDS = ["comes before, in one message,", "writes what is read by", "is overwritten by",
  "reads a value that is overwritten by", "posts the message that starts with", "is in a message that runs before",
  "posts before", "has to come before the post"];

const handlers = data.handlers, messageCount = data.messages.names.length, eventCount = data.events.kinds.length;
const kinds = data.events.kinds; // g, p, w, r
const object = new Int32Array(eventCount).fill(-1), source = new Int32Array(eventCount).fill(-1);
const messageOf = new Int32Array(eventCount), first = new Int32Array(messageCount + 1);
const handlerOfMessage = new Int32Array(messageCount), postOf = new Int32Array(messageCount).fill(-1);
const labels = new Map(), values = new Map(), labelled = new Map();
const countOf = m => first[m + 1] - first[m];
const handlerOf = e => handlerOfMessage[messageOf[e]];

(() => {
  let at = 0, m = 0, o = 0, s = 0;
  handlers.forEach((handler, h) => {
    for (let i = 0; i < handler.count; i++, m++) {
      handlerOfMessage[m] = h;
      first[m] = at;
      for (let k = data.messages.counts[m]; k; k--) messageOf[at++] = m;
    }
  });
  first[m] = at;
  for (let e = 0; e < eventCount; e++) {
    if (kinds[e] !== "g") object[e] = data.events.objects[o++];
    if (kinds[e] === "p") postOf[object[e]] = e;
    if (kinds[e] === "r") {
      const back = data.events.sources[s++];
      source[e] = back ? e - back : -1;
    }
  }
  for (let i = 0; i < data.events.labels.length; i += 2) {
    labels.set(data.events.labels[i], data.events.labels[i + 1]);
    labelled.set(data.events.labels[i + 1], data.events.labels[i]);
  }
  for (let i = 0; i < data.events.values.length; i += 2) values.set(data.events.values[i], data.events.values[i + 1]);
})();

// The run: order[i] is its event number I, step[e] the place of event E. What lies behind `done` has not run.
const order = new Int32Array(eventCount), step = new Int32Array(eventCount), done = data.done;
(() => {
  const next = handlers.map((_, h) => ({ turn: 0, at: data.eo[h].length ? first[data.eo[h][0]] : -1 }));
  let i = 0;
  for (let k = 0; k < data.run.length; k += 2) {
    const h = data.run[k], own = next[h];
    for (let n = data.run[k + 1]; n; n--) {
      order[i] = own.at;
      step[own.at] = i++;
      if (++own.at === first[messageOf[own.at - 1] + 1]) {
        own.turn++;
        if (own.turn < data.eo[h].length) own.at = first[data.eo[h][own.turn]];
      }
    }
  }
})();

// --- Texts. Marks of style are the characters U+E001 to U+E00F (viz/text.h). ---

const runsOf = text => {
  const runs = [];
  let style = 0;
  for (const part of text.split(/([\uE001-\uE00F])/)) {
    const mark = part.length === 1 ? part.charCodeAt(0) - 0xE000 : 0;
    if (mark < 1 || mark > 15) {
      if (part) runs.push([part, style]);
    } else {
      const bit = { 1: 1, 2: 1, 3: 2, 4: 2, 5: 4, 6: 4, 14: 8, 15: 8 }[mark] || 0;
      style = [1, 3, 5, 14].includes(mark) ? style | bit : style & ~bit;
    }
  }
  return runs;
};
const plain = text => text.replace(/[\uE001-\uE00F]/g, "");
const handlerText = h => handlers[h].text || handlers[h].name;
const messageText = m => data.messages.texts[m] || data.messages.names[m];
const variableText = v => data.variable_texts[v] || data.variables[v];
const isInitial = m => data.messages.kinds[m] === "i";

function eventText(e) {
  const value = values.get(e);
  return kinds[e] === "g" ? "get" : kinds[e] === "p" ? "post " + messageText(object[e])
    : (kinds[e] === "w" ? "W " : "R ") + variableText(object[e]) + (value === undefined ? "" : " " + value);
}
function address(e) {
  const m = messageOf[e];
  return labels.get(e) || `${data.messages.names[m]}@${e - first[m]}`;
}
// What a line of the file says: "W x 1", with names as they stand there.
function fileText(e) {
  const value = values.get(e);
  return kinds[e] === "g" ? "get" : kinds[e] === "p" ? "post " + data.messages.names[object[e]]
    : (kinds[e] === "w" ? "W " : "R ") + data.variables[object[e]] + (value === undefined ? "" : " " + value);
}
const messageByName = new Map(data.messages.names.map((name, m) => [name, m]));
function eventByAddress(text) {
  if (labelled.has(text)) return labelled.get(text);
  const at = text.lastIndexOf("@"), m = messageByName.get(text.slice(0, at)), k = Number(text.slice(at + 1));
  return at > 0 && m !== undefined && Number.isInteger(k) && k >= 0 && k < countOf(m) ? first[m] + k : -1;
}

// --- Happens-before, as successors and predecessors of every event ---

const hb = (() => {
  const from = [], to = [], relation = [];
  const add = (a, b, r) => { from.push(a); to.push(b); relation.push(r); };
  const next = new Int32Array(eventCount).fill(-1); // write -> the write after it
  const firstWrite = new Int32Array(data.variables.length).fill(-1);
  for (let e = 0; e < eventCount; e++)
    if (kinds[e] === "w" && !data.co[object[e]].length) firstWrite[object[e]] = e;
  data.co.forEach((chain, v) => {
    if (chain.length) firstWrite[v] = chain[0];
    for (let i = 1; i < chain.length; i++) {
      next[chain[i - 1]] = chain[i];
      add(chain[i - 1], chain[i], CO);
    }
  });
  for (let e = 0; e < eventCount; e++) {
    if (e + 1 < first[messageOf[e] + 1]) add(e, e + 1, PO);
    if (kinds[e] === "p" && kinds[first[object[e]]] === "g") add(e, first[object[e]], PB);
    if (kinds[e] === "r") {
      if (source[e] >= 0) add(source[e], e, RF);
      const over = source[e] >= 0 ? next[source[e]] : firstWrite[object[e]];
      if (over >= 0) add(e, over, FR);
    }
  }
  const chain = (list, r) => {
    for (let i = 1; i < list.length; i++) add(list[i - 1], list[i], r);
  };
  handlers.forEach((handler, h) => {
    const initial = data.eo[h].find(isInitial);
    if (done === eventCount) {
      for (let i = 1; i < data.eo[h].length; i++)
        add(first[data.eo[h][i - 1] + 1] - 1, first[data.eo[h][i]], isInitial(data.eo[h][i - 1]) ? PO : EO);
    } else if (initial !== undefined)
      for (const m of data.eo[h]) if (m !== initial) add(first[initial + 1] - 1, first[m], PO);
  });
  if (done === eventCount) {
    const posts = handlers.map(() => []);
    for (const e of order) if (kinds[e] === "p") posts[handlerOfMessage[object[e]]].push(e);
    for (const list of posts) chain(list, MO);
  }
  for (let i = 0; i < data.implied.length; i += 3)
    add(data.implied[i], data.implied[i + 1], [EO, MO, GP][data.implied[i + 2]]);
  const index = (ends, others) => {
    const start = new Int32Array(eventCount + 1), at = new Int32Array(ends.length), kind = new Uint8Array(ends.length);
    for (const e of ends) start[e + 1]++;
    for (let e = 0; e < eventCount; e++) start[e + 1] += start[e];
    const fill = start.slice();
    for (let i = 0; i < ends.length; i++) {
      const k = fill[ends[i]]++;
      at[k] = others[i];
      kind[k] = relation[i];
    }
    return { start, at, kind };
  };
  return { out: index(from, to), in: index(to, from), size: from.length };
})();

// Events that E reaches by INDEX (hb.out or hb.in), E left out, as a set of marks.
function reach(e, index) {
  const seen = new Uint8Array(eventCount), list = [e];
  seen[e] = 1;
  for (let i = 0; i < list.length; i++)
    for (let k = index.start[list[i]]; k < index.start[list[i] + 1]; k++)
      if (!seen[index.at[k]]) {
        seen[index.at[k]] = 1;
        list.push(index.at[k]);
      }
  return { seen, count: list.length - 1 };
}

// A shortest path of happens-before from A to B, as [event, relation, event, ...], or null.
function path(a, b) {
  const by = new Int32Array(eventCount).fill(-1), list = [a];
  for (let i = 0; i < list.length; i++) {
    const e = list[i];
    if (e === b && i) break;
    for (let k = hb.out.start[e]; k < hb.out.start[e + 1]; k++) {
      const to = hb.out.at[k];
      if (by[to] >= 0 || to === a) continue;
      by[to] = k;
      list.push(to);
    }
  }
  if (by[b] < 0) return null;
  const found = [b];
  for (let e = b; e !== a;) {
    const k = by[e];
    let low = 0, high = eventCount; // the event whose edge K is
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (hb.out.start[middle] <= k) low = middle;
      else high = middle;
    }
    e = low;
    found.unshift(e, hb.out.kind[k]);
  }
  return found;
}

// The same with steps of one chain as one: { from, to, relation, skipped }.
function steps(found) {
  const all = [];
  for (let i = 0; i + 2 < found.length; i += 2) {
    const [from, relation, to] = found.slice(i, i + 3), last = all[all.length - 1];
    const joins = last && (last.relation === relation && [PO, CO, EO, MO].includes(relation)
      || last.relation === FR && relation === CO);
    if (joins) {
      last.to = to;
      last.skipped++;
    } else all.push({ from, to, relation, skipped: 0 });
  }
  return all;
}
