# Atlas: the project file, which says what the environments are. Names that only the program knows are left alone.
language "atlas" {
  title         = "Atlas project"
  ids           = ["atlas-config"]
  files         = ["atlas.hcl"]
  rules         = reference
  join          = file
  unknown_names = ignore
  functions     = [stdlib, try, can]
  levels        = { DuplicateLabels = off }
}

object {
  include = [body.generic.anything]
  block_map "variable" {
    labels  = ["name"]
    icon    = variable
    doc     = "An input of the project: `var.NAME`."
    outline = label.name
    symbol {
      address = [var, label.name]
      kind    = variable
      value   = unknown(any)
    }
    object {
      attr "type" {
        decoder = closure
        doc     = "The type: `string`, `int`, `bool`, `list(string)`."
      }
      attr "default" { doc = "The value when none is given." }
      attr "description" {
        type = string
        doc  = "What the variable is for."
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
          value   = unknown(any)
        }
      }
    }
  }
  block_list "data" {
    icon    = object
    doc     = "Something that is looked up: `data.TYPE.NAME`."
    outline = "${label.type}.${label.name}"
    label "type" {
      doc    = "What is looked up."
      open   = true
      values = ["aws_rds_token", "composite_schema", "external", "external_schema", "gcp_cloudsql_token", "hcl_schema", "remote_dir", "remote_schema", "runtimevar", "sql", "template_dir"]
    }
    label "name" { doc = "The name." }
    symbol {
      address = [data, label.type, label.name]
      kind    = data
      value   = unknown(any)
    }
    object { include = [body.generic.anything] }
  }
  block_list "env" {
    icon    = class
    doc     = "An environment: a database, and how it comes to look as it should."
    outline = label.name
    label "name" {
      doc      = "The name, as `--env` takes it."
      optional = true
    }
    object {
      attr "url" {
        type = string
        doc  = "The database."
      }
      attr "dev" {
        type = string
        doc  = "A database to try things in."
      }
      attr "schemas" {
        type = list(string)
        doc  = "Schemas to look at alone."
      }
      attr "exclude" {
        type = list(string)
        doc  = "Patterns of what is left alone."
      }
      attr "include" {
        type = list(string)
        doc  = "Patterns of what is looked at."
      }
      attr "for_each" { doc = "One environment for each element." }
      attr "src" { doc = "What it should look like: a file, several, or a data source." }
      block_list "schema" {
        singleton = true
        doc       = "What the schema should be."
        object {
          block_list "repo" {
            singleton = true
            doc       = "Where it is kept."
            object {
              attr "name" {
                type = string
                doc  = "The name."
              }
            }
          }
          include = [body.generic.anything]
        }
      }
      block_list "migration" {
        singleton = true
        doc       = "How it is changed by files."
        object {
          attr "dir" {
            type = string
            doc  = "The folder of the files."
          }
          attr "exclude" {
            type = list(string)
            doc  = "Patterns of what is left alone."
          }
          attr "format" {
            type = string
            doc  = "How files are written: `atlas`, `goose`, `flyway`, `liquibase`, `golang-migrate`, `dbmate`."
          }
          attr "baseline" {
            type = string
            doc  = "The version that the database has at first."
          }
          attr "lock_timeout" {
            type = string
            doc  = "How long to wait for others."
          }
          attr "revisions_schema" {
            type = string
            doc  = "The schema that keeps what was done."
          }
          attr "exec_order" { doc = "What to do with files that come late: `LINEAR`, `LINEAR_SKIP`, `NON_LINEAR`." }
          block_list "repo" {
            singleton = true
            doc       = "Where it is kept."
            object {
              attr "name" {
                type = string
                doc  = "The name."
              }
            }
          }
          include = [body.generic.anything]
        }
      }
      block_list "format" {
        singleton = true
        doc       = "How results are printed, as templates of Go."
        object {
          block_list "migrate" {
            singleton = true
            doc       = "For `migrate`."
            object {
              attr "apply" {
                type = string
                doc  = "For `migrate apply`."
              }
              attr "down" {
                type = string
                doc  = "For `migrate down`."
              }
              attr "lint" {
                type = string
                doc  = "For `migrate lint`."
              }
              attr "status" {
                type = string
                doc  = "For `migrate status`."
              }
              attr "diff" {
                type = string
                doc  = "For `migrate diff`."
              }
            }
          }
          block_list "schema" {
            singleton = true
            doc       = "For `schema`."
            object {
              attr "clean" {
                type = string
                doc  = "For `schema clean`."
              }
              attr "inspect" {
                type = string
                doc  = "For `schema inspect`."
              }
              attr "apply" {
                type = string
                doc  = "For `schema apply`."
              }
              attr "diff" {
                type = string
                doc  = "For `schema diff`."
              }
              attr "push" {
                type = string
                doc  = "For `schema push`."
              }
            }
          }
          include = [body.generic.anything]
        }
      }
      block_list "lint" {
        singleton = true
        doc       = "How changes are looked at here."
        object { include = [body.lint] }
      }
      block_list "diff" {
        singleton = true
        doc       = "How changes are planned here."
        object { include = [body.diff] }
      }
      block_list "test" {
        singleton = true
        doc       = "How tests are run here."
        object { include = [body.test] }
      }
      include = [body.generic.anything]
    }
  }
  block_list "lint" {
    singleton = true
    icon      = event
    doc       = "How changes are looked at."
    object { include = [body.lint] }
  }
  block_list "diff" {
    singleton = true
    icon      = operator
    doc       = "How changes are planned."
    object { include = [body.diff] }
  }
  block_list "test" {
    singleton = true
    icon      = function
    doc       = "How tests are run."
    object { include = [body.test] }
  }
}

body "lint" {
  object {
    attr "log" {
      type = string
      doc  = "How findings are printed, as a template of Go."
    }
    attr "latest" {
      type = number
      doc  = "Looks at so many of the newest files."
    }
    attr "review" {
      type = string
      doc  = "When a person must look: `ALWAYS`, `WARNING`, `ERROR`."
    }
    block_list "git" {
      singleton = true
      doc       = "Looks at the files that a branch changed."
      object {
        attr "dir" {
          type = string
          doc  = "The folder of the repository."
        }
        attr "base" {
          type = string
          doc  = "The branch to compare with."
        }
      }
    }
    include = [body.generic.anything]
  }
}
body "diff" {
  object {
    block_list "skip" {
      singleton = true
      doc       = "Changes that are never planned."
      object {
        attr "add_schema" {
          type = bool
          doc  = "Leaves out: add schema."
        }
        attr "drop_schema" {
          type = bool
          doc  = "Leaves out: drop schema."
        }
        attr "modify_schema" {
          type = bool
          doc  = "Leaves out: modify schema."
        }
        attr "add_table" {
          type = bool
          doc  = "Leaves out: add table."
        }
        attr "drop_table" {
          type = bool
          doc  = "Leaves out: drop table."
        }
        attr "modify_table" {
          type = bool
          doc  = "Leaves out: modify table."
        }
        attr "rename_table" {
          type = bool
          doc  = "Leaves out: rename table."
        }
        attr "add_column" {
          type = bool
          doc  = "Leaves out: add column."
        }
        attr "drop_column" {
          type = bool
          doc  = "Leaves out: drop column."
        }
        attr "modify_column" {
          type = bool
          doc  = "Leaves out: modify column."
        }
        attr "add_index" {
          type = bool
          doc  = "Leaves out: add index."
        }
        attr "drop_index" {
          type = bool
          doc  = "Leaves out: drop index."
        }
        attr "modify_index" {
          type = bool
          doc  = "Leaves out: modify index."
        }
        attr "add_foreign_key" {
          type = bool
          doc  = "Leaves out: add foreign key."
        }
        attr "drop_foreign_key" {
          type = bool
          doc  = "Leaves out: drop foreign key."
        }
        attr "modify_foreign_key" {
          type = bool
          doc  = "Leaves out: modify foreign key."
        }
        attr "rename_constraint" {
          type = bool
          doc  = "Leaves out: rename constraint."
        }
      }
    }
    include = [body.generic.anything]
  }
}
body "test" {
  object {
    block_list "schema" {
      singleton = true
      doc       = "Tests of `schema`."
      object {
        attr "src" {
          type = list(string)
          doc  = "Their files."
        }
        attr "vars" { doc = "Values of variables." }
        include = [body.generic.anything]
      }
    }
    block_list "migrate" {
      singleton = true
      doc       = "Tests of `migrate`."
      object {
        attr "src" {
          type = list(string)
          doc  = "Their files."
        }
        attr "vars" { doc = "Values of variables." }
        include = [body.generic.anything]
      }
    }
    include = [body.generic.anything]
  }
}
