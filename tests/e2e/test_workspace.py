"""Folders, files on disk, settings, and diagnostics of both ways."""

import asyncio
import json
import subprocess

import pytest
from conftest import PATIENCE, whole
from lsprotocol import types

BROKEN = "a = @\n"
FINE = "a = 1\n"


async def test_files_that_nobody_opened(start, tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.hcl").write_text(BROKEN)
    (tmp_path / "fine.hcl").write_text(FINE)
    session = await start()
    assert await session.diagnostics(session.uri("sub/b.hcl"))
    assert not session.client.diagnostics.get(session.uri("fine.hcl"))


async def test_watchers_are_registered(start, tmp_path):
    session = await start(watches=True)
    await session.until(
        lambda: any(r.method == "workspace/didChangeWatchedFiles" for r in session.registrations), "watchers"
    )
    (tmp_path / "new.hcl").write_text(BROKEN)
    uri = session.uri("new.hcl")

    def tell(kind):
        session.client.workspace_did_change_watched_files(
            types.DidChangeWatchedFilesParams(changes=[types.FileEvent(uri=uri, type=kind)])
        )

    tell(types.FileChangeType.Created)
    assert await session.diagnostics(uri)
    (tmp_path / "new.hcl").write_text(FINE)
    tell(types.FileChangeType.Changed)
    await session.until(lambda: session.client.diagnostics.get(uri) == [], "the change is seen")
    (tmp_path / "new.hcl").write_text(BROKEN)
    tell(types.FileChangeType.Changed)
    await session.until(lambda: session.client.diagnostics.get(uri), "the next change is seen")
    (tmp_path / "new.hcl").unlink()
    tell(types.FileChangeType.Deleted)
    await session.until(lambda: session.client.diagnostics.get(uri) == [], "a deleted file has no findings")


async def test_a_configuration_that_is_not_saved_brings_in_its_packs(start, tmp_path):
    """The same answer as for the saved one, also for packs that lie elsewhere in the repository."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "packs").mkdir()
    (tmp_path / "packs" / "app.hcldec").write_text('object {\n  attr "a" { type = number }\n}\n')
    room = tmp_path / "room"
    room.mkdir()
    session = await start(folders=[room])
    configuration = (room / ".hcl-ls.hcl").as_uri()
    uri = (room / "x.app.hcl").as_uri()
    session.open(configuration, "\n")
    session.open(uri, 'a = "x"\n')
    await session.until(lambda: session.client.diagnostics.get(uri) == [], "no language yet")
    text = 'language "app" {\n  spec  = "../packs/app.hcldec"\n  files = ["*.app.hcl"]\n}\n'
    session.change(configuration, 2, whole(text))
    await session.until(
        lambda: [d.code for d in session.client.diagnostics.get(uri, [])] == ["HCL4040"], "the pack is read"
    )
    await session.until(lambda: session.client.diagnostics.get(configuration) == [], "nothing is missing")


async def test_watches_by_itself_when_the_client_cannot(start, tmp_path):
    session = await start()
    uri = session.uri("late.hcl")
    # A response means that the initial scan has begun.
    await session.symbols(uri)
    await asyncio.sleep(0.3)
    (tmp_path / "late.hcl").write_text(BROKEN)
    await session.until(lambda: session.client.diagnostics.get(uri), "a new file is seen")
    (tmp_path / "late.hcl").write_text(FINE)
    await session.until(lambda: session.client.diagnostics.get(uri) == [], "its change is seen")
    assert not session.registrations


async def test_ignore_files_change_while_the_server_runs(start, tmp_path):
    (tmp_path / "late.hcl").write_text(BROKEN)
    (tmp_path / ".gitignore").write_text("late.hcl\n")
    session = await start()
    uri = session.uri("late.hcl")
    await session.symbols(uri)
    await asyncio.sleep(0.3)
    assert not session.client.diagnostics.get(uri)
    (tmp_path / ".gitignore").write_text("other.hcl\n")
    await session.until(lambda: session.client.diagnostics.get(uri), "the file counts now")
    (tmp_path / ".gitignore").write_text("late.hcl\n")
    await session.until(lambda: session.client.diagnostics.get(uri) == [], "it does not any more")


async def test_files_around_a_document_elsewhere_are_forgotten_with_it(start, tmp_path):
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder in (inside, outside):
        folder.mkdir()
    for name in ("a.hcl", "b.hcl"):
        (outside / name).write_text(BROKEN)
    session = await start(folders=[inside])
    document, beside = ((outside / name).as_uri() for name in ("a.hcl", "b.hcl"))
    session.open(document, BROKEN)
    await session.until(lambda: session.client.diagnostics.get(beside), "the files around it are read")
    session.client.text_document_did_close(
        types.DidCloseTextDocumentParams(text_document=types.TextDocumentIdentifier(uri=document))
    )
    await session.until(
        lambda: session.client.diagnostics[document] == [] == session.client.diagnostics[beside], "they are gone"
    )


async def test_folders_come_and_go(start, tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two):
        folder.mkdir()
        (folder / "a.hcl").write_text(BROKEN)
    session = await start(folders=[one])
    assert session.result.capabilities.workspace.workspace_folders.supported
    assert await session.diagnostics((one / "a.hcl").as_uri())
    assert (two / "a.hcl").as_uri() not in session.client.diagnostics

    def folder(path):
        return types.WorkspaceFolder(uri=path.as_uri(), name=path.name)

    def change(added, removed):
        event = types.WorkspaceFoldersChangeEvent(added=added, removed=removed)
        session.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event=event))

    change([folder(two)], [])
    assert await session.diagnostics((two / "a.hcl").as_uri())
    change([], [folder(one)])
    await session.until(lambda: session.client.diagnostics[(one / "a.hcl").as_uri()] == [], "what left has no findings")


async def test_configuration_is_pulled(start, tmp_path):
    (tmp_path / "a.hcl").write_text(BROKEN)
    session = await start(configuration={"diagnostics": {"enable": False}})
    uri = session.uri("b.hcl")
    session.open(uri, BROKEN)
    await session.symbols(uri)
    await asyncio.sleep(0.3)
    assert not session.client.diagnostics.get(uri)
    assert not session.client.diagnostics.get(session.uri("a.hcl"))
    session.client.set_configuration({"diagnostics": {"enable": True}}, section="hcl")
    session.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=None))
    await session.until(lambda: session.client.diagnostics.get(uri), "findings after they were switched on")


async def test_configuration_is_pushed(start):
    session = await start()
    uri = session.uri("b.hcl")
    session.open(uri, BROKEN)
    assert await session.diagnostics(uri)
    session.client.workspace_did_change_configuration(
        types.DidChangeConfigurationParams(settings={"hcl": {"diagnostics": {"enable": False}}})
    )
    await session.until(lambda: session.client.diagnostics.get(uri) == [], "none after they were switched off")


@pytest.mark.parametrize("settings", [7, "x", [], {"hcl": 5}, {"hcl": {"diagnostics": []}}])
async def test_odd_settings_do_no_harm(start, settings):
    session = await start()
    session.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=settings))
    uri = session.uri("b.hcl")
    session.open(uri, BROKEN)
    assert await session.diagnostics(uri, 1)


def pull(session, uri, previous=None):
    return session.client.text_document_diagnostic_async(
        types.DocumentDiagnosticParams(
            text_document=types.TextDocumentIdentifier(uri=uri), previous_result_id=previous
        )
    )


async def test_diagnostics_are_pulled(start):
    session = await start(pulls=True)
    assert session.result.capabilities.diagnostic_provider
    uri = session.uri("a.hcl")
    session.open(uri, BROKEN)
    first = await pull(session, uri)
    assert first.kind == "full" and first.items and first.result_id
    again = await pull(session, uri, first.result_id)
    assert again.kind == "unchanged" and again.result_id == first.result_id
    session.change(uri, 2, whole(FINE))
    fixed = await pull(session, uri, first.result_id)
    assert fixed.kind == "full" and list(fixed.items) == []
    # Who pulls is not pushed to.
    assert not [p for p in session.published if p.uri == uri and p.diagnostics]


async def test_workspace_diagnostics(start, tmp_path):
    for i in range(5):
        (tmp_path / f"{i}.hcl").write_text(BROKEN)
    session = await start(pulls=True)

    async def ask(known):
        return await session.client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams(previous_result_ids=known))

    deadline = asyncio.get_running_loop().time() + PATIENCE
    while True:
        report = await ask([])
        if len([item for item in report.items if item.items]) == 5:
            break
        assert asyncio.get_running_loop().time() < deadline, "all files are reported"
        await asyncio.sleep(0.05)
    known = [types.PreviousResultId(uri=item.uri, value=item.result_id) for item in report.items]
    again = await ask(known)
    assert {item.kind for item in again.items} == {"unchanged"}


async def test_progress_of_indexing(start, tmp_path):
    for i in range(2000):
        (tmp_path / f"{i}.hcl").write_text(FINE * 200)
    session = await start(progress=True)
    reports = session.client.progress_reports
    # Work that is over before the client has agreed to see it is not shown; this is more than that.
    await session.until(lambda: any(reports.values()), "progress begins")
    await session.until(
        lambda: all(values[-1].kind == "end" for values in reports.values() if values), "progress that began ends"
    )
    for values in reports.values():
        kinds = [value.kind for value in values]
        assert not kinds or kinds == ["begin"] + ["report"] * (len(kinds) - 2) + ["end"]


async def test_hover_and_symbols_answer(start):
    session = await start()
    uri = session.uri("a.hcl")
    session.open(uri, 'service "web" {\n  port = 80\n}\n')
    assert await session.symbols(uri)
    await session.client.text_document_hover_async(
        types.HoverParams(text_document=types.TextDocumentIdentifier(uri=uri), position=types.Position(1, 3))
    )


async def test_schemas_that_are_stored_while_the_server_runs(start, binary, tmp_path, monkeypatch):
    """Open files get new findings when a schema is added, damaged, and removed."""
    cache = tmp_path / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    room = tmp_path / "room"
    room.mkdir()

    def command(*arguments, stdin=""):
        return subprocess.run([binary, *arguments], input=stdin, capture_output=True, text=True, check=False)

    def schema_with(attribute):
        block = {"attributes": {attribute: {"type": "string", "optional": True}}}
        resources = {"cloud_disk": {"version": 0, "block": block}}
        return json.dumps(
            {"format_version": "1.0", "provider_schemas": {"registry.terraform.io/hashicorp/cloud": {"resource_schemas": resources}}}
        )

    session = await start(folders=[room])
    uri = (room / "main.tf").as_uri()
    session.open(uri, 'resource "cloud_disk" "a" {\n  size = "1"\n}\n')
    await session.until(lambda: session.client.diagnostics.get(uri) == [], "nothing is known of the provider")

    def named():
        return [d.code for d in session.client.diagnostics.get(uri) or []]

    done = command("schema", "add", "-", stdin=schema_with("name"))
    assert done.returncode == 0, done.stderr
    await session.until(lambda: named() == ["HCL4002"], "the schema has no such argument")
    done = command("schema", "add", "-", stdin=schema_with("size"))
    assert done.returncode == 0, done.stderr
    await session.until(lambda: named() == [], "the new schema has it")
    (stored,) = (cache / "hcl-ls" / "schemas").glob("*.hclschema")
    await session.until(lambda: named() == [], "still")
    stored.with_suffix(".half").write_bytes(stored.read_bytes()[:40])
    stored.with_suffix(".half").replace(stored)
    # A damaged cache is told in one sentence, and the server goes on without it.
    await session.until(lambda: any("is damaged" in m.message for m in session.client.log_messages), "damage")
    assert sum("is damaged" in m.message for m in session.client.log_messages) == 1
    done = command("schema", "add", "-", stdin=schema_with("name"))
    await session.until(lambda: named() == ["HCL4002"], "it is made again")


async def test_a_pack_that_extends_one_elsewhere_follows_it(start, tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "packs").mkdir()
    base = tmp_path / "packs" / "base.hcldec"
    base.write_text('object {\n  attr "a" { type = number }\n}\n')
    room = tmp_path / "room"
    room.mkdir()
    (room / ".hcl-ls.hcl").write_text('language "app" {\n  spec  = "app.hcldec"\n  files = ["*.app.hcl"]\n}\n')
    (room / "app.hcldec").write_text(
        'language "app" {\n  extends = "../packs/base.hcldec"\n}\nobject {\n  attr "b" { required = true }\n}\n'
    )
    session = await start(folders=[room])
    uri = (room / "x.app.hcl").as_uri()
    session.open(uri, 'a = "x"\n')

    def codes():
        return sorted(d.code for d in session.client.diagnostics.get(uri) or [])

    await session.until(lambda: codes() == ["HCL4001", "HCL4040"], "both packs count")
    session.open(base.as_uri(), 'object {\n  attr "a" { type = string }\n}\n')
    await session.until(lambda: codes() == ["HCL4001"], "the pack that is extended changed")


async def test_callers_of_callers_follow_a_module(start, binary, tmp_path):
    leaf = 'variable "n" {\n  type = number\n}\noutput "o" { value = 1 }\n'
    limit = 'number\n  validation {\n    condition     = var.n < 3\n    error_message = "Too large."\n  }'
    texts = {
        "main.tf": 'module "mid" {\n  source = "./mid"\n  n      = 5\n}\n'
        'output "x" { value = [1, 2, 3][module.mid.o] }\n',
        "mid/main.tf": 'variable "n" { type = number }\nmodule "leaf" {\n  source = "../leaf"\n  n      = var.n\n}\n'
        'output "o" { value = module.leaf.o }\n',
        "leaf/main.tf": leaf,
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    session = await start()
    uris = {session.uri(name): name for name in texts}
    for uri, name in uris.items():
        session.open(uri, texts[name])

    def shown():
        found = session.client.diagnostics
        return sorted((name, d.range.start.line + 1, d.code) for uri, name in uris.items() for d in found.get(uri, []))

    def fresh():
        checked = subprocess.run([binary, "check", "--format=json", "."], cwd=tmp_path, capture_output=True, text=True)
        return sorted((d["file"], d["start"]["line"], d["code"]) for d in json.loads(checked.stdout)["findings"])

    changes = {
        ("main.tf", 3, "HCL6042"): leaf.replace("number", limit),
        ("main.tf", 5, "HCL6042"): leaf.replace("value = 1", "value = 7"),
        ("mid/main.tf", 2, "HCL4001"): leaf + 'variable "needed" {}\n',
    }
    for version, (expected, text) in enumerate(changes.items(), 2):
        for number, now in enumerate((text, leaf)):
            session.change(session.uri("leaf/main.tf"), 2 * version + number, whole(now))
            (tmp_path / "leaf" / "main.tf").write_text(now)
            wanted = fresh()
            assert (expected in wanted) == (now == text), wanted
            await session.until(lambda wanted=wanted: shown() == wanted, "the findings of a fresh check")
