# Terragrunt: units, and the files that they include. Names that an included file brings are known where it is included.
language "terragrunt" {
  title = "Terragrunt"
  ids   = ["terragrunt"]
  files = ["terragrunt.hcl", "terragrunt.hcl.json", "root.hcl", "terragrunt.autoinclude.hcl", "terragrunt.stack.autoinclude.hcl"]
  rules = reference
  join  = file
  functions = [
    stdlib, try, can, encoding, network, extended, search, digests, yaml, marks, files, templates, terragrunt_functions
  ]
  # Included files bring dependencies and features of their own.
  free_names = ["dependency:include", "feature:include"]
  # The last of several with the same name wins.
  levels = { DuplicateLabels = off }
}

object {
  block_list "locals" {
    singleton = true
    icon      = variable
    doc       = "Values with names: `local.NAME`. They see neither dependencies nor inputs."
    restrict {
      names  = [local, include, feature, values]
      reason = "locals are made before dependencies and inputs are known."
    }
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

  block_list "include" {
    icon    = module
    doc     = "Another configuration that this one takes over, and that it may see by `include.NAME`."
    outline = label.name
    label "name" { doc = "The name, as in `include.NAME.locals.X`." }
    symbol {
      address  = [include, label.name]
      kind     = include
      value    = unknown(any)
      unusable = first(self.expose, false) ? null : "its block needs `expose = true`, so that names of that file are known here."
    }
    object {
      attr "path" {
        type     = string
        required = true
        doc      = "The file: `find_in_parent_folders(\"root.hcl\")`."
      }
      attr "expose" {
        type = bool
        doc  = "Whether `include.NAME` may be used."
      }
      attr "merge_strategy" {
        type   = string
        values = { no_merge = "Only for names.", shallow = "Top names of this file win (the default).", deep = "Maps and lists are merged, too." }
        doc    = "How the two become one."
      }
    }
  }

  block_list "dependency" {
    icon    = interface
    doc     = "Another unit whose outputs are used: `dependency.NAME.outputs.X`."
    outline = label.name
    label "name" { doc = "The name, as in `dependency.NAME.outputs`." }
    symbol {
      address = [dependency, label.name]
      kind    = dependency
      value   = length(self.expansion) > 0 ? unknown(any) : unknown(object({ outputs = any, inputs = any }))
    }
    scope {
      when  = length(self.expansion) > 0
      names = { each = unknown(object({ key = string, value = any })), count = unknown(object({ index = number })) }
    }
    object {
      attr "config_path" {
        required = true
        doc      = "The folder of the unit."
      }
      attr "enabled" {
        type = bool
        doc  = "Whether it is one at all."
      }
      attr "skip_outputs" {
        type = bool
        doc  = "Whether the mocks alone are used."
      }
      attr "mock_outputs" { doc = "Values until the unit was applied." }
      attr "mock_outputs_allowed_terraform_commands" {
        type = list(string)
        doc  = "Commands for which the mocks do."
      }
      attr "mock_outputs_merge_with_state" {
        type       = bool
        deprecated = "use `mock_outputs_merge_strategy_with_state` instead"
        doc        = "Whether mocks fill in what the state lacks."
      }
      attr "mock_outputs_merge_strategy_with_state" {
        type   = string
        values = ["no_merge", "shallow", "deep_map_only"]
        doc    = "How mocks fill in what the state lacks."
      }
      block_list "expansion" {
        singleton = true
        doc       = "One dependency for each element."
        object {
          attr "for_each" { doc = "A map or a set." }
          attr "count" { doc = "How many." }
        }
      }
    }
  }

  block_list "dependencies" {
    singleton = true
    icon      = interface
    doc       = "Units that must be done before, though none of their outputs is used."
    object {
      attr "paths" {
        type     = list(string)
        required = true
        doc      = "Their folders."
      }
    }
  }

  block_list "feature" {
    icon    = boolean
    doc     = "A value that the command line may set: `feature.NAME.value`."
    outline = label.name
    label "name" { doc = "The name, as in `feature.NAME.value`." }
    symbol {
      address = [feature, label.name]
      kind    = feature
      value   = unknown(any)
    }
    restrict {
      names  = []
      reason = "the default of a feature is read before anything that has a name."
    }
    object {
      attr "default" {
        required = true
        doc      = "The value when nothing sets it."
      }
    }
  }

  block_list "terraform" {
    singleton = true
    icon      = package
    doc       = "The module that this unit runs, and how."
    object {
      attr "source" {
        type = string
        doc  = "Where the module comes from: a folder, `git::...`, `tfr:///...`."
      }
      attr "version" {
        type = string
        doc  = "Which versions of a module of a registry are fine."
      }
      attr "update_source_with_cas" {
        type = bool
        doc  = "Whether sources are kept by their content."
      }
      attr "mutable" {
        type = bool
        doc  = "Whether what was copied may be changed."
      }
      attr "include_in_copy" {
        type = list(string)
        doc  = "Patterns of files that are copied, too."
      }
      attr "exclude_from_copy" {
        type = list(string)
        doc  = "Patterns of files that are not copied."
      }
      attr "copy_terraform_lock_file" {
        type = bool
        doc  = "Whether the lock file is copied back."
      }
      block_list "extra_arguments" {
        doc     = "Arguments for the command line of the program that is run."
        outline = label.name
        label "name" { doc = "A name for people." }
        object {
          attr "commands" {
            type     = list(string)
            required = true
            doc      = "For which commands."
          }
          attr "arguments" {
            type = list(string)
            doc  = "The arguments."
          }
          attr "required_var_files" {
            type = list(string)
            doc  = "Files of values that must be there."
          }
          attr "optional_var_files" {
            type = list(string)
            doc  = "Files of values that may be there."
          }
          attr "env_vars" {
            type = map(string)
            doc  = "Environment variables."
          }
        }
      }
      block_list "before_hook" {
        doc     = "What runs before a command."
        outline = label.name
        label "name" { doc = "The name, as it is printed." }
        object { include = [body.hook] }
      }
      block_list "after_hook" {
        doc     = "What runs after a command."
        outline = label.name
        label "name" { doc = "The name, as it is printed." }
        object { include = [body.hook] }
      }
      block_list "error_hook" {
        doc     = "What runs when a command failed."
        outline = label.name
        label "name" { doc = "The name, as it is printed." }
        object { include = [body.error_hook] }
      }
    }
  }

  block_list "generate" {
    also    = attr
    icon    = file
    doc     = "A file that is written beside the module before it runs."
    outline = label.name
    label "name" { doc = "The name; an included one of the same name is replaced." }
    unique = [label.name]
    object {
      attr "path" {
        type     = string
        required = true
        doc      = "The file."
      }
      attr "if_exists" {
        type     = string
        required = true
        values   = ["overwrite", "overwrite_terragrunt", "skip", "error"]
        doc      = "What to do when there is one already."
      }
      attr "contents" {
        type     = string
        required = true
        doc      = "Its text."
      }
      attr "if_disabled" {
        type   = string
        values = ["remove", "remove_terragrunt", "skip"]
        doc    = "What to do with the file when `disable` is true."
      }
      attr "comment_prefix" {
        type = string
        doc  = "What a comment begins with in it."
      }
      attr "disable_signature" {
        type = bool
        doc  = "Whether the comment that names Terragrunt is left out."
      }
      attr "disable" {
        type = bool
        doc  = "Whether it is not written."
      }
      attr "hcl_fmt" {
        type = bool
        doc  = "Whether its text is formatted."
      }
      attr "mutable" {
        type = bool
        doc  = "Whether the file may be changed."
      }
    }
  }

  # As an attribute nothing of it is required.
  attr "remote_state" {
    doc = "Where the state is kept."
  }
  block_list "remote_state" {
    singleton = true
    icon      = file
    doc       = "Where the state is kept."
    check "config-object" {
      condition = can(keys(self.config))
      message   = "An object is required: the arguments of the backend."
      at        = attr.config
    }
    object {
      attr "backend" {
        type     = string
        required = true
        doc      = "The kind of backend."
      }
      attr "config" {
        required = true
        doc      = "Its arguments."
      }
      attr "disable_init" {
        type = bool
        doc  = "Whether the backend is not made ready."
      }
      attr "disable_dependency_optimization" {
        type = bool
        doc  = "Whether outputs of others are read by running them."
      }
      attr "generate" {
        type = object({ path = string, if_exists = string })
        doc  = "The file that says so to the program: `{ path = \"backend.tf\", if_exists = \"overwrite\" }`."
      }
      attr "encryption" { doc = "How OpenTofu encrypts the state." }
    }
  }

  block_list "errors" {
    singleton = true
    icon      = event
    doc       = "What to do when something fails."
    object {
      block_list "retry" {
        doc     = "Tries again."
        outline = label.name
        label "name" { doc = "A name for people." }
        object {
          attr "retryable_errors" {
            type     = list(string)
            required = true
            doc      = "Patterns of messages: `[\".*timeout.*\"]`."
          }
          attr "max_attempts" {
            type     = number
            required = true
            doc      = "How often at most."
          }
          attr "sleep_interval_sec" {
            type     = number
            required = true
            doc      = "How many seconds to wait in between."
          }
        }
      }
      block_list "ignore" {
        doc     = "Goes on as if nothing had happened."
        outline = label.name
        label "name" { doc = "A name for people." }
        object {
          attr "ignorable_errors" {
            type     = list(string)
            required = true
            doc      = "Patterns of messages; `\"!...\"` takes some out."
          }
          attr "message" {
            type = string
            doc  = "What to say."
          }
          attr "signals" {
            type = map(any)
            doc  = "Values that are written for others to read."
          }
        }
      }
    }
  }

  block_list "exclude" {
    singleton = true
    icon      = boolean
    doc       = "When the unit takes no part."
    object {
      attr "if" {
        type     = bool
        required = true
        doc      = "Whether it takes no part."
      }
      attr "actions" {
        type     = list(string)
        required = true
        doc      = "In which commands: `[\"plan\", \"apply\"]`, `[\"all\"]`, `[\"all_except_output\"]`."
      }
      attr "exclude_dependencies" {
        type = bool
        doc  = "Whether its dependencies take no part, either."
      }
      attr "no_run" {
        type = bool
        doc  = "Whether it is not run by itself, either."
      }
    }
  }

  block_list "engine" {
    singleton = true
    icon      = package
    doc       = "A program that runs in place of the usual one."
    object {
      attr "source" {
        type     = string
        required = true
        doc      = "Where it comes from."
      }
      attr "version" {
        type = string
        doc  = "Which version."
      }
      attr "type" {
        type = string
        doc  = "How it is spoken to."
      }
      attr "meta" { doc = "Settings of its own." }
    }
  }

  block_list "catalog" {
    singleton = true
    icon      = module
    doc       = "Where `terragrunt catalog` looks for modules."
    object {
      attr "urls" {
        type     = list(string)
        required = true
        doc      = "Addresses of repositories."
      }
      attr "default_template" {
        type = string
        doc  = "The template of new units."
      }
      attr "no_shell" {
        type = bool
        doc  = "Whether templates may not run programs."
      }
      attr "no_hooks" {
        type = bool
        doc  = "Whether templates may not have hooks."
      }
    }
  }

  attr "inputs" { doc = "Values for the variables of the module." }
  attr "terraform_binary" {
    type = string
    doc  = "The program to run: `terraform` or `tofu`."
  }
  attr "terraform_version_constraint" {
    type = string
    doc  = "Which versions of that program are fine."
  }
  attr "terragrunt_version_constraint" {
    type = string
    doc  = "Which versions of Terragrunt are fine."
  }
  attr "download_dir" {
    type = string
    doc  = "Where sources are copied to."
  }
  attr "prevent_destroy" {
    type = bool
    doc  = "Refuses to destroy the unit."
  }
  attr "iam_role" {
    type = string
    doc  = "The role to take on."
  }
  attr "iam_assume_role_duration" {
    type = number
    doc  = "For how many seconds."
  }
  attr "iam_assume_role_session_name" {
    type = string
    doc  = "The name of that session."
  }
  attr "iam_web_identity_token" {
    type = string
    doc  = "A token of a web identity for that role."
  }
}

variables {
  values = unknown(any)
  unit   = unknown(any)
  stack  = unknown(any)
}

body "hook" {
  object {
    include = [body.hook_common]
    attr "if" {
      type = bool
      doc  = "Whether it runs at all."
    }
    attr "run_on_error" {
      type = bool
      doc  = "Whether it runs even when something failed."
    }
  }
}
body "error_hook" {
  object {
    include = [body.hook_common]
    attr "on_errors" {
      type     = list(string)
      required = true
      doc      = "Patterns of messages for which it runs."
    }
  }
}
body "hook_common" {
  object {
    attr "commands" {
      type     = list(string)
      required = true
      doc      = "For which commands."
    }
    attr "execute" {
      type     = list(string)
      required = true
      doc      = "The program and its arguments."
    }
    attr "working_dir" {
      type = string
      doc  = "The folder to run it in."
    }
    attr "suppress_stdout" {
      type = bool
      doc  = "Whether what it prints is left out."
    }
  }
}
