# OpenTofu's encryption of states and plan files.
body "encryption" {
  object {
    block_map "key_provider" {
      labels  = ["type", "name"]
      doc     = "Source of encryption keys: `key_provider.TYPE.NAME`."
      outline = "${label.type}.${label.name}"
      label "type" {
        unknown = warning
        doc     = "Type of the key provider."
        values = {
          aws_kms     = "Keys of the AWS Key Management Service."
          azure_vault = "Keys of an Azure Key Vault or a managed HSM."
          external    = "Keys that a program gives."
          gcp_kms     = "Keys of the Google Cloud Key Management Service."
          openbao     = "Keys of the transit engine of OpenBao."
          pbkdf2      = "A key made from a passphrase."
          static      = "A key that is written out, for tests."
          xor         = "A key made of two others, which both are needed."
        }
      }
      label "name" {
        format = identifier
        doc    = "Name of the key provider, as in `key_provider.TYPE.NAME`."
      }
      symbol {
        address = [key_provider, label.type, label.name]
        kind    = key_provider
        value   = unknown(any)
        visible = file
        depends = all
      }
      restrict {
        names   = [var, local, path, terraform, key_provider]
        message = "OpenTofu reads encryption settings before a plan, where only variables and locals are known."
      }
      object {
        attr "encrypted_metadata_alias" {
          type = string
          doc  = "Name for the metadata of the key in encrypted files, by default that of the key provider."
        }
        case {
          on = label.type
          is = {
            aws_kms     = body.encryption_aws_kms
            azure_vault = body.encryption_azure_vault
            external    = body.encryption_external
            gcp_kms     = body.encryption_gcp_kms
            openbao     = body.encryption_openbao
            pbkdf2      = body.encryption_pbkdf2
            static      = body.encryption_static
            xor         = body.encryption_xor
            "*"         = body.anything
          }
        }
      }
    }
    block_map "method" {
      labels  = ["type", "name"]
      doc     = "Encryption method: `method.TYPE.NAME`."
      outline = "${label.type}.${label.name}"
      label "type" {
        unknown = warning
        doc     = "Type of the method."
        values = {
          aes_gcm     = "AES-GCM, with the key of a key provider."
          external    = "A program encrypts and decrypts."
          unencrypted = "No encryption, for migrations."
        }
      }
      label "name" {
        format = identifier
        doc    = "Name of the method, as in `method.TYPE.NAME`."
      }
      symbol {
        address = [method, label.type, label.name]
        kind    = method
        value   = unknown(string)
        visible = file
      }
      restrict {
        names   = [var, local, path, terraform, key_provider]
        message = "OpenTofu reads encryption settings before a plan, where only variables and locals are known."
      }
      object {
        case {
          on = label.type
          is = {
            aes_gcm     = body.encryption_aes_gcm
            external    = body.encryption_external_method
            unencrypted = body.encryption_unencrypted
            "*"         = body.anything
          }
        }
      }
    }
    block_list "state" {
      doc       = "Encryption of the state."
      max_items = 1
      object { include = [body.encrypted_or_refused] }
    }
    block_list "plan" {
      doc       = "Encryption of plan files."
      max_items = 1
      object { include = [body.encrypted_or_refused] }
    }
    block_list "remote_state_data_sources" {
      doc       = "Encryption of the states that `terraform_remote_state` reads."
      max_items = 1
      object {
        block_list "default" {
          doc       = "For data sources without a block of their own."
          max_items = 1
          object { include = [body.encrypted] }
        }
        block_map "remote_state_data_source" {
          labels = ["name"]
          doc    = "For the data source of this name."
          label "name" { doc = "Name of the data source, with the path of its module." }
          object { include = [body.encrypted] }
        }
      }
    }
  }
}

body "encrypted" {
  object {
    attr "method" {
      type = string
      doc  = "Encryption method to use: `method.TYPE.NAME`."
    }
    block_list "fallback" {
      max_items = 1
      doc       = "Fallback method for reading data that the main method cannot decrypt."
      object { include = [body.encrypted] }
    }
  }
}

body "encrypted_or_refused" {
  object {
    attr "enforced" {
      type = bool
      doc  = "Rejects unencrypted data."
    }
    include = [body.encrypted]
  }
}

body "encryption_aes_gcm" {
  object {
    attr "keys" {
      required = true
      doc      = "Key provider: `key_provider.TYPE.NAME`."
    }
    attr "aad" {
      type = list(number)
      doc  = "Additional data that is authenticated, as bytes."
    }
  }
}

body "encryption_external_method" {
  object {
    attr "encrypt_command" {
      type     = list(string)
      required = true
      length   = { min = 1 }
      doc      = "Program that encrypts, with its arguments."
    }
    attr "decrypt_command" {
      type     = list(string)
      required = true
      length   = { min = 1 }
      doc      = "Program that decrypts, with its arguments."
    }
    attr "keys" { doc = "Key provider: `key_provider.TYPE.NAME`." }
  }
}

body "encryption_unencrypted" {
  object {}
}

body "encryption_pbkdf2" {
  object {
    exactly_one = [[passphrase, chain]]
    attr "passphrase" {
      type   = string
      length = { min = 16 }
      doc    = "Passphrase of at least 16 characters."
    }
    attr "chain" { doc = "Another key provider that gives the passphrase." }
    attr "key_length" {
      type    = number
      format  = integer
      min     = 1
      default = 32
      doc     = "Bytes of the key."
    }
    attr "iterations" {
      type    = number
      format  = integer
      min     = 200000
      default = 600000
      doc     = "Number of iterations."
    }
    attr "salt_length" {
      type    = number
      format  = integer
      min     = 1
      default = 32
      doc     = "Bytes of the salt."
    }
    attr "hash_function" {
      type    = string
      values  = ["sha256", "sha512"]
      default = "sha512"
      doc     = "Hash function."
    }
  }
}

body "encryption_static" {
  object {
    attr "key" {
      type      = string
      required  = true
      sensitive = true
      doc       = "Key in hexadecimal digits."
    }
  }
}

body "encryption_xor" {
  object {
    attr "a" {
      required = true
      doc      = "Key provider: `key_provider.TYPE.NAME`."
    }
    attr "b" {
      required = true
      doc      = "Key provider: `key_provider.TYPE.NAME`."
    }
  }
}

body "encryption_external" {
  object {
    attr "command" {
      type     = list(string)
      required = true
      length   = { min = 1 }
      doc      = "Program that gives the key, with its arguments."
    }
  }
}

body "encryption_openbao" {
  object {
    attr "key_name" {
      type     = string
      required = true
      doc      = "Name of the transit key."
    }
    attr "address" {
      type = string
      doc  = "Address of the server, by default that in `BAO_ADDR`."
    }
    attr "token" {
      type      = string
      sensitive = true
      doc       = "Token for the server, by default that in `BAO_TOKEN`."
    }
    attr "key_length" {
      type    = number
      format  = integer
      min     = 1
      default = 32
      doc     = "Bytes of the key."
    }
    attr "transit_engine_path" {
      type    = string
      default = "/transit"
      doc     = "Path of the transit engine."
    }
    attr "associated_data" {
      type = string
      doc  = "Data that is authenticated with the key, in Base64."
    }
  }
}

body "encryption_gcp_kms" {
  object {
    attr "kms_encryption_key" {
      type     = string
      required = true
      doc      = "Resource name of the key."
    }
    attr "key_length" {
      type     = number
      required = true
      format   = integer
      min      = 1
      doc      = "Bytes of the data key."
    }
    attr "credentials" {
      type      = string
      sensitive = true
      doc       = "Credentials, or the path of a file with them."
    }
    attr "access_token" {
      type      = string
      sensitive = true
      doc       = "OAuth access token."
    }
    attr "impersonate_service_account" {
      type = string
      doc  = "Service account to impersonate."
    }
    attr "impersonate_service_account_delegates" {
      type = list(string)
      doc  = "Chain of service accounts for the impersonation."
    }
    attr "additional_authenticated_data" {
      type = string
      doc  = "Data that is authenticated with the key, in Base64."
    }
  }
}

body "encryption_azure_vault" {
  object {
    attr "vault_uri" {
      type     = string
      required = true
      doc      = "Address of the vault."
    }
    attr "vault_key_name" {
      type     = string
      required = true
      doc      = "Name of the key."
    }
    attr "key_length" {
      type     = number
      required = true
      format   = integer
      min      = 1
      doc      = "Bytes of the data key."
    }
    attr "symmetric" {
      type = bool
      doc  = "Whether the key is a symmetric one."
    }
    attr "symmetric_key_size" {
      type = number
      doc  = "Bits of the symmetric key."
    }
    attr "use_cli" {
      type = bool
      doc  = "Use the login of the Azure CLI."
    }
    attr "client_id" {
      type = string
      doc  = "Client ID for authentication."
    }
    attr "client_id_file_path" {
      type = string
      doc  = "Path of a file with the client ID."
    }
    attr "client_secret" {
      type      = string
      sensitive = true
      doc       = "Client secret for authentication."
    }
    attr "client_secret_file_path" {
      type = string
      doc  = "Path of a file with the client secret."
    }
    attr "client_certificate" {
      type      = string
      sensitive = true
      doc       = "Client certificate for authentication, in Base64."
    }
    attr "client_certificate_password" {
      type      = string
      sensitive = true
      doc       = "Password of the client certificate."
    }
    attr "client_certificate_path" {
      type = string
      doc  = "Path of the client certificate."
    }
    attr "use_oidc" {
      type = bool
      doc  = "Use OpenID Connect for authentication."
    }
    attr "oidc_token" {
      type      = string
      sensitive = true
      doc       = "ID token for OpenID Connect."
    }
    attr "oidc_token_file_path" {
      type = string
      doc  = "Path of a file with the ID token."
    }
    attr "oidc_request_url" {
      type = string
      doc  = "Request URL for the OIDC token."
    }
    attr "oidc_request_token" {
      type      = string
      sensitive = true
      doc       = "Request token for the OIDC token."
    }
    attr "use_msi" {
      type = bool
      doc  = "Use a managed identity."
    }
    attr "msi_endpoint" {
      type = string
      doc  = "Address of the managed identity service."
    }
    attr "use_aks_workload_identity" {
      type = bool
      doc  = "Use the workload identity of AKS."
    }
    attr "metadata_host" {
      type = string
      doc  = "Host name of the Azure metadata service."
    }
    attr "environment" {
      type = string
      doc  = "Azure cloud environment."
    }
    attr "subscription_id" {
      type = string
      doc  = "Subscription ID."
    }
    attr "tenant_id" {
      type = string
      doc  = "Tenant ID."
    }
  }
}

body "encryption_aws_kms" {
  object {
    attr "kms_key_id" {
      type     = string
      required = true
      doc      = "ID of the key."
    }
    attr "key_spec" {
      type     = string
      required = true
      doc      = "Length of the data key: `AES_256` or `AES_128`."
    }
    attr "encryption_context" {
      type = map(string)
      doc  = "Pairs that are bound to the key."
    }
    attr "assume_role" { doc = "Role to assume." }
    attr "assume_role_with_web_identity" { doc = "Role to assume with a web identity." }
    attr "retry_mode" {
      type = string
      doc  = "How requests are repeated: `standard` or `adaptive`."
    }
    block_list "endpoints" {
      max_items = 1
      doc       = "Custom addresses of services."
      object {
        attr "iam" {
          type = string
          doc  = "Address of IAM."
        }
        attr "sts" {
          type = string
          doc  = "Address of STS."
        }
      }
    }
    attr "region" {
      type = string
      doc  = "Region of the key."
    }
    attr "access_key" {
      type      = string
      sensitive = true
      doc       = "Access key."
    }
    attr "secret_key" {
      type      = string
      sensitive = true
      doc       = "Secret key."
    }
    attr "token" {
      type      = string
      sensitive = true
      doc       = "Session token."
    }
    attr "profile" {
      type = string
      doc  = "Profile in the files of the AWS CLI."
    }
    attr "max_retries" {
      type = number
      doc  = "Most repetitions of a request."
    }
    attr "skip_credentials_validation" {
      type = bool
      doc  = "Skip the check of the credentials."
    }
    attr "skip_requesting_account_id" {
      type = bool
      doc  = "Skip the request of the account ID."
    }
    attr "sts_region" {
      type = string
      doc  = "Region for STS."
    }
    attr "http_proxy" {
      type = string
      doc  = "Proxy for HTTP."
    }
    attr "https_proxy" {
      type = string
      doc  = "Proxy for HTTPS."
    }
    attr "no_proxy" {
      type = string
      doc  = "Hosts without a proxy, with commas."
    }
    attr "insecure" {
      type = bool
      doc  = "Accept any certificate."
    }
    attr "use_dualstack_endpoint" {
      type = bool
      doc  = "Use addresses for IPv4 and IPv6."
    }
    attr "use_fips_endpoint" {
      type = bool
      doc  = "Use FIPS addresses."
    }
    attr "custom_ca_bundle" {
      type = string
      doc  = "Path of a file with certificates."
    }
    attr "ec2_metadata_service_endpoint" {
      type = string
      doc  = "Address of the EC2 metadata service."
    }
    attr "ec2_metadata_service_endpoint_mode" {
      type = string
      doc  = "How the EC2 metadata service is reached: `IPv4` or `IPv6`."
    }
    attr "skip_metadata_api_check" {
      type = bool
      doc  = "Skip the EC2 metadata service."
    }
    attr "shared_credentials_files" {
      type = list(string)
      doc  = "Paths of files with credentials."
    }
    attr "shared_config_files" {
      type = list(string)
      doc  = "Paths of files with settings."
    }
    attr "allowed_account_ids" {
      type = list(string)
      doc  = "Accounts that may be used."
    }
    attr "forbidden_account_ids" {
      type = list(string)
      doc  = "Accounts that may not be used."
    }
  }
}
