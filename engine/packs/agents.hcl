# A library of bodies that the configurations of Vault, Consul, Nomad and Boundary share.
body "free" {
  object {
    block_list "*" {
      label "labels" { optional = many }
      object { include = [body.free] }
    }
    attr "*" {
      doc = "A setting."
    }
  }
}

body "circonus" {
  object {
    attr "circonus_api_token" {
      type      = string
      sensitive = true
      doc       = "Circonus: the token of its API."
    }
    attr "circonus_api_app" {
      type = string
      doc  = "Circonus: the name of the application."
    }
    attr "circonus_api_url" {
      type = string
      doc  = "Circonus: the address of its API."
    }
    attr "circonus_submission_interval" {
      type = string
      doc  = "Circonus: how often numbers are sent."
    }
    attr "circonus_submission_url" {
      type = string
      doc  = "Circonus: the address that they are sent to."
    }
    attr "circonus_check_id" {
      type = string
      doc  = "Circonus: the check that takes them."
    }
    attr "circonus_check_force_metric_activation" {
      type = string
      doc  = "Circonus: turns metrics on again."
    }
    attr "circonus_check_instance_id" {
      type = string
      doc  = "Circonus: the name of this instance."
    }
    attr "circonus_check_search_tag" {
      type = string
      doc  = "Circonus: the tag by which the check is found."
    }
    attr "circonus_check_tags" {
      type = string
      doc  = "Circonus: tags of a new check."
    }
    attr "circonus_check_display_name" {
      type = string
      doc  = "Circonus: the name that is shown."
    }
    attr "circonus_broker_id" {
      type = string
      doc  = "Circonus: the broker of a new check."
    }
    attr "circonus_broker_select_tag" {
      type = string
      doc  = "Circonus: the tag by which the broker is found."
    }
  }
}
