# Atlas: schemas of databases. Drivers define further arguments of columns and tables, and the commercial
# edition supports more blocks, so unknown names are allowed.
language "atlas-schema" {
  title     = "Atlas schema"
  ids       = ["atlas-schema", "atlas-schema-postgresql", "atlas-schema-mysql", "atlas-schema-sqlite", "atlas-schema-mssql", "atlas-schema-clickhouse", "atlas-schema-redshift"]
  files     = ["*.my.hcl", "*.pg.hcl", "*.lt.hcl", "*.ms.hcl", "*.ch.hcl", "*.rs.hcl"]
  content   = "(table|schema) +\"[^\"]*\"( +\"[^\"]*\")? *\\{.*"
  join      = folder
  functions = ["*"]
  unknown   = allowed
  names     = { column = error, table = error, schema = error, enum = error }
  # Test folders contain several versions of one schema.
  severity = { DuplicateLabels = off }
}

object {
  include = [body.anything]
  block_list "schema" {
    icon    = package
    doc     = "Database schema: `schema.NAME`."
    outline = label.name
    label "name" { doc = "Name of the schema, as in `schema.NAME`." }
    symbol {
      address = [schema, label.name]
      value   = unknown(any)
      visible = nearest
    }
    object {
      include = [body.anything]
      attr "charset" { doc = "Default character set." }
      attr "collate" { doc = "Collation." }
      attr "comment" { doc = "Comment that is stored in the database." }
    }
  }
  block_list "table" {
    icon    = class
    doc     = "Table, with its columns, keys and indexes."
    outline = first(label.last, label.name)
    label "name" { doc = "Name of the table, or of the schema if the name of the table follows." }
    label "last" {
      optional = true
      doc      = "Name of the table, if the first label is the schema."
    }
    symbol {
      address  = [table, label.name, label.last]
      optional = [label.last]
      value    = unknown(any)
      visible  = nearest
    }
    check "table-schema" {
      condition = set.schema || label.last != null
      message   = "A table needs the schema that contains it: `schema = schema.NAME`."
      severity  = warning
    }
    object { include = [body.relation] }
  }
  block_list "view" {
    icon    = interface
    doc     = "View: a named query."
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
    doc     = "Materialized view: a view with a stored result."
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
    doc     = "Enumerated type: `enum.NAME`."
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
      attr "schema" { doc = "Schema that contains the object: `schema.NAME`." }
      attr "values" {
        type = list(string)
        doc  = "Values of the enum."
      }
    }
  }
  block_list "variable" {
    icon    = variable
    doc     = "Input variable of the schema: `var.NAME`."
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
        doc     = "Type of the value: `string`, `int`, `bool`, `list(string)`."
      }
      attr "default" { doc = "Value to use if none is set." }
      attr "description" {
        type = string
        doc  = "Description of the variable."
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
          visible = nearest
        }
      }
    }
  }
}

# Types of columns.
function "binary" {
  doc            = "Binary string of a fixed length."
  params         = []
  variadic_param = length
  type           = any
  visible        = scope
}
function "bit_varying" {
  doc            = "Bits of a length up to the limit."
  params         = []
  variadic_param = length
  type           = any
  visible        = scope
}
function "char" {
  doc            = "String of a fixed length."
  params         = []
  variadic_param = length
  type           = any
  visible        = scope
}
function "character_varying" {
  doc            = "String of a length up to the limit."
  params         = []
  variadic_param = length
  type           = any
  visible        = scope
}
function "decimal" {
  doc            = "Exact number, with the number of all digits and of those behind the point."
  params         = []
  variadic_param = digits
  type           = any
  visible        = scope
}
function "nchar" {
  doc            = "String of a fixed length, in Unicode."
  params         = []
  variadic_param = length
  type           = any
  visible        = scope
}
function "numeric" {
  doc            = "Exact number, with the number of all digits and of those behind the point."
  params         = []
  variadic_param = digits
  type           = any
  visible        = scope
}
function "nvarchar" {
  doc            = "String of a length up to the limit, in Unicode."
  params         = []
  variadic_param = length
  type           = any
  visible        = scope
}
function "sql" {
  doc     = "Type or value as the database writes it."
  params  = [text]
  type    = any
  visible = scope
}
function "varbinary" {
  doc            = "Binary string of a length up to the limit."
  params         = []
  variadic_param = length
  type           = any
  visible        = scope
}
function "varchar" {
  doc            = "String of a length up to the limit."
  params         = []
  variadic_param = length
  type           = any
  visible        = scope
}

body "anything" {
  object { unknown = allowed }
}

# Bodies that contain columns.
body "relation" {
  object {
    include = [body.anything]
    attr "schema" { doc = "Schema that contains the object: `schema.NAME`." }
    attr "comment" { doc = "Comment that is stored in the database." }
    attr "engine" {
      decoder = closure
      doc     = "MySQL: storage engine, such as `InnoDB`."
    }
    attr "as" { doc = "Query of a view." }
    block_list "column" {
      icon    = field
      doc     = "Column: `column.NAME` in this table, `table.TABLE.column.NAME` elsewhere."
      outline = label.name
      label "name" { doc = "Name of the column, as in `column.NAME`." }
      unique = label.name
      symbol {
        address = [column, label.name]
        value   = unknown(any)
        visible = parent
      }
      # Types of PostgreSQL, MySQL, SQLite and SQL Server. Others may exist.
      scope {
        names = {
          bigint = unknown(any), bigserial = unknown(any), bit = unknown(any), blob = unknown(any), bool = unknown(any), boolean = unknown(any),
          box = unknown(any), bytea = unknown(any), cidr = unknown(any), circle = unknown(any), date = unknown(any), datetime = unknown(any),
          datetime2 = unknown(any), datetimeoffset = unknown(any), double = unknown(any), double_precision = unknown(any), float = unknown(any), geometry = unknown(any),
          image = unknown(any), inet = unknown(any), int = unknown(any), int2 = unknown(any), int4 = unknown(any), int8 = unknown(any),
          integer = unknown(any), interval = unknown(any), json = unknown(any), jsonb = unknown(any), line = unknown(any), linestring = unknown(any),
          longblob = unknown(any), longtext = unknown(any), lseg = unknown(any), macaddr = unknown(any), macaddr8 = unknown(any), mediumblob = unknown(any),
          mediumint = unknown(any), mediumtext = unknown(any), money = unknown(any), multilinestring = unknown(any), multipoint = unknown(any), multipolygon = unknown(any),
          ntext = unknown(any), path = unknown(any), point = unknown(any), polygon = unknown(any), real = unknown(any), serial = unknown(any),
          smalldatetime = unknown(any), smallint = unknown(any), smallmoney = unknown(any), smallserial = unknown(any), sql_variant = unknown(any), text = unknown(any),
          time = unknown(any), timestamp = unknown(any), timestamptz = unknown(any), timetz = unknown(any), tinyblob = unknown(any), tinyint = unknown(any),
          tinytext = unknown(any), tsquery = unknown(any), tsvector = unknown(any), uniqueidentifier = unknown(any), uuid = unknown(any), xml = unknown(any),
          year = unknown(any), citext = unknown(any), clob = unknown(any), float4 = unknown(any), float8 = unknown(any), inet4 = unknown(any), inet6 = unknown(any),
          serial2 = unknown(any), serial4 = unknown(any), serial8 = unknown(any), uint = unknown(any), uint8 = unknown(any), uint16 = unknown(any), uint32 = unknown(any),
          uint64 = unknown(any), vector = unknown(any), oid = unknown(any), xid = unknown(any), xid8 = unknown(any), month = unknown(any)
        }
        functions = [bit_varying, binary, char, character_varying, decimal, nchar, numeric, nvarchar, sql, varbinary, varchar]
      }
      object {
        include = [body.anything]
        attr "type" {
          decoder  = closure
          required = true
          refers   = [declared]
          doc      = "Data type: `int`, `varchar(255)`, `enum.NAME`, `sql(\"...\")`."
        }
        attr "null" {
          type = bool
          doc  = "Whether the column can be null."
        }
        attr "default" { doc = "Default value; `sql(\"...\")` for an expression." }
        attr "comment" { doc = "Comment that is stored in the database." }
        attr "unsigned" { doc = "MySQL: unsigned numeric type." }
        attr "auto_increment" { doc = "Whether the database generates increasing values." }
        block_list "as" {
          also      = any
          max_items = 1
          doc       = "Generated column: its value is computed from an expression."
          object {
            include = [body.anything]
            attr "expr" { doc = "SQL expression of the value." }
            attr "type" {
              decoder = keyword
              quoted  = allowed
              unknown = allowed
              values  = ["STORED", "VIRTUAL", "PERSISTED"]
              doc     = "Whether the computed value is stored or virtual."
            }
          }
        }
        block_list "identity" {
          max_items = 1
          doc       = "Identity column: the database generates its values."
          object {
            include = [body.anything]
            attr "generated" {
              decoder = keyword
              quoted  = allowed
              unknown = allowed
              values  = ["ALWAYS", "BY_DEFAULT"]
              doc     = "Whether inserted rows can set their own value."
            }
          }
        }
      }
    }
    block_list "primary_key" {
      max_items = 1
      doc       = "Primary key of the table."
      label "name" { optional = true }
      object { include = [body.anything, body.keys] }
    }
    block_list "foreign_key" {
      doc     = "Foreign key: columns that reference columns of another table."
      outline = label.symbol
      check "same-length" {
        condition = length(self.columns) == length(self.ref_columns)
        message   = "Each column needs the one that it references: columns and ref_columns must have the same length."
        at        = attr.ref_columns
      }
      label "symbol" { doc = "Name of the foreign key." }
      object {
        include = [body.anything]
        attr "columns" {
          required = true
          doc      = "Columns of this table: `[column.NAME]`."
        }
        attr "ref_columns" {
          required = true
          doc      = "Referenced columns: `[table.TABLE.column.NAME]`."
        }
        attr "on_update" {
          decoder = keyword
          quoted  = allowed
          values  = ["NO_ACTION", "RESTRICT", "CASCADE", "SET_NULL", "SET_DEFAULT", "NO ACTION", "SET NULL", "SET DEFAULT"]
          doc     = "Action when the referenced row is updated."
        }
        attr "on_delete" {
          decoder = keyword
          quoted  = allowed
          values  = ["NO_ACTION", "RESTRICT", "CASCADE", "SET_NULL", "SET_DEFAULT", "NO ACTION", "SET NULL", "SET DEFAULT"]
          doc     = "Action when the referenced row is deleted."
        }
      }
    }
    block_list "index" {
      doc     = "Index on columns or expressions."
      outline = label.name
      label "name" { doc = "Name of the index." }
      unique  = label.name
      check "empty-index" {
        condition = set.columns || length(self.on) > 0
        message   = "An index needs `columns`, or blocks `on` with columns or expressions."
      }
      scope {
        names = { BTREE = unknown(any), HASH = unknown(any), GIN = unknown(any), GIST = unknown(any), BRIN = unknown(any), SPGIST = unknown(any), FULLTEXT = unknown(any), SPATIAL = unknown(any) }
      }
      object {
        include = [body.anything, body.keys]
        attr "unique" {
          type = bool
          doc  = "Unique index."
        }
        attr "type" {
          decoder = closure
          doc     = "Index type: `BTREE`, `HASH`, `GIN` and so on."
        }
        attr "where" { doc = "Condition for the rows of a partial index." }
        attr "comment" { doc = "Comment that is stored in the database." }
      }
    }
    block_list "unique" {
      doc     = "Unique constraint on columns."
      outline = label.name
      label "name" {}
      object { include = [body.anything, body.keys] }
    }
    block_list "check" {
      doc     = "Check constraint on the rows."
      outline = label.name
      label "name" {}
      object {
        include = [body.anything]
        attr "expr" { doc = "Condition, as an SQL expression." }
      }
    }
  }
}

body "keys" {
  check "columns-or-parts" {
    condition = !set.columns || length(self.on) == 0
    message   = "Set either `columns` or blocks `on`."
    at        = attr.columns
  }
  object {
    attr "columns" { doc = "Columns: `[column.NAME]`." }
    block_list "on" {
      doc = "Part of the key: a column or an expression."
      check "column-or-expression" {
        condition = !set.column || !set.expr
        message   = "Set either `column` or `expr`."
        at        = attr.expr
      }
      object {
        include = [body.anything]
        attr "column" { doc = "Column of the part: `column.NAME`." }
        attr "expr" { doc = "SQL expression." }
        attr "desc" {
          type = bool
          doc  = "Sort in descending order."
        }
      }
    }
  }
}
