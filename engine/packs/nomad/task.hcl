# Nomad jobs: tasks, their resources, templates and artifacts.
body "task" {
  object {
    case {
      on = self.driver
      is = {
        docker   = body.driver_docker
        exec     = body.driver_exec
        java     = body.driver_java
        podman   = body.driver_podman
        qemu     = body.driver_qemu
        raw_exec = body.driver_raw_exec
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
  check "driver" {
    condition = first(self.driver, "") != ""
    message   = "A task needs a driver."
    severity  = warning
  }
  check "task-name" {
    condition = label.name != "alloc" && !can(regex("[/\\\\]", label.name))
    message   = "A task cannot be called \"alloc\", and its name cannot contain slashes."
    severity  = warning
  }
  check "kill-timeout" {
    condition = !can(regex("^-", self.kill_timeout))
    message   = "The time cannot be negative."
    at        = attr.kill_timeout
    severity  = warning
  }
  check "shutdown-delay" {
    condition = !can(regex("^-", self.shutdown_delay))
    message   = "The time cannot be negative."
    at        = attr.shutdown_delay
    severity  = warning
  }
  check "kill-signal" {
    condition = is_signal(self.kill_signal)
    message   = "No node has this signal, so the task is never placed. Names are like `SIGTERM`."
    at        = attr.kill_signal
    severity  = warning
  }
  check "services-twice" {
    condition = are_services_unique(self.service)
    message   = "Two services of the task have the same name and port: servers refuse that."
    severity  = warning
  }
  check "task-constraint" {
    condition = length([for constraint in self.constraint : 1 if constraint.distinct_hosts != null || constraint.distinct_property != null]) == 0
    message   = "`distinct_hosts` and `distinct_property` are only possible in a group or job."
    severity  = warning
  }
  object {
    include = [body.meta, body.placement, body.process]
    block_list "env" {
      also      = attr
      max_items = 1
      doc       = "Environment variables of the task."
      object { include = [body.free] }
    }
    attr "driver" {
      type     = string
      values   = ["docker", "exec", "java", "podman", "qemu", "raw_exec"]
      unknown  = similar
      nullable = false
      doc      = "Task driver that runs the task."
    }
    attr "leader" {
      type     = bool
      nullable = false
      doc      = "Whether all other tasks of the group stop when this task ends."
    }
    attr "shutdown_delay" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Delay between deregistering services and stopping the task."
    }
    attr "kind" {
      type     = string
      nullable = false
      doc      = "Role of the task in Consul service mesh."
    }
    block_list "lifecycle" {
      max_items = 1
      doc       = "When the task runs relative to the main tasks."
      object { include = [body.lifecycle] }
    }
    block_list "service" {
      doc = "Service to register for service discovery."
      check "alloc-address" {
        condition = !contains(["alloc", "alloc_ipv6"], first(self.address_mode, ""))
        message   = "Only services of a group can have this address mode."
        at        = attr.address_mode
        severity  = warning
      }
      check "checks-twice" {
        condition = length(distinct([for check in self.check : check.name if first(check.name, "") != ""])) == length([for check in self.check : 1 if first(check.name, "") != ""])
        message   = "Two checks of the service have the same name: servers refuse that."
        severity  = warning
      }
      check "connect-in-task" {
        condition = length(self.connect) == 0
        message   = "Only services of a group can be part of the service mesh."
        severity  = warning
      }
      object { include = [body.service] }
    }
    block_list "resources" {
      max_items = 1
      doc       = "Resource requirements of the task."
      check "cpu-or-cores" {
        condition = first(self.cpu, 0) <= 0 || first(self.cores, 0) <= 0
        message   = "Set only one of `cpu` and `cores`."
        at        = attr.cores
        severity  = warning
      }
      check "memory" {
        condition = self.memory == null || self.memory >= 10
        message   = "A task needs at least 10 MB of memory."
        at        = attr.memory
        severity  = warning
      }
      check "memory-max" {
        condition = contains([0, -1], first(self.memory_max, 0)) || self.memory_max >= first(self.memory, 0)
        message   = "The maximum cannot be less than `memory`."
        at        = attr.memory_max
        severity  = warning
      }
      object { include = [body.resources] }
    }
    block_list "restart" {
      max_items = 1
      doc       = "Restart policy of the task."
      object { include = [body.restart] }
    }
    block_list "logs" {
      max_items = 1
      doc       = "Log rotation for the output of the task."
      check "log-files" {
        condition = self.max_files == null || self.max_files >= 1
        message   = "At least one file is needed."
        at        = attr.max_files
        severity  = warning
      }
      check "log-size" {
        condition = self.max_file_size == null || self.max_file_size >= 1
        message   = "A file needs at least 1 MB."
        at        = attr.max_file_size
        severity  = warning
      }
      object { include = [body.logs] }
    }
    block_list "artifact" {
      doc = "Artifact to download before the task starts."
      check "artifact-source" {
        condition = first(self.source, "") != ""
        message   = "An artifact needs a `source`."
        severity  = warning
      }
      check "artifact-inside" {
        condition = !can(regex("^(\\./)*\\.\\./(\\./)*\\.\\.(/|$)", self.destination))
        message   = "The path leads out of the folder of the allocation."
        at        = attr.destination
        severity  = warning
      }
      check "artifact-checksum" {
        condition = alltrue([for options in self.options : try(options.checksum, null) == null || is_template(options.checksum) || can(regex("^\\s*(md5:[0-9a-fA-F]{32}|sha1:[0-9a-fA-F]{40}|sha256:[0-9a-fA-F]{64}|sha512:[0-9a-fA-F]{128})\\s*$", options.checksum))])
        message   = "A checksum is `md5:`, `sha1:`, `sha256:` or `sha512:`, and the digits of that checksum."
        severity  = warning
      }
      object { include = [body.artifact] }
    }
    block_list "vault" {
      max_items = 1
      doc       = "Vault configuration of the task."
      object { include = [body.vault] }
    }
    block_list "consul" {
      max_items = 1
      doc       = "Consul cluster, namespace and partition."
      object { include = [body.consul] }
    }
    block_list "template" {
      unique = self.destination
      doc    = "Template to render to a file."
      check "template-inside" {
        condition = !can(regex("^(\\./)*\\.\\./(\\./)*\\.\\.(/|$)", self.destination))
        message   = "The path leads out of the folder of the allocation."
        at        = attr.destination
        severity  = warning
      }
      check "template-source" {
        condition = first(self.data, "") != "" || first(self.source, "") != ""
        message   = "A template needs `data` or `source`."
        severity  = warning
      }
      check "template-sources" {
        condition = first(self.data, "") == "" || first(self.source, "") == ""
        message   = "Set only one of `data` and `source`: the client refuses both."
        at        = attr.source
        severity  = warning
      }
      check "template-destination" {
        condition = first(self.destination, "") != ""
        message   = "A template needs a `destination`."
        severity  = warning
      }
      check "signal-name" {
        condition = is_signal(self.change_signal)
        message   = "No node has this signal, so the task is never placed. Names are like `SIGHUP`."
        at        = attr.change_signal
        severity  = warning
      }
      check "template-signal" {
        condition = self.change_mode != "signal" || first(self.change_signal, "") != ""
        message   = "The change mode `signal` needs a `change_signal`."
        at        = attr.change_mode
        severity  = warning
      }
      check "template-env-signal" {
        condition = self.change_mode != "signal" || self.env != true
        message   = "A template with `env = true` cannot send signals: its variables change only with a restart."
        at        = attr.change_mode
        severity  = warning
      }
      check "template-script" {
        condition = self.change_mode != "script" || length(self.change_script) > 0
        message   = "The change mode `script` needs a `change_script`."
        at        = attr.change_mode
        severity  = warning
      }
      check "perms" {
        condition = first(self.perms, "") == "" || is_template(self.perms) || can(regex("^0*[0-7]{1,4}$", self.perms))
        message   = "A file mode in octal digits is needed, such as \"0644\"."
        at        = attr.perms
        severity  = warning
      }
      object { include = [body.template] }
    }
    block_list "dispatch_payload" {
      max_items = 1
      doc       = "Destination of the dispatch payload."
      object { include = [body.dispatch_payload] }
    }
    block_list "volume_mount" {
      doc = "Volume to mount into the task."
      check "mount-volume" {
        condition = first(self.volume, "") != ""
        message   = "Set `volume`: the label of a volume of the group."
        severity  = warning
      }
      check "mount-destination" {
        condition = first(self.destination, "") != ""
        message   = "Set `destination`: the path of the volume inside the task."
        severity  = warning
      }
      object { include = [body.volume_mount] }
    }
    block_list "csi_plugin" {
      max_items = 1
      doc       = "CSI plugin that the task runs."
      check "plugin-id" {
        condition = first(self.id, "") != ""
        message   = "A CSI plugin needs an `id`."
        severity  = warning
      }
      check "plugin-type" {
        condition = set.type
        message   = "A CSI plugin needs a type: `node`, `controller` or `monolith`."
        severity  = warning
      }
      object { include = [body.csi_plugin] }
    }
    block_list "scaling" {
      doc = "Scaling policy for the `cpu` or `mem` of the task."
      label "name" {
        values  = ["cpu", "mem"]
        unknown = allowed
        pattern = { "(?i:cpu|mem)" = "\"cpu\" or \"mem\"" }
      }
      check "task-scaling-type" {
        condition = first(self.type, "") == "" || self.type == "vertical_${lower(label.name)}"
        message   = "The type of this policy is `vertical_${lower(label.name)}`."
      }
      object { include = [body.task_scaling] }
    }
    block_list "secret" {
      doc    = "Secret that is available to the task."
      unique = label.name
      label "name" {}
      object { include = [body.secret] }
    }
    block_list "action" {
      doc    = "Predefined command that operators can run in the task."
      unique = label.name
      label "name" {}
      check "action-name" {
        condition = can(regex("^[A-Za-z0-9_-]{1,128}$", label.name))
        message   = "The name of an action has up to 128 letters, digits, hyphens and underscores."
        severity  = warning
      }
      object { include = [body.action] }
    }
    block_list "schedule" {
      max_items = 1
      doc       = "Time windows in which the task runs."
      object { include = [body.schedule] }
    }
  }
}
body "task_scaling" {
  object {
    include = [body.scaling]
    attr "max" {
      type   = number
      format = integer
      doc    = "Maximum value."
    }
  }
}
body "lifecycle" {
  object {
    attr "hook" {
      type     = string
      required = true
      values   = ["prestart", "poststart", "poststop"]
      unknown  = allowed
      reserved = ["*"]
      nullable = false
      doc      = "Phase in which the task runs."
    }
    attr "sidecar" {
      type     = bool
      nullable = false
      doc      = "Whether the task runs alongside the main tasks for their whole lifetime."
    }
  }
}
body "resources" {
  object {
    attr "cpu" {
      type   = number
      format = integer
      doc    = "CPU in MHz."
    }
    attr "cores" {
      type   = number
      format = integer
      doc    = "Number of CPU cores to reserve."
    }
    attr "memory" {
      type   = number
      format = integer
      doc    = "Memory in MB."
    }
    attr "memory_max" {
      type   = number
      format = integer
      doc    = "Maximum memory in MB."
    }
    attr "disk" {
      type   = number
      format = integer
      doc    = "Disk space in MB."
    }
    attr "secrets" {
      type   = number
      format = integer
      doc    = "Size of the secrets directory in MB."
    }
    attr "iops" {
      type       = number
      format     = integer
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
      max_items = 1
      doc       = "NUMA placement preferences."
      object { include = [body.numa] }
    }
  }
}
body "device" {
  object {
    attr "count" {
      type   = number
      format = integer
      min    = 0
      doc    = "Number of devices."
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
      type     = string
      values   = ["none", "prefer", "require", ""]
      unknown  = allowed
      reserved = ["*"]
      nullable = false
      doc      = "NUMA affinity of CPU cores and devices."
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
      type   = number
      format = integer
      doc    = "Maximum number of log files to keep."
    }
    attr "max_file_size" {
      type   = number
      format = integer
      doc    = "Maximum size of each log file in MB."
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
      type     = string
      values   = ["any", "file", "dir", ""]
      unknown  = allowed
      reserved = ["*"]
      doc      = "Type of the artifact: file, directory or any."
    }
    attr "insecure" {
      type = bool
      doc  = "Whether to skip TLS certificate verification."
    }
    attr "chown" {
      type     = bool
      nullable = false
      doc      = "Whether to change the owner to the user of the task."
    }
    block_list "options" {
      max_items = 1
      doc       = "Options of the downloader (go-getter)."
      object { include = [body.free] }
    }
    block_list "headers" {
      max_items = 1
      doc       = "HTTP headers of the request."
      object { include = [body.free] }
    }
  }
}
body "template" {
  check "template-syntax" {
    condition = self.data == null || set.left_delimiter || set.right_delimiter || template_problem(self.data) == null
    message   = "The text is no template: ${template_problem(self.data)}."
    at        = attr.data
    severity  = warning
  }
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
      type     = string
      values   = ["noop", "restart", "signal", "script"]
      unknown  = allowed
      reserved = ["*"]
      doc      = "Action when the rendered template changes."
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
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Maximum random delay before the change action."
    }
    attr "perms" {
      type = string
      doc  = "File mode of the rendered file: `\"0644\"`."
    }
    attr "uid" {
      type   = number
      format = integer
      doc    = "User ID of the file owner."
    }
    attr "gid" {
      type   = number
      format = integer
      doc    = "Group ID of the file owner."
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
      type       = [string, number]
      format     = duration
      nullable   = false
      deprecated = "it has no effect"
      doc        = "Grace period before a secret expires."
    }
    attr "error_on_missing_key" {
      type = bool
      doc  = "Whether a missing key causes an error."
    }
    block_list "change_script" {
      max_items = 1
      doc       = "Script to run when the rendered template changes."
      check "script-command" {
        condition = first(self.command, "") != ""
        message   = "A script needs a `command`."
        severity  = warning
      }
      object { include = [body.change_script] }
    }
    block_list "wait" {
      max_items = 1
      doc       = "Time to wait for further changes before rendering."
      check "wait-bounds" {
        condition = seconds(self.min) == null || seconds(self.max) == null || seconds(self.min) <= seconds(self.max)
        message   = "The minimum cannot exceed the maximum."
        at        = attr.min
        severity  = warning
      }
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
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Timeout of the script."
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
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Minimum wait time."
    }
    attr "max" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Maximum wait time."
    }
  }
}
body "dispatch_payload" {
  object {
    attr "file" {
      type     = string
      nullable = false
      doc      = "File to write the payload to."
    }
  }
}
body "volume_mount" {
  object {
    attr "volume" {
      type      = string
      refers_to = [volume]
      doc       = "Label of the volume."
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
      type     = string
      values   = ["private", "host-to-task", "bidirectional", ""]
      unknown  = allowed
      reserved = ["*"]
      doc      = "Mount propagation mode."
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
      type     = string
      nullable = false
      doc      = "ID of the plugin."
    }
    attr "type" {
      type     = string
      values   = ["node", "controller", "monolith"]
      unknown  = allowed
      reserved = ["*"]
      nullable = false
      doc      = "CSI plugin type: node, controller or both."
    }
    attr "mount_dir" {
      type     = string
      nullable = false
      doc      = "Directory of the plugin socket."
    }
    attr "stage_publish_base_dir" {
      type     = string
      nullable = false
      doc      = "Base directory for staging and publishing volumes."
    }
    attr "health_timeout" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Time within which the plugin must become healthy."
    }
  }
}
body "action" {
  object {
    attr "command" {
      type     = string
      required = true
      nullable = false
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
      max_items = 1
      doc       = "Time window as cron expressions."
      object { include = [body.schedule_cron] }
    }
  }
}
body "schedule_cron" {
  object {
    attr "start" {
      type     = string
      nullable = false
      doc      = "Cron expression of the start time."
    }
    attr "end" {
      type     = string
      nullable = false
      doc      = "End time of the window."
    }
    attr "timezone" {
      type     = string
      nullable = false
      doc      = "Time zone of the schedule."
    }
  }
}
