# Nomad: settings of a client.
body "client" {
  check "dynamic-ports" {
    condition = self.min_dynamic_port == null || self.max_dynamic_port == null || self.min_dynamic_port <= self.max_dynamic_port
    message   = "The range of dynamic ports ends before it begins."
    at        = attr.max_dynamic_port
    severity  = warning
  }
  check "client-start-join" {
    condition = alltrue([for join in self.server_join : join.start_join == null])
    message   = "Clients have no `start_join`: use `retry_join`."
    severity  = warning
  }
  object {
    attr "enabled" {
      type = [bool, number]
      doc  = "Enables client mode."
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
      type = list(string)
      doc  = "Addresses of servers to register with."
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
      type = [bool, number]
      doc  = "Does not use `dmidecode` to detect the CPU speed."
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
      min  = 0
      max  = 65535
      doc  = "Upper bound of the dynamic port range."
    }
    attr "min_dynamic_port" {
      type = number
      min  = 0
      max  = 65535
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
      type = [bool, number]
      doc  = "Removes dynamic host volumes when the node is garbage collected."
    }
    attr "no_host_uuid" {
      type = [bool, number]
      doc  = "Generates a random node ID instead of using the host UUID."
    }
    attr "disable_remote_exec" {
      type = [bool, number]
      doc  = "Disables remote command execution in tasks."
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
      type = [bool, number]
      doc  = "Enables hairpin mode, so that tasks can reach themselves through the bridge."
    }
    attr "bind_wildcard_default_host_network" {
      type = [bool, number]
      doc  = "Binds ports of the default host network on all addresses."
    }
    attr "cgroup_parent" {
      type = string
      doc  = "Parent cgroup of all tasks."
    }
    attr "nomad_service_discovery" {
      type = [bool, number]
      doc  = "Enables Nomad native service discovery."
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
      type = [bool, number]
      doc  = "Marks the node ineligible for scheduling until it is enabled."
    }
    # Nomad reads and drops the block, which it had once.
    block_list "stats" {
      max_items  = 1
      deprecated = "It has no effect."
      object {
        attr "*" { doc = "Ignored." }
      }
    }
    block_list "options" {
      max_items = 1
      doc       = "Client options, including legacy task driver settings."
      object {
        attr "*" {
          type = string
          doc  = "Value of the option."
        }
      }
    }
    block_list "meta" {
      max_items = 1
      doc       = "Node metadata for use in constraints."
      object {
        attr "*" {
          doc = "Value of the metadata key."
        }
      }
    }
    block_list "chroot_env" {
      max_items = 1
      doc       = "Paths to copy or link into the chroot of tasks."
      object {
        attr "*" {
          type = string
          doc  = "Destination path in the chroot."
        }
      }
    }
    block_list "reserved" {
      max_items = 1
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
          type    = string
          pattern = { "(\\s*[0-9]+(-[0-9]+)?\\s*(,\\s*[0-9]+(-[0-9]+)?\\s*)*)?" = "a list of ports and ranges, such as 22,80,8500-8600" }
          doc     = "Ports or port ranges, such as `22,80,8500-8600`."
        }
      }
    }
    block_list "server_join" {
      max_items = 1
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
          type = [bool, number]
          doc  = "Whether the volume is read-only."
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
          type    = string
          pattern = { "(\\s*[0-9]+(-[0-9]+)?\\s*(,\\s*[0-9]+(-[0-9]+)?\\s*)*)?" = "a list of ports and ranges, such as 22,80,8500-8600" }
          doc     = "Ports that are not available to tasks."
        }
      }
    }
    block_list "template" {
      max_items = 1
      doc       = "Settings for task templates."
      object {
        include = [body.agents.free]
        attr "function_denylist" {
          type = [list(string), string]
          doc  = "Functions that templates must not use."
        }
        attr "function_blacklist" {
          type       = [list(string), string]
          deprecated = function_denylist
          doc        = "Functions that templates must not use."
        }
        attr "disable_file_sandbox" {
          type = [bool, number]
          doc  = "Disables the file sandbox, so that templates can read any file."
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
      max_items = 1
      doc       = "Limits for artifact downloads."
      object {
        attr "http_read_timeout" {
          type   = string
          format = duration
          doc    = "Timeout for HTTP downloads."
        }
        attr "http_max_size" {
          type    = [string, number]
          pattern = { "[0-9.]+ *([kKmMgGtT]?i?[bB]?)" = "a size such as 10MB" }
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
          type    = [string, number]
          pattern = { "[0-9.]+ *([kKmMgGtT]?i?[bB]?)" = "a size such as 10MB" }
          doc     = "Maximum size of the decompressed content of an archive."
        }
        attr "disable_artifact_inspection" {
          type = [bool, number]
          doc  = "Disables the check for symlinks that leave the allocation directory."
        }
        attr "disable_filesystem_isolation" {
          type = [bool, number]
          doc  = "Disables file system isolation for downloads."
        }
        attr "filesystem_isolation_extra_paths" {
          type = [list(string), string]
          doc  = "Additional paths to make available in the sandbox."
        }
        attr "set_environment_variables" {
          type = string
          doc  = "Environment variables to pass to the downloader."
        }
      }
    }
    block_list "drain_on_shutdown" {
      max_items = 1
      doc       = "Drains the node when the agent shuts down."
      object {
        attr "deadline" {
          type   = string
          format = duration
          doc    = "Deadline for the drain."
        }
        attr "ignore_system_jobs" {
          type = [bool, number]
          doc  = "Ignores system jobs during the drain."
        }
        attr "force" {
          type = [bool, number]
          doc  = "Stops allocations immediately, without a deadline."
        }
      }
    }
    block_list "users" {
      max_items = 1
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
          type = [bool, number]
          doc  = "Stops the agent when all attempts fail."
        }
      }
    }
  }
}
