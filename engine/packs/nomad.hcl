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
    doc     = "An input of the job: `var.NAME`."
    outline = label.name
    label "name" { doc = "The name, as in `var.NAME`." }
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
        doc     = "The type of values: `string`, `number`, `bool`, `list(string)`, `map(string)`, `object({...})` and so on."
      }
      attr "default" {
        constant = true
        doc      = "The value when nothing else sets one."
      }
      attr "description" {
        type = string
        doc  = "What the variable is for."
      }
      block_list "validation" {
        doc = "A condition that values must meet."
        object {
          attr "condition" {
            type       = bool
            required   = true
            must_refer = own
            validates  = self.error_message
            doc        = "True when the value is fine."
          }
          attr "error_message" {
            type     = string
            required = true
            doc      = "What to say when it is not."
          }
        }
      }
    }
  }
  block_list "variables" {
    icon = variable
    doc  = "Variables with their defaults alone: `NAME = DEFAULT`."
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
    doc  = "Values with names: `local.NAME`."
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
    doc       = "What is to run: groups of tasks, and where."
    outline   = label.name
    label "name" { doc = "The name of the job." }
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
      doc  = "The region that runs the job."
    }
    attr "namespace" {
      type = string
      doc  = "The namespace of the job."
    }
    attr "id" {
      type = string
      doc  = "The identifier, when it is not the name."
    }
    attr "name" {
      type = string
      doc  = "The name that is shown."
    }
    attr "type" {
      type   = string
      values = ["service", "batch", "system", "sysbatch"]
      open   = true
      doc    = "How long it runs and where: `service`, `batch`, `system`, `sysbatch`."
    }
    attr "priority" {
      type  = number
      whole = true
      doc   = "1 to 100; higher ones go first."
    }
    attr "all_at_once" {
      type = bool
      doc  = "Whether all is placed at once or nothing."
    }
    attr "datacenters" {
      type = list(string)
      doc  = "Where it may run; patterns are fine."
    }
    attr "node_pool" {
      type = string
      doc  = "The pool of nodes that it may run on."
    }
    attr "consul_token" {
      type      = string
      sensitive = true
      doc       = "The token for Consul."
    }
    attr "vault_token" {
      type      = string
      sensitive = true
      doc       = "The token for Vault."
    }
    block_list "constraint" {
      doc = "What nodes must have."
      object { include = [body.constraint] }
    }
    block_list "affinity" {
      doc = "What nodes should have."
      object { include = [body.affinity] }
    }
    block_list "group" {
      doc = "Tasks that run together on one node."
      label "name" {}
      object { include = [body.group] }
    }
    block_list "task" {
      doc = "A task in a group of its own, of the same name."
      label "name" {}
      object { include = [body.job_task] }
    }
    block_list "update" {
      singleton = true
      doc       = "How a new version replaces the old one."
      object { include = [body.update] }
    }
    block_list "multiregion" {
      singleton = true
      doc       = "Several regions at once."
      object { include = [body.multiregion] }
    }
    block_list "spread" {
      doc = "Over what allocations are spread."
      object { include = [body.spread] }
    }
    block_list "periodic" {
      singleton = true
      doc       = "Runs at certain times."
      object { include = [body.periodic] }
    }
    block_list "parameterized" {
      singleton = true
      doc       = "Runs when it is dispatched, with values."
      object { include = [body.parameterized] }
    }
    block_list "reschedule" {
      singleton = true
      doc       = "What becomes of allocations that fail."
      object { include = [body.reschedule] }
    }
    block_list "migrate" {
      singleton = true
      doc       = "How allocations leave nodes that are drained."
      object { include = [body.migrate] }
    }
    block_list "meta" {
      also      = attr
      singleton = true
      doc       = "Values of your own."
      object { include = [body.free] }
    }
    block_list "ui" {
      singleton = true
      doc       = "What the web interface shows."
      object { include = [body.ui] }
    }
    block_list "vault" {
      singleton = true
      doc       = "The token for Vault of all tasks."
      object { include = [body.vault] }
    }
    block_list "secret" {
      doc = "A secret that tasks may use."
      label "name" {}
      object { include = [body.secret] }
    }
  }
}
body "comparison" {
  object {
    attr "attribute" {
      type = string
      doc  = "What to compare: `\"$${attr.kernel.name}\"`."
    }
    attr "value" {
      type = string
      doc  = "What to compare with."
    }
    attr "operator" {
      type   = string
      values = ["=", "==", "is", "!=", "not", ">", ">=", "<", "<=", "regexp", "version", "semver", "set_contains", "set_contains_all", "set_contains_any", "is_set", "is_not_set", "distinct_hosts", "distinct_property"]
      open   = true
      doc    = "How to compare."
    }
    attr "version" {
      type = string
      doc  = "The attribute must be such a version."
    }
    attr "semver" {
      type = string
      doc  = "The attribute must be such a version, strictly."
    }
    attr "regexp" {
      type = string
      doc  = "The attribute must match this pattern."
    }
    attr "set_contains" {
      type = string
      doc  = "The attribute must hold all of these."
    }
    attr "set_contains_all" {
      type = string
      doc  = "The attribute must hold all of these."
    }
    attr "set_contains_any" {
      type = string
      doc  = "The attribute must hold one of these."
    }
  }
}
body "constraint" {
  object {
    include = [body.comparison]
    attr "distinct_hosts" {
      type = bool
      doc  = "Whether no two allocations share a node."
    }
    attr "distinct_property" {
      type = string
      doc  = "The attribute in which nodes must differ."
    }
  }
}
body "affinity" {
  object {
    include = [body.comparison]
    attr "weight" {
      type  = number
      whole = true
      doc   = "-100 to 100: how much it counts."
    }
  }
}
body "group" {
  object {
    attr "count" {
      type  = number
      whole = true
      doc   = "How many allocations."
    }
    attr "shutdown_delay" {
      types  = [string, number]
      format = duration
      doc    = "How long to wait between taking services out and stopping tasks."
    }
    attr "max_run_duration" {
      types  = [string, number]
      format = duration
      doc    = "How long an allocation may run."
    }
    attr "stop_after_client_disconnect" {
      types      = [string, number]
      format     = duration
      deprecated = "use the block `disconnect` instead"
      doc        = "When to stop after the node was lost."
    }
    attr "max_client_disconnect" {
      types      = [string, number]
      format     = duration
      deprecated = "use the block `disconnect` instead"
      doc        = "How long a lost node may come back."
    }
    attr "prevent_reschedule_on_lost" {
      type       = bool
      deprecated = "use the block `disconnect` instead"
      doc        = "Whether a lost allocation is not replaced."
    }
    block_list "constraint" {
      doc = "What nodes must have."
      object { include = [body.constraint] }
    }
    block_list "affinity" {
      doc = "What nodes should have."
      object { include = [body.affinity] }
    }
    block_list "task" {
      doc = "One thing to run."
      label "name" {}
      object { include = [body.task] }
    }
    block_list "spread" {
      doc = "Over what allocations are spread."
      object { include = [body.spread] }
    }
    block_list "volume" {
      doc = "A volume that tasks may mount."
      label "name" {}
      object { include = [body.volume] }
    }
    block_list "restart" {
      singleton = true
      doc       = "What becomes of tasks that fail."
      object { include = [body.restart] }
    }
    block_list "disconnect" {
      singleton = true
      doc       = "What becomes of allocations whose node is lost."
      object { include = [body.disconnect] }
    }
    block_list "reschedule" {
      singleton = true
      doc       = "What becomes of allocations that fail."
      object { include = [body.reschedule] }
    }
    block_list "ephemeral_disk" {
      singleton = true
      doc       = "Room that the tasks share."
      object { include = [body.ephemeral_disk] }
    }
    block_list "update" {
      singleton = true
      doc       = "How a new version replaces the old one."
      object { include = [body.update] }
    }
    block_list "migrate" {
      singleton = true
      doc       = "How allocations leave nodes that are drained."
      object { include = [body.migrate] }
    }
    block_list "network" {
      doc = "Ports and how the tasks see the network."
      object { include = [body.network] }
    }
    block_list "meta" {
      also      = attr
      singleton = true
      doc       = "Values of your own."
      object { include = [body.free] }
    }
    block_list "service" {
      doc = "A name under which others find it."
      object { include = [body.service] }
    }
    block_list "scaling" {
      singleton = true
      doc       = "Between which counts it may be scaled."
      object { include = [body.group_scaling] }
    }
    block_list "consul" {
      singleton = true
      doc       = "Which Consul, and where in it."
      object { include = [body.consul] }
    }
    block_list "vault" {
      singleton = true
      doc       = "The token for Vault of all tasks."
      object { include = [body.vault] }
    }
    block_list "secret" {
      doc = "A secret that tasks may use."
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
      doc    = "How long to wait between nodes."
    }
    attr "max_parallel" {
      type  = number
      whole = true
      doc   = "How many at a time."
    }
    attr "health_check" {
      type   = string
      values = ["checks", "task_states", "manual"]
      open   = true
      doc    = "What decides that an allocation is healthy."
    }
    attr "min_healthy_time" {
      types  = [string, number]
      format = duration
      doc    = "How long it must be healthy."
    }
    attr "healthy_deadline" {
      types  = [string, number]
      format = duration
      doc    = "When it must be healthy."
    }
    attr "progress_deadline" {
      types  = [string, number]
      format = duration
      doc    = "When the next one must be healthy."
    }
    attr "canary" {
      type  = number
      whole = true
      doc   = "How many new ones run beside the old ones first."
    }
    attr "auto_revert" {
      type = bool
      doc  = "Whether a failed version goes back."
    }
    attr "auto_promote" {
      type = bool
      doc  = "Whether healthy canaries are taken over."
    }
  }
}
body "multiregion" {
  object {
    block_list "strategy" {
      singleton = true
      doc       = "In which order."
      object { include = [body.multiregion_strategy] }
    }
    block_list "region" {
      doc = "One of the regions."
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
      doc   = "How many regions at a time."
    }
    attr "on_failure" {
      type   = string
      values = ["fail_all", "fail_local", ""]
      open   = true
      doc    = "What happens when one fails."
    }
  }
}
body "multiregion_region" {
  object {
    attr "count" {
      type  = number
      whole = true
      doc   = "How many allocations there."
    }
    attr "datacenters" {
      type = list(string)
      doc  = "Where it may run there."
    }
    attr "node_pool" {
      type = string
      doc  = "The pool of nodes there."
    }
    block_list "meta" {
      also      = attr
      singleton = true
      doc       = "Values of your own for that region."
      object { include = [body.free] }
    }
  }
}
body "spread" {
  object {
    attr "attribute" {
      type = string
      doc  = "The attribute of nodes over which to spread."
    }
    attr "weight" {
      type  = number
      whole = true
      doc   = "0 to 100: how much it counts."
    }
    block_list "target" {
      doc = "How many for one value of the attribute."
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
      doc   = "The part of all, in percent."
    }
  }
}
body "periodic" {
  object {
    attr "enabled" {
      type = bool
      doc  = "Whether it runs at all."
    }
    attr "cron" {
      type       = string
      deprecated = "use `crons` instead"
      doc        = "When, as cron writes it."
    }
    attr "crons" {
      type = list(string)
      doc  = "When, as cron writes it."
    }
    attr "prohibit_overlap" {
      type = bool
      doc  = "Whether it waits for the last run to end."
    }
    attr "time_zone" {
      type = string
      doc  = "The time zone."
    }
  }
}
body "parameterized" {
  object {
    attr "payload" {
      type   = string
      values = ["optional", "required", "forbidden"]
      open   = true
      doc    = "Whether a payload comes with it."
    }
    attr "meta_required" {
      type = list(string)
      doc  = "Values that must come with it."
    }
    attr "meta_optional" {
      type = list(string)
      doc  = "Values that may come with it."
    }
  }
}
body "reschedule" {
  object {
    attr "attempts" {
      type  = number
      whole = true
      doc   = "How often, within `interval`."
    }
    attr "interval" {
      types  = [string, number]
      format = duration
      doc    = "The time in which attempts are counted."
    }
    attr "delay" {
      types  = [string, number]
      format = duration
      doc    = "How long to wait."
    }
    attr "delay_function" {
      type   = string
      values = ["constant", "exponential", "fibonacci"]
      open   = true
      doc    = "How the wait grows."
    }
    attr "max_delay" {
      types  = [string, number]
      format = duration
      doc    = "The longest wait."
    }
    attr "unlimited" {
      type = bool
      doc  = "Whether there is no limit."
    }
  }
}
body "migrate" {
  object {
    attr "max_parallel" {
      type  = number
      whole = true
      doc   = "How many at a time."
    }
    attr "health_check" {
      type   = string
      values = ["checks", "task_states"]
      open   = true
      doc    = "What decides that an allocation is healthy."
    }
    attr "min_healthy_time" {
      types  = [string, number]
      format = duration
      doc    = "How long it must be healthy."
    }
    attr "healthy_deadline" {
      types  = [string, number]
      format = duration
      doc    = "When it must be healthy."
    }
  }
}
body "ui" {
  object {
    attr "description" {
      type = string
      doc  = "The description, in Markdown."
    }
    block_list "link" {
      doc = "A link."
      object { include = [body.ui_link] }
    }
  }
}
body "ui_link" {
  object {
    attr "label" {
      type = string
      doc  = "What to show."
    }
    attr "url" {
      type = string
      doc  = "Where it leads."
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
      doc    = "What runs it."
    }
    attr "user" {
      type = string
      doc  = "Who runs it."
    }
    attr "leader" {
      type = bool
      doc  = "Whether all others end with it."
    }
    attr "kill_timeout" {
      types  = [string, number]
      format = duration
      doc    = "How long it may take to end."
    }
    attr "shutdown_delay" {
      types  = [string, number]
      format = duration
      doc    = "How long to wait between taking services out and stopping it."
    }
    attr "kill_signal" {
      type = string
      doc  = "The signal that ends it."
    }
    attr "kind" {
      type = string
      doc  = "What it is for Consul."
    }
    block_list "lifecycle" {
      singleton = true
      doc       = "When it runs, seen from the main tasks."
      object { include = [body.lifecycle] }
    }
    block_list "constraint" {
      doc = "What nodes must have."
      object { include = [body.constraint] }
    }
    block_list "affinity" {
      doc = "What nodes should have."
      object { include = [body.affinity] }
    }
    block_list "env" {
      also      = attr
      singleton = true
      doc       = "Environment variables."
      object { include = [body.free] }
    }
    block_list "service" {
      doc = "A name under which others find it."
      object { include = [body.service] }
    }
    block_list "resources" {
      singleton = true
      doc       = "What it needs."
      object { include = [body.resources] }
    }
    block_list "restart" {
      singleton = true
      doc       = "What becomes of it when it fails."
      object { include = [body.restart] }
    }
    block_list "meta" {
      also      = attr
      singleton = true
      doc       = "Values of your own."
      object { include = [body.free] }
    }
    block_list "logs" {
      singleton = true
      doc       = "How its output is kept."
      object { include = [body.logs] }
    }
    block_list "artifact" {
      doc = "What is fetched before it starts."
      object { include = [body.artifact] }
    }
    block_list "vault" {
      singleton = true
      doc       = "Its token for Vault."
      object { include = [body.vault] }
    }
    block_list "consul" {
      singleton = true
      doc       = "Which Consul, and where in it."
      object { include = [body.consul] }
    }
    block_list "template" {
      doc = "A file that is made of a template."
      object { include = [body.template] }
    }
    block_list "dispatch_payload" {
      singleton = true
      doc       = "Where the payload of a dispatch goes."
      object { include = [body.dispatch_payload] }
    }
    block_list "volume_mount" {
      doc = "A volume, and where it is seen."
      object { include = [body.volume_mount] }
    }
    block_list "csi_plugin" {
      singleton = true
      doc       = "It is a plugin for volumes."
      object { include = [body.csi_plugin] }
    }
    block_list "scaling" {
      doc = "How much `cpu` or `mem` it may be given."
      label "name" { values = ["cpu", "mem"] }
      object { include = [body.task_scaling] }
    }
    block_list "secret" {
      doc = "A secret that it may use."
      label "name" {}
      object { include = [body.secret] }
    }
    block_list "identity" {
      doc = "A token that says what it is."
      object { include = [body.identity] }
    }
    block_list "action" {
      doc = "A command that people may run in it."
      label "name" {}
      object { include = [body.action] }
    }
    block_list "schedule" {
      singleton = true
      doc       = "When it runs."
      object { include = [body.schedule] }
    }
  }
}
body "driver_docker" {
  object {
    block_list "config" {
      singleton = true
      doc       = "Settings of the driver."
      object { include = [body.config_docker] }
    }
  }
}
body "driver_exec" {
  object {
    block_list "config" {
      singleton = true
      doc       = "Settings of the driver."
      object { include = [body.config_exec] }
    }
  }
}
body "driver_java" {
  object {
    block_list "config" {
      singleton = true
      doc       = "Settings of the driver."
      object { include = [body.config_java] }
    }
  }
}
body "driver_qemu" {
  object {
    block_list "config" {
      singleton = true
      doc       = "Settings of the driver."
      object { include = [body.config_qemu] }
    }
  }
}
body "driver_any" {
  object {
    block_list "config" {
      singleton = true
      doc       = "Settings of the driver."
      object { include = [body.anything] }
    }
  }
}
# Settings of drivers. Only the nodes check them, so names that are missing here are fine.
body "config_docker" {
  object {
    include = [body.anything]
    attr "image" { doc = "The image." }
    attr "command" { doc = "What to run in it." }
    attr "args" { doc = "Arguments of the command." }
    attr "entrypoint" { doc = "What to run in place of the entrypoint of the image." }
    attr "ports" { doc = "Labels of ports of the network to publish." }
    attr "volumes" { doc = "Paths of here and in the container: `[\"local/conf:/etc/conf\"]`." }
    attr "volume_driver" { doc = "The driver of these volumes." }
    attr "work_dir" { doc = "The folder to run in." }
    attr "force_pull" { doc = "Whether the image is always pulled." }
    attr "image_pull_timeout" { doc = "How long pulling may take." }
    attr "auth_soft_fail" { doc = "Whether to go on when logging in fails." }
    attr "network_mode" { doc = "The network: `bridge`, `host`, `none`, the name of one." }
    attr "network_aliases" { doc = "Further names in the network." }
    attr "hostname" { doc = "The name of the container." }
    attr "extra_hosts" { doc = "Lines for /etc/hosts." }
    attr "dns_servers" { doc = "Servers for names." }
    attr "dns_search_domains" { doc = "Domains to search." }
    attr "dns_options" { doc = "Options for looking up names." }
    attr "ipv4_address" { doc = "The IPv4 address." }
    attr "ipv6_address" { doc = "The IPv6 address." }
    attr "mac_address" { doc = "The MAC address." }
    attr "privileged" { doc = "Whether it has all rights." }
    attr "cap_add" { doc = "Rights to add." }
    attr "cap_drop" { doc = "Rights to take away." }
    attr "security_opt" { doc = "Options of the security system." }
    attr "group_add" { doc = "Further groups." }
    attr "readonly_rootfs" { doc = "Whether its files cannot be changed." }
    attr "shm_size" { doc = "The size of /dev/shm in bytes." }
    attr "memory_hard_limit" { doc = "The most memory, in MB." }
    attr "cpu_hard_limit" { doc = "Whether it never gets more processor time than it asked for." }
    attr "cpu_cfs_period" { doc = "The period for that, in microseconds." }
    attr "pids_limit" { doc = "The most processes." }
    attr "pid_mode" { doc = "`host` shares processes with the node." }
    attr "ipc_mode" { doc = "`host` shares memory with the node." }
    attr "uts_mode" { doc = "`host` shares the name of the node." }
    attr "userns_mode" { doc = "`host` shares users with the node." }
    attr "runtime" { doc = "The runtime of the container." }
    attr "init" { doc = "Whether a small init process runs first." }
    attr "interactive" { doc = "Whether input stays open." }
    attr "tty" { doc = "Whether it has a terminal." }
    attr "load" { doc = "An archive with the image." }
    attr "oom_score_adj" { doc = "How soon it is killed when memory is short." }
  }
}
body "config_exec" {
  object {
    include = [body.anything]
    attr "command" { doc = "The program." }
    attr "args" { doc = "Its arguments." }
    attr "work_dir" { doc = "The folder to run in." }
    attr "pid_mode" { doc = "`private` or `host`." }
    attr "ipc_mode" { doc = "`private` or `host`." }
    attr "cap_add" { doc = "Rights to add." }
    attr "cap_drop" { doc = "Rights to take away." }
  }
}
body "config_java" {
  object {
    include = [body.anything]
    attr "class" { doc = "The class to run." }
    attr "class_path" { doc = "Where classes are." }
    attr "jar_path" { doc = "The archive to run." }
    attr "jvm_options" { doc = "Arguments of the machine." }
    attr "args" { doc = "Arguments of the program." }
  }
}
body "config_qemu" {
  object {
    include = [body.anything]
    attr "image_path" { doc = "The image." }
    attr "emulator" { doc = "The emulator." }
    attr "machine_type" { doc = "The type of the machine." }
    attr "accelerator" { doc = "`tcg` or `kvm`." }
    attr "drive_interface" { doc = "How the image is attached." }
    attr "graceful_shutdown" { doc = "Whether the machine is asked to end." }
    attr "guest_agent" { doc = "Whether the machine runs the agent." }
    attr "args" { doc = "Further arguments." }
  }
}
body "volume" {
  object {
    attr "type" {
      type   = string
      values = ["host", "csi"]
      open   = true
      doc    = "The kind of volume."
    }
    attr "source" {
      type = string
      doc  = "The volume."
    }
    attr "read_only" {
      type = bool
      doc  = "Whether it cannot be written."
    }
    attr "sticky" {
      type = bool
      doc  = "Whether a new allocation gets the same one."
    }
    attr "access_mode" {
      type   = string
      values = ["single-node-reader-only", "single-node-writer", "single-node-single-writer", "single-node-multi-writer", "multi-node-reader-only", "multi-node-single-writer", "multi-node-multi-writer"]
      open   = true
      doc    = "Who may use it at the same time."
    }
    attr "attachment_mode" {
      type   = string
      values = ["file-system", "block-device"]
      open   = true
      doc    = "How it is seen."
    }
    attr "per_alloc" {
      type = bool
      doc  = "Whether each allocation has its own, `NAME[INDEX]`."
    }
    block_list "mount_options" {
      singleton = true
      doc       = "How it is mounted."
      object { include = [body.mount_options] }
    }
  }
}
body "mount_options" {
  object {
    attr "fs_type" {
      type = string
      doc  = "The file system."
    }
    attr "mount_flags" {
      type = list(string)
      doc  = "Options."
    }
  }
}
body "restart" {
  object {
    attr "interval" {
      types  = [string, number]
      format = duration
      doc    = "The time in which attempts are counted."
    }
    attr "attempts" {
      type  = number
      whole = true
      doc   = "How often."
    }
    attr "delay" {
      types  = [string, number]
      format = duration
      doc    = "How long to wait."
    }
    attr "mode" {
      type   = string
      values = ["fail", "delay"]
      open   = true
      doc    = "What happens when there were too many."
    }
    attr "render_templates" {
      type = bool
      doc  = "Whether templates are made anew."
    }
  }
}
body "disconnect" {
  object {
    attr "lost_after" {
      types  = [string, number]
      format = duration
      doc    = "When the allocation counts as lost."
    }
    attr "stop_on_client_after" {
      types  = [string, number]
      format = duration
      doc    = "When the node stops it by itself."
    }
    attr "replace" {
      type = bool
      doc  = "Whether another one is started."
    }
    attr "reconcile" {
      type   = string
      values = ["keep_original", "keep_replacement", "best_score", "longest_running"]
      open   = true
      doc    = "Which one stays when the node is back."
    }
  }
}
body "ephemeral_disk" {
  object {
    attr "sticky" {
      type = bool
      doc  = "Whether a new allocation goes to the same node."
    }
    attr "migrate" {
      type = bool
      doc  = "Whether the data goes along."
    }
    attr "size" {
      type  = number
      whole = true
      doc   = "The size in MB."
    }
  }
}
body "network" {
  object {
    attr "mode" {
      type = string
      doc  = "`none`, `bridge`, `host`, or `cni/NAME`."
    }
    attr "device" {
      type = string
      doc  = "The device."
    }
    attr "cidr" {
      type = string
      doc  = "The network."
    }
    attr "ip" {
      type = string
      doc  = "The address."
    }
    attr "hostname" {
      type = string
      doc  = "The name of the host."
    }
    attr "mbits" {
      type       = number
      whole      = true
      deprecated = "it has no effect"
      doc        = "How many megabits a second."
    }
    block_list "dns" {
      singleton = true
      doc       = "How names are looked up."
      object { include = [body.dns] }
    }
    block_list "port" {
      doc = "A port, by the label that others use."
      label "name" {}
      object { include = [body.port] }
    }
    block_list "reserved_ports" {
      doc = "A port that is always the same."
      label "name" {}
      object { include = [body.port] }
    }
    block_list "cni" {
      singleton = true
      doc       = "Arguments of the plugin."
      object { include = [body.cni] }
    }
  }
}
body "dns" {
  object {
    attr "servers" {
      type = list(string)
      doc  = "Servers."
    }
    attr "searches" {
      type = list(string)
      doc  = "Domains to search."
    }
    attr "options" {
      type = list(string)
      doc  = "Options."
    }
  }
}
body "port" {
  object {
    attr "static" {
      type  = number
      whole = true
      doc   = "Always this port of the node."
    }
    attr "to" {
      type  = number
      whole = true
      doc   = "The port in the network of the tasks."
    }
    attr "host_network" {
      type = string
      doc  = "The network of the node."
    }
    attr "ignore_collision" {
      type = bool
      doc  = "Whether others may have the same one."
    }
  }
}
body "cni" {
  object {
    attr "args" {
      type = map(string)
      doc  = "Arguments by name."
    }
  }
}
body "service" {
  object {
    attr "name" {
      type = string
      doc  = "The name."
    }
    attr "tags" {
      type = list(string)
      doc  = "Tags."
    }
    attr "canary_tags" {
      type = list(string)
      doc  = "Tags while it is a canary."
    }
    attr "enable_tag_override" {
      type = bool
      doc  = "Whether others may change the tags."
    }
    attr "port" {
      type = string
      doc  = "The label of a port, or a number."
    }
    attr "address_mode" {
      type   = string
      values = ["auto", "alloc", "alloc_ipv6", "driver", "host"]
      open   = true
      doc    = "Which address is given out."
    }
    attr "address" {
      type = string
      doc  = "The address to give out."
    }
    attr "task" {
      type = string
      doc  = "The task that it belongs to."
    }
    attr "on_update" {
      type   = string
      values = ["require_healthy", "ignore_warnings", "ignore"]
      open   = true
      doc    = "Which checks count while updating."
    }
    attr "provider" {
      type   = string
      values = ["consul", "nomad"]
      open   = true
      doc    = "Where it is known."
    }
    attr "cluster" {
      type = string
      doc  = "Which Consul."
    }
    attr "kind" {
      type = string
      doc  = "What it is for Consul."
    }
    block_list "check" {
      doc = "How it is seen to be well."
      object { include = [body.service_check] }
    }
    block_list "check_restart" {
      singleton = true
      doc       = "When failing checks restart the task."
      object { include = [body.check_restart] }
    }
    block_list "connect" {
      singleton = true
      doc       = "How it is part of the mesh."
      object { include = [body.connect] }
    }
    block_list "meta" {
      also      = attr
      singleton = true
      doc       = "Values of your own."
      object { include = [body.free] }
    }
    block_list "canary_meta" {
      also      = attr
      singleton = true
      doc       = "Values of your own while it is a canary."
      object { include = [body.free] }
    }
    block_list "tagged_addresses" {
      also      = attr
      singleton = true
      doc       = "Further addresses by name."
      object { include = [body.free] }
    }
    block_list "identity" {
      singleton = true
      doc       = "A token that says what it is."
      object { include = [body.identity] }
    }
    block_list "weights" {
      singleton = true
      doc       = "How often it is chosen."
      object { include = [body.weights] }
    }
  }
}
body "service_check" {
  object {
    attr "name" {
      type = string
      doc  = "The name."
    }
    attr "type" {
      type   = string
      values = ["http", "tcp", "grpc", "script"]
      open   = true
      doc    = "What is done."
    }
    attr "command" {
      type = string
      doc  = "The program of a script."
    }
    attr "args" {
      type = list(string)
      doc  = "Its arguments."
    }
    attr "path" {
      type = string
      doc  = "The path to ask for."
    }
    attr "protocol" {
      type = string
      doc  = "`http` or `https`."
    }
    attr "port" {
      type = string
      doc  = "The label of a port, or a number."
    }
    attr "expose" {
      type = bool
      doc  = "Whether the mesh lets it through."
    }
    attr "address_mode" {
      type   = string
      values = ["auto", "alloc", "alloc_ipv6", "driver", "host"]
      open   = true
      doc    = "Which address is asked."
    }
    attr "advertise" {
      type = string
      doc  = "The address that is asked."
    }
    attr "interval" {
      types  = [string, number]
      format = duration
      doc    = "How often."
    }
    attr "timeout" {
      types  = [string, number]
      format = duration
      doc    = "How long it may take."
    }
    attr "initial_status" {
      type   = string
      values = ["passing", "warning", "critical"]
      open   = true
      doc    = "What holds before the first one."
    }
    attr "notes" {
      type = string
      doc  = "Notes for people."
    }
    attr "tls_server_name" {
      type = string
      doc  = "The name in the certificate."
    }
    attr "tls_skip_verify" {
      type = bool
      doc  = "Whether any certificate is fine."
    }
    attr "method" {
      type = string
      doc  = "The method."
    }
    attr "body" {
      type = string
      doc  = "The body of the request."
    }
    attr "grpc_service" {
      type = string
      doc  = "The service to ask about."
    }
    attr "grpc_use_tls" {
      type = bool
      doc  = "Whether it is asked by TLS."
    }
    attr "task" {
      type = string
      doc  = "The task that the script runs in."
    }
    attr "success_before_passing" {
      type  = number
      whole = true
      doc   = "How many must succeed."
    }
    attr "failures_before_critical" {
      type  = number
      whole = true
      doc   = "How many must fail."
    }
    attr "failures_before_warning" {
      type  = number
      whole = true
      doc   = "How many must fail for a warning."
    }
    attr "on_update" {
      type   = string
      values = ["require_healthy", "ignore_warnings", "ignore"]
      open   = true
      doc    = "Whether it counts while updating."
    }
    block_list "header" {
      also      = attr
      singleton = true
      doc       = "Headers of the request."
      object { include = [body.anything] }
    }
    block_list "check_restart" {
      singleton = true
      doc       = "When failing restarts the task."
      object { include = [body.check_restart] }
    }
  }
}
body "check_restart" {
  object {
    attr "limit" {
      type  = number
      whole = true
      doc   = "After how many failures."
    }
    attr "grace" {
      types  = [string, number]
      format = duration
      doc    = "How long to wait after the start."
    }
    attr "ignore_warnings" {
      type = bool
      doc  = "Whether warnings are fine."
    }
  }
}
body "weights" {
  object {
    attr "passing" {
      type  = number
      whole = true
      doc   = "When it is well."
    }
    attr "warning" {
      type  = number
      whole = true
      doc   = "When there are warnings."
    }
  }
}
body "connect" {
  object {
    attr "native" {
      type = bool
      doc  = "Whether the program speaks the protocol itself."
    }
    block_list "gateway" {
      singleton = true
      doc       = "It is a gateway."
      object { include = [body.gateway] }
    }
    block_list "sidecar_service" {
      singleton = true
      doc       = "A proxy beside it."
      object { include = [body.sidecar_service] }
    }
    block_list "sidecar_task" {
      singleton = true
      doc       = "How the proxy runs."
      object { include = [body.sidecar_task] }
    }
  }
}
body "gateway" {
  object {
    block_list "proxy" {
      singleton = true
      doc       = "How the proxy of the gateway works."
      object { include = [body.gateway_proxy] }
    }
    block_list "ingress" {
      singleton = true
      doc       = "Lets others in."
      object { include = [body.ingress] }
    }
    block_list "terminating" {
      singleton = true
      doc       = "Leads out to others."
      object { include = [body.terminating] }
    }
    block_list "mesh" {
      singleton = true
      doc       = "Leads to other meshes."
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
      doc    = "How long to try."
    }
    attr "envoy_gateway_bind_tagged_addresses" {
      type = bool
      doc  = "Whether it listens at the tagged addresses."
    }
    attr "envoy_gateway_no_default_bind" {
      type = bool
      doc  = "Whether it does not listen at the address of the service."
    }
    attr "envoy_dns_discovery_type" {
      type = string
      doc  = "How names are looked up."
    }
    block_list "envoy_gateway_bind_addresses" {
      doc = "Where it listens."
      label "name" {}
      object { include = [body.bind_address] }
    }
    block_list "config" {
      also      = attr
      singleton = true
      doc       = "Settings of the proxy."
      object { include = [body.anything] }
    }
  }
}
body "bind_address" {
  object {
    attr "address" {
      type = string
      doc  = "The address."
    }
    attr "port" {
      type  = number
      whole = true
      doc   = "The port."
    }
  }
}
body "ingress" {
  object {
    block_list "tls" {
      singleton = true
      doc       = "How it is encrypted."
      object { include = [body.gateway_tls] }
    }
    block_list "listener" {
      doc = "A port, and what it leads to."
      object { include = [body.listener] }
    }
  }
}
body "gateway_tls" {
  object {
    attr "enabled" {
      type = bool
      doc  = "Whether it is."
    }
    attr "tls_min_version" {
      type = string
      doc  = "The oldest version."
    }
    attr "tls_max_version" {
      type = string
      doc  = "The newest version."
    }
    attr "cipher_suites" {
      type = list(string)
      doc  = "Ciphers."
    }
    block_list "sds" {
      singleton = true
      doc       = "Where certificates come from."
      object { include = [body.sds] }
    }
  }
}
body "sds" {
  object {
    attr "cluster_name" {
      type = string
      doc  = "The cluster that has them."
    }
    attr "cert_resource" {
      type = string
      doc  = "The certificate."
    }
  }
}
body "listener" {
  object {
    attr "port" {
      type  = number
      whole = true
      doc   = "The port."
    }
    attr "protocol" {
      type = string
      doc  = "The protocol."
    }
    block_list "service" {
      doc = "A service that it leads to."
      object { include = [body.listener_service] }
    }
  }
}
body "listener_service" {
  object {
    attr "name" {
      type = string
      doc  = "The service."
    }
    attr "hosts" {
      type = list(string)
      doc  = "Names of hosts that mean it."
    }
    attr "max_connections" {
      type  = number
      whole = true
      doc   = "The most connections."
    }
    attr "max_pending_requests" {
      type  = number
      whole = true
      doc   = "The most requests that wait."
    }
    attr "max_concurrent_requests" {
      type  = number
      whole = true
      doc   = "The most requests at a time."
    }
    block_list "tls" {
      singleton = true
      doc       = "How it is encrypted."
      object { include = [body.gateway_tls] }
    }
    block_list "request_headers" {
      singleton = true
      doc       = "Changes of headers of requests."
      object { include = [body.headers] }
    }
    block_list "response_headers" {
      singleton = true
      doc       = "Changes of headers of responses."
      object { include = [body.headers] }
    }
  }
}
body "headers" {
  object {
    attr "remove" {
      type = list(string)
      doc  = "Headers to take away."
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
      doc = "A service that it leads to."
      object { include = [body.linked_service] }
    }
  }
}
body "linked_service" {
  object {
    attr "name" {
      type = string
      doc  = "The service."
    }
    attr "ca_file" {
      type = string
      doc  = "The certificate authority."
    }
    attr "cert_file" {
      type = string
      doc  = "The certificate."
    }
    attr "key_file" {
      type = string
      doc  = "The key."
    }
    attr "sni" {
      type = string
      doc  = "The name in the certificate."
    }
  }
}
body "sidecar_service" {
  object {
    attr "tags" {
      type = list(string)
      doc  = "Tags."
    }
    attr "port" {
      type = string
      doc  = "The label of a port."
    }
    attr "disable_default_tcp_check" {
      type = bool
      doc  = "Whether it has no check of its own."
    }
    block_list "proxy" {
      singleton = true
      doc       = "How the proxy works."
      object { include = [body.proxy] }
    }
    block_list "meta" {
      also      = attr
      singleton = true
      doc       = "Values of your own."
      object { include = [body.free] }
    }
  }
}
body "proxy" {
  object {
    attr "local_service_address" {
      type = string
      doc  = "Where the service listens."
    }
    attr "local_service_port" {
      type  = number
      whole = true
      doc   = "The port of the service."
    }
    block_list "expose" {
      singleton = true
      doc       = "Paths that need no mesh."
      object { include = [body.expose] }
    }
    block_list "upstreams" {
      doc = "A service to use."
      object { include = [body.upstream] }
    }
    block_list "transparent_proxy" {
      singleton = true
      doc       = "Leads all through the proxy."
      object { include = [body.transparent_proxy] }
    }
    block_list "config" {
      also      = attr
      singleton = true
      doc       = "Settings of the proxy."
      object { include = [body.anything] }
    }
  }
}
body "expose" {
  object {
    block_list "path" {
      doc = "A path."
      object { include = [body.expose_path] }
    }
  }
}
body "expose_path" {
  object {
    attr "path" {
      type = string
      doc  = "The path."
    }
    attr "protocol" {
      type = string
      doc  = "The protocol."
    }
    attr "local_path_port" {
      type  = number
      whole = true
      doc   = "The port of the service."
    }
    attr "listener_port" {
      type = string
      doc  = "The label of the port that is open."
    }
  }
}
body "upstream" {
  object {
    attr "destination_name" {
      type = string
      doc  = "The service."
    }
    attr "destination_namespace" {
      type = string
      doc  = "Its namespace."
    }
    attr "destination_peer" {
      type = string
      doc  = "The peer that has it."
    }
    attr "destination_partition" {
      type = string
      doc  = "Its partition."
    }
    attr "destination_type" {
      type = string
      doc  = "What it is."
    }
    attr "local_bind_port" {
      type  = number
      whole = true
      doc   = "The port where it is found here."
    }
    attr "datacenter" {
      type = string
      doc  = "Its datacenter."
    }
    attr "local_bind_address" {
      type = string
      doc  = "The address where it is found here."
    }
    attr "local_bind_socket_path" {
      type = string
      doc  = "The socket where it is found here."
    }
    attr "local_bind_socket_mode" {
      type = string
      doc  = "The mode of the socket."
    }
    block_list "mesh_gateway" {
      singleton = true
      doc       = "Through which gateway."
      object { include = [body.mesh_gateway] }
    }
    block_list "config" {
      also      = attr
      singleton = true
      doc       = "Settings of the proxy."
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
      doc    = "Which one."
    }
  }
}
body "transparent_proxy" {
  object {
    attr "uid" {
      type = string
      doc  = "Who runs the proxy."
    }
    attr "outbound_port" {
      type  = number
      whole = true
      doc   = "The port of the proxy."
    }
    attr "exclude_inbound_ports" {
      type = list(string)
      doc  = "Ports that are left alone."
    }
    attr "exclude_outbound_ports" {
      type = list(number)
      doc  = "Ports of others that are left alone."
    }
    attr "exclude_outbound_cidrs" {
      type = list(string)
      doc  = "Networks that are left alone."
    }
    attr "exclude_uids" {
      type = list(string)
      doc  = "Users that are left alone."
    }
    attr "no_dns" {
      type = bool
      doc  = "Whether names are left alone."
    }
  }
}
body "sidecar_task" {
  object {
    attr "name" {
      type = string
      doc  = "The name of the task."
    }
    attr "driver" {
      type = string
      doc  = "What runs it."
    }
    attr "user" {
      type = string
      doc  = "Who runs it."
    }
    attr "kill_timeout" {
      types  = [string, number]
      format = duration
      doc    = "How long it may take to end."
    }
    attr "shutdown_delay" {
      types  = [string, number]
      format = duration
      doc    = "How long to wait before it is stopped."
    }
    attr "kill_signal" {
      type = string
      doc  = "The signal that ends it."
    }
    block_list "config" {
      singleton = true
      doc       = "Settings of the driver."
      object { include = [body.anything] }
    }
    block_list "env" {
      also      = attr
      singleton = true
      doc       = "Environment variables."
      object { include = [body.free] }
    }
    block_list "resources" {
      singleton = true
      doc       = "What it needs."
      object { include = [body.resources] }
    }
    block_list "meta" {
      also      = attr
      singleton = true
      doc       = "Values of your own."
      object { include = [body.free] }
    }
    block_list "logs" {
      singleton = true
      doc       = "How its output is kept."
      object { include = [body.logs] }
    }
    block_list "volume_mount" {
      doc = "A volume, and where it is seen."
      object { include = [body.volume_mount] }
    }
    block_list "identity" {
      doc = "A token that says what it is."
      object { include = [body.identity] }
    }
  }
}
body "group_scaling" {
  object {
    attr "enabled" {
      type = bool
      doc  = "Whether it may be scaled."
    }
    attr "min" {
      type  = number
      whole = true
      doc   = "The least."
    }
    attr "max" {
      type     = number
      whole    = true
      required = true
      doc      = "The most."
    }
    attr "type" {
      type = string
      doc  = "The kind of policy."
    }
    block_list "policy" {
      also      = attr
      singleton = true
      doc       = "What the autoscaler reads."
      object { include = [body.anything] }
    }
  }
}
body "task_scaling" {
  object {
    attr "enabled" {
      type = bool
      doc  = "Whether it may be scaled."
    }
    attr "min" {
      type  = number
      whole = true
      doc   = "The least."
    }
    attr "max" {
      type  = number
      whole = true
      doc   = "The most."
    }
    attr "type" {
      type = string
      doc  = "The kind of policy."
    }
    block_list "policy" {
      also      = attr
      singleton = true
      doc       = "What the autoscaler reads."
      object { include = [body.anything] }
    }
  }
}
body "consul" {
  object {
    attr "namespace" {
      type = string
      doc  = "The namespace."
    }
    attr "cluster" {
      type = string
      doc  = "Which Consul."
    }
    attr "partition" {
      type = string
      doc  = "The partition."
    }
  }
}
body "vault" {
  object {
    attr "policies" {
      type = list(string)
      doc  = "Policies of the token."
    }
    attr "role" {
      type = string
      doc  = "The role of the token."
    }
    attr "namespace" {
      type = string
      doc  = "The namespace."
    }
    attr "cluster" {
      type = string
      doc  = "Which Vault."
    }
    attr "env" {
      type = bool
      doc  = "Whether the token is in the environment."
    }
    attr "disable_file" {
      type = bool
      doc  = "Whether no file has it."
    }
    attr "change_mode" {
      type   = string
      values = ["noop", "restart", "signal"]
      open   = true
      doc    = "What happens when it changes."
    }
    attr "change_signal" {
      type = string
      doc  = "The signal for that."
    }
    attr "allow_token_expiration" {
      type = bool
      doc  = "Whether it may run out."
    }
  }
}
body "secret" {
  object {
    attr "provider" {
      type = string
      doc  = "Where it comes from."
    }
    attr "path" {
      type = string
      doc  = "Its path there."
    }
    block_list "config" {
      also      = attr
      singleton = true
      doc       = "Settings of the provider."
      object { include = [body.anything] }
    }
    block_list "env" {
      also      = attr
      singleton = true
      doc       = "Environment of the provider."
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
      doc      = "When it runs."
    }
    attr "sidecar" {
      type = bool
      doc  = "Whether it runs as long as the main tasks."
    }
  }
}
body "resources" {
  object {
    attr "cpu" {
      type  = number
      whole = true
      doc   = "Processor time in MHz."
    }
    attr "cores" {
      type  = number
      whole = true
      doc   = "Processors."
    }
    attr "memory" {
      type  = number
      whole = true
      doc   = "Memory in MB."
    }
    attr "memory_max" {
      type  = number
      whole = true
      doc   = "The most memory in MB."
    }
    attr "disk" {
      type  = number
      whole = true
      doc   = "Room in MB."
    }
    attr "secrets" {
      type  = number
      whole = true
      doc   = "Room for secrets in MB."
    }
    attr "iops" {
      type       = number
      whole      = true
      deprecated = "it has no effect"
      doc        = "Accesses a second."
    }
    block_list "network" {
      doc = "Ports of the task. Those of the group are better."
      object { include = [body.network] }
    }
    block_list "device" {
      doc = "A device, such as `nvidia/gpu`."
      label "name" {}
      object { include = [body.device] }
    }
    block_list "numa" {
      singleton = true
      doc       = "Which processors."
      object { include = [body.numa] }
    }
  }
}
body "device" {
  object {
    attr "count" {
      type  = number
      whole = true
      doc   = "How many."
    }
    block_list "constraint" {
      doc = "What they must have."
      object { include = [body.constraint] }
    }
    block_list "affinity" {
      doc = "What they should have."
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
      doc    = "Whether they must be near each other."
    }
    attr "devices" {
      type = list(string)
      doc  = "Devices that must be near."
    }
  }
}
body "logs" {
  object {
    attr "max_files" {
      type  = number
      whole = true
      doc   = "How many files."
    }
    attr "max_file_size" {
      type  = number
      whole = true
      doc   = "How large each may be, in MB."
    }
    attr "enabled" {
      type       = bool
      deprecated = "use `disabled` instead"
      doc        = "Whether output is kept."
    }
    attr "disabled" {
      type = bool
      doc  = "Whether output is not kept."
    }
  }
}
body "artifact" {
  object {
    attr "source" {
      type = string
      doc  = "Where it comes from."
    }
    attr "destination" {
      type = string
      doc  = "Where it goes."
    }
    attr "mode" {
      type   = string
      values = ["any", "file", "dir"]
      open   = true
      doc    = "What it is."
    }
    attr "insecure" {
      type = bool
      doc  = "Whether any certificate is fine."
    }
    attr "chown" {
      type = bool
      doc  = "Whether it belongs to the user of the task."
    }
    block_list "options" {
      also      = attr
      singleton = true
      doc       = "Options of what fetches it."
      object { include = [body.free] }
    }
    block_list "headers" {
      also      = attr
      singleton = true
      doc       = "Headers of the request."
      object { include = [body.free] }
    }
  }
}
body "template" {
  object {
    attr "source" {
      type = string
      doc  = "The file with the template."
    }
    attr "destination" {
      type = string
      doc  = "The file to make."
    }
    attr "data" {
      type = string
      doc  = "The text of the template."
    }
    attr "change_mode" {
      type   = string
      values = ["noop", "restart", "signal", "script"]
      open   = true
      doc    = "What happens when it changes."
    }
    attr "change_signal" {
      type = string
      doc  = "The signal for that."
    }
    attr "once" {
      type = bool
      doc  = "Whether it is made only once."
    }
    attr "splay" {
      types  = [string, number]
      format = duration
      doc    = "A random wait before that."
    }
    attr "perms" {
      type = string
      doc  = "The mode of the file: `\"0644\"`."
    }
    attr "uid" {
      type  = number
      whole = true
      doc   = "The user of the file."
    }
    attr "gid" {
      type  = number
      whole = true
      doc   = "The group of the file."
    }
    attr "left_delimiter" {
      type = string
      doc  = "What an action begins with; `{{` otherwise."
    }
    attr "right_delimiter" {
      type = string
      doc  = "What an action ends with."
    }
    attr "env" {
      type = bool
      doc  = "Whether its lines are environment variables."
    }
    attr "vault_grace" {
      types      = [string, number]
      format     = duration
      deprecated = "it has no effect"
      doc        = "Time before a secret runs out."
    }
    attr "error_on_missing_key" {
      type = bool
      doc  = "Whether a missing key is an error."
    }
    block_list "change_script" {
      singleton = true
      doc       = "The script for that."
      object { include = [body.change_script] }
    }
    block_list "wait" {
      singleton = true
      doc       = "How long to wait for further changes."
      object { include = [body.wait] }
    }
  }
}
body "change_script" {
  object {
    attr "command" {
      type = string
      doc  = "The program."
    }
    attr "args" {
      type = list(string)
      doc  = "Its arguments."
    }
    attr "timeout" {
      types  = [string, number]
      format = duration
      doc    = "How long it may take."
    }
    attr "fail_on_error" {
      type = bool
      doc  = "Whether the task fails with it."
    }
    attr "run_on_first_render" {
      type = bool
      doc  = "Whether it runs the first time."
    }
  }
}
body "wait" {
  object {
    attr "min" {
      types  = [string, number]
      format = duration
      doc    = "At least."
    }
    attr "max" {
      types  = [string, number]
      format = duration
      doc    = "At most."
    }
  }
}
body "dispatch_payload" {
  object {
    attr "file" {
      type = string
      doc  = "The file."
    }
  }
}
body "volume_mount" {
  object {
    attr "volume" {
      type = string
      doc  = "The label of the volume."
    }
    attr "destination" {
      type = string
      doc  = "Where it is seen."
    }
    attr "read_only" {
      type = bool
      doc  = "Whether it cannot be written."
    }
    attr "propagation_mode" {
      type   = string
      values = ["private", "host-to-task", "bidirectional"]
      open   = true
      doc    = "Whether mounts inside are seen outside."
    }
    attr "selinux_label" {
      type = string
      doc  = "The label for SELinux."
    }
  }
}
body "csi_plugin" {
  object {
    attr "id" {
      type = string
      doc  = "The plugin."
    }
    attr "type" {
      type   = string
      values = ["node", "controller", "monolith"]
      open   = true
      doc    = "Which part of it."
    }
    attr "mount_dir" {
      type = string
      doc  = "Where its socket is."
    }
    attr "stage_publish_base_dir" {
      type = string
      doc  = "Where volumes are mounted."
    }
    attr "health_timeout" {
      types  = [string, number]
      format = duration
      doc    = "How long it may take to be well."
    }
  }
}
body "identity" {
  object {
    attr "name" {
      type = string
      doc  = "The name of the token."
    }
    attr "aud" {
      type = list(string)
      doc  = "Who it is for."
    }
    attr "change_mode" {
      type   = string
      values = ["noop", "restart", "signal"]
      open   = true
      doc    = "What happens when it changes."
    }
    attr "change_signal" {
      type = string
      doc  = "The signal for that."
    }
    attr "env" {
      type = bool
      doc  = "Whether it is in the environment."
    }
    attr "file" {
      type = bool
      doc  = "Whether a file has it."
    }
    attr "filepath" {
      type = string
      doc  = "The file."
    }
    attr "service_name" {
      type = string
      doc  = "The service that it is for."
    }
    attr "ttl" {
      types  = [string, number]
      format = duration
      doc    = "How long it holds."
    }
    attr "extra_claims" {
      type = map(string)
      doc  = "More to say in it."
    }
  }
}
body "action" {
  object {
    attr "command" {
      type     = string
      required = true
      doc      = "The program."
    }
    attr "args" {
      type = list(string)
      doc  = "Its arguments."
    }
  }
}
body "schedule" {
  object {
    block_list "cron" {
      singleton = true
      doc       = "When."
      object { include = [body.schedule_cron] }
    }
  }
}
body "schedule_cron" {
  object {
    attr "start" {
      type = string
      doc  = "When it starts, as cron writes it."
    }
    attr "end" {
      type = string
      doc  = "When it ends."
    }
    attr "timezone" {
      type = string
      doc  = "The time zone."
    }
  }
}
function "regex_replace" {
  doc     = "The text with all matches of a pattern replaced."
  params  = [string, pattern, replacement]
  returns = string
}
function "uuidv4" {
  doc     = "A random UUID."
  params  = []
  returns = string
}
