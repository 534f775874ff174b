# Consul: services, health checks and proxies.
body "check" {
  check "check-interval" {
    condition = set.interval || !(set.args || set.script || set.http || set.tcp || set.udp || set.grpc || set.h2ping || set.os_service)
    message   = "A check that the agent runs needs an `interval`."
  }
  check "check-kind" {
    condition = set.ttl || set.alias_node || set.alias_service || set.args || set.script || set.http || set.tcp || set.udp || set.grpc || set.h2ping || set.os_service
    message   = "A check needs something to check, such as `http`, `tcp` or `args`, or a `ttl`."
  }
  check "check-ttl" {
    condition = !set.interval || !set.ttl
    message   = "A check has either an `interval` or a `ttl`."
    at        = attr.ttl
  }
  object {
    attr "id" {
      type = string
      doc  = "ID of the check."
    }
    attr "name" {
      type = string
      doc  = "Name of the check."
    }
    attr "notes" {
      type = string
      doc  = "Description of the check."
    }
    attr "service_id" {
      type = string
      doc  = "ID of the service that the check belongs to."
    }
    attr "token" {
      type      = string
      sensitive = true
      doc       = "Token for the registration of the check."
    }
    attr "status" {
      type   = string
      values = ["passing", "warning", "critical"]
      doc    = "Initial status of the check."
    }
    attr "args" {
      type = [list(string), string]
      doc  = "Program to run and its arguments."
    }
    attr "script" {
      type       = string
      deprecated = "This is now called `args`, a list."
      version    = "<= 1.1"
      doc        = "Shell command to run."
    }
    attr "http" {
      type   = string
      format = url
      doc    = "URL of an HTTP check."
    }
    attr "method" {
      type = string
      doc  = "Method of the HTTP request."
    }
    attr "body" {
      type = string
      doc  = "Body of the HTTP request."
    }
    attr "disable_redirects" {
      type = [bool, number]
      doc  = "Does not follow redirects."
    }
    attr "output_max_size" {
      type = number
      doc  = "Maximum size of the output in bytes."
    }
    attr "tcp" {
      type = string
      doc  = "Address of a TCP check."
    }
    attr "tcp_use_tls" {
      type = [bool, number]
      doc  = "Uses TLS for the TCP check."
    }
    attr "udp" {
      type = string
      doc  = "Address of a UDP check."
    }
    attr "interval" {
      type   = string
      format = duration
      doc    = "Interval between checks."
    }
    attr "timeout" {
      type   = string
      format = duration
      doc    = "Timeout of the check."
    }
    attr "ttl" {
      type   = string
      format = duration
      doc    = "Time that a status reported by the service stays valid."
    }
    attr "docker_container_id" {
      type = string
      doc  = "ID of the Docker container in which `args` run."
    }
    attr "shell" {
      type = string
      doc  = "Shell in the Docker container."
    }
    attr "grpc" {
      type = string
      doc  = "Address of a gRPC health check."
    }
    attr "grpc_use_tls" {
      type = [bool, number]
      doc  = "Uses TLS for the gRPC check."
    }
    attr "h2ping" {
      type = string
      doc  = "Address of an HTTP/2 ping check."
    }
    attr "h2ping_use_tls" {
      type = [bool, number]
      doc  = "Uses TLS for the HTTP/2 ping."
    }
    attr "tls_server_name" {
      type = string
      doc  = "Server name to expect in the certificate."
    }
    attr "tls_skip_verify" {
      type = [bool, number]
      doc  = "Skips verification of the certificate."
    }
    attr "alias_node" {
      type = string
      doc  = "Node whose status this check mirrors."
    }
    attr "alias_service" {
      type = string
      doc  = "Service whose status this check mirrors."
    }
    attr "os_service" {
      type = string
      doc  = "Operating system service that must be running."
    }
    attr "success_before_passing" {
      type = number
      doc  = "Number of consecutive successes before the check passes."
    }
    attr "failures_before_warning" {
      type = number
      doc  = "Number of consecutive failures before the check warns."
    }
    attr "failures_before_critical" {
      type = number
      doc  = "Number of consecutive failures before the check is critical."
    }
    attr "deregister_critical_service_after" {
      type   = string
      format = duration
      doc    = "Time after which a service with a critical check is deregistered."
    }
    attr "session_name" {
      type = string
      doc  = "Name of the session that becomes invalid when the check fails."
    }
    block_list "header" {
      also = attr
      doc  = "Headers of the HTTP request."
      object {
        attr "*" {
          doc = "Values of the header."
        }
      }
    }
  }
}
body "service" {
  object {
    attr "id" {
      type = string
      doc  = "ID of the service. Defaults to its name."
    }
    attr "name" {
      type = string
      doc  = "Name of the service."
    }
    attr "kind" {
      type = string
      values = {
        connect-proxy       = "Proxy of a service."
        mesh-gateway        = "Gateway between datacenters."
        ingress-gateway     = "Gateway into the mesh."
        terminating-gateway = "Gateway out of the mesh."
        api-gateway         = "Gateway with routes."
      }
      unknown = allowed
      doc     = "Kind of the service."
    }
    attr "tags" {
      type = [list(string), string]
      doc  = "Tags of the service."
    }
    attr "address" {
      type = string
      doc  = "Address of the service."
    }
    attr "port" {
      type = number
      doc  = "Port of the service."
    }
    attr "socket_path" {
      type   = string
      format = path
      doc    = "Unix socket of the service."
    }
    attr "token" {
      type      = string
      sensitive = true
      doc       = "Token for the registration of the service."
    }
    attr "enable_tag_override" {
      type = [bool, number]
      doc  = "Allows other agents to change the tags."
    }
    attr "namespace" {
      type = string
      doc  = "Namespace of the service (Enterprise)."
    }
    attr "partition" {
      type = string
      doc  = "Admin partition of the service (Enterprise)."
    }
    block_list "meta" {
      also = attr
      doc  = "Metadata."
      object {
        attr "*" {
          doc = "Value."
        }
      }
    }
    block_list "tagged_addresses" {
      also = attr
      doc  = "Additional addresses of the service, by tag."
      object {
        include = [body.agents.free]
      }
    }
    block_list "weights" {
      also = attr
      doc  = "Weights for load balancing with DNS."
      object {
        attr "passing" {
          type = number
          doc  = "Weight while the checks pass."
        }
        attr "warning" {
          type = number
          doc  = "Weight while a check is in the warning state."
        }
      }
    }
    block_list "locality" {
      also = attr
      doc  = "Locality of the service."
      object {
        attr "region" {
          type = string
          doc  = "Region of the service."
        }
        attr "zone" {
          type = string
          doc  = "Zone of the service."
        }
      }
    }
    block_list "check" {
      also = attr
      doc  = "Health check of the service."
      object {
        include = [body.check]
      }
    }
    block_list "checks" {
      also = attr
      doc  = "Health checks of the service."
      object {
        include = [body.check]
      }
    }
    block_list "proxy" {
      also = attr
      doc  = "Proxy configuration."
      object {
        include = [body.proxy]
      }
    }
    block_list "connect" {
      also = attr
      doc  = "Service mesh settings."
      object {
        attr "native" {
          type = [bool, number]
          doc  = "The service supports the mesh natively, without a proxy."
        }
        block_list "sidecar_service" {
          also = attr
          doc  = "Sidecar proxy of the service."
          object {
            include = [body.service]
          }
        }
      }
    }
  }
}
# Declared by itself, not as the sidecar of another one.
body "named_service" {
  check "service-name" {
    condition = set.name
    message   = "A service needs a `name`."
  }
  object { include = [body.service] }
}
body "proxy" {
  object {
    attr "destination_service_name" {
      type = string
      doc  = "Name of the service behind the proxy."
    }
    attr "destination_service_id" {
      type = string
      doc  = "ID of the service behind the proxy."
    }
    attr "local_service_address" {
      type = string
      doc  = "Address of the service behind the proxy."
    }
    attr "local_service_port" {
      type = number
      doc  = "Port of the service behind the proxy."
    }
    attr "local_service_socket_path" {
      type   = string
      format = path
      doc    = "Unix socket of the service behind the proxy."
    }
    attr "mode" {
      type    = string
      values  = ["direct", "transparent"]
      unknown = allowed
      doc     = "Mode in which the proxy receives connections."
    }
    block_list "config" {
      also = attr
      doc  = "Settings of the proxy."
      object {
        include = [body.agents.free]
      }
    }
    block_list "envoy_extensions" {
      also = attr
      doc  = "Envoy extensions."
      object {
        include = [body.agents.free]
      }
    }
    block_list "transparent_proxy" {
      also = attr
      doc  = "Settings of the transparent proxy mode."
      object {
        attr "outbound_listener_port" {
          type = number
          doc  = "Port of the listener for outbound connections."
        }
        attr "dialed_directly" {
          type = [bool, number]
          doc  = "Allows direct connections to this instance."
        }
      }
    }
    block_list "upstreams" {
      also    = attr
      outline = self.destination_name
      doc     = "Upstream services."
      object {
        attr "destination_type" {
          type   = string
          values = ["service", "prepared_query"]
          doc    = "Type of the destination."
        }
        attr "destination_namespace" {
          type = string
          doc  = "Namespace of the destination (Enterprise)."
        }
        attr "destination_partition" {
          type = string
          doc  = "Admin partition of the destination (Enterprise)."
        }
        attr "destination_peer" {
          type = string
          doc  = "Peered cluster of the destination."
        }
        attr "destination_name" {
          type = string
          doc  = "Name of the destination."
        }
        attr "datacenter" {
          type = string
          doc  = "Datacenter of the destination."
        }
        attr "local_bind_address" {
          type = string
          doc  = "Local bind address."
        }
        attr "local_bind_port" {
          type = number
          doc  = "Local bind port."
        }
        attr "local_bind_socket_path" {
          type   = string
          format = path
          doc    = "Local Unix socket."
        }
        attr "local_bind_socket_mode" {
          type = string
          doc  = "Permissions of the Unix socket."
        }
        block_list "config" {
          also = attr
          doc  = "Settings."
          object {
            include = [body.agents.free]
          }
        }
        block_list "mesh_gateway" {
          also = attr
          doc  = "Use of mesh gateways."
          object {
            include = [body.mesh_gateway]
          }
        }
      }
    }
    block_list "mesh_gateway" {
      also = attr
      doc  = "Use of mesh gateways."
      object {
        include = [body.mesh_gateway]
      }
    }
    block_list "expose" {
      also = attr
      doc  = "Paths that are reachable outside the mesh."
      object {
        attr "checks" {
          type = [bool, number]
          doc  = "Exposes the paths of HTTP and gRPC checks."
        }
        attr "port" {
          type = number
          doc  = "Port for the exposed checks."
        }
        block_list "paths" {
          also = attr
          doc  = "Exposed path."
          object {
            attr "listener_port" {
              type = number
              doc  = "Port of the listener on the proxy."
            }
            attr "path" {
              type = string
              doc  = "Path to expose."
            }
            attr "protocol" {
              type   = string
              values = ["http", "http2"]
              doc    = "Protocol of the listener."
            }
            attr "local_path_port" {
              type = number
              doc  = "Port of the service."
            }
          }
        }
      }
    }
    block_list "access_logs" {
      also = attr
      doc  = "Access logs of the proxy."
      object {
        attr "enabled" {
          type = [bool, number]
          doc  = "Enables access logs."
        }
        attr "disable_listener_logs" {
          type = [bool, number]
          doc  = "Disables access logs of listeners."
        }
        attr "type" {
          type   = string
          values = ["stdout", "stderr", "file"]
          doc    = "Destination of the logs."
        }
        attr "path" {
          type   = string
          format = path
          doc    = "Path of the log file."
        }
        attr "json_format" {
          type = string
          doc  = "Log format, as JSON."
        }
        attr "text_format" {
          type = string
          doc  = "Log format, as text."
        }
      }
    }
  }
}
body "mesh_gateway" {
  object {
    attr "mode" {
      type = string
      values = {
        none   = "No gateway."
        local  = "Gateway in the local datacenter."
        remote = "Gateway in the remote datacenter."
      }
      doc = "Mesh gateway mode."
    }
  }
}
