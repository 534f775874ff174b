# Settings of Nomad's agents: servers and clients. Written in HCL 1.
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
    doc  = "The region of the agent."
  }
  attr "datacenter" {
    type = string
    doc  = "The datacenter of the agent."
  }
  attr "name" {
    type = string
    doc  = "The name of the node; that of the host when it is absent."
  }
  attr "data_dir" {
    type   = string
    format = folder
    doc    = "The folder for the state of the agent."
  }
  attr "plugin_dir" {
    type   = string
    format = folder
    doc    = "The folder with task drivers and device plugins."
  }
  attr "log_level" {
    type   = string
    values = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "trace", "debug", "info", "warn", "error"]
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
  attr "log_include_location" {
    types = [bool, number]
    doc   = "Names the file and line of each message."
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
  attr "bind_addr" {
    type = string
    doc  = "The address that services listen at."
  }
  attr "enable_debug" {
    types = [bool, number]
    doc   = "Serves profiles without a token."
  }
  attr "leave_on_interrupt" {
    types = [bool, number]
    doc   = "Leaves the cluster on an interrupt."
  }
  attr "leave_on_terminate" {
    types = [bool, number]
    doc   = "Leaves the cluster when it is told to end."
  }
  attr "enable_syslog" {
    types = [bool, number]
    doc   = "Logs to syslog."
  }
  attr "syslog_facility" {
    type = string
    doc  = "The facility of syslog."
  }
  attr "disable_update_check" {
    types = [bool, number]
    doc   = "Does not look for new versions."
  }
  attr "disable_anonymous_signature" {
    types = [bool, number]
    doc   = "Does not tell repeated looks apart."
  }
  block_list "ports" {
    singleton = true
    doc       = "The ports of the services."
    object {
      attr "http" {
        type = number
        doc  = "Of the API."
      }
      attr "rpc" {
        type = number
        doc  = "Of requests between agents."
      }
      attr "serf" {
        type = number
        doc  = "Of gossip."
      }
    }
  }
  block_list "addresses" {
    singleton = true
    doc       = "The addresses of the services, in place of `bind_addr`."
    object { include = [body.addresses] }
  }
  block_list "advertise" {
    singleton = true
    doc       = "The addresses that are told to others."
    object { include = [body.addresses] }
  }
  block_list "client" {
    singleton = true
    icon      = class
    doc       = "Runs tasks on this node."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Runs tasks."
      }
      attr "state_dir" {
        type   = string
        format = folder
        doc    = "The folder for the client's state."
      }
      attr "alloc_dir" {
        type   = string
        format = folder
        doc    = "The folder for allocations."
      }
      attr "alloc_mounts_dir" {
        type   = string
        format = folder
        doc    = "The folder for what allocations mount."
      }
      attr "host_volumes_dir" {
        type   = string
        format = folder
        doc    = "The folder for dynamic host volumes."
      }
      attr "host_volume_plugin_dir" {
        type   = string
        format = folder
        doc    = "The folder with their plugins."
      }
      attr "common_plugin_dir" {
        type   = string
        format = folder
        doc    = "The folder with plugins of all kinds."
      }
      attr "servers" {
        types = [list(string), string]
        doc   = "The servers at the start."
      }
      attr "node_class" {
        type = string
        doc  = "The class of the node."
      }
      attr "node_pool" {
        type = string
        doc  = "The pool of the node."
      }
      attr "network_interface" {
        type = string
        doc  = "The network interface of tasks."
      }
      attr "preferred_address_family" {
        type   = string
        values = ["ipv4", "ipv6"]
        doc    = "The kind of address that is preferred."
      }
      attr "network_speed" {
        type = number
        doc  = "The speed of the network in MBit/s."
      }
      attr "cpu_disable_dmidecode" {
        types = [bool, number]
        doc   = "Does not ask dmidecode for the speed of the processor."
      }
      attr "cpu_total_compute" {
        type = number
        doc  = "The processing power of the node in MHz."
      }
      attr "memory_total_mb" {
        type = number
        doc  = "The memory of the node in MB."
      }
      attr "disk_total_mb" {
        type = number
        doc  = "The disk of the node in MB."
      }
      attr "disk_free_mb" {
        type = number
        doc  = "The free part of the disk in MB."
      }
      attr "reservable_cores" {
        type = string
        doc  = "The processor cores that tasks may reserve."
      }
      attr "max_kill_timeout" {
        type   = string
        format = duration
        doc    = "The longest time that a task may take to end."
      }
      attr "client_max_port" {
        type = number
        doc  = "The highest port of task drivers."
      }
      attr "client_min_port" {
        type = number
        doc  = "The lowest port of task drivers."
      }
      attr "max_dynamic_port" {
        type = number
        doc  = "The highest dynamic port."
      }
      attr "min_dynamic_port" {
        type = number
        doc  = "The lowest dynamic port."
      }
      attr "gc_interval" {
        type   = string
        format = duration
        doc    = "The pause between collections of garbage."
      }
      attr "gc_parallel_destroys" {
        type = number
        doc  = "How many allocations are destroyed at a time."
      }
      attr "gc_disk_usage_threshold" {
        type = number
        doc  = "The use of the disk in percent above which garbage is collected."
      }
      attr "gc_inode_usage_threshold" {
        type = number
        doc  = "The use of inodes in percent above which garbage is collected."
      }
      attr "gc_max_allocs" {
        type = number
        doc  = "The allocations above which garbage is collected."
      }
      attr "gc_volumes_on_node_gc" {
        types = [bool, number]
        doc   = "Removes volumes together with the node."
      }
      attr "no_host_uuid" {
        types = [bool, number]
        doc   = "Makes up an id of the node."
      }
      attr "disable_remote_exec" {
        types = [bool, number]
        doc   = "Runs no commands of users in tasks."
      }
      attr "cni_path" {
        type = string
        doc  = "The folders with CNI plugins, separated by colons."
      }
      attr "cni_config_dir" {
        type   = string
        format = folder
        doc    = "The folder with the configuration of CNI."
      }
      attr "bridge_network_name" {
        type = string
        doc  = "The name of the bridge."
      }
      attr "bridge_network_subnet" {
        type   = string
        format = cidr
        doc    = "The addresses of the bridge."
      }
      attr "bridge_network_subnet_ipv6" {
        type   = string
        format = cidr
        doc    = "The IPv6 addresses of the bridge."
      }
      attr "bridge_network_hairpin_mode" {
        types = [bool, number]
        doc   = "Lets tasks reach themselves through the bridge."
      }
      attr "bind_wildcard_default_host_network" {
        types = [bool, number]
        doc   = "Binds ports at all addresses."
      }
      attr "cgroup_parent" {
        type = string
        doc  = "The control group of all tasks."
      }
      attr "nomad_service_discovery" {
        types = [bool, number]
        doc   = "Registers services of Nomad."
      }
      attr "node_max_allocs" {
        type = number
        doc  = "The most allocations."
      }
      attr "log_file" {
        type   = string
        format = path
        doc    = "The file for the client's log."
      }
      attr "default_ineligible" {
        types = [bool, number]
        doc   = "Takes no allocations until told to."
      }
      block_list "options" {
        singleton = true
        doc       = "Settings of task drivers as older versions took them."
        object {
          any_attr {
            type = string
            doc  = "The value of the option."
          }
        }
      }
      block_list "meta" {
        singleton = true
        doc       = "Metadata of the node. Constraints may use it."
        object {
          any_attr {
            doc = "The value."
          }
        }
      }
      block_list "chroot_env" {
        singleton = true
        doc       = "Folders that are put into a task's chroot."
        object {
          any_attr {
            type = string
            doc  = "Where they are put."
          }
        }
      }
      block_list "reserved" {
        singleton = true
        doc       = "What tasks may not use."
        object {
          attr "cpu" {
            type = number
            doc  = "Processing power in MHz."
          }
          attr "cores" {
            type = string
            doc  = "Processor cores."
          }
          attr "memory" {
            type = number
            doc  = "Memory in MB."
          }
          attr "disk" {
            type = number
            doc  = "Disk in MB."
          }
          attr "reserved_ports" {
            type = string
            doc  = "Ports, as in `22,80,8500-8600`."
          }
        }
      }
      block_list "server_join" {
        singleton = true
        doc       = "How servers are found."
        object {
          include = [body.join]
        }
      }
      block_list "host_volume" {
        icon = file
        doc  = "A folder of this node that tasks may mount."
        label "name" { doc = "The name of the volume." }
        object {
          attr "path" {
            type     = string
            format   = folder
            required = true
            doc      = "The folder."
          }
          attr "read_only" {
            types = [bool, number]
            doc   = "It may only be read."
          }
        }
      }
      block_list "host_network" {
        icon = interface
        doc  = "A network of this node."
        label "name" { doc = "The name of the network." }
        object {
          attr "interface" {
            type = string
            doc  = "The network interface."
          }
          attr "cidr" {
            type   = string
            format = cidr
            doc    = "The addresses."
          }
          attr "reserved_ports" {
            type = string
            doc  = "Ports that tasks may not use."
          }
        }
      }
      block_list "template" {
        singleton = true
        doc       = "Settings of templates of tasks."
        object {
          include = [body.agents.free]
          attr "function_denylist" {
            types = [list(string), string]
            doc   = "Functions that templates may not use."
          }
          attr "function_blacklist" {
            types       = [list(string), string]
            deprecated  = "This is now called `function_denylist`."
            replaced_by = function_denylist
            doc         = "Functions that templates may not use."
          }
          attr "disable_file_sandbox" {
            types = [bool, number]
            doc   = "Lets templates read any file."
          }
          attr "max_stale" {
            type   = string
            format = duration
            doc    = "How old answers of Consul may be."
          }
          attr "block_query_wait" {
            type   = string
            format = duration
            doc    = "How long a change is waited for."
          }
        }
      }
      block_list "artifact" {
        singleton = true
        doc       = "Limits of downloads."
        object {
          attr "http_read_timeout" {
            type   = string
            format = duration
            doc    = "The longest time of a download."
          }
          attr "http_max_size" {
            types   = [string, number]
            pattern = "[0-9.]+ *([kKmMgGtT]?i?[bB]?)"
            doc     = "The largest download."
          }
          attr "gcs_timeout" {
            type   = string
            format = duration
            doc    = "The longest time with Google Cloud Storage."
          }
          attr "git_timeout" {
            type   = string
            format = duration
            doc    = "The longest time with Git."
          }
          attr "hg_timeout" {
            type   = string
            format = duration
            doc    = "The longest time with Mercurial."
          }
          attr "s3_timeout" {
            type   = string
            format = duration
            doc    = "The longest time with S3."
          }
          attr "decompression_file_count_limit" {
            type = number
            doc  = "The most files of an archive."
          }
          attr "decompression_size_limit" {
            types   = [string, number]
            pattern = "[0-9.]+ *([kKmMgGtT]?i?[bB]?)"
            doc     = "The largest size of what an archive holds."
          }
          attr "disable_artifact_inspection" {
            types = [bool, number]
            doc   = "Does not look for links out of the folder."
          }
          attr "disable_filesystem_isolation" {
            types = [bool, number]
            doc   = "Downloads without a sandbox."
          }
          attr "filesystem_isolation_extra_paths" {
            types = [list(string), string]
            doc   = "More paths that the sandbox may use."
          }
          attr "set_environment_variables" {
            type = string
            doc  = "Variables that are passed on."
          }
        }
      }
      block_list "drain_on_shutdown" {
        singleton = true
        doc       = "Moves allocations away when the agent ends."
        object {
          attr "deadline" {
            type   = string
            format = duration
            doc    = "How long that may take."
          }
          attr "ignore_system_jobs" {
            types = [bool, number]
            doc   = "Leaves system jobs."
          }
          attr "force" {
            types = [bool, number]
            doc   = "Ends them at once."
          }
        }
      }
      block_list "users" {
        singleton = true
        doc       = "Users that are made up for tasks."
        object {
          attr "dynamic_user_min" {
            type = number
            doc  = "The lowest id."
          }
          attr "dynamic_user_max" {
            type = number
            doc  = "The highest id."
          }
        }
      }
      block_list "fingerprint" {
        doc = "How facts about the node are found."
        label "name" {
          optional = true
          doc      = "What is looked for."
        }
        object {
          attr "retry_interval" {
            type   = string
            format = duration
            doc    = "The pause before another attempt."
          }
          attr "retry_attempts" {
            type = number
            doc  = "The number of attempts."
          }
          attr "exit_on_failure" {
            types = [bool, number]
            doc   = "Ends the agent when they fail."
          }
        }
      }
    }
  }
  block_list "server" {
    singleton = true
    icon      = class
    doc       = "Takes part in managing the cluster."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Is a server."
      }
      attr "authoritative_region" {
        type = string
        doc  = "The region that ACLs are copied from."
      }
      attr "bootstrap_expect" {
        type = number
        min  = 0
        doc  = "The number of servers to wait for."
      }
      attr "data_dir" {
        type   = string
        format = folder
        doc    = "The folder for the server's state."
      }
      attr "protocol_version" {
        type       = number
        deprecated = "It has no effect."
        doc        = "The version of the protocol."
      }
      attr "raft_protocol" {
        type = number
        doc  = "The version of Raft."
      }
      attr "raft_multiplier" {
        type = number
        min  = 0
        max  = 10
        doc  = "How much slower elections are."
      }
      attr "num_schedulers" {
        type = number
        doc  = "The schedulers that run at a time."
      }
      attr "enabled_schedulers" {
        types = [list(string), string]
        doc   = "The schedulers that are on."
      }
      attr "node_gc_threshold" {
        type   = string
        format = duration
        doc    = "After which time a lost node is removed."
      }
      attr "job_gc_interval" {
        type   = string
        format = duration
        doc    = "The pause between looks for old jobs."
      }
      attr "job_gc_threshold" {
        type   = string
        format = duration
        doc    = "After which time an ended job is removed."
      }
      attr "eval_gc_threshold" {
        type   = string
        format = duration
        doc    = "After which time an evaluation is removed."
      }
      attr "batch_eval_gc_threshold" {
        type   = string
        format = duration
        doc    = "After which time an evaluation of a batch job is removed."
      }
      attr "deployment_gc_threshold" {
        type   = string
        format = duration
        doc    = "After which time a deployment is removed."
      }
      attr "csi_volume_claim_gc_interval" {
        type   = string
        format = duration
        doc    = "The pause between looks for claims of volumes."
      }
      attr "csi_volume_claim_gc_threshold" {
        type   = string
        format = duration
        doc    = "After which time a claim is released."
      }
      attr "csi_plugin_gc_threshold" {
        type   = string
        format = duration
        doc    = "After which time an unused plugin is removed."
      }
      attr "acl_token_gc_threshold" {
        type   = string
        format = duration
        doc    = "After which time an expired token is removed."
      }
      attr "root_key_gc_interval" {
        type   = string
        format = duration
        doc    = "The pause between looks for old keys."
      }
      attr "root_key_gc_threshold" {
        type   = string
        format = duration
        doc    = "After which time an unused key is removed."
      }
      attr "root_key_rotation_threshold" {
        type   = string
        format = duration
        doc    = "The age at which a new key is made."
      }
      attr "heartbeat_grace" {
        type   = string
        format = duration
        doc    = "How much later than due a heartbeat may come."
      }
      attr "min_heartbeat_ttl" {
        type   = string
        format = duration
        doc    = "The shortest time between heartbeats."
      }
      attr "max_heartbeats_per_second" {
        type = number
        doc  = "The most heartbeats of all clients."
      }
      attr "failover_heartbeat_ttl" {
        type   = string
        format = duration
        doc    = "How long heartbeats may be missing after an election."
      }
      attr "start_join" {
        types      = [list(string), string]
        deprecated = "Set it in `server_join`."
        doc        = "Servers to join at the start."
      }
      attr "retry_join" {
        types      = [list(string), string]
        deprecated = "Set it in `server_join`."
        doc        = "Servers to join, again and again."
      }
      attr "retry_max" {
        type       = number
        deprecated = "Set it in `server_join`."
        doc        = "The most attempts."
      }
      attr "retry_interval" {
        type       = string
        format     = duration
        deprecated = "Set it in `server_join`."
        doc        = "The pause between attempts."
      }
      attr "rejoin_after_leave" {
        types = [bool, number]
        doc   = "Joins again after it has left."
      }
      attr "non_voting_server" {
        types = [bool, number]
        doc   = "Has no vote (Enterprise)."
      }
      attr "redundancy_zone" {
        type = string
        doc  = "The zone of the server (Enterprise)."
      }
      attr "upgrade_version" {
        type = string
        doc  = "The version for automatic upgrades (Enterprise)."
      }
      attr "encrypt" {
        type      = string
        sensitive = true
        doc       = "The key of gossip, in base64."
      }
      attr "plan_apply_pipeline" {
        type = number
        doc  = "How many plans are applied at a time."
      }
      attr "enable_event_broker" {
        types = [bool, number]
        doc   = "Keeps events for streams."
      }
      attr "event_buffer_size" {
        type = number
        doc  = "How many events are kept."
      }
      attr "license_path" {
        type   = string
        format = path
        doc    = "The file with the license (Enterprise)."
      }
      attr "deploy_query_rate_limit" {
        type = number
        doc  = "The most queries about deployments in a second."
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
      attr "job_default_priority" {
        type = number
        doc  = "The priority of jobs that have none."
      }
      attr "job_max_priority" {
        type = number
        doc  = "The highest priority."
      }
      attr "job_max_count" {
        type = number
        doc  = "The most allocations of a job."
      }
      attr "job_max_source_size" {
        types   = [string, number]
        pattern = "[0-9.]+ *([kKmMgGtT]?i?[bB]?)"
        doc     = "The largest source of a job."
      }
      attr "job_tracked_versions" {
        type = number
        doc  = "How many versions of a job are kept."
      }
      attr "oidc_issuer" {
        type   = string
        format = url
        doc    = "The issuer of workload identities."
      }
      attr "start_timeout" {
        type   = string
        format = duration
        doc    = "How long the start may take."
      }
      attr "log_file" {
        type   = string
        format = path
        doc    = "The file for the server's log."
      }
      attr "non_production" {
        types = [bool, number]
        doc   = "Is not used in production (Enterprise)."
      }
      block_list "server_join" {
        singleton = true
        doc       = "How servers are found."
        object {
          include = [body.join]
        }
      }
      block_list "default_scheduler_config" {
        doc = "How the schedulers work in a new cluster."
        object {
          include = [body.agents.free]
          attr "scheduler_algorithm" {
            type   = string
            values = ["binpack", "spread"]
            doc    = "How nodes are chosen."
          }
          attr "memory_oversubscription_enabled" {
            types = [bool, number]
            doc   = "Lets tasks use more memory than they reserve."
          }
          attr "reject_job_registration" {
            types = [bool, number]
            doc   = "Takes no new jobs."
          }
          attr "pause_eval_broker" {
            types = [bool, number]
            doc   = "Handles no evaluations."
          }
          block_list "preemption_config" {
            singleton = true
            doc       = "Which jobs may push others aside."
            object {
              attr "batch_scheduler_enabled" {
                types = [bool, number]
                doc   = "Batch jobs."
              }
              attr "system_scheduler_enabled" {
                types = [bool, number]
                doc   = "System jobs."
              }
              attr "service_scheduler_enabled" {
                types = [bool, number]
                doc   = "Services."
              }
              attr "sysbatch_scheduler_enabled" {
                types = [bool, number]
                doc   = "System batch jobs."
              }
            }
          }
        }
      }
      block_list "plan_rejection_tracker" {
        singleton = true
        doc       = "Marks nodes that reject plans."
        object {
          attr "enabled" {
            types = [bool, number]
            doc   = "Is on."
          }
          attr "node_threshold" {
            type = number
            doc  = "How many rejections count."
          }
          attr "node_window" {
            type   = string
            format = duration
            doc    = "In which time."
          }
        }
      }
      block_list "search" {
        singleton = true
        doc       = "Limits of searches."
        object {
          attr "fuzzy_enabled" {
            types = [bool, number]
            doc   = "Finds names that hold the text anywhere."
          }
          attr "limit_query" {
            type = number
            doc  = "The most objects that are looked at."
          }
          attr "limit_results" {
            type = number
            doc  = "The most results of a kind."
          }
          attr "min_term_length" {
            type = number
            doc  = "The shortest text."
          }
        }
      }
      block_list "raft_logstore" {
        singleton = true
        doc       = "Where Raft keeps its log."
        object {
          attr "backend" {
            type   = string
            values = ["boltdb", "wal"]
            doc    = "The kind of store."
          }
          attr "disable_log_cache" {
            types = [bool, number]
            doc   = "Keeps no entries in memory."
          }
          block_list "boltdb" {
            singleton = true
            doc       = "Settings of BoltDB."
            object {
              attr "no_freelist_sync" {
                types = [bool, number]
                doc   = "Does not write the list of free pages."
              }
            }
          }
          block_list "wal" {
            singleton = true
            doc       = "Settings of the write-ahead log."
            object {
              attr "segment_size_mb" {
                type = number
                doc  = "The size of its files in MB."
              }
            }
          }
          block_list "verification" {
            singleton = true
            doc       = "Checks the log."
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
        }
      }
      block_list "raft_boltdb" {
        singleton = true
        doc       = "Settings of BoltDB."
        object {
          attr "no_freelist_sync" {
            types = [bool, number]
            doc   = "Does not write the list of free pages."
          }
        }
      }
      block_list "client_introduction" {
        singleton = true
        doc       = "How new clients identify themselves."
        object {
          attr "enforcement" {
            type   = string
            values = ["none", "warn", "strict"]
            doc    = "What happens to those that do not."
          }
          attr "default_identity_ttl" {
            type   = string
            format = duration
            doc    = "How long an identity lives."
          }
          attr "max_identity_ttl" {
            type   = string
            format = duration
            doc    = "The longest time that may be asked for."
          }
        }
      }
    }
  }
  block_list "rpc" {
    singleton = true
    doc       = "Settings of requests between agents."
    object {
      attr "accept_backlog" {
        type = number
        doc  = "How many connections may wait."
      }
      attr "keep_alive_interval" {
        type   = string
        format = duration
        doc    = "The pause between signs of life."
      }
      attr "connection_write_timeout" {
        type   = string
        format = duration
        doc    = "The longest time of a write."
      }
      attr "stream_open_timeout" {
        type   = string
        format = duration
        doc    = "How long an answer to a new stream is waited for."
      }
      attr "stream_close_timeout" {
        type   = string
        format = duration
        doc    = "How long the end of a stream is waited for."
      }
      attr "dial_timeout" {
        type   = string
        format = duration
        doc    = "How long a connection is waited for."
      }
    }
  }
  block_list "acl" {
    singleton = true
    icon      = key
    doc       = "The ACL system."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Is on."
      }
      attr "token_ttl" {
        type   = string
        format = duration
        doc    = "How long tokens are kept."
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
      attr "replication_token" {
        type      = string
        sensitive = true
        doc       = "The token for copying from the authoritative region."
      }
      attr "token_min_expiration_ttl" {
        type   = string
        format = duration
        doc    = "The shortest time that a token may live."
      }
      attr "token_max_expiration_ttl" {
        type   = string
        format = duration
        doc    = "The longest time that a token may live."
      }
    }
  }
  block_list "telemetry" {
    singleton = true
    doc       = "Where numbers about the agent go."
    object {
      include = [body.agents.circonus]
      attr "in_memory_collection_interval" {
        type   = string
        format = duration
        doc    = "The interval of numbers in memory."
      }
      attr "in_memory_retention_period" {
        type   = string
        format = duration
        doc    = "How long they are kept."
      }
      attr "statsite_address" {
        type = string
        doc  = "The address of a statsite server."
      }
      attr "statsd_address" {
        type = string
        doc  = "The address of a statsd server."
      }
      attr "datadog_address" {
        type = string
        doc  = "The address of a DogStatsD server."
      }
      attr "datadog_tags" {
        types = [list(string), string]
        doc   = "Tags of all numbers there."
      }
      attr "prometheus_metrics" {
        types = [bool, number]
        doc   = "Serves numbers for Prometheus."
      }
      attr "disable_hostname" {
        types = [bool, number]
        doc   = "Leaves the name of the host out of names."
      }
      attr "use_node_name" {
        types = [bool, number]
        doc   = "Uses the name of the node in its place."
      }
      attr "collection_interval" {
        type   = string
        format = duration
        doc    = "The pause between collections."
      }
      attr "publish_allocation_metrics" {
        types = [bool, number]
        doc   = "Publishes numbers of allocations."
      }
      attr "publish_node_metrics" {
        types = [bool, number]
        doc   = "Publishes numbers of the node."
      }
      attr "include_alloc_metadata_in_metrics" {
        types = [bool, number]
        doc   = "Adds metadata of allocations."
      }
      attr "allowed_metadata_keys_in_metrics" {
        types = [list(string), string]
        doc   = "The keys of that metadata."
      }
      attr "prefix_filter" {
        types = [list(string), string]
        doc   = "Beginnings of names that are sent (`+`) or not (`-`)."
      }
      attr "filter_default" {
        types = [bool, number]
        doc   = "Sends numbers that no filter names."
      }
      attr "disable_dispatched_job_summary_metrics" {
        types = [bool, number]
        doc   = "Leaves out summaries of dispatched jobs."
      }
      attr "disable_quota_utilization_metrics" {
        types = [bool, number]
        doc   = "Leaves out the use of quotas."
      }
      attr "disable_rpc_rate_metrics_labels" {
        types = [bool, number]
        doc   = "Leaves out labels of rates of requests."
      }
      attr "disable_allocation_hook_metrics" {
        types = [bool, number]
        doc   = "Leaves out numbers of hooks of allocations."
      }
    }
  }
  block_list "ui" {
    singleton = true
    doc       = "The web interface."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Is served."
      }
      attr "show_cli_hints" {
        types = [bool, number]
        doc   = "Shows commands that do the same."
      }
      block_list "content_security_policy" {
        singleton = true
        doc       = "What pages may load."
        object {
          attr "connect_src" {
            types = [list(string), string]
            doc   = "Where scripts may connect to."
          }
          attr "default_src" {
            types = [list(string), string]
            doc   = "What holds for all kinds that are not named."
          }
          attr "form_action" {
            types = [list(string), string]
            doc   = "Where forms may be sent."
          }
          attr "frame_ancestors" {
            types = [list(string), string]
            doc   = "Which pages may frame it."
          }
          attr "img_src" {
            types = [list(string), string]
            doc   = "Where pictures come from."
          }
          attr "script_src" {
            types = [list(string), string]
            doc   = "Where scripts come from."
          }
          attr "style_src" {
            types = [list(string), string]
            doc   = "Where styles come from."
          }
        }
      }
      block_list "consul" {
        singleton = true
        doc       = "Links to Consul."
        object {
          attr "ui_url" {
            type   = string
            format = url
            doc    = "The address of its web interface."
          }
        }
      }
      block_list "vault" {
        singleton = true
        doc       = "Links to Vault."
        object {
          attr "ui_url" {
            type   = string
            format = url
            doc    = "The address of its web interface."
          }
        }
      }
      block_list "label" {
        singleton = true
        doc       = "A label that tells clusters apart."
        object {
          attr "text" {
            type = string
            doc  = "Its text."
          }
          attr "background_color" {
            type   = string
            format = color
            doc    = "Its background."
          }
          attr "text_color" {
            type   = string
            format = color
            doc    = "The colour of the text."
          }
        }
      }
    }
  }
  block_list "tls" {
    singleton = true
    icon      = key
    doc       = "Encryption of connections."
    object {
      attr "http" {
        types = [bool, number]
        doc   = "Of the API."
      }
      attr "rpc" {
        types = [bool, number]
        doc   = "Between agents."
      }
      attr "verify_server_hostname" {
        types = [bool, number]
        doc   = "Servers must show a certificate for their role and region."
      }
      attr "ca_file" {
        type   = string
        format = path
        doc    = "The certificate of the authority."
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
      attr "rpc_upgrade_mode" {
        types = [bool, number]
        doc   = "Takes both kinds of connections while TLS is rolled out."
      }
      attr "verify_https_client" {
        types = [bool, number]
        doc   = "Asks clients of the API for a certificate."
      }
      attr "tls_cipher_suites" {
        type = string
        doc  = "The ciphers, separated by commas."
      }
      attr "tls_min_version" {
        type   = string
        values = ["tls10", "tls11", "tls12", "tls13"]
        doc    = "The lowest version of TLS."
      }
      attr "tls_prefer_server_cipher_suites" {
        types      = [bool, number]
        deprecated = "It has no effect."
        doc        = "Prefers the order of the server."
      }
    }
  }
  block_list "http_api_response_headers" {
    singleton = true
    doc       = "Headers of responses of the API."
    object {
      any_attr {
        type = string
        doc  = "The value of the header."
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
        doc = "A plugin for policies."
        label "name" { doc = "The name of the import." }
        object {
          attr "path" {
            type   = string
            format = path
            doc    = "The program."
          }
          attr "args" {
            types = [list(string), string]
            doc   = "Its arguments."
          }
        }
      }
    }
  }
  block_list "autopilot" {
    singleton = true
    doc       = "How the group of servers is kept healthy."
    object {
      attr "cleanup_dead_servers" {
        types = [bool, number]
        doc   = "Removes dead servers."
      }
      attr "server_stabilization_time" {
        type   = string
        format = duration
        doc    = "How long a new server must be healthy."
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
      attr "enable_redundancy_zones" {
        types = [bool, number]
        doc   = "Uses zones (Enterprise)."
      }
      attr "disable_upgrade_migration" {
        types = [bool, number]
        doc   = "Does not move to newer servers by itself (Enterprise)."
      }
      attr "enable_custom_upgrades" {
        types = [bool, number]
        doc   = "Uses `upgrade_version` (Enterprise)."
      }
    }
  }
  block_list "plugin" {
    icon = package
    doc  = "A task driver or device plugin."
    label "name" { doc = "The name of the plugin." }
    object {
      attr "args" {
        types = [list(string), string]
        doc   = "Arguments of the program."
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
    doc       = "Limits of connections."
    object {
      attr "https_handshake_timeout" {
        type   = string
        format = duration
        doc    = "How long the handshake of the API may take."
      }
      attr "http_max_conns_per_client" {
        type = number
        doc  = "The most connections of the API from one address."
      }
      attr "rpc_handshake_timeout" {
        type   = string
        format = duration
        doc    = "How long the handshake between agents may take."
      }
      attr "rpc_max_conns_per_client" {
        type = number
        doc  = "The most connections of agents from one address."
      }
    }
  }
  block_list "audit" {
    singleton = true
    doc       = "Records of requests (Enterprise)."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Is on."
      }
      block_list "sink" {
        doc = "Where records are written."
        label "name" { doc = "The name of the sink." }
        object {
          attr "type" {
            type   = string
            values = ["file"]
            doc    = "The kind of sink."
          }
          attr "delivery_guarantee" {
            type   = string
            values = ["enforced", "best-effort"]
            doc    = "What happens when it fails."
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
          attr "rotate_duration" {
            type   = string
            format = duration
            doc    = "The age at which a new file is begun."
          }
          attr "rotate_bytes" {
            type = number
            doc  = "The size at which a new file is begun."
          }
          attr "rotate_max_files" {
            type = number
            doc  = "How many old files are kept."
          }
          attr "mode" {
            type = string
            doc  = "The permissions of the file."
          }
        }
      }
      block_list "filter" {
        doc = "Requests that are not recorded."
        label "name" { doc = "The name of the filter." }
        object {
          attr "type" {
            type   = string
            values = ["HTTPEvent"]
            doc    = "The kind of events."
          }
          attr "endpoints" {
            types = [list(string), string]
            doc   = "Their paths."
          }
          attr "stages" {
            types  = [list(string), string]
            values = ["OperationReceived", "OperationComplete", "*"]
            doc    = "Their stages."
          }
          attr "operations" {
            types = [list(string), string]
            doc   = "Their methods."
          }
        }
      }
    }
  }
  block_list "reporting" {
    singleton = true
    doc       = "What is reported about use."
    object {
      attr "address" {
        type   = string
        format = url
        doc    = "Where to."
      }
      attr "export_interval" {
        type   = string
        format = duration
        doc    = "The pause between reports."
      }
      attr "snapshot_retention_time" {
        type   = string
        format = duration
        doc    = "How long snapshots are kept."
      }
      attr "disable_product_usage_reporting" {
        types = [bool, number]
        doc   = "Turns the report of use off."
      }
      block_list "license" {
        singleton = true
        doc       = "The report of the license."
        object {
          attr "enabled" {
            types = [bool, number]
            doc   = "Sends the report."
          }
        }
      }
    }
  }
  block_list "keyring" {
    icon = key
    doc  = "What encrypts the keys of the cluster."
    label "provider" { doc = "The provider of the key." }
    object {
      include = [body.agents.free]
      attr "active" {
        types = [bool, number]
        doc   = "Is used for new keys."
      }
      attr "name" {
        type = string
        doc  = "A name, for several of one provider."
      }
    }
  }
  block_list "eventlog" {
    singleton = true
    doc       = "The log of Windows."
    object {
      attr "enabled" {
        types = [bool, number]
        doc   = "Writes to it."
      }
      attr "level" {
        type   = string
        values = ["INFO", "WARN", "ERROR"]
        open   = true
        doc    = "How much is written."
      }
    }
  }
  block_list "consul" {
    icon = interface
    doc  = "How the agent uses Consul."
    label "name" {
      optional = true
      doc      = "The name of the cluster."
    }
    object {
      attr "name" {
        type = string
        doc  = "The name of the cluster."
      }
      attr "address" {
        type = string
        doc  = "The address of the Consul agent."
      }
      attr "grpc_address" {
        type = string
        doc  = "Its address for gRPC."
      }
      attr "token" {
        type      = string
        sensitive = true
        doc       = "The ACL token."
      }
      attr "auth" {
        type = string
        doc  = "The user and password."
      }
      attr "ssl" {
        types = [bool, number]
        doc   = "Uses TLS."
      }
      attr "verify_ssl" {
        types = [bool, number]
        doc   = "Checks its certificate."
      }
      attr "ca_file" {
        type   = string
        format = path
        doc    = "The certificate of the authority."
      }
      attr "cert_file" {
        type   = string
        format = path
        doc    = "The client certificate."
      }
      attr "key_file" {
        type   = string
        format = path
        doc    = "The key of that certificate."
      }
      attr "grpc_ca_file" {
        type   = string
        format = path
        doc    = "The authority of the gRPC certificate."
      }
      attr "namespace" {
        type = string
        doc  = "The namespace (Enterprise)."
      }
      attr "auto_advertise" {
        types = [bool, number]
        doc   = "Registers the agent as a service."
      }
      attr "server_auto_join" {
        types = [bool, number]
        doc   = "Finds servers through it."
      }
      attr "client_auto_join" {
        types = [bool, number]
        doc   = "Finds clients' servers through it."
      }
      attr "server_service_name" {
        type = string
        doc  = "The name of the servers' service."
      }
      attr "client_service_name" {
        type = string
        doc  = "The name of the clients' service."
      }
      attr "server_http_check_name" {
        type = string
        doc  = "The name of the servers' check of the API."
      }
      attr "server_serf_check_name" {
        type = string
        doc  = "The name of the servers' check of gossip."
      }
      attr "server_rpc_check_name" {
        type = string
        doc  = "The name of the servers' check of requests."
      }
      attr "client_http_check_name" {
        type = string
        doc  = "The name of the clients' check."
      }
      attr "checks_use_advertise" {
        types = [bool, number]
        doc   = "Checks the advertised address."
      }
      attr "share_ssl" {
        types = [bool, number]
        doc   = "Lets tasks use its certificates."
      }
      attr "tags" {
        types = [list(string), string]
        doc   = "Tags of the services."
      }
      attr "timeout" {
        type   = string
        format = duration
        doc    = "How long an answer is waited for."
      }
      attr "allow_unauthenticated" {
        types      = [bool, number]
        deprecated = "Workload identities take its place."
        doc        = "Runs jobs whose owner has shown no token."
      }
      attr "service_auth_method" {
        type = string
        doc  = "The auth method of services."
      }
      attr "task_auth_method" {
        type = string
        doc  = "The auth method of tasks."
      }
      block_list "service_identity" {
        singleton = true
        doc       = "The identity of services."
        object {
          include = [body.identity]
        }
      }
      block_list "task_identity" {
        singleton = true
        doc       = "The identity of tasks."
        object {
          include = [body.identity]
        }
      }
    }
  }
  block_list "vault" {
    icon = interface
    doc  = "How the agent uses Vault."
    label "name" {
      optional = true
      doc      = "The name of the cluster."
    }
    object {
      attr "name" {
        type = string
        doc  = "The name of the cluster."
      }
      attr "enabled" {
        types = [bool, number]
        doc   = "Is on."
      }
      attr "address" {
        type = string
        doc  = "The address of Vault."
      }
      attr "token" {
        type       = string
        sensitive  = true
        deprecated = "Workload identities take its place."
        doc        = "The token of the servers."
      }
      attr "namespace" {
        type = string
        doc  = "The namespace."
      }
      attr "create_from_role" {
        type = string
        doc  = "The role that tokens are made from."
      }
      attr "task_token_ttl" {
        types      = [string, number]
        pattern    = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
        deprecated = "Workload identities take its place."
        doc        = "How long tokens of tasks live."
      }
      attr "allow_unauthenticated" {
        types      = [bool, number]
        deprecated = "Workload identities take its place."
        doc        = "Runs jobs whose owner has shown no token."
      }
      attr "jwt_auth_backend_path" {
        type = string
        doc  = "The path of the auth method."
      }
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
        doc    = "The client certificate."
      }
      attr "key_file" {
        type   = string
        format = path
        doc    = "The key of that certificate."
      }
      attr "tls_server_name" {
        type = string
        doc  = "The name that Vault's certificate must have."
      }
      attr "tls_skip_verify" {
        types = [bool, number]
        doc   = "Does not check its certificate."
      }
      attr "connection_retry_interval" {
        type   = string
        format = duration
        doc    = "The pause between attempts to connect."
      }
      block_list "default_identity" {
        singleton = true
        doc       = "The identity of tasks."
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
      doc   = "Servers to join at the start."
    }
    attr "retry_join" {
      types = [list(string), string]
      doc   = "Servers to join, again and again."
    }
    attr "retry_max" {
      type = number
      doc  = "The most attempts."
    }
    attr "retry_interval" {
      type   = string
      format = duration
      doc    = "The pause between attempts."
    }
  }
}

body "identity" {
  object {
    attr "name" {
      type = string
      doc  = "The name of the identity."
    }
    attr "aud" {
      types = [list(string), string]
      doc   = "Whom it is for."
    }
    attr "env" {
      types = [bool, number]
      doc   = "Puts it into the environment."
    }
    attr "file" {
      types = [bool, number]
      doc   = "Writes it to a file."
    }
    attr "ttl" {
      type   = string
      format = duration
      doc    = "How long it lives."
    }
    attr "change_mode" {
      type   = string
      values = ["noop", "restart", "signal"]
      doc    = "What happens when it is renewed."
    }
    attr "change_signal" {
      type = string
      doc  = "The signal."
    }
    block_list "extra_claims" {
      singleton = true
      doc       = "More claims."
      object {
        any_attr {
          type = string
          doc  = "The value of the claim."
        }
      }
    }
  }
}

body "addresses" {
  object {
    attr "http" {
      type = string
      doc  = "Of the API."
    }
    attr "rpc" {
      type = string
      doc  = "Of requests between agents."
    }
    attr "serf" {
      type = string
      doc  = "Of gossip."
    }
  }
}
