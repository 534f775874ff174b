#!/usr/bin/env python3
"""Links between the documents of the repository: each relative link leads to a file or folder that is committed, and a part
behind "#" to a heading or anchor there, as forges name them. Every page of docs/ is linked from docs/README.md or from a
page that is."""

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent


def without_code(text):
    text = re.sub(r"^ *(```+|~~~+).*?^ *\1 *$", "", text, flags=re.M | re.S)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(text):
    text = re.sub(r"^ *(```+|~~~+).*?^ *\1 *$", "", text, flags=re.M | re.S)
    found = set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text))
    for heading in re.findall(r"^#{1,6} +(.*?) *#*$", text, re.M):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.replace("`", "")).lower()
        slug = base = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        number = 0
        while slug in found:
            number += 1
            slug = f"{base}-{number}"
        found.add(slug)
    return found


def main():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
    files = {name for name in listed.stdout.splitlines() if (ROOT / name).exists()}
    folders = {str(parent) for name in files for parent in Path(name).parents}
    documents = {name: (ROOT / name).read_text() for name in files if name.endswith(".md")}
    problems = []
    links = 0
    leads_to = {}
    for name, text in sorted(documents.items()):
        for link in re.findall(r"\]\(([^)\s]+)[^)]*\)", without_code(text)):
            if re.match(r"[a-z]+:", link):
                continue
            links += 1
            path, _, part = unquote(link).partition("#")
            target = (ROOT / name).parent.joinpath(path).resolve() if path else ROOT / name
            if not target.is_relative_to(ROOT):
                problems.append(f"{name}: {link} leaves the repository")
                continue
            relative = str(target.relative_to(ROOT))
            leads_to.setdefault(name, set()).add(relative)
            if relative not in files and relative not in folders:
                problems.append(f"{name}: {link} leads nowhere")
            elif part and relative in documents and part not in anchors(documents[relative]):
                problems.append(f"{name}: {link} has no such heading")
    reached = set()
    waiting = ["docs/README.md"]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += leads_to.get(name, ())
    problems += [f"{name} is linked from no page that docs/README.md leads to" for name in sorted(documents)
                 if name.startswith("docs/") and name not in reached]
    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"{links} links in {len(documents)} documents, {len(problems)} problems")
    return bool(problems) or links < 50


sys.exit(main())
