// A headless Chromium under the command of a test: its DevTools protocol over pipes, no network.
//
//     const page = await Page.open(chromium, profile, width, height);
//     await page.load("file:///.../t.html");
//     await page.value("document.title");
//     await page.move(x, y); await page.click(x, y); await page.key("ArrowRight");
//     page.close();

import { spawn } from "node:child_process";

const PATIENCE = 60000; // milliseconds for one answer

export class Page {
  static async open(chromium, profile, width, height) {
    const page = new Page();
    page.process = spawn(chromium, ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
      "--no-first-run", "--disable-background-networking", "--remote-debugging-pipe", `--user-data-dir=${profile}`,
      `--window-size=${width},${height}`, "about:blank"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    page.waiting = new Map();
    page.heard = []; // errors, dialogs, requests for anything but a file
    page.last = 0;
    let text = "";
    page.process.stdio[4].setEncoding("utf8").on("data", part => {
      const messages = (text + part).split("\0");
      text = messages.pop();
      for (const message of messages) page.take(JSON.parse(message));
    });
    const { targetInfos } = await page.send("Target.getTargets", {}, null);
    const target = targetInfos.find(info => info.type === "page");
    page.session = (await page.send("Target.attachToTarget", { targetId: target.targetId, flatten: true }, null)).sessionId;
    for (const domain of ["Page", "Runtime", "Network", "Log"]) await page.send(domain + ".enable");
    await page.size(width, height);
    return page;
  }

  take(message) {
    if (message.id) {
      const { resolve, reject, timer } = this.waiting.get(message.id);
      clearTimeout(timer);
      this.waiting.delete(message.id);
      if (message.error) reject(new Error(message.error.message));
      else resolve(message.result);
      return;
    }
    const said = message.params;
    if (message.method === "Runtime.exceptionThrown")
      this.heard.push(said.exceptionDetails.exception?.description || said.exceptionDetails.text);
    if (message.method === "Page.javascriptDialogOpening") this.heard.push("dialog: " + said.message);
    if (message.method === "Log.entryAdded" && said.entry.level === "error") this.heard.push(said.entry.text);
    if (message.method === "Network.requestWillBeSent" && !/^(file|data|about):/.test(said.request.url))
      this.heard.push("request: " + said.request.url);
  }

  send(method, params = {}, session = this.session) {
    const id = ++this.last;
    const message = session ? { id, method, params, sessionId: session } : { id, method, params };
    this.process.stdio[3].write(JSON.stringify(message) + "\0");
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("no answer to " + method)), PATIENCE);
      this.waiting.set(id, { resolve, reject, timer });
    });
  }

  // The page that was there goes first; its own end of loading may come late, so the page itself is asked.
  async load(url) {
    await this.send("Page.navigate", { url: "about:blank" });
    await this.send("Page.navigate", { url });
    const there = `location.href !== "about:blank" && document.readyState === "complete"`;
    for (const start = Date.now(); ! await this.value(there).catch(() => false);) {
      if (Date.now() - start > PATIENCE) throw new Error("not loaded: " + url);
      await new Promise(resolve => setTimeout(resolve, 10));
    }
  }

  async value(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description || exceptionDetails.text);
    return result.value;
  }

  size(width, height) {
    return this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
  }

  dark(on) {
    return this.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: on ? "dark" : "light" }] });
  }

  // The centre of the first element that SELECTOR matches.
  centre(selector) {
    return this.value(`(() => { const r = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
      return { x: r.x + r.width / 2, y: r.y + r.height / 2 }; })()`);
  }

  mouse(type, { x, y }, more = {}) {
    return this.send("Input.dispatchMouseEvent", { type, x, y, ...more });
  }

  async hover(selector) {
    await this.mouse("mouseMoved", await this.centre(selector));
  }

  async click(selector) {
    const at = await this.centre(selector);
    await this.mouse("mouseMoved", at);
    await this.mouse("mousePressed", at, { button: "left", buttons: 1, clickCount: 1 });
    await this.mouse("mouseReleased", at, { button: "left", clickCount: 1 });
  }

  async drag(from, to) {
    await this.mouse("mouseMoved", from);
    await this.mouse("mousePressed", from, { button: "left", buttons: 1, clickCount: 1 });
    for (let i = 1; i <= 4; i++)
      await this.mouse("mouseMoved", { x: from.x + (to.x - from.x) * i / 4, y: from.y + (to.y - from.y) * i / 4 },
        { button: "left", buttons: 1 });
    await this.mouse("mouseReleased", to, { button: "left", clickCount: 1 });
  }

  async key(key) {
    const text = key.length === 1 ? { text: key } : {};
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", key, ...text });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key });
  }

  type(text) {
    return this.send("Input.insertText", { text });
  }

  async close() {
    const ended = new Promise(resolve => this.process.once("exit", resolve));
    this.send("Browser.close", {}, null).catch(() => {});
    await ended;
  }
}
