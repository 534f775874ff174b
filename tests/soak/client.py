"""A client with its own server: documents, requests, and the time that each answer took."""

import collections
import os
import queue
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "e2e"))
from raw import RawServer  # noqa: E402

CONTENT_MODIFIED = -32801
REQUEST_FAILED = -32803  # an answer: nothing can be renamed here

KINDS = {
    # encoding, whether the client watches files, whether it pulls diagnostics
    "utf-16, own watcher": ("utf-16", False, False),
    "utf-8, client watches": ("utf-8", True, False),
    "utf-32, pulls": ("utf-32", True, True),
}


def units(text, encoding):
    if encoding == "utf-8":
        return len(text.encode())
    if encoding == "utf-16":
        return len(text.encode("utf-16-le")) // 2
    return len(text)


def position(text, offset, encoding):
    before = text[:offset].replace("\r\n", "\0\n").replace("\r", "\n").replace("\0", "\r")
    line = before.count("\n")
    start = before.rfind("\n") + 1
    return {"line": line, "character": units(before[start:], encoding)}


def capabilities(encoding, watches, pulls):
    return {
        "general": {"positionEncodings": [encoding]},
        "workspace": {
            "workspaceFolders": True,
            "didChangeWatchedFiles": {"dynamicRegistration": watches},
            "symbol": {"symbolKind": {"valueSet": list(range(1, 27))}},
        },
        "textDocument": {
            "publishDiagnostics": {"relatedInformation": True, "versionSupport": False},
            **({"diagnostic": {}} if pulls else {}),
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
            "hover": {"contentFormat": ["markdown"]},
            "rename": {"prepareSupport": True},
            "completion": {"completionItem": {"snippetSupport": True, "documentationFormat": ["markdown"]}},
            "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "refactor"]}}},
        },
    }


class Client(RawServer):
    def __init__(self, binary, folder, kind, recording=None):
        super().__init__([str(binary), *([f"--record={recording}"] if recording else [])], patience=60.0)
        self.folder = folder
        self.kind = kind
        self.encoding, self.watches, self.pulls = KINDS[kind]
        self.texts = {}  # of the open documents, by name
        self.version = 0
        self.published = {}
        self.times = collections.defaultdict(list)  # seconds, by method
        self.failures = []
        self.initialize(
            processId=os.getpid(),
            rootUri=folder.as_uri(),
            workspaceFolders=[{"uri": folder.as_uri(), "name": "soak"}],
            capabilities=capabilities(self.encoding, self.watches, self.pulls),
        )

    def uri(self, name):
        return (self.folder / name).as_uri()

    # Incoming

    def take(self, message):
        method = message.get("method")
        if method == "textDocument/publishDiagnostics":
            params = message["params"]
            if params["diagnostics"]:
                self.published[params["uri"]] = params["diagnostics"]
            else:
                self.published.pop(params["uri"], None)
        else:
            super().take(message)

    def drain(self):
        while True:
            try:
                message = self.messages.get_nowait()
            except queue.Empty:
                return
            if message is None:
                raise RuntimeError(f"the server of {self.kind} is gone, exit code {self.process.wait()}")
            self.take(message)

    def read(self):
        message = super().read()
        if message is None:
            raise RuntimeError(f"the server of {self.kind} is gone, exit code {self.process.wait()}")
        return message

    # Outgoing

    def ask(self, method, params, timed=True):
        """The result; an error when it is not that the text has changed meanwhile is a failure."""
        for _ in range(20):
            start = time.monotonic()
            message = self.request(method, params)
            if timed:
                self.times[method].append(time.monotonic() - start)
            error = message.get("error")
            if not error:
                return message["result"]
            if error["code"] == REQUEST_FAILED:
                return {"error": error["message"]}
            if error["code"] != CONTENT_MODIFIED:
                break
        self.failures.append(f"{method}: {error}")
        return {"error": error}

    def open(self, name, text):
        self.texts[name] = text
        self.version += 1
        language = "terraform" if name.endswith((".tf", ".tfvars")) else "hcl"
        document = {"uri": self.uri(name), "languageId": language, "version": self.version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def close(self, name):
        del self.texts[name]
        self.notify("textDocument/didClose", {"textDocument": {"uri": self.uri(name)}})

    def change(self, name, start, end, new):
        text = self.texts[name]
        # Between the two bytes of a line end there is no position.
        for at in (start, end):
            if text[at - 1 : at + 1] == "\r\n":
                return
        where = {"start": position(text, start, self.encoding), "end": position(text, end, self.encoding)}
        self.texts[name] = text[:start] + new + text[end:]
        self.send_change(name, {"range": where, "text": new})

    def replace(self, name, text):
        self.texts[name] = text
        self.send_change(name, {"text": text})

    def send_change(self, name, change):
        self.version += 1
        document = {"uri": self.uri(name), "version": self.version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def files_changed(self, changes):
        if self.watches:
            listed = [{"uri": self.uri(name), "type": kind} for name, kind in changes]
            self.notify("workspace/didChangeWatchedFiles", {"changes": listed})

    # The cost of the server; None where the system does not tell

    def memory(self):
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text()
            return int(status.split("VmRSS:")[1].split()[0]) / 1024
        except (OSError, IndexError):
            return None

    def descriptors(self):
        try:
            return len(os.listdir(f"/proc/{self.process.pid}/fd"))
        except OSError:
            return None

    def quit(self):
        self.request("shutdown")
        self.notify("exit")
        code = self.process.wait(timeout=30)
        self.kill()
        return code
