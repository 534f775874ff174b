a = b.c[*].d
b = call(a, "m", {})
component x "./x" { y = z.o }
component z "./z" { y = x.o }
config t "object({ a = optional(list(any)) })" { default = { a = [null] } }
package { baseProviderName = "p" }
