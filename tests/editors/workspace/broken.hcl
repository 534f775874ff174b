service "web" {
  port = 
}

service "db" {
  port = 5432
}
