"""Each editor feature once, through the real program and an independent client."""

import asyncio
import shutil
from pathlib import Path

import pytest_asyncio
from lsprotocol import types

SHARED = Path(__file__).parents[1] / "fixtures/shared"

TEXT = """\
accent = "#ff8800"
icon   = "notes.txt"
input "region" {
  type    = string
  default = "eu"
}
values {
  here = input.region
  both = "${input.region}-${value.here}"
  made = image("web", 1)
}
function "image" {
  params = [name, tag]
  result = "${name}:${tag}"
}
service "web" {
  port  = 1 + 2
  image = value.made
}
"""


class Editor:
    def __init__(self, session):
        self.session = session
        self.client = session.client
        self.uri = session.uri("app.hcl")
        self.document = types.TextDocumentIdentifier(uri=self.uri)

    def at(self, text, plus=0):
        before = TEXT[: TEXT.index(text) + plus]
        return types.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)

    def around(self, text):
        return types.Range(self.at(text), self.at(text, len(text)))

    def here(self, kind, text, plus=0):
        return kind(text_document=self.document, position=self.at(text, plus))


@pytest_asyncio.fixture
async def editor(start, tmp_path):
    shutil.copy(SHARED / "app.hcldec", tmp_path)
    (tmp_path / "app.hcl").write_text(TEXT)
    (tmp_path / "notes.txt").write_text("x\n")
    session = await start()
    made = Editor(session)
    session.open(made.uri, TEXT)
    # The pack beside the file is known once the folder has been read.
    colors = types.DocumentColorParams(text_document=made.document)
    for _ in range(200):
        if await made.client.text_document_document_color_async(colors):
            return made
        await asyncio.sleep(0.1)
    raise AssertionError("the pack of the folder is never read")


async def test_completion_and_its_documentation(editor):
    found = await editor.client.text_document_completion_async(editor.here(types.CompletionParams, "service \"web\"", 3))
    service = next(item for item in found.items if item.label == "service")
    assert service.text_edit.new_text
    resolved = await editor.client.completion_item_resolve_async(service)
    assert "Something that runs." in (resolved.documentation.value or "")


async def test_completion_of_members(editor):
    found = await editor.client.text_document_completion_async(editor.here(types.CompletionParams, "input.region\n", 6))
    assert [item.label for item in found.items] == ["region"]
    assert not found.is_incomplete


async def test_hover(editor):
    found = await editor.client.text_document_hover_async(editor.here(types.HoverParams, "input.region", 8))
    assert "eu" in found.contents.value and "string" in found.contents.value


async def test_signature_help(editor):
    found = await editor.client.text_document_signature_help_async(
        editor.here(types.SignatureHelpParams, 'image("web", 1', len('image("web", '))
    )
    assert found.signatures[0].label == "image(name: any, tag: any)"
    assert found.active_parameter == 1


async def test_rename(editor):
    here = editor.here(types.PrepareRenameParams, "input.region", 8)
    assert (await editor.client.text_document_prepare_rename_async(here)) is not None
    done = await editor.client.text_document_rename_async(
        types.RenameParams(text_document=editor.document, position=here.position, new_name="zone")
    )
    edits = done.changes[editor.uri] if done.changes else done.document_changes[0].edits
    assert [(e.range.start.line, e.new_text) for e in edits] == [(2, '"zone"'), (7, "zone"), (8, "zone")]


async def test_rename_says_why_not(editor):
    params = types.RenameParams(text_document=editor.document, position=editor.at("input.region", 8), new_name="1 2")
    try:
        await editor.client.text_document_rename_async(params)
        raise AssertionError("it was renamed")
    except Exception as why:  # noqa: BLE001 -- whatever the client makes of an error answer
        assert "1 2" in str(why)


async def test_inlay_hints(editor):
    found = await editor.client.text_document_inlay_hint_async(
        types.InlayHintParams(text_document=editor.document, range=types.Range(types.Position(0, 0), types.Position(20, 0)))
    )
    labels = {hint.label for hint in found}
    assert '= "eu"' in labels and "name:" in labels


async def test_places(editor):
    definition = await editor.client.text_document_definition_async(editor.here(types.DefinitionParams, "input.region", 8))
    declaration = await editor.client.text_document_declaration_async(
        editor.here(types.DeclarationParams, "input.region", 8)
    )
    assert definition[0].range.start.line == declaration[0].range.start.line == 2
    kind = await editor.client.text_document_type_definition_async(
        editor.here(types.TypeDefinitionParams, "input.region", 8)
    )
    assert kind[0].range.start.line == 3


async def test_code_lens(editor):
    lenses = await editor.client.text_document_code_lens_async(types.CodeLensParams(text_document=editor.document))
    lens = await editor.client.code_lens_resolve_async(lenses[0])
    assert lens.command.title == "2 references"


async def test_document_link(editor):
    links = await editor.client.text_document_document_link_async(types.DocumentLinkParams(text_document=editor.document))
    assert [link.target for link in links] == [editor.session.uri("notes.txt")]


async def test_colors(editor):
    colors = await editor.client.text_document_document_color_async(
        types.DocumentColorParams(text_document=editor.document)
    )
    assert colors[0].color.red == 1.0
    offered = await editor.client.text_document_color_presentation_async(
        types.ColorPresentationParams(text_document=editor.document, color=colors[0].color, range=colors[0].range)
    )
    assert offered[0].label == "#ff8800"


async def test_call_hierarchy(editor):
    items = await editor.client.text_document_prepare_call_hierarchy_async(
        editor.here(types.CallHierarchyPrepareParams, 'image("web"', 2)
    )
    calls = await editor.client.call_hierarchy_incoming_calls_async(
        types.CallHierarchyIncomingCallsParams(item=items[0])
    )
    assert [call.from_.name for call in calls] == ["made"]


async def actions(editor, text, only):
    return await editor.client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=editor.document,
            range=editor.around(text),
            context=types.CodeActionContext(diagnostics=[], only=only),
        )
    )


async def test_code_actions_are_filtered_by_their_kinds(editor):
    all_kinds = {action.kind for action in await actions(editor, "value.made", ["refactor"])}
    assert {"refactor.extract", "refactor.rewrite"} <= all_kinds
    assert {a.kind for a in await actions(editor, "value.made", ["refactor.extract"])} == {"refactor.extract"}
    assert not await actions(editor, "value.made", ["refactor.move"])


async def test_semantic_tokens_know_the_language(editor):
    tokens = await editor.client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(text_document=editor.document)
    )
    legend = editor.session.result.capabilities.semantic_tokens_provider.legend
    used = {legend.token_types[tokens.data[i + 3]] for i in range(0, len(tokens.data), 5)}
    assert {"type", "parameter", "function"} <= used


async def test_references_and_highlights(editor):
    references = await editor.client.text_document_references_async(
        types.ReferenceParams(
            text_document=editor.document,
            position=editor.at("input.region", 8),
            context=types.ReferenceContext(include_declaration=True),
        )
    )
    assert [place.range.start.line for place in references] == [2, 7, 8]
    marked = await editor.client.text_document_document_highlight_async(
        editor.here(types.DocumentHighlightParams, "input.region", 8)
    )
    assert [place.range.start.line for place in marked] == [2, 7, 8]


async def test_completion_of_files(editor):
    found = await editor.client.text_document_completion_async(editor.here(types.CompletionParams, "notes.txt", 2))
    assert {"notes.txt", "app.hcldec"} <= {item.label for item in found.items}


async def test_symbols(editor):
    outline = await editor.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(text_document=editor.document)
    )
    assert [symbol.name for symbol in outline][2:4] == ["input region", "values"]
    assert [child.name for child in outline[3].children] == ["here", "both", "made"]
    found = await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams(query="regn"))
    assert [symbol.name for symbol in found] == ["input region"]


async def test_structure(editor):
    folds = await editor.client.text_document_folding_range_async(
        types.FoldingRangeParams(text_document=editor.document)
    )
    assert {2, 6, 11, 15} <= {fold.start_line for fold in folds}
    (grown,) = await editor.client.text_document_selection_range_async(
        types.SelectionRangeParams(text_document=editor.document, positions=[editor.at("1 + 2", 4)])
    )
    sizes = []
    while grown:
        sizes.append((grown.range.end.line - grown.range.start.line, grown.range.end.character))
        grown = grown.parent
    assert len(sizes) >= 4 and sizes[0] < sizes[-1]


async def change(editor, text):
    editor.client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(version=2, uri=editor.uri),
            [types.TextDocumentContentChangeWholeDocument(text=text)],
        )
    )


def applied(text, edits):
    lines = text.splitlines(keepends=True)
    starts = [sum(map(len, lines[:i])) for i in range(len(lines) + 1)]
    for e in sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True):
        start = starts[e.range.start.line] + e.range.start.character
        end = starts[e.range.end.line] + e.range.end.character
        text = text[:start] + e.new_text + text[end:]
    return text


async def test_formatting_of_files_and_ranges(editor):
    text = 'accent="#ff8800"\nservice "web" {\nport=1\n    image="x"\n}\n'
    await change(editor, text)
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    whole = await editor.client.text_document_formatting_async(types.DocumentFormattingParams(editor.document, options))
    assert applied(text, whole) == 'accent = "#ff8800"\nservice "web" {\n  port  = 1\n  image = "x"\n}\n'
    block = types.Range(types.Position(1, 0), types.Position(4, 1))
    part = await editor.client.text_document_range_formatting_async(
        types.DocumentRangeFormattingParams(editor.document, block, options)
    )
    assert applied(text, part) == 'accent="#ff8800"\nservice "web" {\n  port  = 1\n  image = "x"\n}\n'
    first = types.Range(types.Position(0, 0), types.Position(0, 3))
    both = await editor.client.text_document_ranges_formatting_async(
        types.DocumentRangesFormattingParams(editor.document, [first, block], options)
    )
    assert applied(text, both) == applied(text, whole)
    typed = await editor.client.text_document_on_type_formatting_async(
        types.DocumentOnTypeFormattingParams(editor.document, types.Position(4, 1), "}", options)
    )
    assert "  port" in applied(text, typed)


async def test_fix_all_of_a_kind(editor):
    text = 'service "web" {\n  image = "x"\n  port : 1\n}\nservice "more" {\n  image = "x"\n  port : 2\n}\n'
    await change(editor, text)
    params = types.CodeActionParams(
        text_document=editor.document,
        range=types.Range(types.Position(2, 3), types.Position(2, 3)),
        context=types.CodeActionContext(diagnostics=[], only=["quickfix"]),
    )
    found = await editor.client.text_document_code_action_async(params)
    action = next(action for action in found if action.title.startswith("Fix all 2 of this kind"))
    if not action.edit:
        action = await editor.client.code_action_resolve_async(action)
    edits = action.edit.changes[editor.uri] if action.edit.changes else action.edit.document_changes[0].edits
    assert applied(text, edits) == text.replace("port : ", "port  = ")
