"""Documents are true: their console sessions run as shown, and every built-in language has a page."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

# "`NAME`:" above a block of code is the name of that file; a console block is run where those files are.
BLOCK = re.compile(r"(?:^`([^`\n]+)`:\n)?^```(\w*)\n(.*?)^```$", re.M | re.S)
PAGES = sorted(path for path in DOCS.rglob("*.md") if "```console\n" in path.read_text())


def sessions(text):
    """The files of a page, and its commands with what they print, in order."""
    for name, kind, content in BLOCK.findall(text):
        if name:
            yield "file", name, content
        elif kind == "console":
            for part in re.split(r"^\$ ", content, flags=re.M)[1:]:
                command, _, output = part.partition("\n")
                yield "command", command, output


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(DOCS)))
def test_console_sessions(page, binary, tmp_path):
    programs = tmp_path / "bin"
    workspace = tmp_path / "workspace"
    programs.mkdir()
    workspace.mkdir()
    (programs / "hcl-ls").symlink_to(Path(binary).resolve())
    environment = dict(os.environ, PATH=f"{programs}:{os.environ['PATH']}", HOME=str(tmp_path), LC_ALL="C.UTF-8")
    environment["XDG_CACHE_HOME"] = str(tmp_path / "cache")
    for kind, name, content in sessions(page.read_text()):
        if kind == "file":
            (workspace / name).parent.mkdir(parents=True, exist_ok=True)
            (workspace / name).write_text(content)
            continue
        done = subprocess.run(
            ["sh", "-c", name], cwd=workspace, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, encoding="utf-8", timeout=60,
        )
        # Paths of the workspace are not those of the reader.
        assert done.stdout.replace(f"{workspace}/", "") == content, f"$ {name}"


def test_every_language_has_a_page(binary):
    text = "".join(path.read_text() for path in (DOCS / "languages").glob("*.md"))
    rows = {row[1]: row[0] for row in re.findall(r"^\| (.*?) \| `([\w-]+)` \| .* \|$", text, re.M)}
    listed = subprocess.run([binary, "pack", "list"], capture_output=True, text=True, check=True).stdout
    languages = re.findall(r"^(\S+) ", listed, re.M)
    assert len(languages) > 20
    assert sorted(languages) == sorted(rows)


def test_settings_of_the_documents_are_those_of_the_server(binary):
    report = subprocess.run([binary, "doctor", str(DOCS)], capture_output=True, text=True, check=True).stdout
    known = dict(re.findall(r"^ {2}hcl\.(\S+)\s+(.*)$", report, re.M))
    page = dict(re.findall(r"^\| `([\w.]+)` \| (\S+) \| ", (DOCS / "settings.md").read_text(), re.M))
    assert known == page
