# Values of Terraform variables: terraform.tfvars, *.auto.tfvars and the files that are passed with -var-file.
language "terraform-values" {
  title = "Terraform values"
  ids   = ["terraform-vars", "opentofu-vars", "tfvars"]
  files = ["*.tfvars", "*.tfvars.json"]
  rules = reference
  join  = file
  sets {
    language = "terraform"
    kind     = variable
  }
  # A value for a variable that nothing declares is a warning.
  levels = { UndeclaredText = warning }
}

object {
  any_attr {
    constant = true
    doc      = "Value of a variable of the root module."
  }
}
