# Rules of Consul ACL policies. Written in HCL 1.
language "consul-acl" {
  title   = "Consul ACL policy"
  ids     = ["consul-acl"]
  files   = ["*.consul-acl.hcl", "*.consul-acl.json"]
  content = [
    "\\s*\"?(agent|event|identity|key|node|query|service|session)_prefix\"? +\"[^\"]*\" *\\{?.*",
    # In JSON.
    "\\s*([{]\\s*)?\"(agent|event|identity|key|node|query|service|session)_prefix\"\\s*:\\s*[\\[{].*"
  ]
  syntax  = hcl1
  # Consul ignores what it does not know.
  severity = { UnsupportedArgument = warning, UnsupportedBlockType = warning }
}

object {
  include = [body.rules]
  block_list "namespace" {
    doc = "Rules for one namespace (Enterprise)."
    label "name" { doc = "Name of the namespace." }
    object {
      include = [body.namespace]
    }
  }
  block_list "namespace_prefix" {
    doc = "Rules for namespaces with this prefix (Enterprise)."
    label "name" { doc = "Prefix of the namespace name." }
    object {
      include = [body.namespace]
    }
  }
  block_list "partition" {
    doc = "Rules for one admin partition (Enterprise)."
    label "name" { doc = "Name of the partition." }
    object {
      include = [body.partition]
    }
  }
  block_list "partition_prefix" {
    doc = "Rules for admin partitions with this prefix (Enterprise)."
    label "name" { doc = "Prefix of the partition name." }
    object {
      include = [body.partition]
    }
  }
}

body "rules" {
  object {
    attr "acl" {
      type   = string
      values = ["read", "write", "deny"]
      doc    = "Access to the tokens, policies and roles of the ACL system."
    }
    attr "operator" {
      type   = string
      values = ["read", "write", "deny"]
      doc    = "Access to the operator API of the cluster."
    }
    attr "keyring" {
      type   = string
      values = ["read", "write", "deny"]
      doc    = "Access to the gossip encryption keys."
    }
    attr "mesh" {
      type   = string
      values = ["read", "write", "deny"]
      doc    = "Access to the configuration of the service mesh."
    }
    attr "peering" {
      type   = string
      values = ["read", "write", "deny"]
      doc    = "Access to cluster peerings."
    }
    block_list "agent" {
      icon = key
      doc  = "Access to the agents with exactly this name."
      label "name" { doc = "Name of the agent." }
      object { include = [body.rule] }
    }
    block_list "agent_prefix" {
      icon = key
      doc  = "Access to agents whose names have this prefix; the empty string matches all."
      label "name" { doc = "Name or prefix." }
      object { include = [body.rule] }
    }
    block_list "event" {
      icon = key
      doc  = "Access to user events with exactly this name."
      label "name" { doc = "Name of the event." }
      object { include = [body.rule] }
    }
    block_list "event_prefix" {
      icon = key
      doc  = "Access to user events whose names have this prefix; the empty string matches all."
      label "name" { doc = "Name or prefix." }
      object { include = [body.rule] }
    }
    block_list "identity" {
      icon = key
      doc  = "Access to workload identities with exactly this name."
      label "name" { doc = "Name of the identity." }
      object { include = [body.service_rule] }
    }
    block_list "identity_prefix" {
      icon = key
      doc  = "Access to workload identities whose names have this prefix; the empty string matches all."
      label "name" { doc = "Name or prefix." }
      object { include = [body.service_rule] }
    }
    block_list "key" {
      icon = key
      doc  = "Access to the key with exactly this name in the KV store."
      label "name" { doc = "Name of the key." }
      object { include = [body.key_rule] }
    }
    block_list "key_prefix" {
      icon = key
      doc  = "Access to keys with this prefix in the KV store; the empty string matches all."
      label "name" { doc = "Name or prefix." }
      object { include = [body.key_rule] }
    }
    block_list "node" {
      icon = key
      doc  = "Access to the nodes with exactly this name."
      label "name" { doc = "Name of the node." }
      object { include = [body.rule] }
    }
    block_list "node_prefix" {
      icon = key
      doc  = "Access to nodes whose names have this prefix; the empty string matches all."
      label "name" { doc = "Name or prefix." }
      object { include = [body.rule] }
    }
    block_list "query" {
      icon = key
      doc  = "Access to prepared queries with exactly this name."
      label "name" { doc = "Name of the query." }
      object { include = [body.rule] }
    }
    block_list "query_prefix" {
      icon = key
      doc  = "Access to prepared queries whose names have this prefix; the empty string matches all."
      label "name" { doc = "Name or prefix." }
      object { include = [body.rule] }
    }
    block_list "service" {
      icon = key
      doc  = "Access to services with exactly this name."
      label "name" { doc = "Name of the service." }
      object { include = [body.service_rule] }
    }
    block_list "service_prefix" {
      icon = key
      doc  = "Access to services whose names have this prefix; the empty string matches all."
      label "name" { doc = "Name or prefix." }
      object { include = [body.service_rule] }
    }
    block_list "session" {
      icon = key
      doc  = "Access to sessions on nodes with exactly this name."
      label "name" { doc = "Name of the node." }
      object { include = [body.rule] }
    }
    block_list "session_prefix" {
      icon = key
      doc  = "Access to sessions on nodes whose names have this prefix; the empty string matches all."
      label "name" { doc = "Name or prefix." }
      object { include = [body.rule] }
    }
  }
}

body "partition" {
  object {
    include = [body.rules]
    block_list "namespace" {
      doc = "Rules for one namespace."
      label "name" { doc = "Name of the namespace." }
      object {
        include = [body.namespace]
      }
    }
    block_list "namespace_prefix" {
      doc = "Rules for namespaces with this prefix."
      label "name" { doc = "Prefix of the namespace name." }
      object {
        include = [body.namespace]
      }
    }
  }
}

body "namespace" {
  object {
    include = [body.rules]
    attr "policy" {
      type   = string
      values = ["read", "write", "deny"]
      doc    = "Access to the namespaces themselves: `write` also creates and changes them."
    }
  }
}

body "rule" {
  object {
    include = [body.sentinel]
    attr "policy" {
      type     = string
      required = true
      values   = ["read", "write", "deny"]
      doc      = "Allowed access."
    }
  }
}

body "service_rule" {
  object {
    include = [body.rule]
    attr "intentions" {
      type   = string
      values = ["read", "write", "deny"]
      doc    = "Access to the service's intentions. Derived from `policy` when it is not set."
    }
  }
}

body "key_rule" {
  object {
    include = [body.sentinel]
    attr "policy" {
      type     = string
      required = true
      values   = ["read", "list", "write", "deny"]
      doc      = "Allowed access."
    }
  }
}

body "sentinel" {
  object {
    block_list "sentinel" {
      max_items = 1
      doc       = "Sentinel code for further restrictions (Enterprise)."
      object {
        attr "code" {
          type = string
          doc  = "Sentinel code."
        }
        attr "enforcementlevel" {
          type   = string
          values = ["advisory", "soft-mandatory", "hard-mandatory"]
          doc    = "Enforcement level of the code."
        }
      }
    }
  }
}
