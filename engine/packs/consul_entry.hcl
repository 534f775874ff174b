# Config entries of Consul. Written in HCL 1; both spellings of names are allowed.
language "consul-config-entry" {
  title   = "Consul config entry"
  ids     = ["consul-config-entry"]
  files   = ["*.consul-entry.hcl"]
  content = ["\\s*\"?Kind\"? *= *\"[a-z-]+\".*", "\\s*\"?[Kk]ind\"? *= *\"(api-gateway|bound-api-gateway|control-plane-request-limit|exported-services|file-system-certificate|http-route|ingress-gateway|inline-certificate|jwt-provider|mesh|proxy-defaults|sameness-group|service-defaults|service-intentions|service-resolver|service-router|service-splitter|tcp-route|terminating-gateway)\".*"]
  syntax  = hcl1
}

check "split-weights" {
  condition = first(self.Kind, self.kind) != "service-splitter" || try(abs(sum([for split in self.Splits : split.Weight]) - 100) < 0.1, true)
  message   = "The weights of all splits are 100 in sum."
  at        = attr.Splits
  severity  = warning
}

object {
  include     = [body.agents.free]
  exactly_one = [[Kind, kind]]
  attr "Kind" {
    type   = string
    values = ["api-gateway", "bound-api-gateway", "control-plane-request-limit", "exported-services", "file-system-certificate", "http-route", "ingress-gateway", "inline-certificate", "jwt-provider", "mesh", "proxy-defaults", "sameness-group", "service-defaults", "service-intentions", "service-resolver", "service-router", "service-splitter", "tcp-route", "terminating-gateway"]
    doc    = "Kind of the config entry."
  }
  attr "kind" {
    type   = string
    values = ["api-gateway", "bound-api-gateway", "control-plane-request-limit", "exported-services", "file-system-certificate", "http-route", "ingress-gateway", "inline-certificate", "jwt-provider", "mesh", "proxy-defaults", "sameness-group", "service-defaults", "service-intentions", "service-resolver", "service-router", "service-splitter", "tcp-route", "terminating-gateway"]
    doc    = "Kind of the config entry."
  }
  attr "Name" {
    # The other kinds have a fixed name.
    required = self.name == null && contains(["api-gateway", "http-route", "ingress-gateway", "inline-certificate", "jwt-provider", "sameness-group", "service-defaults", "service-intentions", "service-resolver", "service-router", "service-splitter", "tcp-route", "terminating-gateway"], first(self.Kind, self.kind))
    type     = string
    doc      = "Name of the entry. For entries about a service, the name of the service."
  }
  attr "name" {
    type = string
    doc  = "Name of the entry. For entries about a service, the name of the service."
  }
  attr "Namespace" {
    type = string
    doc  = "Namespace of the entry (Enterprise)."
  }
  attr "namespace" {
    type = string
    doc  = "Namespace of the entry (Enterprise)."
  }
  attr "Partition" {
    type = string
    doc  = "Admin partition of the entry (Enterprise)."
  }
  attr "partition" {
    type = string
    doc  = "Admin partition of the entry (Enterprise)."
  }
  attr "Protocol" {
    type    = string
    values  = ["tcp", "http", "http2", "grpc"]
    unknown = allowed
    doc     = "Protocol of the service."
  }
  attr "protocol" {
    type    = string
    values  = ["tcp", "http", "http2", "grpc"]
    unknown = allowed
    doc     = "Protocol of the service."
  }
  attr "DefaultSubset" {
    type = string
    doc  = "Subset to use when a request names none."
  }
  attr "default_subset" {
    type = string
    doc  = "Subset to use when a request names none."
  }
  attr "ConnectTimeout" {
    type   = string
    format = duration
    doc    = "Timeout for connections to the service."
  }
  attr "connect_timeout" {
    type   = string
    format = duration
    doc    = "Timeout for connections to the service."
  }
  attr "RequestTimeout" {
    type   = string
    format = duration
    doc    = "Timeout for requests."
  }
  attr "request_timeout" {
    type   = string
    format = duration
    doc    = "Timeout for requests."
  }
  block_list "Meta" {
    also = attr
    doc  = "Metadata."
    object {
      include = [body.agents.free]
    }
  }
  block_list "meta" {
    also = attr
    doc  = "Metadata."
    object {
      include = [body.agents.free]
    }
  }
  block_list "MeshGateway" {
    also = attr
    doc  = "Gateway for traffic to other datacenters."
    object {
      include = [body.agents.free]
      attr "Mode" {
        type     = string
        unknown  = allowed
        values   = ["none", "local", "remote", ""]
        reserved = ["*"] # others are warnings: the servers refuse them
        doc      = "Gateway that the traffic goes through first."
      }
    }
  }
  block_list "mesh_gateway" {
    also = attr
    doc  = "Gateway for traffic to other datacenters."
    object {
      include = [body.agents.free]
      attr "mode" {
        type     = string
        unknown  = allowed
        values   = ["none", "local", "remote", ""]
        reserved = ["*"] # others are warnings: the servers refuse them
        doc      = "Gateway that the traffic goes through first."
      }
    }
  }
  block_list "Sources" {
    also = attr
    doc  = "Services whose requests are allowed or denied."
    object {
      include = [body.agents.free]
      attr "Action" {
        type     = string
        unknown  = allowed
        values   = ["allow", "deny"]
        reserved = ["*"] # others are warnings: the servers refuse them
        doc      = "Whether requests of the service are allowed."
      }
    }
  }
  block_list "sources" {
    also = attr
    doc  = "Services whose requests are allowed or denied."
    object {
      include = [body.agents.free]
      attr "action" {
        type     = string
        unknown  = allowed
        values   = ["allow", "deny"]
        reserved = ["*"] # others are warnings: the servers refuse them
        doc      = "Whether requests of the service are allowed."
      }
    }
  }
}
