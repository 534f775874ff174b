# Nomad jobs: services and their health checks.
body "service" {
  check "service-name" {
    condition = self.name == null || is_template(self.name) || can(regex("^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$", self.name))
    message   = "The name of a service has up to 63 letters, digits and hyphens."
    at        = attr.name
    severity  = warning
  }
  check "address-mode" {
    condition = first(self.address, "") == "" || first(self.address_mode, "auto") == "auto"
    message   = "With an `address`, the address mode is `auto`."
    at        = attr.address_mode
    severity  = warning
  }
  check "nomad-checks" {
    condition = self.provider != "nomad" || length([for check in self.check : 1 if contains(["grpc", "script"], first(check.type, ""))]) == 0
    message   = "Services of Nomad have only checks of type `http` and `tcp`."
    at        = attr.provider
    severity  = warning
  }
  check "check-port" {
    # Nomad makes the port of a terminating gateway.
    condition = first(self.port, "") != "" || can(self.connect[0].gateway[0].terminating[0]) || length([for check in self.check : 1 if first(check.port, "") == "" && check.expose != true && contains(["http", "tcp", "grpc"], first(check.type, ""))]) == 0
    message   = "A check needs a port: set `port` in the service or in the check."
    severity  = warning
  }
  object {
    include = [body.meta_block]
    attr "name" {
      type     = string
      nullable = false
      doc      = "Service name."
    }
    attr "tags" {
      type = list(string)
      doc  = "Tags of the service."
    }
    attr "canary_tags" {
      type = list(string)
      doc  = "Service tags of canary allocations."
    }
    attr "enable_tag_override" {
      type     = bool
      nullable = false
      doc      = "Whether external agents can override the tags."
    }
    attr "port" {
      type      = string
      nullable  = false
      refers_to = [port]
      pattern   = "-?[0-9]+"
      unknown   = allowed
      doc       = "Port label or port number of the service."
    }
    attr "address_mode" {
      type     = string
      values   = ["auto", "alloc", "alloc_ipv6", "driver", "host", ""]
      unknown  = allowed
      reserved = ["*"]
      nullable = false
      doc      = "Address mode: source of the address to advertise."
    }
    attr "address" {
      type     = string
      nullable = false
      doc      = "Custom address to advertise."
    }
    attr "task" {
      type      = string
      nullable  = false
      refers_to = [task]
      doc       = "Task that the service belongs to."
    }
    attr "on_update" {
      type     = string
      values   = ["require_healthy", "ignore_warnings", "ignore", ""]
      unknown  = allowed
      reserved = ["*"]
      nullable = false
      doc      = "How checks affect deployments."
    }
    attr "provider" {
      type     = string
      values   = ["consul", "nomad", ""]
      unknown  = allowed
      reserved = ["*"]
      nullable = false
      doc      = "Service registry: Consul or Nomad."
    }
    attr "cluster" {
      type     = string
      nullable = false
      doc      = "Consul cluster."
    }
    attr "kind" {
      type     = string
      values   = ["api-gateway", "ingress-gateway", "mesh-gateway", "terminating-gateway", ""]
      unknown  = allowed
      reserved = ["*"]
      nullable = false
      doc      = "Consul service kind."
    }
    block_list "check" {
      doc = "Health check of the service."
      check "check-type" {
        condition = contains(["http", "tcp", "grpc", "script"], lower(first(self.type, ""))) || is_template(self.type)
        message   = "A check has the type `http`, `tcp`, `grpc` or `script`."
        at        = attr.type
        severity  = warning
      }
      check "check-path" {
        condition = self.type != "http" || first(self.path, "") != ""
        message   = "A check of type `http` needs a `path`."
        severity  = warning
      }
      check "check-url" {
        condition = self.path == null || !can(regex("^[a-z]+://", self.path))
        message   = "The path has no host: it begins with a slash."
        at        = attr.path
        severity  = warning
      }
      check "check-command" {
        condition = self.type != "script" || first(self.command, "") != ""
        message   = "A check of type `script` needs a `command`."
        severity  = warning
      }
      check "check-interval" {
        condition = set.interval
        message   = "A check needs an `interval`."
        severity  = warning
      }
      check "check-timeout" {
        condition = set.timeout
        message   = "A check needs a `timeout`."
        severity  = warning
      }
      check "short-interval" {
        condition = first(seconds(self.interval), 1) >= 1
        message   = "The interval must be at least 1s."
        at        = attr.interval
        severity  = warning
      }
      check "short-timeout" {
        condition = first(seconds(self.timeout), 1) >= 1
        message   = "The timeout must be at least 1s."
        at        = attr.timeout
        severity  = warning
      }
      check "ignored-restart" {
        condition = self.on_update != "ignore" || length(self.check_restart) == 0
        message   = "A check that is ignored cannot restart tasks: `check_restart` excludes `on_update = \"ignore\"`."
        at        = attr.on_update
        severity  = warning
      }
      object { include = [body.service_check] }
    }
    block_list "check_restart" {
      max_items = 1
      doc       = "Restart policy for tasks with failing health checks."
      object { include = [body.check_restart] }
    }
    block_list "connect" {
      max_items = 1
      doc       = "Consul service mesh configuration."
      check "one-connection" {
        condition = length(self.sidecar_service) + length(self.gateway) + (self.native == true ? 1 : 0) == 1
        message   = "Set exactly one of `native = true`, `sidecar_service` and `gateway`."
        severity  = warning
      }
      object { include = [body.connect] }
    }
    block_list "canary_meta" {
      max_items = 1
      doc       = "User-defined metadata of canary allocations."
      object { include = [body.free] }
    }
    block_list "tagged_addresses" {
      max_items = 1
      doc       = "Additional addresses of the service by tag."
      object { include = [body.free] }
    }
    block_list "identity" {
      max_items = 1
      doc       = "Workload identity token."
      object { include = [body.identity] }
    }
    block_list "weights" {
      max_items = 1
      doc       = "Weights of the service in DNS responses."
      object { include = [body.weights] }
    }
  }
}
body "service_check" {
  object {
    attr "name" {
      type     = string
      nullable = false
      doc      = "Name of the health check."
    }
    attr "type" {
      type     = string
      values   = ["http", "tcp", "grpc", "script"]
      unknown  = allowed
      nullable = false
      doc      = "Type of health check."
    }
    attr "command" {
      type     = string
      nullable = false
      doc      = "Command of a script check."
    }
    attr "args" {
      type = list(string)
      doc  = "Arguments of the script."
    }
    attr "path" {
      type     = string
      nullable = false
      doc      = "HTTP path of the check request."
    }
    attr "protocol" {
      type     = string
      nullable = false
      doc      = "Protocol of the check: `http` or `https`."
    }
    attr "port" {
      type      = string
      nullable  = false
      refers_to = [port]
      # Nomad makes ports for the proxies and gateways of a mesh.
      pattern   = "-?[0-9]+|connect-(proxy|mesh|terminating|ingress)-.*"
      unknown   = allowed
      doc       = "Port label or port number to check."
    }
    attr "expose" {
      type     = bool
      nullable = false
      doc      = "Whether to expose the check path through the service mesh proxy."
    }
    attr "address_mode" {
      type     = string
      values   = ["alloc", "alloc_ipv6", "driver", "host", ""]
      unknown  = allowed
      reserved = ["*"]
      nullable = false
      doc      = "Address mode: source of the address to check."
    }
    attr "advertise" {
      type     = string
      nullable = false
      doc      = "Address to advertise for the check."
    }
    attr "interval" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Interval between checks."
    }
    attr "timeout" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Timeout of the check."
    }
    attr "initial_status" {
      type     = string
      values   = ["passing", "warning", "critical", ""]
      unknown  = allowed
      reserved = ["*"]
      nullable = false
      doc      = "Status before the first check."
    }
    attr "notes" {
      type     = string
      nullable = false
      doc      = "Notes about the check."
    }
    attr "tls_server_name" {
      type     = string
      nullable = false
      doc      = "Server name (SNI) for TLS."
    }
    attr "tls_skip_verify" {
      type     = bool
      nullable = false
      doc      = "Whether to skip TLS certificate verification."
    }
    attr "method" {
      type     = string
      nullable = false
      doc      = "HTTP method."
    }
    attr "body" {
      type     = string
      nullable = false
      doc      = "HTTP request body."
    }
    attr "grpc_service" {
      type     = string
      nullable = false
      doc      = "gRPC service to check."
    }
    attr "grpc_use_tls" {
      type     = bool
      nullable = false
      doc      = "Whether the gRPC check uses TLS."
    }
    attr "task" {
      type      = string
      nullable  = false
      refers_to = [task]
      doc       = "Task in which the script runs."
    }
    attr "success_before_passing" {
      type     = number
      format   = integer
      nullable = false
      doc      = "Number of consecutive successes before the check is passing."
    }
    attr "failures_before_critical" {
      type     = number
      format   = integer
      nullable = false
      doc      = "Number of consecutive failures before the check is critical."
    }
    attr "failures_before_warning" {
      type     = number
      format   = integer
      nullable = false
      doc      = "Number of consecutive failures before the check is in the warning state."
    }
    attr "on_update" {
      type     = string
      values   = ["require_healthy", "ignore_warnings", "ignore", ""]
      unknown  = allowed
      reserved = ["*"]
      nullable = false
      doc      = "How the check affects deployments."
    }
    block_list "header" {
      max_items = 1
      doc       = "HTTP headers of the request."
      object { include = [body.header] }
    }
    block_list "check_restart" {
      max_items = 1
      doc       = "Restart policy for the task when the check fails."
      object { include = [body.check_restart] }
    }
  }
}
body "check_restart" {
  object {
    attr "limit" {
      type     = number
      format   = integer
      nullable = false
      doc      = "Number of failures before the task is restarted."
    }
    attr "grace" {
      type     = [string, number]
      format   = duration
      nullable = false
      doc      = "Grace period after the task starts."
    }
    attr "ignore_warnings" {
      type     = bool
      nullable = false
      doc      = "Whether to treat warnings as passing."
    }
  }
}
body "weights" {
  object {
    attr "passing" {
      type     = number
      format   = integer
      nullable = false
      doc      = "Weight in the passing state."
    }
    attr "warning" {
      type     = number
      format   = integer
      nullable = false
      doc      = "Weight in the warning state."
    }
  }
}
body "header" {
  object {
    attr "*" { type = list(string) }
  }
}

function "has_sidecar" {
  params  = [service]
  result  = length([for connect in service.connect : 1 if length(connect.sidecar_service) > 0]) > 0
  visible = pack
}
