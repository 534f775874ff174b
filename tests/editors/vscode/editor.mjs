// A real VS Code in the browser: code-server, Chromium, and the few gestures that the test needs.
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { join } from "node:path";

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

// How long something may take that happens at all. A busy machine is slow, and no fault of the editor's.
const patience = 90_000;

export const themes = { dark: "Default Dark Modern", light: "Default Light Modern" };

export class Editor {
  // `installed`: the folder of install.sh; `data`: what the editor writes; `shots`: where pictures go.
  constructor({ installed, data, shots }) {
    Object.assign(this, { installed, data, shots });
    this.entry = join(installed, "node_modules/code-server/out/node/entry.js");
    this.folders = ["--user-data-dir", join(data, "user"), "--extensions-dir", join(data, "extensions"), "--config", join(data, "config.yaml")];
    // Nothing of this machine's user is read or written.
    this.environment = {
      ...process.env,
      HOME: data,
      PATH: `${join(data, "bin")}:${process.env.PATH}`,
      XDG_CACHE_HOME: join(data, "cache"),
      XDG_CONFIG_HOME: join(data, "config"),
      XDG_DATA_HOME: join(data, "share"),
    };
    mkdirSync(join(data, "user/User"), { recursive: true });
    // The editor asks a login shell for the environment of what it starts.
    for (const name of [".profile", ".bashrc", ".zshenv"]) writeFileSync(join(data, name), `PATH=${join(data, "bin")}:$PATH\n`);
    mkdirSync(shots, { recursive: true });
  }

  settings(values) {
    const all = {
      "workbench.startupEditor": "none",
      "workbench.colorTheme": themes.dark,
      "telemetry.telemetryLevel": "off",
      "extensions.ignoreRecommendations": true,
      "chat.commandCenter.enabled": false,
      "files.autoSave": "off",
      "git.enabled": false,
      ...values,
    };
    writeFileSync(join(this.data, "user/User/settings.json"), JSON.stringify(all, null, 2));
  }

  run(...args) {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [this.entry, ...this.folders, ...args], { env: this.environment });
      let output = "";
      child.stdout.on("data", (data) => (output += data));
      child.stderr.on("data", (data) => (output += data));
      child.on("exit", (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
    });
  }

  // On a busy machine code-server gives up on its own child now and then.
  async start() {
    for (let tries = 1; !(await this.serve()); ++tries) if (tries === 3) throw new Error(this.output);
    const { chromium } = createRequire(join(this.installed, "package.json"))("playwright-core");
    this.browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--force-device-scale-factor=1"],
    });
  }

  // True when it listens, false when it has ended.
  async serve() {
    this.port = await freePort();
    const args = ["--auth", "none", "--bind-addr", `127.0.0.1:${this.port}`, "--disable-telemetry", "--disable-update-check"];
    this.server = spawn(process.execPath, [this.entry, ...this.folders, ...args], { env: this.environment });
    this.output = "";
    return new Promise((resolve) => {
      const listen = (data) => {
        this.output += data;
        if (this.output.includes("HTTP server listening")) resolve(true);
      };
      this.server.stdout.on("data", listen);
      this.server.stderr.on("data", listen);
      this.server.on("exit", () => resolve(false));
    });
  }

  async stop() {
    await this.browser?.close();
    const gone = new Promise((resolve) => this.server.on("exit", resolve));
    if (this.server.exitCode === null && this.server.kill()) await gone;
  }

  // `file`: one that is open from the start; `watch`: a function that runs in the page before all else.
  async open(folder, file, watch) {
    await this.page?.context().close();
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(patience);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    this.page = await context.newPage();
    // The grammars that the editor loads.
    this.grammars = [];
    this.page.on("request", (request) => {
      const name = /[\w.-]+(?=\.tmLanguage)/.exec(request.url());
      if (name && !this.grammars.includes(name[0])) this.grammars.push(name[0]);
    });
    if (watch) await this.page.addInitScript(watch);
    const host = `127.0.0.1:${this.port}`;
    const payload = file ? `&payload=${encodeURIComponent(JSON.stringify([["openFile", `vscode-remote://${host}${file}`]]))}` : "";
    await this.page.goto(`http://${host}/?folder=${encodeURIComponent(folder)}${payload}`, { timeout: 120_000, waitUntil: "commit" });
    if (file) return;
    await this.page.waitForSelector(".monaco-workbench .explorer-folders-view", { timeout: 120_000 });
  }

  async shot(name) {
    // Not in the middle of a fade.
    await this.page.waitForTimeout(400);
    await this.page.screenshot({ path: join(this.shots, `${name}.png`) });
  }

  // The entry of the palette that what is typed finds first.
  async pick(text) {
    await this.palette(text);
    const first = this.page.locator(".quick-input-list .monaco-list-row").first();
    await first.waitFor();
    await this.settled("the first entry", () => first.innerText());
    await this.page.keyboard.press("Enter");
  }
  // Waits until a value is the same twice in a row, 150 ms apart, and gives it.
  async settled(what, value) {
    let before;
    return this.until(what, async () => {
      const now = await value().catch(() => undefined);
      if (now !== undefined && now === before) return { value: now };
      before = now;
      await this.page.waitForTimeout(100);
    });
  }
  // Other commands may stand above the one of this title.
  async command(title) {
    await this.palette(`>${title}`);
    await this.choose(new RegExp(`(^|: )${title.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}( \\(.*\\))?$`));
  }
  // Takes the entry of a list by the keyboard: a click closes the list before it counts.
  async choose(label) {
    const { page } = this;
    const rows = page.locator(".quick-input-list .monaco-list-row");
    await rows.filter({ has: page.locator(".label-name", { hasText: label }) }).first().waitFor();
    const focused = page.locator(".quick-input-list .monaco-list-row.focused .label-name").first();
    await this.until(`${label} is chosen`, async () => {
      const { value } = await this.settled("the chosen entry", async () => ((await focused.count()) > 0 ? focused.innerText() : ""));
      if (label.test(value.replaceAll("\u00a0", " "))) return true;
      await page.keyboard.press("ArrowDown");
    });
    await page.keyboard.press("Enter");
  }
  async palette(text) {
    const { page } = this;
    const input = page.locator(".quick-input-widget input.input");
    // It closes when something else takes the focus.
    await this.until("the palette", async () => {
      await page.keyboard.press("F1");
      const typed = input.waitFor({ timeout: 15_000 }).then(() => input.fill(text, { timeout: 15_000 }));
      return typed.then(() => true, () => false);
    });
  }
  // Files are opened from the explorer: the search by name needs a program that the packages fetch from elsewhere.
  async file(name) {
    const exact = new RegExp(`^${name.replaceAll(".", "\\.")}$`);
    await this.page.locator(".explorer-folders-view .monaco-list-row", { hasText: exact }).dblclick();
    // No tooltip in the pictures.
    await this.page.mouse.move(1000, 20);
    await this.page.waitForSelector(`.tab.active[data-resource-name="${name}"]`);
    await this.page.waitForSelector(".editor-instance .view-line");
  }
  async revert() {
    await this.command("Revert File");
    await this.page.locator(".tab.active.dirty").waitFor({ state: "detached" });
  }
  async goto(line, column) {
    await this.pick(`:${line}:${column}`);
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }
  // Behind the first occurrence of a text in a file, as it is on disk.
  async gotoText(file, text) {
    const whole = readFileSync(file, "utf8");
    if (!whole.includes(text)) throw new Error(`${file} has no ${text}`);
    const before = whole.split(text)[0].split("\n");
    await this.goto(before.length, before.at(-1).length + text.length + 1);
  }
  // The text on the screen. The editor writes spaces as no-break spaces.
  async text(selector = ".editor-instance .view-lines") {
    const parts = await this.page.locator(selector).allInnerTexts();
    return parts.join("\n").replaceAll("\u00a0", " ");
  }
  // The lines of the active editor, top to bottom.
  async lines() {
    return this.page.evaluate(() =>
      [...document.querySelectorAll(".editor-group-container.active .view-line")]
        .sort((a, b) => Number.parseFloat(a.style.top) - Number.parseFloat(b.style.top))
        .map((line) => line.textContent.replaceAll("\u00a0", " ")),
    );
  }
  async until(what, check, timeout = patience) {
    const end = Date.now() + timeout;
    let last;
    for (;;) {
      last = await check();
      if (last) return last;
      if (Date.now() > end) throw new Error(`${what}: not within ${timeout} ms`);
      await this.page.waitForTimeout(50);
    }
  }

  extensionHostLog() {
    const found = readdirSync(join(this.data, "user/logs"), { recursive: true }).filter((name) => name.endsWith("remoteexthost.log"));
    return found.sort().map((name) => readFileSync(join(this.data, "user/logs", name), "utf8")).join("");
  }
}

export const fresh = (folder) => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
};
