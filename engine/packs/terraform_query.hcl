# Terraform queries: lists of what exists. They stand beside a module, whose names they may use.
language "terraform-query" {
  title         = "Terraform query"
  ids           = ["terraform-search", "terraform-query"]
  files         = ["*.tfquery.hcl", "*.tfquery.json"]
  rules         = reference
  join          = folder
  unknown_names = ignore
  functions     = [stdlib, try, can, encoding, network, extended, search, digests, yaml, marks, files, templates]
}

object {
  block_map "list" {
    labels  = ["type", "name"]
    icon    = array
    doc     = "Looks up all resources of a type that meet some conditions."
    outline = "${label.type}.${label.name}"
    label "type" { doc = "The type of the resources." }
    label "name" { doc = "The name, as in `list.TYPE.NAME`." }
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
      names = { each = { key = any_key(self.for_each), value = unknown(any) } }
    }
    object {
      conflicts = [[count, for_each]]
      attr "provider" {
        decoder  = traversal
        required = true
        doc      = "The provider configuration to ask."
      }
      attr "count" {
        type = number
        doc  = "How many times."
      }
      attr "for_each" { doc = "Once for each element." }
      attr "include_resource" {
        type = bool
        doc  = "Whether all of each resource is read, not only what identifies it."
      }
      attr "limit" {
        type = number
        doc  = "How many at most."
      }
      block_list "config" {
        singleton = true
        doc       = "The conditions, as the provider has them."
        object { include = [body.generic.anything] }
      }
    }
  }
  block_list "provider" {
    icon    = package
    doc     = "How a provider is configured."
    outline = self.alias == null ? label.name : "${label.name}.${self.alias}"
    label "name" { doc = "The local name of the provider." }
    object {
      attr "alias" {
        type = string
        doc  = "The name of a further configuration."
      }
      include = [body.generic.anything]
    }
  }
  block_map "variable" {
    labels  = ["name"]
    icon    = variable
    doc     = "An input: `var.NAME`."
    outline = label.name
    label "name" {
      doc    = "The name, as in `var.NAME`."
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
        doc     = "The type of values."
      }
      attr "default" {
        constant = true
        doc      = "The value when none is given."
      }
      attr "description" {
        type = string
        doc  = "What the variable is for."
      }
      attr "sensitive" {
        type = bool
        doc  = "Hides the value in output."
      }
      attr "nullable" {
        type = bool
        doc  = "Whether null is a value."
      }
      attr "ephemeral" {
        type = bool
        doc  = "Keeps the value out of state and plans."
      }
      block_list "validation" {
        doc = "A condition that values must meet."
        object { include = [body.terraform_test.condition] }
      }
    }
  }
  block_list "locals" {
    icon = variable
    doc  = "Values with names: `local.NAME`."
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
}
