# Atlas: schemas of databases. What a column or a table may have besides is for the drivers to say, and the commercial
# program knows more blocks, so unknown names are allowed.
language "atlas-schema" {
  title         = "Atlas schema"
  ids           = ["atlas-schema", "atlas-schema-postgresql", "atlas-schema-mysql", "atlas-schema-sqlite", "atlas-schema-mssql", "atlas-schema-clickhouse", "atlas-schema-redshift"]
  files         = ["*.my.hcl", "*.pg.hcl", "*.lt.hcl", "*.ms.hcl", "*.ch.hcl", "*.rs.hcl"]
  content       = "(table|schema) +\"[^\"]*\"( +\"[^\"]*\")? *\\{.*"
  rules         = reference
  join          = folder
  evaluation    = silent
  unknown_names = ignore
  strict_names  = ["column", "table", "schema", "enum"]
  # Folders of tests hold several versions of one schema.
  levels = { DuplicateLabels = off }
}

object {
  include = [body.anything]
  block_list "schema" {
    icon    = package
    doc     = "A schema of the database: `schema.NAME`."
    outline = label.name
    label "name" { doc = "The name, as in `schema.NAME`." }
    symbol {
      address = [schema, label.name]
      value   = unknown(any)
      visible = nearest
    }
    object {
      include = [body.anything]
      attr "charset" { doc = "The character set of text." }
      attr "collate" { doc = "How text is compared." }
      attr "comment" { doc = "A comment for people." }
    }
  }
  block_list "table" {
    icon    = class
    doc     = "A table: its columns, keys and indexes."
    outline = first(label.last, label.name)
    label "name" { doc = "The name, or the name of the schema when the name of the table follows." }
    label "last" {
      optional = true
      doc      = "The name, when the schema stands before it."
    }
    symbol {
      address  = [table, label.name, label.last]
      optional = [label.last]
      value    = unknown(any)
      visible  = nearest
    }
    object { include = [body.relation] }
  }
  block_list "view" {
    icon    = interface
    doc     = "A view: a query with a name."
    outline = first(label.last, label.name)
    label "name" {}
    label "last" { optional = true }
    symbol {
      address  = [view, label.name, label.last]
      optional = [label.last]
      value    = unknown(any)
      visible  = nearest
    }
    object { include = [body.relation] }
  }
  block_list "materialized" {
    icon    = interface
    doc     = "A view whose result is kept."
    outline = first(label.last, label.name)
    label "name" {}
    label "last" { optional = true }
    symbol {
      address  = [materialized, label.name, label.last]
      optional = [label.last]
      value    = unknown(any)
      visible  = nearest
    }
    object { include = [body.relation] }
  }
  block_list "enum" {
    icon    = enum
    doc     = "A type that has a few values: `enum.NAME`."
    outline = first(label.last, label.name)
    label "name" {}
    label "last" { optional = true }
    symbol {
      address  = [enum, label.name, label.last]
      optional = [label.last]
      value    = unknown(any)
      visible  = nearest
    }
    object {
      include = [body.anything]
      attr "schema" { doc = "The schema that it belongs to: `schema.NAME`." }
      attr "values" {
        type = list(string)
        doc  = "The values."
      }
    }
  }
  block_list "variable" {
    icon    = variable
    doc     = "An input of the schema: `var.NAME`."
    outline = label.name
    label "name" {}
    symbol {
      address = [var, label.name]
      kind    = variable
      value   = unknown(any)
      visible = nearest
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
          visible = nearest
        }
      }
    }
  }
}

body "anything" {
  object { lenient = true }
}

# What holds columns.
body "relation" {
  object {
    include = [body.anything]
    attr "schema" { doc = "The schema that it belongs to: `schema.NAME`." }
    attr "comment" { doc = "A comment for people." }
    attr "engine" {
      decoder = closure
      doc     = "MySQL: what stores it, such as `InnoDB`."
    }
    attr "as" { doc = "Of a view: the query." }
    block_list "column" {
      icon    = field
      doc     = "A column: `column.NAME` here, `table.TABLE.column.NAME` elsewhere."
      outline = label.name
      label "name" { doc = "The name, as in `column.NAME`." }
      unique = true
      symbol {
        address = [column, label.name]
        value   = unknown(any)
        visible = parent
      }
      object {
        include = [body.anything]
        attr "type" {
          decoder = closure
          doc     = "The type: `int`, `varchar(255)`, `enum.NAME`, `sql(\"...\")`."
        }
        attr "null" {
          type = bool
          doc  = "Whether it may be empty."
        }
        attr "default" { doc = "The value when none is given; `sql(\"...\")` for an expression." }
        attr "comment" { doc = "A comment for people." }
        attr "unsigned" { doc = "MySQL: whether numbers are never negative." }
        attr "auto_increment" { doc = "Whether the database counts it." }
        block_list "as" {
          also      = attr
          singleton = true
          doc       = "The column is computed."
          object {
            include = [body.anything]
            attr "expr" { doc = "The expression." }
            attr "type" {
              decoder = keyword
              quoted  = allowed
              open    = true
              values  = ["STORED", "VIRTUAL", "PERSISTED"]
              doc     = "Whether the result is stored."
            }
          }
        }
        block_list "identity" {
          singleton = true
          doc       = "The database counts it."
          object {
            include = [body.anything]
            attr "generated" {
              decoder = keyword
              quoted  = allowed
              open    = true
              values  = ["ALWAYS", "BY_DEFAULT"]
              doc     = "Whether a row may give its own."
            }
          }
        }
      }
    }
    block_list "primary_key" {
      singleton = true
      doc       = "The columns that tell rows apart."
      label "name" { optional = true }
      object { include = [body.anything, body.keys] }
    }
    block_list "foreign_key" {
      doc     = "Columns whose values are those of another table."
      outline = label.symbol
      label "symbol" { doc = "The name." }
      object {
        include = [body.anything]
        attr "columns" {
          required = true
          doc      = "Columns of this table: `[column.NAME]`."
        }
        attr "ref_columns" {
          required = true
          doc      = "Columns of the other: `[table.TABLE.column.NAME]`."
        }
        attr "on_update" {
          decoder = keyword
          quoted  = allowed
          open    = true
          values  = ["NO_ACTION", "RESTRICT", "CASCADE", "SET_NULL", "SET_DEFAULT"]
          doc     = "What happens when the row there changes."
        }
        attr "on_delete" {
          decoder = keyword
          quoted  = allowed
          open    = true
          values  = ["NO_ACTION", "RESTRICT", "CASCADE", "SET_NULL", "SET_DEFAULT"]
          doc     = "What happens when the row there is deleted."
        }
      }
    }
    block_list "index" {
      doc     = "An index over columns or expressions."
      outline = label.name
      label "name" { doc = "The name." }
      object {
        include = [body.anything, body.keys]
        attr "unique" {
          type = bool
          doc  = "Whether no two rows are equal in it."
        }
        attr "type" {
          decoder = closure
          doc     = "How it is stored: `BTREE`, `HASH`, `GIN` and so on."
        }
        attr "where" { doc = "Which rows it holds." }
        attr "comment" { doc = "A comment for people." }
      }
    }
    block_list "unique" {
      doc     = "Columns that are unique together."
      outline = label.name
      label "name" {}
      object { include = [body.anything, body.keys] }
    }
    block_list "check" {
      doc     = "A condition that each row meets."
      outline = label.name
      label "name" {}
      object {
        include = [body.anything]
        attr "expr" { doc = "The condition, in SQL." }
      }
    }
  }
}

body "keys" {
  object {
    attr "columns" { doc = "The columns: `[column.NAME]`." }
    block_list "on" {
      doc = "A part: a column or an expression."
      object {
        include = [body.anything]
        attr "column" { doc = "The column: `column.NAME`." }
        attr "expr" { doc = "An expression, in SQL." }
        attr "desc" {
          type = bool
          doc  = "Whether it is ordered downwards."
        }
      }
    }
  }
}
