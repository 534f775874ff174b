# Values of Packer variables: *.auto.pkrvars.hcl and files passed with -var-file.
language "packer-values" {
  title = "Packer values"
  ids   = ["packer-vars", "pkrvars"]
  files = ["*.pkrvars.hcl", "*.pkrvars.json"]
  join  = file
  call {
    language = "packer"
    inputs   = variable
  }
  # A value for an undeclared variable is a warning.
  severity = { UndeclaredText = warning }
}

object {
  attr "*" {
    constant = true
    doc      = "Value of a template variable."
  }
}
