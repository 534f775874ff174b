# Values that a stack passes to a unit.
language "terragrunt-values" {
  title = "Terragrunt values"
  files = ["terragrunt.values.hcl"]
  join  = file
}

object {
  attr "*" {
    constant = true
    doc      = "Value that is available in the unit as `values.NAME`."
  }
}
