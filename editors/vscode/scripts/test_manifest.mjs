// Tests the contributions of the manifest: every documented setting with its default, commands that exist, and the files of every
// language of the build.
//   node scripts/test_manifest.mjs SERVER
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { manifest } from "./manifest.mjs";
import { extensionFolder, languages, projectFolder } from "./tables.mjs";

const { contributes } = manifest();
let failed = false;

function test(name, problems) {
  if (problems.length === 0) console.log(`ok vscode: ${name}`);
  else console.log(`FAIL vscode: ${name}: ${problems.join("; ")}`);
  failed ||= problems.length > 0;
}

const readme = readFileSync(join(extensionFolder, "README.md"), "utf8");
const properties = contributes.configuration[0].properties;

// Rows of a table of settings: name, default, description.
const rows = (text, prefix) =>
  [...text.matchAll(/^\| `([\w.]+)` \| (\S+) \| (.*) \|$/gm)].map(([, name, value, description]) => [prefix + name, value, description]);

function differences(documented) {
  const found = documented.flatMap(([name, value, description]) => {
    const own = properties[name];
    if (!own) return [`${name} is not contributed`];
    return [
      ...(JSON.stringify(own.default) === value ? [] : [`${name} is ${JSON.stringify(own.default)}, ${value} in the document`]),
      ...(own.markdownDescription === `${description}.` ? [] : [`${name} has another description`]),
    ];
  });
  return documented.length > 5 ? found : ["the document lists no settings"];
}

test("every setting of the documents is contributed", differences(rows(readFileSync(join(projectFolder, "docs/settings.md"), "utf8"), "hcl.")));
const own = rows(readme, "");
test("the README lists every setting", [
  ...differences(own),
  ...Object.keys(properties).filter((name) => !own.some(([other]) => other === name)).map((name) => `${name} is missing`),
]);

const sources = readdirSync(join(extensionFolder, "src")).map((name) => readFileSync(join(extensionFolder, "src", name), "utf8")).join("");
const lines = readFileSync(join(extensionFolder, "package.json"), "utf8");
test("every command is implemented and described", [
  ...contributes.commands.flatMap(({ command, title }) => [
    ...(sources.includes(`registerCommand("${command}"`) ? [] : [`${command} does nothing`]),
    ...(readme.includes(title) ? [] : [`the README lacks "${title}"`]),
  ]),
  ...[...lines.matchAll(/command:(hcl\.\w+)/g)]
    .filter(([, name]) => !contributes.commands.some(({ command }) => command === name))
    .map(([, name]) => `the walkthrough names ${name}`),
]);

// A name for each pattern of each language; a *.pp is Puppet's unless a person says otherwise.
const names = execFileSync(process.argv[2], ["pack", "list"], { encoding: "utf8" })
  .split("\n")
  .flatMap((line) => line.replace(/^.*?: /, "").split(/\s+/))
  .filter(Boolean)
  .flatMap((pattern) => {
    const parts = /(.*)\{(.*)\}(.*)/.exec(pattern);
    return parts ? parts[2].split(",").map((choice) => parts[1] + choice + parts[3]) : [pattern];
  })
  .map((pattern) => pattern.replaceAll("*", "x"))
  .filter((name) => name !== "x.pp");
const asExpression = (glob) => new RegExp(`^${glob.replaceAll(".", "\\.").replaceAll("*", ".*")}$`);
const takes = ({ extensions = [], filenames = [], filenamePatterns = [], json = [] }, name) =>
  filenames.includes(name) ||
  extensions.some((extension) => name.endsWith(extension)) ||
  [...filenamePatterns, ...json].some((glob) => asExpression(glob).test(name));
test("the files of every language have the server", [
  ...(names.length > 30 ? [] : ["the server lists no files"]),
  ...names.filter((name) => !languages.some((language) => takes(language, name))).map((name) => `no language for ${name}`),
]);

process.exit(failed ? 1 : 0);
