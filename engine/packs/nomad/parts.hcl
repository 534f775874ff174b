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
  check "regexp-operator" {
    condition = self.operator != "regexp" || self.value == null || is_template(self.value) || can(regex("(?:${self.value})|", ""))
    message   = "This is not a regular expression."
    at        = attr.value
    severity  = warning
  }
  check "version-operator" {
    condition = !contains(["version", "semver"], first(self.operator, "=")) || is_version_condition(self.value)
    message   = "Versions with operators are needed, such as \">= 1.2, < 2.0\"."
    at        = attr.value
    severity  = warning
  }
  check "version" {
    condition = is_version_condition(self.version)
    message   = "Versions with operators are needed, such as \">= 1.2, < 2.0\"."
    at        = attr.version
    severity  = warning
  }
  check "semver" {
    condition = is_version_condition(self.semver)
    message   = "Versions with operators are needed, such as \">= 1.2, < 2.0\"."
    at        = attr.semver
    severity  = warning
  }
  check "regexp" {
    condition = self.regexp == null || is_template(self.regexp) || can(regex("(?:${self.regexp})|", ""))
    message   = "This is not a regular expression."
    at        = attr.regexp
    severity  = warning
  }
  object {
    attr "attribute" {
      type = string
      doc  = "Node attribute to compare: `\"$${attr.kernel.name}\"`."
    }
    attr "value" {
      type = string
      doc  = "Value to compare the attribute with."
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
  check "constraint-attribute" {
    condition = first(self.attribute, self.distinct_property, "") != "" || self.distinct_hosts != null || self.operator == "distinct_hosts"
    message   = "A constraint needs an `attribute`."
    severity  = warning
  }
  check "constraint-value" {
    condition = has_operand(self) || self.distinct_hosts != null || self.distinct_property != null || contains(["distinct_hosts", "distinct_property", "is_set", "is_not_set", "regexp"], first(self.operator, "="))
    message   = "A constraint needs a `value`."
    severity  = warning
  }
  check "property-count" {
    condition = self.distinct_property == null && self.operator != "distinct_property" || first(self.value, "") == "" || is_template(self.value) || can(regex("^0*[1-9][0-9]*$", self.value))
    message   = "The value is how many allocations may share a property: a number of at least 1."
    at        = attr.value
    severity  = warning
  }
  check "set-with-value" {
    condition = !contains(["is_set", "is_not_set"], first(self.operator, "=")) || first(self.value, "") == ""
    message   = "This operator takes no value."
    at        = attr.value
    severity  = warning
  }
  object {
    include = [body.comparison]
    attr "operator" {
      type     = string
      values   = ["=", "==", "is", "!=", "not", ">", ">=", "<", "<=", "regexp", "version", "semver", "set_contains", "set_contains_all", "set_contains_any", "is_set", "is_not_set", "distinct_hosts", "distinct_property", ""]
      unknown  = allowed
      reserved = ["*"]
      doc      = "Comparison operator."
    }
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
  check "affinity-attribute" {
    condition = first(self.attribute, "") != ""
    message   = "An affinity needs an `attribute`."
    severity  = warning
  }
  check "affinity-value" {
    condition = has_operand(self) || self.operator == "regexp"
    message   = "An affinity needs a `value`."
    severity  = warning
  }
  check "affinity-weight" {
    condition = self.weight == null || self.weight >= -100 && self.weight <= 100 && self.weight != 0
    message   = "The weight is a number from -100 to 100, but not 0."
    at        = attr.weight
    severity  = warning
  }
  object {
    include = [body.comparison]
    attr "operator" {
      type     = string
      values   = ["=", "==", "is", "!=", "not", ">", ">=", "<", "<=", "regexp", "version", "semver", "set_contains", "set_contains_all", "set_contains_any", ""]
      unknown  = allowed
      reserved = ["*"]
      doc      = "Comparison operator."
    }
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
      type     = string
      values   = ["checks", "task_states", "manual"]
      unknown  = allowed
      reserved = ["*"]
      doc      = "Mechanism that determines the health of an allocation."
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
      doc    = "Target share for one value of the attribute."
      unique = label.value
      check "percent" {
        condition = self.percent == null || self.percent <= 100 || self.percent > 255
        message   = "The percentage is a number from 0 to 100."
        at        = attr.percent
        severity  = warning
      }
      label "value" {}
      object { include = [body.spread_target] }
    }
  }
}
body "spread_target" {
  object {
    attr "percent" {
      type     = number
      format   = integer
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
      type     = string
      values   = ["constant", "exponential", "fibonacci"]
      unknown  = allowed
      reserved = ["*"]
      doc      = "Function by which the delay grows."
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
      type     = string
      values   = ["checks", "task_states"]
      unknown  = allowed
      reserved = ["*"]
      doc      = "Mechanism that determines the health of an allocation."
    }
  }
}
# Nomad looks at the policy of a group alone, not at that of a task.
body "restart_of_group" {
  check "restart-attempts" {
    condition = self.attempts != 0 || first(self.mode, "fail") == "fail"
    message   = "Without attempts, only the mode `fail` makes sense."
    at        = attr.mode
    severity  = warning
  }
  check "restart-interval" {
    condition = first(seconds(self.interval), 5) >= 5
    message   = "The interval must be at least 5s."
    at        = attr.interval
    severity  = warning
  }
  check "restart-time" {
    condition = first(seconds(self.interval), 0) == 0 || first(seconds(self.delay), 0) * first(self.attempts, 0) <= seconds(self.interval)
    message   = "So many attempts with this delay take longer than the interval."
    at        = attr.attempts
    severity  = warning
  }
  object { include = [body.restart] }
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
      type     = string
      values   = ["fail", "delay"]
      unknown  = allowed
      reserved = ["*"]
      doc      = "Behavior when all attempts are used up."
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
      values   = ["none", "bridge", "host"]
      unknown  = allowed
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
      doc    = "Port to allocate, referenced by its label."
      unique = label.name
      label "name" {}
      symbol {
        address = [port, label.name]
        visible = [parent, by_name]
        icon    = number
      }
      check "port-number" {
        condition = self.static == null || self.static <= 65535
        message   = "A port is a number up to 65535."
        at        = attr.static
        severity  = warning
      }
      check "port-to" {
        condition = self.to == null || self.to >= -1 && self.to <= 65535
        message   = "A port is a number up to 65535, or -1 for the same number as on the host."
        at        = attr.to
        severity  = warning
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
  check "secret-provider" {
    condition = first(self.provider, "") != ""
    message   = "A secret needs a `provider`."
    severity  = warning
  }
  check "secret-path" {
    condition = first(self.path, "") != ""
    message   = "A secret needs a `path`."
    severity  = warning
  }
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
  check "filepath" {
    condition = first(self.filepath, "") == "" || self.file == true
    message   = "With a `filepath`, set `file = true`."
    at        = attr.filepath
    severity  = warning
  }
  object {
    include = [body.token]
    # As in the token, but the servers refuse null here.
    attr "change_mode" {
      type     = string
      nullable = false
      values   = ["noop", "restart", "signal", ""]
      unknown  = allowed
      reserved = ["*"]
      doc      = "Action when the token changes."
    }
    attr "change_signal" {
      type     = string
      nullable = false
      doc      = "Signal to send on change when the change mode is `signal`."
    }
    attr "env" {
      type     = bool
      nullable = false
      doc      = "Whether to set the token in the environment."
    }
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
      check "spread-attribute" {
        condition = first(self.attribute, "") != ""
        message   = "A spread needs an `attribute`."
        severity  = warning
      }
      check "spread-shares" {
        condition = sum(concat([0], [for target in self.target : first(target.percent, 0)])) <= 100
        message   = "The targets share more than 100 percent."
        severity  = warning
      }
      check "spread-weight" {
        condition = self.weight == null || self.weight > 0 && self.weight <= 100 || self.weight > 127
        message   = "The weight is a number from 1 to 100."
        at        = attr.weight
        severity  = warning
      }
      object { include = [body.spread] }
    }
    block_list "update" {
      max_items = 1
      doc       = "Update strategy for new versions of the job."
      check "max-parallel" {
        condition = self.max_parallel == null || self.max_parallel >= 0
        message   = "The number cannot be negative."
        at        = attr.max_parallel
        severity  = warning
      }
      check "canary" {
        condition = self.canary == null || self.canary >= 0
        message   = "The number cannot be negative."
        at        = attr.canary
        severity  = warning
      }
      check "automatic-promotion" {
        condition = self.auto_promote != true || self.canary != 0
        message   = "Only canaries are promoted: set a number of them in `canary`."
        at        = attr.auto_promote
        severity  = warning
      }
      check "healthy-time" {
        condition = seconds(self.min_healthy_time) == null || seconds(self.healthy_deadline) == null || seconds(self.min_healthy_time) < seconds(self.healthy_deadline)
        message   = "It must be less than `healthy_deadline`."
        at        = attr.min_healthy_time
        severity  = warning
      }
      check "progress-deadline" {
        condition = contains([0, null], seconds(self.progress_deadline)) || seconds(self.healthy_deadline) == null || seconds(self.healthy_deadline) < seconds(self.progress_deadline)
        message   = "It must be greater than `healthy_deadline`, or 0."
        at        = attr.progress_deadline
        severity  = warning
      }
      object { include = [body.update] }
    }
    block_list "reschedule" {
      max_items = 1
      doc       = "Reschedule policy for failed allocations."
      check "attempts-or-unlimited" {
        condition = self.unlimited != true || first(self.attempts, 0) <= 0
        message   = "With `unlimited = true`, there is no number of attempts."
        at        = attr.attempts
        severity  = warning
      }
      check "reschedule-delay" {
        condition = first(seconds(self.delay), 5) >= 5
        message   = "The delay must be at least 5s."
        at        = attr.delay
        severity  = warning
      }
      object { include = [body.reschedule] }
    }
    block_list "migrate" {
      max_items = 1
      doc       = "Migration strategy for allocations on draining nodes."
      check "max-parallel" {
        condition = self.max_parallel == null || self.max_parallel >= 0
        message   = "The number cannot be negative."
        at        = attr.max_parallel
        severity  = warning
      }
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
  check "signal-name" {
    condition = is_signal(self.change_signal)
    message   = "No node has this signal, so the task is never placed. Names are like `SIGHUP`."
    at        = attr.change_signal
    severity  = warning
  }
  check "token-signal" {
    condition = self.change_mode != "signal" || first(self.change_signal, "") != ""
    message   = "The change mode `signal` needs a `change_signal`."
    at        = attr.change_mode
    severity  = warning
  }
  object {
    attr "change_mode" {
      type     = string
      values   = ["noop", "restart", "signal", ""]
      unknown  = allowed
      reserved = ["*"]
      doc      = "Action when the token changes."
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
      check "default-ttl" {
        condition = !contains(["", "default"], first(self.name, "default")) || first(seconds(self.ttl), 0) == 0
        message   = "The default identity has no time to live."
        at        = attr.ttl
        severity  = warning
      }
      check "identity-name" {
        condition = can(regex("^[A-Za-z0-9_-]{0,128}$|[{]|\\[\\[", first(self.name, "")))
        message   = "The name of an identity has up to 128 letters, digits, hyphens and underscores."
        at        = attr.name
        severity  = warning
      }
      check "identity-ttl" {
        condition = !can(regex("^-", self.ttl))
        message   = "The time cannot be negative."
        at        = attr.ttl
        severity  = warning
      }
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
# Whether a constraint or affinity has a value to compare with.
function "has_operand" {
  params  = [block]
  result  = first(block.value, block.version, block.semver, block.regexp, block.set_contains, block.set_contains_all, block.set_contains_any, "") != ""
  visible = pack
}
