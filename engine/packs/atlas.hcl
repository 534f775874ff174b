# Atlas: the project file, which defines environments. Names that only the program knows are not checked.
language "atlas" {
  title     = "Atlas project"
  ids       = ["atlas-config"]
  files     = ["atlas.hcl"]
  content   = ["!binaries *= *\\[.*"] # a manifest of the package manager Hermit
  join      = file
  native    = atlas
  unknown   = allowed
  names     = { var = error, local = error, data = error, "*()" = error }
  functions = [
    abs, alltrue, can, ceil, chomp, chunklist, coalescelist, compact, concat, "stdlib.contains", csvdecode, distinct,
    element, endswith, flatten, floor, "stdlib.format", formatdate, "stdlib.formatlist", indent, "stdlib.index", join,
    jsondecode, jsonencode, keys, "stdlib.length", log, lower, max, merge, min, parseint, pow, range, regex, regexall,
    regexreplace, "stdlib.replace", setintersection, setproduct, setsubtract, setunion, signum, slice, sort, split,
    startswith, "stdlib.substr", timeadd, title, tobool, tolist, tonumber, toset, tostring, trim, trimprefix, trimspace,
    trimsuffix, try, upper, values, yamldecode, yamlencode, zipmap
  ]
  # Of several variables with one name the last counts. Other versions may have more functions.
  severity = { DuplicateLabels = warning, UnknownFunction = warning }
}

object {
  include = [body.generic.anything]
  block_map "variable" {
    labels  = ["name"]
    icon    = variable
    doc     = "Input variable of the project: `var.NAME`."
    outline = label.name
    symbol {
      address = [var, label.name]
      kind    = variable
      value   = unknown(any)
    }
    object { include = [body.variable] }
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
          value   = unknown(any)
        }
      }
    }
  }
  block_list "data" {
    icon    = object
    doc     = "Data source: `data.TYPE.NAME`."
    outline = "${label.type}.${label.name}"
    label "type" {
      doc     = "Data source type."
      unknown = similar
      values  = ["aws_rds_token", "composite_schema", "external", "external_schema", "gcp_cloudsql_token", "hcl_schema", "remote_dir", "remote_schema", "runtimevar", "sql", "template_dir"]
    }
    label "name" { doc = "Name of the data source." }
    symbol {
      address = [data, label.type, label.name]
      kind    = data
      value   = contains(["composite_schema", "external_schema", "hcl_schema", "remote_dir", "remote_schema", "template_dir"], label.type) ? unknown(object({ url = string })) : label.type == "sql" ? unknown(object({ count = number, value = any, values = list(any) })) : unknown(any)
    }
    case {
      on = label.type
      is = {
        aws_rds_token    = body.aws_rds_token
        composite_schema = body.composite_schema
        external         = body.external
        external_schema  = body.external
        hcl_schema       = body.hcl_schema
        remote_dir       = body.remote
        remote_schema    = body.remote
        runtimevar       = body.runtimevar
        sql              = body.sql
        template_dir     = body.template_dir
      }
    }
    object { include = [body.generic.anything] }
  }
  block_list "env" {
    icon    = class
    doc     = "Environment: a database, its desired schema, and settings for changes."
    outline = label.name
    label "name" {
      doc      = "Name of the environment, for use with `--env`."
      optional = true
    }
    object {
      attr "url" {
        type = string
        doc  = "URL of the target database."
      }
      attr "dev" {
        type = string
        doc  = "URL of the dev database, a temporary database for computing and checking changes."
      }
      attr "schemas" {
        type = list(string)
        doc  = "Schemas to limit operations to."
      }
      attr "exclude" {
        type = list(string)
        doc  = "Patterns of objects to exclude."
      }
      attr "include" {
        type = list(string)
        doc  = "Patterns of objects to include."
      }
      attr "for_each" { doc = "Creates one environment for each element." }
      attr "src" {
        format = file_url
        doc    = "Desired schema: a file, several files, or a data source."
      }
      block_list "schema" {
        max_items = 1
        doc       = "Desired schema."
        object {
          attr "src" {
            format = file_url
            doc    = "The schema: a file, several files, or a data source."
          }
          block_list "repo" {
            max_items = 1
            doc       = "Repository of the schema in the schema registry."
            object {
              attr "name" {
                type = string
                doc  = "Name of the repository."
              }
            }
          }
          include = [body.generic.anything]
        }
      }
      block_list "migration" {
        max_items = 1
        doc       = "Settings for versioned migrations."
        check "scheme-of-dir" {
          condition = self.dir == null || self.dir == "" || can(regex("^[A-Za-z][A-Za-z0-9+.-]*:|[$][{]|[{][{]", self.dir))
          message   = "A URL is needed: `file://${self.dir}`."
          at        = attr.dir
          severity  = warning
        }
        object {
          attr "dir" {
            type   = string
            format = file_url
            doc    = "URL of the migration directory."
          }
          attr "exclude" {
            type = list(string)
            doc  = "Patterns of objects to exclude."
          }
          attr "format" {
            type     = string
            unknown  = allowed
            values   = ["atlas", "dbmate", "flyway", "golang-migrate", "goose", "liquibase"]
            reserved = ["*"] # others are warnings: another version may have them
            doc      = "Format of migration files."
          }
          attr "baseline" {
            type = string
            doc  = "Baseline version of an existing database."
          }
          attr "lock_timeout" {
            type   = string
            format = duration
            doc  = "Timeout for acquiring the database lock."
          }
          attr "revisions_schema" {
            type = string
            doc  = "Schema that stores the revisions table."
          }
          attr "exec_order" {
            decoder = keyword
            quoted  = allowed
            doc     = "Execution order for out-of-order files."
            values = {
              LINEAR      = "Fail if a file is older than the last one that was applied."
              LINEAR_SKIP = "Skip such files."
              NON_LINEAR  = "Apply such files, too."
            }
          }
          block_list "repo" {
            max_items = 1
            doc       = "Repository of the migration directory in the registry."
            object {
              attr "name" {
                type = string
                doc  = "Name of the repository."
              }
            }
          }
          include = [body.generic.anything]
        }
      }
      block_list "format" {
        max_items = 1
        doc       = "Output formats, as Go templates."
        object {
          block_list "migrate" {
            max_items = 1
            doc       = "Output formats for `migrate`."
            object {
              attr "apply" {
                type = string
                doc  = "Output format for `migrate apply`."
              }
              attr "down" {
                type = string
                doc  = "Output format for `migrate down`."
              }
              attr "lint" {
                type = string
                doc  = "Output format for `migrate lint`."
              }
              attr "status" {
                type = string
                doc  = "Output format for `migrate status`."
              }
              attr "diff" {
                type = string
                doc  = "Output format for `migrate diff`."
              }
            }
          }
          block_list "schema" {
            max_items = 1
            doc       = "Output formats for `schema`."
            object {
              attr "clean" {
                type = string
                doc  = "Output format for `schema clean`."
              }
              attr "inspect" {
                type = string
                doc  = "Output format for `schema inspect`."
              }
              attr "apply" {
                type = string
                doc  = "Output format for `schema apply`."
              }
              attr "diff" {
                type = string
                doc  = "Output format for `schema diff`."
              }
              attr "push" {
                type = string
                doc  = "Output format for `schema push`."
              }
            }
          }
          include = [body.generic.anything]
        }
      }
      block_list "lint" {
        max_items = 1
        doc       = "Linting settings for this environment."
        object { include = [body.lint] }
      }
      block_list "diff" {
        max_items = 1
        doc       = "Diff policy for this environment."
        object { include = [body.diff] }
      }
      block_list "test" {
        max_items = 1
        doc       = "Test settings for this environment."
        object { include = [body.test] }
      }
      include = [body.generic.anything]
    }
  }
  block_list "lint" {
    max_items = 1
    icon      = event
    doc       = "Linting settings for migrations."
    object { include = [body.lint] }
  }
  block_list "diff" {
    max_items = 1
    icon      = operator
    doc       = "Diff policy for planning changes."
    object { include = [body.diff] }
  }
  block_list "test" {
    max_items = 1
    icon      = function
    doc       = "Test settings."
    object { include = [body.test] }
  }
}

# Functions that Atlas adds, or that differ from those of other languages.
function "empty" {
  doc    = "Whether a collection has no elements."
  params = [collection]
  type   = bool
}
function "file" {
  doc    = "Content of a file, whose path counts from the folder of the project."
  params = { path = string }
  type   = string
}
function "fileset" {
  doc    = "Paths of the files that a pattern matches: `schema/*.sql`."
  params = { pattern = string }
  type   = set(string)
}
function "getenv" {
  doc    = "Value of an environment variable; empty if it is not set."
  params = { name = string }
  type   = string
}
function "glob" {
  doc    = "Paths of the files that a pattern matches. `fileset` replaces it."
  params = { pattern = string }
  type   = list(string)
}
function "print" {
  doc    = "Prints the value, and returns it."
  params = [value]
  result = value
}
function "regexpescape" {
  doc    = "The text with its special characters escaped, for use in a regular expression."
  params = { text = string }
  type   = string
}
function "reverse" {
  doc    = "The list in reverse order."
  params = [list]
  type   = any
}
function "sql" {
  doc    = "An expression as the database writes it."
  params = { text = string }
  type   = any
}
function "strrev" {
  doc    = "The text in reverse order."
  params = { text = string }
  type   = string
}
function "urlescape" {
  doc    = "The text with its special characters escaped, for use in the query of a URL."
  params = { text = string }
  type   = string
}
function "urlqueryset" {
  doc    = "The URL with a parameter of its query set."
  params = { url = string, key = string, value = string }
  type   = string
}
function "urlsetpath" {
  doc    = "The URL with another path."
  params = { url = string, path = string }
  type   = string
}
function "urluserinfo" {
  doc            = "The URL with another user, and the password if it is given."
  params         = { url = string, user = string }
  variadic_param = { password = string }
  type           = string
}
function "yamlmerge" {
  doc            = "One YAML document that has all of the others; later ones take precedence."
  params         = {}
  variadic_param = { documents = string }
  type           = string
}

body "variable" {
  # A single element stands for a list of it.
  check "default-type" {
    condition = self.type == null || can(cast(self.default, self.type)) || can(cast([self.default], self.type))
    message   = "The default value does not have the type of the variable."
    at        = attr.default
  }
  object {
    attr "type" {
      decoder  = int_type
      required = true
      doc      = "Type of the value: `string`, `number`, `bool`, `list(string)`."
    }
    attr "default" { doc = "Value to use if none is set." }
    attr "description" {
      type = string
      doc  = "Description of the variable."
    }
  }
}
body "lint" {
  object {
    attr "log" {
      type = string
      doc  = "Output format for findings, as a Go template."
    }
    attr "latest" {
      type = number
      doc  = "Number of latest migration files to analyze."
    }
    attr "review" {
      type     = string
      unknown  = allowed
      values   = ["ALWAYS", "WARNING", "ERROR"]
      reserved = ["*"]
      doc      = "Level of findings that requires a manual review."
    }
    block_list "destructive" {
      max_items = 1
      doc       = "Changes that lose data."
      object { include = [body.analyzer] }
    }
    block_list "data_depend" {
      max_items = 1
      doc       = "Changes that fail for some data."
      object { include = [body.analyzer] }
    }
    block_list "incompatible" {
      max_items = 1
      doc       = "Changes that break programs, such as new names."
      object { include = [body.analyzer] }
    }
    block_list "git" {
      max_items = 1
      doc       = "Analyzes the files that changed in a Git branch."
      object {
        attr "dir" {
          type   = string
          format = folder
          doc    = "Path of the Git repository."
        }
        attr "base" {
          type = string
          doc  = "Base branch for the comparison."
        }
      }
    }
    include = [body.generic.anything]
  }
}
body "analyzer" {
  object {
    include = [body.generic.anything]
    attr "error" {
      type = bool
      doc  = "Whether findings are errors."
    }
  }
}
body "diff" {
  object {
    block_list "skip" {
      max_items = 1
      doc       = "Types of changes to skip in plans."
      object {
        unknown = hint
        attr "add_schema" {
          type = bool
          doc  = "Skip changes that add a schema."
        }
        attr "drop_schema" {
          type = bool
          doc  = "Skip changes that drop a schema."
        }
        attr "modify_schema" {
          type = bool
          doc  = "Skip changes that modify a schema."
        }
        attr "add_table" {
          type = bool
          doc  = "Skip changes that add a table."
        }
        attr "drop_table" {
          type = bool
          doc  = "Skip changes that drop a table."
        }
        attr "modify_table" {
          type = bool
          doc  = "Skip changes that modify a table."
        }
        attr "rename_table" {
          type = bool
          doc  = "Skip changes that rename a table."
        }
        attr "add_column" {
          type = bool
          doc  = "Skip changes that add a column."
        }
        attr "drop_column" {
          type = bool
          doc  = "Skip changes that drop a column."
        }
        attr "modify_column" {
          type = bool
          doc  = "Skip changes that modify a column."
        }
        attr "add_index" {
          type = bool
          doc  = "Skip changes that add an index."
        }
        attr "drop_index" {
          type = bool
          doc  = "Skip changes that drop an index."
        }
        attr "modify_index" {
          type = bool
          doc  = "Skip changes that modify an index."
        }
        attr "add_foreign_key" {
          type = bool
          doc  = "Skip changes that add a foreign key."
        }
        attr "drop_foreign_key" {
          type = bool
          doc  = "Skip changes that drop a foreign key."
        }
        attr "modify_foreign_key" {
          type = bool
          doc  = "Skip changes that modify a foreign key."
        }
        attr "rename_constraint" {
          type = bool
          doc  = "Skip changes that rename a constraint."
        }
      }
    }
    include = [body.generic.anything]
  }
}
body "test" {
  object {
    block_list "schema" {
      max_items = 1
      doc       = "Settings for schema tests."
      object {
        attr "src" {
          type   = list(string)
          format = path
          doc    = "Test files."
        }
        attr "vars" { doc = "Variable values for the tests." }
        include = [body.generic.anything]
      }
    }
    block_list "migrate" {
      max_items = 1
      doc       = "Settings for migration tests."
      object {
        attr "src" {
          type   = list(string)
          format = path
          doc    = "Test files."
        }
        attr "vars" { doc = "Variable values for the tests." }
        include = [body.generic.anything]
      }
    }
    include = [body.generic.anything]
  }
}

# Data sources.
body "aws_rds_token" {
  object {
    attr "endpoint" {
      type     = string
      required = true
      doc      = "Address of the database, with its port."
    }
    attr "username" {
      type     = string
      required = true
      doc      = "User of the database."
    }
    attr "region" { doc = "AWS region." }
    attr "profile" { doc = "AWS profile." }
  }
}
body "external" {
  object {
    attr "program" {
      type     = list(string)
      required = true
      length   = { min = 1 }
      doc      = "Command that prints the schema or the data, with its arguments."
    }
    attr "working_dir" {
      format = folder
      doc    = "Folder in which the command runs."
    }
  }
}
body "hcl_schema" {
  object {
    exactly_one = [[path, paths]]
    attr "path" {
      format = file
      doc    = "Path of the schema file."
    }
    attr "paths" {
      format = file
      doc    = "Paths of the schema files."
    }
    attr "vars" { doc = "Values of its variables." }
  }
}
body "remote" {
  object {
    attr "name" { doc = "Name in the registry." }
    attr "tag" { doc = "Tag; the latest one by default." }
  }
}
body "runtimevar" {
  object {
    attr "url" {
      type     = string
      required = true
      doc      = "URL of the variable: `awssecretsmanager://...`."
    }
  }
}
body "sql" {
  object {
    attr "url" {
      type     = string
      required = true
      doc      = "URL of the database."
    }
    attr "query" {
      type     = string
      required = true
      doc      = "Query; its first column gives the values."
    }
    attr "args" { doc = "Arguments of the query." }
  }
}
body "template_dir" {
  object {
    attr "path" {
      type     = string
      required = true
      format   = folder
      doc      = "Folder with the templates."
    }
    attr "vars" { doc = "Values for the templates." }
  }
}
body "composite_schema" {
  object {
    block_list "schema" {
      doc = "Part of the schema."
      label "name" {
        optional = true
        doc      = "Name of the schema in the result."
      }
      object {
        include = [body.generic.anything]
        attr "url" {
          format = file_url
          doc    = "URL of the part."
        }
      }
    }
  }
}
