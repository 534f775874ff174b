"""Messages that are malformed, odd, or cut in odd places: answered by the book, and the server lives on."""

import json
import random

import pytest

from raw import framed


@pytest.fixture
def server(raw):
    server = raw()
    server.initialize()
    return server


def error_for(server, message, id=None):
    server.send(message)
    answer = server.answer(id)
    return answer["error"]["code"]


def test_malformed_json(server):
    for body in (b"{", b"", b"nonsense", b'{"jsonrpc":"2.0","id":1,', b"\xff\xfe", b"[" * 100_000):
        assert error_for(server, body) == -32700
    assert server.lives()


def test_wrong_shapes(server):
    assert error_for(server, []) == -32600
    assert error_for(server, [{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}]) == -32600
    assert error_for(server, 7) == -32600
    assert error_for(server, {"id": "a", "method": "shutdown"}, "a") == -32600
    assert error_for(server, {"jsonrpc": "2.0", "id": "b", "method": 5}, "b") == -32600
    assert error_for(server, {"jsonrpc": "2.0", "id": "c", "method": "shutdown", "params": 1}, "c") == -32600
    assert error_for(server, {"jsonrpc": "2.0", "id": None, "method": "shutdown"}) == -32600
    assert error_for(server, {"jsonrpc": "2.0", "id": {}, "method": "shutdown"}) == -32600
    assert server.lives()


def test_wrong_params_name_the_place(server):
    params = {"textDocument": {"uri": "untitled:a"}, "position": {"line": "one", "character": 0}}
    answer = server.request("textDocument/hover", params)
    assert answer["error"]["code"] == -32602
    assert "params.position.line" in answer["error"]["message"]
    server.notify("textDocument/didOpen", {"textDocument": 5})
    server.notify("textDocument/didChange", [])
    assert server.lives()


def test_ids_come_back_as_they_came(server):
    for id in (0, -5, 2**53, 2**63 - 1, "", "text \u00e9 \U0001f600", "7"):
        assert server.request("no/such", id=id)["id"] == id


def test_the_same_id_twice(server):
    request = {"jsonrpc": "2.0", "id": 9, "method": "no/such"}
    server.send_bytes(framed(request) + framed(request))
    assert server.answer(9)["error"]["code"] == -32601
    assert server.answer(9)["error"]["code"] == -32601


def test_answers_nobody_asked_for(server):
    server.send({"jsonrpc": "2.0", "id": 12345, "result": {}})
    server.send({"jsonrpc": "2.0", "id": "x", "error": {"code": 1, "message": "no"}})
    server.send({"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "what?"}})
    server.notify("$/cancelRequest", {"id": 777})
    server.notify("$/cancelRequest", {"id": None})
    server.notify("$/cancelRequest")
    assert server.lives()


def test_byte_by_byte(server):
    for byte in framed({"jsonrpc": "2.0", "id": "slow", "method": "no/such", "params": {"a": "\u00e9\U0001f600"}}):
        server.send_bytes(bytes([byte]))
    assert server.answer("slow")["error"]["code"] == -32601


def test_many_at_once_in_random_pieces(server):
    stream = b"".join(framed({"jsonrpc": "2.0", "id": f"m{i}", "method": "no/such"}) for i in range(200))
    pieces = random.Random(1)
    while stream:
        size = pieces.randint(1, 700)
        server.send_bytes(stream[:size])
        stream = stream[size:]
    for i in range(200):
        assert server.answer(f"m{i}")["error"]["code"] == -32601


def test_other_headers(server):
    body = json.dumps({"jsonrpc": "2.0", "id": "h", "method": "no/such"}).encode()
    server.send_bytes(
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:   %d\r\n\r\n" % len(body) + body
    )
    assert server.answer("h")["error"]["code"] == -32601


def test_lines_that_end_with_lf_alone(raw, tmp_path):
    log = tmp_path / "log"
    server = raw(f"--log={log}")
    server.initialize()
    body = json.dumps({"jsonrpc": "2.0", "id": "lf", "method": "no/such"}).encode()
    server.send_bytes(b"Content-Length: %d\n\n" % len(body) + body)
    # It is rejected and skipped: the next response belongs to the next request.
    assert server.lives()
    assert "LF alone" in log.read_text()


def test_too_large_a_message(raw, tmp_path):
    log = tmp_path / "log"
    server = raw("--max-message=100000", f"--log={log}")
    server.initialize()
    server.send({"jsonrpc": "2.0", "id": "big", "method": "no/such", "params": {"a": "x" * 200_000}})
    assert server.lives()
    assert "limit is 100000 bytes" in log.read_text()


def test_garbage_between_messages(server):
    chance = random.Random(2)
    for i in range(30):
        server.send_bytes(bytes(chance.randrange(256) for _ in range(chance.randint(1, 300))).replace(b":", b""))
        server.send_bytes(b"\r\n")
        assert server.request("no/such", id=f"g{i}")["error"]["code"] == -32601


def test_deep_nesting(server):
    deep = b'{"a":' * 900 + b"1" + b"}" * 900
    body = b'{"jsonrpc":"2.0","id":"deep","method":"textDocument/hover","params":' + deep + b"}"
    server.send(body)
    assert server.answer("deep")["error"]["code"] == -32602
    deeper = b'{"jsonrpc":"2.0","id":"deeper","method":"no/such","params":' + b'{"a":' * 200_000
    assert error_for(server, deeper) == -32700
    assert server.lives()


def test_half_a_character(server):
    """JavaScript sends halves of surrogate pairs as escapes; the text must not be lost with them."""
    body = (
        rb'{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:half",'
        rb'"languageId":"hcl","version":1,"text":"a = \"\ud83d\"\nb = 1\n"}}}'
    )
    server.send(body)
    answer = server.request("textDocument/documentSymbol", {"textDocument": {"uri": "untitled:half"}})
    assert [symbol["name"] for symbol in answer["result"]] == ["a", "b"]


def test_ten_thousand_bad_messages(raw):
    """Random, malformed and half messages; in the end it answers, and ends in order."""
    chance = random.Random(42)
    server = raw()
    server.initialize()
    good = [
        {"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": {"textDocument": {"uri": "untitled:x"}, "position": {"line": 0, "character": 0}}},
        {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": "untitled:x", "languageId": "hcl", "version": 1, "text": "a = [1, 2\n"}}},
        {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"textDocument": {"uri": "untitled:x", "version": 2}, "contentChanges": [{"range": {"start": {"line": 5, "character": 0}, "end": {"line": 0, "character": 9}}, "text": "}"}]}},
        {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 1}},
        {"jsonrpc": "2.0", "id": "s", "method": "textDocument/documentSymbol", "params": {"textDocument": {"uri": "untitled:x"}}},
    ]
    sent = 0
    while sent < 10_000:
        stream = bytearray()
        for _ in range(100):
            sent += 1
            body = bytearray(json.dumps(chance.choice(good)).encode())
            kind = chance.randrange(5)
            if kind == 0:
                body[chance.randrange(len(body))] = chance.randrange(256)
            elif kind == 1:
                body = body[: chance.randrange(len(body))]
            message = bytearray(framed(bytes(body)))
            if kind == 2:
                message = message[: chance.randrange(len(message))]
            elif kind == 3:
                message[chance.randrange(len(message))] = chance.randrange(256)
            stream += message
        server.send_bytes(bytes(stream))
    # Ends a half-read message.
    server.send_bytes(b"\r\n" * 100_000)
    for i in range(100):
        server.send({"jsonrpc": "2.0", "id": f"end{i}", "method": "no/such"})
    assert server.answer("end99")["error"]["code"] == -32601
    assert server.request("shutdown")["result"] is None
    server.notify("exit")
    assert server.wait()[0] == 0
