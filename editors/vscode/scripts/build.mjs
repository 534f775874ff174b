// Builds the extension into a folder (default: build/vscode of the project) that can be run or packed as it is.
//   node scripts/build.mjs [FOLDER]
import { build } from "esbuild";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { hclGrammar, templateGrammar, treeGrammar } from "../grammar/hcl.mjs";
import { manifest } from "./manifest.mjs";
import { extensionFolder, projectFolder } from "./tables.mjs";

const out = resolve(process.argv[2] ?? join(projectFolder, "build/vscode"));
rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "syntaxes"), { recursive: true });

const write = (name, value) => writeFileSync(join(out, name), JSON.stringify(value, null, 1) + "\n");
write("package.json", manifest());
write("syntaxes/hcl.tmLanguage.json", hclGrammar(join(projectFolder, "engine/syntax/tree/token.def")));
write("syntaxes/template.tmLanguage.json", templateGrammar());
write("syntaxes/tree.tmLanguage.json", treeGrammar());
// Its ranges look like brackets that do not match.
write("tree-configuration.json", { brackets: [], colorizedBracketPairs: [] });
for (const name of ["language-configuration.json", "README.md", "LICENSE", "media", "walkthrough"])
  cpSync(join(extensionFolder, name), join(out, name), { recursive: true });

// The client of the protocol is nine tenths of the code. It is a file of its own, which activation does not read.
const client = "vscode-languageclient/node";
const clientApart = {
  name: "client-apart",
  setup: ({ onResolve }) =>
    void onResolve({ filter: new RegExp(`^${client}$`) }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "./client.js", external: true } : undefined,
    ),
};
// The manifest says which versions of the editor the extension runs in. The client checks that once more, which takes a
// tenth of its start.
const versionKnown = {
  name: "version-known",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^semver\/functions\// }, ({ path }) => ({ path, namespace: "version-known" }));
    onLoad({ filter: /./, namespace: "version-known" }, () => ({ contents: "module.exports = () => true" }));
  },
};
const bundle = (options) =>
  build({
    bundle: true,
    minify: true,
    platform: "node",
    target: "node18",
    format: "cjs",
    external: ["vscode"],
    supported: { "dynamic-import": false },
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
    ...options,
  });
const bundles = await Promise.all([
  bundle({ entryPoints: [join(extensionFolder, "src/extension.ts")], outfile: join(out, "extension.js"), plugins: [clientApart] }),
  bundle({
    stdin: { contents: `module.exports = require("${client}")`, resolveDir: extensionFolder },
    outfile: join(out, "client.js"),
    plugins: [versionKnown],
  }),
]);

// The licences of what is bundled go with it.
const bundled = new Set(
  bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs)).flatMap((path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path) ?? []),
);
const notices = [...bundled].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file) throw new Error(`${name} has no licence file`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
});
writeFileSync(join(out, "THIRD-PARTY-NOTICES.txt"), notices.join(`\n${"-".repeat(80)}\n\n`));
// Everything in the folder belongs to the package.
writeFileSync(join(out, ".vscodeignore"), ".vscodeignore\n");
console.log(out);
