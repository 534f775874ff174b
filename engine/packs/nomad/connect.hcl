# Nomad jobs: the service mesh of Consul: sidecars, upstreams, gateways.
body "connect" {
  object {
    attr "native" {
      type     = bool
      nullable = false
      doc      = "Whether the program integrates with Consul service mesh natively, without a proxy."
    }
    block_list "gateway" {
      max_items = 1
      doc       = "Configuration of a service mesh gateway."
      object { include = [body.gateway] }
    }
    block_list "sidecar_service" {
      max_items = 1
      doc       = "Sidecar proxy of the service."
      object { include = [body.sidecar_service] }
    }
    block_list "sidecar_task" {
      max_items = 1
      doc       = "Task settings of the sidecar proxy."
      object { include = [body.sidecar_task] }
    }
  }
}
body "gateway" {
  object {
    block_list "proxy" {
      max_items = 1
      doc       = "Proxy configuration of the gateway."
      object { include = [body.gateway_proxy] }
    }
    block_list "ingress" {
      max_items = 1
      doc       = "Ingress gateway for traffic into the mesh."
      object { include = [body.ingress] }
    }
    block_list "terminating" {
      max_items = 1
      doc       = "Terminating gateway for traffic to services outside the mesh."
      object { include = [body.terminating] }
    }
    block_list "mesh" {
      max_items = 1
      doc       = "Mesh gateway for traffic between datacenters."
      object { include = [body.nothing] }
    }
  }
}
body "gateway_proxy" {
  object {
    include = [body.proxy_config]
    attr "connect_timeout" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Timeout for connection attempts."
    }
    attr "envoy_gateway_bind_tagged_addresses" {
      type     = bool
      nullable = false
      doc      = "Whether the gateway listens on the tagged addresses of the service."
    }
    attr "envoy_gateway_no_default_bind" {
      type     = bool
      nullable = false
      doc      = "Whether the gateway does not listen on the default address of the service."
    }
    attr "envoy_dns_discovery_type" {
      type     = string
      nullable = false
      doc      = "DNS discovery type of the Envoy proxy."
    }
    block_list "envoy_gateway_bind_addresses" {
      doc = "Address on which the gateway listens."
      label "name" {}
      object { include = [body.bind_address] }
    }
  }
}
body "bind_address" {
  object {
    attr "address" {
      type     = string
      nullable = false
      doc      = "IP address to bind."
    }
    attr "port" {
      type     = number
      format   = integer
      nullable = false
      doc      = "Port to bind."
    }
  }
}
body "ingress" {
  object {
    block_list "tls" {
      max_items = 1
      doc       = "TLS configuration."
      object { include = [body.gateway_tls] }
    }
    block_list "listener" {
      doc = "Listener of the gateway: a port and its services."
      object { include = [body.listener] }
    }
  }
}
body "gateway_tls" {
  object {
    attr "enabled" {
      type     = bool
      nullable = false
      doc      = "Whether TLS is enabled."
    }
    attr "tls_min_version" {
      type     = string
      nullable = false
      doc      = "Minimum TLS version."
    }
    attr "tls_max_version" {
      type     = string
      nullable = false
      doc      = "Maximum TLS version."
    }
    attr "cipher_suites" {
      type = list(string)
      doc  = "TLS cipher suites."
    }
    block_list "sds" {
      max_items = 1
      doc       = "Secret Discovery Service (SDS) that provides certificates."
      object { include = [body.sds] }
    }
  }
}
body "sds" {
  object {
    attr "cluster_name" {
      type     = string
      nullable = false
      doc      = "SDS cluster that provides the certificates."
    }
    attr "cert_resource" {
      type     = string
      nullable = false
      doc      = "Name of the certificate resource."
    }
  }
}
body "listener" {
  object {
    attr "port" {
      type     = number
      format   = integer
      nullable = false
      doc      = "Port of the listener."
    }
    attr "protocol" {
      type     = string
      nullable = false
      values   = ["tcp", "http", "http2", "grpc", ""]
      unknown  = allowed
      reserved = ["*"]
      doc      = "Protocol of the listener."
    }
    block_list "service" {
      doc = "Service exposed by the listener."
      object { include = [body.listener_service] }
    }
  }
}
body "listener_service" {
  object {
    attr "name" {
      type     = string
      nullable = false
      doc      = "Name of the service."
    }
    attr "hosts" {
      type = list(string)
      doc  = "Host names that route to the service."
    }
    attr "max_connections" {
      type   = number
      format = integer
      min    = 0
      max    = 4294967295
      doc    = "Maximum number of connections."
    }
    attr "max_pending_requests" {
      type   = number
      format = integer
      min    = 0
      max    = 4294967295
      doc    = "Maximum number of pending requests."
    }
    attr "max_concurrent_requests" {
      type   = number
      format = integer
      min    = 0
      max    = 4294967295
      doc    = "Maximum number of concurrent requests."
    }
    block_list "tls" {
      max_items = 1
      doc       = "TLS configuration."
      object { include = [body.gateway_tls] }
    }
    block_list "request_headers" {
      max_items = 1
      doc       = "Modifications of request headers."
      object { include = [body.headers] }
    }
    block_list "response_headers" {
      max_items = 1
      doc       = "Modifications of response headers."
      object { include = [body.headers] }
    }
  }
}
body "headers" {
  object {
    attr "remove" {
      type = list(string)
      doc  = "Headers to remove."
    }
    block_list "add" {
      max_items = 1
      doc       = "Headers to add."
      object { include = [body.free] }
    }
    block_list "set" {
      max_items = 1
      doc       = "Headers to set."
      object { include = [body.free] }
    }
  }
}
body "terminating" {
  object {
    block_list "service" {
      doc = "Service reachable through the gateway."
      object { include = [body.linked_service] }
    }
  }
}
body "linked_service" {
  object {
    attr "name" {
      type     = string
      nullable = false
      doc      = "Name of the service."
    }
    attr "ca_file" {
      type     = string
      nullable = false
      doc      = "Path of the CA certificate file."
    }
    attr "cert_file" {
      type     = string
      nullable = false
      doc      = "Path of the client certificate file."
    }
    attr "key_file" {
      type     = string
      nullable = false
      doc      = "Path of the private key file."
    }
    attr "sni" {
      type     = string
      nullable = false
      doc      = "Server name (SNI) for TLS."
    }
  }
}
body "sidecar_service" {
  object {
    include = [body.meta_block]
    attr "tags" {
      type = list(string)
      doc  = "Tags of the service."
    }
    attr "port" {
      type      = string
      nullable  = false
      refers_to = [port]
      pattern   = "-?[0-9]+"
      unknown   = allowed
      doc       = "Port label of the sidecar service."
    }
    attr "disable_default_tcp_check" {
      type     = bool
      nullable = false
      doc      = "Whether to disable the default TCP check of the sidecar."
    }
    block_list "proxy" {
      max_items = 1
      doc       = "Proxy configuration."
      object { include = [body.proxy] }
    }
  }
}
body "proxy" {
  object {
    include = [body.proxy_config]
    attr "local_service_address" {
      type     = string
      nullable = false
      doc      = "Address on which the local service listens."
    }
    attr "local_service_port" {
      type     = number
      format   = integer
      nullable = false
      doc      = "Port on which the local service listens."
    }
    block_list "expose" {
      max_items = 1
      doc       = "Paths to expose outside the mesh."
      object { include = [body.expose] }
    }
    block_list "upstreams" {
      doc = "Upstream service to connect to."
      object { include = [body.upstream] }
    }
    block_list "transparent_proxy" {
      max_items = 1
      doc       = "Transparent proxy that redirects all traffic through Envoy."
      object { include = [body.transparent_proxy] }
    }
  }
}
body "expose" {
  object {
    block_list "path" {
      doc = "Path to expose."
      object { include = [body.expose_path] }
    }
  }
}
body "expose_path" {
  object {
    attr "path" {
      type     = string
      nullable = false
      doc      = "HTTP path to expose."
    }
    attr "protocol" {
      type     = string
      nullable = false
      doc      = "Protocol of the path: `http` or `http2`."
    }
    attr "local_path_port" {
      type     = number
      format   = integer
      nullable = false
      doc      = "Local port of the service for this path."
    }
    attr "listener_port" {
      type      = string
      nullable  = false
      refers_to = [port]
      pattern   = "-?[0-9]+"
      unknown   = allowed
      doc       = "Label of the port on which the path is exposed."
    }
  }
}
body "upstream" {
  object {
    include = [body.proxy_config]
    attr "destination_name" {
      type     = string
      nullable = false
      doc      = "Name of the upstream service."
    }
    attr "destination_namespace" {
      type     = string
      nullable = false
      doc      = "Namespace of the upstream service."
    }
    attr "destination_peer" {
      type     = string
      nullable = false
      doc      = "Cluster peer of the upstream service."
    }
    attr "destination_partition" {
      type     = string
      nullable = false
      doc      = "Admin partition of the upstream service."
    }
    attr "destination_type" {
      type     = string
      nullable = false
      doc      = "Type of the destination."
    }
    attr "local_bind_port" {
      type     = number
      format   = integer
      nullable = false
      doc      = "Local port on which the upstream is available."
    }
    attr "datacenter" {
      type     = string
      nullable = false
      doc      = "Datacenter of the upstream service."
    }
    attr "local_bind_address" {
      type     = string
      nullable = false
      doc      = "Local address on which the upstream is available."
    }
    attr "local_bind_socket_path" {
      type     = string
      nullable = false
      doc      = "Local Unix socket on which the upstream is available."
    }
    attr "local_bind_socket_mode" {
      type     = string
      nullable = false
      doc      = "File mode of the socket."
    }
    block_list "mesh_gateway" {
      max_items = 1
      doc       = "Mesh gateway configuration."
      object { include = [body.mesh_gateway] }
    }
  }
}
body "mesh_gateway" {
  object {
    attr "mode" {
      type     = string
      values   = ["local", "remote", "none", ""]
      unknown  = allowed
      reserved = ["*"]
      nullable = false
      doc      = "Mesh gateway mode."
    }
  }
}
body "transparent_proxy" {
  object {
    attr "uid" {
      type     = string
      nullable = false
      doc      = "User ID of the proxy."
    }
    attr "outbound_port" {
      type     = number
      format   = integer
      nullable = false
      min      = 0
      max      = 65535
      doc      = "Outbound port of the proxy."
    }
    attr "exclude_inbound_ports" {
      type = list(string)
      doc  = "Inbound ports to exclude from redirection."
    }
    attr "exclude_outbound_ports" {
      type = list(number)
      doc  = "Outbound ports to exclude from redirection."
    }
    attr "exclude_outbound_cidrs" {
      type = list(string)
      doc  = "Outbound networks (CIDR) to exclude from redirection."
    }
    attr "exclude_uids" {
      type = list(string)
      doc  = "User IDs to exclude from redirection."
    }
    attr "no_dns" {
      type     = bool
      nullable = false
      doc      = "Whether to exclude DNS from redirection."
    }
  }
}
body "sidecar_task" {
  object {
    include = [body.meta_block, body.process]
    block_list "env" {
      max_items = 1
      doc       = "Environment variables of the task."
      object { include = [body.free] }
    }
    attr "name" {
      type     = string
      nullable = false
      doc      = "Name of the task."
    }
    attr "driver" {
      type     = string
      nullable = false
      doc      = "Task driver that runs the task."
    }
    attr "shutdown_delay" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Delay before the task is stopped."
    }
    block_list "config" {
      max_items = 1
      doc       = "Settings of the task driver."
      object { include = [body.anything] }
    }
    block_list "resources" {
      max_items = 1
      doc       = "Resource requirements of the task."
      object { include = [body.resources] }
    }
    block_list "logs" {
      max_items = 1
      doc       = "Log rotation for the output of the task."
      object { include = [body.logs] }
    }
    block_list "volume_mount" {
      doc = "Volume to mount into the task."
      object { include = [body.volume_mount] }
    }
  }
}
body "proxy_config" {
  object {
    block_list "config" {
      max_items = 1
      doc       = "Proxy settings that are passed to Envoy."
      object { include = [body.anything] }
    }
  }
}
