// What the explorer does when it is used: node explorer.mjs CHROMIUM PROFILE FOLDER.  Prints "ok NAME" and
// "not ok NAME: why" lines.  FOLDER holds the pages that html.test has drawn.

import { Page } from "./browser.mjs";
import { pathToFileURL } from "node:url";

const [chromium, profile, folder] = process.argv.slice(2);
const page = await Page.open(chromium, profile, 1280, 800);
let failed = false;

function check(name, good, why = "") {
  console.log(good ? `ok ${name}` : `not ok ${name}: ${why}`);
  failed ||= !good;
}

function same(name, found, wanted) {
  check(name, JSON.stringify(found) === JSON.stringify(wanted), `${JSON.stringify(found)}, wanted ${JSON.stringify(wanted)}`);
}

const load = (name, hash = "") => page.load(pathToFileURL(`${folder}/${name}.html`).href + hash);
const text = selector => page.value(`document.querySelector(${JSON.stringify(selector)}).textContent`);
const count = selector => page.value(`document.querySelectorAll(${JSON.stringify(selector)}).length`);
const node = address => page.value(`nodeOf.get(data.events.find(e => e.address === ${JSON.stringify(address)}).id).number`);
// Addresses of the events whose nodes have a class.
const marked = name => page.value(`[...document.querySelectorAll(".node.${name}")].map(n =>
  events.get(Number(n.dataset.event)).address).sort()`);
const pick = address => page.value(`(() => { for (const n of document.querySelectorAll("[data-pick]")) delete n.dataset.pick;
  nodeOf.get(data.events.find(e => e.address === ${JSON.stringify(address)}).id).element.dataset.pick = ""; })()`);
const view = () => page.value("({ x: view.x, y: view.y, scale: view.scale })");
const queues = () => page.value(`Object.fromEntries([...document.querySelectorAll(".queue")].map(q => [q.dataset.handler,
  [q.querySelector(".slot").textContent, ...[...q.querySelectorAll("li")].map(li => li.textContent)]]))`);

// --- What happens before and after an event ---

await load("small");
same("small: verdict", await text("#verdict"), "consistent");
same("small: a node for every event", await count(".node[data-event]"), 8);
same("small: hint", (await text("#event")).startsWith("Point at an event"), true);
await pick("w");
await page.hover("[data-pick]");
same("hover: itself", await marked("self"), ["w"]);
same("hover: before it", await marked("past"), ["a@0", "m1@0"]);
same("hover: after it", await marked("future"), ["k1@0", "k1@1", "m1@2", "m2@0", "r"]);
same("hover: next to it", (await marked("near")).sort(), ["m1@0", "m1@2", "r"]);
check("hover: panel", (await text("#event")).includes("2 directly, 3 more via these"), await text("#event"));
await page.mouse("mouseMoved", { x: 640, y: 20 });
same("hover: let go", await count(".node.self"), 0);
await page.click("[data-pick]");
same("click: kept", await marked("self"), ["w"]);
await pick("r");
await page.hover("[data-pick]");
check("two events: related", (await text("#event")).includes("happens before"), await text("#event"));
same("two events: the chain is marked", (await marked("near")).sort(), ["r", "w"]);
check("two events: by which steps", (await text("#event .links")).includes("rf"), await text("#event .links"));
await page.key("Escape");
await page.mouse("mouseMoved", { x: 640, y: 20 });
same("Escape lets go", await count(".node.self"), 0);

// --- Keys on the figure ---

await page.value(`document.getElementById("stage").focus()`);
await page.key("j");
same("keys: the first event", await count(".node.self"), 1);
const before = await marked("self");
await page.key("j");
check("keys: the next one", JSON.stringify(await marked("self")) !== JSON.stringify(before), before);
await page.key("k");
same("keys: back", await marked("self"), before);
await page.key("Escape");

// --- Pan and zoom ---

const start = await view();
await page.mouse("mouseWheel", { x: 400, y: 300 }, { deltaX: 0, deltaY: -200 });
const zoomed = await view();
check("wheel: larger", zoomed.scale > start.scale, JSON.stringify(zoomed));
const fixed = v => ({ x: (400 - v.x) / v.scale, y: (300 - (v.y + 0)) / v.scale });
check("wheel: the point under it stays", Math.abs(fixed(zoomed).x - fixed(start).x) < 0.5, JSON.stringify([start, zoomed]));
await page.drag({ x: 300, y: 600 }, { x: 380, y: 560 });
const moved = await view();
check("drag: moved", Math.abs(moved.x - zoomed.x - 80) < 1 && Math.abs(moved.y - zoomed.y + 40) < 1, JSON.stringify([zoomed, moved]));
same("drag: nothing is chosen by it", await count(".node.self"), 0);
await page.key("0");
check("0: all of it", await page.value(`(() => { const a = camera.getBoundingClientRect(), b = stage.getBoundingClientRect();
  return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom; })()`));
await page.click("#zoom-in");
check("button: larger", (await view()).scale > start.scale * 0.99);

// --- The run ---

same("run: at first", await text("#step"), "0 / 8");
for (let i = 0; i < 3; i++) await page.key("ArrowRight");
same("run: three steps", (await text("#step")).startsWith("3 / 8"), true);
same("run: done", await count(".node.done"), 3);
same("run: now", await count(".node.now"), 1);
await page.key("ArrowLeft");
same("run: back", (await text("#step")).startsWith("2 / 8"), true);
await page.click("#last");
same("run: all done", await count(".node.done"), 8);
same("run: nothing is left", await queues(), { a: ["idle"], b: ["idle"] });
await page.click("#first");
await page.click("#play");
await new Promise(resolve => setTimeout(resolve, 1200));
await page.key(" ");
const played = await page.value("step");
check("run: played", played >= 1 && played < 8, played);
await new Promise(resolve => setTimeout(resolve, 700));
same("run: paused", await page.value("step"), played);
await page.value(`slider.value = 5; slider.dispatchEvent(new Event("input"))`);
same("run: slider", (await text("#step")).startsWith("5 / 8"), true);

await load("stack", "#step=2");
same("stack: the newest on top", await queues(), { editor: ["idle", "undo.second", "undo.first"] });
same("stack: only that may be next", await page.value(`[...document.querySelectorAll("li.ready")].map(e => e.textContent)`), ["undo.second"]);

// All steps: what the page says lies there is what the run put there.
for (const name of ["small", "stack", "urgent", "orders", "reduction"]) {
  await load(name);
  const wrong = await page.value(`(() => {
    for (let i = 0; i <= run.length; i++) {
      goTo(i, false);
      const there = new Set(run.slice(0, i));
      const lying = data.messages.filter(m => m && m.kind === "posted").filter(m => {
        const number = data.messages.indexOf(m);
        const post = data.events.find(e => e.kind === "post" && e.target === number);
        return there.has(post.id) && !there.has(m.first);
      }).map(m => m.text.map(([t]) => t).join("")).sort();
      const shown = [...document.querySelectorAll(".queue li")].map(li => li.textContent.replace(/ \\(-?\\d+\\)$/, "")).sort();
      if (JSON.stringify(lying) !== JSON.stringify(shown)) return i;
      const next = i < run.length ? events.get(run[i]) : null;
      if (next && next.kind === "get") {
        const box = data.handlers[handlerOf(next)], own = mailboxesAfter(i)[handlerOf(next)];
        if (!isReady(box.mailbox, own.lying, next.message)) return i;
      }
    }
    return -1;
  })()`);
  same(`${name}: mailboxes at every step`, wrong, -1);
}

// --- Cycles ---

await load("crossed");
same("cycle: verdict", await text("#verdict"), "inconsistent");
same("cycle: no run", await page.value(`document.getElementById("player").hidden`), true);
check("cycle: steps as arrows", await count(".step") >= 2);
same("cycle: as many lines", await count("ol.steps li"), await page.value("data.cycles[0].steps.length"));
await page.click(".step[data-step='1'] circle");
same("cycle: the step clicked", await page.value("chosen"), 1);
check("cycle: why", (await text("ol.steps li.chosen")).includes("writes what is read by"), await text("ol.steps li.chosen"));
await page.key("n");
check("cycle: the next step", (await page.value("chosen")) !== 1);

const assumed = await page.value("data.cycles[0].steps.findIndex(one => one.assumed)");
await page.click(`ol.steps li:nth-child(${assumed + 1}) button`);
check("cycle: why it is assumed", (await text("ol.steps li.chosen")).includes("ruled out by cycle"), await text("ol.steps li.chosen"));
await page.value("document.querySelector('ol.steps li.chosen p button').scrollIntoView()");
await page.click("ol.steps li.chosen p button");
check("cycle: to the one that rules the other order out", (await page.value("cycle")) > 0);
await page.click("#pick button:nth-child(2)");
await page.click("#pick button:nth-child(1)");
await page.click("#pick button:nth-child(2)");
same("cycle: another one", await page.value("cycle"), 1);
await page.click("#pick button:nth-child(2)");
same("cycle: none", await count(".step"), 0);

// --- Search and relations ---

await load("reduction");
await page.key("/");
await page.type("m1.1.");
check("find: how many", /^1 of \d+$/.test(await text("#found")), await text("#found"));
const first = await marked("self");
check("find: shown", first.length === 1 && await page.value(`(() => { const a = document.querySelector(".node.self").getBoundingClientRect(),
  b = stage.getBoundingClientRect(); return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom; })()`), first);
await page.key("Enter");
check("find: the next one", JSON.stringify(await marked("self")) !== JSON.stringify(first));
await page.key("Escape");
same("find: let go", await count(".node.hit"), 0);
const visible = relation => page.value(`[...document.querySelectorAll(".arrow.${relation}")].filter(e => getComputedStyle(e).display !== "none").length`);
check("relations: pb is there", await visible("pb") > 0);
await page.click("#relations input[value='pb']");
same("relations: pb is gone", await visible("pb"), 0);
check("relations: rf is there", await visible("rf") > 0);
await page.click("#relations input[value='pb']");
check("relations: pb is back", await visible("pb") > 0);

// --- Widths, colours, names ---

for (const width of [1280, 700]) {
  await page.size(width, 800);
  await load("orders", "#step=4");
  check(`${width} pixels: nothing is cut off`, await page.value("document.documentElement.scrollWidth <= innerWidth"));
  check(`${width} pixels: the figure has room`, await page.value("stage.clientHeight > 250 && stage.clientWidth > 500"));
}
await page.size(1280, 800);
const luminance = `(c => { const [r, g, b] = c.match(/[\\d.]+/g).map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b; })`;
for (const dark of [false, true]) {
  await page.dark(dark);
  await load("orders");
  const least = await page.value(`(() => { const l = ${luminance}, ground = l(getComputedStyle(document.body).backgroundColor);
    return Math.min(...["h1", "#verdict", ".tag", "#event .note", ...["rf", "co", "fr", "pb", "eo", "mo"].map(r => "#relations ." + r)]
      .map(s => document.querySelector(s)).filter(e => e).map(e => l(getComputedStyle(e).color))
      .map(c => (Math.max(c, ground) + 0.05) / (Math.min(c, ground) + 0.05))); })()`);
  check(`${dark ? "dark" : "light"}: texts stand out`, least >= 3, least);
}
await page.dark(false);

await load("hostile");
same("names: no elements of their own", await count("img, b.evil"), 0);
check("names: shown as they are", await page.value("data.events.some(e => e.plain.includes('</script><img'))"));
check("names: the title too", (await text("h1")).includes("<b class=evil>"), await text("h1"));

same("no errors, dialogs or requests", page.heard, []);
await page.close();
process.exit(failed ? 1 : 0);
