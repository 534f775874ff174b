# HCL that no other language here knows: nothing is wrong but the syntax, and names lead where they can.
language "hcl" {
  title      = "HCL"
  ids        = ["hcl", "hcl2"]
  files      = ["*.hcl", "*.hcl.json", "*.tfbackend"]
  fallback   = true
  rules      = reference
  join       = folder
  unknown    = allowed
  evaluation = silent
  functions  = [stdlib, try, can]
  # The meaning of names is a guess here, so cycles and repeated names are not certain.
  levels = { ReferenceCycle = off, DuplicateLabels = off }
}

# Two conventions that many languages share; everything else is as the program behind the file likes it.
object {
  block_list "locals" {
    doc = "Values with names: `local.NAME`."
    object {
      any_attr {
        symbol {
          address = [local, name]
          kind    = local
          visible = nearest
          icon    = constant
        }
      }
      any_block {
        object { include = [body.anything] }
      }
    }
  }
  block_list "variable" {
    label "labels" { variadic = true }
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
    any_attr {
      symbol {
        address = [name]
        kind    = argument
        visible = file
      }
    }
    any_block {
      label "labels" { variadic = true }
      object { include = [body.anything] }
    }
  }
}

body "anything" {
  object {
    any_attr {}
    any_block {
      label "labels" { variadic = true }
      object { include = [body.anything] }
    }
  }
}
