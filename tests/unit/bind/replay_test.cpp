// Random edits of a workspace with a pack: the findings equal those of a fresh start.
#include "tests/harness/replay.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace hcl::test {
namespace {

constexpr std::string_view kJoinedPack = R"pack(
language "t" {
  join      = folder
  functions = [stdlib]
  overrides = "*b.t.hcl"
}
block_map "variable" {
  labels = ["name"]
  symbol {
    address   = [var, label.name]
    value     = first(self.default, unknown(any))
    unused    = true
    sensitive = first(self.secret, false)
  }
  object {
    attr "default" {}
    attr "type" {
      decoder = type
    }
    attr "secret" {
      type = bool
    }
  }
}
block_attrs "locals" {
  attr "*" {
    symbol {
      address = [local, name]
    }
  }
}
block_list "use" {
  labels = ["kind", "name"]
  symbol {
    address = [label.kind, label.name]
    unknown = self.more
  }
  scope {
    when  = self.for_each != null
    names = { each = { key = any_key(self.for_each), value = any_element(self.for_each) } }
  }
  scope {
    when  = self.count != null
    names = { count = { index = unknown(number) } }
  }
  case {
    on        = label.kind
    is        = { a = body.a, b = body.b }
    unknown = error
  }
  check "many" {
    condition = self.count < 5
    message   = "Too many: ${self.count}."
    at        = attr.count
    severity  = warning
  }
  object {
    attr "for_each" {}
    attr "more" {
      type = bool
    }
    attr "count" {
      type = number
    }
    attr "needs" {
      type      = list(string)
      refers_to = [use, variable]
    }
  }
}
block "once" {
  object {
    attr "x" {
      type     = string
      required = true
    }
  }
}
block_map "mark" {
  labels = ["name"]
  object {
    attr "x" {
      type = string
    }
  }
}
block_list "func" {
  labels = ["name"]
  function {
    params = params
    result = result
  }
  object {
    attr "params" {
      decoder = identifiers
    }
    attr "result" {}
  }
}
body "a" {
  attr "size" {
    type = number
  }
  attr "name" {
    type       = string
    deprecated = "use size"
  }
}
body "b" {
  attr "text" {
    type   = string
    values = ["x", "y"]
  }
}
)pack";

constexpr std::string_view kFirst = R"hcl(
variable "a" {
  default = 1
}
variable "b" {
  default = [var.a, local.c]
}
locals {
  c = local.d + 1
  d = var.a * 2
  e = dub(3)
}
use "a" "one" {
  for_each = { x = 1, y = 2 }
  size     = each.value
  needs    = ["one", "two"]
}
use "b" "two" {
  count = 3
  text  = "x"  # hcl-ls:ignore
}
func "dub" {
  params = [n]
  result = n * var.a
}
mark "m" {
  x = local.e
}
once {
  x = var.b[0]
}
)hcl";

constexpr std::string_view kSecond = R"hcl(
variable "a" {
  default = "2"
}
use "a" "three" {
  size = a.one.size
  name = var.b
}
mark "m" {
  x = var.missing
}
locals {
  f = local.g
  g = local.f
}
)hcl";

void replay_seeds(const std::vector<ReplayFile>& files, std::uint32_t seeds, std::size_t rounds) {
    for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
        std::mt19937 random(seed);
        std::string difference =
            replay(files, rounds, [&](std::uint32_t n) { return n == 0 ? 0 : random() % n; });
        CAPTURE(seed);
        REQUIRE_MESSAGE(difference.empty(), difference);
    }
}

// A block that is so long that each of its names is a unit of its own.
std::string long_block() {
    std::string text = "variable \"a\" {\n  default = 1\n}\nlocals {\n";
    for (int i = 0; i < 500; ++i) {
        const std::string name = "n" + std::to_string(i);
        const std::string other = "n" + std::to_string(i * 7 % 501);
        text += "  " + name + " = " +
                (i % 3 == 0   ? "local." + other
                 : i % 3 == 1 ? "var.a"
                              : name) +
                " # c\n";
        if (i % 50 == 7) text += "  # hcl-ls:ignore\n";
    }
    return text + "}\nuse \"b\" \"one\" {\n  text = local.n3\n}\n";
}

TEST_CASE("bind: a workspace after random edits is as after a fresh start") {
    replay_seeds(
        {{"/w/.hcl-ls.hcl",
          "language \"t\" {\n  spec  = \"t.pack.hcl\"\n  files = [\"*.t.hcl\", \"*.t.hcl.json\"]\n}\n"},
         {"/w/t.pack.hcl", std::string(kJoinedPack)},
         {"/w/a.t.hcl", std::string(kFirst)},
         {"/w/b.t.hcl", std::string(kSecond)},
         {"/w/c.t.hcl.json", "{\"variable\": {\"j\": {\"default\": \"${var.a}\"}}}\n"}},
        10, 60);
}

TEST_CASE("bind: a long block after random edits is as after a fresh start") {
    replay_seeds(
        {{"/w/.hcl-ls.hcl", "language \"t\" {\n  spec  = \"t.pack.hcl\"\n  files = [\"*.t.hcl\"]\n}\n"},
         {"/w/t.pack.hcl", std::string(kJoinedPack)},
         {"/w/a.t.hcl", long_block()}},
        6, 40);
}

// JSON that is so long that its blocks and names are units of their own.
std::string long_json() {
    std::string text = "{\n  \"variable\": {\"a\": {\"default\": 1}},\n  \"locals\": {\n";
    for (int i = 0; i < 500; ++i) {
        const std::string other = "n" + std::to_string(i * 7 % 501);
        text += "    \"n" + std::to_string(i) + "\": " +
                (i % 3 == 0   ? "\"${local." + other + "}\""
                 : i % 3 == 1 ? "\"${var.a}\""
                              : std::to_string(i)) +
                (i < 499 ? ",\n" : "\n");
    }
    text += "  },\n  \"use\": {\n    \"a\": {\n";
    for (int i = 0; i < 200; ++i)
        text += "      \"u" + std::to_string(i) + R"(": {"size": "${local.n)" + std::to_string(i) +
                R"(}", "needs": ["u)" + std::to_string(i * 3 % 201) + "\"]}" + (i < 199 ? ",\n" : "\n");
    text += "    },\n    \"b\": [\n";
    for (int i = 0; i < 200; ++i)
        text += "      {\"w" + std::to_string(i % 150) + R"(": {"text": "x", "more": 1}})" +
                (i < 199 ? ",\n" : "\n");
    return text + "    ]\n  }\n}\n";
}

TEST_CASE("bind: a long JSON file after random edits is as after a fresh start") {
    replay_seeds(
        {{"/w/.hcl-ls.hcl", "language \"t\" {\n  spec  = \"t.pack.hcl\"\n  files = [\"*.t.hcl.json\"]\n}\n"},
         {"/w/t.pack.hcl", std::string(kJoinedPack)},
         {"/w/a.t.hcl.json", long_json()}},
        6, 40);
}

// Calls whose arguments and outputs depend on each other; each index fails for some arguments.
constexpr std::string_view kCalls = R"hcl(
module "a" {
  source = "./list"
  items  = [1, 2]
  more   = local.more
}
module "b" {
  source = "./list"
  items  = module.a.items
  more   = module.c.more
}
module "c" {
  source = "./outer"
  items  = ["x"]
  more   = module.b.more
}
locals {
  more  = module.c.items[2]
  first = module.a.items[2]
  last  = module.b.items[3]
  c     = module.c.more[1]
}
)hcl";

constexpr std::string_view kOuter = R"hcl(
variable "items" {}
variable "more" {}
module "list" {
  source = "../list"
  items  = concat(var.items, ["y"])
  more   = var.more
}
output "items" { value = module.list.items }
output "more" { value = [module.list.items[3], var.more] }
)hcl";

constexpr std::string_view kList = R"hcl(
variable "items" { type = list(string) }
variable "more" {}
locals { third = var.items[2] }
output "items" { value = concat(var.items, ["z"]) }
output "more" { value = [var.more] }
)hcl";

TEST_CASE("bind: modules that call each other after random edits are as after a fresh start") {
    replay_seeds({{"/w/main.tf", std::string(kCalls)},
                  {"/w/outer/main.tf", std::string(kOuter)},
                  {"/w/list/main.tf", std::string(kList)}},
                 10, 60);
}

}  // namespace
}  // namespace hcl::test