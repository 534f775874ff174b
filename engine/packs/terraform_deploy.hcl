# Terraform Stacks: where a stack is deployed, and how.
language "terraform-deploy" {
  title         = "Terraform deployment"
  ids           = ["terraform-deploy"]
  files         = ["*.tfdeploy.hcl", "*.tfdeploy.json"]
  rules         = reference
  join          = folder
  unknown_names = ignore
  functions     = [stdlib, try, can, encoding, network, extended, search, digests, yaml, marks, files, templates]
}

object {
  block_map "deployment" {
    labels  = ["name"]
    icon    = class
    doc     = "One instance of the stack."
    outline = label.name
    label "name" { doc = "The name." }
    symbol {
      address = [deployment, label.name]
      kind    = deployment
      value   = unknown(any)
    }
    object {
      attr "inputs" { doc = "Values of its variables." }
      attr "deployment_group" { doc = "The group that it belongs to." }
      attr "destroy" {
        type = bool
        doc  = "Whether it is taken down."
      }
      attr "import" {
        type = bool
        doc  = "Whether it takes over what exists."
      }
      attr "migrate" { doc = "What it takes over." }
    }
  }
  block_map "deployment_group" {
    labels  = ["name"]
    icon    = module
    doc     = "Deployments that are planned and approved in one way."
    outline = label.name
    label "name" { doc = "The name." }
    symbol {
      address = [deployment_group, label.name]
      kind    = deployment_group
      value   = unknown(any)
    }
    object {
      attr "auto_approve_checks" { doc = "The approvals that count for it." }
      any_block {
        object { include = [body.generic.anything] }
      }
    }
  }
  block_map "deployment_auto_approve" {
    labels  = ["name"]
    icon    = event
    doc     = "When a plan is applied by itself."
    outline = label.name
    label "name" { doc = "The name." }
    symbol {
      address = [deployment_auto_approve, label.name]
      kind    = deployment_auto_approve
      value   = unknown(any)
    }
    object { include = [body.approval] }
  }
  block_map "orchestrate" {
    labels  = ["type", "name"]
    icon    = event
    doc     = "When a plan is applied by itself."
    outline = label.name
    label "type" { doc = "The kind." }
    label "name" { doc = "The name." }
    object { include = [body.approval] }
  }
  block_map "identity_token" {
    labels  = ["name"]
    icon    = key
    doc     = "A token that says who the deployment is: `identity_token.NAME.jwt`."
    outline = label.name
    label "name" { doc = "The name." }
    symbol {
      address = [identity_token, label.name]
      kind    = identity_token
      value   = unknown(any)
    }
    object {
      attr "audience" {
        type     = list(string)
        required = true
        doc      = "Who it is for."
      }
    }
  }
  block_map "store" {
    labels  = ["type", "name"]
    icon    = file
    doc     = "Values that are kept elsewhere: `store.TYPE.NAME.X`."
    outline = label.name
    label "type" { doc = "The kind." }
    label "name" { doc = "The name." }
    symbol {
      address = [store, label.type, label.name]
      kind    = store
      value   = unknown(any)
    }
    object {
      any_attr { doc = "Which ones: `id`, `name`, `category`, `path`." }
    }
  }
  block_map "publish_output" {
    labels  = ["name"]
    icon    = property
    doc     = "A value that other stacks may read."
    outline = label.name
    label "name" { doc = "The name." }
    object {
      attr "description" {
        type = string
        doc  = "What it is."
      }
      attr "value" {
        required = true
        doc      = "The value."
      }
    }
  }
  block_map "upstream_input" {
    labels  = ["name"]
    icon    = interface
    doc     = "Values that another stack publishes: `upstream_input.NAME.X`."
    outline = label.name
    label "name" { doc = "The name." }
    symbol {
      address = [upstream_input, label.name]
      kind    = upstream_input
      value   = unknown(any)
    }
    object {
      attr "type" {
        type     = string
        required = true
        doc      = "What it is: `stack`."
      }
      attr "source" {
        type     = string
        required = true
        doc      = "The address of the stack."
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
        }
      }
    }
  }
}

body "approval" {
  object {
    block_list "check" {
      min_items = 1
      doc       = "A condition under which it goes on by itself."
      object {
        attr "condition" {
          type     = bool
          required = true
          doc      = "True when it may."
        }
        attr "reason" {
          type = string
          doc  = "What to say when it may not."
        }
      }
    }
  }
}
