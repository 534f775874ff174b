# Config entries of Consul: gateways, their services, certificates and routes.
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

body "listener" {
  object {
    unknown = warning
    attr "Name" {
      type = string
      doc  = "Name of the listener of an API gateway."
    }
    attr "Hostname" {
      type = string
      doc  = "Host name that the listener is for."
    }
    attr "Port" {
      type = number
      doc  = "Port of the listener."
    }
    attr "Protocol" {
      type     = string
      unknown  = allowed
      values   = ["tcp", "http", "http2", "grpc", ""]
      reserved = ["*"]
      doc      = "Protocol of the listener."
    }
    block_list "Services" {
      also = attr
      doc  = "Services behind the listener of an ingress gateway."
      object { include = [body.service] }
    }
    block_list "TLS" {
      also = attr
      doc  = "TLS of the listener."
      object { include = [body.tls] }
    }
    block_list "Override" {
      also = attr
      doc  = "Settings that routes cannot change."
      object { include = [body.gateway_policy] }
    }
    block_list "Default" {
      also = attr
      doc  = "Settings that routes can change."
      object { include = [body.gateway_policy] }
    }
    attr "MaxRequestHeadersKB" {
      type = number
      doc  = "Maximum size of the headers of a request, in kilobytes."
    }
  }
}

body "gateway_policy" {
  object {
    unknown = warning
    block_list "JWT" {
      also = attr
      doc  = "JSON Web Tokens that requests need."
      object { include = [body.jwt] }
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

body "service_limits" {
  object {
    include = [body.connection_limits]
    unknown = warning
    block_list "PassiveHealthCheck" {
      also = attr
      doc  = "Takes instances out of use that return errors."
      object { include = [body.passive_check] }
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

body "tls" {
  object {
    include = [body.tls_versions]
    unknown = warning
    attr "Enabled" {
      type = [bool, number]
      doc  = "Uses TLS at all listeners."
    }
    block_list "SDS" {
      also = attr
      doc  = "Certificates from a secret discovery service."
      object { include = [body.sds] }
    }
    block_list "Incoming" {
      also = attr
      doc  = "For the mesh: TLS of incoming connections."
      object { include = [body.tls_versions] }
    }
    block_list "Outgoing" {
      also = attr
      doc  = "For the mesh: TLS of outgoing connections."
      object { include = [body.tls_versions] }
    }
    block_list "Certificates" {
      also = attr
      doc  = "For listeners of API gateways: certificates, as `inline-certificate` or `file-system-certificate`."
      object { include = [body.reference] }
    }
    attr "MinVersion" {
      type     = string
      unknown  = allowed
      values   = ["TLS_AUTO", "TLSv1_0", "TLSv1_1", "TLSv1_2", "TLSv1_3", ""]
      reserved = ["*"]
      doc      = "For listeners of API gateways: minimum TLS version."
    }
    attr "MaxVersion" {
      type     = string
      unknown  = allowed
      values   = ["TLS_AUTO", "TLSv1_0", "TLSv1_1", "TLSv1_2", "TLSv1_3", ""]
      reserved = ["*"]
      doc      = "For listeners of API gateways: maximum TLS version."
    }
  }
}

body "tls_versions" {
  object {
    unknown = warning
    attr "TLSMinVersion" {
      type     = string
      unknown  = allowed
      values   = ["TLS_AUTO", "TLSv1_0", "TLSv1_1", "TLSv1_2", "TLSv1_3", ""]
      reserved = ["*"]
      doc      = "Minimum TLS version."
    }
    attr "TLSMaxVersion" {
      type     = string
      unknown  = allowed
      values   = ["TLS_AUTO", "TLSv1_0", "TLSv1_1", "TLSv1_2", "TLSv1_3", ""]
      reserved = ["*"]
      doc      = "Maximum TLS version."
    }
    attr "CipherSuites" {
      type = [list(string), string]
      doc  = "Allowed TLS cipher suites."
    }
  }
}

body "sds" {
  object {
    unknown = warning
    attr "ClusterName" {
      type = string
      doc  = "Cluster of the service in the configuration of Envoy."
    }
    attr "CertResource" {
      type = string
      doc  = "Name of the certificate."
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

body "service" {
  object {
    unknown = warning
    include = [body.service_limits, body.tenancy, body.changed_headers, body.other_filters]
    attr "Name" {
      type = string
      doc  = "Name of the service; `*` for all."
    }
    attr "Hosts" {
      type = [list(string), string]
      doc  = "Host names of an ingress gateway's service."
    }
    block_list "TLS" {
      also = attr
      doc  = "TLS of the service."
      object { include = [body.tls] }
    }
    attr "CAFile" {
      type   = string
      format = path
      doc    = "CA certificate file for an external service."
    }
    attr "CertFile" {
      type   = string
      format = path
      doc    = "Certificate file for an external service."
    }
    attr "KeyFile" {
      type   = string
      format = path
      doc    = "Private key file of the certificate."
    }
    attr "SNI" {
      type = string
      doc  = "Name for TLS with an external service."
    }
    attr "DisableAutoHostRewrite" {
      type = [bool, number]
      doc  = "Leaves the host header of requests to an external service as it is."
    }
    block_list "Consumers" {
      also = attr
      doc  = "Who can use an exported service."
      object { include = [body.consumer] }
    }
    attr "Weight" {
      type = number
      doc  = "Share of the traffic, in relation to the other services of the rule."
    }
  }
}

body "consumer" {
  object {
    unknown = warning
    attr "Partition" {
      type = string
      doc  = "Admin partition that can use the service."
    }
    attr "Peer" {
      type = string
      doc  = "Peer that can use the service."
    }
    attr "PeerName" {
      type = string
      doc  = "Peer that can use the service."
    }
    attr "SamenessGroup" {
      type = string
      doc  = "Sameness group that can use the service (Enterprise)."
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

body "reference" {
  object {
    unknown = warning
    attr "Kind" {
      type = string
      doc  = "Kind of the entry."
    }
    attr "Name" {
      type = string
      doc  = "Name of the entry."
    }
    attr "SectionName" {
      type = string
      doc  = "Name of the listener."
    }
    attr "Partition" {
      type = string
      doc  = "Admin partition of the entry."
    }
    attr "Namespace" {
      type = string
      doc  = "Namespace of the entry."
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

body "rule" {
  object {
    include = [body.other_filters]
    unknown = warning
    block_list "Matches" {
      also = attr
      doc  = "Requests that the rule is for."
      object { include = [body.rule_match] }
    }
    block_list "Services" {
      also = attr
      doc  = "Services that take the requests."
      object { include = [body.service] }
    }
  }
}

body "rule_match" {
  object {
    unknown = warning
    block_list "Headers" {
      also = attr
      doc  = "Headers that the request must have."
      object { include = [body.value_match] }
    }
    attr "Method" {
      type     = string
      unknown  = allowed
      values   = ["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE", ""]
      reserved = ["*"]
      doc      = "HTTP method."
    }
    block_list "Path" {
      also = attr
      doc  = "Path of the request."
      object { include = [body.value_match] }
    }
    block_list "Query" {
      also = attr
      doc  = "Parameters that the request must have."
      object { include = [body.value_match] }
    }
  }
}

body "value_match" {
  object {
    unknown = warning
    attr "Match" {
      type     = string
      unknown  = allowed
      values   = ["exact", "prefix", "suffix", "present", "regex"]
      reserved = ["*"]
      doc      = "How the value is compared."
    }
    attr "Name" {
      type = string
      doc  = "Name of the header or parameter."
    }
    attr "Value" {
      type = string
      doc  = "The value."
    }
  }
}

body "other_filters" {
  object {
    block_list "Filters" {
      also = attr
      doc  = "Changes to requests."
      object { include = [body.filters] }
    }
    block_list "ResponseFilters" {
      also = attr
      doc  = "Changes to responses."
      object { include = [body.filters] }
    }
  }
}

body "filters" {
  object {
    unknown = warning
    block_list "Headers" {
      also = attr
      doc  = "Changes to headers."
      object { include = [body.header_changes] }
    }
    block_list "URLRewrite" {
      also = attr
      doc  = "Another path for the request."
      object { include = [body.rewrite] }
    }
    block_list "RetryFilter" {
      also = attr
      doc  = "Further attempts."
      object { include = [body.retry_filter] }
    }
    block_list "TimeoutFilter" {
      also = attr
      doc  = "Timeouts."
      object { include = [body.timeout_filter] }
    }
    block_list "JWT" {
      also = attr
      doc  = "JSON Web Tokens that requests need."
      object { include = [body.jwt] }
    }
  }
}

body "rewrite" {
  object {
    unknown = warning
    attr "Path" {
      type = string
      doc  = "The new path."
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
