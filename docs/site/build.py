#!/usr/bin/env python3
"""Builds the documentation site: docs/site/build.py OUT. The packages of requirements.txt must be there.

The pages of the site are those of the repository, at the same paths, so that links hold in both. Files that they link to,
such as configurations of editors, are copied with them. Fails on a link that leads nowhere, on a page that is not in the
menu, on markup that only a forge understands, and on anything that a reader's browser would load from elsewhere.
"""

import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import yaml
from pygments.formatters import HtmlFormatter

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LINK = re.compile(r"!?\[[^\]\n]*\]\(([^)#\s]+)[^)]*\)")

CSS = """
.wy-nav-content { max-width: 60rem; }
.wy-table-responsive table td, .wy-table-responsive table th { white-space: normal; vertical-align: top; }
.wy-table-responsive table code { white-space: normal; }
.rst-content .highlight .err { border: 0; color: inherit; }
.rst-content .highlight pre { border: 0; margin: 0; }
a.headerlink { opacity: 0; margin-left: .3em; }
:is(h1, h2, h3):hover a.headerlink { opacity: 1; }
"""


def pages_of(entry):
    if isinstance(entry, str):
        return [entry]
    values = entry if isinstance(entry, list) else entry.values()
    return [page for value in values for page in pages_of(value)]


def without_code(text):
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^ *```.*?^ *```$", "", text, flags=re.M | re.S))


def copy_pages(pages, source):
    """Copies the pages and the files that they link to. Links to READMEs of rooms lead to their text."""
    waiting = list(pages)
    seen = set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        target = source / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if not name.endswith(".md"):
            shutil.copy(ROOT / name, target)
            continue
        text = (ROOT / name).read_text()
        for link in LINK.findall(without_code(text)):
            if "://" in link:
                continue
            linked = ((ROOT / name).parent / unquote(link)).resolve()
            if not linked.is_file():
                raise SystemExit(f"{name}: {link} is no file")
            relative = str(linked.relative_to(ROOT))
            if relative.endswith(".md") and relative not in pages:
                raise SystemExit(f"{name} links to {relative}, which is not in the menu")
            waiting.append(relative)
        # In a table a forge needs "\|" inside of code; this generator shows the backslash.
        target.write_text(re.sub(r"`[^`\n]*\\\|[^`\n]*`", lambda code: code[0].replace(r"\|", "&#124;")
                                 if "&" in code[0] else code[0].replace(r"\|", "|"), text))


class Page(HTMLParser):
    """Ids, links, and the text outside of code and tables."""

    SILENT = ("pre", "code", "td", "th", "script", "style")

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loaded, self.text, self.code = set(), [], [], [], 0
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            self.ids.add(values["id"])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag in ("script", "img", "link", "iframe") and (values.get("src") or values.get("href")):
            self.loaded.append(values.get("src") or values.get("href"))
        self.code += tag in self.SILENT

    def handle_endtag(self, tag):
        self.code -= tag in self.SILENT

    def handle_data(self, data):
        if not self.code:
            self.text.append(data)


def problems(out):
    pages = {path: Page(path.read_text()) for path in out.rglob("*.html")}
    for path, page in pages.items():
        name = path.relative_to(out)
        for link in page.loaded:
            if "://" in link or link.startswith("//"):
                yield f"{name} loads {link}"
        for link in page.links + page.loaded:
            if re.match(r"[a-z]+:", link) or link.startswith("/"):
                continue
            target, _, anchor = unquote(link).partition("#")
            place = (path.parent / target).resolve() if target else path
            if not place.exists():
                yield f"{name}: {link} leads nowhere"
            elif anchor and place in pages and anchor not in pages[place].ids:
                yield f"{name}: {link} has no such place"
        text = "".join(page.text)
        for markup, what in ((r"```", "a fence"), (r"^\|?-{3,}\|", "a table"), (r"^(- |\d\. )\S", "a list")):
            if found := re.search(markup, text, re.M):
                yield f"{name} shows the markup of {what}: {text[found.start():found.start() + 60]!r}"


def main():
    out = Path(sys.argv[1]).resolve()
    source = out.parent / (out.name + "-source")
    for folder in (out, source):
        shutil.rmtree(folder, ignore_errors=True)
    source.mkdir(parents=True)
    config = yaml.safe_load((HERE / "mkdocs.yml").read_text())
    copy_pages(pages_of(config["nav"]), source)
    (source / "site.css").write_text(CSS + HtmlFormatter().get_style_defs(".highlight"))
    config |= {"docs_dir": str(source), "site_dir": str(out)}
    written = source.parent / (out.name + ".yml")
    written.write_text(yaml.safe_dump(config, sort_keys=False))
    subprocess.run([sys.executable, "-m", "mkdocs", "-q", "build", "--strict", "-f", str(written)], check=True)
    found = list(problems(out))
    for problem in found:
        print(problem)
    print(f"site: {len(list(out.rglob('*.html')))} passed, {len(found)} failed")
    sys.exit(bool(found))


main()
