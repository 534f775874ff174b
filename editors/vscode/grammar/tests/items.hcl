# SYNTAX TEST "source.hcl.ls" "attributes, blocks, comments"
# a comment
# <- comment.line.number-sign.hcl punctuation.definition.comment.hcl
# ^^^^^^^^^ comment.line.number-sign.hcl

name = "x" // behind
# <---- variable.other.property.hcl
#    ^ keyword.operator.assignment.hcl
#      ^^^ string.quoted.double.hcl
#          ^^^^^^^^^ comment.line.double-slash.hcl

/* over
  lines */
# ^^^^^ comment.block.hcl
größe-2 = 1.5e3
# <------- variable.other.property.hcl
#         ^^^^^ constant.numeric.hcl

resource "aws_thing" each {
# <-------- meta.block.hcl entity.name.type.hcl
#        ^^^^^^^^^^^ meta.block.hcl variable.other.enummember.label.hcl
#                    ^^^^ variable.other.enummember.label.hcl
#                         ^ punctuation.section.block.begin.hcl
  lifecycle { create_before_destroy = true }
# ^^^^^^^^^ meta.block.hcl meta.block.hcl entity.name.type.hcl
#             ^^^^^^^^^^^^^^^^^^^^^ variable.other.property.hcl
#                                     ^^^^ constant.language.hcl
#                                          ^ punctuation.section.block.end.hcl
  after = 1
# ^^^^^ meta.block.hcl variable.other.property.hcl - entity.name.type.hcl
}
# <- punctuation.section.block.end.hcl

variable "half"
# <-------- entity.name.type.hcl
#        ^^^^^^ variable.other.enummember.label.hcl
next = 1
# <---- variable.other.property.hcl - meta.block.hcl
