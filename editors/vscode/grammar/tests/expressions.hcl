# SYNTAX TEST "source.hcl.ls" "expressions"
a = var.list[0].name
#   ^^^ variable.other.readwrite.hcl
#      ^ punctuation.accessor.hcl
#       ^^^^ variable.other.property.hcl
#            ^ constant.numeric.hcl
#              ^ punctuation.accessor.hcl
#               ^^^^ variable.other.property.hcl
b = x.*.y + z[*].k.0
#     ^ constant.numeric.hcl
#           ^ variable.other.readwrite.hcl
#             ^ keyword.operator.splat.hcl
#                  ^ constant.numeric.hcl
c = provider::aws::arn(upper("x"), [1, null]...)
#   ^^^^^^^^^^^^^^^^^^ meta.function-call.hcl entity.name.function.hcl
#                      ^^^^^ entity.name.function.hcl
#                                      ^^^^ constant.language.hcl
#                                           ^^^ keyword.operator.expand.hcl
d = a >= 1 && !b ? { k = 1, "q" : c ? x : y } : {}
#     ^^ keyword.operator.comparison.hcl
#          ^^ keyword.operator.logical.hcl
#             ^ keyword.operator.logical.hcl
#                ^ keyword.operator.conditional.hcl
#                    ^ variable.other.property.hcl
#                                   ^ keyword.operator.conditional.hcl
#                                     ^ variable.other.readwrite.hcl
e = [for k, v in m : upper(v) if k != "for"]
#    ^^^ keyword.other.hcl
#        ^ variable.parameter.hcl
#           ^ variable.parameter.hcl
#             ^^ keyword.other.hcl
#                ^ variable.other.readwrite.hcl
#                    ^^^^^ entity.name.function.hcl
#                             ^^ keyword.other.hcl
f = {
  for k in m :
# ^^^ keyword.other.hcl
#     ^ variable.parameter.hcl
  k => k...
#   ^^ keyword.operator.arrow.hcl
}
for = in.if
# <--- variable.other.property.hcl - keyword
#     ^^ variable.other.readwrite.hcl
#        ^^ variable.other.property.hcl
g = -1 % 2 * 3 / 4
#   ^ keyword.operator.arithmetic.hcl
#      ^ keyword.operator.arithmetic.hcl
h = 'no'
#   ^ invalid.illegal.character.hcl
type = object({ name = optional(string, "x"), string = list(any) })
# <---- variable.other.property.hcl
#      ^^^^^^ support.type.hcl
#               ^^^^ variable.other.property.hcl
#                      ^^^^^^^^ support.type.hcl
#                               ^^^^^^ support.type.hcl
#                                       ^^^ string.quoted.double.hcl
#                                             ^^^^^^ variable.other.property.hcl
#                                                      ^^^^ support.type.hcl
type = "string"
#      ^^^^^^^^ string.quoted.double.hcl
