#!/usr/bin/env python3
"""Compares random expressions with a reference implementation: whatever the two answer differently is a fault of ours
or a line in DEVIATIONS.md.

The reference is a program that reads cases as lines of JSON ({"id", "mode", "input"}) and writes them with "output", in
the form of the recorded cases beside this script, evaluated in the same variables (hcl/context.json). HCL_REFERENCE
names it. Without it there is nothing to compare, and this says so and fails.

usage: differential.py [--tests PATH] [--count N] [--seed N] [--depth N] [--keep FILE]
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

OPERATORS = ["+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "&&", "||"]
SCALARS = [
    "0", "1", "2", "-1", "0.1", "1e3", "10000000000000000000000", '""', '"a"', '"12"', '"true"', '"1e2"',
    '"e\\u0301"', '"x${1}y"', "true", "false", "null", "[]", "{}", "[1]", '["a", 1]', "{a = 1}", '{"b" = [null]}',
]
TYPES = [
    "string", "number", "bool", "any", "list(string)", "list(number)", "list(any)", "set(string)", "set(any)",
    "map(string)", "map(any)", "tuple([string, number])", "object({name = string})",
    "object({name = string, size = optional(number)})", "list(object({name = string}))", "map(list(string))",
]
# Results that depend on the random order of the reference's own tables, or crash it.
UNSTABLE = ("panic in function",)


class Generator:
    def __init__(self, seed, variables, functions, recorded):
        self.random = random.Random(seed)
        self.variables = variables
        self.functions = functions
        self.recorded = recorded
        self.locals = []

    def pick(self, options):
        return options[self.random.randrange(len(options))]

    def atom(self):
        roll = self.random.random()
        if self.locals and roll < 0.35:
            return self.pick(self.locals)
        if roll < 0.75:
            return self.pick(self.variables)
        return self.pick(SCALARS)

    def call(self, depth):
        name, types, variadic = self.pick(self.functions)
        if variadic:
            types = types + [variadic["type"]] * self.random.randrange(4)
        arguments = [self.typed(t, depth - 1) for t in types]
        if self.random.random() < 0.02:
            arguments = arguments[1:]
        expand = "..." if arguments and self.random.random() < 0.05 else ""
        return f"{name}({', '.join(arguments)}{expand})"

    def typed(self, wanted, depth):
        """Mostly something that is of the wanted type, at least nearly."""
        kind = wanted if isinstance(wanted, str) else wanted[0]
        if wanted == "capsule:type constraint":
            return self.pick(TYPES)
        near = [v for v in self.variables if v.startswith({"string": "str_", "number": "num_"}.get(kind, kind + "_"))]
        if near and self.random.random() < 0.6:
            return self.pick(near)
        return self.expr(depth)

    def loop(self, depth):
        names = self.pick([["v"], ["k", "v"], ["i", "w"]])
        over = self.expr(depth - 1)
        outer = self.locals
        self.locals = outer + names
        key, value = self.expr(depth - 1), self.expr(depth - 1)
        condition = f" if {self.expr(depth - 1)}" if self.random.random() < 0.3 else ""
        group = "..." if self.random.random() < 0.4 else ""
        self.locals = outer
        head = f"for {', '.join(names)} in {over} :"
        if self.random.random() < 0.5:
            return f"[{head} {value}{condition}]"
        return f"{{{head} {key} => {value}{group}{condition}}}"

    def template(self, depth):
        parts = []
        for _ in range(1 + self.random.randrange(3)):
            parts.append(self.pick([
                lambda: "text ",
                lambda: f"${{{self.expr(depth - 1)}}}",
                lambda: f"${{~ {self.expr(depth - 1)} ~}}",
                lambda: f"%{{ if {self.expr(depth - 1)} }}yes%{{ else }}no%{{ endif }}",
                lambda: f"%{{ for x in {self.expr(depth - 1)} ~}} ${{x}}, %{{ endfor }}",
            ])())
        return '"' + "".join(parts) + '"'

    def postfix(self, depth):
        base = self.expr(depth - 1)
        if not base[0].isalpha():
            base = f"({base})"
        return base + self.pick([
            lambda: ".name", lambda: "[0]", lambda: '["alpha"]', lambda: "[*]", lambda: ".*.name", lambda: "[*].size",
            lambda: f"[{self.expr(depth - 1)}]", lambda: "[*][0]", lambda: ".0",
        ])()

    def expr(self, depth):
        if depth <= 0 or self.random.random() < 0.12:
            return self.atom()
        if self.random.random() < 0.12:
            return f"({self.pick(self.recorded)})"
        return self.pick([
            lambda: f"({self.expr(depth - 1)} {self.pick(OPERATORS)} {self.expr(depth - 1)})",
            lambda: self.pick(["-", "!"]) + f"({self.expr(depth - 1)})",
            lambda: f"({self.expr(depth - 1)} ? {self.expr(depth - 1)} : {self.expr(depth - 1)})",
            lambda: self.call(depth),
            lambda: self.call(depth),
            lambda: self.call(depth),
            lambda: self.loop(depth),
            lambda: self.template(depth),
            lambda: self.postfix(depth),
            lambda: "[" + ", ".join(self.expr(depth - 1) for _ in range(self.random.randrange(4))) + "]",
            lambda: "{" + ", ".join(f"{k} = {self.expr(depth - 1)}" for k in "ab"[: self.random.randrange(3)]) + "}",
        ])()


def recorded_expressions():
    found = []
    for line in (HERE / "hcl/expr.jsonl").open():
        case = json.loads(line)
        text = case["input"].get("src", "")
        if 0 < len(text) < 60 and not case["output"]["parse_diags"] and "\n" not in text and "<<" not in text:
            found.append(text)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tests", default=str(ROOT / "build/dev/hcl-tests"))
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--keep", help="where the cases with their answers are left")
    options = parser.parse_args()
    reference = os.environ.get("HCL_REFERENCE")
    if not reference or not os.access(reference, os.X_OK):
        sys.exit("NOT RUN: HCL_REFERENCE names no program to compare with (see the head of this script)")

    context = json.loads((HERE / "hcl/context.json").read_text())
    functions = [(f["name"], [p["type"] for p in f["params"]], f.get("variadic")) for f in context["functions"]]
    generator = Generator(options.seed, sorted(context["variables"]), sorted(functions, key=lambda f: f[0]), recorded_expressions())
    cases = "".join(
        json.dumps({"id": f"random-{options.seed}-{i}", "mode": "expr", "input": {"src": generator.expr(options.depth)}}) + "\n"
        for i in range(options.count)
    )
    answered = subprocess.run([reference], input=cases, capture_output=True, text=True, check=False)
    lines = [line for line in answered.stdout.splitlines() if not any(word in line for word in UNSTABLE)]
    if len(lines) < options.count * 9 // 10:
        sys.exit(f"the reference answered {len(lines)} of {options.count} cases: {answered.stderr[-2000:]}")
    path = Path(options.keep) if options.keep else Path(tempfile.mkdtemp()) / "random.jsonl"
    path.write_text("\n".join(lines) + "\n")
    print(f"{len(lines)} cases in {path}", flush=True)
    sys.exit(subprocess.run([options.tests, "conformance", str(path)], check=False).returncode)


if __name__ == "__main__":
    main()
