# Every shape that indentation has to understand, in canonical form.
name   = "plain"
quoted = "a \"brace\" { in quotes"
nested = "outer ${upper("inner ${name} }")} end"
list = [
  1,
  [2, 3],
  [
    4,
  ],
]

block "label" other {
  /* A comment with { brackets
       that is left alone */
  object = {
    key    = "value" # trailing {
    "a b"  = 1
    (name) = 2 // another [
  }

  text = <<EOT
"an open quote, { a bracket and ${upper("template")}
    indented
EOT

  script = <<-END_OF-IT
    if [ "$x" = "}" ]; then
      echo "%{if name != ""}yes%{else}no%{endif}"
    fi
  END_OF-IT

  call = merge({
    a = 1
    }, {
    b = 2
  })

  condition = (
    name == "x" ?
    1 :
    2
  )

  splat = [for k, v in {
    a = 1
    } : "${k}-${v}"
    if v > 0
  ]

  inner {
    empty {}
    one { a = 1 }
  }
}
