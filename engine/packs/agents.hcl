# A library of bodies that the configurations of Vault, Consul, Nomad and Boundary share.
body "free" {
  object {
    block_list "*" {
      label "labels" { optional = many }
      object { include = [body.free] }
    }
    attr "*" {
      doc = "A setting."
    }
  }
}

body "circonus" {
  object {
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

# Vault and its agent.
body "vault_process" {
  object {
    attr "default_max_request_duration" {
      type    = [string, number]
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
      doc     = "Maximum duration of a request."
    }
    attr "log_level" {
      type    = string
      values  = ["trace", "debug", "info", "warn", "warning", "error", "err", "notice"]
      unknown = allowed
      pattern = { "(?i:trace|debug|info|notice|warn|warning|error|err)?|.*[$_{\\[].*" = "a level such as info" }
      doc     = "Log level."
    }
    attr "log_format" {
      type    = string
      values  = ["standard", "json"]
      unknown = allowed
      pattern = { "(?i:standard|json)?|.*[$_{\\[].*" = "`standard` or `json`" }
      doc     = "Log format."
    }
    attr "log_file" {
      type   = string
      format = path
      doc    = "Log file."
    }
    attr "log_rotate_bytes" {
      type = number
      doc  = "Maximum size of a log file before it is rotated."
    }
    attr "log_rotate_duration" {
      type    = [string, number]
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
      doc     = "Maximum age of a log file before it is rotated."
    }
    attr "log_rotate_max_files" {
      type = number
      doc  = "Number of old log files to keep."
    }
    attr "pid_file" {
      type   = string
      format = path
      doc    = "File for the process ID."
    }
  }
}

# A listener of Vault or Boundary.
body "listener" {
  object {
    attr "type" {
      type   = string
      values = ["tcp", "unix"]
      doc    = "Type of the listener, when it has no label."
    }
    attr "cluster_address" {
      type = string
      doc  = "Address for communication between servers."
    }
    attr "max_request_duration" {
      type    = [string, number]
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
      doc     = "Maximum duration of a request."
    }
    attr "tls_disable" {
      type = [bool, number]
      doc  = "Disables TLS."
    }
    attr "tls_cert_file" {
      type   = string
      format = path
      doc    = "Certificate file of the server."
    }
    attr "tls_key_file" {
      type   = string
      format = path
      doc    = "Private key file of the certificate."
    }
    attr "tls_min_version" {
      type   = string
      values = ["tls10", "tls11", "tls12", "tls13"]
      doc    = "Minimum TLS version."
    }
    attr "tls_max_version" {
      type   = string
      values = ["tls10", "tls11", "tls12", "tls13"]
      doc    = "Maximum TLS version."
    }
    attr "tls_cipher_suites" {
      type = string
      doc  = "Allowed TLS cipher suites, separated by commas."
    }
    attr "tls_require_and_verify_client_cert" {
      type = [bool, number]
      doc  = "Requires client certificates."
    }
    attr "tls_client_ca_file" {
      type   = string
      format = path
      doc    = "CA certificate file for client certificates."
    }
    attr "tls_disable_client_certs" {
      type = [bool, number]
      doc  = "Does not request client certificates."
    }
    attr "http_read_timeout" {
      type    = [string, number]
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
      doc     = "Timeout for reading a request."
    }
    attr "http_read_header_timeout" {
      type    = [string, number]
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
      doc     = "Timeout for reading request headers."
    }
    attr "http_write_timeout" {
      type    = [string, number]
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
      doc     = "Timeout for writing a response."
    }
    attr "http_idle_timeout" {
      type    = [string, number]
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
      doc     = "Time after which idle connections are closed."
    }
    attr "proxy_protocol_behavior" {
      type   = string
      values = ["use_always", "allow_authorized", "deny_unauthorized"]
      doc    = "Use of the PROXY protocol."
    }
    attr "proxy_protocol_authorized_addrs" {
      type = [list(string), string]
      doc  = "Proxies that are trusted with the PROXY protocol."
    }
    attr "x_forwarded_for_authorized_addrs" {
      type = [list(string), string]
      doc  = "Proxies whose `X-Forwarded-For` header is trusted."
    }
    attr "x_forwarded_for_hop_skips" {
      type = number
      doc  = "Number of addresses to skip from the end of `X-Forwarded-For`."
    }
    attr "x_forwarded_for_reject_not_present" {
      type = [bool, number]
      doc  = "Rejects requests without the `X-Forwarded-For` header."
    }
    attr "x_forwarded_for_reject_not_authorized" {
      type = [bool, number]
      doc  = "Rejects the `X-Forwarded-For` header from unauthorized addresses."
    }
    attr "socket_mode" {
      type = string
      doc  = "Permissions of the socket."
    }
    attr "socket_user" {
      type = string
      doc  = "User that owns the socket."
    }
    attr "socket_group" {
      type = string
      doc  = "Group that owns the socket."
    }
    attr "cors_enabled" {
      type = [bool, number]
      doc  = "Enables cross-origin requests (CORS)."
    }
    attr "cors_allowed_origins" {
      type = [list(string), string]
      doc  = "Allowed origins of cross-origin requests."
    }
    attr "cors_allowed_headers" {
      type = [list(string), string]
      doc  = "Allowed headers of cross-origin requests."
    }
  }
}
