# Terraform Stacks: deployments of a stack.
language "terraform-deploy" {
  title   = "Terraform deployment"
  ids     = ["terraform-deploy"]
  files   = ["*.tfdeploy.hcl", "*.tfdeploy.json"]
  join    = folder
  native  = terraform
  unknown = allowed
  names = {
    component               = error
    deployment              = error
    deployment_auto_approve = error
    deployment_group        = error
    identity_token          = error
    local                   = error
    store                   = error
    upstream_input          = error
    var                     = error
    context = {
      values = {
        "plan.applyable"         = "Whether the plan can be applied."
        "plan.changes.total"     = "Number of all changes."
        "plan.changes.add"       = "Number of resources that are added."
        "plan.changes.change"    = "Number of resources that are changed in place."
        "plan.changes.remove"    = "Number of resources that are destroyed."
        "plan.changes.import"    = "Number of resources that are imported."
        "plan.changes.move"      = "Number of resources that are moved."
        "plan.changes.forget"    = "Number of resources that leave the state and stay."
        "plan.changes.defer"     = "Number of changes that wait for another plan."
        "plan.component_changes" = "The same numbers for each component."
        "plan.replans"           = "Number of earlier plans of the same configuration."
        "plan.deployment"        = "The deployment, as in `deployment.NAME`."
        operation                = "`plan` or `apply`."
        success                  = "Whether the operation succeeded."
        errors                   = "What failed."
        warnings                 = "Warnings of the operation."
      }
    }
    "*"              = whole
    "*()"            = error
  }
  functions = [common, try, can, encoding, network, extended, search, digests, yaml, marks, files, templates, "provider::*::*"]
}

object {
  block_map "deployment" {
    labels  = ["name"]
    icon    = class
    lens    = any_references
    doc     = "Deployment: one instance of the stack."
    outline = label.name
    label "name" { doc = "Name of the deployment." }
    symbol {
      address = [deployment, label.name]
      kind    = deployment
      value   = unknown(any)
    }
    object {
      attr "inputs" { doc = "Values for the variables of the stack." }
      attr "variables" {
        deprecated = inputs
        doc        = "The name of `inputs` in early versions."
      }
      attr "deployment_group" { doc = "Deployment group that the deployment belongs to." }
      attr "destroy" {
        type = bool
        doc  = "Destroy the deployment."
      }
      attr "import" {
        type = bool
        doc  = "Import existing resources into the deployment."
      }
      attr "migrate" { doc = "Existing resources to migrate into the deployment." }
    }
  }
  block_map "deployment_group" {
    labels  = ["name"]
    icon    = module
    doc     = "Group of deployments with common rules for plans and approvals."
    outline = label.name
    label "name" { doc = "Name of the deployment group." }
    symbol {
      address = [deployment_group, label.name]
      kind    = deployment_group
      value   = unknown(any)
    }
    object {
      attr "auto_approve_checks" { doc = "Auto-approve rules for the group." }
      block_list "*" {
        object { include = [body.generic.anything] }
      }
    }
  }
  block_map "deployment_auto_approve" {
    labels  = ["name"]
    icon    = event
    doc     = "Rule for automatic approval of plans."
    outline = label.name
    label "name" { doc = "Name of the rule." }
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
    doc     = "Rule for automatic approval of plans."
    outline = label.name
    label "type" { doc = "Type of the rule." }
    label "name" { doc = "Name of the rule." }
    object { include = [body.approval] }
  }
  block_map "identity_token" {
    labels  = ["name"]
    icon    = key
    doc     = "JWT identity token for the deployment: `identity_token.NAME.jwt`."
    outline = label.name
    label "name" { doc = "Name of the token." }
    symbol {
      address = [identity_token, label.name]
      kind    = identity_token
      value   = { jwt = ephemeral(unknown(string)), jwt_filename = unknown(string) }
    }
    object {
      attr "audience" {
        type     = list(string)
        required = true
        doc      = "Audience of the token."
      }
    }
  }
  block_map "store" {
    labels  = ["type", "name"]
    icon    = file
    doc     = "Values from an external store: `store.TYPE.NAME.X`."
    outline = label.name
    label "type" {
      unknown = allowed
      values  = { varset = "A set of variables of HCP Terraform." }
      doc     = "Store type."
    }
    label "name" { doc = "Name of the store." }
    symbol {
      address = [store, label.type, label.name]
      kind    = store
      value   = unknown(any)
    }
    object {
      attr "id" {
        type = string
        doc  = "Id of the set of variables."
      }
      attr "name" {
        type = string
        doc  = "Name of the set of variables."
      }
      attr "category" {
        type    = string
        unknown = allowed
        values  = { terraform = "Values of variables.", env = "Values of the environment." }
        doc     = "Which of its values: `terraform` or `env`."
      }
      attr "*" { doc = "Argument that selects the values, such as `path`." }
    }
  }
  block_map "publish_output" {
    labels  = ["name"]
    icon    = property
    doc     = "Output value that other stacks can read."
    outline = label.name
    label "name" { doc = "Name of the output." }
    object {
      attr "description" {
        type = string
        doc  = "Description of the output."
      }
      attr "value" {
        required = true
        doc      = "Value of the output."
      }
    }
  }
  block_map "upstream_input" {
    labels  = ["name"]
    icon    = interface
    doc     = "Published outputs of another stack: `upstream_input.NAME.X`."
    outline = label.name
    label "name" { doc = "Name of the upstream input." }
    symbol {
      address = [upstream_input, label.name]
      kind    = upstream_input
      value   = unknown(any)
    }
    object {
      attr "type" {
        type     = string
        required = true
        unknown  = allowed
        values   = ["stack"]
        doc      = "Type of the source: `stack`."
      }
      attr "source" {
        type     = string
        required = true
        doc      = "Address of the stack."
      }
    }
  }
  block_list "locals" {
    icon = variable
    doc  = "Named values: `local.NAME`."
    object {
      attr "*" {
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
      doc       = "Condition for automatic approval."
      scope {
        names = { context = unknown(any) }
      }
      object {
        attr "condition" {
          type     = bool
          required = true
          snippet  = "$1"
          doc      = "Condition that must be true for the approval."
        }
        attr "reason" {
          type = string
          doc  = "Message that is shown when the condition is false."
        }
      }
    }
  }
}
