# Config entries of Consul. Written in HCL 1; names can be written as in `DefaultSubset` or as in `default_subset`.
# A body `of_...` for each set of kinds has the arguments that only these have; each family of kinds is a file of its own.
language "consul-config-entry" {
  title   = "Consul config entry"
  ids     = ["consul-config-entry"]
  files   = ["*.consul-entry.hcl", "*.consul-entry.json"]
  content = ["\\s*\"?Kind\"? *= *\"[a-z-]+\".*", "\\s*\"?[Kk]ind\"? *= *\"(api-gateway|bound-api-gateway|control-plane-request-limit|exported-services|file-system-certificate|http-route|ingress-gateway|inline-certificate|jwt-provider|mesh|proxy-defaults|sameness-group|service-defaults|service-intentions|service-resolver|service-router|service-splitter|tcp-route|terminating-gateway)\".*"]
  syntax  = hcl1
  also    = any_case
}

# Whether an entry is of one of these kinds, as far as that is known.
function "is_of" {
  params  = [kind, kinds]
  result  = kind == null || contains(kinds, kind) || !contains(["api-gateway", "bound-api-gateway", "control-plane-request-limit", "exported-services", "file-system-certificate", "http-route", "ingress-gateway", "inline-certificate", "jwt-provider", "mesh", "proxy-defaults", "sameness-group", "service-defaults", "service-intentions", "service-resolver", "service-router", "service-splitter", "tcp-route", "terminating-gateway"], kind)
  visible = pack
}

check "proxy-defaults-name" {
  condition = self.Kind != "proxy-defaults" || self.Name == null || self.Name == "global"
  message   = "The entry of the kind `proxy-defaults` has the name `global`: there is only one."
  at        = attr.Name
}
check "default-subset" {
  condition = self.Kind != "service-resolver" || first(self.DefaultSubset, "") == "" || self.Subsets != null
  message   = "The entry has no `Subsets`, so none has this name."
  at        = attr.DefaultSubset
  severity  = warning
}
check "split-weights" {
  condition = self.Kind != "service-splitter" || try(abs(sum([for split in self.Splits : try(split.Weight, split.weight)]) - 100) < 0.1, true)
  message   = "The weights of all splits are 100 in sum."
  at        = attr.Splits
  severity  = warning
}

object {
  include = [
    body.entry,
    body.of_proxies, body.of_service_defaults, body.of_proxy_defaults, body.of_modes, body.of_transparent_proxies,
    body.of_mesh, body.of_peering, body.of_request_limit, body.of_sameness_group,
    body.of_service_router, body.of_service_splitter, body.of_service_resolver, body.of_localities,
    body.of_service_intentions, body.of_jwt_provider,
    body.of_gateways, body.of_ingress_gateway, body.of_tls, body.of_services, body.of_certificates, body.of_routes,
    body.of_http_route, body.of_states
  ]
}

body "entry" {
  object {
    unknown = warning
    attr "Kind" {
      type     = string
      required = true
      values = {
        "api-gateway"                 = "Gateway into the mesh, with routes in entries of their own."
        "bound-api-gateway"           = "State of an API gateway, which Consul makes."
        "control-plane-request-limit" = "Limits on requests of each client to the servers."
        "exported-services"           = "Services that partitions and peers can use."
        "file-system-certificate"     = "Certificate of an API gateway, in files."
        "http-route"                  = "HTTP routes of an API gateway."
        "ingress-gateway"             = "Gateway into the mesh."
        "inline-certificate"          = "Certificate of an API gateway, in the entry."
        "jwt-provider"                = "Issuer of JSON Web Tokens."
        "mesh"                        = "Settings of the whole mesh."
        "proxy-defaults"              = "Settings of all proxies."
        "sameness-group"              = "Partitions and peers with the same services."
        "service-defaults"            = "Settings of all instances of a service."
        "service-intentions"          = "Who can call a service."
        "service-resolver"            = "Which instances take the requests for a service."
        "service-router"              = "Routes for the requests to a service."
        "service-splitter"            = "Shares of the traffic of a service."
        "tcp-route"                   = "TCP route of an API gateway."
        "terminating-gateway"         = "Gateway to services outside of the mesh."
      }
      doc = "Kind of the config entry."
    }
    attr "Name" {
      # The other kinds have a fixed name.
      required = contains(["api-gateway", "file-system-certificate", "http-route", "ingress-gateway", "inline-certificate", "jwt-provider", "sameness-group", "service-defaults", "service-intentions", "service-resolver", "service-router", "service-splitter", "tcp-route", "terminating-gateway"], self.Kind)
      type     = string
      doc      = "Name of the entry. For entries about a service, the name of the service."
    }
    attr "Namespace" {
      type = string
      doc  = "Namespace of the entry (Enterprise)."
    }
    attr "Partition" {
      type = string
      doc  = "Admin partition of the entry (Enterprise)."
    }
    block_list "Meta" {
      also = attr
      doc  = "Metadata: names and values."
      object { include = [body.agents.free] }
    }
    attr "CreateIndex" {
      type = number
      doc  = "Index at which Consul created the entry; part of what it returns."
    }
    attr "ModifyIndex" {
      type = number
      doc  = "Index at which Consul changed the entry; part of what it returns."
    }
  }
}
