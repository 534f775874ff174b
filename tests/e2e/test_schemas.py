"""Schemas from a program: a script in the place of Terraform, started by the command and by the server's setting."""

import json
import os
import signal
import stat
import subprocess
import time

import pytest

from raw import RawServer

ADDRESS = "registry.terraform.io/acme/cloud"
PRINTED = json.dumps(
    {
        "format_version": "1.0",
        "provider_schemas": {
            ADDRESS: {
                "provider": {"version": 0, "block": {}},
                "resource_schemas": {
                    "cloud_box": {"version": 0, "block": {"attributes": {"size": {"type": "string", "optional": True}}}}
                },
            }
        },
    }
)
LOCK = f'provider "{ADDRESS}" {{\n  version = "1.2.0"\n}}\n'
MAIN = """terraform {
  required_providers {
    cloud = { source = "acme/cloud" }
  }
}
resource "cloud_box" "a" {
  wrong = 1
}
"""


class Place:
    """A root module where "init" ran, a folder of programs in PATH, and a cache of this test alone."""

    def __init__(self, tmp_path, binary):
        self.binary = binary
        self.root = tmp_path / "work"
        self.programs = tmp_path / "programs"
        self.programs.mkdir()
        (self.root / ".terraform/providers").mkdir(parents=True)
        (self.root / ".terraform.lock.hcl").write_text(LOCK)
        (self.root / "main.tf").write_text(MAIN)
        self.log = tmp_path / "started"
        self.environment = {
            **os.environ,
            "PATH": f"{self.programs}:/usr/bin:/bin",
            "XDG_CACHE_HOME": str(tmp_path / "cache"),
            "TMPDIR": str(tmp_path),
            "LOG": str(self.log),
        }

    def program(self, text, name="terraform", folder=None):
        path = (folder or self.programs) / name
        path.write_text(f'#!/bin/sh\necho "$(pwd): $*" >> "$LOG"\n{text}\n')
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    def run(self, *arguments, **kwargs):
        return subprocess.run(
            [self.binary, *arguments],
            cwd=self.root,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=60,
            **kwargs,
        )

    def started(self):
        return self.log.read_text().splitlines() if self.log.exists() else []


@pytest.fixture
def place(tmp_path, binary):
    return Place(tmp_path, binary)


def test_update_stores_what_the_program_prints(place):
    place.program(f"cat <<'EOT'\n{PRINTED}\nEOT")
    done = place.run("schema", "update")
    assert (done.returncode, done.stdout) == (0, f"{ADDRESS} 1.2.0: 2 schemas\n{place.root}: updated\n"), done.stderr
    assert place.started() == [f"{place.root}: providers schema -json"]
    assert "wrong" in place.run("check", ".").stdout
    done = place.run("schema", "update")
    assert done.stdout == f"{place.root}: the schemas of all its providers are stored\n"
    assert len(place.started()) == 1


def test_named_provider_in_a_temporary_folder(place, tmp_path):
    init = f"cp main.tf $LOG.tf; cat > .terraform.lock.hcl <<'EOT'\n{LOCK}EOT\n"
    place.program(f'if [ "$1" = init ]; then\n{init}exit 0; fi\ncat <<\'EOT\'\n{PRINTED}\nEOT')
    done = place.run("schema", "add", "acme/cloud@1.2.0")
    assert (done.returncode, done.stdout) == (0, f"{ADDRESS} 1.2.0: 2 schemas\n"), done.stderr
    assert 'version = "1.2.0"' in (tmp_path / "started.tf").read_text()
    assert not list(tmp_path.glob("hcl-ls-*"))
    place.program("echo 'no such provider' >&2; exit 1")
    done = place.run("schema", "add", "acme/nothing")
    assert done.returncode == 2 and "no such provider" in done.stderr
    assert not list(tmp_path.glob("hcl-ls-*"))


def test_program_that_fails_hangs_or_prints_without_end(place):
    place.program("echo '{}'")
    assert place.run("schema", "update").returncode == 2
    place.program("sleep 100 & sleep 100")
    began = time.monotonic()
    done = place.run("schema", "update", "--timeout=1")
    assert done.returncode == 2 and "took longer than 1 s" in done.stderr
    assert time.monotonic() - began < 30
    # Zeros without end.
    place.program("exec cat /dev/zero")
    done = place.run("schema", "update", "--timeout=50")
    assert done.returncode == 2 and "printed more than 256 MB" in done.stderr
    assert place.run("schema", "list").stdout == ""


def test_interrupt_ends_the_program_and_removes_the_folder(place, tmp_path):
    place.program('echo $$ > "$LOG.pid"; exec sleep 100')
    process = subprocess.Popen([place.binary, "schema", "add", "acme/cloud"], cwd=place.root, env=place.environment)
    identity = tmp_path / "started.pid"
    until = time.monotonic() + 30
    while not (identity.exists() and identity.read_text().strip()) and time.monotonic() < until:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == 2
    with pytest.raises(ProcessLookupError):
        os.kill(int(identity.read_text()), 0)
    assert not list(tmp_path.glob("hcl-ls-*"))


def serve(place, options):
    server = RawServer(["env", *(f"{k}={v}" for k, v in place.environment.items()), place.binary], patience=60)
    uri = place.root.as_uri()
    server.initialize(
        rootUri=uri, workspaceFolders=[{"uri": uri, "name": "work"}], initializationOptions=options
    )
    document = {"uri": f"{uri}/main.tf", "languageId": "terraform", "version": 1, "text": MAIN}
    server.notify("textDocument/didOpen", {"textDocument": document})
    return server


def wait_for(server, code):
    """Until a finding with that code is published for main.tf."""
    while True:
        message = server.read()
        assert message is not None, "the server is gone"
        server.take(message)
        params = message.get("params", {})
        if message.get("method") == "textDocument/publishDiagnostics" and params["uri"].endswith("/main.tf"):
            if code in [one["code"] for one in params["diagnostics"]]:
                return


def test_server_starts_it_only_by_the_setting(place):
    place.program(f"cat <<'EOT'\n{PRINTED}\nEOT")
    # Neither files of the workspace nor a program in it.
    (place.root / ".vscode").mkdir()
    (place.root / ".vscode/settings.json").write_text('{"hcl.schemas.update": true}')
    (place.root / ".hcl-ls.hcl").write_text("schemas {\n  update = true\n}\n")
    for options in ({}, {"schemas": {"update": False}}):
        server = serve(place, options)
        try:
            wait_for(server, "HCL6045")
            time.sleep(4)
            assert place.started() == []
        finally:
            server.kill()
    server = serve(place, {"schemas": {"update": True}})
    try:
        wait_for(server, "HCL4002")
        assert place.started() == [f"{place.root}: providers schema -json"]
    finally:
        server.kill()


def test_program_in_the_workspace_is_not_found_by_a_relative_path(place):
    place.program("exit 0", folder=place.root)
    place.environment["PATH"] = ":.:/nowhere:/usr/bin:/bin"
    done = place.run("schema", "update")
    assert done.returncode == 2 and "neither" in done.stderr
    assert place.started() == []
