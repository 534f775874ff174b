# Docker Bake: docker-bake.hcl, its override files, and the same as JSON.
language "bake" {
  title     = "Docker Bake"
  ids       = ["dockerbake", "docker-bake", "bake"]
  files     = ["docker-bake.hcl", "docker-bake.json", "docker-bake.override.{hcl,json}", "docker-bake.*.hcl", "*.docker-bake.{hcl,json}", "*.bake.{hcl,json}"]
  rules     = reference
  join      = folder
  overrides = "*.override.*"
  functions = [
    add, and, base64decode, base64encode, basename, bcrypt, can, ceil, chomp, chunklist, cidrhost, cidrnetmask,
    cidrsubnet, cidrsubnets, "stdlib.coalesce", coalescelist, compact, concat, "stdlib.contains", convert,
    csvdecode, dirname, distinct, divide, element, equal, flatten, floor, "stdlib.format", formatdate,
    "stdlib.formatlist", greaterthan, greaterthanorequalto, hasindex, indent, "stdlib.index", int, join,
    jsondecode, jsonencode, keys, "stdlib.length", lessthan, lessthanorequalto, log, "stdlib.lookup", lower, max,
    md5, merge, min, modulo, multiply, negate, not, notequal, or, parseint, pow, range, regex, regexall,
    "stdlib.replace", "stdlib.reverse", reverselist, rsadecrypt, sethaselement, setintersection, setproduct,
    setsubtract, setsymmetricdifference, setunion, sha1, sha256, sha512, signum, slice, sort, split, strlen,
    "stdlib.substr", subtract, timeadd, title, trim, trimprefix, trimspace, trimsuffix, try, upper, urlencode,
    uuidv5, values, zipmap
  ]
  forgiving       = [try, can]
  whole_addresses = true
}

object {
  unknown = warning
  block_map "variable" {
    labels = ["name"]
    merge  = true
    icon   = variable
    doc    = "A value that the environment or `--set` may replace. Others refer to it by its bare name."
    link   = "https://docs.docker.com/build/bake/reference/#variable"

    label "name" {
      doc = "The name, as in `$${NAME}` and in the environment."
    }
    symbol {
      address = [label.name]
      kind    = variable
      # Variables without a default usually come from the environment.
      value     = try(cast(self.default == null ? unknown(any) : self.default, self.type), unknown(any))
      sensitive = first(self.sensitive, false)
    }
    check "default-type" {
      type = self.type
      at   = attr.default
    }
    object {
      unknown = warning
      attr "type" {
        decoder = type
        doc     = "The type, written as `string`, `number`, `bool`, `list(string)`, `map(string)`, `object({...})` and so on. Values are converted to it."
      }
      attr "default" {
        doc = "The value when nothing else sets one. May refer to other variables."
      }
      attr "description" {
        type = string
        doc  = "What the variable is for; `docker buildx bake --list=variables` shows it."
      }
      attr "sensitive" {
        type = bool
        doc  = "Hides the value in listings."
      }
      block_list "validation" {
        doc = "A condition that the value must meet."
        check "validation" {
          condition = self.condition == true
          message   = first(self.error_message, "The value breaks this validation.")
          at        = attr.condition
        }
        object {
          attr "condition" {
            type     = bool
            required = true
            doc      = "True when the value is fine."
          }
          attr "error_message" {
            doc = "What to tell whoever set a wrong value."
          }
        }
      }
    }
  }

  block_map "function" {
    labels = ["name"]
    icon   = function
    doc    = "A function of your own, written as an expression over its parameters."
    link   = "https://docs.docker.com/build/bake/funcs/"
    callable {
      params   = params
      variadic = variadic_params
      result   = result
    }
    object {
      attr "params" {
        decoder  = identifiers
        required = true
        doc      = "The names of the parameters: `params = [a, b]`."
      }
      attr "variadic_params" {
        decoder = keyword
        doc     = "The name that holds all further arguments, as a list."
      }
      attr "result" {
        decoder  = closure
        required = true
        doc      = "What a call gives."
      }
    }
  }

  block_map "group" {
    labels = ["name"]
    merge  = true
    icon   = module
    doc    = "Several targets that are built together. The group `default` is what a bare `docker buildx bake` builds."
    link   = "https://docs.docker.com/build/bake/reference/#group"
    label "name" {
      pattern = "[a-zA-Z0-9_-]+"
    }
    symbol {
      address = [group, label.name]
      depends = members
      kind    = group
    }
    check "group-matrix" {
      condition = !set.matrix && !set.name
      message   = "A group takes neither \"matrix\" nor \"name\": they are for targets."
    }
    object {
      unknown = warning
      attr "matrix" { doc = "Only targets can have a matrix." }
      attr "name" { doc = "Only targets with a matrix can have another name." }
      attr "description" {
        type = string
        doc  = "What the group is for."
      }
      attr "targets" {
        type      = list(string)
        required  = true
        doc       = "Names of targets and of other groups."
        refers_to = [target, group]
        acyclic   = true
      }
    }
  }

  block_map "target" {
    labels = ["name"]
    merge  = true
    icon   = class
    doc    = "One build: its context, Dockerfile, arguments, tags and outputs."
    link   = "https://docs.docker.com/build/bake/reference/#target"
    label "name" {
      pattern = "[a-zA-Z0-9_.-]+"
    }
    symbol {
      address    = [target, label.name]
      depends    = members
      kind       = target
      names_more = self.matrix == null ? null : self.name
    }
    scope {
      when  = self.matrix != null
      names = { for key, values in self.matrix : key => try(length(values) == 1 ? values[0] : any_element(values), any_element(values)) }
    }
    check "name-without-matrix" {
      condition = self.name == null || self.matrix != null
      message   = "\"name\" goes with \"matrix\": the name of a single target is its label."
      at        = attr.name
    }
    check "cache-from-list" {
      condition = self["cache-from"] == null || (!can(strlen(self["cache-from"])) && length([for e in self["cache-from"] : e if can(e + 0)]) == 0)
      message   = "A list of strings or objects is required: `[\"type=gha\"]`."
      at        = attr.cache-from
    }
    check "cache-to-list" {
      condition = self["cache-to"] == null || (!can(strlen(self["cache-to"])) && length([for e in self["cache-to"] : e if can(e + 0)]) == 0)
      message   = "A list of strings or objects is required: `[\"type=gha\"]`."
      at        = attr.cache-to
    }
    check "output-list" {
      condition = self["output"] == null || (!can(strlen(self["output"])) && length([for e in self["output"] : e if can(e + 0)]) == 0)
      message   = "A list of strings or objects is required: `[\"type=docker\"]`."
      at        = attr.output
    }
    check "secret-list" {
      condition = self["secret"] == null || (!can(strlen(self["secret"])) && length([for e in self["secret"] : e if can(e + 0)]) == 0)
      message   = "A list of strings or objects is required: `[\"id=token\"]`."
      at        = attr.secret
    }
    check "ssh-list" {
      condition = self["ssh"] == null || (!can(strlen(self["ssh"])) && length([for e in self["ssh"] : e if can(e + 0)]) == 0)
      message   = "A list of strings or objects is required: `[\"default\"]`."
      at        = attr.ssh
    }
    check "attest-list" {
      condition = self["attest"] == null || (!can(strlen(self["attest"])) && length([for e in self["attest"] : e if can(e + 0)]) == 0)
      message   = "A list of strings or objects is required: `[\"type=sbom\"]`."
      at        = attr.attest
    }
    check "ssh-paths" {
      condition = self.ssh == null || length([for e in self.ssh : e if can(strlen(e.paths))]) == 0
      message   = "The paths of a key are a list: `{ id = \"default\", paths = [\"key.pem\"] }`."
      at        = attr.ssh
    }
    check "attest-disabled" {
      condition = self.attest == null || length([for e in self.attest : e if can(e.disabled) && !can(regex("^([tTfF01]|true|True|TRUE|false|False|FALSE)$", "${e.disabled}"))]) == 0
      message   = "\"disabled\" of an attestation is true or false."
      at        = attr.attest
    }
    check "output-type" {
      condition = self.output == null || length([for o in self.output : o if can(keys(o)) && !can(o.type)]) == 0
      message   = "Each output needs a type: `{ type = \"local\", dest = \"out\" }`."
      at        = attr.output
    }
    check "secret-pairs" {
      condition = self.secret == null || length([for s in self.secret : s if can(strlen(s)) && !can(regex("^((type|id|source|src|env)=[^,]*)(,(type|id|source|src|env)=[^,]*)*$", s))]) == 0
      message   = "A secret is written as pairs: `\"id=token,env=TOKEN\"`."
      at        = attr.secret
    }
    check "null-tags" {
      condition = self.tags == null || length([for tag in self.tags : 1 if tag == null]) == 0
      message   = "A tag cannot be null: leave it out."
      at        = attr.tags
    }
    check "null-contexts" {
      condition = self.contexts == null || length([for k, v in self.contexts : k if v == null]) == 0
      message   = "A context cannot be null: leave it out."
      at        = attr.contexts
    }
    check "matrix-lists" {
      condition = self.matrix == null || length([for k, v in self.matrix : k if !can(length(v)) || can(keys(v))]) == 0
      message   = "Each name of a matrix has a list of values."
      at        = attr.matrix
    }
    check "matrix-names" {
      condition = self.matrix == null || !(can(strlen(self.name)) && length([for k, v in self.matrix : k if length(v) > 1]) > 0)
      message   = "All targets of the matrix would have this name: it must hold a name of the matrix."
      at        = attr.name
    }
    check "matrix-without-name" {
      condition = self.matrix == null || self.name != null
      message   = "A target with a \"matrix\" needs \"name\", which must be different for each combination."
      at        = attr.matrix
    }
    object {
      unknown = warning
      attr "matrix" {
        type = any
        doc  = "Lists of values by name. The target is built once for each combination; each name is a variable inside the target."
      }
      attr "name" {
        type    = string
        pattern = "[a-zA-Z0-9_-]+"
        doc     = "The name of each target that `matrix` makes."
      }
      attr "description" {
        type = string
        doc  = "What the target is for."
      }
      attr "inherits" {
        type      = list(string)
        doc       = "Targets whose attributes this one takes over; later ones win."
        refers_to = [target]
      }
      attr "annotations" {
        type = list(string)
        doc  = "Annotations of the image: `[\"manifest:key=value\"]`."
      }
      attr "attest" {
        doc = "Attestations: `[{ type = \"provenance\", mode = \"max\" }]`, or strings such as `\"type=sbom\"`."
      }
      attr "context" {
        type = string
        doc  = "The build context: a folder, a Git repository, an archive or a URL."
      }
      attr "contexts" {
        type         = map(string)
        refers_to    = [target]
        refers_after = "target:"
        acyclic      = true
        doc          = "More contexts by name: folders, `docker-image://IMAGE`, `target:NAME`, URLs."
      }
      attr "dockerfile" {
        type = string
        doc  = "The Dockerfile, from the context."
      }
      attr "dockerfile-inline" {
        type = string
        doc  = "The text of a Dockerfile, in place of a file."
      }
      attr "args" {
        type = map(string)
        doc  = "Build arguments. null leaves an argument to the Dockerfile's default."
      }
      attr "labels" {
        type = map(string)
        doc  = "Labels of the image. null removes an inherited one."
      }
      attr "extra-hosts" {
        type = map(string)
        doc  = "Host names and addresses for the build."
      }
      attr "tags" {
        type = list(string)
        doc  = "Names and tags of the image."
      }
      attr "platforms" {
        type = list(string)
        doc  = "Platforms to build for: `[\"linux/amd64\", \"linux/arm64\"]`."
      }
      attr "no-cache-filter" {
        type = list(string)
        doc  = "Stages that do not use the cache."
      }
      attr "ulimits" {
        type = list(string)
        doc  = "Resource limits: `[\"nofile=1024:1024\"]`."
      }
      attr "entitlements" {
        type = list(string)
        doc  = "Permissions that the build needs."
        values = {
          "network.host"      = "Use the host's network."
          "security.insecure" = "Run without a sandbox."
          "device"            = "Use devices of the host."
        }
        open = true
      }
      attr "cache-from" {
        doc = "Where to take cached layers from: `[\"type=gha\"]` or `[{ type = \"registry\", ref = \"...\" }]`."
      }
      attr "cache-to" {
        doc = "Where to put cached layers."
      }
      attr "output" {
        doc = "What becomes of the result: `[\"type=docker\"]`, `[{ type = \"local\", dest = \"out\" }]`."
      }
      attr "secret" {
        doc = "Secrets of the build: `[{ id = \"token\", env = \"TOKEN\" }]` or `[\"id=token,src=path\"]`."
      }
      attr "ssh" {
        doc = "Keys and agents for SSH: `[{ id = \"default\" }]` or `[\"default\"]`."
      }
      attr "policy" {
        doc = "Policies that the build must meet."
      }
      attr "resources" {
        type = object({
          memory      = optional(string)
          memory-swap = optional(string)
          cpu-shares  = optional(number)
          cpu-period  = optional(number)
          cpu-quota   = optional(number)
          cpuset-cpus = optional(string)
          cpuset-mems = optional(string)
        })
        doc = "Limits of memory and processors."
      }
      attr "target" {
        type = string
        doc  = "The stage of the Dockerfile to build."
      }
      attr "pull" {
        type = bool
        doc  = "Always look for newer base images."
      }
      attr "no-cache" {
        type = bool
        doc  = "Build without the cache."
      }
      attr "network" {
        type = string
        doc  = "The network of build steps."
        values = {
          default = "The builder's own choice."
          host    = "The host's network; needs an entitlement."
          none    = "No network."
        }
        open = true
      }
      attr "shm-size" {
        type = string
        doc  = "The size of `/dev/shm`."
      }
      attr "call" {
        type = string
        doc  = "What to do instead of building."
        values = {
          build   = "Build the target (the default)."
          check   = "Look for problems in the Dockerfile."
          outline = "List what the target takes: arguments, secrets and so on."
          targets = "List the stages of the Dockerfile."
        }
        open = true
      }
    }
  }

  any_attr {
    doc = "A variable. Others refer to it by its name; the environment does not replace it."
    symbol {
      address = [name]
      kind    = variable
    }
  }
}

variables {
  BAKE_CMD_CONTEXT    = unknown(string)
  BAKE_LOCAL_PLATFORM = unknown(string)
}

function "timestamp" {
  doc     = "The present time in the format of RFC 3339."
  params  = []
  returns = string
}
function "homedir" {
  doc     = "The home folder of whoever runs the build."
  params  = []
  returns = string
}
function "uuidv4" {
  doc     = "A random UUID."
  params  = []
  returns = string
}
function "sanitize" {
  doc     = "The text with everything replaced by `_` that cannot stand in the name of a target."
  params  = [name]
  types   = { name = string }
  returns = string
  result  = replace(name, "/[^a-zA-Z0-9_-]+/", "_")
}
function "absolute" {
  doc     = "The number without its sign."
  params  = [number]
  returns = number
}
function "byteslen" {
  doc     = "How many bytes there are."
  params  = [bytes]
  returns = number
}
function "bytesslice" {
  doc     = "A part of some bytes."
  params  = [bytes, offset, length]
  returns = any
}
function "formattimestamp" {
  doc     = "A time in another format."
  params  = [format, time]
  returns = string
}
function "indexof" {
  doc    = "The place of an element in a list."
  params = [list, value]
  result = [for i, v in list : i if v == value][0]
}
function "regex_replace" {
  doc     = "The text with all matches of a pattern replaced."
  params  = [text, pattern, replacement]
  returns = string
}
function "semvercmp" {
  doc    = "Whether a version meets a constraint."
  params = [version, constraint]
  types  = { version = string, constraint = string }
  result = can(regex("^v?[0-9]+([.][0-9]+){0,2}(-[0-9A-Za-z.-]+)?([+][0-9A-Za-z.-]+)?$", version)) ? unknown(bool) : fail("\"${version}\" is no version, such as 1.2.3")
}
function "unixtimestampparse" {
  doc     = "The parts of a time, given in seconds since 1970."
  params  = [seconds]
  returns = any
}
