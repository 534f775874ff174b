// How long until a mistake is underlined when VS Code opens a workspace of 300 files, and how much of that is VS Code's
// own: an extension that knows its one finding when it is activated is measured beside, in the same workspace.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fresh } from "./editor.mjs";

const rounds = 3;
const mostGrammars = 20;

// Runs in the page: when the first line under a word was there.
const watchPage = () => {
  const found = ["squiggly-error", "squiggly-warning"].map((name) => document.getElementsByClassName(name));
  new MutationObserver((_, observer) => {
    if (found.every(({ length }) => length === 0)) return;
    window.underlined = Date.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
};

// In files of its own language it reports one finding at once; in ours it notes when the editor knows the first (the
// editor collects changes for 50 ms before it tells of them).
const probe = (journal) => `
const vscode = require("vscode");
const note = (what) => require("fs").appendFileSync(${JSON.stringify(journal)}, what + " " + Date.now() + "\\n");
exports.activate = () => {
  vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    if (uris.some((uri) => vscode.languages.getDiagnostics(uri).length > 0)) note("known");
  });
  const findings = vscode.languages.createDiagnosticCollection("floor");
  if (vscode.languages.getDiagnostics().some(([, findings]) => findings.length > 0)) note("known");
  for (const document of vscode.workspace.textDocuments)
    if (document.languageId === "floor") {
      note("known");
      findings.set(document.uri, [new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), "a finding", 0)]);
    }
};
`;

async function installProbe(editor, work, vsce) {
  const folder = fresh(join(work, "probe"));
  const journal = join(work, "probe-journal");
  const manifest = {
    name: "probe",
    publisher: "hcl-ls-tests",
    version: "1.0.0",
    engines: { vscode: "^1.82.0" },
    main: "./main.js",
    activationEvents: ["onLanguage:hcl", "onLanguage:floor"],
    contributes: { languages: [{ id: "floor", extensions: [".floor"] }] },
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "main.js"), probe(journal));
  writeFileSync(join(folder, "README.md"), "A stand-in.\n");
  const packed = join(work, "probe.vsix");
  execFileSync(process.execPath, [vsce, "package", "--allow-missing-repository", "--skip-license", "-o", packed], { cwd: folder, stdio: "ignore" });
  await editor.run("--install-extension", packed);
  return journal;
}

function largeWorkspace(folder) {
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i < 300; ++i) {
    const blocks = Array.from({ length: 30 }, (_, n) => `service "s${n}" {\n  port = ${n} + local.base\n  name = "n\${local.base}"\n}\n`);
    writeFileSync(join(folder, `file${i}.hcl`), `locals {\n  base = ${i}\n}\n${blocks.join("")}`);
  }
  writeFileSync(join(folder, "a_broken.hcl"), "a = \n");
  writeFileSync(join(folder, "one.floor"), "a\n");
}

// Milliseconds after the process of the extension host began.
async function opening(editor, folder, name, extension, journal) {
  rmSync(journal, { force: true });
  const before = editor.extensionHostLog().length;
  // The file is open when the editor starts: from there on all is counted.
  await editor.open(folder, join(folder, name), watchPage);
  const underlined = await editor.until("underlined", () => editor.page.evaluate(() => window.underlined).catch(() => 0));
  const lines = editor.extensionHostLog().slice(before).split("\n");
  const at = (words) => {
    const line = lines.findLast((one) => one.includes(words));
    return line ? new Date(line.slice(0, 23)).getTime() : Number.NaN;
  };
  const host = at("Extension host with pid");
  // The host of the page before may still write.
  const times = existsSync(journal) ? Array.from(readFileSync(journal, "utf8").matchAll(/known (\d+)/g), ([, time]) => Number(time)) : [];
  const known = times.find((time) => time >= host) ?? Number.NaN;
  return { activated: at(`_doActivateExtension ${extension}`) - host, known: known - host, underlined: underlined - host };
}

async function activationTime(editor) {
  await editor.command("Developer: Show Running Extensions");
  return editor.until("activation", async () => {
    const rows = await editor.page.locator(".runtime-extensions-editor .monaco-list-row, .editor-instance .extension").allInnerTexts();
    const own = rows.find((row) => row.includes("hcl-ls.hcl-ls") || /^HCL\b/.test(row));
    return own && Number(/(\d+)ms/.exec(own)?.[1]);
  });
}

// The best of three, because the machine may be busy.
export async function startUp(editor, work, vsce) {
  const folder = join(fresh(join(work, "large")), "files");
  largeWorkspace(folder);
  const journal = await installProbe(editor, work, vsce);
  const floors = [];
  const ours = [];
  const activations = [];
  for (let round = 0; round < rounds; ++round) {
    floors.push(await opening(editor, folder, "one.floor", "hcl-ls-tests.probe", journal));
    ours.push(await opening(editor, folder, "a_broken.hcl", "hcl-ls.hcl-ls", journal));
    // Those of heredocs, and what they include: each is fetched and read before the first line has its colours.
    if (editor.grammars.length > mostGrammars) throw new Error(`grammars for one file: ${editor.grammars.join(" ")}`);
    activations.push(await activationTime(editor));
  }
  const best = (all) => all.reduce((one, other) => (other.underlined < one.underlined ? other : one));
  const text = ({ activated, known, underlined }) =>
    `activation begins ${activated}, ${Number.isNaN(known) ? "" : `finding known ${known}, `}underlined ${underlined}`;
  return (
    `ms after the extension host's start: ${text(best(ours))}; an extension without a server: ${text(best(floors))}; ` +
    `activation takes ${Math.min(...activations)}, ${editor.grammars.length} grammars`
  );
}
