# Config entries of Consul. Written in HCL 1; names can be written as in `DefaultSubset` or as in `default_subset`.
# A body for each set of kinds has the arguments that only these have.
language "consul-config-entry" {
  title   = "Consul config entry"
  ids     = ["consul-config-entry"]
  files   = ["*.consul-entry.hcl", "*.consul-entry.json"]
  content = ["\\s*\"?Kind\"? *= *\"[a-z-]+\".*", "\\s*\"?[Kk]ind\"? *= *\"(api-gateway|bound-api-gateway|control-plane-request-limit|exported-services|file-system-certificate|http-route|ingress-gateway|inline-certificate|jwt-provider|mesh|proxy-defaults|sameness-group|service-defaults|service-intentions|service-resolver|service-router|service-splitter|tcp-route|terminating-gateway)\".*"]
  syntax  = hcl1
  also    = any_case
}

# Whether an entry is of one of these kinds, as far as that is known.
function "is_of" {
  params  = [kind, kinds]
  result  = kind == null || contains(kinds, kind) || !contains(["api-gateway", "bound-api-gateway", "control-plane-request-limit", "exported-services", "file-system-certificate", "http-route", "ingress-gateway", "inline-certificate", "jwt-provider", "mesh", "proxy-defaults", "sameness-group", "service-defaults", "service-intentions", "service-resolver", "service-router", "service-splitter", "tcp-route", "terminating-gateway"], kind)
  visible = pack
}

check "proxy-defaults-name" {
  condition = self.Kind != "proxy-defaults" || self.Name == null || self.Name == "global"
  message   = "The entry of the kind `proxy-defaults` has the name `global`: there is only one."
  at        = attr.Name
}
check "split-weights" {
  condition = self.Kind != "service-splitter" || try(abs(sum([for split in self.Splits : try(split.Weight, split.weight)]) - 100) < 0.1, true)
  message   = "The weights of all splits are 100 in sum."
  at        = attr.Splits
  severity  = warning
}

object {
  include = [
    body.entry, body.of_states, body.of_proxies, body.of_modes, body.of_transparent_proxies, body.of_service_defaults, body.of_proxy_defaults, body.of_localities, body.of_service_router, body.of_service_splitter, body.of_service_resolver, body.of_tls, body.of_gateways, body.of_ingress_gateway, body.of_services, body.of_routes, body.of_http_route, body.of_service_intentions, body.of_mesh, body.of_peering, body.of_certificates, body.of_jwt_provider, body.of_sameness_group, body.of_request_limit
  ]
}

body "entry" {
  object {
    unknown = warning
    attr "Kind" {
      type     = string
      required = true
      values   = { "api-gateway" = "Gateway into the mesh, with routes in entries of their own.", "bound-api-gateway" = "State of an API gateway, which Consul makes.", "control-plane-request-limit" = "Limits on requests of each client to the servers.", "exported-services" = "Services that partitions and peers can use.", "file-system-certificate" = "Certificate of an API gateway, in files.", "http-route" = "HTTP routes of an API gateway.", "ingress-gateway" = "Gateway into the mesh.", "inline-certificate" = "Certificate of an API gateway, in the entry.", "jwt-provider" = "Issuer of JSON Web Tokens.", "mesh" = "Settings of the whole mesh.", "proxy-defaults" = "Settings of all proxies.", "sameness-group" = "Partitions and peers with the same services.", "service-defaults" = "Settings of all instances of a service.", "service-intentions" = "Who can call a service.", "service-resolver" = "Which instances take the requests for a service.", "service-router" = "Routes for the requests to a service.", "service-splitter" = "Shares of the traffic of a service.", "tcp-route" = "TCP route of an API gateway.", "terminating-gateway" = "Gateway to services outside of the mesh." }
      doc      = "Kind of the config entry."
    }
    attr "Name" {
      # The other kinds have a fixed name.
      required = contains(["api-gateway", "file-system-certificate", "http-route", "ingress-gateway", "inline-certificate", "jwt-provider", "sameness-group", "service-defaults", "service-intentions", "service-resolver", "service-router", "service-splitter", "tcp-route", "terminating-gateway"], self.Kind)
      type     = string
      doc      = "Name of the entry. For entries about a service, the name of the service."
    }
    attr "Namespace" {
      type = string
      doc  = "Namespace of the entry (Enterprise)."
    }
    attr "Partition" {
      type = string
      doc  = "Admin partition of the entry (Enterprise)."
    }
    block_list "Meta" {
      also = attr
      doc  = "Metadata: names and values."
      object { include = [body.agents.free] }
    }
    attr "CreateIndex" {
      type = number
      doc  = "Index at which Consul created the entry; part of what it returns."
    }
    attr "ModifyIndex" {
      type = number
      doc  = "Index at which Consul changed the entry; part of what it returns."
    }
  }
}

body "of_states" {
  object {
    when = is_of(self.Kind, ["api-gateway", "http-route", "tcp-route"])
    block_list "Status" {
      also = attr
      doc  = "State of the entry, which Consul sets."
      object { include = [body.agents.free] }
    }
  }
}

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

body "of_localities" {
  object {
    when = is_of(self.Kind, ["proxy-defaults", "service-resolver"])
    block_list "PrioritizeByLocality" {
      also = attr
      doc  = "Preference for instances nearby."
      object { include = [body.locality] }
    }
  }
}

body "of_service_router" {
  object {
    when = is_of(self.Kind, ["service-router"])
    block_list "Routes" {
      also = attr
      doc  = "Routes in order of precedence; the first that matches a request decides."
      object { include = [body.route] }
    }
  }
}

body "of_service_splitter" {
  object {
    when = is_of(self.Kind, ["service-splitter"])
    block_list "Splits" {
      also = attr
      doc  = "Shares of the traffic."
      object { include = [body.split] }
    }
  }
}

body "of_service_resolver" {
  object {
    when = is_of(self.Kind, ["service-resolver"])
    attr "DefaultSubset" {
      type = string
      doc  = "Subset to use when a request names none."
    }
    block_list "Subsets" {
      also = attr
      doc  = "Subsets of the instances, by name."
      label "name" {
        optional = true
        doc      = "Name of the subset."
      }
      object {
        case {
          on = label.name
          is = { "" = body.subsets, "*" = body.subset }
        }
      }
    }
    block_list "Redirect" {
      also = attr
      doc  = "Another service that takes the requests."
      object { include = [body.redirect] }
    }
    block_list "Failover" {
      also = attr
      doc  = "What takes the requests when no instance is healthy, by subset; `*` for all."
      label "name" {
        optional = true
        doc      = "Name of the subset."
      }
      object {
        case {
          on = label.name
          is = { "" = body.failovers, "*" = body.failover }
        }
      }
    }
    attr "ConnectTimeout" {
      type    = string
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h))+|[0-9]+|.*[{$].*" = "a duration such as 1m30s" }
      doc     = "Timeout for connections to the service."
    }
    attr "RequestTimeout" {
      type    = string
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h))+|[0-9]+|.*[{$].*" = "a duration such as 1m30s" }
      doc     = "Timeout for requests."
    }
    block_list "LoadBalancer" {
      also = attr
      doc  = "How requests are spread over the instances."
      object { include = [body.load_balancer] }
    }
  }
}

body "of_tls" {
  object {
    when = is_of(self.Kind, ["ingress-gateway", "mesh"])
    block_list "TLS" {
      also = attr
      doc  = "TLS of a gateway, or of the mesh."
      object { include = [body.tls] }
    }
  }
}

body "of_gateways" {
  object {
    when = is_of(self.Kind, ["api-gateway", "bound-api-gateway", "ingress-gateway"])
    block_list "Listeners" {
      also = attr
      doc  = "Ports of a gateway, with what they serve."
      object { include = [body.listener] }
    }
  }
}

body "of_ingress_gateway" {
  object {
    when = is_of(self.Kind, ["ingress-gateway"])
    block_list "Defaults" {
      also = attr
      doc  = "Limits for the services of the gateway."
      object { include = [body.service_limits] }
    }
  }
}

body "of_services" {
  object {
    when = is_of(self.Kind, ["bound-api-gateway", "exported-services", "tcp-route", "terminating-gateway"])
    block_list "Services" {
      also = attr
      doc  = "Services of the gateway or route, or those to export."
      object { include = [body.service] }
    }
  }
}

body "of_routes" {
  object {
    when = is_of(self.Kind, ["http-route", "tcp-route"])
    block_list "Parents" {
      also = attr
      doc  = "Gateways that the route belongs to."
      object { include = [body.reference] }
    }
  }
}

body "of_http_route" {
  object {
    when = is_of(self.Kind, ["http-route"])
    block_list "Rules" {
      also = attr
      doc  = "Rules of the route."
      object { include = [body.rule] }
    }
    attr "Hostnames" {
      type = [list(string), string]
      doc  = "Host names that the route is for."
    }
  }
}

body "of_service_intentions" {
  object {
    when = is_of(self.Kind, ["service-intentions"])
    block_list "Sources" {
      also = attr
      doc  = "Services whose requests are allowed or denied."
      object { include = [body.source] }
    }
    block_list "JWT" {
      also = attr
      doc  = "JSON Web Tokens that requests need."
      object { include = [body.jwt] }
    }
  }
}

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

body "of_certificates" {
  object {
    when = is_of(self.Kind, ["file-system-certificate", "inline-certificate"])
    attr "Certificate" {
      type = string
      doc  = "Certificate in PEM, or the path of its file."
    }
    attr "PrivateKey" {
      type      = string
      sensitive = true
      doc       = "Private key of the certificate, or the path of its file."
    }
  }
}

body "of_jwt_provider" {
  object {
    when = is_of(self.Kind, ["jwt-provider"])
    block_list "JSONWebKeySet" {
      also = attr
      doc  = "Keys that verify tokens."
      object { include = [body.key_set] }
    }
    attr "Issuer" {
      type = string
      doc  = "Issuer that tokens must name."
    }
    attr "Audiences" {
      type = [list(string), string]
      doc  = "Audiences of which tokens must name one."
    }
    block_list "Locations" {
      also = attr
      doc  = "Where a request has the token. Consul looks there in this order."
      object { include = [body.location] }
    }
    block_list "Forwarding" {
      also = attr
      doc  = "How the token is passed on to the service."
      object { include = [body.forwarding] }
    }
    attr "ClockSkewSeconds" {
      type = number
      doc  = "Difference between clocks that is tolerated, in seconds."
    }
    block_list "CacheConfig" {
      also = attr
      doc  = "Cache of verified tokens."
      object { include = [body.jwt_cache] }
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
