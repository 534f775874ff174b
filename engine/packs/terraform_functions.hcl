# Terraform's functions besides the standard library: for Terraform's files, and for the languages that have the
# same functions. A function without a result is known by its parameters and its type alone.
function "alltrue" {
  doc    = "Whether every element is true; an empty list is."
  params = [list]
  types  = { list = list(bool) }
  result = length([for v in list : v if v != true]) == 0
}
function "anytrue" {
  doc    = "Whether at least one element is true; in an empty list none is."
  params = [list]
  types  = { list = list(bool) }
  result = length([for v in list : v if v == true]) > 0
}
function "base64gzip" {
  doc     = "The text compressed with gzip, in Base64."
  params  = [str]
  types   = { str = string }
  returns = string
}
function "base64sha256" {
  doc     = "The SHA-256 digest of the text, in Base64."
  params  = [str]
  types   = { str = string }
  returns = string
}
function "base64sha512" {
  doc     = "The SHA-512 digest of the text, in Base64."
  params  = [str]
  types   = { str = string }
  returns = string
}
function "bcrypt" {
  doc            = "A Blowfish hash of a password, different each time. `cost` is 10 by default."
  params         = [str]
  variadic_param = cost
  types          = { str = string, cost = number }
  returns        = string
}
function "endswith" {
  doc    = "Whether the text ends with another."
  params = [str, suffix]
  types  = { str = string, suffix = string }
  result = strlen(suffix) == 0 || (strlen(str) >= strlen(suffix) && substr(str, strlen(str) - strlen(suffix), -1) == suffix)
}
function "ephemeralasnull" {
  doc     = "Null if the value is ephemeral, the value itself otherwise."
  params  = [value]
  returns = any
}
function "file" {
  doc     = "The contents of a file, which must be UTF-8."
  params  = [path]
  types   = { path = string }
  returns = string
}
function "filebase64" {
  doc     = "The contents of a file in Base64."
  params  = [path]
  types   = { path = string }
  returns = string
}
function "filebase64sha256" {
  doc     = "The SHA-256 digest of a file, in Base64."
  params  = [path]
  types   = { path = string }
  returns = string
}
function "filebase64sha512" {
  doc     = "The SHA-512 digest of a file, in Base64."
  params  = [path]
  types   = { path = string }
  returns = string
}
function "fileexists" {
  doc     = "Whether there is a file at this path."
  params  = [path]
  types   = { path = string }
  returns = bool
}
function "filemd5" {
  doc     = "The MD5 digest of a file, in hexadecimal."
  params  = [path]
  types   = { path = string }
  returns = string
}
function "fileset" {
  doc     = "The paths below a folder that match a pattern such as `**/*.json`."
  params  = [path, pattern]
  types   = { path = string, pattern = string }
  returns = set(string)
}
function "filesha1" {
  doc     = "The SHA-1 digest of a file, in hexadecimal."
  params  = [path]
  types   = { path = string }
  returns = string
}
function "filesha256" {
  doc     = "The SHA-256 digest of a file, in hexadecimal."
  params  = [path]
  types   = { path = string }
  returns = string
}
function "filesha512" {
  doc     = "The SHA-512 digest of a file, in hexadecimal."
  params  = [path]
  types   = { path = string }
  returns = string
}
function "index" {
  doc    = "The place of an element in a list, counted from 0. It is an error if there is none."
  params = [list, value]
  result = [for i, v in list : i if v == value][0]
}
function "issensitive" {
  doc     = "Whether the value is marked as sensitive."
  params  = [value]
  returns = bool
}
function "length" {
  doc    = "The number of elements, or of characters of a text."
  params = [value]
  result = can(keys(value)) ? length(keys(value)) : can(tolist(value)) ? length(value) : strlen(value)
}
function "lookup" {
  doc            = "The element of a map with this key, or the default if there is none."
  params         = [inputMap, key]
  variadic_param = default
  types          = { key = string }
  result         = length(default) > 0 ? try(inputMap[key], default[0]) : inputMap[key]
}
function "md5" {
  doc     = "The MD5 digest of the text, in hexadecimal."
  params  = [str]
  types   = { str = string }
  returns = string
}
function "nonsensitive" {
  doc     = "The value without its mark of being sensitive."
  params  = [value]
  returns = any
}
function "one" {
  doc    = "The only element of a list, set or tuple, or null if it is empty. More than one is an error."
  params = [list]
  result = length(list) == 0 ? null : [for v in list : v][length(list) == 1 ? 0 : length(list)]
}
function "plantimestamp" {
  doc     = "The time of the plan, as RFC 3339."
  params  = []
  returns = string
}
function "replace" {
  doc    = "The text with all occurrences of another replaced; between slashes, `/.../`, it is a regular expression."
  params = [str, substr, replace]
  types  = { str = string, substr = string, replace = string }
  result = can(regex("^/.+/$", substr)) ? unknown(string) : replace(str, substr, replace)
}
function "rsadecrypt" {
  doc     = "The text that was encrypted with an RSA key, given in Base64 and PEM."
  params  = [ciphertext, privatekey]
  types   = { ciphertext = string, privatekey = string }
  returns = string
}
function "sensitive" {
  doc    = "The value, marked as sensitive: it is hidden in output."
  params = [value]
  result = value
}
function "sha1" {
  doc     = "The SHA-1 digest of the text, in hexadecimal."
  params  = [str]
  types   = { str = string }
  returns = string
}
function "sha256" {
  doc     = "The SHA-256 digest of the text, in hexadecimal."
  params  = [str]
  types   = { str = string }
  returns = string
}
function "sha512" {
  doc     = "The SHA-512 digest of the text, in hexadecimal."
  params  = [str]
  types   = { str = string }
  returns = string
}
function "startswith" {
  doc    = "Whether the text begins with another."
  params = [str, prefix]
  types  = { str = string, prefix = string }
  result = strlen(prefix) == 0 || substr(str, 0, strlen(prefix)) == prefix
}
function "strcontains" {
  doc    = "Whether the text contains another."
  params = [str, substr]
  types  = { str = string, substr = string }
  result = strlen(substr) == 0 || replace(str, substr, "") != str
}
function "strrev" {
  doc    = "The text backwards."
  params = [str]
  types  = { str = string }
  result = reverse(str)
}
function "templatefile" {
  doc     = "The contents of a template file, rendered with these variables."
  params  = [path, vars]
  types   = { path = string }
  returns = string
}
function "templatestring" {
  doc     = "A template that another object holds, rendered with these variables."
  params  = [template, vars]
  types   = { template = string }
  returns = string
}
function "timestamp" {
  doc     = "The present time as RFC 3339; different at each run."
  params  = []
  returns = string
}
function "uuid" {
  doc     = "A random UUID; different at each run."
  params  = []
  returns = string
}
function "uuidv5" {
  doc     = "The UUID of a name in a namespace: `dns`, `url`, `oid`, `x500` or a UUID."
  params  = [namespace, name]
  types   = { namespace = string, name = string }
  returns = string
}
function "yamldecode" {
  doc     = "The value that a text of YAML stands for."
  params  = [src]
  types   = { src = string }
  returns = any
}
function "yamlencode" {
  doc     = "The value as YAML."
  params  = [value]
  returns = string
}
