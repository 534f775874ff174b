"""Modules that a package manager has downloaded, as `.terraform/modules/modules.json` lists them."""

import json
import subprocess

import pytest
from conftest import whole
from lsprotocol import types

ROOT = """module "vpc" {
  source  = "terraform-aws-modules/vpc/aws"
  version = "~> 5.0"
  cidr    = "10.0.0.0/16"
  typo    = 1
}

output "id" {
  value = module.vpc.vpc_id
}
"""


def download(folder, version="5.1.2", name="vpc"):
    there = folder / ".terraform" / "modules" / name
    there.mkdir(parents=True, exist_ok=True)
    (there / "main.tf").write_text(
        'variable "cidr" {\n  type = string\n}\n\noutput "vpc_id" {\n  value = "vpc-${var.cidr}"\n}\n'
        "locals {\n  broken = nonsense\n}\n"
    )
    modules = [
        {"Key": "", "Source": "", "Dir": "."},
        {
            "Key": "vpc",
            "Source": "registry.terraform.io/terraform-aws-modules/vpc/aws",
            "Version": version,
            "Dir": f".terraform/modules/{name}",
        },
    ]
    (folder / ".terraform" / "modules" / "modules.json").write_text(json.dumps({"Modules": modules}))
    return there / "main.tf"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text(".terraform/\n")
    (tmp_path / "main.tf").write_text(ROOT)
    return tmp_path


def faults(session, uri):
    return [
        d.message for d in session.client.diagnostics.get(uri, []) if d.severity == types.DiagnosticSeverity.Error
    ]


def test_check_knows_downloaded_modules(binary, folder):
    def check():
        done = subprocess.run([binary, "check", "--short", "."], cwd=folder, capture_output=True, text=True, timeout=60)
        return [line for line in done.stdout.splitlines() if "error" in line]

    assert check() == []
    download(folder)
    found = check()
    assert len(found) == 1 and found[0].startswith("main.tf:5:3: error: ") and '"typo"' in found[0]
    # A version that the call does not admit says nothing about it.
    download(folder, "6.0.0")
    assert check() == []


def test_a_manifest_leads_to_nothing_outside(binary, folder):
    """Neither by its paths nor by links."""
    outside = folder.parent / (folder.name + "-outside")
    outside.mkdir()
    (outside / "main.tf").write_text('variable "cidr" {}\n')
    download(folder)
    manifest = folder / ".terraform" / "modules" / "modules.json"
    inside = manifest.read_text()
    manifest.write_text(inside.replace(".terraform/modules/vpc", f"../{outside.name}"))
    link = folder / ".terraform" / "modules" / "linked"
    link.symlink_to(outside)
    run = [binary, "check", "--short", "."]
    assert "typo" not in subprocess.run(run, cwd=folder, capture_output=True, text=True, timeout=60).stdout
    manifest.write_text(inside.replace("modules/vpc", "modules/linked"))
    assert "typo" not in subprocess.run(run, cwd=folder, capture_output=True, text=True, timeout=60).stdout
    manifest.write_text(inside)
    assert "typo" in subprocess.run(run, cwd=folder, capture_output=True, text=True, timeout=60).stdout


async def test_the_server_leads_into_downloaded_modules(start, folder):
    file = download(folder)
    session = await start()
    uri = session.uri("main.tf")
    session.open(uri, ROOT)
    await session.until(lambda: faults(session, uri), "the call is checked")
    assert len(faults(session, uri)) == 1 and '"typo"' in faults(session, uri)[0]
    document = types.TextDocumentIdentifier(uri=uri)
    at = types.Position(line=8, character=23)
    target = await session.client.text_document_definition_async(
        types.DefinitionParams(text_document=document, position=at)
    )
    target = target[0] if isinstance(target, list) else target
    assert (getattr(target, "uri", None) or target.target_uri) == file.as_uri()
    hover = await session.client.text_document_hover_async(types.HoverParams(text_document=document, position=at))
    assert "output.vpc_id" in hover.contents.value and "string" in hover.contents.value
    links = await session.client.text_document_document_link_async(types.DocumentLinkParams(text_document=document))
    assert file.as_uri() in [link.target for link in links]
    # Their own faults are not the user's.
    assert not session.client.diagnostics.get(file.as_uri())


async def test_the_server_sees_a_download(start, folder):
    """At once where the client watches files, otherwise when a document is opened."""
    session = await start(watches=True)
    uri = session.uri("main.tf")
    session.open(uri, ROOT)
    await session.diagnostics(uri)
    download(folder)
    manifest = session.uri(".terraform/modules/modules.json")
    session.client.workspace_did_change_watched_files(
        types.DidChangeWatchedFilesParams(changes=[types.FileEvent(uri=manifest, type=types.FileChangeType.Created)])
    )
    await session.until(lambda: faults(session, uri), "the download is known")
    # Changes of downloaded files that a client reports do not make the server forget them.
    file = folder / ".terraform" / "modules" / "vpc" / "main.tf"
    file.write_text('variable "cidr" {}\nvariable "typo" {}\n')
    session.client.workspace_did_change_watched_files(
        types.DidChangeWatchedFilesParams(
            changes=[types.FileEvent(uri=file.as_uri(), type=types.FileChangeType.Changed)]
        )
    )
    await session.until(
        lambda: session.client.diagnostics.get(uri) and '"vpc_id"' in faults(session, uri)[0], "the new file is known"
    )


async def test_the_server_without_a_client_that_watches(start, folder):
    session = await start()
    uri = session.uri("main.tf")
    session.open(uri, ROOT)
    await session.diagnostics(uri)
    download(folder)
    (folder / "other.tf").write_text("")
    session.open(session.uri("other.tf"), "")
    await session.until(lambda: faults(session, uri), "the download is known")
    session.change(uri, 2, whole(ROOT.replace("  typo    = 1\n", "")))
    await session.until(lambda: not faults(session, uri), "the call is right")
