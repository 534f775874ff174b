# Terragrunt stacks: which units and stacks there are, and from where.
language "terragrunt-stack" {
  title = "Terragrunt stack"
  ids   = ["terragrunt-stack"]
  files = ["terragrunt.stack.hcl"]
  rules = reference
  join  = file
  functions = [
    stdlib, try, can, encoding, network, extended, search, digests, yaml, marks, files, templates, terragrunt_functions
  ]
}

object {
  at_least_one = [[unit, stack, include]]
  block_list "locals" {
    singleton = true
    icon      = variable
    doc       = "Values with names: `local.NAME`."
    object {
      any_attr {
        symbol {
          address = [local, name]
          kind    = local
          icon    = constant
        }
      }
    }
  }
  block_map "unit" {
    labels  = ["name"]
    icon    = class
    doc     = "A unit that is made of a template."
    outline = label.name
    label "name" { doc = "The name, as in `unit.NAME.path`." }
    scope {
      when  = length(self.expansion) > 0
      names = { each = unknown(object({ key = string, value = any })), count = unknown(object({ index = number })) }
    }
    symbol {
      address = [unit, label.name]
      value   = unknown(any)
    }
    object { include = [body.part] }
  }
  block_map "stack" {
    labels  = ["name"]
    icon    = module
    doc     = "A stack inside of this one."
    outline = label.name
    label "name" { doc = "The name, as in `stack.NAME.path`." }
    scope {
      when  = length(self.expansion) > 0
      names = { each = unknown(object({ key = string, value = any })), count = unknown(object({ index = number })) }
    }
    symbol {
      address = [stack, label.name]
      value   = unknown(any)
    }
    object { include = [body.part] }
  }
  block_list "include" {
    icon    = module
    doc     = "Another stack file that this one takes over."
    outline = label.name
    label "name" { doc = "A name for it." }
    object {
      attr "path" {
        type     = string
        required = true
        doc      = "The file."
      }
    }
  }
}

variables {
  values     = unknown(any)
  dependency = unknown(any)
}

body "part" {
  object {
    attr "source" {
      type       = string
      required   = true
      min_length = 1
      doc        = "Where it comes from: a folder, `git::...`."
    }
    attr "path" {
      type       = string
      required   = true
      min_length = 1
      doc        = "Its folder, below `.terragrunt-stack`."
    }
    attr "values" { doc = "Values for it: `values.NAME` there." }
    attr "enabled" {
      type = bool
      doc  = "Whether it is one at all."
    }
    attr "no_dot_terragrunt_stack" {
      type = bool
      doc  = "Whether it lies beside this file, not below `.terragrunt-stack`."
    }
    attr "no_validation" {
      type = bool
      doc  = "Whether it is not looked at after it was made."
    }
    attr "update_source_with_cas" {
      type = bool
      doc  = "Whether sources are kept by their content."
    }
    attr "mutable" {
      type = bool
      doc  = "Whether what was copied may be changed."
    }
    block_list "expansion" {
      singleton = true
      doc       = "One for each element."
      object {
        attr "for_each" { doc = "A map or a set." }
        attr "count" { doc = "How many." }
      }
    }
    any_attr {}
    any_block {
      label "labels" { variadic = true }
      object { include = [body.free] }
    }
  }
}
body "free" {
  object {
    any_attr {}
    any_block {
      label "labels" { variadic = true }
      object { include = [body.free] }
    }
  }
}
