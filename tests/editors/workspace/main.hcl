# A small file that is all right.
greeting = "hello, ${upper(name)}"

service "web" "blue" {
  port    = 8080
  enabled = true

  check "http" {
    path = "/health"
  }
}
