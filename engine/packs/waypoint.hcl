# Waypoint: the project file. Plugins bring arguments of their own, and names that only the program knows are left alone.
language "waypoint" {
  title         = "Waypoint"
  ids           = ["waypoint"]
  files         = ["waypoint.hcl", "waypoint.hcl.json"]
  rules         = reference
  join          = file
  evaluation    = silent
  unknown_names = ignore
  strict_names  = ["var"]
  public        = [variable]
}

object {
  attr "project" {
    type = string
    doc  = "The name of the project."
  }
  attr "labels" {
    type = map(string)
    doc  = "Labels of everything in the project."
  }
  block_list "runner" {
    singleton = true
    icon      = event
    doc       = "How runs are started, and where from."
    object { include = [body.runner] }
  }
  block_map "variable" {
    labels  = ["name"]
    icon    = variable
    doc     = "An input of the project: `var.NAME`."
    outline = label.name
    label "name" {
      format = identifier
      doc    = "The name, as in `var.NAME`."
    }
    symbol {
      address = [var, label.name]
      kind    = variable
      value   = unknown(any)
      unused  = true
    }
    object {
      attr "default" { doc = "The value when nothing else sets one." }
      attr "type" {
        decoder = type
        doc     = "The type of values."
      }
      attr "description" {
        type = string
        doc  = "What the variable is for."
      }
      attr "env" {
        type = list(string)
        doc  = "Environment variables that may set it."
      }
      attr "sensitive" {
        type = bool
        doc  = "Hides the value in output."
      }
    }
  }
  block_map "plugin" {
    labels  = ["name"]
    icon    = package
    doc     = "A plugin, and what it does."
    outline = label.name
    label "name" { doc = "The name." }
    object {
      attr "checksum" {
        type = string
        doc  = "The checksum of the plugin."
      }
      block_list "type" {
        min_items = 1
        singleton = true
        doc       = "What it does."
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
    singleton = true
    icon      = property
    doc       = "Configuration of all applications."
    object { include = [body.config] }
  }
  block_map "app" {
    labels  = ["name"]
    icon    = module
    doc     = "An application: how it is built, deployed and released."
    outline = label.name
    label "name" { doc = "The name." }
    object {
      include = [body.anything]
      attr "path" {
        type = string
        doc  = "The folder of the application."
      }
      attr "labels" {
        type = map(string)
        doc  = "Labels of the application."
      }
      attr "url" { doc = "Settings of its address." }
      block_list "config" {
        singleton = true
        doc       = "Configuration of the application."
        object { include = [body.config] }
      }
      block_list "build" {
        singleton = true
        icon      = function
        doc       = "How it is built."
        object {
          include = [body.stage]
          block_list "registry" {
            singleton = true
            doc       = "Where what was built is kept."
            object { include = [body.stage] }
          }
        }
      }
      block_list "deploy" {
        singleton = true
        icon      = function
        doc       = "How it is deployed."
        object { include = [body.stage] }
      }
      block_list "release" {
        singleton = true
        icon      = function
        doc       = "How it is released."
        object { include = [body.stage] }
      }
      block_list "runner" {
        singleton = true
        doc       = "How runs of the application are started."
        object { include = [body.runner] }
      }
    }
  }
  block_map "pipeline" {
    labels  = ["name"]
    icon    = event
    doc     = "Steps that are done one behind the other."
    outline = label.name
    label "name" { doc = "The name." }
    object { include = [body.pipeline] }
  }
}

body "anything" {
  object { lenient = true }
}
body "runner" {
  object {
    attr "enabled" {
      type = bool
      doc  = "Whether runs are done by runners."
    }
    attr "profile" {
      type = string
      doc  = "The profile of the runners."
    }
    block_list "data_source" {
      singleton = true
      doc       = "Where the project is fetched from."
      label "type" {
        open   = true
        values = ["git"]
        doc    = "The kind of source."
      }
      object { include = [body.anything] }
    }
    block_list "poll" {
      singleton = true
      doc       = "Whether the source is looked at again and again."
      object {
        attr "enabled" {
          type = bool
          doc  = "Whether it is."
        }
        attr "interval" {
          type   = string
          format = duration
          doc    = "How often: `\"30s\"`."
        }
      }
    }
  }
}
body "config" {
  object {
    attr "internal" { doc = "Values that other parts of the configuration use." }
    attr "env" { doc = "Environment variables." }
    attr "file" { doc = "Files, by path." }
    attr "file_change_signal" {
      type = string
      doc  = "The signal that is sent when a file changed."
    }
    block_list "workspace" {
      doc = "What is different in a workspace."
      label "scope" { doc = "The workspace." }
      object { include = [body.scoped_config] }
    }
    block_list "label" {
      doc = "What is different for some labels."
      label "scope" { doc = "A condition on labels." }
      object { include = [body.scoped_config] }
    }
    block_list "runner" {
      singleton = true
      doc       = "Configuration of runners."
      object {
        include = [body.scoped_config]
        block_list "workspace" {
          doc = "What is different in a workspace."
          label "scope" {}
          object { include = [body.scoped_config] }
        }
        block_list "label" {
          doc = "What is different for some labels."
          label "scope" {}
          object { include = [body.scoped_config] }
        }
      }
    }
  }
}
body "scoped_config" {
  object {
    attr "internal" { doc = "Values that other parts of the configuration use." }
    attr "env" { doc = "Environment variables." }
    attr "file" { doc = "Files, by path." }
  }
}
body "stage" {
  object {
    include = [body.anything]
    block_list "use" {
      singleton = true
      doc       = "The plugin that does it."
      label "type" { doc = "The plugin." }
      object { include = [body.anything] }
    }
    block_list "hook" {
      doc = "A command before or after."
      object { include = [body.anything] }
    }
    block_list "workspace" {
      doc = "What is different in a workspace."
      label "scope" { doc = "The workspace." }
      object { include = [body.stage] }
    }
    block_list "label" {
      doc = "What is different for some labels."
      label "scope" { doc = "A condition on labels." }
      object { include = [body.stage] }
    }
  }
}
body "pipeline" {
  object {
    include = [body.anything]
    block_list "step" {
      doc     = "A step."
      outline = label.name
      label "name" { doc = "The name." }
      object {
        include = [body.anything]
        block_list "use" {
          singleton = true
          doc       = "The plugin that does it."
          label "type" { doc = "The plugin." }
          object { include = [body.anything] }
        }
        block_list "pipeline" {
          singleton = true
          doc       = "A pipeline inside of this one."
          label "name" { optional = true }
          object { include = [body.pipeline] }
        }
      }
    }
  }
}
