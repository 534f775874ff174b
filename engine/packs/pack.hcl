# The language of packs, and with it of hcldec specs: every spec is a pack.
language "pack" {
  title           = "hcldec spec or pack"
  ids             = ["hcldec", "hcl-pack"]
  files           = ["*.hcldec", "*.hcldec.hcl", "*.pack.hcl"]
  describes_packs = true
  unknown_names   = ignore
}

object {
  include = [body.specs_without_names]

  block_map "language" {
    labels    = ["id"]
    singleton = true
    unique    = false
    doc       = "What the language is called, and which files are written in it."
    object {
      attr "title" {
        type = string
        doc  = "What people call it."
      }
      attr "ids" {
        type = list(string)
        doc  = "Language ids of editors."
      }
      attr "files" {
        type = list(string)
        doc  = "Patterns of file names. One without a slash is matched by the file's name alone; of several languages the longest pattern decides."
      }
      attr "rules" {
        decoder = keyword
        open    = true
        doc     = "Which set of rules conversions follow: `spec` is the information model to the letter, `reference` what the Go tools do."
        values  = { spec = "The documents.", reference = "The Go tools." }
      }
      attr "join" {
        decoder = keyword
        open    = true
        doc     = "What makes up a module: names are visible in all of it."
        values  = { file = "Each file is on its own.", folder = "All files of a folder together." }
      }
      attr "optional_root" {
        decoder = keyword
        doc     = "A word that may stand before the address of any symbol: `resource` in `resource.TYPE.NAME`."
      }
      attr "overrides" {
        type = string
        doc  = "A pattern of files whose declarations replace those of others."
      }
      attr "override_kinds" {
        decoder   = traversals
        refers_to = [kind]
        doc       = "Kinds of symbols that such files must not declare anew: each needs a declaration that it replaces."
      }
      attr "whole_addresses" {
        type = bool
        doc  = "A reference must not end before the address that it begins: `var` alone is a mistake."
      }
      attr "default_package" {
        type = string
        doc  = "The address of a package that nothing declares, with `*` for its name: `\"hashicorp/*\"`."
      }
      attr "unknown_names" {
        decoder = keyword
        open    = true
        doc     = "What a name means that nothing declares."
        values  = { error = "It is a mistake.", ignore = "Whoever reads the file may know it.", text = "The program replaces it later: until then it is the string that was written." }
      }
      attr "forgiving" {
        decoder = identifiers
        doc     = "Functions whose arguments may use names that nothing declares: `[try, can]`."
      }
      attr "stands_alone" {
        decoder = keyword
        doc     = "A type of block: files of a folder that each have one may be used one by one, and may declare the same names."
      }
      attr "strict_names" {
        type = list(string)
        doc  = "First words of names that must be declared although others need not be: `[\"var\", \"local\"]`. `*` stands for any text."
      }
      attr "free_names" {
        type = list(string)
        doc  = "First words of names that need no declaration although others do: `[\"NOMAD_*\"]`; `\"dependency:include\"` where an `include` is declared, which may bring them."
      }
      attr "functions" {
        doc = "Functions that expressions may call: `stdlib` for all of the library, `encoding` (Base64, URLs), `network` (IP prefixes), `extended` (sums, times, paths), `search` (looking into lists, maps and strings), `digests`, `yaml`, `marks` (sensitive, ephemeral), `files`, `templates`, `definitions` (values as source), single names of all of them (`\"stdlib.coalesce\"`: the one of the library), namespaces in which all of them exist a second time (`\"core::\"`), or patterns of names that nobody describes: `\"provider::*\"`."
      }
      attr "reads_files" {
        type = bool
        doc  = "Functions such as `file` read files of the workspace, by paths from the folder of the module: one that is not there is an error."
      }
      attr "first_line" {
        type   = string
        format = regex
        doc    = "A pattern of the first line of files that are written in the language, whatever they are called."
      }
      attr "content" {
        type   = string
        format = regex
        doc    = "A pattern that some line near the beginning of such files matches: `target \".*\" {`."
      }
      attr "foreign" {
        type   = string
        format = regex
        doc    = "A pattern of lines that only files of another language have which go by the same names. A file with such a line near its beginning is left alone, unless an editor or `.hcl-ls.hcl` says that it is of this language. For packs of this program."
      }
      attr "fallback" {
        type = bool
        doc  = "Every other language that knows a file comes first."
      }
      attr "syntax" {
        decoder = keyword
        open    = true
        doc     = "How files are written."
        values  = { hcl2 = "HCL as it is today.", hcl1 = "The first version of HCL." }
      }
      attr "native" {
        decoder = keyword
        open    = true
        doc     = "The part of the program that knows more of the language than its pack says."
        values = {
          pcl       = "Types and packages of Pulumi's configuration language."
          terraform = "Rules over the blocks of a module, and over calls of modules."
        }
      }
      attr "evaluation" {
        decoder = keyword
        open    = true
        doc     = "What becomes of findings in expressions."
        values  = { checked = "They are shown.", silent = "They are not: nobody knows what the program's functions do." }
      }
      attr "levels" {
        type   = map(string)
        doc    = "How findings count, by code or name: `{ UnusedSymbol = \"hint\" }`. What people set goes before."
        keys   = findings
        values = ["off", "hint", "info", "warning", "error"]
      }
      attr "formatting" {
        decoder = expression
        doc     = "What formatting does beside layout: `quote_labels`, `unwrap_interpolations`."
      }
      attr "dynamic_blocks" {
        type = string
        doc  = "The type of blocks that make others: `dynamic`. Such a block names the type of those as its label, and has `for_each`, `iterator`, `labels` and a block `content`."
      }
      attr "public" {
        decoder   = traversals
        refers_to = [kind]
        doc       = "Kinds of symbols that other folders and languages see: `[variable, output]`."
      }
      block "sets" {
        doc = "The attributes of a file set symbols of another language in the same folder."
        object {
          attr "language" {
            type     = string
            required = true
            doc      = "The id of that language."
          }
          attr "kind" {
            decoder  = keyword
            required = true
            doc      = "The kind of the symbols."
          }
        }
      }
      attr "describes_packs" {
        type = bool
        doc  = "The files are packs themselves."
      }
    }
  }

  block_map "body" {
    labels = ["name"]
    doc    = "A body with a name, for `include` and `case`."
    symbol {
      address = [body, label.name]
      kind    = body
      value   = unknown(any)
    }
    object { include = [body.one_spec, body.of_bodies] }
  }

  block_map "function" {
    labels = ["name"]
    doc    = "A function that the files may call."
    object {
      attr "doc" {
        type = string
        doc  = "What it does."
      }
      attr "params" {
        decoder  = identifiers
        required = true
        doc      = "The names of its parameters."
      }
      attr "variadic_param" {
        decoder = keyword
        doc     = "The name that holds all further arguments."
      }
      attr "variadic_max" {
        type = number
        min  = 1
        doc  = "How many further arguments there may be."
      }
      attr "types" {
        decoder = expression
        doc     = "The types of parameters, by name."
      }
      attr "returns" {
        decoder = type
        doc     = "The type of calls, when `result` is absent."
      }
      attr "result" {
        decoder = expression
        doc     = "What a call gives, as an expression over the parameters."
      }
      attr "scoped" {
        type = bool
        doc  = "Only blocks whose `scope` names it can call it."
      }
    }
  }

  block_list "variables" {
    doc = "Values that the files may use by name."
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
      label "key" { doc = "The property of the result. Of an attribute or block also its name in the input, unless `name` or `block_type` says another." }
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
      doc = "At most one block."
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
      doc = "A block of attributes with names of the user's own."
      object { include = [body.block_attrs, body.of_blocks] }
    }
    block_list "default" {
      doc = "The first of the specs inside that is not null."
      object { include = [body.specs_without_names] }
    }
    block_list "transform" {
      doc = "Another value made from that of the spec inside."
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
      doc  = "The attribute's name in the input."
    }
    attr "type" {
      decoder = type
      doc     = "What its value is converted to: `string`, `list(number)`, `object({...})`, `any`."
    }
    attr "required" {
      type = bool
      doc  = "Whether it must be set."
    }
    attr "decoder" {
      decoder = keyword
      open    = true
      doc     = "How the expression is read when its value is not what counts."
      values = {
        address     = "A path of names that stands for a declaration and is never evaluated: `a.b[each.key]`. `refers_to` says of which kinds; `values` lists words that may stand in its place."
        addresses   = "A list of addresses, or an object whose values are addresses."
        call        = "A function call."
        closure     = "An expression that is evaluated later, with the names around it."
        expression  = "An expression that is evaluated later: its names need not be declared."
        identifiers = "A list of names."
        keyword     = "One word."
        traversal   = "A reference."
        traversals  = "A list of references."
        type        = "A type."
      }
    }
    attr "must_refer" {
      decoder = keyword
      open    = true
      doc     = "What the expression must refer to."
      values  = { any = "Something.", own = "The declaration that it stands in: a validation looks at its own variable." }
    }
    attr "never_own" {
      type = bool
      doc  = "The expression must not refer to the declaration that it stands in."
    }
    attr "acyclic" {
      type  = bool
      needs = [refers_to]
      doc   = "What the strings name must not lead back, by such strings, to the declaration that they stand in."
    }
    attr "names_argument" {
      type = bool
      doc  = "Of addresses: each begins with an argument of the declaration that it stands in."
    }
    attr "free_words" {
      type  = bool
      doc   = "Of addresses: one of a single word needs no declaration."
      needs = [refers_to]
    }
    attr "validates" {
      decoder = expression
      doc     = "Values that others give the declaration that it stands in must make it true. The attribute with the message: `self.error_message`."
    }
    attr "iterates" {
      decoder = keyword
      open    = true
      doc     = "The program goes through the elements of the value, which is neither null nor a single value."
      values  = { any = "Of any collection.", keyed = "By key: of a map or a set of strings that is not sensitive." }
    }
    attr "keys" {
      decoder = keyword
      doc     = "What the keys of the map are, which editors then offer."
      values  = { any = "Whatever people choose.", findings = "Codes and names of findings." }
    }
    attr "declares_package" {
      decoder = expression
      doc     = "The name of the attribute is that of a package, whose address is a member of the value: `self.source`. Bodies come from it by `from`."
    }
    attr "bare_collections" {
      type = bool
      doc  = "Of `decoder = type`: `list`, `set` and `map` alone stand for those of any elements."
    }
    attr "quoted" {
      decoder = keyword
      open    = true
      doc     = "Whether words and addresses (of decoders that read such) may stand in quotes."
      values = {
        error      = "They may not, unless this says so."
        deprecated = "They may, with a warning and a quick fix."
        allowed    = "They may."
      }
    }
    attr "sensitive" {
      type = bool
      doc  = "The value is secret and never shown."
    }
    attr "read_only" {
      type = bool
      doc  = "The program decides it; files cannot set it."
    }
    attr "write_only" {
      type = bool
      doc  = "The program takes the value and never gives it back: references see null."
    }
    attr "constant" {
      type = bool
      doc  = "Only fixed values: no references and no functions."
    }
    attr "nullable" {
      type = bool
      doc  = "Whether null may be written. It may unless this is false."
    }
    attr "types" {
      decoder = expression
      doc     = "Types of which the value must have one: `[string, list(string)]`."
    }
    attr "default" {
      decoder = expression
      doc     = "What the program takes when the attribute is not set: a fixed value."
    }
    attr "unique" {
      type = bool
      doc  = "No two elements are equal."
    }
    attr "fields" {
      decoder = expression
      doc     = "What is known of the attributes of an object, or of each element that is one: `body.NAME`."
    }
    attr "element_fields" {
      decoder = expression
      doc     = "What is known of the values of an object whose keys are the user's own: `body.NAME`."
    }
    attr "also" {
      decoder = keyword
      open    = true
      doc     = "May be written as blocks, too."
      values  = { block = "A value of object type, or a list of such." }
    }
    block_list "symbol" {
      doc       = "What the attribute defines for others to refer to."
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
      doc      = "The value."
    }
  }
}

body "block" {
  object {
    attr "block_type" {
      type = string
      doc  = "The type of the block in the input."
    }
    attr "required" {
      type = bool
      doc  = "Whether it must be there."
    }
  }
}

body "block_list" {
  object {
    attr "block_type" {
      type = string
      doc  = "The type of the blocks in the input."
    }
    attr "min_items" {
      type = number
      min  = 0
      doc  = "How many there must be."
    }
    attr "max_items" {
      type = number
      min  = 0
      doc  = "How many there may be."
    }
  }
}

body "block_map" {
  object {
    attr "block_type" {
      type = string
      doc  = "The type of the blocks in the input."
    }
    attr "labels" {
      type       = list(string)
      required   = true
      min_length = 1
      doc        = "Names for the labels that each block carries."
    }
  }
}

body "block_attrs" {
  object {
    attr "block_type" {
      type = string
      doc  = "The type of the block in the input."
    }
    attr "element_type" {
      decoder  = type
      required = true
      doc      = "The type of each attribute."
    }
    attr "required" {
      type = bool
      doc  = "Whether the block must be there."
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
      open    = true
      doc     = "The icon in outlines."
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
      doc  = "What it is, in Markdown."
    }
    attr "link" {
      decoder = expression
      doc     = "Where to read more: a URL. Of a block it may hold `label` and `self`."
    }
    attr "example" {
      type = string
      doc  = "How it looks in use."
    }
    attr "since" {
      type = string
      doc  = "The first version that has it."
    }
    attr "until" {
      type = string
      doc  = "The last version that has it."
    }
    attr "deprecated" {
      type = string
      doc  = "What to use instead."
    }
    attr "replaced_by" {
      decoder = keyword
      doc     = "The name to use instead, which a quick fix writes."
    }
    attr "experimental" {
      type = bool
      doc  = "It may change."
    }
    attr "needs" {
      decoder = expression
      doc     = "What must be there when this is: `[user, password]`."
    }
    attr "conflicts_with" {
      decoder = expression
      doc     = "What must not be there when this is."
    }
    attr "required_if" {
      decoder = expression
      doc     = "When it must be there: an expression over `self` and `label` of the block around it."
    }
    attr "snippet" {
      type = string
      doc  = "What a quick fix writes as its value."
    }
  }
}

body "value_rules" {
  object {
    attr "values" {
      decoder = expression
      doc     = "The values that are allowed: a list, or an object of what each means."
    }
    attr "open" {
      type = bool
      doc  = "Other values than those are fine, too."
    }
    attr "reserved" {
      decoder = expression
      doc     = "Values that are not allowed: `[\"self\", \"each\"]`."
    }
    attr "format" {
      decoder = keyword
      open    = true
      doc     = "What the text must look like."
      values = {
        base64   = "Base64."
        cidr     = "An address range: `10.0.0.0/16`."
        color    = "A colour: `#ff8800`."
        duration = "A duration: `1h30m`."
        file     = "The path of a file."
        folder   = "The path of a folder."
        glob     = "A pattern of paths."

        go_template = "A text template of Go: `{{ .Path }}`."

        identifier = "A name."
        ip         = "An IP address."
        json       = "JSON."
        path       = "A path."
        regex      = "A regular expression."
        semver     = "A version: `1.2.3`."
        url        = "A URL."

        version_constraint = "Conditions on versions: `>= 1.2, < 2.0`."
      }
    }
    attr "pattern" {
      type   = string
      format = regex
      doc    = "A regular expression that the whole text must match."
    }
    attr "min" {
      type = number
      doc  = "The least number."
    }
    attr "max" {
      type = number
      doc  = "The greatest number."
    }
    attr "whole" {
      type = bool
      doc  = "Numbers have no fraction."
    }
    attr "min_length" {
      type = number
      min  = 0
      doc  = "The least number of characters or elements."
    }
    attr "max_length" {
      type = number
      min  = 0
      doc  = "The greatest number of characters or elements."
    }
    attr "refers_to" {
      decoder   = traversals
      refers_to = [kind]
      doc       = "Kinds of symbols that the text (or each element) names."
    }
    attr "refers_by" {
      decoder = keyword
      open    = true
      doc     = "How the text names them."
      values  = { name = "By the last word of their address.", address = "By their whole address: \"source.disk.one\"." }
    }
    attr "refers_under" {
      decoder = keyword
      doc     = "Of whole addresses of three words: the first, which may be left out, or be another word."
    }
    attr "oldest" {
      type = string
      doc  = "Of version constraints: each must admit this version or a newer one, and the one that the workspace is for."
    }
    attr "refers_after" {
      type = string
      doc  = "Only strings with this prefix name a symbol, by what follows it: `target:`."
    }
  }
}

body "of_bodies" {
  object {
    attr "conflicts" {
      decoder = expression
      doc     = "Groups of names of which at most one may be there: `[[a, b]]`."
    }
    attr "exactly_one" {
      decoder = expression
      doc     = "Groups of names of which exactly one must be there."
    }
    attr "at_least_one" {
      decoder = expression
      doc     = "Groups of names of which at least one must be there."
    }
    attr "together" {
      decoder = expression
      doc     = "Groups of names that are there together or not at all."
    }
    attr "order" {
      decoder = expression
      doc     = "Names in the order in which they must come: `[source, version]`."
    }
    attr "include" {
      decoder = expression
      doc     = "Named bodies whose content this one has, too: `[body.NAME]`, or `[body.PACK.NAME]` of another pack of this build."
    }
    attr "lenient" {
      type = bool
      doc  = "Whatever else stands here is fine."
    }
    attr "unknown" {
      decoder = keyword
      open    = true
      doc     = "How names count that are unknown here."
      values = {
        error   = "As mistakes, unless this says otherwise.",
        warning = "As warnings.",
        info    = "As information.",
        hint    = "As hints."
      }
    }
    block_list "case" {
      doc = "More attributes and blocks that depend on labels or on attributes."
      object { include = [body.case] }
    }
    block_list "every_block" {
      doc       = "Labels that all blocks of this body have before their own."
      singleton = true
      object { include = [body.label] }
    }
    block_list "any_attr" {
      doc       = "Attributes with names of the user's own."
      singleton = true
      object { include = [body.attr] }
    }
    block_list "any_block" {
      doc       = "Blocks with types of the user's own."
      singleton = true
      object { include = [body.one_spec, body.of_blocks, body.of_bodies] }
    }
  }
}

body "label" {
  object {
    block_list "label" {
      label "name" { doc = "Which label this is about." }
      doc = "What a label means and may be."
      object {
        include = [body.value_rules]
        attr "doc" {
          type = string
          doc  = "What it is, in Markdown."
        }
        attr "optional" {
          type = bool
          doc  = "It may be left out, with all that follow."
        }
        attr "variadic" {
          type = bool
          doc  = "The last label only: any number of such, or none."
        }
        attr "extends" {
          type  = bool
          needs = [refers_to]
          doc   = "The block adds to the one that the label names: neither sets an argument of the other again."
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
      doc      = "What it depends on: `label.NAME`, `self.NAME`, or a list of such."
    }
    attr "is" {
      decoder = expression
      doc     = "The body for each text: `{ s3 = body.s3 }`; of several keys \"a/b\". A `*` stands for any text; of several that match, the one that says most decides."
    }
    attr "from" {
      decoder = keyword
      open    = true
      doc     = "A family of bodies in the schemas of packages, found by the text, behind what `is` has without `*`: `resource`."
      needs   = [package]
    }
    attr "package" {
      decoder = expression
      doc     = "Where the package is named: the first of these that is set, `[self.provider, label.type]`. Of an address its first word counts, of a label what stands before its first underscore."
      needs   = [from]
    }
    attr "otherwise" {
      decoder = keyword
      open    = true
      doc     = "The format of all other strings."
      values  = { lenient = "Anything.", strict = "Nothing more." }
    }
  }
}

body "of_blocks" {
  object {
    attr "labels" {
      type = list(string)
      doc  = "Names for the labels that each block carries."
    }
    attr "unique" {
      decoder = expression
      doc     = "No two may have the same labels: true or false. Or what no two may share: `self.port`, `[label.name, self.zone]`."
    }
    attr "outline" {
      decoder = expression
      doc     = "The name of the block in outlines: `\"$${label.type} $${label.name}\"`."
    }
    attr "fold" {
      decoder = keyword
      open    = true
      doc     = "How editors fold the block."
      values  = { block = "As any block.", none = "Not at all.", region = "As a region.", imports = "As imports." }
    }
    attr "fold_text" {
      decoder = expression
      doc     = "What is shown in the place of a folded block."
    }
    attr "ephemeral" {
      type = bool
      doc  = "Whether values inside may be ephemeral: they may, unless this says otherwise here or around it."
    }
    attr "merge" {
      type = bool
      doc  = "Two with the same labels count as one."
    }
    attr "singleton" {
      type = bool
      doc  = "At most one may be there."
    }
    attr "also" {
      decoder = keyword
      open    = true
      doc     = "May be written as an attribute, too."
      values  = { attr = "An attribute of any type." }
    }
    include = [body.notes, body.label, body.icon]
    block_list "symbol" {
      doc       = "What the block defines for others to refer to."
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
          doc     = "When they are: an expression over `self`."
        }
        attr "names" {
          decoder = expression
          doc     = "The names and their values, as an object."
        }
        attr "functions" {
          decoder = expression
          doc     = "Functions of the pack that are `scoped`, and can be called here."
        }
      }
    }
    block_list "restrict" {
      doc = "Only some names may be used inside the block."
      object {
        attr "when" {
          decoder = expression
          doc     = "When that is so: an expression over `self`."
        }
        attr "names" {
          decoder  = traversals
          required = true
          doc      = "What references may begin with: `[self, each.key]`."
        }
        attr "blocks" {
          decoder = expression
          doc     = "Types of blocks in it that this holds for; all of it otherwise."
        }
        attr "attributes" {
          decoder = identifiers
          doc     = "Names of attributes that this holds for; all otherwise."
        }
        attr "functions" {
          decoder = identifiers
          doc     = "The functions that may be called; all when absent."
        }
        attr "own" {
          type = bool
          doc  = "References to the declaration itself are fine, too."
        }
        attr "reason" {
          decoder  = expression
          required = true
          doc      = "A sentence that says why."
        }
      }
    }
    block_list "case" {
      doc = "A body that depends on labels or on attributes."
      object { include = [body.case] }
    }
    block_list "lens" {
      doc = "A line above the block that says something of it."
      object {
        attr "shows" {
          decoder = keyword
          open    = true
          doc     = "What it says."
          values  = { references = "How often the block is referred to.", text = "The text." }
        }
        attr "text" {
          decoder = expression
          doc     = "The text: an expression over `self` and `label`."
        }
        attr "when" {
          decoder = expression
          doc     = "When it is shown."
        }
      }
    }
    block_list "check" {
      label "id" { doc = "The name of the rule." }
      doc = "A rule of the language's own."
      check "check-without-rule" {
        condition = set.type ? set.at && !set.condition : set.condition && set.message
        message   = "A check needs a condition and a message, or a type and the attribute that it is for (at)."
      }
      object {
        attr "condition" {
          decoder = expression
          doc     = "True when all is well: an expression over `self` and `label`. What is not known is no finding."
        }
        attr "message" {
          decoder = expression
          doc     = "What to tell a person."
        }
        attr "type" {
          decoder = expression
          doc     = "In place of a condition: the type that the value of the attribute `at` must convert to: `self.type`."
        }
        attr "at" {
          decoder = expression
          doc     = "The attribute that it is about: `attr.NAME`. The block's header otherwise."
        }
        attr "each" {
          decoder = expression
          doc     = "An attribute whose elements are looked at one by one, as `each`: `self.NAME`."
        }
        attr "only" {
          decoder = keyword
          doc     = "The modules that it holds for; all of them otherwise."
          values = {
            root   = "Those that no other module calls."
            called = "Those that another module calls."
          }
        }
        attr "severity" {
          decoder = keyword
          open    = true
          doc     = "How bad it is."
          values  = { error = "", warning = "", info = "", hint = "" }
        }
      }
    }
    block_list "call" {
      doc       = "The block stands for the module of another folder. Attributes that it does not name set symbols there, and its symbol's value is made from `called`, an object of symbols there."
      singleton = true
      object {
        attr "folder" {
          decoder  = expression
          required = true
          doc      = "The attribute whose text is the path of the folder: `self.source`."
        }
        attr "inputs" {
          decoder   = traversal
          refers_to = [kind]
          doc       = "The kind of symbols that attributes set."
        }
        attr "outputs" {
          decoder   = traversal
          refers_to = [kind]
          doc       = "The kind of symbols that `called` holds."
        }
        attr "passes" {
          decoder = expression
          doc     = "The attribute whose keys name symbols there of the kind `passed`, each of which is required: `self.providers`."
          needs   = [passed]
        }
        attr "passed" {
          decoder   = traversal
          refers_to = [kind]
          doc       = "The kind of symbols that it names. Keys of a single word need none."
        }
      }
    }
    block_list "callable" {
      doc       = "The block defines a function; these are the names of its attributes."
      singleton = true
      object {
        attr "params" {
          decoder  = keyword
          required = true
          doc      = "The attribute that lists the parameters."
        }
        attr "variadic" {
          decoder = keyword
          doc     = "The attribute that names what holds all further arguments."
        }
        attr "result" {
          decoder  = keyword
          required = true
          doc      = "The attribute with the expression."
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
      doc     = "The type that a value from elsewhere is converted to (see `call` and `sets`): `self.type`."
    }
    attr "required" {
      decoder = expression
      doc     = "Whether it must be set from elsewhere: `!set.default`."
    }
    attr "address" {
      decoder  = traversals
      required = true
      doc      = "How others write it: a list of words, `name`, `label.NAME` and `self.NAME`."
    }
    attr "optional" {
      decoder = traversals
      doc     = "Steps of the address that are left out where the block has no such label or attribute: `[label.name]`."
    }
    attr "depends" {
      decoder = keyword
      open    = true
      doc     = "What leads to a cycle when it refers back."
      values = {
        value = "What the value is made from, unless this says otherwise."
        all   = "Whatever stands in the block."

        members = "What an argument is made from: each is worked out by itself, and may refer to others of its block."
      }
    }
    attr "kind" {
      decoder = keyword
      doc     = "What it is, for `refers_to` and for people."
    }
    attr "value" {
      decoder = expression
      doc     = "What it is worth: an expression over `self` and `label`. The whole of it when absent."
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
      doc     = "Whether an index may follow the address; it may, unless this says otherwise."
    }
    attr "unusable" {
      decoder = expression
      doc     = "A string that says why references are wrong, or null where they are not."
    }
    attr "fallback" {
      decoder = expression
      doc     = "The attribute with its value where nothing sets it, which must meet what `validates` says: `self.default`."
    }
    attr "fallback_free" {
      type = bool
      doc  = "The fallback need not meet what `validates` says: only calls that use it are wrong."
    }
    attr "each" {
      decoder = expression
      doc     = "Of an attribute: the member of its value that lists the addresses of the symbols, `self.NAME`."
    }
    attr "names_more" {
      decoder = expression
      doc     = "Whether more symbols of this kind exist than the files write out."
    }
    attr "visible" {
      decoder = keyword
      open    = true
      doc     = "From where it can be referred to."
      values = {
        module  = "From all of the module.",
        parent  = "From the block that it stands in.",
        file    = "From its file.",
        nearest = "From all of the module, but what the file itself declares goes first."
        callers = "From all of the module and from modules that call this one, as if its kind were `public`."
      }
    }
    attr "name_only" {
      type = bool
      doc  = "Only `refers_to` can name it, expressions cannot."
    }
    attr "unused" {
      type = bool
      doc  = "Warn when nothing refers to it."
    }
  }
}
