#!/usr/bin/env python3
"""Writes the settings of editors/settings.json into the documents and files that list them.

usage: settings.py           write
       settings.py --check   print what is stale, and exit with 1
"""

import json
import re
import sys
from pathlib import Path

EDITORS = Path(__file__).resolve().parent
ROOT = EDITORS.parent
SERVER = json.loads((EDITORS / "settings.json").read_text())
CLIENT = json.loads((EDITORS / "vscode/settings.json").read_text())
LEVELS = ["off", "hint", "info", "warning", "error"]


def table(prefix, settings):
    rows = [f"| `{prefix}{s['name']}` | {json.dumps(s['default'])} | {s['description']} |" for s in settings]
    return "\n".join(["| setting | default | what it does |", "|---|---|---|", *rows])


def help_text(settings):
    """Neovim's help: the name and the default, below it the description in lines of at most 78 letters."""
    lines = []
    for setting in settings:
        lines.append(f"{setting['name']:<28}{json.dumps(setting['default'])}")
        line = "   "
        for word in setting["description"].replace("`", "").split():
            if len(line) + 1 + len(word) > 78:
                lines.append(line)
                line = "   "
            line += f" {word}"
        lines.append(line)
    return "\n".join(lines)


def schema(settings):
    """A JSON schema of the object that a client sends, for editors that complete settings."""
    kinds = {
        "boolean": {"type": "boolean"},
        "number": {"type": "integer", "minimum": 0},
        "string": {"type": "string"},
        "strings": {"type": "array", "items": {"type": "string"}},
        "levels": {"type": "object", "additionalProperties": {"enum": LEVELS}},
    }
    top = {"type": "object", "properties": {}}
    for setting in settings:
        *groups, name = ["hcl", *setting["name"].split(".")]
        place = top
        for group in groups:
            place = place["properties"].setdefault(group, {"type": "object", "properties": {}, "additionalProperties": False})
        bounds = {key: setting[key] for key in ("minimum", "maximum") if key in setting}
        place["properties"][name] = {**kinds[setting["type"]], **bounds, "default": setting["default"], "description": setting["description"]}
    return json.dumps({"$schema": "http://json-schema.org/draft-07/schema#", **top}, indent=2) + "\n"


def between(text, begin, end, content):
    place = re.compile(f"({begin}\n).*?({end})", re.S)
    if not place.search(text):
        raise SystemExit(f"there is no place for the settings: {begin}")
    return place.sub(lambda found: f"{found[1]}{content}\n{found[2]}", text)


def markdown(text, content):
    return between(text, "<!-- settings: [^\n]*-->", "<!-- end of settings -->", content)


def vim_help(text, content):
    return between(text, r"Name                        Default ~", r"\nInlay hints are shown", content)


FILES = {
    "docs/settings.md": lambda text: markdown(text, table("", SERVER)),
    "editors/vscode/README.md": lambda text: markdown(text, table("hcl.", CLIENT + SERVER)),
    "editors/neovim/doc/hcl-ls.txt": lambda text: vim_help(text, help_text(SERVER)),
    "editors/jetbrains/settings.schema.json": lambda _: schema(SERVER),
}


def main():
    stale = False
    for name, write in FILES.items():
        path = ROOT / name
        old = path.read_text() if path.exists() else ""
        new = write(old)
        if new == old:
            continue
        if "--check" in sys.argv:
            print(f"{name} is stale: run editors/settings.py")
            stale = True
        else:
            path.write_text(new)
    sys.exit(stale)


main()
