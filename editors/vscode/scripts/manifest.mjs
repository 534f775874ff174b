// The manifest of the package: package.json, and what the tables say of languages, grammars and settings.
import { join } from "node:path";
import { embeddedLanguages, scopeName } from "../grammar/hcl.mjs";
import { diagnostics, extensionFolder, languages, readJson, serverSettings } from "./tables.mjs";

const levels = ["off", "hint", "info", "warning", "error"];

// The names of rules with what they find, for the settings editor's suggestions.
function ruleProperties() {
  const entry = ({ code, level, title, message }) => {
    // Placeholders of messages become an ellipsis.
    const sentence = /^\{\d\}$/.test(message) ? "" : ` ${message.replace(/\{\d\}/g, "…").replace(/…\./g, "…")}`;
    return { type: "string", enum: levels, default: level, description: `${code}: ${title.replace(/\{\d\}/g, "…")}.${sentence}` };
  };
  const found = {};
  for (const diagnostic of diagnostics()) found[diagnostic.name] = entry(diagnostic);
  found["*"] = { type: "string", enum: levels, description: "All that no other entry names." };
  return found;
}

function schema(setting) {
  const base = {
    default: setting.default,
    scope: setting.scope ?? "window",
    markdownDescription: `${setting.description}.`,
  };
  switch (setting.type) {
    case "boolean": return { type: "boolean", ...base };
    case "number": return { type: "integer", minimum: setting.minimum ?? 0, maximum: setting.maximum ?? 1000000, ...base };
    case "string": return { type: "string", ...(setting.enum ? { enum: setting.enum } : {}), ...base };
    case "strings": return { type: "array", items: { type: "string" }, ...base };
    case "levels":
      return { type: "object", properties: ruleProperties(), additionalProperties: { type: "string", enum: levels }, ...base };
  }
  throw new Error(`setting ${setting.name}: no type ${setting.type}`);
}

export function manifest() {
  const base = readJson(join(extensionFolder, "package.json"));
  const { devDependencies, scripts, ...result } = base;
  const clientSettings = readJson(join(extensionFolder, "settings.json"));
  const ids = languages.map(({ id }) => id);
  const configuration = "./language-configuration.json";
  result.capabilities.untrustedWorkspaces.restrictedConfigurations = clientSettings
    .filter(({ restricted }) => restricted)
    .map(({ name }) => `hcl.${name}`);
  Object.assign(result.contributes, {
    languages: [
      ...languages.map(({ id, name, extensions, filenames, filenamePatterns }) => ({
        id, aliases: [name], extensions, filenames, filenamePatterns, configuration,
      })),
      // Templates are other languages with HCL in them.
      { id: "hcl-template", aliases: ["HCL template"], extensions: [".tftpl", ".hcltpl", ".pkrtpl.hcl", ".pkrtpl"] },
      { id: "hcl-tree", aliases: ["HCL syntax tree"], configuration: "./tree-configuration.json" },
    ],
    grammars: [
      ...ids.map((language) => ({ language, scopeName, path: "./syntaxes/hcl.tmLanguage.json", embeddedLanguages })),
      { language: "hcl-template", scopeName: "text.hcl-template", path: "./syntaxes/template.tmLanguage.json" },
      { language: "hcl-tree", scopeName: "text.hcl-tree", path: "./syntaxes/tree.tmLanguage.json" },
    ],
    // The same scopes as the grammar's, so that colours stay when the server has answered.
    semanticTokenScopes: ids.map((language) => ({
      language,
      scopes: {
        keyword: ["keyword.other.hcl"],
        type: ["entity.name.type.hcl"],
        label: ["variable.other.enummember.label.hcl"],
        enumMember: ["variable.other.enummember.hcl"],
        property: ["variable.other.property.hcl"],
        number: ["constant.numeric.hcl"],
        operator: ["keyword.operator.hcl"],
        macro: ["punctuation.definition.template-expression.begin.hcl"],
        function: ["entity.name.function.hcl"],
        variable: ["variable.other.readwrite.hcl"],
        parameter: ["variable.parameter.hcl"],
      },
    })),
    configurationDefaults: {
      [ids.map((id) => `[${id}]`).join("")]: {
        "editor.tabSize": 2,
        "editor.insertSpaces": true,
        "editor.detectIndentation": false,
        "editor.semanticHighlighting.enabled": true,
        "editor.formatOnSave": true,
        "editor.quickSuggestions": { strings: true },
      },
    },
    configuration: [
      {
        title: "HCL",
        properties: Object.fromEntries(
          [...serverSettings, ...clientSettings].map((setting) => [`hcl.${setting.name}`, schema(setting)]),
        ),
      },
    ],
  });
  return result;
}
