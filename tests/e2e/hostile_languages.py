"""Texts of about n bytes that ask for much of what each language of the build makes of its own constructs."""

from hostile_folders import numbered, rep


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
    count = n // 90
    yield "dependencies in a circle", "a.tf", "".join('data "a" "a%d" {\n depends_on = [%s]\n}\n' % (i, ", ".join("data.a.a%d" % ((i + k) % count) for k in range(1, 6))) for i in range(count))
    yield "circles that lead to much else", "a.tf", "".join('data "a" "a%d" {\n depends_on = [data.a.a%d%s]\n}\n' % (i, (i + 1) % 28, "".join(", data.a.b%d" % (k % 50) for k in range(n // 28 // 12))) for i in range(28)) + "".join('data "a" "b%d" {}\n' % k for k in range(50))
    count = n // 60
    yield "targets that read each other", "docker-bake.hcl", "".join('target "t%d" {\n args = {\n  a = target.t%d.args.a\n }\n}\n' % (i, (i + 1) % count) for i in range(count))
    yield "targets that read each other as a whole", "docker-bake.hcl", 'target "a" {\n args = {\n  a = [' + rep("target.b, ", n // 2) + ']\n }\n}\ntarget "b" {\n' + numbered(" x%d = target.a\n", n // 2) + "}\n"
    count = n // 24
    yield "a circle with a name that is only begun", "a.tf", "locals {\n a0 = [local.a1, local]\n" + "".join(" a%d = local.a%d\n" % (i, (i + 1) % count) for i in range(1, count)) + "}\n"
    count = n // 100
    yield "validations in a circle", "a.tf", "".join('variable "v%d" {\n validation {\n  condition = var.v%d != var.v%d\n  error_message = "m"\n }\n}\n' % (i, i, (i + 1) % count) for i in range(count))
    yield "circles of a program", "a.pp", "".join("a%d = [a%d, a%d]\n" % (i, i + 1, i // 2) for i in range(n // 26))
    yield "objects of a program in circles", "a.pp", "".join("a%d = {x = a%d, y = a%d}\n" % (i, i + 1, i // 2) for i in range(n // 34))
    yield "consul", "consul.hcl", numbered("services {\n name = \"s%d\"\n check {\n  http = \"x\"\n }\n}\n", n)
    yield "versions with many conditions", "a.tf", 'terraform {\n required_version = "' + rep("!=1,", n // 3) + '=2"\n required_providers {\n  a = {\n   source = "h/a"\n   version = "' + rep("!=1,", n // 3) + '=1"\n  }\n  b = {\n   source = "h/b"\n   version = "' + numbered("~>1.%d,", n // 3) + '=1"\n  }\n }\n}\n'
    yield "versions of many providers", "a.tf", "terraform {\n required_providers {\n" + rep("  a = {\n   version = \"" + ",".join("~>1.%d" % i for i in range(90)) + '"\n  }\n', n) + " }\n}\n"
    yield "expanded arguments", "a.tf", "locals {\n l = [" + numbered('"%d",', n // 4) + "]\n" + numbered(" x%d = coalesce(local.l...)\n", n // 40) + "}\n"
    yield "searches in long texts", "a.tf", 'locals {\n s = "' + "a" * (n // 3) + '"\n t = "' + "a" * (n // 6) + 'b"\n' + numbered(' c%d = strcontains(local.s, local.t)\n d%d = replace(local.s, local.t, "x")\n e%d = split(local.t, local.s)\n', n // 2) + "}\n"
    yield "merges with unknown maps", "a.tf", 'variable "m" {\n type = map(string)\n}\nlocals {\n o = {' + numbered("k%d = 1,", n // 3) + "}\n" + numbered(" c%d = merge(local.o, var.m, { x = var.m })\n", n // 2) + "}\n"
