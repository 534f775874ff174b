# SYNTAX TEST "source.hcl.ls" "heredocs that hold other languages"
a = <<POLICY_JSON
{ "a": ["${x}", {
#      ^ source.test.json
#        ^^ punctuation.definition.template-expression.begin.hcl
#          ^ meta.interpolation.hcl variable.other.readwrite.hcl
POLICY_JSON
# <----------- variable.other.enummember.heredoc.hcl - source.test.json
b = f(<<-SQL
  select ${y}
# ^^^^^^ meta.embedded.block.sql source.test.sql
#          ^ variable.other.readwrite.hcl
  SQL
# ^^^ variable.other.enummember.heredoc.hcl
, 2)
# ^ meta.function-call.hcl constant.numeric.hcl
c = <<USER_DATA
echo %{ if z }hi
# <---- meta.embedded.block.shellscript
#       ^^ keyword.other.hcl
USER_DATA
y = <<CONFIG_YAML
- key: ${v}
# ^^^ meta.embedded.block.yaml source.test.yaml
#        ^ variable.other.readwrite.hcl
CONFIG_YAML
s = <<-SHELL
  echo hi
# ^^^^ meta.embedded.block.shellscript source.test.shellscript
  SHELL
m = <<MARKDOWN
# Title ${v}
# <------- meta.embedded.block.markdown markup.heading.markdown
#         ^ variable.other.readwrite.hcl
- **bold** and `code`, [there](./x.md)
# <- punctuation.definition.list.begin.markdown
# ^^^^^^^^ markup.bold.markdown
#              ^^^^^^ markup.inline.raw.string.markdown
#                      ^^^^^^^ string.other.link.title.markdown
#                             ^^^^^^^^ markup.underline.link.markdown
MARKDOWN
# <-------- variable.other.enummember.heredoc.hcl - markup
d = <<HCL
inner = 1
# <----- meta.embedded.block.hcl variable.other.property.hcl
HCL
e = 1
# <- variable.other.property.hcl - meta.embedded
