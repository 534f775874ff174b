"""A long block whose items are bound one by one answers as one that is bound as a whole."""

import random

import pytest

NAMES = 700
# With more items than the limit of a file, a block is bound as a whole.
AS_A_WHOLE = {"limits": {"fileItems": 650}}
URI = "file:///w/main.tf"
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


class Twins:
    """Two servers with the same document."""

    def __init__(self, raw, text):
        self.lines = text.split("\n")
        self.version = 1
        self.servers = [raw("--stdio"), raw("--stdio")]
        capabilities = {
            "textDocument": {
                "diagnostic": {},
                "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
                "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "refactor"]}}},
            }
        }
        for server, options in zip(self.servers, [AS_A_WHOLE, {}]):
            server.initialize(capabilities=capabilities, initializationOptions=options)
            document = {"uri": URI, "languageId": "terraform", "version": 1, "text": text}
            server.notify("textDocument/didOpen", {"textDocument": document})

    def agree(self, method, **params):
        params = {"textDocument": {"uri": URI}, **params}
        whole, parts = [told(server.request(method, params)) for server in self.servers]
        assert whole == parts, (method, params)

    def edit(self, pick):
        at = pick.randrange(5, len(self.lines) - 1)
        here = self.lines[at]
        start = pick.randrange(len(here) + 1)
        end = min(start + pick.randrange(2), len(here))
        text = pick.choice(["x", "1", "\n  new = local.n5\n", "{", "}", "# c\n", "", '"'])
        self.version += 1
        change = {
            "range": {"start": {"line": at, "character": start}, "end": {"line": at, "character": end}},
            "text": text,
        }
        for server in self.servers:
            document = {"uri": URI, "version": self.version}
            server.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        self.lines[at] = here[:start] + text + here[end:]
        self.lines = "\n".join(self.lines).split("\n")

    def compare(self, pick, places):
        for method in ("diagnostic", "documentSymbol", "semanticTokens/full", "foldingRange", "codeLens"):
            self.agree("textDocument/" + method)
        self.agree("textDocument/inlayHint", range=EVERYWHERE)
        self.agree("workspace/symbol", query="n12")
        for _ in range(places):
            at = pick.randrange(len(self.lines))
            position = {"line": at, "character": pick.randrange(len(self.lines[at]) + 1)}
            for method in ("completion", "definition", "documentHighlight", "prepareRename", "signatureHelp"):
                self.agree("textDocument/" + method, position=position)
            self.agree("textDocument/references", position=position, context={"includeDeclaration": True})
            self.agree("textDocument/rename", position=position, newName="zzz")
            selected = {"start": {"line": at, "character": 0}, "end": position}
            self.agree("textDocument/codeAction", range=selected, context={"diagnostics": []})


@pytest.mark.parametrize("seed", range(4))
def test_the_parts_of_a_long_block_are_one_block(raw, seed):
    pick = random.Random(seed)
    twins = Twins(raw, module(pick))
    twins.compare(pick, 12)
    for _ in range(5):
        twins.edit(pick)
        twins.compare(pick, 6)
