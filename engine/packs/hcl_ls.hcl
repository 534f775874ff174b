# .hcl-ls.hcl: which files of a workspace are written in which language, what findings count, and rules of the
# workspace's own; *.hcl-ls.hcl: rules that others include.
language "hcl-ls" {
  title = "hcl-ls configuration"
  files = [".hcl-ls.hcl", "*.hcl-ls.hcl"]
  # Those that conditions and messages of rules may call.
  functions = [extended, search, stdlib, try, can, first]
}

object {
  block_map "language" {
    labels = ["id"]
    doc    = "Files that are written in a language: one that hcl-ls knows, or one that a pack in the workspace describes."
    object {
      attr "spec" {
        type     = string
        constant = true
        format   = path
        doc      = "The path of a pack or hcldec spec, from the folder of this file."
      }
      attr "version" {
        type     = string
        constant = true
        doc      = "The version of the language that this workspace is for: what came later or is gone is reported. `\"1.9\"`."
      }
      attr "files" {
        type     = list(string)
        constant = true
        doc      = "Patterns of file names: `*.gateway.hcl`, `deploy/**/*.hcl`. Without them, those of the language."
      }
      attr "together" {
        type     = list(list(string))
        constant = true
        doc      = "Files that are used together, as by several `-f`: lists of patterns, in the order in which they count. `[[\"docker-bake.hcl\", \"ci/*.hcl\"]]`."
      }
    }
  }
  attr "include" {
    type     = list(string)
    constant = true
    format   = path
    doc      = "Files with more `rule` blocks (`NAME.hcl-ls.hcl`), by their paths from the folder of this file: rules that several repositories share."
  }
  block_map "rule" {
    labels = ["name"]
    doc    = "A rule of this workspace: what a team wants beyond what the language asks for. Its findings go by the rule's name, in `rules` as well as in comments that ignore them."
    object {
      attr "language" {
        decoder = expression
        doc     = "The language of the files that it holds for, or a list of them; all otherwise."
      }
      attr "files" {
        type     = list(string)
        constant = true
        doc      = "Patterns of the files that it holds for: `modules/**`. All files beside and below this one otherwise."
      }
      attr "blocks" {
        type     = list(string)
        constant = true
        required = true
        doc      = "The blocks that it is about: a pattern of their type, then patterns of their labels: `[\"resource\", \"aws_*\"]`."
      }
      attr "inside" {
        type     = list(string)
        constant = true
        doc      = "Only blocks that stand in such a block: patterns of its type and labels."
      }
      attr "attributes" {
        decoder = expression
        doc     = "The arguments of these blocks that it is about, `*` stands for any characters: `[acl, \"*_policy\"]`. `condition` and `pattern` are then about the `value` of each."
      }
      attr "condition" {
        decoder = expression
        doc     = "True when all is well: an expression over `self`, the block's arguments and blocks, and `label`; with `attributes` also over `name` and `value`. What is not known is no finding."
      }
      attr "required" {
        decoder = expression
        doc     = "Arguments and blocks that must be there: `[tags]`."
      }
      attr "forbidden" {
        decoder = expression
        doc     = "Arguments and blocks that must not be there; `*` stands for any characters: `[user_data, \"legacy_*\"]`."
      }
      attr "order" {
        decoder = expression
        doc     = "Arguments and blocks in the order in which they are written, as far as they are there: `[source, version]`."
      }
      attr "pattern" {
        type     = string
        constant = true
        doc      = "A regular expression that the whole last label matches, or with `attributes` their strings: `[a-z][a-z0-9_]*`."
      }
      attr "message" {
        decoder = expression
        doc     = "What to tell a person: a template over `self` and `label`. Without it a sentence is made, and `doc` follows."
      }
      attr "fix" {
        decoder = expression
        doc     = "The arguments to set in the block, null to remove one: `{ acl = \"private\" }`. Offered as a quick fix, and made by `hcl-ls check --fix`. A value over `self`, `label` or `value` is computed, others are written as they stand here."
      }
      attr "doc" {
        type     = string
        constant = true
        doc      = "Why the rule exists."
      }
      attr "severity" {
        decoder = keyword
        doc     = "How bad it is; a warning otherwise."
        values  = { error = "", warning = "", info = "", hint = "" }
      }
    }
  }
  attr "rules" {
    type     = map(string)
    format   = findings
    constant = true
    doc      = "How findings count, by code, by name, by the name of a pack's own rule, or `\"*\"` for all others: `{ HCL6012 = \"off\", empty-group = \"warning\" }`."
    values = {
      off     = "Not found at all."
      hint    = "Shown as a hint."
      info    = "Shown as information."
      warning = "Shown as a warning."
      error   = "Shown as an error."
    }
  }
}
