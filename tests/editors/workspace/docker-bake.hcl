variable "TAG" {
  default = "latest"
}

target "app" {
  context = "."
  tags    = ["app:${TAG}"]
}
