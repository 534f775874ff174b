# Packer: templates in HCL. Plugins provide their own builders, provisioners and data sources; components that are
# not known here are not checked.
language "packer" {
  title          = "Packer"
  ids            = ["packer", "hcp-packer"]
  files          = ["*.pkr.hcl", "*.pkr.json"]
  join           = block.build
  dynamic_blocks = "dynamic"
  public         = [variable]
  # Plugins are stored under the names of their repositories.
  package = "packer-plugin-*"
  # Files can be made before a build. Another plugin that is installed may have a component.
  severity = { UnusedSymbol = info, missing-file = warning, NoSuchSchema = warning }
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
    "workspace_files.file", "workspace_files.filebase64", "workspace_files.fileexists", "workspace_files.fileset",
    abs, abspath, alltrue, anytrue, basename, base64decode, base64encode, base64gzip, bcrypt, can, ceil, chomp,
    chunklist, cidrhost, cidrnetmask, cidrsubnet, cidrsubnets, coalesce, coalescelist, compact, concat,
    "stdlib.contains", convert, csvdecode, dirname, distinct, element, endswith, flatten, floor, "stdlib.format", formatdate, "stdlib.formatlist", indent, index, join, jsondecode,
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
          each = self
          # Letters of other alphabets count, too. To compile their tables takes longer than all else of the pack.
          condition = can(regex("^[0-9A-Za-z\\x{80}-\\x{10FFFF}]+(-[0-9A-Za-z\\x{80}-\\x{10FFFF}]+)*$", name)) && name == lower(name)
          message   = "The name of a plugin consists of lower-case letters and digits, with single hyphens between them."
        }
        object {
          attr "*" {
            type     = object({ source = string, version = string })
            constant = true
            package  = { address = self.source, version = self.version }
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
      address = [var, label.name]
      kind    = variable
      # Without a type, it is that of the default; an empty collection says nothing of its elements.
      value     = set.type ? cast(unknown(any), self.type) : try(length(keys(self.default)), length(self.default), 1) == 0 ? unknown(any) : unknown_like(self.default)
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
          condition = self.error_message == null || self.error_message == "" || can(regex("^\\s*[^a-z\\s](?s:.*)[.?!]\\s*$|^\\s*[.?!]\\s*$", self.error_message))
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
        constant = true
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
      unknown = similar
      values = [
        "alicloud-ecs", "amazon-chroot", "amazon-ebs", "amazon-ebssurrogate", "amazon-ebsvolume", "amazon-instance", "azure-arm",
        "azure-chroot", "azure-dtl", "digitalocean", "docker", "file", "googlecompute", "hcloud", "hyperv-iso", "hyperv-vmcx",
        "linode", "lxc", "lxd", "null", "openstack", "oracle-oci", "parallels-iso", "parallels-pvm", "proxmox-clone", "proxmox-iso",
        "qemu", "scaleway", "tart-cli", "tencentcloud-cvm", "upcloud", "vagrant", "virtualbox-iso", "virtualbox-ovf", "virtualbox-vm",
        "vmware-iso", "vmware-vmx", "vsphere-clone", "vsphere-iso", "vsphere-supervisor", "vultr", "yandex"
      ]
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
      condition = label.type != "null" || !contains(["ssh", "winrm"], first(self.communicator, "ssh")) || (self.ssh_host != null && self.ssh_username != null) || (self.winrm_host != null && self.winrm_username != null)
      message   = "The communicator needs a host and a user name; set `communicator = \"none\"` to build without one."
    }
    check "amazon-source" {
      condition = !runs_in_amazon(label.type) || first(self.source_ami, "") != "" || length(self.source_ami_filter) > 0
      message   = "The instance needs an image to start from: `source_ami` or `source_ami_filter`, here or in the `source` of a build."
      severity  = info
    }
    check "amazon-owner" {
      condition = !runs_in_amazon(label.type) || first(self.source_ami, "") != "" || alltrue([for filter in self.source_ami_filter : length(first(filter.owners, [])) > 0])
      message   = "Anyone can publish an image that the filter finds: `owners` says whose images count, and is needed."
      at        = attr.source_ami_filter
      severity  = warning
    }
    check "amazon-type" {
      condition = !runs_in_amazon(label.type) || first(self.instance_type, "") != "" || length(first(self.spot_instance_types, [])) > 0
      message   = "The instance needs a type: `instance_type` or `spot_instance_types`, here or in the `source` of a build."
      severity  = info
    }
    check "amazon-one-type" {
      condition = !runs_in_amazon(label.type) || first(self.instance_type, "") == "" || length(first(self.spot_instance_types, [])) == 0
      message   = "Set either `instance_type` or `spot_instance_types`."
      at        = attr.spot_instance_types
    }
    check "amazon-user-data" {
      condition = !runs_in_amazon(label.type) || first(self.user_data, "") == "" || first(self.user_data_file, "") == ""
      message   = "Set either `user_data` or `user_data_file`."
      at        = attr.user_data_file
    }
    check "missing-user-data" {
      condition = !runs_in_amazon(label.type) || self.user_data_file == null || is_there(self.user_data_file)
      message   = "There is no file \"${self.user_data_file}\", neither in the folder of the template nor above it."
      at        = attr.user_data_file
      severity  = warning
    }
    check "amazon-security-groups" {
      condition = !runs_in_amazon(label.type) || first(self.security_group_id, "") == "" || length(first(self.security_group_ids, [])) == 0
      message   = "Set either `security_group_id` or `security_group_ids`."
      at        = attr.security_group_ids
    }
    check "bastion-authentication" {
      condition = first(self.ssh_bastion_host, "") == "" || first(self.communicator, "ssh") != "ssh" || first(self.ssh_bastion_password, "") != "" || first(self.ssh_bastion_private_key_file, self.ssh_private_key_file, "") != "" || self.ssh_bastion_agent_auth == true
      message   = "The bastion host needs a way to authenticate: set `ssh_bastion_password`, `ssh_bastion_private_key_file` or `ssh_bastion_agent_auth`."
      at        = attr.ssh_bastion_host
    }
    check "bastion-or-proxy" {
      condition = first(self.ssh_bastion_host, "") == "" || first(self.communicator, "ssh") != "ssh" || first(self.ssh_proxy_host, "") == ""
      message   = "The connection goes through `ssh_bastion_host` or `ssh_proxy_host`, not both."
      at        = attr.ssh_proxy_host
    }
    case {
      on = label.type
      is = {
        amazon-chroot       = body.amazon_chroot
        amazon-ebs          = body.amazon_ebs
        amazon-ebssurrogate = body.amazon_ebssurrogate
        amazon-ebsvolume    = body.amazon_ebsvolume
        amazon-instance     = body.amazon_instance
        file                = body.builder_file
        null                = body.builder_null
      }
      package = { kind = builder, name = label.type, join = "-" }
    }
    object { include = [body.set_by_packer] }
  }

  block_map "data" {
    labels  = ["type", "name"]
    icon    = object
    doc     = "Data source that is read before the build, referenced as `data.TYPE.NAME`."
    outline = "${label.type}.${label.name}"
    label "type" {
      doc     = "Data source type: built into Packer or provided by a plugin."
      format  = identifier
      unknown = similar
      values  = ["amazon-ami", "amazon-parameterstore", "amazon-secretsmanager", "hcp-packer-artifact", "hcp-packer-image", "hcp-packer-iteration", "hcp-packer-version", "http", "null"]
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
        amazon-ami            = body.amazon_data_ami
        amazon-parameterstore = body.amazon_data_parameter
        amazon-secretsmanager = body.amazon_data_secret
        hcp-packer-artifact   = body.hcp_artifact
        hcp-packer-image      = body.hcp_image
        hcp-packer-iteration  = body.hcp_iteration
        hcp-packer-version    = body.hcp_version
        http                  = body.http
        null                  = body.data_null
      }
      package = { kind = data-source, name = label.type, join = "-" }
    }
    object { include = [body.set_by_packer] }
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
    # A folder that requires plugins and has no sources is for "packer init".
    required = self.packer == null || self.source != null
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
          is = {
            "source.amazon-chroot.*"       = body.amazon_chroot
            "amazon-chroot.*"              = body.amazon_chroot
            "source.amazon-ebs.*"          = body.amazon_ebs
            "amazon-ebs.*"                 = body.amazon_ebs
            "source.amazon-ebssurrogate.*" = body.amazon_ebssurrogate
            "amazon-ebssurrogate.*"        = body.amazon_ebssurrogate
            "source.amazon-ebsvolume.*"    = body.amazon_ebsvolume
            "amazon-ebsvolume.*"           = body.amazon_ebsvolume
            "source.amazon-instance.*"     = body.amazon_instance
            "amazon-instance.*"            = body.amazon_instance
            "source.null.*"                = body.builder_null
            "null.*"                       = body.builder_null
          }
          package = { kind = builder, name = label.reference, join = "-" }
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
          unknown = similar
          values  = ["ansible", "ansible-local", "breakpoint", "file", "hcp-sbom", "powershell", "shell", "shell-local", "sleep", "windows-restart", "windows-shell", "windows-update"]
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
            "*"             = body.free
          }
          package = { kind = provisioner, name = label.type, join = "-" }
        }
        case {
          on = label.type
          is = { "*" = body.plugin_override }
        }
        object { include = [body.provisioner, body.set_by_packer] }
      }
      block_list "error-cleanup-provisioner" {
        max_items = 1
        doc       = "Provisioner to run on the machine when another provisioner fails."
        scope {
          names = { source = unknown(object({ type = string, name = string })), build = unknown(any) }
        }
        label "type" {
          doc     = "Provisioner type: built into Packer or provided by a plugin."
          unknown = similar
          values  = ["ansible", "ansible-local", "breakpoint", "file", "hcp-sbom", "powershell", "shell", "shell-local", "sleep", "windows-restart", "windows-shell", "windows-update"]
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
            "*"             = body.free
          }
          package = { kind = provisioner, name = label.type, join = "-" }
        }
        case {
          on = label.type
          is = { "*" = body.plugin_override }
        }
        object { include = [body.provisioner, body.set_by_packer] }
      }
      block_list "post-processor" {
        doc = "Post-processor to run on the artifacts of the build."
        scope {
          names = { source = unknown(object({ type = string, name = string })), build = unknown(any) }
        }
        label "type" {
          doc     = "Post-processor type: built into Packer or provided by a plugin."
          unknown = similar
          values  = ["amazon-import", "artifice", "checksum", "compress", "docker-import", "docker-push", "docker-save", "docker-tag", "googlecompute-export", "googlecompute-import", "manifest", "provenance", "shell-local", "vagrant", "vagrant-cloud", "vagrant-registry", "vsphere", "vsphere-template"]
        }
        case {
          on = label.type
          is = {
            amazon-import = body.amazon_import
            artifice      = body.artifice
            checksum      = body.checksum
            compress      = body.compress
            manifest      = body.manifest
            provenance    = body.provenance
            shell-local   = body.shell_local_post
          }
          package = { kind = post-processor, name = label.type, join = "-" }
        }
        object { include = [body.post_processor, body.set_by_packer] }
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
              unknown = similar
              values  = ["amazon-import", "artifice", "checksum", "compress", "docker-import", "docker-push", "docker-save", "docker-tag", "googlecompute-export", "googlecompute-import", "manifest", "provenance", "shell-local", "vagrant", "vagrant-cloud", "vagrant-registry", "vsphere", "vsphere-template"]
            }
            case {
              on = label.type
              is = {
                amazon-import = body.amazon_import
                artifice      = body.artifice
                checksum      = body.checksum
                compress      = body.compress
                manifest      = body.manifest
                provenance    = body.provenance
                shell-local   = body.shell_local_post
              }
              package = { kind = post-processor, name = label.type, join = "-" }
            }
            object { include = [body.post_processor, body.set_by_packer] }
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
  path   = { cwd = unknown(string), root = "." }
  packer = unknown(object({ version = string, iterationID = string, versionFingerprint = string }))
}

# Packer passes these to its components, which accept them from files, too.
body "set_by_packer" {
  object {
    attr "packer_build_name" {
      type       = string
      format     = go_template
      deprecated = "Packer sets it itself"
    }
    attr "packer_builder_type" {
      type       = string
      format     = go_template
      deprecated = "Packer sets it itself"
    }
    attr "packer_core_version" {
      type       = string
      format     = go_template
      deprecated = "Packer sets it itself"
    }
    attr "packer_debug" {
      type       = bool
      constant   = true
      deprecated = "Packer sets it itself"
    }
    attr "packer_force" {
      type       = bool
      constant   = true
      deprecated = "Packer sets it itself"
    }
    attr "packer_on_error" {
      type       = string
      format     = go_template
      deprecated = "Packer sets it itself"
    }
    attr "packer_sensitive_variables" {
      type       = list(string)
      format     = go_template
      deprecated = "Packer sets it itself"
    }
    attr "packer_user_variables" {
      type       = map(string)
      format     = go_template
      deprecated = "Packer sets it itself"
    }
  }
}

# Bodies with a schema that is defined by the plugin.
body "free" {
  object { unknown = allowed }
}

body "plugin_override" {
  object {
    attr "override" {
      fields    = { "*" = body.free }
      refers_to = [source, source_alias]
      unknown   = warning
      doc       = "Argument overrides for individual sources by name."
    }
  }
}

body "plugin" {
  check "plugin-prefix" {
    condition = !can(regex("/packer-plugin-[^/]*$", self.source))
    message   = "The address of a plugin has no `packer-plugin-`, which is only in the name of its repository."
    at        = attr.source
  }
  object {
    attr "source" {
      type     = string
      nullable = false
      pattern  = { "[^/:?#]+/([^/?#]*/)+[0-9A-Za-z\\x{80}-\\x{10FFFF}]+(-[0-9A-Za-z\\x{80}-\\x{10FFFF}]+)*" = "an address such as github.com/hashicorp/amazon" }
      unknown  = allowed
      doc      = "Source address of the plugin: host, path and name, `\"github.com/hashicorp/amazon\"`."
      values = [
        "github.com/hashicorp/amazon",
        "github.com/hashicorp/ansible",
        "github.com/hashicorp/azure",
        "github.com/hashicorp/digitalocean",
        "github.com/hashicorp/docker",
        "github.com/hashicorp/googlecompute",
        "github.com/hashicorp/hyperv",
        "github.com/hashicorp/lxd",
        "github.com/hashicorp/openstack",
        "github.com/hashicorp/oracle",
        "github.com/hashicorp/parallels",
        "github.com/hashicorp/proxmox",
        "github.com/hashicorp/puppet",
        "github.com/hashicorp/qemu",
        "github.com/hashicorp/tencentcloud",
        "github.com/hashicorp/vagrant",
        "github.com/hashicorp/virtualbox",
        "github.com/hashicorp/vmware",
        "github.com/hashicorp/vsphere",
      ]
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
# Builders that start an instance in Amazon's cloud.
function "runs_in_amazon" {
  params  = [type]
  result  = contains(["amazon-ebs", "amazon-ebssurrogate", "amazon-ebsvolume", "amazon-instance"], type)
  visible = pack
}
