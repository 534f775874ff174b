# Values of Packer variables: *.auto.pkrvars.hcl and files passed with -var-file.
language "packer-values" {
  title = "Packer values"
  ids   = ["packer-vars", "pkrvars"]
  files = ["*.pkrvars.hcl", "*.pkrvars.json"]
  rules = reference
  join  = file
  sets {
    language = "packer"
    kind     = variable
  }
  # A value for an undeclared variable is a warning.
  levels = { UndeclaredText = warning }
}

object {
  any_attr {
    constant = true
    doc      = "Value of a template variable."
  }
}
