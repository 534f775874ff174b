# Nomad: node pools, for `nomad node pool apply`.
language "nomad-pool" {
  title     = "Nomad node pool"
  ids       = ["nomad-pool"]
  files     = ["pool.nomad.hcl", "*-pool.nomad.hcl", "*_pool.nomad.hcl", "*.pool.hcl"]
  join      = file
  functions = []
}

object {
  block_list "node_pool" {
    min_items = 1
    max_items = 1
    icon      = class
    outline   = label.name
    doc       = "Group of clients, referenced in jobs by `node_pool`."
    label "name" {
      doc      = "Name of the node pool."
      reserved = ["all"]
    }
    object {
      attr "description" {
        type     = string
        constant = true
        doc      = "Description of the node pool's purpose."
      }
      attr "node_identity_ttl" {
        type     = [number, string]
        constant = true
        format   = duration
        doc      = "Time to live of the identities of its clients."
      }
      block_list "meta" {
        max_items = 1
        doc       = "User-defined metadata."
        object {
          attr "*" {
            type     = string
            constant = true
          }
        }
      }
      block_list "scheduler_config" {
        max_items = 1
        doc       = "Scheduler configuration for the node pool (Enterprise)."
        object {
          attr "scheduler_algorithm" {
            type     = string
            constant = true
            values   = { binpack = "Fills one client before using the next.", spread = "Distributes allocations evenly across clients." }
            doc      = "Algorithm that selects clients for placement."
          }
          attr "memory_oversubscription_enabled" {
            type     = bool
            constant = true
            doc      = "Whether tasks may use more memory than they reserve."
          }
        }
      }
    }
  }
}
