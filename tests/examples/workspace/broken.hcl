# A file that is being written: each mistake affects only its own line.
listen = "0.0.0.0:8080

route "api" {
  path    = "/api"
  targets = ["http://blue.internal" "http://green.internal"]
  retries: 3
}

route "assets" {
  path = '/assets'
}
