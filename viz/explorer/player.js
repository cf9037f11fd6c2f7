// The run: a step at a time, with what lies in the mailboxes.

let step = 0, timer = null;
const slider = document.getElementById("slider"), playButton = document.getElementById("play");
const mailboxPanel = document.getElementById("mailboxes");

function tellMailboxes(boxes) {
  const queues = element("div", { class: "queues" });
  data.handlers.forEach((handler, h) => {
    if (!handler.receives) return;
    const { running, lying, fresh } = boxes[h];
    const list = element("ul", { "aria-label": "mailbox" });
    for (const message of sorted(handler.mailbox, lying)) {
      const item = element("li", {}, ...messageWords(message));
      if (handler.mailbox === "priority") item.append(` (${data.messages[message].priority})`);
      item.classList.toggle("ready", handler.mailbox !== "queue" && isReady(handler.mailbox, lying, message));
      item.classList.toggle("fresh", message === fresh);
      list.append(item);
    }
    const slot = element("div", { class: running === null ? "slot none" : "slot", title: "under way" },
      ...running === null ? ["idle"] : messageWords(running));
    const queue = element("div", { class: "queue" },
      element("h3", {}, ...words(handler.text), " ", element("small", {}, handler.mailbox)), slot, list);
    queue.dataset.handler = handler.name;
    queues.append(queue);
  });
  mailboxPanel.replaceChildren(element("h2", {}, "Mailboxes, the next message on top"), queues);
}

// Has the first COUNT steps done.
function goTo(count, bring) {
  step = Math.min(Math.max(count, 0), run.length);
  slider.value = step;
  const boxes = mailboxesAfter(step);
  const done = new Set(run.slice(0, step)), now = step ? run[step - 1] : null;
  picture.classList.toggle("running", step > 0);
  for (const node of figure.nodes) {
    node.element.classList.toggle("done", done.has(node.event));
    node.element.classList.toggle("now", node.event === now && now !== null);
  }
  for (const edge of figure.edges)
    edge.element.classList.toggle("done", done.has(figure.nodes[edge.from].event)
      && done.has(figure.nodes[edge.to].event));
  const waiting = new Set(boxes.flatMap(box => box.lying)), busy = new Set(boxes.map(box => box.running));
  for (const [message, box] of boxOf) {
    box.element.classList.toggle("waiting", waiting.has(message));
    box.element.classList.toggle("under-way", busy.has(message));
  }
  const output = document.getElementById("step");
  output.replaceChildren(`${step} / ${run.length}`);
  if (now !== null) output.append(": ", ...words(data.handlers[handlerOf(events.get(now))].text), ": ",
    ...words(events.get(now).text));
  tellMailboxes(boxes);
  if (bring && nodeOf.has(now)) bringIntoView(nodeOf.get(now).place);
}

function pause() {
  clearInterval(timer);
  timer = null;
  playButton.textContent = "Play";
}

function play() {
  if (timer !== null) {
    pause();
    return;
  }
  if (step === run.length) goTo(0, true);
  playButton.textContent = "Pause";
  timer = setInterval(() => {
    goTo(step + 1, true);
    if (step === run.length) pause();
  }, 450);
}

function jump(count) {
  pause();
  goTo(count, true);
}

slider.addEventListener("input", () => jump(Number(slider.value)));
document.getElementById("first").addEventListener("click", () => jump(0));
document.getElementById("back").addEventListener("click", () => jump(step - 1));
document.getElementById("forward").addEventListener("click", () => jump(step + 1));
document.getElementById("last").addEventListener("click", () => jump(run.length));
playButton.addEventListener("click", play);
