# Settings of servers of Vault and OpenBao. Written in HCL 1.
language "vault" {
  title   = "Vault server"
  ids     = ["vault", "openbao"]
  files   = ["vault.hcl", "*.vault.hcl", "bao.hcl", "openbao.hcl", "vault.json", "*.vault.json", "bao.json", "openbao.json"]
  content = ["((storage|ha_storage|backend|ha_backend) +\"(aerospike|alicloudoss|azure|cassandra|cockroachdb|consul|couchdb|dynamodb|etcd|file|gcs|inmem|inmem_ha|manta|mssql|mysql|oci|postgresql|raft|s3|spanner|swift|zookeeper)\" *\\{?|seal +\"|user_lockout\\b).*", "![^#\"]*[=,\\[] *[$]\\{.*", "!path +\"[^\"]*\" *\\{.*"]
  # Templates of Terraform, which is the only program that writes `${` without quotes.
  syntax   = hcl1
  severity = { UnsupportedArgument = warning, UnsupportedBlockType = warning }
}

check "lease-duration" {
  condition = self.default_lease_ttl == null || seconds_of(self.default_lease_ttl) <= seconds_of(self.max_lease_ttl)
  message   = self.max_lease_ttl == null ? "Without `max_lease_ttl`, leases last at most 32 days." : "Leases would last longer than their maximum, `max_lease_ttl`."
  at        = attr.default_lease_ttl
  severity  = warning
}
check "lease-maximum" {
  condition = self.default_lease_ttl != null || seconds_of(self.max_lease_ttl) >= seconds_of(null)
  message   = "Set `default_lease_ttl`, too: without it, leases last 32 days, which is longer than this maximum."
  at        = attr.max_lease_ttl
  severity  = warning
}

object {
  include = [body.agents.vault_process]
  attr "api_addr" {
    type = string
    doc  = "Address that other servers use to forward client requests to this server."
  }
  attr "cluster_addr" {
    type = string
    doc  = "Address for communication between servers."
  }
  attr "enable_multiseal" {
    type    = [bool, number]
    doc     = "Allows several seals at a time (Vault Enterprise)."
  }
  block_list "cloud" {
    max_items = 1
    doc       = "Link to a resource of HCP, which the server connects to."
    object {
      unknown = warning
      attr "resource_id" {
        type = string
        doc  = "ID of the resource in HCP."
      }
      attr "client_id" {
        type = string
        doc  = "ID of the service principal."
      }
      attr "client_secret" {
        type = string
        doc  = "Secret of the service principal."
      }
    }
  }
  attr "cluster_name" {
    type = string
    doc  = "Name of the cluster. Generated when it is not set."
  }
  attr "ui" {
    type = [bool, number]
    doc  = "Enables the web UI at `/ui`."
  }
  attr "max_lease_ttl" {
    type    = [string, number]
    pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
    doc     = "Maximum lease duration of tokens and secrets; without it, 32 days."
  }
  attr "default_lease_ttl" {
    type    = [string, number]
    pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
    doc     = "Default lease duration of tokens and secrets; at most `max_lease_ttl`, and 32 days without it."
  }
  attr "remove_irrevocable_lease_after" {
    type    = [string, number]
    pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
    doc     = "Time after which a lease that cannot be revoked is removed."
  }
  attr "disable_mlock" {
    type = [bool, number]
    doc  = "Disables locking of memory, so that it can be swapped to disk."
  }
  attr "disable_cache" {
    type = [bool, number]
    doc  = "Disables all caches, including the read cache of the storage."
  }
  attr "disable_clustering" {
    type = [bool, number]
    doc  = "Disables request forwarding and other cluster features."
  }
  attr "disable_printable_check" {
    type = [bool, number]
    doc  = "Allows unprintable characters in names."
  }
  attr "disable_sealwrap" {
    type = [bool, number]
    doc  = "Disables seal wrapping of values."
  }
  attr "disable_performance_standby" {
    type = [bool, number]
    doc  = "Disables performance standbys."
  }
  attr "disable_indexing" {
    type = [bool, number]
    doc  = "Disables the search index of the web UI."
  }
  attr "disable_sentinel_trace" {
    type = [bool, number]
    doc  = "Disables Sentinel traces in errors."
  }
  attr "cache_size" {
    type = number
    min  = 0
    doc  = "Number of entries in the read cache of the storage."
  }
  attr "experiments" {
    type = list(string)
    doc  = "Experimental features to enable."
  }
  attr "plugin_directory" {
    type   = string
    format = folder
    doc    = "Folder from which plugins are loaded."
  }
  attr "plugin_tmpdir" {
    type   = string
    format = folder
    doc    = "Folder for temporary files of containerized plugins."
  }
  attr "plugin_file_uid" {
    type = number
    doc  = "User ID of the owner of the plugins."
  }
  attr "plugin_file_permissions" {
    type = string
    doc  = "Required permissions of plugin files, in octal."
  }
  attr "plugin_auto_download" {
    type = [bool, number]
    doc  = "OpenBao: downloads the images of `plugin` blocks at the start."
  }
  attr "plugin_auto_register" {
    type = [bool, number]
    doc  = "OpenBao: registers the plugins of `plugin` blocks at the start."
  }
  attr "plugin_download_behavior" {
    type = string
    values = {
      fail     = "The server does not start."
      warn     = "The server starts without the plugin. An older name of `continue`."
      continue = "The server starts without the plugin."
    }
    doc = "OpenBao: what a failed download does."
  }
  attr "plugin_download_max_size" {
    type = [number, string]
    doc  = "OpenBao: largest size of an image, in bytes."
  }
  attr "disable_standby_reads" {
    type = [bool, number]
    doc  = "OpenBao: standby nodes forward reads to the active node."
  }
  attr "introspection_endpoint" {
    type = [bool, number]
    doc  = "Enables the `/sys/internal/inspect` endpoint."
  }
  attr "raw_storage_endpoint" {
    type = [bool, number]
    doc  = "Enables the `/sys/raw` endpoint, which reads and writes the storage below the encryption."
  }
  attr "cluster_cipher_suites" {
    type = string
    doc  = "TLS cipher suites for communication between servers, separated by commas."
  }
  attr "allow_audit_log_prefixing" {
    type = [bool, number]
    doc  = "Allows audit devices to write a prefix before each line."
  }
  attr "unsafe_allow_api_audit_creation" {
    type = [bool, number]
    doc  = "OpenBao: allows creation of audit devices with the API."
  }
  attr "unsafe_cross_namespace_identity" {
    type = [bool, number]
    doc  = "OpenBao: allows identity groups to include members of other namespaces."
  }
  attr "enable_response_header_hostname" {
    type = [bool, number]
    doc  = "Adds a header with the host name to every response."
  }
  attr "enable_response_header_raft_node_id" {
    type = [bool, number]
    doc  = "Adds a header with the Raft node ID to every response."
  }
  attr "log_requests_level" {
    type    = string
    values  = ["error", "warn", "info", "debug", "trace", "off"]
    unknown = allowed
    doc     = "Level at which completed requests are logged."
  }
  attr "detect_deadlocks" {
    type = string
    doc  = "Locks to monitor for deadlocks, separated by commas."
  }
  attr "imprecise_lease_role_tracking" {
    type = [bool, number]
    doc  = "Counts leases by role faster, but less exactly."
  }
  attr "license_path" {
    type   = string
    format = path
    doc    = "License file (Enterprise)."
  }
  attr "enable_post_unseal_trace" {
    type = [bool, number]
    doc  = "Writes a trace of the steps after unsealing."
  }
  attr "post_unseal_trace_directory" {
    type   = string
    format = folder
    doc    = "Folder for post-unseal traces."
  }
  attr "reporting_scan_directory" {
    type   = string
    format = folder
    doc    = "Folder for reports."
  }
  attr "administrative_namespace_path" {
    type = string
    doc  = "Namespace from which the cluster can be administered (Enterprise)."
  }
  attr "enable_unauthenticated_access" {
    type = [list(string), string]
    doc  = "Endpoints that can be used without a token."
  }
  block_list "storage" {
    max_items = 1
    icon      = key
    doc       = "Storage backend for the data."
    label "type" {
      optional = true
      unknown  = allowed
      values   = ["raft", "file", "inmem", "consul", "dynamodb", "etcd", "gcs", "azure", "mysql", "postgresql", "s3", "aerospike", "alicloudoss", "cassandra", "cockroachdb", "couchdb", "foundationdb", "inmem_ha", "manta", "mssql", "oci", "spanner", "swift", "zookeeper"]
      reserved = ["*"] # others are warnings: another version may have them
      doc      = "Type of the storage."
    }
    check "storage-type" {
      condition = label.type != null
      message   = "A storage needs a type: `storage \"raft\"`."
    }
    case {
      on = label.type
      is = { raft = body.raft, file = body.file, inmem = body.agents.free, consul = body.consul }
    }
    object {}
  }
  block_list "backend" {
    deprecated = storage
    doc        = "Storage backend for the data."
    label "type" {
      optional = true
      doc      = "Type of the storage."
    }
    object {
      include = [body.agents.free]
    }
  }
  block_list "ha_storage" {
    max_items = 1
    icon      = key
    doc       = "Storage backend for the locks of the cluster, when `storage` does not support high availability."
    label "type" {
      optional = true
      doc      = "Type of the storage."
    }
    object {
      include = [body.agents.free]
    }
  }
  block_list "ha_backend" {
    deprecated = ha_storage
    doc        = "Storage backend for the locks of the cluster."
    label "type" {
      optional = true
      doc      = "Type of the storage."
    }
    object {
      include = [body.agents.free]
    }
  }
  block_list "listener" {
    also = attr
    icon = interface
    doc  = "Listener for requests."
    label "type" {
      optional = true
      values   = ["tcp", "unix"]
      doc      = "Type of the listener: `tcp`, or `unix` for a socket."
    }
    object {
      include = [body.listener]
    }
  }
  block_list "seal" {
    also = attr
    icon = key
    doc  = "Seal that protects the root key."
    check "seal-type" {
      condition = label.type != null
      message   = "A seal needs a type: `seal \"awskms\"`."
      severity  = warning
    }
    label "type" {
      optional = true
      unknown  = allowed
      values   = ["awskms", "azurekeyvault", "alicloudkms", "gcpckms", "ocikms", "pkcs11", "shamir", "static", "transit", "kmip"]
      reserved = ["*"]
      doc      = "Service or device that holds the key."
    }
    case {
      on = label.type
      is = { alicloudkms = body.seal_alicloudkms, awskms = body.seal_awskms, azurekeyvault = body.seal_azurekeyvault, gcpckms = body.seal_gcpckms, ocikms = body.seal_ocikms, pkcs11 = body.seal_pkcs11, static = body.seal_static, transit = body.seal_transit }
    }
    object {
      include = [body.agents.free]
      attr "priority" {
        type = number
        doc  = "Priority among several seals."
      }
      attr "name" {
        type = string
        doc  = "Name of the seal, when there are several."
      }
      attr "disabled" {
        type = [bool, number]
        doc  = "Disables the seal, for migration away from it."
      }
      attr "purpose" {
        type = [list(string), string]
        doc  = "Purpose of the key."
      }
    }
  }
  block_list "telemetry" {
    max_items = 1
    doc       = "Metrics of the server."
    object {
      include = [body.telemetry]
    }
  }
  block_list "service_registration" {
    doc = "Service discovery registration of the server."
    label "type" {
      optional = true
      values   = ["consul", "kubernetes"]
      unknown  = allowed
      reserved = ["*"]
      doc      = "Type of the registration: `consul` or `kubernetes`."
    }
    object {
      include = [body.agents.free]
    }
  }
  block_list "entropy" {
    doc = "Entropy source for random values."
    label "source" {
      optional = true
      values   = ["seal"]
      doc      = "Source of the entropy."
    }
    object {
      attr "mode" {
        type   = string
        values = ["augmentation"]
        doc    = "Mode of use."
      }
    }
  }
  block_list "user_lockout" {
    doc = "Lockout of users after failed logins."
    check "lockout-type" {
      condition = label.type != null || self.type != null
      message   = "A lockout needs a type of auth methods, or `all` for all of them: `user_lockout \"all\"`."
      severity  = warning
    }
    label "type" {
      optional = true
      unknown  = warning
      values   = ["all", "approle", "ldap", "userpass"]
      doc      = "Type of the auth method; `all` for all of them."
    }
    object {
      attr "type" {
        type = string
        doc  = "Type of the auth method, in place of a label."
      }
      attr "lockout_threshold" {
        type = number
        doc  = "Number of failed logins before a user is locked out."
      }
      attr "lockout_duration" {
        type    = [string, number]
        pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
        doc     = "Duration of the lockout."
      }
      attr "lockout_counter_reset" {
        type    = [string, number]
        pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
        doc     = "Time without a failed login after which the counter is reset."
      }
      attr "disable_lockout" {
        type = [bool, number]
        doc  = "Disables the lockout of users."
      }
    }
  }
  block_list "kms" {
    doc = "Key for the encryption of this configuration."
    label "type" {
      optional = true
      doc      = "Service that holds the key."
    }
    object {
      include = [body.agents.free]
      attr "purpose" {
        type = [list(string), string]
        doc  = "Purpose of the key."
      }
    }
  }
  block_list "kms_library" {
    doc = "PKCS#11 library (Enterprise)."
    label "type" {
      optional = true
      doc      = "Type of the library."
    }
    object {
      include = [body.agents.free]
    }
  }
  block_list "reporting" {
    doc = "Usage reports."
    object {
      include = [body.agents.free]
      attr "snapshot_retention_time" {
        type    = [string, number]
        pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
        doc     = "Retention time of snapshots."
      }
      attr "disable_product_usage_reporting" {
        type = [bool, number]
        doc  = "Disables reports about product usage."
      }
      block_list "license" {
        max_items = 1
        doc       = "License reporting."
        object {
          include = [body.agents.free]
          attr "enabled" {
            type = [bool, number]
            doc  = "Enables license reporting."
          }
        }
      }
    }
  }
  block_list "request_limiter" {
    doc = "Limits on requests under load."
    object {
      include = [body.agents.free]
      attr "disable" {
        type = [bool, number]
        doc  = "Disables the request limiter."
      }
    }
  }
  block_list "audit" {
    doc = "OpenBao: audit device."
    label "type" {
      optional = true
      doc      = "Type of the audit device."
    }
    label "path" {
      optional = true
      doc      = "Path of the audit device."
    }
    object {
      include = [body.agents.free]
      attr "description" {
        type = string
        doc  = "Description of the audit device."
      }
      block_list "options" {
        max_items = 1
        doc       = "Options of the audit device."
        object {
          attr "*" {
            doc = "Option of the audit device."
          }
        }
      }
    }
  }
  block_list "plugin" {
    doc = "OpenBao: plugin that is downloaded and registered."
    label "type" {
      optional = true
      doc      = "Type of the plugin."
    }
    label "name" {
      optional = true
      doc      = "Name of the plugin."
    }
    object {
      include = [body.agents.free]
    }
  }
  block_list "initialize" {
    doc = "OpenBao: requests that initialize a new server."
    label "name" {
      optional = true
      doc      = "Name of the step."
    }
    object {
      include = [body.agents.free]
    }
  }
  block_list "replication" {
    max_items = 1
    doc       = "Replication between clusters (Enterprise)."
    object {
      attr "resolver_discover_servers" {
        type = [bool, number]
        doc  = "Servers look for the active node of the other cluster among all of its nodes."
      }
      attr "logshipper_buffer_length" {
        type = number
        doc  = "Number of entries of the log that are kept in memory for other clusters."
      }
      attr "logshipper_buffer_size" {
        type = [string, number]
        doc  = "Size of the log that is kept in memory for other clusters, such as `5gb`."
      }
      attr "allow_forwarding_via_header" {
        type = [bool, number]
        doc  = "Clients can ask with a header that a request goes to the active node."
      }
      attr "allow_forwarding_via_token" {
        type   = string
        values = ["new_token"]
        doc    = "New tokens of secondary clusters can be used at once."
      }
      attr "best_effort_wal_wait_duration" {
        type = [string, number]
        doc  = "How long a request of a secondary cluster waits for the data that it has written."
      }
      attr "replication_canary_write_interval_seconds" {
        type = number
        doc  = "Seconds between the writes that measure how far secondary clusters are behind."
      }
    }
  }
  block_list "adaptive_overload_protection" {
    max_items = 1
    doc       = "Limits on writes while the server is overloaded (Enterprise)."
    object {
      attr "disable_write_controller" {
        type = [bool, number]
        doc  = "Does not limit writes."
      }
    }
  }
  block_list "sentinel" {
    doc = "Settings of Sentinel (Enterprise)."
    object {
      include = [body.agents.free]
      attr "additional_enabled_modules" {
        type = [list(string), string]
        doc  = "Additional modules that policies can import."
      }
    }
  }
  block_list "observations" {
    max_items = 1
    doc       = "Destination of observations."
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
      doc      = "Folder for the data."
    }
    attr "node_id" {
      type = string
      doc  = "ID of the node in the cluster."
    }
    attr "performance_multiplier" {
      type = number
      min  = 0
      max  = 10
      doc  = "Factor for heartbeat and election timeouts; 1 is the fastest."
    }
    attr "trailing_logs" {
      type = number
      doc  = "Number of Raft log entries to keep after a snapshot."
    }
    attr "snapshot_threshold" {
      type = number
      doc  = "Number of Raft log entries after which a snapshot is taken."
    }
    attr "snapshot_interval" {
      type = number
      doc  = "Interval between checks whether a snapshot is due, in seconds."
    }
    attr "max_entry_size" {
      type = number
      doc  = "Maximum size of an entry in bytes."
    }
    attr "max_mount_and_namespace_table_entry_size" {
      type = number
      doc  = "Maximum size of an entry in the mount and namespace tables, in bytes."
    }
    attr "autopilot_reconcile_interval" {
      type    = [string, number]
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
      doc     = "Interval at which autopilot applies changes of the cluster."
    }
    attr "autopilot_update_interval" {
      type    = [string, number]
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
      doc     = "Interval at which autopilot updates the state of the cluster."
    }
    attr "autopilot_upgrade_version" {
      type = string
      doc  = "Version of this server for automatic upgrades."
    }
    attr "autopilot_redundancy_zone" {
      type = string
      doc  = "Redundancy zone of this server."
    }
    attr "raft_log_level" {
      type    = string
      values  = ["trace", "debug", "info", "warn", "error"]
      unknown = allowed
      doc     = "Log level of Raft."
    }
    attr "raft_wal" {
      type = [bool, number]
      doc  = "Stores the Raft log as a write-ahead log."
    }
    attr "raft_log_verifier_enabled" {
      type = [bool, number]
      doc  = "Verifies the Raft log for corruption."
    }
    attr "raft_log_verification_interval" {
      type    = [string, number]
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
      doc     = "Interval between verifications of the Raft log."
    }
    attr "retry_join_as_non_voter" {
      type = [bool, number]
      doc  = "Joins the cluster without a vote."
    }
    block_list "retry_join" {
      also = attr
      doc  = "Server of the cluster to join."
      object {
        include = [body.agents.free]
        attr "leader_api_addr" {
          type = string
          doc  = "API address of the server."
        }
        attr "auto_join" {
          type = string
          doc  = "Cloud discovery settings to find servers."
        }
        attr "auto_join_scheme" {
          type   = string
          values = ["http", "https"]
          doc    = "URL scheme of discovered servers."
        }
        attr "auto_join_port" {
          type = number
          doc  = "Port of discovered servers."
        }
        attr "leader_tls_servername" {
          type = string
          doc  = "Server name to expect in the certificate."
        }
        attr "leader_ca_cert" {
          type = string
          doc  = "CA certificate, in PEM format."
        }
        attr "leader_client_cert" {
          type = string
          doc  = "Client certificate, in PEM format."
        }
        attr "leader_client_key" {
          type      = string
          sensitive = true
          doc       = "Private key of the client certificate, in PEM format."
        }
        attr "leader_ca_cert_file" {
          type   = string
          format = path
          doc    = "Certificate file of the CA."
        }
        attr "leader_client_cert_file" {
          type   = string
          format = path
          doc    = "Client certificate file."
        }
        attr "leader_client_key_file" {
          type   = string
          format = path
          doc    = "Private key file of the client certificate."
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
      doc      = "Folder for the data."
    }
  }
}

body "consul" {
  object {
    include = [body.agents.free]
    attr "address" {
      type = string
      doc  = "Address of the Consul agent."
    }
    attr "path" {
      type = string
      doc  = "Path prefix in the KV store."
    }
    attr "scheme" {
      type   = string
      values = ["http", "https"]
      doc    = "URL scheme of the Consul agent."
    }
    attr "token" {
      type      = string
      sensitive = true
      doc       = "ACL token."
    }
    attr "service" {
      type = string
      doc  = "Name of the service to register."
    }
    attr "service_tags" {
      type = string
      doc  = "Tags of the service, separated by commas."
    }
    attr "service_address" {
      type = string
      doc  = "Address of the service."
    }
    attr "check_timeout" {
      type    = [string, number]
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
      doc     = "Interval between health checks."
    }
    attr "consistency_mode" {
      type   = string
      values = ["default", "strong"]
      doc    = "Consistency mode of reads."
    }
    attr "disable_registration" {
      type = [bool, number]
      doc  = "Disables registration of the service. HCL 1 takes it as a string."
    }
    attr "max_parallel" {
      type = number
      doc  = "Maximum number of parallel requests."
    }
    attr "session_ttl" {
      type    = [string, number]
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
      doc     = "TTL of the session."
    }
    attr "lock_wait_time" {
      type    = [string, number]
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
      doc     = "Maximum wait time for a lock."
    }
    attr "tls_ca_file" {
      type   = string
      format = path
      doc    = "Certificate file of the CA."
    }
    attr "tls_cert_file" {
      type   = string
      format = path
      doc    = "Client certificate file."
    }
    attr "tls_key_file" {
      type   = string
      format = path
      doc    = "Private key file of the client certificate."
    }
    attr "tls_min_version" {
      type = string
      doc  = "Minimum TLS version."
    }
    attr "tls_skip_verify" {
      type = [bool, number]
      doc  = "Skips verification of the agent's certificate."
    }
  }
}

body "listener" {
  check "listener-key" {
    condition = first(self.tls_cert_file, "") == "" || first(self.tls_key_file, "") != "" || first(self.tls_disable, false) != false
    message   = "The certificate needs its private key: set `tls_key_file`."
    at        = attr.tls_cert_file
    severity  = warning
  }
  check "listener-certificate" {
    condition = !set.address || first(label.type, self.type, "") != "tcp" || self.tls_disable != null || self.tls_cert_file != null || self.tls_acme_ca_directory != null || self.tls_acme_domains != null || self.tls_acme_email != null || self.tls_acme_cache_path != null
    message   = "Without `tls_disable = true`, Vault needs `tls_cert_file` and `tls_key_file` here. OpenBao asks an ACME server for a certificate."
    severity  = info
  }
  check "listener-port" {
    condition = !can(regex(":[0-9]+$", self.address)) || tonumber(regex(":([0-9]+)$", self.address)[0]) <= 65535
    message   = "A port is at most 65535."
    at        = attr.address
    severity  = warning
  }
  check "listener-type" {
    condition = label.type != null || set.type || !set.address
    message   = "A listener needs a type: `listener \"tcp\"`."
  }
  object {
    include = [body.agents.listener]
    unknown = warning
    attr "address" {
      type = string
      doc  = "Address and port, or the path of the socket."
    }
    attr "purpose" {
      doc = "Purpose of the listener."
    }
    attr "role" {
      type = string
      doc  = "Role of the listener: `metrics_only` serves only metrics."
    }
    attr "max_request_size" {
      type = number
      doc  = "Maximum size of a request in bytes; a negative number for no limit."
    }
    attr "require_request_header" {
      type = [bool, number]
      doc  = "Requires the `X-Vault-Request` header."
    }
    attr "tls_prefer_server_cipher_suites" {
      type       = [bool, number]
      deprecated = "It has no effect."
      doc        = "Prefers the server's order of cipher suites."
    }
    attr "tls_acme_ca_directory" {
      type = string
      doc  = "OpenBao: directory URL of the ACME server that issues certificates."
    }
    attr "tls_acme_ca_root" {
      type = string
      doc  = "OpenBao: certificates of the authority that the ACME server's own certificate comes from."
    }
    attr "tls_acme_test_ca_directory" {
      type = string
      doc  = "OpenBao: directory URL of an ACME server for tests, which is asked first."
    }
    attr "tls_acme_domains" {
      type = [list(string), string]
      doc  = "OpenBao: domains of the certificates from the ACME server."
    }
    attr "tls_acme_email" {
      type = string
      doc  = "OpenBao: contact address of the ACME account."
    }
    attr "tls_acme_cache_path" {
      type = string
      doc  = "OpenBao: folder of the certificates and of the ACME account."
    }
    attr "tls_acme_eab_key_id" {
      type = string
      doc  = "OpenBao: ID of the key that binds the ACME account to an existing one."
    }
    attr "tls_acme_eab_mac_key" {
      type = string
      doc  = "OpenBao: key that binds the ACME account to an existing one."
    }
    attr "tls_acme_key_type" {
      type = string
      doc  = "OpenBao: type of the private keys of the certificates."
    }
    attr "tls_acme_challenge_host" {
      type = string
      doc  = "OpenBao: address on which ACME challenges are answered."
    }
    attr "tls_acme_disable_http_challenge" {
      type = [bool, number]
      doc  = "OpenBao: does not answer HTTP challenges."
    }
    attr "tls_acme_disable_alpn_challenge" {
      type = [bool, number]
      doc  = "OpenBao: does not answer TLS-ALPN challenges."
    }
    attr "tls_acme_http_challenge_port" {
      type = number
      doc  = "OpenBao: port on which HTTP challenges are answered."
    }
    attr "tls_acme_alpn_challenge_port" {
      type = number
      doc  = "OpenBao: port on which TLS-ALPN challenges are answered."
    }
    attr "tls_auto_reload" {
      type = [bool, number]
      doc  = "OpenBao: reads the certificate again when its files change."
    }
    attr "tls_auto_reload_interval" {
      type = [string, number]
      doc  = "OpenBao: how often the files of the certificate are looked at."
    }
    attr "x_forwarded_for_client_cert_header" {
      type = string
      doc  = "Header with the client certificate."
    }
    attr "x_forwarded_for_client_cert_header_decoders" {
      type = string
      doc  = "Decoders for the header with the client certificate."
    }
    attr "chroot_namespace" {
      type = string
      doc  = "Namespace that is the root for all requests."
    }
    attr "redact_addresses" {
      type = [bool, number]
      doc  = "Removes addresses from unauthenticated responses."
    }
    attr "redact_cluster_name" {
      type = [bool, number]
      doc  = "Removes the cluster name from unauthenticated responses."
    }
    attr "redact_version" {
      type = [bool, number]
      doc  = "Removes the version from unauthenticated responses."
    }
    attr "disable_replication_status_endpoints" {
      type = [bool, number]
      doc  = "Disables the endpoints for the replication status."
    }
    attr "disable_request_limiter" {
      type = [bool, number]
      doc  = "Disables the request limiter for this listener."
    }
    attr "disable_unauthed_rekey_endpoints" {
      type = [bool, number]
      doc  = "OpenBao: requires a token for rekeying."
    }
    attr "max_json_depth" {
      type = number
      doc  = "Maximum nesting depth of JSON."
    }
    attr "max_json_string_value_length" {
      type = number
      doc  = "Maximum length of a JSON string."
    }
    attr "max_json_object_entry_count" {
      type = number
      doc  = "Maximum number of entries in a JSON object."
    }
    attr "max_json_array_element_count" {
      type = number
      doc  = "Maximum number of elements in a JSON array."
    }
    attr "max_json_token" {
      type = number
      doc  = "Maximum number of JSON tokens in a request."
    }
    block_list "custom_response_headers" {
      also = attr
      doc  = "Custom response headers, by status code."
      object {
        include = [body.agents.free]
      }
    }
    block_list "agent_api" {
      max_items = 1
      doc       = "API endpoints of the agent."
      object {
        attr "enable_quit" {
          type = [bool, number]
          doc  = "Enables the `/agent/v1/quit` endpoint."
        }
      }
    }
    block_list "proxy_api" {
      max_items = 1
      doc       = "API endpoints of the proxy."
      object {
        attr "enable_quit" {
          type = [bool, number]
          doc  = "Enables the `/proxy/v1/quit` endpoint."
        }
      }
    }
    block_list "telemetry" {
      also = attr
      doc  = "Metrics on this listener."
      object {
        attr "unauthenticated_metrics_access" {
          type = [bool, number]
          doc  = "Serves metrics without a token."
        }
        attr "disallow_metrics" {
          type = [bool, number]
          doc  = "Disables metrics on this listener."
        }
        attr "metrics_only" {
          type = [bool, number]
          doc  = "Serves only metrics on this listener."
        }
      }
    }
    block_list "profiling" {
      also = attr
      doc  = "Profiling on this listener."
      object {
        attr "unauthenticated_pprof_access" {
          type = [bool, number]
          doc  = "Serves profiles without a token."
        }
        attr "unauthenticated_in_flight_request_access" {
          type = [bool, number]
          doc  = "Serves in-flight requests without a token."
        }
      }
    }
    block_list "inflight_requests_logging" {
      also = attr
      doc  = "Information about in-flight requests."
      object {
        attr "unauthenticated_in_flight_requests_access" {
          type = [bool, number]
          doc  = "Serves in-flight requests without a token."
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
      doc  = "Address of a Statsite server."
    }
    attr "statsd_address" {
      type = string
      doc  = "Address of a StatsD server."
    }
    attr "disable_hostname" {
      type = [bool, number]
      doc  = "Omits the host name from the names of metrics."
    }
    attr "enable_hostname_label" {
      type = [bool, number]
      doc  = "Adds the host name as a label."
    }
    attr "metrics_prefix" {
      type = string
      doc  = "Prefix of all metrics."
    }
    attr "usage_gauge_period" {
      type    = [string, number]
      pattern = "none|[0-9].*"
      doc     = "Interval between updates of usage gauges; \"none\" disables them."
    }
    attr "maximum_gauge_cardinality" {
      type = number
      doc  = "Maximum cardinality of gauge labels."
    }
    attr "prometheus_retention_time" {
      type    = [string, number]
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
      doc     = "Time that metrics are kept for Prometheus; 0 disables it."
    }
    attr "dogstatsd_addr" {
      type = string
      doc  = "Address of a DogStatsD server."
    }
    attr "dogstatsd_tags" {
      type = [list(string), string]
      doc  = "Tags of all metrics that are sent to DogStatsD."
    }
    attr "stackdriver_project_id" {
      type = string
      doc  = "Google Cloud project."
    }
    attr "stackdriver_location" {
      type = string
      doc  = "Google Cloud location."
    }
    attr "stackdriver_namespace" {
      type = string
      doc  = "Namespace for the metrics in Google Cloud."
    }
    attr "stackdriver_debug_logs" {
      type = [bool, number]
      doc  = "Logs the data that is sent to Google Cloud."
    }
    attr "lease_metrics_epsilon" {
      type    = [string, number]
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
      doc     = "Width of the buckets for expiring leases."
    }
    attr "num_lease_metrics_buckets" {
      type = number
      doc  = "Number of buckets for expiring leases."
    }
    attr "add_lease_metrics_namespace_labels" {
      type = [bool, number]
      doc  = "Adds the namespace to the lease metrics."
    }
    attr "add_mount_point_rollback_metrics" {
      type = [bool, number]
      doc  = "Counts rollbacks for each mount point."
    }
    attr "filter_default" {
      type = [bool, number]
      doc  = "Sends metrics that no filter matches."
    }
    attr "prefix_filter" {
      type = list(string)
      doc  = "Prefixes of metrics to send (`+`) or to block (`-`)."
    }
  }
}

# Arguments of seals. Others may exist, and all of them can be in the environment.
body "seal_access" {
  object {
    attr "region" { doc = "Region of the key." }
    attr "access_key" {
      sensitive = true
      doc       = "Access key."
    }
    attr "secret_key" {
      sensitive = true
      doc       = "Secret key."
    }
  }
}
body "seal_alicloudkms" {
  object {
    include = [body.seal_access]
    attr "domain" { doc = "Endpoint of the service." }
    attr "kms_key_id" { doc = "Id of the key." }
  }
}
body "seal_awskms" {
  object {
    include = [body.seal_access]
    attr "session_token" {
      sensitive = true
      doc       = "Session token."
    }
    attr "shared_creds_filename" { doc = "File with credentials." }
    attr "shared_creds_profile" { doc = "Profile of the credentials." }
    attr "kms_key_id" { doc = "Id, ARN or alias of the key." }
    attr "endpoint" { doc = "Endpoint of the service." }
  }
}
body "seal_azurekeyvault" {
  object {
    attr "tenant_id" { doc = "Tenant." }
    attr "client_id" { doc = "Client id." }
    attr "client_secret" {
      sensitive = true
      doc       = "Client secret."
    }
    attr "environment" { doc = "Azure environment." }
    attr "vault_name" { doc = "Name of the vault with the key." }
    attr "key_name" { doc = "Name of the key." }
    attr "resource" { doc = "DNS suffix of the vault." }
  }
}
body "seal_gcpckms" {
  object {
    attr "credentials" { doc = "File with credentials." }
    attr "project" { doc = "Project of the key." }
    attr "region" { doc = "Location of the key." }
    attr "key_ring" { doc = "Key ring." }
    attr "crypto_key" { doc = "Name of the key." }
  }
}
body "seal_ocikms" {
  object {
    attr "key_id" { doc = "OCID of the key." }
    attr "crypto_endpoint" { doc = "Endpoint for encryption." }
    attr "management_endpoint" { doc = "Endpoint for management." }
    attr "auth_type_api_key" { doc = "Whether an API key authenticates, instead of the instance." }
  }
}
body "seal_pkcs11" {
  object {
    attr "lib" { doc = "Path of the library of the device." }
    attr "slot" { doc = "Number of the slot." }
    attr "token_label" { doc = "Label of the token." }
    attr "pin" {
      sensitive = true
      doc       = "PIN of the device."
    }
    attr "key_label" { doc = "Label of the key." }
    attr "default_key_label" { doc = "Label of the key for values without one." }
    attr "key_id" { doc = "Id of the key." }
    attr "hmac_key_label" { doc = "Label of the key for HMAC." }
    attr "default_hmac_key_label" { doc = "Label of the HMAC key for values without one." }
    attr "hmac_key_id" { doc = "Id of the key for HMAC." }
    attr "mechanism" { doc = "Mechanism of encryption." }
    attr "hmac_mechanism" { doc = "Mechanism of the HMAC." }
    attr "generate_key" { doc = "Whether missing keys are generated." }
    attr "force_rw_session" { doc = "Whether sessions are for reading and writing." }
    attr "rsa_encrypt_local" { doc = "Whether the server encrypts with RSA itself." }
    attr "rsa_oaep_hash" { doc = "Hash of RSA-OAEP." }
    attr "max_parallel" { doc = "Number of operations at the same time." }
  }
}
body "seal_static" {
  object {
    attr "current_key_id" { doc = "Id of the key." }
    attr "current_key" {
      sensitive = true
      doc       = "The key, in Base64 or hexadecimal digits, or its source."
    }
    attr "previous_key_id" { doc = "Id of the key before." }
    attr "previous_key" {
      sensitive = true
      doc       = "The key before."
    }
  }
}
body "seal_transit" {
  object {
    attr "address" { doc = "Address of the Vault server with the key." }
    attr "token" {
      sensitive = true
      doc       = "Token for that server."
    }
    attr "key_name" { doc = "Name of the key." }
    attr "key_id_prefix" { doc = "Prefix of the key id in the metadata." }
    attr "mount_path" { doc = "Path of the transit engine." }
    attr "namespace" { doc = "Namespace of the transit engine." }
    attr "disable_renewal" { doc = "Whether the token is not renewed." }
    attr "tls_ca_cert" { doc = "File with certificates of authorities." }
    attr "tls_client_cert" { doc = "File with the certificate of the client." }
    attr "tls_client_key" { doc = "File with the key of the client." }
    attr "tls_server_name" { doc = "Name of the server for TLS." }
    attr "tls_skip_verify" { doc = "Whether certificates are not checked." }
  }
}

# Of a duration of leases, which is 32 days by default. Null, an error, for what is none.
function "seconds_of" {
  params = [duration]
  result = (
    contains(["", "0"], "${first(duration, "")}") || can(regex("^0+[a-z]+$", duration)) ? 32 * 24 * 3600 :
    can(tonumber(duration)) ? tonumber(duration) :
    can(regex("^([0-9]+(s|m|h|d))+$", duration)) ? sum([for part in regexall("([0-9]+)(s|m|h|d)", duration) : tonumber(part[0]) * { s = 1, m = 60, h = 3600, d = 86400 }[part[1]]]) : null
  )
  visible = pack
}
