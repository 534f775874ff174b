# Nomad: job specifications. References other than `var` and `local` are replaced where the job runs: `node`, `attr`,
# `meta`, `env`, `NOMAD_*`; what the servers check later is not checked here.
language "nomad" {
  title          = "Nomad job"
  ids            = ["nomad", "nomad-job"]
  files          = ["*.nomad", "*.nomad.hcl", "*.nomad.json"]
  content        = "job +\"[^\"]*\" *\\{.*"
  rules          = reference
  join           = file
  unknown_names  = text
  strict_names   = ["var", "local"]
  dynamic_blocks = "dynamic"
  forgiving      = [try, can]
  functions = [
    abs, abspath, basename, base64decode, base64encode, bcrypt, can, ceil, chomp, chunklist, cidrhost,
    cidrnetmask, cidrsubnet, cidrsubnets, "stdlib.coalesce", coalescelist, compact, concat, "stdlib.contains",
    convert, csvdecode, dirname, distinct, element, file, filebase64, fileexists, fileset, flatten, floor,
    format, formatdate, formatlist, indent, "stdlib.index", join, jsondecode, jsonencode, keys,
    "stdlib.length", log, "stdlib.lookup", lower, max, md5, merge, min, parseint, pathexpand, pow, range,
    "stdlib.replace", reverse, rsadecrypt, setintersection, setproduct, setunion, sha1, sha256, sha512, signum,
    slice, sort, split, strlen, strrev, substr, timeadd, title, trim, trimprefix, trimspace, trimsuffix, try,
    upper, urlencode, uuidv5, values, yamldecode, yamlencode, zipmap
  ]
}

object {
  block_map "variable" {
    labels  = ["name"]
    icon    = variable
    doc     = "Input variable of the job, referenced as `var.NAME`."
    outline = label.name
    label "name" { doc = "Variable name, as in `var.NAME`." }
    symbol {
      address  = [var, label.name]
      kind     = variable
      value    = cast(unknown(any), self.type)
      type     = self.type
      fallback = self.default
      unused   = true
    }
    restrict {
      blocks     = [validation]
      attributes = [condition]
      own        = true
      names      = []
      reason     = "a condition looks at its own variable alone."
    }
    check "default-type" {
      type = self.type
      at   = attr.default
    }
    object {
      attr "type" {
        decoder = type
        doc     = "Type constraint: `string`, `number`, `bool`, `list(string)`, `map(string)`, `object({...})` and so on."
      }
      attr "default" {
        constant = true
        doc      = "Default value, used when no other value is set."
      }
      attr "description" {
        type = string
        doc  = "Description of the variable's purpose."
      }
      block_list "validation" {
        doc = "Validation rule for the value of the variable."
        object {
          attr "condition" {
            type       = bool
            required   = true
            must_refer = own
            validates  = self.error_message
            doc        = "Expression that must be true for the value to be valid."
          }
          attr "error_message" {
            type     = string
            required = true
            doc      = "Error message that is shown when the condition is false."
          }
        }
      }
    }
  }
  block_list "variables" {
    icon = variable
    doc  = "Shorthand for variables with only a default: `NAME = DEFAULT`."
    object {
      any_attr {
        symbol {
          address = [var, name]
          kind    = variable
          value   = unknown(any)
        }
      }
    }
  }
  block_list "locals" {
    icon = variable
    doc  = "Local values, referenced as `local.NAME`."
    object {
      any_attr {
        symbol {
          address = [local, name]
          kind    = local
          icon    = constant
        }
      }
    }
  }
  block_list "job" {
    singleton = true
    icon      = module
    doc       = "Job specification: the task groups to run and where to place them."
    outline   = label.name
    label "name" { doc = "Name of the job." }
    object { include = [body.job] }
  }
}

body "free" {
  object {
    any_attr { type = string }
  }
}
body "anything" {
  object { lenient = true }
}

body "job" {
  object {
    attr "region" {
      type = string
      doc  = "Region in which the job runs."
    }
    attr "namespace" {
      type = string
      doc  = "Namespace of the job."
    }
    attr "id" {
      type = string
      doc  = "Job ID. Defaults to the job name."
    }
    attr "name" {
      type = string
      doc  = "Display name of the job."
    }
    attr "type" {
      type   = string
      values = ["service", "batch", "system", "sysbatch"]
      open   = true
      doc    = "Scheduler type: `service`, `batch`, `system` or `sysbatch`."
    }
    attr "priority" {
      type  = number
      whole = true
      doc   = "Scheduling priority from 1 to 100. Jobs with a higher priority are scheduled first."
    }
    attr "all_at_once" {
      type = bool
      doc  = "Whether all task groups must be placed together (all or nothing)."
    }
    attr "datacenters" {
      type = list(string)
      doc  = "Datacenters in which the job may be placed. Glob patterns are allowed."
    }
    attr "node_pool" {
      type = string
      doc  = "Node pool in which the job may be placed."
    }
    attr "consul_token" {
      type      = string
      sensitive = true
      doc       = "Consul ACL token."
    }
    attr "vault_token" {
      type      = string
      sensitive = true
      doc       = "Vault token."
    }
    block_list "constraint" {
      doc = "Requirement that nodes must meet for placement."
      object { include = [body.constraint] }
    }
    block_list "affinity" {
      doc = "Placement preference for nodes."
      object { include = [body.affinity] }
    }
    block_list "group" {
      doc = "Group of tasks that are placed together on the same node."
      label "name" {}
      object { include = [body.group] }
    }
    block_list "task" {
      doc = "Task in its own implicit group of the same name."
      label "name" {}
      object { include = [body.job_task] }
    }
    block_list "update" {
      singleton = true
      doc       = "Update strategy for new versions of the job."
      object { include = [body.update] }
    }
    block_list "multiregion" {
      singleton = true
      doc       = "Deployment of the job to multiple regions."
      object { include = [body.multiregion] }
    }
    block_list "spread" {
      doc = "Spread of allocations over the values of an attribute."
      object { include = [body.spread] }
    }
    block_list "periodic" {
      singleton = true
      doc       = "Schedule on which the job runs periodically."
      object { include = [body.periodic] }
    }
    block_list "parameterized" {
      singleton = true
      doc       = "Parameters of a job that runs each time it is dispatched."
      object { include = [body.parameterized] }
    }
    block_list "reschedule" {
      singleton = true
      doc       = "Reschedule policy for failed allocations."
      object { include = [body.reschedule] }
    }
    block_list "migrate" {
      singleton = true
      doc       = "Migration strategy for allocations on draining nodes."
      object { include = [body.migrate] }
    }
    block_list "meta" {
      also      = attr
      singleton = true
      doc       = "User-defined metadata."
      object { include = [body.free] }
    }
    block_list "ui" {
      singleton = true
      doc       = "Content to show on the job page of the web UI."
      object { include = [body.ui] }
    }
    block_list "vault" {
      singleton = true
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
      type   = string
      values = ["=", "==", "is", "!=", "not", ">", ">=", "<", "<=", "regexp", "version", "semver", "set_contains", "set_contains_all", "set_contains_any", "is_set", "is_not_set", "distinct_hosts", "distinct_property"]
      open   = true
      doc    = "Comparison operator."
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
      type  = number
      whole = true
      doc   = "Weight of the affinity, from -100 to 100. Negative values express anti-affinity."
    }
  }
}
body "group" {
  object {
    attr "count" {
      type  = number
      whole = true
      doc   = "Number of instances of the group."
    }
    attr "shutdown_delay" {
      types  = [string, number]
      format = duration
      doc    = "Delay between deregistering services and stopping tasks."
    }
    attr "max_run_duration" {
      types  = [string, number]
      format = duration
      doc    = "Maximum run time of an allocation."
    }
    attr "stop_after_client_disconnect" {
      types      = [string, number]
      format     = duration
      deprecated = "use the block `disconnect` instead"
      doc        = "Time after which a disconnected client stops the allocation."
    }
    attr "max_client_disconnect" {
      types      = [string, number]
      format     = duration
      deprecated = "use the block `disconnect` instead"
      doc        = "Time during which a disconnected client may reconnect."
    }
    attr "prevent_reschedule_on_lost" {
      type       = bool
      deprecated = "use the block `disconnect` instead"
      doc        = "Whether lost allocations are not rescheduled."
    }
    block_list "constraint" {
      doc = "Requirement that nodes must meet for placement."
      object { include = [body.constraint] }
    }
    block_list "affinity" {
      doc = "Placement preference for nodes."
      object { include = [body.affinity] }
    }
    block_list "task" {
      doc = "Task to run."
      label "name" {}
      object { include = [body.task] }
    }
    block_list "spread" {
      doc = "Spread of allocations over the values of an attribute."
      object { include = [body.spread] }
    }
    block_list "volume" {
      doc = "Volume that tasks of the group can mount."
      label "name" {}
      object { include = [body.volume] }
    }
    block_list "restart" {
      singleton = true
      doc       = "Restart policy for failed tasks."
      object { include = [body.restart] }
    }
    block_list "disconnect" {
      singleton = true
      doc       = "Behavior of allocations when their client disconnects."
      object { include = [body.disconnect] }
    }
    block_list "reschedule" {
      singleton = true
      doc       = "Reschedule policy for failed allocations."
      object { include = [body.reschedule] }
    }
    block_list "ephemeral_disk" {
      singleton = true
      doc       = "Ephemeral disk shared by the tasks of the group."
      object { include = [body.ephemeral_disk] }
    }
    block_list "update" {
      singleton = true
      doc       = "Update strategy for new versions of the job."
      object { include = [body.update] }
    }
    block_list "migrate" {
      singleton = true
      doc       = "Migration strategy for allocations on draining nodes."
      object { include = [body.migrate] }
    }
    block_list "network" {
      doc = "Network configuration and ports."
      object { include = [body.network] }
    }
    block_list "meta" {
      also      = attr
      singleton = true
      doc       = "User-defined metadata."
      object { include = [body.free] }
    }
    block_list "service" {
      doc = "Service to register for service discovery."
      object { include = [body.service] }
    }
    block_list "scaling" {
      singleton = true
      doc       = "Scaling policy with the bounds of the group count."
      object { include = [body.group_scaling] }
    }
    block_list "consul" {
      singleton = true
      doc       = "Consul cluster, namespace and partition."
      object { include = [body.consul] }
    }
    block_list "vault" {
      singleton = true
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
body "update" {
  object {
    attr "stagger" {
      types  = [string, number]
      format = duration
      doc    = "Delay between updates of nodes (system jobs)."
    }
    attr "max_parallel" {
      type  = number
      whole = true
      doc   = "Maximum number of allocations to update at the same time."
    }
    attr "health_check" {
      type   = string
      values = ["checks", "task_states", "manual"]
      open   = true
      doc    = "Mechanism that determines the health of an allocation."
    }
    attr "min_healthy_time" {
      types  = [string, number]
      format = duration
      doc    = "Minimum time in the healthy state before an allocation counts as healthy."
    }
    attr "healthy_deadline" {
      types  = [string, number]
      format = duration
      doc    = "Time within which an allocation must become healthy."
    }
    attr "progress_deadline" {
      types  = [string, number]
      format = duration
      doc    = "Time within which the next allocation must become healthy for the deployment to progress."
    }
    attr "canary" {
      type  = number
      whole = true
      doc   = "Number of canary allocations to run before the old ones are replaced."
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
body "multiregion" {
  object {
    block_list "strategy" {
      singleton = true
      doc       = "Rollout strategy across regions."
      object { include = [body.multiregion_strategy] }
    }
    block_list "region" {
      doc = "Region to deploy to."
      label "name" {}
      object { include = [body.multiregion_region] }
    }
  }
}
body "multiregion_strategy" {
  object {
    attr "max_parallel" {
      type  = number
      whole = true
      doc   = "Maximum number of regions to deploy to at the same time."
    }
    attr "on_failure" {
      type   = string
      values = ["fail_all", "fail_local", ""]
      open   = true
      doc    = "Behavior when the deployment fails in one region."
    }
  }
}
body "multiregion_region" {
  object {
    attr "count" {
      type  = number
      whole = true
      doc   = "Number of allocations in the region."
    }
    attr "datacenters" {
      type = list(string)
      doc  = "Datacenters of the region in which the job may be placed."
    }
    attr "node_pool" {
      type = string
      doc  = "Node pool for the job in the region."
    }
    block_list "meta" {
      also      = attr
      singleton = true
      doc       = "User-defined metadata for the region."
      object { include = [body.free] }
    }
  }
}
body "spread" {
  object {
    attr "attribute" {
      type = string
      doc  = "Node attribute over which to spread allocations."
    }
    attr "weight" {
      type  = number
      whole = true
      doc   = "Weight of the spread, from 0 to 100."
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
      type  = number
      whole = true
      doc   = "Percentage of allocations for this value."
    }
  }
}
body "periodic" {
  object {
    attr "enabled" {
      type = bool
      doc  = "Whether the job runs periodically."
    }
    attr "cron" {
      type       = string
      deprecated = "use `crons` instead"
      doc        = "Cron expression of the schedule."
    }
    attr "crons" {
      type = list(string)
      doc  = "Cron expressions of the schedule."
    }
    attr "prohibit_overlap" {
      type = bool
      doc  = "Whether a run is skipped while the previous one is still active."
    }
    attr "time_zone" {
      type = string
      doc  = "Time zone of the schedule."
    }
  }
}
body "parameterized" {
  object {
    attr "payload" {
      type   = string
      values = ["optional", "required", "forbidden"]
      open   = true
      doc    = "Whether dispatches may or must carry a payload."
    }
    attr "meta_required" {
      type = list(string)
      doc  = "Metadata keys that must be provided on dispatch."
    }
    attr "meta_optional" {
      type = list(string)
      doc  = "Metadata keys that may be provided on dispatch."
    }
  }
}
body "reschedule" {
  object {
    attr "attempts" {
      type  = number
      whole = true
      doc   = "Number of attempts within `interval`."
    }
    attr "interval" {
      types  = [string, number]
      format = duration
      doc    = "Time window in which attempts are counted."
    }
    attr "delay" {
      types  = [string, number]
      format = duration
      doc    = "Delay before rescheduling."
    }
    attr "delay_function" {
      type   = string
      values = ["constant", "exponential", "fibonacci"]
      open   = true
      doc    = "Function by which the delay grows."
    }
    attr "max_delay" {
      types  = [string, number]
      format = duration
      doc    = "Maximum delay between attempts."
    }
    attr "unlimited" {
      type = bool
      doc  = "Whether the number of attempts is unlimited."
    }
  }
}
body "migrate" {
  object {
    attr "max_parallel" {
      type  = number
      whole = true
      doc   = "Maximum number of allocations to migrate at the same time."
    }
    attr "health_check" {
      type   = string
      values = ["checks", "task_states"]
      open   = true
      doc    = "Mechanism that determines the health of an allocation."
    }
    attr "min_healthy_time" {
      types  = [string, number]
      format = duration
      doc    = "Minimum time in the healthy state before an allocation counts as healthy."
    }
    attr "healthy_deadline" {
      types  = [string, number]
      format = duration
      doc    = "Time within which an allocation must become healthy."
    }
  }
}
body "ui" {
  object {
    attr "description" {
      type = string
      doc  = "Job description in Markdown."
    }
    block_list "link" {
      doc = "Link to show for the job."
      object { include = [body.ui_link] }
    }
  }
}
body "ui_link" {
  object {
    attr "label" {
      type = string
      doc  = "Link text."
    }
    attr "url" {
      type = string
      doc  = "URL of the link."
    }
  }
}
body "task" {
  object {
    case {
      on = self.driver
      is = {
        docker   = body.driver_docker
        exec     = body.driver_exec
        java     = body.driver_java
        qemu     = body.driver_qemu
        raw_exec = body.driver_exec
        "*"      = body.driver_any
      }
    }
    include = [body.task_common]
  }
}
body "job_task" {
  object { include = [body.task_common, body.driver_any] }
}
body "task_common" {
  object {
    attr "driver" {
      type   = string
      values = ["docker", "exec", "java", "podman", "qemu", "raw_exec"]
      open   = true
      doc    = "Task driver that runs the task."
    }
    attr "user" {
      type = string
      doc  = "User that runs the task."
    }
    attr "leader" {
      type = bool
      doc  = "Whether all other tasks of the group stop when this task ends."
    }
    attr "kill_timeout" {
      types  = [string, number]
      format = duration
      doc    = "Time to wait for a graceful stop before the task is killed."
    }
    attr "shutdown_delay" {
      types  = [string, number]
      format = duration
      doc    = "Delay between deregistering services and stopping the task."
    }
    attr "kill_signal" {
      type = string
      doc  = "Signal that stops the task."
    }
    attr "kind" {
      type = string
      doc  = "Role of the task in Consul service mesh."
    }
    block_list "lifecycle" {
      singleton = true
      doc       = "When the task runs relative to the main tasks."
      object { include = [body.lifecycle] }
    }
    block_list "constraint" {
      doc = "Requirement that nodes must meet for placement."
      object { include = [body.constraint] }
    }
    block_list "affinity" {
      doc = "Placement preference for nodes."
      object { include = [body.affinity] }
    }
    block_list "env" {
      also      = attr
      singleton = true
      doc       = "Environment variables of the task."
      object { include = [body.free] }
    }
    block_list "service" {
      doc = "Service to register for service discovery."
      object { include = [body.service] }
    }
    block_list "resources" {
      singleton = true
      doc       = "Resource requirements of the task."
      object { include = [body.resources] }
    }
    block_list "restart" {
      singleton = true
      doc       = "Restart policy of the task."
      object { include = [body.restart] }
    }
    block_list "meta" {
      also      = attr
      singleton = true
      doc       = "User-defined metadata."
      object { include = [body.free] }
    }
    block_list "logs" {
      singleton = true
      doc       = "Log rotation for the output of the task."
      object { include = [body.logs] }
    }
    block_list "artifact" {
      doc = "Artifact to download before the task starts."
      object { include = [body.artifact] }
    }
    block_list "vault" {
      singleton = true
      doc       = "Vault configuration of the task."
      object { include = [body.vault] }
    }
    block_list "consul" {
      singleton = true
      doc       = "Consul cluster, namespace and partition."
      object { include = [body.consul] }
    }
    block_list "template" {
      doc = "Template to render to a file."
      object { include = [body.template] }
    }
    block_list "dispatch_payload" {
      singleton = true
      doc       = "Destination of the dispatch payload."
      object { include = [body.dispatch_payload] }
    }
    block_list "volume_mount" {
      doc = "Volume to mount into the task."
      object { include = [body.volume_mount] }
    }
    block_list "csi_plugin" {
      singleton = true
      doc       = "CSI plugin that the task runs."
      object { include = [body.csi_plugin] }
    }
    block_list "scaling" {
      doc = "Scaling policy for the `cpu` or `mem` of the task."
      label "name" { values = ["cpu", "mem"] }
      object { include = [body.task_scaling] }
    }
    block_list "secret" {
      doc = "Secret that is available to the task."
      label "name" {}
      object { include = [body.secret] }
    }
    block_list "identity" {
      doc = "Workload identity token."
      object { include = [body.identity] }
    }
    block_list "action" {
      doc = "Predefined command that operators can run in the task."
      label "name" {}
      object { include = [body.action] }
    }
    block_list "schedule" {
      singleton = true
      doc       = "Time windows in which the task runs."
      object { include = [body.schedule] }
    }
  }
}
body "driver_docker" {
  object {
    block_list "config" {
      singleton = true
      doc       = "Settings of the task driver."
      object { include = [body.config_docker] }
    }
  }
}
body "driver_exec" {
  object {
    block_list "config" {
      singleton = true
      doc       = "Settings of the task driver."
      object { include = [body.config_exec] }
    }
  }
}
body "driver_java" {
  object {
    block_list "config" {
      singleton = true
      doc       = "Settings of the task driver."
      object { include = [body.config_java] }
    }
  }
}
body "driver_qemu" {
  object {
    block_list "config" {
      singleton = true
      doc       = "Settings of the task driver."
      object { include = [body.config_qemu] }
    }
  }
}
body "driver_any" {
  object {
    block_list "config" {
      singleton = true
      doc       = "Settings of the task driver."
      object { include = [body.anything] }
    }
  }
}
# Settings of task drivers. Only clients validate them, so unlisted names are allowed.
body "config_docker" {
  object {
    include = [body.anything]
    attr "image" { doc = "Image to run." }
    attr "command" { doc = "Command to run in the container." }
    attr "args" { doc = "Arguments of the command." }
    attr "entrypoint" { doc = "Override of the image entrypoint." }
    attr "ports" { doc = "Labels of network ports to publish." }
    attr "volumes" { doc = "Host and container paths to bind: `[\"local/conf:/etc/conf\"]`." }
    attr "volume_driver" { doc = "Driver of these volumes." }
    attr "work_dir" { doc = "Working directory inside the container." }
    attr "force_pull" { doc = "Whether to always pull the image." }
    attr "image_pull_timeout" { doc = "Timeout of the image pull." }
    attr "auth_soft_fail" { doc = "Whether to continue when registry authentication fails." }
    attr "network_mode" { doc = "Network mode: `bridge`, `host`, `none` or a network name." }
    attr "network_aliases" { doc = "Additional host names of the container in the network." }
    attr "hostname" { doc = "Host name of the container." }
    attr "extra_hosts" { doc = "Additional entries for /etc/hosts." }
    attr "dns_servers" { doc = "DNS servers." }
    attr "dns_search_domains" { doc = "DNS search domains." }
    attr "dns_options" { doc = "DNS resolver options." }
    attr "ipv4_address" { doc = "IPv4 address of the container." }
    attr "ipv6_address" { doc = "IPv6 address of the container." }
    attr "mac_address" { doc = "MAC address of the container." }
    attr "privileged" { doc = "Whether the container runs in privileged mode." }
    attr "cap_add" { doc = "Linux capabilities to add." }
    attr "cap_drop" { doc = "Linux capabilities to drop." }
    attr "security_opt" { doc = "Security options of the container." }
    attr "group_add" { doc = "Additional groups of the container process." }
    attr "readonly_rootfs" { doc = "Whether the root file system is read-only." }
    attr "shm_size" { doc = "Size of /dev/shm in bytes." }
    attr "memory_hard_limit" { doc = "Hard memory limit in MB." }
    attr "cpu_hard_limit" { doc = "Whether CPU use is strictly limited to the reserved amount." }
    attr "cpu_cfs_period" { doc = "CFS scheduler period for the CPU limit, in microseconds." }
    attr "pids_limit" { doc = "Maximum number of processes." }
    attr "pid_mode" { doc = "`host` uses the PID namespace of the host." }
    attr "ipc_mode" { doc = "`host` uses the IPC namespace of the host." }
    attr "uts_mode" { doc = "`host` uses the UTS namespace of the host." }
    attr "userns_mode" { doc = "`host` uses the user namespace of the host." }
    attr "runtime" { doc = "Container runtime." }
    attr "init" { doc = "Whether an init process runs as PID 1." }
    attr "interactive" { doc = "Whether standard input stays open." }
    attr "tty" { doc = "Whether to allocate a pseudo-terminal." }
    attr "load" { doc = "Archive from which to load the image." }
    attr "oom_score_adj" { doc = "OOM score adjustment. Processes with higher scores are killed first." }
  }
}
body "config_exec" {
  object {
    include = [body.anything]
    attr "command" { doc = "Command to run." }
    attr "args" { doc = "Arguments of the command." }
    attr "work_dir" { doc = "Working directory of the command." }
    attr "pid_mode" { doc = "PID namespace mode: `private` or `host`." }
    attr "ipc_mode" { doc = "IPC namespace mode: `private` or `host`." }
    attr "cap_add" { doc = "Linux capabilities to add." }
    attr "cap_drop" { doc = "Linux capabilities to drop." }
  }
}
body "config_java" {
  object {
    include = [body.anything]
    attr "class" { doc = "Main class to run." }
    attr "class_path" { doc = "Class path of the program." }
    attr "jar_path" { doc = "JAR file to run." }
    attr "jvm_options" { doc = "Options of the Java virtual machine." }
    attr "args" { doc = "Arguments of the program." }
  }
}
body "config_qemu" {
  object {
    include = [body.anything]
    attr "image_path" { doc = "Path of the virtual machine image." }
    attr "emulator" { doc = "QEMU emulator binary." }
    attr "machine_type" { doc = "QEMU machine type." }
    attr "accelerator" { doc = "Accelerator: `tcg` or `kvm`." }
    attr "drive_interface" { doc = "Drive interface of the image." }
    attr "graceful_shutdown" { doc = "Whether to request a graceful shutdown of the virtual machine." }
    attr "guest_agent" { doc = "Whether the virtual machine runs the QEMU guest agent." }
    attr "args" { doc = "Additional QEMU arguments." }
  }
}
body "volume" {
  object {
    attr "type" {
      type   = string
      values = ["host", "csi"]
      open   = true
      doc    = "Volume type."
    }
    attr "source" {
      type = string
      doc  = "Name or ID of the volume to request."
    }
    attr "read_only" {
      type = bool
      doc  = "Whether the volume is read-only."
    }
    attr "sticky" {
      type = bool
      doc  = "Whether replacement allocations reuse the same volume."
    }
    attr "access_mode" {
      type   = string
      values = ["single-node-reader-only", "single-node-writer", "single-node-single-writer", "single-node-multi-writer", "multi-node-reader-only", "multi-node-single-writer", "multi-node-multi-writer"]
      open   = true
      doc    = "Access mode: concurrent readers and writers of the volume."
    }
    attr "attachment_mode" {
      type   = string
      values = ["file-system", "block-device"]
      open   = true
      doc    = "How the volume is attached: as a file system or a block device."
    }
    attr "per_alloc" {
      type = bool
      doc  = "Whether each allocation has its own volume, `NAME[INDEX]`."
    }
    block_list "mount_options" {
      singleton = true
      doc       = "Mount options of the volume."
      object { include = [body.mount_options] }
    }
  }
}
body "mount_options" {
  object {
    attr "fs_type" {
      type = string
      doc  = "File system type."
    }
    attr "mount_flags" {
      type = list(string)
      doc  = "Mount flags."
    }
  }
}
body "restart" {
  object {
    attr "interval" {
      types  = [string, number]
      format = duration
      doc    = "Time window in which attempts are counted."
    }
    attr "attempts" {
      type  = number
      whole = true
      doc   = "Number of restarts within `interval`."
    }
    attr "delay" {
      types  = [string, number]
      format = duration
      doc    = "Delay before a restart."
    }
    attr "mode" {
      type   = string
      values = ["fail", "delay"]
      open   = true
      doc    = "Behavior when all attempts are used up."
    }
    attr "render_templates" {
      type = bool
      doc  = "Whether templates are rendered again on restart."
    }
  }
}
body "disconnect" {
  object {
    attr "lost_after" {
      types  = [string, number]
      format = duration
      doc    = "Time after which a disconnected allocation counts as lost."
    }
    attr "stop_on_client_after" {
      types  = [string, number]
      format = duration
      doc    = "Time after which a disconnected client stops the allocation."
    }
    attr "replace" {
      type = bool
      doc  = "Whether disconnected allocations are replaced."
    }
    attr "reconcile" {
      type   = string
      values = ["keep_original", "keep_replacement", "best_score", "longest_running"]
      open   = true
      doc    = "Strategy for choosing the allocation to keep after the client reconnects."
    }
  }
}
body "ephemeral_disk" {
  object {
    attr "sticky" {
      type = bool
      doc  = "Whether to place updated allocations on the same node if possible."
    }
    attr "migrate" {
      type = bool
      doc  = "Whether to migrate the data to the new node."
    }
    attr "size" {
      type  = number
      whole = true
      doc   = "Disk size in MB."
    }
  }
}
body "network" {
  object {
    attr "mode" {
      type = string
      doc  = "Network mode: `none`, `bridge`, `host` or `cni/NAME`."
    }
    attr "device" {
      type = string
      doc  = "Network device."
    }
    attr "cidr" {
      type = string
      doc  = "Network in CIDR notation."
    }
    attr "ip" {
      type = string
      doc  = "IP address."
    }
    attr "hostname" {
      type = string
      doc  = "Host name in the network namespace."
    }
    attr "mbits" {
      type       = number
      whole      = true
      deprecated = "it has no effect"
      doc        = "Bandwidth in megabits per second."
    }
    block_list "dns" {
      singleton = true
      doc       = "DNS configuration."
      object { include = [body.dns] }
    }
    block_list "port" {
      doc = "Port to allocate, referenced by its label."
      label "name" {}
      object { include = [body.port] }
    }
    block_list "reserved_ports" {
      doc = "Statically reserved port."
      label "name" {}
      object { include = [body.port] }
    }
    block_list "cni" {
      singleton = true
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
      type  = number
      whole = true
      doc   = "Static port on the host."
    }
    attr "to" {
      type  = number
      whole = true
      doc   = "Port inside the network namespace to map to."
    }
    attr "host_network" {
      type = string
      doc  = "Host network in which to allocate the port."
    }
    attr "ignore_collision" {
      type = bool
      doc  = "Whether to ignore collisions with other static ports."
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
body "service" {
  object {
    attr "name" {
      type = string
      doc  = "Service name."
    }
    attr "tags" {
      type = list(string)
      doc  = "Tags of the service."
    }
    attr "canary_tags" {
      type = list(string)
      doc  = "Service tags of canary allocations."
    }
    attr "enable_tag_override" {
      type = bool
      doc  = "Whether external agents can override the tags."
    }
    attr "port" {
      type = string
      doc  = "Port label or port number of the service."
    }
    attr "address_mode" {
      type   = string
      values = ["auto", "alloc", "alloc_ipv6", "driver", "host"]
      open   = true
      doc    = "Address mode: source of the address to advertise."
    }
    attr "address" {
      type = string
      doc  = "Custom address to advertise."
    }
    attr "task" {
      type = string
      doc  = "Task that the service belongs to."
    }
    attr "on_update" {
      type   = string
      values = ["require_healthy", "ignore_warnings", "ignore"]
      open   = true
      doc    = "How checks affect deployments."
    }
    attr "provider" {
      type   = string
      values = ["consul", "nomad"]
      open   = true
      doc    = "Service registry: Consul or Nomad."
    }
    attr "cluster" {
      type = string
      doc  = "Consul cluster."
    }
    attr "kind" {
      type = string
      doc  = "Consul service kind."
    }
    block_list "check" {
      doc = "Health check of the service."
      object { include = [body.service_check] }
    }
    block_list "check_restart" {
      singleton = true
      doc       = "Restart policy for tasks with failing health checks."
      object { include = [body.check_restart] }
    }
    block_list "connect" {
      singleton = true
      doc       = "Consul service mesh configuration."
      object { include = [body.connect] }
    }
    block_list "meta" {
      also      = attr
      singleton = true
      doc       = "User-defined metadata."
      object { include = [body.free] }
    }
    block_list "canary_meta" {
      also      = attr
      singleton = true
      doc       = "User-defined metadata of canary allocations."
      object { include = [body.free] }
    }
    block_list "tagged_addresses" {
      also      = attr
      singleton = true
      doc       = "Additional addresses of the service by tag."
      object { include = [body.free] }
    }
    block_list "identity" {
      singleton = true
      doc       = "Workload identity token."
      object { include = [body.identity] }
    }
    block_list "weights" {
      singleton = true
      doc       = "Weights of the service in DNS responses."
      object { include = [body.weights] }
    }
  }
}
body "service_check" {
  object {
    attr "name" {
      type = string
      doc  = "Name of the health check."
    }
    attr "type" {
      type   = string
      values = ["http", "tcp", "grpc", "script"]
      open   = true
      doc    = "Type of health check."
    }
    attr "command" {
      type = string
      doc  = "Command of a script check."
    }
    attr "args" {
      type = list(string)
      doc  = "Arguments of the script."
    }
    attr "path" {
      type = string
      doc  = "HTTP path of the check request."
    }
    attr "protocol" {
      type = string
      doc  = "Protocol of the check: `http` or `https`."
    }
    attr "port" {
      type = string
      doc  = "Port label or port number to check."
    }
    attr "expose" {
      type = bool
      doc  = "Whether to expose the check path through the service mesh proxy."
    }
    attr "address_mode" {
      type   = string
      values = ["auto", "alloc", "alloc_ipv6", "driver", "host"]
      open   = true
      doc    = "Address mode: source of the address to check."
    }
    attr "advertise" {
      type = string
      doc  = "Address to advertise for the check."
    }
    attr "interval" {
      types  = [string, number]
      format = duration
      doc    = "Interval between checks."
    }
    attr "timeout" {
      types  = [string, number]
      format = duration
      doc    = "Timeout of the check."
    }
    attr "initial_status" {
      type   = string
      values = ["passing", "warning", "critical"]
      open   = true
      doc    = "Status before the first check."
    }
    attr "notes" {
      type = string
      doc  = "Notes about the check."
    }
    attr "tls_server_name" {
      type = string
      doc  = "Server name (SNI) for TLS."
    }
    attr "tls_skip_verify" {
      type = bool
      doc  = "Whether to skip TLS certificate verification."
    }
    attr "method" {
      type = string
      doc  = "HTTP method."
    }
    attr "body" {
      type = string
      doc  = "HTTP request body."
    }
    attr "grpc_service" {
      type = string
      doc  = "gRPC service to check."
    }
    attr "grpc_use_tls" {
      type = bool
      doc  = "Whether the gRPC check uses TLS."
    }
    attr "task" {
      type = string
      doc  = "Task in which the script runs."
    }
    attr "success_before_passing" {
      type  = number
      whole = true
      doc   = "Number of consecutive successes before the check is passing."
    }
    attr "failures_before_critical" {
      type  = number
      whole = true
      doc   = "Number of consecutive failures before the check is critical."
    }
    attr "failures_before_warning" {
      type  = number
      whole = true
      doc   = "Number of consecutive failures before the check is in the warning state."
    }
    attr "on_update" {
      type   = string
      values = ["require_healthy", "ignore_warnings", "ignore"]
      open   = true
      doc    = "How the check affects deployments."
    }
    block_list "header" {
      also      = attr
      singleton = true
      doc       = "HTTP headers of the request."
      object { include = [body.anything] }
    }
    block_list "check_restart" {
      singleton = true
      doc       = "Restart policy for the task when the check fails."
      object { include = [body.check_restart] }
    }
  }
}
body "check_restart" {
  object {
    attr "limit" {
      type  = number
      whole = true
      doc   = "Number of failures before the task is restarted."
    }
    attr "grace" {
      types  = [string, number]
      format = duration
      doc    = "Grace period after the task starts."
    }
    attr "ignore_warnings" {
      type = bool
      doc  = "Whether to treat warnings as passing."
    }
  }
}
body "weights" {
  object {
    attr "passing" {
      type  = number
      whole = true
      doc   = "Weight in the passing state."
    }
    attr "warning" {
      type  = number
      whole = true
      doc   = "Weight in the warning state."
    }
  }
}
body "connect" {
  object {
    attr "native" {
      type = bool
      doc  = "Whether the program integrates with Consul service mesh natively, without a proxy."
    }
    block_list "gateway" {
      singleton = true
      doc       = "Configuration of a service mesh gateway."
      object { include = [body.gateway] }
    }
    block_list "sidecar_service" {
      singleton = true
      doc       = "Sidecar proxy of the service."
      object { include = [body.sidecar_service] }
    }
    block_list "sidecar_task" {
      singleton = true
      doc       = "Task settings of the sidecar proxy."
      object { include = [body.sidecar_task] }
    }
  }
}
body "gateway" {
  object {
    block_list "proxy" {
      singleton = true
      doc       = "Proxy configuration of the gateway."
      object { include = [body.gateway_proxy] }
    }
    block_list "ingress" {
      singleton = true
      doc       = "Ingress gateway for traffic into the mesh."
      object { include = [body.ingress] }
    }
    block_list "terminating" {
      singleton = true
      doc       = "Terminating gateway for traffic to services outside the mesh."
      object { include = [body.terminating] }
    }
    block_list "mesh" {
      singleton = true
      doc       = "Mesh gateway for traffic between datacenters."
      object { include = [body.nothing] }
    }
  }
}
body "nothing" {
  object {}
}
body "gateway_proxy" {
  object {
    attr "connect_timeout" {
      types  = [string, number]
      format = duration
      doc    = "Timeout for connection attempts."
    }
    attr "envoy_gateway_bind_tagged_addresses" {
      type = bool
      doc  = "Whether the gateway listens on the tagged addresses of the service."
    }
    attr "envoy_gateway_no_default_bind" {
      type = bool
      doc  = "Whether the gateway does not listen on the default address of the service."
    }
    attr "envoy_dns_discovery_type" {
      type = string
      doc  = "DNS discovery type of the Envoy proxy."
    }
    block_list "envoy_gateway_bind_addresses" {
      doc = "Address on which the gateway listens."
      label "name" {}
      object { include = [body.bind_address] }
    }
    block_list "config" {
      also      = attr
      singleton = true
      doc       = "Proxy settings that are passed to Envoy."
      object { include = [body.anything] }
    }
  }
}
body "bind_address" {
  object {
    attr "address" {
      type = string
      doc  = "IP address to bind."
    }
    attr "port" {
      type  = number
      whole = true
      doc   = "Port to bind."
    }
  }
}
body "ingress" {
  object {
    block_list "tls" {
      singleton = true
      doc       = "TLS configuration."
      object { include = [body.gateway_tls] }
    }
    block_list "listener" {
      doc = "Listener of the gateway: a port and its services."
      object { include = [body.listener] }
    }
  }
}
body "gateway_tls" {
  object {
    attr "enabled" {
      type = bool
      doc  = "Whether TLS is enabled."
    }
    attr "tls_min_version" {
      type = string
      doc  = "Minimum TLS version."
    }
    attr "tls_max_version" {
      type = string
      doc  = "Maximum TLS version."
    }
    attr "cipher_suites" {
      type = list(string)
      doc  = "TLS cipher suites."
    }
    block_list "sds" {
      singleton = true
      doc       = "Secret Discovery Service (SDS) that provides certificates."
      object { include = [body.sds] }
    }
  }
}
body "sds" {
  object {
    attr "cluster_name" {
      type = string
      doc  = "SDS cluster that provides the certificates."
    }
    attr "cert_resource" {
      type = string
      doc  = "Name of the certificate resource."
    }
  }
}
body "listener" {
  object {
    attr "port" {
      type  = number
      whole = true
      doc   = "Port of the listener."
    }
    attr "protocol" {
      type = string
      doc  = "Protocol of the listener."
    }
    block_list "service" {
      doc = "Service exposed by the listener."
      object { include = [body.listener_service] }
    }
  }
}
body "listener_service" {
  object {
    attr "name" {
      type = string
      doc  = "Name of the service."
    }
    attr "hosts" {
      type = list(string)
      doc  = "Host names that route to the service."
    }
    attr "max_connections" {
      type  = number
      whole = true
      doc   = "Maximum number of connections."
    }
    attr "max_pending_requests" {
      type  = number
      whole = true
      doc   = "Maximum number of pending requests."
    }
    attr "max_concurrent_requests" {
      type  = number
      whole = true
      doc   = "Maximum number of concurrent requests."
    }
    block_list "tls" {
      singleton = true
      doc       = "TLS configuration."
      object { include = [body.gateway_tls] }
    }
    block_list "request_headers" {
      singleton = true
      doc       = "Modifications of request headers."
      object { include = [body.headers] }
    }
    block_list "response_headers" {
      singleton = true
      doc       = "Modifications of response headers."
      object { include = [body.headers] }
    }
  }
}
body "headers" {
  object {
    attr "remove" {
      type = list(string)
      doc  = "Headers to remove."
    }
    block_list "add" {
      also      = attr
      singleton = true
      doc       = "Headers to add."
      object { include = [body.free] }
    }
    block_list "set" {
      also      = attr
      singleton = true
      doc       = "Headers to set."
      object { include = [body.free] }
    }
  }
}
body "terminating" {
  object {
    block_list "service" {
      doc = "Service reachable through the gateway."
      object { include = [body.linked_service] }
    }
  }
}
body "linked_service" {
  object {
    attr "name" {
      type = string
      doc  = "Name of the service."
    }
    attr "ca_file" {
      type = string
      doc  = "Path of the CA certificate file."
    }
    attr "cert_file" {
      type = string
      doc  = "Path of the client certificate file."
    }
    attr "key_file" {
      type = string
      doc  = "Path of the private key file."
    }
    attr "sni" {
      type = string
      doc  = "Server name (SNI) for TLS."
    }
  }
}
body "sidecar_service" {
  object {
    attr "tags" {
      type = list(string)
      doc  = "Tags of the service."
    }
    attr "port" {
      type = string
      doc  = "Port label of the sidecar service."
    }
    attr "disable_default_tcp_check" {
      type = bool
      doc  = "Whether to disable the default TCP check of the sidecar."
    }
    block_list "proxy" {
      singleton = true
      doc       = "Proxy configuration."
      object { include = [body.proxy] }
    }
    block_list "meta" {
      also      = attr
      singleton = true
      doc       = "User-defined metadata."
      object { include = [body.free] }
    }
  }
}
body "proxy" {
  object {
    attr "local_service_address" {
      type = string
      doc  = "Address on which the local service listens."
    }
    attr "local_service_port" {
      type  = number
      whole = true
      doc   = "Port on which the local service listens."
    }
    block_list "expose" {
      singleton = true
      doc       = "Paths to expose outside the mesh."
      object { include = [body.expose] }
    }
    block_list "upstreams" {
      doc = "Upstream service to connect to."
      object { include = [body.upstream] }
    }
    block_list "transparent_proxy" {
      singleton = true
      doc       = "Transparent proxy that redirects all traffic through Envoy."
      object { include = [body.transparent_proxy] }
    }
    block_list "config" {
      also      = attr
      singleton = true
      doc       = "Proxy settings that are passed to Envoy."
      object { include = [body.anything] }
    }
  }
}
body "expose" {
  object {
    block_list "path" {
      doc = "Path to expose."
      object { include = [body.expose_path] }
    }
  }
}
body "expose_path" {
  object {
    attr "path" {
      type = string
      doc  = "HTTP path to expose."
    }
    attr "protocol" {
      type = string
      doc  = "Protocol of the path: `http` or `http2`."
    }
    attr "local_path_port" {
      type  = number
      whole = true
      doc   = "Local port of the service for this path."
    }
    attr "listener_port" {
      type = string
      doc  = "Label of the port on which the path is exposed."
    }
  }
}
body "upstream" {
  object {
    attr "destination_name" {
      type = string
      doc  = "Name of the upstream service."
    }
    attr "destination_namespace" {
      type = string
      doc  = "Namespace of the upstream service."
    }
    attr "destination_peer" {
      type = string
      doc  = "Cluster peer of the upstream service."
    }
    attr "destination_partition" {
      type = string
      doc  = "Admin partition of the upstream service."
    }
    attr "destination_type" {
      type = string
      doc  = "Type of the destination."
    }
    attr "local_bind_port" {
      type  = number
      whole = true
      doc   = "Local port on which the upstream is available."
    }
    attr "datacenter" {
      type = string
      doc  = "Datacenter of the upstream service."
    }
    attr "local_bind_address" {
      type = string
      doc  = "Local address on which the upstream is available."
    }
    attr "local_bind_socket_path" {
      type = string
      doc  = "Local Unix socket on which the upstream is available."
    }
    attr "local_bind_socket_mode" {
      type = string
      doc  = "File mode of the socket."
    }
    block_list "mesh_gateway" {
      singleton = true
      doc       = "Mesh gateway configuration."
      object { include = [body.mesh_gateway] }
    }
    block_list "config" {
      also      = attr
      singleton = true
      doc       = "Proxy settings that are passed to Envoy."
      object { include = [body.anything] }
    }
  }
}
body "mesh_gateway" {
  object {
    attr "mode" {
      type   = string
      values = ["local", "remote", "none"]
      open   = true
      doc    = "Mesh gateway mode."
    }
  }
}
body "transparent_proxy" {
  object {
    attr "uid" {
      type = string
      doc  = "User ID of the proxy."
    }
    attr "outbound_port" {
      type  = number
      whole = true
      doc   = "Outbound port of the proxy."
    }
    attr "exclude_inbound_ports" {
      type = list(string)
      doc  = "Inbound ports to exclude from redirection."
    }
    attr "exclude_outbound_ports" {
      type = list(number)
      doc  = "Outbound ports to exclude from redirection."
    }
    attr "exclude_outbound_cidrs" {
      type = list(string)
      doc  = "Outbound networks (CIDR) to exclude from redirection."
    }
    attr "exclude_uids" {
      type = list(string)
      doc  = "User IDs to exclude from redirection."
    }
    attr "no_dns" {
      type = bool
      doc  = "Whether to exclude DNS from redirection."
    }
  }
}
body "sidecar_task" {
  object {
    attr "name" {
      type = string
      doc  = "Name of the task."
    }
    attr "driver" {
      type = string
      doc  = "Task driver that runs the task."
    }
    attr "user" {
      type = string
      doc  = "User that runs the task."
    }
    attr "kill_timeout" {
      types  = [string, number]
      format = duration
      doc    = "Time to wait for a graceful stop before the task is killed."
    }
    attr "shutdown_delay" {
      types  = [string, number]
      format = duration
      doc    = "Delay before the task is stopped."
    }
    attr "kill_signal" {
      type = string
      doc  = "Signal that stops the task."
    }
    block_list "config" {
      singleton = true
      doc       = "Settings of the task driver."
      object { include = [body.anything] }
    }
    block_list "env" {
      also      = attr
      singleton = true
      doc       = "Environment variables of the task."
      object { include = [body.free] }
    }
    block_list "resources" {
      singleton = true
      doc       = "Resource requirements of the task."
      object { include = [body.resources] }
    }
    block_list "meta" {
      also      = attr
      singleton = true
      doc       = "User-defined metadata."
      object { include = [body.free] }
    }
    block_list "logs" {
      singleton = true
      doc       = "Log rotation for the output of the task."
      object { include = [body.logs] }
    }
    block_list "volume_mount" {
      doc = "Volume to mount into the task."
      object { include = [body.volume_mount] }
    }
    block_list "identity" {
      doc = "Workload identity token."
      object { include = [body.identity] }
    }
  }
}
body "group_scaling" {
  object {
    attr "enabled" {
      type = bool
      doc  = "Whether scaling is enabled."
    }
    attr "min" {
      type  = number
      whole = true
      doc   = "Minimum value."
    }
    attr "max" {
      type     = number
      whole    = true
      required = true
      doc      = "Maximum value."
    }
    attr "type" {
      type = string
      doc  = "Type of the scaling policy."
    }
    block_list "policy" {
      also      = attr
      singleton = true
      doc       = "Policy that is passed to the autoscaler."
      object { include = [body.anything] }
    }
  }
}
body "task_scaling" {
  object {
    attr "enabled" {
      type = bool
      doc  = "Whether scaling is enabled."
    }
    attr "min" {
      type  = number
      whole = true
      doc   = "Minimum value."
    }
    attr "max" {
      type  = number
      whole = true
      doc   = "Maximum value."
    }
    attr "type" {
      type = string
      doc  = "Type of the scaling policy."
    }
    block_list "policy" {
      also      = attr
      singleton = true
      doc       = "Policy that is passed to the autoscaler."
      object { include = [body.anything] }
    }
  }
}
body "consul" {
  object {
    attr "namespace" {
      type = string
      doc  = "Consul namespace."
    }
    attr "cluster" {
      type = string
      doc  = "Consul cluster."
    }
    attr "partition" {
      type = string
      doc  = "Consul admin partition."
    }
  }
}
body "vault" {
  object {
    attr "policies" {
      type = list(string)
      doc  = "Vault policies of the token."
    }
    attr "role" {
      type = string
      doc  = "Vault role of the token."
    }
    attr "namespace" {
      type = string
      doc  = "Vault namespace."
    }
    attr "cluster" {
      type = string
      doc  = "Vault cluster."
    }
    attr "env" {
      type = bool
      doc  = "Whether to set the token in the environment."
    }
    attr "disable_file" {
      type = bool
      doc  = "Whether to omit the token file."
    }
    attr "change_mode" {
      type   = string
      values = ["noop", "restart", "signal"]
      open   = true
      doc    = "Action when the token changes."
    }
    attr "change_signal" {
      type = string
      doc  = "Signal to send on change when the change mode is `signal`."
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
      type = string
      doc  = "Provider of the secret."
    }
    attr "path" {
      type = string
      doc  = "Path of the secret in the provider."
    }
    block_list "config" {
      also      = attr
      singleton = true
      doc       = "Configuration of the provider."
      object { include = [body.anything] }
    }
    block_list "env" {
      also      = attr
      singleton = true
      doc       = "Environment variables of the provider."
      object { include = [body.free] }
    }
  }
}
body "lifecycle" {
  object {
    attr "hook" {
      type     = string
      required = true
      values   = ["prestart", "poststart", "poststop"]
      open     = true
      doc      = "Phase in which the task runs."
    }
    attr "sidecar" {
      type = bool
      doc  = "Whether the task runs alongside the main tasks for their whole lifetime."
    }
  }
}
body "resources" {
  object {
    attr "cpu" {
      type  = number
      whole = true
      doc   = "CPU in MHz."
    }
    attr "cores" {
      type  = number
      whole = true
      doc   = "Number of CPU cores to reserve."
    }
    attr "memory" {
      type  = number
      whole = true
      doc   = "Memory in MB."
    }
    attr "memory_max" {
      type  = number
      whole = true
      doc   = "Maximum memory in MB."
    }
    attr "disk" {
      type  = number
      whole = true
      doc   = "Disk space in MB."
    }
    attr "secrets" {
      type  = number
      whole = true
      doc   = "Size of the secrets directory in MB."
    }
    attr "iops" {
      type       = number
      whole      = true
      deprecated = "it has no effect"
      doc        = "I/O operations per second."
    }
    block_list "network" {
      doc = "Network of the task. Prefer the `network` block of the group."
      object { include = [body.network] }
    }
    block_list "device" {
      doc = "Device to reserve, such as `nvidia/gpu`."
      label "name" {}
      object { include = [body.device] }
    }
    block_list "numa" {
      singleton = true
      doc       = "NUMA placement preferences."
      object { include = [body.numa] }
    }
  }
}
body "device" {
  object {
    attr "count" {
      type  = number
      whole = true
      doc   = "Number of devices."
    }
    block_list "constraint" {
      doc = "Requirement that devices must meet."
      object { include = [body.constraint] }
    }
    block_list "affinity" {
      doc = "Preference for device attributes."
      object { include = [body.affinity] }
    }
  }
}
body "numa" {
  object {
    attr "affinity" {
      type   = string
      values = ["none", "prefer", "require"]
      open   = true
      doc    = "NUMA affinity of CPU cores and devices."
    }
    attr "devices" {
      type = list(string)
      doc  = "Devices to place on the same NUMA node as the CPU cores."
    }
  }
}
body "logs" {
  object {
    attr "max_files" {
      type  = number
      whole = true
      doc   = "Maximum number of log files to keep."
    }
    attr "max_file_size" {
      type  = number
      whole = true
      doc   = "Maximum size of each log file in MB."
    }
    attr "enabled" {
      type       = bool
      deprecated = "use `disabled` instead"
      doc        = "Whether log collection is enabled."
    }
    attr "disabled" {
      type = bool
      doc  = "Whether log collection is disabled."
    }
  }
}
body "artifact" {
  object {
    attr "source" {
      type = string
      doc  = "URL of the artifact."
    }
    attr "destination" {
      type = string
      doc  = "Directory or file to download to."
    }
    attr "mode" {
      type   = string
      values = ["any", "file", "dir"]
      open   = true
      doc    = "Type of the artifact: file, directory or any."
    }
    attr "insecure" {
      type = bool
      doc  = "Whether to skip TLS certificate verification."
    }
    attr "chown" {
      type = bool
      doc  = "Whether to change the owner to the user of the task."
    }
    block_list "options" {
      also      = attr
      singleton = true
      doc       = "Options of the downloader (go-getter)."
      object { include = [body.free] }
    }
    block_list "headers" {
      also      = attr
      singleton = true
      doc       = "HTTP headers of the request."
      object { include = [body.free] }
    }
  }
}
body "template" {
  object {
    attr "source" {
      type = string
      doc  = "Path of the template file."
    }
    attr "destination" {
      type = string
      doc  = "Path of the rendered file."
    }
    attr "data" {
      type = string
      doc  = "Inline template text."
    }
    attr "change_mode" {
      type   = string
      values = ["noop", "restart", "signal", "script"]
      open   = true
      doc    = "Action when the rendered template changes."
    }
    attr "change_signal" {
      type = string
      doc  = "Signal to send on change when the change mode is `signal`."
    }
    attr "once" {
      type = bool
      doc  = "Whether to render the template only once."
    }
    attr "splay" {
      types  = [string, number]
      format = duration
      doc    = "Maximum random delay before the change action."
    }
    attr "perms" {
      type = string
      doc  = "File mode of the rendered file: `\"0644\"`."
    }
    attr "uid" {
      type  = number
      whole = true
      doc   = "User ID of the file owner."
    }
    attr "gid" {
      type  = number
      whole = true
      doc   = "Group ID of the file owner."
    }
    attr "left_delimiter" {
      type = string
      doc  = "Left delimiter of template actions. Defaults to `{{`."
    }
    attr "right_delimiter" {
      type = string
      doc  = "Right delimiter of template actions."
    }
    attr "env" {
      type = bool
      doc  = "Whether to load the rendered lines as environment variables."
    }
    attr "vault_grace" {
      types      = [string, number]
      format     = duration
      deprecated = "it has no effect"
      doc        = "Grace period before a secret expires."
    }
    attr "error_on_missing_key" {
      type = bool
      doc  = "Whether a missing key causes an error."
    }
    block_list "change_script" {
      singleton = true
      doc       = "Script to run when the rendered template changes."
      object { include = [body.change_script] }
    }
    block_list "wait" {
      singleton = true
      doc       = "Time to wait for further changes before rendering."
      object { include = [body.wait] }
    }
  }
}
body "change_script" {
  object {
    attr "command" {
      type = string
      doc  = "Command to run."
    }
    attr "args" {
      type = list(string)
      doc  = "Arguments of the command."
    }
    attr "timeout" {
      types  = [string, number]
      format = duration
      doc    = "Timeout of the script."
    }
    attr "fail_on_error" {
      type = bool
      doc  = "Whether the task fails when the script fails."
    }
    attr "run_on_first_render" {
      type = bool
      doc  = "Whether the script runs on the first render."
    }
  }
}
body "wait" {
  object {
    attr "min" {
      types  = [string, number]
      format = duration
      doc    = "Minimum wait time."
    }
    attr "max" {
      types  = [string, number]
      format = duration
      doc    = "Maximum wait time."
    }
  }
}
body "dispatch_payload" {
  object {
    attr "file" {
      type = string
      doc  = "File to write the payload to."
    }
  }
}
body "volume_mount" {
  object {
    attr "volume" {
      type = string
      doc  = "Label of the volume."
    }
    attr "destination" {
      type = string
      doc  = "Mount path inside the task."
    }
    attr "read_only" {
      type = bool
      doc  = "Whether the volume is read-only."
    }
    attr "propagation_mode" {
      type   = string
      values = ["private", "host-to-task", "bidirectional"]
      open   = true
      doc    = "Mount propagation mode."
    }
    attr "selinux_label" {
      type = string
      doc  = "SELinux label of the volume."
    }
  }
}
body "csi_plugin" {
  object {
    attr "id" {
      type = string
      doc  = "ID of the plugin."
    }
    attr "type" {
      type   = string
      values = ["node", "controller", "monolith"]
      open   = true
      doc    = "CSI plugin type: node, controller or both."
    }
    attr "mount_dir" {
      type = string
      doc  = "Directory of the plugin socket."
    }
    attr "stage_publish_base_dir" {
      type = string
      doc  = "Base directory for staging and publishing volumes."
    }
    attr "health_timeout" {
      types  = [string, number]
      format = duration
      doc    = "Time within which the plugin must become healthy."
    }
  }
}
body "identity" {
  object {
    attr "name" {
      type = string
      doc  = "Name of the identity."
    }
    attr "aud" {
      type = list(string)
      doc  = "Audience of the token."
    }
    attr "change_mode" {
      type   = string
      values = ["noop", "restart", "signal"]
      open   = true
      doc    = "Action when the token changes."
    }
    attr "change_signal" {
      type = string
      doc  = "Signal to send on change when the change mode is `signal`."
    }
    attr "env" {
      type = bool
      doc  = "Whether to set the token in the environment."
    }
    attr "file" {
      type = bool
      doc  = "Whether to write the token to a file."
    }
    attr "filepath" {
      type = string
      doc  = "Path of the token file."
    }
    attr "service_name" {
      type = string
      doc  = "Service that the identity belongs to."
    }
    attr "ttl" {
      types  = [string, number]
      format = duration
      doc    = "Time to live of the token."
    }
    attr "extra_claims" {
      type = map(string)
      doc  = "Additional claims of the token."
    }
  }
}
body "action" {
  object {
    attr "command" {
      type     = string
      required = true
      doc      = "Command to run."
    }
    attr "args" {
      type = list(string)
      doc  = "Arguments of the command."
    }
  }
}
body "schedule" {
  object {
    block_list "cron" {
      singleton = true
      doc       = "Time window as cron expressions."
      object { include = [body.schedule_cron] }
    }
  }
}
body "schedule_cron" {
  object {
    attr "start" {
      type = string
      doc  = "Cron expression of the start time."
    }
    attr "end" {
      type = string
      doc  = "End time of the window."
    }
    attr "timezone" {
      type = string
      doc  = "Time zone of the schedule."
    }
  }
}
function "regex_replace" {
  doc     = "Replaces all matches of a pattern in a string."
  params  = [string, pattern, replacement]
  returns = string
}
function "uuidv4" {
  doc     = "Returns a random UUID."
  params  = []
  returns = string
}
