# Atlas: schemas of databases. Drivers define further arguments of columns and tables, and the commercial
# edition supports more blocks, so unknown names are allowed.
language "atlas-schema" {
  title     = "Atlas schema"
  ids       = ["atlas-schema", "atlas-schema-postgresql", "atlas-schema-mysql", "atlas-schema-sqlite", "atlas-schema-mssql", "atlas-schema-clickhouse", "atlas-schema-redshift"]
  files     = ["*.my.hcl", "*.pg.hcl", "*.lt.hcl", "*.ms.hcl", "*.ch.hcl", "*.rs.hcl"]
  # No table of Atlas is inside of its schema, as it is in schemas of pgschema.
  content   = ["(table|schema) +\"[^\"]*\"( +\"[^\"]*\")? *\\{.*", "-\\s+table +\"[^\"]*\" *\\{.*"]
  join      = folder
  native    = atlas
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
      lens     = false
      value    = { column = { for name, column in self.column : name => column.type } }
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
      lens     = false
      value    = { values = self.values }
      visible  = nearest
    }
    object {
      include = [body.anything]
      attr "schema" { doc = "Schema that contains the object: `schema.NAME`." }
      attr "values" {
        type   = list(string)
        unique = true
        doc    = "Values of the enum."
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
    object { include = [body.atlas.variable] }
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
  result         = "binary"
  visible        = scope
}
function "bit_varying" {
  doc            = "Bits of a length up to the limit."
  params         = []
  variadic_param = length
  result         = "bit_varying"
  visible        = scope
}
function "char" {
  doc            = "String of a fixed length."
  params         = []
  variadic_param = length
  result         = "char"
  visible        = scope
}
function "character_varying" {
  doc            = "String of a length up to the limit."
  params         = []
  variadic_param = length
  result         = "character_varying"
  visible        = scope
}
function "decimal" {
  doc            = "Exact number, with the number of all digits and of those behind the point."
  params         = []
  variadic_param = digits
  result         = "decimal"
  visible        = scope
}
function "nchar" {
  doc            = "String of a fixed length, in Unicode."
  params         = []
  variadic_param = length
  result         = "nchar"
  visible        = scope
}
function "numeric" {
  doc            = "Exact number, with the number of all digits and of those behind the point."
  params         = []
  variadic_param = digits
  result         = "numeric"
  visible        = scope
}
function "nvarchar" {
  doc            = "String of a length up to the limit, in Unicode."
  params         = []
  variadic_param = length
  result         = "nvarchar"
  visible        = scope
}
function "enum" {
  doc            = "String that is one of the values."
  params         = []
  variadic_param = values
  result         = { values = values }
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
  result         = "varbinary"
  visible        = scope
}
function "varchar" {
  doc            = "String of a length up to the limit."
  params         = []
  variadic_param = length
  result         = "varchar"
  visible        = scope
}

# What types of columns have in common; null for others.
function "family_of" {
  params = [type]
  result = try({
    bigint  = "number", bigserial = "number", bit = "number", bool = "number", boolean = "number", decimal = "number", double = "number", double_precision = "number", float = "number", float4 = "number", float8 = "number",
    int     = "number", int2 = "number", int4 = "number", int8 = "number", integer = "number", mediumint = "number", money = "number", numeric = "number", real = "number", serial = "number", serial2 = "number", serial4 = "number",
    serial8 = "number", smallint = "number", smallmoney = "number", smallserial = "number", tinyint = "number", uint = "number", uint8 = "number", uint16 = "number", uint32 = "number", uint64 = "number",
    char    = "text", character_varying = "text", citext = "text", longtext = "text", mediumtext = "text", nchar = "text", ntext = "text", nvarchar = "text", text = "text", tinytext = "text", varchar = "text",
    date    = "time", datetime = "time", datetime2 = "time", datetimeoffset = "time", smalldatetime = "time", time = "clock", timestamp = "time", timestamptz = "time", timetz = "clock",
    json    = "json", jsonb = "json", uuid = "uuid", uniqueidentifier = "uuid", inet = "network", cidr = "network"
  }[type], null)
  visible = pack
}
function "is_text" {
  params  = [value]
  result  = try(value == join("", [value]), false)
  visible = pack
}
function "fits_family" {
  params = [family, type, value]
  result = (
    contains(["bool", "boolean", "bit", "tinyint"], type) ? can(regex("^(?i:true|false|t|f|yes|no|y|n|on|off|b?'?[01]+'?|[-+]?[0-9]+)$", value)) :
    family == "number" ? can(regex("[0-9]|^(?i:nan|-?infinity)$", value)) :
    family == "time" || family == "clock" ? can(regex("[0-9]|^(?i:now|now\\(\\)|today|tomorrow|yesterday|epoch|-?infinity|allballs|(current|local)_?(date|time|timestamp)(\\(\\))?|sysdatetime.*|getdate\\(\\)|getutcdate\\(\\))", value)) :
    family == "uuid" ? can(regex("^[{]?[0-9A-Fa-f-]{32,36}[}]?$", value)) :
    family == "json" ? can(jsondecode(value)) :
    true
  )
  visible = pack
}
# Whether the value can be the default of a column; true where that is not known.
function "fits_column" {
  params  = [type, value]
  result  = value == null || type == null || !is_text(value) ? true : !is_text(type) ? try(contains(type.values, value), true) : fits_family(family_of(type), type, value)
  visible = pack
}
# Whether a column can refer to one of the other type; true where that is not known.
function "can_refer" {
  params  = [type, other]
  result  = !is_text(type) || !is_text(other) ? true : family_of(type) == null || family_of(other) == null || family_of(type) == family_of(other)
  visible = pack
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
    block_map "column" {
      labels  = ["name"]
      icon    = field
      doc     = "Column: `column.NAME` in this table, `table.TABLE.column.NAME` elsewhere."
      outline = label.name
      label "name" { doc = "Name of the column, as in `column.NAME`." }
      unique = label.name
      check "default-type" {
        condition = fits_column(self.type, self.default)
        message   = "A column of this type cannot have this default value. Expressions are written as `sql(\"...\")`."
        at        = attr.default
        severity  = warning
      }
      symbol {
        address = [column, label.name]
        value   = self.type
        lens    = false
        visible = parent
      }
      # Types of PostgreSQL, MySQL, SQLite and SQL Server. Others may exist.
      scope {
        names = {
          bigint        = "bigint", bigserial = "bigserial", bit = "bit", blob = "blob", bool = "bool", boolean = "boolean",
          box           = "box", bytea = "bytea", cidr = "cidr", circle = "circle", date = "date", datetime = "datetime",
          datetime2     = "datetime2", datetimeoffset = "datetimeoffset", double = "double", double_precision = "double_precision", float = "float", geometry = "geometry",
          image         = "image", inet = "inet", int = "int", int2 = "int2", int4 = "int4", int8 = "int8",
          integer       = "integer", interval = "interval", json = "json", jsonb = "jsonb", line = "line", linestring = "linestring",
          longblob      = "longblob", longtext = "longtext", lseg = "lseg", macaddr = "macaddr", macaddr8 = "macaddr8", mediumblob = "mediumblob",
          mediumint     = "mediumint", mediumtext = "mediumtext", money = "money", multilinestring = "multilinestring", multipoint = "multipoint", multipolygon = "multipolygon",
          ntext         = "ntext", path = "path", point = "point", polygon = "polygon", real = "real", serial = "serial",
          smalldatetime = "smalldatetime", smallint = "smallint", smallmoney = "smallmoney", smallserial = "smallserial", sql_variant = "sql_variant", text = "text",
          time          = "time", timestamp = "timestamp", timestamptz = "timestamptz", timetz = "timetz", tinyblob = "tinyblob", tinyint = "tinyint",
          tinytext      = "tinytext", tsquery = "tsquery", tsvector = "tsvector", uniqueidentifier = "uniqueidentifier", uuid = "uuid", xml = "xml",
          year          = "year", citext = "citext", clob = "clob", float4 = "float4", float8 = "float8", inet4 = "inet4", inet6 = "inet6",
          serial2       = "serial2", serial4 = "serial4", serial8 = "serial8", uint = "uint", uint8 = "uint8", uint16 = "uint16", uint32 = "uint32",
          uint64        = "uint64", vector = "vector", oid = "oid", xid = "xid", xid8 = "xid8", month = "month"
        }
        functions = [bit_varying, binary, char, character_varying, decimal, enum, nchar, numeric, nvarchar, sql, varbinary, varchar]
      }
      object {
        include = [body.anything]
        attr "type" {
          required = true
          refers   = [declared]
          lens     = false
          doc      = "Data type: `int`, `varchar(255)`, `enum.NAME`, `sql(\"...\")`."
        }
        attr "null" {
          type = bool
          doc  = "Whether the column can be null."
        }
        attr "default" {
          lens = false
          doc  = "Default value; `sql(\"...\")` for an expression."
        }
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
      check "same-types" {
        condition = alltrue([for i, column in self.columns : try(can_refer(column, self.ref_columns[i]), true)])
        message   = "A foreign key refers to columns of the same types."
        at        = attr.ref_columns
        severity  = warning
      }
      label "symbol" {
        optional = true
        doc      = "Name of the foreign key. Generated when it is not written."
      }
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
      unique = label.name
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
      label "name" { optional = true }
      object {
        include = [body.anything]
        attr "expr" {
          type     = string
          required = true
          doc      = "Condition, as an SQL expression."
        }
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
