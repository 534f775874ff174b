# Config entries of Consul. Written in HCL 1; names can be written as in `DefaultSubset` or as in `default_subset`.
# The arguments of all kinds are in one body, and a check compares them with the kind.
language "consul-config-entry" {
  title   = "Consul config entry"
  ids     = ["consul-config-entry"]
  files   = ["*.consul-entry.hcl", "*.consul-entry.json"]
  content = ["\\s*\"?Kind\"? *= *\"[a-z-]+\".*", "\\s*\"?[Kk]ind\"? *= *\"(api-gateway|bound-api-gateway|control-plane-request-limit|exported-services|file-system-certificate|http-route|ingress-gateway|inline-certificate|jwt-provider|mesh|proxy-defaults|sameness-group|service-defaults|service-intentions|service-resolver|service-router|service-splitter|tcp-route|terminating-gateway)\".*"]
  syntax  = hcl1
  also    = any_case
}

# The arguments of a kind, apart from those of all kinds.
function "arguments_of" {
  params = [kind]
  result = lookup({
    api-gateway                 = ["Listeners", "Status"]
    bound-api-gateway           = ["Listeners", "Services"]
    control-plane-request-limit = ["Mode", "ReadRate", "WriteRate", "ACL", "Catalog", "ConfigEntry", "ConnectCA", "Coordinate", "DiscoveryChain", "ServerDiscovery", "Health", "Intention", "KV", "Tenancy", "PreparedQuery", "Session", "Txn", "AutoConfig", "FederationState", "Internal", "PeerStream", "Peering", "DataPlane", "DNS", "Subscribe", "Resource"]
    exported-services           = ["Services"]
    file-system-certificate     = ["Certificate", "PrivateKey"]
    http-route                  = ["Parents", "Rules", "Hostnames", "Status"]
    ingress-gateway             = ["TLS", "Listeners", "Defaults"]
    inline-certificate          = ["Certificate", "PrivateKey"]
    jwt-provider                = ["JSONWebKeySet", "Issuer", "Audiences", "Locations", "Forwarding", "ClockSkewSeconds", "CacheConfig"]
    mesh                        = ["TransparentProxy", "AllowEnablingPermissiveMutualTLS", "ValidateClusters", "TLS", "HTTP", "Peering"]
    proxy-defaults              = ["Mode", "TransparentProxy", "MutualTLSMode", "Config", "MeshGateway", "Expose", "AccessLogs", "EnvoyExtensions", "FailoverPolicy", "PrioritizeByLocality", "Protocol"]
    sameness-group              = ["DefaultForFailover", "IncludeLocal", "Members"]
    service-defaults            = ["Protocol", "Mode", "TransparentProxy", "MutualTLSMode", "MeshGateway", "Expose", "ExternalSNI", "UpstreamConfig", "Destination", "MaxInboundConnections", "LocalConnectTimeoutMs", "LocalRequestTimeoutMs", "BalanceInboundConnections", "RateLimits", "EnvoyExtensions", "MaxRequestHeadersKB"]
    service-intentions          = ["Sources", "JWT"]
    service-resolver            = ["DefaultSubset", "Subsets", "Redirect", "Failover", "ConnectTimeout", "RequestTimeout", "PrioritizeByLocality", "LoadBalancer"]
    service-router              = ["Routes"]
    service-splitter            = ["Splits"]
    tcp-route                   = ["Parents", "Services", "Status"]
    terminating-gateway         = ["Services"]
  }, kind, [])
  visible = pack
}
function "foreign_arguments" {
  params  = [kind, names]
  result  = sort(setsubtract(toset(names), toset(concat(["Kind", "Name", "Namespace", "Partition", "Meta", "CreateIndex", "ModifyIndex"], arguments_of(kind)))))
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
check "arguments-of-kind" {
  condition = length(foreign_arguments(self.Kind, compact([self.ACL == null ? "" : "ACL", self.AccessLogs == null ? "" : "AccessLogs", self.AllowEnablingPermissiveMutualTLS == null ? "" : "AllowEnablingPermissiveMutualTLS", self.Audiences == null ? "" : "Audiences", self.AutoConfig == null ? "" : "AutoConfig", self.BalanceInboundConnections == null ? "" : "BalanceInboundConnections", self.CacheConfig == null ? "" : "CacheConfig", self.Catalog == null ? "" : "Catalog", self.Certificate == null ? "" : "Certificate", self.ClockSkewSeconds == null ? "" : "ClockSkewSeconds", self.Config == null ? "" : "Config", self.ConfigEntry == null ? "" : "ConfigEntry", self.ConnectCA == null ? "" : "ConnectCA", self.ConnectTimeout == null ? "" : "ConnectTimeout", self.Coordinate == null ? "" : "Coordinate", self.DNS == null ? "" : "DNS", self.DataPlane == null ? "" : "DataPlane", self.DefaultForFailover == null ? "" : "DefaultForFailover", self.DefaultSubset == null ? "" : "DefaultSubset", self.Defaults == null ? "" : "Defaults", self.Destination == null ? "" : "Destination", self.DiscoveryChain == null ? "" : "DiscoveryChain", self.EnvoyExtensions == null ? "" : "EnvoyExtensions", self.Expose == null ? "" : "Expose", self.ExternalSNI == null ? "" : "ExternalSNI", self.Failover == null ? "" : "Failover", self.FailoverPolicy == null ? "" : "FailoverPolicy", self.FederationState == null ? "" : "FederationState", self.Forwarding == null ? "" : "Forwarding", self.HTTP == null ? "" : "HTTP", self.Health == null ? "" : "Health", self.Hostnames == null ? "" : "Hostnames", self.IncludeLocal == null ? "" : "IncludeLocal", self.Intention == null ? "" : "Intention", self.Internal == null ? "" : "Internal", self.Issuer == null ? "" : "Issuer", self.JSONWebKeySet == null ? "" : "JSONWebKeySet", self.JWT == null ? "" : "JWT", self.KV == null ? "" : "KV", self.Listeners == null ? "" : "Listeners", self.LoadBalancer == null ? "" : "LoadBalancer", self.LocalConnectTimeoutMs == null ? "" : "LocalConnectTimeoutMs", self.LocalRequestTimeoutMs == null ? "" : "LocalRequestTimeoutMs", self.Locations == null ? "" : "Locations", self.MaxInboundConnections == null ? "" : "MaxInboundConnections", self.MaxRequestHeadersKB == null ? "" : "MaxRequestHeadersKB", self.Members == null ? "" : "Members", self.MeshGateway == null ? "" : "MeshGateway", self.Mode == null ? "" : "Mode", self.MutualTLSMode == null ? "" : "MutualTLSMode", self.Parents == null ? "" : "Parents", self.PeerStream == null ? "" : "PeerStream", self.Peering == null ? "" : "Peering", self.PreparedQuery == null ? "" : "PreparedQuery", self.PrioritizeByLocality == null ? "" : "PrioritizeByLocality", self.PrivateKey == null ? "" : "PrivateKey", self.Protocol == null ? "" : "Protocol", self.RateLimits == null ? "" : "RateLimits", self.ReadRate == null ? "" : "ReadRate", self.Redirect == null ? "" : "Redirect", self.RequestTimeout == null ? "" : "RequestTimeout", self.Resource == null ? "" : "Resource", self.Routes == null ? "" : "Routes", self.Rules == null ? "" : "Rules", self.ServerDiscovery == null ? "" : "ServerDiscovery", self.Services == null ? "" : "Services", self.Session == null ? "" : "Session", self.Sources == null ? "" : "Sources", self.Splits == null ? "" : "Splits", self.Status == null ? "" : "Status", self.Subscribe == null ? "" : "Subscribe", self.Subsets == null ? "" : "Subsets", self.TLS == null ? "" : "TLS", self.Tenancy == null ? "" : "Tenancy", self.TransparentProxy == null ? "" : "TransparentProxy", self.Txn == null ? "" : "Txn", self.UpstreamConfig == null ? "" : "UpstreamConfig", self.ValidateClusters == null ? "" : "ValidateClusters", self.WriteRate == null ? "" : "WriteRate"]))) == 0
  message   = "Entries of the kind `${self.Kind}` have no ${join(" and no ", formatlist("`%s`", foreign_arguments(self.Kind, compact([self.ACL == null ? "" : "ACL", self.AccessLogs == null ? "" : "AccessLogs", self.AllowEnablingPermissiveMutualTLS == null ? "" : "AllowEnablingPermissiveMutualTLS", self.Audiences == null ? "" : "Audiences", self.AutoConfig == null ? "" : "AutoConfig", self.BalanceInboundConnections == null ? "" : "BalanceInboundConnections", self.CacheConfig == null ? "" : "CacheConfig", self.Catalog == null ? "" : "Catalog", self.Certificate == null ? "" : "Certificate", self.ClockSkewSeconds == null ? "" : "ClockSkewSeconds", self.Config == null ? "" : "Config", self.ConfigEntry == null ? "" : "ConfigEntry", self.ConnectCA == null ? "" : "ConnectCA", self.ConnectTimeout == null ? "" : "ConnectTimeout", self.Coordinate == null ? "" : "Coordinate", self.DNS == null ? "" : "DNS", self.DataPlane == null ? "" : "DataPlane", self.DefaultForFailover == null ? "" : "DefaultForFailover", self.DefaultSubset == null ? "" : "DefaultSubset", self.Defaults == null ? "" : "Defaults", self.Destination == null ? "" : "Destination", self.DiscoveryChain == null ? "" : "DiscoveryChain", self.EnvoyExtensions == null ? "" : "EnvoyExtensions", self.Expose == null ? "" : "Expose", self.ExternalSNI == null ? "" : "ExternalSNI", self.Failover == null ? "" : "Failover", self.FailoverPolicy == null ? "" : "FailoverPolicy", self.FederationState == null ? "" : "FederationState", self.Forwarding == null ? "" : "Forwarding", self.HTTP == null ? "" : "HTTP", self.Health == null ? "" : "Health", self.Hostnames == null ? "" : "Hostnames", self.IncludeLocal == null ? "" : "IncludeLocal", self.Intention == null ? "" : "Intention", self.Internal == null ? "" : "Internal", self.Issuer == null ? "" : "Issuer", self.JSONWebKeySet == null ? "" : "JSONWebKeySet", self.JWT == null ? "" : "JWT", self.KV == null ? "" : "KV", self.Listeners == null ? "" : "Listeners", self.LoadBalancer == null ? "" : "LoadBalancer", self.LocalConnectTimeoutMs == null ? "" : "LocalConnectTimeoutMs", self.LocalRequestTimeoutMs == null ? "" : "LocalRequestTimeoutMs", self.Locations == null ? "" : "Locations", self.MaxInboundConnections == null ? "" : "MaxInboundConnections", self.MaxRequestHeadersKB == null ? "" : "MaxRequestHeadersKB", self.Members == null ? "" : "Members", self.MeshGateway == null ? "" : "MeshGateway", self.Mode == null ? "" : "Mode", self.MutualTLSMode == null ? "" : "MutualTLSMode", self.Parents == null ? "" : "Parents", self.PeerStream == null ? "" : "PeerStream", self.Peering == null ? "" : "Peering", self.PreparedQuery == null ? "" : "PreparedQuery", self.PrioritizeByLocality == null ? "" : "PrioritizeByLocality", self.PrivateKey == null ? "" : "PrivateKey", self.Protocol == null ? "" : "Protocol", self.RateLimits == null ? "" : "RateLimits", self.ReadRate == null ? "" : "ReadRate", self.Redirect == null ? "" : "Redirect", self.RequestTimeout == null ? "" : "RequestTimeout", self.Resource == null ? "" : "Resource", self.Routes == null ? "" : "Routes", self.Rules == null ? "" : "Rules", self.ServerDiscovery == null ? "" : "ServerDiscovery", self.Services == null ? "" : "Services", self.Session == null ? "" : "Session", self.Sources == null ? "" : "Sources", self.Splits == null ? "" : "Splits", self.Status == null ? "" : "Status", self.Subscribe == null ? "" : "Subscribe", self.Subsets == null ? "" : "Subsets", self.TLS == null ? "" : "TLS", self.Tenancy == null ? "" : "Tenancy", self.TransparentProxy == null ? "" : "TransparentProxy", self.Txn == null ? "" : "Txn", self.UpstreamConfig == null ? "" : "UpstreamConfig", self.ValidateClusters == null ? "" : "ValidateClusters", self.WriteRate == null ? "" : "WriteRate"]))))}."
  at        = attr.Kind
  severity  = warning
}

object {
  include = [body.entry]
}

# An entry: a file, or one of those that an agent creates at the start.
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
    block_list "Status" {
      also = attr
      doc  = "State of the entry, which Consul sets."
      object { include = [body.agents.free] }
    }
    attr "Protocol" {
      type    = string
      unknown = allowed
      values  = ["tcp", "http", "http2", "grpc"]
      doc     = "Protocol of the service. Routes, splits and intentions by path need HTTP."
    }
    attr "Mode" {
      type     = string
      values   = { transparent = "Outbound traffic goes through the proxy without configuration.", direct = "Applications use the listeners of the proxy.", permissive = "Requests above the limit are logged.", enforcing = "Requests above the limit are refused.", disabled = "There is no limit.", "" = "The default." }
      unknown  = allowed
      reserved = ["*"]
      doc      = "For services and proxies: how proxies get outbound traffic. For request limits: what happens above the limit."
    }
    attr "MutualTLSMode" {
      type     = string
      unknown  = allowed
      values   = ["strict", "permissive", ""]
      reserved = ["*"]
      doc      = "Whether proxies also accept connections without mutual TLS."
    }
    block_list "TransparentProxy" {
      also = attr
      doc  = "Settings of transparent proxies."
      object { include = [body.transparent_proxy] }
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
    block_list "EnvoyExtensions" {
      also = attr
      doc  = "Extensions of the Envoy proxy."
      object { include = [body.extension] }
    }
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
    block_list "PrioritizeByLocality" {
      also = attr
      doc  = "Preference for instances nearby."
      object { include = [body.locality] }
    }
    block_list "Routes" {
      also = attr
      doc  = "Routes in order of precedence; the first that matches a request decides."
      object { include = [body.route] }
    }
    block_list "Splits" {
      also = attr
      doc  = "Shares of the traffic."
      object { include = [body.split] }
    }
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
    block_list "TLS" {
      also = attr
      doc  = "TLS of a gateway, or of the mesh."
      object { include = [body.tls] }
    }
    block_list "Listeners" {
      also = attr
      doc  = "Ports of a gateway, with what they serve."
      object { include = [body.listener] }
    }
    block_list "Defaults" {
      also = attr
      doc  = "Limits for the services of the gateway."
      object { include = [body.service_limits] }
    }
    block_list "Services" {
      also = attr
      doc  = "Services of the gateway or route, or those to export."
      object { include = [body.service] }
    }
    block_list "Parents" {
      also = attr
      doc  = "Gateways that the route belongs to."
      object { include = [body.reference] }
    }
    block_list "Rules" {
      also = attr
      doc  = "Rules of the route."
      object { include = [body.rule] }
    }
    attr "Hostnames" {
      type = [list(string), string]
      doc  = "Host names that the route is for."
    }
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
    block_list "Peering" {
      also = attr
      doc  = "Peering through mesh gateways; for request limits, those of peerings."
      object { include = [body.peering] }
    }
    attr "Certificate" {
      type = string
      doc  = "Certificate in PEM, or the path of its file."
    }
    attr "PrivateKey" {
      type      = string
      sensitive = true
      doc       = "Private key of the certificate, or the path of its file."
    }
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
