# Config entries of Consul: routes, splits and resolvers of the traffic to a service.
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

body "route" {
  object {
    unknown = warning
    block_list "Match" {
      also = attr
      doc  = "Requests that the route is for; all without it."
      object { include = [body.route_match] }
    }
    block_list "Destination" {
      also = attr
      doc  = "Where the requests go."
      object { include = [body.route_destination] }
    }
  }
}

body "route_match" {
  object {
    unknown = warning
    block_list "HTTP" {
      also = attr
      doc  = "HTTP requests that match."
      object { include = [body.http_match] }
    }
  }
}

body "http_match" {
  object {
    unknown   = warning
    conflicts = [[PathExact, PathPrefix, PathRegex]]
    attr "PathExact" {
      type = string
      doc  = "The path."
    }
    attr "PathPrefix" {
      type    = string
      pattern = { "/.*|" = "a path that begins with /" }
      doc     = "Beginning of the path."
    }
    attr "PathRegex" {
      type = string
      doc  = "Regular expression for the path."
    }
    attr "CaseInsensitive" {
      type = [bool, number]
      doc  = "Ignores upper and lower case in the path."
    }
    block_list "Header" {
      also = attr
      doc  = "Headers that the request must have."
      object { include = [body.header_match] }
    }
    block_list "QueryParam" {
      also = attr
      doc  = "Parameters that the request must have."
      object { include = [body.query_match] }
    }
    attr "Methods" {
      type = [list(string), string]
      doc  = "HTTP methods."
    }
  }
}

body "header_match" {
  object {
    include   = [body.any_value]
    unknown   = warning
    conflicts = [[Present, Exact, Prefix, Suffix, Contains, Regex]]
    attr "Name" {
      type = string
      doc  = "Name of the header."
    }
    attr "Prefix" {
      type = string
      doc  = "Beginning of the value."
    }
    attr "Suffix" {
      type = string
      doc  = "End of the value."
    }
    attr "Contains" {
      type = string
      doc  = "Part of the value."
    }
    attr "Invert" {
      type = [bool, number]
      doc  = "Matches requests that otherwise would not."
    }
    attr "IgnoreCase" {
      type = [bool, number]
      doc  = "Ignores upper and lower case in the value."
    }
  }
}

body "query_match" {
  object {
    include   = [body.any_value]
    unknown   = warning
    conflicts = [[Present, Exact, Regex]]
    attr "Name" {
      type = string
      doc  = "Name of the parameter."
    }
  }
}

body "any_value" {
  object {
    attr "Present" {
      type = [bool, number]
      doc  = "Any value matches."
    }
    attr "Exact" {
      type = string
      doc  = "The value."
    }
    attr "Regex" {
      type = string
      doc  = "Regular expression for the value."
    }
  }
}

body "route_destination" {
  object {
    include = [body.tenancy, body.instances, body.changed_headers, body.retry_filter, body.timeout_filter]
    unknown = warning
    attr "PrefixRewrite" {
      type = string
      doc  = "Replacement of the matched path."
    }
  }
}

body "changed_headers" {
  object {
    block_list "RequestHeaders" {
      also = attr
      doc  = "Changes to the headers of requests."
      object { include = [body.header_changes] }
    }
    block_list "ResponseHeaders" {
      also = attr
      doc  = "Changes to the headers of responses."
      object { include = [body.header_changes] }
    }
  }
}

body "header_changes" {
  object {
    unknown = warning
    block_list "Add" {
      also = attr
      doc  = "Headers to add."
      object { include = [body.agents.free] }
    }
    block_list "Set" {
      also = attr
      doc  = "Headers to set."
      object { include = [body.agents.free] }
    }
    attr "Remove" {
      type = [list(string), string]
      doc  = "Headers to remove."
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

body "split" {
  object {
    include = [body.tenancy, body.changed_headers]
    unknown = warning
    attr "Weight" {
      type = number
      min  = 0
      max  = 100
      doc  = "Share of the traffic in percent. The shares of all splits are 100 in sum."
    }
    attr "Service" {
      type = string
      doc  = "Service that takes the share."
    }
    attr "ServiceSubset" {
      type = string
      doc  = "Subset of the service."
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

body "subset" {
  object {
    unknown = warning
    attr "Filter" {
      type = string
      doc  = "Expression that selects the instances: `Service.Meta.version == v1`."
    }
    attr "OnlyPassing" {
      type = [bool, number]
      doc  = "Leaves out instances whose checks warn."
    }
  }
}

body "subsets" {
  object {
    block_list "*" {
      also = attr
      object {
        include = [body.subset]
      }
    }
  }
}

body "redirect" {
  object {
    include = [body.tenancy, body.instances]
    unknown = warning
    attr "Datacenter" {
      type = string
      doc  = "Datacenter of the service."
    }
    attr "Peer" {
      type = string
      doc  = "Peer that the service belongs to."
    }
    attr "SamenessGroup" {
      type = string
      doc  = "Sameness group whose members have the service (Enterprise)."
    }
  }
}

body "failover" {
  object {
    include = [body.instances]
    unknown = warning
    attr "Namespace" {
      type = string
      doc  = "Namespace of the service."
    }
    attr "Datacenters" {
      type = [list(string), string]
      doc  = "Datacenters to use, in order."
    }
    block_list "Targets" {
      also = attr
      doc  = "Services to use, in order."
      object { include = [body.failover_target] }
    }
    block_list "Policy" {
      also = attr
      doc  = "Order in which instances are used."
      object { include = [body.failover_policy] }
    }
    attr "SamenessGroup" {
      type = string
      doc  = "Sameness group whose members have the service (Enterprise)."
    }
  }
}

body "failovers" {
  object {
    block_list "*" {
      also = attr
      object {
        include = [body.failover]
      }
    }
  }
}

body "failover_target" {
  object {
    include = [body.tenancy, body.instances]
    unknown = warning
    attr "Datacenter" {
      type = string
      doc  = "Datacenter of the service."
    }
    attr "Peer" {
      type = string
      doc  = "Peer that the service belongs to."
    }
  }
}

body "failover_policy" {
  object {
    unknown = warning
    attr "Mode" {
      type     = string
      unknown  = allowed
      values   = ["sequential", "order-by-locality", ""]
      reserved = ["*"]
      doc      = "Order of the instances."
    }
    attr "Regions" {
      type = [list(string), string]
      doc  = "Regions to use, in order."
    }
  }
}

body "load_balancer" {
  object {
    unknown = warning
    attr "Policy" {
      type     = string
      unknown  = allowed
      values   = ["random", "round_robin", "least_request", "ring_hash", "maglev", ""]
      reserved = ["*"]
      doc      = "Policy for the next instance."
    }
    block_list "RingHashConfig" {
      also = attr
      doc  = "Settings of the policy `ring_hash`."
      object { include = [body.ring_hash] }
    }
    block_list "LeastRequestConfig" {
      also = attr
      doc  = "Settings of the policy `least_request`."
      object { include = [body.least_request] }
    }
    block_list "HashPolicies" {
      also = attr
      doc  = "What the hash of a request is computed from."
      object { include = [body.hash_policy] }
    }
  }
}

body "ring_hash" {
  object {
    unknown = warning
    attr "MinimumRingSize" {
      type = number
      doc  = "Minimum number of entries of the ring."
    }
    attr "MaximumRingSize" {
      type = number
      doc  = "Maximum number of entries of the ring."
    }
  }
}

body "least_request" {
  object {
    unknown = warning
    attr "ChoiceCount" {
      type = number
      doc  = "Number of random instances of which the least busy one is used."
    }
  }
}

body "hash_policy" {
  object {
    unknown = warning
    attr "Field" {
      type     = string
      unknown  = allowed
      values   = ["header", "cookie", "query_parameter", ""]
      reserved = ["*"]
      doc      = "Part of the request."
    }
    attr "FieldValue" {
      type = string
      doc  = "Name of the header, cookie or parameter."
    }
    block_list "CookieConfig" {
      also = attr
      doc  = "Cookie that is made when the request has none."
      object { include = [body.cookie] }
    }
    attr "SourceIP" {
      type = [bool, number]
      doc  = "Uses the address of the caller."
    }
    attr "Terminal" {
      type = [bool, number]
      doc  = "Ends the list when this entry gives a hash."
    }
  }
}

body "cookie" {
  object {
    unknown = warning
    attr "Session" {
      type = [bool, number]
      doc  = "The cookie lasts as long as the session."
    }
    attr "TTL" {
      type    = string
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h))+|[0-9]+|.*[{$].*" = "a duration such as 1m30s" }
      doc     = "Lifetime of the cookie."
    }
    attr "Path" {
      type = string
      doc  = "Path of the cookie."
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

body "locality" {
  object {
    unknown = warning
    attr "Mode" {
      type     = string
      unknown  = allowed
      values   = ["none", "failover", ""]
      reserved = ["*"]
      doc      = "Which instances come first."
    }
  }
}

body "tenancy" {
  object {
    attr "Namespace" {
      type = string
      doc  = "Namespace of the service."
    }
    attr "Partition" {
      type = string
      doc  = "Admin partition of the service."
    }
  }
}

body "instances" {
  object {
    attr "Service" {
      type = string
      doc  = "Service that takes the requests."
    }
    attr "ServiceSubset" {
      type = string
      doc  = "Subset of the service."
    }
  }
}
