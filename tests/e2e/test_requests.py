"""Requests that are cancelled or overtaken."""

import pytest

from raw import framed


def open_text(server, uri, text, version=1):
    server.notify(
        "textDocument/didOpen",
        {"textDocument": {"uri": uri, "languageId": "hcl", "version": version, "text": text}},
    )


def big_text(lines):
    return "\n".join(f'block "b{i}" {{ a{i} = [{i}, "x"] }}' for i in range(lines)) + "\n"


def request(id, method, params):
    return framed({"jsonrpc": "2.0", "id": id, "method": method, "params": params})


def cancel(id):
    return framed({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": id}})


@pytest.mark.parametrize("id", [77, "seventy-seven"])
def test_cancel_is_answered(raw, id):
    server = raw("--threads=1")
    server.initialize()
    open_text(server, "untitled:a", big_text(20_000))
    symbols = {"textDocument": {"uri": "untitled:a"}}
    # The one worker is busy with the first, so the second still waits when it is cancelled.
    server.send_bytes(
        request("first", "textDocument/documentSymbol", symbols)
        + request(id, "textDocument/documentSymbol", symbols)
        + cancel(id)
    )
    assert server.answer(id)["error"]["code"] == -32800
    assert server.lives()


def test_cancel_too_late(raw):
    server = raw()
    server.initialize()
    open_text(server, "untitled:a", "a = 1\n")
    answer = server.request("textDocument/documentSymbol", {"textDocument": {"uri": "untitled:a"}}, id="done")
    assert answer["result"]
    server.send_bytes(cancel("done"))
    assert server.lives()


def test_each_request_has_one_answer(raw):
    """Edits, requests and cancellations in a heap: as many answers as requests, each by the book."""
    server = raw()
    server.initialize()
    open_text(server, "untitled:a", big_text(2_000))
    count = 300
    stream = b""
    for i in range(count):
        stream += request(f"r{i}", "textDocument/documentSymbol", {"textDocument": {"uri": "untitled:a"}})
        if i % 3 == 0:
            stream += cancel(f"r{i}")
        if i % 5 == 0:
            change = {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "# x\n"}
            stream += framed(
                {
                    "jsonrpc": "2.0",
                    "method": "textDocument/didChange",
                    "params": {"textDocument": {"uri": "untitled:a", "version": i + 2}, "contentChanges": [change]},
                }
            )
    server.send_bytes(stream)
    waiting = {f"r{i}" for i in range(count)}
    while waiting:
        message = server.read()
        if "method" in message:
            continue
        waiting.remove(message["id"])
        if "error" in message:
            assert message["error"]["code"] in (-32800, -32801), message
        else:
            # A block and the attribute in it, each line.
            assert len(message["result"]) == 4_000
    assert server.lives()


def test_one_thread_gives_the_same_answers(raw):
    def run(threads):
        server = raw(f"--threads={threads}")
        server.initialize()
        open_text(server, "untitled:a", big_text(50))
        return server.request("textDocument/documentSymbol", {"textDocument": {"uri": "untitled:a"}})["result"]

    assert run(0) == run(3)


def test_syntax_comes_first_and_the_rest_is_asked_for(raw, tmp_path):
    """A pulled answer may come before the folder is read; then the client is asked to pull again."""
    for i in range(400):
        (tmp_path / f"f{i}.tf").write_text(f'variable "v{i}" {{\n  default = {i}\n}}\n')
    text = 'locals {\n  a = \n}\noutput "o" {\n  value = var.nosuch + var.v399\n}\n'
    (tmp_path / "open.tf").write_text(text)
    uri = (tmp_path / "open.tf").as_uri()
    server = raw()
    server.initialize(
        rootUri=tmp_path.as_uri(),
        capabilities={"workspace": {"diagnostics": {"refreshSupport": True}}, "textDocument": {"diagnostic": {}}},
    )
    open_text(server, uri, text)
    pull = {"textDocument": {"uri": uri}}
    found = server.request("textDocument/diagnostic", pull)["result"]["items"]
    assert [item["range"]["start"]["line"] for item in found if item["code"].startswith("HCL1")] == [1]
    while not any("nosuch" in item["message"] for item in found):
        message = server.read()
        server.take(message)
        if message.get("method") == "workspace/diagnostic/refresh":
            found = server.request("textDocument/diagnostic", pull)["result"]["items"]
    assert {item["range"]["start"]["line"] for item in found} == {1, 4}


@pytest.mark.parametrize(
    "language, types",
    [("atlas-schema", []), ("atlas-schema-mysql", ["jsonb"]), ("atlas-schema-postgresql", ["mediumint"])],
)
def test_the_language_of_an_editor_tells_the_database(raw, language, types):
    """Editors with support for Atlas have a language for each database."""
    text = (
        'schema "s" {}\ntable "t" {\n  schema = schema.s\n'
        '  column "a" { type = jsonb }\n  column "b" { type = mediumint }\n}\n'
    )
    server = raw()
    server.initialize(capabilities={"textDocument": {"diagnostic": {}}})
    document = {"uri": "untitled:schema.hcl", "languageId": language, "version": 1, "text": text}
    server.notify("textDocument/didOpen", {"textDocument": document})
    pull = {"textDocument": {"uri": document["uri"]}}
    found = server.request("textDocument/diagnostic", pull)["result"]["items"]
    assert [item["message"].split("`")[1] for item in found] == types
