// The tables that the manifest, the grammar's registration and the documentation are made from.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const extensionFolder = dirname(dirname(fileURLToPath(import.meta.url)));
export const projectFolder = dirname(dirname(extensionFolder));

export const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
export const languages = readJson(join(extensionFolder, "languages.json"));
export const serverSettings = readJson(join(projectFolder, "editors/settings.json"));

// Every diagnostic of the program: { code, level, name, title }.
export function diagnostics() {
  const folder = join(projectFolder, "engine/source/diagnostics");
  const all = readFileSync(join(folder, "all.def"), "utf8");
  const found = [];
  for (const [, file] of all.matchAll(/^#include "(.*)"$/gm)) {
    const text = readFileSync(join(projectFolder, file), "utf8");
    for (const [, number, level, name, title, message] of text.matchAll(
      /^HCL_DIAG\((\d+), (\w+), (\w+),\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)"\)/gm,
    ))
      found.push({ code: `HCL${number}`, level: level.toLowerCase(), name, title: JSON.parse(`"${title}"`), message: JSON.parse(`"${message}"`) });
  }
  return found;
}
