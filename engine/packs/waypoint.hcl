# Waypoint: the project file. Plugins define their own arguments; names that are known only at run time are not checked.
language "waypoint" {
  title     = "Waypoint"
  ids       = ["waypoint"]
  files     = ["waypoint.hcl", "waypoint.hcl.json"]
  content   = "app +\"[^\"]*\" *\\{\\n\\s*(build|deploy|release|path|labels|url|config|runner)\\b.*"
  join      = file
  functions = [common, try, can, convert, encoding, network, extended, search, digests, yaml, files]
  unknown   = allowed
  names     = { var = error, "*()" = error }
  public    = [variable]
  severity  = { UnusedSymbol = info }
}

variables {
  path       = unknown(object({ app = string, project = string, pwd = string }))
  workspace  = unknown(object({ name = string }))
  app        = unknown(any)
  artifact   = unknown(any)
  config     = unknown(any)
  deploy     = unknown(any)
  entrypoint = unknown(any)
  labels     = unknown(any)
}

function "gitrefhash" {
  doc    = "Hash of the current commit."
  params = []
  type   = string
}
function "gitrefpretty" {
  doc    = "Name of the current commit: its tag, or a short hash, with a mark for changes that are not committed."
  params = []
  type   = string
}
function "gitreftag" {
  doc    = "Tag of the current commit; empty if it has none."
  params = []
  type   = string
}
function "gitremoteurl" {
  doc    = "URL of a remote repository."
  params = { name = string }
  type   = string
}
function "templatestring" {
  doc    = "Text of a template with the variables in place."
  params = [text, variables]
  type   = string
}
function "templatefile" {
  doc            = "Path of a file with the content of a template, with the variables in place."
  params         = [path]
  variadic_param = variables
  max_items      = 1
  type           = string
}
function "templatedir" {
  doc            = "Path of a folder with the content of its templates, with the variables in place."
  params         = [path]
  variadic_param = variables
  max_items      = 1
  type           = string
}
function "dynamic" {
  doc    = "Value from a source of configuration, for the default of a variable: `dynamic(\"vault\", { path = \"...\", key = \"...\" })`."
  params = [source, settings]
  type   = any
}
function "configdynamic" {
  doc    = "Value from a source of configuration, which is updated while the application runs."
  params = [source, settings]
  type   = any
}
function "jsonnetfile" {
  doc            = "Path of a file with the JSON of a Jsonnet file."
  params         = [path]
  variadic_param = options
  max_items      = 1
  type           = string
}
function "jsonnetdir" {
  doc            = "Path of a folder with the JSON of its Jsonnet files."
  params         = [path]
  variadic_param = options
  max_items      = 1
  type           = string
}
function "selectormatch" {
  doc    = "Whether labels match a selector."
  params = [labels, selector]
  type   = bool
}
function "selectorlookup" {
  doc    = "First value whose selector matches the labels, or the default."
  params = [labels, values, default]
  type   = any
}

object {
  attr "project" {
    type = string
    doc  = "Name of the project."
  }
  attr "labels" {
    type = map(string)
    doc  = "Labels for all resources of the project."
  }
  block_list "runner" {
    max_items = 1
    icon      = event
    doc       = "Runner settings for remote operations."
    object { include = [body.runner] }
  }
  block_map "variable" {
    labels  = ["name"]
    icon    = variable
    doc     = "Input variable of the project, referenced as `var.NAME`."
    outline = label.name
    label "name" {
      format = identifier
      doc    = "Variable name, as in `var.NAME`."
    }
    symbol {
      address = [var, label.name]
      kind    = variable
      value   = cast(unknown(any), self.type)
      unused  = true
    }
    check "default-type" {
      type = self.type
      at   = attr.default
    }
    object {
      attr "default" { doc = "Default value, used when no other value is set." }
      attr "type" {
        decoder = type
        doc     = "Type constraint of the value."
      }
      attr "description" {
        type = string
        doc  = "Description of the variable's purpose."
      }
      attr "env" {
        type = list(string)
        doc  = "Environment variables that can set the value."
      }
      attr "sensitive" {
        type = bool
        doc  = "Whether the value is hidden in the output."
      }
    }
  }
  block_map "plugin" {
    labels  = ["name"]
    icon    = package
    doc     = "Plugin and its component types."
    outline = label.name
    label "name" { doc = "Name of the plugin." }
    object {
      attr "checksum" {
        type = string
        doc  = "Checksum of the plugin."
      }
      block_list "type" {
        min_items = 1
        max_items = 1
        doc       = "Component types that the plugin provides."
        object {
          attr "mapper" { type = bool }
          attr "build" { type = bool }
          attr "registry" { type = bool }
          attr "deploy" { type = bool }
          attr "release" { type = bool }
        }
      }
    }
  }
  block_list "config" {
    max_items = 1
    icon      = property
    doc       = "Configuration for all applications."
    object { include = [body.config] }
  }
  block_map "app" {
    labels  = ["name"]
    icon    = module
    doc     = "Application with its build, deploy and release configuration."
    outline = label.name
    label "name" { doc = "Name of the application." }
    object {
      unknown = warning
      attr "path" {
        type   = string
        format = folder
        doc    = "Directory of the application."
      }
      attr "labels" {
        type = map(string)
        doc  = "Labels of the application."
      }
      block_list "url" {
        also      = any
        max_items = 1
        doc       = "URL settings of the application."
        object {
          attr "auto_hostname" {
            type = bool
            doc  = "Register a host name with the URL service."
          }
        }
      }
      block_list "config" {
        max_items = 1
        doc       = "Configuration of the application."
        object { include = [body.config] }
      }
      block_list "build" {
        min_items = 1
        max_items = 1
        icon      = function
        doc       = "Build configuration of the application."
        check "build-plugin" {
          condition = length(self.use) > 0
          message   = "A build needs a plugin: a `use` block that is not inside of a `workspace` or `label` block."
        }
        object {
          include = [body.stage]
          block_list "registry" {
            max_items = 1
            doc       = "Registry to which the built artifact is pushed."
            object { include = [body.stage] }
          }
        }
      }
      block_list "deploy" {
        min_items = 1
        max_items = 1
        icon      = function
        doc       = "Deployment configuration of the application."
        check "deploy-plugin" {
          condition = length(self.use) > 0
          message   = "A deployment needs a plugin: a `use` block that is not inside of a `workspace` or `label` block."
        }
        object { include = [body.stage] }
      }
      block_list "release" {
        max_items = 1
        icon      = function
        doc       = "Release configuration of the application."
        object { include = [body.stage] }
      }
      block_list "runner" {
        max_items = 1
        doc       = "Runner settings of the application."
        object { include = [body.runner] }
      }
    }
  }
  block_map "pipeline" {
    labels  = ["name"]
    icon    = event
    doc     = "Pipeline of steps that run in sequence."
    outline = label.name
    label "name" { doc = "Name of the pipeline." }
    object { include = [body.pipeline] }
  }
}

body "anything" {
  object { unknown = allowed }
}
body "runner" {
  object {
    attr "enabled" {
      type = bool
      doc  = "Whether remote operations run on runners."
    }
    attr "profile" {
      type = string
      doc  = "Runner profile to use."
    }
    block_list "data_source" {
      max_items = 1
      doc       = "Data source from which the project is fetched."
      label "type" {
        unknown = allowed
        values  = ["git"]
        doc     = "Data source type."
      }
      object { include = [body.anything] }
    }
    block_list "poll" {
      max_items = 1
      doc       = "Polling of the data source for changes."
      object {
        attr "enabled" {
          type = bool
          doc  = "Whether polling is enabled."
        }
        attr "interval" {
          type   = string
          format = duration
          doc    = "Polling interval: `\"30s\"`."
        }
      }
    }
  }
}
body "config" {
  object {
    attr "internal" { doc = "Internal values for use in other parts of the configuration." }
    attr "env" { doc = "Environment variables to set." }
    attr "file" { doc = "Files to write, by path." }
    attr "file_change_signal" {
      type = string
      doc  = "Signal to send to the application when a file changes."
    }
    block_list "workspace" {
      doc = "Overrides for a workspace."
      label "scope" { doc = "Name of the workspace." }
      object { include = [body.scoped_config] }
    }
    block_list "label" {
      doc = "Overrides for resources with matching labels."
      label "scope" { doc = "Label selector." }
      object { include = [body.scoped_config] }
    }
    block_list "runner" {
      max_items = 1
      doc       = "Configuration for runners."
      object {
        include = [body.scoped_config]
        block_list "workspace" {
          doc = "Overrides for a workspace."
          label "scope" {}
          object { include = [body.scoped_config] }
        }
        block_list "label" {
          doc = "Overrides for resources with matching labels."
          label "scope" {}
          object { include = [body.scoped_config] }
        }
      }
    }
  }
}
body "scoped_config" {
  object {
    attr "internal" { doc = "Internal values for use in other parts of the configuration." }
    attr "env" { doc = "Environment variables to set." }
    attr "file" { doc = "Files to write, by path." }
  }
}
body "stage" {
  object {
    include = [body.anything]
    block_list "use" {
      max_items = 1
      doc       = "Plugin that performs the operation."
      label "type" {
        doc     = "Name of the plugin."
        unknown = allowed
        values  = ["aws-alb", "aws-ami", "aws-ec2", "aws-ecr", "aws-ecs", "aws-lambda", "azure-container-instance", "docker", "docker-pull", "docker-ref", "exec", "files", "google-cloud-run", "helm", "kubernetes", "kubernetes-apply", "netlify", "nomad", "nomad-jobspec", "null", "pack"]
      }
      object { include = [body.anything] }
    }
    block_list "hook" {
      doc = "Hook: command to run before or after the operation."
      object {
        include = [body.anything]
        attr "when" {
          type     = string
          required = true
          unknown  = allowed
          values   = ["before", "after"]
          reserved = ["*"] # others are warnings: such a hook never runs
          doc      = "Whether the command runs before or after the operation."
        }
        attr "command" {
          type     = list(string)
          required = true
          doc      = "Program and its arguments."
        }
        attr "on_failure" {
          type     = string
          unknown  = allowed
          reserved = ["*"]
          values = {
            fail     = "The operation fails, too (the default)."
            continue = "The operation goes on."
          }
          doc = "What a failure of the command does."
        }
      }
    }
    block_list "workspace" {
      doc = "Overrides for a workspace."
      label "scope" { doc = "Name of the workspace." }
      object { include = [body.stage] }
    }
    block_list "label" {
      doc = "Overrides for resources with matching labels."
      label "scope" { doc = "Label selector." }
      object { include = [body.stage] }
    }
  }
}
body "pipeline" {
  object {
    include = [body.anything]
    block_list "step" {
      min_items = 1
      doc       = "Step of the pipeline."
      outline   = label.name
      label "name" { doc = "Name of the step." }
      check "step-plugin" {
        condition = (length(self.use) > 0) != (length(self.pipeline) > 0)
        message   = "A step has either a plugin (`use`) or a nested `pipeline`."
      }
      symbol {
        address = [step, label.name]
        kind    = step
        visible = [parent, by_name]
      }
      object {
        include = [body.anything]
        attr "depends_on" {
          type      = list(string)
          refers_to = [step]
          unknown   = warning
          doc       = "Steps that must run before."
        }
        attr "image_url" {
          type = string
          doc  = "Image that runs the step."
        }
        attr "workspace" {
          type = string
          doc  = "Workspace to run in."
        }
        block_list "use" {
          max_items = 1
          doc       = "Plugin that runs this step."
          label "type" { doc = "Name of the plugin." }
          object { include = [body.anything] }
        }
        block_list "pipeline" {
          max_items = 1
          doc       = "Nested pipeline."
          label "name" { optional = true }
          object { include = [body.pipeline] }
        }
      }
    }
  }
}
