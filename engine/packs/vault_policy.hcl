# Policies of Vault and OpenBao: permissions for requests to paths. Written in HCL 1.
language "vault-policy" {
  title   = "Vault policy"
  ids     = ["vault-policy"]
  files   = ["*.vault-policy.hcl", "*.vault-policy.json"]
  content = [
    "\"?path\"? +\"[^\"]+\" *\\{?.*",
    # In JSON.
    "\\s*([{]?\\s*\"path\"\\s*:.*)?\"capabilities\"\\s*:\\s*\\[\\s*\"(create|read|update|patch|delete|list|sudo|deny)\".*"
  ]
  syntax  = hcl1
}

# The seconds of a duration, such as 1h30m or 90.
function "seconds" {
  params  = [duration]
  result  = duration == null ? null : try(tonumber(duration), sum([for part in regexall("([0-9.]+)(ns|us|µs|ms|s|m|h|d)", duration) : tonumber(part[0]) * lookup({ ns = 0, us = 0, ms = 0.001, s = 1, m = 60, h = 3600, d = 86400 }, part[1], 0)]), null)
  visible = pack
}

object {
  attr "name" {
    type = string
    doc  = "Name of the policy. The name in the API request or command takes precedence."
  }
  block_list "path" {
    outline = label.path
    icon    = key
    doc     = "Permissions for requests to matching paths."
    label "path" { doc = "Paths that the rules apply to. `*` at the end matches any suffix, `+` matches one segment." }
    check "two-wildcards" {
      condition = !can(regex("[+][*]", label.path))
      message   = "Wildcards cannot follow each other: `+*` is refused."
    }
    check "inner-wildcard" {
      condition = !can(regex("[*].", label.path)) || can(regex("[{][{]|[$%][{]", label.path))
      message   = "`*` is a wildcard only at the end of a path; before, it is an ordinary character."
      severity  = warning
    }
    check "plus-in-segment" {
      condition = !can(regex("[^/+]\\+(/|$)", label.path)) || can(regex("[{][{]|[$%][{]", label.path))
      message   = "`+` is a wildcard only for a whole segment, as in `secret/+/x`; here it is an ordinary character."
      severity  = warning
    }
    check "deny-alone" {
      condition = length(self.capabilities) < 2 || !contains(self.capabilities, "deny")
      message   = "With `deny`, all other capabilities are ignored."
      at        = attr.capabilities
      severity  = warning
    }
    check "wrapping-ttls" {
      condition = first(seconds(self.max_wrapping_ttl), 0) == 0 || first(seconds(self.min_wrapping_ttl), 0) <= seconds(self.max_wrapping_ttl)
      message   = "`max_wrapping_ttl` must not be less than `min_wrapping_ttl`."
      at        = attr.max_wrapping_ttl
    }
    object {
      at_least_one = [[capabilities, policy]]
      attr "capabilities" {
        type   = list(string)
        unique = true
        values = {
          create    = "Create data at a path that has none."
          read      = "Read data."
          update    = "Change existing data."
          patch     = "Change parts of existing data."
          delete    = "Delete data."
          list      = "List the names below the path."
          sudo      = "Access paths that require root privileges."
          deny      = "Deny all access."
          subscribe = "Receive events."
          recover   = "Restore from a snapshot."
          scan      = "OpenBao: list the names below the path, at any depth."
        }
        doc = "Allowed operations. `deny` overrides all others."
      }
      attr "policy" {
        type       = string
        deprecated = "Write the operations out in `capabilities`."
        values     = ["deny", "read", "write", "sudo"]
        doc        = "Permissions as a single word, for older versions."
      }
      attr "min_wrapping_ttl" {
        type    = [string, number]
        pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
        doc     = "Minimum TTL of wrapped responses."
      }
      attr "max_wrapping_ttl" {
        type    = [string, number]
        pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
        doc     = "Maximum TTL of wrapped responses."
      }
      block_list "allowed_parameters" {
        doc = "Allowed parameters of requests, with the allowed values of each; an empty list allows all values."
        check "allowed-values" {
          each      = self
          condition = each == null || !can("=${each}")
          message   = "A list of values is needed: `[]` for all."
        }
        object {
          attr "*" {
            doc = "Allowed values of the parameter."
          }
        }
      }
      block_list "denied_parameters" {
        doc = "Denied parameters of requests, with the denied values of each; an empty list denies all values."
        check "denied-values" {
          each      = self
          condition = each == null || !can("=${each}")
          message   = "A list of values is needed: `[]` for all."
        }
        object {
          attr "*" {
            doc = "Denied values of the parameter."
          }
        }
      }
      attr "required_parameters" {
        type = list(string)
        doc  = "Required parameters of requests."
      }
      attr "mfa_methods" {
        type = list(string)
        doc  = "Required MFA methods."
      }
      attr "subscribe_event_types" {
        type = list(string)
        doc  = "Types of events that can be received."
      }
      attr "pagination_limit" {
        type = number
        doc  = "Maximum number of entries that a list request can ask for."
      }
      attr "expiration" {
        type = string
        doc  = "OpenBao: expiration time of the rules, in RFC 3339 format."
      }
      attr "comment" {
        type = string
        doc  = "OpenBao: comment on the rules."
      }
      attr "list_scan_response_keys_filter_path" {
        type = string
        doc  = "OpenBao: template of the paths that decides which listed keys are returned."
      }
      block_list "control_group" {
        max_items = 1
        doc       = "Approvals that requests require."
        object {
          attr "ttl" {
            type    = [string, number]
            pattern = { "-?([0-9.]+(ns|us|µs|ms|s|m|h|d))+|-?[0-9]+" = "a duration such as 1h30m or a number of seconds" }
            doc     = "Maximum wait time for the approvals."
          }
          block_list "factor" {
            doc = "One of the required approvals."
            label "name" { doc = "Name of the factor." }
            object {
              attr "controlled_capabilities" {
                type = [list(string), string]
                doc  = "Operations that require the approval; all by default."
              }
              block_list "identity" {
                max_items = 1
                doc       = "Identities that can approve."
                object {
                  attr "group_names" {
                    type = [list(string), string]
                    doc  = "Names of the groups whose members can approve."
                  }
                  attr "group_ids" {
                    type = [list(string), string]
                    doc  = "IDs of the groups whose members can approve."
                  }
                  attr "approvals" {
                    type = number
                    doc  = "Number of required approvals."
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
