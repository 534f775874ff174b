# Values of Nomad job variables: files passed with -var-file.
language "nomad-values" {
  title = "Nomad values"
  ids   = ["nomad-vars"]
  files = ["vars.nomad", "vars_*.nomad", "*_vars.nomad", "*.vars.nomad", "*.nomadvars.hcl", "*.nomad.vars"]
  join  = file
  # The job in the same folder, if there is only one.
  call {
    language = "nomad"
    inputs   = variable
  }
}

object {
  attr "*" {
    constant = true
    doc      = "Value of a job variable."
  }
}
