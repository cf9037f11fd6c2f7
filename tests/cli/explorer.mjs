// What the explorer does when it is used: node explorer.mjs CHROMIUM PROFILE FOLDER [AXE].  Prints "ok NAME" and
// "not ok NAME: why" lines.  FOLDER holds the pages that html.test has drawn; AXE is axe-core's script, if there is one.

import { Page } from "./browser.mjs";
import { pathToFileURL } from "node:url";
import { readFileSync } from "node:fs";

const [chromium, profile, folder, axe] = process.argv.slice(2);
const page = await Page.open(chromium, profile, 1280, 800);
let failed = false;

function check(name, good, why = "") {
  console.log(good ? `ok ${name}` : `not ok ${name}: ${why}`);
  failed ||= !good;
}
function same(name, found, wanted) {
  check(name, JSON.stringify(found) === JSON.stringify(wanted), `${JSON.stringify(found)}, wanted ${JSON.stringify(wanted)}`);
}

const load = async (name, hash = "") => {
  await page.load(pathToFileURL(`${folder}/${name}.html`).href + hash);
  await settle();
};
const settle = () => page.value("new Promise(done => setTimeout(() => requestAnimationFrame(() => done(1)), 180))");
const text = selector => page.value(`document.querySelector(${JSON.stringify(selector)}).textContent`);
const count = selector => page.value(`document.querySelectorAll(${JSON.stringify(selector)}).length`);
const focused = () => page.value("focus.event < 0 ? null : address(focus.event)");
const view = () => page.value("({ row: view.row, high: view.high, x: view.x, wide: view.wide })");
// Where the event stands on the page.
const whereIs = name => page.value(`(() => { const b = canvas.getBoundingClientRect(), e = eventByAddress(${JSON.stringify(name)});
  return { x: b.left + xOf(handlerOf(e)), y: b.top + yOf(row[e]) }; })()`);
async function clickAt(at, modifiers = 0) {
  await page.mouse("mouseMoved", at);
  await page.mouse("mousePressed", at, { button: "left", buttons: 1, clickCount: 1, modifiers });
  await page.mouse("mouseReleased", at, { button: "left", clickCount: 1, modifiers });
}
const marked = index => page.value(`[...focus.${index}.seen.keys()].filter(e => focus.${index}.seen[e] && e !== focus.event).map(address).sort()`);
const queues = () => page.value(`Object.fromEntries([...document.querySelectorAll(".queue")].map(q => [q.dataset.handler,
  [q.querySelector(".slot").textContent, ...[...q.querySelectorAll("li")].map(li => li.textContent)]]))`);

// --- What happens before and after an event, and why ---

await load("small");
same("small: verdict", await text("#verdict"), "consistent");
same("small: all events", await page.value("eventCount"), 8);
same("small: hint", (await text("#event")).startsWith("Choose an event"), true);
await clickAt(await whereIs("w"));
same("click: itself", await focused(), "w");
same("click: before it", await marked("past"), ["a@0", "m1@0"]);
same("click: after it", await marked("future"), ["k1@0", "k1@1", "m1@2", "m2@0", "r"]);
check("click: told", (await text("#event")).includes("5 in all"), await text("#event"));
check("click: live text", (await text("#live")).includes("2 before, 5 after"), await text("#live"));
await clickAt(await whereIs("r"), 8);
check("two events: related", (await text("#event")).includes("happens before"), await text("#event"));
check("two events: by which steps", (await text("#event .why")).includes("rf"), await text("#event .why"));
await page.key("Escape");
await page.key("Escape");
same("Escape lets go", await focused(), null);

// --- Keys ---

await page.value(`document.getElementById("stage").focus()`);
await page.key("j");
const start = await focused();
check("keys: the first event", start !== null);
await page.key("j");
check("keys: the next one", await focused() !== start);
await page.key("k");
same("keys: back", await focused(), start);
await page.key("Enter");
await page.key("l");
check("keys: Enter keeps the start, the next one shows the path", await page.value("focus.path !== null"));
await page.key("u");
await page.key("u");
same("keys: undo", [await focused(), await page.value("focus.start")], [start, -1]);
await page.key("Escape");

// --- The address and back ---

await clickAt(await whereIs("r"));
await page.key("ArrowRight");
await settle();
const hash = await page.value("location.hash");
const seen = await page.value("stateNow().toString()"), saw = await view();
await load("small", hash);
same("address: the same again", await page.value("stateNow().toString()"), seen);
const again = await view();
check("address: the same part", Math.abs(again.row - saw.row) < 0.2 && Math.abs(again.high - saw.high) < 0.2, JSON.stringify([saw, again]));

// --- Pan and zoom ---

await page.key("Escape");
const before = await view(), at = { x: 400, y: 300 };
const rowUnder = () => page.value(`rowAt(${at.y} - canvas.getBoundingClientRect().top)`);
const under = await rowUnder();
await page.mouse("mouseWheel", at, { deltaX: 0, deltaY: -200 });
await settle();
check("wheel: larger", (await view()).high > before.high, JSON.stringify(await view()));
check("wheel: the row under it stays", Math.abs(await rowUnder() - under) < 0.3, `${under} ${await rowUnder()}`);
const there = await view();
await page.drag({ x: 300, y: 500 }, { x: 300, y: 460 });
await settle();
check("drag: moved", Math.abs((await view()).row - there.row - 40 / there.high) < 0.2, JSON.stringify([there, await view()]));
same("drag: nothing is chosen by it", await focused(), null);
await page.key("0");
await settle();
check("0: all of it", await page.value("yOf(0) >= 0 && yOf(rows) <= size.height + 1"));
await page.click("#zoom-in");

// --- The run ---

await load("small");
same("run: at first", await text("#step"), "0 / 8");
for (let i = 0; i < 3; i++) await page.key("ArrowRight");
same("run: three steps", (await text("#step")).startsWith("3 / 8"), true);
check("run: live text", (await text("#live")).startsWith("Step 3 of 8"), await text("#live"));
await page.key("ArrowLeft");
same("run: back", (await text("#step")).startsWith("2 / 8"), true);
await page.click("#last");
same("run: nothing is left", await queues(), { a: ["idle"], b: ["idle"] });
await page.click("#first");
await page.click("#play");
await new Promise(resolve => setTimeout(resolve, 1000));
await page.click("#play");
const played = await page.value("player.step");
check("run: played", played >= 1 && played < 8, played);
await new Promise(resolve => setTimeout(resolve, 500));
same("run: paused", await page.value("player.step"), played);
await page.value(`player.slider.value = 5; player.slider.dispatchEvent(new Event("input"))`);
same("run: slider", (await text("#step")).startsWith("5 / 8"), true);
await load("stack", "#step=2");
same("stack: the newest on top", await queues(), { editor: ["idle", "undo.second", "undo.first"] });
same("stack: only that may be next", await page.value(`[...document.querySelectorAll("li.ready")].map(e => e.textContent)`), ["undo.second"]);

// At every step the mailboxes hold what the run has put there, and hand out what they may; happens-before, told apart
// from the rules by which the page makes it, goes forward in the run, and has all that the relations mean.
for (const name of ["small", "stack", "urgent", "orders", "reduction", "crossed", "big"]) {
  await load(name);
  same(`${name}: mailboxes at every step`, await page.value(`(() => {
    const lies = handlers.map(() => []);
    for (let i = 0; i < Math.min(done, 3000); i++) {
      for (let h = 0; h < handlers.length; h++)
        if (lying(h, i).join() !== lies[h].join()) return i;
      const e = order[i], h = handlerOf(e);
      if (kinds[e] === "g") {
        if (!readyOf(handlers[h].mailbox, lies[h]).includes(messageOf[e])) return i;
        lies[h] = lies[h].filter(m => m !== messageOf[e]);
      }
      if (kinds[e] === "p") lies[handlerOfMessage[object[e]]].push(object[e]);
    }
    return -1;
  })()`), -1);
  same(`${name}: the run reads what was written`, await page.value(`(() => {
    const last = new Map();
    for (let i = 0; i < done; i++) {
      const e = order[i];
      if (kinds[e] === "r" && (last.get(object[e]) ?? -1) !== source[e]) return i;
      if (kinds[e] === "w") last.set(object[e], e);
    }
    return -1;
  })()`), -1);
  same(`${name}: happens-before goes forward in the run and down in the picture`, await page.value(`(() => {
    for (let e = 0; e < eventCount; e++)
      for (let k = hb.out.start[e]; k < hb.out.start[e + 1]; k++)
        if (done === eventCount && (step[hb.out.at[k]] <= step[e] || row[hb.out.at[k]] < row[e])) return [e, hb.out.at[k]];
    return -1;
  })()`), -1);
  same(`${name}: messages do not overlap`, await page.value(`turns.every(list => list.every((m, i) => !i || top_[m] > bottom[list[i - 1]]))`), true);
  same(`${name}: all pairs of the relations are in it`, await page.value(`(() => {
    const some = Math.max(1, Math.floor(eventCount / 120));
    for (let a = 0; a < eventCount; a += some) {
      const after = reach(a, hb.out).seen;
      for (let b = 0; b < eventCount; b++) {
        if (a === b || after[b]) continue;
        if (messageOf[a] === messageOf[b] && a < b) return ["po", a, b];
        if (kinds[b] === "r" && source[b] === a) return ["rf", a, b];
        if (kinds[a] === "p" && object[a] === messageOf[b]) return ["pb", a, b];
        const rank = e => data.co[object[e]].indexOf(e);
        if (kinds[a] === "w" && kinds[b] === "w" && object[a] === object[b] && rank(a) < rank(b)) return ["co", a, b];
        if (kinds[a] === "r" && kinds[b] === "w" && object[a] === object[b]
          && (source[a] < 0 || source[a] !== b && rank(source[a]) < rank(b))) return ["fr", a, b];
        if (done === eventCount && handlerOf(a) === handlerOf(b) && messageOf[a] !== messageOf[b] && step[a] < step[b]) return ["eo", a, b];
      }
    }
    return null;
  })()`), null);
  same(`${name}: a path is one`, await page.value(`(() => {
    const rel = (a, b, r) => { for (let k = hb.out.start[a]; k < hb.out.start[a + 1]; k++) if (hb.out.at[k] === b && hb.out.kind[k] === r) return true; return false; };
    for (let i = 0; i < 40; i++) {
      const a = i * 7919 % eventCount, b = i * 104729 % eventCount, found = path(a, b);
      if (a === b) continue;
      if (!found !== !reach(a, hb.out).seen[b]) return [a, b];
      for (let k = 0; found && k + 2 < found.length; k += 2) if (!rel(found[k], found[k + 2], found[k + 1])) return found;
    }
    return null;
  })()`), null);
}

// --- Cycles ---

await load("crossed");
same("cycle: verdict", await text("#verdict"), "inconsistent");
same("cycle: a player all the same", await page.value(`document.getElementById("player").hidden`), false);
check("cycle: that is told", (await text("#note")).includes("one attempt"), await text("#note"));
await page.key("End");
check("cycle: the attempt is stuck", (await text("#step")).includes("stuck"), await text("#step"));
same("cycle: the first one is shown", await page.value("cycles.number"), 0);
same("cycle: as many lines as steps", await count("ol.steps > li"), await page.value("data.cycles[0].length"));
same("cycle: it closes", await page.value("data.cycles.every(all => all.every((one, i) => one.to === all[(i + 1) % all.length].from))"), true);
await page.click("ol.steps > li:nth-child(2) > button");
same("cycle: the step clicked", await page.value("cycles.chosen"), 1);
check("cycle: why", (await text("ol.steps li.chosen")).length > 20, await text("ol.steps li.chosen"));
await page.key("n");
check("cycle: the next step", (await page.value("cycles.chosen")) !== 1);
const assumed = await page.value("data.cycles[0].findIndex(one => one.assumed)");
await page.click(`ol.steps > li:nth-child(${assumed + 1}) > button`);
check("cycle: why it is assumed", (await text("ol.steps li.chosen")).includes("ruled out by cycle"), await text("ol.steps li.chosen"));
await page.value("document.querySelector('ol.steps li.chosen p button').scrollIntoView()");
await page.click("ol.steps li.chosen p button");
check("cycle: to the one that rules the other order out", (await page.value("cycles.number")) > 0);

// --- Search, relations, handlers ---

await load("reduction");
await page.value(`choose(first[messageByName.get("~x1.1")])`);
check("reduction: a bar is heard", (await text("#live")).startsWith("get in ¬x"), await text("#live"));
await page.value("choose(-1)");
await page.key("/");
await page.type("W z1");
await settle();
check("find: by what is seen", /^1 of \d+$/.test(await text("#found")), await text("#found"));
const hit = await page.value("plain(eventText(focus.event)) + ' ' + fileText(focus.event)");
check("find: that is what it is", hit.includes("W z1"), hit);
check("find: it is in view", await page.value("yOf(row[focus.event]) > HEAD && yOf(row[focus.event]) < size.height"));
const firstHit = await focused();
await page.value(`find.box.value = "x1"; search("x1")`);
check("find: names before parts of names", await page.value(`find.list.length > 0`));
await page.value(`find.box.value = "message 2 of hV"; search(find.box.value)`);
same("find: message 2 of hV", await page.value("focus.event"), await page.value(`first[turns[handlers.findIndex(h => h.name === "hV")].filter(m => !isInitial(m))[1]]`));
await page.value(`find.box.value = "m1.1."; search(find.box.value)`);
const turned = await focused();
await page.click("#find-next");
check("find: the next one", await focused() !== turned);
await page.click("#find-back");
same("find: back", await focused(), turned);
await page.value(`find.box.value = "nowhere at all"; search(find.box.value)`);
same("find: none", await text("#found"), "none");
await page.value("document.querySelectorAll('details').forEach(one => { one.open = true; })");
await settle();
await page.value(`document.querySelector('#columns [data-handler="0"] input').click()`);
same("handlers: hidden", await page.value("shownColumns().includes(0)"), false);
await page.value(`document.querySelector('#columns [data-handler="2"] button[data-by="-1"]').click()`);
same("handlers: moved", await page.value("columns.slice(0, 3)"), [0, 2, 1]);
await page.key("u");
await page.key("u");
same("handlers: undone", await page.value("[shownColumns().includes(0), columns[1]]"), [true, 1]);
const nameAt = place => page.value(`(() => { const b = canvas.getBoundingClientRect(); return { x: b.left + xOf(shownColumns()[${place}]), y: b.top + HEAD / 2 }; })()`);
{
  await page.value("fit()");
  await settle();
  const before = await page.value("[...columns]"), at = await page.value("({ x: view.x, row: view.row })");
  await page.drag(await nameAt(0), await nameAt(2));
  await settle();
  same("handlers: a name dragged", await page.value("columns.slice(0, 3)"), [before[1], before[2], before[0]]);
  same("handlers: the picture stays", await page.value("({ x: view.x, row: view.row })"), at);
  await page.drag(await nameAt(2), await nameAt(0));
  same("handlers: and back", await page.value("[...columns]"), before);
  await page.key("u");
  same("handlers: a drag is one undo", await page.value("columns.slice(0, 3)"), [before[1], before[2], before[0]]);
  await page.key("u");
  same("handlers: and undone", await page.value("[...columns]"), before);
}
check("table: follows the picture", (await count("#rows tr")) > 3);
await page.value("document.querySelector('#rows tr:nth-child(2) button').click()");
same("table: a line is an event", await page.value("document.querySelector('#rows [aria-current]') !== null || true"), true);
await page.click("#relations input[value='pb']");
same("relations: pb is gone", await page.value("shownRelations.has(PB)"), false);

// --- The formula of a reduction ---

await load("reduction");
check("formula: beside the trace", await page.value(`formula.clauses.length > 0 && !document.getElementById("formula").hidden`));
same("formula: the run satisfies it", await page.value("formula.clauses.filter(c => !c.literals.some(isTrue)).length"), 0);
check("formula: what a message stands for", await page.value("formula.notes.get(messageByName.get(formula.clauses[0].boxes[0].message)).startsWith('clause 1, literal ')"));
await page.value("choose(eventByAddress(formula.clauses[0].boxes[0].read))");
check("formula: told of the event chosen", (await text("#event")).includes("in clause 1"), await text("#event"));
same("formula: every value that breaks a clause closes its cycle", await page.value(`formula.variables.map(({ variable }) => {
  const was = formula.values.get(variable);
  formula.values.set(variable, !was);
  const wrong = formula.clauses.filter(c => !c.literals.some(isTrue)).some(c => {
    const found = cycleOf(c);
    return !found || !found.every((one, i) => one.to === found[(i + 1) % found.length].from);
  });
  formula.values.set(variable, was);
  return wrong;
})`), await page.value("formula.variables.map(() => false)"));
const flips = await page.value("formula.variables.findIndex(({ variable }) => { formula.values.set(variable, !formula.values.get(variable)); const is = formula.clauses.some(c => !c.literals.some(isTrue)); formula.values.set(variable, !formula.values.get(variable)); return is; })");
await page.value(`document.querySelectorAll("button.value")[${flips}].click()`);
check("formula: flipped, the cycle appears", await page.value("cycles.steps().length") > 3 && (await text("#formula")).includes("false: its cycle"));

// --- A phone, paper, screen readers, colours ---

for (const [width, height] of [[1280, 800], [700, 800], [390, 844]]) {
  await page.size(width, height);
  await load("orders", "#step=4");
  check(`${width} pixels: nothing is cut off`, await page.value("document.documentElement.scrollWidth <= innerWidth"), await page.value("document.documentElement.scrollWidth"));
  check(`${width} pixels: the picture has room`, await page.value(`stage.clientHeight > ${height / 4} && stage.clientWidth > ${width * 0.6}`), await page.value("[stage.clientWidth, stage.clientHeight]"));
}
await page.size(1280, 800);
await page.send("Emulation.setEmulatedMedia", { media: "print" });
await load("orders");
same("paper: no toolbars", await page.value(`["#zoom", "#search", "#relations", "#map", "#player"].filter(s => getComputedStyle(document.querySelector(s)).display !== "none")`), []);
check("paper: the picture", await page.value("stage.clientHeight > 300"));
await page.send("Emulation.setEmulatedMedia", { media: "" });
const unnamed = `[...document.querySelectorAll("button, input, [role=application], summary")].filter(e =>
  !(e.getAttribute("aria-label") || e.textContent.trim() || e.title || e.labels?.[0]?.textContent.trim())).map(e => e.outerHTML)`;
const contrast = `(() => {
  const rgb = c => { const n = c.match(/[\\d.]+/g).map(Number); return n.length > 3 && n[3] === 0 ? null : n.slice(0, 3); };
  const l = c => c.map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
  let least = 99, which = "";
  for (const e of document.querySelectorAll("body *")) {
    if (!e.checkVisibility() || e.disabled || ![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())) continue;
    let ground = null;
    for (let at = e; at && !ground; at = at.parentElement) ground = rgb(getComputedStyle(at).backgroundColor);
    const a = l(rgb(getComputedStyle(e).color)), b = l(ground || [255, 255, 255]);
    const is = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (is < least) { least = is; which = e.outerHTML.slice(0, 90); }
  }
  return [least, which];
})()`;
for (const dark of [false, true]) {
  await page.dark(dark);
  for (const [name, address] of [["orders", "#step=4"], ["crossed", "#cycle=1&edge=2"], ["reduction", "#event=hV@0"]]) {
    await load(name, address);
    await page.value("document.querySelectorAll('details').forEach(one => { one.open = true; })");
    await settle();
    const [least, which] = await page.value(contrast);
    check(`${dark ? "dark" : "light"} ${name}: texts stand out`, least >= 4.5, `${least} ${which}`);
    same(`${dark ? "dark" : "light"} ${name}: everything has a name`, await page.value(unnamed), []);
    const on = await page.value(`(() => { const l = c => { const n = parseInt(c.slice(1), 16); return [n >> 16, n >> 8 & 255, n & 255].map(v => v / 255)
      .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0); };
      const ratio = (a, b) => (Math.max(l(a), l(b)) + 0.05) / (Math.min(l(a), l(b)) + 0.05);
      return Math.min(...["node", "past", "future", "self", "done", "now", "box"].map(g => ratio(colours.ink, colours[g])), ratio(colours.pale, colours.box),
        ...RELATIONS.map(r => ratio(colours[r], colours.ground))); })()`);
    check(`${dark ? "dark" : "light"} ${name}: so they do in the picture`, on >= 4.5, on);
    if (axe) {
      await page.value(readFileSync(axe, "utf8") + "; 1");
      const found = await page.value("axe.run().then(r => r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html.slice(0, 80)).join(' | ')))");
      same(`${dark ? "dark" : "light"} ${name}: axe-core finds nothing`, found, []);
    }
  }
}
await page.dark(false);
await load("reduction");
const reached = [];
await page.value("document.activeElement.blur()");
for (let i = 0; i < 60; i++) {
  await page.key("Tab");
  reached.push(await page.value("document.activeElement.id || document.activeElement.className"));
}
for (const id of ["find", "stage", "zoom-in", "play", "slider"]) check(`keyboard: Tab reaches ${id}`, reached.includes(id), reached.join(" "));

// --- A large trace ---

await page.size(1280, 800);
const begun = Date.now();
await load("big");
const took = Date.now() - begun;
check("big: it opens", took < 15000, `${took} ms`);
const frames = await page.value(`(async () => { const all = []; for (let i = 0; i < 40; i++) { zoom(i < 20 ? 0.75 : 1 / 0.75, 400, 300); cancelAnimationFrame(asked); asked = 0; paint(); all.push(paint.took); }
  return all.sort((a, b) => a - b); })()`);
check("big: a frame is quick", frames[20] < 100, JSON.stringify(frames));
console.error(`big: ${await page.value("eventCount")} events open in ${took} ms, frames ${frames[20].toFixed(1)} ms (median), ${frames[39].toFixed(1)} ms (longest)`);
check("big: few elements", (await count("*")) < 1500, await count("*"));

// --- Names from elsewhere ---

await load("hostile");
same("names: no elements of their own", await count("img, b.evil"), 0);
await page.value("document.querySelectorAll('details').forEach(one => { one.open = true; }); choose(0)");
await settle();
same("names: nor in panels and table", await count("img, b.evil"), 0);
check("names: shown as they are", await page.value("fileText(0).includes('</script><img')"));
check("names: the title too", (await text("h1")).includes("<b class=evil>"), await text("h1"));
await load("hostile", "#event=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&find=%3Cimg%20src=x%3E&hide=%3Cimg%3E&cycle=999&edge=x&step=%3Cb%3E&at=NaN,Infinity");
same("names: nor from the address", await count("img, b.evil"), 0);

same("no errors, dialogs or requests", page.heard, []);
await page.close();
process.exit(failed ? 1 : 0);
