// Times schemas of providers: schema-bench [FILE.json...]
//
//   add       provider schemas as JSON to caches, written to a folder
//   ready     the folder opened, until a type is found
//   use       a file of ten resource types checked for the first time, and the memory of all that
//   complete  the types of resources, and the members of a reference (p99)
//   edit      an argument of a resource changed, to all findings (p99, of the processor)
// Without files: four made-up providers, 1500 resource types with 40 arguments each.
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "engine/ide/annotation/diagnostics.h"
#include "engine/ide/completion/completion.h"
#include "engine/world/world.h"
#include "server/app/provider_schemas.h"
#include "server/app/schema_folder.h"
#include "server/host/process.h"

namespace {

using namespace hcl;

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double processor_time() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

std::string attributes(int count) {
    std::string out = R"("id":{"type":"string","computed":true})";
    for (int i = 0; i < count; ++i)
        out += ",\"argument_" + std::to_string(i) +
               R"(":{"type":["list","string"],"optional":true,"description":"What the argument number )" +
               std::to_string(i) +
               R"( is for, in a sentence of ordinary length, and what it is by default."})";
    return out;
}

std::string made_up(const std::string& name) {
    const std::string block = R"({"block":{"description":"A thing.","attributes":{)" + attributes(40) +
                              R"(},"block_types":{"part":{"nesting_mode":"list","block":{"attributes":{)" +
                              attributes(8) + "}}}}}}";
    std::string types;
    for (int i = 0; i < 1500; ++i)
        types += (i ? ",\"" : "\"") + name + "_thing_" + std::to_string(i) + "\":" + block;
    return R"({"provider_schemas":{"registry.example.com/hashicorp/)" + name +
           R"(":{"provider":{},"resource_schemas":{)" + types + "}}}}";
}

double p99(std::vector<double> times) {
    std::ranges::sort(times);
    return times[times.size() * 99 / 100];
}

void report(const char* name, double value, const char* unit, const char* limit) {
    std::printf("  %-10s %10.3f %s   (%s)\n", name, value, unit, limit);
}

// Creates schemas from the files named in the arguments, or from made-up ones.
bool add_schemas(server::FileSystem& files, const std::string& folder, int argc, char** argv) {
    std::vector<std::string> texts;
    for (int i = 1; i < argc; ++i) {
        std::ifstream in(argv[i], std::ios::binary);
        texts.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
    if (texts.empty())
        for (const char* name : {"alpha", "beta", "gamma", "delta"}) texts.push_back(made_up(name));
    const double start = now();
    std::size_t in = 0;
    std::size_t out = 0;
    for (std::string& text : texts) {
        in += text.size();
        auto packages = server::read_schemas_of_json(std::move(text));
        if (!packages) {
            std::fprintf(stderr, "%s\n", packages.error().message.c_str());
            return false;
        }
        for (const server::PackageSchemas& one : *packages) {
            out += one.bytes.size();
            if (!files.replace(server::schema_path(folder, one.package), one.bytes)) return false;
        }
    }
    report("add", now() - start, "s", "under 2 s, once");
    std::printf("  %-10s %10zu kB of JSON, %zu kB of caches\n", "", in / 1000, out / 1000);
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("schema-bench-" + std::to_string(server::process_id()));
    std::filesystem::create_directory(folder);
    std::shared_ptr<server::FileSystem> files = server::make_real_file_system();
    if (!add_schemas(*files, folder, argc, argv)) return 1;
    // Creating the schemas also uses memory: to measure only their use, run this
    // part in a process of its own.
    const std::size_t before = server::resident_memory();
    const double start = now();
    server::SchemaFolder found = server::read_schemas(*files, folder);
    if (!found.schemas) return 1;
    std::vector<std::string> names;
    found.schemas->each_name("resource", nullptr, [&](std::string_view package, std::string_view name) {
        const std::string own(package.substr(package.rfind('/') + 1));
        if (name.starts_with(own + "_")) names.emplace_back(name);
    });
    report("ready", (now() - start) * 1e3, "ms", "under 10 ms");

    std::string text;
    for (std::size_t i = 0; i < 10; ++i) {
        const std::string& name = names[i * (names.size() - 1) / 9];
        text += "resource \"" + name + "\" \"x" + std::to_string(i) + "\" {\n  nosuch = 1\n}\n";
    }
    text += "output \"o\" {\n  value = " + names[0] + ".x0.\n}\nresource \"\" \"y\" {}\n";
    world::World world;
    world.set_schemas(found.schemas);
    world.set_file({FileId(0), "/w/main.tf", "", {}, true, 0}, std::make_shared<const std::string>(text));
    const double first = now();
    const std::size_t findings = ide::diagnostics_for(*world.snapshot(), FileId(0), {}).size();
    report("use", (now() - first) * 1e3, "ms", "ten resource types, first findings");
    const double used = (static_cast<double>(server::resident_memory()) - static_cast<double>(before)) / 1e6;
    std::printf("  %-10s %10.3f MB more resident, %.3f in all; %zu findings\n", "", used,
                static_cast<double>(server::resident_memory()) / 1e6, findings);

    auto complete = [&](std::string_view behind, const char* name) {
        const auto at = static_cast<std::uint32_t>(text.find(behind) + behind.size());
        std::vector<double> times;
        std::size_t count = 0;
        for (int i = 0; i < 200; ++i) {
            const double begin = processor_time();
            count = ide::complete(*world.snapshot(), FileId(0), at, {}, {}).items.size();
            times.push_back(processor_time() - begin);
        }
        report(name, p99(std::move(times)) * 1e3, "ms", "under 1 ms for 1500 types");
        std::printf("  %-10s %10zu items of %zu types\n", "", count, names.size());
    };
    complete("\nresource \"", "complete");
    complete(".x0.", "members");

    std::vector<double> times;
    auto at = static_cast<std::uint32_t>(text.find("nosuch = 1") + 9);
    for (int i = 0; i < 200; ++i) {
        const double begin = processor_time();
        Edit edit{{at, at + 1}, std::to_string(i % 10)};
        world.edit(FileId(0), std::span(&edit, 1), i);
        if (ide::diagnostics_for(*world.snapshot(), FileId(0), {}).empty()) return 1;
        times.push_back(processor_time() - begin);
    }
    report("edit", p99(std::move(times)) * 1e3, "ms", "under 0.2 ms");
    std::filesystem::remove_all(folder);
    return 0;
}
