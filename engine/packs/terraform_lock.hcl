# The dependency lock file of Terraform and OpenTofu: .terraform.lock.hcl
language "terraform-lock" {
  title = "Terraform lock file"
  ids   = ["terraform-lock"]
  files = [".terraform.lock.hcl"]
  join  = folder
}

object {
  block_map "provider" {
    labels = ["source"]
    label "source" {
      doc     = "Source address of the provider: host, namespace and type."
      access  = read
      pattern = "[^/\\s]+/[^/\\s]+/[^/\\s]+"
    }
    doc     = "Selected version of a provider, and the checksums of its packages."
    icon    = package
    outline = label.source
    fold    = "${label.source} ${self.version}"
    # Only the two public registries have known documentation pages.
    link = trimprefix(label.source, "registry.opentofu.org/") != label.source ? "https://search.opentofu.org/provider/${trimprefix(label.source, "registry.opentofu.org/")}/latest" : trimprefix(label.source, "registry.terraform.io/") != label.source ? "https://registry.terraform.io/providers/${trimprefix(label.source, "registry.terraform.io/")}" : unknown(string)
    symbol {
      address = [provider, label.source]
      kind    = provider
      icon    = package
      visible = by_name
    }
    object {
      order = [version, constraints, hashes]
      attr "version" {
        type     = string
        required = true
        constant = true
        format   = semver
        doc      = "Selected version of the provider."
        snippet  = "\"1.0.0\""
      }
      attr "constraints" {
        type     = string
        constant = true
        nullable = false
        doc      = "Version constraints that applied when this version was selected: `~> 5.0, >= 5.2`."
      }
      attr "hashes" {
        type     = list(string)
        constant = true
        nullable = false
        unique   = true
        pattern  = "[0-9a-z]+:.+"
        doc      = "Checksums of accepted packages: `h1:` for the package content, `zh:` for the archive from the registry."
      }
    }
  }
  block_list "module" {
    doc = "Reserved for future use: modules are not locked."
    label "path" {}
    object { unknown = allowed }
  }
}
