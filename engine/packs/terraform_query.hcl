# Terraform queries: lists of existing resources. They belong to a module and can refer to its names.
language "terraform-query" {
  title   = "Terraform query"
  ids     = ["terraform-search", "terraform-query"]
  files   = ["*.tfquery.hcl", "*.tfquery.json"]
  join    = folder
  native  = terraform
  unknown = allowed
  names   = { "*" = whole, "*()" = error }
  functions = [
    common, try, can, encoding, network, extended, search, digests, yaml, marks, files, templates, "provider::*::*", "assume*", "core::"
  ]
  formatting = [quote_labels, unwrap_interpolations]
}

object {
  block_map "list" {
    labels  = ["type", "name"]
    icon    = array
    doc     = "Query for existing resources of a type."
    outline = "${label.type}.${label.name}"
    label "type" { doc = "Type of the resources to list." }
    label "name" { doc = "Name of the query, as in `list.TYPE.NAME`." }
    symbol {
      address = [list, label.type, label.name]
      kind    = list
      value   = unknown(any)
    }
    scope {
      when  = set.count
      names = { count = { index = unknown(number) } }
    }
    scope {
      when  = set.for_each
      names = { each = { key = unknown(string), value = unknown(any) } }
    }
    object {
      conflicts = [[count, for_each]]
      attr "provider" {
        decoder  = traversal
        required = true
        doc      = "Provider configuration to use for the query."
      }
      attr "count" {
        type = number
        doc  = "Number of instances of the query."
      }
      attr "for_each" { doc = "Runs the query once for each element." }
      attr "include_resource" {
        type = bool
        doc  = "Whether to return all attributes of each resource, not only its identity."
      }
      attr "limit" {
        type = number
        doc  = "Maximum number of results."
      }
      block_list "config" {
        max_items = 1
        doc       = "Provider-specific arguments of the query, such as filters."
        object { include = [body.generic.anything] }
      }
    }
  }
  block_list "provider" {
    icon    = package
    doc     = "Provider configuration."
    outline = self.alias == null ? label.name : "${label.name}.${self.alias}"
    label "name" { doc = "Local name of the provider." }
    object {
      attr "alias" {
        type   = string
        format = identifier
        doc    = "Name of an additional configuration of the provider."
      }
      include = [body.generic.anything]
    }
  }
  block_map "variable" {
    labels  = ["name"]
    icon    = variable
    doc     = "Input variable: `var.NAME`."
    outline = label.name
    label "name" {
      doc    = "Variable name, as in `var.NAME`."
      format = identifier
    }
    symbol {
      address   = [var, label.name]
      kind      = variable
      value     = cast(unknown(any), self.type)
      type      = self.type
      required  = !set.default
      sensitive = first(self.sensitive, false)
    }
    check "default-type" {
      type = self.type
      at   = attr.default
    }
    object {
      attr "type" {
        decoder = type
        doc     = "Type of the value."
      }
      attr "default" {
        constant = true
        doc      = "Value to use if none is set."
      }
      attr "description" {
        type = string
        doc  = "Description of the variable."
      }
      attr "sensitive" {
        type = bool
        doc  = "Hides the value in output."
      }
      attr "nullable" {
        type    = bool
        default = true
        doc     = "Whether the value can be null."
      }
      attr "ephemeral" {
        type = bool
        doc  = "Keeps the value out of state and plan files."
      }
      block_list "validation" {
        doc = "Validation rule for the value."
        object { include = [body.terraform_test.condition] }
      }
    }
  }
  block_list "locals" {
    icon = variable
    doc  = "Named values: `local.NAME`."
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
}
