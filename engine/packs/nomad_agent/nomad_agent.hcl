# Configuration of Nomad agents: servers and clients. Written in HCL 1.
language "nomad-agent" {
  title   = "Nomad agent"
  ids     = ["nomad-agent"]
  files   = ["nomad.hcl", "*.nomad-agent.hcl", "nomad.json", "*.nomad-agent.json"]
  content = ["\\s+(server_join|drain_on_shutdown|default_scheduler_config|plan_rejection_tracker|host_volume +\"[^\"]+\") *\\{.*|\\s+(bootstrap_expect|node_class|bridge_network_name|cni_path|authoritative_region|enabled_schedulers|gc_max_allocs|publish_allocation_metrics|network_interface) *=.*|plugin +\"(docker|raw_exec|exec|java|qemu|podman|nomad-driver-[a-z]+)\" *\\{\\s*(config|args|#|//|\\}).*|(server|client) *\\{\\n\\s*(enabled|servers) *=.*|client *\\{\\n\\s*(options|meta|reserved|chroot_env) *(=|\\{).*|\\s+\"?(driver\\.(allow|deny|white|black)list|fingerprint\\.(allow|deny|white|black)list|user\\.denylist|docker\\.cleanup\\.image)\"? *=.*|telemetry *\\{\\n\\s*(collection_interval|publish_(node|allocation)_metrics) *=.*", "!scaling +\"[^\"]*\" *\\{.*", "!\\s*\\{?\\s*\"[Jj]ob\" *:.*", "![^#\"]*[=,\\[] *[$]\\{.*", "!path +\"[^\"]*\" *\\{.*", "!\\s*\\{?\\s*\"(panels|schemaVersion|templating|__inputs|__requires)\" *:.*"]
  # Templates of Terraform, which is the only program that writes `${` without quotes.
  syntax = hcl1
}

check "absolute-data-dir" {
  condition = first(self.data_dir, "") == "" || can(regex("^/|^[A-Za-z]:[/\\\\]|^\\\\|\\{\\{|\\$\\{", self.data_dir))
  message   = "Agents take only an absolute path here."
  at        = attr.data_dir
  severity  = warning
}
object {
  attr "region" {
    type = string
    doc  = "Region of the agent."
  }
  attr "datacenter" {
    type = string
    doc  = "Datacenter of the agent."
  }
  attr "name" {
    type = string
    doc  = "Name of the node. Defaults to the host name."
  }
  attr "data_dir" {
    type   = string
    format = folder
    doc    = "Directory for the agent's state."
  }
  attr "plugin_dir" {
    type   = string
    format = folder
    doc    = "Directory with task driver and device plugins."
  }
  attr "log_level" {
    type     = string
    values   = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF", "trace", "debug", "info", "warn", "error", "off", "Trace", "Debug", "Info", "Warn", "Error", "Off"]
    unknown  = allowed
    reserved = ["*"]
    doc      = "Log level."
  }
  attr "log_json" {
    type = [bool, number]
    doc  = "Writes the log in JSON format."
  }
  attr "log_file" {
    type   = string
    format = path
    doc    = "Path of the log file."
  }
  attr "log_include_location" {
    type = [bool, number]
    doc  = "Adds the source file and line to each log message."
  }
  attr "log_rotate_duration" {
    type   = string
    format = duration
    doc    = "Maximum age of a file before it is rotated."
  }
  attr "log_rotate_bytes" {
    type = number
    doc  = "Maximum size of a file in bytes before it is rotated."
  }
  attr "log_rotate_max_files" {
    type = number
    doc  = "Maximum number of rotated files to keep."
  }
  attr "bind_addr" {
    type = string
    doc  = "Address on which the agent's services listen."
  }
  attr "enable_debug" {
    type = [bool, number]
    doc  = "Enables the debug endpoints (profiling) without an ACL token."
  }
  attr "leave_on_interrupt" {
    type = [bool, number]
    doc  = "Leaves the cluster on an interrupt signal."
  }
  attr "leave_on_terminate" {
    type = [bool, number]
    doc  = "Leaves the cluster on a termination signal."
  }
  attr "enable_syslog" {
    type = [bool, number]
    doc  = "Logs to syslog."
  }
  attr "syslog_facility" {
    type = string
    doc  = "Syslog facility."
  }
  attr "disable_update_check" {
    type = [bool, number]
    doc  = "Disables the check for new versions."
  }
  attr "disable_anonymous_signature" {
    type = [bool, number]
    doc  = "Omits the anonymous signature that deduplicates version checks."
  }
  block_list "ports" {
    max_items = 1
    doc       = "Ports of the agent's services."
    object {
      attr "http" {
        type   = number
        format = integer
        max    = 65535
        doc    = "Port of the HTTP API."
      }
      attr "rpc" {
        type   = number
        format = integer
        max    = 65535
        doc    = "Port for RPC between agents."
      }
      attr "serf" {
        type   = number
        format = integer
        max    = 65535
        doc    = "Port for gossip (Serf)."
      }
    }
  }
  block_list "addresses" {
    max_items = 1
    doc       = "Bind addresses of individual services. Override `bind_addr`."
    object { include = [body.addresses] }
  }
  block_list "advertise" {
    max_items = 1
    doc       = "Addresses to advertise to other agents."
    object { include = [body.addresses] }
  }
  # Nomad merges several.
  block_list "client" {
    icon = class
    doc  = "Client settings. Clients run tasks on this node."
    object { include = [body.client] }
  }
  # Nomad merges several.
  block_list "server" {
    icon = class
    doc  = "Server settings. Servers manage the cluster."
    object { include = [body.server] }
  }
  block_list "rpc" {
    max_items = 1
    doc       = "Settings for RPC between agents."
    object { include = [body.rpc] }
  }
  block_list "acl" {
    max_items = 1
    icon      = key
    doc       = "ACL settings."
    object { include = [body.acl] }
  }
  block_list "telemetry" {
    max_items = 1
    doc       = "Telemetry settings of the agent."
    object { include = [body.telemetry] }
  }
  block_list "ui" {
    max_items = 1
    doc       = "Web UI settings."
    object { include = [body.ui] }
  }
  block_list "tls" {
    max_items = 1
    icon      = key
    doc       = "TLS settings."
    object { include = [body.tls] }
  }
  block_list "http_api_response_headers" {
    max_items = 1
    doc       = "Additional headers of HTTP API responses."
    object {
      attr "*" {
        type = string
        doc  = "Value of the header."
      }
    }
  }
  block_list "sentinel" {
    max_items = 1
    doc       = "Settings of Sentinel (Enterprise)."
    object { include = [body.sentinel] }
  }
  block_list "autopilot" {
    max_items = 1
    doc       = "Autopilot settings for server management."
    object { include = [body.autopilot] }
  }
  block_list "plugin" {
    icon = package
    doc  = "Task driver or device plugin."
    label "name" {
      unknown = allowed
      values  = ["docker", "exec", "java", "nomad-driver-podman", "qemu", "raw_exec"]
      doc     = "Name of the plugin."
    }
    case {
      on = label.name
      is = {
        docker              = body.plugin_docker
        exec                = body.plugin_exec
        java                = body.plugin_exec
        nomad-driver-podman = body.plugin_podman
        qemu                = body.plugin_qemu
        raw_exec            = body.plugin_raw_exec
        "*"                 = body.plugin_other
      }
    }
    object {
      attr "args" {
        type = [list(string), string]
        doc  = "Arguments of the executable."
      }
    }
  }
  block_list "limits" {
    max_items = 1
    doc       = "Connection limits."
    object { include = [body.limits] }
  }
  block_list "audit" {
    max_items = 1
    doc       = "Audit logging (Enterprise)."
    object { include = [body.audit] }
  }
  block_list "reporting" {
    max_items = 1
    doc       = "Usage reporting settings."
    object { include = [body.reporting] }
  }
  block_list "keyring" {
    icon = key
    doc  = "Key management service that encrypts the cluster's keyring."
    label "provider" { doc = "Keyring provider." }
    object { include = [body.keyring] }
  }
  block_list "eventlog" {
    max_items = 1
    doc       = "Windows Event Log."
    object { include = [body.eventlog] }
  }
  block_list "consul" {
    icon = interface
    doc  = "Consul integration of the agent."
    label "name" {
      optional = true
      doc      = "Name of the cluster."
    }
    object { include = [body.consul] }
  }
  block_list "vault" {
    icon = interface
    doc  = "Vault integration of the agent."
    label "name" {
      optional = true
      doc      = "Name of the cluster."
    }
    object { include = [body.vault] }
  }
}
