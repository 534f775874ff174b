# Terraform tests: runs of the module in this folder or its parent, with assertions after each run. Names depend on the
# module and on earlier runs, so engine/terraform checks them.
language "terraform-test" {
  title   = "Terraform test"
  ids     = ["terraform-test", "opentofu-test"]
  files   = ["*.tftest.hcl", "*.tftest.json", "*.tofutest.hcl", "*.tofutest.json"]
  join    = file
  native  = terraform
  unknown = allowed
  names   = { "*" = whole, "*()" = error }
  functions = [
    common, try, can, encoding, network, extended, search, digests, yaml, marks, files, templates, "provider::*::*", "assume*", "core::"
  ]
  # providers = { aws.src = aws.x }: keys there are addresses.
  severity   = { AmbiguousAttributeKey = off }
  formatting = [quote_labels, unwrap_interpolations]
}

object {
  block_list "test" {
    max_items = 1
    icon      = module
    version   = ">= 1.12"
    doc       = "Settings for all runs of this file."
    object {
      attr "parallel" {
        type     = bool
        constant = true
        doc      = "Run independent runs in parallel."
      }
      attr "skip_cleanup" {
        type     = bool
        constant = true
        doc      = "Keep the created infrastructure after the tests."
      }
    }
  }
  block_list "variables" {
    max_items = 1
    icon      = variable
    doc       = "Variable values for all runs."
    object {
      attr "*" { doc = "Value of a variable." }
    }
  }
  block_list "variable" {
    icon    = variable
    version = ">= 1.13"
    doc     = "Input variable of the test file."
    outline = label.name
    label "name" { doc = "Name of the variable." }
    object { include = [body.generic.anything] }
  }
  block_list "provider" {
    icon    = package
    doc     = "Provider configuration for the runs."
    outline = self.alias == null ? label.name : "${label.name}.${self.alias}"
    unique  = [label.name, self.alias]
    label "name" {
      doc    = "Local name of the provider."
      access = read
    }
    symbol {
      address  = [label.name, self.alias]
      optional = [self.alias]
      kind     = provider
      visible  = by_name
      value    = unknown(any)
    }
    object {
      attr "alias" {
        type     = string
        format   = identifier
        constant = true
        doc      = "Name of an additional configuration of the provider."
      }
      include = [body.generic.anything]
    }
  }
  block_list "mock_provider" {
    icon    = package
    doc     = "Mock provider: returns generated values and makes no real changes."
    outline = self.alias == null ? label.name : "${label.name}.${self.alias}"
    unique  = [label.name, self.alias]
    label "name" {
      doc    = "Local name of the provider."
      access = read
    }
    symbol {
      address  = [label.name, self.alias]
      optional = [self.alias]
      kind     = provider
      visible  = by_name
      value    = unknown(any)
    }
    object {
      attr "alias" {
        type     = string
        format   = identifier
        constant = true
        doc      = "Name of an additional configuration of the provider."
      }
      attr "source" {
        type     = string
        constant = true
        doc      = "Directory with mock data files."
      }
      attr "override_during" {
        decoder = keyword
        values  = ["plan", "apply"]
        doc     = "Phase in which the mock values apply: `plan` or `apply`."
      }
      attr "for_each" {
        format = iterable
        doc    = "OpenTofu: creates one mock provider for each element."
      }
      block_list "mock_resource" {
        unique = [label.type]
        doc    = "Mock values for resources of a type."
        label "type" { doc = "Resource type." }
        object { include = [body.mock] }
      }
      block_list "mock_data" {
        unique = [label.type]
        doc    = "Mock values for data sources of a type."
        label "type" { doc = "Data source type." }
        object { include = [body.mock] }
      }
      include = [body.overrides]
    }
  }
  include = [body.overrides, body.module_overrides]
  block_map "run" {
    labels  = ["name"]
    icon    = function
    lens    = any_references
    doc     = "Test step: a plan or an apply, followed by assertions. Later runs can use its outputs: `run.NAME.OUTPUT`."
    outline = label.name
    label "name" {
      doc    = "Name of the run."
      format = identifier
    }
    symbol {
      address = [run, label.name]
      kind    = run
      value   = unknown(any)
    }
    check "expect-failures" {
      each      = self.expect_failures
      condition = !can(regex("^(local|module|path|terraform|each|count|self|run)\\.", each))
      message   = "Only objects with conditions can be expected to fail: variables, outputs, checks, resources and data sources."
    }
    check "expect-failures-whole" {
      each      = self.expect_failures
      condition = !can(regex("^[\\w\\x{80}-\\x{10FFFF}-]+$", each))
      message   = "An address is needed, such as `var.NAME` or `TYPE.NAME`."
    }
    object {
      attr "command" {
        decoder = keyword
        values  = { plan = "Creates a plan only.", apply = "Plans and applies the changes (the default)." }
        doc     = "Command to run."
      }
      attr "providers" {
        decoder   = addresses
        quoted    = allowed
        refers_to = [provider]
        unknown   = allowed
        snippet   = "{\n  $1\n}"
        doc       = "Provider configurations to pass to the module."
      }
      attr "expect_failures" {
        decoder = addresses
        quoted  = deprecated
        doc     = "Objects with conditions that must fail: `[var.NAME]`, `[check.NAME]`, `[TYPE.NAME]`."
      }
      attr "state_key" {
        type     = string
        constant = true
        doc      = "Key of the state that the run uses."
      }
      attr "parallel" {
        type     = bool
        constant = true
        version  = ">= 1.12"
        doc      = "Allow the run to execute in parallel with other runs."
      }
      attr "skip_cleanup" {
        type     = bool
        constant = true
        version  = ">= 1.12"
        doc      = "Keep the created infrastructure after the run."
      }
      block_list "variables" {
        max_items = 1
        doc       = "Variable values for this run."
        object {
          attr "*" { doc = "Value of a variable." }
        }
      }
      block_list "plan_options" {
        max_items = 1
        doc       = "Options for the plan."
        check "refresh-only" {
          condition = !(self.mode == "refresh-only" && self.refresh == false)
          message   = "A refresh-only plan requires \"refresh\" to be true."
          at        = attr.refresh
        }
        object {
          attr "mode" {
            decoder = keyword
            values  = ["normal", "refresh-only"]
            doc     = "Plan mode: `normal` or `refresh-only`."
          }
          attr "refresh" {
            type     = bool
            constant = true
            doc      = "Whether to refresh the state before planning."
          }
          attr "replace" {
            decoder = addresses
            quoted  = deprecated
            doc     = "Resources to replace."
          }
          attr "target" {
            decoder = addresses
            quoted  = deprecated
            doc     = "Resources to limit the plan to."
          }
        }
      }
      block_list "module" {
        max_items = 1
        doc       = "Alternative module to run instead of the tested module."
        check "module-source" {
          # A folder, an address in a registry, a URL, or a short form of one.
          condition = !set.source || can(regex("^(\\.\\.?[/\\\\]|(([^/]+\\.[^/]+|[^/]+:[0-9]+)/)?[0-9A-Za-z][0-9A-Za-z_-]*/[0-9A-Za-z][0-9A-Za-z_-]*/[0-9a-z]+(//|$)|([0-9A-Za-z]+::)*([A-Za-z][0-9A-Za-z+.-]*:[^:]|/[^/]|github\\.com/[^/]+/[^/]|bitbucket\\.org/|[^/@]+@[^/:]+:))|\\.amazonaws\\.com/|googleapis\\.com/", self.source))
          message   = "This is no module source: write a folder as \"./NAME\" or \"../NAME\", a registry module as \"NAMESPACE/NAME/PROVIDER\", anything else as a URL."
          at        = attr.source
        }
        check "module-version" {
          condition = self.version == null || !can(regex("^(\\.\\.?)?[/\\\\]|::|://|^[^/@]+@|^(github\\.com|bitbucket\\.org)/", self.source))
          message   = can(regex("^\\.", self.source)) ? "A module in a folder has no versions: \"version\" applies only to registry modules." : "\"version\" applies only to registry modules: this address names its version itself, such as with \"?ref=v1.2.0\"."
          at        = attr.source
        }
        object {
          attr "source" {
            type     = string
            constant = true
            required = true
            doc      = "Source of the module."
          }
          attr "version" {
            type     = string
            constant = true
            format   = version_constraint
            doc      = "Version constraint for a registry module."
          }
        }
      }
      block_list "assert" {
        doc = "Assertion that is checked after the run."
        object { include = [body.condition] }
      }
      block_list "backend" {
        max_items = 1
        doc       = "Storage for the state of the run."
        label "type" { doc = "Backend type." }
        object { include = [body.generic.anything] }
      }
      include = [body.overrides, body.module_overrides]
    }
  }
}

body "mock" {
  check "mock-defaults" {
    condition = !set.defaults || can(keys(self.defaults))
    message   = "An object is required: `{ NAME = VALUE }`."
    at        = attr.defaults
  }
  object {
    attr "defaults" {
      constant = true
      doc      = "Mock values of the attributes."
    }
    attr "override_during" {
      decoder = keyword
      values  = ["plan", "apply"]
      doc     = "Phase in which the values apply: `plan` or `apply`."
    }
  }
}
# Overrides of resources, data sources and modules.
body "overrides" {
  object {
    block_list "override_resource" {
      unique = [self.target]
      doc    = "Override values for a single resource."
      check "override-target" {
        condition = self.target == null || can(regex("^(module\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[[^\\]]*\\])?\\.)*[\\w\\x{80}-\\x{10FFFF}-]+\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[[^\\]]*\\])?$", self.target)) && !can(regex("^(module\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[[^\\]]*\\])?\\.)*((data|var|local|path|each|count|self|terraform|ephemeral|run)\\.|module\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[[^\\]]*\\])?$)", self.target))
        message   = "The address of a resource is required: `TYPE.NAME`, `module.CALL.TYPE.NAME`."
        at        = attr.target
      }
      object { include = [body.override] }
    }
    block_list "override_data" {
      unique = [self.target]
      doc    = "Override values for a single data source."
      check "override-target" {
        condition = self.target == null || can(regex("^(module\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[[^\\]]*\\])?\\.)*data\\.[\\w\\x{80}-\\x{10FFFF}-]+\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[[^\\]]*\\])?$", self.target))
        message   = "The address of a data source is required: `data.TYPE.NAME`, `module.CALL.data.TYPE.NAME`."
        at        = attr.target
      }
      object { include = [body.override] }
    }
  }
}
body "module_overrides" {
  object {
    block_list "override_module" {
      unique = [self.target]
      doc    = "Override values for the outputs of a module."
      check "override-target" {
        condition = self.target == null || can(regex("^module\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[[^\\]]*\\])?(\\.module\\.[\\w\\x{80}-\\x{10FFFF}-]+(\\[[^\\]]*\\])?)*$", self.target))
        message   = "The address of a module call is required: `module.CALL`."
        at        = attr.target
      }
      check "override-outputs" {
        condition = !set.outputs || can(keys(self.outputs))
        message   = "An object is required: `{ NAME = VALUE }`."
        at        = attr.outputs
      }
      object { include = [body.override_module] }
    }
  }
}
body "override" {
  check "override-values" {
    condition = !set.values || can(keys(self.values))
    message   = "An object is required: `{ NAME = VALUE }`."
    at        = attr.values
  }
  object {
    attr "target" {
      decoder  = address
      required = true
      doc      = "Address of the object to override."
    }
    attr "values" {
      constant = true
      doc      = "Override values of the attributes."
    }
    attr "override_during" {
      decoder = keyword
      values  = ["plan", "apply"]
      doc     = "Phase in which the values apply: `plan` or `apply`."
    }
  }
}
body "override_module" {
  object {
    attr "target" {
      decoder  = address
      required = true
      doc      = "Address of the module call to override."
    }
    attr "outputs" {
      constant = true
      doc      = "Override values of the outputs."
    }
    attr "override_during" {
      decoder = keyword
      values  = ["plan", "apply"]
      doc     = "Phase in which the values apply: `plan` or `apply`."
    }
  }
}
body "condition" {
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
      doc      = "Error message that is shown when the condition is false, in full sentences."
    }
  }
}
