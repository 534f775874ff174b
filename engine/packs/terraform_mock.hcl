# Mock data for Terraform tests: what a `mock_provider` with a `source` reads.
language "terraform-mock" {
  title         = "Terraform mock data"
  ids           = ["terraform-mock"]
  files         = ["*.tfmock.hcl", "*.tfmock.json"]
  rules         = reference
  join          = file
  unknown_names = ignore
  functions     = [stdlib, try, can, encoding, network, extended, search, digests, yaml, marks, files, templates]
}

object {
  block_list "mock_resource" {
    doc = "What resources of a type look like."
    label "type" { doc = "The type." }
    object { include = [body.terraform_test.mock] }
  }
  block_list "mock_data" {
    doc = "What data sources of a type look like."
    label "type" { doc = "The type." }
    object { include = [body.terraform_test.mock] }
  }
  block_list "override_resource" {
    doc = "What one resource looks like."
    object { include = [body.terraform_test.override] }
  }
  block_list "override_data" {
    doc = "What one data source looks like."
    object { include = [body.terraform_test.override] }
  }
}
