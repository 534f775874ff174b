#include "server/app/schema_store.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "engine/base/counted.h"
#include "server/app/schema_folder.h"

namespace hcl::server {

namespace {

// More versions of one package are not kept.
constexpr std::size_t kMostVersions = 8;

}  // namespace

std::string named_package(std::string_view package, std::string_view version) {
    const bool is_in_address = package.ends_with("/" + std::string(version));
    return std::string(package) + (version.empty() || is_in_address ? "" : " " + std::string(version));
}

Result<void> SchemaStore::open() {
    if (auto made = files_.make_folder(folder_); !made) return made;
    files_.remove_leftovers(folder_);
    return {};
}

Result<void> SchemaStore::add(std::vector<PackageSchemas> packages) {
    for (PackageSchemas& one : packages) {
        auto written = files_.replace(schema_path(folder_, one.package, one.version), one.bytes);
        if (!written) return written;
        tell_(named_package(one.package, one.version) + ": " + counted(one.count, "schema"));
        one.bytes = {};
        added_.push_back(std::move(one));
    }
    return {};
}

void SchemaStore::make_room() {
    if (added_.empty()) return;
    if (const SchemaFolder stored = read_schemas(files_, folder_); stored.schemas)
        for (const PackageSchemas& one : added_) make_room_for(*stored.schemas, one);
    added_.clear();
}

void SchemaStore::make_room_for(const schemas::SchemaSet& stored, const PackageSchemas& added) {
    if (added.version.empty()) return;
    std::vector<std::pair<std::int64_t, std::string>> others;  // by when they were added
    for (const schemas::SchemaFilePtr& file : stored.files()) {
        if (file->package() != added.package || file->version() == added.version) continue;
        const std::string path = schema_path(folder_, file->package(), file->version());
        const auto stat = files_.stat(path);
        if (!stat) continue;  // a JSON file, or removed already
        if (!file->version().empty())
            others.emplace_back(stat->modified_ns, std::string(file->version()));
        else if (const auto removed = files_.remove_file(path); !removed)
            complain_(removed.error().message);
    }
    std::ranges::sort(others);
    for (std::size_t i = 0; i + kMostVersions <= others.size(); ++i)
        if (files_.remove_file(schema_path(folder_, added.package, others[i].second)))
            tell_(named_package(added.package, others[i].second) + ": removed; at most " +
                  std::to_string(kMostVersions) + " versions are kept");
}

}  // namespace hcl::server
