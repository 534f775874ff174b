"""Transports of the server, and recordings of sessions."""

import socket
import subprocess
import sys

import pytest


def session_over(server):
    server.initialize()
    server.notify(
        "textDocument/didOpen",
        {"textDocument": {"uri": "untitled:a", "languageId": "hcl", "version": 1, "text": "a = 1\n"}},
    )
    answer = server.request("textDocument/documentSymbol", {"textDocument": {"uri": "untitled:a"}})
    assert [symbol["name"] for symbol in answer["result"]] == ["a"]
    assert server.request("shutdown")["result"] is None
    server.notify("exit")
    assert server.wait()[0] == 0


def test_stdio(raw):
    session_over(raw("--stdio"))


@pytest.mark.parametrize("form", ["--socket={}", "--socket {}"])
def test_socket(raw, form):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(30)
        options = form.format(listener.getsockname()[1]).split(" ")
        server = raw(*options, stream=True)
        connection, _ = listener.accept()
        with connection:
            server.attach(connection)
            session_over(server)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes have other names there")
def test_pipe(raw, tmp_path):
    path = tmp_path / "s"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        listener.settimeout(30)
        server = raw(f"--pipe={path}", stream=True)
        connection, _ = listener.accept()
        with connection:
            server.attach(connection)
            session_over(server)


def test_socket_that_closes(raw):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(30)
        server = raw(f"--socket={listener.getsockname()[1]}", stream=True)
        connection, _ = listener.accept()
        server.attach(connection)
        server.initialize()
        connection.shutdown(socket.SHUT_RDWR)
        connection.close()
        assert server.wait()[0] == 1


def test_nobody_listens(binary, tmp_path):
    shown = subprocess.run([binary, f"--pipe={tmp_path / 'none'}"], capture_output=True, text=True, timeout=30)
    assert shown.returncode == 1
    assert "none" in shown.stderr


def test_a_session_from_a_file(binary, tmp_path):
    """The input is a file: all of it is answered before its end ends the server."""
    from raw import framed

    script = tmp_path / "session"
    with open(script, "wb") as out:
        out.write(framed({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}))
        out.write(framed({"jsonrpc": "2.0", "method": "initialized", "params": {}}))
        out.write(framed({"jsonrpc": "2.0", "id": 2, "method": "shutdown"}))
        out.write(framed({"jsonrpc": "2.0", "method": "exit"}))
    with open(script, "rb") as script_input:
        shown = subprocess.run([binary], stdin=script_input, capture_output=True, timeout=30)
    assert shown.returncode == 0
    assert b'"id":2' in shown.stdout.replace(b" ", b"")


def test_record_and_replay(raw, binary, tmp_path):
    (tmp_path / "w").mkdir()
    (tmp_path / "w" / "disk.hcl").write_text("a = @\n")
    recording = tmp_path / "recording"
    server = raw(f"--record={recording}")
    server.initialize(rootUri=(tmp_path / "w").as_uri())
    uri = (tmp_path / "w" / "open.hcl").as_uri()
    server.notify(
        "textDocument/didOpen",
        {"textDocument": {"uri": uri, "languageId": "hcl", "version": 1, "text": "b = 1\nc = 2\n"}},
    )
    change = {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}}, "text": "d = \"\U0001f600\"\n"}
    server.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]})
    answer = server.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert [symbol["name"] for symbol in answer["result"]] == ["d", "c"]
    server.request("shutdown")
    server.notify("exit")
    assert server.wait()[0] == 0
    # The workspace is gone; the recording has what it needs.
    (tmp_path / "w" / "disk.hcl").unlink()
    shown = subprocess.run([binary, "replay", str(recording), "--print"], capture_output=True, text=True, timeout=60)
    assert shown.returncode == 0, shown.stdout + shown.stderr
    assert '"name":"d"' in shown.stdout.replace(" ", "")
