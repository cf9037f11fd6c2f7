"use strict";
// The trace: tables by number, happens-before as a graph, mailboxes along the run.

const data = JSON.parse(document.getElementById("data").textContent);
const events = new Map(data.events.map(event => [event.id, event]));
const run = data.run || [];

// node -> its edges {to, relation}; a node is an event or stands for a message without events.
const after = new Map(), before = new Map();
for (const [from, to, relation] of data.hb) {
  link(after, from, to, relation);
  link(before, to, from, relation);
}

function link(edges, from, to, relation) {
  if (!edges.has(from)) edges.set(from, []);
  edges.get(from).push({ to, relation });
}

// All nodes that can be reached from START along EDGES, the nearest first: node -> the edge by which it was
// found, {from, relation}; START is not among them unless it lies on a cycle.
function reach(start, edges) {
  const found = new Map();
  const todo = [start];
  for (let i = 0; i < todo.length; i++)
    for (const { to, relation } of edges.get(todo[i]) || [])
      if (!found.has(to)) {
        found.set(to, { from: todo[i], relation });
        todo.push(to);
      }
  return found;
}

// The steps {from, to, relation} of a shortest chain from START to END, or null.
function chain(start, end) {
  const found = reach(start, after);
  if (!found.has(end)) return null;
  const steps = [];
  for (let node = end; ;) {
    const edge = found.get(node);
    steps.unshift({ from: edge.from, to: node, relation: edge.relation });
    node = edge.from;
    if (node === start) return steps;
  }
}

function handlerOf(event) {
  return data.messages[event.message].handler;
}

// What lies in the mailboxes after COUNT steps of the run: for each handler {running, lying, fresh}.
function mailboxesAfter(count) {
  const boxes = data.handlers.map(() => ({ running: null, lying: [], fresh: null }));
  for (let i = 0; i < count; i++) {
    const event = events.get(run[i]);
    const own = boxes[handlerOf(event)];
    const message = data.messages[event.message];
    if (event.kind === "get") own.lying = own.lying.filter(m => m !== event.message);
    own.running = event.id === message.first + message.count - 1 ? null : event.message;
    if (event.kind === "post") {
      const target = boxes[data.messages[event.target].handler];
      target.lying.push(event.target);
      if (i === count - 1) target.fresh = event.target;
    }
  }
  return boxes;
}

// Does a mailbox hand A, posted before B, out before it?
function goesFirst(mailbox, a, b) {
  switch (mailbox) {
    case "sender-queue": return data.messages[a].sender === data.messages[b].sender;
    case "stack": return false;
    case "priority": return data.messages[a].priority >= data.messages[b].priority;
    case "multiset": return false;
    default: return true;
  }
}

// May MESSAGE of the messages LYING be taken next?
function isReady(mailbox, lying, message) {
  if (mailbox === "multiset") return true;
  const at = lying.indexOf(message);
  return lying.every((other, i) => i === at
    || (i < at ? !goesFirst(mailbox, other, message)
      : mailbox === "sender-queue" || goesFirst(mailbox, message, other)));
}

// LYING with the one whose turn comes first on top.
function sorted(mailbox, lying) {
  if (mailbox === "stack") return lying.slice().reverse();
  if (mailbox === "priority")
    return lying.slice().sort((a, b) => data.messages[b].priority - data.messages[a].priority);
  return lying;
}
