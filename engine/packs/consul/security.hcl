# Consul: blocks of an agent for access, certificates and encryption.
body "acl" {
  object {
    attr "enabled" {
      type = [bool, number]
      doc  = "Enables ACLs."
    }
    attr "default_policy" {
      type   = string
      values = ["allow", "deny"]
      doc    = "Policy that applies when no rule matches."
    }
    attr "down_policy" {
      type   = string
      values = ["allow", "deny", "extend-cache", "async-cache"]
      doc    = "Policy that applies when tokens cannot be resolved."
    }
    attr "enable_token_replication" {
      type = [bool, number]
      doc  = "Replicates tokens from the primary datacenter."
    }
    attr "enable_token_persistence" {
      type = [bool, number]
      doc  = "Keeps tokens that were set with the API across restarts."
    }
    attr "enable_key_list_policy" {
      type = [bool, number]
      doc  = "Requires the `list` permission for reads of keys by prefix."
    }
    attr "policy_ttl" {
      type   = string
      format = duration
      doc    = "Cache duration of policies."
    }
    attr "role_ttl" {
      type   = string
      format = duration
      doc    = "Cache duration of roles."
    }
    attr "token_ttl" {
      type   = string
      format = duration
      doc    = "Cache duration of tokens."
    }
    attr "msp_disable_bootstrap" {
      type = [bool, number]
      doc  = "Disables bootstrapping of the initial token."
    }
    block_list "tokens" {
      also = attr
      doc  = "Tokens of the agent."
      object {
        attr "initial_management" {
          type      = string
          sensitive = true
          doc       = "Initial management token, with full permissions."
        }
        attr "master" {
          type       = string
          sensitive  = true
          deprecated = initial_management
          doc        = "Initial management token."
        }
        attr "default" {
          type      = string
          sensitive = true
          doc       = "Token for requests that have none."
        }
        attr "agent" {
          type      = string
          sensitive = true
          doc       = "Token for the agent's own operations."
        }
        attr "agent_recovery" {
          type      = string
          sensitive = true
          doc       = "Token for the agent API when the servers are unavailable."
        }
        attr "agent_master" {
          type       = string
          sensitive  = true
          deprecated = agent_recovery
          doc        = "Token for the agent API when the servers are unavailable."
        }
        attr "replication" {
          type      = string
          sensitive = true
          doc       = "Token for replication from the primary datacenter."
        }
        attr "config_file_service_registration" {
          type      = string
          sensitive = true
          doc       = "Token to register services from configuration files."
        }
        attr "dns" {
          type      = string
          sensitive = true
          doc       = "Token for DNS requests."
        }
        block_list "managed_service_provider" {
          also = attr
          doc  = "Tokens of a managed service provider (Enterprise)."
          object {
            attr "accessor_id" {
              type = string
              doc  = "Accessor ID of the token."
            }
            attr "secret_id" {
              type      = string
              sensitive = true
              doc       = "Secret ID of the token."
            }
          }
        }
      }
    }
  }
}
body "auto_config" {
  object {
    attr "enabled" {
      type = [bool, number]
      doc  = "Enables automatic configuration."
    }
    attr "intro_token" {
      type      = string
      sensitive = true
      doc       = "JWT that the client presents to the servers."
    }
    attr "intro_token_file" {
      type   = string
      format = path
      doc    = "File with the JWT."
    }
    attr "server_addresses" {
      type = [list(string), string]
      doc  = "Servers to request the configuration from."
    }
    attr "dns_sans" {
      type = [list(string), string]
      doc  = "Additional DNS names in the certificate."
    }
    attr "ip_sans" {
      type   = [list(string), string]
      format = ip
      doc    = "Additional IP addresses in the certificate."
    }
    block_list "authorization" {
      also = attr
      doc  = "Verification of the JWT on servers."
      object {
        attr "enabled" {
          type = [bool, number]
          doc  = "Enables authorization."
        }
        block_list "static" {
          also = attr
          doc  = "Static verification settings of the JWT."
          object {
            attr "claim_assertions" {
              type = [list(string), string]
              doc  = "Expressions that must be true for the claims."
            }
            attr "allow_reuse" {
              type = [bool, number]
              doc  = "Allows reuse of a JWT."
            }
            attr "jwt_supported_algs" {
              type = [list(string), string]
              doc  = "Allowed signature algorithms."
            }
            attr "bound_audiences" {
              type = [list(string), string]
              doc  = "Allowed audiences of the JWT."
            }
            attr "oidc_discovery_url" {
              type   = string
              format = url
              doc    = "OIDC discovery URL of the issuer."
            }
            attr "oidc_discovery_ca_cert" {
              type = string
              doc  = "CA certificate for the discovery URL."
            }
            attr "jwks_url" {
              type   = string
              format = url
              doc    = "URL of the JSON Web Key Set."
            }
            attr "jwks_ca_cert" {
              type = string
              doc  = "CA certificate for the JWKS URL."
            }
            attr "jwt_validation_pub_keys" {
              type = [list(string), string]
              doc  = "Public keys to verify the JWT with."
            }
            attr "bound_issuer" {
              type = string
              doc  = "Required issuer of the JWT."
            }
            attr "expiration_leeway" {
              type   = string
              format = duration
              doc    = "Leeway after the expiration time of the JWT."
            }
            attr "not_before_leeway" {
              type   = string
              format = duration
              doc    = "Leeway before the start of the JWT's validity."
            }
            attr "clock_skew_leeway" {
              type   = string
              format = duration
              doc    = "Allowed clock skew."
            }
            block_list "claim_mappings" {
              also = attr
              doc  = "Claims that assertions can use."
              object {
                attr "*" {
                  doc = "Name of the claim in assertions."
                }
              }
            }
            block_list "list_claim_mappings" {
              also = attr
              doc  = "List claims that assertions can use."
              object {
                attr "*" {
                  doc = "Name of the claim in assertions."
                }
              }
            }
          }
        }
      }
    }
  }
}
body "auto_encrypt" {
  object {
    attr "tls" {
      type = [bool, number]
      doc  = "Requests a certificate from the servers, on clients."
    }
    attr "allow_tls" {
      type = [bool, number]
      doc  = "Issues certificates to clients, on servers."
    }
    attr "dns_san" {
      type = [list(string), string]
      doc  = "Additional DNS names in the certificate."
    }
    attr "ip_san" {
      type   = [list(string), string]
      format = ip
      doc    = "Additional IP addresses in the certificate."
    }
  }
}
body "cloud" {
  object {
    attr "resource_id" {
      type = string
      doc  = "Resource ID of the cluster."
    }
    attr "client_id" {
      type = string
      doc  = "Client ID."
    }
    attr "client_secret" {
      type      = string
      sensitive = true
      doc       = "Client secret."
    }
    attr "hostname" {
      type = string
      doc  = "Host name of the HCP API."
    }
    attr "auth_url" {
      type   = string
      format = url
      doc    = "URL for authentication."
    }
    attr "scada_address" {
      type = string
      doc  = "Address of the SCADA connection."
    }
  }
}
body "connect" {
  object {
    attr "enabled" {
      type = [bool, number]
      doc  = "Enables the service mesh."
    }
    attr "ca_provider" {
      type   = string
      values = ["consul", "vault", "aws-pca"]
      doc    = "CA provider that issues certificates."
    }
    attr "enable_mesh_gateway_wan_federation" {
      type = [bool, number]
      doc  = "Federates datacenters through mesh gateways."
    }
    attr "test_ca_leaf_root_change_spread" {
      type   = string
      format = duration
      doc    = "Time over which certificate renewals are spread, for tests."
    }
    attr "enable_serverless_plugin" {
      type = [bool, number]
      doc  = "Enables the plugin for serverless functions (Enterprise)."
    }
    block_list "ca_config" {
      also = attr
      doc  = "Configuration of the CA provider."
      object {
        include = [body.agents.free]
      }
    }
  }
}
body "tls" {
  object {
    block_list "defaults" {
      also = attr
      doc  = "Default settings for all listeners."
      object {
        include = [body.tls_settings]
      }
    }
    block_list "internal_rpc" {
      also = attr
      doc  = "Settings for RPC between agents."
      object {
        include = [body.tls_settings]
      }
    }
    block_list "https" {
      also = attr
      doc  = "Settings for the HTTPS API."
      object {
        include = [body.tls_settings]
      }
    }
    block_list "grpc" {
      also = attr
      doc  = "Settings for the gRPC API."
      object {
        include = [body.tls_settings]
      }
    }
  }
}
body "audit" {
  object {
    attr "enabled" {
      type = [bool, number]
      doc  = "Enables audit logging."
    }
    attr "rpc_enabled" {
      type = [bool, number]
      doc  = "Also records RPC requests between agents."
    }
    block_list "sink" {
      doc = "Destination of audit records."
      label "name" {
        optional = true
        doc      = "Name of the sink."
      }
      object {
        include = [body.agents.free]
        attr "type" {
          type   = string
          values = ["file"]
          doc    = "Type of the sink."
        }
        attr "format" {
          type   = string
          values = ["json"]
          doc    = "Format of the records."
        }
        attr "path" {
          type   = string
          format = path
          doc    = "Path of the file."
        }
        attr "delivery_guarantee" {
          type   = string
          values = ["best-effort"]
          doc    = "Delivery guarantee of the sink."
        }
        attr "mode" {
          type = string
          doc  = "Permissions of the file."
        }
        attr "rotate_bytes" {
          type = number
          doc  = "Maximum size of a file before it is rotated."
        }
        attr "rotate_duration" {
          type   = string
          format = duration
          doc    = "Maximum age of a file before it is rotated."
        }
        attr "rotate_max_files" {
          type = number
          doc  = "Number of old files to keep."
        }
      }
    }
  }
}
body "tls_settings" {
  object {
    attr "ca_file" {
      type   = string
      format = path
      doc    = "Certificate file of the CA."
    }
    attr "ca_path" {
      type   = string
      format = folder
      doc    = "Folder with CA certificates."
    }
    attr "cert_file" {
      type   = string
      format = path
      doc    = "Certificate file of the agent."
    }
    attr "key_file" {
      type   = string
      format = path
      doc    = "Private key file of the certificate."
    }
    attr "tls_min_version" {
      type     = string
      values   = ["TLS_AUTO", "TLSv1_0", "TLSv1_1", "TLSv1_2", "TLSv1_3", "tls10", "tls11", "tls12", "tls13"]
      unknown  = allowed
      reserved = ["*"]
      doc      = "Minimum TLS version."
    }
    attr "tls_cipher_suites" {
      type = string
      doc  = "Allowed TLS cipher suites, separated by commas."
    }
    attr "verify_incoming" {
      type = [bool, number]
      doc  = "Requires client certificates on incoming connections."
    }
    attr "verify_outgoing" {
      type = [bool, number]
      doc  = "Verifies server certificates on outgoing connections."
    }
    attr "verify_server_hostname" {
      type = [bool, number]
      doc  = "Requires that servers present a certificate for the server role."
    }
    attr "use_auto_cert" {
      type = [bool, number]
      doc  = "Uses the certificate from `auto_encrypt` or `auto_config`."
    }
  }
}
