# Enos: values of the variables of a flight plan.
language "enos-values" {
  title = "Enos values"
  files = ["enos.vars.hcl", "enos-*.vars.hcl"]
  rules = reference
  join  = folder
  sets {
    language = "enos"
    kind     = variable
  }
  # Enos ignores the value of an undeclared variable.
  levels = { UndeclaredText = warning }
}

object {
  any_attr {
    constant = true
    doc      = "Value of a variable of the flight plan."
  }
}
