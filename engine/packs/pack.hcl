# The language of packs, and with it of hcldec specs: every spec is a pack.
language "pack" {
  title   = "hcldec spec or pack"
  ids     = ["hcldec", "hcl-pack"]
  files   = ["*.hcldec", "*.hcldec.hcl", "*.pack.hcl"]
  native  = pack
  unknown = allowed
}

object {
  include = [body.specs_without_names]

  block_map "language" {
    labels    = ["id"]
    singleton = true
    unique    = false
    doc       = "Name of the language, and the files that are written in it."
    object {
      attr "title" {
        type = string
        doc  = "Display name of the language."
      }
      attr "version" {
        type = string
        doc  = "Version to assume if the workspace sets none. Without one, `since` and `until` are not checked then."
      }
      attr "ids" {
        type = list(string)
        doc  = "Language ids that editors use for the language."
      }
      attr "files" {
        type = list(string)
        doc  = "Patterns of file names. A pattern without a slash is compared only with the name of the file; if several languages match, the longest pattern decides."
      }
      attr "rules" {
        decoder = keyword
        unknown = allowed
        doc     = "Rules for the conversion of values: `spec` follows the information model exactly, `reference` behaves like the Go tools."
        values  = { spec = "As in the HCL specification.", reference = "As in the Go tools." }
      }
      attr "join" {
        decoder = keyword
        unknown = allowed
        doc     = "Files that form a module. Names are visible in the whole module."
        values  = { file = "Each file is a separate module.", folder = "All files of a folder form one module." }
      }
      attr "optional_root" {
        decoder = keyword
        doc     = "A word that can precede the address of any symbol: `resource` in `resource.TYPE.NAME`."
      }
      attr "overrides" {
        type = string
        doc  = "Pattern of files whose declarations override those of other files."
      }
      attr "override_kinds" {
        decoder   = traversals
        refers_to = [kind]
        doc       = "Kinds of symbols that files of `overrides` must not redeclare: each declaration needs an original that it overrides."
      }
      attr "whole_addresses" {
        type = bool
        doc  = "A reference must contain the full address: `var` alone is an error."
      }
      attr "default_package" {
        type    = string
        pattern = ".*\\*.*"
        doc     = "Address of an undeclared package, with `*` for its name: `\"hashicorp/*\"`."
      }
      attr "unknown" {
        decoder = keyword
        unknown = allowed
        doc     = "Treatment of undeclared names."
        values  = { error = "They are errors (the default).", allowed = "They are not reported: the program may know them.", text = "The program replaces them later: until then, the value is the string as written." }
      }
      attr "names" {
        type   = map(string)
        doc    = "Root names that are treated differently: `{ var = error, \"NOMAD_*\" = allowed }`, where `*` matches any text. `\"dependency:include\" = allowed` applies once an `include` is declared, which may add them; `\"try()\" = allowed` to the arguments of a function."
        values = { error = "They must be declared.", allowed = "They need no declaration." }
      }
      attr "stands_alone" {
        decoder = keyword
        doc     = "A block type: files of a folder that each have such a block can be used separately, and can declare the same names."
      }
      attr "functions" {
        doc = "Functions that expressions can call: `stdlib` for the whole library, `common` for it without operators in the form of functions (`add`), `encoding` (Base64, URLs), `network` (IP prefixes), `extended` (sums, times, paths), `search` (searching lists, maps and strings), `digests`, `yaml`, `marks` (sensitive, ephemeral), `files`, `templates`, `definitions` (values as source), single functions of these (`\"stdlib.coalesce\"`: the one of the library), namespaces that contain all of them as well (`\"core::\"`), or patterns of functions without known signatures: `\"provider::*\"`."
      }
      attr "reads_files" {
        type = bool
        doc  = "Functions such as `file` read files of the workspace, by paths from the folder of the module. A missing file is an error."
      }
      attr "first_line" {
        type   = string
        format = regex
        doc    = "Regular expression for the first line of files in the language, whatever their names."
      }
      attr "content" {
        type   = string
        format = regex
        doc    = "Regular expression that matches a line near the beginning of files in the language: `target \".*\" {`."
      }
      attr "foreign" {
        type   = string
        format = regex
        doc    = "Regular expression for lines that occur only in files of another language with the same names. A file with such a line near its beginning is left alone, unless the editor or `.hcl-ls.hcl` selects this language. Only for the built-in packs."
      }
      attr "fallback" {
        type = bool
        doc  = "The language applies only to files that no other language matches."
      }
      attr "syntax" {
        decoder = keyword
        unknown = allowed
        doc     = "Syntax of the files."
        values  = { hcl2 = "The current version of HCL.", hcl1 = "The first version of HCL." }
      }
      attr "native" {
        decoder = keyword
        unknown = allowed
        doc     = "Native code for features of the language beyond its pack."
        values = {
          pack      = "The files are packs."
          pcl       = "Types and packages of Pulumi's configuration language."
          terraform = "Rules for the blocks of a module and for module calls."
        }
      }
      attr "evaluation" {
        decoder = keyword
        unknown = allowed
        doc     = "Whether errors in the evaluation of expressions are reported."
        values  = { checked = "They are reported.", silent = "They are not reported, because the program's functions are not known." }
      }
      attr "levels" {
        type   = map(string)
        doc    = "Default severity of findings, by code or name: `{ UnusedSymbol = \"hint\" }`. The user's settings take precedence."
        keys   = findings
        values = ["off", "hint", "info", "warning", "error"]
      }
      attr "formatting" {
        decoder = expression
        doc     = "Changes by the formatter other than layout: `quote_labels`, `unwrap_interpolations`."
      }
      attr "dynamic_blocks" {
        type = string
        doc  = "Type of the blocks that generate others: `dynamic`. The label of such a block is the type of the generated blocks. It has `for_each`, `iterator`, `labels` and a `content` block."
      }
      attr "public" {
        decoder   = traversals
        refers_to = [kind]
        doc       = "Kinds of symbols that are visible to other folders and languages: `[variable, output]`."
      }
      block "sets" {
        doc = "The attributes of a file set symbols of another language in the same folder."
        object {
          attr "language" {
            type     = string
            required = true
            doc      = "Id of the other language."
          }
          attr "kind" {
            decoder  = keyword
            required = true
            doc      = "Kind of the symbols to set."
          }
        }
      }
    }
  }

  block_map "body" {
    labels = ["name"]
    doc    = "A named body for `include`, `case` and `fields`."
    symbol {
      address = [body, label.name]
      kind    = body
      value   = unknown(any)
    }
    object { include = [body.one_spec, body.of_bodies] }
  }

  block_map "function" {
    labels = ["name"]
    doc    = "A function that the files can call."
    object {
      attr "doc" {
        type = string
        doc  = "Description of the function."
      }
      attr "params" {
        decoder  = identifiers
        required = true
        doc      = "Names of the parameters."
      }
      attr "variadic_param" {
        decoder = keyword
        doc     = "Name of the parameter that receives all further arguments."
      }
      attr "variadic_max" {
        type  = number
        min   = 1
        needs = [variadic_param]
        doc   = "Maximum number of further arguments."
      }
      attr "types" {
        decoder = expression
        doc     = "Types of the parameters, by name. `module`, for the first: the path of another module, in whose place `result` sees its public symbols, as `path.KIND.NAME`."
      }
      attr "type" {
        decoder = type
        doc     = "Type of the result, when `result` is not set."
      }
      attr "result" {
        decoder = expression
        doc     = "Result of a call, as an expression over the parameters."
      }
      attr "scoped" {
        type = bool
        doc  = "The function can be called only in blocks whose `scope` lists it."
      }
    }
  }

  block_list "variables" {
    doc = "Values that expressions in the files can use by name."
    object {
      any_attr {
        decoder = expression
      }
    }
  }
}

# ---- Specs: with a label inside of objects, without one elsewhere.

body "specs_with_names" {
  object {
    include = [body.specs_without_names]
    every_block {
      label "key" { doc = "Name of the property in the result. For attributes and blocks, also the name in the input, unless `name` or `block_type` is set." }
    }
  }
}

body "specs_without_names" {
  object {
    block_list "object" {
      doc = "An object whose properties are the specs inside."
      object { include = [body.specs_with_names, body.of_bodies] }
    }
    block_list "array" {
      doc = "A list whose elements are the specs inside."
      object { include = [body.specs_without_names] }
    }
    block_list "attr" {
      doc = "An attribute."
      object { include = [body.attr] }
    }
    block_list "literal" {
      doc = "A fixed value."
      object { include = [body.literal] }
    }
    block_list "block" {
      doc = "A block that occurs at most once."
      object { include = [body.block, body.one_spec, body.of_blocks, body.of_bodies] }
    }
    block_list "block_list" {
      doc = "Any number of blocks, in order."
      object { include = [body.block_list, body.one_spec, body.of_blocks, body.of_bodies] }
    }
    block_list "block_set" {
      doc = "Any number of blocks, without order."
      object { include = [body.block_list, body.one_spec, body.of_blocks, body.of_bodies] }
    }
    block_list "block_map" {
      doc = "Blocks by their labels."
      object { include = [body.block_map, body.one_spec, body.of_blocks, body.of_bodies] }
    }
    block_list "block_attrs" {
      doc = "A block whose attributes can have any name."
      object { include = [body.block_attrs, body.of_blocks] }
    }
    block_list "default" {
      doc = "The first of the specs inside that is not null."
      object { include = [body.specs_without_names] }
    }
    block_list "transform" {
      doc = "A value that is computed from the value of the spec inside."
      object { include = [body.transform, body.specs_without_names] }
    }
  }
}

body "one_spec" {
  object { include = [body.specs_without_names] }
}

body "attr" {
  object {
    include = [body.notes, body.value_rules, body.icon]
    attr "name" {
      type = string
      doc  = "Name of the attribute in the input."
    }
    attr "type" {
      decoder = type
      doc     = "Type to which the value is converted: `string`, `list(number)`, `object({...})`, `any`."
    }
    attr "required" {
      type = bool
      doc  = "Whether the attribute must be set."
    }
    attr "decoder" {
      decoder = keyword
      unknown = allowed
      doc     = "Way in which the expression is read when it is not evaluated."
      values = {
        bare_type   = "A type, in which `list`, `set` and `map` alone have elements of any type."
        address     = "An address of a declaration, which is not evaluated: `a.b[each.key]`. `refers_to` lists the kinds that it can name; `values` lists words that are allowed instead."
        addresses   = "A list of addresses, or an object whose values are addresses."
        call        = "A function call."
        closure     = "An expression that is evaluated later, with the names in scope."
        expression  = "An expression that is evaluated later: its names need no declaration."
        identifiers = "A list of names."
        keyword     = "One word."
        traversal   = "A reference."
        traversals  = "A list of references."
        type        = "A type."
      }
    }
    attr "must_refer" {
      decoder = keyword
      unknown = allowed
      doc     = "Reference that the expression must contain."
      values  = { any = "Any reference.", own = "A reference to the enclosing declaration: the validation of a variable must use this variable." }
    }
    attr "never_own" {
      type = bool
      doc  = "The expression must not refer to the enclosing declaration."
    }
    attr "acyclic" {
      type  = bool
      needs = [refers_to]
      doc   = "Following the strings from declaration to declaration must not lead back to the enclosing declaration."
    }
    attr "names_argument" {
      type = bool
      doc  = "For addresses: each starts with an argument of the enclosing declaration."
    }
    attr "validates" {
      decoder = expression
      doc     = "The expression must be true for values that other modules set for the enclosing declaration. The value is the attribute with the message: `self.error_message`."
    }
    attr "iterates" {
      decoder = keyword
      unknown = allowed
      doc     = "The program iterates over the value, which must be a collection and not null."
      values  = { any = "Over any collection.", keyed = "By key: over a map or a set of strings that is not sensitive." }
    }
    attr "keys" {
      decoder = keyword
      unknown = allowed
      doc     = "Keys of the map, for checks and completion."
      values  = { any = "Any key.", findings = "Codes and names of findings." }
    }
    attr "declares_package" {
      decoder = expression
      doc     = "The name of the attribute is the name of a package, and this member of the value is the address of the package: `self.source`. `from` takes bodies from the package."
    }
    attr "package_version" {
      decoder = expression
      needs   = [declares_package]
      doc     = "This member of the value constrains the version of the package: `self.version`. A string in place of the object is the constraint."
    }
    attr "quoted" {
      decoder = keyword
      unknown = allowed
      doc     = "Whether words and addresses can be quoted, for decoders that read them."
      values = {
        error      = "They cannot be quoted (the default)."
        deprecated = "They can be quoted, with a warning and a quick fix."
        allowed    = "They can be quoted."
      }
    }
    attr "sensitive" {
      type = bool
      doc  = "The value is secret and never shown."
    }
    attr "read_only" {
      type = bool
      doc  = "The value is set by the program; files cannot set it."
    }
    attr "write_only" {
      type = bool
      doc  = "The value is passed to the program but cannot be read: references to it are null."
    }
    attr "constant" {
      type = bool
      doc  = "Only fixed values are allowed, no references or functions."
    }
    attr "nullable" {
      type = bool
      doc  = "Whether null is allowed. The default is true."
    }
    attr "types" {
      decoder = expression
      doc     = "Allowed types of the value: `[string, list(string)]`."
    }
    attr "default" {
      decoder = expression
      doc     = "The value when the attribute is not set: a fixed value."
    }
    attr "unique" {
      type = bool
      doc  = "The elements must differ from each other."
    }
    attr "fields" {
      decoder = expression
      doc     = "Schema of the attributes of an object, or of each element that is an object: `body.NAME`."
    }
    attr "element_fields" {
      decoder        = expression
      conflicts_with = [fields]
      doc            = "Schema of the values of an object whose keys are the user's own: `body.NAME`."
    }
    attr "also" {
      decoder = keyword
      unknown = allowed
      doc     = "The attribute can also be written as blocks."
      values  = { block = "The value is an object, or a list of objects." }
    }
    block_list "symbol" {
      doc       = "Symbol that the attribute declares."
      singleton = true
      merge     = true
      symbol {
        address = [self.kind]
        kind    = kind
      }
      object { include = [body.symbol] }
    }
  }
}

body "literal" {
  object {
    attr "value" {
      required = true
      decoder  = expression
      doc      = "A fixed value."
    }
  }
}

body "block" {
  object {
    attr "block_type" {
      type = string
      doc  = "Type of the block in the input."
    }
    attr "required" {
      type = bool
      doc  = "Whether the block is required."
    }
  }
}

body "block_list" {
  object {
    attr "block_type" {
      type = string
      doc  = "Type of the blocks in the input."
    }
    attr "min_items" {
      type = number
      min  = 0
      doc  = "Minimum number of blocks."
    }
    attr "max_items" {
      type = number
      min  = 0
      doc  = "Maximum number of blocks."
    }
  }
}

body "block_map" {
  object {
    attr "block_type" {
      type = string
      doc  = "Type of the blocks in the input."
    }
    attr "labels" {
      type       = list(string)
      required   = true
      min_length = 1
      doc        = "Names for the labels of each block."
    }
  }
}

body "block_attrs" {
  object {
    attr "block_type" {
      type = string
      doc  = "Type of the block in the input."
    }
    attr "element_type" {
      decoder  = type
      required = true
      doc      = "Type of each attribute."
    }
    attr "required" {
      type = bool
      doc  = "Whether the block is required."
    }
  }
}

body "transform" {
  object {
    attr "result" {
      required = true
      decoder  = expression
      doc      = "The value, as an expression over `nested`."
    }
  }
}

# ---- Annotations

body "icon" {
  object {
    attr "icon" {
      decoder = keyword
      unknown = allowed
      doc     = "Icon in the outline."
      values = [
        "file", "module", "namespace", "package", "class", "method", "property", "field",
        "constructor", "enum", "interface", "function", "variable", "constant", "string", "number",
        "boolean", "array", "object", "key", "null", "enum_member", "struct", "event", "operator",
        "type_parameter",
      ]
    }
  }
}

body "notes" {
  object {
    attr "doc" {
      type = string
      doc  = "Description, in Markdown."
    }
    attr "link" {
      decoder = expression
      doc     = "URL of the documentation. The link of a block can use `label` and `self`."
    }
    attr "example" {
      type = string
      doc  = "Example of use."
    }
    attr "since" {
      type = string
      doc  = "The first version that supports it."
    }
    attr "until" {
      type = string
      doc  = "The last version that supports it."
    }
    attr "deprecated" {
      type = string
      doc  = "Deprecation message with the replacement."
    }
    attr "replaced_by" {
      decoder = keyword
      doc     = "New name, which a quick fix inserts."
    }
    attr "experimental" {
      type = bool
      doc  = "Experimental: it may change."
    }
    attr "needs" {
      decoder = expression
      doc     = "Items that must be set together with this one: `[user, password]`."
    }
    attr "conflicts_with" {
      decoder = expression
      doc     = "Items that must not be set together with this one."
    }
    attr "required_if" {
      decoder = expression
      doc     = "Condition under which it is required: an expression over `self` and `label` of the enclosing block."
    }
    attr "snippet" {
      type = string
      doc  = "Text that is inserted as its value or body."
    }
  }
}

body "value_rules" {
  object {
    attr "values" {
      decoder = expression
      doc     = "Allowed values: a list, or an object of values and their documentation."
    }
    attr "unknown" {
      decoder = keyword
      unknown = allowed
      doc     = "Treatment of values that are not listed in `values`, and of undeclared names in `refers_to`."
      values  = { error = "They are errors (the default).", allowed = "They are allowed.", words = "In addresses, single words are allowed." }
    }
    attr "reserved" {
      decoder = expression
      doc     = "Values that are not allowed: `[\"self\", \"each\"]`. With `unknown = allowed` and a list of `values`, in a text with `*` also others of that form: `[\"aws_*\"]`."
    }
    attr "format" {
      decoder = keyword
      unknown = allowed
      doc     = "Format of the string."
      values = {
        base64   = "Base64."
        cidr     = "An address range: `10.0.0.0/16`."
        color    = "A color: `#ff8800`."
        duration = "A duration: `1h30m`."
        file     = "The path of a file."
        folder   = "The path of a folder."
        glob     = "A glob pattern for paths."

        go_template = "A Go text template: `{{ .Path }}`."

        identifier = "An identifier."
        integer    = "A number without a fraction."
        ip         = "An IP address."
        json       = "JSON."
        path       = "A path."
        regex      = "A regular expression."
        semver     = "A version: `1.2.3`."
        url        = "A URL."

        version_constraint = "Version constraints: `>= 1.2, < 2.0`."
      }
    }
    attr "pattern" {
      type   = string
      format = regex
      doc    = "Regular expression that must match the whole string."
    }
    attr "min" {
      types = [number, string]
      doc   = "Minimum of the number. With `format = version_constraint`, a version: each must admit this version or a newer one, and the `version` of the workspace."
    }
    attr "max" {
      type = number
      doc  = "Maximum of the number."
    }
    attr "min_length" {
      type = number
      min  = 0
      doc  = "Minimum number of characters or elements."
    }
    attr "max_length" {
      type = number
      min  = 0
      doc  = "Maximum number of characters or elements."
    }
    attr "refers_to" {
      decoder   = traversals
      refers_to = [kind]
      doc       = "Kinds of symbols that the string (or each element) can name."
    }
    attr "refers_by" {
      decoder = keyword
      quoted  = allowed
      unknown = allowed
      needs   = [refers_to]
      doc     = "Part of the address that the string contains. `\"target:*\"`: only strings with this prefix name a symbol, by the rest of the string."
      values  = { name = "The last word.", address = "The whole address: \"source.disk.one\"." }
    }
    attr "refers_under" {
      decoder = keyword
      needs   = [refers_to, refers_by]
      doc     = "For whole addresses of three words: the first word, which can be omitted or be another word."
    }
  }
}

body "of_bodies" {
  object {
    attr "conflicts" {
      decoder = expression
      doc     = "Groups of names of which at most one can be set: `[[a, b]]`."
    }
    attr "exactly_one" {
      decoder = expression
      doc     = "Groups of names of which exactly one must be set."
    }
    attr "at_least_one" {
      decoder = expression
      doc     = "Groups of names of which at least one must be set."
    }
    attr "together" {
      decoder = expression
      doc     = "Groups of names that must be set together or not at all."
    }
    attr "order" {
      decoder = expression
      doc     = "Order in which these names must be written: `[source, version]`."
    }
    attr "include" {
      decoder = expression
      doc     = "Named bodies whose content is included: `[body.NAME]`, or `[body.PACK.NAME]` of another built-in pack."
    }
    attr "unknown" {
      decoder = keyword
      unknown = allowed
      doc     = "Treatment of attributes and blocks that the body does not describe."
      values = {
        allowed = "They are allowed.",
        error   = "Errors (the default).",
        warning = "Warnings.",
        info    = "Information.",
        hint    = "Hints."
      }
    }
    block_list "case" {
      doc = "Additional attributes and blocks that depend on labels or attributes."
      object { include = [body.case] }
    }
    block_list "every_block" {
      doc       = "Labels that precede those of all blocks in this body."
      singleton = true
      object { include = [body.label] }
    }
    block_list "any_attr" {
      doc       = "Attributes of any name."
      singleton = true
      object { include = [body.attr] }
    }
    block_list "any_block" {
      doc       = "Blocks of any type."
      singleton = true
      object { include = [body.one_spec, body.of_blocks, body.of_bodies] }
    }
  }
}

body "label" {
  object {
    block_list "label" {
      label "name" { doc = "Name of the label." }
      doc = "Documentation and constraints of a label."
      object {
        include = [body.value_rules]
        attr "doc" {
          type = string
          doc  = "Description, in Markdown."
        }
        attr "optional" {
          types = [bool, string]
          doc   = "The label can be omitted, together with all labels after it. Or the last version in which it can be: `\"1.2\"`."
        }
        attr "variadic" {
          type = bool
          doc  = "Only for the last label: it can be repeated or omitted."
        }
        attr "extends" {
          type  = bool
          needs = [refers_to]
          doc   = "The block extends the one that the label names: neither repeats arguments of the other."
        }
      }
    }
  }
}

body "case" {
  object {
    at_least_one = [[is, from]]
    attr "on" {
      decoder  = expression
      required = true
      doc      = "Value that selects the body: `label.NAME`, `self.NAME`, or a list of these."
    }
    attr "is" {
      decoder = expression
      doc     = "Body for each string: `{ s3 = body.s3 }`; with several values, keys are \"a/b\". `*` matches any text; of several matching keys, the most specific one decides."
    }
    attr "from" {
      decoder = keyword
      unknown = allowed
      doc     = "Family of bodies in the schemas of packages, by the same string: `resource`. Keys of `is` without `*` take precedence."
      needs   = [package]
    }
    attr "package" {
      decoder = expression
      doc     = "The package: the first of these that is set, `[self.provider, label.type]`. It is named by the first word of an address, or by the part of a label before its first underscore."
      needs   = [from]
    }
    attr "unknown" {
      decoder = keyword
      unknown = allowed
      doc     = "Content of blocks that match none of `is`."
      values  = { allowed = "Any (the default).", error = "Nothing more." }
    }
  }
}

body "of_blocks" {
  object {
    attr "labels" {
      type = list(string)
      doc  = "Names for the labels of each block."
    }
    attr "unique" {
      decoder = expression
      doc     = "Whether no two blocks may have the same labels: true or false. Or values that must differ: `self.port`, `[label.name, self.zone]`."
    }
    attr "outline" {
      decoder = expression
      doc     = "Name of the block in the outline: `\"$${label.type} $${label.name}\"`."
    }
    attr "fold" {
      decoder = keyword
      unknown = allowed
      doc     = "Folding of the block in editors."
      values  = { block = "As an ordinary block.", none = "The block does not fold.", region = "As a region.", imports = "As imports." }
    }
    attr "fold_text" {
      decoder = expression
      doc     = "Text that is shown for the folded block."
    }
    attr "ephemeral" {
      type = bool
      doc  = "Whether values inside can be ephemeral. Inherited from the enclosing block; the default is true."
    }
    attr "merge" {
      type = bool
      doc  = "Blocks with the same labels are merged into one."
    }
    attr "singleton" {
      type = bool
      doc  = "At most one block is allowed."
    }
    attr "also" {
      decoder = keyword
      unknown = allowed
      doc     = "The block can also be written as an attribute."
      values = {
        attr = "As an object, or a list of objects; blocks with a label as an object of objects.",
        any  = "As an attribute of any type."
      }
    }
    include = [body.notes, body.label, body.icon]
    block_list "symbol" {
      doc       = "Symbol that the block declares."
      singleton = true
      merge     = true
      symbol {
        address = [self.kind]
        kind    = kind
      }
      object { include = [body.symbol] }
    }
    block_list "scope" {
      doc = "Names that are visible inside the block."
      object {
        at_least_one = [[names, functions]]
        attr "when" {
          decoder = expression
          doc     = "Condition under which they are visible: an expression over `self`."
        }
        attr "names" {
          decoder = expression
          doc     = "Names and their values, as an object."
        }
        attr "functions" {
          decoder = expression
          doc     = "`scoped` functions of the pack that can be called inside the block."
        }
      }
    }
    block_list "restrict" {
      doc = "Restricts the names that can be used inside the block."
      object {
        attr "when" {
          decoder = expression
          doc     = "Condition of the restriction: an expression over `self`."
        }
        attr "names" {
          decoder  = traversals
          required = true
          doc      = "Names with which references can begin: `[self, each.key]`."
        }
        attr "at" {
          decoder = expression
          doc     = "Nested blocks and attributes to which the restriction applies: `[block.connection]`, `[attr.default]`; everywhere by default. With both, to these attributes in these blocks."
        }
        attr "functions" {
          decoder = identifiers
          doc     = "Functions that can be called; all by default."
        }
        attr "own" {
          type = bool
          doc  = "References to the enclosing declaration are also allowed."
        }
        attr "message" {
          decoder  = expression
          required = true
          doc      = "Reason of the restriction, as a sentence."
        }
      }
    }
    block_list "case" {
      doc = "A body that is selected by labels or attributes."
      object { include = [body.case] }
    }
    block_list "lens" {
      doc = "A code lens: a line of text above the block."
      object {
        attr "text" {
          decoder = expression
          doc     = "Text of the code lens: an expression over `self` and `label`. Without it, the lens has the number of references to the block."
        }
        attr "when" {
          decoder = expression
          doc     = "Condition under which the lens is shown."
        }
      }
    }
    block_list "check" {
      label "id" { doc = "Name of the rule." }
      doc = "A custom rule of the language."
      check "check-without-rule" {
        condition = set.type ? set.at && !set.condition : set.condition && set.message
        message   = "A check needs `condition` and `message`, or `type` and `at`."
      }
      object {
        attr "condition" {
          decoder = expression
          doc     = "Condition that must be true: an expression over `self` and `label`. Nothing is reported while it is unknown."
        }
        attr "message" {
          decoder = expression
          doc     = "Message that is shown when the condition is false."
        }
        attr "type" {
          decoder = expression
          doc     = "Instead of a condition: the type to which the value of the attribute in `at` must convert: `self.type`."
        }
        attr "at" {
          decoder = expression
          doc     = "Attribute at which the finding is shown: `attr.NAME`. The default is the block's header."
        }
        attr "each" {
          decoder = expression
          doc     = "Attribute whose elements are checked one by one, as `each`: `self.NAME`."
        }
        attr "only" {
          decoder = keyword
          unknown = allowed
          doc     = "Modules to which the rule applies; all by default."
          values = {
            root   = "Modules that no other module calls."
            called = "Modules that another module calls."
          }
        }
        attr "severity" {
          decoder = keyword
          unknown = allowed
          doc     = "Severity of the finding."
          values  = { error = "", warning = "", info = "", hint = "" }
        }
      }
    }
    block_list "call" {
      doc       = "The block calls the module in another folder. Attributes that its body does not declare set symbols of that module, and the value of the block's symbol is built from `called`, an object of that module's symbols."
      singleton = true
      object {
        attr "folder" {
          decoder  = expression
          required = true
          doc      = "Attribute with the path of the folder: `self.source`."
        }
        attr "language" {
          type = string
          doc  = "Language of the called module, if it is another one."
        }
        attr "parents" {
          decoder = keyword
          unknown = allowed
          doc     = "Function that looks for the file in the folders above, where modules are files: `path = find_above(\"root.hcl\")`."
        }
        attr "inputs" {
          decoder   = traversal
          refers_to = [kind]
          doc       = "Kind of the symbols that attributes set."
        }
        attr "outputs" {
          decoder   = traversal
          refers_to = [kind]
          doc       = "Kind of the symbols that `called` contains."
        }
        attr "passes" {
          decoder = expression
          doc     = "Attribute whose keys name symbols of the kind `passed` in the called module, each of which is required: `self.providers`."
          needs   = [passed]
        }
        attr "passed" {
          decoder   = traversal
          refers_to = [kind]
          doc       = "Kind of the symbols that the keys of `passes` name. Keys of a single word need no symbol."
        }
      }
    }
    block_list "function" {
      doc       = "The block declares a function; these are the names of its attributes."
      singleton = true
      object {
        attr "params" {
          decoder  = keyword
          required = true
          doc      = "Attribute with the list of parameters."
        }
        attr "variadic_param" {
          decoder = keyword
          doc     = "Attribute with the name of the parameter that receives all further arguments."
        }
        attr "result" {
          decoder  = keyword
          required = true
          doc      = "Attribute with the expression for the result."
        }
      }
    }
  }
}

body "symbol" {
  object {
    include = [body.icon]
    attr "type" {
      decoder = expression
      doc     = "Type to which values that other modules set are converted (see `call` and `sets`): `self.type`."
    }
    attr "required" {
      decoder = expression
      doc     = "Whether other modules must set it: `!set.default`."
    }
    attr "address" {
      decoder  = traversals
      required = true
      doc      = "Address for references: a list of words, `name`, `label.NAME` and `self.NAME`."
    }
    attr "optional" {
      decoder = traversals
      doc     = "Steps of the address that are omitted when the block has no such label or attribute: `[label.name]`."
    }
    attr "depends" {
      decoder = keyword
      unknown = allowed
      doc     = "Parts of the block through which cycles are detected."
      values = {
        value = "Only what its value is computed from (the default)."
        all   = "The whole block."

        members = "The values that each argument is computed from: arguments are evaluated separately, and can refer to others of the same block."
      }
    }
    attr "kind" {
      decoder = keyword
      doc     = "Name of its kind, for `refers_to` and in messages."
    }
    attr "value" {
      decoder = expression
      doc     = "Value of the symbol: an expression over `self` and `label`. The default is the whole block."
    }
    attr "sensitive" {
      decoder = expression
      doc     = "Whether the value is secret."
    }
    attr "ephemeral" {
      decoder = expression
      doc     = "Whether the value is ephemeral."
    }
    attr "indexed" {
      decoder = expression
      doc     = "Whether an index can follow the address. The default is true."
    }
    attr "unusable" {
      decoder = expression
      doc     = "A string with the reason why references are invalid, or null if they are valid."
    }
    attr "fallback" {
      decoder = expression
      doc     = "Attribute with its value when no module sets it, which must satisfy `validates`: `self.default`."
    }
    attr "fallback_free" {
      type = bool
      doc  = "The fallback need not satisfy `validates`: only calls that use it are reported."
    }
    attr "each" {
      decoder = expression
      doc     = "In attributes: the member of the value with the addresses of the symbols to declare, `self.NAME`."
    }
    attr "names_more" {
      decoder = expression
      doc     = "Whether more symbols of this kind exist than the files declare."
    }
    attr "visible" {
      decoder = keyword
      unknown = allowed
      doc     = "Visibility of the symbol."
      values = {
        module  = "In the whole module.",
        parent  = "Inside the nearest block around it that has labels; for an attribute, the block around the one that has it.",
        file    = "In the same file.",
        nearest = "In the whole module, but declarations of the same file take precedence."
        callers = "In the module and in modules that call it, as if its kind were `public`."
      }
    }
    attr "name_only" {
      type = bool
      doc  = "Only strings and addresses of `refers_to` can name it, not expressions."
    }
    attr "unused" {
      type = bool
      doc  = "Warns when nothing refers to the symbol."
    }
  }
}
