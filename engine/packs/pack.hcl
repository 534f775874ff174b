# The language of packs, and with it of hcldec specs: every spec is a pack.
language "pack" {
  title   = "hcldec spec or pack"
  ids     = ["hcldec", "hcl-pack"]
  files   = ["*.hcldec", "*.hcldec.hcl", "*.pack.hcl"]
  native  = pack
  unknown = allowed
}

object {
  include = [body.specs_without_names, body.checks]

  block_map "language" {
    labels    = ["id"]
    max_items = 1
    unique    = false
    doc       = "Name of the language, and the files that are written in it."
    object {
      attr "title" {
        type = string
        doc  = "Display name of the language."
      }
      attr "extends" {
        type     = string
        constant = true
        doc      = "Language of this build that the pack adds to (`terraform`), or the path of another pack, from the folder of this one: `\"../base/app.hcldec\"`. What both describe is merged: arguments of this pack replace those of the other one; blocks inside, and elements of the lists of `language`, are added. Checks and functions of the same name replace those of the other pack."
      }
      attr "version" {
        type = string
        doc  = "Version to assume if the workspace sets none. Without one, the `version` of items is not checked then."
      }
      attr "ids" {
        type = list(string)
        doc  = "Language ids that editors use for the language."
      }
      attr "files" {
        type = list(string)
        doc  = "Patterns of file names. A pattern without a slash is compared only with the name of the file; if several languages match, the longest pattern decides."
      }
      attr "join" {
        decoder = expression
        unknown = allowed
        doc     = "Files that form a module, in which names are visible. `block.TYPE`: as `folder`, but files that each have a block of this type can be used separately, and can declare the same names."
        values  = { file = "Each file is a module.", folder = "All files of a folder are one." }
      }
      attr "overrides" {
        fields = body.overrides
        doc    = "Pattern of files whose declarations override those of other files: attributes that they omit are taken from the original. With `kind`, kinds of symbols that they must not add: `{ files = \"*_override.hcl\", kind = [variable] }`."
      }
      attr "folder" {
        decoder = keyword
        doc     = "From where the relative paths of files count that functions read (`workspace_files`)."
        values  = { module = "The folder of the module (the default).", caller = "In a module that others call, the folder of that one of them which nothing calls. Paths that begin with `./` count from the module itself." }
      }
      attr "package" {
        type    = string
        pattern = ".*\\*.*"
        doc     = "Address of an undeclared package, with `*` for its name: `\"hashicorp/*\"`. The last part also says how the last part of declared addresses is stored: `\"packer-plugin-*\"`."
      }
      attr "unknown" {
        decoder = keyword
        unknown = allowed
        doc     = "Treatment of undeclared names."
        values  = { error = "They are errors (the default).", allowed = "They are not reported: the program may know them.", text = "The program replaces them later: until then, the value is the string as written." }
      }
      attr "names" {
        unknown = allowed
        doc     = "Root names that are treated differently: `{ var = error, \"NOMAD_*\" = allowed }`, where `*` matches any text. `\"dependency:include\" = allowed` applies once an `include` is declared, which may add them; `\"try()\" = allowed` to the arguments of a function. `\"*()\" = error`: functions must be known, also with `unknown = allowed`. `\"PORT_*\" = { refers_to = [port] }`: the rest of such a word names a symbol of these kinds, if there is one. `build = { values = [\"ID\", \"Host\"] }`: members that completion shows; there may be others."
        values  = { error = "They must be declared.", allowed = "They need no declaration.", optional = "The word can precede the address of any symbol: `resource` in `resource.TYPE.NAME`.", whole = "For `*`: a reference must contain the full address; `var` alone is an error." }
      }
      attr "functions" {
        doc = "Functions that expressions can call: `stdlib` for the whole library except `try`, `can` and `convert`, which are named by themselves, `common` for it without operators in the form of functions (`add`), `encoding` (Base64, URLs), `network` (IP prefixes), `extended` (sums, times, paths), `search` (searching lists, maps and strings), `digests`, `yaml`, `marks` (sensitive, ephemeral; conversions such as `tolist` that leave the marks of elements to them), `files` (with unknown results, or `workspace_files`: they read files of the workspace, by paths from the folder of the module, and a missing file is an error, which `severity` calls `missing-file`), `templates`, `definitions` (values as source), single functions of these (`\"stdlib.coalesce\"`: the one of the library; `\"workspace_files.file\"`: one that reads files of the workspace), namespaces that contain all of them as well (`\"core::\"`), a library whose functions are only in a namespace (`\"core::common\"`), or patterns of functions without known signatures: `\"provider::*\"`. `\"*\"`: any function may exist, so errors of evaluation are not reported."
      }
      attr "content" {
        type   = [string, list(string)]
        format = regex
        doc    = "Regular expressions for lines near the beginning of files in the language: `target \".*\" {`. After `!`, for lines that occur only in files of another language with the same names: a file with such a line is left alone, unless the editor or `.hcl-ls.hcl` selects this language (built-in packs only). After `-`, for lines that tell that a file with another name is not in the language."
      }
      attr "default" {
        type = bool
        doc  = "The language of files that no other language matches."
      }
      attr "syntax" {
        decoder = keyword
        unknown = allowed
        doc     = "Syntax of the files, and rules for the conversion of values."
        values = {
          hcl2 = "As the Go tools read the current version of HCL (the default)."
          spec = "As in the HCL specification, where it differs from the Go tools."
          hcl1 = "The first version of HCL: strings are literal, and `key = { }` is a block."
        }
      }
      attr "also" {
        decoder = keyword
        unknown = allowed
        doc     = "Other spellings of arguments and blocks."
        values  = { any_case = "In any case, and with underscores: `default_subset` for `DefaultSubset`." }
      }
      attr "native" {
        decoder = keyword
        unknown = allowed
        doc     = "Native code for features of the language beyond its pack."
        values = {
          pack       = "The files are packs."
          pcl        = "Types and packages of Pulumi's configuration language."
          terraform  = "Rules for the blocks of a module and for module calls."
          terragrunt = "Units against the modules that they run, and stacks against their units."
          atlas      = "Types and settings of the database that a schema is for, references between its objects, and misspelt names."
        }
      }
      attr "severity" {
        type   = map(string)
        doc    = "Default severity of findings, by code, name or rule: `{ UnusedSymbol = \"hint\" }`. The user's settings take precedence."
        format = findings
        values = ["off", "hint", "info", "warning", "error"]
      }
      attr "formatting" {
        decoder = expression
        doc     = "Changes by the formatter other than layout: `quote_labels`, `unwrap_interpolations`."
      }
      attr "nullable" {
        decoder = keyword
        unknown = allowed
        doc     = "Where null is allowed, unless an attribute says otherwise: true, everywhere (the default)."
        values  = { whole = "In place of a whole value, but not of an element of a list or map." }
      }
      attr "dynamic_blocks" {
        fields = body.dynamic_blocks
        doc    = "Type of the blocks that generate others: `dynamic`. The label of such a block is the type of the generated blocks. It has `for_each`, `iterator`, `labels` and a `content` block. `{ name = \"dynamic\", kind = package }`: it generates only what the schemas of packages describe."
      }
      attr "public" {
        decoder   = traversals
        refers_to = [kind]
        unknown   = allowed
        doc       = "Kinds of symbols that are visible to other folders and languages: `[variable, output]`."
      }
      block "call" {
        doc = "The attributes of a file set symbols of another language in the same folder."
        object {
          attr "language" {
            type     = string
            required = true
            doc      = "Id of the other language."
          }
          attr "inputs" {
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
    object { include = [body.one_spec, body.of_bodies, body.checks] }
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
        decoder  = expression
        required = true
        doc      = "Names of the parameters, or an object of their types: `{ text = string }`. The type `module`, for the first: the path of another module, in whose place `result` sees its public symbols, as `path.KIND.NAME`."
      }
      attr "variadic_param" {
        decoder = expression
        doc     = "Name of the parameter that receives all further arguments, or an object with its type: `{ rest = string }`."
      }
      attr "refers_to" {
        decoder = expression
        doc     = "Parameters whose strings name symbols, with their kinds: `{ name = include }`. Nothing is reported where no symbol of these kinds is declared."
      }
      attr "max_items" {
        type  = number
        min   = 1
        needs = [variadic_param]
        doc   = "Maximum number of further arguments."
      }
      attr "type" {
        decoder = type
        doc     = "Type of the result, when `result` is not set."
      }
      attr "result" {
        decoder = expression
        doc     = "Result of a call, as an expression over the parameters."
      }
      attr "visible" {
        decoder = keyword
        unknown = allowed
        doc     = "Where the function can be called."
        values  = { module = "Everywhere (the default).", scope = "Only in blocks whose `scope` lists it.", pack = "Only in expressions of the pack, and of functions after it." }
      }
    }
  }

  block_list "variables" {
    doc = "Values that expressions in the files can use by name."
    object {
      attr "*" {
        decoder = expression
      }
    }
  }
}

# ---- Specs: with a label inside of objects, without one elsewhere.

body "specs_with_names" {
  object {
    include = [body.specs_without_names]
    label "key" { doc = "Name of the property in the result. For attributes and blocks, also the name in the input, unless `name` or `block_type` is set." }
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
      decoder = types
      doc     = "Type to which the value is converted: `string`, `list(number)`, `object({...})`, `any`. In brackets: several types; a value has one of them, or is converted to the first that it converts to."
    }
    attr "decoder" {
      decoder = keyword
      unknown = allowed
      doc     = "Way in which the expression is read when it is not evaluated."
      values = {
        bare_type   = "A type, in which `list` and `map` alone have elements of any type."
        address     = "An address of a declaration, which is not evaluated: `a.b[each.key]`. `refers_to` lists the kinds that it can name; `values` lists words that are allowed instead."
        addresses   = "A list of addresses, or an object whose values are addresses."
        call        = "A function call."
        closure     = "An expression that is evaluated later, with the names in scope."
        expression  = "An expression that is evaluated later: its names need no declaration."
        identifiers = "A list of names."
        int_type    = "A type without `any` and `optional`, in which `int` is another word for `number`."
        keyword     = "One word."
        traversal   = "A reference."
        traversals  = "A list of references."
        type        = "A type."
        types       = "A type, or several in brackets."
      }
    }
    attr "refers" {
      decoder = identifiers
      unknown = allowed
      doc     = "References that the expression must contain, or must not."
      values = {
        any      = "It contains some reference."
        own      = "It refers to the enclosing declaration: the validation of a variable must use this variable."
        others   = "It does not refer to the enclosing declaration."
        acyclic  = "With `refers_to`: following the strings from declaration to declaration does not lead back to the enclosing declaration."
        declared = "All its names are declared, also in functions in which others are allowed."
      }
    }
    attr "message" {
      decoder = expression
      doc     = "The attribute is a condition, which must be true for values that other modules set for the enclosing declaration; this attribute has the message otherwise: `self.error_message`."
    }
    attr "package" {
      decoder = expression
      fields  = body.package
      doc     = "The name of the attribute is the name of a package. Members of its value are the address and the version constraint: `{ address = self.source, version = self.version }`. A string as the value is the constraint."
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
    attr "access" {
      decoder = keyword
      unknown = allowed
      doc     = "Whether the value can only be read, or only be written."
      values  = { read = "The program sets it; files cannot.", write = "It is passed to the program but cannot be read: references to it are null." }
    }
    attr "constant" {
      type = bool
      doc  = "Only fixed values are allowed, no references or functions."
    }
    attr "nullable" {
      decoder = keyword
      doc     = "Whether null is allowed: true or false. The default is true, or that of the language."
      unknown = allowed
      values  = { whole = "In place of the whole value, but not of an element of a list or map." }
    }
    attr "default" {
      decoder = expression
      doc     = "The value when the attribute is not set: a fixed value."
    }
    attr "unique" {
      type = bool
      doc  = "The elements must differ from each other."
    }
    attr "lens" {
      type    = bool
      default = true
      doc     = "Whether editors show the type of its value. The default is true."
    }
    attr "fields" {
      decoder = expression
      doc     = "Schema of the attributes of an object, or of each element that is an object: `body.NAME`. `{ \"*\" = body.NAME }`: of the values of an object whose keys are the user's own."
    }
    attr "also" {
      decoder = keyword
      unknown = allowed
      doc     = "The attribute can also be written as blocks."
      values  = { block = "The value is an object, or a list of objects." }
    }
    block_list "symbol" {
      doc       = "Symbol that the attribute declares."
      max_items = 1
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
  }
}

body "block_list" {
  object {
    attr "block_type" {
      type = string
      doc  = "Type of the blocks in the input."
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
      type   = list(string)
      length = { min = 1 }
      doc    = "Names for the labels of each block: at least one."
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
    attr "version" {
      type = string
      doc  = "Versions of the language that support it: `\">= 1.2\"`, `\"<= 2.0\"` or `\">= 1.2, <= 2.0\"`."
    }
    attr "deprecated" {
      decoder = expression
      doc     = "Message with the replacement: `\"Use `size` instead.\"`. Or the new name, which a quick fix inserts: `size`. With a message or quotes in brackets: `[size, \"It is in bytes.\"]`."
    }
    attr "needs" {
      decoder = expression
      doc     = "Items that must be set together with this one: `[user, password]`."
    }
    attr "required" {
      decoder = expression
      doc     = "Whether it is required: true or false, or a condition over `self` and `label` of the enclosing block, under which also `min_items` applies. At the top level, `self` has the attributes, and an object for each type of block."
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
      values  = { error = "They are errors (the default).", warning = "They are warnings.", allowed = "They are allowed.", similar = "They are allowed; those that are a listed one but for one letter are warnings.", words = "In addresses, single words are allowed." }
    }
    attr "reserved" {
      decoder = expression
      doc     = "Values that are not allowed: `[\"self\", \"each\"]`. With `unknown = allowed` and a list of `values`, in a text with `*` also others of that form: `[\"aws_*\"]`, apart from texts in which something else is put in place (`$${`, `{{`, `[[`)."
    }
    attr "folder" {
      decoder = expression
      doc     = "Attribute of the block with the folder in which the path starts: `self.context`. The default is the folder of the file."
    }
    attr "format" {
      decoder = expression
      unknown = allowed
      doc     = "Format of the string. With a path among them, two in brackets: `[go_template, file]`."
      values = {
        base64   = "Base64."
        cidr     = "An address range: `10.0.0.0/16`."
        color    = "A color of CSS: `#ff8800`, `orange`."
        duration = "A duration: `1h30m`."
        findings = "Codes and names of findings; in a map, of its keys."
        file     = "The path of a file."
        file_url = "The URL of a file or folder, which can be relative: `file://schema.hcl`. Other URLs are allowed."
        folder   = "The path of a folder."
        glob     = "A glob pattern for paths."

        go_template = "A Go text template: `{{ .Path }}`."

        identifier = "An identifier."
        integer    = "A number without a fraction."
        ip         = "An IP address."
        iterable   = "A collection that the program iterates over; not null."
        json       = "JSON."
        keyed      = "A collection that the program iterates over by key: a map or a set of strings, not sensitive."
        path       = "A path."
        regex      = "A regular expression."
        semver     = "A version: `1.2.3`."
        url        = "A URL."

        version_constraint = "Version constraints: `>= 1.2, < 2.0`."
      }
    }
    attr "pattern" {
      type = [string, map(string)]
      doc  = "Regular expression that must match the whole string. `{ \"REGULAR EXPRESSION\" = \"a duration such as 1h\" }`: messages say what matches."
    }
    attr "min" {
      type = [number, string]
      doc  = "Minimum of the number. With `format = version_constraint`, a version: each must admit this version or a newer one, and the `version` of the workspace."
    }
    attr "max" {
      type = number
      doc  = "Maximum of the number."
    }
    attr "length" {
      fields = body.length
      doc    = "Number of characters or elements, or its limits: `{ min = 1, max = 63 }`."
    }
    attr "refers_to" {
      decoder   = addresses
      refers_to = [kind]
      unknown   = allowed
      doc       = "Kinds of symbols that the string (or each element) can name, by the last word of their address. `{ \"*.*\" = source }`: by the whole address (`source.disk.one`); `{ \"[source.]*\" = source }`: also without this first word; `{ \"(source.)*\" = source }`: always without it; `{ \"target:*\" = target }`: only strings with this prefix name a symbol, by the rest. `self`: an address begins with an argument of the enclosing declaration."
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
    attr "order" {
      decoder = expression
      doc     = "Order in which these names must be written: `[source, version]`."
    }
    attr "when" {
      decoder = expression
      doc     = "In a named body that the top level includes: condition over `self` under which what it describes can be used. Elsewhere it gets the severity of unknown names, and completion leaves it out."
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
    include = [body.label]
  }
}

body "label" {
  object {
    block_list "label" {
      label "name" { doc = "Name of the label." }
      doc = "Documentation and constraints of a label. Among the specs of a body: of a label that precedes those of all its blocks."
      object {
        include = [body.value_rules]
        attr "doc" {
          type = string
          doc  = "Description, in Markdown."
        }
        attr "optional" {
          type = [bool, string]
          doc  = "The label can be omitted, together with all labels after it. Or the versions in which it can be: `\"<= 1.2\"`. `many`, only for the last label: it can be repeated or omitted."
        }
        attr "merge" {
          type  = bool
          needs = [refers_to]
          doc   = "The block is merged with the one that the label names: neither repeats arguments of the other."
        }
        attr "access" {
          decoder = keyword
          doc     = "Whether the label can be renamed."
          values  = { read = "It names something that other files or a program declare, so it cannot be renamed here." }
        }
      }
    }
  }
}

body "case" {
  object {
    at_least_one = [[is, package]]
    attr "on" {
      decoder  = expression
      required = true
      doc      = "Value that selects the body: `label.NAME`, `self.NAME`, or a list of these."
    }
    attr "is" {
      decoder = expression
      doc     = "Body for each string: `{ s3 = body.s3 }`; with several values, keys are \"a/b\". `*` matches any text; of several matching keys, the most specific one decides."
    }
    attr "package" {
      decoder = expression
      fields  = body.family
      doc     = "Bodies of a family in the schemas of a package, by the same string: `{ kind = resource, name = [self.provider, label.type] }`. Keys of `is` without `*` take precedence."
    }
    attr "unknown" {
      decoder = keyword
      unknown = allowed
      doc     = "Content of blocks that match none of `is`."
      values  = { allowed = "Any (the default).", error = "Nothing more." }
    }
  }
}

body "family" {
  object {
    attr "kind" {
      decoder  = keyword
      required = true
      doc      = "Family of bodies."
    }
    attr "name" {
      decoder  = expression
      required = true
      doc      = "What names the package, the first of these that is set: by the first word of an address, or by the part of a label before its first underscore."
    }
    attr "join" {
      type = string
      doc  = "Labels are the name of the package, or that and more after this: `\"-\"` of `docker` and `docker-tag`. The longest declared name counts, otherwise the longest of a stored package; the name of the body begins with the last part of the address of the package. Of a label that refers to a symbol, the last part but one is meant."
    }
  }
}

body "package" {
  object {
    attr "address" {
      decoder  = expression
      required = true
      doc      = "Member with the address of the package: `self.source`. `package` of `case` takes bodies from it."
    }
    attr "version" {
      decoder = expression
      doc     = "Member that constrains the version of the package: `self.version`."
    }
  }
}

body "dynamic_blocks" {
  object {
    attr "name" {
      type     = string
      required = true
      doc      = "Type of the blocks."
    }
    attr "kind" {
      decoder = keyword
      doc     = "`package`: only blocks in bodies of packages are generated."
      values  = ["package"]
    }
  }
}

body "overrides" {
  object {
    attr "files" {
      type     = string
      required = true
      doc      = "Pattern of the files."
    }
    attr "kind" {
      decoder   = traversals
      refers_to = [kind]
      unknown   = allowed
      doc       = "Kinds of symbols that they must not add: each declaration needs an original."
    }
  }
}

body "length" {
  object {
    attr "min" {
      type = number
      min  = 0
      doc  = "Minimum number."
    }
    attr "max" {
      type = number
      min  = 0
      doc  = "Maximum number."
    }
  }
}

body "checks" {
  object {
    block_list "check" {
      label "id" { doc = "Name of the rule." }
      doc = "A custom rule of the language, for blocks that have the body."
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
          doc     = "Attribute whose elements are checked one by one, as `each`: `self.NAME`. With `self`, the attributes of the block are, with their names as `name`."
        }
        attr "names" {
          decoder = expression
          needs   = [at]
          doc     = "List of objects: values of names that `scope` declares. `condition` and `message` see the values that the attribute in `at` has with each of them, as the list `values`. Nothing is reported when one of them is not known."
        }
        attr "when" {
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
      decoder = expression
      unknown = allowed
      doc     = "Folding of the block in editors. Or the text that is shown for the folded block."
      values = {
        block   = "As a block (the default).",
        none    = "It cannot be folded.",
        region  = "With regions.",
        imports = "With imports."
      }
    }
    attr "ephemeral" {
      type = bool
      doc  = "Whether values inside can be ephemeral. Inherited from the enclosing block; the default is true."
    }
    attr "merge" {
      type = bool
      doc  = "Blocks with the same labels are merged into one."
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
    attr "also" {
      decoder = keyword
      unknown = allowed
      doc     = "The block can also be written as an attribute."
      values = {
        attr = "As an object, or a list of objects; blocks with a label as an object of objects.",
        any  = "As an attribute of any type."
      }
    }
    include = [body.notes, body.label, body.icon, body.checks]
    block_list "symbol" {
      doc       = "Symbol that the block declares."
      max_items = 1
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
          doc     = "Functions of the pack with `visible = scope` that can be called inside the block."
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
          decoder  = expression
          required = true
          doc      = "Names with which references can begin: `[self, each.key]`; `own` for the enclosing declaration. Or the first words that they cannot have: `{ target = error }`."
        }
        attr "at" {
          decoder = expression
          doc     = "Nested blocks and attributes to which the restriction applies: `[block.connection]`, `[attr.default]`; everywhere by default. With both, to these attributes in these blocks."
        }
        attr "functions" {
          decoder = identifiers
          doc     = "Functions that can be called; all by default."
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
    attr "lens" {
      decoder = expression
      doc     = "A line of text above the block: `\"$${length(self.targets)} targets\"`, an expression over `self` and `label`; none when it is null. `references`: the number of references (the default); `any_references`: the same, but none without references. Or several, in brackets."
    }
    block_list "call" {
      doc       = "The block calls the module in another folder. Attributes that its body does not declare set symbols of that module, and the value of the block's symbol is built from `called`, an object of that module's symbols."
      max_items = 1
      object {
        attr "folder" {
          decoder  = expression
          required = self.language == null
          doc      = "Attribute with the path of the folder: `self.source`. With `language`, it can be omitted: the module is then in the folder of the file."
        }
        attr "language" {
          type = string
          doc  = "Language of the called module, if it is another one."
        }
        attr "parents" {
          decoder = expression
          doc     = "Function that looks for the file in the folders above, where modules are files: `path = find_above(\"root.hcl\")`. Or functions with what they give, `{ find_above = file, this_folder = folder, top = root }`: the path of such a file, the folder of the file itself, or that of the repository; with the type of a block (`base = include`), the folder of the file that such a block names."
        }
        attr "inputs" {
          decoder = expression
          doc     = "Kind of the symbols that attributes set. Or kinds with what sets them, `{ variable = self, alias = self.providers }`: the attributes, or the keys of one, each of which is required there; keys of a single word need no symbol."
        }
        attr "outputs" {
          decoder   = traversal
          refers_to = [kind]
          unknown   = allowed
          doc       = "Kind of the symbols that `called` contains."
        }
      }
    }
    block_list "function" {
      doc       = "The block declares a function; these are the names of its attributes."
      max_items = 1
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
    attr "nullable" {
      decoder = expression
      doc     = "Whether other modules can set it to null. The default is true."
    }
    attr "address" {
      decoder  = traversals
      required = true
      doc      = "Address for references: a list of words, `name`, `label.NAME` and `self.NAME`. A label that refers to another symbol by its address stands for that address without its last word."
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
    attr "lens" {
      type    = bool
      default = true
      doc     = "Whether editors show its value behind references. The default is true."
    }
    attr "indexed" {
      decoder = expression
      doc     = "Whether an index can follow the address. The default is true."
    }
    attr "when" {
      decoder = identifiers
      unknown = allowed
      doc     = "Types of blocks inside of the block, then an attribute: `[lifecycle, enabled]`. If it is set and not true, calls of the module do not evaluate the block."
    }
    attr "message" {
      decoder = expression
      doc     = "Message that is shown at references to the symbol: why they are invalid. Null if they are valid."
    }
    attr "default" {
      decoder = expression
      doc     = "Attribute with its value when no module sets it: `self.default`. It must meet the conditions for set values; in languages whose blocks set such symbols, only calls that use it are wrong. In other languages, what these values make wrong in a module is a warning where all such symbols have one, and no file of values is beside."
    }
    attr "each" {
      decoder = expression
      doc     = "In attributes: the member of the value with the addresses of the symbols to declare, `self.NAME`. In blocks, with `names`: the attribute with the names of further symbols of this kind."
    }
    attr "names" {
      decoder = expression
      needs   = [each]
      doc     = "List of objects: values of names that `scope` declares. The block makes a symbol for each, with the name that the attribute in `each` has then. Where that is not known, `unknown` decides."
    }
    attr "unknown" {
      decoder = expression
      doc     = "Whether strings of `refers_to` can name more symbols of this kind than the files declare: true, or a partly known string whose prefix they share."
    }
    attr "visible" {
      decoder = expression
      unknown = allowed
      doc     = "Where the symbol is visible. `by_name` also with one of the others, `[parent, by_name]`."
      values = {
        module  = "In the module (the default).",
        parent  = "Inside the nearest block around it that has labels, or for an attribute the block around the one that has it.",
        file    = "In the file.",
        nearest = "In the module, but declarations of the same file take precedence.",
        callers = "Also in modules that call it, as if its kind were `public`. With `by_name`, it is only a part of the interface: a name that nobody writes.",
        by_name = "Only strings and addresses of `refers_to` can name it, not expressions."
      }
    }
    attr "unused" {
      decoder = keyword
      doc     = "Whether a warning is shown when nothing refers to the symbol: true or false."
      unknown = allowed
      values  = { unchecked = "A warning is shown, and errors inside of the block are warnings, too: the program does not look at it." }
    }
  }
}
