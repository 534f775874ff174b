# Settings of agents and proxies of Vault and OpenBao. Written in HCL 1.
language "vault-agent" {
  title   = "Vault agent"
  ids     = ["vault-agent"]
  files   = ["vault-agent.hcl", "vault-proxy.hcl", "bao-agent.hcl", "bao-proxy.hcl"]
  content = "^(auto_auth|api_proxy|template_config)\\b|^env_template +\""
  syntax  = hcl1
  rules   = reference
  levels  = { UnsupportedArgument = warning }
}

object {
  attr "default_max_request_duration" {
    types   = [string, number]
    pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
    doc     = "The longest time that a request may take."
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
  attr "pid_file" {
    type   = string
    format = path
    doc    = "The file for the id of the process."
  }
  attr "exit_after_auth" {
    types = [bool, number]
    doc   = "Ends after the first token is written."
  }
  attr "disable_idle_connections" {
    types = [list(string), string]
    doc   = "Where no idle connections are kept."
  }
  attr "disable_keep_alives" {
    types = [list(string), string]
    doc   = "Where connections are not used again."
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
  block_list "telemetry" {
    singleton = true
    doc       = "Where numbers about the server go."
    object {
      include = [body.telemetry]
    }
  }
  block_list "auto_auth" {
    singleton = true
    icon      = key
    doc       = "How it signs in, and where it puts tokens."
    object {
      attr "enable_reauth_on_new_credentials" {
        types = [bool, number]
        doc   = "Signs in again when there are new credentials."
      }
      block_list "method" {
        also = attr
        doc  = "The way to sign in."
        label "type" {
          optional = true
          doc      = "The auth method."
        }
        object {
          attr "type" {
            type = string
            doc  = "The auth method, when the header does not name it."
          }
          attr "mount_path" {
            type = string
            doc  = "The path that the method is mounted at."
          }
          attr "namespace" {
            type = string
            doc  = "The namespace of the method."
          }
          attr "wrap_ttl" {
            types   = [string, number]
            pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
            doc     = "Asks for a wrapped token that lives so long."
          }
          attr "min_backoff" {
            types   = [string, number]
            pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
            doc     = "The first pause after a failure."
          }
          attr "max_backoff" {
            types   = [string, number]
            pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
            doc     = "The longest pause."
          }
          attr "exit_on_err" {
            types = [bool, number]
            doc   = "Ends at the first failure."
          }
          block_list "config" {
            singleton = true
            doc       = "What the method needs."
            object {
              include = [body.free]
            }
          }
        }
      }
      block_list "sink" {
        also = attr
        doc  = "Where the token is put."
        label "type" {
          optional = true
          doc      = "The kind of sink; `file`."
        }
        object {
          attr "type" {
            type = string
            doc  = "The kind of sink, when the header does not name it."
          }
          attr "wrap_ttl" {
            types   = [string, number]
            pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
            doc     = "Wraps the token for so long."
          }
          attr "dh_type" {
            type   = string
            values = ["curve25519"]
            doc    = "The curve of the key exchange that encrypts the token."
          }
          attr "derive_key" {
            types = [bool, number]
            doc   = "Derives the key instead of using the secret as it is."
          }
          attr "dh_path" {
            type   = string
            format = path
            doc    = "The file with the public key of the reader."
          }
          attr "aad" {
            type = string
            doc  = "Additional authenticated data."
          }
          attr "aad_env_var" {
            type = string
            doc  = "The environment variable with that data."
          }
          block_list "config" {
            singleton = true
            doc       = "What the sink needs."
            object {
              include = [body.free]
              attr "path" {
                type   = string
                format = path
                doc    = "The file for the token."
              }
              attr "mode" {
                type = number
                doc  = "The permissions of the file."
              }
              attr "owner" {
                type = number
                doc  = "The user that owns it."
              }
              attr "group" {
                type = number
                doc  = "The group that owns it."
              }
            }
          }
        }
      }
      block_list "sinks" {
        doc = "A group of sinks."
        object {
          include = [body.free]
        }
      }
    }
  }
  block_list "vault" {
    singleton = true
    doc       = "The server that it talks to."
    object {
      attr "address" {
        type = string
        doc  = "The address of the server."
      }
      attr "ca_cert" {
        type   = string
        format = path
        doc    = "The certificate of the authority that signed the server's."
      }
      attr "ca_path" {
        type   = string
        format = folder
        doc    = "A folder of such certificates."
      }
      attr "tls_skip_verify" {
        types = [bool, number]
        doc   = "Does not check the server's certificate."
      }
      attr "client_cert" {
        type   = string
        format = path
        doc    = "The certificate that it shows to the server."
      }
      attr "client_key" {
        type   = string
        format = path
        doc    = "The key of that certificate."
      }
      attr "tls_server_name" {
        type = string
        doc  = "The name that the server's certificate must have."
      }
      attr "namespace" {
        type = string
        doc  = "The namespace of all requests."
      }
      block_list "retry" {
        singleton = true
        doc       = "How failed requests are repeated."
        object {
          attr "num_retries" {
            type = number
            doc  = "The number of attempts; 0 for the usual number, -1 for none."
          }
        }
      }
    }
  }
  block_list "api_proxy" {
    singleton = true
    doc       = "Passes requests on to the server."
    object {
      attr "use_auto_auth_token" {
        doc = "Adds its own token: `true`, `false`, or \"force\" for requests that have one."
      }
      attr "enforce_consistency" {
        type   = string
        values = ["always", "never"]
        doc    = "Whether reads see earlier writes."
      }
      attr "when_inconsistent" {
        type   = string
        values = ["retry", "fail", "forward"]
        doc    = "What is done when they would not."
      }
      attr "prepend_configured_namespace" {
        types = [bool, number]
        doc   = "Adds the namespace of `vault` to requests."
      }
    }
  }
  block_list "cache" {
    singleton = true
    doc       = "Keeps tokens and leased secrets."
    object {
      attr "use_auto_auth_token" {
        deprecated = "Set it in `api_proxy`."
        doc        = "Adds its own token: `true`, `false`, or \"force\"."
      }
      attr "enforce_consistency" {
        type       = string
        values     = ["always", "never"]
        deprecated = "Set it in `api_proxy`."
        doc        = "Whether reads see earlier writes."
      }
      attr "when_inconsistent" {
        type       = string
        values     = ["retry", "fail", "forward"]
        deprecated = "Set it in `api_proxy`."
        doc        = "What is done when they would not."
      }
      attr "cache_static_secrets" {
        types = [bool, number]
        doc   = "Keeps secrets without a lease, too."
      }
      attr "disable_caching_dynamic_secrets" {
        types = [bool, number]
        doc   = "Keeps no leased secrets."
      }
      attr "static_secret_token_capability_refresh_interval" {
        types   = [string, number]
        pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
        doc     = "How often it is checked who may read kept secrets."
      }
      attr "static_secret_token_capability_refresh_behavior" {
        type   = string
        values = ["optimistic", "pessimistic"]
        doc    = "What is done when that check fails."
      }
      block_list "persist" {
        doc = "Where the cache survives a restart."
        label "type" {
          optional = true
          doc      = "The kind of store."
        }
        object {
          include = [body.free]
          attr "type" {
            type   = string
            values = ["kubernetes"]
            open   = true
            doc    = "The kind of store, when the header does not name it."
          }
          attr "path" {
            type   = string
            format = path
            doc    = "The folder of the store."
          }
          attr "keep_after_import" {
            types = [bool, number]
            doc   = "Keeps the file after reading it."
          }
          attr "exit_on_err" {
            types = [bool, number]
            doc   = "Ends when the store cannot be read."
          }
          attr "service_account_token_file" {
            type   = string
            format = path
            doc    = "The token that the store is encrypted with."
          }
        }
      }
    }
  }
  block_list "template" {
    also = attr
    icon = file
    doc  = "A file that is made from secrets."
    object {
      include = [body.template]
    }
  }
  block_list "templates" {
    also = attr
    doc  = "Files that are made from secrets."
    object {
      include = [body.template]
    }
  }
  block_list "template_config" {
    singleton = true
    doc       = "Settings of all templates."
    object {
      attr "exit_on_retry_failure" {
        types = [bool, number]
        doc   = "Ends when a template fails too often."
      }
      attr "static_secret_render_interval" {
        types   = [string, number]
        pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
        doc     = "How often templates with secrets that have no lease are made again."
      }
      attr "max_connections_per_host" {
        type = number
        doc  = "The most connections to the server."
      }
      attr "lease_renewal_threshold" {
        type = number
        doc  = "The part of a lease's time after which it is renewed."
      }
    }
  }
  block_list "env_template" {
    also = attr
    icon = variable
    doc  = "An environment variable of the process in `exec`."
    label "name" {
      optional = true
      doc      = "The name of the variable."
    }
    object {
      include = [body.template]
      attr "name" {
        type = string
        doc  = "The name of the variable, when the header does not have it."
      }
    }
  }
  block_list "exec" {
    singleton = true
    doc       = "A process that gets secrets in its environment."
    object {
      attr "command" {
        types = [list(string), string]
        doc   = "The program and its arguments."
      }
      attr "restart_on_secret_changes" {
        type   = string
        values = ["always", "never"]
        doc    = "Whether it is restarted when a secret changes."
      }
      attr "restart_stop_signal" {
        type = string
        doc  = "The signal that stops it."
      }
    }
  }
}

body "free" {
  object {
    any_block {
      label "labels" { variadic = true }
      object { include = [body.free] }
    }
    any_attr {
      doc = "A setting."
    }
  }
}

body "listener" {
  object {
    include = [body.free]
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
        include = [body.free]
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
    attr "circonus_api_token" {
      type      = string
      sensitive = true
      doc       = "Circonus: the token of its API."
    }
    attr "circonus_api_app" {
      type = string
      doc  = "Circonus: the name of the application."
    }
    attr "circonus_api_url" {
      type = string
      doc  = "Circonus: the address of its API."
    }
    attr "circonus_submission_interval" {
      type = string
      doc  = "Circonus: how often numbers are sent."
    }
    attr "circonus_submission_url" {
      type = string
      doc  = "Circonus: the address that they are sent to."
    }
    attr "circonus_check_id" {
      type = string
      doc  = "Circonus: the check that takes them."
    }
    attr "circonus_check_force_metric_activation" {
      type = string
      doc  = "Circonus: turns metrics on again."
    }
    attr "circonus_check_instance_id" {
      type = string
      doc  = "Circonus: the name of this instance."
    }
    attr "circonus_check_search_tag" {
      type = string
      doc  = "Circonus: the tag by which the check is found."
    }
    attr "circonus_check_tags" {
      type = string
      doc  = "Circonus: tags of a new check."
    }
    attr "circonus_check_display_name" {
      type = string
      doc  = "Circonus: the name that is shown."
    }
    attr "circonus_broker_id" {
      type = string
      doc  = "Circonus: the broker of a new check."
    }
    attr "circonus_broker_select_tag" {
      type = string
      doc  = "Circonus: the tag by which the broker is found."
    }
  }
}

body "template" {
  object {
    include = [body.free]
    attr "source" {
      type   = string
      format = path
      doc    = "The file with the template."
    }
    attr "contents" {
      type = string
      doc  = "The template itself."
    }
    attr "destination" {
      type   = string
      format = path
      doc    = "The file that is made."
    }
    attr "create_dest_dirs" {
      types = [bool, number]
      doc   = "Makes the folders of that file."
    }
    attr "perms" {
      type = string
      doc  = "The permissions of the file."
    }
    attr "user" {
      type = string
      doc  = "The user that owns it."
    }
    attr "group" {
      type = string
      doc  = "The group that owns it."
    }
    attr "backup" {
      types = [bool, number]
      doc   = "Keeps the file as it was before."
    }
    attr "command" {
      doc = "What is run when the file has changed."
    }
    attr "command_timeout" {
      types   = [string, number]
      pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
      doc     = "How long that may take."
    }
    attr "error_on_missing_key" {
      types = [bool, number]
      doc   = "Fails when a key is missing."
    }
    attr "error_fatal" {
      types = [bool, number]
      doc   = "Ends the agent when the template fails."
    }
    attr "left_delimiter" {
      type = string
      doc  = "What begins an expression."
    }
    attr "right_delimiter" {
      type = string
      doc  = "What ends it."
    }
    attr "sandbox_path" {
      type   = string
      format = folder
      doc    = "The folder that the template may read files in."
    }
    attr "function_denylist" {
      types = [list(string), string]
      doc   = "Functions that the template may not use."
    }
    block_list "wait" {
      also = attr
      doc  = "How long changes are waited for."
      object {
        include = [body.free]
        attr "min" {
          types   = [string, number]
          pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
          doc     = "At least."
        }
        attr "max" {
          types   = [string, number]
          pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
          doc     = "At most."
        }
      }
    }
    block_list "exec" {
      singleton = true
      doc       = "What is run when the file has changed."
      object {
        include = [body.free]
        attr "command" {
          doc = "The program and its arguments."
        }
        attr "timeout" {
          types   = [string, number]
          pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
          doc     = "How long it may take."
        }
      }
    }
  }
}
