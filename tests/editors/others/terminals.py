"""Editors that run in a terminal, as people use them: Helix, and Kakoune with kak-lsp.

usage: terminals.py ROOT WORK [TEST]...; HCL_LS names the program. Prints a line for each test, and "done" at the end.
"""

import os
import pathlib
import re
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from cases import Skip, empty_folder, need, run_all, test  # noqa: E402
from terminal import Terminal  # noqa: E402

ROOT = pathlib.Path(sys.argv[1])
WORK = pathlib.Path(sys.argv[2])
EDITORS = ROOT / "editors"
ESCAPE = "\x1b"


def prepared(name):
    """A folder with hcl-ls in bin/, the user's files in home/, and the workspace of the browser test in bakery/."""
    cwd = empty_folder(WORK / name)
    (cwd / "home").mkdir()
    shutil.copytree(ROOT / "tests/editors/vscode/workspace", cwd / "bakery")
    (cwd / "bakery/.git").mkdir()
    return cwd


def environment(cwd, **more):
    home = str(cwd / "home")
    return dict(os.environ, HOME=home, XDG_CONFIG_HOME=home, XDG_CACHE_HOME=home, XDG_DATA_HOME=home, XDG_RUNTIME_DIR=home,
                TERM="xterm-256color", PATH=f"{cwd}/bin:{os.environ['PATH']}", **more)


def text_of(path):
    return path.read_text() if path.exists() else ""


# ---------------------------------------------------------------- Helix


def helix():
    """The command, and its environment: Helix of this system, or of a tree of another Debian release (run.sh)."""
    if program := shutil.which("hx") or shutil.which("helix"):
        return [program], {}
    tree = pathlib.Path(os.environ.get("HELIX_TREE", "/nonexistent"))
    loaders = [*tree.glob("usr/lib64/ld-linux-*.so.*"), *tree.glob("lib64/ld-linux-*.so.*"), *tree.glob("usr/lib/ld-linux-*.so.*")]
    if not loaders or not (tree / "usr/lib/hx/hx").exists():
        raise Skip("hx is not installed")
    libraries = ":".join(str(folder) for folder in tree.glob("usr/lib/*-linux-gnu"))
    command = [loaders[0], "--library-path", libraries, tree / "usr/lib/hx/hx"]
    return command, {"HELIX_RUNTIME": str(tree / "usr/lib/hx/runtime")}


def helix_at(place, name):
    command, variables = helix()
    cwd = prepared(f"helix-{name}")
    (cwd / "home/helix").mkdir()
    shutil.copy(EDITORS / "helix/languages.toml", cwd / "home/helix/languages.toml")
    shutil.copy(EDITORS / "helix/config.toml", cwd / "home/helix/config.toml")
    return Terminal([*command, place], cwd / "bakery", environment(cwd, **variables)), cwd / "bakery"


@test("Helix: finding, hover, quick fix")
def helix_fix():
    terminal, folder = helix_at("docker-bake.hcl:16:4", "fix")
    with terminal as hx:
        hx.shows('Did you mean "context"?')
        hx.type(" k")
        hx.shows("target app › contxt")
        hx.type(ESCAPE)
        hx.until("the card is gone", lambda text: "target app › contxt" not in text)
        hx.type(" a")
        hx.shows('Change to "context"')
        hx.type("\r")
        hx.until("the fix", lambda text: "context = ROOT" in text and "Did you mean" not in text)
        hx.type(":w\r")
        hx.until("the file", lambda _: "  context = ROOT\n" in text_of(folder / "docker-bake.hcl"))


@test("Helix: completion")
def helix_completion():
    terminal, _ = helix_at("docker-bake.hcl:16:4", "completion")
    with terminal as hx:
        hx.shows('Did you mean "context"?')
        hx.type("ocont")
        hx.until("the list", lambda text: "contexts" in text and "context " in text)


@test("Helix: inlay hints, definition, rename in two files")
def helix_rename():
    terminal, folder = helix_at("docker-bake.hcl:17:21", "rename")
    with terminal as hx:
        hx.shows('${TAG = "latest"}')
        hx.type("gd")
        hx.until("the definition", lambda text: re.search(r"NOR .* 2:1\d", text))
        hx.type(" r")
        hx.shows("rename-to:")
        hx.type("\x15LABEL\r")
        hx.shows('variable "LABEL"')
        hx.type(":wa\r")
        hx.until("this file", lambda _: "${LABEL}" in text_of(folder / "docker-bake.hcl"))
        hx.until("the other file", lambda _: "LABEL" in text_of(folder / "docker-bake.override.hcl"))


@test("Helix: formats when a file is saved; a Terraform file")
def helix_format():
    terminal, folder = helix_at("untidy.tf:1:1", "format")
    with terminal as hx:
        hx.until("findings", lambda text: "●" in text)
        hx.type(":w\r")
        hx.until("the format", lambda _: '    name        = "a"\n    longer_name = "b"\n' in text_of(folder / "untidy.tf"))


@test("Helix: a JSON file of a language")
def helix_json():
    terminal, _ = helix_at("more.docker-bake.json:1:1", "json")
    with terminal as hx:
        hx.until("findings", lambda text: "●" in text)


# ---------------------------------------------------------------- Kakoune


def kakoune_at(name, file):
    kak, client = need("kak"), need("kak-lsp")
    cwd = prepared(f"kakoune-{name}")
    (cwd / "home/kak").mkdir()
    (cwd / "home/kak/kakrc").write_text(
        f"evaluate-commands %sh{{ {client} }}\nsource {EDITORS}/kakoune/hcl-ls.kak\n"
        "hook global WinSetOption filetype=(hcl|terraform|json) %{ lsp-enable-window }\n"
        "set-option global startup_info_version 99999999\n"
    )
    return Terminal([kak, file], cwd / "bakery", environment(cwd)), cwd / "bakery"


def command(kak, words):
    """Without the menus that open while one types."""
    kak.type(ESCAPE)
    kak.read(0.3)
    kak.type(f":{words}\r")


@test("Kakoune with kak-lsp: finding, hover, quick fix")
def kakoune_fix():
    terminal, folder = kakoune_at("fix", "docker-bake.hcl")
    with terminal as kak:
        kak.shows("contxt")
        command(kak, "select 16.3,16.8")
        kak.until("the finding", lambda _: command(kak, "lsp-diagnostics") or 'named "contxt" here' in kak.text())
        command(kak, "delete-buffer *diagnostics*")
        command(kak, "select 16.3,16.8")
        command(kak, "lsp-hover")
        kak.shows("target app › contxt")
        command(kak, "lsp-code-action 'Change to .*'")
        kak.shows("  context = ROOT")
        command(kak, "write")
        kak.until("the file", lambda _: "  context = ROOT\n" in text_of(folder / "docker-bake.hcl"))


@test("Kakoune with kak-lsp: rename in two files, formatting")
def kakoune_rename():
    terminal, folder = kakoune_at("rename", "docker-bake.hcl")
    with terminal as kak:
        kak.shows("contxt")
        command(kak, "select 2.11,2.13")
        kak.until("the rename", lambda _: command(kak, "lsp-rename LABEL") or 'variable "LABEL"' in kak.text())
        command(kak, "write-all")
        kak.until("the other file", lambda _: "LABEL" in text_of(folder / "docker-bake.override.hcl"))
        command(kak, "edit untidy.tf")
        command(kak, "lsp-formatting-sync")
        kak.shows("longer_name = ")
        command(kak, "write")
        kak.until("the format", lambda _: '    name        = "a"\n    longer_name = "b"\n' in text_of(folder / "untidy.tf"))


run_all("others", sys.argv[3:], 300)
