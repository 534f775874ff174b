# Backends. Their arguments are read by `init`, not by a plan.
body "backend_azurerm" {
  object {
    attr "storage_account_name" {
      type = string
      doc  = "Name of the storage account."
    }
    attr "container_name" {
      type = string
      doc  = "Container in the storage account."
    }
    attr "key" {
      type = string
      doc  = "Name of the blob."
    }
    attr "environment" {
      type = string
      doc  = "Azure cloud environment: `public`, `china`, `usgovernment`."
    }
    attr "metadata_host" {
      type = string
      doc  = "Host name of the Azure metadata service."
    }
    attr "resource_group_name" {
      type = string
      doc  = "Resource group of the storage account."
    }
    attr "subscription_id" {
      type = string
      doc  = "Subscription ID of the storage account."
    }
    attr "tenant_id" {
      type = string
      doc  = "Tenant ID."
    }
    attr "client_id" {
      type = string
      doc  = "Client ID for authentication."
    }
    attr "client_secret" {
      type = string
      doc  = "Client secret for authentication."
    }
    attr "client_certificate_path" {
      type = string
      doc  = "Path of the client certificate for authentication."
    }
    attr "client_certificate" {
      type = string
      doc  = "Client certificate for authentication, in Base64."
    }
    attr "client_certificate_password" {
      type = string
      doc  = "Password of the client certificate."
    }
    attr "client_id_file_path" {
      type = string
      doc  = "Path of a file with the client ID."
    }
    attr "client_secret_file_path" {
      type = string
      doc  = "Path of a file with the client secret."
    }
    attr "use_oidc" {
      type = bool
      doc  = "Use OpenID Connect for authentication."
    }
    attr "oidc_token" {
      type = string
      doc  = "ID token for OpenID Connect."
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
      type = string
      doc  = "Bearer token for requests to the OIDC token URL."
    }
    attr "ado_pipeline_service_connection_id" {
      type = string
      doc  = "Service connection of Azure DevOps, for OpenID Connect."
    }
    attr "use_msi" {
      type = bool
      doc  = "Use the managed identity of the machine for authentication."
    }
    attr "msi_endpoint" {
      type = string
      doc  = "Endpoint for the managed identity."
    }
    attr "use_cli" {
      type = bool
      doc  = "Use the login of the Azure CLI."
    }
    attr "use_aks_workload_identity" {
      type = bool
      doc  = "Use the AKS workload identity for authentication."
    }
    attr "use_azuread_auth" {
      type = bool
      doc  = "Use Microsoft Entra ID to access the blob, instead of access keys."
    }
    attr "lookup_blob_endpoint" {
      type = bool
      doc  = "Look up the blob endpoint of the storage account."
    }
    attr "access_key" {
      type = string
      doc  = "Access key of the storage account."
    }
    attr "sas_token" {
      type = string
      doc  = "SAS token for the storage account."
    }
    attr "snapshot" {
      type = bool
      doc  = "Take a snapshot of the blob before each change."
    }
    attr "endpoint" {
      type = string
      doc  = "Endpoint for Azure Stack."
    }
  }
}
body "backend_consul" {
  object {
    attr "path" {
      type = string
      doc  = "Path of the state in the key-value store."
    }
    attr "access_token" {
      type = string
      doc  = "ACL token for Consul."
    }
    attr "address" {
      type = string
      doc  = "Address of the Consul server."
    }
    attr "scheme" {
      type = string
      doc  = "Protocol: `http` or `https`."
    }
    attr "datacenter" {
      type = string
      doc  = "Consul datacenter."
    }
    attr "http_auth" {
      type = string
      doc  = "Credentials for HTTP basic authentication: `user:password`."
    }
    attr "gzip" {
      type = bool
      doc  = "Compress the state with gzip."
    }
    attr "lock" {
      type = bool
      doc  = "Enable state locking."
    }
    attr "ca_file" {
      type = string
      doc  = "CA certificate for verification of the server."
    }
    attr "cert_file" {
      type = string
      doc  = "Client certificate for authentication."
    }
    attr "key_file" {
      type = string
      doc  = "Private key of the client certificate."
    }
  }
}
body "backend_cos" {
  object {
    attr "secret_id" {
      type = string
      doc  = "Secret ID for authentication."
    }
    attr "secret_key" {
      type = string
      doc  = "Secret key for authentication."
    }
    attr "security_token" {
      type = string
      doc  = "Temporary security token."
    }
    attr "region" {
      type = string
      doc  = "Region of the bucket."
    }
    attr "bucket" {
      type = string
      doc  = "Name of the bucket."
    }
    attr "prefix" {
      type = string
      doc  = "Path prefix in the bucket."
    }
    attr "key" {
      type = string
      doc  = "Name of the state object in the bucket."
    }
    attr "encrypt" {
      type = bool
      doc  = "Enable server-side encryption of the state."
    }
    attr "acl" {
      type = string
      doc  = "Access control list (ACL) of the state object."
    }
    attr "accelerate" {
      type = bool
      doc  = "Use global acceleration."
    }
    block_list "assume_role" {
      doc = "Role to assume."
      object { include = [body.anything] }
    }
    attr "endpoint" {
      type = string
      doc  = "Endpoint of the service."
    }
    attr "domain" {
      type = string
      doc  = "Domain of the service."
    }
  }
}
body "backend_gcs" {
  object {
    attr "bucket" {
      type = string
      doc  = "Name of the bucket."
    }
    attr "prefix" {
      type = string
      doc  = "Path prefix in the bucket."
    }
    attr "credentials" {
      type = string
      doc  = "Path or content of the credentials file."
    }
    attr "access_token" {
      type = string
      doc  = "Temporary OAuth 2.0 access token."
    }
    attr "encryption_key" {
      type = string
      doc  = "Customer-supplied encryption key, 32 bytes in Base64."
    }
    attr "kms_encryption_key" {
      type = string
      doc  = "Cloud KMS key for encryption of the state."
    }
    attr "impersonate_service_account" {
      type = string
      doc  = "Service account to impersonate."
    }
    attr "impersonate_service_account_delegates" {
      type = list(string)
      doc  = "Delegation chain of service accounts for the impersonation."
    }
    attr "storage_custom_endpoint" {
      type = string
      doc  = "Endpoint of the service."
    }
  }
}
body "backend_http" {
  object {
    attr "address" {
      type = string
      doc  = "URL of the state."
    }
    attr "update_method" {
      type = string
      doc  = "HTTP method for writing the state."
    }
    attr "lock_address" {
      type = string
      doc  = "URL for locking the state."
    }
    attr "lock_method" {
      type = string
      doc  = "HTTP method for locking."
    }
    attr "unlock_address" {
      type = string
      doc  = "URL for unlocking the state."
    }
    attr "unlock_method" {
      type = string
      doc  = "HTTP method for unlocking."
    }
    attr "username" {
      type = string
      doc  = "User name for authentication."
    }
    attr "password" {
      type = string
      doc  = "Password for authentication."
    }
    attr "skip_cert_verification" {
      type = bool
      doc  = "Skip verification of the TLS certificate."
    }
    attr "retry_max" {
      type = number
      doc  = "Maximum number of retries."
    }
    attr "retry_wait_min" {
      type = number
      doc  = "Minimum wait between retries, in seconds."
    }
    attr "retry_wait_max" {
      type = number
      doc  = "Maximum wait between retries, in seconds."
    }
    attr "client_ca_certificate_pem" {
      type = string
      doc  = "CA certificate for verification of the server."
    }
    attr "client_certificate_pem" {
      type = string
      doc  = "Client certificate for authentication."
    }
    attr "client_private_key_pem" {
      type = string
      doc  = "Private key of the client certificate."
    }
    attr "headers" {
      type = map(string)
      doc  = "HTTP headers of the requests."
    }
  }
}
body "backend_kubernetes" {
  object {
    attr "secret_suffix" {
      type = string
      doc  = "Suffix of the secret name."
    }
    attr "labels" {
      type = map(string)
      doc  = "Labels of the secret."
    }
    attr "namespace" {
      type = string
      doc  = "Namespace of the secret."
    }
    attr "in_cluster_config" {
      type = bool
      doc  = "Use the service account of the pod that Terraform runs in."
    }
    attr "host" {
      type = string
      doc  = "Address of the Kubernetes API server."
    }
    attr "username" {
      type = string
      doc  = "User name for authentication."
    }
    attr "password" {
      type = string
      doc  = "Password for authentication."
    }
    attr "insecure" {
      type = bool
      doc  = "Skip verification of the TLS certificate."
    }
    attr "client_certificate" {
      type = string
      doc  = "Client certificate for authentication."
    }
    attr "client_key" {
      type = string
      doc  = "Private key of the client certificate."
    }
    attr "cluster_ca_certificate" {
      type = string
      doc  = "CA certificate for verification of the server."
    }
    attr "config_path" {
      type = string
      doc  = "Path of a kubeconfig file."
    }
    attr "config_paths" {
      type = list(string)
      doc  = "Paths of kubeconfig files."
    }
    attr "config_context" {
      type = string
      doc  = "Context in the kubeconfig file."
    }
    attr "config_context_auth_info" {
      type = string
      doc  = "User in the kubeconfig file."
    }
    attr "config_context_cluster" {
      type = string
      doc  = "Cluster in the kubeconfig file."
    }
    attr "token" {
      type = string
      doc  = "Token of a service account."
    }
    attr "proxy_url" {
      type = string
      doc  = "URL of the proxy."
    }
    attr "load_config_file" {
      type = bool
      doc  = "Load a kubeconfig file."
    }
    block_list "exec" {
      max_items = 1
      doc       = "Credential plugin: a command that returns credentials."
      object {
        attr "api_version" {
          type = string
          doc  = "Version of the API that the plugin speaks."
        }
        attr "command" {
          type = string
          doc  = "Command to run."
        }
        attr "args" {
          type = list(string)
          doc  = "Arguments of the command."
        }
        attr "env" {
          type = map(string)
          doc  = "Environment variables for the command."
        }
      }
    }
  }
}
body "backend_local" {
  object {
    attr "path" {
      type = string
      doc  = "Path of the state file."
    }
    attr "workspace_dir" {
      type = string
      doc  = "Directory for the states of non-default workspaces."
    }
  }
}
body "backend_oss" {
  object {
    attr "access_key" {
      type = string
      doc  = "Access key for authentication."
    }
    attr "secret_key" {
      type = string
      doc  = "Secret key for authentication."
    }
    attr "security_token" {
      type = string
      doc  = "Temporary security token."
    }
    attr "region" {
      type = string
      doc  = "Region of the bucket."
    }
    attr "endpoint" {
      type = string
      doc  = "Endpoint of the service."
    }
    attr "bucket" {
      type = string
      doc  = "Name of the bucket."
    }
    attr "prefix" {
      type = string
      doc  = "Path prefix in the bucket."
    }
    attr "key" {
      type = string
      doc  = "Name of the state object in the bucket."
    }
    attr "tablestore_endpoint" {
      type = string
      doc  = "Endpoint of the table that holds locks."
    }
    attr "tablestore_table" {
      type = string
      doc  = "Table that holds locks."
    }
    attr "encrypt" {
      type = bool
      doc  = "Enable server-side encryption of the state."
    }
    attr "acl" {
      type = string
      doc  = "Access control list (ACL) of the state object."
    }
    attr "shared_credentials_file" {
      type = string
      doc  = "Path of a file with credentials."
    }
    attr "profile" {
      type = string
      doc  = "Profile in the credentials file."
    }
    attr "ecs_role_name" {
      type = string
      doc  = "RAM role of the ECS instance."
    }
    attr "assume_role_role_arn" {
      type = string
      doc  = "ARN of the role to assume."
    }
    attr "assume_role_session_name" {
      type = string
      doc  = "Session name of the assumed role."
    }
    attr "assume_role_policy" {
      type = string
      doc  = "Policy that restricts the permissions of the session."
    }
    attr "assume_role_session_expiration" {
      type = number
      doc  = "Duration of the role session, in seconds."
    }
    attr "sts_endpoint" {
      type = string
      doc  = "Custom endpoint of STS."
    }
    block_list "assume_role" {
      doc = "Role to assume."
      object { include = [body.anything] }
    }
  }
}
body "backend_pg" {
  object {
    attr "conn_str" {
      type = string
      doc  = "Connection string of the database: `postgres://user:password@host/name`."
    }
    attr "schema_name" {
      type = string
      doc  = "Schema that holds the state."
    }
    attr "skip_schema_creation" {
      type = bool
      doc  = "Skip creation of the schema, which must exist already."
    }
    attr "skip_table_creation" {
      type = bool
      doc  = "Skip creation of the table, which must exist already."
    }
    attr "skip_index_creation" {
      type = bool
      doc  = "Skip creation of the index, which must exist already."
    }
    attr "table_name" {
      type = string
      doc  = "OpenTofu: table that holds the state."
    }
    attr "index_name" {
      type = string
      doc  = "OpenTofu: index of that table."
    }
  }
}
body "backend_remote" {
  object {
    attr "hostname" {
      type = string
      doc  = "Host name. The default is `app.terraform.io`."
    }
    attr "organization" {
      type = string
      doc  = "Organization that owns the workspaces."
    }
    attr "token" {
      type = string
      doc  = "API token for the host."
    }
    block_list "workspaces" {
      max_items = 1
      doc       = "Workspaces that belong to this configuration."
      object {
        attr "name" {
          type = string
          doc  = "Name of a single workspace."
        }
        attr "prefix" {
          type = string
          doc  = "Prefix of the workspace names."
        }
      }
    }
  }
}
body "backend_s3" {
  object {
    attr "bucket" {
      type = string
      doc  = "Name of the bucket."
    }
    attr "key" {
      type = string
      doc  = "Name of the state object in the bucket."
    }
    attr "region" {
      type = string
      doc  = "Region of the bucket."
    }
    attr "use_lockfile" {
      type = bool
      doc  = "Lock the state with a lock object next to it in the bucket."
    }
    attr "dynamodb_table" {
      type = string
      doc  = "Table that holds locks."
    }
    attr "encrypt" {
      type = bool
      doc  = "Enable server-side encryption of the state."
    }
    attr "kms_key_id" {
      type = string
      doc  = "KMS key for encryption of the state."
    }
    attr "sse_customer_key" {
      type = string
      doc  = "Customer-provided key for encryption of the state."
    }
    attr "acl" {
      type = string
      doc  = "Access control list (ACL) of the state object."
    }
    attr "workspace_key_prefix" {
      type = string
      doc  = "Key prefix for the states of non-default workspaces."
    }
    attr "access_key" {
      type = string
      doc  = "Access key for authentication."
    }
    attr "secret_key" {
      type = string
      doc  = "Secret key for authentication."
    }
    attr "token" {
      type = string
      doc  = "Temporary security token."
    }
    attr "profile" {
      type = string
      doc  = "Profile in the shared configuration and credentials files."
    }
    attr "shared_config_files" {
      type = set(string)
      doc  = "Paths of shared AWS configuration files."
    }
    attr "shared_credentials_files" {
      type = set(string)
      doc  = "Paths of shared AWS credentials files."
    }
    attr "shared_credentials_file" {
      type = string
      doc  = "Path of a file with credentials."
    }
    attr "assume_role" {
      type = object({
        role_arn            = string
        duration            = optional(string)
        external_id         = optional(string)
        policy              = optional(string)
        policy_arns         = optional(set(string))
        session_name        = optional(string)
        source_identity     = optional(string)
        tags                = optional(map(string))
        transitive_tag_keys = optional(set(string))
      })
      doc = "Role to assume: `{ role_arn = ... }`."
    }
    attr "assume_role_with_web_identity" {
      type = object({
        role_arn                = string
        duration                = optional(string)
        policy                  = optional(string)
        policy_arns             = optional(set(string))
        session_name            = optional(string)
        web_identity_token      = optional(string)
        web_identity_token_file = optional(string)
      })
      doc = "Role to assume with a web identity."
    }
    attr "role_arn" {
      type    = string
      version = "<= 1.9"
      doc     = "ARN of the role to assume."
    }
    attr "session_name" {
      type    = string
      version = "<= 1.9"
      doc     = "Session name of the assumed role."
    }
    attr "external_id" {
      type    = string
      version = "<= 1.9"
      doc     = "External ID for assuming the role."
    }
    attr "assume_role_policy" {
      type    = string
      version = "<= 1.9"
      doc     = "IAM policy that restricts the permissions of the session."
    }
    attr "assume_role_policy_arns" {
      type    = set(string)
      version = "<= 1.9"
      doc     = "ARNs of IAM policies that restrict the session."
    }
    attr "assume_role_duration_seconds" {
      type    = number
      version = "<= 1.9"
      doc     = "Duration of the role session, in seconds."
    }
    attr "assume_role_tags" {
      type    = map(string)
      version = "<= 1.9"
      doc     = "Session tags."
    }
    attr "assume_role_transitive_tag_keys" {
      type    = set(string)
      version = "<= 1.9"
      doc     = "Keys of session tags that are passed on to chained roles."
    }
    attr "allowed_account_ids" {
      type = set(string)
      doc  = "Account IDs that are allowed."
    }
    attr "forbidden_account_ids" {
      type = set(string)
      doc  = "Account IDs that are forbidden."
    }
    attr "endpoints" {
      type = object({
        dynamodb = optional(string)
        iam      = optional(string)
        s3       = optional(string)
        sso      = optional(string)
        sts      = optional(string)
      })
      doc = "Custom endpoints by service: `{ s3 = ... }`."
    }
    attr "endpoint" {
      type = string
      doc  = "Custom endpoint of S3."
    }
    attr "dynamodb_endpoint" {
      type = string
      doc  = "Custom endpoint of DynamoDB."
    }
    attr "iam_endpoint" {
      type = string
      doc  = "Custom endpoint of IAM."
    }
    attr "sts_endpoint" {
      type = string
      doc  = "Custom endpoint of STS."
    }
    attr "sts_region" {
      type = string
      doc  = "Region of STS."
    }
    attr "custom_ca_bundle" {
      type = string
      doc  = "Path of a file with CA certificates."
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
      doc  = "Hosts to reach without a proxy."
    }
    attr "insecure" {
      type = bool
      doc  = "Skip verification of the TLS certificate."
    }
    attr "max_retries" {
      type = number
      doc  = "Maximum number of retries."
    }
    attr "retry_mode" {
      type = string
      doc  = "Retry mode: `standard` or `adaptive`."
    }
    attr "use_path_style" {
      type = bool
      doc  = "Use path-style URLs, with the bucket name in the path."
    }
    attr "force_path_style" {
      type = bool
      doc  = "Use path-style URLs, with the bucket name in the path."
    }
    attr "use_fips_endpoint" {
      type = bool
      doc  = "Use FIPS endpoints."
    }
    attr "use_dualstack_endpoint" {
      type = bool
      doc  = "Use dual-stack (IPv4 and IPv6) endpoints."
    }
    attr "use_legacy_workflow" {
      type    = bool
      version = "<= 1.9"
      doc     = "Use the legacy authentication workflow."
    }
    attr "skip_credentials_validation" {
      type = bool
      doc  = "Skip validation of the credentials through STS."
    }
    attr "skip_region_validation" {
      type = bool
      doc  = "Skip validation of the region name."
    }
    attr "skip_requesting_account_id" {
      type = bool
      doc  = "Skip the request for the account ID."
    }
    attr "skip_metadata_api_check" {
      type = bool
      doc  = "Skip the EC2 instance metadata API."
    }
    attr "skip_s3_checksum" {
      type = bool
      doc  = "Do not send checksums with uploads to S3."
    }
    attr "ec2_metadata_service_endpoint" {
      type = string
      doc  = "Endpoint of the EC2 instance metadata service."
    }
    attr "ec2_metadata_service_endpoint_mode" {
      type = string
      doc  = "Address type of the metadata service: `IPv4` or `IPv6`."
    }
  }
}

# Arguments of `terraform_remote_state`, by backend.
body "config" {
  object {
    attr "config" { doc = "Arguments of the backend." }
  }
}
body "config_azurerm" {
  object {
    attr "config" {
      fields = body.backend_azurerm
      doc    = "Arguments of the backend."
    }
  }
}
body "config_consul" {
  object {
    attr "config" {
      fields = body.backend_consul
      doc    = "Arguments of the backend."
    }
  }
}
body "config_cos" {
  object {
    attr "config" {
      fields = body.backend_cos
      doc    = "Arguments of the backend."
    }
  }
}
body "config_gcs" {
  object {
    attr "config" {
      fields = body.backend_gcs
      doc    = "Arguments of the backend."
    }
  }
}
body "config_http" {
  object {
    attr "config" {
      fields = body.backend_http
      doc    = "Arguments of the backend."
    }
  }
}
body "config_kubernetes" {
  object {
    attr "config" {
      fields = body.backend_kubernetes
      doc    = "Arguments of the backend."
    }
  }
}
body "config_local" {
  object {
    attr "config" {
      fields = body.backend_local
      doc    = "Arguments of the backend."
    }
  }
}
body "config_oss" {
  object {
    attr "config" {
      fields = body.backend_oss
      doc    = "Arguments of the backend."
    }
  }
}
body "config_pg" {
  object {
    attr "config" {
      fields = body.backend_pg
      doc    = "Arguments of the backend."
    }
  }
}
body "config_remote" {
  object {
    attr "config" {
      fields = body.backend_remote
      doc    = "Arguments of the backend."
    }
  }
}
body "config_s3" {
  object {
    attr "config" {
      fields = body.backend_s3
      doc    = "Arguments of the backend."
    }
  }
}
