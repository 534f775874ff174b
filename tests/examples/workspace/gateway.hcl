# The configuration of an imaginary web gateway.
listen = "0.0.0.0:8080"

defaults {
  timeout = "30s"
  retries = 2 + 1
}

route "api" {
  path    = "/api"
  targets = [for n in ["blue", "green"] : "http://${n}.internal:9000"]
}

route "assets" {
  path    = "/assets"
  targets = ["http://assets.internal"]
}
