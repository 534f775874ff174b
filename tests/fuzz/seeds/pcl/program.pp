config size int { default = 3 }
a = [for i, x in b : "${x}-${i}" if i > 1]
b = { for k, v in c : k => v... }
c = { (a) = 1, two = size }
resource r "pkg:index:Thing" {
  name = c.two
  options {
    range = size
    hooks = { afterCreate = [h] }
  }
}
hook resource h { command = [args.urn] }
output o string { value = try(r[0].name, invoke("pkg:index:f", { a = b })) }
