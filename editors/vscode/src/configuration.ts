// The settings that the extension itself reads; all others are the server's.
import { isAbsolute } from "node:path";
import * as vscode from "vscode";
import table from "../languages.json";

export const section = "hcl";

export interface Language {
  id: string;
  name: string;
  json?: string[];
}

export const languages: Language[] = table;

const read = <T>(name: string, otherwise: T): T =>
  vscode.workspace.getConfiguration(section).get<T>(name, otherwise);

/** All settings, as a plain object. */
export const settings = (): object => JSON.parse(JSON.stringify(vscode.workspace.getConfiguration(section)));
export const serverPath = (): string => read("server.path", "").trim();
export const serverArguments = (): string[] => read("server.arguments", []);
/** The folder of schemas that is set; the server takes only a whole path. */
export const schemaFolder = (): string | undefined => [read("schemas.folder", "")].find(isAbsolute);
export const excludedLanguages = (): string[] => read("languages.exclude", []);

/** The ids of the languages whose files the server sees. */
export function servedLanguages(): string[] {
  const excluded = new Set(excludedLanguages());
  return languages.map(({ id }) => id).filter((id) => !excluded.has(id));
}

/** Texts with HCL in them, whose names come from the files that render them. */
const templates = "hcl-template";

/** The documents that the server sees. */
export function documentSelector(): { scheme: string; language: string; pattern?: string }[] {
  const served = new Set(servedLanguages());
  const names = languages.filter(({ id }) => served.has(id)).flatMap(({ json }) => json ?? []);
  names.push(...read<string[]>("json.files", []));
  return [
    ...["file", "untitled"].flatMap((scheme) => [...served, templates].map((language) => ({ scheme, language }))),
    ...["json", "jsonc"].flatMap((language) =>
      names.map((name) => ({ scheme: "file", language, pattern: `**/${name}` })),
    ),
  ];
}

/** A change of these needs another client; the server is told of all others. */
export const needsRestart = (change: vscode.ConfigurationChangeEvent): boolean =>
  ["server", "languages", "json"].some((name) => change.affectsConfiguration(`${section}.${name}`));
