# Terraform tests: runs of the module in this folder or above, and what must hold after each. What names mean is decided by
# the module and by the runs before, so nothing is said of them here.
language "terraform-test" {
  title         = "Terraform test"
  ids           = ["terraform-test", "opentofu-test"]
  files         = ["*.tftest.hcl", "*.tftest.json", "*.tofutest.hcl", "*.tofutest.json"]
  rules         = reference
  join          = file
  unknown_names = ignore
  functions     = [stdlib, try, can, encoding, network, extended, search, digests, yaml, marks, files, templates]
  # providers = { aws.src = aws.x }: keys there are addresses.
  levels = { AmbiguousAttributeKey = off }
}

object {
  block_list "test" {
    singleton = true
    icon      = module
    since     = "1.12"
    doc       = "Settings of all runs of this file."
    object {
      attr "parallel" {
        type = bool
        doc  = "Whether runs that do not need each other are done at the same time."
      }
      attr "skip_cleanup" {
        type = bool
        doc  = "Whether what was made stays."
      }
    }
  }
  block_list "variables" {
    singleton = true
    icon      = variable
    doc       = "Values of variables for all runs."
    object {
      any_attr { doc = "The value of a variable." }
    }
  }
  block_list "variable" {
    icon    = variable
    doc     = "OpenTofu: a variable of the tests themselves."
    outline = label.name
    label "name" { doc = "The name." }
    object { include = [body.generic.anything] }
  }
  block_list "provider" {
    icon    = package
    doc     = "How a provider is configured for the runs."
    outline = self.alias == null ? label.name : "${label.name}.${self.alias}"
    unique  = [label.name, self.alias]
    label "name" { doc = "The local name of the provider." }
    object {
      attr "alias" {
        type = string
        doc  = "The name of a further configuration."
      }
      include = [body.generic.anything]
    }
  }
  block_list "mock_provider" {
    icon    = package
    doc     = "A provider that only pretends."
    outline = self.alias == null ? label.name : "${label.name}.${self.alias}"
    label "name" { doc = "The local name of the provider." }
    object {
      attr "alias" {
        type = string
        doc  = "The name of a further configuration."
      }
      attr "source" {
        type = string
        doc  = "A folder with files of mocks."
      }
      attr "override_during" {
        decoder = keyword
        values  = ["plan", "apply"]
        doc     = "When its values hold: `plan` or `apply`."
      }
      attr "for_each" { doc = "OpenTofu: one for each element." }
      block_list "mock_resource" {
        unique = [label.type]
        doc    = "What resources of a type look like."
        label "type" { doc = "The type." }
        object { include = [body.mock] }
      }
      block_list "mock_data" {
        unique = [label.type]
        doc    = "What data sources of a type look like."
        label "type" { doc = "The type." }
        object { include = [body.mock] }
      }
      include = [body.overrides]
    }
  }
  include = [body.overrides, body.module_overrides]
  block_map "run" {
    labels  = ["name"]
    icon    = function
    doc     = "A plan or an apply, and what must hold afterwards. Others see its outputs: `run.NAME.OUTPUT`."
    outline = label.name
    label "name" {
      doc    = "The name."
      format = identifier
    }
    check "expect-failures" {
      each      = self.expect_failures
      condition = !can(regex("^(local|module|path|terraform|each|count|self|run)\\.", each))
      message   = "Only what has conditions can be expected to fail: variables, outputs, checks, resources and data sources."
    }
    object {
      attr "command" {
        decoder = keyword
        values  = { plan = "Only plans.", apply = "Plans and applies (the default)." }
        doc     = "What to do."
      }
      attr "providers" {
        decoder = closure
        doc     = "Which provider configurations the module gets."
      }
      attr "expect_failures" {
        decoder = addresses
        doc     = "What must fail: `[var.NAME]`, `[check.NAME]`, `[TYPE.NAME]`."
      }
      attr "state_key" {
        type = string
        doc  = "Which state the run works with."
      }
      attr "parallel" {
        type  = bool
        since = "1.12"
        doc   = "Whether it may be done beside others."
      }
      attr "skip_cleanup" {
        type = bool
        doc  = "Whether what was made stays."
      }
      block_list "variables" {
        singleton = true
        doc       = "Values of variables."
        object {
          any_attr { doc = "The value of a variable." }
        }
      }
      block_list "plan_options" {
        singleton = true
        doc       = "How to plan."
        check "refresh-only" {
          condition = !(self.mode == "refresh-only" && self.refresh == false)
          message   = "A plan that only refreshes must refresh."
          at        = attr.refresh
        }
        object {
          attr "mode" {
            decoder = keyword
            values  = ["normal", "refresh-only"]
            doc     = "`normal` or `refresh-only`."
          }
          attr "refresh" {
            type = bool
            doc  = "Whether to look at what is there first."
          }
          attr "replace" {
            decoder = traversals
            doc     = "Resources to replace."
          }
          attr "target" {
            decoder = traversals
            doc     = "Resources to look at alone."
          }
        }
      }
      block_list "module" {
        singleton = true
        doc       = "Another module to run, in place of the one that is tested."
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
          attr "source" {
            type     = string
            required = true
            doc      = "Where it comes from."
          }
          attr "version" {
            type = string
            doc  = "Which versions are fine."
          }
        }
      }
      block_list "assert" {
        doc = "What must hold afterwards."
        object { include = [body.condition] }
      }
      block_list "backend" {
        singleton = true
        doc       = "Where the state of the run is kept."
        label "type" { doc = "The kind of backend." }
        object { include = [body.generic.anything] }
      }
      include = [body.overrides, body.module_overrides]
    }
  }
}

body "mock" {
  object {
    attr "defaults" { doc = "Values of its attributes." }
    attr "override_during" {
      decoder = keyword
      values  = ["plan", "apply"]
      doc     = "When they hold: `plan` or `apply`."
    }
  }
}
# What stands in for resources, data sources and modules.
body "overrides" {
  object {
    block_list "override_resource" {
      unique = [self.target]
      doc    = "What one resource looks like."
      check "override-target" {
        condition = can(regex("^(module\\.[\\w-]+(\\[[^\\]]*\\])?\\.)*[\\w-]+\\.[\\w-]+(\\[[^\\]]*\\])?$", self.target)) && !can(regex("^(module\\.[\\w-]+(\\[[^\\]]*\\])?\\.)*((data|var|local|path|each|count|self|terraform|ephemeral|run)\\.|module\\.[\\w-]+(\\[[^\\]]*\\])?$)", self.target))
        message   = "A resource is named here: `TYPE.NAME`, `module.CALL.TYPE.NAME`."
        at        = attr.target
      }
      check "override-values" {
        condition = self.values == null || can(keys(self.values))
        message   = "An object is required: `{ NAME = VALUE }`."
        at        = attr.values
      }
      object { include = [body.override] }
    }
    block_list "override_data" {
      unique = [self.target]
      doc    = "What one data source looks like."
      check "override-target" {
        condition = can(regex("^(module\\.[\\w-]+(\\[[^\\]]*\\])?\\.)*data\\.[\\w-]+\\.[\\w-]+(\\[[^\\]]*\\])?$", self.target))
        message   = "A data source is named here: `data.TYPE.NAME`, `module.CALL.data.TYPE.NAME`."
        at        = attr.target
      }
      check "override-values" {
        condition = self.values == null || can(keys(self.values))
        message   = "An object is required: `{ NAME = VALUE }`."
        at        = attr.values
      }
      object { include = [body.override] }
    }
  }
}
body "module_overrides" {
  object {
    block_list "override_module" {
      unique = [self.target]
      doc    = "What the outputs of one module are."
      check "override-target" {
        condition = can(regex("^module\\.[\\w-]+(\\[[^\\]]*\\])?(\\.module\\.[\\w-]+(\\[[^\\]]*\\])?)*$", self.target))
        message   = "A module is named here: `module.CALL`."
        at        = attr.target
      }
      check "override-outputs" {
        condition = self.outputs == null || can(keys(self.outputs))
        message   = "An object is required: `{ NAME = VALUE }`."
        at        = attr.outputs
      }
      object { include = [body.override_module] }
    }
  }
}
body "override" {
  object {
    attr "target" {
      decoder  = address
      required = true
      doc      = "The address."
    }
    attr "values" { doc = "Values of its attributes." }
    attr "override_during" {
      decoder = keyword
      values  = ["plan", "apply"]
      doc     = "When they hold: `plan` or `apply`."
    }
  }
}
body "override_module" {
  object {
    attr "target" {
      decoder  = address
      required = true
      doc      = "The address."
    }
    attr "outputs" { doc = "Its outputs." }
    attr "override_during" {
      decoder = keyword
      values  = ["plan", "apply"]
      doc     = "When they hold: `plan` or `apply`."
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
