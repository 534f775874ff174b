# Config entries of Consul: the mesh, limits on requests to its servers, and groups of partners.
body "of_mesh" {
  object {
    when = is_of(self.Kind, ["mesh"])
    attr "AllowEnablingPermissiveMutualTLS" {
      type = [bool, number]
      doc  = "Allows services and proxies to set the mode `permissive` of mutual TLS."
    }
    attr "ValidateClusters" {
      type = [bool, number]
      doc  = "Lets Envoy refuse routes to clusters that do not exist."
    }
    block_list "HTTP" {
      also = attr
      doc  = "HTTP in the mesh."
      object { include = [body.mesh_http] }
    }
  }
}

body "mesh_http" {
  object {
    unknown = warning
    attr "SanitizeXForwardedClientCert" {
      type = [bool, number]
      doc  = "Removes the header `X-Forwarded-Client-Cert`."
    }
    block_list "Incoming" {
      also = attr
      doc  = "Incoming requests."
      object { include = [body.mesh_incoming] }
    }
  }
}

body "mesh_incoming" {
  object {
    unknown = warning
    block_list "RequestNormalization" {
      also = attr
      doc  = "How paths and headers are made uniform before intentions apply."
      object { include = [body.normalization] }
    }
  }
}

body "normalization" {
  object {
    unknown = warning
    attr "InsecureDisablePathNormalization" {
      type = [bool, number]
      doc  = "Leaves paths as they are, so that intentions by path can be evaded."
    }
    attr "MergeSlashes" {
      type = [bool, number]
      doc  = "Merges slashes that follow each other."
    }
    attr "PathWithEscapedSlashesAction" {
      type     = string
      unknown  = allowed
      values   = ["IMPLEMENTATION_SPECIFIC_DEFAULT", "KEEP_UNCHANGED", "REJECT_REQUEST", "UNESCAPE_AND_REDIRECT", "UNESCAPE_AND_FORWARD", ""]
      reserved = ["*"]
      doc      = "Treatment of paths with escaped slashes."
    }
    attr "HeadersWithUnderscoresAction" {
      type     = string
      unknown  = allowed
      values   = ["ALLOW", "REJECT_REQUEST", "DROP_HEADER", ""]
      reserved = ["*"]
      doc      = "Treatment of headers with underscores."
    }
  }
}

body "of_peering" {
  object {
    when = is_of(self.Kind, ["control-plane-request-limit", "mesh"])
    block_list "Peering" {
      also = attr
      doc  = "Peering through mesh gateways; for request limits, those of peerings."
      object { include = [body.peering] }
    }
  }
}

body "peering" {
  object {
    unknown = warning
    include = [body.rates]
    attr "PeerThroughMeshGateways" {
      type = [bool, number]
      doc  = "Servers reach those of peers through mesh gateways."
    }
  }
}

body "of_request_limit" {
  object {
    when = is_of(self.Kind, ["control-plane-request-limit"])
    attr "ReadRate" {
      type = number
      doc  = "Maximum number of reading requests in a second."
    }
    attr "WriteRate" {
      type = number
      doc  = "Maximum number of writing requests in a second."
    }
    block_list "ACL" {
      also = attr
      doc  = "Limits on requests for access control."
      object { include = [body.rates] }
    }
    block_list "Catalog" {
      also = attr
      doc  = "Limits on requests for the catalog."
      object { include = [body.rates] }
    }
    block_list "ConfigEntry" {
      also = attr
      doc  = "Limits on requests for config entries."
      object { include = [body.rates] }
    }
    block_list "ConnectCA" {
      also = attr
      doc  = "Limits on requests for the certificate authority."
      object { include = [body.rates] }
    }
    block_list "Coordinate" {
      also = attr
      doc  = "Limits on requests for coordinates."
      object { include = [body.rates] }
    }
    block_list "DiscoveryChain" {
      also = attr
      doc  = "Limits on requests for discovery chains."
      object { include = [body.rates] }
    }
    block_list "ServerDiscovery" {
      also = attr
      doc  = "Limits on requests for discovery of servers."
      object { include = [body.rates] }
    }
    block_list "Health" {
      also = attr
      doc  = "Limits on requests for health checks."
      object { include = [body.rates] }
    }
    block_list "Intention" {
      also = attr
      doc  = "Limits on requests for intentions."
      object { include = [body.rates] }
    }
    block_list "KV" {
      also = attr
      doc  = "Limits on requests for the key/value store."
      object { include = [body.rates] }
    }
    block_list "Tenancy" {
      also = attr
      doc  = "Limits on requests for partitions and namespaces."
      object { include = [body.rates] }
    }
    block_list "PreparedQuery" {
      also = attr
      doc  = "Limits on requests for prepared queries."
      object { include = [body.rates] }
    }
    block_list "Session" {
      also = attr
      doc  = "Limits on requests for sessions."
      object { include = [body.rates] }
    }
    block_list "Txn" {
      also = attr
      doc  = "Limits on requests for transactions."
      object { include = [body.rates] }
    }
    block_list "AutoConfig" {
      also = attr
      doc  = "Limits on requests for automatic configuration."
      object { include = [body.rates] }
    }
    block_list "FederationState" {
      also = attr
      doc  = "Limits on requests for the state of the federation."
      object { include = [body.rates] }
    }
    block_list "Internal" {
      also = attr
      doc  = "Limits on requests for internal endpoints."
      object { include = [body.rates] }
    }
    block_list "PeerStream" {
      also = attr
      doc  = "Limits on requests for streams of peers."
      object { include = [body.rates] }
    }
    block_list "DataPlane" {
      also = attr
      doc  = "Limits on requests for data planes."
      object { include = [body.rates] }
    }
    block_list "DNS" {
      also = attr
      doc  = "Limits on requests for DNS."
      object { include = [body.rates] }
    }
    block_list "Subscribe" {
      also = attr
      doc  = "Limits on requests for subscriptions."
      object { include = [body.rates] }
    }
    block_list "Resource" {
      also = attr
      doc  = "Limits on requests for resources."
      object { include = [body.rates] }
    }
  }
}

body "rates" {
  object {
    unknown = warning
    attr "ReadRate" {
      type = number
      doc  = "Maximum number of reading requests in a second."
    }
    attr "WriteRate" {
      type = number
      doc  = "Maximum number of writing requests in a second."
    }
  }
}

body "of_sameness_group" {
  object {
    when = is_of(self.Kind, ["sameness-group"])
    attr "DefaultForFailover" {
      type = [bool, number]
      doc  = "Lets all services of the partition fail over to the members."
    }
    attr "IncludeLocal" {
      type = [bool, number]
      doc  = "Puts the local partition before the members."
    }
    block_list "Members" {
      also = attr
      doc  = "Partitions and peers of the group, in order."
      object { include = [body.member] }
    }
  }
}

body "member" {
  object {
    unknown = warning
    attr "Partition" {
      type = string
      doc  = "Admin partition."
    }
    attr "Peer" {
      type = string
      doc  = "Peer."
    }
  }
}
