// Times a program of Pulumi: pcl-bench [FILE.pp SCHEMA.json...]
//
//   open   schemas opened from their caches, the program read, until its first findings
//   edit   an argument of a resource changed, to all findings (p99 and the longest)
//   rename a local that other nodes use gets another name and its old one (p99)
//   hover, complete, signature, hints  what editors ask for (p99)
// Without files: 10,000 lines with resources of 50 made-up packages.
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "engine/ide/annotation/diagnostics.h"
#include "engine/ide/annotation/hover.h"
#include "engine/ide/annotation/inlay_hints.h"
#include "engine/ide/completion/completion.h"
#include "engine/ide/completion/signature_help.h"
#include "engine/world/world.h"
#include "server/app/extensions.h"
#include "server/app/provider_schemas.h"
#include "server/app/schema_folder.h"
#include "server/host/process.h"

namespace {

using namespace hcl;

constexpr int kPackages = 50;
constexpr std::size_t kLines = 10'000;

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double processor_time() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// Twenty resource types, ten functions, and types that contain themselves.
std::string package_schema(const std::string& name) {
    std::string inputs =
        R"("name":{"type":"string","description":"What it is called."},"size":{"$ref":"#/types/)" + name +
        R"(:index:Size"},"node":{"$ref":"#/types/)" + name +
        R"(:index:Node"},"tags":{"type":"object","additionalProperties":{"type":"string"}})";
    for (int i = 0; i < 20; ++i)
        inputs += ",\"argument" + std::to_string(i) + R"(":{"type":"array","items":{"type":"string"}})";
    std::string resources, functions;
    for (int i = 0; i < 20; ++i)
        resources += (i ? ",\"" : "\"") + name + ":index:Thing" + std::to_string(i) +
                     R"(":{"description":"A thing.","inputProperties":{)" + inputs +
                     R"(},"requiredInputs":["name"],"properties":{)" + inputs +
                     R"(,"zones":{"type":"array","items":{"type":"string"}}},"required":["name","zones"]})";
    for (int i = 0; i < 10; ++i)
        functions += (i ? ",\"" : "\"") + name + ":index:find" + std::to_string(i) +
                     R"(":{"inputs":{"properties":{"name":{"type":"string"}},"required":["name"]},)" +
                     R"("outputs":{"properties":{"text":{"type":"string"}},"required":["text"]}})";
    return R"({"name":")" + name + R"(","version":"1.0.0","types":{")" + name +
           R"(:index:Size":{"type":"string","enum":[{"value":"small"},{"value":"large"}]},")" + name +
           R"(:index:Node":{"type":"object","properties":{"text":{"type":"string"},"next":{"$ref":"#/types/)" +
           name + R"(:index:Node"}},"required":["text"]}},"resources":{)" + resources + R"(},"functions":{)" +
           functions + "}}";
}

std::string made_up_program() {
    std::string out = "config zones \"list(string)\" {\n  default = [\"a\", \"b\"]\n}\nprefix = \"p\"\n";
    std::size_t lines = 4;
    for (int i = 0; lines + 17 < kLines; ++i, lines += 17) {
        const std::string n = std::to_string(i);
        const std::string package = "pack" + std::to_string(i % kPackages);
        const std::string before = i == 0 ? "prefix" : "thing" + std::to_string(i - 1) + ".name";
        out += "resource thing" + n + " \"" + package + ":index:Thing" + std::to_string(i % 20) + "\" {\n" +
               "  name  = \"${prefix}-" + n + "\"\n  size  = \"small\"\n" + "  node  = { text = " + before +
               ", next = { text = \"b\" } }\n  tags  = { a = \"b\", number = \"" + n + "\" }\n" +
               "  argument0 = [for z in zones : \"${z}-" + n +
               "\"]\n  options {\n    protect = true\n  }\n}\n" + "local" + n + " = length(thing" + n +
               ".zones) + " + n + "\nfound" + n + " = invoke(\"" + package +
               ":index:find1\", {\n  name = \"x" + n + "\"\n}).text\noutput out" + n +
               " {\n  value = \"${found" + n + "}-${local" + n + "}\"\n}\n";
    }
    return out;
}

std::string read_file(const char* path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void report(const char* name, std::vector<double> times, const char* limit) {
    std::ranges::sort(times);
    std::printf("  %-10s %8.3f ms p99 %8.3f ms median %8.3f ms longest   (%s)\n", name,
                times[times.size() * 99 / 100] * 1e3, times[times.size() / 2] * 1e3, times.back() * 1e3,
                limit);
}

}  // namespace

int main(int argc, char** argv) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("pcl-bench-" + std::to_string(server::process_id()));
    std::filesystem::create_directory(folder);
    std::shared_ptr<server::FileSystem> files = server::make_real_file_system();
    const std::string text = argc > 1 ? read_file(argv[1]) : made_up_program();
    std::vector<std::string> schemas;
    for (int i = 2; i < argc; ++i) schemas.push_back(read_file(argv[i]));
    for (int i = 0; schemas.empty() ? i < kPackages : i < kPackages && argc <= 2; ++i)
        schemas.push_back(package_schema("pack" + std::to_string(i)));
    for (std::string& schema : schemas) {
        auto packages = server::read_schemas_of_json(std::move(schema));
        if (!packages) {
            std::fprintf(stderr, "%s\n", packages.error().message.c_str());
            return 1;
        }
        for (const server::PackageSchemas& one : *packages)
            if (!files->replace(server::schema_path(folder, one.package), one.bytes)) return 1;
    }
    std::printf("  %zu lines, %zu packages\n", static_cast<std::size_t>(std::ranges::count(text, '\n')),
                schemas.size());

    std::vector<double> opens;
    std::size_t findings = 0;
    for (int i = 0; i < 5; ++i) {
        const double start = now();
        server::SchemaFolder found = server::read_schemas(*files, folder);
        world::World world;
        world.set_extensions(server::language_extensions());
        world.set_schemas(found.schemas);
        world.set_file({FileId(0), "/w/main.pp", "", {}, true, 0}, std::make_shared<const std::string>(text));
        findings = ide::diagnostics_for(*world.snapshot(), FileId(0), {}).size();
        opens.push_back(now() - start);
    }
    report("open", opens, "under 150 ms");
    std::printf("  %-10s %zu findings\n", "", findings);

    world::World world;
    world.set_extensions(server::language_extensions());
    world.set_schemas(server::read_schemas(*files, folder).schemas);
    world.set_file({FileId(0), "/w/main.pp", "", {}, true, 0}, std::make_shared<const std::string>(text));
    (void)ide::diagnostics_for(*world.snapshot(), FileId(0), {});
    auto timed = [&](const char* name, const char* limit, int rounds, const std::function<void(int)>& run) {
        std::vector<double> times;
        for (int i = 0; i < rounds; ++i) {
            const double begin = processor_time();
            run(i);
            times.push_back(processor_time() - begin);
        }
        report(name, std::move(times), limit);
    };
    auto place_of = [&](const std::string& what) {
        const std::size_t found = text.find(what, text.size() / 2);
        return static_cast<std::uint32_t>(found == std::string::npos ? text.size() / 2 : found);
    };
    auto replace = [&](std::uint32_t at, const std::string& with, int version) {
        Edit edit{{at, at + static_cast<std::uint32_t>(with.size())}, with};
        world.edit(FileId(0), std::span(&edit, 1), version);
        (void)ide::diagnostics_for(*world.snapshot(), FileId(0), {});
    };
    const std::uint32_t number = place_of("number = \"") + 10;
    timed("edit", "under 2 ms", 1000, [&](int i) { replace(number, std::to_string(i % 10), i); });
    const std::uint32_t local = place_of("\nlocal") + 1;
    timed("rename", "a name that others use", 200,
          [&](int i) { replace(local, i % 2 ? "local" : "lacol", i); });
    const std::uint32_t step = place_of(".zones") + 3;
    timed("hover", "", 200, [&](int) { (void)ide::hover(*world.snapshot(), FileId(0), step, {}); });
    timed("complete", "", 200, [&](int) { (void)ide::complete(*world.snapshot(), FileId(0), step, {}, {}); });
    const std::uint32_t argument = place_of("length(") + 8;
    timed("signature", "", 200,
          [&](int) { (void)ide::signature_help(*world.snapshot(), FileId(0), argument, {}); });
    timed("hints", "of sixty lines", 200,
          [&](int) { (void)ide::inlay_hints(*world.snapshot(), FileId(0), {step, step + 2500}, {}); });
    std::filesystem::remove_all(folder);
    return 0;
}
