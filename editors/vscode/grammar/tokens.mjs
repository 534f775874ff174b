// The scope of each token kind of engine/syntax/tree/token.def. A kind without a row here stops the build.
import { readFileSync } from "node:fs";

// Kinds that one token of fixed text makes: the text comes from token.def.
const fixed = {
  Colon: "punctuation.separator.key-value",
  DoubleColon: "punctuation.separator.namespace",
  Comma: "punctuation.separator",
  Equal: "keyword.operator.assignment",
  Dot: "punctuation.accessor",
  Ellipsis: "keyword.operator.expand",
  FatArrow: "keyword.operator.arrow",
  Question: "keyword.operator.conditional",
  Plus: "keyword.operator.arithmetic",
  Minus: "keyword.operator.arithmetic",
  Star: "keyword.operator.arithmetic",
  Slash: "keyword.operator.arithmetic",
  Percent: "keyword.operator.arithmetic",
  Bang: "keyword.operator.logical",
  EqualOp: "keyword.operator.comparison",
  NotEqual: "keyword.operator.comparison",
  LessThan: "keyword.operator.comparison",
  LessThanEq: "keyword.operator.comparison",
  GreaterThan: "keyword.operator.comparison",
  GreaterThanEq: "keyword.operator.comparison",
  And: "keyword.operator.logical",
  Or: "keyword.operator.logical",
  BitwiseAnd: "invalid.illegal.operator",
  BitwiseOr: "invalid.illegal.operator",
  BitwiseNot: "invalid.illegal.operator",
  BitwiseXor: "invalid.illegal.operator",
  StarStar: "invalid.illegal.operator",
  Apostrophe: "invalid.illegal.character",
  Backtick: "invalid.illegal.character",
  Semicolon: "invalid.illegal.character",
};

// Kinds that a rule of hcl.mjs matches.
const ruled = [
  "Comment", "Ident", "Number", "OBrace", "CBrace", "OBrack", "CBrack", "OParen", "CParen", "OQuote", "CQuote",
  "QuotedLit", "StringLit", "OHeredoc", "CHeredoc", "TemplateInterp", "TemplateControl", "TemplateSeqEnd",
];

// Kinds that need no colour, and those of JSON, which the editor colours itself.
const plain = [
  "Whitespace", "Newline", "Tabs", "QuotedNewline", "Invalid", "BadUtf8", "Bom", "EndOfFile", "JsonString",
  "JsonNumber", "JsonKeyword",
];

// Members are accessed behind names, so that a dot is coloured there; ranges of them are no operators.
const elsewhere = new Set(["Dot"]);

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

export function tokenRules(tokenFile) {
  const kinds = new Map();
  for (const [, name, said] of readFileSync(tokenFile, "utf8").matchAll(/^HCL_TOKEN\((\w+), "((?:[^"\\]|\\.)*)"\)/gm))
    kinds.set(name, JSON.parse(`"${said}"`).replace(/^"(.*)"$/, "$1"));
  const known = new Set([...Object.keys(fixed), ...ruled, ...plain]);
  for (const name of kinds.keys()) if (!known.has(name)) throw new Error(`token kind ${name} has no scope in tokens.mjs`);
  for (const name of known) if (!kinds.has(name)) throw new Error(`token.def has no kind ${name}`);
  // The longest first, as the lexer takes them.
  const byScope = Object.entries(fixed)
    .filter(([name]) => !elsewhere.has(name))
    .map(([name, scope]) => ({ text: kinds.get(name), scope }))
    .sort((a, b) => b.text.length - a.text.length || a.text.localeCompare(b.text));
  return byScope.map(({ text, scope }) => ({ name: `${scope}.hcl`, match: escape(text) }));
}
