# Config entries of Consul: proxies, their upstreams, limits and extensions.
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
