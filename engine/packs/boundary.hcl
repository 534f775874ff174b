# Settings of Boundary's controllers and workers. Written in HCL 1.
language "boundary" {
  title   = "Boundary"
  ids     = ["boundary"]
  files   = ["boundary.hcl", "*.boundary.hcl"]
  content = "^(controller|worker) *(=|\\{|$)|^kms +\"(aead|awskms|azurekeyvault|alicloudkms|gcpckms|ocikms|pkcs11|transit)\" *\\{?"
  syntax  = hcl1
  rules   = reference
}

object {
  attr "disable_mlock" {
    types = [bool, number]
    doc   = "Does not keep memory from being swapped to disk."
  }
  attr "hcp_boundary_cluster_id" {
    type = string
    doc  = "Worker: the HCP cluster that it belongs to."
  }
  attr "enable_worker_auth_debugging" {
    types = [bool, number]
    doc   = "Logs more about how workers sign in."
  }
  attr "log_level" {
    type   = string
    values = ["trace", "debug", "info", "warn", "error"]
    open   = true
    doc    = "How much is logged."
  }
  attr "log_format" {
    type   = string
    values = ["standard", "json"]
    doc    = "How lines of the log are written."
  }
  attr "cluster_name" {
    type = string
    doc  = "The name of the cluster."
  }
  attr "default_max_request_duration" {
    types   = [string, number]
    pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
    doc     = "The longest time that a request may take."
  }
  block_list "controller" {
    singleton = true
    icon      = class
    doc       = "A controller: it serves the API and keeps the state."
    object {
      attr "name" {
        type = string
        doc  = "The name of the controller, unlike that of any other. `env://VAR` and `file://PATH` are read."
      }
      attr "description" {
        type = string
        doc  = "What it is for."
      }
      attr "public_cluster_addr" {
        type = string
        doc  = "The address that workers reach it at."
      }
      attr "auth_token_time_to_live" {
        types   = [string, number]
        pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
        doc     = "How long a token lives."
      }
      attr "auth_token_time_to_stale" {
        types   = [string, number]
        pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
        doc     = "How long an unused token lives."
      }
      attr "graceful_shutdown_wait_duration" {
        types   = [string, number]
        pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
        doc     = "How long it waits before it ends."
      }
      attr "worker_status_grace_period" {
        types      = [string, number]
        pattern    = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
        deprecated = "See `worker_rpc_grace_period`."
        doc        = "How long a silent worker's connections live."
      }
      attr "worker_rpc_grace_period" {
        types   = [string, number]
        pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
        doc     = "How long a silent worker's connections live."
      }
      attr "liveness_time_to_stale" {
        types   = [string, number]
        pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
        doc     = "After which silence a worker or controller counts as gone."
      }
      attr "get_downstream_workers_timeout" {
        types   = [string, number]
        pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
        doc     = "How long workers further down are waited for."
      }
      attr "api_rate_limit_max_quotas" {
        type = number
        doc  = "The most quotas that are kept for limits."
      }
      attr "api_rate_limit_disable" {
        types = [bool, number]
        doc   = "Does not limit requests."
      }
      attr "license" {
        type = string
        doc  = "The license, or where it is (Enterprise)."
      }
      attr "max_page_size" {
        type = number
        doc  = "The most entries of a page."
      }
      attr "concurrent_password_hash_workers" {
        type = number
        doc  = "How many passwords are checked at a time."
      }
      attr "tags" {
        doc = "Tags of the controller."
      }
      block_list "api_rate_limit" {
        also = attr
        doc  = "How many requests are taken."
        object {
          attr "resources" {
            types = [list(string), string]
            doc   = "The kinds of resources."
          }
          attr "actions" {
            types = [list(string), string]
            doc   = "The actions."
          }
          attr "per" {
            type   = string
            values = ["total", "ip-address", "auth-token"]
            doc    = "What is counted."
          }
          attr "limit" {
            type = number
            doc  = "How many."
          }
          attr "period" {
            types   = [string, number]
            pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
            doc     = "In which time."
          }
          attr "unlimited" {
            types = [bool, number]
            doc   = "No limit at all."
          }
        }
      }
      block_list "database" {
        singleton = true
        icon      = key
        doc       = "The database."
        object {
          attr "url" {
            type      = string
            sensitive = true
            doc       = "Its address; `env://VAR` and `file://PATH` are read."
          }
          attr "migration_url" {
            type      = string
            sensitive = true
            doc       = "The address for changes of the schema."
          }
          attr "max_open_connections" {
            type = number
            doc  = "The most open connections."
          }
          attr "max_idle_connections" {
            type = number
            doc  = "The most idle connections."
          }
          attr "max_idle_time" {
            types   = [string, number]
            pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
            doc     = "How long an idle connection is kept."
          }
          attr "skip_shared_lock_acquisition" {
            types = [bool, number]
            doc   = "Does not take the lock that keeps the schema as it is."
          }
        }
      }
      block_list "scheduler" {
        singleton = true
        doc       = "How jobs are run."
        object {
          attr "job_run_interval" {
            types   = [string, number]
            pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
            doc     = "The pause between looks for jobs."
          }
          attr "monitor_interval" {
            types   = [string, number]
            pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
            doc     = "The pause between looks for lost jobs."
          }
        }
      }
    }
  }
  block_list "worker" {
    singleton = true
    icon      = class
    doc       = "A worker: it passes connections on."
    object {
      attr "name" {
        type = string
        doc  = "The name of the worker, unlike that of any other. `env://VAR` and `file://PATH` are read."
      }
      attr "description" {
        type = string
        doc  = "What it is for."
      }
      attr "public_addr" {
        type = string
        doc  = "The address that clients reach it at."
      }
      attr "initial_upstreams" {
        doc = "The controllers or workers that it connects to."
      }
      attr "controllers" {
        types       = [list(string), string]
        deprecated  = "This is now called `initial_upstreams`."
        replaced_by = initial_upstreams
        doc         = "The controllers that it connects to."
      }
      attr "status_call_timeout" {
        types   = [string, number]
        pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
        doc     = "How long an answer to a status call is waited for."
      }
      attr "successful_status_grace_period" {
        types   = [string, number]
        pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
        doc     = "After which time without a status call connections end."
      }
      attr "get_downstream_workers_timeout" {
        types   = [string, number]
        pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
        doc     = "How long workers further down are waited for."
      }
      attr "auth_storage_path" {
        type   = string
        format = folder
        doc    = "The folder for its credentials."
      }
      attr "recording_storage_path" {
        type   = string
        format = folder
        doc    = "The folder for recordings of sessions."
      }
      attr "recording_storage_minimum_available_capacity" {
        types   = [string, number]
        pattern = "[0-9.]+ *([kKmMgGtT]?i?[bB]?)"
        doc     = "The space that must be free for recordings."
      }
      attr "ssh_known_hosts_path" {
        type   = string
        format = path
        doc    = "The keys of SSH hosts that are known."
      }
      attr "controller_generated_activation_token" {
        type      = string
        sensitive = true
        doc       = "The token that it registers with."
      }
      attr "use_deprecated_kms_auth_method" {
        types = [bool, number]
        doc   = "Signs in by the old way with a KMS."
      }
      block_list "tags" {
        also = attr
        doc  = "Tags by which targets choose workers."
        object {
          any_attr {
            doc = "The values of the tag."
          }
        }
      }
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
      include = [body.agents.free]
      attr "type" {
        type   = string
        values = ["tcp", "unix"]
        doc    = "The kind of listener, when the header does not name it."
      }
      attr "purpose" {
        doc = "What is served here: `api`, `cluster`, `proxy` or `ops`."
      }
      attr "address" {
        type = string
        doc  = "The address and port."
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
      attr "cors_enabled" {
        types = [bool, number]
        doc   = "Lets pages of other origins ask."
      }
      attr "cors_disable_default_allowed_origins" {
        types = [bool, number]
        doc   = "Does not allow the origin of the desktop client."
      }
      attr "cors_allowed_origins" {
        types = [list(string), string]
        doc   = "Which origins may ask."
      }
      attr "cors_allowed_headers" {
        types = [list(string), string]
        doc   = "Which headers they may send."
      }
      attr "max_request_size" {
        type = number
        doc  = "The largest request in bytes."
      }
      attr "max_request_duration" {
        types   = [string, number]
        pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
        doc     = "The longest time that a request may take."
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
      block_list "custom_api_response_headers" {
        doc = "Headers of responses of the API, by status."
        object {
          include = [body.agents.free]
        }
      }
      block_list "custom_ui_response_headers" {
        doc = "Headers of responses of the web interface, by status."
        object {
          include = [body.agents.free]
        }
      }
    }
  }
  block_list "kms" {
    also = attr
    icon = key
    doc  = "A key, and what it is for."
    label "type" {
      optional = true
      open     = true
      values   = ["aead", "awskms", "azurekeyvault", "alicloudkms", "gcpckms", "ocikms", "pkcs11", "transit"]
      doc      = "The service that keeps the key."
    }
    object {
      include = [body.agents.free]
      attr "purpose" {
        doc = "What the key is for: `root`, `worker-auth`, `recovery`, `config`, `bsr`, `worker-auth-storage`, `previous-root`, `downstream-worker-auth`."
      }
      attr "key_id" {
        type = string
        doc  = "The id of the key."
      }
      attr "aead_type" {
        type = string
        doc  = "The cipher of `aead`."
      }
      attr "key" {
        type      = string
        sensitive = true
        doc       = "The key itself, in base64."
      }
    }
  }
  block_list "events" {
    singleton = true
    doc       = "What is written about events."
    object {
      attr "audit_enabled" {
        types = [bool, number]
        doc   = "Writes audit events."
      }
      attr "observations_enabled" {
        types = [bool, number]
        doc   = "Writes observations."
      }
      attr "sysevents_enabled" {
        types = [bool, number]
        doc   = "Writes events of the system."
      }
      attr "telemetry_enabled" {
        types = [bool, number]
        doc   = "Writes numbers into events."
      }
      block_list "sink" {
        also = attr
        doc  = "Where events are written."
        label "type" {
          optional = true
          values   = ["stderr", "file"]
          open     = true
          doc      = "The kind of sink."
        }
        object {
          include = [body.agents.free]
          attr "name" {
            type = string
            doc  = "A name for the sink."
          }
          attr "description" {
            type = string
            doc  = "What it is for."
          }
          attr "event_types" {
            types  = [list(string), string]
            values = ["*", "audit", "error", "observation", "system"]
            doc    = "The kinds of events."
          }
          attr "format" {
            type   = string
            values = ["cloudevents-json", "cloudevents-text", "hclog-json", "hclog-text"]
            doc    = "How they are written."
          }
          attr "type" {
            type = string
            doc  = "The kind of sink, when the header does not name it."
          }
          attr "allow_filters" {
            types = [list(string), string]
            doc   = "Filters of events that are written."
          }
          attr "deny_filters" {
            types = [list(string), string]
            doc   = "Filters of events that are not written."
          }
        }
      }
    }
  }
  block_list "plugins" {
    singleton = true
    doc       = "Settings of plugins."
    object {
      attr "execution_dir" {
        type   = string
        format = folder
        doc    = "The folder that plugins are run in."
      }
    }
  }
  block_list "reporting" {
    singleton = true
    doc       = "What is reported about use."
    object {
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
  block_list "telemetry" {
    singleton = true
    doc       = "Where numbers go."
    object {
      include = [body.agents.free]
    }
  }
}
