# Values of Waypoint variables.
language "waypoint-values" {
  title = "Waypoint values"
  ids   = ["waypoint-vars"]
  files = ["*.wpvars", "*.wpvars.json"]
  join  = file
  call {
    language = "waypoint"
    inputs   = variable
  }
}

object {
  attr "*" {
    constant = true
    doc      = "The value of a variable of the project."
  }
}
