# Packer: templates in HCL. Plugins bring builders, provisioners and data sources of their own; what nobody knows of
# them is not checked.
language "packer" {
  title          = "Packer"
  ids            = ["packer", "hcp-packer"]
  files          = ["*.pkr.hcl", "*.pkr.json"]
  rules          = reference
  join           = folder
  dynamic_blocks = "dynamic"
  public         = [variable]
  stands_alone   = build
  forgiving      = [try, can]
  functions = [
    abs, abspath, alltrue, anytrue, basename, base64decode, base64encode, base64gzip, bcrypt, can, ceil,
    chomp, chunklist, cidrhost, cidrnetmask, cidrsubnet, cidrsubnets, coalesce, coalescelist, compact,
    concat, contains, convert, csvdecode, dirname, distinct, element, endswith, file, filebase64,
    fileexists, fileset, flatten, floor, format, formatdate, formatlist, indent, index, join, jsondecode,
    jsonencode, keys, length, log, lookup, lower, max, md5, merge, min, parseint, pathexpand, pow, range,
    regex, regexall, replace, reverse, rsadecrypt, setintersection, setproduct, setunion, sha1, sha256,
    sha512, signum, slice, sort, split, startswith, strcontains, strrev, substr, sum, templatefile,
    textdecodebase64, textencodebase64, timeadd, timestamp, title, trim, trimprefix, trimspace, trimsuffix,
    try, upper, urlencode, uuidv5, values, yamldecode, yamlencode, zipmap
  ]
}

object {
  block_list "packer" {
    doc  = "Settings of Packer itself for this template."
    icon = module
    object {
      attr "required_version" {
        type     = string
        constant = true
        format   = version_constraint
        doc      = "Versions of Packer that the template works with: `\">= 1.9\"`."
      }
      block_list "required_plugins" {
        doc = "Plugins that the template needs; `packer init` installs them."
        object {
          any_attr {
            type     = object({ source = string, version = string })
            constant = true
            fields   = body.plugin
            doc      = "A plugin by its local name: `{ source = \"github.com/hashicorp/amazon\", version = \"~> 1\" }`."
          }
        }
      }
    }
  }

  block_map "variable" {
    labels  = ["name"]
    icon    = variable
    doc     = "An input of the template: `var.NAME`."
    outline = label.name
    label "name" {
      doc    = "The name, as in `var.NAME`."
      format = identifier
    }
    symbol {
      address   = [var, label.name]
      kind      = variable
      value     = cast(unknown(any), self.type)
      type      = self.type
      required  = !set.default
      fallback  = self.default
      sensitive = first(self.sensitive, false)
      unused    = true
      visible   = nearest
    }
    scope {
      functions = [env]
    }
    restrict {
      attributes = [default]
      names      = []
      functions  = [env]
      reason     = "a default is fixed before anything else is known. A local may be made of other values."
    }
    restrict {
      blocks     = [validation]
      attributes = [condition]
      own        = true
      names      = []
      reason     = "a condition looks at its own variable alone."
    }
    check "default-type" {
      type = self.type
      at   = attr.default
    }
    object {
      attr "type" {
        decoder = type
        doc     = "The type of values: `string`, `number`, `bool`, `list(string)`, `map(string)`, `object({...})` and so on."
      }
      attr "default" { doc = "The value when nothing else sets one. `env(\"NAME\")` reads an environment variable here, and only here." }
      attr "description" {
        type     = string
        constant = true
        doc      = "What the variable is for."
      }
      attr "sensitive" {
        type     = bool
        constant = true
        doc      = "Hides the value in output."
      }
      block_list "validation" {
        doc = "A condition that values must meet."
        object {
          attr "condition" {
            type       = bool
            required   = true
            must_refer = own
            validates  = self.error_message
            doc        = "True when the value is fine."
          }
          attr "error_message" {
            type       = string
            required   = true
            min_length = 1
            doc        = "What to say when it is not."
          }
        }
      }
    }
  }
  block_list "variables" {
    icon = variable
    doc  = "Variables with their defaults alone: `NAME = DEFAULT`."
    object {
      any_attr {
        symbol {
          address = [var, name]
          kind    = variable
          value   = unknown(any)
          visible = nearest
        }
      }
    }
  }

  block_list "locals" {
    icon = variable
    doc  = "Values with names: `local.NAME`."
    object {
      any_attr {
        symbol {
          address = [local, name]
          kind    = local
          icon    = constant
          unused  = true
          visible = nearest
        }
      }
    }
  }
  block_map "local" {
    labels  = ["name"]
    icon    = constant
    doc     = "One value with a name that may be sensitive: `local.NAME`."
    outline = label.name
    symbol {
      address   = [local, label.name]
      kind      = local
      value     = self.expression
      sensitive = first(self.sensitive, false)
      unused    = true
      visible   = nearest
    }
    object {
      attr "expression" {
        required = true
        doc      = "The value."
      }
      attr "sensitive" {
        type = bool
        doc  = "Hides the value in output."
      }
    }
  }

  block_list "source" {
    unique  = true
    icon    = class
    doc     = "How a machine is made. `build` blocks name it: `\"source.TYPE.NAME\"`."
    outline = "${label.type}.${label.name}"
    label "type" {
      doc    = "The builder: one of Packer's own, or of a plugin."
      open   = true
      values = ["file", "null"]
    }
    label "name" { doc = "The name, as in `source.TYPE.NAME`." }
    symbol {
      address   = [source, label.type, label.name]
      kind      = source
      name_only = true
      visible   = nearest
    }
    scope {
      names = { source = unknown(object({ type = string, name = string })) }
    }
    check "null-host" {
      condition = label.type != "null" || self.communicator == "none" || (self.ssh_host != null && self.ssh_username != null) || (self.winrm_host != null && self.winrm_username != null)
      message   = "The communicator needs a host and a user; `communicator = \"none\"` does without."
    }
    case {
      on = label.type
      is = {
        file = body.builder_file
        null = body.builder_null
      }
      otherwise = lenient
    }
    object {}
  }

  block_map "data" {
    labels  = ["type", "name"]
    icon    = object
    doc     = "Something that is looked up before anything is built: `data.TYPE.NAME`."
    outline = "${label.type}.${label.name}"
    label "type" {
      doc    = "The data source: one of Packer's own, or of a plugin."
      open   = true
      values = ["hcp-packer-artifact", "hcp-packer-image", "hcp-packer-iteration", "hcp-packer-version", "http", "null"]
    }
    label "name" { doc = "The name, as in `data.TYPE.NAME`." }
    symbol {
      address = [data, label.type, label.name]
      kind    = data
      depends = all
      value   = first(label.type == "null" ? unknown(object({ output = string })) : null, label.type == "http" ? unknown(object({ url = string, body = string, request_headers = map(string) })) : null, unknown(any))
      visible = nearest
    }
    case {
      on = label.type
      is = {
        hcp-packer-artifact  = body.hcp_artifact
        hcp-packer-image     = body.hcp_image
        hcp-packer-iteration = body.hcp_iteration
        hcp-packer-version   = body.hcp_version
        http                 = body.http
        null                 = body.data_null
      }
      otherwise = lenient
    }
    object {}
  }

  block_list "communicator" {
    doc = "How a machine is reached."
    label "type" {}
    label "name" {}
    object { include = [body.free] }
  }
  block_list "hcp_packer_registry" {
    singleton = true
    doc       = "Where HCP Packer keeps what was built."
    object { include = [body.registry] }
  }

  block_list "build" {
    min_items = 1
    icon      = function
    doc       = "Makes images of sources, with provisioners and post-processors."
    outline   = first(self.name, "build")
    object {
      attr "name" {
        type = string
        doc  = "The name of the build, as `-only` and `-except` take it."
      }
      attr "description" {
        type = string
        doc  = "What the build is for."
      }
      attr "sources" {
        type         = list(string)
        refers_to    = [source]
        refers_by    = address
        refers_under = source
        doc          = "What to build: `[\"source.TYPE.NAME\"]`."
      }
      block_list "source" {
        doc = "One more source, with arguments that this build alone sets."
        label "reference" {
          refers_to    = [source]
          refers_by    = address
          refers_under = source
          extends      = true
          doc          = "The source: `\"source.TYPE.NAME\"`."
        }
        scope {
          names = { source = unknown(object({ type = string, name = string })), build = unknown(any) }
        }
        case {
          on        = label.reference
          is        = { "source.null.*" = body.builder_null, "null.*" = body.builder_null }
          otherwise = lenient
        }
        object {
          attr "name" {
            type = string
            doc  = "The name of the source in this build."
          }
        }
      }
      block_list "provisioner" {
        doc = "Something to do on the machine, in the order in which they stand here."
        scope {
          names = { source = unknown(object({ type = string, name = string })), build = unknown(any) }
        }
        label "type" {
          doc    = "What to do: one of Packer's own, or of a plugin."
          open   = true
          values = ["breakpoint", "file", "hcp-sbom", "powershell", "shell", "shell-local", "sleep", "windows-restart", "windows-shell"]
        }
        check "override-object" {
          condition = self.override == null || can(keys(self.override))
          message   = "An object is required: the arguments for each source by its name."
          at        = attr.override
        }
        case {
          on = label.type
          is = {
            breakpoint      = body.breakpoint
            file            = body.file
            hcp-sbom        = body.hcp_sbom
            powershell      = body.powershell
            shell           = body.shell
            shell-local     = body.shell_local
            sleep           = body.sleep
            windows-restart = body.windows_restart
            windows-shell   = body.windows_shell
          }
          otherwise = lenient
        }
        object { include = [body.provisioner] }
      }
      block_list "error-cleanup-provisioner" {
        singleton = true
        doc       = "What to do on the machine when a provisioner failed."
        scope {
          names = { source = unknown(object({ type = string, name = string })), build = unknown(any) }
        }
        label "type" {
          doc    = "What to do: one of Packer's own, or of a plugin."
          open   = true
          values = ["breakpoint", "file", "hcp-sbom", "powershell", "shell", "shell-local", "sleep", "windows-restart", "windows-shell"]
        }
        case {
          on = label.type
          is = {
            breakpoint      = body.breakpoint
            file            = body.file
            hcp-sbom        = body.hcp_sbom
            powershell      = body.powershell
            shell           = body.shell
            shell-local     = body.shell_local
            sleep           = body.sleep
            windows-restart = body.windows_restart
            windows-shell   = body.windows_shell
          }
          otherwise = lenient
        }
        object { include = [body.provisioner] }
      }
      block_list "post-processor" {
        doc = "Something to do with what was built."
        scope {
          names = { source = unknown(object({ type = string, name = string })), build = unknown(any) }
        }
        label "type" {
          doc    = "What to do: one of Packer's own, or of a plugin."
          open   = true
          values = ["artifice", "checksum", "compress", "manifest", "shell-local"]
        }
        case {
          on = label.type
          is = {
            artifice    = body.artifice
            checksum    = body.checksum
            compress    = body.compress
            manifest    = body.manifest
            shell-local = body.shell_local
          }
          otherwise = lenient
        }
        object { include = [body.post_processor] }
      }
      block_list "post-processors" {
        doc = "Post-processors of which each takes what the one before it made."
        scope {
          names = { source = unknown(object({ type = string, name = string })), build = unknown(any) }
        }
        object {
          block_list "post-processor" {
            doc = "Something to do with what the one before it made."
            label "type" {
              doc    = "What to do: one of Packer's own, or of a plugin."
              open   = true
              values = ["artifice", "checksum", "compress", "manifest", "shell-local"]
            }
            case {
              on = label.type
              is = {
                artifice    = body.artifice
                checksum    = body.checksum
                compress    = body.compress
                manifest    = body.manifest
                shell-local = body.shell_local
              }
              otherwise = lenient
            }
            object { include = [body.post_processor] }
          }
        }
      }
      block_list "hcp_packer_registry" {
        singleton = true
        doc       = "Where HCP Packer keeps what this build made."
        scope {
          names = { source = unknown(object({ type = string, name = string })), build = unknown(any) }
        }
        object { include = [body.registry] }
      }
    }
  }
}

variables {
  path   = unknown(object({ cwd = string, root = string }))
  packer = unknown(object({ version = string, iterationID = string, versionFingerprint = string }))
}

# Bodies whose schema only the plugin knows.
body "free" {
  object { lenient = true }
}

body "plugin" {
  object {
    attr "source" {
      type = string
      doc  = "Where it comes from: `\"github.com/hashicorp/amazon\"`."
    }
    attr "version" {
      type   = string
      format = version_constraint
      doc    = "Which versions are fine: `\"~> 1\"`."
    }
  }
}

body "provisioner" {
  object {
    conflicts = [[only, except]]
    attr "name" {
      type = string
      doc  = "The name, as `-only` and `-except` of the log take it."
    }
    attr "pause_before" {
      type   = string
      format = duration
      doc    = "How long to wait before: `\"10s\"`."
    }
    attr "max_retries" {
      type = number
      doc  = "How often to try again."
    }
    attr "timeout" {
      type   = string
      format = duration
      doc    = "How long it may take."
    }
    attr "continue_on_error" {
      type = bool
      doc  = "Whether the build goes on when it fails."
    }
    attr "only" {
      type = list(string)
      doc  = "Sources for which it is done."
    }
    attr "except" {
      type = list(string)
      doc  = "Sources for which it is not done."
    }
  }
}
body "post_processor" {
  object {
    conflicts = [[only, except]]
    attr "name" {
      type = string
      doc  = "The name of the post-processor."
    }
    attr "only" {
      type = list(string)
      doc  = "Sources for which it is done."
    }
    attr "except" {
      type = list(string)
      doc  = "Sources for which it is not done."
    }
    attr "keep_input_artifact" {
      type = bool
      doc  = "Whether what it was made of is kept."
    }
  }
}
body "registry" {
  object {
    attr "bucket_name" {
      type    = string
      pattern = "[a-zA-Z0-9-]{3,36}"
      doc     = "The bucket: 3 to 36 letters, digits and dashes."
    }
    attr "description" {
      type = string
      doc  = "What the images are for."
    }
    attr "labels" {
      type        = map(string)
      replaced_by = bucket_labels
      doc         = "Labels of the bucket."
    }
    attr "bucket_labels" {
      type = map(string)
      doc  = "Labels of the bucket."
    }
    attr "build_labels" {
      type = map(string)
      doc  = "Labels of this version."
    }
    attr "channels" {
      type = list(string)
      doc  = "Channels that get this version."
    }
  }
}

# Builders
body "builder_file" {
  object {
    conflicts = [[source, content]]
    attr "source" {
      type   = string
      format = go_template
      doc    = "The file to copy."
    }
    attr "content" {
      type   = string
      format = go_template
      doc    = "The text to write."
    }
    attr "target" {
      type     = string
      format   = go_template
      required = true
      doc      = "The file to make."
    }
  }
}
body "builder_null" {
  object {
    attr "communicator" {
      type   = string
      values = ["none", "ssh", "winrm"]
      doc    = "How the machine is reached."
    }
    attr "pause_before_connecting" {
      type   = string
      format = duration
      doc    = "How long to wait before the first try."
    }
    attr "ssh_host" {
      type = string
      doc  = "The machine."
    }
    attr "ssh_port" {
      type = number
      min  = 0
      max  = 65535
      doc  = "The port."
    }
    attr "ssh_username" {
      type = string
      doc  = "Who to log in as."
    }
    attr "ssh_password" {
      type      = string
      sensitive = true
      doc       = "The password."
    }
    attr "ssh_keypair_name" {
      type = string
      doc  = "A key pair that is there already."
    }
    attr "temporary_key_pair_name" {
      type = string
      doc  = "The name of the key pair that is made."
    }
    attr "temporary_key_pair_type" {
      type = string
      doc  = "The kind of that key pair: `rsa`, `ecdsa`, `ed25519`."
    }
    attr "temporary_key_pair_bits" {
      type = number
      doc  = "The length of that key."
    }
    attr "ssh_ciphers" {
      type = list(string)
      doc  = "Ciphers that are fine."
    }
    attr "ssh_clear_authorized_keys" {
      type = bool
      doc  = "Whether the temporary key is taken out at the end."
    }
    attr "ssh_key_exchange_algorithms" {
      type = list(string)
      doc  = "Algorithms for the exchange of keys."
    }
    attr "ssh_private_key_file" {
      type = string
      doc  = "The private key."
    }
    attr "ssh_certificate_file" {
      type = string
      doc  = "The certificate that goes with it."
    }
    attr "ssh_pty" {
      type = bool
      doc  = "Whether to ask for a terminal."
    }
    attr "ssh_timeout" {
      type   = string
      format = duration
      doc    = "How long to wait for SSH."
    }
    attr "ssh_wait_timeout" {
      type   = string
      format = duration
      doc    = "How long to wait for SSH."
    }
    attr "ssh_agent_auth" {
      type = bool
      doc  = "Whether to ask the SSH agent."
    }
    attr "ssh_disable_agent_forwarding" {
      type = bool
      doc  = "Whether the agent is kept from the machine."
    }
    attr "ssh_handshake_attempts" {
      type = number
      doc  = "How often to try."
    }
    attr "ssh_bastion_host" {
      type = string
      doc  = "The machine to go through."
    }
    attr "ssh_bastion_port" {
      type = number
      doc  = "Its port."
    }
    attr "ssh_bastion_agent_auth" {
      type = bool
      doc  = "Whether to ask the SSH agent there."
    }
    attr "ssh_bastion_username" {
      type = string
      doc  = "Who to log in as there."
    }
    attr "ssh_bastion_password" {
      type      = string
      sensitive = true
      doc       = "The password there."
    }
    attr "ssh_bastion_interactive" {
      type = bool
      doc  = "Whether to ask for the password."
    }
    attr "ssh_bastion_private_key_file" {
      type = string
      doc  = "The private key there."
    }
    attr "ssh_bastion_certificate_file" {
      type = string
      doc  = "The certificate that goes with it."
    }
    attr "ssh_file_transfer_method" {
      type   = string
      values = ["scp", "sftp"]
      doc    = "How files are copied."
    }
    attr "ssh_proxy_host" {
      type = string
      doc  = "A SOCKS proxy."
    }
    attr "ssh_proxy_port" {
      type = number
      doc  = "The port of the proxy."
    }
    attr "ssh_proxy_username" {
      type = string
      doc  = "The user for the proxy."
    }
    attr "ssh_proxy_password" {
      type      = string
      sensitive = true
      doc       = "The password for the proxy."
    }
    attr "ssh_keep_alive_interval" {
      type   = string
      format = duration
      doc    = "How often a sign of life is sent."
    }
    attr "ssh_read_write_timeout" {
      type   = string
      format = duration
      doc    = "How long the machine may be silent."
    }
    attr "ssh_remote_tunnels" {
      type = list(string)
      doc  = "Ports of the machine that lead here."
    }
    attr "ssh_local_tunnels" {
      type = list(string)
      doc  = "Ports of here that lead to the machine."
    }
    attr "ssh_public_key" { doc = "The public key." }
    attr "ssh_private_key" { doc = "The private key." }
    attr "winrm_username" {
      type = string
      doc  = "Who to log in as."
    }
    attr "winrm_password" {
      type      = string
      sensitive = true
      doc       = "The password."
    }
    attr "winrm_host" {
      type = string
      doc  = "The machine."
    }
    attr "winrm_no_proxy" {
      type = bool
      doc  = "Whether to go around the proxy."
    }
    attr "winrm_port" {
      type = number
      doc  = "The port."
    }
    attr "winrm_timeout" {
      type   = string
      format = duration
      doc    = "How long to wait for WinRM."
    }
    attr "winrm_use_ssl" {
      type = bool
      doc  = "Whether to use HTTPS."
    }
    attr "winrm_insecure" {
      type = bool
      doc  = "Whether any certificate is fine."
    }
    attr "winrm_use_ntlm" {
      type = bool
      doc  = "Whether to log in with NTLM."
    }
  }
}

# Data sources
body "data_null" {
  object {
    attr "input" {
      type     = string
      required = true
      doc      = "What becomes the output."
    }
  }
}
body "http" {
  object {
    attr "url" {
      type     = string
      required = true
      doc      = "What to ask for."
    }
    attr "method" {
      type   = string
      values = ["HEAD", "GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]
      doc    = "The method."
    }
    attr "request_headers" {
      type = map(string)
      doc  = "Headers of the request."
    }
    attr "request_body" {
      type = string
      doc  = "The body of the request."
    }
  }
}
body "hcp_artifact" {
  object {
    attr "bucket_name" {
      type     = string
      required = true
      doc      = "The bucket."
    }
    attr "channel_name" {
      type = string
      doc  = "The channel whose version is meant."
    }
    attr "version_fingerprint" {
      type = string
      doc  = "The version."
    }
    attr "platform" {
      type     = string
      required = true
      doc      = "The platform, such as `aws`."
    }
    attr "region" {
      type     = string
      required = true
      doc      = "The region."
    }
    attr "component_type" {
      type = string
      doc  = "The builder that made it."
    }
  }
}
body "hcp_image" {
  object {
    attr "bucket_name" {
      type     = string
      required = true
      doc      = "The bucket."
    }
    attr "channel" {
      type = string
      doc  = "The channel whose iteration is meant."
    }
    attr "iteration_id" {
      type = string
      doc  = "The iteration."
    }
    attr "cloud_provider" {
      type     = string
      required = true
      doc      = "The platform, such as `aws`."
    }
    attr "region" {
      type     = string
      required = true
      doc      = "The region."
    }
    attr "component_type" {
      type = string
      doc  = "The builder that made it."
    }
  }
}
body "hcp_iteration" {
  object {
    attr "bucket_name" {
      type     = string
      required = true
      doc      = "The bucket."
    }
    attr "channel" {
      type     = string
      required = true
      doc      = "The channel whose iteration is meant."
    }
  }
}
body "hcp_version" {
  object {
    attr "bucket_name" {
      type     = string
      required = true
      doc      = "The bucket."
    }
    attr "channel_name" {
      type     = string
      required = true
      doc      = "The channel whose version is meant."
    }
  }
}

# Provisioners
body "breakpoint" {
  object {
    include = [body.breakpoint_arguments]
    attr "override" {
      element_fields = body.breakpoint_arguments
      doc            = "Arguments for single sources, by their names."
    }
  }
}
body "breakpoint_arguments" {
  object {
    attr "note" {
      type = string
      doc  = "What to say when it stops."
    }
    attr "disable" {
      type = bool
      doc  = "Whether it does not stop."
    }
  }
}
body "file" {
  object {
    at_least_one = [[content, source, sources]]
    attr "override" { doc = "Arguments for single sources, by their names." }
    attr "content" {
      type = string
      doc  = "The text to write."
    }
    attr "source" {
      type   = string
      format = go_template
      doc    = "The file or folder to copy."
    }
    attr "sources" {
      type   = list(string)
      format = go_template
      doc    = "Several files to copy."
    }
    attr "destination" {
      type     = string
      format   = go_template
      required = true
      doc      = "Where to."
    }
    attr "direction" {
      type   = string
      values = ["upload", "download"]
      doc    = "To the machine, or from it."
    }
    attr "generated" {
      type = bool
      doc  = "Whether the file is made only while building."
    }
  }
}
body "hcp_sbom" {
  object {
    include = [body.hcp_sbom_arguments]
    attr "override" {
      element_fields = body.hcp_sbom_arguments
      doc            = "Arguments for single sources, by their names."
    }
  }
}
body "hcp_sbom_arguments" {
  object {
    attr "source" {
      type = string
      doc  = "The file with the bill of materials."
    }
    attr "destination" {
      type = string
      doc  = "Where to keep it."
    }
    attr "sbom_name" {
      type = string
      doc  = "Its name."
    }
    attr "auto_generate" {
      type = bool
      doc  = "Whether to make it by a scan."
    }
    attr "scanner_args" {
      type = list(string)
      doc  = "Arguments of the scanner."
    }
    attr "scanner_url" {
      type = string
      doc  = "Where the scanner comes from."
    }
    attr "scanner_checksum" {
      type = string
      doc  = "The checksum of the scanner."
    }
    attr "scan_path" {
      type = string
      doc  = "What to scan."
    }
    attr "execute_command" {
      type = string
      doc  = "How the scanner is started."
    }
    attr "elevated_user" {
      type = string
      doc  = "Who runs it on Windows."
    }
    attr "elevated_password" {
      type      = string
      sensitive = true
      doc       = "The password of that user."
    }
  }
}
body "shell" {
  object {
    exactly_one = [[inline, script, scripts]]
    include     = [body.shell_arguments]
    attr "override" {
      element_fields = body.shell_arguments
      doc            = "Arguments for single sources, by their names."
    }
  }
}
body "shell_arguments" {
  object {
    attr "inline" {
      type   = list(string)
      format = go_template
      doc    = "Commands, one behind the other."
    }
    attr "script" {
      type   = string
      format = go_template
      doc    = "A script to run."
    }
    attr "scripts" {
      type   = list(string)
      format = go_template
      doc    = "Scripts to run."
    }
    attr "valid_exit_codes" {
      type = list(number)
      doc  = "Exit codes that count as success."
    }
    attr "environment_vars" {
      type    = list(string)
      pattern = "(?s)[^=]+=.*"
      doc     = "Environment variables: `[\"NAME=value\"]`."
    }
    attr "env" {
      type = map(string)
      doc  = "Environment variables."
    }
    attr "env_var_format" {
      type   = string
      format = go_template
      doc    = "How a variable is set."
    }
    attr "binary" {
      type = bool
      doc  = "Whether scripts are copied as they are."
    }
    attr "execute_command" {
      type   = string
      format = go_template
      doc    = "How a script is started."
    }
    attr "remote_path" {
      type   = string
      format = go_template
      doc    = "Where the script is copied to."
    }
    attr "inline_shebang" {
      type   = string
      format = go_template
      doc    = "The first line of the script that `inline` becomes."
    }
    attr "pause_after" {
      type   = string
      format = duration
      doc    = "How long to wait afterwards."
    }
    attr "use_env_var_file" {
      type = bool
      doc  = "Whether variables are set by a file."
    }
    attr "remote_folder" {
      type   = string
      format = go_template
      doc    = "The folder of the script."
    }
    attr "remote_file" {
      type   = string
      format = go_template
      doc    = "The name of the script."
    }
    attr "start_retry_timeout" {
      type   = string
      format = duration
      doc    = "How long to try to start it."
    }
    attr "skip_clean" {
      type = bool
      doc  = "Whether the script is left there."
    }
    attr "expect_disconnect" {
      type = bool
      doc  = "Whether the connection may break."
    }
  }
}
body "shell_local" {
  object {
    exactly_one = [[command, inline, script, scripts]]
    include     = [body.shell_local_arguments]
    attr "override" {
      element_fields = body.shell_local_arguments
      doc            = "Arguments for single sources, by their names."
    }
  }
}
body "shell_local_arguments" {
  object {
    attr "inline" {
      type   = list(string)
      format = go_template
      doc    = "Commands, one behind the other."
    }
    attr "script" {
      type   = string
      format = go_template
      doc    = "A script to run."
    }
    attr "scripts" {
      type   = list(string)
      format = go_template
      doc    = "Scripts to run."
    }
    attr "valid_exit_codes" {
      type = list(number)
      doc  = "Exit codes that count as success."
    }
    attr "environment_vars" {
      type    = list(string)
      pattern = "(?s)[^=]+=.*"
      doc     = "Environment variables: `[\"NAME=value\"]`."
    }
    attr "env" {
      type = map(string)
      doc  = "Environment variables."
    }
    attr "env_var_format" {
      type = string
      doc  = "How a variable is set."
    }
    attr "binary" {
      type = bool
      doc  = "Whether scripts are copied as they are."
    }
    attr "execute_command" {
      type   = string
      format = go_template
      doc    = "How a script is started."
    }
    attr "command" {
      type   = string
      format = go_template
      doc    = "A command to run."
    }
    attr "inline_shebang" {
      type   = string
      format = go_template
      doc    = "The first line of the script that `inline` becomes."
    }
    attr "only_on" {
      type = list(string)
      doc  = "Operating systems on which it runs: `[\"linux\", \"darwin\"]`."
    }
    attr "tempfile_extension" {
      type = string
      doc  = "What the name of the script ends with."
    }
    attr "use_linux_pathing" {
      type = bool
      doc  = "Whether paths are written as in WSL."
    }
  }
}
body "windows_shell" {
  object {
    exactly_one = [[inline, script, scripts]]
    include     = [body.windows_shell_arguments]
    attr "override" {
      element_fields = body.windows_shell_arguments
      doc            = "Arguments for single sources, by their names."
    }
  }
}
body "windows_shell_arguments" {
  object {
    attr "inline" {
      type   = list(string)
      format = go_template
      doc    = "Commands, one behind the other."
    }
    attr "script" {
      type   = string
      format = go_template
      doc    = "A script to run."
    }
    attr "scripts" {
      type   = list(string)
      format = go_template
      doc    = "Scripts to run."
    }
    attr "valid_exit_codes" {
      type = list(number)
      doc  = "Exit codes that count as success."
    }
    attr "environment_vars" {
      type    = list(string)
      pattern = "(?s)[^=]+=.*"
      doc     = "Environment variables: `[\"NAME=value\"]`."
    }
    attr "env" {
      type = map(string)
      doc  = "Environment variables."
    }
    attr "env_var_format" {
      type = string
      doc  = "How a variable is set."
    }
    attr "binary" {
      type = bool
      doc  = "Whether scripts are copied as they are."
    }
    attr "execute_command" {
      type   = string
      format = go_template
      doc    = "How a script is started."
    }
    attr "remote_path" {
      type   = string
      format = go_template
      doc    = "Where the script is copied to."
    }
    attr "start_retry_timeout" {
      type   = string
      format = duration
      doc    = "How long to try to start it."
    }
  }
}
body "powershell" {
  object {
    exactly_one = [[inline, script, scripts]]
    include     = [body.powershell_arguments]
    attr "override" {
      element_fields = body.powershell_arguments
      doc            = "Arguments for single sources, by their names."
    }
  }
}
body "powershell_arguments" {
  object {
    include = [body.windows_shell_arguments]
    attr "remote_env_var_path" {
      type = string
      doc  = "Where the variables are copied to."
    }
    attr "elevated_execute_command" {
      type   = string
      format = go_template
      doc    = "How a script is started by that user."
    }
    attr "elevated_env_var_format" {
      type = string
      doc  = "How a variable is set for that user."
    }
    attr "elevated_user" {
      type = string
      doc  = "Who runs the script."
    }
    attr "elevated_password" {
      type      = string
      sensitive = true
      doc       = "The password of that user."
    }
    attr "execution_policy" {
      type = string
      doc  = "What PowerShell may run."
    }
    attr "debug_mode" {
      type = number
      doc  = "How much PowerShell says."
    }
    attr "pause_after" {
      type   = string
      format = duration
      doc    = "How long to wait afterwards."
    }
    attr "skip_clean" {
      type = bool
      doc  = "Whether the script is left there."
    }
    attr "use_pwsh" {
      type = bool
      doc  = "Whether to use PowerShell 7."
    }
  }
}
body "windows_restart" {
  object {
    include = [body.windows_restart_arguments]
    attr "override" {
      element_fields = body.windows_restart_arguments
      doc            = "Arguments for single sources, by their names."
    }
  }
}
body "windows_restart_arguments" {
  object {
    attr "restart_command" {
      type   = string
      format = go_template
      doc    = "What restarts the machine."
    }
    attr "restart_check_command" {
      type   = string
      format = go_template
      doc    = "What succeeds once it is up again."
    }
    attr "restart_timeout" {
      type   = string
      format = duration
      doc    = "How long to wait for it."
    }
    attr "check_registry" {
      type = bool
      doc  = "Whether the registry must show no restart to come."
    }
    attr "registry_keys" {
      type = list(string)
      doc  = "Keys of the registry that show one."
    }
  }
}
body "sleep" {
  object {
    include = [body.sleep_arguments]
    attr "override" {
      element_fields = body.sleep_arguments
      doc            = "Arguments for single sources, by their names."
    }
  }
}
body "sleep_arguments" {
  object {
    attr "duration" {
      type   = string
      format = duration
      doc    = "How long."
    }
  }
}

# Post-processors
body "artifice" {
  object {
    attr "files" {
      type       = list(string)
      required   = true
      min_length = 1
      doc        = "What the result is made of from here."
    }
  }
}
body "checksum" {
  object {
    attr "checksum_types" {
      type   = list(string)
      values = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"]
      doc    = "Which checksums."
    }
    attr "output" {
      type   = string
      format = go_template
      doc    = "The file to write."
    }
  }
}
body "compress" {
  object {
    attr "output" {
      type   = string
      format = go_template
      doc    = "The file to make."
    }
    attr "format" {
      type = string
      doc  = "How to pack."
    }
    attr "compression_level" {
      type = number
      doc  = "How hard to try."
    }
    attr "archive" {
      type   = string
      format = go_template
      doc    = "The name inside."
    }
    attr "algorithm" {
      type = string
      doc  = "How to compress."
    }
  }
}
body "manifest" {
  object {
    attr "output" {
      type   = string
      format = go_template
      doc    = "The file to write."
    }
    attr "strip_path" {
      type = bool
      doc  = "Whether paths are cut to the names of files."
    }
    attr "strip_time" {
      type = bool
      doc  = "Whether times are left out."
    }
    attr "custom_data" {
      type = map(string)
      doc  = "More to write."
    }
  }
}
function "aws_secretsmanager" {
  doc            = "A secret of AWS Secrets Manager, or one key of it."
  params         = [name]
  variadic_param = key
  returns        = string
}
function "aws_secretsmanager_raw" {
  doc     = "A secret of AWS Secrets Manager as it is."
  params  = [name]
  returns = string
}
function "consul_key" {
  doc     = "The value of a key in Consul."
  params  = [key]
  returns = string
}
function "legacy_isotime" {
  doc            = "The time of the build in a format of Go."
  params         = []
  variadic_param = format
  returns        = string
}
function "legacy_strftime" {
  doc     = "The time of the build in a format of strftime."
  params  = [format]
  returns = string
}
function "regex_replace" {
  doc     = "The text with all matches of a pattern replaced."
  params  = [string, pattern, replacement]
  returns = string
}
function "rfc3339_parse" {
  doc     = "The parts of a time."
  params  = [timestamp]
  returns = any
}
function "unix_timestamp_parse" {
  doc     = "The parts of a time in seconds since 1970."
  params  = [timestamp]
  returns = any
}
function "uuidv4" {
  doc     = "A random UUID."
  params  = []
  returns = string
}
function "vault" {
  doc     = "A key of a secret in Vault."
  params  = [path, key]
  returns = string
}
function "env" {
  doc     = "An environment variable; in defaults of variables alone."
  params  = [name]
  types   = { name = string }
  returns = string
  scoped  = true
}
