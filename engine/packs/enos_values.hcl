# Enos: values of the variables of a flight plan.
language "enos-values" {
  title = "Enos values"
  files = ["enos.vars.hcl", "enos-*.vars.hcl"]
  join  = folder
  call {
    language = "enos"
    inputs   = variable
  }
  # Enos ignores the value of an undeclared variable.
  severity = { UndeclaredText = warning }
}

object {
  attr "*" {
    constant = true
    doc      = "Value of a variable of the flight plan."
  }
}
