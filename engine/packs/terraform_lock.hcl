# The lock file that Terraform and OpenTofu keep of the providers that they chose: .terraform.lock.hcl
language "terraform-lock" {
  title = "Terraform lock file"
  ids   = ["terraform-lock"]
  files = [".terraform.lock.hcl"]
  rules = reference
}

object {
  block_map "provider" {
    labels = ["source"]
    label "source" {
      doc     = "Where the provider comes from: host, namespace and type."
      pattern = "[^/\\s]+/[^/\\s]+/[^/\\s]+"
    }
    doc       = "The version of one provider that was chosen, and what its packages must look like."
    icon      = package
    outline   = label.source
    fold_text = "${label.source} ${self.version}"
    # Only the two public registries have known documentation pages.
    link = trimprefix(label.source, "registry.opentofu.org/") != label.source ? "https://search.opentofu.org/provider/${trimprefix(label.source, "registry.opentofu.org/")}/latest" : trimprefix(label.source, "registry.terraform.io/") != label.source ? "https://registry.terraform.io/providers/${trimprefix(label.source, "registry.terraform.io/")}" : unknown(string)
    symbol {
      address   = [provider, label.source]
      kind      = provider
      icon      = package
      name_only = true
    }
    object {
      order = [version, constraints, hashes]
      attr "version" {
        type     = string
        required = true
        constant = true
        format   = semver
        doc      = "The version that was chosen."
        snippet  = "\"1.0.0\""
      }
      attr "constraints" {
        type     = string
        constant = true
        doc      = "The versions that the configuration allowed when this one was chosen: `~> 5.0, >= 5.2`."
      }
      attr "hashes" {
        type     = list(string)
        constant = true
        unique   = true
        pattern  = "[0-9a-z]+:.+"
        doc      = "Checksums of packages that are accepted: `h1:` of their content, `zh:` of the archive that the registry gives."
      }
    }
  }
  block_list "module" {
    doc          = "Kept free for later: nothing is locked of modules."
    experimental = true
    label "path" {}
    object { lenient = true }
  }
}
