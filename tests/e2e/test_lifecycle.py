"""How a session begins and ends."""

import re
import socket
import subprocess
import sys
import time

import pytest

from conftest import PATIENCE
from raw import framed


def fastest(attempt, budget):
    """The shortest of a few attempts: others may be using the machine."""
    seconds = []
    for _ in range(5):
        seconds.append(attempt())
        if seconds[-1] < budget:
            return
    pytest.fail(f"took {min(seconds):.3f} s at best, {budget} s are allowed")


def test_names_itself(raw):
    result = raw().initialize()
    assert result["serverInfo"]["name"] == "hcl-ls"
    assert result["serverInfo"]["version"]


def test_order_of_life(raw):
    server = raw()
    assert server.request("textDocument/hover", {})["error"]["code"] == -32002
    server.notify("textDocument/didOpen", {"nonsense": True})
    server.initialize()
    assert server.request("initialize", {"capabilities": {}})["error"]["code"] == -32600
    assert server.request("no/such")["error"]["code"] == -32601
    assert server.request("$/alsoNone")["error"]["code"] == -32601
    server.notify("$/whoKnows", {"a": 1})
    server.notify("who/knows", {"a": 1})
    assert server.request("shutdown")["result"] is None
    assert server.request("textDocument/hover", {})["error"]["code"] == -32600
    server.notify("exit")
    assert server.wait()[0] == 0


def test_exit_without_shutdown(raw):
    server = raw()
    server.initialize()
    server.notify("exit")
    assert server.wait()[0] == 1


def test_exit_before_initialize(raw):
    server = raw()
    server.notify("exit")
    assert server.wait()[0] == 1


def test_leaves_at_once_with_the_pipe_open(raw):
    def attempt():
        server = raw()
        server.initialize()
        server.request("shutdown")
        server.notify("exit")
        code, seconds = server.wait()
        assert code == 0
        return seconds

    fastest(attempt, 0.1)


@pytest.mark.parametrize("threads", ["0", "2"])
def test_end_of_input_ends_it(raw, threads):
    def attempt():
        server = raw(f"--threads={threads}")
        server.initialize()
        server.process.stdin.close()
        code, seconds = server.wait()
        assert code == 1
        return seconds

    fastest(attempt, 0.1)


def test_end_of_input_after_shutdown(raw):
    server = raw()
    server.initialize()
    server.request("shutdown")
    server.process.stdin.close()
    assert server.wait()[0] == 0


def test_end_of_input_in_the_middle_of_a_message(raw):
    server = raw()
    server.initialize()
    server.send_bytes(b"Content-Length: 1000\r\n\r\n{")
    server.process.stdin.close()
    assert server.wait()[0] == 1


@pytest.mark.parametrize("way", ["processId", "--clientProcessId", "--clientProcessId="])
def test_dies_with_its_client(raw, way):
    def attempt():
        client = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        try:
            options = {"processId": [], "--clientProcessId": [way, str(client.pid)]}.get(way, [f"{way}{client.pid}"])
            server = raw("--stdio", *options)
            server.initialize(processId=client.pid if way == "processId" else None)
            time.sleep(0.05)
            assert server.process.poll() is None
        finally:
            client.kill()
            client.wait()
        return server.wait()[1]

    fastest(attempt, 0.1)


def test_client_that_stops_reading(raw):
    """A full pipe must not keep the process when its input ends."""
    server = raw()
    server.initialize()
    uri = "untitled:big"
    text = "\n".join(f'block "b{i}" {{ a = {i} }}' for i in range(20000))
    server.notify(
        "textDocument/didOpen",
        {"textDocument": {"uri": uri, "languageId": "hcl", "version": 1, "text": text}},
    )
    server.send_bytes(
        b"".join(
            framed({"jsonrpc": "2.0", "id": i, "method": "textDocument/documentSymbol", "params": {"textDocument": {"uri": uri}}})
            for i in range(100, 110)
        )
    )
    server.process.stdin.close()
    server.wait()


def test_version(binary):
    shown = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True)
    assert re.fullmatch(r"hcl-ls \d+\.\d+\.\d+ \((unknown|[0-9a-f]{7,}(-dirty)?)\)\n", shown.stdout)


def test_wrong_options_are_said(binary):
    shown = subprocess.run([binary, "--no-such-option"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert shown.returncode != 0
    assert "--no-such-option" in shown.stderr


@pytest.mark.parametrize("kind", ["pipe", "socket"])
def test_ends_when_only_its_output_is_closed(binary, kind):
    # Node gives its children pairs of sockets.
    ours, theirs = socket.socketpair()
    output = subprocess.PIPE if kind == "pipe" else theirs
    server = subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=output)
    theirs.close()
    try:
        ours.close()
        if kind == "pipe":
            server.stdout.close()
        assert server.wait(PATIENCE) == 1
    finally:
        server.kill()
        server.stdin.close()
