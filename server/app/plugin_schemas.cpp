#include "server/app/plugin_schemas.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "engine/pcl/schema_record.h"
#include "server/app/provider_schemas.h"
#include "server/app/schema_folder.h"

namespace hcl::server {

namespace {

// "resource-random-v4.11.2": version "4.11.2" of the package "random".
constexpr std::string_view kPrefix = "resource-";

bool read_name(std::string_view folder, Plugin& plugin) {
    if (!folder.starts_with(kPrefix)) return false;
    folder.remove_prefix(kPrefix.size());
    const std::size_t mark = folder.rfind("-v");
    if (mark == std::string_view::npos || mark == 0 || mark + 2 == folder.size()) return false;
    plugin.name = folder.substr(0, mark);
    plugin.version = folder.substr(mark + 2);
    return true;
}

std::string address_of(const Plugin& plugin) {
    return std::string(pcl::kAddressRoot) + plugin.name + "/" + plugin.version;
}

std::string hex(std::uint64_t number) {
    char digits[16];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), number, 16).ptr;
    return {std::begin(digits), end};
}

// The path of a plugin's cache, which a changed schema changes.
std::string cache_path(const std::string& folder, const Plugin& plugin) {
    const std::string stamp = hex(plugin.size) + "-" + hex(static_cast<std::uint64_t>(plugin.modified_ns));
    return schema_path(folder, address_of(plugin) + "/" + stamp);
}

// Caches of earlier states of the same schema.
void remove_others(FileSystem& files, const std::string& folder, const std::string& path) {
    const std::string_view name = std::string_view(path).substr(folder.size() + 1);
    const std::string_view start = name.substr(0, name.rfind('+') + 1);
    auto entries = files.list(folder);
    if (!entries) return;
    for (const FolderEntry& entry : *entries) {
        const bool is_other = entry.name != name && entry.name.starts_with(start) &&
                              entry.name.find('+', start.size()) == std::string::npos;
        // Leftovers that cannot be removed are harmless.
        if (is_other && !files.remove_file(folder + "/" + entry.name)) return;
    }
}

bool is_of(const Plugin& plugin, std::string_view package) {
    return package.starts_with(std::string(pcl::kAddressRoot) + plugin.name + "/");
}

Result<schemas::SchemaFilePtr> read_schema(FileSystem& files, const Plugin& plugin,
                                           const std::string& folder) {
    const std::string path = folder.empty() ? std::string() : cache_path(folder, plugin);
    auto open_cache = [&]() -> schemas::SchemaFilePtr {
        if (path.empty()) return nullptr;
        auto bytes = files.open(path);
        if (!bytes) return nullptr;
        auto file = schemas::SchemaFile::open(*bytes);
        return file && is_of(plugin, (*file)->package()) ? *file : nullptr;
    };
    if (schemas::SchemaFilePtr kept = open_cache()) return kept;
    HCL_TRY(std::string json, files.read(plugin.schema));
    auto read = read_schemas_of_json(std::move(json), plugin.name + "-" + plugin.version + ".json");
    if (!read) return fail(plugin.schema + " " + read.error().message);
    if (read->size() != 1 || !is_of(plugin, read->front().package))
        return fail(plugin.schema + " describes a package other than \"" + plugin.name + "\"");
    std::string& bytes = read->front().bytes;
    if (!path.empty() && files.make_folder(folder) && files.replace(path, bytes)) {
        remove_others(files, folder, path);
        if (schemas::SchemaFilePtr made = open_cache()) return made;
    }
    return schemas::SchemaFile::open(std::make_shared<const schemas::BytesInMemory>(std::move(bytes)));
}

}  // namespace

std::vector<Plugin> find_plugins(const FileSystem& files, const std::string& folder) {
    std::vector<Plugin> plugins;
    if (folder.empty()) return plugins;
    auto entries = files.list(folder);
    if (!entries) return plugins;
    for (const FolderEntry& entry : *entries) {
        Plugin plugin;
        if (!entry.is_folder || !read_name(entry.name, plugin)) continue;
        const std::string own = folder + "/" + entry.name;
        // The plugin is not whole while this file exists.
        if (files.stat(own + ".partial")) continue;
        auto use = [&](const std::string& path, std::int64_t oldest) {
            auto stat = files.stat(path);
            if (!stat || stat->is_folder || stat->modified_ns < oldest) return;
            plugin.schema = path;
            plugin.size = stat->size;
            plugin.modified_ns = stat->modified_ns;
        };
        const std::string beside = "schema-" + plugin.name + "-" + plugin.version + "-.json";
        // A schema that is older than the plugin is of an earlier installation.
        const auto installed = files.stat(own);
        use(folder + "/" + beside, installed ? installed->modified_ns : 0);
        // One in the folder is part of the plugin. Its time is that of the archive, or of unpacking.
        if (plugin.schema.empty()) use(own + "/schema.json", 0);
        plugins.push_back(std::move(plugin));
    }
    return plugins;
}

std::vector<schemas::LateFile> plugin_schemas(const std::shared_ptr<FileSystem>& files,
                                              const std::vector<Plugin>& plugins,
                                              const std::string& cache_folder,
                                              const std::function<void(const std::string&)>& report) {
    std::vector<schemas::LateFile> out;
    const std::string folder = cache_folder.empty() ? cache_folder : cache_folder + "/plugins";
    for (const Plugin& plugin : plugins) {
        if (plugin.schema.empty()) continue;
        out.push_back({address_of(plugin), [=]() -> schemas::SchemaFilePtr {
                           auto file = read_schema(*files, plugin, folder);
                           if (file) return *file;
                           report(file.error().message);
                           return damaged_file(address_of(plugin), file.error().message);
                       }});
    }
    return out;
}

}  // namespace hcl::server
