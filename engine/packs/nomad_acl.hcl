# Rules of Nomad ACL policies. Written in HCL 1.
language "nomad-acl" {
  title   = "Nomad ACL policy"
  ids     = ["nomad-acl"]
  files   = ["*.nomad-acl.hcl", "*.nomad-acl.json"]
  content = [
    "(namespace|host_volume) +\"[^\"]*\" *\\{?.*",
    # The exporter of logs of nginx for Prometheus has namespaces, too.
    "-listen *\\{.*|\\s+source_files *=.*",
    # In JSON.
    "\\s*([{]\\s*)?\"(node|agent|operator|quota|plugin)\"\\s*:\\s*[{]\\s*\"policy\"\\s*:\\s*\"(read|write|list|deny)\".*",
    "\\s*([{].*)?\"namespace\"\\s*:\\s*[{]\\s*\"[^\"]*\"\\s*:\\s*[{]\\s*\"(policy|capabilities)\"\\s*:.*",
    "\\s*\"capabilities\"\\s*:\\s*\\[\\s*\"(submit|dispatch|list|parse|scale|read|alloc)-[a-z-]+\".*"
  ]
  syntax  = hcl1
  # Nomad accepts a capability that is there twice.
  severity = { DuplicateElement = warning }
}

object {
  block_list "namespace" {
    icon = key
    doc  = "Permissions in a namespace."
    label "name" { doc = "Namespace name or pattern. `*` matches any characters." }
    object {
      attr "policy" {
        type = string
        values = {
          deny  = "No access."
          read  = "Read jobs and their related objects."
          write = "Full access except for operations that require a separate capability."
          scale = "Read and scale jobs."
        }
        doc = "Predefined access level."
      }
      attr "capabilities" {
        type   = list(string)
        unique = true
        values = [
          "deny", "list-jobs", "parse-job", "read-job", "submit-job", "dispatch-job", "read-logs", "read-fs",
          "alloc-exec", "alloc-node-exec", "alloc-lifecycle", "sentinel-override", "csi-register-plugin",
          "csi-write-volume", "csi-read-volume", "csi-list-volume", "csi-mount-volume", "list-scaling-policies",
          "read-scaling-policy", "read-job-scaling", "scale-job", "submit-recommendation", "host-volume-create",
          "host-volume-register", "host-volume-read", "host-volume-write", "host-volume-delete", "register-job",
          "revert-job", "deregister-job", "purge-job", "evaluate-job", "plan-job", "tag-job-version", "stable-job",
          "fail-deployment", "pause-deployment", "promote-deployment", "unblock-deployment", "cancel-deployment",
          "set-alloc-health-deployment", "gc-allocation", "pause-allocation", "force-periodic-job",
          "delete-service-registration"
        ]
        doc = "Capabilities granted in addition to those of `policy`."
      }
      block_list "variables" {
        max_items = 1
        doc       = "Permissions for variables."
        object {
          block_list "path" {
            doc = "Permissions for the variables at matching paths."
            label "path" { doc = "Variable path or pattern. `*` matches any characters." }
            object {
              attr "capabilities" {
                type     = list(string)
                required = true
                unique   = true
                values   = ["write", "read", "list", "destroy", "deny"]
                doc      = "Capabilities for these variables."
              }
            }
          }
        }
      }
    }
  }
  block_list "node_pool" {
    icon = key
    doc  = "Permissions for a node pool."
    label "name" { doc = "Node pool name or pattern. `*` matches any characters." }
    object {
      attr "policy" {
        type   = string
        values = ["deny", "read", "write"]
        doc    = "Predefined access level."
      }
      attr "capabilities" {
        type   = list(string)
        unique = true
        values = ["delete", "deny", "read", "write"]
        doc    = "Capabilities granted in addition to those of `policy`."
      }
    }
  }
  block_list "host_volume" {
    icon = key
    doc  = "Permissions for a host volume."
    label "name" { doc = "Host volume name or pattern. `*` matches any characters." }
    object {
      attr "policy" {
        type   = string
        values = ["deny", "read", "write"]
        doc    = "Predefined access level."
      }
      attr "capabilities" {
        type   = list(string)
        unique = true
        values = ["deny", "mount-readonly", "mount-readwrite"]
        doc    = "Capabilities granted in addition to those of `policy`."
      }
    }
  }
  block_list "agent" {
    max_items = 1
    doc       = "Permissions for the agents of the cluster."
    object {
      attr "policy" {
        type   = string
        values = ["deny", "read", "write"]
        doc    = "Access level."
      }
    }
  }
  block_list "node" {
    max_items = 1
    doc       = "Permissions for nodes."
    object {
      attr "policy" {
        type   = string
        values = ["deny", "read", "write"]
        doc    = "Access level."
      }
    }
  }
  block_list "operator" {
    max_items = 1
    doc       = "Permissions for operator tasks."
    object {
      attr "policy" {
        type   = string
        values = ["deny", "read", "write"]
        doc    = "Access level."
      }
      attr "capabilities" {
        type   = list(string)
        values = ["deny", "license-read", "snapshot-save", "keyring-rotate", "keyring-read", "keyring-delete"]
        doc    = "Capabilities granted in addition to those of `policy`."
      }
    }
  }
  block_list "sentinel" {
    max_items = 1
    doc       = "Permissions for Sentinel policies (Enterprise)."
    object {
      attr "policy" {
        type   = string
        values = ["deny", "read", "write"]
        doc    = "Access level."
      }
      attr "capabilities" {
        type   = list(string)
        values = ["deny", "sentinel-read", "sentinel-submit", "sentinel-delete"]
        doc    = "Capabilities granted in addition to those of `policy`."
      }
    }
  }
  block_list "quota" {
    max_items = 1
    doc       = "Permissions for quotas (Enterprise)."
    object {
      attr "policy" {
        type   = string
        values = ["deny", "read", "write"]
        doc    = "Access level."
      }
    }
  }
  block_list "plugin" {
    max_items = 1
    doc       = "Permissions for CSI plugins."
    object {
      attr "policy" {
        type   = string
        values = ["deny", "read", "list", "write"]
        doc    = "Access level."
      }
    }
  }
}
