# Rules of ACL policies of Nomad. Written in HCL 1.
language "nomad-acl" {
  title   = "Nomad ACL policy"
  ids     = ["nomad-acl"]
  files   = ["*.nomad-acl.hcl"]
  content = "^(namespace|host_volume) +\"[^\"]*\" *\\{?"
  syntax  = hcl1
  rules   = reference
}

object {
  block_list "namespace" {
    icon = key
    doc  = "What is allowed in a namespace."
    label "name" { doc = "The namespace. `*` stands for any rest." }
    object {
      attr "policy" {
        type = string
        values = {
          deny  = "Nothing."
          read  = "Read jobs and what belongs to them."
          write = "Everything but what has a right of its own."
          scale = "Read, and scale jobs."
        }
        doc = "What is allowed in a word."
      }
      attr "capabilities" {
        types  = [list(string), string]
        unique = true
        open   = true
        values = ["deny", "list-jobs", "parse-job", "read-job", "submit-job", "dispatch-job", "read-logs", "read-fs", "alloc-exec", "alloc-node-exec", "alloc-lifecycle", "sentinel-override", "csi-register-plugin", "csi-write-volume", "csi-read-volume", "csi-list-volume", "csi-mount-volume", "list-scaling-policies", "read-scaling-policy", "read-job-scaling", "scale-job", "submit-recommendation", "host-volume-create", "host-volume-register", "host-volume-read", "host-volume-write", "host-volume-delete"]
        doc    = "Single rights beside those of `policy`."
      }
      block_list "variables" {
        singleton = true
        doc       = "What is allowed with variables."
        object {
          block_list "path" {
            doc = "Variables at these paths."
            label "path" { doc = "The paths of the variables. `*` stands for any rest." }
            object {
              attr "capabilities" {
                types    = [list(string), string]
                required = true
                unique   = true
                values   = ["write", "read", "list", "destroy", "deny"]
                doc      = "What is allowed with them."
              }
            }
          }
        }
      }
    }
  }
  block_list "node_pool" {
    icon = key
    doc  = "What is allowed in a node pool."
    label "name" { doc = "The node pool. `*` stands for any rest." }
    object {
      attr "policy" {
        type   = string
        values = ["deny", "read", "write"]
        doc    = "What is allowed in a word."
      }
      attr "capabilities" {
        types  = [list(string), string]
        unique = true
        open   = true
        values = ["delete", "deny", "read", "write"]
        doc    = "Single rights beside those of `policy`."
      }
    }
  }
  block_list "host_volume" {
    icon = key
    doc  = "What is allowed with a volume of a host."
    label "name" { doc = "The host volume. `*` stands for any rest." }
    object {
      attr "policy" {
        type   = string
        values = ["deny", "read", "write"]
        doc    = "What is allowed in a word."
      }
      attr "capabilities" {
        types  = [list(string), string]
        unique = true
        open   = true
        values = ["deny", "mount-readonly", "mount-readwrite"]
        doc    = "Single rights beside those of `policy`."
      }
    }
  }
  block_list "agent" {
    singleton = true
    doc       = "What is allowed with the agents of the cluster."
    object {
      attr "policy" {
        type   = string
        values = ["deny", "read", "write"]
        doc    = "What is allowed."
      }
    }
  }
  block_list "node" {
    singleton = true
    doc       = "What is allowed with nodes."
    object {
      attr "policy" {
        type   = string
        values = ["deny", "read", "write"]
        doc    = "What is allowed."
      }
    }
  }
  block_list "operator" {
    singleton = true
    doc       = "What operators may do."
    object {
      attr "policy" {
        type   = string
        values = ["deny", "read", "write"]
        doc    = "What is allowed."
      }
      attr "capabilities" {
        types  = [list(string), string]
        open   = true
        values = ["license-read", "snapshot-save"]
        doc    = "Single rights beside those of `policy`."
      }
    }
  }
  block_list "quota" {
    singleton = true
    doc       = "What is allowed with quotas (Enterprise)."
    object {
      attr "policy" {
        type   = string
        values = ["deny", "read", "write"]
        doc    = "What is allowed."
      }
    }
  }
  block_list "plugin" {
    singleton = true
    doc       = "What is allowed with CSI plugins."
    object {
      attr "policy" {
        type   = string
        values = ["deny", "read", "list"]
        doc    = "What is allowed."
      }
    }
  }
}
