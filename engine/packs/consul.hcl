# Settings of Consul agents, and files with services and checks. Written in HCL 1.
language "consul" {
  title   = "Consul agent"
  ids     = ["consul"]
  files   = ["consul.hcl", "*.consul.hcl"]
  content = "^(primary_datacenter|node_name|retry_join|bootstrap_expect|client_addr|node_meta|dns_config|ui_config|auto_encrypt|auto_config) *(=|\\{)|^services? *\\{"
  syntax  = hcl1
  rules   = reference
}

object {
  attr "node_name" {
    type = string
    doc  = "Name of the node. Defaults to the host name."
  }
  attr "node_id" {
    type = string
    doc  = "ID of the node."
  }
  attr "datacenter" {
    type = string
    doc  = "Datacenter of the agent."
  }
  attr "primary_datacenter" {
    type = string
    doc  = "Datacenter that is the authority for ACLs, intentions and certificates."
  }
  attr "data_dir" {
    type   = string
    format = folder
    doc    = "Folder for the state of the agent."
  }
  attr "server" {
    types = [bool, number]
    doc   = "Runs the agent as a server."
  }
  attr "bootstrap" {
    types = [bool, number]
    doc   = "Lets the server elect itself as the leader, without other servers."
  }
  attr "bootstrap_expect" {
    type = number
    doc  = "Number of servers to wait for before the cluster is bootstrapped."
  }
  attr "bind_addr" {
    type = string
    doc  = "Bind address for communication between agents."
  }
  attr "client_addr" {
    type = string
    doc  = "Bind addresses of the HTTP API and DNS."
  }
  attr "advertise_addr" {
    type = string
    doc  = "Address that is advertised to other agents."
  }
  attr "advertise_addr_ipv4" {
    type = string
    doc  = "IPv4 address that is advertised to other agents."
  }
  attr "advertise_addr_ipv6" {
    type = string
    doc  = "IPv6 address that is advertised to other agents."
  }
  attr "advertise_addr_wan" {
    type = string
    doc  = "Address that is advertised to other datacenters."
  }
  attr "advertise_addr_wan_ipv4" {
    type = string
    doc  = "IPv4 address that is advertised to other datacenters."
  }
  attr "advertise_addr_wan_ipv6" {
    type = string
    doc  = "IPv6 address that is advertised to other datacenters."
  }
  attr "advertise_reconnect_timeout" {
    type   = string
    format = duration
    doc    = "Time after which other agents remove this agent when it is gone."
  }
  attr "serf_lan" {
    type = string
    doc  = "Bind address for gossip within the datacenter."
  }
  attr "serf_wan" {
    type = string
    doc  = "Bind address for gossip between datacenters."
  }
  attr "serf_lan_allowed_cidrs" {
    types  = [list(string), string]
    format = cidr
    doc    = "Networks whose agents may join within the datacenter."
  }
  attr "serf_wan_allowed_cidrs" {
    types  = [list(string), string]
    format = cidr
    doc    = "Networks whose servers may join from other datacenters."
  }
  attr "retry_join" {
    types = [list(string), string]
    doc   = "Agents to join, with retries until it succeeds."
  }
  attr "retry_join_wan" {
    types = [list(string), string]
    doc   = "Servers of other datacenters to join, with retries."
  }
  attr "retry_interval" {
    type   = string
    format = duration
    doc    = "Interval between attempts to join."
  }
  attr "retry_interval_wan" {
    type   = string
    format = duration
    doc    = "Interval between attempts to join other datacenters."
  }
  attr "retry_max" {
    type = number
    doc  = "Maximum number of attempts to join; 0 for no limit."
  }
  attr "retry_max_wan" {
    type = number
    doc  = "Maximum number of attempts to join other datacenters."
  }
  attr "start_join" {
    types       = [list(string), string]
    deprecated  = "This is now called `retry_join`."
    replaced_by = retry_join
    doc         = "Agents to join on startup."
  }
  attr "start_join_wan" {
    types       = [list(string), string]
    deprecated  = "This is now called `retry_join_wan`."
    replaced_by = retry_join_wan
    doc         = "Servers of other datacenters to join on startup."
  }
  attr "rejoin_after_leave" {
    types = [bool, number]
    doc   = "Rejoins the cluster after the agent has left it."
  }
  attr "leave_on_terminate" {
    types = [bool, number]
    doc   = "Leaves the cluster when the agent receives a TERM signal."
  }
  attr "skip_leave_on_interrupt" {
    types = [bool, number]
    doc   = "Stays in the cluster when the agent is interrupted."
  }
  attr "reconnect_timeout" {
    type   = string
    format = duration
    doc    = "Time after which a failed node is removed."
  }
  attr "reconnect_timeout_wan" {
    type   = string
    format = duration
    doc    = "Time after which a failed server of another datacenter is removed."
  }
  attr "server_name" {
    type = string
    doc  = "Name that replaces the node's name in certificates."
  }
  attr "server_rejoin_age_max" {
    type   = string
    format = duration
    doc    = "Maximum time that a server may be offline and still rejoin."
  }
  attr "encrypt" {
    type      = string
    sensitive = true
    doc       = "Encryption key for gossip, in Base64."
  }
  attr "encrypt_verify_incoming" {
    types = [bool, number]
    doc   = "Rejects gossip that is not encrypted."
  }
  attr "encrypt_verify_outgoing" {
    types = [bool, number]
    doc   = "Encrypts all outgoing gossip."
  }
  attr "domain" {
    type = string
    doc  = "Domain that the DNS server answers for."
  }
  attr "alt_domain" {
    type = string
    doc  = "Alternative domain that the DNS server answers for."
  }
  attr "recursors" {
    types = [list(string), string]
    doc   = "Upstream DNS servers for names outside the domain."
  }
  attr "default_query_time" {
    type   = string
    format = duration
    doc    = "Default wait time of blocking queries."
  }
  attr "max_query_time" {
    type   = string
    format = duration
    doc    = "Maximum wait time of blocking queries."
  }
  attr "discovery_max_stale" {
    type   = string
    format = duration
    doc    = "Maximum staleness of service discovery results."
  }
  attr "check_output_max_size" {
    type = number
    doc  = "Maximum size of a check's output in bytes."
  }
  attr "check_update_interval" {
    type   = string
    format = duration
    doc    = "Interval at which changed output of a check is sent to the servers."
  }
  attr "discard_check_output" {
    types = [bool, number]
    doc   = "Discards the output of checks."
  }
  attr "enable_script_checks" {
    types = [bool, number]
    doc   = "Allows script checks from any source, including the API."
  }
  attr "enable_local_script_checks" {
    types = [bool, number]
    doc   = "Allows script checks only from local configuration files."
  }
  attr "enable_agent_tls_for_checks" {
    types = [bool, number]
    doc   = "Uses the agent's certificate for health checks."
  }
  attr "enable_central_service_config" {
    types = [bool, number]
    doc   = "Applies `service-defaults` and `proxy-defaults` entries."
  }
  attr "enable_debug" {
    types = [bool, number]
    doc   = "Enables the profiling endpoints."
  }
  attr "enable_syslog" {
    types = [bool, number]
    doc   = "Logs to syslog."
  }
  attr "syslog_facility" {
    type = string
    doc  = "Syslog facility."
  }
  attr "log_level" {
    type   = string
    values = ["trace", "debug", "info", "warn", "error", "TRACE", "DEBUG", "INFO", "WARN", "ERR"]
    open   = true
    doc    = "Log level."
  }
  attr "log_json" {
    types = [bool, number]
    doc   = "Writes logs as JSON."
  }
  attr "log_file" {
    type   = string
    format = path
    doc    = "Log file."
  }
  attr "log_rotate_duration" {
    type   = string
    format = duration
    doc    = "Maximum age of a log file before it is rotated."
  }
  attr "log_rotate_bytes" {
    type = number
    doc  = "Maximum size of a log file before it is rotated."
  }
  attr "log_rotate_max_files" {
    type = number
    doc  = "Number of old log files to keep."
  }
  attr "disable_anonymous_signature" {
    types = [bool, number]
    doc   = "Omits the anonymous signature from update checks."
  }
  attr "disable_coordinates" {
    types = [bool, number]
    doc   = "Disables sending of network coordinates."
  }
  attr "disable_host_node_id" {
    types = [bool, number]
    doc   = "Generates a random node ID instead of one from the host."
  }
  attr "disable_http_unprintable_char_filter" {
    types = [bool, number]
    doc   = "Allows keys with unprintable characters."
  }
  attr "disable_keyring_file" {
    types = [bool, number]
    doc   = "Does not write the gossip keyring to disk."
  }
  attr "disable_remote_exec" {
    types = [bool, number]
    doc   = "Disables remote execution of commands."
  }
  attr "disable_update_check" {
    types = [bool, number]
    doc   = "Disables checks for new versions."
  }
  attr "experiments" {
    types = [list(string), string]
    doc   = "Experimental features to enable."
  }
  attr "license_path" {
    type   = string
    format = path
    doc    = "License file (Enterprise)."
  }
  attr "primary_gateways" {
    types = [list(string), string]
    doc   = "Mesh gateways of the primary datacenter."
  }
  attr "primary_gateways_interval" {
    type   = string
    format = duration
    doc    = "Interval at which the primary gateways are looked up."
  }
  attr "protocol" {
    type = number
    doc  = "Protocol version of the agent."
  }
  attr "raft_protocol" {
    type = number
    doc  = "Raft protocol version."
  }
  attr "raft_snapshot_threshold" {
    type = number
    doc  = "Number of Raft log entries after which a snapshot is taken."
  }
  attr "raft_snapshot_interval" {
    type   = string
    format = duration
    doc    = "Interval between checks whether a Raft snapshot is due."
  }
  attr "raft_trailing_logs" {
    type = number
    doc  = "Number of Raft log entries to keep after a snapshot."
  }
  attr "auto_reload_config" {
    types = [bool, number]
    doc   = "Reloads configuration files when they change."
  }
  attr "session_ttl_min" {
    type   = string
    format = duration
    doc    = "Minimum TTL of sessions."
  }
  attr "translate_wan_addrs" {
    types = [bool, number]
    doc   = "Returns the WAN addresses of nodes in other datacenters."
  }
  attr "pid_file" {
    type   = string
    format = path
    doc    = "File for the process ID."
  }
  attr "ui" {
    types      = [bool, number]
    deprecated = "Set `enabled` in `ui_config`."
    doc        = "Enables the web UI."
  }
  attr "ui_dir" {
    type       = string
    format     = folder
    deprecated = "Set `dir` in `ui_config`."
    doc        = "Folder with the files of the web UI."
  }
  attr "ui_content_path" {
    type       = string
    deprecated = "Set `content_path` in `ui_config`."
    doc        = "URL path of the web UI."
  }
  attr "use_streaming_backend" {
    types = [bool, number]
    doc   = "Receives changes of services as a stream."
  }
  attr "read_replica" {
    types = [bool, number]
    doc   = "Makes the server a read replica without a vote (Enterprise)."
  }
  attr "non_voting_server" {
    types       = [bool, number]
    deprecated  = "This is now called `read_replica`."
    replaced_by = read_replica
    doc         = "Makes the server a read replica without a vote (Enterprise)."
  }
  attr "segment" {
    type = string
    doc  = "Network segment of the agent (Enterprise)."
  }
  attr "partition" {
    type = string
    doc  = "Admin partition of the agent (Enterprise)."
  }
  attr "ae_interval" {
    type   = string
    format = duration
    doc    = "Interval at which the agent's state is synchronized with the servers."
  }
  attr "check_deregister_interval_min" {
    type   = string
    format = duration
    doc    = "Minimum time before a service with a critical check is deregistered."
  }
  attr "check_reap_interval" {
    type   = string
    format = duration
    doc    = "Interval between searches for services to deregister."
  }
  attr "segment_limit" {
    type = number
    doc  = "Maximum number of segments."
  }
  attr "segment_name_limit" {
    type = number
    doc  = "Maximum length of a segment's name."
  }
  attr "sync_coordinate_interval_min" {
    type   = string
    format = duration
    doc    = "Minimum interval between coordinate updates."
  }
  attr "sync_coordinate_rate_target" {
    type = number
    doc  = "Target rate of coordinate updates per second on the servers."
  }
  attr "license_poll_base_time" {
    type   = string
    format = duration
    doc    = "Interval between checks of the license (Enterprise)."
  }
  attr "license_poll_max_time" {
    type   = string
    format = duration
    doc    = "Maximum interval between checks of the license (Enterprise)."
  }
  attr "license_update_base_time" {
    type   = string
    format = duration
    doc    = "Interval between updates of the license (Enterprise)."
  }
  attr "license_update_max_time" {
    type   = string
    format = duration
    doc    = "Maximum interval between updates of the license (Enterprise)."
  }
  attr "revision" {
    type = string
    doc  = "Revision of the program, for tests."
  }
  attr "version" {
    type = string
    doc  = "Version of the program, for tests."
  }
  attr "version_prerelease" {
    type = string
    doc  = "Pre-release label of the version, for tests."
  }
  attr "version_metadata" {
    type = string
    doc  = "Metadata of the version, for tests."
  }
  attr "build_date" {
    type = string
    doc  = "Build date of the program, for tests."
  }
  attr "acl_token" {
    type       = string
    sensitive  = true
    deprecated = "Set `default` in `tokens` of `acl`."
    doc        = "Token for requests that have none."
  }
  attr "acl_master_token" {
    type       = string
    sensitive  = true
    deprecated = "Set `initial_management` in `tokens` of `acl`."
    doc        = "Initial management token."
  }
  attr "acl_agent_token" {
    type       = string
    sensitive  = true
    deprecated = "Set `agent` in `tokens` of `acl`."
    doc        = "Token for the agent's own operations."
  }
  attr "acl_datacenter" {
    type        = string
    deprecated  = "This is now called `primary_datacenter`."
    replaced_by = primary_datacenter
    doc         = "Datacenter that is the authority for ACLs."
  }
  attr "acl_default_policy" {
    type       = string
    deprecated = "Set `default_policy` in `acl`."
    doc        = "Policy that applies when no rule matches."
  }
  attr "acl_down_policy" {
    type       = string
    deprecated = "Set `down_policy` in `acl`."
    doc        = "Policy that applies when ACLs cannot be read from the primary datacenter."
  }
  attr "acl_enforce_version_8" {
    types      = [bool, number]
    deprecated = "It has no effect."
    doc        = "Has no effect."
  }
  attr "ca_file" {
    type       = string
    format     = path
    deprecated = "Set it in `defaults` of `tls`."
    doc        = "Certificate file of the CA."
  }
  attr "ca_path" {
    type       = string
    format     = folder
    deprecated = "Set it in `defaults` of `tls`."
    doc        = "Folder with CA certificates."
  }
  attr "cert_file" {
    type       = string
    format     = path
    deprecated = "Set it in `defaults` of `tls`."
    doc        = "Certificate file of the agent."
  }
  attr "key_file" {
    type       = string
    format     = path
    deprecated = "Set it in `defaults` of `tls`."
    doc        = "Private key file of the certificate."
  }
  attr "verify_incoming" {
    types      = [bool, number]
    deprecated = "Set it in `defaults` of `tls`."
    doc        = "Requires client certificates on incoming connections."
  }
  attr "verify_incoming_rpc" {
    types      = [bool, number]
    deprecated = "Set `verify_incoming` in `internal_rpc` of `tls`."
    doc        = "Requires client certificates on incoming RPC connections."
  }
  attr "verify_incoming_https" {
    types      = [bool, number]
    deprecated = "Set `verify_incoming` in `https` of `tls`."
    doc        = "Requires client certificates on HTTPS connections to the API."
  }
  attr "verify_outgoing" {
    types      = [bool, number]
    deprecated = "Set it in `defaults` of `tls`."
    doc        = "Verifies server certificates on outgoing connections."
  }
  attr "verify_server_hostname" {
    types      = [bool, number]
    deprecated = "Set it in `internal_rpc` of `tls`."
    doc        = "Requires that servers present a certificate for the server role."
  }
  attr "tls_min_version" {
    type       = string
    deprecated = "Set it in `defaults` of `tls`."
    doc        = "Minimum TLS version."
  }
  attr "tls_cipher_suites" {
    type       = string
    deprecated = "Set it in `defaults` of `tls`."
    doc        = "Allowed TLS cipher suites."
  }
  block_list "watches" {
    also = attr
    doc  = "Handlers that run when the watched data changes."
    object {
      include = [body.agents.free]
    }
  }
  block_list "tagged_addresses" {
    also = attr
    doc  = "Additional addresses of the node, by tag."
    object {
      any_attr {
        doc = "Address."
      }
    }
  }
  block_list "node_meta" {
    also = attr
    doc  = "Metadata of the node."
    object {
      any_attr {
        doc = "Value."
      }
    }
  }
  block_list "snapshot_agent" {
    also = attr
    doc  = "Settings of the snapshot agent (Enterprise)."
    object {
      include = [body.agents.free]
    }
  }
  block_list "acl" {
    also = attr
    icon = key
    doc  = "Settings of the ACL system."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Enables ACLs."
      }
      attr "default_policy" {
        type   = string
        values = ["allow", "deny"]
        doc    = "Policy that applies when no rule matches."
      }
      attr "down_policy" {
        type   = string
        values = ["allow", "deny", "extend-cache", "async-cache"]
        doc    = "Policy that applies when tokens cannot be resolved."
      }
      attr "enable_token_replication" {
        types = [bool, number]
        doc   = "Replicates tokens from the primary datacenter."
      }
      attr "enable_token_persistence" {
        types = [bool, number]
        doc   = "Keeps tokens that were set with the API across restarts."
      }
      attr "enable_key_list_policy" {
        types = [bool, number]
        doc   = "Requires the `list` permission for reads of keys by prefix."
      }
      attr "policy_ttl" {
        type   = string
        format = duration
        doc    = "Cache duration of policies."
      }
      attr "role_ttl" {
        type   = string
        format = duration
        doc    = "Cache duration of roles."
      }
      attr "token_ttl" {
        type   = string
        format = duration
        doc    = "Cache duration of tokens."
      }
      attr "msp_disable_bootstrap" {
        types = [bool, number]
        doc   = "Disables bootstrapping of the initial token."
      }
      block_list "tokens" {
        also = attr
        doc  = "Tokens of the agent."
        object {
          attr "initial_management" {
            type      = string
            sensitive = true
            doc       = "Initial management token, with full permissions."
          }
          attr "master" {
            type        = string
            sensitive   = true
            deprecated  = "This is now called `initial_management`."
            replaced_by = initial_management
            doc         = "Initial management token."
          }
          attr "default" {
            type      = string
            sensitive = true
            doc       = "Token for requests that have none."
          }
          attr "agent" {
            type      = string
            sensitive = true
            doc       = "Token for the agent's own operations."
          }
          attr "agent_recovery" {
            type      = string
            sensitive = true
            doc       = "Token for the agent API when the servers are unavailable."
          }
          attr "agent_master" {
            type        = string
            sensitive   = true
            deprecated  = "This is now called `agent_recovery`."
            replaced_by = agent_recovery
            doc         = "Token for the agent API when the servers are unavailable."
          }
          attr "replication" {
            type      = string
            sensitive = true
            doc       = "Token for replication from the primary datacenter."
          }
          attr "config_file_service_registration" {
            type      = string
            sensitive = true
            doc       = "Token to register services from configuration files."
          }
          attr "dns" {
            type      = string
            sensitive = true
            doc       = "Token for DNS requests."
          }
          block_list "managed_service_provider" {
            also = attr
            doc  = "Tokens of a managed service provider (Enterprise)."
            object {
              attr "accessor_id" {
                type = string
                doc  = "Accessor ID of the token."
              }
              attr "secret_id" {
                type      = string
                sensitive = true
                doc       = "Secret ID of the token."
              }
            }
          }
        }
      }
    }
  }
  block_list "addresses" {
    also = attr
    doc  = "Bind addresses of the listeners, instead of `client_addr`."
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
  block_list "auto_config" {
    also = attr
    doc  = "Retrieves certificates, gossip keys and tokens from the servers."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Enables automatic configuration."
      }
      attr "intro_token" {
        type      = string
        sensitive = true
        doc       = "JWT that the client presents to the servers."
      }
      attr "intro_token_file" {
        type   = string
        format = path
        doc    = "File with the JWT."
      }
      attr "server_addresses" {
        types = [list(string), string]
        doc   = "Servers to request the configuration from."
      }
      attr "dns_sans" {
        types = [list(string), string]
        doc   = "Additional DNS names in the certificate."
      }
      attr "ip_sans" {
        types  = [list(string), string]
        format = ip
        doc    = "Additional IP addresses in the certificate."
      }
      block_list "authorization" {
        also = attr
        doc  = "Verification of the JWT on servers."
        object {
          attr "enabled" {
            types = [bool, number]
            doc   = "Enables authorization."
          }
          block_list "static" {
            also = attr
            doc  = "Static verification settings of the JWT."
            object {
              attr "claim_assertions" {
                types = [list(string), string]
                doc   = "Expressions that must be true for the claims."
              }
              attr "allow_reuse" {
                types = [bool, number]
                doc   = "Allows reuse of a JWT."
              }
              attr "jwt_supported_algs" {
                types = [list(string), string]
                doc   = "Allowed signature algorithms."
              }
              attr "bound_audiences" {
                types = [list(string), string]
                doc   = "Allowed audiences of the JWT."
              }
              attr "oidc_discovery_url" {
                type   = string
                format = url
                doc    = "OIDC discovery URL of the issuer."
              }
              attr "oidc_discovery_ca_cert" {
                type = string
                doc  = "CA certificate for the discovery URL."
              }
              attr "jwks_url" {
                type   = string
                format = url
                doc    = "URL of the JSON Web Key Set."
              }
              attr "jwks_ca_cert" {
                type = string
                doc  = "CA certificate for the JWKS URL."
              }
              attr "jwt_validation_pub_keys" {
                types = [list(string), string]
                doc   = "Public keys to verify the JWT with."
              }
              attr "bound_issuer" {
                type = string
                doc  = "Required issuer of the JWT."
              }
              attr "expiration_leeway" {
                type   = string
                format = duration
                doc    = "Leeway after the expiration time of the JWT."
              }
              attr "not_before_leeway" {
                type   = string
                format = duration
                doc    = "Leeway before the start of the JWT's validity."
              }
              attr "clock_skew_leeway" {
                type   = string
                format = duration
                doc    = "Allowed clock skew."
              }
              block_list "claim_mappings" {
                also = attr
                doc  = "Claims that assertions can use."
                object {
                  any_attr {
                    doc = "Name of the claim in assertions."
                  }
                }
              }
              block_list "list_claim_mappings" {
                also = attr
                doc  = "List claims that assertions can use."
                object {
                  any_attr {
                    doc = "Name of the claim in assertions."
                  }
                }
              }
            }
          }
        }
      }
    }
  }
  block_list "autopilot" {
    also = attr
    doc  = "Automatic management of the servers."
    object {
      attr "cleanup_dead_servers" {
        types = [bool, number]
        doc   = "Removes dead servers automatically."
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
        types = [bool, number]
        doc   = "Disables automatic migration to newer servers (Enterprise)."
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
  block_list "auto_encrypt" {
    also = attr
    doc  = "Distribution of certificates to clients."
    object {
      attr "tls" {
        types = [bool, number]
        doc   = "Requests a certificate from the servers, on clients."
      }
      attr "allow_tls" {
        types = [bool, number]
        doc   = "Issues certificates to clients, on servers."
      }
      attr "dns_san" {
        types = [list(string), string]
        doc   = "Additional DNS names in the certificate."
      }
      attr "ip_san" {
        types  = [list(string), string]
        format = ip
        doc    = "Additional IP addresses in the certificate."
      }
    }
  }
  block_list "cache" {
    also = attr
    doc  = "Cache of the servers' responses."
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
  block_list "cloud" {
    also = attr
    doc  = "Connection to HCP."
    object {
      attr "resource_id" {
        type = string
        doc  = "Resource ID of the cluster."
      }
      attr "client_id" {
        type = string
        doc  = "Client ID."
      }
      attr "client_secret" {
        type      = string
        sensitive = true
        doc       = "Client secret."
      }
      attr "hostname" {
        type = string
        doc  = "Host name of the HCP API."
      }
      attr "auth_url" {
        type   = string
        format = url
        doc    = "URL for authentication."
      }
      attr "scada_address" {
        type = string
        doc  = "Address of the SCADA connection."
      }
    }
  }
  block_list "config_entries" {
    also = attr
    doc  = "Config entries."
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
  block_list "connect" {
    also = attr
    icon = interface
    doc  = "Settings of the service mesh."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Enables the service mesh."
      }
      attr "ca_provider" {
        type   = string
        values = ["consul", "vault", "aws-pca"]
        doc    = "CA provider that issues certificates."
      }
      attr "enable_mesh_gateway_wan_federation" {
        types = [bool, number]
        doc   = "Federates datacenters through mesh gateways."
      }
      attr "test_ca_leaf_root_change_spread" {
        type   = string
        format = duration
        doc    = "Time over which certificate renewals are spread, for tests."
      }
      attr "enable_serverless_plugin" {
        types = [bool, number]
        doc   = "Enables the plugin for serverless functions (Enterprise)."
      }
      block_list "ca_config" {
        also = attr
        doc  = "Configuration of the CA provider."
        object {
          include = [body.agents.free]
        }
      }
    }
  }
  block_list "dns_config" {
    also = attr
    doc  = "Settings of the DNS server."
    object {
      attr "allow_stale" {
        types = [bool, number]
        doc   = "Allows any server to answer, not only the leader."
      }
      attr "a_record_limit" {
        type = number
        doc  = "Maximum number of addresses in a response; 0 for no limit."
      }
      attr "disable_compression" {
        types = [bool, number]
        doc   = "Disables compression of responses."
      }
      attr "enable_truncate" {
        types = [bool, number]
        doc   = "Sets the truncation flag of shortened responses."
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
        types = [bool, number]
        doc   = "Excludes services whose checks are in the warning state."
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
        types = [bool, number]
        doc   = "Adds TXT records with the metadata of nodes."
      }
      attr "use_cache" {
        types = [bool, number]
        doc   = "Answers from the agent's cache."
      }
      attr "cache_max_age" {
        type   = string
        format = duration
        doc    = "Maximum age of cached results."
      }
      attr "prefer_namespace" {
        types = [bool, number]
        doc   = "Reads an ambiguous part of a name as a namespace (Enterprise)."
      }
      block_list "service_ttl" {
        also = attr
        doc  = "TTL of service lookups, by service name; `*` for all others."
        object {
          any_attr {
            doc = "TTL."
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
  block_list "gossip_lan" {
    also = attr
    doc  = "Gossip settings within the datacenter."
    object {
      include = [body.gossip]
    }
  }
  block_list "gossip_wan" {
    also = attr
    doc  = "Gossip settings between datacenters."
    object {
      include = [body.gossip]
    }
  }
  block_list "http_config" {
    also = attr
    doc  = "Settings of the HTTP API."
    object {
      attr "block_endpoints" {
        types = [list(string), string]
        doc   = "Path prefixes that are blocked."
      }
      attr "allow_write_http_from" {
        types  = [list(string), string]
        format = cidr
        doc    = "Networks from which writes are allowed."
      }
      attr "use_cache" {
        types = [bool, number]
        doc   = "Answers from the agent's cache."
      }
      attr "max_header_bytes" {
        type = number
        doc  = "Maximum size of the request header in bytes."
      }
      block_list "response_headers" {
        also = attr
        doc  = "Additional headers of all responses."
        object {
          any_attr {
            doc = "Value of the header."
          }
        }
      }
    }
  }
  block_list "limits" {
    also = attr
    doc  = "Limits for requests and connections."
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
  block_list "locality" {
    also = attr
    doc  = "Locality of the agent."
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
  block_list "peering" {
    also = attr
    doc  = "Cluster peering."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Enables cluster peering."
      }
      attr "test_allow_peer_registrations" {
        types = [bool, number]
        doc   = "Allows registrations for peers, for tests."
      }
    }
  }
  block_list "performance" {
    also = attr
    doc  = "Trade-off between speed and resource use."
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
  block_list "ports" {
    also = attr
    doc  = "Ports of the listeners; -1 disables a listener."
    object {
      attr "dns" {
        type = number
        doc  = "Port of the DNS server."
      }
      attr "http" {
        type = number
        doc  = "Port of the HTTP API."
      }
      attr "https" {
        type = number
        doc  = "Port of the HTTPS API."
      }
      attr "serf_lan" {
        type = number
        doc  = "Port for gossip within the datacenter."
      }
      attr "serf_wan" {
        type = number
        doc  = "Port for gossip between datacenters."
      }
      attr "server" {
        type = number
        doc  = "Port for RPC requests between agents."
      }
      attr "grpc" {
        type = number
        doc  = "Port of the gRPC API."
      }
      attr "grpc_tls" {
        type = number
        doc  = "Port of the gRPC API with TLS."
      }
      attr "proxy_min_port" {
        type = number
        doc  = "Lowest port for proxies."
      }
      attr "proxy_max_port" {
        type = number
        doc  = "Highest port for proxies."
      }
      attr "sidecar_min_port" {
        type = number
        doc  = "Lowest port for sidecar proxies."
      }
      attr "sidecar_max_port" {
        type = number
        doc  = "Highest port for sidecar proxies."
      }
      attr "expose_min_port" {
        type = number
        doc  = "Lowest port for exposed checks."
      }
      attr "expose_max_port" {
        type = number
        doc  = "Highest port for exposed checks."
      }
    }
  }
  block_list "check" {
    also = attr
    icon = event
    doc  = "Health check of the node."
    object {
      include = [body.check]
    }
  }
  block_list "checks" {
    also = attr
    icon = event
    doc  = "Health checks of the node."
    object {
      include = [body.check]
    }
  }
  block_list "service" {
    also    = attr
    icon    = module
    outline = self.name
    doc     = "Service on the node."
    object {
      include = [body.service]
    }
  }
  block_list "services" {
    also    = attr
    icon    = module
    outline = self.name
    doc     = "Services on the node."
    object {
      include = [body.service]
    }
  }
  block_list "tls" {
    also = attr
    icon = key
    doc  = "TLS settings."
    object {
      block_list "defaults" {
        also = attr
        doc  = "Default settings for all listeners."
        object {
          include = [body.tls]
        }
      }
      block_list "internal_rpc" {
        also = attr
        doc  = "Settings for RPC between agents."
        object {
          include = [body.tls]
        }
      }
      block_list "https" {
        also = attr
        doc  = "Settings for the HTTPS API."
        object {
          include = [body.tls]
        }
      }
      block_list "grpc" {
        also = attr
        doc  = "Settings for the gRPC API."
        object {
          include = [body.tls]
        }
      }
    }
  }
  block_list "telemetry" {
    also = attr
    doc  = "Metrics of the agent."
    object {
      include = [body.agents.circonus]
      attr "disable_hostname" {
        types = [bool, number]
        doc   = "Omits the host name from the names of metrics."
      }
      attr "enable_host_metrics" {
        types = [bool, number]
        doc   = "Adds metrics of the host."
      }
      attr "dogstatsd_addr" {
        type = string
        doc  = "Address of a DogStatsD server."
      }
      attr "dogstatsd_tags" {
        types = [list(string), string]
        doc   = "Tags of all metrics that are sent to DogStatsD."
      }
      attr "retry_failed_connection" {
        types = [bool, number]
        doc   = "Retries when the connection to the metrics server fails."
      }
      attr "filter_default" {
        types = [bool, number]
        doc   = "Sends metrics that no filter matches."
      }
      attr "prefix_filter" {
        types = [list(string), string]
        doc   = "Prefixes of metrics to send (`+`) or to block (`-`)."
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
  block_list "xds" {
    also = attr
    doc  = "Proxy configuration that is sent over xDS."
    object {
      attr "update_max_per_second" {
        type = number
        doc  = "Maximum number of updates per second."
      }
    }
  }
  block_list "ui_config" {
    also = attr
    doc  = "Settings of the web UI."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Enables the web UI."
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
        types = [list(string), string]
        doc   = "JavaScript files of the metrics provider."
      }
      attr "metrics_provider_options_json" {
        type   = string
        format = json
        doc    = "Options of the metrics provider, as JSON."
      }
      attr "hcp_enabled" {
        types = [bool, number]
        doc   = "Shows links to HCP."
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
            types = [list(string), string]
            doc   = "Paths that may be requested."
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
          any_attr {
            doc = "URL template."
          }
        }
      }
    }
  }
  block_list "unix_sockets" {
    also = attr
    doc  = "Ownership and permissions of Unix sockets."
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
  block_list "rpc" {
    also = attr
    doc  = "RPC settings."
    object {
      attr "enable_streaming" {
        types = [bool, number]
        doc   = "Enables streaming of service changes."
      }
    }
  }
  block_list "raft_logstore" {
    also = attr
    doc  = "Storage of the Raft log."
    object {
      attr "backend" {
        type   = string
        values = ["boltdb", "wal", "default"]
        doc    = "Storage backend."
      }
      attr "disable_log_cache" {
        types = [bool, number]
        doc   = "Disables the in-memory cache of log entries."
      }
      block_list "verification" {
        also = attr
        doc  = "Verification of the log."
        object {
          attr "enabled" {
            types = [bool, number]
            doc   = "Enables verification."
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
            types = [bool, number]
            doc   = "Does not write the list of free pages to disk."
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
  block_list "consul" {
    also = attr
    doc  = "Internal settings for tests."
    object {
      include = [body.agents.free]
    }
  }
  block_list "audit" {
    also = attr
    doc  = "Audit logging (Enterprise)."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Enables audit logging."
      }
      attr "rpc_enabled" {
        types = [bool, number]
        doc   = "Also records RPC requests between agents."
      }
      block_list "sink" {
        doc = "Destination of audit records."
        label "name" {
          optional = true
          doc      = "Name of the sink."
        }
        object {
          include = [body.agents.free]
          attr "type" {
            type   = string
            values = ["file"]
            doc    = "Type of the sink."
          }
          attr "format" {
            type   = string
            values = ["json"]
            doc    = "Format of the records."
          }
          attr "path" {
            type   = string
            format = path
            doc    = "Path of the file."
          }
          attr "delivery_guarantee" {
            type   = string
            values = ["best-effort"]
            doc    = "Delivery guarantee of the sink."
          }
          attr "mode" {
            type = string
            doc  = "Permissions of the file."
          }
          attr "rotate_bytes" {
            type = number
            doc  = "Maximum size of a file before it is rotated."
          }
          attr "rotate_duration" {
            type   = string
            format = duration
            doc    = "Maximum age of a file before it is rotated."
          }
          attr "rotate_max_files" {
            type = number
            doc  = "Number of old files to keep."
          }
        }
      }
    }
  }
  block_list "segments" {
    also = attr
    doc  = "Network segments (Enterprise)."
    object {
      attr "name" {
        type = string
        doc  = "Name of the segment."
      }
      attr "advertise" {
        type = string
        doc  = "Address that is advertised to other agents."
      }
      attr "bind" {
        type = string
        doc  = "Bind address."
      }
      attr "port" {
        type = number
        doc  = "Port for gossip."
      }
      attr "rpc_listener" {
        types = [bool, number]
        doc   = "Uses a separate RPC listener for the segment."
      }
    }
  }
  block_list "reporting" {
    also = attr
    doc  = "Reports about usage."
    object {
      block_list "license" {
        also = attr
        doc  = "License reporting."
        object {
          attr "enabled" {
            types = [bool, number]
            doc   = "Enables license reporting."
          }
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

body "tls" {
  object {
    attr "ca_file" {
      type   = string
      format = path
      doc    = "Certificate file of the CA."
    }
    attr "ca_path" {
      type   = string
      format = folder
      doc    = "Folder with CA certificates."
    }
    attr "cert_file" {
      type   = string
      format = path
      doc    = "Certificate file of the agent."
    }
    attr "key_file" {
      type   = string
      format = path
      doc    = "Private key file of the certificate."
    }
    attr "tls_min_version" {
      type   = string
      values = ["TLSv1_0", "TLSv1_1", "TLSv1_2", "TLSv1_3"]
      open   = true
      doc    = "Minimum TLS version."
    }
    attr "tls_cipher_suites" {
      type = string
      doc  = "Allowed TLS cipher suites, separated by commas."
    }
    attr "verify_incoming" {
      types = [bool, number]
      doc   = "Requires client certificates on incoming connections."
    }
    attr "verify_outgoing" {
      types = [bool, number]
      doc   = "Verifies server certificates on outgoing connections."
    }
    attr "verify_server_hostname" {
      types = [bool, number]
      doc   = "Requires that servers present a certificate for the server role."
    }
    attr "use_auto_cert" {
      types = [bool, number]
      doc   = "Uses the certificate from `auto_encrypt` or `auto_config`."
    }
  }
}

body "check" {
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
      types = [list(string), string]
      doc   = "Program to run and its arguments."
    }
    attr "script" {
      type       = string
      deprecated = "This is now called `args`, a list."
      until      = "1.1"
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
      types = [bool, number]
      doc   = "Does not follow redirects."
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
      types = [bool, number]
      doc   = "Uses TLS for the TCP check."
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
      types = [bool, number]
      doc   = "Uses TLS for the gRPC check."
    }
    attr "h2ping" {
      type = string
      doc  = "Address of an HTTP/2 ping check."
    }
    attr "h2ping_use_tls" {
      types = [bool, number]
      doc   = "Uses TLS for the HTTP/2 ping."
    }
    attr "tls_server_name" {
      type = string
      doc  = "Server name to expect in the certificate."
    }
    attr "tls_skip_verify" {
      types = [bool, number]
      doc   = "Skips verification of the certificate."
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
        any_attr {
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
      open = true
      doc  = "Kind of the service."
    }
    attr "tags" {
      types = [list(string), string]
      doc   = "Tags of the service."
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
      types = [bool, number]
      doc   = "Allows other agents to change the tags."
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
        any_attr {
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
          types = [bool, number]
          doc   = "The service supports the mesh natively, without a proxy."
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
      type   = string
      values = ["direct", "transparent"]
      open   = true
      doc    = "Mode in which the proxy receives connections."
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
          types = [bool, number]
          doc   = "Allows direct connections to this instance."
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
          types = [bool, number]
          doc   = "Exposes the paths of HTTP and gRPC checks."
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
          types = [bool, number]
          doc   = "Enables access logs."
        }
        attr "disable_listener_logs" {
          types = [bool, number]
          doc   = "Disables access logs of listeners."
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
