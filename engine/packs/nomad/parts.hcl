# Nomad jobs: what jobs, groups and tasks share: placement, updates, restarts, networks, identities.
body "free" {
  object {
    attr "*" {
      type     = string
      nullable = false
    }
  }
}
body "anything" {
  object { unknown = allowed }
}
body "comparison" {
  object {
    attr "attribute" {
      type = string
      doc  = "Node attribute to compare: `\"$${attr.kernel.name}\"`."
    }
    attr "value" {
      type = string
      doc  = "Value to compare the attribute with."
    }
    attr "operator" {
      type    = string
      values  = ["=", "==", "is", "!=", "not", ">", ">=", "<", "<=", "regexp", "version", "semver", "set_contains", "set_contains_all", "set_contains_any", "is_set", "is_not_set", "distinct_hosts", "distinct_property"]
      unknown = allowed
      doc     = "Comparison operator."
    }
    attr "version" {
      type = string
      doc  = "Version constraint for the attribute."
    }
    attr "semver" {
      type = string
      doc  = "Version constraint for the attribute, with strict Semantic Versioning rules."
    }
    attr "regexp" {
      type = string
      doc  = "Regular expression that the attribute must match."
    }
    attr "set_contains" {
      type = string
      doc  = "Comma-separated values that the attribute must all contain."
    }
    attr "set_contains_all" {
      type = string
      doc  = "Comma-separated values that the attribute must all contain."
    }
    attr "set_contains_any" {
      type = string
      doc  = "Comma-separated values of which the attribute must contain at least one."
    }
  }
}
body "constraint" {
  object {
    include = [body.comparison]
    attr "distinct_hosts" {
      type = bool
      doc  = "Whether each allocation must be placed on a different node."
    }
    attr "distinct_property" {
      type = string
      doc  = "Attribute whose value must differ between the nodes of the allocations."
    }
  }
}
body "affinity" {
  object {
    include = [body.comparison]
    attr "weight" {
      type = number
      doc  = "Weight of the affinity, from -100 to 100. Negative values express anti-affinity."
    }
  }
}
body "update" {
  object {
    include = [body.health]
    attr "stagger" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Delay between updates of nodes (system jobs)."
    }
    attr "max_parallel" {
      type   = number
      format = integer
      doc    = "Maximum number of allocations to update at the same time."
    }
    attr "health_check" {
      type    = string
      values  = ["checks", "task_states", "manual"]
      unknown = allowed
      doc     = "Mechanism that determines the health of an allocation."
    }
    attr "progress_deadline" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Time within which the next allocation must become healthy for the deployment to progress."
    }
    attr "canary" {
      type   = number
      format = integer
      doc    = "Number of canary allocations to run before the old ones are replaced."
    }
    attr "auto_revert" {
      type = bool
      doc  = "Whether a failed deployment reverts to the last stable version."
    }
    attr "auto_promote" {
      type = bool
      doc  = "Whether healthy canaries are promoted automatically."
    }
  }
}
body "spread" {
  object {
    attr "attribute" {
      type     = string
      nullable = false
      doc      = "Node attribute over which to spread allocations."
    }
    attr "weight" {
      type   = number
      format = integer
      min    = -128
      max    = 127
      doc    = "Weight of the spread, from 0 to 100."
    }
    block_list "target" {
      doc = "Target share for one value of the attribute."
      label "value" {}
      object { include = [body.spread_target] }
    }
  }
}
body "spread_target" {
  object {
    attr "percent" {
      type     = number
      nullable = false
      min      = 0
      max      = 255
      doc      = "Percentage of allocations for this value."
    }
  }
}
body "reschedule" {
  object {
    attr "attempts" {
      type   = number
      format = integer
      doc    = "Number of attempts within `interval`."
    }
    attr "interval" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Time window in which attempts are counted."
    }
    attr "delay" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Delay before rescheduling."
    }
    attr "delay_function" {
      type    = string
      values  = ["constant", "exponential", "fibonacci"]
      unknown = allowed
      doc     = "Function by which the delay grows."
    }
    attr "max_delay" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Maximum delay between attempts."
    }
    attr "unlimited" {
      type = bool
      doc  = "Whether the number of attempts is unlimited."
    }
  }
}
body "migrate" {
  object {
    include = [body.health]
    attr "max_parallel" {
      type   = number
      format = integer
      doc    = "Maximum number of allocations to migrate at the same time."
    }
    attr "health_check" {
      type    = string
      values  = ["checks", "task_states"]
      unknown = allowed
      doc     = "Mechanism that determines the health of an allocation."
    }
  }
}
body "restart" {
  object {
    attr "interval" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Time window in which attempts are counted."
    }
    attr "attempts" {
      type   = number
      format = integer
      doc    = "Number of restarts within `interval`."
    }
    attr "delay" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Delay before a restart."
    }
    attr "mode" {
      type    = string
      values  = ["fail", "delay"]
      unknown = allowed
      doc     = "Behavior when all attempts are used up."
    }
    attr "render_templates" {
      type = bool
      doc  = "Whether templates are rendered again on restart."
    }
  }
}
body "network" {
  object {
    attr "mode" {
      type     = string
      nullable = false
      doc      = "Network mode: `none`, `bridge`, `host` or `cni/NAME`."
    }
    attr "device" {
      type     = string
      nullable = false
      doc      = "Network device."
    }
    attr "cidr" {
      type     = string
      nullable = false
      doc      = "Network in CIDR notation."
    }
    attr "ip" {
      type     = string
      nullable = false
      doc      = "IP address."
    }
    attr "hostname" {
      type     = string
      nullable = false
      doc      = "Host name in the network namespace."
    }
    attr "mbits" {
      type       = number
      format     = integer
      deprecated = "it has no effect"
      doc        = "Bandwidth in megabits per second."
    }
    block_list "dns" {
      max_items = 1
      doc       = "DNS configuration."
      object { include = [body.dns] }
    }
    block_list "port" {
      doc = "Port to allocate, referenced by its label."
      label "name" {}
      symbol {
        address = [port, label.name]
        visible = [parent, by_name]
        icon    = number
      }
      object { include = [body.port] }
    }
    block_list "reserved_ports" {
      doc = "Statically reserved port."
      label "name" {}
      symbol {
        address = [port, label.name]
        visible = [parent, by_name]
        icon    = number
      }
      object { include = [body.port] }
    }
    block_list "cni" {
      max_items = 1
      doc       = "Configuration of the CNI plugin."
      object { include = [body.cni] }
    }
  }
}
body "dns" {
  object {
    attr "servers" {
      type = list(string)
      doc  = "DNS servers."
    }
    attr "searches" {
      type = list(string)
      doc  = "DNS search domains."
    }
    attr "options" {
      type = list(string)
      doc  = "DNS resolver options."
    }
  }
}
body "port" {
  object {
    attr "static" {
      type     = number
      format   = integer
      nullable = false
      doc      = "Static port on the host."
    }
    attr "to" {
      type     = number
      format   = integer
      nullable = false
      doc      = "Port inside the network namespace to map to."
    }
    attr "host_network" {
      type     = string
      nullable = false
      doc      = "Host network in which to allocate the port."
    }
    attr "ignore_collision" {
      type     = bool
      nullable = false
      doc      = "Whether to ignore collisions with other static ports."
    }
  }
}
body "cni" {
  object {
    attr "args" {
      type = map(string)
      doc  = "CNI arguments as key-value pairs."
    }
  }
}
body "nothing" {
  object {}
}
body "consul" {
  object {
    attr "namespace" {
      type     = string
      nullable = false
      doc      = "Consul namespace."
    }
    attr "cluster" {
      type     = string
      nullable = false
      doc      = "Consul cluster."
    }
    attr "partition" {
      type     = string
      nullable = false
      doc      = "Consul admin partition."
    }
  }
}
body "vault" {
  object {
    include = [body.token]
    attr "policies" {
      type = list(string)
      doc  = "Vault policies of the token."
    }
    attr "role" {
      type     = string
      nullable = false
      doc      = "Vault role of the token."
    }
    attr "namespace" {
      type = string
      doc  = "Vault namespace."
    }
    attr "cluster" {
      type     = string
      nullable = false
      doc      = "Vault cluster."
    }
    attr "disable_file" {
      type = bool
      doc  = "Whether to omit the token file."
    }
    attr "allow_token_expiration" {
      type = bool
      doc  = "Whether the token may expire."
    }
  }
}
body "secret" {
  object {
    attr "provider" {
      type     = string
      nullable = false
      doc      = "Provider of the secret."
    }
    attr "path" {
      type     = string
      nullable = false
      doc      = "Path of the secret in the provider."
    }
    block_list "config" {
      max_items = 1
      doc       = "Configuration of the provider."
      object { include = [body.anything] }
    }
    block_list "env" {
      max_items = 1
      doc       = "Environment variables of the provider."
      object { include = [body.free] }
    }
  }
}
body "identity" {
  object {
    include = [body.token]
    attr "name" {
      type     = string
      nullable = false
      doc      = "Name of the identity."
    }
    attr "aud" {
      type = list(string)
      doc  = "Audience of the token."
    }
    attr "file" {
      type     = bool
      nullable = false
      doc      = "Whether to write the token to a file."
    }
    attr "filepath" {
      type     = string
      nullable = false
      doc      = "Path of the token file."
    }
    attr "service_name" {
      type     = string
      nullable = false
      doc      = "Service that the identity belongs to."
    }
    attr "ttl" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Time to live of the token."
    }
    attr "extra_claims" {
      type = list(string)
      doc  = "Additional claims of the token."
    }
  }
}
body "meta" {
  object {
    block_list "meta" {
      also      = attr
      max_items = 1
      doc       = "User-defined metadata."
      object { include = [body.free] }
    }
  }
}
# Where only blocks are allowed.
body "meta_block" {
  object {
    block_list "meta" {
      max_items = 1
      doc       = "User-defined metadata."
      object { include = [body.free] }
    }
  }
}
body "placement" {
  object {
    block_list "constraint" {
      doc = "Requirement that nodes must meet for placement."
      object { include = [body.constraint] }
    }
    block_list "affinity" {
      doc = "Placement preference for nodes."
      object { include = [body.affinity] }
    }
  }
}
# Settings of a group, or of a job for all of its groups.
body "policies" {
  object {
    block_list "spread" {
      doc = "Spread of allocations over the values of an attribute."
      object { include = [body.spread] }
    }
    block_list "update" {
      max_items = 1
      doc       = "Update strategy for new versions of the job."
      object { include = [body.update] }
    }
    block_list "reschedule" {
      max_items = 1
      doc       = "Reschedule policy for failed allocations."
      object { include = [body.reschedule] }
    }
    block_list "migrate" {
      max_items = 1
      doc       = "Migration strategy for allocations on draining nodes."
      object { include = [body.migrate] }
    }
    block_list "vault" {
      max_items = 1
      doc       = "Default Vault configuration for all tasks."
      object { include = [body.vault] }
    }
    block_list "secret" {
      doc = "Secret that is available to tasks."
      label "name" {}
      object { include = [body.secret] }
    }
  }
}
body "token" {
  object {
    attr "change_mode" {
      type    = string
      values  = ["noop", "restart", "signal"]
      unknown = allowed
      doc     = "Action when the token changes."
    }
    attr "change_signal" {
      type = string
      doc  = "Signal to send on change when the change mode is `signal`."
    }
    attr "env" {
      type = bool
      doc  = "Whether to set the token in the environment."
    }
  }
}
body "health" {
  object {
    attr "min_healthy_time" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Minimum time in the healthy state before an allocation counts as healthy."
    }
    attr "healthy_deadline" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Time within which an allocation must become healthy."
    }
  }
}
# Common to the tasks of users and of sidecars.
body "process" {
  object {
    attr "user" {
      type     = string
      nullable = false
      doc      = "User that runs the task."
    }
    attr "kill_timeout" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Time to wait for a graceful stop before the task is killed."
    }
    attr "kill_signal" {
      type     = string
      nullable = false
      doc      = "Signal that stops the task."
    }
    block_list "identity" {
      doc = "Workload identity token."
      object { include = [body.identity] }
    }
  }
}
body "scaling" {
  object {
    attr "enabled" {
      type = bool
      doc  = "Whether scaling is enabled."
    }
    attr "min" {
      type   = number
      format = integer
      doc    = "Minimum value."
    }
    attr "type" {
      type     = string
      nullable = false
      doc      = "Type of the scaling policy."
    }
    block_list "policy" {
      max_items = 1
      doc       = "Policy that is passed to the autoscaler."
      object { include = [body.anything] }
    }
  }
}
