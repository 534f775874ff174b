// Packs the extension with a server inside.
//   node scripts/package.mjs [--server BINARY] [--target PLATFORM] [--out FILE]
// Without a server the package runs on every platform and takes the server from the setting or from PATH.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { extensionFolder, projectFolder } from "./tables.mjs";

const { values } = parseArgs({
  options: { server: { type: "string" }, target: { type: "string" }, out: { type: "string" } },
});
const folder = join(projectFolder, "build/vscode");
execFileSync(process.execPath, [join(extensionFolder, "scripts/build.mjs"), folder], { stdio: "inherit" });

let target = values.target;
if (values.server) {
  target ??= `${process.platform}-${process.arch}`;
  const program = join(folder, "server", target.startsWith("win32") ? "hcl-ls.exe" : "hcl-ls");
  mkdirSync(join(folder, "server"));
  copyFileSync(values.server, program);
  chmodSync(program, 0o755);
  // Those of what a portable build holds.
  const licences = join(dirname(resolve(values.server)), "generated/share/doc/hcl-ls/LICENSES.txt");
  if (existsSync(licences)) copyFileSync(licences, join(folder, "server/LICENSES.txt"));
}
const out = resolve(values.out ?? join(projectFolder, `build/hcl-ls${target ? `-${target}` : ""}.vsix`));
const vsce = join(extensionFolder, "node_modules/@vscode/vsce/vsce");
execFileSync(
  process.execPath,
  [vsce, "package", "--no-dependencies", "--allow-missing-repository", "--out", out, ...(target ? ["--target", target] : [])],
  { cwd: folder, stdio: ["ignore", "ignore", "inherit"] },
);
console.log(`${out}: ${(statSync(out).size / 1e6).toFixed(1)} MB`);
