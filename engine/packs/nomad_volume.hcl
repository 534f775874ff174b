# Nomad: volumes, for `nomad volume create` and `register`.
language "nomad-volume" {
  title      = "Nomad volume"
  ids        = ["nomad-volume"]
  files      = ["volume.hcl", "volume-*.hcl", "*-volume.hcl", "*_volume.hcl", "*.volume.hcl"]
  syntax     = hcl1
  rules      = reference
  join       = file
  evaluation = silent
}

object {
  unknown = warning
  attr "id" {
    type = string
    doc  = "The volume, as jobs name it by `source`."
  }
  attr "name" {
    type     = string
    required = true
    doc      = "The name that is shown; of a host volume also what jobs name it by."
  }
  attr "type" {
    type   = string
    values = { csi = "A volume of a storage provider.", host = "A folder of a node." }
    doc    = "The kind of volume."
  }
  attr "namespace" {
    type = string
    doc  = "The namespace that may use it."
  }
  attr "external_id" {
    type = string
    doc  = "The volume, as the storage provider calls it."
  }
  attr "plugin_id" {
    type = string
    doc  = "The plugin that makes it."
  }
  attr "node_id" {
    type = string
    doc  = "Of a host volume: the node that has it."
  }
  attr "node_pool" {
    type = string
    doc  = "Of a host volume: the nodes that may have it."
  }
  attr "host_path" {
    type = string
    doc  = "Of a host volume: the folder there."
  }
  attr "snapshot_id" {
    type           = string
    conflicts_with = [clone_id]
    doc            = "The snapshot that it is made of."
  }
  attr "clone_id" {
    type = string
    doc  = "The volume that it is a copy of."
  }
  attr "capacity" {
    types = [string, number]
    doc   = "Its size: `\"10GiB\"`."
  }
  attr "capacity_min" {
    types = [string, number]
    doc   = "The least size: `\"10GiB\"`."
  }
  attr "capacity_max" {
    types = [string, number]
    doc   = "The greatest size: `\"20GiB\"`."
  }
  block_list "capability" {
    doc = "How it may be used."
    object {
      unknown = warning
      attr "access_mode" {
        type     = string
        required = true
        open     = true
        doc      = "How many may use it, and how."
        values   = ["single-node-reader-only", "single-node-writer", "single-node-single-writer", "single-node-multi-writer", "multi-node-reader-only", "multi-node-single-writer", "multi-node-multi-writer"]
      }
      attr "attachment_mode" {
        type     = string
        required = true
        values   = { file-system = "Mounted as a folder.", block-device = "As a device." }
        doc      = "What tasks see of it."
      }
    }
  }
  block_list "constraint" {
    doc = "What the node must have."
    object { lenient = true }
  }
  block_list "mount_options" {
    singleton = true
    doc       = "How it is mounted."
    object {
      unknown = warning
      attr "fs_type" {
        type = string
        doc  = "The file system."
      }
      attr "mount_flags" {
        type = list(string)
        doc  = "Flags of the mount."
      }
    }
  }
  block_list "topology_request" {
    singleton = true
    doc       = "Where it may be."
    object { lenient = true }
  }
  block_list "secrets" {
    also      = attr
    singleton = true
    doc       = "Secrets for the plugin."
    object { lenient = true }
  }
  block_list "parameters" {
    also      = attr
    singleton = true
    doc       = "Settings of the plugin for this volume."
    object { lenient = true }
  }
  block_list "context" {
    also      = attr
    singleton = true
    doc       = "What the plugin needs to know of a volume that is there already."
    object { lenient = true }
  }
}
