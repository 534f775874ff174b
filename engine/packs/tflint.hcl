# TFLint: .tflint.hcl
language "tflint" {
  title = "TFLint configuration"
  ids   = ["tflint"]
  files = [".tflint.hcl", ".tflint.json", "*.tflint.hcl"]
  rules = reference
}

object {
  block_list "tflint" {
    singleton = true
    doc       = "Requirements on TFLint itself."
    object {
      attr "required_version" {
        type     = string
        doc      = "Versions of TFLint that may read this file: `\">= 0.50\"`."
      }
    }
  }
  block_list "config" {
    singleton = true
    doc       = "How TFLint works."
    link      = "https://github.com/terraform-linters/tflint/blob/master/docs/user-guide/config.md"
    object {
      attr "format" {
        type = string
        doc  = "How findings are printed."
        values = {
          default    = "For people."
          json       = "JSON."
          checkstyle = "Checkstyle XML."
          junit      = "JUnit XML."
          compact    = "One line for each."
          sarif      = "SARIF."
        }
      }
      attr "plugin_dir" {
        type   = string
        format = folder
        doc    = "Where plugins lie."
      }
      attr "call_module_type" {
        type = string
        doc  = "Which called modules are looked into."
        values = {
          all   = "All of them."
          local = "Those in the file system."
          none  = "None."
        }
      }
      attr "module" {
        deprecated = "use call_module_type instead"
        type       = bool
        doc        = "Whether called modules are looked into."
      }
      attr "force" {
        type = bool
        doc  = "Exit with 0 even when there are findings."
      }
      attr "disabled_by_default" {
        type = bool
        doc  = "Only rules that are enabled here run."
      }
      attr "ignore_module" {
        type = map(bool)
        doc  = "Sources of modules that are left out."
      }
      attr "varfile" {
        type = list(string)
        doc  = "Files with values of variables."
      }
      attr "variables" {
        type = list(string)
        doc  = "Values of variables: `[\"name=value\"]`."
      }
    }
  }
  block_map "rule" {
    labels = ["name"]
    doc    = "One rule: on or off, and what it takes."
    symbol {
      address   = [rule, label.name]
      kind      = rule
      name_only = true
    }
    object {
      attr "enabled" {
        type     = bool
        required = true
        doc      = "Whether the rule runs."
      }
      lenient = true
    }
  }
  block_map "plugin" {
    labels = ["name"]
    doc    = "A plugin that brings rules."
    symbol {
      address   = [plugin, label.name]
      kind      = plugin
      name_only = true
    }
    object {
      attr "enabled" {
        type     = bool
        required = true
        doc      = "Whether the plugin is used."
      }
      attr "version" {
        type = string
        doc  = "The version of the plugin."
      }
      attr "source" {
        type = string
        doc  = "Where it comes from: `github.com/terraform-linters/tflint-ruleset-aws`."
      }
      attr "signing_key" {
        type = string
        doc  = "The public key that releases are signed with."
      }
      attr "signature" {
        type = string
        doc  = "How releases are verified."
      }
      lenient  = true
      together = [[version, source]]
    }
  }
}
