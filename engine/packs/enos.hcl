# Enos: flight plans, which test infrastructure: scenarios are run for each combination of a matrix.
language "enos" {
  title  = "Enos"
  ids    = ["enos"]
  files  = ["enos.hcl", "enos-*.hcl"]
  join   = folder
  public = [variable]
  # Artifacts of a release, which are named alike.
  content = ["!schema *= .*"]
  functions = [
    abs, abspath, add, alltrue, and, anytrue, base64decode, base64encode, base64gzip, can, ceil,
    chomp, chunklist, "stdlib.coalesce", coalescelist, compact, concat, contains, csvdecode, distinct, divide,
    element, endswith, equal, file, flatten, floor, format, formatdate, formatlist, greaterthan,
    greaterthanorequalto, hasindex, indent, "stdlib.index", int, join, jsondecode, jsonencode, keys,
    "stdlib.length", lessthan, lessthanorequalto, log, "stdlib.lookup", lower, matchkeys, max, merge, min, modulo,
    multiply, negate, not, notequal, one, or, parseint, pow, range, regex, regexall, regexreplace,
    "stdlib.replace", "stdlib.reverse", reverselist, sethaselement, setintersection, setproduct, setsubtract,
    setsymmetricdifference, setunion, signum, slice, sort, split, startswith, strcontains, strlen, substr,
    subtract, sum, textdecodebase64, textencodebase64, timeadd, timecmp, timestamp, title, transpose, trim,
    trimprefix, trimspace, trimsuffix, try, upper, urlencode, values, yamldecode, yamlencode, zipmap
  ]
}

variables {
  path = unknown(object({ root = string }))
}

function "absolute" {
  doc    = "Returns the absolute value of a number, as `abs` does."
  params = { number = number }
  type   = number
}
function "byteslen" {
  doc    = "Returns the number of bytes."
  params = [bytes]
  type   = number
}
function "bytessclice" {
  doc    = "Returns a part of a list of bytes. The name is misspelt in Enos."
  params = [bytes, offset, length]
  type   = any
}
function "joinpath" {
  doc            = "Joins the parts of a path with separators."
  params         = []
  variadic_param = parts
  type           = string
}
function "semverconstraint" {
  doc    = "Returns whether a version satisfies a version constraint."
  params = { version = string, constraint = string }
  type   = bool
}

object {
  block_map "variable" {
    labels  = ["name"]
    icon    = variable
    doc     = "Input variable of the flight plan, referenced as `var.NAME`."
    outline = label.name
    label "name" {
      format = identifier
      doc    = "Variable name, as in `var.NAME`."
    }
    symbol {
      address   = [var, label.name]
      kind      = variable
      value     = cast(unknown(any), self.type)
      type      = self.type
      sensitive = first(self.sensitive, false)
    }
    check "default-type" {
      type = self.type
      at   = attr.default
    }
    object {
      attr "type" {
        decoder = type
        doc     = "Type constraint: `string`, `number`, `bool`, `list(string)` and so on."
      }
      attr "default" { doc = "Default value, used when no other value is set." }
      attr "description" {
        type = string
        doc  = "Description of the variable's purpose."
      }
      attr "sensitive" {
        type = bool
        doc  = "Whether the value is hidden in the output."
      }
      block_list "validation" {
        doc = "Validation rule for the value. Enos accepts it and does not check it."
        object { include = [body.free] }
      }
    }
  }
  block_list "globals" {
    icon = variable
    doc  = "Values for all scenarios and blocks, referenced as `global.NAME`."
    object {
      attr "*" {
        symbol {
          address = [global, name]
          kind    = global
          icon    = constant
        }
      }
    }
  }
  block_map "module" {
    labels  = ["name"]
    icon    = package
    doc     = "Terraform module that steps of scenarios can run."
    outline = label.name
    label "name" {
      format = identifier
      doc    = "Module name, as in `module.NAME`."
    }
    symbol {
      address = [module, label.name]
      kind    = module
      value   = unknown(any)
    }
    object {
      attr "source" {
        type     = string
        required = true
        doc      = "Source of the module: a folder, or an address in a registry."
      }
      attr "version" {
        type = string
        doc  = "Version constraint for a module of a registry."
      }
      attr "*" { doc = "Value of a variable of the module, which steps can override." }
    }
  }
  block_map "provider" {
    labels  = ["type", "alias"]
    icon    = object
    doc     = "Configuration of a Terraform provider, referenced as `provider.TYPE.ALIAS`."
    outline = "${label.type}.${label.alias}"
    label "type" {
      format = identifier
      doc    = "Provider type."
    }
    label "alias" {
      format = identifier
      doc    = "Name of the configuration. `default` applies to all steps."
    }
    symbol {
      address = [provider, label.type, label.alias]
      kind    = provider
      value   = unknown(any)
    }
    object { include = [body.free] }
  }
  block_map "terraform" {
    labels  = ["name"]
    icon    = property
    doc     = "Terraform settings for scenarios, referenced as `terraform.NAME`."
    outline = label.name
    label "name" {
      format = identifier
      doc    = "Name of the settings. `default` applies to all scenarios."
    }
    symbol {
      address = [terraform, label.name]
      kind    = terraform
      value   = unknown(any)
    }
    object {
      conflicts = [[backend, cloud]]
      attr "required_version" {
        type = string
        doc  = "Version constraint for Terraform."
      }
      attr "experiments" {
        type = list(string)
        doc  = "Experimental features to enable."
      }
      block_list "required_providers" {
        doc = "Providers with their sources and versions."
        object {
          attr "*" {
            fields = body.required_provider
            doc    = "Provider under its local name: `{ source = \"hashicorp/aws\", version = \"~> 5\" }`."
          }
        }
      }
      block_list "provider_meta" {
        doc = "Metadata for a provider."
        label "name" {}
        object {
          attr "*" {}
        }
      }
      block_list "backend" {
        doc = "Storage for the state."
        label "name" { doc = "Backend type." }
        object { include = [body.free] }
      }
      block_list "cloud" {
        doc = "HCP Terraform settings."
        object {
          attr "organization" {
            type     = string
            required = true
            doc      = "Organization that owns the workspaces."
          }
          attr "hostname" {
            type = string
            doc  = "Host name of a Terraform Enterprise installation."
          }
          attr "token" {
            type      = string
            sensitive = true
            doc       = "API token for the host."
          }
          block_list "workspaces" {
            doc = "Workspaces that belong to the scenarios."
            object {
              attr "name" {
                type = string
                doc  = "Name of a single workspace."
              }
              attr "tags" {
                type = list(string)
                doc  = "Tags of the workspaces to use."
              }
            }
          }
        }
      }
    }
  }
  block_map "terraform_cli" {
    labels  = ["name"]
    icon    = property
    doc     = "Settings of the Terraform command line, referenced as `terraform_cli.NAME`."
    outline = label.name
    label "name" {
      format = identifier
      doc    = "Name of the settings. `default` applies to all scenarios."
    }
    symbol {
      address = [terraform_cli, label.name]
      kind    = terraform_cli
      value   = unknown(any)
    }
    object {
      attr "path" {
        type = string
        doc  = "Path of the Terraform binary."
      }
      attr "env" {
        type = map(string)
        doc  = "Environment variables for Terraform."
      }
      include = [body.cli]
    }
  }
  block_map "quality" {
    labels  = ["name"]
    icon    = event
    doc     = "Quality of the tested software, which steps verify."
    outline = label.name
    label "name" {
      format = identifier
      doc    = "Name of the quality, as in `quality.NAME`."
    }
    symbol {
      address = [quality, label.name]
      kind    = quality
      value   = unknown(any)
    }
    object {
      attr "description" {
        type     = string
        required = true
        doc      = "What the quality means."
      }
    }
  }
  block_map "scenario" {
    labels  = ["name"]
    icon    = function
    doc     = "Scenario: steps that run for each combination of the matrix."
    outline = label.name
    label "name" {
      format = identifier
      doc    = "Name of the scenario."
    }
    symbol {
      address = [scenario, label.name]
      kind    = scenario
      visible = by_name
    }
    # `include` blocks name variants, too, and the same ones again.
    scope {
      when  = length([for matrix in self.matrix : 1 if length(matrix.include) > 0]) > 0
      names = { matrix = unknown(any) }
    }
    object { include = [body.scenario] }
  }
  block_map "sample" {
    labels  = ["name"]
    icon    = array
    doc     = "Sample: a random selection of scenarios to run."
    outline = label.name
    label "name" {
      format = identifier
      doc    = "Name of the sample."
    }
    object {
      attr "attributes" { doc = "Attributes of all elements of the sample." }
      block_list "subset" {
        doc     = "Scenarios of the sample."
        outline = label.name
        label "name" {
          refers_to = [scenario]
          pattern   = ".*"
          unknown   = allowed # with `scenario_name` or a filter, the label is any name
          doc       = "Name of the subset: the name of its scenario if no other is set."
        }
        check "subset-scenario" {
          condition = self.scenario_name == null || self.scenario_filter == null
          message   = "A subset has a scenario name or a scenario filter, not both."
          at        = attr.scenario_filter
        }
        check "subset-matrix" {
          condition = self.scenario_filter == null || length(self.matrix) == 0
          message   = "A subset with a scenario filter cannot have a matrix."
          at        = attr.scenario_filter
        }
        object {
          attr "attributes" { doc = "Attributes of all elements of the subset." }
          attr "scenario_name" {
            type      = string
            refers_to = [scenario]
            doc       = "Scenario to select from."
          }
          attr "scenario_filter" {
            type = string
            doc  = "Filter for scenarios: `\"smoke backend:raft !arch:arm64\"`."
          }
          block_list "matrix" {
            max_items = 1
            doc       = "Variants to select."
            object {
              include = [body.matrix]
              block_list "include" {
                doc = "Combinations to add."
                object { include = [body.matrix] }
              }
              block_list "exclude" {
                doc = "Combinations to leave out."
                object { include = [body.matrix] }
              }
            }
          }
        }
      }
    }
  }
}

body "free" {
  object { unknown = allowed }
}
body "required_provider" {
  object {
    attr "source" {
      type = string
      doc  = "Address of the provider."
    }
    attr "version" {
      type   = string
      format = version_constraint
      doc    = "Version constraint for the provider."
    }
    attr "*" {}
  }
}

# Settings of the command line, as in .terraformrc.
body "cli" {
  object {
    attr "disable_checkpoint" {
      type = bool
      doc  = "Disables the check for new versions."
    }
    attr "disable_checkpoint_signature" {
      type = bool
      doc  = "Disables the identifier that is sent with the check for new versions."
    }
    attr "plugin_cache_dir" {
      type = string
      doc  = "Folder for a shared cache of providers."
    }
    block_map "credentials" {
      labels = ["host"]
      doc    = "Credentials for a host."
      object {
        attr "token" {
          type      = string
          sensitive = true
          doc       = "API token."
        }
      }
    }
    block_map "credentials_helper" {
      labels = ["name"]
      doc    = "Program that provides credentials."
      object {
        attr "args" {
          type = list(string)
          doc  = "Arguments of the program."
        }
      }
    }
    block_list "provider_installation" {
      doc = "Places from which providers are installed."
      object {
        attr "dev_overrides" {
          type = map(string)
          doc  = "Folders of providers that are under development."
        }
        block_list "direct" {
          doc = "Installation from the registry of each provider."
          object { include = [body.patterns] }
        }
        block_list "filesystem_mirror" {
          doc = "Installation from a folder."
          object {
            include = [body.patterns]
            attr "path" {
              type = string
              doc  = "Folder with the providers."
            }
          }
        }
        block_list "network_mirror" {
          doc = "Installation from a mirror on the network."
          object {
            include = [body.patterns]
            attr "url" {
              type = string
              doc  = "Address of the mirror."
            }
          }
        }
      }
    }
  }
}
body "patterns" {
  object {
    attr "include" {
      type = list(string)
      doc  = "Patterns of providers to install this way."
    }
    attr "exclude" {
      type = list(string)
      doc  = "Patterns of providers not to install this way."
    }
  }
}

body "scenario" {
  object {
    attr "description" {
      type = string
      doc  = "Description of the scenario."
    }
    attr "terraform_cli" { doc = "Settings of the command line: `terraform_cli.NAME`." }
    attr "terraform" { doc = "Terraform settings: `terraform.NAME`." }
    attr "providers" { doc = "Providers that the steps use: `[provider.TYPE.ALIAS]`." }
    block_list "matrix" {
      max_items = 1
      icon      = enum
      doc       = "Variants. The scenario is run for each combination of their values."
      check "exclude-variants" {
        condition = length(self.include) > 0 || length(flatten([for one in self.exclude : [for name, values in one : name if values != null && !can(self[name])]])) == 0
        message   = "An `exclude` block names `${flatten([for one in self.exclude : [for name, values in one : name if values != null && !can(self[name])]])[0]}`, which is no variant of the matrix, so it leaves nothing out."
        severity  = warning
      }
      check "exclude-values" {
        condition = length(self.include) > 0 || length(flatten([for one in self.exclude : [for name, values in one : name if values != null && can(self[name]) && length([for value in values : value if contains(self[name], value)]) == 0]])) == 0
        message   = "An `exclude` block has only values of `${flatten([for one in self.exclude : [for name, values in one : name if values != null && can(self[name]) && length([for value in values : value if contains(self[name], value)]) == 0]])[0]}` that are not among those of the variant, so it leaves nothing out."
        severity  = warning
      }
      object {
        attr "*" {
          type   = list(string)
          length = { min = 1 }
          doc    = "Values of the variant, each available as `matrix.NAME`."
          symbol {
            address = [matrix, name]
            kind    = variant
            icon    = enum
            value   = unknown(any)
            visible = parent
          }
        }
        block_list "include" {
          doc = "Combinations to add."
          object { include = [body.matrix] }
        }
        block_list "exclude" {
          doc = "Combinations to leave out."
          object { include = [body.matrix] }
        }
      }
    }
    block_list "locals" {
      icon = variable
      doc  = "Named values of the scenario: `local.NAME`."
      object {
        attr "*" {
          symbol {
            address = [local, name]
            kind    = local
            icon    = constant
            visible = parent
          }
        }
      }
    }
    block_map "step" {
      labels  = ["name"]
      icon    = method
      doc     = "Step: runs a module. Its outputs are available as `step.NAME.OUTPUT`."
      outline = label.name
      label "name" {
        format = identifier
        doc    = "Name of the step, as in `step.NAME`."
      }
      symbol {
        address = [step, label.name]
        kind    = step
        value   = unknown(any)
        depends = all
        visible = parent
      }
      object { include = [body.step] }
    }
    block_map "output" {
      labels  = ["name"]
      icon    = field
      doc     = "Value to show after the scenario has run."
      outline = label.name
      label "name" {
        format = identifier
        doc    = "Name of the output."
      }
      object {
        attr "description" {
          type = string
          doc  = "Description of the output."
        }
        attr "sensitive" {
          type = bool
          doc  = "Whether the value is hidden."
        }
        attr "value" {
          required = true
          doc      = "Value of the output."
        }
      }
    }
  }
}
body "matrix" {
  object {
    attr "*" {
      type   = list(string)
      length = { min = 1 }
      doc    = "Values of the variant."
    }
  }
}
body "step" {
  object {
    attr "module" {
      required  = true
      refers_to = [module]
      doc       = "Module to run: `module.NAME`, or its name as a string."
    }
    attr "description" {
      type = string
      doc  = "Description of the step."
    }
    attr "providers" { doc = "Providers of the module: `{ NAME = provider.TYPE.ALIAS }`." }
    attr "depends_on" { doc = "Steps that must run before: `[step.NAME]`." }
    attr "skip_step" {
      type = bool
      doc  = "Whether to leave the step out."
    }
    attr "verifies" { doc = "Qualities that the step verifies: `quality.NAME`, or a list of them." }
    block_list "variables" {
      doc = "Values of the module's variables."
      object {
        attr "*" { doc = "Value of a variable of the module." }
      }
    }
  }
}
