"""Files that other folders have by symbolic links, and files that tell which program a folder is for."""

import subprocess

from lsprotocol import types

PROVIDERS = """variable "r" {
  type    = set(string)
  default = ["a"]
}

provider "aws" {
  alias    = "by"
  for_each = var.r
  region   = each.value
}
"""


def check(binary, folder):
    done = subprocess.run([binary, "check", "--short", "."], cwd=folder, capture_output=True, text=True, timeout=60)
    return done.stdout.splitlines()


def linked(folder):
    (folder / "shared").mkdir()
    (folder / "main").mkdir()
    (folder / "shared" / "backend.tf").write_text("locals {\n  b = var.bucket\n  c = var.nothing\n}\n")
    (folder / "main" / "backend.tf").symlink_to("../shared/backend.tf")
    (folder / "main" / "variables.tf").write_text('variable "bucket" {\n  default = "b"\n}\n')


def test_a_name_that_a_linking_folder_declares(binary, tmp_path):
    linked(tmp_path)
    errors = [line for line in check(binary, tmp_path) if " error: " in line]
    assert [line.split(":")[0:2] for line in errors] == [["main/backend.tf", "3"], ["shared/backend.tf", "3"]]


async def test_the_server_knows_links(start, tmp_path):
    linked(tmp_path)
    session = await start()
    uri = session.uri("shared/backend.tf")
    session.open(uri, (tmp_path / "shared" / "backend.tf").read_text())

    def errors():
        return [
            d.range.start.line
            for d in session.client.diagnostics.get(uri, [])
            if d.severity == types.DiagnosticSeverity.Error
        ]

    await session.until(lambda: errors() == [2], "only the name that no folder declares")


def test_files_of_version_managers(binary, tmp_path):
    for name, text in [
        (".opentofu-version", "1.10.0\n"),
        (".tool-versions", "nodejs 20\nopentofu 1.10.0\n"),
        ("mise.toml", '[tools]\nopentofu = "1.10"\n'),
        ("other.toml", '[tools]\nopentofu = "1.10"\n'),
        (".terraform-version", "1.9.0\n"),
    ]:
        folder = tmp_path / name.strip(".")
        (folder / "inner").mkdir(parents=True)
        (folder / name).write_text(text)
        (folder / "inner" / "main.tf").write_text(PROVIDERS)
    warned = {line.split("/")[0] for line in check(binary, tmp_path) if "OpenTofu" in line}
    assert warned == {"other.toml", "terraform-version"}


def test_stages_of_dockerfiles(binary, tmp_path):
    (tmp_path / "app").mkdir()
    (tmp_path / "Dockerfile").write_text("FROM alpine AS base\nFROM base as build\n")
    (tmp_path / "app" / "Dockerfile.dev").write_text("FROM alpine\n")
    (tmp_path / "docker-bake.hcl").write_text(
        'target "a" {\n  target = "buidl"\n}\n'
        'target "b" {\n  context = "ap"\n}\n'
        'target "c" {\n  context = "app"\n  dockerfile = "Dockerfile.dve"\n}\n'
        'target "d" {\n  inherits = ["e"]\n  target = "BUILD"\n}\n'
        'target "e" {\n  context = "."\n}\n'
        'target "f" {\n  context = "https://example.com/x.git"\n  target = "other"\n}\n'
        'target "g" {\n  dockerfile = "generated"\n}\n'
    )
    found = check(binary, tmp_path)
    assert [line.split(":")[1] for line in found] == ["2", "5", "9"], found
    assert all(" warning: " in line for line in found)
    assert 'Did you mean "build"?' in found[0] and 'Did you mean "app"?' in found[1]
    assert 'Did you mean "Dockerfile.dev"?' in found[2]


def test_separators_of_hcl_1(binary, tmp_path):
    """Nothing tells which version of HCL the file is in: what only one of them has is a warning."""
    (tmp_path / "plugin.hcl").write_text('name = "ca"\ndata {\n  domain = "x",\n}\nsmall { a = 1, b = 2 }\n')
    (tmp_path / "broken.hcl").write_text('data {\n  domain = "x",\n  size = \n}\n')
    found = check(binary, tmp_path)
    assert [line for line in found if line.startswith("plugin")] and not [
        line for line in found if line.startswith("plugin") and " error: " in line
    ]
    assert any(line.startswith("broken.hcl:2") and " error: " in line for line in found)
