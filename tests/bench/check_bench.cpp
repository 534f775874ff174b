// Times diagnostics: check-bench [--only=NAME] [--lines=N]. Times of edits are of the processor.
//
//   edit       an edit to all findings of the file, with a pack of 200 blocks, by size of the file: one that
//              changes nothing else's meaning, a value that 1000 places read, a name that 1000 places use
//   long       an edit inside of one block, by its size: of attributes that are names, and of blocks
//   json       an edit in a JSON file of 1 MB
//   alike      a folder of 5000 files of one module that declare and use the same names
//   units      1000 units of Terragrunt that include one file: checked; an edit of that file, to the findings
//              of ten
//   packs      the built-in packs, each loaded with all of its bodies compiled
//   workspace  2000 files with a million lines in 200 folders: parsed, bound, evaluated and checked; memory

#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/ide/annotation/diagnostics.h"
#include "engine/world/file_syntax.h"
#include "engine/world/module_lookup.h"
#include "engine/world/world.h"

namespace {

using namespace hcl;

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string number(std::size_t n) {
    return std::to_string(n);
}

// Variables, values that read them, and 198 other block types with required, typed and restricted
// attributes.
std::string pack_text() {
    std::string text = R"(language "bench" {
  join      = folder
  functions = [stdlib]
}
object {
block_map "var" {
  labels = ["name"]
  symbol {
    address = [var, label.name]
    value   = self.value
  }
  object {
    attr "value" {}
    attr "note" {
      type = string
    }
  }
}
block_list "locals" {
  object {
    attr "*" {
      symbol {
        address = [local, name]
      }
    }
  }
}
)";
    for (std::size_t i = 0; i < 198; ++i)
        text += "block_map \"kind" + number(i) + R"(" {
  labels = ["name"]
  symbol {
    address = [kind)" +
                number(i) + R"(, label.name]
  }
  object {
    attr "count" {
      type     = number
      required = true
    }
    attr "mode" {
      type   = string
      values = ["fast", "safe"]
    }
    attr "tags" {
      type = map(string)
    }
    block_list "rule" {
      object {
        attr "from" {
          type     = string
          required = true
        }
        attr "size" {
          type = number
          max  = 100000
        }
      }
    }
  }
}
)";
    return text + "}\n";
}

// Ten lines per block. The first `shared` of them read var.shared, the others one of a few hundred variables.
std::string file_text(std::size_t lines, std::size_t shared, const std::string& prefix = "") {
    std::string text = "var \"shared\" {\n  value = 1\n}\n";
    std::size_t at = 3;
    for (std::size_t i = 0; at < lines; ++i) {
        std::string n = prefix + number(i);
        if (i % 10 == 0) {
            text += "var \"v" + n + "\" {\n  value = { size = " + number(i % 97) + ", name = \"n" + n +
                    "\" }\n  note  = \"about it\"\n}\n";
            at += 4;
        }
        std::string read = i < shared ? "var.shared" : "var.v" + prefix + number(i / 10 * 10) + ".size";
        text += "kind" + number(i % 198) + " \"b" + n + "\" {\n  count = " + read + " + " + number(i % 7) +
                "\n  mode  = \"fast\"\n  tags  = {\n    name = \"x-${var.v" + prefix + number(i / 10 * 10) +
                ".name}\"\n  }\n  rule {\n    from = upper(\"a\")\n    size = 12\n  }\n}\n";
        at += 11;
    }
    return text;
}

FileId add(world::World& world, std::uint32_t id, std::string path, std::string text) {
    const syntax::ParseOptions options = world::parse_options(path, "");
    world.set_file({FileId(id), std::move(path), "", options, false, 0},
                   std::make_shared<const std::string>(std::move(text)));
    return FileId(id);
}

void add_pack(world::World& world) {
    add(world, 0, "/w/.hcl-ls.hcl",
        "language \"bench\" {\n  spec  = \"bench.hcldec\"\n  files = [\"**/*.b.hcl\", \"*.b.hcl\", "
        "\"*.b.hcl.json\"]\n}\n");
    add(world, 1, "/w/bench.hcldec", pack_text());
}

struct Times {
    std::vector<double> all;
    double at(double share) {
        std::ranges::sort(all);
        return all[static_cast<std::size_t>(share * static_cast<double>(all.size() - 1))];
    }
};

// The processor time of this thread: the load of the machine does not count.
double processor_time() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// The time from an edit to its findings.
std::size_t edit(world::World& world, FileId file, std::uint32_t at, std::uint32_t length, std::string text,
                 Times& times) {
    Edit change{{at, at + length}, std::move(text)};
    double start = processor_time();
    world.edit(file, std::span(&change, 1), 1);
    std::size_t found = ide::diagnostics_for(*world.snapshot(), file, {}).size();
    times.all.push_back(processor_time() - start);
    return found;
}

bind::Counters counters(world::World& world, FileId file) {
    return world::module_of(*world.snapshot(), file, {})->counters();
}

void print(const char* what, Times& times, const bind::Counters& done) {
    std::printf("  %-34s p50 %8.3f ms  p99 %8.3f ms   bound %zu, evaluated %zu\n", what, times.at(0.5) * 1e3,
                times.at(0.99) * 1e3, done.bound, done.evaluated);
}

void edits(std::size_t lines) {
    world::World world;
    add_pack(world);
    std::string text = file_text(lines, 1000);
    FileId file = add(world, 2, "/w/main.b.hcl", text);
    double start = now();
    std::size_t found = ide::diagnostics_for(*world.snapshot(), file, {}).size();
    std::printf("%zu lines: first look %.1f ms, %zu findings\n", lines, (now() - start) * 1e3, found);
    if (found != 0) std::abort();
    // A number in a block in the middle.
    std::size_t middle = text.find("size = 12", text.size() / 2);
    auto at = static_cast<std::uint32_t>(middle + 7);
    Times plain;
    for (int i = 0; i < 400; ++i) edit(world, file, at, 2, i % 2 ? "12" : "13", plain);
    print("nothing else's meaning", plain, counters(world, file));
    // A string inside the value of the block, and a line typed character by character.
    Times typed;
    std::size_t line = text.find("  rule {", text.size() / 3);
    std::string typing = "  mode = \"sa\"\n";
    for (int round = 0; round < 8; ++round) {
        for (std::size_t i = 0; i < typing.size(); ++i)
            edit(world, file, static_cast<std::uint32_t>(line + i), 0, typing.substr(i, 1), typed);
        edit(world, file, static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(typing.size()), "",
             typed);
    }
    print("a line typed and taken away", typed, counters(world, file));
    auto value = static_cast<std::uint32_t>(text.find("value = 1") + 8);
    Times values;
    for (int i = 0; i < 40; ++i) edit(world, file, value, 1, i % 2 ? "1" : "2", values);
    print("a value that 1000 places read", values, counters(world, file));
    auto name = static_cast<std::uint32_t>(text.find("\"shared\"") + 1);
    Times names;
    std::size_t most = 0;
    for (int i = 0; i < 40; ++i)
        most = std::max(most, edit(world, file, name, 6, i % 2 ? "shared" : "shores", names));
    print("a name that 1000 places use", names, counters(world, file));
    std::printf("  (%zu findings while the name is another)\n", most);
}

// A single block with this many lines.
void long_block(std::size_t lines) {
    for (bool of_blocks : {false, true}) {
        world::World world;
        add_pack(world);
        std::string text = of_blocks ? "kind1 \"b\" {\n  count = 1\n" : "locals {\n";
        for (std::size_t i = 0; i < lines; i += of_blocks ? 4 : 1)
            text += of_blocks ? "  rule {\n    from = upper(\"a\")\n    size = 12\n  }\n"
                              : "  n" + number(i) + " = " +
                                    (i == 0 ? "1" : "local.n" + number(i / 2) + " + " + number(i % 7)) + "\n";
        text += "}\n";
        FileId file = add(world, 2, "/w/main.b.hcl", text);
        double start = processor_time();
        ide::diagnostics_for(*world.snapshot(), file, {});
        std::printf("one block of %zu lines of %s: first look %.1f ms\n", lines,
                    of_blocks ? "blocks" : "attributes", (processor_time() - start) * 1e3);
        std::string_view what = of_blocks ? "size = 12" : " + 3\n";
        auto at = static_cast<std::uint32_t>(text.find(what, text.size() / 2) + what.size() - 2);
        Times times;
        for (int i = 0; i < 20; ++i) edit(world, file, at, 1, i % 2 ? "3" : "4", times);
        print("a digit in the middle", times, counters(world, file));
    }
}

// A JSON file of this many bytes: names in one object, and blocks of one type.
void long_json(std::size_t bytes) {
    world::World world;
    add_pack(world);
    std::string text = "{\n  \"locals\": {\n    \"n\": 1";
    for (std::size_t i = 1; text.size() < bytes / 4; ++i)
        text += ",\n    \"n" + number(i) + "\": \"${local.n + " + number(i % 7) + "}\"";
    text += "\n  },\n  \"kind1\": {\n    \"b\": {\"count\": 1}";
    for (std::size_t i = 0; text.size() < bytes; ++i)
        text +=
            ",\n    \"b" + number(i) + "\": {\n      \"count\": \"${local.n" + number(i % 99 + 1) +
            "}\",\n      \"tags\": {\"a\": \"x\"},\n      \"rule\": [\n        {\"from\": \"a\", \"size\": "
            "12}\n      ]\n    }";
    text += "\n  }\n}\n";
    FileId file = add(world, 2, "/w/main.b.hcl.json", text);
    double start = processor_time();
    const std::size_t found = ide::diagnostics_for(*world.snapshot(), file, {}).size();
    std::printf("a JSON file of %.1f MB: first look %.1f ms, %zu findings\n",
                static_cast<double>(text.size()) / 1e6, (processor_time() - start) * 1e3, found);
    for (std::string_view what : {" + 3}\"", "\"size\": 12"}) {
        auto at = static_cast<std::uint32_t>(
            text.find(what, what.front() == ' ' ? text.size() / 8 : text.size() / 2));
        at += what.front() == ' ' ? 3 : 9;
        Times times;
        for (int i = 0; i < 100; ++i) edit(world, file, at, 1, i % 2 ? "1" : "2", times);
        print(what.front() == ' ' ? "a digit in a name's value" : "a digit in a block", times,
              counters(world, file));
    }
}

void alike(std::size_t count) {
    world::World world;
    add_pack(world);
    std::vector<FileId> files;
    for (std::uint32_t i = 0; i < count; ++i)
        files.push_back(
            add(world, i + 2, "/w/f" + number(i) + ".b.hcl",
                "var \"same\" {\n  value = " + number(i) + "\n}\nkind1 \"u\" {\n  count = var.same\n}\n"));
    double start = processor_time();
    world::SnapshotPtr snapshot = world.snapshot();
    std::size_t found = 0;
    for (FileId file : files) found += ide::diagnostics_for(*snapshot, file, {}).size();
    std::printf("%zu files with the same names: %.1f ms, %zu findings\n", count,
                (processor_time() - start) * 1e3, found);
    Times times;
    for (int i = 0; i < 20; ++i) edit(world, files[count / 2], 18, 1, i % 2 ? "3" : "4", times);
    print("a value in one of them", times, counters(world, files[count / 2]));
}

double megabytes() {
    rusage use{};
    getrusage(RUSAGE_SELF, &use);
    return static_cast<double>(use.ru_maxrss) / 1024;
}

void workspace() {
    double before = megabytes();
    world::World world;
    add_pack(world);
    std::vector<FileId> files;
    std::size_t bytes = 0;
    for (std::uint32_t i = 0; i < 2000; ++i) {
        std::string prefix = "f" + number(i % 10) + "x";
        std::string text = file_text(500, 0, prefix);
        if (i % 10 != 0) text.erase(0, text.find('}') + 2);  // one var.shared per folder
        bytes += text.size();
        files.push_back(
            add(world, i + 2, "/w/m" + number(i / 10) + "/p" + number(i % 10) + ".b.hcl", std::move(text)));
    }
    double start = now();
    world::SnapshotPtr snapshot = world.snapshot();
    std::atomic<std::size_t> next{0};
    std::atomic<std::size_t> found{0};
    // The unit of work is a folder: its files share a module.
    auto work = [&] {
        for (;;) {
            std::size_t folder = next++;
            if (folder * 10 >= files.size()) return;
            for (std::size_t i = folder * 10; i < folder * 10 + 10; ++i)
                found += ide::diagnostics_for(*snapshot, files[i], {}).size();
        }
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 2; ++i) threads.emplace_back(work);
    for (std::thread& thread : threads) thread.join();
    double seconds = now() - start;
    std::printf(
        "workspace: 2000 files, a million lines, %.1f MB: %.2f s on 2 threads, %zu findings, %.0f MB at most"
        " (%.0f MB of it the texts)\n",
        static_cast<double>(bytes) / 1e6, seconds, found.load(), megabytes() - before,
        static_cast<double>(bytes) / 1e6);
}

constexpr std::size_t kModules = 200;
constexpr std::size_t kCallers = 5;

// A module that calls the next ones, each with different values, and passes one of its inputs on.
std::string module_text(std::size_t index) {
    std::string text = R"(variable "name" { type = string }
variable "size" {
  type = number
  validation {
    condition     = var.size > 0 && var.size < 100000
    error_message = "Between 0 and 100000, not ${var.size}."
  }
}
variable "tags" {
  type    = map(string)
  default = {}
}
locals {
  doubled = var.size * 2
  label   = "${var.name}-${local.doubled}"
  tags    = merge(var.tags, { name = local.label })
}
)";
    for (std::size_t i = 0; i < 10; ++i)
        text += "resource \"terraform_data\" \"r" + number(i) + "\" {\n  input = { size = local.doubled + " +
                number(i) + ", tags = local.tags }\n}\n";
    text += "output \"label\" { value = local.label }\noutput \"size\" { value = var.size }\n";
    std::string labels;
    for (std::size_t next = index + 1; next <= index + kCallers && next < kModules; ++next)
        labels += "module.next" + number(next) + ".label, ";
    text += "output \"labels\" { value = [" + labels + "] }\n";
    for (std::size_t next = index + 1; next <= index + kCallers && next < kModules; ++next)
        text += "module \"next" + number(next) + "\" {\n  source = \"../m" + number(next) +
                "\"\n  name   = \"of-" + number(index) + "\"\n  size   = " + number(1 + index * 7 + next) +
                "\n  tags   = local.tags\n}\n";
    return text;
}

// Modules that call each other, each with five callers that pass other values.
void modules() {
    double before = megabytes();
    world::World world;
    std::vector<FileId> files;
    std::string innermost;
    for (std::uint32_t i = 0; i < kModules; ++i) {
        std::string text = module_text(i);
        if (i + 1 == kModules) innermost = text;
        files.push_back(add(world, i + 2, "/w/m" + number(i) + "/main.tf", std::move(text)));
    }
    double start = processor_time();
    world::SnapshotPtr snapshot = world.snapshot();
    std::size_t found = 0;
    for (FileId file : files) found += ide::diagnostics_for(*snapshot, file, {}).size();
    std::printf("%zu modules with %zu callers each: %.2f s, %zu findings, %.0f MB at most\n", kModules,
                kCallers, processor_time() - start, found, megabytes() - before);
    // A digit in the innermost, to the findings of all that call it.
    auto at = static_cast<std::uint32_t>(innermost.find("local.doubled + 3") + 16);
    Times times;
    std::size_t most = 0;
    for (int i = 0; i < 100; ++i) {
        Edit change{{at, at + 1}, i % 2 ? "3" : "4"};
        start = processor_time();
        world.edit(files.back(), std::span(&change, 1), 1);
        snapshot = world.snapshot();
        for (std::size_t k = 0; k <= kCallers; ++k)
            most = std::max(most, ide::diagnostics_for(*snapshot, files[kModules - 1 - k], {}).size());
        times.all.push_back(processor_time() - start);
    }
    print("an edit in the innermost", times, counters(world, files.back()));
}

constexpr std::size_t kUnits = 1000;

std::string root_text(char last) {
    std::string text = R"(locals {
  region  = "eu-west-1"
  account = 12345678X
  tags    = { team = "core", account = local.account }
}
remote_state {
  backend = "s3"
  config = {
    bucket = "state-${local.account}"
    key    = "${path_relative_to_include()}/terraform.tfstate"
    region = local.region
  }
}
generate "provider" {
  path      = "provider.tf"
  if_exists = "overwrite_terragrunt"
  contents  = "provider \"aws\" {}"
}
)";
    text[text.find('X')] = last;
    return text;
}

// Each unit depends on the one before it in its folder.
std::string unit_text(std::size_t index) {
    std::string text = R"(include "root" {
  path   = find_in_parent_folders("root.hcl")
  expose = true
}
terraform {
  source = "../../../modules//service"
  extra_arguments "retry" {
    commands  = get_terraform_commands_that_need_locking()
    arguments = ["-lock-timeout=20m"]
  }
}
locals {
  name = "service-)" + number(index) +
                       R"("
  size = { small = 1, large = 4 }
}
)";
    if (index % 20 > 0)
        text += "dependency \"before\" {\n  config_path  = \"../u" + number(index - 1) +
                "\"\n  mock_outputs = { id = \"id\" }\n}\n";
    text +=
        "inputs = {\n  name    = local.name\n  account = include.root.locals.account\n"
        "  region  = include.root.locals.region\n  tags    = merge(include.root.locals.tags, { unit = "
        "local.name })\n";
    return text + (index % 20 > 0 ? "  before  = dependency.before.outputs.id\n}\n" : "}\n");
}

void units() {
    const double before = megabytes();
    world::World world;
    std::vector<FileId> files{add(world, 2, "/w/live/root.hcl", root_text('0'))};
    for (std::size_t i = 0; i < kUnits; ++i)
        files.push_back(add(world, static_cast<std::uint32_t>(i + 3),
                            "/w/live/e" + number(i / 20) + "/u" + number(i) + "/terragrunt.hcl",
                            unit_text(i)));
    double start = processor_time();
    world::SnapshotPtr snapshot = world.snapshot();
    std::size_t found = 0;
    for (FileId file : files) found += ide::diagnostics_for(*snapshot, file, {}).size();
    std::printf("%zu units of Terragrunt: %.2f s, %zu findings, %.0f MB\n", kUnits, processor_time() - start,
                found, megabytes() - before);
    const auto at = static_cast<std::uint32_t>(root_text('X').find('X'));
    Times times;
    for (int i = 0; i < 50; ++i) {
        Edit change{{at, at + 1}, i % 2 ? "0" : "1"};
        start = processor_time();
        world.edit(files.front(), std::span(&change, 1), 1);
        snapshot = world.snapshot();
        for (std::size_t k = 0; k <= 10; ++k) ide::diagnostics_for(*snapshot, files[k], {});
        times.all.push_back(processor_time() - start);
    }
    print("an edit in the included file", times, counters(world, files[1]));
}

// From the text to all bodies, which is more than the first file of a language needs.
void packs() {
    struct Loaded {
        std::string_view name;
        double seconds;
    };
    std::vector<Loaded> all;
    for (const language::BuiltinPack& pack : language::builtin_packs()) {
        const double start = processor_time();
        const language::LanguagePtr language =
            language::Language::load(syntax::File::parse(pack.text), {}, std::string(pack.name));
        for (const auto& [name, body] : language->bodies()) static_cast<void>(body->get());
        all.push_back({pack.name, processor_time() - start});
    }
    std::ranges::sort(all, std::ranges::greater(), &Loaded::seconds);
    std::printf("packs, loaded and compiled:");
    for (std::size_t i = 0; i < 5; ++i)
        std::printf("%s %.*s %.2f ms", i ? "," : "", static_cast<int>(all[i].name.size()), all[i].name.data(),
                    all[i].seconds * 1e3);
    std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
    std::string only;
    std::size_t lines = 0;
    for (int i = 1; i < argc; ++i) {
        std::string_view argument = argv[i];
        if (argument.starts_with("--only=")) only = argument.substr(7);
        if (argument.starts_with("--lines=")) lines = std::strtoull(argv[i] + 8, nullptr, 10);
    }
    if (only.empty() || only == "workspace") workspace();
    if (only.empty() || only == "long") long_block(lines > 0 ? lines : 40'000);
    if (only.empty() || only == "json") long_json(1'000'000);
    if (only.empty() || only == "alike") alike(lines > 0 ? lines : 5'000);
    if (only.empty() || only == "modules") modules();
    if (only.empty() || only == "units") units();
    if (only.empty() || only == "packs") packs();
    if (only.empty() || only == "edit") {
        if (lines > 0)
            edits(lines);
        else
            for (std::size_t size :
                 {std::size_t{12'000}, std::size_t{40'000}, std::size_t{200'000}, std::size_t{1'000'000}})
                edits(size);
    }
}
