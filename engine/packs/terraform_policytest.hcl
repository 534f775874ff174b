# Tests of Terraform policies: mocks of resources, providers and modules that policies must accept or refuse.
language "terraform-policytest" {
  title     = "Terraform policy test"
  ids       = ["terraform-policytest"]
  files     = ["*.policytest.hcl"]
  join      = file
  names     = { data = allowed }
  functions = [
    "core::common", "core::try", "core::can", "core::encoding", "core::network", "core::extended", "core::search", "core::digests",
    "core::yaml", "core::marks", "core::files", "core::templates", "plugin::*::*"
  ]
  # Policies of other folders can be tested, too.
  severity   = { UndeclaredText = warning, UnusedSymbol = info }
  formatting = [quote_labels, unwrap_interpolations]
}

object {
  block_list "policytest" {
    max_items = 1
    icon      = module
    doc       = "Policies that the tests of this file are about. Without it, all policies apply to each mock."
    object {
      attr "targets" {
        type    = list(string)
        format  = path
        snippet = "[\"$1\"]"
        doc     = "Files of policies, or folders with such."
      }
      block_list "terraform_config" {
        max_items = 1
        doc       = "Versions of Terraform that the tests need."
        object { include = [body.terraform_policy.terraform_config] }
      }
      block_list "plugins" {
        max_items = 1
        doc       = "Plugins with functions that the tests call: `plugin::NAME::FUNCTION()`."
        object { include = [body.terraform_policy.plugins] }
      }
    }
  }
  block_list "inputs" {
    max_items = 1
    icon      = variable
    doc       = "Values for inputs of the policies, in all tests of this file."
    call {
      language = "terraform-policy"
      inputs   = input
    }
    object {
      attr "*" { doc = "Value of an input." }
    }
  }
  block_list "locals" {
    icon = variable
    doc  = "Named values: `local.NAME`."
    object {
      attr "*" {
        symbol {
          address = [local, name]
          kind    = local
          icon    = constant
          unused  = true
        }
      }
    }
  }
  block_list "resource" {
    icon    = class
    doc     = "A resource that the policies look at. Others can refer to it: `TYPE.NAME.attrs.ATTRIBUTE`."
    outline = "${label.resource_type} ${label.name}"
    label "resource_type" {
      access = read
      doc    = "Type of the resource."
    }
    label "name" { doc = "Name of the test." }
    symbol {
      address = [label.resource_type, label.name]
      kind    = resource
      value   = unknown(any)
    }
    check "skip-failure" {
      condition = !(first(self.skip, false) && first(self.expect_failure, false))
      message   = "A resource with `skip` is not evaluated, so no failure can be expected."
      at        = attr.expect_failure
    }
    check "resource-attributes" {
      condition = set.attrs || set.prior_attrs
      message   = "A resource needs `attrs`, or for a deletion `prior_attrs`."
      severity  = warning
    }
    check "prior-attributes" {
      condition = self.prior_attrs == null || can(keys(self.prior_attrs))
      message   = "An object with attributes by name is needed."
      at        = attr.prior_attrs
    }
    object {
      include = [body.attributes, body.test]
      attr "prior_attrs" {
        snippet = "{\n  $1\n}"
        doc     = "Attributes before the change, for an update or a deletion."
      }
      attr "skip" {
        type    = bool
        default = false
        doc     = "The policies do not look at the resource: others refer to it, or `core::getresources()` finds it."
      }
      attr "meta" {
        fields = body.resource_meta
        doc    = "What policies see as `meta`."
      }
    }
  }
  block_list "provider" {
    icon    = package
    doc     = "A configuration of a provider that the policies look at."
    outline = "${label.provider_type} ${label.name}"
    label "provider_type" {
      access = read
      doc    = "Type of the provider, such as `aws`."
    }
    label "name" { doc = "Name of the test." }
    symbol {
      address = [label.provider_type, label.name]
      kind    = provider
      value   = unknown(any)
    }
    object {
      include = [body.attributes, body.test]
      attr "meta" {
        fields = body.provider_meta
        doc    = "What policies see as `meta`."
      }
    }
  }
  block_list "module" {
    icon    = module
    doc     = "A call of a module that the policies look at."
    outline = "${label.source} ${label.name}"
    label "source" {
      access = read
      doc    = "Source of the module."
    }
    label "name" { doc = "Name of the test." }
    symbol {
      address = [label.source, label.name]
      kind    = module
      value   = unknown(any)
      visible = by_name
    }
    object {
      include = [body.attributes, body.test]
      attr "meta" {
        fields = body.module_meta
        doc    = "What policies see as `meta`."
      }
    }
  }
  block_list "data" {
    icon    = class
    doc     = "A data source, which `core::getdatasource()` finds."
    outline = "${label.data_type} ${label.name}"
    label "data_type" {
      access = read
      doc    = "Type of the data source."
    }
    label "name" { doc = "Name of the data source in this file." }
    symbol {
      address = [data, label.data_type, label.name]
      kind    = data
      value   = unknown(any)
    }
    check "data-attributes" {
      condition = self.attrs == null || can(keys(self.attrs))
      message   = "An object with attributes by name is needed."
      at        = attr.attrs
    }
    object {
      attr "attrs" {
        required = true
        snippet  = "{\n  $1\n}"
        doc      = "Attributes that the data source has."
      }
    }
  }
}

body "attributes" {
  check "test-attributes" {
    condition = self.attrs == null || can(keys(self.attrs))
    message   = "An object with attributes by name is needed."
    at        = attr.attrs
  }
  object {
    attr "attrs" {
      snippet = "{\n  $1\n}"
      doc     = "Attributes that policies see as `attrs`."
    }
  }
}
body "test" {
  object {
    attr "expect_failure" {
      type    = bool
      default = false
      doc     = "Whether a policy must refuse it."
    }
    block_list "inputs" {
      max_items = 1
      icon      = variable
      doc       = "Values for inputs of the policies, in this test only."
      call {
        language = "terraform-policy"
        inputs   = input
      }
      object {
        attr "*" { doc = "Value of an input." }
      }
    }
  }
}
body "run_meta" {
  object {
    attr "tfe_workspace" { doc = "The workspace: `{ tags = { env = \"prod\" } }`." }
    attr "tfe_stack" { doc = "The stack: `{ stack_name = \"app\", deployment_group = \"global\", deployment_name = \"prod\" }`." }
  }
}
body "resource_meta" {
  object {
    unknown = warning
    include = [body.run_meta]
    attr "type" {
      type = string
      doc  = "Type of the resource."
    }
    attr "provider_type" {
      type = string
      doc  = "Type of the resource's provider, such as `aws`."
    }
    attr "module_path" {
      type = string
      doc  = "Module that the resource is in."
    }
    attr "operation" {
      type   = string
      values = { create = "The resource is created.", update = "The resource is changed.", delete = "The resource is destroyed." }
      doc    = "Planned action. Without it, `attrs` and `prior_attrs` tell."
    }
  }
}
body "provider_meta" {
  object {
    unknown = warning
    include = [body.run_meta]
    attr "type" {
      type = string
      doc  = "Type of the provider, such as `aws`."
    }
    attr "name" {
      type = string
      doc  = "Local name of the provider."
    }
    attr "alias" {
      type = string
      doc  = "Alias of the configuration."
    }
    attr "namespace" {
      type = string
      doc  = "Namespace of the provider in its registry, such as `hashicorp`."
    }
    attr "source" {
      type = string
      doc  = "Address of the provider."
    }
    attr "version" {
      type = string
      doc  = "Selected version of the provider."
    }
  }
}
body "module_meta" {
  object {
    unknown = warning
    include = [body.run_meta]
    attr "source" {
      type = string
      doc  = "Source of the module."
    }
    attr "version" {
      type = string
      doc  = "Version of the module."
    }
    attr "address" {
      type = string
      doc  = "Address of the call: `module.NAME`."
    }
  }
}
