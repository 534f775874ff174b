# Terraform policies: rules for the resources, providers and modules of plans, which `tfpolicy` and HCP Terraform
# enforce. All functions are in the namespace `core`.
language "terraform-policy" {
  title = "Terraform policy"
  ids   = ["terraform-policy"]
  files = ["*.policy.hcl"]
  # Policies of Vault, Nomad and Consul, and other files, also have such names.
  content = [
    "!\\s*(path|namespace|host_volume|policy|scaling|(key|service|node|agent|event|query|session|identity|partition)(_prefix)?|(namespace|partition)_prefix) +\"[^\"]*\" *\\{?.*",
    "!\\s*(agent|node|operator|quota|plugin|host_volume) *\\{.*",
    "!\\s*(acl|operator|keyring|mesh|peering) *= *\"(read|write|list|deny)\".*"
  ]
  join      = folder
  public    = [input]
  names     = { attrs = allowed, prior_attrs = allowed, meta = allowed }
  functions = [
    "core::common", "core::try", "core::can", "core::encoding", "core::network", "core::extended", "core::search", "core::digests",
    "core::yaml", "core::marks", "core::files", "core::templates", "plugin::*::*"
  ]
  severity   = { UnusedSymbol = info }
  formatting = [quote_labels, unwrap_interpolations]
}

function "core::getresources" {
  params         = { type = string }
  variadic_param = { attributes = any }
  max_items      = 1
  type           = any
  doc            = "Resources of a type in the configuration, with the attributes that the object names: a list of their attributes."
}
function "core::getdatasource" {
  params         = { type = string }
  variadic_param = { attributes = any }
  max_items      = 1
  type           = any
  doc            = "Attributes of a data source, which the provider reads with these arguments."
}
function "core::gethttprequest" {
  params         = { url = string }
  variadic_param = { headers = any }
  max_items      = 1
  type           = any
  doc            = "Result of an HTTP request with the method GET; the object has its headers."
}
function "core::semvercmp" {
  params = { version_a = string, version_b = string }
  type   = number
  doc    = "Compares two semantic versions: -1 if the first is older, 0 if they are equal, 1 if it is newer."
}
function "core::semverconstraint" {
  params = { version = string, constraint = string }
  type   = bool
  doc    = "Whether a semantic version meets a constraint such as `\">= 1.2.0, < 2.0.0\"`."
}
function "core::valuetostring" {
  params = { value = any }
  type   = string
  doc    = "Any value as text: collections as JSON, unknown parts as `(unknown)`, null as `(null)`."
}
function "core::contains_substring" {
  params = { string = string, substring = string }
  result = strcontains(string, substring)
  doc    = "Whether a string contains another one."
}
function "core::regex_match" {
  params = { pattern = string, string = string }
  result = length(regexall(pattern, string)) > 0
  doc    = "Whether a regular expression matches some part of a string."
}

object {
  block_list "policy" {
    max_items = 1
    icon      = module
    doc       = "Settings for the policies of this file: versions of Terraform, providers and plugins."
    object {
      # Early versions had others.
      unknown = warning
      block_list "terraform_config" {
        max_items = 1
        doc       = "Versions of Terraform that the policies need."
        object { include = [body.terraform_config] }
      }
      block_list "plugins" {
        max_items = 1
        doc       = "Plugins with further functions: `plugin::NAME::FUNCTION()`."
        object { include = [body.plugins] }
      }
      block_list "required_providers" {
        max_items = 1
        doc       = "Providers of the resources that the policies are about: `aws = { source = \"hashicorp/aws\", version = \">= 5.0\" }`."
        object {
          attr "*" {
            fields  = body.required_provider
            snippet = "{\n  source = \"$1\"\n}"
            doc     = "A provider, by its local name."
          }
        }
      }
    }
  }
  block_map "input" {
    labels  = ["name"]
    icon    = variable
    doc     = "Input of the policies: `input.NAME`. The set of policies, or a test, can give it a value."
    outline = label.name
    label "name" {
      format = identifier
      doc    = "Name of the input, as in `input.NAME`."
    }
    symbol {
      address   = [input, label.name]
      kind      = input
      value     = cast(unknown(any), self.type)
      type      = self.type
      sensitive = first(self.sensitive, false)
      visible   = nearest
      unused    = true
    }
    check "default-type" {
      type = self.type
      at   = attr.default
    }
    check "null-default" {
      condition = !(set.default && self.default == null && self.nullable == false)
      message   = "Null is no value for an input with `nullable = false`."
      at        = attr.default
    }
    object {
      attr "type" {
        decoder  = type
        required = true
        doc      = "Type of the value: `string`, `list(string)`, `object({ name = string })` and so on."
      }
      attr "default" {
        constant = true
        doc      = "Value if none is given."
      }
      attr "description" {
        type     = string
        constant = true
        doc      = "What the input is for."
      }
      attr "sensitive" {
        type     = bool
        constant = true
        default  = false
        doc      = "Hides the value in output."
      }
      attr "nullable" {
        type     = bool
        constant = true
        doc      = "Whether the value can be null."
      }
    }
  }
  block_list "locals" {
    icon = variable
    doc  = "Named values for all policies: `local.NAME`."
    object {
      attr "*" {
        symbol {
          address = [local, name]
          kind    = local
          icon    = constant
          visible = nearest
          unused  = true
        }
      }
    }
  }
  block_list "resource_policy" {
    icon    = class
    doc     = "Policy for the resources of a type. It sees their planned attributes as `attrs`, those before the change as `prior_attrs`, and `meta`."
    outline = "${label.resource_type} ${label.name}"
    label "resource_type" {
      access = read
      doc    = "Type of the resources; `*` stands for any text."
    }
    label "name" { doc = "Name of the policy." }
    symbol {
      address = [resource_policy, label.resource_type, label.name]
      kind    = resource_policy
      visible = file
    }
    scope {
      names = {
        attrs       = unknown(any)
        prior_attrs = unknown(any)
        meta = {
          type          = unknown(string)
          provider_type = unknown(string)
          operation     = unknown(string)
          module_path   = unknown(string)
          tfe_workspace = unknown(any)
          tfe_stack     = unknown(any)
        }
      }
    }
    restrict {
      when    = !set.operations || contains(first(self.operations, []), "create")
      names   = { prior_attrs = error }
      message = "a resource that is created has no earlier attributes: set `operations` without `create`."
    }
    object {
      include = [body.rules]
      attr "operations" {
        type    = list(string)
        default = ["create", "update"]
        values  = { create = "Resources that are created.", update = "Resources that are changed in place or replaced.", delete = "Resources that are destroyed." }
        snippet = "[\"$1\"]"
        doc     = "Planned actions that the policy is about; `create` and `update` by default."
      }
    }
  }
  block_list "provider_policy" {
    icon    = class
    doc     = "Policy for the configurations of a provider. It sees their arguments as `attrs`, and `meta`."
    outline = "${label.provider_type} ${label.name}"
    label "provider_type" {
      access = read
      doc    = "Type of the provider, such as `aws`; `*` stands for any text."
    }
    label "name" { doc = "Name of the policy." }
    symbol {
      address = [provider_policy, label.provider_type, label.name]
      kind    = provider_policy
      visible = file
    }
    scope {
      names = {
        attrs = unknown(any)
        meta = {
          type          = unknown(string)
          name          = unknown(string)
          alias         = unknown(string)
          namespace     = unknown(string)
          source        = unknown(string)
          version       = unknown(string)
          tfe_workspace = unknown(any)
          tfe_stack     = unknown(any)
        }
      }
    }
    object { include = [body.rules] }
  }
  block_list "module_policy" {
    icon    = class
    doc     = "Policy for calls of a module. It sees `meta`: where the module comes from."
    outline = "${label.source} ${label.name}"
    label "source" {
      access = read
      doc    = "Source of the module; `*` stands for any text."
    }
    label "name" { doc = "Name of the policy." }
    symbol {
      address = [module_policy, label.source, label.name]
      kind    = module_policy
      visible = file
    }
    scope {
      names = {
        attrs = unknown(any)
        meta = {
          source        = unknown(string)
          version       = unknown(string)
          address       = unknown(string)
          tfe_workspace = unknown(any)
          tfe_stack     = unknown(any)
        }
      }
    }
    object { include = [body.rules] }
  }
}

# What all policies have.
body "rules" {
  object {
    attr "enforcement_level" {
      type = string
      values = {
        advisory              = "A violation is a warning: the run goes on."
        mandatory_overridable = "A violation stops the run, unless somebody with the permission overrides it."
        mandatory             = "A violation stops the run."
      }
      doc = "Effect of a violation."
    }
    attr "filter" {
      type = bool
      doc  = "Condition under which the policy applies: `attrs.tags.env == \"prod\"`."
    }
    block_list "locals" {
      max_items = 1
      icon      = variable
      doc       = "Named values for this policy: `local.NAME`."
      object {
        attr "*" {
          symbol {
            address = [local, name]
            kind    = local
            icon    = constant
            visible = parent
            unused  = true
          }
        }
      }
    }
    block_list "enforce" {
      min_items = 1
      icon      = event
      doc       = "Condition that must be true."
      snippet   = "condition     = $1\nerror_message = \"$2\""
      object {
        attr "condition" {
          type     = bool
          required = true
          doc      = "Condition that must be true for the policy to pass."
        }
        attr "error_message" {
          type = string
          doc  = "Message that is shown when the condition is false."
        }
        attr "info_message" {
          type = string
          doc  = "Message that is shown in any case."
        }
      }
    }
  }
}
body "required_provider" {
  object {
    attr "source" {
      type     = string
      constant = true
      required = true
      doc      = "Address of the provider: `hashicorp/aws`."
    }
    attr "version" {
      type     = string
      constant = true
      format   = version_constraint
      doc      = "Versions that the policies are for: `\">= 5.0, < 7.0\"`."
    }
  }
}
body "terraform_config" {
  object {
    attr "required_version" {
      type     = string
      constant = true
      format   = version_constraint
      doc      = "Version constraint for Terraform: `\">= 1.16\"`."
    }
  }
}
body "plugins" {
  object {
    attr "*" {
      fields  = body.plugin
      snippet = "{\n  source = \"$1\"\n}"
      doc     = "A plugin by its name: `{ source = \"./plugins/NAME\" }`, or only the path of its program."
    }
  }
}
body "plugin" {
  object {
    attr "source" {
      type     = string
      constant = true
      required = true
      format   = path
      doc      = "Path of the plugin's program."
    }
  }
}
