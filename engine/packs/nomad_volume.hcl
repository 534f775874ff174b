# Nomad: volumes, for `nomad volume create` and `register`.
language "nomad-volume" {
  title     = "Nomad volume"
  ids       = ["nomad-volume"]
  files     = ["volume.hcl", "volume-*.hcl", "*-volume.hcl", "*_volume.hcl", "*.volume.hcl", "volume.csi.hcl", "volume.host.hcl"]
  content   = ["!(client|server|acl|consul|vault|tls|telemetry) *[{].*|data_dir *=.*"]
  syntax    = hcl1
  join      = file
  functions = ["*"]
}

check "capacity-bounds" {
  condition = try(bytes(self.capacity_min) <= bytes(self.capacity_max), true)
  message   = "The minimum cannot exceed the maximum."
  at        = attr.capacity_min
  severity  = warning
}

check "volume-capability" {
  condition = !contains(["csi", "host"], first(self.type, "")) || self.capability != null
  message   = "A volume needs at least one `capability`, with an access mode."
  at        = attr.type
  severity  = warning
}

object {
  conflicts = [[snapshot_id, clone_id]]
  unknown   = warning
  attr "id" {
    type     = string
    required = self.type == "csi"
    doc      = "Volume ID, referenced in jobs by `source`."
  }
  attr "name" {
    type     = string
    required = true
    doc      = "Display name of the volume. Jobs reference host volumes by this name."
  }
  attr "type" {
    type   = string
    values = { csi = "Volume from a storage provider.", host = "Directory on a node." }
    doc    = "Volume type."
  }
  attr "namespace" {
    type = string
    doc  = "Namespace of the volume."
  }
  attr "external_id" {
    type = string
    doc  = "ID of the volume in the storage provider."
  }
  attr "plugin_id" {
    type     = string
    required = self.type == "csi"
    doc      = "ID of the plugin that manages the volume."
  }
  attr "node_id" {
    type = string
    doc  = "Node of the volume (host volumes only)."
  }
  attr "node_pool" {
    type = string
    doc  = "Node pool in which the volume may be placed (host volumes only)."
  }
  attr "host_path" {
    type = string
    doc  = "Directory on the node (host volumes only)."
  }
  attr "snapshot_id" {
    type = string
    doc  = "Snapshot from which the volume is created."
  }
  attr "clone_id" {
    type = string
    doc  = "Volume to clone."
  }
  attr "capacity" {
    type    = [string, number]
    pattern = { "(?i) *([0-9][0-9,.]* *[kmgtpe]?i?b?)? *|.*[$_{\\[].*" = "a size such as 10GiB" }
    doc     = "Size of the volume: `\"10GiB\"`."
  }
  attr "capacity_min" {
    type    = [string, number]
    pattern = { "(?i) *([0-9][0-9,.]* *[kmgtpe]?i?b?)? *|.*[$_{\\[].*" = "a size such as 10GiB" }
    doc     = "Minimum size: `\"10GiB\"`."
  }
  attr "capacity_max" {
    type    = [string, number]
    pattern = { "(?i) *([0-9][0-9,.]* *[kmgtpe]?i?b?)? *|.*[$_{\\[].*" = "a size such as 10GiB" }
    doc     = "Maximum size: `\"20GiB\"`."
  }
  attr "access_mode" {
    type = string
    doc  = "Access mode of the volume, as in `capability`."
  }
  attr "attachment_mode" {
    type = string
    doc  = "Attachment mode of the volume, as in `capability`."
  }
  block_list "capability" {
    doc = "Access and attachment modes that the volume supports."
    object {
      unknown = warning
      attr "access_mode" {
        type     = string
        required = true
        unknown  = allowed
        reserved = ["*"]
        doc      = "Access mode: concurrent readers and writers of the volume."
        values   = ["single-node-reader-only", "single-node-writer", "single-node-single-writer", "single-node-multi-writer", "multi-node-reader-only", "multi-node-single-writer", "multi-node-multi-writer"]
      }
      attr "attachment_mode" {
        type     = string
        required = true
        values   = { file-system = "Mounted as a directory.", block-device = "Attached as a block device." }
        doc      = "Attachment mode: how tasks access the volume."
      }
    }
  }
  block_list "constraint" {
    doc = "Requirement that the node must meet for placement."
    object {
      unknown = warning
      attr "attribute" { doc = "Node attribute to compare: `\"$${attr.kernel.name}\"`." }
      attr "value" { doc = "Value to compare the attribute with." }
      attr "operator" {
        type     = string
        values   = ["=", "==", "is", "!=", "not", ">", ">=", "<", "<=", "regexp", "version", "semver", "set_contains", "set_contains_all", "set_contains_any", "is_set", "is_not_set"]
        unknown  = allowed
        reserved = ["*"]
        doc      = "Comparison operator."
      }
      attr "version" { doc = "Version constraint for the attribute." }
      attr "semver" { doc = "Version constraint for the attribute, with strict Semantic Versioning rules." }
      attr "regexp" { doc = "Regular expression that the attribute must match." }
      attr "set_contains" { doc = "Comma-separated values that the attribute must all contain." }
      attr "distinct_hosts" { deprecated = "host volumes of one name are always on different nodes" }
      attr "distinct_property" { deprecated = "host volumes of one name are always on different nodes" }
    }
  }
  block_list "mount_options" {
    max_items = 1
    doc       = "Mount options of the volume."
    object {
      unknown = warning
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
  block_list "topology_request" {
    max_items = 1
    doc       = "Topology requirements of the volume."
    object {
      unknown = warning
      block_list "required" {
        doc = "Topologies of which the volume must be accessible from one."
        object { unknown = allowed }
      }
      block_list "preferred" {
        doc = "Topologies from which the volume should be accessible."
        object { unknown = allowed }
      }
    }
  }
  block_list "secrets" {
    also      = attr
    max_items = 1
    doc       = "Secrets that are passed to the plugin."
    object { unknown = allowed }
  }
  block_list "parameters" {
    also      = attr
    max_items = 1
    doc       = "Plugin-specific parameters of the volume."
    object { unknown = allowed }
  }
  block_list "context" {
    also      = attr
    max_items = 1
    doc       = "Plugin-specific context of an existing volume."
    object { unknown = allowed }
  }
}

# The number of bytes of a size such as 10GiB or 1.5 GB.
function "bytes" {
  params  = [size]
  result  = tonumber(replace(regex("^ *([0-9][0-9,.]*)", size)[0], ",", "")) * { "" = 1, k = 1000, m = pow(1000, 2), g = pow(1000, 3), t = pow(1000, 4), p = pow(1000, 5), e = pow(1000, 6), ki = 1024, mi = pow(1024, 2), gi = pow(1024, 3), ti = pow(1024, 4), pi = pow(1024, 5), ei = pow(1024, 6) }[regex("^ *[0-9][0-9,.]* *([kmgtpe]?i?)b? *$", lower(size))[0]]
  visible = pack
}
