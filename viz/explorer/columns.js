// Handlers hidden and put in another order by hand (by buttons, or their names dragged), relations shown.

function moveColumn(h, by) {
  const at = columns.indexOf(h), to = at + by;
  if (to < 0 || to >= columns.length) return;
  remember();
  columns.splice(at, 1);
  columns.splice(to, 0, h);
  rearranged();
  document.querySelector(`#columns [data-handler="${h}"] button[data-by="${by}"]`)?.focus();
}
// Handler H goes where the one in column TO of those shown is; one undo for a whole drag, which IS_NEW begins.
function carry(h, to, isNew) {
  const other = shownColumns()[Math.max(0, Math.min(to, shownColumns().length - 1))];
  if (isNew) remember();
  if (other === h) return;
  const at = columns.indexOf(other);
  columns.splice(columns.indexOf(h), 1);
  columns.splice(at, 0, h);
  rearranged();
}
function hideColumn(h, on) {
  remember();
  if (on) hidden.delete(h);
  else hidden.add(h);
  if (hidden.size === handlers.length) hidden.delete(h);
  rearranged();
}
function rearranged() {
  placeColumns();
  drawnMap = null;
  tellColumns();
  tellMailboxes();
  changed();
}

function tellColumns() {
  const list = document.getElementById("columns"), focused = document.activeElement?.closest?.("#columns li")?.dataset.handler;
  list.replaceChildren();
  columns.forEach((h, i) => {
    const box = element("input", { type: "checkbox", onchange: event => hideColumn(h, event.target.checked) });
    box.checked = !hidden.has(h);
    const move = (by, sign, way) => element("button", { type: "button", "data-by": String(by), "aria-label": `${plain(handlerText(h))} to the ${way}`,
      disabled: i + by < 0 || i + by >= columns.length ? "" : undefined, onclick: () => moveColumn(h, by) }, sign);
    const line = element("li", {}, element("label", {}, box, " ", ...words(handlerText(h))), move(-1, "\u2190", "left"), move(1, "\u2192", "right"));
    line.dataset.handler = h;
    list.append(line);
  });
  if (focused !== undefined) list.querySelector(`[data-handler="${focused}"] input`)?.focus();
}

function tellRelations() {
  const group = document.getElementById("relations"), there = new Set(hb.out.kind);
  group.replaceChildren();
  RELATIONS.forEach((relation, r) => {
    if (!there.has(r)) return;
    const box = element("input", { type: "checkbox", value: relation, onchange: event => {
      remember();
      if (event.target.checked) shownRelations.add(r);
      else shownRelations.delete(r);
      changed();
    } });
    box.checked = shownRelations.has(r);
    group.append(element("label", { class: "tag " + relation }, box, relation));
  });
}
