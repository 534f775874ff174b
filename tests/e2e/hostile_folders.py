"""Folders whose files ask for much: names that are nearly declared, many files of one module, values that are passed on.

`folders(n)` gives (name, files) each, of about n bytes in all; tests run `check` on them.
"""

PACK = 'language "x" {\n  files     = ["*.x"]\n  functions = [stdlib]\n}\nobject {\n%s}\n'
USES_PACK = 'language "x" {\n  spec  = "x.hcldec"\n  files = ["*.x"]\n}\n'


def rep(unit, n):
    return unit * (n // len(unit))


def numbered(piece, n):
    """The piece with numbers in place of its %d, about n bytes in all."""
    count = piece.count("%d")
    return "".join(piece % ((i,) * count) for i in range(max(1, n // (len(piece) + 3 * count))))


def misspelt(n):
    """Half of the text declares names, and half reads what is nearly one of them."""
    half = n // 2

    def pair(known, read, before="", between="", after=""):
        return before + numbered(known, half) + between + numbered(read, half) + after

    yield "functions of a Bake file", {
        "docker-bake.hcl": pair('function "some_name_%d" {\n params = []\n result = 1\n}\n', ' variable "v%d" {\n default = some_nam_%d()\n}\n')
    }
    yield "targets", {"docker-bake.hcl": pair('target "some_name_%d" {}\n', ' "some_nam_%d",\n', between='group "g" {\n targets = [\n', after="]\n}\n")}
    yield "columns", {
        "a.my.hcl": pair(
            ' column "some_name_%d" {\n  type = int\n }\n',
            ' foreign_key "f%d" {\n  columns = [table.t.column.some_nam_%d]\n  ref_columns = [table.t.column.some_nam_%d]\n }\n',
            before='schema "s" {}\ntable "t" {\n schema = schema.s\n',
            between='}\ntable "u" {\n schema = schema.s\n',
            after="}\n",
        )
    }
    yield "columns of the same table", {
        "a.my.hcl": pair(
            ' column "some_name_%d" {\n  type = int\n }\n',
            ' index "f%d" {\n  columns = [column.some_nam_%d]\n }\n',
            before='schema "s" {}\ntable "t" {\n schema = schema.s\n',
            after="}\n",
        )
    }
    yield "attributes of elements", {
        "a.tf": pair(" some_name_%d = 1\n", " x%d = each.value.some_nam_%d\n", before="locals {\n all = { a = {\n", between='} }\n}\nresource "a" "b" {\n for_each = local.all\n', after="}\n")
    }
    yield "attributes of elements in blocks", {
        "a.tf": pair(
            " some_name_%d = 1\n",
            'resource "a" "b%d" {\n for_each = local.all\n x = each.value.some_nam_%d\n}\n',
            before="locals {\n all = { a = {\n",
            between="} }\n}\n",
        )
    }
    yield "keys of an object", {"a.tf": pair(" some_name_%d = 1\n", " x%d = local.all.some_nam_%d\n", before="locals {\n all = {\n", between="}\n", after="}\n")}
    yield "keys of an object in blocks", {
        "a.tf": pair(" some_name_%d = 1\n", 'output "x%d" {\n value = local.all.some_nam_%d\n}\n', before="locals {\n all = {\n", between="}\n}\n")
    }
    yield "variables of a tested module", {
        "a.tf": numbered('variable "some_name_%d" {}\n', half),
        "a.tftest.hcl": "variables {\n" + numbered(" some_nam_%d = 1\n", half) + '}\nrun "a" {\n}\n',
    }
    yield "variables of a run", {
        "a.tf": numbered('variable "some_name_%d" {}\n', half),
        "a.tftest.hcl": 'run "a" {\n variables {\n' + numbered(" some_nam_%d = 1\n", half) + "}\n}\n",
    }
    yield "names in assertions", {
        "a.tf": numbered('variable "some_name_%d" {}\n', half),
        "a.tftest.hcl": 'run "a" {\n' + numbered(' assert {\n  condition = var.some_nam_%d == 1\n  error_message = "m"\n }\n', half) + "}\n",
    }
    yield "names that are expected to fail", {
        "a.tf": numbered('variable "some_name_%d" {}\n', half),
        "a.tftest.hcl": 'run "a" {\n expect_failures = [\n' + numbered("var.some_nam_%d,\n", half) + "]\n}\n",
    }
    yield "values of variables", {"a.tf": numbered('variable "some_name_%d" {}\n', half), "terraform.tfvars": numbered("some_nam_%d = 1\n", half)}
    yield "values of variables in JSON", {
        "a.tf.json": '{"variable": {' + numbered('"some_name_%d": {},', half) + '"z": {}}}',
        "terraform.tfvars.json": "{" + numbered('"some_nam_%d": 1,', half) + '"z": 1}',
    }
    yield "variables in JSON", {
        "a.tf.json": '{"variable": {' + numbered('"some_name_%d": {},', half) + '"z": {}}, "locals": {' + numbered('"a%d": "${var.some_nam_%d}",', half) + '"z": 1}}'
    }
    yield "configurations of providers", {
        "a.tf": pair('provider "aws" {\n alias = "some_name_%d"\n}\n', 'resource "aws_a" "b%d" {\n provider = aws.some_nam_%d\n}\n')
    }
    yield "configurations of providers in calls", {
        "m/a.tf": "",
        "a.tf": pair('provider "aws" {\n alias = "some_name_%d"\n}\n', 'module "m%d" {\n source = "./m"\n providers = { aws = aws.some_nam_%d }\n}\n'),
    }
    yield "outputs of a module", {
        "m/a.tf": numbered('output "some_name_%d" {\n value = 1\n}\n', half),
        "a.tf": 'module "m" {\n source = "./m"\n}\nlocals {\n' + numbered(" a%d = module.m.some_nam_%d\n", half) + "}\n",
    }
    yield "outputs of a module in blocks", {
        "m/a.tf": numbered('output "some_name_%d" {\n value = 1\n}\n', half),
        "a.tf": 'module "m" {\n source = "./m"\n}\n' + numbered('output "x%d" {\n value = module.m.some_nam_%d\n}\n', half),
    }
    yield "inputs of a module", {
        "m/a.tf": numbered('variable "some_name_%d" {\n default = 1\n}\n', half),
        "a.tf": 'module "m" {\n source = "./m"\n' + numbered(" some_nam_%d = 1\n", half) + "}\n",
    }
    yield "inputs of a unit", {
        "m/a.tf": numbered('variable "some_name_%d" {\n default = 1\n}\n', half),
        "u/terragrunt.hcl": 'terraform {\n source = "../m"\n}\ninputs = {\n' + numbered(" some_nam_%d = 1\n", half) + "}\n",
    }
    yield "values of a stack", {
        "terragrunt.values.hcl": numbered("some_name_%d = 1\n", half),
        "terragrunt.hcl": "locals {\n" + numbered(" a%d = values.some_nam_%d\n", half) + "}\n",
    }
    yield "locals of an include", {
        "root.hcl": "locals {\n" + numbered(" some_name_%d = 1\n", half) + "}\n",
        "u/terragrunt.hcl": 'include "root" {\n path = "../root.hcl"\n expose = true\n}\nlocals {\n' + numbered(" a%d = include.root.locals.some_nam_%d\n", half) + "}\n",
    }
    yield "outputs of a dependency", {
        "terragrunt.hcl": 'dependency "d" {\n config_path = "../d"\n mock_outputs = {\n' + numbered(" some_name_%d = 1\n", half) + "}\n}\ninputs = {\n" + numbered(" a%d = dependency.d.outputs.some_nam_%d\n", half) + "}\n"
    }
    yield "names of a program", {"a.pp": pair("some_name_%d = 1\n", "v%d = some_nam_%d\n")}
    yield "properties of a program", {"a.pp": pair(" some_name_%d = 1\n", "v%d = all.some_nam_%d\n", before="all = {\n", between="}\n")}
    yield "functions of a program", {"a.pp": numbered("v%d = some_nam_%d(1)\n", n)}
    yield "packages of a program", {"a.pp": pair('package "some_name_%d" {\n baseProviderName = "a%d"\n}\n', 'resource r%d "some_nam_%d:a:b" {}\n')}
    yield "options of a program", {"a.pp": pair('resource some_name_%d "a:b:c" {}\n', 'resource r%d "a:b:c" {\n options {\n  dependsOn = [some_nam_%d]\n }\n}\n')}
    yield "sources of a build", {"a.pkr.hcl": pair('source "null" "some_name_%d" {}\n', '"source.null.some_nam_%d",\n', between="build {\n sources = [", after="]\n}\n")}
    yield "sources that steps are for", {
        "a.pkr.hcl": numbered('source "null" "some_name_%d" {}\n', half // 2) + "build {\n sources = [" + numbered('"source.null.some_name_%d",\n', half // 2)
        + "]\n" + numbered(' provisioner "shell" {\n  only = ["null.some_nam_%d"]\n  inline = ["a"]\n }\n', half) + "}\n"
    }
    yield "variables of a template", {"a.pkr.hcl": pair('variable "some_name_%d" {}\n', " a%d = var.some_nam_%d\n", between="locals {\n", after="}\n")}
    yield "values of a template", {"a.pkr.hcl": numbered('variable "some_name_%d" {}\n', half), "a.auto.pkrvars.hcl": numbered("some_nam_%d = 1\n", half)}
    yield "ports of a group", {
        "a.nomad.hcl": 'job "j" {\n group "g" {\n  network {\n' + numbered('   port "some_name_%d" {}\n', half) + "  }\n" + numbered('  service {\n   port = "some_nam_%d"\n  }\n', half)
        + '  task "t" {\n   driver = "docker"\n  }\n }\n}\n'
    }
    yield "variables of a job", {"a.nomad.hcl": pair('variable "some_name_%d" {}\n', " a%d = var.some_nam_%d\n", between="locals {\n", after="}\n")}
    yield "volumes of a group", {
        "a.nomad.hcl": 'job "j" {\n group "g" {\n' + numbered('  volume "some_name_%d" {\n   type = "host"\n   source = "a"\n  }\n', half) + '  task "t" {\n   driver = "docker"\n'
        + numbered('   volume_mount {\n    volume = "some_nam_%d"\n   }\n', half) + "  }\n }\n}\n"
    }
    yield "components", {
        "a.tfcomponent.hcl": pair(
            'component "some_name_%d" {\n source = "./c"\n}\n', 'component "c%d" {\n source = "./c"\n inputs = { a = component.some_nam_%d.x }\n}\n'
        )
    }
    yield "deployments", {
        "a.tfdeploy.hcl": pair('deployment "some_name_%d" {\n inputs = {}\n}\n', 'publish_output "o%d" {\n value = deployment.some_nam_%d.x\n}\n')
    }
    yield "scenarios", {"enos-a.hcl": pair('module "some_name_%d" {\n source = "./a"\n}\n', 'scenario "s%d" {\n step "a" {\n  module = module.some_nam_%d\n }\n}\n')}
    yield "data of a project", {"atlas.hcl": pair('data "sql" "some_name_%d" {\n url = "a"\n query = "b"\n}\n', 'env "e%d" {\n url = data.sql.some_nam_%d.value\n}\n')}
    yield "variables of Waypoint", {
        "waypoint.hcl": 'project = "p"\n' + pair('variable "some_name_%d" {\n default = 1\n}\n', 'app "a%d" {\n path = var.some_nam_%d\n build {\n  use "docker" {}\n }\n deploy {\n  use "docker" {}\n }\n}\n')
    }
    words = PACK % (numbered(' attr "some_name_%d" {}\n', half))
    yield "arguments of a pack", {".hcl-ls.hcl": USES_PACK, "x.hcldec": words, "a.x": numbered("some_nam_%d = 1\n", half)}
    yield "arguments of a pack in blocks", {
        ".hcl-ls.hcl": USES_PACK,
        "x.hcldec": PACK % (' block_list "b" {\n object {\n' + numbered('  attr "some_name_%d" {}\n', half) + "}\n}\n"),
        "a.x": numbered("b {\n some_nam_%d = 1\n}\n", half),
    }
    yield "blocks of a pack", {
        ".hcl-ls.hcl": USES_PACK,
        "x.hcldec": PACK % numbered(' block_list "some_name_%d" {\n object {}\n}\n', half),
        "a.x": numbered("some_nam_%d {}\n", half),
    }
    yield "values that a pack allows", {
        ".hcl-ls.hcl": USES_PACK,
        "x.hcldec": PACK % (' attr "*" {\n  type = string\n  values = [\n' + numbered('"some_name_%d",\n', half) + "]\n }\n"),
        "a.x": numbered('a%d = "some_nam_%d"\n', half),
    }
    yield "values that a pack allows, used", {
        ".hcl-ls.hcl": USES_PACK,
        "x.hcldec": PACK % (' attr "*" {\n  type = string\n  values = [\n' + numbered('"some_name_%d",\n', half) + "]\n }\n"),
        "a.x": numbered('a%d = "some_name_%d"\n', half),
    }
    yield "fields that a pack describes", {
        ".hcl-ls.hcl": USES_PACK,
        "x.hcldec": 'body "f" {\n object {\n' + numbered('  attr "some_name_%d" {}\n', half) + " }\n}\n" + PACK % ' attr "*" {\n  fields = body.f\n }\n',
        "a.x": numbered("a%d = { some_nam_%d = 1 }\n", half),
    }
    yield "names that a pack refers to", {
        "x.hcldec": PACK % (numbered(' attr "some_name_%d" {}\n', half) + numbered(' attr "a%d" {\n  needs = [some_nam_%d]\n }\n', half)),
    }
    yield "bodies that a pack refers to", {
        "x.hcldec": numbered('body "some_name_%d" {\n object {}\n}\n', half) + PACK % numbered(' block_list "a%d" {\n  include = [body.some_nam_%d]\n }\n', half),
    }
    yield "arguments that rules of a team require", {
        ".hcl-ls.hcl": numbered('rule "r%d" {\n language = "terraform"\n blocks = ["resource"]\n required = ["some_nam_%d"]\n message = "m"\n}\n', n),
    }
    yield "languages", {".hcl-ls.hcl": 'files = {\n' + numbered(' "*.a%d" = "terrafor%d"\n', n) + "}\n"}
    yield "findings that comments name", {"a.tf": numbered("# hcl-ls:ignore HCL%d\na%d = 1\n", n)}
    yield "addresses that move", {"a.tf": pair('resource "a" "some_name_%d" {}\n', "moved {\n from = a.x%d\n to = a.some_nam_%d\n}\n")}
    yield "addresses that are imported", {"a.tf": pair('resource "a" "some_name_%d" {}\n', 'import {\n to = a.some_nam_%d\n id = "x"\n}\n')}
    yield "addresses that are removed", {"a.tf": numbered('resource "a" "some_name_%d" {}\n', half) + numbered("removed {\n from = a.some_name_%d\n}\n", half)}
    yield "triggers", {"a.tf": pair('resource "a" "some_name_%d" {}\n', 'resource "b" "c%d" {\n lifecycle {\n  replace_triggered_by = [a.some_nam_%d]\n }\n}\n')}
    yield "changes that are ignored", {"a.tf": 'resource "a" "b" {\n' + numbered(" some_name_%d = 1\n", half) + "lifecycle {\n ignore_changes = [" + numbered("some_nam_%d,\n", half) + "]\n}\n}\n"}


def multiplied(n):
    """Many files of one module, and what calls pass on."""
    each = 5_000
    count = n // each
    heavy = "i >= 0" + " && i >= 0" * 30
    yield "many files with loops", {f"a{i}.tf": "locals {\n" + f' a{i} = [for i in range(1000) : [for j in range(1000) : i if {heavy}]]\n' + rep(f"# {i}\n", each - 200) + "}\n" for i in range(count)}
    yield "many files with conditions of a pack", {
        ".hcl-ls.hcl": USES_PACK,
        "x.hcldec": PACK % (' block_list "b" {\n object {\n  attr "v" { type = number }\n }\n check "c" {\n' f"  condition = length([for i in range(1000): i if {heavy} && self.v != 0.5]) < 0\n" '  message = "m"\n }\n }\n'),
        **{f"a{i}.x": numbered("b {\n v = %d\n}\n", each) for i in range(count)},
    }
    yield "many small files in circles", {f"a{i}.tf": "locals {\n a%d = local.a%d\n}\n" % (i, i * 7 % (n // 60)) for i in range(n // 60)}
    yield "validations of a module that is called often", {
        "m/main.tf": 'variable "a" {\n' + rep(' validation {\n  condition = length(var.a) > 3\n  error_message = "m"\n }\n', n // 2) + "}\n",
        "a.tf": numbered('module "m%d" {\n source = "./m"\n a = "x"\n}\n', n // 2),
    }
    yield "a large type in many messages", {
        "m/main.tf": 'variable "a" {\n type = object({' + numbered("k%d = string,", n // 2) + "})\n}\n",
        "a.tf": numbered('module "m%d" {\n source = "./m"\n a = {}\n}\n', n // 2),
    }
    yield "files in folders above that are not there", {
        "d/" * 40 + f"u{i}/terragrunt.hcl": "".join('include "i%d" {\n path = find_in_parent_folders("root%d.hcl")\n}\n' % (k, k) for k in range(8)) for i in range(n // 480)
    }
    yield "a pattern with many states", {
        ".hcl-ls.hcl": USES_PACK,
        "x.hcldec": PACK % ' attr "v" {\n  type = list(string)\n  pattern = "((((a|b){1,9}){1,9}){1,9})*"\n }\n',
        "a.x": "v = [\n" + rep('"' + "ab" * 200 + '",\n', n) + "]\n",
    }
    yield "many files with conditions of a team", {
        ".hcl-ls.hcl": 'rule "r" {\n  language = "terraform"\n  blocks = ["resource"]\n' f"  condition = length([for i in range(1000): i if {heavy} && self.x != 0.5]) < 0\n}}\n",
        **{f"a{k}.tf": "".join('resource "a" "a%d_%d" {\n x = 1\n}\n' % (k, i) for i in range(each // 30)) for k in range(count)},
    }
    yield "many files with validations", {
        "m/a.tf": 'variable "x" {\n type = any\n validation {\n' f"  condition = length([for i in range(1000) : i if {heavy} && var.x != \"q\"]) >= 0\n" '  error_message = "x"\n }\n}\n',
        **{f"a{k}.tf": "".join('module "m%d_%d" {\n source = "./m"\n x = 1\n}\n' % (k, i) for i in range(each // 40)) for k in range(count)},
    }
    yield "many files with misspelt names", {
        "v.tf": numbered('variable "some_long_name_%d" {}\n', n // 2),
        **{f"a{k}.tf": "locals {\n" + "".join(" a%d_%d = var.some_long_nam_%d\n" % (k, i, i * count + k) for i in range(each // 35)) + "}\n" for k in range(count // 2)},
    }
    yield "many files with misspelt arguments of a pack", {
        ".hcl-ls.hcl": USES_PACK,
        "x.hcldec": PACK % (' block_list "b" {\n object {\n' + numbered('  attr "some_name_%d" {}\n', n // 2) + "}\n}\n"),
        **{f"a{k}.x": numbered("b {\n some_nam_%d = 1\n}\n", each) for k in range(count // 2)},
    }
    yield "many tests of many variables", {
        "a.tf": numbered('variable "some_name_%d" {}\n', n // 2),
        **{f"a{k}.tftest.hcl": "variables {\n" + numbered(" some_nam_%d = 1\n", 1000) + '}\nrun "a" {\n}\n' for k in range(n // 2 // 1000)},
    }
    yield "many runs of many variables", {
        "a.tf": numbered('variable "some_name_%d" {\n type = number\n}\n', n // 2),
        "a.tftest.hcl": "variables {\n" + numbered(" some_name_%d = 1\n", n // 4) + "}\n" + numbered('run "r%d" {\n}\n', n // 4),
    }
    yield "many runs of other modules", {
        "a.tf": "",
        **{f"m{k}/a.tf": numbered('variable "some_name_%d" {\n type = number\n}\n', 1000) for k in range(n // 2000)},
        "a.tftest.hcl": "".join('run "r%d" {\n module {\n  source = "./m%d"\n }\n}\n' % (i, i % (n // 2000)) for i in range(n // 2 // 45)),
    }
    yield "many values of many variables", {
        "a.tf": numbered('variable "some_name_%d" {}\n', n // 2),
        **{f"a{k}.auto.tfvars": numbered("some_nam_%d = 1\n", 1000) for k in range(n // 2 // 1000)},
    }
    yield "calls of calls", {
        "a/a.tf": numbered('module "m%d" {\n source = "../b"\n x = %d\n}\n', n // 3),
        "b/a.tf": 'variable "x" {}\n' + numbered('module "m%d" {\n source = "../c"\n x = var.x\n}\n', n // 3),
        "c/a.tf": 'variable "x" {\n type = number\n}\n' + numbered("locals {\n a%d = var.x + %d\n}\n", n // 3),
    }
    yield "calls of many others that call many others", {
        f"m{i}/a.tf": 'variable "x" {}\nlocals {\n y = [var.x, var.x]\n}\noutput "o" {\n value = local.y\n}\n'
        + "".join('module "m%d" {\n source = "../m%d"\n x = [local.y, 1]\n}\n' % (k, k) for k in range(i + 1, min(i + 40, n // 2000)))
        for i in range(n // 2000)
    }
    yield "validations of what calls make of others", {
        "m/a.tf": 'variable "x" {}\noutput "o" {\n value = var.x\n}\n',
        "a.tf": "".join('module "m%d" {\n source = "./m"\n x = var.v%d\n}\nvariable "v%d" {\n validation {\n  condition = var.v%d != module.m%d.o\n  error_message = "m"\n }\n}\n' % (i, i, i, i, (i + 1) % (n // 150)) for i in range(n // 150)),
    }
    yield "files in one circle", {f"f{i}.tf": "locals {\n a%d = local.a%d\n}\n" % (i, (i * 7 + 1) % (n // 80)) for i in range(n // 80)}
    yield "modules that call themselves", {"a.tf": numbered('module "m%d" {\n source = "./"\n}\n', n)}
    yield "includes of includes", {
        **{f"d{i}/terragrunt.hcl": 'include "a" {\n path = "../d%d/terragrunt.hcl"\n expose = true\n}\ninclude "b" {\n path = "../d%d/terragrunt.hcl"\n expose = true\n}\nlocals {\n x = [include.a.locals, include.b.locals]\n}\n' % (i + 1, i + 2) for i in range(n // 190)},
    }
    yield "dependencies of dependencies", {
        **{f"d{i}/terragrunt.hcl": 'dependency "a" {\n config_path = "../d%d"\n}\ndependency "b" {\n config_path = "../d%d"\n}\ninputs = { x = [dependency.a.outputs, dependency.b.outputs] }\n' % (i + 1, i + 2) for i in range(n // 150)},
    }
    yield "reads of reads", {
        **{f"d{i}.hcl": 'locals {\n a = read_terragrunt_config("d%d.hcl")\n b = read_terragrunt_config("d%d.hcl")\n}\n' % (i + 1, i + 1) for i in range(n // 110)},
        "terragrunt.hcl": 'locals {\n a = read_terragrunt_config("d0.hcl")\n}\n',
    }
    yield "units of a stack", {"terragrunt.stack.hcl": numbered('unit "u%d" {\n source = "./u"\n path = "p%d"\n values = { a = %d }\n}\n', n), "u/terragrunt.hcl": "inputs = { a = values.a }\n"}
    yield "packages of a lock file", {
        "a.tf": "terraform {\n required_providers {\n" + numbered('  p%d = {\n   source = "a/p%d"\n  }\n', n // 2) + " }\n}\n",
        ".terraform.lock.hcl": numbered('provider "registry.terraform.io/a/p%d" {\n version = "1.0.0"\n constraints = "~> 1.0"\n}\n', n // 2),
    }
    yield "downloaded modules", {
        "a.tf": numbered('module "m%d" {\n source = "a/b/c"\n}\n', n // 2),
        ".terraform/modules/modules.json": '{"Modules":[' + numbered('{"Key":"m%d","Source":"registry.terraform.io/a/b/c","Version":"1.0.0","Dir":".terraform/modules/m%d"},', n // 2) + '{"Key":"","Source":"","Dir":"."}]}',
    }
    yield "downloaded modules of one folder", {
        "a.tf": numbered('module "m%d" {\n source = "a/b/c"\n x = %d\n}\n', n // 3),
        ".terraform/modules/modules.json": '{"Modules":[' + numbered('{"Key":"m%d","Source":"registry.terraform.io/a/b/c","Version":"1.0.0","Dir":".terraform/modules/m"},', n // 3) + '{"Key":"","Source":"","Dir":"."}]}',
        ".terraform/modules/m/a.tf": 'variable "x" {}\n' + numbered("locals {\n a%d = [for i in range(100): var.x]\n}\n", n // 3),
    }
    yield "specs beside their files", {f"s{i}.hcldec": "object {\n" + numbered('attr "a%d" {}\n', 500) + "}\n" for i in range(n // 1000)} | {f"s{i}.hcl": numbered("a%d = 1\n", 500) for i in range(n // 1000)}
    yield "one spec that includes itself", {".hcl-ls.hcl": USES_PACK, "x.hcldec": 'body "f" {\n object {\n' + numbered('  block_list "b%d" {\n   include = [body.f]\n  }\n', n // 2) + " }\n}\n" + PACK % " include = [body.f]\n", "a.x": rep("b1 {\n b2 {\n b3 {\n", 1500) + rep("}\n", 1500)}
    yield "functions of a pack", {".hcl-ls.hcl": USES_PACK, "x.hcldec": numbered('function "f%d" {\n params = [a]\n result = [a, a]\n}\n', n // 2) + PACK % ' attr "*" {}\n', "a.x": numbered("a%d = f%d(f%d(1))\n", n // 2)}
    yield "symbols of a pack with values", {
        ".hcl-ls.hcl": USES_PACK,
        "x.hcldec": PACK % ' block_map "v" {\n labels = ["n"]\n symbol {\n  address = [v, label.n]\n  value = [self.a, self.a]\n }\n object {\n  attr "a" {}\n }\n }\n',
        "a.x": "".join('v "n%d" {\n a = [v.n%d, v.n%d]\n}\n' % (i, i + 1, i + 1) for i in range(n // 40)),
    }
    yield "lenses and folds of a pack", {
        ".hcl-ls.hcl": USES_PACK,
        "x.hcldec": PACK % (' block_list "b" {\n outline = "${length(self.a)}"\n fold = "${length(self.a)} a"\n lens = "${length(self.a)} a"\n object {\n  attr "a" {}\n }\n }\n'),
        "a.x": rep("b {\n a = range(1000)\n}\n", n),
    }
    def demanding(argument, text):
        return {".hcl-ls.hcl": USES_PACK, "x.hcldec": PACK % (' block_list "b" {\n  object {\n' + numbered(argument, n // 2) + "  }\n }\n"), "a.x": text}

    required = '   attr "a%d" {\n    required = true\n   }\n'
    yield "small blocks that lack much", demanding(required, rep("b {}\n", n // 2))
    yield "blocks that lack nothing", demanding(required, "b {\n" + numbered(" a%d = 1\n", n // 2) + "}\n")
    yield "small blocks that lack blocks", demanding('   block_list "a%d" {\n    min_items = 1\n    object {}\n   }\n', rep("b {}\n", n // 2))
    yield "small blocks whose arguments need others", demanding('   attr "a%d" {\n    needs = [a0]\n   }\n', rep("b {\n a1 = 1\n}\n", n // 2))
    yield "numbers that a pack lists", {".hcl-ls.hcl": USES_PACK, "x.hcldec": PACK % (' attr "*" {\n  type = number\n  values = [' + numbered("%d,", n // 2) + "]\n }\n"), "a.x": numbered("a%d = %d\n", n // 2)}
    yield "texts that a pack reserves", {".hcl-ls.hcl": USES_PACK, "x.hcldec": PACK % (' attr "*" {\n  type = string\n  reserved = [' + numbered('"*x%d",', n // 2) + "]\n }\n"), "a.x": numbered('a%d = "a%d"\n', n // 2)}
    yield "mocks", {"a.tf": 'resource "a" "b" {}\n', "a.tftest.hcl": 'mock_provider "a" {\n' + numbered(' override_resource {\n  target = a.b%d\n  values = { x = %d }\n }\n', n) + '}\nrun "r" {\n}\n'}
    yield "data of mocks", {"a.tfmock.hcl": numbered('mock_resource "a%d" {\n defaults = { x = %d }\n}\n', n)}
    yield "overrides", {"a.tf": numbered('resource "a" "b%d" {\n x = 1\n}\n', n // 2), "a_override.tf": numbered('resource "a" "b%d" {\n x = 2\n}\n', n // 2)}
    yield "overrides of one", {"a.tf": 'resource "a" "b" {\n x = 1\n}\n', "a_override.tf": rep('resource "a" "b" {\n x = 2\n}\n', n)}
    yield "many overrides of one", {"a.tf": 'resource "a" "b" {\n x = 1\n}\n', **{f"a{i}_override.tf": rep('resource "a" "b" {\n x = 2\n}\n', each) for i in range(count)}}
    yield "twins", {"a.tf": numbered('variable "v%d" {}\n', n // 2), "a.tofu": numbered('variable "v%d" {}\n', n // 2)}
    yield "comments that ignore", {"a.tf": rep("# hcl-ls:ignore HCL6012\n", n)}
    yield "comments that ignore blocks", {"a.tf": rep("# hcl-ls:ignore-block\na {\n", n // 2) + rep("}\n", n // 8)}
    yield "comments that ignore a file", {"a.tf": rep("# hcl-ls:ignore-file HCL6012\n", n // 2) + rep("a\n", n // 2)}
    yield "pairs of ignore comments and findings", {"a.tf": rep("# hcl-ls:ignore-file HCL6012\n", n // 2) + numbered('foo "%d" {}\n', n // 2)}


def extending(n):
    """Packs that extend others."""
    def pack(name, base, body):
        return f'language "{name}" {{\n  extends = "{base}"\n  files   = ["*.x"]\n}}\nobject {{\n{body}}}\n'

    uses = {".hcl-ls.hcl": USES_PACK, "a.x": numbered("some_nam_%d = 1\n", n // 20)}
    part = numbered('  attr "some_name_%d" {}\n', n // 16)
    yield "fifteen packs", uses | {"x.hcldec": pack("x", "./p0.hcldec", part)} | {
        f"p{i}.hcldec": pack(f"p{i}", f"./p{i + 1}.hcldec", part) for i in range(13)
    } | {"p13.hcldec": PACK % part}
    yield "packs without end", uses | {"x.hcldec": pack("x", "./p0.hcldec", "")} | {
        f"p{i}.hcldec": pack(f"p{i}", f"./p{i + 1}.hcldec", "") for i in range(n // 100)
    }
    yield "a long pack for a long one", uses | {
        "x.hcldec": pack("x", "./p.hcldec", numbered('  attr "a%d" {}\n', n // 2)),
        "p.hcldec": PACK % numbered('  attr "b%d" {}\n', n // 2),
    }
    yield "packs in a circle", uses | {
        "x.hcldec": pack("x", "./p.hcldec", numbered('  attr "a%d" {}\n', n // 2)),
        "p.hcldec": pack("p", "./x.hcldec", numbered('  attr "b%d" {}\n', n // 2)),
    }
    yield "bodies of a language", uses | {
        "x.hcldec": numbered('body "some_name_%d" {\n object {\n  attr "a" {}\n }\n}\n', n // 2) + pack("x", "terraform", numbered(' block_list "b%d" {\n   include = [body.some_name_%d]\n }\n', n // 2))
    }
    yield "long lists", uses | {
        "x.hcldec": pack("x", "./p.hcldec", ' attr "a" {\n  values = [\n' + numbered('"some_name_%d",\n', n // 2) + "]\n }\n"),
        "p.hcldec": PACK % (' attr "a" {\n  values = [\n' + numbered('"some_nam_%d",\n', n // 2) + "]\n }\n"),
    }


def scattered(n):
    """Thousands of folders, each of which has a module, a pack or a configuration of its own."""
    loop = "[for i in range(1000) : [for j in range(1000) : i if i >= 0 && j >= 0]]"
    each = 200
    count = n // each
    condition = "length([for i in range(1000) : [for j in range(1000) : i if self.a != \"q\"]]) < 0"
    pack = (
        'language "x%d" {\n files = ["*.x%d"]\n functions = [stdlib]\n}\nobject {\n attr "a" {\n  type = string\n }\n'
        ' check "c" {\n  condition = ' + condition + '\n  message = "m"\n }\n}\n'
    )
    yield "modules with loops", {f"d{i}/a.tf": f"locals {{\n a = {loop}\n}}\n" for i in range(count)}
    yield "Bake files with loops", {f"d{i}/docker-bake.hcl": f'variable "a" {{\n default = length({loop})\n}}\n' for i in range(count)}
    yield "packs with conditions", {f"d{i}/x{i}.hcldec": pack % (i, i) for i in range(count // 2)}
    yield "packs with conditions, used", {
        **{f"d{i}/x{i}.hcldec": pack % (i, i) for i in range(count // 3)},
        **{f"d{i}/b.x{i}": 'a = "b"\n' for i in range(count // 3)},
        **{f"d{i}/.hcl-ls.hcl": f'language "x{i}" {{\n spec = "x{i}.hcldec"\n files = ["*.x{i}"]\n}}\n' for i in range(count // 3)},
    }
    yield "packs with loops in their values", {
        f"d{i}/x{i}.hcldec": pack.replace('type = string', "values = [for i in range(1000) : length([for j in range(1000) : i])]") % (i, i)
        for i in range(count // 2)
    }
    rule = 'rule "r" {\n language = "terraform"\n blocks = ["resource"]\n condition = length([for i in range(1000) : i if i >= 0' + " && i >= 0" * 8 + "%s]) < 0\n}\n"
    yield "configurations with conditions", {f"d{i}/.hcl-ls.hcl": rule % "" for i in range(count // 2)}
    yield "blocks that conditions of a team are about", {
        ".hcl-ls.hcl": rule % ' && self.x != 0.5',
        **{f"d{i}/a.tf": 'resource "a" "b" {\n x = 1\n}\n' for i in range(n // 30)},
    }
    yield "calls of a module with loops", {
        "m/a.tf": 'variable "x" {\n type = any\n validation {\n  condition = length([for i in range(1000) : i if i >= 0 && var.x != "q"]) >= 0\n  error_message = "x"\n }\n}\n'
        'output "o" {\n value = [for i in range(1000) : [for j in range(100) : var.x]]\n}\n',
        **{f"d{i}/a.tf": f'module "m" {{\n source = "../m"\n x = {i}\n}}\nlocals {{\n a = module.m.o\n}}\n' for i in range(n // 80)},
    }


def folders(n):
    for name, files in misspelt(n):
        yield "misspelt: " + name, files
    yield from multiplied(n)
    for name, files in scattered(n):
        yield "scattered: " + name, files
    for name, files in extending(n):
        yield "extends: " + name, files
