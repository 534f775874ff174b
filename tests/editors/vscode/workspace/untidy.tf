resource "null_resource" "one" {
    triggers={
        name="a"
    longer_name    =    "b"
    }
}

locals {
  names = [for k, v in var.names : upper(v) if v != "none"]
  user_data = <<-EOT
    %{ for name in local.names ~}
    echo "${name}"
    %{ endfor ~}
  EOT
}
