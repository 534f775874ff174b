"""One real session with the server: opens a file, types a mistake, and prints what an editor would show."""

import json
import pathlib
import subprocess
import sys


class Server:
    def __init__(self, command: str):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.next_id = 1
        self.notices: list[dict] = []

    def send(self, message: dict) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def receive(self) -> dict:
        length = 0
        while (line := self.process.stdout.readline().strip()) != b"":
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def request(self, method: str, params: dict):
        number = self.next_id
        self.next_id += 1
        self.send({"id": number, "method": method, "params": params})
        while True:
            message = self.receive()
            if message.get("id") == number and "method" not in message:
                return message.get("result")
            if "method" in message and "id" in message:  # the server asks: nothing special here
                self.send({"id": message["id"], "result": None})
            elif "method" in message:
                self.notices.append(message)

    def notify(self, method: str, params: dict) -> None:
        self.send({"method": method, "params": params})


def main() -> None:
    server = Server(sys.argv[1])
    folder = pathlib.Path(sys.argv[2]).resolve()
    file = folder / "gateway.hcl"
    text = file.read_text()
    uri = file.as_uri()
    answer = server.request(
        "initialize",
        {"processId": None, "rootUri": folder.as_uri(), "capabilities": {"textDocument": {"hover": {"contentFormat": ["markdown"]}}}},
    )
    print(f"  server: {answer['serverInfo']['name']} {answer['serverInfo'].get('version', '')}")
    server.notify("initialized", {})
    server.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "hcl", "version": 1, "text": text}})

    def place(needle: str) -> dict:
        before = text[: text.index(needle)]
        return {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}

    here = {"textDocument": {"uri": uri}, "position": place("timeout")}
    hover = server.request("textDocument/hover", here)
    print("  hover on `timeout`:", " ".join(hover["contents"]["value"].split()) if hover else "nothing")

    symbols = server.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    print("  outline:", ", ".join(symbol["name"] for symbol in symbols))

    end = {"line": text.count("\n"), "character": 0}
    version = 1

    def type_in(start: dict, stop: dict, typed: str) -> None:
        nonlocal version
        version += 1
        change = {"range": {"start": start, "end": stop}, "text": typed}
        server.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]})

    def labels(at: dict) -> str:
        items = server.request("textDocument/completion", {"textDocument": {"uri": uri}, "position": at})
        items = items["items"] if isinstance(items, dict) else items or []
        return ", ".join(item["label"] for item in items[:6]) + (", ..." if len(items) > 6 else "")

    type_in(end, end, 'route "new" {\n  \n}\n')
    inside = {"line": end["line"] + 1, "character": 2}
    print("  completion inside of a new route:", labels(inside))
    type_in(inside, inside, "path = ")
    print("  completion behind `path = `:", labels({"line": inside["line"], "character": 9}))
    report = server.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
    for item in report["items"]:
        start = item["range"]["start"]
        print(f"  typed `path = `: line {start['line'] + 1}: {item['message'].splitlines()[0]}")
    server.request("shutdown", {})
    server.notify("exit", {})
    server.process.wait(timeout=5)


if __name__ == "__main__":
    main()
