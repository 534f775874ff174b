# TFLint: .tflint.hcl
language "tflint" {
  title  = "TFLint configuration"
  ids    = ["tflint"]
  files  = [".tflint.hcl", ".tflint.json", "*.tflint.hcl"]
  native = tflint
  # The last of several blocks with the same name applies.
  severity = { DuplicateLabels = warning }
}

object {
  include = [body.rules]
  block_list "tflint" {
    max_items = 1
    doc       = "Requirements for TFLint itself."
    object {
      attr "required_version" {
        type   = string
        format = version_constraint
        doc    = "Version constraint for TFLint: `\">= 0.50\"`."
      }
    }
  }
  block_list "config" {
    max_items = 1
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
        deprecated = "since version 0.54, tflint does not load a file with it; use call_module_type instead"
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
        type   = list(string)
        format = file
        doc    = "Variable files to load."
      }
      attr "variables" {
        type = list(string)
        doc  = "Variable values: `[\"name=value\"]`."
      }
    }
  }
  block_map "plugin" {
    labels = ["name"]
    lens   = any_references
    doc    = "Plugin that provides rules."
    label "name" {
      doc     = "Name of the plugin, as in `tflint-ruleset-NAME`."
      unknown = allowed
      values = {
        terraform = "Rules for the language itself; part of TFLint."
        aws       = "Rules for the provider of Amazon Web Services."
        azurerm   = "Rules for the provider of Microsoft Azure."
        google    = "Rules for the provider of Google Cloud."
        opa       = "Rules that the workspace writes in Rego."
      }
    }
    symbol {
      address = [plugin, label.name]
      kind    = plugin
      visible = by_name
    }
    check "plugin-source" {
      condition = self.source == null || self.source == "" || length(split("/", self.source)) == 3
      message   = "The source of a plugin has three parts: a host, an owner and a repository."
      at        = attr.source
    }
    case {
      on = label.name
      is = {
        terraform = body.plugin_terraform
        aws       = body.plugin_aws
        azurerm   = body.no_options
        google    = body.plugin_google
      }
    }
    object {
      attr "enabled" {
        type     = bool
        required = true
        doc      = "Enable the plugin."
      }
      attr "version" {
        needs = [source]
        type  = string
        doc   = "Version of the plugin."
      }
      attr "source" {
        needs = [version]
        type  = string
        doc   = "Source of the plugin: `github.com/terraform-linters/tflint-ruleset-aws`."
      }
      attr "signing_key" {
        type = string
        doc  = "Public PGP key for verification of releases."
      }
      attr "signature" {
        type = string
        doc  = "Verification method for releases."
      }
    }
  }
}

# Options of plugins and rules. Another version of a ruleset may have others.
body "no_options" {
  object { unknown = warning }
}
body "plugin_terraform" {
  object {
    unknown = warning
    attr "preset" {
      type = string
      doc  = "Set of rules to enable."
      values = {
        recommended = "Rules that suit most configurations (the default)."
        all         = "All rules."
      }
    }
  }
}
body "plugin_google" {
  object {
    unknown = warning
    attr "deep_check" {
      type = bool
      doc  = "Enable rules that call the provider's API."
    }
  }
}
body "plugin_aws" {
  object {
    include = [body.plugin_google]
    attr "region" {
      type = string
      doc  = "Region for calls of the API."
    }
    attr "profile" {
      type = string
      doc  = "Name of the profile with the credentials."
    }
    attr "shared_credentials_file" {
      type   = string
      format = path
      doc    = "File with the credentials of profiles."
    }
    attr "access_key" {
      type      = string
      sensitive = true
      doc       = "Access key ID."
    }
    attr "secret_key" {
      type      = string
      sensitive = true
      doc       = "Secret access key."
    }
    block_list "assume_role" {
      max_items = 1
      doc       = "Role to assume for calls of the API."
      object {
        attr "role_arn" {
          type = string
          doc  = "ARN of the role."
        }
        attr "external_id" {
          type = string
          doc  = "External ID that the role requires."
        }
        attr "policy" {
          type = string
          doc  = "Policy that restricts the role further."
        }
        attr "session_name" {
          type = string
          doc  = "Name of the session."
        }
      }
    }
  }
}
body "required_tags" {
  object {
    unknown = warning
    attr "tags" {
      type     = list(string)
      required = true
      doc      = "Names of the tags that must be there."
    }
  }
}
body "tags" {
  object {
    include = [body.required_tags]
    attr "exclude" {
      type = list(string)
      doc  = "Types of resources that need no tags."
    }
  }
}
body "resources" {
  object {
    unknown = warning
    attr "resources" {
      type = list(string)
      doc  = "Types of resources to check."
    }
    attr "exclude" {
      type = list(string)
      doc  = "Types of resources to leave out."
    }
  }
}
body "bucket_name" {
  object {
    unknown = warning
    attr "regex" {
      type   = string
      format = regex
      doc    = "Pattern that names of buckets must match."
    }
    attr "prefix" {
      type = string
      doc  = "Prefix that names of buckets must have."
    }
  }
}
body "pinned_source" {
  object {
    unknown = warning
    attr "style" {
      type = string
      doc  = "Way in which sources must be pinned."
      values = {
        flexible = "To anything but a default branch (the default)."
        semver   = "To a version."
      }
    }
    attr "default_branches" {
      type = list(string)
      doc  = "Names of branches that count as not pinned."
    }
  }
}
body "module_version" {
  object {
    unknown = warning
    attr "exact" {
      type = bool
      doc  = "Require exact versions."
    }
  }
}
body "required_providers" {
  object {
    unknown = warning
    attr "source" {
      needs = [version]
      type  = bool
      doc   = "Require a source for each provider."
    }
    attr "version" {
      needs = [source]
      type  = bool
      doc   = "Require a version constraint for each provider."
    }
  }
}
body "naming_format" {
  object {
    attr "format" {
      type    = string
      doc     = "Format of names; a name of `custom_formats` is also possible."
      unknown = allowed
      values = {
        snake_case       = "Lower-case words with underscores."
        mixed_snake_case = "Words with underscores."
        none             = "Any name."
      }
    }
    attr "custom" {
      type   = string
      format = regex
      doc    = "Pattern that names must match, in place of a format."
    }
  }
}
body "naming" {
  object {
    unknown = warning
    include = [body.naming_format]
    attr "custom_formats" {
      type = map(object({ regex = string, description = string }))
      doc  = "Formats by name: `{ kebab = { regex = \"...\", description = \"...\" } }`."
    }
    block_list "check" {
      max_items = 1
      doc       = "Names of checks."
      object { include = [body.naming_format] }
    }
    block_list "data" {
      max_items = 1
      doc       = "Names of data sources."
      object { include = [body.naming_format] }
    }
    block_list "locals" {
      max_items = 1
      doc       = "Names of local values."
      object { include = [body.naming_format] }
    }
    block_list "module" {
      max_items = 1
      doc       = "Names of module calls."
      object { include = [body.naming_format] }
    }
    block_list "output" {
      max_items = 1
      doc       = "Names of outputs."
      object { include = [body.naming_format] }
    }
    block_list "resource" {
      max_items = 1
      doc       = "Names of resources."
      object { include = [body.naming_format] }
    }
    block_list "variable" {
      max_items = 1
      doc       = "Names of variables."
      object { include = [body.naming_format] }
    }
  }
}
