# Terraform and OpenTofu: the files of a module. Provider schemas define the content of resource types; without one,
# their bodies accept anything.
language "terraform" {
  title = "Terraform"
  ids   = ["terraform", "opentofu", "tf"]
  # Files whose names begin with a dot, such as editor files, do not belong to modules.
  files     = ["[!.]*.tf", "[!.]*.tf.json", "[!.]*.tofu", "[!.]*.tofu.json"]
  join      = folder
  overrides = { files = "{override,*_override}.{tf,tf.json,tofu,tofu.json}", kind = [variable, local, output, module, resource, data] }
  native    = terraform
  functions = [
    common, try, can, encoding, network, extended, search, digests, yaml, marks, workspace_files, templates, "provider::*::*",
    "provider::terraform::encode_expr", "provider::terraform::encode_tfvars", "provider::terraform::decode_tfvars",
    "assume*", "core::"
  ]
  names          = { resource = optional, "*" = whole }
  dynamic_blocks = { name = "dynamic", kind = package }
  folder         = caller
  public         = [variable, output, provider_alias]
  # Providers that `required_providers` does not name.
  package    = "hashicorp/*"
  formatting = [quote_labels, unwrap_interpolations]
}

object {
  block_list "terraform" {
    doc  = "Terraform settings for this module: versions, providers, and state storage."
    icon = module
    check "required-version" {
      condition = !can(regex("(^|,) *(=|>=?|~>)? *v?([2-9]|[1-9][0-9]+)([., ]|$)", self.required_version))
      message   = "No released version of Terraform or OpenTofu satisfies this constraint."
      at        = attr.required_version
    }
    check "required-prerelease" {
      condition = !can(regex("[0-9]-", self.required_version))
      message   = "A constraint on Terraform cannot name a pre-release: leave out what follows the dash."
      at        = attr.required_version
    }
    check "language-edition" {
      condition = self.language == null || self.language == "TF2021"
      message   = "The only language edition is `TF2021`."
      at        = attr.language
    }
    check "experiments" {
      condition = !set.experiments
      message   = "Released versions have no experiments to enable: remove the argument."
      at        = attr.experiments
    }
    object {
      conflicts = [[cloud, backend], [state_store, backend], [cloud, state_store]]
      attr "required_version" {
        type     = string
        constant = true
        format   = version_constraint
        min      = "1.0"
        doc      = "Version constraint for Terraform: `\">= 1.5, < 2.0\"`."
      }
      attr "experiments" {
        decoder = identifiers
        doc     = "Experimental features to enable."
      }
      attr "language" {
        decoder = keyword
        doc     = "Language edition."
      }
      block_list "backend" {
        doc       = "Storage for the state."
        max_items = 1
        check "backend-ignored" {
          condition = false
          message   = "Only the root module can set a backend: this one is ignored, because another module calls this folder."
          when      = called
          severity  = warning
        }
        label "type" {
          doc = "Backend type."
          values = {
            azurerm    = "Blobs of Azure Storage."
            consul     = "Key-value store of Consul."
            cos        = "Object storage of Tencent Cloud."
            gcs        = "Google Cloud Storage."
            http       = "REST service."
            kubernetes = "Secrets of a Kubernetes cluster."
            local      = "File on this machine (the default)."
            oci        = { doc = "Object storage of Oracle Cloud.", version = ">= 1.12" }
            oss        = "Object storage of Alibaba Cloud."
            pg         = "PostgreSQL database."
            remote     = "HCP Terraform or Terraform Enterprise."
            s3         = "Bucket of Amazon S3."
          }
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
            "*"        = body.anything
          }
        }
      }
      block_list "cloud" {
        version   = ">= 1.1"
        doc       = "HCP Terraform settings, for remote state and remote operations."
        max_items = 1
        object {
          attr "organization" {
            type     = string
            constant = true
            doc      = "Organization that owns the workspaces."
          }
          attr "hostname" {
            type     = string
            constant = true
            doc      = "Host name of a Terraform Enterprise installation."
          }
          attr "token" {
            type      = string
            constant  = true
            sensitive = true
            doc       = "API token for the host. Use `terraform login` instead to keep the token out of files."
          }
          block_list "workspaces" {
            max_items = 1
            doc       = "Workspaces that belong to this configuration."
            object {
              conflicts = [[name, tags]]
              attr "name" {
                type     = string
                constant = true
                doc      = "Name of a single workspace."
              }
              attr "tags" {
                type     = [set(string), map(string)]
                constant = true
                doc      = "Tags of the workspaces to use."
              }
              attr "project" {
                type     = string
                constant = true
                doc      = "Project that the workspaces belong to."
              }
            }
          }
        }
      }
      block_list "required_providers" {
        max_items = 1
        doc       = "Providers that this module requires, with their sources and version constraints."
        object { include = [body.required_providers] }
      }
      block_list "provider_meta" {
        doc = "Metadata that the module passes to a provider."
        label "provider" { doc = "Local name of the provider." }
        object { include = [body.anything] }
      }
      block_list "encryption" {
        doc       = "OpenTofu: encryption of state and plan files."
        max_items = 1
        object { include = [body.encryption] }
      }
      block_list "state_store" {
        doc = "State storage that a provider implements."
        label "type" { doc = "State store type." }
        object { include = [body.anything] }
      }
    }
  }

  block_list "required_providers" {
    doc = "OpenTofu: providers that this module requires."
    object { include = [body.required_providers] }
  }
  block_list "language" {
    doc = "OpenTofu: language settings for this module."
    object {
      include = [body.anything]
      attr "edition" {
        decoder = keyword
        doc     = "Language edition."
      }
    }
  }

  block_list "provider" {
    doc     = "Provider configuration."
    icon    = package
    outline = self.alias == null ? label.name : "${label.name}.${self.alias}"
    unique  = [label.name, self.alias]
    label "name" {
      doc    = "Local name of the provider, as declared in `required_providers`."
      format = identifier
    }
    symbol {
      address  = [label.name, self.alias]
      optional = [self.alias]
      kind     = provider
      visible  = by_name
      depends  = all
      value    = unknown(any)
    }
    check "provider-alias" {
      condition = !set.for_each || set.alias
      message   = "A provider configuration with \"for_each\" requires an \"alias\"."
      at        = attr.for_each
    }
    check "empty-provider" {
      condition = length([for name, is_set in set : name if is_set && name != "alias"]) > 0
      message   = "An empty provider block has no effect in a called module. Declare the provider in `required_providers` instead."
      severity  = warning
      when      = called
    }
    case {
      on      = label.name
      is      = { "*" = body.anything }
      package = { kind = provider, name = label.name }
    }
    scope {
      when  = set.for_each
      names = { each = { key = unknown(string), value = unknown(any) } }
    }
    restrict {
      at      = attr.for_each
      names   = [var, local, path, terraform, tofu]
      message = "OpenTofu configures providers before a plan, where only variables and locals are known."
    }
    object {
      attr "alias" {
        type     = string
        format   = identifier
        constant = true
        nullable = false
        doc      = "Name of an additional configuration of the same provider, for use as `provider = NAME.ALIAS`."
      }
      attr "version" {
        type       = string
        format     = version_constraint
        constant   = true
        deprecated = "use `required_providers` in the `terraform` block instead"
        doc        = "Version constraint for the provider."
      }
      attr "for_each" {
        format = keyed
        doc    = "OpenTofu: creates one configuration for each element."
      }
    }
  }

  block_map "variable" {
    labels  = ["name"]
    icon    = variable
    doc     = "Input variable of the module: `var.NAME`."
    outline = label.name
    label "name" {
      doc      = "Variable name, as in `var.NAME`."
      format   = identifier
      reserved = ["source", "version", "providers", "count", "for_each", "lifecycle", "depends_on", "locals", "provider"]
    }
    symbol {
      address   = [var, label.name]
      kind      = variable
      value     = cast(unknown(any), self.type)
      type      = self.type
      required  = !set.default
      nullable  = self.nullable != false || set.default
      default   = self.default
      sensitive = first(self.sensitive, false)
      ephemeral = first(self.ephemeral, false)
      unused    = true
    }
    check "default-type" {
      type = self.type
      at   = attr.default
    }
    object {
      attr "type" {
        decoder = bare_type
        doc     = "Type of the value: `string`, `number`, `bool`, `list(string)`, `map(number)`, `object({ name = string, size = optional(number, 1) })` and so on."
      }
      case {
        on = self.nullable
        is = { false = body.default_not_null, "*" = body.default }
      }
      attr "description" {
        type     = string
        constant = true
        nullable = false
        doc      = "Description of the variable."
      }
      attr "sensitive" {
        type     = bool
        constant = true
        nullable = false
        default  = false
        doc      = "Hides the value, and values derived from it, in output."
      }
      attr "nullable" {
        type     = bool
        version  = ">= 1.1"
        constant = true
        nullable = false
        default  = true
        doc      = "Whether the value can be null. When false, null is replaced by the default."
      }
      attr "ephemeral" {
        type     = bool
        constant = true
        nullable = false
        version  = ">= 1.10"
        default  = false
        doc      = "Keeps the value out of state and plan files."
      }
      attr "const" {
        type     = bool
        version  = ">= 1.15"
        constant = true
        default  = false
        doc      = "Makes the value available before anything runs, so that the `source` of a module can use it."
      }
      attr "deprecated" {
        type     = string
        version  = ">= 1.15"
        constant = true
        doc      = "Deprecation message shown to callers that set the variable."
      }
      block_list "validation" {
        doc = "Validation rule for the value."
        # The message is not evaluated before a value fails.
        check "error-message" {
          condition = can(tostring(self.error_message))
          message   = "A string is required: the error message for a false condition."
          at        = attr.error_message
          severity  = warning
        }
        object { include = [body.own_condition] }
      }
    }
  }

  block_list "locals" {
    icon = variable
    doc  = "Named values for use in the module: `local.NAME`."
    object {
      attr "*" {
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
    doc     = "Output value of the module, available to its callers. The root module prints its outputs."
    outline = label.name
    label "name" {
      doc    = "Output name, as in `module.CALL.NAME`."
      format = identifier
    }
    symbol {
      address   = [output, label.name]
      kind      = output
      visible   = by_name
      value     = self.value
      sensitive = first(self.sensitive, false)
      ephemeral = first(self.ephemeral, false)
    }
    check "sensitive-output" {
      condition = self.sensitive == true || !is_sensitive(self.value)
      message   = "The value is derived from sensitive values: an output of the root module must set `sensitive = true`."
      when      = root
    }
    check "ephemeral-output" {
      condition = self.ephemeral == true || !is_ephemeral(self.value)
      message   = "The value is ephemeral, so the output must set `ephemeral = true`."
      at        = attr.value
    }
    # Nothing is said of a value that is not known.
    check "plain-ephemeral-output" {
      condition = self.ephemeral != true || is_ephemeral(self.value) || (self.value == null ? false : false)
      message   = "The value is not ephemeral, so the output cannot set `ephemeral = true`."
      at        = attr.value
      when      = called
    }
    check "ephemeral-root-output" {
      condition = self.ephemeral != true
      message   = "The root module cannot have ephemeral outputs, because they are not stored in the state."
      when      = root
    }
    object {
      include = [body.dependencies]
      attr "value" {
        required = true
        doc      = "Value of the output."
      }
      attr "type" {
        decoder = type
        version = ">= 1.15"
        doc     = "Type that the value is converted to."
      }
      attr "description" {
        type     = string
        constant = true
        nullable = false
        doc      = "Description of the output."
      }
      attr "sensitive" {
        type     = bool
        constant = true
        nullable = false
        default  = false
        doc      = "Hides the value in output. Required if the value is derived from sensitive values."
      }
      attr "ephemeral" {
        type     = bool
        constant = true
        nullable = false
        version  = ">= 1.10"
        default  = false
        doc      = "Keeps the value out of state and plan files. Only for outputs of child modules."
      }
      attr "deprecated" {
        type     = string
        version  = ">= 1.15"
        constant = true
        doc      = "Deprecation message shown to callers that use the output."
      }
      block_list "precondition" {
        version = ">= 1.2"
        doc     = "Condition that must be true before the output is evaluated."
        object { include = [body.kept_condition] }
      }
    }
  }

  block_map "module" {
    labels  = ["name"]
    icon    = module
    doc     = "Call of a child module. The remaining arguments set the variables of that module."
    outline = label.name
    label "name" {
      doc    = "Name of the call, as in `module.NAME.OUTPUT`."
      format = identifier
    }
    symbol {
      address = [module, label.name]
      kind    = module
      value   = instances(self.count, self.for_each, called)
      when    = [lifecycle, enabled]
      indexed = set.count || set.for_each
    }
    call {
      folder  = self.source
      inputs  = { variable = self, provider_alias = self.providers }
      outputs = output
    }
    # `count` and `for_each` of the call are not evaluated before a plan.
    scope {
      names = { count = { index = unknown(number) }, each = { key = unknown(string), value = unknown(any) } }
    }
    check "ephemeral-count" {
      condition = !is_ephemeral(self.count)
      message   = "The number of instances is stored in the state, so it cannot depend on an ephemeral value."
      at        = attr.count
    }
    check "ephemeral-for-each" {
      condition = !is_ephemeral(self.for_each)
      message   = "The instance keys are stored in the state, so they cannot depend on an ephemeral value."
      at        = attr.for_each
    }
    check "module-source" {
      # A folder, an address in a registry, a URL, or a short form of one.
      condition = !set.source || can(regex("^(\\.\\.?[/\\\\]|(([^/]+\\.[^/]+|[^/]+:[0-9]+)/)?[0-9A-Za-z][0-9A-Za-z_-]*/[0-9A-Za-z][0-9A-Za-z_-]*/[0-9a-z]+(//|$)|([0-9A-Za-z]+::)*([A-Za-z][0-9A-Za-z+.-]*:[^:]|/[^/]|github\\.com/[^/]+/[^/]|bitbucket\\.org/|[^/@]+@[^/:]+:))|\\.amazonaws\\.com/|googleapis\\.com/", self.source))
      message   = "This is no module source: write a folder as \"./NAME\" or \"../NAME\", a registry module as \"NAMESPACE/NAME/PROVIDER\", anything else as a URL."
      at        = attr.source
    }
    check "module-source-line" {
      condition = !set.source || !can(regex("\\n$", self.source))
      message   = "The source ends with a line break, as every heredoc does, and names no folder: write it in quotes."
      at        = attr.source
    }
    check "module-version" {
      condition = !set.version || !can(regex("^(\\.\\.?)?[/\\\\]|::|://|^[^/@]+@|^(github\\.com|bitbucket\\.org)/", self.source))
      message   = can(regex("^\\.", self.source)) ? "A module in a folder has no versions: \"version\" applies only to registry modules." : "\"version\" applies only to registry modules: this address names its version itself, such as with \"?ref=v1.2.0\"."
      at        = attr.source
    }
    lens = self.count != null ? (self.count == 1 ? "1 instance" : "${self.count} instances") : self.for_each != null ? (length(self.for_each) == 1 ? "1 instance" : "${length(self.for_each)} instances") : null
    object {
      attr "source" {
        type     = string
        required = true
        constant = true
        format   = folder
        doc      = "Source of the module: a folder (`./NAME`), a registry address (`NAMESPACE/NAME/PROVIDER`), or a URL."
      }
      attr "version" {
        type     = string
        constant = true
        format   = version_constraint
        doc      = "Version constraint for a registry module."
      }
      include = [body.repetition, body.dependencies]
      attr "providers" {
        decoder   = addresses
        quoted    = deprecated
        refers_to = [provider, provider_alias]
        unknown   = words
        snippet   = "{\n  $1\n}"
        doc       = "Provider configurations to pass to the module: `{ aws = aws.west }`."
      }
      attr "ignore_nested_deprecations" {
        type     = bool
        constant = true
        default  = false
        doc      = "Suppresses deprecation warnings from inside the module."
      }
      block_list "lifecycle" {
        max_items = 1
        doc       = "OpenTofu: condition for using the module."
        check "module-lifecycle" {
          condition = set.enabled
          message   = "A module call does not support `lifecycle`. Only OpenTofu supports this block, with the argument `enabled`."
        }
        object {
          attr "enabled" {
            type     = bool
            default  = true
            nullable = false
            doc      = "When false, the module is skipped."
          }
        }
      }
      attr "*" {}
    }
  }

  block_map "resource" {
    labels    = ["type", "name"]
    icon      = class
    ephemeral = false
    doc       = "Infrastructure object that Terraform manages."
    outline   = "${label.type}.${label.name}"
    label "type" {
      doc    = "Type. Its first word is the name of the provider."
      format = identifier
    }
    label "name" {
      doc    = "Resource name, as in `TYPE.NAME`."
      format = identifier
    }
    symbol {
      address = [label.type, label.name]
      kind    = resource
      # In every plan, arguments of the built-in resource have the values of the configuration, unless changes
      # are ignored, which "lifecycle" can say. Those of other providers may have others.
      value = instances(self.count, self.for_each, concat([
        for made in [outcome] : { id = made.id, input = self.input, output = made.output, triggers_replace = self.triggers_replace }
        if label.type == "terraform_data" && !set.lifecycle
      ], [outcome])[0])
      when    = [lifecycle, enabled]
      depends = all
      indexed = set.count || set.for_each
    }
    scope {
      when  = set.count
      names = { count = { index = unknown(number) } }
    }
    scope {
      when  = set.for_each
      names = { each = { key = unknown(string), value = unknown(any) } }
    }
    check "type-name" {
      # Names of providers contain dashes: netapp-gcp_volume.
      condition = !can(regex("^[^_]*-[^_]*$|^[^-_]*_.*-", label.type))
      message   = "Resource types do not contain dashes: separate words with \"_\"."
    }
    restrict {
      when    = length([for p in self.provisioner : p if p.when == "destroy"]) > 0
      at      = [block.connection]
      names   = [self, path, terraform, count.index, each.key]
      message = "a connection of provisioners with `when = destroy` can refer only to `self`, `count.index` and `each.key`."
    }
    check "resource-type" {
      condition = label.type == "terraform_data" || (self.provider == null ? !can(regex("^terraform_", label.type)) : !can(regex("^terraform(\\.|$)", self.provider)))
      message   = "The built-in provider has one resource type, \"terraform_data\"."
    }
    case {
      on      = label.type
      is      = { terraform_data = body.terraform_data, null_resource = body.null_resource, "*" = body.anything }
      package = { kind = resource, name = [self.provider, label.type] }
      unknown = error
    }
    lens = self.count != null ? (self.count == 1 ? "1 instance" : "${self.count} instances") : self.for_each != null ? (length(self.for_each) == 1 ? "1 instance" : "${length(self.for_each)} instances") : null
    object {
      include = [body.repetition, body.meta]
      block_list "lifecycle" {
        max_items = 1
        doc       = "Rules for how changes to the resource are applied."
        check "ignore-changes" {
          each      = self.ignore_changes
          condition = !can(regex("\\[[^\"0-9]|\\.\\*($|[.[])", each))
          message   = "The key must be a literal here: a quoted string or a number."
        }
        check "ignore-changes-list" {
          condition = !can(keys(self.ignore_changes))
          message   = "A list is required: `[NAME, NAME]`."
          at        = attr.ignore_changes
        }
        check "replace-triggered-by-list" {
          condition = !can(keys(self.replace_triggered_by))
          message   = "A list is required: `[TYPE.NAME]`."
          at        = attr.replace_triggered_by
        }
        check "replace-triggered-by-kind" {
          each      = self.replace_triggered_by
          condition = !can(regex("^(var|local|module|output|path|each|count|self|terraform)\\.", each))
          message   = "Only resources and their attributes can trigger a replacement."
        }
        check "replace-triggered-by-whole" {
          each      = self.replace_triggered_by
          condition = !can(regex("^[\\w\\x{80}-\\x{10FFFF}-]+$", each))
          message   = "A resource is named with its type: `TYPE.NAME` or `TYPE.NAME.ATTRIBUTE`."
        }
        check "replace-triggered-by" {
          each      = self.replace_triggered_by
          condition = !can(regex("\\[[^\"0-9]", each)) || can(regex("\\[(each\\.key|count\\.index)\\]", each))
          message   = "The key must be a literal here, or `each.key` or `count.index`."
        }
        object {
          attr "create_before_destroy" {
            type     = bool
            constant = true
            nullable = false
            default  = false
            doc      = "Creates the replacement before the old object is destroyed."
          }
          attr "prevent_destroy" {
            type     = bool
            constant = true
            nullable = false
            default  = false
            doc      = "Rejects any plan that would destroy the resource."
          }
          attr "ignore_changes" {
            decoder   = addresses
            values    = { all = "All arguments, so that the resource is never updated." }
            quoted    = deprecated
            refers_to = [self]
            doc       = "Arguments to ignore when planning updates: `[tags, ebs[0].size]`."
          }
          attr "replace_triggered_by" {
            decoder   = addresses
            version   = ">= 1.2"
            refers_to = [resource, data, ephemeral]
            doc       = "Resources or attributes that force a replacement of this resource when they change."
          }
          attr "destroy" {
            type    = bool
            default = true
            doc     = "When false, the resource is only removed from the state, not destroyed."
          }
          attr "enabled" {
            type     = bool
            default  = true
            nullable = false
            doc      = "OpenTofu: when false, the resource is skipped."
          }
          include = [body.conditions]
          block_list "action_trigger" {
            version = ">= 1.14"
            doc     = "Actions to run on lifecycle events of the resource."
            object {
              attr "events" {
                decoder  = identifiers
                values   = ["before_create", "after_create", "before_update", "after_update", "before_destroy", "after_destroy"]
                required = true
                length   = { min = 1 }
                doc      = "Events that trigger the actions: `before_create`, `after_create`, `before_update`, `after_update`."
              }
              attr "actions" {
                decoder   = addresses
                required  = true
                refers_to = [action]
                length    = { min = 1 }
                doc       = "Actions to run: `[action.TYPE.NAME]`."
              }
              attr "condition" {
                type = bool
                doc  = "Condition for running the actions."
              }
              attr "on_failure" {
                decoder = keyword
                doc     = "Behavior when an action fails."
              }
            }
          }
        }
      }
      block_list "connection" {
        ephemeral = true
        max_items = 1
        doc       = "Connection settings for provisioners."
        scope {
          names = { self = outcome }
        }
        object { include = [body.connection] }
      }
      block_list "provisioner" {
        ephemeral = true
        doc       = "Action that runs when the resource is created or destroyed. Use as a last resort."
        label "type" {
          doc = "Provisioner type."
          values = {
            file        = "Copies files to the remote machine."
            local-exec  = "Runs a command on the machine that runs Terraform."
            remote-exec = "Runs commands on the remote machine."
          }
        }
        scope {
          names = { self = outcome }
        }
        restrict {
          when    = self.when == "destroy"
          names   = [self, path, terraform, count.index, each.key]
          message = "a provisioner with `when = destroy` can refer only to `self`, `count.index` and `each.key`."
        }
        case {
          on = label.type
          is = { file = body.file, local-exec = body.local_exec, remote-exec = body.remote_exec }
        }
        object { include = [body.provisioner] }
      }
    }
  }

  block_map "data" {
    labels    = ["type", "name"]
    icon      = object
    ephemeral = false
    doc       = "Data source: reads information about an existing object."
    outline   = "${label.type}.${label.name}"
    label "type" {
      doc    = "Type. Its first word is the name of the provider."
      format = identifier
    }
    label "name" {
      doc    = "Data source name, as in `data.TYPE.NAME`."
      format = identifier
    }
    symbol {
      address = [data, label.type, label.name]
      kind    = data
      value   = instances(self.count, self.for_each, outcome)
      when    = [lifecycle, enabled]
      depends = all
      indexed = set.count || set.for_each
    }
    scope {
      when  = set.count
      names = { count = { index = unknown(number) } }
    }
    scope {
      when  = set.for_each
      names = { each = { key = unknown(string), value = unknown(any) } }
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
    # Partly unknown values are checked once they are known.
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
      message = "Required arguments of the backend \"${self.backend}\" are missing."
      at      = attr.config
    }
    check "remote-state-workspaces" {
      condition = label.type != "terraform_remote_state" || (self.backend != "remote" && self.backend != "cloud") || !can(self.config.workspaces) || self.config.workspaces == null || (can(keys(self.config.workspaces)) && !can(self.config.workspaces[0]))
      message   = "`workspaces` must be an object: `{ name = \"NAME\" }`."
      at        = attr.config
    }
    check "remote-state-workspace" {
      condition = label.type != "terraform_remote_state" || self.backend != "remote" || !can(self.config.organization) || (try(self.config.workspaces, null) != null && !can(keys(self.config.workspaces))) || length([for name in ["name", "prefix"] : name if try(self.config.workspaces[name], null) != null && try(self.config.workspaces[name], null) != ""]) == 1
      message   = "One of `name` and `prefix` is required in `workspaces`."
    }
    check "remote-state-defaults" {
      condition = label.type != "terraform_remote_state" || self.defaults == null || can(keys(self.defaults))
      message   = "An object is required: `{ NAME = VALUE }`."
      at        = attr.defaults
    }
    case {
      on      = label.type
      is      = { terraform_remote_state = body.terraform_remote_state, "*" = body.anything }
      package = { kind = data, name = [self.provider, label.type] }
      unknown = error
    }
    lens = self.count != null ? (self.count == 1 ? "1 instance" : "${self.count} instances") : self.for_each != null ? (length(self.for_each) == 1 ? "1 instance" : "${length(self.for_each)} instances") : null
    object { include = [body.repetition, body.meta, body.data] }
  }

  block_map "ephemeral" {
    labels  = ["type", "name"]
    icon    = object
    version = ">= 1.10"
    doc     = "Temporary object that exists only while Terraform runs and is not stored in state or plan files."
    outline = "${label.type}.${label.name}"
    label "type" {
      doc    = "Type. Its first word is the name of the provider."
      format = identifier
    }
    label "name" {
      doc    = "Ephemeral resource name, as in `ephemeral.TYPE.NAME`."
      format = identifier
    }
    symbol {
      address   = [ephemeral, label.type, label.name]
      kind      = ephemeral
      value     = instances(self.count, self.for_each, outcome)
      when      = [lifecycle, enabled]
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
      names = { each = { key = unknown(string), value = unknown(any) } }
    }
    check "ephemeral-type" {
      condition = !can(regex("^terraform_", label.type)) || self.provider != null
      message   = "The built-in provider has no ephemeral resources."
    }
    case {
      on      = label.type
      is      = { "*" = body.anything }
      package = { kind = ephemeral, name = [self.provider, label.type] }
    }
    lens = self.count != null ? (self.count == 1 ? "1 instance" : "${self.count} instances") : self.for_each != null ? (length(self.for_each) == 1 ? "1 instance" : "${length(self.for_each)} instances") : null
    object { include = [body.repetition, body.meta, body.data] }
  }

  block_map "action" {
    labels  = ["type", "name"]
    icon    = event
    version = ">= 1.14"
    doc     = "Provider action that runs on request or on lifecycle events of resources."
    outline = "${label.type}.${label.name}"
    label "type" {
      doc    = "Type. Its first word is the name of the provider."
      format = identifier
    }
    label "name" {
      doc    = "Action name, as in `action.TYPE.NAME`."
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
      names = { each = { key = unknown(string), value = unknown(any) } }
    }
    lens = self.count != null ? (self.count == 1 ? "1 instance" : "${self.count} instances") : self.for_each != null ? (length(self.for_each) == 1 ? "1 instance" : "${length(self.for_each)} instances") : null
    object {
      include = [body.repetition]
      attr "provider" {
        decoder = address
        quoted  = deprecated
        doc     = "Provider configuration to use."
      }
      block_list "config" {
        max_items = 1
        doc       = "Arguments of the action."
        object { include = [body.anything] }
      }
    }
  }

  block_list "moved" {
    icon    = operator
    version = ">= 1.1"
    doc     = "Moves an object in the state from the address `from` to the address `to`."
    check "moved-from" {
      condition = self.from == null || can(regex("^module\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?(\\.module\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?)*$", self.from)) || can(regex("^(module\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?\\.)*((data|ephemeral)\\.)?[\\w\\x{80}-\\x{10FFFF}-]+\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?$", self.from)) && !can(regex("^(var|local|output|path|each|count|self|terraform)\\.", self.from))
      message   = "The address of a resource or module is required: `TYPE.NAME`, `TYPE.NAME[KEY]`, `module.NAME`."
      at        = attr.from
    }
    check "moved-to" {
      condition = self.to == null || can(regex("^module\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?(\\.module\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?)*$", self.to)) || can(regex("^(module\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?\\.)*((data|ephemeral)\\.)?[\\w\\x{80}-\\x{10FFFF}-]+\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?$", self.to)) && !can(regex("^(var|local|output|path|each|count|self|terraform)\\.", self.to))
      message   = "The address of a resource or module is required: `TYPE.NAME`, `TYPE.NAME[KEY]`, `module.NAME`."
      at        = attr.to
    }
    check "moved-key" {
      condition = !can(regex("\\[\"([^\"]*[^$%])?[$%]\\{", self.from)) && !can(regex("\\[\"([^\"]*[^$%])?[$%]\\{", self.to))
      message   = "The key must be a literal."
      at        = attr.from
    }
    check "moved-kinds" {
      condition = self.from == null || self.to == null || can(regex("^module\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?(\\.module\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?)*$", self.from)) == can(regex("^module\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?(\\.module\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?)*$", self.to))
      message   = "A resource cannot be moved to a module address, nor a module to a resource address."
    }
    object {
      attr "from" {
        decoder  = address
        required = true
        doc      = "Previous address of the object."
      }
      attr "to" {
        decoder   = address
        required  = true
        refers_to = [resource, module]
        unknown   = allowed
        doc       = "New address of the object."
      }
    }
  }

  block_list "import" {
    icon    = operator
    version = ">= 1.5"
    doc     = "Imports an existing object into the state."
    unique  = [self.to]
    check "import-to" {
      condition = self.to == null || can(regex("^(module\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[[^\\]]*\\])?\\.)*[\\w\\x{80}-\\x{10FFFF}-]+\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[[^\\]]*\\])?$", self.to)) && !can(regex("(^|\\.)(module|var|local|output|path|each|count|self|terraform)\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[[^\\]]*\\])?$", self.to))
      message   = "The address of a resource is required: `TYPE.NAME`, `TYPE.NAME[KEY]`, `module.NAME.TYPE.NAME`."
      at        = attr.to
    }
    check "import-key" {
      condition = set.for_each || !can(regex("\\[[^\"0-9]", self.to))
      message   = "The key must be a literal if the block has no `for_each`."
      at        = attr.to
    }
    check "provider-reference" {
      condition = self.provider == null || can(regex("^[\\w\\x{80}-\\x{10FFFF}-]+(\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[.*\\])?)?$", self.provider))
      message   = "A provider configuration is named `NAME` or `NAME.ALIAS`."
      at        = attr.provider
    }
    check "import-here" {
      condition = false
      message   = "Only the root module can contain import blocks: another module calls this folder."
      when      = called
    }
    scope {
      when  = set.for_each
      names = { each = { key = unknown(string), value = unknown(any) } }
    }
    object {
      exactly_one = [[id, identity]]
      attr "to" {
        decoder   = address
        required  = true
        refers_to = [resource, module]
        unknown   = allowed
        doc       = "Address of the resource to import the object to."
      }
      attr "id" {
        type     = string
        nullable = false
        length   = { min = 1 }
        doc      = "Import ID of the object, as defined by the provider."
      }
      attr "identity" {
        version = ">= 1.12"
        doc     = "Resource identity of the object, as an object of several attributes."
      }
      attr "provider" {
        decoder   = address
        quoted    = deprecated
        refers_to = [provider, provider_alias]
        unknown   = words
        doc       = "Provider configuration to use."
      }
      attr "for_each" {
        version = ">= 1.7"
        doc     = "Imports one object for each element."
      }
    }
  }

  block_list "removed" {
    icon    = operator
    version = ">= 1.7"
    doc     = "Removes a resource or module from management by Terraform."
    check "removed-from" {
      condition = self.from == null || can(regex("^(module\\.[\\w\\x{80}-\\x{10FFFF}-]+\\.)*[\\w\\x{80}-\\x{10FFFF}-]+\\.[\\w\\x{80}-\\x{10FFFF}-]+$", self.from)) && !can(regex("(^|\\.)(output|path|each|count|self|terraform)\\.[\\w\\x{80}-\\x{10FFFF}-]+$", self.from))
      message   = "The address of a whole resource or module is required, without keys: `TYPE.NAME`, `module.NAME`."
      at        = attr.from
    }
    object {
      attr "from" {
        decoder  = address
        required = true
        doc      = "Address of the resource or module to remove."
      }
      block_list "lifecycle" {
        doc = "Settings for destroying the removed objects."
        object {
          attr "destroy" {
            type     = bool
            constant = true
            default  = true
            doc      = "When false, the object is only removed from the state."
          }
        }
      }
      block_list "connection" {
        max_items = 1
        doc       = "Connection settings for provisioners."
        scope {
          names = { self = unknown(any), count = { index = unknown(number) }, each = { key = unknown(string) } }
        }
        object { include = [body.connection] }
      }
      block_list "provisioner" {
        doc = "Action that runs when the resource is destroyed."
        label "type" { doc = "Provisioner type." }
        check "destroy" {
          condition = self.when == "destroy"
          message   = "Nothing is created here: `when = destroy` is required."
        }
        scope {
          names = { self = unknown(any), count = { index = unknown(number) }, each = { key = unknown(string) } }
        }
        restrict {
          names   = [self, path, terraform, count.index, each.key]
          message = "a provisioner with `when = destroy` can refer only to `self`, `count.index` and `each.key`."
        }
        case {
          on = label.type
          is = { file = body.file, local-exec = body.local_exec, remote-exec = body.remote_exec }
        }
        object { include = [body.provisioner] }
      }
    }
  }

  block_map "check" {
    labels  = ["name"]
    icon    = event
    version = ">= 1.5"
    doc     = "Conditions that are checked after each plan and apply. Failures are reported as warnings."
    outline = label.name
    label "name" {
      doc    = "Name of the check, as shown in output."
      format = identifier
    }
    object {
      block_list "data" {
        max_items = 1
        doc       = "Data source for the conditions of this block only."
        label "type" { format = identifier }
        label "name" { format = identifier }
        symbol {
          address = [data, label.type, label.name]
          kind    = data
          value   = outcome
          visible = parent
        }
        case {
          on      = label.type
          is      = { terraform_remote_state = body.terraform_remote_state, "*" = body.anything }
          package = { kind = data, name = [self.provider, label.type] }
          unknown = error
        }
        check "no-count" {
          condition = !set.count
          message   = "A data source in a check is read once: \"count\" is not supported."
          at        = attr.count
        }
        check "no-for-each" {
          condition = !set.for_each
          message   = "A data source in a check is read once: \"for_each\" is not supported."
          at        = attr.for_each
        }
        object {
          include = [body.repetition, body.meta]
          block_list "lifecycle" {
            doc = "Not supported here: the check decides what happens with the data source."
            check "no-lifecycle" {
              condition = false
              message   = "A data source in a check has no lifecycle of its own."
            }
            object { include = [body.anything] }
          }
        }
      }
      block_list "assert" {
        min_items = 1
        doc       = "Condition with its error message."
        object { include = [body.condition] }
      }
    }
  }
}

variables {
  path      = { module = ".", root = unknown(string), cwd = unknown(string) }
  terraform = { applying = ephemeral(unknown(bool)), workspace = unknown(string) }
  tofu      = { applying = ephemeral(unknown(bool)), workspace = unknown(string) }
}

body "default" {
  object {
    attr "default" {
      constant = true
      doc      = "Value to use if the caller sets none. Without a default, the variable is required."
    }
  }
}
body "default_not_null" {
  object {
    attr "default" {
      constant = true
      nullable = false
      doc      = "Value to use if the caller sets none, or null."
    }
  }
}

# Bodies with a schema that only the provider defines.
body "anything" {
  object { unknown = allowed }
}

body "required_providers" {
  object {
    attr "*" {
      decoder = expression
      package = { address = self.source, version = self.version }
      format  = version_constraint
      fields  = body.required_provider
      doc     = "Provider requirement, by local name: `{ source = \"NAMESPACE/NAME\", version = \"~> 1.0\" }`."
      symbol {
        address = [name]
        each    = self.configuration_aliases
        kind    = provider_alias
        visible = by_name
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
      doc      = "Source address of the provider: `NAMESPACE/NAME` or `HOST/NAMESPACE/NAME`."
    }
    attr "version" {
      type     = string
      constant = true
      format   = version_constraint
      doc      = "Version constraint for the provider."
    }
    attr "configuration_aliases" {
      decoder = addresses
      doc     = "Aliased configurations that callers must pass in `providers`: `[NAME.ALIAS]`."
    }
  }
}

body "condition" {
  check "sensitive-message" {
    condition = !is_sensitive(self.error_message)
    message   = "The message is derived from a sensitive value, so it is not shown."
    at        = attr.error_message
    severity  = warning
  }
  object {
    attr "condition" {
      type     = bool
      required = true
      refers   = [any]
      doc      = "Condition that must be true."
    }
    attr "error_message" {
      type     = string
      required = true
      nullable = false
      doc      = "Error message that is shown when the condition is false, in full sentences."
    }
  }
}

body "own_condition" {
  object {
    attr "condition" {
      type     = bool
      required = true
      refers   = [own]
      message  = self.error_message
      doc      = "Condition that must be true."
    }
    attr "error_message" {
      required = true
      snippet  = "\"$1\""
      doc      = "Error message that is shown when the condition is false, in full sentences."
    }
  }
}

body "kept_condition" {
  check "sensitive-message" {
    condition = !is_sensitive(self.error_message)
    message   = "The message is derived from a sensitive value, so it is not shown."
    at        = attr.error_message
    severity  = warning
  }
  object {
    attr "condition" {
      type     = bool
      required = true
      refers   = [any, others]
      message  = self.error_message
      doc      = "Condition that must be true."
    }
    attr "error_message" {
      type     = string
      required = true
      nullable = false
      refers   = [others]
      doc      = "Error message that is shown when the condition is false, in full sentences."
    }
  }
}

body "conditions" {
  object {
    block_list "precondition" {
      ephemeral = true
      version   = ">= 1.2"
      doc       = "Condition that must be true before the object is changed or read."
      object { include = [body.kept_condition] }
    }
    block_list "postcondition" {
      ephemeral = true
      version   = ">= 1.2"
      doc       = "Condition that must be true afterwards; `self` is the result."
      scope {
        names = { self = outcome }
      }
      object { include = [body.kept_condition] }
    }
  }
}

body "repetition" {
  check "count" {
    condition = self.count == null || self.count == floor(self.count)
    message   = "A whole number is required."
    at        = attr.count
  }
  object {
    conflicts = [[count, for_each]]
    attr "count" {
      type     = number
      min      = 0
      nullable = false
      doc      = "Number of instances to create. Each has its own `count.index`, and the address `NAME[INDEX]`."
    }
    attr "for_each" {
      format = keyed
      doc    = "Map or set of strings. Creates one instance for each element, with `each.key` and `each.value`, and the address `NAME[KEY]`."
    }
  }
}

body "dependencies" {
  check "depends-on-list" {
    condition = !can(keys(self.depends_on))
    message   = "A list is required: `[TYPE.NAME, module.NAME]`."
    at        = attr.depends_on
  }
  check "depends-on" {
    each      = self.depends_on
    condition = can(regex("^((var|local)\\.[\\w\\x{80}-\\x{10FFFF}-]+|module\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[(\"[^\"]*\"|[0-9]+)\\])?(\\.[\\w\\x{80}-\\x{10FFFF}-]+)?|(data|ephemeral|action)\\.[\\w\\x{80}-\\x{10FFFF}-]+\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[(\"[^\"]*\"|[0-9]+)\\]|\\.[0-9]+)?|[\\w\\x{80}-\\x{10FFFF}-]+\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[(\"[^\"]*\"|[0-9]+)\\]|\\.[0-9]+)?)$", each))
    message   = "A dependency must be a whole resource or module, without attributes: `[TYPE.NAME, module.NAME]`."
  }
  object {
    attr "depends_on" {
      decoder   = addresses
      quoted    = deprecated
      refers_to = [resource, data, module, variable, local, ephemeral, action]
      doc       = "Explicit dependencies that no reference expresses."
    }
  }
}

body "meta" {
  check "provider-reference" {
    condition = self.provider == null || can(regex("^[\\w\\x{80}-\\x{10FFFF}-]+(\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[.*\\])?)?$", self.provider))
    message   = "A provider configuration is named `NAME` or `NAME.ALIAS`."
    at        = attr.provider
  }
  object {
    include = [body.dependencies]
    attr "provider" {
      decoder   = address
      quoted    = deprecated
      refers_to = [provider, provider_alias]
      unknown   = words
      doc       = "Provider configuration to use: `NAME` or `NAME.ALIAS`."
    }
  }
}

body "data" {
  object {
    block_list "lifecycle" {
      max_items = 1
      doc       = "Conditions for the object and its result."
      object {
        include = [body.conditions]
        attr "enabled" {
          type     = bool
          default  = true
          nullable = false
          doc      = "OpenTofu: when false, the object is skipped."
        }
      }
    }
  }
}

body "terraform_data" {
  object {
    attr "input" { doc = "Any value. After apply, `output` has the same value." }
    attr "triggers_replace" { doc = "Any value. A change of the value replaces the resource." }
    attr "output" {
      access = read
      doc    = "Value of `input`."
    }
    attr "id" {
      type   = string
      access = read
      doc    = "Random identifier."
    }
  }
}

body "terraform_remote_state" {
  object {
    attr "backend" {
      type     = string
      required = true
      values   = ["azurerm", "cloud", "consul", "cos", "gcs", "http", "inmem", "kubernetes", "local", "oci", "oss", "pg", "remote", "s3"]
      doc      = "Type of the backend that stores the state."
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
      doc  = "Workspace to read the state of."
    }
    attr "defaults" { doc = "Default values for outputs that are missing from the state." }
    attr "outputs" {
      access = read
      doc    = "Outputs of the root module of that state."
    }
  }
}

body "null_resource" {
  object {
    attr "triggers" {
      type = map(string)
      doc  = "Map of any values. A change of the values replaces the resource."
    }
    attr "id" {
      type   = string
      access = read
      doc    = "Random identifier."
    }
  }
}

body "provisioner" {
  object {
    attr "when" {
      decoder = keyword
      quoted  = deprecated
      values = {
        create  = "After the resource is created (the default)."
        destroy = "Before the resource is destroyed."
      }
      doc = "Time at which the provisioner runs."
    }
    attr "on_failure" {
      decoder = keyword
      quoted  = deprecated
      values = {
        continue = "Ignores the error and continues."
        fail     = "Stops, and marks the resource as tainted (the default)."
      }
      doc = "Behavior when the provisioner fails."
    }
    block_list "connection" {
      max_items = 1
      doc       = "Connection settings for this provisioner."
      object { include = [body.connection] }
    }
  }
}

body "connection" {
  check "connection-type" {
    condition = self.type == null || contains(["ssh", "winrm"], self.type)
    message   = "The connection type must be \"ssh\" or \"winrm\"."
    at        = attr.type
    severity  = warning
  }
  object {
    attr "type" {
      type    = string
      unknown = allowed
      values  = ["ssh", "winrm"]
      doc     = "Connection protocol."
    }
    attr "user" {
      type = string
      doc  = "User name for the login."
    }
    attr "password" {
      type      = string
      sensitive = true
      doc       = "Password for the login."
    }
    attr "host" {
      type = string
      doc  = "Host name or address of the machine. Required here or in the connection of the resource."
    }
    attr "port" {
      type = number
      doc  = "Port. The default is 22 for SSH, 5985 for WinRM."
    }
    attr "timeout" {
      type = string
      doc  = "Timeout for the connection: `\"5m\"`."
    }
    attr "script_path" {
      type = string
      doc  = "Remote path that scripts are copied to."
    }
    attr "private_key" {
      type      = string
      sensitive = true
      doc       = "Private key for SSH."
    }
    attr "certificate" {
      type = string
      doc  = "Signed certificate for the private key."
    }
    attr "agent" {
      type = bool
      doc  = "Use the SSH agent for authentication."
    }
    attr "agent_identity" {
      type = string
      doc  = "Preferred identity from the SSH agent."
    }
    attr "host_key" {
      type = string
      doc  = "Expected public host key of the machine."
    }
    attr "target_platform" {
      type    = string
      unknown = allowed
      values  = ["unix", "windows"]
      doc     = "Operating system of the machine."
    }
    attr "proxy_scheme" {
      type    = string
      unknown = allowed
      values  = ["http", "https", "socks5"]
      doc     = "Protocol of the proxy."
    }
    attr "proxy_host" {
      type = string
      doc  = "Host name of the proxy for SSH."
    }
    attr "proxy_port" {
      type = number
      doc  = "Port of the proxy."
    }
    attr "proxy_user_name" {
      type = string
      doc  = "User name for the proxy."
    }
    attr "proxy_user_password" {
      type      = string
      sensitive = true
      doc       = "Password for the proxy."
    }
    attr "bastion_host" {
      type = string
      doc  = "Host name of the bastion host to connect through."
    }
    attr "bastion_host_key" {
      type = string
      doc  = "Expected public host key of the bastion host."
    }
    attr "bastion_port" {
      type = number
      doc  = "Port of the bastion host."
    }
    attr "bastion_user" {
      type = string
      doc  = "User name for the bastion host."
    }
    attr "bastion_password" {
      type      = string
      sensitive = true
      doc       = "Password for the bastion host."
    }
    attr "bastion_private_key" {
      type      = string
      sensitive = true
      doc       = "Private key for the bastion host."
    }
    attr "bastion_certificate" {
      type = string
      doc  = "Signed certificate for the private key of the bastion host."
    }
    attr "https" {
      type = bool
      doc  = "WinRM: use HTTPS."
    }
    attr "insecure" {
      type = bool
      doc  = "WinRM: accept any certificate, without verification."
    }
    attr "use_ntlm" {
      type = bool
      doc  = "WinRM: use NTLM authentication."
    }
    attr "cacert" {
      type = string
      doc  = "WinRM: CA certificate for verification."
    }
  }
}

body "file" {
  object {
    exactly_one = [[source, content]]
    attr "source" {
      type   = string
      format = path
      doc    = "File or folder to copy."
    }
    attr "content" {
      type = string
      doc  = "Text to write to the destination file."
    }
    attr "destination" {
      type     = string
      required = true
      doc      = "Destination path on the remote machine."
    }
  }
}

body "local_exec" {
  object {
    attr "command" {
      type     = string
      required = true
      doc      = "Command to run."
    }
    attr "interpreter" {
      type = list(string)
      doc  = "Interpreter for the command: `[\"/bin/bash\", \"-c\"]`."
    }
    attr "working_dir" {
      type   = string
      format = folder
      doc    = "Working directory of the command."
    }
    attr "environment" {
      type = map(string)
      doc  = "Environment variables for the command."
    }
    attr "quiet" {
      type = bool
      doc  = "Suppress the command itself in output."
    }
  }
}

body "remote_exec" {
  object {
    exactly_one = [[inline, script, scripts]]
    attr "inline" {
      type = list(string)
      doc  = "Commands to run, in order."
    }
    attr "script" {
      type   = string
      format = file
      doc    = "Local script to copy to the machine and run."
    }
    attr "scripts" {
      type   = list(string)
      format = file
      doc    = "Local scripts to copy to the machine and run, in order."
    }
  }
}
