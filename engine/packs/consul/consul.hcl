# Settings of Consul agents, and files with services and checks. Written in HCL 1.
language "consul" {
  title   = "Consul agent"
  ids     = ["consul"]
  files   = ["consul.hcl", "*.consul.hcl", "consul.json", "*.consul.json"]
  content = ["((primary_datacenter|node_name|retry_join|bootstrap_expect|client_addr|node_meta|dns_config|ui_config|auto_encrypt|auto_config) *(=|\\{)|services? *\\{).*", "![^#\"]*[=,\\[] *[$]\\{.*", "!path +\"[^\"]*\" *\\{.*", "-(driver +\"terraform\"|terraform_provider +\"[^\"]*\"|task) *\\{.*", "!binaries *= *\\[.*", "!\\s*\"(checkver|autoupdate|architecture)\" *:.*", "!\\s*\\{?\\s*\"(panels|schemaVersion|templating|__inputs|__requires)\" *:.*"]
  # Templates of Terraform, which is the only program that writes `${` without quotes.
  syntax = hcl1
}

check "bootstrap-of-server" {
  condition = self.server != false || first(self.bootstrap_expect, 0) <= 0
  message   = "Only servers have `bootstrap_expect`."
  at        = attr.bootstrap_expect
  severity  = warning
}
check "encryption-key" {
  condition = self.encrypt == null || can(regex("^(([A-Za-z0-9+/]{22}==|[A-Za-z0-9+/]{32}|[A-Za-z0-9+/]{43}=)?|.*([{$<%]|\\[\\[).*)$", self.encrypt))
  message   = "A key is 16, 24 or 32 bytes in Base64, as `consul keygen` prints it."
  at        = attr.encrypt
  severity  = warning
}
check "one-bootstrap" {
  condition = self.bootstrap != true || first(self.bootstrap_expect, 0) <= 0
  message   = "Set only one of `bootstrap` and `bootstrap_expect`."
  at        = attr.bootstrap_expect
  severity  = warning
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
    type    = string
    pattern = { "[A-Za-z0-9_-]*|.*([{]|\\$|<|\\[\\[).*" = "a name of letters, digits, hyphens and underscores" }
    doc     = "Datacenter of the agent."
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
    type = [bool, number]
    doc  = "Runs the agent as a server."
  }
  attr "bootstrap" {
    type = [bool, number]
    doc  = "Lets the server elect itself as the leader, without other servers."
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
    type   = [list(string), string]
    format = cidr
    doc    = "Networks whose agents may join within the datacenter."
  }
  attr "serf_wan_allowed_cidrs" {
    type   = [list(string), string]
    format = cidr
    doc    = "Networks whose servers may join from other datacenters."
  }
  attr "retry_join" {
    type = [list(string), string]
    doc  = "Agents to join, with retries until it succeeds."
  }
  attr "retry_join_wan" {
    type = [list(string), string]
    doc  = "Servers of other datacenters to join, with retries."
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
    type       = [list(string), string]
    deprecated = retry_join
    doc        = "Agents to join on startup."
  }
  attr "start_join_wan" {
    type       = [list(string), string]
    deprecated = retry_join_wan
    doc        = "Servers of other datacenters to join on startup."
  }
  attr "rejoin_after_leave" {
    type = [bool, number]
    doc  = "Rejoins the cluster after the agent has left it."
  }
  attr "leave_on_terminate" {
    type = [bool, number]
    doc  = "Leaves the cluster when the agent receives a TERM signal."
  }
  attr "skip_leave_on_interrupt" {
    type = [bool, number]
    doc  = "Stays in the cluster when the agent is interrupted."
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
    type = [bool, number]
    doc  = "Rejects gossip that is not encrypted."
  }
  attr "encrypt_verify_outgoing" {
    type = [bool, number]
    doc  = "Encrypts all outgoing gossip."
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
    type = [list(string), string]
    doc  = "Upstream DNS servers for names outside the domain."
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
    type = [bool, number]
    doc  = "Discards the output of checks."
  }
  attr "enable_script_checks" {
    type = [bool, number]
    doc  = "Allows script checks from any source, including the API."
  }
  attr "enable_local_script_checks" {
    type = [bool, number]
    doc  = "Allows script checks only from local configuration files."
  }
  attr "enable_agent_tls_for_checks" {
    type = [bool, number]
    doc  = "Uses the agent's certificate for health checks."
  }
  attr "enable_central_service_config" {
    type = [bool, number]
    doc  = "Applies `service-defaults` and `proxy-defaults` entries."
  }
  attr "enable_debug" {
    type = [bool, number]
    doc  = "Enables the profiling endpoints."
  }
  attr "enable_syslog" {
    type = [bool, number]
    doc  = "Logs to syslog."
  }
  attr "syslog_facility" {
    type = string
    doc  = "Syslog facility."
  }
  attr "log_level" {
    type     = string
    values   = ["trace", "debug", "info", "warn", "error", "err", "TRACE", "DEBUG", "INFO", "WARN", "ERROR", "ERR", "Trace", "Debug", "Info", "Warn", "Error"]
    unknown  = allowed
    reserved = ["*"]
    doc      = "Log level."
  }
  attr "log_json" {
    type = [bool, number]
    doc  = "Writes logs as JSON."
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
    type = [bool, number]
    doc  = "Omits the anonymous signature from update checks."
  }
  attr "disable_coordinates" {
    type = [bool, number]
    doc  = "Disables sending of network coordinates."
  }
  attr "disable_host_node_id" {
    type = [bool, number]
    doc  = "Generates a random node ID instead of one from the host."
  }
  attr "disable_http_unprintable_char_filter" {
    type = [bool, number]
    doc  = "Allows keys with unprintable characters."
  }
  attr "disable_keyring_file" {
    type = [bool, number]
    doc  = "Does not write the gossip keyring to disk."
  }
  attr "disable_remote_exec" {
    type = [bool, number]
    doc  = "Disables remote execution of commands."
  }
  attr "disable_update_check" {
    type = [bool, number]
    doc  = "Disables checks for new versions."
  }
  attr "experiments" {
    type = [list(string), string]
    doc  = "Experimental features to enable."
  }
  attr "license_path" {
    type   = string
    format = path
    doc    = "License file (Enterprise)."
  }
  attr "primary_gateways" {
    type = [list(string), string]
    doc  = "Mesh gateways of the primary datacenter."
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
    type = [bool, number]
    doc  = "Reloads configuration files when they change."
  }
  attr "session_ttl_min" {
    type   = string
    format = duration
    doc    = "Minimum TTL of sessions."
  }
  attr "translate_wan_addrs" {
    type = [bool, number]
    doc  = "Returns the WAN addresses of nodes in other datacenters."
  }
  attr "pid_file" {
    type   = string
    format = path
    doc    = "File for the process ID."
  }
  attr "ui" {
    type       = [bool, number]
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
    type = [bool, number]
    doc  = "Receives changes of services as a stream."
  }
  attr "read_replica" {
    type = [bool, number]
    doc  = "Makes the server a read replica without a vote (Enterprise)."
  }
  attr "non_voting_server" {
    type       = [bool, number]
    deprecated = read_replica
    doc        = "Makes the server a read replica without a vote (Enterprise)."
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
  attr "acl_agent_master_token" {
    type       = string
    sensitive  = true
    deprecated = "Set `agent_recovery` in `tokens` of `acl`."
    doc        = "Token for access to the agent when the servers are not available."
  }
  attr "acl_enable_key_list_policy" {
    type       = [bool, number]
    deprecated = "Set `enable_key_list_policy` in `acl`."
    doc        = "Enables the `list` policy for keys."
  }
  attr "acl_replication_token" {
    type       = string
    sensitive  = true
    deprecated = "Set `replication` in `tokens` of `acl`."
    doc        = "Token for the replication of ACLs."
  }
  attr "acl_ttl" {
    type       = [string, number]
    deprecated = "Set `token_ttl` in `acl`."
    doc        = "Time for which ACLs are cached."
  }
  attr "enable_acl_replication" {
    type       = [bool, number]
    deprecated = "Set `enable_token_replication` in `acl`."
    doc        = "Replicates ACLs from the primary datacenter."
  }
  attr "tls_prefer_server_cipher_suites" {
    type       = [bool, number]
    deprecated = "It has no effect."
    doc        = "Prefers the server's cipher suites."
  }
  attr "acl_agent_token" {
    type       = string
    sensitive  = true
    deprecated = "Set `agent` in `tokens` of `acl`."
    doc        = "Token for the agent's own operations."
  }
  attr "acl_datacenter" {
    type       = string
    deprecated = primary_datacenter
    doc        = "Datacenter that is the authority for ACLs."
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
    type       = [bool, number]
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
    type       = [bool, number]
    deprecated = "Set it in `defaults` of `tls`."
    doc        = "Requires client certificates on incoming connections."
  }
  attr "verify_incoming_rpc" {
    type       = [bool, number]
    deprecated = "Set `verify_incoming` in `internal_rpc` of `tls`."
    doc        = "Requires client certificates on incoming RPC connections."
  }
  attr "verify_incoming_https" {
    type       = [bool, number]
    deprecated = "Set `verify_incoming` in `https` of `tls`."
    doc        = "Requires client certificates on HTTPS connections to the API."
  }
  attr "verify_outgoing" {
    type       = [bool, number]
    deprecated = "Set it in `defaults` of `tls`."
    doc        = "Verifies server certificates on outgoing connections."
  }
  attr "verify_server_hostname" {
    type       = [bool, number]
    deprecated = "Set it in `internal_rpc` of `tls`."
    doc        = "Requires that servers present a certificate for the server role."
  }
  attr "tls_min_version" {
    type       = string
    deprecated = "Set it in `defaults` of `tls`."
    values     = ["TLS_AUTO", "TLSv1_0", "TLSv1_1", "TLSv1_2", "TLSv1_3", "tls10", "tls11", "tls12", "tls13"]
    unknown    = allowed
    reserved   = ["*"]
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
    object { include = [body.watch, body.agents.free] }
  }
  block_list "tagged_addresses" {
    also = attr
    doc  = "Additional addresses of the node, by tag."
    object {
      attr "*" {
        doc = "Address."
      }
    }
  }
  block_list "node_meta" {
    also = attr
    doc  = "Metadata of the node."
    object {
      attr "*" {
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
    object { include = [body.acl] }
  }
  block_list "addresses" {
    also = attr
    doc  = "Bind addresses of the listeners, instead of `client_addr`."
    object { include = [body.addresses] }
  }
  block_list "auto_config" {
    also = attr
    doc  = "Retrieves certificates, gossip keys and tokens from the servers."
    object { include = [body.auto_config] }
  }
  block_list "autopilot" {
    also = attr
    doc  = "Automatic management of the servers."
    object { include = [body.autopilot] }
  }
  block_list "auto_encrypt" {
    also = attr
    doc  = "Distribution of certificates to clients."
    object { include = [body.auto_encrypt] }
  }
  block_list "cache" {
    also = attr
    doc  = "Cache of the servers' responses."
    object { include = [body.cache] }
  }
  block_list "cloud" {
    also = attr
    doc  = "Connection to HCP."
    object { include = [body.cloud] }
  }
  block_list "config_entries" {
    also = attr
    doc  = "Config entries."
    object { include = [body.config_entries] }
  }
  block_list "connect" {
    also = attr
    icon = interface
    doc  = "Settings of the service mesh."
    object { include = [body.connect] }
  }
  block_list "dns_config" {
    also = attr
    doc  = "Settings of the DNS server."
    object { include = [body.dns_config] }
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
    object { include = [body.http_config] }
  }
  block_list "limits" {
    also = attr
    doc  = "Limits for requests and connections."
    object { include = [body.limits] }
  }
  block_list "locality" {
    also = attr
    doc  = "Locality of the agent."
    object { include = [body.locality] }
  }
  block_list "peering" {
    also = attr
    doc  = "Cluster peering."
    object { include = [body.peering] }
  }
  block_list "performance" {
    also = attr
    doc  = "Trade-off between speed and resource use."
    object { include = [body.performance] }
  }
  block_list "ports" {
    also = attr
    doc  = "Ports of the listeners; -1 disables a listener."
    object { include = [body.ports] }
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
      include = [body.named_service]
    }
  }
  block_list "services" {
    also    = attr
    icon    = module
    outline = self.name
    doc     = "Services on the node."
    object {
      include = [body.named_service]
    }
  }
  block_list "tls" {
    also = attr
    icon = key
    doc  = "TLS settings."
    object { include = [body.tls] }
  }
  block_list "telemetry" {
    also = attr
    doc  = "Metrics of the agent."
    object { include = [body.telemetry] }
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
    object { include = [body.ui_config] }
  }
  block_list "unix_sockets" {
    also = attr
    doc  = "Ownership and permissions of Unix sockets."
    object { include = [body.unix_sockets] }
  }
  block_list "rpc" {
    also = attr
    doc  = "RPC settings."
    object {
      attr "enable_streaming" {
        type = [bool, number]
        doc  = "Enables streaming of service changes."
      }
    }
  }
  block_list "raft_logstore" {
    also = attr
    doc  = "Storage of the Raft log."
    object { include = [body.raft_logstore] }
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
    object { include = [body.audit] }
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
        type = [bool, number]
        doc  = "Uses a separate RPC listener for the segment."
      }
    }
  }
  block_list "reporting" {
    also = attr
    doc  = "Reports about usage."
    object { include = [body.reporting] }
  }
}
