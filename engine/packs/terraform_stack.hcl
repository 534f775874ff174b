# Terraform Stacks: the components of a stack, with their providers and inputs.
language "terraform-stack" {
  title     = "Terraform stack"
  ids       = ["terraform-stack"]
  files     = ["*.tfcomponent.hcl", "*.tfcomponent.json", "*.tfstack.hcl", "*.tfstack.json"]
  join      = folder
  native    = terraform
  public    = [variable, output]
  names     = { count = allowed, self = allowed, terraform = allowed, "*" = whole }
  functions = [common, try, can, encoding, network, extended, search, digests, yaml, marks, files, templates]
}

object {
  attr "language" {
    decoder = keyword
    doc     = "Language edition."
  }
  block_map "component" {
    labels  = ["name"]
    icon    = module
    doc     = "Component: a module of the stack, `component.NAME.OUTPUT`."
    outline = label.name
    label "name" {
      doc    = "Name of the component."
      format = identifier
    }
    symbol {
      address = [component, label.name]
      kind    = component
      value   = instances(null, self.for_each, called)
      depends = all
      indexed = set.for_each
    }
    call {
      folder   = self.source
      language = "terraform"
      outputs  = output
    }
    scope {
      when  = set.for_each
      names = { each = { key = unknown(string), value = unknown(any) } }
    }
    object {
      include = [body.sourced]
      attr "source" {
        type     = string
        constant = true
        required = true
        format   = folder
        doc      = "Source of the module: a folder (`./NAME`), a registry address (`NAMESPACE/NAME/PROVIDER`), or a URL."
      }
      attr "version" {
        type     = string
        constant = true
        doc      = "Version constraint for a registry module."
      }
      attr "inputs" {
        snippet = "{\n  $1\n}"
        doc     = "Values for the variables of the module."
      }
      attr "providers" {
        decoder = closure
        snippet = "{\n  $1\n}"
        doc     = "Provider configurations for the module: `{ aws = provider.aws.main }`."
      }
      attr "depends_on" {
        decoder   = traversals
        refers_to = [component, stack]
        unknown   = allowed
        doc       = "Explicit dependencies of the component."
      }
    }
  }
  block_map "stack" {
    labels  = ["name"]
    icon    = module
    doc     = "Nested stack: `stack.NAME.OUTPUT`."
    outline = label.name
    label "name" {
      doc    = "Name of the nested stack."
      format = identifier
    }
    symbol {
      address = [stack, label.name]
      kind    = stack
      value   = instances(null, self.for_each, called)
      depends = all
      indexed = set.for_each
    }
    call {
      folder   = self.source
      language = "terraform-stack"
      outputs  = output
    }
    scope {
      when  = set.for_each
      names = { each = { key = unknown(string), value = unknown(any) } }
    }
    object {
      include = [body.sourced]
      attr "source" {
        type     = string
        constant = true
        required = true
        format   = folder
        doc      = "Source of the stack."
      }
      attr "version" {
        type     = string
        constant = true
        doc      = "Version constraint for the stack."
      }
      attr "inputs" {
        snippet = "{\n  $1\n}"
        doc     = "Values for the variables of the nested stack."
      }
      attr "depends_on" {
        decoder   = traversals
        refers_to = [component, stack]
        unknown   = allowed
        doc       = "Explicit dependencies of the nested stack."
      }
    }
  }
  block_map "provider" {
    labels  = ["type", "name"]
    icon    = package
    doc     = "Provider configuration: `provider.TYPE.NAME`."
    outline = "${label.type}.${label.name}"
    check "plain-repetition" {
      condition = !is_ephemeral(self.for_each)
      message   = "The keys of instances are stored, so the value cannot be ephemeral."
      at        = attr.for_each
    }
    label "type" { doc = "Local name of the provider." }
    label "name" { doc = "Name of this configuration." }
    symbol {
      address = [provider, label.type, label.name]
      kind    = provider
      value   = unknown(any)
      indexed = set.for_each
    }
    scope {
      when  = set.for_each
      names = { each = { key = unknown(string), value = unknown(any) } }
    }
    object {
      attr "for_each" {
        format = keyed
        doc    = "Creates one instance for each element."
      }
      block_list "config" {
        max_items = 1
        doc       = "Arguments of the provider."
        object { include = [body.generic.anything] }
      }
    }
  }
  block_list "required_providers" {
    max_items = 1
    icon      = package
    check "provider-requirement" {
      each      = self
      condition = try(each.version != null, !can(keys(each)), false) || try(startswith(each.source, "terraform.io/builtin/"), false)
      message   = "A stack names the versions of each provider: `version = \"~> 1.0\"`."
    }
    doc = "Providers that the stack requires, with their sources and version constraints."
    object {
      attr "*" {
        decoder = expression
        package = { address = self.source, version = self.version }
        fields  = body.terraform.required_provider
        doc     = "Provider requirement, by local name: `{ source = \"NAMESPACE/NAME\", version = \"~> 1.0\" }`."
      }
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
      ephemeral = first(self.ephemeral, false)
    }
    check "default-type" {
      type = self.type
      at   = attr.default
    }
    object {
      attr "type" {
        decoder  = type
        required = true
        doc      = "Type of the value."
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
  block_map "output" {
    labels  = ["name"]
    icon    = property
    doc     = "Output value of the stack."
    outline = label.name
    label "name" {
      doc    = "Name of the output."
      format = identifier
    }
    symbol {
      address = [output, label.name]
      kind    = output
      value   = set.type ? cast(unknown(any), self.type) : self.value
      visible = by_name
    }
    check "value-type" {
      type = self.type
      at   = attr.value
    }
    object {
      attr "type" {
        decoder  = type
        required = true
        doc      = "Type of the value."
      }
      attr "value" {
        required = true
        doc      = "Value of the output."
      }
      attr "description" {
        type = string
        doc  = "Description of the output."
      }
      attr "sensitive" {
        type = bool
        doc  = "Hides the value in output."
      }
      attr "ephemeral" {
        type = bool
        doc  = "Keeps the value out of state and plan files."
      }
      block_list "precondition" {
        doc = "Condition that must be true before the output is evaluated."
        object { include = [body.terraform_test.condition] }
      }
    }
  }
  block_list "removed" {
    icon = operator
    doc  = "Component that was removed from the stack."
    check "source-version" {
      condition = !set.source || set.version || !is_in_registry(self.source)
      message   = "A module of a registry needs a `version`: the constraint that it must fit."
      at        = attr.source
    }
    check "version-of-folder" {
      condition = !set.version || !can(regex("^\\.\\.?/|::|://", self.source))
      message   = "Only modules of a registry have versions."
      at        = attr.version
    }
    scope {
      when  = set.for_each
      names = { each = { key = unknown(string), value = unknown(any) } }
    }
    object {
      attr "from" {
        decoder   = address
        refers_to = [component, stack]
        unknown   = allowed
        required  = true
        doc       = "Address of the component, which the stack does not declare any more."
      }
      attr "source" {
        type     = string
        constant = true
        required = true
        format   = folder
        doc      = "Source of the module of the removed component."
      }
      attr "version" {
        type     = string
        constant = true
        doc      = "Version constraint for a registry module."
      }
      attr "for_each" {
        format = keyed
        doc    = "Removes one instance for each element."
      }
      attr "inputs" {
        snippet = "{\n  $1\n}"
        doc     = "Values for the variables of the module."
      }
      attr "providers" {
        decoder = closure
        snippet = "{\n  $1\n}"
        doc     = "Provider configurations for the module: `{ aws = provider.aws.main }`."
      }
      block_list "lifecycle" {
        max_items = 1
        doc       = "Settings for destroying the resources of the component."
        object {
          attr "destroy" {
            type = bool
            doc  = "When false, the resources are only removed from the state."
          }
        }
      }
    }
  }
}

# Blocks that take a module from a source and repeat it.
body "sourced" {
  check "source-version" {
    condition = !set.source || set.version || !is_in_registry(self.source)
    message   = "A module of a registry needs a `version`: the constraint that it must fit."
    at        = attr.source
  }
  check "version-of-folder" {
    condition = !set.version || !can(regex("^\\.\\.?/|::|://", self.source))
    message   = "Only modules of a registry have versions."
    at        = attr.version
  }
  check "plain-repetition" {
    condition = !is_ephemeral(self.for_each)
    message   = "The keys of instances are stored, so the value cannot be ephemeral."
    at        = attr.for_each
  }
  object {
    attr "for_each" {
      format = keyed
      doc    = "Creates one instance for each element."
    }
  }
}

# An address of a registry: three parts, with a host in front or not.
function "is_in_registry" {
  params  = [source]
  result  = can(regex("^([^/]+\\.[^/]+/)?[0-9A-Za-z][0-9A-Za-z_-]*/[0-9A-Za-z][0-9A-Za-z_-]*/[0-9a-z]+(//.*)?$", source)) && !can(regex("^(github\\.com|bitbucket\\.org|gitlab\\.com)/", source))
  visible = pack
}
