// Drives the packed extension in a real VS Code as a person would, and keeps a picture of each feature, dark and light.
//   node browser_test.mjs INSTALLED PACKAGE.vsix WORK [STAGE...]    stages: restricted dark light edits schemas large neighbours
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Editor, fresh, themes } from "./editor.mjs";
import { startUp } from "./start_up.mjs";

const [installed, vsix, work, ...stages] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const vsce = join(here, "../../../editors/vscode/node_modules/@vscode/vsce/vsce");
const shots = fresh(join(work, "pictures"));
const data = fresh(join(work, "data"));
const workspace = join(work, "workspace/bakery");
const freshWorkspace = () => cpSync(join(here, "workspace"), fresh(workspace), { recursive: true });
freshWorkspace();

const bake = join(workspace, "docker-bake.hcl");
const editor = new Editor({ installed, data, shots });
let failed = 0;

async function test(name, body) {
  try {
    const figure = await body();
    console.log(`ok vscode: ${name}${figure ? ` (${figure})` : ""}`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL vscode: ${name}: ${String(error.message ?? error).split("\n").slice(0, 12).join("\n    ")}`);
    await editor.page?.screenshot({ path: join(shots, `FAIL-${name.replaceAll(/\W+/g, "-")}.png`) }).catch(() => undefined);
  }
}

function expect(what, condition, seen = "") {
  if (!condition) throw new Error(`${what}${seen ? `\n${seen}` : ""}`);
}

// Servers that run from the extension of this test.
const servers = () =>
  readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/exe`).startsWith(join(data, "extensions"));
    } catch {
      return false;
    }
  });

// How many kinds of text the editor tells apart.
const colours = () =>
  editor.page.evaluate(() => {
    const spans = document.querySelectorAll(".editor-instance .view-line span span");
    return new Set([...spans].map((span) => /mtk\d+/.exec(span.className)?.[0])).size;
  });

const squiggle = ".editor-instance :is(.squiggly-error, .squiggly-warning)";

async function restrictedMode() {
  editor.settings({ "security.workspace.trust.startupPrompt": "never" });
  await editor.open(workspace);
  await test("no process in Restricted Mode", async () => {
    const { page } = editor;
    await editor.file("docker-bake.hcl");
    await editor.until("Restricted Mode", async () => (await editor.text(".statusbar-item")).includes("Restricted Mode"));
    await editor.until("colours", async () => (await colours()) > 6);
    await editor.until("the extension", () => editor.extensionHostLog().includes("_doActivateExtension hcl-ls.hcl-ls"));
    await page.waitForTimeout(3000);
    expect("a server runs", servers().length === 0);
    expect("findings", (await page.locator(squiggle).count()) === 0);
    await editor.shot("restricted-mode");
  });
}

async function features(theme) {
  const { page } = editor;
  const shot = (name) => editor.shot(`${name}-${theme}`);
  await test(`squiggle and message, ${theme}`, async () => {
    await editor.file("docker-bake.hcl");
    await page.waitForSelector(squiggle);
    await editor.goto(1, 1);
    await editor.command("Go to Next Problem in Files");
    const message = await editor.until("message", async () => {
      const text = await editor.text(".marker-widget .message");
      return text.includes("contxt") && text;
    });
    expect("no suggestion", message.includes("context"), message);
    await shot("squiggle");
    await page.keyboard.press("Escape");
  });
  await test(`inlay hint, ${theme}`, async () => {
    await editor.until("hint", async () => (await editor.lines()).some((line) => /TAG.?= "latest"/.test(line)));
    await shot("inlay-hint");
  });
  await test(`hover, ${theme}`, async () => {
    await editor.gotoText(bake, "contxt = RO");
    await editor.command("Show or Focus Hover");
    const text = await editor.until("card", async () => {
      const text = await editor.text(".monaco-hover .hover-contents");
      return text.includes("./app") && text;
    });
    expect("no description", text.includes("Where the sources are"), text);
    expect("code without colours", (await page.locator(".monaco-hover .code-hover-contents span[class*=mtk], .monaco-hover code span[class*=mtk]").count()) > 1);
    await shot("hover");
    await page.keyboard.press("Escape");
  });
  await test(`lens leads to references, ${theme}`, async () => {
    const lens = page.locator(".codelens-decoration a", { hasText: /\d+ references/ }).first();
    await editor.goto(1, 1);
    await lens.waitFor();
    await lens.click({ force: true });
    await page.waitForSelector(".peekview-widget .reference-zone-widget, .peekview-widget .ref-tree");
    const rows = await editor.until("references", async () => {
      const text = await editor.text(".peekview-widget .ref-tree .monaco-list-row");
      return text.includes("TAG") && text;
    });
    expect("references of the other file are missing", (await editor.text(".peekview-widget")).includes("override"), rows);
    await shot("lens");
    await page.keyboard.press("Escape");
  });
  await test(`completion, ${theme}`, async () => {
    await editor.gotoText(bake, "contxt = ROOT");
    await page.keyboard.press("Enter");
    await page.keyboard.type("cont");
    await page.keyboard.press("Control+Space");
    const text = await editor.until("list", async () => {
      const text = await editor.text(".suggest-widget.visible .monaco-list-row");
      return text.includes("contexts") && text;
    });
    expect("context is not there", /\bcontext\b/.test(text), text);
    await shot("completion");
    await page.keyboard.press("Escape");
    await editor.revert();
  });
  await test(`outline, ${theme}`, async () => {
    await editor.command("Explorer: Focus on Outline View");
    await editor.until("tree", async () => {
      const text = await editor.text(".outline-pane .monaco-list-row, .outline-tree .monaco-list-row");
      return text.includes("TAG") && text.includes("app");
    });
    await shot("outline");
    await editor.command("Explorer: Focus on Folders View");
  });
  await test(`folding, ${theme}`, async () => {
    await editor.file("docker-bake.hcl");
    await editor.command("Fold All");
    const lines = await editor.until("fold", async () => {
      const lines = await editor.lines();
      return !lines.some((line) => line.includes("description")) && lines;
    });
    expect("the header is gone", lines.some((line) => line.includes('target "app"')), lines.join("\n"));
    await shot("folding");
    await editor.command("Unfold All");
  });
  await test(`colours of templates and heredocs, ${theme}`, async () => {
    await editor.file("untidy.tf");
    await editor.until("colours", async () => (await colours()) > 6);
    await shot("terraform");
    await editor.file("docker-bake.hcl");
    // The JSON in the heredoc has more than one colour.
    await editor.until("colours of the heredoc", () =>
      page.evaluate(() => {
        const line = [...document.querySelectorAll(".view-line")].find((one) => one.textContent.includes("sizes"));
        return line && new Set([...line.querySelectorAll("span span")].map((span) => span.className)).size > 2;
      }),
    );
    await shot("heredoc");
  });
}

// The frame of the picture: the editor keeps it apart from its own page.
async function graphFrame() {
  let found;
  await editor.until("picture", async () => {
    for (const frame of editor.page.frames())
      if ((await frame.locator("main > svg > g").count().catch(() => 0)) > 0) found = frame;
    return found;
  });
  return found;
}

async function graph(theme) {
  await test(`graph, ${theme}`, async () => {
    const { page } = editor;
    await editor.file("docker-bake.hcl");
    await editor.goto(1, 1);
    await editor.command("HCL: Show the dependency graph");
    let frame = await graphFrame();
    expect("not the whole module", (await frame.locator("main > svg > g").count()) >= 4);
    await editor.shot(`graph-${theme}`);
    await frame.locator("main > svg > g", { hasText: "ROOT" }).click();
    await editor.until("the place", async () => (await editor.text(".statusbar-item")).includes("Ln 6,"));
    // The picture takes the focus of the click, sometimes late.
    await editor.until("the file has the focus", async () => {
      await page.locator(".view-line", { hasText: '"ROOT"' }).first().click();
      await page.waitForTimeout(300);
      return (await page.locator('.editor-group-container.active .tab.active[data-resource-name="docker-bake.hcl"]').count()) > 0;
    });
    await editor.command("HCL: Show what this is connected to");
    await editor.until("a part", async () => (frame = await graphFrame()) && !(await frame.locator("main").innerText()).includes("TAG"));
    await editor.shot(`graph-around-${theme}`);
    await frame.locator("#mermaid").click();
    await editor.until("Mermaid", async () => /^(graph|flowchart) /.test(await page.evaluate(() => navigator.clipboard.readText().catch(() => ""))));
    rmSync(join(workspace, "graph.svg"), { force: true });
    await frame.locator("#svg").click();
    // In a browser the editor may take the proposed name without a question.
    const name = page.locator(".quick-input-widget input.input");
    await editor.until("the picture", async () => {
      if (existsSync(join(workspace, "graph.svg"))) return readFileSync(join(workspace, "graph.svg"), "utf8").trimEnd().endsWith("</svg>");
      if ((await name.isVisible()) && (await name.inputValue()).endsWith("/graph.svg")) await page.keyboard.press("Enter");
    });
    rmSync(join(workspace, "graph.svg"));
    await editor.command("View: Close Editors in Other Groups");
    await page.keyboard.press("Escape");
    await editor.command("View: Single Column Editor Layout");
  });
}

// The schemas of a provider that a stand-in for Terraform prints, as that does: only where "init" ran.
async function schemas() {
  const block = { attributes: { name: { type: "string", optional: true } } };
  const printed = {
    format_version: "1.0",
    provider_schemas: { "registry.terraform.io/example/demo": { provider: { version: 0, block: {} }, resource_schemas: { demo_thing: { version: 0, block } } } },
  };
  mkdirSync(join(data, "bin"), { recursive: true });
  const program = `#!/bin/sh\n[ -d .terraform ] && [ "$*" = "providers schema -json" ] && echo '${JSON.stringify(printed)}'\n`;
  writeFileSync(join(data, "bin/terraform"), program, { mode: 0o755 });

  // A module below the folder where "init" ran, without a lock file.
  const folder = fresh(join(work, "schemas"));
  mkdirSync(join(folder, ".terraform"));
  mkdirSync(join(folder, "part"));
  writeFileSync(join(folder, "main.tf"), 'module "part" {\n  source = "./part"\n}\n');
  const using = 'terraform {\n  required_providers {\n    demo = { source = "example/demo" }\n  }\n}\n\nresource "demo_thing" "one" {\n  nmae = "a"\n}\n';
  writeFileSync(join(folder, "part/part.tf"), using);
  await fetches("schemas of providers", folder, "part/part.tf");

  // The lock file tells the version, and a setting the folder.
  const other = fresh(join(work, "schemas-locked"));
  mkdirSync(join(other, ".terraform"));
  writeFileSync(join(other, ".terraform.lock.hcl"), 'provider "registry.terraform.io/example/demo" {\n  version = "1.2.3"\n}\n');
  writeFileSync(join(other, "main.tf"), using);
  const own = fresh(join(work, "schemas-own"));
  editor.settings({ ...trusted, "hcl.schemas.folder": own });
  await fetches("schemas of providers in a folder that is set", other, "main.tf");
  await test("the version of the lock file", () =>
    expect("no version", readdirSync(own, { recursive: true }).some((name) => name.includes("1.2.3")), readdirSync(own, { recursive: true }).join(" ")));
  editor.settings(trusted);
}

async function fetches(name, folder, file) {
  await editor.open(folder, join(folder, file));
  await test(name, async () => {
    const { page } = editor;
    await editor.until("colours", async () => (await colours()) > 3);
    await editor.until("the server", () => servers().length === 1);
    await page.waitForTimeout(2000);
    expect("a finding without a schema", (await page.locator(squiggle).count()) === 0);
    await editor.command("HCL: Fetch the schemas of providers");
    await editor.choose(/terraform$/);
    await page.waitForSelector(squiggle);
    await editor.until("the note", async () => (await editor.text(".notifications-toasts")).includes("example/demo"));
    await editor.shot(name.replaceAll(" ", "-"));
  });
}

// Each in a fresh copy of the workspace.
async function edits(theme) {
  const { page } = editor;
  const shot = (name) => editor.shot(`${name}-${theme}`);
  await test(`quick fix, ${theme}`, async () => {
    await editor.file("docker-bake.hcl");
    await page.waitForSelector(squiggle);
    await editor.gotoText(bake, "contx");
    // Asked for before the findings have come, there is none: then it is asked for again.
    await editor.until("fix", async () => {
      await editor.command("Quick Fix...");
      const text = await editor.settled("the menu", () => editor.text(".action-widget .monaco-list-row, .monaco-editor-overlaymessage"));
      if (text.value.includes("context")) return true;
      await page.keyboard.press("Escape");
    });
    await shot("quick-fix");
    await page.keyboard.press("Enter");
    await editor.until("edit", async () => (await editor.lines()).some((line) => /^ {2}context *= ROOT/.test(line)));
    await editor.until("no finding", async () => (await page.locator(squiggle).count()) === 0);
  });
  await test(`rename in two files, ${theme}`, async () => {
    await editor.gotoText(bake, "variable \"TA");
    await page.keyboard.press("F2");
    const input = page.locator(".rename-box input, .rename-input");
    await input.first().waitFor();
    await input.first().fill("LABEL");
    await shot("rename");
    await page.keyboard.press("Enter");
    await editor.until("this file", async () => (await editor.lines()).filter((line) => line.includes("LABEL")).length >= 3);
    await editor.command("File: Save All Files");
    await editor.until("the other file", () => readFileSync(join(workspace, "docker-bake.override.hcl"), "utf8").includes("VERSION = LABEL"));
    await editor.until("nothing left behind", () => !readFileSync(bake, "utf8").includes("TAG}"));
  });
  await test(`evaluate the selection, ${theme}`, async () => {
    await editor.gotoText(bake, "upper");
    await editor.command("HCL: Evaluate the selection");
    await editor.until("value", async () => (await editor.text(".notifications-toasts")).includes("LATEST"));
    await shot("evaluate");
    await editor.command("Notifications: Clear All Notifications");
  });
  await test(`syntax tree, ${theme}`, async () => {
    await editor.command("HCL: Show the syntax tree");
    await editor.until("tree", async () => /Block/.test(await editor.text()));
    await shot("syntax-tree");
    await editor.command("View: Close Editors in Other Groups");
    await editor.command("View: Single Column Editor Layout");
  });
  await test(`choose the language, ${theme}`, async () => {
    await editor.file("docker-bake.hcl");
    await editor.goto(1, 1);
    for (const [title, id] of [[/^Nomad/, "nomad"], [/^Docker/, "bake"]]) {
      await editor.command("HCL: Choose the language of this file");
      // Only a few of the list are drawn.
      await page.locator('.quick-input-widget input.input[placeholder^="Writes a comment"]').fill(id);
      await editor.choose(title);
      await editor.until(`the comment for ${id}`, async () => (await editor.lines())[0] === `# hcl-ls:language ${id}`);
      if (id === "nomad") await page.waitForSelector(squiggle);
    }
    expect("a second comment", (await editor.lines())[1]?.startsWith("# The"), (await editor.lines()).slice(0, 3).join("\n"));
    await editor.until("no finding", async () => (await page.locator(squiggle).count()) === 0);
    await editor.revert();
  });
  await test(`log, ${theme}`, async () => {
    await editor.command("HCL: Show the log");
    await editor.until("version", async () => /hcl-ls \d+\.\d+\.\d+.* from this extension/.test(await editor.text(".panel .view-lines")));
    await shot("log");
    await editor.command("View: Hide Panel");
  });
  await test(`format on save, ${theme}`, async () => {
    await editor.file("untidy.tf");
    await editor.goto(1, 1);
    await editor.command("File: Save");
    await page.keyboard.type(" ");
    await page.keyboard.press("Backspace");
    await editor.command("File: Save");
    await editor.until("format", () => readFileSync(join(workspace, "untidy.tf"), "utf8").includes('    name        = "a"\n    longer_name = "b"\n'));
    await shot("format");
  });
  await test(`comment continues when a line is split, ${theme}`, async () => {
    await editor.file("docker-bake.hcl");
    await editor.gotoText(bake, "# The file ");
    await page.keyboard.press("Enter");
    await editor.until("mark", async () => (await editor.lines())[1]?.startsWith("# that"));
    await editor.revert();
  });
  await test(`JSON of a language has a server, ${theme}`, async () => {
    await editor.file("more.docker-bake.json");
    await page.waitForSelector(squiggle);
    await shot("json");
  });
  await test(`status item, ${theme}`, async () => {
    await editor.file("docker-bake.hcl");
    await page.locator('.statusbar-item[id="status.languageStatus"], .statusbar-item#status\\.languageStatus').first().hover();
    await editor.until("language", async () => (await editor.text(".monaco-hover, .hover-language-status")).includes("Docker Bake"));
    const item = await editor.text(".hover-language-status");
    expect("no version", /hcl-ls \d/.test(item), item);
    expect("no pack", item.includes("built-in pack"), item);
    await shot("status");
    await page.keyboard.press("Escape");
  });
  await test(`task with a problem matcher, ${theme}`, async () => {
    await editor.file("docker-bake.hcl");
    await editor.goto(1, 1);
    await page.keyboard.type("oops = \n");
    await page.waitForSelector(squiggle);
    writeFileSync(join(workspace, "closed.hcl"), "a = \n");
    await editor.palette("task ");
    await editor.choose(/hcl-ls$/);
    await editor.choose(/check$/);
    // The terminal of the task takes the panel when it starts, which may be later than the problems are shown.
    await editor.until("problem", async () => {
      if (!(await page.locator(".markers-panel").isVisible())) await editor.command("Problems: Focus on Problems View");
      return (await editor.text(".markers-panel")).includes("closed.hcl");
    });
    // The task takes markers away a moment after its end; then the server's are shown again.
    await page.waitForTimeout(4000);
    if (!(await page.locator(".markers-panel").isVisible())) await editor.command("Problems: Focus on Problems View");
    const text = await editor.text(".markers-panel");
    expect("a finding of the server and of the task is listed twice", (text.match(/A value is expected here/g) ?? []).length === 2, text);
    expect("a finding in an unsaved text is gone", (await page.locator(squiggle).count()) > 0, text);
    await shot("task");
    await editor.command("View: Hide Panel");
    await editor.revert();
  });
  await test(`settings with every rule, ${theme}`, async () => {
    await editor.command("HCL: Open the settings");
    await editor.until("settings", async () => (await editor.text(".settings-editor")).includes("Counts of references"));
    const input = page.locator(".settings-editor .suggest-input-container .view-lines").first();
    await input.click();
    await page.keyboard.press("End");
    await page.keyboard.type(" rules");
    await editor.until("rules", async () => (await editor.text(".settings-tree-container")).includes("How findings count"));
    await shot("settings");
    await editor.command("View: Close All Editors");
  });
  await test(`walkthrough, ${theme}`, async () => {
    await editor.command("Welcome: Open Walkthrough...");
    const row = page.locator(".quick-input-list .monaco-list-row", { hasText: "Get started with HCL" });
    await row.click();
    await editor.until("steps", async () => (await editor.text(".gettingStartedContainer")).includes("Which language a file has"));
    await page.waitForTimeout(1000);
    await shot("walkthrough");
    await editor.command("View: Close All Editors");
  });
  await test(`restart, ${theme}`, async () => {
    const [before] = servers();
    await editor.command("HCL: Restart the language server");
    await editor.until("another process", () => servers().length === 1 && servers()[0] !== before);
  });
}

// Installs an extension that contributes nothing but languages.
async function standIn(publisher, name, languages) {
  const folder = fresh(join(work, "neighbour"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, publisher, version: "2.0.0", engines: { vscode: "^1.82.0" }, contributes: { languages } }));
  writeFileSync(join(folder, "README.md"), "A stand-in.\n");
  const packed = join(work, "neighbour.vsix");
  execFileSync(process.execPath, [vsce, "package", "--allow-missing-repository", "--skip-license", "-o", packed], { cwd: folder, stdio: "ignore" });
  await editor.run("--install-extension", packed);
}

// Another extension that answers for the same files: a question, once, and its answer holds.
async function beside(name, file, answer, check) {
  const settings = join(data, "user/User/settings.json");
  await test(`beside ${name}`, async () => {
    editor.settings(trusted);
    // Soon after an installation the editor starts no extensions now and then, until the page is opened again.
    let toast;
    const shown = async () => {
      await editor.open(workspace, join(workspace, file));
      toast = editor.page.locator(".notifications-toasts", { hasText: `${name} both answer` });
      return toast.waitFor({ timeout: 45_000 }).then(() => true, () => false);
    };
    expect("no question", (await shown()) || (await shown()));
    const { page } = editor;
    await page.waitForSelector(squiggle);
    await editor.shot(`beside-${name.toLowerCase().replaceAll(" ", "-")}`);
    await toast.getByText(answer, { exact: true }).click();
    await check(() => readFileSync(settings, "utf8"));
  });
}

async function neighbours() {
  freshWorkspace();
  // Docker's ids are ours, and OpenTofu's take our files from ours: the server sees them all the same.
  await standIn("docker", "docker", [{ id: "dockerbake", filenames: ["docker-bake.hcl", "docker-bake.override.hcl"] }]);
  await beside("Docker DX", "docker-bake.hcl", "Keep Both", async (settings) => {
    await editor.page.locator(".notifications-toasts .notification-toast").waitFor({ state: "hidden" });
    // The editor in the browser writes what is remembered every few seconds.
    await editor.page.waitForTimeout(7000);
    await editor.page.reload();
    await editor.page.waitForSelector(squiggle);
    await editor.page.waitForTimeout(2000);
    expect("asked again", !(await editor.text(".notifications-toasts")).includes("both answer"));
    expect("a setting", !settings().includes("exclude"));
  });
  await editor.run("--uninstall-extension", "docker.docker");

  await standIn("opentofu", "vscode-opentofu", [
    { id: "opentofu", extensions: [".tf", ".tofu"] },
    { id: "opentofu-vars", extensions: [".tfvars"] },
    { id: "opentofu-test", extensions: [".tftest.hcl", ".tofutest.hcl"] },
    { id: "opentofu-mock", extensions: [".tfmock.hcl"] },
  ]);
  writeFileSync(join(workspace, "broken.tofu"), "a = \n");
  for (const [name, id] of [["values.tfvars", "opentofu-vars"], ["mocks.tfmock.hcl", "opentofu-mock"]])
    await test(`the server sees the language ${id}`, async () => {
      writeFileSync(join(workspace, name), "a = \n");
      editor.settings({ ...trusted, "files.associations": { [`*${name.slice(name.indexOf("."))}`]: id } });
      await editor.open(workspace, join(workspace, name));
      await editor.page.waitForSelector(squiggle);
    });
  await beside("OpenTofu", "broken.tofu", "Use OpenTofu", async (settings) => {
    await editor.until("the setting", () => settings().includes("opentofu-mock"));
    await editor.until("no server", () => servers().length === 0);
  });
  await editor.run("--uninstall-extension", "opentofu.vscode-opentofu");

  await standIn("hashicorp", "terraform", [{ id: "terraform", extensions: [".tf"] }]);
  await beside("HashiCorp Terraform", "untidy.tf", "Use HashiCorp Terraform", async (settings) => {
    await editor.until("the setting", () => settings().includes("hcl.languages.exclude"));
    await editor.until("no server", () => servers().length === 0);
  });
}

async function large() {
  await test("300 files", async () => {
    const figures = await startUp(editor, work, vsce);
    await editor.shot("running-extensions");
    return figures;
  });
}

// Unsaved texts stay unsaved when a task runs.
const trusted = { "security.workspace.trust.enabled": false, "task.saveBeforeRun": "never" };

// A stage that breaks off fails, and the next one goes on.
async function stage(name, body) {
  if (stages.length > 0 && !stages.includes(name)) return;
  try {
    await body();
  } catch (error) {
    await test(`stage ${name}`, () => Promise.reject(error));
  }
}

try {
  editor.settings({});
  await test("installs", async () => void (await editor.run("--install-extension", vsix)));
  await editor.start();
  await stage("restricted", restrictedMode);
  for (const theme of ["dark", "light"])
    await stage(theme, async () => {
      editor.settings({ ...trusted, "workbench.colorTheme": themes[theme] });
      await editor.open(workspace);
      await features(theme);
      await graph(theme);
    });
  for (const theme of ["light", "dark"])
    await stage("edits", async () => {
      freshWorkspace();
      editor.settings({ ...trusted, "workbench.colorTheme": themes[theme] });
      await editor.open(workspace);
      await edits(theme);
    });
  editor.settings(trusted);
  await stage("schemas", schemas);
  await stage("large", large);
  await stage("neighbours", neighbours);
} finally {
  await editor.stop();
}
console.log("done");
process.exit(failed ? 1 : 0);
