# Packer: templates in HCL. Plugins provide their own builders, provisioners and data sources; components that are
# not known here are not checked.
language "packer" {
  title          = "Packer"
  ids            = ["packer", "hcp-packer"]
  files          = ["*.pkr.hcl", "*.pkr.json"]
  join           = block.build
  dynamic_blocks = "dynamic"
  public         = [variable]
  names = {
    "try()" = allowed
    "can()" = allowed
    build = {
      values = {
        name           = "Name of the build."
        ID             = "Id of the instance that is built on."
        Host           = "Address of the instance."
        Port           = "Port of the communicator."
        User           = "User of the communicator."
        Password       = "Password of the communicator."
        ConnType       = "Type of the communicator: `ssh`, `winrm`."
        PackerRunUUID  = "Id of this run."
        PackerHTTPAddr = "Address of the HTTP server of the build, with its port."
        PackerHTTPIP   = "Address of the HTTP server of the build."
        PackerHTTPPort = "Port of the HTTP server of the build."
        SSHPublicKey   = "Public key of the connection."
        SSHPrivateKey  = "Private key of the connection."
        WinRMPassword  = "Password of WinRM."
      }
    }
  }
  functions = [
    abs, abspath, alltrue, anytrue, basename, base64decode, base64encode, base64gzip, bcrypt, can, ceil, chomp,
    chunklist, cidrhost, cidrnetmask, cidrsubnet, cidrsubnets, coalesce, coalescelist, compact, concat,
    "stdlib.contains", convert, csvdecode, dirname, distinct, element, endswith, file, filebase64, fileexists,
    fileset, flatten, floor, "stdlib.format", formatdate, "stdlib.formatlist", indent, index, join, jsondecode,
    jsonencode, keys, length, log, "stdlib.lookup", lower, max, md5, merge, min, parseint, pathexpand, pow,
    range, regex, regexall, "stdlib.replace", reverse, rsadecrypt, setintersection, setproduct, setunion, sha1,
    sha256, sha512, signum, slice, sort, split, startswith, strcontains, strrev, "stdlib.substr", sum,
    templatefile, textdecodebase64, textencodebase64, timeadd, timestamp, title, trim, trimprefix, trimspace,
    trimsuffix, try, upper, urlencode, uuidv5, values, yamldecode, yamlencode, zipmap
  ]
}

object {
  block_list "packer" {
    doc  = "Packer settings for this template."
    icon = module
    object {
      attr "required_version" {
        type     = string
        constant = true
        format   = version_constraint
        doc      = "Version constraint for Packer: `\">= 1.9\"`."
      }
      block_list "required_plugins" {
        doc = "Plugins required by the template. Installed by `packer init`."
        check "plugin-name" {
          each      = self
          condition = can(regex("^[\\pL\\pN]+(-[\\pL\\pN]+)*$", name)) && name == lower(name)
          message   = "The name of a plugin consists of lower-case letters and digits, with single hyphens between them."
        }
        object {
          attr "*" {
            type     = object({ source = string, version = string })
            constant = true
            fields   = body.plugin
            doc      = "Required plugin under its local name: `{ source = \"github.com/hashicorp/amazon\", version = \"~> 1\" }`."
          }
        }
      }
    }
  }

  block_map "variable" {
    labels  = ["name"]
    icon    = variable
    doc     = "Input variable of the template, referenced as `var.NAME`."
    outline = label.name
    label "name" {
      doc    = "Variable name, as in `var.NAME`."
      format = identifier
    }
    symbol {
      address   = [var, label.name]
      kind      = variable
      value     = cast(unknown(any), self.type)
      type      = self.type
      required  = !set.default
      default   = self.default
      sensitive = first(self.sensitive, false)
      unused    = true
      visible   = nearest
    }
    scope {
      functions = [env]
    }
    restrict {
      at        = [attr.default]
      names     = []
      functions = [env]
      message   = "a default is fixed before anything else is known. A local may be made of other values."
    }
    restrict {
      at      = [block.validation, attr.condition]
      names   = [own]
      message = "a condition looks at its own variable alone."
    }
    check "default-type" {
      type = self.type
      at   = attr.default
    }
    object {
      attr "type" {
        decoder = type
        doc     = "Type constraint: `string`, `number`, `bool`, `list(string)`, `map(string)`, `object({...})` and so on."
      }
      attr "default" { doc = "Default value, used when no other value is set. Only here can `env(\"NAME\")` read an environment variable." }
      attr "description" {
        type     = string
        nullable = false
        constant = true
        doc      = "Description of the variable's purpose."
      }
      attr "sensitive" {
        type     = bool
        nullable = false
        constant = true
        doc      = "Whether the value is hidden in the output."
      }
      block_list "validation" {
        doc = "Validation rule for the value of the variable."
        check "error-message-sentence" {
          condition = self.error_message == null || self.error_message == "" || can(regex("^\\s*([^\\pL\\s]|\\p{Lu})(?s:.*)[.?!]\\s*$|^\\s*[.?!]\\s*$", self.error_message))
          message   = "An error message is a full sentence: it begins with a capital letter and ends with \".\", \"?\" or \"!\"."
          at        = attr.error_message
        }
        object {
          attr "condition" {
            type     = bool
            required = true
            nullable = false
            refers   = [own]
            message  = self.error_message
            doc      = "Expression that must be true for the value to be valid."
          }
          attr "error_message" {
            type     = string
            required = true
            nullable = false
            constant = true
            length   = { min = 1 }
            doc      = "Error message that is shown when the condition is false: a full sentence."
          }
        }
      }
    }
  }
  block_list "variables" {
    icon = variable
    doc  = "Shorthand for variables with only a default: `NAME = DEFAULT`."
    scope {
      functions = [env]
    }
    restrict {
      names     = []
      functions = [env]
      message   = "a default is fixed before anything else is known. A local may be made of other values."
    }
    object {
      attr "*" {
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
    doc  = "Local values, referenced as `local.NAME`."
    object {
      attr "*" {
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
    doc     = "Local value that can be marked as sensitive, referenced as `local.NAME`."
    outline = label.name
    label "name" {
      doc    = "Name of the local, as in `local.NAME`."
      format = identifier
    }
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
        doc      = "Expression for the value."
      }
      attr "sensitive" {
        type     = bool
        nullable = false
        doc      = "Whether the value is hidden in the output."
      }
    }
  }

  block_list "source" {
    unique  = true
    icon    = class
    doc     = "Builder configuration, referenced in `build` blocks as `\"source.TYPE.NAME\"`."
    outline = "${label.type}.${label.name}"
    label "type" {
      doc     = "Builder type: built into Packer or provided by a plugin."
      unknown = allowed
      values  = ["file", "null"]
    }
    label "name" { doc = "Source name, as in `source.TYPE.NAME`." }
    symbol {
      address = [source, label.type, label.name]
      kind    = source
      unused  = unchecked
      visible = [nearest, by_name]
    }
    scope {
      names = { source = unknown(object({ type = string, name = string })) }
    }
    check "null-authentication" {
      condition = label.type != "null" || self.communicator == "none" || (self.communicator == "winrm" ? self.winrm_host == null || self.winrm_username == null || self.winrm_password != null : self.ssh_host == null || self.ssh_username == null || self.ssh_agent_auth == true || self.ssh_password != null || self.ssh_private_key_file != null)
      message   = "The communicator needs a way to authenticate: set `ssh_password`, `ssh_private_key_file`, `ssh_agent_auth` or `winrm_password`."
    }
    check "null-one-authentication" {
      condition = label.type != "null" || self.communicator == "none" || length([for is_set in [self.ssh_agent_auth == true, self.ssh_password != null, self.ssh_private_key_file != null] : 1 if is_set]) <= 1
      message   = "Set only one of `ssh_agent_auth`, `ssh_password` and `ssh_private_key_file`."
    }
    check "null-host" {
      condition = label.type != "null" || self.communicator == "none" || (self.ssh_host != null && self.ssh_username != null) || (self.winrm_host != null && self.winrm_username != null)
      message   = "The communicator needs a host and a user name; set `communicator = \"none\"` to build without one."
    }
    case {
      on = label.type
      is = {
        file = body.builder_file
        null = body.builder_null
      }
    }
    object {}
  }

  block_map "data" {
    labels  = ["type", "name"]
    icon    = object
    doc     = "Data source that is read before the build, referenced as `data.TYPE.NAME`."
    outline = "${label.type}.${label.name}"
    label "type" {
      doc     = "Data source type: built into Packer or provided by a plugin."
      format  = identifier
      unknown = allowed
      values  = ["hcp-packer-artifact", "hcp-packer-image", "hcp-packer-iteration", "hcp-packer-version", "http", "null"]
    }
    label "name" {
      doc    = "Data source name, as in `data.TYPE.NAME`."
      format = identifier
    }
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
    }
    object {}
  }

  block_list "communicator" {
    doc = "Settings for the connection to a machine."
    label "type" {}
    label "name" {}
    object { include = [body.free] }
  }
  block_list "hcp_packer_registry" {
    max_items = 1
    doc       = "HCP Packer registry to which build metadata is published."
    object {
      unknown = warning
      include = [body.registry]
    }
  }

  block_list "build" {
    min_items = 1
    # A folder of "packer" blocks alone is for "packer init".
    required = self.packer == null || self.source != null || self.variable != null || self.variables != null || self.local != null || self.locals != null || self.data != null || self.communicator != null || self.hcp_packer_registry != null
    icon     = function
    doc      = "Build that creates images from sources with provisioners and post-processors."
    outline  = first(self.name, "build")
    check "build-without-source" {
      condition = length(first(self.sources, [])) > 0 || length(self.source) > 0
      message   = "A build needs at least one source: `sources = [\"source.TYPE.NAME\"]`."
    }
    object {
      attr "name" {
        type     = string
        nullable = false
        doc      = "Build name for `-only` and `-except`."
      }
      attr "description" {
        type     = string
        nullable = false
        doc      = "Description of the build's purpose."
      }
      attr "sources" {
        type      = list(string)
        nullable  = whole
        refers_to = { "[source.]*" = source }
        doc       = "Sources to build: `[\"source.TYPE.NAME\"]`."
      }
      block_list "source" {
        doc = "Source to build, with additional arguments for this build only."
        label "reference" {
          refers_to = { "[source.]*" = source }
          merge     = true
          doc       = "Source reference: `\"source.TYPE.NAME\"`."
        }
        restrict {
          at        = [attr.name]
          names     = [source]
          functions = []
          message   = "the name of a source is fixed before anything else is known."
        }
        symbol {
          address = [label.reference, self.name]
          kind    = source_alias
          visible = [parent, by_name]
        }
        scope {
          names = { source = unknown(object({ type = string, name = string })), build = unknown(any) }
        }
        case {
          on = label.reference
          is = { "source.null.*" = body.builder_null, "null.*" = body.builder_null }
        }
        object {
          attr "name" {
            type     = string
            nullable = false
            doc      = "Name of the source within this build."
          }
        }
      }
      block_list "from" {
        deprecated = "Packer ignores it."
        doc        = "An older way to name sources."
        label "type" {}
        object { unknown = allowed }
      }
      block_list "provisioner" {
        doc = "Provisioner to run on the machine. Provisioners run in the order in which they are written."
        scope {
          names = { source = unknown(object({ type = string, name = string })), build = unknown(any) }
        }
        label "type" {
          doc     = "Provisioner type: built into Packer or provided by a plugin."
          unknown = allowed
          values  = ["breakpoint", "file", "hcp-sbom", "powershell", "shell", "shell-local", "sleep", "windows-restart", "windows-shell"]
        }
        check "file-without-content" {
          condition = label.type != "file" || self.direction == "download" || self.content != null || self.source != null || self.sources != null
          message   = "Nothing is copied: set `content`, `source` or `sources`."
          severity  = warning
        }
        check "password-without-user" {
          condition = self.elevated_password == null || self.elevated_user != null || (label.type == "hcp-sbom" && self.auto_generate != true)
          message   = "\"elevated_password\" needs an \"elevated_user\"."
          at        = attr.elevated_password
        }
        check "sbom-source" {
          condition = label.type != "hcp-sbom" || (self.auto_generate == true) == (self.source == null || self.source == "")
          message   = "Either `source` names an SBOM file, or `auto_generate = true` creates one."
        }
        check "override-object" {
          condition = self.override == null || (can(keys(self.override)) && length([for arguments in try(values(self.override), []) : 1 if !can(keys(arguments))]) == 0)
          message   = "An object with the arguments for each source by name is required."
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
            "*"             = body.plugin_provisioner
          }
        }
        object { include = [body.provisioner] }
      }
      block_list "error-cleanup-provisioner" {
        max_items = 1
        doc       = "Provisioner to run on the machine when another provisioner fails."
        scope {
          names = { source = unknown(object({ type = string, name = string })), build = unknown(any) }
        }
        label "type" {
          doc     = "Provisioner type: built into Packer or provided by a plugin."
          unknown = allowed
          values  = ["breakpoint", "file", "hcp-sbom", "powershell", "shell", "shell-local", "sleep", "windows-restart", "windows-shell"]
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
            "*"             = body.plugin_provisioner
          }
        }
        object { include = [body.provisioner] }
      }
      block_list "post-processor" {
        doc = "Post-processor to run on the artifacts of the build."
        scope {
          names = { source = unknown(object({ type = string, name = string })), build = unknown(any) }
        }
        label "type" {
          doc     = "Post-processor type: built into Packer or provided by a plugin."
          unknown = allowed
          values  = ["artifice", "checksum", "compress", "manifest", "provenance", "shell-local"]
        }
        case {
          on = label.type
          is = {
            artifice    = body.artifice
            checksum    = body.checksum
            compress    = body.compress
            manifest    = body.manifest
            provenance  = body.provenance
            shell-local = body.shell_local_post
          }
        }
        object { include = [body.post_processor] }
      }
      block_list "post-processors" {
        doc = "Sequence of post-processors. Each takes the artifact of the previous one as its input."
        scope {
          names = { source = unknown(object({ type = string, name = string })), build = unknown(any) }
        }
        object {
          block_list "post-processor" {
            doc = "Post-processor to run on the artifact of the previous one."
            label "type" {
              doc     = "Post-processor type: built into Packer or provided by a plugin."
              unknown = allowed
              values  = ["artifice", "checksum", "compress", "manifest", "provenance", "shell-local"]
            }
            case {
              on = label.type
              is = {
                artifice    = body.artifice
                checksum    = body.checksum
                compress    = body.compress
                manifest    = body.manifest
                provenance  = body.provenance
                shell-local = body.shell_local_post
              }
            }
            object { include = [body.post_processor] }
          }
        }
      }
      block_list "hcp_packer_registry" {
        max_items = 1
        doc       = "HCP Packer registry settings for this build."
        scope {
          names = { source = unknown(object({ type = string, name = string })), build = unknown(any) }
        }
        object {
          unknown = warning
          include = [body.registry]
        }
      }
    }
  }
}

variables {
  path   = unknown(object({ cwd = string, root = string }))
  packer = unknown(object({ version = string, iterationID = string, versionFingerprint = string }))
}

# Bodies with a schema that is defined by the plugin.
body "free" {
  object { unknown = allowed }
}

body "plugin_provisioner" {
  object {
    unknown = allowed
    attr "override" {
      fields    = { "*" = body.free }
      refers_to = [source, source_alias]
      unknown   = warning
      doc       = "Argument overrides for individual sources by name."
    }
  }
}

body "plugin" {
  object {
    attr "source" {
      type     = string
      nullable = false
      pattern  = { "[^/:?#]+/([^/?#]*/)+[\\pL\\pN]+(-[\\pL\\pN]+)*" = "an address such as github.com/hashicorp/amazon" }
      doc      = "Source address of the plugin: host, path and name, `\"github.com/hashicorp/amazon\"`."
    }
    attr "version" {
      type     = string
      nullable = false
      format   = version_constraint
      pattern  = "[^-]*"
      doc      = "Version constraint for the plugin, without pre-releases: `\"~> 1\"`."
    }
  }
}

body "provisioner" {
  object {
    conflicts = [[only, except]]
    attr "name" {
      type     = string
      nullable = false
      doc      = "Name of the provisioner, shown in the log."
    }
    attr "pause_before" {
      type     = string
      nullable = false
      format   = duration
      doc      = "Delay before the provisioner runs: `\"10s\"`."
    }
    attr "max_retries" {
      type     = number
      format   = integer
      nullable = false
      doc      = "Maximum number of retries."
    }
    attr "timeout" {
      type     = string
      nullable = false
      format   = duration
      doc      = "Timeout of the provisioner."
    }
    attr "continue_on_error" {
      type     = bool
      nullable = false
      doc      = "Whether the build continues when the provisioner fails."
    }
    attr "only" {
      type      = list(string)
      nullable  = whole
      refers_to = { "(source.)*" = [source, source_alias] }
      unknown   = warning
      doc       = "Sources for which the provisioner runs: `[\"TYPE.NAME\"]`."
    }
    attr "except" {
      type      = list(string)
      nullable  = whole
      refers_to = { "(source.)*" = [source, source_alias] }
      unknown   = warning
      doc       = "Sources for which the provisioner is skipped: `[\"TYPE.NAME\"]`."
    }
  }
}
body "post_processor" {
  object {
    conflicts = [[only, except]]
    attr "name" {
      type     = string
      nullable = false
      doc      = "Name of the post-processor."
    }
    attr "only" {
      type      = list(string)
      nullable  = whole
      refers_to = { "(source.)*" = [source, source_alias] }
      unknown   = warning
      doc       = "Sources for which the post-processor runs: `[\"TYPE.NAME\"]`."
    }
    attr "except" {
      type      = list(string)
      nullable  = whole
      refers_to = { "(source.)*" = [source, source_alias] }
      unknown   = warning
      doc       = "Sources for which the post-processor is skipped: `[\"TYPE.NAME\"]`."
    }
    attr "keep_input_artifact" {
      type = bool
      doc  = "Whether the input artifact is kept."
    }
  }
}
body "registry" {
  check "two-kinds-of-labels" {
    condition = self.labels == null || self.bucket_labels == null || length(self.labels) == 0 || length(self.bucket_labels) == 0
    message   = "\"labels\" is an older name of \"bucket_labels\": set only one."
    at        = attr.labels
  }
  object {
    attr "bucket_name" {
      type     = string
      nullable = false
      pattern  = "([a-zA-Z0-9-]{3,36})?"
      doc      = "Bucket name: 3 to 36 letters, digits and hyphens."
    }
    attr "description" {
      type     = string
      nullable = false
      length   = { max = 255 }
      doc      = "Description of the images."
    }
    attr "labels" {
      type       = map(string)
      deprecated = bucket_labels
      doc        = "Labels of the bucket."
    }
    attr "bucket_labels" {
      type = map(string)
      doc  = "Labels of the bucket."
    }
    attr "build_labels" {
      type = map(string)
      doc  = "Labels of this build."
    }
    attr "channels" {
      type = list(string)
      doc  = "Channels to which this version is assigned."
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
      doc    = "File to copy."
    }
    attr "content" {
      type   = string
      format = go_template
      doc    = "Content of the file."
    }
    attr "target" {
      type     = string
      format   = go_template
      required = true
      nullable = false
      length   = { min = 1 }
      doc      = "Path of the file to create."
    }
  }
}
body "builder_null" {
  object {
    attr "communicator" {
      type   = string
      values = ["none", "ssh", "winrm"]
      doc    = "Communicator for the connection to the machine."
    }
    attr "pause_before_connecting" {
      type   = string
      format = duration
      doc    = "Delay before the first connection attempt."
    }
    attr "ssh_host" {
      type   = string
      format = go_template
      doc    = "SSH host to connect to."
    }
    attr "ssh_port" {
      type   = number
      format = integer
      min    = 0
      max    = 65535
      doc    = "SSH port."
    }
    attr "ssh_username" {
      type   = string
      format = go_template
      doc    = "User name for SSH."
    }
    attr "ssh_password" {
      type      = string
      format    = go_template
      sensitive = true
      doc       = "Password for SSH."
    }
    attr "ssh_keypair_name" {
      type   = string
      format = go_template
      doc    = "Name of an existing SSH key pair."
    }
    attr "temporary_key_pair_name" {
      type   = string
      format = go_template
      doc    = "Name of the temporary key pair."
    }
    attr "temporary_key_pair_type" {
      type   = string
      format = go_template
      doc    = "Type of the temporary key pair: `rsa`, `ecdsa`, `ed25519`."
    }
    attr "temporary_key_pair_bits" {
      type   = number
      format = integer
      doc    = "Key size of the temporary key pair in bits."
    }
    attr "ssh_ciphers" {
      type = list(string)
      doc  = "Allowed SSH ciphers."
    }
    attr "ssh_clear_authorized_keys" {
      type = bool
      doc  = "Whether the temporary key is removed from `authorized_keys` after the build."
    }
    attr "ssh_key_exchange_algorithms" {
      type = list(string)
      doc  = "Allowed SSH key exchange algorithms."
    }
    attr "ssh_private_key_file" {
      type   = string
      format = go_template
      doc    = "Path of the SSH private key file."
    }
    attr "ssh_certificate_file" {
      type   = string
      format = go_template
      doc    = "Path of the SSH certificate file for the private key."
    }
    attr "ssh_pty" {
      type = bool
      doc  = "Whether to request a pseudo-terminal."
    }
    attr "ssh_timeout" {
      type   = string
      format = duration
      doc    = "Time to wait for SSH to become available."
    }
    attr "ssh_wait_timeout" {
      type   = string
      format = duration
      doc    = "Time to wait for SSH to become available."
    }
    attr "ssh_agent_auth" {
      type = bool
      doc  = "Whether to authenticate with the SSH agent."
    }
    attr "ssh_disable_agent_forwarding" {
      type = bool
      doc  = "Whether SSH agent forwarding is disabled."
    }
    attr "ssh_handshake_attempts" {
      type   = number
      format = integer
      doc    = "Maximum number of SSH handshake attempts."
    }
    attr "ssh_bastion_host" {
      type   = string
      format = go_template
      doc    = "SSH bastion host."
    }
    attr "ssh_bastion_port" {
      type   = number
      format = integer
      doc    = "Port of the bastion host."
    }
    attr "ssh_bastion_agent_auth" {
      type = bool
      doc  = "Whether to authenticate with the SSH agent on the bastion host."
    }
    attr "ssh_bastion_username" {
      type   = string
      format = go_template
      doc    = "User name for the bastion host."
    }
    attr "ssh_bastion_password" {
      type      = string
      format    = go_template
      sensitive = true
      doc       = "Password for the bastion host."
    }
    attr "ssh_bastion_interactive" {
      type = bool
      doc  = "Whether to use keyboard-interactive authentication on the bastion host."
    }
    attr "ssh_bastion_private_key_file" {
      type   = string
      format = go_template
      doc    = "Path of the private key file for the bastion host."
    }
    attr "ssh_bastion_certificate_file" {
      type   = string
      format = go_template
      doc    = "Path of the certificate file for the bastion host."
    }
    attr "ssh_file_transfer_method" {
      type   = string
      values = ["scp", "sftp"]
      doc    = "File transfer method."
    }
    attr "ssh_proxy_host" {
      type   = string
      format = go_template
      doc    = "SOCKS proxy host."
    }
    attr "ssh_proxy_port" {
      type   = number
      format = integer
      doc    = "Port of the SOCKS proxy."
    }
    attr "ssh_proxy_username" {
      type   = string
      format = go_template
      doc    = "User name for the SOCKS proxy."
    }
    attr "ssh_proxy_password" {
      type      = string
      format    = go_template
      sensitive = true
      doc       = "Password for the SOCKS proxy."
    }
    attr "ssh_keep_alive_interval" {
      type   = string
      format = duration
      doc    = "Interval between keep-alive messages."
    }
    attr "ssh_read_write_timeout" {
      type   = string
      format = duration
      doc    = "Timeout for reads and writes on the connection."
    }
    attr "ssh_remote_tunnels" {
      type = list(string)
      doc  = "Remote port forwarding: ports on the machine that lead to the local host."
    }
    attr "ssh_local_tunnels" {
      type = list(string)
      doc  = "Local port forwarding: local ports that lead to the machine."
    }
    attr "ssh_public_key" {
      type   = list(number)
      format = integer
      doc    = "SSH public key."
    }
    attr "ssh_private_key" {
      type   = list(number)
      format = integer
      doc    = "SSH private key."
    }
    attr "winrm_username" {
      type   = string
      format = go_template
      doc    = "User name for WinRM."
    }
    attr "winrm_password" {
      type      = string
      format    = go_template
      sensitive = true
      doc       = "Password for WinRM."
    }
    attr "winrm_host" {
      type   = string
      format = go_template
      doc    = "WinRM host to connect to."
    }
    attr "winrm_no_proxy" {
      type = bool
      doc  = "Whether to bypass the HTTP proxy."
    }
    attr "winrm_port" {
      type   = number
      format = integer
      doc    = "WinRM port."
    }
    attr "winrm_timeout" {
      type   = string
      format = duration
      doc    = "Time to wait for WinRM to become available."
    }
    attr "winrm_use_ssl" {
      type = bool
      doc  = "Whether to use HTTPS."
    }
    attr "winrm_insecure" {
      type = bool
      doc  = "Whether to skip TLS certificate verification."
    }
    attr "winrm_use_ntlm" {
      type = bool
      doc  = "Whether to use NTLM authentication."
    }
  }
}

# Data sources
body "data_null" {
  object {
    attr "input" {
      type     = string
      format   = go_template
      required = true
      nullable = false
      length   = { min = 1 }
      refers   = [others]
      doc      = "Value to return as the output."
    }
  }
}
body "http" {
  object {
    attr "url" {
      type     = string
      format   = go_template
      required = true
      nullable = false
      length   = { min = 1 }
      refers   = [others]
      doc      = "URL to request."
    }
    attr "method" {
      type   = string
      values = ["HEAD", "GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]
      doc    = "HTTP method."
    }
    attr "request_headers" {
      type   = map(string)
      refers = [others]
      doc    = "HTTP headers of the request."
    }
    attr "request_body" {
      type   = string
      format = go_template
      refers = [others]
      doc    = "HTTP request body."
    }
  }
}
body "hcp_artifact" {
  object {
    exactly_one = [[channel_name, version_fingerprint]]
    attr "bucket_name" {
      type     = string
      format   = go_template
      required = true
      nullable = false
      length   = { min = 1 }
      doc      = "Name of the bucket."
    }
    attr "channel_name" {
      type   = string
      format = go_template
      doc    = "Channel from which to get the version."
    }
    attr "version_fingerprint" {
      type   = string
      format = go_template
      doc    = "Fingerprint of the version."
    }
    attr "platform" {
      type     = string
      format   = go_template
      required = true
      nullable = false
      length   = { min = 1 }
      doc      = "Platform, such as `aws`."
    }
    attr "region" {
      type     = string
      format   = go_template
      required = true
      nullable = false
      length   = { min = 1 }
      doc      = "Region of the image."
    }
    attr "component_type" {
      type   = string
      format = go_template
      doc    = "Builder that created the image."
    }
  }
}
body "hcp_image" {
  object {
    exactly_one = [[channel, iteration_id]]
    attr "bucket_name" {
      type     = string
      format   = go_template
      required = true
      nullable = false
      length   = { min = 1 }
      doc      = "Name of the bucket."
    }
    attr "channel" {
      type   = string
      format = go_template
      doc    = "Channel from which to get the iteration."
    }
    attr "iteration_id" {
      type   = string
      format = go_template
      doc    = "ID of the iteration."
    }
    attr "cloud_provider" {
      type     = string
      format   = go_template
      required = true
      nullable = false
      length   = { min = 1 }
      doc      = "Platform, such as `aws`."
    }
    attr "region" {
      type     = string
      format   = go_template
      required = true
      nullable = false
      length   = { min = 1 }
      doc      = "Region of the image."
    }
    attr "component_type" {
      type   = string
      format = go_template
      doc    = "Builder that created the image."
    }
  }
}
body "hcp_iteration" {
  object {
    attr "bucket_name" {
      type     = string
      format   = go_template
      required = true
      nullable = false
      length   = { min = 1 }
      doc      = "Name of the bucket."
    }
    attr "channel" {
      type     = string
      format   = go_template
      required = true
      nullable = false
      length   = { min = 1 }
      doc      = "Channel from which to get the iteration."
    }
  }
}
body "hcp_version" {
  object {
    attr "bucket_name" {
      type     = string
      format   = go_template
      required = true
      nullable = false
      length   = { min = 1 }
      doc      = "Name of the bucket."
    }
    attr "channel_name" {
      type     = string
      format   = go_template
      required = true
      nullable = false
      length   = { min = 1 }
      doc      = "Channel from which to get the version."
    }
  }
}

# Provisioners
body "breakpoint" {
  object {
    include = [body.breakpoint_arguments]
    attr "override" {
      fields    = { "*" = body.breakpoint_arguments }
      refers_to = [source, source_alias]
      unknown   = warning
      doc       = "Argument overrides for individual sources by name."
    }
  }
}
body "breakpoint_arguments" {
  object {
    attr "note" {
      type   = string
      format = go_template
      doc    = "Message to show when the build pauses."
    }
    attr "disable" {
      type = bool
      doc  = "Whether to skip the breakpoint."
    }
  }
}
body "file" {
  object {
    conflicts = [[content, source], [content, sources]]
    include   = [body.file_arguments]
    attr "destination" {
      type     = string
      required = true
      format   = go_template
      length   = { min = 1 }
      doc      = "Destination path."
    }
    attr "override" {
      fields    = { "*" = body.file_override }
      refers_to = [source, source_alias]
      unknown   = warning
      doc       = "Argument overrides for individual sources by name."
    }
  }
}
body "file_override" {
  object {
    include = [body.file_arguments]
    attr "destination" {
      type   = string
      format = go_template
      length = { min = 1 }
      doc    = "Destination path."
    }
  }
}
body "file_arguments" {
  object {
    attr "content" {
      type   = string
      format = go_template
      doc    = "Content of the file."
    }
    attr "source" {
      type   = string
      format = go_template
      doc    = "File or directory to copy."
    }
    attr "sources" {
      type   = list(string)
      format = go_template
      doc    = "List of files to copy."
    }
    attr "direction" {
      type   = string
      values = ["upload", "download"]
      doc    = "Transfer direction: `upload` to the machine or `download` from it."
    }
    attr "generated" {
      type = bool
      doc  = "Whether the file is generated during the build and may not exist before it."
    }
  }
}
body "hcp_sbom" {
  object {
    include = [body.hcp_sbom_arguments]
    attr "override" {
      fields    = { "*" = body.hcp_sbom_arguments }
      refers_to = [source, source_alias]
      unknown   = warning
      doc       = "Argument overrides for individual sources by name."
    }
  }
}
body "hcp_sbom_arguments" {
  object {
    attr "source" {
      type   = string
      format = go_template
      doc    = "Path of the SBOM file."
    }
    attr "destination" {
      type   = string
      format = go_template
      doc    = "Local path to which the SBOM is saved."
    }
    attr "sbom_name" {
      type    = string
      pattern = "([A-Za-z0-9_-]{3,36})?"
      doc     = "Name of the SBOM in HCP Packer: 3 to 36 letters, digits, `-` and `_`."
    }
    attr "auto_generate" {
      type = bool
      doc  = "Whether to generate the SBOM by scanning the machine."
    }
    attr "scanner_args" {
      type = list(string)
      doc  = "Arguments of the scanner."
    }
    attr "scanner_url" {
      type   = string
      format = go_template
      doc    = "Download URL of the scanner."
    }
    attr "scanner_checksum" {
      type   = string
      format = go_template
      doc    = "Checksum of the scanner."
    }
    attr "scan_path" {
      type   = string
      format = go_template
      doc    = "Path to scan."
    }
    attr "execute_command" {
      type   = string
      format = go_template
      doc    = "Command template that starts the scanner."
    }
    attr "elevated_user" {
      type   = string
      format = go_template
      doc    = "Windows user with elevated privileges that runs the scanner."
    }
    attr "elevated_password" {
      type      = string
      format    = go_template
      sensitive = true
      doc       = "Password of the elevated user."
    }
  }
}
body "shell" {
  object {
    exactly_one = [[inline, script, scripts]]
    include     = [body.shell_arguments]
    attr "override" {
      fields    = { "*" = body.shell_arguments }
      refers_to = [source, source_alias]
      unknown   = warning
      doc       = "Argument overrides for individual sources by name."
    }
  }
}
# What runs scripts.
body "scripts" {
  check "environment-variables" {
    each      = self.environment_vars
    condition = can(regex("(?s)^[^=]+=", each))
    message   = "An environment variable is written as NAME=value."
    at        = attr.environment_vars
  }
  object {
    attr "script" {
      type   = string
      format = go_template
      doc    = "Script to run."
    }
    attr "scripts" {
      type   = list(string)
      format = go_template
      doc    = "Scripts to run."
    }
    attr "valid_exit_codes" {
      type   = list(number)
      format = integer
      doc    = "Exit codes that count as success."
    }
    attr "environment_vars" {
      type = list(string)
      doc  = "Environment variables: `[\"NAME=value\"]`."
    }
    attr "env" {
      type = map(string)
      doc  = "Environment variables."
    }
    attr "env_var_format" {
      type   = string
      format = go_template
      doc    = "Format in which environment variables are set."
    }
    attr "binary" {
      type = bool
      doc  = "Whether scripts are treated as binary files, without line ending conversion."
    }
  }
}

body "shell_arguments" {
  object {
    include = [body.remote_scripts]
    attr "inline_shebang" {
      type   = string
      format = go_template
      doc    = "Shebang line for `inline` commands."
    }
    attr "pause_after" {
      type   = string
      format = duration
      doc    = "Delay after the provisioner."
    }
    attr "use_env_var_file" {
      type = bool
      doc  = "Whether environment variables are set in an uploaded file."
    }
    attr "remote_folder" {
      type   = string
      format = go_template
      doc    = "Remote directory of the uploaded script."
    }
    attr "remote_file" {
      type   = string
      format = go_template
      doc    = "File name of the uploaded script."
    }
    attr "skip_clean" {
      type = bool
      doc  = "Whether to keep the uploaded script on the machine."
    }
    attr "expect_disconnect" {
      type = bool
      doc  = "Whether the script may disconnect the session."
    }
  }
}
body "shell_local" {
  object {
    exactly_one = [[command, inline, script, scripts]]
    include     = [body.shell_local_arguments]
    attr "override" {
      fields    = { "*" = body.shell_local_arguments }
      refers_to = [source, source_alias]
      unknown   = warning
      doc       = "Argument overrides for individual sources by name."
    }
  }
}
body "shell_local_arguments" {
  object {
    include = [body.scripts]
    attr "inline" {
      type   = list(string)
      format = go_template
      length = { min = 1 }
      doc    = "Commands to run in sequence."
    }
    attr "execute_command" {
      type   = list(string)
      format = go_template
      doc    = "Command that runs a script, as a list: `[\"sh\", \"-c\", \"{{ .Vars }} {{ .Script }}\"]`."
    }
    attr "command" {
      type   = string
      format = go_template
      doc    = "Command to run."
    }
    attr "inline_shebang" {
      type   = string
      format = go_template
      doc    = "Shebang line for `inline` commands."
    }
    attr "only_on" {
      type   = list(string)
      values = ["darwin", "freebsd", "linux", "openbsd", "solaris", "windows"]
      doc    = "Operating systems on which the commands run: `[\"linux\", \"darwin\"]`."
    }
    attr "tempfile_extension" {
      type   = string
      format = go_template
      doc    = "File extension of temporary script files."
    }
    attr "use_linux_pathing" {
      type = bool
      doc  = "Whether to convert script paths to WSL paths."
    }
  }
}
body "shell_local_post" {
  object {
    exactly_one = [[command, inline, script, scripts]]
    include     = [body.shell_local_arguments]
  }
}
body "windows_shell" {
  object {
    exactly_one = [[inline, script, scripts]]
    include     = [body.remote_scripts]
    attr "override" {
      fields    = { "*" = body.remote_scripts }
      refers_to = [source, source_alias]
      unknown   = warning
      doc       = "Argument overrides for individual sources by name."
    }
  }
}
# What runs scripts on the machine that is built.
body "remote_scripts" {
  object {
    include = [body.scripts]
    attr "inline" {
      type   = list(string)
      format = go_template
      length = { min = 1 }
      doc    = "Commands to run in sequence."
    }
    attr "execute_command" {
      type   = string
      format = go_template
      doc    = "Command template that runs a script."
    }
    attr "remote_path" {
      type   = string
      format = go_template
      doc    = "Remote path of the uploaded script."
    }
    attr "start_retry_timeout" {
      type   = string
      format = duration
      doc    = "Time during which starting the script is retried."
    }
  }
}
body "powershell" {
  object {
    exactly_one = [[inline, script, scripts]]
    include     = [body.powershell_arguments]
    attr "override" {
      fields    = { "*" = body.powershell_arguments }
      refers_to = [source, source_alias]
      unknown   = warning
      doc       = "Argument overrides for individual sources by name."
    }
  }
}
body "powershell_arguments" {
  object {
    include = [body.remote_scripts]
    attr "remote_env_var_path" {
      type   = string
      format = go_template
      doc    = "Remote path of the file with environment variables."
    }
    attr "elevated_execute_command" {
      type   = string
      format = go_template
      doc    = "Command template that runs a script as the elevated user."
    }
    attr "elevated_env_var_format" {
      type   = string
      format = go_template
      doc    = "Format in which environment variables are set for the elevated user."
    }
    attr "elevated_user" {
      type   = string
      format = go_template
      doc    = "User with elevated privileges that runs the script."
    }
    attr "elevated_password" {
      type      = string
      format    = go_template
      sensitive = true
      doc       = "Password of the elevated user."
    }
    attr "execution_policy" {
      type   = string
      values = ["bypass", "allsigned", "default", "remotesigned", "restricted", "undefined", "unrestricted", "none"]
      doc    = "PowerShell execution policy."
    }
    attr "debug_mode" {
      type   = number
      format = integer
      min    = 0
      max    = 2
      doc    = "PowerShell trace level: 0, 1 or 2."
    }
    attr "pause_after" {
      type   = string
      format = duration
      doc    = "Delay after the provisioner."
    }
    attr "skip_clean" {
      type = bool
      doc  = "Whether to keep the uploaded script on the machine."
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
      fields    = { "*" = body.windows_restart_arguments }
      refers_to = [source, source_alias]
      unknown   = warning
      doc       = "Argument overrides for individual sources by name."
    }
  }
}
body "windows_restart_arguments" {
  object {
    attr "restart_command" {
      type   = string
      format = go_template
      doc    = "Command that restarts the machine."
    }
    attr "restart_check_command" {
      type   = string
      format = go_template
      doc    = "Command that succeeds when the restart is complete."
    }
    attr "restart_timeout" {
      type   = string
      format = duration
      doc    = "Time to wait for the restart."
    }
    attr "check_registry" {
      type = bool
      doc  = "Whether to check the registry for pending restarts."
    }
    attr "registry_keys" {
      type = list(string)
      doc  = "Registry keys that indicate a pending restart."
    }
  }
}
body "sleep" {
  object {
    include = [body.sleep_arguments]
    attr "override" {
      fields    = { "*" = body.sleep_arguments }
      refers_to = [source, source_alias]
      unknown   = warning
      doc       = "Argument overrides for individual sources by name."
    }
  }
}
body "sleep_arguments" {
  object {
    attr "duration" {
      type   = string
      format = duration
      doc    = "Duration of the pause."
    }
  }
}

# Post-processors
body "artifice" {
  object {
    attr "files" {
      type     = list(string)
      required = true
      nullable = false
      length   = { min = 1 }
      doc      = "Files that replace the artifact for later post-processors."
    }
  }
}
body "checksum" {
  object {
    attr "checksum_types" {
      type   = list(string)
      values = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"]
      doc    = "Checksum algorithms."
    }
    attr "output" {
      type   = string
      format = go_template
      doc    = "Path of the checksum file."
    }
  }
}
body "compress" {
  object {
    attr "output" {
      type   = string
      format = go_template
      doc    = "Path of the compressed file."
    }
    attr "format" {
      type   = string
      format = go_template
      doc    = "Archive format."
    }
    attr "compression_level" {
      type   = number
      format = integer
      doc    = "Compression level."
    }
    attr "archive" {
      type   = string
      format = go_template
      doc    = "Name of the file inside the archive."
    }
    attr "algorithm" {
      type   = string
      format = go_template
      doc    = "Compression algorithm."
    }
  }
}
body "manifest" {
  object {
    attr "output" {
      type   = string
      format = go_template
      doc    = "Path of the manifest file."
    }
    attr "strip_path" {
      type = bool
      doc  = "Whether to write only file names instead of full paths."
    }
    attr "strip_time" {
      type = bool
      doc  = "Whether to omit the build time."
    }
    attr "custom_data" {
      type = map(string)
      doc  = "Custom data to add to the manifest."
    }
  }
}
body "provenance" {
  object {
    attr "provenance" {
      type = bool
      doc  = "Whether provenance of the build is written."
    }
    attr "build_type" {
      type   = string
      format = go_template
      doc    = "URI of the kind of build."
    }
    attr "output_dir" {
      type   = string
      format = go_template
      doc    = "Folder of the created files."
    }
    attr "template" {
      type   = string
      format = go_template
      doc    = "Path of the template that is recorded."
    }
    attr "only_builds" {
      type = list(string)
      doc  = "Builds for which provenance is written."
    }
    attr "user_variables" {
      type = map(string)
      doc  = "Variables that are recorded."
    }
    attr "source_uri" {
      type   = string
      format = go_template
      doc    = "URI of the repository of the template."
    }
    attr "sbom" {
      type = bool
      doc  = "Whether an SBOM is created as well."
    }
    attr "sbom_format" {
      type   = string
      format = go_template
      doc    = "Format of the SBOM."
    }
    attr "sbom_scan_path" {
      type   = string
      format = go_template
      doc    = "Path to scan for the SBOM."
    }
    attr "sbom_scope" {
      type   = string
      format = go_template
      doc    = "Layers to scan for the SBOM."
    }
    attr "sbom_exclude" {
      type = list(string)
      doc  = "Paths that are not scanned."
    }
    attr "signing_mode" {
      type   = string
      values = ["none", "key", "kms", "keyless"]
      doc    = "How provenance is signed."
    }
    attr "signer" {
      type   = string
      format = go_template
      doc    = "Key, or URI of the key, that signs."
    }
    attr "key" {
      type   = string
      format = go_template
      doc    = "Key, or URI of the key, that signs."
    }
    attr "verifier" {
      type   = string
      format = go_template
      doc    = "Key that verifies signatures."
    }
    attr "fulcio_url" {
      type   = string
      format = go_template
      doc    = "URL of the certificate authority for keyless signing."
    }
    attr "rekor_url" {
      type   = string
      format = go_template
      doc    = "URL of the transparency log."
    }
    attr "upload_tlog" {
      type = bool
      doc  = "Whether signatures are written to the transparency log."
    }
    attr "trusted_root_path" {
      type   = string
      format = go_template
      doc    = "File with the trusted roots."
    }
    attr "keyless_identity" {
      type   = string
      format = go_template
      doc    = "Identity that keyless signatures must have."
    }
    attr "keyless_oidc_issuer" {
      type   = string
      format = go_template
      doc    = "Issuer of that identity."
    }
  }
}
function "aws_secretsmanager" {
  doc            = "Returns a secret from AWS Secrets Manager, or one of its keys."
  params         = { name = string }
  variadic_param = key
  type           = string
}
function "aws_secretsmanager_raw" {
  doc    = "Returns the raw value of a secret from AWS Secrets Manager."
  params = { name = string }
  type   = string
}
function "consul_key" {
  doc    = "Returns the value of a key in Consul."
  params = { key = string }
  type   = string
}
function "legacy_isotime" {
  doc            = "Returns the build time in a Go time format."
  params         = []
  variadic_param = { format = string }
  max_items      = 1
  type           = string
}
function "legacy_strftime" {
  doc            = "Returns the build time in a `strftime` format."
  params         = []
  variadic_param = { format = string }
  max_items      = 1
  type           = string
}
function "regex_replace" {
  doc    = "Replaces all matches of a pattern in a string."
  params = { string = string, pattern = string, replacement = string }
  result = can(regex("(?:${pattern})|", "")) ? unknown(string) : fail("\"${pattern}\" is not a regular expression")
}
function "rfc3339_parse" {
  doc    = "Returns the components of a timestamp."
  params = { timestamp = string }
  result = can(timeadd(replace(timestamp, " ", "T"), "0s")) ? unknown(object({ year = number, year_day = number, day = number, month = number, month_name = string, weekday = number, weekday_name = string, hour = number, minute = number, second = number, iso_year = number, iso_week = number, unix = number })) : fail("\"${timestamp}\" is not a timestamp, such as 2023-07-25T23:43:16Z")
}
function "unix_timestamp_parse" {
  doc    = "Returns the components of a Unix timestamp."
  params = { timestamp = number }
  result = floor(timestamp) == timestamp ? unknown(object({ year = number, year_day = number, day = number, month = number, month_name = string, weekday = number, weekday_name = string, hour = number, minute = number, second = number, iso_year = number, iso_week = number, rfc3339 = string })) : fail("a whole number of seconds is needed")
}
function "uuidv4" {
  doc    = "Returns a random UUID."
  params = []
  type   = string
}
function "vault" {
  doc    = "Returns the value of a key of a Vault secret."
  params = { path = string, key = string }
  type   = string
}
function "env" {
  doc     = "Returns the value of an environment variable. Only allowed in defaults of variables."
  params  = { name = string }
  type    = string
  visible = scope
}
