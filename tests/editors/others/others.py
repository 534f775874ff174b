"""The ready files for other editors, and what packages carry: manual pages, completions, the wheel and the npm package.

usage: others.py ROOT WORK [TEST]...; HCL_LS names the program. Prints a line for each test, and "done" at the end.
"""

import fnmatch
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tomllib

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from cases import empty_folder, expect, need, run_all, test  # noqa: E402

ROOT = pathlib.Path(sys.argv[1])
WORK = pathlib.Path(sys.argv[2])
EDITORS = ROOT / "editors"
PROGRAM = os.environ["HCL_LS"]

NATIVE = ["main.tf", "a.hcl", "docker-bake.hcl", "terragrunt.hcl", "x.pkr.hcl", "a.tfvars", "a.tofu", "a.nomad", "a.hcldec",
          ".hcl-ls.hcl", ".terraform.lock.hcl", ".tflint.hcl", ".terraformrc", "terraform.rc", "a.tfrc"]
JSON = ["main.tf.json", "a.hcl.json", "docker-bake.json", "x.pkr.json", "a.tfvars.json", "x.bake.json", ".tflint.json"]
OTHER = ["package.json", "main.py", "README.md"]


def folder(name):
    return empty_folder(WORK / name)


def run(arguments, **more):
    more.setdefault("timeout", 250)
    done = subprocess.run([str(a) for a in arguments], capture_output=True, text=True, encoding="utf-8", **more)
    return done


def output(*arguments):
    done = run([PROGRAM, *arguments])
    expect(done.returncode == 0, done.stderr)
    return done.stdout


def names_of_packs():
    """A name for each pattern of each language of this build: native ones, and those of JSON.

    Without *.pp: outside of Pulumi's projects those are Puppet's.
    """
    names = set()
    for line in output("pack", "list").splitlines():
        for pattern in line.split(": ", 1)[1].split():
            parts = re.match(r"(.*)\{(.*)\}(.*)", pattern)
            for choice in parts[2].split(",") if parts else [None]:
                names.add((parts[1] + choice + parts[3] if parts else pattern).replace("*", "x"))
    names.discard("x.pp")
    return sorted(n for n in names if not n.endswith(".json")), sorted(n for n in names if n.endswith(".json"))


def covers(patterns, json_patterns):
    native, as_json = names_of_packs()
    expect(len(native) > 20 and as_json, (native, as_json))
    for names, own in ((NATIVE + native, patterns), (JSON + as_json, json_patterns)):
        for name in names:
            expect(any(fnmatch.fnmatchcase(name, p) for p in own), f"no pattern for {name}")
    for name in OTHER:
        expect(not any(fnmatch.fnmatchcase(name, p) for p in patterns + json_patterns), f"a pattern takes {name}")


def without_comments(text):
    return re.sub(r"^\s*//.*$", "", text, flags=re.M)


@test("Helix: languages.toml names the server and all files")
def helix():
    config = tomllib.loads((EDITORS / "helix/languages.toml").read_text())
    server = config["language-server"]["hcl-ls"]
    expect([server["command"], *server["args"]] == ["hcl-ls", "--stdio"], server)
    patterns = {}
    for language in config["language"]:
        expect(language["language-servers"] == ["hcl-ls"], language)
        patterns[language["name"]] = [t["glob"] if isinstance(t, dict) else "*." + t for t in language["file-types"]]
    covers(patterns["hcl"], patterns["hcl-json"])


@test("JetBrains: the template of LSP4IJ names the server and all files")
def jetbrains():
    template = json.loads((EDITORS / "jetbrains/template.json").read_text())
    expect(template["programArgs"]["default"] == "hcl-ls --stdio", template)
    patterns = {m["languageId"]: m["fileType"]["patterns"] for m in template["fileTypeMappings"]}
    covers(patterns["hcl"], patterns["json"])
    for name in ("settings.json", "initializationOptions.json"):
        json.loads((EDITORS / "jetbrains" / name).read_text())


@test("pre-commit: the hook of check takes the files of every language")
def hook_files():
    pattern = re.search(r"hcl-ls-check.*?files: '([^']*)'", (ROOT / ".pre-commit-hooks.yaml").read_text(), re.S)[1]
    native, as_json = names_of_packs()
    for name in (*native, *as_json):
        if name.endswith("rc") or name in ("terraform.rc", "tofu.rc"):
            continue  # They lie in a home folder, not in a repository.
        expect(re.search(pattern, name), name)
    for name in OTHER:
        expect(not re.search(pattern, name), name)


@test("coc.nvim, Sublime Text and Zed: their settings can be read and name the server")
def settings():
    coc = json.loads((EDITORS / "coc/coc-settings.json").read_text())["languageserver"]["hcl-ls"]
    expect([coc["command"], *coc["args"]] == ["hcl-ls", "--stdio"] and "terraform" in coc["filetypes"], coc)
    sublime = json.loads(without_comments((EDITORS / "sublime/LSP.sublime-settings").read_text()))
    expect(sublime["clients"]["hcl-ls"]["command"] == ["hcl-ls", "--stdio"], sublime)
    zed = tomllib.loads((EDITORS / "zed/extension.toml").read_text())
    cargo = tomllib.loads((EDITORS / "zed/Cargo.toml").read_text())
    expect("hcl-ls" in zed["language_servers"] and zed["version"] == cargo["package"]["version"], zed)


@test("Zed: the extension compiles")
def zed():
    cargo = need("cargo")
    cwd = folder("zed")
    shutil.copytree(EDITORS / "zed", cwd / "zed", ignore=shutil.ignore_patterns("target", "Cargo.lock"))
    done = run([cargo, "check", "--quiet", "--manifest-path", cwd / "zed/Cargo.toml"], env=dict(os.environ, CARGO_TARGET_DIR=str(WORK / "zed-target")))
    expect(done.returncode == 0, done.stderr)


@test("every setting that the files name is documented")
def documented():
    known = (ROOT / "docs/settings.md").read_text()
    text = "".join((EDITORS / f).read_text() for f in ("jetbrains/settings.json", "coc/coc-settings.json", "helix/languages.toml"))
    for name in re.findall(r"inlayHints\W+(?:=\s*)?\{([^}]*)\}", text):
        for setting in re.findall(r"(\w+)\"?\s*[:=]", name):
            expect(f"`inlayHints.{setting}`" in known, setting)


@test("Kakoune: file types, and the server for native and JSON files")
def kakoune():
    kak = need("kak")
    cwd = folder("kakoune")
    for name in (*NATIVE, "docker-bake.json", "package.json"):
        (cwd / name).write_text("{}\n" if name.endswith("json") else "a = 1\n")
    lines = ["declare-option str lsp_servers", f"source {EDITORS}/kakoune/hcl-ls.kak"]
    for name in (*NATIVE, "docker-bake.json", "package.json"):
        lines.append(f'edit {cwd}/{name}')
        lines.append('nop %sh{ printf "%s|%s|%s\\n" "$kak_bufname" "$kak_opt_filetype" "$(printf %s "$kak_opt_lsp_servers" | tr -d "\\n")"'
                     f" >>{cwd}/out }}")
    lines.append("quit! 0")
    (cwd / "test.kak").write_text("\n".join(lines) + "\n")
    run([kak, "-ui", "dummy", "-e", f"source {cwd}/test.kak"], cwd=cwd, timeout=30,
        env=dict(os.environ, HOME=str(cwd), XDG_CONFIG_HOME=str(cwd), TERM="dumb"))
    expect((cwd / "out").exists(), "Kakoune wrote nothing")
    found = {}
    for line in (cwd / "out").read_text().splitlines():
        name, filetype, servers = line.split("|", 2)
        found[pathlib.Path(name).name] = (filetype, servers)
    for name in NATIVE:
        expect(found[name][0] == "hcl" and "[hcl-ls]" in found[name][1], (name, found[name]))
    expect("[hcl-ls]" in found["docker-bake.json"][1] and not found["package.json"][1], found)


@test("manual pages: no warnings of mandoc, one for each command")
def manual():
    mandoc = need("mandoc")
    commands = re.findall(r"^HCL_COMMAND\((\w+)", (ROOT / "server/cli/commands.def").read_text(), re.M)
    for command in ["", *commands]:
        page = output("help", "--man", *([command] if command else []))
        done = run([mandoc, "-T", "lint", "-W", "warning"], input=page)
        # The date of a page would say nothing.
        found = [line for line in done.stdout.splitlines() if "missing date" not in line and "date" not in line]
        expect(not found, (command, found))


@test("bash completes commands, options and values")
def bash():
    cwd = folder("bash")
    (cwd / "some.tf").write_text("")
    (cwd / "completion").write_text(output("completion", "bash"))
    for words, expected in (
        (["hcl-ls", "ch"], ["check"]), (["hcl-ls", "check", "--fo"], ["--format="]),
        (["hcl-ls", "check", "--format", "=", "ju"], ["junit"]), (["hcl-ls", "pack", "l"], ["list"]),
        (["hcl-ls", "eval", "--rules", "s"], ["spec"]), (["hcl-ls", "check", "so"], ["some.tf"]),
        (["hcl-ls", "help", "fm"], ["fmt"]), (["hcl-ls", "completion", "z"], ["zsh"]),
    ):
        script = 'source ./completion; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hcl_ls; printf "%s\\n" "${COMPREPLY[@]}"'
        done = run([need("bash"), "--norc", "-c", script, "-", *words], cwd=cwd)
        expect(done.stdout.split() == expected and not done.stderr, (words, done.stdout, done.stderr))


@test("fish completes commands, options and values")
def fish():
    program = need("fish")
    cwd = folder("fish")
    (cwd / "completion").write_text(output("completion", "fish"))
    for line, expected in (("hcl-ls ch", "check"), ("hcl-ls check --form", "--format"), ("hcl-ls check --format=ju", "--format=junit"),
                           ("hcl-ls pack l", "list"), ("hcl-ls eval --rules s", "spec"), ("hcl-ls completion z", "zsh")):
        done = run([program, "--no-config", "-c", f"source ./completion; complete -C '{line}'"], cwd=cwd)
        found = [entry.split("\t")[0] for entry in done.stdout.splitlines()]
        expect(expected in found and not done.stderr, (line, found, done.stderr))


@test("zsh loads its completion")
def zsh():
    program = need("zsh")
    cwd = folder("zsh")
    (cwd / "_hcl-ls").write_text(output("completion", "zsh"))
    script = "autoload -U compinit; compinit -D; source ./_hcl-ls; print -r -- $_comps[hcl-ls]; autoload +X _arguments; print $+functions[_hcl_ls]"
    done = run([program, "-fc", script], cwd=cwd)
    expect(done.stdout.split() == ["_hcl_ls", "1"], done.stdout + done.stderr)
    # As a file of $fpath.
    script = "fpath=($PWD $fpath); autoload -U compinit; compinit -u -D; print -r -- $_comps[hcl-ls]"
    done = run([program, "-fc", script], cwd=cwd)
    expect(done.stdout.split() == ["_hcl-ls"], done.stdout + done.stderr)


def package(kind, cwd):
    done = run([sys.executable, ROOT / "packaging/packages.py", kind, PROGRAM, cwd])
    expect(done.returncode == 0, done.stderr)
    return done.stdout.strip()


def works(program):
    done = run([program, "check", "--stdin", "--filename=a.hcl", "--short"], input="a = \n")
    expect(done.returncode == 1 and done.stdout.startswith("a.hcl:1:"), done.stdout + done.stderr)


@test("the Python wheel installs from a folder and runs")
def wheel():
    cwd = folder("wheel")
    package("wheel", cwd)
    done = run([sys.executable, "-m", "venv", cwd / "venv"])
    expect(done.returncode == 0, done.stderr)
    done = run([cwd / "venv/bin/pip", "install", "-q", "--disable-pip-version-check", "--no-index", "--find-links", cwd, "hcl-ls"])
    expect(done.returncode == 0, done.stderr)
    works(cwd / "venv/bin/hcl-ls")
    notes = list((cwd / "venv").glob("lib/python*/site-packages/hcl_ls-*.dist-info/licenses/THIRD-PARTY.md"))
    expect(notes, "no licences")


@test("the npm package installs from a folder and runs")
def npm():
    program = need("npm")
    cwd = folder("npm")
    path = package("npm", cwd)
    done = run([program, "install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", cwd, path])
    expect(done.returncode == 0, done.stderr)
    works(cwd / "node_modules/.bin/hcl-ls")
    expect((cwd / "node_modules/hcl-ls/THIRD-PARTY.md").exists(), "no licences")


run_all("others", sys.argv[3:], 300)
