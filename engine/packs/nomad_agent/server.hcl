# Nomad: settings of a server.
body "server" {
  check "one-join" {
    condition = alltrue([for join in self.server_join : length(first(join.retry_join, [])) == 0]) || self.start_join == null && self.retry_join == null && first(self.retry_max, 0) == 0 && self.retry_interval == null && alltrue([for join in self.server_join : join.start_join == null])
    message   = "With `retry_join` in `server_join`, servers take no other arguments for joining."
    severity  = warning
  }
  check "encryption-key" {
    condition = self.encrypt == null || can(regex("^(([A-Za-z0-9+/]{22}==|[A-Za-z0-9+/]{32}|[A-Za-z0-9+/]{43}=)?|.*([{$<%]|\\[\\[).*)$", self.encrypt))
    message   = "A key is 16, 24 or 32 bytes in Base64, as `nomad operator gossip keyring generate` prints it."
    at        = attr.encrypt
    severity  = warning
  }
  object {
    attr "enabled" {
      type = [bool, number]
      doc  = "Enables server mode."
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
      type = list(string)
      doc  = "Scheduler types to run."
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
      type       = list(string)
      deprecated = "Use `server_join` instead."
      doc        = "Servers to join at startup."
    }
    attr "retry_join" {
      type       = list(string)
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
      type = [bool, number]
      doc  = "Rejoins the cluster at startup after it has left."
    }
    attr "non_voting_server" {
      type = [bool, number]
      doc  = "Makes the server a non-voting server (Enterprise)."
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
      type = [bool, number]
      doc  = "Enables the event broker for event streams."
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
      type    = [string, number]
      pattern = { "[0-9.]+ *([kKmMgGtT]?i?[bB]?)" = "a size such as 10MB" }
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
      type = [bool, number]
      doc  = "Marks the cluster as non-production (Enterprise)."
    }
    block_list "server_join" {
      max_items = 1
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
          type = [bool, number]
          doc  = "Lets tasks use more memory than they reserve."
        }
        attr "reject_job_registration" {
          type = [bool, number]
          doc  = "Rejects job registrations."
        }
        attr "pause_eval_broker" {
          type = [bool, number]
          doc  = "Pauses the evaluation broker."
        }
        block_list "preemption_config" {
          max_items = 1
          doc       = "Preemption settings by scheduler type."
          object {
            attr "batch_scheduler_enabled" {
              type = [bool, number]
              doc  = "Enables preemption for batch jobs."
            }
            attr "system_scheduler_enabled" {
              type = [bool, number]
              doc  = "Enables preemption for system jobs."
            }
            attr "service_scheduler_enabled" {
              type = [bool, number]
              doc  = "Enables preemption for service jobs."
            }
            attr "sysbatch_scheduler_enabled" {
              type = [bool, number]
              doc  = "Enables preemption for system batch jobs."
            }
          }
        }
      }
    }
    block_list "plan_rejection_tracker" {
      max_items = 1
      doc       = "Tracks plan rejections and marks affected nodes ineligible."
      object {
        attr "enabled" {
          type = [bool, number]
          doc  = "Enables the tracker."
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
      max_items = 1
      doc       = "Limits for the search API."
      object {
        attr "fuzzy_enabled" {
          type = [bool, number]
          doc  = "Enables fuzzy search."
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
      max_items = 1
      doc       = "Raft log store."
      object {
        attr "backend" {
          type   = string
          values = ["boltdb", "wal"]
          doc    = "Log store backend."
        }
        attr "disable_log_cache" {
          type = [bool, number]
          doc  = "Disables the in-memory cache of log entries."
        }
        block_list "boltdb" {
          max_items = 1
          doc       = "Settings of BoltDB."
          object {
            attr "no_freelist_sync" {
              type = [bool, number]
              doc  = "Does not write the freelist to disk."
            }
          }
        }
        block_list "wal" {
          max_items = 1
          doc       = "Write-ahead log settings."
          object {
            attr "segment_size_mb" {
              type = number
              doc  = "Size of segment files in MB."
            }
          }
        }
        block_list "verification" {
          max_items = 1
          doc       = "Log verification."
          object {
            attr "enabled" {
              type = [bool, number]
              doc  = "Enables log verification."
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
      max_items = 1
      doc       = "Settings of BoltDB."
      object {
        attr "no_freelist_sync" {
          type = [bool, number]
          doc  = "Does not write the freelist to disk."
        }
      }
    }
    block_list "client_introduction" {
      max_items = 1
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
body "join" {
  object {
    attr "start_join" {
      type = list(string)
      doc  = "Servers to join at startup."
    }
    attr "retry_join" {
      type = list(string)
      doc  = "Servers to join, with retries until it succeeds."
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
