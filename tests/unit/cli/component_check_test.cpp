// `hcl-ls check` of one file reads the folders of the components that it calls.
#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "server/cli/cli.h"
#include "server/host/memory_file_system.h"

namespace hcl::server {
namespace component_check_test {

struct Shell {
    std::shared_ptr<MemoryFileSystem> files = std::make_shared<MemoryFileSystem>();
    std::string out;
    std::string err;

    int check(const std::string& file) {
        out.clear();
        err.clear();
        Console console;
        console.out = [&](std::string_view text) { out += text; };
        console.err = [&](std::string_view text) { err += text; };
        console.read_input = [] { return Result<std::string>(std::string()); };
        console.files = files;
        console.folder = "/w";
        return run_cli(console, std::vector<std::string_view>{"check", file});
    }
    bool reports(std::string_view text) const { return out.find(text) != std::string::npos; }
};

TEST_CASE("check of one file reads the components that it calls, and theirs") {
    Shell shell;
    shell.files->write("/w/sub/main.pp",
                       "config name string {}\ncomponent deep \"../deep\" {\n  count = 1\n}\n"
                       "output full {\n  value = \"${name} ${deep.label}\"\n}\n");
    shell.files->write("/w/deep/main.pp", "config count int {}\noutput label { value = \"x\" }\n");
    shell.files->write("/w/main.pp", "component c \"./sub\" {\n  name = \"a\"\n}\nx = c.full\n");
    CHECK(shell.check("main.pp") == 0);
    CHECK(shell.out.empty());
    // Labels can be bare words, and stand on a line with others.
    shell.files->write("/w/main.pp", "component \"c\" sub { nme = \"a\" }\nx = c.fulll\n");
    CHECK(shell.check("main.pp") == 1);
    CHECK(shell.reports("missing required attribute 'name'"));
    CHECK(shell.reports("unsupported attribute 'nme'"));
    CHECK(shell.reports("unknown property 'fulll'"));
    // A folder in a component's folder.
    shell.files->write("/w/deep/main.pp", "config size int {}\noutput label { value = \"x\" }\n");
    shell.files->write("/w/main.pp", "component c \"./sub\" {\n  name = \"a\"\n}\n");
    CHECK(shell.check("main.pp") == 1);
    CHECK(shell.reports("Errors in the component"));
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
    object { any_attr {} }
  }
  block_list "use" {
    label "name" {}
    label "from" {}
    call {
      folder = label.from
      inputs = input
    }
    object { any_attr {} }
  }
}
)");
    shell.files->write("/w/sub/a.part", "input \"one\" {}\n");
    shell.files->write("/w/main.part", "use x \"./sub\" {\n  two = 1\n}\n");
    shell.check("main.part");
    const std::string native = shell.out;
    CHECK(native.find("two") != std::string::npos);
    shell.files->write("/w/main.part.json", R"({"use": [{"x": {"./sub": [{"two": 1}]}}]})");
    shell.check("main.part.json");
    CHECK(shell.reports("two"));
}

}  // namespace component_check_test
}  // namespace hcl::server
