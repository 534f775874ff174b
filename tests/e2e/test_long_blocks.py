"""Long blocks and JSON files that are bound in parts answer as those that are bound as a whole."""

import json
import random

import pytest

NAMES = 700
# With more items than the limit of a file, a block is bound as a whole.
AS_A_WHOLE = {"limits": {"fileItems": 650}}
JSON_AS_A_WHOLE = {"limits": {"fileItems": 10}}
EVERYWHERE = {"start": {"line": 0, "character": 0}, "end": {"line": 5000, "character": 0}}


def line(pick, i):
    other = pick.randrange(NAMES)
    return pick.choice(
        [
            f"  n{i} = local.n{other} + var.a\n",
            f'  # comment {i}\n  n{i} = "x-${{local.n{other}}}"\n',
            f"\n  n{i} = {{\n    a = {i}\n    b = [local.n{other}, terraform_data.a.id]\n  }}\n",
            f'  n{i} = upper("a{i}") # hcl-ls:ignore\n',
            f"  n{other} = {i}\n",
            f"  n{i} = nope.x{i}\n",
            f"  n{i} = <<-EOT\n    text ${{var.a}}\n  EOT\n",
        ]
        + [f"  n{i} = {i}\n"] * 7
    )


def module(pick):
    items = "".join(line(pick, i) for i in range(NAMES))
    return (
        'variable "a" {\n  default = 1\n}\n\n# about the locals\nlocals { # header\n'
        + items
        + pick.choice(["", "  inner {\n    x = 1\n  }\n", "  half\n"])
        + '  # end\n}\n\nresource "terraform_data" "a" {\n  input = [local.n1, local.n2, local.zz]\n}\n'
        "locals {\n  n3 = 2\n  q = local.n4\n}\n"
    )


def told(value):
    """An answer without what names it."""
    if isinstance(value, dict):
        return {k: told(v) for k, v in value.items() if k not in ("id", "resultId", "data")}
    return [told(v) for v in value] if isinstance(value, list) else value


def json_value(pick):
    other = pick.randrange(300)
    return pick.choice(
        [f"${{local.n{other}}}", f"${{terraform_data.r{other}.id}}", "${var.a}", "text", f"${{nope.x{other}}}", other]
    )


def json_module(pick):
    """Blocks with and without labels, names, lists of blocks, and what is wrong about them."""

    def resource():
        body = {"input": {"a": json_value(pick), "b": [json_value(pick)]}}
        more = {"wrong": 1, "count": 2, "depends_on": ["terraform_data.r1"], "lifecycle": [{"ignore_changes": ["input"]}]}
        for name in pick.sample(sorted(more), pick.choice([0, 0, 0, 1])):
            body[name] = more[name]
        return pick.choice([body] * 9 + [[body, body], 5, {}])

    def many(kind, count, make):
        return {f"{kind}{i}": make() for i in range(count)}

    text = json.dumps(
        {
            "variable": {"a": {"default": 1}},
            "locals": many("n", 300, lambda: json_value(pick)),
            "resource": {"terraform_data": many("r", 300, resource), "terraform_dat": many("w", 3, resource)},
            "output": [many("o", 200, lambda: {"value": json_value(pick)}), many("p", 3, lambda: {"wrong": 1}), 7],
            "module": many("m", 2, lambda: {"source": "./m", "a": json_value(pick)}),
            "unknown": {"x": 1},
        },
        indent=2,
    )
    # Set twice, in different parts.
    return text.replace('"n7":', '"n290":', 1)


class Twins:
    """Two servers with the same document."""

    def __init__(self, raw, text, as_a_whole=AS_A_WHOLE, name="main.tf"):
        self.uri = "file:///w/" + name
        self.lines = text.split("\n")
        self.version = 1
        self.servers = [raw("--stdio"), raw("--stdio")]
        capabilities = {
            "textDocument": {
                "diagnostic": {},
                "semanticTokens": {"requests": {"full": True}, "tokenTypes": [], "tokenModifiers": [], "formats": ["relative"]},
                "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
                "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "refactor"]}}},
            }
        }
        for server, options in zip(self.servers, [as_a_whole, {}]):
            server.initialize(capabilities=capabilities, initializationOptions=options)
            document = {"uri": self.uri, "languageId": "terraform", "version": 1, "text": text}
            server.notify("textDocument/didOpen", {"textDocument": document})

    def agree(self, method, **params):
        params = {"textDocument": {"uri": self.uri}, **params}
        whole, parts = [told(server.request(method, params)) for server in self.servers]
        assert whole == parts, (method, params)
        return whole

    def edit(self, pick, texts=("x", "1", "\n  new = local.n5\n", "{", "}", "# c\n", "", '"')):
        at = pick.randrange(5, len(self.lines) - 1)
        here = self.lines[at]
        start = pick.randrange(len(here) + 1)
        end = min(start + pick.randrange(2), len(here))
        text = pick.choice(texts)
        self.version += 1
        change = {
            "range": {"start": {"line": at, "character": start}, "end": {"line": at, "character": end}},
            "text": text,
        }
        for server in self.servers:
            document = {"uri": self.uri, "version": self.version}
            server.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        self.lines[at] = here[:start] + text + here[end:]
        self.lines = "\n".join(self.lines).split("\n")

    def compare(self, pick, places):
        for method in ("diagnostic", "documentSymbol", "semanticTokens/full", "foldingRange", "codeLens", "documentLink"):
            assert "result" in self.agree("textDocument/" + method), method
        self.agree("textDocument/inlayHint", range=EVERYWHERE)
        self.agree("workspace/symbol", query="n12")
        for _ in range(places):
            at = pick.randrange(len(self.lines))
            self.compare_at(at, pick.randrange(len(self.lines[at]) + 1))

    def compare_at(self, line, character):
        position = {"line": line, "character": character}
        for method in ("completion", "definition", "documentHighlight", "prepareRename", "signatureHelp"):
            self.agree("textDocument/" + method, position=position)
        self.agree("textDocument/references", position=position, context={"includeDeclaration": True})
        self.agree("textDocument/rename", position=position, newName="zzz")
        selected = {"start": {"line": line, "character": 0}, "end": position}
        self.agree("textDocument/codeAction", range=selected, context={"diagnostics": []})


@pytest.mark.parametrize("seed", range(4))
def test_the_parts_of_a_long_block_are_one_block(raw, seed):
    pick = random.Random(seed)
    twins = Twins(raw, module(pick))
    twins.compare(pick, 12)
    for _ in range(5):
        twins.edit(pick)
        twins.compare(pick, 6)


@pytest.mark.parametrize("seed", range(4))
def test_the_parts_of_a_json_file_are_one_file(raw, seed):
    pick = random.Random(seed)
    twins = Twins(raw, json_module(pick), JSON_AS_A_WHOLE, "main.tf.json")
    twins.compare(pick, 12)
    for line, text in enumerate(twins.lines):
        if text.strip() in ('"locals": {', '"resource": {', '"terraform_data": {', '"output": ['):
            for character in (0, text.index('"') + 3, len(text)):
                twins.compare_at(line, character)
                twins.agree("textDocument/hover", position={"line": line, "character": character})
    for _ in range(8):
        twins.edit(pick, ["x", "1", "", ",", "{", "}", "]", '"', '"k": 1,', '"n5": "${var.a}",\n', '"r3": {},'])
        twins.compare(pick, 6)
