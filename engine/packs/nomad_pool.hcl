# Nomad: node pools, for `nomad node pool apply`.
language "nomad-pool" {
  title      = "Nomad node pool"
  ids        = ["nomad-pool"]
  files      = ["pool.nomad.hcl", "*-pool.nomad.hcl", "*_pool.nomad.hcl", "*.pool.hcl"]
  syntax     = hcl1
  rules      = reference
  join       = file
  evaluation = silent
}

object {
  unknown = warning
  block_list "node_pool" {
    min_items = 1
    max_items = 1
    icon      = class
    outline   = label.name
    doc       = "A group of clients that jobs name by `node_pool`."
    label "name" {
      doc      = "The name."
      reserved = ["all"]
    }
    object {
      unknown = warning
      attr "description" {
        type = string
        doc  = "What the node pool is for."
      }
      attr "node_identity_ttl" {
        type   = string
        format = duration
        doc    = "How long the identities of its clients are valid."
      }
      block_list "meta" {
        singleton = true
        also      = attr
        doc       = "Words of your own."
        object {
          any_attr { types = [string, number, bool] }
        }
      }
      block_list "scheduler_config" {
        singleton = true
        doc       = "How jobs are placed on its clients (Enterprise)."
        object {
          unknown = warning
          attr "scheduler_algorithm" {
            type   = string
            values = { binpack = "Fills clients one after the other.", spread = "Uses all clients evenly." }
            doc    = "How clients are chosen."
          }
          attr "memory_oversubscription_enabled" {
            types = [bool, string]
            doc   = "Whether tasks may use more memory than they reserve."
          }
        }
      }
    }
  }
}
