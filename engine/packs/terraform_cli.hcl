# Settings of the terraform and tofu commands: .terraformrc, terraform.rc, *.tfrc. Written in HCL 1.
language "terraform-cli" {
  title  = "Terraform CLI configuration"
  ids    = ["terraform-cli", "terraformrc"]
  files  = [".terraformrc", "terraform.rc", ".tofurc", "tofu.rc", "*.tfrc", "*.tofurc"]
  syntax = hcl1
  rules  = reference
}

object {
  attr "disable_checkpoint" {
    type     = bool
    constant = true
    doc      = "Do not ask for new versions and security notes."
  }
  attr "disable_checkpoint_signature" {
    type     = bool
    constant = true
    doc      = "Ask for new versions without an id that tells repeated questions apart."
  }
  attr "plugin_cache_dir" {
    type     = string
    constant = true
    format   = folder
    doc      = "A folder in which downloaded providers are kept for all configurations. It must exist."
  }
  attr "plugin_cache_may_break_dependency_lock_file" {
    type     = bool
    constant = true
    doc      = "Use providers of that folder even if the lock file then holds fewer checksums than it should."
  }
  block_map "credentials" {
    labels = ["host"]
    label "host" {
      doc     = "The name of the host, such as `app.terraform.io`."
      pattern = "[^/\\s]+"
    }
    doc  = "How to sign in at a host."
    icon = key
    object {
      attr "token" {
        type      = string
        constant  = true
        sensitive = true
        doc       = "The token."
      }
      lenient = true
    }
  }
  block_list "credentials_helper" {
    label "name" { doc = "The name of the program after `terraform-credentials-`." }
    singleton = true
    doc       = "A program that keeps tokens for all hosts without a `credentials` block."
    icon      = function
    object {
      attr "args" {
        type     = list(string)
        constant = true
        doc      = "Arguments for the program."
      }
    }
  }
  block_map "host" {
    labels = ["name"]
    label "name" { doc = "The name of the host." }
    doc = "What a host offers, without asking it."
    object {
      block "services" {
        doc = "The URL of each service by its id: `{ \"modules.v1\" = \"https://modules.example.com/\" }`."
        object {
          any_attr { constant = true }
        }
      }
    }
  }
  block_list "provider_installation" {
    singleton = true
    doc       = "Where providers are installed from. Without this block from their registries."
    icon      = package
    object {
      block_list "direct" {
        doc = "From the registry that the address of a provider names."
        object { include = [body.selection] }
      }
      block_list "filesystem_mirror" {
        doc = "From a folder."
        object {
          include = [body.selection]
          attr "path" {
            type     = string
            required = true
            constant = true
            format   = folder
            doc      = "The folder."
          }
        }
      }
      block_list "network_mirror" {
        doc = "From a server that holds copies."
        object {
          include = [body.selection]
          attr "url" {
            type     = string
            required = true
            constant = true
            format   = url
            pattern  = "https:.*"
            snippet  = "\"https://\""
            doc      = "Its address; it must be `https`."
          }
        }
      }
      block_list "oci_mirror" {
        doc = "OpenTofu: from a registry of OCI images."
        object {
          include = [body.selection]
          attr "repository_template" {
            type     = string
            required = true
            doc      = "The repository of a provider, made of `$${hostname}`, `$${namespace}` and `$${type}`."
          }
        }
      }
      block_list "dev_overrides" {
        singleton = true
        doc       = "Providers under development, by address: the folder that each is built in. Neither version nor checksum is looked at."
        object {
          any_attr {
            type     = string
            constant = true
            format   = folder
            doc      = "The folder that the provider is built in."
          }
        }
      }
    }
  }
  block_list "oci_default_credentials" {
    singleton = true
    doc       = "OpenTofu: how to sign in at registries of OCI images that have no block of their own."
    object {
      attr "discover_ambient_credentials" {
        type     = bool
        constant = true
        doc      = "Whether the settings of Docker and its kin are looked at."
      }
      attr "docker_style_config_files" {
        type     = list(string)
        constant = true
        doc      = "The files of such settings, in place of the usual ones."
      }
      attr "docker_credentials_helper" {
        type     = string
        constant = true
        doc      = "The program that keeps credentials, by its name after `docker-credential-`."
      }
    }
  }
  block_map "oci_credentials" {
    labels = ["repository"]
    label "repository" { doc = "A host, or a host with the beginning of repositories' names." }
    doc  = "OpenTofu: how to sign in at one registry of OCI images."
    icon = key
    object {
      exactly_one = [[username, access_token, docker_credentials_helper]]
      together    = [[username, password], [access_token, refresh_token]]
      attr "username" {
        type     = string
        constant = true
        doc      = "The name of the user."
      }
      attr "password" {
        type      = string
        constant  = true
        sensitive = true
        doc       = "The password of the user."
      }
      attr "access_token" {
        type      = string
        constant  = true
        sensitive = true
        doc       = "An OAuth token."
      }
      attr "refresh_token" {
        type      = string
        constant  = true
        sensitive = true
        doc       = "The token that gives new ones."
      }
      attr "docker_credentials_helper" {
        type     = string
        constant = true
        doc      = "The program that keeps credentials, by its name after `docker-credential-`."
      }
    }
  }
}

body "selection" {
  object {
    attr "include" {
      type     = list(string)
      constant = true
      doc      = "Only providers whose address matches one of these: `[\"example.com/*/*\"]`."
    }
    attr "exclude" {
      type     = list(string)
      constant = true
      doc      = "No providers whose address matches one of these."
    }
  }
}
