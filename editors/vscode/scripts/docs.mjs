// Writes the tables of settings into the documents, from the tables that the manifest is made from.
//   node scripts/docs.mjs           write
//   node scripts/docs.mjs --check   say what would change, and exit with 1; with --server PROGRAM also where that program
//                                   has other settings or other defaults
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { extensionFolder, projectFolder, readJson, serverSettings } from "./tables.mjs";

const row = (prefix, { name, default: value, description }) =>
  `| \`${prefix}${name}\` | ${JSON.stringify(value)} | ${description} |`;

const tableOf = (prefix, settings) =>
  ["| setting | default | what it does |", "|---|---|---|", ...settings.map((setting) => row(prefix, setting))].join("\n");

const documents = [
  { path: join(projectFolder, "docs/features.md"), table: tableOf("", serverSettings) },
  {
    path: join(extensionFolder, "README.md"),
    table: tableOf("hcl.", [...readJson(join(extensionFolder, "settings.json")), ...serverSettings]),
  },
];

const place = /(<!-- settings: [^\n]*-->\n)[^]*?(<!-- end of settings -->)/;
let stale = false;
for (const { path, table } of documents) {
  const old = readFileSync(path, "utf8");
  if (!place.test(old)) throw new Error(`${path} has no place for the settings`);
  const fresh = old.replace(place, (_, begin, end) => `${begin}${table}\n${end}`);
  if (fresh === old) continue;
  if (process.argv.includes("--check")) {
    console.error(`${path} is stale: run node editors/vscode/scripts/docs.mjs`);
    stale = true;
  } else writeFileSync(path, fresh);
}

const server = process.argv[process.argv.indexOf("--server") + 1];
if (process.argv.includes("--server")) {
  // Lines of `doctor`: "  hcl.NAME   DEFAULT", lists and objects as [] and {}.
  const known = new Map();
  for (const [, name, value] of execFileSync(server, ["doctor", extensionFolder], { encoding: "utf8" }).matchAll(/^ {2}hcl\.(\S+)\s+(.*)$/gm))
    known.set(name, value);
  for (const { name, default: value } of serverSettings) {
    if (known.get(name) !== JSON.stringify(value)) {
      console.error(`the setting ${name} is ${JSON.stringify(value)} in editors/settings.json, ${known.get(name)} in the server`);
      stale = true;
    }
    known.delete(name);
  }
  for (const name of known.keys()) {
    console.error(`editors/settings.json lacks the server's setting ${name}`);
    stale = true;
  }
}
process.exit(stale ? 1 : 0);
