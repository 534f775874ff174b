"""Renames and refactorings in whole folders, as an editor applies them."""

import pytest
from lsprotocol import types
from test_features import applied

MOVED = "\n\nmoved {\n  from = terraform_data.%s\n  to   = terraform_data.%s\n}"


class Folder:
    """A folder of open documents, whose edits are applied."""

    def __init__(self, session, texts):
        self.session = session
        self.texts = dict(texts)
        self.version = 1
        for name, text in texts.items():
            session.open(session.uri(name), text)

    def at(self, name, word, plus=0):
        text = self.texts[name]
        before = text[: text.index(word) + plus]
        return types.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)

    def document(self, name):
        return types.TextDocumentIdentifier(uri=self.session.uri(name))

    def apply(self, edit):
        self.version += 1
        by_file = dict(edit.changes or {})
        for change in edit.document_changes or []:
            by_file.setdefault(change.text_document.uri, []).extend(change.edits)
        for name in self.texts:
            uri = self.session.uri(name)
            if uri in by_file:
                self.texts[name] = applied(self.texts[name], by_file[uri])
                self.session.change(
                    uri, self.version, types.TextDocumentContentChangeWholeDocument(text=self.texts[name])
                )

    async def rename(self, name, word, plus, new_name):
        client = self.session.client
        self.apply(
            await client.text_document_rename_async(
                types.RenameParams(
                    text_document=self.document(name), position=self.at(name, word, plus), new_name=new_name
                )
            )
        )
        return self.texts[name]

    async def actions(self, name, word, plus=0):
        place = self.at(name, word, plus)
        return await self.session.client.text_document_code_action_async(
            types.CodeActionParams(
                text_document=self.document(name),
                range=types.Range(place, place),
                context=types.CodeActionContext(diagnostics=[]),
            )
        )

    async def act(self, name, word, title, plus=0):
        action = next(one for one in await self.actions(name, word, plus) if one.title.startswith(title))
        if not action.edit:
            action = await self.session.client.code_action_resolve_async(action)
        self.apply(action.edit)
        return self.texts[name]


@pytest.fixture
def folder(start, tmp_path):
    async def make(**files):
        texts = {name.replace("__", "/").replace("_", "."): text for name, text in files.items()}
        for name, text in texts.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
        return Folder(await start(), texts)

    return make


async def test_a_rename_and_back_leaves_one_move_to_each_address(folder):
    first = 'resource "terraform_data" "a" {}' + MOVED % ("old", "a") + "\n"
    here = await folder(main_tf=first)
    there = await here.rename("main.tf", '"a"', 1, "b")
    assert there == first.replace('"a" {}', '"b" {}' + MOVED % ("a", "b"))
    back = await here.rename("main.tf", '"b"', 1, "a")
    assert back == 'resource "terraform_data" "a" {}' + MOVED % ("b", "a") + MOVED % ("old", "b") + "\n"


async def test_a_comment_behind_a_renamed_block_stays_there(folder):
    here = await folder(main_tf='resource "terraform_data" "a" {} # one line\n')
    assert await here.rename("main.tf", '"a"', 1, "b") == (
        'resource "terraform_data" "b" {} # one line' + MOVED % ("a", "b") + "\n"
    )


async def test_a_rename_reaches_addresses_in_callers(folder):
    caller = 'module "a" {\n  source = "./a"\n}\nimport {\n  to = module.a.terraform_data.%s\n  id = "x"\n}\n'
    child = 'resource "terraform_data" "%s" {}'
    here = await folder(main_tf=caller % "old", a__main_tf=child % "old" + "\n")
    assert await here.rename("a/main.tf", '"old"', 1, "new") == child % "new" + MOVED % ("old", "new") + "\n"
    assert here.texts["main.tf"] == caller % "new"


async def test_moves_of_json_are_in_one_list(folder):
    here = await folder(
        main_tf_json='{\n  "resource": {\n    "terraform_data": {\n      "a": {},\n      "c": {}\n    }\n  }\n}\n'
    )
    head = '{\n  "resource": {\n    "terraform_data": {\n      "%s": {},\n      "%s": {}\n    }\n  },\n  "moved": '
    one = '{\n%s  "from": "terraform_data.%s",\n%s  "to": "terraform_data.%s"\n%s}'

    def move(indent, a, b):
        return one % (indent, a, indent, b, indent)

    text = await here.rename("main.tf.json", '"a"', 1, "b")
    assert text == head % ("b", "c") + move("  ", "a", "b") + "\n}\n"
    text = await here.rename("main.tf.json", '"b"', 1, "a")
    assert text == head % ("a", "c") + move("  ", "b", "a") + "\n}\n"
    text = await here.rename("main.tf.json", '"c"', 1, "d")
    listed = [move("    ", "b", "a"), move("    ", "c", "d")]
    assert text == head % ("a", "d") + "[\n    " + ",\n    ".join(listed) + "\n  ]\n}\n"
    text = await here.rename("main.tf.json", '"d"', 1, "e")
    assert text.count('"moved"') == 1 and text.count('"from"') == 3


async def test_values_of_variables_stay_aligned(folder):
    here = await folder(main_tf='variable "a" {}\nvariable "bb" {}\n', terraform_tfvars="a  = 1\nbb = 2\n\nc = 3\n")
    await here.rename("main.tf", '"a"', 1, "longer")
    assert here.texts["terraform.tfvars"] == "longer = 1\nbb     = 2\n\nc = 3\n"


async def test_quick_fixes_keep_neighbours_aligned(folder):
    here = await folder(main_tf='locals {\n  a = local.brandnew\n}\n')
    assert await here.act("main.tf", "brandnew", "Declare") == (
        "locals {\n  a        = local.brandnew\n  brandnew = null\n}\n"
    )


async def test_no_dynamic_blocks_in_stacks(folder):
    here = await folder(main_tfcomponent_hcl='provider "acme" "main" {\n  config {\n    a = 1\n  }\n}\n')
    assert not any("dynamic" in one.title for one in await here.actions("main.tfcomponent.hcl", "config"))


async def test_a_string_replaces_the_interpolation_of_a_heredoc(folder):
    here = await folder(main_tf='locals {\n  a = "eu"\n  b = <<EOT\nin ${local.a}\nEOT\n}\n')
    assert await here.act("main.tf", "a =", "Put the value") == "locals {\n  b = <<EOT\nin eu\nEOT\n}\n"


async def test_outgoing_calls_are_in_the_text_of_the_caller(folder):
    here = await folder(
        unit__terragrunt_hcl='terraform {\n  source = "../mod"\n}\n',
        mod__main_tf="# A\n# longer\n# file\n\n# than\nlocals {\n}\n",
    )
    client = here.session.client
    place = types.Position(0, 0)
    uri = here.session.uri("unit/terragrunt.hcl")
    item = types.CallHierarchyItem(
        name="unit",
        kind=types.SymbolKind.Module,
        uri=uri,
        range=types.Range(place, place),
        selection_range=types.Range(place, place),
    )
    calls = await client.call_hierarchy_outgoing_calls_async(types.CallHierarchyOutgoingCallsParams(item=item))
    assert [list(call.from_ranges) for call in calls] == [[types.Range(place, types.Position(0, 9))]]


async def test_references_from_the_keyword_are_those_of_the_name(folder):
    here = await folder(
        main_tf='variable "a" {}\noutput "a" {\n  value = var.a\n}\n',
        terraform_tfvars="a = 1\n",
        sub__main_tf='module "m" {\n  source = "../"\n  a      = 1\n}\n',
    )

    async def count(word, plus):
        params = types.ReferenceParams(
            text_document=here.document("main.tf"),
            position=here.at("main.tf", word, plus),
            context=types.ReferenceContext(include_declaration=True),
        )
        return len(await here.session.client.text_document_references_async(params))

    assert await count("variable", 2) == await count('"a"', 1) == 4


async def test_ignored_changes_name_arguments(folder):
    here = await folder(
        main_tf='variable "input" {}\nresource "terraform_data" "a" {\n  input = var.input\n'
        "  lifecycle {\n    ignore_changes = [input]\n  }\n}\n"
    )
    found = await here.session.client.text_document_definition_async(
        types.DefinitionParams(here.document("main.tf"), here.at("main.tf", "[input", 2))
    )
    places = found if isinstance(found, list) else [found]
    lines = [(one.target_selection_range if hasattr(one, "target_uri") else one.range).start.line for one in places]
    assert lines == [2]
