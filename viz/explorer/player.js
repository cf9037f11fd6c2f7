// The run, step by step, and what lies in the mailboxes then. Of an inconsistent trace: one attempt, as far as it goes.

const player = { step: 0, used: false, timer: 0, slider: document.getElementById("slider"), said: document.getElementById("step"),
  button: document.getElementById("play"), boxes: document.getElementById("mailboxes") };
const MOST_SHOWN = 8;
const startOf = m => countOf(m) ? step[first[m]] : Infinity;

// Messages posted and not yet taken at STEP, those of handler H, in the order of their posts.
const posted = handlers.map(() => []);
for (const e of order) if (kinds[e] === "p") posted[handlerOfMessage[object[e]]].push(object[e]);
function lying(h, at) {
  const list = posted[h];
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (step[postOf[list[middle]]] < at) low = middle + 1;
    else high = middle;
  }
  return list.slice(0, low).filter(m => startOf(m) >= at);
}
function runningAt(h, at) {
  const list = turns[h];
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startOf(list[middle]) < at) low = middle + 1;
    else high = middle;
  }
  const m = list[low - 1];
  return m !== undefined && step[first[m + 1] - 1] >= at ? m : -1;
}

const priority = m => data.messages.priorities[m] || 0;
const senderOf = m => handlerOf(postOf[m]);
// Which of LIST (as posted) a mailbox of that kind may hand out next.
function readyOf(mailbox, list) {
  if (mailbox === "multiset") return list;
  if (mailbox === "stack") return list.slice(-1);
  if (mailbox === "sender-queue") return list.filter((m, i) => !list.slice(0, i).some(other => senderOf(other) === senderOf(m)));
  if (mailbox === "priority") {
    const most = Math.max(...list.map(priority));
    return list.filter(m => priority(m) === most).slice(0, 1);
  }
  return list.slice(0, 1);
}

function tellMailboxes() {
  player.boxes.hidden = !player.used;
  if (!player.used) return;
  player.boxes.replaceChildren(element("h2", {}, "Mailboxes"));
  for (const h of shownColumns()) {
    if (!posted[h].length) continue;
    let list = lying(h, player.step);
    const ready = new Set(list.length ? readyOf(handlers[h].mailbox, list) : []), running = runningAt(h, player.step);
    if (handlers[h].mailbox === "stack") list = list.slice().reverse();
    const items = element("ol");
    for (const m of list.slice(0, MOST_SHOWN))
      items.append(element("li", { class: ready.has(m) ? "ready" : undefined }, ...words(messageText(m)),
        handlers[h].mailbox === "priority" ? ` (${priority(m)})` : ""));
    if (list.length > MOST_SHOWN) items.append(element("li", { class: "more" }, `and ${list.length - MOST_SHOWN} more`));
    const queue = element("div", { class: "queue" }, element("h3", {}, ...words(handlerText(h)), element("span", { class: "note" }, ` ${handlers[h].mailbox}`)),
      element("span", { class: running < 0 ? "slot idle" : "slot" }, ...running < 0 ? ["idle"] : words(messageText(running))), items);
    queue.dataset.handler = handlers[h].name;
    player.boxes.append(queue);
  }
}

function goTo(at, look = true, quiet = false) {
  if (!quiet) remember();
  player.used = true;
  player.step = Math.min(Math.max(at, 0), done);
  player.slider.value = player.step;
  player.slider.setAttribute("aria-valuetext", `step ${player.step} of ${done}`);
  player.said.replaceChildren(`${player.step} / ${done}`);
  const e = player.step ? order[player.step - 1] : -1;
  if (e >= 0) player.said.append(" \u00b7 ", ...words(`${handlerText(handlerOf(e))}: ${eventText(e)}`));
  if (player.step === done && done < eventCount)
    player.said.append(" \u00b7 ", data.verdict === "inconsistent" ? "stuck, as every run of it is" : "this attempt is stuck; another one may not be");
  if (!player.timer && e >= 0) live.textContent = `Step ${player.step} of ${done}: ${spoken(e)}`;
  tellMailboxes();
  if (look && e >= 0) show([e], false);
  changed();
}
function play() {
  if (player.timer) {
    clearInterval(player.timer);
    player.timer = 0;
  } else {
    if (player.step === done) goTo(0);
    player.timer = setInterval(() => {
      goTo(player.step + 1, true, true);
      if (player.step === done) play();
    }, 400);
  }
  player.button.textContent = player.timer ? "Pause" : "Play";
}
player.slider.max = done;
player.said.textContent = `0 / ${done}`;
player.slider.addEventListener("input", () => goTo(Number(player.slider.value)));
for (const [id, to] of [["first", () => 0], ["back", () => player.step - 1], ["forward", () => player.step + 1], ["last", () => done]])
  document.getElementById(id).addEventListener("click", () => goTo(to()));
player.button.addEventListener("click", play);
