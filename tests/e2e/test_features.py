"""Each editor feature once, through the real program and a client that nobody here wrote."""

import asyncio

import pytest_asyncio
from lsprotocol import types

PACK = """\
object {
  attr "accent" {
    type   = string
    format = color
  }
  attr "notes" {
    type   = string
    format = file
  }
  block_map "input" {
    labels = ["name"]
    symbol {
      address = [input, label.name]
      value   = self.default
    }
    object {
      attr "type" { decoder = type }
      attr "default" {}
    }
  }
  block_list "values" {
    object {
      any_attr {
        symbol {
          address = [value, name]
        }
      }
    }
  }
  block_map "function" {
    labels = ["name"]
    callable {
      params = params
      result = result
    }
    object {
      attr "params" { decoder = identifiers }
      attr "result" { decoder = expression }
    }
  }
  block_map "service" {
    labels = ["name"]
    doc    = "Something that runs."
    object {
      attr "image" {
        type     = string
        required = true
      }
      attr "port" { type = number }
    }
  }
}
"""

TEXT = """\
accent = "#ff8800"
notes  = "notes.txt"
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
    (tmp_path / "app.hcldec").write_text(PACK)
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
    all_kinds = {action.kind for action in await actions(editor, "1 + 2", ["refactor"])}
    assert {"refactor.extract", "refactor.rewrite"} <= all_kinds
    assert {a.kind for a in await actions(editor, "1 + 2", ["refactor.extract"])} == {"refactor.extract"}
    assert not await actions(editor, "1 + 2", ["refactor.move"])


async def test_semantic_tokens_know_the_language(editor):
    tokens = await editor.client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(text_document=editor.document)
    )
    legend = editor.session.result.capabilities.semantic_tokens_provider.legend
    used = {legend.token_types[tokens.data[i + 3]] for i in range(0, len(tokens.data), 5)}
    assert {"type", "parameter", "function"} <= used
