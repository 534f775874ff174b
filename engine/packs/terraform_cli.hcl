# Settings of the terraform and tofu commands: .terraformrc, terraform.rc, *.tfrc. Written in HCL 1. The commands ignore
# settings that they do not know, but not installation methods.
language "terraform-cli" {
  title  = "Terraform CLI configuration"
  ids    = ["terraform-cli", "terraformrc"]
  files  = [".terraformrc", "terraform.rc", ".tofurc", "tofu.rc", "*.tfrc", "*.tofurc"]
  syntax = hcl1
}

object {
  unknown = warning
  attr "disable_checkpoint" {
    type     = bool
    constant = true
    doc      = "Disable checks for new versions and security notices."
  }
  attr "disable_checkpoint_signature" {
    type     = bool
    constant = true
    doc      = "Check for new versions without an anonymous ID that identifies repeated checks."
  }
  attr "plugin_cache_dir" {
    type     = string
    constant = true
    format   = folder
    doc      = "Shared cache directory for downloaded providers. It must exist."
  }
  attr "plugin_cache_may_break_dependency_lock_file" {
    type     = bool
    constant = true
    doc      = "Use providers from the cache even if the lock file then has incomplete checksums."
  }
  block_map "credentials" {
    labels = ["host"]
    label "host" {
      doc     = "Host name, such as `app.terraform.io`."
      pattern = "[^/\\s]+"
    }
    doc  = "Credentials for a host."
    icon = key
    object {
      attr "token" {
        type      = string
        constant  = true
        sensitive = true
        doc       = "API token for the host."
      }
      unknown = allowed
    }
  }
  block_list "credentials_helper" {
    label "name" { doc = "Name of the helper program, without the prefix `terraform-credentials-`." }
    max_items = 1
    doc       = "Program that stores tokens for all hosts without a `credentials` block."
    icon      = function
    object {
      unknown = warning
      attr "args" {
        type     = list(string)
        constant = true
        doc      = "Arguments for the helper program."
      }
    }
  }
  block_map "host" {
    labels = ["name"]
    label "name" { doc = "Host name." }
    doc = "Services of a host, replacing service discovery."
    object {
      unknown = warning
      block "services" {
        doc = "Map of service IDs to URLs: `{ \"modules.v1\" = \"https://modules.example.com/\" }`."
        object {
          attr "*" { constant = true }
        }
      }
    }
  }
  block_list "provider_installation" {
    max_items = 1
    doc       = "Installation methods for providers. Without this block, providers are installed from their registries."
    icon      = package
    object {
      block_list "direct" {
        doc = "Installs providers directly from their registry."
        object { include = [body.selection, body.downloads] }
      }
      block_list "filesystem_mirror" {
        doc = "Installs providers from a local directory."
        object {
          include = [body.selection]
          attr "path" {
            type     = string
            required = true
            constant = true
            format   = folder
            doc      = "Path of the mirror directory."
          }
        }
      }
      block_list "network_mirror" {
        doc = "Installs providers from a network mirror."
        check "mirror-url" {
          condition = self.url == null || can(regex("^https:", self.url))
          message   = "The URL of a network mirror must use https."
          at        = attr.url
        }
        object {
          include = [body.selection, body.downloads]
          attr "url" {
            type     = string
            required = true
            constant = true
            format   = url
            snippet  = "\"https://\""
            doc      = "URL of the mirror. It must use `https`."
          }
        }
      }
      block_list "oci_mirror" {
        doc = "OpenTofu: installs providers from an OCI registry."
        object {
          include = [body.selection]
          attr "repository_template" {
            type     = string
            required = true
            doc      = "Template for the repository address of a provider, with `$${hostname}`, `$${namespace}` and `$${type}`."
          }
        }
      }
      block_list "dev_overrides" {
        max_items = 1
        doc       = "Map of provider addresses to local build directories. Versions and checksums are not verified."
        object {
          attr "*" {
            type     = string
            constant = true
            format   = folder
            doc      = "Build directory of the provider."
          }
        }
      }
    }
  }
  block_list "registry_protocols" {
    max_items = 1
    doc       = "OpenTofu: requests to registries."
    object {
      unknown = warning
      attr "retry_count" {
        type     = number
        constant = true
        format   = integer
        doc      = "Number of times that a failed request is repeated."
      }
      attr "request_timeout_seconds" {
        type     = number
        constant = true
        format   = integer
        doc      = "Timeout of a request."
      }
    }
  }
  block_list "providers" {
    doc  = "Paths of provider programs by name, as in Terraform before version 0.13. They are no longer used."
    icon = package
    object { include = [body.programs] }
  }
  block_list "provisioners" {
    doc  = "Paths of provisioner programs by name, as in Terraform before version 0.13. They are no longer used."
    icon = package
    object { include = [body.programs] }
  }
  block_list "oci_default_credentials" {
    max_items = 1
    doc       = "OpenTofu: default credentials for OCI registries without a block of their own."
    object {
      unknown = warning
      attr "discover_ambient_credentials" {
        type     = bool
        constant = true
        doc      = "Use credentials from the configuration of Docker and similar tools."
      }
      attr "docker_style_config_files" {
        type     = list(string)
        constant = true
        doc      = "Paths of Docker-style configuration files, instead of the default locations."
      }
      attr "docker_credentials_helper" {
        type     = string
        constant = true
        doc      = "Name of the credential helper, without the prefix `docker-credential-`."
      }
    }
  }
  block_map "oci_credentials" {
    labels = ["repository"]
    label "repository" { doc = "Host name, optionally followed by a repository path prefix." }
    doc  = "OpenTofu: credentials for an OCI registry."
    icon = key
    object {
      unknown     = warning
      exactly_one = [[username, access_token, docker_credentials_helper]]
      attr "username" {
        needs    = [password]
        type     = string
        constant = true
        doc      = "User name."
      }
      attr "password" {
        needs     = [username]
        type      = string
        constant  = true
        sensitive = true
        doc       = "Password of the user."
      }
      attr "access_token" {
        needs     = [refresh_token]
        type      = string
        constant  = true
        sensitive = true
        doc       = "OAuth access token."
      }
      attr "refresh_token" {
        needs     = [access_token]
        type      = string
        constant  = true
        sensitive = true
        doc       = "OAuth refresh token."
      }
      attr "docker_credentials_helper" {
        type     = string
        constant = true
        doc      = "Name of the credential helper, without the prefix `docker-credential-`."
      }
    }
  }
}

body "selection" {
  object {
    unknown = warning
    attr "include" {
      type     = list(string)
      constant = true
      doc      = "Patterns of provider addresses to include: `[\"example.com/*/*\"]`."
    }
    attr "exclude" {
      type     = list(string)
      constant = true
      doc      = "Patterns of provider addresses to exclude."
    }
  }
}
body "downloads" {
  object {
    attr "download_retry_count" {
      type     = number
      constant = true
      format   = integer
      doc      = "OpenTofu: number of times that a failed download is repeated."
    }
  }
}
body "programs" {
  object {
    attr "*" {
      type     = string
      constant = true
      format   = path
      doc      = "Path of the program."
    }
  }
}
