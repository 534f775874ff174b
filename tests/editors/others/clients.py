"""Editors that cannot be installed from a package registry: their clients' first message, and what must follow from it.

usage: clients.py ROOT WORK [TEST]...; HCL_LS names the program. Prints a line for each test, and "done" at the end.

The capabilities are what these clients announce (Zed 0.16x, the package LSP of Sublime Text 2.x, LSP4IJ 0.1x, coc.nvim
0.0.82). Settings come from the ready files in editors/, in the form in which each client hands them on.
"""

import json
import os
import pathlib
import re
import shutil
import sys
import time

sys.path[:0] = [str(pathlib.Path(__file__).parents[1]), str(pathlib.Path(__file__).parents[2] / "e2e")]
from cases import empty_folder, expect, run_all, test  # noqa: E402
from raw import RawServer  # noqa: E402

ROOT = pathlib.Path(sys.argv[1])
WORK = pathlib.Path(sys.argv[2])
EDITORS = ROOT / "editors"
PROGRAM = os.environ["HCL_LS"]

CONTENT_MODIFIED = -32801
BOTH = ["markdown", "plaintext"]
EDITS = {"documentChanges": True, "resourceOperations": ["create", "rename", "delete"]}
ACTIONS = ["quickfix", "refactor", "refactor.extract", "refactor.inline", "refactor.rewrite", "source", "source.organizeImports"]
TOKENS = ["namespace", "type", "class", "enum", "interface", "struct", "typeParameter", "parameter", "variable", "property",
          "enumMember", "event", "function", "method", "macro", "keyword", "modifier", "comment", "string", "number", "regexp",
          "decorator", "operator"]
ON = {"dynamicRegistration": True}
LINKS = {"dynamicRegistration": True, "linkSupport": True}


def kinds(names):
    return {"codeActionKind": {"valueSet": names}}


def without_comments(text):
    return re.sub(r"^\s*//.*$", "", text, flags=re.M)


def nested(dotted):
    """{"a.b": 1} as {"a": {"b": 1}}."""
    out = {}
    for name, value in dotted.items():
        *path, last = name.split(".")
        at = out
        for part in path:
            at = at.setdefault(part, {})
        at[last] = value
    return out


def zed_settings():
    # The extension wraps what the user sets below lsp.hcl-ls.settings.
    return {"hcl": {"inlayHints": {"values": True, "types": False}}}


def sublime_settings():
    return nested(json.loads(without_comments((EDITORS / "sublime/LSP.sublime-settings").read_text()))["clients"]["hcl-ls"]["settings"])


def jetbrains_settings():
    return json.loads((EDITORS / "jetbrains/settings.json").read_text())


def coc_settings():
    return json.loads((EDITORS / "coc/coc-settings.json").read_text())["languageserver"]["hcl-ls"]["settings"]


CLIENTS = {
    "Zed": {
        "settings": zed_settings,
        "capabilities": {
            "general": {"positionEncodings": ["utf-16"]},
            "workspace": {
                "applyEdit": True, "configuration": True, "workspaceFolders": True, "symbol": {},
                "didChangeWatchedFiles": {"dynamicRegistration": True, "relativePatternSupport": True},
                "didChangeConfiguration": ON, "inlayHint": {"refreshSupport": True},
                "diagnostic": {"refreshSupport": True},  # as it spells it
                "workspaceEdit": EDITS, "fileOperations": {"dynamicRegistration": False, "didRename": True, "willRename": True},
            },
            "textDocument": {
                "definition": {"linkSupport": True},
                "codeAction": {
                    "codeActionLiteralSupport": kinds(["refactor", "quickfix", "source"]), "dataSupport": True,
                    "resolveSupport": {"properties": ["kind", "diagnostics", "isPreferred", "disabled", "edit", "command"]},
                },
                "completion": {
                    "completionItem": {
                        "snippetSupport": True, "insertReplaceSupport": True, "labelDetailsSupport": True,
                        "resolveSupport": {"properties": ["additionalTextEdits", "command", "documentation"]},
                    },
                    "completionList": {"itemDefaults": ["commitCharacters", "editRange", "insertTextMode", "insertTextFormat", "data"]},
                    "contextSupport": True,
                },
                "rename": {"prepareSupport": True}, "hover": {"contentFormat": ["markdown"]},
                "inlayHint": {"dynamicRegistration": False, "resolveSupport": {
                    "properties": ["textEdits", "tooltip", "label.tooltip", "label.location", "label.command"]}},
                "publishDiagnostics": {"relatedInformation": True}, "formatting": ON, "rangeFormatting": ON, "onTypeFormatting": ON,
                "signatureHelp": {"signatureInformation": {"documentationFormat": BOTH, "activeParameterSupport": True,
                                                          "parameterInformation": {"labelOffsetSupport": True}}},
                "synchronization": {"didSave": True},
                "diagnostic": {"dynamicRegistration": False, "relatedDocumentSupport": True},
            },
            "window": {"workDoneProgress": True, "showMessage": {}},
            "experimental": {"serverStatusNotification": True, "localDocs": True},
        },
    },
    "Sublime Text": {
        "settings": sublime_settings,
        "capabilities": {
            "general": {"positionEncodings": ["utf-16"], "staleRequestSupport": {"cancel": True, "retryOnContentModified": []},
                        "regularExpressions": {"engine": "ECMAScript"}, "markdown": {"parser": "Python-Markdown", "version": "3.2.2"}},
            "workspace": {
                "applyEdit": True, "configuration": True, "workspaceFolders": True, "didChangeConfiguration": ON,
                "executeCommand": ON, "didChangeWatchedFiles": {"dynamicRegistration": True, "relativePatternSupport": True},
                "workspaceEdit": {**EDITS, "failureHandling": "abort", "normalizesLineEndings": True,
                                  "changeAnnotationSupport": {"groupsOnLabel": False}},
                "symbol": {"dynamicRegistration": True, "resolveSupport": {"properties": ["location.range"]}},
                **{name: {"refreshSupport": True} for name in ("semanticTokens", "codeLens", "inlayHint", "diagnostics")},
            },
            "textDocument": {
                "synchronization": {"dynamicRegistration": True, "willSave": True, "willSaveWaitUntil": True, "didSave": True},
                "completion": {
                    "dynamicRegistration": True, "insertTextMode": 2,
                    "completionItem": {
                        "snippetSupport": True, "documentationFormat": BOTH, "deprecatedSupport": True, "tagSupport": {"valueSet": [1]},
                        "insertReplaceSupport": True, "resolveSupport": {"properties": ["detail", "documentation", "additionalTextEdits"]},
                        "insertTextModeSupport": {"valueSet": [2]}, "labelDetailsSupport": True,
                    },
                    "completionList": {"itemDefaults": ["editRange", "insertTextFormat", "data"]},
                },
                "hover": {"dynamicRegistration": True, "contentFormat": BOTH},
                **{name: LINKS for name in ("declaration", "definition", "typeDefinition", "implementation")},
                **{name: ON for name in ("references", "documentHighlight", "colorProvider", "formatting", "rangeFormatting",
                                         "onTypeFormatting", "selectionRange", "callHierarchy", "typeHierarchy")},
                "documentSymbol": {"dynamicRegistration": True, "hierarchicalDocumentSymbolSupport": True},
                "codeAction": {"dynamicRegistration": True, "codeActionLiteralSupport": kinds(ACTIONS), "isPreferredSupport": True,
                               "dataSupport": True, "resolveSupport": {"properties": ["edit"]}},
                "rename": {"dynamicRegistration": True, "prepareSupport": True, "honorsChangeAnnotations": True},
                "publishDiagnostics": {"relatedInformation": True, "tagSupport": {"valueSet": [1, 2]}, "versionSupport": True,
                                       "codeDescriptionSupport": True, "dataSupport": True},
                "semanticTokens": {"dynamicRegistration": True, "requests": {"range": True, "full": {"delta": True}}, "tokenTypes": TOKENS,
                                   "tokenModifiers": ["declaration", "readonly"], "formats": ["relative"]},
                "inlayHint": {"dynamicRegistration": True, "resolveSupport": {"properties": ["textEdits", "label.command"]}},
                "diagnostic": {"dynamicRegistration": True, "relatedDocumentSupport": True},
            },
            "window": {"workDoneProgress": True, "showDocument": {"support": True}},
        },
    },
    "JetBrains with LSP4IJ": {
        "settings": jetbrains_settings,
        "capabilities": {
            "general": {"positionEncodings": ["utf-16"], "staleRequestSupport": {"cancel": True, "retryOnContentModified": []}},
            "workspace": {
                "applyEdit": True, "configuration": True, "workspaceFolders": True, "symbol": {}, "executeCommand": ON,
                "workspaceEdit": EDITS, "didChangeWatchedFiles": ON, "didChangeConfiguration": ON,
                **{name: {"refreshSupport": True} for name in ("semanticTokens", "codeLens", "inlayHint", "diagnostics")},
            },
            "textDocument": {
                "synchronization": {"willSave": True, "willSaveWaitUntil": True, "didSave": True},
                "publishDiagnostics": {"dataSupport": True, "codeDescriptionSupport": True, "relatedInformation": True,
                                       "tagSupport": {"valueSet": [1, 2]}},
                "diagnostic": {"dynamicRegistration": True, "relatedDocumentSupport": True},
                "codeAction": {"dynamicRegistration": True, "codeActionLiteralSupport": kinds(ACTIONS), "dataSupport": True,
                               "resolveSupport": {"properties": ["edit"]}},
                "completion": {
                    "dynamicRegistration": True,
                    "completionItem": {"snippetSupport": True, "documentationFormat": BOTH, "deprecatedSupport": True,
                                       "insertTextModeSupport": {"valueSet": [1, 2]}, "labelDetailsSupport": True,
                                       "resolveSupport": {"properties": ["documentation", "detail", "additionalTextEdits"]}},
                    "completionList": {"itemDefaults": ["editRange"]},
                },
                "signatureHelp": {"dynamicRegistration": True, "signatureInformation": {"parameterInformation": {"labelOffsetSupport": True}}},
                **{name: LINKS for name in ("declaration", "definition", "typeDefinition", "implementation")},
                **{name: ON for name in ("codeLens", "inlayHint", "colorProvider", "documentHighlight", "documentLink", "foldingRange",
                                         "references", "formatting", "rangeFormatting", "callHierarchy", "typeHierarchy")},
                "documentSymbol": {"dynamicRegistration": True, "hierarchicalDocumentSymbolSupport": True},
                "hover": {"dynamicRegistration": True, "contentFormat": BOTH},
                "rename": {"dynamicRegistration": True, "prepareSupport": True},
                "semanticTokens": {"dynamicRegistration": True, "requests": {"range": False, "full": True}, "tokenTypes": [*TOKENS, "label"],
                                   "tokenModifiers": ["declaration", "definition", "readonly", "static"], "formats": ["relative"],
                                   "multilineTokenSupport": True, "serverCancelSupport": True},
            },
            "window": {"workDoneProgress": True, "showDocument": {"support": True}},
        },
    },
    "Vim with coc.nvim": {
        "settings": coc_settings,
        "capabilities": {
            "general": {"positionEncodings": ["utf-16"], "staleRequestSupport": {"cancel": True, "retryOnContentModified": []},
                        "markdown": {"parser": "marked", "version": "10.0.0"}},
            "workspace": {
                "applyEdit": True, "configuration": True, "workspaceFolders": True, "didChangeConfiguration": ON, "executeCommand": ON,
                "workspaceEdit": {**EDITS, "failureHandling": "undo", "normalizesLineEndings": True},
                "didChangeWatchedFiles": {"dynamicRegistration": True, "relativePatternSupport": True},
                **{name: {"refreshSupport": True} for name in ("semanticTokens", "codeLens", "inlayHint", "diagnostics", "foldingRange")},
            },
            "textDocument": {
                "synchronization": {"dynamicRegistration": True, "willSave": True, "willSaveWaitUntil": True, "didSave": True},
                "publishDiagnostics": {"relatedInformation": True, "versionSupport": True, "tagSupport": {"valueSet": [1, 2]},
                                       "codeDescriptionSupport": True, "dataSupport": True},
                "diagnostic": {"dynamicRegistration": True, "relatedDocumentSupport": True, "relatedInformation": True},
                "completion": {
                    "dynamicRegistration": True, "contextSupport": True, "insertTextMode": 1,
                    "completionItem": {"snippetSupport": True, "commitCharactersSupport": True, "documentationFormat": BOTH,
                                       "deprecatedSupport": True, "preselectSupport": True, "insertReplaceSupport": True,
                                       "tagSupport": {"valueSet": [1]}, "labelDetailsSupport": True,
                                       "resolveSupport": {"properties": ["documentation", "detail", "additionalTextEdits"]}},
                    "completionList": {"itemDefaults": ["commitCharacters", "editRange", "insertTextFormat", "insertTextMode"]},
                },
                "hover": {"dynamicRegistration": True, "contentFormat": BOTH},
                **{name: LINKS for name in ("declaration", "definition", "typeDefinition", "implementation")},
                **{name: ON for name in ("references", "documentHighlight", "colorProvider", "formatting", "rangeFormatting",
                                         "onTypeFormatting", "selectionRange", "callHierarchy", "codeLens")},
                "documentSymbol": {"dynamicRegistration": True, "hierarchicalDocumentSymbolSupport": True},
                "codeAction": {"dynamicRegistration": True, "codeActionLiteralSupport": kinds(["", *ACTIONS]), "isPreferredSupport": True,
                               "disabledSupport": True, "dataSupport": True, "resolveSupport": {"properties": ["edit"]}},
                "rename": {"dynamicRegistration": True, "prepareSupport": True},
                "foldingRange": {"dynamicRegistration": True, "rangeLimit": 5000, "lineFoldingOnly": True},
                "semanticTokens": {"dynamicRegistration": True, "requests": {"range": True, "full": {"delta": True}},
                                   "tokenTypes": [*TOKENS, "label"], "tokenModifiers": ["declaration", "definition", "readonly"],
                                   "formats": ["relative"], "augmentsSyntaxTokens": True},
                "inlayHint": {"dynamicRegistration": True, "resolveSupport": {
                    "properties": ["tooltip", "textEdits", "label.tooltip", "label.location", "label.command"]}},
            },
            "window": {"workDoneProgress": True, "showDocument": {"support": True}},
        },
    },
}

TEXT = '''variable "TAG" {
  default = "latest"
}

target "app" {
  contxt = "."
  tags   = ["app:${TAG}", upper(TAG)]
    labels = {}
}
'''


class Client(RawServer):
    """Answers the server's requests as the editor does."""

    def __init__(self, folder, settings):
        self.settings = settings
        self.asked = []
        self.published = {}
        super().__init__([PROGRAM, "--stdio"])
        self.folder = folder

    def take(self, message):
        method = message.get("method")
        if method == "textDocument/publishDiagnostics":
            self.published[message["params"]["uri"]] = message["params"]["diagnostics"]
        if method and "id" in message:
            self.asked.append(method)
            result = None
            if method == "workspace/configuration":
                result = [self.section(item.get("section")) for item in message["params"]["items"]]
            self.send({"jsonrpc": "2.0", "id": message["id"], "result": result})

    def section(self, name):
        at = self.settings
        for part in (name or "").split("."):
            at = at.get(part) if part and isinstance(at, dict) else at
        return at

    def ask(self, method, uri, **params):
        """Asks again when the settings or the text changed meanwhile, as editors do."""
        for _ in range(50):
            answer = self.request("textDocument/" + method, {"textDocument": {"uri": uri}, **params})
            if answer.get("error", {}).get("code") != CONTENT_MODIFIED:
                break
        expect("result" in answer, (method, answer))
        return answer["result"]


def position(words, after=0):
    before = TEXT[: TEXT.index(words) + after]
    return {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}


def findings(server, uri, capabilities):
    """By the one way that the client has: it asks, or waits."""
    if capabilities.get("diagnosticProvider"):
        return server.ask("diagnostic", uri)["items"]
    end = time.monotonic() + 20
    while not server.published.get(uri) and time.monotonic() < end:
        server.take(server.read())
    return server.published.get(uri, [])


def changed(edit):
    expect("documentChanges" in edit, f"edits without versions: {edit}")
    return {change["textDocument"]["uri"]: change["edits"] for change in edit["documentChanges"]}


def converse(name):
    client = CLIENTS[name]
    announced = client["capabilities"]
    document = announced["textDocument"]
    folder = empty_folder(WORK / re.sub(r"\W+", "-", name))
    (folder / "docker-bake.hcl").write_text(TEXT)
    (folder / "docker-bake.override.hcl").write_text('target "app" {\n  tags = [TAG]\n}\n')
    shutil.rmtree(folder / "bin")
    settings = client["settings"]()
    server = Client(folder, settings)
    uri = (folder / "docker-bake.hcl").as_uri()
    result = server.initialize(
        processId=os.getpid(), clientInfo={"name": name}, rootUri=folder.as_uri(), capabilities=announced,
        workspaceFolders=[{"uri": folder.as_uri(), "name": folder.name}],
    )
    capabilities = result["capabilities"]
    expect(capabilities.get("positionEncoding", "utf-16") == "utf-16", capabilities)
    # These clients also push what they would answer.
    server.notify("workspace/didChangeConfiguration", {"settings": settings})
    server.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "hcl", "version": 1, "text": TEXT}})

    found = findings(server, uri, capabilities)
    codes = [finding["code"] for finding in found]
    expect(codes == ["HCL4002"], found)
    expect(not server.published.get(uri) or not capabilities.get("diagnosticProvider"), "findings come twice")

    hover = server.ask("hover", uri, position=position("contxt"))
    expect(hover["contents"]["kind"] in document["hover"]["contentFormat"], hover)

    listed = server.ask("completion", uri, position=position("contxt", 4), context={"triggerKind": 1})
    items = listed["items"] if isinstance(listed, dict) else listed
    item = next(one for one in items if one["label"] == "context")
    expect(set(listed.get("itemDefaults", {})) <= set(document["completion"]["completionList"]["itemDefaults"]), listed.get("itemDefaults"))
    if "insert" in item.get("textEdit", {}):
        expect(document["completion"]["completionItem"].get("insertReplaceSupport"), item)

    place = server.ask("definition", uri, position=position("upper(TAG", 7))
    expect(place and ("targetUri" in place[0] or "uri" in place[0]), place)

    actions = server.ask("codeAction", uri, range=found[0]["range"], context={"diagnostics": found, "triggerKind": 1})
    fix = next(one for one in actions if one["title"] == 'Change to "context"')
    if "edit" not in fix:
        fix = server.request("codeAction/resolve", fix)["result"]
    expect(changed(fix["edit"])[uri][0]["newText"] == "context", fix)

    edit = server.ask("rename", uri, position=position('"TAG"', 2), newName="LABEL")
    expect(len(changed(edit)) == 2, edit)

    edits = server.ask("formatting", uri, options={"tabSize": 2, "insertSpaces": True})
    expect(edits, "nothing is formatted")

    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
    hints = server.ask("inlayHint", uri, range=whole)
    expect(any("latest" in json.dumps(hint["label"]) for hint in hints), hints)
    if "semanticTokens" in document:
        expect(server.ask("semanticTokens/full", uri)["data"], "no colours")

    # The settings of the ready file are those that the server has: turned round, the hints are gone.
    settings["hcl"]["inlayHints"]["values"] = False
    server.notify("workspace/didChangeConfiguration", {"settings": settings})
    end = time.monotonic() + 20
    while any("latest" in json.dumps(hint["label"]) for hint in hints) and time.monotonic() < end:
        hints = server.ask("inlayHint", uri, range=whole)
    expect(not any("latest" in json.dumps(hint["label"]) for hint in hints), "settings do not reach the server")
    expect("workspace/configuration" in server.asked, server.asked)

    # An edit of one file changes what is found in another: whoever asks for findings is told to ask again.
    if capabilities.get("diagnosticProvider") and announced["workspace"].get("diagnostics", announced["workspace"].get("diagnostic")):
        server.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2},
                                                 "contentChanges": [{"text": TEXT.replace('"TAG"', '"OTHER"')}]})
        end = time.monotonic() + 20
        while "workspace/diagnostic/refresh" not in server.asked and time.monotonic() < end:
            server.ask("diagnostic", uri)
        expect("workspace/diagnostic/refresh" in server.asked, server.asked)

    server.request("shutdown")
    server.notify("exit")
    code, _ = server.wait()
    expect(code == 0, code)


for client_name in CLIENTS:
    test(f"{client_name}: a session with its client's capabilities and the ready settings")(lambda name=client_name: converse(name))

run_all("others", sys.argv[3:], 120)
