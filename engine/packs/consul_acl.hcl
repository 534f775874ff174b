# Rules of ACL policies of Consul. Written in HCL 1.
language "consul-acl" {
  title   = "Consul ACL policy"
  ids     = ["consul-acl"]
  files   = ["*.consul-acl.hcl"]
  content = "^\\s*\"?(agent|event|identity|key|node|query|service|session)_prefix\"? +\"[^\"]*\" *\\{?"
  syntax  = hcl1
  rules   = reference
}

object {
  include = [body.rules]
  block_list "namespace" {
    doc = "Rules within one namespace (Enterprise)."
    label "name" { doc = "The namespace." }
    object {
      include = [body.rules]
    }
  }
  block_list "namespace_prefix" {
    doc = "Rules within namespaces (Enterprise)."
    label "name" { doc = "The beginning of its name." }
    object {
      include = [body.rules]
    }
  }
  block_list "partition" {
    doc = "Rules within one partition (Enterprise)."
    label "name" { doc = "The partition." }
    object {
      include = [body.partition]
    }
  }
  block_list "partition_prefix" {
    doc = "Rules within partitions (Enterprise)."
    label "name" { doc = "The beginning of its name." }
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
      doc    = "The tokens, policies and roles of the ACL system."
    }
    attr "operator" {
      type   = string
      values = ["read", "write", "deny"]
      doc    = "What operators of the cluster do."
    }
    attr "keyring" {
      type   = string
      values = ["read", "write", "deny"]
      doc    = "The keys of the gossip encryption."
    }
    attr "mesh" {
      type   = string
      values = ["read", "write", "deny"]
      doc    = "The configuration of the mesh."
    }
    attr "peering" {
      type   = string
      values = ["read", "write", "deny"]
      doc    = "The peerings with other clusters."
    }
    block_list "agent" {
      icon = key
      doc  = "Agents of exactly this name."
      label "name" { doc = "The name." }
      object { include = [body.rule] }
    }
    block_list "agent_prefix" {
      icon = key
      doc  = "Agents whose names begin so; the empty string stands for all."
      label "name" { doc = "The name or its beginning." }
      object { include = [body.rule] }
    }
    block_list "event" {
      icon = key
      doc  = "User events of exactly this name."
      label "name" { doc = "The name." }
      object { include = [body.rule] }
    }
    block_list "event_prefix" {
      icon = key
      doc  = "User events whose names begin so; the empty string stands for all."
      label "name" { doc = "The name or its beginning." }
      object { include = [body.rule] }
    }
    block_list "identity" {
      icon = key
      doc  = "Workload identities of exactly this name."
      label "name" { doc = "The name." }
      object { include = [body.service_rule] }
    }
    block_list "identity_prefix" {
      icon = key
      doc  = "Workload identities whose names begin so; the empty string stands for all."
      label "name" { doc = "The name or its beginning." }
      object { include = [body.service_rule] }
    }
    block_list "key" {
      icon = key
      doc  = "Keys of the key-value store of exactly this name."
      label "name" { doc = "The name." }
      object { include = [body.key_rule] }
    }
    block_list "key_prefix" {
      icon = key
      doc  = "Keys of the key-value store whose names begin so; the empty string stands for all."
      label "name" { doc = "The name or its beginning." }
      object { include = [body.key_rule] }
    }
    block_list "node" {
      icon = key
      doc  = "Nodes of exactly this name."
      label "name" { doc = "The name." }
      object { include = [body.rule] }
    }
    block_list "node_prefix" {
      icon = key
      doc  = "Nodes whose names begin so; the empty string stands for all."
      label "name" { doc = "The name or its beginning." }
      object { include = [body.rule] }
    }
    block_list "query" {
      icon = key
      doc  = "Prepared queries of exactly this name."
      label "name" { doc = "The name." }
      object { include = [body.rule] }
    }
    block_list "query_prefix" {
      icon = key
      doc  = "Prepared queries whose names begin so; the empty string stands for all."
      label "name" { doc = "The name or its beginning." }
      object { include = [body.rule] }
    }
    block_list "service" {
      icon = key
      doc  = "Services of exactly this name."
      label "name" { doc = "The name." }
      object { include = [body.service_rule] }
    }
    block_list "service_prefix" {
      icon = key
      doc  = "Services whose names begin so; the empty string stands for all."
      label "name" { doc = "The name or its beginning." }
      object { include = [body.service_rule] }
    }
    block_list "session" {
      icon = key
      doc  = "Sessions of exactly this name."
      label "name" { doc = "The name." }
      object { include = [body.rule] }
    }
    block_list "session_prefix" {
      icon = key
      doc  = "Sessions whose names begin so; the empty string stands for all."
      label "name" { doc = "The name or its beginning." }
      object { include = [body.rule] }
    }
  }
}

body "partition" {
  object {
    include = [body.rules]
    block_list "namespace" {
      doc = "Rules within one namespace."
      label "name" { doc = "The namespace." }
      object {
        include = [body.rules]
      }
    }
    block_list "namespace_prefix" {
      doc = "Rules within namespaces."
      label "name" { doc = "The beginning of its name." }
      object {
        include = [body.rules]
      }
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
      doc      = "What is allowed."
    }
  }
}

body "service_rule" {
  object {
    include = [body.rule]
    attr "intentions" {
      type   = string
      values = ["read", "write", "deny"]
      doc    = "What is allowed with the intentions of the service; as `policy` allows when it is absent."
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
      doc      = "What is allowed."
    }
  }
}

body "sentinel" {
  object {
    block_list "sentinel" {
      singleton = true
      doc       = "Code that decides further (Enterprise)."
      object {
        attr "code" {
          type = string
          doc  = "The code."
        }
        attr "enforcementlevel" {
          type   = string
          values = ["advisory", "soft-mandatory", "hard-mandatory"]
          doc    = "How its verdict counts."
        }
      }
    }
  }
}
