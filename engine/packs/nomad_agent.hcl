# Configuration of Nomad agents: servers and clients. Written in HCL 1.
language "nomad-agent" {
  title   = "Nomad agent"
  ids     = ["nomad-agent"]
  files   = ["nomad.hcl", "*.nomad-agent.hcl"]
  content = "^\\s+(server_join|drain_on_shutdown|default_scheduler_config|plan_rejection_tracker|host_volume +\"[^\"]+\") *\\{|^\\s+(bootstrap_expect|node_class|bridge_network_name|cni_path|authoritative_region|enabled_schedulers|gc_max_allocs|publish_allocation_metrics|network_interface) *=|^plugin +\"(docker|raw_exec|exec|java|qemu|podman|nomad-driver-[a-z]+)\" *\\{"
  syntax  = hcl1
  rules   = reference
}

object {
  attr "region" {
    type = string
    doc  = "Region of the agent."
  }
  attr "datacenter" {
    type = string
    doc  = "Datacenter of the agent."
  }
  attr "name" {
    type = string
    doc  = "Name of the node. Defaults to the host name."
  }
  attr "data_dir" {
    type   = string
    format = folder
    doc    = "Directory for the agent's state."
  }
  attr "plugin_dir" {
    type   = string
    format = folder
    doc    = "Directory with task driver and device plugins."
  }
  attr "log_level" {
    type   = string
    values = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "trace", "debug", "info", "warn", "error"]
    open   = true
    doc    = "Log level."
  }
  attr "log_json" {
    types = [bool, number]
    doc   = "Writes the log in JSON format."
  }
  attr "log_file" {
    type   = string
    format = path
    doc    = "Path of the log file."
  }
  attr "log_include_location" {
    types = [bool, number]
    doc   = "Adds the source file and line to each log message."
  }
  attr "log_rotate_duration" {
    type   = string
    format = duration
    doc    = "Maximum age of a file before it is rotated."
  }
  attr "log_rotate_bytes" {
    type = number
    doc  = "Maximum size of a file in bytes before it is rotated."
  }
  attr "log_rotate_max_files" {
    type = number
    doc  = "Maximum number of rotated files to keep."
  }
  attr "bind_addr" {
    type = string
    doc  = "Address on which the agent's services listen."
  }
  attr "enable_debug" {
    types = [bool, number]
    doc   = "Enables the debug endpoints (profiling) without an ACL token."
  }
  attr "leave_on_interrupt" {
    types = [bool, number]
    doc   = "Leaves the cluster on an interrupt signal."
  }
  attr "leave_on_terminate" {
    types = [bool, number]
    doc   = "Leaves the cluster on a termination signal."
  }
  attr "enable_syslog" {
    types = [bool, number]
    doc   = "Logs to syslog."
  }
  attr "syslog_facility" {
    type = string
    doc  = "Syslog facility."
  }
  attr "disable_update_check" {
    types = [bool, number]
    doc   = "Disables the check for new versions."
  }
  attr "disable_anonymous_signature" {
    types = [bool, number]
    doc   = "Omits the anonymous signature that deduplicates version checks."
  }
  block_list "ports" {
    singleton = true
    doc       = "Ports of the agent's services."
    object {
      attr "http" {
        type = number
        doc  = "Port of the HTTP API."
      }
      attr "rpc" {
        type = number
        doc  = "Port for RPC between agents."
      }
      attr "serf" {
        type = number
        doc  = "Port for gossip (Serf)."
      }
    }
  }
  block_list "addresses" {
    singleton = true
    doc       = "Bind addresses of individual services. Override `bind_addr`."
    object { include = [body.addresses] }
  }
  block_list "advertise" {
    singleton = true
    doc       = "Addresses to advertise to other agents."
    object { include = [body.addresses] }
  }
  block_list "client" {
    singleton = true
    icon      = class
    doc       = "Client settings. Clients run tasks on this node."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Enables client mode."
      }
      attr "state_dir" {
        type   = string
        format = folder
        doc    = "Directory for the client's state."
      }
      attr "alloc_dir" {
        type   = string
        format = folder
        doc    = "Directory for allocation data."
      }
      attr "alloc_mounts_dir" {
        type   = string
        format = folder
        doc    = "Directory for mounts of allocations."
      }
      attr "host_volumes_dir" {
        type   = string
        format = folder
        doc    = "Directory for dynamic host volumes."
      }
      attr "host_volume_plugin_dir" {
        type   = string
        format = folder
        doc    = "Directory with dynamic host volume plugins."
      }
      attr "common_plugin_dir" {
        type   = string
        format = folder
        doc    = "Directory with common plugins."
      }
      attr "servers" {
        types = [list(string), string]
        doc   = "Addresses of servers to register with."
      }
      attr "node_class" {
        type = string
        doc  = "Node class."
      }
      attr "node_pool" {
        type = string
        doc  = "Node pool."
      }
      attr "network_interface" {
        type = string
        doc  = "Network interface for tasks."
      }
      attr "preferred_address_family" {
        type   = string
        values = ["ipv4", "ipv6"]
        doc    = "Preferred IP address family."
      }
      attr "network_speed" {
        type = number
        doc  = "Network speed in Mbit/s."
      }
      attr "cpu_disable_dmidecode" {
        types = [bool, number]
        doc   = "Does not use `dmidecode` to detect the CPU speed."
      }
      attr "cpu_total_compute" {
        type = number
        doc  = "Total CPU of the node in MHz."
      }
      attr "memory_total_mb" {
        type = number
        doc  = "Total memory of the node in MB."
      }
      attr "disk_total_mb" {
        type = number
        doc  = "Total disk space of the node in MB."
      }
      attr "disk_free_mb" {
        type = number
        doc  = "Free disk space of the node in MB."
      }
      attr "reservable_cores" {
        type = string
        doc  = "CPU cores that tasks can reserve."
      }
      attr "max_kill_timeout" {
        type   = string
        format = duration
        doc    = "Maximum `kill_timeout` that tasks can set."
      }
      attr "client_max_port" {
        type = number
        doc  = "Upper bound of the port range for task drivers."
      }
      attr "client_min_port" {
        type = number
        doc  = "Lower bound of the port range for task drivers."
      }
      attr "max_dynamic_port" {
        type = number
        doc  = "Upper bound of the dynamic port range."
      }
      attr "min_dynamic_port" {
        type = number
        doc  = "Lower bound of the dynamic port range."
      }
      attr "gc_interval" {
        type   = string
        format = duration
        doc    = "Interval between garbage collections."
      }
      attr "gc_parallel_destroys" {
        type = number
        doc  = "Maximum number of allocations to destroy in parallel."
      }
      attr "gc_disk_usage_threshold" {
        type = number
        doc  = "Disk usage in percent that triggers garbage collection."
      }
      attr "gc_inode_usage_threshold" {
        type = number
        doc  = "Inode usage in percent that triggers garbage collection."
      }
      attr "gc_max_allocs" {
        type = number
        doc  = "Number of allocations that triggers garbage collection."
      }
      attr "gc_volumes_on_node_gc" {
        types = [bool, number]
        doc   = "Removes dynamic host volumes when the node is garbage collected."
      }
      attr "no_host_uuid" {
        types = [bool, number]
        doc   = "Generates a random node ID instead of using the host UUID."
      }
      attr "disable_remote_exec" {
        types = [bool, number]
        doc   = "Disables remote command execution in tasks."
      }
      attr "cni_path" {
        type = string
        doc  = "Search path for CNI plugins, with directories separated by colons."
      }
      attr "cni_config_dir" {
        type   = string
        format = folder
        doc    = "Directory with CNI configuration files."
      }
      attr "bridge_network_name" {
        type = string
        doc  = "Name of the bridge network."
      }
      attr "bridge_network_subnet" {
        type   = string
        format = cidr
        doc    = "Subnet of the bridge network."
      }
      attr "bridge_network_subnet_ipv6" {
        type   = string
        format = cidr
        doc    = "IPv6 subnet of the bridge network."
      }
      attr "bridge_network_hairpin_mode" {
        types = [bool, number]
        doc   = "Enables hairpin mode, so that tasks can reach themselves through the bridge."
      }
      attr "bind_wildcard_default_host_network" {
        types = [bool, number]
        doc   = "Binds ports of the default host network on all addresses."
      }
      attr "cgroup_parent" {
        type = string
        doc  = "Parent cgroup of all tasks."
      }
      attr "nomad_service_discovery" {
        types = [bool, number]
        doc   = "Enables Nomad native service discovery."
      }
      attr "node_max_allocs" {
        type = number
        doc  = "Maximum number of allocations on the node."
      }
      attr "log_file" {
        type   = string
        format = path
        doc    = "Path of the client's log file."
      }
      attr "default_ineligible" {
        types = [bool, number]
        doc   = "Marks the node ineligible for scheduling until it is enabled."
      }
      block_list "options" {
        singleton = true
        doc       = "Client options, including legacy task driver settings."
        object {
          any_attr {
            type = string
            doc  = "Value of the option."
          }
        }
      }
      block_list "meta" {
        singleton = true
        doc       = "Node metadata for use in constraints."
        object {
          any_attr {
            doc = "Value of the metadata key."
          }
        }
      }
      block_list "chroot_env" {
        singleton = true
        doc       = "Paths to copy or link into the chroot of tasks."
        object {
          any_attr {
            type = string
            doc  = "Destination path in the chroot."
          }
        }
      }
      block_list "reserved" {
        singleton = true
        doc       = "Resources that are reserved for the system and not available to tasks."
        object {
          attr "cpu" {
            type = number
            doc  = "CPU in MHz."
          }
          attr "cores" {
            type = string
            doc  = "CPU cores."
          }
          attr "memory" {
            type = number
            doc  = "Memory in MB."
          }
          attr "disk" {
            type = number
            doc  = "Disk space in MB."
          }
          attr "reserved_ports" {
            type = string
            doc  = "Ports or port ranges, such as `22,80,8500-8600`."
          }
        }
      }
      block_list "server_join" {
        singleton = true
        doc       = "Settings for joining servers."
        object {
          include = [body.join]
        }
      }
      block_list "host_volume" {
        icon = file
        doc  = "Directory on this node that tasks can mount as a volume."
        label "name" { doc = "Name of the volume." }
        object {
          attr "path" {
            type     = string
            format   = folder
            required = true
            doc      = "Path of the directory."
          }
          attr "read_only" {
            types = [bool, number]
            doc   = "Whether the volume is read-only."
          }
        }
      }
      block_list "host_network" {
        icon = interface
        doc  = "Host network of this node."
        label "name" { doc = "Name of the host network." }
        object {
          attr "interface" {
            type = string
            doc  = "Network interface."
          }
          attr "cidr" {
            type   = string
            format = cidr
            doc    = "Address range in CIDR notation."
          }
          attr "reserved_ports" {
            type = string
            doc  = "Ports that are not available to tasks."
          }
        }
      }
      block_list "template" {
        singleton = true
        doc       = "Settings for task templates."
        object {
          include = [body.agents.free]
          attr "function_denylist" {
            types = [list(string), string]
            doc   = "Functions that templates must not use."
          }
          attr "function_blacklist" {
            types       = [list(string), string]
            deprecated  = "This is now called `function_denylist`."
            replaced_by = function_denylist
            doc         = "Functions that templates must not use."
          }
          attr "disable_file_sandbox" {
            types = [bool, number]
            doc   = "Disables the file sandbox, so that templates can read any file."
          }
          attr "max_stale" {
            type   = string
            format = duration
            doc    = "Maximum staleness of Consul responses."
          }
          attr "block_query_wait" {
            type   = string
            format = duration
            doc    = "Maximum wait time of blocking queries."
          }
        }
      }
      block_list "artifact" {
        singleton = true
        doc       = "Limits for artifact downloads."
        object {
          attr "http_read_timeout" {
            type   = string
            format = duration
            doc    = "Timeout for HTTP downloads."
          }
          attr "http_max_size" {
            types   = [string, number]
            pattern = "[0-9.]+ *([kKmMgGtT]?i?[bB]?)"
            doc     = "Maximum size of an HTTP download."
          }
          attr "gcs_timeout" {
            type   = string
            format = duration
            doc    = "Timeout for Google Cloud Storage downloads."
          }
          attr "git_timeout" {
            type   = string
            format = duration
            doc    = "Timeout for Git downloads."
          }
          attr "hg_timeout" {
            type   = string
            format = duration
            doc    = "Timeout for Mercurial downloads."
          }
          attr "s3_timeout" {
            type   = string
            format = duration
            doc    = "Timeout for S3 downloads."
          }
          attr "decompression_file_count_limit" {
            type = number
            doc  = "Maximum number of files in an archive."
          }
          attr "decompression_size_limit" {
            types   = [string, number]
            pattern = "[0-9.]+ *([kKmMgGtT]?i?[bB]?)"
            doc     = "Maximum size of the decompressed content of an archive."
          }
          attr "disable_artifact_inspection" {
            types = [bool, number]
            doc   = "Disables the check for symlinks that leave the allocation directory."
          }
          attr "disable_filesystem_isolation" {
            types = [bool, number]
            doc   = "Disables file system isolation for downloads."
          }
          attr "filesystem_isolation_extra_paths" {
            types = [list(string), string]
            doc   = "Additional paths to make available in the sandbox."
          }
          attr "set_environment_variables" {
            type = string
            doc  = "Environment variables to pass to the downloader."
          }
        }
      }
      block_list "drain_on_shutdown" {
        singleton = true
        doc       = "Drains the node when the agent shuts down."
        object {
          attr "deadline" {
            type   = string
            format = duration
            doc    = "Deadline for the drain."
          }
          attr "ignore_system_jobs" {
            types = [bool, number]
            doc   = "Ignores system jobs during the drain."
          }
          attr "force" {
            types = [bool, number]
            doc   = "Stops allocations immediately, without a deadline."
          }
        }
      }
      block_list "users" {
        singleton = true
        doc       = "Settings for dynamic workload users."
        object {
          attr "dynamic_user_min" {
            type = number
            doc  = "Lowest user ID."
          }
          attr "dynamic_user_max" {
            type = number
            doc  = "Highest user ID."
          }
        }
      }
      block_list "fingerprint" {
        doc = "Settings of a node fingerprinter."
        label "name" {
          optional = true
          doc      = "Name of the fingerprinter."
        }
        object {
          attr "retry_interval" {
            type   = string
            format = duration
            doc    = "Interval between retries."
          }
          attr "retry_attempts" {
            type = number
            doc  = "Maximum number of attempts."
          }
          attr "exit_on_failure" {
            types = [bool, number]
            doc   = "Stops the agent when all attempts fail."
          }
        }
      }
    }
  }
  block_list "server" {
    singleton = true
    icon      = class
    doc       = "Server settings. Servers manage the cluster."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Enables server mode."
      }
      attr "authoritative_region" {
        type = string
        doc  = "Region from which ACLs are replicated."
      }
      attr "bootstrap_expect" {
        type = number
        min  = 0
        doc  = "Number of servers to wait for before bootstrapping the cluster."
      }
      attr "data_dir" {
        type   = string
        format = folder
        doc    = "Directory for the server's state."
      }
      attr "protocol_version" {
        type       = number
        deprecated = "It has no effect."
        doc        = "Protocol version."
      }
      attr "raft_protocol" {
        type = number
        doc  = "Raft protocol version."
      }
      attr "raft_multiplier" {
        type = number
        min  = 0
        max  = 10
        doc  = "Multiplier for Raft timing parameters."
      }
      attr "num_schedulers" {
        type = number
        doc  = "Number of scheduler workers to run in parallel."
      }
      attr "enabled_schedulers" {
        types = [list(string), string]
        doc   = "Scheduler types to run."
      }
      attr "node_gc_threshold" {
        type   = string
        format = duration
        doc    = "Minimum age of a lost node before it is garbage collected."
      }
      attr "job_gc_interval" {
        type   = string
        format = duration
        doc    = "Interval between garbage collections of jobs."
      }
      attr "job_gc_threshold" {
        type   = string
        format = duration
        doc    = "Minimum age of a finished job before it is garbage collected."
      }
      attr "eval_gc_threshold" {
        type   = string
        format = duration
        doc    = "Minimum age of an evaluation before it is garbage collected."
      }
      attr "batch_eval_gc_threshold" {
        type   = string
        format = duration
        doc    = "Minimum age of a batch job evaluation before it is garbage collected."
      }
      attr "deployment_gc_threshold" {
        type   = string
        format = duration
        doc    = "Minimum age of a deployment before it is garbage collected."
      }
      attr "csi_volume_claim_gc_interval" {
        type   = string
        format = duration
        doc    = "Interval between garbage collections of CSI volume claims."
      }
      attr "csi_volume_claim_gc_threshold" {
        type   = string
        format = duration
        doc    = "Minimum age of a CSI volume claim before it is garbage collected."
      }
      attr "csi_plugin_gc_threshold" {
        type   = string
        format = duration
        doc    = "Minimum age of an unused CSI plugin before it is garbage collected."
      }
      attr "acl_token_gc_threshold" {
        type   = string
        format = duration
        doc    = "Minimum age of an expired ACL token before it is garbage collected."
      }
      attr "root_key_gc_interval" {
        type   = string
        format = duration
        doc    = "Interval between garbage collections of encryption keys."
      }
      attr "root_key_gc_threshold" {
        type   = string
        format = duration
        doc    = "Minimum age of an unused encryption key before it is garbage collected."
      }
      attr "root_key_rotation_threshold" {
        type   = string
        format = duration
        doc    = "Age at which the encryption key is rotated."
      }
      attr "heartbeat_grace" {
        type   = string
        format = duration
        doc    = "Grace period for late heartbeats."
      }
      attr "min_heartbeat_ttl" {
        type   = string
        format = duration
        doc    = "Minimum time between heartbeats."
      }
      attr "max_heartbeats_per_second" {
        type = number
        doc  = "Maximum rate of heartbeats from all clients per second."
      }
      attr "failover_heartbeat_ttl" {
        type   = string
        format = duration
        doc    = "Time to live of heartbeats after a leader election."
      }
      attr "start_join" {
        types      = [list(string), string]
        deprecated = "Use `server_join` instead."
        doc        = "Servers to join at startup."
      }
      attr "retry_join" {
        types      = [list(string), string]
        deprecated = "Use `server_join` instead."
        doc        = "Servers to join, with retries until it succeeds."
      }
      attr "retry_max" {
        type       = number
        deprecated = "Use `server_join` instead."
        doc        = "Maximum number of attempts."
      }
      attr "retry_interval" {
        type       = string
        format     = duration
        deprecated = "Use `server_join` instead."
        doc        = "Interval between attempts."
      }
      attr "rejoin_after_leave" {
        types = [bool, number]
        doc   = "Rejoins the cluster at startup after it has left."
      }
      attr "non_voting_server" {
        types = [bool, number]
        doc   = "Makes the server a non-voting server (Enterprise)."
      }
      attr "redundancy_zone" {
        type = string
        doc  = "Redundancy zone of the server (Enterprise)."
      }
      attr "upgrade_version" {
        type = string
        doc  = "Custom version for automated upgrades (Enterprise)."
      }
      attr "encrypt" {
        type      = string
        sensitive = true
        doc       = "Gossip encryption key in Base64."
      }
      attr "plan_apply_pipeline" {
        type = number
        doc  = "Maximum number of plans to apply in parallel."
      }
      attr "enable_event_broker" {
        types = [bool, number]
        doc   = "Enables the event broker for event streams."
      }
      attr "event_buffer_size" {
        type = number
        doc  = "Number of events in the event buffer."
      }
      attr "license_path" {
        type   = string
        format = path
        doc    = "Path of the license file (Enterprise)."
      }
      attr "deploy_query_rate_limit" {
        type = number
        doc  = "Maximum rate of deployment queries per second."
      }
      attr "raft_snapshot_threshold" {
        type = number
        doc  = "Number of Raft log entries that triggers a snapshot."
      }
      attr "raft_snapshot_interval" {
        type   = string
        format = duration
        doc    = "Interval between checks whether a snapshot is due."
      }
      attr "raft_trailing_logs" {
        type = number
        doc  = "Number of Raft log entries to keep after a snapshot."
      }
      attr "job_default_priority" {
        type = number
        doc  = "Default job priority."
      }
      attr "job_max_priority" {
        type = number
        doc  = "Maximum job priority."
      }
      attr "job_max_count" {
        type = number
        doc  = "Maximum number of allocations of a job."
      }
      attr "job_max_source_size" {
        types   = [string, number]
        pattern = "[0-9.]+ *([kKmMgGtT]?i?[bB]?)"
        doc     = "Maximum size of the job source."
      }
      attr "job_tracked_versions" {
        type = number
        doc  = "Number of versions of a job to keep."
      }
      attr "oidc_issuer" {
        type   = string
        format = url
        doc    = "OIDC issuer URL of workload identities."
      }
      attr "start_timeout" {
        type   = string
        format = duration
        doc    = "Timeout for the server start."
      }
      attr "log_file" {
        type   = string
        format = path
        doc    = "Path of the server's log file."
      }
      attr "non_production" {
        types = [bool, number]
        doc   = "Marks the cluster as non-production (Enterprise)."
      }
      block_list "server_join" {
        singleton = true
        doc       = "Settings for joining servers."
        object {
          include = [body.join]
        }
      }
      block_list "default_scheduler_config" {
        doc = "Initial scheduler configuration of a new cluster."
        object {
          include = [body.agents.free]
          attr "scheduler_algorithm" {
            type   = string
            values = ["binpack", "spread"]
            doc    = "Algorithm that selects nodes for placement."
          }
          attr "memory_oversubscription_enabled" {
            types = [bool, number]
            doc   = "Lets tasks use more memory than they reserve."
          }
          attr "reject_job_registration" {
            types = [bool, number]
            doc   = "Rejects job registrations."
          }
          attr "pause_eval_broker" {
            types = [bool, number]
            doc   = "Pauses the evaluation broker."
          }
          block_list "preemption_config" {
            singleton = true
            doc       = "Preemption settings by scheduler type."
            object {
              attr "batch_scheduler_enabled" {
                types = [bool, number]
                doc   = "Enables preemption for batch jobs."
              }
              attr "system_scheduler_enabled" {
                types = [bool, number]
                doc   = "Enables preemption for system jobs."
              }
              attr "service_scheduler_enabled" {
                types = [bool, number]
                doc   = "Enables preemption for service jobs."
              }
              attr "sysbatch_scheduler_enabled" {
                types = [bool, number]
                doc   = "Enables preemption for system batch jobs."
              }
            }
          }
        }
      }
      block_list "plan_rejection_tracker" {
        singleton = true
        doc       = "Tracks plan rejections and marks affected nodes ineligible."
        object {
          attr "enabled" {
            types = [bool, number]
            doc   = "Enables the tracker."
          }
          attr "node_threshold" {
            type = number
            doc  = "Number of rejections before a node is marked ineligible."
          }
          attr "node_window" {
            type   = string
            format = duration
            doc    = "Time window in which rejections are counted."
          }
        }
      }
      block_list "search" {
        singleton = true
        doc       = "Limits for the search API."
        object {
          attr "fuzzy_enabled" {
            types = [bool, number]
            doc   = "Enables fuzzy search."
          }
          attr "limit_query" {
            type = number
            doc  = "Maximum number of objects to search."
          }
          attr "limit_results" {
            type = number
            doc  = "Maximum number of results per type."
          }
          attr "min_term_length" {
            type = number
            doc  = "Minimum length of the search term."
          }
        }
      }
      block_list "raft_logstore" {
        singleton = true
        doc       = "Raft log store."
        object {
          attr "backend" {
            type   = string
            values = ["boltdb", "wal"]
            doc    = "Log store backend."
          }
          attr "disable_log_cache" {
            types = [bool, number]
            doc   = "Disables the in-memory cache of log entries."
          }
          block_list "boltdb" {
            singleton = true
            doc       = "Settings of BoltDB."
            object {
              attr "no_freelist_sync" {
                types = [bool, number]
                doc   = "Does not write the freelist to disk."
              }
            }
          }
          block_list "wal" {
            singleton = true
            doc       = "Write-ahead log settings."
            object {
              attr "segment_size_mb" {
                type = number
                doc  = "Size of segment files in MB."
              }
            }
          }
          block_list "verification" {
            singleton = true
            doc       = "Log verification."
            object {
              attr "enabled" {
                types = [bool, number]
                doc   = "Enables log verification."
              }
              attr "interval" {
                type   = string
                format = duration
                doc    = "Interval between verifications."
              }
            }
          }
        }
      }
      block_list "raft_boltdb" {
        singleton = true
        doc       = "Settings of BoltDB."
        object {
          attr "no_freelist_sync" {
            types = [bool, number]
            doc   = "Does not write the freelist to disk."
          }
        }
      }
      block_list "client_introduction" {
        singleton = true
        doc       = "Introduction tokens for new clients."
        object {
          attr "enforcement" {
            type   = string
            values = ["none", "warn", "strict"]
            doc    = "Handling of clients without a valid introduction token."
          }
          attr "default_identity_ttl" {
            type   = string
            format = duration
            doc    = "Default time to live of an introduction identity."
          }
          attr "max_identity_ttl" {
            type   = string
            format = duration
            doc    = "Maximum time to live that can be requested."
          }
        }
      }
    }
  }
  block_list "rpc" {
    singleton = true
    doc       = "Settings for RPC between agents."
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
  block_list "acl" {
    singleton = true
    icon      = key
    doc       = "ACL settings."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Enables the ACL system."
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
  block_list "telemetry" {
    singleton = true
    doc       = "Telemetry settings of the agent."
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
        types = [list(string), string]
        doc   = "Tags for all metrics that are sent to DogStatsD."
      }
      attr "prometheus_metrics" {
        types = [bool, number]
        doc   = "Exposes metrics in Prometheus format."
      }
      attr "disable_hostname" {
        types = [bool, number]
        doc   = "Omits the host name from metric names."
      }
      attr "use_node_name" {
        types = [bool, number]
        doc   = "Uses the node name instead of the host name in metric names."
      }
      attr "collection_interval" {
        type   = string
        format = duration
        doc    = "Interval between metric collections."
      }
      attr "publish_allocation_metrics" {
        types = [bool, number]
        doc   = "Publishes allocation metrics."
      }
      attr "publish_node_metrics" {
        types = [bool, number]
        doc   = "Publishes node metrics."
      }
      attr "include_alloc_metadata_in_metrics" {
        types = [bool, number]
        doc   = "Adds allocation metadata to metrics."
      }
      attr "allowed_metadata_keys_in_metrics" {
        types = [list(string), string]
        doc   = "Allowed keys of the allocation metadata."
      }
      attr "prefix_filter" {
        types = [list(string), string]
        doc   = "Metric name prefixes to allow (`+`) or block (`-`)."
      }
      attr "filter_default" {
        types = [bool, number]
        doc   = "Whether metrics are sent that match no prefix filter."
      }
      attr "disable_dispatched_job_summary_metrics" {
        types = [bool, number]
        doc   = "Disables summary metrics of dispatched jobs."
      }
      attr "disable_quota_utilization_metrics" {
        types = [bool, number]
        doc   = "Disables quota utilization metrics."
      }
      attr "disable_rpc_rate_metrics_labels" {
        types = [bool, number]
        doc   = "Disables labels of RPC rate metrics."
      }
      attr "disable_allocation_hook_metrics" {
        types = [bool, number]
        doc   = "Disables metrics of allocation hooks."
      }
    }
  }
  block_list "ui" {
    singleton = true
    doc       = "Web UI settings."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Enables the web UI."
      }
      attr "show_cli_hints" {
        types = [bool, number]
        doc   = "Shows hints for equivalent CLI commands."
      }
      block_list "content_security_policy" {
        singleton = true
        doc       = "Content Security Policy (CSP) of the web UI."
        object {
          attr "connect_src" {
            types = [list(string), string]
            doc   = "Allowed URLs for connections from scripts."
          }
          attr "default_src" {
            types = [list(string), string]
            doc   = "Default for source types that are not set."
          }
          attr "form_action" {
            types = [list(string), string]
            doc   = "Allowed targets of form submissions."
          }
          attr "frame_ancestors" {
            types = [list(string), string]
            doc   = "Pages that may embed the UI in a frame."
          }
          attr "img_src" {
            types = [list(string), string]
            doc   = "Allowed sources of images."
          }
          attr "script_src" {
            types = [list(string), string]
            doc   = "Allowed sources of scripts."
          }
          attr "style_src" {
            types = [list(string), string]
            doc   = "Allowed sources of style sheets."
          }
        }
      }
      block_list "consul" {
        singleton = true
        doc       = "Links to the Consul UI."
        object {
          attr "ui_url" {
            type   = string
            format = url
            doc    = "URL of the Consul UI."
          }
        }
      }
      block_list "vault" {
        singleton = true
        doc       = "Links to the Vault UI."
        object {
          attr "ui_url" {
            type   = string
            format = url
            doc    = "URL of the Vault UI."
          }
        }
      }
      block_list "label" {
        singleton = true
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
  block_list "tls" {
    singleton = true
    icon      = key
    doc       = "TLS settings."
    object {
      attr "http" {
        types = [bool, number]
        doc   = "Enables TLS for the HTTP API."
      }
      attr "rpc" {
        types = [bool, number]
        doc   = "Enables TLS for RPC between agents."
      }
      attr "verify_server_hostname" {
        types = [bool, number]
        doc   = "Requires server certificates to match the role and region."
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
        types = [bool, number]
        doc   = "Accepts both TLS and unencrypted connections during a migration to TLS."
      }
      attr "verify_https_client" {
        types = [bool, number]
        doc   = "Requires client certificates for the HTTP API."
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
        types      = [bool, number]
        deprecated = "It has no effect."
        doc        = "Prefers the cipher suite order of the server."
      }
    }
  }
  block_list "http_api_response_headers" {
    singleton = true
    doc       = "Additional headers of HTTP API responses."
    object {
      any_attr {
        type = string
        doc  = "Value of the header."
      }
    }
  }
  block_list "sentinel" {
    singleton = true
    doc       = "Settings of Sentinel (Enterprise)."
    object {
      attr "additional_enabled_modules" {
        types = [list(string), string]
        doc   = "Modules that policies may import."
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
            types = [list(string), string]
            doc   = "Arguments of the executable."
          }
        }
      }
    }
  }
  block_list "autopilot" {
    singleton = true
    doc       = "Autopilot settings for server management."
    object {
      attr "cleanup_dead_servers" {
        types = [bool, number]
        doc   = "Removes dead servers automatically."
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
        types = [bool, number]
        doc   = "Enables redundancy zones (Enterprise)."
      }
      attr "disable_upgrade_migration" {
        types = [bool, number]
        doc   = "Disables automatic migration to newer servers (Enterprise)."
      }
      attr "enable_custom_upgrades" {
        types = [bool, number]
        doc   = "Enables custom upgrade versions from `upgrade_version` (Enterprise)."
      }
    }
  }
  block_list "plugin" {
    icon = package
    doc  = "Task driver or device plugin."
    label "name" { doc = "Name of the plugin." }
    object {
      attr "args" {
        types = [list(string), string]
        doc   = "Arguments of the executable."
      }
      block_list "config" {
        doc = "Settings of the plugin."
        object {
          include = [body.agents.free]
        }
      }
    }
  }
  block_list "limits" {
    singleton = true
    doc       = "Connection limits."
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
  block_list "audit" {
    singleton = true
    doc       = "Audit logging (Enterprise)."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Enables audit logging."
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
            types = [list(string), string]
            doc   = "Endpoint paths to exclude."
          }
          attr "stages" {
            types  = [list(string), string]
            values = ["OperationReceived", "OperationComplete", "*"]
            doc    = "Request stages to exclude."
          }
          attr "operations" {
            types = [list(string), string]
            doc   = "HTTP methods to exclude."
          }
        }
      }
    }
  }
  block_list "reporting" {
    singleton = true
    doc       = "Usage reporting settings."
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
        types = [bool, number]
        doc   = "Disables product usage reporting."
      }
      block_list "license" {
        singleton = true
        doc       = "License utilization reporting."
        object {
          attr "enabled" {
            types = [bool, number]
            doc   = "Enables license reporting."
          }
        }
      }
    }
  }
  block_list "keyring" {
    icon = key
    doc  = "Key management service that encrypts the cluster's keyring."
    label "provider" { doc = "Keyring provider." }
    object {
      include = [body.agents.free]
      attr "active" {
        types = [bool, number]
        doc   = "Whether the provider is used for new keys."
      }
      attr "name" {
        type = string
        doc  = "Name that distinguishes several keyrings of one provider."
      }
    }
  }
  block_list "eventlog" {
    singleton = true
    doc       = "Windows Event Log."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Enables logging to the Windows Event Log."
      }
      attr "level" {
        type   = string
        values = ["INFO", "WARN", "ERROR"]
        open   = true
        doc    = "Minimum level of messages to write."
      }
    }
  }
  block_list "consul" {
    icon = interface
    doc  = "Consul integration of the agent."
    label "name" {
      optional = true
      doc      = "Name of the cluster."
    }
    object {
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
        types = [bool, number]
        doc   = "Uses TLS for connections to Consul."
      }
      attr "verify_ssl" {
        types = [bool, number]
        doc   = "Verifies the TLS certificate of Consul."
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
        types = [bool, number]
        doc   = "Registers the agent as a service in Consul."
      }
      attr "server_auto_join" {
        types = [bool, number]
        doc   = "Lets servers discover other servers through Consul."
      }
      attr "client_auto_join" {
        types = [bool, number]
        doc   = "Lets clients discover servers through Consul."
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
        types = [bool, number]
        doc   = "Uses the advertised address for health checks."
      }
      attr "share_ssl" {
        types = [bool, number]
        doc   = "Shares the TLS settings for Consul with tasks."
      }
      attr "tags" {
        types = [list(string), string]
        doc   = "Tags of the Consul services."
      }
      attr "timeout" {
        type   = string
        format = duration
        doc    = "Timeout for requests to Consul."
      }
      attr "allow_unauthenticated" {
        types      = [bool, number]
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
        singleton = true
        doc       = "Default workload identity for services."
        object {
          include = [body.identity]
        }
      }
      block_list "task_identity" {
        singleton = true
        doc       = "Default workload identity for tasks."
        object {
          include = [body.identity]
        }
      }
    }
  }
  block_list "vault" {
    icon = interface
    doc  = "Vault integration of the agent."
    label "name" {
      optional = true
      doc      = "Name of the cluster."
    }
    object {
      attr "name" {
        type = string
        doc  = "Name of the cluster."
      }
      attr "enabled" {
        types = [bool, number]
        doc   = "Enables the Vault integration."
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
        types      = [string, number]
        pattern    = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
        deprecated = "Use workload identities instead."
        doc        = "Time to live of task tokens."
      }
      attr "allow_unauthenticated" {
        types      = [bool, number]
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
        types = [bool, number]
        doc   = "Skips TLS certificate verification."
      }
      attr "connection_retry_interval" {
        type   = string
        format = duration
        doc    = "Interval between connection attempts."
      }
      block_list "default_identity" {
        singleton = true
        doc       = "Default workload identity for tasks."
        object {
          include = [body.identity]
        }
      }
    }
  }
}

body "join" {
  object {
    attr "start_join" {
      types = [list(string), string]
      doc   = "Servers to join at startup."
    }
    attr "retry_join" {
      types = [list(string), string]
      doc   = "Servers to join, with retries until it succeeds."
    }
    attr "retry_max" {
      type = number
      doc  = "Maximum number of attempts."
    }
    attr "retry_interval" {
      type   = string
      format = duration
      doc    = "Interval between attempts."
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
      types = [list(string), string]
      doc   = "Audience of the token."
    }
    attr "env" {
      types = [bool, number]
      doc   = "Sets the token in the environment of the task."
    }
    attr "file" {
      types = [bool, number]
      doc   = "Writes the token to a file."
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
      singleton = true
      doc       = "Additional claims."
      object {
        any_attr {
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
