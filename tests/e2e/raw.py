"""A server and its bare pipe, for what a well-behaved client never sends."""

import json
import queue
import subprocess
import threading
import time


def framed(message):
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


class RawServer:
    def __init__(self, command, patience=30.0, stream=None):
        """`stream` is a connected socket when the server talks on one."""
        self.patience = patience
        self.process = subprocess.Popen(
            command,
            stdin=None if stream else subprocess.PIPE,
            stdout=None if stream else subprocess.PIPE,
        )
        self.output = self.process.stdin
        self.input = self.process.stdout
        self.messages = queue.Queue()
        self.next_id = 1
        if stream is None:
            self.listen()

    def attach(self, connection):
        """Talks on a socket that the server connected to."""
        self.output = connection.makefile("wb")
        self.input = connection.makefile("rb")
        self.listen()

    def listen(self):
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        try:
            self._read_messages()
        except ValueError:  # closed by us
            pass
        self.messages.put(None)

    def _read_messages(self):
        while True:
            length = None
            while True:
                line = self.input.readline()
                if not line:
                    return
                if line == b"\r\n":
                    break
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            self.messages.put(json.loads(self.input.read(length)))

    def send_bytes(self, data):
        self.output.write(data)
        self.output.flush()

    def send(self, message):
        self.send_bytes(framed(message))

    def notify(self, method, params=None):
        message = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            message["params"] = params
        self.send(message)

    def read(self):
        """The next message; None at the end of the stream."""
        return self.messages.get(timeout=self.patience)

    def take(self, message):
        """Handles a message that no test waits for: requests of the server are answered with null."""
        if "method" in message and "id" in message:
            self.send({"jsonrpc": "2.0", "id": message["id"], "result": None})

    def answer(self, wanted):
        """The response to the request with that id."""
        while True:
            message = self.read()
            assert message is not None, "the server is gone"
            if "method" not in message and message.get("id") == wanted:
                return message
            self.take(message)

    def request(self, method, params=None, id=None):
        if id is None:
            id = self.next_id
            self.next_id += 1
        message = {"jsonrpc": "2.0", "id": id, "method": method}
        if params is not None:
            message["params"] = params
        self.send(message)
        return self.answer(id)

    def initialize(self, **params):
        params = {"processId": None, "rootUri": None, "capabilities": {}, **params}
        answer = self.request("initialize", params)
        assert "result" in answer, answer
        self.notify("initialized", {})
        return answer["result"]

    def wait(self):
        """The exit code, and the seconds until it came."""
        start = time.monotonic()
        code = self.process.wait(timeout=self.patience)
        return code, time.monotonic() - start

    def lives(self):
        """True when it still answers."""
        return self.request("test/none")["error"]["code"] == -32601

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                try:
                    pipe.close()
                except BrokenPipeError:
                    pass
