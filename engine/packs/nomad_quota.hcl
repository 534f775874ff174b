# Nomad: quotas, for `nomad quota apply` (Enterprise).
language "nomad-quota" {
  title      = "Nomad quota"
  ids        = ["nomad-quota"]
  files      = ["quota.nomad.hcl", "*-quota.nomad.hcl", "*_quota.nomad.hcl", "*.quota.hcl"]
  syntax     = hcl1
  rules      = reference
  join       = file
  evaluation = silent
}

object {
  unknown = warning
  attr "name" {
    type     = string
    required = true
    doc      = "The name, as namespaces have it by `quota`."
  }
  attr "description" {
    type = string
    doc  = "What the quota is for."
  }
  block_list "limit" {
    min_items = 1
    outline   = self.region
    doc       = "What jobs of a region may use together."
    object {
      unknown = warning
      attr "region" {
        type     = string
        required = true
        doc      = "The region."
      }
      attr "variables_limit" {
        type = number
        doc  = "How many MiB of variables. -1: none, 0: no bound."
      }
      block_list "region_limit" {
        singleton = true
        doc       = "How much of each resource. -1: none, 0: no bound."
        object {
          unknown = warning
          attr "cpu" {
            type = number
            doc  = "Processor time in MHz."
          }
          attr "cores" {
            type = number
            doc  = "Processor cores."
          }
          attr "memory" {
            type = number
            doc  = "Memory in MiB."
          }
          attr "memory_max" {
            type = number
            doc  = "Memory in MiB that tasks may use beyond what they reserve."
          }
          block_list "device" {
            doc = "Devices of a kind."
            label "name" { doc = "The kind: `nvidia/gpu`." }
            object {
              unknown = warning
              attr "count" {
                type = number
                doc  = "How many."
              }
            }
          }
          block_list "node_pool" {
            doc = "What may be used of a node pool."
            label "name" { doc = "The node pool." }
            object { lenient = true }
          }
          block_list "storage" {
            singleton = true
            doc       = "Storage."
            object {
              unknown = warning
              attr "variables" {
                types = [number, string]
                doc   = "Variables in MiB."
              }
              attr "host_volumes" {
                types = [number, string]
                doc   = "Dynamic host volumes."
              }
            }
          }
        }
      }
    }
  }
}
