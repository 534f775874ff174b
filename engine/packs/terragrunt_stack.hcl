# Terragrunt stacks: units and nested stacks, with their sources.
language "terragrunt-stack" {
  title    = "Terragrunt stack"
  ids      = ["terragrunt-stack"]
  files    = ["terragrunt.stack.hcl", "terragrunt.autoinclude.stack.hcl"]
  join     = file
  public   = [local]
  native   = terragrunt
  severity = { missing-file = warning }
  functions = [
    stdlib, try, can, encoding, network, extended, search, digests, yaml, marks, workspace_files, templates, terragrunt_functions
  ]
}

object {
  at_least_one = [[unit, stack, include]]
  block_list "locals" {
    max_items = 1
    icon      = variable
    doc       = "Named values: `local.NAME`."
    object {
      attr "*" {
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
    lens    = any_references
    doc     = "Unit to generate from a source."
    outline = label.name
    label "name" { doc = "Name of the unit, as in `unit.NAME.path`." }
    check "unit-name" {
      condition = label.name != ""
      message   = "A unit needs a name that is not empty."
    }
    check "unit-path" {
      condition = self.path == null || !can(regex("^/|^(\\./+)*\\.\\.(/|$)", self.path))
      message   = "The path is relative to the folder of the stack, and stays inside of it."
      at        = attr.path
    }
    check "unit-values" {
      condition = self.values == null || can(keys(self.values))
      message   = "An object with values by name is needed."
      at        = attr.values
      severity  = warning
    }
    scope {
      when  = length(self.expansion) > 0
      names = { each = unknown(object({ key = string, value = any })), count = unknown(object({ index = number })) }
    }
    symbol {
      address = [unit, label.name]
      value   = unknown(any)
    }
    call {
      folder   = self.source
      parents  = { find_in_parent_folders = file, get_terragrunt_dir = folder, get_repo_root = root }
      language = "terragrunt"
    }
    object { include = [body.unit] }
  }
  block_map "stack" {
    labels  = ["name"]
    icon    = module
    lens    = any_references
    doc     = "Nested stack to generate from a source."
    outline = label.name
    label "name" { doc = "Name of the stack, as in `stack.NAME.path`." }
    check "stack-name" {
      condition = label.name != ""
      message   = "A stack needs a name that is not empty."
    }
    check "stack-path" {
      condition = self.path == null || !can(regex("^/|^(\\./+)*\\.\\.(/|$)", self.path))
      message   = "The path is relative to the folder of the stack, and stays inside of it."
      at        = attr.path
    }
    check "stack-values" {
      condition = self.values == null || can(keys(self.values))
      message   = "An object with values by name is needed."
      at        = attr.values
      severity  = warning
    }
    scope {
      when  = length(self.expansion) > 0
      names = { each = unknown(object({ key = string, value = any })), count = unknown(object({ index = number })) }
    }
    symbol {
      address = [stack, label.name]
      value   = unknown(any)
    }
    call {
      folder   = self.source
      parents  = { find_in_parent_folders = file, get_terragrunt_dir = folder, get_repo_root = root }
      language = "terragrunt-stack"
    }
    object { include = [body.stack] }
  }
  block_list "include" {
    icon    = module
    doc     = "Another stack file to include."
    outline = label.name
    label "name" { doc = "Name of the include." }
    call {
      folder   = self.path
      parents  = { find_in_parent_folders = file, get_terragrunt_dir = folder, get_repo_root = root }
      language = "terragrunt-stack"
    }
    object {
      attr "path" {
        type     = string
        required = true
        format   = path
        doc      = "Path of the file to include."
      }
    }
  }
}

variables {
  values = unknown(any)
}

body "part" {
  object {
    # Terragrunt ignores other arguments.
    unknown = warning
    attr "source" {
      type     = string
      required = true
      nullable = false
      length   = { min = 1 }
      format   = folder
      doc      = "Source: a folder, `git::...`."
    }
    attr "path" {
      type     = string
      required = true
      nullable = false
      length   = { min = 1 }
      doc      = "Target path, relative to `.terragrunt-stack`."
    }
    attr "values" { doc = "Values to pass, available there as `values.NAME`." }
    attr "enabled" {
      type = bool
      doc  = "Enable the component."
    }
    attr "no_dot_terragrunt_stack" {
      type = bool
      doc  = "Generate next to this file instead of below `.terragrunt-stack`."
    }
    attr "no_validation" {
      type = bool
      doc  = "Skip validation after generation."
    }
    attr "update_source_with_cas" {
      type = bool
      doc  = "Use content-addressable storage (CAS) for sources."
    }
    attr "mutable" {
      type = bool
      doc  = "Make the copied files writable."
    }
    block_list "expansion" {
      max_items = 1
      doc       = "Creates one component for each element."
      object {
        attr "for_each" { doc = "Map or set of elements." }
        attr "count" { doc = "Number of instances." }
      }
    }
  }
}
body "unit" {
  object {
    include = [body.part]
    block_list "autoinclude" {
      max_items = 1
      doc       = "Configuration to generate beside the unit, which includes it."
      scope {
        names = { dependency = unknown(any) }
      }
      object {
        include = [body.refused, body.free]
        attr "inputs" { doc = "Inputs to add to those of the unit." }
        block_map "dependency" {
          labels  = ["name"]
          outline = label.name
          doc     = "Another unit, whose outputs are `dependency.NAME.outputs`."
          label "name" { doc = "Name of the dependency." }
          object {
            include = [body.free]
            attr "config_path" {
              type     = string
              required = true
              nullable = false
              doc      = "Folder of the other unit, such as `unit.NAME.path`."
            }
            attr "mock_outputs" { doc = "Mock outputs to use until the unit has been applied." }
          }
        }
      }
    }
  }
}
body "stack" {
  object {
    include = [body.part]
    block_list "autoinclude" {
      max_items = 1
      doc       = "Units and stacks to add to the nested stack."
      scope {
        names = { dependency = unknown(any) }
      }
      object {
        include = [body.refused, body.free]
        block_list "dependency" {
          doc = "Not possible here: stacks have no dependencies."
          label "name" {}
          check "no-dependency" {
            condition = false
            message   = "A stack has no dependencies: declare this one in the `autoinclude` of the unit that needs it."
          }
          object { include = [body.free] }
        }
        block_map "unit" {
          labels = ["name"]
          doc    = "Unit to add, or to replace one of this name."
          object { include = [body.unit] }
        }
        block_map "stack" {
          labels = ["name"]
          doc    = "Stack to add, or to replace one of this name."
          object { include = [body.stack] }
        }
      }
    }
  }
}
# What Terragrunt refuses in what it generates.
body "refused" {
  check "autoinclude-values" {
    condition = self.values == null
    message   = "Values belong beside the source, not to what is generated."
    at        = attr.values
  }
  object {
    block_list "locals" {
      doc = "Not possible here: declare locals in the stack."
      check "no-locals" {
        condition = false
        message   = "Nothing is generated with locals: declare them at the top of the stack file."
      }
      object { include = [body.free] }
    }
    block_list "autoinclude" {
      doc = "Not possible here."
      check "no-autoinclude" {
        condition = false
        message   = "One `autoinclude` cannot contain another."
      }
      object { include = [body.free] }
    }
  }
}
body "free" {
  object {
    attr "*" {}
    block_list "*" {
      label "labels" { optional = many }
      object { include = [body.free] }
    }
  }
}
