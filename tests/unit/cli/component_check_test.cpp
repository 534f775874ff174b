// `hcl-ls check` of one file reads the folders of the components that it calls.
#include <doctest/doctest.h>

#include <string>

#include "tests/harness/shell.h"

namespace hcl::test {
namespace component_check_test {

TEST_CASE("check of one file reads the components that it calls, and theirs") {
    Shell shell;
    shell.files->write("/w/sub/main.pp",
                       "config name string {}\ncomponent deep \"../deep\" {\n  count = 1\n}\n"
                       "output full {\n  value = \"${name} ${deep.label}\"\n}\n");
    shell.files->write("/w/deep/main.pp", "config count int {}\noutput label { value = \"x\" }\n");
    shell.files->write("/w/main.pp", "component c \"./sub\" {\n  name = \"a\"\n}\nx = c.full\n");
    CHECK(shell.run({"check", "main.pp"}) == 0);
    CHECK(shell.out.empty());
    // Labels can be bare words, and stand on a line with others.
    shell.files->write("/w/main.pp", "component \"c\" sub { nme = \"a\" }\nx = c.fulll\n");
    CHECK(shell.run({"check", "main.pp"}) == 1);
    CHECK(shell.out.contains("missing required attribute 'name'"));
    CHECK(shell.out.contains("unsupported attribute 'nme'"));
    CHECK(shell.out.contains("unknown property 'fulll'"));
    // A folder in a component's folder.
    shell.files->write("/w/deep/main.pp", "config size int {}\noutput label { value = \"x\" }\n");
    shell.files->write("/w/main.pp", "component c \"./sub\" {\n  name = \"a\"\n}\n");
    CHECK(shell.run({"check", "main.pp"}) == 1);
    CHECK(shell.out.contains("Errors in the component"));
}

TEST_CASE("check of one file: a folder that is the label of a block in a language of the workspace") {
    Shell shell;
    shell.files->write("/w/.hcl-ls.hcl",
                       "language \"parts\" {\n  spec = \"parts.pack.hcl\"\n"
                       "  files = [\"*.part\", \"*.part.json\"]\n}\n");
    shell.files->write("/w/parts.pack.hcl", R"(language "parts" {
  files  = ["*.part", "*.part.json"]
  join   = folder
  public = [input]
}
object {
  block_list "input" {
    label "name" {}
    symbol { address = [input, label.name] }
    object {
      attr "*" {}
    }
  }
  block_list "use" {
    label "name" {}
    label "from" {}
    call {
      folder = label.from
      inputs = input
    }
    object {
      attr "*" {}
    }
  }
}
)");
    shell.files->write("/w/sub/a.part", "input \"one\" {}\n");
    shell.files->write("/w/main.part", "use x \"./sub\" {\n  two = 1\n}\n");
    shell.run({"check", "main.part"});
    CHECK(shell.out.contains("two"));
    shell.files->write("/w/main.part.json", R"({"use": [{"x": {"./sub": [{"two": 1}]}}]})");
    shell.run({"check", "main.part.json"});
    CHECK(shell.out.contains("two"));
}

}  // namespace component_check_test
}  // namespace hcl::test
