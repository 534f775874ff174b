# Values of Waypoint variables.
language "waypoint-values" {
  title = "Waypoint values"
  ids   = ["waypoint-vars"]
  files = ["*.wpvars", "*.wpvars.json"]
  rules = reference
  join  = file
  sets {
    language = "waypoint"
    kind     = variable
  }
}

object {
  any_attr {
    constant = true
    doc      = "The value of a variable of the project."
  }
}
