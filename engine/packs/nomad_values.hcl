# Values of variables of Nomad jobs: what -var-file names.
language "nomad-values" {
  title = "Nomad values"
  ids   = ["nomad-vars"]
  files = ["vars.nomad", "vars_*.nomad", "*_vars.nomad", "*.vars.nomad", "*.nomadvars.hcl", "*.nomad.vars"]
  rules = reference
  join  = file
}

object {
  any_attr {
    constant = true
    doc      = "The value of a variable of the job."
  }
}
