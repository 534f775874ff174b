"""Linting without a language client: the real vim with ALE, flycheck, nvim-lint's file in the real Neovim,
efm-langserver, pre-commit, and the templates of CI services as a runner would execute them.

usage: linters.py ROOT WORK [TEST]...; HCL_LS names the program. Prints a line for each test, and "done" at the end.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import xml.dom.minidom

import yaml

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from cases import Skip, empty_folder, expect, need, run_all, test  # noqa: E402

ROOT = pathlib.Path(sys.argv[1])
WORK = pathlib.Path(sys.argv[2])
EDITORS = ROOT / "editors"
TIMEOUT = 90

# An error in the label and a warning behind it, with wide letters between, so that a column in the wrong unit shows.
BROKEN = 'target "\u00fc\U0001f33f" { contxt = 1 }\n'
COLUMN_BYTES = len(BROKEN[: BROKEN.index("contxt")].encode()) + 1
COLUMN_LETTERS = BROKEN.index("contxt") + 1
UGLY = "a=1\nbcd=2\n"
NICE = "a   = 1\nbcd = 2\n"


def folder(name):
    """An empty folder with the samples, in which hcl-ls is in PATH."""
    path = empty_folder(WORK / name)
    (path / "broken.docker-bake.hcl").write_text(BROKEN)
    (path / "ugly.hcl").write_text(UGLY)
    return path


def run(arguments, cwd, **more):
    environment = dict(os.environ, PATH=f"{cwd}/bin:{os.environ['PATH']}", HOME=str(cwd), TERM="dumb", LC_ALL="C.UTF-8")
    environment.update(more.pop("env", {}))
    return subprocess.run(
        [str(a) for a in arguments], cwd=cwd, env=environment, capture_output=True, text=True, timeout=TIMEOUT,
        encoding="utf-8", **more,
    )


def vim(cwd, script):
    program = need("vim")
    (cwd / "script.vim").write_text(script)
    done = run([program, "-N", "-u", "NONE", "-i", "NONE", "-n", "-es", "-S", "script.vim"], cwd, stdin=subprocess.DEVNULL)
    result = cwd / "out.json"
    expect(result.exists(), f"vim wrote nothing: {done.stdout} {done.stderr}")
    return json.loads(result.read_text())


VIM_START = f"""
set nocompatible encoding=utf-8 hidden
set runtimepath^={EDITORS}/neovim
filetype plugin indent on
syntax on
"""


@test("vim: file types, colours and indentation")
def vim_files():
    cwd = folder("vim")
    shutil.copy(ROOT / "tests/editors/samples/shapes.hcl", cwd / "shapes.hcl")
    (cwd / "main.tf").write_text("a = 1\n")
    found = vim(
        cwd,
        VIM_START
        + """
edit main.tf
let types = [&filetype]
edit x.hcldec
call add(types, &filetype)
edit shapes.hcl
call add(types, &filetype)
let before = getline(1, '$')
silent normal! gg=G
let same = before ==# getline(1, '$')
call search('an open quote')
let group = synIDattr(synID(line('.'), col('.'), 1), 'name')
call writefile([json_encode({'types': types, 'same': same, 'group': group})], 'out.json')
qall!
""",
    )
    expect(found["types"] == ["terraform", "hcldec", "hcl"], found)
    expect(found["same"] in (1, True), "the indentation of a formatted file changes")
    expect(found["group"] == "hclHeredoc", found)


@test("vim: :compiler and :make fill the quickfix list")
def vim_compiler():
    cwd = folder("compiler")
    found = vim(
        cwd,
        VIM_START
        + """
edit broken.docker-bake.hcl
compiler hcl_ls
silent make!
let found = map(filter(getqflist(), 'v:val.valid'), '{"lnum": v:val.lnum, "type": v:val.type, "text": v:val.text}')
call writefile([json_encode(found)], 'out.json')
qall!
""",
    )
    expect({(f["lnum"], f["type"].lower()) for f in found if "contxt" in f["text"] or "name" in f["text"]} == {(1, "e"), (1, "w")},
           found)


@test("ALE: findings of an unsaved buffer, and the fixer")
def ale():
    home = pathlib.Path("/usr/share/vim-ale")
    if not home.exists():
        raise Skip("vim-ale is not installed")
    cwd = folder("ale")
    found = vim(
        cwd,
        VIM_START
        + f"""
set runtimepath+={home}
let g:ale_linters_explicit = 1
let g:ale_linters = {{'hcl': ['hcl_ls']}}
let g:ale_fixers = {{'hcl': ['hcl_ls']}}
let g:ale_lint_on_enter = 0
let g:ale_lint_on_text_changed = 'never'
let g:ale_lint_on_insert_leave = 0
runtime plugin/ale.vim
call ale#fix#registry#Add('hcl_ls', 'hcl_ls#ale#fix', ['hcl'], 'Format with hcl-ls')
edit broken.docker-bake.hcl
call append(0, '# not saved')
ALELint
let tries = 0
while tries < 200 && empty(getloclist(0))
  sleep 50m
  let tries += 1
endwhile
let found = map(getloclist(0), '{{"lnum": v:val.lnum, "col": v:val.col, "type": v:val.type, "text": v:val.text}}')
edit ugly.hcl
ALEFix
let tries = 0
while tries < 200 && getline(1) ==# 'a=1'
  sleep 50m
  let tries += 1
endwhile
call writefile([json_encode({{'found': found, 'fixed': getline(1, '$')}})], 'out.json')
qall!
""",
    )
    expect(any("contxt" in f["text"] and f["lnum"] == 2 and f["col"] == COLUMN_BYTES and f["type"] == "W"
               for f in found["found"]), found)
    expect(found["fixed"] == NICE.splitlines(), found)


@test("nvim-lint: its file reads what the program prints")
def nvim_lint():
    nvim = ROOT / "build/editors/venv/bin/nvim"
    if not nvim.exists():
        raise Skip("Neovim is not installed")
    cwd = folder("nvim-lint")
    (cwd / "lint.lua").write_text(
        f"""
vim.opt.runtimepath:prepend('{EDITORS}/neovim')
local linter = require('lint.linters.hcl_ls')
vim.cmd.edit('broken.docker-bake.hcl')
-- As nvim-lint does: functions are called for their values, and the buffer's text is the input.
local arguments = vim.tbl_map(function(a) return type(a) == 'function' and a() or a end, linter.args)
local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\\n') .. '\\n'
local done = vim.system(vim.list_extend({{ linter.cmd }}, arguments), {{ stdin = text, text = true }}):wait()
vim.fn.writefile({{ vim.json.encode(linter.parser(done.stdout, vim.api.nvim_get_current_buf())) }}, 'out.json')
"""
    )
    done = run([nvim, "--clean", "--headless", "-l", "lint.lua"], cwd)
    expect((cwd / "out.json").exists(), done.stderr)
    found = json.loads((cwd / "out.json").read_text())
    expect(any("contxt" in f["message"] and f["lnum"] == 0 and f["col"] == COLUMN_BYTES - 1 and f["severity"] == 2
               for f in found), found)


# The real none-ls and the plenary that it needs are in no registry: NONE_LS names a folder that holds both.
STAND_IN_FOR_NONE_LS = """
package.preload['null-ls'] = function()
  local function source(options) return { opts = options } end
  return { methods = { DIAGNOSTICS = 1, FORMATTING = 2 }, generator = source, formatter = source }
end
local sources = require('hcl-ls.null_ls')
local function output(source)
  local arguments = vim.tbl_map(function(a) return (a:gsub('$FILENAME', vim.api.nvim_buf_get_name(0))) end, source.generator.opts.args)
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\\n') .. '\\n'
  local done = vim.system(vim.list_extend({ source.generator.opts.command }, arguments), { stdin = text, text = true }):wait()
  return done.stdout
end
vim.cmd.edit('broken.docker-bake.hcl')
local params = { bufnr = vim.api.nvim_get_current_buf() }
assert(sources[1].generator.opts.runtime_condition(params))
params.output = output(sources[1])
sources[1].generator.opts.on_output(params, function(found)
  -- As none-ls does: rows and columns from one.
  findings = vim.tbl_map(function(f) return { lnum = f.row - 1, col = f.col - 1, message = f.message } end, found)
end)
vim.cmd.edit('ugly.hcl')
formatted = vim.split(output(sources[2]), '\\n', { trimempty = true })
"""
REAL_NONE_LS = """
for _, name in ipairs({ 'none-ls.nvim', 'plenary.nvim' }) do
  vim.opt.runtimepath:prepend(vim.env.NONE_LS .. '/' .. name)
end
require('null-ls').setup({ sources = require('hcl-ls.null_ls') })
vim.cmd('filetype plugin on')
vim.cmd.edit('broken.docker-bake.hcl')
vim.wait(15000, function() return #vim.diagnostic.get(0) > 0 end, 50)
findings = vim.tbl_map(function(f) return { lnum = f.lnum, col = f.col, message = f.message } end, vim.diagnostic.get(0))
vim.cmd.edit('ugly.hcl')
vim.wait(15000, function() return #vim.lsp.get_clients({ bufnr = 0 }) > 0 end, 50)
vim.lsp.buf.format({ timeout_ms = 15000 })
formatted = vim.api.nvim_buf_get_lines(0, 0, -1, true)
"""


@test("none-ls: findings and formatting")
def none_ls():
    nvim = ROOT / "build/editors/venv/bin/nvim"
    if not nvim.exists():
        raise Skip("Neovim is not installed")
    cwd = folder("none-ls")
    (cwd / "none-ls.lua").write_text(
        f"vim.opt.runtimepath:prepend('{EDITORS}/neovim')\n"
        + (REAL_NONE_LS if os.environ.get("NONE_LS") else STAND_IN_FOR_NONE_LS)
        + "vim.fn.writefile({ vim.json.encode({ found = findings, formatted = formatted }) }, 'out.json')\n"
    )
    done = run([nvim, "--clean", "--headless", "-l", "none-ls.lua"], cwd)
    expect((cwd / "out.json").exists(), done.stderr)
    told = json.loads((cwd / "out.json").read_text())
    expect(any("contxt" in f["message"] and f["lnum"] == 0 and f["col"] == COLUMN_BYTES - 1 for f in told["found"]), told)
    expect(told["formatted"] == NICE.splitlines(), told)


@test("flycheck: findings of an unsaved buffer")
def flycheck():
    emacs = need("emacs")
    cwd = folder("flycheck")
    (cwd / "test.el").write_text(
        f"""
(add-to-list 'load-path "{EDITORS}/emacs")
(unless (require 'flycheck nil t) (princ "none") (kill-emacs 0))
(require 'hcl-ls)
(let ((byte-compile-error-on-warn t)
      (byte-compile-dest-file-function (lambda (_) (make-temp-file "hcl-ls" nil ".elc"))))
  (unless (eq t (byte-compile-file (locate-library "flycheck-hcl-ls.el"))) (princ "warnings")))
(require 'flycheck-hcl-ls)
(find-file "broken.docker-bake.hcl")
(goto-char (point-min))
(insert "# not saved\\n")
(setq flycheck-disabled-checkers nil)
(flycheck-mode 1)
(flycheck-select-checker 'hcl-ls)
(flycheck-buffer)
(with-timeout (20 nil)
  (while (or (flycheck-running-p) (null flycheck-current-errors)) (accept-process-output nil 0.05)))
(dolist (e flycheck-current-errors)
  (princ (format "found %s %s %s %s %s\\n" (flycheck-error-line e) (flycheck-error-column e) (flycheck-error-level e)
                 (flycheck-error-id e) (flycheck-error-message e))))
(set-buffer-modified-p nil)
"""
    )
    done = run([emacs, "-q", "--batch", "-f", "package-initialize", "-l", "test.el"], cwd)
    if done.stdout.startswith("none"):
        raise Skip("flycheck is not installed")
    expect("warnings" not in done.stdout, "it does not compile without warnings: " + done.stderr)
    expect(f"found 2 {COLUMN_LETTERS} warning HCL4002 " in done.stdout, done.stdout + done.stderr)


class Client:
    """A language client in a few lines, for servers that wrap a linter."""

    def __init__(self, arguments, cwd):
        environment = dict(os.environ, PATH=f"{cwd}/bin:{os.environ['PATH']}")
        self.process = subprocess.Popen(arguments, cwd=cwd, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        self.number = 0

    def send(self, **message):
        body = json.dumps(dict(jsonrpc="2.0", **message)).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        expect(length > 0, "the server has ended")
        return json.loads(self.process.stdout.read(length))

    def request(self, method, params):
        self.number += 1
        self.send(id=self.number, method=method, params=params)
        while (answer := self.receive()).get("id") != self.number or "method" in answer:
            pass
        return answer.get("result")

    def notified(self, method):
        while (message := self.receive()).get("method") != method:
            pass
        return message["params"]


@test("efm-langserver: findings and formatting")
def efm():
    program = shutil.which("efm-langserver", path=f"{ROOT}/build/editors/bin:{os.environ['PATH']}")
    if not program:
        raise Skip("efm-langserver is not installed")
    cwd = folder("efm")
    client = Client([program, "-c", str(EDITORS / "efm/config.yaml")], cwd)
    try:
        client.request("initialize", {"processId": os.getpid(), "rootUri": cwd.as_uri(), "capabilities": {},
                                      "initializationOptions": {"documentFormatting": True}})
        client.send(method="initialized", params={})
        for name, text in (("broken.docker-bake.hcl", BROKEN), ("ugly.hcl", UGLY)):
            client.send(method="textDocument/didOpen", params={"textDocument": {
                "uri": (cwd / name).as_uri(), "languageId": "hcl", "version": 1, "text": text}})
            if name.startswith("broken"):
                found = client.notified("textDocument/publishDiagnostics")
                expect(any("contxt" in d["message"] and d["severity"] == 2 for d in found["diagnostics"]), found)
        edits = client.request("textDocument/formatting", {
            "textDocument": {"uri": (cwd / "ugly.hcl").as_uri()}, "options": {"tabSize": 2, "insertSpaces": True}})
        expect(edits and "a   = 1" in "".join(e["newText"] for e in edits), edits)
    finally:
        client.process.kill()


@test("pre-commit: both hooks")
def pre_commit():
    program = pathlib.Path(sys.executable).parent / "pre-commit"
    if not program.exists() or not shutil.which("git"):
        raise Skip("pre-commit is not installed")
    cwd = folder("pre-commit")
    hooks = cwd / "hooks"
    hooks.mkdir()
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", hooks)
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@x.invalid"]
    for where in (hooks, cwd):
        run(git + ["init", "-q"], cwd=where)
    run(git + ["add", "."], cwd=hooks)
    run(git + ["commit", "-qm", "hooks"], cwd=hooks)
    (cwd / ".gitignore").write_text("hooks\nbin\n")
    run(git + ["add", "."], cwd=cwd)
    check = run([program, "try-repo", "./hooks", "hcl-ls-check", "--all-files"], cwd)
    expect(check.returncode == 1 and "contxt" in check.stdout and "Failed" in check.stdout, check.stdout + check.stderr)
    fmt = run([program, "try-repo", "./hooks", "hcl-ls-fmt", "--all-files"], cwd)
    expect(fmt.returncode == 1 and (cwd / "ugly.hcl").read_text() == NICE, fmt.stdout + fmt.stderr)


@test("GitHub Action: its steps run")
def github():
    cwd = folder("github")
    action = yaml.safe_load((EDITORS / "ci/action.yml").read_text())
    inputs = {name: spec["default"] for name, spec in action["inputs"].items()}
    inputs["arguments"] = "--rule=UnusedSymbol=off"
    results = []
    for step in action["runs"]["steps"]:
        values = {k: inputs[v.split("inputs.")[1].split(" ")[0]] for k, v in step["env"].items()}
        results.append(run([need("bash"), "-e", "-o", "pipefail", "-c", step["run"]], cwd, env=values))
    check, fmt = results
    expect(check.returncode == 1 and "::error file=broken.docker-bake.hcl,line=1" in check.stdout, check.stdout + check.stderr)
    sarif = json.loads((cwd / "hcl-ls.sarif").read_text())
    expect(sarif["version"] == "2.1.0" and sarif["runs"][0]["results"], sarif)
    expect(fmt.returncode == 1 and "+a   = 1" in fmt.stdout, fmt.stdout + fmt.stderr)


@test("GitLab: the script of the template runs")
def gitlab():
    cwd = folder("gitlab")
    job = yaml.safe_load((EDITORS / "ci/gitlab.yml").read_text())["hcl-ls"]
    done = run([need("sh"), "-e", "-c", "\n".join(job["script"])], cwd, env=job["variables"])
    expect(done.returncode == 1, done.stdout + done.stderr)
    quality = json.loads((cwd / job["artifacts"]["reports"]["codequality"]).read_text())
    expect(quality and all({"description", "fingerprint", "location"} <= set(q) for q in quality), quality)
    xml.dom.minidom.parse(str(cwd / job["artifacts"]["reports"]["junit"]))


@test("MegaLinter: the arguments of the descriptor run")
def megalinter():
    cwd = folder("megalinter")
    linter = yaml.safe_load((EDITORS / "ci/hcl-ls.megalinter-descriptor.yml").read_text())["linters"][0]
    report = [a.replace("{{SARIF_OUTPUT_FILE}}", "out.sarif") for a in linter["cli_sarif_args"]]
    done = run(["bin/hcl-ls", *linter["cli_lint_extra_args"], *report, "broken.docker-bake.hcl"], cwd)
    expect(done.returncode == 1 and re.search(linter["cli_lint_errors_regex"], done.stdout), done.stdout + done.stderr)
    expect((cwd / "out.sarif").exists(), "no SARIF")
    expect(run(["bin/hcl-ls", linter["cli_version_arg_name"]], cwd).returncode == 0, "no version")


@test("reviewdog: reads Checkstyle and SARIF")
def reviewdog():
    program = shutil.which("reviewdog", path=f"{ROOT}/build/editors/bin:{os.environ['PATH']}")
    if not program:
        raise Skip("reviewdog is not installed")
    cwd = folder("reviewdog")
    for name in ("checkstyle", "sarif"):
        report = run(["bin/hcl-ls", "check", f"--format={name}", "broken.docker-bake.hcl"], cwd).stdout
        done = run([program, f"-f={name}", "-reporter=local", "-filter-mode=nofilter"], cwd, input=report)
        # It prints the findings of SARIF unchanged.
        place = '"physicalLocation"' if name == "sarif" else "broken.docker-bake.hcl:1:"
        expect(done.stdout.count(place) == 2 and "contxt" in done.stdout, done.stdout + done.stderr)


run_all("linters", sys.argv[3:], 120)
