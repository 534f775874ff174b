# Terragrunt: units, and the files that they include. Names from an included file are known in the including file.
language "terragrunt" {
  title    = "Terragrunt"
  version  = "1.1"
  ids      = ["terragrunt"]
  files    = ["terragrunt.hcl", "terragrunt.hcl.json", "root.hcl", "terragrunt.autoinclude.hcl"]
  # Policies of Vault and settings of agents can have the name root.hcl, too; manifests of the package manager Hermit
  # have the names of programs.
  content  = ["!binaries *= *\\[.*", "!path +\"[^\"]*\" *\\{.*", "!(data_dir|bind_addr|plugin_dir|log_level|datacenter) *=.*"]
  join     = file
  public   = [local, dependency, unit_part]
  native   = terragrunt
  nullable = whole
  functions = [
    common, try, can, encoding, network, extended, search, digests, yaml, marks, workspace_files, templates, terragrunt_functions
  ]
  # Included files add their own dependencies and features.
  names = { "dependency:include" = allowed, "feature:include" = allowed, "try()" = allowed, "can()" = allowed }
  # The last of several blocks with the same name applies.
  # Units of a stack are generated into folders that may not be there.
  severity = { DuplicateLabels = warning, NoSuchModule = warning, missing-file = warning }
}

check "remote-state-object" {
  condition = self.remote_state == null || can(keys(self.remote_state))
  message   = "An object is required, with the arguments of the block `remote_state`."
  at        = attr.remote_state
}

object {
  block_list "locals" {
    max_items = 1
    icon      = variable
    doc       = "Named values: `local.NAME`. They cannot refer to dependencies or inputs."
    restrict {
      names   = [local, include, feature, values]
      message = "locals are evaluated before dependencies and inputs."
    }
    object {
      attr "*" {
        refers = [declared]
        symbol {
          address = [local, name]
          kind    = local
          icon    = constant
        }
      }
    }
  }

  block_list "include" {
    icon    = module
    lens    = any_references
    doc     = "Parent configuration to include. Its content is available as `include.NAME` if exposed."
    outline = label.name
    label "name" {
      optional = "<= 0.99"
      doc      = "Name of the include, as in `include.NAME.locals.X`."
    }
    symbol {
      address  = [include, label.name]
      optional = [label.name]
      kind     = include
      value    = { locals = called, catalog = unknown(any), dependencies = unknown(any), dependency = unknown(any), download_dir = unknown(any), engine = unknown(any), errors = unknown(any), exclude = unknown(any), feature = unknown(any), generate = unknown(any), iam_assume_role_duration = unknown(any), iam_assume_role_session_name = unknown(any), iam_role = unknown(any), iam_web_identity_token = unknown(any), inputs = unknown(any), prevent_destroy = unknown(any), remote_state = unknown(any), terraform = unknown(any), terraform_binary = unknown(any), terraform_version_constraint = unknown(any), terragrunt_version_constraint = unknown(any) }
      message  = first(self.expose, false) ? null : "its block needs `expose = true`, so that names of that file are known here."
    }
    call {
      folder  = self.path
      parents = { find_in_parent_folders = file, get_terragrunt_dir = folder, get_repo_root = root, get_parent_terragrunt_dir = include, path_relative_from_include = include }
      outputs = local
    }
    restrict {
      names   = [values]
      message = "includes are evaluated before locals, features and dependencies."
    }
    object {
      attr "path" {
        type     = string
        required = true
        nullable = false
        format   = path
        doc      = "Path of the file to include: `find_in_parent_folders(\"root.hcl\")`."
        symbol {
          address = [terragrunt, included]
          kind    = unit_part
          visible = [callers, by_name]
          value   = true
        }
      }
      attr "expose" {
        type = bool
        doc  = "Makes the included configuration available as `include.NAME`."
      }
      attr "merge_strategy" {
        type = string
        values = {
          no_merge      = "Does not merge the included configuration."
          shallow       = "Merges top-level names; this file takes precedence (the default)."
          deep          = "Merges maps and lists recursively."
          deep_map_only = { doc = "Merges maps recursively.", version = "<= 0.99" }
        }
        doc = "Strategy for merging the included configuration."
      }
    }
  }

  block_list "dependency" {
    icon    = interface
    doc     = "Dependency on another unit. Its outputs are available as `dependency.NAME.outputs.X`."
    outline = label.name
    label "name" { doc = "Name of the dependency, as in `dependency.NAME.outputs`." }
    symbol {
      address = [dependency, label.name]
      kind    = dependency
      value   = length(self.expansion) > 0 ? unknown(any) : { outputs = outputs_of(outputs_if_known(called), self.mock_outputs, self.mock_outputs_allowed_terraform_commands), inputs = unknown(any) }
    }
    scope {
      when  = length(self.expansion) > 0
      names = { each = unknown(object({ key = string, value = any })), count = unknown(object({ index = number })) }
    }
    call {
      folder  = self.config_path
      parents = { find_in_parent_folders = file, get_terragrunt_dir = folder, get_repo_root = root, get_parent_terragrunt_dir = include, path_relative_from_include = include }
      outputs = unit_outputs
    }
    check "config-path-text" {
      condition = self.config_path == null || can(regex("", self.config_path)) && !can(self.config_path[0]) && !can(keys(self.config_path))
      message   = "The path of one unit is required here, as a string."
      at        = attr.config_path
      severity  = warning
    }
    check "mock-outputs-object" {
      condition = self.mock_outputs == null || can(keys(self.mock_outputs))
      message   = "An object with a value for each output is needed: `{ id = \"mock\" }`."
      at        = attr.mock_outputs
      severity  = warning
    }
    restrict {
      at      = [attr.config_path]
      names   = { dependency = error }
      message = "the paths of all dependencies are needed before their outputs are read."
    }
    object {
      attr "config_path" {
        required = true
        format   = folder
        snippet  = "\"$1\""
        doc      = "Path of the unit."
      }
      attr "enabled" {
        type    = bool
        default = true
        doc     = "Enable the dependency."
      }
      attr "skip_outputs" {
        type = bool
        doc  = "Use only the mock outputs, without reading real outputs."
      }
      attr "mock_outputs" {
        snippet = "{\n  $1\n}"
        doc     = "Mock outputs to use until the unit has been applied."
      }
      attr "mock_outputs_allowed_terraform_commands" {
        type    = list(string)
        unknown = allowed
        values  = ["apply", "destroy", "import", "init", "output", "plan", "providers", "refresh", "show", "state", "test", "validate"]
        doc     = "Commands that can use the mock outputs."
      }
      attr "mock_outputs_merge_with_state" {
        type       = bool
        deprecated = "use `mock_outputs_merge_strategy_with_state` instead"
        doc        = "Use mock outputs for outputs that are missing from the state."
      }
      attr "mock_outputs_merge_strategy_with_state" {
        type   = string
        values = ["no_merge", "shallow", "deep_map_only"]
        doc    = "Strategy for merging mock outputs with the outputs in the state."
      }
      block_list "expansion" {
        max_items = 1
        doc       = "Creates one dependency for each element."
        object {
          attr "for_each" { doc = "Map or set of elements." }
          attr "count" { doc = "Number of instances." }
        }
      }
    }
  }

  block_list "dependencies" {
    max_items = 1
    icon      = interface
    doc       = "Units that must run before this one, without use of their outputs."
    object {
      attr "paths" {
        type     = list(string)
        required = true
        format   = folder
        doc      = "Paths of the units."
      }
    }
  }

  block_list "feature" {
    icon    = boolean
    doc     = "Feature flag that the command line can set: `feature.NAME.value`."
    outline = label.name
    label "name" { doc = "Name of the feature flag, as in `feature.NAME.value`." }
    symbol {
      address = [feature, label.name]
      kind    = feature
      # The command line and the environment can set another value of the same type.
      value = { name = label.name, value = can(length(self.default)) ? unknown(any) : unknown_like(self.default) }
    }
    restrict {
      names   = []
      message = "the default of a feature is evaluated before all named values."
    }
    object {
      attr "default" {
        required = true
        doc      = "Default value of the feature flag."
      }
    }
  }

  block_list "terraform" {
    max_items = 1
    icon      = package
    lens      = any_references
    doc       = "Module that this unit runs, with its arguments and hooks."
    call {
      folder   = self.source
      parents  = { find_in_parent_folders = file, get_terragrunt_dir = folder, get_repo_root = root, get_parent_terragrunt_dir = include, path_relative_from_include = include }
      language = "terraform"
      outputs  = output
    }
    # For the units that depend on this one.
    symbol {
      address = [terraform, module_outputs]
      kind    = unit_outputs
      visible = [callers, by_name]
      value   = called
    }
    restrict {
      at      = [attr.source]
      names   = { dependency = error }
      message = "the module is chosen before outputs of dependencies are read."
    }
    check "version-experiment" {
      condition = self.version == null
      message   = "This argument is an experiment: Terragrunt refuses it without `--experiment version-attribute`. A version can be a part of `source`."
      at        = attr.version
    }
    object {
      attr "source" {
        type   = string
        format = folder
        doc    = "Source of the module: a folder, `git::...`, `tfr:///...`."
      }
      attr "version" {
        type    = string
        pattern = ".+"
        doc     = "Version constraint for a registry module."
      }
      attr "update_source_with_cas" {
        type = bool
        doc  = "Use content-addressable storage (CAS) for sources."
      }
      attr "mutable" {
        type = bool
        doc  = "Make the copied files writable."
      }
      attr "include_in_copy" {
        type = list(string)
        doc  = "Patterns of additional files to copy."
      }
      attr "exclude_from_copy" {
        type = list(string)
        doc  = "Patterns of files to exclude from the copy."
      }
      attr "copy_terraform_lock_file" {
        type    = bool
        default = true
        doc     = "Copy the lock file back to the unit directory."
      }
      block_list "extra_arguments" {
        doc     = "Additional command-line arguments for OpenTofu or Terraform."
        outline = label.name
        label "name" { doc = "Descriptive name." }
        object {
          include = [body.commands]
          attr "arguments" {
            type = list(string)
            doc  = "Command-line arguments to add."
          }
          attr "required_var_files" {
            type   = list(string)
            format = path
            doc    = "Variable files that must exist."
          }
          attr "optional_var_files" {
            type   = list(string)
            format = path
            doc    = "Variable files to use if they exist."
          }
          attr "env_vars" {
            type = map(string)
            doc  = "Environment variables to set."
          }
        }
      }
      block_list "before_hook" {
        doc     = "Hook that runs before a command."
        outline = label.name
        label "name" { doc = "Name of the hook, as shown in output." }
        object { include = [body.hook] }
      }
      block_list "after_hook" {
        doc     = "Hook that runs after a command."
        outline = label.name
        label "name" { doc = "Name of the hook, as shown in output." }
        object { include = [body.hook] }
      }
      block_list "error_hook" {
        doc     = "Hook that runs when a command fails."
        outline = label.name
        label "name" { doc = "Name of the hook, as shown in output." }
        object { include = [body.error_hook] }
      }
    }
  }

  block_list "generate" {
    also    = attr
    icon    = file
    doc     = "File to generate in the working directory before the module runs."
    outline = label.name
    label "name" { doc = "Name of the block. It replaces an included block of the same name." }
    unique = [label.name]
    object {
      attr "path" {
        type     = string
        required = true
        nullable = false
        doc      = "Path of the generated file."
      }
      attr "if_exists" {
        type     = string
        required = true
        nullable = false
        values   = ["overwrite", "overwrite_terragrunt", "skip", "error"]
        doc      = "Behavior when the file exists already."
      }
      attr "contents" {
        type     = string
        required = true
        nullable = false
        doc      = "Content of the file."
      }
      attr "if_disabled" {
        type    = string
        default = "skip"
        values  = ["remove", "remove_terragrunt", "skip"]
        doc     = "Behavior for an existing file when `disable` is true."
      }
      attr "comment_prefix" {
        type    = string
        default = "# "
        doc     = "Comment prefix of the file format."
      }
      attr "disable_signature" {
        type    = bool
        default = false
        doc     = "Omit the comment with the Terragrunt signature."
      }
      attr "disable" {
        type    = bool
        default = false
        doc     = "Disable generation of the file."
      }
      attr "hcl_fmt" {
        type = bool
        doc  = "Format the content as HCL."
      }
      attr "mutable" {
        type = bool
        doc  = "Make the file writable."
      }
    }
  }

  # In attribute form, nothing is required.
  attr "remote_state" {
    doc = "Remote state storage."
  }
  block_list "remote_state" {
    max_items = 1
    icon      = file
    doc       = "Remote state storage."
    check "config-object" {
      condition = can(keys(self.config))
      message   = "An object is required: the arguments of the backend."
      at        = attr.config
    }
    object {
      attr "backend" {
        type     = string
        required = true
        nullable = false
        unknown  = similar
        values   = ["azurerm", "consul", "cos", "gcs", "http", "kubernetes", "local", "oci", "oss", "pg", "remote", "s3"]
        doc      = "Backend type."
      }
      case {
        on = self.backend
        is = {
          azurerm    = body.state_in_azurerm
          consul     = body.state_in_consul
          cos        = body.state_in_cos
          gcs        = body.state_in_gcs
          http       = body.state_in_http
          kubernetes = body.state_in_kubernetes
          local      = body.state_in_local
          oss        = body.state_in_oss
          pg         = body.state_in_pg
          remote     = body.state_in_remote
          s3         = body.state_in_s3
          "*"        = body.state_elsewhere
          ""         = body.state_elsewhere
        }
      }
      attr "disable_init" {
        type = bool
        doc  = "Disable initialization of the backend."
      }
      attr "disable_dependency_optimization" {
        type = bool
        doc  = "Disable the optimization that reads outputs of dependencies directly from their state."
      }
      attr "generate" {
        type   = object({ path = string, if_exists = string })
        fields = body.state_file
        doc    = "File to generate with the backend configuration: `{ path = \"backend.tf\", if_exists = \"overwrite\" }`."
      }
      attr "encryption" { doc = "OpenTofu: encryption of the state." }
    }
  }

  block_list "errors" {
    max_items = 1
    icon      = event
    doc       = "Error handling."
    object {
      block_list "retry" {
        doc     = "Retries the run after matching errors."
        outline = label.name
        label "name" { doc = "Descriptive name of the rule." }
        check "retry-attempts" {
          condition = self.max_attempts == null || self.max_attempts >= 1
          message   = "At least one attempt is needed: runs refuse this."
          at        = attr.max_attempts
          severity  = warning
        }
        check "retry-sleep" {
          condition = self.sleep_interval_sec == null || self.sleep_interval_sec >= 0
          message   = "The wait cannot be negative: runs refuse this."
          at        = attr.sleep_interval_sec
          severity  = warning
        }
        check "retry-pattern" {
          each      = self.retryable_errors
          condition = can(regex("(?:${each})|", ""))
          message   = "This is not a regular expression."
          at        = attr.retryable_errors
          severity  = warning
        }
        object {
          attr "retryable_errors" {
            type     = list(string)
            required = true
            doc      = "Patterns of error messages to retry: `[\".*timeout.*\"]`."
          }
          attr "max_attempts" {
            type     = number
            format   = integer
            required = true
            nullable = false
            doc      = "Maximum number of attempts."
          }
          attr "sleep_interval_sec" {
            type     = number
            format   = integer
            required = true
            nullable = false
            doc      = "Wait between attempts, in seconds."
          }
        }
      }
      block_list "ignore" {
        doc     = "Ignores matching errors."
        outline = label.name
        label "name" { doc = "Descriptive name of the rule." }
        check "ignore-pattern" {
          each      = self.ignorable_errors
          condition = can(regex("(?:${each})|", ""))
          message   = "This is not a regular expression."
          at        = attr.ignorable_errors
          severity  = warning
        }
        object {
          attr "ignorable_errors" {
            type     = list(string)
            required = true
            doc      = "Patterns of error messages to ignore. `\"!...\"` excludes messages."
          }
          attr "message" {
            type     = string
            nullable = false
            doc      = "Message to print when an error is ignored."
          }
          attr "signals" {
            type = map(any)
            doc  = "Values to write to a signals file for other tools."
          }
        }
      }
    }
  }

  block_list "exclude" {
    max_items = 1
    icon      = boolean
    doc       = "Conditions for excluding the unit from runs."
    object {
      attr "if" {
        type     = bool
        required = true
        nullable = false
        doc      = "Condition for excluding the unit."
      }
      attr "actions" {
        type     = list(string)
        required = true
        unknown  = warning
        values   = ["all", "all_except_output", "apply", "console", "destroy", "fmt", "force-unlock", "get", "graph", "import", "init", "login", "logout", "metadata", "modules", "output", "plan", "providers", "push", "refresh", "show", "state", "taint", "test", "untaint", "validate", "version", "workspace"]
        doc      = "Commands to exclude the unit from: `[\"plan\", \"apply\"]`, `[\"all\"]`, `[\"all_except_output\"]`."
      }
      attr "exclude_dependencies" {
        type = bool
        doc  = "Exclude the dependencies of the unit, too."
      }
      attr "no_run" {
        type = bool
        doc  = "Exclude the unit even when it is run on its own."
      }
    }
  }

  block_list "engine" {
    max_items = 1
    icon      = package
    doc       = "IaC engine to run instead of the default binary."
    object {
      attr "source" {
        type     = string
        required = true
        nullable = false
        doc      = "Source of the engine."
      }
      attr "version" {
        type = string
        doc  = "Version of the engine."
      }
      attr "type" {
        type = string
        doc  = "Protocol for communication with the engine."
      }
      attr "meta" { doc = "Engine-specific settings." }
    }
  }

  block_list "catalog" {
    max_items = 1
    icon      = module
    doc       = "Settings for `terragrunt catalog`."
    object {
      attr "urls" {
        type     = list(string)
        required = true
        doc      = "URLs of repositories to search for modules."
      }
      attr "default_template" {
        type     = string
        nullable = false
        doc      = "Default template for new units."
      }
      attr "no_shell" {
        type = bool
        doc  = "Disable shell commands in templates."
      }
      attr "no_hooks" {
        type = bool
        doc  = "Disable hooks in templates."
      }
    }
  }

  attr "inputs" {
    snippet = "{\n  $1\n}"
    doc     = "Values for the variables of the module."
    symbol {
      address = [terragrunt, inputs]
      kind    = unit_part
      visible = [callers, by_name]
    }
  }
  attr "skip" {
    type       = bool
    version    = "<= 0.99"
    deprecated = "use the block `exclude` instead"
    doc        = "Excludes the unit from all runs."
  }
  attr "retryable_errors" {
    type       = list(string)
    version    = "<= 0.99"
    deprecated = "use the block `errors` instead"
    doc        = "Patterns of error messages to retry."
  }
  attr "retry_max_attempts" {
    type       = number
    format     = integer
    version    = "<= 0.99"
    deprecated = "use the block `errors` instead"
    doc        = "Maximum number of attempts."
  }
  attr "retry_sleep_interval_sec" {
    type       = number
    format     = integer
    version    = "<= 0.99"
    deprecated = "use the block `errors` instead"
    doc        = "Wait between attempts, in seconds."
  }
  attr "terraform_binary" {
    type = string
    doc  = "Binary to run: `terraform` or `tofu`."
  }
  attr "terraform_version_constraint" {
    type   = string
    format = version_constraint
    doc    = "Version constraint for OpenTofu or Terraform."
  }
  attr "terragrunt_version_constraint" {
    type   = string
    format = version_constraint
    doc    = "Version constraint for Terragrunt."
  }
  attr "download_dir" {
    type = string
    doc  = "Download directory for sources."
  }
  attr "prevent_destroy" {
    type = bool
    doc  = "Prevents the unit from being destroyed."
  }
  attr "iam_role" {
    type = string
    doc  = "ARN of the IAM role to assume."
  }
  attr "iam_assume_role_duration" {
    type   = number
    format = integer
    doc    = "Duration of the role session, in seconds."
  }
  attr "iam_assume_role_session_name" {
    type = string
    doc  = "Session name of the assumed role."
  }
  attr "iam_web_identity_token" {
    type = string
    doc  = "Web identity token for assuming the role."
  }
}

# Members of which only the types are known.
function "unknown_members" {
  params  = [object]
  result  = { for name, value in object : name => unknown_like(value) }
  visible = pack
}
# Whether these outputs are there when a unit is checked.
function "are_used" {
  params  = [mocks, commands]
  result  = can(keys(mocks)) && (length(commands) == 0 || contains(commands, "validate"))
  visible = pack
}
# The outputs of the module that a unit runs; null when nothing is known of them.
function "outputs_if_known" {
  params  = [unit]
  result  = has_type(unit) ? first([for name, value in unit : value if name == "module_outputs" && has_type(value)]...) : null
  visible = pack
}
# The outputs of the module, if it is known, and those that are given for the time until they are there. Without a module
# these are all, unless they are for other commands than those that check the unit.
function "outputs_of" {
  params  = [module, mocks, commands]
  result  = first(module == null ? null : merge(first(can(keys(mocks)) ? unknown_members(mocks) : null, {}), module), are_used(mocks, first(commands, [])) ? unknown_like(mocks) : null, unknown(any))
  visible = pack
}

variables {
  values = unknown(any)
  unit   = unknown(any)
  stack  = unknown(any)
}

body "state_file" {
  object {
    unknown = allowed
    attr "path" {
      type = string
      doc  = "Path of the generated file."
    }
    attr "if_exists" {
      type     = string
      unknown  = allowed
      values   = ["overwrite", "overwrite_terragrunt", "skip", "error"]
      reserved = ["*"] # others are warnings: only runs refuse them
      doc      = "Behavior when the file exists already."
    }
  }
}
body "hook" {
  object {
    include = [body.hook_common]
    attr "if" {
      type = bool
      doc  = "Condition for running the hook."
    }
    attr "run_on_error" {
      type = bool
      doc  = "Run the hook even after an error."
    }
  }
}
body "error_hook" {
  check "error-pattern" {
    each      = self.on_errors
    condition = each == null || can(regexall(each, ""))
    message   = "This is no valid regular expression."
    severity  = warning
  }
  object {
    include = [body.hook_common]
    attr "on_errors" {
      type     = list(string)
      required = true
      doc      = "Patterns of error messages that trigger the hook."
    }
  }
}
body "commands" {
  object {
    attr "commands" {
      type     = list(string)
      required = true
      unknown  = similar
      values   = ["apply", "destroy", "force-unlock", "get", "graph", "import", "init", "output", "plan", "providers", "refresh", "show", "state", "taint", "test", "untaint", "validate", "workspace", "init-from-module", "terragrunt-read-config"]
      doc      = "Commands that this applies to."
    }
  }
}
body "hook_common" {
  check "hook-command" {
    condition = self.execute == null || length(self.execute) > 0 && try(self.execute[0] != "", true)
    message   = "A hook executes a program: its name is the first element."
    at        = attr.execute
  }
  object {
    include = [body.commands]
    attr "execute" {
      type     = list(string)
      required = true
      doc      = "Command to execute, with its arguments."
    }
    attr "working_dir" {
      type = string
      doc  = "Working directory of the command."
    }
    attr "suppress_stdout" {
      type = bool
      doc  = "Suppress the standard output of the command."
    }
  }
}

# The arguments of backends. Terragrunt has more of its own.
body "state_elsewhere" {
  object {
    attr "config" {
      required = true
      doc      = "Arguments of the backend."
    }
  }
}
body "state_in_azurerm" {
  object {
    attr "config" {
      required = true
      fields   = body.config_of_azurerm
      doc      = "Arguments of the backend."
    }
  }
}
body "state_in_consul" {
  object {
    attr "config" {
      required = true
      fields   = body.config_of_consul
      doc      = "Arguments of the backend."
    }
  }
}
body "state_in_cos" {
  object {
    attr "config" {
      required = true
      fields   = body.config_of_cos
      doc      = "Arguments of the backend."
    }
  }
}
body "state_in_gcs" {
  object {
    attr "config" {
      required = true
      fields   = body.config_of_gcs
      doc      = "Arguments of the backend."
    }
  }
}
body "state_in_http" {
  object {
    attr "config" {
      required = true
      fields   = body.config_of_http
      doc      = "Arguments of the backend."
    }
  }
}
body "state_in_kubernetes" {
  object {
    attr "config" {
      required = true
      fields   = body.config_of_kubernetes
      doc      = "Arguments of the backend."
    }
  }
}
body "state_in_local" {
  object {
    attr "config" {
      required = true
      fields   = body.config_of_local
      doc      = "Arguments of the backend."
    }
  }
}
body "state_in_oss" {
  object {
    attr "config" {
      required = true
      fields   = body.config_of_oss
      doc      = "Arguments of the backend."
    }
  }
}
body "state_in_pg" {
  object {
    attr "config" {
      required = true
      fields   = body.config_of_pg
      doc      = "Arguments of the backend."
    }
  }
}
body "state_in_remote" {
  object {
    attr "config" {
      required = true
      fields   = body.config_of_remote
      doc      = "Arguments of the backend."
    }
  }
}
body "state_in_s3" {
  object {
    attr "config" {
      required = true
      fields   = body.config_of_s3
      doc      = "Arguments of the backend."
    }
  }
}
body "config_of_azurerm" {
  object {
    unknown = warning
    include = [body.terraform.backend_azurerm]
    attr "location" { doc = "Terragrunt: Region in which the storage account is created." }
    attr "account_tier" { doc = "Terragrunt: Tier of the storage account." }
    attr "account_replication_type" { doc = "Terragrunt: Replication of the storage account." }
    attr "account_kind" { doc = "Terragrunt: Kind of the storage account." }
    attr "access_tier" { doc = "Terragrunt: Access tier of the storage account." }
    attr "tags" { doc = "Terragrunt: Tags of the storage account." }
    attr "skip_resource_group_creation" { doc = "Terragrunt: Does not create the resource group." }
    attr "skip_storage_account_creation" { doc = "Terragrunt: Does not create the storage account." }
    attr "skip_container_creation" { doc = "Terragrunt: Does not create the container." }
    attr "skip_versioning" { doc = "Terragrunt: Does not switch on versioning of blobs." }
    attr "enable_soft_delete" { doc = "Terragrunt: Keeps deleted blobs for some days." }
    attr "soft_delete_retention_days" { doc = "Terragrunt: How many days deleted blobs are kept." }
    attr "allow_blob_public_access" { doc = "Terragrunt: Allows public access to blobs." }
    attr "msi_resource_id" { doc = "Terragrunt: Managed identity that creates these resources." }
  }
}
body "config_of_consul" {
  object {
    unknown = warning
    include = [body.terraform.backend_consul]
  }
}
body "config_of_cos" {
  object {
    unknown = warning
    include = [body.terraform.backend_cos]
  }
}
body "config_of_gcs" {
  object {
    unknown = warning
    include = [body.terraform.backend_gcs]
    attr "project" { doc = "Terragrunt: Project in which the bucket is created." }
    attr "location" { doc = "Terragrunt: Location in which the bucket is created." }
    attr "skip_bucket_creation" { doc = "Terragrunt: Does not create the bucket." }
    attr "skip_bucket_versioning" { doc = "Terragrunt: Does not switch on versioning of the bucket." }
    attr "enable_bucket_policy_only" { doc = "Terragrunt: Access to the bucket only by policies." }
    attr "gcs_bucket_labels" { doc = "Terragrunt: Labels of the bucket." }
  }
}
body "config_of_http" {
  object {
    unknown = warning
    include = [body.terraform.backend_http]
  }
}
body "config_of_kubernetes" {
  object {
    unknown = warning
    include = [body.terraform.backend_kubernetes]
  }
}
body "config_of_local" {
  object {
    unknown = warning
    include = [body.terraform.backend_local]
  }
}
body "config_of_oss" {
  object {
    unknown = warning
    include = [body.terraform.backend_oss]
  }
}
body "config_of_pg" {
  object {
    unknown = warning
    include = [body.terraform.backend_pg]
  }
}
body "config_of_remote" {
  object {
    unknown = warning
    include = [body.terraform.backend_remote]
  }
}
body "config_of_s3" {
  object {
    unknown = warning
    include = [body.terraform.backend_s3]
    attr "skip_bucket_versioning" { doc = "Terragrunt: Does not switch on versioning of the bucket." }
    attr "skip_bucket_ssencryption" { doc = "Terragrunt: Does not encrypt the bucket." }
    attr "skip_bucket_root_access" { doc = "Terragrunt: Does not give the root user access to the bucket." }
    attr "skip_bucket_enforced_tls" { doc = "Terragrunt: Does not demand TLS for the bucket." }
    attr "skip_bucket_public_access_blocking" { doc = "Terragrunt: Does not block public access to the bucket." }
    attr "disable_bucket_update" { doc = "Terragrunt: Leaves an existing bucket as it is." }
    attr "enable_lock_table_ssencryption" { doc = "Terragrunt: Encrypts the lock table." }
    attr "s3_bucket_tags" { doc = "Terragrunt: Tags of the bucket." }
    attr "dynamodb_table_tags" { doc = "Terragrunt: Tags of the lock table." }
    attr "skip_bucket_accesslogging" { doc = "Terragrunt: Does not switch on access logs of the bucket." }
    attr "disable_aws_client_checksums" { doc = "Terragrunt: Uses no checksums for requests to the bucket." }
    attr "bucket_sse_algorithm" { doc = "Terragrunt: Encryption of the bucket: `AES256` or `aws:kms`." }
    attr "bucket_sse_kms_key_id" { doc = "Terragrunt: Key that encrypts the bucket." }
    attr "accesslogging_bucket_name" { doc = "Terragrunt: Bucket for access logs." }
    attr "accesslogging_bucket_tags" { doc = "Terragrunt: Tags of the bucket for access logs." }
    attr "accesslogging_target_prefix" { doc = "Terragrunt: Prefix of access logs." }
    attr "accesslogging_target_object_partition_date_source" { doc = "Terragrunt: Date in the names of access logs." }
    attr "skip_accesslogging_bucket_acl" { doc = "Terragrunt: Does not set the ACL of the bucket for access logs." }
    attr "skip_accesslogging_bucket_enforced_tls" { doc = "Terragrunt: Does not demand TLS for the bucket for access logs." }
    attr "skip_accesslogging_bucket_public_access_blocking" { doc = "Terragrunt: Does not block public access to the bucket for access logs." }
    attr "skip_accesslogging_bucket_ssencryption" { doc = "Terragrunt: Does not encrypt the bucket for access logs." }
    attr "lock_table" { deprecated = dynamodb_table }
  }
}
