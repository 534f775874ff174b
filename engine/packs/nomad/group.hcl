# Nomad jobs: task groups, their volumes and disks.
body "group" {
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
      object { include = [body.volume] }
    }
    block_list "restart" {
      max_items = 1
      doc       = "Restart policy for failed tasks."
      object { include = [body.restart] }
    }
    block_list "disconnect" {
      max_items = 1
      doc       = "Behavior of allocations when their client disconnects."
      object { include = [body.disconnect] }
    }
    block_list "ephemeral_disk" {
      max_items = 1
      doc       = "Ephemeral disk shared by the tasks of the group."
      object { include = [body.ephemeral_disk] }
    }
    block_list "network" {
      doc = "Network configuration and ports."
      object { include = [body.network] }
    }
    block_list "service" {
      doc = "Service to register for service discovery."
      object { include = [body.service] }
    }
    block_list "scaling" {
      max_items = 1
      doc       = "Scaling policy with the bounds of the group count."
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
      values   = ["single-node-reader-only", "single-node-writer", "single-node-single-writer", "single-node-multi-writer", "multi-node-reader-only", "multi-node-single-writer", "multi-node-multi-writer"]
      unknown  = allowed
      nullable = false
      doc      = "Access mode: concurrent readers and writers of the volume."
    }
    attr "attachment_mode" {
      type     = string
      values   = ["file-system", "block-device"]
      unknown  = allowed
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
      type    = string
      values  = ["keep_original", "keep_replacement", "best_score", "longest_running"]
      unknown = allowed
      doc     = "Strategy for choosing the allocation to keep after the client reconnects."
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
