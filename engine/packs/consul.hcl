# Settings of Consul's agents, and services and checks in files of their own. Written in HCL 1.
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
    doc  = "The name of the node; that of the host when it is absent."
  }
  attr "node_id" {
    type = string
    doc  = "The id of the node."
  }
  attr "datacenter" {
    type = string
    doc  = "The datacenter of the agent."
  }
  attr "primary_datacenter" {
    type = string
    doc  = "The datacenter that ACLs, intentions and certificates come from."
  }
  attr "data_dir" {
    type   = string
    format = folder
    doc    = "The folder for the state of the agent."
  }
  attr "server" {
    types = [bool, number]
    doc   = "Is a server."
  }
  attr "bootstrap" {
    types = [bool, number]
    doc   = "Elects itself as the leader, alone."
  }
  attr "bootstrap_expect" {
    type = number
    doc  = "The number of servers to wait for."
  }
  attr "bind_addr" {
    type = string
    doc  = "The address for requests of other agents."
  }
  attr "client_addr" {
    type = string
    doc  = "The addresses of the API and DNS."
  }
  attr "advertise_addr" {
    type = string
    doc  = "The address that is told to others."
  }
  attr "advertise_addr_ipv4" {
    type = string
    doc  = "The same for IPv4."
  }
  attr "advertise_addr_ipv6" {
    type = string
    doc  = "The same for IPv6."
  }
  attr "advertise_addr_wan" {
    type = string
    doc  = "The address that is told to other datacenters."
  }
  attr "advertise_addr_wan_ipv4" {
    type = string
    doc  = "The same for IPv4."
  }
  attr "advertise_addr_wan_ipv6" {
    type = string
    doc  = "The same for IPv6."
  }
  attr "advertise_reconnect_timeout" {
    type   = string
    format = duration
    doc    = "How long others keep this agent when it is gone."
  }
  attr "serf_lan" {
    type = string
    doc  = "The address of gossip in the datacenter."
  }
  attr "serf_wan" {
    type = string
    doc  = "The address of gossip between datacenters."
  }
  attr "serf_lan_allowed_cidrs" {
    types  = [list(string), string]
    format = cidr
    doc    = "The networks that may join in the datacenter."
  }
  attr "serf_wan_allowed_cidrs" {
    types  = [list(string), string]
    format = cidr
    doc    = "The networks that may join from other datacenters."
  }
  attr "retry_join" {
    types = [list(string), string]
    doc   = "Agents to join, again and again."
  }
  attr "retry_join_wan" {
    types = [list(string), string]
    doc   = "Servers of other datacenters to join."
  }
  attr "retry_interval" {
    type   = string
    format = duration
    doc    = "The pause between attempts to join."
  }
  attr "retry_interval_wan" {
    type   = string
    format = duration
    doc    = "The same for other datacenters."
  }
  attr "retry_max" {
    type = number
    doc  = "The most attempts; 0 for any number."
  }
  attr "retry_max_wan" {
    type = number
    doc  = "The same for other datacenters."
  }
  attr "start_join" {
    types       = [list(string), string]
    deprecated  = "This is now called `retry_join`."
    replaced_by = retry_join
    doc         = "Agents to join at the start."
  }
  attr "start_join_wan" {
    types       = [list(string), string]
    deprecated  = "This is now called `retry_join_wan`."
    replaced_by = retry_join_wan
    doc         = "Servers of other datacenters to join at the start."
  }
  attr "rejoin_after_leave" {
    types = [bool, number]
    doc   = "Joins again after it has left."
  }
  attr "leave_on_terminate" {
    types = [bool, number]
    doc   = "Leaves the cluster when it is told to end."
  }
  attr "skip_leave_on_interrupt" {
    types = [bool, number]
    doc   = "Stays in the cluster on an interrupt."
  }
  attr "reconnect_timeout" {
    type   = string
    format = duration
    doc    = "After which time a gone node is removed."
  }
  attr "reconnect_timeout_wan" {
    type   = string
    format = duration
    doc    = "The same for servers of other datacenters."
  }
  attr "server_name" {
    type = string
    doc  = "The name that replaces the node's in certificates."
  }
  attr "server_rejoin_age_max" {
    type   = string
    format = duration
    doc    = "How long a server may have been away."
  }
  attr "encrypt" {
    type      = string
    sensitive = true
    doc       = "The key of gossip, in base64."
  }
  attr "encrypt_verify_incoming" {
    types = [bool, number]
    doc   = "Refuses gossip that is not encrypted."
  }
  attr "encrypt_verify_outgoing" {
    types = [bool, number]
    doc   = "Sends no gossip that is not encrypted."
  }
  attr "domain" {
    type = string
    doc  = "The domain that DNS answers for."
  }
  attr "alt_domain" {
    type = string
    doc  = "Another such domain."
  }
  attr "recursors" {
    types = [list(string), string]
    doc   = "The DNS servers for all other names."
  }
  attr "default_query_time" {
    type   = string
    format = duration
    doc    = "How long a blocking query waits."
  }
  attr "max_query_time" {
    type   = string
    format = duration
    doc    = "The longest time that it may ask for."
  }
  attr "discovery_max_stale" {
    type   = string
    format = duration
    doc    = "How old answers to discovery may be."
  }
  attr "check_output_max_size" {
    type = number
    doc  = "The most bytes that are kept of a check's output."
  }
  attr "check_update_interval" {
    type   = string
    format = duration
    doc    = "How often changed output of a check is sent."
  }
  attr "discard_check_output" {
    types = [bool, number]
    doc   = "Keeps no output of checks."
  }
  attr "enable_script_checks" {
    types = [bool, number]
    doc   = "Runs scripts as checks, whoever registered them."
  }
  attr "enable_local_script_checks" {
    types = [bool, number]
    doc   = "Runs scripts as checks of local configuration alone."
  }
  attr "enable_agent_tls_for_checks" {
    types = [bool, number]
    doc   = "Checks with the agent's certificate."
  }
  attr "enable_central_service_config" {
    types = [bool, number]
    doc   = "Uses `service-defaults` and `proxy-defaults`."
  }
  attr "enable_debug" {
    types = [bool, number]
    doc   = "Serves profiles."
  }
  attr "enable_syslog" {
    types = [bool, number]
    doc   = "Logs to syslog."
  }
  attr "syslog_facility" {
    type = string
    doc  = "The facility of syslog."
  }
  attr "log_level" {
    type   = string
    values = ["trace", "debug", "info", "warn", "error", "TRACE", "DEBUG", "INFO", "WARN", "ERR"]
    open   = true
    doc    = "How much is logged."
  }
  attr "log_json" {
    types = [bool, number]
    doc   = "Writes the log as JSON."
  }
  attr "log_file" {
    type   = string
    format = path
    doc    = "The file for the log."
  }
  attr "log_rotate_duration" {
    type   = string
    format = duration
    doc    = "The age at which a new file is begun."
  }
  attr "log_rotate_bytes" {
    type = number
    doc  = "The size at which a new file is begun."
  }
  attr "log_rotate_max_files" {
    type = number
    doc  = "How many old files are kept."
  }
  attr "disable_anonymous_signature" {
    types = [bool, number]
    doc   = "Does not tell repeated looks for versions apart."
  }
  attr "disable_coordinates" {
    types = [bool, number]
    doc   = "Sends no network coordinates."
  }
  attr "disable_host_node_id" {
    types = [bool, number]
    doc   = "Makes up an id of the node."
  }
  attr "disable_http_unprintable_char_filter" {
    types = [bool, number]
    doc   = "Takes keys that cannot be printed."
  }
  attr "disable_keyring_file" {
    types = [bool, number]
    doc   = "Does not write keys of gossip to disk."
  }
  attr "disable_remote_exec" {
    types = [bool, number]
    doc   = "Runs no commands of others."
  }
  attr "disable_update_check" {
    types = [bool, number]
    doc   = "Does not look for new versions."
  }
  attr "experiments" {
    types = [list(string), string]
    doc   = "Experimental features that are on."
  }
  attr "license_path" {
    type   = string
    format = path
    doc    = "The file with the license (Enterprise)."
  }
  attr "primary_gateways" {
    types = [list(string), string]
    doc   = "The mesh gateways of the primary datacenter."
  }
  attr "primary_gateways_interval" {
    type   = string
    format = duration
    doc    = "How often they are looked up."
  }
  attr "protocol" {
    type = number
    doc  = "The version of the protocol."
  }
  attr "raft_protocol" {
    type = number
    doc  = "The version of Raft."
  }
  attr "raft_snapshot_threshold" {
    type = number
    doc  = "The log entries after which a snapshot is made."
  }
  attr "raft_snapshot_interval" {
    type   = string
    format = duration
    doc    = "The pause between looks whether one is due."
  }
  attr "raft_trailing_logs" {
    type = number
    doc  = "The log entries that are kept after it."
  }
  attr "auto_reload_config" {
    types = [bool, number]
    doc   = "Reads files anew when they change."
  }
  attr "session_ttl_min" {
    type   = string
    format = duration
    doc    = "The shortest time of a session."
  }
  attr "translate_wan_addrs" {
    types = [bool, number]
    doc   = "Gives addresses of other datacenters as they are seen from here."
  }
  attr "pid_file" {
    type   = string
    format = path
    doc    = "The file for the id of the process."
  }
  attr "ui" {
    types      = [bool, number]
    deprecated = "Set `enabled` in `ui_config`."
    doc        = "Serves the web interface."
  }
  attr "ui_dir" {
    type       = string
    format     = folder
    deprecated = "Set `dir` in `ui_config`."
    doc        = "The folder of the web interface."
  }
  attr "ui_content_path" {
    type       = string
    deprecated = "Set `content_path` in `ui_config`."
    doc        = "The path of the web interface."
  }
  attr "use_streaming_backend" {
    types = [bool, number]
    doc   = "Gets changes of services as a stream."
  }
  attr "read_replica" {
    types = [bool, number]
    doc   = "Has no vote (Enterprise)."
  }
  attr "non_voting_server" {
    types       = [bool, number]
    deprecated  = "This is now called `read_replica`."
    replaced_by = read_replica
    doc         = "Has no vote (Enterprise)."
  }
  attr "segment" {
    type = string
    doc  = "The network segment (Enterprise)."
  }
  attr "partition" {
    type = string
    doc  = "The admin partition (Enterprise)."
  }
  attr "ae_interval" {
    type   = string
    format = duration
    doc    = "How often the state is compared with the servers'."
  }
  attr "check_deregister_interval_min" {
    type   = string
    format = duration
    doc    = "The shortest time after which a failing service is removed."
  }
  attr "check_reap_interval" {
    type   = string
    format = duration
    doc    = "How often such services are looked for."
  }
  attr "segment_limit" {
    type = number
    doc  = "The most segments."
  }
  attr "segment_name_limit" {
    type = number
    doc  = "The longest name of a segment."
  }
  attr "sync_coordinate_interval_min" {
    type   = string
    format = duration
    doc    = "The shortest pause between coordinates."
  }
  attr "sync_coordinate_rate_target" {
    type = number
    doc  = "How many coordinates the servers take in a second."
  }
  attr "license_poll_base_time" {
    type   = string
    format = duration
    doc    = "How often the license is looked at (Enterprise)."
  }
  attr "license_poll_max_time" {
    type   = string
    format = duration
    doc    = "The longest pause between these looks (Enterprise)."
  }
  attr "license_update_base_time" {
    type   = string
    format = duration
    doc    = "How often the license is updated (Enterprise)."
  }
  attr "license_update_max_time" {
    type   = string
    format = duration
    doc    = "The longest pause between updates (Enterprise)."
  }
  attr "revision" {
    type = string
    doc  = "The revision of the program. For tests."
  }
  attr "version" {
    type = string
    doc  = "The version of the program. For tests."
  }
  attr "version_prerelease" {
    type = string
    doc  = "The kind of pre-release. For tests."
  }
  attr "version_metadata" {
    type = string
    doc  = "Metadata of the version. For tests."
  }
  attr "build_date" {
    type = string
    doc  = "When the program was built. For tests."
  }
  attr "acl_token" {
    type       = string
    sensitive  = true
    deprecated = "Set `default` in `tokens` of `acl`."
    doc        = "The token of requests without one."
  }
  attr "acl_master_token" {
    type       = string
    sensitive  = true
    deprecated = "Set `initial_management` in `tokens` of `acl`."
    doc        = "The first token."
  }
  attr "acl_agent_token" {
    type       = string
    sensitive  = true
    deprecated = "Set `agent` in `tokens` of `acl`."
    doc        = "The token of the agent itself."
  }
  attr "acl_datacenter" {
    type        = string
    deprecated  = "This is now called `primary_datacenter`."
    replaced_by = primary_datacenter
    doc         = "The datacenter of ACLs."
  }
  attr "acl_default_policy" {
    type       = string
    deprecated = "Set `default_policy` in `acl`."
    doc        = "What is allowed without a rule."
  }
  attr "acl_down_policy" {
    type       = string
    deprecated = "Set `down_policy` in `acl`."
    doc        = "What is done when ACLs cannot be read."
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
    doc        = "The certificate of the authority."
  }
  attr "ca_path" {
    type       = string
    format     = folder
    deprecated = "Set it in `defaults` of `tls`."
    doc        = "A folder of such certificates."
  }
  attr "cert_file" {
    type       = string
    format     = path
    deprecated = "Set it in `defaults` of `tls`."
    doc        = "The certificate of the agent."
  }
  attr "key_file" {
    type       = string
    format     = path
    deprecated = "Set it in `defaults` of `tls`."
    doc        = "The key of the certificate."
  }
  attr "verify_incoming" {
    types      = [bool, number]
    deprecated = "Set it in `defaults` of `tls`."
    doc        = "Asks for certificates."
  }
  attr "verify_incoming_rpc" {
    types      = [bool, number]
    deprecated = "Set `verify_incoming` in `internal_rpc` of `tls`."
    doc        = "Asks agents for certificates."
  }
  attr "verify_incoming_https" {
    types      = [bool, number]
    deprecated = "Set `verify_incoming` in `https` of `tls`."
    doc        = "Asks clients of the API for certificates."
  }
  attr "verify_outgoing" {
    types      = [bool, number]
    deprecated = "Set it in `defaults` of `tls`."
    doc        = "Checks certificates."
  }
  attr "verify_server_hostname" {
    types      = [bool, number]
    deprecated = "Set it in `internal_rpc` of `tls`."
    doc        = "Servers must show a certificate for their role."
  }
  attr "tls_min_version" {
    type       = string
    deprecated = "Set it in `defaults` of `tls`."
    doc        = "The lowest version of TLS."
  }
  attr "tls_cipher_suites" {
    type       = string
    deprecated = "Set it in `defaults` of `tls`."
    doc        = "The ciphers."
  }
  block_list "watches" {
    also = attr
    doc  = "What is run when something changes."
    object {
      include = [body.agents.free]
    }
  }
  block_list "tagged_addresses" {
    also = attr
    doc  = "More addresses of the node, by tag."
    object {
      any_attr {
        doc = "The address."
      }
    }
  }
  block_list "node_meta" {
    also = attr
    doc  = "Metadata of the node."
    object {
      any_attr {
        doc = "The value."
      }
    }
  }
  block_list "snapshot_agent" {
    also = attr
    doc  = "The agent that makes snapshots (Enterprise)."
    object {
      include = [body.agents.free]
    }
  }
  block_list "acl" {
    also = attr
    icon = key
    doc  = "The ACL system."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Is on."
      }
      attr "default_policy" {
        type   = string
        values = ["allow", "deny"]
        doc    = "What is allowed without a rule."
      }
      attr "down_policy" {
        type   = string
        values = ["allow", "deny", "extend-cache", "async-cache"]
        doc    = "What is done when tokens cannot be read."
      }
      attr "enable_token_replication" {
        types = [bool, number]
        doc   = "Copies tokens from the primary datacenter."
      }
      attr "enable_token_persistence" {
        types = [bool, number]
        doc   = "Keeps tokens of the API over a restart."
      }
      attr "enable_key_list_policy" {
        types = [bool, number]
        doc   = "Reading keys by their beginning needs the right to list."
      }
      attr "policy_ttl" {
        type   = string
        format = duration
        doc    = "How long policies are kept."
      }
      attr "role_ttl" {
        type   = string
        format = duration
        doc    = "How long roles are kept."
      }
      attr "token_ttl" {
        type   = string
        format = duration
        doc    = "How long tokens are kept."
      }
      attr "msp_disable_bootstrap" {
        types = [bool, number]
        doc   = "Does not make a first token."
      }
      block_list "tokens" {
        also = attr
        doc  = "The agent's tokens."
        object {
          attr "initial_management" {
            type      = string
            sensitive = true
            doc       = "The first token, which may do all."
          }
          attr "master" {
            type        = string
            sensitive   = true
            deprecated  = "This is now called `initial_management`."
            replaced_by = initial_management
            doc         = "The first token."
          }
          attr "default" {
            type      = string
            sensitive = true
            doc       = "The token of requests that have none."
          }
          attr "agent" {
            type      = string
            sensitive = true
            doc       = "The token of the agent itself."
          }
          attr "agent_recovery" {
            type      = string
            sensitive = true
            doc       = "The token of the agent's API when the servers are gone."
          }
          attr "agent_master" {
            type        = string
            sensitive   = true
            deprecated  = "This is now called `agent_recovery`."
            replaced_by = agent_recovery
            doc         = "The same."
          }
          attr "replication" {
            type      = string
            sensitive = true
            doc       = "The token for copying from the primary datacenter."
          }
          attr "config_file_service_registration" {
            type      = string
            sensitive = true
            doc       = "The token for services of files."
          }
          attr "dns" {
            type      = string
            sensitive = true
            doc       = "The token of DNS."
          }
          block_list "managed_service_provider" {
            also = attr
            doc  = "Tokens of a service provider (Enterprise)."
            object {
              attr "accessor_id" {
                type = string
                doc  = "The id of the token."
              }
              attr "secret_id" {
                type      = string
                sensitive = true
                doc       = "The token."
              }
            }
          }
        }
      }
    }
  }
  block_list "addresses" {
    also = attr
    doc  = "The addresses of the services, in place of `client_addr`."
    object {
      attr "dns" {
        type = string
        doc  = "Of DNS."
      }
      attr "http" {
        type = string
        doc  = "Of the API."
      }
      attr "https" {
        type = string
        doc  = "Of the API with TLS."
      }
      attr "grpc" {
        type = string
        doc  = "Of gRPC."
      }
      attr "grpc_tls" {
        type = string
        doc  = "Of gRPC with TLS."
      }
    }
  }
  block_list "auto_config" {
    also = attr
    doc  = "Gets certificates, keys and tokens from the servers."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Is on."
      }
      attr "intro_token" {
        type      = string
        sensitive = true
        doc       = "The JWT that it shows."
      }
      attr "intro_token_file" {
        type   = string
        format = path
        doc    = "The file with that JWT."
      }
      attr "server_addresses" {
        types = [list(string), string]
        doc   = "The servers that it asks."
      }
      attr "dns_sans" {
        types = [list(string), string]
        doc   = "More names in the certificate."
      }
      attr "ip_sans" {
        types  = [list(string), string]
        format = ip
        doc    = "More addresses in the certificate."
      }
      block_list "authorization" {
        also = attr
        doc  = "How servers check the JWT."
        object {
          attr "enabled" {
            types = [bool, number]
            doc   = "Is on."
          }
          block_list "static" {
            also = attr
            doc  = "The claims that it must have."
            object {
              attr "claim_assertions" {
                types = [list(string), string]
                doc   = "Conditions that must hold."
              }
              attr "allow_reuse" {
                types = [bool, number]
                doc   = "Takes a JWT more than once."
              }
              attr "jwt_supported_algs" {
                types = [list(string), string]
                doc   = "The kinds of signatures."
              }
              attr "bound_audiences" {
                types = [list(string), string]
                doc   = "Whom it must be for."
              }
              attr "oidc_discovery_url" {
                type   = string
                format = url
                doc    = "Where its keys are found."
              }
              attr "oidc_discovery_ca_cert" {
                type = string
                doc  = "The authority of that address."
              }
              attr "jwks_url" {
                type   = string
                format = url
                doc    = "Where its keys are."
              }
              attr "jwks_ca_cert" {
                type = string
                doc  = "The authority of that address."
              }
              attr "jwt_validation_pub_keys" {
                types = [list(string), string]
                doc   = "Its keys."
              }
              attr "bound_issuer" {
                type = string
                doc  = "Who must have made it."
              }
              attr "expiration_leeway" {
                type   = string
                format = duration
                doc    = "How long it is good after its end."
              }
              attr "not_before_leeway" {
                type   = string
                format = duration
                doc    = "How long it is good before its beginning."
              }
              attr "clock_skew_leeway" {
                type   = string
                format = duration
                doc    = "How far clocks may differ."
              }
              block_list "claim_mappings" {
                also = attr
                doc  = "Claims that conditions use."
                object {
                  any_attr {
                    doc = "The name in conditions."
                  }
                }
              }
              block_list "list_claim_mappings" {
                also = attr
                doc  = "Lists in claims that conditions use."
                object {
                  any_attr {
                    doc = "The name in conditions."
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
    doc  = "How the group of servers is kept healthy."
    object {
      attr "cleanup_dead_servers" {
        types = [bool, number]
        doc   = "Removes dead servers."
      }
      attr "last_contact_threshold" {
        type   = string
        format = duration
        doc    = "How long a healthy server may be silent."
      }
      attr "max_trailing_logs" {
        type = number
        doc  = "How many entries a healthy server may be behind."
      }
      attr "min_quorum" {
        type = number
        doc  = "The smallest number of servers."
      }
      attr "server_stabilization_time" {
        type   = string
        format = duration
        doc    = "How long a new server must be healthy."
      }
      attr "disable_upgrade_migration" {
        types = [bool, number]
        doc   = "Does not move to newer servers by itself (Enterprise)."
      }
      attr "redundancy_zone_tag" {
        type = string
        doc  = "The metadata with the zone (Enterprise)."
      }
      attr "upgrade_version_tag" {
        type = string
        doc  = "The metadata with the version (Enterprise)."
      }
    }
  }
  block_list "auto_encrypt" {
    also = attr
    doc  = "Gives clients certificates."
    object {
      attr "tls" {
        types = [bool, number]
        doc   = "The client asks for one."
      }
      attr "allow_tls" {
        types = [bool, number]
        doc   = "The server gives them."
      }
      attr "dns_san" {
        types = [list(string), string]
        doc   = "More names in the certificate."
      }
      attr "ip_san" {
        types  = [list(string), string]
        format = ip
        doc    = "More addresses in the certificate."
      }
    }
  }
  block_list "cache" {
    also = attr
    doc  = "What is kept of the servers' answers."
    object {
      attr "entry_fetch_max_burst" {
        type = number
        doc  = "How many answers may be fetched at once."
      }
      attr "entry_fetch_rate" {
        type = number
        doc  = "How many answers are fetched in a second."
      }
    }
  }
  block_list "cloud" {
    also = attr
    doc  = "The link to HCP."
    object {
      attr "resource_id" {
        type = string
        doc  = "The id of the cluster."
      }
      attr "client_id" {
        type = string
        doc  = "The id of the client."
      }
      attr "client_secret" {
        type      = string
        sensitive = true
        doc       = "Its secret."
      }
      attr "hostname" {
        type = string
        doc  = "The host of the API."
      }
      attr "auth_url" {
        type   = string
        format = url
        doc    = "Where it signs in."
      }
      attr "scada_address" {
        type = string
        doc  = "The address of the connection."
      }
    }
  }
  block_list "config_entries" {
    also = attr
    doc  = "Config entries of a new cluster."
    object {
      block_list "bootstrap" {
        also = attr
        doc  = "An entry."
        object {
          include = [body.agents.free]
        }
      }
    }
  }
  block_list "connect" {
    also = attr
    icon = interface
    doc  = "The service mesh."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Is on."
      }
      attr "ca_provider" {
        type   = string
        values = ["consul", "vault", "aws-pca"]
        doc    = "Who makes certificates."
      }
      attr "enable_mesh_gateway_wan_federation" {
        types = [bool, number]
        doc   = "Joins datacenters through mesh gateways."
      }
      attr "test_ca_leaf_root_change_spread" {
        type   = string
        format = duration
        doc    = "The spread of renewals. For tests."
      }
      attr "enable_serverless_plugin" {
        types = [bool, number]
        doc   = "Runs the plugin for functions (Enterprise)."
      }
      block_list "ca_config" {
        also = attr
        doc  = "What that provider needs."
        object {
          include = [body.agents.free]
        }
      }
    }
  }
  block_list "dns_config" {
    also = attr
    doc  = "How DNS answers."
    object {
      attr "allow_stale" {
        types = [bool, number]
        doc   = "Lets any server answer."
      }
      attr "a_record_limit" {
        type = number
        doc  = "The most addresses in an answer; 0 for all."
      }
      attr "disable_compression" {
        types = [bool, number]
        doc   = "Does not compress answers."
      }
      attr "enable_truncate" {
        types = [bool, number]
        doc   = "Marks answers that were cut."
      }
      attr "max_stale" {
        type   = string
        format = duration
        doc    = "How old answers may be."
      }
      attr "node_ttl" {
        type   = string
        format = duration
        doc    = "How long answers about nodes are good."
      }
      attr "only_passing" {
        types = [bool, number]
        doc   = "Leaves out services with warnings."
      }
      attr "recursor_strategy" {
        type   = string
        values = ["sequential", "random"]
        doc    = "The order of `recursors`."
      }
      attr "recursor_timeout" {
        type   = string
        format = duration
        doc    = "How long they may take."
      }
      attr "udp_answer_limit" {
        type = number
        doc  = "The most answers in a packet."
      }
      attr "enable_additional_node_meta_txt" {
        types = [bool, number]
        doc   = "Adds metadata of nodes."
      }
      attr "use_cache" {
        types = [bool, number]
        doc   = "Answers from the agent's cache."
      }
      attr "cache_max_age" {
        type   = string
        format = duration
        doc    = "How old such answers may be."
      }
      attr "prefer_namespace" {
        types = [bool, number]
        doc   = "Reads a name's part as a namespace (Enterprise)."
      }
      block_list "service_ttl" {
        also = attr
        doc  = "How long answers about services are good, by name; `*` for all others."
        object {
          any_attr {
            doc = "The time."
          }
        }
      }
      block_list "soa" {
        also = attr
        doc  = "The SOA record."
        object {
          attr "refresh" {
            type = number
            doc  = "Seconds until secondaries look again."
          }
          attr "retry" {
            type = number
            doc  = "Seconds until they try again."
          }
          attr "expire" {
            type = number
            doc  = "Seconds after which they stop answering."
          }
          attr "min_ttl" {
            type = number
            doc  = "Seconds that a missing name is kept."
          }
        }
      }
    }
  }
  block_list "gossip_lan" {
    also = attr
    doc  = "Gossip in the datacenter."
    object {
      include = [body.gossip]
    }
  }
  block_list "gossip_wan" {
    also = attr
    doc  = "Gossip between datacenters."
    object {
      include = [body.gossip]
    }
  }
  block_list "http_config" {
    also = attr
    doc  = "The API."
    object {
      attr "block_endpoints" {
        types = [list(string), string]
        doc   = "Beginnings of paths that are not served."
      }
      attr "allow_write_http_from" {
        types  = [list(string), string]
        format = cidr
        doc    = "Networks that may write."
      }
      attr "use_cache" {
        types = [bool, number]
        doc   = "Answers from the agent's cache."
      }
      attr "max_header_bytes" {
        type = number
        doc  = "The largest header."
      }
      block_list "response_headers" {
        also = attr
        doc  = "Headers of all responses."
        object {
          any_attr {
            doc = "The value of the header."
          }
        }
      }
    }
  }
  block_list "limits" {
    also = attr
    doc  = "Limits of requests."
    object {
      attr "http_max_conns_per_client" {
        type = number
        doc  = "The most connections of the API from one address."
      }
      attr "https_handshake_timeout" {
        type   = string
        format = duration
        doc    = "How long its handshake may take."
      }
      attr "rpc_client_timeout" {
        type   = string
        format = duration
        doc    = "How long a request to servers may take."
      }
      attr "rpc_handshake_timeout" {
        type   = string
        format = duration
        doc    = "How long the handshake between agents may take."
      }
      attr "rpc_max_burst" {
        type = number
        doc  = "How many requests to servers may come at once."
      }
      attr "rpc_max_conns_per_client" {
        type = number
        doc  = "The most connections of agents from one address."
      }
      attr "rpc_rate" {
        type = number
        doc  = "The most requests to servers in a second; -1 for any."
      }
      attr "kv_max_value_size" {
        type = number
        doc  = "The largest value of a key in bytes."
      }
      attr "txn_max_req_len" {
        type = number
        doc  = "The largest transaction in bytes."
      }
      block_list "request_limits" {
        also = attr
        doc  = "Limits of all requests to a server."
        object {
          attr "mode" {
            type   = string
            values = ["disabled", "permissive", "enforcing"]
            doc    = "What is done above them."
          }
          attr "read_rate" {
            type = number
            doc  = "The most reads in a second."
          }
          attr "write_rate" {
            type = number
            doc  = "The most writes in a second."
          }
        }
      }
    }
  }
  block_list "locality" {
    also = attr
    doc  = "Where the agent is."
    object {
      attr "region" {
        type = string
        doc  = "The region."
      }
      attr "zone" {
        type = string
        doc  = "The zone."
      }
    }
  }
  block_list "peering" {
    also = attr
    doc  = "Links to other clusters."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Is on."
      }
      attr "test_allow_peer_registrations" {
        types = [bool, number]
        doc   = "Takes registrations for peers. For tests."
      }
    }
  }
  block_list "performance" {
    also = attr
    doc  = "Trade of speed for load."
    object {
      attr "leave_drain_time" {
        type   = string
        format = duration
        doc    = "How long a server that leaves still answers."
      }
      attr "raft_multiplier" {
        type = number
        min  = 0
        max  = 10
        doc  = "How much slower elections are; 1 is the fastest."
      }
      attr "rpc_hold_timeout" {
        type   = string
        format = duration
        doc    = "How long a request waits for a leader."
      }
      attr "grpc_keepalive_interval" {
        type   = string
        format = duration
        doc    = "The pause between signs of life."
      }
      attr "grpc_keepalive_timeout" {
        type   = string
        format = duration
        doc    = "How long an answer to one is waited for."
      }
    }
  }
  block_list "ports" {
    also = attr
    doc  = "The ports of the services; -1 for none."
    object {
      attr "dns" {
        type = number
        doc  = "Of DNS."
      }
      attr "http" {
        type = number
        doc  = "Of the API."
      }
      attr "https" {
        type = number
        doc  = "Of the API with TLS."
      }
      attr "serf_lan" {
        type = number
        doc  = "Of gossip in the datacenter."
      }
      attr "serf_wan" {
        type = number
        doc  = "Of gossip between datacenters."
      }
      attr "server" {
        type = number
        doc  = "Of requests between agents."
      }
      attr "grpc" {
        type = number
        doc  = "Of gRPC."
      }
      attr "grpc_tls" {
        type = number
        doc  = "Of gRPC with TLS."
      }
      attr "proxy_min_port" {
        type = number
        doc  = "The lowest port of proxies."
      }
      attr "proxy_max_port" {
        type = number
        doc  = "The highest port of proxies."
      }
      attr "sidecar_min_port" {
        type = number
        doc  = "The lowest port of sidecars."
      }
      attr "sidecar_max_port" {
        type = number
        doc  = "The highest port of sidecars."
      }
      attr "expose_min_port" {
        type = number
        doc  = "The lowest port of exposed checks."
      }
      attr "expose_max_port" {
        type = number
        doc  = "The highest port of exposed checks."
      }
    }
  }
  block_list "check" {
    also = attr
    icon = event
    doc  = "A check of the node."
    object {
      include = [body.check]
    }
  }
  block_list "checks" {
    also = attr
    icon = event
    doc  = "Checks of the node."
    object {
      include = [body.check]
    }
  }
  block_list "service" {
    also    = attr
    icon    = module
    outline = self.name
    doc     = "A service of the node."
    object {
      include = [body.service]
    }
  }
  block_list "services" {
    also    = attr
    icon    = module
    outline = self.name
    doc     = "Services of the node."
    object {
      include = [body.service]
    }
  }
  block_list "tls" {
    also = attr
    icon = key
    doc  = "Encryption of connections."
    object {
      block_list "defaults" {
        also = attr
        doc  = "What holds where nothing else is set."
        object {
          include = [body.tls]
        }
      }
      block_list "internal_rpc" {
        also = attr
        doc  = "Of requests between agents."
        object {
          include = [body.tls]
        }
      }
      block_list "https" {
        also = attr
        doc  = "Of the API."
        object {
          include = [body.tls]
        }
      }
      block_list "grpc" {
        also = attr
        doc  = "Of gRPC."
        object {
          include = [body.tls]
        }
      }
    }
  }
  block_list "telemetry" {
    also = attr
    doc  = "Where numbers about the agent go."
    object {
      include = [body.agents.circonus]
      attr "disable_hostname" {
        types = [bool, number]
        doc   = "Leaves the name of the host out of names."
      }
      attr "enable_host_metrics" {
        types = [bool, number]
        doc   = "Adds numbers of the host."
      }
      attr "dogstatsd_addr" {
        type = string
        doc  = "The address of a DogStatsD server."
      }
      attr "dogstatsd_tags" {
        types = [list(string), string]
        doc   = "Tags of all numbers there."
      }
      attr "retry_failed_connection" {
        types = [bool, number]
        doc   = "Tries again when no connection can be made."
      }
      attr "filter_default" {
        types = [bool, number]
        doc   = "Sends numbers that no filter names."
      }
      attr "prefix_filter" {
        types = [list(string), string]
        doc   = "Beginnings of names that are sent (`+`) or not (`-`)."
      }
      attr "metrics_prefix" {
        type = string
        doc  = "The beginning of all names."
      }
      attr "prometheus_retention_time" {
        type   = string
        format = duration
        doc    = "How long numbers are kept for Prometheus."
      }
      attr "statsd_address" {
        type = string
        doc  = "The address of a statsd server."
      }
      attr "statsite_address" {
        type = string
        doc  = "The address of a statsite server."
      }
    }
  }
  block_list "xds" {
    also = attr
    doc  = "The configuration of proxies."
    object {
      attr "update_max_per_second" {
        type = number
        doc  = "The most updates in a second."
      }
    }
  }
  block_list "ui_config" {
    also = attr
    doc  = "The web interface."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Is served."
      }
      attr "dir" {
        type   = string
        format = folder
        doc    = "The folder of its files."
      }
      attr "content_path" {
        type = string
        doc  = "Its path."
      }
      attr "metrics_provider" {
        type = string
        doc  = "Where numbers come from."
      }
      attr "metrics_provider_files" {
        types = [list(string), string]
        doc   = "Scripts of that provider."
      }
      attr "metrics_provider_options_json" {
        type   = string
        format = json
        doc    = "Options of that provider."
      }
      attr "hcp_enabled" {
        types = [bool, number]
        doc   = "Shows links to HCP."
      }
      block_list "metrics_proxy" {
        also = attr
        doc  = "The way to the server with the numbers."
        object {
          attr "base_url" {
            type   = string
            format = url
            doc    = "Its address."
          }
          attr "path_allowlist" {
            types = [list(string), string]
            doc   = "The paths that may be asked for."
          }
          block_list "add_headers" {
            also = attr
            doc  = "Headers of these requests."
            object {
              attr "name" {
                type = string
                doc  = "The name."
              }
              attr "value" {
                type = string
                doc  = "The value."
              }
            }
          }
        }
      }
      block_list "dashboard_url_templates" {
        also = attr
        doc  = "Links to dashboards, by kind."
        object {
          any_attr {
            doc = "The link."
          }
        }
      }
    }
  }
  block_list "unix_sockets" {
    also = attr
    doc  = "The sockets of the services."
    object {
      attr "group" {
        type = string
        doc  = "The group that owns them."
      }
      attr "mode" {
        type = string
        doc  = "Their permissions."
      }
      attr "user" {
        type = string
        doc  = "The user that owns them."
      }
    }
  }
  block_list "rpc" {
    also = attr
    doc  = "Requests between agents."
    object {
      attr "enable_streaming" {
        types = [bool, number]
        doc   = "Gives changes of services as a stream."
      }
    }
  }
  block_list "raft_logstore" {
    also = attr
    doc  = "Where Raft keeps its log."
    object {
      attr "backend" {
        type   = string
        values = ["boltdb", "wal", "default"]
        doc    = "The kind of store."
      }
      attr "disable_log_cache" {
        types = [bool, number]
        doc   = "Keeps no entries in memory."
      }
      block_list "verification" {
        also = attr
        doc  = "Checks the log."
        object {
          attr "enabled" {
            types = [bool, number]
            doc   = "Is on."
          }
          attr "interval" {
            type   = string
            format = duration
            doc    = "The pause between checks."
          }
        }
      }
      block_list "boltdb" {
        also = attr
        doc  = "Settings of BoltDB."
        object {
          attr "no_freelist_sync" {
            types = [bool, number]
            doc   = "Does not write the list of free pages."
          }
        }
      }
      block_list "wal" {
        also = attr
        doc  = "Settings of the write-ahead log."
        object {
          attr "segment_size_mb" {
            type = number
            doc  = "The size of its files in MB."
          }
        }
      }
    }
  }
  block_list "consul" {
    also = attr
    doc  = "Settings for tests."
    object {
      include = [body.agents.free]
    }
  }
  block_list "audit" {
    also = attr
    doc  = "Records of requests (Enterprise)."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Is on."
      }
      attr "rpc_enabled" {
        types = [bool, number]
        doc   = "Records requests between agents, too."
      }
      block_list "sink" {
        doc = "Where records are written."
        label "name" {
          optional = true
          doc      = "The name of the sink."
        }
        object {
          include = [body.agents.free]
          attr "type" {
            type   = string
            values = ["file"]
            doc    = "The kind of sink."
          }
          attr "format" {
            type   = string
            values = ["json"]
            doc    = "How records are written."
          }
          attr "path" {
            type   = string
            format = path
            doc    = "The file."
          }
          attr "delivery_guarantee" {
            type   = string
            values = ["best-effort"]
            doc    = "What happens when it fails."
          }
          attr "mode" {
            type = string
            doc  = "The permissions of the file."
          }
          attr "rotate_bytes" {
            type = number
            doc  = "The size at which a new file is begun."
          }
          attr "rotate_duration" {
            type   = string
            format = duration
            doc    = "The age at which a new file is begun."
          }
          attr "rotate_max_files" {
            type = number
            doc  = "How many old files are kept."
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
        doc  = "The name."
      }
      attr "advertise" {
        type = string
        doc  = "The address that is told to others."
      }
      attr "bind" {
        type = string
        doc  = "The address that it listens at."
      }
      attr "port" {
        type = number
        doc  = "The port."
      }
      attr "rpc_listener" {
        types = [bool, number]
        doc   = "Has a port for requests of its own."
      }
    }
  }
  block_list "reporting" {
    also = attr
    doc  = "What is reported about use."
    object {
      block_list "license" {
        also = attr
        doc  = "The report of the license."
        object {
          attr "enabled" {
            types = [bool, number]
            doc   = "Sends the report."
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
      doc  = "How many nodes are told in a round."
    }
    attr "gossip_interval" {
      type   = string
      format = duration
      doc    = "The pause between rounds."
    }
    attr "probe_interval" {
      type   = string
      format = duration
      doc    = "The pause between probes."
    }
    attr "probe_timeout" {
      type   = string
      format = duration
      doc    = "How long an answer to a probe is waited for."
    }
    attr "suspicion_mult" {
      type = number
      doc  = "How long a silent node is only suspected."
    }
    attr "retransmit_mult" {
      type = number
      doc  = "How often a message is repeated."
    }
  }
}

body "tls" {
  object {
    attr "ca_file" {
      type   = string
      format = path
      doc    = "The certificate of the authority."
    }
    attr "ca_path" {
      type   = string
      format = folder
      doc    = "A folder of such certificates."
    }
    attr "cert_file" {
      type   = string
      format = path
      doc    = "The certificate of the agent."
    }
    attr "key_file" {
      type   = string
      format = path
      doc    = "The key of the certificate."
    }
    attr "tls_min_version" {
      type   = string
      values = ["TLSv1_0", "TLSv1_1", "TLSv1_2", "TLSv1_3"]
      open   = true
      doc    = "The lowest version of TLS."
    }
    attr "tls_cipher_suites" {
      type = string
      doc  = "The ciphers, separated by commas."
    }
    attr "verify_incoming" {
      types = [bool, number]
      doc   = "Asks for certificates."
    }
    attr "verify_outgoing" {
      types = [bool, number]
      doc   = "Checks certificates."
    }
    attr "verify_server_hostname" {
      types = [bool, number]
      doc   = "Servers must show a certificate for their role."
    }
    attr "use_auto_cert" {
      types = [bool, number]
      doc   = "Uses the certificate of `auto_encrypt` or `auto_config`."
    }
  }
}

body "check" {
  object {
    attr "id" {
      type = string
      doc  = "The id of the check."
    }
    attr "name" {
      type = string
      doc  = "The name of the check."
    }
    attr "notes" {
      type = string
      doc  = "What it is about."
    }
    attr "service_id" {
      type = string
      doc  = "The service that it belongs to."
    }
    attr "token" {
      type      = string
      sensitive = true
      doc       = "The token that it is registered with."
    }
    attr "status" {
      type   = string
      values = ["passing", "warning", "critical"]
      doc    = "The state at the start."
    }
    attr "args" {
      types = [list(string), string]
      doc   = "A program and its arguments."
    }
    attr "script" {
      type       = string
      deprecated = "This is now called `args`, a list."
      until      = "1.1"
      doc        = "A command."
    }
    attr "http" {
      type   = string
      format = url
      doc    = "The address that must answer."
    }
    attr "method" {
      type = string
      doc  = "The method of that request."
    }
    attr "body" {
      type = string
      doc  = "The body of that request."
    }
    attr "disable_redirects" {
      types = [bool, number]
      doc   = "Does not follow redirects."
    }
    attr "output_max_size" {
      type = number
      doc  = "The most bytes that are kept of the output."
    }
    attr "tcp" {
      type = string
      doc  = "The address that must take connections."
    }
    attr "tcp_use_tls" {
      types = [bool, number]
      doc   = "Connects with TLS."
    }
    attr "udp" {
      type = string
      doc  = "The address that must take packets."
    }
    attr "interval" {
      type   = string
      format = duration
      doc    = "The pause between checks."
    }
    attr "timeout" {
      type   = string
      format = duration
      doc    = "How long it may take."
    }
    attr "ttl" {
      type   = string
      format = duration
      doc    = "How long a state holds that the service itself reports."
    }
    attr "docker_container_id" {
      type = string
      doc  = "The container that `args` are run in."
    }
    attr "shell" {
      type = string
      doc  = "The shell in that container."
    }
    attr "grpc" {
      type = string
      doc  = "The gRPC service that must be healthy."
    }
    attr "grpc_use_tls" {
      types = [bool, number]
      doc   = "Asks it with TLS."
    }
    attr "h2ping" {
      type = string
      doc  = "The address that must answer a ping of HTTP/2."
    }
    attr "h2ping_use_tls" {
      types = [bool, number]
      doc   = "Pings with TLS."
    }
    attr "tls_server_name" {
      type = string
      doc  = "The name that the certificate must have."
    }
    attr "tls_skip_verify" {
      types = [bool, number]
      doc   = "Does not check the certificate."
    }
    attr "alias_node" {
      type = string
      doc  = "The node whose state this check has."
    }
    attr "alias_service" {
      type = string
      doc  = "The service whose state this check has."
    }
    attr "os_service" {
      type = string
      doc  = "The service of the operating system that must run."
    }
    attr "success_before_passing" {
      type = number
      doc  = "Successes in a row until it passes."
    }
    attr "failures_before_warning" {
      type = number
      doc  = "Failures in a row until it warns."
    }
    attr "failures_before_critical" {
      type = number
      doc  = "Failures in a row until it fails."
    }
    attr "deregister_critical_service_after" {
      type   = string
      format = duration
      doc    = "After which time a failing service is removed."
    }
    attr "session_name" {
      type = string
      doc  = "The session that invalidates with it."
    }
    block_list "header" {
      also = attr
      doc  = "Headers of the request."
      object {
        any_attr {
          doc = "The values of the header."
        }
      }
    }
  }
}

body "service" {
  object {
    attr "id" {
      type = string
      doc  = "The id of the service; its name when it is absent."
    }
    attr "name" {
      type = string
      doc  = "The name of the service."
    }
    attr "kind" {
      type = string
      values = {
        connect-proxy       = "A proxy of a service."
        mesh-gateway        = "A gateway between datacenters."
        ingress-gateway     = "A gateway into the mesh."
        terminating-gateway = "A gateway out of the mesh."
        api-gateway         = "A gateway with routes."
      }
      open = true
      doc  = "What it is."
    }
    attr "tags" {
      types = [list(string), string]
      doc   = "Its tags."
    }
    attr "address" {
      type = string
      doc  = "Its address."
    }
    attr "port" {
      type = number
      doc  = "Its port."
    }
    attr "socket_path" {
      type   = string
      format = path
      doc    = "Its socket."
    }
    attr "token" {
      type      = string
      sensitive = true
      doc       = "The token that it is registered with."
    }
    attr "enable_tag_override" {
      types = [bool, number]
      doc   = "Others may change its tags."
    }
    attr "namespace" {
      type = string
      doc  = "The namespace (Enterprise)."
    }
    attr "partition" {
      type = string
      doc  = "The admin partition (Enterprise)."
    }
    block_list "meta" {
      also = attr
      doc  = "Metadata."
      object {
        any_attr {
          doc = "The value."
        }
      }
    }
    block_list "tagged_addresses" {
      also = attr
      doc  = "More addresses, by tag."
      object {
        include = [body.agents.free]
      }
    }
    block_list "weights" {
      also = attr
      doc  = "How often it is chosen."
      object {
        attr "passing" {
          type = number
          doc  = "While it is healthy."
        }
        attr "warning" {
          type = number
          doc  = "While it warns."
        }
      }
    }
    block_list "locality" {
      also = attr
      doc  = "Where it is."
      object {
        attr "region" {
          type = string
          doc  = "The region."
        }
        attr "zone" {
          type = string
          doc  = "The zone."
        }
      }
    }
    block_list "check" {
      also = attr
      doc  = "A check of the service."
      object {
        include = [body.check]
      }
    }
    block_list "checks" {
      also = attr
      doc  = "Checks of the service."
      object {
        include = [body.check]
      }
    }
    block_list "proxy" {
      also = attr
      doc  = "What its proxy does."
      object {
        include = [body.proxy]
      }
    }
    block_list "connect" {
      also = attr
      doc  = "How it takes part in the mesh."
      object {
        attr "native" {
          types = [bool, number]
          doc   = "It does so itself."
        }
        block_list "sidecar_service" {
          also = attr
          doc  = "A proxy beside it."
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
      doc  = "The service that it stands for."
    }
    attr "destination_service_id" {
      type = string
      doc  = "The id of that service."
    }
    attr "local_service_address" {
      type = string
      doc  = "The address of that service."
    }
    attr "local_service_port" {
      type = number
      doc  = "The port of that service."
    }
    attr "local_service_socket_path" {
      type   = string
      format = path
      doc    = "The socket of that service."
    }
    attr "mode" {
      type   = string
      values = ["direct", "transparent"]
      open   = true
      doc    = "How connections come to it."
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
      doc  = "Extensions of Envoy."
      object {
        include = [body.agents.free]
      }
    }
    block_list "transparent_proxy" {
      also = attr
      doc  = "When all connections come to it."
      object {
        attr "outbound_listener_port" {
          type = number
          doc  = "The port that they come to."
        }
        attr "dialed_directly" {
          types = [bool, number]
          doc   = "Others may connect to this instance."
        }
      }
    }
    block_list "upstreams" {
      also    = attr
      outline = self.destination_name
      doc     = "Services that it reaches."
      object {
        attr "destination_type" {
          type   = string
          values = ["service", "prepared_query"]
          doc    = "What is reached."
        }
        attr "destination_namespace" {
          type = string
          doc  = "Its namespace (Enterprise)."
        }
        attr "destination_partition" {
          type = string
          doc  = "Its admin partition (Enterprise)."
        }
        attr "destination_peer" {
          type = string
          doc  = "The cluster that it is in."
        }
        attr "destination_name" {
          type = string
          doc  = "Its name."
        }
        attr "datacenter" {
          type = string
          doc  = "Its datacenter."
        }
        attr "local_bind_address" {
          type = string
          doc  = "The local address."
        }
        attr "local_bind_port" {
          type = number
          doc  = "The local port."
        }
        attr "local_bind_socket_path" {
          type   = string
          format = path
          doc    = "The local socket."
        }
        attr "local_bind_socket_mode" {
          type = string
          doc  = "The permissions of that socket."
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
          doc  = "How gateways are used."
          object {
            include = [body.mesh_gateway]
          }
        }
      }
    }
    block_list "mesh_gateway" {
      also = attr
      doc  = "How gateways are used."
      object {
        include = [body.mesh_gateway]
      }
    }
    block_list "expose" {
      also = attr
      doc  = "Paths that are reached without the mesh."
      object {
        attr "checks" {
          types = [bool, number]
          doc   = "Those of checks."
        }
        attr "port" {
          type = number
          doc  = "Their port."
        }
        block_list "paths" {
          also = attr
          doc  = "A path."
          object {
            attr "listener_port" {
              type = number
              doc  = "The port of the proxy."
            }
            attr "path" {
              type = string
              doc  = "The path."
            }
            attr "protocol" {
              type   = string
              values = ["http", "http2"]
              doc    = "Its protocol."
            }
            attr "local_path_port" {
              type = number
              doc  = "The port of the service."
            }
          }
        }
      }
    }
    block_list "access_logs" {
      also = attr
      doc  = "Logs of requests."
      object {
        attr "enabled" {
          types = [bool, number]
          doc   = "Are written."
        }
        attr "disable_listener_logs" {
          types = [bool, number]
          doc   = "Leaves out those of listeners."
        }
        attr "type" {
          type   = string
          values = ["stdout", "stderr", "file"]
          doc    = "Where they go."
        }
        attr "path" {
          type   = string
          format = path
          doc    = "The file."
        }
        attr "json_format" {
          type = string
          doc  = "How they are written, as JSON."
        }
        attr "text_format" {
          type = string
          doc  = "How they are written, as text."
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
        none   = "None."
        local  = "That of this datacenter."
        remote = "That of the other datacenter."
      }
      doc = "Which gateways."
    }
  }
}
