// What is in view as a table that follows the picture: for reading, for keyboards, and for screen readers.

const table = { body: document.getElementById("rows"), place: document.getElementById("place"), timer: 0, fold: document.getElementById("table") };
const MOST_ROWS = 120;

function tellTable() {
  if (!table.fold.open) return;
  const from = Math.max(rowAt(HEAD), 0), to = rowAt(size.height);
  const there = focus.event >= 0 && row[focus.event] >= from && row[focus.event] <= to ? focus.event : -1;
  let low = eventCount; // the first event of the run in view
  for (const h of shownColumns()) {
    const m = turns[h][messageFrom(h, Math.ceil(from))];
    if (m === undefined) continue;
    const e = eventFrom(m, Math.ceil(from));
    if (e < first[m + 1]) low = Math.min(low, step[e]);
  }
  if (there >= 0 && step[there] > low + MOST_ROWS / 2) low = step[there] - MOST_ROWS / 2;
  const lines = [];
  for (let i = low; i < eventCount && lines.length < MOST_ROWS && (row[order[i]] <= to || lines.length < 10); i++) {
    const e = order[i];
    if (hidden.has(handlerOf(e))) continue;
    const here = e === focus.event;
    lines.push(element("tr", { class: here ? "self" : undefined }, element("td", {}, String(i + 1)),
      element("td", {}, ...words(handlerText(handlerOf(e)))), element("td", {}, ...words(messageText(messageOf[e]))),
      element("td", {}, element("button", { type: "button", class: "link", "data-event": String(e), "aria-current": here ? "true" : undefined,
        onclick: () => choose(e, false, true) }, ...words(eventText(e)), element("span", { class: "unseen" }, where(e))))));
  }
  const had = table.body.contains(document.activeElement) ? document.activeElement.dataset.event : undefined;
  table.body.replaceChildren(...lines);
  if (had !== undefined) table.body.querySelector(`[data-event="${had}"]`)?.focus();
}

// Called after every picture.
function tellPlace() {
  clearTimeout(table.timer);
  table.timer = setTimeout(() => {
    tellTable();
    writeAddress();
  }, 120);
}
table.fold.addEventListener("toggle", tellTable);
