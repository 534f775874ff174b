// Schemas of packages from any bytes. The first byte chooses what the rest is: a cache, JSON of providers, a
// package schema, the sources of a plugin, separated by NUL, or one record of a cache, which no checksum
// keeps from being read. A cache is read to its end; what is written is a cache without damage.
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/check.h"
#include "engine/language/language.h"
#include "engine/pcl/schema_record.h"
#include "engine/schemas/schema_file.h"
#include "engine/schemas/schema_set.h"
#include "engine/schemas/stored_block.h"
#include "engine/syntax/file/file.h"
#include "server/app/plugin_source.h"
#include "server/app/provider_schemas.h"
#include "server/host/memory_file_system.h"
#include "tests/fuzz/target.h"

namespace {

using namespace hcl;

// Reads everything in a cache, by each of its names; true when nothing is damaged.
bool read_all(const schemas::SchemaFilePtr& file) {
    const schemas::SchemaSet set({file});
    bool is_whole = true;
    file->each_family([&](std::string_view family, std::size_t) {
        file->each_name(family, [&](std::string_view name) {
            if (family == "function") {
                is_whole &= file->function(name) != nullptr;
            } else if (family.find(':') != std::string_view::npos) {
                is_whole &= file->native_record(family, name) != nullptr;
            } else {
                const auto answer = set.find({file->package(), family, name, file->version()});
                is_whole &= answer.found == language::BodySource::Found::Body;
                if (answer.body) answer.body->type();
            }
        });
    });
    return is_whole;
}

void hold(const std::vector<server::PackageSchemas>& packages) {
    for (const server::PackageSchemas& package : packages) {
        auto file = schemas::SchemaFile::open(std::make_shared<const schemas::BytesInMemory>(package.bytes));
        HCL_CHECK(file.has_value());
        HCL_CHECK(!(*file)->damage());
        HCL_CHECK(read_all(*file));
    }
}

void read_sources(std::string_view input) {
    constexpr std::array kFiles = {"/p/go.mod", "/p/main.go", "/p/builder/a/builder.go",
                                   "/p/builder/a/builder.hcl2spec.go", "/p/common/config.go"};
    std::map<std::string, std::string> files;
    for (const char* path : kFiles) {
        const std::size_t end = std::min(input.find('\0'), input.size());
        files.emplace(path, input.substr(0, end));
        input.remove_prefix(std::min(end + 1, input.size()));
    }
    const server::MemoryFileSystem disk(files);
    if (auto plugin = server::read_plugin_source(disk, "/p")) hold({plugin->schemas});
}

void read_record(std::string_view input) {
    static const auto language = language::Language::load(syntax::File::parse(""), FileId(0), "empty");
    const auto record = std::make_shared<const std::string>(input);
    if (schemas::is_readable(*record)) {
        const schemas::StoredBlock block(record, *record, schemas::StoredBlock::Form::Top);
        block.type();
        block.compile(*language);
    }
    schemas::function_of_record(*record);
    pcl::decode_package(*record);
    pcl::decode_resource(*record);
    pcl::decode_type(*record);
    pcl::decode_function(*record);
}

}  // namespace

HCL_FUZZ_TARGET(schemas) {
    if (input.empty()) return;
    const auto kind = static_cast<unsigned char>(input[0]) % 5;
    input.remove_prefix(1);
    if (kind == 0) {
        auto file =
            schemas::SchemaFile::open(std::make_shared<const schemas::BytesInMemory>(std::string(input)));
        if (file && !(*file)->damage()) HCL_CHECK(read_all(*file));
    } else if (kind == 1 || kind == 2) {
        auto packages = server::read_schemas_of_json(std::string(input), kind == 1 ? "" : "thing-1.2.3.json");
        if (packages) hold(*packages);
    } else if (kind == 3) {
        read_sources(input);
    } else {
        read_record(input);
    }
}
