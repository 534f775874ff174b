# Policies of Vault and OpenBao: what requests to paths may do. Written in HCL 1.
language "vault-policy" {
  title   = "Vault policy"
  ids     = ["vault-policy"]
  files   = ["*.vault-policy.hcl"]
  content = "^\"?path\"? +\"[^\"]+\" *\\{?"
  syntax  = hcl1
  rules   = reference
}

object {
  attr "name" {
    type = string
    doc  = "The name of the policy. Other ways of writing a policy ignore it."
  }
  block_list "path" {
    outline = label.path
    icon    = key
    doc     = "What requests to these paths may do."
    label "path" { doc = "The paths that the rules are for. `*` at the end stands for any rest, `+` for one segment." }
    object {
      at_least_one = [[capabilities, policy]]
      attr "capabilities" {
        types  = [list(string), string]
        unique = true
        values = {
          create    = "Write where nothing is yet."
          read      = "Read."
          update    = "Change what is there."
          patch     = "Change parts of what is there."
          delete    = "Delete."
          list      = "List names below the path."
          sudo      = "Use paths that need root rights."
          deny      = "Nothing at all."
          subscribe = "Receive events."
          recover   = "Restore from a snapshot."
        }
        doc = "The operations that are allowed. `deny` outweighs all others."
      }
      attr "policy" {
        type       = string
        deprecated = "Write the operations out in `capabilities`."
        values     = ["deny", "read", "write", "sudo"]
        doc        = "The rights in a word, as older versions took them."
      }
      attr "min_wrapping_ttl" {
        types   = [string, number]
        pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
        doc     = "The shortest time to live of a wrapped response."
      }
      attr "max_wrapping_ttl" {
        types   = [string, number]
        pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
        doc     = "The longest time to live of a wrapped response."
      }
      block_list "allowed_parameters" {
        doc = "Parameters that requests may have, with the values that each may take; an empty list allows all."
        object {
          any_attr {
            doc = "The values that the parameter may take."
          }
        }
      }
      block_list "denied_parameters" {
        doc = "Parameters that requests must not have, with the values that are refused; an empty list refuses all."
        object {
          any_attr {
            doc = "The values that are refused."
          }
        }
      }
      attr "required_parameters" {
        types = [list(string), string]
        doc   = "Parameters that every request must have."
      }
      attr "mfa_methods" {
        types = [list(string), string]
        doc   = "The MFA methods that a request must pass."
      }
      attr "subscribe_event_types" {
        types = [list(string), string]
        doc   = "The types of events that may be received."
      }
      attr "pagination_limit" {
        type = number
        doc  = "The most entries that a list request may ask for."
      }
      attr "expiration" {
        type = string
        doc  = "OpenBao: when the rules end, in RFC 3339."
      }
      attr "comment" {
        type = string
        doc  = "OpenBao: a note on the rules."
      }
      attr "list_scan_response_keys_filter_path" {
        type = string
        doc  = "OpenBao: a template of the paths that listed keys are kept for."
      }
      block_list "control_group" {
        singleton = true
        doc       = "Who has to approve of a request."
        object {
          attr "ttl" {
            types   = [string, number]
            pattern = "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+"
            doc     = "How long the approval is waited for."
          }
          block_list "factor" {
            doc = "One of the approvals that are needed."
            label "name" { doc = "The name of the factor." }
            object {
              attr "controlled_capabilities" {
                types = [list(string), string]
                doc   = "The operations that need it; all when it is absent."
              }
              block_list "identity" {
                singleton = true
                doc       = "Who may approve."
                object {
                  attr "group_names" {
                    types = [list(string), string]
                    doc   = "The groups whose members may approve, by name."
                  }
                  attr "group_ids" {
                    types = [list(string), string]
                    doc   = "The groups whose members may approve, by id."
                  }
                  attr "approvals" {
                    type = number
                    doc  = "How many have to approve."
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
