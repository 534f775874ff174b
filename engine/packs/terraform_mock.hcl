# Mock data for Terraform tests: files that a `mock_provider` with a `source` reads.
language "terraform-mock" {
  title      = "Terraform mock data"
  ids        = ["terraform-mock", "opentofu-mock"]
  files      = ["*.tfmock.hcl", "*.tfmock.json"]
  join       = file
  native     = terraform
  unknown    = allowed
  functions  = [common, try, can, encoding, network, extended, search, digests, yaml, marks, files, templates]
  formatting = [quote_labels, unwrap_interpolations]
}

object {
  block_list "mock_resource" {
    unique = [label.type]
    doc    = "Mock values for resources of a type."
    label "type" { doc = "Resource type." }
    object { include = [body.terraform_test.mock] }
  }
  block_list "mock_data" {
    unique = [label.type]
    doc    = "Mock values for data sources of a type."
    label "type" { doc = "Data source type." }
    object { include = [body.terraform_test.mock] }
  }
  block_list "override_resource" {
    doc = "Mock values for a single resource."
    object { include = [body.terraform_test.override] }
  }
  block_list "override_data" {
    doc = "Mock values for a single data source."
    object { include = [body.terraform_test.override] }
  }
}
