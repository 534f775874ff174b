# Nomad: namespaces, for `nomad namespace apply`.
language "nomad-namespace" {
  title      = "Nomad namespace"
  ids        = ["nomad-namespace"]
  files      = ["namespace.nomad.hcl", "*-namespace.nomad.hcl", "*_namespace.nomad.hcl", "*.namespace.hcl"]
  syntax     = hcl1
  rules      = reference
  join       = file
  evaluation = silent
}

object {
  unknown = warning
  attr "name" {
    type     = string
    required = true
    doc      = "The name, as jobs have it by `namespace`."
  }
  attr "description" {
    type = string
    doc  = "What the namespace is for."
  }
  attr "quota" {
    type = string
    doc  = "The quota that bounds what its jobs use (Enterprise)."
  }
  block_list "meta" {
    singleton = true
    also      = attr
    doc       = "Words of your own."
    object {
      any_attr { types = [string, number, bool] }
    }
  }
  block_list "capabilities" {
    singleton = true
    doc       = "What jobs of the namespace may use."
    object {
      unknown = warning
      attr "enabled_task_drivers" {
        type = list(string)
        doc  = "The only task drivers that are allowed."
      }
      attr "disabled_task_drivers" {
        type = list(string)
        doc  = "Task drivers that are not allowed."
      }
      attr "enabled_network_modes" {
        type = list(string)
        doc  = "The only network modes that are allowed."
      }
      attr "disabled_network_modes" {
        type = list(string)
        doc  = "Network modes that are not allowed."
      }
    }
  }
  block_list "node_pool_config" {
    singleton = true
    doc       = "Which node pools jobs may use (Enterprise)."
    object { include = [body.choice] }
  }
  block_list "vault" {
    singleton = true
    doc       = "Which Vault clusters jobs may use (Enterprise)."
    object { include = [body.choice] }
  }
  block_list "consul" {
    singleton = true
    doc       = "Which Consul clusters jobs may use (Enterprise)."
    object { include = [body.choice] }
  }
}

body "choice" {
  object {
    unknown   = warning
    conflicts = [[allowed, denied]]
    attr "default" {
      type = string
      doc  = "The one of jobs that name none."
    }
    attr "allowed" {
      type = list(string)
      doc  = "The only ones that jobs may name."
    }
    attr "denied" {
      type = list(string)
      doc  = "Those that jobs must not name."
    }
  }
}
