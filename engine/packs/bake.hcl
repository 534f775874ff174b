# Docker Bake: docker-bake.hcl, its override files, and their JSON form.
language "bake" {
  title     = "Docker Bake"
  ids       = ["dockerbake", "docker-bake", "bake"]
  files     = ["docker-bake.hcl", "docker-bake.json", "docker-bake.override.{hcl,json}", "docker-bake.*.hcl", "*.docker-bake.{hcl,json}", "*.bake.{hcl,json}"]
  join      = folder
  overrides = "*.override.*"
  native    = bake
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
  names = { "*" = whole, "try()" = allowed, "can()" = allowed }
  # The last of several functions with one name counts.
  severity = { DuplicateLabels = warning }
}

object {
  unknown = warning
  block_map "variable" {
    labels = ["name"]
    merge  = true
    icon   = variable
    doc    = "A value that environment variables or `--set` can override. References use its bare name."
    link   = "https://docs.docker.com/build/bake/reference/#variable"

    label "name" {
      doc = "Name of the variable, as in `$${NAME}` and in the environment."
    }
    symbol {
      address = [label.name]
      kind    = variable
      # Variables without a default usually come from the environment; without a type they are strings.
      value     = try(cast(first(self.default, set.default || self.type != null ? unknown(any) : unknown(string)), self.type), unknown(any))
      sensitive = first(self.sensitive, false)
    }
    restrict {
      at      = [attr.default]
      names   = { target = error, group = error }
      message = "variables are computed before targets and groups."
    }
    check "default-type" {
      type = self.type
      at   = attr.default
    }
    check "optional-default" {
      condition = self.type == null || try(length([for name, value in cast(self.default == null ? {} : self.default, self.type) : name if value != null && !can(self.default[name])]), 0) == 0
      message   = "`optional` takes only a type here: Bake has no defaults for parts of an object."
      at        = attr.type
    }
    object {
      unknown = warning
      attr "type" {
        decoder = type
        doc     = "Type of the variable: `string`, `number`, `bool`, `list(string)`, `map(string)`, `object({...})` and so on. Values are converted to it."
      }
      attr "default" {
        doc = "Value when no other is set. Can refer to other variables."
      }
      attr "description" {
        type     = string
        constant = true
        doc      = "Description of the variable, shown by `docker buildx bake --list=variables`."
      }
      attr "sensitive" {
        type = bool
        doc  = "Hides the value in listings."
      }
      block_list "validation" {
        doc = "Condition that the value must satisfy."
        check "validation" {
          condition = !set.condition || self.condition == true
          message   = first(self.error_message, "The value does not satisfy this validation.")
          at        = attr.condition
        }
        object {
          attr "condition" {
            type     = bool
            required = true
            snippet  = "$1"
            doc      = "Condition that must be true."
          }
          attr "error_message" {
            snippet = "\"$1\""
            doc     = "Error message that is shown when the condition is false."
          }
        }
      }
    }
  }

  block_map "function" {
    labels = ["name"]
    icon   = function
    doc    = "User-defined function: an expression over its parameters."
    link   = "https://docs.docker.com/build/bake/funcs/"
    function {
      params         = params
      variadic_param = variadic_params
      result         = result
    }
    check "own-function" {
      condition = !is_built_in(label.name)
      message   = "Bake has a function of this name, and calls that one."
      severity  = warning
    }
    object {
      attr "params" {
        decoder  = identifiers
        required = true
        doc      = "Names of the parameters: `params = [a, b]`."
      }
      attr "variadic_params" {
        decoder = keyword
        doc     = "Name of the parameter that receives all further arguments as a list."
      }
      attr "result" {
        decoder  = closure
        required = true
        doc      = "Result of the function."
      }
    }
  }

  block_map "group" {
    labels = ["name"]
    merge  = true
    icon   = module
    lens   = any_references
    doc    = "Targets that are built together. `docker buildx bake` without arguments builds the group `default`."
    link   = "https://docs.docker.com/build/bake/reference/#group"
    label "name" {
      pattern = "[a-zA-Z0-9_-]+"
      unknown = allowed
      values  = { default = "What is built when the command names nothing." }
    }
    symbol {
      address = [group, label.name]
      depends = members
      kind    = group
    }
    check "group-matrix" {
      condition = self.matrix == null && self.name == null
      message   = "A group takes neither \"matrix\" nor \"name\": they are for targets."
    }
    object {
      unknown = warning
      attr "matrix" { doc = "Only targets can have a matrix." }
      attr "name" { doc = "Only targets with a matrix can have another name." }
      attr "description" {
        type = string
        doc  = "Description of the group."
      }
      attr "targets" {
        type      = list(string)
        required  = true
        doc       = "Names of targets or other groups."
        refers_to = [target, group]
        refers    = [acyclic]
      }
    }
  }

  block_map "target" {
    labels = ["name"]
    merge  = true
    icon   = class
    doc    = "A build target: its context, Dockerfile, arguments, tags and outputs."
    link   = "https://docs.docker.com/build/bake/reference/#target"
    label "name" {
      pattern = "[a-zA-Z0-9_-]+"
    }
    symbol {
      address = [target, label.name]
      depends = members
      kind    = target
      unknown = self.matrix == null ? null : self.name
      each    = self.name
      names   = combinations(self.matrix)
    }
    restrict {
      at      = [attr.matrix, attr.name]
      names   = { target = error, group = error }
      message = "names are computed before other targets are known."
    }
    scope {
      when  = self.matrix != null
      names = { for key, values in self.matrix : key => try(length([for one in values : one]), 0) == 1 ? [for one in values : one][0] : any_element(values) }
    }
    check "name-without-matrix" {
      condition = self.name == null || self.matrix != null
      message   = "\"name\" goes with \"matrix\": the name of a single target is its label."
      at        = attr.name
    }
    # `--print` does not look at these, a build does.
    check "shm-size" {
      condition = self.shm-size == null || can(regex("^([0-9]+(\\.[0-9]*)? ?([bB]|[kKmMgGtTpP]([iI]?[bB])?)?)?$", self.shm-size))
      message   = "A size such as \"128m\" is needed."
      at        = attr.shm-size
      severity  = warning
    }
    check "entitlements" {
      each      = self.entitlements
      condition = each == null || can(regex("^(network\\..*|security\\..*|device(=.*)?|buildx\\.local\\.delete)?$", each))
      message   = "There is no such permission: builds can ask for `network.host`, `security.insecure` and `device`."
      severity  = warning
    }
    check "ulimits" {
      each      = self.ulimits
      condition = each == null || can(regex("^(core|cpu|data|fsize|locks|memlock|msgqueue|nice|nofile|nproc|rss|rtprio|rttime|sigpending|stack)=-?[0-9]+(:-?[0-9]+)?$", each))
      message   = "A limit such as \"nofile=1024:1024\" is needed."
      severity  = warning
    }
    # What only builds refuse: `--print` accepts it.
    check "annotation-type" {
      each      = self.annotations
      condition = each == null || !can(regex("^[a-z,-]+(\\[[^]]*\\])?:[^=]*=", each)) || can(regex("^((index|manifest)(-descriptor)?(\\[[^]]*\\])?(,|:))+", each))
      message   = "Annotations are of the types `index`, `index-descriptor`, `manifest` and `manifest-descriptor`."
      severity  = warning
    }
    check "attestation-type" {
      each      = self.attest
      condition = type_of(each) == "" || contains(["provenance", "sbom"], type_of(each))
      message   = "There are no attestations of the type \"${type_of(each)}\", only `provenance` and `sbom`."
      severity  = warning
    }
    check "attestation-without-type" {
      each      = self.attest
      condition = is_typed(each)
      message   = "An attestation has a type: `{ type = \"provenance\", mode = \"max\" }`."
      severity  = warning
    }
    check "output-known" {
      each      = self.output
      condition = type_of(each) == "" || contains(["local", "tar", "oci", "docker", "image", "registry", "cacheonly", "moby"], type_of(each))
      message   = "There is no output of the type \"${type_of(each)}\": it is `local`, `tar`, `oci`, `docker`, `image`, `registry` or `cacheonly`."
      severity  = warning
    }
    check "output-dest" {
      each      = self.output
      condition = !contains(["local", "tar"], type_of(each)) || (is_object(each) ? try(each.dest, "") != "" : is_csv(each) || !is_output(each) || can(regex("(?i)(^|,) *dest *=", each)))
      message   = "This output needs `dest`: the path of the result, or `-` for the standard output."
      severity  = warning
    }
    check "output-path" {
      each      = self.output
      condition = !is_string(each) || !can(regex("^(typ|tpe|tye|ype|types|Type|TYPE|name|dest|push|ref|registry|image) *=[^,]*$", each))
      message   = "Without `type=`, this is the path of a folder for the result."
      severity  = warning
    }
    check "cache-from-known" {
      each      = self.cache-from
      condition = is_cache_type(type_of(each))
      message   = "There is no cache of the type \"${type_of(each)}\": it is `registry`, `local`, `inline`, `gha`, `s3` or `azblob`."
      severity  = warning
    }
    check "cache-to-known" {
      each      = self.cache-to
      condition = is_cache_type(type_of(each))
      message   = "There is no cache of the type \"${type_of(each)}\": it is `registry`, `local`, `inline`, `gha`, `s3` or `azblob`."
      severity  = warning
    }
    check "platform-names" {
      each      = self.platforms
      condition = each == null || all_true([for one in split(",", try(lower(each), "local")) : can(regex("^ *(local|(linux|windows|darwin|freebsd|netbsd|openbsd|dragonfly|solaris|illumos|aix|android|ios|plan9|js|wasi|wasip1|wasip2|zos|macos|unknown)?(\\([^)]*\\))?/?(386|i386|amd64|x86_64|x86-64|arm|armhf|armel|arm64|aarch64|loong64|mips|mipsle|mips64|mips64le|ppc64|ppc64le|riscv64|s390x|wasm|unknown)(/v?[0-9a-z.]+)?|linux|windows|darwin|freebsd)? *$", one))])
      message   = "This is not a platform, such as \"linux/amd64\" or \"linux/arm/v7\"."
      severity  = warning
    }
    check "image-names" {
      each      = self.tags
      condition = each == null || !can(regex("[\\s]|(^|/)[^:/@]*[A-Z][^:/@]*(:[^/]*)?(@[^/]*)?$", each))
      message   = can(regex("\\s", each)) ? "A tag has no blanks." : "The name of an image is written in lower case; only the tag behind the colon may be different."
      severity  = warning
    }
    check "annotations" {
      each      = self.annotations
      condition = each == null || can(regex("(?s)^[^=]+=", each))
      message   = "A key and a value are needed, such as \"manifest:key=value\"."
      severity  = warning
    }
    check "cache-from-list" {
      condition = self.cache-from == null || is_list(self.cache-from)
      message   = "A list of strings or objects is required: `[\"type=gha\"]`."
      at        = attr.cache-from
    }
    check "cache-from-elements" {
      condition = !is_list(self.cache-from) || all_true([for e in self.cache-from : is_string(e) || is_record(e)])
      message   = "Each element is a string or an object of strings: `[\"type=gha\"]`."
      at        = attr.cache-from
    }
    check "cache-from-type" {
      condition = !is_list(self.cache-from) || all_true([for e in self.cache-from : is_string(e) ? is_cache(e) : is_typed(e)])
      message   = are_pairs(self.cache-from) ? "Each cache is an image or has a type, as in `[\"type=gha\"]`." : "A cache that is no image consists of key-value pairs: `\"type=gha,scope=main\"`."
      at        = attr.cache-from
    }
    check "cache-to-list" {
      condition = self.cache-to == null || is_list(self.cache-to)
      message   = "A list of strings or objects is required: `[\"type=gha\"]`."
      at        = attr.cache-to
    }
    check "cache-to-elements" {
      condition = !is_list(self.cache-to) || all_true([for e in self.cache-to : is_string(e) || is_record(e)])
      message   = "Each element is a string or an object of strings: `[\"type=gha\"]`."
      at        = attr.cache-to
    }
    check "cache-to-type" {
      condition = !is_list(self.cache-to) || all_true([for e in self.cache-to : is_string(e) ? is_cache(e) : is_typed(e)])
      message   = are_pairs(self.cache-to) ? "Each cache is an image or has a type, as in `[\"type=gha\"]`." : "A cache that is no image consists of key-value pairs: `\"type=gha,scope=main\"`."
      at        = attr.cache-to
    }
    check "output-list" {
      condition = self.output == null || is_list(self.output)
      message   = "A list of strings or objects is required: `[\"type=docker\"]`."
      at        = attr.output
    }
    check "output-elements" {
      condition = !is_list(self.output) || all_true([for e in self.output : is_string(e) || is_record(e)])
      message   = "Each element is a string or an object of strings: `[\"type=docker\"]`."
      at        = attr.output
    }
    check "output-type" {
      condition = !is_list(self.output) || all_true([for e in self.output : is_string(e) ? is_output(e) : is_typed(e)])
      message   = are_pairs(self.output) ? "Each output needs a type: `{ type = \"local\", dest = \"out\" }`." : "An output that is no path consists of key-value pairs: `\"type=local,dest=out\"`."
      at        = attr.output
    }
    check "secret-list" {
      condition = self.secret == null || is_list(self.secret)
      message   = "A list of strings or objects is required: `[\"id=token\"]`."
      at        = attr.secret
    }
    check "secret-elements" {
      condition = !is_list(self.secret) || all_true([for e in self.secret : is_string(e) || (is_object(e) && all_true([for name in ["id", "src", "env"] : is_optional(try(e[name], null))]))])
      message   = "Each element is a string or an object of strings: `[\"id=token\"]`."
      at        = attr.secret
    }
    check "secret-pairs" {
      condition = !is_list(self.secret) || all_true([for e in self.secret : !is_string(e) || is_secret(e)])
      message   = "A secret consists of key-value pairs: `\"id=token,env=TOKEN\"`."
      at        = attr.secret
    }
    check "ssh-list" {
      condition = self.ssh == null || is_list(self.ssh)
      message   = "A list of strings or objects is required: `[\"default\"]`."
      at        = attr.ssh
    }
    check "ssh-elements" {
      condition = !is_list(self.ssh) || all_true([for e in self.ssh : is_string(e) || (is_object(e) && is_optional(try(e.id, null)))])
      message   = "Each element is a string or an object: `[\"default\"]`."
      at        = attr.ssh
    }
    check "ssh-paths" {
      condition = !is_list(self.ssh) || all_true([for e in self.ssh : !is_object(e) || is_list_of_paths(try(e.paths, null))])
      message   = "The paths of a key must be a list: `{ id = \"default\", paths = [\"key.pem\"] }`."
      at        = attr.ssh
    }
    check "attest-list" {
      condition = self.attest == null || is_list(self.attest)
      message   = "A list of strings or objects is required: `[\"type=sbom\"]`."
      at        = attr.attest
    }
    check "attest-elements" {
      condition = !is_list(self.attest) || all_true([for e in self.attest : is_string(e) ? is_attestation(e) : is_record(e)])
      message   = "Each element is a string with a type or an object of strings: `[\"type=sbom\"]`."
      at        = attr.attest
    }
    check "attest-disabled" {
      condition = !is_list(self.attest) || all_true([for e in self.attest : is_bool(try(is_string(e) ? regex("(?i)(?:^|,) *disabled *=([^,]*)", e)[0] : e.disabled, true))])
      message   = "\"disabled\" of an attestation is true or false."
      at        = attr.attest
    }
    check "policy-list" {
      condition = self.policy == null || is_list(self.policy)
      message   = "A list of strings or objects is required: `[{ filename = \"policy.rego\" }]`."
      at        = attr.policy
    }
    check "policy-elements" {
      condition = !is_list(self.policy) || all_true([for e in self.policy : is_string(e) ? is_policy(e) : is_policy_object(e)])
      message   = "A policy has `filename`, `reset`, `disabled`, `strict` and `log-level`: `[{ filename = \"policy.rego\" }]`."
      at        = attr.policy
    }
    check "matrix-map" {
      condition = self.matrix == null || can(keys(self.matrix))
      message   = "A matrix is an object of lists: `{ version = [\"1\", \"2\"] }`."
      at        = attr.matrix
    }
    check "matrix-lists" {
      condition = self.matrix == null || !can(keys(self.matrix)) || length([for k, v in self.matrix : k if !can([for one in v : one])]) == 0
      message   = "Each name in a matrix must have a list of values."
      at        = attr.matrix
    }
    check "matrix-names" {
      names     = combinations(self.matrix)
      condition = length(distinct(values)) == length(values)
      message   = "Two targets of the matrix would have the name \"${[for i, name in values : name if contains(slice(values, 0, i), name)][0]}\". It must be different for each combination of the values."
      at        = attr.name
    }
    check "matrix-name-form" {
      names     = combinations(self.matrix)
      condition = length(values) == 1 || length(distinct(values)) < length(values) || all_true([for name in values : can(regex("^[a-zA-Z0-9_-]+$", name))])
      message   = "A target would have the name \"${[for name in values : name if !can(regex("^[a-zA-Z0-9_-]+$", name))][0]}\". Names consist of letters, digits, `_` and `-`: replace other characters, as in `replace(name, \".\", \"-\")`."
      at        = attr.name
    }
    check "matrix-without-name" {
      condition = self.matrix == null || self.name != null || try(all_true([for k, v in self.matrix : length(v) == 1]) || length([for k, v in self.matrix : k if length(v) == 0]) > 0, true)
      message   = "A target with \"matrix\" needs a \"name\" that is different for each combination."
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
        doc     = "Name of each target that `matrix` generates."
      }
      attr "description" {
        type = string
        doc  = "Description of the target."
      }
      attr "inherits" {
        type      = list(string)
        doc       = "Targets from which attributes are inherited; later ones take precedence."
        refers_to = [target]
      }
      attr "annotations" {
        type     = list(string)
        nullable = whole
        doc      = "Annotations of the image: `[\"manifest:key=value\"]`."
      }
      attr "attest" {
        fields = body.attestation
        doc    = "Attestations: `[{ type = \"provenance\", mode = \"max\" }]`, or strings such as `\"type=sbom\"`."
      }
      attr "context" {
        type   = string
        format = folder
        doc    = "Build context: a folder, a Git repository, an archive or a URL."
      }
      attr "contexts" {
        type      = map(string)
        nullable  = whole
        refers_to = { "target:*" = target }
        refers    = [acyclic]
        doc       = "Additional contexts by name: folders, `docker-image://IMAGE`, `target:NAME`, URLs."
      }
      attr "dockerfile" {
        type   = string
        format = file
        folder = self.context
        doc    = "Path of the Dockerfile in the context."
      }
      attr "dockerfile-inline" {
        type = string
        doc  = "Text of the Dockerfile, instead of a file."
      }
      attr "args" {
        type = map(string)
        doc  = "Build arguments. With null, an argument has the default of the Dockerfile."
      }
      attr "labels" {
        type = map(string)
        doc  = "Labels of the image. null removes an inherited one."
      }
      attr "extra-hosts" {
        type = map(string)
        doc  = "Additional host names and their addresses for the build."
      }
      attr "tags" {
        type     = list(string)
        nullable = whole
        doc      = "Image names and tags."
      }
      attr "platforms" {
        type     = list(string)
        nullable = whole
        unknown  = allowed
        values   = ["linux/amd64", "linux/arm64", "linux/arm/v7", "linux/arm/v6", "linux/386", "linux/ppc64le", "linux/s390x", "linux/riscv64", "windows/amd64", "local"]
        doc      = "Target platforms: `[\"linux/amd64\", \"linux/arm64\"]`."
      }
      attr "no-cache-filter" {
        type     = list(string)
        nullable = whole
        doc      = "Stages that are built without the cache."
      }
      attr "ulimits" {
        type     = list(string)
        nullable = whole
        doc      = "Resource limits: `[\"nofile=1024:1024\"]`."
      }
      attr "entitlements" {
        type     = list(string)
        nullable = whole
        doc      = "Permissions that the build requires."
        values = {
          "network.host"      = "Access to the host's network."
          "security.insecure" = "Execution without a sandbox."
          "device"            = "Access to devices of the host."
        }
        unknown  = allowed
        reserved = ["network.*", "security.*"]
      }
      attr "cache-from" {
        fields  = body.cache
        unknown = allowed
        snippet = "[\"$${1:type=gha}\"]"
        values  = ["type=registry,ref=", "type=local,src=", "type=gha", "type=s3", "type=azblob"]
        doc     = "Cache sources: `[\"type=gha\"]` or `[{ type = \"registry\", ref = \"...\" }]`."
      }
      attr "cache-to" {
        fields  = body.cache
        unknown = allowed
        snippet = "[\"$${1:type=gha}\"]"
        values  = ["type=inline", "type=registry,ref=", "type=local,dest=", "type=gha", "type=s3", "type=azblob"]
        doc     = "Cache export destinations."
      }
      attr "output" {
        fields  = body.output
        unknown = allowed
        snippet = "[\"$${1:type=docker}\"]"
        values  = ["type=docker", "type=image", "type=registry", "type=local,dest=", "type=tar,dest=", "type=oci,dest=", "type=cacheonly"]
        doc     = "Export of the build result: `[\"type=docker\"]`, `[{ type = \"local\", dest = \"out\" }]`."
      }
      attr "secret" {
        fields = body.secret
        doc    = "Secrets of the build: `[{ id = \"token\", env = \"TOKEN\" }]` or `[\"id=token,src=path\"]`."
      }
      attr "ssh" {
        fields = body.ssh_key
        doc    = "SSH keys and agent sockets: `[{ id = \"default\" }]` or `[\"default\"]`."
      }
      attr "policy" {
        doc = "Policies that the build must satisfy."
      }
      attr "resources" {
        fields = body.resources
        type = object({
          memory      = optional(string)
          memory-swap = optional(string)
          cpu-shares  = optional(number)
          cpu-period  = optional(number)
          cpu-quota   = optional(number)
          cpuset-cpus = optional(string)
          cpuset-mems = optional(string)
        })
        doc = "Memory and CPU limits."
      }
      attr "target" {
        type = string
        doc  = "Stage of the Dockerfile to build."
      }
      attr "pull" {
        type = bool
        doc  = "Always checks for newer base images."
      }
      attr "no-cache" {
        type = bool
        doc  = "Builds without the cache."
      }
      attr "network" {
        type = string
        doc  = "Network of the build steps."
        values = {
          default = "Default network of the builder."
          host    = "Network of the host; requires an entitlement."
          none    = "No network."
        }
        unknown = warning
      }
      attr "shm-size" {
        type = string
        doc  = "Size of `/dev/shm`."
      }
      attr "call" {
        type = string
        doc  = "Method to run instead of a build."
        values = {
          build   = "Build the target (the default)."
          check   = "Check the Dockerfile for problems."
          outline = "List the inputs of the target: arguments, secrets and so on."
          targets = "List the stages of the Dockerfile."
        }
        unknown = allowed
      }
    }
  }

  attr "*" {
    doc = "A variable. References use its bare name; environment variables do not override it."
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
  doc    = "Current time in RFC 3339 format."
  params = []
  type   = string
}
function "homedir" {
  doc    = "Home folder of the current user."
  params = []
  type   = string
}
function "uuidv4" {
  doc    = "Random UUID."
  params = []
  type   = string
}
function "sanitize" {
  doc    = "String with all characters that are not allowed in target names replaced by `_`."
  params = { name = string }
  type   = string
  result = join("", [for part in regexall("[a-zA-Z0-9_-]+|(?s:.)", name) : can(regex("^[a-zA-Z0-9_-]", part)) ? part : "_"])
}
function "absolute" {
  doc    = "Absolute value of the number."
  params = [number]
  type   = number
}
function "byteslen" {
  doc    = "Number of bytes."
  params = [bytes]
  type   = number
}
function "bytesslice" {
  doc    = "Slice of a byte sequence."
  params = [bytes, offset, length]
  type   = any
}
function "formattimestamp" {
  doc    = "Timestamp in another format."
  params = [format, time]
  type   = string
}
function "indexof" {
  doc    = "Index of an element in a list."
  params = [list, value]
  result = [for i, v in list : i if v == value][0]
}
function "regex_replace" {
  doc    = "String with all matches of a pattern replaced."
  params = [text, pattern, replacement]
  type   = string
}
function "semvercmp" {
  doc    = "Whether a version satisfies a constraint."
  params = { version = string, constraint = string }
  result = can(regex("^v?[0-9]+([.][0-9]+){0,2}(-[0-9A-Za-z.-]+)?([+][0-9A-Za-z.-]+)?$", version)) ? unknown(bool) : fail("\"${version}\" is not a version, such as 1.2.3")
}
function "unixtimestampparse" {
  doc    = "Components of a Unix timestamp."
  params = [seconds]
  type   = any
}

# For the checks of lists whose elements are strings of pairs or objects. A string with quotes is CSV, which is not
# looked into.
function "all_true" {
  params  = [tests]
  result  = length([for test in tests : test if !test]) == 0
  visible = pack
}
# The values that the names of a matrix have in each target.
function "combinations" {
  params  = [matrix]
  result  = [for values in setproduct([0], [for name, list in matrix : list]...) : zipmap(keys(matrix), slice(values, 1, length(values)))]
  visible = pack
}
function "is_list" {
  params  = [value]
  result  = value != null && can(slice(value, 0, 0))
  visible = pack
}
function "is_object" {
  params  = [value]
  result  = value != null && can(keys(value))
  visible = pack
}
function "is_string" {
  params  = [value]
  result  = try(value == join("", [value]), false)
  visible = pack
}
# Strings, and what converts to one.
function "is_plain" {
  params  = [value]
  result  = can(join("", [value]))
  visible = pack
}
function "is_optional" {
  params  = [value]
  result  = value == null || is_plain(value)
  visible = pack
}
function "is_record" {
  params  = [value]
  result  = is_object(value) && all_true([for part in try(values(value), []) : is_plain(part)])
  visible = pack
}
function "is_bool" {
  params  = [value]
  result  = can(regex("^([01tTfF]|true|True|TRUE|false|False|FALSE)$", "${value}"))
  visible = pack
}
function "is_csv" {
  params  = [text]
  result  = text == "" || can(regex("\"", text))
  visible = pack
}
function "is_pairs" {
  params  = [text]
  result  = all_true([for part in split(",", text) : can(regex("=", part))])
  visible = pack
}
# False when an element with pairs has another part.
function "are_pairs" {
  params  = [elements]
  result  = all_true([for e in elements : !is_string(e) || is_csv(e) || !can(regex("=", e)) || is_pairs(e)])
  visible = pack
}
# The type of an element that is an object or a string of pairs; empty when it has none.
function "type_of" {
  params  = [value]
  result  = is_object(value) ? try(lower(join("", [value.type])), "") : try(can(regex("\"", value)) ? "" : lower(trimspace(regex("(?i)(?:^|,) *type *=([^,]*)", value)[0])), "")
  visible = pack
}
function "is_cache_type" {
  params  = [type]
  result  = type == "" || contains(["registry", "local", "inline", "gha", "s3", "azblob"], type)
  visible = pack
}
# An object has a type.
function "is_typed" {
  params  = [value]
  result  = !is_object(value) || try(value.type, "") != ""
  visible = pack
}
function "is_cache" {
  params  = [text]
  result  = is_csv(text) || !can(regex("=", text)) || (is_pairs(text) && can(regex("(?i)(^|,)type=[^,]", text)))
  visible = pack
}
function "is_attestation" {
  params  = [text]
  result  = is_csv(text) || (is_pairs(text) && can(regex("(?i)(^|,) *type *=[^,]", text)))
  visible = pack
}
# A path, or pairs with a type.
function "is_output" {
  params  = [text]
  result  = is_csv(text) || !can(regex(",|^type=", text)) || is_attestation(text)
  visible = pack
}
function "is_secret" {
  params  = [text]
  result  = is_csv(text) || all_true([for part in split(",", text) : can(regex("^((?i:type)=(file|env)$|(?i:id|source|src|env)=)", part))])
  visible = pack
}
function "is_list_of_paths" {
  params  = [value]
  result  = value == null || (is_list(value) && all_true([for path in try(concat(value, []), []) : is_plain(path)]))
  visible = pack
}
function "is_policy_pair" {
  params  = [text]
  result  = can(regex("^ *(?i:filename) *=.", text)) || can(regex("^ *(?i:log-level) *=(?i:panic|fatal|error|warn|warning|info|debug|trace)$", text)) || is_bool(try(regex("^ *(?i:reset|disabled|strict) *=(.*)$", text)[0], "no"))
  visible = pack
}
function "is_policy_object" {
  params  = [value]
  result  = is_object(value) && all_true([for name, part in try(merge(value), {}) : part == null || try(join("", [part]), null) == "" || is_policy_pair(try("${name}=${part}", ""))])
  visible = pack
}
function "is_policy" {
  params  = [text]
  result  = is_csv(text) || all_true([for part in split(",", text) : is_policy_pair(part)])
  visible = pack
}

# The objects in lists that also take strings. Each type has further options.
body "attestation" {
  object {
    unknown = allowed
    attr "type" {
      unknown = allowed
      values  = ["provenance", "sbom"]
      doc     = "Type of the attestation."
    }
    attr "mode" {
      unknown = allowed
      values  = ["min", "max"]
      doc     = "Provenance: how much it tells."
    }
    attr "disabled" { doc = "Whether the attestation is left out." }
  }
}
# Bake looks for its own functions first.
function "is_built_in" {
  params = [name]
  result = contains([
    "absolute", "add", "and", "base64decode", "base64encode", "basename", "bcrypt", "byteslen", "bytesslice",
    "can", "ceil", "chomp", "chunklist", "cidrhost", "cidrnetmask", "cidrsubnet", "cidrsubnets", "coalesce",
    "coalescelist", "compact", "concat", "contains", "convert", "csvdecode", "dirname", "distinct", "divide",
    "element", "equal", "flatten", "floor", "format", "formatdate", "formatlist", "formattimestamp",
    "greaterthan", "greaterthanorequalto", "hasindex", "homedir", "indent", "index", "indexof", "int", "join",
    "jsondecode", "jsonencode", "keys", "length", "lessthan", "lessthanorequalto", "log", "lookup", "lower",
    "max", "md5", "merge", "min", "modulo", "multiply", "negate", "not", "notequal", "or", "parseint", "pow",
    "range", "regex", "regex_replace", "regexall", "replace", "reverse", "reverselist", "rsadecrypt", "sanitize",
    "semvercmp", "sethaselement", "setintersection", "setproduct", "setsubtract", "setsymmetricdifference",
    "setunion", "sha1", "sha256", "sha512", "signum", "slice", "sort", "split", "strlen", "substr", "subtract",
    "timeadd", "timestamp", "title", "trim", "trimprefix", "trimspace", "trimsuffix", "try", "unixtimestampparse",
    "upper", "urlencode", "uuidv4", "uuidv5", "values", "zipmap"
  ], name)
  visible = pack
}
body "resources" {
  check "memory" {
    condition = self.memory == null || can(regex("^([0-9]+(\\.[0-9]*)? ?([bB]|[kKmMgGtTpP]([iI]?[bB])?)?)?$", self.memory))
    message   = "A size such as \"4g\" is needed."
    at        = attr.memory
    severity  = warning
  }
  check "memory-swap" {
    condition = self.memory-swap == null || can(regex("^(-1|[0-9]+(\\.[0-9]*)? ?([bB]|[kKmMgGtTpP]([iI]?[bB])?)?)?$", self.memory-swap))
    message   = "A size such as \"4g\" is needed, or -1 for no limit."
    at        = attr.memory-swap
    severity  = warning
  }
  object {
    unknown = warning
    attr "memory" {
      type = string
      doc  = "Memory of a step: `\"4g\"`."
    }
    attr "memory-swap" {
      type = string
      doc  = "Memory and swap of a step: `\"4g\"`, -1 for no limit."
    }
    attr "cpu-shares" {
      type   = number
      format = integer
      doc    = "Share of the processors, relative to that of others."
    }
    attr "cpu-period" {
      type   = number
      format = integer
      doc    = "Period of the limit of time, in microseconds."
    }
    attr "cpu-quota" {
      type   = number
      format = integer
      doc    = "Time on the processors in each period, in microseconds."
    }
    attr "cpuset-cpus" {
      type = string
      doc  = "Processors that can be used: `\"0-3\"`."
    }
    attr "cpuset-mems" {
      type = string
      doc  = "Memory nodes that can be used: `\"0,1\"`."
    }
  }
}
body "cache" {
  object {
    unknown = allowed
    attr "type" {
      unknown = allowed
      values  = ["registry", "local", "inline", "gha", "s3", "azblob"]
      doc     = "Type of the cache."
    }
    attr "ref" { doc = "Registry: image that has the cache." }
    attr "src" { doc = "Local: folder to read from." }
    attr "dest" { doc = "Local: folder to write to." }
    attr "mode" {
      unknown = allowed
      values  = ["min", "max"]
      doc     = "Layers to export."
    }
    attr "scope" { doc = "GitHub Actions: name of the cache." }
  }
}
body "output" {
  object {
    unknown = allowed
    attr "type" {
      unknown = allowed
      values  = ["local", "tar", "oci", "docker", "image", "registry", "cacheonly"]
      doc     = "Type of the output."
    }
    attr "dest" { doc = "Path of the result." }
    attr "name" { doc = "Name of the image." }
    attr "push" { doc = "Whether the image is pushed." }
    attr "compression" {
      unknown = allowed
      values  = ["uncompressed", "gzip", "estargz", "zstd"]
      doc     = "Compression of layers."
    }
  }
}
body "secret" {
  object {
    unknown = warning
    attr "id" { doc = "Name of the secret in the Dockerfile." }
    attr "src" { doc = "File with the value." }
    attr "env" { doc = "Environment variable with the value." }
    attr "type" {
      unknown = allowed
      values  = ["file", "env"]
      doc     = "Source of the value."
    }
  }
}
body "ssh_key" {
  object {
    unknown = allowed
    attr "id" { doc = "Name of the key in the Dockerfile; `default` for the agent." }
    attr "paths" { doc = "Files with keys, or sockets of agents." }
  }
}
