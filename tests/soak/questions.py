"""The requests of the protocol: one at random, and all of them for a comparison."""

from client import position

AT_POSITION = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/signatureHelp",
    "textDocument/definition",
    "textDocument/declaration",
    "textDocument/typeDefinition",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/linkedEditingRange",
    "textDocument/prepareCallHierarchy",
]

OF_FILE = [
    "textDocument/documentSymbol",
    "textDocument/semanticTokens/full",
    "textDocument/foldingRange",
    "textDocument/documentLink",
    "textDocument/documentColor",
    "textDocument/codeLens",
    "hcl-ls/language",
]


def whole(text, encoding):
    return {"start": {"line": 0, "character": 0}, "end": position(text, len(text), encoding)}


def questions(client, name, offset):
    """All (method, params) about a document and a place in it."""
    text = client.texts[name]
    document = {"textDocument": {"uri": client.uri(name)}}
    here = {**document, "position": position(text, offset, client.encoding)}
    everywhere = {**document, "range": whole(text, client.encoding)}
    for method in AT_POSITION:
        yield method, here
    yield "textDocument/references", {**here, "context": {"includeDeclaration": True}}
    yield "textDocument/rename", {**here, "newName": "renamed"}
    yield "textDocument/selectionRange", {**document, "positions": [here["position"]]}
    for method in OF_FILE:
        yield method, document
    yield "textDocument/inlayHint", everywhere
    yield "textDocument/semanticTokens/range", everywhere
    yield "textDocument/codeAction", {**everywhere, "context": {"diagnostics": []}}
    options = {"tabSize": 2, "insertSpaces": True}
    yield "textDocument/formatting", {**document, "options": options}
    yield "textDocument/rangeFormatting", {**everywhere, "options": options}
    yield "textDocument/onTypeFormatting", {**here, "ch": "\n", "options": options}
    if client.pulls:
        yield "textDocument/diagnostic", document
    yield "workspace/symbol", {"query": ""}
    yield "workspace/symbol", {"query": "name"}


def plain(answer):
    """An answer without what numbers states."""
    if isinstance(answer, dict):
        drop = {"resultId", "data"}
        return {key: plain(value) for key, value in answer.items() if key not in drop}
    if isinstance(answer, list):
        return [plain(value) for value in answer]
    return answer
