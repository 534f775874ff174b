# Settings of servers of Vault and OpenBao. Written in HCL 1.
language "vault" {
  title   = "Vault server"
  ids     = ["vault", "openbao"]
  files   = ["vault.hcl", "*.vault.hcl", "bao.hcl", "openbao.hcl"]
  content = "^(storage|ha_storage|backend|ha_backend) +\"(aerospike|alicloudoss|azure|cassandra|cockroachdb|consul|couchdb|dynamodb|etcd|file|gcs|inmem|inmem_ha|manta|mssql|mysql|oci|postgresql|raft|s3|spanner|swift|zookeeper)\" *\\{?|^seal +\"|^user_lockout\\b"
  syntax  = hcl1
  rules   = reference
  levels  = { UnsupportedArgument = warning }
}

object {
  attr "api_addr" {
    type = string
    doc  = "The address that the server gives to other servers for forwarding clients."
  }
  attr "cluster_addr" {
    type = string
    doc  = "The address for requests between servers."
  }
  attr "cluster_name" {
    type = string
    doc  = "The name of the cluster. One is made up when it is absent."
  }
  attr "ui" {
    types = [bool, number]
    doc   = "Serves the web interface at `/ui`."
  }
  attr "max_lease_ttl" {
    types   = [string, number]
    pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
    doc     = "The longest time that tokens and secrets may live."
  }
  attr "default_lease_ttl" {
    types   = [string, number]
    pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
    doc     = "The time that tokens and secrets live when nobody asks for another; not above `max_lease_ttl`."
  }
  attr "default_max_request_duration" {
    types   = [string, number]
    pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
    doc     = "The longest time that a request may take."
  }
  attr "remove_irrevocable_lease_after" {
    types   = [string, number]
    pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
    doc     = "How long a lease that cannot be revoked is kept."
  }
  attr "disable_mlock" {
    types = [bool, number]
    doc   = "Does not keep memory from being swapped to disk."
  }
  attr "disable_cache" {
    types = [bool, number]
    doc   = "Turns off all caches, the read cache of the storage included."
  }
  attr "disable_clustering" {
    types = [bool, number]
    doc   = "Turns off request forwarding and other features of a cluster."
  }
  attr "disable_printable_check" {
    types = [bool, number]
    doc   = "Takes names with characters that cannot be printed."
  }
  attr "disable_sealwrap" {
    types = [bool, number]
    doc   = "Turns off wrapping values by the seal."
  }
  attr "disable_performance_standby" {
    types = [bool, number]
    doc   = "Turns off performance standbys."
  }
  attr "disable_indexing" {
    types = [bool, number]
    doc   = "Turns off the search index of the web interface."
  }
  attr "disable_sentinel_trace" {
    types = [bool, number]
    doc   = "Turns off traces of Sentinel policies in errors."
  }
  attr "cache_size" {
    type = number
    min  = 0
    doc  = "The number of entries in the read cache of the storage."
  }
  attr "experiments" {
    types = [list(string), string]
    doc   = "Experimental features that are on."
  }
  attr "plugin_directory" {
    type   = string
    format = folder
    doc    = "The folder that plugins are loaded from."
  }
  attr "plugin_tmpdir" {
    type   = string
    format = folder
    doc    = "The folder for temporary files of containerised plugins."
  }
  attr "plugin_file_uid" {
    type = number
    doc  = "The user that owns plugins."
  }
  attr "plugin_file_permissions" {
    type = string
    doc  = "The permissions that files of plugins must have, in octal digits."
  }
  attr "introspection_endpoint" {
    types = [bool, number]
    doc   = "Serves `/sys/internal/inspect`."
  }
  attr "raw_storage_endpoint" {
    types = [bool, number]
    doc   = "Serves `/sys/raw`, which reads and writes the storage underneath the encryption."
  }
  attr "cluster_cipher_suites" {
    type = string
    doc  = "The TLS ciphers between servers, separated by commas."
  }
  attr "allow_audit_log_prefixing" {
    types = [bool, number]
    doc   = "Lets audit devices write a prefix before each line."
  }
  attr "unsafe_allow_api_audit_creation" {
    types = [bool, number]
    doc   = "OpenBao: lets the API create audit devices."
  }
  attr "unsafe_cross_namespace_identity" {
    types = [bool, number]
    doc   = "OpenBao: identity groups reach across namespaces."
  }
  attr "enable_response_header_hostname" {
    types = [bool, number]
    doc   = "Adds a header with the name of the host to every response."
  }
  attr "enable_response_header_raft_node_id" {
    types = [bool, number]
    doc   = "Adds a header with the id of the Raft node to every response."
  }
  attr "log_requests_level" {
    type   = string
    values = ["error", "warn", "info", "debug", "trace", "off"]
    open   = true
    doc    = "The level at which requests are logged when they are done."
  }
  attr "log_level" {
    type   = string
    values = ["trace", "debug", "info", "warn", "warning", "error", "err", "notice"]
    open   = true
    doc    = "How much is logged."
  }
  attr "log_format" {
    type   = string
    values = ["standard", "json"]
    open   = true
    doc    = "How lines of the log are written."
  }
  attr "log_file" {
    type   = string
    format = path
    doc    = "The file for the log."
  }
  attr "log_rotate_bytes" {
    type = number
    doc  = "The size at which a new file is begun."
  }
  attr "log_rotate_duration" {
    types   = [string, number]
    pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
    doc     = "The age at which a new file is begun."
  }
  attr "log_rotate_max_files" {
    type = number
    doc  = "How many old files are kept."
  }
  attr "detect_deadlocks" {
    type = string
    doc  = "The locks that are watched for deadlocks, separated by commas."
  }
  attr "imprecise_lease_role_tracking" {
    types = [bool, number]
    doc   = "Counts leases by role less exactly and faster."
  }
  attr "license_path" {
    type   = string
    format = path
    doc    = "The file with the license (Enterprise)."
  }
  attr "enable_post_unseal_trace" {
    types = [bool, number]
    doc   = "Writes a trace of what happens after unsealing."
  }
  attr "post_unseal_trace_directory" {
    type   = string
    format = folder
    doc    = "The folder for these traces."
  }
  attr "reporting_scan_directory" {
    type   = string
    format = folder
    doc    = "The folder for reports."
  }
  attr "administrative_namespace_path" {
    type = string
    doc  = "The namespace from which the cluster may be administered (Enterprise)."
  }
  attr "enable_unauthenticated_access" {
    types = [list(string), string]
    doc   = "Endpoints that need no token."
  }
  attr "pid_file" {
    type   = string
    format = path
    doc    = "The file for the id of the process."
  }
  block_list "storage" {
    icon = key
    doc  = "Where the data is kept."
    label "type" {
      optional = true
      open     = true
      values   = ["raft", "file", "inmem", "consul", "dynamodb", "etcd", "gcs", "azure", "mysql", "postgresql", "s3"]
      doc      = "The kind of storage."
    }
    case {
      on        = label.type
      is        = { raft = body.raft, file = body.file, inmem = body.agents.free, consul = body.consul }
      otherwise = lenient
    }
    object {}
  }
  block_list "backend" {
    deprecated  = "This is now called `storage`."
    replaced_by = storage
    doc         = "Where the data is kept."
    label "type" {
      optional = true
      doc      = "The kind of storage."
    }
    object {
      include = [body.agents.free]
    }
  }
  block_list "ha_storage" {
    icon = key
    doc  = "Where the locks of a cluster are kept, when `storage` cannot keep them."
    label "type" {
      optional = true
      doc      = "The kind of storage."
    }
    object {
      include = [body.agents.free]
    }
  }
  block_list "ha_backend" {
    deprecated  = "This is now called `ha_storage`."
    replaced_by = ha_storage
    doc         = "Where the locks of a cluster are kept."
    label "type" {
      optional = true
      doc      = "The kind of storage."
    }
    object {
      include = [body.agents.free]
    }
  }
  block_list "listener" {
    also = attr
    icon = interface
    doc  = "An address that requests are taken at."
    label "type" {
      optional = true
      values   = ["tcp", "unix"]
      doc      = "`tcp`, or `unix` for a socket."
    }
    object {
      include = [body.listener]
    }
  }
  block_list "seal" {
    also = attr
    icon = key
    doc  = "How the data is sealed and unsealed."
    label "type" {
      optional = true
      open     = true
      values   = ["awskms", "azurekeyvault", "alicloudkms", "gcpckms", "ocikms", "pkcs11", "shamir", "static", "transit", "kmip"]
      doc      = "The service or device that keeps the key."
    }
    object {
      include = [body.agents.free]
      attr "priority" {
        type = number
        doc  = "The order among several seals."
      }
      attr "name" {
        type = string
        doc  = "A name, for several seals."
      }
      attr "disabled" {
        types = [bool, number]
        doc   = "The seal is only used to migrate away from it."
      }
      attr "purpose" {
        types = [list(string), string]
        doc   = "What the key is for."
      }
    }
  }
  block_list "telemetry" {
    singleton = true
    doc       = "Where numbers about the server go."
    object {
      include = [body.telemetry]
    }
  }
  block_list "service_registration" {
    doc = "Where the server registers itself."
    label "type" {
      optional = true
      values   = ["consul", "kubernetes"]
      open     = true
      doc      = "`consul` or `kubernetes`."
    }
    object {
      include = [body.agents.free]
    }
  }
  block_list "entropy" {
    doc = "Entropy from a device."
    label "source" {
      optional = true
      values   = ["seal"]
      doc      = "Where it comes from."
    }
    object {
      attr "mode" {
        type   = string
        values = ["augmentation"]
        doc    = "How it is used."
      }
    }
  }
  block_list "user_lockout" {
    doc = "When users are locked out after failed logins."
    label "type" {
      optional = true
      doc      = "The kind of auth method; `all` for all."
    }
    object {
      attr "lockout_threshold" {
        type = number
        doc  = "The number of failures."
      }
      attr "lockout_duration" {
        types   = [string, number]
        pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
        doc     = "How long a user is locked out."
      }
      attr "lockout_counter_reset" {
        types   = [string, number]
        pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
        doc     = "After which time without a failure the count begins anew."
      }
      attr "disable_lockout" {
        types = [bool, number]
        doc   = "Locks nobody out."
      }
    }
  }
  block_list "kms" {
    doc = "A key for encrypting this configuration."
    label "type" {
      optional = true
      doc      = "The service that keeps the key."
    }
    object {
      include = [body.agents.free]
      attr "purpose" {
        types = [list(string), string]
        doc   = "What the key is for."
      }
    }
  }
  block_list "kms_library" {
    doc = "A PKCS#11 library (Enterprise)."
    label "type" {
      optional = true
      doc      = "The kind of library."
    }
    object {
      include = [body.agents.free]
    }
  }
  block_list "reporting" {
    doc = "What is reported about use."
    object {
      include = [body.agents.free]
      attr "snapshot_retention_time" {
        types   = [string, number]
        pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
        doc     = "How long snapshots are kept."
      }
      attr "disable_product_usage_reporting" {
        types = [bool, number]
        doc   = "Turns the report of use off."
      }
      block_list "license" {
        singleton = true
        doc       = "The report of the license."
        object {
          include = [body.agents.free]
          attr "enabled" {
            types = [bool, number]
            doc   = "Sends the report."
          }
        }
      }
    }
  }
  block_list "request_limiter" {
    doc = "Limits requests under load."
    object {
      include = [body.agents.free]
      attr "disable" {
        types = [bool, number]
        doc   = "Turns the limit off."
      }
    }
  }
  block_list "audit" {
    doc = "OpenBao: an audit device."
    label "type" {
      optional = true
      doc      = "The kind of audit device."
    }
    label "path" {
      optional = true
      doc      = "Its path."
    }
    object {
      include = [body.agents.free]
      attr "description" {
        type = string
        doc  = "What it is for."
      }
      block_list "options" {
        singleton = true
        doc       = "What the device needs."
        object {
          any_attr {
            doc = "An option of the device."
          }
        }
      }
    }
  }
  block_list "plugin" {
    doc = "OpenBao: a plugin that is fetched and registered."
    label "type" {
      optional = true
      doc      = "The kind of plugin."
    }
    label "name" {
      optional = true
      doc      = "Its name."
    }
    object {
      include = [body.agents.free]
    }
  }
  block_list "initialize" {
    doc = "OpenBao: requests that set up a new server."
    label "name" {
      optional = true
      doc      = "The name of the step."
    }
    object {
      include = [body.agents.free]
    }
  }
  block_list "sentinel" {
    doc = "Settings of Sentinel (Enterprise)."
    object {
      include = [body.agents.free]
      attr "additional_enabled_modules" {
        types = [list(string), string]
        doc   = "Modules that policies may import beside the usual ones."
      }
    }
  }
  block_list "observations" {
    singleton = true
    doc       = "Where observations are written."
    object {
      include = [body.agents.free]
    }
  }
}

body "raft" {
  object {
    include = [body.agents.free]
    attr "path" {
      type     = string
      format   = folder
      required = true
      doc      = "The folder for the data."
    }
    attr "node_id" {
      type = string
      doc  = "The name of the server in the cluster."
    }
    attr "performance_multiplier" {
      type = number
      min  = 0
      max  = 10
      doc  = "How much slower heartbeats and elections are; 1 is the fastest."
    }
    attr "trailing_logs" {
      type = number
      doc  = "The log entries that are kept after a snapshot."
    }
    attr "snapshot_threshold" {
      type = number
      doc  = "The log entries after which a snapshot is made."
    }
    attr "snapshot_interval" {
      type = number
      doc  = "The seconds between looks whether a snapshot is due."
    }
    attr "max_entry_size" {
      type = number
      doc  = "The largest entry in bytes."
    }
    attr "max_mount_and_namespace_table_entry_size" {
      type = number
      doc  = "The largest entry of these tables in bytes."
    }
    attr "autopilot_reconcile_interval" {
      types   = [string, number]
      pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
      doc     = "How often changes of the cluster are looked for."
    }
    attr "autopilot_update_interval" {
      types   = [string, number]
      pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
      doc     = "How often the state of the cluster is asked for."
    }
    attr "autopilot_upgrade_version" {
      type = string
      doc  = "The version of this server for automatic upgrades."
    }
    attr "autopilot_redundancy_zone" {
      type = string
      doc  = "The zone of this server."
    }
    attr "raft_log_level" {
      type   = string
      values = ["trace", "debug", "info", "warn", "error"]
      open   = true
      doc    = "How much is logged."
    }
    attr "raft_wal" {
      types = [bool, number]
      doc   = "Keeps the log in a write-ahead log."
    }
    attr "raft_log_verifier_enabled" {
      types = [bool, number]
      doc   = "Checks the log for damage."
    }
    attr "raft_log_verification_interval" {
      types   = [string, number]
      pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
      doc     = "How often it is checked."
    }
    attr "retry_join_as_non_voter" {
      types = [bool, number]
      doc   = "Joins without a vote."
    }
    block_list "retry_join" {
      also = attr
      doc  = "A server whose cluster is joined."
      object {
        include = [body.agents.free]
        attr "leader_api_addr" {
          type = string
          doc  = "The address of the server."
        }
        attr "auto_join" {
          type = string
          doc  = "How servers are found at a cloud provider."
        }
        attr "auto_join_scheme" {
          type   = string
          values = ["http", "https"]
          doc    = "The scheme of their addresses."
        }
        attr "auto_join_port" {
          type = number
          doc  = "Their port."
        }
        attr "leader_tls_servername" {
          type = string
          doc  = "The name in the server's certificate."
        }
        attr "leader_ca_cert" {
          type = string
          doc  = "The certificate of the authority, itself."
        }
        attr "leader_client_cert" {
          type = string
          doc  = "The client certificate, itself."
        }
        attr "leader_client_key" {
          type      = string
          sensitive = true
          doc       = "The key of the client certificate, itself."
        }
        attr "leader_ca_cert_file" {
          type   = string
          format = path
          doc    = "The certificate of the authority."
        }
        attr "leader_client_cert_file" {
          type   = string
          format = path
          doc    = "The client certificate."
        }
        attr "leader_client_key_file" {
          type   = string
          format = path
          doc    = "The key of the client certificate."
        }
      }
    }
  }
}

body "file" {
  object {
    include = [body.agents.free]
    attr "path" {
      type     = string
      format   = folder
      required = true
      doc      = "The folder for the data."
    }
  }
}

body "consul" {
  object {
    include = [body.agents.free]
    attr "address" {
      type = string
      doc  = "The address of the Consul agent."
    }
    attr "path" {
      type = string
      doc  = "The beginning of all keys."
    }
    attr "scheme" {
      type   = string
      values = ["http", "https"]
      doc    = "How the agent is reached."
    }
    attr "token" {
      type      = string
      sensitive = true
      doc       = "The ACL token."
    }
    attr "service" {
      type = string
      doc  = "The name of the service that is registered."
    }
    attr "service_tags" {
      type = string
      doc  = "The tags of that service, separated by commas."
    }
    attr "service_address" {
      type = string
      doc  = "The address of that service."
    }
    attr "check_timeout" {
      types   = [string, number]
      pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
      doc     = "The pause between health checks."
    }
    attr "consistency_mode" {
      type   = string
      values = ["default", "strong"]
      doc    = "How reads are done."
    }
    attr "disable_registration" {
      types = [bool, number]
      doc   = "Does not register a service. HCL 1 takes it as a string."
    }
    attr "max_parallel" {
      type = number
      doc  = "The most requests at a time."
    }
    attr "session_ttl" {
      types   = [string, number]
      pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
      doc     = "How long a session lives."
    }
    attr "lock_wait_time" {
      types   = [string, number]
      pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
      doc     = "How long a lock is waited for."
    }
    attr "tls_ca_file" {
      type   = string
      format = path
      doc    = "The certificate of the authority."
    }
    attr "tls_cert_file" {
      type   = string
      format = path
      doc    = "The client certificate."
    }
    attr "tls_key_file" {
      type   = string
      format = path
      doc    = "The key of that certificate."
    }
    attr "tls_min_version" {
      type = string
      doc  = "The lowest version of TLS."
    }
    attr "tls_skip_verify" {
      types = [bool, number]
      doc   = "Does not check the agent's certificate."
    }
  }
}

body "listener" {
  object {
    include = [body.agents.free]
    attr "type" {
      type   = string
      values = ["tcp", "unix"]
      doc    = "The kind of listener, when the header does not name it."
    }
    attr "address" {
      type = string
      doc  = "The address and port, or the path of the socket."
    }
    attr "cluster_address" {
      type = string
      doc  = "The address for requests between servers."
    }
    attr "purpose" {
      doc = "What the listener is for."
    }
    attr "role" {
      type = string
      doc  = "What may be asked for here: `metrics_only` for numbers alone."
    }
    attr "max_request_size" {
      type = number
      doc  = "The largest request in bytes; below zero for any."
    }
    attr "max_request_duration" {
      types   = [string, number]
      pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
      doc     = "The longest time that a request may take."
    }
    attr "require_request_header" {
      types = [bool, number]
      doc   = "Asks for the header `X-Vault-Request`."
    }
    attr "tls_disable" {
      types = [bool, number]
      doc   = "Takes requests without TLS."
    }
    attr "tls_cert_file" {
      type   = string
      format = path
      doc    = "The certificate of the server."
    }
    attr "tls_key_file" {
      type   = string
      format = path
      doc    = "The key of the certificate."
    }
    attr "tls_min_version" {
      type   = string
      values = ["tls10", "tls11", "tls12", "tls13"]
      doc    = "The lowest version of TLS."
    }
    attr "tls_max_version" {
      type   = string
      values = ["tls10", "tls11", "tls12", "tls13"]
      doc    = "The highest version of TLS."
    }
    attr "tls_cipher_suites" {
      type = string
      doc  = "The ciphers, separated by commas."
    }
    attr "tls_prefer_server_cipher_suites" {
      types      = [bool, number]
      deprecated = "It has no effect."
      doc        = "Prefers the order of the server."
    }
    attr "tls_require_and_verify_client_cert" {
      types = [bool, number]
      doc   = "Asks clients for a certificate."
    }
    attr "tls_client_ca_file" {
      type   = string
      format = path
      doc    = "The authority of clients' certificates."
    }
    attr "tls_disable_client_certs" {
      types = [bool, number]
      doc   = "Does not ask clients for certificates."
    }
    attr "tls_acme_ca_directory" {
      type = string
      doc  = "OpenBao: the ACME server that gives certificates."
    }
    attr "http_read_timeout" {
      types   = [string, number]
      pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
      doc     = "The longest time for reading a request."
    }
    attr "http_read_header_timeout" {
      types   = [string, number]
      pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
      doc     = "The longest time for reading its header."
    }
    attr "http_write_timeout" {
      types   = [string, number]
      pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
      doc     = "The longest time for writing a response."
    }
    attr "http_idle_timeout" {
      types   = [string, number]
      pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
      doc     = "How long an idle connection is kept."
    }
    attr "proxy_protocol_behavior" {
      type   = string
      values = ["use_always", "allow_authorized", "deny_unauthorized"]
      doc    = "How the PROXY protocol is used."
    }
    attr "proxy_protocol_authorized_addrs" {
      types = [list(string), string]
      doc   = "The proxies that are trusted with it."
    }
    attr "x_forwarded_for_authorized_addrs" {
      types = [list(string), string]
      doc   = "The proxies whose `X-Forwarded-For` is trusted."
    }
    attr "x_forwarded_for_hop_skips" {
      type = number
      doc  = "How many of its addresses are skipped from the end."
    }
    attr "x_forwarded_for_reject_not_present" {
      types = [bool, number]
      doc   = "Refuses requests without that header."
    }
    attr "x_forwarded_for_reject_not_authorized" {
      types = [bool, number]
      doc   = "Refuses it from other addresses."
    }
    attr "x_forwarded_for_client_cert_header" {
      type = string
      doc  = "The header with the client's certificate."
    }
    attr "x_forwarded_for_client_cert_header_decoders" {
      type = string
      doc  = "How that header is decoded."
    }
    attr "socket_mode" {
      type = string
      doc  = "The permissions of the socket."
    }
    attr "socket_user" {
      type = string
      doc  = "The user that owns the socket."
    }
    attr "socket_group" {
      type = string
      doc  = "The group that owns the socket."
    }
    attr "cors_enabled" {
      types = [bool, number]
      doc   = "Lets pages of other origins ask."
    }
    attr "cors_allowed_origins" {
      types = [list(string), string]
      doc   = "Which origins may."
    }
    attr "cors_allowed_headers" {
      types = [list(string), string]
      doc   = "Which headers they may send."
    }
    attr "chroot_namespace" {
      type = string
      doc  = "The namespace that all requests are taken in."
    }
    attr "redact_addresses" {
      types = [bool, number]
      doc   = "Leaves addresses out of answers without a token."
    }
    attr "redact_cluster_name" {
      types = [bool, number]
      doc   = "Leaves the cluster's name out of them."
    }
    attr "redact_version" {
      types = [bool, number]
      doc   = "Leaves the version out of them."
    }
    attr "disable_replication_status_endpoints" {
      types = [bool, number]
      doc   = "Does not serve the state of replication."
    }
    attr "disable_request_limiter" {
      types = [bool, number]
      doc   = "Does not limit requests here."
    }
    attr "disable_unauthed_rekey_endpoints" {
      types = [bool, number]
      doc   = "OpenBao: rekeying needs a token."
    }
    attr "max_json_depth" {
      type = number
      doc  = "How deep JSON may be nested."
    }
    attr "max_json_string_value_length" {
      type = number
      doc  = "The longest string in JSON."
    }
    attr "max_json_object_entry_count" {
      type = number
      doc  = "The most entries of an object."
    }
    attr "max_json_array_element_count" {
      type = number
      doc  = "The most elements of an array."
    }
    attr "max_json_token" {
      type = number
      doc  = "The most tokens of a request."
    }
    block_list "custom_response_headers" {
      also = attr
      doc  = "Headers of all responses, by status."
      object {
        include = [body.agents.free]
      }
    }
    block_list "agent_api" {
      singleton = true
      doc       = "Agent: its own endpoints."
      object {
        attr "enable_quit" {
          types = [bool, number]
          doc   = "Serves `/agent/v1/quit`."
        }
      }
    }
    block_list "proxy_api" {
      singleton = true
      doc       = "Proxy: its own endpoints."
      object {
        attr "enable_quit" {
          types = [bool, number]
          doc   = "Serves `/proxy/v1/quit`."
        }
      }
    }
    block_list "telemetry" {
      also = attr
      doc  = "Numbers at this listener."
      object {
        attr "unauthenticated_metrics_access" {
          types = [bool, number]
          doc   = "Serves numbers without a token."
        }
        attr "disallow_metrics" {
          types = [bool, number]
          doc   = "Does not serve numbers here."
        }
        attr "metrics_only" {
          types = [bool, number]
          doc   = "Serves nothing else here."
        }
      }
    }
    block_list "profiling" {
      also = attr
      doc  = "Profiles at this listener."
      object {
        attr "unauthenticated_pprof_access" {
          types = [bool, number]
          doc   = "Serves profiles without a token."
        }
        attr "unauthenticated_in_flight_request_access" {
          types = [bool, number]
          doc   = "Serves requests that are being handled without a token."
        }
      }
    }
    block_list "inflight_requests_logging" {
      also = attr
      doc  = "Requests that are being handled."
      object {
        attr "unauthenticated_in_flight_requests_access" {
          types = [bool, number]
          doc   = "Serves them without a token."
        }
      }
    }
  }
}

body "telemetry" {
  object {
    include = [body.agents.circonus]
    attr "statsite_address" {
      type = string
      doc  = "The address of a statsite server."
    }
    attr "statsd_address" {
      type = string
      doc  = "The address of a statsd server."
    }
    attr "disable_hostname" {
      types = [bool, number]
      doc   = "Leaves the name of the host out of names."
    }
    attr "enable_hostname_label" {
      types = [bool, number]
      doc   = "Adds the name of the host as a label."
    }
    attr "metrics_prefix" {
      type = string
      doc  = "The beginning of all names."
    }
    attr "usage_gauge_period" {
      types   = [string, number]
      pattern = "none|[0-9].*"
      doc     = "How often gauges of use are made; \"none\" for never."
    }
    attr "maximum_gauge_cardinality" {
      type = number
      doc  = "The most values of a gauge's labels."
    }
    attr "prometheus_retention_time" {
      types   = [string, number]
      pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
      doc     = "How long numbers are kept for Prometheus; 0 for not at all."
    }
    attr "dogstatsd_addr" {
      type = string
      doc  = "The address of a DogStatsD server."
    }
    attr "dogstatsd_tags" {
      types = [list(string), string]
      doc   = "Tags of all numbers there."
    }
    attr "stackdriver_project_id" {
      type = string
      doc  = "The Google Cloud project."
    }
    attr "stackdriver_location" {
      type = string
      doc  = "Its location."
    }
    attr "stackdriver_namespace" {
      type = string
      doc  = "The namespace there."
    }
    attr "stackdriver_debug_logs" {
      types = [bool, number]
      doc   = "Logs what is sent."
    }
    attr "lease_metrics_epsilon" {
      types   = [string, number]
      pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
      doc     = "The width of buckets for expiring leases."
    }
    attr "num_lease_metrics_buckets" {
      type = number
      doc  = "The number of these buckets."
    }
    attr "add_lease_metrics_namespace_labels" {
      types = [bool, number]
      doc   = "Adds the namespace to them."
    }
    attr "add_mount_point_rollback_metrics" {
      types = [bool, number]
      doc   = "Counts rollbacks by mount point."
    }
    attr "filter_default" {
      types = [bool, number]
      doc   = "Sends numbers that no filter names."
    }
    attr "prefix_filter" {
      types = [list(string), string]
      doc   = "Beginnings of names that are sent (`+`) or not (`-`)."
    }
  }
}
