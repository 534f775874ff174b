# Terraform and OpenTofu: the files of a module. What resource types hold is for provider schemas to say; without one
# their bodies may hold anything.
language "terraform" {
  title = "Terraform"
  ids   = ["terraform", "opentofu", "tf"]
  # Files whose names begin with a dot, as those of editors do, are no part of modules.
  files       = ["[!.]*.tf", "[!.]*.tf.json", "[!.]*.tofu", "[!.]*.tofu.json"]
  rules       = reference
  join        = folder
  overrides   = "{override,*_override}.{tf,tf.json,tofu,tofu.json}"
  reads_files = true
  native      = terraform
  functions = [
    stdlib, try, can, encoding, network, extended, search, digests, yaml, marks, files, templates, "provider::*::*",
    "provider::terraform::encode_expr", "provider::terraform::encode_tfvars", "provider::terraform::decode_tfvars",
    "assume*", "core::"
  ]
  override_kinds  = [variable, local, output, module, resource, data]
  whole_addresses = true
  optional_root   = resource
  dynamic_blocks  = "dynamic"
  public          = [variable, output, provider_alias]
  # Providers that `required_providers` does not name.
  default_package = "hashicorp/*"
  # providers = { aws.src = aws.x }: keys there are addresses.
  levels = { AmbiguousAttributeKey = off }
}

object {
  block_list "terraform" {
    doc  = "Settings of Terraform itself for this module: versions, providers, and where the state is kept."
    icon = module
    check "required-version" {
      condition = !can(regex("(^|,) *(=|>=|~>)? *v?([2-9]|[1-9][0-9]+)([., ]|$)", self.required_version))
      message   = "No version of Terraform or OpenTofu is that new."
      at        = attr.required_version
    }
    check "experiments" {
      condition = !set.experiments
      message   = "Released versions have no experiments to switch on: remove the argument."
      at        = attr.experiments
    }
    object {
      conflicts = [[backend, cloud], [backend, state_store], [cloud, state_store]]
      attr "required_version" {
        type     = string
        constant = true
        format   = version_constraint
        oldest   = "1.0"
        doc      = "Versions of Terraform that this module works with: `\">= 1.5, < 2.0\"`."
      }
      attr "experiments" {
        decoder = identifiers
        doc     = "Experimental features that are switched on."
      }
      attr "language" {
        decoder = keyword
        doc     = "The edition of the language."
      }
      block_list "backend" {
        doc       = "Where the state is kept."
        singleton = true
        check "backend-ignored" {
          condition = false
          message   = "A backend counts only in the root module: this one is ignored, since another module calls this folder."
          only      = called
          severity  = warning
        }
        label "type" {
          doc    = "The kind of backend."
          open   = true
          values = ["azurerm", "consul", "cos", "gcs", "http", "kubernetes", "local", "oci", "oss", "pg", "remote", "s3"]
        }
        case {
          on = label.type
          is = {
            azurerm    = body.backend_azurerm
            consul     = body.backend_consul
            cos        = body.backend_cos
            gcs        = body.backend_gcs
            http       = body.backend_http
            kubernetes = body.backend_kubernetes
            local      = body.backend_local
            oss        = body.backend_oss
            pg         = body.backend_pg
            remote     = body.backend_remote
            s3         = body.backend_s3
          }
          otherwise = lenient
        }
        object { include = [body.anything] }
      }
      block_list "cloud" {
        doc       = "HCP Terraform, which keeps the state and runs operations."
        singleton = true
        object {
          include = [body.anything] # only `init` looks at names
          attr "organization" {
            type = string
            doc  = "The organization that owns the workspaces."
          }
          attr "hostname" {
            type = string
            doc  = "The host of a Terraform Enterprise installation."
          }
          attr "token" {
            type      = string
            sensitive = true
            doc       = "The token for the host. Better kept out of files: see `terraform login`."
          }
          block_list "workspaces" {
            singleton = true
            doc       = "Which workspaces belong to this configuration."
            object {
              attr "name" {
                type = string
                doc  = "The one workspace."
              }
              attr "tags" {
                types = [set(string), map(string)]
                doc   = "All workspaces with these tags."
              }
              attr "project" {
                type = string
                doc  = "The project that the workspaces belong to."
              }
            }
          }
        }
      }
      block_list "required_providers" {
        singleton = true
        doc       = "Providers that this module uses, where they come from, and which versions of them."
        object { include = [body.required_providers] }
      }
      block_list "provider_meta" {
        doc = "Data of the module for a provider."
        label "provider" { doc = "The local name of the provider." }
        object { include = [body.anything] }
      }
      block_list "encryption" {
        doc = "OpenTofu: how state and plans are encrypted."
        scope {
          names = { key_provider = unknown(any), method = unknown(any) }
        }
        object {
          include = [body.anything]
          block_list "key_provider" {
            doc = "Where keys come from."
            label "type" {
              open   = true
              values = ["aws_kms", "azure_vault", "external", "gcp_kms", "openbao", "pbkdf2", "static", "xor"]
            }
            label "name" {}
            object { include = [body.anything] }
          }
          block_list "method" {
            doc = "How to encrypt with a key."
            label "type" {
              open   = true
              values = ["aes_gcm", "external", "unencrypted"]
            }
            label "name" {}
            object { include = [body.anything] }
          }
          block_list "state" {
            doc       = "How the state is encrypted."
            singleton = true
            object { include = [body.encrypted] }
          }
          block_list "plan" {
            doc       = "How plan files are encrypted."
            singleton = true
            object { include = [body.encrypted] }
          }
          block_list "remote_state_data_sources" {
            doc       = "How states that `terraform_remote_state` reads are encrypted."
            singleton = true
            object { include = [body.anything] }
          }
        }
      }
      block_list "state_store" {
        doc = "Where the state is kept, by a provider."
        label "type" { doc = "The kind of state store." }
        object { include = [body.anything] }
      }
    }
  }

  block_list "required_providers" {
    doc = "OpenTofu: providers that this module uses."
    object { include = [body.required_providers] }
  }
  block_list "language" {
    doc = "OpenTofu: settings of the language for this module."
    object {
      include = [body.anything]
      attr "edition" {
        decoder = keyword
        doc     = "The edition of the language."
      }
    }
  }

  block_list "provider" {
    doc     = "How a provider is configured."
    icon    = package
    outline = self.alias == null ? label.name : "${label.name}.${self.alias}"
    unique  = [label.name, self.alias]
    label "name" {
      doc    = "The local name of the provider, as `required_providers` has it."
      format = identifier
    }
    symbol {
      address   = [label.name, self.alias]
      optional  = [self.alias]
      kind      = provider
      name_only = true
      depends   = all
      value     = unknown(any)
    }
    check "provider-alias" {
      condition = !set.for_each || set.alias
      message   = "Configurations of a \"for_each\" need an \"alias\", by which they are named."
      at        = attr.for_each
    }
    check "empty-provider" {
      condition = length([for name, is_set in set : name if is_set && name != "alias"]) > 0
      message   = "An empty provider block does nothing in a module that others call. Name the provider in `required_providers` instead."
      severity  = warning
      only      = called
    }
    case {
      on      = label.name
      is      = { "*" = body.anything }
      from    = provider
      package = label.name
    }
    scope {
      when  = set.for_each
      names = { each = { key = any_key(self.for_each), value = unknown(any) } }
    }
    object {
      attr "alias" {
        type     = string
        format   = identifier
        constant = true
        doc      = "The name of a further configuration of the same provider: `provider = NAME.ALIAS`."
      }
      attr "version" {
        type       = string
        format     = version_constraint
        deprecated = "use `required_providers` in the `terraform` block instead"
        doc        = "Which versions of the provider are fine."
      }
      attr "for_each" { doc = "OpenTofu: makes one configuration for each element." }
    }
  }

  block_map "variable" {
    labels  = ["name"]
    icon    = variable
    doc     = "An input of the module: `var.NAME`."
    outline = label.name
    label "name" {
      doc      = "The name, as in `var.NAME`."
      format   = identifier
      reserved = ["source", "version", "providers", "count", "for_each", "lifecycle", "depends_on", "locals"]
    }
    symbol {
      address       = [var, label.name]
      kind          = variable
      value         = cast(unknown(any), self.type)
      type          = self.type
      required      = !set.default
      fallback      = self.default
      fallback_free = true
      sensitive     = first(self.sensitive, false)
      ephemeral     = first(self.ephemeral, false)
      unused        = true
    }
    check "default-type" {
      type = self.type
      at   = attr.default
    }
    object {
      attr "type" {
        decoder          = type
        bare_collections = true
        doc              = "The type of values: `string`, `number`, `bool`, `list(string)`, `map(number)`, `object({ name = string, size = optional(number, 1) })` and so on."
      }
      case {
        on = self.nullable
        is = { false = body.default_not_null, "*" = body.default }
      }
      attr "description" {
        type     = string
        constant = true
        nullable = false
        doc      = "What the variable is for."
      }
      attr "sensitive" {
        type     = bool
        constant = true
        nullable = false
        doc      = "Hides the value, and what is made of it, in output."
      }
      attr "nullable" {
        type     = bool
        constant = true
        nullable = false
        default  = true
        doc      = "Whether null is a value. When false, null stands for the default."
      }
      attr "ephemeral" {
        type     = bool
        constant = true
        nullable = false
        since    = "1.10"
        doc      = "Keeps the value out of state and plan files."
      }
      attr "const" {
        type     = bool
        since    = "1.15"
        constant = true
        doc      = "The value is known before anything runs, so that the `source` of a module may use it."
      }
      attr "deprecated" {
        type     = string
        constant = true
        doc      = "What callers read who still set the variable."
      }
      block_list "validation" {
        doc = "A condition that values must meet."
        # Nothing looks at the message before a value fails.
        check "error-message" {
          condition = can(tostring(self.error_message))
          message   = "A string is required here, for when the condition does not hold."
          at        = attr.error_message
          severity  = warning
        }
        object { include = [body.own_condition] }
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
          unused  = true
        }
      }
    }
  }

  block_map "output" {
    labels  = ["name"]
    icon    = property
    doc     = "A value that the module gives to those who call it, and that the root module prints."
    outline = label.name
    label "name" {
      doc    = "The name, as in `module.CALL.NAME`."
      format = identifier
    }
    symbol {
      address   = [output, label.name]
      kind      = output
      name_only = true
      value     = self.value
      sensitive = first(self.sensitive, false)
      ephemeral = first(self.ephemeral, false)
    }
    check "sensitive-output" {
      condition = self.sensitive == true || !is_sensitive(self.value)
      message   = "The value is made of sensitive ones: an output of the root module must say so by `sensitive = true`."
      only      = root
    }
    check "ephemeral-output" {
      condition = self.ephemeral == true || !is_ephemeral(self.value)
      message   = "The value is ephemeral, so the output must be, too: `ephemeral = true`."
      at        = attr.value
    }
    check "ephemeral-root-output" {
      condition = self.ephemeral != true
      message   = "The root module cannot have ephemeral outputs, which no state keeps."
      only      = root
    }
    check "depends-on" {
      each      = self.depends_on
      condition = can(regex("^((var|local)\\.[\\w-]+|module\\.[\\w-]+(\\[[^\\]]*\\])?(\\.[\\w-]+)?|(data|ephemeral|action)\\.[\\w-]+\\.[\\w-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?|[\\w-]+\\.[\\w-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?)$", each))
      message   = "Only a whole resource or module can be waited for, not what is in it: `[TYPE.NAME, module.NAME]`."
    }
    object {
      attr "value" {
        required = true
        doc      = "The value."
      }
      attr "type" {
        decoder = type
        since   = "1.15"
        doc     = "The type that the value is converted to."
      }
      attr "description" {
        type     = string
        constant = true
        nullable = false
        doc      = "What the value is."
      }
      attr "sensitive" {
        type     = bool
        constant = true
        nullable = false
        doc      = "Hides the value in output. Required where the value is made of sensitive ones."
      }
      attr "ephemeral" {
        type     = bool
        constant = true
        nullable = false
        since    = "1.10"
        doc      = "The value is for child modules only, and kept out of the state."
      }
      attr "deprecated" {
        type     = string
        constant = true
        doc      = "What callers read who still use the value."
      }
      attr "depends_on" {
        decoder   = addresses
        quoted    = deprecated
        refers_to = [resource, data, module, variable, local, ephemeral]
        doc       = "What must be done before the value may be used."
      }
      block_list "precondition" {
        doc = "A condition that must hold before the value is given out."
        object { include = [body.kept_condition] }
      }
    }
  }

  block_map "module" {
    labels  = ["name"]
    icon    = module
    doc     = "Another module, called from here. Its other arguments are the variables of that module."
    outline = label.name
    label "name" {
      doc    = "The name, as in `module.NAME.OUTPUT`."
      format = identifier
    }
    symbol {
      address = [module, label.name]
      kind    = module
      value   = first(self.count == null ? null : [for i in range(self.count) : called], self.for_each == null ? null : { for k, v in self.for_each : k => called }, called)
      indexed = set.count || set.for_each
    }
    call {
      folder  = self.source
      inputs  = variable
      outputs = output
      passes  = self.providers
      passed  = provider_alias
    }
    # Nobody looks at how the call repeats before a plan.
    scope {
      names = { count = { index = unknown(number) }, each = unknown(object({ key = string, value = any })) }
    }
    check "count" {
      condition = self.count == null || self.count == floor(self.count)
      message   = "A whole number is required."
      at        = attr.count
    }
    check "depends-on" {
      each      = self.depends_on
      condition = can(regex("^((var|local)\\.[\\w-]+|module\\.[\\w-]+(\\[[^\\]]*\\])?(\\.[\\w-]+)?|(data|ephemeral|action)\\.[\\w-]+\\.[\\w-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?|[\\w-]+\\.[\\w-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?)$", each))
      message   = "Only a whole resource or module can be waited for, not what is in it: `[TYPE.NAME, module.NAME]`."
    }
    check "ephemeral-count" {
      condition = !is_ephemeral(self.count)
      message   = "The number of calls is kept, so it cannot depend on an ephemeral value."
      at        = attr.count
    }
    check "ephemeral-for-each" {
      condition = !is_ephemeral(self.for_each)
      message   = "The keys of calls are kept, so they cannot depend on an ephemeral value."
      at        = attr.for_each
    }
    check "module-source" {
      condition = can(regex("[./:]", self.source))
      message   = "This is no address of a module: a folder is written \"./NAME\" or \"../NAME\", a module of a registry \"NAMESPACE/NAME/PROVIDER\"."
      at        = attr.source
    }
    check "module-version" {
      condition = self.version == null || !can(regex("^\\.\\.?/", self.source))
      message   = "A module in a folder has no versions: \"version\" is for modules of a registry."
      at        = attr.source
    }
    object {
      conflicts = [[count, for_each]]
      attr "source" {
        type     = string
        required = true
        constant = true
        doc      = "Where the module comes from: a folder (`./NAME`), a registry (`NAMESPACE/NAME/PROVIDER`), or a URL."
      }
      attr "version" {
        type     = string
        constant = true
        format   = version_constraint
        doc      = "Which versions of a module of a registry are fine."
      }
      include = [body.repetition]
      attr "providers" {
        decoder    = addresses
        quoted     = deprecated
        refers_to  = [provider, provider_alias]
        free_words = true
        doc        = "Which provider configurations the module gets: `{ aws = aws.west }`."
      }
      attr "depends_on" {
        decoder   = addresses
        quoted    = deprecated
        refers_to = [resource, data, module, variable, local, ephemeral]
        doc       = "What must be done before anything in the module is."
      }
      attr "ignore_nested_deprecations" {
        type     = bool
        constant = true
        doc      = "Says nothing of what is deprecated inside of the module."
      }
      block_list "lifecycle" {
        singleton = true
        doc       = "OpenTofu: whether the module is used at all."
        check "module-lifecycle" {
          condition = set.enabled
          message   = "A call of a module has no lifecycle. Only OpenTofu knows this block, with the argument `enabled`."
        }
        object {
          attr "enabled" {
            type = bool
            doc  = "False leaves the module out."
          }
        }
      }
      any_attr {}
    }
  }

  block_map "resource" {
    labels    = ["type", "name"]
    icon      = class
    ephemeral = false
    doc       = "Something that exists outside and that Terraform manages."
    outline   = "${label.type}.${label.name}"
    label "type" {
      doc    = "The type, whose first word names the provider."
      format = identifier
    }
    label "name" {
      doc    = "The name, as in `TYPE.NAME`."
      format = identifier
    }
    symbol {
      address = [label.type, label.name]
      kind    = resource
      value   = first(self.count == null ? null : [for i in range(self.count) : outcome], self.for_each == null ? null : { for k, v in self.for_each : k => outcome }, outcome)
      depends = all
      indexed = set.count || set.for_each
    }
    scope {
      when  = set.count
      names = { count = { index = unknown(number) } }
    }
    scope {
      when  = set.for_each
      names = { each = { key = any_key(self.for_each), value = unknown(any) } }
    }
    check "count" {
      condition = self.count == null || self.count == floor(self.count)
      message   = "A whole number is required."
      at        = attr.count
    }
    check "depends-on" {
      each      = self.depends_on
      condition = can(regex("^((var|local)\\.[\\w-]+|module\\.[\\w-]+(\\[[^\\]]*\\])?(\\.[\\w-]+)?|(data|ephemeral|action)\\.[\\w-]+\\.[\\w-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?|[\\w-]+\\.[\\w-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?)$", each))
      message   = "Only a whole resource or module can be waited for, not what is in it: `[TYPE.NAME, module.NAME]`."
    }
    check "type-name" {
      condition = !can(regex("-", label.type))
      message   = "No provider has resource types with dashes: words are joined by \"_\"."
    }
    restrict {
      when   = length([for p in self.provisioner : p if p.when == "destroy"]) > 0
      blocks = [connection]
      names  = [self, path, terraform, count.index, each.key]
      reason = "a connection of provisioners with `when = destroy` may refer to `self`, `count.index` and `each.key` alone."
    }
    check "provider-reference" {
      condition = self.provider == null || can(regex("^[\\w-]+(\\.[\\w-]+(\\[.*\\])?)?$", self.provider))
      message   = "A provider configuration is named `NAME` or `NAME.ALIAS`."
      at        = attr.provider
    }
    check "resource-type" {
      condition = label.type == "terraform_data" || (self.provider == null ? !can(regex("^terraform_", label.type)) : !can(regex("^terraform(\\.|$)", self.provider)))
      message   = "The built-in provider has one resource type, \"terraform_data\"."
    }
    case {
      on        = label.type
      is        = { terraform_data = body.terraform_data, null_resource = body.null_resource, "*" = body.anything }
      from      = resource
      package   = [self.provider, label.type]
      otherwise = strict
    }
    object {
      include = [body.repetition, body.meta]
      block_list "lifecycle" {
        singleton = true
        doc       = "How changes of the resource are made."
        check "ignore-changes" {
          each      = self.ignore_changes
          condition = !can(regex("\\[[^\"0-9]", each))
          message   = "A key must be written out here: a quoted string or a number."
        }
        check "replace-triggered-by-kind" {
          each      = self.replace_triggered_by
          condition = !can(regex("^(var|local|module|output|path|each|count|self|terraform)\\.", each))
          message   = "Only resources, and arguments of theirs, can trigger the replacement."
        }
        check "replace-triggered-by" {
          each      = self.replace_triggered_by
          condition = !can(regex("\\[[^\"0-9]", each)) || can(regex("\\[(each\\.key|count\\.index)\\]", each))
          message   = "A key must be written out here, or be `each.key` or `count.index`."
        }
        object {
          attr "create_before_destroy" {
            type     = bool
            constant = true
            nullable = false
            doc      = "Makes the new one before the old one goes, where it must be replaced."
          }
          attr "prevent_destroy" {
            type     = bool
            constant = true
            nullable = false
            doc      = "Refuses every plan that would destroy the resource."
          }
          attr "ignore_changes" {
            decoder        = addresses
            values         = { all = "All arguments, so that the resource is never updated." }
            quoted         = deprecated
            names_argument = true
            doc            = "Arguments whose changes outside of Terraform are left alone: `[tags, ebs[0].size]`."
          }
          attr "replace_triggered_by" {
            decoder   = addresses
            refers_to = [resource, data, ephemeral]
            open      = true
            doc       = "Resources, or arguments of theirs, whose changes replace this resource."
          }
          attr "destroy" {
            type = bool
            doc  = "When false, the resource is forgotten instead of destroyed."
          }
          attr "enabled" {
            type = bool
            doc  = "OpenTofu: false leaves the resource out."
          }
          include = [body.conditions]
          block_list "action_trigger" {
            since = "1.14"
            doc   = "Actions that run at certain changes of the resource."
            object {
              attr "events" {
                decoder  = identifiers
                values   = ["before_create", "after_create", "before_update", "after_update", "before_destroy", "after_destroy"]
                required = true
                doc      = "When: `before_create`, `after_create`, `before_update`, `after_update`."
              }
              attr "actions" {
                decoder  = addresses
                required = true
                doc      = "Which: `[action.TYPE.NAME]`."
              }
              attr "condition" {
                type = bool
                doc  = "Whether they run."
              }
              attr "on_failure" {
                decoder = keyword
                doc     = "What happens when one fails."
              }
            }
          }
        }
      }
      block_list "connection" {
        ephemeral = true
        singleton = true
        doc       = "How provisioners reach the machine."
        scope {
          names = { self = outcome }
        }
        check "connection-type" {
          condition = self.type == null || contains(["ssh", "winrm"], self.type)
          message   = "There are connections of the types \"ssh\" and \"winrm\" alone."
          at        = attr.type
          severity  = warning
        }
        object { include = [body.connection] }
      }
      block_list "provisioner" {
        ephemeral = true
        doc       = "Something that runs when the resource is created or destroyed. A last resort."
        label "type" {
          doc = "What runs."
          values = {
            file        = "Copies files to the machine."
            local-exec  = "Runs a command here."
            remote-exec = "Runs commands on the machine."
          }
        }
        scope {
          names = { self = outcome }
        }
        restrict {
          when   = self.when == "destroy"
          names  = [self, path, terraform, count.index, each.key]
          reason = "a provisioner with `when = destroy` may refer to `self`, `count.index` and `each.key` alone."
        }
        case {
          on        = label.type
          is        = { file = body.file, local-exec = body.local_exec, remote-exec = body.remote_exec }
          otherwise = lenient
        }
        object { include = [body.provisioner] }
      }
    }
  }

  block_map "data" {
    labels    = ["type", "name"]
    icon      = object
    ephemeral = false
    doc       = "Something that exists outside, looked up."
    outline   = "${label.type}.${label.name}"
    label "type" {
      doc    = "The type, whose first word names the provider."
      format = identifier
    }
    label "name" {
      doc    = "The name, as in `data.TYPE.NAME`."
      format = identifier
    }
    symbol {
      address = [data, label.type, label.name]
      kind    = data
      value   = first(self.count == null ? null : [for i in range(self.count) : outcome], self.for_each == null ? null : { for k, v in self.for_each : k => outcome }, outcome)
      depends = all
      indexed = set.count || set.for_each
    }
    scope {
      when  = set.count
      names = { count = { index = unknown(number) } }
    }
    scope {
      when  = set.for_each
      names = { each = { key = any_key(self.for_each), value = unknown(any) } }
    }
    check "count" {
      condition = self.count == null || self.count == floor(self.count)
      message   = "A whole number is required."
      at        = attr.count
    }
    check "depends-on" {
      each      = self.depends_on
      condition = can(regex("^((var|local)\\.[\\w-]+|module\\.[\\w-]+(\\[[^\\]]*\\])?(\\.[\\w-]+)?|(data|ephemeral|action)\\.[\\w-]+\\.[\\w-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?|[\\w-]+\\.[\\w-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?)$", each))
      message   = "Only a whole resource or module can be waited for, not what is in it: `[TYPE.NAME, module.NAME]`."
    }
    check "provider-reference" {
      condition = self.provider == null || can(regex("^[\\w-]+(\\.[\\w-]+(\\[.*\\])?)?$", self.provider))
      message   = "A provider configuration is named `NAME` or `NAME.ALIAS`."
      at        = attr.provider
    }
    check "data-type" {
      condition = label.type == "terraform_remote_state" || !can(regex("^terraform_", label.type)) || self.provider != null
      message   = "The built-in provider has one data source, \"terraform_remote_state\"."
    }
    check "remote-state-config" {
      condition = label.type != "terraform_remote_state" || self.config == null || can(keys(self.config))
      message   = "An object is required: `{ NAME = VALUE }`."
      at        = attr.config
    }
    # What is partly unknown is looked at when it is known.
    check "remote-state-required" {
      condition = label.type != "terraform_remote_state" || jsonencode(self.config) == "" || length([for name in lookup({
        azurerm    = ["container_name", "key", "storage_account_name"]
        consul     = ["path"]
        cos        = ["region", "bucket"]
        gcs        = ["bucket"]
        kubernetes = ["secret_suffix"]
        oss        = ["bucket"]
        remote     = ["organization"]
        s3         = ["bucket", "key"]
      }, self.backend, []) : name if !can(self.config[name])]) == 0
      message = "Not all that the backend \"${self.backend}\" requires is set."
      at      = attr.config
    }
    check "remote-state-defaults" {
      condition = label.type != "terraform_remote_state" || self.defaults == null || can(keys(self.defaults))
      message   = "An object is required: `{ NAME = VALUE }`."
      at        = attr.defaults
    }
    case {
      on        = label.type
      is        = { terraform_remote_state = body.terraform_remote_state, "*" = body.anything }
      from      = data
      package   = [self.provider, label.type]
      otherwise = strict
    }
    object { include = [body.repetition, body.meta, body.data] }
  }

  block_map "ephemeral" {
    labels  = ["type", "name"]
    icon    = object
    since   = "1.10"
    doc     = "Something that exists only while Terraform runs, and that neither state nor plan keeps."
    outline = "${label.type}.${label.name}"
    label "type" {
      doc    = "The type, whose first word names the provider."
      format = identifier
    }
    label "name" {
      doc    = "The name, as in `ephemeral.TYPE.NAME`."
      format = identifier
    }
    symbol {
      address   = [ephemeral, label.type, label.name]
      kind      = ephemeral
      value     = first(self.count == null ? null : [for i in range(self.count) : outcome], self.for_each == null ? null : { for k, v in self.for_each : k => outcome }, outcome)
      depends   = all
      indexed   = set.count || set.for_each
      ephemeral = true
    }
    scope {
      when  = set.count
      names = { count = { index = unknown(number) } }
    }
    scope {
      when  = set.for_each
      names = { each = { key = any_key(self.for_each), value = unknown(any) } }
    }
    check "depends-on" {
      each      = self.depends_on
      condition = can(regex("^((var|local)\\.[\\w-]+|module\\.[\\w-]+(\\[[^\\]]*\\])?(\\.[\\w-]+)?|(data|ephemeral|action)\\.[\\w-]+\\.[\\w-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?|[\\w-]+\\.[\\w-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?)$", each))
      message   = "Only a whole resource or module can be waited for, not what is in it: `[TYPE.NAME, module.NAME]`."
    }
    check "provider-reference" {
      condition = self.provider == null || can(regex("^[\\w-]+(\\.[\\w-]+(\\[.*\\])?)?$", self.provider))
      message   = "A provider configuration is named `NAME` or `NAME.ALIAS`."
      at        = attr.provider
    }
    check "ephemeral-type" {
      condition = !can(regex("^terraform_", label.type)) || self.provider != null
      message   = "The built-in provider has no ephemeral resources."
    }
    case {
      on      = label.type
      is      = { "*" = body.anything }
      from    = ephemeral
      package = [self.provider, label.type]
    }
    object { include = [body.repetition, body.meta, body.data] }
  }

  block_map "action" {
    labels  = ["type", "name"]
    icon    = event
    since   = "1.14"
    doc     = "Something that can be run, by itself or at changes of resources."
    outline = "${label.type}.${label.name}"
    label "type" {
      doc    = "The type, whose first word names the provider."
      format = identifier
    }
    label "name" {
      doc    = "The name, as in `action.TYPE.NAME`."
      format = identifier
    }
    symbol {
      address = [action, label.type, label.name]
      kind    = action
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
      include = [body.repetition]
      attr "provider" {
        decoder = address
        quoted  = deprecated
        doc     = "The provider configuration to use."
      }
      block_list "config" {
        singleton = true
        doc       = "The arguments of the action."
        object { include = [body.anything] }
      }
    }
  }

  block_list "moved" {
    icon  = operator
    since = "1.1"
    doc   = "What was called `from` is called `to` now, and keeps its state."
    check "moved-from" {
      condition = self.from == null || can(regex("^module\\.[\\w-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?(\\.module\\.[\\w-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?)*$", self.from)) || can(regex("^(module\\.[\\w-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?\\.)*((data|ephemeral)\\.)?[\\w-]+\\.[\\w-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?$", self.from)) && !can(regex("^(var|local|output|path|each|count|self|terraform)\\.", self.from))
      message   = "The address of a resource or module is needed: `TYPE.NAME`, `TYPE.NAME[KEY]`, `module.NAME`."
      at        = attr.from
    }
    check "moved-to" {
      condition = self.to == null || can(regex("^module\\.[\\w-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?(\\.module\\.[\\w-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?)*$", self.to)) || can(regex("^(module\\.[\\w-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?\\.)*((data|ephemeral)\\.)?[\\w-]+\\.[\\w-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?$", self.to)) && !can(regex("^(var|local|output|path|each|count|self|terraform)\\.", self.to))
      message   = "The address of a resource or module is needed: `TYPE.NAME`, `TYPE.NAME[KEY]`, `module.NAME`."
      at        = attr.to
    }
    check "moved-kinds" {
      condition = self.from == null || self.to == null || can(regex("^module\\.[\\w-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?(\\.module\\.[\\w-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?)*$", self.from)) == can(regex("^module\\.[\\w-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?(\\.module\\.[\\w-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?)*$", self.to))
      message   = "A resource cannot become a module, nor a module a resource."
    }
    object {
      attr "from" {
        decoder  = address
        required = true
        doc      = "The old address."
      }
      attr "to" {
        decoder  = address
        required = true
        doc      = "The new address."
      }
    }
  }

  block_list "import" {
    icon   = operator
    since  = "1.5"
    doc    = "Takes over something that exists already."
    unique = [self.to]
    check "import-to" {
      condition = self.to == null || can(regex("^(module\\.[\\w-]+(\\[[^\\]]*\\])?\\.)*[\\w-]+\\.[\\w-]+(\\[[^\\]]*\\])?$", self.to)) && !can(regex("(^|\\.)(module|var|local|output|path|each|count|self|terraform)\\.[\\w-]+(\\[[^\\]]*\\])?$", self.to))
      message   = "The address of a resource is needed: `TYPE.NAME`, `TYPE.NAME[KEY]`, `module.NAME.TYPE.NAME`."
      at        = attr.to
    }
    check "import-key" {
      condition = set.for_each || !can(regex("\\[[^\"0-9]", self.to))
      message   = "A key must be written out where the block has no `for_each`."
      at        = attr.to
    }
    check "provider-reference" {
      condition = self.provider == null || can(regex("^[\\w-]+(\\.[\\w-]+(\\[.*\\])?)?$", self.provider))
      message   = "A provider configuration is named `NAME` or `NAME.ALIAS`."
      at        = attr.provider
    }
    check "import-here" {
      condition = false
      message   = "Only the root module may import: another module calls this folder."
      only      = called
    }
    scope {
      when  = set.for_each
      names = { each = { key = any_key(self.for_each), value = unknown(any) } }
    }
    object {
      exactly_one = [[id, identity]]
      attr "to" {
        decoder  = address
        required = true
        doc      = "The address of the resource that it becomes."
      }
      attr "id" {
        type       = string
        nullable   = false
        min_length = 1
        doc        = "What the provider knows it by."
      }
      attr "identity" {
        since = "1.12"
        doc   = "What the provider knows it by, in several parts."
      }
      attr "provider" {
        decoder    = address
        quoted     = deprecated
        refers_to  = [provider, provider_alias]
        free_words = true
        doc        = "The provider configuration to use."
      }
      attr "for_each" {
        since = "1.7"
        doc   = "Imports one for each element."
      }
    }
  }

  block_list "removed" {
    icon  = operator
    since = "1.7"
    doc   = "What was called `from` is no longer managed from here."
    check "removed-from" {
      condition = self.from == null || can(regex("^(module\\.[\\w-]+\\.)*[\\w-]+\\.[\\w-]+$", self.from)) && !can(regex("(^|\\.)(output|path|each|count|self|terraform)\\.[\\w-]+$", self.from))
      message   = "The address of a whole resource or module is needed, without keys: `TYPE.NAME`, `module.NAME`."
      at        = attr.from
    }
    check "removed-provisioner" {
      condition = !set.provisioner || !can(regex("(^|\\.)module\\.[\\w-]+$", self.from))
      message   = "A module has no provisioners: only a resource can have such blocks here."
    }
    object {
      attr "from" {
        decoder  = address
        required = true
        doc      = "The address of the resource or module."
      }
      block_list "lifecycle" {
        singleton = true
        doc       = "Whether it is destroyed, too."
        object {
          attr "destroy" {
            type     = bool
            constant = true
            doc      = "When false, it is only forgotten."
          }
        }
      }
      block_list "connection" {
        singleton = true
        doc       = "How provisioners reach the machine."
        check "connection-type" {
          condition = self.type == null || contains(["ssh", "winrm"], self.type)
          message   = "There are connections of the types \"ssh\" and \"winrm\" alone."
          at        = attr.type
          severity  = warning
        }
        object { include = [body.connection] }
      }
      block_list "provisioner" {
        doc = "Something that runs when the resource is destroyed."
        label "type" { doc = "What runs." }
        check "destroy" {
          condition = self.when == "destroy"
          message   = "There is nothing to create here: `when = destroy` is required."
        }
        scope {
          names = { self = unknown(any) }
        }
        case {
          on        = label.type
          is        = { file = body.file, local-exec = body.local_exec, remote-exec = body.remote_exec }
          otherwise = lenient
        }
        object { include = [body.provisioner] }
      }
    }
  }

  block_map "check" {
    labels  = ["name"]
    icon    = event
    since   = "1.5"
    doc     = "Conditions that are looked at after each plan and apply. What fails is a warning."
    outline = label.name
    label "name" {
      doc    = "The name, as it is printed."
      format = identifier
    }
    object {
      block_list "data" {
        singleton = true
        doc       = "Something to look up for the conditions of this block alone."
        label "type" { format = identifier }
        label "name" { format = identifier }
        symbol {
          address = [data, label.type, label.name]
          kind    = data
          value   = outcome
          visible = parent
        }
        case {
          on        = label.type
          is        = { terraform_remote_state = body.terraform_remote_state, "*" = body.anything }
          from      = data
          package   = [self.provider, label.type]
          otherwise = strict
        }
        check "no-count" {
          condition = !set.count
          message   = "A data source of a check is looked up once: \"count\" cannot be set."
          at        = attr.count
        }
        check "no-for-each" {
          condition = !set.for_each
          message   = "A data source of a check is looked up once: \"for_each\" cannot be set."
          at        = attr.for_each
        }
        object { include = [body.repetition, body.meta, body.data] }
      }
      block_list "assert" {
        min_items = 1
        doc       = "A condition, and what to say when it does not hold."
        object { include = [body.condition] }
      }
    }
  }
}

variables {
  path      = { module = ".", root = unknown(string), cwd = unknown(string) }
  terraform = unknown(object({ workspace = string }))
  tofu      = unknown(object({ workspace = string }))
}

body "default" {
  object {
    attr "default" {
      constant = true
      doc      = "The value when the caller gives none. Without a default, a value is required."
    }
  }
}
body "default_not_null" {
  object {
    attr "default" {
      constant = true
      nullable = false
      doc      = "The value when the caller gives none, or null."
    }
  }
}

# Bodies whose schema only the provider knows.
body "anything" {
  object { lenient = true }
}

body "required_providers" {
  object {
    any_attr {
      decoder          = expression
      declares_package = self.source
      format           = version_constraint
      fields           = body.required_provider
      doc              = "A provider by its local name: `{ source = \"NAMESPACE/NAME\", version = \"~> 1.0\" }`."
      symbol {
        address   = [name]
        each      = self.configuration_aliases
        kind      = provider_alias
        name_only = true
      }
    }
  }
}

body "required_provider" {
  object {
    attr "source" {
      type     = string
      constant = true
      pattern  = "(([a-zA-Z0-9.:-]+/)?[a-zA-Z0-9_-]+/)?[a-zA-Z0-9_-]+"
      doc      = "Where the provider comes from: `NAMESPACE/NAME` or `HOST/NAMESPACE/NAME`."
    }
    attr "version" {
      type     = string
      constant = true
      format   = version_constraint
      doc      = "Which versions of the provider are fine."
    }
    attr "configuration_aliases" {
      decoder = addresses
      doc     = "Configurations that callers pass by `providers`: `[NAME.ALIAS]`."
    }
  }
}

body "encrypted" {
  object {
    attr "method" { doc = "How: `method.TYPE.NAME`." }
    attr "enforced" {
      type = bool
      doc  = "Refuses to work with what is not encrypted."
    }
    block_list "fallback" {
      singleton = true
      doc       = "What to read with when the method cannot."
      object { include = [body.encrypted] }
    }
  }
}

body "condition" {
  object {
    attr "condition" {
      type       = bool
      required   = true
      must_refer = any
      doc        = "True when all is well."
    }
    attr "error_message" {
      type     = string
      required = true
      doc      = "What to say when it is not: whole sentences."
    }
  }
}

body "own_condition" {
  object {
    attr "condition" {
      type       = bool
      required   = true
      must_refer = own
      validates  = self.error_message
      doc        = "True when all is well."
    }
    attr "error_message" {
      required = true
      doc      = "What to say when it is not: whole sentences."
    }
  }
}

body "kept_condition" {
  object {
    attr "condition" {
      type       = bool
      required   = true
      must_refer = any
      validates  = self.error_message
      never_own  = true
      doc        = "True when all is well."
    }
    attr "error_message" {
      type      = string
      required  = true
      never_own = true
      doc       = "What to say when it is not: whole sentences."
    }
  }
}

body "conditions" {
  object {
    block_list "precondition" {
      ephemeral = true
      doc       = "A condition that must hold before anything is done."
      object { include = [body.kept_condition] }
    }
    block_list "postcondition" {
      ephemeral = true
      doc       = "A condition that must hold afterwards; `self` is the result."
      scope {
        names = { self = outcome }
      }
      object { include = [body.kept_condition] }
    }
  }
}

body "repetition" {
  object {
    conflicts = [[count, for_each]]
    attr "count" {
      type     = number
      min      = 0
      nullable = false
      doc      = "How many to make. Each has its `count.index`, and is called `NAME[INDEX]`."
    }
    attr "for_each" {
      iterates = keyed
      doc      = "A map or a set of strings: one is made for each element, with `each.key` and `each.value`, and called `NAME[KEY]`."
    }
  }
}

body "meta" {
  object {
    attr "provider" {
      decoder    = address
      quoted     = deprecated
      refers_to  = [provider, provider_alias]
      free_words = true
      doc        = "The provider configuration to use: `NAME` or `NAME.ALIAS`."
    }
    attr "depends_on" {
      decoder   = addresses
      quoted    = deprecated
      refers_to = [resource, data, module, variable, local, ephemeral, action]
      doc       = "What must be done before, where no reference shows it."
    }
  }
}

body "data" {
  object {
    block_list "lifecycle" {
      singleton = true
      doc       = "Conditions that the result must meet."
      object {
        include = [body.conditions]
        attr "enabled" {
          type = bool
          doc  = "OpenTofu: false leaves it out."
        }
      }
    }
  }
}

body "terraform_data" {
  object {
    attr "input" { doc = "Any value; `output` is the same after it was applied." }
    attr "triggers_replace" { doc = "Any value; a change of it replaces the resource." }
    attr "output" {
      read_only = true
      doc       = "The value of `input`."
    }
    attr "id" {
      type      = string
      read_only = true
      doc       = "A random identifier."
    }
  }
}

body "terraform_remote_state" {
  object {
    attr "backend" {
      type     = string
      required = true
      values   = ["azurerm", "consul", "cos", "gcs", "http", "inmem", "kubernetes", "local", "oci", "oss", "pg", "remote", "s3"]
      doc      = "The kind of backend that keeps the state."
    }
    case {
      on = self.backend
      is = {
        azurerm    = body.config_azurerm
        consul     = body.config_consul
        cos        = body.config_cos
        gcs        = body.config_gcs
        http       = body.config_http
        kubernetes = body.config_kubernetes
        local      = body.config_local
        oss        = body.config_oss
        pg         = body.config_pg
        remote     = body.config_remote
        s3         = body.config_s3
        "*"        = body.config
      }
    }
    attr "workspace" {
      type = string
      doc  = "The workspace whose state is read."
    }
    attr "defaults" { doc = "Values for outputs that the state does not have." }
    attr "outputs" {
      read_only = true
      doc       = "The outputs of the root module of that state."
    }
  }
}

body "config" {
  object {
    attr "config" { doc = "The arguments of the backend." }
  }
}
body "config_azurerm" {
  object {
    attr "config" {
      fields = body.backend_azurerm
      doc    = "The arguments of the backend."
    }
  }
}
body "config_consul" {
  object {
    attr "config" {
      fields = body.backend_consul
      doc    = "The arguments of the backend."
    }
  }
}
body "config_cos" {
  object {
    attr "config" {
      fields = body.backend_cos
      doc    = "The arguments of the backend."
    }
  }
}
body "config_gcs" {
  object {
    attr "config" {
      fields = body.backend_gcs
      doc    = "The arguments of the backend."
    }
  }
}
body "config_http" {
  object {
    attr "config" {
      fields = body.backend_http
      doc    = "The arguments of the backend."
    }
  }
}
body "config_kubernetes" {
  object {
    attr "config" {
      fields = body.backend_kubernetes
      doc    = "The arguments of the backend."
    }
  }
}
body "config_local" {
  object {
    attr "config" {
      fields = body.backend_local
      doc    = "The arguments of the backend."
    }
  }
}
body "config_oss" {
  object {
    attr "config" {
      fields = body.backend_oss
      doc    = "The arguments of the backend."
    }
  }
}
body "config_pg" {
  object {
    attr "config" {
      fields = body.backend_pg
      doc    = "The arguments of the backend."
    }
  }
}
body "config_remote" {
  object {
    attr "config" {
      fields = body.backend_remote
      doc    = "The arguments of the backend."
    }
  }
}
body "config_s3" {
  object {
    attr "config" {
      fields = body.backend_s3
      doc    = "The arguments of the backend."
    }
  }
}

body "null_resource" {
  object {
    attr "triggers" {
      type = map(string)
      doc  = "Any values; a change of them replaces the resource."
    }
    attr "id" {
      type      = string
      read_only = true
      doc       = "A random identifier."
    }
  }
}

body "provisioner" {
  object {
    attr "when" {
      decoder = keyword
      quoted  = deprecated
      values = {
        create  = "When the resource was created (the default)."
        destroy = "Before the resource is destroyed."
      }
      doc = "When it runs."
    }
    attr "on_failure" {
      decoder = keyword
      quoted  = deprecated
      values = {
        continue = "Goes on all the same."
        fail     = "Stops, and marks the resource as tainted (the default)."
      }
      doc = "What happens when it fails."
    }
    block_list "connection" {
      singleton = true
      doc       = "How this provisioner reaches the machine."
      check "connection-type" {
        condition = self.type == null || contains(["ssh", "winrm"], self.type)
        message   = "There are connections of the types \"ssh\" and \"winrm\" alone."
        at        = attr.type
        severity  = warning
      }
      object { include = [body.connection] }
    }
  }
}

body "connection" {
  object {
    attr "type" {
      type   = string
      open   = true
      values = ["ssh", "winrm"]
      doc    = "The protocol."
    }
    attr "user" { doc = "Who to log in as." }
    attr "password" {
      type      = string
      sensitive = true
      doc       = "The password."
    }
    attr "host" {
      type = string
      doc  = "The name or address of the machine. Required, here or in the connection of the resource."
    }
    attr "port" { doc = "The port; 22 for SSH, 5985 for WinRM." }
    attr "timeout" {
      type = string
      doc  = "How long to wait for the machine: `\"5m\"`."
    }
    attr "script_path" { doc = "Where scripts are copied to." }
    attr "private_key" {
      type      = string
      sensitive = true
      doc       = "The private key for SSH."
    }
    attr "certificate" { doc = "A signed certificate that goes with the private key." }
    attr "agent" {
      type = bool
      doc  = "Whether to ask the SSH agent."
    }
    attr "agent_identity" { doc = "The identity that the SSH agent is asked for." }
    attr "host_key" { doc = "The public key that the machine must show." }
    attr "target_platform" {
      type   = string
      open   = true
      values = ["unix", "windows"]
      doc    = "What the machine runs."
    }
    attr "proxy_scheme" {
      type   = string
      open   = true
      values = ["http", "https", "socks5"]
      doc    = "The protocol of the proxy."
    }
    attr "proxy_host" { doc = "The proxy for SSH." }
    attr "proxy_port" {
      type = number
      doc  = "The port of the proxy."
    }
    attr "proxy_user_name" { doc = "The user for the proxy." }
    attr "proxy_user_password" {
      type      = string
      sensitive = true
      doc       = "The password for the proxy."
    }
    attr "bastion_host" { doc = "The machine to go through." }
    attr "bastion_host_key" { doc = "The public key that this machine must show." }
    attr "bastion_port" {
      type = number
      doc  = "The port of this machine."
    }
    attr "bastion_user" { doc = "Who to log in as there." }
    attr "bastion_password" {
      type      = string
      sensitive = true
      doc       = "The password there."
    }
    attr "bastion_private_key" {
      type      = string
      sensitive = true
      doc       = "The private key there."
    }
    attr "bastion_certificate" { doc = "The certificate that goes with the private key there." }
    attr "https" {
      type = bool
      doc  = "WinRM: whether to use HTTPS."
    }
    attr "insecure" {
      type = bool
      doc  = "WinRM: whether any certificate is fine."
    }
    attr "use_ntlm" {
      type = bool
      doc  = "WinRM: whether to log in with NTLM."
    }
    attr "cacert" { doc = "WinRM: the certificate authority." }
  }
}

body "file" {
  object {
    exactly_one = [[source, content]]
    attr "source" {
      type = string
      doc  = "The file or folder to copy."
    }
    attr "content" {
      type = string
      doc  = "The text to write."
    }
    attr "destination" {
      type     = string
      required = true
      doc      = "Where to, on the machine."
    }
  }
}

body "local_exec" {
  object {
    attr "command" {
      type     = string
      required = true
      doc      = "The command."
    }
    attr "interpreter" {
      type = list(string)
      doc  = "What runs the command: `[\"/bin/bash\", \"-c\"]`."
    }
    attr "working_dir" {
      type = string
      doc  = "The folder to run it in."
    }
    attr "environment" {
      type = map(string)
      doc  = "Environment variables for the command."
    }
    attr "quiet" {
      type = bool
      doc  = "Whether the command itself is not printed."
    }
  }
}

body "remote_exec" {
  object {
    exactly_one = [[inline, script, scripts]]
    attr "inline" {
      type = list(string)
      doc  = "Commands, one behind the other."
    }
    attr "script" {
      type = string
      doc  = "A script of here to copy and run."
    }
    attr "scripts" {
      type = list(string)
      doc  = "Scripts of here to copy and run."
    }
  }
}

# Backends. A plan does not look at their arguments, only `init` does.
body "backend_azurerm" {
  object {
    attr "storage_account_name" { doc = "The storage account." }
    attr "container_name" { doc = "The container in the storage account." }
    attr "key" { doc = "The name of the blob." }
    attr "environment" { doc = "The cloud: `public`, `china`, `usgovernment`." }
    attr "metadata_host" { doc = "The host that describes the cloud." }
    attr "resource_group_name" { doc = "The resource group of the storage account." }
    attr "subscription_id" { doc = "The subscription of the storage account." }
    attr "tenant_id" { doc = "The tenant." }
    attr "client_id" { doc = "The application to log in as." }
    attr "client_secret" { doc = "The secret of the application." }
    attr "client_certificate_path" { doc = "A certificate to log in with." }
    attr "client_certificate_password" { doc = "The password of the certificate." }
    attr "client_id_file_path" { doc = "A file with the application to log in as." }
    attr "client_secret_file_path" { doc = "A file with the secret of the application." }
    attr "use_oidc" { doc = "Whether to log in with OpenID Connect." }
    attr "oidc_token" { doc = "The token for OpenID Connect." }
    attr "oidc_token_file_path" { doc = "A file with the token." }
    attr "oidc_request_url" { doc = "Where to ask for a token." }
    attr "oidc_request_token" { doc = "What to ask for a token with." }
    attr "use_msi" { doc = "Whether to log in as the managed identity of the machine." }
    attr "msi_endpoint" { doc = "Where to ask for the managed identity." }
    attr "use_cli" { doc = "Whether to log in as the Azure command line does." }
    attr "use_aks_workload_identity" { doc = "Whether to log in as the workload identity of AKS." }
    attr "use_azuread_auth" { doc = "Whether the blob is read by the identity, not by keys." }
    attr "lookup_blob_endpoint" { doc = "Whether to ask for the endpoint of the storage account." }
    attr "access_key" { doc = "The key of the storage account." }
    attr "sas_token" { doc = "A SAS token for the storage account." }
    attr "snapshot" { doc = "Whether to take a snapshot before each change." }
    attr "endpoint" { doc = "The endpoint for Azure Stack." }
  }
}
body "backend_consul" {
  object {
    attr "path" { doc = "Where the state is kept in the key-value store." }
    attr "access_token" { doc = "The token for Consul." }
    attr "address" { doc = "The address of Consul." }
    attr "scheme" { doc = "`http` or `https`." }
    attr "datacenter" { doc = "The datacenter." }
    attr "http_auth" { doc = "User and password: `user:password`." }
    attr "gzip" { doc = "Whether the state is compressed." }
    attr "lock" { doc = "Whether the state is locked." }
    attr "ca_file" { doc = "The certificate authority." }
    attr "cert_file" { doc = "The certificate to show." }
    attr "key_file" { doc = "The key of the certificate." }
  }
}
body "backend_cos" {
  object {
    attr "secret_id" { doc = "The id to log in with." }
    attr "secret_key" { doc = "The key to log in with." }
    attr "security_token" { doc = "A temporary token." }
    attr "region" { doc = "The region of the bucket." }
    attr "bucket" { doc = "The bucket." }
    attr "prefix" { doc = "The folder in the bucket." }
    attr "key" { doc = "The name of the object." }
    attr "encrypt" { doc = "Whether the server encrypts the state." }
    attr "acl" { doc = "Who may read the object." }
    attr "accelerate" { doc = "Whether to use global acceleration." }
    attr "assume_role" { doc = "The role to take on." }
    attr "endpoint" { doc = "The endpoint of the service." }
    attr "domain" { doc = "The domain of the service." }
  }
}
body "backend_gcs" {
  object {
    attr "bucket" { doc = "The bucket." }
    attr "prefix" { doc = "The folder in the bucket." }
    attr "credentials" { doc = "A file with the credentials, or their text." }
    attr "access_token" { doc = "A temporary token." }
    attr "encryption_key" { doc = "A key of the customer, 32 bytes in Base64." }
    attr "kms_encryption_key" { doc = "A key of Cloud KMS." }
    attr "impersonate_service_account" { doc = "The service account to act as." }
    attr "impersonate_service_account_delegates" { doc = "The service accounts in between." }
    attr "storage_custom_endpoint" { doc = "The endpoint of the service." }
  }
}
body "backend_http" {
  object {
    attr "address" { doc = "The URL of the state." }
    attr "update_method" { doc = "The method that writes the state." }
    attr "lock_address" { doc = "The URL that locks the state." }
    attr "lock_method" { doc = "The method that locks it." }
    attr "unlock_address" { doc = "The URL that unlocks the state." }
    attr "unlock_method" { doc = "The method that unlocks it." }
    attr "username" { doc = "The user." }
    attr "password" { doc = "The password." }
    attr "skip_cert_verification" { doc = "Whether any certificate is fine." }
    attr "retry_max" { doc = "How often to try again." }
    attr "retry_wait_min" { doc = "How many seconds to wait at least." }
    attr "retry_wait_max" { doc = "How many seconds to wait at most." }
    attr "client_ca_certificate_pem" { doc = "The certificate authority." }
    attr "client_certificate_pem" { doc = "The certificate to show." }
    attr "client_private_key_pem" { doc = "The key of the certificate." }
    attr "headers" { doc = "Headers of the requests." }
  }
}
body "backend_kubernetes" {
  object {
    attr "secret_suffix" { doc = "What the name of the secret ends with." }
    attr "labels" { doc = "Labels of the secret." }
    attr "namespace" { doc = "The namespace of the secret." }
    attr "in_cluster_config" { doc = "Whether Terraform itself runs in the cluster." }
    attr "host" { doc = "The address of the cluster." }
    attr "username" { doc = "The user." }
    attr "password" { doc = "The password." }
    attr "insecure" { doc = "Whether any certificate is fine." }
    attr "client_certificate" { doc = "The certificate to show." }
    attr "client_key" { doc = "The key of the certificate." }
    attr "cluster_ca_certificate" { doc = "The certificate authority." }
    attr "config_path" { doc = "A kubeconfig file." }
    attr "config_paths" { doc = "Several kubeconfig files." }
    attr "config_context" { doc = "The context in it." }
    attr "config_context_auth_info" { doc = "The user in it." }
    attr "config_context_cluster" { doc = "The cluster in it." }
    attr "token" { doc = "The token of a service account." }
    attr "proxy_url" { doc = "The proxy." }
    attr "load_config_file" { doc = "Whether a kubeconfig file is read at all." }
    attr "exec" { doc = "A command that gives credentials." }
  }
}
body "backend_local" {
  object {
    attr "path" { doc = "The file of the state." }
    attr "workspace_dir" { doc = "The folder of the states of other workspaces." }
  }
}
body "backend_oss" {
  object {
    attr "access_key" { doc = "The key to log in with." }
    attr "secret_key" { doc = "The secret to log in with." }
    attr "security_token" { doc = "A temporary token." }
    attr "region" { doc = "The region of the bucket." }
    attr "endpoint" { doc = "The endpoint of the service." }
    attr "bucket" { doc = "The bucket." }
    attr "prefix" { doc = "The folder in the bucket." }
    attr "key" { doc = "The name of the object." }
    attr "tablestore_endpoint" { doc = "The endpoint of the table that holds locks." }
    attr "tablestore_table" { doc = "The table that holds locks." }
    attr "encrypt" { doc = "Whether the server encrypts the state." }
    attr "acl" { doc = "Who may read the object." }
    attr "shared_credentials_file" { doc = "A file with credentials." }
    attr "profile" { doc = "The profile in it." }
    attr "ecs_role_name" { doc = "The role of the machine." }
    attr "assume_role" { doc = "The role to take on." }
  }
}
body "backend_pg" {
  object {
    attr "conn_str" { doc = "The database: `postgres://user:password@host/name`." }
    attr "schema_name" { doc = "The schema that holds the state." }
    attr "skip_schema_creation" { doc = "Whether the schema is there already." }
    attr "skip_table_creation" { doc = "Whether the table is there already." }
    attr "skip_index_creation" { doc = "Whether the index is there already." }
  }
}
body "backend_remote" {
  object {
    attr "hostname" { doc = "The host; `app.terraform.io` if not set." }
    attr "organization" { doc = "The organization that owns the workspaces." }
    attr "token" { doc = "The token for the host." }
    block_list "workspaces" {
      singleton = true
      doc       = "Which workspaces belong to this configuration."
      object {
        attr "name" { doc = "The one workspace." }
        attr "prefix" { doc = "What the names of all workspaces begin with." }
      }
    }
  }
}
body "backend_s3" {
  object {
    attr "bucket" { doc = "The bucket." }
    attr "key" { doc = "The name of the object." }
    attr "region" { doc = "The region of the bucket." }
    attr "use_lockfile" { doc = "Whether an object beside the state locks it." }
    attr "dynamodb_table" { doc = "The table that holds locks." }
    attr "encrypt" { doc = "Whether the server encrypts the state." }
    attr "kms_key_id" { doc = "The key that encrypts the state." }
    attr "sse_customer_key" { doc = "A key of the customer that encrypts the state." }
    attr "acl" { doc = "Who may read the object." }
    attr "workspace_key_prefix" { doc = "The folder of the states of other workspaces." }
    attr "access_key" { doc = "The key to log in with." }
    attr "secret_key" { doc = "The secret to log in with." }
    attr "token" { doc = "A temporary token." }
    attr "profile" { doc = "The profile of the shared files." }
    attr "shared_config_files" { doc = "Files with settings." }
    attr "shared_credentials_files" { doc = "Files with credentials." }
    attr "shared_credentials_file" { doc = "A file with credentials." }
    attr "assume_role" { doc = "The role to take on: `{ role_arn = ... }`." }
    attr "assume_role_with_web_identity" { doc = "The role to take on with a web identity." }
    attr "role_arn" { doc = "The role to take on." }
    attr "session_name" { doc = "The name of the session of that role." }
    attr "external_id" { doc = "The external id for that role." }
    attr "assume_role_policy" { doc = "What that role may do in this session." }
    attr "assume_role_policy_arns" { doc = "Policies for this session." }
    attr "assume_role_duration_seconds" { doc = "How long the role is taken on." }
    attr "assume_role_tags" { doc = "Tags of the session." }
    attr "assume_role_transitive_tag_keys" { doc = "Tags that later sessions keep." }
    attr "allowed_account_ids" { doc = "Accounts that may be used." }
    attr "forbidden_account_ids" { doc = "Accounts that must not be used." }
    attr "endpoints" { doc = "Endpoints by service: `{ s3 = ... }`." }
    attr "endpoint" { doc = "The endpoint of S3." }
    attr "dynamodb_endpoint" { doc = "The endpoint of DynamoDB." }
    attr "iam_endpoint" { doc = "The endpoint of IAM." }
    attr "sts_endpoint" { doc = "The endpoint of STS." }
    attr "sts_region" { doc = "The region of STS." }
    attr "custom_ca_bundle" { doc = "A file with certificate authorities." }
    attr "http_proxy" { doc = "The proxy for HTTP." }
    attr "https_proxy" { doc = "The proxy for HTTPS." }
    attr "no_proxy" { doc = "Hosts that need no proxy." }
    attr "insecure" { doc = "Whether any certificate is fine." }
    attr "max_retries" { doc = "How often to try again." }
    attr "retry_mode" { doc = "How: `standard` or `adaptive`." }
    attr "use_path_style" { doc = "Whether the bucket stands in the path of the URL." }
    attr "force_path_style" { doc = "Whether the bucket stands in the path of the URL." }
    attr "use_fips_endpoint" { doc = "Whether to use endpoints that meet FIPS." }
    attr "use_dualstack_endpoint" { doc = "Whether to use endpoints of both kinds of addresses." }
    attr "use_legacy_workflow" { doc = "Whether to log in in the old order." }
    attr "skip_credentials_validation" { doc = "Whether the credentials are not tried first." }
    attr "skip_region_validation" { doc = "Whether any region is fine." }
    attr "skip_requesting_account_id" { doc = "Whether the account is not asked for." }
    attr "skip_metadata_api_check" { doc = "Whether the machine is not asked." }
    attr "skip_s3_checksum" { doc = "Whether checksums are left out." }
    attr "ec2_metadata_service_endpoint" { doc = "Where the machine answers." }
    attr "ec2_metadata_service_endpoint_mode" { doc = "How the machine is addressed: `IPv4` or `IPv6`." }
  }
}
