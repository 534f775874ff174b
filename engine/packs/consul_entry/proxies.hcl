# Config entries of Consul: defaults of services and of their proxies.
body "of_proxies" {
  object {
    when = is_of(self.Kind, ["proxy-defaults", "service-defaults"])
    attr "Protocol" {
      type    = string
      unknown = allowed
      values  = ["tcp", "http", "http2", "grpc"]
      doc     = "Protocol of the service. Routes, splits and intentions by path need HTTP."
    }
    attr "MutualTLSMode" {
      type     = string
      unknown  = allowed
      values   = ["strict", "permissive", ""]
      reserved = ["*"]
      doc      = "Whether proxies also accept connections without mutual TLS."
    }
    block_list "MeshGateway" {
      also = attr
      doc  = "Gateway for traffic to other datacenters."
      object { include = [body.mesh_gateway] }
    }
    block_list "Expose" {
      also = attr
      doc  = "Paths that the proxy serves without TLS."
      object { include = [body.expose] }
    }
    block_list "EnvoyExtensions" {
      also = attr
      doc  = "Extensions of the Envoy proxy."
      object { include = [body.extension] }
    }
  }
}

body "of_service_defaults" {
  object {
    when = is_of(self.Kind, ["service-defaults"])
    attr "ExternalSNI" {
      type = string
      doc  = "Name for TLS with an external service (SNI)."
    }
    block_list "UpstreamConfig" {
      also = attr
      doc  = "Settings for the services that this one calls."
      object { include = [body.upstreams] }
    }
    block_list "Destination" {
      also = attr
      doc  = "Address of an external service that terminating gateways reach."
      object { include = [body.destination] }
    }
    attr "MaxInboundConnections" {
      type = number
      doc  = "Maximum number of connections to the service."
    }
    attr "LocalConnectTimeoutMs" {
      type = number
      doc  = "Timeout for connections to the local application, in milliseconds."
    }
    attr "LocalRequestTimeoutMs" {
      type = number
      doc  = "Timeout for requests to the local application, in milliseconds."
    }
    attr "BalanceInboundConnections" {
      type     = string
      unknown  = allowed
      values   = ["exact_balance", ""]
      reserved = ["*"]
      doc      = "How connections are spread over the threads of the proxy."
    }
    attr "MaxRequestHeadersKB" {
      type = number
      doc  = "Maximum size of the headers of a request, in kilobytes."
    }
    block_list "RateLimits" {
      also = attr
      doc  = "Limits on requests to each instance."
      object { include = [body.rate_limits] }
    }
  }
}

body "of_proxy_defaults" {
  object {
    when = is_of(self.Kind, ["proxy-defaults"])
    block_list "Config" {
      also = attr
      doc  = "Settings of proxies, such as `protocol` and `envoy_prometheus_bind_addr`."
      object { include = [body.agents.free] }
    }
    block_list "AccessLogs" {
      also = attr
      doc  = "Access logs of proxies."
      object { include = [body.access_logs] }
    }
    block_list "FailoverPolicy" {
      also = attr
      doc  = "Order in which other instances are used when a service fails."
      object { include = [body.failover_policy] }
    }
  }
}

body "of_modes" {
  object {
    when = is_of(self.Kind, ["control-plane-request-limit", "proxy-defaults", "service-defaults"])
    attr "Mode" {
      type     = string
      values   = { transparent = "Outbound traffic goes through the proxy without configuration.", direct = "Applications use the listeners of the proxy.", permissive = "Requests above the limit are logged.", enforcing = "Requests above the limit are refused.", disabled = "There is no limit.", "" = "The default." }
      unknown  = allowed
      reserved = ["*"]
      doc      = "For services and proxies: how proxies get outbound traffic. For request limits: what happens above the limit."
    }
  }
}

body "of_transparent_proxies" {
  object {
    when = is_of(self.Kind, ["mesh", "proxy-defaults", "service-defaults"])
    block_list "TransparentProxy" {
      also = attr
      doc  = "Settings of transparent proxies."
      object { include = [body.transparent_proxy] }
    }
  }
}

body "transparent_proxy" {
  object {
    unknown = warning
    attr "OutboundListenerPort" {
      type = number
      doc  = "Port of the listener for outbound traffic."
    }
    attr "DialedDirectly" {
      type = [bool, number]
      doc  = "Lets other proxies call instances by their own addresses."
    }
    attr "MeshDestinationsOnly" {
      type = [bool, number]
      doc  = "For the mesh: outbound traffic reaches only services in it."
    }
  }
}

body "mesh_gateway" {
  object {
    unknown = warning
    attr "Mode" {
      type     = string
      unknown  = allowed
      values   = ["none", "local", "remote", ""]
      reserved = ["*"]
      doc      = "Gateway that the traffic goes through first."
    }
  }
}

body "expose" {
  object {
    unknown = warning
    attr "Checks" {
      type = [bool, number]
      doc  = "Exposes the paths of the HTTP and gRPC checks."
    }
    block_list "Paths" {
      also = attr
      doc  = "Paths to expose."
      object { include = [body.expose_path] }
    }
  }
}

body "expose_path" {
  object {
    unknown = warning
    attr "ListenerPort" {
      type = number
      doc  = "Port at which the proxy listens."
    }
    attr "Path" {
      type = string
      doc  = "Path of requests."
    }
    attr "LocalPathPort" {
      type = number
      doc  = "Port of the application."
    }
    attr "Protocol" {
      type     = string
      unknown  = allowed
      values   = ["http", "http2", ""]
      reserved = ["*"]
      doc      = "Protocol of the listener."
    }
    attr "ParsedFromCheck" {
      type = [bool, number]
      doc  = "Set for paths of checks."
    }
  }
}

body "upstreams" {
  object {
    unknown = warning
    block_list "Overrides" {
      also = attr
      doc  = "Settings for single services, by name."
      object { include = [body.upstream] }
    }
    block_list "Defaults" {
      also = attr
      doc  = "Settings for all services."
      object { include = [body.upstream] }
    }
  }
}

body "upstream" {
  object {
    include = [body.tenancy]
    unknown = warning
    attr "Name" {
      type = string
      doc  = "Name of the service."
    }
    attr "Peer" {
      type = string
      doc  = "Peer that the service belongs to."
    }
    attr "EnvoyListenerJSON" {
      type = string
      doc  = "Complete listener of Envoy, as JSON."
    }
    attr "EnvoyClusterJSON" {
      type = string
      doc  = "Complete cluster of Envoy, as JSON."
    }
    attr "Protocol" {
      type    = string
      unknown = allowed
      values  = ["tcp", "http", "http2", "grpc"]
      doc     = "Protocol of the service."
    }
    attr "ConnectTimeoutMs" {
      type = number
      doc  = "Timeout for connections, in milliseconds."
    }
    block_list "Limits" {
      also = attr
      doc  = "Limits on connections and requests."
      object { include = [body.upstream_limits] }
    }
    block_list "PassiveHealthCheck" {
      also = attr
      doc  = "Takes instances out of use that return errors."
      object { include = [body.passive_check] }
    }
    block_list "MeshGateway" {
      also = attr
      doc  = "Gateway for traffic to other datacenters."
      object { include = [body.mesh_gateway] }
    }
    attr "BalanceOutboundConnections" {
      type     = string
      unknown  = allowed
      values   = ["exact_balance", ""]
      reserved = ["*"]
      doc      = "How connections are spread over the threads of the proxy."
    }
  }
}

body "upstream_limits" {
  object {
    include = [body.connection_limits]
    unknown = warning
  }
}

body "connection_limits" {
  object {
    attr "MaxConnections" {
      type = number
      doc  = "Maximum number of connections."
    }
    attr "MaxPendingRequests" {
      type = number
      doc  = "Maximum number of waiting requests."
    }
    attr "MaxConcurrentRequests" {
      type = number
      doc  = "Maximum number of requests at a time."
    }
  }
}

body "passive_check" {
  object {
    unknown = warning
    attr "Interval" {
      type    = string
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h))+|[0-9]+|.*[{$].*" = "a duration such as 1m30s" }
      doc     = "Time between looks at the errors."
    }
    attr "MaxFailures" {
      type = number
      doc  = "Errors in a row after which an instance is taken out of use."
    }
    attr "EnforcingConsecutive5xx" {
      type = number
      doc  = "Probability in percent that it is taken out of use."
    }
    attr "MaxEjectionPercent" {
      type = number
      doc  = "Maximum share of instances that are out of use, in percent."
    }
    attr "BaseEjectionTime" {
      type    = string
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h))+|[0-9]+|.*[{$].*" = "a duration such as 1m30s" }
      doc     = "Time for which an instance is out of use."
    }
  }
}

body "destination" {
  object {
    unknown = warning
    attr "Addresses" {
      type = [list(string), string]
      doc  = "Host names and IP addresses."
    }
    attr "Port" {
      type = number
      doc  = "Port of the service."
    }
  }
}

body "rate_limits" {
  object {
    unknown = warning
    block_list "InstanceLevel" {
      also = attr
      doc  = "Limits on requests to each instance."
      object { include = [body.instance_limits] }
    }
  }
}

body "instance_limits" {
  object {
    include = [body.request_rates]
    unknown = warning
    block_list "Routes" {
      also = attr
      doc  = "Limits for paths."
      object { include = [body.route_limits] }
    }
  }
}

body "route_limits" {
  object {
    include     = [body.request_rates]
    unknown     = warning
    exactly_one = [[PathExact, PathPrefix, PathRegex]]
    attr "PathExact" {
      type = string
      doc  = "The path."
    }
    attr "PathPrefix" {
      type = string
      doc  = "Beginning of the path."
    }
    attr "PathRegex" {
      type   = string
      format = regex
      doc    = "Regular expression for the path."
    }
  }
}

body "request_rates" {
  object {
    attr "RequestsPerSecond" {
      type = number
      doc  = "Average number of requests in a second."
    }
    attr "RequestsMaxBurst" {
      type = number
      doc  = "Maximum number of requests at once."
    }
  }
}

body "extension" {
  object {
    unknown = warning
    attr "Name" {
      type    = string
      unknown = allowed
      values  = ["builtin/aws/lambda", "builtin/ext-authz", "builtin/lua", "builtin/otel-access-logging", "builtin/property-override", "builtin/wasm"]
      doc     = "Name of the extension."
    }
    attr "Required" {
      type = [bool, number]
      doc  = "Keeps the old configuration of the proxy when the extension fails."
    }
    block_list "Arguments" {
      also = attr
      doc  = "Settings of the extension."
      object { include = [body.agents.free] }
    }
    attr "ConsulVersion" {
      type = string
      doc  = "Versions of Consul that have the extension."
    }
    attr "EnvoyVersion" {
      type = string
      doc  = "Versions of Envoy that have the extension."
    }
  }
}

body "access_logs" {
  object {
    unknown = warning
    attr "Enabled" {
      type = [bool, number]
      doc  = "Turns access logs on."
    }
    attr "DisableListenerLogs" {
      type = [bool, number]
      doc  = "Leaves out connections that reach no service."
    }
    attr "Type" {
      type     = string
      unknown  = allowed
      values   = ["file", "stderr", "stdout", ""]
      reserved = ["*"]
      doc      = "Where logs go."
    }
    attr "Path" {
      type = string
      doc  = "File for the logs, for the type `file`."
    }
    attr "JSONFormat" {
      type = string
      doc  = "Format of the logs, as JSON."
    }
    attr "TextFormat" {
      type = string
      doc  = "Format of the logs, as text."
    }
  }
}
