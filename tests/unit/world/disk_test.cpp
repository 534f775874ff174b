// Files that functions read are an input: what follows from one is evaluated again when it is another, and
// nothing else is.
#include <doctest/doctest.h>

#include <map>

#include "engine/ide/annotation/diagnostics.h"
#include "engine/world/file_syntax.h"
#include "engine/world/module_lookup.h"
#include "engine/world/world.h"

namespace hcl::test {
namespace disk_tests {
namespace {

using Found = DiskAnswer::Found;

class GivenFiles final : public Disk {
  public:
    explicit GivenFiles(std::map<std::string, std::string> files) : files_(std::move(files)) {}

    DiskAnswerPtr file(const std::string& path) const override {
        DiskAnswer answer;
        answer.found = path.starts_with("/w/") ? Found::Nothing : Found::Unknowable;
        if (const auto known = files_.find(path); known != files_.end()) {
            answer.found = Found::File;
            answer.bytes = known->second;
        } else if (path == "/w/m") {
            answer.found = Found::Folder;
        }
        return std::make_shared<const DiskAnswer>(std::move(answer));
    }
    DiskAnswerPtr folder(const std::string& path, unsigned) const override {
        DiskAnswer answer;
        answer.found = Found::Folder;
        for (const auto& [name, text] : files_)
            if (name.starts_with(path + "/")) answer.files.push_back(name.substr(path.size() + 1));
        return std::make_shared<const DiskAnswer>(std::move(answer));
    }

  private:
    std::map<std::string, std::string> files_;
};

struct Configuration {
    world::World world;
    FileId main{0};

    explicit Configuration(std::string text, const std::string& path = "/w/m/main.tf") {
        world.set_file({main, path, "", world::parse_options(path, ""), false, 0},
                       std::make_shared<const std::string>(std::move(text)));
    }
    void set_disk(std::map<std::string, std::string> files) {
        world.set_disk(std::make_shared<const GivenFiles>(std::move(files)));
    }
    bind::ModulePtr module() { return world::module_of(*world.snapshot(), main, {}); }
    std::string local(const std::string& name) {
        const bind::ModulePtr m = module();
        const bind::SymbolList found = m->symbols().by_address({"local", name});
        return found.empty() ? "none" : m->value_of(found.back()).to_display();
    }
    std::string findings() {
        std::string out;
        for (const Diagnostic& d : ide::diagnostics_for(*world.snapshot(), main, {}))
            if (d.severity == Severity::Error) out += d.message + "\n";
        return out;
    }
};

TEST_CASE("a pack asks whether files are there, and again when one appears or goes") {
    Configuration c(R"(source "null" "a" { communicator = "none" }
build {
  sources = ["null.a"]
  provisioner "shell" { script = "a.sh" }
  provisioner "shell" { inline = [file("b.txt")] }
}
)",
                    "/w/m/a.pkr.hcl");
    const auto warnings = [&] {
        std::string out;
        for (const Diagnostic& d : ide::diagnostics_for(*c.world.snapshot(), c.main, {}))
            if (d.severity == Severity::Warning) out += d.rule + " ";
        return out;
    };
    CHECK(warnings() == "");  // nothing is known of the disk
    c.set_disk({});
    CHECK(warnings() == "missing-script missing-file ");
    c.set_disk({{"/w/m/a.sh", ""}});
    CHECK(warnings() == "missing-file ");
    c.set_disk({{"/w/m/a.sh", ""}, {"/w/m/b.txt", ""}});
    CHECK(warnings() == "");
    c.set_disk({{"/w/m/b.txt", ""}});
    CHECK(warnings() == "missing-script ");
}

TEST_CASE("a file that changed changes what follows from it, and nothing else") {
    Configuration c(R"(locals {
  a = file("a.txt")
}
locals {
  b = upper(local.a)
}
locals {
  c = lower("X")
}
output "all" { value = [local.a, local.b, local.c] }
)");
    CHECK(c.local("a") == "(unknown string)");
    c.set_disk({{"/w/m/a.txt", "one"}});
    CHECK(c.local("a") == "\"one\"");
    CHECK(c.local("b") == "\"ONE\"");
    c.set_disk({{"/w/m/a.txt", "two"}});
    CHECK(c.local("b") == "\"TWO\"");
    CHECK(c.module()->counters().evaluated == 3);
    const bind::ModulePtr before = c.module();
    c.set_disk({{"/w/m/a.txt", "two"}, {"/w/m/other.txt", ""}});
    CHECK(c.module() == before);
}

TEST_CASE("what was read is remembered through other states of the disk and edits") {
    Configuration c("locals {\n  a = file(\"a.txt\")\n}\noutput \"o\" { value = local.a }\n");
    c.set_disk({{"/w/m/a.txt", "one"}});
    CHECK(c.local("a") == "\"one\"");
    c.set_disk({{"/w/m/a.txt", "one"}, {"/w/m/other.txt", ""}});
    CHECK(c.local("a") == "\"one\"");
    const Edit edit{{0, 0}, "# more\n"};
    c.world.edit(c.main, {&edit, 1}, 2);
    CHECK(c.local("a") == "\"one\"");
    c.set_disk({{"/w/m/a.txt", "two"}});
    CHECK(c.local("a") == "\"two\"");
    c.world.set_disk(nullptr);
    CHECK(c.local("a") == "(unknown string)");
}

TEST_CASE("a file that is not there is an error where that is certain") {
    Configuration c(R"(locals {
  a = file("./a.txt")
  b = filemd5("${path.module}/b.txt")
  c = file("shared.txt")
  d = file("/etc/passwd")
  e = file("~/x")
  f = filemd5("build/f.zip")
}
output "all" { value = [local.a, local.b, local.c, local.d, local.e, local.f] }
)");
    // Paths may count from a folder above.
    c.set_disk({{"/w/shared.txt", ""}});
    const std::string found = c.findings();
    CHECK(found.find("./a.txt") != std::string::npos);
    CHECK(found.find("./b.txt") != std::string::npos);
    CHECK(found.find("shared") == std::string::npos);
    CHECK(found.find("passwd") == std::string::npos);
    CHECK(found.find("~/x") == std::string::npos);
    // An archive is made by a build, with its folder.
    CHECK(found.find("f.zip") == std::string::npos);
}

TEST_CASE("relative paths of a called module count from its root, also when another module becomes that") {
    Configuration c(
        "locals {\n  a = fileexists(\"a.txt\")\n  b = fileexists(\"./b.txt\")\n}\noutput \"o\" { value = "
        "[local.a, local.b] }\n");
    c.set_disk({{"/w/m/a.txt", ""}, {"/w/m/b.txt", ""}, {"/w/first/x.txt", ""}});
    CHECK(c.local("a") == "true");
    const auto set_file = [&](FileId id, const std::string& path, std::string text) {
        c.world.set_file({id, path, "", world::parse_options(path, ""), false, 0},
                         std::make_shared<const std::string>(std::move(text)));
    };
    set_file(FileId{1}, "/w/first/main.tf", "module \"m\" { source = \"../m\" }\n");
    CHECK(c.local("a") == "false");
    CHECK(c.local("b") == "true");
    // Two roots of which one has it.
    set_file(FileId{2}, "/w/second/main.tf", "module \"m\" { source = \"../m\" }\n");
    c.set_disk({{"/w/m/a.txt", ""}, {"/w/m/b.txt", ""}, {"/w/second/a.txt", ""}});
    CHECK(c.local("a") == "(unknown bool)");
    c.set_disk({{"/w/m/b.txt", ""}, {"/w/first/a.txt", ""}, {"/w/second/a.txt", ""}});
    CHECK(c.local("a") == "true");
    // An example of the module.
    set_file(FileId{3}, "/w/m/example/main.tf", "module \"m\" { source = \"../\" }\n");
    CHECK(c.local("a") == "(unknown bool)");
    CHECK(c.local("b") == "true");
}

TEST_CASE("templates are rendered with the variables of the call alone") {
    Configuration c(R"(locals {
  x      = "outer"
  good   = templatefile("hello.tpl", { name = "you" })
  lacks  = templatefile("hello.tpl", {})
  outer  = templatefile("outer.tpl", {})
  nested = templatefile("nested.tpl", {})
  listed = fileset(".", "*.tpl")
}
output "all" { value = [local.x, local.good, local.lacks, local.outer, local.nested, local.listed] }
)");
    c.set_disk({{"/w/m/hello.tpl", "Hello ${upper(name)}"},
                {"/w/m/outer.tpl", "${local.x}"},
                {"/w/m/nested.tpl", "${templatefile(\"hello.tpl\", {})}"},
                {"/w/m/sub/deep.tpl", ""}});
    CHECK(c.local("good") == "\"Hello YOU\"");
    CHECK(c.local("listed") == R"(toset(["hello.tpl", "nested.tpl", "outer.tpl"]))");
    const std::string found = c.findings();
    CHECK(found.find("has no \"name\"") != std::string::npos);
    CHECK(found.find("has no \"local\"") != std::string::npos);
    CHECK(found.find("cannot render another") != std::string::npos);
}

TEST_CASE("where the language does not say from where paths count, nothing is read") {
    Configuration c("locals { a = file(\"a.txt\") }\nsource \"null\" \"x\" { b = local.a }\n",
                    "/w/m/main.pkr.hcl");
    c.set_disk({});
    CHECK(c.findings().find("a.txt") == std::string::npos);
}

}  // namespace
}  // namespace disk_tests
}  // namespace hcl::test
