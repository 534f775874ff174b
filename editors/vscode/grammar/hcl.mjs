// The TextMate grammar of HCL and of its templates. Scopes are those that the editor gives semantic tokens by default,
// so that colours do not change when the server has answered.
import { tokenRules } from "./tokens.mjs";

// The name of the whole grammar is ours alone: other extensions bring a "source.hcl".
export const scopeName = "source.hcl.ls";

const ident = "[\\p{L}_][\\p{L}\\p{N}_-]*";
const quoted = '"(?:[^"\\\\\\n]|\\\\.)*"';
const label = `(?:${quoted}|${ident})`;

// The language of a heredoc by its tag: the id, and the grammar that colours it. The editor loads all of these, and what
// they include, before it colours the first line: that of Markdown brings 67 others, so ours stands in for it.
export const heredocs = [
  { words: "JSON", id: "json", scope: "source.json" },
  { words: "YA?ML", id: "yaml", scope: "source.yaml" },
  { words: "(?:BA|Z)?SH(?:ELL)?|SHELL_?SCRIPT|USER_?DATA", id: "shellscript", scope: "source.shell" },
  { words: "SQL", id: "sql", scope: "source.sql" },
  { words: "PY(?:THON)?", id: "python", scope: "source.python" },
  { words: "POWERSHELL|PS1?", id: "powershell", scope: "source.powershell" },
  { words: "XML", id: "xml", scope: "text.xml" },
  { words: "MD|MARKDOWN", id: "markdown", rule: "#markdown" },
  { words: "HCL2?|TERRAFORM|TF", id: "hcl", rule: "$self" },
];

const embedded = (id) => `meta.embedded.block.${id}`;
export const embeddedLanguages = Object.fromEntries(heredocs.map(({ id }) => [embedded(id), id]));

const include = (...names) => names.map((name) => ({ include: `#${name}` }));

// A heredoc whose tag names the language of its content. The inner rule is tried again on every line, so that an
// unterminated construct of the other grammar ends with the heredoc.
function embeddedHeredoc({ words, id, scope, rule = scope }) {
  const tag = `(?i:(?:\\w+_)?(?:${words})(?:_\\w+)?)`;
  return {
    name: "string.unquoted.heredoc.hcl",
    begin: `(<<-?)(${tag})\\s*$`,
    beginCaptures: {
      1: { name: "keyword.operator.heredoc.hcl" },
      2: { name: "variable.other.enummember.heredoc.hcl" },
    },
    end: "^\\s*(\\2)\\s*$",
    endCaptures: { 1: { name: "variable.other.enummember.heredoc.hcl" } },
    patterns: [
      {
        contentName: embedded(id),
        begin: `^(?!\\s*${tag}\\s*$)`,
        while: `^(?!\\s*${tag}\\s*$)`,
        patterns: [{ include: "#template" }, { include: rule }],
      },
    ],
  };
}

function block() {
  return {
    name: "meta.block.hcl",
    begin: `(?<![\\p{L}\\p{N}_.-])(${ident})((?:\\s+${label})*)\\s*(\\{)`,
    beginCaptures: {
      1: { name: "entity.name.type.hcl" },
      2: { patterns: include("labels") },
      3: { name: "punctuation.section.block.begin.hcl" },
    },
    end: "\\}",
    endCaptures: { 0: { name: "punctuation.section.block.end.hcl" } },
    patterns: include("body"),
  };
}

const repository = () => ({
  body: { patterns: include("comments", "attribute", "block", "header", "expression") },
  block: block(),
  // A header whose brace is not written yet.
  header: {
    match: `^\\s*(${ident})((?:\\s+${label})+)\\s*$`,
    captures: { 1: { name: "entity.name.type.hcl" }, 2: { patterns: include("labels") } },
  },
  labels: {
    patterns: [
      { name: "variable.other.enummember.label.hcl", match: quoted },
      { name: "variable.other.enummember.label.hcl", match: ident },
    ],
  },
  attribute: {
    patterns: [
      // In nearly every language an argument "type" holds a type when its value begins with the word of one.
      {
        begin: `(?<![\\p{L}\\p{N}_.-])(type)\\s*(=)(?![=>])\\s*(?=(?:string|number|bool|any|list|set|map|object|tuple|optional)\\b)`,
        beginCaptures: { 1: { name: "variable.other.property.hcl" }, 2: { name: "keyword.operator.assignment.hcl" } },
        end: "$|(?=\\})",
        patterns: include("types"),
      },
      {
        match: `(?<![\\p{L}\\p{N}_.-])(${ident})\\s*(=)(?![=>])`,
        captures: { 1: { name: "variable.other.property.hcl" }, 2: { name: "keyword.operator.assignment.hcl" } },
      },
    ],
  },
  types: {
    patterns: [
      { include: "#comments" },
      { name: "support.type.hcl", match: "\\b(?:string|number|bool|any|list|set|map|object|tuple|optional)\\b(?!\\s*=)" },
      {
        begin: "[(\\[{]",
        beginCaptures: { 0: { name: "punctuation.section.brackets.begin.hcl" } },
        end: "[)\\]}]",
        endCaptures: { 0: { name: "punctuation.section.brackets.end.hcl" } },
        patterns: [
          {
            match: `(${ident})\\s*(=)(?![=>])`,
            captures: { 1: { name: "variable.other.property.hcl" }, 2: { name: "keyword.operator.assignment.hcl" } },
          },
          { include: "#types" },
        ],
      },
      { include: "#expression" },
    ],
  },
  comments: {
    patterns: [
      {
        name: "comment.line.number-sign.hcl",
        begin: "#",
        beginCaptures: { 0: { name: "punctuation.definition.comment.hcl" } },
        end: "$",
      },
      {
        name: "comment.line.double-slash.hcl",
        begin: "//",
        beginCaptures: { 0: { name: "punctuation.definition.comment.hcl" } },
        end: "$",
      },
      {
        name: "comment.block.hcl",
        begin: "/\\*",
        beginCaptures: { 0: { name: "punctuation.definition.comment.begin.hcl" } },
        end: "\\*/",
        endCaptures: { 0: { name: "punctuation.definition.comment.end.hcl" } },
      },
    ],
  },
  expression: {
    patterns: include(
      "comments", "heredoc", "string", "number", "for", "constants", "call", "member", "variable", "parens", "brackets",
      "object", "punctuation",
    ),
  },
  number: {
    name: "constant.numeric.hcl",
    match: "(?<![\\p{L}\\p{N}_.])\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?",
  },
  constants: { name: "constant.language.hcl", match: "(?<![\\p{L}\\p{N}_.-])(?:true|false|null)(?![\\p{L}\\p{N}_-])" },
  // Two names side by side stand nowhere else in an expression, so "for" is also a name.
  for: {
    patterns: [
      {
        begin: `(?<![\\p{L}\\p{N}_.-])(for)(?=\\s+${ident})`,
        beginCaptures: { 1: { name: "keyword.other.hcl" } },
        end: "(?<![\\p{L}\\p{N}_.-])(in)(?![\\p{L}\\p{N}_-])|(?=[:\\]})])",
        endCaptures: { 1: { name: "keyword.other.hcl" } },
        patterns: [
          { include: "#comments" },
          { name: "variable.parameter.hcl", match: `(?!in\\b)${ident}` },
          { name: "punctuation.separator.hcl", match: "," },
        ],
      },
      { name: "keyword.other.hcl", match: "(?<![\\p{L}\\p{N}_.-])if(?=\\s+[^\\s=:])" },
    ],
  },
  call: {
    name: "meta.function-call.hcl",
    begin: `(?<![.\\p{L}\\p{N}_-])((?:${ident}::)*${ident})(\\()`,
    beginCaptures: { 1: { name: "entity.name.function.hcl" }, 2: { name: "punctuation.section.parens.begin.hcl" } },
    end: "\\)",
    endCaptures: { 0: { name: "punctuation.section.parens.end.hcl" } },
    patterns: include("expression"),
  },
  member: {
    patterns: [
      {
        match: `(\\.)\\s*(${ident})`,
        captures: { 1: { name: "punctuation.accessor.hcl" }, 2: { name: "variable.other.property.hcl" } },
      },
      {
        match: "(?<=[\\p{L}\\p{N}_\\])-])(\\.)(\\d+|\\*)",
        captures: { 1: { name: "punctuation.accessor.hcl" }, 2: { name: "constant.numeric.hcl" } },
      },
      { name: "keyword.operator.splat.hcl", match: "(?<=\\[)\\s*\\*\\s*(?=\\])" },
    ],
  },
  variable: { name: "variable.other.readwrite.hcl", match: `(?<![.\\p{L}\\p{N}_-])${ident}` },
  parens: {
    begin: "\\(",
    beginCaptures: { 0: { name: "punctuation.section.parens.begin.hcl" } },
    end: "\\)",
    endCaptures: { 0: { name: "punctuation.section.parens.end.hcl" } },
    patterns: include("expression"),
  },
  brackets: {
    begin: "\\[",
    beginCaptures: { 0: { name: "punctuation.section.brackets.begin.hcl" } },
    end: "\\]",
    endCaptures: { 0: { name: "punctuation.section.brackets.end.hcl" } },
    patterns: include("expression"),
  },
  object: {
    name: "meta.braces.hcl",
    begin: "\\{",
    beginCaptures: { 0: { name: "punctuation.section.braces.begin.hcl" } },
    end: "\\}",
    endCaptures: { 0: { name: "punctuation.section.braces.end.hcl" } },
    patterns: [
      {
        match: `(?:^|(?<=[{,]))\\s*(${ident})\\s*(?:(=)|(:))(?![=>:])`,
        captures: {
          1: { name: "variable.other.property.hcl" },
          2: { name: "keyword.operator.assignment.hcl" },
          3: { name: "punctuation.separator.key-value.hcl" },
        },
      },
      { include: "#expression" },
    ],
  },
  // Ends with its line at the latest, as nothing but an interpolation goes over lines.
  string: {
    name: "string.quoted.double.hcl",
    begin: '"',
    beginCaptures: { 0: { name: "punctuation.definition.string.begin.hcl" } },
    end: '"|$',
    endCaptures: { 0: { name: "punctuation.definition.string.end.hcl" } },
    patterns: [
      {
        name: "constant.character.escape.hcl",
        match: "\\\\(?:[nrt\"\\\\]|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})",
      },
      { name: "invalid.illegal.escape.hcl", match: "\\\\." },
      { include: "#template" },
    ],
  },
  heredoc: {
    patterns: [
      ...heredocs.map(embeddedHeredoc),
      {
        name: "string.unquoted.heredoc.hcl",
        begin: `(<<-?)(${ident})\\s*$`,
        beginCaptures: {
          1: { name: "keyword.operator.heredoc.hcl" },
          2: { name: "variable.other.enummember.heredoc.hcl" },
        },
        end: "^\\s*(\\2)\\s*$",
        endCaptures: { 1: { name: "variable.other.enummember.heredoc.hcl" } },
        patterns: include("template"),
      },
    ],
  },
  markdown: {
    patterns: [
      { name: "markup.heading.markdown", begin: "^\\s*#{1,6}\\s", end: "$", patterns: include("template") },
      { name: "markup.quote.markdown", begin: "^\\s*>", end: "$", patterns: include("template") },
      { match: "^\\s*([-*+]|\\d+[.)])(?=\\s)", captures: { 1: { name: "punctuation.definition.list.begin.markdown" } } },
      { name: "markup.inline.raw.string.markdown", match: "(`+)(?!`).+?(?<!`)\\1(?!`)" },
      { name: "markup.bold.markdown", match: "(\\*\\*|__)(?=\\S).+?(?<=\\S)\\1" },
      { name: "markup.italic.markdown", match: "(?<![\\w*])([*_])(?=[^\\s*_]).+?(?<=[^\\s*_])\\1(?![\\w*])" },
      {
        match: "(\\[[^\\]]*\\])(\\([^)]*\\))",
        captures: { 1: { name: "string.other.link.title.markdown" }, 2: { name: "markup.underline.link.markdown" } },
      },
    ],
  },
  // Patterns within strings, heredocs and template files.
  template: {
    patterns: [
      { name: "constant.character.escape.hcl", match: "\\$\\$(?=\\{)|%%(?=\\{)" },
      {
        name: "meta.interpolation.hcl",
        begin: "\\$\\{~?",
        beginCaptures: { 0: { name: "punctuation.definition.template-expression.begin.hcl" } },
        end: "~?\\}",
        endCaptures: { 0: { name: "punctuation.definition.template-expression.end.hcl" } },
        contentName: "meta.embedded.expression.hcl",
        patterns: include("expression"),
      },
      {
        name: "meta.interpolation.directive.hcl",
        begin: "%\\{~?",
        beginCaptures: { 0: { name: "punctuation.definition.template-expression.begin.hcl" } },
        end: "~?\\}",
        endCaptures: { 0: { name: "punctuation.definition.template-expression.end.hcl" } },
        contentName: "meta.embedded.expression.hcl",
        patterns: [
          { name: "keyword.other.hcl", match: "(?<=\\{|\\{~|\\s)(?:if|else|endif|endfor)(?=[\\s~}])" },
          { include: "#expression" },
        ],
      },
    ],
  },
  punctuation: { patterns: [] },
});

// Grammars of other languages know nothing of interpolations, so those are matched before them wherever text is.
const injections = { "L:string.unquoted.heredoc.hcl - meta.interpolation": { patterns: include("template") } };

export function hclGrammar(tokenFile) {
  const rules = repository();
  rules.punctuation.patterns = tokenRules(tokenFile);
  return { name: "HCL", scopeName, patterns: include("body"), injections, repository: rules };
}

export function templateGrammar() {
  return {
    name: "HCL template",
    scopeName: "text.hcl-template",
    patterns: [{ include: `${scopeName}#template` }],
  };
}

// The lines of "Show the syntax tree": kind, bytes, text.
export function treeGrammar() {
  return {
    name: "HCL syntax tree",
    scopeName: "text.hcl-tree",
    patterns: [
      {
        match: "^\\s*(\\w+) (\\[\\d+\\.\\.\\d+\\))(.*)$",
        captures: {
          1: { name: "entity.name.type.hcl-tree" },
          2: { name: "comment.hcl-tree" },
          3: { name: "string.unquoted.hcl-tree" },
        },
      },
    ],
  };
}
