# Sentinel: the configuration of policies and of their tests. Names that only a plugin knows are warnings.
language "sentinel" {
  title         = "Sentinel configuration"
  ids           = ["sentinel-hcl"]
  files         = ["sentinel.hcl", "sentinel.json"]
  rules         = reference
  join          = file
  unknown_names = ignore
}

object {
  unknown = warning
  block_list "policy" {
    icon    = class
    doc     = "A policy of the set, and how strict it is."
    outline = label.name
    unique  = true
    label "name" { doc = "The name; without `source` also that of the file, `NAME.sentinel`." }
    object {
      unknown = warning
      attr "source" {
        type = string
        doc  = "Where the policy is: a file or an address."
      }
      attr "enforcement_level" {
        type = string
        doc  = "What happens when the policy fails."
        values = {
          advisory       = "It is shown."
          soft-mandatory = "It stops the run, and some people may go on all the same."
          hard-mandatory = "It stops the run."
        }
      }
      attr "params" { doc = "Values of the parameters of the policy, by name." }
      attr "query" {
        type = string
        doc  = "Open Policy Agent: the rule that is asked."
      }
      attr "description" {
        type = string
        doc  = "What the policy is for."
      }
    }
  }
  block_list "module" {
    icon    = module
    doc     = "A module that policies may import."
    outline = label.name
    label "name" { doc = "The name, as in `import \"NAME\"`." }
    object {
      unknown = warning
      attr "source" {
        type     = string
        required = true
        doc      = "The file of the module."
      }
    }
  }
  block_list "import" {
    icon    = package
    doc     = "What policies may import."
    outline = label.name
    label "type" {
      open   = true
      values = ["module", "plugin", "static"]
      doc    = "What it is: `module`, `plugin` or `static` data."
    }
    label "name" { doc = "The name, as in `import \"NAME\"`." }
    object {
      unknown = warning
      attr "source" {
        type = string
        doc  = "Where it is."
      }
      attr "format" {
        type   = string
        values = ["json"]
        open   = true
        doc    = "Of static data: the format."
      }
      attr "args" {
        type = list(string)
        doc  = "Of a plugin: its arguments."
      }
      attr "env" { doc = "Of a plugin: its environment." }
      attr "config" { doc = "Of a plugin: its settings." }
    }
  }
  block_list "mock" {
    icon    = object
    doc     = "What takes the place of an import in a test."
    outline = label.name
    label "name" { doc = "The import, such as `tfplan/v2`." }
    object {
      unknown = warning
      attr "data" { doc = "Values of the import." }
      block_list "module" {
        singleton = true
        doc       = "A module with the values."
        object {
          attr "source" {
            type     = string
            required = true
            doc      = "Its file."
          }
        }
      }
    }
  }
  block_list "param" {
    icon    = variable
    doc     = "The value of a parameter."
    outline = label.name
    label "name" { doc = "The parameter." }
    object {
      unknown = warning
      attr "value" {
        required = true
        doc      = "The value."
      }
    }
  }
  block_list "global" {
    icon    = variable
    doc     = "A value that every policy sees."
    outline = label.name
    label "name" { doc = "The name." }
    object {
      unknown = warning
      attr "value" {
        required = true
        doc      = "The value."
      }
    }
  }
  block_list "sentinel" {
    singleton = true
    doc       = "Settings of Sentinel itself."
    object {
      unknown = warning
      attr "features" { doc = "Features that are switched on: `{ terraform = true }`." }
    }
  }
  block_list "test" {
    singleton = true
    doc       = "What a test expects."
    object {
      unknown = warning
      attr "rules" { doc = "The result of each rule: `{ main = true }`." }
    }
  }
}
