# HCL that no other language here knows: nothing is wrong but the syntax, and names lead where they can.
language "hcl" {
  title     = "HCL"
  ids       = ["hcl", "hcl2"]
  files     = ["*.hcl", "*.hcl.json"]
  # Other languages with this ending: packages of Hermit, pipelines of Grafana Alloy, SQL.
  content = [
    "!\\s*(auto-version *\\{|sha256sums *= *\\{|sha256-source *=).*",
    "![a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)+( +\"[^\"]*\")? *\\{.*",
    "!(?i:(create|alter|drop) +(role|user|database|table)|grant +[a-z_, ]+ +(to|on)|select +.* +from) +.*"
  ]
  default   = true
  join      = folder
  unknown   = allowed
  functions = ["*", stdlib, try, can]
  # The meaning of names is a guess here, so cycles and repeated names are not certain.
  severity = { ReferenceCycle = off, DuplicateLabels = off }
}

# Two conventions that many languages share; everything else is as the program behind the file likes it.
object {
  block_list "locals" {
    doc = "Values with names: `local.NAME`."
    object {
      attr "*" {
        symbol {
          address = [local, name]
          kind    = local
          visible = nearest
          icon    = constant
        }
      }
      block_list "*" {
        object { include = [body.anything] }
      }
    }
  }
  block_list "variable" {
    label "labels" { optional = many }
    doc = "An input: `var.NAME`."
    symbol {
      address = [var, label.labels]
      kind    = variable
      visible = nearest
      icon    = variable
      value   = can(self.type) ? unknown(any) : try(self.default, unknown(any))
    }
    merge = true
    object { include = [body.anything] }
  }
  include = [body.top]
}

body "top" {
  object {
    attr "*" {
      symbol {
        address = [name]
        kind    = argument
        visible = file
      }
    }
    block_list "*" {
      label "labels" { optional = many }
      object { include = [body.anything] }
    }
  }
}

body "anything" {
  object {
    attr "*" {}
    block_list "*" {
      label "labels" { optional = many }
      object { include = [body.anything] }
    }
  }
}
