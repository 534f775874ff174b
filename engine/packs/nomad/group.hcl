# Nomad jobs: task groups, their volumes and disks.
body "group" {
  check "group-name" {
    condition = label.name != ""
    message   = "A group needs a name."
    severity  = warning
  }
  check "log-size" {
    condition = alltrue([for task in self.task : log_size(task.logs) < try(first(self.ephemeral_disk[0].size, 300), 300)])
    message   = "The logs of a task need less space than the `ephemeral_disk` of the group has."
    severity  = warning
  }
  check "canary-of-each-allocation" {
    condition = try(self.update[0].canary, 0) == null || try(self.update[0].canary, 0) == 0 || alltrue([for volume in self.volume : volume.per_alloc != true])
    message   = "Volumes with `per_alloc` cannot be used with canaries."
    severity  = warning
  }
  check "mesh-network" {
    condition = alltrue([for service in self.service : !has_sidecar(service)]) || length(self.network) == 1 && alltrue([for network in self.network : is_template(network.mode) || first(network.mode, "") == "bridge" || can(regex("^cni/", network.mode))])
    message   = "A service with a sidecar needs one `network` in its group, of the mode `bridge` or `cni/NAME`."
    severity  = warning
  }
  check "mesh-names" {
    condition = alltrue([for service in self.service : !has_sidecar(service) || is_template(first(service.name, "")) || first(service.name, "") == lower(first(service.name, ""))]) && (alltrue([for service in self.service : !has_sidecar(service)]) || is_template(label.name) || label.name == lower(label.name))
    message   = "Services with a sidecar, and the groups that have them, are named in lower case."
    severity  = warning
  }
  check "services-twice" {
    condition = are_services_unique(self.service)
    message   = "Two services of the group have the same name and port: servers refuse that."
    severity  = warning
  }
  check "port-map-of-group" {
    condition = length([for network in self.network : 1 if length(network.port) > 0]) == 0 || length([for task in self.task : 1 if task.driver == "docker" && length([for config in task.config : 1 if try(length(config.port_map) > 0, false) && config.ports == null]) > 0 && length([for resources in task.resources : 1 if length(resources.network) > 0]) == 0]) == 0
    message   = "`port_map` does not reach ports of the group: list their labels in `ports`, and set `to` in each `port`."
    severity  = warning
  }
  check "shutdown-delay" {
    condition = !can(regex("^-", self.shutdown_delay))
    message   = "The time cannot be negative."
    at        = attr.shutdown_delay
    severity  = warning
  }
  object {
    include = [body.meta, body.placement, body.policies]
    attr "count" {
      type   = number
      format = integer
      doc    = "Number of instances of the group."
    }
    attr "shutdown_delay" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Delay between deregistering services and stopping tasks."
    }
    attr "max_run_duration" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Maximum run time of an allocation."
    }
    attr "stop_after_client_disconnect" {
      type       = [string, number]
      format     = duration
      nullable   = false
      deprecated = "use the block `disconnect` instead"
      doc        = "Time after which a disconnected client stops the allocation."
    }
    attr "max_client_disconnect" {
      type       = [string, number]
      format     = duration
      nullable   = false
      deprecated = "use the block `disconnect` instead"
      doc        = "Time during which a disconnected client may reconnect."
    }
    attr "prevent_reschedule_on_lost" {
      type       = bool
      deprecated = "use the block `disconnect` instead"
      doc        = "Whether lost allocations are not rescheduled."
    }
    block_list "task" {
      icon    = function
      doc     = "Task to run."
      outline = label.name
      unique  = label.name
      label "name" {}
      symbol {
        address = [task, label.name]
        visible = [parent, by_name]
      }
      object { include = [body.task] }
    }
    block_list "volume" {
      icon    = file
      doc     = "Volume that tasks of the group can mount."
      outline = label.name
      label "name" {}
      symbol {
        address = [volume, label.name]
        visible = [parent, by_name]
      }
      check "volume-type" {
        condition = set.type
        message   = "A volume needs a type: `host` or `csi`."
        severity  = warning
      }
      check "volume-source" {
        condition = first(self.source, "") != ""
        message   = "A volume needs a `source`: the name or ID of the volume."
        severity  = warning
      }
      check "csi-access-mode" {
        condition = self.type != "csi" || first(self.access_mode, "") != ""
        message   = "A CSI volume needs an `access_mode`."
        severity  = warning
      }
      check "csi-attachment-mode" {
        condition = self.type != "csi" || first(self.attachment_mode, "") != ""
        message   = "A CSI volume needs an `attachment_mode`."
        severity  = warning
      }
      check "host-access-mode" {
        condition = self.type != "host" || !can(regex("^multi-node", self.access_mode))
        message   = "A host volume is on a single node."
        at        = attr.access_mode
        severity  = warning
      }
      check "host-mount-options" {
        condition = self.type != "host" || length(self.mount_options) == 0
        message   = "Host volumes have no `mount_options`."
        severity  = warning
      }
      check "read-only-mode" {
        condition = self.read_only == true || !contains(self.type == "host" ? ["single-node-reader-only"] : ["single-node-reader-only", "multi-node-reader-only"], first(self.access_mode, ""))
        message   = "With this access mode, the volume needs `read_only = true`."
        at        = attr.access_mode
        severity  = warning
      }
      check "sticky-per-alloc" {
        condition = self.per_alloc != true || self.sticky != true
        message   = "A volume is either `sticky` or `per_alloc`."
        at        = attr.sticky
        severity  = warning
      }
      object { include = [body.volume] }
    }
    block_list "restart" {
      max_items = 1
      doc       = "Restart policy for failed tasks."
      object { include = [body.restart_of_group] }
    }
    block_list "disconnect" {
      max_items = 1
      doc       = "Behavior of allocations when their client disconnects."
      check "lost-and-stopped" {
        condition = !set.lost_after || !set.stop_on_client_after || seconds(self.lost_after) == 0
        message   = "Set only one of `lost_after` and `stop_on_client_after`."
        at        = attr.stop_on_client_after
        severity  = warning
      }
      object { include = [body.disconnect] }
    }
    block_list "ephemeral_disk" {
      max_items = 1
      doc       = "Ephemeral disk shared by the tasks of the group."
      check "disk-size" {
        condition = self.size == null || self.size >= 10
        message   = "The disk must have at least 10 MB."
        at        = attr.size
        severity  = warning
      }
      object { include = [body.ephemeral_disk] }
    }
    block_list "network" {
      doc = "Network configuration and ports."
      check "network-mode" {
        condition = first(self.mode, "") == "" || contains(["none", "bridge", "host"], self.mode) || is_template(self.mode) || can(regex("^cni/", self.mode))
        message   = "No node has such a network: the mode is `none`, `bridge`, `host` or `cni/NAME`."
        at        = attr.mode
        severity  = warning
      }
      check "static-ports" {
        condition = length([for port in self.port : 1 if port.static != null && port.ignore_collision != true && length([for other in self.port : 1 if other.static == port.static && first(other.host_network, "") == first(port.host_network, "") && other.ignore_collision != true]) > 1]) == 0
        message   = "Two ports have the same static number."
        severity  = warning
      }
      object { include = [body.network] }
    }
    block_list "service" {
      doc = "Service to register for service discovery."
      check "driver-address" {
        condition = self.address_mode != "driver"
        message   = "Only services of a task can have the address mode `driver`."
        at        = attr.address_mode
        severity  = warning
      }
      check "nomad-connect" {
        condition = self.provider != "nomad" || length(self.connect) == 0
        message   = "Only services of Consul can be part of the service mesh."
        at        = attr.provider
        severity  = warning
      }
      check "tcp-check-in-mesh" {
        condition = length([for connect in self.connect : 1 if length(connect.sidecar_service) > 0]) == 0 || length([for check in self.check : 1 if check.type == "tcp"]) == 0
        message   = "Services with a sidecar cannot have checks of type `tcp`."
        severity  = warning
      }
      check "script-task" {
        condition = first(self.task, "") != "" || length([for check in self.check : 1 if check.type == "script" && first(check.task, "") == ""]) == 0
        message   = "A script runs in a task: set `task` in the check."
        severity  = warning
      }
      object { include = [body.service] }
    }
    block_list "scaling" {
      max_items = 1
      doc       = "Scaling policy with the bounds of the group count."
      check "scaling-bounds" {
        condition = self.max == null || first(self.min, 0) <= self.max
        message   = "The minimum cannot exceed the maximum."
        at        = attr.min
        severity  = warning
      }
      check "group-scaling-type" {
        condition = contains(["", "horizontal"], first(self.type, ""))
        message   = "The type of this policy is `horizontal`."
        at        = attr.type
      }
      check "scaling-sign" {
        condition = self.min == null || self.min >= 0
        message   = "The minimum cannot be negative."
        at        = attr.min
        severity  = warning
      }
      object { include = [body.group_scaling] }
    }
    block_list "consul" {
      max_items = 1
      doc       = "Consul cluster, namespace and partition."
      object { include = [body.consul] }
    }
  }
}
body "volume" {
  object {
    attr "type" {
      type     = string
      values   = ["host", "csi"]
      unknown  = allowed
      reserved = ["*"]
      nullable = false
      doc      = "Volume type."
    }
    attr "source" {
      type     = string
      nullable = false
      doc      = "Name or ID of the volume to request."
    }
    attr "read_only" {
      type     = bool
      nullable = false
      doc      = "Whether the volume is read-only."
    }
    attr "sticky" {
      type     = bool
      nullable = false
      doc      = "Whether replacement allocations reuse the same volume."
    }
    attr "access_mode" {
      type     = string
      values   = ["single-node-reader-only", "single-node-writer", "single-node-single-writer", "single-node-multi-writer", "multi-node-reader-only", "multi-node-single-writer", "multi-node-multi-writer", ""]
      unknown  = allowed
      reserved = ["*"]
      nullable = false
      doc      = "Access mode: concurrent readers and writers of the volume."
    }
    attr "attachment_mode" {
      type     = string
      values   = ["file-system", "block-device", ""]
      unknown  = allowed
      reserved = ["*"]
      nullable = false
      doc      = "How the volume is attached: as a file system or a block device."
    }
    attr "per_alloc" {
      type     = bool
      nullable = false
      doc      = "Whether each allocation has its own volume, `NAME[INDEX]`."
    }
    block_list "mount_options" {
      max_items = 1
      doc       = "Mount options of the volume."
      object { include = [body.mount_options] }
    }
  }
}
body "mount_options" {
  object {
    attr "fs_type" {
      type     = string
      nullable = false
      doc      = "File system type."
    }
    attr "mount_flags" {
      type = list(string)
      doc  = "Mount flags."
    }
  }
}
body "disconnect" {
  object {
    attr "lost_after" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Time after which a disconnected allocation counts as lost."
    }
    attr "stop_on_client_after" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Time after which a disconnected client stops the allocation."
    }
    attr "replace" {
      type = bool
      doc  = "Whether disconnected allocations are replaced."
    }
    attr "reconcile" {
      type     = string
      values   = ["keep_original", "keep_replacement", "best_score", "longest_running", ""]
      unknown  = allowed
      reserved = ["*"]
      doc      = "Strategy for choosing the allocation to keep after the client reconnects."
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
      type   = number
      format = integer
      doc    = "Disk size in MB."
    }
  }
}
body "group_scaling" {
  object {
    include = [body.scaling]
    attr "max" {
      type     = number
      format   = integer
      required = true
      doc      = "Maximum value."
    }
  }
}
