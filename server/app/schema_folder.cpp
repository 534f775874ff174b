#include "server/app/schema_folder.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "engine/syntax/file/file.h"
#include "engine/terraform/lock_file.h"
#include "server/app/package_schemas.h"
#include "server/app/provider_schemas.h"

namespace hcl::server {

namespace {

constexpr std::string_view kJsonEnding = ".json";

constexpr std::size_t kMostLockBytes = std::size_t{4} << 20;

// Ignores further caches of the same version, in any format.
class Caches {
  public:
    void add(schemas::SchemaFilePtr file) {
        if (known_.emplace(file->package(), file->version()).second) all_.push_back(std::move(file));
    }
    bool is_empty() const { return all_.empty(); }
    std::vector<schemas::SchemaFilePtr> take() { return std::move(all_); }

  private:
    std::vector<schemas::SchemaFilePtr> all_;
    std::set<std::pair<std::string_view, std::string_view>> known_;  // texts of the files
};

}  // namespace

bind::PackageVersions locked_in(const FileSystem& files, const std::string& path) {
    auto text = files.read(path, kMostLockBytes);
    return text ? terraform::locked_versions(*syntax::File::parse(*text)) : bind::PackageVersions();
}

std::string schema_path(const std::string& folder, std::string_view package, std::string_view version) {
    std::string whole(package);
    if (!version.empty() && !whole.ends_with("/" + std::string(version))) whole += "/" + std::string(version);
    std::string name;
    for (char c : whole) {
        bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                        c == '-' || c == '_' || c == '.';
        name += is_plain ? c : '+';
    }
    if (name.starts_with('.')) name.insert(0, 1, '+');
    return folder + "/" + name + std::string(kSchemaEnding);
}

schemas::SchemaFilePtr damaged_file(const std::string& address, const std::string& reason) {
    std::string bytes = damaged_package(address, reason).bytes;
    auto file = schemas::SchemaFile::open(std::make_shared<const schemas::BytesInMemory>(std::move(bytes)));
    return file ? *file : nullptr;
}

SchemaFolder::Stamp stamp_of_schemas(const FileSystem& files, const std::string& folder) {
    SchemaFolder::Stamp stamp;
    if (folder.empty()) return stamp;
    auto entries = files.list(folder);
    if (!entries) return stamp;
    for (const FolderEntry& entry : *entries) {
        bool is_schema = entry.name.ends_with(kSchemaEnding) || entry.name.ends_with(kJsonEnding) ||
                         entry.name == kLockFile;
        if (entry.is_folder || !is_schema) continue;
        if (auto stat = files.stat(folder + "/" + entry.name))
            stamp.emplace_back(entry.name, stat->size, stat->modified_ns);
    }
    return stamp;
}

std::string own_schema_folder(const std::string& cache_folder) {
    return cache_folder.empty() ? std::string() : cache_folder + "/schemas";
}

SchemaFolder read_schemas(const FileSystem& files, const std::string& folder,
                          const SchemaFolder::Stamp& stamp, std::vector<schemas::LateFile> late) {
    SchemaFolder out;
    Caches all;
    const bool has_lock =
        std::ranges::any_of(stamp, [](const auto& one) { return std::get<0>(one) == kLockFile; });
    const bind::PackageVersions locked =
        has_lock ? locked_in(files, folder + "/" + std::string(kLockFile)) : bind::PackageVersions();
    for (const auto& [name, size, modified] : stamp) {
        if (name == kLockFile) continue;
        const std::string path = folder + "/" + name;
        auto note = [&](const std::string& problem) {
            out.problems.push_back(problem);
            if (std::optional<std::string> address = package_address_in_name(name))
                late.push_back({*address, [address, problem] { return damaged_file(*address, problem); }});
        };
        auto complain = [&](const std::string& what) { note(path + " " + what); };
        if (name.ends_with(kJsonEnding)) {
            auto text = files.read(path);
            if (!text) {
                note(text.error().message);
                continue;
            }
            auto packages = read_schemas_of_json(std::move(*text), name, locked);
            if (!packages) {
                note(path + ": " + packages.error().message);
                continue;
            }
            for (PackageSchemas& one : *packages)
                if (auto file = schemas::SchemaFile::open(
                        std::make_shared<const schemas::BytesInMemory>(std::move(one.bytes))))
                    all.add(std::move(*file));
            continue;
        }
        auto bytes = files.open(path);
        if (!bytes) {
            note(bytes.error().message);
            continue;
        }
        auto file = schemas::SchemaFile::open(*bytes);
        if (file)
            all.add(std::move(*file));
        else
            complain(file.error().message + "; \"hcl-ls schema add\" creates it again");
    }
    if (!all.is_empty() || !late.empty())
        out.schemas = std::make_shared<const schemas::SchemaSet>(all.take(), std::move(late));
    return out;
}

}  // namespace hcl::server
