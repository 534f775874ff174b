"""What a workspace cannot do by SECURITY.md, checked on the system calls of the program (strace)."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from raw import RawServer

# Read by the loader, the C library and ICU before any file of the workspace.
SYSTEM = ("/etc/ld.so", "/lib", "/usr/lib", "/usr/share/locale", "/usr/share/zoneinfo", "/proc/self", "/proc/cpuinfo",
          "/proc/stat", "/sys/", "/dev/null", "/etc/localtime")

CALL = re.compile(r"^(\w+)\((.*)$")
RESUMED = re.compile(r"^<\.\.\. \w+ resumed>(.*)$")
PATH = re.compile(r'"((?:[^"\\]|\\.)*)"')

HOSTILE = '''terraform {
  required_version = ">= 1.0"
}
variable "secret" {
  default = "x"
}
module "outside" {
  source = "../../outside"
}
module "absolute" {
  source = "/etc"
}
module "remote" {
  source = "git::ssh://git@example.com/x.git"
}
data "external" "run" {
  program = ["touch", "ran"]
}
resource "null_resource" "run" {
  provisioner "local-exec" {
    command = "touch ran"
  }
  triggers = {
    a = file("../../outside/secret.tf")
    b = filebase64("/etc/passwd")
    c = templatefile("/etc/hostname", {})
    d = fileset("/etc", "*")
    e = pathexpand("~/.ssh/id_rsa")
    f = file("folder/secret.tf")
    g = filesha256("environment.hcl")
    h = join(",", fileset(".", "**"))
    i = file("${path.module}/../../../outside/secret.tf")
  }
}
'''


def permitted():
    if not shutil.which("strace"):
        return "strace is not installed"
    probe = subprocess.run(["strace", "-f", "-o", os.devnull, "true"], capture_output=True)
    return None if probe.returncode == 0 else "the system does not permit ptrace"


REFUSED = permitted()
pytestmark = pytest.mark.skipif(REFUSED is not None, reason=str(REFUSED))


@pytest.fixture(autouse=True)
def no_stored_schemas(tmp_path, monkeypatch):
    """Without the schemas that the user of this machine has stored: they are read, and are not in the workspace."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "no-cache"))


@pytest.fixture
def workspace(tmp_path):
    """A repository that reaches out of itself in each way that files know, and what lies beside it."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.tf").write_text('locals { password = "hunter2" }\n')
    (outside / "evil.hcldec").write_text('attr "a" {}\n')
    root = tmp_path / "repository" / "work"
    (root / "sub").mkdir(parents=True)
    (tmp_path / "repository" / ".git").mkdir()
    (root / "main.tf").write_text(HOSTILE)
    (root / "values.tfvars").write_text('secret = "y"\n')
    (root / "docker-bake.hcl").write_text('target "a" { dockerfile-inline = "RUN touch ran" }\n')
    (root / ".hcl-ls.hcl").write_text(
        'language "evil" {\n  spec = "../../outside/evil.hcldec"\n  files = ["*.evil.hcl"]\n}\n'
    )
    (root / "x.evil.hcl").write_text("a = 1\n")
    (root / "link.tf").symlink_to(outside / "secret.tf")
    (root / "environment.hcl").symlink_to("/proc/self/environ")
    (root / "folder").symlink_to(outside)
    (root / ".gitignore").symlink_to("/etc/passwd")
    return root


class Trace:
    """The calls of a program and of all that it starts."""

    def __init__(self, path):
        self.calls = []
        waiting = {}  # by thread: a call that another one interrupts comes in two lines
        for line in path.read_text(errors="replace").splitlines():
            thread, _, rest = line.partition(" ")
            rest = rest.strip()
            if rest.endswith("<unfinished ...>"):
                waiting[thread] = rest.removesuffix("<unfinished ...>")
                continue
            if resumed := RESUMED.match(rest):
                rest = waiting.pop(thread, "") + resumed.group(1)
            if found := CALL.match(rest):
                self.calls.append((found.group(1), found.group(2)))

    def named(self, *names):
        return [(name, rest) for name, rest in self.calls if name in names]

    def paths(self, *names):
        """The paths in these calls, with the rest of their lines."""
        for name, rest in self.named(*names):
            if found := PATH.search(rest):
                yield os.path.normpath(found.group(1)), rest

    def is_harmless(self, workspace):
        assert len(self.named("execve", "execveat")) == 1, "a program was started"
        network = self.named("socket", "connect", "bind", "listen", "accept", "accept4", "sendto", "socketpair")
        assert not network, "the network was touched"
        assert not self.named("ptrace", "mount", "setuid", "chmod", "fchmodat", "chown")
        repository = workspace.parent
        for path, rest in self.paths("open", "openat", "openat2", "creat"):
            if "ENOENT" in rest or path.startswith(SYSTEM) or not path.startswith("/"):
                continue
            # Folders above may hold a configuration of the user's, and the repository says what it ignores: files
            # of these names alone are looked for.
            above = os.path.dirname(path)
            is_known = os.path.basename(path) in (".hcl-ls.hcl", ".gitignore", ".ignore") and workspace.is_relative_to(above)
            is_known = is_known or workspace.is_relative_to(path) or path.startswith(f"{repository}/.git/info/")
            assert Path(path).is_relative_to(workspace) or is_known, f"{path} was read: {rest}"
            assert "outside" not in path and "/folder/" not in path, f"{path} was read: {rest}"

    def written(self):
        """Paths that were opened for writing, made, renamed or removed."""
        changes = ("rename", "renameat", "renameat2", "unlink", "unlinkat", "mkdir", "mkdirat", "symlink", "link",
                   "truncate", "creat")
        out = [path for path, _ in self.paths(*changes)]
        for path, rest in self.paths("open", "openat", "openat2"):
            if re.search(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND", rest) and not path.startswith("/dev/null"):
                out.append(path)
        return out


@pytest.fixture
def traced(binary, tmp_path):
    """A function that runs the program to its end, and gives its calls, exit code and output."""

    def run(*arguments, folder, code=None):
        log = tmp_path / "trace"
        command = ["strace", "-f", "-qq", "-s", "4096", "-o", str(log), binary, *arguments]
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=120)
        if code is not None:
            assert done.returncode == code, done.stderr
        return Trace(log), done

    return run


def test_check_starts_nothing_and_reads_nothing_outside(traced, workspace):
    trace, done = traced("check", ".", folder=workspace)
    trace.is_harmless(workspace)
    assert trace.written() == []
    assert b"hunter2" not in done.stdout + done.stderr
    assert not list(workspace.rglob("ran"))


def test_check_reads_nothing_outside_in_any_report(traced, workspace):
    for form in ("json", "sarif", "github"):
        trace, done = traced("check", f"--format={form}", ".", folder=workspace)
        trace.is_harmless(workspace)
        assert b"hunter2" not in done.stdout + done.stderr


def test_fmt_writes_only_what_it_was_asked_to(traced, workspace):
    (workspace / "sub" / "odd.tf").write_text("a   =   1\n")
    before = (workspace.parent.parent / "outside" / "secret.tf").read_bytes()
    trace, _ = traced("fmt", ".", folder=workspace)
    trace.is_harmless(workspace)
    for path in trace.written():
        assert path.startswith(str(workspace)) or not path.startswith("/"), path
    assert (workspace / "sub" / "odd.tf").read_text() == "a = 1\n"
    assert (workspace.parent.parent / "outside" / "secret.tf").read_bytes() == before


def test_eval_and_decode_are_arguments_to_values_alone(traced, workspace):
    for arguments in (["eval", 'upper("a")'], ["decode", "--spec", "x.hcldec", "x.evil.hcl"]):
        (workspace / "x.hcldec").write_text('object {\n  attr "a" {\n    type = number\n  }\n}\n')
        trace, _ = traced(*arguments, folder=workspace, code=0)
        trace.is_harmless(workspace)
        assert trace.written() == []


def test_a_workspace_of_vs_code_sets_no_limits():
    settings = json.loads((Path(__file__).parents[2] / "editors" / "settings.json").read_text())
    limits = [one for one in settings if one["name"].startswith("limits.")]
    assert limits
    assert {one["scope"] for one in limits} == {"machine"}


def test_a_workspace_of_vs_code_starts_no_programs():
    editors = Path(__file__).parents[2] / "editors"
    settings = {one["name"]: one for one in json.loads((editors / "settings.json").read_text())}
    assert (settings["schemas.update"]["scope"], settings["schemas.update"]["default"]) == ("machine", False)
    trust = json.loads((editors / "vscode/package.json").read_text())["capabilities"]["untrustedWorkspaces"]
    assert "hcl.schemas.update" in trust["restrictedConfigurations"]


def test_the_server_starts_nothing_reads_nothing_outside_and_writes_nothing(binary, workspace, tmp_path):
    log = tmp_path / "trace"
    server = RawServer(["strace", "-f", "-qq", "-s", "4096", "-o", str(log), binary], patience=60)
    try:
        uri = workspace.as_uri()
        server.initialize(rootUri=uri, workspaceFolders=[{"uri": uri, "name": "work"}])
        for name in ("main.tf", "x.evil.hcl", ".hcl-ls.hcl", "docker-bake.hcl"):
            text = (workspace / name).read_text()
            document = {"uri": f"{uri}/{name}", "languageId": "hcl", "version": 1, "text": text}
            server.notify("textDocument/didOpen", {"textDocument": document})
            here = {"textDocument": {"uri": document["uri"]}, "position": {"line": 7, "character": 12}}
            for method in ("hover", "completion", "definition", "documentLink", "inlayHint", "codeAction"):
                whole = {"start": {"line": 0, "character": 0}, "end": {"line": 40, "character": 0}}
                server.request(
                    f"textDocument/{method}", {**here, "range": whole, "context": {"diagnostics": []}}
                )
        # Inside of the path of a module, where completion offers folders.
        document = {"textDocument": {"uri": f"{uri}/main.tf"}, "position": {"line": 7, "character": 18}}
        offered = server.request("textDocument/completion", document)
        assert "evil" not in str(offered) and "secret.tf" not in str(offered)
        server.request("workspace/symbol", {"query": "password"})
        server.request("shutdown")
        server.notify("exit")
        server.wait()
    finally:
        server.kill()
    trace = Trace(log)
    trace.is_harmless(workspace)
    assert trace.written() == []
    assert not list(workspace.rglob("ran"))
