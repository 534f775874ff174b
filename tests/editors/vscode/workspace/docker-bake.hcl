# The file that the tests edit.
variable "TAG" {
  default = "latest"
}

variable "ROOT" {
  default     = "./app"
  description = "Where the sources are."
}

group "default" {
  targets = ["app"]
}

target "app" {
  contxt = ROOT
  tags   = ["app:${TAG}", upper(TAG)]
  labels = {
    script = <<-JSON
      { "name": "app", "tag": "${TAG}", "sizes": [1, 2] }
    JSON
  }
}
