# Consul: other blocks of an agent.
body "addresses" {
  object {
    attr "dns" {
      type = string
      doc  = "Bind address of the DNS server."
    }
    attr "http" {
      type = string
      doc  = "Bind address of the HTTP API."
    }
    attr "https" {
      type = string
      doc  = "Bind address of the HTTPS API."
    }
    attr "grpc" {
      type = string
      doc  = "Bind address of the gRPC API."
    }
    attr "grpc_tls" {
      type = string
      doc  = "Bind address of the gRPC API with TLS."
    }
  }
}
body "autopilot" {
  object {
    attr "cleanup_dead_servers" {
      type = [bool, number]
      doc  = "Removes dead servers automatically."
    }
    attr "last_contact_threshold" {
      type   = string
      format = duration
      doc    = "Maximum time since the last contact of a healthy server."
    }
    attr "max_trailing_logs" {
      type = number
      doc  = "Maximum number of log entries that a healthy server may lag behind."
    }
    attr "min_quorum" {
      type = number
      doc  = "Minimum number of servers."
    }
    attr "server_stabilization_time" {
      type   = string
      format = duration
      doc    = "Time that a new server must be healthy before it gets a vote."
    }
    attr "disable_upgrade_migration" {
      type = [bool, number]
      doc  = "Disables automatic migration to newer servers (Enterprise)."
    }
    attr "redundancy_zone_tag" {
      type = string
      doc  = "Key of the node metadata with the redundancy zone (Enterprise)."
    }
    attr "upgrade_version_tag" {
      type = string
      doc  = "Key of the node metadata with the version for upgrades (Enterprise)."
    }
  }
}
body "cache" {
  object {
    attr "entry_fetch_max_burst" {
      type = number
      doc  = "Maximum burst of fetches per cache entry."
    }
    attr "entry_fetch_rate" {
      type = number
      doc  = "Maximum number of fetches per second."
    }
  }
}
body "config_entries" {
  object {
    block_list "bootstrap" {
      also = attr
      doc  = "Config entry that is created when the cluster is bootstrapped."
      object {
        include = [body.agents.free]
      }
    }
  }
}
body "dns_config" {
  object {
    attr "allow_stale" {
      type = [bool, number]
      doc  = "Allows any server to answer, not only the leader."
    }
    attr "a_record_limit" {
      type = number
      doc  = "Maximum number of addresses in a response; 0 for no limit."
    }
    attr "disable_compression" {
      type = [bool, number]
      doc  = "Disables compression of responses."
    }
    attr "enable_truncate" {
      type = [bool, number]
      doc  = "Sets the truncation flag of shortened responses."
    }
    attr "max_stale" {
      type   = string
      format = duration
      doc    = "Maximum staleness of responses."
    }
    attr "node_ttl" {
      type   = string
      format = duration
      doc    = "TTL of node lookups."
    }
    attr "only_passing" {
      type = [bool, number]
      doc  = "Excludes services whose checks are in the warning state."
    }
    attr "recursor_strategy" {
      type   = string
      values = ["sequential", "random"]
      doc    = "Order in which `recursors` are queried."
    }
    attr "recursor_timeout" {
      type   = string
      format = duration
      doc    = "Timeout of queries to recursors."
    }
    attr "udp_answer_limit" {
      type = number
      doc  = "Maximum number of answers in a UDP response."
    }
    attr "enable_additional_node_meta_txt" {
      type = [bool, number]
      doc  = "Adds TXT records with the metadata of nodes."
    }
    attr "use_cache" {
      type = [bool, number]
      doc  = "Answers from the agent's cache."
    }
    attr "cache_max_age" {
      type   = string
      format = duration
      doc    = "Maximum age of cached results."
    }
    attr "prefer_namespace" {
      type = [bool, number]
      doc  = "Reads an ambiguous part of a name as a namespace (Enterprise)."
    }
    block_list "service_ttl" {
      also = attr
      doc  = "TTL of service lookups, by service name; `*` for all others."
      object {
        attr "*" {
          type   = string
          format = duration
          doc    = "TTL."
        }
      }
    }
    block_list "soa" {
      also = attr
      doc  = "Values of the SOA record."
      object {
        attr "refresh" {
          type = number
          doc  = "Seconds between refreshes by secondary servers."
        }
        attr "retry" {
          type = number
          doc  = "Seconds between retries of a failed refresh."
        }
        attr "expire" {
          type = number
          doc  = "Seconds after which secondary servers stop answering."
        }
        attr "min_ttl" {
          type = number
          doc  = "Seconds that a negative response is cached."
        }
      }
    }
  }
}
body "http_config" {
  object {
    attr "block_endpoints" {
      type = [list(string), string]
      doc  = "Path prefixes that are blocked."
    }
    attr "allow_write_http_from" {
      type   = [list(string), string]
      format = cidr
      doc    = "Networks from which writes are allowed."
    }
    attr "use_cache" {
      type = [bool, number]
      doc  = "Answers from the agent's cache."
    }
    attr "max_header_bytes" {
      type = number
      doc  = "Maximum size of the request header in bytes."
    }
    block_list "response_headers" {
      also = attr
      doc  = "Additional headers of all responses."
      object {
        attr "*" {
          doc = "Value of the header."
        }
      }
    }
  }
}
body "limits" {
  object {
    attr "http_max_conns_per_client" {
      type = number
      doc  = "Maximum number of HTTP connections from one client address."
    }
    attr "https_handshake_timeout" {
      type   = string
      format = duration
      doc    = "Timeout of the TLS handshake for HTTPS connections."
    }
    attr "rpc_client_timeout" {
      type   = string
      format = duration
      doc    = "Timeout of RPC requests to servers."
    }
    attr "rpc_handshake_timeout" {
      type   = string
      format = duration
      doc    = "Timeout of the handshake for RPC connections."
    }
    attr "rpc_max_burst" {
      type = number
      doc  = "Maximum burst of RPC requests to servers."
    }
    attr "rpc_max_conns_per_client" {
      type = number
      doc  = "Maximum number of RPC connections from one client address."
    }
    attr "rpc_rate" {
      type = number
      doc  = "Maximum number of RPC requests to servers per second; -1 for no limit."
    }
    attr "kv_max_value_size" {
      type = number
      doc  = "Maximum size of a value in the KV store, in bytes."
    }
    attr "txn_max_req_len" {
      type = number
      doc  = "Maximum size of a transaction in bytes."
    }
    block_list "request_limits" {
      also = attr
      doc  = "Rate limits for all requests to a server."
      object {
        attr "mode" {
          type   = string
          values = ["disabled", "permissive", "enforcing"]
          doc    = "Action when a limit is exceeded."
        }
        attr "read_rate" {
          type = number
          doc  = "Maximum number of reads per second."
        }
        attr "write_rate" {
          type = number
          doc  = "Maximum number of writes per second."
        }
      }
    }
  }
}
body "locality" {
  object {
    attr "region" {
      type = string
      doc  = "Region of the agent."
    }
    attr "zone" {
      type = string
      doc  = "Zone of the agent."
    }
  }
}
body "peering" {
  object {
    attr "enabled" {
      type = [bool, number]
      doc  = "Enables cluster peering."
    }
    attr "test_allow_peer_registrations" {
      type = [bool, number]
      doc  = "Allows registrations for peers, for tests."
    }
  }
}
body "performance" {
  object {
    attr "leave_drain_time" {
      type   = string
      format = duration
      doc    = "Time that a leaving server continues to answer requests."
    }
    attr "raft_multiplier" {
      type = number
      min  = 0
      max  = 10
      doc  = "Factor for Raft timeouts; 1 gives the fastest elections."
    }
    attr "rpc_hold_timeout" {
      type   = string
      format = duration
      doc    = "Maximum time that a request waits for a leader."
    }
    attr "grpc_keepalive_interval" {
      type   = string
      format = duration
      doc    = "Interval between gRPC keepalive messages."
    }
    attr "grpc_keepalive_timeout" {
      type   = string
      format = duration
      doc    = "Timeout of gRPC keepalive messages."
    }
  }
}
body "ports" {
  check "proxy-ports" {
    condition = first(self.proxy_min_port, 0) <= first(self.proxy_max_port, 65535)
    message   = "The lowest port cannot be above the highest one."
    at        = attr.proxy_min_port
  }
  check "sidecar-ports" {
    condition = first(self.sidecar_min_port, 0) <= first(self.sidecar_max_port, 65535)
    message   = "The lowest port cannot be above the highest one."
    at        = attr.sidecar_min_port
  }
  check "expose-ports" {
    condition = first(self.expose_min_port, 0) <= first(self.expose_max_port, 65535)
    message   = "The lowest port cannot be above the highest one."
    at        = attr.expose_min_port
  }
  object {
    attr "dns" {
      type = number
      max  = 65535
      doc  = "Port of the DNS server."
    }
    attr "http" {
      type = number
      max  = 65535
      doc  = "Port of the HTTP API."
    }
    attr "https" {
      type = number
      max  = 65535
      doc  = "Port of the HTTPS API."
    }
    attr "serf_lan" {
      type = number
      max  = 65535
      doc  = "Port for gossip within the datacenter."
    }
    attr "serf_wan" {
      type = number
      max  = 65535
      doc  = "Port for gossip between datacenters."
    }
    attr "server" {
      type = number
      max  = 65535
      doc  = "Port for RPC requests between agents."
    }
    attr "grpc" {
      type = number
      max  = 65535
      doc  = "Port of the gRPC API."
    }
    attr "grpc_tls" {
      type = number
      max  = 65535
      doc  = "Port of the gRPC API with TLS."
    }
    attr "proxy_min_port" {
      type = number
      max  = 65535
      doc  = "Lowest port for proxies."
    }
    attr "proxy_max_port" {
      type = number
      max  = 65535
      doc  = "Highest port for proxies."
    }
    attr "sidecar_min_port" {
      type = number
      max  = 65535
      doc  = "Lowest port for sidecar proxies."
    }
    attr "sidecar_max_port" {
      type = number
      max  = 65535
      doc  = "Highest port for sidecar proxies."
    }
    attr "expose_min_port" {
      type = number
      max  = 65535
      doc  = "Lowest port for exposed checks."
    }
    attr "expose_max_port" {
      type = number
      max  = 65535
      doc  = "Highest port for exposed checks."
    }
  }
}
body "telemetry" {
  object {
    include = [body.agents.circonus]
    attr "disable_hostname" {
      type = [bool, number]
      doc  = "Omits the host name from the names of metrics."
    }
    attr "disable_compat_1.9" {
      type       = [bool, number]
      doc        = "Omits the names that metrics had in Consul 1.9."
      deprecated = "Current versions omit these names always."
    }
    attr "enable_host_metrics" {
      type = [bool, number]
      doc  = "Adds metrics of the host."
    }
    attr "dogstatsd_addr" {
      type = string
      doc  = "Address of a DogStatsD server."
    }
    attr "dogstatsd_tags" {
      type = [list(string), string]
      doc  = "Tags of all metrics that are sent to DogStatsD."
    }
    attr "retry_failed_connection" {
      type = [bool, number]
      doc  = "Retries when the connection to the metrics server fails."
    }
    attr "filter_default" {
      type = [bool, number]
      doc  = "Sends metrics that no filter matches."
    }
    attr "prefix_filter" {
      type = [list(string), string]
      doc  = "Prefixes of metrics to send (`+`) or to block (`-`)."
    }
    attr "metrics_prefix" {
      type = string
      doc  = "Prefix of all metrics."
    }
    attr "prometheus_retention_time" {
      type   = string
      format = duration
      doc    = "Time that metrics are kept for Prometheus."
    }
    attr "statsd_address" {
      type = string
      doc  = "Address of a StatsD server."
    }
    attr "statsite_address" {
      type = string
      doc  = "Address of a Statsite server."
    }
  }
}
body "ui_config" {
  object {
    attr "enabled" {
      type = [bool, number]
      doc  = "Enables the web UI."
    }
    attr "dir" {
      type   = string
      format = folder
      doc    = "Folder with the files of the web UI."
    }
    attr "content_path" {
      type = string
      doc  = "URL path of the web UI."
    }
    attr "metrics_provider" {
      type = string
      doc  = "Provider of the metrics in the web UI."
    }
    attr "metrics_provider_files" {
      type = [list(string), string]
      doc  = "JavaScript files of the metrics provider."
    }
    attr "metrics_provider_options_json" {
      type   = string
      format = json
      doc    = "Options of the metrics provider, as JSON."
    }
    attr "hcp_enabled" {
      type = [bool, number]
      doc  = "Shows links to HCP."
    }
    block_list "metrics_proxy" {
      also = attr
      doc  = "Proxy to the metrics server."
      object {
        attr "base_url" {
          type   = string
          format = url
          doc    = "Base URL of the metrics server."
        }
        attr "path_allowlist" {
          type = [list(string), string]
          doc  = "Paths that may be requested."
        }
        block_list "add_headers" {
          also = attr
          doc  = "Headers to add to the requests."
          object {
            attr "name" {
              type = string
              doc  = "Name of the header."
            }
            attr "value" {
              type = string
              doc  = "Value of the header."
            }
          }
        }
      }
    }
    block_list "dashboard_url_templates" {
      also = attr
      doc  = "URL templates of dashboard links, by kind."
      object {
        attr "*" {
          doc = "URL template."
        }
      }
    }
  }
}
body "unix_sockets" {
  object {
    attr "group" {
      type = string
      doc  = "Group that owns the sockets."
    }
    attr "mode" {
      type = string
      doc  = "Permissions of the sockets."
    }
    attr "user" {
      type = string
      doc  = "User that owns the sockets."
    }
  }
}
body "raft_logstore" {
  object {
    attr "backend" {
      type   = string
      values = ["boltdb", "wal", "default"]
      doc    = "Storage backend."
    }
    attr "disable_log_cache" {
      type = [bool, number]
      doc  = "Disables the in-memory cache of log entries."
    }
    block_list "verification" {
      also = attr
      doc  = "Verification of the log."
      object {
        attr "enabled" {
          type = [bool, number]
          doc  = "Enables verification."
        }
        attr "interval" {
          type   = string
          format = duration
          doc    = "Interval between verifications."
        }
      }
    }
    block_list "boltdb" {
      also = attr
      doc  = "Settings of the BoltDB backend."
      object {
        attr "no_freelist_sync" {
          type = [bool, number]
          doc  = "Does not write the list of free pages to disk."
        }
      }
    }
    block_list "wal" {
      also = attr
      doc  = "Settings of the write-ahead log backend."
      object {
        attr "segment_size_mb" {
          type = number
          doc  = "Size of segment files in MB."
        }
      }
    }
  }
}
body "reporting" {
  object {
    block_list "license" {
      also = attr
      doc  = "License reporting."
      object {
        attr "enabled" {
          type = [bool, number]
          doc  = "Enables license reporting."
        }
      }
    }
  }
}
body "gossip" {
  object {
    attr "gossip_nodes" {
      type = number
      doc  = "Number of nodes that receive each round of gossip."
    }
    attr "gossip_interval" {
      type   = string
      format = duration
      doc    = "Interval between rounds of gossip."
    }
    attr "probe_interval" {
      type   = string
      format = duration
      doc    = "Interval between probes."
    }
    attr "probe_timeout" {
      type   = string
      format = duration
      doc    = "Timeout of probes."
    }
    attr "suspicion_mult" {
      type = number
      doc  = "Multiplier for the time before a suspected node is declared dead."
    }
    attr "retransmit_mult" {
      type = number
      doc  = "Multiplier for the number of times a message is retransmitted."
    }
  }
}

body "watch" {
  object {
    attr "type" {
      type     = string
      required = true
      values = {
        agent_service = "A service of the local agent."
        checks        = "Health checks, of a service or in a state."
        connect_leaf  = "The certificate of a service in the mesh."
        connect_roots = "The root certificates of the mesh."
        event         = "Events that users fire."
        key           = "One key of the key/value store."
        keyprefix     = "All keys with a prefix."
        nodes         = "The list of nodes."
        service       = "The instances of one service."
        services      = "The list of services."
      }
      unknown  = allowed
      reserved = ["*"]
      doc      = "What is watched."
    }
    attr "handler_type" {
      type   = string
      values = ["script", "http"]
      doc    = "Whether a program runs, or a request is sent."
    }
  }
}
