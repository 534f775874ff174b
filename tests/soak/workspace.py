"""The workspace that is edited, and the texts that edits are made of."""

import random
import shutil

TERRAFORM = '''variable "region" {
  type    = string
  default = "eu"
}

variable "sizes" {
  type    = map(number)
  default = { small = 1, large = 4 }
}

locals {
  name  = "web-${var.region}"
  ports = [for p in [80, 443] : p + var.sizes["small"]]
  both  = merge(var.sizes, { extra = 2 })
}

resource "null_resource" "first" {
  triggers = { name = local.name, port = local.ports[0] }
}

module "net" {
  source = "./net"
  cidr   = "10.0.0.0/16"
}

output "gateway" {
  value = module.net.gateway
}
'''

OTHER = '''locals {
  count = length(local.ports)
  text  = <<EOT
${local.name} has ${local.count} ports
%{ for p in local.ports ~}
- ${p}
%{ endfor ~}
EOT
}

resource "null_resource" "second" {
  count    = local.count
  triggers = { id = null_resource.first.id }
}
'''

NET = '''variable "cidr" {
  type = string
}

output "gateway" {
  value = cidrhost(var.cidr, 1)
}
'''

JSON = '''{
  "locals": {
    "from_json": "${local.name}",
    "list": [1, 2, "${var.region}"]
  },
  "output": { "json": { "value": "${local.from_json}" } }
}
'''

BAKE = '''variable "TAG" {
  default = "latest"
}
function "image" {
  params = [name]
  result = "example/${name}:${TAG}"
}
group "default" {
  targets = ["app", "db"]
}
target "app" {
  tags = [image("app")]
}
target "db" {
  inherits = ["app"]
  tags     = [image("db"), "é ${TAG}"]
}
'''

NOMAD = '''job "web" {
  datacenters = ["dc1"]
  group "front" {
    count = 2
    task "server" {
      driver = "docker"
      config {
        image = "nginx"
      }
    }
  }
}
'''

PLAIN = '''name = "x"
list = [1, 2, 3]
block "a" "b" {
  inner = "${name}"
}
block "a" "c" {
  inner = list[0]
}
'''

PACK = '''language "app" {
  files     = ["*.app.hcl"]
  join      = folder
  functions = [stdlib]
}
object {
  block_map "service" {
    labels = ["name"]
    symbol {
      address = [service, label.name]
      value   = self
    }
    object {
      attr "image" {
        type     = string
        required = true
        doc      = "What is run."
      }
      attr "port" {
        type = number
        min  = 1
      }
      attr "after" {
        type      = list(string)
        refers_to = [service]
      }
    }
  }
}
'''

APP = '''service "db" {
  image = "postgres"
  port  = 5432
}
service "web" {
  image = "web:${service.db.port}"
  port  = service.db.port + 1
  after = ["db"]
}
'''

CONFIGURATION = '''language "app" {
  spec = "app.hcldec"
}
rules = { UnusedSymbol = "hint" }
'''

FILES = {
    "main.tf": TERRAFORM,
    "other.tf": OTHER,
    "more.tf.json": JSON,
    "net/net.tf": NET,
    "values.auto.tfvars": 'region = "us"\n',
    "bake/docker-bake.hcl": BAKE,
    "jobs/web.nomad.hcl": NOMAD,
    "plain/a.hcl": PLAIN,
    "plain/b.hcl": 'block "a" "b" {\n  twice = name\n}\nname = "y"\n',
    "app/.hcl-ls.hcl": CONFIGURATION,
    "app/app.hcldec": PACK,
    "app/one.app.hcl": APP,
    "app/two.app.hcl": 'service "cache" {\n  image = service.web.image\n}\n',
}

FOLDERS = ["net", "plain", "bake", "app"]  # that come and go as a whole

# Typed texts: whole items, and unterminated, invalid, duplicate or non-Latin ones.
PIECES = [
    "\n", "}", "{", '"', "${", "[", "]", "(", ")", ",", "=", " ", ".", "#", "/*", "*/", "<<E\n", "\nE\n", "%{ if true }",
    "x", "name", "var.", "local.", "local.name", "service.db.port", "true", "null", "1", "0.5e3", "é", "\U0001f600", "\r\n",
    "\nlocals {\n  fresh = 1\n}\n", '\nvariable "other" {}\n', "\nname = 1\n", '\nblock "a" "b" {\n}\n', "\nx = local.fresh\n",
    '\nservice "new" {\n  image = "i"\n}\n', "\n  required = true\n", '\n  attr "extra" {\n    type = bool\n  }\n',
    "# hcl-ls:ignore\n", "# hcl-ls:language app\n", 'files = ["*.hcl"]\n', 'rules = { UnusedSymbol = "error" }\n',
    "join = file\n", '"${upper(local.name)}"', "for x in ", " : x", "...", " ? 1 : 2", " => ", '\nmodule "net" {\n  source = "./net"\n}\n',
]


class Disk:
    """The files of the workspace, and what happens to them outside of editors."""

    def __init__(self, folder, dice):
        self.folder = folder
        self.dice = dice
        for name, text in FILES.items():
            self.write(name, text)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())

    def exists(self, name):
        return (self.folder / name).exists()

    def change(self):
        """Changes something; gives (name, type of the change) pairs as the protocol numbers them."""
        name = self.dice.choice(list(FILES))
        kind = self.dice.randrange(7)
        if kind == 0 and self.exists(name):
            (self.folder / name).unlink()
            return [(name, 3)]
        if kind == 1:
            name = f"extra/{self.dice.randrange(4)}.tf"
            if self.exists(name):
                (self.folder / name).unlink()
                return [(name, 3)]
            self.write(name, edited(OTHER, self.dice))
            return [(name, 1)]
        if kind == 2 and self.exists("extra"):
            gone = [f"extra/{path.name}" for path in (self.folder / "extra").iterdir()]
            shutil.rmtree(self.folder / "extra")
            return [(one, 3) for one in gone]
        if kind == 6:
            return self.change_folder(self.dice.choice(FOLDERS))
        was = self.exists(name)
        self.write(name, FILES[name] if kind == 3 else edited(FILES[name], self.dice))
        return [(name, 2 if was else 1)]

    def change_folder(self, folder):
        """A whole folder goes, or comes again."""
        names = [name for name in FILES if name.startswith(folder + "/")]
        if self.exists(folder):
            shutil.rmtree(self.folder / folder)
            # Clients name the folder or its files.
            return [(folder, 3)] if self.dice.random() < 0.5 else [(name, 3) for name in names]
        for name in names:
            self.write(name, FILES[name])
        return [(name, 1) for name in names]


def random_edit(text, dice):
    """(start, end, replacement) in characters."""
    at = dice.randrange(len(text) + 1)
    kind = dice.randrange(8)
    if kind < 4:
        return at, at, dice.choice(PIECES)
    if kind < 6:
        return at, min(len(text), at + dice.choice([1, 1, 2, 5, 30])), ""
    if kind == 6:
        return at, min(len(text), at + dice.randrange(6)), dice.choice(PIECES)
    end = min(len(text), at + 80)
    return end, end, text[at:end]


def edited(text, dice):
    for _ in range(dice.randrange(1, 4)):
        start, end, new = random_edit(text, dice)
        text = text[:start] + new + text[end:]
    return text


def dice_of(seed):
    return random.Random(seed)
