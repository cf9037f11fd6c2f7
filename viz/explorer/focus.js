// The event chosen, what happens before and after it, and why: the path from a second one.

const focus = { event: -1, start: -1, pointed: -1, past: null, future: null, path: null };
const panel = document.getElementById("event"), live = document.getElementById("live");
const MOST_LISTED = 12;

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const key in attributes)
    if (key.startsWith("on")) made.addEventListener(key.slice(2), attributes[key]);
    else if (attributes[key] !== undefined) made.setAttribute(key, attributes[key]);
  made.append(...children);
  return made;
}

// A styled text as elements.
function words(text) {
  return runsOf(text).map(([part, style]) => {
    let made = document.createTextNode(part);
    for (const [bit, name] of [[2, "u"], [4, "i"], [8, "b"], [1, "sub"]])
      if (style & bit) {
        const around = name === "u" ? element(name, { class: "over" }, element("span", { class: "unseen" }, "¬")) : element(name);
        around.append(made);
        made = around;
      }
    return made;
  });
}
const tag = relation => element("span", { class: "tag " + relation }, relation);
const eventLink = e => element("button", { type: "button", class: "link", onclick: () => choose(e, false, true) },
  ...words(eventText(e)), element("span", { class: "where" }, " ", address(e)));
// A bar above is heard as a negation.
const heard = text => plain(text.replace(/\uE003/g, "¬"));
const where = e => ` in ${heard(messageText(messageOf[e]))}, handler ${heard(handlerText(handlerOf(e)))}`;
const spoken = e => heard(eventText(e)) + where(e);

// Chooses E (-1: none); with TO or a start kept before, shows how the two are related. LOOK: brings it into view.
function choose(e, to = false, look = false, quiet = false) {
  if (!quiet) remember();
  if (to && focus.event >= 0 && focus.start < 0) focus.start = focus.event;
  focus.event = e;
  focus.past = e < 0 ? null : reach(e, hb.in);
  focus.future = e < 0 ? null : reach(e, hb.out);
  focus.path = null;
  if (e < 0) focus.start = -1;
  if (e >= 0 && focus.start >= 0 && focus.start !== e) {
    const there = path(focus.start, e), back = there ? null : path(e, focus.start);
    focus.path = there || back ? steps(there || back) : [];
  }
  if (look && e >= 0) show([e]);
  tellEvent();
  live.textContent = e < 0 ? "" : `${spoken(e)}, step ${step[e] + 1}; ${focus.past.count} before, ${focus.future.count} after`;
  changed();
}

function point(e) {
  if (e === focus.pointed) return;
  focus.pointed = e;
  canvas.style.cursor = e >= 0 ? "pointer" : "grab";
  canvas.title = e >= 0 ? `${plain(eventText(e))}  ${address(e)}` : "";
}

// Keeps the event as the start of a path, or lets the start go.
function keepStart() {
  remember();
  focus.start = focus.start === focus.event ? -1 : focus.event;
  focus.path = null;
  tellEvent();
  changed();
}

// The steps that lead into or out of E directly.
function listed(index, e, title) {
  const list = element("ul", { class: "links" });
  const begin = index.start[e], count = index.start[e + 1] - begin;
  for (let k = begin; k < begin + Math.min(count, MOST_LISTED); k++)
    list.append(element("li", {}, tag(RELATIONS[index.kind[k]]), " ", eventLink(index.at[k])));
  if (count > MOST_LISTED) list.append(element("li", {}, `and ${count - MOST_LISTED} more`));
  return count ? [element("h3", {}, title), list] : [];
}

function tellPath() {
  const list = element("ol", { class: "why" });
  for (const one of focus.path)
    list.append(element("li", {}, tag(RELATIONS[one.relation]), " ", eventLink(one.from), ` ${WORDS[one.relation]} `, eventLink(one.to),
      one.skipped ? element("span", { class: "note" }, ` (${one.skipped} between)`) : ""));
  const [a, b] = focus.path.length && focus.path[0].from === focus.event ? [focus.event, focus.start] : [focus.start, focus.event];
  panel.append(element("h2", {}, "Why"),
    focus.path.length ? element("p", {}, ...words(eventText(a)), " happens before ", ...words(eventText(b)), ":")
      : element("p", {}, "Neither happens before the other", done < eventCount ? " by what is known." : "."), list);
}

function tellEvent() {
  panel.replaceChildren();
  const e = focus.event;
  if (e < 0) {
    panel.append(element("p", { class: "note" }, "Choose an event to see what happens before it (blue) and after it (orange); "
      + "a second one, with Shift or after Enter, to see why."));
    return;
  }
  const what = element("h2", {}, ...words(eventText(e)));
  panel.append(what, element("p", {}, "in ", ...words(messageText(messageOf[e])), ", handler ", ...words(handlerText(handlerOf(e))),
    element("span", { class: "where" }, " ", address(e)), `, step ${step[e] + 1}`),
  element("p", { class: "note" }, formula.events.get(e) || formula.notes.get(messageOf[e]) || formula.notes.get(object[e] >= 0 && kinds[e] === "p" ? object[e] : -1) || ""),
  element("button", { type: "button", id: "from", "aria-pressed": String(focus.start === e), onclick: keepStart },
    focus.start === e ? "Path from here: choose where to" : "Path from here"));
  if (focus.path) tellPath();
  const before = hb.in.start[e + 1] - hb.in.start[e], after = hb.out.start[e + 1] - hb.out.start[e];
  panel.append(...listed(hb.in, e, `Before it: ${before} directly, ${focus.past.count} in all`),
    ...listed(hb.out, e, `After it: ${after} directly, ${focus.future.count} in all`));
}

// The nearest event from the one chosen: COLUMN columns to the right, or DOWN events further in its own.
function walk(column, down) {
  const e = focus.event, list = shownColumns();
  if (e < 0) {
    const middle = Math.max(Math.floor(rowAt(HEAD)), 0);
    for (const h of list) {
      const m = turns[h][messageFrom(h, middle)];
      if (m !== undefined) return choose(Math.min(eventFrom(m, middle), first[m + 1] - 1), false, true);
    }
    return undefined;
  }
  const h = handlerOf(e), place = list.indexOf(h) + column;
  if (column) {
    for (let i = place; i >= 0 && i < list.length; i += column) {
      const own = turns[list[i]], k = Math.min(messageFrom(list[i], row[e]), own.length - 1);
      if (k >= 0) return choose(Math.min(eventFrom(own[k], row[e]), first[own[k] + 1] - 1), false, true);
    }
    return undefined;
  }
  const own = turns[h], k = own.indexOf(messageOf[e]), next = e + down;
  if (next >= first[messageOf[e]] && next < first[messageOf[e] + 1]) return choose(next, false, true);
  const other = own[k + down];
  return other === undefined ? undefined : choose(down > 0 ? first[other] : first[other + 1] - 1, false, true);
}
