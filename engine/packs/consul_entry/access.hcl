# Config entries of Consul: intentions, and the JSON Web Tokens that they can demand.
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

body "source" {
  object {
    include     = [body.tenancy]
    unknown     = warning
    exactly_one = [[Action, Permissions]]
    attr "Name" {
      type = string
      doc  = "Name of the service; `*` for all."
    }
    attr "Peer" {
      type = string
      doc  = "Peer that the service belongs to."
    }
    attr "SamenessGroup" {
      type = string
      doc  = "Sameness group of the service (Enterprise)."
    }
    attr "Action" {
      type     = string
      unknown  = allowed
      values   = ["allow", "deny"]
      reserved = ["*"]
      doc      = "Whether requests of the service are allowed."
    }
    block_list "Permissions" {
      also = attr
      doc  = "Rules for HTTP requests, in order of precedence."
      object { include = [body.permission] }
    }
    attr "Precedence" {
      type = number
      doc  = "Order of the source, which Consul computes."
    }
    attr "Type" {
      type     = string
      unknown  = allowed
      values   = ["consul", ""]
      reserved = ["*"]
      doc      = "Type of the source."
    }
    attr "Description" {
      type = string
      doc  = "Description of the source."
    }
    attr "LegacyID" {
      type = string
      doc  = "ID of an intention before config entries."
    }
    block_list "LegacyMeta" {
      also = attr
      doc  = "Metadata of an intention before config entries."
      object { include = [body.agents.free] }
    }
    attr "LegacyCreateTime" {
      type = string
      doc  = "Time at which that intention was created."
    }
    attr "LegacyUpdateTime" {
      type = string
      doc  = "Time at which that intention was changed."
    }
  }
}

body "permission" {
  object {
    unknown = warning
    attr "Action" {
      type     = string
      unknown  = allowed
      values   = ["allow", "deny"]
      reserved = ["*"]
      doc      = "Whether requests that match are allowed."
    }
    block_list "HTTP" {
      also = attr
      doc  = "HTTP requests that match."
      object { include = [body.http_match] }
    }
    block_list "JWT" {
      also = attr
      doc  = "JSON Web Tokens that requests need."
      object { include = [body.jwt] }
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
