# Config entries of Consul. Written in HCL 1; names stand in either spelling.
language "consul-config-entry" {
  title   = "Consul config entry"
  ids     = ["consul-config-entry"]
  files   = ["*.consul-entry.hcl"]
  content = "^\\s*\"?[Kk]ind\"? *= *\"(api-gateway|bound-api-gateway|control-plane-request-limit|exported-services|file-system-certificate|http-route|ingress-gateway|inline-certificate|jwt-provider|mesh|proxy-defaults|sameness-group|service-defaults|service-intentions|service-resolver|service-router|service-splitter|tcp-route|terminating-gateway)\""
  syntax  = hcl1
  rules   = reference
}

object {
  include = [body.agents.free]
  exactly_one = [[Kind, kind]]
  attr "Kind" {
    type   = string
    values = ["api-gateway", "bound-api-gateway", "control-plane-request-limit", "exported-services", "file-system-certificate", "http-route", "ingress-gateway", "inline-certificate", "jwt-provider", "mesh", "proxy-defaults", "sameness-group", "service-defaults", "service-intentions", "service-resolver", "service-router", "service-splitter", "tcp-route", "terminating-gateway"]
    doc    = "The kind of entry."
  }
  attr "kind" {
    type   = string
    values = ["api-gateway", "bound-api-gateway", "control-plane-request-limit", "exported-services", "file-system-certificate", "http-route", "ingress-gateway", "inline-certificate", "jwt-provider", "mesh", "proxy-defaults", "sameness-group", "service-defaults", "service-intentions", "service-resolver", "service-router", "service-splitter", "tcp-route", "terminating-gateway"]
    doc    = "The kind of entry."
  }
  attr "Name" {
    type = string
    doc  = "The name of the entry; that of the service for entries of services."
  }
  attr "name" {
    type = string
    doc  = "The name of the entry; that of the service for entries of services."
  }
  attr "Namespace" {
    type = string
    doc  = "The namespace (Enterprise)."
  }
  attr "namespace" {
    type = string
    doc  = "The namespace (Enterprise)."
  }
  attr "Partition" {
    type = string
    doc  = "The admin partition (Enterprise)."
  }
  attr "partition" {
    type = string
    doc  = "The admin partition (Enterprise)."
  }
  attr "Protocol" {
    type   = string
    values = ["tcp", "http", "http2", "grpc"]
    open   = true
    doc    = "The protocol of the service."
  }
  attr "protocol" {
    type   = string
    values = ["tcp", "http", "http2", "grpc"]
    open   = true
    doc    = "The protocol of the service."
  }
  attr "DefaultSubset" {
    type = string
    doc  = "The subset that is reached when none is named."
  }
  attr "default_subset" {
    type = string
    doc  = "The subset that is reached when none is named."
  }
  attr "ConnectTimeout" {
    type   = string
    format = duration
    doc    = "How long a connection may take."
  }
  attr "connect_timeout" {
    type   = string
    format = duration
    doc    = "How long a connection may take."
  }
  attr "RequestTimeout" {
    type   = string
    format = duration
    doc    = "How long a request may take."
  }
  attr "request_timeout" {
    type   = string
    format = duration
    doc    = "How long a request may take."
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
}
