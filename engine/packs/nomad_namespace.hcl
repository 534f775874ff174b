# Nomad: namespaces, for `nomad namespace apply`.
language "nomad-namespace" {
  title     = "Nomad namespace"
  ids       = ["nomad-namespace"]
  files     = ["namespace.nomad.hcl", "*-namespace.nomad.hcl", "*_namespace.nomad.hcl", "*.namespace.hcl"]
  syntax    = hcl1
  join      = file
  functions = ["*"]
}

check "namespace-name" {
  condition = self.name == null || can(regex("^[a-zA-Z0-9-]{1,128}$", self.name)) || can(regex("[{$%]", self.name))
  message   = "The name of a namespace has up to 128 letters, digits and hyphens."
  at        = attr.name
  severity  = warning
}

object {
  unknown = warning
  attr "name" {
    type     = string
    required = true
    doc      = "Name of the namespace, referenced in jobs by `namespace`."
  }
  attr "description" {
    type = string
    doc  = "Description of the namespace's purpose."
  }
  attr "quota" {
    type = string
    doc  = "Quota that limits the resources of the namespace (Enterprise)."
  }
  block_list "meta" {
    max_items = 1
    also      = attr
    doc       = "User-defined metadata."
    object {
      attr "*" { type = [string, number, bool] }
    }
  }
  block_list "capabilities" {
    max_items = 1
    doc       = "Features that jobs of the namespace may use."
    object {
      unknown = warning
      attr "enabled_task_drivers" {
        type = list(string)
        doc  = "Allowed task drivers. All others are denied."
      }
      attr "disabled_task_drivers" {
        type = list(string)
        doc  = "Denied task drivers."
      }
      attr "enabled_network_modes" {
        type = list(string)
        doc  = "Allowed network modes. All others are denied."
      }
      attr "disabled_network_modes" {
        type = list(string)
        doc  = "Denied network modes."
      }
    }
  }
  block_list "node_pool_config" {
    max_items = 1
    doc       = "Node pools that jobs may use (Enterprise)."
    object { include = [body.choice] }
  }
  block_list "vault" {
    max_items = 1
    doc       = "Vault clusters that jobs may use (Enterprise)."
    object { include = [body.choice] }
  }
  block_list "consul" {
    max_items = 1
    doc       = "Consul clusters that jobs may use (Enterprise)."
    object { include = [body.choice] }
  }
}

body "choice" {
  object {
    unknown   = warning
    conflicts = [[allowed, denied]]
    attr "default" {
      type = string
      doc  = "Default for jobs that do not specify one."
    }
    attr "allowed" {
      type = list(string)
      doc  = "Names that jobs may specify. All others are denied."
    }
    attr "denied" {
      type = list(string)
      doc  = "Names that jobs must not specify."
    }
  }
}
