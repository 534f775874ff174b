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
      include = [body.vault.listener]
    }
  }
  block_list "telemetry" {
    singleton = true
    doc       = "Where numbers about the server go."
    object {
      include = [body.vault.telemetry]
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
              include = [body.agents.free]
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
              include = [body.agents.free]
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
          include = [body.agents.free]
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
          include = [body.agents.free]
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

body "template" {
  object {
    include = [body.agents.free]
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
        include = [body.agents.free]
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
        include = [body.agents.free]
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
