# Values that a stack gives to a unit.
language "terragrunt-values" {
  title = "Terragrunt values"
  files = ["terragrunt.values.hcl"]
  rules = reference
  join  = file
}

object {
  any_attr {
    constant = true
    doc      = "A value: `values.NAME` in the unit."
  }
}
