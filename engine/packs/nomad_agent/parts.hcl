# Nomad: the smaller blocks of the configuration of an agent.
body "rpc" {
  object {
    attr "accept_backlog" {
      type = number
      doc  = "Maximum number of connections waiting to be accepted."
    }
    attr "keep_alive_interval" {
      type   = string
      format = duration
      doc    = "Interval between keep-alive messages."
    }
    attr "connection_write_timeout" {
      type   = string
      format = duration
      doc    = "Timeout for writes on a connection."
    }
    attr "stream_open_timeout" {
      type   = string
      format = duration
      doc    = "Timeout for opening a stream."
    }
    attr "stream_close_timeout" {
      type   = string
      format = duration
      doc    = "Timeout for closing a stream."
    }
    attr "dial_timeout" {
      type   = string
      format = duration
      doc    = "Timeout for establishing a connection."
    }
  }
}
body "acl" {
  object {
    attr "enabled" {
      type = [bool, number]
      doc  = "Enables the ACL system."
    }
    attr "token_ttl" {
      type   = string
      format = duration
      doc    = "Time for which ACL tokens are cached."
    }
    attr "policy_ttl" {
      type   = string
      format = duration
      doc    = "Time for which ACL policies are cached."
    }
    attr "role_ttl" {
      type   = string
      format = duration
      doc    = "Time for which ACL roles are cached."
    }
    attr "replication_token" {
      type      = string
      sensitive = true
      doc       = "Token for ACL replication from the authoritative region."
    }
    attr "token_min_expiration_ttl" {
      type   = string
      format = duration
      doc    = "Minimum time to live of an ACL token."
    }
    attr "token_max_expiration_ttl" {
      type   = string
      format = duration
      doc    = "Maximum time to live of an ACL token."
    }
  }
}
body "telemetry" {
  object {
    include = [body.agents.circonus]
    attr "in_memory_collection_interval" {
      type   = string
      format = duration
      doc    = "Collection interval of in-memory metrics."
    }
    attr "in_memory_retention_period" {
      type   = string
      format = duration
      doc    = "Retention period of in-memory metrics."
    }
    attr "statsite_address" {
      type = string
      doc  = "Address of a statsite server."
    }
    attr "statsd_address" {
      type = string
      doc  = "Address of a StatsD server."
    }
    attr "datadog_address" {
      type = string
      doc  = "Address of a DogStatsD server."
    }
    attr "datadog_tags" {
      type = list(string)
      doc  = "Tags for all metrics that are sent to DogStatsD."
    }
    attr "prometheus_metrics" {
      type = [bool, number]
      doc  = "Exposes metrics in Prometheus format."
    }
    attr "disable_hostname" {
      type = [bool, number]
      doc  = "Omits the host name from metric names."
    }
    attr "use_node_name" {
      type = [bool, number]
      doc  = "Uses the node name instead of the host name in metric names."
    }
    attr "collection_interval" {
      type   = string
      format = duration
      doc    = "Interval between metric collections."
    }
    attr "publish_allocation_metrics" {
      type = [bool, number]
      doc  = "Publishes allocation metrics."
    }
    attr "publish_node_metrics" {
      type = [bool, number]
      doc  = "Publishes node metrics."
    }
    attr "include_alloc_metadata_in_metrics" {
      type = [bool, number]
      doc  = "Adds allocation metadata to metrics."
    }
    attr "allowed_metadata_keys_in_metrics" {
      type = [list(string), string]
      doc  = "Allowed keys of the allocation metadata."
    }
    attr "prefix_filter" {
      type = list(string)
      doc  = "Metric name prefixes to allow (`+`) or block (`-`)."
    }
    attr "filter_default" {
      type = [bool, number]
      doc  = "Whether metrics are sent that match no prefix filter."
    }
    attr "disable_dispatched_job_summary_metrics" {
      type = [bool, number]
      doc  = "Disables summary metrics of dispatched jobs."
    }
    attr "disable_quota_utilization_metrics" {
      type = [bool, number]
      doc  = "Disables quota utilization metrics."
    }
    attr "disable_rpc_rate_metrics_labels" {
      type = [bool, number]
      doc  = "Disables labels of RPC rate metrics."
    }
    attr "disable_allocation_hook_metrics" {
      type = [bool, number]
      doc  = "Disables metrics of allocation hooks."
    }
  }
}
body "ui" {
  object {
    attr "enabled" {
      type = [bool, number]
      doc  = "Enables the web UI."
    }
    attr "show_cli_hints" {
      type = [bool, number]
      doc  = "Shows hints for equivalent CLI commands."
    }
    block_list "content_security_policy" {
      max_items = 1
      doc       = "Content Security Policy (CSP) of the web UI."
      object {
        attr "connect_src" {
          type = [list(string), string]
          doc  = "Allowed URLs for connections from scripts."
        }
        attr "default_src" {
          type = [list(string), string]
          doc  = "Default for source types that are not set."
        }
        attr "form_action" {
          type = [list(string), string]
          doc  = "Allowed targets of form submissions."
        }
        attr "frame_ancestors" {
          type = [list(string), string]
          doc  = "Pages that may embed the UI in a frame."
        }
        attr "img_src" {
          type = [list(string), string]
          doc  = "Allowed sources of images."
        }
        attr "script_src" {
          type = [list(string), string]
          doc  = "Allowed sources of scripts."
        }
        attr "style_src" {
          type = [list(string), string]
          doc  = "Allowed sources of style sheets."
        }
      }
    }
    block_list "consul" {
      max_items = 1
      doc       = "Links to the Consul UI."
      object {
        attr "ui_url" {
          type = string
          doc  = "URL of the Consul UI."
        }
      }
    }
    block_list "vault" {
      max_items = 1
      doc       = "Links to the Vault UI."
      object {
        attr "ui_url" {
          type = string
          doc  = "URL of the Vault UI."
        }
      }
    }
    block_list "label" {
      max_items = 1
      doc       = "Label that identifies the cluster in the UI."
      object {
        attr "text" {
          type = string
          doc  = "Label text."
        }
        attr "background_color" {
          type   = string
          format = color
          doc    = "Background color of the label."
        }
        attr "text_color" {
          type   = string
          format = color
          doc    = "Text color of the label."
        }
      }
    }
  }
}
body "tls" {
  object {
    attr "http" {
      type = [bool, number]
      doc  = "Enables TLS for the HTTP API."
    }
    attr "rpc" {
      type = [bool, number]
      doc  = "Enables TLS for RPC between agents."
    }
    attr "verify_server_hostname" {
      type = [bool, number]
      doc  = "Requires server certificates to match the role and region."
    }
    attr "ca_file" {
      type   = string
      format = path
      doc    = "Path of the CA certificate file."
    }
    attr "cert_file" {
      type   = string
      format = path
      doc    = "Path of the agent's certificate file."
    }
    attr "key_file" {
      type   = string
      format = path
      doc    = "Path of the private key file."
    }
    attr "rpc_upgrade_mode" {
      type = [bool, number]
      doc  = "Accepts both TLS and unencrypted connections during a migration to TLS."
    }
    attr "verify_https_client" {
      type = [bool, number]
      doc  = "Requires client certificates for the HTTP API."
    }
    attr "tls_cipher_suites" {
      type = string
      doc  = "Comma-separated list of TLS cipher suites."
    }
    attr "tls_min_version" {
      type   = string
      values = ["tls10", "tls11", "tls12", "tls13"]
      doc    = "Minimum TLS version."
    }
    attr "tls_prefer_server_cipher_suites" {
      type       = [bool, number]
      deprecated = "It has no effect."
      doc        = "Prefers the cipher suite order of the server."
    }
  }
}
body "sentinel" {
  object {
    attr "additional_enabled_modules" {
      type = [list(string), string]
      doc  = "Modules that policies may import."
    }
    block_list "import" {
      doc = "Import plugin for Sentinel policies."
      label "name" { doc = "Name of the import." }
      object {
        attr "path" {
          type   = string
          format = path
          doc    = "Path of the plugin executable."
        }
        attr "args" {
          type = [list(string), string]
          doc  = "Arguments of the executable."
        }
      }
    }
  }
}
body "autopilot" {
  object {
    attr "cleanup_dead_servers" {
      type = [bool, number]
      doc  = "Removes dead servers automatically."
    }
    attr "server_stabilization_time" {
      type   = string
      format = duration
      doc    = "Time for which a new server must be healthy before it joins the quorum."
    }
    attr "last_contact_threshold" {
      type   = string
      format = duration
      doc    = "Maximum time since the last leader contact of a healthy server."
    }
    attr "max_trailing_logs" {
      type = number
      doc  = "Maximum number of log entries that a healthy server may be behind."
    }
    attr "min_quorum" {
      type = number
      doc  = "Minimum number of servers to keep."
    }
    attr "enable_redundancy_zones" {
      type = [bool, number]
      doc  = "Enables redundancy zones (Enterprise)."
    }
    attr "disable_upgrade_migration" {
      type = [bool, number]
      doc  = "Disables automatic migration to newer servers (Enterprise)."
    }
    attr "enable_custom_upgrades" {
      type = [bool, number]
      doc  = "Enables custom upgrade versions from `upgrade_version` (Enterprise)."
    }
  }
}
body "limits" {
  object {
    attr "https_handshake_timeout" {
      type   = string
      format = duration
      doc    = "Timeout of the TLS handshake for the HTTP API."
    }
    attr "http_max_conns_per_client" {
      type = number
      doc  = "Maximum number of HTTP connections per client address."
    }
    attr "rpc_handshake_timeout" {
      type   = string
      format = duration
      doc    = "Timeout of the RPC handshake."
    }
    attr "rpc_max_conns_per_client" {
      type = number
      doc  = "Maximum number of RPC connections per client address."
    }
  }
}
body "audit" {
  object {
    attr "enabled" {
      type = [bool, number]
      doc  = "Enables audit logging."
    }
    block_list "sink" {
      doc = "Destination of audit records."
      label "name" { doc = "Name of the sink." }
      object {
        attr "type" {
          type   = string
          values = ["file"]
          doc    = "Type of the sink."
        }
        attr "delivery_guarantee" {
          type   = string
          values = ["enforced", "best-effort"]
          doc    = "Delivery guarantee: whether a request fails when its record cannot be written."
        }
        attr "format" {
          type   = string
          values = ["json"]
          doc    = "Format of audit records."
        }
        attr "path" {
          type   = string
          format = path
          doc    = "Path of the audit log file."
        }
        attr "rotate_duration" {
          type   = string
          format = duration
          doc    = "Maximum age of a file before it is rotated."
        }
        attr "rotate_bytes" {
          type = number
          doc  = "Maximum size of a file in bytes before it is rotated."
        }
        attr "rotate_max_files" {
          type = number
          doc  = "Maximum number of rotated files to keep."
        }
        attr "mode" {
          type = string
          doc  = "File permissions."
        }
      }
    }
    block_list "filter" {
      doc = "Filter for requests to exclude from the audit log."
      label "name" { doc = "Name of the filter." }
      object {
        attr "type" {
          type   = string
          values = ["HTTPEvent"]
          doc    = "Type of events to filter."
        }
        attr "endpoints" {
          type = [list(string), string]
          doc  = "Endpoint paths to exclude."
        }
        attr "stages" {
          type   = [list(string), string]
          values = ["OperationReceived", "OperationComplete", "*"]
          doc    = "Request stages to exclude."
        }
        attr "operations" {
          type = [list(string), string]
          doc  = "HTTP methods to exclude."
        }
      }
    }
  }
}
body "reporting" {
  object {
    attr "address" {
      type   = string
      format = url
      doc    = "Address to which reports are sent."
    }
    attr "export_interval" {
      type   = string
      format = duration
      doc    = "Interval between reports."
    }
    attr "snapshot_retention_time" {
      type   = string
      format = duration
      doc    = "Retention time of usage snapshots."
    }
    attr "disable_product_usage_reporting" {
      type = [bool, number]
      doc  = "Disables product usage reporting."
    }
    block_list "license" {
      max_items = 1
      doc       = "License utilization reporting."
      object {
        attr "enabled" {
          type = [bool, number]
          doc  = "Enables license reporting."
        }
      }
    }
  }
}
body "keyring" {
  object {
    include = [body.agents.free]
    attr "active" {
      type = [bool, number]
      doc  = "Whether the provider is used for new keys."
    }
    attr "name" {
      type = string
      doc  = "Name that distinguishes several keyrings of one provider."
    }
  }
}
body "eventlog" {
  object {
    attr "enabled" {
      type = [bool, number]
      doc  = "Enables logging to the Windows Event Log."
    }
    attr "level" {
      type    = string
      values  = ["INFO", "WARN", "ERROR"]
      unknown = allowed
      doc     = "Minimum level of messages to write."
    }
  }
}
body "consul" {
  object {
    # The agent ignores others.
    unknown = warning
    attr "name" {
      type = string
      doc  = "Name of the cluster."
    }
    attr "address" {
      type = string
      doc  = "Address of the Consul agent."
    }
    attr "grpc_address" {
      type = string
      doc  = "gRPC address of the Consul agent."
    }
    attr "token" {
      type      = string
      sensitive = true
      doc       = "Consul ACL token."
    }
    attr "auth" {
      type = string
      doc  = "User name and password for HTTP basic authentication."
    }
    attr "ssl" {
      type = [bool, number]
      doc  = "Uses TLS for connections to Consul."
    }
    attr "verify_ssl" {
      type = [bool, number]
      doc  = "Verifies the TLS certificate of Consul."
    }
    attr "ca_file" {
      type   = string
      format = path
      doc    = "Path of the CA certificate file."
    }
    attr "cert_file" {
      type   = string
      format = path
      doc    = "Path of the client certificate file."
    }
    attr "key_file" {
      type   = string
      format = path
      doc    = "Path of the client certificate's private key file."
    }
    attr "grpc_ca_file" {
      type   = string
      format = path
      doc    = "Path of the CA certificate file for gRPC."
    }
    attr "namespace" {
      type = string
      doc  = "Consul namespace (Enterprise)."
    }
    attr "auto_advertise" {
      type = [bool, number]
      doc  = "Registers the agent as a service in Consul."
    }
    attr "server_auto_join" {
      type = [bool, number]
      doc  = "Lets servers discover other servers through Consul."
    }
    attr "client_auto_join" {
      type = [bool, number]
      doc  = "Lets clients discover servers through Consul."
    }
    attr "server_service_name" {
      type = string
      doc  = "Name of the Consul service for servers."
    }
    attr "client_service_name" {
      type = string
      doc  = "Name of the Consul service for clients."
    }
    attr "server_http_check_name" {
      type = string
      doc  = "Name of the HTTP health check for servers."
    }
    attr "server_serf_check_name" {
      type = string
      doc  = "Name of the Serf health check for servers."
    }
    attr "server_rpc_check_name" {
      type = string
      doc  = "Name of the RPC health check for servers."
    }
    attr "client_http_check_name" {
      type = string
      doc  = "Name of the HTTP health check for clients."
    }
    attr "checks_use_advertise" {
      type = [bool, number]
      doc  = "Uses the advertised address for health checks."
    }
    attr "share_ssl" {
      type = [bool, number]
      doc  = "Shares the TLS settings for Consul with tasks."
    }
    attr "tags" {
      type = [list(string), string]
      doc  = "Tags of the Consul services."
    }
    attr "timeout" {
      type   = string
      format = duration
      doc    = "Timeout for requests to Consul."
    }
    attr "allow_unauthenticated" {
      type       = [bool, number]
      deprecated = "Use workload identities instead."
      doc        = "Allows jobs from submitters without a token."
    }
    attr "service_auth_method" {
      type = string
      doc  = "Consul auth method for services."
    }
    attr "task_auth_method" {
      type = string
      doc  = "Consul auth method for tasks."
    }
    block_list "service_identity" {
      max_items = 1
      doc       = "Default workload identity for services."
      object {
        include = [body.identity]
      }
    }
    block_list "task_identity" {
      max_items = 1
      doc       = "Default workload identity for tasks."
      object {
        include = [body.identity]
      }
    }
  }
}
body "vault" {
  object {
    # The agent ignores others.
    unknown = warning
    attr "name" {
      type = string
      doc  = "Name of the cluster."
    }
    attr "enabled" {
      type = [bool, number]
      doc  = "Enables the Vault integration."
    }
    attr "address" {
      type = string
      doc  = "Address of the Vault server."
    }
    attr "token" {
      type       = string
      sensitive  = true
      deprecated = "Use workload identities instead."
      doc        = "Vault token of the servers."
    }
    attr "namespace" {
      type = string
      doc  = "Vault namespace."
    }
    attr "create_from_role" {
      type = string
      doc  = "Vault role from which tokens are created."
    }
    attr "task_token_ttl" {
      type       = [string, number]
      pattern    = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
      deprecated = "Use workload identities instead."
      doc        = "Time to live of task tokens."
    }
    attr "allow_unauthenticated" {
      type       = [bool, number]
      deprecated = "Use workload identities instead."
      doc        = "Allows jobs from submitters without a token."
    }
    attr "jwt_auth_backend_path" {
      type = string
      doc  = "Path of the JWT auth method in Vault."
    }
    attr "ca_file" {
      type   = string
      format = path
      doc    = "Path of the CA certificate file."
    }
    attr "ca_path" {
      type   = string
      format = folder
      doc    = "Directory with CA certificates."
    }
    attr "cert_file" {
      type   = string
      format = path
      doc    = "Path of the client certificate file."
    }
    attr "key_file" {
      type   = string
      format = path
      doc    = "Path of the client certificate's private key file."
    }
    attr "tls_server_name" {
      type = string
      doc  = "Server name (SNI) for TLS connections to Vault."
    }
    attr "tls_skip_verify" {
      type = [bool, number]
      doc  = "Skips TLS certificate verification."
    }
    attr "connection_retry_interval" {
      type   = string
      format = duration
      doc    = "Interval between connection attempts."
    }
    block_list "default_identity" {
      max_items = 1
      doc       = "Default workload identity for tasks."
      object {
        include = [body.identity]
      }
    }
  }
}
body "identity" {
  object {
    attr "name" {
      type = string
      doc  = "Name of the identity."
    }
    attr "aud" {
      type = [list(string), string]
      doc  = "Audience of the token."
    }
    attr "env" {
      type = [bool, number]
      doc  = "Sets the token in the environment of the task."
    }
    attr "file" {
      type = [bool, number]
      doc  = "Writes the token to a file."
    }
    attr "ttl" {
      type   = string
      format = duration
      doc    = "Time to live of the token."
    }
    attr "change_mode" {
      type   = string
      values = ["noop", "restart", "signal"]
      doc    = "Action when the token is renewed."
    }
    attr "change_signal" {
      type = string
      doc  = "Signal to send on change."
    }
    block_list "extra_claims" {
      max_items = 1
      doc       = "Additional claims."
      object {
        attr "*" {
          type = string
          doc  = "Value of the claim."
        }
      }
    }
  }
}
body "addresses" {
  object {
    attr "http" {
      type = string
      doc  = "Address of the HTTP API."
    }
    attr "rpc" {
      type = string
      doc  = "Address for RPC between agents."
    }
    attr "serf" {
      type = string
      doc  = "Address for gossip (Serf)."
    }
  }
}
