# Settings of a backend for `init -backend-config=FILE`. Which ones there are depends on the backend of the module
# beside, so engine/terraform checks them.
language "terraform-backend" {
  title   = "Terraform backend settings"
  ids     = ["terraform-backend", "tfbackend"]
  files   = ["*.tfbackend", "*.backend.tfvars", "*-backend.tfvars", "backend.tfvars", "backend-*.tfvars", "backend_*.tfvars"]
  join    = file
  native  = terraform
  unknown = allowed
}

object {
  attr "*" {
    constant = true
    doc      = "Setting of the backend."
  }
  block_list "*" {
    object {
      attr "*" {}
    }
  }
}
