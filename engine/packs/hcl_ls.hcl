# .hcl-ls.hcl: which files of a workspace are written in which language.
language "hcl-ls" {
  title = "hcl-ls configuration"
  files = [".hcl-ls.hcl"]
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
  attr "rules" {
    type     = map(string)
    keys     = findings
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
