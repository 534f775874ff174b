# TFLint: .tflint.hcl
language "tflint" {
  title = "TFLint configuration"
  ids   = ["tflint"]
  files = [".tflint.hcl", ".tflint.json", "*.tflint.hcl"]
  rules = reference
  # The last of several blocks with the same name applies.
  levels = { DuplicateLabels = warning }
}

object {
  block_list "tflint" {
    singleton = true
    doc       = "Requirements for TFLint itself."
    object {
      attr "required_version" {
        type     = string
        doc      = "Version constraint for TFLint: `\">= 0.50\"`."
      }
    }
  }
  block_list "config" {
    singleton = true
    doc       = "General settings of TFLint."
    link      = "https://github.com/terraform-linters/tflint/blob/master/docs/user-guide/config.md"
    object {
      attr "format" {
        type = string
        doc  = "Output format for findings."
        values = {
          default    = "Human-readable text."
          json       = "JSON."
          checkstyle = "Checkstyle XML."
          junit      = "JUnit XML."
          compact    = "One line for each finding."
          sarif      = "SARIF."
        }
      }
      attr "plugin_dir" {
        type   = string
        format = folder
        doc    = "Directory of plugins."
      }
      attr "call_module_type" {
        type = string
        doc  = "Called modules to inspect."
        values = {
          all   = "All called modules."
          local = "Called modules with a local path as source."
          none  = "No called modules."
        }
      }
      attr "module" {
        deprecated = "use call_module_type instead"
        type       = bool
        doc        = "Inspect called modules."
      }
      attr "force" {
        type = bool
        doc  = "Exit with status 0 even if there are findings."
      }
      attr "disabled_by_default" {
        type = bool
        doc  = "Disable all rules that are not enabled here."
      }
      attr "ignore_module" {
        type = map(bool)
        doc  = "Sources of modules to ignore."
      }
      attr "varfile" {
        type = list(string)
        doc  = "Variable files to load."
      }
      attr "variables" {
        type = list(string)
        doc  = "Variable values: `[\"name=value\"]`."
      }
    }
  }
  block_map "rule" {
    labels = ["name"]
    doc    = "Settings of a single rule."
    symbol {
      address   = [rule, label.name]
      kind      = rule
      name_only = true
    }
    object {
      attr "enabled" {
        type     = bool
        required = true
        doc      = "Enable the rule."
      }
      lenient = true
    }
  }
  block_map "plugin" {
    labels = ["name"]
    doc    = "Plugin that provides rules."
    symbol {
      address   = [plugin, label.name]
      kind      = plugin
      name_only = true
    }
    object {
      attr "enabled" {
        type     = bool
        required = true
        doc      = "Enable the plugin."
      }
      attr "version" {
        type = string
        doc  = "Version of the plugin."
      }
      attr "source" {
        type = string
        doc  = "Source of the plugin: `github.com/terraform-linters/tflint-ruleset-aws`."
      }
      attr "signing_key" {
        type = string
        doc  = "Public PGP key for verification of releases."
      }
      attr "signature" {
        type = string
        doc  = "Verification method for releases."
      }
      lenient  = true
      together = [[version, source]]
    }
  }
}
