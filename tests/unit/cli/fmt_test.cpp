// hcl-ls fmt and check, in memory and (where the disk matters) on it; the form of findings and diffs.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/syntax/file/file.h"
#include "server/cli/cli.h"
#include "server/cli/report/diff.h"
#include "server/cli/report/render.h"
#include "server/host/memory_file_system.h"
#include "tests/harness/shell.h"

namespace hcl::server {

namespace {

struct Shell : test::Shell {
    explicit Shell(std::map<std::string, std::string> texts) : test::Shell(std::move(texts)) {
        console.processors = 2;
    }
    test::Printed run(const std::vector<std::string_view>& arguments) { return call(arguments); }
};

// A file system in memory whose reads are watched.
class WatchedFiles : public FileSystem {
  public:
    explicit WatchedFiles(std::map<std::string, std::string> texts) : files_(std::move(texts)) {}

    using FileSystem::read;
    Result<std::string> read(const std::string& path, std::uint64_t most) const override {
        auto text = files_.read(path, most);
        if (text) on_read(path);
        return text;
    }
    Result<std::vector<FolderEntry>> list(const std::string& path) const override {
        return files_.list(path);
    }
    std::optional<FileStat> stat(const std::string& path) const override { return files_.stat(path); }
    Result<void> replace(const std::string& path, std::string_view text) override {
        return files_.replace(path, text);
    }
    Result<void> remove_file(const std::string& path) override { return files_.remove_file(path); }

  private:
    virtual void on_read(const std::string& path) const = 0;

    MemoryFileSystem files_;
};

// Counts how often each file is read.
class CountingFiles final : public WatchedFiles {
  public:
    using WatchedFiles::WatchedFiles;
    mutable std::map<std::string, int> reads;

  private:
    void on_read(const std::string& path) const override { ++reads[path]; }
};

// Who reads a file called meeting.txt waits for another reader of one, for a while.
class MeetingFiles final : public WatchedFiles {
  public:
    using WatchedFiles::WatchedFiles;
    bool have_met() const { return have_met_; }

  private:
    void on_read(const std::string& path) const override {
        if (!path.ends_with("/meeting.txt")) return;
        std::unique_lock lock(mutex_);
        have_met_ = ++readers_ > 1 || have_met_;
        arrived_.notify_all();
        arrived_.wait_for(lock, std::chrono::seconds(20), [this] { return have_met_; });
        --readers_;
    }

    mutable std::mutex mutex_;
    mutable std::condition_variable arrived_;
    mutable int readers_ = 0;
    mutable bool have_met_ = false;
};

constexpr std::string_view kUgly = "a=1\nbb=2\n";
constexpr std::string_view kNice = "a  = 1\nbb = 2\n";

// The exit code of a check of "/w" that prints nothing.
int check_on_two_processors(const std::shared_ptr<FileSystem>& files) {
    Console console;
    console.out = [](std::string_view) {};
    console.err = [](std::string_view) {};
    console.files = files;
    console.folder = "/w";
    console.processors = 2;
    const std::vector<std::string_view> arguments{"check"};
    return run_cli(console, arguments);
}

}  // namespace

TEST_CASE("fmt: rewrites the files of folders") {
    Shell shell({{"/w/main.hcl", std::string(kUgly)},
                 {"/w/good.hcl", std::string(kNice)},
                 {"/w/sub/x.hcl", std::string(kUgly)},
                 {"/w/notes.txt", std::string(kUgly)},
                 {"/w/data.hcl.json", "{\"a\":1}"},
                 {"/w/.terraform/m.hcl", std::string(kUgly)},
                 {"/w/.gitignore", "out/\n"},
                 {"/w/out/y.hcl", std::string(kUgly)}});
    test::Printed run = shell.run({"fmt"});
    CHECK(run.code == 0);
    CHECK(run.out == "main.hcl\nsub/x.hcl\n");
    CHECK(run.err.empty());
    CHECK(shell.text("/w/main.hcl") == kNice);
    CHECK(shell.text("/w/sub/x.hcl") == kNice);
    CHECK(shell.text("/w/notes.txt") == kUgly);
    CHECK(shell.text("/w/out/y.hcl") == kUgly);
    CHECK(shell.text("/w/.terraform/m.hcl") == kUgly);
    CHECK(shell.text("/w/data.hcl.json") == "{\"a\":1}");
    CHECK(shell.run({"fmt"}).out.empty());
    CHECK(shell.run({"fmt", "--json", "data.hcl.json"}).out == "data.hcl.json\n");
    CHECK(shell.text("/w/data.hcl.json") == "{ \"a\": 1 }\n");
    // A file that is named is formatted, whatever its extension.
    CHECK(shell.run({"fmt", "notes.txt"}).out == "notes.txt\n");
}

TEST_CASE("fmt: files of a workspace's own language are read in its syntax") {
    const std::string text = "key \"a\"\n{\n  n = 0x1F\n  b {}\n}\n";
    Shell shell(
        {{"/w/.hcl-ls.hcl", "language \"old\" {\n  spec  = \"old.hcldec\"\n  files = [\"*.old\"]\n}\n"},
         {"/w/old.hcldec", "language \"old\" {\n  syntax = hcl1\n}\nobject {}\n"},
         {"/w/a.old", text}});
    test::Printed run = shell.run({"fmt", "a.old"});
    CHECK(run.code == 0);
    CHECK(run.err.empty());
    CHECK(shell.run({"fmt", "--check"}).err.empty());
    shell.input = text;
    run = shell.run({"fmt", "--filename=a.old", "-"});
    CHECK(run.code == 0);
    CHECK(run.err.empty());
    // HCL 2 has no such numbers.
    CHECK(shell.run({"fmt", "--filename=a.hcl", "-"}).code == 1);
}

TEST_CASE("fmt: --check and --diff write nothing") {
    Shell shell({{"/w/main.hcl", std::string(kUgly)}});
    test::Printed run = shell.run({"fmt", "--check", "."});
    CHECK(run.code == 1);
    CHECK(run.out == "main.hcl\n");
    run = shell.run({"fmt", "--diff", "main.hcl"});
    CHECK(run.code == 0);
    CHECK(run.out == "--- main.hcl\n+++ main.hcl\n@@ -1,2 +1,2 @@\n-a=1\n-bb=2\n+a  = 1\n+bb = 2\n");
    CHECK(shell.run({"fmt", "--check", "--diff", "main.hcl"}).code == 1);
    CHECK(shell.text("/w/main.hcl") == kUgly);
    CHECK(shell.run({"fmt", "--diff", "--write", "main.hcl"}).code == 0);
    CHECK(shell.text("/w/main.hcl") == kNice);
    CHECK(shell.run({"fmt", "--check"}).code == 0);
}

TEST_CASE("fmt: standard input") {
    Shell shell({});
    shell.input = kUgly;
    test::Printed run = shell.run({"fmt", "-"});
    CHECK(run.code == 0);
    CHECK(run.out == kNice);
    CHECK(shell.run({"fmt", "--check", "-"}).code == 1);
    CHECK(shell.run({"fmt", "--check", "-"}).out.empty());
    shell.input = "{\"a\":1}";
    CHECK(shell.run({"fmt", "--stdin-name=x.hcl.json", "-"}).out == "{ \"a\": 1 }\n");
}

TEST_CASE("fmt: syntax errors are reported, the rest is formatted") {
    Shell shell({{"/w/bad.hcl", "x=1\ny   =   =\nzz=2\n"}, {"/w/good.hcl", std::string(kUgly)}});
    test::Printed run = shell.run({"fmt"});
    CHECK(run.code == 1);
    CHECK(run.out == "bad.hcl\ngood.hcl\n");
    CHECK(run.err.find("bad.hcl:2:") != std::string::npos);
    CHECK(run.err.find("| y   =   =") != std::string::npos);
    CHECK(shell.text("/w/bad.hcl") == "x = 1\ny   =   =\nzz = 2\n");
    CHECK(shell.text("/w/good.hcl") == kNice);
}

TEST_CASE("fmt: line ends, byte order marks and the end of the file are preserved") {
    const std::string random("a=1\n\0b=2\n", 10);
    Shell shell({{"/w/crlf.hcl", "a=1\r\n  b=2\r\n"},
                 {"/w/mark.hcl",
                  "\xEF\xBB\xBF"
                  "a=1\n"},
                 {"/w/open.hcl", "a=1"},
                 {"/w/empty.hcl", ""},
                 {"/w/blank.hcl", "\n\n"}});
    test::Printed run = shell.run({"fmt"});
    CHECK(run.code == 0);
    CHECK(run.out == "crlf.hcl\nmark.hcl\nopen.hcl\n");
    CHECK(shell.text("/w/crlf.hcl") == "a = 1\r\nb = 2\r\n");
    CHECK(shell.text("/w/mark.hcl") == "a = 1\n");
    CHECK(shell.text("/w/open.hcl") == "a = 1");
    CHECK(shell.text("/w/empty.hcl").empty());
    CHECK(shell.text("/w/blank.hcl") == "\n\n");
    // A file that is not text is reported, and the others are formatted.
    shell.files->write("/w/random.hcl", random);
    shell.files->write("/w/open.hcl", "a=1");
    run = shell.run({"fmt"});
    CHECK(run.code == 2);
    CHECK(run.out == "open.hcl\n");
    CHECK(run.err == "hcl-ls: random.hcl: is a binary file\n");
    CHECK(shell.text("/w/random.hcl") == random);
}

TEST_CASE("fmt: wrong usage and missing files") {
    Shell shell({{"/w/a.hcl", std::string(kNice)}});
    CHECK(shell.run({"fmt", "--nope"}).code == 2);
    CHECK(shell.run({"fmt", "--check", "--write"}).code == 2);
    CHECK(shell.run({"fmt", "-", "a.hcl"}).code == 2);
    test::Printed run = shell.run({"fmt", "none.hcl", "a.hcl"});
    CHECK(run.code == 2);
    CHECK(run.err == "hcl-ls: none.hcl: no such file or folder\n");
    CHECK(shell.run({"help", "fmt"}).out.find("--check") != std::string::npos);
}

TEST_CASE("links to nothing are skipped below folders, and wrong when they are named") {
    namespace fs = std::filesystem;
    fs::path folder = fs::temp_directory_path() / ("hcl-link-test-" + std::to_string(::getpid()));
    fs::create_directories(folder);
    std::ofstream(folder / "a.hcl") << kNice;
    fs::create_symlink(folder / "nothing.hcl", folder / "link.hcl");
    std::string err;
    Console console = process_console();
    console.out = [](std::string_view) {};
    console.err = [&](std::string_view text) { err += text; };
    const std::string below = folder.string();
    const std::string link = (folder / "link.hcl").string();
    for (std::string_view command : {"fmt", "check"}) {
        CAPTURE(command);
        err.clear();
        CHECK(run_cli(console, std::vector<std::string_view>{command, below}) == 0);
        CHECK(err.starts_with("hcl-ls: " + link + ": dangling link, skipped\n"));
        CHECK(run_cli(console, std::vector<std::string_view>{command, link}) == 2);
    }
    fs::remove_all(folder);
}

TEST_CASE("check --fix: goes through a file with more findings than are reported at once") {
    std::string text;
    std::string mended;
    for (int i = 0; i < 700; ++i) {
        const std::string name = "a" + std::to_string(i);
        text += name + " = [1 2]\n";
        mended += name + " = [1, 2]\n";
    }
    Shell shell({{"/w/a.hcl", text}});
    test::Printed run = shell.run({"check", "--fix", "a.hcl"});
    CHECK(run.code == 0);
    CHECK(run.err.find("Fixed 700 findings.") != std::string::npos);
    CHECK(shell.text("/w/a.hcl") == mended);
}

TEST_CASE("check --fix: what is left out of reports is fixed with the rest, whatever the size of the file") {
    // Rounds that each fix what a report shows would read more than may be read again.
    const std::string filler = "# " + std::string(300, '-') + "\n";
    std::string text;
    std::string mended;
    for (int i = 0; i < 12'000; ++i) {
        const std::string name = "a" + std::to_string(i);
        text += filler + name + " = [1 2]\n";
        mended += filler + name + " = [1, 2]\n";
    }
    text += "b = \n";
    mended += "b = \n";
    Shell shell({{"/w/a.hcl", text}});
    test::Printed run = shell.run({"check", "--fix", "--short", "a.hcl"});
    CHECK(run.code == 1);
    CHECK(run.err == "Fixed 12000 findings.\n");
    CHECK(std::ranges::count(run.out, '\n') == 1);
    CHECK(shell.text("/w/a.hcl") == mended);
}

TEST_CASE("check --fix: removals leave no blanks behind") {
    const std::string text = "  # hcl-ls:ignore HCL6012\na = 1   # hcl-ls:ignore\n\nb = 2\n";
    Shell shell({{"/w/a.hcl", text}});
    CHECK(shell.run({"check", "--fix", "a.hcl"}).code == 0);
    CHECK(shell.text("/w/a.hcl") == "a = 1\n\nb = 2\n");
}

TEST_CASE("check --fix: a fix that adds a problem is refused, however much others mend") {
    std::string text = "s {\n  timeout_ms = 3000\n}\n";
    std::string mended = text;
    for (int i = 0; i < 20; ++i) {
        text += "s {\n  wait = 1\n}\n";
        mended += "s {\n  pause = 1\n}\n";
    }
    Shell shell({{"/w/svc.hcl", text}, {"/w/svc.hcldec", R"pack(
object {
  block_list "s" {
    object {
      attr "timeout" {
        type   = string
        values = ["1s", "2s"]
      }
      attr "timeout_ms" {
        type        = number
        deprecated = timeout
      }
      attr "pause" {
        type = number
      }
      attr "wait" {
        type        = number
        deprecated = pause
      }
    }
  }
}
)pack"}});
    test::Printed run = shell.run({"check", "--fix", "--short", "svc.hcl"});
    CHECK(run.code == 1);
    CHECK(run.err.find("Fixed 20 findings.") != std::string::npos);
    CHECK(shell.text("/w/svc.hcl") == mended);
}

TEST_CASE("fmt: on disk, links lead to the file and permissions stay") {
    namespace fs = std::filesystem;
    fs::path folder = fs::temp_directory_path() / ("hcl-fmt-test-" + std::to_string(::getpid()));
    fs::create_directories(folder);
    std::ofstream(folder / "real.hcl") << kUgly;
    fs::permissions(folder / "real.hcl",
                    fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
    fs::create_symlink(folder / "real.hcl", folder / "link.hcl");
    Console console = process_console();
    console.out = console.err = [](std::string_view) {};
    std::string link = (folder / "link.hcl").string();
    std::vector<std::string_view> arguments{"fmt", link};
    CHECK(run_cli(console, arguments) == 0);
    CHECK(fs::is_symlink(folder / "link.hcl"));
    std::ifstream in(folder / "real.hcl");
    CHECK(std::string(std::istreambuf_iterator<char>(in), {}) == kNice);
    CHECK((fs::status(folder / "real.hcl").permissions() & fs::perms::mask) ==
          (fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read));
    CHECK(std::distance(fs::directory_iterator(folder), fs::directory_iterator()) == 2);
    // In a read-only folder the file is unchanged. (Root may write everywhere.)
    if (::geteuid() != 0) {
        std::ofstream(folder / "real.hcl") << kUgly;
        fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec);
        CHECK(run_cli(console, arguments) == 2);
        fs::permissions(folder, fs::perms::owner_all);
        fs::permissions(folder / "real.hcl", fs::perms::owner_read);
        CHECK(run_cli(console, arguments) == 2);
    }
    fs::remove_all(folder);
}

TEST_CASE("check: findings, counts and codes") {
    Shell shell({{"/w/bad.hcl", "a = 1\nb = \n"},
                 {"/w/good.hcl", std::string(kNice)},
                 {"/w/bad.hcl.json", "{\"a\" = 1}"}});
    test::Printed run = shell.run({"check"});
    CHECK(run.code == 1);
    CHECK(run.out.find("--> bad.hcl:2:") != std::string::npos);
    CHECK(run.out.find("--> bad.hcl.json:1:6") != std::string::npos);
    CHECK(run.err == "2 errors in 2 files\n");
    run = shell.run({"check", "--short", "bad.hcl.json"});
    CHECK(run.out.starts_with("bad.hcl.json:1:6: error: Missing property value colon: "));
    CHECK(run.err.empty());
    CHECK(shell.run({"check", "good.hcl"}).code == 0);
    CHECK(shell.run({"check", "good.hcl"}).out.empty());
    CHECK(shell.run({"check", "none.hcl"}).code == 2);
    CHECK(shell.run({"check", "--nope"}).code == 2);
    // A severity selects no code, so nothing would ever be reported.
    const test::Printed severity = shell.run({"check", "--only=error"});
    CHECK(severity.code == 2);
    CHECK(severity.err.find("--min-severity=error") != std::string::npos);
    shell.input = "a = [\n";
    CHECK(shell.run({"check", "-"}).code == 1);
}

TEST_CASE("check: files of a pack with any error are not called right") {
    Shell shell({{"/w/.hcl-ls.hcl", "language \"g\" {\n  spec  = \"g.hcldec\"\n  files = [\"*.g\"]\n}\n"},
                 {"/w/a.g", "a = 1\n"}});
    for (const char* pack :
         {"object {", "object {\n  atr \"a\" {}\n}\n", "attr \"a\" {}\n",
          "object {\n  attr \"a\" \"b\" {}\n}\n", "object {\n  attr \"a\" {\n    nosuch = 1\n  }\n}\n",
          "object {\n  attr \"a\" {\n    type = nmber\n  }\n}\n"}) {
        CAPTURE(pack);
        shell.files->write("/w/g.hcldec", pack);
        const test::Printed run = shell.run({"check", "--short", "a.g"});
        CHECK(run.code == 2);
        CHECK(run.out.find("Broken language") != std::string::npos);
    }
    shell.files->write("/w/g.hcldec", "object {\n  attr \"a\" {\n    type = number\n  }\n}\n");
    CHECK(shell.run({"check", "a.g"}).code == 0);
}

TEST_CASE("check: files whose pack is not there are not called right") {
    Shell shell({{"/w/a/.hcl-ls.hcl", "language \"g\" {\n  spec  = \"g.hcldec\"\n  files = [\"*.g\"]\n}\n"},
                 {"/w/a/a.g", "a = 1\n"},
                 {"/w/b/.hcl-ls.hcl", "language \"nosuch\" {\n  files = [\"*.g\"]\n}\n"},
                 {"/w/b/a.g", "a = 1\n"},
                 {"/w/c/.hcl-ls.hcl", "language \"g\" {\n  spec =\n}\n"},
                 {"/w/c/a.g", "a = 1\n"}});
    test::Printed run = shell.run({"check", "--short", "a/a.g"});
    CHECK(run.code == 2);
    CHECK(run.out.find("a/a.g:1:1: error: Broken language") != std::string::npos);
    CHECK(run.out.find("a/.hcl-ls.hcl:2:11: error: File not found") != std::string::npos);
    // Options that select findings do not hide this.
    CHECK(shell.run({"check", "--only=HCL6012", "a/a.g"}).code == 2);
    run = shell.run({"check", "--short", "b/a.g"});
    CHECK(run.code == 2);
    CHECK(run.out.find("b/a.g:1:1: error: Unknown language") != std::string::npos);
    run = shell.run({"check", "--short", "c/a.g"});
    CHECK(run.code == 1);
    CHECK(run.out.find("c/.hcl-ls.hcl:2:") != std::string::npos);
    // Another language of the configuration is as good as ever.
    shell.files->write("/w/a/h.hcldec", "object {\n  attr \"a\" {}\n}\n");
    shell.files->write("/w/a/.hcl-ls.hcl",
                       "language \"h\" {\n  spec  = \"h.hcldec\"\n  files = [\"*.g\"]\n}\n"
                       "language \"g\" {\n  spec  = \"g.hcldec\"\n  files = [\"*.g\"]\n}\n");
    run = shell.run({"check", "--short", "a/a.g"});
    CHECK(run.out.find("a/a.g:1:1") == std::string::npos);
}

TEST_CASE("check and fmt: a folder in which nothing is looked at does not pass in silence") {
    Shell shell(std::map<std::string, std::string>{{"/w/notes/a.txt", "a = 1\n"}});
    for (const char* command : {"check", "fmt"}) {
        const test::Printed run = shell.run({command, "notes"});
        CHECK(run.code == 0);
        CHECK(run.err == "hcl-ls: notes: no files of a known language\n");
    }
}

TEST_CASE("check: each text is read once, however many modules call its own") {
    std::map<std::string, std::string> texts;
    constexpr int kModules = 30;
    for (int i = 0; i < kModules; ++i) {
        std::string text = "variable \"v\" {}\noutput \"o\" {\n  value = var.v\n}\n";
        for (int callee : std::set{0, i / 2, i - 1})
            if (callee >= 0 && callee < i)
                text += "module \"m" + std::to_string(callee) + "\" {\n  source = \"../m" +
                        std::to_string(callee) + "\"\n  v      = 1\n}\n";
        texts["/w/m" + std::to_string(i) + "/main.tf"] = text;
    }
    const auto files = std::make_shared<CountingFiles>(texts);
    check_on_two_processors(files);
    CHECK(files->reads.size() == texts.size());
    for (const auto& [path, count] : files->reads) {
        CAPTURE(path);
        CHECK(count == 1);
    }
}

TEST_CASE("check: modules are evaluated on all processors") {
    std::map<std::string, std::string> texts;
    for (const char* module : {"a", "b"}) {
        const std::string folder = "/w/" + std::string(module);
        texts[folder + "/main.tf"] = "output \"o\" {\n  value = file(\"${path.module}/meeting.txt\")\n}\n";
        texts[folder + "/meeting.txt"] = "x";
    }
    const auto files = std::make_shared<MeetingFiles>(texts);
    CHECK(check_on_two_processors(files) == 0);
    CHECK(files->have_met());
}

TEST_CASE("diff: hunks") {
    std::string text;
    for (int i = 1; i <= 20; ++i) text += "line " + std::to_string(i) + "\n";
    auto at = [&](const char* line) { return static_cast<std::uint32_t>(text.find(line)); };
    std::vector<Edit> edits{{{at("line 2\n"), at("line 2\n") + 4}, "LINE"},
                            {{at("line 15"), at("line 15")}, "  "}};
    CHECK(unified_diff("f", text, edits, false) ==
          "--- f\n+++ f\n@@ -1,5 +1,5 @@\n line 1\n-line 2\n+LINE 2\n line 3\n line 4\n line 5\n"
          "@@ -12,7 +12,7 @@\n line 12\n line 13\n line 14\n-line 15\n+  line 15\n line 16\n line 17\n line "
          "18\n");
    // One line becomes three, at the end of a file without a line end.
    std::vector<Edit> split{{{1, 1}, "\n"}, {{2, 2}, "\n"}};
    CHECK(unified_diff("f", "abc", split, false) ==
          "--- f\n+++ f\n@@ -1 +1,3 @@\n-abc\n\\ No newline at end of file\n+a\n+b\n+c\n\\ No newline at end "
          "of file\n");
    CHECK(unified_diff("f", "abc", {}, false).empty());
}

TEST_CASE("render: the part that is underlined") {
    auto underline = [](std::string_view line, std::uint32_t start, std::uint32_t end) {
        ShownLine shown = show_line(line, start, end);
        return shown.text + "|" + std::string(shown.start, ' ') + std::string(shown.end - shown.start, '^');
    };
    CHECK(underline("abc = 1", 0, 3) == "abc = 1|^^^");
    CHECK(underline("abc", 3, 3) == "abc|   ^");
    CHECK(underline("\ta = 1", 1, 2) == "    a = 1|    ^");
    CHECK(underline("a\tb", 2, 3) == "a   b|    ^");
    CHECK(underline("\xE6\xBC\xA2 = x", 6, 7) == "\xE6\xBC\xA2 = x|     ^");
    CHECK(underline("e\xCC\x81 = x", 0, 3) == "e\xCC\x81 = x|^");
    CHECK(underline("a\x01"
                    "b",
                    2, 3) ==
          "a\xC2\xB7"
          "b|  ^");
    std::string wide(1000, 'x');
    ShownLine shown = show_line(wide, 500, 510);
    CHECK(shown.text.size() < 200);
    CHECK(shown.start == 63);
    CHECK(shown.end == 73);
}

TEST_CASE("render: a whole finding") {
    std::string text = "a = 1\n\tb = \"x\n";
    Diagnostic diagnostic;
    diagnostic.code = DiagCode::InvalidExpression;
    diagnostic.span = {7, 8};
    diagnostic.title = "Title";
    diagnostic.message = "What is wrong.";
    diagnostic.related.push_back({Location{diagnostic.file, {0, 1}}, "It started here."});
    diagnostic.fixes.push_back({"Do this", {}, true});
    CHECK(render_diagnostic(diagnostic, "f.hcl", SourceLines(text), {}) ==
          "error: Title [" + diag_id(diagnostic.code) +
              " InvalidExpression]\n --> f.hcl:2:2\n  |\n2 |     b = \"x\n  |     ^\n  What is wrong.\n"
              "  note: It started here.\n --> f.hcl:1:1\n  |\n1 | a = 1\n  | -\n  fix: Do this\n");
    // A related place in another file, known and unknown.
    diagnostic.related[0].where.file = FileId(7);
    SourceLines other("x = 2\n");
    RenderOptions finds{.find_source = [&](FileId) { return RenderSource{"g.hcl", &other}; }};
    CHECK(render_diagnostic(diagnostic, "f.hcl", SourceLines(text), finds)
              .find("  note: It started here.\n --> g.hcl:1:1\n  |\n1 | x = 2\n  | -\n") !=
          std::string::npos);
    CHECK(render_diagnostic(diagnostic, "f.hcl", SourceLines(text), {})
              .ends_with("  note: It started here.\n  fix: Do this\n"));
    CHECK(render_diagnostic(diagnostic, "f.hcl", SourceLines(text), {true}).find("\x1b[") !=
          std::string::npos);
    // Over several lines: the first one is underlined to its end.
    diagnostic.span = {4, 9};
    CHECK(render_diagnostic(diagnostic, "f.hcl", SourceLines(text), {}).find("\n  |     ^...\n") !=
          std::string::npos);
    CHECK(count_line(1, 0) == "1 error");
    CHECK(count_line(2, 1) == "2 errors, 1 warning");
}

}  // namespace hcl::server
