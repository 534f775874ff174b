# Nomad: job specifications. References other than `var` and `local` are replaced where the job runs: `node`, `attr`,
# `meta`, `env`, `NOMAD_*`; what the servers check later is not checked here.
language "nomad" {
  title          = "Nomad job"
  ids            = ["nomad", "nomad-job"]
  files          = ["*.nomad", "*.nomad.hcl", "*.nomad.json"]
  content        = ["job +\"[^\"]*\" *\\{.*", "!\\s*\\{?\\s*(\"Name\" *: *\"[^\"]*\" *, *)?\"(SchedulerConfiguration|NodeIdentityTTL|Description|Capabilities|Limits)\" *:.*", "!\\s*\\{\\s*\"Name\" *:.*", "!\\s*\\{?\\s*\"(node_pool|namespace)\" *: *[{\\[].*", "!(plugin_id|external_id) *=.*|(plugin +\"[^\"]*\"|client|server|agent|node|operator|quota) *\\{.*", "!\"?(path|namespace|host_volume|node_pool)\"? +\"[^\"]*\" *\\{.*", "-\\s*((schedule|concurrency) *=|(option|parameter|step) +\"[^\"]*\" *\\{).*"]
  join           = file
  public         = [variable]
  unknown        = text
  nullable       = whole
  dynamic_blocks = "dynamic"
  # Volumes and agents, which other commands read.
  names = {
    var                  = error
    local                = error
    "try()"              = allowed
    "can()"              = allowed
    "NOMAD_PORT_*"       = { refers_to = [port] }
    "NOMAD_IP_*"         = { refers_to = [port] }
    "NOMAD_ADDR_*"       = { refers_to = [port] }
    "NOMAD_HOST_PORT_*"  = { refers_to = [port] }
    "NOMAD_HOST_IP_*"    = { refers_to = [port] }
    "NOMAD_HOST_ADDR_*"  = { refers_to = [port] }
    "NOMAD_ALLOC_PORT_*" = { refers_to = [port] }
    "NOMAD_ALLOC_IP_*"   = { refers_to = [port] }
    "NOMAD_ALLOC_ADDR_*" = { refers_to = [port] }
    "NOMAD_*" = {
      values = {
        NOMAD_ALLOC_DIR        = "Folder that the tasks of the group share."
        NOMAD_TASK_DIR         = "Folder of the task."
        NOMAD_SECRETS_DIR      = "Folder of the task for secrets."
        NOMAD_ALLOC_ID         = "Id of the allocation."
        NOMAD_SHORT_ALLOC_ID   = "First characters of the id of the allocation."
        NOMAD_ALLOC_NAME       = "Name of the allocation."
        NOMAD_ALLOC_INDEX      = "Number of the allocation in its group, from 0."
        NOMAD_TASK_NAME        = "Name of the task."
        NOMAD_GROUP_NAME       = "Name of the group."
        NOMAD_JOB_ID           = "Id of the job."
        NOMAD_JOB_NAME         = "Name of the job."
        NOMAD_JOB_PARENT_ID    = "Id of the job that this one was dispatched from."
        NOMAD_DC               = "Datacenter."
        NOMAD_REGION           = "Region."
        NOMAD_NAMESPACE        = "Namespace of the job."
        NOMAD_MEMORY_LIMIT     = "Memory of the task, in MB."
        NOMAD_MEMORY_MAX_LIMIT = "Most memory of the task, in MB."
        NOMAD_CPU_LIMIT        = "Computing power of the task, in MHz."
        NOMAD_CPU_CORES        = "Cores of the task."
        NOMAD_PARENT_CGROUP    = "Control group above that of the task."
        NOMAD_UNIX_ADDR        = "Socket of the task API."
        NOMAD_TOKEN            = "Workload identity of the task."
      }
    }
    node = {
      values = {
        "unique.id"   = "Id of the node."
        "unique.name" = "Name of the node."
        region        = "Region of the node."
        datacenter    = "Datacenter of the node."
        class         = "Class of the node."
        pool          = "Pool of the node."
      }
    }
    attr = {
      values = {
        "cpu.arch"                   = "Architecture of the CPU: `amd64`, `arm64`."
        "cpu.numcores"               = "Number of cores."
        "cpu.totalcompute"           = "Computing power of all cores, in MHz."
        "cpu.modelname"              = "Model of the CPU."
        "consul.datacenter"          = "Datacenter of the Consul agent."
        "consul.version"             = "Version of the Consul agent."
        "driver.docker"              = "Whether the Docker driver is available."
        "driver.docker.version"      = "Version of Docker."
        "driver.exec"                = "Whether the exec driver is available."
        "driver.java"                = "Whether the Java driver is available."
        "driver.qemu"                = "Whether the QEMU driver is available."
        "driver.raw_exec"            = "Whether the raw_exec driver is available."
        "kernel.arch"                = "Architecture of the kernel."
        "kernel.name"                = "Name of the kernel: `linux`, `windows`, `darwin`."
        "kernel.version"             = "Version of the kernel."
        "memory.totalbytes"          = "Memory in bytes."
        "nomad.version"              = "Version of the Nomad client."
        "os.name"                    = "Operating system: `ubuntu`, `windows`."
        "os.version"                 = "Version of the operating system."
        "platform.aws.instance-type" = "Type of the AWS instance."
        "unique.hostname"            = "Name of the host."
        "unique.network.ip-address"  = "Default address of the node."
        "unique.consul.name"         = "Name of the Consul node."
        "vault.version"              = "Version of Vault."
      }
    }
  }
  # Only the servers check labels of ports, volumes and tasks, and repeated names. With `reserved = ["*"]`, values that are
  # not listed are warnings for the same reason.
  severity = { UndeclaredText = warning, DuplicateKey = warning, UnusedSymbol = info, missing-file = warning }
  functions = [
    "workspace_files.file", "workspace_files.filebase64", "workspace_files.fileexists", "workspace_files.fileset",
    abs, abspath, basename, base64decode, base64encode, bcrypt, can, ceil, chomp, chunklist, cidrhost,
    cidrnetmask, cidrsubnet, cidrsubnets, "stdlib.coalesce", coalescelist, compact, concat, "stdlib.contains",
    convert, csvdecode, dirname, distinct, element, flatten, floor,
    format, formatdate, formatlist, indent, "stdlib.index", join, jsondecode, jsonencode, keys,
    "stdlib.length", log, "stdlib.lookup", lower, max, md5, merge, min, parseint, pathexpand, pow, range,
    "stdlib.replace", "stdlib.reverse", rsadecrypt, setintersection, setproduct, setunion, sha1, sha256, sha512, signum,
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
    label "name" {
      format = identifier
      doc    = "Variable name, as in `var.NAME`."
    }
    symbol {
      address = [var, label.name]
      kind    = variable
      value   = set.type ? cast(unknown(any), self.type) : unknown_like(self.default)
      type    = self.type
      default = self.default
      unused  = true
    }
    restrict {
      at      = [block.validation, attr.condition]
      names   = [own]
      message = "a condition looks at its own variable alone."
    }
    check "exact-type" {
      condition = is_exact(self.type)
      message   = "Nomad needs an exact type here: one without \"any\", and without optional members."
      at        = attr.type
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
        type     = string
        constant = true
        nullable = false
        doc      = "Description of the variable's purpose."
      }
      block_list "validation" {
        doc = "Validation rule for the value of the variable."
        check "empty-message" {
          condition = trimspace(self.error_message) != ""
          message   = "A message is needed: it tells the user why the value is not accepted."
          at        = attr.error_message
        }
        object {
          attr "condition" {
            type     = bool
            required = true
            refers   = [own]
            message  = self.error_message
            doc      = "Expression that must be true for the value to be valid."
          }
          attr "error_message" {
            type     = string
            required = true
            constant = true
            nullable = false
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
      attr "*" {
        constant = true
        symbol {
          address = [var, name]
          kind    = variable
          value   = unknown_like(self)
        }
      }
    }
  }
  block_list "locals" {
    merge = true
    icon  = variable
    doc   = "Local values, referenced as `local.NAME`. The last of several with one name counts."
    object {
      attr "*" {
        symbol {
          address = [local, name]
          kind    = local
          icon    = constant
        }
      }
    }
  }
  block_list "job" {
    max_items = 1
    min_items = 1
    icon      = module
    doc       = "Job specification: the task groups to run and where to place them."
    outline   = label.name
    label "name" { doc = "Name of the job." }
    check "job-id" {
      condition = is_template(first(self.id, label.name)) || !can(regex("[ ]", first(self.id, label.name)))
      message   = "Nomad refuses a job ID with spaces: set `id`."
      severity  = warning
    }
    check "job-without-group" {
      condition = length(self.group) + length(self.task) > 0
      message   = "A job needs at least one group."
      severity  = warning
    }
    check "priority" {
      condition = self.priority == null || self.priority >= 1 && self.priority <= 32766
      message   = "A priority is a number from 1 to 100."
      at        = attr.priority
      severity  = warning
    }
    check "high-priority" {
      condition = self.priority == null || self.priority <= 100 || self.priority > 32766
      message   = "Servers allow priorities up to 100, unless their `job_max_priority` is higher."
      at        = attr.priority
      severity  = info
    }
    check "datacenter" {
      each      = self.datacenters
      condition = each != ""
      message   = "The name of a datacenter cannot be empty."
      severity  = warning
    }
    check "periodic-type" {
      condition = length(self.periodic) == 0 || may_be_batch(self.type) || try(self.periodic[0].enabled == false, false)
      message   = "Only jobs of type `batch` or `sysbatch` can be periodic."
      at        = attr.type
      severity  = warning
    }
    check "parameterized-type" {
      condition = length(self.parameterized) == 0 || may_be_batch(self.type)
      message   = "Only jobs of type `batch` or `sysbatch` can be parameterized."
      at        = attr.type
      severity  = warning
    }
    check "system-affinity" {
      condition = self.type != "system" || length(self.affinity) == 0 && length([for group in self.group : 1 if length(group.affinity) > 0 || length([for task in group.task : 1 if length(task.affinity) > 0]) > 0]) == 0
      message   = "System jobs run on all nodes: they cannot have an `affinity`."
      at        = attr.type
      severity  = warning
    }
    check "system-count" {
      condition = self.type != "system" || length([for group in self.group : 1 if first(group.count, 1) > 1]) == 0
      message   = "System jobs run once on each node: the `count` of a group cannot be more than 1."
      at        = attr.type
      severity  = warning
    }
    check "service-reschedule" {
      condition = first(self.type, "service") != "service" || alltrue([for r in concat(length(self.reschedule) > 0 ? [] : flatten([for group in self.group : group.reschedule]), alltrue([for group in self.group : length(group.reschedule) == 0]) ? self.reschedule : []) : first(r.attempts, 0) == 0 || r.interval != null && r.unlimited == false])
      message   = "By default, a service is rescheduled without a limit: `attempts` needs `interval` and `unlimited = false`."
      severity  = warning
    }
    check "system-reschedule" {
      condition = !contains(["system", "sysbatch"], first(self.type, "service")) || length(self.reschedule) == 0 && length([for group in self.group : 1 if length(group.reschedule) > 0]) == 0
      message   = "System jobs are never moved to another node: they cannot have a `reschedule`."
      at        = attr.type
      severity  = warning
    }
    check "updates-of-batch" {
      condition = !contains(["batch", "sysbatch"], first(self.type, "service")) || length([for group in self.group : 1 if length(group.update) > 0]) == 0 && length([for update in self.update : 1 if sets_any(update)]) == 0
      message   = "Only service and system jobs have an `update`."
      at        = attr.type
      severity  = warning
    }
    check "migrations" {
      condition = first(self.type, "service") == "service" || length([for group in self.group : 1 if length(group.migrate) > 0]) + length(self.migrate) == 0
      message   = "Only service jobs have a `migrate`."
      at        = attr.type
      severity  = warning
    }
    check "system-spread" {
      condition = self.type != "system" || length(self.spread) == 0 && length([for group in self.group : 1 if length(group.spread) > 0]) == 0
      message   = "System jobs run on all nodes: they cannot have a `spread`."
      at        = attr.type
      severity  = warning
    }
    # What a group does not set is that of the job; a number of 0 is reported where it is.
    check "promoted-canaries" {
      condition = alltrue([for group in self.group : first(try(group.update[0].auto_promote, null), try(self.update[0].auto_promote, null), false) != true || first(try(group.update[0].canary, null), try(self.update[0].canary, null)) != null])
      message   = "A group has `auto_promote`, but no `canary`: only canaries are promoted."
      severity  = warning
    }
    object { include = [body.job] }
  }
}

body "job" {
  object {
    include = [body.meta, body.placement, body.policies]
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
      type     = string
      values   = ["service", "batch", "system", "sysbatch"]
      unknown  = allowed
      reserved = ["*"]
      doc      = "Scheduler type: `service`, `batch`, `system` or `sysbatch`."
    }
    attr "priority" {
      type    = number
      format  = integer
      default = 50
      doc     = "Scheduling priority from 1 to 100. Jobs with a higher priority are scheduled first."
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
    block_list "group" {
      icon    = class
      doc     = "Group of tasks that are placed together on the same node."
      outline = label.name
      unique  = label.name
      label "name" {}
      check "count" {
        condition = self.count == null || self.count >= 0
        message   = "The count of a group cannot be negative."
        at        = attr.count
        severity  = warning
      }
      check "group-without-task" {
        condition = length(self.task) > 0 || length([for service in self.service : 1 if length(service.connect) > 0]) > 0
        message   = "A group needs at least one task."
        severity  = warning
      }
      check "one-leader" {
        condition = length([for task in self.task : 1 if task.leader == true]) <= 1
        message   = "Only one task of a group can be its leader."
        severity  = warning
      }
      check "one-provider" {
        condition = length(distinct([for service in self.service : first(service.provider, "consul")])) <= 1
        message   = "All services of a group must have the same provider."
        severity  = warning
      }
      check "count-in-scaling" {
        condition = self.count == null || length(self.scaling) == 0 || try(self.count <= self.scaling[0].max, true) && try(self.count >= self.scaling[0].min, true)
        message   = "The count is outside of the bounds of `scaling`."
        at        = attr.count
        severity  = warning
      }
      object { include = [body.group] }
    }
    block_list "task" {
      icon    = function
      doc     = "Task in its own implicit group of the same name."
      outline = label.name
      unique  = label.name
      label "name" {}
      symbol {
        address = [task, label.name]
        visible = by_name
      }
      object { include = [body.job_task] }
    }
    block_list "multiregion" {
      max_items = 1
      doc       = "Deployment of the job to multiple regions."
      object { include = [body.multiregion] }
    }
    block_list "periodic" {
      max_items = 1
      doc       = "Schedule on which the job runs periodically."
      check "schedule" {
        condition = self.enabled == false || first(self.cron, "") != "" || length(first(self.crons, [])) > 0
        message   = "A periodic job needs a schedule: set `crons`."
        severity  = warning
      }
      check "one-schedule" {
        condition = self.enabled == false || first(self.cron, "") == "" || length(first(self.crons, [])) == 0
        message   = "Set only one of `cron` and `crons`."
        at        = attr.crons
        severity  = warning
      }
      check "cron" {
        condition = self.enabled == false || is_cron(self.cron)
        message   = "A cron expression has five fields: minute, hour, day of month, month, day of week."
        at        = attr.cron
        severity  = warning
      }
      check "crons" {
        each      = self.crons
        condition = self.enabled == false || is_cron(each)
        message   = "A cron expression has five fields: minute, hour, day of month, month, day of week."
        severity  = warning
      }
      object { include = [body.periodic] }
    }
    block_list "parameterized" {
      max_items = 1
      doc       = "Parameters of a job that runs each time it is dispatched."
      check "meta-keys" {
        condition = length([for key in first(self.meta_required, []) : 1 if contains(first(self.meta_optional, []), key)]) == 0
        message   = "The same key cannot be both required and optional."
        at        = attr.meta_optional
        severity  = warning
      }
      object { include = [body.parameterized] }
    }
    block_list "ui" {
      max_items = 1
      doc       = "Content to show on the job page of the web UI."
      object { include = [body.ui] }
    }
  }
}
body "multiregion" {
  object {
    block_list "strategy" {
      max_items = 1
      doc       = "Rollout strategy across regions."
      object { include = [body.multiregion_strategy] }
    }
    block_list "region" {
      doc    = "Region to deploy to."
      unique = label.name
      label "name" {}
      object { include = [body.multiregion_region] }
    }
  }
}
body "multiregion_strategy" {
  object {
    attr "max_parallel" {
      type   = number
      format = integer
      doc    = "Maximum number of regions to deploy to at the same time."
    }
    attr "on_failure" {
      type    = string
      values  = ["fail_all", "fail_local", ""]
      unknown = warning
      doc     = "Behavior when the deployment fails in one region."
    }
  }
}
body "multiregion_region" {
  object {
    attr "count" {
      type   = number
      format = integer
      doc    = "Number of allocations in the region."
    }
    attr "datacenters" {
      type = list(string)
      doc  = "Datacenters of the region in which the job may be placed."
    }
    attr "node_pool" {
      type     = string
      nullable = false
      doc      = "Node pool for the job in the region."
    }
    block_list "meta" {
      max_items = 1
      doc       = "User-defined metadata for the region."
      object { include = [body.free] }
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
    include = [body.time_zone]
  }
}
body "parameterized" {
  object {
    attr "payload" {
      type     = string
      values   = ["optional", "required", "forbidden", ""]
      unknown  = allowed
      reserved = ["*"]
      nullable = false
      doc      = "Whether dispatches may or must carry a payload."
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
body "ui" {
  object {
    attr "description" {
      type     = string
      nullable = false
      doc      = "Job description in Markdown."
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
      type     = string
      nullable = false
      doc      = "Link text."
    }
    attr "url" {
      type     = string
      nullable = false
      doc      = "URL of the link."
    }
  }
}
function "regex_replace" {
  doc    = "Replaces all matches of a pattern in a string."
  params = { string = string, pattern = string, replacement = string }
  result = can(regex("(?:${pattern})|", "")) ? unknown(string) : fail("\"${pattern}\" is not a regular expression")
}
function "uuidv4" {
  doc    = "Returns a random UUID."
  params = []
  type   = string
}
# Text that another program replaces before or after the servers see it.
function "is_template" {
  params  = [text]
  result  = can(regex("\\$\\{|\\[\\[|\\{\\{", text))
  visible = pack
}
function "may_be_batch" {
  params  = [type]
  result  = !contains(["service", "system"], first(type, "service"))
  visible = pack
}
# Groups get the `update` of the job, unless nothing in it says anything.
function "sets_any" {
  params  = [update]
  result  = length([for value in [update.stagger, update.max_parallel, update.health_check, update.min_healthy_time, update.healthy_deadline, update.progress_deadline, update.auto_revert, update.auto_promote, update.canary] : 1 if !contains(["", "0", "false", "0s"], value == null ? "" : join("", [value]))]) > 0
  visible = pack
}
# Signals that clients know. Others are never on a node.
function "is_signal" {
  params  = [text]
  result  = text == null || text == "" || is_template(text) || can(regex("^SIG(ABRT|ALRM|BUS|CHLD|CLD|CONT|EMT|FPE|HUP|ILL|INFO|INT|IO|IOT|KILL|NULL|PIPE|POLL|PROF|PWR|QUIT|RTM[AI].*|SEGV|STKFLT|STOP|SYS|TERM|TRAP|TSTP|TTIN|TTOU|URG|USR[12]|VTALRM|WINCH|XCPU|XFSZ)$", upper(text)))
  visible = pack
}
# Whether two services have the same name and port.
function "are_services_unique" {
  params  = [services]
  result  = length(distinct([for service in services : "${first(service.name, "")}:${first(service.port, "")}"])) == length(services)
  visible = pack
}
function "is_version_condition" {
  params  = [text]
  result  = text == null || text == "" || is_template(text) || can(regex("^\\s*((=|!=|>|<|>=|<=|~>)?\\s*v?[0-9]+[0-9A-Za-z.+-]*\\s*(,\\s*|$))+$", text))
  visible = pack
}
function "is_cron" {
  params  = [text]
  result  = text == null || text == "" || is_template(text) || can(regex("^\\s*(@[a-z]+|\\S+(\\s+\\S+){4,})\\s*$", text))
  visible = pack
}
# The seconds of a duration; null for one of another form, such as one in nanoseconds.
function "seconds" {
  params  = [text]
  result  = !can(regex("^([0-9.]+(ms|s|m|h))+$|^0$", text)) ? null : try(tonumber(regex("([0-9.]+)h", text)[0]), 0) * 3600 + try(tonumber(regex("([0-9.]+)m([^s]|$)", text)[0]), 0) * 60 + try(tonumber(regex("([0-9.]+)s", text)[0]), 0) + try(tonumber(regex("([0-9.]+)ms", text)[0]), 0) / 1000
  visible = pack
}
# The most that the logs of a task take, in megabytes; of the first of its blocks.
function "log_size" {
  params  = [logs]
  result  = length(logs) == 0 ? 100 : first(logs[0].disabled, false) ? 0 : first(logs[0].max_files, 10) * first(logs[0].max_file_size, 10)
  visible = pack
}
