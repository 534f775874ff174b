# SYNTAX TEST "source.hcl.ls" "strings, templates, heredocs"
a = "x ${upper(y)} \n \q $${no} %{ if c ~}t%{ endif }"
#     ^^^ - invalid
#      ^^ punctuation.definition.template-expression.begin.hcl
#        ^^^^^ meta.interpolation.hcl entity.name.function.hcl
#                ^ punctuation.definition.template-expression.end.hcl
#                  ^^ constant.character.escape.hcl
#                     ^^ invalid.illegal.escape.hcl
#                        ^^ constant.character.escape.hcl
#                          ^^^^ string.quoted.double.hcl - meta.interpolation
#                               ^^ punctuation.definition.template-expression.begin.hcl
#                                  ^^ keyword.other.hcl
#                                     ^ variable.other.readwrite.hcl
#                                       ^^ punctuation.definition.template-expression.end.hcl
#                                         ^ string.quoted.double.hcl - meta.interpolation
#                                             ^^^^^ keyword.other.hcl
b = "not closed
c = "${[
  1,
# ^ meta.interpolation.hcl constant.numeric.hcl
]} end"
#  ^^^ string.quoted.double.hcl - meta.interpolation
d = <<-EOT
#   ^^^ keyword.operator.heredoc.hcl
#      ^^^ variable.other.enummember.heredoc.hcl
  it's "so" ${x}
# ^^^^^^^^^ string.unquoted.heredoc.hcl - string.quoted
#             ^ variable.other.readwrite.hcl
  EOT
# ^^^ variable.other.enummember.heredoc.hcl
e = 1
# <- variable.other.property.hcl - string
