"""A megabyte of what each language of the build makes much of, which `check` reads in bounded time and memory.

What is counted is the time of the processor and bytes. The limits are those that are promised, with room for builds
that are not optimised and for busy machines: most take half a second and 100 MB, and what is quadratic a minute.
`test_hostile.py` has the shapes of the syntax itself.
"""

import pytest

from measured import all_seconds, measured
from raw import RawServer

SIZE = 1_000_000
SECONDS = 8  # 2 of a build that is optimised
MEMORY = 500 * 2**20
OUTPUT = 4 * 2**20


def rep(unit, n):
    return unit * (n // len(unit))


def numbered(piece, n):
    """The piece with numbers in place of its %d, about n bytes in all."""
    count = piece.count("%d")
    return "".join(piece % ((i,) * count) for i in range(n // (len(piece) + 3 * count)))


def languages(n):
    """(name, file, text) each: what the languages of the build make of their own constructs."""
    yield "bake matrix", "docker-bake.hcl", 'target "t" {\n name = "t${i}-${j}"\n matrix = {\n  i = range(1000)\n  j = range(1000)\n }\n}\n' + numbered('target "u%d" {\n inherits = ["t1-1"]\n}\n', n)
    yield "bake inherits", "docker-bake.hcl", "".join('target "t%d" {\n inherits = ["t%d", "t%d"]\n}\n' % (i, i + 1, i + 2) for i in range(n // 45))
    yield "bake groups", "docker-bake.hcl", "".join('group "g%d" {\n targets = ["g%d", "g%d"]\n}\n' % (i, i + 1, i + 2) for i in range(n // 45))
    yield "bake functions", "docker-bake.hcl", "".join('function "f%d" {\n params = [x]\n result = f%d(f%d(x))\n}\n' % (i, i + 1, i + 1) for i in range(n // 60)) + 'variable "v" {\n default = f0(1)\n}\n'
    yield "terragrunt locals", "terragrunt.hcl", "locals {\n" + "".join("x%d = [local.x%d, local.x%d]\n" % (i, i + 1, i + 1) for i in range(n // 36)) + "}\n"
    yield "terragrunt includes", "terragrunt.hcl", numbered('include "i%d" {\n path = find_in_parent_folders("a%d.hcl")\n}\n', n)
    yield "terragrunt dependencies", "terragrunt.hcl", numbered('dependency "d%d" {\n config_path = "../d%d"\n mock_outputs = { a = 1 }\n}\n', n) + "inputs = { a = dependency.d1.outputs.a }\n"
    yield "nomad", "a.nomad.hcl", 'job "j" {\n' + numbered(' group "g%d" {\n  task "t" {\n   driver = "docker"\n  }\n }\n', n) + "}\n"
    yield "nomad templates", "a.nomad.hcl", 'job "j" {\n group "g" {\n  task "t" {\n   driver = "raw_exec"\n' + rep('   template {\n    data = <<A\n{{ range }}${env}\nA\n   }\n', n) + "  }\n }\n}\n"
    yield "packer", "a.pkr.hcl", numbered('source "null" "s%d" {}\nbuild {\n sources = ["source.null.s%d"]\n}\n', n)
    yield "packer locals", "a.pkr.hcl", "".join('local "l%d" {\n expression = [local.l%d, local.l%d]\n}\n' % (i, i + 1, i + 1) for i in range(n // 60))
    yield "pcl", "a.pp", numbered("v%d = [for x in [1, 2] : invoke(\"a:b:c\", {x = x}).y]\n", n)
    yield "pcl chain", "a.pp", "".join("v%d = [v%d, v%d]\n" % (i, i + 1, i + 1) for i in range(n // 26))
    yield "pcl resources", "a.pp", numbered('resource r%d "aws:s3:Bucket" {\n options {\n  range = 10\n }\n}\n', n)
    yield "tfvars", "a.tfvars", numbered("v%d = [{ a = 1 }]\n", n)
    yield "tftest", "a.tftest.hcl", numbered('run "r%d" {\n variables {\n  a = run.r1.x\n }\n assert {\n  condition = run.r%d.x\n  error_message = "m"\n }\n}\n', n)
    yield "stacks", "a.tfcomponent.hcl", numbered('component "c%d" {\n source = "./c"\n inputs = { a = component.c1.x }\n}\n', n)
    yield "each", "a.tf", 'locals {\n big = { for i in range(1000) : "k${i}" => { for j in range(100) : "j${j}" => i } }\n}\n' + numbered('resource "a" "b%d" {\n for_each = local.big\n x = each.value.nosuch\n}\n', n)
    yield "dynamic in dynamic", "a.tf", 'resource "a" "b" {\n' + rep(' dynamic "x" {\n  for_each = range(1000)\n  content {\n   dynamic "y" {\n    for_each = range(1000)\n    content {\n     z = y.value + x.value\n    }\n   }\n  }\n }\n', n) + "}\n"
    yield "moved", "a.tf", "".join('moved {\n from = a.b%d\n to = a.b%d\n}\n' % (i, i + 1) for i in range(n // 40))
    yield "validations", "a.tf", numbered('variable "v%d" {\n type = object({ a = optional(list(string), ["x"]) })\n default = {}\n validation {\n  condition = length([for i in range(1000) : i if var.v%d.a[0] == i]) >= 0\n  error_message = "m"\n }\n}\n', n)
    yield "spec", "a.hcldec", "object {\n" + numbered(' attr "a%d" {\n  type = list(object({ x = string }))\n }\n', n) + "}\n"
    yield "nested spec", "a.hcldec", rep("object {\n block_list \"b\" {\n", n)
    yield "pack", ".hcl-ls.hcl", numbered('rule "r%d" {\n language = "terraform"\n blocks = ["resource"]\n condition = self.x == %d\n message = "m"\n}\n', n)
    yield "rules about other blocks", ".hcl-ls.hcl", numbered('rule "r%d" {\n language = "terraform"\n blocks = ["t%d"]\n required = [x]\n}\n', n)
    yield "same resources", "a.tf", rep('resource "a" "b" {\n x = a.b.y\n}\n', n)
    yield "same resources in JSON", "a.tf.json", '{"resource": [' + ",".join(['{"a": {"b": {"x": "${a.b.y}"}}}'] * (n // 36)) + "]}"
    yield "same targets", "docker-bake.hcl", rep('target "t" {\n inherits = ["t"]\n}\n', n)
    yield "same resources of a program", "a.pp", rep('resource x "a:b:c" {\n y = x.z\n}\n', n)
    yield "tables", "a.my.hcl", numbered('table "t%d" {\n schema = schema.s\n column "c" {\n  type = int\n }\n foreign_key "f" {\n  columns = [column.c]\n  ref_columns = [table.t1.column.c]\n }\n}\n', n)
    yield "columns of another table", "a.my.hcl", 'schema "s" {}\ntable "t" {\n schema = schema.s\n' + numbered(' column "c%d" {\n  type = int\n }\n', n // 2) + '}\ntable "u" {\n schema = schema.s\n' + numbered(' foreign_key "f%d" {\n  columns = [table.t.column.c%d]\n  ref_columns = [table.t.column.c%d]\n }\n', n // 2) + "}\n"
    yield "sources in JSON", "a.pkr.json", '{"source": {"null": {' + ",".join('"s%d": {}' % i for i in range(n // 40)) + '}}, "build": [{"sources": [' + ",".join('"source.null.s%d"' % i for i in range(n // 40)) + "]}]}"
    yield "hashes", ".terraform.lock.hcl", 'provider "registry.terraform.io/hashicorp/aws" {\n version = "1.0.0"\n hashes = [' + numbered('"zh:%d", ', n) + "]\n}\n"
    yield "moved to one", "a.tf", numbered("moved {\n from = a.b%d\n to = a.c\n}\n", n)
    yield "misspelt names", "a.tf", numbered('variable "some_long_name_%d" {}\n', n // 2) + "locals {\n" + numbered(" a%d = var.some_long_nam_%d\n", n // 2) + "}\n"
    yield "large values read often", "a.tf", "locals {\n m = { " + numbered("k%d = %d, ", n // 3) + "}\n" + numbered(" a%d = merge(local.m, { z = %d })\n", n // 2) + "}\n"
    names = ", ".join("name_%d" % i for i in range(n // 12))
    yield "many names in one expression", "a.tf", "locals {\n a = [" + names + "]\n}\n"
    yield "many names in one expression of plain HCL", "a.hcl", "a = [" + names + "]\n"
    yield "many names in one expression of a program", "a.pp", "a = [" + names + "]\n"
    yield "many dependencies of one block", "a.tf", 'resource "a" "b" {\n depends_on = [' + numbered("a.b%d[0], ", n) + "]\n}\n" + 'resource "a" "b1" {}\n'
    yield "many dependencies on one block", "a.tf", 'resource "a" "b" {}\nresource "a" "c" {\n depends_on = [' + rep("a.b[0], ", n) + "]\n}\n"
    yield "many wrong attributes of one block", "a.tf", 'resource "terraform_data" "b" {}\nlocals {\n a = [' + rep("terraform_data.b.nope, ", n) + "]\n}\n"
    yield "many wrong arguments of one function", "a.tf", "variable \"v\" {}\nlocals {\n a = [" + rep("index(var.v), ", n) + "]\n}\n"
    yield "many unknown functions in a loop", "a.tf", "variable \"v\" {}\nlocals {\n a = [for x in var.v : [" + numbered("f%d(x), ", n) + "]]\n}\n"
    yield "a remote state with many arguments", "a.tf", 'variable "v" {}\ndata "terraform_remote_state" "s" {\n backend = "s3"\n config = {\n  key = var.v\n' + numbered("  a%d = %d\n", n) + " }\n}\n"
    yield "a rule about many names", ".hcl-ls.hcl", 'rule "a" {\n language = terraform\n blocks = ["variable"]\n required = [' + numbered("valu%d, ", n) + "]\n}\n"
    yield "a condition on many names", ".hcl-ls.hcl", 'rule "a" {\n language = terraform\n blocks = ["variable"]\n condition = alltrue([' + numbered("self.valu%d, ", n) + "])\n}\n"
    yield "a rule about many languages", ".hcl-ls.hcl", 'rule "a" {\n language = [' + rep("terraform, packer, nomad, bake, ", n) + ']\n blocks = ["variable"]\n required = [x]\n}\n'
    yield "rules about blocks inside of others", ".hcl-ls.hcl", numbered('rule "a%d" {\n language = terraform\n blocks = ["output"]\n inside = ["resource"]\n condition = self.x%d\n}\n', n)
    yield "rules with large conditions", ".hcl-ls.hcl", numbered('rule "a%d" {\n language = terraform\n blocks = ["output"]\n condition = [for i in range(1000): [for j in range(1000): self]]\n}\n', n)
    yield "levels of many rules", ".hcl-ls.hcl", numbered('rules = { a%d = "off" }\n', n)
    yield "checks with large conditions", "x.hcldec", "object {\n" + numbered(' check "c%d" {\n  condition = [for i in range(1000): [for j in range(1000): self.a]]\n  message = "m"\n }\n', n) + "}\n"
    yield "marks of characters in disorder", "a.hcl", 'a = "' + "a" + rep("\u0301\u0316", n // 2) + '"\n'
    yield "patterns with large classes", "a.tf", "locals {\n" + numbered(' a%d = regex("(\\\\pL{1,99})%d", "a")\n', n) + "}\n"
    yield "patterns with nested repetitions", "a.tf", "locals {\n" + numbered(' a%d = regex("((a{1,100}){1,9})%d", "a")\n', n) + "}\n"
    yield "conditions that all fail", "a.tf", numbered('check "c%d" {\n assert {\n  condition = length(setproduct(range(100), range(100))) == 1\n  error_message = "m"\n }\n}\n', n)
    yield "patterns of rules", ".hcl-ls.hcl", numbered('rule "a%d" {\n blocks = ["*"]\n pattern = "(\\\\pL{1,99})%d"\n}\n', n)
    yield "unions of large types", "a.pp", "config b bool {}\nx = " + "".join("b ? {p%d = %d, q = [%d, \"a\"]} : " % (i, i, i) for i in range(300)) + "1\n" + "".join("y%d = b ? [x, x] : {a = x, q%d = y%d}\nz%d = y%d.a\n" % (i, i, i - 1, i, i) for i in range(n // 90))
    yield "unions that grow", "a.pp", "config b bool {}\ny0 = 1\n" + "".join("y%d = b ? y%d : {p%d = 1}\n" % (i, i - 1, i) for i in range(1, n // 36))
    yield "unions of long texts", "a.pp", 'config b bool {}\nl = b ? "' + rep("a", n // 2) + '" : 1\n' + numbered('y%d = b ? l : "z%d"\n', n // 2)
    nested = n // 50
    yield "nested directives", "a.tf", 'locals {\n x = "' + "%{~for i in [1,2]~}" * nested + "${i}" + "%{~endfor~}" * nested + '"\n}\n'
    yield "sources in one build", "a.pkr.hcl", "build {\n" + numbered('source "null.s%d" {\n name = "q%d"\n}\nprovisioner "shell" {\n only = ["null.q%d"]\n inline = ["${source.name}"]\n}\n', n) + "}\n"
    yield "providers that are not declared", "a.tf", numbered('provider "aws" {\n alias = "b%d"\n}\nresource "aws_x" "y%d" {\n provider = aws.a%d\n}\n', n)
    yield "includes without names", "terragrunt.hcl", rep("include {}\n", n)
    yield "small blocks of a program", "a.pp", rep("a {}\n", n)
    yield "many names in one template", "docker-bake.hcl", 'variable "v" {\n default = "' + numbered("${a%d}", n) + '"\n}\n'
    yield "many names that depend on others", "docker-bake.hcl", 'variable "v" {\n default = ' + numbered("a%d && ", n) + "true\n}\n"
    yield "many choices in one another", "docker-bake.hcl", 'variable "v" {\n default = ' + "".join("can(b) ? a%d : " % i for i in range(n // 18)) + "1\n}\n"
    yield "conditions of one block", "a.tf", 'resource "a" "b" {\n lifecycle {\n' + numbered('  precondition {\n   condition = self.x == %d\n   error_message = "m"\n  }\n  postcondition {\n   condition = a.b.x == 1\n   error_message = "m"\n  }\n', n) + " }\n}\n"
    yield "assertions of one check", "a.tf", 'check "c" {\n' + rep(' assert {\n  condition = false\n  error_message = "m"\n }\n', n) + "}\n"
    yield "whole resources in one list", "a.tf", 'resource "c" "d" {}\nresource "a" "b" {\n x = [' + rep("c.d, ", n) + "]\n}\n"
    yield "whole resources in texts", "a.tf", 'resource "c" "d" {}\nresource "a" "b" {\n x = [' + rep('"${c.d}x", ', n) + "]\n}\n"
    yield "triggers of resources", "a.tf", numbered('resource "a" "b%d" {\n lifecycle {\n  replace_triggered_by = [a.b%d.x]\n }\n}\n', n)
    yield "rules of another plugin", ".tflint.hcl", 'plugin "custom" {\n enabled = true\n}\n' + numbered('rule "aws_custom_%d" {\n enabled = true\n}\n', n)
    yield "configurations that calls are given", "a.tf", numbered('provider "p%d" {\n alias = "x"\n}\nmodule "m%d" {\n source = "./m"\n providers = { p = p%d.x }\n}\n', n)
    yield "unknown names in one block", "a.tf", 'check "c" {\n' + rep('data {\n count = "${x}y"\n for_each = "${x}y"\n}\n', n) + "}\n"
    yield "small targets", "docker-bake.hcl", rep('target "a" {}\n', n)
    yield "small jobs", "a.nomad.hcl", rep('job "a" {}\n', n)
    yield "circles of a program", "a.pp", "".join("a%d = [a%d, a%d]\n" % (i, i + 1, i // 2) for i in range(n // 26))
    yield "objects of a program in circles", "a.pp", "".join("a%d = {x = a%d, y = a%d}\n" % (i, i + 1, i // 2) for i in range(n // 34))
    yield "consul", "consul.hcl", numbered("services {\n name = \"s%d\"\n check {\n  http = \"x\"\n }\n}\n", n)


CASES = {name: (file, text) for name, file, text in languages(SIZE)}


@pytest.mark.parametrize("name", list(CASES))
def test_a_megabyte_of_a_language_stays_within_its_bounds(binary, tmp_path, name):
    file, text = CASES[name]
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / file).write_text(text)
    run = measured([binary, "check", "--short", folder], tmp_path)
    assert run.code in (0, 1)
    assert run.seconds <= SECONDS
    assert run.memory <= MEMORY
    assert run.output <= OUTPUT


@pytest.mark.parametrize("name", ["${a%d}", "${b}"])
def test_hints_of_a_template_with_many_names_are_bounded(binary, tmp_path, name):
    text = 'variable "b" {\n default = 1\n}\nvariable "v" {\n default = "' + "".join(name.replace("%d", str(i)) for i in range(60_000)) + '"\n}\n'
    uri = (tmp_path / "docker-bake.hcl").as_uri()
    server = RawServer([binary], patience=120)
    try:
        server.initialize(rootUri=tmp_path.as_uri(), capabilities={})
        document = {"uri": uri, "languageId": "hcl", "version": 1, "text": text}
        server.notify("textDocument/didOpen", {"textDocument": document})
        identifier = {"textDocument": {"uri": uri}}
        assert "result" in server.request("textDocument/hover", identifier | {"position": {"line": 0, "character": 0}})
        before = all_seconds(server.process)
        end = {"line": 6, "character": 0}
        hints = server.request("textDocument/inlayHint", identifier | {"range": {"start": {"line": 0, "character": 0}, "end": end}})["result"]
        assert len(hints) == (60_000 if name == "${b}" else 0)
        assert all_seconds(server.process) - before <= SECONDS / 2
    finally:
        server.kill()


def test_checks_of_what_is_not_set_cost_little(binary, tmp_path):
    seconds = {}
    for block in ("group", "target"):  # a target has some forty checks, and a group one
        folder = tmp_path / block
        folder.mkdir()
        (folder / "docker-bake.hcl").write_text(rep(f'{block} "a" {{}}\n', SIZE))
        seconds[block] = measured([binary, "check", "--short", folder], tmp_path).seconds
    assert seconds["target"] <= 4 * seconds["group"]  # 1.6 times; it was 6 times when each was evaluated


@pytest.mark.parametrize("piece", ["a = [\n", "a = {\n", "a = <<A\n"])
def test_rounds_of_fixes_are_bounded(binary, tmp_path, piece):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.tf").write_text(rep(piece, SIZE))
    run = measured([binary, "check", "--fix", "--short", folder], tmp_path)
    assert run.code in (1, 2)
    assert run.seconds <= 2.5 * SECONDS  # 3 s of a build that is optimised
    assert run.memory <= 2 * MEMORY


def test_fixes_of_one_long_line_take_little_memory(binary, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    count = 9_000
    names = ", ".join(f'"${{a.b{i}}}"' for i in range(count))
    (folder / "a.tf").write_text(
        "".join(f'resource "a" "b{i}" {{}}\n' for i in range(count)) + f'resource "a" "c" {{\n depends_on = [{names}]\n}}\n'
    )
    run = measured([binary, "check", "--fix", "--short", folder], tmp_path)
    assert "${" not in (folder / "a.tf").read_text()
    assert run.code in (0, 1)
    assert run.seconds <= SECONDS
    assert run.memory <= MEMORY


def test_files_that_a_configuration_reads_thousands_of_times_are_read_once(binary, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "read.hcl").write_text("locals {\n" + numbered(" a%d = %d\n", 400_000) + "}\n")
    (folder / "terragrunt.hcl").write_text("locals {\n" + numbered(' a%d = read_terragrunt_config("read.hcl")\n', 500_000) + "}\n")
    run = measured([binary, "check", "--short", folder], tmp_path)
    assert run.code == 0
    assert run.seconds <= SECONDS
    assert run.memory <= MEMORY


def test_patterns_of_ignore_files_are_cheap_or_bounded(binary, tmp_path):
    patterns = {"names": numbered("a%d\n", 250_000), "starts": numbered("a%d*\n", 250_000), "anywhere": numbered("*a*%d*\n", 250_000)}
    for name, text in patterns.items():
        folder = tmp_path / name
        folder.mkdir()
        (folder / ".gitignore").write_text(text)
        for i in range(1000):
            (folder / f"file{i}.tf").write_text("")
        run = measured([binary, "check", "--short", folder], tmp_path)
        assert run.code == (2 if name == "anywhere" else 0)  # it says that some are ignored
        assert run.seconds <= SECONDS


def test_names_that_are_looked_for_in_many_folders_cost_little(binary, tmp_path):
    folder = tmp_path / "folder"
    unit = folder.joinpath(*["d"] * 55)
    unit.mkdir(parents=True)
    (unit / "terragrunt.hcl").write_text(numbered('include "i%d" {\n path = find_in_parent_folders("none%d.hcl")\n}\n', 1_000_000))
    run = measured([binary, "check", "--short", folder], tmp_path)
    assert run.code == 0
    assert run.seconds <= SECONDS


NAMES = ", ".join(f"a{i}" for i in range(3000))
GROUPS = ", ".join(f"[{NAMES}]" for _ in range(40))
NEEDS = "".join(f'   attr "a{i}" {{ needs = [{", ".join(f"a{k}" for k in range(300))}] }}\n' for i in range(300))
LANGUAGE = 'language "app" {{\n files = ["*.app"]\n}}\nobject {{\n block_list "b" {{\n  object {{\n{0}   attr "*" {{}}\n  }}\n }}\n}}\n'
DEEP_BLOCKS = 'resource "a" "b" {\n' + ("x {\n" * 300 + "}\n" * 300) * 400 + "}\n"
RULE = 'rule "a" {\n blocks = ["*"]\n %s\n}\n'


@pytest.mark.parametrize(
    "setting, config, file, text",
    [
        ("required names", RULE % f"required = [{NAMES}]", "a.tf", numbered("locals {\n b%d = 1\n}\n", SIZE)),
        ("order", RULE % ("order = [" + numbered("b%d, ", SIZE // 2) + "]"), "a.tf", "locals {\n" + numbered(" a%d = 1\n", SIZE // 2) + "}\n"),
        ("enclosing blocks", numbered('rule "a%d" {\n blocks = ["*"]\n inside = ["*", "*", "*"]\n forbidden = ["*"]\n}\n', SIZE // 5), "a.tf", DEEP_BLOCKS),
        ("conflicts", 'language "app" {\n spec = "app.hcldec"\n}\n', "a.app", LANGUAGE.format(f"   conflicts = [{GROUPS}]\n")),
        ("needs", 'language "app" {\n spec = "app.hcldec"\n}\n', "a.app", LANGUAGE.format(NEEDS)),
    ],
    ids=lambda value: value if len(value) < 30 else "",
)
def test_rules_of_a_workspace_are_bounded_for_each_file(binary, tmp_path, setting, config, file, text):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / ".hcl-ls.hcl").write_text(config)
    if file == "a.app":
        (folder / "app.hcldec").write_text(text)
        text = numbered("b {\n a%d = 1\n}\n", 2000) * 20
    (folder / file).write_text(text)
    run = measured([binary, "check", "--short", folder], tmp_path)
    assert run.code in (0, 1, 2)
    assert run.seconds <= SECONDS
    assert run.memory <= MEMORY


def folders_of(count, text_of):
    return {f"d{i}": text_of(i) for i in range(count)}


def calls_of_all(count):
    others = range(count)
    calls = "".join('module "m%d" {\n source = "../d%d"\n x = [module.m%d.o, var.x]\n}\n' % (i, i, (i + 1) % count) for i in others)
    return calls + 'variable "x" {}\noutput "o" {\n value = [var.x, ' + ", ".join(f"module.m{i}.o" for i in others) + "]\n}\n"


COMPONENT = 'component c%d "%s" {\n a = c%d.x\n}\n'
FOLDERS = {
    "components with many inputs": (
        "main.pp",
        {
            "a": "".join(COMPONENT % (i, "../d", i) for i in range(7_000)),
            "d": numbered("config x%d string {}\noutput o%d {\n value = x%d\n}\n", 300_000),
        },
    ),
    "components in circles": (
        "main.pp",
        folders_of(30, lambda d: "".join(COMPONENT % (i, f"../d{(d + i) % 30}", i) for i in range(700))),
    ),
    "calls in circles": ("main.tf", folders_of(40, lambda d: calls_of_all(40))),
    "components of many folders": (
        "main.pp",
        folders_of(1_500, lambda d: "".join(COMPONENT % (i, f"../d{(d * 7 + i) % 1500}", i) for i in range(14))),
    ),
    "units that depend on each other": (
        "terragrunt.hcl",
        folders_of(400, lambda d: "".join('dependency "k%d" {\n config_path = "../d%d"\n}\n' % (i, (d * 7 + i) % 400) for i in range(40))),
    ),
}


@pytest.mark.parametrize("name", list(FOLDERS))
def test_folders_that_use_each_other_stay_within_the_bounds(binary, tmp_path, name):
    file, folders = FOLDERS[name]
    root = tmp_path / "folder"
    for folder, text in folders.items():
        (root / folder).mkdir(parents=True)
        (root / folder / file).write_text(text)
    run = measured([binary, "check", "--short", root], tmp_path)
    assert run.code == 1
    assert run.seconds <= SECONDS
    assert run.memory <= MEMORY


PACK = 'language "app" {\n files = ["*.app"]\n}\n'
PACKS = {
    "bodies that include two": (
        PACK + "object {\n include = [body.x0]\n}\n" + "".join('body "x%d" {\n include = [body.x%d, body.x%d]\n object {\n  attr "a%d" {}\n }\n}\n' % (i, i + 1, i + 1, i) for i in range(4_000)),
        numbered('a%d = "c"\n', SIZE // 2),
    ),
    "functions that are not there": (
        PACK + "".join('function "f%d" {\n params = [a]\n result = [f%d(a), g%d(a)]\n}\n' % (i, i - 1, i) for i in range(5_000)) + 'object {\n attr "*" {}\n}\n',
        numbered("x%d = f%d(h%d(1))\n", SIZE // 2),
    ),
    "patterns of cases": (
        PACK
        + 'body "x" {\n object {\n  attr "q" {}\n }\n}\nobject {\n block_list "b" {\n  labels = ["n"]\n  case {\n   on = label.n\n   is = {\n'
        + "".join('    "%s%d" = body.x\n' % ("*a" * 20 + "*", i) for i in range(10_000))
        + "   }\n  }\n  object {}\n }\n}\n",
        numbered('b "%s%%d" {\n q = 1\n}\n' % ("a" * 40), SIZE // 2),
    ),
}


@pytest.mark.parametrize("name", list(PACKS))
def test_packs_of_a_workspace_stay_within_the_bounds(binary, tmp_path, name):
    pack, text = PACKS[name]
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / ".hcl-ls.hcl").write_text('language "app" {\n spec = "app.hcldec"\n}\n')
    (folder / "app.hcldec").write_text(pack)
    (folder / "a.app").write_text(text)
    run = measured([binary, "check", "--short", folder], tmp_path)
    assert run.code in (0, 1, 2)
    assert run.seconds <= SECONDS
    assert run.memory <= MEMORY


FILES = {
    "runs of a large module": {
        "a.tftest.hcl": numbered('run "r%d" {\n command = plan\n assert {\n  condition = output.o%d\n  error_message = "m"\n }\n}\n', SIZE // 2),
        "a.tf": numbered('output "x%d" {\n value = 1\n}\n', SIZE // 2),
    },
    "tests of one module": {
        "m.tf": numbered('variable "v%d" {\n default = 1\n}\noutput "o%d" {\n value = var.v%d\n}\n', SIZE // 50),
        **{f"a{i}.tftest.hcl": "".join('run "r%d" {\n variables {\n  v%d = "x%d"\n }\n assert {\n  condition = output.o%d == 1\n  error_message = "m"\n }\n}\n' % (j, j, i, j) for j in range(30)) for i in range(300)},
    },
    "values of one module": {
        "m.tf": numbered('variable "v%d" {\n type = bool\n}\nlocals {\n l%d = var.v%d\n}\n', SIZE // 50),
        **{f"a{i}.tfvars": "".join(f"v{j} = {i}\n" for j in range(200)) for i in range(500)},
    },
    "outputs that a module lacks": {
        "m/a.tf": numbered('output "o%d" {\n value = 1\n}\n', SIZE // 2),
        "a.tf": 'module "m" {\n source = "./m"\n}\nlocals {\n a = [\n' + numbered("  module.m.p%d,\n", SIZE // 2) + " ]\n}\n",
    },
    "units of a stack that read many values": {
        "terragrunt.stack.hcl": numbered('unit "u%d" {\n source = "./m"\n path = "p%d"\n values = { a = unit.u%d.path, b = values.c%d }\n}\n', SIZE // 2),
        "m/terragrunt.hcl": "inputs = {\n" + numbered(" a%d = values.b%d\n", SIZE // 2) + "}\n",
    },
    "many overriding files": {f"docker-bake.x{i}.hcl": f'target "a{i}" {{\n inherits = ["b"]\n}}\n' * 50 for i in range(400)},
    "overrides of a large block": {
        "a.tf": 'resource "a" "b" {\n' + numbered(" x%d = 1\n", SIZE // 2) + "}\n",
        **{f"a{i}_override.tf": 'resource "a" "b" {\n' + numbered(" x%d = 1\n", SIZE // 10) + "}\n" for i in range(5)},
    },
}


@pytest.mark.parametrize("name", list(FILES))
def test_files_of_a_folder_stay_within_the_bounds_together(binary, tmp_path, name):
    folder = tmp_path / "folder"
    folder.mkdir()
    for file, text in FILES[name].items():
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_text(text)
    run = measured([binary, "check", "--short", folder], tmp_path)
    assert run.code in (0, 1)
    assert run.seconds <= SECONDS
    assert run.memory <= MEMORY


def test_a_run_of_check_has_a_bounded_number_of_findings(binary, tmp_path):
    folder = tmp_path / "folder"
    for i in range(1_000):
        (folder / f"d{i}").mkdir(parents=True)
        (folder / f"d{i}" / "a.tf").write_text('resource "a" "b" {\n x = 1\n}\n' * 10)
    (folder / ".hcl-ls.hcl").write_text("".join('rule "r%d" {\n language = "terraform"\n blocks = ["resource"]\n condition = self.x == %d\n message = "m"\n}\n' % (i, i) for i in range(3_000)))
    run = measured([binary, "check", "--short", folder], tmp_path)
    assert run.code == 2
    assert "left out of 1001 files" in (tmp_path / "report.txt").read_text()
    assert run.seconds <= SECONDS
    assert run.memory <= MEMORY


def test_a_graph_of_equal_names_is_small(binary, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.tf").write_text(rep('resource "a" "x" {\n b = a.x.c\n}\n', SIZE))
    run = measured([binary, "graph", folder], tmp_path)
    assert run.code == 0
    assert run.seconds <= SECONDS
    assert run.memory <= MEMORY
