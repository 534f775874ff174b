# Sentinel: the configuration of policies and of their tests. Unknown names are warnings: a plugin may provide them.
language "sentinel" {
  title   = "Sentinel configuration"
  ids     = ["sentinel-hcl"]
  files   = ["sentinel.hcl", "sentinel.json"]
  # Tests have any name.
  # Manifests of the package manager Scoop have the names of programs.
  content = ["!\\s*\"(checkver|autoupdate|architecture)\" *:.*", "mock +\"[^\"]*\" *\\{.*"]
  join    = file
  unknown = allowed
  # For checks of this pack.
  functions = ["workspace_files.fileexists"]
}

# Whether the file may be there: other sources are addresses.
function "is_there" {
  params  = [path]
  result  = path == null || can(regex("://|::|^~|\\\\|^[A-Za-z]:|[$][{]", path)) || try(fileexists(path), true)
  visible = pack
}

object {
  unknown = warning
  block_list "policy" {
    icon    = class
    doc     = "A policy and its enforcement level."
    outline = label.name
    unique  = true
    label "name" { doc = "Name of the policy. Without `source`, the policy is in the file `NAME.sentinel`." }
    check "policy-file" {
      condition = is_there(self.source)
      message   = "There is no file \"${self.source}\" here."
      at        = attr.source
      severity  = warning
    }
    check "params-object" {
      condition = self.params == null || can(keys(self.params))
      message   = "An object with values by name is needed."
      at        = attr.params
    }
    object {
      unknown = warning
      attr "source" {
        type   = string
        format = path
        doc    = "Location of the policy: a file or an address."
      }
      attr "enforcement_level" {
        type = string
        doc  = "Effect of a failed policy."
        values = {
          advisory       = "The failure is reported, and the run continues."
          soft-mandatory = "The failure stops the run, but authorized users can override it."
          hard-mandatory = "The failure stops the run."
        }
      }
      attr "params" { doc = "Values for the parameters of the policy, by name." }
      attr "query" {
        type = string
        doc  = "Open Policy Agent: rule to query."
      }
      attr "description" {
        type = string
        doc  = "Description of the policy."
      }
    }
  }
  block_list "module" {
    icon    = module
    doc     = "Module that policies can import."
    outline = label.name
    label "name" { doc = "Name in `import \"NAME\"`." }
    check "module-file" {
      condition = is_there(self.source)
      message   = "There is no file \"${self.source}\" here."
      at        = attr.source
      severity  = warning
    }
    object {
      unknown = warning
      attr "source" {
        type     = string
        required = true
        format   = path
        doc      = "File of the module."
      }
    }
  }
  block_list "import" {
    icon    = package
    doc     = "Import that policies can use."
    outline = label.name
    label "type" {
      unknown  = allowed
      values   = ["module", "plugin", "static"]
      reserved = ["*"] # others are warnings: another version may have them
      doc      = "Type of the import: `module`, `plugin` or `static` data."
    }
    label "name" { doc = "Name in `import \"NAME\"`." }
    check "import-file" {
      condition = label.type == "plugin" || is_there(self.source)
      message   = "There is no file \"${self.source}\" here."
      at        = attr.source
      severity  = warning
    }
    object {
      unknown = warning
      attr "source" {
        type   = string
        format = path
        doc    = "Location of the import."
      }
      attr "format" {
        type     = string
        values   = ["json"]
        unknown  = allowed
        reserved = ["*"]
        doc      = "Format of `static` data."
      }
      attr "args" {
        type = list(string)
        doc  = "Arguments of a plugin."
      }
      attr "env" { doc = "Environment variables of a plugin." }
      attr "config" { doc = "Configuration of a plugin." }
    }
  }
  block_list "mock" {
    icon    = object
    doc     = "Replacement for an import in a test."
    outline = label.name
    label "name" { doc = "Name of the import, such as `tfplan/v2`." }
    check "mock-data" {
      condition = self.data != null || length(self.module) > 0
      message   = "A mock needs `data`, or a `module` that has them."
      severity  = warning
    }
    object {
      unknown = warning
      attr "data" { doc = "Values of the import." }
      block_list "module" {
        max_items = 1
        doc       = "Module that provides the values."
        check "mock-file" {
          condition = is_there(self.source)
          message   = "There is no file \"${self.source}\" here."
          at        = attr.source
          severity  = warning
        }
        object {
          attr "source" {
            type     = string
            required = true
            format   = path
            doc      = "File of the module."
          }
        }
      }
    }
  }
  block_list "param" {
    icon    = variable
    doc     = "Value of a parameter."
    outline = label.name
    label "name" { doc = "Name of the parameter." }
    object {
      unknown = warning
      attr "value" {
        required = true
        doc      = "Value of the parameter."
      }
    }
  }
  block_list "global" {
    icon    = variable
    doc     = "Global value that all policies can use."
    outline = label.name
    label "name" { doc = "Name of the value." }
    object {
      unknown = warning
      attr "value" {
        required = true
        doc      = "Value."
      }
    }
  }
  block_list "sentinel" {
    max_items = 1
    doc       = "Settings of Sentinel."
    object {
      unknown = warning
      attr "features" { doc = "Features to enable: `{ terraform = true }`." }
    }
  }
  block_list "test" {
    max_items = 1
    doc       = "Expected results of a test."
    check "rules-object" {
      condition = self.rules == null || can(keys(self.rules))
      message   = "An object with a result for each rule is needed."
      at        = attr.rules
    }
    object {
      unknown = warning
      attr "rules" { doc = "Expected result of each rule: `{ main = true }`." }
    }
  }
}
