# Config entries of Consul: gateways, their routes, and JSON Web Tokens.
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

body "retry_filter" {
  object {
    unknown = warning
    attr "NumRetries" {
      type = number
      doc  = "Number of further attempts."
    }
    attr "RetryOn" {
      type = [list(string), string]
      doc  = "Envoy's conditions for further attempts."
    }
    attr "RetryOnStatusCodes" {
      type = [list(number), number]
      doc  = "Status codes at which the request is tried again."
    }
    attr "RetryOnConnectFailure" {
      type = [bool, number]
      doc  = "Tries again when the connection fails."
    }
  }
}

body "timeout_filter" {
  object {
    unknown = warning
    attr "RequestTimeout" {
      type    = string
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h))+|[0-9]+|.*[{$].*" = "a duration such as 1m30s" }
      doc     = "Timeout for requests."
    }
    attr "IdleTimeout" {
      type    = string
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h))+|[0-9]+|.*[{$].*" = "a duration such as 1m30s" }
      doc     = "Timeout for connections without requests."
    }
  }
}

body "jwt" {
  object {
    unknown = warning
    block_list "Providers" {
      also = attr
      doc  = "Entries of the kind `jwt-provider`, of which one must accept the token."
      object { include = [body.jwt_requirement] }
    }
  }
}

body "jwt_requirement" {
  object {
    unknown = warning
    attr "Name" {
      type = string
      doc  = "Name of the entry."
    }
    block_list "VerifyClaims" {
      also = attr
      doc  = "Claims that the token must have."
      object { include = [body.claim] }
    }
  }
}

body "claim" {
  object {
    unknown = warning
    attr "Path" {
      type = [list(string), string]
      doc  = "Keys that lead to the claim."
    }
    attr "Value" {
      type = string
      doc  = "Value of the claim."
    }
  }
}

body "key_set" {
  object {
    unknown     = warning
    exactly_one = [[Local, Remote]]
    block_list "Local" {
      also = attr
      doc  = "Keys in the entry or in a file."
      object { include = [body.local_keys] }
    }
    block_list "Remote" {
      also = attr
      doc  = "Keys at a URL."
      object { include = [body.remote_keys] }
    }
  }
}

body "local_keys" {
  object {
    unknown     = warning
    exactly_one = [[JWKS, Filename]]
    attr "JWKS" {
      type = string
      doc  = "Key set in Base64."
    }
    attr "Filename" {
      type = string
      doc  = "File with the key set, on each proxy."
    }
  }
}

body "remote_keys" {
  object {
    unknown = warning
    attr "URI" {
      type   = string
      format = url
      doc    = "URL of the key set."
    }
    attr "RequestTimeoutMs" {
      type = number
      doc  = "Timeout for requests, in milliseconds."
    }
    attr "CacheDuration" {
      type    = string
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h))+|[0-9]+|.*[{$].*" = "a duration such as 1m30s" }
      doc     = "Time for which keys are kept."
    }
    attr "FetchAsynchronously" {
      type = [bool, number]
      doc  = "Fetches the keys when a listener starts, before the first request."
    }
    attr "UseSNI" {
      type = [bool, number]
      doc  = "Names the host in TLS (SNI)."
    }
    block_list "RetryPolicy" {
      also = attr
      doc  = "Further attempts."
      object { include = [body.key_retry] }
    }
    block_list "JWKSCluster" {
      also = attr
      doc  = "How Envoy reaches the server."
      object { include = [body.key_cluster] }
    }
  }
}

body "key_retry" {
  object {
    unknown = warning
    attr "NumRetries" {
      type = number
      doc  = "Number of further attempts."
    }
    block_list "RetryPolicyBackOff" {
      also = attr
      doc  = "Time between attempts."
      object { include = [body.back_off] }
    }
  }
}

body "back_off" {
  object {
    unknown = warning
    attr "BaseInterval" {
      type    = string
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h))+|[0-9]+|.*[{$].*" = "a duration such as 1m30s" }
      doc     = "Shortest time between attempts."
    }
    attr "MaxInterval" {
      type    = string
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h))+|[0-9]+|.*[{$].*" = "a duration such as 1m30s" }
      doc     = "Longest time between attempts."
    }
  }
}

body "key_cluster" {
  object {
    unknown = warning
    attr "DiscoveryType" {
      type     = string
      unknown  = allowed
      values   = ["STRICT_DNS", "STATIC", "LOGICAL_DNS", "EDS", "ORIGINAL_DST", ""]
      reserved = ["*"]
      doc      = "How the address is found."
    }
    block_list "TLSCertificates" {
      also = attr
      doc  = "Certificates that the server must have."
      object { include = [body.key_certificates] }
    }
    attr "ConnectTimeout" {
      type    = string
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h))+|[0-9]+|.*[{$].*" = "a duration such as 1m30s" }
      doc     = "Timeout for connections."
    }
  }
}

body "key_certificates" {
  object {
    unknown = warning
    block_list "CaCertificateProviderInstance" {
      also = attr
      doc  = "CA certificate from a provider of Envoy."
      object { include = [body.certificate_provider] }
    }
    block_list "TrustedCA" {
      also = attr
      doc  = "CA certificate."
      object { include = [body.trusted_ca] }
    }
  }
}

body "certificate_provider" {
  object {
    unknown = warning
    attr "InstanceName" {
      type = string
      doc  = "Name of the provider."
    }
    attr "CertificateName" {
      type = string
      doc  = "Name of the certificate."
    }
  }
}

body "trusted_ca" {
  object {
    unknown     = warning
    exactly_one = [[Filename, EnvironmentVariable, InlineString, InlineBytes]]
    attr "Filename" {
      type = string
      doc  = "File with the certificate."
    }
    attr "EnvironmentVariable" {
      type = string
      doc  = "Environment variable with the certificate."
    }
    attr "InlineString" {
      type = string
      doc  = "The certificate."
    }
    attr "InlineBytes" {
      type = string
      doc  = "The certificate in Base64."
    }
  }
}

body "location" {
  object {
    unknown     = warning
    exactly_one = [[Header, QueryParam, Cookie]]
    block_list "Header" {
      also = attr
      doc  = "A header of the request."
      object { include = [body.token_header] }
    }
    block_list "QueryParam" {
      also = attr
      doc  = "A parameter of the request."
      object { include = [body.token_name] }
    }
    block_list "Cookie" {
      also = attr
      doc  = "A cookie of the request."
      object { include = [body.token_name] }
    }
  }
}

body "token_header" {
  object {
    unknown = warning
    attr "Name" {
      type = string
      doc  = "Name of the header."
    }
    attr "ValuePrefix" {
      type = string
      doc  = "Text before the token, such as `Bearer `."
    }
    attr "Forward" {
      type = [bool, number]
      doc  = "Passes the header on to the service."
    }
  }
}

body "token_name" {
  object {
    unknown = warning
    attr "Name" {
      type = string
      doc  = "Name of the parameter or cookie."
    }
  }
}

body "forwarding" {
  object {
    unknown = warning
    attr "HeaderName" {
      type = string
      doc  = "Header for the content of the token."
    }
    attr "PadForwardPayloadHeader" {
      type = [bool, number]
      doc  = "Adds padding to the Base64 text."
    }
  }
}

body "jwt_cache" {
  object {
    unknown = warning
    attr "Size" {
      type = number
      doc  = "Maximum number of tokens."
    }
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
