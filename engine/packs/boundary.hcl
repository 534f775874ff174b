# Settings of Boundary's controllers and workers. Written in HCL 1.
language "boundary" {
  title   = "Boundary"
  ids     = ["boundary"]
  files   = ["boundary.hcl", "*.boundary.hcl", "boundary.json", "*.boundary.json"]
  content = ["((controller|worker) *\\{|kms +\"(aead|awskms|azurekeyvault|alicloudkms|gcpckms|ocikms|pkcs11|transit)\" *\\{?).*", "![^#\"]*[=,\\[] *[$]\\{.*", "!path +\"[^\"]*\" *\\{.*"]
  # Templates of Terraform, which is the only program that writes `${` without quotes.
  syntax = hcl1
  # Boundary ignores settings that it does not know.
  severity = { UnsupportedArgument = warning, UnsupportedBlockType = warning }
}

object {
  attr "disable_mlock" {
    type = [bool, number]
    doc  = "Disables locking of memory, so that it can be swapped to disk."
  }
  attr "hcp_boundary_cluster_id" {
    type = string
    doc  = "HCP cluster that the worker belongs to."
  }
  attr "enable_worker_auth_debugging" {
    type = [bool, number]
    doc  = "Logs more details about worker authentication."
  }
  attr "log_level" {
    type    = string
    values  = ["trace", "debug", "info", "warn", "error"]
    unknown = allowed
    pattern = { "(?i:trace|debug|info|notice|warn|warning|error|err)?|.*[$_{\\[].*|[a-z]+://.*" = "a level such as info" }
    doc     = "Log level."
  }
  attr "log_format" {
    type   = string
    values = ["standard", "json"]
    doc    = "Log format."
  }
  attr "cluster_name" {
    type = string
    doc  = "Name of the cluster."
  }
  attr "default_max_request_duration" {
    type    = [string, number]
    pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
    doc     = "Maximum duration of a request."
  }
  block_list "controller" {
    max_items = 1
    icon      = class
    doc       = "Controller, which serves the API and stores the state."
    object {
      include = [body.named]
      attr "description" {
        type = string
        doc  = "Description of the controller."
      }
      attr "public_cluster_addr" {
        type = string
        doc  = "Address at which workers reach the controller."
      }
      attr "auth_token_time_to_live" {
        type    = [string, number]
        pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
        doc     = "Maximum lifetime of an auth token."
      }
      attr "auth_token_time_to_stale" {
        type    = [string, number]
        pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
        doc     = "Time after which an unused auth token expires."
      }
      attr "graceful_shutdown_wait_duration" {
        type    = [string, number]
        pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
        doc     = "Time that a shutdown waits before it completes."
      }
      attr "worker_status_grace_period" {
        type       = [string, number]
        pattern    = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
        deprecated = "Use `worker_rpc_grace_period`."
        doc        = "Time after which the connections of an unresponsive worker are closed."
      }
      attr "worker_rpc_grace_period" {
        type    = [string, number]
        pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
        doc     = "Time after which the connections of an unresponsive worker are closed."
      }
      attr "liveness_time_to_stale" {
        type    = [string, number]
        pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
        doc     = "Time without contact after which a worker or controller counts as inactive."
      }
      attr "get_downstream_workers_timeout" {
        type    = [string, number]
        pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
        doc     = "Timeout of requests for downstream workers."
      }
      attr "api_rate_limit_max_quotas" {
        type = number
        doc  = "Maximum number of rate limit quotas that are stored."
      }
      attr "api_rate_limit_disable" {
        type = [bool, number]
        doc  = "Disables rate limits."
      }
      attr "license" {
        type = string
        doc  = "License, or its location (Enterprise)."
      }
      attr "max_page_size" {
        type = number
        doc  = "Maximum number of entries on a page."
      }
      attr "concurrent_password_hash_workers" {
        type = number
        doc  = "Number of password hashes to compute at the same time."
      }
      attr "tags" {
        doc = "Tags of the controller."
      }
      block_list "api_rate_limit" {
        also = attr
        doc  = "Rate limit for API requests."
        object {
          attr "resources" {
            type = [list(string), string]
            doc  = "Resource types that the limit applies to."
          }
          attr "actions" {
            type = [list(string), string]
            doc  = "Actions that the limit applies to."
          }
          attr "per" {
            type   = string
            values = ["total", "ip-address", "auth-token"]
            doc    = "Scope in which requests are counted."
          }
          attr "limit" {
            type = number
            doc  = "Maximum number of requests in the period."
          }
          attr "period" {
            type    = [string, number]
            pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
            doc     = "Period of the limit."
          }
          attr "unlimited" {
            type = [bool, number]
            doc  = "Disables the limit."
          }
        }
      }
      block_list "database" {
        max_items = 1
        icon      = key
        doc       = "Database connection."
        object {
          attr "url" {
            type      = string
            sensitive = true
            doc       = "URL of the database; `env://VAR` and `file://PATH` are supported."
          }
          attr "migration_url" {
            type      = string
            sensitive = true
            doc       = "URL for schema migrations."
          }
          attr "max_open_connections" {
            type = number
            doc  = "Maximum number of open connections."
          }
          attr "max_idle_connections" {
            type = number
            doc  = "Maximum number of idle connections."
          }
          attr "max_idle_time" {
            type    = [string, number]
            pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
            doc     = "Maximum time that a connection stays idle."
          }
          attr "skip_shared_lock_acquisition" {
            type = [bool, number]
            doc  = "Skips the shared lock that prevents changes of the schema."
          }
        }
      }
      block_list "scheduler" {
        max_items = 1
        doc       = "Scheduler for background jobs."
        object {
          attr "job_run_interval" {
            type    = [string, number]
            pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
            doc     = "Interval between searches for jobs to run."
          }
          attr "monitor_interval" {
            type    = [string, number]
            pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
            doc     = "Interval between searches for interrupted jobs."
          }
        }
      }
    }
  }
  block_list "worker" {
    max_items = 1
    icon      = class
    doc       = "Worker, which proxies connections to targets."
    check "kms-auth" {
      condition = !set.use_deprecated_kms_auth_method || self.use_deprecated_kms_auth_method != true
      message   = "This is no longer supported since Boundary 0.15."
      at        = attr.use_deprecated_kms_auth_method
    }
    object {
      include = [body.named]
      attr "description" {
        type = string
        doc  = "Description of the worker."
      }
      attr "public_addr" {
        type = string
        doc  = "Address at which clients reach the worker."
      }
      attr "initial_upstreams" {
        doc = "Controllers or workers to connect to."
      }
      attr "controllers" {
        type       = [list(string), string]
        deprecated = initial_upstreams
        doc        = "Controllers to connect to."
      }
      attr "status_call_timeout" {
        needs   = [successful_status_grace_period]
        type    = [string, number]
        pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
        doc     = "Timeout of status calls."
      }
      attr "successful_status_grace_period" {
        needs   = [status_call_timeout]
        type    = [string, number]
        pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
        doc     = "Time without a successful status call after which connections are closed."
      }
      attr "get_downstream_workers_timeout" {
        type    = [string, number]
        pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
        doc     = "Timeout of requests for downstream workers."
      }
      attr "auth_storage_path" {
        type   = string
        format = folder
        doc    = "Folder for the worker's credentials."
      }
      attr "recording_storage_path" {
        type   = string
        format = folder
        doc    = "Folder for session recordings."
      }
      attr "recording_storage_minimum_available_capacity" {
        needs   = [recording_storage_path]
        type    = [string, number]
        pattern = { "[0-9.]+ *([kKmMgGtT]?i?[bB]?)" = "a size such as 10MB" }
        doc     = "Minimum free disk space for session recordings."
      }
      attr "ssh_known_hosts_path" {
        type   = string
        format = path
        doc    = "File with the keys of known SSH hosts."
      }
      attr "controller_generated_activation_token" {
        type      = string
        sensitive = true
        doc       = "Activation token for the registration of the worker."
      }
      attr "use_deprecated_kms_auth_method" {
        type = [bool, number]
        doc  = "Uses the deprecated KMS authentication method."
      }
      block_list "tags" {
        also = any
        doc  = "Tags by which targets select workers. Also a string with a URL: `env://TAGS`."
        object {
          attr "*" {
            doc = "Values of the tag."
          }
        }
      }
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
    check "listener-type" {
      condition = label.type != null || set.type
      message   = "A listener needs a type: `listener \"tcp\"`."
    }
    check "listener-port" {
      condition = !can(regex(":[0-9]+$", self.address)) || tonumber(regex(":([0-9]+)$", self.address)[0]) <= 65535
      message   = "A port is at most 65535."
      at        = attr.address
      severity  = warning
    }
    object {
      include = [body.agents.listener]
      attr "purpose" {
        type     = [list(string), string]
        unknown  = allowed
        values   = ["api", "cluster", "proxy", "ops"]
        reserved = ["*"] # others are warnings: another version may have them
        doc      = "Purpose of the listener: `api`, `cluster`, `proxy` or `ops`."
      }
      attr "require_request_header" {
        type = [bool, number]
        doc  = "Rejects requests without the header `X-Boundary-Request`."
      }
      attr "tls_prefer_server_cipher_suites" {
        type = [bool, number]
        doc  = "Has no effect."
      }
      attr "custom_response_headers" {
        also = block
        doc  = "Custom headers of responses, by status code."
      }
      block_list "telemetry" {
        doc = "Access to metrics."
        object { include = [body.agents.free] }
      }
      block_list "profiling" {
        doc = "Access to profiles."
        object { include = [body.agents.free] }
      }
      attr "address" {
        type = string
        doc  = "Address and port."
      }
      attr "cors_disable_default_allowed_origin_values" {
        type = [bool, number]
        doc  = "Removes the desktop client from the default allowed origins."
      }
      attr "cors_disable_default_allowed_origins" {
        type = [bool, number]
        doc  = "Removes the desktop client from the default allowed origins."
      }
      attr "max_request_size" {
        type = number
        doc  = "Maximum size of a request in bytes."
      }
      block_list "custom_api_response_headers" {
        doc = "Custom headers of API responses, by status code."
        object {
          include = [body.agents.free]
        }
      }
      block_list "custom_ui_response_headers" {
        doc = "Custom headers of web UI responses, by status code."
        object {
          include = [body.agents.free]
        }
      }
    }
  }
  block_list "kms" {
    also = attr
    icon = key
    doc  = "KMS key and its purpose."
    label "type" {
      optional = true
      unknown  = allowed
      values   = ["aead", "awskms", "azurekeyvault", "alicloudkms", "gcpckms", "ocikms", "pkcs11", "transit"]
      reserved = ["*"]
      doc      = "Service that holds the key."
    }
    check "kms-type" {
      condition = label.type != null || !set.purpose
      message   = "A key needs a type: `kms \"aead\"`."
    }
    object {
      include = [body.agents.free]
      attr "purpose" {
        type     = [list(string), string]
        unknown  = allowed
        reserved = ["*"]
        values   = ["root", "previous-root", "worker-auth", "downstream-worker-auth", "worker-auth-storage", "recovery", "config", "bsr"]
        doc      = "Purpose of the key: `root`, `worker-auth`, `recovery`, `config`, `bsr`, `worker-auth-storage`, `previous-root`, `downstream-worker-auth`."
      }
      attr "key_id" {
        type = string
        doc  = "ID of the key."
      }
      attr "aead_type" {
        type = string
        doc  = "Cipher of `aead`."
      }
      attr "key" {
        type      = string
        sensitive = true
        doc       = "Key in Base64."
      }
    }
  }
  block_list "events" {
    max_items = 1
    doc       = "Event logging."
    object {
      attr "audit_enabled" {
        type = [bool, number]
        doc  = "Enables audit events."
      }
      attr "observations_enabled" {
        type = [bool, number]
        doc  = "Enables observation events."
      }
      attr "sysevents_enabled" {
        type = [bool, number]
        doc  = "Enables system events."
      }
      attr "telemetry_enabled" {
        type = [bool, number]
        doc  = "Adds telemetry data to events."
      }
      block_list "sink" {
        also = attr
        doc  = "Destination of events."
        label "type" {
          optional = true
          values   = ["stderr", "file"]
          unknown  = allowed
          reserved = ["*"]
          doc      = "Type of the sink."
        }
        check "sink-file" {
          condition = label.type != "file" || length(self.file) > 0
          message   = "A sink of type \"file\" needs a `file` block."
          severity  = warning
        }
        object {
          include = [body.agents.free]
          attr "name" {
            type = string
            doc  = "Name of the sink."
          }
          attr "description" {
            type = string
            doc  = "Description of the sink."
          }
          attr "event_types" {
            type   = [list(string), string]
            values = ["*", "audit", "error", "observation", "system"]
            doc    = "Types of events to write."
          }
          attr "format" {
            type   = string
            values = ["cloudevents-json", "cloudevents-text", "hclog-json", "hclog-text"]
            doc    = "Format of the events."
          }
          attr "type" {
            type = string
            doc  = "Type of the sink, when it has no label."
          }
          attr "event_source_url" {
            type   = string
            format = url
            doc    = "URL of the source of the events."
          }
          block_list "stderr" {
            max_items = 1
            doc       = "Writes to standard error."
            object {}
          }
          block_list "file" {
            also      = attr
            max_items = 1
            doc       = "Writes to a file."
            object {
              attr "path" {
                type   = string
                format = folder
                doc    = "Folder of the file."
              }
              attr "file_name" {
                type = string
                doc  = "Name of the file."
              }
              attr "rotate_bytes" {
                type = number
                doc  = "Size after which a new file is started."
              }
              attr "rotate_duration" {
                type    = [string, number]
                pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
                doc     = "Time after which a new file is started."
              }
              attr "rotate_max_files" {
                type = number
                doc  = "Number of old files to keep."
              }
            }
          }
          block_list "audit_config" {
            also      = attr
            max_items = 1
            doc       = "Settings of audit events."
            object {
              attr "audit_filter_overrides" {
                also = block
                doc  = "What happens to each class of data: `{ sensitive = \"redact\", secret = \"encrypt\" }`."
              }
            }
          }
          attr "allow_filters" {
            type = [list(string), string]
            doc  = "Filters that select the events to write."
          }
          attr "deny_filters" {
            type = [list(string), string]
            doc  = "Filters that exclude events."
          }
        }
      }
    }
  }
  block_list "plugins" {
    max_items = 1
    doc       = "Settings of plugins."
    object {
      attr "execution_dir" {
        type   = string
        format = folder
        doc    = "Folder in which plugins run."
      }
    }
  }
  block_list "reporting" {
    max_items = 1
    doc       = "Usage reports."
    object {
      block_list "license" {
        max_items = 1
        doc       = "License reporting."
        object {
          attr "enabled" {
            type = [bool, number]
            doc  = "Enables license reporting."
          }
        }
      }
    }
  }
  block_list "telemetry" {
    max_items = 1
    doc       = "Settings of metrics."
    object {
      include = [body.vault.telemetry]
    }
  }
}

# A controller or worker.
body "named" {
  check "lowercase-name" {
    condition = self.name == lower(self.name) || can(regex("^[a-z]+://", self.name))
    message   = "The name must be in lower case."
    at        = attr.name
  }
  object {
    attr "name" {
      type = string
      doc  = "Unique name. `env://VAR` and `file://PATH` are supported."
    }
  }
}
