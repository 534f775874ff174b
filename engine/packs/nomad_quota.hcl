# Nomad: quotas, for `nomad quota apply` (Enterprise).
language "nomad-quota" {
  title     = "Nomad quota"
  ids       = ["nomad-quota"]
  files     = ["quota.nomad.hcl", "*-quota.nomad.hcl", "*_quota.nomad.hcl", "*.quota.hcl"]
  syntax    = hcl1
  join      = file
  functions = ["*"]
}

object {
  attr "name" {
    type     = string
    required = true
    doc      = "Name of the quota, referenced in namespaces by `quota`."
  }
  attr "description" {
    type = string
    doc  = "Description of the quota's purpose."
  }
  block_list "limit" {
    min_items = 1
    outline   = self.region
    doc       = "Total resource limits for the jobs of a region."
    object {
      attr "region" {
        type     = string
        required = true
        doc      = "Region to which the limit applies."
      }
      attr "variables_limit" {
        type = number
        doc  = "Limit for the size of variables in MiB. -1: none allowed, 0: unlimited."
      }
      block_list "region_limit" {
        max_items = 1
        doc       = "Limit for each resource. -1: none allowed, 0: unlimited."
        object {
          include = [body.resources]
          block_list "node_pool" {
            doc = "Limits for a node pool."
            label "name" { doc = "Name of the node pool." }
            object { include = [body.resources] }
          }
        }
      }
    }
  }
}

# Limits, of a region or of one of its node pools.
body "resources" {
  object {
    attr "cpu" {
      type = number
      doc  = "CPU in MHz."
    }
    attr "cores" {
      type = number
      doc  = "CPU cores."
    }
    attr "memory" {
      type = number
      doc  = "Memory in MiB."
    }
    attr "memory_max" {
      type = number
      doc  = "Maximum memory in MiB, including memory oversubscription."
    }
    block_list "device" {
      doc = "Limit for devices of one type."
      label "name" { doc = "Device type: `nvidia/gpu`." }
      object {
        attr "name" {
          type = string
          doc  = "Device type; the label decides."
        }
        attr "count" {
          type = number
          doc  = "Maximum number of devices."
        }
      }
    }
    block_list "storage" {
      max_items = 1
      doc       = "Limits for storage."
      object {
        attr "variables" {
          type = [number, string]
          doc  = "Size of variables in MiB."
        }
        attr "host_volumes" {
          type = [number, string]
          doc  = "Size of dynamic host volumes."
        }
      }
    }
  }
}
