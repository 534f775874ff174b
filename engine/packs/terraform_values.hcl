# Values of Terraform variables: terraform.tfvars, *.auto.tfvars and the files that are passed with -var-file.
language "terraform-values" {
  title  = "Terraform values"
  ids    = ["terraform-vars", "opentofu-vars", "tfvars"]
  files  = ["*.tfvars", "*.tfvars.json"]
  join   = file
  native = terraform
  call {
    language = "terraform"
    inputs   = variable
  }
  # A value for a variable that nothing declares is a warning.
  severity   = { UndeclaredText = warning }
  formatting = [quote_labels, unwrap_interpolations]
}

object {
  attr "*" {
    constant = true
    doc      = "Value of a variable of the root module."
  }
}
