# Packer: the components of the program itself: builders, data sources, provisioners, post-processors.
# Builders
body "builder_file" {
  object {
    conflicts = [[source, content]]
    attr "source" {
      type   = string
      format = [go_template, file]
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
      format = [go_template, file]
      doc    = "Path of the SSH private key file."
    }
    attr "ssh_certificate_file" {
      type   = string
      format = [go_template, file]
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
      format = [go_template, file]
      doc    = "Path of the private key file for the bastion host."
    }
    attr "ssh_bastion_certificate_file" {
      type   = string
      format = [go_template, file]
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
  check "missing-source" {
    condition = self.direction == "download" || self.generated == true || self.source == null || !has_extension(self.source) || is_there(self.source)
    message   = "There is no file \"${self.source}\", neither in the folder of the template nor above it. If the build makes it, say so with `generated = true`."
    at        = attr.source
    severity  = warning
  }
  check "missing-sources" {
    each      = self.sources
    condition = self.direction == "download" || self.generated == true || !has_extension(each) || is_there(each)
    message   = "There is no file \"${each}\", neither in the folder of the template nor above it. If the build makes it, say so with `generated = true`."
    severity  = warning
  }
  object {
    attr "content" {
      type   = string
      format = go_template
      doc    = "Content of the file."
    }
    attr "source" {
      type   = string
      format = [go_template, path]
      doc    = "File or directory to copy."
    }
    attr "sources" {
      type   = list(string)
      format = [go_template, path]
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
  check "missing-script" {
    each      = self.script
    condition = is_there(each)
    message   = "There is no file \"${each}\", neither in the folder of the template nor above it."
    severity  = warning
  }
  check "missing-scripts" {
    each      = self.scripts
    condition = is_there(each)
    message   = "There is no file \"${each}\", neither in the folder of the template nor above it."
    severity  = warning
  }
  object {
    attr "script" {
      type   = string
      format = [go_template, file]
      doc    = "Script to run."
    }
    attr "scripts" {
      type   = list(string)
      format = [go_template, file]
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

# Whether the file may be there: templates are run from their folder, or from one above it. In Windows, "\" and
# drives are parts of paths.
function "is_there" {
  params  = [path]
  result  = path == "" || can(regex("\\{\\{|^~|\\\\|^[A-Za-z]:", path)) || try(fileexists(path), true)
  visible = pack
}

# Others are often folders, which something makes before a build.
function "has_extension" {
  params  = [path]
  result  = can(regex("[.][^./\\\\]+$", path))
  visible = pack
}
