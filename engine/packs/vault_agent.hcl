# Settings of agents and proxies of Vault and OpenBao. Written in HCL 1.
language "vault-agent" {
  title   = "Vault agent"
  ids     = ["vault-agent"]
  files   = ["vault-agent.hcl", "vault-proxy.hcl", "bao-agent.hcl", "bao-proxy.hcl", "vault-agent.json", "vault-proxy.json", "bao-agent.json", "bao-proxy.json"]
  content = ["((auto_auth|api_proxy|template_config)\\b|env_template +\").*", "![^#\"]*[=,\\[] *[$]\\{.*", "!path +\"[^\"]*\" *\\{.*"]
  # Templates of Terraform, which is the only program that writes `${` without quotes.
  syntax   = hcl1
  severity = { UnsupportedArgument = warning, UnsupportedBlockType = warning }
}

# Other files can hold the rest: all that are given are merged.
check "agent-cache" {
  condition = self.cache == null || self.listener != null || self.template != null || self.env_template != null
  message   = "The cache serves a `listener`, `template` or `env_template`, and there is none here."
  severity  = info
}
check "agent-exec" {
  condition = self.exec == null || self.env_template != null
  message   = "`exec` runs a program with the variables of `env_template` blocks, and there is none here."
  severity  = info
}
check "agent-variables" {
  condition = self.env_template == null || self.exec != null
  message   = "The variables of `env_template` are for the program of an `exec` block, and there is none here."
  severity  = info
}
check "agent-templates" {
  condition = self.env_template == null || self.template == null && self.api_proxy == null
  message   = "With `env_template`, an agent can have neither `template` nor `api_proxy`."
  severity  = warning
}

object {
  include = [body.agents.vault_process]
  attr "exit_after_auth" {
    type = [bool, number]
    doc  = "Exits after the first token has been written to the sinks."
  }
  attr "disable_idle_connections" {
    type   = [list(string), string]
    values = ["auto-auth", "caching", "templating", "proxying"]
    doc    = "Features for which idle connections are disabled."
  }
  attr "disable_keep_alives" {
    type   = [list(string), string]
    values = ["auto-auth", "caching", "templating", "proxying"]
    doc    = "Features for which keep-alive connections are disabled."
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
      include = [body.vault.listener]
    }
  }
  block_list "telemetry" {
    max_items = 1
    doc       = "Metrics of the agent."
    object {
      include = [body.vault.telemetry]
    }
  }
  block_list "auto_auth" {
    max_items = 1
    icon      = key
    doc       = "Automatic authentication, and the destinations of the token."
    object {
      attr "enable_reauth_on_new_credentials" {
        type = [bool, number]
        doc  = "Authenticates again when new credentials are available."
      }
      block_list "method" {
        also      = attr
        min_items = 1
        max_items = 1
        doc       = "Auth method."
        label "type" {
          optional = true
          unknown  = allowed
          values   = ["alicloud", "approle", "aws", "azure", "cert", "cf", "gcp", "jwt", "kerberos", "kubernetes", "ldap", "oci", "pcf", "token_file"]
          reserved = ["*"] # others are warnings: another version may have them
          doc      = "Type of the auth method."
        }
        check "method-type" {
          condition = label.type != null || set.type || (length(self.config) == 0 && !set.mount_path && !set.namespace && !set.wrap_ttl)
          message   = "An auth method needs a type: `method \"approle\"`."
        }
        object {
          attr "type" {
            type     = string
            unknown  = allowed
            values   = ["alicloud", "approle", "aws", "azure", "cert", "cf", "gcp", "jwt", "kerberos", "kubernetes", "ldap", "oci", "pcf", "token_file"]
            reserved = ["*"]
            doc      = "Type of the auth method, when it has no label."
          }
          attr "mount_path" {
            type = string
            doc  = "Mount path of the auth method."
          }
          attr "namespace" {
            type = string
            doc  = "Namespace of the auth method."
          }
          attr "wrap_ttl" {
            type    = [string, number]
            pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
            doc     = "Requests a wrapped token with this TTL."
          }
          attr "min_backoff" {
            type    = [string, number]
            pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
            doc     = "Minimum delay after a failed authentication."
          }
          attr "max_backoff" {
            type    = [string, number]
            pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
            doc     = "Maximum delay after failed authentications."
          }
          attr "exit_on_err" {
            type = [bool, number]
            doc  = "Exits after the first failed authentication."
          }
          case {
            on = label.type
            is = {
              approle    = body.with_approle
              aws        = body.with_aws
              azure      = body.with_azure
              cert       = body.with_cert
              gcp        = body.with_gcp
              jwt        = body.with_jwt
              kerberos   = body.with_kerberos
              kubernetes = body.with_kubernetes
              token_file = body.with_token_file
              "*"        = body.with_settings
              ""         = body.with_settings
            }
          }
        }
      }
      block_list "sink" {
        also = attr
        doc  = "Destination of the token."
        label "type" {
          optional = true
          values   = ["file"]
          doc      = "Type of the sink."
        }
        check "sink-type" {
          condition = label.type != null || set.type || length(self.config) == 0
          message   = "A sink needs a type: `sink \"file\"`."
        }
        check "sink-path" {
          condition = length(self.config) == 0 || length([for config in self.config : 1 if config.path != null]) > 0
          message   = "The `config` of a sink needs the `path` of the file."
        }
        object {
          attr "type" {
            type   = string
            values = ["file"]
            doc    = "Type of the sink, when it has no label."
          }
          attr "wrap_ttl" {
            type    = [string, number]
            pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
            doc     = "Wraps the token with this TTL."
          }
          attr "dh_type" {
            type   = string
            values = ["curve25519"]
            doc    = "Curve of the Diffie-Hellman exchange that encrypts the token."
          }
          attr "derive_key" {
            type = [bool, number]
            doc  = "Derives an encryption key instead of using the shared secret directly."
          }
          attr "dh_path" {
            type   = string
            format = path
            doc    = "File with the public key of the reader."
          }
          attr "aad" {
            type = string
            doc  = "Additional authenticated data for the encryption."
          }
          attr "aad_env_var" {
            type = string
            doc  = "Environment variable with the additional authenticated data."
          }
          block_list "config" {
            max_items = 1
            doc       = "Configuration of the sink."
            object {
              include = [body.agents.free]
              attr "path" {
                type   = string
                format = path
                doc    = "File for the token."
              }
              attr "mode" {
                type = number
                doc  = "Permissions of the file."
              }
              attr "owner" {
                type = number
                doc  = "User that owns the file."
              }
              attr "group" {
                type = number
                doc  = "Group that owns the file."
              }
            }
          }
        }
      }
      block_list "sinks" {
        doc = "Destinations of the token."
        object {
          include = [body.agents.free]
        }
      }
    }
  }
  block_list "vault" {
    max_items = 1
    doc       = "Connection to the Vault server."
    object {
      attr "address" {
        type = string
        doc  = "Address of the server."
      }
      attr "ca_cert" {
        type   = string
        format = path
        doc    = "CA certificate file to verify the server's certificate with."
      }
      attr "ca_path" {
        type   = string
        format = folder
        doc    = "Folder with CA certificates."
      }
      attr "tls_skip_verify" {
        type = [bool, number]
        doc  = "Skips verification of the server's certificate."
      }
      attr "client_cert" {
        type   = string
        format = path
        doc    = "Client certificate file."
      }
      attr "client_key" {
        type   = string
        format = path
        doc    = "Private key file of the client certificate."
      }
      attr "tls_server_name" {
        type = string
        doc  = "Server name to expect in the certificate."
      }
      attr "namespace" {
        type = string
        doc  = "Namespace of all requests."
      }
      block_list "retry" {
        max_items = 1
        doc       = "Retries of failed requests."
        object {
          attr "num_retries" {
            type = number
            doc  = "Number of retries; 0 for the default, -1 for none."
          }
        }
      }
    }
  }
  block_list "api_proxy" {
    max_items = 1
    doc       = "Proxy that forwards requests to the server."
    check "auto-auth-token" {
      condition = self.use_auto_auth_token == null || can(regex("^(?i:force|true|false|t|f|0|1|)$", self.use_auto_auth_token))
      message   = "It is true, false or \"force\"."
      at        = attr.use_auto_auth_token
    }
    object {
      attr "use_auto_auth_token" {
        doc = "Adds the agent's token to requests: `true`, `false`, or \"force\" to replace the token of the request."
      }
      attr "enforce_consistency" {
        type   = string
        values = ["always", "never"]
        doc    = "Whether reads always see earlier writes."
      }
      attr "when_inconsistent" {
        type   = string
        values = ["retry", "fail", "forward"]
        doc    = "Action when a read would not see earlier writes."
      }
      attr "prepend_configured_namespace" {
        type = [bool, number]
        doc  = "Prepends the namespace of `vault` to that of requests."
      }
    }
  }
  block_list "cache" {
    max_items = 1
    doc       = "Cache of tokens and leased secrets."
    object {
      attr "use_auto_auth_token" {
        deprecated = "Set it in `api_proxy`."
        doc        = "Adds the agent's token to requests: `true`, `false`, or \"force\"."
      }
      attr "enforce_consistency" {
        type       = string
        values     = ["always", "never"]
        deprecated = "Set it in `api_proxy`."
        doc        = "Whether reads always see earlier writes."
      }
      attr "when_inconsistent" {
        type       = string
        values     = ["retry", "fail", "forward"]
        deprecated = "Set it in `api_proxy`."
        doc        = "Action when a read would not see earlier writes."
      }
      attr "cache_static_secrets" {
        type = [bool, number]
        doc  = "Also caches secrets without a lease."
      }
      attr "disable_caching_dynamic_secrets" {
        type = [bool, number]
        doc  = "Disables caching of leased secrets."
      }
      attr "static_secret_token_capability_refresh_interval" {
        type    = [string, number]
        pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
        doc     = "Interval between checks of the tokens' access to cached secrets."
      }
      attr "static_secret_token_capability_refresh_behavior" {
        type   = string
        values = ["optimistic", "pessimistic"]
        doc    = "Action when the check of the tokens' access fails."
      }
      block_list "persist" {
        doc = "Persistent storage of the cache."
        label "type" {
          optional = true
          doc      = "Type of the storage."
        }
        object {
          include = [body.agents.free]
          attr "type" {
            type    = string
            values  = ["kubernetes"]
            unknown = allowed
            doc     = "Type of the storage, when it has no label."
          }
          attr "path" {
            type   = string
            format = path
            doc    = "Folder of the storage."
          }
          attr "keep_after_import" {
            type = [bool, number]
            doc  = "Keeps the file after it has been imported."
          }
          attr "exit_on_err" {
            type = [bool, number]
            doc  = "Exits when the storage cannot be read."
          }
          attr "service_account_token_file" {
            type   = string
            format = path
            doc    = "File with the service account token that encrypts the storage."
          }
        }
      }
    }
  }
  block_list "template" {
    also = attr
    icon = file
    doc  = "File that is rendered from secrets."
    check "template-destination" {
      condition = set.destination || (!set.source && !set.contents)
      message   = "A template needs the `destination` of the file."
      severity  = warning
    }
    check "template-source" {
      condition = set.source != set.contents || !set.destination
      message   = "A template has either a `source` or `contents`."
    }
    object {
      include = [body.template]
    }
  }
  block_list "templates" {
    also = attr
    doc  = "Files that are rendered from secrets."
    object {
      include = [body.template]
    }
  }
  block_list "template_config" {
    max_items = 1
    doc       = "Settings for all templates."
    object {
      attr "exit_on_retry_failure" {
        type = [bool, number]
        doc  = "Exits when all retries of a template have failed."
      }
      attr "static_secret_render_interval" {
        type    = [string, number]
        pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
        doc     = "Interval between renderings of templates with secrets without a lease."
      }
      attr "max_connections_per_host" {
        type = number
        doc  = "Maximum number of connections to the server."
      }
      attr "lease_renewal_threshold" {
        type = number
        doc  = "Fraction of the lease duration after which a lease is renewed."
      }
    }
  }
  block_list "env_template" {
    also = attr
    icon = variable
    doc  = "Environment variable for the process of `exec`."
    label "name" {
      optional = true
      doc      = "Name of the variable."
    }
    check "variable-name" {
      condition = label.name != null || set.name || (!set.source && !set.contents)
      message   = "The name of the environment variable is missing: `env_template \"NAME\"`."
    }
    object {
      include = [body.template]
      attr "name" {
        type = string
        doc  = "Name of the variable, when the block has no label."
      }
    }
  }
  block_list "exec" {
    max_items = 1
    doc       = "Process that receives secrets as environment variables."
    object {
      attr "command" {
        type     = [list(string), string]
        required = true
        doc      = "Program and its arguments."
      }
      attr "restart_on_secret_changes" {
        type   = string
        values = ["always", "never"]
        doc    = "Restarts the process when a secret changes."
      }
      attr "restart_stop_signal" {
        type = string
        doc  = "Signal that stops the process."
      }
    }
  }
}

body "template" {
  check "template-syntax" {
    condition = self.contents == null || set.left_delimiter || set.right_delimiter || template_problem(self.contents) == null
    message   = "The text is no template: ${template_problem(self.contents)}."
    at        = attr.contents
    severity  = warning
  }
  check "perms" {
    # A number has the value of its octal digits here.
    condition = first(self.perms, "") == "" || can(regex("^(0*[0-7]{1,4}|[1-9][0-9]*)$|[$<{]", self.perms))
    message   = "A file mode in octal digits is needed, such as \"0644\"."
    at        = attr.perms
  }
  object {
    unknown = warning
    attr "source" {
      type   = string
      format = path
      doc    = "Template file."
    }
    attr "contents" {
      type = string
      doc  = "Text of the template."
    }
    attr "destination" {
      type   = string
      format = path
      doc    = "File to render."
    }
    attr "create_dest_dirs" {
      type = [bool, number]
      doc  = "Creates the parent folders of the file."
    }
    attr "perms" {
      type = string
      doc  = "Permissions of the file."
    }
    attr "user" {
      type = string
      doc  = "User that owns the file."
    }
    attr "group" {
      type = string
      doc  = "Group that owns the file."
    }
    attr "backup" {
      type = [bool, number]
      doc  = "Keeps a backup of the previous file."
    }
    attr "command" {
      doc = "Command to run after the file has changed."
    }
    attr "command_timeout" {
      type    = [string, number]
      pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
      doc     = "Timeout of the command."
    }
    attr "error_on_missing_key" {
      type = [bool, number]
      doc  = "Fails when a key is missing."
    }
    attr "error_fatal" {
      type = [bool, number]
      doc  = "Exits when the template fails."
    }
    attr "left_delimiter" {
      type = string
      doc  = "Left delimiter of expressions."
    }
    attr "right_delimiter" {
      type = string
      doc  = "Right delimiter of expressions."
    }
    attr "sandbox_path" {
      type   = string
      format = folder
      doc    = "Folder that restricts which files the template can read."
    }
    attr "function_denylist" {
      type = [list(string), string]
      doc  = "Functions that the template cannot call."
    }
    block_list "wait" {
      also = attr
      doc  = "Wait time for further changes before rendering."
      object {
        include = [body.agents.free]
        attr "min" {
          type    = [string, number]
          pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
          doc     = "Minimum wait time."
        }
        attr "max" {
          type    = [string, number]
          pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
          doc     = "Maximum wait time."
        }
      }
    }
    block_list "exec" {
      max_items = 1
      doc       = "Command to run after the file has changed."
      object {
        include = [body.agents.free]
        attr "command" {
          doc = "Program and its arguments."
        }
        attr "timeout" {
          type    = [string, number]
          pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
          doc     = "Timeout of the command."
        }
      }
    }
  }
}

# The arguments of auth methods. Other versions may have more.
body "with_settings" {
  object {
    block_list "config" {
      max_items = 1
      doc       = "Configuration of the auth method."
      object { include = [body.agents.free] }
    }
  }
}
body "with_approle" {
  object {
    block_list "config" {
      max_items = 1
      doc       = "Configuration of the auth method."
      object {
        include = [body.agents.free]
        attr "role_id_file_path" {
          type   = string
          format = path
          doc    = "File with the ID of the role."
        }
        attr "secret_id_file_path" {
          type   = string
          format = path
          doc    = "File with the secret ID."
        }
        attr "remove_secret_id_file_after_reading" {
          type = [bool, number, string]
          doc  = "Removes the file with the secret ID after it was read."
        }
        attr "secret_id_response_wrapping_path" {
          type = string
          doc  = "Path at which a wrapped secret ID was created."
        }
      }
    }
  }
}
body "with_aws" {
  object {
    block_list "config" {
      max_items = 1
      doc       = "Configuration of the auth method."
      object {
        include = [body.agents.free]
        attr "type" {
          type = string
          doc  = "How the agent identifies itself: `iam` or `ec2`."
        }
        attr "role" {
          type = string
          doc  = "Role to log in with."
        }
        attr "region" {
          type = string
          doc  = "Region of the signed request."
        }
        attr "header_value" {
          type = string
          doc  = "Value of the header `X-Vault-AWS-IAM-Server-ID`."
        }
        attr "access_key" {
          type      = string
          sensitive = true
          doc       = "Access key of the AWS account."
        }
        attr "secret_key" {
          type      = string
          sensitive = true
          doc       = "Secret key of the AWS account."
        }
        attr "session_token" {
          type      = string
          sensitive = true
          doc       = "Session token of the AWS account."
        }
        attr "credential_poll_interval" {
          type = [string, number]
          doc  = "Delay between looks for new credentials."
        }
        attr "nonce" {
          type = string
          doc  = "Nonce of a login by `ec2`."
        }
      }
    }
  }
}
body "with_azure" {
  object {
    block_list "config" {
      max_items = 1
      doc       = "Configuration of the auth method."
      object {
        include = [body.agents.free]
        attr "role" {
          type = string
          doc  = "Role to log in with."
        }
        attr "resource" {
          type = string
          doc  = "Resource that the token of Azure is for."
        }
        attr "client_id" {
          type = string
          doc  = "Client ID of the managed identity."
        }
        attr "object_id" {
          type = string
          doc  = "Object ID of the managed identity."
        }
        attr "authenticate_from_environment" {
          type = [bool, number, string]
          doc  = "Takes credentials from environment variables."
        }
      }
    }
  }
}
body "with_cert" {
  object {
    block_list "config" {
      max_items = 1
      doc       = "Configuration of the auth method."
      object {
        include = [body.agents.free]
        attr "name" {
          type = string
          doc  = "Role to log in with."
        }
        attr "ca_cert" {
          type   = string
          format = path
          doc    = "File with the certificate of the authority."
        }
        attr "client_cert" {
          type   = string
          format = path
          doc    = "File with the client certificate."
        }
        attr "client_key" {
          type   = string
          format = path
          doc    = "File with the private key of the client certificate."
        }
        attr "reload" {
          type = [bool, number, string]
          doc  = "Reads the files again before each login."
        }
      }
    }
  }
}
body "with_gcp" {
  object {
    block_list "config" {
      max_items = 1
      doc       = "Configuration of the auth method."
      object {
        include = [body.agents.free]
        attr "type" {
          type = string
          doc  = "How the agent identifies itself: `iam` or `gce`."
        }
        attr "role" {
          type = string
          doc  = "Role to log in with."
        }
        attr "service_account" {
          type = string
          doc  = "Service account to sign with."
        }
        attr "project" {
          type = string
          doc  = "Project of the service account."
        }
        attr "credentials" {
          type   = string
          format = path
          doc    = "File with credentials."
        }
        attr "jwt_exp" {
          type = [string, number]
          doc  = "Lifetime of the signed token, in minutes."
        }
      }
    }
  }
}
body "with_jwt" {
  object {
    block_list "config" {
      max_items = 1
      doc       = "Configuration of the auth method."
      object {
        include = [body.agents.free]
        attr "path" {
          type   = string
          format = path
          doc    = "File with the token."
        }
        attr "role" {
          type = string
          doc  = "Role to log in with."
        }
        attr "remove_jwt_after_reading" {
          type = [bool, number, string]
          doc  = "Removes the file after the token was read."
        }
        attr "remove_jwt_follows_symlinks" {
          type = [bool, number, string]
          doc  = "Removes also the file that a symbolic link leads to."
        }
        attr "jwt_read_period" {
          type = [string, number]
          doc  = "Delay between looks at the file."
        }
      }
    }
  }
}
body "with_kerberos" {
  object {
    block_list "config" {
      max_items = 1
      doc       = "Configuration of the auth method."
      object {
        include = [body.agents.free]
        attr "krb5conf_path" {
          type   = string
          format = path
          doc    = "Configuration of Kerberos."
        }
        attr "keytab_path" {
          type   = string
          format = path
          doc    = "File with the key table."
        }
        attr "username" {
          type = string
          doc  = "User to log in as."
        }
        attr "service" {
          type = string
          doc  = "Service principal of Vault."
        }
        attr "realm" {
          type = string
          doc  = "Realm of the user."
        }
        attr "disable_fast_negotiation" {
          type = [bool, number, string]
          doc  = "Switches off FAST negotiation."
        }
      }
    }
  }
}
body "with_kubernetes" {
  object {
    block_list "config" {
      max_items = 1
      doc       = "Configuration of the auth method."
      object {
        include = [body.agents.free]
        attr "role" {
          type = string
          doc  = "Role to log in with."
        }
        attr "token_path" {
          type   = string
          format = path
          doc    = "File with the token of the service account."
        }
      }
    }
  }
}
body "with_token_file" {
  object {
    block_list "config" {
      max_items = 1
      doc       = "Configuration of the auth method."
      object {
        include = [body.agents.free]
        attr "token_file_path" {
          type   = string
          format = path
          doc    = "File with the token."
        }
      }
    }
  }
}
