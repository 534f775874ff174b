"""Requests about a megabyte that ask for much at once: many places, and checks that have no steps left.

What is counted is the time of the processor and bytes, which are nearly the same on every machine.
"""

import pytest

from measured import all_seconds, measured
from raw import RawServer

SIZE = 1_000_000
SECONDS = 8  # half a second of a build that is optimised; what looks at the whole text for each place runs for minutes
OPTIONS = {"tabSize": 2, "insertSpaces": True}


def place(line):
    return {"line": line, "character": 0}


def texts(n):
    yield "small blocks", "a {}\n" * (n // 5)
    yield "one block", "a {\n" + " b = 1\n" * (n // 7) + "}\n"
    yield "attributes", "b = 1\n" * (n // 6)


@pytest.mark.parametrize("name", [name for name, _ in texts(100)])
def test_many_places_of_a_document_cost_little(binary, tmp_path, name):
    text = dict(texts(SIZE))[name]
    lines = text.count("\n")
    uri = (tmp_path / "a.hcl").as_uri()
    server = RawServer([binary], patience=300)
    try:
        symbols = {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}
        server.initialize(rootUri=tmp_path.as_uri(), capabilities={"textDocument": symbols})
        document = {"uri": uri, "languageId": "hcl", "version": 1, "text": text}
        server.notify("textDocument/didOpen", {"textDocument": document})
        identifier = {"textDocument": {"uri": uri}}
        assert "result" in server.request("textDocument/hover", identifier | {"position": place(0)})
        before = all_seconds(server.process)
        places = [place(i * lines // 2000) for i in range(2000)]
        found = server.request("textDocument/selectionRange", identifier | {"positions": places})["result"]
        assert len(found) == len(places)
        ranges = [{"start": place(i * lines // 1000), "end": place(i * lines // 1000 + 1)} for i in range(1000)]
        assert server.request("textDocument/rangesFormatting", identifier | {"ranges": ranges, "options": OPTIONS})["result"] is not None
        assert all_seconds(server.process) - before <= SECONDS
    finally:
        server.kill()


def test_checks_of_a_pack_end_with_their_steps(binary, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / ".hcl-ls.hcl").write_text('language "app" {\n spec = "app.hcldec"\n}\n')
    bodies = "".join(
        'body "x%d" {\n object {\n  attr "a" { required = false }\n  check "c%d" {\n   condition = self.a != %d\n   message = "m"\n  }\n }\n}\n'
        % (i, i, i)
        for i in range(3000)
    )
    included = ",".join(f"body.x{i}" for i in range(3000))
    (folder / "app.hcldec").write_text(
        'language "app" {\n files = ["*.app"]\n}\n' + bodies
        + 'object {\n block_list "b" {\n  labels = ["n"]\n  include = [' + included + "]\n  object {}\n }\n}\n"
    )
    (folder / "a.app").write_text("".join('b "n%d" {\n a = %d\n}\n' % (i, i) for i in range(SIZE // 60)))
    run = measured([binary, "check", "--short", folder], tmp_path)
    assert run.code in (1, 2)
    assert run.seconds <= SECONDS / 4
