// Runs the grammar over annotated files (grammar/tests). Grammars of other languages are the editor's, so that small ones
// stand in for them, which leave open what they begin.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { heredocs, hclGrammar, templateGrammar } from "../grammar/hcl.mjs";
import { extensionFolder, projectFolder } from "./tables.mjs";

const folder = join(projectFolder, "build/vscode-grammars");
mkdirSync(folder, { recursive: true });
const grammars = [hclGrammar(join(projectFolder, "engine/syntax/tree/token.def")), templateGrammar()];
for (const { id, scope } of heredocs) {
  if (!scope) continue;
  const name = `source.test.${id}`;
  grammars.push({
    name, scopeName: scope,
    patterns: [
      { name, begin: "[\\[{]", end: "[\\]}]", patterns: [{ include: "$self" }] },
      { name, begin: '"', end: '"' },
      { name, match: "\\w+" },
    ],
  });
}
const files = grammars.map((grammar, index) => {
  const file = join(folder, `${index}.tmLanguage.json`);
  writeFileSync(file, JSON.stringify(grammar));
  return file;
});
const runner = join(extensionFolder, "node_modules/vscode-tmgrammar-test/dist/unit.js");
let failed = 0;
const tests = readdirSync(join(extensionFolder, "grammar/tests"));
for (const test of tests) {
  const { status, stdout } = spawnSync(
    process.execPath,
    [runner, "--compact", ...files.flatMap((file) => ["-g", file]), join(extensionFolder, "grammar/tests", test)],
    { encoding: "utf8" },
  );
  console.log(`${status === 0 ? "ok" : "FAIL"} vscode: grammar, ${test}`);
  if (status !== 0) console.log(stdout);
  failed += status === 0 ? 0 : 1;
}
process.exit(failed ? 1 : 0);
