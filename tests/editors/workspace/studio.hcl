accent = "#ff8800"
manual = "https://example.com/"
input "region" {
  type    = string
  default = "eu"
}
function "image" {
  params = [name, tag]
  result = "${name}:${tag}"
}
values {
  here = input.region
  made = image("web", "1")
  text = <<-EOT
    ${input.region}
  EOT
}
