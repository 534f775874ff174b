# Terraform Stacks: the components of a stack, and what they need.
language "terraform-stack" {
  title         = "Terraform stack"
  ids           = ["terraform-stack"]
  files         = ["*.tfcomponent.hcl", "*.tfcomponent.json", "*.tfstack.hcl", "*.tfstack.json"]
  rules         = reference
  join          = folder
  unknown_names = ignore
  functions     = [stdlib, try, can, encoding, network, extended, search, digests, yaml, marks, files, templates]
}

object {
  attr "language" {
    decoder = keyword
    doc     = "The edition of the language."
  }
  block_map "component" {
    labels  = ["name"]
    icon    = module
    doc     = "A module of the stack: `component.NAME.OUTPUT`."
    outline = label.name
    label "name" {
      doc    = "The name."
      format = identifier
    }
    symbol {
      address = [component, label.name]
      kind    = component
      value   = unknown(any)
    }
    scope {
      when  = set.for_each
      names = { each = { key = any_key(self.for_each), value = unknown(any) } }
    }
    object {
      attr "source" {
        type     = string
        required = true
        doc      = "Where the module comes from."
      }
      attr "version" {
        type = string
        doc  = "Which versions of a module of a registry are fine."
      }
      attr "for_each" { doc = "One for each element." }
      attr "inputs" { doc = "Values of its variables." }
      attr "providers" {
        decoder = closure
        doc     = "Which provider configurations it gets: `{ aws = provider.aws.main }`."
      }
      attr "depends_on" {
        decoder = traversals
        doc     = "What must be done before."
      }
    }
  }
  block_map "stack" {
    labels  = ["name"]
    icon    = module
    doc     = "Another stack inside of this one: `stack.NAME.OUTPUT`."
    outline = label.name
    label "name" {
      doc    = "The name."
      format = identifier
    }
    symbol {
      address = [stack, label.name]
      kind    = stack
      value   = unknown(any)
    }
    scope {
      when  = set.for_each
      names = { each = { key = any_key(self.for_each), value = unknown(any) } }
    }
    object {
      attr "source" {
        type     = string
        required = true
        doc      = "Where the stack comes from."
      }
      attr "version" {
        type = string
        doc  = "Which versions are fine."
      }
      attr "for_each" { doc = "One for each element." }
      attr "inputs" { doc = "Values of its variables." }
      attr "depends_on" {
        decoder = traversals
        doc     = "What must be done before."
      }
    }
  }
  block_map "provider" {
    labels  = ["type", "name"]
    icon    = package
    doc     = "How a provider is configured: `provider.TYPE.NAME`."
    outline = "${label.type}.${label.name}"
    label "type" { doc = "The local name of the provider." }
    label "name" { doc = "The name of this configuration." }
    symbol {
      address = [provider, label.type, label.name]
      kind    = provider
      value   = unknown(any)
    }
    scope {
      when  = set.for_each
      names = { each = { key = any_key(self.for_each), value = unknown(any) } }
    }
    object {
      attr "for_each" { doc = "One for each element." }
      block_list "config" {
        singleton = true
        doc       = "The arguments of the provider."
        object { include = [body.generic.anything] }
      }
    }
  }
  block_list "required_providers" {
    singleton = true
    icon      = package
    doc       = "Providers that the stack uses, where they come from, and which versions of them."
    object {
      any_attr {
        decoder = closure
        doc     = "A provider by its local name: `{ source = \"NAMESPACE/NAME\", version = \"~> 1.0\" }`."
      }
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
        decoder  = type
        required = true
        doc      = "The type of values."
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
  block_map "output" {
    labels  = ["name"]
    icon    = property
    doc     = "A value that the stack gives out."
    outline = label.name
    label "name" {
      doc    = "The name."
      format = identifier
    }
    object {
      attr "type" {
        decoder  = type
        required = true
        doc      = "The type of the value."
      }
      attr "value" {
        required = true
        doc      = "The value."
      }
      attr "description" {
        type = string
        doc  = "What the value is."
      }
      attr "sensitive" {
        type = bool
        doc  = "Hides the value in output."
      }
      attr "ephemeral" {
        type = bool
        doc  = "Keeps the value out of state and plans."
      }
      block_list "precondition" {
        doc = "A condition that must hold before the value is given out."
        object { include = [body.terraform_test.condition] }
      }
    }
  }
  block_list "removed" {
    icon = operator
    doc  = "A component that the stack no longer has."
    scope {
      when  = set.for_each
      names = { each = { key = any_key(self.for_each), value = unknown(any) } }
    }
    object {
      attr "from" {
        decoder  = closure
        required = true
        doc      = "The address of the component."
      }
      attr "source" {
        type     = string
        required = true
        doc      = "Where the module came from."
      }
      attr "version" {
        type = string
        doc  = "Which versions of a module of a registry are fine."
      }
      attr "for_each" { doc = "One for each element." }
      attr "inputs" { doc = "Values of its variables." }
      attr "providers" {
        decoder = closure
        doc     = "Which provider configurations it gets: `{ aws = provider.aws.main }`."
      }
      block_list "lifecycle" {
        singleton = true
        doc       = "Whether what it made is destroyed."
        object {
          attr "destroy" {
            type = bool
            doc  = "When false, it is only forgotten."
          }
        }
      }
    }
  }
}
