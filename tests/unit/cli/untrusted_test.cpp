// Commands in an untrusted folder: what they read, write and print.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "engine/base/limits.h"
#include "server/cli/printable.h"
#include "tests/harness/conformance/temporary_folder.h"
#include "tests/harness/shell.h"

namespace hcl::server::untrusted_test {

namespace {

namespace fs = std::filesystem;

// Commands in a temporary folder on disk.
struct Folder {
    test::TemporaryFolder disk;
    std::string path = disk.path.string();
    test::Shell shell = test::Shell::on_disk(disk.path);
    const std::string& out = shell.out;
    const std::string& err = shell.err;

    void write(const std::string& name, const std::string& text) const { disk.write(name, text); }
    std::string text(const std::string& name) const { return shell.text(path + "/" + name); }
    int run(const std::vector<std::string_view>& arguments) { return shell.run(arguments); }
};

}  // namespace

TEST_CASE("check, fmt and doctor: a huge file is one message, and everything else goes on") {
    Folder folder;
    folder.write("w/a.hcl", "a = \n");
    folder.write("w/huge.hcl", "");
    fs::resize_file(folder.path + "/w/huge.hcl", std::uintmax_t{20} << 30);
    folder.write("w/sub/.gitignore", "");
    fs::resize_file(folder.path + "/w/sub/.gitignore", std::uintmax_t{3} << 30);
    folder.write("w/sub/b.hcl", "b=1\n");
    CHECK(folder.run({"check", "--short", "w"}) == 2);
    CHECK(folder.out.starts_with("w/a.hcl:1:5: error"));
    CHECK(folder.err.find("huge.hcl: is larger than 64 MiB") != std::string::npos);
    CHECK(folder.err.find(".gitignore: is larger than 256 KiB") != std::string::npos);
    CHECK(folder.run({"fmt", "w"}) == 2);
    CHECK(folder.text("w/sub/b.hcl") == "b = 1\n");
    CHECK(folder.run({"doctor", "w"}) == 0);
    CHECK(folder.out.find("not readable              1") != std::string::npos);
}

TEST_CASE("check: what configurations make every file be compared with is bounded") {
    auto patterns = [](int count) {
        std::string out = "language \"terraform\" {\n  files = [";
        for (int i = 0; i < count; ++i) out += "\"*.x" + std::to_string(i) + "\", ";
        return out + "]\n}\n";
    };
    constexpr std::string_view kFinding = "name more than 1000 languages, patterns and files";
    Folder folder;
    // The limit counts the names in a folder and in its parents, not those in its siblings.
    folder.write("w/.hcl-ls.hcl", patterns(500));
    folder.write("w/a/.hcl-ls.hcl", patterns(450));
    folder.write("w/b/.hcl-ls.hcl", patterns(450));
    CHECK(folder.run({"check", "--short", "w"}) == 0);
    CHECK(folder.out.empty());
    folder.write("w/a-/.hcl-ls.hcl", patterns(700) + "language \"packer\" {\n  files = [\"*.y\"]\n}\n");
    CHECK(folder.run({"check", "--short", "w"}) == 1);
    CHECK(std::ranges::count(folder.out, '\n') == 1);
    CHECK(folder.out.starts_with("w/a-/.hcl-ls.hcl:1:10: warning"));
    CHECK(folder.out.find(kFinding) != std::string::npos);

    // A file that is included is read once by each configuration.
    std::string includes = "include = [";
    for (int i = 0; i < 5'000; ++i) includes += "\"rules.hcl\", ";
    folder.write("i/.hcl-ls.hcl", includes + "]\n");
    folder.write("i/rules.hcl",
                 "rule \"r\" {\n  language = \"terraform\"\n  blocks = [\"locals\"]\n  condition = false\n"
                 "  message = \"never\"\n}\n");
    folder.write("i/a.tf", "locals {\n}\n");
    CHECK(folder.run({"check", "--short", "i"}) == 1);
    CHECK(std::ranges::count(folder.out, '\n') == 1);
    CHECK(folder.out.find("never") != std::string::npos);

    // A version is a pack that is read: each once.
    auto versions = [](int count) {
        std::string out;
        for (int i = 0; i < count; ++i)
            out += "language \"terraform\" {\n  version = \"1." + std::to_string(i % 400) +
                   "\"\n  files = [\"*.x\"]\n}\n";
        return out;
    };
    folder.write("v/.hcl-ls.hcl", versions(400));
    CHECK(folder.run({"check", "--short", "v"}) == 1);
    CHECK(folder.out.find("The version \"1.0\"") == std::string::npos);
    CHECK(
        folder.out.find("The version \"1.399\" is not used: the configurations of this workspace have packs "
                        "of more than 8 MiB in all.") != std::string::npos);
}

TEST_CASE("check: a run has a number of findings, and says how many files it leaves out") {
    Folder folder;
    for (int i = 0; i < 200; ++i) folder.write("d" + std::to_string(i) + "/a.tf", "u = 1\nv = 2\n");
    CHECK(folder.run({"check", "--short", "."}) == 1);
    CHECK(std::ranges::count(folder.out, '\n') == 400);
    CHECK(folder.run({"check", "--short", "--limit=runFindings=100", "."}) == 2);
    const auto shown = std::ranges::count(folder.out, '\n') / 2;
    CHECK(shown >= 50);
    CHECK(shown < 200);
    CHECK(folder.err.find("the limit of 100 findings in one run is reached; left out of 200 files: " +
                          std::to_string(200 - shown)) != std::string::npos);
    // What is not shown does not count.
    CHECK(folder.run({"check", "--short", "--limit=runFindings=100", "--only=UnusedSymbol", "."}) == 0);
    CHECK(folder.run({"check", "--format=json", "--limit=runFindings=1", "d1"}) == 1);
    CHECK(folder.err.empty());
}

TEST_CASE("check: files of tests share the steps for their values, and say where these end") {
    Folder folder;
    std::string module;
    for (int i = 0; i < 10; ++i) {
        const std::string n = std::to_string(i);
        module += "variable \"v" + n + "\" {\n  default = 1\n}\noutput \"o" + n + "\" {\n  value = var.v" +
                  n + "\n}\n";
    }
    folder.write("m.tf", module);
    std::string runs;
    for (int i = 0; i < 3; ++i)
        runs += "run \"r" + std::to_string(i) +
                "\" {\n  variables {\n    v0 = \"x\"\n  }\n  assert {\n    condition     = output.o0 == 1\n"
                "    error_message = \"m\"\n  }\n}\n";
    auto count = [&](std::string_view text) {
        std::size_t found = 0;
        for (std::size_t at = folder.out.find(text); at != std::string::npos;
             at = folder.out.find(text, at + 1))
            ++found;
        return found;
    };
    constexpr std::string_view kFails = "Test assertion failed";
    constexpr std::string_view kCut = "info: Too much to evaluate: The values from here on";
    const std::vector<std::string_view> little{"check", "--short", "--limit=fileSteps=1000",
                                               "--limit=moduleSteps=1000", "."};
    folder.write("a.tftest.hcl", runs);
    CHECK(folder.run({"check", "--short", "."}) == 1);
    CHECK(count(kFails) == 3);
    CHECK(count(kCut) == 0);
    CHECK(folder.run(little) == 1);
    CHECK(count(kFails) == 1);
    CHECK(count(kCut) == 1);
    CHECK(count("a.tftest.hcl:10:1: info") == 1);  // at the second run
    for (int i = 0; i < 9; ++i) folder.write("b" + std::to_string(i) + ".tftest.hcl", runs);
    CHECK(folder.run(little) == 0);
    CHECK(count(kFails) == 0);
    CHECK(count(kCut) == 10);
    // The same for files of values, which are looked at once each.
    folder.write("v/m.tf", "variable \"v\" {\n  type = number\n}\noutput \"o\" {\n  value = var.v + 1\n}\n");
    for (int i = 0; i < 90; ++i)
        folder.write("v/a" + std::to_string(i) + ".tfvars", "v = " + std::to_string(i) + "\n");
    CHECK(folder.run({"check", "--short", "--limit=fileSteps=1000", "--limit=moduleSteps=1000", "v"}) == 0);
    CHECK(count(kCut) == 90);
    CHECK(folder.run({"check", "--short", "v"}) == 0);
    CHECK(folder.out.empty());
}

TEST_CASE("check: calls that take too many steps are said once, at the one that takes most") {
    Folder folder;
    auto module_of = [](int outputs) {
        std::string text = "variable \"v\" {\n  type = number\n}\n";
        for (int i = 0; i < outputs; ++i)
            text += "output \"o" + std::to_string(i) + "\" {\n  value = [\"a\", \"b\"][var.v]\n}\n";
        return text;
    };
    folder.write("small/m.tf", module_of(2));
    folder.write("large/m.tf", module_of(40));
    std::string text;
    auto call = [&](const std::string& name, const std::string& folder_of, int v) {
        text += "module \"" + name + "\" {\n  source = \"./" + folder_of +
                "\"\n  v      = " + std::to_string(v) + "\n}\n";
    };
    call("a", "small", 0);
    call("b", "large", 0);
    call("c", "large", 1);
    call("d", "small", 2);
    folder.write("a.tf", text);
    CHECK(folder.run({"check", "--short", "a.tf"}) == 1);
    CHECK(folder.out.starts_with("a.tf:15:"));
    CHECK(std::ranges::count(folder.out, '\n') == 1);
    // The large module takes 41 * 64 steps.
    CHECK(folder.run({"check", "--short", "--limit=moduleSteps=3000", "a.tf"}) == 0);
    CHECK(std::ranges::count(folder.out, '\n') == 1);
    CHECK(folder.out.starts_with(
        "a.tf:5:1: info: Too much to evaluate: Checking what the calls of this file "));
    CHECK(folder.out.find("(limits.moduleSteps)") != std::string::npos);
    CHECK(folder.run({"check", "--short", "--limit=fileSteps=3000", "a.tf"}) == 0);
    CHECK(folder.out.find("(limits.fileSteps)") != std::string::npos);
}

TEST_CASE("check: limits are the user's to set, not the folder's") {
    Folder folder;
    std::string items;
    for (int i = 0; i < 30; ++i) items += "u" + std::to_string(i) + " = 1\n";
    folder.write("w/a.tf", items);
    folder.write("w/.hcl-ls.hcl", "limits = { fileFindings = 1 }\n");
    auto lines = [&] { return std::ranges::count(folder.out, '\n'); };
    CHECK(folder.run({"check", "--short", "w/a.tf"}) == 1);
    CHECK(lines() == 30);
    CHECK(folder.run({"check", "--short", "--limit=fileFindings=5", "w/a.tf"}) == 1);
    CHECK(lines() == 6);
    CHECK(folder.run({"check", "--short", "--limit=fileItems=10", "w/a.tf"}) == 1);
    CHECK(lines() == 1);
    CHECK(folder.out.find("Of a file of more than 10 blocks") != std::string::npos);
    folder.write("long/a.hcl", "a = \"" + std::string(std::size_t{5} << 20, 'x') + "\"\n");
    CHECK(folder.run({"check", "--short", "long"}) == 1);
    CHECK(folder.out.find("attribute of more than 4 MiB only the syntax") != std::string::npos);
    CHECK(folder.out.find("(limits.itemMegabytes)") != std::string::npos);
    CHECK(folder.run({"check", "--short", "--limit=itemMegabytes=6", "long"}) == 0);
    CHECK(folder.out.empty());
    CHECK(folder.run({"doctor"}) == 0);
    CHECK(folder.out.find("limits.itemMegabytes") != std::string::npos);
    folder.write("w/large.tf", std::string(std::size_t{2} << 20, '\n'));
    CHECK(folder.run({"check", "--short", "--limit", "fileMegabytes=1", "w"}) == 2);
    CHECK(folder.err.find("large.tf: is larger than 1 MiB") != std::string::npos);
    // A named file is read all the same.
    CHECK(folder.run({"check", "--limit=fileMegabytes=1", "w/large.tf"}) == 0);

    for (const char* wrong : {"--limit=fileFindings=0", "--limit=fileFindings=-1", "--limit=fileFindings=1x",
                              "--limit=fileFindings", "--limit=fileFindings=9999999999999999999999"}) {
        CAPTURE(wrong);
        CHECK(folder.run({"check", wrong, "w"}) == 2);
        CHECK(folder.err.find("--limit=fileFindings= needs a number from 1 to 1000000") != std::string::npos);
    }
    CHECK(folder.run({"check", "--limit=fileFinding=1", "w"}) == 2);
    CHECK(folder.err.find("did you mean fileFindings?") != std::string::npos);
    CHECK(folder.run({"check", "--limit=read_file=1", "w"}) == 2);
    // Each that can be set is listed, with its default.
    CHECK(folder.run({"doctor", "w"}) == 0);
    for (const LimitInfo& limit : all_limits()) {
        if (limit.setting.empty()) continue;
        std::string name = "hcl.limits." + std::string(limit.setting);
        CAPTURE(name);
        CHECK(folder.out.find(name) != std::string::npos);
        CHECK(limit.value % limit.factor == 0);
        CHECK(limit.value / limit.factor <= limit.most);
    }
}

TEST_CASE("fmt and check leave files alone that a link in a folder leads to") {
    Folder folder;
    folder.write("outside.hcl", "secret=\n");
    folder.write("w/a.hcl", "a = 1\n");
    fs::create_symlink("../outside.hcl", folder.path + "/w/link.hcl");
    CHECK(folder.run({"fmt", "w"}) == 0);
    CHECK(folder.text("outside.hcl") == "secret=\n");
    CHECK(folder.run({"check", "w"}) == 0);
    CHECK(folder.err.starts_with("hcl-ls: w/link.hcl is a link to files outside of the folders, skipped"));
    // Files named on the command line are accepted.
    CHECK(folder.run({"check", "--short", "w/link.hcl"}) == 1);
    folder.write("outside.hcl", "secret=1\n");
    CHECK(folder.run({"fmt", "w/link.hcl"}) == 0);
    CHECK(folder.text("outside.hcl") == "secret = 1\n");
    CHECK(fs::is_symlink(folder.path + "/w/link.hcl"));
}

TEST_CASE("docs writes into the module's own file, or not at all") {
    Folder folder;
    folder.write("victim", "precious\n");
    folder.write("w/main.tf", "variable \"a\" {}\n");
    fs::create_symlink("../victim", folder.path + "/w/README.md");
    CHECK(folder.run({"docs", "--inject=README.md", "w"}) == 2);
    CHECK(folder.text("victim") == "precious\n");
    fs::remove(folder.path + "/w/README.md");
    fs::create_symlink("../fresh", folder.path + "/w/README.md");
    CHECK(folder.run({"docs", "--inject=README.md", "w"}) == 2);
    CHECK_FALSE(fs::exists(folder.path + "/fresh"));
    fs::remove(folder.path + "/w/README.md");
    // One that cannot be read is no empty one.
    folder.write("w/README.md", "precious\n");
    fs::resize_file(folder.path + "/w/README.md", std::uintmax_t{3} << 30);
    CHECK(folder.run({"docs", "--inject=README.md", "w"}) == 2);
    CHECK(fs::file_size(folder.path + "/w/README.md") == std::uintmax_t{3} << 30);
    CHECK(folder.run({"docs", "--inject=../victim", "w"}) == 0);
    CHECK(folder.text("victim").starts_with("precious\n"));
}

TEST_CASE("configurations and ignore files that are links out of the folders are not read") {
    Folder folder;
    folder.write("secret.hcl", "password: \"tiger\"\n");
    folder.write("ignore", "*.hcl\n");
    folder.write("w/sub/a.hcl", "a = \n");
    for (const char* name : {".hcl-ls.hcl", ".tflint.hcl"}) {
        fs::create_symlink("../secret.hcl", folder.path + "/w/" + name);
        fs::create_symlink("../../secret.hcl", folder.path + "/w/sub/" + name);
    }
    for (const char* name : {".gitignore", ".ignore"})
        fs::create_symlink("../ignore", folder.path + "/w/" + name);
    for (const char* path : {"w", "w/sub", "w/sub/a.hcl"}) {
        CAPTURE(path);
        CHECK(folder.run({"check", path}) == 1);
        CHECK(folder.out.find("a.hcl:1") != std::string::npos);
        if (path != std::string_view("w/sub")) continue;
        CHECK(folder.err.find("w/sub/.hcl-ls.hcl") != std::string::npos);
    }
    folder.run({"check", "w"});
    CHECK(folder.out.find("tiger") == std::string::npos);
    // Nor one above the named folder that leads out of its own.
    folder.run({"check", "w/sub"});
    CHECK(folder.out.find("tiger") == std::string::npos);
    // Any other link above is the user's own.
    fs::remove(folder.path + "/w/.hcl-ls.hcl");
    folder.write("w/kept/own.hcl", "password: \"tiger\"\n");
    fs::create_symlink("kept/own.hcl", folder.path + "/w/.hcl-ls.hcl");
    folder.run({"check", "w/sub"});
    CHECK(folder.out.find("tiger") != std::string::npos);
}

TEST_CASE("check reads packs and modules within its folders and their repository alone") {
    Folder folder;
    folder.write("outer/app/.hcl-ls.hcl",
                 "language \"x\" {\n  spec  = \"../../x.hcldec\"\n  files = [\"*.x.hcl\"]\n}\n");
    folder.write("outer/app/a.x.hcl", "name = 1\n");
    folder.write("x.hcldec", "object {\n  attr \"name\" {\n    type = list(string)\n  }\n}\n");
    folder.run({"check", "--short", "outer"});
    CHECK(folder.out.find("File not found") != std::string::npos);
    CHECK(folder.err.find("x.hcldec lies outside of the folders that are checked") != std::string::npos);
    // The repository that contains the named folder is part of it.
    fs::create_directory(folder.path + "/.git");
    folder.run({"check", "--short", "outer"});
    CHECK(folder.out.find("outer/app/a.x.hcl:1:8") != std::string::npos);
    CHECK(folder.err.find("outside") == std::string::npos);
    // A link within the repository gives no access to the outside.
    fs::remove(folder.path + "/.git");
    fs::create_directory(folder.path + "/outer/.git");
    fs::create_directory_symlink("../..", folder.path + "/outer/app/up");
    folder.write("outer/app/.hcl-ls.hcl",
                 "language \"x\" {\n  spec  = \"up/x.hcldec\"\n  files = [\"*.x.hcl\"]\n}\n");
    folder.run({"check", "--short", "outer"});
    CHECK(folder.out.find("File not found") != std::string::npos);
}

TEST_CASE("check and fmt include files with any extension that a configuration names") {
    Folder folder;
    folder.write("w/.hcl-ls.hcl",
                 "language \"gateway\" {\n  spec  = \"gateway.hcldec\"\n"
                 "  files = [\"*.gateway.json\", \"deploy/**/*.conf\"]\n}\n");
    folder.write("w/gateway.hcldec", "object {\n  attr \"port\" {\n    type = number\n  }\n}\n");
    folder.write("w/a.gateway.json", "{\"port\": \"x\"}\n");
    folder.write("w/deploy/x/b.conf", "port=[]\n");
    folder.write("w/deploy/x/other.json", "{]\n");
    CHECK(folder.run({"check", "--short", "w"}) == 1);
    CHECK(folder.out.find("w/a.gateway.json:1:10") != std::string::npos);
    CHECK(folder.out.find("w/deploy/x/b.conf:1:6") != std::string::npos);
    CHECK(folder.out.find("other.json") == std::string::npos);
    folder.run({"fmt", "w"});
    CHECK(folder.text("w/deploy/x/b.conf") == "port = []\n");
}

TEST_CASE("names of files cannot control the terminal, nor break a report") {
    Folder folder;
    folder.write("w/x\x1b[2J\n\xff.tf", "a = \n");
    CHECK(folder.run({"check", "w"}) == 1);
    CHECK(folder.out.find("w/x\\x1b[2J\\n\\xff.tf:1:5") != std::string::npos);
    for (const char* format :
         {"human", "short", "json", "sarif", "github", "gitlab", "checkstyle", "junit"}) {
        CAPTURE(format);
        CHECK(folder.run({"check", "--format", format, "w"}) == 1);
        CHECK(folder.out.find('\x1b') == std::string::npos);
        CHECK(folder.out.find('\xff') == std::string::npos);
    }
    // The same for graphs, doctor and baselines.
    folder.write("w/y\x1b\xff\xEF\xBF\xBE.tf", "locals {\n  a = 1\n  b = local.a\n}\nx = 1\n");
    folder.write("w/.hcl-ls.hcl", "rules = { \"\\u001b[31m\" = \"off\" }\n");
    for (const char* level : {"--level=files", "--level=symbols"})
        for (const char* format : {"--format=dot", "--format=mermaid", "--format=svg", "--format=json"}) {
            CAPTURE(format);
            folder.run({"graph", format, level, "w"});
            CHECK(folder.out.find('\x1b') == std::string::npos);
            CHECK(folder.out.find('\xff') == std::string::npos);
            if (format != std::string_view("--format=json"))
                CHECK(folder.out.find("\xEF\xBF\xBE") == std::string::npos);
        }
    folder.run({"doctor", "w"});
    CHECK(folder.out.find('\x1b') == std::string::npos);
    CHECK(folder.run({"check", "w"}) == 1);
    CHECK(folder.run({"check", "--baseline=b.json", "--baseline-write", "w"}) == 0);
    CHECK(folder.run({"check", "--baseline=b.json", "w"}) == 0);
    CHECK(printable("a\xE2\x80\xAE\t\x7f\xC2\x9B\xED\xA0\x80") == "a\\u202e\\t\\x7f\\x9b\\xed\\xa0\\x80");
    CHECK(printable("\xC3\xA4 \xF0\x9F\x98\x80 \\") == "\xC3\xA4 \xF0\x9F\x98\x80 \\");
}

TEST_CASE("doctor prints each limit with its reason") {
    Folder folder;
    CHECK(folder.run({"doctor"}) == 0);
    for (const LimitInfo& limit : all_limits())
        CHECK(folder.out.find(std::to_string(limit.value) + " " + std::string(limit.unit) + ": " +
                              std::string(limit.reason)) != std::string::npos);
}

}  // namespace hcl::server::untrusted_test
